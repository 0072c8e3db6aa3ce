"""Checking the chain of a match without knowing its game.

Events and journal rows are chained by digests; whatever else stands in a column is compared with
what the digests cover, so that no column can be changed unseen.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from eventstore import people
from eventstore.digests import ZERO, event_digest, pack_digest, row_digest
from eventstore.errors import BadBody
from eventstore.links import Links
from eventstore.records import Event, Problem, Row, decode_row

_EVENT = "SELECT id, parent, ply, state, digest, body FROM events"
_decode = msgspec.json.Decoder().decode


def named_in(root_body: str) -> tuple[bytes | None, list[bytes]]:
    """The pack's digest and the people's ids that a root's body names, as far as it does.

    The convention: the hex digest under `pack`, hex ids anywhere under `players`.
    """
    try:
        body = _decode(root_body)
    except (ValueError, RecursionError):
        return None, []
    if not isinstance(body, dict):
        return None, []
    pack = _unhex(body.get("pack"), 32)
    ids = (_unhex(text, 16) for text in _texts(body.get("players")))
    return pack, list(dict.fromkeys(id for id in ids if id is not None))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)


def _unhex(text: Any, size: int) -> bytes | None:
    if not isinstance(text, str) or len(text) != 2 * size or text != text.lower():
        return None
    try:
        return bytes.fromhex(text)
    except ValueError:
        return None


def told_of(
    connection: sqlite3.Connection, matches: Sequence[int], events: Sequence[Event]
) -> set[int]:
    """The events (given parents first) that journal rows of the matches ever led to."""
    told: set[int] = set()
    for match in matches:
        rows = connection.execute(
            "SELECT DISTINCT after FROM journal WHERE match = ? ORDER BY after", (match,)
        )
        told.update(after for (after,) in rows)
    for event in reversed(events):
        if event.id in told and event.parent is not None:
            told.add(event.parent)
    return told


def check_match(
    connection: sqlite3.Connection, match: int, events: list[Event] | None = None
) -> Problem | None:
    """The first thing wrong with a match; `events` gets what was checked of its tree."""
    found = connection.execute("SELECT name, root FROM matches WHERE id = ?", (match,)).fetchone()
    if found is None:
        return Problem("match", f"there is no match number {match}")
    checking = _Check(connection, match, *found)
    problem = checking.run()
    if events is not None:
        events += checking.events.values()
    return None if problem is None else msgspec.structs.replace(problem, match=found[0])


class _Check:
    """One pass over a match: its events, its journal, what no row tells of, pack and people."""

    def __init__(self, connection: sqlite3.Connection, match: int, name: str, root: int) -> None:
        self.connection = connection
        self.match = match
        self.name = name
        self.root = root
        self.events: dict[int, Event] = {}

    def run(self) -> Problem | None:
        return (
            self._root()
            or self._tree()
            or self._journal()
            or self._untold()
            or self._pack()
            or self._people()
        )

    def _root(self) -> Problem | None:
        row = self.connection.execute(
            "SELECT root, parent, ply FROM events WHERE id = ?", (self.root,)
        ).fetchone()
        if row is None:
            return Problem("match", f"its root, event {self.root}, is missing", event=self.root)
        if row == (self.root, None, 0):
            return None
        if row[1] is not None and row[0] != self.root:
            return Problem("match", f"event {self.root} is given as its root and is none")
        return Problem("event", f"the root, event {self.root}, was changed", ply=0, event=self.root)

    def _tree(self) -> Problem | None:
        rows = self.connection.execute(f"{_EVENT} WHERE root = ? ORDER BY id", (self.root,))
        events = self.events
        for row in rows:
            event = Event(*row)
            parent = events.get(event.parent) if event.parent is not None else None
            # What nearly every event is, told in one expression; the rest is told apart below.
            if (
                parent is None
                or event.ply != parent.ply + 1
                or event_digest(parent.digest, event.state, event.body) != event.digest
                or len(event.state) != 32
            ):
                what = self._wrong_with(event)
                if what is not None:
                    return Problem("event", what, ply=event.ply, event=event.id)
            events[event.id] = event
        return None

    def _wrong_with(self, event: Event) -> str | None:
        digest, ply = ZERO, 0
        if event.parent is not None:
            parent = self.events.get(event.parent)
            if parent is None:
                return self._not_in_tree(event.parent, f"the parent of event {event.id}")
            digest, ply = parent.digest, parent.ply + 1
        elif event.id != self.root:
            return f"event {event.id} has no parent and is not the root"
        if event_digest(digest, event.state, event.body) != event.digest or len(event.state) != 32:
            return f"event {event.id} at ply {ply} was changed: its contents do not give its digest"
        if event.ply != ply:
            return f"event {event.id} says that it is at ply {event.ply} and is at ply {ply}"
        return None

    def _not_in_tree(self, id: int, what: str) -> str:
        found = self.connection.execute("SELECT root FROM events WHERE id = ?", (id,)).fetchone()
        if found is None:
            return f"event {id}, {what}, is missing"
        if found[0] == self.root:
            return f"event {id}, {what}, does not stand before it"
        return f"event {id}, {what}, says that it belongs to the tree of event {found[0]}"

    def _journal(self) -> Problem | None:
        rows = self.connection.execute(
            "SELECT id, match, n, before, after, digest, body, timeline, request FROM journal"
            " WHERE match = ? ORDER BY n",
            (self.match,),
        )
        previous: Row | None = None
        heads: dict[str, int] = {}
        places = {event.digest: event.id for event in self.events.values()}
        links = Links(places, lambda id: self.events[id].parent)
        for *values, timeline, request in rows:
            row = Row(*values)
            n = previous.n + 1 if previous else 1
            what = self._wrong_with_row(row, n, previous, timeline, request, heads)
            if what is None and (unsound := links.take(row.entry, row.after)) is not None:
                what = f"row {n} of the journal: {unsound}"
            if what is not None:
                return Problem("journal", what, n=n)
            heads[timeline] = row.after
            previous = row
        if previous is None:
            return Problem("journal", "the match has no journal", n=1)
        return None

    def _wrong_with_row(
        self,
        row: Row,
        n: int,
        previous: Row | None,
        timeline: str,
        request: str | None,
        heads: dict[str, int],
    ) -> str | None:
        if row.n != n:
            return f"row {n} of the journal is missing; row {row.n} comes next"
        if previous is not None and row.id <= previous.id:
            return f"row {n} of the journal does not stand behind row {previous.n}"
        for end, name in ((row.before, "where it starts"), (row.after, "where it leads")):
            if end is not None and end not in self.events:
                return f"row {n} of the journal: {self._not_in_tree(end, name)}"
        before = ZERO if row.before is None else self.events[row.before].digest
        after = self.events[row.after].digest
        if row_digest(previous.digest if previous else ZERO, before, after, row.body) != row.digest:
            return f"row {n} of the journal was changed: its contents do not give its digest"
        return self._wrong_with_columns(row, timeline, request, heads)

    def _wrong_with_columns(
        self, row: Row, timeline: str, request: str | None, heads: dict[str, int]
    ) -> str | None:
        where = f"row {row.n} of the journal"
        try:
            body = decode_row(row.body)
        except BadBody as error:
            return f"{where}: {error}"
        if body.match != self.events[self.root].digest.hex():
            return f"{where} belongs to another match"
        if (body.n, body.timeline, body.request) != (row.n, timeline, request or ""):
            return f"{where}: its number, timeline or request was changed"
        if request == "" or not timeline:
            return f"{where}: its timeline or request is empty"
        if (row.before is None) != (row.n == 1):
            return f"{where} does not say rightly where it starts"
        if heads.get(timeline, row.before) != row.before:
            return f"{where} does not start where timeline {timeline!r} rested"
        return None

    def _untold(self) -> Problem | None:
        matches = self.connection.execute(
            "SELECT id FROM matches WHERE root = ? ORDER BY id", (self.root,)
        )
        events = list(self.events.values())
        told = told_of(self.connection, [id for (id,) in matches], events)
        for event in events:
            if event.id not in told:
                what = f"no row of the journal leads to event {event.id} at ply {event.ply}"
                return Problem("event", what, ply=event.ply, event=event.id)
        return None

    def _pack(self) -> Problem | None:
        digest = named_in(self.events[self.root].body)[0]
        what = None if digest is None else _wrong_with_pack(self.connection, digest)
        return None if what is None else Problem("pack", what)

    def _people(self) -> Problem | None:
        for id in named_in(self.events[self.root].body)[1]:
            what = people.wrong_with(self.connection, id)
            if what is not None:
                return Problem("person", what)
        return None


def _wrong_with_pack(connection: sqlite3.Connection, digest: bytes) -> str | None:
    row = connection.execute("SELECT body FROM packs WHERE digest = ?", (digest,)).fetchone()
    if row is None:
        return f"the pack {digest.hex()} is missing"
    if pack_digest(row[0]) != digest:
        return f"the pack {digest.hex()} was changed: its contents do not give its digest"
    return None


def check_all(connection: sqlite3.Connection) -> list[Problem]:
    """The first problem of each match, then what belongs to no match."""
    ids = connection.execute("SELECT id FROM matches ORDER BY id").fetchall()
    problems = [check_match(connection, id) for (id,) in ids]
    return [p for p in problems if p is not None] + list(_strays(connection))


def _strays(connection: sqlite3.Connection) -> Iterator[Problem]:
    for id, ply in connection.execute(
        "SELECT id, ply FROM events WHERE root NOT IN (SELECT root FROM matches) ORDER BY id"
    ):
        yield Problem("event", f"event {id} belongs to no match", ply=ply, event=id)
    for id, n in connection.execute(
        "SELECT id, n FROM journal WHERE match NOT IN (SELECT id FROM matches) ORDER BY id"
    ):
        yield Problem("journal", f"journal row {n} (id {id}) belongs to no match", n=n)
    yield from _gaps(connection, "events", "event")
    yield from _gaps(connection, "journal", "journal")
    for (digest,) in connection.execute("SELECT digest FROM packs ORDER BY digest"):
        what = _wrong_with_pack(connection, digest)
        if what is not None:
            yield Problem("pack", what)
    yield from _people(connection)


def _gaps(connection: sqlite3.Connection, table: str, part: str) -> Iterator[Problem]:
    """Rows are never removed, so that their ids have no gaps."""
    for (id,) in connection.execute(
        f"SELECT id FROM {table} AS t WHERE id != 1 AND NOT EXISTS"
        f" (SELECT 1 FROM {table} WHERE id = t.id - 1) ORDER BY id"
    ):
        yield Problem(part, f"before id {id} of {table} something was removed or renumbered")


def _people(connection: sqlite3.Connection) -> Iterable[Problem]:
    for (id,) in connection.execute("SELECT id FROM people ORDER BY rowid"):
        what = people.wrong_with(connection, id)
        if what is not None:
            yield Problem("person", what)
