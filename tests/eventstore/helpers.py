"""Short ways to build matches out of bodies that mean nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec

from eventstore import (
    ZERO,
    Draft,
    Entry,
    MatchRow,
    NewPerson,
    PortableEvent,
    PortableRow,
    Row,
    Store,
    decode_row,
    encode_row,
    pack_digest,
    person_id,
    row_digest,
)

PACK = '{"cards":["bear","owl"]}'
SALT = b"0123456789abcdef"


def person(name: str, salt: bytes = SALT) -> NewPerson:
    return NewPerson(person_id(name, salt), salt, name)


PEOPLE = (person("Erich"), person("Claudia"))


def draft(what: object) -> Draft:
    """An event; the same text gives the same event on the same parent."""
    body = f'{{"kind":"moved","move":"{what}"}}'
    return Draft(hashlib.sha256(body.encode()).digest(), body)


def drafts(*what: object) -> list[Draft]:
    return [draft(one) for one in what]


def root(nonce: object = 0, people: Sequence[NewPerson] = PEOPLE) -> Draft:
    players = ",".join(f'"{one.id.hex()}"' for one in people)
    pack = pack_digest(PACK).hex()
    body = f'{{"kind":"opened","pack":"{pack}","players":[{players}],"nonce":"{nonce}"}}'
    return Draft(bytes(32), body)


def entry(done: str = "record", timeline: str = "main", **more: Any) -> Entry:
    return Entry(done=done, timeline=timeline, at="2026-03-01T20:15:00Z", **more)


def create(store: Store, name: str = "friday", nonce: object = 0, **more: str) -> MatchRow:
    match, _ = store.create(name, root(nonce), entry("open", **more), pack=PACK, people=PEOPLE)
    return match


def record(
    store: Store, match: MatchRow, *what: object, timeline: str = "main", **more: str
) -> Row:
    """Records moves on a timeline, wherever it rests."""
    head = store.head(match.id, timeline)
    row, _, _ = store.append(
        match.id, entry(timeline=timeline, **more), head=head, events=drafts(*what)
    )
    return row


def exported(store: Store, match: MatchRow) -> tuple[list[PortableEvent], list[PortableRow]]:
    """A match as another database would be given it."""
    events = store.events_of(match.id)
    digests = {event.id: event.digest for event in events}
    return (
        [
            PortableEvent(
                None if event.parent is None else digests[event.parent],
                event.state,
                event.body,
                event.digest,
            )
            for event in events
        ],
        [
            PortableRow(
                None if row.before is None else digests[row.before],
                digests[row.after],
                row.body,
                row.digest,
            )
            for row in store.journal(match.id)
        ],
    )


def rich(store: Store, name: str = "friday", nonce: object = 0) -> MatchRow:
    """A match in which everything has happened: undo, branch, amend, adopt, a note, a flag that was
    settled and one that was not."""
    match = create(store, name, nonce)
    record(store, match, "a", "b", request=f"r-{name}")
    third = record(store, match, "c").after
    path = store.path(third)
    store.append(match.id, entry("undo", reason="oops"), head=third, after=path[2].id)
    record(store, match, "d")
    store.append(match.id, entry("branch", "what-if"), head=None, after=path[1].id)
    record(store, match, "e", "f", timeline="what-if")
    head, other = store.head(match.id, "main"), store.head(match.id, "what-if")
    store.append(match.id, entry("adopt"), head=head, after=other)
    store.append(match.id, entry("amend"), head=other, base=path[1].id, events=drafts("g", "f"))
    store.append(
        match.id,
        entry("note", reason="\u00e9 \u0000 \U0001f3b2", by="Erich"),
        head=store.head(match.id, "main"),
        result='{"winner":"Erich"}',
    )
    flagged = flag(store, match, path[2].digest, reason="that was no move")
    settle(store, match, flagged.n, [4, 9], reason="it was none")
    flag(store, match, store.event(third).digest, timeline="what-if")
    return match


def flag(store: Store, match: MatchRow, digest: bytes, timeline: str = "main", **more: str) -> Row:
    """Marks an event."""
    said = entry("flag", timeline, marks=digest.hex(), **more)
    return store.append(match.id, said, head=store.head(match.id, timeline))[0]


def settle(store: Store, match: MatchRow, n: int, did: Sequence[int] = (), **more: str) -> Row:
    """Settles what row `n` marks."""
    said = entry("settle", settles=n, did=list(did), **more)
    return store.append(match.id, said, head=store.head(match.id, "main"))[0]


def rechained(rows: Sequence[PortableRow], place: int, **said: Any) -> list[PortableRow]:
    """The rows of a match with one saying something else, and every digest made anew, as somebody
    would who knows how they are made."""
    found: list[PortableRow] = []
    for index, row in enumerate(rows):
        body = row.body
        if index == place:
            body = encode_row(msgspec.structs.replace(decode_row(body), **said))
        previous = found[-1].digest if found else ZERO
        digest = row_digest(previous, row.before or ZERO, row.after, body)
        found.append(row._replace(body=body, digest=digest))
    return found
