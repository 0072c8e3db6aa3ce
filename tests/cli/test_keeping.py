"""Commands that keep what is there: matches, people, backups, the doctor, receipts."""

import os
import re
import sqlite3
import stat
import subprocess
import sys
import threading
from pathlib import Path

import msgspec
import pytest

from cli.main import COMMANDS
from eventstore import open_store
from replay.shapes import DoctorJson, MatchJson, PersonJson
from tests.cli.desk import ROOT, Desk

# Matches


def test_matches_are_listed_the_one_played_last_first(desk: Desk) -> None:
    assert "`retold new`" in desk.refuse("matches")
    for name in ("one", "two", "three"):
        desk.say("new", "pig", "-p", "Ana", "-p", "Ben", "--as", name)
    desk.say("record", "one", "roll 5", "hold", "ben: concede")
    desk.say("record", "two", "roll 5")
    listed = desk.json(list[MatchJson], "matches")
    assert [match.match for match in listed] == ["two", "one", "three"]
    assert [(m.ply, m.waits_for, m.over) for m in listed] == [
        (2, ["Ana"], None),
        (4, [], "conceded"),
        (0, ["Ana"], None),
    ]
    lines = desk.say("matches").splitlines()
    assert re.fullmatch(r"two  pig, ply 2 +\d{4}-\d\d-\d\d \d\d:\d\d", lines[0])
    assert lines[1] == "  Ana, Ben: turn 1, Ana; waits for Ana"
    assert lines[3] == "  Ana, Ben: over (conceded): 1. Ana 5, 2. Ben 0"
    assert desk.say("matches", "-n", "1").endswith("2 more; `retold matches --all` lists them.\n")
    assert len(desk.say("matches", "--all").splitlines()) == 6
    desk.refuse("matches", "-n", "0", status=2)


def test_long_names_fit_80_columns(desk: Desk) -> None:
    names = [f"{letter}{'x' * 39}" for letter in "ABCDEF"]
    players = [word for name in names for word in ("-p", name)]
    desk.say("new", "pig", *players, "--as", "m" * 60)
    desk.say("rename", names[0], "Y" * 40)
    for command in ("matches", "people", "games"):
        assert all(len(line) <= 80 for line in desk.say(command).splitlines()), command


def test_a_match_that_cannot_be_folded_is_listed_with_why(friday: Desk) -> None:
    from tests.cli.test_database import change_states_from

    friday.say("record", "friday", "roll 5", "hold")
    change_states_from(friday.db, 2)
    (listed,) = friday.json(list[MatchJson], "matches")
    assert "agree up to ply 1" in listed.untold
    assert "recorded under other rules" in " ".join(friday.say("matches").split())


# People


def test_people_are_renamed_and_forgotten(friday: Desk) -> None:
    friday.say("note", "friday", "Ben is late")
    assert friday.say("rename", "ben", "Benno") == "Ben is called Benno now.\n"
    assert "Benno (first Ben)        1    0           1" in friday.say("people")
    assert "did you mean" in friday.refuse("rename", "Bneno", "Ben")
    assert "plays with Benno" in friday.refuse("rename", "benno", "ANA")
    assert "say --yes" in friday.refuse("forget", "benno", status=2)
    assert "say --yes" in friday.refuse("forget", "benno", status=2, input="y\n")
    said = friday.say("forget", "benno", "--yes")
    assert said.startswith('Benno is forgotten; 1 match shows "(forgotten)" now.\n')
    assert "friday #2" in said
    people = friday.json(list[PersonJson], "people")
    assert [(one.name, one.entered) for one in people] == [("Ana", "Ana"), ("(forgotten)", None)]
    friday.say("record", "friday", "roll 5", "hold", "(forgotten): roll 3")
    assert "as recorded" in friday.say("verify", "--all")
    assert "(forgotten): roll" in friday.say("log", "friday")
    assert "Nobody here is called" in friday.refuse("forget", "benno", "--yes")


def test_nobody_and_nothing_are_said_plainly(desk: Desk) -> None:
    for args in (["people"], ["rename", "a", "b"], ["forget", "a", "--yes"], ["doctor"],
                 ["backup", str(desk.folder / "copy.db")]):  # fmt: skip
        assert "`retold new` makes one" in desk.refuse(*args)
        assert not desk.db.exists()
    with open_store(desk.db):
        pass
    assert desk.say("people") == "Nobody plays yet; `retold new` opens a match.\n"
    assert desk.say("matches") == "No match has been opened yet; `retold new` opens one.\n"
    assert "ok       games: no match yet" in desk.say("doctor")


