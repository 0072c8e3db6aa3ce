"""A tiny game with hidden cards: draw, show, discard face down, until the deck is used up twice."""

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Struct

from engine import game
from engine.cards import Deck, Hand
from engine.chance import Request, certain
from engine.errors import IllegalMove
from engine.game import UNSEEN_CARDS, Picture, Standing, Turn
from engine.words import name

PRINTED = {"ace": 2, "king": 2, "queen": 3, "jack": 1}


class Options(game.Options, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """No doubtful rule."""


class State(game.State, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The deck, the hands, the discards seen; `drawing` waits for a card."""

    options: Options
    deck: Deck
    hands: list[Hand]
    seen: dict[str, int] = {}
    turn: int = 0
    drawing: bool = False


class DrawCard(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True,
    tag_field="verb", tag="take",
):  # fmt: skip
    """Draw a card unseen by others."""


class Show(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True,
    tag_field="verb", tag="show",
):  # fmt: skip
    """Show a card and discard it."""

    card: Annotated[str, name("card")]


class Bury(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True,
    tag_field="verb", tag="bury",
):  # fmt: skip
    """Discard the whole hand face down."""


class Hidden(game.Game):
    """The rules."""

    name, title, version, players = "hidden", "Hidden", "1", (2, 3)
    State, Options, Pack = State, Options, None
    Moves = DrawCard | Show | Bury
    OPTIONS: dict[str, Any] = {}

    def setup(self, players: int, options: Options) -> State:
        hands = [Hand() for _ in range(players)]
        return State(options=options, deck=Deck.of(PRINTED), hands=hands)

    def waits(self, state: State) -> list[int]:
        return [] if state.ended or state.drawing else [state.turn]

    def turn(self, state: State) -> Turn:
        return Turn([f"{{{state.turn}}}"])

    def chance(self, state: State) -> Request | None:
        if not state.drawing:
            return None
        return state.deck.draw("draw", "cards", PRINTED, state.hands, 1, state.turn)

    def moves(self, state: State) -> list[tuple[int, Any]]:
        hand = state.hands[state.turn]
        found: list[Any] = [Show(name) for name in state.deck.showable(state.hands, hand)]
        found += [Bury()] if hand.size else []
        return [(state.turn, move) for move in [DrawCard(), *found]]

    def check(self, state: State, seat: int, move: Any) -> None:
        hand = state.hands[seat]
        if seat != state.turn:
            raise IllegalMove("it is another player's turn", "Turns")
        if type(move) is Bury and not hand.size:
            raise IllegalMove("the hand is empty", "Cards")
        if type(move) is Show and not state.deck.may_show(state.hands, hand, move.card):
            raise IllegalMove(f"the hand cannot hold {move.card}", "Cards")

    def play(self, state: State, seat: int, move: Any) -> None:
        hand = state.hands[seat]
        if type(move) is DrawCard:
            self._draw(state)
            return
        if type(move) is Show:
            state.deck.show(state.hands, hand, move.card)
            state.seen[move.card] = state.seen.get(move.card, 0) + 1
        else:
            for card, copies in [*hand.known.items(), ("?", hand.unseen)]:
                for _ in range(copies):
                    state.deck.bury(hand, card)
        self._next(state)

    def _draw(self, state: State) -> None:
        if not state.deck.size:
            if state.deck.shuffles == 2 or not (state.seen or state.deck.buried):
                state.ended = "no card is left"
                return
            state.deck.shuffle(state.seen, state.hands)
            state.seen = {}
        state.drawing = True
        request = self.chance(state)
        values = certain(request) if request else None
        if values is not None:
            self.resolve(state, values)

    def resolve(self, state: State, values: list[str]) -> None:
        state.drawing = False
        state.deck.deal(state.hands[state.turn], values[0])
        self._next(state)

    def _next(self, state: State) -> None:
        state.turn = (state.turn + 1) % len(state.hands)
        while state.turn in state.conceded:
            state.turn = (state.turn + 1) % len(state.hands)

    def leave(self, state: State, seats: Sequence[int]) -> None:
        if state.turn in seats:
            self._next(state)

    def standing(self, state: State) -> list[Standing]:
        return [Standing([seat], 0, 1) for seat in range(len(state.hands))]

    def broken(self, state: State) -> list[str]:
        return state.deck.broken(state.hands)

    def view(self, state: State, seat: int | None) -> State:
        hands = [
            hand if seat == owner else state.deck.hide(hand)
            for owner, hand in enumerate(state.hands)
        ]
        return State(**{f: getattr(state, f) for f in State.__struct_fields__} | {"hands": hands})

    def deal(self, state: State) -> Request | None:
        return state.deck.unseen_request(state.hands, "deal", UNSEEN_CARDS)

    def reveal(self, state: State, values: list[str]) -> None:
        state.deck.reveal(state.hands, values[0])

    def names(self, state: State, kind: str) -> list[str]:
        return list(PRINTED)

    def picture(self, state: State, names: Sequence[str]) -> Picture:
        return Picture([], "")
