"""Receipts: what a table photographed proves that the log still holds it.

A receipt is a row's number and 80 bits of its digest, which covers every row before it: with that
row in a journal whose chain holds, nothing was changed or cut off up to there.
"""

from __future__ import annotations

import re
from contextlib import suppress

from msgspec import Struct

import eventstore
from eventstore import MatchRow, Row, SQLiteStore, StoreError, Unknown
from replay.errors import ReplayError

LETTERS = 16
_NUMBER = re.compile(r"^(?:(?P<name>.*?)[\s,:]*)?(?:#\s*|\b)(?P<n>[0-9OIL]+)$", re.IGNORECASE)
_MISREAD = str.maketrans("OoIiLl", "001111")
_CLOSE = 3
"""Letters by which a receipt may differ from a row's and still be a slip of the reader."""


class Typed(Struct, frozen=True):
    """A receipt as somebody typed it: the match's name ("": not said), the row's number (None: not
    said), and the first 10 bytes of the row's digest."""

    name: str
    n: int | None
    digest: bytes

    @property
    def text(self) -> str:
        """It, as it is printed."""
        number, _, letters = eventstore.receipt(self.n or 0, self.digest).partition(" ")
        return " ".join(filter(None, (self.name, number if self.n else "", letters)))


class Held(Struct, frozen=True):
    """The row that a receipt proves, in which match, and how many rows came after it."""

    match: MatchRow
    row: Row
    later: int


def read(text: str) -> Typed:
    """A receipt from `7K3M-9QXD-2F8T-V6BN`, `#214 7K3M-...` or the whole line with the match's
    name. Case, spaces and dashes do not count; O reads as 0, I and L as 1. Raises ReplayError."""
    line = text.strip().rstrip(".")
    at, letters = len(line), ""
    while at and len(letters) < LETTERS:
        at -= 1
        if line[at].isalnum():
            letters = line[at] + letters
        elif line[at] not in " -\t–—_":
            break
    head = line[:at].strip()
    found = _NUMBER.match(head) if head else None
    glued = at > 0 and line[at - 1].isalnum()
    number = found["n"].translate(_MISREAD) if found else ""
    if len(letters) != LETTERS or glued or len(number) > 9 or (number and not int(number)):
        raise _unreadable(text)
    try:
        digest = eventstore.parse_receipt(f"#1 {letters}")[1]
    except StoreError:
        raise _unreadable(text) from None
    name = (found["name"] or "") if found else head
    return Typed(name.strip(" #"), int(number) if number else None, digest)


def _unreadable(text: str) -> ReplayError:
    shown = f'"{text[:60]}"' if text.isprintable() else f"{text[:60]!a}"
    return ReplayError(
        f"{shown} is no receipt; one looks like friday #214 7K3M-9QXD-2F8T-V6BN, of which the"
        " four groups of four letters and digits are enough."
    )


def held(store: SQLiteStore, typed: Typed, match: MatchRow | None) -> Held:
    """The row that a receipt is of, in one match, or (None) in any. Raises ReplayError, which says
    how much is missing, or in which match the receipt is good."""
    with store.snapshot():
        matches = store.matches()
        # Without a match, the one that the receipt names comes first.
        first = match or next((one for one in matches if one.name == typed.name), None)
        row = _row_of(store, typed, first) if first else None
        if row is None:
            rows, names = store.rows_by_digest(typed.digest), {one.id: one for one in matches}
            if match is not None or not rows:
                raise ReplayError(_missing(store, typed, match, [names[r.match] for r in rows]))
            row, first = rows[0], names[rows[0].match]
        assert first is not None
        if typed.n is not None and row.n != typed.n:
            raise ReplayError(
                f"{first.name} holds these letters as row {row.n}, not {typed.n};"
                " look at the number again."
            )
        return Held(first, row, store.last_row(row.match).n - row.n)


def _row_of(store: SQLiteStore, typed: Typed, match: MatchRow) -> Row | None:
    """The row of a match that a receipt is of, looked for where the receipt says."""
    if typed.n is not None:
        # A number may be too large for any row, also for the database.
        with suppress(Unknown):
            row = store.row_by_n(match.id, typed.n)
            if row.digest.startswith(typed.digest):
                return row
    return next(iter(store.rows_by_digest(typed.digest, match.id)), None)


def said(held: Held) -> str:
    """That a receipt is held, in a sentence."""
    row = held.row
    since = f"{held.later} row{'s' * (held.later != 1)} since" if held.later else "it is the last"
    shown = eventstore.receipt(row.n, row.digest)
    return f"{held.match.name} {shown} is in the log, with all before it; {since}."


def _missing(
    store: SQLiteStore, typed: Typed, match: MatchRow | None, others: list[MatchRow]
) -> str:
    if match is None:
        match = next((row for row in store.matches() if row.name == typed.name), None)
    if others:
        name = others[0].name
        here = f"not of {match.name}" if match else "of another match"
        return (
            f"{typed.text} is a receipt of {name}, {here};"
            f' `retold verify {name} --receipt "{typed.text}"` looks there.'
        )
    if match is None:
        return f"No match in {store.file} holds {typed.text}; look in backups and exports."
    return _gone(store, typed, match)


def _gone(store: SQLiteStore, typed: Typed, match: MatchRow) -> str:
    """Why a match does not hold a receipt that no other one holds."""
    last = store.last_row(match.id).n
    slip = _slip(store, typed, match)
    if slip:
        return slip
    if typed.n is None:
        return (
            f"{match.name} does not hold {typed.text} in its {last} rows; with the number that"
            " stands before the letters it can be said how much is missing."
        )
    if typed.n > last:
        gone = typed.n - last
        rows = f"row {typed.n} is" if gone == 1 else f"rows {last + 1} to {typed.n} ({gone}) are"
        return (
            f"{match.name} ends at row {last}: {rows} missing that were there when"
            f" {typed.text} was printed; look for a backup or an export."
        )
    return (
        f"Row {typed.n} of {match.name} is another one than when {typed.text} was printed: the"
        " journal was cut off before it and went on otherwise, or was changed; look for a backup or"
        " an export."
    )


def _slip(store: SQLiteStore, typed: Typed, match: MatchRow) -> str:
    """A row whose receipt is nearly the one that was typed, in a sentence."""
    for row in store.journal(match.id):
        if typed.n is not None and row.n != typed.n:
            continue
        good = eventstore.receipt(row.n, row.digest)
        wrong = eventstore.receipt(row.n, typed.digest)
        differing = sum(a != b for a, b in zip(good, wrong, strict=True))
        if differing <= _CLOSE:
            letters = f"{differing} letter{'s' * (differing != 1)}"
            return (
                f"{match.name} has {good}, which differs from {typed.text} in {letters};"
                " look at the picture again."
            )
    return ""
