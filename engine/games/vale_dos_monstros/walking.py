"""A. Move: where a piece can go, control of tents, attacks."""

from msgspec import Struct

from engine.games.vale_dos_monstros.box import ROW, Box, Cells, spread
from engine.games.vale_dos_monstros.moves import Go, Move
from engine.games.vale_dos_monstros.state import State
from engine.games.vale_dos_monstros.table import (
    MOVE,
    MOVE_ABILITIES,
    WATCHMAN,
    describe,
    gain,
    need_action,
    occupied,
    refuse,
    spend,
    stir,
)

SURROUND, POUNCE = 3, 2
"""Pieces that surround an opponent's piece, and those that a werewolf needs for it."""

# Where a piece can go


class Ground(Struct, frozen=True, gc=False):
    """What a legion's pieces may do with the spaces now: walk over them, stop on them, step from
    them to bushes only (the watchman's), take them (tents)."""

    bushes: Cells
    open: Cells
    free: Cells
    watched: Cells
    tents: Cells


def ground(box: Box, state: State, seat: int, tents: list[str], watch: str | None) -> Ground:
    """The ground for a seat, with the tents that it could take and the side that is watched."""
    full = box.bits([*state.monsters, *state.visitors, *state.fires])
    walked = box.valley_bits
    if state.options.bushes == "spaces":
        walked |= box.bush_bits
    if watch and state.options.entrance == "space":
        walked &= ~box.bit[box.field.entrances[watch]]
    free = walked & ~full
    # A ghost crosses whoever stands there, but stops on a free space only.
    crossed = walked if state.seats[seat].legion == "ghost" else free
    shut = box.side_bits[watch] if watch else 0
    return Ground(box.bush_bits, crossed, free, shut, box.bits(tents))


def reach(land: Ground, start: Cells, steps: int) -> Cells:
    """The spaces on which a piece may end its move."""
    found = doors = start
    crossed, watched = land.open, land.watched
    for _ in range(steps):
        doors = found
        if found & watched:
            # Each step is judged by the bush that it leaves.
            step = spread(found & ~watched) | spread(found & watched) & land.bushes
        else:
            # `spread`, without the call: most of the time that listing moves takes goes here.
            right, left = found << 1, found >> 1
            step = right | left | (found | left) << ROW | (found | right) >> ROW
        found |= step & crossed
    if land.tents:
        # A tent is the last step only.
        return found & land.free | spread(doors & ~land.watched) & land.tents
    return found & land.free


# Control of a tent


def price(box: Box, state: State, tent: str) -> int:
    """What control of a tent costs: more with a campfire."""
    costs = box.pack.price
    return costs.tent_with_fire if lit(box, state, tent) else costs.tent


def lit(box: Box, state: State, tent: str) -> bool:
    """Whether a campfire counts for a tent: any that is adjacent (option `campfire`: its own)."""
    fires = state.fires
    if not fires:
        return False
    if state.options.campfire == "own":
        return tent in fires.values()
    return any(cell in fires for cell in box.near[tent])


def guarded(box: Box, state: State, tent: str) -> list[str]:
    """The spaces beside a tent on which visitors are, which bars control."""
    return [cell for cell in box.near[tent] if cell in state.visitors]


def goals(box: Box, state: State, seat: int) -> list[str]:
    """The tents that the seat could take control of, if a piece gets there."""
    tokens, held = state.seats[seat].tokens, state.held
    if tokens < box.cheapest or len(held) == len(state.turned):
        return []
    guards = box.bits(state.visitors)
    return [
        tent
        for tent in state.turned
        if tent not in held and not box.beside[tent] & guards and tokens >= price(box, state, tent)
    ]


def take_control(box: Box, state: State, seat: int, tent: str) -> None:
    """A piece stays on a tent, with one of the tokens paid under it."""
    paid = price(box, state, tent)
    state.seats[seat].tokens -= paid
    state.tokens += paid - 1
    state.held[tent] = seat


# Attacks


