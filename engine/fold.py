"""The fold: a state is what a path of events gives.

`begin` makes the position of a root, `advance` plays recorded events on it (trusted: nothing is
checked), `check` asks whether a seat may do something now. Recording is `check`, then `advance`.
"""

import re
from collections.abc import Iterable
from hashlib import blake2b
from itertools import pairwise
from typing import Any

import msgspec
from msgspec import Struct

from engine import chance
from engine.chance import Request, draw
from engine.errors import EngineError, IllegalMove, IllegalOutcome
from engine.events import Adjusted, Adjustment, Event, Moved, Opened, Reseeded, Resolved, Ruled
from engine.game import UNSEEN_CARDS, Agree, Concede, Game, Result, Standing, State
from engine.luck import Luck
from engine.wording import plainly

TABLE = "table"
"""The rule cited where only recording, not the rulebook, forbids something."""


LEAVING = frozenset({Concede, Agree})
"""The moves of every game by which somebody leaves a match, or all do."""


class Position(Struct):
    """A state and what else a path has settled: the seed in force, and how often each stream was
    asked. `state` is the position's own."""

    state: Any
    seed: str | None = None
    asked: dict[str, int] = {}
    irregular: int = 0
    """How many `adjusted` events the path holds."""
    dealing: bool = False
    """Luck has taken over, or a state was set by hand under it: there may be unseen cards, which
    it deals first."""


def begin(game: Game, opened: Opened[Any]) -> Position:
    """The position of a root."""
    players = len(opened.players)
    options = clone_options(game, opened.options)
    state = game.setup(players, options)
    state.seating = game.seating(players)
    return Position(state, opened.seed)


def clone_options(game: Game, options: Any) -> Any:
    """A copy of options that a state may keep."""
    return msgspec.convert(msgspec.to_builtins(options), game.Options)


def advance(game: Game, position: Position, events: Iterable[Event]) -> None:
    """Play recorded events, in place. Never refuses what was recorded."""
    play, resolve, asked = game.play, game.resolve, position.asked
    state = position.state
    for event in events:
        kind = type(event)
        if kind is Moved:
            move = event.move  # type: ignore[union-attr]
            if type(move) in LEAVING:
                _leave(game, state, event.seat, move)  # type: ignore[union-attr]
            else:
                play(state, event.seat, move)  # type: ignore[union-attr]
        elif kind is Resolved:
            stream = event.stream  # type: ignore[union-attr]
            asked[stream] = asked.get(stream, 0) + 1
            if stream == UNSEEN_CARDS:
                game.reveal(state, event.values)  # type: ignore[union-attr,arg-type]
            else:
                resolve(state, event.values)  # type: ignore[union-attr,arg-type]
        else:
            state = _table(game, position, event)


def _leave(game: Game, state: State, seat: int, move: Concede | Agree) -> None:
    if isinstance(move, Agree):
        state.ended = "agreed to stop"
        return
    player = state.seating[seat]
    seats = [other for other, holder in enumerate(state.seating) if holder == player]
    state.conceded.extend(seats)
    gone = {*state.conceded, *game.eliminated(state)}
    for side in game.standing(state):
        if seat in side.seats and gone.issuperset(side.seats):
            state.conceded.extend(s for s in side.seats if s not in state.conceded)
    if len(sides_left(game, state)) <= (len(state.seating) > len(seats)):
        state.ended = "conceded"
    else:
        game.leave(state, seats)


def present(game: Game, state: State) -> list[int]:
    """The seats that are still in the match."""
    gone = {*state.conceded, *game.eliminated(state)}
    return [seat for seat in range(len(state.seating)) if seat not in gone]


def sides_left(game: Game, state: State) -> list[Standing]:
    """The sides of which somebody is still in the match, as the game itself ranks them."""
    left = set(present(game, state))
    return [side for side in game.standing(state) if not left.isdisjoint(side.seats)]


def _table(game: Game, position: Position, event: Event) -> Any:
    """Apply what the table decided beside the rules; returns the state, which may be a new one."""
    if isinstance(event, Ruled):
        setattr(position.state.options, event.option, event.value)
    elif isinstance(event, Reseeded):
        position.seed = event.seed
    elif isinstance(event, Adjusted):
        position.state = adjust(game, position.state, event)
        position.irregular += 1
    position.dealing = position.seed is not None
    return position.state


def adjust(game: Game, state: Any, event: Adjusted) -> Any:
    """The state with values set in it; raises EngineError where they do not fit its type."""
    tree = msgspec.json.decode(state_bytes(state))
    for change in event.values:
        _set(tree, change)
    try:
        return msgspec.json.decode(msgspec.json.encode(tree), type=game.State)
    except (msgspec.ValidationError, UnicodeEncodeError, OverflowError, RecursionError) as error:
        path, reason = plainly(error)
        # Written as it is typed: `seats.0.vp`.
        where = re.sub(r"\[([^\]]*)\]", r".\1", path)
        said = f"{where}: {reason}" if where else reason
        raise EngineError(f"The state cannot be adjusted so: {said}.") from None


def _set(tree: Any, change: Adjustment) -> None:
    node, path = tree, change.path
    try:
        for step, after in pairwise(path):
            node = _part(node, step, after)
        _put(node, path[-1], change.value)
    except LookupError:
        where = ".".join(map(str, path))
        raise EngineError(f'The state has nothing at "{where}".') from None


