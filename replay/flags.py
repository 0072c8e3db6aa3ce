"""Flags: a position that somebody disputes, and how the table settled it.

A flag is a row of the journal that marks an event, by its digest; a settlement is a row that names
the flag's row and the rows that did something about it. Neither moves a head. A flag is settled
once; whoever is not content raises a new one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta, Struct

from eventstore import Row, RowBody, Settled, Unknown
from replay.deeds import IDLE, REMEDY, WALKING
from replay.errors import Refused
from replay.steps import SHOWN

if TYPE_CHECKING:
    from replay.match import By, Done, Match

DECIDED = ('{"kind":"ruled"', '{"kind":"adjusted"')
"""How the bodies of events begin that the table decided beside the rules."""


class FlagJson(Struct):
    """A flag that is open."""

    n: Annotated[int, Meta(description="the number of its row, by which `settle --flag` names it")]
    ply: Annotated[int, Meta(description="the position that it marks")]
    head: Annotated[str, Meta(description="first letters of the digest there")]
    text: Annotated[str, Meta(description="what is claimed")]
    by: Annotated[str, Meta(description="who claims it")]
    at: Annotated[str, Meta(description="when (UTC)")]
    timeline: Annotated[str, Meta(description="on which timeline it was raised")]


class Flag(Struct, frozen=True):
    """A flag of a match: its row and what that says, the event that it marks, and the number of the
    row that settled it (0: it is open)."""

    row: Row
    said: RowBody
    event: int
    ply: int
    settled: int = 0

    @property
    def n(self) -> int:
        """The number of its row."""
        return self.row.n

    @property
    def text(self) -> str:
        """A line about it: `flag #5 at ply 12 by Claudia: no line was kept`."""
        by = f" by {self.said.by}" if self.said.by else ""
        return f"flag #{self.n} at ply {self.ply}{by}: {self.said.reason}"

    @property
    def json(self) -> FlagJson:
        """What programs are told of it."""
        said, head = self.said, self.said.marks[:SHOWN]
        return FlagJson(self.n, self.ply, head, said.reason, said.by, said.at, said.timeline)


def flags(match: Match) -> list[Flag]:
    """The flags of a match, settled ones too, in the order in which they were raised."""
    store = match.store
    rows = [(row, row.entry) for row in store.linked(match.row.id)]
    settled = {said.settles: row.n for row, said in reversed(rows) if said.settles}
    return [
        Flag(row, said, fact.id, fact.ply, settled.get(row.n, 0))
        for row, said in rows
        if said.marks
        for fact in store.find_event(match.row.id, said.marks)
    ]


def open_flags(match: Match) -> list[Flag]:
    """The flags that nobody has settled yet."""
    return [flag for flag in flags(match) if not flag.settled]


def by_event(match: Match) -> dict[int, list[int]]:
    """The numbers of the open flags by the event that they mark."""
    found: dict[int, list[int]] = {}
    for flag in open_flags(match):
        found.setdefault(flag.event, []).append(flag.n)
    return found


def on_line(match: Match, event: int, raised: Iterable[Flag]) -> list[int]:
    """The numbers of those flags that mark an event on the line to `event`."""
    last = match.store.event(event).ply
    return [
        flag.n
        for flag in raised
        if flag.ply <= last and match.store.ancestor(event, flag.ply) == flag.event
    ]


# Writing


def raise_flag(match: Match, text: str, at: str, timeline: str, told: By) -> Done:
    """Mark a position with a claim; the game stays where it is."""
    from replay.match import Done

    if not text.strip():
        raise Refused("A flag needs a claim: what is wrong here.")
    asked = [text, at]
    if repeated := match.repeated("flag", timeline, told, asked):
        return repeated
    head = match.believed_head(timeline, told)
    marked = match.store.event(match.resolve(at, timeline) if at else head)
    said = msgspec.structs.replace(told, reason=_joined(text, told.reason))
    links = {"marks": marked.digest.hex()}
    row, again = match.write("flag", timeline, said, asked, head=head, links=links)
    return Done(row, timeline, marked.ply, repeated=again)


def settle(
    match: Match,
    text: str,
    number: int | None,
    did: Sequence[int] | None,
    timeline: str,
    told: By,
) -> Done:
    """Close a flag with what the table ruled. `did` are the rows that were its remedy, None for
    those that `remedies` finds. Raises Refused: no such flag, or it is settled."""
    from replay.match import Done

    if not text.strip():
        raise Refused("A settlement needs a text: how the table ruled.")
    asked = [text, number, did if did is None else list(did)]
    if repeated := _settled_before(match, told, timeline, asked):
        return repeated
    flag = chosen(match, number)
    line = timeline or flag.said.timeline
    rows = remedies(match, flag) if did is None else _named(match, did)
    links = {"settles": flag.n, "did": [row.n for row in rows]}
    said = msgspec.structs.replace(told, reason=_joined(text, told.reason))
    head = match.believed_head(line, told)
    try:
        row, again = match.write("settle", line, said, asked, head=head, links=links)
    except Settled:
        # Somebody else was faster; now it is found settled.
        chosen(match, flag.n)
        raise
    return Done(row, line, match.store.event(head).ply, repeated=again)


def _settled_before(match: Match, told: By, timeline: str, asked: Sequence[object]) -> Done | None:
    """What an earlier request of this id did. The flag that it settled says on which timeline."""
    row = match.store.requested(match.row.id, told.request) if told.request else None
    line = timeline if row is None else timeline or row.entry.timeline
    return match.repeated("settle", line, told, asked)


def _joined(text: str, reason: str) -> str:
    return f"{text}: {reason}" if reason else text


def chosen(match: Match, number: int | None) -> Flag:
    """The open flag of that number, or the only one. Raises Refused, and says which there are."""
    there = flags(match)
    pending = [flag for flag in there if not flag.settled]
    if number is None:
        if len(pending) == 1:
            return pending[0]
        if not pending:
            raise Refused(
                f"No flag of {match.name} is open; `retold flag` marks a position with a claim."
            )
        raise Refused(f"{_open(pending)}; say which one with --flag.")
    flag = numbered(match, number, there)
    if flag.settled:
        by = match.store.row_by_n(match.row.id, flag.settled).entry.by
        raise Refused(
            f"Flag #{number} was settled in row {flag.settled}{f' by {by}' if by else ''} already; "
            "a new flag reopens it."
        )
    return flag


def numbered(match: Match, number: int, there: Sequence[Flag]) -> Flag:
    """The flag of that number, settled or not. Raises Refused."""
    flag = next((flag for flag in there if flag.n == number), None)
    if flag is None:
        pending = [flag for flag in there if not flag.settled]
        raise Refused(
            f"{_what_it_is(match, number)}; "
            f"{_small(_open(pending)) if pending else 'no flag is open'}."
        )
    return flag


def _open(pending: Sequence[Flag]) -> str:
    said = "; ".join(_clip(flag.text.removeprefix("flag ")) for flag in pending[:8])
    more = f" and {len(pending) - 8} more" if len(pending) > 8 else ""
    return f"{len(pending)} flag{' is' if len(pending) == 1 else 's are'} open: {said}{more}"


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _clip(text: str, to: int = 70) -> str:
    return text if len(text) <= to else f"{text[: to - 3]}..."


def _what_it_is(match: Match, number: int) -> str:
    try:
        done = match.store.row_by_n(match.row.id, number).entry.done
    except Unknown:
        return f"The journal of {match.name} has no row {number}"
    return f"Row {number} of the journal is `{done}`, no flag"


# What was done about it


def remedies(match: Match, flag: Flag) -> list[Row]:
    """The rows since a flag, on its timeline or `main`, by which a table puts things right and that
    no settlement has named yet: undo, redo, amend, adopt, and what was ruled or adjusted. Going
    back to look and coming forth again is none."""
    lines = {flag.said.timeline, "main"}
    taken = {n for row in match.store.linked(match.row.id) for n in row.entry.did}
    found: list[Row] = []
    back: dict[str, list[Row]] = {}
    for row in match.store.journal(match.row.id, flag.n):
        said = row.entry
        if said.timeline not in lines:
            continue
        if said.done in WALKING:
            _move(back.setdefault(said.timeline, []), row)
        elif said.done not in IDLE:
            found += back.pop(said.timeline, [])
            if said.done in REMEDY or _decided(match, row):
                found.append(row)
    found += [row for rows in back.values() for row in rows]
    return sorted((row for row in found if row.n not in taken), key=lambda row: row.n)


def _move(back: list[Row], row: Row) -> None:
    """Note an undo or redo; those that lead back to where they began fall out together."""
    place = next((nth for nth, earlier in enumerate(back) if earlier.before == row.after), None)
    if place is None:
        back.append(row)
    else:
        del back[place:]


def _decided(match: Match, row: Row) -> bool:
    """Whether a row records what the table decided: a ruling or an adjustment."""
    if row.before is None or row.before == row.after:
        return False
    above = match.store.event(row.before).ply
    bodies = match.store.path_bodies(row.after, above)
    return bool(bodies) and bodies[0].startswith(DECIDED)


def _named(match: Match, numbers: Iterable[int]) -> list[Row]:
    """The rows of these numbers, in order. Raises Refused for one that did nothing."""
    found = []
    for number in sorted(set(numbers)):
        try:
            row = match.store.row_by_n(match.row.id, number)
        except Unknown:
            raise Refused(f"The journal of {match.name} has no row {number}.") from None
        if row.entry.done in IDLE:
            raise Refused(
                f"Row {number} of the journal is `{row.entry.done}`, by which nothing was done "
                "about a flag; name rows that `log --journal` shows with an undo or a move."
            )
        found.append(row)
    return found


def unsound(done: str, said: RowBody, rows: dict[int, str]) -> str:
    """What is wrong with what a row says of flags, given what the rows before it did by number, or
    "". That the rows are there, and that nothing is settled twice, the chain's check has found."""
    if bool(said.marks) != (done == "flag") or bool(said.settles) != (done == "settle"):
        return f"is `{done[:20]}` and does not mark or settle as that does"
    if said.settles and rows.get(said.settles) != "flag":
        return f"settles row {said.settles}, which is no flag"
    idle = next((n for n in said.did if rows.get(n) in IDLE), None)
    return f"names row {idle}, by which nothing was done" if idle else ""


def told_lines(match: Match) -> Iterator[str]:
    """What every answer about a flagged match ends with: its open flags, few words each."""
    pending = open_flags(match)
    for flag in pending[:3]:
        yield f"Open {_clip(flag.text, 74)}"
    if len(pending) > 3:
        yield f"{len(pending) - 3} more flags are open; `retold dispute {match.name}` tells of all."
