"""Commands that keep what is there: the list of matches, the people, backups, the doctor."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from cli import completers
from cli.common import Refusal, as_json, database, opened, place_of, plural, refuse_database, tended
from cli.output import columns, fitted, say, say_json, say_wrapped, table
from engine.text import pad, width

if TYPE_CHECKING:
    from replay.persons import Forgetting
    from replay.shapes import CheckJson, DoctorJson, MatchJson, PersonJson

SHOWN = 20
"""Matches that are listed unless more are asked for."""


# Matches


@click.command()
@click.option("-n", "most", type=click.IntRange(1), default=SHOWN, metavar="N", show_default=True,
              help="How many to list.")  # fmt: skip
@click.option("--all", "everything", is_flag=True, help="List every one.")
@database
@as_json
def matches(most: int, everything: bool, db: str | None, json: bool) -> None:
    """The matches of the database.

    The one played last comes first: its game, its players, where it stands or how it ended, and
    when anything was last done (UTC).

    \b
    Examples:
      retold matches
      retold matches -n 5
      retold matches --all --json
    """
    from replay import listing

    with tended(db) as store:
        found = listing.matches(store, None if everything else most)
        if json:
            say_json(list(found))
            return
        shown = 0
        for match in found:
            say(*_match(match))
            shown += 1
        left = listing.count(store) - shown
        if not shown:
            say_wrapped("No match has been opened yet; `retold new` opens one.")
        elif left:
            say_wrapped(f"{left} more; `retold matches --all` lists them.")


def _match(match: MatchJson) -> Iterator[str]:
    """A match in a few lines: name and game, then players and where it stands."""
    when = match.played.replace("T", " ")[:16]
    room = columns()
    first = f"{match.match}  {match.game}, ply {match.ply}" if match.game else match.match
    if width(first) + len(when) + 2 <= room:
        yield pad(first, room - len(when)) + when
    else:
        yield first
        yield " " * (room - len(when)) + when
    flags = "".join(f"; flag #{n} is open" for n in match.flags)
    yield from fitted(f"{', '.join(match.players)}: {_stands(match)}{flags}", 2, 0)


def _stands(match: MatchJson) -> str:
    from cli.saying import clause, standing_text
    from replay.reading import SideJson

    if match.untold:
        return match.untold
    if match.over is not None:
        sides = [SideJson(side.players, side.points, side.rank) for side in match.standing]
        return f"over ({match.over}): {standing_text(sides)}"
    waits = clause("", match.waits_for)
    return f"{', '.join(match.turn)}; {waits}" if match.turn else waits


# People


@click.command()
@database
@as_json
def people(db: str | None, json: bool) -> None:
    """Who plays, and how their matches ended.

    Statistics follow the person over all matches, whatever the name is now. Won are those in which
    the first rank was reached, shared or not; a copy of a match under another name counts once.

    \b
    Examples:
      retold people
      retold people --json
    """
    from replay import persons

    with tended(db) as store:
        found = persons.everybody(store)
    if json:
        say_json(found)
        return
    if not found:
        say_wrapped("Nobody plays yet; `retold new` opens a match.")
        return
    _show_people(found)


def _show_people(found: list[PersonJson]) -> None:
    twice = _same(found)
    table(
        ("name", "matches", "won", "unfinished"),
        [row for one in found for row in _person(one, one.name in twice)],
        right=[1, 2, 3],
    )
    untold = [one for one in found if one.untold]
    if untold:
        say("", *fitted(_untold(untold), more=0))


def _same(found: Iterable[PersonJson]) -> set[str]:
    """The names that more than one person bears."""
    from collections import Counter

    counted = Counter(one.name for one in found if one.entered)
    return {name for name, times in counted.items() if times > 1}


def _person(one: PersonJson, twice: bool) -> Iterator[tuple[str, str, str, str]]:
    """A person's row; the name that was entered first stands below where both are long."""
    first = f"(first {one.entered})" if one.entered not in (None, one.name) else ""
    called = f"{one.name}{f' [{one.id[:10]}]' * twice}"
    below = width(f"{called} {first}") > 48
    shown = called if below or not first else f"{called} {first}"
    yield shown, str(one.matches), str(one.won), str(one.unfinished)
    if first and below:
        yield f"  {first}", "", "", ""


def _untold(found: list[PersonJson]) -> str:
    said = ", ".join(f"{one.name} {one.untold}" for one in found)
    return (
        f"Matches that cannot be folded here are counted neither as won nor as unfinished: {said};"
        " `retold doctor` says why."
    )


