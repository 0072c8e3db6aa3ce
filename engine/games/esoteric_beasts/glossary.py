"""The things of the deck and of a turn in our own words, with the numbers of the pack."""

from collections.abc import Iterator

from engine.games.esoteric_beasts.box import Box
from engine.games.esoteric_beasts.pack import BEASTS, CARDS, Card, Pack
from engine.games.esoteric_beasts.response import EXPLORE, SUBDUE, THRASH
from engine.games.esoteric_beasts.visit import STALL
from engine.glossary import Article

TURN, SETUP, SCORING = "On the player's turn", "Setup", "Scoring"
WINNING, ENDING = "Winning Condition", "Ending Condition"


def glossary(box: Box, pack: Pack) -> list[Article]:
    """Everything that has a name."""
    return [*_cards(box), *_elements(pack), *_steps(), *_words()]


def _cards(box: Box) -> Iterator[Article]:
    for card in box.cards.values():
        yield Article(card.name, "card", _card(card), f"{SETUP} a")


def _card(card: Card) -> str:
    kind = f"An Esoteric Beast (its spell is {card.spell})" if card.spell else "An ordinary monster"
    price = f"{card.life} or {card.attack}" if card.life != card.attack else f"{card.life}"
    return (
        f"{kind} of {card.element}, life {card.life}, attack {card.attack}: upright on top of Set "
        f"A it takes {card.attack} of Set B; without a match below it, its capture costs {price} "
        "of Set B."
    )


def _elements(pack: Pack) -> Iterator[Article]:
    for element in pack.element:
        cards = [card for card in pack.card if card.element == element.name]
        beasts = sum(bool(card.spell) for card in cards)
        text = f"The element of the {element.people}: {len(cards)} cards, {beasts} of them "
        text += "Esoteric. A card on top is captured free where the one right below it is face up "
        yield Article(element.name, "element", f"{text}and of the same element.", SUBDUE)


def _steps() -> Iterator[Article]:
    for name, text, rule in (
        ("SIGHT", "A face-down card that comes on top is turned face up, still upside down. If "
         "nobody has seen it, type what it is: `flip CARD`.", "SIGHT"),
        ("AWAKEN", "A face-up card that is upside down when it comes on top is turned upright; it "
         "does no damage yet.", "AWAKEN"),
        ("ENCOUNTER", "An upright card that comes on top does damage: as many cards as its attack "
         "go from the top of Set B to the discard, before any response.", "ENCOUNTER"),
        ("SUBDUE", "The top card is captured: free where the card right below it is face up and of "
         "its element (that one goes under Set B), else for its life or attack in cards of Set B, "
         "which go under Set A. The next card then takes its step.", SUBDUE),
        ("ESO-THRASH", "Four captured Esoteric Beasts, one of each element, are set aside; they "
         "still count. The nth thrash returns n cards of Set A under Set B. Then only EXPLORE is "
         "left.", THRASH),
        ("EXPLORE", "As many cards as the top card's life or attack move under Set A as a block, "
         "in their order, the top card anywhere in it. That ends the turn.", EXPLORE),
        ("flip", "What a card that nobody had seen is: `flip Hell Swine`, or right behind the "
         "move.", "SIGHT"),
    ):  # fmt: skip
        yield Article(name, "outcome" if name == "flip" else "phase", text, rule)


def _words() -> Iterator[Article]:
    for name, text, rule in (
        ("Set A", "The deck in the hand: at first 13 ordinary cards and 7 Esoteric Beasts.", SETUP),
        ("Set B", "The ENERGY deck: at first 27 ordinary cards and 13 Esoteric Beasts. It pays for "
         "captures and takes the damage; when it is empty the match is over.", ENDING),
        ("Esoteric Beast", f"One of the {BEASTS} cards of {CARDS} that name a spell. All of them "
         "captured, with a score above 0, win.", WINNING),
        ("CAPTURE pile", "Where captured cards lie, face up, Esoteric or not.", SUBDUE),
        ("discard pile", "Where damage puts cards of Set B; they are out of use.", "ENCOUNTER"),
        ("score", "Captured Esoteric Beasts, thrashed ones too, less the other cards that were "
         "captured.", SCORING),
        ("life", "The number in the heart: a price of a capture, and a way to explore.", EXPLORE),
        ("attack", "The number in the spark: the damage, a price of a capture, and a way to "
         "explore.", "ENCOUNTER"),
        ("stalled", f"{STALL} explores in a row in which nothing else happens end the match "
         "(option `stall-stop`).", ENDING),
    ):  # fmt: skip
        yield Article(name, "term", text, rule)
