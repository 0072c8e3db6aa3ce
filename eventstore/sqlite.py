"""The store in a SQLite file.

Recording is the hot path. It trusts what this object knows of a match's last row without asking
the database: had anybody written since, the next row would have that row's number, the database
would refuse it, and then all is read anew inside the transaction.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from types import TracebackType

from eventstore import checking, links, people, porting
from eventstore.bodies import accept
from eventstore.digests import ZERO, event_digest, pack_digest, row_digest
from eventstore.errors import (
    BadBody,
    Conflict,
    ReadOnly,
    RequestReused,
    StoreError,
    Taken,
    Unknown,
    translated,
    translated_error,
    translating,
)
from eventstore.health import Health, examined
from eventstore.lines import read_line
from eventstore.opening import backup_to, open_database
from eventstore.records import (
    Draft,
    Entry,
    Event,
    MatchRow,
    NewPerson,
    Person,
    PortableEvent,
    PortableRow,
    Problem,
    Row,
    RowBody,
    encode_row,
)
from eventstore.schema import LINKED

_INSERT_EVENT = (
    "INSERT INTO events (id, root, parent, ply, state, digest, body) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_INSERT_ROW = (
    "INSERT INTO journal (match, n, timeline, request, before, after, digest, body)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
_EVENT = "SELECT id, parent, ply, state, digest, body FROM events"
_ROW = "SELECT id, match, n, before, after, digest, body FROM journal"
_IS_LINKED = f"match = ? AND ({LINKED}) ORDER BY n"
_KNOWN_LIMIT = 8192
_FEW = 4

Fact = tuple[int, int, bytes]
"""Root, ply and digest of an event: what a child needs of it."""


class _Tail:
    """What is known of the end of a match's journal."""

    __slots__ = ("digest", "heads", "n", "root", "root_hex")

    def __init__(self, root: int, root_hex: str, n: int, digest: bytes) -> None:
        self.root = root
        self.root_hex = root_hex
        self.n = n
        self.digest = digest
        self.heads: dict[str, int] = {}


def open_store(
    path: str | os.PathLike[str],
    *,
    create: bool = True,
    readonly: bool = False,
    timeout: float = 5.0,
    synchronous: str = "FULL",
) -> SQLiteStore:
    """Opens the database at `path`, making the file (not its folder) if `create`.

    A file or folder that cannot be written is opened for reading. `timeout` is in seconds: how
    long to wait for another writer. Raises `NotRetold`, `Missing`, `NewerSchema`, `Busy`.
    """
    opened = open_database(
        path, create=create, readonly=readonly, timeout=timeout, synchronous=synchronous
    )
    return SQLiteStore(opened.connection, opened.path, opened.readonly)


