"""What holds at every event of any match: random matches beside a second reading of the rules."""

import random
from typing import Any

import pytest

from engine import fold
from engine.errors import IllegalMove
from engine.games.vale_dos_monstros import moves as m
from engine.notation import format_line, format_move, parse
from tests.engine.driver import Table
from tests.engine.vale.box import BOX, NARROW
from tests.engine.vale.model import Model
from tests.engine.vale.table import LEGIONS, TOKENS, match

HOUSE: list[dict[str, Any]] = [
    {},
    {"watchman": "on", "first": 1, "table": 2},
    {"bushes": "leave-only", "campfire": "own", "burning": "may", "table": 4},
    {"controller_surrounds": "off", "skeleton_pair": "any-pieces", "watchman": "on",
     "entrance": "space"},
    {"bush_surrounds": "off", "capture_reserve": "not-needed", "vampire_bushes": "captor"},
    {"token_supply": "unlimited", "own_legions": "opponents", "watchman": "on", "table": 3},
    {"stalemate": "on", "burning": "may", "controller_surrounds": "off", "bush_surrounds": "off"},
]  # fmt: skip
MODELS = {"field": Model(BOX), "corridor": Model(NARROW)}


def compare(t: Table, model: Model) -> list[tuple[int, Any, str]]:
    """The legal moves, which are those of the second reading and all of one seat."""
    state = t.state
    listed = [(seat, move, format_move(t.labels, move)) for seat, move in t.moves()]
    texts = [text for _, _, text in listed]
    assert len(set(texts)) == len(texts)
    expected = model.lines(state)
    assert set(texts) == expected, (set(texts) - expected, expected - set(texts))
    assert {seat for seat, _, _ in listed} == {state.turn} == set(fold.waits(t.game, state))
    assert len(texts) <= 600
    return listed


def seen(state: Any) -> dict[str, Any]:
    """What `Model.after` foretells."""
    return {
        "monsters": state.monsters,
        "visitors": state.visitors,
        "fires": state.fires,
        "held": state.held,
        "tokens": [own.tokens for own in state.seats],
        "front": [own.front for own in state.seats],
        "reserve": [own.reserve for own in state.seats],
        "bank": state.tokens,
        "watch": state.watch,
    }


def scored(t: Table, model: Model) -> None:
    """Sides, points and ranks are those of the second reading."""
    totals = model.points(t.state)
    sides = fold.standing(t.game, t.state)
    for side in sides:
        total = totals[t.state.seating[side.seats[0]]]
        if not set(side.seats) <= set(t.state.conceded):
            assert [side.points, *side.ties] == total
            better = [other for player, other in totals.items() if other > total]
            gone = {t.state.seating[seat] for seat in t.state.conceded}
            better = [v for p, v in totals.items() if v > total and p not in gone]
            assert side.rank == 1 + len(better)


def holds(t: Table) -> None:
    state = t.state
    assert (len(t.waits()) == 1) + bool(t.due()) + bool(state.ended) == 1
    assert fold.state_bytes(t.keeper.clone(state)) == fold.state_bytes(state)
    assert t.game.turn(state).texts
    if state.options.token_supply == "limited":
        assert sum(own.tokens for own in state.seats) + state.tokens + len(state.held) == TOKENS
    assert 0 <= state.points <= 3
    for seat in (None, *range(len(state.seats))):
        assert fold.state_bytes(t.game.view(state, seat)) == fold.state_bytes(state)


def settled(before: Any, after: Any) -> None:
    """What never goes back: tents, pieces on them, campfires."""
    assert before.fires.items() <= after.fires.items()
    assert before.held.items() <= after.held.items()
    assert before.turned.items() <= after.turned.items()


WANTED = {
    "reveal": 6, "put": 1, "fire": 1, "burn": 1, "frighten": 5, "capture": 4, "rise": 6,
    "move": 5, "enter": 3, "pass": 1, "extra": 3, "refresh": 3, "watch": 1, "end": 1,
}  # fmt: skip


def choose(t: Table, listed: list[tuple[int, Any, str]], rng: random.Random) -> Any:
    """A move: first its kind, then tents and attacks more often than others."""
    verbs = sorted({text.split()[0] for _, _, text in listed})
    verb = rng.choices(verbs, [WANTED.get(v, 1) for v in verbs])[0]
    some = [entry for entry in listed if entry[2].split()[0] == verb]
    best = [
        entry
        for entry in some
        if "pounce" in entry[2] or (entry[2].count(" ") == 2 and verb == "frighten")
        or (isinstance(entry[1], m.Go) and entry[1].end in t.state.turned)
    ]  # fmt: skip
    return rng.choice(best if best and rng.random() < 0.7 else some)


