"""Hidden cards: a deck, the hands drawn from it, and what may be where.

A deck is never ordered: a draw is decided when it is seen. Each shuffle begins a pool; a card that
only its owner saw is an unseen copy of the pool it came from.
"""

from collections.abc import Sequence

from msgspec import Struct

from engine.chance import UNSEEN, Draw


class Hand(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The hidden cards of a seat."""

    held: dict[str, list[str]] = {}
    """By pool, the names of the cards that were drawn from it; `?` where only the owner knows."""

    @property
    def size(self) -> int:
        """How many cards the hand holds."""
        return sum(len(names) for names in self.held.values())

    @property
    def unseen(self) -> int:
        """How many of its cards are not known."""
        return sum(names.count(UNSEEN) for names in self.held.values())

    def names(self) -> list[str]:
        """The known names, each once."""
        known = (name for names in self.held.values() for name in names)
        return [name for name in dict.fromkeys(known) if name != UNSEEN]


class Pool(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What one shuffle brought together: the cards that may still be hidden, how many lie on the
    deck, and the unseen cards of hands that were shuffled in."""

    cards: dict[str, int]
    left: int
    unseen: int = 0


class Deck(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A face-down deck and the pools that its cards belong to."""

    pools: dict[str, Pool]
    shuffles: int = 1
    buried: list[str] = []

    @classmethod
    def of(cls, copies: dict[str, int]) -> "Deck":
        """A shuffled deck of these copies."""
        return cls({"1": Pool(dict(copies), sum(copies.values()))})

    @property
    def size(self) -> int:
        """How many cards lie face down on the deck."""
        return sum(pool.left for pool in self.pools.values())

    def _front(self) -> str:
        return next(key for key, pool in self.pools.items() if pool.left)

    def draw(
        self,
        verb: str,
        stream: str,
        printed: dict[str, int],
        hands: Sequence[Hand],
        count: int = 1,
        seen_by: int | None = None,
    ) -> Draw:
        """The request for cards off the top. It never spans two pools: `count` is cut to what the
        oldest has left, and the rest is asked for afterwards."""
        key = self._front()
        pool = dict(self.pools[key].cards)
        for hand in hands:
            for name in hand.held.get(key, ()):
                if name != UNSEEN:
                    pool[name] -= 1
        pool = {name: copies for name, copies in pool.items() if copies > 0}
        return Draw(verb, stream, pool, printed, min(count, self.pools[key].left), seen_by)

    def take(self, name: str) -> None:
        """An openly drawn card leaves the deck."""
        pool = self.pools[self._front()]
        pool.left -= 1
        _less(pool.cards, name)

    def deal(self, hand: Hand, name: str) -> None:
        """A card goes from the deck into a hand; `?` where only its owner saw it."""
        key = self._front()
        self.pools[key].left -= 1
        hand.held.setdefault(key, []).append(name)

    def may_show(self, hands: Sequence[Hand], hand: Hand, name: str) -> bool:
        """Whether the hand may hold the card, as far as everything seen so far says."""
        return self._where(hands, hand, name) is not None

    def _where(self, hands: Sequence[Hand], hand: Hand, name: str) -> tuple[str, str] | None:
        for key, names in hand.held.items():
            if name in names:
                return key, name
        for key, names in hand.held.items():
            known = sum(h.held.get(key, []).count(name) for h in hands)
            if UNSEEN in names and self.pools[key].cards.get(name, 0) > known:
                return key, UNSEEN
        return None

    def show(self, hands: Sequence[Hand], hand: Hand, name: str) -> None:
        """The hand shows the card, which leaves it."""
        where = self._where(hands, hand, name)
        if where is None:
            return
        key, held = where
        _drop(hand, key, held)
        _less(self.pools[key].cards, name)

    def bury(self, hand: Hand, name: str) -> None:
        """The card leaves the hand face down, unseen by others."""
        key = next(k for k, names in hand.held.items() if name in names)
        _drop(hand, key, name)
        self.buried.append(name)

    def shuffle(self, seen: dict[str, int], hands: Sequence[Hand] = ()) -> None:
        """The discards become a new pool under what is left of the deck."""
        self.shuffles += 1
        cards = dict(seen)
        for name in self.buried:
            cards[name] = cards.get(name, 0) + 1
        self.buried = []
        self.pools[str(self.shuffles)] = Pool(cards, sum(cards.values()))

    def hide(self, hand: Hand) -> Hand:
        """The hand as others see it."""
        return Hand({key: [UNSEEN] * len(names) for key, names in hand.held.items()})


def _less(cards: dict[str, int], name: str) -> None:
    cards[name] = cards.get(name, 0) - 1
    if cards[name] <= 0:
        del cards[name]


def _drop(hand: Hand, key: str, name: str) -> None:
    hand.held[key].remove(name)
    if not hand.held[key]:
        del hand.held[key]
