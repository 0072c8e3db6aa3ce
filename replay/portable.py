"""A match as a file: JSON Lines of the match, its people, its pack, its events, its journal.

Rows travel as they are, so digests and receipts stay good elsewhere. A file for one seat (or for
everybody) holds what that seat may see and no more; it is for reading and cannot be imported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct

import eventstore
from engine.wording import sentence
from eventstore import (
    BadBody,
    NewPerson,
    PortableEvent,
    PortableRow,
    SQLiteStore,
    StoreError,
    decode_row,
)
from replay import people, reading
from replay.errors import ReplayError, Untold
from replay.match import MAIN, Match
from replay.reading import Viewer

FORMAT = 1
LONGEST = 4_000_000
"""Characters of a line of a file."""


class MatchLine(Struct, tag_field="line", tag="match", forbid_unknown_fields=True):
    """The first line: the format, the match's name and its game."""

    retold: int
    name: str
    game: str


class PersonLine(Struct, tag_field="line", tag="person", forbid_unknown_fields=True):
    """A player: the id, its salt (both hex), the name as first entered and the name since."""

    id: str
    salt: str
    name: str
    now: str


class PackLine(Struct, tag_field="line", tag="pack", forbid_unknown_fields=True):
    """The pack's stored text."""

    body: str


class EventLine(Struct, tag_field="line", tag="event", forbid_unknown_fields=True):
    """An event: its digest, its parent's (null for the root), its state's (hex), its body."""

    digest: str
    parent: str | None
    state: str
    body: str


class RowLine(Struct, tag_field="line", tag="row", forbid_unknown_fields=True):
    """A journal row: its digest, the events' it leads from and to (hex), its body."""

    digest: str
    before: str | None
    after: str
    body: str


class EndLine(Struct, tag_field="line", tag="end", forbid_unknown_fields=True):
    """The last line: how many events and rows there are, so that a file cut short is found."""

    events: int
    rows: int


class SeenLine(Struct, tag_field="line", tag="seen", forbid_unknown_fields=True):
    """The first line of a file that only holds what somebody may see."""

    retold: int
    name: str
    game: str
    players: list[str]
    viewer: str


KINDS = ("match", "person", "pack", "event", "row", "end")
NOTHING = "nothing was stored."
Line = MatchLine | PersonLine | PackLine | EventLine | RowLine | EndLine
_decode = msgspec.json.Decoder(Line).decode
_encode = msgspec.json.Encoder().encode


class Imported(Struct):
    """What an import did: the match, the rows that it added, and what is worth knowing."""

    match: Match
    added: int
    told: list[str]


def export_lines(
    match: Match, *, anonymous: bool = False, viewer: Viewer | None = None
) -> Iterator[str]:
    """The lines of a match's file. With a viewer: only what that viewer may see."""
    if viewer is not None and not viewer.everything:
        yield from _seen(match, viewer)
        return
    with match.store.snapshot():
        facts = match.store.events_of(match.row.id)
        rows = match.store.journal(match.row.id)
        body = match.store.pack(bytes.fromhex(str(match.glance["pack"])))
        persons = match.store.people([bytes.fromhex(id) for id in match.player_ids])
    yield _line(MatchLine(FORMAT, match.name, match.game_name))
    for id in match.player_ids:
        person = persons.get(bytes.fromhex(id))
        if not anonymous and person and person.name and person.salt and person.entered:
            yield _line(PersonLine(id, person.salt.hex(), person.entered, person.name))
    yield _line(PackLine(body))
    digests = {fact.id: fact.digest.hex() for fact in facts}
    for fact in facts:
        parent = None if fact.parent is None else digests[fact.parent]
        yield _line(EventLine(digests[fact.id], parent, fact.state.hex(), fact.body))
    for row in rows:
        before = None if row.before is None else digests[row.before]
        yield _line(RowLine(row.digest.hex(), before, digests[row.after], row.body))
    yield _line(EndLine(len(facts), len(rows)))


def _line(line: Any) -> str:
    return bytes(_encode(line)).decode()


def _seen(match: Match, viewer: Viewer) -> Iterator[str]:
    # Heads are left out too: an event's digest is another one when a hidden card is.
    head = match.resolve()
    labels = match.labels(match.at(head).position.state)
    who = "everybody" if viewer.seat is None else labels[viewer.seat]
    yield _line(SeenLine(FORMAT, match.name, match.game_name, match.players, who))
    for told in reading.log(match, head, viewer):
        entry = msgspec.to_builtins(told.entry)
        del entry["head"]
        yield _encode(entry).decode()


def import_lines(store: SQLiteStore, lines: Iterable[str], name: str = "") -> Imported:
    """Store a match from the lines of a file, or add what its journal has more than ours.

    Raises ReplayError or StoreError; then nothing was stored.
    """
    file = _File(lines)
    events = [_event(line) for line in file.parts["event"]]
    rows = [_row(line) for line in file.parts["row"]]
    known = _known(store, name, file, events)
    try:
        if known is not None:
            added = store.extend_match(known.row.id, events, rows)
            match = Match(store, known.row)
        else:
            label = people.tidy_label("match", name or file.match.name)
            persons = [_person(line) for line in file.parts["person"]]
            people.tidy_all([person.now or person.name for person in persons])
            pack = file.parts["pack"][0].body
            row = store.import_match(label, events, rows, pack=pack, people=persons)
            match, added = Match(store, row), len(rows)
    except StoreError as error:
        raise file.placed(error) from None
    return Imported(match, added, [*_told(match), *_people_told(store, match, file)])


