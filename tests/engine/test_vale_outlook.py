"""What greedy players of O Vale dos Monstros work for, in the test box's field."""

from typing import Any

from engine import bots
from engine.game import Game
from engine.games.vale_dos_monstros.moves import Capture, Frighten, Go, Reveal
from engine.luck import Luck
from tests.engine.driver import Table
from tests.engine.vale.table import ANA, BEN, begun, stand


def worth(t: Table) -> int:
    value = t.game.outlook(t.state, ANA)
    assert value is not None
    return value


def chosen(t: Table) -> Any:
    """What the bot does for Ana."""
    game: Game = t.game
    return bots.greedy(game, game.view(t.state, ANA), ANA, Luck("7"), 0)


def test_a_step_towards_a_tent_that_can_be_paid_is_worth_something() -> None:
    far, near = (
        worth(stand(begun(), {ANA: f"{cell} k12"}, turned={"d4": "1"}, tokens={ANA: 3}))
        for cell in ("d9", "d6")
    )
    assert near > far


def test_a_tent_in_reach_is_taken() -> None:
    t = stand(begun(), {ANA: "d6 k12"}, turned={"d4": "1"}, tokens={ANA: 3})
    assert chosen(t) == Go("d6", "d4")


def test_without_tokens_a_visitor_is_frightened_first() -> None:
    t = stand(begun(), {ANA: "d6 k12"}, turned={"d4": "1"}, tokens={ANA: 2}, visitors={"man": "d7"})
    assert chosen(t) == Frighten("d7")


def test_an_unrevealed_tent_beside_a_piece_is_revealed() -> None:
    t = stand(begun(), {ANA: "d5 k12"}, tokens={ANA: 3})
    assert chosen(t) == Reveal("d4")


def test_the_last_piece_captures_before_it_settles_on_a_tent() -> None:
    t = stand(begun(), {ANA: "d6"}, turned={"d4": "1"}, tokens={ANA: 8}, held={ANA: "c8 e2 g4"},
              visitors={"woman": "d7"}, reserve={ANA: 4})  # fmt: skip
    assert chosen(t) == Capture("d6", "d7")


def test_a_third_mummy_goes_where_it_surrounds() -> None:
    t = stand(begun(), {ANA: "h8 h9 g13", BEN: "g9"}, tokens={ANA: 0}, visitors={})
    move = chosen(t)
    assert isinstance(move, Go)
    assert move.start == "g13"
    assert move.end in t.game.box.near["g9"]  # type: ignore[attr-defined]
