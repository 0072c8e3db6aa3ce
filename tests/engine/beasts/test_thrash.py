"""Player's response, ESO-THRASH."""

import pytest

from tests.engine.beasts.box import BEASTS, beasts
from tests.engine.beasts.table import (
    SET,
    deals,
    energy,
    hand,
    match,
    over,
    points,
    refused,
    stands,
    texts,
    verbs,
    weights,
)

LINES = tuple(f"thrash {name}" for name in SET)


def sets(number: int) -> list[str]:
    """The Beasts of that many whole thrashes, in the order in which they are named."""
    return [beasts(letter)[n] for n in range(number) for letter in "fwae"]


def thrashing(before: int, cards: list[str], b: int = 20, **options: str):  # type: ignore[no-untyped-def]
    """The thrash after so many others is named; its returns are owed."""
    whole = sets(before + 1)
    t = stands(cards, b, whole[4 * before :], thrashed=whole[: 4 * before], **options)
    t.do(*[f"thrash {name}" for name in whole[4 * before :]])
    return t


def test_L64a_a_whole_set_of_four_elements_named_in_the_decks_order():
    t = stands(["S:f99", "A", "A"], 20, [*SET, "xf12", "w11", "xw40"])
    assert texts(t, "thrash") == ["thrash xf11", "thrash xf12"]
    refused(t, "thrash xw11", "ESO-THRASH")
    t.do("thrash xf12")
    assert texts(t) == ["thrash xw11", "thrash xw40"]
    refused(t, "thrash xf11", "ESO-THRASH")
    refused(t, "thrash xa11", "ESO-THRASH")
    refused(t, "thrash w11", "ESO-THRASH")  # ordinary
    refused(t, "thrash xw12", "ESO-THRASH")  # not captured
    t.do("thrash xw40")
    assert texts(t) == ["thrash xa11"]
    t.do("thrash xa11")
    assert texts(t) == ["thrash xe11"]
    t.do("thrash xe11")
    assert t.state.thrashed == ["xf12", "xw40", "xa11", "xe11"]
    assert t.state.captured == ["xf11", "xw11", "w11"]


@pytest.mark.parametrize("missing", SET)
def test_L64a_not_without_the_whole_set(missing):
    # An ordinary monster of the element is no Beast; one thrashed before is face down.
    have = [n for n in SET if n != missing]
    ordinary = missing[1] + "12"
    t = stands(["S:f99", "A"], 20, [*have, ordinary])
    assert texts(t, "thrash") == []
    for name in [*have, missing, ordinary]:
        refused(t, f"thrash {name}", "ESO-THRASH")
    other = [f"x{n[1]}12" for n in SET if n != missing]
    t = stands(["S:f99", "A"], 20, other, thrashed=SET)
    assert texts(t, "thrash") == []
    refused(t, f"thrash {missing}", "ESO-THRASH")


def test_L64a_at_any_response_also_after_captures():
    t = stands(["S:xe11", "S:w11", "A"], 20, SET[:3])
    t.do("subdue life", "thrash xf11", "thrash xw11", "thrash xa11", "thrash xe11", "return 2")
    assert hand(t) == ["U:w11", "B"]
    assert energy(t) == ["B"] * 19 + ["A"]


def test_L64b_returns_any_card_of_set_a_face_down_under_set_b():
    cards = ["S:f99", "U:xf12", "A", "D:w11", "B"]
    for place, slot in [(2, "D:xf12"), (3, "A"), (4, "D:w11"), (5, "B")]:
        t = stands(cards, ["e11", "B"], SET)
        t.do(*LINES)
        assert texts(t) == [f"return {n}" for n in (1, 2, 3, 4, 5)]
        t.do(f"return {place}")
        assert hand(t) == cards[: place - 1] + cards[place:]
        assert energy(t) == ["D:e11", "B", slot]
    t = stands(cards, ["e11", "B"], SET)
    t.do(*LINES)
    refused(t, "return 6", "ESO-THRASH")
    refused(t, "return 0", "ESO-THRASH")


