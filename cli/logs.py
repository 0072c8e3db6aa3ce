"""The log and the journal as they are read: grouped by turn, colored, wrapped to the width.

A line is a list of spans; `output` prints them, plain where there is no terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import TYPE_CHECKING

from cli.output import columns, plain_line, tell_all
from engine.text import Line, wrap

if TYPE_CHECKING:
    from replay.match import Match
    from replay.reading import AmendmentJson, JournalJson, LogJson, LogLine

SEATS = ("cyan", "magenta", "yellow", "green", "blue", "red")
"""The colors of the seats' names."""
KINDS = {
    "opened": "bold",
    "resolved": "yellow",
    "ruled": "magenta",
    "reseeded": "magenta",
    "adjusted": "bold red",
}
"""The style of an event by its kind; a move is shown with its seat's color."""
FLAG = "bold red"
PLY = 4
"""Columns of a ply."""


class Log:
    """Prints events under the turns in which they happened, one step in for each part of a turn.

    A heading is printed where its turn begins, so that events may come one by one.
    """

    def __init__(self) -> None:
        self._turn: list[str] = []
        self._begun = False

    def tell(self, told: Iterable[LogLine], came: Iterable[Sequence[str]] = repeat(())) -> None:
        """Print events that follow those printed before, each with what came of it."""
        tell_all(self.lines(told, came), 0)

    def lines(
        self, told: Iterable[LogLine], came: Iterable[Sequence[str]] = repeat(())
    ) -> Iterator[Line]:
        """The lines of events that follow those told before, wrapped."""
        for one, news in zip(told, came, strict=False):
            colors = seat_colors(one.step.labels)
            yield from self._headings(one.turn, colors)
            indent = 2 * len(one.turn)
            ply = f"{'':{indent}}{one.entry.ply:>{PLY}}  "
            line: Line = [(ply, "dim"), *event_spans(one.entry, colors)]
            if one.entry.flags:
                line.append((f"  (flag {', '.join(f'#{n}' for n in one.entry.flags)})", FLAG))
            yield from wrap(plain_line(line), columns(), indent + PLY + 4)
            for text in news:
                came_of: Line = [(" " * (indent + PLY + 2), ""), (text, "dim italic")]
                yield from wrap(plain_line(came_of), columns(), indent + PLY + 4)

    def _headings(self, turn: list[str], colors: Mapping[str, str]) -> Iterator[Line]:
        known, self._turn = self._turn, turn
        for depth, text in enumerate(turn):
            if known[: depth + 1] == turn[: depth + 1]:
                continue
            if depth == 0 and len(turn) > 1 and self._begun:
                yield []
            color = colors.get(text)
            style = f"bold {color}" if color else "bold" if depth == 0 else "bold dim"
            yield from wrap(
                plain_line([("  " * depth, ""), (text, style)]), columns(), 2 * depth + 2
            )
        self._begun = True


def flags_of(match: Match, event: int) -> dict[int, list[str]]:
    """The open flags on the line to an event, in words, by the ply that they mark."""
    from replay.flags import on_line, open_flags

    pending = open_flags(match)
    here = on_line(match, event, pending)
    found: dict[int, list[str]] = {}
    for flag in pending:
        if flag.n in here:
            by = f" by {flag.said.by}" if flag.said.by else ""
            found.setdefault(flag.ply, []).append(f"#{flag.n}{by}: {flag.said.reason}")
    return found


def seat_colors(labels: Sequence[str]) -> dict[str, str]:
    """The color of each seat's name."""
    return {name: SEATS[seat % len(SEATS)] for seat, name in enumerate(labels)}


def event_spans(entry: LogJson, colors: Mapping[str, str]) -> Line:
    """An event's text, as `record` accepts it: the seat's name in its color."""
    if entry.seat is not None:
        name = f"{entry.seat}:"
        color = colors.get(entry.seat, "")
        return [(name, f"bold {color}"), (entry.text.removeprefix(name), "")]
    mark: Line = [("  (irregular)", "bold red")] if entry.irregular else []
    return [(entry.text, KINDS.get(entry.kind, "")), *mark]


# The journal

DONE = {
    "open": "bold",
    "record": "bold green",
    "undo": "bold yellow",
    "redo": "bold yellow",
    "branch": "bold cyan",
    "adopt": "bold magenta",
    "amend": "bold magenta",
    "flag": "bold red",
    "settle": "bold green",
}
"""The style of what was done."""
WHY = {"note": "", "flag": "claim: ", "settle": "ruling: "}
"""What stands before a row's reason; else `why: `."""
SIGNS = {"undo": "- ", "redo": "+ "}
"""What stands before each event of a row that took events back, or brought them back."""


def row_lines(row: JournalJson) -> Iterator[Line]:
    """A row of the journal: its receipt, when (UTC), what was done and by whom; why, from where to
    where, and the events that it added or moved over."""
    by: Line = [(" by ", ""), (row.by, "bold")] if row.by else []
    yield [
        (row.receipt, "cyan"),
        (f"  {row.at}  ", "dim"),
        (row.done, DONE.get(row.done, "bold")),
        (f" {row.timeline}", ""),
        *by,
    ]
    if row.reason:
        yield [(f"    {WHY.get(row.done, 'why: ')}", "dim"), (row.reason, "italic")]
    yield [(f"    {_way(row)}", "dim")]
    sign = SIGNS.get(row.done, "")
    yield from ([(f"    {sign}", "dim"), (text, "")] for text in row.steps)
    yield from ([("    saw: ", "dim"), (text, "yellow")] for text in row.saw)
    if row.amended is not None:
        yield from _amended(row.amended)
    if row.marks is not None:
        yield [(f"    marks ply {row.marks_ply} ({row.marks})", "bold red")]
    if row.settles is not None:
        did = ", ".join(f"#{n}" for n in row.did) or "nothing was done about it"
        yield [(f"    settles #{row.settles}: {did}", "bold green")]


def _amended(what: AmendmentJson) -> Iterator[Line]:
    from cli.amending import kept_text, stop_lines

    yield from ([("    out: ", "dim"), (text, "")] for text in what.replaced)
    yield from ([("    in: ", "dim"), (text, "")] for text in what.by)
    yield [(f"    {kept_text(what)}", "")]
    if what.stopped is not None:
        yield from ([(f"    {line}", "")] for line in stop_lines(what))


def _way(row: JournalJson) -> str:
    """From where to where a row moved its timeline, or where it stayed."""
    end = f"ply {row.after_ply} ({row.after})"
    if row.before is None or row.before == row.after:
        return f"at {end}"
    return f"from ply {row.before_ply} ({row.before}) to {end}"
