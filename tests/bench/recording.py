"""Recording a move against a bare SQLite transaction that writes the same rows."""

import sqlite3
import statistics
from collections.abc import Iterator
from typing import Any

from engine import fold
from engine.events import Moved
from eventstore import open_store
from replay.match import Match
from tests.bench.measure import ROUNDS, Figure, figure, folder, milliseconds, seconds, worked

CHUNK = 200
_EVENT = "INSERT INTO events (id, root, parent, ply, state, digest, body) VALUES (?,?,?,?,?,?,?)"
_ROW = (
    "INSERT INTO journal (match, n, timeline, request, before, after, digest, body)"
    " VALUES (?,?,?,?,?,?,?,?)"
)
_COLUMNS = {
    "events": "id, root, parent, ply, state, digest, body",
    "journal": "match, n, timeline, request, before, after, digest, body",
}


def figures() -> Iterator[Figure]:
    yield paired("FULL", "<= 1.4")
    yield paired("OFF", "<= 1.9")
    yield many_matches()
    yield from long_match()


def paired(synchronous: str, bar: str) -> Figure:
    """Chunks of moves through `replay.Match`, and the rows of each chunk written bare."""
    # Without waiting for the disk all that is left is work.
    clock = seconds if synchronous == "FULL" else worked
    with folder() as here:
        with open_store(here / "bare.db", synchronous=synchronous):
            pass
        bare = sqlite3.connect(here / "bare.db", isolation_level=None)
        bare.execute(f"PRAGMA synchronous={synchronous}")
        with open_store(here / "ours.db", synchronous=synchronous) as store:
            match = Match.new(store, "pig", ["Ana", "Bo"], name="friday")
            copied = _copy_tables(store.connection, bare)
            ratios = []
            for _ in range(ROUNDS + 1):
                ours = clock(lambda: record(match, CHUNK))
                rows = list(_new_rows(store.connection, copied))
                ratios.append(ours / clock(lambda rows=rows: _write(bare, rows)))  # type: ignore[misc]
        bare.close()
    what = f"record a move / a bare transaction of the same rows, synchronous={synchronous}"
    return figure(what, ratios[1:], "x", bar)


def record(match: Match, moves: int) -> None:
    """Hold, as often as wanted: the cheapest move there is, so that nothing hides the recording."""
    from pig import Hold

    state = match.position().position.state
    for _ in range(moves):
        match.record([Moved(fold.waits(match.game, state)[0], Hold())])
        state = match.position().position.state


def _copy_tables(ours: sqlite3.Connection, bare: sqlite3.Connection) -> dict[str, int]:
    for table in ("packs", "people", "matches"):
        for row in ours.execute(f"SELECT * FROM {table}"):
            bare.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(row))})", row)
    copied = {"events": 0, "journal": 0}
    _write(bare, list(_new_rows(ours, copied)))
    return copied


def _new_rows(ours: sqlite3.Connection, copied: dict[str, int]) -> Iterator[tuple[Any, Any]]:
    found = {}
    for table, columns in _COLUMNS.items():
        query = f"SELECT {columns} FROM {table} WHERE rowid > ? ORDER BY rowid"
        found[table] = ours.execute(query, (copied[table],)).fetchall()
        copied[table] += len(found[table])
    yield from zip(found["events"], found["journal"], strict=True)


def _write(bare: sqlite3.Connection, rows: list[tuple[Any, Any]]) -> None:
    run = bare.cursor().execute
    for event, row in rows:
        run("BEGIN IMMEDIATE")
        run(_EVENT, event)
        run(_ROW, row)
        run("COMMIT")


def many_matches() -> Figure:
    """Opening and recording in the 20,000th match against the 20th."""
    with folder() as here, open_store(here / "many.db", synchronous="OFF") as store:
        for number in range(20_000):
            match = Match.new(store, "pig", ["Ana", "Bo"], name=f"match-{number}")
            record(match, 1)
        ratios = []
        for k in range(ROUNDS):
            late, early = [
                statistics.median(_opened(store, first + 20 * k + n) for n in range(20))
                for first in (20_000 - 20 * ROUNDS, 20)
            ]
            ratios.append(late / early)
    return figure("open and record: the 20,000th match / the 20th", ratios, "x", "< 1.2")


def _opened(store: Any, number: int) -> float:
    return seconds(lambda: record(Match.open(store, f"match-{number}"), 1))


def long_match() -> Iterator[Figure]:
    """A match of 10,000 plies in a warm process."""
    with folder() as here, open_store(here / "long.db", synchronous="OFF") as store:
        match = Match.new(store, "pig", ["Ana", "Bo"], name="long")
        record(match, 10_000)
        yield milliseconds(
            "10,000 plies: open", lambda: Match.open(store, "long").position(), "< 50"
        )
        yield milliseconds("10,000 plies: undo a step", lambda: match.undo(), "< 50")
        yield milliseconds("10,000 plies: undo a turn", lambda: match.undo(turn=True), "< 50")
        yield milliseconds("10,000 plies: redo a step", lambda: match.redo(), "< 50")
        jumps = iter([str(ply) for ply in range(9_000, 0, -700)] * 2)
        yield milliseconds("10,000 plies: jump", lambda: match.position(at=next(jumps)), "< 50")
