"""What must hold at every moment of a match, in words where it does not.

`verify` asks at every event, so one quick pass counts everything, and the words are looked for only
where a count is wrong.
"""

from collections import Counter
from collections.abc import Iterator

from engine.chance import UNSEEN
from engine.games.taiwan_monsters_brawl.box import COLORS, RUNES, WEIGHTS, Box
from engine.games.taiwan_monsters_brawl.flow import decider
from engine.games.taiwan_monsters_brawl.state import State
from engine.games.taiwan_monsters_brawl.table import effort, hands

MOST = 99
"""Runes of a kind that a pack can have."""


def broken(box: Box, state: State) -> list[str]:
    """The invariants that do not hold."""
    found: list[str] = []
    if not (_runes_add_up(box, state) and _cards_add_up(box, state)):
        found += _rune_faults(box, state)
        found += _card_faults(box, state)
    for seat, brawler in enumerate(state.seats):
        if brawler.vp < 0 or brawler.chi < 0 or brawler.injured or brawler.exhausted:
            found += _seat_faults(state, seat)
    if state.duel is not None or state.dice != box.dice:
        found += _duel_faults(box, state)
    waiting = decider(state)
    if not 0 <= waiting < len(state.seats):
        found.append(f"the match waits for seat {waiting}, which there is not")
    elif waiting in state.conceded and not state.ended:
        found.append("the match waits for a seat that has left it")
    return found


def _runes_add_up(box: Box, state: State) -> bool:
    supply, boards = state.supply, box.boards
    counts = supply.values()
    try:
        total = supply["ultimate"] + supply["chi"] * CHI + supply["spell"] * SPELL
        total += supply["upgrade"] * UPGRADE + supply["reroll"] * REROLL
        for brawler in state.seats:
            colored, exhausted = brawler.colored, brawler.exhausted
            if colored:
                total += sum(map(boards[brawler.monster].weigh, colored.items()))
            if exhausted:
                total += sum(map(boards[brawler.monster].weigh, exhausted.items()))
                if not colored.keys().isdisjoint(exhausted):
                    return False
    except KeyError:
        return False
    return total == box.all_runes and min(counts) >= 0 and max(counts) <= MOST


_, CHI, SPELL, UPGRADE, REROLL = WEIGHTS.values()


def _cards_add_up(box: Box, state: State) -> bool:
    pools = state.spells.pools
    spells = sum(state.spell_discards.values())
    for pool in pools.values():
        spells += pool.left
        if pool.mixed or pool.shown:
            return False
    known: dict[str, list[str]] = {}
    lying = [*state.revealed, *state.territory_discards]
    for brawler in state.seats:
        if brawler.card:
            lying.append(brawler.card)
        hand = brawler.hand
        if hand.shown or hand.past:
            return False
        for key, names in hand.held.items():
            spells += len(names)
            known[key] = known[key] + names if key in known else names
    for pool in state.territories.pools.values():
        lying += pool.cards
        if len(pool.cards) != pool.left:
            return False
    if len(lying) != len(box.territories) or box.territory_names.difference(lying):
        return False
    return state.drawn is None and spells == box.all_spells and _may_be_held(state, known)


def _may_be_held(state: State, known: dict[str, list[str]]) -> bool:
    """Whether each pool can have given the names that hands hold of it."""
    pools = state.spells.pools
    for key, names in known.items():
        if key not in pools:
            return False
        cards = pools[key].cards
        for name in names:
            if name != UNSEEN and cards.get(name, 0) < names.count(name):
                return False
    return True


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


def _seat_faults(state: State, seat: int) -> Iterator[str]:
    brawler = state.seats[seat]
    if brawler.vp < 0 or brawler.chi < 0:
        yield f"seat {seat} has less than no VP or chi"
    if brawler.injured and (not brawler.card or state.phase in ("set-up", "resources")):
        yield f"seat {seat} is injured without a lost challenge behind it"
    if brawler.exhausted and state.step == "claim" and seat not in state.conceded:
        yield f"exhausted runes of seat {seat} have survived the clean-up"


def _duel_faults(box: Box, state: State) -> Iterator[str]:
    step, duel = effort(state), state.duel
    taken = step.dice if step is not None else []
    for color in COLORS:
        there = state.dice.get(color, 0) + taken.count(color)
        if there != box.dice[color] or state.dice.get(color, 0) < 0:
            yield f"there are {there} {color} dice instead of {box.dice[color]}"
    if duel is None:
        return
    if step is not None and len(taken) < 3:
        yield "a duellist has fewer than three dice"
    if not {duel.challenger, duel.defender} <= set(range(len(state.seats))):
        yield "a duellist has no seat"
        return
    if duel.challenger == duel.defender:
        yield "a seat duels with itself"
    if len(set(duel.fired)) != len(duel.fired):
        yield "a seat has fired two Ultimates in one duel"
    if not (state.seats[duel.defender].card and state.seats[duel.challenger].card):
        yield "a duellist has no Territory Card"
    for part in (duel.attack, duel.defence):
        if part.values and (len(part.values) != len(part.dice) or part.total is None):
            yield "a roll does not show the dice that were taken"
