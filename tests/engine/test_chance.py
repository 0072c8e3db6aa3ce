"""Chance: what fits a request, and the exact weight of each outcome."""

from collections import Counter
from itertools import permutations, product
from math import comb, factorial, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chance import (
    UNSEEN,
    Dice,
    Draw,
    Request,
    Weighted,
    certain,
    choices,
    count_outcomes,
    draw,
    fits,
    needs,
    outcomes,
    private,
    total,
)
from engine.errors import IllegalOutcome
from engine.luck import Luck

GREY = ["1", "1", "0", "0", "0", "0"]
BLACK = ["1", "1", "1", "0", "0", "0"]
RED = ["1", "1", "1", "1", "0", "0"]
BOX = [GREY] * 4 + [BLACK] * 3 + [RED] * 3

faces = st.lists(st.sampled_from("012"), min_size=1, max_size=6)
dice = st.builds(Dice, st.just("dice"), st.just("s"), st.lists(faces, min_size=1, max_size=4))
pools = st.dictionaries(st.sampled_from("abcd"), st.integers(0, 3), min_size=1).filter(
    lambda pool: any(pool.values())
)
weighted = st.builds(Weighted, st.just("flip"), st.just("s"), pools)


@st.composite
def draws(pick: st.DrawFn) -> Draw:
    pool = pick(pools)
    return Draw("draw", "s", pool, pool, pick(st.integers(1, sum(pool.values()))))


requests = dice | draws() | weighted


