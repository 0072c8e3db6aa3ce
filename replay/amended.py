"""What an amendment did, as it is told, just now or from the journal, and what it changes."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from engine.events import Resolved
from eventstore import Row
from replay import reading
from replay.again import Stop, again, asked_now, bare, outcome, recorded, units_of
from replay.building import Build
from replay.differing import Difference, between
from replay.errors import Differs, ReplayError
from replay.match import Done, Match, Spot
from replay.reading import EVERYBODY, AmendJson, AmendmentJson, StopJson, Viewer
from replay.steps import Step

if TYPE_CHECKING:
    from replay.unfolding import Unfolded


class Amended(Struct, frozen=True):
    """What an amendment did (or, in a dry run, where `done` is None, would do).

    `replaced` and `put` are what stood in a place and what stands there now; `kept` counts the
    later steps that were recorded again, `left` those left behind, the one it stopped at included.
    `was` is the state where the timeline rested (None where its rules have changed since), `beside`
    the old line's state (at ply `at`) beside which the new one, `now`, is to be held.
    """

    done: Done | None
    timeline: str
    ply: int
    old: int
    replaced: list[Step]
    put: list[Step]
    kept: int
    stopped: Stop | None
    left: int
    was: Any = None
    beside: Any = None
    at: int = 0
    now: Any = None


# What a row did


def of_row(match: Match, row: Row, unfolded: Unfolded | None = None) -> Amended:
    """What an `amend` row of the journal did, as its two lines tell: the fewest steps that were
    put in the place of the fewest, so that what stands behind them is the same. What is unfolded
    already is not folded again."""
    assert row.before is not None
    lines = _Lines(match, unfolded)
    above = lines.fork(row.before, row.after)
    old = units_of(lines.bare(row.before, above))
    new = units_of(lines.bare(row.after, above))
    gone, put = _aligned(old, new)
    kept = len(new) - put
    there = lines.there(row.after)
    if there is not None and not kept and gone == 1 and not outcome(old[0]):
        # What answered a step that went has gone with it, where it is asked no more.
        while gone < len(old) and outcome(old[gone]) and not asked_now(there, old[gone][0]):
            gone += 1
    left = old[gone + kept :]
    replaced, fresh = (
        [step.ply for unit in part for step in unit] for part in (old[:gone], new[:put])
    )
    return Amended(
        done=None,
        timeline=row.entry.timeline,
        ply=match.store.event(row.after).ply,
        old=row.before,
        replaced=lines.recorded(row.before, above, replaced[-1]) if replaced else [],
        put=lines.recorded(row.after, above, fresh[-1]) if fresh else [],
        kept=kept,
        stopped=_stopped(lines, there, row.before, left[0][0].ply) if left else None,
        left=len(left),
    )


def _aligned(old: list[list[Step]], new: list[list[Step]]) -> tuple[int, int]:
    """How many steps of the old line went, and how many of the new one were put there."""
    # The fork may lie between a decision and what chance answered to it.
    answers = list(takewhile(outcome, old))
    most = len(answers) + 1 + len(list(takewhile(outcome, old[len(answers) + 1 :])))
    olds, news = ([_decided(unit[0]) for unit in line] for line in (old, new))
    for put in range(len(new)):
        for gone in range(min(most, len(old)) + 1):
            # The decisions are the same, whatever luck answered to them.
            if olds[gone : gone + len(new) - put] == news[put:]:
                return gone, put
    return (len(old) if len(old) <= most else 1), len(new)


class _Lines:
    """The lines of a match: out of what is unfolded of it, else folded as they are asked for."""

    def __init__(self, match: Match, unfolded: Unfolded | None) -> None:
        self._match, self._unfolded = match, unfolded

    def fork(self, a: int, b: int) -> int:
        """The last ply that the lines to two events share."""
        found = None if self._unfolded is None else self._unfolded.fork(a, b)
        return self._match.fork(a, b) if found is None else found

    def bare(self, event: int, above: int) -> list[Step]:
        """The events on the line to one above a ply, without what folding alone tells of them."""
        found = self._line(event, above)
        if found is None:
            return bare(self._match, event, above)
        return [Step(step.ply, step.event, []) for step in found]

    def recorded(self, event: int, above: int, to: int) -> list[Step]:
        """The steps on the line to an event above a ply and up to one."""
        found = self._line(event, above)
        return recorded(self._match, event, above, to) if found is None else found[: to - above]

    def there(self, event: int) -> Build | None:
        """Something to try steps on at an event, where it can be told what stands there."""
        match = self._match
        position = None if self._unfolded is None else self._unfolded.ends.get(event)
        try:
            if position is None:
                position = match.at(event).position
            return Build(match, Spot(event, match.store.event(event).ply, match.copy(position)))
        except ReplayError:
            return None

    def _line(self, event: int, above: int) -> list[Step] | None:
        return None if self._unfolded is None else self._unfolded.line(event, above)


def _decided(step: Step) -> Any:
    event = step.event
    return ("outcome", tuple(event.values)) if isinstance(event, Resolved) else event


def _stopped(lines: _Lines, there: Build | None, old: int, ply: int) -> Stop:
    """Why the step at a ply of the old line was left behind, found by trying it again."""
    step = lines.recorded(old, ply - 1, ply)[0]
    return (again(there, step) if there is not None else None) or Stop(step, "")


def state_at(match: Match, event: int) -> tuple[Any, Differs | None]:
    """A copy of the state at an event, or why there is none."""
    try:
        state = match.at(event).position.state
        return match.keeper.clone(state), None
    except Differs as differs:
        return None, differs


def whole(match: Match, row: Row) -> Amended:
    """What a row did, with the states before and after it."""
    amended = of_row(match, row)
    stopped, line = amended.stopped, amended.old
    if stopped is not None:
        line = match.store.ancestor(amended.old, stopped.step.ply - 1)
    states = [state_at(match, event)[0] for event in (amended.old, line, row.after)]
    return msgspec.structs.replace(
        amended, was=states[0], beside=states[1], now=states[2], at=match.store.event(line).ply
    )


# As it is told


def told(amended: Amended, viewer: Viewer = EVERYBODY) -> AmendmentJson:
    """What was put in the place of what, as the viewer may see it."""
    stop = amended.stopped
    first = (amended.replaced or amended.put or ([stop.step] if stop else []))[:1]
    return AmendmentJson(
        ply=first[0].ply if first else amended.ply,
        replaced=[reading.text(step, viewer) for step in amended.replaced],
        by=[reading.text(step, viewer) for step in amended.put],
        kept=amended.kept,
        stopped=None if stop is None else _stop_json(stop, viewer),
        left=amended.left,
    )


def _stop_json(stop: Stop, viewer: Viewer) -> StopJson:
    reason, hidden = stop.reason, not viewer.sees(stop.step.request)
    if stop.secret and (hidden or (stop.step.concealed and not viewer.everything)):
        reason = "what only others may see cannot stand there"
    return StopJson(stop.step.ply, reading.text(stop.step, viewer), reason)


def changes(match: Match, amended: Amended, viewer: Viewer = EVERYBODY) -> AmendJson:
    """An amendment with what it changes in the standing and in the state."""
    was, beside, now = (
        None if state is None else reading.viewed(match, state, viewer)
        for state in (amended.was, amended.beside, amended.now)
    )
    trees = [None if state is None else msgspec.to_builtins(state) for state in (beside, now)]
    done = amended.done
    return AmendJson(
        match=match.name,
        timeline=amended.timeline,
        ply=amended.ply,
        receipt=None if done is None else done.receipt,
        amended=told(amended, viewer),
        was=[] if was is None else reading.standing(match, was),
        now=[] if now is None else reading.standing(match, now),
        ended=["" if state is None else state.ended for state in (was, now)],
        at=amended.at,
        differs=[] if None in trees else list(reading.differences(trees[0], trees[1])),
    )


def in_words(
    match: Match, amended: Amended, found: AmendJson, viewer: Viewer = EVERYBODY
) -> list[Difference]:
    """What `changes` found to differ in the state, as people say it."""
    if not found.differs:
        return []
    beside, now = (reading.viewed(match, one, viewer) for one in (amended.beside, amended.now))
    return between(match, beside, now, found.differs)