def _people_told(store: SQLiteStore, match: Match, file: _File) -> Iterator[str]:
    """Where the people here are not called as in the file: names here are those that hold."""
    said = {line.id: line.now or line.name for line in file.parts["person"]}
    here = store.people([bytes.fromhex(id) for id in match.player_ids])
    others = []
    for person in here.values():
        name = said.get(person.id, "")
        if person.name is None and name:
            yield "A player of the file was forgotten here, and stays so."
        elif person.name and name and person.name != name:
            yield f"{name} of the file is called {person.name} here."
        elif person.name and people.namesakes(store, person):
            others.append(person.name)
    if others:
        names = ", ".join(others)
        yield f"Others of that name play here too: {names}; `retold people` tells them apart."


def _known(store: SQLiteStore, name: str, file: _File, events: list[PortableEvent]) -> Match | None:
    """The match of that name, where it has the same root: the file may continue it."""
    try:
        match = Match.open(store, name or file.match.name)
    except eventstore.Unknown:
        return None
    root = eventstore.event_digest(eventstore.ZERO, events[0].state, events[0].body)
    return match if match.root.digest == root else None


def _told(match: Match) -> list[str]:
    try:
        match.position(MAIN)
    except Untold as error:
        return [f"{error} Its chain was checked, its rules could not be."]
    except ReplayError as error:
        return [str(error)]
    return []


class _File:
    """The lines of a file by their kind, and where each stood."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.parts: dict[str, list[Any]] = {kind: [] for kind in KINDS}
        self.numbers: dict[str, list[int]] = {kind: [] for kind in KINDS}
        for number, text in enumerate(lines, start=1):
            if text.strip():
                self._add(_parse(text, number), number)
        there = (len(self.parts["event"]), len(self.parts["row"]))
        whole = all(self.parts[kind] for kind in KINDS if kind != "person")
        if not whole or there != (self.parts["end"][0].events, self.parts["end"][0].rows):
            raise ReplayError(
                "The file is cut short: it holds no whole match (a match, its pack, its events, "
                f"its journal, an end that counts them); {NOTHING}"
            )

    @property
    def match(self) -> MatchLine:
        """The first line."""
        line: MatchLine = self.parts["match"][0]
        return line

    def _add(self, line: Any, number: int) -> None:
        kind = str(line.__struct_config__.tag)
        if (kind == "match") != (not self.parts["match"]):
            raise ReplayError(
                f"Line {number}: a file begins with its match and holds only one; {NOTHING}"
            )
        if kind in ("pack", "end") and self.parts[kind]:
            raise ReplayError(f"Line {number}: a match has only one {kind}; {NOTHING}")
        if self.parts["end"]:
            raise ReplayError(f"Line {number}: nothing stands behind the end; {NOTHING}")
        if kind == "person" and any(line.id == other.id for other in self.parts["person"]):
            raise ReplayError(f"Line {number}: this player stands in the file twice; {NOTHING}")
        self.parts[kind].append(line)
        self.numbers[kind].append(number)

    def placed(self, error: StoreError) -> ReplayError | StoreError:
        """The refusal of a store with the line of the file that it is about."""
        numbers = self.numbers.get({"journal": "row"}.get(error.part, error.part), [])
        if error.index is None or error.index >= len(numbers):
            return error
        reason = str(error).partition(": ")[2] or str(error)
        return ReplayError(f"Line {numbers[error.index]}: {reason}; {NOTHING}")


def _parse(text: str, number: int) -> Any:
    try:
        if len(text) > LONGEST:
            raise ValueError(f"it has more than {LONGEST} characters")
        if text.startswith('{"line":"seen"'):
            raise ValueError("this file only holds what somebody may see; export the whole match")
        line = _decode(text)
    except (ValueError, RecursionError, msgspec.MsgspecError) as error:
        raise ReplayError(
            f"Line {number} is no line of a match's file: {sentence(error)}; {NOTHING}"
        ) from None
    if isinstance(line, MatchLine) and line.retold != FORMAT:
        raise ReplayError(
            f"The file has format {line.retold}, this version reads {FORMAT}; {NOTHING}"
        )
    return line


def _hex(text: str, size: int) -> bytes:
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    if len(found) != size or found.hex() != text:
        raise ReplayError(f'"{text[:70]}" is not {size} bytes in hex; {NOTHING}')
    return found


def _event(line: EventLine) -> PortableEvent:
    parent = None if line.parent is None else _hex(line.parent, 32)
    return PortableEvent(parent, _hex(line.state, 32), line.body, _hex(line.digest, 32))


def _row(line: RowLine) -> PortableRow:
    # What is no row at all is refused by the store, with its line.
    with suppress(BadBody):
        timeline = decode_row(line.body).timeline
        if people.tidy_label("timeline", timeline) != timeline or timeline.isdigit():
            raise ReplayError(f"A timeline cannot be called {timeline[:60]!a}; {NOTHING}")
    before = None if line.before is None else _hex(line.before, 32)
    return PortableRow(before, _hex(line.after, 32), line.body, _hex(line.digest, 32))


def _person(line: PersonLine) -> NewPerson:
    for name in (line.name, line.now):
        if people.tidy(name) != name:
            raise ReplayError(f"A player cannot be called {name[:60]!a}; {NOTHING}")
    now = "" if line.now == line.name else line.now
    return NewPerson(_hex(line.id, 16), _hex(line.salt, 16), line.name, now)
