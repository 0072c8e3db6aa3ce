"""What was acknowledged survives; what was not is there wholly or not at all."""

from __future__ import annotations

import os
import random
import shutil
import signal
import struct
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from eventstore import Conflict, StoreError, open_store
from tests.eventstore.helpers import create, drafts, entry, record

ROOT = Path(__file__).resolve().parents[2]
MOVES = 3

# Appends recordings of MOVES events each for ever, printing each number once it is acknowledged.
RECORDER = f"""
import os, sys
from eventstore import open_store
from tests.eventstore.helpers import create, drafts, entry
store = open_store(sys.argv[1], synchronous=sys.argv[2])
names = [match.name for match in store.matches()]
match = store.match("friday") if names else create(store)
head = store.head(match.id, "main")
os.write(1, b"0\\n")
while True:
    what = drafts(*((head, i) for i in range({MOVES})))
    row, ids, _ = store.append(match.id, entry(), head=head, events=what)
    head = ids[-1]
    os.write(1, b"%d\\n" % row.n)
"""

# Writes a few recordings and dies without closing, so that they are in the `-wal` alone.
LEAVER = """
import os, sys
from eventstore import open_store
from tests.eventstore.helpers import create, record, rich
store = open_store(sys.argv[1])
store.connection.execute("PRAGMA wal_autocheckpoint = 0")
match = rich(store)
for i in range(6):
    record(store, match, i)
os._exit(0)
"""

# Tries to append a hundred times from the head that it read, and counts how it went.
RIVAL = """
import sys
from eventstore import Conflict, open_store
from tests.eventstore.helpers import drafts, entry
store = open_store(sys.argv[1], synchronous="OFF", timeout=30)
match = store.match("friday")
done, refused = [], 0
for i in range(100):
    head = store.head(match.id, "main")
    try:
        row, _, _ = store.append(match.id, entry(), head=head, events=drafts((sys.argv[2], i)))
    except Conflict:
        refused += 1
    else:
        done.append(row.n)
print(refused, *done)
"""


def start(program: str, *words: object, **how: object) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", program, *map(str, words)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)


def killed_at_random(path: Path, times: int, seed: int, synchronous: str) -> None:
    chance = random.Random(seed)
    acknowledged = 1
    for _ in range(times):
        with start(RECORDER, path, synchronous) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(chance.uniform(0, 0.03))
            os.kill(process.pid, signal.SIGKILL)
            printed = process.stdout.read().split(b"\n")
        # What follows the last line break was cut short by the kill.
        acknowledged = max([acknowledged, *map(int, filter(None, printed[:-1]))])
        with open_store(path) as store:
            match = store.match("friday")
            rows = store.journal(match.id)
            assert len(rows) >= acknowledged
            assert len(store.path(rows[-1].after)) == 1 + MOVES * (len(rows) - 1)
            assert store.check_all() == []
            acknowledged = len(rows)


@pytest.mark.parametrize("synchronous", ["FULL", "OFF"])
def test_a_killed_recorder_loses_nothing_acknowledged(tmp_path: Path, synchronous: str) -> None:
    killed_at_random(tmp_path / "log.db", 10, 5, synchronous)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_killed_two_hundred_times_nothing_is_lost(tmp_path: Path, seed: int) -> None:
    killed_at_random(tmp_path / "log.db", 50, seed, "FULL")


def test_a_torn_tail_leaves_a_prefix(tmp_path: Path) -> None:
    """The `-wal` cut at each of its frames' ends and at places inside each frame."""
    source = tmp_path / "source"
    source.mkdir()
    subprocess.run([sys.executable, "-c", LEAVER, source / "log.db"], check=True, cwd=ROOT)
    wal = (source / "log.db-wal").read_bytes()
    frame = 24 + struct.unpack(">I", wal[8:12])[0]
    frames = (len(wal) - 32) // frame
    assert frames > 30
    sizes = [0, 1, 31, 32]
    for i in range(frames):
        sizes += [32 + i * frame + part for part in (1, 24, 25, 2000, frame - 1, frame)]
    seen = [prefix_left(source / "log.db", wal[:size], tmp_path / "cut") for size in sizes]
    # More of the file is never less of the journal, and all of it is all.
    assert seen == sorted(seen)
    assert set(seen) == set(range(20))


