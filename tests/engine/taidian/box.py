"""A box for tests: cards of one word, decks that are made for a match.

A deck of five is drawn whole whenever it is drawn, so that nothing is left to chance.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from engine.games.taking_of_taidian.pack import (
    Card,
    Character,
    Copies,
    Deck,
    Effect,
    Limits,
    Pack,
    PowerCard,
)

POWERS = ["might", "speed", "guard", "wit"]
CHARACTERS = ["ape", "bat", "cow", "doe", "elk", "fly"]
IDLE = "dart dart cloak bolt coin"
"""The deck of whoever matters little."""


def _card(name: str, color: str, price: int, copies: int = 6, **more: Any) -> Card:
    return Card("house", name, color, price, copies, **more)  # type: ignore[arg-type]


def _green(name: str, *effects: tuple[str, int]) -> Card:
    does = [Effect(effect, amount) for effect, amount in effects]  # type: ignore[arg-type]
    return _card(name, "green", 4, effects=does)


CARDS = [
    _card("jab", "red", 3, points=10, symbols=["might"], hits="one"),
    _card("boot", "red", 2, points=5, symbols=["might"], hits="one"),
    _card("combo", "red", 5, points=15, symbols=["might", "speed"], hits="one"),
    _card("dart", "red", 1, points=5, hits="one"),
    _card("wave", "red", 4, points=10, symbols=["speed"], hits="several"),
    _card("quake", "red", 8, 1, points=20, hits="several"),
    _card("firebomb", "red", 2, firebomb=True),
    _card("snatch", "red", 2, steal=True),
    _card("shield", "blue", 3, points=10, symbols=["guard"]),
    _card("cloak", "blue", 1, points=5),
    _card("ward", "blue", 2, 0, points=5, symbols=["guard", "speed"]),
    _card("bolt", "black", 1, energy=4),
    _card("flash", "black", 3, energy=10),
    _card("strike", "black", 5, energy=20),
    _card("coin", "black", 1, money=1),
    _card("gold", "black", 6, money=20),
    _green("shrine", ("health", 20)),
    _green("wall", ("defence", 5)),
    _green("mint", ("money", 3)),
    _green("dynamo", ("energy", 4)),
    _green("reactor", ("energy", 10)),
    _green("loft", ("hand", 1)),
    _green("attic", ("hand", 2)),
    _green("forge", ("attack", 5)),
    _green("palace", ("health", 10), ("defence", 5)),
]
KINDS = {card.name: card for card in CARDS}
GREEN = [card.name for card in CARDS if card.color == "green"]
BOMB = msgspec.structs.replace(KINDS["firebomb"], points=10, symbols=["speed"])
"""A Firebomb that also wounds."""


def copies(deck: str) -> list[Copies]:
    """`jab jab boot` as a deck of a pack."""
    return [Copies(name, number) for name, number in Counter(deck.split()).items()]


def box(*decks: str, health: Sequence[int] = (), cards: Sequence[Card] = ()) -> Pack:
    """The box in which the n-th character has the n-th deck and health; `cards` take the place of
    those with their names."""
    changed = {card.name: card for card in cards}
    points = [*health, *[50] * len(CHARACTERS)]
    return Pack(
        "house",
        "test box",
        Limits("house", 5, 10, 3, 10),
        Deck("house", copies(IDLE)),
        [PowerCard("house", name) for name in POWERS],
        [
            Character("house", name, points[n], copies(decks[n]) if n < len(decks) else [])
            for n, name in enumerate(CHARACTERS)
        ],
        [changed.get(card.name, card) for card in CARDS],
    )