def test_R23_positions_count_in_set_a_as_it_then_is_and_the_last_named_lies_lowest():
    t = thrashing(2, ["S:f99", "U:f12", "A", "D:w11"], 5)
    assert t.state.owed == 3
    t.do("return 2", "return 2", "return 2")
    assert hand(t) == ["S:f99"]
    assert energy(t) == ["B"] * 5 + ["D:f12", "A", "D:w11"]


def test_R23_nothing_else_is_legal_and_no_step_taken_until_all_are_returned():
    t = thrashing(2, ["S:f99", "A", "U:w99", "U:a13", "A"], 20)
    for _ in range(2):
        assert verbs(t) == {"return"}
        for line in ("explore life 1", "subdue life", "thrash xf21"):
            refused(t, line, "ESO-THRASH")
        t.do("return 1")
        assert t.due() == ""
        assert len(energy(t)) in (21, 22)
    t.do("return 1")
    # Only a13, the last top, takes its step: 3 burn.
    assert hand(t) == ["U:a13", "A"]
    assert energy(t) == ["B"] * 17 + ["D:f99", "A", "D:w99"]


def test_L64c_the_four_are_aside_and_still_count():
    t = stands(["S:f99", "A"], 20, [*SET, "w11"])
    assert points(t) == 3
    for done, line in enumerate(LINES):
        t.do(line)
        assert t.state.thrashed == list(SET[: done + 1])
        assert points(t) == 3
    t.do("return 2")
    assert points(t) == 3
    t.do("explore life 1")
    assert texts(t, "thrash") == []


def test_option_thrashed_score_leave_out():
    t = stands(["S:f99", "A"], 20, [*SET, "w11"], thrashed_score="leave-out")
    assert points(t) == 3
    t.do(*LINES)
    assert points(t) == -1
    # They count among the 20 still: the last capture ends the match, and may not win it.
    rest = [n for n in BEASTS if n not in sets(4)]
    t = stands(["S:xf03"], 20, [*rest[1:], "w11", "w12", "w13"], thrashed=sets(4),
               thrashed_score="leave-out")  # fmt: skip
    assert rest[0] == "xf03"
    t.do("subdue life")
    assert (t.state.ended != "", points(t)) == (True, 1)
    t = stands(["S:xf03"], 20, [*rest[1:], "w11", "w12", "w13", "w21"], thrashed=sets(4),
               thrashed_score="leave-out")  # fmt: skip
    t.do("subdue life")
    over(t, "all captured, score 0 or less", 0, 0)


@pytest.mark.parametrize("before", range(4))
def test_L64d_the_nth_thrash_returns_n_cards(before):
    t = thrashing(before, ["S:f99", *["A"] * 7], 20)
    assert t.state.owed == before + 1
    for _ in range(before + 1):
        assert verbs(t) == {"return"}
        t.do("return 2")
    assert verbs(t) == {"explore"}
    assert hand(t) == ["S:f99", *["A"] * (6 - before)]
    assert energy(t) == ["B"] * 20 + ["A"] * (before + 1)


def test_R21_a_fifth_thrash_would_need_all_20_and_the_match_is_over_then():
    last = ["xf03", "xw03", "xa03", "xe03"]
    t = stands(["S:xf03", "A"], 20, last[1:], thrashed=sets(4))
    assert texts(t, "thrash") == []
    t.do("subdue attack")
    assert t.moves() == []
    assert t.state.ended


def test_R24_fewer_than_n_in_set_a_are_all_returned_also_to_end_the_match():
    t = thrashing(3, ["S:f99", "A", "U:w11"], 2)
    assert t.state.owed == 3
    t.do("return 1", "return 2", "return 1")
    assert energy(t) == ["B", "B", "D:f99", "D:w11", "A"]
    assert t.due() == ""
    over(t, "hand empty", 16, 0)


