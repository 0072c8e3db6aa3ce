"""Player's response, SUBDUE."""

import pytest

from tests.engine.beasts.box import BEASTS
from tests.engine.beasts.table import (
    SET,
    energy,
    hand,
    over,
    points,
    refused,
    stands,
    texts,
    verbs,
)


def test_L54_one_of_three_responses_and_no_passing():
    t = stands(["S:f11", "A"], 20, SET)
    assert verbs(t) == {"subdue", "thrash", "explore"}
    refused(t, "return 1", "ESO-THRASH")
    t = stands(["S:f99", "A"], 3)
    # Nothing can be paid and nothing thrashed: EXPLORE is always there.
    assert verbs(t) == {"explore"}


@pytest.mark.parametrize("lie", ["S", "U"])
def test_L57a_subdue_in_either_position(lie):
    t = stands([f"{lie}:f11", "S:f12", "A"])
    assert texts(t, "subdue") == ["subdue"]
    t = stands([f"{lie}:f11", "A"])
    assert texts(t, "subdue") == ["subdue life", "subdue attack"]


@pytest.mark.parametrize("below", ["S:f21", "U:f21"])
def test_L57b_a_face_up_card_of_the_same_element_below_captures(below):
    t = stands(["S:f11", below, "A", "A"])
    t.do("subdue a11")
    assert t.state.captured == ["f11"]
    assert hand(t) == ["S:a11", "A"]
    assert energy(t) == ["B"] * 20 + ["D:f21"]


@pytest.mark.parametrize("below", ["S:w11", "U:a11", "D:f21", "A", "B"])
def test_L57b_no_match_with_another_element_or_a_face_down_card(below):
    t = stands(["S:f11", below, "S:f31", "A"])
    assert "SUBDUE" in refused(t, "subdue", "SUBDUE").rule
    assert texts(t, "subdue") == ["subdue life", "subdue attack"]


def test_R12_with_a_match_only_the_free_way_is_legal():
    t = stands(["S:f11", "S:xf21", "A"])
    refused(t, "subdue life", "SUBDUE")
    refused(t, "subdue attack", "SUBDUE")


def test_R13_nothing_below_is_no_match():
    t = stands(["S:f12"], 5)
    refused(t, "subdue", "SUBDUE")
    assert texts(t, "subdue") == ["subdue life", "subdue attack"]
    t.do("subdue attack f11")
    assert hand(t) == ["S:f11", "B"]


def test_option_free_capture_may_pay():
    for line, left in (("subdue", 5), ("subdue life", 3), ("subdue attack", 3)):
        t = stands(["S:f21", "S:f12", "A"], 4, free_capture="may-pay")
        assert texts(t, "subdue") == ["subdue", "subdue life", "subdue attack"]
        t.do(line)
        if line == "subdue":
            assert (t.due(), energy(t)[-1], left) == ("flip", "D:f12", len(energy(t)))
        else:
            paid = 2 if line == "subdue life" else 1
            assert hand(t) == ["U:f12", "A", *["B"] * paid]
            assert len(energy(t)) == 4 - paid
    # Still nothing dearer than Set B, and no free capture without a match.
    t = stands(["S:f99", "S:f12", "A"], 4, free_capture="may-pay")
    assert texts(t, "subdue") == ["subdue"]
    t = stands(["S:f21", "S:w12", "A"], 4, free_capture="may-pay")
    refused(t, "subdue", "SUBDUE")


def test_L57c_captured_cards_lie_in_the_capture_pile():
    t = stands(["S:f11", "S:f21", "S:w11", "S:w21", "A", "A"])
    t.do("subdue", "subdue xe11")
    assert t.state.captured == ["f11", "w11"]
    assert energy(t)[-2:] == ["D:f21", "D:w21"]


@pytest.mark.parametrize("partner", ["f99", "xf11"])
def test_L57d_the_partner_goes_face_down_under_set_b_and_is_not_captured(partner):
    t = stands(["U:f11", f"U:{partner}", "S:w11"], ["e11", "B"], ["xf12"])
    t.do("subdue")
    assert t.state.captured == ["xf12", "f11"]
    assert energy(t) == ["D:e11", "B", f"D:{partner}"]
    assert hand(t) == ["U:w11"]
    assert points(t) == 0


@pytest.mark.parametrize(("way", "paid"), [("life", 3), ("attack", 1)])
def test_L59a_else_life_or_attack_moves_from_the_top_of_b_under_a(way, paid):
    t = stands(["S:f31", "D:f21", "A"], ["e11", "B", "xe11", "B", "B"])
    t.do(f"subdue {way}")
    moved = ["D:e11", "B", "D:xe11"][:paid]
    assert hand(t) == ["S:f21", "A", *moved]
    assert energy(t) == ["D:e11", "B", "D:xe11", "B", "B"][paid:]
    assert t.state.captured == ["f31"]


