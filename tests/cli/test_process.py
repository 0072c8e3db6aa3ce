"""The command as a process: exit statuses, streams, what it imports."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.desk import ROOT, Desk, is_a_sentence

RETOLD = [sys.executable, "-c", "from cli.main import main; main()"]
HEAVY = ("rich", "sqlite_utils", "platformdirs", "tomllib", "importlib.metadata", "pathlib")
DRAWING = ("engine.games.taiwan_monsters_brawl.draw", "engine.games.taiwan_monsters_brawl.svg")


def run(
    desk: Desk, *args: str | bytes, input: bytes = b"", **env: Any
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*RETOLD, *args],
        cwd=ROOT,
        env={**os.environ, "RETOLD_DB": str(desk.db), **env},
        input=input,
        capture_output=True,
        timeout=60,
    )


def test_exit_statuses_and_streams(friday: Desk) -> None:
    for status, args in (
        (0, ["show", "friday"]),
        (0, ["record", "friday", "roll 5"]),
        (1, ["record", "friday", "roll 9"]),
        (1, ["show", "sunday"]),
        (2, ["show"]),
        (2, ["frobnicate"]),
    ):
        done = run(friday, *args)
        assert done.returncode == status, done
        assert (done.stdout != b"") == (status == 0)
        assert (done.stderr == b"") == (status == 0)
        assert status == 0 or is_a_sentence(done.stderr.decode())


def test_lines_come_through_a_pipe(friday: Desk) -> None:
    done = run(friday, "record", "friday", "-", input=b"roll 5\nhold\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.endswith(b"Waits for Ben.\n")


@pytest.mark.parametrize("args", [["show", b"\xff\xfe"], ["record", "friday", b"roll \xff"],
                                  ["new", "pig", "-p", b"\xff", "-p", "B"], [b"\xff"],
                                  ["note", "friday", b"\xff"], ["--db", b"\xff/x", "games"],
                                  ["show", "friday", "--seat", b"\xff"]])  # fmt: skip
def test_arguments_that_are_no_text_are_refused(friday: Desk, args: list[str | bytes]) -> None:
    before = friday.log()
    done = run(friday, *args)
    if args[-1] != "games":
        assert done.returncode in (1, 2)
        assert is_a_sentence(done.stderr.decode())
    assert friday.log() == before


def test_a_long_argument_is_refused_briefly(friday: Desk) -> None:
    done = run(friday, "record", "friday", "x" * 100_000)
    assert done.returncode == 1
    assert len(done.stderr) < 1000


def test_a_terminal_without_letters_gets_what_it_can_show(desk: Desk) -> None:
    for encoding in ("ascii", "latin-1", "cp1252"):
        name: Any = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
        for args in (
            ["new", "pig", "-p", "Zoë", "-p", "台灣", "--as", encoding],
            ["show", encoding],
            ["log", encoding, "--journal"],
            ["tree", encoding],
            ["rules", "taiwan-monsters-brawl"],
            ["moves", encoding],
        ):
            done = run(desk, *args, **name)
            assert done.returncode == 0, done.stderr
        done = run(desk, "show", encoding, "--json", **name)
        assert "台灣" in done.stdout.decode("utf-8")
        assert run(desk, "show", "台", **name).returncode == 1


def test_a_reader_who_leaves_is_not_told_an_error(friday: Desk) -> None:
    friday.say("record", "friday", "-", input="roll 2\n" * 200)
    for args in (["log", "friday", "--journal"], ["export", "friday"], ["log", "friday", "--json"],
                 ["replay", "friday"]):  # fmt: skip
        process = subprocess.Popen(
            [*RETOLD, *args],
            cwd=ROOT,
            env={**os.environ, "RETOLD_DB": str(friday.db)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        process.stderr.close()
        assert process.wait() == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_output_that_cannot_be_written_is_said(friday: Desk) -> None:
    for args in (["log", "friday"], ["show", "friday", "--json"], ["export", "friday"]):
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                [*RETOLD, *args],
                cwd=ROOT,
                env={**os.environ, "RETOLD_DB": str(friday.db)},
                stdout=full,
                stderr=subprocess.PIPE,
                timeout=60,
            )
        assert done.returncode == 1
        assert is_a_sentence(done.stderr.decode())


def test_closed_streams_do_no_harm(friday: Desk) -> None:
    for closed in ("1", "2", "0"):
        shell = f'exec {closed}>&-; exec "$@"'
        done = subprocess.run(
            ["/bin/sh", "-c", shell, "sh", *RETOLD, "record", "friday", "roll 5"],
            cwd=ROOT,
            env={**os.environ, "RETOLD_DB": str(friday.db)},
            capture_output=True,
            timeout=60,
        )
        assert done.returncode == 0, (closed, done)
    assert friday.say("log", "friday").count("Ana: roll") == 3


def test_an_interrupt_is_one_sentence(friday: Desk) -> None:
    process = subprocess.Popen(
        [*RETOLD, "record", "friday", "-"],
        cwd=ROOT,
        env={**os.environ, "RETOLD_DB": str(friday.db)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"roll 5\n")
    process.stdin.flush()
    assert b"roll" in process.stdout.readline()
    process.stdout.readline()
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=30)
    assert process.returncode == 1
    assert stderr.decode().lstrip() == "Interrupted; what was acknowledged before is recorded.\n"
    assert friday.say("log", "friday").count("Ana: roll") == 1


def test_with_retold_debug_an_error_is_raised(friday: Desk) -> None:
    done = run(friday, "show", "sunday", RETOLD_DEBUG="1")
    assert done.returncode == 1
    assert b"Traceback" in done.stderr


@pytest.mark.parametrize("args", [["--help"], ["moves", "friday"], ["show", "friday"],
                                  ["record", "friday", "forage"], ["undo", "friday"]])  # fmt: skip
def test_a_command_imports_nothing_that_it_does_not_use(desk: Desk, args: list[str]) -> None:
    desk.say("new", "taiwan-monsters-brawl", "-p", "A", "-p", "B", "--as", "friday")
    heavy = HEAVY[:2] if args[0] in ("record", "undo") else HEAVY
    heavy += () if args[0] == "show" else DRAWING
    code = (
        "import sys\nfrom cli.main import retold\n"
        f"try: retold.main({args!r})\n"
        "except SystemExit: pass\n"
        f"print([name for name in {heavy!r} if name in sys.modules])\n"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path = {sys.path!r}\n{code}"],
        cwd=ROOT,
        env={**os.environ, "RETOLD_DB": str(desk.db)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.splitlines()[-1] == "[]", done
