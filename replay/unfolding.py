"""Every step of a match's tree, told in one walk that clones positions at forks.

A journal of many undos tells the same steps again and again; folding anew for each row would cost
rows times plies.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from engine import fold
from eventstore import Row
from replay.steps import SHOWN, Step, play

if TYPE_CHECKING:
    from engine.fold import Position
    from eventstore import Event
    from replay.match import Match


class Unfolded:
    """The steps of a tree by their events. What the rules as they are cannot fold is not told."""

    def __init__(self, match: Match) -> None:
        self._match = match
        with match.store.snapshot():
            self.rows: list[Row] = match.store.journal(match.row.id)
            facts = match.store.events_of(match.row.id)
        self.facts = {fact.id: fact for fact in facts}
        self._steps: dict[int, Step] = {}
        self._amended = {row.after for row in self.rows if row.entry.done == "amend"}
        self.ends: dict[int, Position] = {}
        """The positions to which amendments led, by their events."""
        self._walk(facts)

    def head(self, event: int) -> str:
        """The first letters of an event's digest, as they are shown."""
        fact = self.facts.get(event)
        return self._match.head(event) if fact is None else fact.digest.hex()[:SHOWN]

    def steps_of(self, row: Row) -> list[Step]:
        """The events that a row added, or between which it moved the head."""
        if row.before is None or row.before == row.after:
            return []
        ends = [self.facts.get(row.before), self.facts.get(row.after)]
        if None in ends:
            return []
        low, high = sorted((end for end in ends if end is not None), key=lambda fact: fact.ply)
        found, at = self._back(high, low.ply)
        return found if at is not None and at.id == low.id else []

    def line(self, event: int, above: int) -> list[Step] | None:
        """The steps on the line to an event above a ply; None where some cannot be told."""
        end = self.facts.get(event)
        found, at = (None, None) if end is None else self._back(end, above)
        return None if at is None else found

    def fork(self, a: int, b: int) -> int | None:
        """The last ply that the lines to two events share; None where they are not all there."""
        left, right = self.facts.get(a), self.facts.get(b)
        while left is not None and right is not None and left.id != right.id:
            if left.ply >= right.ply:
                left = self._parent(left)
            else:
                right = self._parent(right)
        return None if left is None or right is None else left.ply

    def _back(self, end: Event, above: int) -> tuple[list[Step], Event | None]:
        """The steps back from an event to a ply, in order, and the event there; None where the way
        cannot be told."""
        found: list[Step] = []
        at: Event | None = end
        while at is not None and at.ply > above:
            step = self._steps.get(at.id)
            if step is None:
                return [], None
            found.append(step)
            at = self._parent(at)
        return found[::-1], at

    def _parent(self, fact: Event) -> Event | None:
        return None if fact.parent is None else self.facts.get(fact.parent)

    def _walk(self, facts: list[Event]) -> None:
        """Parents stand before their children; a position is kept while some have not come."""
        bodies = self._match.decode([fact.body for fact in facts])
        left = Counter(fact.parent for fact in facts)
        ends: dict[int, Position] = {}
        for fact, body in zip(facts, bodies, strict=True):
            try:
                position = self._played(fact, body, ends, left)
            except Exception:
                # Rules that changed may fail on what was played by the old ones.
                continue
            if fact.id in self._amended:
                self.ends[fact.id] = self._match.copy(position)
            if fact.id in left:
                ends[fact.id] = position

    def _played(
        self, fact: Event, body: Any, ends: dict[int, Position], left: Counter[int | None]
    ) -> Position:
        if fact.parent is None:
            return fold.begin(self._match.game, body)
        left[fact.parent] -= 1
        position = ends[fact.parent] if left[fact.parent] else ends.pop(fact.parent)
        if left[fact.parent]:
            position = self._match.copy(position)
        self._steps[fact.id] = play(self._match, position, fact.ply, body)
        return position
