"""Commands that read a line, one promise a test."""

import re
import time

import pytest

from replay.reading import LogJson, MovesJson, ShowJson
from tests.cli.desk import Desk


def test_moves_are_listed_by_seat_with_concede_and_agree_last(friday: Desk) -> None:
    lines = friday.say("moves", "friday").splitlines()
    assert lines[0] == "Ply 0, waits for Ana."
    assert lines[1] == "Ana:"
    assert lines[2].split() == ["roll", "hold"]
    assert lines[-1] == "Always: concede, agree."


def test_what_moves_lists_record_accepts(friday: Desk) -> None:
    for move in friday.json(MovesJson, "moves", "friday").moves:
        friday.say("record", "friday", move.text)
        friday.say("undo", "friday")


def test_moves_of_a_seat_are_those_of_that_seat(friday: Desk) -> None:
    found = friday.json(MovesJson, "moves", "friday", "--seat", "be")
    assert {move.seat for move in found.moves} == {"Ben"}
    assert '"Zoe"' in friday.refuse("moves", "friday", "--seat", "Zoe")


def test_moves_say_what_chance_needs(friday: Desk) -> None:
    friday.say("record", "friday", "roll")
    lines = friday.say("moves", "friday").splitlines()
    assert lines[0] == "Ply 1."
    said = " ".join(line.strip() for line in lines[1:])
    assert re.fullmatch(
        r"Chance is due on .+: type `\w+` and 1 value \(6 outcomes can be told apart\)\.", said
    )
    chance = friday.json(MovesJson, "moves", "friday").chance
    assert chance is not None
    friday.say("record", "friday", f"{chance.verb} 6")


def test_moves_of_an_earlier_ply(friday: Desk) -> None:
    friday.say("record", "friday", "roll 5", "hold")
    assert friday.json(MovesJson, "moves", "friday", "--at", "0").waits_for == ["Ana"]
    assert friday.json(MovesJson, "moves", "friday", "--at", "3").waits_for == ["Ben"]


def test_show_has_the_picture_the_turn_the_standing_and_who_is_waited_for(friday: Desk) -> None:
    friday.say("record", "friday", "roll 5", "hold")
    out = friday.say("show", "friday")
    head = friday.json(ShowJson, "show", "friday").head
    lines = out.splitlines()
    assert lines[0].startswith("friday: ")
    assert lines[0].endswith(f", main at ply 3 ({head})")
    assert any("Ana" in line for line in lines[1:-3])
    assert "Standing: 1. Ana 5, 2. Ben 0." in lines
    assert lines[-1] == "Waits for Ben."


def test_a_side_without_a_rank_is_printed_without_one(desk: Desk) -> None:
    desk.say("new", "esoteric-beasts", "-p", "Ana", "--as", "sunday")
    assert "Standing: Ana 0." in desk.say("show", "sunday").splitlines()
    out = desk.say("record", "sunday", "flip echo owl", "subdue life hell swine", "concede")
    assert out.splitlines()[-1] == "The match is over (conceded): Ana 1."
    assert desk.say("show", "sunday").splitlines()[-2:] == [
        "Standing: Ana 1.", "The match is over (conceded).",
    ]  # fmt: skip
    result = desk.json(ShowJson, "show", "sunday").result
    assert result is not None
    assert result.standing[0].rank == 0


def test_show_at_a_ply_and_at_a_head_agree(friday: Desk) -> None:
    friday.say("record", "friday", "roll 5", "hold")
    head = friday.json(list[LogJson], "log", "friday")[2].head
    assert friday.say("show", "friday", "--at", "2") == friday.say("show", "friday", "--at", head)


@pytest.mark.parametrize(
    "at", ["4", "99", "123456789", "9" * 4000, "-1", "zzzz", "f", "", "\udcff"]
)
def test_a_place_that_is_not_there_is_refused(friday: Desk, at: str) -> None:
    friday.say("record", "friday", "roll 5", "hold")
    for command in ("show", "moves", "log"):
        if at:
            assert len(friday.refuse(command, "friday", "--at", at)) < 400
        else:
            friday.say(command, "friday", "--at", at)


def test_show_writes_the_picture_as_svg(friday: Desk) -> None:
    file = friday.folder / "table.svg"
    friday.say("show", "friday", "--svg", str(file))
    assert file.read_text().lstrip().startswith("<svg")
    assert [path.name for path in friday.folder.iterdir() if "partial" in path.name] == []


def test_the_picture_is_never_written_over_the_database(friday: Desk) -> None:
    before = friday.log()
    for name in (friday.db, friday.folder / "." / friday.db.name):
        assert "belongs to the database" in friday.refuse("show", "friday", "--svg", str(name))
    assert friday.log() == before
    friday.refuse("show", "friday", "--svg", str(friday.folder))
    friday.refuse("show", "friday", "--svg", str(friday.folder / "none" / "x.svg"))


