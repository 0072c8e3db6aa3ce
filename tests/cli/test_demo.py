"""The demo keeps what it says."""

import os
import re
import subprocess
import sys
import time

from cli import demo
from tests.cli.desk import ROOT, Desk


def test_the_demo_tells_the_whole_evening_in_time(desk: Desk) -> None:
    began = time.monotonic()
    out = desk.say("demo")
    assert time.monotonic() - began < 10
    assert re.search(
        r"^  B-2: a2-c2 is no valid line: there is no rune on b2\. Nearest legal: `",
        out,
        re.MULTILINE,
    )
    assert out.count("dice 0 0 0") == 4
    assert "  saw: dice 0 0 0\n" in out
    assert "1. Claudia 9, 2. Dora 9, 3. Erich 9." in " ".join(out.split())
    assert "1. Erich 12, 2. Claudia 9, 3. Dora 9." in out
    assert re.search(r"^  seats\.Erich\.vp +7 +-> 10$", out, re.MULTILINE)
    assert "all as recorded." in out
    assert 60 <= len(out.splitlines()) <= 140
    assert all(len(line) <= 100 for line in out.splitlines())
    assert not desk.db.exists()


def test_every_step_says_the_command_that_does_it(desk: Desk) -> None:
    out = desk.say("demo")
    done = re.findall(r"^\$ retold (\w+) ", out, re.MULTILINE)
    wanted = {"new", "record", "undo", "branch", "diff", "replay", "verify", "show", "note", "tree"}
    assert set(done) == wanted
    assert [step.command for step in demo.EVENING] == re.findall(r"^\$ (.*)$", out, re.MULTILINE)


def test_the_demo_needs_no_letters_beyond_ascii() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from cli.main import main; main()", "demo"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "RETOLD_BY": "somebody"},
        capture_output=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"|-* 99-106" in done.stdout
