"""Options as they are typed: seats, teams and words by name, and what they cannot be."""

from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta

from engine import game
from engine.words import Seat, option
from replay.errors import Refused
from replay.options import options, read, split

NAMES = ["Ann", "Bo", "Cy", "Dí"]


class Options(game.Options, kw_only=True):
    first: Annotated[Seat, option("1", "who begins", set_up=True)]
    teams: Annotated[
        list[list[Seat]], Meta(extra={"word": "teams"}), option("1", "who plays together")
    ]
    end_of_turn: Annotated[Literal["draw", "48", 2], option("7", "what an end does")]
    most_turns: Annotated[int, option("9", "when to stop")]


class Listed(game.Game):
    name, title, version, players = "listed", "Listed", "1", (2, 4)
    Options = Options
    OPTIONS: dict[str, Any] = {"first": 0, "teams": [], "end_of_turn": "draw", "most_turns": 9}


@pytest.mark.parametrize(
    ("key", "value", "wanted"),
    [
        ("first", "cy", ("first", 2)),
        ("First", "di", ("first", 3)),
        ("end-of-turn", "DRAW", ("end_of_turn", "draw")),
        ("end of turn", "48", ("end_of_turn", "48")),
        ("end_of_turn", "2", ("end_of_turn", 2)),
        ("most-turns", "12", ("most_turns", 12)),
        ("teams", "none", ("teams", [])),
        ("teams", "cy + ann, bo+dí", ("teams", [[0, 2], [1, 3]])),
        ("teams", "di+ann", ("teams", [[0, 3]])),
    ],
)
def test_an_option_is_read_by_name(key: str, value: str, wanted: tuple[str, Any]) -> None:
    assert read(Listed, NAMES, key, value) == wanted


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("first", "Eve"),
        ("first", "1"),
        ("last", "Ann"),
        ("end-of-turn", "stay"),
        ("end-of-turn", ""),
        ("most-turns", "-1"),
        ("most-turns", "1e3"),
        ("most-turns", "9" * 40),
        ("teams", "ann+ann"),
        ("teams", "ann+bo,bo+cy"),
        ("teams", "ann+eve"),
        ("teams", "ann+bo+cy+dí"),
        ("teams", ""),
        ("teams", "ann++bo"),
    ],
)
def test_what_an_option_cannot_be_is_refused_in_a_sentence(key: str, value: str) -> None:
    with pytest.raises(Refused) as refusal:
        read(Listed, NAMES, key, value)
    assert "\n" not in str(refusal.value)


def test_what_an_option_may_be_is_listed() -> None:
    found = {o.name: (o.values, o.default, o.rule, o.set_up) for o in options(Listed)}
    assert found["first"] == (["a player's name"], "the first named", "1", True)
    assert found["teams"][1] == "none"
    assert found["end-of-turn"] == (["draw", "48", "2"], "draw", "7", False)
    assert found["most-turns"][0] == ["a whole number"]


def test_key_and_value_are_split_at_the_first_sign() -> None:
    assert split(" a = b=c ") == ("a", "b=c")
    for wrong in ("a", "", "=b", " = b"):
        with pytest.raises(Refused, match="KEY=VALUE"):
            split(wrong)
