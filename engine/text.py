"""Text in columns, as terminals show it.

A line is a list of spans (a text and its style). Letters of some scripts take two columns, marks
that sit on the letter before them take none.
"""

from collections.abc import Iterable, Iterator
from unicodedata import category, east_asian_width

Span = tuple[str, str]
"""A piece of text and its style ("", or words as "bold red on black"), as terminals show it."""
Line = list[Span]

NOTHING_WIDE = frozenset({"Mn", "Me", "Cf"})
"""Categories of characters that take no column: marks over a letter, joiners."""
SOFT_HYPHEN = "\xad"
"""The one format character that terminals show."""


def width(text: str) -> int:
    """How many columns a text takes."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(letter: str) -> int:
    if letter.isascii():
        return 1
    if category(letter) in NOTHING_WIDE and letter != SOFT_HYPHEN:
        return 0
    return 2 if east_asian_width(letter) in "WF" else 1


def clip(text: str, columns: int) -> str:
    """A text cut to so many columns, with an ellipsis where something is missing."""
    if width(text) <= columns:
        return text
    return _head(text, columns - 1) + "…" if columns > 0 else ""


def _head(text: str, columns: int) -> str:
    """As much of a text's beginning as so many columns hold."""
    used = 0
    for place, letter in enumerate(text):
        used += _columns(letter)
        if used > columns:
            return text[:place]
    return text


def pad(text: str, columns: int) -> str:
    """A text clipped or filled up to so many columns."""
    text = clip(text, columns)
    return text + " " * (columns - width(text))


# Lines of spans


def line_width(line: Iterable[Span]) -> int:
    """How many columns a line takes."""
    return sum(width(text) for text, _ in line)


def cut(line: Iterable[Span], columns: int) -> Line:
    """A line cut to so many columns, with an ellipsis where something is missing."""
    line = list(line)
    if line_width(line) <= columns:
        return line
    kept: Line = []
    left = columns
    for text, style in line:
        # One column is kept for the ellipsis, which stands where the next span would begin.
        if width(text) >= left:
            kept.append((clip(text + " ", left), style))
            break
        kept.append((text, style))
        left -= width(text)
    return kept


def fill(line: Iterable[Span], columns: int) -> Line:
    """A line cut or filled up to so many columns."""
    line = cut(line, columns)
    return [*line, (" " * (columns - line_width(line)), "")]


def wrap(line: Iterable[Span], columns: int, indent: int = 0) -> Iterator[Line]:
    """A line broken between words into lines of so many columns, all but the first `indent` in. A
    word is only broken where a whole line does not hold it."""
    line = list(line)
    if line_width(line) <= columns:
        yield line
        return
    indent = min(indent, columns // 2)
    first = True
    for start, end in _slices("".join(text for text, _ in line), columns, columns - indent):
        part = _part(line, start, end)
        yield part if first else [(" " * indent, ""), *part]
        first = False


def wrapped(text: str, columns: int, indent: int = 0) -> list[str]:
    """A text broken as `wrap` breaks a line."""
    return ["".join(part for part, _ in line) for line in wrap([(text, "")], columns, indent)]


def _slices(text: str, room: int, later: int) -> Iterator[tuple[int, int]]:
    """Where the lines of a text begin and end: the first has `room` columns, the others `later`."""
    start = 0
    while True:
        end = start + max(1, len(_head(text[start:], room)))
        if end >= len(text):
            yield start, len(text)
            return
        gap = _gap(text, start, end)
        # Where no gap is left, the word is longer than the line.
        yield start, len(text[:gap].rstrip()) if gap else end
        start = gap or end
        while start < len(text) and text[start].isspace():
            start += 1
        if start == len(text):
            return
        room = later


def _gap(text: str, start: int, end: int) -> int:
    """The last place up to `end` where a word ends before a space, or 0."""
    begun = start + len(text[start:]) - len(text[start:].lstrip())
    return next((at for at in range(end, begun, -1) if text[at].isspace()), 0)


def _part(line: Line, start: int, end: int) -> Line:
    """The spans of a line from one character to another."""
    found: Line = []
    at = 0
    for text, style in line:
        piece = text[max(start - at, 0) : max(end - at, 0)]
        if piece:
            found.append((piece, style))
        at += len(text)
    return found
