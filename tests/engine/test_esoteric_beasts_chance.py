"""Esoteric Beasts: the flips are those of a deck that was really shuffled.

Exactly, against every deal of a small deck; and over many seeds against a plain implementation that
shuffles first, turns real cards and knows nothing of weights.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

import msgspec
import pytest

from engine import fold
from engine.chance import Weighted, certain
from engine.errors import IllegalOutcome
from engine.events import Moved, Opened, Resolved
from engine.games.esoteric_beasts import Beasts
from engine.games.esoteric_beasts.moves import Explore, Return, Subdue, Thrash
from engine.luck import ALGORITHM, Luck
from replay.packs import game_of, shipped

GAME: Any = game_of(Beasts.name, shipped(Beasts))
CARDS = {card.name: card for card in GAME.pack.card}
ESOTERIC = [card.name for card in GAME.pack.card if card.spell]
ORDINARY = [card.name for card in GAME.pack.card if not card.spell]


def begin(seed: str | None = None) -> fold.Position:
    options = GAME.Options(**GAME.OPTIONS)
    return fold.begin(GAME, Opened("", "1", "", ["ana"], options, ALGORITHM, "00", seed))


def copy(state: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(state), type=GAME.State)


def flip(state: Any) -> Weighted:
    request = GAME.chance(state)
    assert isinstance(request, Weighted)
    return request


# A small deck: all but a few cards have been seen


Order = Callable[[list[str], list[str]], str]
"""Which deal the next slot to be flipped is of, by the cards seen so far and the slots left."""


def small(a: tuple[int, int], b: tuple[int, int]) -> tuple[Any, list[str]]:
    """A state with so many unseen ordinary and Esoteric cards of the deals A and B, and the cards
    that they are."""
    ordinary, beasts = a[0] + b[0], a[1] + b[1]
    unseen = ORDINARY[:ordinary] + ESOTERIC[:beasts]
    state = begin().state
    state.hand = ["A"] * sum(a) + ["B"] * sum(b)
    state.energy = [f"D:{name}" for name in CARDS if name not in unseen][:5]
    state.captured = [name for name in CARDS if name not in unseen][5:]
    for deal, (plain, esoteric) in (("A", a), ("B", b)):
        state.deals[deal].unseen = plain + esoteric
        state.deals[deal].esoteric = esoteric
    return state, unseen


def by_weights(state: Any, order: Order) -> dict[tuple[str, ...], Fraction]:
    """The chance of every sequence of cards, as the game's requests give it."""
    found: dict[tuple[str, ...], Fraction] = {}

    def go(state: Any, seen: list[str], slots: list[str], chance: Fraction) -> None:
        if not slots:
            found[tuple(seen)] = chance
            return
        deal = order(seen, slots)
        state.hand.remove(deal)
        state.hand.insert(0, deal)
        weights = flip(state).weights
        left = list(slots)
        left.remove(deal)
        for name, weight in weights.items():
            then = copy(state)
            GAME.resolve(then, [name])
            go(then, [*seen, name], left, chance * Fraction(weight, sum(weights.values())))

    slots = [slot for slot in state.hand if slot in ("A", "B")]
    go(copy(state), [], slots, Fraction(1))
    return found


def by_deals(state: Any, unseen: list[str], order: Order) -> dict[tuple[str, ...], Fraction]:
    """The same, counted over all deals: every order of the cards in which each set has its number
    of Esoteric Beasts is as likely."""
    first = state.deals["A"].unseen
    deals = [
        deal
        for deal in permutations(unseen)
        if sum(card in ESOTERIC for card in deal[:first]) == state.deals["A"].esoteric
    ]
    found: Counter[tuple[str, ...]] = Counter()
    for deal in deals:
        piles = {"A": list(deal[:first]), "B": list(deal[first:])}
        slots = ["A"] * first + ["B"] * (len(deal) - first)
        seen: list[str] = []
        while slots:
            pile = order(seen, slots)
            slots.remove(pile)
            seen.append(piles[pile].pop())
        found[tuple(seen)] += 1
    return {cards: Fraction(times, len(deals)) for cards, times in found.items()}


