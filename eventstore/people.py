"""People beside the log: names that can be corrected and forgotten without touching a digest.

A row is either named, with salt, the name as entered, the name now, its mark and how it reads, or
blank, for somebody who was forgotten or came with a match whose names were left out.
"""

from __future__ import annotations

import sqlite3
import unicodedata
from collections.abc import Iterable, Sequence

from eventstore.digests import person_id
from eventstore.errors import BadBody, Namesake, Taken, Unknown
from eventstore.records import NewPerson, Person

_PERSON = "SELECT id, name, entered, salt FROM people"
_INSERT = "INSERT INTO people (id, salt, entered, name, mark, reads) VALUES (?, ?, ?, ?, ?, ?)"
_BLANK = (None, None, None, None, None)


def reading(name: str) -> str:
    """What names that read alike have in common, and few others: letters and digits alone, without
    case and accents.

    >>> reading("Mô-sîn-á 2"), reading("MOSINA2")
    ('mosina2', 'mosina2')
    """
    return "".join(
        letter
        for letter in unicodedata.normalize("NFKD", name).casefold()
        if unicodedata.category(letter)[0] in "LMN" and not unicodedata.combining(letter)
    )


def _person(row: tuple[bytes, str | None, str | None, bytes | None]) -> Person:
    id, name, entered, salt = row
    return Person(id.hex(), name, entered, salt)


def read(connection: sqlite3.Connection, ids: Iterable[bytes]) -> dict[bytes, Person]:
    """Those of the ids that are here."""
    found = {}
    for id in ids:
        row = connection.execute(f"{_PERSON} WHERE id = ?", (id,)).fetchone()
        if row is not None:
            found[id] = _person(row)
    return found


def everybody(connection: sqlite3.Connection) -> list[Person]:
    """All people, in the order in which they came."""
    return [_person(row) for row in connection.execute(f"{_PERSON} ORDER BY rowid")]


def by_name(connection: sqlite3.Connection, name: str) -> Person | None:
    """The first who goes by that name now."""
    row = connection.execute(f"{_PERSON} WHERE name = ? ORDER BY rowid LIMIT 1", (name,)).fetchone()
    return None if row is None else _person(row)


def alike(connection: sqlite3.Connection, name: str) -> list[Person]:
    """Those whose names have the `reading` of this one, in the order in which they came."""
    key = reading(name)
    if not _says_readings(connection):
        return [one for one in everybody(connection) if one.name and reading(one.name) == key]
    rows = connection.execute(f"{_PERSON} WHERE reads = ? ORDER BY rowid", (key,))
    return [_person(row) for row in rows]


def _says_readings(connection: sqlite3.Connection) -> bool:
    """Whether the file says how names read; one of version 1 that cannot be written does not."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return bool(version > 1)


def refuse_namesakes(connection: sqlite3.Connection, people: Sequence[NewPerson]) -> None:
    """Raises `Namesake` where others read like a new person than the writer knew."""
    for person in people:
        if person.alike is not None:
            _refuse_others(connection, person.id, person.now or person.name, person.alike)


def _refuse_others(connection: sqlite3.Connection, id: bytes, name: str, known: int) -> None:
    (others,) = connection.execute(
        "SELECT count(*) FROM people WHERE reads = ? AND id != ?", (reading(name), id)
    ).fetchone()
    if others != known:
        raise Namesake(
            f"somebody whose name reads like {name!r} came or went meanwhile; look who it is and"
            " try again"
        )


def add(connection: sqlite3.Connection, people: Iterable[NewPerson]) -> None:
    """Adds those who are not here. Raises `BadBody` with the index of an id that does not fit."""
    for index, person in enumerate(people):
        values = _examined(person, index)
        if not _is_here(connection, person.id):
            connection.execute(_INSERT, values)


def add_unnamed(connection: sqlite3.Connection, ids: Iterable[bytes]) -> None:
    """Adds blank rows for ids that are not here."""
    for id in ids:
        if not _is_here(connection, id):
            connection.execute(_INSERT, (id, *_BLANK))


def rename(connection: sqlite3.Connection, id: bytes, name: str, known: int | None = None) -> None:
    """Gives a person another name. Raises `Unknown`, `Taken`, `BadBody`, and `Namesake` where not
    just so many others read alike as the writer knew."""
    row = connection.execute("SELECT salt FROM people WHERE id = ?", (id,)).fetchone()
    if row is None or row[0] is None:
        raise Unknown(f"there is nobody with a name under the id {id.hex()}")
    if not name:
        raise BadBody("a person needs a name")
    if connection.execute(
        "SELECT 1 FROM people WHERE name = ? AND id != ? LIMIT 1", (name, id)
    ).fetchone():
        raise Taken(f"there is somebody named {name!r} already; choose another name")
    if known is not None:
        _refuse_others(connection, id, name, known)
    connection.execute(
        "UPDATE people SET name = ?, mark = ?, reads = ? WHERE id = ?",
        (name, person_id(name, row[0]), reading(name), id),
    )


def forget(connection: sqlite3.Connection, id: bytes) -> None:
    """Blanks a person's row. Raises `Unknown`."""
    if not _is_here(connection, id):
        raise Unknown(f"there is nobody with the id {id.hex()}")
    connection.execute(
        "UPDATE people SET salt = NULL, entered = NULL, name = NULL, mark = NULL, reads = NULL"
        " WHERE id = ?",
        (id,),
    )


def wrong_with(connection: sqlite3.Connection, id: bytes) -> str | None:
    """What is wrong with a person's row, in words."""
    said = _says_readings(connection)
    row = connection.execute(
        f"SELECT salt, entered, name, mark, {'reads' if said else 'NULL'} FROM people WHERE id = ?",
        (id,),
    ).fetchone()
    who = f"person {id.hex()}"
    if row is None:
        return f"{who} is missing"
    salt, entered, name, mark, reads = row
    if row == _BLANK:
        return None
    if None in row[:4] or not 0 < len(salt) <= 64:
        return f"{who} is neither named nor forgotten: part of the row was changed"
    if person_id(entered, salt) != id:
        return f"{who} was not first entered as {entered!r}: name or salt was changed"
    if person_id(name, salt) != mark:
        return f"{who} was not renamed to {name!r} by this program: the name was changed"
    if said and reads != reading(name):
        return f"{who} is not found as {name!r}: how the name reads was changed"
    return None


def _is_here(connection: sqlite3.Connection, id: bytes) -> bool:
    return connection.execute("SELECT 1 FROM people WHERE id = ?", (id,)).fetchone() is not None


def _examined(
    person: NewPerson, index: int
) -> tuple[bytes, bytes | None, str | None, str | None, bytes | None, str | None]:
    if len(person.id) != 16:
        raise BadBody(
            f"a person's id has 16 bytes, not {len(person.id)}", part="person", index=index
        )
    if not person.salt and not person.name:
        return person.id, *_BLANK
    name = person.now or person.name
    try:
        fits = bool(person.name) and person_id(person.name, person.salt) == person.id
        mark = person_id(name, person.salt)
    except ValueError as error:
        raise BadBody(
            f"person {person.id.hex()} cannot be stored: {error}", part="person", index=index
        ) from error
    if not fits or not person.salt:
        raise BadBody(
            f"person {person.id.hex()} was not first entered as {person.name!r}",
            part="person",
            index=index,
        )
    return person.id, person.salt, person.name, name, mark, reading(name)
