"""What must hold at every moment of a match, in words where it does not.

`verify` asks at every event, so one quick pass counts everything, and the words are looked for only
where a count is wrong.
"""

from collections import Counter
from collections.abc import Iterator

from engine.chance import UNSEEN
from engine.games.taiwan_monsters_brawl.box import COLORS, RUNES, Box
from engine.games.taiwan_monsters_brawl.flow import decider
from engine.games.taiwan_monsters_brawl.state import Duel, State
from engine.games.taiwan_monsters_brawl.table import effort, hands


def broken(box: Box, state: State) -> list[str]:
    """The invariants that do not hold."""
    found: list[str] = []
    if not _adds_up(box, state):
        found += _rune_faults(box, state)
        found += _card_faults(box, state)
        found += _seat_faults(state)
    if state.duel is not None or state.dice != box.dice:
        found += _dice_faults(box, state)
    if state.duel is not None:
        found += _duel_faults(state, state.duel)
    waiting = decider(state)
    if not 0 <= waiting < len(state.seats):
        found.append(f"the match waits for seat {waiting}, which there is not")
    elif waiting in state.conceded and not state.ended:
        found.append("the match waits for a seat that has left it")
    return found


def _adds_up(box: Box, state: State) -> bool:
    """Whether no seat has what it may not have, and all runes and cards are there."""
    lying = [*state.revealed, *state.territory_discards]
    held: dict[str, list[str]] = {}
    runes = 0
    try:
        for rune, count in state.supply.items():
            runes += box.piles[rune][count]
        for brawler in state.seats:
            hand, card, placed = brawler.hand, brawler.card, brawler.colored
            if brawler.vp < 0 or brawler.chi < 0 or hand.shown or hand.past:
                return False
            if card:
                lying.append(card)
            if brawler.injured and (not card or state.phase in UNHURT):
                return False
            if hand.held:
                for key, names in hand.held.items():
                    held[key] = held[key] + names if key in held else names
            if brawler.exhausted:
                if state.step == "claim":
                    return False
                # Of two runes on one cell one is lost here, so that the sum is wrong.
                placed = placed | brawler.exhausted
            if placed:
                weights = box.weights[brawler.monster]
                for cell, rune in placed.items():
                    runes += weights[cell][rune]
    except KeyError:
        return False
    return (
        runes == box.all_runes
        and _territories_add_up(box, state, lying)
        and _spells_add_up(box, state, held)
    )


def _territories_add_up(box: Box, state: State, lying: list[str]) -> bool:
    """Whether each card is on the deck or lies somewhere, and none of them twice."""
    for pool in state.territories.pools.values():
        lying += pool.cards
        if len(pool.cards) != pool.left:
            return False
    names = box.territory_names
    return len(lying) == len(names) and not names.difference(lying)


def _spells_add_up(box: Box, state: State, held: dict[str, list[str]]) -> bool:
    """Whether all spells are there, and each pool can have given the names that hands hold."""
    spells, pools = sum(state.spell_discards.values()), state.spells.pools
    for pool in pools.values():
        spells += pool.left
        if pool.mixed or pool.shown:
            return False
    for key, names in held.items():
        spells += len(names)
        if key not in pools:
            return False
        cards = pools[key].cards
        for name in names:
            if cards.get(name, 0) < names.count(name) and name != UNSEEN:
                return False
    return spells == box.all_spells and state.drawn is None


UNHURT = ("set-up", "resources")
"""The phases in which nobody is injured: a challenge injures, the clean-up heals (C)."""


# In words


def _rune_faults(box: Box, state: State) -> Iterator[str]:
    placed: Counter[str] = Counter()
    for seat, brawler in enumerate(state.seats):
        board = box.boards.get(brawler.monster)
        for runes in (brawler.colored, brawler.exhausted):
            placed.update(runes.values())
            for cell, rune in runes.items():
                if board is None or rune not in board.takes.get(cell, ()):
                    yield f"a {rune} rune of seat {seat} lies on {cell}, which does not take it"
        for cell in brawler.colored:
            if cell in brawler.exhausted:
                yield f"two runes of seat {seat} lie on {cell}"
    for rune in RUNES:
        there = state.supply.get(rune, 0) + placed[rune]
        if there != box.pack.supply.runes or state.supply.get(rune, 0) < 0:
            yield f"there are {there} {rune} runes instead of {box.pack.supply.runes}"


def _card_faults(box: Box, state: State) -> Iterator[str]:
    out = hands(state)
    spells = state.spells.size + sum(state.spell_discards.values()) + sum(h.size for h in out)
    if spells != box.all_spells:
        yield f"there are {spells} spells instead of {box.all_spells}"
    yield from state.spells.broken(out)
    lying = Counter([*state.revealed, *state.territory_discards])
    lying.update(brawler.card for brawler in state.seats if brawler.card)
    lying.update(state.territories.hidden(()))
    for name in sorted(box.territory_names | set(lying)):
        if lying[name] != (name in box.territories):
            yield f"{name} is in {lying[name]} places"
    if state.territories.size != sum(state.territories.hidden(()).values()):
        yield "the territory deck does not have the cards that it should"


def _seat_faults(state: State) -> Iterator[str]:
    for seat, brawler in enumerate(state.seats):
        if brawler.vp < 0 or brawler.chi < 0:
            yield f"seat {seat} has less than no VP or chi"
        if brawler.injured and (not brawler.card or state.phase in UNHURT):
            yield f"seat {seat} is injured without a lost challenge behind it"
        if brawler.exhausted and state.step == "claim" and seat not in state.conceded:
            yield f"exhausted runes of seat {seat} have survived the clean-up"


def _dice_faults(box: Box, state: State) -> Iterator[str]:
    step, pool = effort(state), state.dice
    taken = step.dice if step is not None else []
    for color in COLORS:
        left = pool.get(color, 0)
        there = left + taken.count(color)
        if there != box.dice[color] or left < 0:
            yield f"there are {there} {color} dice instead of {box.dice[color]}"
    if step is not None and len(taken) < 3:
        yield "a duellist has fewer than three dice"


def _duel_faults(state: State, duel: Duel) -> Iterator[str]:
    seats, challenger, defender = state.seats, duel.challenger, duel.defender
    if not (0 <= challenger < len(seats) and 0 <= defender < len(seats)):
        yield "a duellist has no seat"
        return
    if challenger == defender:
        yield "a seat duels with itself"
    if len(duel.fired) > len(set(duel.fired)):
        yield "a seat has fired two Ultimates in one duel"
    if not (seats[defender].card and seats[challenger].card):
        yield "a duellist has no Territory Card"
    for part in (duel.attack, duel.defence):
        if part.values and (len(part.values) != len(part.dice) or part.total is None):
            yield "a roll does not show the dice that were taken"
