"""What the table sets beside the rules: options ruled anew, and values set by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from engine import fold
from engine.events import Adjusted, Adjustment
from engine.notation import squash
from replay import errors, options, reading
from replay.steps import MAIN, Spot

if TYPE_CHECKING:
    from replay.match import Match


def ruling(match: Match, key: str, value: str) -> tuple[str, Any]:
    """An option as typed, if it can be ruled in the middle of a match: its field, its value."""
    kind = type(match.game)
    option, chosen = options.read(kind, match.players, key, value)
    known = {o.name: o for o in options.options(kind)}
    if known[option.replace("_", "-")].set_up:
        raise errors.Refused(
            f"The option {key} is only read by the set-up, so it cannot be ruled later."
        )
    return option, chosen


def adjustments(match: Match, state: Any, changes: Sequence[str]) -> Adjusted:
    """The event that sets values, as PATH=VALUE texts, in a state. Raises Refused or
    EngineError where they do not fit it."""
    event = Adjusted([_adjustment(match, state, change) for change in changes])
    if not event.values:
        raise errors.Refused("Nothing is adjusted: give at least one PATH=VALUE.")
    playable(match, fold.adjust(match.game, state, event))
    return event


def playable(match: Match, state: Any) -> None:
    """Raise Refused where the match could not go on from, or show, a state set by hand."""
    seats = range(len(state.seating))
    gone = state.conceded
    if len(set(gone)) != len(gone) or not set(gone) <= set(seats):
        raise errors.Refused("`conceded` lists seats of the match, each once.")
    if len(gone) == len(seats) and not state.ended:
        raise errors.Refused("Somebody must still be in a match that goes on.")
    spot = Spot(match.row.root, 0, fold.Position(state))
    try:
        match.game.broken(state)
        for viewer in (reading.Viewer(everything=True), *map(reading.Viewer, (None, *seats))):
            reading.show(match, spot, MAIN, viewer)
            reading.moves(match, spot, viewer)
            seen = reading.viewed(match, state, viewer)
            match.game.picture(seen, match.labels(seen))
        for seat, move in fold.moves(match.game, state):
            fold.check(match.game, state, seat, move)
            match.game.play(match.keeper.clone(state), seat, move)
    except Exception as error:
        raise errors.Refused(
            f"The rules cannot go on from that state ({type(error).__name__}: {error}); "
            "nothing was adjusted."
        ) from None


def _adjustment(match: Match, state: Any, change: str) -> Adjustment:
    path, value = options.split(change)
    labels = {squash(label): seat for seat, label in enumerate(match.labels(state))}
    steps: list[str | int] = []
    node = msgspec.to_builtins(state)
    for step in path.split("."):
        seat = labels.get(squash(step)) if len(steps) == 1 else None
        if isinstance(node, list) and seat is not None:
            steps.append(seat)
        elif not isinstance(node, dict) and step.isascii() and step.isdigit():
            steps.append(int(step))
        else:
            # The keys of a table are texts, digits too.
            steps.append(step)
        node = _inside(node, steps[-1])
    if steps[0] in ("seating", "options"):
        raise errors.Refused(
            f'"{path}" is not on the table: `rule` reads options anew, seats never change.'
        )
    return Adjustment(steps, builtin(value))


def _inside(node: Any, step: str | int) -> Any:
    """What stands at a step of a path, or None where nothing is written out."""
    try:
        return node[step]
    except (LookupError, TypeError):
        return None


def builtin(text: str) -> Any:
    """A value as typed: JSON where it is JSON, else the text itself."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return text
