"""The tables of a SQLite store, and how an older file becomes a newer one."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TYPE_CHECKING

from eventstore.people import reading

if TYPE_CHECKING:
    import sqlite_utils

APPLICATION_ID = 0x52544C44  # "RTLD"
VERSION = 2
OLDEST = 1
"""The oldest version that can be read as it is."""
LINKED = """instr(body, '"marks":"') OR instr(body, '"settles":')"""
"""Whether a row of the journal marks an event or settles what another marked. No text that somebody
entered reads so, since its quotes are escaped."""

_TABLES = (
    """CREATE TABLE events (
        id INTEGER PRIMARY KEY,
        root INTEGER NOT NULL REFERENCES events(id),
        parent INTEGER REFERENCES events(id),
        ply INTEGER NOT NULL,
        state BLOB NOT NULL CHECK (length(state) = 32),
        digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
        body TEXT NOT NULL
    ) STRICT""",
    "CREATE INDEX events_root ON events (root)",
    """CREATE TABLE matches (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        root INTEGER NOT NULL REFERENCES events(id)
    ) STRICT""",
    "CREATE INDEX matches_root ON matches (root)",
    """CREATE TABLE journal (
        id INTEGER PRIMARY KEY,
        match INTEGER NOT NULL REFERENCES matches(id),
        n INTEGER NOT NULL,
        timeline TEXT NOT NULL,
        request TEXT,
        before INTEGER REFERENCES events(id),
        after INTEGER NOT NULL REFERENCES events(id),
        digest BLOB NOT NULL CHECK (length(digest) = 32),
        body TEXT NOT NULL,
        UNIQUE (match, n)
    ) STRICT""",
    "CREATE INDEX journal_timeline ON journal (match, timeline, n)",
    "CREATE INDEX journal_request ON journal (request) WHERE request IS NOT NULL",
    "CREATE TABLE packs (digest BLOB PRIMARY KEY NOT NULL, body TEXT NOT NULL) STRICT",
    """CREATE TABLE people (
        id BLOB PRIMARY KEY NOT NULL,
        salt BLOB,
        entered TEXT,
        name TEXT,
        mark BLOB
    ) STRICT""",
    "CREATE INDEX people_name ON people (name)",
    "CREATE TABLE results (match INTEGER PRIMARY KEY REFERENCES matches(id), body TEXT NOT NULL)"
    " STRICT",
)

# What an INSERT must not find: REPLACE and upsert change a row by inserting over it, so refusing
# UPDATE and DELETE alone would let them pass.
_KEYS = {
    "events": ("id = NEW.id", "digest = NEW.digest"),
    "journal": ("id = NEW.id", "match = NEW.match AND n = NEW.n"),
    "packs": ("digest = NEW.digest",),
    "people": ("id = NEW.id",),
    "matches": ("id = NEW.id", "name = NEW.name"),
}
_UPDATES = {"people": "UPDATE OF id", "matches": "UPDATE OF id, root"}

_VIEWS = {
    "matches_view": """SELECT m.name AS match, lower(hex(r.digest)) AS root,
            json_extract(r.body, '$.game') AS game,
            json_extract(o.body, '$.at') AS opened, json_extract(l.body, '$.at') AS latest,
            l.n AS rows, h.ply AS plies
        FROM matches m
        JOIN events r ON r.id = m.root
        JOIN journal o ON o.match = m.id AND o.n = 1
        JOIN journal l ON l.match = m.id
            AND l.n = (SELECT max(n) FROM journal WHERE match = m.id)
        JOIN journal t ON t.match = m.id
            AND t.n = (SELECT max(n) FROM journal WHERE match = m.id AND timeline = o.timeline)
        JOIN events h ON h.id = t.after
        ORDER BY m.id""",
    # What stands on the timeline that a match was opened with.
    "moves_view": """WITH RECURSIVE line (match, id, parent, ply, digest, body) AS (
            SELECT m.name, e.id, e.parent, e.ply, e.digest, e.body
            FROM matches m
            JOIN journal o ON o.match = m.id AND o.n = 1
            JOIN journal t ON t.match = m.id
                AND t.n = (SELECT max(n) FROM journal WHERE match = m.id AND timeline = o.timeline)
            JOIN events e ON e.id = t.after
            UNION ALL
            SELECT line.match, e.id, e.parent, e.ply, e.digest, e.body
            FROM line JOIN events e ON e.id = line.parent
        )
        SELECT match, ply, (SELECT value FROM json_each(line.body) LIMIT 1) AS kind,
            lower(hex(digest)) AS digest, body
        FROM line ORDER BY match, ply""",
    "results_view": """SELECT m.name AS match, json_extract(r.body, '$.game') AS game,
            c.body AS result
        FROM results c JOIN matches m ON m.id = c.match JOIN events r ON r.id = m.root
        ORDER BY m.id""",
}


def _triggers(table: str) -> list[str]:
    exists = " OR ".join(f"EXISTS (SELECT 1 FROM {table} WHERE {key})" for key in _KEYS[table])
    refused = {
        "update": (_UPDATES.get(table, "UPDATE"), "", "are never changed"),
        "delete": ("DELETE", "", "are never deleted"),
        "insert": ("INSERT", f"WHEN {exists}", "are never replaced"),
    }
    return [
        f"CREATE TRIGGER {table}_{name} BEFORE {what} ON {table} {when}"
        f" BEGIN SELECT RAISE(ABORT, '{table} {why}'); END"
        for name, (what, when, why) in refused.items()
    ]


def _version_1(database: sqlite_utils.Database) -> None:
    for sql in _TABLES:
        database.execute(sql)
    for table in _KEYS:
        for sql in _triggers(table):
            database.execute(sql)
    for name, sql in _VIEWS.items():
        database.create_view(name, sql)


def _version_2(database: sqlite_utils.Database) -> None:
    """Rows may mark events and settle what was marked, and people are found by how they read."""
    # Some files have it already. Without it the same rows are found, only later.
    database.execute(
        f"CREATE INDEX IF NOT EXISTS journal_linked ON journal (match, n) WHERE {LINKED}"
    )
    database.execute("ALTER TABLE people ADD COLUMN reads TEXT")
    named = database.execute("SELECT id, name FROM people WHERE name IS NOT NULL").fetchall()
    for id, name in named:
        database.execute("UPDATE people SET reads = ? WHERE id = ?", (reading(name), id))
    database.execute("CREATE INDEX people_reads ON people (reads)")


MIGRATIONS: dict[int, Callable[[sqlite_utils.Database], None]] = {1: _version_1, 2: _version_2}
"""By the version that each leads to; a step never changes once it was released."""


def migrate(connection: sqlite3.Connection) -> None:
    """Brings a database, empty or older, to `VERSION` in one transaction.

    Another process may have done it in the meantime; then nothing is left to do.
    """
    import sqlite_utils

    database = sqlite_utils.Database(connection, recursive_triggers=False, execute_plugins=False)
    connection.execute("BEGIN IMMEDIATE")
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        for step in range(version + 1, VERSION + 1):
            MIGRATIONS[step](database)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {max(version, VERSION)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