# Backup


def test_a_backup_is_whole_and_replaces_nothing(friday: Desk) -> None:
    """audiobook-studio 246, turso 8103: the copy has what still stands in the WAL."""
    copy = friday.folder / "a copy #1.db"
    with open_store(friday.db) as open_elsewhere:
        friday.say("record", "friday", "roll 5", "hold")
        assert (friday.folder / "evening.db-wal").stat().st_size > 0
        said = friday.say("backup", str(copy))
        assert open_elsewhere.matches()
    assert said.startswith(f"{copy}: 1 match, 2 journal rows.\n")
    assert "as recorded" in friday.say("--db", str(copy), "verify", "--all")
    assert friday.say("log", "friday") == friday.say("--db", str(copy), "log", "friday")
    data = copy.read_bytes()
    for there in (copy, friday.folder):
        assert "already" in friday.refuse("backup", str(there))
    assert "belongs to the database" in friday.refuse("backup", str(friday.db))
    assert "does not exist" in friday.refuse("backup", str(friday.folder / "no" / "copy.db"))
    assert copy.read_bytes() == data
    assert not list(friday.folder.glob("*.partial"))
    assert friday.say("--db", str(copy), "record", "friday", "ben: roll 3")


def test_a_backup_works_while_others_record(friday: Desk) -> None:
    """Whatever was acknowledged before the backup began is in it."""
    done: list[int] = []
    stop = threading.Event()

    def others() -> None:
        from replay.match import Match

        with open_store(friday.db, timeout=20, synchronous="NORMAL") as store:
            match = Match.open(store, "friday")
            while not stop.is_set():
                done.append(match.record(["hold"]).row.n)

    thread = threading.Thread(target=others)
    thread.start()
    try:
        for number in range(4):
            copy = friday.folder / f"copy-{number}.db"
            acknowledged = done[-1] if done else 1
            with open_store(friday.db, readonly=True) as store:
                store.backup(copy)
            with open_store(copy) as store:
                row = store.match("friday")
                assert store.last_row(row.id).n >= acknowledged
                assert store.check_all() == []
    finally:
        stop.set()
        thread.join()
    assert len(done) > 4


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anything")
def test_a_database_that_may_only_be_read_is_backed_up(friday: Desk) -> None:
    friday.db.chmod(0o444)
    copy = friday.folder / "copy.db"
    friday.say("backup", str(copy))
    assert "as recorded" in friday.say("--db", str(copy), "verify", "--all")


def test_a_backup_is_made_through_a_connection_that_only_reads(friday: Desk) -> None:
    with open_store(friday.db, readonly=True) as store:
        store.backup(friday.folder / "copy.db")
    assert "as recorded" in friday.say("--db", str(friday.folder / "copy.db"), "verify", "--all")


# Doctor


def test_the_doctor_looks_at_everything(friday: Desk) -> None:
    found = friday.json(DoctorJson, "doctor")
    assert found.ok
    assert [check.name for check in found.checks] == [
        "file", "room", "sqlite", "marks", "journal mode", "integrity", "foreign keys", "games",
        "proof",
    ]  # fmt: skip
    said = friday.say("doctor")
    assert said.replace("\n", "").startswith(str(friday.db))
    assert f"SQLite {sqlite3.sqlite_version}" in said
    assert "proof: 1 match, 1 events, 1 journal rows: all as recorded" in said


def test_a_changed_log_is_wrong_and_the_doctor_says_where(friday: Desk) -> None:
    friday.say("record", "friday", "roll 5", "hold")
    connection = sqlite3.connect(friday.db)
    connection.execute("DROP TRIGGER events_update")
    connection.execute("UPDATE events SET body = replace(body, '5', '6') WHERE ply = 2")
    connection.commit()
    connection.close()
    result = friday.invoke("doctor")
    assert result.exit_code == 1
    assert "WRONG    proof: friday at ply 2" in result.stdout
    assert "restore a backup" in " ".join(result.stdout.split())
    assert result.stderr == f"Something is wrong with {friday.db}: proof.\n"
    result = friday.invoke("doctor", "--json")
    assert (result.exit_code, '"ok":false' in result.stdout) == (1, True)


