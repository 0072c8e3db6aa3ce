"""A pack as the rules read it: tables made once, by the texts of slots."""

from engine.games.esoteric_beasts.pack import Card, Pack
from engine.games.esoteric_beasts.state import DOWN, SEEN, UPRIGHT


class Box:
    """The deck of a match. Nothing in it changes.

    Tables by slot hold the face-up slots (`S:`, `U:`) where a value is read off a card that can be
    read, and all known ones (`D:` too) where a card is turned.
    """

    def __init__(self, pack: Pack) -> None:
        self.cards: dict[str, Card] = {card.name: card for card in pack.card}
        self.elements = [element.name for element in pack.element]
        self.esoteric = {card.name: bool(card.spell) for card in pack.card}
        self.beasts = sum(self.esoteric.values())
        self.element = {card.name: card.element for card in pack.card}
        self.life: dict[str, int] = {}
        self.attack: dict[str, int] = {}
        self.color: dict[str, str] = {}
        self.sighted: dict[str, str] = {}
        self.turned: dict[str, str] = {}
        self.awakened: dict[str, str] = {}
        self.down: dict[str, str] = {}
        for card in pack.card:
            self._add(card)
        self.values = {"life": self.life, "attack": self.attack}

    def _add(self, card: Card) -> None:
        down, seen, upright = (lie + card.name for lie in (DOWN, SEEN, UPRIGHT))
        for face_up in (seen, upright):
            self.life[face_up] = card.life
            self.attack[face_up] = card.attack
            self.color[face_up] = card.element
        # What SIGHT, one step, or SIGHT with AWAKEN makes of a card.
        self.sighted[down] = seen
        self.turned |= {down: seen, seen: upright}
        self.awakened |= {down: upright, seen: upright}
        self.down |= {seen: down, upright: down}