def a_first(seen: list[str], slots: list[str]) -> str:
    return slots[0]


def b_first(seen: list[str], slots: list[str]) -> str:
    return slots[-1]


def by_what_was_seen(seen: list[str], slots: list[str]) -> str:
    return slots[0] if seen and seen[-1] in ESOTERIC else slots[-1]


@pytest.mark.parametrize("order", [a_first, b_first, by_what_was_seen])
@pytest.mark.parametrize(
    ("a", "b"),
    [((2, 1), (1, 2)), ((1, 1), (2, 1)), ((3, 0), (1, 2)), ((0, 2), (3, 1)), ((2, 0), (3, 0))],
)
def test_every_sequence_of_flips_is_as_likely_as_over_all_deals_of_a_small_deck(
    a: tuple[int, int], b: tuple[int, int], order: Order
) -> None:
    state, unseen = small(a, b)
    assert by_weights(state, order) == by_deals(state, unseen, order)


def test_the_weights_are_those_of_the_rules() -> None:
    state, _ = small((2, 1), (1, 2))
    # u = 3, e = 1 in A; E = 3, O = 3 in all: a Beast 1 x 3, an ordinary card 2 x 3.
    weights = flip(state).weights
    assert {name: weights[name] for name in ESOTERIC[:3]} == dict.fromkeys(ESOTERIC[:3], 3)
    assert {name: weights[name] for name in ORDINARY[:3]} == dict.fromkeys(ORDINARY[:3], 6)
    assert sum(weights.values()) == 3 * 3 * 3
    state.hand[0] = "B"
    assert set(flip(state).weights.values()) == {6, 3}
    assert flip(state).weights[ESOTERIC[0]] == 6


def test_the_first_flip_is_of_set_a() -> None:
    request = flip(begin().state)
    assert (request.verb, request.stream) == ("flip", "flips")
    assert list(request.weights) == list(CARDS)
    assert request.weights["Armoured Horns"] == 7 * 40
    assert request.weights["Hell Swine"] == 13 * 20
    assert sum(request.weights.values()) == 20 * 20 * 40


def test_one_kind_left_weighs_1_each() -> None:
    state, unseen = small((2, 0), (1, 0))
    assert flip(state).weights == dict.fromkeys(unseen, 1)


def test_a_kind_that_the_deal_no_longer_holds_is_refused() -> None:
    state, _ = small((2, 0), (1, 2))
    with pytest.raises(IllegalOutcome):
        fold.check_outcome(GAME, state, "flips", [ESOTERIC[0]])
    fold.check_outcome(GAME, state, "flips", [ORDINARY[0]])


def test_a_card_already_seen_is_refused() -> None:
    position = begin()
    fold.advance(GAME, position, [Resolved("flips", ["Hell Swine"]), Moved(0, Explore("life", 2))])
    with pytest.raises(IllegalOutcome):
        fold.check_outcome(GAME, position.state, "flips", ["Hell Swine"])


def test_a_sight_of_one_possible_card_is_not_asked() -> None:
    state, unseen = small((0, 1), (3, 0))
    beast = next(name for name in unseen if name in ESOTERIC)
    state.hand = ["U:" + state.captured.pop(), *state.hand]
    assert GAME.chance(state) is None
    GAME.play(state, 0, Explore("life", 1))
    assert state.hand[0] == f"S:{beast}"
    assert state.deals["A"].unseen == state.deals["A"].esoteric == 0
    assert GAME.chance(state) is None


# A plain implementation: shuffled cards, turned over one by one


