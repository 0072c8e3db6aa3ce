"""Those who play: who they are, how their matches ended, and how they are renamed or forgotten.

Statistics follow the person over all matches. A copy of a match under another name is the same
match, and counts once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from engine.notation import squash
from eventstore import Namesake, Person, Row, SQLiteStore, StoreError
from replay import people
from replay.errors import NotFound, Refused, ReplayError
from replay.match import Match
from replay.meant import question
from replay.outcomes import outcome
from replay.people import FORGOTTEN
from replay.shapes import PersonJson

SHOWN = 10
"""Letters of a person's id that are shown."""


class Mention(Struct, frozen=True):
    """A journal row in which a name stands."""

    match: str
    n: int


class Forgetting(Struct, frozen=True):
    """Somebody who is to be forgotten: their matches, and the rows that hold a name of theirs."""

    person: Person
    matches: list[str]
    mentions: list[Mention]


def everybody(store: SQLiteStore) -> list[PersonJson]:
    """All people, in the order in which they came, with the matches that they played."""
    with store.snapshot():
        found = {person.id: _fresh(person) for person in store.everybody()}
    for match in played(store):
        _count(found, match)
    return list(found.values())


def _fresh(person: Person) -> PersonJson:
    return PersonJson(person.name or FORGOTTEN, person.entered, person.id, 0, 0, 0, 0)


def played(store: SQLiteStore) -> Iterator[Match]:
    """The matches that can be opened, a copy of one only once: the one that was played last."""
    latest: dict[int, tuple[str, int]] = {}
    for row, last in store.latest():
        # A row that was changed is told by `verify`, and no reason to count nobody's matches.
        try:
            at = last.entry.at
        except StoreError:
            at = ""
        latest[row.root] = max(latest.get(row.root, ("", 0)), (at, row.id))
    chosen = {id for _, id in latest.values()}
    for row in store.matches():
        if row.id in chosen:
            try:
                match = Match(store, row)
            except (ReplayError, StoreError):
                continue
            yield match


def _count(found: dict[str, PersonJson], match: Match) -> None:
    who = [found[id] for id in dict.fromkeys(match.player_ids) if id in found]
    for person in who:
        person.matches += 1
    try:
        ended = outcome(match)
    except (ReplayError, StoreError):
        for person in who:
            person.untold += 1
        return
    won = () if ended is None else ended.winners()
    for person in who:
        person.unfinished += ended is None
        person.won += person.id in won


def find(store: SQLiteStore, typed: str) -> Person:
    """Whom a name means: as it is called now, letter by letter or read alike, else the beginning
    of an id. Raises NotFound where that is nobody, or more than one."""
    known = [person for person in store.everybody() if person.name]
    key = squash(typed)
    ways = (
        [p for p in known if p.name == typed],
        [p for p in known if key and squash(p.name or "") == key],
        [p for p in known if len(typed) >= 4 and p.id.startswith(typed.lower())],
    )
    found = next((way for way in ways if way), [])
    if len(found) == 1:
        return found[0]
    shown = _said(typed)
    if found:
        ids = " or ".join(f"{person.id[:SHOWN]} ({person.name})" for person in found)
        raise NotFound(f"More than one person is called {shown}: name one by its id, {ids}.")
    raise NotFound(f"Nobody here is called {shown}{_others(typed, known)}")


def _others(typed: str, known: Sequence[Person]) -> str:
    earlier = [p.name for p in known if p.entered and squash(p.entered) == squash(typed)]
    if earlier:
        return f"; who was first entered so is called {earlier[0]} now."
    names = [person.name or "" for person in known]
    if asked := question(typed, names):
        return f"; {asked}"
    return "; `retold people` lists everybody." if names else "; no match has been opened yet."


def rename(store: SQLiteStore, typed: str, new: str) -> tuple[Person, str]:
    """Give somebody another name: who it was, and the name now. Raises Refused, NotFound."""
    person = find(store, typed)
    name = people.tidy(new)
    if name == person.name:
        raise Refused(f"{person.name} is called so already.")
    others = [other for other in store.people_alike(name) if other.id != person.id]
    for other in others:
        if squash(other.name or "") == squash(name):
            raise Refused(_taken(store, person, other, name))
    try:
        store.rename_person(bytes.fromhex(person.id), name, alike=len(others))
    except Namesake:
        # Somebody of that name came since they were looked up.
        return rename(store, typed, new)
    return person, name


def _taken(store: SQLiteStore, person: Person, other: Person, name: str) -> str:
    both = next((m.name for m in played(store) if {person.id, other.id} <= {*m.player_ids}), "")
    where = f", who plays with {person.name} in {both}" if both else ""
    what = (
        f'"{name}" is somebody else' if name == other.name else f'"{name}" reads like {other.name}'
    )
    return f"{what}{where}; choose a name that tells them apart."


def to_forget(store: SQLiteStore, typed: str) -> Forgetting:
    """Whom a name means, the matches they play in, and where their names stand in the journals.
    Nothing is changed. Raises NotFound."""
    person = find(store, typed)
    names = [re.escape(name) for name in (person.name, person.entered) if name]
    says = re.compile(rf"(?<!\w)(?:{'|'.join(names)})(?!\w)", re.IGNORECASE).search
    matches: list[str] = []
    mentions: list[Mention] = []
    for row in store.matches():
        try:
            ids = Match(store, row).player_ids
        except (ReplayError, StoreError):
            ids = []
        if person.id in ids:
            matches.append(row.name)
        rows = store.journal(row.id)
        mentions += [Mention(row.name, line.n) for line in rows if says(_written(line))]
    return Forgetting(person, matches, mentions)


def _written(row: Row) -> str:
    """What people wrote in a row: who recorded, and why or which note."""
    try:
        return f"{row.entry.by}\n{row.entry.reason}"
    except StoreError:
        return ""


def forget(store: SQLiteStore, found: Forgetting) -> bool:
    """Remove somebody's name and salt for good; whether no trace of them is left in the store's
    files. Raises StoreError."""
    return store.forget_person(bytes.fromhex(found.person.id))


def _said(typed: str) -> str:
    return f'"{typed[:60]}"' if typed.isprintable() else f"{typed[:60]!a}"
