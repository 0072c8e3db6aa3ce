"""The things of the box in our own words, with the numbers of the pack."""

from collections.abc import Iterator, Sequence

from engine.games.taking_of_taidian.box import Box
from engine.games.taking_of_taidian.pack import Card, Copies, Effect, Pack
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

COLORS = {"red": ATTACK, "blue": DEFENSE, "black": UPGRADE, "green": STRUCTURES}
"""The section that speaks of the cards of a color."""
EFFECTS = {
    "health": "{} health once, when it first comes into play",
    "defence": "{} points of defence against each batch",
    "money": "{} money at the beginning of each upgrading turn",
    "energy": "{} energy at the beginning of each upgrading turn",
    "hand": "{} more in each hand that is drawn",
    "attack": "{} more points for each attack card",
}


def glossary(box: Box) -> list[Article]:
    """Everything that has a name."""
    pack = box.pack
    return [*_cards(pack), *_characters(pack), *_powers(pack), *_phases(pack), *_words(pack)]


def _cards(pack: Pack) -> Iterator[Article]:
    for card in pack.card:
        text = f"{_does(card)} It costs {card.price} money; its stack holds {card.copies}."
        yield Article(card.name, f"{card.color} card", text, COLORS[card.color])


def _does(card: Card) -> str:
    symbols = f", with the symbol {joined(list(card.symbols))}" if card.symbols else ""
    if card.color == "green":
        return f"A structure: it gives {joined([_effect(one) for one in card.effects])}."
    if card.color == "black":
        gives = [f"{card.energy} energy"] if card.energy else []
        gives += [f"{card.money} money"] if card.money else []
        return f"It gives {joined(gives) or 'nothing'} in an upgrading turn."
    if card.color == "blue":
        return f"It blocks {counted(card.points, 'point')} of a batch{symbols}."
    does = ["takes a card from an opponent's hand"] if card.steal else []
    does += ["destroys an opponent's structure"] if card.firebomb else []
    whom = "one opponent" if card.hits == "one" else "everybody declared in the batch"
    does += [f"hits {whom} with {counted(card.points, 'point')}{symbols}"] if card.points else []
    return f"It {joined(does)}."


def _effect(effect: Effect) -> str:
    return EFFECTS[effect.effect].format(effect.amount)


def _deck(cards: Sequence[Copies]) -> str:
    return joined([f"{entry.copies} {entry.card}" for entry in cards])


def _characters(pack: Pack) -> Iterator[Article]:
    for one in pack.character:
        deck = f"a deck of its own: {_deck(one.deck)}" if one.deck else "the common deck"
        text = f"It begins with {one.health} health and {deck}."
        yield Article(one.name, "character", text, PLAY)


def _powers(pack: Pack) -> Iterator[Article]:
    limits = pack.limits
    for power in pack.power:
        text = (
            f"Each of its {limits.levels} levels adds {limits.bonus} points to every card of its "
        )
        text += f"owner that has the symbol {power.name}: `power {power.name}`."
        yield Article(power.name, "power-up", text, POWER)


def _phases(pack: Pack) -> Iterator[Article]:
    for name, text, rule in (
        ("Attacking Turn", "Only red cards are played: into a batch (`lay`, `declare`, `hit`), one "
         "batch after the other, or by themselves (`firebomb`, `steal`).", ATTACK),
        ("Defense", "Who is attacked answers a closed batch in turn: blue cards (`block`), then "
         "`take`. What is not blocked is lost in health.", DEFENSE),
        ("Upgrading Turn", "Only black cards are played: energy (`charge`) and money (`spend`), "
         "with which cards are bought from their stacks (`buy`).", UPGRADE),
        ("Powering Up", f"With {pack.limits.energy} energy a power-up card moves up a level "
         "(`power`), and the energy falls by as much.", POWER),
        ("end of a turn", "Used, unused and bought cards go to the own discard; then "
         f"{pack.limits.hand} are drawn. A deck that runs short takes its discard, shuffled.",
         PLAY),
    ):  # fmt: skip
        yield Article(name, "phase", text, rule)


def _words(pack: Pack) -> Iterator[Article]:
    for name, text, rule in (
        ("batch", "Attack cards that hit together: it is open from its first `lay` to `hit`.",
         ATTACK),
        ("structure", "A green card in play: it works for its owner until it is firebombed. One "
         "that is drawn again is put back into play with `build`.", STRUCTURES),
        ("starting deck", f"Unless a character has its own: {_deck(pack.deck.cards)}.", PLAY),
        ("health", "Who has none left is dead, and all of his cards leave the match; the last side "
         "alive wins.", GOAL),
        ("draw", "The cards that were drawn, `?` for each that only its owner saw: "
         "`draw ? ? ? ? ?`.", PLAY),
        ("taken", "The card that a thief took: `taken Punch`; `taken none` where the hand held "
         "nothing that can be taken.", ATTACK),
    ):  # fmt: skip
        yield Article(name, "outcome" if name in ("draw", "taken") else "term", text, rule)
