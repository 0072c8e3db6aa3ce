"""How to Play and Additional Action: points, the order of turns, cards and their reactivation."""

import pytest

from engine.games.vale_dos_monstros.moves import End, Extra, Pass, Refresh
from tests.engine.driver import Table
from tests.engine.vale.table import (
    ANA,
    BEN,
    CAI,
    adjust,
    begun,
    illegal,
    lines,
    match,
    pieces,
    placing,
    refused,
    stand,
    tokens,
    two,
    verbs,
    where,
)

HOW = ("How to Play",)
CARDS = ("Additional Action",)


def spent(t: Table) -> Table:
    """The active seat has passed its three points."""
    t.do("pass", "pass", "pass")
    return t


def worn(*legions: str, down: int = 3, held: int = 9, **fields: int) -> Table:
    """Ana has turned cards down and holds tokens."""
    t = stand(begun(*legions), {ANA: "g9 c3", BEN: "g12"}, tokens={ANA: held})
    changes = [(["seats", ANA, name], value) for name, value in fields.items()]
    return adjust(t, (["seats", ANA, "down"], down), *changes)


def test_L24a_three_points_an_action_each() -> None:
    t = stand(begun(), {ANA: "g9", BEN: "g12"}, visitors={"child": "f8"})
    assert t.state.points == 3
    t.do("move g9 g10")
    assert t.state.points == 2
    t.do("move g10 g9")
    assert t.state.points == 1
    t.do("frighten f8")
    assert (t.state.points, t.state.turn) == (0, ANA)
    refused(t, "move g9 g10", *HOW)
    refused(t, "pass", *HOW)
    assert verbs(t) == {"extra", "end"}


@pytest.mark.parametrize("passes", [0, 1, 2, 3])
def test_L24a_r8_a_turn_closes_only_by_end_and_passes_what_is_left(passes: int) -> None:
    t = begun()
    t.do(*["pass"] * passes)
    assert (t.state.turn, t.waits()) == (ANA, ["Ana"])
    t.do("end")
    assert (t.state.turn, t.state.points, t.waits()) == (BEN, 3, ["Ben"])


def test_L24b_the_same_action_as_often_as_wanted() -> None:
    t = stand(begun(), {ANA: "g9 a2"}, visitors={"man": "g8 g10 f8"}, front={ANA: 3})
    t.do("frighten g8", "frighten g10", "frighten f8")
    assert tokens(t)[ANA] == 12
    t = stand(begun(), {ANA: "g9"}, front={ANA: 3})
    t.do("enter a2", "enter m2", "enter b14")
    assert pieces(t, ANA) == (4, 0, 4, 0)
    t = stand(begun(), {ANA: "g9"})
    t.do("move g9 g10", "move g10 g11", "move g11 g12")
    assert where(t, ANA) == {"g12"}


def test_L24b_clockwise_and_round_again() -> None:
    t = begun("mummy", "ghost", "witch", "vampire")
    seen = []
    for _ in range(9):
        seen.append((t.state.turn, t.state.round))
        t.do("end")
    assert seen == [(s, 1) for s in range(4)] + [(s, 2) for s in range(4)] + [(0, 3)]


def test_L24b_nobody_else_moves_in_the_turn() -> None:
    t = begun()
    assert {seat for seat, _ in t.moves()} == {ANA}
    for line in ("pass", "end", "move a3 b3", "extra", "refresh"):
        refused(t, f"Ben: {line}")
    illegal(t, CAI, End())


@pytest.mark.parametrize(
    ("legion", "line"),
    [
        ("witch", "move g9 g10"),
        ("ghost", "move g9 g10"),
        ("werewolf", "move g9 g10"),
        ("skeleton", "frighten h9"),
        ("vampire", "capture g9 h9"),
        ("mummy", "move g9 g10"),
    ],
)
def test_L25a_r11_every_piece_may_act_in_the_plain_way(legion: str, line: str) -> None:
    others = ("ghost", "witch") if legion not in ("ghost", "witch") else ("mummy", "vampire")
    t = stand(begun(legion, *others), {ANA: "g9"}, visitors={"man": "h9"})
    t.do(line)
    if legion == "vampire":
        t.do("front")
    assert (t.state.points, t.state.turn) == (2, ANA)


def test_L63_pass_does_nothing_and_spends_a_point() -> None:
    t = begun()
    before = t.keeper.clone(t.state)
    t.do("pass")
    assert t.state.points == 2
    for part in ("monsters", "held", "visitors", "fires", "seats", "tokens", "turn", "round"):
        assert getattr(t.state, part) == getattr(before, part)
    t.do("pass", "pass")
    refused(t, "pass")
    t.do("extra", "pass")
    assert t.state.seats[ANA].down == 1
    refused(t, "pass")


