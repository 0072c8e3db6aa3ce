"""What came of an event: health, energy, power-ups, structures, money, who is dead."""

from collections.abc import Iterator
from typing import Any

from engine.games.taking_of_taidian.box import Box
from engine.games.taking_of_taidian.state import Fighter, State
from engine.news import changed, counted, counts


def news(box: Box, before: State, after: State, event: Any) -> Iterator[str]:
    """What is told of an event; nothing that lies in a hand."""
    for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        for name, level in new.levels.items():
            if level != old.levels.get(name, 0):
                yield f"{{{seat}}} has {name} at level {level}"
        if not new.out:
            yield from _structures(seat, old, new)
        if new.blocked > old.blocked:
            yield f"{{{seat}}} has blocked {counted(new.blocked, 'point')}"
        yield from counts(seat, _numbers(old), [now for _, _, now in _numbers(new)])
        if new.out and not old.out:
            yield f"{{{seat}}} is dead"
    if after.purse != before.purse and after.turn == before.turn:
        yield f"To spend: {changed(before.purse, after.purse, 'money', 'money')}"


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
