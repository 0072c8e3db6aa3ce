"""Names of players, matches and timelines. People stand beside the log; roots hold their ids."""

import os
import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from engine.notation import alike, squash
from eventstore import NewPerson, Person, SQLiteStore, person_id
from replay.errors import ReplayError

FORGOTTEN = "(forgotten)"
LONGEST = 40
"""Characters of a player's name."""


def tidy(name: str) -> str:
    """A player's name as it is kept: composed (NFC), single spaces. Raises ReplayError."""
    kept = " ".join(unicodedata.normalize("NFC", name).split())
    shown = ascii(kept[:LONGEST])
    if not squash(kept):
        raise ReplayError(f"A player's name needs a letter or a digit, {shown} has none.")
    if len(kept) > LONGEST:
        raise ReplayError(f"A player's name has at most {LONGEST} characters, {shown}... has more.")
    if re.search(r"[:/,=>+\"'`]", kept) or not kept.isprintable() or _controls(name):
        raise ReplayError(
            f"A player's name has no : / , = > + quotes or control characters: {shown}."
        )
    if kept[0] in "#-" or squash(kept) == squash(FORGOTTEN) or kept.startswith(FORGOTTEN):
        raise ReplayError(f"A player cannot be called {shown}: it would read as something else.")
    return kept


def _controls(text: str) -> bool:
    return any(unicodedata.category(letter) == "Cc" for letter in text)


def tidy_all(names: Sequence[str]) -> list[str]:
    """The names of a match's players. Raises ReplayError where two of them read alike."""
    kept = [tidy(name) for name in names]
    pair = alike(kept)
    if pair:
        raise ReplayError(f'The players "{pair[0]}" and "{pair[1]}" read alike; tell them apart.')
    return kept


def tidy_label(what: str, name: str) -> str:
    """The name of a match or timeline. Raises ReplayError."""
    kept = unicodedata.normalize("NFC", name.strip())
    if (
        not squash(kept)
        or len(kept) > 60
        or not kept.isprintable()
        or kept[0] in "-@#"
        or re.search(r"[\s:/,=>\"'`\\]", kept)
    ):
        raise ReplayError(
            f"{name[:60]!a} cannot name a {what}: use up to 60 letters, digits, dots and "
            "dashes, without spaces."
        )
    return kept


def enrol(store: SQLiteStore, names: Sequence[str]) -> tuple[list[str], list[NewPerson]]:
    """The ids of players (hex), and those of them whom the store does not know yet. Who is known
    by a name that reads alike (`ana`, `Ana`) is that person. A store that is given the new ones
    raises `Namesake` where others came meanwhile."""
    ids, new = [], []
    for name in names:
        near = store.people_alike(name)
        known = next((one for one in near if one.name == name), None) or _alike(near, name)
        if known is None:
            salt = os.urandom(16)
            new.append(NewPerson(person_id(name, salt), salt, name, alike=len(near)))
            ids.append(new[-1].id.hex())
        else:
            ids.append(known.id)
    return ids, new


def _alike(near: Sequence[Person], name: str) -> Person | None:
    """The only one of these whose name reads like this one."""
    found = [one for one in near if _reads(one, name)]
    return found[0] if len(found) == 1 else None


def _reads(person: Person, name: str) -> bool:
    return person.name is not None and _read(person.name) == _read(name)


@lru_cache(maxsize=4096)
def _read(name: str) -> str:
    """How a name reads; kept, since a list of matches names the same few people again."""
    return squash(name)


def namesakes(store: SQLiteStore, person: Person) -> list[Person]:
    """Other people whose names read like a person's, as they may after an import."""
    name = person.name or ""
    return [
        other for other in store.people_alike(name) if other.id != person.id and _reads(other, name)
    ]


def names_of(store: SQLiteStore, ids: Sequence[str]) -> list[str]:
    """What the players with these ids are called now; no name reads like another of them."""
    known = store.people([bytes.fromhex(id) for id in ids])
    found = (known.get(bytes.fromhex(id)) for id in ids)
    wanted = [person.name if person and person.name else FORGOTTEN for person in found]
    taken, given = {_read(name) for name in wanted}, set[str]()
    names: list[str] = []
    for place, name in enumerate(wanted, start=1):
        # Names come together by an import, and several may be forgotten.
        shown, number = name, place
        while _read(shown) in given or (shown != name and _read(shown) in taken):
            shown, number = f"{name} {number}", number + 1
        given.add(_read(shown))
        names.append(shown)
    return names
