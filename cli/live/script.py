"""Lines on standard input as a session's script: it stops at the first that is refused."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.common import Refusal
from cli.live.session import Session
from cli.output import say

if TYPE_CHECKING:
    from replay.match import By, Match
    from replay.reading import Viewer

LINE = 1_000_000
"""Bytes of a line on standard input that are read at most."""


def run(match: Match, timeline: str, viewer: Viewer, told: By) -> None:
    """Do the lines of standard input, one recording each. Raises a refusal that names the line."""
    import click

    from cli.refusals import sentence
    from cli.saying import next_lines, with_offer
    from engine.errors import EngineError
    from eventstore import StoreError
    from replay.errors import Refused, ReplayError

    session, number = Session(match, timeline, viewer, told), 0
    for number, line in lines():
        session.request = f"{told.request}/{number}" if told.request else ""
        try:
            session.run(line)
        except (EngineError, ReplayError, StoreError, click.ClickException) as error:
            stand = "the recordings before it stand" if session.writes else "nothing was recorded"
            offered = isinstance(error, EngineError | Refused)
            why = with_offer(match, viewer, error) if offered else sentence(error)
            raise Refusal(f"Line {number} of standard input, {stand}: {why}") from None
        if session.over:
            return
    if not number:
        raise Refusal("Standard input holds no move, so nothing was recorded.")
    say(*next_lines(match, match.position(session.timeline).position.state, viewer))


def lines() -> Iterator[tuple[int, str]]:
    """The lines on standard input that say something, each with its number."""
    number = 0
    while sys.stdin is not None:
        raw = sys.stdin.buffer.readline(LINE)
        if not raw:
            return
        number += 1
        if len(raw) == LINE and not raw.endswith(b"\n"):
            raise Refusal(f"Line {number} of standard input has more than {LINE} bytes.")
        try:
            line = raw.decode("utf-8-sig").strip()
        except UnicodeDecodeError:
            raise Refusal(f"Line {number} of standard input is not UTF-8 text.") from None
        if "\0" in line:
            raise Refusal(f"Line {number} of standard input holds a NUL character.")
        if line and not line.startswith("#"):
            yield number, line
