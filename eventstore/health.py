"""What SQLite itself says of a database file, for those who look after it."""

from __future__ import annotations

import sqlite3

from msgspec import Struct

SOUND = (3, 51, 3)
"""From this version on a documented race on resetting the WAL is mended."""
BACKPORTED = {(3, 44): 6, (3, 50): 7}
"""The releases of older lines that have the mending too."""


class Health(Struct, frozen=True):
    """What a database's file says of itself: the library's version, its marks, how it journals,
    and what SQLite's own checks find wrong (nothing: empty)."""

    sqlite: str
    application_id: int
    user_version: int
    journal_mode: str
    integrity: list[str]
    foreign_keys: list[str]


def mended(version: str) -> bool:
    """Whether a version of SQLite has the mended reset of the WAL.

    >>> [mended(v) for v in ("3.51.3", "3.51.2", "3.50.7", "3.44.5", "3.44.6", "4.0.0")]
    [True, False, True, False, True, True]
    """
    major, minor, patch = (int(part) for part in version.split(".")[:3])
    backported = BACKPORTED.get((major, minor))
    return (major, minor, patch) >= SOUND or (backported is not None and patch >= backported)


def examined(connection: sqlite3.Connection) -> Health:
    """The health of a database. Raises `sqlite3.Error` where it cannot even be asked."""

    def one(pragma: str) -> int | str:
        found: int | str = connection.execute(f"PRAGMA {pragma}").fetchone()[0]
        return found

    integrity = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(20)")]
    strays = connection.execute("PRAGMA foreign_key_check").fetchmany(20)
    return Health(
        sqlite=sqlite3.sqlite_version,
        application_id=int(one("application_id")),
        user_version=int(one("user_version")),
        journal_mode=str(one("journal_mode")),
        integrity=[] if integrity == ["ok"] else integrity,
        foreign_keys=[f"row {row} of {table} names no row of {to}" for table, row, to, _ in strays],
    )
