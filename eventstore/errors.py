"""What a store refuses, and why.

Every message is one plain sentence: what was wrong, with its value, and what to do.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from eventstore.records import Row

P = ParamSpec("P")
T = TypeVar("T")


class StoreError(Exception):
    """Anything that a store refuses or cannot do; the base of this tree.

    `part` ("event", "journal", "pack", "person") and `index` (0-based, in what was given) say
    which piece of an import was wrong; they are "" and None elsewhere.
    """

    def __init__(self, message: str, *, part: str = "", index: int | None = None) -> None:
        super().__init__(message)
        self.part = part
        self.index = index


class Conflict(StoreError):
    """The timeline no longer rests where the writer believed; nothing was written.

    `head` is the event it rests on now, `row` the journal row that moved it there.
    """

    def __init__(self, message: str, *, head: int, row: Row) -> None:
        super().__init__(message)
        self.head = head
        self.row = row


class RequestReused(StoreError):
    """A request id was used before, for something else or in another match."""


class Busy(StoreError):
    """Somebody else is writing and did not finish in time; the same call may be tried again."""


class ReadOnly(StoreError):
    """The database was opened for reading, or its file or folder cannot be written."""


class NotRetold(StoreError):
    """The file named is no database of this program; it was left as it is."""


class Missing(NotRetold):
    """There is no file at the path, and it was not to be created."""


class NewerSchema(NotRetold):
    """The database was written by a newer version; it was left as it is."""


class Unknown(StoreError):
    """There is no such match, timeline, event, row, pack or person."""


class Taken(StoreError):
    """A match, timeline, person or file of that name exists already."""


class Namesake(StoreError):
    """Others are here whose names read alike than the writer knew; nothing was written."""


class Settled(StoreError):
    """What a row was to settle was settled already; nothing was written."""


class BadBody(StoreError):
    """A text cannot be stored: it would not read back byte for byte, or does not fit its place."""


class Diverged(StoreError):
    """An imported journal does not continue the one that is here."""


class Damaged(StoreError):
    """The database file is damaged, or something in it was changed by other means."""


class Full(StoreError):
    """The disk is full; nothing was written."""


# SQLite's primary result codes (https://www.sqlite.org/rescode.html), as the refusals they become.
_BY_CODE: dict[int, tuple[type[StoreError], str]] = {
    5: (Busy, "somebody else is writing to the database and did not finish in time; try again"),
    6: (Busy, "the database is in use by this program itself; try again"),
    8: (ReadOnly, "the database cannot be written: its file or folder is read-only"),
    10: (
        StoreError,
        "the disk could not be used (it may be full): what was acknowledged before is recorded;"
        " make room, look at the log and try again",
    ),
    11: (Damaged, "the database file is damaged; restore a backup"),
    13: (Full, "the disk is full, so nothing was written; make room and try again"),
    26: (NotRetold, "the file is not a Retold database"),
}


def translated_error(error: Exception) -> StoreError:
    """The refusal that an error of `sqlite3` (or of binding a value) stands for."""
    if isinstance(error, UnicodeEncodeError):
        return BadBody(f"the text {error.object!r} is not valid Unicode; retype it")
    if isinstance(error, OverflowError):
        return Unknown("a number given is too large to be the id of anything stored")
    kind, text = _BY_CODE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, (None, ""))
    if kind is not None:
        return kind(f"{text} ({error})")
    if "decode to UTF-8" in str(error) or "no such" in str(error):
        return Damaged(f"the database is damaged ({error}); restore a backup")
    return StoreError(f"the database could not do that ({error})")


@contextmanager
def translating() -> Iterator[None]:
    """Inside, errors of `sqlite3` come out as `StoreError`."""
    try:
        yield
    except (sqlite3.Error, UnicodeEncodeError, OverflowError) as error:
        raise translated_error(error) from error


def translated(function: Callable[P, T]) -> Callable[P, T]:
    """The function, with errors of `sqlite3` coming out as `StoreError`."""

    @wraps(function)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return function(*args, **kwargs)
        except (sqlite3.Error, UnicodeEncodeError, OverflowError) as error:
            raise translated_error(error) from error

    return wrapper
