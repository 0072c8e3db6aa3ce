"""Where the match stands: what it waits for, and whom."""

from engine.games.taiwan_monsters_brawl import duel
from engine.games.taiwan_monsters_brawl.state import State


def asked(state: State) -> str:
    """What the match waits for: what is owed, the point of a duel, or the step of the round."""
    if state.owed:
        return state.owed[-1].do
    return state.step if state.duel is None else duel.asked(state)


def decider(state: State) -> int:
    """The seat that decides it (while chance is due: for whom it is)."""
    if state.owed:
        return state.turn if state.owed[-1].do == "reveal" else state.owed[-1].seat
    return state.turn if state.duel is None else duel.roller(state)
