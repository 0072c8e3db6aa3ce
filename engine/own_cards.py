"""Hidden cards of a seat that draws from a deck of its own, as in a game of deck building.

What belongs to the seat is public: its first deck, what it bought, what it lost. So one count is
kept for everybody (`hidden`: deck, hand and face-down discard together), and the names of what the
owner saw beside it. `engine.cards` is for the other kind of deck, which several hands share.

A hand that was drawn across a shuffle is the one case in which the parts of that count differ:
`old` are the cards that were hidden then, and of the others, which lay known in the discard, the
hand holds at most `late`. What a hand may hold is exact by that; when the hand is gone, so is what
was known of it as a whole.
"""

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from engine.chance import UNSEEN

# Counts by name


def add(copies: dict[str, int], names: Iterable[str]) -> None:
    """Add a copy for each name."""
    for name in names:
        copies[name] = copies.get(name, 0) + 1


def less(copies: dict[str, int], name: str) -> None:
    """Take away a copy; a name without copies is not there."""
    left = copies[name] - 1
    if left:
        copies[name] = left
    else:
        del copies[name]


def minus(copies: dict[str, int], names: Iterable[str]) -> dict[str, int]:
    """What is left of some copies without these names (`?` is none of them)."""
    left = dict(copies)
    for name in names:
        if name in left:
            left[name] -= 1
    return {name: number for name, number in left.items() if number > 0}


