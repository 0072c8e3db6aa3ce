"""C. to E.: frighten visitors, capture and transform them, place monsters."""

from collections.abc import Iterator
from itertools import combinations

from engine.games.vale_dos_monstros.box import Box, Cells
from engine.games.vale_dos_monstros.moves import Capture, Enter, Frighten, Front, Move, Rise
from engine.games.vale_dos_monstros.state import State
from engine.games.vale_dos_monstros.table import (
    CAPTURING,
    FRIGHTENING,
    PLACING,
    VISITOR_ABILITIES,
    WATCHMAN,
    can_act,
    describe,
    free_bushes,
    gain,
    need_action,
    own_valley_piece,
    refuse,
    spend,
    stir,
    watched,
)

# C. Frightening a Visitor


def check_visitor(box: Box, state: State, cell: str, rule: str) -> None:
    """Refuse a space without a visitor."""
    if cell not in state.visitors:
        refuse(f"no visitor is on {cell}: {describe(box, state, cell)}", rule)


def check_frighten(box: Box, state: State, seat: int, move: Frighten) -> None:
    need_action(box, state)
    check_visitor(box, state, move.first, FRIGHTENING)
    own_valley_piece(box, state, seat, move.first, "frighten", FRIGHTENING)
    if move.second is None:
        return
    if state.seats[seat].legion != "skeleton":
        refuse("only skeletons frighten two visitors at once", VISITOR_ABILITIES)
    if state.ability:
        refuse("the ability is used already this turn", VISITOR_ABILITIES)
    if move.second == move.first:
        refuse("two visitors are on two spaces", VISITOR_ABILITIES)
    check_visitor(box, state, move.second, FRIGHTENING)
    own_valley_piece(box, state, seat, move.second, "frighten", FRIGHTENING)
    if state.options.skeleton_pair == "same-piece" and not shares(box, state, seat, move):
        refuse(
            f"no own monster in the valley is adjacent to both {move.first} and {move.second}",
            VISITOR_ABILITIES,
        )


def shares(box: Box, state: State, seat: int, move: Frighten) -> bool:
    """Whether one piece of the seat in the valley is adjacent to both visitors."""
    both = (cell for cell in box.near[move.first] if cell in box.near[move.second or ""])
    return any(state.monsters.get(cell) == seat and cell in box.valley for cell in both)


def frighten(box: Box, state: State, seat: int, move: Frighten) -> None:
    tokens = box.worth[state.visitors.pop(move.first)]
    state.last = [move.first]
    if move.second is not None:
        tokens += box.worth[state.visitors.pop(move.second)] - box.pack.gain.pair_less
        state.last.append(move.second)
        state.ability = True
    gain(state, seat, max(0, tokens))
    spend(state)
    stir(state)


Reach = list[tuple[str, list[str]]]
"""The own pieces in the valley, each with the visitors adjacent to it."""


def in_reach(box: Box, state: State, seat: int) -> Reach:
    visitors, valley, found = state.visitors, box.valley, []
    for cell, owner in state.monsters.items():
        if owner == seat and cell in valley:
            seen = [near for near in box.near[cell] if near in visitors]
            if seen:
                found.append((cell, seen))
    return found


def meetings(box: Box, state: State, seat: int, beside: Cells) -> Iterator[Move]:
    """What pieces can do to the visitors adjacent to them."""
    if beside & box.bits(state.visitors):
        reach = in_reach(box, state, seat)
        yield from frightens(box, state, seat, reach)
        yield from captures(box, state, seat, reach)


def frightens(box: Box, state: State, seat: int, reach: Reach) -> Iterator[Move]:
    touched = list(dict.fromkeys(cell for _, seen in reach for cell in seen))
    yield from (Frighten(cell) for cell in touched)
    if state.seats[seat].legion != "skeleton" or state.ability:
        return
    groups = [touched]
    if state.options.skeleton_pair == "same-piece":
        groups = [seen for _, seen in reach]
    pairs = (pair for group in groups for pair in combinations(sorted(group), 2))
    yield from (Frighten(*pair) for pair in dict.fromkeys(pairs))


# D. Capturing and Transforming a Visitor


