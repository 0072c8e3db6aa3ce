"""The companion on a terminal: greets, answers each line, says good-bye. How a line is typed is for
`prompt` (prompt_toolkit) or, where a terminal can show nothing, for the terminal itself.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from cli.common import plural
from cli.live import rendering
from cli.live.session import Session
from cli.output import fancy, plain, say, say_wrapped
from cli.refusals import sentence
from engine.errors import BadNotation, EngineError
from eventstore import StoreError
from replay.errors import Moved, Refused, ReplayError

if TYPE_CHECKING:
    from replay.match import Match, Told
    from replay.reading import Viewer

FEW = 6
"""How many legal moves a refusal lists where none is near."""
Ask = Callable[[], str]
"""Waits for a line. Raises EOFError at the end, KeyboardInterrupt where the line is dropped."""


def run(match: Match, timeline: str, viewer: Viewer, told: Told) -> None:
    """Sit at the table until it is told to leave."""
    session = Session(match, timeline, viewer, told, glances=True)
    greet(session)
    if fancy():
        from cli.live.prompt import Prompt

        ask: Ask = Prompt(session).ask
    else:
        ask = _bare(session)
    while not session.over:
        try:
            answer(session, ask())
        except KeyboardInterrupt:
            say_wrapped("Dropped; Ctrl-D or `quit` leaves, `help` says what can be typed.")
        except EOFError:
            break
    say(f"{session.receipt}", f"`retold record {match.name}` goes on.")


def _bare(session: Session) -> Ask:
    """Lines as the terminal itself edits them."""

    def ask() -> str:
        told = session.follow()
        session.stale = False
        say(*told)
        sys.stdout.write(plain(rendering.asks(session)))
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            say("")
            raise EOFError
        return line

    return ask


def greet(session: Session) -> None:
    """Say where the match stands, and how to go on."""
    match = session.match
    on = "" if session.timeline == "main" else f" on {session.timeline}"
    say_wrapped(
        f"{match.name}: {match.game.title}{on}, ply {session.here.ply}. `help` says what to type."
    )
    session.glance(whole=True)


def answer(session: Session, text: str) -> None:
    """Do what was typed (a paste may be several lines), up to the first line that is refused."""
    lines = [line.strip() for line in text.splitlines()]
    said = [line for line in lines if line and not line.startswith("#")]
    for place, line in enumerate(said, start=1):
        if session.over:
            return
        if not _done(session, line):
            left = len(said) - place
            if left:
                say(f"{plural(left, 'line')} behind it {'was' if left == 1 else 'were'} not done.")
            return


def _done(session: Session, line: str) -> bool:
    """Do a line, or say why not; whether it was done."""
    try:
        if _overtaken(session, line):
            return False
        session.run(line)
    except Moved as moved:
        told = session.follow()
        session.stale = False
        say(*told or [sentence(moved)], "Nothing was done; say it again if it still holds.")
        _glance(session)
    except KeyboardInterrupt:
        session.match.forget()
        session.moved()
        say_wrapped("Interrupted; `log` says what was recorded.")
    except (EngineError, ReplayError, StoreError, click.ClickException) as error:
        say_wrapped(sentence(error), *_nearest(session, line, error))
    else:
        return True
    return False


def _overtaken(session: Session, line: str) -> bool:
    """Tell what others did while the line was typed; whether it must be said again."""
    from cli.live.commands import find

    told = session.follow()
    stale, session.stale = session.stale, False
    say(*told)
    command, _ = find(session, line)
    if not stale or (command is not None and not command.writes):
        return False
    say_wrapped(
        "That was done while you typed, so nothing was recorded; say it again if it still holds."
    )
    _glance(session)
    return True


def _glance(session: Session) -> None:
    """Where it stands now, unless even that is refused."""
    try:
        session.glance()
    except (EngineError, ReplayError, StoreError) as error:
        say(sentence(error))


def _nearest(session: Session, line: str, error: Exception) -> list[str]:
    """The legal moves that a refused one is nearest to, in a line."""
    if not isinstance(error, BadNotation) and not (isinstance(error, Refused) and error.rule):
        return []
    try:
        found = session.nearest(line)
    except (EngineError, ReplayError, StoreError):
        return []
    if found:
        return [f"Nearest: {', '.join(f'`{text}`' for text in found)}."]
    if session.here.request is not None:
        return []
    few = session.here.texts
    return [f"Legal now: {', '.join(few)}."] if 0 < len(few) <= FEW else ["`moves` lists them all."]
