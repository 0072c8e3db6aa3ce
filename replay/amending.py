"""Amending: something else in the place of one step, and what followed recorded again on top.

The old line stays in the tree. What was decided is recorded as it was; what chance decided comes
from luck where luck decides, else it is what the table showed. The first step that does not fit any
more is where an amendment stops: it says which, and why.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any

import msgspec
from msgspec import Struct

from engine import fold
from engine.chance import Request, Weighted, fits, needs, private
from engine.errors import EngineError, IllegalOutcome
from engine.events import Adjusted, Moved, Reseeded, Resolved, Ruled
from engine.game import UNSEEN_CARDS
from engine.notation import parse, verbs
from eventstore import Row
from replay import options, reading
from replay.errors import Differs, NotFound, Refused, ReplayError
from replay.match import Done, Match, Spot, Told, _Build, _by_luck, _refusal
from replay.reading import EVERYBODY, AmendJson, AmendmentJson, StopJson, Viewer
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


def amend(
    match: Match,
    at: str,
    moves: Sequence[str],
    insert: bool,
    timeline: str,
    told: Told,
    dry_run: bool,
) -> Amended:
    """Put `moves` in the place of the step at `at`, or (`insert`) before it; without any, drop it.
    Where the line was recorded under other rules, it is recorded again from there.

    `at` is a ply of the timeline or the first letters of the digest of one of its events. Raises
    Refused, NotFound, BadNotation, Moved; then nothing was written.
    """
    asked = [at, list(moves), insert]
    if repeated := match._repeated("amend", timeline, told, asked):
        return msgspec.structs.replace(_whole(match, repeated.row), done=repeated)
    head = match._believed_head(timeline, told)
    try:
        work = _Amendment(match, timeline, head, at, insert)
        work.put(list(moves))
        work.follow()
        work.refuse_unchanged()
    except (EngineError, ReplayError):
        match._still(timeline, head)
        raise
    if dry_run:
        match._still(timeline, head)
        return work.amended(None)
    return work.amended(work.write(told, asked))


class _Amendment:
    """One amendment of a line, from its place to what is left behind."""

    def __init__(self, match: Match, timeline: str, head: int, at: str, insert: bool) -> None:
        self.match, self.timeline, self.head, self.insert = match, timeline, head, insert
        self.facts = match.store.path(head)
        ply = self._place(at)
        self.was, differs = _state_at(match, head)
        if differs is not None and ply > differs.agrees + 1:
            raise _later(match, differs, ply)
        self.differs = differs
        self.base = self.facts[self._begins(ply) - 1]
        self.line = recorded(match, head, self.base.ply)
        self.units = _units(self.line)
        self.build = _Build(match, match.at(self.base.id))
        self.replaced: list[Step] = []
        self.new: list[Step] = []
        self.kept = self.left = 0
        self.stopped: Stop | None = None

    # The place

    def _place(self, at: str) -> int:
        """The ply that is meant, which must be one of this line."""
        match = self.match
        event = match.resolve(at, self.timeline)
        ply = match.store.event(event).ply
        if ply >= len(self.facts) or self.facts[ply].id != event:
            raise NotFound(
                f'"{at[:60]}" is not on {self.timeline}, and only a step of the line is amended; '
                "-t names another timeline."
            )
        if ply == 0:
            raise Refused(
                "Ply 0 is the opening of the match, in whose place nothing can stand; "
                "`retold new` opens another match."
            )
        return ply

    def _begins(self, ply: int) -> int:
        """Where the step begins. Luck's outcome cannot be amended alone."""
        start = ply
        while start and _by_luck(self.facts[start]):
            start -= 1
        if self.differs is not None:
            # To be recorded again: what luck gave right after the root begins at ply 1.
            return max(start, 1)
        if start == 0:
            raise Refused(
                f"Ply {ply} is what luck gave when the match was opened; no step to amend stands "
                "before it."
            )
        if start != ply:
            raise Refused(
                f"Ply {ply} lies inside a step: luck gave it to the step at ply {start}; amend "
                "that one."
            )
        return start

    # The replacement

    def put(self, moves: list[str]) -> None:
        """What stands in the place of the step."""
        if self.differs is not None:
            if moves or self.insert:
                raise Refused(
                    f"{self.differs} First record the line again, as the rules are now: "
                    f"`retold amend {self.match.name} {self.differs.agrees + 1}`."
                )
            self.build.settle()
            return
        if self.insert and not moves:
            raise Refused("Say what to insert: at least one move or outcome.")
        self._lines(moves)
        self.new = list(self.build.steps)
        if not self.insert:
            self._take_out()
        # What stands on both lines is not told as changed.
        while self.replaced and self.new and _same(self.replaced[0], self.new[0]):
            del self.replaced[0], self.new[0]

    def _lines(self, moves: list[str]) -> None:
        nth = 0
        try:
            for nth, line in enumerate(moves):
                verb, _, rest = line.strip().partition(" ")
                if verb in _TABLE and verb not in verbs(self.match.game.Moves):
                    self.build.put(_TABLE[verb](self.build, rest.strip()))
                elif nth == 0 and (words := self._outcome_of(line)):
                    while words:
                        words = self.build.values(words)
                else:
                    self.build.line(line)
        except (EngineError, ReplayError) as error:
            raise _refusal(error, moves, nth) from None

    def _outcome_of(self, line: str) -> list[str]:
        """The values of a line that types an outcome behind the move it answers, as `record` takes
        them together, where only the outcome is amended: `roll 1 0 1`."""
        match, state = self.match, self.build.spot.position.state
        if type(self.line[0].event) is not Resolved or state.ended:
            return []
        before = match.decode([self.base.body])[0] if self.base.ply else None
        try:
            read = parse(match.game, state, match.labels(state), line)
        except EngineError:
            return []
        same = isinstance(before, Moved) and read.move is not None and before.move == read.move
        return read.rest if same else []

    def _take_out(self) -> None:
        """The step goes, and with it the outcomes which answered it and are asked no more."""
        taken = self.units.pop(0)
        if self.build.spot.position.seed is not None:
            self.replaced = taken
            return
        answers = [[step] for step in taken[1:]]
        while self.units and type(taken[0].event) is not Resolved and _outcome(self.units[0]):
            answers.append(self.units.pop(0))
        # Outcomes typed with the new move stand in the place of as many of the old one's.
        typed = [*takewhile(lambda step: _outcome([step]), reversed(self.new))]
        gone = min(len(typed), len(answers)) if type(taken[0].event) is not Resolved else 0
        while gone < len(answers) and not self._asked(answers[gone][0]):
            gone += 1
        self.replaced = [taken[0], *(unit[0] for unit in answers[:gone])]
        self.units[:0] = answers[gone:]

    def _asked(self, step: Step) -> bool:
        """Whether chance is due on the occasion that an outcome answered."""
        position = self.build.spot.position
        request = None if position.state.ended else self.match.game.chance(position.state)
        return position.seed is None and request is not None and same_occasion(step, request)

    # What followed

    def follow(self) -> None:
        """Record the later steps again, up to the first that does not fit."""
        for nth, unit in enumerate(self.units):
            known = len(self.build.drafts)
            for step in unit:
                self.stopped = self._again(step)
                if self.stopped is not None:
                    self.left = len(self.units) - nth
                    return
            self.kept += len(self.build.drafts) > known

    def _again(self, step: Step) -> Stop | None:
        build = self.build
        known = len(build.drafts)
        stop = again(build, step)
        if stop is not None and len(build.drafts) != known:
            # What it began is not there; the position is folded without it.
            del build.drafts[known:], build.steps[known:]
        if stop is not None:
            position = self.match.copy(self.match.at(self.base.id).position)
            fold.advance(self.match.game, position, [told.event for told in build.steps])
            build.spot.position = position
            self.match.forget()
        return stop

    # The answer

    def refuse_unchanged(self) -> None:
        """Refuse what gives the line that stands. Where a hidden outcome was put in the place of
        another that is not said: it would tell what it was to whoever tries them all."""
        drafts, old = self.build.drafts, self.facts[self.base.ply + 1 :]
        same = len(drafts) == len(old) and all(
            draft.state == fact.state and draft.body == fact.body
            for draft, fact in zip(drafts, old, strict=True)
        )
        hidden = any(
            step.request is not None and private(step.request) is not None
            for step in (*self.replaced, *self.new)
        )
        if same and not hidden:
            raise Refused("That would change nothing: it is what stands there.")

    def write(self, told: Told, asked: Any) -> Done:
        """The one row, with all events or (where nothing is left of the line) with none."""
        match, build, spot = self.match, self.build, self.build.spot
        was = match._ended(self.head) if self.timeline == "main" else ""
        result = match._result(self.timeline, spot.position.state, was)
        ends: dict[str, Any] = {"base": self.base.id, "events": build.drafts}
        if not build.drafts:
            ends = {"after": self.base.id}
        row, again = match._write(
            "amend", self.timeline, told, asked, head=self.head, result=result, **ends
        )
        ply = self.base.ply + len(build.drafts)
        if not again:
            match._spot = Spot(row.after, ply, match.copy(spot.position))
        return Done(row, self.timeline, ply, build.steps, again)

    def amended(self, done: Done | None) -> Amended:
        """All of it as one value; the states in it are its own."""
        at = self.facts[-1] if self.stopped is None else self.facts[self.stopped.step.ply - 1]
        now = self.build.spot.position.state
        beside = self.was
        if self.was is not None and at.id != self.head:
            kept = self.match._spot
            beside, _ = _state_at(self.match, at.id)
            self.match._spot = kept
        return Amended(
            done,
            self.timeline,
            self.base.ply + len(self.build.drafts),
            self.head,
            self.replaced,
            self.new,
            self.kept,
            self.stopped,
            self.left,
            self.was,
            beside,
            at.ply,
            now,
        )


