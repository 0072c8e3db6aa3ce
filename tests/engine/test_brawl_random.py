"""Random matches of Taiwan Monsters Brawl: what holds at every ply, whatever is played."""

from collections.abc import Iterator
from itertools import product
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import fold
from engine.chance import UNSEEN, Draw, draw
from engine.events import Moved, Resolved
from engine.game import Concede
from engine.games.taiwan_monsters_brawl import Brawl
from engine.games.taiwan_monsters_brawl import moves as verbs
from engine.notation import format_line, parse
from replay import packs
from tests.engine.driver import Wander

GAME = packs.game_of(Brawl.name, packs.shipped(Brawl))
CHOICES = {
    "set_up_order": ["by-kind", "by-seat"],
    "draw_two_set_up": ["off", "on"],
    "draw_two": ["off", "on"],
    "no_room": ["sack-only", "chi"],
    "chi_supply": ["unlimited", "48"],
    "line_shape": ["whole-run", "sub-runs"],
    "lines": ["one", "many"],
    "second_ultimate": ["stays", "flips"],
    "total_floor": ["none", "zero"],
    "bonus": ["dice-margin", "vp-difference"],
    "line_answer": ["none", "spells"],
    "tempest_ultimate": ["yes", "no"],
    "sets": [1, 2],
    "both_at_15": ["in-order", "together"],
    "mercy_end": ["off", "on"],
}


class Match(Wander):
    """A match from one seed, in which spells are rarer than they could be."""

    def __init__(self, seed: int, players: int, *, table: bool = False, **options: Any) -> None:
        super().__init__(GAME, players, seed, table=table, **options)

    def step(self, *, cast: int = 6, leave: int = 0) -> None:
        """One event. `cast`: one decision in so many is a spell; `leave`: a concession."""
        request = GAME.chance(self.state)
        if request is not None:
            values = draw(self.luck, request, self.ply)
            if self.table and isinstance(request, Draw) and request.seen_by is not None:
                values = [UNSEEN if self.number(3, "unseen") else value for value in values]
            fold.check_outcome(GAME, self.state, request.stream, values)
            self.play(Resolved(request.stream, values))
        elif leave and not self.number(leave, "leave"):
            left = [s for s in range(len(self.state.seats)) if s not in self.state.conceded]
            self.play(Moved(left[self.number(len(left), "who")], Concede()))
        else:
            self.play(self.decide(cast))

    def decide(self, cast: int) -> Moved[Any]:
        listed = GAME.moves(self.state)
        (waiting,) = GAME.waits(self.state)
        casts = [m for m in listed if isinstance(m[1], verbs.Cast)]
        others = [m for m in listed if not isinstance(m[1], verbs.Cast)]
        assert others
        assert all(seat == waiting for seat, _ in others)
        some = casts if casts and not self.number(cast, "cast") else others
        return Moved(*some[self.number(len(some), "move")])


def every_move(players: int) -> Iterator[Any]:
    """Every move that can be spelled."""
    cells = GAME.names(None, "cell")
    runes, seats = get_args(verbs.Rune), range(players)
    fields: dict[type, list[Any]] = {
        verbs.Choose: [GAME.names(None, "monster")],
        verbs.Start: [["a", "b"]],
        verbs.Place: [runes, cells],
        verbs.Claim: [GAME.names(None, "territory")],
        verbs.Trade: [runes],
        verbs.Challenge: [seats],
        verbs.Pass: [[None, *runes]],
        verbs.Pick: [runes],
        verbs.Line: [GAME.names(None, "line")],
        verbs.Use: [[None, *cells], [None, *get_args(verbs.Color)], [None, *seats]],
        verbs.Refresh: [cells],
        verbs.Cast: [GAME.names(None, "spell"), [None, *seats], [None, *cells]],
        verbs.Discard: [GAME.names(None, "spell")],
    }
    for kind in get_args(verbs.Moves):
        for values in product(*fields.get(kind, [])):
            yield kind(*values)


EVERY = {players: list(every_move(players)) for players in (2, 3, 4)}


def rulings() -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({name: st.sampled_from(v) for name, v in CHOICES.items()})


matches = given(seed=st.integers(0, 10**9), players=st.integers(2, 4), options=rulings())


@settings(max_examples=100, deadline=None)
@matches
def test_every_listed_move_is_legal_and_nothing_breaks(
    seed: int, players: int, options: dict[str, Any]
) -> None:
    match = Match(seed, players, first=seed % players, **options)
    while not match.state.ended and match.ply < 1500:
        for seat, move in fold.moves(GAME, match.state):
            fold.check(GAME, match.state, seat, move)
        match.step()
    assert match.state.ended
    assert GAME.standing(match.state)[0].rank == 1


@pytest.mark.parametrize("table", [False, True])
@settings(max_examples=15, deadline=None)
@matches
def test_every_legal_move_is_listed(
    seed: int, players: int, options: dict[str, Any], table: bool
) -> None:
    match = Match(seed, players, table=table, **options)
    while not match.state.ended and match.ply < 250:
        if match.number(12, "look") == 0 and GAME.chance(match.state) is None:
            listed = fold.moves(GAME, match.state)
            assert len(listed) == len(set(listed))
            assert set(listed) == match.legal(EVERY[players])
        match.step(cast=3)


@settings(max_examples=100, deadline=None)
@matches
def test_players_may_leave_at_any_time(seed: int, players: int, options: dict[str, Any]) -> None:
    match = Match(seed, players, **options)
    while not match.state.ended and match.ply < 1500:
        match.step(cast=4, leave=60)
    assert match.state.ended


@settings(max_examples=60, deadline=None)
@matches
def test_hands_that_nobody_saw_are_played_out(
    seed: int, players: int, options: dict[str, Any]
) -> None:
    match = Match(seed, players, table=True, **options)
    while not match.state.ended and match.ply < 600:
        match.step(cast=3)


@settings(max_examples=8, deadline=None)
@matches
def test_every_move_reads_as_it_is_written(
    seed: int, players: int, options: dict[str, Any]
) -> None:
    match = Match(seed, players, **options)
    names = ["Ana", "Ben", "Cai", "Dan"][:players]
    while not match.state.ended and match.ply < 200:
        for seat, move in fold.moves(GAME, match.state)[:8]:
            line = format_line(names, seat, move)
            read = parse(GAME, match.state, names, line)
            assert (read.seat, read.move, read.rest) == (seat, move, []), line
        match.step(cast=3)


@settings(max_examples=8, deadline=None)
@matches
def test_a_view_keeps_nothing_but_the_own_hand(
    seed: int, players: int, options: dict[str, Any]
) -> None:
    match = Match(seed, players, **options)
    while not match.state.ended and match.ply < 200:
        match.step()
        for viewer in (*range(players), None):
            seen = GAME.view(match.state, viewer)
            assert GAME.broken(seen) == []
            for seat, brawler in enumerate(seen.seats):
                before = match.state.seats[seat].hand
                assert brawler.hand.size == before.size
                if seat == viewer:
                    assert brawler.hand == before
                else:
                    assert brawler.hand.unseen == brawler.hand.size
            assert msgspec.json.decode(msgspec.json.encode(seen), type=Brawl.State) == seen
