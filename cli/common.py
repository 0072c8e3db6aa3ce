"""What the commands share: options, the database, the match that a command is about, who reads.

Each decorator adds options to a command and hands them to it as one value.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from cli import completers

if TYPE_CHECKING:
    from eventstore import Row, SQLiteStore
    from replay.errors import Differs
    from replay.match import Done, Match, Spot
    from replay.reading import Viewer
    from replay.telling import News

Command = Callable[..., None]
F = TypeVar("F", bound=Command)
T = TypeVar("T")


class Refusal(click.ClickException):
    """Something that the command itself refuses, in one sentence; exit status 1."""


# The database


def place_of(db: str | None) -> str:
    """The path of the database: the command's own `--db`, else `retold --db` or RETOLD_DB, else
    one in the user's data folder."""
    named = db if db is not None else click.get_current_context().find_root().params.get("db")
    if named is not None:
        return str(named)
    from platformdirs import user_data_path

    return str(user_data_path("retold", appauthor=False) / "retold.db")


@contextmanager
def opened(db: str | None, *, write: bool = False, create: bool = False) -> Iterator[SQLiteStore]:
    """The database while it is used. Raises StoreError; one that is missing is only made where
    `create` says so, and then with the user's own data folder."""
    from eventstore import Missing, open_store

    path = place_of(db)
    if create and db is None and os.environ.get("RETOLD_DB") is None:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    try:
        store = open_store(path, create=create, readonly=not write)
    except Missing as missing:
        if create:
            raise
        raise Missing(f"{missing}; `retold new` makes one, --db or RETOLD_DB names another") from (
            None
        )
    with store:
        yield store


@contextmanager
def tended(db: str | None) -> Iterator[SQLiteStore]:
    """The database while it is looked at, open for writing where that can be: then the cache of
    results is made anew. On a full disk, or behind somebody who writes on, it can still be read."""
    from eventstore import NotRetold, StoreError, open_store

    try:
        store = open_store(place_of(db), create=False)
    except NotRetold:
        with opened(db) as read:
            yield read
        return
    except StoreError:
        store = open_store(place_of(db), create=False, readonly=True)
    with store:
        yield store


def is_first(db: str | None) -> bool:
    """Whether there is no database yet, so that the command would make it."""
    return not os.path.lexists(place_of(db))


@contextmanager
def acted(db: str | None, act: Callable[[SQLiteStore], T]) -> Iterator[T]:
    """What an act on the database gives that may be its first, while it is open.

    Where there is no database yet, the act is done before on one that is thrown away: what is
    refused leaves no empty database behind.
    """
    if is_first(db):
        import tempfile

        from eventstore import open_store

        with (
            tempfile.TemporaryDirectory() as folder,
            open_store(os.path.join(folder, "first.db"), synchronous="OFF") as store,
        ):
            act(store)
    with opened(db, write=True, create=True) as store:
        yield act(store)


def match_in(store: SQLiteStore, name: str) -> Match:
    """The match of that name. Raises a refusal that lists what is there."""
    from eventstore import Unknown
    from replay.match import Match

    try:
        row = store.match(name)
    except Unknown:
        raise Refusal(_no_match(store, name)) from None
    return Match(store, row)


def _no_match(store: SQLiteStore, name: str) -> str:
    from replay.meant import question

    names = [row.name for row in store.matches()]
    there = f"there is: {', '.join(names[:-9:-1])}" if names else "there is none yet"
    more = f" and {len(names) - 8} more" if len(names) > 8 else ""
    asked = question(name, names) or f"{there}{more}."
    return f'There is no match "{name[:60]}" in {store.file}; {asked}'


def database(command: F) -> F:
    """Adds --db."""
    return click.option("--db", metavar="FILE", help="The database (as `retold --db`).")(command)


def on_match(*, write: bool = False) -> Callable[[Command], Command]:
    """Adds MATCH and --db; the command gets the match, opened."""

    def decorate(command: Command) -> Command:
        @click.argument("match", shell_complete=completers.matches)
        @database
        @wraps(command)
        def on(match: str, db: str | None, **rest: Any) -> None:
            with opened(db, write=write) as store:
                command(match_in(store, match), **rest)

        return on

    return decorate


# Options


def timeline(command: F) -> F:
    """Adds -t."""
    return click.option(
        "-t",
        "--timeline",
        default="main",
        show_default=True,
        metavar="TIMELINE",
        shell_complete=completers.timelines,
        help="On which timeline.",
    )(command)


def at(command: F) -> F:
    """Adds --at."""
    return click.option(
        "--at",
        default="",
        metavar="PLY|HEAD",
        help="A ply of the timeline, or the first letters of any event's digest.",
    )(command)


def as_json(command: F) -> F:
    """Adds --json, handed on as `json`."""
    return click.option("--json", is_flag=True, help="Print JSON; `retold schema` documents it.")(
        command
    )


def viewer_of(match: Match, seat: str | None, everything: bool) -> Viewer:
    """Who reads: a seat, as it is called where main rests, or everybody, or one who sees all."""
    from replay.errors import Differs
    from replay.reading import EVERYBODY, Viewer

    if seat is None:
        return Viewer(None, True) if everything else EVERYBODY
    try:
        spot = match.position()
    except Differs:
        spot = match.at(match.row.root)
    labels = match.labels(spot.position.state)
    return Viewer(labels.index(named(seat, labels, "seat")), everything)