def _part(node: Any, step: str | int, after: str | int) -> Any:
    if isinstance(node, dict) and isinstance(step, str):
        # A part that is at its default is not written out, so it starts empty here.
        return node.setdefault(step, [] if isinstance(after, int) else {})
    if isinstance(node, list) and isinstance(step, int) and step >= 0:
        return node[step]
    raise LookupError


def _put(node: Any, step: str | int, value: Any) -> None:
    if isinstance(node, dict) and isinstance(step, str):
        node[step] = value
    elif isinstance(node, list) and isinstance(step, int) and 0 <= step <= len(node):
        node[step : step + 1] = [value]
    else:
        raise LookupError


def check(game: Game, state: Any, seat: int, move: Any) -> None:
    """Raise IllegalMove unless the seat may make this move now."""
    if state.ended:
        raise IllegalMove(f"the match is over ({state.ended})", TABLE)
    if not 0 <= seat < len(state.seating):
        raise IllegalMove(f"there is no seat {seat}", TABLE)
    if seat in state.conceded:
        raise IllegalMove("this player has conceded and is out of the match", TABLE)
    request = game.chance(state)
    if request is not None:
        raise IllegalMove(f"chance is due first (`{request.verb}`)", TABLE)
    if type(move) not in LEAVING:
        game.check(state, seat, move)
    elif seat in game.eliminated(state):
        raise IllegalMove("this player is out of the match", TABLE)


def check_outcome(game: Game, state: Any, stream: str, values: list[str]) -> None:
    """Raise IllegalOutcome unless chance is due on this stream and may have given the values."""
    request = None if state.ended else game.chance(state)
    if request is None:
        raise IllegalOutcome("No chance is due now.")
    if request.stream != stream:
        raise IllegalOutcome(f'Chance is due on "{request.stream}", not on "{stream}".')
    fits(game, state, request, values)


def fits(game: Game, state: Any, request: Request, values: list[str]) -> None:
    """Raise IllegalOutcome unless a request of this state may be answered by the values."""
    chance.fits(request, values)
    if request.stream != UNSEEN_CARDS:
        game.fits(state, values)


def due(game: Game, position: Position) -> Request | None:
    """What chance must decide at a position; where luck has taken over, the unseen cards first."""
    if position.state.ended:
        return None
    if position.dealing:
        request = game.deal(position.state)
        if request is not None:
            return request
        position.dealing = False
    return game.chance(position.state)


def by_luck(game: Game, position: Position, luck: Luck) -> tuple[Resolved, Request] | None:
    """What luck gives to the chance that is due, or None where none is."""
    request = due(game, position)
    if request is None:
        return None
    values = draw(luck, request, position.asked.get(request.stream, 0))
    return Resolved(request.stream, values, luck=True), request


def waits(game: Game, state: Any) -> list[int]:
    """The seats that owe a decision; none when the match is over or while chance is due."""
    if state.ended or game.chance(state) is not None:
        return []
    return game.waits(state)


def moves(game: Game, state: Any) -> list[tuple[int, Any]]:
    """The game's legal moves with their seats, without the kernel's `concede` and `agree`."""
    if state.ended or game.chance(state) is not None:
        return []
    return game.moves(state)


def standing(game: Game, state: Any) -> list[Standing]:
    """Each side, best first. A side that conceded ranks below every side that did not, a later
    concession above an earlier one; when all others have, the last side is first. A match of one
    side is lost by conceding it (rank 0)."""
    sides = game.standing(state)
    if not state.conceded:
        return sides
    out = {seat: place for place, seat in enumerate(state.conceded)}
    left = [s for s in sides if any(seat not in out for seat in s.seats)]
    gone = [s for s in sides if all(seat in out for seat in s.seats)]
    gone.sort(key=lambda s: -max(out[seat] for seat in s.seats))
    if not left:
        # Nobody is above him: who leaves a match of one side has lost it, and has no rank.
        return [msgspec.structs.replace(s, rank=0) for s in gone]
    ranks = sorted(s.rank for s in left)
    ranked = [msgspec.structs.replace(s, rank=1 + ranks.index(s.rank)) for s in left]
    ranked += [
        msgspec.structs.replace(s, rank=len(left) + 1 + place) for place, s in enumerate(gone)
    ]
    return ranked


def result(game: Game, state: Any) -> Result | None:
    """How the match ended, or None while it goes on."""
    return Result(standing(game, state), state.ended) if state.ended else None


_ENCODER = msgspec.json.Encoder()
state_bytes = _ENCODER.encode
"""The bytes of a state: unsorted, since the order of a dict is part of it."""


class Keeper:
    """Clones and digests the states of one match.

    The state digest is the BLAKE2b-256 of the state's bytes, keyed by the root's nonce, so that
    nobody can try out from a printed digest what another seat holds.
    """

    __slots__ = ("_bytes", "_decode", "_keyed")

    def __init__(self, game: Game, nonce: str) -> None:
        self._decode = msgspec.json.Decoder(game.State).decode
        self._bytes = bytearray()
        self._keyed = blake2b(key=bytes.fromhex(nonce), digest_size=32)

    def clone(self, state: Any) -> Any:
        """An equal state that shares nothing with this one."""
        return self._decode(state_bytes(state))

    def digest(self, state: Any) -> bytes:
        """The 32 bytes that stand for a state."""
        # The same bytes as `state_bytes` gives, into room that is kept.
        _ENCODER.encode_into(state, self._bytes)
        hasher = self._keyed.copy()
        hasher.update(self._bytes)
        return hasher.digest()
