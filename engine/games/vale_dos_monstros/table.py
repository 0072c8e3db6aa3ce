"""What every part of the rules does at the table: who is next, tokens, what a seat can use."""

from typing import NoReturn

from engine.errors import IllegalMove
from engine.games.vale_dos_monstros.box import Box, Cells
from engine.games.vale_dos_monstros.state import State

SET_UP = "Set Up"
HOW_TO_PLAY = "How to Play"
MOVE, REVEALING = "A. Move", "B. Revealing a Tent"
FRIGHTENING, CAPTURING = "C. Frightening a Visitor", "D. Capturing and Transforming a Visitor"
PLACING, PASSING = "E. Placing a Monster", "F. Pass"
MOVE_ABILITIES = "Legion abilities relating to Move"
VISITOR_ABILITIES = "Legion abilities relating to Frighten and Capture"
ADDITIONAL = "Additional Action"
WATCHMAN = "Night Watchman Variant"
ALL_HELD = "all tents are under control"
"""Why a match is over whose last tent was taken."""


def refuse(reason: str, rule: str) -> NoReturn:
    """The rules do not allow it."""
    raise IllegalMove(reason, rule)


def listed(cells: list[str]) -> str:
    """Some spaces in words, the first few of many."""
    shown = ", ".join(cells[:8])
    return shown if len(cells) <= 8 else f"{shown} and {len(cells) - 8} more"


# Seats


def leader(state: State) -> int:
    """The seat that begins, or the next one clockwise where its player has left."""
    seats, seat = len(state.seats), state.first
    while seat in state.conceded:
        seat = (seat + 1) % seats
    return seat


def following(state: State) -> int | None:
    """The seat after this one in the round, or None when everybody had a turn."""
    seats, seat = len(state.seats), state.turn
    while True:
        seat = (seat + 1) % seats
        if seat == state.first:
            return None
        if seat not in state.conceded:
            return seat


# Points and tokens


def can_act(state: State) -> bool:
    """Whether the active seat has an action left."""
    return state.points > 0 or state.begun


def need_action(box: Box, state: State) -> None:
    """Refuse an action where neither a point nor an additional action is left."""
    if can_act(state):
        return
    if state.extra:
        refuse("the additional action of this turn is used too; `end` closes the turn", ADDITIONAL)
    refuse(
        f"all {box.pack.start.points} action points are used; "
        "`extra` gives another action, `end` closes the turn",
        HOW_TO_PLAY,
    )


def spend(state: State) -> None:
    """An action is used."""
    if state.begun:
        state.begun = False
    else:
        state.points -= 1


def stir(state: State) -> None:
    """Something is done at the table, so the match has not come to rest."""
    state.stirred = True
    if state.quiet:
        state.quiet = []


def pay(state: State, seat: int, tokens: int) -> None:
    """Tokens go back to the reserve."""
    state.seats[seat].tokens -= tokens
    state.tokens += tokens


def gain(state: State, seat: int, tokens: int) -> None:
    """Tokens come from the reserve, as many as it holds."""
    if tokens > state.tokens:
        if state.options.token_supply == "unlimited":
            state.minted += tokens - state.tokens
            state.tokens = tokens
        else:
            tokens = state.tokens
    state.tokens -= tokens
    state.seats[seat].tokens += tokens


# Spaces


def occupied(state: State, cell: str) -> bool:
    """Whether a monster, a visitor or a campfire is on a bush or valley space."""
    return cell in state.monsters or cell in state.visitors or cell in state.fires


def describe(box: Box, state: State, cell: str) -> str:
    """What is on a space, in words."""
    if cell in state.monsters:
        return "a monster is there"
    if cell in state.visitors:
        return f"a {state.visitors[cell]} is there"
    if cell in state.fires:
        return "a campfire is there"
    kind = box.kind[cell]
    if kind == "valley":
        return "it is a free valley space"
    if kind != "tent":
        return f"it is a {kind}"
    if cell in state.held:
        return "the tent is under control"
    return "the tent is revealed" if cell in state.turned else "the tent is not revealed yet"


def watched(box: Box, state: State, cell: str) -> bool:
    """Whether a space is a bush of the side where the watchman is."""
    return bool(state.watch) and box.side.get(cell) == state.watch


def free_bushes(box: Box, state: State) -> list[str]:
    """The bushes on which a piece may be placed now."""
    monsters, side, watch = state.monsters, box.side, state.watch
    return [bush for bush in box.bushes if bush not in monsters and side[bush] != watch]


def own_ground(box: Box, state: State, seat: int) -> Cells:
    """The spaces of the seat's pieces in the valley, not on tents."""
    mine = [cell for cell, owner in state.monsters.items() if owner == seat]
    return box.bits(mine) & box.valley_bits


def beside(box: Box, state: State, seat: int, cell: str) -> bool:
    """Whether a piece of the seat in the valley, not on a tent, is adjacent to a space."""
    monsters, valley = state.monsters, box.valley
    return any(monsters.get(near) == seat and near in valley for near in box.near[cell])


def own_valley_piece(box: Box, state: State, seat: int, cell: str, doing: str, rule: str) -> None:
    """Refuse to act beside a space where no piece of the seat in the valley is adjacent to it."""
    if beside(box, state, seat, cell):
        return
    if any(state.monsters.get(near) == seat for near in box.near[cell]):
        refuse(
            f"a monster in a bush cannot {doing}; none in the valley is adjacent to {cell}", rule
        )
    if any(state.held.get(near) == seat for near in box.near[cell]):
        refuse(f"a monster that controls a tent cannot {doing}; no other is adjacent", rule)
    refuse(f"no own monster in the valley is adjacent to {cell}", rule)
