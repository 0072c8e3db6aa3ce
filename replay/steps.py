"""A step of a line, as it is told."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from engine.chance import Request


class Step(Struct, frozen=True):
    """An event at its ply, how the seats are called there, and the request that it answered where
    chance decided."""

    ply: int
    event: Any
    labels: Sequence[str]
    request: Request | None = None
