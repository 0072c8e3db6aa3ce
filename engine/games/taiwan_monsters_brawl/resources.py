"""A: Resource Phase. Markers on Territory Cards; runes placed, or traded for chi."""

from collections.abc import Iterator

from engine.games.taiwan_monsters_brawl.box import RUNES, Box
from engine.games.taiwan_monsters_brawl.moves import Claim, Move, Pick, Place, Rune, Trade
from engine.games.taiwan_monsters_brawl.powers import act_from_card
from engine.games.taiwan_monsters_brawl.setup import strands
from engine.games.taiwan_monsters_brawl.state import State
from engine.games.taiwan_monsters_brawl.table import (
    CELLS,
    PHASE_A,
    RUNE_DIE,
    SETUP_START,
    following,
    gain_chi,
    gain_runes,
    homeless,
    in_pile,
    leader,
    refuse,
    room,
)


def check_claim(box: Box, state: State, seat: int, move: Claim) -> None:
    if move.card in state.revealed:
        return
    if any(brawler.card == move.card for brawler in state.seats):
        refuse(f"a marker lies on {move.card} already, and a card takes only one", PHASE_A)
    refuse(f'"{move.card}" is not among the revealed cards', PHASE_A)


def claim(box: Box, state: State, seat: int, move: Claim) -> None:
    card = box.territories[move.card]
    state.revealed.remove(move.card)
    state.seats[seat].card = move.card
    state.acted = True
    if card.chi:
        gain_chi(box, state, seat, card.chi)
    if card.runes:
        gain_runes(state, seat, card.runes, "card")


def claims(box: Box, state: State, seat: int) -> Iterator[Move]:
    return map(Claim, state.revealed)


def next_claim(state: State) -> None:
    """The next seat claims, or the cards left over are discarded and phase B begins."""
    after = following(state, state.turn)
    if after is not None:
        state.turn = after
        return
    state.territory_discards += state.revealed
    state.revealed = []
    state.phase, state.step, state.turn = "challenge", "action", leader(state)


# Runes that are owed, in any phase


def check_place(box: Box, state: State, seat: int, move: Place) -> None:
    owed, brawler = state.owed[-1], state.seats[seat]
    rune, cell = move.rune, move.cell
    if rune not in owed.runes:
        refuse(f"no {rune} rune is to be placed, but: {', '.join(owed.runes)}", CELLS)
    board = box.boards[brawler.monster]
    kinds = board.takes.get(cell)
    if kinds is None:
        refuse(f"{cell} is no cell that takes a rune", CELLS)
    if rune not in kinds:
        refuse(f"{cell} takes only a rune of its own kind, {next(iter(kinds))}", CELLS)
    there = brawler.colored.get(cell) or brawler.exhausted.get(cell)
    if there:
        refuse(f"on {cell} lies a rune already ({there})", CELLS)
    if owed.why == "start" and strands(box, brawler, owed.runes, rune, cell):
        refuse(f"a {rune} rune on {cell} leaves another starting rune without a cell", SETUP_START)


def place(box: Box, state: State, seat: int, move: Place) -> None:
    state.supply[move.rune] -= 1
    state.seats[seat].colored[move.cell] = move.rune
    _settled(state, move.rune)


def check_trade(box: Box, state: State, seat: int, move: Trade) -> None:
    owed = state.owed[-1]
    if owed.why != "card":
        refuse("only the runes of a Territory Card just claimed are traded for chi", PHASE_A)
    if move.rune not in owed.runes:
        refuse(f"the card has no {move.rune} rune left, but: {', '.join(owed.runes)}", PHASE_A)


def trade(box: Box, state: State, seat: int, move: Trade) -> None:
    gain_chi(box, state, seat, 1)
    _settled(state, move.rune)


def _settled(state: State, rune: Rune) -> None:
    runes = state.owed[-1].runes
    runes.remove(rune)
    if not runes:
        state.owed.pop()


def placements(box: Box, state: State, seat: int) -> Iterator[Move]:
    owed, brawler = state.owed[-1], state.seats[seat]
    for rune in dict.fromkeys(owed.runes):
        for cell in room(box, brawler, rune):
            if owed.why != "start" or not strands(box, brawler, owed.runes, rune, cell):
                yield Place(rune, cell)
        if owed.why == "card":
            yield Trade(rune)


def drop_homeless(box: Box, state: State) -> bool:
    """Runes that no cell takes go back by themselves; the Treasure Sack gives 1 chi for each
    (option `no-room`: every source does). Whether anything went.

    The runes of a Territory Card wait: they must be traded.
    """
    owed = state.owed[-1]
    if owed.why == "card":
        return False
    brawler = state.seats[owed.seat]
    gone = [rune for rune in owed.runes if homeless(box, brawler, rune)]
    if not gone:
        return False
    owed.runes = [rune for rune in owed.runes if rune not in gone]
    if owed.why == "treasure sack" or state.options.no_room == "chi":
        gain_chi(box, state, owed.seat, len(gone))
    return True


# Game Components Description 8: a "player's choice" face of the Rune Die


def check_pick(box: Box, state: State, seat: int, move: Pick) -> None:
    owed = state.owed[-1]
    if owed.do == "pick" and move.rune not in in_pile(state, owed):
        refuse(f"the pile of {move.rune} runes is empty", RUNE_DIE)


def pick(box: Box, state: State, seat: int, move: Pick) -> None:
    """A rune to be taken joins those to be placed; a power of the Spell card acts."""
    owed = state.owed[-1]
    if owed.do == "power":
        state.owed.pop()
        act_from_card(box, state, seat, move.rune)
        return
    owed.runes = [*owed.runes, move.rune]
    owed.count -= 1


def picks(box: Box, state: State, seat: int) -> Iterator[Move]:
    owed = state.owed[-1]
    # The Spell card takes no rune, so its power may be one whose pile is empty.
    return (Pick(rune) for rune in (RUNES if owed.do == "power" else in_pile(state, owed)))


def settle_place(box: Box, state: State) -> bool:
    """Whether something happened by itself to runes that are to be placed."""
    if not state.owed[-1].runes:
        state.owed.pop()
        return True
    return drop_homeless(box, state)


def settle_pick(box: Box, state: State) -> bool:
    """Whether something happened by itself to runes that are to be picked."""
    owed = state.owed[-1]
    if not owed.count or not in_pile(state, owed):
        owed.do, owed.count = "place", 0
        return True
    return drop_homeless(box, state)