def check_capture(box: Box, state: State, seat: int, move: Capture) -> None:
    need_action(box, state)
    if state.held.get(move.monster) == seat:
        refuse("a monster that controls a tent cannot capture", CAPTURING)
    if state.monsters.get(move.monster) != seat:
        refuse(f"no own monster is on {move.monster}", CAPTURING)
    if move.monster not in box.valley:
        refuse(f"a monster in a bush cannot capture ({move.monster} is one)", CAPTURING)
    check_visitor(box, state, move.visitor, CAPTURING)
    if move.visitor not in box.near[move.monster]:
        refuse(f"{move.visitor} is not adjacent to {move.monster}", CAPTURING)
    if state.visitors[move.visitor] == "child":
        refuse("children are not captured", CAPTURING)
    if not can_transform(state, seat):
        refuse("the legion has no piece in the reserve to transform the visitor into", CAPTURING)


def can_transform(state: State, seat: int) -> bool:
    """Whether the reserve allows a capture."""
    return state.seats[seat].reserve > 0 or state.options.capture_reserve == "not-needed"


def capture(box: Box, state: State, seat: int, move: Capture) -> None:
    legion = state.seats[seat]
    del state.visitors[move.visitor], state.monsters[move.monster]
    legion.front += 1
    state.last = [move.monster, move.visitor]
    spend(state)
    stir(state)
    if legion.reserve == 0:
        return
    legion.reserve -= 1
    legion.front += 1
    if legion.legion == "vampire" and not state.ability:
        state.rise = [move.monster, move.visitor]
        if next(pairs(box, state), None) is None:
            state.rise = []


def captures(box: Box, state: State, seat: int, reach: Reach) -> Iterator[Move]:
    if not can_transform(state, seat):
        return
    for cell, seen in reach:
        for visitor in seen:
            if state.visitors[visitor] != "child":
                yield Capture(cell, visitor)


# A vampire's captor and new piece


def in_question(box: Box, state: State, bush: str) -> bool:
    """Whether a bush is adjacent to the captor's or the visitor's space."""
    return any(bush in box.near[cell] for cell in state.rise)


def pairs(box: Box, state: State) -> Iterator[tuple[str, str]]:
    """The free bushes, two by two, on which a vampire's pieces may be placed."""
    free = free_bushes(box, state)
    if state.options.vampire_bushes == "mutual":
        return (pair for pair in box.pairs if pair[0] in free and pair[1] in free)
    return combinations(sorted(bush for bush in free if in_question(box, state, bush)), 2)


def check_free(box: Box, state: State, bush: str, rule: str) -> None:
    """Refuse a space on which no piece can be placed."""
    if bush not in box.side:
        refuse(f"{bush} is no bush: {describe(box, state, bush)}", rule)
    if bush in state.monsters:
        refuse(f"the bush {bush} is taken", rule)
    if watched(box, state, bush):
        refuse(f"the watchman lets nobody into the bushes {state.watch}", WATCHMAN)


def check_rise(box: Box, state: State, seat: int, move: Rise) -> None:
    for bush in (move.first, move.second):
        check_free(box, state, bush, VISITOR_ABILITIES)
    if move.first == move.second:
        refuse("two monsters need two bushes", VISITOR_ABILITIES)
    if state.options.vampire_bushes == "captor":
        for bush in (move.first, move.second):
            if not in_question(box, state, bush):
                refuse(
                    f"{bush} is adjacent neither to the captor's nor to the visitor's space",
                    VISITOR_ABILITIES,
                )
    elif move.second not in box.near[move.first]:
        refuse(f"{move.first} and {move.second} are not adjacent", VISITOR_ABILITIES)


def rise(box: Box, state: State, seat: int, move: Rise) -> None:
    state.monsters[move.first] = seat
    state.monsters[move.second] = seat
    state.seats[seat].front -= 2
    state.ability = True
    state.rise = []
    state.last = [move.first, move.second]


def check_front(box: Box, state: State, seat: int, move: Front) -> None:
    """The ability is never forced upon anybody."""


def front(box: Box, state: State, seat: int, move: Front) -> None:
    state.rise = []


def rises(box: Box, state: State, seat: int) -> Iterator[Move]:
    yield from (Rise(*pair) for pair in pairs(box, state))
    yield Front()


# E. Placing a Monster


def check_enter(box: Box, state: State, seat: int, move: Enter) -> None:
    need_action(box, state)
    if state.seats[seat].front == 0:
        refuse("no monster is in front of the screen", PLACING)
    check_free(box, state, move.bush, PLACING)


def enter(box: Box, state: State, seat: int, move: Enter) -> None:
    state.seats[seat].front -= 1
    state.monsters[move.bush] = seat
    state.last = [move.bush]
    spend(state)
    stir(state)


def enters(box: Box, state: State, seat: int) -> Iterator[Move]:
    if state.seats[seat].front > 0 and can_act(state):
        yield from (Enter(bush) for bush in free_bushes(box, state))
