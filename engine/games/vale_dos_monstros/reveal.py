"""B. Revealing a Tent: its tile, its campfire, its visitors. One unit, by the revealer."""

from collections.abc import Iterator
from typing import get_args

from engine.chance import Draw, certain
from engine.games.vale_dos_monstros.box import Box, Cells
from engine.games.vale_dos_monstros.moves import Burn, Fire, Move, Put, Reveal, Spare, Visitor
from engine.games.vale_dos_monstros.state import State, Unveiling
from engine.games.vale_dos_monstros.table import (
    REVEALING,
    describe,
    listed,
    need_action,
    occupied,
    own_valley_piece,
    refuse,
    spend,
    stir,
)


def check_reveal(box: Box, state: State, seat: int, move: Reveal) -> None:
    need_action(box, state)
    if move.tent not in box.tent_set:
        refuse(f"{move.tent} is no tent: {describe(box, state, move.tent)}", REVEALING)
    if move.tent in state.turned:
        refuse(f"the tent {move.tent} is revealed already", REVEALING)
    own_valley_piece(box, state, seat, move.tent, "reveal a tent", REVEALING)


def reveal(box: Box, state: State, seat: int, move: Reveal) -> None:
    state.reveal = Unveiling(tent=move.tent)
    state.last = [move.tent]
    spend(state)
    stir(state)
    values = certain(request(box, state))
    if values is not None:
        turn_tile(box, state, values)


def reveals(box: Box, state: State, seat: int, beside: Cells) -> Iterator[Move]:
    if not beside & box.tent_bits or len(state.turned) == len(box.tents):
        return
    for tent in box.tents:
        if tent not in state.turned and beside & box.bit[tent]:
            yield Reveal(tent)


# The tile


def request(box: Box, state: State) -> Draw:
    """One stack for the whole table: the n-th tile is the same whichever tent it lies under."""
    turned = state.turned.values()
    pool = {tile: 1 for tile in box.tiles if tile not in turned}
    return Draw("tile", "tiles", pool, dict.fromkeys(box.tiles, 1))


def turn_tile(box: Box, state: State, values: list[str]) -> None:
    """The tile says who comes, a campfire first."""
    due = state.reveal
    assert due is not None
    state.turned[due.tent] = values[0]
    lights = box.rows[state.table - 1][values[0]].fire
    if (
        lights
        and len(state.fires) < box.pack.box.fires
        and (hearths(box, state, due.tent) or burnable(box, state, due.tent))
    ):
        due.fire = True
    else:
        arrive(box, state)


# The campfire


def beside_control(box: Box, state: State, cell: str) -> bool:
    """Whether a controlled tent is adjacent to a space."""
    return any(tent in state.held for tent in box.tents_near[cell])


def hearths(box: Box, state: State, tent: str) -> list[str]:
    """The free spaces that may take the campfire of a tent."""
    return [
        cell
        for cell in box.hearths[tent]
        if not occupied(state, cell) and not beside_control(box, state, cell)
    ]


def burnable(box: Box, state: State, tent: str) -> list[str]:
    """The spaces that could take it if nobody stood there."""
    return [
        cell
        for cell in box.hearths[tent]
        if (cell in state.visitors or cell in state.monsters)
        and not beside_control(box, state, cell)
    ]


def check_hearth(box: Box, state: State, tent: str, cell: str) -> None:
    """Refuse a space that no campfire of this tent may ever be on."""
    if cell not in box.near[tent]:
        refuse(f"{cell} is not adjacent to the revealed tent {tent}", REVEALING)
    if cell not in box.valley:
        refuse(f"a campfire goes on a valley space; {cell} is a {box.kind[cell]}", REVEALING)
    if cell not in box.hearths[tent]:
        refuse(f"{cell} is adjacent to a bush or a mountain", REVEALING)
    if beside_control(box, state, cell):
        refuse(f"{cell} is adjacent to a tent under control", REVEALING)


def check_fire(box: Box, state: State, seat: int, move: Fire) -> None:
    assert state.reveal is not None
    check_hearth(box, state, state.reveal.tent, move.cell)
    if occupied(state, move.cell):
        free = hearths(box, state, state.reveal.tent)
        other = f"free are: {listed(free)}" if free else "no space is free, so `burn` one"
        refuse(f"{describe(box, state, move.cell)}; {other}", REVEALING)


def fire(box: Box, state: State, seat: int, move: Fire) -> None:
    light(box, state, move.cell)
    arrive(box, state)


