"""`kill -9` while recording: what was acknowledged is there, nothing is half there."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from eventstore import open_store, parse_receipt
from replay.match import Match
from replay.proof import verify

WRITER = """
import sys
from eventstore import open_store
from replay.match import Match
sys.path.insert(0, "tests/plugin")
match = Match.open(open_store(sys.argv[1]), "friday")
match.position()
print("ready", flush=True)
while True:
    state = match.position().position.state
    if state.ended:
        match.undo(20)
    seat = match.game.waits(match.position().position.state)[0]
    done = match.record([f"{match.players[seat]}: roll"])
    print(done.receipt, flush=True)
"""


def killed_writer(path: Path, seconds: float) -> list[str]:
    """The receipts that a writer printed before it was killed."""
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    assert writer.stdout.readline() == "ready\n"
    time.sleep(seconds)
    os.kill(writer.pid, signal.SIGKILL)
    printed = writer.stdout.read()
    writer.wait()
    # The last line may have been cut by the kill: then it was not acknowledged.
    return [line for line in printed.splitlines(keepends=True) if line.endswith("\n")]


def kill(path: Path, times: int) -> None:
    with open_store(path) as store:
        Match.new(store, "pig", ["Ana", "Bo"], seed="7", name="friday")
    delays = random.Random(9)
    acknowledged: list[str] = []
    for _ in range(times):
        acknowledged += killed_writer(path, delays.uniform(0, 0.1))
        with open_store(path) as store:
            match = Match.open(store, "friday")
            last = store.last_row(match.row.id).n
            found = verify(match)
            assert found.ok, found.first_bad
            for receipt in acknowledged[-50:]:
                n, digest = parse_receipt(receipt)
                assert n <= last
                assert store.row_by_n(match.row.id, n).digest.startswith(digest)
    assert acknowledged


def test_killed_writers_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    kill(tmp_path / "table.db", 10)


@pytest.mark.slow
def test_two_hundred_killed_writers(tmp_path: Path) -> None:
    kill(tmp_path / "table.db", 200)
