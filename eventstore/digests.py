"""Digests that chain events and journal rows, and receipts that people can photograph."""

from __future__ import annotations

from hashlib import blake2b

from eventstore.errors import BadBody

ZERO = bytes(32)
"""Stands for "nothing before": the root's parent, the first row's predecessor and its `before`."""

RECEIPT_BYTES = 10
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_VALUES = {letter: value for value, letter in enumerate(_ALPHABET)} | {"O": 0, "I": 1, "L": 1}

# Copying a prepared hash costs two thirds of making one with its parameters.
_EVENT = blake2b(digest_size=32, person=b"retold.event.1")
_ROW = blake2b(digest_size=32, person=b"retold.row.1")


def event_digest(parent: bytes, state: bytes, body: str) -> bytes:
    """The 32-byte digest of an event, from its parent's (`ZERO` for a root) and its state's."""
    hashed = _EVENT.copy()
    hashed.update(parent + state + body.encode())
    return hashed.digest()


def row_digest(previous: bytes, before: bytes, after: bytes, body: str) -> bytes:
    """The 32-byte digest of a journal row.

    `previous` is the match's previous row's digest, `before` and `after` are digests of events;
    the first row has `ZERO` for `previous` and `before`.
    """
    hashed = _ROW.copy()
    hashed.update(previous + before + after + body.encode())
    return hashed.digest()


def pack_digest(body: str) -> bytes:
    """The 32-byte digest under which a pack is stored."""
    return blake2b(body.encode(), digest_size=32, person=b"retold.pack.1").digest()


def person_id(name: str, salt: bytes) -> bytes:
    """The 16-byte id of a person first entered as `name`; `salt` is random, at most 64 bytes."""
    return blake2b(name.encode(), digest_size=16, key=salt, person=b"retold.person.1").digest()


def receipt(n: int, digest: bytes) -> str:
    """What proves that a log holds row `n`: its number and 80 bits of its digest.

    >>> receipt(214, bytes(range(32)))
    '#214 000G-40R4-0M30-E209'
    """
    number = int.from_bytes(digest[:RECEIPT_BYTES], "big")
    letters = "".join(_ALPHABET[number >> shift & 31] for shift in range(75, -1, -5))
    return f"#{n} " + "-".join(letters[i : i + 4] for i in range(0, 16, 4))


def parse_receipt(text: str) -> tuple[int, bytes]:
    """Row number and first 10 bytes of its digest, from a receipt as somebody typed it.

    Case, spaces and dashes do not count, and O reads as 0, I and L as 1. Raises `BadBody`.

    >>> parse_receipt("# 214 ooog 40r4 Om30 e2o9")[0]
    214
    """
    head, _, rest = text.strip().removeprefix("#").strip().partition(" ")
    letters = "".join(rest.replace("-", " ").split()).upper()
    if not (head.isascii() and head.isdigit() and 0 < len(head) < 19):
        raise _unreadable(text)
    if len(letters) != 16 or not all(letter in _VALUES for letter in letters):
        raise _unreadable(text)
    number = 0
    for letter in letters:
        number = number << 5 | _VALUES[letter]
    return int(head), number.to_bytes(RECEIPT_BYTES, "big")


def _unreadable(text: str) -> BadBody:
    return BadBody(
        f"{text!r} is not a receipt; one looks like #214 7K3M-9QXD-2F8T-V6BN:"
        " the row's number, then four groups of four letters and digits"
    )
