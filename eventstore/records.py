"""What a store hands out and takes: frozen values without behaviour."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec import Struct

from eventstore.bodies import LIMIT
from eventstore.errors import BadBody, Damaged


class Event(Struct, frozen=True, gc=False):
    """A fact in a match's tree. `ply` is its depth; `state` and `digest` are 32 bytes each."""

    id: int
    parent: int | None
    ply: int
    state: bytes
    digest: bytes
    body: str


class Draft(Struct, frozen=True, gc=False):
    """An event to be appended: the 32-byte digest of the state it leads to, and its body."""

    state: bytes
    body: str


class Entry(Struct, frozen=True, gc=False, kw_only=True):
    """What a journal row says besides its place.

    `at` is the time (UTC) as a text, `asked` the hex digest of what was asked, by which a repeated
    `request` is told from another one that took its id. A row may mark an event of the match
    (`marks`, its hex digest), which a later row `settles` by the number of the row that marked it,
    naming the rows that `did` something about it, in order.
    """

    done: str
    timeline: str
    at: str
    by: str = ""
    reason: str = ""
    request: str = ""
    asked: str = ""
    marks: str = ""
    settles: int = 0
    did: list[int] = []


class RowBody(
    Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """The body of a journal row. `match` is the hex digest of the match's root event; the last
    three are as in `Entry`."""

    n: int
    done: str
    match: str
    timeline: str
    by: str = ""
    at: str
    reason: str = ""
    request: str = ""
    asked: str = ""
    marks: str = ""
    settles: int = 0
    did: list[int] = []


class Row(Struct, frozen=True, gc=False):
    """A journal row; `before` (None in the first row) and `after` are ids of events."""

    id: int
    match: int
    n: int
    before: int | None
    after: int
    digest: bytes
    body: str

    @property
    def entry(self) -> RowBody:
        """The body, decoded anew at each call. Raises `Damaged` if it was changed."""
        try:
            return decode_row(self.body)
        except BadBody as error:
            raise Damaged(f"row {self.n} of the journal was changed: {error}") from error


class MatchRow(Struct, frozen=True, gc=False):
    """A match as this database keeps it: its id and name here, and its root event."""

    id: int
    name: str
    root: int


class Person(Struct, frozen=True, gc=False):
    """Somebody who plays: `name` now, `entered` as first entered; both None once forgotten."""

    id: str
    name: str | None
    entered: str | None
    salt: bytes | None = None


class NewPerson(Struct, frozen=True, gc=False):
    """Somebody to be added: `id` is `person_id(name, salt)`, `now` the name since, if another;
    `alike` is how many `people_alike` the writer has looked at and knows to be others."""

    id: bytes
    salt: bytes
    name: str
    now: str = ""
    alike: int | None = None


class PortableEvent(NamedTuple):
    """An event as it travels between databases. `parent` is a digest, None for the root.

    With `digest` a changed event is named itself, otherwise whatever refers to it is.
    """

    parent: bytes | None
    state: bytes
    body: str
    digest: bytes | None = None


class PortableRow(NamedTuple):
    """A journal row as it travels between databases; `before` and `after` are digests of events."""

    before: bytes | None
    after: bytes
    body: str
    digest: bytes


class Problem(Struct, frozen=True, gc=False):
    """The first thing found wrong in a chain.

    `part` is "event", "journal", "pack", "person" or "match"; `ply` is set for an event, `n` for a
    journal row; `what` is a sentence.
    """

    part: str
    what: str
    ply: int | None = None
    n: int | None = None
    event: int | None = None
    match: str = ""


_decode = msgspec.json.Decoder(RowBody).decode
_encode = msgspec.json.Encoder().encode


def encode_row(body: RowBody) -> str:
    """The stored text of a row's body. Raises `BadBody` if a field cannot be stored."""
    try:
        data = _encode(body)
    except (ValueError, TypeError) as error:
        raise BadBody(
            f"what was to be noted in the journal is not valid Unicode: {error}"
        ) from error
    if len(data) > LIMIT:
        raise BadBody(f"a journal row would have {len(data)} bytes, more than {LIMIT}; say less")
    return data.decode()


def decode_row(body: str) -> RowBody:
    """A row's body from its stored text. Raises `BadBody` unless it would be written just so."""
    try:
        decoded = _decode(body)
        if _encode(decoded).decode() == body:
            return decoded
    except (ValueError, RecursionError, TypeError) as error:
        raise BadBody(f"{body[:60]!r} is not the body of a journal row: {error}") from error
    raise BadBody(f"{body[:60]!r} is not written as a journal row is")