def test_R14_the_way_that_is_paid_binds_no_later_explore():
    t = stands(["S:f31", "S:w31", "A", "A"])
    t.do("subdue attack")
    assert len(texts(t, "explore life")) == 3
    assert len(texts(t, "explore attack")) == 1


def test_R15_a_capture_at_0_moves_nothing():
    t = stands(["S:f50", "S:w11", "A"], 3)
    t.do("subdue attack")
    assert (hand(t), energy(t)) == (["U:w11", "A"], ["B"] * 3)
    t = stands(["S:f05", "S:w11", "A"], 3)
    assert texts(t, "subdue") == ["subdue life"]
    t.do("subdue life")
    assert (hand(t), energy(t)) == (["U:w11", "A"], ["B"] * 3)


def test_option_zero_capture_barred():
    t = stands(["S:f50", "S:w11", "A"], 9, zero_capture="barred")
    assert texts(t, "subdue") == ["subdue life"]
    refused(t, "subdue attack", "SUBDUE")
    t = stands(["S:f50", "S:w11", "A"], 3, zero_capture="barred")
    assert texts(t, "subdue") == []
    t = stands(["S:f00", "S:w11", "A"], 9, zero_capture="barred")
    assert verbs(t) == {"explore"}
    # A free capture pays nothing, so nothing is barred.
    t = stands(["S:f00", "S:f11", "A"], 9, zero_capture="barred")
    assert texts(t, "subdue") == ["subdue"]


def test_R16_too_dear_is_illegal_and_exactly_all_is_legal():
    t = stands(["S:f31", "A"], 2)
    assert texts(t, "subdue") == ["subdue attack"]
    refused(t, "subdue life", "SUBDUE")
    t = stands(["S:f31", "A"], 3)
    t.do("subdue life")
    assert hand(t) == ["A", "B", "B", "B"]
    over(t, "energy empty", -1, 0)


def test_R17_payment_keeps_its_order_and_what_is_known():
    t = stands(["S:f31", "U:w11", "U:a11"], ["e11", "e12", "B", "e13", "e21"])
    t.do("subdue life")
    # w11 burned e13.
    assert hand(t) == ["U:w11", "U:a11", "D:e11", "D:e12", "B"]
    assert energy(t) == ["D:e21"]
    t.do("explore life 1")
    over(t, "energy empty", -1, 0)


def test_L59b_captured_monsters_may_be_ordinary():
    t = stands(["S:f11", "S:xw11", "A"], 9, ["xf12", "xf21"])
    assert points(t) == 2
    t.do("subdue life")
    assert points(t) == 1
    t.do("subdue life f12")
    assert points(t) == 2
    assert t.state.captured == ["xf12", "xf21", "f11", "xw11"]


def test_L59c_captured_cards_lie_face_up_and_can_be_named_for_a_thrash():
    t = stands(["S:xe11", "S:w11"], 9, SET[:3])
    refused(t, "thrash xf11", "ESO-THRASH")
    t.do("subdue life")
    assert texts(t, "thrash") == ["thrash xf11"]


def test_L61a_without_a_capture_there_is_explore_always():
    for name in ("f11", "f99", "f00", "f50", "f05"):
        for below in ("S:f12", "A"):
            for size in (1, 20):
                assert texts(stands([f"S:{name}", below], size), "explore")


def test_L61b_the_card_below_is_next_and_takes_its_step_with_damage():
    t = stands(["S:f11", "U:w13", "A"], 9)
    t.do("subdue life")
    # 1 paid, 3 burned.
    assert hand(t) == ["U:w13", "A", "B"]
    assert len(energy(t)) == 5
    # After a free capture the partner is gone too: the card below it is next.
    t = stands(["S:f11", "S:f21", "U:w13", "A"], 9)
    t.do("subdue")
    assert hand(t) == ["U:w13", "A"]
    assert len(energy(t)) == 9 + 1 - 3
    assert energy(t)[-1] == "D:f21"


def test_R19_captures_without_limit_in_one_turn():
    t = stands(["S:f11", "S:w11", "S:a11", "S:e11", "A"], 9)
    t.do("subdue life", "subdue life", "subdue life", "subdue life xf11", "subdue life")
    assert t.state.captured == ["f11", "w11", "a11", "e11", "xf11"]
    assert t.state.explores == 0


def test_R18_the_next_card_may_burn_the_partner_itself():
    t = stands(["S:f11", "S:xf21", "U:w12", "A"], 1, BEASTS[:1])
    t.do("subdue")
    assert "D:xf21" in t.state.discard
    over(t, "energy empty", 0, 0)