def enumerated(request: Request) -> Counter[tuple[str, ...]]:
    """Every outcome by trying every face, every order of the cards."""
    if isinstance(request, Dice):
        alike: dict[tuple[str, ...], list[int]] = {}
        for place, die in enumerate(request.dice):
            alike.setdefault(tuple(die), []).append(place)
        return Counter(canonical(rolled, alike) for rolled in product(*request.dice))
    if isinstance(request, Weighted):
        return Counter({(name,): weight for name, weight in request.weights.items() if weight})
    cards = list(Counter(request.pool).elements())
    orders = Counter(tuple(sorted(p)) for p in permutations(cards, request.count))
    return Counter({drawn: n // factorial(request.count) for drawn, n in orders.items()})


def canonical(rolled: tuple[str, ...], alike: dict[tuple[str, ...], list[int]]) -> tuple[str, ...]:
    """The values with those of alike dice in the order of their faces."""
    values = list(rolled)
    for die, places in alike.items():
        shown = sorted((values[place] for place in places), key=die.index)
        for place, value in zip(places, shown, strict=True):
            values[place] = value
    return tuple(values)


@given(requests)
@settings(max_examples=300, deadline=None)
def test_outcomes_have_the_weight_of_an_enumeration(request: Request) -> None:
    listed = list(outcomes(request))
    found = Counter()
    for values, weight in listed:
        found[tuple(sorted(values)) if isinstance(request, Draw) else tuple(values)] += weight
        fits(request, values)
    assert found == enumerated(request)
    assert len(listed) == count_outcomes(request) == len(found)
    assert sum(found.values()) == total(request)
    assert all(weight > 0 for weight in found.values())


@given(requests, st.integers(0, 5))
def test_luck_gives_an_outcome_that_fits(request: Request, nth: int) -> None:
    fits(request, draw(Luck("7"), request, nth))


@given(requests)
def test_certain_is_what_alone_can_come(request: Request) -> None:
    alone = len(list(outcomes(request))) == 1
    values = certain(request)
    assert (values is not None) == alone
    if values is not None:
        fits(request, values)


def test_ten_dice_of_a_box_are_80_outcomes() -> None:
    request = Dice("dice", "s", BOX)
    listed = {tuple(values): weight for values, weight in outcomes(request)}
    assert len(listed) == count_outcomes(request) == 5 * 4 * 4 == 80
    assert sum(listed.values()) == total(request) == 6**10
    # All grey dice miss, one black of three hits, all red dice hit.
    values = ("0",) * 4 + ("1", "0", "0") + ("1",) * 3
    assert listed[values] == 4**4 * (3 * 3 * 3 * 3) * 4**3


def test_a_card_reveal_of_five_territories_is_listed_by_kinds() -> None:
    pool = {f"t{n:02}": 1 for n in range(1, 29)}
    request = Draw("reveal", "territories", pool, pool, 5)
    assert total(request) == count_outcomes(request) == comb(28, 5)


@pytest.mark.parametrize(
    ("request_", "count"),
    [
        (Dice("dice", "s", [GREY] * 3), 3),
        (Draw("draw", "s", {"a": 3}, {"a": 3}, 2), 2),
        (Weighted("flip", "s", {"a": 1}), 1),
    ],
)
def test_needs_one_value_for_each_die_and_card(request_: Request, count: int) -> None:
    assert needs(request_) == count
    for wrong in (count - 1, count + 1):
        with pytest.raises(IllegalOutcome, match=f"needs {count} value"):
            fits(request_, ["a"] * wrong)


def test_a_face_that_the_die_does_not_have_is_refused() -> None:
    with pytest.raises(IllegalOutcome, match='"2" cannot come up at place 2 of `dice`'):
        fits(Dice("dice", "s", [GREY, GREY]), ["1", "2"])


def test_a_fourth_copy_of_three_is_refused() -> None:
    request = Draw("draw", "s", {"tornado": 3, "aegis": 3}, {}, 4)
    fits(request, ["tornado", "tornado", "aegis", "tornado"])
    with pytest.raises(IllegalOutcome, match='"tornado" cannot be drawn 4 times: 3 of it'):
        fits(request, ["tornado"] * 4)
    with pytest.raises(IllegalOutcome, match="no copy of it can still be there"):
        fits(request, ["tornado", "tsunami", "aegis", "aegis"])


def test_a_name_of_no_weight_is_refused() -> None:
    with pytest.raises(IllegalOutcome, match="one of: b"):
        fits(Weighted("flip", "s", {"a": 0, "b": 2}), ["a"])


def test_only_a_private_draw_can_be_unseen() -> None:
    pool = {"tornado": 1, "aegis": 1}
    fits(Draw("draw", "s", pool, pool, 2, seen_by=1), [UNSEEN, "aegis"])
    fits(Draw("draw", "s", pool, pool, 2, seen_by=0), [UNSEEN, UNSEEN])
    with pytest.raises(IllegalOutcome, match="open to everybody"):
        fits(Draw("draw", "s", pool, pool, 2), [UNSEEN, "aegis"])
    with pytest.raises(IllegalOutcome):
        fits(Dice("dice", "s", [GREY]), [UNSEEN])


def test_private_is_the_seat_that_sees() -> None:
    assert private(Draw("draw", "s", {"a": 1}, {"a": 1}, seen_by=0)) == 0
    assert private(Draw("draw", "s", {"a": 1}, {"a": 1})) is None
    assert private(Weighted("deal", "unseen", {"a": 1}, 2)) == 2
    assert private(Dice("dice", "s", [GREY])) is None


def test_choices_are_listed_once_in_printed_order() -> None:
    assert choices(Dice("dice", "s", [GREY, ["x", "1"]]), 0) == ["1", "0"]
    assert choices(Dice("dice", "s", [GREY, ["x", "1"]]), 1) == ["x", "1"]
    assert choices(Draw("draw", "s", {"b": 1, "a": 0, "c": 2}, {}), 0) == ["b", "c"]


def test_a_draw_of_all_that_is_there_is_certain() -> None:
    assert certain(Draw("draw", "s", {"a": 1, "b": 2}, {}, 3)) == ["a", "b", "b"]
    assert certain(Draw("draw", "s", {"a": 1, "b": 2}, {}, 2)) is None
    assert certain(Draw("draw", "s", {"a": 0, "b": 9}, {}, 2)) == ["b", "b"]
    assert certain(Dice("dice", "s", [["1", "1"], ["x"]])) == ["1", "x"]
    assert certain(Weighted("flip", "s", {"a": 0, "b": 2})) == ["b"]


def test_what_hidden_cards_make_certain_is_asked_all_the_same() -> None:
    assert certain(Draw("draw", "s", {"b": 9}, {}, 2, masked=True)) is None


def test_the_weight_of_a_roll_is_the_product_of_its_dice() -> None:
    listed = {tuple(v): w for v, w in outcomes(Dice("dice", "s", [GREY, RED]))}
    assert listed == {("1", "1"): 8, ("1", "0"): 4, ("0", "1"): 16, ("0", "0"): 8}
    assert sum(listed.values()) == prod((6, 6))
