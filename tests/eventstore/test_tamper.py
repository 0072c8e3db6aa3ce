"""Nothing changes the log quietly: the database refuses, and what gets past it is found."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from eventstore import MatchRow, Problem, open_store
from tests.eventstore.helpers import PEOPLE, create, exported, rechained, record, rich

APPEND_ONLY = ("events", "journal", "packs")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.db"
    with open_store(path, synchronous="OFF") as store:
        create(store, "first", 1)
        rich(store)
        record(store, create(store, "last", 2), "z")
    return path


@contextmanager
def raw(path: Path) -> Iterator[sqlite3.Connection]:
    """The file as any other program would open it."""
    with closing(sqlite3.connect(path)) as connection, connection:
        yield connection


@contextmanager
def unguarded(path: Path) -> Iterator[sqlite3.Connection]:
    """The same, without the triggers and checks that refuse changes."""
    with raw(path) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        triggers = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        for (name,) in triggers.fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        yield connection


def columns(table: str) -> list[str]:
    with open_store_in_memory() as connection:
        return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


@contextmanager
def open_store_in_memory() -> Iterator[sqlite3.Connection]:
    from eventstore.schema import migrate

    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection)
        yield connection


def found(path: Path, name: str = "friday") -> tuple[Problem | None, list[Problem]]:
    with open_store(path, readonly=True) as store:
        return store.check(store.match(name).id), store.check_all()


# What the database refuses


@pytest.mark.parametrize("table", [*APPEND_ONLY, "people", "matches"])
def test_nothing_is_deleted(log: Path, table: str) -> None:
    with raw(log) as connection, pytest.raises(sqlite3.IntegrityError, match="never deleted"):
        connection.execute(f"DELETE FROM {table}")


@pytest.mark.parametrize(
    ("table", "column"), [(table, column) for table in APPEND_ONLY for column in columns(table)]
)
def test_nothing_is_updated(log: Path, table: str, column: str) -> None:
    with raw(log) as connection:
        for how in ("UPDATE", "UPDATE OR REPLACE", "UPDATE OR IGNORE"):
            with pytest.raises(sqlite3.IntegrityError, match="never changed"):
                connection.execute(f"{how} {table} SET {column} = {column}")


@pytest.mark.parametrize("column", ["id", "root"])
def test_a_match_keeps_its_root(log: Path, column: str) -> None:
    with raw(log) as connection, pytest.raises(sqlite3.IntegrityError, match="never changed"):
        connection.execute(f"UPDATE matches SET {column} = 1")


def test_a_person_keeps_the_id(log: Path) -> None:
    with raw(log) as connection, pytest.raises(sqlite3.IntegrityError, match="never changed"):
        connection.execute("UPDATE people SET id = x'00'")


@pytest.mark.parametrize("table", [*APPEND_ONLY, "people", "matches"])
@pytest.mark.parametrize("recursive", ["ON", "OFF"])
def test_nothing_is_replaced(log: Path, table: str, recursive: str) -> None:
    names = columns(table)
    key = names[0]
    with raw(log) as connection:
        connection.execute(f"PRAGMA recursive_triggers = {recursive}")
        row = connection.execute(f"SELECT * FROM {table} ORDER BY 1 LIMIT 1").fetchone()
        marks = ", ".join("?" * len(row))
        before = connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall()
        for sql in (
            f"REPLACE INTO {table} VALUES ({marks})",
            f"INSERT OR REPLACE INTO {table} VALUES ({marks})",
            f"INSERT OR IGNORE INTO {table} VALUES ({marks})",
            f"INSERT INTO {table} VALUES ({marks}) ON CONFLICT ({key}) DO UPDATE SET {key} = {key}",
        ):
            with pytest.raises(sqlite3.IntegrityError, match="never"):
                connection.execute(sql, row)
        assert connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall() == before


@pytest.mark.parametrize(
    ("table", "key"), [("events", "digest"), ("journal", "match, n"), ("matches", "name")]
)
def test_a_second_key_is_no_way_around(log: Path, table: str, key: str) -> None:
    rest = ", ".join(columns(table)[1:])
    with raw(log) as connection, pytest.raises(sqlite3.IntegrityError, match="never replaced"):
        connection.execute(f"REPLACE INTO {table} ({rest}) SELECT {rest} FROM {table} LIMIT 1")
    with raw(log) as connection, pytest.raises(sqlite3.IntegrityError, match="never replaced"):
        connection.execute(
            f"INSERT INTO {table} ({rest}) SELECT {rest} FROM {table} WHERE true"
            f" ON CONFLICT ({key}) DO NOTHING"
        )


def test_sqlite_utils_cannot_upsert(log: Path) -> None:
    import sqlite_utils

    with closing(sqlite3.connect(log)) as connection:
        database = sqlite_utils.Database(connection)
        row = next(iter(database["events"].rows))
        with pytest.raises(sqlite3.IntegrityError, match="never"):
            database.table("events").upsert({**row, "body": "{}"}, pk="id")
        with pytest.raises(sqlite3.IntegrityError, match="never"):
            database.table("events").insert({**row, "body": "{}"}, pk="id", replace=True)


# What is found


def changed(value: object) -> list[object]:
    """Other values of the same kind."""
    if isinstance(value, int):
        return [value + 1, value - 1, value + 100, 0]
    if isinstance(value, str):
        return [value + " ", value[:-1], "", value.swapcase()]
    if isinstance(value, bytes):
        return [value[:-1] + bytes([value[-1] ^ 1]), value[:-1], value + b"\0", b""]
    return [1, "x", b"x"]


COLUMNS = [(table, column) for table in (*APPEND_ONLY, "people") for column in columns(table)]


@pytest.mark.parametrize(("table", "column"), COLUMNS)
def test_a_changed_value_is_found(log: Path, table: str, column: str) -> None:
    """Every row of the table, every column, several values; each is put back afterwards."""
    part = {"events": "event", "journal": "journal", "packs": "pack", "people": "person"}[table]
    tried = 0
    with unguarded(log) as connection, open_store(log) as store:
        connection.commit()
        rows = connection.execute(f"SELECT rowid, {column}, * FROM {table}").fetchall()
        names = columns(table)
        for rowid, value, *row in rows:
            for other in [*changed(value), None]:
                if other == value or not put(connection, table, column, rowid, other):
                    continue
                problems = store.check_all()
                assert problems, (table, column, value, other)
                tried += 1
                named = dict(zip(names, row, strict=True))
                if column not in ("id", "root", "match", "n") and table in ("events", "journal"):
                    assert names_row(problems[0], part, named), (problems, named, other)
                else:
                    assert any(problem.part in (part, "match", "journal") for problem in problems)
                there = other if column == "id" and table in ("events", "journal") else rowid
                assert put(connection, table, column, there, value)
        assert store.check_all() == []
    assert tried >= len(rows)


def put(
    connection: sqlite3.Connection, table: str, column: str, rowid: object, value: object
) -> bool:
    """Sets a value and says whether the table's types and keys let it be."""
    try:
        with connection:
            connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (value, rowid))
    except sqlite3.IntegrityError:
        return False
    return True


