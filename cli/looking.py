"""Commands that look at a line: what is legal, where it stands, what happened."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from cli.common import Refusal, as_json, at, eyes, on_match, spot_of, timeline, write_file
from cli.output import emit, heading, in_columns, picture, plain, say, say_json

if TYPE_CHECKING:
    from replay.match import Match, Spot
    from replay.reading import (
        AmendmentJson,
        ChanceJson,
        JournalJson,
        LogJson,
        MovesJson,
        ShowJson,
        Told,
        Viewer,
    )


@click.command()
@on_match()
@timeline
@at
@eyes
@as_json
def moves(match: Match, timeline: str, at: str, viewer: Viewer, json: bool) -> None:
    """What is legal now, and for whom.

    Whoever may interrupt is listed too. With --seat: what that seat could do, knowing what it
    knows. A text, after the name of its seat and a colon, is what `record` accepts.

    \b
    Examples:
      retold moves friday
      retold moves friday --seat Ana
      retold moves friday --at 12 --json  # 12: a ply, as `log` shows it
    """
    from replay import reading

    spot, differs = spot_of(match, timeline, at)
    found = reading.moves(match, spot, viewer, viewer.seat)
    if json:
        say_json(found)
    else:
        _show_moves(found)
    if differs is not None:
        raise differs


def _show_moves(found: MovesJson) -> None:
    waits = f", waits for {', '.join(found.waits_for)}" if found.waits_for else ""
    say(f"Ply {found.ply}{waits}.")
    if found.chance is not None:
        say(_chance(found.chance))
    by_seat: dict[str, list[str]] = {}
    always: dict[str, None] = {}
    for move in found.moves:
        text = move.text.partition(": ")[2]
        if text in ("concede", "agree"):
            always[text] = None
        else:
            by_seat.setdefault(move.seat, []).append(text)
    for seat, texts in by_seat.items():
        heading(f"{seat}:")
        say(*in_columns(texts))
    if always:
        say(f"Always: {', '.join(always)}.")
    elif found.chance is None:
        say("The match is over; nothing is legal any more.")


def _chance(chance: ChanceJson) -> str:
    values = f"{chance.needs} value{'s' * (chance.needs != 1)}"
    return (
        f"Chance is due on {chance.stream}: type `{chance.verb}` and {values}"
        f" ({chance.outcomes} outcomes can be told apart)."
    )


@click.command()
@on_match()
@timeline
@at
@eyes
@click.option("--svg", metavar="FILE", help="Write the picture as SVG too.")
@as_json
def show(match: Match, timeline: str, at: str, viewer: Viewer, svg: str | None, json: bool) -> None:
    """Where the match stands.

    The table as a picture, whose turn it is, how the sides stand, and the result of a match that is
    over. Only what everybody may see is shown, unless --seat or --all asks for more.

    \b
    Examples:
      retold show friday
      retold show friday --at 12 --seat Ana  # 12: a ply, as `log` shows it
      retold show friday --svg friday.svg
    """
    from replay import reading
    from replay.flags import told_lines

    spot, differs = spot_of(match, timeline, at)
    found = reading.show(match, spot, timeline, viewer)
    state = reading.viewed(match, spot.position.state, viewer)
    if svg is not None:
        drawing = match.game.picture(state, match.labels(state)).svg
        write_file(svg, iter([drawing]), match.store.file)
    if json:
        say_json(found)
    else:
        say(f"{found.match}: {match.game.title}, {timeline} at ply {found.ply} ({found.head})", "")
        picture(match.game.picture(state, match.labels(state)).lines)
        say("", *standing_lines(found, spot), *told_lines(match))
    if differs is not None:
        raise differs


def standing_lines(found: ShowJson, spot: Spot) -> Iterator[str]:
    """How a position stands, in lines under its picture."""
    from cli.recording import standing_text

    yield ", ".join(found.turn)
    yield f"Standing: {standing_text(found.standing)}."
    if spot.position.irregular:
        yield f"Irregular: the table set values {spot.position.irregular} times on this line."
    if found.result is not None:
        yield f"The match is over: {found.result.why}."
    elif found.waits_for:
        yield f"Waits for {', '.join(found.waits_for)}."
    else:
        yield "Chance is due; `retold moves` says what."


@click.command()
@on_match()
@timeline
@at
@click.option("--journal", is_flag=True, help="Everything that was done: undos and reasons too.")
@eyes
@as_json
def log(match: Match, timeline: str, at: str, journal: bool, viewer: Viewer, json: bool) -> None:
    """The moves that stand, or everything that was done.

    Grouped by round and turn, each with its ply. Undone moves are not listed; --journal lists
    whatever was done on any timeline, by whom, when and why, with the receipts.

    \b
    Examples:
      retold log friday
      retold log friday --journal
      retold log friday -t what-if --seat Ana
    """
    from replay import reading

    if journal:
        rows = reading.journal(match, viewer)
        if json:
            say_json(list(rows))
        else:
            for row in rows:
                say(*_row(row))
        return
    spot, differs = spot_of(match, timeline, at)
    told = reading.log(match, spot.event, viewer)
    if json:
        say_json([one.entry for one in told])
    else:
        say(*grouped(told))
    if differs is not None:
        raise differs


def _row(row: JournalJson) -> Iterator[str]:
    by = f" by {row.by}" if row.by else ""
    why = f": {row.reason}" if row.reason else ""
    path = row.after if row.before in (None, row.after) else f"{row.before} to {row.after}"
    yield f"{row.receipt}  {row.at}  {row.done} {row.timeline}{by}{why}"
    yield f"    {path}"
    yield from (f"    {text}" for text in row.steps)
    yield from (f"    saw: {text}" for text in row.saw)
    if row.amended is not None:
        yield from _amended(row.amended)
    if row.marks is not None:
        yield f"    marks ply {row.marks_ply} ({row.marks})"
    if row.settles is not None:
        did = ", ".join(f"#{n}" for n in row.did) or "nothing was done about it"
        yield f"    settles #{row.settles}: {did}"


def _amended(what: AmendmentJson) -> Iterator[str]:
    from cli.amending import kept_text, stop_lines

    yield from (f"    out: {text}" for text in what.replaced)
    yield from (f"    in: {text}" for text in what.by)
    yield f"    {kept_text(what)}"
    if what.stopped is not None:
        yield from (f"    {line}" for line in stop_lines(what))


def grouped(told: Iterable[Told]) -> Iterator[str]:
    """Entries under the turns in which they happened, one step in for each part of the turn."""
    turn: list[str] = []
    for one in told:
        for depth, text in enumerate(one.turn):
            if turn[: depth + 1] != one.turn[: depth + 1]:
                yield f"{'  ' * depth}{text}"
        turn = one.turn
        yield f"{'  ' * len(turn)}{_entry(one.entry)}"


def _entry(entry: LogJson) -> str:
    flags = f"  (flag {', '.join(f'#{n}' for n in entry.flags)})" if entry.flags else ""
    return f"{entry.ply:>4}  {entry.text}{'  (irregular)' * entry.irregular}{flags}"


@click.command()
@on_match()
@timeline
@click.option("--from", "start", type=int, default=0, metavar="PLY", help="From this ply (0).")
@click.option("--to", "end", type=int, metavar="PLY", help="To this ply; else the last.")
@click.option("--delay", type=click.FloatRange(0, 60), default=0.0, metavar="S",
              help="Seconds between two events.")  # fmt: skip
@eyes
@as_json
def replay(
    match: Match,
    timeline: str,
    start: int,
    end: int | None,
    delay: float,
    viewer: Viewer,
    json: bool,
) -> None:
    """Go through the moves that stand, one by one.

    Each event is printed with the turn in which it happened; undone moves are not visited.

    \b
    Examples:
      retold replay friday
      retold replay friday --from 10 --to 20  # plies, as `log` shows them
      retold replay friday --delay 0.5
    """
    from replay import reading

    spot, differs = spot_of(match, timeline, "")
    last = spot.ply if end is None else end
    if not 0 <= start <= last <= spot.ply:
        raise Refusal(
            f"There are no plies {start} to {last} on {timeline}; they go from 0 to {spot.ply}."
        )
    told = reading.log(match, spot.event, viewer)
    wanted = (one for one in told if start <= one.entry.ply <= last)
    if json:
        say_json([one.entry for one in wanted])
    else:
        for number, one in enumerate(wanted):
            if number and delay:
                time.sleep(delay)
            turn = f"  [{', '.join(one.turn)}]" if one.turn else ""
            emit(plain(f"{_entry(one.entry)}{turn}") + "\n")
    if differs is not None:
        raise differs
