"""Random matches of O Vale dos Monstros: what must hold at every moment, for every option.

The ways of pieces are walked here a second time, step by step, apart from the rules' own.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any, get_args
from xml.etree import ElementTree

import msgspec
import pytest

from engine import fold
from engine.errors import IllegalMove
from engine.events import Moved, Opened
from engine.game import Concede
from engine.games.vale_dos_monstros import GAME
from engine.games.vale_dos_monstros.moves import (
    Burn,
    Bush,
    Capture,
    Choose,
    End,
    Enter,
    Extra,
    Fire,
    Frighten,
    Front,
    Go,
    LegionName,
    Pass,
    Put,
    Refresh,
    Reveal,
    Rise,
    Spare,
    Visitor,
    Watch,
)
from engine.games.vale_dos_monstros.pack import Pack
from engine.luck import ALGORITHM, Luck
from engine.notation import format_line, parse
from replay.options import options
from replay.packs import shipped

VALE = GAME(msgspec.json.decode(shipped(GAME), type=Pack))
BOX = VALE.box
NONCE = "00" * 16
CELLS = list(BOX.field.at)
SIDES = BOX.pack.board.sides
LONGEST = 6000


def chosen(luck: Luck, seed: int) -> dict[str, Any]:
    """A value for every option: the defaults every third time, else any."""
    values = dict(GAME.OPTIONS)
    for place, option in enumerate(options(GAME)):
        if seed % 3 and option.kind == "literal":
            nth = luck.below(len(option.values), "options", 0, place)[0]
            text = option.values[nth]
            values[option.name.replace("-", "_")] = int(text) if text.isdigit() else text
    values["most_players"] = 6
    return values


def opened(players: int, seed: int) -> Opened[Any]:
    values = chosen(Luck(f"{players}/{seed}"), seed)
    values["first"] = seed % players
    names = [f"p{n}" for n in range(players)]
    return Opened(
        GAME.name, "1", "", names, GAME.Options(**values), ALGORITHM, NONCE, f"{players}/{seed}"
    )


def by_verb(luck: Luck, moves: list[tuple[int, Any]], ply: int) -> tuple[int, Any]:
    """Any kind of move, each as likely; but rarely `end` where more can be done, or a `watch` that
    may leave nobody a token to pay a tent with."""
    kinds: dict[type, list[tuple[int, Any]]] = {}
    for seat, move in moves:
        kinds.setdefault(type(move), []).append((seat, move))
    for rare, odds in ((End, 4), (Watch, 40)):
        if len(kinds) > 1 and luck.below(odds, rare.__name__, ply, 0)[0]:
            kinds.pop(rare, None)
    group = list(kinds.values())[luck.below(len(kinds), "kind", ply, 0)[0]]
    return group[luck.below(len(group), "move", ply, 0)[0]]


def played(players: int, seed: int) -> Iterator[tuple[fold.Position, list[tuple[int, Any]]]]:
    """A random match: its position before every decision and at its end, with the legal moves.

    Where tokens and visitors are gone nobody can finish: it is left after `LONGEST` plies."""
    root = opened(players, seed)
    luck = Luck(root.seed or "")
    position = fold.begin(VALE, root)
    for ply in range(LONGEST):
        given = fold.by_luck(VALE, position, luck)
        if given is not None:
            fold.advance(VALE, position, given[:1])
            continue
        moves = fold.moves(VALE, position.state)
        yield position, moves
        if position.state.ended:
            return
        seat, move = by_verb(luck, moves, ply)
        fold.advance(VALE, position, [Moved(seat, move)])


def conceivable(state: Any) -> Iterator[Any]:
    """Every move that could be typed, whatever the rules say of it."""
    monsters = list(state.monsters)
    yield from map(Choose, get_args(LegionName))
    for kind in (Bush, Reveal, Fire, Burn, Enter, Frighten):
        yield from (kind(cell) for cell in CELLS)
    yield from (Put(who, cell) for who in get_args(Visitor) for cell in CELLS)
    yield from map(Watch, SIDES)
    yield from (Pass(), Extra(), Refresh(), End(), Spare(), Front())
    yield from (Capture(a, b) for a, b in product([*monsters, *state.held], CELLS))
    yield from (Frighten(a, b) for a, b in product(state.visitors, CELLS) if a <= b)
    yield from (Rise(a, b) for a, b in product(BOX.bushes, [*BOX.bushes, *monsters]) if a <= b)
    for start in [*monsters, *state.held, *list(state.visitors)[:1], BOX.tents[0]]:
        yield from (Go(start, end) for end in CELLS)
        yield from (Go(start, end, c) for end in CELLS for c in BOX.near[end] if c in monsters)


def allowed(state: Any, seat: int, move: Any) -> bool:
    try:
        fold.check(VALE, state, seat, move)
    except IllegalMove:
        return False
    return True


SIZES = [(2, 2), (3, 1), (5, 4), (6, 5)]


@pytest.mark.parametrize(("players", "seed"), SIZES)
def test_moves_lists_exactly_what_check_lets_pass(players: int, seed: int) -> None:
    steps, met = 0, dict[type, int]()
    for position, moves in played(players, seed):
        state = position.state
        steps += 1
        kinds = {type(move) for _, move in moves}
        rare = [kind for kind in kinds if met.get(kind, 0) < 1]
        if steps % 499 and not rare:
            continue
        for kind in kinds:
            met[kind] = met.get(kind, 0) + 1
        listed = [move for _, move in moves]
        assert len(set(listed)) == len(listed)
        assert all(seat == state.turn for seat, _ in moves)
        candidates = dict.fromkeys(conceivable(state))
        assert set(listed) == {m for m in candidates if allowed(state, state.turn, m)}
        other = (state.turn + 1) % len(state.seats)
        assert not any(allowed(state, other, m) for m in listed)


def walked(state: Any, seat: int, start: str) -> dict[str, int]:
    """How far each space is for a piece, step by step, by the rulebook's words."""
    rules, watch = state.options, state.watch
    ghost = state.seats[seat].legion == "ghost"
    limit = 4 if state.seats[seat].legion == "witch" else 3
    far, queue = {start: 0}, [start]
    while queue:
        cell = queue.pop(0)
        if far[cell] == limit or BOX.kind[cell] == "tent":
            continue
        for to in BOX.near[cell]:
            kind = BOX.kind[to]
            full = to in state.monsters or to in state.visitors or to in state.fires
            if to in far or kind == "mountain" or (full and not ghost):
                continue
            if kind == "bush" and rules.bushes == "leave-only":
                continue
            if kind != "bush" and watch and BOX.side.get(cell) == watch:
                continue
            if rules.entrance == "space" and watch and BOX.field.entrances[watch] == to:
                continue
            if kind == "tent" and (to not in state.turned or to in state.held):
                continue
            if kind == "tent" and any(near in state.visitors for near in BOX.near[to]):
                continue
            far[to] = far[cell] + 1
            queue.append(to)
    full = {*state.monsters, *state.visitors, *state.fires}
    return {cell: steps for cell, steps in far.items() if steps and cell not in full}


