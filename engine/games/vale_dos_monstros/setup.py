"""Set Up: legions, four pieces each, and with the variant the night watchman."""

from collections.abc import Iterator

from engine.errors import EngineError
from engine.games.vale_dos_monstros.box import Box
from engine.games.vale_dos_monstros.moves import Bush, Choose, Move, Watch
from engine.games.vale_dos_monstros.pack import LEGIONS, SIDES
from engine.games.vale_dos_monstros.state import Legion, Options, State
from engine.games.vale_dos_monstros.table import (
    SET_UP,
    WATCHMAN,
    describe,
    following,
    leader,
    refuse,
)


def begin(box: Box, players: int, seats: int, options: Options) -> State:
    """The table before anybody has a legion."""
    if players > options.most_players:
        raise EngineError(f"At most {options.most_players} play (option most-players).")
    if options.first >= players:
        raise EngineError(f"The option first names player {options.first + 1} of {players}.")
    things, start = box.pack.box, box.pack.start
    return State(
        options=options,
        table=options.table,
        first=options.first,
        phase="choose",
        round=1,
        turn=options.first,
        seats=[Legion(tokens=start.tokens, reserve=things.monsters) for _ in range(seats)],
        tokens=things.tokens - start.tokens * seats,
        watch="" if options.watchman == "on" else None,
    )


def step_on(box: Box, state: State) -> None:
    """The next seat, the next round of pieces, or the first turn."""
    after = following(state)
    if after is not None and state.phase != "watch":
        state.turn = after
        return
    state.turn = leader(state)
    if state.phase == "choose":
        state.phase = "bush"
    elif state.phase == "bush" and state.round < SIDES:
        state.round += 1
    elif state.phase == "bush" and state.watch is not None:
        state.phase = "watch"
    else:
        state.phase, state.round = "turn", 1
        state.points = box.pack.start.points


# Legions, in the order of the seats


def check_choose(box: Box, state: State, seat: int, move: Choose) -> None:
    if any(other.legion == move.legion for other in state.seats):
        refuse(f"the {move.legion} legion is taken already", SET_UP)


def choose(box: Box, state: State, seat: int, move: Choose) -> None:
    state.seats[seat].legion = move.legion
    step_on(box, state)


def choices(box: Box, state: State, seat: int) -> Iterator[Move]:
    taken = [other.legion for other in state.seats]
    return (Choose(legion) for legion in LEGIONS if legion not in taken)


# Pieces, one a turn, one on each side


def sides_used(box: Box, state: State, seat: int) -> list[str]:
    """The sides on which the seat has a piece."""
    return [box.side[cell] for cell, owner in state.monsters.items() if owner == seat]


def check_bush(box: Box, state: State, seat: int, move: Bush) -> None:
    side = box.side.get(move.cell)
    if side is None:
        refuse(f"{move.cell} is no bush: {describe(box, state, move.cell)}", SET_UP)
    if move.cell in state.monsters:
        refuse(f"the bush {move.cell} is taken", SET_UP)
    if side in sides_used(box, state, seat):
        refuse(f"the legion has a monster {side} already; one goes on each side", SET_UP)


def bush(box: Box, state: State, seat: int, move: Bush) -> None:
    state.monsters[move.cell] = seat
    state.seats[seat].reserve -= 1
    state.last = [move.cell]
    step_on(box, state)


def bushes(box: Box, state: State, seat: int) -> Iterator[Move]:
    used = sides_used(box, state, seat)
    for cell in box.bushes:
        if cell not in state.monsters and box.side[cell] not in used:
            yield Bush(cell)


# The watchman, by the first seat


def check_watch(box: Box, state: State, seat: int, move: Watch) -> None:
    if move.side not in box.field.entrances:
        refuse(f'there is no side "{move.side}"', WATCHMAN)


def watch(box: Box, state: State, seat: int, move: Watch) -> None:
    state.watch = move.side
    state.last = [box.field.entrances[move.side]]
    step_on(box, state)


def watches(box: Box, state: State, seat: int) -> Iterator[Move]:
    return (Watch(side) for side in box.pack.board.sides)
