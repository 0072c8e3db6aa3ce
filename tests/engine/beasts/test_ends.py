"""Winning Condition, Ending Condition, Scoring."""

import pytest

from engine import fold
from engine.events import Ruled
from tests.engine.beasts.box import BEASTS, MONSTERS
from tests.engine.beasts.table import SET, energy, hand, match, over, points, stands, texts

WON = "all captured"
LAST = "xf11"
REST = [n for n in BEASTS if n != LAST]
FREE = [n for n in MONSTERS if n not in ("f12", "w11", "w99", "f99")]


def last(hand, b=20, others=0, **setting):  # type: ignore[no-untyped-def]
    """A response with the last Beast on top, after so many ordinary captures."""
    return stands([f"S:{LAST}", *hand], b, [*REST, *FREE[:others]], **setting)


def test_L15a_all_20_captured_wins():
    t = last(["A", "A"])
    t.do("subdue life")
    over(t, WON, 20, 1)


def test_L15b_not_all_20_at_the_end_is_lost():
    t = stands(["S:f12", "U:w99", "A"], 5, REST)
    assert points(t) == 19
    t.do("explore life 1")
    over(t, "energy empty", 19, 0)


def test_L19a_the_match_ends_when_set_b_is_empty():
    # By damage, more or exactly; by a payment; also right after ENCOUNTER.
    for size in (1, 9):
        t = stands(["S:f12", "U:w99", "A"], size)
        t.do("explore life 1")
        over(t, "energy empty", 0, 0)
    t = stands(["S:f12", "U:w99", "A"], 10)
    t.do("explore life 1")
    assert t.state.ended == ""
    t = stands(["S:f12", "A"], 2)
    t.do("subdue attack")
    # The next top card takes no step: no flip is due.
    assert t.due() == ""
    assert hand(t) == ["A", "B", "B"]
    over(t, "energy empty", -1, 0)


def test_L19b_the_match_ends_at_once_with_all_20():
    # The next top card, upright with attack 9, burns nothing any more.
    t = last(["U:w99", "A"], 3)
    t.do("subdue life")
    assert hand(t) == ["U:w99", "A", "B"]
    assert len(energy(t)) == 2
    over(t, WON, 20, 1)
    t = last(["A"])
    t.do("subdue life")
    assert t.due() == ""


def test_R30_the_twentieth_capture_wins_though_it_uses_up_set_b():
    t = last(["U:w99"], 1)
    t.do("subdue attack")
    assert energy(t) == []
    over(t, WON, 20, 1)


def test_R30_the_twentieth_capture_wins_though_it_empties_set_a():
    t = last(["S:f12"], 3)
    t.do("subdue")
    assert (hand(t), energy(t)) == ([], ["B"] * 3 + ["D:f12"])
    over(t, WON, 20, 1)
    t = last(["S:f12"], 3, empty_hand="refill")
    t.do("subdue")
    over(t, WON, 20, 1)


def test_R29_thrashed_beasts_count_among_the_20():
    aside = [f"x{letter}{value}" for value in ("12", "21") for letter in "fwae"]
    t = stands([f"S:{LAST}", "A"], 5, [n for n in REST if n not in aside], thrashed=aside)
    t.do("subdue life")
    over(t, WON, 20, 1)


@pytest.mark.parametrize(("others", "score"), [(0, 20), (1, 19), (19, 1)])
def test_L76a_score_is_esoteric_less_other_captures(others, score):
    t = last(["A"], 5, others)
    assert points(t) == 19 - others
    t.do("subdue life")
    over(t, WON, score, 1)


@pytest.mark.parametrize(("others", "score"), [(20, 0), (21, -1), (30, -10)])
def test_L76b_0_or_less_is_no_win(others, score):
    t = last(["A"], 5, others)
    t.do("subdue life")
    over(t, "all captured, score 0 or less", score, 0)


def test_L76b_score_0_also_when_set_b_is_used_up_by_it():
    t = last(["A"], 1, 20)
    t.do("subdue life")
    over(t, "all captured, score 0 or less", 0, 0)


def test_R32_the_score_of_a_loss_may_be_negative():
    t = stands(["S:f12", "U:w99"], 5, FREE[:7] + REST[:2])
    t.do("explore life 1")
    over(t, "energy empty", -5, 0)


def test_R33_a_running_match_has_no_rank_and_no_result():
    t = match()
    (side,) = fold.standing(t.game, t.state)
    assert (side.points, side.rank) == (0, 0)
    assert fold.result(t.game, t.state) is None


def test_R33_conceded():
    t = stands(["S:f12", "A"], 5, SET)
    t.do("concede")
    over(t, "conceded", 4, 0)


def test_R33_agreed():
    t = stands(["S:f12", "A"], 5, SET)
    t.do("agree")
    result = fold.result(t.game, t.state)
    assert (result.standing[0].points, result.standing[0].rank) == (4, 0)
    assert "agreed" in result.why
    assert t.moves() == []


def test_neither_is_legal_while_a_flip_is_due():
    t = match()
    for line in ("concede", "agree", "explore life 1"):
        assert t.refuses(line).rule == "table"
    t.do("flip f11", "concede")
    assert t.state.ended == "conceded"


