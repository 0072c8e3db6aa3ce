"""What a position is worth beside its score: to win, no Esoteric Beast may be lost.

The weights were found by simulation. The score alone makes a player who captures nothing but Beasts
and then loses the rest of them to damage.
"""

from engine.games.esoteric_beasts.box import Box
from engine.games.esoteric_beasts.state import UPRIGHT, Slot, State

BEAST, OTHER = 100, -30
"""A captured Esoteric Beast, and another captured card."""
LOST, BURIED = -200, -10
"""An Esoteric Beast on the discards, and one in Set B."""
DANGER = -20
"""A point of attack that lies upright in Set A."""


def outlook(box: Box, state: State) -> int:
    """Captures, less what is lost or may be; unseen cards count by how many are Esoteric."""
    beasts = sum(map(box.esoteric.__getitem__, state.captured))
    others = len(state.captured) - beasts
    upright = sum(box.attack[slot] for slot in state.hand if slot[:2] == UPRIGHT)
    return (
        BEAST * (beasts + len(state.thrashed))
        + OTHER * others
        + _beasts(box, state, state.discard, LOST)
        + _beasts(box, state, state.energy, BURIED)
        + DANGER * upright
    )


def _beasts(box: Box, state: State, slots: list[Slot], each: int) -> int:
    """What the Esoteric Beasts of a pile are worth, at so much each."""
    worth = 0
    for name, deal in state.deals.items():
        there = slots.count(name)
        if there:
            worth += each * there * deal.esoteric // deal.unseen
    return worth + each * sum(box.esoteric.get(slot[2:], False) for slot in slots)
