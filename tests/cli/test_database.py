"""The database: where it is, and every way in which it cannot be used."""

import os
import socket
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from eventstore import open_store
from tests.cli.desk import Desk

READING = [
    ["show", "friday"],
    ["log", "friday"],
    ["moves", "friday"],
    ["timelines", "friday"],
    ["tree", "friday"],
    ["diff", "friday", "0", "0"],
    ["replay", "friday"],
    ["export", "friday"],
    ["verify", "friday"],
    ["verify", "--all"],
]
WRITING = [
    ["record", "friday", "roll 5"],
    ["undo", "friday"],
    ["redo", "friday"],
    ["note", "friday", "hello"],
    ["branch", "friday", "what-if"],
    ["adopt", "friday", "what-if"],
    ["rule", "friday", "a=b"],
    ["adjust", "friday", "a=b"],
    ["reseed", "friday", "7"],
]


@pytest.mark.parametrize("args", READING + WRITING)
def test_a_missing_database_is_said_plainly_and_not_made(desk: Desk, args: list[str]) -> None:
    sentence = desk.refuse(*args)
    assert str(desk.db) in sentence
    assert "`retold new`" in sentence
    assert not desk.db.exists()


def test_the_database_is_named_before_or_behind_the_command(friday: Desk) -> None:
    other = friday.folder / "other.db"
    assert str(other) in friday.refuse("show", "friday", "--db", str(other))
    assert str(other) in friday.refuse("--db", str(other), "show", "friday")
    friday.say("show", "friday", "--db", str(friday.db), RETOLD_DB=str(other))


def test_without_a_name_it_is_in_the_users_data_folder(desk: Desk) -> None:
    home: dict[str, Any] = {"HOME": str(desk.folder), "XDG_DATA_HOME": str(desk.folder / "data")}
    assert "data" in desk.refuse("show", "friday", RETOLD_DB=None, **home)
    assert not (desk.folder / "data").exists()
    desk.say("new", "pig", "-p", "A", "-p", "B", RETOLD_DB=None, **home)
    assert (desk.folder / "data" / "retold" / "retold.db").is_file()


def test_a_refused_first_match_leaves_no_database(desk: Desk) -> None:
    desk.refuse("new", "chess", "-p", "A", "-p", "B")
    assert not desk.db.exists()


def test_a_match_that_is_not_there_lists_those_that_are(friday: Desk) -> None:
    for name in ("sunday", "", "\x00", "\udcff", "x" * 1_000_000, "FRIDAY"):
        for args in (["show", name], ["record", name, "roll 5"], ["verify", name]):
            sentence = friday.refuse(*args)
            assert "friday" in sentence or "Unicode" in sentence
            assert len(sentence) < 800


def test_a_folder_a_pipe_and_a_socket_are_no_databases(desk: Desk) -> None:
    desk.db.mkdir()
    for args in (["show", "friday"], ["new", "pig", "-p", "A", "-p", "B"]):
        assert "folder" in desk.refuse(*args)
    pipe, plug = desk.folder / "pipe", desk.folder / "plug"
    os.mkfifo(pipe)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(plug))
        for path in (pipe, plug):
            assert "not an ordinary file" in desk.refuse("show", "friday", RETOLD_DB=str(path))


@pytest.mark.parametrize("name", ["", "a\x00b", "\udcff\ud800", "x" * 5000, "no/such/folder/x.db"])
def test_a_path_that_names_no_file_is_refused(desk: Desk, name: str) -> None:
    where = str(desk.folder / name) if name else name
    for args in (["show", "friday"], ["new", "pig", "-p", "A", "-p", "B"]):
        desk.refuse("--db", where, *args)


@pytest.mark.parametrize(
    "data", [b"not a database at all" * 100, b"SQLite format 3\0" + b"x" * 4080, b"\0" * 4096]
)
def test_a_foreign_file_is_refused_and_left_as_it_is(desk: Desk, data: bytes) -> None:
    desk.db.write_bytes(data)
    for args in (["show", "friday"], ["record", "friday", "roll 5"],
                 ["new", "pig", "-p", "A", "-p", "B"]):  # fmt: skip
        result = desk.invoke(*args)
        assert result.exit_code == 1
        assert result.stderr.count("\n") == 1
        assert desk.db.read_bytes() == data