def test_a_torn_file_is_wrong_and_no_traceback(friday: Desk) -> None:
    for _ in range(30):
        friday.say("record", "friday", "roll 5")
    data = bytearray(friday.db.read_bytes())
    data[4096 * 3 : 4096 * 6] = b"\x55" * (4096 * 3)
    friday.db.write_bytes(bytes(data))
    result = friday.invoke("doctor")
    assert result.exit_code == 1
    assert "WRONG" in result.stdout
    assert "Traceback" not in result.stdout + result.stderr
    assert result.stderr.count("\n") == 1


def test_a_dangling_reference_is_found(friday: Desk) -> None:
    connection = sqlite3.connect(friday.db)
    connection.execute("INSERT INTO results (match, body) VALUES (99, '{}')")
    connection.commit()
    connection.close()
    result = friday.invoke("doctor")
    assert (result.exit_code, "names no row of matches" in result.stdout) == (1, True)


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_permissions_are_told_with_what_to_do(friday: Desk) -> None:
    def file() -> tuple[str, str]:
        check = friday.json(DoctorJson, "doctor").checks[0]
        return check.state, check.what + check.todo

    friday.db.chmod(0o600)
    assert file()[0] == "ok"
    assert "chmod" not in file()[1]
    friday.db.chmod(0o644)
    assert (file()[0], "hidden cards" in file()[1]) == ("ok", True)
    friday.db.chmod(0o666)
    assert (file()[0], "go-w" in file()[1]) == ("warning", True)
    assert stat.S_IMODE(friday.db.stat().st_mode) == 0o666


def test_a_game_that_is_not_installed_is_a_warning(friday: Desk) -> None:
    def without_pig(*args: str) -> str:
        paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)
        kept = [str(ROOT), *(path for path in paths if not path.endswith("plugin"))]
        return subprocess.run(
            [sys.executable, "-m", "cli.main", "--db", str(friday.db), *args, "--json"],
            capture_output=True, check=True, text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(kept)},
        ).stdout  # fmt: skip

    found = msgspec.json.decode(without_pig("doctor"), type=DoctorJson)
    check = found.checks[-2]
    assert (found.ok, check.name, check.state) == (True, "games", "warning")
    assert '"pig" is not installed, and friday cannot be folded' in check.what
    assert "install the package" in check.todo
    ana = msgspec.json.decode(without_pig("people"), type=list[PersonJson])[0]
    assert (ana.matches, ana.won, ana.unfinished, ana.untold) == (1, 0, 0, 1)
    (listed,) = msgspec.json.decode(without_pig("matches"), type=list[MatchJson])
    assert "not installed" in listed.untold


@pytest.mark.parametrize("version", ["3.51.3", "3.52.0", "3.50.7", "3.44.6", "4.0.0"])
def test_a_sqlite_with_the_mended_wal_is_fine(version: str) -> None:
    from eventstore import mended

    major, minor, patch = version.split(".")
    assert mended(version)
    assert mended(f"{major}.{minor}.{int(patch) + 1}")


@pytest.mark.parametrize("version", ["3.51.2", "3.51.0", "3.50.6", "3.44.5", "3.45.1", "3.40.1"])
def test_an_older_sqlite_is_warned_of(version: str) -> None:
    from eventstore import mended

    assert not mended(version)


# Receipts


def test_a_photographed_line_is_proved(friday: Desk) -> None:
    line = friday.say("record", "friday", "roll 5").splitlines()[-2]
    assert line.startswith("friday #2 ")
    friday.say("record", "friday", "hold")
    for args in (
        ["friday", "--receipt", line],
        ["friday", "--receipt", line[-19:].lower()],
        ["--all", "--receipt", line],
        ["--receipt", line],
        ["--receipt", line[-19:]],
    ):
        said = friday.say("verify", *args).splitlines()
        assert said[-1] == f"{line} is in the log, with all before it; 1 row since."
        assert "all as recorded" in said[0]
    assert line in friday.say("verify", "friday", "--receipt", line, "--json")