def play(t: Table, model: Model, rng: random.Random, plies: int) -> None:
    for ply in range(plies):
        while t.due() and not t.state.ended:
            request = t.game.chance(t.state)
            assert request is not None
            t.outcome(request.stream, [rng.choice(sorted(request.pool))])  # type: ignore[union-attr]
        if ply % 5 == 0 or t.state.ended:
            holds(t)
            scored(t, model)
        if t.state.ended:
            return
        seat, move, text = choose(t, compare(t, model), rng)
        # Before a player's second legion is chosen, his name stands for both of his seats here.
        line = text if t.state.phase == "choose" else format_line(t.labels, seat, move)
        read = parse(t.game, t.state, t.labels, line)
        assert (read.seat, read.move, read.rest) == (seat, move, []), line
        before, foretold = t.keeper.clone(t.state), model.after(t.state, text)
        t.do(line)
        assert seen(t.state) == foretold, (line, foretold)
        settled(before, t.state)
        if ply % 60 == 17:
            refuses(t, model, rng)


def allowed(t: Table, seat: int, move: Any) -> bool:
    try:
        fold.check(t.game, t.state, seat, move)
    except IllegalMove as refusal:
        explained = bool(refusal.rule and refusal.reason)
    else:
        return True
    assert explained, move
    return False


def refuses(t: Table, model: Model, rng: random.Random) -> None:
    """Nothing is allowed that is not listed: moves of every shape, by every seat."""
    if t.due() or t.state.ended:
        return
    legal = {(seat, repr(move)) for seat, move in t.moves()}
    busy = [*t.state.monsters, *t.state.visitors, *t.state.turned, *t.state.fires]
    cells = [*rng.sample(list(model.kind), 8), *rng.sample(busy, min(9, len(busy))), "zz"]
    every: list[Any] = [m.Spare(), m.Front(), m.Pass(), m.Extra(), m.Refresh(), m.End()]
    every += [m.Choose(legion) for legion in LEGIONS]
    every += [m.Watch(side) for side in [*model.sides, "zz"]]
    for a in cells:
        every += [m.Bush(a), m.Reveal(a), m.Fire(a), m.Burn(a), m.Enter(a), m.Frighten(a)]
        every += [m.Put(who, a) for who in ("man", "woman", "child")]
        for b in cells:
            every += [m.Go(a, b), m.Frighten(a, b), m.Capture(a, b), m.Rise(a, b)]
            every += [m.Go(a, b, c) for c in rng.sample(cells, 2)]
    for seat in range(len(t.state.seats)):
        for move in every:
            assert allowed(t, seat, move) == ((seat, repr(move)) in legal), (seat, move)


def legions(rng: random.Random, t: Table) -> None:
    """Everybody takes a legion, not always the same ones."""
    left = rng.sample(LEGIONS, len(LEGIONS))
    while t.state.phase == "choose":
        t.do(f"choose {left.pop()}")


@pytest.mark.parametrize("house", range(len(HOUSE)))
@pytest.mark.parametrize("n", [2, 3, 6])
def test_random_matches_agree_with_a_second_reading(n: int, house: int) -> None:
    rng = random.Random(100 * n + house)
    t = match(n, **HOUSE[house])
    legions(rng, t)
    play(t, MODELS["field"], rng, 200)


@pytest.mark.parametrize("house", range(len(HOUSE)))
def test_random_matches_in_a_narrow_valley(house: int) -> None:
    rng = random.Random(house)
    t = match(2 + house % 5, pack=NARROW, **HOUSE[house])
    legions(rng, t)
    play(t, MODELS["corridor"], rng, 220)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_many_random_matches_agree_with_a_second_reading(seed: int) -> None:
    rng = random.Random(seed)
    narrow = seed % 3 == 0
    setting = HOUSE[seed % len(HOUSE)]
    t = match(2 + seed % 5, **setting, **({"pack": NARROW} if narrow else {}))
    legions(rng, t)
    play(t, MODELS["corridor" if narrow else "field"], rng, 1500)


@pytest.mark.parametrize("n", [2, 3, 5])
def test_random_concessions_leave_a_match_that_goes_on(n: int) -> None:
    for seed in range(4):
        rng = random.Random(seed)
        t = match(n, **HOUSE[seed % len(HOUSE)])
        for _ in range(n - 1):
            play(t, MODELS["field"], rng, rng.randrange(4, 70))
            while t.due() and not t.state.ended:
                request = t.game.chance(t.state)
                t.outcome("tiles", [rng.choice(sorted(request.pool))])  # type: ignore[union-attr]
            if t.state.ended:
                break
            gone = {t.state.seating[seat] for seat in t.state.conceded}
            left = [seat for seat, player in enumerate(t.state.seating) if player not in gone]
            t.do(f"{t.labels[rng.choice(left)]}: concede")
            if not t.state.ended:
                compare(t, MODELS["field"])
                scored(t, MODELS["field"])
        assert t.state.ended


def test_the_same_seed_and_moves_give_the_same_match() -> None:
    bytes_of = []
    for _ in range(2):
        t = match(3, seed="again")
        rng = random.Random(5)
        for _ in range(200):
            listed = [(s, mv, format_move(t.labels, mv)) for s, mv in t.moves()]
            seat, move, _ = choose(t, listed, rng)
            t.do(format_line(t.labels, seat, move))
        bytes_of.append(fold.state_bytes(t.state))
    assert bytes_of[0] == bytes_of[1]
