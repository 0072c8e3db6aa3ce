"""What came of what was done, in a few lines: who won the duel and why, who gained or lost what,
who is out, whose turn begins, who won.

It is worked out when somebody asks, from the states before and after as the reader may see them,
and never while a match is recorded. A front that asks after every recording takes a `mark` before
it: without one the line is folded again from its root.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from engine import fold
from engine import news as kernel
from engine.chance import UNSEEN, private
from engine.events import Adjusted, Adjustment, Reseeded, Resolved
from replay import reading
from replay.match import MAIN, NOBODY, Done, Match
from replay.pacing import advance
from replay.reading import EVERYBODY, Viewer

if TYPE_CHECKING:
    from replay.steps import Step


class Mark(Struct, frozen=True):
    """A place in the tree with a position of its own, which nothing that is recorded changes."""

    event: int
    ply: int
    position: fold.Position


def mark(match: Match, timeline: str = MAIN) -> Mark:
    """Where a timeline rests, as far as this match knows: taken before a recording, handed to
    `news` after it. It costs one copy of the position that the match keeps. Raises as
    `Match.position` does."""
    # Not where it rests by now: the recording must be refused if somebody else moved it.
    spot = match.at(match.believed_head(timeline, NOBODY))
    return Mark(spot.event, spot.ply, match.copy(spot.position))


class News(Struct, frozen=True):
    """What came of a write: of each event that it recorded or brought back, and in all."""

    events: list[list[str]] = []
    rest: list[str] = []


def news(
    match: Match, done: Done, viewer: Viewer = EVERYBODY, before: Mark | None = None
) -> list[str]:
    """What came of a write, in short sentences, the turn that it led to last. Nothing where it left
    the head in place (a note) or began the match."""
    found = told(match, done, viewer, before)
    return [*(text for came in found.events for text in came), *found.rest]


def told(match: Match, done: Done, viewer: Viewer = EVERYBODY, before: Mark | None = None) -> News:
    """The same, by event: those of `Done.steps`, where the write went on from where it was."""
    row = done.row
    if row.before is None or row.before == row.after:
        return News()
    if before is None or before.event != row.before:
        before = _folded(match, row.before)
    begun = _seen(match, before.position.state, viewer)
    if _leads(match, before, row.after):
        events, seen = _forth(match, before, row.after, viewer, begun)
        return News(events, list(_turn(match, begun, seen)))
    position = _folded(match, row.after).position
    seen = _seen(match, position.state, viewer)
    rest = _named(kernel.difference(match.game, begun, seen), match.labels(position.state))
    return News(rest=[*rest, *_turn(match, begun, seen)])


def log(match: Match, event: int, viewer: Viewer = EVERYBODY) -> Iterator[list[str]]:
    """What came of each event of a line, root first: one list an event, as `reading.log` has."""
    facts = match.store.path_bodies(event, -1)
    events = match.decode(facts)
    position = fold.begin(match.game, events[0])
    yield []
    seen = _seen(match, position.state, viewer)
    for pace in advance(match, position, events[1:], ply=1):
        before, seen = seen, _seen(match, pace.state, viewer)
        yield _told(match, pace.step, before, seen, viewer, match.labels(pace.state))


def _folded(match: Match, event: int) -> Mark:
    """The position at an event; the one that the match keeps stays where it is."""
    events = match.decode(match.store.path_bodies(event, -1))
    position = fold.begin(match.game, events[0])
    fold.advance(match.game, position, events[1:])
    return Mark(event, len(events) - 1, position)


def _leads(match: Match, before: Mark, after: int) -> bool:
    """Whether the line to an event goes on from a place."""
    store = match.store
    return store.event(after).ply > before.ply and (
        store.ancestor(after, before.ply) == before.event
    )


def _forth(
    match: Match, mark: Mark, after: int, viewer: Viewer, seen: Any
) -> tuple[list[list[str]], Any]:
    """What came of each event on the way from a place to another, and the last state."""
    found: list[list[str]] = []
    events = match.decode(match.store.path_bodies(after, mark.ply))
    for pace in advance(match, match.copy(mark.position), events, mark.ply + 1):
        before, seen = seen, _seen(match, pace.state, viewer)
        found.append(_told(match, pace.step, before, seen, viewer, match.labels(pace.state)))
    return found, seen


def _seen(match: Match, state: Any, viewer: Viewer) -> Any:
    """The state as the viewer may see it, always one of its own."""
    if viewer.everything:
        return match.keeper.clone(state)
    seen = reading.viewed(match, state, viewer)
    # A game without secrets may hand back what it was handed.
    return match.keeper.clone(state) if seen is state else seen


def _told(
    match: Match, step: Step, before: Any, after: Any, viewer: Viewer, labels: list[str]
) -> list[str]:
    try:
        return _named(kernel.news(match.game, before, after, _shown(step, viewer)), labels)
    except Exception:
        # A state that the table set by hand may be like none that the rules ever make; what was
        # recorded stands, whether it can be told or not.
        return []


def _shown(step: Step, viewer: Viewer) -> Any:
    """An event without what the viewer may not see."""
    event = step.event
    if isinstance(event, Resolved) and not viewer.sees(step.request):
        return msgspec.structs.replace(event, values=[UNSEEN] * len(event.values))
    if isinstance(event, Reseeded):
        return Reseeded(None)
    if isinstance(event, Adjusted) and step.concealed and not viewer.everything:
        hidden = step.concealed
        return Adjusted(
            [
                Adjustment(change.path, UNSEEN if place in hidden else change.value)
                for place, change in enumerate(event.values)
            ]
        )
    return event


def _named(texts: Any, labels: list[str]) -> list[str]:
    """Texts with names in place of seats. Other braces are a card's own."""

    def name(found: re.Match[str]) -> str:
        seat = int(found[1])
        return labels[seat] if seat < len(labels) else found[0]

    return [re.sub(r"\{(\d{1,2})\}", name, text) for text in texts]


def _turn(match: Match, before: Any, after: Any) -> Iterator[str]:
    """Whose turn begins. Cards that are dealt to single seats are nobody's turn."""
    request = None if after.ended else match.game.chance(after)
    if after.ended or (request is not None and private(request) is not None):
        return
    old, new = reading.turn_texts(match, before), reading.turn_texts(match, after)
    if old != new:
        yield f"Now {', '.join(new)}"
