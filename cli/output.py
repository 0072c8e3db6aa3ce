"""Printing: plain text where it is read by a program or kept, rich on a terminal.

What comes out of a log may hold anything, so nothing reaches a terminal with control characters.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from engine.text import Line, Span, cut, line_width, pad, width, wrap, wrapped

if TYPE_CHECKING:
    from rich.console import Console

NARROW = 80
"""Columns where there is no terminal to ask."""


def emit(text: str) -> None:
    """Write text to stdout now. A reader who has left is not told: the rest goes nowhere."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        # Also what the interpreter flushes when it ends must find somebody who reads it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def emit_bytes(data: bytes) -> None:
    """Write bytes to stdout as they are."""
    if sys.stdout is None:
        return
    sys.stdout.flush()
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(*lines: str) -> None:
    """Print lines, each on one line."""
    emit("".join(f"{plain(line)}\n" for line in lines))


def say_json(value: Any) -> None:
    """Print a value as JSON (UTF-8, whatever the terminal speaks); indented for eyes."""
    import msgspec

    data = msgspec.json.encode(value)
    if fancy():
        data = msgspec.json.format(data, indent=2)
    emit_bytes(data + b"\n")


def plain(text: str) -> str:
    """The text with every character that is not printed as one replaced."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else "�" for c in text)


def fancy() -> bool:
    """Whether stdout is a terminal that can show styles."""
    return sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def console() -> Console:
    """The terminal, for styled output; it keeps to NO_COLOR by itself."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def columns() -> int:
    """How wide lines may be."""
    if not fancy():
        return NARROW
    import shutil

    return max(20, shutil.get_terminal_size((NARROW, 24)).columns)


def table(headers: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[int] = ()) -> None:
    """Print rows under headers; `right` are the columns of numbers."""
    cells = [[plain(cell) for cell in row] for row in rows]
    if fancy():
        _rich_table(headers, cells, frozenset(right))
        return
    numbers = frozenset(right)
    widths = [max(width(row[i]) for row in (headers, *cells)) for i in range(len(headers))]
    say(*(_row(row, widths, numbers) for row in (headers, *cells)))


def _row(row: Sequence[str], widths: Sequence[int], numbers: frozenset[int]) -> str:
    shown = (
        " " * (to - width(cell)) + cell if place in numbers else pad(cell, to)
        for place, (cell, to) in enumerate(zip(row, widths, strict=True))
    )
    return "  ".join(shown).rstrip()


def _rich_table(
    headers: Sequence[str], rows: Sequence[Sequence[str]], numbers: frozenset[int]
) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for place, header in enumerate(headers):
        shown.add_column(header, justify="right" if place in numbers else "left")
    for row in rows:
        shown.add_row(*(Text(cell) for cell in row))
    console().print(shown)


def picture(lines: Iterable[Sequence[Span]]) -> None:
    """Print a picture; without a terminal its text alone. What a narrow terminal has no room for is
    cut off, since a board that is wrapped is no board, and that is said."""
    shown = [plain_line(line) for line in lines]
    room, most = columns(), max(map(line_width, shown), default=0)
    if not fancy() or most <= room:
        _print(shown)
        return
    _print([cut(line, room) for line in shown])
    tell([(f"(cut at {room} columns; the whole picture takes {most})", "dim")])


def tell(line: Iterable[Span], indent: int = 2) -> None:
    """Print a line of styled spans, wrapped between words, `indent` in from the second row on."""
    tell_all([line], indent)


def tell_all(lines: Iterable[Iterable[Span]], indent: int = 2) -> None:
    """Print lines as `tell` does, all at once."""
    room = columns()
    _print([part for line in lines for part in wrap(plain_line(line), room, indent)])


def plain_line(line: Iterable[Span]) -> Line:
    """A line with every character that is not printed as one replaced."""
    return [(plain(text), style) for text, style in line]


def _print(lines: Sequence[Line]) -> None:
    """Print lines that are plain and fit, styled on a terminal, their text alone elsewhere."""
    if not fancy():
        emit("".join("".join(text for text, _ in line).rstrip() + "\n" for line in lines))
        return
    from rich.text import Text

    shown = console()
    for line in lines:
        shown.print(Text.assemble(*line), soft_wrap=True)


def say_wrapped(*lines: str, indent: int = 2) -> None:
    """Print lines, each wrapped between words with a hanging indent."""
    say(*(part for line in lines for part in fitted(line, more=indent)))


def fitted(text: str, indent: int = 0, more: int = 2) -> list[str]:
    """A text broken between words into as many lines as it needs, `indent` columns in, and `more`
    from the second on."""
    lines = wrapped(" " * indent + plain(text), columns(), indent + more)
    return [line.rstrip() for line in lines]


def beside(name: str, text: str, room: int) -> list[str]:
    """A name with a text beside it, over several lines where it is long: the name takes `room`
    columns, or a line of its own where it is longer."""
    lines = wrapped(plain(" ".join(text.split())), max(30, columns() - room - 4))
    if not room:
        return [f"  {line}".rstrip() for line in lines]
    above, name = ([f"  {name}"], "") if width(name) > room else ([], name)
    names = [pad(name, room), *[" " * room] * (len(lines) - 1)]
    return above + [f"  {name}  {line}".rstrip() for name, line in zip(names, lines, strict=True)]


def heading(text: str) -> None:
    """Print a line that stands above others."""
    tell([(text, "bold")])


def in_columns(texts: Sequence[str], indent: str = "  ") -> list[str]:
    """Texts laid out in as many columns as the width takes, read across."""
    if not texts:
        return []
    each = max(width(text) for text in texts) + 2
    fit = (columns() - len(indent)) // each
    if not fit:
        room = columns()
        return [part for text in texts for part in wrapped(indent + text, room, len(indent) + 2)]
    return [
        (indent + "".join(pad(text, each) for text in texts[at : at + fit])).rstrip()
        for at in range(0, len(texts), fit)
    ]


def lines_drawn() -> bool:
    """Whether the characters that draw lines can be written."""
    encoding = getattr(sys.stdout, "encoding", None) or getattr(sys.__stdout__, "encoding", "")
    try:
        "├─│".encode(encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True
