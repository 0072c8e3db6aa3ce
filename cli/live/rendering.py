"""What a session prints: a glance at the table, what chance wants, what others did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from engine.chance import Dice, Request, choices, needs, private

if TYPE_CHECKING:
    from cli.live.completion import Here
    from cli.live.session import Session
    from eventstore import Row
    from replay.match import Match
    from replay.reading import Viewer

FEW = 8
"""How many names a line lists before it only counts them."""
NARROW = 24
"""Columns that a prompt takes at most."""


def glance(session: Session) -> dict[str, str]:
    """Where the match stands in a few lines by what they tell: the turn, the standing, what is
    irregular, which flags are open, and (`next`) what comes next."""
    from cli.common import irregular
    from cli.recording import standing_text
    from replay import reading
    from replay.flags import told_lines

    here = session.here
    lines = {"turn": " · ".join(reading.turn_texts(session.match, here.state))}
    sides = reading.standing(session.match, here.state)
    lines["standing"] = f"Standing: {standing_text(sides)}."
    if here.irregular:
        lines["irregular"] = irregular(here.irregular)
    lines["flags"] = "\n".join(told_lines(session.match))
    lines["next"] = coming(here)
    return {key: text for key, text in lines.items() if text}


def coming(here: Here) -> str:
    """Who is waited for, what chance is due, or why it is over."""
    if here.state.ended:
        return f"The match is over ({here.state.ended})."
    if here.request is not None:
        owner = private(here.request)
        whose = "" if owner is None else f" for {here.labels[owner]}"
        unseen = "" if owner is None else "; `?` if unseen"
        return f"Chance{whose}: {wanted(here.request)}{unseen}."
    return f"Waits for {', '.join(here.waits)}."


def wanted(request: Request) -> str:
    """What answers a chance: `roll: 3 values, each 0, 1 or 2`."""
    count = needs(request)
    if isinstance(request, Dice) and count > 1:
        faces = [choices(request, place) for place in range(count)]
        runs = [(kind, len(list(same))) for kind, same in groupby(faces)]
        if len(runs) == 1:
            each = f"each {_either(faces[0])}"
        else:
            each = "; ".join(f"{_either(kind)}" + f" (x{n})" * (n > 1) for kind, n in runs)
        return f"{request.verb}: {count} values, {each}"
    names = choices(request, 0)
    few = len(names) <= FEW
    if count == 1:
        return f"{request.verb}: {_either(names) if few else f'one of {len(names)} names'}"
    if few:
        return f"{request.verb}: {count} values, each {_either(names)}"
    return f"{request.verb}: {count} of {len(names)} names"


def _either(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else names[0]


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
    yield receipt_of(match, row)


def receipt_of(match: Match, row: Row) -> str:
    """The line that a table photographs, of a row of the journal."""
    from eventstore import receipt

    return f"{match.name} {receipt(row.n, row.digest)}"
