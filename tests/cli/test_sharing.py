"""Proving a log and carrying it elsewhere, one promise a test."""

import json
import sqlite3

import pytest

from replay.reading import JournalJson, VerifyJson
from tests.cli.desk import Desk


@pytest.fixture
def played(friday: Desk) -> Desk:
    """friday with two turns, an undo and a branch."""
    friday.say("record", "friday", "roll 5", "hold", "--by", "Ana", "--reason", "first")
    friday.say("record", "friday", "ben: roll 2")
    friday.say("undo", "friday", "-n", "2", "--reason", "wrong die")
    friday.say("branch", "friday", "what-if", "--at", "1")
    return friday


@pytest.fixture
def other(played: Desk) -> Desk:
    """A second desk, whose database is not there yet, beside the file `friday.jsonl`."""
    played.say("export", "friday", "-o", str(played.folder / "friday.jsonl"))
    folder = played.folder / "elsewhere"
    folder.mkdir()
    return Desk(folder)


def file_of(desk: Desk) -> str:
    return str(desk.folder.parent / "friday.jsonl")


def lines_of(desk: Desk) -> list[bytes]:
    with open(file_of(desk), "rb") as file:
        return file.readlines()


def break_events(desk: Desk, change: str) -> None:
    """Change the log as somebody could who drops the triggers."""
    connection = sqlite3.connect(desk.db)
    for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
        connection.execute(f'DROP TRIGGER "{name}"')
    connection.execute(change)
    connection.commit()
    connection.close()


# verify


def test_verify_counts_what_it_checked(played: Desk) -> None:
    out = played.say("verify", "friday")
    assert out == "friday: 6 events, 5 journal rows, 0 irregular; all as recorded.\n"
    assert played.say("verify", "--all").startswith("All matches: 6 events")
    assert played.json(VerifyJson, "verify", "friday").ok


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("""UPDATE events SET body = replace(body, 'hold', 'roll') WHERE ply = 3""", "ply 3"),
        ("""UPDATE events SET state = zeroblob(32) WHERE ply = 2""", "ply 2"),
        ("""UPDATE journal SET body = replace(body, 'first', 'other') WHERE n = 2""", "row 2"),
        ("""UPDATE people SET name = 'Zoe' WHERE name = 'Ana'""", "Zoe"),
    ],
)
def test_verify_names_the_first_thing_that_was_changed(
    played: Desk, change: str, said: str
) -> None:
    break_events(played, change)
    for args in (["verify", "friday"], ["verify", "--all"]):
        result = played.invoke(*args)
        assert result.exit_code == 1
        assert said in result.stderr
        assert result.stderr.count("\n") == 1
        assert "not as recorded" in result.stdout
    result = played.invoke("verify", "friday", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["first_bad"]["match"] == "friday"


# export and import


def test_an_import_has_the_same_digests_and_receipts(other: Desk, played: Desk) -> None:
    assert other.say("import", file_of(other)) == "friday: 5 journal rows added.\n"
    journal = list[JournalJson], "log", "friday", "--journal"
    assert other.json(*journal) == played.json(*journal)
    assert other.say("log", "friday") == played.say("log", "friday")
    assert other.say("verify", "friday") == played.say("verify", "friday")


def test_an_export_travels_through_a_pipe(other: Desk, played: Desk) -> None:
    lines = played.invoke("export", "friday").stdout_bytes
    assert lines.decode() == (played.folder / "friday.jsonl").read_text("utf-8")
    assert other.say("import", "-", input=lines) == "friday: 5 journal rows added.\n"


def test_what_the_journal_has_more_is_added(other: Desk, played: Desk) -> None:
    other.say("import", file_of(other))
    assert "0 journal rows added" in other.say("import", file_of(other))
    played.say("record", "friday", "ben: roll 3", "hold")
    played.say("export", "friday", "-o", file_of(other))
    assert "1 journal row added" in other.say("import", file_of(other))
    assert other.say("log", "friday") == played.say("log", "friday")


def test_a_match_that_went_another_way_is_refused(other: Desk, played: Desk) -> None:
    other.say("import", file_of(other))
    other.say("record", "friday", "ben: roll 6")
    played.say("record", "friday", "ben: roll 2")
    played.say("export", "friday", "-o", file_of(other))
    other.refuse("import", file_of(other))


def test_an_import_may_have_another_name(other: Desk) -> None:
    assert other.say("import", file_of(other), "--as", "copy").startswith("copy: ")
    assert "at ply 3" in other.say("show", "copy")
    assert "a b" in other.refuse("import", file_of(other), "--as", "a b")


def test_an_anonymous_export_names_nobody(played: Desk) -> None:
    lines = played.say("export", "friday", "--anonymous")
    assert '"Ana"' not in lines.replace('\\"by\\":\\"Ana\\"', "")
    assert '"line":"person"' not in lines


@pytest.mark.parametrize("cut", range(16))
def test_a_file_that_was_cut_short_is_refused_and_nothing_stored(other: Desk, cut: int) -> None:
    other.say("new", "pig", "-p", "X", "-p", "Y")
    lines = lines_of(other)
    assert len(lines) == 16
    sentence = other.refuse("import", "-", input=b"".join(lines[:cut]))
    assert "nothing was stored" in sentence
    if cut:
        half = b"".join(lines[: cut - 1]) + lines[cut - 1][:30]
        assert f"Line {cut} " in other.refuse("import", "-", input=half)


@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        (1, b'"retold":1', b'"retold":2'),
        (1, b'"game"', b'"gama"'),
        (2, b"Ana", b"Zoe"),
        (4, b"public", b"house"),
        (5, b"digest", b"digits"),
        (6, b"moved", b"mowed"),
        (7, b"5", b"6"),
        (12, b"first", b"other"),
        (14, b"undo", b"unda"),
        (9, b'"line"', b"\xff"),
        (9, b"{", b"[" * 100_000),
        (9, b'"digest":"', b'"digest":"\\ud800'),
        (9, b"}", b',"line":"event"}'),
    ],
)
def test_a_damaged_file_is_refused_and_nothing_stored(
    other: Desk, line: int, old: bytes, new: bytes
) -> None:
    other.say("new", "pig", "-p", "X", "-p", "Y")
    lines = lines_of(other)
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new)
    sentence = other.refuse("import", "-", input=b"".join(lines))
    assert "othing was stored" in sentence


