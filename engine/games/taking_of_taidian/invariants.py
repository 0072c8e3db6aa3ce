"""What always holds at a table of Taking of Taidian."""

from collections.abc import Iterator
from itertools import chain

from engine.chance import UNSEEN
from engine.games.taking_of_taidian.box import Box
from engine.games.taking_of_taidian.state import Batch, Due, Fighter, State
from engine.games.taking_of_taidian.table import attacked, effect, living, side


def broken(box: Box, state: State) -> list[str]:
    """The invariants that do not hold, in words; seats as numbers from 1."""
    strange = list(_strange(box, state))
    if strange:
        return strange
    found = list(_table(box, state))
    gained: dict[str, int] = {}
    for seat, owner in enumerate(state.seats):
        for name, number in owner.gained.items():
            gained[name] = gained.get(name, 0) + number
        faults = _dead(owner) if owner.out else chain(_owns(box, state, seat), _counts(box, owner))
        found += [f"seat {seat + 1}: {fault}" for fault in faults]
    if {name: n for name, n in gained.items() if n} != state.sold:
        found.append("what the seats gained is not what the stacks sold")
    for name, number in state.sold.items():
        if name not in box.cards or not 0 <= number <= box.cards[name].copies:
            found.append(f"{number} copies of {name} were sold")
    return found


def _strange(box: Box, state: State) -> Iterator[str]:
    """Names that the box does not hold: nothing else can be asked of them."""
    for seat, owner in enumerate(state.seats):
        if owner.character and owner.character not in box.characters:
            yield f'seat {seat + 1}: there is no character "{owner.character}"'
        open_ = (*owner.front, *owner.aside, *owner.discard, *owner.gained)
        for name in (*owner.hand, *owner.buried, *owner.kept, *owner.hidden, *open_):
            if name not in box.cards and name != UNSEEN:
                yield f'seat {seat + 1}: there is no card "{name}"'
        for name in (*owner.structures, *owner.healed):
            if name not in box.effects:
                yield f'seat {seat + 1}: there is no structure "{name}"'


# Cards


def _owns(box: Box, state: State, seat: int) -> Iterator[str]:
    """Each card is in one place, and all of them are those that the owner has by right."""
    owner = state.seats[seat]
    here = dict(owner.hidden)
    for name, number in owner.discard.items():
        here[name] = here.get(name, 0) + number
    batch = state.batch if seat == state.turn else None
    laid = [] if batch is None else [one.card for one in batch.cards]
    for name in (*owner.front, *owner.aside, *owner.structures, *laid):
        here[name] = here.get(name, 0) + 1
    first = box.decks.get(owner.character, {})
    right = {**first}
    for name, number in owner.gained.items():
        right[name] = right.get(name, 0) + number
    if here != {name: number for name, number in right.items() if number}:
        yield "its cards are not its first deck with what it bought and stole"
    twice = [name for name in box.green if here.get(name, 0) > 1]
    if twice:
        yield f"it has {twice[0]} twice"
    yield from owner.broken()


# Characters


def _dead(owner: Fighter) -> Iterator[str]:
    if owner.health or owner.energy or owner.hidden or owner.discard or owner.front:
        yield "a dead character has health, energy or cards"
    if owner.hand or owner.buried or owner.kept or owner.aside or owner.structures or owner.deck:
        yield "a dead character's cards are still in the match"


def _counts(box: Box, owner: Fighter) -> Iterator[str]:
    if not owner.character:
        return
    start = box.characters[owner.character].health
    # Where the table has changed its mind about `health-cap`, what was given stays.
    risen = sum(box.effects[name]["health"] for name in owner.healed)
    if not 0 < owner.health <= start + risen:
        yield f"{owner.health} health is not between 1 and {start + risen}"
    if len(set(owner.healed)) < len(owner.healed):
        yield "a structure gave its health twice"
    levels = owner.levels
    if any(name not in box.powers or not 0 < n <= box.limits.levels for name, n in levels.items()):
        yield f"its power-ups are at {levels}"
    elif sum(levels.values()) == box.top and owner.energy:
        yield "it has energy after its last power-up"
    if owner.energy < 0 or owner.blocked < 0:
        yield "a count is below 0"


# The table


def _table(box: Box, state: State) -> Iterator[str]:
    over = len({side(state, s) for s in range(len(state.seats)) if living(state, s)}) < 2
    if over and not state.ended:
        yield "one side is left, and the match is not over"
    elif state.ended and not over and state.ended != "agreed to stop":
        yield f"the match is over ({state.ended}), and more than one side is left"
    for seat, owner in enumerate(state.seats):
        # More than enough for a power-up is owed, and that by the seat on turn alone.
        upgrading = seat == state.turn and state.phase == "upgrade"
        if owner.energy > box.limits.energy and not upgrading:
            yield f"seat {seat + 1}: {owner.energy} energy, and no power-up is owed"
    if state.purse < 0 or (state.purse and state.phase != "upgrade"):
        yield f"{state.purse} money outside an upgrading turn"
    if state.ended:
        return
    if state.seats[state.turn].out:
        yield "a dead seat is on turn"
    if state.batch is not None:
        yield from _batch(state, state.batch)
    elif any(owner.blocked for owner in state.seats):
        yield "somebody blocks where nothing is attacked"
    if state.due is not None and state.due.do == "draw":
        yield from _draw(box, state.seats[state.due.seat], state.due)


def _draw(box: Box, owner: Fighter, due: Due) -> Iterator[str]:
    size = box.limits.hand + effect(box, owner, "hand")
    if len(owner.hand) + due.count > size:
        yield f"a hand of {size} is not what seat {due.seat + 1} draws"
    elif len(owner.hand) + due.count < size:
        yield f"seat {due.seat + 1} draws fewer than {size} cards"
    if owner.deck < due.count or not due.count:
        yield f"seat {due.seat + 1} draws {due.count} of {owner.deck} cards"


def _batch(state: State, batch: Batch) -> Iterator[str]:
    if state.phase != "attack":
        yield "a batch is open outside an attacking turn"
    named = attacked(state, batch)
    if len(set(batch.declared)) < len(batch.declared):
        yield "an opponent is declared twice"
    answering = [foe for foe in named if foe in batch.answers]
    if answering != batch.answers:
        yield "somebody answers who is not attacked, or not in turn"
    aimed = (*batch.declared, *(one.foe for one in batch.cards if one.foe is not None))
    for foe in aimed:
        if not 0 <= foe < len(state.seats) or side(state, foe) == side(state, state.turn):
            yield "a batch is aimed at no opponent"
    if any(other.blocked for foe, other in enumerate(state.seats) if foe not in named):
        yield "somebody blocks who is not attacked"
