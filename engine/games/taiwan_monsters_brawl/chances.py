"""What chance decides: Territory Cards, spells, the Rune Die, the challenge dice."""

from collections.abc import Callable

from engine.cards import Hand
from engine.chance import Dice, Draw, Request, certain
from engine.games.taiwan_monsters_brawl.box import Box
from engine.games.taiwan_monsters_brawl.duel import current, misses_rolled, rolled
from engine.games.taiwan_monsters_brawl.moves import Rune
from engine.games.taiwan_monsters_brawl.powers import act_from_card
from engine.games.taiwan_monsters_brawl.setup import reveal, shuffle_territories
from engine.games.taiwan_monsters_brawl.spells import keep_drawn
from engine.games.taiwan_monsters_brawl.state import Owed, State
from engine.games.taiwan_monsters_brawl.table import gain_runes, hands, shuffle_spells

CHOICE = "choice"
"""The face of the Rune Die that lets the player pick."""


def due(state: State) -> bool:
    """Whether chance must decide something now."""
    return bool(state.owed) and state.owed[-1].do in REQUESTS


def request(box: Box, state: State) -> Request | None:
    """What chance must decide now."""
    if not state.owed:
        return None
    owed = state.owed[-1]
    make = REQUESTS.get(owed.do)
    return make(box, state, owed) if make else None


def _reveal(box: Box, state: State, owed: Owed) -> Draw:
    deck = state.territories
    return deck.draw("reveal", "territories", box.territory_copies, (), owed.count)


def _draw(box: Box, state: State, owed: Owed) -> Draw:
    return state.spells.draw("draw", "spells", box.spells, hands(state), owed.count, owed.seat)


def _runes(box: Box, state: State, owed: Owed) -> Dice:
    stream = f"round {state.round}/{owed.by}/{owed.why}"
    return Dice("rune", stream, [box.rune_die] * owed.count)


def _roll(box: Box, state: State, owed: Owed) -> Dice:
    dice = [box.faces[color] for color in current(state).dice]
    return Dice("dice", _occasion(state), dice)


def _reroll(box: Box, state: State, owed: Owed) -> Dice:
    dice = [box.faces[color] for color in current(state).dice]
    return Dice("dice", f"{_occasion(state)}/reroll", dice)


def _thunder(box: Box, state: State, owed: Owed) -> Dice:
    step = current(state)
    missed = [box.faces[c] for c, value in zip(step.dice, step.values, strict=True) if not value]
    return Dice("dice", f"{_occasion(state)}/thunder beast", missed)


def _occasion(state: State) -> str:
    """A roll is named by the challenger's turn, never by whom he has challenged."""
    duel = state.duel
    assert duel is not None
    return f"round {state.round}/{duel.challenger}/{'defence' if duel.attack.kept else 'attack'}"


REQUESTS: dict[str, Callable[[Box, State, Owed], Request]] = {
    "reveal": _reveal,
    "draw": _draw,
    "runes": _runes,
    "roll": _roll,
    "reroll": _reroll,
    "thunder": _thunder,
}


# Outcomes


def resolve(box: Box, state: State, values: list[str]) -> None:
    """Apply what chance has decided."""
    OUTCOMES[state.owed[-1].do](box, state, values)


def _revealed(box: Box, state: State, values: list[str]) -> None:
    reveal(state, values)


def _drawn(box: Box, state: State, values: list[str]) -> None:
    owed = state.owed[-1]
    hand = state.seats[owed.seat].hand
    if owed.why == "two":
        if state.drawn is None:
            state.drawn = Hand()
        hand = state.drawn
    for name in values:
        state.spells.deal(hand, name)
    owed.count -= len(values)
    if not owed.count:
        _all_drawn(state, owed)


def _all_drawn(state: State, owed: Owed) -> None:
    state.owed.pop()
    if state.drawn is None:
        return
    if state.drawn.size > 1:
        state.owed.append(Owed(do="part", seat=owed.seat))
    else:
        keep_drawn(state, owed.seat)


def _runes_rolled(box: Box, state: State, values: list[str]) -> None:
    owed = state.owed.pop()
    runes: list[Rune] = [face for face in values if face != CHOICE]  # type: ignore[misc]
    if owed.why != "spell":
        gain_runes(state, owed.seat, runes, owed.why, len(values) - len(runes))
    elif not runes:
        state.owed.append(Owed(do="power", seat=owed.seat))
    else:
        act_from_card(box, state, owed.seat, runes[0])


def _rolled(box: Box, state: State, values: list[str]) -> None:
    rolled(state, [int(value) for value in values])


def _misses(box: Box, state: State, values: list[str]) -> None:
    misses_rolled(state, [int(value) for value in values])


OUTCOMES = {
    "reveal": _revealed,
    "draw": _drawn,
    "runes": _runes_rolled,
    "roll": _rolled,
    "reroll": _rolled,
    "thunder": _misses,
}


# What needs no chance


def settle_reveal(box: Box, state: State) -> bool:
    """Shuffle when the deck is empty; turn up by itself what is certain."""
    if not state.territories.size:
        if state.territory_discards:
            shuffle_territories(state)
        else:
            state.owed.pop()
        return True
    return state.territories.size <= state.owed[-1].count and _sure(box, state)


def settle_draw(box: Box, state: State) -> bool:
    """Shuffle when the deck is empty, stop when nothing is left, draw what is certain."""
    if not state.spells.size:
        if not shuffle_spells(state):
            _all_drawn(state, state.owed[-1])
        return True
    return state.spells.size <= box.few_spells and _sure(box, state)


def settle_dice(box: Box, state: State) -> bool:
    return box.sure_dice and _sure(box, state)


def settle_runes(box: Box, state: State) -> bool:
    return box.sure_runes and _sure(box, state)


def _sure(box: Box, state: State) -> bool:
    asked = request(box, state)
    values = certain(asked) if asked else None
    if values is None:
        return False
    resolve(box, state, values)
    return True
