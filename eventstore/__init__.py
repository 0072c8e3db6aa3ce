"""The append-only log: trees of hash-chained events, and for each match a journal of what was done.

It knows nothing of games: bodies are JSON texts. `Store` says what a store does, `open_store` opens
the one in a SQLite file.
"""

from eventstore.bodies import LIMIT, accept
from eventstore.digests import (
    ZERO,
    event_digest,
    pack_digest,
    parse_receipt,
    person_id,
    receipt,
    row_digest,
)
from eventstore.errors import (
    BadBody,
    Busy,
    Conflict,
    Damaged,
    Diverged,
    Full,
    Missing,
    Namesake,
    NewerSchema,
    NotRetold,
    ReadOnly,
    RequestReused,
    Settled,
    StoreError,
    Taken,
    Unknown,
)
from eventstore.health import Health, mended
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
    decode_row,
    encode_row,
)
from eventstore.sqlite import SQLiteStore, open_store
from eventstore.store import Store

__all__ = [
    "LIMIT",
    "ZERO",
    "BadBody",
    "Busy",
    "Conflict",
    "Damaged",
    "Diverged",
    "Draft",
    "Entry",
    "Event",
    "Full",
    "Health",
    "MatchRow",
    "Missing",
    "Namesake",
    "NewPerson",
    "NewerSchema",
    "NotRetold",
    "Person",
    "PortableEvent",
    "PortableRow",
    "Problem",
    "ReadOnly",
    "RequestReused",
    "Row",
    "RowBody",
    "SQLiteStore",
    "Settled",
    "Store",
    "StoreError",
    "Taken",
    "Unknown",
    "accept",
    "decode_row",
    "encode_row",
    "event_digest",
    "mended",
    "open_store",
    "pack_digest",
    "parse_receipt",
    "person_id",
    "receipt",
    "row_digest",
]