def named(typed: str, names: list[str], what: str) -> str:
    """The name that somebody typed, or the only one that begins so. Raises a refusal."""
    from engine.notation import squash

    key = squash(typed)
    same = [name for name in names if squash(name) == key]
    found = same or [name for name in names if key and squash(name).startswith(key)]
    if len(found) != 1:
        said = f"may be {' or '.join(found)}" if found else f"names no {what}"
        raise Refusal(f'"{typed[:60]}" {said}; say one of: {", ".join(names)}.')
    return found[0]


def eyes(command: Command) -> Command:
    """Adds --seat and --all, handed on as `viewer`: known before anything is done."""

    @click.option(
        "--seat",
        metavar="NAME",
        shell_complete=completers.seats,
        help="Show also what this seat may see.",
    )
    @click.option("--all", "everything", is_flag=True, help="Show everything, hidden cards too.")
    @wraps(command)
    def seeing(match: Match, *, seat: str | None, everything: bool, **rest: Any) -> None:
        command(match, viewer=viewer_of(match, seat, everything), **rest)

    return seeing


def told(*, head: bool = True) -> Callable[[Command], Command]:
    """Adds --by, --reason, --request and --head, handed on as `told`."""

    def decorate(command: Command) -> Command:
        @wraps(command)
        def telling(*args: Any, by: str, reason: str, request: str, **rest: Any) -> None:
            from replay.match import By

            believed = rest.pop("head", "")
            command(*args, told=By(by, reason, believed, request), **rest)

        for option in reversed(_TOLD if head else _TOLD[:3]):
            telling = option(telling)
        return telling

    return decorate


_TOLD = [
    click.option("--by", default="", envvar="RETOLD_BY", help="Who records; else RETOLD_BY."),
    click.option("--reason", default="", help="Why; it stands in the journal."),
    click.option("--request", default="", metavar="ID", help="An id to repeat this safely."),
    click.option("--head", default="", help="Only if the line rests at this ply or head."),
]


# What was done


def done(
    match: Match,
    result: Done,
    viewer: Viewer,
    title: str = "",
    remarks: Sequence[str] = (),
    told: News | None = None,
) -> None:
    """Print what a write did: its events with their plies and what came of them, its receipt."""
    from cli.output import fitted, say
    from replay.flags import told_lines
    from replay.reading import text

    lines = [title] if title else []
    if result.repeated:
        lines = [f"This request was done before, in row {result.row.n}; nothing was added."]
    came = told.events if told is not None and len(told.events) == len(result.steps) else []
    for place, step in enumerate(result.steps):
        lines.append(f"{step.ply:>5}  {text(step, viewer)}{_irregular(step.event)}")
        lines += [f"{' ' * 7}{said}" for said in (came[place] if came else ())]
    lines += [*remarks, *(told.rest if told is not None else ()), *told_lines(match)]
    shown = (part for line in lines for part in fitted(line, more=9 * line.startswith(" ")))
    say(*shown, receipt(match, result.row))


def receipt(match: Match, row: Row) -> str:
    """The line that a table photographs, of a row of the journal."""
    import eventstore

    return f"{match.name} {eventstore.receipt(row.n, row.digest)}"


def _irregular(event: Any) -> str:
    return "  (irregular)" if type(event).__name__ == "Adjusted" else ""


def plural(count: int, one: str, many: str = "") -> str:
    """`1 match`, `2 matches`."""
    return f"{count} {one if count == 1 else many or one + 's'}"


# Positions


def spot_of(match: Match, timeline: str, at: str) -> tuple[Spot, Differs | None]:
    """The position asked for; where the rules have changed since, the last one that agrees, and
    the refusal to end with."""
    from replay.errors import Differs

    try:
        return match.position(timeline, at), None
    except Differs as differs:
        if differs.agrees < 0:
            raise
        event = match.resolve(at, timeline)
        return match.at(match.store.ancestor(event, differs.agrees)), differs


def write_file(path: str, text: Iterator[str], database: str) -> None:
    """Write a text file that is whole or not there; never over the database."""
    refuse_database(path, database)
    if _is_database(path):
        raise Refusal(f"{path} is a database, which is not replaced by a text; name another file.")
    if os.path.exists(path) and not os.path.isfile(path):
        # A device or pipe is written to, not replaced.
        _write(path, text)
        return
    partial = f"{path}.{os.getpid()}.partial"
    try:
        _write(partial, text)
        os.replace(partial, path)
    except BaseException:
        if os.path.isfile(partial):
            os.unlink(partial)
        raise


def _is_database(path: str) -> bool:
    """Whether a file that is there is an SQLite database (of any program, this one's too)."""
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return file.read(16) == b"SQLite format 3\0"


def _write(path: str, text: Iterator[str]) -> None:
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.writelines(text)


def refuse_database(path: str, database: str) -> None:
    """Refuse a file that belongs to the database: this process must never open it by itself."""
    for own in (database, f"{database}-wal", f"{database}-shm"):
        if os.path.exists(own) and os.path.exists(path) and os.path.samefile(own, path):
            raise Refusal(f"{path} belongs to the database itself; name another file.")
