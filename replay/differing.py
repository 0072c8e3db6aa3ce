"""What differs between two positions, in words: seats by name, values as people say them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    NamedTuple,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from msgspec import Meta, Struct

from replay.errors import ReplayError
from replay.reading import EVERYBODY, viewed

if TYPE_CHECKING:
    from replay.match import Match
    from replay.reading import DifferenceJson, DiffJson, Viewer

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
    # A view may share what it shows with the position, which the match goes on to fold.
    state = viewed(match, match.copy(match.at(a).position).state, viewer)
    return between(match, state, viewed(match, match.at(b).position.state, viewer), found.differs)


def between(
    match: Match, state: Any, other: Any, differs: Iterable[DifferenceJson]
) -> list[Difference]:
    """Differences between two states, as somebody sees them."""
    labels = match.labels(state)
    told = []
    for one in differs:
        parts = one.path.split(".")
        (left, kind), (right, _) = _at(state, parts), _at(other, parts)
        told.append(
            Difference(
                _path(state, parts, labels),
                value(left if one.a is None else one.a, labels, kind),
                value(right if one.b is None else one.b, labels, kind),
            )
        )
    return told


def by_value(match: Match, differs: Iterable[DifferenceJson]) -> list[Difference]:
    """Differences whose states are not at hand, told by their values alone (`-`: at its default);
    of two lists only what one of them has and the other has not."""
    try:
        labels = match.labels(match.position().position.state)
    except ReplayError:
        labels = []
    return [
        Difference(
            _by_name(one.path.split("."), labels),
            *("-" if side is None else value(side) for side in _apart(one.a, one.b)),
        )
        for one in differs
    ]


def _by_name(parts: list[str], labels: Sequence[str]) -> str:
    if len(parts) > 1 and parts[0] == "seats" and int(parts[1]) < len(labels):
        return ".".join([parts[0], labels[int(parts[1])], *parts[2:]])
    return ".".join(parts)


def _apart(a: Any, b: Any) -> tuple[Any, Any]:
    if not isinstance(a, list) or not isinstance(b, list):
        return a, b
    left, right = list(a), list(b)
    for item in a:
        if item in right:
            left.remove(item)
            right.remove(item)
    return (left, right) if left or right else (a, b)


def _path(state: Any, parts: Sequence[str], labels: Sequence[str]) -> str:
    """A path with the name of the seat whose part of the state it goes through."""
    if len(parts) > 1 and parts[1].isdigit() and int(parts[1]) < len(labels):
        seats = getattr(state, parts[0], None)
        if isinstance(seats, list) and len(seats) == len(labels):
            return ".".join([parts[0], labels[int(parts[1])], *parts[2:]])
    return ".".join(parts)


def _at(node: Any, parts: Sequence[str]) -> tuple[Any, Any]:
    """What stands at a path of a state, or None, and of which type it is, or None."""
    kind: Any = type(node)
    for part in parts:
        kind = _inside(kind, part)
        if isinstance(node, Struct):
            node = getattr(node, part, None)
        elif isinstance(node, dict):
            node = node.get(part)
        elif isinstance(node, list | tuple) and part.isdigit() and int(part) < len(node):
            node = node[int(part)]
        else:
            node = None
    return node, kind


def value(found: Any, labels: Sequence[str] = (), kind: Any = None) -> str:
    """A value of a state as people say it; `kind` is its type, which says whether it is a seat."""
    if isinstance(found, Struct):
        found = {name: getattr(found, name) for name in found.__struct_fields__}
    if isinstance(found, bool):
        return "yes" if found else "no"
    if isinstance(found, dict):
        inner = ((key, _inner(one, labels, _inside(kind, key))) for key, one in found.items())
        return ", ".join(f"{key} {said}" for key, said in inner) or NOTHING
    if isinstance(found, list | tuple):
        return ", ".join(_inner(one, labels, _inside(kind, "0")) for one in found) or NOTHING
    if isinstance(found, int) and _is_seat(kind) and 0 <= found < len(labels):
        return labels[found]
    return NOTHING if found is None or found == "" else str(found)


def _inner(found: Any, labels: Sequence[str], kind: Any) -> str:
    """A value within another: in brackets where it holds several."""
    said = value(found, labels, kind)
    return f"({said})" if isinstance(found, list | tuple | dict | Struct) else said


# Types: which numbers are seats


def _alternatives(kind: Any) -> Iterator[Any]:
    """The types that a type allows, without None."""
    if get_origin(kind) in (Union, UnionType):
        for one in get_args(kind):
            yield from _alternatives(one)
    elif kind not in (None, NoneType):
        yield kind


def _is_seat(kind: Any) -> bool:
    return any(
        isinstance(mark, Meta) and (mark.extra or {}).get("word") == "seat"
        for one in _alternatives(kind)
        if get_origin(one) is Annotated
        for mark in get_args(one)[1:]
    )


def _inside(kind: Any, part: str) -> Any:
    """The type of what a value of a type holds at a part of a path, or None."""
    for one in _alternatives(kind):
        origin, inner = get_origin(one), get_args(one)
        if origin is Annotated:
            return _inside(inner[0], part)
        if origin in (list, dict):
            return inner[-1]
        if origin is tuple and inner:
            return inner[min(int(part), len(inner) - 1)] if part.isdigit() else None
        if isinstance(one, type) and issubclass(one, Struct) and part in _hints(one):
            return _hints(one)[part]
    return None


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)
