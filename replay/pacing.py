"""A line of events, one by one, with the positions between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from engine import fold
from replay.reading import turn_texts
from replay.steps import Step, play

if TYPE_CHECKING:
    from replay.match import Match


class Pace(Struct, frozen=True):
    """An event with the turn in which it happened (empty for the root), and the state that it led
    to: that is the walk's own, and changes with the next event."""

    step: Step
    turn: list[str]
    state: Any


def walk(match: Match, event: int) -> Iterator[Pace]:
    """The events that lead to one, root first."""
    facts = match.store.path(event)
    events = match.decode([fact.body for fact in facts])
    position = fold.begin(match.game, events[0])
    yield Pace(Step(0, events[0], match.labels(position.state)), [], position.state)
    yield from advance(match, position, events[1:], ply=1)


def advance(match: Match, position: fold.Position, events: list[Any], ply: int) -> Iterator[Pace]:
    """Events played on a position, of which the first has this ply."""
    for number, event in enumerate(events, start=ply):
        turn = turn_texts(match, position.state)
        yield Pace(play(match, position, number, event), turn, position.state)
