"""The step of a card that comes on top (SIGHT, AWAKEN, ENCOUNTER), the ends, and the score."""

from engine.games.esoteric_beasts import flips
from engine.games.esoteric_beasts.box import Box
from engine.games.esoteric_beasts.state import DEALS, State

WON = "all captured"
SPOILT = "all captured, score 0 or less"
ENERGY_EMPTY = "energy empty"
HAND_EMPTY = "hand empty"
STALLED = "stalled"
STALL = 60
"""EXPLOREs in a row after which a match in which nothing happens is over (`stall-stop`)."""


def settle(box: Box, state: State) -> None:
    """An action is complete: the ends are looked for, then the top card takes its step.

    Ending Condition: all Beasts come before an empty Set B, so that the last capture wins even if
    it used up Set B.
    """
    captures = len(state.captured) + len(state.thrashed)
    if captures >= box.beasts and caught(box, state) == box.beasts:
        state.ended = WON if score(box, state) > 0 else SPOILT
    elif not state.energy:
        state.ended = ENERGY_EMPTY
    elif state.hand:
        visit(box, state)
    elif state.options.empty_hand == "ends":
        state.ended = HAND_EMPTY
    else:
        state.hand.append(state.energy.pop(0))
        settle(box, state)


def visit(box: Box, state: State) -> None:
    """The card on top takes exactly one step, by how it lies. SIGHT of an unseen card is chance."""
    top = state.hand[0]
    if top in DEALS:
        card = flips.certain(box, state)
        if card:
            flips.flip(box, state, card)
        return
    turn = box.turned if state.options.visit == "one-step" else box.awakened
    if flips.only_sight(state):
        turn = box.sighted
    turned = turn.get(top)
    if turned is not None:
        state.hand[0], state.idle = turned, 0
    elif turn is not box.sighted:
        encounter(state, box.attack[top])


def encounter(state: State, damage: int) -> None:
    """ENCOUNTER: cards go off the top of Set B, before any response."""
    if not damage:
        return
    state.discard += state.energy[:damage]
    del state.energy[:damage]
    state.idle = 0
    if not state.energy:
        state.ended = ENERGY_EMPTY


def caught(box: Box, state: State) -> int:
    """The Esoteric Beasts that were captured, thrashed ones too."""
    return sum(map(box.esoteric.__getitem__, state.captured)) + len(state.thrashed)


def score(box: Box, state: State) -> int:
    """Scoring: Esoteric Beasts less the other cards that were captured."""
    beasts = sum(map(box.esoteric.__getitem__, state.captured))
    thrashed = len(state.thrashed) if state.options.thrashed_score == "count" else 0
    return beasts + thrashed - (len(state.captured) - beasts)
