"""Hidden cards of a seat that draws from a deck of its own, as in a game of deck building.

What belongs to the seat is public: its first deck, what it bought, what it lost. So one count is
kept for everybody (`hidden`: deck, hand and face-down discard together), and the names of what the
owner saw beside it. `engine.cards` is for the other kind of deck, which several hands share.

A hand that was drawn across a shuffle is the one case in which the parts of that count differ:
`old` are the cards that were hidden then, `fresh` those that lay known in the discard. Of the first
the hand has at most `early`, of the others at most `late`, those drawn after the shuffle. What a
hand may hold is exact by that, and so are the weights by which luck deals it; when the hand is
gone, so is what was known of it as a whole.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import comb
from typing import Annotated

from msgspec import Meta, Struct

from engine.chance import UNSEEN, shares

Count = Annotated[int, Meta(ge=0)]

# Counts by name


def add(copies: dict[str, int], names: Iterable[str]) -> None:
    """Add a copy for each name."""
    for name in names:
        copies[name] = copies.get(name, 0) + 1


def less(copies: dict[str, int], name: str) -> None:
    """Take away a copy; a name without copies is not there."""
    left = copies.get(name, 0) - 1
    if left > 0:
        copies[name] = left
    else:
        copies.pop(name, None)


def minus(copies: dict[str, int], names: Iterable[str]) -> dict[str, int]:
    """What is left of some copies without these names (`?` is none of them)."""
    left = dict(copies)
    for name in names:
        if name in left:
            left[name] -= 1
    return {name: number for name, number in left.items() if number > 0}


def _product(a: list[int], b: list[int]) -> list[int]:
    """The product of two polynomials."""
    found = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            found[i + j] += x * y
    return found


def _choose(n: int, k: int) -> int:
    return comb(n, k) if 0 <= k <= n else 0


class OwnCards(Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The deck, the hand and the discard of a seat. A game's struct of a seat extends it.

    Everything but the names in `hand`, `buried` and `kept` is known to everybody.
    """

    deck: Count = 0
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
    """Of a hand drawn across a shuffle: the cards that were hidden then."""
    fresh: dict[str, int] = {}
    """The cards that lay known in the discard then."""
    early: Count = 0
    """How many of the hand's cards are `old` ones at most: all that were not kept out."""
    late: Count = 0
    """How many of the hand's cards are `fresh` ones at most: all that were drawn since."""
    before: Count = 0
    """How many of the hand's cards were drawn before the shuffle."""
    shown: list[str] = []
    """What the hand has shown since."""
    lacks: list[str] = []
    """The hidden cards that the hand is known not to hold."""

    # What the hand may hold

    def may_hold(self, name: str) -> bool:
        """Whether the hand may hold the card, as far as everything seen so far says."""
        if name not in self.hidden:
            return False
        return name in self.hand or (UNSEEN in self.hand and name in self.possible())

    def may_be(self, names: Sequence[str]) -> bool:
        """Whether the hand may have these cards together, in the place of its unseen ones."""
        copies, asked = self.possible(), Counter(name for name in names if name != UNSEEN)
        if any(number > copies.get(name, 0) for name, number in asked.items()):
            return False
        if not self.old:
            return True
        held = self._held()
        held.update(asked)
        return min(self._spare(held)) >= 0

    def surely_holds(self, name: str) -> bool:
        """Whether the hand is known to hold the card, be it that nothing else can be there."""
        others = [other for other in self.hidden if other != name]
        unseen = self.hand.count(UNSEEN)
        return name in self.hand or (unseen > 0 and unseen > self.room(others))

    def holdable(self) -> list[str]:
        """The names that the hand may hold, each once."""
        known = [name for name in dict.fromkeys(self.hand) if name in self.hidden]
        if UNSEEN not in self.hand:
            return known
        return known + [name for name in self.possible() if name not in known]

    def possible(self) -> dict[str, int]:
        """The copies of each name that unseen cards of the hand may be."""
        copies = {name: n for name, n in self.free().items() if name not in self.lacks}
        if not self.old:
            return copies
        held = self._held()
        old, fresh = self._spare(held)
        found = {}
        for name, number in copies.items():
            as_fresh = max(0, self.old.get(name, 0) - held[name]) + fresh
            as_old = max(0, self.fresh.get(name, 0) - held[name]) + old
            number = min(number, as_fresh, as_old)
            if number > 0:
                found[name] = number
        return found

    def free(self) -> dict[str, int]:
        """The hidden copies of each name that are not known to lie in the hand or the discard."""
        return minus(self.hidden, [*self.hand, *self.buried, *self.kept])

    def room(self, names: Iterable[str]) -> int:
        """How many unseen cards of the hand may have these names."""
        copies = self.free()
        some = {name: copies[name] for name in names if name in copies}
        if not self.old:
            return sum(some.values())
        held = self._held()
        old, fresh = self._spare(held)
        # A copy more may be of either kind, or only an old or a fresh one, or (where as many of
        # the name are there already as the other kind has) it takes the room of one of each.
        both = beyond_old = beyond_fresh = neither = 0
        for name, number in some.items():
            olds = min(number, max(0, self.old.get(name, 0) - held[name]))
            news = min(number, max(0, self.fresh.get(name, 0) - held[name]))
            both += min(olds, news)
            beyond_old += max(0, news - olds)
            beyond_fresh += max(0, olds - news)
            neither += number - max(olds, news)
        as_fresh, as_old = min(beyond_old, fresh), min(beyond_fresh, old)
        return both + as_fresh + as_old + min(neither, fresh - as_fresh, old - as_old)

    def _held(self) -> Counter[str]:
        """What is known of the hand since it was drawn, with what it has shown."""
        held = Counter(name for name in self.hand if name != UNSEEN)
        held.update(self.shown)
        return held

    def _spare(self, held: Counter[str]) -> tuple[int, int]:
        """How many more of the hand's cards can be old ones, and fresh ones, by no choice."""
        olds = sum(max(0, number - self.fresh.get(name, 0)) for name, number in held.items())
        news = sum(max(0, number - self.old.get(name, 0)) for name, number in held.items())
        return self.early - olds, self.late - news

    def veiled(self) -> "OwnCards":
        """The hand as everybody else knows it."""
        return OwnCards(
            hand=[UNSEEN] * len(self.hand),
            hidden=self.hidden,
            old=self.old,
            fresh=self.fresh,
            early=self.early,
            late=self.late,
            before=self.before,
            shown=self.shown,
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
            self.shown.append(name)

    def lay_down(self) -> list[str]:
        """All cards leave the hand, and with them what was known of it as a whole; returns them.

        They are still hidden: the caller puts them into `buried` or `kept`, or shows them with
        `less(hidden, name)`.
        """
        hand, self.hand = self.hand, []
        self.old, self.fresh, self.shown, self.lacks = {}, {}, [], []
        self.early = self.late = self.before = 0
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
            self.old, self.fresh = dict(self.hidden), dict(seen)
            self.early = sum(self.hidden.values()) - len(self.kept)
            self.before, self.late = len(self.hand), 0
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
        buried = self._buried_then()
        most = {name: n - self.old.get(name, 0) + buried for name, n in self.hidden.items()}
        return {name: min(number, most[name]) for name, number in copies.items() if most[name] > 0}

    def may_draw(self, names: Sequence[str]) -> bool:
        """Whether these cards may be drawn together, each of which may be."""
        if not self.old:
            return True
        asked = Counter(name for name in names if name != UNSEEN)
        olds = sum(max(0, number - self.fresh.get(name, 0)) for name, number in asked.items())
        return olds <= self._buried_then()

    def _buried_then(self) -> int:
        """How many cards lay face down in the discard at the shuffle."""
        return sum(self.old.values()) - self.before - len(self.kept)

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
        if self.old:
            self.late += len(names)

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

    def weights(self) -> dict[str, int]:
        """How likely each name is for the next card of `unseen()`: for how many deals, of all that
        agree with what was seen, it is there. Exact, if what somebody chose to show says nothing
        about the rest."""
        part = self.unseen()
        if part is None:
            return {}
        if not self.old:
            return self.possible() if part is self.hand else self.free()
        if part is self.hand:
            left = self.hand.count(UNSEEN) - 1
            names = list(self.possible())
            held = self._held()
            # Any of the copies of a name may be the one that is known last.
            return shares({name: self._ways([name], left) * (held[name] + 1) for name in names})
        return shares({name: self._ways([], 0, name) for name in self.free()})

    def _ways(self, more: Sequence[str], unseen: int, aside: str = "") -> int:
        """How many deals there are in which these names are in the hand too, so many of its cards
        are not known, and (`aside`) the next card that was kept out has this name.

        Of the p old cards of the hand, those drawn `before` are any; of the other old ones those
        kept out are any. All such deals are equally likely.
        """
        held = self._held()
        held.update(more)
        out = [*self.kept, *self.buried]
        kept = Counter(name for name in out if name != UNSEEN)
        # By how many of the hand's known cards are old ones: in how many ways, apart for names
        # that its unseen cards may have and for names that they may not have.
        able, unable = [1], [1]
        olds = news = known = 0
        for name in {**self.old, **self.fresh}:
            old, fresh = self.old.get(name, 0) - kept[name], self.fresh.get(name, 0)
            ways = [
                comb(old, t) * comb(fresh, held[name] - t) * (old - t if name == aside else 1)
                if 0 <= t <= held[name] and old >= 0
                else 0
                for t in range(held[name] + 1)
            ]
            if name in self.lacks:
                unable = _product(unable, ways)
            else:
                able = _product(able, ways)
                olds, news, known = olds + old, news + fresh, known + held[name]
        every = sum(self.old.values()) - kept.total()
        rest = len(out) - kept.total() - (1 if aside else 0)
        return sum(
            a * b * _choose(olds - p, r) * _choose(news - known + p, unseen - r)
            * _choose(p + q + r, self.before) * _choose(every - p - q - r - bool(aside), rest)
            for p, a in enumerate(able)
            for q, b in enumerate(unable)
            for r in range(unseen + 1)
        )  # fmt: skip

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
        if self.old and min(self._spare(self._held())) < 0:
            found.append("its hand cannot have come together as it was drawn")
        return found