def prefix_left(source: Path, wal: bytes, folder: Path) -> int:
    """How many rows are there, with a `-wal` that ends early; they are sound, and go on."""
    folder.mkdir()
    path = folder / "log.db"
    shutil.copy(source, path)
    Path(f"{path}-wal").write_bytes(wal)
    with open_store(path, synchronous="OFF") as store:
        assert store.integrity() == []
        assert store.check_all() == []
        matches = store.matches()
        rows = store.journal(matches[0].id) if matches else []
        if rows:
            record(store, matches[0], "goes on")
            assert store.check_all() == []
    shutil.rmtree(folder)
    return len(rows)


def test_a_garbled_wal_leaves_a_prefix_or_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    subprocess.run([sys.executable, "-c", LEAVER, source / "log.db"], check=True, cwd=ROOT)
    wal = (source / "log.db-wal").read_bytes()
    chance = random.Random(2)
    for _ in range(60):
        garbled = bytearray(wal)
        place = chance.randrange(len(wal))
        garbled[place] ^= 1 << chance.randrange(8)
        with suppress(StoreError):
            prefix_left(source / "log.db", bytes(garbled), tmp_path / "cut")
        shutil.rmtree(tmp_path / "cut", ignore_errors=True)


def test_of_two_processes_each_success_is_in_the_log(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    with open_store(path) as store:
        match = create(store)
    rivals = [start(RIVAL, path, name) for name in ("one", "two", "three")]
    counts = [list(map(int, rival.communicate(timeout=60)[0].split())) for rival in rivals]
    refused = sum(count[0] for count in counts)
    numbers = sorted(n for count in counts for n in count[1:])
    assert len(numbers) + refused == 300
    with open_store(path) as store:
        assert [row.n for row in store.journal(match.id)] == [1, *numbers]
        assert len(store.path(store.head(match.id, "main"))) == 1 + len(numbers)
        assert store.check_all() == []


def test_processes_that_make_the_same_database_make_one(tmp_path: Path) -> None:
    path = tmp_path / "log.db"
    program = (
        "import sys; from eventstore import open_store\n"
        "from tests.eventstore.helpers import create\n"
        "create(open_store(sys.argv[1], timeout=30), sys.argv[2], sys.argv[2])"
    )
    processes = [start(program, path, i) for i in range(6)]
    assert [process.wait(timeout=60) for process in processes] == [0] * 6
    for process in processes:
        process.communicate()
    with open_store(path) as store:
        assert sorted(match.name for match in store.matches()) == list("012345")
        assert store.check_all() == []


def test_a_writer_that_fails_half_way_leaves_nothing(tmp_path: Path) -> None:
    """Whatever statement of a recording fails, the next one stands on what was there."""
    with open_store(tmp_path / "log.db", synchronous="OFF") as store:
        match = create(store)
        for table in ("journal", "events", "results"):
            head = record(store, match, table).after
            store.connection.execute(
                f"CREATE TEMP TRIGGER stop BEFORE INSERT ON {table}"
                " BEGIN SELECT RAISE(ABORT, 'stopped'); END"
            )
            before = store.events_of(match.id), store.journal(match.id)
            with pytest.raises(StoreError):
                store.append(match.id, entry(), head=head, events=drafts(table, "x"), result="{}")
            store.connection.execute("DROP TRIGGER stop")
            assert (store.events_of(match.id), store.journal(match.id)) == before
            with pytest.raises(Conflict):
                store.append(match.id, entry(), head=match.root, events=drafts("y"))
            record(store, match, "z")
            assert store.check_all() == []
