"""B: Challenge Phase. One action a seat: a challenge or a pass with territory, else a spell or two
runes."""

from collections.abc import Iterator

from engine.games.taiwan_monsters_brawl.box import Box
from engine.games.taiwan_monsters_brawl.moves import Challenge, Draw, Forage, Move, Pass
from engine.games.taiwan_monsters_brawl.state import Duel, Effort, Owed, State
from engine.games.taiwan_monsters_brawl.table import (
    PHASE_B,
    draw_spell,
    following,
    gain_runes,
    in_pile,
    leader,
    refuse,
)


def _with_card(state: State, seat: int) -> None:
    if not state.seats[seat].card:
        refuse("without territory there is only `draw` or `forage`", PHASE_B)


def _without_card(state: State, seat: int) -> None:
    card = state.seats[seat].card
    if card:
        refuse(f"with a marker on {card} there is only `challenge` or `pass`", PHASE_B)


def check_challenge(box: Box, state: State, seat: int, move: Challenge) -> None:
    _with_card(state, seat)
    if not 0 <= move.foe < len(state.seats) or move.foe in state.conceded:
        refuse("this player is not in the match", PHASE_B)
    if move.foe == seat:
        refuse("nobody challenges himself", PHASE_B)
    if not state.seats[move.foe].card:
        refuse("only a monster that occupies a Territory Card is challenged", PHASE_B)


def challenge(box: Box, state: State, seat: int, move: Challenge) -> None:
    gap = state.seats[move.foe].vp - state.seats[seat].vp
    state.duel = Duel(
        challenger=seat, defender=move.foe, attack=Effort(), defence=Effort(), gap=gap
    )
    take_dice(state, state.duel.attack)


def take_dice(state: State, step: Effort) -> None:
    """B-1: three dice, grey ones, since the color is not printed and only they are enough."""
    step.dice = ["grey", "grey", "grey"]
    state.dice["grey"] -= 3


def check_pass(box: Box, state: State, seat: int, move: Pass) -> None:
    _with_card(state, seat)
    if move.rune is None:
        if in_pile(state):
            refuse("a pass names the rune that it takes", PHASE_B)
    elif not state.supply[move.rune]:
        refuse(f"the pile of {move.rune} runes is empty", PHASE_B)


def pass_(box: Box, state: State, seat: int, move: Pass) -> None:
    state.acted = True
    if move.rune is not None:
        gain_runes(state, seat, [move.rune], "")


def check_draw(box: Box, state: State, seat: int, move: Draw) -> None:
    _without_card(state, seat)


def draw(box: Box, state: State, seat: int, move: Draw) -> None:
    state.acted = True
    draw_spell(state, seat, state.options.draw_two)


def check_forage(box: Box, state: State, seat: int, move: Forage) -> None:
    _without_card(state, seat)


def forage(box: Box, state: State, seat: int, move: Forage) -> None:
    state.acted = True
    state.owed.append(Owed(do="runes", seat=seat, count=2, why="forage", by=seat))


def actions(box: Box, state: State, seat: int) -> Iterator[Move]:
    if not state.seats[seat].card:
        yield Draw()
        yield Forage()
        return
    for foe, brawler in enumerate(state.seats):
        if brawler.card and foe != seat:
            yield Challenge(foe)
    piles = in_pile(state)
    for rune in piles:
        yield Pass(rune)
    if not piles:
        yield Pass()


def next_action(state: State) -> None:
    """The next seat acts; after the last one the cards are to be scored."""
    after = following(state, state.turn)
    if after is not None:
        state.turn = after
    else:
        state.phase, state.step, state.turn = "clean-up", "score", leader(state)
