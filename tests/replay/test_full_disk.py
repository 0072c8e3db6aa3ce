"""A disk that fills up, and a process that is killed on it: a refusal in a sentence, nothing half
there, all that was acknowledged still there, and recording goes on once there is room."""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from eventstore import open_store, parse_receipt
from replay.match import Match
from replay.proof import verify_all

WRITER = """
import resource, sys
from eventstore import StoreError, open_store
from replay.match import Match

store = open_store(sys.argv[1])
match = Match.new(store, "pig", ["Ana", "Bo"], seed="7", name="friday")
limit = int(sys.argv[2])
if limit:
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
refused = 0
while refused < 3:
    try:
        done = match.record(["hold"]) if refused else match.note("x" * 5000)
        print(done.receipt, flush=True)
    except StoreError as error:
        refused += 1
        print(f"refused {error}", flush=True)
print("ready to be killed", flush=True)
sys.stdin.read()
"""


def killed_on_a_full_disk(command: list[str]) -> tuple[list[str], list[str]]:
    """The receipts that a writer printed until the disk was full, and the refusals after them; it
    is killed then."""
    writer = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    receipts: list[str] = []
    refusals: list[str] = []
    for line in writer.stdout:
        if line.startswith("ready"):
            break
        (refusals if line.startswith("refused") else receipts).append(line.strip())
    os.kill(writer.pid, signal.SIGKILL)
    writer.wait()
    return receipts, refusals


def all_there(path: Path, receipts: list[str]) -> None:
    """Every acknowledged recording is in the log, which is whole, and can be gone on with."""
    with open_store(path) as store:
        match = Match.open(store, "friday")
        found = verify_all(store)
        assert found.ok, found.first_bad
        assert store.last_row(match.row.id).n == 1 + len(receipts)
        for receipt in receipts:
            n, digest = parse_receipt(receipt)
            assert store.row_by_n(match.row.id, n).digest.startswith(digest)
        match.record(["hold"])
        assert verify_all(store).ok


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such limit there")
@pytest.mark.parametrize("limit", [170_000, 200_000, 260_000])
def test_a_file_that_may_not_grow_refuses_and_loses_nothing(tmp_path: Path, limit: int) -> None:
    path = tmp_path / "table.db"
    receipts, refusals = killed_on_a_full_disk(
        [sys.executable, "-c", WRITER, str(path), str(limit)]
    )
    assert receipts
    assert len(refusals) == 3
    assert all("make room" in refusal for refusal in refusals)
    all_there(path, receipts)


def mountable() -> bool:
    """Whether a small file system of one's own can be mounted here."""
    tool = shutil.which("unshare")
    trial = "mount -t tmpfs -o size=64k tmpfs /tmp"
    return (
        bool(tool)
        and not subprocess.run(
            [str(tool), "-rm", "sh", "-c", trial], capture_output=True, check=False
        ).returncode
    )


ON_A_SMALL_DISK = """
mount -t tmpfs -o size=420k tmpfs "$1" || exit 9
"$2" -c "$3" "$1/table.db" 0 < /dev/null > "$1.out" || true
cp "$1"/table.db* "$4"
"""


@pytest.mark.skipif(not mountable(), reason="needs a kernel that lets users mount a tmpfs")
def test_a_disk_that_is_full_refuses_and_loses_nothing(tmp_path: Path) -> None:
    disk, kept = tmp_path / "disk", tmp_path / "kept"
    disk.mkdir()
    kept.mkdir()
    words = ["sh", "-c", ON_A_SMALL_DISK, "sh", str(disk), sys.executable, WRITER, str(kept)]
    subprocess.run(["unshare", "-rm", *words], check=True)
    printed = (tmp_path / "disk.out").read_text().splitlines()
    receipts = [line for line in printed if line.startswith("#")]
    refusals = [line for line in printed if line.startswith("refused")]
    assert len(receipts) > 5
    assert [bool(re.search("disk is full.*make room", line)) for line in refusals] == [True] * 3
    all_there(kept / "table.db", receipts)


READER = """
mount -t tmpfs -o size=420k tmpfs "$1" || exit 9
cp "$3" "$1/table.db"
head -c 1000000 /dev/zero > "$1/big" 2> /dev/null
for command in "show friday" "log friday" "verify --all" matches people doctor; do
    "$2" -m cli.main --db "$1/table.db" $command > /dev/null || exit 8
done
"$2" -m cli.main --db "$1/table.db" record friday hold && exit 7
rm "$1/big"
"$2" -m cli.main --db "$1/table.db" record friday hold
"""


@pytest.mark.skipif(not mountable(), reason="needs a kernel that lets users mount a tmpfs")
@pytest.mark.slow
def test_on_a_full_disk_a_match_can_still_be_read(tmp_path: Path) -> None:
    path, disk = tmp_path / "table.db", tmp_path / "disk"
    disk.mkdir()
    with open_store(path) as store:
        Match.new(store, "pig", ["Ana", "Bo"], name="friday").record(["roll 5"])
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", READER, "sh", str(disk), sys.executable, str(path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr.count("\n")) == (0, 1), done.stderr
    assert "make room" in done.stderr
    assert "friday #3 " in done.stdout
