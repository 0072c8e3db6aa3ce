"""A match from elsewhere: all of it is examined before anything is stored."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

from eventstore.bodies import accept
from eventstore.checking import named_in
from eventstore.digests import ZERO, event_digest, pack_digest, row_digest
from eventstore.errors import BadBody, Diverged
from eventstore.links import Links
from eventstore.records import PortableEvent, PortableRow, RowBody, decode_row


class _Event(NamedTuple):
    parent: int | None
    ply: int
    state: bytes
    digest: bytes
    body: str


class _Row(NamedTuple):
    timeline: str
    request: str | None
    before: int | None
    after: int
    digest: bytes
    body: str


class History(Struct):
    """A match that was examined; events are meant by their place in `events`."""

    events: list[_Event] = []
    rows: list[_Row] = []
    places: dict[bytes, int] = {}
    heads: dict[str, int] = {}


def examine(events: Iterable[PortableEvent], journal: Iterable[PortableRow]) -> History:
    """The match, if every digest is what its contents give. Raises `BadBody` with the place."""
    history = History()
    for index, event in enumerate(events):
        try:
            _take_event(history, event)
        except (BadBody, ValueError) as error:
            raise BadBody(f"event {index}: {error}", part="event", index=index) from error
    if not history.events:
        raise BadBody("a match has at least its root event", part="event", index=0)
    links = Links(history.places, lambda place: history.events[place].parent)
    for index, row in enumerate(journal):
        try:
            _take_row(history, row, links)
        except (BadBody, ValueError) as error:
            raise BadBody(
                f"journal row {index + 1}: {error}", part="journal", index=index
            ) from error
    if not history.rows:
        raise BadBody("a match has at least one journal row", part="journal", index=0)
    _refuse_untold(history)
    return history


def _take_event(history: History, event: PortableEvent) -> None:
    accept(event.body)
    if len(event.state) != 32:
        raise BadBody(f"the digest of a state has 32 bytes, not {len(event.state)}")
    parent, ply = None, 0
    if history.events:
        if event.parent is None or event.parent not in history.places:
            raise BadBody("its parent is none of the events before it")
        parent = history.places[event.parent]
        ply = history.events[parent].ply + 1
    elif event.parent is not None:
        raise BadBody("the first event is the root and has no parent")
    digest = event_digest(event.parent or ZERO, event.state, event.body)
    if event.digest is not None and event.digest != digest:
        raise BadBody("it was changed: its contents do not give its digest")
    if digest in history.places:
        raise BadBody("it is there twice")
    history.places[digest] = len(history.events)
    history.events.append(_Event(parent, ply, event.state, digest, event.body))


def _take_row(history: History, row: PortableRow, links: Links) -> None:
    accept(row.body)
    body = decode_row(row.body)
    previous = history.rows[-1].digest if history.rows else ZERO
    if row_digest(previous, row.before or ZERO, row.after, row.body) != row.digest:
        raise BadBody("it was changed: its contents do not give its digest")
    if body.n != len(history.rows) + 1:
        raise BadBody(f"it says that it is row {body.n}")
    if body.match != history.events[0].digest.hex():
        raise BadBody("it belongs to another match")
    if row.after not in history.places:
        raise BadBody("the event that it leads to is not among the events")
    before = _before(history, row, body)
    after = history.places[row.after]
    if (unsound := links.take(body, after)) is not None:
        raise BadBody(unsound)
    history.heads[body.timeline] = after
    request = body.request or None
    history.rows.append(_Row(body.timeline, request, before, after, row.digest, row.body))


def _before(history: History, row: PortableRow, body: RowBody) -> int | None:
    if not body.timeline:
        raise BadBody("its timeline has no name")
    if row.before is None:
        if history.rows:
            raise BadBody("it does not say from which event it starts")
        return None
    if not history.rows:
        raise BadBody("the first row opens the match and starts from nothing")
    before = history.places.get(row.before)
    if before is None:
        raise BadBody("the event that it starts from is not among the events")
    if history.heads.get(body.timeline, before) != before:
        raise BadBody(f"it does not start where timeline {body.timeline!r} rested")
    return before


def _refuse_untold(history: History) -> None:
    told = {row.after for row in history.rows}
    for index in range(len(history.events) - 1, -1, -1):
        if index not in told:
            raise BadBody(
                f"event {index}: no row of the journal leads to it", part="event", index=index
            )
        parent = history.events[index].parent
        if parent is not None:
            told.add(parent)


def refuse_other_pack(root_body: str, pack: str) -> None:
    """Refuses a pack that cannot be stored or that is not the one a root's body names."""
    try:
        accept(pack)
    except BadBody as error:
        raise BadBody(f"the pack: {error}", part="pack", index=0) from error
    named = named_in(root_body)[0]
    if named is not None and named != pack_digest(pack):
        raise BadBody("the pack is not the one that the match names", part="pack", index=0)


def refuse_diverged(history: History, here: Sequence[bytes]) -> None:
    """Refuses a journal of which the digests `here` are not the beginning."""
    for n, (row, digest) in enumerate(zip(history.rows, here, strict=False), start=1):
        if row.digest != digest:
            raise Diverged(
                f"row {n} of the journal is another one here, so it does not continue this match;"
                " import it under another name"
            )
    if len(history.rows) < len(here):
        raise Diverged(
            f"the journal ends at row {len(history.rows)} and there are {len(here)} rows here;"
            " nothing is to be added"
        )


def store_events(connection: sqlite3.Connection, history: History) -> list[int]:
    """Stores the events that are not here yet; the ids of all, by place."""
    (last,) = connection.execute("SELECT coalesce(max(id), 0) FROM events").fetchone()
    root = _find(connection, history.events[0].digest)
    ids: list[int] = []
    new = []
    for event in history.events:
        found = None if root is None else _find(connection, event.digest)
        if found is None:
            found = last = last + 1
            parent = None if event.parent is None else ids[event.parent]
            origin = ids[0] if ids else found
            new.append((found, origin, parent, *event[1:]))
        ids.append(found)
    connection.executemany(
        "INSERT INTO events (id, root, parent, ply, state, digest, body)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        new,
    )
    return ids


def _find(connection: sqlite3.Connection, digest: bytes) -> int | None:
    found = connection.execute("SELECT id FROM events WHERE digest = ?", (digest,)).fetchone()
    return None if found is None else int(found[0])


def store_rows(
    connection: sqlite3.Connection, match: int, history: History, ids: Sequence[int], after_n: int
) -> None:
    """Stores the rows after number `after_n`."""
    connection.executemany(
        "INSERT INTO journal (match, n, timeline, request, before, after, digest, body)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                match,
                n,
                row.timeline,
                row.request,
                None if row.before is None else ids[row.before],
                ids[row.after],
                row.digest,
                row.body,
            )
            for n, row in enumerate(history.rows[after_n:], start=after_n + 1)
        ],
    )
