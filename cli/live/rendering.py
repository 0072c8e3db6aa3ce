"""What a session prints: a glance at the table, what chance wants, what others did."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.common import receipt

if TYPE_CHECKING:
    from cli.live.completion import Here
    from cli.live.session import Session
    from eventstore import Row
    from replay.match import Match
    from replay.reading import Viewer

NARROW = 24
"""Columns that a prompt takes at most."""


def glance(session: Session) -> dict[str, str]:
    """Where the match stands in a few lines by what they tell: the turn, what the table looks like,
    the standing, what is irregular, which flags are open, and (`next`) what comes next."""
    from cli.saying import irregular_line, standing_line
    from replay import reading
    from replay.flags import told_lines

    here = session.here
    lines = {"turn": " · ".join(reading.turn_texts(session.match, here.state))}
    names = [text.format(*here.labels) for text in session.match.game.glance(here.state)]
    lines["table"] = "\n".join(names)
    sides = reading.standing(session.match, here.state)
    lines["standing"] = standing_line(sides)
    if here.irregular:
        lines["irregular"] = irregular_line(here.irregular)
    lines["flags"] = "\n".join(told_lines(session.match))
    lines["next"] = coming(here)
    return {key: text for key, text in lines.items() if text}


def coming(here: Here) -> str:
    """Who is waited for, what chance is due, or why it is over."""
    from cli import saying

    due = "" if here.request is None else saying.asked_for(here.request, here.labels)
    return saying.coming(here.state.ended, () if due else here.waits, due)


def asks(session: Session) -> str:
    """What stands before the line that is typed: the timeline if it is not main, and whose move it
    is or what chance is due."""
    here = session.here
    if here.state.ended:
        who = "over"
    elif here.request is not None:
        who = here.request.verb
    else:
        who = ", ".join(here.waits)
    line = "" if session.timeline == "main" else f"[{session.timeline}] "
    return f"{_short(line + who)}> "


def toolbar(session: Session) -> str:
    """The line under the prompt: match, timeline, ply, turn, who records."""
    from replay import reading

    here = session.here
    turn = " · ".join(reading.turn_texts(session.match, here.state))
    by = f" · by {session.by}" if session.by else ""
    return f"{session.match.name} · {session.timeline} at {here.ply} · {turn}{by}"


def _short(text: str) -> str:
    return text if len(text) <= NARROW else text[: NARROW - 3] + "..."


# The journal


def row(match: Match, row: Row, viewer: Viewer) -> Iterator[str]:
    """What a row of somebody else did, in lines."""
    from replay import reading
    from replay.deeds import TELLING

    said = row.entry
    why = f": {said.reason}" if said.reason else ""
    yield f"Meanwhile {said.by or 'somebody'} did `{said.done}` on {said.timeline}{why}"
    steps = match.steps_of(row) if said.done in TELLING else []
    yield from (f"{step.ply:>5}  {reading.text(step, viewer)}" for step in steps)
    yield receipt(match, row)
