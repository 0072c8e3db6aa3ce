"""How things are measured: alternating chunks, medians, paired ratios."""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

PLUGIN = Path(__file__).parents[1] / "plugin"
sys.path.insert(0, str(PLUGIN))

Clock = Callable[[Callable[[], object]], float]
ROUNDS = 9
"""Chunks of each side; an odd number, at least 5."""


class Figure(NamedTuple):
    """A line of the table: what was measured, its median, its spread, and the bar it is held to."""

    what: str
    median: float
    low: float
    high: float
    unit: str
    bar: str

    def __str__(self) -> str:
        spread = f"{self.low:,.2f} .. {self.high:,.2f}"
        return f"{self.what:<64} {self.median:>12,.2f} {self.unit:<9} {spread:>24}   {self.bar}"


def seconds(call: Callable[[], object]) -> float:
    """How long a call takes on the clock, disk and all."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def worked(call: Callable[[], object]) -> float:
    """How long this process works for a call: what else runs on the machine does not count."""
    start = time.process_time()
    call()
    return time.process_time() - start


def figure(what: str, values: list[float], unit: str, bar: str) -> Figure:
    return Figure(what, statistics.median(values), min(values), max(values), unit, bar)


def ratio(
    what: str,
    ours: Callable[[], object],
    theirs: Callable[[], object],
    bar: str,
    clock: Clock = worked,
) -> Figure:
    """The paired ratio of two calls that do the same amount, ours over theirs."""
    ours(), theirs()
    return figure(what, [clock(ours) / clock(theirs) for _ in range(ROUNDS)], "x", bar)


def rate(what: str, call: Callable[[], object], count: int, bar: str) -> Figure:
    """How many of `count` things a call does in a second of work."""
    call()
    return figure(what, [count / worked(call) for _ in range(ROUNDS)], "/s", bar)


def microseconds(what: str, call: Callable[[], object], bar: str, times: int = 2000) -> Figure:
    """How long one call works, among many."""

    def many() -> None:
        for _ in range(times):
            call()

    many()
    return figure(what, [worked(many) / times * 1e6 for _ in range(ROUNDS)], "us", bar)


def milliseconds(what: str, call: Callable[[], object], bar: str) -> Figure:
    """How long one call takes on the clock."""
    call()
    return figure(what, [seconds(call) * 1e3 for _ in range(ROUNDS)], "ms", bar)


@contextmanager
def folder() -> Iterator[Path]:
    """A temporary folder beside this file's disk, not in memory: durable appends are measured."""
    with tempfile.TemporaryDirectory(dir=tempfile.gettempdir()) as name:
        yield Path(name)
