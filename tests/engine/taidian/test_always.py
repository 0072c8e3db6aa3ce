"""What holds at every event of any match: random matches against a plain second reading of the
rules, against tables that see less, and against all deals that are possible."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from engine import fold
from engine.chance import private
from engine.errors import IllegalMove
from engine.events import Moved, Reseeded, Resolved
from engine.games.taking_of_taidian import moves as m
from engine.luck import Luck
from engine.notation import format_line, parse
from tests.engine.driver import Table
from tests.engine.taidian.box import BOMB, CARDS, CHARACTERS, GREEN, POWERS
from tests.engine.taidian.model import Model
from tests.engine.taidian.table import begun, fallen, match
from tests.engine.taidian.table import draw as drawn

HOUSE: list[dict[str, Any]] = [
    {},
    {"reshuffle": "kept-out", "at_ten": "may"},
    {"targets": "all-declared", "level_bonus": "flat", "health_cap": "none"},
    {"build_when": "own-turn", "first": 1},
    {"reshuffle": "kept-out", "targets": "all-declared", "unused_cards": "open"},
    {"teams": [[0, 2]], "unused_cards": "open", "at_ten": "may", "health_cap": "none"},
]
ACT = ["jab", "boot", "wave", "firebomb", "snatch", "shield", "cloak", "flash", "strike", "gold"]


def random_match(n: int, seed: int, luck: str | None, *, small: bool = False) -> Table:
    """Decks of 3 to 12 cards, with a Firebomb that wounds in every other match."""
    rng = random.Random(seed)
    kinds = [*rng.sample(ACT, 3), *rng.sample(GREEN, 2)] if small else [*ACT, *ACT]
    decks = []
    for _ in range(n):
        cards = rng.choices([*kinds, *ACT] if not small else kinds, k=rng.randint(3, 12))
        greens = set(rng.sample(GREEN, rng.randint(0, 4))) | (set(cards) & set(GREEN))
        decks.append(" ".join([*(card for card in cards if card not in GREEN), *sorted(greens)]))
    house = HOUSE[seed % len(HOUSE)] if n > 2 else {**HOUSE[seed % len(HOUSE)], "teams": []}
    if not any(decks):
        decks = ["jab"] * n
    return match(
        *[deck or "jab" for deck in decks],
        seed=luck,
        cards=[BOMB] if seed % 2 else [],
        health=[rng.choice([20, 60, 90]) for _ in range(n)],
        **house,
    )


def choose(t: Table, rng: random.Random) -> tuple[int, Any]:
    """A legal move; kinds of moves are alike likely, and a turn seldom ends early."""
    legal = t.moves()
    kinds = sorted({type(move).__name__ for _, move in legal})
    kinds += [kind for kind in kinds if kind not in ("End", "Take", "Hit")] * 2
    kind = rng.choice(kinds)
    return rng.choice([x for x in legal if type(x[1]).__name__ == kind])


def play_on(t: Table, seat: int, move: Any) -> None:
    line = format_line(t.labels, seat, move)
    read = parse(t.game, t.state, t.labels, line)
    assert (read.seat, read.move, read.rest) == (seat, move, []), line
    t.do(line)


# Against a second reading of the rules


def compare(t: Table, model: Model) -> None:
    """The state is what the model says, and so is what is legal."""
    s = t.state
    assert bool(s.ended) == ((model.over() and model.phase != "set-up") or bool(s.ended))
    assert s.conceded == model.conceded
    for seat, (fighter, me) in enumerate(zip(s.seats, model.seats, strict=True)):
        where = (seat, t.events[-1:])
        if s.ended and seat in s.conceded:
            continue
        assert fighter.out == me.out, where
        assert fighter.health == me.health, where
        if me.out:
            continue
        assert (fighter.energy, +Counter(fighter.levels)) == (me.energy, +me.levels), where
        assert Counter(fighter.hand) == +me.hand, where
        assert fighter.deck == me.deck.total(), where
        assert Counter(fighter.discard) + Counter(fighter.buried) == +me.discard, where
        laid = [card.card for card in s.batch.cards] if s.batch and seat == s.turn else []
        assert Counter([*fighter.front, *laid]) == +me.front, where
        assert set(fighter.structures) == me.play, where
        assert len(fighter.structures) == len(me.play), where
        assert Counter(fighter.kept) + Counter(fighter.aside) == me.kept + me.bought, where
    if s.ended:
        return
    assert s.purse == model.purse
    assert +Counter(s.sold) == +model.sold
    if t.due():
        seat, kind = owner(model), "steal" if model.theft else "hand"
        turn = 0 if s.phase == "set-up" else model.turns[seat]
        due = t.game.chance(s)
        assert due is not None
        assert due.stream == f"{seat}/turn {turn}/{kind}"
    else:
        assert not model.draws
        assert model.theft is None
        want = {(seat, repr(move)) for seat, move in model.legal()}
        assert {(seat, repr(move)) for seat, move in t.moves()} == want, t.events[-1:]
        (waiting,) = t.waits()
        assert t.names.index(waiting) == (model.answers or [model.turn])[0]


def tell(model: Model, t: Table, events: list[Any]) -> None:
    """Tell the model of new events, and of what was certain and so no event."""
    for event in events:
        if isinstance(event, Moved):
            model.move(event.seat, event.move)
        elif isinstance(event, Resolved):
            while (seat := owner(model)) is not None and not event.stream.startswith(f"{seat}/"):
                settle(model)
            model.chance(event.values)
    while owner(model) is not None and not t.due():
        settle(model)


def owner(model: Model) -> int | None:
    """Whose draw or theft is due in the model."""
    if model.theft is not None:
        return model.theft[0]
    return model.draws[0][0] if model.draws else None


def settle(model: Model) -> None:
    certain = model.certain()
    assert certain is not None
    model.chance(certain)


def run(t: Table, rng: random.Random, plies: int, leave: float = 0.0) -> None:
    """A random match, compared with the model at every move."""
    model = Model(t.game.pack, len(t.names), t.state.options)
    told = 0
    for _ in range(plies):
        tell(model, t, t.events[told:])
        told = len(t.events)
        compare(t, model)
        if t.state.ended:
            ended(t, model)
            return
        if rng.random() < leave:
            left = [seat for seat in range(len(t.names)) if model.alive(seat)]
            t.do(f"{t.names[rng.choice(left)]}: concede")
        else:
            play_on(t, *choose(t, rng))


def ended(t: Table, model: Model) -> None:
    """The ranks follow from who lives, and from who died or conceded when."""
    result = fold.result(t.game, t.state)
    assert result is not None
    rank = {seat: side.rank for side in result.standing for seat in side.seats}
    for side in result.standing:
        assert side.points == sum(model.seats[seat].health for seat in side.seats)
    order: dict[int, tuple[int, int]] = {}
    for side in set(model.side):
        seats = [s for s in range(model.n) if model.side[s] == side]
        died = [n for n, dead in enumerate(model.fallen) if set(dead) & set(seats)]
        left = [n for n, seat in enumerate(model.conceded) if seat in seats]
        if any(model.alive(s) for s in seats):
            order[side] = (2, 0)
        elif model.last.get(side) == "conceded":
            order[side] = (0, max(left))
        else:
            order[side] = (1, max(died))
    for seat in range(model.n):
        better = {s for s in order if order[s] > order[model.side[seat]]}
        assert rank[seat] == 1 + len(better), (seat, order)


@pytest.mark.parametrize("seed", range(36))
def test_random_matches_stand_as_a_second_reading_says(seed: int) -> None:
    n = 2 + seed % 5
    run(random_match(n, seed, str(seed)), random.Random(seed), 220)


@pytest.mark.parametrize("seed", range(36))
def test_random_matches_with_concessions_stand_as_a_second_reading_says(seed: int) -> None:
    n = 2 + seed % 5
    run(random_match(n, 100 + seed, str(seed)), random.Random(seed), 220, leave=0.02)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(600))
def test_many_random_matches_stand_as_a_second_reading_says(seed: int) -> None:
    t = random_match(2 + seed % 5, 1000 + seed, str(seed), small=seed % 3 == 0)
    run(t, random.Random(seed), 500, leave=0.01 * (seed % 4 == 0))


# Every move there could be


def candidates(t: Table) -> list[Any]:
    """Moves of every shape, most of them nonsense at any time."""
    n = len(t.names)
    names = [*(card.name for card in CARDS), "?", "none"]
    found: list[Any] = [m.Attack(), m.Upgrade(), m.Hit(), m.Take(), m.End()]
    found += [m.Choose(name) for name in [*CHARACTERS, "nobody"]]
    found += [m.Power(name) for name in [*POWERS, "strength"]]
    for card in names:
        found += [m.Block(card), m.Charge(card), m.Spend(card), m.Buy(card), m.Build(card)]
        found += [m.Lay(card, foe) for foe in (None, *range(-1, n + 1))]
        found += [m.Steal(card, foe) for foe in range(-1, n + 1)]
        found += [m.Firebomb(foe, card) for foe in range(-1, n + 1)]
    return [*found, *(m.Declare(foe) for foe in range(-1, n + 1))]


def allowed(t: Table, seat: int, move: Any) -> bool:
    try:
        fold.check(t.game, t.state, seat, move)
    except IllegalMove as refusal:
        explained = bool(refusal.rule and refusal.reason)
    else:
        return True
    assert explained, move
    return False


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("luck", ["seed", None])
def test_what_is_allowed_is_what_is_listed(seed: int, luck: str | None) -> None:
    t, rng = random_match(2 + seed % 3, seed, luck), random.Random(seed)
    for ply in range(120):
        while t.due() and not t.state.ended:
            fall(t, rng)
        if t.state.ended:
            return
        if ply % 9 == 0:
            listed = {(seat, repr(move)) for seat, move in t.moves()}
            assert len(listed) == len(t.moves()) <= 400
            every = [(seat, move) for seat in range(len(t.names)) for move in candidates(t)]
            assert {(s, repr(move)) for s, move in every if allowed(t, s, move)} == listed
        play_on(t, *choose(t, rng))


def fall(t: Table, rng: random.Random) -> None:
    """What chance gives at a table; half of the hidden cards are not seen by the record."""
    due = t.game.chance(t.state)
    assert due is not None
    values = fallen(t.game, t.state, due, Luck(str(rng.random())), 0)
    if private(due) is not None:
        values = [value if rng.random() < 0.5 else "?" for value in values]
    t.outcome(due.stream, values)


# Against tables that see less


class Circle:
    """One match as luck gave it (`whole`), and as everybody (None) or one seat recorded it."""

    def __init__(self, n: int, seed: int) -> None:
        self.whole = random_match(n, seed, str(seed), small=seed % 2 == 0)
        self.part = {
            who: random_match(n, seed, None, small=seed % 2 == 0) for who in (None, *range(n))
        }
        self.told = 0
        self.hands: list[list[str]] = []

    def play(self, seat: int, move: Any) -> None:
        """The match goes on by a move."""
        self.hands = [list(owner.hand) for owner in self.whole.state.seats]
        play_on(self.whole, seat, move)

    def tell(self) -> None:
        """The tables hear what has happened, as far as they may see it."""
        for event in self.whole.events[self.told :]:
            for who, t in self.part.items():
                if isinstance(event, Moved):
                    t.event(event)
                    continue
                self.show(t)
                due = t.game.chance(t.state)
                assert due is not None, event
                assert due.stream == event.stream
                hidden = private(due) not in (None, who)
                values = ["?"] * len(event.values) if hidden else event.values
                t.outcome(due.stream, values)
        for t in self.part.values():
            self.show(t)
        self.told = len(self.whole.events)

    def show(self, t: Table) -> None:
        """Unused cards are shown (option `unused-cards`) that this table had not seen."""
        if t.due() == "shown":
            due = t.game.chance(t.state)
            assert due is not None
            unused = Counter(self.hands[t.state.turn])
            t.outcome(due.stream, list(unused.elements()))

    def looks(self) -> None:
        """What the whole record shows to somebody is what his own record shows him."""
        game, state = self.whole.game, self.whole.state
        for who, t in self.part.items():
            want = fold.state_bytes(t.game.view(t.state, who))
            assert fold.state_bytes(game.view(state, who)) == want, who
            assert bool(game.chance(state)) == bool(t.game.chance(t.state))
        listed = {(seat, repr(move)) for seat, move in self.whole.moves()}
        for t in self.part.values():
            assert listed <= {(seat, repr(move)) for seat, move in t.moves()}


@pytest.mark.parametrize("seed", range(36))
def test_a_view_shows_what_a_record_without_the_rest_shows(seed: int) -> None:
    circle, rng = Circle(2 + seed % 3, seed), random.Random(seed)
    for _ in range(110):
        circle.tell()
        circle.looks()
        if circle.whole.state.ended:
            return
        circle.play(*choose(circle.whole, rng))


@pytest.mark.parametrize("seed", range(12))
def test_a_table_with_unseen_cards_holds_and_luck_can_take_over(seed: int) -> None:
    t, rng = random_match(2 + seed % 3, seed, None, small=True), random.Random(seed)
    for _ in range(90):
        while t.due() and not t.state.ended:
            fall(t, rng)
        if t.state.ended:
            return
        assert fold.state_bytes(t.keeper.clone(t.state)) == fold.state_bytes(t.state)
        assert t.game.turn(t.state).texts
        play_on(t, *choose(t, rng))
    while t.due() and not t.state.ended:
        fall(t, rng)
    if t.state.ended:
        return
    t.event(Reseeded("9"))
    t._luck()
    for fighter in t.state.seats:
        assert "?" not in [*fighter.hand, *fighter.buried, *fighter.kept]
    for _ in range(40):
        if not t.state.ended:
            play_on(t, *choose(t, rng))


# Against all deals that are possible

World = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""What one seat's hand, deck and discard may be."""


