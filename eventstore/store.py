"""The store as a protocol: what any database must do to hold matches."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

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
)


class Store(Protocol):
    """An append-only store of matches: trees of events, a journal each, packs and people.

    Every call either does all it says or raises a `StoreError` and has done nothing.
    """

    @property
    def readonly(self) -> bool:
        """Whether writing is refused (`ReadOnly`)."""

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
        """Opens a match: its root event (and events on top of it), its pack, people not here yet,
        and row 1, together.

        By convention the root's body is an object whose `pack` is the hex digest of the pack and
        whose `players` holds the hex ids of its people; `check` looks them up by that. A repeated
        `entry.request` is answered with what it did. Raises `Taken`, `RequestReused`, `BadBody`;
        `Namesake` where not just `alike` others read like one of the new people.
        """

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
        """Adds one journal row and the events that it tells of, in one transaction.

        `head` is the event the writer believes `entry.timeline` to rest on; None begins the
        timeline (its `before` is then `base`, else `after`). Events are chained on `base` (default:
        the head), and one that is there already is used again. The row's `after` is the last
        event, else `after`, else the head. `result` is kept in the cache of results ("" removes).

        Returns the row, the ids of the events, and whether `entry.request` had been done before,
        in which case nothing is written. Raises `Conflict`, `Taken` (the timeline to begin is
        there), `Unknown`, `RequestReused`, `BadBody`, `Busy`; `Settled` where another row has
        settled meanwhile what this one was to settle.
        """

    def import_match(
        self,
        name: str,
        events: Iterable[PortableEvent],
        journal: Iterable[PortableRow],
        *,
        pack: str,
        people: Iterable[NewPerson] = (),
    ) -> MatchRow:
        """Stores a match as it was elsewhere, events with parents first; adds no row of its own.

        Every digest is recomputed and compared. An error names what was wrong in `part`, `index`.
        Raises `Taken`, `BadBody`.
        """

    def extend_match(
        self, match: int, events: Iterable[PortableEvent], journal: Iterable[PortableRow]
    ) -> int:
        """Adds the rows by which a whole journal continues the one here, and says how many.

        Raises `Diverged` if the rows here are not the first of it, `BadBody` as for an import.
        """

    def snapshot(self) -> AbstractContextManager[None]:
        """Inside, all reads see the same moment. May be nested; writing is refused inside."""

    def matches(self) -> list[MatchRow]:
        """All matches, oldest first."""

    def latest(self) -> list[tuple[MatchRow, Row]]:
        """All matches, oldest first, each with the last row of its journal."""

    def match(self, name: str) -> MatchRow:
        """The match of that name. Raises `Unknown`."""

    def head(self, match: int, timeline: str) -> int:
        """The event a timeline rests on. Raises `Unknown`."""

    def timelines(self, match: int) -> list[tuple[str, int, int]]:
        """Name, event and number of the last row of each timeline, by name."""

    def journal(self, match: int, after_n: int = 0) -> list[Row]:
        """The rows of a match from `after_n + 1` on, in order."""

    def last_row(self, match: int, timeline: str | None = None) -> Row:
        """The last row of a match, or of one timeline. Raises `Unknown`."""

    def settled(self, match: int, timeline: str, remarks: Collection[str]) -> int:
        """The event to which the last row of a timeline led that did none of the remarks.

        Reads back from the end, no further than that row. Raises `Unknown`.
        """

    def linked(self, match: int) -> list[Row]:
        """The rows of a match that mark an event or settle what another marked, in order."""

    def row_by_n(self, match: int, n: int) -> Row:
        """Row number `n` of a match. Raises `Unknown`."""

    def rows_by_digest(self, prefix: bytes, match: int | None = None) -> list[Row]:
        """The rows of a match (None: of all) whose digest begins so; reads every row of it."""

    def requested(self, match: int, request: str) -> Row | None:
        """The row that did a request, or None."""

    def event(self, id: int) -> Event:
        """One event. Raises `Unknown`."""

    def root_of(self, event: int) -> int:
        """The root of the tree that an event stands in. Raises `Unknown`."""

    def events_of(self, match: int) -> list[Event]:
        """Every event that the match's journal ever led to, parents before children."""

    def find_event(self, match: int, hex_prefix: str) -> list[Event]:
        """At most four events of the match's tree whose digest begins so. Raises `BadBody`."""

    def path(self, event: int, above: int = -1) -> list[Event]:
        """The line from the root to an event, root first, without plies up to `above`."""

    def path_bodies(self, event: int, above: int = -1) -> list[str]:
        """The bodies of `path`, faster."""

    def ancestor(self, event: int, ply: int) -> int:
        """The event at `ply` on the line to an event. Raises `Unknown` if there is none."""

    def pack(self, digest: bytes) -> str:
        """The body of a pack. Raises `Unknown`."""

    def people(self, ids: Iterable[bytes]) -> dict[bytes, Person]:
        """Those of the ids that are here."""

    def everybody(self) -> list[Person]:
        """All people, in the order in which they came."""

    def person_by_name(self, name: str) -> Person | None:
        """Who goes by exactly that name now (the first, if several do)."""

    def people_alike(self, name: str) -> list[Person]:
        """Those whose names have the same letters and digits as this one now, in the order in
        which they came. Case, accents and all else do not count."""

    def add_people(self, people: Iterable[NewPerson]) -> None:
        """Adds those who are not here yet. Raises `BadBody` for an id that is not its name's."""

    def rename_person(self, id: bytes, name: str, *, alike: int | None = None) -> None:
        """Gives a person another name. Raises `Unknown`, `Taken`; `Namesake` where not just `alike`
        others (None: any number) read like the new name."""

    def forget_person(self, id: bytes) -> bool:
        """Removes name and salt for good; the id stays in the roots that list it.

        Says whether no trace is left in the store's files; somebody who reads just then may keep
        one there for a while.
        """

    def result(self, match: int) -> str | None:
        """The cached result of a match; nothing is ever decided by it."""

    def set_result(self, match: int, body: str) -> None:
        """Rebuilds the cached result of a match ("" removes it)."""

    def check(self, match: int, events: list[Event] | None = None) -> Problem | None:
        """The first thing wrong with a match's chain, without knowing its game.

        A list given as `events` gets the events of the tree that were checked, parents first.
        """

    def check_all(self) -> list[Problem]:
        """What is wrong: the first of each match, then what belongs to no match."""

    def close(self) -> None:
        """Ends the use of the store."""
