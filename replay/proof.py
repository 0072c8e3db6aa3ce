"""Proof: a match is replayed event by event, and everything that was recorded is held to it.

First the chain, which needs no game: every digest from its contents. Then, where the game is
installed, every event of the whole tree, undone lines too: was the move legal, could chance (and
did luck) give these values, is the state the one that was recorded, do the invariants hold.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct

from engine import fold
from engine.chance import draw
from engine.errors import EngineError, IllegalMove
from engine.events import Adjusted, Moved, Opened, Reseeded, Resolved, Ruled
from engine.luck import ALGORITHM
from engine.wording import sentence
from eventstore import Event, Problem, SQLiteStore, StoreError
from replay import flags, outcomes
from replay.deeds import DEEDS, RESTING
from replay.errors import ReplayError, Untold
from replay.match import MAIN, SHOWN, Match
from replay.reading import FirstBadJson, VerifyJson


class Fault(Struct, frozen=True):
    """The first event that does not hold, and what is wrong with it."""

    event: Event
    what: str


def verify(match: Match) -> VerifyJson:
    """Check a match; `first_bad` names the exact ply. Its cached result is made anew."""
    store = match.store
    facts: list[Event] = []
    with store.snapshot():
        problem = store.check(match.row.id, facts)
        rows = store.last_row(match.row.id).n
        heads = store.timelines(match.row.id)
    found = VerifyJson(False, len(facts), rows, _irregular(facts), None)
    if problem is not None:
        found.first_bad = _chain(match, problem)
        return found
    try:
        proof = _Proof(match, _by_event(heads))
        fault = proof.walk(facts)
    except Untold as error:
        found.ok = True
        found.told = [f"{error} Its chain was checked, its rules could not be."]
        return found
    if fault is not None:
        head = fault.event.digest.hex()[:SHOWN]
        found.first_bad = FirstBadJson(match.name, fault.event.ply, head, fault.what)
        return found
    what = _journal(match, facts)
    if what:
        found.first_bad = FirstBadJson(match.name, None, "", what)
        return found
    found.ok = True
    if not store.readonly and (store.result(match.row.id) or "") != proof.result:
        # The proof stands where the cache cannot be made anew, as on a full disk.
        with suppress(StoreError):
            store.set_result(match.row.id, proof.result)
    return found


def verify_all(store: SQLiteStore) -> VerifyJson:
    """Check every match, and that nothing stands in the database that belongs to none."""
    total = VerifyJson(True, 0, 0, 0, None)
    for row in store.matches():
        try:
            found = verify(Match(store, row))
        except (ReplayError, StoreError) as error:
            # What the chain says is nearer to what was changed than what reading it says.
            problem = store.check(row.id)
            what = str(error) if problem is None else _sentence(problem)
            ply = None if problem is None else problem.ply
            found = VerifyJson(False, 0, 0, 0, FirstBadJson(row.name, ply, "", what))
        total.events += found.events
        total.journal += found.journal
        total.irregular += found.irregular
        total.told += found.told
        total.first_bad = total.first_bad or found.first_bad
    for problem in store.check_all():
        bad = FirstBadJson(problem.match, problem.ply, "", _sentence(problem))
        total.first_bad = total.first_bad or bad
    total.ok = total.first_bad is None
    return total


def _journal(match: Match, facts: list[Event]) -> str:
    """The first row that did not do what it says, in words, or ""."""
    parents = {fact.id: (fact.parent, fact.ply) for fact in facts}
    begun: set[str] = set()
    rows: dict[int, str] = {}
    for row in match.store.journal(match.row.id):
        said, timeline = row.entry, row.entry.timeline
        done = rows[row.n] = said.done
        if what := flags.unsound(done, said, rows):
            return f"journal row {row.n} {what}"
        fits = done in DEEDS
        if done in RESTING:
            fits = row.before == row.after
        elif done in ("undo", "redo") and row.before is not None:
            ends = (row.after, row.before) if done == "undo" else (row.before, row.after)
            fits = _leads(parents, *ends)
        elif done == "amend":
            # Anything may stand in the place of a step, but only on a line that was there.
            fits = timeline in begun
        begun.add(timeline)
        if not fits:
            return f"journal row {row.n} did not do what it says (`{done[:20]}`)"
    return ""


def _leads(parents: dict[int, tuple[int | None, int]], low: int, high: int) -> bool:
    """Whether one event is an ancestor of another."""
    at: int | None = high
    while at is not None and at != low and parents[at][1] > parents[low][1]:
        at = parents[at][0]
    return at == low and low != high


def _by_event(heads: list[tuple[str, int, int]]) -> dict[int, list[str]]:
    """The names of the timelines that rest on an event."""
    found: dict[int, list[str]] = {}
    for name, event, _ in heads:
        found.setdefault(event, []).append(name)
    return found


def _irregular(facts: list[Event]) -> int:
    return sum(fact.body.startswith('{"kind":"adjusted"') for fact in facts)


def _chain(match: Match, problem: Problem) -> FirstBadJson:
    head = ""
    if problem.event is not None:
        head = next(
            (f.digest.hex()[:SHOWN] for f in match.store.events_of(match.row.id)
             if f.id == problem.event), "",
        )  # fmt: skip
    return FirstBadJson(match.name, problem.ply, head, _sentence(problem))


def _sentence(problem: Problem) -> str:
    where = f"journal row {problem.n}: " if problem.n is not None else ""
    return f"{where}{problem.what}"


class _Proof:
    """One walk over a tree; each fork is walked on from a clone."""

    def __init__(self, match: Match, heads: dict[int, list[str]]) -> None:
        self.match, self.heads = match, heads
        self.result = ""
        """The result that the cache should hold, made anew from the events."""
        self.game = match.game
        self.digest = match.keeper.digest

    def walk(self, facts: list[Event]) -> Fault | None:
        """The first fault on any line, or None. Parents come before children."""
        try:
            events = self.match.decode([fact.body for fact in facts])
        except ReplayError:
            return self._undecoded(facts)
        first, what = self._root(facts[0], events[0])
        if first is None:
            return Fault(facts[0], what)
        left = Counter([fact.parent for fact in facts])
        ends = {facts[0].id: first}
        for fact, event in zip(facts[1:], events[1:], strict=True):
            parent: int = fact.parent  # type: ignore[assignment]
            position = ends.pop(parent)
            left[parent] -= 1
            if left[parent]:
                ends[parent] = self.match.copy(position)
            what = self._event(fact, event, position)
            if what:
                return Fault(fact, what)
            if fact.id in left:
                ends[fact.id] = position
        return None

    def _undecoded(self, facts: list[Event]) -> Fault | None:
        for fact in facts:
            try:
                self.match.decode([fact.body])
            except ReplayError as error:
                return Fault(fact, str(error))
        return None

    def _root(self, fact: Event, opened: Any) -> tuple[fold.Position | None, str]:
        if not isinstance(opened, Opened):
            return None, "the root is no opening of a match"
        if opened.luck != ALGORITHM:
            return None, f'the luck "{opened.luck}" is not known here'
        position = fold.begin(self.game, opened)
        return (None, what) if (what := self._state(fact, position)) else (position, "")

    def _event(self, fact: Event, event: Any, position: fold.Position) -> str:
        """Plays one event and says what is wrong with it, or ""."""
        try:
            kind = type(event)
            if kind is Moved:
                fold.check(self.game, position.state, event.seat, event.move)
            elif kind is Resolved:
                what = self._outcome(event, position)
                if what:
                    return what
            else:
                self._table(event, position)
            fold.advance(self.game, position, (event,))
            return self._state(fact, position)
        except IllegalMove as error:
            return f"the move is not legal by the rules as they are: {error}"
        except EngineError as error:
            return f"the event does not fit: {error}"
        except Exception as error:
            return f"the rules fail on it ({type(error).__name__}: {error})"

    def _outcome(self, event: Resolved, position: fold.Position) -> str:
        request = fold.due(self.game, position)
        if request is None:
            return "an outcome stands where no chance is due"
        if request.stream != event.stream:
            return f'an outcome of "{event.stream}" stands where "{request.stream}" is due'
        fold.fits(self.game, position.state, request, event.values)
        if event.luck != (position.seed is not None):
            return "the table gave an outcome where luck decides, or the other way round"
        if position.seed is not None:
            nth = position.asked.get(event.stream, 0)
            given = draw(self.match.luck(position.seed), request, nth)
            if given != event.values:
                return "luck gives another outcome than the one that was recorded"
        return ""

    def _table(self, event: Any, position: fold.Position) -> None:
        if isinstance(event, Ruled):
            try:
                msgspec.convert(
                    {**msgspec.to_builtins(position.state.options), event.option: event.value},
                    self.game.Options,
                )
            except msgspec.ValidationError as error:
                raise EngineError(sentence(error)) from None
        elif not isinstance(event, Adjusted | Reseeded):
            raise EngineError("a match is opened once")

    def _state(self, fact: Event, position: fold.Position) -> str:
        state = position.state
        if self.digest(state) != fact.state:
            return "the state is another one than when it was recorded: the rules have changed"
        broken = self.game.broken(state)
        if broken and not position.irregular:
            return f"an invariant does not hold: {'; '.join(broken[:3])}"
        return self._head(fact, position) if fact.id in self.heads else ""

    def _head(self, fact: Event, position: fold.Position) -> str:
        if position.seed is not None and fold.due(self.game, position) is not None:
            return "a timeline rests where luck is due"
        if MAIN in self.heads[fact.id]:
            self.result = outcomes.result_text(self.match, position.state)
        return ""
