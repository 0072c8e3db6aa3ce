"""The tree of a match, drawn as a person would: main straight down, other lines off it.

A row is a run of events. Its dot is filled where it leads to a timeline, empty where the line was
undone, so that what is still played is told from what only is remembered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cli.output import columns, lines_drawn, plain
from engine.text import Line, line_width, pad, width, wrapped

if TYPE_CHECKING:
    from replay.reading import RunJson

ALIGNED = 20
"""Columns up to which the texts of all rows begin at one place."""
SHORTEST, NAMES, HEAD = 12, 24, 10
"""Columns that a row's text has at least, that names may take from the texts, and of a head."""
MAIN, NAMED, UNDONE = "bold green", "bold cyan", "dim"


class Signs(NamedTuple):
    """What lines are drawn with: past a row, off to it, off to the last one, and the dots."""

    past: str
    off: str
    last: str
    live: str
    undone: str


DRAWN = Signs("│ ", "├─", "└─", "●", "○")
TYPED = Signs("| ", "|-", "`-", "*", "o")


class Row(NamedTuple):
    """A run with what is drawn before its dot, and before the rows that belong to it."""

    run: RunJson
    before: str
    below: str


def drawn(runs: Sequence[RunJson]) -> Iterator[Line]:
    """The rows of a tree, parents before children, each of at most as many columns as there are."""
    signs = DRAWN if lines_drawn() else TYPED
    live, main = _leading(runs, ""), _leading(runs, "main")
    rows = list(_rows(runs, signs, live, main))
    room = columns()
    # A tree that branches off its branches for ever would leave no room: its left is cut off.
    most = room // 3
    heads = [f"{row.before[-most:]}{_dot(row.run, signs, live)}{_plies(row.run)}" for row in rows]
    aligned = max((width(head) for head in heads if width(head) <= ALIGNED), default=0)
    heads = [pad(head, max(aligned, width(head))) for head in heads]
    texts = max(
        width(head) + width(plain(row.run.text)) for row, head in zip(rows, heads, strict=True)
    )
    names = min(NAMES, max(width(_rests(row.run)) for row in rows))
    # Where the head of an event stands: behind the longest text, if names have room beside it.
    at = min(texts + 2, room - HEAD - 2 - names)
    for row, head in zip(rows, heads, strict=True):
        style = MAIN if row.run.head in main else NAMED if row.run.head in live else UNDONE
        yield from _shown(row, head, style, at, room, most)
    if len(live) < len(runs):
        yield [
            (f"{signs.undone} was undone; `branch` with --at and its head brings it back", "dim")
        ]


def _rows(runs: Sequence[RunJson], signs: Signs, live: set[str], main: set[str]) -> Iterator[Row]:
    """Every run in the order in which it is drawn: branches before what goes on straight."""
    children: dict[str | None, list[RunJson]] = {}
    for run in runs:
        children.setdefault(run.parent, []).append(run)
    pending = [Row(runs[0], "", "")]
    while pending:
        row = pending.pop()
        grown = children.get(row.run.head, [])
        onward = _onward(row.run, grown, live, main)
        sides = [run for run in grown if run is not onward]
        yield row._replace(below=row.below + (signs.past if grown else "  "))
        if onward is not None:
            pending.append(Row(onward, row.below, row.below))
        for nth, run in reversed(list(enumerate(sides))):
            last = onward is None and nth == len(sides) - 1
            off, past = (signs.last, "  ") if last else (signs.off, signs.past)
            pending.append(Row(run, row.below + off, row.below + past))


def _onward(
    run: RunJson, grown: Sequence[RunJson], live: set[str], main: set[str]
) -> RunJson | None:
    """The run that goes on straight: towards main, else towards a timeline; what was undone goes on
    straight only from what was undone."""
    for leading in (main, live):
        for one in grown:
            if one.head in leading:
                return one
    return grown[0] if grown and run.head not in live else None


def _leading(runs: Sequence[RunJson], name: str) -> set[str]:
    """The runs (by their heads) that lead to where a timeline of that name, or any, rests."""
    by_head = {run.head: run for run in runs}
    found: set[str] = set()
    for start in runs:
        if not any(name in ("", known) for known in start.timelines):
            continue
        run: RunJson | None = start
        while run is not None and run.head not in found:
            found.add(run.head)
            run = None if run.parent is None else by_head.get(run.parent)
    return found


def _dot(run: RunJson, signs: Signs, live: set[str]) -> str:
    return f"{signs.live if run.head in live else signs.undone} "


def _plies(run: RunJson) -> str:
    return f"{run.first}" if run.first == run.ply else f"{run.first}-{run.ply}"


def _rests(run: RunJson) -> str:
    rests = [(name, run.ply) for name in run.timelines]
    marks = [(f"flag #{mark.n}", mark.ply) for mark in run.flags]
    return ", ".join(f"{name} at {ply}" for name, ply in [*rests, *marks])


def _shown(row: Row, head: str, style: str, at: int, room: int, most: int) -> Iterator[Line]:
    """A row: drawing and plies, the first event, its head at a column, where which timelines rest.
    Names that do not fit beside it stand below."""
    run, rests = row.run, _rests(row.run)
    # Deep in the tree the column is behind the text's beginning already: a little is shown.
    text = max(at - width(head) - 2, min(SHORTEST, width(plain(run.text))))
    line: Line = [
        (f"{head}  ", style),
        (pad(plain(run.text), text), "" if style != UNDONE else UNDONE),
        (f"  {run.head}", "dim"),
    ]
    if not rests or line_width(line) + 2 + width(rests) <= room:
        yield [*line, (f"  {rests}", style)] if rests else line
        return
    yield line
    bar = pad(row.below[-most:], width(head) + 2)
    for part in wrapped(rests, room - width(bar)):
        yield [(bar, UNDONE), (part, style)]
