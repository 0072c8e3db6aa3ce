"""What every part of the rules does at the table: who is next, gains, runes and cards owed."""

from collections.abc import Iterable, Sequence
from typing import NoReturn

from engine.cards import Hand
from engine.errors import IllegalMove
from engine.games.taiwan_monsters_brawl.box import RUNES, Box
from engine.games.taiwan_monsters_brawl.moves import Rune
from engine.games.taiwan_monsters_brawl.state import Brawler, Effort, Owed, State, Why

GOAL = 15
"""VP that win at once with two players ("Game End")."""
CELLS = "Game Components Description 2"
POWERS = "Game Components Description 3"
RUNE_DIE = "Game Components Description 8"
CARDS = "Game Components Description 5"
SETUP_MONSTER, SETUP_START = "Set-Up 6", "Set-Up 8"
PHASE_A, PHASE_B, PHASE_C = "A: Resource Phase", "B: Challenge Phase", "C: Clean-Up Phase"
SPELL = "Spell Card Descriptions: Spell"
STEPS, LINES, CONCLUDING = "B-1", "B-2", "B-3"


def refuse(reason: str, rule: str) -> NoReturn:
    """The rules do not allow it."""
    raise IllegalMove(reason, rule)


# Seats


def leader(state: State) -> int:
    """The first player of the round, or the next seat clockwise where he has left."""
    if state.first not in state.conceded:
        return state.first
    after = following(state, state.first)
    return state.first if after is None else after


def following(state: State, seat: int) -> int | None:
    """The seat that is next in the round, or None when everybody had a turn."""
    seats, first, gone = len(state.seats), state.first, state.conceded
    while True:
        seat = (seat + 1) % seats
        if seat == first:
            return None
        if seat not in gone:
            return seat


def clockwise(state: State, seat: int) -> list[int]:
    """The seats still in the match, from this one on."""
    seats = len(state.seats)
    turned = ((seat + step) % seats for step in range(seats))
    return [other for other in turned if other not in state.conceded]


# The duel


def effort(state: State) -> Effort | None:
    """The step of a duel that is going on; None without a duel or when both have kept."""
    duel = state.duel
    if duel is None:
        return None
    if not duel.attack.kept:
        return duel.attack
    return None if duel.defence.kept else duel.defence


def own_effort(state: State, seat: int) -> Effort | None:
    """The step that is going on, if it is this seat's."""
    duel = state.duel
    if duel is None:
        return None
    if not duel.attack.kept:
        return duel.attack if seat == duel.challenger else None
    return duel.defence if seat == duel.defender and not duel.defence.kept else None


def effort_of(state: State, seat: int) -> Effort | None:
    """The step of a duellist, also one that is over or still to come."""
    duel = state.duel
    if duel is None:
        return None
    if seat == duel.challenger:
        return duel.attack
    return duel.defence if seat == duel.defender else None


def tally(state: State) -> None:
    """Count the totals of both duellists who have rolled ("B-1", "B-3")."""
    duel = state.duel
    if duel is None:
        return
    if duel.attack.values:
        duel.attack.total = _floor(state, sum(duel.attack.values) + duel.attack.points)
    if duel.defence.values:
        # B-3: only a challenger is injured, and he has had his action, so it counts in defence.
        hurt = state.seats[duel.defender].injured
        duel.defence.total = _floor(state, sum(duel.defence.values) + duel.defence.points - hurt)


def _floor(state: State, total: int) -> int:
    return 0 if total < 0 and state.options.total_floor == "zero" else total


# Gains


def gain_vp(state: State, seat: int, vp: int) -> None:
    """One award or loss of VP. With two players 15 wins at once ("Game End")."""
    brawler = state.seats[seat]
    brawler.vp = max(0, brawler.vp + vp)
    if brawler.vp >= GOAL and len(state.seats) == 2:
        state.ended = f"{GOAL} victory points reached"


def gain_chi(box: Box, state: State, seat: int, chi: int) -> None:
    """Chi gained or lost; nobody has less than none."""
    if chi > 0 and state.options.chi_supply == "48":
        left = box.pack.supply.chi - sum(brawler.chi for brawler in state.seats)
        chi = max(0, min(chi, left))
    brawler = state.seats[seat]
    brawler.chi = max(0, brawler.chi + chi)


def gain_runes(state: State, seat: int, runes: Iterable[Rune], why: Why, picks: int = 0) -> None:
    """Runes of which the piles have one are owed to the seat, and picks of its own choice.

    The runes stay in their piles until they are placed.
    """
    supply = state.supply
    got: list[Rune] = []
    for rune in runes:
        if supply[rune] > got.count(rune):
            got.append(rune)
    if picks:
        state.owed.append(Owed(do="pick", seat=seat, runes=got, count=picks, why=why))
    elif got:
        state.owed.append(Owed(do="place", seat=seat, runes=got, why=why))


def room(box: Box, brawler: Brawler, rune: Rune) -> list[str]:
    """The free cells that take a rune."""
    colored, exhausted = brawler.colored, brawler.exhausted
    cells = box.boards[brawler.monster].room[rune]
    return [cell for cell in cells if cell not in colored and cell not in exhausted]


def homeless(box: Box, brawler: Brawler, rune: Rune) -> bool:
    """Whether no cell takes a rune."""
    colored, exhausted = brawler.colored, brawler.exhausted
    for cell in box.boards[brawler.monster].room[rune]:
        if cell not in colored and cell not in exhausted:
            return False
    return True


def in_pile(state: State, owed: Owed | None = None) -> list[Rune]:
    """The kinds of rune that can still be taken, beside those already owed."""
    taken: Sequence[Rune] = owed.runes if owed else ()
    return [rune for rune in RUNES if state.supply[rune] > taken.count(rune)]


# Spells


def hands(state: State) -> list[Hand]:
    """All hidden hands, which is what a deck needs to know of the cards that are out."""
    held = [brawler.hand for brawler in state.seats]
    if state.drawn is not None:
        held.append(state.drawn)
    return held


def draw_spell(state: State, seat: int, switch: str) -> None:
    """A spell is to be drawn, or two of which one is kept (option `draw-two`)."""
    if switch == "on":
        state.owed.append(Owed(do="draw", seat=seat, count=2, why="two"))
    else:
        state.owed.append(Owed(do="draw", seat=seat, count=1))


def discard_spell(state: State, hand: Hand, spell: str) -> None:
    """A spell leaves a hand and lies face up on the discards."""
    state.spells.show(hands(state), hand, spell)
    state.spell_discards[spell] = state.spell_discards.get(spell, 0) + 1


def shuffle_spells(state: State) -> bool:
    """Make a new deck of the discards; False when there are none.

    A spell that is being resolved is no discard yet, and stays out.
    """
    cards, casting = state.spell_discards, state.casting
    kept = {casting: 1} if casting and cards.get(casting) else {}
    shuffled = {name: copies - kept.get(name, 0) for name, copies in cards.items()}
    shuffled = {name: copies for name, copies in shuffled.items() if copies > 0}
    if not shuffled:
        return False
    # In the order of their names: how they came onto the discards tells nothing.
    state.spells.shuffle(dict(sorted(shuffled.items())), hands(state))
    state.spell_discards = kept
    return True