class Plain:
    """A match with real cards, `[name, lie]`, under the default rulings."""

    def __init__(self, random: Random) -> None:
        ordinary, beasts = list(ORDINARY), list(ESOTERIC)
        random.shuffle(ordinary)
        random.shuffle(beasts)
        set_a, set_b = ordinary[:13] + beasts[:7], ordinary[13:] + beasts[7:]
        random.shuffle(set_a)
        random.shuffle(set_b)
        self.a = [[name, "D"] for name in set_a]
        self.b = [[name, "D"] for name in set_b]
        self.captured: list[str] = []
        self.thrashed: list[str] = []
        self.discard: list[list[str]] = []
        self.seen: list[str] = []
        self.left, self.new_top, self.ended = 0, False, ""
        self.step()

    def step(self) -> None:
        """SIGHT, AWAKEN or ENCOUNTER."""
        card = self.a[0]
        if card[1] == "D":
            card[1] = "S"
            if card[0] not in self.seen:
                self.seen.append(card[0])
        elif card[1] == "S":
            card[1] = "U"
        else:
            for _ in range(min(CARDS[card[0]].attack, len(self.b))):
                self.discard.append(self.b.pop(0))
            if not self.b:
                self.ended = "energy empty"

    def ends(self) -> None:
        beasts = [name for name in self.captured if name in ESOTERIC] + self.thrashed
        score = 2 * len(beasts) - len(self.captured + self.thrashed)
        if len(beasts) == 20:
            self.ended = "all captured" + (", score 0 or less" if score <= 0 else "")
        elif not self.b:
            self.ended = "energy empty"
        elif not self.a:
            self.ended = "hand empty"
        else:
            self.step()

    def subdue(self, move: Subdue) -> None:
        name, _ = self.a.pop(0)
        if move.pay is None:
            partner = self.a.pop(0)
            self.b.append([partner[0], "D"])
        else:
            for _ in range(getattr(CARDS[name], move.pay)):
                self.a.append(self.b.pop(0))
        self.captured.append(name)
        self.ends()

    def thrash(self, move: Thrash) -> None:
        self.captured.remove(move.card)
        self.thrashed.append(move.card)
        if len(self.thrashed) % 4 == 0:
            self.left, self.new_top = min(len(self.thrashed) // 4, len(self.a)), False

    def return_(self, move: Return) -> None:
        name, _ = self.a.pop(move.position - 1)
        self.b.append([name, "D"])
        self.new_top = self.new_top or move.position == 1
        self.left -= 1
        if self.left == 0 and self.new_top:
            self.ends()

    def explore(self, move: Explore) -> None:
        count = getattr(CARDS[self.a[0][0]], move.value)
        block = self.a[1:count]
        block.insert(move.position - 1, self.a[0])
        self.a = self.a[count:] + block
        self.step()

    def play(self, move: Any) -> None:
        actions: dict[type, Callable[[Any], None]] = {
            Subdue: self.subdue, Thrash: self.thrash, Return: self.return_, Explore: self.explore,
        }  # fmt: skip
        actions[type(move)](move)

    def shows(self, cards: list[list[str]]) -> list[str]:
        return [f"{lie}:{name}" if name in self.seen else "?" for name, lie in cards]


def shown(slots: list[str]) -> list[str]:
    return ["?" if slot in ("A", "B") else slot for slot in slots]


def choose(moves: list[tuple[int, Any]], random: Random) -> Any:
    """A kind of move at random, then one of the kind, so that captures and thrashes come up."""
    kinds = sorted({type(move).__name__ for _, move in moves})
    kind = random.choice(kinds)
    return random.choice([move for _, move in moves if type(move).__name__ == kind])


def at_a_table(seed: int) -> tuple[Plain, list[tuple[bool, Fraction]]]:
    """A match with real cards, recorded move by move: whether each unseen card was Esoteric, and
    how likely the game took that to be."""
    random = Random(seed)
    plain, position = Plain(random), begin()
    flips: list[tuple[bool, Fraction]] = []
    while not position.state.ended:
        request = GAME.chance(position.state)
        if request is None:
            move = choose(GAME.moves(position.state), random)
            plain.play(move)
            fold.advance(GAME, position, [Moved(0, move)])
        else:
            card, weights = plain.a[0][0], request.weights
            fold.check_outcome(GAME, position.state, "flips", [card])
            beasts = sum(weight for name, weight in weights.items() if name in ESOTERIC)
            flips.append((card in ESOTERIC, Fraction(beasts, sum(weights.values()))))
            assert certain(request) is None
            fold.advance(GAME, position, [Resolved("flips", [card])])
        state = position.state
        if GAME.chance(state) is None:
            assert shown(state.hand) == plain.shows(plain.a)
        assert shown(state.energy) == plain.shows(plain.b)
        assert shown(state.discard) == plain.shows(plain.discard)
        assert (state.captured, state.thrashed) == (plain.captured, plain.thrashed)
        assert (state.ended, GAME.broken(state)) == (plain.ended, [])
    return plain, flips


def by_luck(seed: int) -> tuple[list[str], str]:
    """A seeded match with the same way of choosing: its flips, and how it ended."""
    random, position, luck = Random(seed), begin(str(seed)), Luck(f"flips/{seed}")
    seen: list[str] = []
    while not position.state.ended:
        given = fold.by_luck(GAME, position, luck)
        if given is not None:
            seen += given[0].values
            fold.advance(GAME, position, given[:1])
        else:
            move = choose(GAME.moves(position.state), random)
            fold.advance(GAME, position, [Moved(0, move)])
    return seen, position.state.ended


def by_shuffling(seed: int) -> tuple[list[str], str]:
    plain, _ = at_a_table(seed)
    return plain.seen, plain.ended


def test_a_table_with_a_shuffled_deck_is_never_refused_and_agrees_at_every_step() -> None:
    """And Esoteric Beasts turn up as often as the weights say, within three standard deviations."""
    expected, spread, found = 0.0, 0.0, 0
    for seed in range(120):
        for beast, chance in at_a_table(seed)[1]:
            found += beast
            expected += float(chance)
            spread += float(chance * (1 - chance))
    assert abs(found - expected) < 3 * spread**0.5


def chi_square(ours: Iterable[Any], theirs: Iterable[Any]) -> tuple[float, int]:
    """The two-sample statistic of as many observations each, and its degrees of freedom; cells with
    fewer than 10 observations are one."""
    one, two = Counter(ours), Counter(theirs)
    rare = [cell for cell in one | two if one[cell] + two[cell] < 10]
    cells = [(one[cell], two[cell]) for cell in one | two if cell not in rare]
    cells.append((sum(one[cell] for cell in rare), sum(two[cell] for cell in rare)))
    cells = [cell for cell in cells if sum(cell)]
    return sum((x - y) ** 2 / (x + y) for x, y in cells), len(cells) - 1


def critical(freedom: int) -> float:
    """The value that chi-square exceeds once in 1,000 (Wilson and Hilferty, 1931)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + 3.09 * part**0.5) ** 3)


def agree(matches: int) -> None:
    ours = [by_luck(seed) for seed in range(matches)]
    theirs = [by_shuffling(seed) for seed in range(matches)]
    measures: dict[str, Callable[[tuple[list[str], str]], Any]] = {
        "the first card": lambda m: m[0][0],
        "the second card": lambda m: m[0][1],
        "the 20th card": lambda m: m[0][19] if len(m[0]) > 19 else "",
        "the last card": lambda m: m[0][-1],
        "which of the first twelve are Esoteric": lambda m: sum(n in ESOTERIC for n in m[0][:12]),
        "the kinds of the first five": lambda m: "".join("oe"[n in ESOTERIC] for n in m[0][:5]),
        "the elements of the first two": lambda m: tuple(CARDS[n].element for n in m[0][:2]),
        "Esoteric Beasts seen": lambda m: sum(n in ESOTERIC for n in m[0]),
        "cards seen": lambda m: len(m[0]),
        "the end": lambda m: m[1],
    }
    for what, measure in measures.items():
        value, freedom = chi_square(map(measure, ours), map(measure, theirs))
        assert freedom == 0 or value < critical(freedom), what


def test_many_matches_by_luck_are_like_many_with_a_shuffled_deck() -> None:
    agree(400)


@pytest.mark.slow
def test_very_many_matches_by_luck_are_like_very_many_with_a_shuffled_deck() -> None:
    agree(3000)
