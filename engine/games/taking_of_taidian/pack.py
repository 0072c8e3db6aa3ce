"""The components of a box of Taking of Taidian, as a pack writes them down."""

import tomllib
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine.errors import BadPack
from engine.notation import alike, squash
from engine.packs import Part, Sources

Count = Annotated[int, Meta(ge=0, le=999)]
Some = Annotated[int, Meta(ge=1, le=999)]


class Limits(Part, frozen=True):
    """Cards drawn for a hand, energy of a power-up, levels of a power-up card, points a level."""

    source: Sources
    hand: Annotated[int, Meta(ge=1, le=20)]
    energy: Some
    levels: Annotated[int, Meta(ge=1, le=9)]
    bonus: Count


class PowerCard(Part, frozen=True):
    """A power-up card; other cards carry its name as their symbol."""

    source: Sources
    name: str


class Effect(Part, frozen=True):
    """What a structure does.

    `health` once, when it first comes into play; `defence` in each batch against its owner; `money`
    and `energy` when he begins an upgrading turn; `hand` more cards for each hand; `attack` for
    each attack card that he plays.
    """

    effect: Literal["health", "defence", "money", "energy", "hand", "attack"]
    amount: Some


class Card(Part, frozen=True):
    """A kind of card: what its stack holds and costs, and what its color makes of it.

    red: `points` of attack on `one` opponent or `several`, or a `firebomb` (with or without
    points), or `steal`; blue: `points` of defence; black: `energy` or `money`; green: `effects`.
    """

    source: Sources
    name: str
    color: Literal["red", "blue", "black", "green"]
    price: Count
    copies: Count
    points: Count = 0
    symbols: list[str] = []
    hits: Literal["one", "several"] | None = None
    firebomb: bool = False
    steal: bool = False
    energy: Count = 0
    money: Count = 0
    effects: list[Effect] = []


class Copies(Part, frozen=True):
    """Cards of one kind in a starting deck; they come from no stack."""

    card: str
    copies: Some


class Character(Part, frozen=True):
    """A character: its starting health, and its own starting deck if it has one."""

    source: Sources
    name: str
    health: Some
    deck: list[Copies] = []


class Deck(Part, frozen=True):
    """The starting deck of everybody whose character has none of its own."""

    source: Sources
    cards: list[Copies]


class Pack(Part, frozen=True):
    """A whole box."""

    source: Sources
    name: str
    limits: Limits
    deck: Deck
    power: list[PowerCard]
    character: list[Character]
    card: list[Card]


POWERS = 4
"""The power-up cards that a player picks from ("Powering Up")."""
PLAYERS = 6
NOTHING = "none"
"""What a steal card shows where a hand holds nothing but structures."""


