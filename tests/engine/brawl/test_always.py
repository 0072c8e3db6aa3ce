"""What holds at every event of any match: random matches on seeds, with every option."""

import random
from itertools import product
from typing import Any

import pytest

from engine import fold
from engine.chance import draw, private
from engine.errors import IllegalMove
from engine.games.taiwan_monsters_brawl import moves as m
from engine.luck import Luck
from engine.notation import format_line, parse
from tests.engine.brawl.box import BOX, COPIES, COSTS, KINDS, MONSTERS
from tests.engine.brawl.table import give, match, pool, put
from tests.engine.driver import Table

HOUSE = [
    {},
    {"set_up_order": "by-seat", "draw_two": "on", "draw_two_set_up": "on"},
    {"no_room": "chi", "chi_supply": "48", "line_shape": "sub-runs", "lines": "many"},
    {"second_ultimate": "flips", "total_floor": "zero", "bonus": "vp-difference"},
    {"line_answer": "spells", "tempest_ultimate": "no", "both_at_15": "together"},
    {"lines": "many", "line_answer": "spells", "second_ultimate": "flips", "mercy_end": "on"},
]
CELLS = ["a1", "b1", "c1", "e1", "f1", "a3", "b3", "e9", "a9", "b9", "a2", "zz"]
DICE = [None, "grey", "black", "red"]


def candidates(n: int) -> list[Any]:
    """Moves of every shape, most of them nonsense at any time."""
    seats = [None, *range(n + 1)]
    found: list[Any] = [m.Choose(monster.name) for monster in MONSTERS]
    found += [m.Start("a"), m.Start("b"), m.Draw(), m.Forage(), m.Roll(), m.Reroll(), m.Keep()]
    found += [m.Conclude(), m.Score(), m.Done(), m.Pass()]
    for rune in KINDS:
        found += [m.Trade(rune), m.Pass(rune), m.Pick(rune)]
        found += [m.Place(rune, cell) for cell in CELLS]
    found += [m.Claim(card.name) for card in BOX.territory]
    found += [m.Challenge(seat) for seat in range(n + 1)]
    found += [m.Line(f"{a}-{b}") for a, b in product(CELLS, CELLS)]
    found += [m.Use(c, d, s) for c, d, s in product([None, *CELLS], DICE, seats)]
    found += [m.Refresh(cell) for cell in CELLS]
    found += [m.Discard(spell) for spell in COSTS]
    found += [m.Cast(k, s, c) for k, s, c in product([*COSTS, "?"], seats, [None, *CELLS])]
    return found


def known(move: Any) -> bool:
    """Whether `candidates` would have listed the move."""
    return getattr(move, "cell", None) in (None, *CELLS) and not isinstance(move, m.Line)


def allowed(t: Table, seat: int, move: Any) -> bool:
    try:
        fold.check(t.game, t.state, seat, move)
    except IllegalMove as refusal:
        explained = bool(refusal.rule and refusal.reason)
    else:
        return True
    assert explained, move
    return False


def compare(t: Table) -> None:
    """`check` allows what `moves` lists, and nothing else."""
    n = len(t.names)
    listed = {(seat, repr(move)) for seat, move in t.moves()}
    for seat, move in t.moves():
        assert allowed(t, seat, move), (seat, move)
    every = candidates(n)
    for seat in range(n):
        found = {repr(move) for move in every if allowed(t, seat, move)}
        mine = {repr(move) for who, move in t.moves() if who == seat and known(move)}
        assert mine <= found
        assert {(seat, text) for text in found} <= listed, (found, seat)


def looks(t: Table) -> None:
    """Views hide the same from everybody, and a seat's own moves follow from its own view."""
    view, state = t.game.view, t.state
    open_view = fold.state_bytes(view(state, None))
    assert fold.state_bytes(view(view(state, None), None)) == open_view
    for seat in range(len(t.names)):
        own = view(state, seat)
        assert fold.state_bytes(view(own, None)) == open_view
        if state.ended or t.game.chance(state) is not None:
            continue
        mine = [move for who, move in t.moves() if who == seat]
        theirs = [move for who, move in fold.moves(t.game, own) if who == seat]
        if state.seats[seat].hand.unseen:
            # What the log knows of other hands narrows down what an unseen spell may be.
            assert all(move in theirs for move in mine)
        else:
            assert theirs == mine


def holds(t: Table) -> None:
    """Exactly one seat is waited for, or chance, or the match is over."""
    state = t.state
    assert (len(t.waits()) == 1) + bool(t.due()) + bool(state.ended) == 1
    assert len(t.moves()) <= 400
    if state.duel is None:
        assert pool(t) == [4, 3, 3]
    assert all(seat.vp >= 0 and seat.chi >= 0 for seat in state.seats)
    assert fold.state_bytes(t.keeper.clone(state)) == fold.state_bytes(state)
    assert t.game.turn(state).texts


