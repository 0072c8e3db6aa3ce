"""Bots: players that decide by themselves, for simulations and for trying a pack out.

A bot sees what its seat sees (a view), and is as repeatable as a roll: where it does not care, luck
decides on the stream `bot/SEAT`. Bots neither concede nor agree to stop.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec

from engine.chance import Request, count_outcomes, draw, outcomes, total
from engine.fold import present, standing, state_bytes
from engine.game import Game
from engine.luck import Luck

Bot = Callable[[Game, Any, int, Luck, int], Any]
"""`(game, view, seat, luck, nth)` gives a move of the seat; nth tells the decisions apart."""

MOST_OUTCOMES = 100
"""A chance with more outcomes is judged by samples."""
SAMPLES = 12
WON = 1000
"""What the end of the match counts for beside the points."""


def random(game: Game, state: Any, seat: int, luck: Luck, nth: int) -> Any:
    """Any legal move of the seat, each as likely."""
    return _any(_own(game, state, seat), seat, luck, nth)


def greedy(game: Game, state: Any, seat: int, luck: Luck, nth: int) -> Any:
    """The move after which the seat stands best: its points less those of the best other side, on
    average over the chance that the move leads to."""
    moves = _own(game, state, seat)
    if len(moves) == 1:
        return moves[0]
    before = state_bytes(state)
    values = [_expected(game, before, seat, move, luck, nth) for move in moves]
    best = max(values)
    return _any(
        [move for move, value in zip(moves, values, strict=True) if value == best], seat, luck, nth
    )


BOTS: dict[str, Bot] = {"random": random, "greedy": greedy}


def _own(game: Game, state: Any, seat: int) -> list[Any]:
    return [move for mover, move in game.moves(state) if mover == seat]


def _any(moves: list[Any], seat: int, luck: Luck, nth: int) -> Any:
    return moves[luck.below(len(moves), f"bot/{seat}", nth, 0)[0]]


@lru_cache(maxsize=16)
def _reader(kind: Any) -> Callable[[bytes], Any]:
    return msgspec.json.Decoder(kind).decode


def _expected(
    game: Game, before: bytes, seat: int, move: Any, luck: Luck, nth: int
) -> Fraction | int:
    read = _reader(game.State)
    state = read(before)
    game.play(state, seat, move)
    request = None if state.ended else game.chance(state)
    if request is None:
        return _lead(game, state, seat)
    after, sum_, weights = state_bytes(state), 0, 0
    for values, weight in _outcomes(request, luck, nth):
        state = read(after)
        game.resolve(state, values)
        sum_ += weight * _lead(game, state, seat)
        weights += weight
    return Fraction(sum_, weights)


def _outcomes(request: Request, luck: Luck, nth: int) -> Iterator[tuple[list[str], int]]:
    if count_outcomes(request) <= MOST_OUTCOMES and total(request):
        yield from outcomes(request)
    else:
        yield from ((draw(luck, request, nth * SAMPLES + i), 1) for i in range(SAMPLES))


def _lead(game: Game, state: Any, seat: int) -> int:
    """The points of the seat's side less those of the best other side still in the match, or what
    the game itself says that the position is worth."""
    sides = standing(game, state)
    own = next(side for side in sides if seat in side.seats)
    others = [side for side in sides if side is not own]
    here = set(present(game, state))
    left = [side for side in others if not here.isdisjoint(side.seats)] or others
    worth = game.outlook(state, seat)
    lead = own.points - max((side.points for side in left), default=0) if worth is None else worth
    if state.ended:
        return lead + (WON if own.rank == 1 else -WON)
    return lead
