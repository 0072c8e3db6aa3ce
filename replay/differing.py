"""What differs between two positions, in words: seats by name, values as people say them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from replay.reading import EVERYBODY, viewed

if TYPE_CHECKING:
    from replay.match import Match
    from replay.reading import DiffJson, Viewer

NOTHING = "nothing"


class Difference(NamedTuple):
    """Where two states differ, as `adjust` takes it, and what stands there in each."""

    path: str
    a: str
    b: str


def in_words(
    match: Match, a: int, b: int, found: DiffJson, viewer: Viewer = EVERYBODY
) -> list[Difference]:
    """What `reading.diff` found between the positions at two events. A value that JSON leaves out,
    since it is at its default, is told as it is."""
    state = viewed(match, match.at(a).position.state, viewer)
    labels = match.labels(state)
    other = viewed(match, match.at(b).position.state, viewer)
    told = []
    for one in found.differs:
        parts = one.path.split(".")
        left = _at(state, parts) if one.a is None else one.a
        right = _at(other, parts) if one.b is None else one.b
        told.append(Difference(_path(state, parts, labels), value(left), value(right)))
    return told


def _path(state: Any, parts: Sequence[str], labels: Sequence[str]) -> str:
    """A path with the name of the seat whose part of the state it goes through."""
    if len(parts) > 1 and parts[1].isdigit() and int(parts[1]) < len(labels):
        seats = getattr(state, parts[0], None)
        if isinstance(seats, list) and len(seats) == len(labels):
            return ".".join([parts[0], labels[int(parts[1])], *parts[2:]])
    return ".".join(parts)


def _at(node: Any, parts: Sequence[str]) -> Any:
    """What stands at a path of a state, or None."""
    for part in parts:
        if isinstance(node, Struct):
            node = getattr(node, part, None)
        elif isinstance(node, dict):
            node = node.get(part)
        elif isinstance(node, list | tuple) and part.isdigit() and int(part) < len(node):
            node = node[int(part)]
        else:
            return None
    return node


def value(found: Any) -> str:
    """A value of a state as people say it."""
    if isinstance(found, Struct):
        found = {name: getattr(found, name) for name in found.__struct_fields__}
    if isinstance(found, bool):
        return "yes" if found else "no"
    if isinstance(found, dict):
        return ", ".join(f"{key} {_inner(one)}" for key, one in found.items()) or NOTHING
    if isinstance(found, list | tuple):
        return ", ".join(map(_inner, found)) or NOTHING
    return NOTHING if found is None or found == "" else str(found)


def _inner(found: Any) -> str:
    """A value within another: in brackets where it holds several."""
    said = value(found)
    return f"({said})" if isinstance(found, list | tuple | dict | Struct) else said
