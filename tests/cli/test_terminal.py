"""On a terminal: styles, colors unless they are not wanted, and a progress bar."""

import os
import re
import sys

import pexpect
import pytest

from tests.cli.desk import ROOT, Desk

ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
COLOR = re.compile(r"\x1b\[[0-9;]*(3[0-7]|9[0-7]|38;[0-9;]+)m")


def typed(desk: Desk, *args: str, columns: int = 100, **env: str) -> str:
    """What a terminal of so many columns receives from a command."""
    out, status = _run(list(args), environment(desk, **env), columns)
    assert status == 0, out
    return out


def environment(desk: Desk, **env: str) -> dict[str, str]:
    """The environment of a command on a terminal with colors."""
    known = {"RETOLD_DB": str(desk.db), "TERM": "xterm-256color", "LANG": "C.UTF-8"}
    inherited = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")}
    return {**inherited, "PYTHONUTF8": "1", **known, **env}


def _run(args: list[str], env: dict[str, str], columns: int) -> tuple[str, int]:
    child = pexpect.spawn(
        sys.executable,
        ["-c", "from cli.main import main; main()", *args],
        cwd=str(ROOT),
        env=env,
        dimensions=(50, columns),
        encoding="utf-8",
        timeout=60,
    )
    child.expect(pexpect.EOF)
    child.close()
    return str(child.before).replace("\r\n", "\n"), int(child.exitstatus)


@pytest.fixture
def played(friday: Desk) -> Desk:
    friday.say("record", "friday", "roll 5", "hold")
    return friday


@pytest.mark.parametrize("args", [["games"], ["timelines", "friday"], ["show", "friday"],
                                  ["moves", "friday"], ["rules", "pig"], ["tree", "friday"],
                                  ["diff", "friday", "main", "1"], ["demo"],
                                  ["log", "friday"], ["replay", "friday"]])  # fmt: skip
def test_the_words_are_the_same_with_and_without_a_terminal(played: Desk, args: list[str]) -> None:
    shown = ESCAPE.sub("", typed(played, *args))
    words = re.sub(r"[─━]{3,}|#\d+ [0-9A-Z-]{19}|\b[0-9a-f]{10}\b", "", shown).split()
    plain = re.sub(r"#\d+ [0-9A-Z-]{19}|\b[0-9a-f]{10}\b", "", played.say(*args)).split()
    # A long path is cut where the width ends.
    assert "".join(words) == "".join(plain)


def test_tables_and_headings_are_styled(played: Desk) -> None:
    assert ESCAPE.search(typed(played, "timelines", "friday"))
    assert ESCAPE.search(typed(played, "moves", "friday"))


def test_colors_are_left_out_where_they_are_not_wanted(desk: Desk) -> None:
    desk.say("new", "taiwan-monsters-brawl", "-p", "A", "-p", "B", "--as", "brawl", "--seed", "7")
    for _ in range(6):
        move = desk.say("moves", "brawl").splitlines()[2].strip().split("  ")[0]
        desk.say("record", "brawl", move)
    assert COLOR.search(typed(desk, "show", "brawl"))
    assert not COLOR.search(typed(desk, "show", "brawl", NO_COLOR="1"))
    assert not ESCAPE.search(typed(desk, "show", "brawl", TERM="dumb"))


@pytest.mark.parametrize("args", [["log", "friday"], ["log", "friday", "--journal"],
                                  ["tree", "friday"], ["diff", "friday", "0", "main"],
                                  ["replay", "friday"], ["show", "friday"]])  # fmt: skip
def test_what_is_read_is_colored_on_a_terminal_only(played: Desk, args: list[str]) -> None:
    assert COLOR.search(typed(played, *args))
    assert not COLOR.search(typed(played, *args, NO_COLOR="1"))
    assert not ESCAPE.search(typed(played, *args, TERM="dumb"))
    assert not ESCAPE.search(played.say(*args))


def test_json_on_a_terminal_is_indented(played: Desk) -> None:
    assert typed(played, "timelines", "friday", "--json").startswith("[\n  {\n")


def test_control_characters_reach_no_terminal(played: Desk) -> None:
    played.say("note", "friday", "\x1b]0;evil\x07\x9b31m")
    out = typed(played, "log", "friday", "--journal")
    assert "\x1b]0" not in out
    assert "\x9b" not in out
    assert "�]0;evil��31m" in out


def test_simulate_shows_its_progress(desk: Desk) -> None:
    out = typed(desk, "simulate", "pig", "-n", "60", "--bots", "random")
    assert re.search(r"\d+/60", ESCAPE.sub("", out))
    assert "60 matches of pig" in out
    assert "/60" not in typed(desk, "simulate", "pig", "-n", "60", "--bots", "random", TERM="dumb")


@pytest.mark.parametrize(
    ("answer", "status", "said"),
    [("n", 1, "Nobody was forgotten."), ("", 1, "Nobody was forgotten."),
     ("\x03", 1, "Interrupted"), ("y", 0, "Ben is forgotten; 1 match shows")],
)  # fmt: skip
def test_whoever_forgets_somebody_is_asked(
    played: Desk, answer: str, status: int, said: str
) -> None:
    played.say("note", "friday", "Ben is late")
    child = pexpect.spawn(
        sys.executable,
        ["-c", "from cli.main import main; main()", "forget", "ben"],
        cwd=str(ROOT),
        env={**os.environ, "RETOLD_DB": str(played.db), "TERM": "xterm", "PYTHONUTF8": "1"},
        encoding="utf-8",
        timeout=20,
    )
    child.expect(r"friday #3; exported files")
    child.expect(r"Forget Ben, in 1 match\? \[y/N\]")
    child.send(answer if answer == "\x03" else f"{answer}\r")
    child.expect(said)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == status
    assert ("Ben " in played.say("people")) == bool(status)