def names_row(problem: Problem, part: str, row: dict[str, object]) -> bool:
    """Whether a problem names the very row: an event by its id, a journal row by its number."""
    place, key = (problem.event, "id") if part == "event" else (problem.n, "n")
    return problem.part == part and place == row[key]


@pytest.mark.parametrize(
    ("column", "value"),
    [("digest", b"\1" * 32), ("body", "{}"), ("timeline", "mine"), ("request", "mine")],
)
def test_a_changed_row_is_named_by_its_number(log: Path, column: str, value: object) -> None:
    with unguarded(log) as connection:
        connection.execute(f"UPDATE journal SET {column} = ? WHERE n = 4 AND match = 2", (value,))
    problem, _ = found(log)
    assert problem is not None
    assert (problem.part, problem.n, problem.match) == ("journal", 4, "friday")


@pytest.mark.parametrize(
    ("column", "value"),
    [("digest", b"\1" * 32), ("body", "{}"), ("state", b"\1" * 32), ("ply", 9), ("parent", 2)],
)
def test_a_changed_event_is_named_by_its_ply(log: Path, column: str, value: object) -> None:
    with unguarded(log) as connection:
        (id,) = connection.execute(
            "SELECT id FROM events WHERE root = 2 AND ply = 2 ORDER BY id"
        ).fetchone()
        connection.execute(f"UPDATE events SET {column} = ? WHERE id = ?", (value, id))
    problem, _ = found(log)
    assert problem is not None
    assert (problem.part, problem.event) == ("event", id)
    assert problem.ply == (9 if column == "ply" else 2)


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (-3, {"marks": "00" * 32}),
        (-3, {"marks": ""}),
        (-2, {"settles": 2}),
        (-2, {"did": [11]}),
        (-2, {"did": [9, 4]}),
        (-1, {"marks": "", "settles": 11}),
    ],
)
def test_a_link_that_does_not_hold_is_found_though_the_digests_do(
    log: Path, place: int, said: dict[str, object]
) -> None:
    with open_store(log) as store:
        match = store.match("friday")
        rows = store.journal(match.id)
        changed = rechained(exported(store, match)[1], len(rows) + place, **said)
    with unguarded(log) as connection:
        for row, other in zip(rows, changed, strict=True):
            connection.execute(
                "UPDATE journal SET body = ?, digest = ? WHERE id = ?",
                (other.body, other.digest, row.id),
            )
    problem, problems = found(log)
    assert problem is not None
    assert problem == problems[0]
    assert (problem.part, problem.match) == ("journal", "friday")
    # Without its mark the first row that is wrong is the one that settles it.
    assert problem.n == len(rows) + place + 1 + (said == {"marks": ""})


