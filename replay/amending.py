"""Amending: something else in the place of one step, and what followed recorded again on top.

The old line stays in the tree. What was decided is recorded as it was; what chance decided comes
from luck where luck decides, else it is what the table showed. The first step that does not fit any
more is where an amendment stops: it says which, and why.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

import msgspec

from engine import fold
from engine.chance import private
from engine.errors import BadNotation, EngineError
from engine.events import Moved, Resolved
from engine.notation import parse
from replay import reading
from replay.again import Stop, again, asked_now, outcome, recorded, units_of
from replay.amended import Amended, state_at, whole
from replay.building import Build, by_luck, refusal
from replay.errors import Differs, NotFound, Refused, ReplayError
from replay.match import By, Done, Match, Spot
from replay.playing import spelled
from replay.steps import Step

LAST = "last"
"""What names the last step of a line, whatever its ply is by then."""


def amend(
    match: Match,
    at: str,
    moves: Sequence[str],
    insert: bool,
    timeline: str,
    told: By,
    dry_run: bool,
    viewer: reading.Viewer | None = None,
) -> Amended:
    """Put `moves` in the place of the step at `at`, or (`insert`) before it; without any, drop it.
    Where the line was recorded under other rules, it is recorded again from there.

    `at` is a ply of the timeline, the first letters of the digest of one of its events, or `last`:
    its last step. Values of chance may be typed without their verb. Raises
    Refused, NotFound, BadNotation, Moved; then nothing was written.
    """
    asked = [at, list(moves), insert]
    if repeated := match.repeated("amend", timeline, told, asked):
        return msgspec.structs.replace(whole(match, repeated.row), done=repeated)
    head = match.believed_head(timeline, told)
    try:
        work = _Amendment(match, timeline, head, at, insert, viewer)
        work.put(list(moves))
        work.follow()
        work.refuse_unchanged()
    except (EngineError, ReplayError):
        match.still(timeline, head)
        raise
    if dry_run:
        match.still(timeline, head)
        return work.amended(None)
    return work.amended(work.write(told, asked))


class _Amendment:
    """One amendment of a line, from its place to what is left behind."""

    def __init__(
        self,
        match: Match,
        timeline: str,
        head: int,
        at: str,
        insert: bool,
        viewer: reading.Viewer | None,
    ) -> None:
        self.match, self.timeline, self.head, self.insert = match, timeline, head, insert
        self.viewer = viewer
        self.facts = match.store.path(head)
        ply = self._place(at)
        self.was, differs = state_at(match, head)
        if differs is not None:
            self._again_from(differs, ply)
        self.differs = differs
        self.base = self.facts[self._begins(ply) - 1]
        self.line = recorded(match, head, self.base.ply)
        self.units = units_of(self.line)
        self.build = Build(match, match.at(self.base.id))
        self.replaced: list[Step] = []
        self.new: list[Step] = []
        self.kept = self.left = 0
        self.stopped: Stop | None = None

    # The place

    def _place(self, at: str) -> int:
        """The ply that is meant, which must be one of this line."""
        match = self.match
        if not at:
            raise NotFound("Say which step: its ply, or the first letters of its digest.")
        if at == LAST:
            return self._last()
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

    def _last(self) -> int:
        """The ply at which the last step begins: what luck gave belongs to the move before it."""
        end = len(self.facts) - 1
        ply = next((ply for ply in range(end, 0, -1) if not by_luck(self.facts[ply])), end)
        if not ply:
            raise Refused(f"There is no step to amend on {self.timeline}: no move has been made.")
        return ply

    def _begins(self, ply: int) -> int:
        """Where the step begins. Luck's outcome cannot be amended alone."""
        start = ply
        while start and by_luck(self.facts[start]):
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

    def _again_from(self, differs: Differs, ply: int) -> None:
        """Refuse to record a line again from a ply before which its states differ already."""
        if differs.agrees < 0:
            raise Refused(
                f"{self.match.name} was opened under other rules, so no line of it can be recorded "
                "again; `retold new` opens another match."
            )
        if ply > differs.agrees + 1:
            raise self.match.advised(differs, self.timeline)

    # The replacement

    def put(self, moves: list[str]) -> None:
        """What stands in the place of the step."""
        if self.differs is not None:
            if moves or self.insert:
                raise self.match.advised(self.differs, self.timeline)
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
                if nth == 0 and not self.insert:
                    line = self._spelled(line)
                if nth == 0 and (words := self._outcome_of(line)):
                    while words:
                        words = self.build.values(words)
                else:
                    self._told_to(line)
                    self.build.line(line)
        except (EngineError, ReplayError) as error:
            raise refusal(error, moves, nth) from None

    def _told_to(self, line: str) -> None:
        """Refuse to try a move for somebody who does not see the cards that it rests on: a dry run
        leaves no trace, so the answers to a few would tell him a hand."""
        match, state = self.match, self.build.spot.position.state
        if self.viewer is None:
            return
        seen = reading.viewed(match, state, self.viewer)
        if fold.state_bytes(seen) == fold.state_bytes(state):
            return
        try:
            read = parse(match.game, seen, match.labels(seen), line)
        except EngineError:
            return
        if read.move is not None and match.game.uncertain(seen, read.seat, read.move):
            raise Refused(
                f'Whether "{line[:60]}" is legal rests on a card that is not shown, so a dry run '
                "says nothing of it; --seat or --all shows the cards."
            )

    def _spelled(self, line: str) -> str:
        """A line with its verb, where it holds but other values of what chance decided there."""
        request = self.line[0].request
        try:
            return line if request is None else spelled(request, line)
        except BadNotation:
            # A move may stand there too; then the match says what is wrong with it.
            return line

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
        another = ":" in line and isinstance(before, Moved) and before.seat != read.seat
        return read.rest if same and not another else []

    def _take_out(self) -> None:
        """The step goes, and with it the outcomes which answered it and are asked no more."""
        taken = self.units.pop(0)
        if self.build.spot.position.seed is not None:
            self.replaced = taken
            return
        answers = [[step] for step in taken[1:]]
        while self.units and type(taken[0].event) is not Resolved and outcome(self.units[0]):
            answers.append(self.units.pop(0))
        # Outcomes typed with the new move stand in the place of as many of the old one's.
        typed = [*takewhile(lambda step: outcome([step]), reversed(self.new))]
        gone = min(len(typed), len(answers)) if type(taken[0].event) is not Resolved else 0
        while gone < len(answers) and not asked_now(self.build, answers[gone][0]):
            gone += 1
        self.replaced = [taken[0], *(unit[0] for unit in answers[:gone])]
        self.units[:0] = answers[gone:]

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
        if same and not any(map(_hidden, (*self.replaced, *self.new))):
            raise Refused("That would change nothing: it is what stands there.")

    def write(self, told: By, asked: Any) -> Done:
        """The one row, with all events or (where nothing is left of the line) with none."""
        match, build, spot = self.match, self.build, self.build.spot
        # Where the old line no longer folds, whatever the cache of results holds of it goes.
        was = "unknown" if self.was is None else self.was.ended
        result = match.result(self.timeline, spot.position.state, was)
        ends: dict[str, Any] = {"base": self.base.id, "events": build.drafts}
        if not build.drafts:
            ends = {"after": self.base.id}
        row, again = match.write(
            "amend", self.timeline, told, asked, head=self.head, result=result, **ends
        )
        ply = self.base.ply + len(build.drafts)
        if not again:
            match.keep(Spot(row.after, ply, match.copy(spot.position)))
        return Done(row, self.timeline, ply, build.steps, again)

    def amended(self, done: Done | None) -> Amended:
        """All of it as one value; the states in it are its own."""
        at = self.facts[-1] if self.stopped is None else self.facts[self.stopped.step.ply - 1]
        now = self.build.spot.position.state
        beside = self.was
        if self.was is not None and at.id != self.head:
            beside = self._state_apart(at.id)
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

    def _state_apart(self, event: int) -> Any:
        """The state at an event; the position that is kept would be played on."""
        try:
            return self.match.apart(event).position.state
        except Differs:
            return None


def _same(old: Step, new: Step) -> bool:
    """Whether two steps are the same event, as everybody may see."""
    return old.event == new.event and not _hidden(new)


def _hidden(step: Step) -> bool:
    """Whether not everybody may see all of a step."""
    return bool(step.concealed) or (step.request is not None and private(step.request) is not None)