def test_what_a_receipt_shows_to_be_missing_is_refused(friday: Desk) -> None:
    friday.say("new", "pig", "-p", "Ana", "-p", "Ben", "--as", "other")
    line = friday.say("record", "other", "roll 5").splitlines()[-2]
    for args in (["friday", "--receipt", line], ["friday", "--receipt", line[-19:]]):
        assert "receipt of other, not of friday" in friday.refuse("verify", *args)
    gone = "#9 7K3M-9QXD-2F8T-V6BN"
    assert "rows 2 to 9 (8) are missing" in friday.refuse("verify", "friday", "--receipt", gone)
    assert "row 2 is missing" in friday.refuse("verify", "friday", "--receipt", f"#2{gone[2:]}")
    assert "No match in" in friday.refuse("verify", "--all", "--receipt", gone)
    assert "is no receipt" in friday.refuse("verify", "friday", "--receipt", "friday")
    assert "not a match" not in friday.refuse("verify", "--receipt", f"friday {gone}")
    friday.refuse("verify", status=2)
    friday.refuse("verify", "friday", "--all", "--receipt", line, status=2)


# Names that were mistyped


@pytest.mark.parametrize(
    ("args", "meant"),
    [
        (["recrod", "friday"], '"record"'),
        (["SHOW", "friday"], '"show"'),
        (["show", "frdiay"], '"friday"'),
        (["show", "FRIDAY"], '"friday"'),
        (["show", "fri"], '"friday"'),
        (["new", "pgi", "-p", "A", "-p", "B"], '"pig"'),
        (["new", "taiwan", "-p", "A", "-p", "B"], '"taiwan-monsters-brawl"'),
        (["rules", "esoteric-beast"], '"esoteric-beasts"'),
        (["show", "friday", "-t", "mian"], "'main'"),
        (["record", "friday", "-t", "whatif", "roll"], "'what-if'"),
        (["adopt", "friday", "whatif"], "'what-if'"),
        (["diff", "friday", "main", "whatif"], '"what-if"'),
        (["show", "friday", "--sea", "Ana"], "--seat"),
        (["new", "taiwan-monsters-brawl", "-p", "A", "-p", "B", "-o", "bonsu=x"], '"bonus"'),
    ],
)
def test_a_mistyped_name_is_answered_with_what_was_meant(
    friday: Desk, args: list[str], meant: str
) -> None:
    friday.say("branch", "friday", "what-if")
    sentence = friday.invoke(*args).stderr
    assert meant in sentence
    assert sentence.count("\n") == 1
    assert args[0] not in COMMANDS or "did you mean" in sentence.lower()


def test_what_is_like_nothing_lists_what_there_is(friday: Desk) -> None:
    assert "there is: friday" in friday.refuse("show", "zzz")
    assert "there is main" in friday.refuse("show", "friday", "-t", "zzz")
    assert "there is: esoteric-beasts" in friday.refuse("rules", "zzz")


# A first match that is refused


@pytest.mark.parametrize(
    "args",
    [
        ["new", "pig", "-p", "Ana"],
        ["new", "pig", "-p", "Ana", "-p", "ana"],
        ["new", "pig", "-p", "A", "-p", "B", "--as", "a b"],
        ["new", "taiwan-monsters-brawl", "-p", "A", "-p", "B", "-o", "x=1"],
        ["simulate", "pig", "--save", "-n", "1", "--bots", "nobody"],
        ["simulate", "pig", "--save", "-n", "1", "-o", "a=b"],
        ["import", "-"],
        ["import", "no-such-file"],
    ],
)
def test_a_refused_first_match_leaves_no_file_behind(desk: Desk, args: list[str]) -> None:
    for junk in (b"", b"junk\n", b'{"line":"match","retold":1,"name":"x","game":"pig"}\n'):
        before = sorted(Path(desk.folder).iterdir())
        desk.refuse(*args, input=junk)
        assert sorted(Path(desk.folder).iterdir()) == before == []


def test_a_refused_import_of_a_changed_file_leaves_no_file_behind(friday: Desk) -> None:
    friday.say("record", "friday", "roll 5", "hold")
    data = friday.invoke("export", "friday").stdout_bytes
    friday.say("import", "-", "--db", str(friday.folder / "good.db"), input=data)
    for old, new in (
        (b"Ana", b"Eva"),
        (rb"\"5\"", rb"\"6\""),
        (b'"name":"friday"', b'"name":"a b"'),
    ):
        other = friday.folder / "other.db"
        friday.refuse("import", "-", "--db", str(other), input=data.replace(old, new))
        assert not list(friday.folder.glob("other.db*"))
