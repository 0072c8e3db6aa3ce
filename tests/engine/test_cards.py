"""Hidden cards, held against an enumeration of every deal of small decks."""

import random
from collections import Counter
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Deck, Hand, Pool
from engine.chance import UNSEEN, Draw, certain, outcomes, total

NAMES = "abcd"


def less(cards: tuple[str, ...], name: str) -> tuple[str, ...]:
    place = cards.index(name)
    return cards[:place] + cards[place + 1 :]


def more(cards: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(sorted((*cards, name)))


class Deals:
    """Every deal that agrees with what was seen, each with its weight.

    A deal is the piles of the deck (the upper first), the known and the unknown cards of each hand,
    and the cards discarded face down. A draw gives each card of the upper pile, a show each card of
    that name, a discard `?` each unknown card of the hand.
    """

    def __init__(self, cards: dict[str, int], hands: int) -> None:
        pile = tuple(sorted(Counter(cards).elements()))
        self.deals: Counter[Any] = Counter({((pile,), (((), ()),) * hands, ()): 1})

    def step(self, change: Any) -> None:
        after: Counter[Any] = Counter()
        for deal, weight in self.deals.items():
            for changed, ways in change(*deal):
                after[changed] += weight * ways
        self.deals = after

    def draw(self, hand: int | None, name: str, *, known: bool = True) -> None:
        def change(piles: Any, hands: Any, buried: Any) -> Any:
            for card, ways in Counter(piles[0]).items():
                if known and card != name:
                    continue
                rest = (less(piles[0], card), *piles[1:])
                after = hands
                if hand is not None:
                    seen, unseen = hands[hand]
                    held = (more(seen, card), unseen) if known else (seen, more(unseen, card))
                    after = (*hands[:hand], held, *hands[hand + 1 :])
                yield (tuple(pile for pile in rest if pile), after, buried), ways

        self.step(change)

    def leave(self, hand: int, name: str, *, bury: bool) -> None:
        def change(piles: Any, hands: Any, buried: Any) -> Any:
            seen, unseen = hands[hand]
            if name in seen:
                ways = [((less(seen, name), unseen), name, 1)]
            else:
                ways = [
                    ((seen, less(unseen, card)), card, copies)
                    for card, copies in Counter(unseen).items()
                    if name in (card, UNSEEN)
                ]
            for held, card, copies in ways:
                after = (*hands[:hand], held, *hands[hand + 1 :])
                yield (piles, after, more(buried, card) if bury else buried), copies

        self.step(change)

    def join(self, hand: int, drawn: int) -> None:
        def change(piles: Any, hands: Any, buried: Any) -> Any:
            parts = zip(hands[hand], hands[drawn], strict=True)
            after = list(hands)
            after[hand] = tuple(tuple(sorted((*part, *other))) for part, other in parts)
            after[drawn] = ((), ())
            yield (piles, tuple(after), buried), 1

        self.step(change)

    def shuffle(self, seen: dict[str, int]) -> None:
        def change(piles: Any, hands: Any, buried: Any) -> Any:
            pile = tuple(sorted((*Counter(seen).elements(), *buried)))
            yield ((*piles, pile) if pile else piles, hands, ()), 1

        self.step(change)

    def may_hold(self, hand: int) -> set[str]:
        return {
            name for (_, hands, _), _ in self.deals.items() for part in hands[hand] for name in part
        }

    def must_hold(self, hand: int) -> set[str]:
        held = [{*hands[hand][0], *hands[hand][1]} for _, hands, _ in self.deals]
        return set.intersection(*held)

    def next(self, count: int) -> dict[tuple[str, ...], Fraction]:
        """How likely each multiset of the next cards is."""
        found: Counter[tuple[str, ...]] = Counter()
        for (piles, _, _), weight in self.deals.items():
            for cards, ways in _subsets(piles[0], count).items():
                found[cards] += weight * ways
        whole = sum(found.values())
        return {cards: Fraction(ways, whole) for cards, ways in found.items()}


def _subsets(cards: tuple[str, ...], count: int) -> Counter[tuple[str, ...]]:
    copies = Counter(cards)
    request = Draw("", "", dict(copies), dict(copies), count)
    return Counter({tuple(sorted(values)): ways for values, ways in outcomes(request)})


class Play:
    """A random play at a table, told to the record, to the deals, and to two other recorders: one
    who knows no card (the public) and one who knows those of the first hand."""

    def __init__(self, rng: random.Random, cards: dict[str, int], hands: int, how: str) -> None:
        self.rng, self.how, self.cards = rng, how, cards
        self.exact, self.weighed = True, how != "mixed"
        self.piles = [sorted(Counter(cards).elements())]
        self.held: list[list[tuple[str, bool]]] = [[] for _ in range(hands)]
        self.buried: list[str] = []
        self.seen: Counter[str] = Counter()
        self.deals = Deals(cards, hands)
        self.records = [(Deck.of(cards), [Hand() for _ in range(hands)]) for _ in range(3)]

    def knows(self, who: int, hand: int, known: bool) -> bool:
        return known if who == 0 else who == 2 and hand == 0

    def act(self, kinds: str) -> None:
        kind = self.rng.choice(kinds)
        holders = [hand for hand, cards in enumerate(self.held) if cards]
        if kind in "du" and self.piles:
            self.draw(self.rng.randrange(len(self.held)), kind == "d")
        elif kind == "t" and self.piles:
            self.take()
        elif kind == "s" and holders:
            self.show(self.rng.choice(holders))
        elif kind == "b" and holders:
            self.exact = self.exact and self.how != "mixed"
            self.bury(self.rng.choice(holders))
        elif kind == "w" and holders:
            hand = self.rng.choice(holders)
            self.exact = self.exact and (self.how != "mixed" or not self.held[1:])
            while self.held[hand]:
                self.bury(hand)
        elif kind == "j" and len(self.held) > 1:
            self.join(0, len(self.held) - 1)
        elif kind == "r" and (self.seen or self.buried):
            self.shuffle()

    def top(self) -> str:
        pile = self.piles[0]
        card = pile.pop(self.rng.randrange(len(pile)))
        self.piles = [pile for pile in self.piles if pile]
        return card

    def draw(self, hand: int, known: bool) -> None:
        known = {"all": True, "none": False, "mixed": known, "first": hand == 0}[self.how]
        card = self.top()
        self.held[hand].append((card, known))
        self.deals.draw(hand, card, known=known)
        for who, (deck, hands) in enumerate(self.records):
            deck.deal(hands[hand], card if self.knows(who, hand, known) else UNSEEN)

    def take(self) -> None:
        card = self.top()
        self.seen[card] += 1
        self.deals.draw(None, card)
        for deck, hands in self.records:
            deck.take(card, hands)

    def leave(self, hand: int, card: str) -> bool:
        known = (card, True) in self.held[hand]
        self.held[hand].remove((card, known))
        return known

    def show(self, hand: int) -> None:
        card, _ = self.rng.choice(self.held[hand])
        self.leave(hand, card)
        self.seen[card] += 1
        self.deals.leave(hand, card, bury=False)
        for deck, hands in self.records:
            deck.show(hands, hands[hand], card)

    def bury(self, hand: int) -> None:
        card, known = self.rng.choice(self.held[hand])
        self.held[hand].remove((card, known))
        self.buried.append(card)
        self.deals.leave(hand, card if known else UNSEEN, bury=True)
        for who, (deck, hands) in enumerate(self.records):
            deck.bury(hands[hand], card if self.knows(who, hand, known) else UNSEEN)

    def join(self, hand: int, drawn: int) -> None:
        if self.how == "first":
            return  # The first seat would know only a part of its hand.
        self.held[hand] += self.held[drawn]
        self.held[drawn] = []
        self.deals.join(hand, drawn)
        for deck, hands in self.records:
            deck.join(hands[hand], hands[drawn])
            hands[drawn] = Hand()

    def shuffle(self) -> None:
        if len(self.records[0][0].pools) > 1:
            # Where the cards of earlier pools may be anywhere, it is forgotten how likely.
            self.weighed = self.how == "all"
            self.exact = self.exact and self.how != "mixed"
        self.piles.append(sorted((*self.seen.elements(), *self.buried)))
        self.deals.shuffle(dict(self.seen))
        for deck, hands in self.records:
            deck.shuffle(dict(self.seen), hands)
        self.seen, self.buried = Counter(), []

    # What must hold

    def check(self) -> None:
        deck, hands = self.records[0]
        assert deck.broken(hands) == []
        assert deck.size == sum(len(pile) for pile in self.piles)
        hidden = Counter(self.cards) - self.seen
        assert Counter(deck.hidden(hands)) == hidden
        for place, hand in enumerate(hands):
            held = self.held[place]
            assert hand.size == len(held)
            known = {name for name, known in held if known}
            if self.how == "mixed":
                # Which copy was shown may come out later, and change what is known.
                assert set(hand.names()) <= self.deals.must_hold(place)
            else:
                assert set(hand.names()) == known
                assert hand.unseen == sum(not known for _, known in held)
            allowed = {name for name in NAMES if deck.may_show(hands, hand, name)}
            assert allowed == set(deck.showable(hands, hand))
            assert allowed >= self.deals.may_hold(place)
            assert allowed == self.deals.may_hold(place) or not self.exact
        for count in (1, 2, 3) if self.piles else ():
            self.check_draw(count)

    def check_draw(self, count: int) -> None:
        deck, hands = self.records[0]
        request = deck.draw("draw", "cards", self.cards, hands, count)
        assert request.count in (1, min(count, len(self.piles[0])))
        whole = sum(ways for _, ways in outcomes(request))
        given = {tuple(sorted(v)): Fraction(ways, whole) for v, ways in outcomes(request)}
        want = self.deals.next(request.count)
        assert given.keys() == want.keys() or (not self.exact and given.keys() >= want.keys())
        if self.weighed:
            assert given == want
        if self.how == "all":
            # Whether a draw happens unasked must not tell what is hidden.
            public = self.records[1][0].draw("draw", "cards", self.cards, self.records[1][1], count)
            sure = request.count == len(self.piles[0]) or len(public.pool) == 1
            assert (certain(request) is not None) == sure

    def check_views(self) -> None:
        known = [msgspec.json.encode(record) for record in self.records]
        deck, hands = self.records[0]
        assert msgspec.json.encode((deck, [deck.hide(hand) for hand in hands])) == known[1]
        if self.how == "first":
            seat = [hands[0], *(deck.hide(hand) for hand in hands[1:])]
            assert msgspec.json.encode((deck, seat)) == known[2]


copies = st.dictionaries(st.sampled_from(NAMES), st.integers(1, 3), min_size=1, max_size=3)
seeds = st.integers(0, 2**32)


@given(
    copies,
    st.integers(1, 3),
    st.sampled_from(["all", "none", "mixed", "first"]),
    st.sampled_from(["dus", "dutsr", "dutsbr", "ddduusswrr", "dduussjtr", "dduusbjtr"]),
    seeds,
)
@settings(max_examples=250, deadline=None)
def test_record_agrees_with_every_deal(
    cards: dict[str, int], hands: int, how: str, kinds: str, seed: int
) -> None:
    play = Play(random.Random(seed), cards, hands, how)
    for _ in range(14):
        play.act(kinds)
        play.check()
        play.check_views()


RECORD = tuple[Deck, list[Hand]]


def held(hands: list[Hand]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(sorted(Counter(hand.known).elements())) for hand in hands)


def dealt(deck: Deck, hands: list[Hand]) -> dict[Any, Fraction]:
    """How likely luck deals each content of the hands."""
    request = deck.unseen_request(hands, "deal", "unseen")
    if request is None:
        assert all(hand.unseen == 0 for hand in hands)
        assert deck.broken(hands) == []
        return {held(hands): Fraction(1)}
    found: dict[Any, Fraction] = {}
    for (name,), ways in outcomes(request):
        copy, others = msgspec.json.decode(msgspec.json.encode((deck, hands)), type=RECORD)
        copy.reveal(others, name)
        for cards, share in dealt(copy, others).items():
            share *= Fraction(ways, total(request))
            found[cards] = found.get(cards, Fraction(0)) + share
    return found


@given(copies, st.sampled_from(["dus", "dutsr", "uuusbr"]), seeds)
@settings(max_examples=60, deadline=None)
def test_luck_deals_unseen_cards_as_likely_as_they_are(
    cards: dict[str, int], kinds: str, seed: int
) -> None:
    play = Play(random.Random(seed), cards, 2, "none")
    for _ in range(9):
        play.act(kinds)
    if sum(len(cards) for cards in play.held) + len(play.buried) > 5:
        return
    want: dict[Any, Fraction] = {}
    whole = sum(play.deals.deals.values())
    for (_, hands, _), weight in play.deals.deals.items():
        cards_held = tuple(tuple(sorted((*seen, *unseen))) for seen, unseen in hands)
        want[cards_held] = want.get(cards_held, Fraction(0)) + Fraction(weight, whole)
    given = dealt(*play.records[0])
    assert given.keys() == want.keys()
    if play.weighed:
        assert given == want


# Promises, one by one


def test_a_hand_may_show_what_its_pool_still_holds() -> None:
    deck, hand = Deck.of({"tornado": 1, "aegis": 2}), Hand()
    deck.deal(hand, UNSEEN)
    assert (hand.size, hand.unseen, hand.names()) == (1, 1, [])
    assert deck.showable([hand], hand) == ["tornado", "aegis"]
    deck.take("tornado")
    assert not deck.may_show([hand], hand, "tornado")
    deck.show([hand], hand, "aegis")
    assert hand == Hand()
    assert deck == Deck({"0": Pool({"aegis": 1}, left=1)})


def test_a_known_card_is_no_longer_in_the_deck() -> None:
    deck, hands = Deck.of({"tornado": 1, "aegis": 2}), [Hand(), Hand()]
    deck.deal(hands[0], "tornado")
    deck.deal(hands[1], UNSEEN)
    request = deck.draw("draw", "spells", {"tornado": 1, "aegis": 2}, hands, 1, 0)
    assert request.pool == {"aegis": 2}
    assert not deck.may_show(hands, hands[1], "tornado")


def test_a_draw_never_spans_two_pools() -> None:
    deck = Deck.of({"a": 2, "b": 3})
    for name in "aab":
        deck.take(name)
    deck.shuffle({"a": 2, "b": 1})
    request = deck.draw("draw", "cards", {"a": 2, "b": 3}, [], 4)
    assert (deck.size, request.count, request.pool) == (5, 2, {"b": 2})
    assert certain(request) == ["b", "b"]
    deck.take("b")
    deck.take("b")
    assert deck.draw("draw", "cards", {"a": 2, "b": 3}, [], 2).pool == {"a": 2, "b": 1}


def test_a_card_of_two_pools_stays_open_until_it_can_be_told() -> None:
    deck, hand = Deck.of({"a": 1, "b": 1}), Hand()
    deck.deal(hand, UNSEEN)
    deck.take("b")
    deck.shuffle({"b": 1})
    deck.deal(hand, UNSEEN)
    # One is an `a`, the other a `b`, and everybody knows it.
    assert deck.showable([hand], hand) == ["a", "b"]
    deck.show([hand], hand, "b")
    assert deck.showable([hand], hand) == ["a"]
    deck.show([hand], hand, "a")
    assert (deck, hand) == (Deck({}, shuffles=1), Hand())


def test_a_card_that_is_certain_only_by_hidden_cards_is_asked_for() -> None:
    deck, hand = Deck.of({"a": 2, "b": 2}), Hand()
    deck.deal(hand, "a")
    deck.deal(hand, "a")
    request = deck.draw("draw", "cards", {"a": 2, "b": 2}, [hand], 1)
    assert request.pool == {"b": 2}
    assert certain(request) is None
    # All that is left comes whatever it is.
    assert certain(deck.draw("draw", "cards", {"a": 2, "b": 2}, [hand], 2)) == ["b", "b"]


def test_cards_kept_apart_go_into_the_hand() -> None:
    deck, hand, drawn = Deck.of({"a": 1, "b": 1, "c": 1}), Hand(), Hand()
    deck.deal(hand, "c")
    deck.deal(drawn, "a")
    deck.deal(drawn, "b")
    deck.show([hand, drawn], drawn, "a")
    deck.join(hand, drawn)
    assert (hand.names(), hand.size) == (["c", "b"], 2)


def test_a_card_discarded_face_down_may_come_again() -> None:
    deck, hand = Deck.of({"a": 1, "b": 2}), Hand()
    deck.deal(hand, UNSEEN)
    deck.bury(hand, UNSEEN)
    assert (hand.size, deck.buried) == (0, 1)
    deck.take("b")
    deck.shuffle({"b": 1}, [hand])
    assert deck.draw("draw", "cards", {"a": 1, "b": 2}, [hand], 3).pool == {"a": 1, "b": 1}
    deck.take("a", [hand])
    # So the card that was discarded unseen is the other `b`; they come one by one.
    for _ in range(2):
        request = deck.draw("draw", "cards", {"a": 1, "b": 2}, [hand], 2)
        assert certain(request) == ["b"]
        deck.take("b", [hand])
    assert deck.size == 0


def test_when_all_lies_in_the_discards_the_past_is_forgotten() -> None:
    deck, hand = Deck.of({"a": 1, "b": 1}), Hand()
    deck.deal(hand, "a")
    deck.deal(hand, UNSEEN)
    deck.bury(hand, "a")
    deck.bury(hand, UNSEEN)
    deck.shuffle({"c": 1}, [hand])
    assert hand == Hand()
    assert deck == Deck({"1": Pool({"c": 1, "a": 1, "b": 1}, left=3)}, shuffles=1)


def long_play(known: bool, seed: int) -> int:
    """Thirty turns of an own deck, as in a deck-building game: draw five, show three, discard the
    rest face down, sometimes buy a card. Returns the most bytes that the record took."""
    rng = random.Random(seed)
    printed = Counter({f"card {n}": rng.randint(1, 3) for n in range(7)})
    deck, hand = Deck.of(dict(printed)), Hand()
    pile, held, seen, most = sorted(printed.elements()), [], Counter[str](), 0
    buried: list[str] = []
    for turn in range(30):
        for _ in range(5):
            if not pile:
                deck.shuffle(dict(seen), [hand])
                pile, seen, buried = sorted((*seen.elements(), *buried)), Counter(), []
            assert len(pile) == deck.size
            held.append(pile.pop(rng.randrange(len(pile))))
            deck.deal(hand, held[-1] if known else UNSEEN)
        most = max(most, len(msgspec.json.encode((deck, hand))))
        assert set(held) <= set(deck.showable([hand], hand))
        rng.shuffle(held)
        for name in held[:3]:
            deck.show([hand], hand, name)
            seen[name] += 1
        for name in held[3:]:
            deck.bury(hand, name if known else UNSEEN)
            buried.append(name)
        held = []
        if turn % 2:
            seen["bought"] += 1
        assert deck.broken([hand]) == []
    return most


@pytest.mark.parametrize("known", [True, False])
def test_a_long_match_keeps_a_short_record(known: bool) -> None:
    assert max(long_play(known, seed) for seed in range(4)) < 1100


def test_a_record_that_cannot_be_is_told() -> None:
    deck, hand = Deck.of({"a": 1, "b": 1}), Hand()
    deck.deal(hand, "a")
    hand.held["0"] = ["b", "b"]
    assert deck.broken([hand]) == ["pool 0 of the deck does not add up"]
    deck.pools["0"].left = 0
    assert deck.broken([hand]) == ["no deal gives the cards that were seen"]


def test_a_state_set_by_hand_does_not_stop_a_replay() -> None:
    deck, hand = Deck.of({"a": 1}), Hand(held={"7": ["x"]})
    deck.show([hand], hand, "a")
    assert hand.size == 0
    deck.show([hand], hand, "a")
    assert hand.size == -1
    assert deck.broken([hand]) == ["a hand has fewer cards than it showed"]
