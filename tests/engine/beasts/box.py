"""A deck for tests: a name says the element, the life and the attack; a Beast's begins with x.

`f21` is an ordinary fire monster with life 2 and attack 1, `xw40` an Esoteric Beast of water with
life 4 and attack 0.
"""

from engine.games.esoteric_beasts.pack import Card, Element, Pack

ELEMENTS = {"f": "fire", "w": "water", "a": "air", "e": "earth"}
ORDINARY = ["11", "12", "21", "13", "31", "23", "50", "05", "00", "99"]
BEAST = ["11", "12", "21", "40", "03"]
TAME_ORDINARY = ["11", "12", "21", "13", "31", "23", "22", "32", "41", "33"]
TAME_BEAST = ["11", "12", "21", "22", "32"]


def card(name: str) -> Card:
    letter, life, attack = name[-3:]
    spell = f"spell of {name}" if name.startswith("x") else ""
    return Card("house", name, ELEMENTS[letter], int(life), int(attack), spell)


def deck(ordinary: list[str], beast: list[str]) -> list[str]:
    """The names of a deck in its order: every second of three is a Beast."""
    names = []
    for letter in ELEMENTS:
        for place, value in enumerate(beast):
            first, second = ordinary[2 * place : 2 * place + 2]
            names += [letter + first, f"x{letter}{value}", letter + second]
    return names


def box(ordinary: list[str], beast: list[str]) -> Pack:
    return Pack(
        name="test deck",
        element=[Element("house", name, f"people of {name}") for name in ELEMENTS.values()],
        card=[card(name) for name in deck(ordinary, beast)],
    )


BOX = box(ORDINARY, BEAST)
"""With values of 0 and of 9."""
TAME = box(TAME_ORDINARY, TAME_BEAST)
"""Without a 0: every match in it comes to an end."""
NAMES = deck(ORDINARY, BEAST)
BEASTS = [name for name in NAMES if name.startswith("x")]
MONSTERS = [name for name in NAMES if not name.startswith("x")]


def beasts(letter: str) -> list[str]:
    """The five Beasts of an element, in the deck's order."""
    return [f"x{letter}{value}" for value in BEAST]
