"""Files: which are opened, which are refused and left alone, and copies of them."""

from __future__ import annotations

import hashlib
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
import sqlite_utils

from eventstore import (
    Busy,
    Damaged,
    Full,
    Missing,
    NewerSchema,
    NotRetold,
    ReadOnly,
    StoreError,
    Taken,
    Unknown,
    open_store,
    schema,
)
from tests.eventstore.helpers import create, entry, record, rich

ROOT = Path(__file__).resolve().parents[2]


def contents(folder: Path) -> dict[str, str]:
    """Every file of a folder by the digest of what is in it."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.iterdir()
        if path.is_file()
    }


def built(path: Path) -> Path:
    with open_store(path, synchronous="OFF") as store:
        rich(store)
    return path


def refused(
    path: Path | str, kind: type[StoreError], *, create: bool = True, readonly: bool = False
) -> str:
    with pytest.raises(kind) as caught:
        open_store(path, create=create, readonly=readonly).close()
    message = str(caught.value)
    assert "\n" not in message
    assert "Traceback" not in message
    return message


# What is opened


@pytest.mark.parametrize(
    "name",
    [
        "plain.db",
        "a b.db",
        "what?.db",
        "50%25.db",
        "%41.db",
        "a#b.db",
        "a&mode=memory.db",
        "?mode=memory",
        "Zoë–龙.db",
        "e\u0301.db",
        "new\nline.db",
        "quote'\".db",
        "back\\slash.db",
        "-wal",
        ":memory:",
        "file:x.db",
    ],
)
def test_the_very_file_named_is_opened(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    built(path)
    assert [file.name for file in tmp_path.iterdir()] == [name]
    with open_store(path, create=False) as store:
        assert store.match("friday").root == 1
        assert store.check_all() == []


def test_a_name_that_is_not_utf8_is_opened(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff.db"
    with open_store(os.fsdecode(path)) as store:
        create(store)
    assert os.path.exists(path)


def test_a_relative_path_and_a_link_name_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built(tmp_path / "log.db")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "link.db").symlink_to(tmp_path / "log.db")
    monkeypatch.chdir(tmp_path)
    with open_store("log.db") as one, open_store("elsewhere/link.db") as two:
        record(one, one.match("friday"), "x")
        record(two, two.match("friday"), "y")
        assert one.check_all() == []


def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    path.touch()
    built(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA application_id").fetchone() == (0x52544C44,)
        assert connection.execute("PRAGMA user_version").fetchone() == (2,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_opening_needs_nothing_heavy(tmp_path: Path) -> None:
    path = built(tmp_path / "log.db")
    program = (
        "import sys; from eventstore import open_store\n"
        "store = open_store(sys.argv[1]); store.check_all()\n"
        "assert not {'sqlite_utils', 'click', 'rich', 'engine', 'replay', 'cli'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program, path], check=True, cwd=ROOT)


def test_a_step_of_the_schema_that_fails_leaves_the_file_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(database: object) -> None:
        schema.MIGRATIONS[0](database)  # type: ignore[arg-type]
        raise sqlite3.OperationalError("no such thing")

    monkeypatch.setattr(schema, "MIGRATIONS", {0: schema.MIGRATIONS[1], 1: broken})
    refused(tmp_path / "log.db", StoreError)
    monkeypatch.undo()
    with closing(sqlite3.connect(tmp_path / "log.db")) as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,)
    built(tmp_path / "log.db")


def test_an_older_schema_is_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = built(tmp_path / "log.db")
    steps = schema.MIGRATIONS

    def third(database: object) -> None:
        database.create_view("later", "SELECT 1 AS one")  # type: ignore[attr-defined]

    monkeypatch.setattr(schema, "MIGRATIONS", {**steps, 3: third})
    for module in ("eventstore.schema", "eventstore.opening"):
        monkeypatch.setattr(sys.modules[module], "VERSION", 3)
    with open_store(path) as store:
        assert store.check_all() == []
        assert store.connection.execute("SELECT one FROM later").fetchone() == (1,)
    monkeypatch.undo()
    assert "version 3" in refused(path, NewerSchema)


def of_version_1(path: Path, source: Path) -> Path:
    """The file that the first version of the program would have written of the same matches."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        schema.MIGRATIONS[1](sqlite_utils.Database(connection))
        connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        connection.execute("PRAGMA user_version = 1")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("ATTACH ? AS source", (f"{source}",))
        for table in ("events", "matches", "journal", "packs", "people", "results"):
            rows = connection.execute(f"PRAGMA main.table_info({table})")
            names = ", ".join(row[1] for row in rows)
            connection.execute(f"INSERT INTO {table} ({names}) SELECT {names} FROM source.{table}")
    return path


