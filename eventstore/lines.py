"""Reading the line from a root to an event, the path that a replay folds.

Parents have smaller ids than their children, and a match is mostly recorded in one go, so a scan
of the table downwards from the event meets the line's events almost one after another: half the
cost of following parents by a recursive statement, which is what is left where it does not.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from eventstore.errors import Damaged, Unknown

_SKIPS = 64
_CHUNK = 256

_SCAN = "SELECT id, parent, {} FROM events WHERE id <= ? ORDER BY id DESC"
_FOLLOW = """WITH RECURSIVE line (id, parent, {own}) AS (
        SELECT id, parent, {own} FROM events WHERE id = ?
        UNION ALL
        SELECT e.id, e.parent, {theirs} FROM line JOIN events e ON e.id = line.parent
            WHERE e.id < line.id LIMIT ?
    )
    SELECT id, parent, {own} FROM line ORDER BY id DESC"""

Line = list[tuple[Any, ...]]


def read_line(connection: sqlite3.Connection, event: int, above: int, columns: str) -> Line:
    """`(id, parent, *columns)` of the events from `event` up to the root, deepest first.

    Those of plies up to `above` are left out. Raises `Unknown`, or `Damaged` if a parent is gone.
    """
    found = connection.execute("SELECT ply FROM events WHERE id = ?", (event,)).fetchone()
    if found is None:
        raise Unknown(f"there is no event {event}")
    wanted = found[0] - max(above, -1)
    line: Line = []
    if wanted <= 0:
        return line
    at = _scan(connection, event, wanted, columns, line)
    if at is not None and len(line) < wanted:
        sql = _FOLLOW.format(own=columns, theirs="e." + columns.replace(", ", ", e."))
        line += connection.execute(sql, (at, wanted - len(line))).fetchall()
    if len(line) != wanted or (above < 0 and line[-1][1] is not None):
        raise Damaged(f"the line to event {event} is broken above event {line[-1][0]}")
    return line


def _scan(
    connection: sqlite3.Connection, event: int, wanted: int, columns: str, line: Line
) -> int | None:
    """Fills `line` while its events lie close together; the event at which it gave up."""
    at: int | None = event
    skipped = 0
    cursor = connection.execute(_SCAN.format(columns), (event,))
    try:
        while at is not None and len(line) < wanted and skipped <= _SKIPS + len(line):
            size = min(_CHUNK, wanted - len(line))
            rows = cursor.fetchmany(size)
            if not rows:
                break
            before = len(line)
            for row in rows:
                if row[0] == at:
                    line.append(row)
                    at = row[1]
            skipped += len(rows) - (len(line) - before)
    finally:
        # An unfinished statement would keep a read transaction open.
        cursor.close()
    return at
