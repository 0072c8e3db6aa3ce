"""Lines of styled text as an SVG document, for games that draw no picture of their own."""

from collections.abc import Iterable, Iterator, Sequence

from engine.text import Span, line_width, width

LETTER, ROW, MARGIN = 9, 20, 16
"""Pixels: the width of a letter, from line to line, and around them."""
PAPER, INK = "#16181d", "#e8e6e0"
COLORS = {
    "black": "#000000", "red": "#e0555a", "green": "#7cc36b", "yellow": "#e6c35c",
    "blue": "#6b9fe8", "magenta": "#c78be0", "cyan": "#62c4c9", "white": "#d8d8d8",
    "grey": "#9a9a9a", "gray": "#9a9a9a",
}  # fmt: skip
ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
MARKS = {
    "bold": ' font-weight="bold"',
    "dim": ' opacity="0.6"',
    "italic": ' font-style="italic"',
    "underline": ' text-decoration="underline"',
    "strike": ' text-decoration="line-through"',
}


LENGTHS = {
    letter: tenths
    for letters, tenths in (("ijl.,:;'|!I", 4), ("ftr ()-", 5), ("mw", 10), ("MW@%", 11))
    for letter in letters
}


def length(text: str) -> int:
    """About how long a text is drawn, in tenths of its size: fonts differ, so a little too much."""
    return sum(LENGTHS.get(c) or (10 if width(c) == 2 else 7 * width(c)) for c in text)


def fit(text: str, room: float) -> str:
    """A text cut to a length (in tenths of its size), with an ellipsis where something is
    missing."""
    if length(text) <= room:
        return text
    while text and length(text) > room - 10:
        text = text[:-1]
    return f"{text.rstrip()}…"


def drawing(title: str, lines: Sequence[Sequence[Span]]) -> str:
    """An SVG document that shows lines of styled text as a terminal does: for games that draw no
    picture of their own."""
    lines = [[(title, "bold")], [], *lines]
    wide = 2 * MARGIN + LETTER * max(map(line_width, lines))
    high = 2 * MARGIN + ROW * len(lines)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}" font-family="DejaVu Sans Mono, Menlo, monospace" '
        'font-size="15">',
        f"<title>{xml(title)}</title>",
        f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>',
    ]
    for row, line in enumerate(lines):
        parts += _drawn(line, MARGIN + ROW * row)
    return "\n".join([*parts, "</svg>"]) + "\n"


def xml(text: str) -> str:
    """A text as XML holds it: what is not printed is replaced, the rest escaped."""
    shown = "".join(c if c.isprintable() else "�" for c in text)
    for letter, written in ESCAPES.items():
        shown = shown.replace(letter, written)
    return shown


def _drawn(line: Iterable[Span], top: int) -> Iterator[str]:
    column = 0
    for text, style in line:
        x, wide = MARGIN + LETTER * column, width(text)
        ink, ground, marks = _style(style)
        if ground:
            yield (
                f'<rect x="{x}" y="{top}" width="{LETTER * wide}" height="{ROW}" fill="{ground}"/>'
            )
        if text.strip():
            yield (
                f'<text x="{x}" y="{top + 15}" xml:space="preserve" textLength="{LETTER * wide}" '
                f'fill="{ink}"{marks}>{xml(text)}</text>'
            )
        column += wide


def _style(style: str) -> tuple[str, str, str]:
    """A style's colors (of the letters, of what lies behind them) and the attributes it gives."""
    ink, ground, marks = INK, "", ""
    words = iter(style.split())
    for word in words:
        if word == "on":
            ground = _color(next(words, ""))
        elif word in MARKS:
            marks += MARKS[word]
        else:
            ink = _color(word) or ink
    return ink, ground, marks


def _color(word: str) -> str:
    """A color that a style names, as SVG writes it; empty where it is none."""
    shown = COLORS.get(word.removeprefix("bright_"), word if word.startswith("#") else "")
    return shown if shown.removeprefix("#").isalnum() else ""