class OwnCards(Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The deck, the hand and the discard of a seat. A game's struct of a seat extends it.

    Everything but the names in `hand`, `buried` and `kept` is known to everybody.
    """

    deck: int = 0
    """How many cards lie on the deck; which they are is what `hidden` leaves."""
    hidden: dict[str, int] = {}
    """The copies of each name that are on the deck, in the hand or face down in the discard."""
    hand: list[str] = []
    """In the order in which they were drawn; `?` where only the owner saw the card."""
    buried: list[str] = []
    """The face-down cards of the discard, since it was last shuffled in."""
    discard: dict[str, int] = {}
    """The cards that everybody saw go into the discard since then."""
    kept: list[str] = []
    """Cards that left the hand unseen and stay out of a shuffle for now."""
    old: dict[str, int] = {}
    """Of a hand drawn across a shuffle: the hidden cards of then, less those it has shown."""
    late: int = 0
    """How many more of its cards may be ones that lay known in the discard then."""
    lacks: list[str] = []
    """The hidden cards that the hand is known not to hold."""

    # What the hand may hold

    def may_hold(self, name: str) -> bool:
        """Whether the hand may hold the card, as far as everything seen so far says."""
        return name in self.hand or (UNSEEN in self.hand and name in self.possible())

    def holdable(self) -> list[str]:
        """The names that the hand may hold, each once."""
        known = [name for name in dict.fromkeys(self.hand) if name != UNSEEN]
        if UNSEEN not in self.hand:
            return known
        return known + [name for name in self.possible() if name not in known]

    def possible(self) -> dict[str, int]:
        """The copies of each name that unseen cards of the hand may be."""
        copies = {name: n for name, n in self.free().items() if name not in self.lacks}
        if not self.old:
            return copies
        known, spare = Counter(self.hand), self._spare()
        most = {name: spare + max(0, self.old.get(name, 0) - known[name]) for name in copies}
        return {name: min(number, most[name]) for name, number in copies.items() if most[name] > 0}

    def free(self) -> dict[str, int]:
        """The hidden copies of each name that are not known to lie in the hand or the discard."""
        return minus(self.hidden, [*self.hand, *self.buried, *self.kept])

    def room(self, names: Iterable[str]) -> int:
        """How many unseen cards of the hand may have these names."""
        copies = self.free()
        some = {name: copies[name] for name in names if name in copies}
        if not self.old:
            return sum(some.values())
        known = Counter(self.hand)
        fits = sum(
            min(number, max(0, self.old.get(name, 0) - known[name]))
            for name, number in some.items()
        )
        return fits + min(self._spare(), sum(some.values()) - fits)

    def _spare(self) -> int:
        """Of the cards that lay known in the discard at the shuffle across which the hand was
        drawn, how many may be among its unseen ones."""
        known = Counter(name for name in self.hand if name != UNSEEN)
        used = sum(max(0, number - self.old.get(name, 0)) for name, number in known.items())
        return max(0, self.late - used)

    def veiled(self) -> "OwnCards":
        """The hand as everybody else knows it."""
        return OwnCards(
            hand=[UNSEEN] * len(self.hand),
            hidden=self.hidden,
            old=self.old,
            late=self.late,
            lacks=self.lacks,
        )

    def veil(self) -> None:
        """Take away the names that only the owner has seen."""
        self.hand = [UNSEEN] * len(self.hand)
        self.buried = [UNSEEN] * len(self.buried)
        self.kept = [UNSEEN] * len(self.kept)

    # Out of the hand

    def show(self, name: str) -> None:
        """A card leaves the hand for everybody to see; the caller puts it where it goes."""
        hand = self.hand
        hand.remove(name if name in hand else UNSEEN)
        less(self.hidden, name)
        if self.old:
            if name in self.old:
                less(self.old, name)
            else:
                self.late -= 1
            if not self.old or not hand:
                self.old, self.late = {}, 0

    def lay_down(self) -> list[str]:
        """All cards leave the hand, and with them what was known of it as a whole; returns them.

        They are still hidden: the caller puts them into `buried` or `kept`, or shows them with
        `less(hidden, name)`.
        """
        hand, self.hand = self.hand, []
        self.old, self.late, self.lacks = {}, 0, []
        return hand

    # Off the deck

    def fill(self, copies: dict[str, int]) -> None:
        """The deck is shuffled for the first time."""
        self.hidden = dict(copies)
        self.deck = sum(copies.values())

    def reshuffle(self, count: int) -> int:
        """The discard becomes the deck, from which so many cards are still to be drawn; returns
        how many it has of them."""
        seen, self.discard = self.discard, {}
        self.deck = sum(seen.values()) + len(self.buried)
        count = min(count, self.deck)
        if seen and (self.hand or self.kept):
            self.old, self.late = dict(self.hidden), count
        self.buried = []
        for name, number in seen.items():
            self.hidden[name] = self.hidden.get(name, 0) + number
        return count

    def content(self) -> dict[str, int]:
        """The copies of each name that may be drawn."""
        copies = self.free()
        if not self.old or (UNSEEN not in self.hand and UNSEEN not in self.kept):
            return copies
        # Cards drawn before the shuffle were hidden then. So this many of the hidden cards are in
        # the deck, and all others in it lay known in the discard.
        buried = sum(self.old.values()) - len(self.hand) - len(self.kept)
        most = {name: n - self.old.get(name, 0) + buried for name, n in self.hidden.items()}
        return {name: min(number, most[name]) for name, number in copies.items() if most[name] > 0}

    def lone(self) -> bool:
        """Whether everybody knows that all cards on the deck have one name."""
        if len(self.hidden) < 2:
            return True
        if not self.old:
            return False
        left = {name: number - self.old.get(name, 0) for name, number in self.hidden.items()}
        seen = [number for number in left.values() if number > 0]
        return len(seen) == 1 and self.deck == seen[0]

    def certain(self, count: int) -> list[str]:
        """The cards of a draw about which chance has nothing to decide."""
        pool = self.content()
        if sum(pool.values()) == count:
            return [name for name, number in pool.items() for _ in range(number)]
        return list(pool) * count if len(pool) == 1 else [UNSEEN] * count

    def draw(self, names: list[str]) -> None:
        """Cards go from the deck into the hand."""
        self.deck -= len(names)
        self.hand += names

    # All of it

    def clear(self) -> None:
        """All cards leave the match, those that nobody saw unseen."""
        self.deck = 0
        self.hidden, self.discard = {}, {}
        self.lay_down()
        self.buried, self.kept = [], []

    def unseen(self) -> list[str] | None:
        """The first part that holds a card nobody recorded: the hand, then what left it."""
        return next((part for part in (self.hand, self.kept, self.buried) if UNSEEN in part), None)

    def broken(self) -> list[str]:
        """What cannot be, in words."""
        found = []
        apart = self.deck + len(self.hand) + len(self.buried) + len(self.kept)
        if sum(self.hidden.values()) != apart:
            found.append("deck, hand and face-down discard are not what is hidden")
        known = [n for n in (*self.hand, *self.buried, *self.kept) if n != UNSEEN]
        left = sum(self.hidden.values()) - len(known)
        if known and sum(minus(self.hidden, known).values()) != left:
            found.append("it holds a card whose every copy is elsewhere")
        if any(name in self.hand for name in self.lacks):
            found.append("its hand holds a card that was not found there")
        if self.old:
            held = Counter(name for name in self.hand if name != UNSEEN)
            over = sum(max(0, n - self.old.get(name, 0)) for name, n in held.items())
            if over > self.late:
                found.append("its hand has more of the known discards than came after the shuffle")
        if self.deck < 0 or self.late < 0:
            found.append("a count of its cards is below 0")
        return found
