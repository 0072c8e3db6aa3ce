"""What TAB offers, and the script behind it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from tests.cli.desk import ROOT, Desk


def offered(desk: Desk, line: str) -> list[str]:
    """What is offered for the last word of a command line."""
    words = line.split(" ")
    result = desk.invoke(
        _RETOLD_COMPLETE="bash_complete", COMP_WORDS=line, COMP_CWORD=str(len(words) - 1)
    )
    assert (result.exit_code, result.stderr) == (0, "")
    return [found.partition(",")[2] for found in result.stdout.splitlines() if found]


def test_commands_and_options_are_offered(desk: Desk) -> None:
    assert offered(desk, "retold re") == ["record", "redo", "reseed", "replay"]
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
