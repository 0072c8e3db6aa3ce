"""Set-Up: monsters, starting options and their runes, one spell each; and each round's reveal."""

from collections import Counter
from collections.abc import Iterator

from engine.cards import Deck, Hand
from engine.games.taiwan_monsters_brawl.box import RUNES, Board, Box
from engine.games.taiwan_monsters_brawl.moves import Choose, Move, Rune, Start
from engine.games.taiwan_monsters_brawl.state import Brawler, Options, Owed, State
from engine.games.taiwan_monsters_brawl.table import (
    SETUP_MONSTER,
    clockwise,
    draw_spell,
    following,
    gain_chi,
    gain_runes,
    leader,
    refuse,
)


def begin(box: Box, players: int, options: Options) -> State:
    """The table before anybody has a monster ("Set-Up 1" to "Set-Up 5", "Set-Up 10")."""
    return State(
        options=options,
        round=1,
        first=options.first,
        phase="set-up",
        step="choose",
        turn=options.first,
        seats=[Brawler(hand=Hand()) for _ in range(players)],
        supply=dict.fromkeys(RUNES, box.pack.supply.runes),
        dice=dict(box.dice),
        territories=Deck.of(box.territory_copies),
        spells=Deck.of(box.spells),
    )


# Set-Up 6: each chooses a monster


def check_choose(box: Box, state: State, seat: int, move: Choose) -> None:
    if move.monster not in box.boards:
        refuse(f'there is no monster "{move.monster}"', SETUP_MONSTER)
    if any(brawler.monster == move.monster for brawler in state.seats):
        refuse(f"{move.monster} is taken already", SETUP_MONSTER)


def choose(box: Box, state: State, seat: int, move: Choose) -> None:
    state.seats[seat].monster = move.monster
    state.acted = True


def choices(box: Box, state: State, seat: int) -> Iterator[Move]:
    taken = [brawler.monster for brawler in state.seats]
    return (Choose(name) for name in box.boards if name not in taken)


# Set-Up 8: option A or B, its runes placed colored side up


def check_start(box: Box, state: State, seat: int, move: Start) -> None:
    """Both options are open to everybody."""


def start(box: Box, state: State, seat: int, move: Start) -> None:
    gains = box.boards[state.seats[seat].monster].start[move.option]
    gain_chi(box, state, seat, gains.chi)
    gain_runes(state, seat, gains.runes, "start")
    state.acted = True


def starts(box: Box, state: State, seat: int) -> Iterator[Move]:
    yield Start("a")
    yield Start("b")


def fits_all(board: Board, free: list[str], runes: list[Rune]) -> bool:
    """Whether free cells take all these runes: each kind fills the cells designated for it, the
    rest goes on Blank Cells."""
    beyond = 0
    for rune, copies in Counter(runes).items():
        own = sum(cell in board.designated[rune] for cell in free)
        beyond += max(0, copies - own)
    return beyond <= sum(cell in board.blank for cell in free)


def strands(box: Box, brawler: Brawler, runes: list[Rune], rune: Rune, cell: str) -> bool:
    """Whether a rune on this cell would leave another starting rune without one."""
    board = box.boards[brawler.monster]
    free = [c for c in board.takes if c not in brawler.colored and c != cell]
    rest = list(runes)
    rest.remove(rune)
    return not fits_all(board, free, rest)


def next_set_up(state: State) -> None:
    """The seat has done what was asked: who is next, or the first round (option `set-up-order`)."""
    by_seat = state.options.set_up_order == "by-seat"
    if state.step == "deal":
        after = following(state, state.turn) if by_seat else None
        if after is None:
            begin_round(state)
        else:
            state.step, state.turn = "choose", after
    elif by_seat:
        _next_by_seat(state)
    else:
        _next_by_kind(state)


def _next_by_seat(state: State) -> None:
    if state.step == "choose" and state.turn not in state.conceded:
        state.step = "start"
    else:
        state.step, state.acted = "deal", True
        _deal(state, [state.turn])


def _next_by_kind(state: State) -> None:
    after = following(state, state.turn)
    if after is not None:
        state.turn = after
    elif state.step == "choose":
        state.step, state.turn = "start", leader(state)
    else:
        state.step, state.acted = "deal", True
        _deal(state, clockwise(state, leader(state)))


def _deal(state: State, seats: list[int]) -> None:
    """Set-Up 9: each draws a spell, which stays secret."""
    for seat in reversed(seats):
        if seat not in state.conceded:
            draw_spell(state, seat, state.options.draw_two_set_up)


# A: the first player reveals Territory Cards


def begin_round(state: State) -> None:
    """As many cards as players and one more, as far as there are ("A: Resource Phase")."""
    # Who has left before his turn as first player is skipped.
    state.first = leader(state)
    state.phase, state.step, state.turn = "resources", "claim", state.first
    wanted = len(state.seats) - len(state.conceded) + 1
    there = state.territories.size + len(state.territory_discards)
    if there < wanted - 1:
        state.ended = "too few Territory Cards"
    else:
        state.owed.append(Owed(do="reveal", count=min(wanted, there)))


def shuffle_territories(state: State) -> None:
    """The discards are a new deck."""
    state.territories.shuffle(dict.fromkeys(sorted(state.territory_discards), 1))
    state.territory_discards = []


def reveal(state: State, cards: list[str]) -> None:
    """Cards are turned up; when the deck was short, the rest is still owed."""
    owed = state.owed[-1]
    for card in cards:
        state.territories.take(card)
        state.revealed.append(card)
    owed.count -= len(cards)
    if not owed.count:
        state.owed.pop()
