"""Commands about what-if: timelines, the tree that they grow in, and comparing two lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import click

from cli import completers, output
from cli.common import as_json, at, done, eyes, on_match, receipt, timeline, told
from cli.output import heading, pad, say, say_json, table, width

if TYPE_CHECKING:
    from replay.match import Match, Told
    from replay.reading import DiffJson, TreeLine, Viewer


@click.command()
@on_match(write=True)
@click.argument("name")
@timeline
@at
@click.option("--seed", help="Luck decides on it, by this seed.")
@click.option("-o", "--option", "choices", multiple=True, metavar="KEY=VALUE", help="A ruling.")
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
    told: Told,
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
def adopt(match: Match, name: str, told: Told) -> None:
    """Make a timeline's line the one that the table plays.

    `main` moves to where the timeline (or the event whose digest begins so) rests. The line that it
    leaves stays in the tree; to take an adoption back, adopt the head that `main` had before.

    \b
    Examples:
      retold adopt friday what-if --reason "that is what we meant"
    """
    result = match.adopt(name, told)
    assert result.row.before is not None
    say(
        f"main stands where {name} does, at ply {result.ply}; "
        f"`retold adopt {match.name} {match.head(result.row.before)}` takes it back.",
        receipt(match, result),
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
        [
            (line.name, str(line.ply), line.head, "the table plays it" if line.main else "")
            for line in found
        ],
        right=[1],
    )


@click.command()
@on_match()
@eyes
@as_json
def tree(match: Match, viewer: Viewer, json: bool) -> None:
    """Every line that was ever played, as a tree.

    Undone lines are there too. A row is a run of events without a fork: its plies, its first event,
    its last head (a beginning of it names it for --at), and the timelines that rest on it.

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
    rows = list(_drawn(runs))
    room = min(60, max(width(drawn) for drawn, _ in rows))
    say(*(f"{pad(drawn, room)}  {rest}".rstrip() for drawn, rest in rows))


def _drawn(runs: list[TreeLine]) -> Iterator[tuple[str, str]]:
    """Each run as it is drawn, and what stands beside it. The line that `main` is on goes straight
    down, others lie beside it, one step in."""
    side, bar = ("├─", "│ ") if output.lines_drawn() else ("|-", "| ")
    children: dict[int | None, list[TreeLine]] = {}
    for run in runs:
        children.setdefault(run.parent, []).append(run)
    straight = _straight(runs)
    pending = [(runs[0], "", "")]
    while pending:
        run, before, lead = pending.pop()
        plies = f"{run.start}" if run.start == run.end else f"{run.start}-{run.end}"
        rests = ", ".join(f"{name} at {ply}" for name, ply in run.timelines)
        yield f"{before}{lead}{plies}  {run.text}", f"{run.head}  {rests}"
        inside = before + bar if lead else before
        grown = children.get(run.last, [])
        onward = next((one for one in grown if one.last in straight), grown[0] if grown else None)
        if onward is not None:
            pending.append((onward, inside, ""))
        pending += [(one, inside, side) for one in reversed(grown) if one is not onward]


def _straight(runs: list[TreeLine]) -> set[int]:
    """The runs that lead to where `main` rests, by their last events."""
    by_last = {run.last: run for run in runs}
    found: set[int] = set()
    run = next((r for r in runs if any(name == "main" for name, _ in r.timelines)), None)
    while run is not None:
        found.add(run.last)
        run = None if run.parent is None else by_last.get(run.parent)
    return found


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
    from replay import reading

    found = reading.diff(match, _event(match, a), _event(match, b), viewer)
    if json:
        say_json(found)
        return
    say(f"The lines part after ply {found.parted_at}.", "")
    _side_by_side(found, a, b)
    say("")
    _differing(found, a, b)


def _event(match: Match, named: str) -> int:
    """The event that a timeline's name, a ply of main or a head means."""
    lines = {name: event for name, event, _ in match.store.timelines(match.row.id)}
    if named in lines:
        return lines[named]
    from replay.errors import NotFound
    from replay.nearest import question

    try:
        return match.resolve(named or "?")
    except NotFound as missing:
        asked = question(named, list(lines))
        raise NotFound(f"{missing} {asked[:1].upper()}{asked[1:]}".rstrip()) from None


def _side_by_side(found: DiffJson, a: str, b: str) -> None:
    room = (output.columns() - 3) // 2
    if all(width(text) <= room for text in (*found.a, *found.b, a, b)):
        say(
            f"{pad(a, room)} | {b}",
            *(
                f"{pad(x, room)} | {y}".rstrip()
                for x, y in zip_longest(found.a, found.b, fillvalue="")
            ),
        )
        return
    for name, texts in ((a, found.a), (b, found.b)):
        heading(f"{name}:")
        say(*(f"  {text}" for text in texts or ["nothing since"]))


def _differing(found: DiffJson, a: str, b: str) -> None:
    if not found.differs:
        say("The positions are the same.")
        return
    rows = [(one.path, _value(one.a), _value(one.b)) for one in found.differs]
    table(("what differs", a, b), rows)


def _value(value: Any) -> str:
    import msgspec

    text = "-" if value is None else msgspec.json.encode(value).decode()
    return text if len(text) <= 60 else f"{text[:57]}..."
