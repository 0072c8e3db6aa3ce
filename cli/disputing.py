"""Commands that settle arguments: flag a position, rule on it, tell its story, ask about a move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from cli import completers
from cli.common import Refusal, as_json, at, eyes, on_match, receipt, spot_of, timeline, told
from cli.output import fitted, heading, say, say_json, say_wrapped
from cli.saying import clause, due_on, standing_text
from cli.timelines import tell_differing
from engine.text import clip

if TYPE_CHECKING:
    from eventstore import Row
    from replay.disputes import DisputeJson, PlaceJson, SettledJson
    from replay.legality import WhyJson
    from replay.match import By, Done, Match
    from replay.reading import DifferenceJson, JournalJson, Viewer

ROWS = 12
"""Differences of a state that are listed; `--json` has all."""
LONGEST = 1000
"""Characters of a text that a story shows; `--json` has all."""


@click.command()
@on_match(write=True)
@click.argument("text", nargs=-1, required=True)
@timeline
@at
@told()
def flag(match: Match, text: tuple[str, ...], timeline: str, at: str, told: By) -> None:
    """Mark a position with a claim, until it is settled.

    The game goes on as before; whoever looks at the match is shown what is disputed. Without --at
    it is the position where the timeline rests. The number of the flag is that of its row.

    \b
    Examples:
      retold flag friday "the second die was cocked" --by Claudia
      retold flag friday "that was no valid line" --at 12 --by Erich
    """
    tell_flag(match, match.flag(" ".join(text), at=at, timeline=timeline, told=told))


def tell_flag(match: Match, result: Done) -> None:
    """Print which position was flagged, and the receipt."""
    from replay.flags import flags

    ply = next(flag.ply for flag in flags(match) if flag.n == result.row.n)
    marks = f"Ply {ply} is flagged: #{result.row.n}. `retold settle {match.name}` closes it."
    if result.repeated:
        marks = f"This request was done before, in row {result.row.n}; nothing was added."
    say_wrapped(marks, receipt(match, result.row))


def _rows(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> list[int] | None:
    """The rows of `--did`: None where it was not given, none for `nothing`."""
    words = [word for text in given for word in text.replace(",", " ").split()]
    if not given:
        return None
    if words == ["nothing"]:
        return []
    numbers = [word.removeprefix("#") for word in words]
    if not words or not all(n.isascii() and n.isdigit() and len(n) < 10 for n in numbers):
        raise click.BadParameter('say numbers of rows, such as 6 or "#6 #8", or `nothing`.')
    return [int(number) for number in numbers]


def _number(ctx: click.Context, param: click.Parameter, given: str | None) -> int | None:
    """The number of a flag's row, `#` or not."""
    if given is None:
        return None
    number = given.strip().removeprefix("#")
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise click.BadParameter(f"{given[:40]!r} is no number of a row, such as 5 or #5.")
    return int(number)


@click.command()
@on_match(write=True)
@click.argument("text", nargs=-1, required=True)
@click.option("--flag", callback=_number, metavar="N", shell_complete=completers.flags,
              help="The row of the flag; needed where several are open.")  # fmt: skip
@click.option("--did", multiple=True, callback=_rows, metavar="ROW",
              help="A row by which it was put right, or `nothing`.")  # fmt: skip
@click.option("-t", "--timeline", default="", shell_complete=completers.timelines,
              metavar="TIMELINE", help="On which timeline; else the flag's.")  # fmt: skip
@told()
def settle(
    match: Match,
    text: tuple[str, ...],
    flag: int | None,
    did: list[int] | None,
    timeline: str,
    told: By,
) -> None:
    """Close a flag with what the table ruled.

    The row names the flag and what was done about it. Unless --did says otherwise, that is whatever
    was undone, amended, adopted, ruled or adjusted since the flag and that no other settlement
    names; else nothing. To dispute it again, raise a new flag.

    \b
    Examples:
      retold settle friday "the die counts as it lies" --by Erich
      retold settle friday "rolled again" --flag 5 --did 6 --did 7
      retold settle friday "it stands, two votes to one" --did nothing
    """
    ruling = " ".join(text)
    tell_settled(match, match.settle(ruling, flag=flag, did=did, timeline=timeline, told=told))


def tell_settled(match: Match, result: Done) -> None:
    """Print which flag was settled, what was done about it, and the receipt."""
    said = result.row.entry
    rows = [match.store.row_by_n(match.row.id, n) for n in said.did]
    done = ", ".join(_done(match, row) for row in rows)
    title = f"Flag #{said.settles} is settled. {f'Done about it: {done}.' if done else NOTHING}"
    if result.repeated:
        title = f"This request was done before, in row {result.row.n}; nothing was added."
    say_wrapped(title, *_still_open(match), receipt(match, result.row))


