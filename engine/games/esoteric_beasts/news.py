"""What came of an event: captures, damage, the card that lies on top now, the score."""

from collections.abc import Iterator
from typing import Any

from engine.games.esoteric_beasts.box import Box
from engine.games.esoteric_beasts.state import DEALS, UPRIGHT, State
from engine.games.esoteric_beasts.visit import caught, score
from engine.news import counted, counts, tally


def news(box: Box, before: State, after: State, event: Any) -> Iterator[str]:
    """What is told of an event, in the order in which it happened."""
    for name in after.captured:
        if name not in before.captured:
            yield _captured(box, after, name)
    struck = len(after.discard) - len(before.discard)
    if struck > 0:
        yield f"Damage takes {counted(struck, 'card')} of Set B"
    yield from _top(box, before, after)
    yield from counts(0, _numbers(box, before), [now for _, _, now in _numbers(box, after)])


def _captured(box: Box, state: State, name: str) -> str:
    if box.esoteric[name]:
        return f"{name} is captured, Esoteric Beast {caught(box, state)} of {box.beasts}"
    return f"{name} is captured, which is no Esoteric Beast"


def glance(box: Box, state: State) -> Iterator[str]:
    """The card on top, and the numbers of the table."""
    yield from _on_top(box, state)
    yield tally(0, _numbers(box, state), f"{caught(box, state)} of {box.beasts} Esoteric Beasts")


def _top(box: Box, before: State, after: State) -> Iterator[str]:
    """The card that came on top, or was turned there."""
    if before.hand[:1] != after.hand[:1]:
        yield from _on_top(box, after)


def _on_top(box: Box, after: State) -> Iterator[str]:
    if not after.hand or after.hand[0] in DEALS or after.ended:
        return
    top, name = after.hand[0], after.hand[0][2:]
    kind = ", Esoteric" if box.esoteric.get(name) else ""
    lies = "upright" if top.startswith(UPRIGHT) else "upside down"
    yield (
        f"On top lies {name} ({box.element[name]}{kind}, life {box.life.get(top, 0)}, "
        f"attack {box.attack.get(top, 0)}), {lies}"
    )


def _numbers(box: Box, state: State) -> list[tuple[str, str, int]]:
    return [
        ("card in Set A", "cards in Set A", len(state.hand)),
        ("in Set B", "in Set B", len(state.energy)),
        ("point", "points", score(box, state)),
    ]
