"""A step of a line, as it is told."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from engine.chance import Request
from engine.events import Adjusted
from engine.game import Game


class Step(Struct, frozen=True):
    """An event at its ply, how the seats are called there, the request that it answered where
    chance decided, and which values of an adjustment not everybody may see."""

    ply: int
    event: Any
    labels: Sequence[str]
    request: Request | None = None
    concealed: tuple[int, ...] = ()


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