@pytest.mark.parametrize(("players", "seed"), [(2, 4), (3, 5), (6, 4)])
def test_pieces_go_where_the_steps_of_the_rulebook_lead(players: int, seed: int) -> None:
    for nth, (position, moves) in enumerate(played(players, seed)):
        state, seat = position.state, position.state.turn
        if nth % 53 or not any(type(move) is Go for _, move in moves):
            continue
        for start in [cell for cell, owner in state.monsters.items() if owner == seat]:
            costs = {tent: 5 if lit(state, tent) else 3 for tent in state.turned}
            tokens = state.seats[seat].tokens
            wanted = {c for c in walked(state, seat, start) if costs.get(c, 0) <= tokens}
            assert {m.end for _, m in moves if type(m) is Go and m.start == start} == wanted


def lit(state: Any, tent: str) -> bool:
    if state.options.campfire == "own":
        return tent in state.fires.values()
    return any(cell in state.fires for cell in BOX.near[tent])


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_nothing_breaks_in_a_random_match(players: int) -> None:
    for seed in range(2):
        before: Any = None
        for position, moves in played(players, seed):
            state = position.state
            assert VALE.broken(state) == []
            assert (len(moves) == 0) == bool(state.ended)
            if before is not None:
                check_step(before, state)
            before = msgspec.convert(msgspec.to_builtins(state), GAME.State)
        # By the rules as they are, tokens suffice, and even chance comes to the end.
        assert before.ended or seed > 0
        if before.ended:
            assert before.options.stalemate == "on" or len(before.held) == 12


