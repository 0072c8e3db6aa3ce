"""No input, however malformed, gives a traceback, changes what is recorded, or half records.

Command lines, notation and import files, made of what is there, of junk, and of both. The default
run tries 2,000, the slow one 20,000.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.main import COMMANDS, retold
from tests.cli.desk import Desk, digest_of, is_a_sentence

MOVES = ["roll", "roll 5", "hold", "ben: hold", "ana: roll 5", "die 3", "concede", "ana: agree"]
NAMES = ["friday", "lucky", "brawl", "main", "what-if", "Ana", "Ben", "Erich", "pig", "-", "main"]
NUMBERS = ["0", "1", "2", "7", "99", "-1", str(2**63), str(2**64 + 1), "9" * 5000, "1e9", "nan"]
VALUES = ["points.0=5", "ended=x", "bonus=vp-difference", "a=b", "=", "seating=[0]", "pot=null"]
FILES = ["out.txt", "folder", "friday.jsonl", "evening.db", "no.toml", "evening.db-wal"]
# These wait or take long by themselves, so what they get is chosen by hand.
UNTRIED = {"--delay", "-n", "--help", "-h"}

EVERY = st.characters(exclude_categories=()).filter(lambda c: c != "/")


class Long(NamedTuple):
    """A text many times over; made late, since Hypothesis keeps what it has drawn."""

    text: str


def spelled(word: str | Long) -> str:
    return word if isinstance(word, str) else word.text * 100_000


JUNK = st.text(EVERY, max_size=20) | st.builds(Long, st.text(EVERY, min_size=1, max_size=3))
WORDS = st.sampled_from(NAMES + NUMBERS + VALUES + FILES + MOVES) | JUNK


def options_of(name: str) -> list[str]:
    found = retold.get_command(click.Context(retold), name)
    assert found is not None
    return sorted({word for param in found.params for word in param.opts if word[0] == "-"})


OPTIONS = {name: [o for o in options_of(name) if o not in UNTRIED] for name in COMMANDS}
FEW = {
    "simulate": ["pig", "--bots", "random", "-n", "1"],
    "replay": ["friday", "--delay", "0"],
    "undo": ["friday", "-n"],
    "redo": ["friday", "-n"],
}


@st.composite
def command_lines(draw: st.DrawFn) -> list[str | Long]:
    """A command with arguments that may fit, or not."""
    name = draw(st.sampled_from([name for name in COMMANDS if name != "demo"]))
    start = FEW.get(name, ["friday"]) if draw(st.booleans()) or name == "simulate" else []
    rest = draw(st.lists(st.sampled_from(OPTIONS[name] or ["--json"]) | WORDS, max_size=6))
    return [name, *start, *rest]


ANYTHING = st.lists(WORDS | st.sampled_from(list(COMMANDS)), max_size=6)
PIECES = st.sampled_from(
    ["ana", "ben", "erich", ":", "roll", "hold", "5", "?", "die", "draw", "choose", "place", "b1",
     "spell", "cast", "tornado", "wildfire", "start", "a", "reveal", "=", ",", " ", "\t", "claim"]
)  # fmt: skip
LINES = st.lists(PIECES | st.text(EVERY, max_size=4), max_size=8).map(" ".join) | JUNK


@st.composite
def damages(draw: st.DrawFn) -> list[tuple[str, int, int, bytes]]:
    """Some changes to a file: what, where (as parts of its length), and with what."""
    change = st.tuples(
        st.sampled_from(["cut", "drop", "double", "swap", "put", "set"]),
        st.integers(0, 10**6),
        st.integers(0, 10**6),
        st.binary(max_size=8) | st.sampled_from([b'"', b"{", b"}", b"\\u0000", b"null", b"\xff"]),
    )
    return draw(st.lists(change, min_size=1, max_size=3))


def damaged(data: bytes, changes: list[tuple[str, int, int, bytes]]) -> bytes:
    """A file after such changes."""
    for what, where, other, with_ in changes:
        lines = data.splitlines(keepends=True) or [b""]
        at, line, second = where % (len(data) + 1), where % len(lines), other % len(lines)
        if what == "cut":
            data = data[:at]
        elif what == "put":
            data = data[:at] + with_ + data[at:]
        elif what == "set":
            data = data[:at] + with_ + data[at + len(with_) :]
        else:
            if what == "drop":
                del lines[line]
            elif what == "double":
                lines.insert(second, lines[line])
            else:
                lines[line], lines[second] = lines[second], lines[line]
            data = b"".join(lines)
    return data


class Fuzz:
    """A folder that is the same before each try, and what must hold after it."""

    def __init__(self, folder: Path) -> None:
        self.template = folder / "template.db"
        self.work = folder / "work"
        desk = Desk(folder)
        desk.db = self.template
        desk.say("new", "pig", "-p", "Ana", "-p", "Ben", "--as", "friday")
        desk.say("record", "friday", "roll 5", "roll 4", "hold")
        desk.say("branch", "friday", "what-if", "--at", "2")
        desk.say("undo", "friday")
        desk.say("flag", "friday", "cocked", "--at", "2")
        desk.say("settle", "friday", "it counts")
        desk.say("flag", "friday", "late", "--by", "Ben")
        desk.say("new", "pig", "-p", "Ana", "-p", "Ben", "--as", "lucky", "--seed", "7")
        desk.say("new", "taiwan-monsters-brawl", "-p", "Erich", "-p", "Claudia", "--as", "brawl")
        self.file = desk.invoke("export", "friday").stdout_bytes
        self.digest = digest_of(self.template)

    def start(self) -> Desk:
        shutil.rmtree(self.work, ignore_errors=True)
        (self.work / "folder").mkdir(parents=True)
        os.chdir(self.work)
        desk = Desk(self.work)
        shutil.copyfile(self.template, desk.db)
        (self.work / "friday.jsonl").write_bytes(self.file)
        return desk

    def hold(self, args: Sequence[str | Long], input: bytes = b"") -> None:
        """A command line is done or refused, and a refused one changes nothing."""
        desk = self.start()
        result = desk.invoke(*map(spelled, args), input=input)
        assert result.exit_code in (0, 1, 2)
        assert "Traceback" not in result.stderr + result.stdout
        if result.exit_code:
            assert is_a_sentence(result.stderr), result.stderr
            assert result.stderr.count("\n") == 1
            assert digest_of(desk.db) == self.digest
        else:
            assert result.stderr == ""


@pytest.fixture(scope="module")
def fuzz() -> Iterator[Fuzz]:
    before = os.getcwd()
    # In memory where there is such a folder: nothing here is about surviving a power cut.
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        yield Fuzz(Path(folder))
        os.chdir(before)


def explore(strategy: st.SearchStrategy[Any], check: Callable[[Any], None], tries: int) -> None:
    @settings(
        max_examples=tries,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def each(found: Any) -> None:
        check(found)

    each()


def explore_all(fuzz: Fuzz, times: int) -> None:
    one_line = st.binary(max_size=9).filter(lambda data: b"\n" not in data)
    stdin = one_line | st.sampled_from([b"", b"roll 3\n", b"\xff\n", b"{}\n", fuzz.file])
    explore(
        st.tuples(command_lines() | ANYTHING, stdin),
        lambda found: fuzz.hold(*found),
        900 * times,
    )
    explore(
        st.tuples(st.sampled_from(["friday", "lucky", "brawl"]), LINES),
        lambda found: fuzz.hold(["record", found[0], "--", found[1]]),
        600 * times,
    )
    explore(
        st.tuples(st.sampled_from(["friday", "lucky", "brawl"]), LINES),
        lambda found: fuzz.hold(["why", found[0], "--", found[1]]),
        300 * times,
    )
    explore(
        st.tuples(damages(), st.sampled_from([[], ["--as", "other"]])),
        lambda found: fuzz.hold(["import", "-", *found[1]], damaged(fuzz.file, found[0])),
        500 * times,
    )


def test_two_thousand_inputs_are_done_or_refused_in_a_sentence(fuzz: Fuzz) -> None:
    explore_all(fuzz, 1)


@pytest.mark.slow
def test_twenty_thousand_inputs_are_done_or_refused_in_a_sentence(fuzz: Fuzz) -> None:
    explore_all(fuzz, 10)
