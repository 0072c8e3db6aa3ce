"""`replay --step`: going forth and back through a line on a terminal, a key a step.

`Stepper` knows where one stands and what is shown there; `run` puts it on the screen, where
prompt_toolkit reads the keys and gives the terminal back as it was, however it ends.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from cli.common import Refusal
from cli.logs import event_spans, seat_colors
from cli.output import plain, plain_line
from engine.text import Line, cut, line_width, wrap

if TYPE_CHECKING:
    from prompt_toolkit import Application
    from prompt_toolkit.formatted_text import StyleAndTextTuples
    from prompt_toolkit.key_binding import KeyBindings

    from replay.walking import Walk

HELP = "← → step  [ ] turn  f flag  0-9 Enter ply  Home End  q quit"
SCROLL = "↑ ↓ scroll  "
DIGITS = 6
"""Digits of a ply that can be typed."""
LEAST = 3
"""Rows that a picture gets at least, be it that the texts around it are cut."""


class Stepper:
    """Where one stands on a line between two plies, and what is on the screen there."""

    def __init__(
        self,
        walk: Walk,
        title: str,
        span: tuple[int, int],
        flags: Mapping[int, Sequence[str]],
    ) -> None:
        self.walk, self.title, self.flags = walk, title, flags
        self.first, self.last = span
        self.ply, self.scroll, self._over = self.first, 0, 0
        self.typed: str | None = None
        self.said = ""
        self._picture: tuple[int, list[Line], list[Line]] | None = None

    # Moving

    def go(self, ply: int) -> None:
        """Stand at a ply, or as near to it as the line goes."""
        self.ply, self.typed, self.said = max(self.first, min(ply, self.last)), None, ""

    def turn(self, way: int) -> None:
        """Go to where the next turn begins, or (-1) the one before."""
        self.go(self.walk.next_turn(self.ply) if way > 0 else self.walk.turn_before(self.ply))

    def flag(self, way: int) -> None:
        """Go to the next ply with a flag, or (-1) the one before, and round from end to end."""
        flagged = [ply for ply in sorted(self.flags) if self.first <= ply <= self.last]
        if not flagged:
            self.said = "No flag stands on this line."
            return
        after = [ply for ply in flagged if (ply > self.ply if way > 0 else ply < self.ply)]
        self.go((after or flagged)[0 if way > 0 else -1])

    def up_or_down(self, way: int) -> None:
        """Scroll a picture that is higher than the screen, else step."""
        if self._over:
            self.scroll = max(0, min(self.scroll + way, self._over))
        else:
            self.go(self.ply + way)

    # Typing a ply

    def digit(self, typed: str) -> None:
        """A digit of the ply to go to."""
        self.said = ""
        self.typed = ((self.typed or "") + typed)[:DIGITS]

    def rub_out(self) -> None:
        """Take the last digit back; where none is typed, go a step back."""
        if self.typed is None:
            self.go(self.ply - 1)
        else:
            self.typed = self.typed[:-1] or None

    def enter(self) -> None:
        """Go to the ply that was typed; where none is asked for, a step forth."""
        if not self.typed:
            self.go(self.ply + (self.typed is None))
            return
        ply = int(self.typed)
        if self.first <= ply <= self.last:
            self.go(ply)
        else:
            self.typed = None
            self.said = f"There is no ply {ply} here; they go from {self.first} to {self.last}."

    # Showing

    def frame(self, columns: int, rows: int) -> list[Line]:
        """What is on a screen of that size: where one is and what led there, the picture, how the
        match stands and what the keys do."""
        picture, below = self._shown()
        head = [part for line in self._head() for part in wrap(line, columns, 4)]
        foot = [part for line in below for part in wrap(line, columns, 2)]
        room = max(LEAST, rows - len(head) - len(foot) - 3)
        self._over = max(0, len(picture) - room)
        self.scroll = min(self.scroll, self._over)
        seen = [cut(line, columns) for line in picture[self.scroll : self.scroll + room]]
        above = [*head, [], *seen, []]
        keys = self._keys(columns)
        if len(above) + len(foot) + 1 > rows:
            # A screen this small shows as much as it can, and the keys.
            return [*above[: max(0, rows - 1)], keys]
        return [*above, *foot, *[[]] * (rows - len(above) - len(foot) - 1), keys]

    def _head(self) -> Iterator[Line]:
        told = self.walk.told[self.ply]
        place = f"  ply {self.ply} of {self.walk.last}"
        yield [(self.title, "bold"), (place, "bold cyan"), (f"  ({told.entry.head})", "dim")]
        colors = seat_colors(told.step.labels)
        turn = f"  [{', '.join(told.turn)}]" if told.turn else ""
        yield [("→ ", "dim"), *plain_line(event_spans(told.entry, colors)), (plain(turn), "dim")]
        for flag in self.flags.get(self.ply, ()):
            yield [(f"flag {plain(flag)}", "bold red")]

    def _shown(self) -> tuple[list[Line], list[Line]]:
        """The picture at the ply, and the lines below it; kept while one stands there."""
        if self._picture is None or self._picture[0] != self.ply:
            from replay import reading

            match = self.walk.match
            position = self.walk.position(self.ply)
            state = reading.viewed(match, position.state, self.walk.viewer)
            drawn = match.game.picture(state, match.labels(state))
            below = [plain_line(line) for line in _standing(self.walk, state)]
            self._picture = self.ply, [plain_line(line) for line in drawn.lines], below
        return self._picture[1:]

    def _keys(self, columns: int) -> Line:
        if self.typed is not None:
            return cut([(f"Go to ply {self.typed}_  (Enter; Esc: stay)", "bold reverse")], columns)
        if self.said:
            return cut([(self.said, "bold reverse")], columns)
        text = (SCROLL if self._over else "") + HELP
        return cut([(text + " " * max(0, columns - line_width([(text, "")])), "reverse")], columns)


def _standing(walk: Walk, state: object) -> Iterator[Line]:
    """How the sides stand at a position, and whom the match waits for."""
    from cli.saying import coming, standing_text
    from engine import fold
    from replay import reading

    match = walk.match
    yield [("Standing: ", "bold"), (f"{standing_text(reading.standing(match, state))}.", "")]
    labels = match.labels(state)
    waits = [labels[seat] for seat in fold.waits(match.game, state)]
    yield [(coming(getattr(state, "ended", ""), waits), "bold green")]


# On the screen


def need_terminal() -> None:
    """Refuse where nobody can step: input or output is no terminal, or it cannot be drawn on."""
    streams = (sys.stdin, sys.stdout)
    if not all(stream is not None and stream.isatty() for stream in streams) or (
        os.environ.get("TERM") == "dumb"
    ):
        raise Refusal(
            "`replay --step` needs a terminal with keys and a screen; leave out --step to print "
            "the moves."
        )


def run(stepper: Stepper) -> None:
    """Step until somebody quits. The terminal is as before then, whatever happened."""
    import signal

    from prompt_toolkit import Application
    from prompt_toolkit.layout import FormattedTextControl, Layout, Window

    def fragments() -> StyleAndTextTuples:
        size = application.output.get_size()
        try:
            lines = stepper.frame(size.columns, size.rows)
        except Exception as error:
            # prompt_toolkit would print a traceback and wait; the command says it in a sentence.
            _leave(application, error)
            return []
        shown: StyleAndTextTuples = [
            (_style(style), text) for line in lines for text, style in [*line, ("\n", "")]
        ]
        return shown[:-1]

    application: Application[None] = Application(
        layout=Layout(Window(FormattedTextControl(fragments, show_cursor=False))),
        key_bindings=_bindings(stepper),
        full_screen=True,
    )
    # A lone Esc is told from an arrow key by how soon more follows.
    application.ttimeoutlen = 0.05

    def leave_on_signals() -> None:
        import asyncio

        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name) and hasattr(loop, "add_signal_handler"):
                loop.add_signal_handler(getattr(signal, name), _leave, application)

    application.run(pre_run=leave_on_signals)


def _leave(application: Application[None], error: Exception | None = None) -> None:
    if application.is_running and not application.is_done:
        if error is None:
            application.exit()
        else:
            application.exit(exception=error)


KEYS: dict[str, Callable[[Stepper], None]] = {
    "right": lambda steps: steps.go(steps.ply + 1),
    "n": lambda steps: steps.go(steps.ply + 1),
    " ": lambda steps: steps.go(steps.ply + 1),
    "left": lambda steps: steps.go(steps.ply - 1),
    "p": lambda steps: steps.go(steps.ply - 1),
    "down": lambda steps: steps.up_or_down(1),
    "up": lambda steps: steps.up_or_down(-1),
    "home": lambda steps: steps.go(steps.first),
    "end": lambda steps: steps.go(steps.last),
    "]": lambda steps: steps.turn(1),
    "pagedown": lambda steps: steps.turn(1),
    "[": lambda steps: steps.turn(-1),
    "pageup": lambda steps: steps.turn(-1),
    "f": lambda steps: steps.flag(1),
    "F": lambda steps: steps.flag(-1),
    "g": lambda steps: steps.digit(""),
    "enter": lambda steps: steps.enter(),
    "backspace": lambda steps: steps.rub_out(),
}
"""What each key does; digits and the ways out aside."""
OUT = ("q", "c-c", "c-d", "<sigint>")


def _bindings(stepper: Stepper) -> KeyBindings:
    """The keys as prompt_toolkit takes them."""
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

    bindings = KeyBindings()
    for key, action in KEYS.items():
        bindings.add(key)(lambda event, action=action: action(stepper))
    for digit in "0123456789":
        bindings.add(digit)(lambda event, digit=digit: stepper.digit(digit))
    for key in OUT:
        bindings.add(key)(lambda event: _leave(event.app))
    bindings.add("c-z")(lambda event: event.app.suspend_to_background())

    @bindings.add("escape")
    def stay_or_leave(event: KeyPressEvent) -> None:
        if stepper.typed is None:
            _leave(event.app)
        stepper.typed = None

    return bindings


ANSI = (
    "ansiblack", "ansired", "ansigreen", "ansiyellow", "ansiblue", "ansimagenta", "ansicyan",
    "ansigray", "ansibrightblack", "ansibrightred", "ansibrightgreen", "ansibrightyellow",
    "ansibrightblue", "ansibrightmagenta", "ansibrightcyan", "ansiwhite",
)  # fmt: skip
"""The sixteen colors of a terminal as prompt_toolkit calls them."""
MARKS = ("bold", "dim", "italic", "underline", "strike", "reverse")


@cache
def _style(style: str) -> str:
    """A picture's style as prompt_toolkit writes it; plain where it is none."""
    from rich.errors import StyleSyntaxError
    from rich.style import Style

    try:
        parsed = Style.parse(style)
    except StyleSyntaxError:
        return ""
    found = [mark for mark in MARKS if getattr(parsed, mark)]
    for side, color in (("fg", parsed.color), ("bg", parsed.bgcolor)):
        if color is not None and not color.is_default:
            number = color.number
            named = number is not None and number < len(ANSI)
            found.append(f"{side}:{ANSI[number or 0] if named else color.get_truecolor().hex}")
    return " ".join(found)