def check_step(before: Any, after: Any) -> None:
    """What holds from one decision to the next."""
    assert set(before.fires.items()) <= set(after.fires.items())
    assert set(before.turned.items()) <= set(after.turned.items())
    assert set(before.held.items()) <= set(after.held.items())
    for tent in before.held:
        assert lit(before, tent) == lit(after, tent)
    for tent in set(after.held) - set(before.held):
        assert not any(cell in after.visitors for cell in BOX.near[tent])
        seat = after.held[tent]
        assert after.seats[seat].tokens >= before.seats[seat].tokens - (
            5 if lit(after, tent) else 3
        )
    if len(before.held) == 12 and before.turn != after.turn:
        raise AssertionError("a turn begins although all tents are under control")


@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_clone_at_every_decision_reaches_the_same_state(players: int) -> None:
    keeper = fold.Keeper(VALE, NONCE)
    root = opened(players, 1)
    kept, cloned = fold.begin(VALE, root), fold.begin(VALE, root)
    luck = Luck(root.seed or "")
    for ply in range(LONGEST):
        given = fold.by_luck(VALE, kept, luck)
        event: Any = given and given[0]
        if event is None:
            event = Moved(*by_verb(luck, fold.moves(VALE, kept.state), ply))
        fold.advance(VALE, kept, [event])
        cloned.state = keeper.clone(cloned.state)
        fold.advance(VALE, cloned, [event])
        assert keeper.digest(kept.state) == keeper.digest(cloned.state)
        if kept.state.ended:
            return


def parts(value: Any) -> Iterator[Any]:
    """The lists, dicts and structs in a state that can be changed."""
    if isinstance(value, msgspec.Struct):
        yield value
        for name in value.__struct_fields__:
            yield from parts(getattr(value, name))
    elif isinstance(value, list | dict):
        yield value
        for item in value.values() if isinstance(value, dict) else value:
            yield from parts(item)


@pytest.mark.parametrize("players", [2, 5])
def test_everybody_sees_the_whole_table_and_it_can_be_drawn(players: int) -> None:
    for nth, (position, _) in enumerate(played(players, 2)):
        if nth % 29 and position.state.reveal is None:
            continue
        drawn = VALE.picture(
            position.state, [f"p{n} <&>" for n in range(len(position.state.seats))]
        )
        assert all(len("".join(text for text, _ in line)) <= 80 for line in drawn.lines)
        assert ElementTree.fromstring(drawn.svg).tag.endswith("svg")
        for seat in (None, 0, players - 1):
            seen = VALE.view(position.state, seat)
            assert fold.state_bytes(seen) == fold.state_bytes(position.state)
            own = {id(part) for part in parts(position.state)}
            assert not any(id(part) in own for part in parts(seen))


@pytest.mark.parametrize(("players", "seed"), [(2, 3), (4, 3), (6, 1)])
def test_every_legal_move_is_read_as_it_is_written(players: int, seed: int) -> None:
    for nth, (position, moves) in enumerate(played(players, seed)):
        if nth % 211:
            continue
        state = position.state
        roles = [VALE.role(state, seat) or str(seat + 1) for seat in range(len(state.seats))]
        labels = [f"p{p}/{r}" for p, r in zip(state.seating, roles, strict=True)]
        for seat, move in moves[:: max(1, len(moves) // 25)]:
            line = parse(VALE, state, labels, format_line(labels, seat, move))
            assert (line.seat, line.move, line.rest) == (seat, move, [])


@pytest.mark.parametrize("players", [3, 6])
def test_a_match_goes_on_without_those_who_leave(players: int) -> None:
    for seed in range(3):
        root = opened(players, seed)
        luck, position = Luck(root.seed or ""), fold.begin(VALE, root)
        for ply in range(LONGEST):
            given = fold.by_luck(VALE, position, luck)
            state = position.state
            if given is not None:
                event: Any = given[0]
            elif ply % 61 == 37 and len(state.conceded) < players - 2:
                left = [seat for seat in range(players) if seat not in state.conceded]
                seat = left[luck.below(len(left), "leaves", ply, 0)[0]]
                event = Moved(seat, Concede())
            else:
                event = Moved(*by_verb(luck, fold.moves(VALE, state), ply))
            fold.advance(VALE, position, [event])
            assert VALE.broken(position.state) == []
            if position.state.ended:
                break
            assert position.state.turn not in position.state.conceded
        assert len(position.state.conceded) == players - 2
