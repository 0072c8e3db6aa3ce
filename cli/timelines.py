"""Commands about what-if: timelines, the tree that they grow in, and comparing two lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

import click

from cli import completers, output
from cli.common import as_json, at, done, eyes, on_match, receipt, timeline, told
from cli.output import heading, plain, say, say_json, say_wrapped, table, tell_all
from cli.trees import drawn
from engine.text import clip, pad, width

if TYPE_CHECKING:
    from replay.differing import Difference
    from replay.match import By, Match
    from replay.reading import DiffJson, TimelineJson, Viewer


@click.command()
@on_match(write=True)
@click.argument("name")
@timeline
@at
@click.option("--seed", help="Luck decides on it, by this seed.")
@click.option("-o", "--option", "choices", multiple=True, metavar="KEY=VALUE",
              help="A ruling; `rules GAME` lists them.")  # fmt: skip
@eyes
@told()
def branch(
    match: Match,
    name: str,
    timeline: str,
    at: str,
    seed: str | None,
    choices: tuple[str, ...],
    viewer: Viewer,
    told: By,
) -> None:
    """Begin a what-if timeline at any event.

    The line that the table plays is not touched. On the same luck the same rolls come up, so that
    two lines can be compared; --seed gives it another luck, -o another ruling.

    \b
    Examples:
      retold branch friday what-if
      retold branch friday what-if --at 12  # 12: a ply, as `log` shows it
      retold branch friday other-bonus -o bonus=vp-difference
      retold record friday -t what-if "ana: start b"
    """
    # Who says which head he believes in, and no other place, means that one.
    at = at or told.head
    result = match.branch(name, at=at, timeline=timeline, seed=seed, choices=choices, told=told)
    title = f"{result.timeline} begins at ply {result.ply - len(result.steps)}."
    done(match, result, viewer, title)


@click.command()
@on_match(write=True)
@click.argument("name", shell_complete=completers.timelines)
@told()
def adopt(match: Match, name: str, told: By) -> None:
    """Make a timeline's line the one that the table plays.

    `main` moves to where the timeline (or the event whose digest begins so) rests. The line that it
    leaves stays in the tree; to take an adoption back, adopt the head that `main` had before.

    \b
    Examples:
      retold adopt friday what-if --reason "that is what we meant"
    """
    from replay.flags import told_lines

    result = match.adopt(name, told)
    assert result.row.before is not None
    say(
        f"main stands where {name} does, at ply {result.ply}; "
        f"`retold adopt {match.name} {match.head(result.row.before)}` takes it back.",
        *told_lines(match),
        receipt(match, result.row),
    )


@click.command()
@on_match()
@as_json
def timelines(match: Match, json: bool) -> None:
    """The timelines of a match.

    \b
    Examples:
      retold timelines friday
      retold timelines friday --json
    """
    from replay import reading

    found = reading.timelines(match)
    if json:
        say_json(found)
        return
    table(
        ("timeline", "ply", "head", ""),
        [(line.name, str(line.ply), line.head, ", ".join(_remarks(line))) for line in found],
        right=[1],
    )


def _remarks(line: TimelineJson) -> Iterator[str]:
    if line.main:
        yield "the table plays it"
    yield from (f"flag #{n}" for n in line.flags)


@click.command()
@on_match()
@eyes
@as_json
def tree(match: Match, viewer: Viewer, json: bool) -> None:
    """Every line that was ever played, as a tree.

    The line that the table plays goes straight down, others branch off it where they part. A row is
    a run of events without a fork: its plies, its first event, its last head (a beginning of it
    names it for --at), and the timeline that rests there. A filled dot is on the way to a timeline,
    an empty one was undone.

    \b
    Examples:
      retold tree friday
      retold branch friday what-if --at 28aebe  # a head, as it is shown here
    """
    from replay import reading

    runs = reading.tree(match, viewer)
    if json:
        say_json(runs)
        return
    tell_all(drawn(runs), 0)


@click.command()
@on_match()
@click.argument("a", shell_complete=completers.timelines)
@click.argument("b", shell_complete=completers.timelines)
@eyes
@as_json
def diff(match: Match, a: str, b: str, viewer: Viewer, json: bool) -> None:
    """Where two lines part, and what differs now.

    A and B are each a timeline, a ply of main, or the first letters of an event's digest.

    \b
    Examples:
      retold diff friday main what-if
      retold diff friday 10 14  # plies, as `log` shows them
      retold diff friday main 28aebe --json  # a head, as `tree` shows it
    """
    from replay import differing, reading

    first, second = _event(match, a), _event(match, b)
    found = reading.diff(match, first, second, viewer)
    if json:
        say_json(found)
        return
    say_wrapped(f"The lines part after ply {found.parted_at}.", "")
    _side_by_side(found, a, b)
    say("")
    tell_differing(differing.in_words(match, first, second, found, viewer), a, b)


def _event(match: Match, named: str) -> int:
    """The event that a timeline's name, a ply of main or a head means."""
    lines = {name: event for name, event, _ in match.store.timelines(match.row.id)}
    if named in lines:
        return lines[named]
    from replay.errors import NotFound
    from replay.meant import question

    try:
        return match.resolve(named or "?")
    except NotFound as missing:
        asked = question(named, list(lines))
        raise NotFound(f"{missing} {asked[:1].upper()}{asked[1:]}".rstrip()) from None


def _side_by_side(found: DiffJson, a: str, b: str) -> None:
    room = (output.columns() - 3) // 2
    left, right = (list(map(plain, texts)) for texts in (found.a, found.b))
    if all(width(text) <= room for text in (*left, *right, a, b)):
        tell_all(
            [(f"{pad(x, room)} | {y}", style)]
            for x, y, style in (
                (a, b, "bold"),
                *((x, y, "") for x, y in zip_longest(left, right, fillvalue="")),
            )
        )
        return
    for name, texts in ((a, left), (b, right)):
        heading(f"{name}:")
        say_wrapped(*(f"  {text}" for text in texts or ["nothing since"]), indent=4)


HEADER = "what differs"


def tell_differing(told: Sequence[Difference], a: str, b: str) -> None:
    """A row a difference: where, and what stands there on each line; what is longer is cut."""
    if not told:
        say_wrapped("The positions are the same.")
        return
    rows = [(plain(one.path), plain(one.a), plain(one.b)) for one in told]
    room = output.columns() - 6
    where = min(max(width(HEADER), *(width(path) for path, _, _ in rows)), room // 2)
    before = max(width(a), *(width(value) for _, value, _ in rows))
    after = max(width(b), *(width(value) for _, _, value in rows))
    before = min(before, max((room - where) // 2, room - where - after))
    tell_all(
        [
            (pad(path, where), "bold" if nth == 0 else ""),
            (f"  {pad(old, before)}", "bold" if nth == 0 else "red"),
            ("    " if nth == 0 else " -> ", "dim"),
            (clip(new, room - where - before), "bold" if nth == 0 else "green"),
        ]
        for nth, (path, old, new) in enumerate([(HEADER, a, b), *rows])
    )
