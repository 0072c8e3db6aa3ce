"""A pack as the rules read it: cards by name and color, prices, points, decks. Made once."""

from engine.games.taking_of_taidian.pack import Card, Copies, Pack

EFFECTS = ("health", "defence", "money", "energy", "hand", "attack")


class Box:
    """Everything that the rules look up in a pack."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.limits = pack.limits
        self.cards = {card.name: card for card in pack.card}
        self.color = {card.name: card.color for card in pack.card}
        self.powers = [power.name for power in pack.power]
        self.top = len(self.powers) * pack.limits.levels
        self.green = [card.name for card in pack.card if card.color == "green"]
        self.bomb = next((card.name for card in pack.card if card.firebomb), "")
        self.characters = {entry.name: entry for entry in pack.character}
        self.decks = {
            entry.name: self._ordered(entry.deck or pack.deck.cards) for entry in pack.character
        }
        self.effects = {name: _effects(self.cards[name]) for name in self.green}

    def _ordered(self, deck: list[Copies]) -> dict[str, int]:
        """The copies of a deck in the order of the pack, whatever order they are written in."""
        copies = {part.card: part.copies for part in deck}
        return {name: copies[name] for name in self.cards if name in copies}

    def owned(self, character: str, gained: dict[str, int]) -> dict[str, int]:
        """The copies that a seat owns, in the order of the pack."""
        first = self.decks.get(character, {})
        copies = {name: first.get(name, 0) + gained.get(name, 0) for name in self.cards}
        return {name: number for name, number in copies.items() if number > 0}


def _effects(card: Card) -> dict[str, int]:
    """What a structure adds, by effect."""
    found = dict.fromkeys(EFFECTS, 0)
    for effect in card.effects:
        found[effect.effect] += effect.amount
    return found