def shipped() -> Pack:
    """The pack that comes with the game."""
    text = files(__package__).joinpath("pack.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Pack)


def check_pack(pack: Pack) -> None:
    """Raise BadPack, with the path of the value, where a box cannot be played."""
    for path, reason in faults(pack):
        raise BadPack(path, reason)


def faults(pack: Pack) -> Iterator[tuple[str, str]]:
    """What is wrong with a pack, as paths and reasons."""
    if len(pack.power) != POWERS:
        yield "power", f"there are {POWERS} power-up cards, not {len(pack.power)}"
    if len(pack.character) < PLAYERS:
        yield "character", f"{PLAYERS} players need as many characters, not {len(pack.character)}"
    yield from _names("power", [entry.name for entry in pack.power])
    yield from _names("character", [entry.name for entry in pack.character])
    yield from _names("card", [entry.name for entry in pack.card])
    symbols = [entry.name for entry in pack.power]
    for place, card in enumerate(pack.card):
        yield from ((f"card[{place}].{field}", why) for field, why in _card(card, symbols))
    bombs = [place for place, card in enumerate(pack.card) if card.firebomb]
    if len(bombs) > 1:
        yield f"card[{bombs[1]}].firebomb", "a pack has at most one kind of card that firebombs"
    kinds = {card.name: card for card in pack.card}
    yield from _deck("deck.cards", pack.deck.cards, kinds)
    for place, entry in enumerate(pack.character):
        if entry.deck:
            yield from _deck(f"character[{place}].deck", entry.deck, kinds)
    decks = [pack.deck.cards, *(entry.deck for entry in pack.character)]
    dealt = {part.card for deck in decks for part in deck}
    attacks = [card for card in pack.card if card.color == "red" and card.points]
    if not any(card.copies or card.name in dealt for card in attacks):
        yield "card", "no card with attack points is in a stack or a deck, so no match could end"


def _names(kind: str, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    for place, name in enumerate(names):
        path = f"{kind}[{place}].name"
        if not squash(name) or len(name) > 40 or not name.isprintable():
            yield path, "a name has 1 to 40 printable characters, with a letter or digit among them"
        elif any(sign in name for sign in '?:"/='):
            yield path, f'"{name}" has a character that a line of moves reads otherwise'
        elif squash(name) == squash(NOTHING):
            yield path, f'"{name}" is what a steal card shows where there is nothing to take'
    twins = alike(names)
    if twins:
        yield (
            f"{kind}[{names.index(twins[1], names.index(twins[0]) + 1)}].name",
            (f'"{twins[1]}" reads like "{twins[0]}"'),
        )


def _card(card: Card, symbols: Sequence[str]) -> Iterator[tuple[str, str]]:
    yield from COLORS[card.color](card)
    foreign = FIELDS - USED[card.color]
    for field in sorted(foreign):
        if getattr(card, field):
            yield field, f"a {card.color} card has no {field}"
    for name in card.symbols:
        if name not in symbols:
            yield "symbols", f'"{name}" is no power-up; there is: {", ".join(symbols)}'
    if len(set(card.symbols)) < len(card.symbols):
        yield "symbols", "a symbol is there once"
    if card.symbols and not card.points:
        yield "symbols", "a symbol raises points, and this card has none"


FIELDS = {"points", "symbols", "hits", "firebomb", "steal", "energy", "money", "effects"}
USED = {
    "red": {"points", "symbols", "hits", "firebomb", "steal"},
    "blue": {"points", "symbols"},
    "black": {"energy", "money"},
    "green": {"effects"},
}
"""The fields that mean something on a card of a color."""


def _red(card: Card) -> Iterator[tuple[str, str]]:
    if card.steal and card.firebomb:
        yield "steal", "a card steals or firebombs"
    elif card.steal and card.points:
        yield "points", "a card that steals does not attack"
    elif not (card.points or card.firebomb or card.steal):
        yield "points", "a red card attacks, firebombs or steals"
    if card.hits is None:
        if card.points and not card.firebomb:
            yield "hits", 'an attack card hits "one" or "several" opponents'
    elif card.firebomb or not card.points:
        yield "hits", "only an attack card says how many it hits"


def _blue(card: Card) -> Iterator[tuple[str, str]]:
    if not card.points:
        yield "points", "a blue card has points of defence"


def _black(card: Card) -> Iterator[tuple[str, str]]:
    if bool(card.energy) == bool(card.money):
        yield "energy" if card.energy else "money", "a black card gives either energy or money"


def _green(card: Card) -> Iterator[tuple[str, str]]:
    if not card.effects:
        yield "effects", "a structure does something"


COLORS = {"red": _red, "blue": _blue, "black": _black, "green": _green}


def _deck(path: str, deck: Sequence[Copies], kinds: dict[str, Card]) -> Iterator[tuple[str, str]]:
    if not deck:
        yield path, "a starting deck has cards"
    seen: list[str] = []
    for place, part in enumerate(deck):
        here = f"{path}[{place}]"
        if part.card not in kinds:
            yield here, f'there is no card "{part.card}" in this pack'
        elif kinds[part.card].color == "green" and part.copies > 1:
            # "Structure Cards": nobody has more than one of a type.
            yield f"{here}.copies", "nobody has a structure twice"
        if part.card in seen:
            yield here, f'"{part.card}" is in this deck already'
        seen.append(part.card)