def _state_at(match: Match, event: int) -> tuple[Any, Differs | None]:
    """A copy of the state at an event, or why there is none."""
    try:
        state = match.at(event).position.state
        return match.keeper.clone(state), None
    except Differs as differs:
        return None, differs


def _later(match: Match, differs: Differs, ply: int) -> Refused:
    name, agrees = match.name, differs.agrees
    if agrees < 0:
        return Refused(
            f"{name} was opened under other rules, so no line of it can be recorded again; "
            "`retold new` opens another match."
        )
    return Refused(
        f"{differs} So nothing can be amended at ply {ply}; `retold amend {name} {agrees + 1}` "
        "records the line again from there."
    )


# What the table decides beside the rules, typed as the log prints it


def _rule(build: _Build, text: str) -> Ruled:
    return Ruled(*build.match._ruling(*options.split(text)))


def _adjust(build: _Build, text: str) -> Adjusted:
    match, state = build.match, build.spot.position.state
    event = Adjusted([match._adjustment(state, change) for change in text.split()])
    if not event.values:
        raise Refused("Nothing is adjusted: give at least one PATH=VALUE.")
    match._playable(fold.adjust(match.game, state, event))
    return event


def _reseed(build: _Build, text: str) -> Reseeded:
    if not text:
        raise Refused("A seed needs at least one character; `reseed table` lets the table decide.")
    return Reseeded(None if text == "table" else text)