def test_rows_that_mark_are_found_without_reading_the_journal(log: Path) -> None:
    from eventstore.schema import LINKED

    sql = f"SELECT n FROM journal WHERE match = ? AND ({LINKED}) ORDER BY n"
    with raw(log) as connection:
        plan = connection.execute(f"EXPLAIN QUERY PLAN {sql}", (2,)).fetchall()
        assert "USING" in plan[0][3]
        assert "INDEX journal_linked" in plan[0][3]
        assert connection.execute(sql, (2,)).fetchall() == [(11,), (12,), (13,)]
    with unguarded(log) as connection:
        connection.execute("DROP INDEX journal_linked")
    with open_store(log) as store:
        # A file of before has no such index.
        assert [row.n for row in store.linked(store.match("friday").id)] == [11, 12, 13]


def test_text_that_is_none_any_more_is_named(log: Path) -> None:
    with unguarded(log) as connection:
        connection.execute("UPDATE events SET body = CAST(x'7bff7d' AS TEXT) WHERE id = 4")
    problem, _ = found(log)
    assert problem is not None
    assert problem.event == 4


@pytest.mark.parametrize("table", ["events", "journal"])
def test_a_row_taken_out_is_missed(log: Path, table: str) -> None:
    with raw(log) as connection:
        (rows,) = connection.execute(f"SELECT max(id) FROM {table}").fetchone()
    content = log.read_bytes()
    for id in range(1, rows):
        log.write_bytes(content)
        with unguarded(log) as connection:
            connection.execute(f"DELETE FROM {table} WHERE id = ?", (id,))
        assert found(log)[1], id


@pytest.mark.parametrize("table", ["packs", "people"])
def test_a_pack_or_person_taken_out_is_missed(log: Path, table: str) -> None:
    with unguarded(log) as connection:
        connection.execute(f"DELETE FROM {table}")
    problem, _ = found(log)
    assert problem is not None
    assert problem.part == {"packs": "pack", "people": "person"}[table]


def test_names_that_change_places_are_found(log: Path) -> None:
    with unguarded(log) as connection:
        for column in ("salt, entered, name, mark", "name, mark, reads", "name, mark", "name"):
            names = column.split(", ")
            rows = connection.execute(f"SELECT {column} FROM people ORDER BY rowid").fetchall()
            for id, row in zip((PEOPLE[1].id, PEOPLE[0].id), rows, strict=True):
                sets = ", ".join(f"{name} = ?" for name in names)
                connection.execute(f"UPDATE people SET {sets} WHERE id = ?", (*row, id))
            connection.commit()
            # With one salt for both, all that a rename writes may change places.
            problem, _ = found(log)
            assert (problem is None) == (column == "name, mark, reads")
            for id, row in zip((PEOPLE[0].id, PEOPLE[1].id), rows, strict=True):
                sets = ", ".join(f"{name} = ?" for name in names)
                connection.execute(f"UPDATE people SET {sets} WHERE id = ?", (*row, id))


def test_an_event_that_nobody_recorded_is_found(log: Path) -> None:
    from eventstore import event_digest

    with raw(log) as connection:
        (digest,) = connection.execute("SELECT digest FROM events WHERE id = 4").fetchone()
        stray = event_digest(digest, bytes(32), "{}")
        connection.execute(
            "INSERT INTO events (root, parent, ply, state, digest, body)"
            " SELECT root, id, ply + 1, ?, ?, '{}' FROM events WHERE id = 4",
            (bytes(32), stray),
        )
    problem, _ = found(log)
    assert problem is not None
    assert problem.part == "event"
    assert "no row of the journal" in problem.what


def test_what_belongs_to_no_match_is_found(log: Path) -> None:
    with unguarded(log) as connection:
        connection.execute("DELETE FROM matches WHERE name = 'friday'")
    with open_store(log) as store:
        parts = {problem.part for problem in store.check_all()}
    assert parts == {"event", "journal"}


def test_a_match_given_another_root_is_found(log: Path) -> None:
    with unguarded(log) as connection:
        connection.execute("UPDATE matches SET root = 1 WHERE name = 'friday'")
    assert found(log)[0] is not None
    with unguarded(log) as connection:
        connection.execute("UPDATE matches SET root = 4 WHERE name = 'friday'")
    problem, _ = found(log)
    assert problem is not None
    assert problem.part == "match"


def test_a_damaged_line_is_refused_when_read(log: Path) -> None:
    from eventstore import Damaged

    with unguarded(log) as connection:
        connection.execute("DELETE FROM events WHERE id = 3")
    with open_store(log) as store, pytest.raises(Damaged, match="broken"):
        store.path(4)


def test_a_sound_log_is_found_sound(log: Path) -> None:
    assert found(log) == (None, [])
    with open_store(log) as store:
        assert store.integrity() == []
        assert isinstance(store.match("last"), MatchRow)