def check_none_free(box: Box, state: State, tent: str) -> None:
    """Burning is for a tent without a free space only."""
    free = hearths(box, state, tent)
    if free:
        refuse(f"a space is free for the campfire: {listed(free)}", REVEALING)


def check_burn(box: Box, state: State, seat: int, move: Burn) -> None:
    assert state.reveal is not None
    check_none_free(box, state, state.reveal.tent)
    check_hearth(box, state, state.reveal.tent, move.cell)
    if move.cell not in state.visitors and move.cell not in state.monsters:
        refuse(f"nobody is there to burn: {describe(box, state, move.cell)}", REVEALING)


def burn(box: Box, state: State, seat: int, move: Burn) -> None:
    owner = state.monsters.pop(move.cell, None)
    if owner is None:
        del state.visitors[move.cell]
    else:
        state.seats[owner].front += 1
    light(box, state, move.cell)
    arrive(box, state)


def light(box: Box, state: State, cell: str) -> None:
    """The campfire of the revealed tent is on a space for the rest of the match."""
    assert state.reveal is not None
    state.fires[cell] = state.reveal.tent
    state.last = [state.reveal.tent, cell]


def check_spare(box: Box, state: State, seat: int, move: Spare) -> None:
    assert state.reveal is not None
    check_none_free(box, state, state.reveal.tent)
    if state.options.burning == "must":
        refuse("one of those that stand there must be burned (option burning)", REVEALING)


def spare(box: Box, state: State, seat: int, move: Spare) -> None:
    arrive(box, state)


def fires(box: Box, state: State, seat: int) -> Iterator[Move]:
    assert state.reveal is not None
    free = hearths(box, state, state.reveal.tent)
    yield from (Fire(cell) for cell in free)
    if free:
        return
    yield from (Burn(cell) for cell in burnable(box, state, state.reveal.tent))
    if state.options.burning == "may":
        yield Spare()


# The visitors

WHO: tuple[Visitor, ...] = get_args(Visitor)


def arrive(box: Box, state: State) -> None:
    """The visitors of the row, as many as the supply has, wait to be placed."""
    due = state.reveal
    assert due is not None
    due.fire = False
    row = box.rows[state.table - 1][state.turned[due.tent]]
    there: list[str] = list(state.visitors.values())
    wanted = (("man", row.men), ("woman", row.women), ("child", row.children))
    for who, count in wanted:
        left = min(count, box.supply[who] - there.count(who))
        if left > 0:
            due.people[who] = left
    finish(box, state)


def finish(box: Box, state: State) -> None:
    """The reveal is complete when everybody is placed, or no space is left for the others."""
    due = state.reveal
    assert due is not None
    if due.people and room(box, state, due.tent):
        return
    state.reveal = None
    if state.watch is not None:
        state.free_watch = True


def room(box: Box, state: State, tent: str) -> bool:
    """Whether any valley space is free."""
    monsters, visitors, lit = state.monsters, state.visitors, state.fires
    for ring in box.rings[tent]:
        for cell in ring:
            if cell not in visitors and cell not in monsters and cell not in lit:
                return True
    return False


def places(box: Box, state: State, tent: str) -> list[str]:
    """The free valley spaces of the nearest ring that has one."""
    for ring in box.rings[tent]:
        free = [cell for cell in ring if not occupied(state, cell)]
        if free:
            return free
    return []


def check_put(box: Box, state: State, seat: int, move: Put) -> None:
    due = state.reveal
    assert due is not None
    if move.who not in due.people:
        left = ", ".join(f"{count} {who}" for who, count in due.people.items())
        refuse(f"no {move.who} is to be placed; there is: {left}", REVEALING)
    if move.cell not in box.valley or occupied(state, move.cell):
        refuse(
            f"a visitor goes on a free valley space; {describe(box, state, move.cell)}", REVEALING
        )
    free = places(box, state, due.tent)
    if move.cell not in free:
        refuse(f"spaces nearer to the tent {due.tent} are free: {listed(free)}", REVEALING)


def put(box: Box, state: State, seat: int, move: Put) -> None:
    due = state.reveal
    assert due is not None
    state.visitors[move.cell] = move.who
    state.last = [due.tent, move.cell]
    if due.people[move.who] > 1:
        due.people[move.who] -= 1
    else:
        del due.people[move.who]
    finish(box, state)


def puts(box: Box, state: State, seat: int) -> Iterator[Move]:
    due = state.reveal
    assert due is not None
    free = places(box, state, due.tent)
    return (Put(who, cell) for who in WHO if who in due.people for cell in free)