def test_a_file_of_the_first_version_becomes_one_of_the_second(tmp_path: Path) -> None:
    path = of_version_1(tmp_path / "old.db", built(tmp_path / "new.db"))
    with open_store(path) as store:
        match = store.match("friday")
        assert store.health().user_version == 2
        assert [row.n for row in store.linked(match.id)] == [11, 12, 13]
        assert [one.name for one in store.people_alike("ERICH!")] == ["Erich"]
        record(store, match, "x")
        assert store.check_all() == []
        indexes = store.connection.execute("SELECT name FROM sqlite_schema WHERE type = 'index'")
        assert {"journal_linked", "people_reads"} <= {name for (name,) in indexes}


def test_a_file_of_the_first_version_that_had_the_index_of_the_second_becomes_one(
    tmp_path: Path,
) -> None:
    path = of_version_1(tmp_path / "old.db", built(tmp_path / "new.db"))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            f"CREATE INDEX journal_linked ON journal (match, n) WHERE {schema.LINKED}"
        )
    with open_store(path) as store:
        assert store.check_all() == []


def test_a_file_of_the_first_version_is_read_where_it_cannot_be_written(tmp_path: Path) -> None:
    path = of_version_1(tmp_path / "old.db", built(tmp_path / "new.db"))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = path.read_bytes()
    with open_store(path, readonly=True) as store:
        match = store.match("friday")
        assert [row.n for row in store.linked(match.id)] == [11, 12, 13]
        assert [one.name for one in store.everybody()] == ["Erich", "Claudia"]
        assert store.check_all() == []
        assert store.health().user_version == 1
    assert path.read_bytes() == before


# What is refused, and left alone


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = built(tmp_path / "log.db")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 7")
    before = contents(tmp_path)
    for readonly in (False, True):
        message = refused(path, NewerSchema, readonly=readonly)
        assert "version 7" in message
        assert "up to 2" in message
    assert contents(tmp_path) == before


@pytest.mark.parametrize("mode", ["delete", "wal"])
@pytest.mark.parametrize("mark", ["CREATE TABLE t (x)", "PRAGMA user_version = 1", "both"])
def test_a_database_of_another_program_is_left_alone(tmp_path: Path, mode: str, mark: str) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA journal_mode = {mode}")
        if mark == "both":
            connection.execute("PRAGMA application_id = 77")
            mark = "CREATE TABLE events (x)"
        connection.execute(mark)
        connection.commit()
    before = contents(tmp_path)
    for readonly in (False, True):
        refused(path, NotRetold, readonly=readonly)
    assert contents(tmp_path) == before


def test_a_database_that_another_program_is_writing_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE first (x)")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE second (x)")
        before = contents(tmp_path)
        refused(path, NotRetold)
        assert contents(tmp_path) == before


@pytest.mark.parametrize(
    "data", [b"x", b"hello, world\n" * 400, b"\0" * 4096, b"SQLite format 3\0", b"SQLite format 3"]
)
def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(data)
    for readonly in (False, True):
        refused(path, NotRetold, readonly=readonly)
    assert path.read_bytes() == data
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]


def test_a_truncated_database_is_refused_or_found_damaged(tmp_path: Path) -> None:
    whole = built(tmp_path / "log.db").read_bytes()
    pages = range(4096, len(whole), 4096)
    for size in [1, 15, 16, 50, 99, 100, 511, 512, 4095, *pages, *(n - 7 for n in pages)]:
        path = tmp_path / f"cut-{size}.db"
        path.write_bytes(whole[:size])
        with pytest.raises(StoreError) as caught, open_store(path) as store:
            assert store.integrity() == []
            assert store.check_all() == []
            assert store.match("friday")
            pytest.fail(f"cut to {size} bytes it was found sound")
        assert isinstance(caught.value, NotRetold | Damaged), size
        assert "\n" not in str(caught.value)


def test_a_garbled_page_never_gives_a_traceback(tmp_path: Path) -> None:
    whole = bytearray(built(tmp_path / "log.db").read_bytes())
    for start in range(100, len(whole), 1511):
        garbled = bytearray(whole)
        garbled[start : start + 700] = bytes(700)
        path = tmp_path / "garbled.db"
        path.write_bytes(garbled)
        with suppress(StoreError), open_store(path) as store:
            store.integrity()
            store.check_all()
            for match in store.matches():
                store.path(store.head(match.id, "main"))


def test_what_cannot_be_a_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "fifo")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "s"))
        for name in ("folder", "fifo", "s"):
            refused(tmp_path / name, NotRetold)
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    refused(tmp_path / "loop", NotRetold)
    refused("/dev/null", NotRetold)
    refused(tmp_path / "missing" / "log.db", Missing)
    refused(tmp_path / "log.db", Missing, create=False)
    refused(tmp_path / "log.db", Missing, readonly=True)
    (tmp_path / "file").touch()
    refused(tmp_path / "file" / "log.db", NotRetold)
    refused(tmp_path / ("x" * 300), NotRetold)
    for name in ("", "a\0b", "a\ud800b"):
        refused(name, NotRetold)
    with pytest.raises(StoreError, match="SOMETIMES"):
        open_store(tmp_path / "log.db", synchronous="SOMETIMES")
    assert not (tmp_path / "log.db").exists()


