"""The matches of a database in a list, the one played last first.

Only the matches that are shown are folded, and those that are over not even then, where the cache
of results is right.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine import fold
from eventstore import MatchRow, Row, SQLiteStore, StoreError
from replay import reading
from replay.errors import ReplayError
from replay.flags import open_flags
from replay.match import MAIN, Match
from replay.outcomes import Outcome, outcome
from replay.shapes import MatchJson, MatchSideJson


def matches(store: SQLiteStore, most: int | None = None) -> Iterator[MatchJson]:
    """The matches, the one played last first; at most so many."""
    found = [(_played(last), last.id, row, last) for row, last in store.latest()]
    found.sort(key=lambda one: one[:2], reverse=True)
    for played, _, row, last in found[:most]:
        yield _listed(store, row, last, played)


def count(store: SQLiteStore) -> int:
    """How many matches there are."""
    return len(store.matches())


def _played(last: Row) -> str:
    try:
        return last.entry.at
    except StoreError:
        return ""


def _listed(store: SQLiteStore, row: MatchRow, last: Row, played: str) -> MatchJson:
    found = MatchJson(row.name, "", [], 0, [], [], None, [], last.n, played, "")
    try:
        match = Match(store, row)
        found.flags = [flag.n for flag in open_flags(match)]
        found.game, found.players = match.game_name, match.players
        head = store.head(row.id, MAIN)
        found.ply = store.event(head).ply
        ended = outcome(match)
        if ended is None:
            _stands(match, head, found)
        else:
            found.over, found.standing = ended.why, _sides(match, ended)
    except (ReplayError, StoreError) as error:
        found.untold = f"{error}"
    return found


def _stands(match: Match, head: int, found: MatchJson) -> None:
    """Where a match stands that goes on, as everybody may see it."""
    state = reading.viewed(match, match.at(head).position.state, reading.EVERYBODY)
    labels = match.labels(state)
    found.turn = reading.turn_texts(match, state)
    found.waits_for = [labels[seat] for seat in fold.waits(match.game, state)]


def _sides(match: Match, ended: Outcome) -> list[MatchSideJson]:
    names = dict(zip(match.player_ids, match.players, strict=True))
    return [
        MatchSideJson(
            [names.get(id, id[:10]) for id in dict.fromkeys(side.players)], side.points, side.rank
        )
        for side in ended.standing
    ]