def test_L63_a_turn_of_passes_is_legal() -> None:
    t = begun()
    for _ in range(6):
        t.do("pass", "pass", "pass", "end")
    assert (t.state.round, t.state.turn, t.state.ended) == (3, ANA, "")


def test_L68a_extra_needs_the_three_points_spent_or_passed() -> None:
    t = begun()
    for _ in range(3):
        refused(t, "extra", *CARDS)
        t.do("pass")
    t.do("extra")
    assert (t.state.seats[ANA].down, t.state.begun) == (1, True)


def test_L68a_extra_gives_one_of_the_six_actions() -> None:
    t = stand(
        begun(), {ANA: "g9 c4"}, visitors={"man": "h9"}, front={ANA: 1}, points=0, tokens={ANA: 3}
    )
    t.do("extra")
    assert verbs(t) == {"move", "reveal", "frighten", "capture", "enter", "pass", "end"}
    t.do("frighten h9")
    assert (tokens(t)[ANA], t.state.begun) == (6, False)
    assert verbs(t) == {"end"}
    refused(t, "move g9 g10")


@pytest.mark.parametrize(
    "line", ["move g9 g10", "reveal d4 1", "frighten h9", "capture g9 h9", "enter a2", "pass"]
)
def test_L68a_each_action_may_be_the_extra_one(line: str) -> None:
    t = stand(begun(), {ANA: "g9 c4"}, visitors={"man": "h9"}, front={ANA: 1}, points=0)
    t.do("extra", line)
    assert verbs(t) == {"end"}
    refused(t, "extra", *CARDS)


def test_L68a_one_extra_a_turn() -> None:
    t = spent(begun())
    t.do("extra", "pass")
    refused(t, "extra", *CARDS)
    t.do("end", "end", "end")
    assert t.state.turn == ANA
    spent(t).do("extra")
    assert t.state.seats[ANA].down == 2
    refused(t, "extra", *CARDS)


def test_L68a_a_begun_extra_that_is_not_used_is_passed_by_end() -> None:
    t = spent(begun())
    t.do("extra", "end")
    assert (t.state.turn, t.state.points) == (BEN, 3)
    assert (t.state.begun, t.state.extra, t.state.seats[ANA].down) == (False, False, 1)
    assert t.state.seats[BEN].down == 0


def test_L68a_extra_needs_a_card_that_lies_face_up() -> None:
    t = spent(worn(down=2))
    t.do("extra")
    assert t.state.seats[ANA].down == 3
    t = spent(worn("witch", "ghost", "mummy", down=3, held=3))
    refused(t, "extra", *CARDS)
    assert verbs(t) == {"end"}


def test_L68a_r9_cards_are_public() -> None:
    t = spent(worn(down=1))
    t.do("extra")
    assert t.game.view(t.state, BEN).seats[ANA].down == 2


def test_L68b_refresh_costs_four_tokens_and_is_no_action() -> None:
    t = worn("witch", "ghost", "mummy", held=4)
    before = t.state.tokens
    t.do("refresh")
    assert (tokens(t)[ANA], t.state.tokens) == (0, before + 4)
    assert (t.state.seats[ANA].down, t.state.seats[ANA].refreshed, t.state.points) == (0, 1, 3)


@pytest.mark.parametrize("down", [0, 1, 2])
def test_L68b_refresh_only_when_all_three_are_down(down: int) -> None:
    t = worn("witch", "ghost", "mummy", down=down)
    refused(t, "refresh", *CARDS)
    assert "refresh" not in verbs(t)


def test_L68b_refresh_needs_the_whole_price() -> None:
    t = worn("witch", "ghost", "mummy", held=3)
    refused(t, "refresh", *CARDS)


def test_L68b_refresh_once_in_the_match() -> None:
    t = worn("witch", "ghost", "mummy", held=20, refreshed=1)
    refused(t, "refresh", *CARDS)
    assert "refresh" not in verbs(t)


def test_L68b_refresh_at_any_point_of_the_own_turn() -> None:
    for passes in range(4):
        t = worn("witch", "ghost", "mummy")
        t.do(*["pass"] * passes, "refresh")
        assert t.state.points == 3 - passes
    t = worn("witch", "ghost", "mummy", down=2)
    spent(t).do("extra", "refresh")
    assert (t.state.begun, t.state.seats[ANA].down) == (True, 0)
    t.do("move g9 g10")
    assert where(t, ANA) == {"g10", "c3"}


