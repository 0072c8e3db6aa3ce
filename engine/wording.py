"""What does not fit its type, in words that people use."""

from __future__ import annotations

import re
from collections.abc import Callable

_KINDS = {
    "int": "a whole number",
    "float": "a number with a point",
    "str": "a text",
    "bool": "true or false",
    "null": "nothing",
    "array": "a list",
    "object": "a table of names and values",
    "bytes": "bytes",
}
_SIZES = {"str": "letters", "array": "entries", "object": "entries", "bytes": "bytes"}
_BOUNDS = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than", "": "exactly"}


def _kind(text: str) -> str:
    parts = [_KINDS.get(part.strip(" `"), part.strip(" `")) for part in text.split("|")]
    return " or ".join(parts)


def _other(found: re.Match[str]) -> str:
    return f"{_kind(found[2])} stands where {_kind(found[1])} belongs"


def _size(found: re.Match[str]) -> str:
    bound = _BOUNDS[found[2] or ""]
    return f"{_kind(found[1])} of {bound} {found[3]} {_SIZES.get(found[1], 'parts')} belongs here"


def _bound(found: re.Match[str]) -> str:
    return f"{_kind(found[1])} of {_BOUNDS[found[2]]} {found[3]} belongs here"


_SAID: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"Expected `([^`]+)`, got `([^`]+)`", _other),
    (r"Expected `(\w+)` of length (?:([<>]=?) )?(\d+)(?:, got \d+)?", _size),
    (r"Expected `(\w+)` ([<>]=?) (\S+)", _bound),
    (r"Expected `(\w+)` matching regex (.+)",
     lambda found: f"{_kind(found[1])} that matches {found[2]} belongs here"),
    (r"Expected `(\w+)` that's a multiple of (\S+)",
     lambda found: f"a multiple of {found[2]} belongs here"),
    (r"Object missing required field `([^`]+)`", lambda found: f"`{found[1]}` is missing"),
    (r"Object contains unknown field `([^`]+)`",
     lambda found: f"there is nothing called `{found[1]}` here"),
    (r"Invalid (?:enum )?value (.+)",
     lambda found: f"{found[1]} is none of the values that may stand here"),
)  # fmt: skip


def plainly(error: Exception | str) -> tuple[str, str]:
    """An error of msgspec as the place that it is about (`seats[0].vp`, "" for the whole) and what
    is wrong there.

    >>> plainly("Expected `int`, got `str` - at `$.seats[0].vp`")
    ('seats[0].vp', 'a text stands where a whole number belongs')
    """
    reason, _, path = str(error).partition(" - at `$")
    for pattern, say in _SAID:
        found = re.fullmatch(pattern, reason)
        if found:
            reason = say(found)
            break
    return path.rstrip("`").lstrip("."), reason.rstrip(".")


def sentence(error: Exception | str) -> str:
    """The same in one go: `seats[0].vp: a text stands where a whole number belongs`."""
    path, reason = plainly(error)
    return f"{path}: {reason}" if path else reason
