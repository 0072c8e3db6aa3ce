"""What holds at every event of any match, and what `broken` says where it does not."""

import random

import msgspec
import pytest

from engine import fold
from engine.errors import IllegalMove
from engine.events import Adjusted, Adjustment
from engine.games.esoteric_beasts.moves import Explore, Return, Subdue, Thrash
from engine.notation import format_line, parse
from tests.engine.beasts.box import BEASTS, BOX, TAME
from tests.engine.beasts.table import SET, match, stands
from tests.engine.driver import Table

EVERY = [
    *[Subdue(pay) for pay in (None, "life", "attack")],
    Thrash("nobody"),
    *[Return(place) for place in (-1, 0, *range(1, 70))],
    *[Explore(way, place) for way in ("life", "attack") for place in (-1, 0, *range(1, 12))],
]  # fmt: skip


def compare(t: Table) -> None:
    """`check` lets pass what `moves` lists and nothing else, changes nothing, cites a heading."""
    before = fold.state_bytes(t.state)
    listed = [repr(move) for _, move in t.moves()]
    assert len(listed) == len(set(listed)) <= 300
    allowed, cited = set(), set()
    for move in [*EVERY, *(Thrash(card.name) for card in t.game.pack.card)]:
        try:
            fold.check(t.game, t.state, 0, move)
            allowed.add(repr(move))
        except IllegalMove as refusal:
            cited.add(refusal.rule if refusal.reason else "")
    assert cited <= {"SUBDUE", "ESO-THRASH", "EXPLORE", "table"}
    assert allowed == set(listed)
    assert fold.state_bytes(t.state) == before


def looks(t: Table) -> None:
    """Views, clones and readings of a position change nothing and lose nothing."""
    state = t.state
    before = fold.state_bytes(state)
    assert fold.state_bytes(t.keeper.clone(state)) == before
    for seat in (None, 0):
        view = t.game.view(state, seat)
        assert fold.state_bytes(view) == before
        view.hand.append("A")
        view.deals["A"].unseen += 1
        view.captured.append("nobody")
    for seat, move in t.moves()[:8]:
        line = format_line(t.labels, seat, move)
        assert parse(t.game, state, t.labels, line).move == move
    t.game.turn(state)
    assert fold.state_bytes(state) == before


@pytest.mark.parametrize("seed", range(8))
def test_moves_are_what_check_lets_pass_at_every_event(seed):
    dice = random.Random(seed)
    options = {"thrash_top": ["step", "sight-only", "barred"][seed % 3]}
    options |= {"free_capture": "may-pay", "zero_capture": "barred"} if seed % 2 else {}
    t = match(pack=[BOX, TAME][seed % 2], seed=f"always {seed}", **options)
    for _ in range(60):
        if t.state.ended:
            break
        compare(t)
        looks(t)
        moves = [m for _, m in t.moves()]
        capture = [m for m in moves if not isinstance(m, Explore)]
        t.do(format_line(t.labels, 0, dice.choice(capture or moves)))
    compare(t)
    looks(t)


def test_moves_are_what_check_lets_pass_in_a_thrash():
    for kind in ("step", "sight-only", "barred"):
        t = stands(["S:f99", "A", "D:w11"], 9, [*SET, "xf12", "xw40"], thrash_top=kind)
        compare(t)
        for line in ("thrash xf12", "thrash xw11", "thrash xa11", "thrash xe11"):
            t.do(line)
            compare(t)
        t.do("return 3")
        compare(t)
        t.do("explore life 1")
        compare(t)


def test_a_match_without_a_0_always_ends():
    longest = 0
    for seed in range(60):
        dice = random.Random(seed)
        t = match(pack=TAME, seed=f"end {seed}")
        for count in range(400):
            if t.state.ended:
                break
            explore = [m for _, m in t.moves() if isinstance(m, Explore)]
            free = [m for _, m in t.moves() if m == Subdue()]
            chosen = dice.choice(free if free and seed % 2 else explore)
            t.do(format_line(t.labels, 0, chosen))
            longest = max(longest, count)
        assert t.state.ended in ("energy empty", "hand empty", "all captured")
    assert longest < 200


