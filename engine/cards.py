"""Hidden cards: a deck, the hands that were drawn from it, and what may be where.

A deck is never ordered: a draw is decided when it is seen. Each shuffle begins a pool, and a card
that only its owner saw is an unseen copy of the pool it came from. A hand may hold copies of
several pools, and a pool copies of earlier ones that were discarded face down; so the record keeps
what everybody saw, and `engine.deals` finds which deals agree with it.

The deck, and everything of a hand but the names of its cards, is what the whole table knows: it
follows from what everybody saw alone, so that `Deck.hide` need only take those names away.

What a hand may show, and what may lie on top, is exact: there is a deal that agrees with all that
was seen. (One case lets too much through, never too little: a hand of which the record knows some
cards and not others, and from which one of the others was discarded face down.) Weights are exact
too, if what somebody chose to show says nothing about the rest; over several pools they reach back
to the last shuffle at which it no longer told anything where a card came from.
"""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from engine.chance import UNSEEN, Draw, Weighted, shares
from engine.deals import Bag, Net
from engine.own_cards import less


class Lot(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What came into a hand, then what left it; the rest goes on into the next lot."""

    held: dict[str, list[str]] = {}
    """The names of the cards drawn, by pool; `?` where they are not known."""
    shown: list[str] = []
    """Cards shown since, as far as it is open which pool they came from."""
    buried: dict[str, list[str]] = {}
    """Cards discarded face down since, by the pool that they are shuffled into."""
    past: "list[Lot]" = []
    """Earlier lots that still matter; what is left of them is in this one too."""

    @property
    def size(self) -> int:
        """How many cards are left."""
        left = sum(map(len, self.held.values())) - len(self.shown)
        left -= sum(map(len, self.buried.values()))
        return left + sum(lot.size for lot in self.past)


class Hand(Lot, omit_defaults=True, forbid_unknown_fields=True):
    """The hidden cards of a seat: its last lot."""

    @property
    def known(self) -> dict[str, int]:
        """The copies of each card that it is known to hold."""
        return _known(self)

    @property
    def unseen(self) -> int:
        """How many of its cards are not known."""
        return self.size - sum(_known(self).values())

    def names(self) -> list[str]:
        """The names of its known cards, each once."""
        return list(_known(self))


class Pool(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What one shuffle brought together, less what is known to have left it."""

    cards: dict[str, int]
    left: int = 0
    """How many of its cards lie on the deck."""
    mixed: int = 0
    """How many unseen copies of earlier pools it holds beside `cards`."""
    shown: list[str] = []
    """Cards that came out of it, as far as it is open whether they were such copies."""


class Deck(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A face-down deck, and the pools of all cards that are hidden, the top one first."""

    pools: dict[str, Pool]
    shuffles: int = 0
    """How often it was shuffled again: the number of the last pool."""
    buried: int = 0
    """How many cards were discarded face down since."""

    @classmethod
    def of(cls, copies: dict[str, int]) -> "Deck":
        """A shuffled deck of these copies of each name."""
        cards = {name: number for name, number in copies.items() if number > 0}
        return cls({"0": Pool(cards, sum(cards.values()))})

    @property
    def size(self) -> int:
        """How many cards lie face down on the deck."""
        return sum(pool.left for pool in self.pools.values())

    def hidden(self, hands: Sequence[Hand]) -> dict[str, int]:
        """The copies of each name that are not in the open: on the deck, in the hands, or
        discarded face down. Everybody knows these."""
        copies: Counter[str] = Counter()
        for pool in self.pools.values():
            copies.update(pool.cards)
            copies.subtract(pool.shown)
        for hand in hands:
            for lot in _lots(hand):
                copies.subtract(lot.shown)
        return {name: number for name, number in copies.items() if number > 0}

    # Off the deck

    def draw(
        self,
        verb: str,
        stream: str,
        printed: dict[str, int],
        hands: Sequence[Hand],
        count: int = 1,
        seen_by: int | None = None,
    ) -> Draw:
        """The request for cards off the top. `hands` are all that hold cards of this deck.

        It never spans two pools: `count` is cut to what the upper one has left, and the caller asks
        again for the rest. `pool` has the copies of each name that may lie there; where copies of
        several pools are about it has the weights of one card, and `count` is cut to 1.
        """
        top = self._top()
        left = self.pools[top].left
        pool, plain = self._content(top, hands)
        number = min(count, left) if plain else 1
        masked = (
            len(pool) == 1
            and not (plain and number == left == sum(pool.values()))
            and len(self._content(top, [self.hide(hand) for hand in hands])[0]) > 1
        )
        return Draw(verb, stream, pool, printed, number, seen_by, masked)

    def take(self, name: str, hands: Sequence[Hand] = ()) -> None:
        """The top card, openly drawn, leaves the deck (`hands` as for `shuffle`)."""
        top = self._top()
        self.pools[top].left -= 1
        self._came_out(top, name)
        self._settle(hands)

    def deal(self, hand: Hand, name: str) -> None:
        """The top card goes into a hand; `?` where only its owner saw it."""
        top = self._top()
        self.pools[top].left -= 1
        _begin(hand)
        hand.held.setdefault(top, []).append(name)

    def _top(self) -> str:
        return next(key for key, pool in self.pools.items() if pool.left)

    def _content(self, top: str, hands: Sequence[Hand]) -> tuple[dict[str, int], bool]:
        """What may lie on top, and whether it is a plain multiset (else the weights of a card)."""
        pool = self.pools[top]
        if not pool.mixed and not any(hand.shown or hand.buried or hand.past for hand in hands):
            cards = dict(pool.cards)
            for hand in hands:
                for name in hand.held.get(top, ()):
                    if name != UNSEEN:
                        less(cards, name)
            return cards, True
        net, pools, _ = self._net(hands)
        if net.plain(pools[top]):
            return net.rest(pools[top]), True
        names = net.names(pools[top])
        return shares({name: net.ways((pools[top], name)) for name in names}), False

    # Out of a hand

    def may_show(self, hands: Sequence[Hand], hand: Hand, name: str) -> bool:
        """Whether some deal that agrees with everything seen so far lets the hand hold the card."""
        return bool(self.showable(hands, hand, [name]))

    def showable(
        self, hands: Sequence[Hand], hand: Hand, among: Sequence[str] | None = None
    ) -> list[str]:
        """The names (of some, else of all) that the hand may hold."""
        known = _known(hand)
        if hand.size <= sum(known.values()):
            return [name for name in (known if among is None else among) if name in known]
        asked = self.hidden(hands) if among is None else among
        if not (hand.shown or hand.buried or hand.past):
            # Nothing has left it, so an unseen copy is as good as the next card of its pool.
            keys = [key for key, names in hand.held.items() if UNSEEN in names]
            contents = [self._content(key, hands)[0] for key in keys]
            return [n for n in asked if n in known or any(n in cards for cards in contents)]
        net, _, lots = self._net(hands)
        end = lots[next(place for place, other in enumerate(hands) if other is hand)][-1]
        return [name for name in asked if name in known or net.agrees((end, name))]

    def show(self, hands: Sequence[Hand], hand: Hand, name: str) -> None:
        """The hand shows the card, which leaves it; the caller puts it where it goes."""
        if len(hand.held) == 1 and not (hand.shown or hand.buried or hand.past):
            # All of the hand came from one pool, and so did the card.
            ((key, _),) = hand.held.items()
            _take(hand.held, key, name)
            self._came_out(key, name)
        else:
            hand.shown.append(name)
        self._settle(hands)

    def bury(self, hand: Hand, name: str) -> None:
        """The hand discards the card face down, to be shuffled into the next pool; `?` is one of
        its unseen copies."""
        self.buried += 1
        hand.buried.setdefault(str(self.shuffles + 1), []).append(name)
        _tidy(hand)

    def join(self, hand: Hand, drawn: Hand) -> None:
        """All cards of a hand that was kept apart (such as cards drawn to choose from) go into
        another; the caller drops the first."""
        _begin(hand)
        if drawn.shown or drawn.buried:
            hand.past.append(Lot(drawn.held, drawn.shown, drawn.buried, drawn.past))
        else:
            hand.held = _joined(hand.held, drawn.held)
            hand.past += drawn.past
        _tidy(hand)

    def shuffle(self, seen: dict[str, int], hands: Sequence[Hand] = ()) -> None:
        """The discards, seen (by name) and face down, become a new pool under what is left.

        `hands` are all that hold cards of this deck; they may be left out of a deck from which no
        card was ever buried.
        """
        cards = {name: copies for name, copies in seen.items() if copies > 0}
        hidden = self.hidden(hands)
        if sum(hidden.values()) == self.buried:
            # All that was hidden lies among the discards: nothing hangs on where it came from.
            for name, copies in hidden.items():
                cards[name] = cards.get(name, 0) + copies
            self.pools.clear()
            for hand in hands:
                hand.held, hand.shown, hand.buried, hand.past = {}, [], {}, []
            self.buried = 0
        elif len(hands) == 1 and len(self.pools) > 1 and not self.size:
            self._melt(hidden, hands[0])
        self.shuffles += 1
        pool = Pool(cards, sum(cards.values()) + self.buried, self.buried)
        if pool.left:
            self.pools[str(self.shuffles)] = pool
        self.buried = 0
        self._settle(hands)

    def _melt(self, hidden: dict[str, int], hand: Hand) -> None:
        """Make one pool of all that is hidden in a deck of one hand, where it no longer tells
        anything which pool a card came from: any of the hidden cards may be those of the hand."""
        net, _, lots = self._net([self.hide(hand)])
        if not net.open(lots[0][-1], hand.size):
            return
        key, following = list(self.pools)[-1], str(self.shuffles + 1)
        held = [name for name, copies in _known(hand).items() for _ in range(copies)]
        held += [UNSEEN] * (hand.size - len(held))
        gone = [name for lot in _lots(hand) for name in lot.buried.get(following, ())]
        self.pools = {key: Pool(hidden)}
        hand.held, hand.shown, hand.buried = {key: held}, [], {}
        hand.past = [Lot({key: gone}, [], {following: list(gone)})] if gone else []

    # What others see, and what luck must know

    def hide(self, hand: Hand) -> Hand:
        """The hand as everybody else sees it: the same record without its names."""
        past = [_hide(lot) for lot in hand.past]
        return Hand(_hidden(hand.held), list(hand.shown), _hidden(hand.buried), past)

    def unseen_request(
        self, hands: Sequence[Hand], verb: str, stream: str, seats: Sequence[int] | None = None
    ) -> Weighted | None:
        """The request for the next unseen copy, in the order of the hands; None where every card
        is known. `seats` are the owners of the hands (else their places)."""
        for place, hand in enumerate(hands):
            spots = _unseen(hand)
            if not spots:
                continue
            weights: dict[str, int] = {}
            # It may have been shown since, so all names count that a pool held.
            for name in dict.fromkeys(name for pool in self.pools.values() for name in pool.cards):
                _write(spots, name)
                weights[name] = self._net(hands)[0].ways()
            _write(spots, UNSEEN)
            owner = place if seats is None else seats[place]
            # In a state that was set by hand it may be that no deal agrees: then any card will do.
            fair = shares(weights) or dict.fromkeys(weights, 1)
            return Weighted(verb, stream, fair, owner) if fair else None
        return None

    def reveal(self, hands: Sequence[Hand], name: str) -> None:
        """Apply the value of `unseen_request`."""
        _write(next(spots for hand in hands if (spots := _unseen(hand))), name)

    def broken(self, hands: Sequence[Hand]) -> list[str]:
        """What cannot be, in words: cards without a place, or names that no deal gives."""
        found = []
        for key, pool in self.pools.items():
            held = sum(len(lot.held.get(key, ())) for hand in hands for lot in _lots(hand))
            mixed = sum(len(lot.buried.get(key, ())) for hand in hands for lot in _lots(hand))
            inside = sum(pool.cards.values()) + pool.mixed
            if pool.left < 0 or mixed != pool.mixed or inside != pool.left + held + len(pool.shown):
                found.append(f"pool {key} of the deck does not add up")
        if any(hand.size < 0 or hand.unseen < 0 for hand in hands):
            found.append("a hand has fewer cards than it showed")
        if not found and not self._net(hands)[0].agrees():
            found.append("no deal gives the cards that were seen")
        return found

    # Where cards came from

    def _net(self, hands: Sequence[Hand]) -> tuple[Net, dict[str, int], list[list[int]]]:
        """The bags of all pools and lots, the place of each pool, and those of each hand's lots."""
        net = Net([], [])
        pools = {key: place for place, key in enumerate(self.pools)}
        for key, pool in self.pools.items():
            net.bags.append(Bag(dict(pool.cards), {}))
            net.claims += [(pools[key], name) for name in pool.shown]
        lots: list[list[int]] = []
        for hand in hands:
            lots.append([])
            _add_lot(net, pools, hand, lots[-1])
        return net, pools, lots

    def _came_out(self, key: str, name: str) -> None:
        pool = self.pools.get(key)
        if pool is None:
            return  # Only in a state that was set by hand.
        if pool.mixed:
            pool.shown.append(name)
        else:
            less(pool.cards, name)

    def _settle(self, hands: Sequence[Hand]) -> None:
        """Trace what was shown to where alone it can have come from, and forget what is settled.

        Only what everybody knows decides, so that no record tells what is hidden.
        """
        while self._trace(hands):
            for hand in hands:
                _tidy(hand)
        for key, pool in list(self.pools.items()):
            if not (pool.cards or pool.left or pool.mixed or pool.shown):
                del self.pools[key]

    def _trace(self, hands: Sequence[Hand]) -> bool:
        if not any(pool.shown for pool in self.pools.values()) and not any(
            lot.shown for hand in hands for lot in _lots(hand)
        ):
            return False
        net, pools, _ = self._net([self.hide(hand) for hand in hands])
        owners: list[Pool | Lot] = list(self.pools.values())
        for hand in hands:
            owners += _lots(hand)
        for place, name in net.claims:
            sources = net.sources(place, name)
            if len(sources) == 1 or (place in sources and net.spent(place)):
                _lead(owners, list(pools), place, sources[0], name)
                return True
        return False


def _lead(
    owners: Sequence[Pool | Lot], keys: list[str], place: int, source: int, name: str
) -> None:
    """Lead a shown card one step back, to the only place where it can have come from."""
    owner, giver = owners[place], owners[source]
    owner.shown.remove(name)
    if isinstance(owner, Lot):
        if isinstance(giver, Pool):
            _take(owner.held, keys[source], name)
        giver.shown.append(name)
    elif isinstance(giver, Lot):
        _take(giver.buried, keys[place], name)
        owner.mixed -= 1
        giver.shown.append(name)
    else:
        less(owner.cards, name)


def _add_lot(net: Net, pools: dict[str, int], lot: Lot, places: list[int]) -> dict[str, int]:
    """Add the bags and claims of a lot and of those before it, and their places; returns the cards
    that are claimed to have stayed in it."""
    bag = Bag({}, {})
    for before in lot.past:
        stayed = _add_lot(net, pools, before, places)
        for name, copies in stayed.items():
            bag.named[name] = bag.named.get(name, 0) + copies
        if (left := before.size - sum(stayed.values())) > 0:
            bag.copies[places[-1]] = left
    here = len(net.bags)
    net.bags.append(bag)
    places.append(here)
    through = _through(lot)
    for key, names in lot.held.items():
        _pass(net, pools.get(key, here), here, names, into=not through)
    net.claims += [(here, name) for name in lot.shown]
    for key, names in lot.buried.items():
        _pass(net, here, pools.get(key, -1), names, out=not through)
    if through or not any(UNSEEN in names for names in lot.buried.values()):
        return {}
    # What was discarded unseen is none of the cards that are known to have stayed.
    stayed = _known(lot)
    net.claims += [(here, name) for name in stayed for _ in range(stayed[name])]
    return stayed


def _pass(
    net: Net, source: int, goal: int, names: list[str], *, out: bool = True, into: bool = True
) -> None:
    """Let cards go from one bag into another (-1: into a pool that is yet to be shuffled)."""
    bag = net.bags[goal] if goal >= 0 else Bag({}, {})
    for name in names:
        if name == UNSEEN:
            bag.copies[source] = bag.copies.get(source, 0) + 1
            continue
        if out:
            net.claims.append((source, name))
        if into:
            bag.named[name] = bag.named.get(name, 0) + 1


def _begin(hand: Hand) -> None:
    """Begin a new lot before cards come into a hand from which others have gone."""
    if hand.shown or hand.buried:
        hand.past = [Lot(hand.held, hand.shown, hand.buried, hand.past)]
        hand.held, hand.shown, hand.buried = {}, [], {}


def _tidy(hand: Hand) -> None:
    """Bring the lots to their one form: what came from one place needs no lot of its own."""
    through: dict[tuple[str, str], Lot] = {}
    _tidy_lot(hand, through)
    hand.past = [*through.values(), *hand.past]


def _tidy_lot(lot: Lot, through: dict[tuple[str, str], Lot]) -> None:
    past: list[Lot] = []
    for before in lot.past:
        _tidy_lot(before, through)
        if before.shown or before.buried:
            past.append(before)
        else:
            _join(before, lot)
            past += before.past
    lot.past = past
    left = [before for before in past if before.size]
    if len(left) == 1 and not lot.held and (lot.shown or lot.buried):
        # All of it came out of one earlier lot.
        past.remove(left[0])
        _join(left[0], lot)
        past += left[0].past
        left = [before for before in left[0].past if before.size]
    if not left and len(lot.held) == 1 and not lot.shown:
        _split(lot, through)


def _join(before: Lot, lot: Lot) -> None:
    lot.held = _joined(before.held, lot.held)
    lot.shown = before.shown + lot.shown
    lot.buried = _joined(before.buried, lot.buried)


def _joined(some: dict[str, list[str]], more: dict[str, list[str]]) -> dict[str, list[str]]:
    return {key: some.get(key, []) + more.get(key, []) for key in {**some, **more}}


def _split(lot: Lot, through: dict[tuple[str, str], Lot]) -> None:
    """Move what went from one pool through a hand into another to a lot of these two."""
    ((key, _),) = lot.held.items()
    for pool, names in lot.buried.items():
        passed = through.setdefault((key, pool), Lot({key: []}, [], {pool: []}))
        for name in names:
            _take(lot.held, key, name)
            passed.held[key].append(name)
            passed.buried[pool].append(name)
    lot.buried = {}


def _through(lot: Lot) -> bool:
    """Whether cards only went from one pool through a hand into another."""
    one = len(lot.held) == len(lot.buried) == 1 and not lot.shown and not lot.past
    return one and not lot.size


def _unseen(hand: Hand) -> list[tuple[list[str], int]]:
    """Where the next unseen copy is written: what was discarded first, then what is held."""
    lots = _lots(hand)
    for lot in lots:
        for names in lot.buried.values():
            if UNSEEN in names:
                both = [names, *(lot.held.values() if _through(lot) else ())]
                return [(written, written.index(UNSEEN)) for written in both]
    for lot in lots:
        for names in lot.held.values():
            if UNSEEN in names:
                return [(names, names.index(UNSEEN))]
    return []


def _write(spots: list[tuple[list[str], int]], name: str) -> None:
    for names, place in spots:
        names[place] = name


def _lots(lot: Lot) -> list[Lot]:
    """A lot and all before it, the earliest first."""
    return [*(earlier for before in lot.past for earlier in _lots(before)), lot]


def _known(lot: Lot) -> dict[str, int]:
    """The copies that are known to be left of a lot; a known card is what leaves it first."""
    known: dict[str, int] = {}
    for before in lot.past:
        for name, copies in _known(before).items():
            known[name] = known.get(name, 0) + copies
    for names in lot.held.values():
        for name in names:
            if name != UNSEEN:
                known[name] = known.get(name, 0) + 1
    for names in (lot.shown, *lot.buried.values()):
        for name in names:
            less(known, name)
    return known


def _take(table: dict[str, list[str]], key: str, name: str) -> None:
    """One card of a pool leaves the record: of this name, or (as it turned out) an unseen one."""
    names = table[key]
    if name not in names:
        name = UNSEEN if UNSEEN in names else names[-1]
    names.remove(name)
    if not names:
        del table[key]


def _hide(lot: Lot) -> Lot:
    past = [_hide(before) for before in lot.past]
    return Lot(_hidden(lot.held), list(lot.shown), _hidden(lot.buried), past)


def _hidden(table: dict[str, list[str]]) -> dict[str, list[str]]:
    return {key: [UNSEEN] * len(names) for key, names in table.items()}