def enrich(t: Table, chooser: random.Random) -> None:
    """Chi, spells and lines for a seat, so that little of what may happen is rare."""
    seat = chooser.choice([s for s in range(len(t.names)) if s not in t.state.conceded])
    board = next(x.board for x in MONSTERS if x.name == t.state.seats[seat].monster)
    kinds = dict(zip("UCSGR", KINDS, strict=True))
    left, colored = dict(t.state.supply), dict(t.state.seats[seat].colored)
    for row, col in product(range(len(board)), range(len(board[0]))):
        cell, mark = f"{chr(97 + col)}{row + 1}", board[row][col]
        rune = kinds.get(mark) or chooser.choice(KINDS)
        free = cell not in colored and cell not in t.state.seats[seat].exhausted
        if mark in ".UCSGR" and free and left[rune] and chooser.random() < 0.4:
            colored[cell] = rune
            left[rune] -= 1
    put(t, seat, colored=colored, chi=t.state.seats[seat].chi + chooser.randrange(5))
    hands = [other.hand for other in t.state.seats]
    for _ in range(chooser.randrange(4) if t.state.spells.size > 4 else 0):
        deck = t.state.spells.draw("draw", "spells", COPIES, hands)
        give(t, seat, chooser.choice(list(deck.pool)))
        hands = [other.hand for other in t.state.seats]


def fall(t: Table, chooser: random.Random) -> None:
    """What chance gives at a table; half of the hidden spells are not seen by the log."""
    due = t.game.chance(t.state)
    assert due is not None
    nth = t.position.asked.get(due.stream, 0)
    values = draw(Luck(str(chooser.random())), due, nth)
    if private(due) is not None:
        values = [value if chooser.random() < 0.5 else "?" for value in values]
    t.outcome(due.stream, values)
    looks(t)


def play(t: Table, chooser: random.Random, plies: int) -> None:
    for ply in range(plies):
        while t.due() and not t.state.ended:
            fall(t, chooser)
        holds(t)
        if t.state.ended:
            return
        legal = t.moves()
        if ply % 5 == 2 and any(isinstance(move, m.Challenge | m.Draw) for _, move in legal):
            enrich(t, chooser)
            legal = t.moves()
        # Spells and duels are rare among many cells; a kind of move is chosen first.
        kinds = sorted({type(move).__name__ for _, move in legal})
        kind = chooser.choice(kinds)
        seat, move = chooser.choice([x for x in legal if type(x[1]).__name__ == kind])
        line = format_line(t.labels, seat, move)
        read = parse(t.game, t.state, t.labels, line)
        assert (read.seat, read.move, read.rest) == (seat, move, []), line
        if ply % 7 == 0:
            looks(t)
        if ply % 40 == 31:
            compare(t)
        t.do(line)


@pytest.mark.parametrize("house", range(len(HOUSE)))
@pytest.mark.parametrize("n", [2, 3, 4])
def test_random_matches_keep_every_invariant(n: int, house: int) -> None:
    chooser = random.Random(100 * n + house)
    t = match(n, seed=f"{n} {house}", **HOUSE[house])
    play(t, chooser, 260)


@pytest.mark.parametrize("house", range(len(HOUSE)))
@pytest.mark.parametrize("n", [2, 3, 4])
def test_random_matches_of_a_table_with_unseen_spells(n: int, house: int) -> None:
    t = match(n, **HOUSE[house])
    play(t, random.Random(10 * n + house), 260)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_many_random_matches_keep_every_invariant(seed: int) -> None:
    chooser = random.Random(seed)
    for luck in (str(seed), None):
        t = match(2 + seed % 3, seed=luck, **HOUSE[seed % len(HOUSE)])
        play(t, chooser, 1500)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_random_concessions_leave_a_match_that_goes_on(n: int) -> None:
    for seed in range(12):
        chooser = random.Random(seed)
        t = match(n, seed=str(seed), **HOUSE[seed % len(HOUSE)])
        for _ in range(n - 1):
            play(t, chooser, chooser.randrange(5, 70))
            if t.state.ended:
                break
            left = [seat for seat in range(n) if seat not in t.state.conceded]
            t.do(f"{t.names[chooser.choice(left)]}: concede")
            if not t.state.ended:
                compare(t)
                looks(t)
        assert t.state.ended


def test_the_same_seed_and_moves_give_the_same_match() -> None:
    lines = []
    for _ in range(2):
        t = match(3, seed="again")
        play(t, random.Random(5), 150)
        lines.append(fold.state_bytes(t.state))
    assert lines[0] == lines[1]