_TABLE: dict[str, Callable[[_Build, str], Any]] = {
    "rule": _rule,
    "adjust": _adjust,
    "reseed": _reseed,
}


# Recording a step again


def again(build: _Build, step: Step) -> Stop | None:
    """Record a step of another line on top of what was built, or say why it does not fit. Then
    something of it may have been built."""
    try:
        _AGAIN[type(step.event)](build, step)
    except (EngineError, ReplayError) as error:
        secret = isinstance(error, IllegalOutcome)
        return Stop(step, f"{error}".rstrip("."), getattr(error, "rule", ""), secret)
    except Exception as error:
        # Rules that changed may fail on what was played by the old ones.
        return Stop(step, f"the rules as they are fail on it ({type(error).__name__})")
    return None


def _moved(build: _Build, step: Step) -> None:
    state = build.spot.position.state
    request = None if state.ended else build.match.game.chance(state)
    if request is not None:
        raise Refused(f"chance is due first, and what `{request.verb}` showed is not known")
    build.move(step.event)


def _resolved(build: _Build, step: Step) -> None:
    position, event = build.spot.position, step.event
    if position.seed is not None or event.stream == UNSEEN_CARDS:
        # Luck has given what was due; where the table decides nobody deals unseen cards.
        return
    state, game = position.state, build.match.game
    request = None if state.ended else game.chance(state)
    if request is None:
        why = f"the match is over ({state.ended})" if state.ended else "no chance is due there"
        raise Refused(why)
    if not same_occasion(step, request):
        labels = build.match.labels(state)
        due = f"`{request.verb}` ({reading.stream_text(labels, request.stream)})"
        raise Refused(f"chance decides something else there: {due} is due")
    wanted = needs(request)
    if len(event.values) != wanted:
        raise Refused(
            f"`{request.verb}` needs {wanted} value{'s' * (wanted != 1)} there, "
            f"not {len(event.values)}"
        )
    fits(request, event.values)
    build.put(Resolved(request.stream, event.values), request)


