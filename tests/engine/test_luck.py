"""Luck: the vectors of the algorithm, and what its addresses promise."""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chance import Dice, Draw, Weighted, draw
from engine.luck import ALGORITHM, Luck

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "fixtures" / "luck.json").read_text(encoding="utf-8")
)
HITS = ["1", "1", "0", "0", "0", "0"]


def test_vectors_are_of_this_algorithm() -> None:
    assert VECTORS["algorithm"] == ALGORITHM == "blake2b-1"


@pytest.mark.parametrize("row", VECTORS["values"])
def test_value_is_what_it_was(row: dict[str, Any]) -> None:
    given = Luck(row["seed"]).value(row["stream"], row["request"], row["place"], row["try"])
    assert given == int(row["value"])


@pytest.mark.parametrize("row", VECTORS["below"])
def test_number_below_is_what_it_was(row: dict[str, Any]) -> None:
    given = Luck(row["seed"]).below(
        int(row["below"]), row["stream"], row["request"], row["place"], row["try"]
    )
    assert given == (int(row["number"]), row["next"])


KINDS: dict[str, Any] = {
    "dice": lambda row: Dice("", row["stream"], row["dice"]),
    "draw": lambda row: Draw("", row["stream"], row["pool"], row["printed"], row["count"]),
    "weighted": lambda row: Weighted("", row["stream"], row["weights"]),
}


@pytest.mark.parametrize("row", VECTORS["outcomes"])
def test_outcome_is_what_it_was(row: dict[str, Any]) -> None:
    request = KINDS[row["kind"]](row)
    assert draw(Luck(row["seed"]), request, row["request"]) == row["outcome"]


def test_a_biased_number_is_drawn_again() -> None:
    # With n just above half of all values nearly every second one would favour the small numbers.
    tries = [Luck("7").below((1 << 63) + 1, "s", 0, place)[1] for place in range(400)]
    assert 120 < sum(tried > 1 for tried in tries) < 280


def test_numbers_are_uniform() -> None:
    luck = Luck("uniform")
    counts = Counter(luck.below(6, "roll", n, 0)[0] for n in range(12000))
    # Chi-square with 5 degrees of freedom: 20.5 is passed by one seed in a thousand.
    assert sum((counts[face] - 2000) ** 2 / 2000 for face in range(6)) < 20.5


@given(st.text(st.characters(exclude_categories=["Cs"])), st.integers(0, 9), st.integers(1, 9))
def test_three_dice_or_four_the_next_roll_is_the_same(seed: str, nth: int, dice: int) -> None:
    luck = Luck(seed)
    few, more = (Dice("", "round 1/0/attack", [HITS] * n) for n in (dice, dice + 1))
    assert draw(luck, few, nth) == draw(luck, more, nth)[:dice]
    assert draw(luck, few, nth + 1) == draw(luck, more, nth + 1)[:dice]


def test_a_roll_elsewhere_shifts_nothing() -> None:
    luck = Luck("7")
    attack = Dice("", "round 1/0/attack", [HITS] * 3)
    before = draw(luck, attack, 1)
    draw(luck, Dice("", "round 1/2/forage", [HITS]), 0)
    assert draw(luck, attack, 1) == before


def test_a_deck_with_a_card_less_mostly_draws_the_same() -> None:
    printed = {f"spell {n}": 3 for n in range(13)}
    rng = random.Random(1)
    same = 0
    for seed in range(400):
        left = {name: rng.randint(0, 3) for name in printed}
        name = rng.choice([name for name in left if left[name]])
        left["spell 0"] += left["spell 0"] == 0
        if sum(left.values()) < 2:
            continue
        without = {**left, name: left[name] - 1}
        one, other = (
            draw(Luck(str(seed)), Draw("", "spells", pool, printed), 0) for pool in (left, without)
        )
        same += one == other
    assert same > 370


def test_a_card_is_drawn_as_often_as_it_is_there() -> None:
    request = Draw("", "spells", {"a": 1, "b": 3, "c": 0}, {"a": 3, "b": 3, "c": 3})
    counts = Counter(draw(Luck("7"), request, n)[0] for n in range(4000))
    assert abs(counts["a"] - 1000) < 110
    assert counts["c"] == 0


def test_cards_of_one_draw_leave_the_deck() -> None:
    request = Draw("", "spells", {"a": 2, "b": 1}, {"a": 2, "b": 1}, 3)
    assert all(sorted(draw(Luck("7"), request, n)) == ["a", "a", "b"] for n in range(50))


def test_a_card_that_the_deck_never_had_can_be_drawn() -> None:
    request = Draw("", "spells", {"gift": 1}, {"a": 3})
    assert draw(Luck("7"), request, 0) == ["gift"]


def test_weighted_names_go_by_their_weights() -> None:
    request = Weighted("", "flips", {"a": 1, "never": 0, "b": 3})
    counts = Counter(draw(Luck("7"), request, n)[0] for n in range(4000))
    assert set(counts) == {"a", "b"}
    assert abs(counts["a"] - 1000) < 110


def test_another_seed_has_other_luck() -> None:
    assert len({Luck(str(seed)).value("s", 0, 0) for seed in range(100)}) == 100


def test_addresses_are_told_apart() -> None:
    luck = Luck("7")
    places = [("s", 1, 11, 0), ("s", 11, 1, 0), ("s", 1, 1, 1), ("s1", 1, 1, 0), ("s", 11, 0, 1)]
    assert len({luck.value(*place) for place in places}) == len(places)
