"""What must hold at every moment of a match."""

from collections import Counter
from collections.abc import Iterator

from engine.games.esoteric_beasts import flips
from engine.games.esoteric_beasts.box import Box
from engine.games.esoteric_beasts.state import DEALS, DOWN, State
from engine.games.esoteric_beasts.visit import caught


def broken(box: Box, state: State) -> Iterator[str]:
    """The invariants that do not hold, in words."""
    slots = [*state.hand, *state.energy, *state.discard]
    names = [slot[2:] for slot in slots if slot not in DEALS]
    names += [*state.captured, *state.thrashed]
    if not box.cards.keys() >= set(names):
        unknown = next(name for name in names if name not in box.cards)
        yield f"the deck has no card {unknown!r}"
        return
    total = len(slots) + len(state.captured) + len(state.thrashed)
    if total != len(box.cards):
        yield f"there are {total} cards, not {len(box.cards)}"
    if len(set(names)) != len(names):
        twice = next(name for name, copies in Counter(names).items() if copies > 1)
        yield f"{twice} is in two places"
    yield from _lie(box, state)
    yield from _unseen(box, state, slots, names)
    yield from _thrashed(box, state)
    if not state.ended:
        yield from _goes_on(box, state)


def _lie(box: Box, state: State) -> Iterator[str]:
    for slot in filter(box.down.__contains__, [*state.energy, *state.discard]):
        yield f"{slot[2:]} lies face up outside Set A"
    if state.step != "return" and state.hand and not state.ended and state.hand[0][:2] == DOWN:
        yield "the top card of Set A is known and still face down"


def _unseen(box: Box, state: State, slots: list[str], names: list[str]) -> Iterator[str]:
    if tuple(state.deals) != DEALS:
        yield "the unseen cards are not counted by Set A and Set B"
        return
    for name, deal in state.deals.items():
        there = slots.count(name)
        if deal.unseen != there:
            yield f"{there} unseen slots come from Set {name}, not {deal.unseen}"
        if not 0 <= deal.esoteric <= deal.unseen:
            yield f"{deal.esoteric} of the {deal.unseen} unseen cards of Set {name} are Esoteric"
    beasts = box.beasts - sum(map(box.esoteric.__getitem__, names))
    counted = sum(deal.esoteric for deal in state.deals.values())
    if beasts != counted:
        yield f"{beasts} Esoteric Beasts are unseen, not {counted}"
    elif flips.due(state):
        yield from _weights(box, state, beasts, len(box.cards) - len(names))


def _weights(box: Box, state: State, beasts: int, left: int) -> Iterator[str]:
    request = flips.request(box, state)
    weights = request.weights if request else {}
    product = state.deals[state.hand[0]].unseen * beasts * (left - beasts)
    if sum(weights.values()) != (product or left) or 0 in weights.values():
        yield "the weights of the flip are not those of a shuffled deck"


def _thrashed(box: Box, state: State) -> Iterator[str]:
    around = len(box.elements)
    for place, name in enumerate(state.thrashed):
        if not box.esoteric[name]:
            yield f"{name} was thrashed and is no Esoteric Beast"
        elif box.element[name] != box.elements[place % around]:
            yield f"{name} was thrashed in the place of {box.elements[place % around]}"
    if bool(len(state.thrashed) % around) != (state.step == "thrash") and not state.ended:
        yield "a thrash has four Esoteric Beasts"


def _goes_on(box: Box, state: State) -> Iterator[str]:
    if not state.hand or not state.energy or caught(box, state) == box.beasts:
        yield "the match should be over"
    if (state.owed > 0) != (state.step == "return"):
        yield f"{state.owed} cards are to be returned"
    if state.owed > len(state.hand):
        yield f"{state.owed} cards are to be returned, Set A has {len(state.hand)}"
