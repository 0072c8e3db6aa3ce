"""The story of each dispute: the claim, the positions around it, what was done, how it ended.

Whether a move is legal, the other half of settling an argument, is told by `replay.legality`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from engine import fold
from engine.events import Moved
from eventstore import receipt
from replay import flags, reading
from replay.building import by_luck
from replay.errors import Differs, Untold
from replay.flags import Flag
from replay.reading import EVERYBODY, DifferenceJson, JournalJson, LogJson, SideJson, Viewer
from replay.steps import SHOWN

if TYPE_CHECKING:
    from eventstore import Event, Row
    from replay.match import Match

AROUND = 4
"""How many events before the marked one, and after it, are told."""


class PlaceJson(Struct):
    """A position that a dispute is about, as the reader may see it."""

    ply: Annotated[int, Meta(description="its depth in the tree")]
    head: Annotated[str, Meta(description="first letters of the event's digest")]
    turn: Annotated[list[str], Meta(description="round, phase, whose turn")]
    waits_for: Annotated[list[str], Meta(description="who owes a decision")]
    standing: Annotated[list[SideJson], Meta(description="the sides, best first")]
    ended: Annotated[str, Meta(description="why the match is over there, or empty")]
    picture: Annotated[list[str], Meta(description="the table as text, a line each")]


class SettledJson(Struct):
    """How a dispute was settled."""

    n: Annotated[int, Meta(description="the row's number")]
    text: Annotated[str, Meta(description="how the table ruled")]
    by: Annotated[str, Meta(description="who recorded it")]
    at: Annotated[str, Meta(description="when (UTC)")]
    receipt: Annotated[str, Meta(description="what proves later that the row is still there")]
    timeline: Annotated[str, Meta(description="on which timeline")]
    ply: Annotated[int, Meta(description="where that timeline rested then")]
    head: Annotated[str, Meta(description="first letters of the digest there")]
    did: Annotated[list[int], Meta(description="the rows that were the remedy; none: nothing")]
    changed: Annotated[
        list[DifferenceJson], Meta(description="what the remedy changed, from a to b")
    ]
    differs: Annotated[
        list[DifferenceJson], Meta(description="the marked position (a) and the settled one (b)")
    ]


class DisputeJson(Struct):
    """A dispute, from the claim to its settlement."""

    n: Annotated[int, Meta(description="the number of the flag's row")]
    open: Annotated[bool, Meta(description="whether it is not settled yet")]
    text: Annotated[str, Meta(description="what is claimed")]
    by: Annotated[str, Meta(description="who claims it")]
    at: Annotated[str, Meta(description="when (UTC)")]
    receipt: Annotated[str, Meta(description="what proves later that the row is still there")]
    timeline: Annotated[str, Meta(description="on which timeline it was raised")]
    ply: Annotated[int, Meta(description="the position that it marks")]
    head: Annotated[str, Meta(description="first letters of the digest there")]
    event: Annotated[str, Meta(description="what led to that position; ? for what is hidden")]
    rule: Annotated[str, Meta(description="for a move: the rulebook's heading that allows it")]
    stands: Annotated[bool, Meta(description="whether that is still on the line of `timeline`")]
    before: Annotated[PlaceJson | None, Meta(description="the position before that, if any")]
    after: Annotated[PlaceJson | None, Meta(description="the position after it")]
    differs: Annotated[list[DifferenceJson], Meta(description="before (a) and after it (b)")]
    moves: Annotated[list[LogJson], Meta(description="what happened around it, on its line")]
    since: Annotated[list[JournalJson], Meta(description="what was done until it was settled")]
    offered: Annotated[
        list[int], Meta(description="if open: the rows that `settle` would name as the remedy")
    ]
    settled: Annotated[SettledJson | None, Meta(description="how it was settled, or null")]
    told: Annotated[list[str], Meta(description="what cannot be told any more, and why")] = []


def disputes(
    match: Match, viewer: Viewer = EVERYBODY, number: int | None = None
) -> list[DisputeJson]:
    """The disputes of a match as far as the viewer may see them, open ones first; or the one whose
    flag is row `number`. Raises Refused where that is no flag."""
    with match.store.snapshot():
        raised = flags.flags(match)
        if number is not None:
            raised = [flags.numbered(match, number, raised)]
        raised.sort(key=lambda flag: (flag.settled > 0, flag.n))
        return [_story(match, flag, viewer) for flag in raised]


def _story(match: Match, flag: Flag, viewer: Viewer) -> DisputeJson:
    said, head = flag.said, match.store.head(match.row.id, flag.said.timeline)
    story = DisputeJson(
        n=flag.n,
        open=not flag.settled,
        text=said.reason,
        by=said.by,
        at=said.at,
        receipt=receipt(flag.n, flag.row.digest),
        timeline=said.timeline,
        ply=flag.ply,
        head=said.marks[:SHOWN],
        event="",
        rule="",
        stands=bool(flags.on_line(match, head, [flag])),
        before=None,
        after=None,
        differs=[],
        moves=[],
        since=_since(match, flag, viewer),
        offered=[] if flag.settled else [row.n for row in flags.remedies(match, flag)],
        settled=None,
    )
    if flag.settled:
        story.settled = _settled(match, match.store.row_by_n(match.row.id, flag.settled))
    try:
        _positions(match, flag, story, viewer)
    except (Differs, Untold) as error:
        # Its rows are told all the same.
        story.told.append(str(error))
    return story


def _positions(match: Match, flag: Flag, story: DisputeJson, viewer: Viewer) -> None:
    """Fill in what needs the rules of the game."""
    before = _before(match, flag.event)
    story.moves = _moves(match, flag, viewer)
    story.event = next(one.text for one in story.moves if one.ply == flag.ply)
    story.rule = _rule(match, match.store.event(flag.event))
    if before is not None:
        story.before = _place(match, before, viewer)
        story.differs = reading.diff(match, before, flag.event, viewer).differs
    story.after = _place(match, flag.event, viewer)
    if story.settled is not None:
        row = match.store.row_by_n(match.row.id, flag.settled)
        story.settled.differs = reading.diff(match, flag.event, row.after, viewer).differs
        story.settled.changed = _changed(match, row.entry.did, viewer)


def _rule(match: Match, fact: Event) -> str:
    event = match.decode([fact.body])[0]
    if not isinstance(event, Moved):
        return ""
    kind = type(event.move)
    return fold.TABLE if kind in fold.LEAVING else match.game.section(kind)


def _before(match: Match, event: int) -> int | None:
    """The event before the step that an event belongs to: what luck gave belongs to its move."""
    fact = match.store.event(event)
    while fact.parent is not None and by_luck(fact):
        fact = match.store.event(fact.parent)
    return fact.parent


def _place(match: Match, event: int, viewer: Viewer) -> PlaceJson:
    spot = match.at(event)
    state = reading.viewed(match, spot.position.state, viewer)
    labels = match.labels(state)
    lines = match.game.picture(state, labels).lines
    return PlaceJson(
        ply=spot.ply,
        head=match.head(event),
        turn=reading.turn_texts(match, state),
        waits_for=[labels[seat] for seat in fold.waits(match.game, state)],
        standing=reading.standing(match, state),
        ended=state.ended,
        picture=["".join(text for text, _ in line).rstrip() for line in lines],
    )


def _moves(match: Match, flag: Flag, viewer: Viewer) -> list[LogJson]:
    """The events around the marked one: how the line went on then, else how it goes on now."""
    ends = (flag.row.after, match.store.head(match.row.id, flag.said.timeline))
    end = next((one for one in ends if one != flag.event and _above(match, flag, one)), flag.event)
    last = min(flag.ply + AROUND, match.store.event(end).ply)
    end = match.store.ancestor(end, last)
    above = max(flag.ply - AROUND - 1, 0)
    facts = match.store.path(end, above)
    told = [
        reading.entry(step, fact.digest.hex(), viewer, [flag.n] if step.ply == flag.ply else [])
        for step, fact in zip(match.steps(end, above=above), facts, strict=True)
    ]
    if flag.ply <= AROUND:
        digest = match.root.digest.hex()[:SHOWN]
        marked = [flag.n] if not flag.ply else []
        opened = f"opened {match.game_name} by {', '.join(match.players)}"
        told.insert(0, LogJson(0, "opened", None, opened, digest, False, marked))
    return told


def _above(match: Match, flag: Flag, event: int) -> bool:
    return bool(flags.on_line(match, event, [flag]))


def _since(match: Match, flag: Flag, viewer: Viewer) -> list[JournalJson]:
    """The rows since a flag, up to the one that settled it."""
    try:
        return [
            row
            for row in reading.journal(match, viewer, flag.n)
            if not flag.settled or row.n < flag.settled
        ]
    except (Differs, Untold):
        rows = match.store.journal(match.row.id, flag.n)
        return [_bare(match, row) for row in rows if not flag.settled or row.n < flag.settled]


def _bare(match: Match, row: Row) -> JournalJson:
    """A row without its moves, where the rules can no longer tell them."""
    said = row.entry
    before = None if row.before is None else match.head(row.before)
    return JournalJson(
        row.n, said.done, said.timeline, before, match.head(row.after), said.by, said.reason,
        said.at, receipt(row.n, row.digest), [], [],
        before_ply=None if row.before is None else match.store.event(row.before).ply,
        after_ply=match.store.event(row.after).ply,
    )  # fmt: skip


def _settled(match: Match, row: Row) -> SettledJson:
    said = row.entry
    return SettledJson(
        n=row.n,
        text=said.reason,
        by=said.by,
        at=said.at,
        receipt=receipt(row.n, row.digest),
        timeline=said.timeline,
        ply=match.store.event(row.after).ply,
        head=match.head(row.after),
        did=said.did,
        changed=[],
        differs=[],
    )


def _changed(match: Match, did: list[int], viewer: Viewer) -> list[DifferenceJson]:
    """What lies between the head before the first remedy and the one after the last."""
    if not did:
        return []
    first, last = (match.store.row_by_n(match.row.id, n) for n in (did[0], did[-1]))
    if first.before is None:
        return []
    return reading.diff(match, first.before, last.after, viewer).differs
