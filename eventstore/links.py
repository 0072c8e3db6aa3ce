"""What rows of a journal say of events and of each other: marks, settlements and their remedies.

A row may mark an event that rows before it led to; a later row may settle that, once, and name the
rows that did something about it. What is marked and settled is for others to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from eventstore.errors import BadBody, Settled, Unknown
from eventstore.records import Entry, RowBody


def settlements(rows: Iterable[tuple[int, RowBody]]) -> dict[int, int]:
    """The rows that mark an event, by number, each with the row that settled it (0: none)."""
    found: dict[int, int] = {}
    for n, body in rows:
        if body.marks:
            found[n] = 0
        if body.settles in found:
            found[body.settles] = n
    return found


def refuse(entry: Entry, n: int, settled: Mapping[int, int], linked: Sequence[int]) -> None:
    """Refuse what row `n` may not say, given the marks so far (as `settlements`) and the rows that
    mark or settle. Raises `Settled`, `Unknown`, `BadBody`."""
    shape = wrong_shape(entry, n)
    if shape is not None:
        raise BadBody(f"a row of the journal cannot say so: {shape}")
    if not entry.settles:
        return
    by = settled.get(entry.settles)
    if by is None:
        raise Unknown(f"row {entry.settles} of the journal marks nothing that could be settled")
    if by:
        raise Settled(f"row {entry.settles} of the journal was settled in row {by} already")
    both = sorted(set(entry.did) & set(linked))
    if both:
        raise BadBody(f"row {both[0]} of the journal did nothing: it marks or settles")


def wrong_shape(body: Entry | RowBody, n: int) -> str | None:
    """What is wrong with what row `n` says by itself, or None."""
    if body.marks and (len(body.marks) != 64 or set(body.marks) - set("0123456789abcdef")):
        return "what it marks is not the digest of an event"
    if body.marks and body.settles:
        return "it marks an event and settles another at once"
    if body.did and not body.settles:
        return "it names rows that did something and settles nothing"
    if body.settles and not 0 < body.settles < n:
        return f"it settles row {body.settles}, which does not stand before it"
    if any(not 0 < did < n for did in body.did):
        return "it names a row that does not stand before it"
    if sorted(set(body.did)) != body.did:
        return "the rows that it names are not in order, each once"
    return None


class Links:
    """One pass over the rows of a match, in order. `places` gives an event by its digest, `parent`
    the event before one."""

    def __init__(self, places: Mapping[bytes, int], parent: Callable[[int], int | None]) -> None:
        self._places, self._parent = places, parent
        self._settled: dict[int, int] = {}
        self._linked: set[int] = set()
        self._led: list[int] = []
        self._told: set[int] = set()

    def take(self, body: RowBody, after: int) -> str | None:
        """Take the next row, which leads to the event `after`; what is wrong with it, or None."""
        if body.marks or body.settles or body.did:
            what = wrong_shape(body, body.n) or self._wrong_mark(body) or self._wrong_settled(body)
            if what is not None:
                return what
            self._linked.add(body.n)
        self._led.append(after)
        return None

    def _wrong_mark(self, body: RowBody) -> str | None:
        if not body.marks:
            return None
        place = self._places.get(bytes.fromhex(body.marks))
        if place is None or not self._was_told(place):
            return f"the event {body.marks[:10]} that it marks had not been recorded"
        self._settled[body.n] = 0
        return None

    def _was_told(self, event: int) -> bool:
        """Whether the rows so far led to an event. Each event is walked over once."""
        for led in self._led:
            at: int | None = led
            while at is not None and at not in self._told:
                self._told.add(at)
                at = self._parent(at)
        self._led.clear()
        return event in self._told

    def _wrong_settled(self, body: RowBody) -> str | None:
        if not body.settles:
            return None
        by = self._settled.get(body.settles)
        if by is None:
            return f"it settles row {body.settles}, which marks nothing"
        if by:
            return f"it settles row {body.settles}, which row {by} has settled"
        both = sorted(self._linked.intersection(body.did))
        if both:
            return f"it names row {both[0]}, which did nothing"
        self._settled[body.settles] = body.n
        return None