def test_L64e_then_only_explore_once_a_turn():
    two = [*SET, *sets(2)[4:]]
    t = stands(["S:f11", "S:f12", "A"], 20, two)
    t.do(*LINES, "return 3")
    assert set(texts(t)) == {"explore life 1", "explore attack 1"}
    for line in ("subdue", "subdue life", f"thrash {two[4]}", "return 1"):
        refused(t, line, "ESO-THRASH")
    t.do("explore life 1")
    assert verbs(t) == {"subdue", "thrash", "explore"}
    t.do(*[f"thrash {name}" for name in two[4:]])
    assert t.state.owed == 2


def test_R25_the_same_top_takes_no_new_step():
    t = stands(["U:f99", "A", "A"], 20, SET)
    t.do(*LINES, "return 2")
    assert hand(t) == ["U:f99", "A"]
    assert len(energy(t)) == 21


@pytest.mark.parametrize(
    ("below", "then", "burned"),
    [("D:w13", "S:w13", 0), ("S:w13", "U:w13", 0), ("U:w13", "U:w13", 3)],
)
def test_R25_another_top_takes_its_step_damage_included(below, then, burned):
    t = stands(["U:f99", below, "A"], 20, SET)
    t.do(*LINES, "return 1")
    assert hand(t) == [then, "A"]
    assert len(energy(t)) == 21 - burned
    assert verbs(t) == {"explore"}


def test_R25_the_top_returned_first_and_another_card_after_it():
    t = thrashing(1, ["U:f99", "U:w13", "A"], 20)
    t.do("return 1", "return 2")
    assert (hand(t), len(energy(t))) == (["U:w13"], 19)


def test_R25_a_later_thrash_that_keeps_the_top_takes_no_step():
    t = stands(["U:f99", "U:w11", "U:a11", "A", "A"], 20, [*SET, *sets(2)[4:]])
    t.do(*LINES, "return 1", "explore life 1")
    # w11 and a11 burned 1 each.
    assert (hand(t)[0], len(energy(t))) == ("U:a11", 19)
    t.do(*[f"thrash {name}" for name in sets(2)[4:]], "return 2", "return 2")
    assert (hand(t), len(energy(t))) == (["U:a11", "U:w11"], 21)


def test_R25_an_unseen_new_top_is_flipped_first():
    t = stands(["U:f99", "A", "A"], 20, SET)
    t.do(*LINES, "return 1")
    assert t.due() == "flip"
    assert t.waits() == []
    t.do("flip w13")
    assert set(texts(t)) == {
        "explore life 1", "explore attack 1", "explore attack 2"
    }  # fmt: skip
    assert hand(t) == ["S:w13", "A"]


def test_R25_the_damage_of_a_new_top_may_end_the_match():
    t = stands(["S:f11", "U:w99", "A"], 3, SET)
    t.do(*LINES, "return 1")
    assert "D:f11" in t.state.discard
    over(t, "energy empty", 4, 0)


@pytest.mark.parametrize(
    ("below", "then"), [("D:w13", "S:w13"), ("S:w13", "S:w13"), ("U:w13", "U:w13")]
)
def test_option_thrash_top_sight_only(below, then):
    t = stands(["U:f99", below, "A"], 20, SET, thrash_top="sight-only")
    t.do(*LINES, "return 1")
    assert hand(t) == [then, "A"]
    assert len(energy(t)) == 21
    assert verbs(t) == {"explore"}
    # The next card takes its own step as ever.
    t.do("explore life 1 a11")
    assert hand(t) == ["S:a11", then]


def test_option_thrash_top_sight_only_flips_an_unseen_card():
    t = stands(["U:f99", "A", "A"], 20, SET, thrash_top="sight-only")
    t.do(*LINES, "return 1 w13")
    assert hand(t) == ["S:w13", "A"]


@pytest.mark.parametrize(("below", "line"), [("D:w13", "return 1"), ("A", "return 1 w13")])
def test_option_thrash_top_sight_only_turns_a_card_no_further(below, line):
    options = {"thrash_top": "sight-only", "visit": "sight-and-awaken"}
    t = stands(["U:f99", below, "A"], 20, SET, **options)
    t.do(*LINES, line)
    assert hand(t) == ["S:w13", "A"]


