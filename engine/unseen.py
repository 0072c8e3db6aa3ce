"""Whether a card that nobody has shown decides about a move: both kinds of hidden hands."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from engine.cards import Deck, Hand
from engine.chance import UNSEEN
from engine.game import Agree, Concede, Game
from engine.own_cards import OwnCards


def decides(game: Game, state: Any, seat: int, move: Any) -> bool:
    """Whether a move that is legal in this view takes a card out of the seat's hand which the view
    does not know to be there. Changes nothing."""
    if isinstance(move, Concede | Agree):
        return False
    own = _own(state, seat)
    if isinstance(own, OwnCards):
        return _shows_unseen(game, state, own, seat, move)
    return _names_unseen(state, own, move)


def _own(state: Any, seat: int) -> Any:
    """The part of a state that belongs to a seat, or all of it."""
    seats: Any = getattr(state, "seats", None)
    apart = isinstance(seats, list) and len(seats) == len(state.seating)
    return seats[seat] if apart else state


def _shows_unseen(game: Game, state: Any, own: OwnCards, seat: int, move: Any) -> bool:
    if UNSEEN not in own.hand:
        return False
    played = msgspec.json.decode(msgspec.json.encode(state), type=game.State)
    game.play(played, seat, move)
    after = _own(played, seat)
    if after.hand.count(UNSEEN) >= own.hand.count(UNSEEN):
        return False
    # Of the cards that leave the hand those that are shown are no longer among the hidden ones.
    shown = [name for name, number in own.hidden.items() if after.hidden.get(name, 0) < number]
    return any(not own.surely_holds(name) for name in shown)


def _names_unseen(state: Any, own: Any, move: Any) -> bool:
    named = {value for f in fields(type(move)) if isinstance(value := getattr(move, f.name), str)}
    hands = [part for part in _parts(own) if isinstance(part, Hand)]
    if not named or not any(hand.unseen for hand in hands):
        return False
    decks = [part for part in _parts(state) if isinstance(part, Deck)]
    hidden = {name for deck in decks for pool in deck.pools.values() for name in pool.cards}
    held = {name for hand in hands for name in hand.known if name != UNSEEN}
    return bool(named & hidden - held)


def _parts(node: Any) -> Iterator[Any]:
    """The structs of a state, outermost first."""
    if isinstance(node, Struct):
        yield node
        for f in fields(node):
            yield from _parts(getattr(node, f.name))
    elif isinstance(node, list):
        for item in node:
            yield from _parts(item)
