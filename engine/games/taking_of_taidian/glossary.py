"""The things of the duel in our own words, with the numbers of the pack."""

from collections.abc import Iterator

from engine.games.taking_of_taidian.box import Box
from engine.games.taking_of_taidian.pack import Card, Effect
from engine.games.taking_of_taidian.table import (
    ATTACK,
    DEFENSE,
    GOAL,
    PLAY,
    POWER,
    STRUCTURES,
    UPGRADE,
)
from engine.glossary import Article
from engine.news import counted, joined


def glossary(box: Box) -> list[Article]:
    """Everything that has a name."""
    return [*_cards(box), *_powers(box), *_characters(box), *_terms(box), *_turns(box)]


# Cards


def _cards(box: Box) -> Iterator[Article]:
    for card in box.cards.values():
        start = next((part.copies for part in box.pack.deck.cards if part.card == card.name), 0)
        text = (
            f"{_does(box, card)} It costs {card.price}; its stack has {card.copies}"
            f"{f', each first deck {start}' if start else ''}."
        )
        yield Article(card.name, f"{card.color} card", text, _RULES[card.color])


_RULES = {"red": ATTACK, "blue": DEFENSE, "black": UPGRADE, "green": STRUCTURES}


def _does(box: Box, card: Card) -> str:
    """What a card does, in a sentence."""
    symbols = f", with {joined(list(card.symbols))}" if card.symbols else ""
    if card.color == "red":
        return _red(card, symbols)
    if card.color == "blue":
        return f"Blocks {card.points}{symbols}, as an answer to an attack (`block`)."
    if card.color == "green":
        return f"A structure: {joined([_effect(one) for one in card.effects])}."
    if card.energy:
        return f"Gives {card.energy} energy in an upgrading turn (`charge`)."
    return f"Gives {card.money} money in an upgrading turn (`spend`)."


def _red(card: Card, symbols: str) -> str:
    if card.steal:
        return "Takes a card at random out of an opponent's hand, no structure (`steal`)."
    if card.firebomb:
        wound = f", and hits its owner with {card.points}{symbols}" if card.points else ""
        return f"Destroys a structure in play of an opponent{wound} (`firebomb`)."
    whom = "every opponent who is declared" if card.hits == "several" else "one opponent"
    return f"Hits {whom} with {card.points}{symbols} (`lay`)."


def _effect(effect: Effect) -> str:
    return _EFFECTS[effect.effect].format(effect.amount)


_EFFECTS = {
    "health": "{} health when it first comes into play",
    "defence": "{} off the damage of each batch",
    "money": "{} money when an upgrading turn begins",
    "energy": "{} energy when an upgrading turn begins",
    "hand": "{} more in each hand that is drawn",
    "attack": "{} more for each attack card of its owner",
}


# Power-ups and characters


def _powers(box: Box) -> Iterator[Article]:
    limits = box.limits
    for power in box.powers:
        cards = [card.name for card in box.cards.values() if power in card.symbols]
        text = (
            f"A power-up of {counted(limits.levels, 'level')}, each for {limits.energy} energy: "
            f"{limits.bonus} more a level for {joined(cards) if cards else 'no card here'}."
        )
        yield Article(power, "power-up", text, POWER)


def _characters(box: Box) -> Iterator[Article]:
    for entry in box.pack.character:
        deck = ", ".join(f"{part.copies} {part.card}" for part in entry.deck)
        text = (
            f"Begins with {entry.health} health{f' and a deck of its own: {deck}' if deck else ''}."
        )
        yield Article(entry.name, "character", text, PLAY)


# Terms and turns


def _terms(box: Box) -> Iterator[Article]:
    limits = box.limits
    for name, text, rule in (
        ("batch", "Attack cards that hit together: `lay` them, then `hit`; whoever is attacked "
         "answers, and then all damage falls at once.", ATTACK),
        ("damage", "The points of the cards that hit, less what was blocked and the defence of "
         "structures; what is too much is lost on both sides.", DEFENSE),
        ("energy", f"At {limits.energy} a power-up is owed (`power`), and the track falls by "
         f"{limits.energy}; what is above stays on it, from turn to turn.", POWER),
        ("money", "Of this turn only: what is left at its end is lost. A bought card waits in the "
         "discard until it is shuffled in and drawn.", UPGRADE),
        ("hand", f"{limits.hand} cards are drawn at the end of each own turn; in between they are "
         "the defence. At a table they are typed `?`.", PLAY),
        ("discard", "Unused cards go there face down, used and bought ones face up. It is shuffled "
         "when a card is needed that the deck does not have.", PLAY),
        ("structure", "Stays in play until it is firebombed; nobody has one kind twice. Drawn "
         "again, it is built for nothing (`build`), also in another one's turn.", STRUCTURES),
        ("team", "Seats that win together (option `teams`); nobody turns against his own.", GOAL),
        ("death", "Whoever has no health left at the end of a batch is out, with all his cards; "
         "the last side with a living character wins.", GOAL),
        ("rank", "Sides rank by when their last character died, later ones above earlier ones; "
         "whoever conceded is below them.", GOAL),
    ):  # fmt: skip
        yield Article(name, "term", text, rule)


def _turns(box: Box) -> Iterator[Article]:
    for name, text, rule in (
        ("Set-up", "Each player in turn takes a character, then draws a hand.", PLAY),
        ("Attacking turn", "Red cards only, in as many batches as wanted; then `end`.", ATTACK),
        ("Upgrading turn", "Black cards only: energy (`charge`), money (`spend`) for the stacks "
         "(`buy`); then `end`.", UPGRADE),
    ):  # fmt: skip
        yield Article(name, "phase", text, rule)
