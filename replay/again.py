"""Recording the steps of one line again on top of another, as they were, or saying why not.

What was decided is checked by the rules as they stand there; what chance decided comes from luck
where luck decides, else it is what the table showed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from engine import fold
from engine.chance import Request, Weighted, needs, private
from engine.errors import EngineError, IllegalOutcome
from engine.events import Adjusted, Moved, Reseeded, Resolved, Ruled
from engine.game import UNSEEN_CARDS
from replay import reading
from replay.adjusting import playable
from replay.building import Build
from replay.errors import Differs, Refused, ReplayError
from replay.match import Match
from replay.steps import Step, concealed

NOBODYS = -1
"""The owner of values that nobody may be shown, since it cannot be told who saw them."""


class Stop(Struct, frozen=True):
    """The recorded step before which an amendment stopped, and why. `secret`: the reason speaks of
    values that only those may see who see the step."""

    step: Step
    reason: str
    rule: str = ""
    secret: bool = False


def again(build: Build, step: Step) -> Stop | None:
    """Record a step of another line on top of what was built, or say why it does not fit. Then
    something of it may have been built."""
    try:
        _AGAIN[type(step.event)](build, step)
    except (EngineError, ReplayError) as error:
        secret = isinstance(error, IllegalOutcome) or bool(step.concealed)
        return Stop(step, f"{error}".rstrip("."), getattr(error, "rule", ""), secret)
    except Exception as error:
        # Rules that changed may fail on what was played by the old ones.
        return Stop(step, f"the rules as they are fail on it ({type(error).__name__})")
    return None


def _moved(build: Build, step: Step) -> None:
    state = build.spot.position.state
    request = None if state.ended else build.match.game.chance(state)
    if request is not None:
        raise Refused(f"chance is due first, and what `{request.verb}` showed is not known")
    build.move(step.event)


def _resolved(build: Build, step: Step) -> None:
    position, event = build.spot.position, step.event
    if position.seed is not None or event.stream == UNSEEN_CARDS:
        # Luck has given what was due; where the table decides nobody deals unseen cards.
        return
    state, game = position.state, build.match.game
    request = None if state.ended else game.chance(state)
    if request is None:
        why = f"the match is over ({state.ended})" if state.ended else "no chance is due there"
        raise Refused(why)
    if not _same_occasion(step, request):
        labels = build.match.labels(state)
        owner = private(request)
        whose = "" if owner is None else f" for {labels[owner]}"
        due = f"`{request.verb}`{whose} ({reading.stream_text(labels, request.stream)})"
        raise Refused(f"chance decides something else there: {due} is due")
    wanted = needs(request)
    if len(event.values) != wanted:
        raise Refused(
            f"`{request.verb}` needs {wanted} value{'s' * (wanted != 1)} there, "
            f"not {len(event.values)}"
        )
    try:
        fold.fits(build.match.game, position.state, request, event.values)
    except IllegalOutcome as error:
        # Without the names that would have been possible.
        raise IllegalOutcome(f"{error}".partition(";")[0]) from None
    build.put(Resolved(request.stream, event.values), request)


def _adjusted(build: Build, step: Step) -> None:
    match = build.match
    playable(match, fold.adjust(match.game, build.spot.position.state, step.event))
    build.put(step.event)


def _as_it_was(build: Build, step: Step) -> None:
    build.put(step.event)


_AGAIN: dict[type, Callable[[Build, Step], None]] = {
    Moved: _moved,
    Resolved: _resolved,
    Adjusted: _adjusted,
    Ruled: _as_it_was,
    Reseeded: _as_it_was,
}


def asked_now(build: Build, step: Step) -> bool:
    """Whether the table owes an outcome on the occasion that a recorded one answered."""
    position = build.spot.position
    request = None if position.state.ended else build.match.game.chance(position.state)
    return position.seed is None and request is not None and _same_occasion(step, request)


def _same_occasion(step: Step, request: Request) -> bool:
    """Whether a request asks what the recorded outcome answered: the same stream but for numbers
    that count rounds or turns, values of as many kinds, seen by the same seat."""
    old = step.request
    if old is None or private(old) == NOBODYS:
        old = request
    kinds = [(type(one), one.verb, private(one)) for one in (old, request)]
    return kinds[0] == kinds[1] and _uncounted(step.event.stream) == _uncounted(request.stream)


def _uncounted(stream: str) -> str:
    """A stream without its counters; a number that is a whole part names a seat."""
    parts = stream.split("/")
    return "/".join(part if part.isdigit() else re.sub(r"\d+", "", part) for part in parts)


# Lines


def recorded(match: Match, event: int, above: int, to: int | None = None) -> list[Step]:
    """The steps on the line to an event above a ply (and up to one), also where the rules have
    changed since: then the values of an outcome that they would not ask for are nobody's to see."""
    position, good = _reached(match, match.store.ancestor(event, above))
    found: list[Step] = []
    labels = match.labels(position.state)
    bodies = match.decode(match.store.path_bodies(event, above))
    for ply, body in enumerate(bodies[: None if to is None else to - above], above + 1):
        request = _request(match, position, body, good)
        if good:
            labels = match.labels(position.state)
            good = _played(match, position, body)
        hidden = concealed(match.game, position.state, body) if good else _all_of(body)
        found.append(Step(ply, body, labels, request, hidden))
    return found


def bare(match: Match, event: int, above: int) -> list[Step]:
    """The events on the line to one above a ply, without what folding alone tells of them."""
    bodies = match.decode(match.store.path_bodies(event, above))
    return [Step(ply, body, []) for ply, body in enumerate(bodies, above + 1)]


def _reached(match: Match, event: int) -> tuple[fold.Position, bool]:
    """A position at an event, and whether the rules as they are lead there at all."""
    try:
        return match.copy(match.at(event).position), True
    except Differs:
        events = match.decode(match.store.path_bodies(event))
        position = fold.begin(match.game, events[0])
        return position, all(_played(match, position, one) for one in events[1:])


def _played(match: Match, position: fold.Position, event: Any) -> bool:
    """Whether the rules as they are could play an event."""
    try:
        fold.advance(match.game, position, (event,))
    except Exception:
        return False
    return True


def _all_of(event: Any) -> tuple[int, ...]:
    return tuple(range(len(event.values))) if isinstance(event, Adjusted) else ()


_HIDDEN = Weighted("outcome", "", {}, NOBODYS)


def _request(match: Match, position: fold.Position, event: Any, good: bool) -> Request | None:
    """What an outcome answered."""
    if not isinstance(event, Resolved):
        return None
    try:
        request = fold.due(match.game, position) if good else None
    except Exception:
        request = None
    if request is None or request.stream != event.stream or needs(request) != len(event.values):
        return _HIDDEN
    return request


def outcome(unit: Sequence[Step]) -> bool:
    """Whether a step is what chance decided, and no decision."""
    return isinstance(unit[0].event, Resolved)


def units_of(line: Sequence[Step]) -> list[list[Step]]:
    """The steps of a line, each with what luck gave right after it."""
    units: list[list[Step]] = []
    for step in line:
        luck = isinstance(step.event, Resolved) and step.event.luck
        if luck and units:
            units[-1].append(step)
        else:
            units.append([step])
    return units
