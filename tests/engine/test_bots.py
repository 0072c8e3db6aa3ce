"""Bots decide by what their seat sees, and the same way every time."""

from typing import Any

import pytest

from engine import fold
from engine.bots import BOTS
from engine.games.taiwan_monsters_brawl import Brawl
from engine.games.taiwan_monsters_brawl import moves as verbs
from engine.luck import Luck
from replay import packs
from tests.engine.driver import Table

GAME = packs.game_of(Brawl.name, packs.shipped(Brawl))
NAMES = ["Ana", "Ben", "Cai"]


def played(bot: str, seed: str) -> list[Any]:
    """The moves of a match that one bot plays with itself."""
    table, luck = Table(GAME, NAMES, seed=seed), Luck(seed)
    while not table.state.ended:
        (seat,) = fold.waits(GAME, table.state)
        move = BOTS[bot](GAME, GAME.view(table.state, seat), seat, luck, len(table.events))
        fold.check(GAME, table.state, seat, move)
        table.event(fold.Moved(seat, move))
        table._luck()
    return table.events


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_bot_plays_legal_moves_to_the_end_and_again_the_same(bot: str) -> None:
    first = played(bot, "3")
    assert first == played(bot, "3")
    assert first != played(bot, "4")


def lead(spell: str) -> Table:
    """Ana is about to challenge or pass; she holds a spell and 9 chi, Ben has 5 VP."""
    table = Table(GAME, NAMES)
    table.do("choose two suns", "choose kaka", "choose shark", "start b", "place upgrade c1")
    table.do("place chi a3", "start a", "place upgrade c2", "start b", "place ultimate b3")
    table.do(f"draw {spell}", "draw ?", "draw ?", "reveal yushan keelung qingshui hehuan")
    table.do("claim keelung", "claim yushan", "place ultimate d4", "claim hehuan")
    table.do("trade upgrade")
    table.state.seats[0].chi, table.state.seats[1].vp = 9, 5
    return table


def greedy(table: Table, seat: int = 0) -> Any:
    return BOTS["greedy"](GAME, GAME.view(table.state, seat), seat, Luck("1"), 0)


def test_greedy_takes_points_from_the_leader() -> None:
    assert greedy(lead("explosion")) == verbs.Cast("explosion", 1)


def test_greedy_does_not_harm_itself() -> None:
    table = lead("explosion")
    table.state.seats[1].vp = 0
    table.state.seats[0].vp = 3
    assert not isinstance(greedy(table), verbs.Cast)


def test_a_bot_with_one_move_makes_it() -> None:
    table = lead("tempest")
    table.do("challenge ben", "roll 1 1 1", "keep", "roll 0 0 0", "keep")
    assert greedy(table) == verbs.Conclude()
