"""Player's response, EXPLORE."""

import pytest

from tests.engine.beasts.table import energy, hand, refused, stands, texts


def choices(name, size=9, **options):  # type: ignore[no-untyped-def]
    """How many positions each value offers."""
    t = stands([f"S:{name}", *["A"] * (size - 1)], 20, **options)
    return len(texts(t, "explore life")), len(texts(t, "explore attack"))


@pytest.mark.parametrize(
    ("name", "offers"),
    [("f11", (1, 1)), ("f12", (1, 2)), ("f31", (3, 1)), ("f99", (9, 9)), ("xf40", (4, 1))],
)
def test_L68_70_life_or_attack_is_chosen(name, offers):
    assert choices(name) == offers


def test_L72a_that_many_cards_go_to_the_bottom_their_order_and_lie_kept():
    cards = ["S:f23", "U:w11", "D:w12", "S:w13", "A", "B"]
    t = stands(cards)
    t.do("explore attack 1")
    assert hand(t) == ["U:w13", "A", "B", "S:f23", "U:w11", "D:w12"]
    t = stands(cards)
    t.do("explore life 1")
    assert hand(t) == ["S:w12", "S:w13", "A", "B", "S:f23", "U:w11"]
    assert len(energy(t)) == 20


def test_R26_all_of_set_a_moves_where_the_value_is_more():
    assert choices("f99", 3) == (3, 3)
    assert choices("f99", 1) == (1, 1)
    t = stands(["S:f99", "S:w11", "S:a11"])
    t.do("explore life 2")
    assert hand(t) == ["U:w11", "S:f99", "S:a11"]
    refused(stands(["S:f99", "A", "A"]), "explore life 4", "EXPLORE")


def test_R26_a_value_of_0_counts_as_1():
    assert choices("f50") == (5, 1)
    assert choices("f05") == (1, 5)
    assert choices("f00") == (1, 1)
    t = stands(["S:f50", "S:w11", "S:a11"])
    t.do("explore attack 1")
    assert hand(t) == ["U:w11", "S:a11", "S:f50"]


def test_option_zero_explore_barred():
    assert choices("f50", zero_explore="barred") == (5, 0)
    assert choices("f05", zero_explore="barred") == (0, 5)
    # Both are 0: still 1, so that EXPLORE is never illegal.
    assert choices("f00", zero_explore="barred") == (1, 1)
    t = stands(["S:f50", "A"], zero_explore="barred")
    refused(t, "explore attack 1", "EXPLORE")


@pytest.mark.parametrize(
    ("position", "after"),
    [
        (1, ["U:e11", "A", "S:f31", "U:w11", "S:a11"]),
        (2, ["U:e11", "A", "U:w11", "S:f31", "S:a11"]),
        (3, ["U:e11", "A", "U:w11", "S:a11", "S:f31"]),
    ],
)
def test_L72b_the_top_card_goes_anywhere_in_the_block(position, after):
    t = stands(["S:f31", "U:w11", "S:a11", "S:e11", "A"])
    t.do(f"explore life {position}")
    assert hand(t) == after


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("f31", "explore life 4"),
        ("f31", "explore life 0"),
        ("f31", "explore life -1"),
        ("f31", "explore attack 2"),
        ("f11", "explore life 2"),
        ("f99", "explore life 10"),
    ],
)
def test_L72b_nowhere_else(name, line):
    refused(stands([f"S:{name}", *["A"] * 12]), line, "EXPLORE")


def test_R28_the_same_card_on_top_again_takes_its_step():
    t = stands(["S:f12"], 20)
    t.do("explore life 1")
    assert (hand(t), len(energy(t))) == (["U:f12"], 20)
    t.do("explore life 1")
    assert (hand(t), len(energy(t))) == (["U:f12"], 18)
    t = stands(["U:f31", "A", "A"], 20)
    t.do("explore life 1")
    assert (hand(t), len(energy(t))) == (["U:f31", "A", "A"], 19)