def test_option_thrash_top_sight_only_is_for_a_thrash_alone():
    t = stands(["S:f11", "S:w11", "U:a12"], 20, thrash_top="sight-only")
    t.do("explore life 1", "explore life 1")
    assert (hand(t), len(energy(t))) == (["U:a12", "S:f11", "U:w11"], 18)


def test_option_thrash_top_ruled_barred_when_the_top_alone_is_left_to_return():
    t = thrashing(1, ["S:f99", "A"], 20)
    t.rule("thrash_top", "barred")
    assert texts(t) == ["return 2"]
    t.do("return 2")
    # It is still owed, so it goes.
    assert texts(t) == ["return 1"]
    t.do("return 1")
    over(t, "hand empty", 8, 0)


def test_option_thrash_top_barred():
    t = stands(["U:f99", "U:w13", "A"], 20, SET, thrash_top="barred")
    t.do(*LINES)
    assert texts(t) == ["return 2", "return 3"]
    refused(t, "return 1", "ESO-THRASH")
    t.do("return 2")
    assert hand(t) == ["U:f99", "A"]
    assert len(energy(t)) == 21
    # n is cut to what lies below the top.
    t = thrashing(3, ["U:f99", "U:w13", "A"], 20, thrash_top="barred")
    assert t.state.owed == 2
    t.do("return 2", "return 2")
    assert hand(t) == ["U:f99"]
    assert verbs(t) == {"explore"}
    t = thrashing(0, ["U:f11"], 20, thrash_top="barred")
    assert t.state.owed == 0
    assert set(texts(t)) == {"explore life 1", "explore attack 1"}


def test_R23_a_returned_card_keeps_its_deal_and_comes_back_as_of_deal_a():
    t = stands(["S:f11", "S:f12", "S:w21", "A"], ["B"], SET, esoteric_a=3)
    before = deals(t)
    t.do(*LINES, "return 4", "explore life 1", "explore life 1", "explore attack 1")
    assert (hand(t), energy(t)) == (["U:f11", "U:f12", "U:w21"], ["B", "A"])
    t.do("subdue")
    # w21 burned the B.
    assert (hand(t), energy(t)) == (["U:w21"], ["A", "D:f12"])
    t.do("subdue attack")
    assert (hand(t), energy(t), deals(t)) == (["A"], ["D:f12"], before)
    (u, e), esoteric, ordinary = before["A"], 16, 37
    assert (u, e) == (13, 3)
    assert weights(t)["xf12"] == e * ordinary
    assert weights(t)["f13"] == (u - e) * esoteric
    t.do("flip xf12")
    assert deals(t) == {"A": (u - 1, e - 1), "B": before["B"]}


def test_R23_a_known_card_that_is_returned_stays_known():
    t = stands(["U:f31", "U:w11", "S:a11"], ["B", "B", "B"], SET)
    t.do(*LINES, "return 2", "explore attack 1")
    assert energy(t) == ["B", "B", "B", "D:w11"]
    assert hand(t) == ["U:a11", "U:f31"]
    t.do("explore life 1")
    # f31 burned one; w11 lies there, face down but known.
    assert energy(t) == ["B", "B", "D:w11"]


def test_R25_weights_after_a_thrash_mixed_the_deals():
    # One unseen card of each deal in Set A; the A card returned, the B card on top.
    t = stands(["S:f11", "B", "A"], 3, SET, esoteric_a=3)
    t.do(*LINES, "return 1")
    (u, e), unseen = deals(t)["B"], 60 - 5
    assert t.due() == "flip"
    esoteric, ordinary = 16, unseen - 16
    assert weights(t)["xf12"] == e * ordinary
    assert weights(t)["f12"] == (u - e) * esoteric


def test_a_thrash_changes_nothing_before_its_time():
    t = match()
    t.do("flip f11")
    for line in ("thrash xf11", "return 1", "return 99"):
        refused(t, line, "ESO-THRASH")