NOTHING = "Nothing was done about it."


def _done(match: Match, row: Row) -> str:
    """A remedy in a few words: what was ruled or adjusted, else what was done to which timeline."""
    from replay.errors import ReplayError
    from replay.reading import text

    said = row.entry
    if said.done == "record":
        with suppress(ReplayError):
            steps = match.steps_of(row)
            return f"#{row.n} {clip(text(steps[0]), 60)}{' ...' * (len(steps) > 1)}"
    return f"#{row.n} {said.done} {said.timeline}"


def _still_open(match: Match) -> Iterator[str]:
    from replay.flags import told_lines

    yield from told_lines(match)


# The story


@click.command()
@on_match()
@click.option("--flag", callback=_number, metavar="N", shell_complete=completers.flags,
              help="Only this dispute, with the table as a picture.")  # fmt: skip
@eyes
@as_json
def dispute(match: Match, flag: int | None, viewer: Viewer, json: bool) -> None:
    """The whole story of each dispute.

    The claim, the positions before and after, the moves around it, what was done since, by whom,
    when and why, what had been seen, and how it was settled. Open ones come first.

    \b
    Examples:
      retold dispute friday
      retold dispute friday --flag 5
      retold dispute friday --json
    """
    from replay.disputes import disputes

    found = disputes(match, viewer, flag)
    if json:
        say_json(found)
        return
    if not found:
        say_wrapped(
            f"Nothing is disputed in {match.name}; `retold flag` marks a position with a claim."
        )
    for nth, story in enumerate(found):
        if nth:
            say("")
        _tell(match, story, pictures=len(found) == 1)


def _tell(match: Match, story: DisputeJson, *, pictures: bool) -> None:
    heading(f"{match.name}: dispute #{story.n}, {'open' if story.open else 'settled'}")
    say_wrapped(
        f"{story.by or 'Somebody'} at {story.at}, {story.timeline} at ply {story.ply}:",
        *_texts(story.text),
        f"{match.name} {story.receipt}",
        *story.told,
    )
    if story.moves:
        say("")
        gone = "" if story.stands else "; the claimed one was taken back"
        heading(f"The moves around it{gone}")
        for one in story.moves:
            mark = ">" if one.flags else " "
            irregular = "  (irregular)" * one.irregular
            say_wrapped(f"{mark}{one.ply:>4}  {one.text}{irregular}", indent=9)
    if story.rule:
        say_wrapped(f"By the rulebook: {story.rule}.")
    for name, place in (("Before", story.before), ("After", story.after)):
        if place is not None:
            say("", *_place(name, place, pictures))
    _differing(match, f"What ply {story.ply} changed", story.differs, "before", "after")
    if story.since:
        say("")
        heading("Since then")
        say_wrapped(*_since(story.since), indent=8)
    if story.settled is not None:
        _ruled(match, story, story.settled)
    else:
        offered = ", ".join(f"#{n}" for n in story.offered)
        names = f" and names {offered}" if offered else ""
        say("")
        say_wrapped(f"Open; `retold settle {match.name} TEXT --flag {story.n}` closes it{names}.")
        if story.before is not None:
            at = story.before.head
            say_wrapped(f"To try it otherwise: `retold branch {match.name} NAME --at {at}`.")


def _texts(text: str, indent: int = 2) -> list[str]:
    """What somebody wrote, in lines that fit."""
    clipped = text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
    return fitted(clipped, indent, 0) if text else []


def _place(name: str, place: PlaceJson, picture: bool) -> Iterator[str]:
    turn = ", ".join(place.turn)
    where = f"{name}, ply {place.ply} ({place.head}): {turn}. "
    end = clause(place.ended, place.waits_for)
    yield from fitted(f"{where}Standing: {standing_text(place.standing)}; {end}.")
    if picture:
        yield ""
        yield from place.picture


def _differing(match: Match, title: str, found: Sequence[DifferenceJson], a: str, b: str) -> None:
    """What differs in a state, in a table that fits."""
    from replay.differing import by_value

    if not found:
        return
    say("")
    heading(title)
    tell_differing(by_value(match, found[:ROWS]), a, b)
    if len(found) > ROWS:
        say_wrapped(f"and {len(found) - ROWS} more, which --json lists")


def _since(rows: Sequence[JournalJson]) -> Iterator[str]:
    """What was done, with plain recordings in a row told together."""
    plains: list[JournalJson] = []
    for row in rows:
        if _is_plain(row):
            plains.append(row)
            continue
        yield from _recordings(plains)
        plains = []
        yield from _row(row)
    yield from _recordings(plains)


