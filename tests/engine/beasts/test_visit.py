"""SIGHT, AWAKEN, ENCOUNTER: the one step that the top card takes."""

import pytest

from tests.engine.beasts.box import BEASTS
from tests.engine.beasts.table import deals, energy, hand, match, over, refused, stands, verbs


def test_L38a_what_can_be_done_depends_on_how_the_cards_lie():
    # The same two cards: face up below, a match; face down below, none.
    up = stands(["S:f11", "S:f21", "A"])
    down = stands(["S:f11", "D:f21", "A"])
    assert "subdue" in verbs(up)
    up.do("subdue f12")
    refused(down, "subdue", "SUBDUE")


def test_L38b_one_step_a_visit_then_the_response():
    t = stands(["U:f11", "A", "A"], 20)
    t.do("explore life 1 w11")
    assert hand(t) == ["S:w11", "A", "U:f11"]
    assert t.waits() == ["Ana"]
    t.do("explore life 1 a11", "explore life 1")
    # f11 is upright already: it burns 1; w11 awakes; a11 awakes; f11 burns again.
    assert hand(t) == ["U:f11", "S:w11", "S:a11"]
    assert len(energy(t)) == 19
    t.do("explore life 1")
    assert hand(t) == ["U:w11", "S:a11", "U:f11"]
    assert len(energy(t)) == 19
    t.do("explore life 1")
    assert hand(t) == ["U:a11", "U:f11", "U:w11"]
    assert len(energy(t)) == 19
    t.do("explore life 1", "explore life 1")
    assert hand(t)[0] == "U:w11"
    assert len(energy(t)) == 17


def test_L42_sight_turns_the_card_and_leaves_it_upside_down_whether_unseen_or_known():
    t = stands(["U:f11", "D:w99", "A"])
    t.do("explore life 1")
    assert hand(t) == ["S:w99", "A", "U:f11"]
    t = stands(["U:f11", "A", "D:w99"])
    assert t.due() == ""
    before = deals(t)["A"][0]
    t.do("explore life 1 a99")
    assert hand(t) == ["S:a99", "D:w99", "U:f11"]
    assert deals(t)["A"][0] == before - 1
    assert len(energy(t)) == 20


def test_L42_a_known_card_that_lies_face_down_on_top_asks_no_chance():
    t = stands(["S:f11", "S:f21", "D:w11"], ["B", "B"])
    t.do("subdue")
    assert t.due() == ""
    assert hand(t) == ["S:w11"]


def test_L46a_awaken_turns_it_upright():
    t = stands(["U:f11", "S:w99", "A"])
    t.do("explore life 1")
    assert hand(t) == ["U:w99", "A", "U:f11"]


def test_L46b_awaken_never_hurts_also_when_the_card_comes_again_from_set_b():
    t = stands(["U:f11", "S:w99", "A"], 20)
    t.do("explore life 1")
    assert len(energy(t)) == 20
    # w31 was upright, became a partner and lies face down in Set B; it starts afresh.
    t = stands(["U:w11", "U:w31", "U:a11"], 3)
    t.do("subdue")
    assert energy(t) == ["B", "B", "D:w31"]  # a11 burned 1
    t = stands(["U:a21", "S:e11"], ["B", "w31", "B", "B"])
    t.do("subdue life")
    assert hand(t) == ["U:e11", "B", "D:w31"]
    t.do("explore life 1 xe11", "explore life 1")
    assert hand(t) == ["S:w31", "U:e11", "S:xe11"]
    t.do("explore attack 1")  # e11 burns 1 of the 2
    t.do("explore life 1")
    assert (hand(t)[0], len(energy(t))) == ("U:xe11", 1)
    t.do("explore life 1")
    assert (hand(t)[0], len(energy(t))) == ("U:w31", 1)


@pytest.mark.parametrize(("card", "damage"), [("w11", 1), ("w12", 2), ("w13", 3), ("w50", 0)])
def test_L50a_an_upright_card_costs_its_attack(card, damage):
    t = stands(["S:f11", f"U:{card}", "A"], 20)
    t.do("explore life 1")
    assert hand(t)[0] == f"U:{card}"
    assert len(energy(t)) == 20 - damage


def test_L50b_damage_comes_off_the_top_of_set_b():
    t = stands(["S:f11", "U:w12", "A"], ["e11", "B", "e12", "B"])
    before = list(t.state.discard)
    t.do("explore life 1")
    assert energy(t) == ["D:e12", "B"]
    assert sorted(t.state.discard) == sorted([*before, "D:e11", "B"])


def test_R8_more_damage_than_set_b_holds_takes_all():
    t = stands(["S:f11", "U:w99", "A"], ["B", "e11", "B"])
    t.do("explore life 1")
    assert energy(t) == []
    assert "D:e11" in t.state.discard
    over(t, "energy empty", 0, 0)


def test_L50c_damage_comes_before_any_subdue():
    # 3 cards, 2 burn: life 2 is too dear then, and nothing is refunded.
    t = stands(["S:f11", "U:w12", "A"], 3)
    t.do("explore life 1")
    refused(t, "subdue attack", "SUBDUE")
    t = stands(["S:f11", "U:w12", "A"], 4, ["xw12"])
    t.do("explore life 1")
    discard = len(t.state.discard)
    t.do("subdue life a11")
    assert len(t.state.discard) == discard
    assert len(energy(t)) == 1


def test_L50d_discards_are_out_of_use_and_stay_unseen():
    t = stands(["U:f11", "A", "A"], 20, discard=["xf11", "w11", "A"])
    before = deals(t)
    t.do("explore life 1 xw11")
    # A known discard cannot come up; an unseen one counts among the unseen cards still.
    assert deals(t)["B"] == before["B"]
    assert "D:xf11" in t.state.discard
    assert sum(u for u, _ in deals(t).values()) == 60 - 4


def test_R9_the_match_goes_on_when_a_known_beast_is_discarded():
    t = stands(["S:f11", "U:w11", "A"], ["xf11", "B", "B"], BEASTS[1:19])
    t.do("explore life 1")
    assert "D:xf11" in t.state.discard
    assert t.state.ended == ""
    assert t.waits() == ["Ana"]


def test_R7_the_first_card_of_a_match_is_seen_and_hurts_nobody():
    t = match()
    assert t.waits() == []
    t.do("flip w99")
    assert hand(t) == ["S:w99"] + ["A"] * 19
    assert len(energy(t)) == 40


def test_option_visit_sight_and_awaken():
    t = match(visit="sight-and-awaken")
    t.do("flip f13")
    assert hand(t)[0] == "U:f13"
    assert len(energy(t)) == 40
    # A known card too; one that is seen awakes; an upright one burns.
    t = stands(["U:f11", "D:w13", "S:a13", "U:e13"], 20, visit="sight-and-awaken")
    t.do("explore life 1")
    assert hand(t)[0] == "U:w13"
    t.do("explore life 1")
    assert hand(t)[0] == "U:a13"
    assert len(energy(t)) == 20
    t.do("explore life 1")
    assert hand(t)[0] == "U:e13"
    assert len(energy(t)) == 17
    t.do("explore life 1", "explore life 1")
    assert hand(t)[0] == "U:w13"
    assert len(energy(t)) == 13


def test_option_visit_can_be_ruled_in_the_middle():
    t = stands(["U:f11", "A", "A"])
    t.rule("visit", "sight-and-awaken")
    t.do("explore life 1 w11")
    assert hand(t)[0] == "U:w11"
    t.rule("visit", "one-step")
    t.do("explore life 1 a11")
    assert hand(t)[0] == "S:a11"