class SQLiteStore:
    """A `Store` in one SQLite file; to be used by one thread. See `Store` for what calls do."""

    def __init__(self, connection: sqlite3.Connection, path: str, readonly: bool) -> None:
        self.file = path
        self._readonly = readonly
        self._db = connection
        self._cursor = connection.cursor()
        self._run = self._cursor.execute
        self._snapshots = 0
        self._tails: dict[int, _Tail] = {}
        self._known: dict[int, Fact] = {}

    @property
    def readonly(self) -> bool:
        return self._readonly

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection, for reading by other tools (`sqlite_utils.Database(...)`)."""
        return self._db

    def __enter__(self) -> SQLiteStore:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()

    # Writing

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that is all there afterwards, or none of it."""
        with translating():
            self._begin()
            try:
                yield self._db
                self._run("COMMIT")
            except BaseException:
                self._rollback()
                raise

    def _begin(self) -> None:
        if self._readonly:
            raise ReadOnly(f"{self.file} is open for reading only, so nothing can be recorded")
        if self._snapshots:
            raise StoreError(
                "nothing can be recorded while a snapshot is being read; leave it first"
            )
        self._run("BEGIN IMMEDIATE")

    def _rollback(self) -> None:
        self._tails.clear()
        self._known.clear()
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")

    def create(
        self,
        name: str,
        root: Draft,
        entry: Entry,
        *,
        pack: str,
        people: Sequence[NewPerson],
        events: Sequence[Draft] = (),
    ) -> tuple[MatchRow, Row]:
        _accept_drafts((root, *events))
        porting.refuse_other_pack(root.body, pack)
        with self._writing():
            done = self._opened_before(entry)
            if done is not None:
                return done
            match = self._new_match(name, root)
            self._add_pack(pack)
            self._add_people(people, root.body)
            (digest,) = self._run(
                "SELECT digest FROM events WHERE id = ?", (match.root,)
            ).fetchone()
            tail = _Tail(match.root, digest.hex(), 0, ZERO)
            after = self._chain(tail, match.root, events)[-1] if events else match.root
            after_digest = self._fact(tail, after)[2]
            row = self._write_row(match.id, tail, entry, None, after, ZERO, after_digest)
        return match, row

    def _opened_before(self, entry: Entry) -> tuple[MatchRow, Row] | None:
        if not entry.request:
            return None
        found = self._run(f"{_ROW} WHERE request = ? ORDER BY id LIMIT 1", (entry.request,))
        values = found.fetchone()
        if values is None:
            return None
        row = Row(*values)
        if row.n != 1 or row.entry.asked != entry.asked:
            raise _reused(entry.request)
        match = self._run("SELECT id, name, root FROM matches WHERE id = ?", (row.match,))
        return MatchRow(*match.fetchone()), row

    def _new_match(self, name: str, root: Draft) -> MatchRow:
        self._refuse_taken(name)
        digest = event_digest(ZERO, root.state, root.body)
        found = self._run("SELECT id FROM events WHERE digest = ?", (digest,)).fetchone()
        if found is None:
            (id,) = self._run("SELECT coalesce(max(id), 0) + 1 FROM events").fetchone()
            self._run(_INSERT_EVENT, (id, id, None, 0, root.state, digest, root.body))
        else:
            (id,) = found
        return self._name_match(name, id)

    def _refuse_taken(self, name: str) -> None:
        if not name:
            raise BadBody("a match needs a name")
        if self._run("SELECT 1 FROM matches WHERE name = ?", (name,)).fetchone():
            raise Taken(f"there is a match named {name!r} already; choose another name")

    def _name_match(self, name: str, root: int) -> MatchRow:
        self._run("INSERT INTO matches (name, root) VALUES (?, ?)", (name, root))
        return MatchRow(self._inserted(), name, root)

    def _inserted(self) -> int:
        id = self._cursor.lastrowid
        assert id is not None
        return id

    def _add_pack(self, body: str) -> None:
        digest = pack_digest(body)
        if not self._run("SELECT 1 FROM packs WHERE digest = ?", (digest,)).fetchone():
            self._run("INSERT INTO packs (digest, body) VALUES (?, ?)", (digest, body))

    def _add_people(self, new: Iterable[NewPerson], root_body: str) -> None:
        new = list(new)
        people.refuse_namesakes(self._db, new)
        people.add(self._db, new)
        people.add_unnamed(self._db, checking.named_in(root_body)[1])

    def append(
        self,
        match: int,
        entry: Entry,
        *,
        head: int | None,
        events: Sequence[Draft] = (),
        base: int | None = None,
        after: int | None = None,
        result: str | None = None,
    ) -> tuple[Row, list[int], bool]:
        _accept_drafts(events)
        if result:
            accept(result)
        try:
            self._begin()
            try:
                answer = self._append(match, entry, head, events, base, after)
                if result is not None and not answer[2]:
                    self._cache_result(match, result)
                self._run("COMMIT")
            except BaseException:
                self._rollback()
                raise
        except (sqlite3.Error, UnicodeEncodeError, OverflowError) as error:
            raise translated_error(error) from error
        return answer

    def _append(
        self,
        match: int,
        entry: Entry,
        head: int | None,
        events: Sequence[Draft],
        base: int | None,
        after: int | None,
    ) -> tuple[Row, list[int], bool]:
        if entry.request:
            row = self._repeated(match, entry)
            if row is not None:
                return row, self._told_by(row) if events else [], True
        tail = self._tails.get(match)
        if tail is not None and head is not None and tail.heads.get(entry.timeline) == head:
            try:
                return self._extend(match, tail, entry, head, events, base, after)
            except sqlite3.IntegrityError:
                # Somebody else has written since: begin again, knowing nothing.
                self._rollback()
                self._begin()
                return self._append(match, entry, head, events, base, after)
        tail = self._read_tail(match)
        self._believe(match, tail, entry.timeline, head)
        return self._extend(match, tail, entry, head, events, base, after)

    def _extend(
        self,
        match: int,
        tail: _Tail,
        entry: Entry,
        head: int | None,
        events: Sequence[Draft],
        base: int | None,
        after: int | None,
    ) -> tuple[Row, list[int], bool]:
        """The events and the row, for a head that is known to be right."""
        if base is None:
            base = head if head is not None else after
        before = head if head is not None else base
        if base is None or before is None:
            raise Unknown(f"timeline {entry.timeline!r} does not say at which event it begins")
        ids: list[int] = []
        if events:
            ids = self._chain(tail, base, events)
            after = ids[-1]
        elif after is None:
            after = before
        before_digest = self._fact(tail, before)[2]
        after_digest = before_digest if after == before else self._fact(tail, after)[2]
        row = self._write_row(match, tail, entry, before, after, before_digest, after_digest)
        return row, ids, False

    def _chain(self, tail: _Tail, base: int, events: Sequence[Draft]) -> list[int]:
        """Puts events on top of each other, using again those that are there."""
        root, ply, digest = self._fact(tail, base)
        ids = []
        for draft in events:
            ply += 1
            digest = event_digest(digest, draft.state, draft.body)
            base = self._put_event(root, base, ply, draft, digest)
            self._know(base, (root, ply, digest))
            ids.append(base)
        return ids

    def _put_event(self, root: int, parent: int, ply: int, draft: Draft, digest: bytes) -> int:
        values = (None, root, parent, ply, draft.state, digest, draft.body)
        try:
            self._run(_INSERT_EVENT, values)
        except sqlite3.IntegrityError:
            found = self._run("SELECT id FROM events WHERE digest = ?", (digest,)).fetchone()
            if found is None:
                raise
            return int(found[0])
        return self._inserted()

    def _write_row(
        self,
        match: int,
        tail: _Tail,
        entry: Entry,
        before: int | None,
        after: int,
        before_digest: bytes,
        after_digest: bytes,
    ) -> Row:
        n = tail.n + 1
        if entry.marks or entry.settles or entry.did:
            self._believe_links(match, tail, entry)
        timeline = entry.timeline
        body = encode_row(
            RowBody(
                n=n,
                done=entry.done,
                match=tail.root_hex,
                timeline=timeline,
                by=entry.by,
                at=entry.at,
                reason=entry.reason,
                request=entry.request,
                asked=entry.asked,
                marks=entry.marks,
                settles=entry.settles,
                did=entry.did,
            )
        )
        digest = row_digest(tail.digest, before_digest, after_digest, body)
        request = entry.request or None
        self._run(_INSERT_ROW, (match, n, timeline, request, before, after, digest, body))
        # A transaction that fails after this forgets all tails.
        tail.n, tail.digest, tail.heads[timeline] = n, digest, after
        return Row(self._inserted(), match, n, before, after, digest, body)

    # What writing needs to know

    def _read_tail(self, match: int) -> _Tail:
        found = self._run(
            "SELECT m.root, e.digest FROM matches m JOIN events e ON e.id = m.root WHERE m.id = ?",
            (match,),
        ).fetchone()
        if found is None:
            raise Unknown(f"there is no match number {match}")
        n, digest = self._run(
            "SELECT n, digest FROM journal WHERE match = ? ORDER BY n DESC LIMIT 1", (match,)
        ).fetchone()
        tail = self._tails[match] = _Tail(found[0], found[1].hex(), n, digest)
        return tail

    def _believe(self, match: int, tail: _Tail, timeline: str, head: int | None) -> None:
        """Refuses unless the timeline rests on `head` (None: is not there yet)."""
        last = self._last(match, timeline)
        if head is None:
            if not timeline:
                raise BadBody("a timeline needs a name")
            if last is not None:
                raise Taken(f"there is a timeline named {timeline!r} already; choose another name")
        elif last is None:
            raise self._no_timeline(match, timeline)
        elif last.after != head:
            raise Conflict(
                f"timeline {timeline!r} was moved by row {last.n} ({last.entry.done}) meanwhile;"
                " look at it and try again",
                head=last.after,
                row=last,
            )
        else:
            tail.heads[timeline] = head

    def _believe_links(self, match: int, tail: _Tail, entry: Entry) -> None:
        """Refuses a row that marks or settles what it cannot. A writer who was overtaken learns it
        here too: a row that settles moves no head."""
        marked = [Row(*row) for row in self._run(f"{_ROW} WHERE {_IS_LINKED}", (match,)).fetchall()]
        settled = links.settlements([(row.n, row.entry) for row in marked])
        links.refuse(entry, tail.n + 1, settled, [row.n for row in marked])
        if entry.marks and not self._is_there(match, tail, entry.marks):
            raise Unknown(f"there is no event {entry.marks[:64]!r} in this match to be marked")

    def _is_there(self, match: int, tail: _Tail, digest: str) -> bool:
        """Whether rows of the match lead to an event."""
        found = self._run(
            "SELECT id, root FROM events WHERE digest = ?", (bytes.fromhex(digest),)
        ).fetchone()
        if found is None or found[1] != tail.root:
            return False
        (sharing,) = self._run(
            "SELECT count(*) FROM matches WHERE root = ?", (tail.root,)
        ).fetchone()
        if sharing == 1:
            return True
        rows = self._run(f"{_EVENT} WHERE root = ? ORDER BY id", (tail.root,)).fetchall()
        return found[0] in checking.told_of(self._db, [match], [Event(*row) for row in rows])

    def _fact(self, tail: _Tail, event: int) -> Fact:
        fact = self._known.get(event)
        if fact is None:
            fact = self._run(
                "SELECT root, ply, digest FROM events WHERE id = ?", (event,)
            ).fetchone()
            if fact is None:
                raise Unknown(f"there is no event {event}")
            self._know(event, fact)
        if fact[0] != tail.root:
            raise Unknown(f"event {event} belongs to another match")
        return fact

    def _know(self, event: int, fact: Fact) -> None:
        if len(self._known) >= _KNOWN_LIMIT:
            self._known.clear()
        self._known[event] = fact

    def _repeated(self, match: int, entry: Entry) -> Row | None:
        """The row that did this very request; refuses an id that was used for something else."""
        row = self._requested(match, entry.request)
        if row is not None:
            if row.entry.asked != entry.asked:
                raise _reused(entry.request)
        elif self._run(
            "SELECT 1 FROM journal WHERE request = ? LIMIT 1", (entry.request,)
        ).fetchone():
            raise _reused(entry.request)
        return row

    def _requested(self, match: int, request: str) -> Row | None:
        found = self._db.execute(
            f"{_ROW} WHERE request = ? AND match = ? ORDER BY n LIMIT 1", (request, match)
        ).fetchone()
        return None if found is None else Row(*found)

    def _told_by(self, row: Row) -> list[int]:
        """The events that lead to the row's `after` and not to its `before`, in order."""
        ids: list[int] = []
        left, right = row.before, row.after
        while left is not None and left != right:
            # Ids grow towards the leaves, so the larger one is never an ancestor of the other.
            if right > left:
                ids.append(right)
                right = self._parent(right) or 0
            else:
                left = self._parent(left)
        return ids[::-1]

    def _parent(self, event: int) -> int | None:
        found = self._db.execute("SELECT parent FROM events WHERE id = ?", (event,)).fetchone()
        return None if found is None else found[0]

    # Import

    def import_match(
        self,
        name: str,
        events: Iterable[PortableEvent],
        journal: Iterable[PortableRow],
        *,
        pack: str,
        people: Iterable[NewPerson] = (),
    ) -> MatchRow:
        history = porting.examine(events, journal)
        porting.refuse_other_pack(history.events[0].body, pack)
        with self._writing():
            self._refuse_taken(name)
            ids = porting.store_events(self._db, history)
            match = self._name_match(name, ids[0])
            self._add_pack(pack)
            self._add_people(people, history.events[0].body)
            porting.store_rows(self._db, match.id, history, ids, 0)
        return match

    def extend_match(
        self, match: int, events: Iterable[PortableEvent], journal: Iterable[PortableRow]
    ) -> int:
        history = porting.examine(events, journal)
        with self._writing():
            tail = self._read_tail(match)
            here = self._run(
                "SELECT digest FROM journal WHERE match = ? ORDER BY n", (match,)
            ).fetchall()
            porting.refuse_diverged(history, [digest for (digest,) in here])
            ids = porting.store_events(self._db, history)
            porting.store_rows(self._db, match, history, ids, tail.n)
            self._tails.clear()
        return len(history.rows) - len(here)

    # Reading

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        if not self._snapshots:
            with translating():
                self._db.execute("BEGIN")
        self._snapshots += 1
        try:
            yield
        finally:
            self._snapshots -= 1
            if not self._snapshots and self._db.in_transaction:
                with translating():
                    self._db.execute("COMMIT")

    @translated
    def matches(self) -> list[MatchRow]:
        rows = self._db.execute("SELECT id, name, root FROM matches ORDER BY id")
        return [MatchRow(*row) for row in rows]

    @translated
    def latest(self) -> list[tuple[MatchRow, Row]]:
        rows = self._db.execute(
            "SELECT m.id, m.name, m.root, j.id, j.match, j.n, j.before, j.after, j.digest, j.body"
            " FROM matches m JOIN journal j ON j.match = m.id"
            " AND j.n = (SELECT max(n) FROM journal WHERE match = m.id) ORDER BY m.id"
        )
        return [(MatchRow(*row[:3]), Row(*row[3:])) for row in rows]

    @translated
    def match(self, name: str) -> MatchRow:
        found = self._db.execute(
            "SELECT id, name, root FROM matches WHERE name = ?", (name,)
        ).fetchone()
        if found is None:
            raise Unknown(f"there is no match named {name!r}")
        return MatchRow(*found)

    @translated
    def head(self, match: int, timeline: str) -> int:
        found = self._db.execute(
            "SELECT after FROM journal WHERE match = ? AND timeline = ? ORDER BY n DESC LIMIT 1",
            (match, timeline),
        ).fetchone()
        if found is None:
            raise self._no_timeline(match, timeline)
        return int(found[0])

    def _no_timeline(self, match: int, timeline: str) -> Unknown:
        # Imported here: only a refusal needs it.
        from difflib import get_close_matches

        names = [name for name, _, _ in self.timelines(match)]
        near = get_close_matches(timeline, names, 1)
        there = f"did you mean {near[0]!r}?" if near else f"there is {', '.join(names[:9])}"
        return Unknown(f"there is no timeline named {timeline[:60]!r} in this match; {there}")

    @translated
    def timelines(self, match: int) -> list[tuple[str, int, int]]:
        # One look-up a timeline: grouping would read every row of the match.
        found: list[tuple[str, int, int]] = []
        name = ""
        while True:
            row = self._db.execute(
                "SELECT timeline, after, n FROM journal WHERE match = ?1 AND timeline ="
                " (SELECT min(timeline) FROM journal WHERE match = ?1 AND timeline > ?2)"
                " ORDER BY n DESC LIMIT 1",
                (match, name),
            ).fetchone()
            if row is None:
                return found
            found.append(row)
            name = row[0]

    @translated
    def journal(self, match: int, after_n: int = 0) -> list[Row]:
        rows = self._db.execute(f"{_ROW} WHERE match = ? AND n > ? ORDER BY n", (match, after_n))
        return [Row(*row) for row in rows]

    @translated
    def last_row(self, match: int, timeline: str | None = None) -> Row:
        row = self._last(match, timeline)
        if row is None:
            where = f"match number {match}" if timeline is None else f"timeline {timeline!r}"
            raise Unknown(f"there is no {where}")
        return row

    def _last(self, match: int, timeline: str | None) -> Row | None:
        if timeline is None:
            found = self._db.execute(
                f"{_ROW} WHERE match = ? ORDER BY n DESC LIMIT 1", (match,)
            ).fetchone()
        else:
            found = self._db.execute(
                f"{_ROW} WHERE match = ? AND timeline = ? ORDER BY n DESC LIMIT 1",
                (match, timeline),
            ).fetchone()
        return None if found is None else Row(*found)

    @translated
    def settled(self, match: int, timeline: str, remarks: Collection[str]) -> int:
        rows = self._db.execute(
            f"{_ROW} WHERE match = ? AND timeline = ? ORDER BY n DESC", (match, timeline)
        )
        for values in rows:
            row = Row(*values)
            if row.entry.done not in remarks:
                return row.after
        raise Unknown(f"there is no timeline {timeline!r}")

    @translated
    def linked(self, match: int) -> list[Row]:
        rows = self._db.execute(f"{_ROW} WHERE {_IS_LINKED}", (match,))
        return [Row(*row) for row in rows]

    @translated
    def row_by_n(self, match: int, n: int) -> Row:
        found = self._db.execute(f"{_ROW} WHERE match = ? AND n = ?", (match, n)).fetchone()
        if found is None:
            raise Unknown(f"the journal of this match has no row {n}")
        return Row(*found)

    @translated
    def rows_by_digest(self, prefix: bytes, match: int | None = None) -> list[Row]:
        where, values = ("", ()) if match is None else ("match = ? AND ", (match,))
        rows = self._db.execute(
            f"{_ROW} WHERE {where}substr(digest, 1, ?) = ? ORDER BY id",
            (*values, len(prefix), prefix),
        )
        return [Row(*row) for row in rows]

    @translated
    def requested(self, match: int, request: str) -> Row | None:
        return self._requested(match, request)

    @translated
    def event(self, id: int) -> Event:
        found = self._db.execute(f"{_EVENT} WHERE id = ?", (id,)).fetchone()
        if found is None:
            raise Unknown(f"there is no event {id}")
        return Event(*found)

    @translated
    def root_of(self, event: int) -> int:
        found = self._db.execute("SELECT root FROM events WHERE id = ?", (event,)).fetchone()
        if found is None:
            raise Unknown(f"there is no event {event}")
        return int(found[0])

    @translated
    def events_of(self, match: int) -> list[Event]:
        root = self._root(match)
        rows = self._db.execute(f"{_EVENT} WHERE root = ? ORDER BY id", (root,))
        events = [Event(*row) for row in rows]
        if self._sharing(root) == 1:
            return events
        # Another match grew from the same root; its events are not this one's.
        told = checking.told_of(self._db, [match], events)
        return [event for event in events if event.id in told]

    def _root(self, match: int) -> int:
        found = self._db.execute("SELECT root FROM matches WHERE id = ?", (match,)).fetchone()
        if found is None:
            raise Unknown(f"there is no match number {match}")
        return int(found[0])

    def _sharing(self, root: int) -> int:
        """How many matches grew from a root: one, unless a copy was imported under another name."""
        found = self._db.execute("SELECT count(*) FROM matches WHERE root = ?", (root,)).fetchone()
        return int(found[0])

    @translated
    def find_event(self, match: int, hex_prefix: str) -> list[Event]:
        prefix = hex_prefix.lower()
        if not prefix or len(prefix) > 64 or set(prefix) - set("0123456789abcdef"):
            raise BadBody(
                f"{hex_prefix!r} is not the beginning of a digest: letters a-f and digits"
            )
        if self._sharing(self._root(match)) > 1:
            # What another copy of the match recorded is none of this one's.
            own = (e for e in self.events_of(match) if e.digest.hex().startswith(prefix))
            return list(islice(own, _FEW))
        low, high = bytes.fromhex(prefix.ljust(64, "0")), bytes.fromhex(prefix.ljust(64, "f"))
        # A short beginning fits many events of all matches: then the tree is the smaller place.
        index = "+digest" if len(prefix) < 4 else "digest"
        root = "root" if len(prefix) < 4 else "+root"
        rows = self._db.execute(
            f"{_EVENT} WHERE {root} = ? AND {index} BETWEEN ? AND ? ORDER BY id LIMIT ?",
            (self._root(match), low, high, _FEW),
        )
        return [Event(*row) for row in rows]

    @translated
    def path(self, event: int, above: int = -1) -> list[Event]:
        line = read_line(self._db, event, above, "ply, state, digest, body")
        return [Event(*row) for row in reversed(line)]

    @translated
    def path_bodies(self, event: int, above: int = -1) -> list[str]:
        return [row[2] for row in reversed(read_line(self._db, event, above, "body"))]

    @translated
    def ancestor(self, event: int, ply: int) -> int:
        line = read_line(self._db, event, ply - 1, "ply") if ply >= 0 else []
        if not line:
            raise Unknown(f"there is no ply {ply} on the line to event {event}")
        return int(line[-1][0])

    @translated
    def pack(self, digest: bytes) -> str:
        found = self._db.execute("SELECT body FROM packs WHERE digest = ?", (digest,)).fetchone()
        if found is None:
            raise Unknown(f"there is no pack with the digest {digest.hex()}")
        return str(found[0])

    # People and results

    @translated
    def people(self, ids: Iterable[bytes]) -> dict[bytes, Person]:
        return people.read(self._db, ids)

    @translated
    def everybody(self) -> list[Person]:
        return people.everybody(self._db)

    @translated
    def person_by_name(self, name: str) -> Person | None:
        return people.by_name(self._db, name)

    @translated
    def people_alike(self, name: str) -> list[Person]:
        return people.alike(self._db, name)

    def add_people(self, new: Iterable[NewPerson]) -> None:
        with self._writing():
            people.add(self._db, new)

    def rename_person(self, id: bytes, name: str, *, alike: int | None = None) -> None:
        with self._erasing(), self._writing():
            people.rename(self._db, id, name, alike)

    def forget_person(self, id: bytes) -> bool:
        with self._erasing():
            with self._writing():
                people.forget(self._db, id)
            (busy, *_) = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy

    @contextmanager
    def _erasing(self) -> Iterator[None]:
        """Deleted text would otherwise stay readable in the file until it is overwritten."""
        with translating():
            self._db.execute("PRAGMA secure_delete = ON")
            try:
                yield
            finally:
                self._db.execute("PRAGMA secure_delete = OFF")

    @translated
    def result(self, match: int) -> str | None:
        found = self._db.execute("SELECT body FROM results WHERE match = ?", (match,)).fetchone()
        return None if found is None else str(found[0])

    def set_result(self, match: int, body: str) -> None:
        if body:
            accept(body)
        with self._writing():
            self._root(match)
            self._cache_result(match, body)

    def _cache_result(self, match: int, body: str) -> None:
        if body:
            self._run(
                "INSERT INTO results (match, body) VALUES (?, ?)"
                " ON CONFLICT (match) DO UPDATE SET body = excluded.body",
                (match, body),
            )
        else:
            self._run("DELETE FROM results WHERE match = ?", (match,))

    # Looking after it

    @translated
    def check(self, match: int, events: list[Event] | None = None) -> Problem | None:
        with self._checking():
            return checking.check_match(self._db, match, events)

    @translated
    def check_all(self) -> list[Problem]:
        with self._checking():
            return checking.check_all(self._db)

    @contextmanager
    def _checking(self) -> Iterator[None]:
        """A moment in which texts that are no texts any more can be read, so as to be named."""
        with self.snapshot():
            self._db.text_factory = _as_text
            try:
                yield
            finally:
                self._db.text_factory = str

    @translated
    def health(self) -> Health:
        """What SQLite itself says of the file: versions, marks, and what its checks find."""
        return examined(self._db)

    @translated
    def integrity(self) -> list[str]:
        """What SQLite's own check of the file finds wrong; empty if nothing."""
        found = [str(row[0]) for row in self._db.execute("PRAGMA integrity_check")]
        return [] if found == ["ok"] else found

    @property
    def sqlite_version(self) -> str:
        """The version of the SQLite library in use."""
        return sqlite3.sqlite_version

    def backup(self, path: str | os.PathLike[str]) -> None:
        """Writes a whole copy to a new file, which is complete whenever it is there.

        Raises `Taken` if the file exists, `Full`, or `Missing` for a folder that is not there.
        """
        backup_to(self._db, path)

    @translated
    def rows(self, view: str) -> list[dict[str, object]]:
        """The rows of `matches_view`, `moves_view` or `results_view`, for statistics."""
        import sqlite_utils

        database = sqlite_utils.Database(self._db, recursive_triggers=False, execute_plugins=False)
        if view not in database.view_names():
            raise Unknown(f"there is no view named {view!r}")
        return list(database[view].rows)


def _as_text(data: bytes) -> str:
    return data.decode(errors="replace")


def _accept_drafts(drafts: Iterable[Draft]) -> None:
    for draft in drafts:
        if len(draft.state) != 32:
            raise BadBody(f"the digest of a state has 32 bytes, not {len(draft.state)}")
        accept(draft.body)


def _reused(request: str) -> RequestReused:
    return RequestReused(
        f"the request id {request!r} was used before for something else; use a new one"
    )