# Reading only


def test_opened_for_reading_nothing_can_be_written(tmp_path: Path) -> None:
    path = built(tmp_path / "log.db")
    with open_store(path, readonly=True) as store:
        match = store.match("friday")
        assert store.readonly
        assert store.check_all() == []
        for write in (
            lambda: record(store, match, "x"),
            lambda: create(store, "other", 1),
            lambda: store.set_result(match.id, "{}"),
            lambda: store.add_people([]),
            lambda: store.forget_person(bytes(16)),
        ):
            with pytest.raises(ReadOnly):
                write()
    open_store(path).close()
    assert [file.name for file in tmp_path.iterdir()] == ["log.db"]


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that another user can reach, which pytest's own are not."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)
        os.chmod(folder, 0o755)


Guest = Callable[..., list[str]]


@pytest.fixture
def guest() -> Iterator[Guest]:
    """What somebody sees who may only read: nobody if we are root, else ourselves.

    It is a fork, since another user may not be able to start our Python; it is made before the
    test opens anything, since SQLite's connections must not be carried across a fork.
    """
    ours, theirs = socket.socketpair()
    child = os.fork()
    if child == 0:
        ours.close()
        serve_guest(theirs)
    theirs.close()

    def ask(path: Path, how: str = "rw") -> list[str]:
        ours.sendall(f"{how}{path}".encode())
        return ours.recv(10_000).decode().splitlines()

    yield ask
    ours.close()
    os.waitpid(child, 0)


def serve_guest(theirs: socket.socket) -> None:
    try:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
        while asked := theirs.recv(10_000).decode():
            theirs.sendall("\n".join(seen(asked[2:], asked[:2] == "ro")).encode())
    finally:
        os._exit(0)


def assert_read(told: list[str], n: int) -> None:
    assert told[0] == f"True {n}"
    assert told[1].startswith("ReadOnly ")


def seen(path: str, readonly: bool) -> list[str]:
    told = []
    try:
        with open_store(path, readonly=readonly) as store:
            match = store.matches()[0]
            assert store.check_all() == []
            told.append(f"{store.readonly} {store.last_row(match.id).n}")
            store.set_result(match.id, "{}")
    except Exception as error:
        told.append(f"{type(error).__name__} {error}")
    return told


@pytest.mark.parametrize("how", ["rw", "ro"])
@pytest.mark.parametrize("folder_mode", [0o555, 0o777])
def test_a_file_that_may_only_be_read_is_read(
    guest: Guest, shared: Path, how: str, folder_mode: int
) -> None:
    path = built(shared / "log.db")
    path.chmod(0o444)
    shared.chmod(folder_mode)
    assert_read(guest(path, how), 13)
    assert [file.name for file in shared.iterdir()] == ["log.db"]


def test_a_folder_that_may_only_be_read_is_read(guest: Guest, shared: Path) -> None:
    path = built(shared / "log.db")
    path.chmod(0o666)
    shared.chmod(0o555)
    assert_read(guest(path), 13)
    (told,) = guest(shared / "other.db")
    assert told.startswith("ReadOnly")


def test_a_guest_reads_what_the_host_is_writing(guest: Guest, shared: Path) -> None:
    path = shared / "log.db"
    with open_store(path, synchronous="OFF") as store:
        match = rich(store)
        record(store, match, "x")
        for file in shared.iterdir():
            file.chmod(0o444)
        shared.chmod(0o555)
        assert_read(guest(path), 14)


def test_recordings_left_in_a_wal_are_never_overlooked(guest: Guest, shared: Path) -> None:
    """Where the `-wal` cannot be read through SQLite, the file beside it is not shown as all."""
    path = shared / "log.db"
    (shared / "copy").mkdir()
    copy = shared / "copy" / "log.db"
    with open_store(path, synchronous="OFF") as store:
        rich(store)
        shutil.copy(path, copy)
        shutil.copy(f"{path}-wal", f"{copy}-wal")
    for file in copy.parent.iterdir():
        file.chmod(0o444)
    copy.parent.chmod(0o555)
    (told,) = guest(copy)
    copy.parent.chmod(0o755)
    assert told.startswith("Damaged")
    assert "-wal" in told


# Locks, space, copies