def is_foe(state: State, seat: int, other: int) -> bool:
    """Whether a seat's pieces may be attacked: those of the own other legion may not."""
    if seat == other:
        return False
    return state.seating[seat] != state.seating[other] or state.options.own_legions == "opponents"


def surrounds(box: Box, state: State, seat: int, cell: str) -> bool:
    """Whether a piece of the seat on a space counts among those that surround."""
    if state.held.get(cell) == seat:
        # It need not act for that.
        return state.options.controller_surrounds == "on"
    if state.monsters.get(cell) != seat:
        return False
    return cell in box.valley or state.options.bush_surrounds == "on"


def around(box: Box, state: State, seat: int, cell: str) -> int:
    """How many pieces of the seat that count are beside a space."""
    return sum(surrounds(box, state, seat, near) for near in box.near[cell])


def attackable(box: Box, state: State, seat: int, cell: str) -> bool:
    """Whether an opponent's piece is on a space (no tent) where it can be attacked."""
    other = state.monsters.get(cell)
    if other is None or not is_foe(state, seat, other):
        return False
    return cell in box.valley or state.options.bush_surrounds == "on"


def attack(box: Box, state: State, seat: int, at: str, pounce: str | None) -> None:
    """The piece that has come to a space surrounds those beside it; all leave together."""
    monsters = state.monsters
    foes = [cell for cell in box.near[at] if monsters.get(cell, seat) != seat]
    if not foes or not surrounds(box, state, seat, at):
        return
    gains = box.pack.gain
    beaten = [
        cell
        for cell in foes
        if attackable(box, state, seat, cell) and around(box, state, seat, cell) >= SURROUND
    ]
    tokens = gains.surround * len(beaten)
    if pounce is not None and pounce not in beaten:
        beaten.append(pounce)
        tokens += gains.pounce
        state.ability = True
    for cell in beaten:
        state.seats[monsters.pop(cell)].front += 1
    if tokens:
        gain(state, seat, tokens)


def pounced(box: Box, state: State, seat: int, start: str, end: str, foe: str) -> int:
    """How many pieces of the seat would be beside a space after a move."""
    others = (near for near in box.near[foe] if near not in (start, end))
    count = sum(surrounds(box, state, seat, near) for near in others)
    return count + (end in box.near[foe] and would_surround(box, state, end))


def would_surround(box: Box, state: State, end: str) -> bool:
    """Whether a piece that ends its move on a space can attack from there."""
    if end in box.tent_set:
        return state.options.controller_surrounds == "on"
    return end in box.valley or state.options.bush_surrounds == "on"


# The move


def check_go(box: Box, state: State, seat: int, move: Go) -> None:
    need_action(box, state)
    start, end = move.start, move.end
    if state.held.get(start) == seat:
        refuse(f"the monster on the tent {start} stays there", MOVE)
    if state.monsters.get(start) != seat:
        refuse(f"no own monster is on {start}", MOVE)
    if start == end:
        refuse("a move ends on another space", MOVE)
    if end in box.tent_set:
        check_control(box, state, seat, end)
    elif box.kind[end] == "mountain" or occupied(state, end):
        refuse(f"a monster cannot stop on {end}: {describe(box, state, end)}", MOVE)
    check_way(box, state, seat, start, end)
    if move.pounce is not None:
        check_pounce(box, state, seat, move)


def check_control(box: Box, state: State, seat: int, tent: str) -> None:
    """A tent is stepped on only to take control of it."""
    if tent not in state.turned or tent in state.held:
        refuse(f"{tent} cannot be stepped on: {describe(box, state, tent)}", MOVE)
    guards = guarded(box, state, tent)
    if guards:
        kinds = [f"a {state.visitors[cell]} on {cell}" for cell in guards]
        refuse(f"visitors are adjacent to the tent {tent}: {', '.join(kinds)}", MOVE)
    costs, tokens = price(box, state, tent), state.seats[seat].tokens
    if tokens < costs:
        fire = "with" if lit(box, state, tent) else "without"
        refuse(f"a tent {fire} campfire costs {costs} tokens, the legion has {tokens}", MOVE)