def _adjusted(build: _Build, step: Step) -> None:
    match = build.match
    match._playable(fold.adjust(match.game, build.spot.position.state, step.event))
    build.put(step.event)


def _as_it_was(build: _Build, step: Step) -> None:
    build.put(step.event)


_AGAIN: dict[type, Callable[[_Build, Step], None]] = {
    Moved: _moved,
    Resolved: _resolved,
    Adjusted: _adjusted,
    Ruled: _as_it_was,
    Reseeded: _as_it_was,
}


def same_occasion(step: Step, request: Request) -> bool:
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


def recorded(match: Match, event: int, above: int) -> list[Step]:
    """The steps on the line to an event above a ply, also where the rules have changed since: then
    the values of an outcome that they would not ask for are nobody's to see."""
    base = match.store.ancestor(event, above)
    position = match.copy(match.at(base).position)
    found: list[Step] = []
    labels, good = match.labels(position.state), True
    for ply, body in enumerate(match.decode(match.store.path_bodies(event, above)), above + 1):
        request = _request(match, position, body, good)
        if good:
            labels = match.labels(position.state)
            good = _played(match, position, body)
        hidden = concealed(match.game, position.state, body) if good else _all_of(body)
        found.append(Step(ply, body, labels, request, hidden))
    return found


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


def _same(old: Step, new: Step) -> bool:
    """Whether two steps are the same event, as everybody may see."""
    return old.event == new.event and (new.request is None or private(new.request) is None)


def _outcome(unit: Sequence[Step]) -> bool:
    """Whether a step is what chance decided, and no decision."""
    return isinstance(unit[0].event, Resolved)


def _units(line: Sequence[Step]) -> list[list[Step]]:
    """The steps of a line, each with what luck gave right after it."""
    units: list[list[Step]] = []
    for step in line:
        luck = isinstance(step.event, Resolved) and step.event.luck
        if luck and units:
            units[-1].append(step)
        else:
            units.append([step])
    return units


# What a row did


def of_row(match: Match, row: Row) -> Amended:
    """What an `amend` row of the journal did, as its two lines tell: the fewest steps that were
    put in the place of the fewest, so that what stands behind them is the same."""
    assert row.before is not None
    above = match.fork(row.before, row.after)
    old = _units(recorded(match, row.before, above))
    new = _units(recorded(match, row.after, above))
    gone, put = _aligned(old, new)
    kept = len(new) - put
    left = old[gone + kept :]
    return Amended(
        done=None,
        timeline=row.entry.timeline,
        ply=match.store.event(row.after).ply,
        old=row.before,
        replaced=[step for unit in old[:gone] for step in unit],
        put=[step for unit in new[:put] for step in unit],
        kept=kept,
        stopped=_stopped(match, row.after, left[0][0]) if left else None,
        left=len(left),
    )


def _aligned(old: list[list[Step]], new: list[list[Step]]) -> tuple[int, int]:
    """How many steps of the old line went, and how many of the new one were put there."""
    # The fork may lie between a decision and what chance answered to it.
    answers = list(takewhile(_outcome, old))
    most = len(answers) + 1 + len(list(takewhile(_outcome, old[len(answers) + 1 :])))
    for put in range(len(new)):
        for gone in range(min(most, len(old)) + 1):
            # The decisions are the same, whatever luck answered to them.
            if olds[gone : gone + len(new) - put] == news[put:]:
                return gone, put
    return min(1, len(old)), len(new)


def _decided(step: Step) -> Any:
    event = step.event
    return ("outcome", tuple(event.values)) if isinstance(event, Resolved) else event


def _stopped(match: Match, after: int, step: Step) -> Stop:
    """Why a step was left behind, found by trying it again."""
    try:
        spot = match.at(after)
        copy = Spot(spot.event, spot.ply, match.copy(spot.position))
        stop = again(_Build(match, copy), step)
    except ReplayError:
        stop = None
    return stop or Stop(step, "")


def _whole(match: Match, row: Row) -> Amended:
    """What a row did, with the states before and after it."""
    amended = of_row(match, row)
    stopped, line = amended.stopped, amended.old
    if stopped is not None:
        line = match.store.ancestor(amended.old, stopped.step.ply - 1)
    states = [_state_at(match, event)[0] for event in (amended.old, line, row.after)]
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
    reason = stop.reason
    if stop.secret and not viewer.sees(stop.step.request):
        reason = "what chance showed to others cannot have come up there"
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
