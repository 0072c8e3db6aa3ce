"""What is passed around of a match: a place in its tree, a step of a line, what a write did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from engine import fold
from engine.chance import Request
from engine.events import Adjusted, Resolved
from engine.game import Game
from eventstore import Row, receipt

if TYPE_CHECKING:
    from replay.match import Match

MAIN = "main"
"""The timeline that the table plays."""
SHOWN = 10
"""Letters of a digest that are shown; any beginning that is the only one names an event."""


class Spot(Struct):
    """A place in the tree with the position that the fold gives there."""

    event: int
    ply: int
    position: fold.Position


class Step(Struct, frozen=True):
    """An event at its ply, how the seats are called there, the request that it answered where
    chance decided, and which values of an adjustment not everybody may see."""

    ply: int
    event: Any
    labels: Sequence[str]
    request: Request | None = None
    concealed: tuple[int, ...] = ()


class Done(Struct, frozen=True):
    """What a write did: its journal row, where the timeline rests now, the events that it recorded
    (or took back, or brought back), and whether it only repeated an earlier request."""

    row: Row
    timeline: str
    ply: int
    steps: list[Step] = []
    repeated: bool = False

    @property
    def receipt(self) -> str:
        """What proves later that the log still holds this row."""
        return receipt(self.row.n, self.row.digest)


class By(Struct, frozen=True):
    """Who did something, why, which head they believed in, and an id to repeat it safely."""

    by: str = ""
    reason: str = ""
    head: str = ""
    request: str = ""


NOBODY = By()


def play(match: Match, position: fold.Position, ply: int, event: Any) -> Step:
    """Play a recorded event on a position, in place; returns it as the step that it was there."""
    game = match.game
    labels = match.labels(position.state)
    request = fold.due(game, position) if isinstance(event, Resolved) else None
    fold.advance(game, position, (event,))
    return Step(ply, event, labels, request, concealed(game, position.state, event))


def concealed(game: Game, state: Any, event: Any) -> tuple[int, ...]:
    """The places of the values that an adjustment set and that everybody's view of the state after
    it does not hold."""
    if not isinstance(event, Adjusted):
        return ()
    whole, seen = msgspec.to_builtins(state), msgspec.to_builtins(game.view(state, None))
    return tuple(
        place
        for place, change in enumerate(event.values)
        if _inside(whole, change.path) != _inside(seen, change.path)
    )


def _inside(tree: Any, path: Sequence[str | int]) -> Any:
    for step in path:
        try:
            tree = tree[step]
        except (LookupError, TypeError):
            return None
    return tree
