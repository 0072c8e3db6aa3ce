"""Every installed game with the pack that it ships, and random matches of them."""

import random
from collections.abc import Iterator
from typing import Any

from engine import fold
from engine.chance import UNSEEN, private
from engine.events import Moved, Opened, Resolved
from engine.game import Game
from engine.luck import ALGORITHM, Luck
from replay import packs
from replay.games import games

NONCE = "00" * 16


def every() -> list[Game]:
    """The rules of each installed game over its own pack, by name."""
    return [packs.game_of(kind.name, packs.shipped(kind)) for kind in games()]


def opened(game: Game, players: int, seed: str | None) -> Opened[Any]:
    """The root of a match with the options of a new one."""
    people = [f"p{n}" for n in range(players)]
    options = game.Options(**game.OPTIONS)
    return Opened(game.name, game.version, "", people, options, ALGORITHM, NONCE, seed)


def events(
    game: Game, seed: int, *, most: int = 200, unseen: bool = False
) -> Iterator[tuple[fold.Position, Any]]:
    """A random match: each position, and the event that is played on it next. `unseen`: at a
    table where only its owner sees a private card."""
    rng = random.Random(seed)
    players = rng.randint(*game.players)
    position = fold.begin(game, opened(game, players, str(seed)))
    luck = Luck(str(seed))
    for _ in range(most):
        if position.state.ended:
            return
        event: Any
        given = fold.by_luck(game, position, luck)
        if given is not None:
            event, request = given
            if unseen and private(request) is not None:
                event = Resolved(event.stream, [UNSEEN] * len(event.values))
        else:
            event = Moved(*rng.choice(fold.moves(game, position.state)))
        yield position, event
        fold.advance(game, position, [event])
