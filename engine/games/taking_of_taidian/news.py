"""What came of an event: damage and deaths, cards that changed hands, energy, money, shuffles."""

from collections.abc import Iterator
from typing import Any

from engine.events import Moved, Resolved
from engine.games.taking_of_taidian.box import Box
from engine.games.taking_of_taidian.moves import Block, Hit, Take
from engine.games.taking_of_taidian.pack import NOTHING
from engine.games.taking_of_taidian.state import Fighter, State
from engine.games.taking_of_taidian.table import effect
from engine.games.taking_of_taidian.upgrading import owes
from engine.news import counted, counts, named


def news(box: Box, before: State, after: State, event: Any) -> Iterator[str]:
    """What is told of an event, in the order in which it happened."""
    move = type(event.move) if isinstance(event, Moved) else None
    if move is Block:
        blocked = after.seats[event.seat].blocked
        yield f"{{{event.seat}}} blocks {blocked} so far"
    elif move in (Take, Hit) and before.batch is not None and after.batch is None:
        yield from _settled(box, before, after)
    elif isinstance(event, Resolved) and before.due is not None and before.due.do == "taken":
        yield from _taken(before, event.values[0])
    yield from _shuffled(before, after)
    for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        if not new.out:
            yield from counts(
                seat,
                [
                    ("health", "health", old.health),
                    ("energy", "energy", old.energy),
                    ("to spend", "to spend", before.purse if seat == before.turn else 0),
                ],
                [new.health, new.energy, after.purse if seat == after.turn else 0],
            )
    yield from _fallen(before, after)
    if after.phase == "upgrade" and not after.ended and owes(box, after):
        yield f"{{{after.turn}}} owes a power-up"


def _settled(box: Box, before: State, after: State) -> Iterator[str]:
    """Attacks that did no damage, which no number tells."""
    assert before.batch is not None
    aimed = [*before.batch.declared, *(one.foe for one in before.batch.cards)]
    for foe in dict.fromkeys(foe for foe in aimed if foe is not None):
        old, new = before.seats[foe], after.seats[foe]
        if old.health == new.health and not new.out:
            wall = effect(box, old, "defence")
            yield f"{{{foe}}} stops it all, with {old.blocked + wall} of defence"


def _taken(before: State, name: str) -> Iterator[str]:
    assert before.due is not None
    thief, foe = before.turn, before.due.foe
    if name == NOTHING:
        yield f"{{{thief}}} finds nothing to take with {{{foe}}}"
    else:
        yield f"{{{thief}}} takes {name} from {{{foe}}}"


def _shuffled(before: State, after: State) -> Iterator[str]:
    for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        if not new.out and _pile(new) < _pile(old):
            yield f"The discard of {{{seat}}} is shuffled: {counted(new.deck, 'card')} on the deck"


def _pile(owner: Fighter) -> int:
    return sum(owner.discard.values()) + len(owner.buried)


def _fallen(before: State, after: State) -> Iterator[str]:
    for group in after.fallen[len(before.fallen) :]:
        dead = [seat for seat in group if seat not in after.conceded]
        if dead:
            yield f"{named(dead)} {'is' if len(dead) == 1 else 'are'} dead"