def test_implied_set_a_runs_empty():
    # A free capture of the last two cards.
    t = stands(["S:f11", "S:f12"], 3)
    t.do("subdue")
    assert energy(t) == ["B"] * 3 + ["D:f12"]
    over(t, "hand empty", -1, 0)
    # A capture at 0 of the last card.
    t = stands(["S:f50"], 3)
    t.do("subdue attack")
    over(t, "hand empty", -1, 0)
    # A thrash that returns the last card.
    t = stands(["S:f12"], 3, SET)
    t.do(*[f"thrash {n}" for n in SET], "return 1")
    over(t, "hand empty", 4, 0)


def test_option_empty_hand_refill():
    t = stands(["S:f11", "S:f12"], ["w11", "B"], empty_hand="refill")
    t.do("subdue")
    # The known top card of Set B is turned at once.
    assert (hand(t), energy(t)) == (["S:w11"], ["B", "D:f12"])
    t = stands(["S:f50"], 3, empty_hand="refill")
    t.do("subdue attack")
    assert (t.due(), hand(t), energy(t)) == ("flip", ["B"], ["B", "B"])
    t.do("flip a11")
    assert hand(t) == ["S:a11"]
    # The ends are looked for again: the only card of Set B goes, and Set B is empty.
    t = stands(["S:f50"], ["B"], empty_hand="refill")
    t.do("subdue attack")
    assert t.due() == ""
    over(t, "energy empty", -1, 0)
    # After a thrash the new top card takes its step, and EXPLORE follows.
    t = stands(["U:f12"], ["w11", "B"], SET, empty_hand="refill")
    t.do(*[f"thrash {n}" for n in SET], "return 1")
    assert (hand(t), energy(t)) == (["S:w11"], ["B", "D:f12"])
    assert set(texts(t)) == {"explore life 1", "explore attack 1"}


def test_implied_a_match_that_would_never_end():
    t = stands(["U:f50"], 5)
    t.do("explore life 1")
    for _ in range(58):
        t.do("explore attack 1")
    assert t.state.ended == ""
    t.do("explore life 1")
    over(t, "stalled", 0, 0)
    assert len(energy(t)) == 5


@pytest.mark.parametrize(
    ("reset", "cards"),
    [
        ("sight", ["U:f50", "D:w50", "A"]),
        ("awaken", ["U:f50", "S:w50", "A"]),
        ("damage", ["U:f50", "U:w11", "A"]),
    ],
)
def test_R34_any_step_that_does_something_begins_the_count_anew(reset, cards):
    t = stands(cards, 20, idle=58)
    t.do("explore attack 1")
    assert t.state.ended == ""
    t = stands(["U:f50", "U:w50"], 20, idle=58)
    t.do("explore attack 1", "explore attack 1")
    assert t.state.ended == "stalled"


@pytest.mark.parametrize("below", ["D:w50", "S:w50", "A", "U:w11"])
def test_R34_the_card_that_the_60th_explore_brings_up_belongs_to_it(below):
    t = stands(["U:f50", below, "U:e50"], 20, idle=59)
    t.do("explore attack 1")
    assert t.state.ended == ""
    if t.due():
        t.do("flip a50")
    assert t.state.ended == ""
    t.do(*[line for line in ("explore attack 1",) if below != "U:w11"])
    assert t.state.ended == ""
    assert t.waits() == ["Ana"]


def test_R34_captures_and_thrashes_begin_the_count_anew():
    t = stands(["U:f50", "U:w50", "U:a50"], 20, idle=58)
    t.do("explore attack 1", "subdue attack", "explore attack 1", "explore attack 1")
    assert t.state.ended == ""
    t = stands(["U:f50", "U:w50", "U:a50"], 20, SET, idle=58)
    t.do("explore attack 1", *[f"thrash {n}" for n in SET], "return 2", "explore attack 1")
    assert t.state.ended == ""


def test_option_stall_stop_off():
    t = stands(["U:f50", "U:w50"], 20, stall_stop="off", idle=58)
    for _ in range(10):
        t.do("explore attack 1")
    assert t.state.ended == ""
    # The ruling ends nothing by itself; the next EXPLORE in which nothing happens does.
    t.event(Ruled("stall_stop", "on"))
    assert t.state.ended == ""
    t.do("explore attack 1")
    over(t, "stalled", 0, 0)


def test_implied_the_last_beast_at_the_very_bottom():
    # Paying down to it empties Set B; a card returned beneath it makes it reachable.
    t = stands(["S:f31", "S:w11", "A"], ["B", "B", LAST], REST)
    t.do("subdue life")
    assert hand(t)[-1] == f"D:{LAST}"
    over(t, "energy empty", 18, 0)
    t = stands(["S:f31", "S:w11"], ["e11", "e12", LAST, "a11"], REST)
    t.do("subdue life", "subdue life")
    # w11 awoke and was paid with the last card of Set B.
    over(t, "energy empty", 17, 0)
    t = stands(["S:f31", "S:w11"], ["e11", "e12", LAST, "a11", "a12"], REST)
    t.do("subdue life", "explore life 1", "explore life 1", "explore life 1")
    assert hand(t) == [f"S:{LAST}", "U:w11", "S:e11", "S:e12"]
    t.do("subdue life")
    over(t, WON, 19, 1)
