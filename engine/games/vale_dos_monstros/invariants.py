"""What must hold at every moment of a match, in words where it does not.

It is asked at every event of a `verify`, so each part first counts, and looks for the words only
when the count is wrong.
"""

from collections.abc import Iterable, Iterator
from itertools import chain

from engine.games.vale_dos_monstros.box import Box
from engine.games.vale_dos_monstros.state import State
from engine.games.vale_dos_monstros.table import ALL_HELD


def broken(box: Box, state: State) -> list[str]:
    """The invariants that do not hold."""
    found: list[str] = []
    if not _pieces_add_up(box, state):
        found += _piece_faults(box, state)
    if not _spaces_fit(box, state):
        found += _space_faults(box, state)
    found += _token_faults(box, state)
    found += _supply_faults(box, state)
    found += _tent_faults(box, state)
    found += _turn_faults(box, state)
    return found


# Pieces: the reserve, in front of the screen, on the board


def _pieces(state: State) -> list[int]:
    count = [legion.reserve + legion.front for legion in state.seats]
    for seat in chain(state.monsters.values(), state.held.values()):
        count[seat] += 1
    return count


def _pieces_add_up(box: Box, state: State) -> bool:
    seats = len(state.seats)
    if any(not 0 <= s < seats for s in chain(state.monsters.values(), state.held.values())):
        return False
    if any(legion.reserve < 0 or legion.front < 0 for legion in state.seats):
        return False
    return _pieces(state) == [box.pack.box.monsters] * seats


def _piece_faults(box: Box, state: State) -> Iterator[str]:
    seats = range(len(state.seats))
    stray = [c for c, s in chain(state.monsters.items(), state.held.items()) if s not in seats]
    if stray:
        yield f"the monsters on {', '.join(stray)} belong to no seat"
        return
    for seat, count in enumerate(_pieces(state)):
        if count != box.pack.box.monsters:
            yield f"seat {seat} has {count} monsters, not {box.pack.box.monsters}"
        legion = state.seats[seat]
        if legion.reserve < 0 or legion.front < 0:
            yield f"seat {seat} has less than no monster in its reserve or before its screen"


# Spaces: one thing on each, each where it may be


def _spaces_fit(box: Box, state: State) -> bool:
    monsters, visitors, fires = state.monsters, state.visitors, state.fires
    try:
        standing, people = box.bits(monsters), box.bits(visitors)
        burning = box.bits(fires)
    except KeyError:
        return False
    if standing & people or standing & burning or people & burning:
        return False
    if (people | burning) & ~box.valley_bits or standing & ~(box.valley_bits | box.bush_bits):
        return False
    return all(tent in box.hearths and cell in box.hearths[tent] for cell, tent in fires.items())


def _space_faults(box: Box, state: State) -> Iterator[str]:
    seen: dict[str, str] = {}
    kinds: dict[str, Iterable[str]]
    kinds = {"monster": state.monsters, "visitor": state.visitors, "campfire": state.fires}
    for what, cells in kinds.items():
        for cell in cells:
            if cell in seen:
                yield f"a {what} and a {seen[cell]} are on {cell}"
            seen[cell] = what
            allowed = ("valley", "bush") if what == "monster" else ("valley",)
            if box.kind.get(cell) not in allowed:
                yield f"a {what} is on {cell}, which is a {box.kind.get(cell, 'space of no board')}"
    for cell, tent in state.fires.items():
        if cell not in box.hearths.get(tent, ()):
            yield f"the campfire on {cell} cannot have come from the tent {tent}"


# Tokens, visitors, campfires


def _token_faults(box: Box, state: State) -> Iterator[str]:
    held = [legion.tokens for legion in state.seats]
    whole = state.tokens + sum(held) + len(state.held)
    if whole != box.pack.box.tokens + state.minted:
        yield f"there are {whole} tokens, not {box.pack.box.tokens + state.minted}"
    if state.tokens < 0 or state.minted < 0 or min(held) < 0:
        yield "somebody has less than no token"


def _supply_faults(box: Box, state: State) -> Iterator[str]:
    there: list[str] = list(state.visitors.values())
    due = state.reveal.people if state.reveal is not None else {}
    for who, most in box.supply.items():
        count = there.count(who) + due.get(who, 0)
        if count > most or due.get(who, 0) < 0:
            yield f"{count} visitors are a {who}, the box has {most}"
    fires = len(state.fires) + (state.reveal is not None and state.reveal.fire)
    if fires > box.pack.box.fires:
        yield f"there are {fires} campfires, the box has {box.pack.box.fires}"


# Tents and tiles


def _tent_faults(box: Box, state: State) -> Iterator[str]:
    turned = state.turned
    if any(tent not in box.tent_set for tent in turned):
        yield "a space that is no tent is revealed"
    if any(tile not in box.rows[0] for tile in turned.values()):
        yield "a tile was turned that the box does not have"
    if len(set(turned.values())) != len(turned):
        yield "a tile was turned twice"
    if any(tent not in turned for tent in state.held):
        yield "a tent is under control that is not revealed"
    lit = [tent for tent in state.fires.values() if tent not in turned]
    if lit or len(set(state.fires.values())) != len(state.fires):
        yield "a campfire did not come with the tile of one revealed tent"


# The turn


def _turn_faults(box: Box, state: State) -> Iterator[str]:
    start, things = box.pack.start, box.pack.box
    if not 0 <= state.points <= start.points or (state.begun and (state.points or not state.extra)):
        yield f"{state.points} action points are left"
    for seat, legion in enumerate(state.seats):
        if not 0 <= legion.down <= things.cards:
            yield f"seat {seat} has turned {legion.down} of {things.cards} cards"
        prices = box.refresh.get(legion.legion, [])
        if not 0 <= legion.refreshed <= len(prices):
            yield f"seat {seat} has reactivated its cards {legion.refreshed} times"
    if state.watch and state.watch not in box.side_bits:
        yield f'the watchman is at no side "{state.watch}"'
    if not 1 <= state.table <= len(box.rows):
        yield f"there is no visitors' table {state.table}"
    if not 0 <= state.turn < len(state.seats):
        yield f"the match waits for seat {state.turn}, which it has not"
    elif not state.ended and state.turn in state.conceded:
        yield "the match waits for a seat that has left it"
    legions = [legion.legion for legion in state.seats if legion.legion]
    if len(set(legions)) != len(legions):
        yield "two seats have the same legion"
    if state.ended == ALL_HELD and len(state.held) != len(box.tents):
        yield "the match is over before all tents are under control"
