"""The companion on a real terminal, typed at."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pexpect
import pytest

from replay.reading import JournalJson
from tests.cli.desk import ROOT, Desk

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|\x1b\][^\x07]*\x07")
RECEIPT = r"[0-9A-Z]{4}(-[0-9A-Z]{4}){3}"
UP = "\x1b[A"

Sit = Callable[..., Any]


@pytest.fixture
def sit(friday: Desk) -> Iterator[Sit]:
    """Sits down at a match; whoever is still there at the end is sent home."""
    seated = []

    def sit_down(*args: str, match: str = "friday", columns: int = 100, **env: str) -> Any:
        known = {"RETOLD_DB": str(friday.db), "TERM": "xterm", "PYTHONUTF8": "1", **env}
        # A pseudo-terminal tells nobody where its cursor is.
        known["PROMPT_TOOLKIT_NO_CPR"] = "1"
        inherited = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
        child = pexpect.spawn(
            sys.executable,
            ["-c", "from cli.main import main; main()", "record", match, *args],
            cwd=str(ROOT),
            env={**inherited, **known},
            dimensions=(30, columns),
            encoding="utf-8",
            timeout=20,
        )
        seated.append(child)
        return child

    yield sit_down
    for child in seated:
        child.close(force=True)


def said(child: Any) -> str:
    """What came before what was expected last, without what moves a cursor."""
    return ESCAPE.sub("", child.before)


def rows(desk: Desk) -> list[JournalJson]:
    found: list[JournalJson] = desk.json(list[JournalJson], "log", "friday", "--journal")
    return found


def test_moves_are_typed_with_tab_and_dice_are_asked_for(friday: Desk, sit: Sit) -> None:
    child = sit("--by", "Zoe")
    child.expect("friday: Pig, ply 0")
    child.expect("Waits for Ana.")
    child.expect("Ana>")
    child.send("ro\t\r")
    child.expect(rf"friday #2 {RECEIPT}")
    assert "    1  Ana: roll" in said(child)
    child.expect(re.escape("Chance: die: 1, 2, 3, 4, 5 or 6."))
    child.expect("die>")
    child.send("7\r")
    child.expect('"7" cannot come up in `die`')
    child.send("5\r")
    child.expect(rf"friday #3 {RECEIPT}")
    child.send("roll 4\r")
    child.expect(rf"friday #4 {RECEIPT}")
    child.send("undo because cocked die\r")
    child.expect("Took back 1 event; main stands at ply 3 now:")
    child.expect("saw: die 4")
    child.expect("die>")
    child.send("\x04")
    child.expect(rf"friday #5 {RECEIPT}\s+`retold record friday` goes on.")
    child.expect(pexpect.EOF)
    assert [(row.done, row.by, row.reason) for row in rows(friday)][1:] == [
        ("record", "Zoe", ""),
        ("record", "Zoe", ""),
        ("record", "Zoe", ""),
        ("undo", "Zoe", "cocked die"),
    ]


def test_ctrl_c_drops_the_line_and_nothing_else(friday: Desk, sit: Sit) -> None:
    child = sit()
    child.expect("Ana>")
    child.send("roll 5\r")
    child.expect(rf"friday #2 {RECEIPT}")
    child.expect("Ana>")
    child.send("hold\x03")
    child.expect("Dropped; ")
    child.expect("Ana>")
    # The arrow up brings the dropped line back.
    child.send(UP)
    child.expect("hold")
    child.send("\r")
    child.expect(rf"friday #3 {RECEIPT}")
    child.send("quit\r")
    child.expect(rf"friday #3 {RECEIPT}\s+`retold record friday` goes on.")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_a_refused_move_says_why_and_what_is_near_and_is_there_to_be_edited(
    friday: Desk, sit: Sit
) -> None:
    child = sit()
    child.expect("Ana>")
    child.send("ben: hold\r")
    child.expect("Turns: the die is with somebody else.")
    child.expect(r"Nearest: `hold`")
    child.send("rlol\r")
    child.expect('"rlol" is no move here')
    child.expect("Nearest: `roll`")
    child.expect("Ana>")
    child.send(f"{UP}\x7f\x7f\x7foll\r")
    child.expect(rf"friday #2 {RECEIPT}")
    child.expect("die>")
    child.sendeof()
    child.expect(pexpect.EOF)
    assert len(rows(friday)) == 2


def test_it_follows_what_somebody_else_records(friday: Desk, sit: Sit) -> None:
    child = sit()
    child.expect("Ana>")
    friday.say("record", "friday", "roll 5", "--by", "Ben")
    child.expect("Meanwhile Ben did `record` on main")
    child.expect(rf"1  Ana: roll\s+2  die 5\s+friday #2 {RECEIPT}")
    child.expect("Ana>")
    # What is being typed when another records is asked for again.
    child.send("roll 4")
    child.expect("roll 4")
    friday.say("record", "friday", "roll 4", "--by", "Ben", "--reason", "first")
    child.expect("Meanwhile Ben did `record` on main: first")
    child.expect("Ana>")
    child.send("\r")
    child.expect("say it again if it still holds")
    child.expect("Ana>")
    assert len(rows(friday)) == 3
    child.send("hold\r")
    child.expect(rf"friday #4 {RECEIPT}")
    child.expect("Ben>")
    child.sendeof()
    child.expect(pexpect.EOF)


def test_a_card_that_only_its_owner_saw_is_asked_for_and_stays_hidden(
    friday: Desk, sit: Sit
) -> None:
    friday.say("new", "taiwan-monsters-brawl", "-p", "Erich", "-p", "Claudia", "--as", "brawl")
    friday.say("record", "brawl", "choose mo-sin-a", "choose two suns", "start a",
               "place reroll b4", "start a")  # fmt: skip
    child = sit(match="brawl", columns=40)
    child.expect("Claudia>")
    child.send("pl ult c3\r")
    child.expect("Chance for Erich: draw: one of 13 names;")
    child.expect("draw>")
    child.send("?\r")
    child.expect("7  draw [?]")
    child.expect("Chance for Claudia")
    child.expect("draw>")
    child.send("tornado\r")
    child.expect("8  draw [?]")
    child.expect("Chance: reveal: 3 of 28 names")
    child.expect("reveal>")
    child.send("keelun\tanp\tmein\t\r")
    child.expect("9  reveal Keelung Anping Meinong")
    child.expect("Erich>")
    child.sendeof()
    child.expect(pexpect.EOF)
    assert "draw tornado" in friday.say("log", "brawl", "--all")


@pytest.mark.parametrize("env", [{"TERM": "dumb"}, {"NO_COLOR": "1", "PYTHONUTF8": "0",
                                  "LC_ALL": "C", "PYTHONIOENCODING": "ascii"}])  # fmt: skip
def test_a_terminal_that_can_show_little_is_enough(
    friday: Desk, sit: Sit, env: dict[str, str]
) -> None:
    friday.say("new", "pig", "-p", "Zoë\u0301", "-p", "台灣", "--as", "far")
    friday.say("note", "far", "\x1b]0;evil\x07")
    child = sit(match="far", columns=40, **env)
    child.expect("Waits for Zo")
    child.expect(">")
    child.send("roll 5\r")
    child.expect(rf"far #3 {RECEIPT}")
    friday.say("note", "far", "\x1b]0;evil\x07")
    child.send("hold\x03")
    child.expect("Dropped; ")
    child.send("hold\r")
    child.expect(rf"far #5 {RECEIPT}")
    child.send("log 1\r")
    child.expect("3  .*Zo")
    child.expect(">")
    child.send("\x04")
    child.expect(rf"far #5 {RECEIPT}")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_no_control_character_of_a_log_reaches_the_terminal(friday: Desk, sit: Sit) -> None:
    child = sit()
    child.expect("Ana>")
    friday.say("note", "friday", "\x1b]0;evil\x07\x9b31m", "--by", "\x1b]0;bad")
    child.expect(r"Meanwhile .*\]0;bad did `note` on main: .*\]0;evil")
    assert "\x1b]0" not in child.before + child.after
    assert "\x9b" not in child.before + child.after
    # The prompt is drawn anew below it; what is typed before that may go to nobody.
    child.expect("Ana>")
    child.sendeof()
    child.expect(pexpect.EOF)
