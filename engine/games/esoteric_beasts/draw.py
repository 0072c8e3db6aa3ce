"""The table as styled text; `svg` draws the same as a picture."""

from collections.abc import Iterator, Sequence

from engine.game import Picture, Span
from engine.games.esoteric_beasts import flips, svg
from engine.games.esoteric_beasts.box import Box
from engine.games.esoteric_beasts.response import next_element
from engine.games.esoteric_beasts.state import DEALS, DOWN, SEEN, State
from engine.games.esoteric_beasts.visit import score
from engine.text import Line, clip, cut, pad, width

WIDTH = 80
COLUMN = 39
"""Cells of one entry of Set A; two of them and a gap fill a line."""
NAME, ELEMENT = 18, 5
ROWS = 8
"""Entries of Set A that stand in one column; more are set in two."""
STYLES = {"fire": "red", "water": "blue", "air": "yellow", "earth": "green"}
FURTHER = ("red", "blue", "yellow", "green")
"""Styles of elements with other names, by their place."""
MARKS = {DOWN: "▪", SEEN: "▽", "U:": "▲"}
STAR = "★"


def picture(box: Box, state: State, names: Sequence[str]) -> Picture:
    """Set A as the player holds it, what is known of the rest, and the captures by element."""
    player = names[0] if names else ""
    lines = [cut(line, WIDTH) for line in _lines(box, state)]
    return Picture(lines, svg.drawing(box, state, player, waiting(box, state)))


def _lines(box: Box, state: State) -> Iterator[Line]:
    yield [("Set A", "bold"), (f", in the hand: {_cards(len(state.hand))}, the top first", "")]
    yield from _hand(box, state)
    yield [("", "")]
    yield [("Set B", "bold"), (f", the ENERGY deck: {_cards(len(state.energy))}", "")]
    yield from _list("known, from the top: ", _known(box, state.energy, placed=True))
    yield [("Unseen: ", ""), (_unseen(state), "dim")]
    yield [(f"Discard: {_cards(len(state.discard))}", "")]
    yield from _list("known: ", _known(box, state.discard))
    yield [("", "")]
    yield from _captures(box, state)
    yield [("", "")]
    yield [(f"Score {score(box, state)}", "bold"), (f"  {waiting(box, state)}", "")]
    legend = f"▒ unseen  ▪ known, face down  ▽ seen, upside down  ▲ upright  {STAR} Esoteric"
    yield [(legend, "dim")]


def waiting(box: Box, state: State) -> str:
    """What the match waits for, in a few words."""
    if state.ended:
        return f"The match is over: {state.ended}."
    if flips.due(state):
        return "SIGHT: the top card is turned face up."
    if state.step == "thrash":
        return f"ESO-THRASH: the Beast of {next_element(box, state)} is named next."
    if state.step == "return":
        return f"ESO-THRASH: {_cards(state.owed)} still to be returned."
    return "Only EXPLORE is left." if state.step == "explore" else "Response."


def _cards(count: int) -> str:
    return f"{count} card{'s' * (count != 1)}"


# Set A


def _hand(box: Box, state: State) -> Iterator[Line]:
    entries = list(_entries(box, state.hand))
    if not entries:
        yield [("   (empty)", "dim")]
    if len(entries) <= ROWS:
        yield from entries
        return
    rows = (len(entries) + 1) // 2
    for left, right in zip(entries[:rows], [*entries[rows:], []], strict=False):
        yield [*left, ("  ", ""), *right] if right else left


def _entries(box: Box, hand: list[str]) -> Iterator[Line]:
    """A line a card, and one for each run of cards that nobody has seen."""
    place = 0
    while place < len(hand):
        first = place
        while place < len(hand) and hand[place] in DEALS and hand[place] == hand[first]:
            place += 1
        if place == first:
            yield _entry(box, place + 1, hand[place])
            place += 1
        else:
            where = f"{first + 1}" if place == first + 1 else f"{first + 1}-{place}"
            text = f"{where:>5} ▒ unseen, dealt into Set {hand[first]}"
            yield [(pad(text, COLUMN), "dim")]


def _entry(box: Box, place: int, slot: str) -> Line:
    card = box.cards[slot[2:]]
    style = style_of(box, card.element)
    return [
        (f"{place:>5} {MARKS[slot[:2]]} ", ""),
        (pad(card.name, NAME), f"bold {style}" if card.spell else style),
        (f"{STAR if card.spell else ' '} ", ""),
        (pad(card.element, ELEMENT), style),
        (f" {card.life}♥ {card.attack}✶", ""),
    ]


def style_of(box: Box, element: str) -> str:
    """The colour of an element's texts."""
    return STYLES.get(element.casefold(), FURTHER[box.elements.index(element)])


# The rest


def _known(box: Box, slots: list[str], placed: bool = False) -> list[Span]:
    """The known cards of a pile, with their places where it has an order."""
    return [
        ((f"{place} " if placed else "") + _title(box, slot[2:]), _named(box, slot[2:]))
        for place, slot in enumerate(slots, 1)
        if slot not in DEALS
    ]


def _title(box: Box, name: str) -> str:
    return STAR * box.esoteric[name] + name


def _named(box: Box, name: str) -> str:
    return style_of(box, box.element[name])


def _unseen(state: State) -> str:
    texts = []
    for name in DEALS:
        deal = state.deals[name]
        texts.append(f"{deal.unseen} dealt into Set {name} ({deal.esoteric} Esoteric)")
    return ", ".join(texts)


def _captures(box: Box, state: State) -> Iterator[Line]:
    yield [("Captured", "bold"), (f": {_cards(len(state.captured))}", "")]
    for element in box.elements:
        names = [name for name in state.captured if box.element[name] == element]
        names.sort(key=lambda name: not box.esoteric[name])
        items = [(_title(box, name), _named(box, name)) for name in names]
        yield from _list(f"{pad(element, ELEMENT)} ", items)
    items = [(name, _named(box, name)) for name in state.thrashed]
    yield from _list("thrashed: ", items)


def _list(head: str, items: list[Span]) -> Iterator[Line]:
    """Names after a heading, over as many lines as they need; none where there are no names."""
    line: Line = [(f"  {head}", "")]
    used = room = width(line[0][0])
    for place, (name, style) in enumerate(items):
        text = clip(name, WIDTH - room - 1)
        if place and used + 2 + width(text) >= WIDTH:
            yield [*line, (",", "")]
            line, used = [(" " * room, "")], room
        elif place:
            line.append((", ", ""))
            used += 2
        line.append((text, style))
        used += width(text)
    if items:
        yield line
