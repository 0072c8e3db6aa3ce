"""SIGHT of a card that nobody has seen: what it may be, with the exact weights.

The 40 ordinary cards and the 20 Esoteric Beasts are shuffled apart and dealt 13 and 7 to Set A, the
rest to Set B ("Setup b" to "Setup e"). So the unseen cards of a kind are exchangeable over the
whole deck, and only how many of a deal's unseen slots are Esoteric is fixed: a slot of a deal with
u unseen slots, e of them Esoteric, is each of the E unseen Beasts with the chance e / (u E), and
each of the O unseen ordinary cards with (u - e) / (u O). The weights are that times u E O. This is
the distribution of shuffling first, whatever was flipped before and wherever the slots have gone.
"""

from engine.chance import Weighted
from engine.games.esoteric_beasts.box import Box
from engine.games.esoteric_beasts.state import DEALS, SEEN, UPRIGHT, State

VERB, STREAM = "flip", "flips"


def unseen(box: Box, state: State) -> list[str]:
    """The cards that nobody has seen, in the pack's order."""
    seen = {slot[2:] for slot in (*state.hand, *state.energy, *state.discard)}
    seen.update(state.captured, state.thrashed)
    return [name for name in box.cards if name not in seen]


def due(state: State) -> bool:
    """Whether the top card waits for its SIGHT, unseen."""
    return (
        not state.ended and state.step != "return" and bool(state.hand) and state.hand[0] in DEALS
    )


def request(box: Box, state: State) -> Weighted | None:
    """The flip that is due, or None."""
    if not due(state):
        return None
    left = unseen(box, state)
    weights = _weights(box, state, left)
    # Counts that were set by hand may fit no card: then each may come up, and of no card none.
    return Weighted(VERB, STREAM, weights or dict.fromkeys(left, 1)) if left else None


def _weights(box: Box, state: State, left: list[str]) -> dict[str, int]:
    deal, esoteric = state.deals[state.hand[0]], box.esoteric
    beasts = sum(map(esoteric.__getitem__, left))
    ordinary = len(left) - beasts
    if beasts == 0 or ordinary == 0:
        return dict.fromkeys(left, 1)
    of_beast, of_ordinary = deal.esoteric * ordinary, (deal.unseen - deal.esoteric) * beasts
    weights = {name: of_beast if esoteric[name] else of_ordinary for name in left}
    if of_beast > 0 and of_ordinary > 0:
        return weights
    return {name: weight for name, weight in weights.items() if weight > 0}


def certain(box: Box, state: State) -> str:
    """The only card that the unseen top card can be; empty where there are several."""
    a, b = state.deals["A"], state.deals["B"]
    beasts = a.esoteric + b.esoteric
    ordinary = a.unseen + b.unseen - beasts
    deal = state.deals[state.hand[0]]
    possible = beasts * (deal.esoteric > 0) + ordinary * (deal.unseen > deal.esoteric)
    if possible != 1:
        return ""
    return next((n for n in unseen(box, state) if box.esoteric[n] == (deal.esoteric > 0)), "")


def flip(box: Box, state: State, card: str) -> None:
    """SIGHT: the unseen top card is this one."""
    deal = state.deals[state.hand[0]]
    deal.unseen -= 1
    if box.esoteric[card]:
        deal.esoteric -= 1
    options = state.options
    both = options.visit == "sight-and-awaken" and not only_sight(state)
    state.hand[0] = (UPRIGHT if both else SEEN) + card
    state.idle = 0


def only_sight(state: State) -> bool:
    """Whether the new top card after a thrash is turned face up and no more (`sight-only`)."""
    return state.step == "explore" and state.options.thrash_top == "sight-only"