def test_a_match_that_is_over_has_no_move_and_no_chance():
    t = stands(["S:f12", "A"], 2)
    t.do("subdue attack")
    assert fold.moves(t.game, t.state) == []
    assert fold.waits(t.game, t.state) == []
    assert t.game.chance(t.state) is None
    assert t.game.moves(t.state) == []


BREAKS = {
    "a card in two places": [(["hand", 1], "S:f11")],
    "a card captured and in Set A": [(["captured", 0], "f11")],
    "no such card": [(["hand", 1], "S:nobody")],
    "a card too many": [(["hand", 3], "A")],
    "Set B face up": [(["energy", 0], "S:w11")],
    "Set B upright": [(["energy", 2], "U:w13")],
    "the discard face up": [(["discard", 0], "U:w11")],
    "the top card known and face down at a response": [(["hand", 0], "D:f11")],
    "thrashed cards that are ordinary": [(["thrashed"], ["f31", "w31", "a31", "e31"])],
    "unseen cards miscounted": [(["deals", "A", "unseen"], 99)],
    "more Beasts unseen than cards": [(["deals", "A", "esoteric"], 20)],
    "fewer Beasts than 20": [(["deals", "B", "esoteric"], 3)],
    "a Beast below 0": [(["deals", "A", "esoteric"], -1)],
}


@pytest.mark.parametrize("what", list(BREAKS))
def test_broken_tells_of(what):
    t = stands(["S:f11", "A", "B"], ["B", "B", "w13", "B"], SET)
    assert t.game.broken(t.state) == []
    changes = [Adjustment(list(path), value) for path, value in BREAKS[what]]
    after = fold.adjust(t.game, t.keeper.clone(t.state), Adjusted(changes))
    assert t.game.broken(after), what


ALONE = {
    "a card in two places": [(["hand", 1], "S:f11"), (["deals", "A", "unseen"], 10)],
    "Beasts thrashed in another order": [(["thrashed"], ["xw12", "xf12", "xa12", "xe12"])],
    "a return that nobody owes": [(["owed"], 2)],
    "a return that is not asked": [(["step"], "return")],
}


@pytest.mark.parametrize("what", list(ALONE))
def test_broken_tells_of_nothing_else(what):
    aside = [f"x{letter}12" for letter in "fwae"]
    t = stands(["S:f11", "A", "B"], ["B", "B", "w13", "B"], SET, thrashed=aside)
    assert t.state.deals["A"].unseen == 11
    changes = [Adjustment(list(path), value) for path, value in ALONE[what]]
    after = fold.adjust(t.game, t.keeper.clone(t.state), Adjusted(changes))
    assert 1 <= len(t.game.broken(after)) <= 2


@pytest.mark.parametrize(
    ("cards", "energy", "caught", "line"),
    [
        (["S:xf11", "A"], 5, BEASTS[1:], "subdue life"),
        (["S:f12", "A"], 2, [], "subdue attack"),
        (["S:f50"], 5, [], "subdue attack"),
    ],
)
def test_broken_tells_of_a_match_that_should_be_over(cards, energy, caught, line):
    t = stands(cards, energy, caught)
    t.do(line)
    assert t.game.broken(t.state) == []
    t.state.ended = ""
    assert t.game.broken(t.state)


def test_broken_tells_of_a_thrash_that_is_uneven():
    t = stands(["S:f11", "A", "B"], 9, SET, thrashed=[n for n in BEASTS if n[-2:] == "12"])
    for aside in (["xf12"], ["xf12", "xf21", "xa12", "xe12"]):
        after = t.keeper.clone(t.state)
        after.thrashed = aside
        after.captured = [*SET, *[n for n in ("xf12", "xw12", "xa12", "xe12") if n not in aside]]
        assert t.game.broken(after)


def test_the_bytes_of_a_state_are_the_same_in_every_way_to_reach_it():
    one, two = match(), match()
    one.do("flip f11", "explore life 1", "flip w11")
    two.do("flip f11", "explore attack 1 w11")
    assert fold.state_bytes(one.state) == fold.state_bytes(two.state)
    assert msgspec.json.decode(fold.state_bytes(one.state), type=type(one.state)) == one.state