@click.command()
@click.argument("name", shell_complete=completers.people)
@click.argument("new")
@database
def rename(name: str, new: str, db: str | None) -> None:
    """Give a person another name.

    The name changes in every match of this database; no digest and no receipt does. `retold people`
    goes on showing the name that was entered first. NAME may also be the first letters of an id.

    \b
    Examples:
      retold rename Cluadia Claudia
      retold rename "Ana B" Ana
    """
    from replay import persons

    with opened(db, write=True) as store:
        person, now = persons.rename(store, name, new)
    say_wrapped(f"{person.name} is called {now} now.")


@click.command()
@click.argument("name", shell_complete=completers.people)
@click.option("--yes", is_flag=True, help="Do not ask.")
@database
def forget(name: str, yes: bool, db: str | None) -> None:
    """Remove a person's name for good.

    Matches show "(forgotten)" in its place; they are verified and replayed as before. What people
    wrote (who recorded, reasons, notes) is part of the chain and stays; so do exported files and
    backups. It cannot be undone. NAME may also be the first letters of an id.

    \b
    Examples:
      retold forget Claudia
      retold forget Claudia --yes
    """
    from replay import persons

    with opened(db, write=True) as store:
        found = persons.to_forget(store, name)
        if not yes:
            _confirm(found)
        clean, file = persons.forget(store, found), store.file
    count = len(found.matches)
    said = f"{found.person.name} is forgotten"
    say_wrapped(f'{said}; {plural(count, "match", "matches")} {_shows(count)} "(forgotten)" now.')
    say(*fitted(_stays(found), more=0))
    if not clean:
        reading = (
            f"Somebody is reading just now: until they are done, {file}-wal may still hold it."
        )
        say(*fitted(reading, more=0))


def _shows(count: int) -> str:
    return "shows" if count == 1 else "show"


def _confirm(found: Forgetting) -> None:
    """Ask whoever sits at the terminal. Raises a refusal where nobody does, or the answer is no."""
    if sys.stdin is None or not sys.stdin.isatty():
        raise click.UsageError(
            f"Nobody can be asked here whether to forget {found.person.name}: say --yes."
        )
    say(*fitted(_stays(found), more=0))
    asked = f"Forget {found.person.name}, in {plural(len(found.matches), 'match', 'matches')}?"
    if not click.confirm(asked):
        raise Refusal("Nobody was forgotten.")


def _stays(found: Forgetting) -> str:
    """What forgetting does not reach."""
    rows = [f"{row.match} #{row.n}" for row in found.mentions]
    if not rows:
        here = "No reason, note or recorder's name in a journal holds it"
    else:
        more = f" and {len(rows) - 8} more" if len(rows) > 8 else ""
        here = (
            "Reasons, notes and recorders' names stay in the chain, and with them the name in "
            f"{', '.join(rows[:8])}{more}"
        )
    return f"{here}; exported files and backups are not reached."


# Safety


@click.command()
@click.argument("file")
@database
def backup(file: str, db: str | None) -> None:
    """Copy the whole database into a new file.

    The copy has everything that was acknowledged, also while others record. The file is there when
    it is whole, and nothing is replaced: name a new one each time. A copied file is no backup: what
    was recorded last may still stand in the -wal file beside it.

    \b
    Examples:
      retold backup evening-2026-05-08.db
      retold --db evening-2026-05-08.db verify --all
    """
    refuse_database(file, place_of(db))
    with opened(db) as store:
        store.backup(file)
        rows = sum(last.n for _, last in store.latest())
        matches = len(store.matches())
    say(
        f"{file}: {plural(matches, 'match', 'matches')}, {plural(rows, 'journal row')}.",
        f"`retold --db {file} verify --all` proves the copy.",
    )


@click.command()
@database
@as_json
def doctor(db: str | None, json: bool) -> None:
    """Look the database over, and say what to do.

    SQLite's version and its own checks, the file's permissions, games that are not installed, and
    the proof of every match. The exit status is 1 where something is wrong; a warning is not.

    \b
    Examples:
      retold doctor
      retold doctor --json
    """
    from replay import doctor as replay_doctor

    with tended(db) as store:
        found = replay_doctor.examine(store)
    if json:
        say_json(found)
    else:
        _show_health(found)
    if not found.ok:
        wrong = [check.name for check in found.checks if check.state == "wrong"]
        raise Refusal(f"Something is wrong with {found.file}: {', '.join(wrong)}.")


def _show_health(found: DoctorJson) -> None:
    say(found.file)
    for check in found.checks:
        say(*_check(check))


def _check(check: CheckJson) -> Iterator[str]:
    sign = {"ok": "ok     ", "warning": "warning", "wrong": "WRONG  "}[check.state]
    yield from fitted(f"{sign}  {check.name}: {check.what}", more=9)
    if check.todo:
        yield from fitted(check.todo, 9, 0)
