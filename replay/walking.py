"""Visiting a line at any ply, in any order, at once.

The line is folded once; a copy of the position is kept every few plies, so that a visit plays at
most that many events, however long the line is.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from engine import fold
from replay.reading import EVERYBODY, LogLine, log

if TYPE_CHECKING:
    from replay.match import Match
    from replay.reading import Viewer

EVERY = 32
"""Plies from one kept position to the next."""


class Walk:
    """The line to an event. `told` are its events, root first, one a ply."""

    def __init__(self, match: Match, event: int, viewer: Viewer = EVERYBODY) -> None:
        self.match, self.viewer = match, viewer
        self._kept: list[fold.Position] = []
        self.told: list[LogLine] = list(log(match, event, viewer, self._keep))
        self._begins = [0] + [
            ply for ply in range(1, self.last) if self.told[ply + 1].turn != self.told[ply].turn
        ]

    @property
    def last(self) -> int:
        """The last ply."""
        return len(self.told) - 1

    def _keep(self, ply: int, position: fold.Position) -> None:
        if ply % EVERY == 0:
            self._kept.append(self.match.copy(position))

    def position(self, ply: int) -> fold.Position:
        """The position at a ply; it is the caller's own."""
        near = ply // EVERY
        position = self.match.copy(self._kept[near])
        events = [one.step.event for one in self.told[near * EVERY + 1 : ply + 1]]
        fold.advance(self.match.game, position, events)
        return position

    def next_turn(self, ply: int) -> int:
        """The next ply at which a turn begins, or the last."""
        place = bisect_right(self._begins, ply)
        return self._begins[place] if place < len(self._begins) else self.last

    def turn_before(self, ply: int) -> int:
        """The last ply before this one at which a turn begins, or 0."""
        return self._begins[max(bisect_left(self._begins, ply) - 1, 0)]
