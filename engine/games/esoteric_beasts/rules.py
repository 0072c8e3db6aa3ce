"""The rules of Esoteric Beasts as the kernel asks for them; their parts have modules of their own.

The tables here lead from a move to what is legal and to what it does.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, ClassVar

import msgspec

from engine.chance import Request
from engine.errors import IllegalMove
from engine.game import Game, Picture, Standing, Turn
from engine.games.esoteric_beasts import flips, invariants, news, response
from engine.games.esoteric_beasts import pack as deck
from engine.games.esoteric_beasts import state as table
from engine.games.esoteric_beasts.box import Box
from engine.games.esoteric_beasts.moves import Explore, Moves, Return, Subdue, Thrash
from engine.games.esoteric_beasts.outlook import outlook
from engine.games.esoteric_beasts.visit import WON, score
from engine.glossary import Article

Listing = Callable[[Box, table.State], Iterator[Any]]
Handler = Callable[[Box, table.State, Any], None]

RULES: dict[type, tuple[Handler, Handler]] = {
    # Whether a move is legal, and what it does.
    Subdue: (response.check_subdue, response.subdue),
    Thrash: (response.check_thrash, response.thrash),
    Return: (response.check_return, response.return_),
    Explore: (response.check_explore, response.explore),
}
CHECKS = {kind: check for kind, (check, _) in RULES.items()}
PLAYS = {kind: play for kind, (_, play) in RULES.items()}

ASKED: dict[str, tuple[tuple[type, ...], tuple[Listing, ...]]] = {
    # What the match may wait for (`State.step`): the moves that answer it, how they are listed.
    "respond": (
        (Subdue, Thrash, Explore),
        (response.subdues, response.thrashes, response.explores),
    ),
    "thrash": ((Thrash,), (response.thrashes,)),
    "return": ((Return,), (response.returns,)),
    "explore": ((Explore,), (response.explores,)),
}
WRONG_MOMENT = {
    # Why another kind of move must wait, and the heading that says so.
    "respond": ("cards are returned after four Esoteric Beasts were thrashed", response.THRASH),
    "thrash": ("a thrash has begun; its next Beast is named first (`thrash`)", response.THRASH),
    "return": ("a thrash has cards to return first (`return`)", response.THRASH),
    "explore": ("after a thrash only `explore` is left", response.THRASH),
}
SETS = {"A": (13, 7), "B": (27, 13)}
"""The ordinary and the Esoteric cards of each set ("Setup b" to "Setup e")."""


class Beasts(Game):
    """Esoteric Beasts."""

    name = "esoteric-beasts"
    title = "Esoteric Beasts"
    version = "1"
    players = (1, 1)
    State = table.State
    Options = table.Options
    Moves = Moves
    Pack = deck.Pack
    OPTIONS: ClassVar[dict[str, Any]] = {
        "visit": "one-step",
        "free_capture": "forced",
        "zero_capture": "free",
        "thrashed_score": "count",
        "thrash_top": "step",
        "zero_explore": "one",
        "empty_hand": "ends",
        "stall_stop": "on",
    }

    def __init__(self, pack: deck.Pack) -> None:
        super().__init__(pack)
        deck.check_pack(pack)
        self.box = Box(pack)
        self._copy = msgspec.json.Decoder(table.State).decode

    def setup(self, players: int, options: table.Options) -> table.State:
        # As if the two kinds and then each set were shuffled: `flips` stands for that.
        sizes = {deal: ordinary + beasts for deal, (ordinary, beasts) in SETS.items()}
        return table.State(
            options=options,
            hand=["A"] * sizes["A"],
            energy=["B"] * sizes["B"],
            deals={
                d: table.Deal(unseen=sizes[d], esoteric=beasts) for d, (_, beasts) in SETS.items()
            },
            step="respond",
        )

    def waits(self, state: table.State) -> list[int]:
        return [] if state.ended or flips.due(state) else [0]

    def turn(self, state: table.State) -> Turn:
        return Turn([f"turn {state.explores + 1}"])

    def chance(self, state: table.State) -> Request | None:
        return flips.request(self.box, state)

    def moves(self, state: table.State) -> list[tuple[int, Any]]:
        if state.ended or flips.due(state):
            return []
        listings = ASKED[state.step][1]
        return [(0, move) for move in chain(*(listed(self.box, state) for listed in listings))]

    def check(self, state: table.State, seat: int, move: Any) -> None:
        kind = type(move)
        if kind not in ASKED[state.step][0]:
            raise IllegalMove(*WRONG_MOMENT[state.step])
        CHECKS[kind](self.box, state, move)

    def play(self, state: table.State, seat: int, move: Any) -> None:
        PLAYS[type(move)](self.box, state, move)

    def resolve(self, state: table.State, values: list[str]) -> None:
        flips.flip(self.box, state, values[0])

    def leave(self, state: table.State, seats: Sequence[int]) -> None:
        # Nobody is left to play on, so the kernel has ended the match.
        return

    def standing(self, state: table.State) -> list[Standing]:
        # Nobody is beaten here: a win has the first rank, everything else has none (0).
        return [Standing([0], score(self.box, state), int(state.ended == WON))]

    def outlook(self, state: table.State, seat: int) -> int:
        """What a bot holds the position worth, in place of the points: these alone mislead it."""
        return outlook(self.box, state)

    def broken(self, state: table.State) -> list[str]:
        return list(invariants.broken(self.box, state))

    def view(self, state: table.State, seat: int | None) -> table.State:
        # What was seen stays open, and what nobody has seen is in no state.
        return self._copy(msgspec.json.encode(state))

    def names(self, state: table.State, kind: str) -> list[str]:
        """Cards, those first that a thrash may name now."""
        near = [move.card for move in response.thrashes(self.box, state)]
        return [*near, *(name for name in self.box.cards if name not in near)]

    def news(self, before: table.State, after: table.State, event: Any) -> Iterator[str]:
        return news.news(self.box, before, after, event)

    def glance(self, state: table.State) -> Iterator[str]:
        return news.glance(self.box, state)

    def glossary(self) -> list[Article]:
        # Imported here: it is all text, which few commands need.
        from engine.games.esoteric_beasts.glossary import glossary

        return glossary(self.box, self.pack)

    def picture(self, state: table.State, names: Sequence[str]) -> Picture:
        # Imported here: few commands draw.
        from engine.games.esoteric_beasts import draw

        return draw.picture(self.box, state, names)
