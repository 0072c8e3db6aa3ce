"""The cards of a full Brethren of Chaos deck, as a pack writes them down."""

import unicodedata
from collections.abc import Iterator
from typing import Annotated, get_args

from msgspec import Meta

from engine.errors import BadPack
from engine.games.esoteric_beasts.moves import Value
from engine.notation import alike, squash
from engine.packs import Part, Sources

CARDS = 60
BEASTS = 20
"""Esoteric Beasts among the cards ("Setup a")."""
ELEMENTS = 4
LONGEST = 40
"""Characters of a name."""

Number = Annotated[int, Meta(ge=0, le=9)]


class Element(Part, frozen=True):
    """An element (a colour of the cards), and the name of its people."""

    source: Sources
    name: str
    people: str


class Card(Part, frozen=True):
    """A monster: the heart is its life, the spark its attack. An Esoteric Beast names a spell, in
    bold brackets on the card; what abilities and spells do has no use in this game."""

    source: Sources
    name: str
    element: str
    life: Number
    attack: Number
    spell: str = ""


class Pack(Part, frozen=True):
    """A whole deck. A thrash names its Beasts in the order of the elements here; luck goes by the
    order of the cards, where Esoteric and ordinary ones should alternate."""

    name: str
    element: list[Element]
    card: list[Card]


Fault = tuple[str, str]
"""The path of a value, and what is wrong with it."""


def check_pack(pack: Pack) -> None:
    """Raise BadPack, with the path of the value, where a deck cannot be played."""
    for path, reason in faults(pack):
        raise BadPack(path, reason)


def faults(pack: Pack) -> Iterator[Fault]:
    """Everything that is wrong with a pack."""
    if len(pack.element) != ELEMENTS:
        yield "element", f"there are {ELEMENTS} elements, not {len(pack.element)}"
    yield from _names("element", [element.name for element in pack.element])
    yield from _names("card", [card.name for card in pack.card])
    yield from _cards(pack)
    if len(pack.card) != CARDS:
        yield "card", f"the full deck has {CARDS} cards, not {len(pack.card)}"
    beasts = sum(bool(card.spell) for card in pack.card)
    if beasts != BEASTS:
        yield (
            "card",
            f"{BEASTS} cards are Esoteric Beasts (they have a `spell`), not {beasts}",
        )


def _names(field: str, names: list[str]) -> Iterator[Fault]:
    for place, name in enumerate(names):
        for reason in _name(name):
            yield f"{field}[{place}].name", reason
    same = alike(names)
    if same:
        place = len(names) - 1 - names[::-1].index(same[1])
        yield f"{field}[{place}].name", f'"{same[1]}" reads like "{same[0]}"'


def _name(name: str) -> Iterator[str]:
    if not squash(name):
        yield "a name needs letters or digits"
    if name != " ".join(name.split()) or not all(_prints(c) for c in name):
        yield "a name has single spaces and no control characters"
    if len(name) > LONGEST:
        yield f"a name has at most {LONGEST} characters"
    if ":" in name:
        yield "a name has no colon, which ends a player's name in a line"


def _prints(character: str) -> bool:
    return unicodedata.category(character)[0] != "C"


def _cards(pack: Pack) -> Iterator[Fault]:
    elements = [element.name for element in pack.element]
    for place, card in enumerate(pack.card):
        if card.element not in elements:
            yield (
                f"card[{place}].element",
                f'there is no element "{card.element}"; there is: {", ".join(elements)}',
            )
        if card.spell and not squash(card.spell):
            yield f"card[{place}].spell", "the name of a spell needs letters or digits"
        first = squash(card.name.partition(" ")[0])
        for value in get_args(Value):
            if first and value.startswith(first):
                # `subdue NAME` records a free capture and the card that it turns up.
                yield (
                    f"card[{place}].name",
                    f'its first word would be read as the "{value}" of `subdue {value}`',
                )
