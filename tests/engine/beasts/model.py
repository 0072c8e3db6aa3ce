"""A real deck, shuffled and laid out, played by the printed rules beside a match.

It knows what every card is, as a table does when all is over; a match must agree with it at every
step without knowing.
"""

import random
from dataclasses import dataclass, field
from typing import Any

from engine.games.esoteric_beasts.pack import Pack


@dataclass
class Lying:
    """A card as it lies: the set it was dealt into, D, S or U, and whether it was ever seen."""

    name: str
    deal: str
    lie: str = "D"
    seen: bool = False

    def slot(self) -> str:
        return f"{self.lie}:{self.name}" if self.seen else self.deal


def _setup(pack: Pack, dice: random.Random) -> tuple[list[Lying], list[Lying]]:
    ordinary = [c.name for c in pack.card if not c.spell]
    beasts = [c.name for c in pack.card if c.spell]
    dice.shuffle(ordinary)
    dice.shuffle(beasts)
    a, b = ordinary[:13] + beasts[:7], ordinary[13:] + beasts[7:]
    dice.shuffle(a)
    dice.shuffle(b)
    return [Lying(n, "A") for n in a], [Lying(n, "B") for n in b]


@dataclass
class Model:
    """`flipped` is the unseen card that the last line turned up, with the weights of its flip."""

    pack: Pack
    options: dict[str, str]
    seed: int
    hand: list[Lying] = field(default_factory=list)
    energy: list[Lying] = field(default_factory=list)
    captured: list[str] = field(default_factory=list)
    thrashed: list[str] = field(default_factory=list)
    discard: list[Lying] = field(default_factory=list)
    step: str = "respond"
    owed: int = 0
    idle: int = 0
    ended: str = ""
    flipped: tuple[str, dict[str, int]] | None = None
    was_top: Any = None

    def __post_init__(self) -> None:
        self.card = {c.name: c for c in self.pack.card}
        self.beasts = [c.name for c in self.pack.card if c.spell]
        self.elements = [e.name for e in self.pack.element]
        self.hand, self.energy = _setup(self.pack, random.Random(self.seed))
        self.visit()

    def middle(self, dice: random.Random) -> None:
        """Jump to a response late in a match: few cards in Set A, many captured."""
        lying = [*self.hand, *self.energy]
        dice.shuffle(lying)
        beasts = [c for c in lying if c.name in self.beasts]
        whole = [[c for c in beasts if self.card[c.name].element == e] for e in self.elements]
        sets = dice.choice([0, 0, 1, 2, 3, 4])
        self.thrashed = [cards[n].name for n in range(sets) for cards in whole]
        some = [c for c in beasts if c.name not in self.thrashed]
        self.captured = [c.name for c in some[: -dice.choice([1, 1, 2, len(some)])]]
        others = [c.name for c in lying if c.name not in self.beasts]
        self.captured += others[: dice.choice([0, 0, 3, 20])]
        lying = [c for c in lying if c.name not in self.captured + self.thrashed]
        # The discard may hold Beasts as well, but here and there none.
        if dice.random() < 0.5:
            lying.sort(key=lambda c: c.name not in self.beasts)
        size = dice.randint(1, 6)
        self.hand, lying = lying[:size], lying[size:]
        size = min(dice.randint(1, 12), len(lying))
        self.energy, self.discard = lying[:size], lying[size:]
        for card in [*self.hand, *self.energy, *self.discard]:
            card.seen, card.lie = dice.random() < 0.4, "D"
        for card in self.hand:
            card.lie = dice.choice("DSU") if card.seen else "D"
        self.hand[0].seen, self.hand[0].lie = True, dice.choice("SU")
        self.flipped = None

    # The top card's step

    def visit(self, after_thrash: bool = False) -> None:
        top, kind = self.hand[0], self.options["thrash_top"]
        only_turn = after_thrash and kind == "sight-only"
        if top.lie == "D":
            if not top.seen:
                self.flipped = top.name, self.weights(top.deal)
            top.seen, top.lie, self.idle = True, "S", 0
            if self.options["visit"] == "sight-and-awaken" and not only_turn:
                top.lie = "U"
        elif only_turn:
            return
        elif top.lie == "S":
            top.lie, self.idle = "U", 0
        else:
            taken = min(self.card[top.name].attack, len(self.energy))
            self.discard += self.energy[:taken]
            del self.energy[:taken]
            self.idle = 0 if taken else self.idle
            self.ends()

    def weights(self, deal: str) -> dict[str, int]:
        lying = [*self.hand, *self.energy, *self.discard]
        unseen = {c.name: c.deal for c in lying if not c.seen}
        mine = [n for n, d in unseen.items() if d == deal]
        e = sum(n in self.beasts for n in mine)
        all_e = sum(n in self.beasts for n in unseen)
        all_o = len(unseen) - all_e
        found = {}
        for name in self.card:
            if name in unseen:
                weight = e * all_o if name in self.beasts else (len(mine) - e) * all_e
                found[name] = weight if all_e and all_o else 1
        return {name: weight for name, weight in found.items() if weight}

    # Ends and score

    def ends(self) -> None:
        if sum(n in self.beasts for n in self.captured) + len(self.thrashed) == 20:
            self.ended = "won" if self.score() > 0 else "all captured, score 0 or less"
        elif not self.energy:
            self.ended = "energy empty"
        elif not self.hand:
            if self.options["empty_hand"] == "refill":
                self.hand.append(self.energy.pop(0))
                self.ends()
            else:
                self.ended = "hand empty"

    def score(self) -> int:
        beasts = sum(n in self.beasts for n in self.captured)
        others = len(self.captured) - beasts
        aside = len(self.thrashed) if self.options["thrashed_score"] == "count" else 0
        return beasts + aside - others

    # What may be done

    def legal(self) -> set[str]:
        if self.ended:
            return set()
        if self.step == "thrash":
            return self._thrash()
        if self.step == "return":
            first = 2 if self.options["thrash_top"] == "barred" else 1
            return {f"return {p}" for p in range(first, len(self.hand) + 1)}
        if self.step == "explore":
            return self._explore()
        whole = {self.card[n].element for n in self.captured if n in self.beasts}
        thrash = self._thrash() if len(whole) == 4 else set()
        return self._subdue() | thrash | self._explore()

    def _subdue(self) -> set[str]:
        free = self.matches()
        if free and self.options["free_capture"] == "forced":
            return {"subdue"}
        found = {"subdue"} if free else set()
        for way in ("life", "attack"):
            value = getattr(self.card[self.hand[0].name], way)
            barred = value == 0 and self.options["zero_capture"] == "barred"
            if value <= len(self.energy) and not barred:
                found.add(f"subdue {way}")
        return found

    def matches(self) -> bool:
        if len(self.hand) < 2 or self.hand[1].lie == "D":
            return False
        return self.card[self.hand[0].name].element == self.card[self.hand[1].name].element

    def _thrash(self) -> set[str]:
        element = self.elements[len(self.thrashed) % 4]
        return {
            f"thrash {n}"
            for n in self.captured
            if n in self.beasts and self.card[n].element == element
        }

    def _explore(self) -> set[str]:
        card, found = self.card[self.hand[0].name], set()
        for way in ("life", "attack"):
            value = getattr(card, way)
            dead = value == 0 and max(card.life, card.attack) > 0
            if dead and self.options["zero_explore"] == "barred":
                continue
            count = min(max(value, 1), len(self.hand))
            found |= {f"explore {way} {p}" for p in range(1, count + 1)}
        return found

    # Doing it

    def do(self, text: str) -> None:
        self.flipped = None
        verb, *words = text.split(" ", 1)
        getattr(self, f"do_{verb}")(*words)

    def do_subdue(self, way: str = "") -> None:
        free, top = not way, self.hand.pop(0)
        self.captured.append(top.name)
        if free:
            partner = self.hand.pop(0)
            partner.lie = "D"
            self.energy.append(partner)
        else:
            price = getattr(self.card[top.name], way)
            self.hand += self.energy[:price]
            del self.energy[:price]
        self.idle = 0
        self.ends()
        if not self.ended:
            self.visit()

    def do_thrash(self, name: str) -> None:
        self.captured.remove(name)
        self.thrashed.append(name)
        self.idle, self.step = 0, "thrash"
        if len(self.thrashed) % 4 == 0:
            kept = 1 if self.options["thrash_top"] == "barred" else 0
            self.owed = min(len(self.thrashed) // 4, len(self.hand) - kept)
            self.was_top = self.hand[0]
            self.step = "return" if self.owed else "explore"

    def do_return(self, position: str) -> None:
        gone = self.hand.pop(int(position) - 1)
        gone.lie = "D"
        self.energy.append(gone)
        self.owed -= 1
        if self.owed:
            return
        self.step = "explore"
        self.ends()
        if not self.ended and self.hand[0] is not self.was_top:
            self.visit(after_thrash=True)

    def do_explore(self, words: str) -> None:
        way, position = words.split()
        count = min(max(getattr(self.card[self.hand[0].name], way), 1), len(self.hand))
        block = self.hand[1:count]
        block.insert(int(position) - 1, self.hand[0])
        self.hand = self.hand[count:] + block
        self.step = "respond"
        self.idle += 1
        self.visit()
        # The visit that an EXPLORE leads to is part of it.
        if self.idle >= 60 and self.options["stall_stop"] == "on":
            self.ended = "stalled"