def test_a_database_of_another_program_is_refused(desk: Desk) -> None:
    connection = sqlite3.connect(desk.db)
    connection.execute("CREATE TABLE birds (name)")
    connection.commit()
    connection.close()
    data = desk.db.read_bytes()
    for args in (["show", "friday"], ["new", "pig", "-p", "A", "-p", "B"]):
        assert "another program" in desk.invoke(*args).stderr
    assert desk.db.read_bytes() == data


def test_a_newer_version_is_refused_with_both_named(friday: Desk) -> None:
    connection = sqlite3.connect(friday.db)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    for args in (["show", "friday"], ["record", "friday", "roll 5"], ["verify", "--all"]):
        sentence = friday.refuse(*args)
        assert "99" in sentence
        assert "up to 2" in sentence


@pytest.mark.parametrize("keep", [0.2, 0.5, 0.9])
def test_a_truncated_database_is_refused_or_read_without_harm(friday: Desk, keep: float) -> None:
    for _ in range(20):
        friday.say("record", "friday", "roll 5")
    data = friday.db.read_bytes()
    data = data[: int(len(data) * keep) // 4096 * 4096]
    friday.db.write_bytes(data)
    for args in (*READING, ["record", "friday", "roll 5"]):
        result = friday.invoke(*args)
        assert result.exit_code in (0, 1)
        assert result.stderr.count("\n") == result.exit_code
        assert "Traceback" not in result.stderr


def test_a_locked_database_waits_and_is_then_refused_plainly(friday: Desk) -> None:
    connection = sqlite3.connect(friday.db, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    try:
        sentence = friday.refuse("record", "friday", "roll 5")
    finally:
        connection.execute("ROLLBACK")
        connection.close()
    assert "try again" in sentence
    friday.say("record", "friday", "roll 5")


def test_reading_goes_on_while_somebody_writes(friday: Desk) -> None:
    connection = sqlite3.connect(friday.db, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    try:
        friday.say("show", "friday")
    finally:
        connection.close()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anything")
def test_a_database_that_may_only_be_read_serves_reading(friday: Desk) -> None:
    friday.db.chmod(0o444)
    friday.say("show", "friday")
    assert "reading only" in friday.refuse("record", "friday", "roll 5")


def test_names_with_signs_are_the_very_file_named(desk: Desk) -> None:
    for name in ("a?b.db", "a#b.db", "a%20b.db", "a b.db", "ä.db", ":memory:", "file:x.db"):
        path = desk.folder / name
        desk.say("new", "pig", "-p", "A", "-p", "B", "--as", "m", RETOLD_DB=str(path))
        assert path.is_file()


def test_a_match_whose_rules_have_changed_shows_up_to_where_they_agree(friday: Desk) -> None:
    friday.say("record", "friday", "roll 5", "hold", "ben: roll 2")
    change_states_from(friday.db, 4)
    result = friday.invoke("show", "friday")
    assert result.exit_code == 1
    assert "at ply 3" in result.stdout
    assert "agree up to ply 3 and differ from ply 4 on" in result.stderr
    assert friday.say("show", "friday", "--at", "3")
    result = friday.invoke("log", "friday")
    assert (result.exit_code, "hold" in result.stdout) == (1, True)
    assert "nothing can be recorded" in friday.refuse("record", "friday", "ben: roll 3")


def change_states_from(db: Path, ply: int) -> None:
    """The log as other rules would have written it: other states, digests that fit."""
    from eventstore import event_digest

    with open_store(db) as store:
        facts = store.path(store.head(1, "main"))
    connection = sqlite3.connect(db)
    for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
        connection.execute(f'DROP TRIGGER "{name}"')
    parent = b""
    for fact in facts:
        state = bytes(32) if fact.ply >= ply else fact.state
        digest = event_digest(parent or bytes(32), state, fact.body)
        connection.execute(
            "UPDATE events SET state = ?, digest = ? WHERE id = ?", (state, digest, fact.id)
        )
        parent = digest
    connection.commit()
    connection.close()
