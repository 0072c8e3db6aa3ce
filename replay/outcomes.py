"""How matches ended: from the cache of results where it is right, else by folding.

A cached result names the state that it was made from. Where `main` rests on another one, or the
text is of an older shape, it counts for nothing: the line is folded and the cache made anew.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from engine import fold
from eventstore import StoreError
from replay.steps import MAIN

if TYPE_CHECKING:
    from replay.match import Match


class CachedSide(Struct, forbid_unknown_fields=True):
    """A side by the ids (hex) of its people, once for each of their seats."""

    players: list[str]
    points: int
    rank: int


class Outcome(Struct, forbid_unknown_fields=True):
    """How a match ended, and the hex digest of the state in which it did."""

    why: str
    standing: list[CachedSide]
    state: str

    def winners(self) -> list[str]:
        """The ids (hex) of those on first rank; several where it is shared."""
        won = (id for side in self.standing if side.rank == 1 for id in side.players)
        return list(dict.fromkeys(won))


_decode = msgspec.json.Decoder(Outcome).decode


def result_text(match: Match, state: Any) -> str:
    """The result as the cache keeps it, or "" for none."""
    if not state.ended:
        return ""
    sides = [
        CachedSide(
            [match.player_ids[state.seating[seat]] for seat in side.seats], side.points, side.rank
        )
        for side in fold.standing(match.game, state)
    ]
    found = Outcome(state.ended, sides, match.keeper.digest(state).hex())
    return msgspec.json.encode(found).decode()


def outcome(match: Match) -> Outcome | None:
    """How the line that the table plays ended, or None while it goes on.

    Raises Untold, Differs or another ReplayError where that cannot be told.
    """
    store = match.store
    with store.snapshot():
        event = store.event(store.head(match.row.id, MAIN))
        cached = store.result(match.row.id) or ""
    found = _read(cached)
    if found is not None and found.state == event.state.hex():
        return found
    made = result_text(match, match.at(event.id).position.state)
    if made != cached and not store.readonly:
        # Whoever writes just now need not be waited for: the cache is made again another time.
        with suppress(StoreError):
            store.set_result(match.row.id, made)
    return _read(made)


def _read(text: str) -> Outcome | None:
    try:
        return _decode(text) if text else None
    except msgspec.MsgspecError:
        return None