def check_way(box: Box, state: State, seat: int, start: str, end: str) -> None:
    """Refuse a space that no way leads to, and say what shuts it."""
    steps, tents = box.steps[state.seats[seat].legion], [end] if end in box.tent_set else []

    def reached(watch: str | None) -> bool:
        land = ground(box, state, seat, tents, watch)
        return bool(reach(land, box.bit[start], steps) & box.bit[end])

    if reached(state.watch):
        return
    if reached(None):
        refuse(f"from a bush {state.watch} the watchman lets nobody into the valley", WATCHMAN)
    if end in box.side and state.options.bushes == "leave-only":
        refuse("a monster does not step into a bush (option bushes)", MOVE)
    refuse(f"no free way of at most {steps} spaces leads from {start} to {end}", MOVE)


def check_pounce(box: Box, state: State, seat: int, move: Go) -> None:
    """A werewolf attacks with two pieces, once a turn."""
    foe = move.pounce or ""
    if state.seats[seat].legion != "werewolf":
        refuse("only werewolves attack with two", MOVE_ABILITIES)
    if state.ability:
        refuse("the ability is used already this turn", MOVE_ABILITIES)
    if foe == move.start or not attackable(box, state, seat, foe):
        refuse(f"no opponent's monster that can be attacked is on {foe}", MOVE_ABILITIES)
    if foe not in box.near[move.end] or not would_surround(box, state, move.end):
        refuse(f"the monster that moves does not attack {foe} from {move.end}", MOVE_ABILITIES)
    count = pounced(box, state, seat, move.start, move.end, foe)
    if count > POUNCE:
        refuse(f"{count} werewolves surround {foe} without the ability", MOVE_ABILITIES)
    if count < POUNCE:
        refuse(f"only {count} werewolf would be adjacent to {foe}, not {POUNCE}", MOVE_ABILITIES)


def go(box: Box, state: State, seat: int, move: Go) -> None:
    end = move.end
    del state.monsters[move.start]
    if end in box.tent_set:
        take_control(box, state, seat, end)
    else:
        state.monsters[end] = seat
    attack(box, state, seat, end, move.pounce)
    state.last = [move.start, end] if move.pounce is None else [move.start, end, move.pounce]
    spend(state)
    stir(state)


def goes(box: Box, state: State, seat: int) -> list[tuple[int, Move]]:
    """The moves of all pieces, each with its seat: by far the most of what a turn offers."""
    legion = state.seats[seat].legion
    steps, bit = box.steps[legion], box.bit
    land = ground(box, state, seat, goals(box, state, seat), state.watch)
    routes = box.routes[steps]
    found: list[tuple[int, Move]] = []
    for start, owner in state.monsters.items():
        if owner == seat:
            ends = reach(land, bit[start], steps)
            found += [route for end, route in routes[start][seat] if ends & end]
    if legion == "werewolf" and not state.ability:
        found += pounces(box, state, seat, found)
    return found


def pounces(
    box: Box, state: State, seat: int, found: list[tuple[int, Move]]
) -> list[tuple[int, Move]]:
    """The same moves with an attack of two, where they lead to one."""
    prey = preys(box, state, seat)
    return [
        (seat, Go(move.start, move.end, foe))
        for _, move in found
        if isinstance(move, Go) and move.end in prey
        for foe in prey[move.end]
        if pounced(box, state, seat, move.start, move.end, foe) == POUNCE
    ]


def preys(box: Box, state: State, seat: int) -> dict[str, list[str]]:
    """By the space where a werewolf ends its move, whom it could attack from there with another."""
    mine = box.bits(cell for cell, owner in state.monsters.items() if owner == seat)
    mine |= box.bits(cell for cell, owner in state.held.items() if owner == seat)
    beside = spread(mine)
    found: dict[str, list[str]] = {}
    for foe in state.monsters:
        if beside & box.bit[foe] and attackable(box, state, seat, foe):
            for near in box.near[foe]:
                if would_surround(box, state, near):
                    found.setdefault(near, []).append(foe)
    return found
