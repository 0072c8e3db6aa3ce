"""What came of an event: tiles, visitors, tents, monsters that are driven away, tokens, points."""

from collections.abc import Callable, Iterator
from typing import Any

from engine.events import Moved
from engine.games.vale_dos_monstros.box import Box
from engine.games.vale_dos_monstros.moves import Burn, Capture, Frighten, Go
from engine.games.vale_dos_monstros.pack import Row
from engine.games.vale_dos_monstros.scoring import tallies
from engine.games.vale_dos_monstros.state import State
from engine.news import counted, counts, joined, tally


def news(box: Box, before: State, after: State, event: Any) -> Iterator[str]:
    """What is told of an event, what is on the board first."""
    yield from _tiles(box, before, after)
    move = event.move if isinstance(event, Moved) else None
    told = _TOLD.get(type(move))
    if told is not None:
        yield from told(before, after, event.seat)
    yield from _tents(box, before, after)
    # In the set-up nobody counts points yet, and its end brings none.
    old, new = (_numbers(box, state, before.phase == "turn") for state in (before, after))
    for seat, (was, now) in enumerate(zip(old, new, strict=True)):
        yield from counts(seat, was, [number for _, _, number in now])


def glance(box: Box, state: State) -> Iterator[str]:
    """Each legion's numbers, pieces and tents; then the visitors, and the actions that are left."""
    for seat, numbers in enumerate(_numbers(box, state, True)):
        if seat not in state.conceded and state.seats[seat].legion:
            on = " ".join(cell for cell, owner in state.monsters.items() if owner == seat)
            tents = " ".join(tent for tent, owner in state.held.items() if owner == seat)
            yield tally(seat, numbers, on and f"on {on}", tents and f"tents {tents}")
    if state.visitors:
        yield f"Visitors: {', '.join(f'{who} {cell}' for cell, who in state.visitors.items())}"
    if state.phase == "turn" and not state.ended:
        yield counted(state.points, "action point") + " left"


def _numbers(box: Box, state: State, counting: bool) -> list[list[tuple[str, str, int]]]:
    """By seat, what is counted; points where they are counted already."""
    points = [whole for whole, _, _ in tallies(box, state)] if counting else [0] * len(state.seats)
    return [
        [
            ("point", "points", points[seat]),
            ("token", "tokens", legion.tokens),
            ("monster in front", "monsters in front", legion.front),
            ("in reserve", "in reserve", legion.reserve),
            ("action card", "action cards", box.pack.box.cards - legion.down),
        ]
        for seat, legion in enumerate(state.seats)
    ]


def _tiles(box: Box, before: State, after: State) -> Iterator[str]:
    for tent, tile in after.turned.items():
        if tent not in before.turned:
            row = box.rows[after.table - 1][tile]
            who = f"camp {campers(row)}" if campers(row) else "camps nobody"
            yield f"In the tent {tent} {who}, {'with' if row.fire else 'without'} a campfire"


def campers(row: Row) -> str:
    """Who camps in a tent: `1 man, 2 women and 1 child`, or nothing."""
    return joined(
        [
            counted(number, word, words)
            for number, word, words in (
                (row.men, "man", "men"),
                (row.women, "woman", "women"),
                (row.children, "child", "children"),
            )
            if number
        ]
    )


def _tents(box: Box, before: State, after: State) -> Iterator[str]:
    for tent, seat in after.held.items():
        if tent not in before.held:
            yield (
                f"{{{seat}}} takes the tent {tent}: {len(after.held)} of {len(box.tents)} are "
                "under control"
            )
    if len(after.held) == len(box.tents) > len(before.held):
        yield "That was the last tent: the match ends with this turn"


# What moves do to others


def _frightened(before: State, after: State, seat: int) -> Iterator[str]:
    people = [f"the {who} on {cell}" for cell, who in _gone(before, after)]
    if people:
        yield f"{{{seat}}} frightens {joined(people)} away"


def _captured(before: State, after: State, seat: int) -> Iterator[str]:
    for cell, who in _gone(before, after):
        yield f"{{{seat}}} takes the {who} on {cell} along"


def _burnt(before: State, after: State, seat: int) -> Iterator[str]:
    for cell, who in _gone(before, after):
        yield f"The {who} on {cell} makes room for the campfire"
    for cell, owner in before.monsters.items():
        if cell not in after.monsters:
            yield f"The monster of {{{owner}}} on {cell} makes room for the campfire"


def _attacked(before: State, after: State, seat: int) -> Iterator[str]:
    for cell, owner in before.monsters.items():
        if cell not in after.monsters and owner != seat:
            yield f"{{{seat}}} drives the monster of {{{owner}}} off {cell}"


def _gone(before: State, after: State) -> list[tuple[str, str]]:
    return [(cell, who) for cell, who in before.visitors.items() if cell not in after.visitors]


_TOLD: dict[type, Callable[[State, State, int], Iterator[str]]] = {
    Frighten: _frightened,
    Capture: _captured,
    Burn: _burnt,
    Go: _attacked,
}