def test_lines_in_another_order_are_refused(other: Desk) -> None:
    other.say("new", "pig", "-p", "X", "-p", "Y")
    lines = lines_of(other)
    for order in (lines[::-1], lines[1:], lines + lines, [lines[0], *lines]):
        other.refuse("import", "-", input=b"".join(order))


@pytest.mark.parametrize("name", ["none.jsonl", ".", "\udcff", "", "no/such/file"])
def test_a_file_that_cannot_be_read_is_refused(friday: Desk, name: str) -> None:
    friday.refuse("import", str(friday.folder / name) if name else name)


def test_the_database_itself_is_neither_read_nor_written_over(friday: Desk) -> None:
    assert "belongs to the database" in friday.refuse("import", str(friday.db))
    assert "belongs to the database" in friday.refuse("export", "friday", "-o", str(friday.db))


def test_a_file_is_written_whole_or_not_at_all(played: Desk) -> None:
    file = played.folder / "out.jsonl"
    file.write_text("what was there")
    played.refuse("export", "friday", "--seat", "Zoe", "-o", str(file))
    assert file.read_text() == "what was there"
    played.say("export", "friday", "-o", str(file))
    assert file.read_text() == played.say("export", "friday")
    played.refuse("export", "friday", "-o", str(played.folder / "no" / "out.jsonl"))
    assert sorted(path.name for path in played.folder.iterdir() if "partial" in path.name) == []


def test_the_text_of_a_table_match_can_be_recorded_again(played: Desk) -> None:
    text = played.say("export", "friday", "--text")
    played.say("new", "pig", "-p", "Ana", "-p", "Ben", "--as", "again")
    played.say("record", "again", "-", input=text)
    assert played.say("log", "again") == played.say("log", "friday")


def test_a_transcript_holds_rulings_and_adjustments_and_goes_up_to_a_ply(played: Desk) -> None:
    played.say("adjust", "friday", "points.0=12", "pot=3")
    played.say("record", "friday", "reseed table")
    text = played.say("export", "friday", "--text")
    assert "\n#   retold new pig -p Ana -p Ben\n" in text
    assert "\nadjust points.0=12 pot=3\nreseed table\n" in text
    played.say("new", "pig", "-p", "Ana", "-p", "Ben", "--as", "again")
    played.say("record", "again", "-", input=text)
    assert played.say("log", "again") == played.say("log", "friday")
    again = played.say("export", "again", "--text")
    assert again.replace("# again:", "# friday:") == text
    short = played.say("export", "friday", "--text", "--at", "2")
    assert "2 plies" in short
    assert "adjust" not in short


def test_the_table_may_decide_something_while_chance_is_due(friday: Desk) -> None:
    friday.say("record", "friday", "-", input="roll\nadjust points.0=7\n5\nhold\n")
    text = friday.say("export", "friday", "--text")
    assert "\nAna: roll\nadjust points.0=7\ndie 5\nAna: hold\n" in text
    friday.say("new", "pig", "-p", "Ana", "-p", "Ben", "--as", "again")
    friday.say("record", "again", "-", input=text)
    assert friday.say("export", "again", "--text").replace("again:", "friday:") == text


def test_a_damaged_transcript_is_refused_with_its_line(played: Desk) -> None:
    lines = played.say("export", "friday", "--text").splitlines()
    moves = [number for number, line in enumerate(lines) if line and line[0] != "#"]
    for turn, number in enumerate(moves):
        name = f"again-{turn}"
        played.say("new", "pig", "-p", "Ana", "-p", "Ben", "--as", name)
        damaged = [*lines[:number], f"x{lines[number]}", *lines[number + 1 :]]
        answer = played.invoke("record", name, "-", input="\n".join(damaged))
        assert answer.exit_code == 1
        assert answer.stderr.startswith(f"Line {number + 1} of standard input, ")
        assert len(played.say("log", name).splitlines()) >= turn


def test_a_ply_is_for_a_transcript_only(played: Desk) -> None:
    assert "--text" in played.refuse("export", "friday", "--at", "1", status=2)
    assert "no ply 999" in played.refuse("export", "friday", "--text", "--at", "999")


def test_a_file_for_a_seat_is_for_reading_only(played: Desk, other: Desk) -> None:
    for option in (["--public"], ["--seat", "Ana"]):
        lines = played.say("export", "friday", *option)
        assert '"head"' not in lines
        assert "what somebody may see" in other.refuse("import", "-", input=lines)
    assert played.say("export", "friday", "--all") == played.say("export", "friday")