def test_a_second_opening_in_one_process_drops_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    write = (
        "import sqlite3, sys; sqlite3.connect(sys.argv[1], timeout=0).execute('BEGIN IMMEDIATE')"
    )
    with open_store(path) as store:
        create(store)
        store.connection.execute("BEGIN IMMEDIATE")
        for how in (True, False):
            open_store(path, readonly=how).close()
        done = subprocess.run([sys.executable, "-c", write, path], capture_output=True, text=True)
        assert "database is locked" in done.stderr
        store.connection.execute("ROLLBACK")
        subprocess.run([sys.executable, "-c", write, path], check=True)


def test_a_locked_database_is_a_refusal_that_may_be_repeated(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    with open_store(path, timeout=0.05) as store, open_store(path) as other:
        match = create(store)
        other.connection.execute("BEGIN IMMEDIATE")
        for write in (lambda: record(store, match, "a"), lambda: create(store, "next", 1)):
            with pytest.raises(Busy, match="try again"):
                write()
        assert len(store.journal(match.id)) == 1
        other.connection.execute("ROLLBACK")
        assert record(store, match, "a").n == 2


def test_a_full_disk_leaves_no_half_recording(tmp_path: Path) -> None:
    with open_store(tmp_path / "log.db", synchronous="OFF") as store:
        match = create(store)
        (pages,) = store.connection.execute("PRAGMA page_count").fetchone()
        store.connection.execute(f"PRAGMA max_page_count = {pages + 8}")
        with pytest.raises(Full, match="make room"):
            for n in range(2, 1000):
                record(store, match, *(f"{n} {i} {'x' * 200}" for i in range(5)))
        rows = store.journal(match.id)
        assert len(store.events_of(match.id)) == 1 + 5 * (len(rows) - 1)
        assert store.check_all() == []
        store.connection.execute("PRAGMA max_page_count = 100000")
        assert record(store, match, "y").n == len(rows) + 1


def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = open_store(tmp_path / "log.db")
    match = create(store)
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.matches()
    with pytest.raises(StoreError, match="closed"):
        store.append(match.id, entry(), head=1)


def test_a_backup_holds_all_that_was_acknowledged(tmp_path: Path) -> None:
    with open_store(tmp_path / "log.db") as store:
        match = rich(store)
        row = record(store, match, "in the wal only")
        for name in ("copy.db", "what?#%.db", "file:x.db"):
            store.backup(tmp_path / name)
            with open_store(tmp_path / name, readonly=True) as copy:
                assert copy.last_row(match.id) == row
                assert copy.check_all() == []
                assert copy.integrity() == []
        with open_store(tmp_path / "copy.db") as copy:
            assert record(copy, match, "z").n == row.n + 1
        before = contents(tmp_path)
        for name in ("copy.db", "log.db", "."):
            with pytest.raises(Taken):
                store.backup(tmp_path / name)
        with pytest.raises(Missing):
            store.backup(tmp_path / "missing" / "copy.db")
        with pytest.raises(StoreError), store.snapshot():
            store.backup(tmp_path / "inside.db")
        assert contents(tmp_path) == before


def test_a_backup_is_made_of_a_database_that_may_only_be_read(tmp_path: Path) -> None:
    path = built(tmp_path / "log.db")
    with open_store(path, readonly=True) as store:
        store.backup(tmp_path / "copy.db")
    with open_store(tmp_path / "copy.db") as copy:
        assert copy.check_all() == []


def test_who_is_forgotten_is_nowhere_in_the_file(tmp_path: Path) -> None:
    from tests.eventstore.helpers import PEOPLE

    path = tmp_path / "log.db"
    with open_store(path) as store:
        create(store)
        store.rename_person(PEOPLE[1].id, "Klaudia-Renamed")
        store.forget_person(PEOPLE[1].id)
        # While the store is still open: nothing may be left for whoever copies the files now.
        found = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"Claudia" not in found
    assert b"Klaudia-Renamed" not in found
    assert b"Erich" in found


def test_views_can_be_read_by_anybody(tmp_path: Path) -> None:
    path = built(tmp_path / "log.db")
    with open_store(path) as store:
        (match,) = store.rows("matches_view")
        assert (match["match"], match["rows"], match["plies"]) == ("friday", 13, 3)
        moves = store.rows("moves_view")
        assert [(move["ply"], move["kind"]) for move in moves] == [
            (0, "opened"),
            (1, "moved"),
            (2, "moved"),
            (3, "moved"),
        ]
        assert store.rows("results_view") == [
            {"match": "friday", "game": None, "result": '{"winner":"Erich"}'}
        ]
        with pytest.raises(Unknown):
            store.rows("events")
        assert store.sqlite_version == sqlite3.sqlite_version
    with closing(sqlite3.connect(path)) as connection:
        for view in ("matches_view", "moves_view", "results_view"):
            assert connection.execute(f"SELECT * FROM {view}").fetchall()