def tidy(*piles: Any) -> World:
    hand, deck, discard = (tuple(sorted(pile)) for pile in piles)
    return hand, deck, discard


def refills(hand: tuple[str, ...], deck: tuple[str, ...], discard: tuple[str, ...]) -> set[World]:
    """What can come of a draw up to five."""
    missing = 5 - len(hand)
    if len(deck) < missing and discard:
        return refills((*hand, *deck), discard, ())
    found = set()
    for places in set(combinations(range(len(deck)), min(missing, len(deck)))):
        taken = [deck[place] for place in places]
        left = [card for place, card in enumerate(deck) if place not in places]
        found.add(tidy([*hand, *taken], left, discard))
    return found


def used(worlds: set[World], card: str) -> set[World]:
    """The worlds in which the card was in the hand, without it."""
    found = set()
    for hand, deck, discard in worlds:
        if card in hand:
            place = hand.index(card)
            found.add(tidy(hand[:place] + hand[place + 1 :], deck, discard))
    return found


def plays(seed: int, most: int) -> Iterator[tuple[set[str], set[str]]]:
    """What a hand that nobody sees may play, and what it can hold in some deal, at each moment up
    to so many shuffles."""
    rng = random.Random(seed)
    cards = rng.choices(["jab", "boot", "dart", "wave"][: rng.randint(2, 4)], k=rng.randint(6, 9))
    t = begun(" ".join(cards), "cloak cloak cloak cloak cloak", health=(50, 999))
    worlds, shuffles = refills((), tuple(sorted(cards)), ()), 0
    for _ in range(9):
        t.do("attack")
        front: list[str] = []
        for _ in range(rng.randint(0, 4)):
            able = {card for hand, _, _ in worlds for card in hand}
            yield {move.card for _, move in t.moves() if isinstance(move, m.Lay)}, able
            if not able:
                break
            front.append(rng.choice(sorted(able)))
            t.do(f"lay {front[-1]}" if front[-1] == "wave" else f"lay {front[-1]} bo")
            worlds = used(worlds, front[-1])
        if front:
            t.do(*(["declare bo"] if set(front) == {"wave"} else []), "hit", "take")
        shuffles += len(next(iter(worlds))[1]) < 5
        if shuffles > most:
            return
        t.do("end")
        if t.due():
            drawn(t)
        worlds = {
            world
            for hand, deck, discard in worlds
            for world in refills((), deck, (*discard, *hand, *front))
        }
        t.do("attack", "end")


@pytest.mark.parametrize("seed", range(80))
def test_no_card_is_refused_that_its_owner_can_hold(seed: int) -> None:
    for listed, able in plays(seed, 9):
        assert able <= listed


@pytest.mark.parametrize("seed", range(80))
def test_a_card_is_refused_where_no_deal_lets_its_owner_hold_it(seed: int) -> None:
    # What a hand was across an earlier shuffle is not followed across the next.
    for listed, able in plays(seed, 1):
        assert listed == able