def _is_plain(row: JournalJson) -> bool:
    """Whether a row only records moves, which the log tells."""
    decided = ("rule ", "adjust ", "reseed ")
    return row.done == "record" and not any(text.startswith(decided) for text in row.steps)


def _recordings(rows: Sequence[JournalJson]) -> Iterator[str]:
    if not rows:
        return
    events = [text for row in rows for text in row.steps]
    numbers = f"#{rows[0].n}" if len(rows) == 1 else f"#{rows[0].n} to #{rows[-1].n}"
    who = sorted({row.by for row in rows if row.by})
    by = f" by {', '.join(who)}" if who else ""
    lines = ", ".join(dict.fromkeys(row.timeline for row in rows))
    count = f"{len(events)} event{'s' * (len(events) != 1)}"
    yield f"  {numbers}  record {lines}{by}: {count}"
    yield from (f"      {text}" for text in events[:4])
    if len(events) > 4:
        yield f"      and {len(events) - 4} more"


def _row(row: JournalJson) -> Iterator[str]:
    by = f" by {row.by}" if row.by else ""
    yield f"  #{row.n}  {row.done} {row.timeline}{by} at {row.at}"
    yield from _texts(row.reason, 6)
    if row.before != row.after:
        yield f"      {row.before or 'nothing'} to {row.after}"
    yield from (f"      {text}" for text in row.steps)
    yield from (f"      saw: {text}" for text in row.saw)
    if row.marks_ply is not None:
        yield f"      marks ply {row.marks_ply} ({row.marks})"
    if row.settles is not None:
        yield f"      settles #{row.settles}"


def _ruled(match: Match, story: DisputeJson, settled: SettledJson) -> None:
    say("")
    heading(f"Settled in #{settled.n} by {settled.by or 'somebody'} at {settled.at}")
    rows = [match.store.row_by_n(match.row.id, n) for n in settled.did]
    done = ", ".join(_done(match, row) for row in rows)
    say_wrapped(
        *_texts(settled.text),
        *fitted(f"Done about it: {done}." if rows else NOTHING, 2, 0),
        f"{match.name} {settled.receipt}",
    )
    _differing(match, "What the remedy changed", settled.changed, "before it", "after it")
    where = f"{settled.timeline} at {settled.ply}"
    _differing(match, "From the flag to the settlement", settled.differs, f"ply {story.ply}", where)


# Is it legal?


@click.command()
@on_match()
@click.argument("move", nargs=-1, required=True, shell_complete=completers.moves_of)
@timeline
@at
@eyes
@as_json
def why(
    match: Match, move: tuple[str, ...], timeline: str, at: str, viewer: Viewer, json: bool
) -> None:
    """Whether a move is legal, and which rule says so.

    Nothing is recorded. The move is judged as `record` would, on what everybody may know (or, with
    --seat, that seat). The exit status is 0 for a legal move and 1 for another.

    \b
    Examples:
      retold why friday "claudia: cast tornado erich"
      retold why friday "line a2-c2" --at 12
      retold why friday "roll 7" --json
    """
    from replay.legality import why

    spot, differs = spot_of(match, timeline, at)
    found = why(match, spot, " ".join(move), viewer)
    if json:
        say_json(found)
    else:
        say_wrapped(*verdict(match, found), indent=0)
    if differs is not None:
        raise differs
    if not found.legal:
        raise Refusal(found.reason)


def verdict(match: Match, found: WhyJson) -> Iterator[str]:
    """Whether a move is legal and why, in lines."""
    move = found.text or " ".join(found.asked.split())[:60]
    where = f"at ply {found.ply} ({found.head})"
    if found.legal:
        yield f"Legal {where}: {move}"
        yield from fitted(_reason(found), more=0)
        yield _next(found)
        if not found.known:
            yield "It takes a card that is not shown: only who holds the hand knows if it is there."
        return
    rule = f" ({found.rule})" if found.rule else ""
    yield f"Not legal {where}: {move}{rule}"
    if found.nearest:
        yield "Nearest legal moves:"
        yield from (f"  {near.text}" for near in found.nearest)
    else:
        yield f"`retold moves {match.name}` lists what is legal."


def _reason(found: WhyJson) -> str:
    return f"{found.reason} ({found.rule})" if found.rule else found.reason


def _next(found: WhyJson) -> str:
    if found.waits_for and not found.ended and found.chance is None:
        return f"Then the match {clause('', found.waits_for)}."
    due = "" if found.chance is None else due_on(found.chance, typed="")
    return f"Then {clause(found.ended, (), due)}."
