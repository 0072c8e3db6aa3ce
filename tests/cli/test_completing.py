"""What TAB offers, and the script behind it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from tests.cli.desk import ROOT, Desk


def offered(desk: Desk, line: str) -> list[str]:
    """What is offered for the last word of a command line; a word may be in quotes."""
    words = re.findall(r"'[^']*'?|[^ ']+", line)
    if line.endswith(" ") and not words[-1].startswith("'"):
        words.append("")
    result = desk.invoke(
        _RETOLD_COMPLETE="bash_complete", COMP_WORDS=line, COMP_CWORD=str(len(words) - 1)
    )
    assert (result.exit_code, result.stderr) == (0, "")
    return [found.partition(",")[2] for found in result.stdout.splitlines() if found]


def test_commands_and_options_are_offered(desk: Desk) -> None:
    assert offered(desk, "retold re") == ["record", "redo", "reseed", "replay", "rename"]
    assert "--timeline" in offered(desk, "retold show friday --ti")
    assert offered(desk, "retold completion z") == ["zsh"]


def test_matches_games_timelines_and_seats_are_offered(friday: Desk) -> None:
    friday.say("branch", "friday", "what-if")
    assert offered(friday, "retold show fr") == ["friday"]
    assert offered(friday, "retold new pi") == ["pig"]
    assert offered(friday, "retold show friday -t w") == ["what-if"]
    assert offered(friday, "retold diff friday m") == ["main"]
    assert offered(friday, "retold adopt friday wh") == ["what-if"]
    assert offered(friday, "retold show friday --seat b") == ["Ben"]


def test_legal_moves_are_offered_as_record_takes_them(friday: Desk) -> None:
    assert offered(friday, "retold record friday ") == [
        "'Ana: roll'",
        "'Ana: hold'",
        "'Ana: concede'",
        "'Ben: concede'",
        "'Ana: agree'",
    ]
    assert offered(friday, "retold record friday 'Ben") == ["Ben: concede"]


def test_a_move_is_offered_without_the_name_of_the_seat_that_is_waited_for(friday: Desk) -> None:
    assert offered(friday, "retold record friday ro") == ["roll"]
    assert offered(friday, "retold record friday c") == ["concede"]


def test_what_chance_may_show_is_offered_behind_a_move_and_by_its_verb(friday: Desk) -> None:
    faces = [f"roll {face}" for face in range(1, 7)]
    assert offered(friday, "retold record friday 'roll ") == faces
    assert offered(friday, "retold record friday 'Ana: roll ")[3] == "Ana: roll 4"
    assert offered(friday, "retold record friday 'hold ") == []
    friday.say("record", "friday", "roll")
    assert len(offered(friday, "retold record friday ")) == 6


def test_what_is_offered_stands_on_the_moves_before_it_in_the_command(friday: Desk) -> None:
    assert offered(friday, "retold record friday 'roll 5' hold 'B") == [
        "Ben: roll", "Ben: hold", "Ben: concede",
    ]  # fmt: skip
    assert offered(friday, "retold record friday 'roll 9' h") == []


def test_where_luck_decides_no_outcome_is_offered(seeded: Desk) -> None:
    assert offered(seeded, "retold record friday 'roll ") == []


def test_the_cards_that_nobody_has_seen_are_offered(desk: Desk) -> None:
    desk.say("new", "esoteric-beasts", "-p", "Ana", "--as", "sunday")
    assert len(offered(desk, "retold record sunday ")) == 60
    assert offered(desk, "retold record sunday 'flip hell") == ["flip Hell Swine"]
    desk.say("record", "sunday", "flip hell swine")
    swine, others = (
        "explore life 2 Hell Swine",
        offered(desk, "retold record sunday 'explore life 2 "),
    )
    assert (len(others), swine in others) == (59, False)
    assert offered(desk, "retold record sunday 'explore life 2 pe") == [
        "explore life 2 Pearl Dragon", "explore life 2 Peat Troll",
    ]  # fmt: skip
    assert offered(desk, "retold record sunday 'explore life 3 ") == []


def test_the_values_of_a_roll_or_draw_are_offered_one_by_one(desk: Desk) -> None:
    desk.say("new", "taiwan-monsters-brawl", "-p", "Ana", "-p", "Ben", "--as", "sunday")
    desk.say("record", "sunday", "choose mo-sin-a", "choose two suns", "start a",
             "place reroll b4", "start a", "place ultimate c3")  # fmt: skip
    assert offered(desk, "retold record sunday 'draw ")[-1] == "draw ?"
    desk.say("record", "sunday", "draw ?", "draw ?")
    assert offered(desk, "retold record sunday 'reveal kee") == ["reveal Keelung"]
    second = offered(desk, "retold record sunday 'reveal keelung ")
    assert "reveal Keelung Anping" in second
    assert "reveal Keelung Keelung" not in second


@pytest.mark.parametrize("line", ["retold show sunday -t m", "retold record sunday ",
                                  "retold show -t m", "retold x y", "retold rules zz"])  # fmt: skip
def test_where_nothing_is_known_nothing_is_said(friday: Desk, line: str) -> None:
    assert offered(friday, line) == []
    friday.db.write_bytes(b"not a database")
    assert offered(friday, "retold show fr") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_says_how_it_is_installed(desk: Desk, shell: str) -> None:
    out = desk.say("completion", shell)
    assert out.startswith("# To install: ")
    assert "_RETOLD_COMPLETE" in out
    assert desk.say("completion", SHELL=f"/usr/bin/{shell}") == out


def test_without_a_known_shell_it_asks_for_one(desk: Desk) -> None:
    assert "bash, zsh, fish" in desk.refuse("completion", status=2, SHELL="/bin/tcsh")
    assert "bash, zsh, fish" in desk.refuse("completion", status=2, SHELL="")


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_bash_completes_a_match_and_a_move(friday: Desk, tmp_path: Path) -> None:
    command = tmp_path / "bin" / "retold"
    command.parent.mkdir()
    command.write_text(
        f'#!/bin/sh\nexec {sys.executable} -c "from cli.main import main; main()" "$@"\n'
    )
    command.chmod(0o755)
    script = subprocess.run(
        [str(command), "completion", "bash"], cwd=ROOT, capture_output=True, check=True
    ).stdout
    (tmp_path / "rc").write_bytes(script + b"\nPS1='ready> '\n")
    shell = pexpect.spawn(
        "bash",
        ["--noprofile", "--rcfile", str(tmp_path / "rc"), "-i"],
        cwd=str(ROOT),
        env={
            **os.environ,
            "PATH": f"{command.parent}:{os.environ['PATH']}",
            "RETOLD_DB": str(friday.db),
            "INPUTRC": "/dev/null",
            "TERM": "dumb",
        },
        encoding="utf-8",
        timeout=30,
    )
    shell.expect("ready> ")
    shell.send("retold record fri\t'Ana: r\t")
    shell.expect("retold record friday 'Ana: roll' ")
    shell.sendline("")
    shell.expect("friday #2 ")
    shell.close(force=True)
