"""Hidden cards of a deck of one's own: against every deal of small decks."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, prod

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chance import UNSEEN
from engine.own_cards import OwnCards

NAMES = "abc"
Deal = tuple[tuple[str, ...], tuple[str, ...]]
"""The names of a hand, and of the cards that were kept out, in the order of physical cards."""


@st.composite
def shuffled(draw: st.DrawFn) -> tuple[OwnCards, list[Counter[str]], list[Counter[str]]]:
    """Cards of which a hand was drawn across a shuffle, some of them seen by the record; with the
    hands of all deals that agree with it, and what each of them kept out."""
    old = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=5))
    fresh = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4))
    kept = draw(st.integers(0, min(2, len(old) - 1)))
    before = draw(st.integers(0, len(old) - kept))
    if not before and not kept:
        before = 1
    owner = OwnCards()
    owner.fill(dict(Counter(old)))
    owner.deck = 0
    owner.hand, owner.kept = [UNSEEN] * before, [UNSEEN] * kept
    owner.buried = [UNSEEN] * (len(old) - before - kept)
    owner.discard = dict(Counter(fresh))
    late = owner.reshuffle(draw(st.integers(1, 3)))
    owner.draw([UNSEEN] * late)
    hands, aside = [], []
    for hand, out in deals(old, fresh, before, kept, late):
        hands.append(Counter(hand))
        aside.append(Counter(out))
    for _ in range(draw(st.integers(0, 2))):
        able = sorted({name for hand in hands for name in hand.elements()})
        if not able:
            break
        name = draw(st.sampled_from(able))
        places = [n for n, hand in enumerate(hands) if hand[name]]
        # Of several copies any may be the one that is shown or seen.
        hands, aside = [hands[n] for n in places], [aside[n] for n in places]
        owner.show(name)
        hands = [hand - Counter([name]) for hand in hands]
    return owner, hands, aside


def deals(old: list[str], fresh: list[str], before: int, kept: int, late: int) -> list[Deal]:
    """Every deal of the physical cards, each as likely."""
    found = []
    for first in combinations(range(len(old)), before):
        rest = [n for n in range(len(old)) if n not in first]
        for out in combinations(rest, kept):
            pool = [old[n] for n in rest if n not in out] + fresh
            for then in combinations(range(len(pool)), late):
                hand = (*(old[n] for n in first), *(pool[n] for n in then))
                found.append((hand, tuple(old[n] for n in out)))
    return found


@given(shuffled())
@settings(max_examples=150, deadline=None)
def test_a_hand_may_hold_what_some_deal_gives_it(
    case: tuple[OwnCards, list[Counter[str]], list[Counter[str]]],
) -> None:
    owner, hands, _ = case
    most = {name: max(hand[name] for hand in hands) for name in NAMES}
    free = {name: min(n, len(owner.hand)) for name, n in owner.possible().items()}
    assert {name: n for name, n in free.items() if n} == {n: m for n, m in most.items() if m}
    for names in ("a", "ab", "bc", "abc"):
        room = max(sum(hand[name] for name in names) for hand in hands)
        assert min(owner.room(names), len(owner.hand)) == room
    for hand in {tuple(sorted(hand.elements())) for hand in hands}:
        assert owner.may_be(hand)
    size = len(owner.hand)
    every = {tuple(sorted(hand.elements())) for hand in hands}
    copies = [name for name, n in owner.hidden.items() for _ in range(n)]
    for wanted in {tuple(sorted(c)) for c in combinations(copies, size)}:
        assert owner.may_be(wanted) == (wanted in every), wanted
    assert owner.broken() == []


@given(shuffled(), st.data())
@settings(max_examples=150, deadline=None)
def test_luck_deals_each_name_as_often_as_the_deals_do(
    case: tuple[OwnCards, list[Counter[str]], list[Counter[str]]], data: st.DataObject
) -> None:
    owner, hands, aside = case
    seen: Counter[str] = Counter()
    out: Counter[str] = Counter()
    known = Counter(owner.shown)
    while (part := owner.unseen()) is not None:
        # How often each name is the next one, over all deals and all orders of their cards.
        count: Counter[str] = Counter()
        for hand, kept in zip(hands, aside, strict=True):
            ways = orders(hand + known, seen + known) * orders(kept, out)
            for name in NAMES if ways else ():
                left = hand[name] - seen[name] if part is owner.hand else kept[name] - out[name]
                count[name] += ways * left
        weights = owner.weights()
        share = {n: Fraction(w, sum(weights.values())) for n, w in weights.items()}
        assert share == {n: Fraction(c, count.total()) for n, c in count.items() if c}
        name = data.draw(st.sampled_from(sorted(share)))
        part[part.index(UNSEEN)] = name
        (seen if part is owner.hand else out)[name] += 1
    assert owner.broken() == []


def orders(cards: Counter[str], known: Counter[str]) -> int:
    """In how many ways so many of each name are the known ones among some cards."""
    return prod(comb(cards[name], number) for name, number in known.items())


def test_cards_drawn_before_the_shuffle_are_no_discards() -> None:
    owner = OwnCards()
    owner.fill({"a": 2, "b": 1})
    owner.deck = 0
    owner.hand, owner.buried, owner.discard = [UNSEEN] * 2, [UNSEEN], {"c": 2}
    assert owner.reshuffle(1) == 1
    # The draw is still to come, so no unseen card can be one of the discards.
    assert owner.possible() == {"a": 2, "b": 1}
    owner.draw([UNSEEN])
    assert owner.possible() == {"a": 2, "b": 1, "c": 1}


def test_cards_kept_out_of_a_shuffle_are_not_in_the_hand() -> None:
    owner = OwnCards()
    owner.fill({"a": 8})
    owner.deck = 0
    owner.kept, owner.buried, owner.discard = [UNSEEN] * 5, [UNSEEN] * 3, {"b": 2}
    assert owner.reshuffle(5) == 5
    owner.draw([UNSEEN] * 5)
    assert owner.possible() == {"a": 3, "b": 2}
    for _ in range(3):
        assert owner.may_hold("a")
        owner.show("a")
    assert not owner.may_hold("a")


def test_what_a_thief_did_not_find_is_not_held() -> None:
    owner = OwnCards(lacks=["a"])
    owner.fill({"a": 3, "b": 2})
    owner.deck = 3
    owner.hand = [UNSEEN] * 2
    assert (owner.holdable(), owner.room("ab"), owner.weights()) == (["b"], 5, {"b": 2})
