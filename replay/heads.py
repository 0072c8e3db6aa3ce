"""Where an undo or a redo leads, and the row that moves a head there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine import fold
from engine.events import Resolved
from eventstore import Event
from replay import errors
from replay.building import by_luck
from replay.steps import MAIN, By, Done, Step

if TYPE_CHECKING:
    from replay.match import Match


def undo_to(match: Match, old: Event, steps: int, to: int | None) -> int:
    """The ply that an undo goes back to. Only as much of the line is read as it needs."""
    if to is not None and not 0 <= to < max(old.ply, 1):
        forth = "; what was undone comes back by `redo`" if to > old.ply else ""
        raise errors.Refused(
            f"There is no ply {to} to go back to; the last one is {max(old.ply - 1, 0)}{forth}."
        )
    above = old.ply - 64 if to is None else to - 64
    while True:
        tail = match.store.path(old.id, max(above, 0))
        starts = [fact.ply for fact in tail if not by_luck(fact)]
        if above <= 0 or (len(starts) > steps if to is None else starts and starts[0] <= to):
            break
        above -= old.ply - above
    # What luck gave right after the root belongs to the root's own step.
    floor = starts[0] - 1 if above <= 0 and starts else max(above, 0)
    if not starts:
        raise errors.Refused("There is nothing to undo: no move has been made.")
    if to is None:
        if not 1 <= steps <= len(starts):
            raise errors.Refused(
                f"{steps} steps cannot be undone; there are {len(starts)} to go back."
            )
        return starts[-steps] - 1
    if not floor <= to < old.ply:
        raise errors.Refused(
            f"There is no ply {to} to go back to; it is from {floor} to {old.ply - 1}."
        )
    if to + 1 not in starts:
        raise errors.Refused(
            f"Ply {to} lies inside a step: luck's outcome belongs to the move before it; "
            f"go back to {max(s - 1 for s in starts if s - 1 < to)}."
        )
    return to


def turn_began(match: Match, old: Event) -> int:
    """Where the turn of the last decision began, at its first decision: what chance showed
    before that, at the table too, belongs to what led to it, as luck's outcomes do."""
    path = match.store.path(old.id)
    events = match.decode([fact.body for fact in path])
    starts = [ply for ply in range(1, len(path)) if type(events[ply]) is not Resolved]
    if not starts:
        # Nobody has decided anything: then what opened the match is taken back.
        return undo_to(match, old, 1, None)
    position = fold.begin(match.game, events[0])
    turns: list[list[str]] = []
    for event in events[1:]:
        turns.append(match.game.turn(position.state).texts)
        fold.advance(match.game, position, (event,))
    ply = starts[-1] - 1
    current = turns[ply]
    for start in reversed(starts):
        if turns[start - 1] != current:
            break
        ply = start - 1
    return ply


def redo_to(
    match: Match,
    path: Sequence[Event],
    at: int,
    steps: int,
    to: int | None,
    turn: bool,
) -> int:
    last = len(path) - 1
    ends = [fact.ply - 1 for fact in path[at + 2 :] if not by_luck(fact)] + [last]
    if to is not None:
        if to not in ends:
            raise errors.Refused(
                f"There is no step that ends at ply {to} ahead; they end at "
                f"{', '.join(map(str, ends[:12]))}."
            )
        return to
    if turn:
        events = match.decode([fact.body for fact in path])
        position = fold.begin(match.game, events[0])
        fold.advance(match.game, position, events[1 : at + 1])
        began = match.game.turn(position.state).texts
        for ply in range(at + 1, last + 1):
            fold.advance(match.game, position, events[ply : ply + 1])
            if ply in ends and match.game.turn(position.state).texts != began:
                return ply
        return last
    if not 1 <= steps <= len(ends):
        raise errors.Refused(f"{steps} steps cannot be redone; there are {len(ends)} ahead.")
    return ends[steps - 1]


def move_head(
    match: Match,
    done: str,
    timeline: str,
    old: Event,
    new: Event,
    told: By,
    asked: Any,
) -> Done:
    """A row that only moves a head."""
    was = ended(match, old.id) if timeline == MAIN else ""
    low, high = sorted((old, new), key=lambda fact: fact.ply)
    steps = _told(match, high.id, low.ply)
    result = match.result(timeline, match.at(new.id).position.state, was)
    row, repeated = match.write(
        done, timeline, told, asked, head=old.id, after=new.id, result=result
    )
    return Done(row, timeline, new.ply, steps, repeated)


def ended(match: Match, event: int) -> str:
    """Why the match was over at an event. Where its line no longer folds, whatever the cache
    of results holds of it goes."""
    try:
        return str(match.at(event).position.state.ended)
    except errors.Differs:
        return "unknown"


def _told(match: Match, event: int, above: int) -> list[Step]:
    """The steps that a head is moved over, as far as they can still be told."""
    try:
        return match.steps(event, above=above)
    except Exception:
        # Rules that changed may fail on them; the head can be moved off them all the same.
        return []
