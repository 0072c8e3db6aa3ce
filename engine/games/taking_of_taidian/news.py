"""What came of an event: thefts, shuffles, health, energy, power-ups, structures, money, deaths."""

from collections.abc import Iterator
from typing import Any

from engine.events import Moved
from engine.games.taking_of_taidian.box import Box
from engine.games.taking_of_taidian.moves import End, Steal
from engine.games.taking_of_taidian.state import Fighter, State
from engine.news import changed, counted, counts, tally


def news(box: Box, before: State, after: State, event: Any) -> Iterator[str]:
    """What is told of an event; nothing that lies in a hand."""
    yield from _stolen(before, after, event)
    yield from _drawn(before, after, event)
    for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        for name, level in new.levels.items():
            if level != old.levels.get(name, 0):
                yield f"{{{seat}}} has {name} at level {level}"
        if not new.out:
            yield from _structures(seat, old, new)
        if not new.out and _discarded(new) < _discarded(old):
            yield f"The discard of {{{seat}}} is shuffled: {counted(new.deck, 'card')} on the deck"
        if new.blocked > old.blocked:
            yield f"{{{seat}}} has blocked {counted(new.blocked, 'point')}"
        yield from counts(seat, _numbers(old), [now for _, _, now in _numbers(new)])
        if new.out and not old.out:
            yield f"{{{seat}}} is dead"
    if after.purse != before.purse and after.turn == before.turn:
        yield f"To spend: {changed(before.purse, after.purse, 'money', 'money')}"


def _stolen(before: State, after: State, event: Any) -> Iterator[str]:
    """What a thief has found, also where there was only one thing to find, so that nobody asked."""
    asked = before.due is not None and before.due.do == "taken"
    if asked and before.due is not None:
        thief, foe = before.turn, before.due.foe
    elif isinstance(event, Moved) and isinstance(event.move, Steal) and after.due is None:
        thief, foe = event.seat, event.move.foe
    else:
        return
    old, new = before.seats[thief].gained, after.seats[thief].gained
    taken = [name for name, number in new.items() if number > old.get(name, 0)]
    what = taken[0] if taken else "nothing"
    yield f"{{{thief}}} takes {what} from {{{foe}}}"


def _drawn(before: State, after: State, event: Any) -> Iterator[str]:
    """A hand about which chance had nothing to decide, so that nobody was asked."""
    if isinstance(event, Moved) and isinstance(event.move, End) and after.turn != before.turn:
        hand = counted(len(after.seats[before.turn].hand), "card")
        yield f"{{{before.turn}}} draws {hand} unasked: no others could come"


def _discarded(fighter: Fighter) -> int:
    return sum(fighter.discard.values()) + len(fighter.buried)


def glance(state: State) -> Iterator[str]:
    """Each living character's numbers, power-ups and structures; then what may still be spent."""
    for seat, fighter in enumerate(state.seats):
        if fighter.character and not fighter.out:
            hand = counted(len(fighter.hand), "card")
            levels = ", ".join(f"{name} {level}" for name, level in fighter.levels.items())
            built = ", ".join(fighter.structures)
            yield tally(seat, _numbers(fighter), f"{hand} in hand", levels, built)
    if state.phase == "upgrade":
        yield f"To spend: {state.purse} money"


def _numbers(fighter: Fighter) -> list[tuple[str, str, int]]:
    return [
        ("health", "health", fighter.health),
        ("energy", "energy", fighter.energy),
    ]


def _structures(seat: int, old: Fighter, new: Fighter) -> Iterator[str]:
    for name in dict.fromkeys([*old.structures, *new.structures]):
        more = new.structures.count(name) - old.structures.count(name)
        if more < 0:
            yield f"{{{seat}}} loses the structure {name}"
        elif more > 0:
            yield f"{{{seat}}} has the structure {name} in play"
