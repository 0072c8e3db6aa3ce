"""What does not fit its type is said in words that people use."""

import doctest
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from engine import wording
from engine.wording import plainly, sentence


class Card(Struct, forbid_unknown_fields=True):
    cost: Annotated[int, Meta(ge=0, le=9)]
    name: Annotated[str, Meta(min_length=1)] = "x"
    color: Literal["red", "black"] = "red"
    runes: Annotated[list[int], Meta(max_length=3)] = []
    pair: tuple[int, str] = (1, "a")
    owner: int | None = None
    even: Annotated[int, Meta(multiple_of=2)] = 0
    prices: dict[str, int] = {}
    kept: bool = True


@pytest.mark.parametrize(
    ("card", "path", "reason"),
    [
        ({}, "", "`cost` is missing"),
        ({"cost": "x"}, "cost", "a text stands where a whole number belongs"),
        ({"cost": 1.5}, "cost", "a number with a point stands where a whole number belongs"),
        ({"cost": None}, "cost", "nothing stands where a whole number belongs"),
        ({"cost": -1}, "cost", "a whole number of at least 0 belongs here"),
        ({"cost": 10}, "cost", "a whole number of at most 9 belongs here"),
        ({"cost": 1, "cots": 1}, "", "there is nothing called `cots` here"),
        ({"cost": 1, "name": ""}, "name", "a text of at least 1 letters belongs here"),
        ({"cost": 1, "color": "blue"}, "color",
         "'blue' is none of the values that may stand here"),
        ({"cost": 1, "runes": [1, 2, "x"]}, "runes[2]",
         "a text stands where a whole number belongs"),
        ({"cost": 1, "runes": [1, 2, 3, 4]}, "runes", "a list of at most 3 entries belongs here"),
        ({"cost": 1, "pair": [1]}, "pair", "a list of exactly 2 entries belongs here"),
        ({"cost": 1, "owner": "x"}, "owner",
         "a text stands where a whole number or nothing belongs"),
        ({"cost": 1, "even": 3}, "even", "a multiple of 2 belongs here"),
        ({"cost": 1, "prices": {"a": "b"}}, "prices[...]",
         "a text stands where a whole number belongs"),
        ({"cost": 1, "prices": []}, "prices",
         "a list stands where a table of names and values belongs"),
        ({"cost": 1, "kept": "no"}, "kept", "a text stands where true or false belongs"),
        ([], "", "a list stands where a table of names and values belongs"),
    ],
)  # fmt: skip
def test_each_kind_of_misfit(card: Any, path: str, reason: str) -> None:
    with pytest.raises(msgspec.ValidationError) as misfit:
        msgspec.convert(card, Card)
    assert plainly(misfit.value) == (path, reason)
    assert sentence(misfit.value) == (f"{path}: {reason}" if path else reason)
    assert "Expected" not in sentence(misfit.value)


def test_what_is_not_known_is_left_as_it_is() -> None:
    assert sentence("Something else went wrong.") == "Something else went wrong"


def test_the_examples_hold() -> None:
    assert doctest.testmod(wording).failed == 0