def test_L68b_refresh_after_the_extra_action() -> None:
    t = worn("witch", "ghost", "mummy", down=2)
    spent(t).do("extra", "pass", "refresh")
    # It does not lift the limit of one extra a turn.
    refused(t, "extra", *CARDS)
    assert verbs(t) == {"end"}


def test_L68b_refresh_before_the_extra_lets_a_card_be_turned() -> None:
    t = spent(worn("witch", "ghost", "mummy"))
    assert verbs(t) == {"refresh", "end"}
    t.do("refresh", "extra")
    assert t.state.seats[ANA].down == 1


def test_L68b_refresh_not_in_the_turn_of_another() -> None:
    t = worn("witch", "ghost", "mummy")
    t.do("end")
    refused(t, "Ana: refresh")
    illegal(t, ANA, Refresh())


def test_L68b_refresh_not_while_something_is_owed() -> None:
    t = worn("witch", "ghost", "mummy", down=3)
    stand(t, {ANA: "c4"}, tokens={ANA: 9})
    t.do("reveal d4 3")
    refused(t, "refresh")
    t.do("put man d3", "refresh")
    t = stand(begun("vampire", "ghost", "mummy"), {ANA: "g9"}, visitors={"man": "h9"})
    adjust(t, (["seats", ANA, "down"], 3), (["seats", ANA, "tokens"], 9), (["tokens"], 54))
    t.do("capture g9 h9")
    refused(t, "refresh")
    t.do("front", "refresh")


def test_L69_mummy_first_for_nothing_then_for_two_then_no_more() -> None:
    t = worn("mummy", "ghost", "witch", held=0)
    t.do("refresh")
    assert (tokens(t)[ANA], t.state.seats[ANA].refreshed) == (0, 1)
    t = worn("mummy", "ghost", "witch", held=1, refreshed=1)
    refused(t, "refresh", *CARDS)
    t = worn("mummy", "ghost", "witch", held=2, refreshed=1)
    t.do("refresh")
    assert (tokens(t)[ANA], t.state.seats[ANA].refreshed) == (0, 2)
    t = worn("mummy", "ghost", "witch", held=20, refreshed=2)
    refused(t, "refresh", *CARDS)


def test_L69_mummy_in_one_match_move_by_move() -> None:
    t = begun("mummy", "ghost", "witch")
    stand(t, {ANA: "g9"}, tokens={ANA: 2})
    for refreshed in (1, 2):
        for card in (1, 2, 3):
            spent(t).do("extra", "pass")
            assert t.state.seats[ANA].down == card
            if card == 3:
                t.do("refresh")
                assert t.state.seats[ANA].refreshed == refreshed
            t.do("end", "end", "end")
    assert tokens(t)[ANA] == 0
    for _ in range(3):
        spent(t).do("extra", "end", "end", "end")
    spent(t)
    assert verbs(t) == {"end"}


@pytest.mark.parametrize("down", [0, 2])
def test_L69_mummy_too_needs_all_three_down(down: int) -> None:
    refused(worn("mummy", "ghost", "witch", down=down), "refresh", *CARDS)


def test_r9_extra_belongs_to_the_legion_whose_turn_it_is() -> None:
    t = two()
    spent(t).do("extra", "end")
    assert [legion.down for legion in t.state.seats] == [1, 0, 0, 0]
    t.do("end")
    # Ana's other legion has three cards of its own.
    spent(t).do("extra", "end")
    assert [legion.down for legion in t.state.seats] == [1, 0, 1, 0]


def test_r10_a_legion_pays_its_own_reactivation() -> None:
    t = two("witch", "ghost", "mummy", "vampire")
    stand(t, {0: "g9", 2: "g11"}, tokens={0: 3, 2: 20})
    adjust(t, (["seats", 0, "down"], 3))
    refused(t, "refresh", *CARDS)


@pytest.mark.parametrize("line", ["pass", "end", "extra", "refresh"])
def test_r8_no_turn_before_the_set_up_is_done(line: str) -> None:
    refused(match(3), line)
    refused(placing("mummy", "ghost", "witch"), line)
    illegal(match(3), ANA, Pass())
    illegal(match(3), ANA, Extra())


def test_r8_no_set_up_once_the_turns_have_begun() -> None:
    t = begun()
    refused(t, "bush a12", "Set Up")
    refused(t, "choose vampire", "Set Up")
    assert not lines(t, "bush", "choose")


def test_turn_texts_change_with_the_turn() -> None:
    t = begun()
    texts = [t.game.turn(t.state).texts]
    for _ in range(3):
        t.do("end")
        texts.append(t.game.turn(t.state).texts)
    assert len({tuple(text) for text in texts}) == 4
