"""Commands that look at a line: what is legal, where it stands, what happened."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import repeat
from typing import TYPE_CHECKING, Any

import click

from cli.common import (
    Refusal,
    as_json,
    at,
    eyes,
    on_match,
    spot_of,
    timeline,
    write_file,
)
from cli.output import heading, in_columns, picture, say, say_json, say_wrapped, tell, tell_all
from cli.saying import clause, coming, due_on, irregular_line, over, sentence, standing_text

if TYPE_CHECKING:
    from engine.text import Line
    from replay.match import Match, Spot
    from replay.reading import MovesJson, ShowJson, Viewer


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
    waits = f", {clause('', found.waits_for)}" if found.waits_for else ""
    say_wrapped(f"Ply {found.ply}{waits}.")
    if found.chance is not None:
        say_wrapped(sentence(due_on(found.chance)))
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
        say_wrapped(f"Always: {', '.join(always)}.")
    elif found.chance is None:
        say_wrapped("The match is over; nothing is legal any more.")


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
    from engine.sheets import drawing
    from replay import reading

    spot, differs = spot_of(match, timeline, at)
    found = reading.show(match, spot, timeline, viewer)
    state = reading.viewed(match, spot.position.state, viewer)
    if svg is not None:
        drawn = match.game.picture(state, match.labels(state))
        text = drawn.svg or drawing(match.game.title, drawn.lines)
        write_file(svg, iter([text]), match.store.file)
    if json:
        say_json(found)
    else:
        shown(match, spot, found, state)
    if differs is not None:
        raise differs


def shown(match: Match, spot: Spot, found: ShowJson, state: Any) -> None:
    """Print a position: its picture, how it stands, and what is disputed."""
    from replay.flags import told_lines

    place = f", {found.timeline} at ply {found.ply} ({found.head})"
    tell([(found.match, "bold"), (f": {match.game.title}", ""), (place, "dim")])
    say("")
    picture(match.game.picture(state, match.labels(state)).lines)
    say("")
    tell_all(_standing(found, spot))
    tell_all([(line, "bold red")] for line in told_lines(match))


def _standing(found: ShowJson, spot: Spot) -> Iterator[Line]:
    yield [(", ".join(found.turn), "dim")]
    yield [("Standing: ", "bold"), (f"{standing_text(found.standing)}.", "")]
    if spot.position.irregular:
        yield [(irregular_line(spot.position.irregular), "bold red")]
    ended = "" if found.result is None else found.result.why
    due = "chance is due; `retold moves` says what"
    style = "bold green" if ended or found.waits_for else "bold yellow"
    yield [(coming(ended, found.waits_for, due), style)]


@click.command()
@on_match()
@timeline
@at
@click.option("--journal", is_flag=True, help="Everything that was done: undos and reasons too.")
@click.option("--told", is_flag=True, help="Also what came of each event.")
@eyes
@as_json
def log(
    match: Match,
    timeline: str,
    at: str,
    journal: bool,
    told: bool,
    viewer: Viewer,
    json: bool,
) -> None:
    """The moves that stand, or everything that was done.

    Grouped by round and turn, each with its ply. Undone moves are not listed; --journal lists
    whatever was done on any timeline, by whom, when and why, with the receipts.

    \b
    Examples:
      retold log friday
      retold log friday --journal
      retold log friday --told
      retold log friday -t what-if --seat Ana
    """
    from cli.logs import Log, row_lines
    from replay import reading, telling

    if told and (journal or json):
        raise click.UsageError("--told is for reading, without --journal and --json.")
    if journal:
        rows = reading.journal(match, viewer)
        if json:
            say_json(list(rows))
        else:
            for row in rows:
                tell_all(row_lines(row), 6)
        return
    spot, differs = spot_of(match, timeline, at)
    line = reading.log(match, spot.event, viewer)
    if json:
        say_json([one.entry for one in line])
    else:
        came = telling.log(match, spot.event, viewer) if told else repeat([])
        Log().tell(line, came)
        say_wrapped(*_over(match, spot, viewer))
    if differs is not None:
        raise differs


def _over(match: Match, spot: Spot, viewer: Viewer) -> Iterator[str]:
    """How a match that is over ended, in a line."""
    from replay import reading

    state = reading.viewed(match, spot.position.state, viewer)
    if state.ended:
        yield ""
        yield over(state.ended, reading.standing(match, state))


@click.command()
@on_match()
@timeline
@click.option("--from", "start", type=int, default=0, metavar="PLY", help="From this ply (0).")
@click.option("--to", "end", type=int, metavar="PLY", help="To this ply; else the last.")
@click.option("--delay", type=click.FloatRange(0, 60), default=0.0, metavar="S",
              help="Seconds between two events.")  # fmt: skip
@click.option("--step", is_flag=True, help="Go forth and back by keys, with the picture.")
@eyes
@as_json
def replay(
    match: Match,
    timeline: str,
    start: int,
    end: int | None,
    delay: float,
    step: bool,
    viewer: Viewer,
    json: bool,
) -> None:
    """Go through the moves that stand, one by one.

    Each event is printed under the turn in which it happened and with what came of it; undone moves
    are not visited. With --step the picture is shown, and keys lead through the line: Left and
    Right (or p, n, Space) by an event, [ and ] by a turn, f to a flag, digits and Enter to a ply,
    Home and End to the ends; q quits.

    \b
    Examples:
      retold replay friday
      retold replay friday --from 10 --to 20  # plies, as `log` shows them
      retold replay friday --delay 0.5
      retold replay friday --step
    """
    from cli.logs import Log
    from cli.stepping import need_terminal
    from replay import reading, telling

    if delay != delay:
        raise click.UsageError("--delay is a number of seconds, not nan.")
    if step and (json or delay):
        raise click.UsageError("--step goes by keys; leave out --json and --delay.")
    if step:
        need_terminal()
    spot, differs = spot_of(match, timeline, "")
    last = spot.ply if end is None else end
    if not 0 <= start <= last <= spot.ply:
        raise Refusal(
            f"There are no plies {start} to {last} on {timeline}; they go from 0 to {spot.ply}."
        )
    if step:
        _step(match, spot, timeline, (start, last), viewer)
        if differs is not None:
            raise differs
        return
    told = reading.log(match, spot.event, viewer)
    if json:
        say_json([one.entry for one in told if start <= one.entry.ply <= last])
    else:
        shown_log = Log()
        both = zip(told, telling.log(match, spot.event, viewer), strict=True)
        wanted = ((one, came) for one, came in both if start <= one.entry.ply <= last)
        for number, (one, came) in enumerate(wanted):
            if number and delay:
                time.sleep(delay)
            shown_log.tell([one], [came])
    if differs is not None:
        raise differs


def _step(match: Match, spot: Spot, timeline: str, span: tuple[int, int], viewer: Viewer) -> None:
    from cli.logs import flags_of
    from cli.stepping import Stepper, run
    from replay.walking import Walk

    walk = Walk(match, spot.event, viewer)
    title = f"{match.name}: {match.game.title}, {timeline}"
    stepper = Stepper(walk, title, span, flags_of(match, spot.event))
    run(stepper)
    say_wrapped(f"Left at ply {stepper.ply} ({walk.told[stepper.ply].entry.head}).")