def test_the_log_groups_by_turn(friday: Desk) -> None:
    friday.say("record", "friday", "roll 5", "hold", "ben: roll 2")
    lines = friday.say("log", "friday").splitlines()
    assert lines[0].strip().startswith("0  opened pig by Ana, Ben")
    events = [line for line in lines[1:] if re.match(r" *\d+  ", line)]
    turns = [line for line in lines[1:] if line not in events]
    assert [line.split()[0] for line in events] == ["1", "2", "3", "4", "5"]
    assert len(turns) >= 2
    assert lines.index(turns[-1]) > lines.index(events[2])


def test_the_journal_tells_who_when_why_and_the_receipts(friday: Desk) -> None:
    friday.say("record", "friday", "roll 5", "--by", "Ben", "--reason", "for Ana")
    out = friday.say("log", "friday", "--journal")
    pattern = r"^#2 [0-9A-Z-]{19}  \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ  record main by Ben$"
    lines = out.splitlines()
    at = next(place for place, line in enumerate(lines) if re.match(pattern, line))
    head = r"\([0-9a-f]{10}\)"
    assert lines[at + 1] == "    why: for Ana"
    assert re.fullmatch(rf"    from ply 0 {head} to ply 2 {head}", lines[at + 2])
    assert lines[at + 3 :] == ["    Ana: roll", "    die 5"]
    friday.say("note", "friday", "a glass fell over")
    friday.say("undo", "friday")
    lines = friday.say("log", "friday", "--journal").splitlines()
    at = next(place for place, line in enumerate(lines) if "note main" in line)
    assert lines[at + 1] == "    a glass fell over"
    assert re.fullmatch(rf"    at ply 2 {head}", lines[at + 2])
    assert lines[-2:] == ["    - die 5", "    saw: die 5"]


def test_control_characters_in_a_reason_do_not_reach_the_terminal(friday: Desk) -> None:
    friday.say("note", "friday", "\x1b[2J\x9bevil\u202e\rnote")
    out = friday.say("log", "friday", "--journal")
    assert "�[2J�evil��note" in out
    assert all(line.isprintable() for line in out.splitlines())


def test_replay_visits_only_what_stands(friday: Desk) -> None:
    friday.say("record", "friday", "roll 5")
    friday.say("undo", "friday", "-n", "2")
    friday.say("record", "friday", "hold", "ben: roll 2")
    lines = friday.say("replay", "friday").splitlines()
    assert lines[0] == "   0  opened pig by Ana, Ben"
    assert lines[1:] == [
        "", "turn 1", "  Ana", "       1  Ana: hold",
        "", "turn 2", "  Ben", "       2  Ben: roll", "       3  die 2",
    ]  # fmt: skip
    found = friday.json(list[LogJson], "replay", "friday", "--from", "2", "--to", "2")
    assert [(entry.ply, entry.text) for entry in found] == [(2, "Ben: roll")]


def test_replay_waits_between_events(friday: Desk) -> None:
    friday.say("record", "friday", "roll 5")
    began = time.monotonic()
    friday.say("replay", "friday", "--delay", "0.1")
    assert time.monotonic() - began >= 0.2


@pytest.mark.parametrize("args", [["--from", "9"], ["--to", "9"], ["--from", "2", "--to", "1"],
                                  ["--from", "-1"], ["--to", "9" * 4000]])  # fmt: skip
def test_plies_beyond_the_end_are_refused(friday: Desk, args: list[str]) -> None:
    friday.say("record", "friday", "roll 5")
    assert "from 0 to 2" in friday.refuse("replay", "friday", *args)


def test_a_match_of_only_its_root_can_be_looked_at_in_every_way(friday: Desk) -> None:
    assert "opened" in friday.say("log", "friday")
    assert "at ply 0" in friday.say("show", "friday")
    assert friday.say("tree", "friday").startswith("● 0  opened")
    assert len(friday.say("replay", "friday").splitlines()) == 1
    assert "main" in friday.say("timelines", "friday")
    assert "same" in friday.say("diff", "friday", "main", "0")
    assert "as recorded" in friday.say("verify", "friday")
    friday.say("branch", "friday", "what-if")
    copy = friday.folder / "copy.jsonl"
    friday.say("export", "friday", "-o", str(copy))
    friday.say("export", "friday", "--text")
    friday.say("import", str(copy), "--as", "again", RETOLD_DB=str(friday.folder / "other.db"))
    for args in (["undo", "friday"], ["redo", "friday"]):
        friday.refuse(*args)


def test_a_log_and_a_replay_tell_what_came_of_each_event(friday: Desk) -> None:
    friday.say("record", "friday", "roll 5", "hold")
    assert friday.say("log", "friday", "--told").splitlines()[-2:] == [
        "       3  Ana: hold", "          Ana: 5 points (+5)",
    ]  # fmt: skip
    assert "points" not in friday.say("log", "friday")
    assert friday.say("replay", "friday", "--from", "3").splitlines() == [
        "turn 1", "  Ana", "       3  Ana: hold", "          Ana: 5 points (+5)",
    ]  # fmt: skip
    assert "--told" in friday.refuse("log", "friday", "--told", "--json", status=2)
    assert "--told" in friday.refuse("log", "friday", "--told", "--journal", status=2)
