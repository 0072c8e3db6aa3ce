"""The command that corrects a step in the past and records again what followed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from cli import completers
from cli.common import Refusal, as_json, eyes, on_match, receipt, timeline, told
from cli.output import say, say_json, say_wrapped
from cli.saying import next_lines, quoted, standing_text
from cli.timelines import tell_differing

if TYPE_CHECKING:
    from replay.amended import Amended
    from replay.match import By, Match
    from replay.reading import AmendJson, AmendmentJson, SideJson, Viewer

MOST = 40
"""Differences that are listed; the rest is counted."""


@click.command()
@on_match(write=True)
@click.argument("at", metavar="PLY|HEAD", shell_complete=completers.plies)
@click.argument("moves", nargs=-1, metavar="[MOVE]...", shell_complete=completers.amended)
@click.option("--insert", is_flag=True, help="Put them before the step, which stays.")
@click.option("--dry-run", is_flag=True, help="Say what would change, and record nothing.")
@timeline
@eyes
@as_json
@told()
def amend(
    match: Match,
    at: str,
    moves: tuple[str, ...],
    insert: bool,
    dry_run: bool,
    timeline: str,
    viewer: Viewer,
    json: bool,
    told: By,
) -> None:
    """Correct, drop or insert a step, and record again what followed.

    What you give stands in the place of the step at that ply (or `last`); without a move the step
    is dropped. Later decisions are recorded again as they were; what chance decided comes from luck
    where luck decides, else it is what the table showed. It stops before the first step that does
    not fit any more and says why. The old line stays in the tree. Where a match was recorded under
    other rules, `amend MATCH PLY` records it again from there under the rules as they are.

    \b
    Examples:
      retold amend friday 14 "dice 1 0 1" --reason "the third die lay on its edge"
      retold amend friday 14 "erich: roll 1 0 1" --dry-run
      retold amend friday 9 "ana: place chi b3" "ana: place spell c1"
      retold amend friday 9
      retold amend friday 9 --insert "ben: hold"
    """
    from engine.errors import BadNotation
    from replay.amended import changes

    if any("\0" in move for move in moves):
        raise Refusal("A move holds a NUL character, which nobody types; nothing was recorded.")
    try:
        done = match.amend(
            at, moves, insert=insert, timeline=timeline, told=told, dry_run=dry_run, viewer=viewer
        )
    except BadNotation as refusal:
        raise quoted(refusal, moves, f"amend {match.name} {at}") from None
    found = changes(match, done, viewer)
    if json:
        say_json(found)
        return
    tell_amended(match, done, found, viewer)
    if done.done is not None and not done.done.repeated:
        say_wrapped(*next_lines(match, done.now, viewer))


def tell_amended(match: Match, done: Amended, found: AmendJson, viewer: Viewer) -> None:
    """Print what an amendment did, what differs now, and its receipt."""
    if done.done is not None and done.done.repeated:
        say_wrapped(f"This request was done before, in row {done.done.row.n}; nothing was added.")
    elif done.done is None:
        say("Nothing is recorded. This is what would change:")
    say_wrapped(*_told(found, done))
    _differing(match, done, found, viewer)
    say_wrapped(*_ending(match, done, found))


def _told(found: AmendJson, done: Amended) -> Iterator[str]:
    """What was put in the place of what, what was recorded again, and where it stopped."""
    what = found.amended
    if what.replaced:
        yield f"Out of {found.timeline}:"
        yield from _listed(what.replaced, [step.ply for step in done.replaced])
    if what.by:
        yield "In its place:" if what.replaced else f"Put into {found.timeline}:"
        yield from _listed(what.by, [step.ply for step in done.put])
    yield kept_text(what)
    if what.stopped is not None:
        yield from stop_lines(what)


def _listed(texts: Sequence[str], plies: Sequence[int]) -> Iterator[str]:
    for ply, text in zip(plies, texts, strict=True):
        yield f"{ply:>5}  {text}{'  (irregular)' * text.startswith('adjust ')}"


def kept_text(what: AmendmentJson) -> str:
    """How much of what followed stands again."""
    if not what.kept:
        return "No later step is recorded again." if what.left else "Nothing followed."
    steps = "1 later step is" if what.kept == 1 else f"{what.kept} later steps are"
    return f"{steps} recorded again on top."


def stop_lines(what: AmendmentJson) -> Iterator[str]:
    """Where an amendment stopped, and why."""
    stop = what.stopped
    assert stop is not None
    yield f"It stops before ply {stop.ply}, which does not fit any more:"
    yield f"{stop.ply:>5}  {stop.text}"
    if stop.reason:
        yield f"       {stop.reason}."
    steps = "That step is" if what.left == 1 else f"{what.left} steps, that one included, are"
    yield f"{steps} left behind on the old line."


def _differing(match: Match, done: Amended, found: AmendJson, viewer: Viewer) -> None:
    """What differs in the standing and in the state."""
    from replay.amended import in_words
    from replay.differing import Difference

    was, now = found.was, found.now
    if not was:
        say_wrapped("", "The old line was recorded under other rules, so it cannot be compared.")
        return
    say("")
    rows = [Difference(f"standing: {name}", old, new) for name, old, new in _standings(was, now)]
    if found.ended[0] != found.ended[1]:
        rows.append(Difference("over", found.ended[0] or "no", found.ended[1] or "no"))
    shown = in_words(match, done, found, viewer)
    if not rows and not shown:
        say("Standing and position are the same.")
        return
    if not rows:
        say_wrapped(f"The standing stays: {standing_text(now)}.")
    tell_differing([*rows, *shown[:MOST]], "was", "now")
    if len(shown) > MOST:
        say_wrapped(f"... and {len(shown) - MOST} values more; --json lists all.")
    if found.amended.stopped is not None:
        say_wrapped(
            "The standing is compared with that at the end of the old line, the position with the "
            f"old one at ply {found.at}."
        )


def _standings(was: Sequence[SideJson], now: Sequence[SideJson]) -> Iterator[tuple[str, str, str]]:
    """The sides that stand otherwise than before, in the order of now."""
    before = {tuple(side.players): side for side in was}
    for side in now:
        old = before.get(tuple(side.players))
        if old is None or (old.points, old.rank) != (side.points, side.rank):
            yield " and ".join(side.players), _side(old), _side(side)


def _side(side: SideJson | None) -> str:
    if side is None:
        return "-"
    rank = f", rank {side.rank}" if side.rank else ""
    return f"{side.points} point{'s' * (side.points != 1)}{rank}"


def _ending(match: Match, done: Amended, found: AmendJson) -> Iterator[str]:
    """Where the timeline stands, how to take it back, and the receipt."""
    if done.done is None:
        yield f"{found.timeline} would stand at ply {found.ply}."
        return
    back = ""
    if done.timeline == "main" and done.old != done.done.row.after:
        back = f"; `retold adopt {match.name} {match.head(done.old)}` takes it back"
    yield f"{found.timeline} stands at ply {found.ply} now{back}."
    yield receipt(match, done.done.row)
