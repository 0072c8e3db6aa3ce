"""Random matches of Taking of Taidian: what holds at every ply, whatever is played."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any, get_args
from xml.etree import ElementTree

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import fold
from engine.chance import UNSEEN, Draw, certain, draw, fits
from engine.events import Moved, Reseeded, Resolved
from engine.game import Concede
from engine.games.taking_of_taidian import Taidian
from engine.games.taking_of_taidian import moves as verbs
from engine.games.taking_of_taidian.box import Box
from engine.games.taking_of_taidian.draw import width
from engine.notation import format_line, parse
from replay import packs
from tests.engine.driver import Wander
from tests.engine.taidian.table import fallen

GAME = packs.game_of(Taidian.name, packs.shipped(Taidian))
BOX = Box(GAME.pack)
NAMES = ["Ann", "Bo", "Cy", "Di", "Eve", "Fu"]
CHOICES = {
    "reshuffle": ["with-hand", "kept-out"],
    "unused_cards": ["face-down", "open"],
    "targets": ["one", "all-declared"],
    "at_ten": ["must", "may"],
    "level_bonus": ["each", "flat"],
    "health_cap": ["starting", "none"],
    "build_when": ["any-turn", "own-turn"],
}
TEAMS = {4: [[0, 2], [1, 3]], 5: [[1, 3]], 6: [[0, 1, 4], [2, 3, 5]]}


class Match(Wander):
    """A match from one seed, every other one in teams where so many can make some."""

    def __init__(self, seed: int, players: int, *, table: bool = False, **options: Any) -> None:
        teams = TEAMS.get(players, []) if seed % 2 else []
        options = {"teams": teams, "first": seed % players, **options}
        super().__init__(GAME, players, seed, table=table, **options)

    def outcome(self) -> Resolved | None:
        request = GAME.chance(self.state)
        if request is None:
            return None
        assert certain(request) is None
        values = fallen(GAME, self.state, request, self.luck, self.ply)
        return Resolved(request.stream, values)

    def decide(self) -> Moved[Any]:
        """A move of the seat that is waited for, or of one that interrupts."""
        listed = GAME.moves(self.state)
        (waiting,) = GAME.waits(self.state)
        own = [move for seat, move in listed if seat == waiting]
        others = [(seat, move) for seat, move in listed if seat != waiting]
        assert own
        if others and not self.number(3, "interrupt"):
            return Moved(*others[self.number(len(others), "move")])
        # A turn that ends at once tells little.
        longer = [move for move in own if type(move) is not verbs.End]
        some = longer if longer and self.number(4, "go on") else own
        return Moved(waiting, some[self.number(len(some), "move")])

    def step(self, *, leave: int = 0) -> None:
        """One event. `leave`: one decision in so many is a concession."""
        event: Any = self.outcome()
        if event is not None:
            request = GAME.chance(self.state)
            if self.table and isinstance(request, Draw) and request.seen_by is not None:
                seen = [UNSEEN if self.number(3, f"unseen {n}") else value
                        for n, value in enumerate(event.values)]  # fmt: skip
                event = Resolved(event.stream, seen)
            fold.check_outcome(GAME, self.state, event.stream, event.values)
        elif leave and not self.number(leave, "leave"):
            left = [s for s in range(len(self.state.seats)) if s not in self.state.conceded]
            event = Moved(left[self.number(len(left), "who")], Concede())
        else:
            event = self.decide()
        self.play(event)


def every_move(players: int) -> Iterator[Any]:
    """Every move that can be spelled."""
    cards, seats = GAME.names(None, "card"), range(players)
    fields: dict[type, list[Any]] = {
        verbs.Choose: [GAME.names(None, "character")],
        verbs.Lay: [cards, [None, *seats]],
        verbs.Declare: [seats],
        verbs.Firebomb: [seats, cards],
        verbs.Steal: [cards, seats],
        verbs.Power: [GAME.names(None, "power-up")],
        verbs.Block: [cards],
        verbs.Charge: [cards],
        verbs.Spend: [cards],
        verbs.Buy: [cards],
        verbs.Build: [cards],
    }
    for kind in get_args(verbs.Moves):
        for values in product(*fields.get(kind, [])):
            yield kind(*values)


EVERY = {players: list(every_move(players)) for players in range(2, 7)}


def rulings() -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({name: st.sampled_from(v) for name, v in CHOICES.items()})


matches = given(seed=st.integers(0, 10**9), players=st.integers(2, 6), options=rulings())


@settings(max_examples=50, deadline=None)
@matches
def test_every_listed_move_is_legal_and_nothing_breaks(
    seed: int, players: int, options: dict[str, Any]
) -> None:
    match = Match(seed, players, **options)
    while not match.state.ended and match.ply < 1000:
        for seat, move in fold.moves(GAME, match.state):
            fold.check(GAME, match.state, seat, move)
        match.step()
    if match.state.ended:
        assert [side.rank for side in GAME.standing(match.state)].count(1) == 1


@pytest.mark.parametrize("table", [False, True])
@settings(max_examples=15, deadline=None)
@matches
def test_every_legal_move_is_listed(
    seed: int, players: int, options: dict[str, Any], table: bool
) -> None:
    match = Match(seed, players, table=table, **options)
    while not match.state.ended and match.ply < 300:
        if match.number(20, "look") == 0:
            listed = fold.moves(GAME, match.state)
            assert len(listed) == len(set(listed))
            assert set(listed) == match.legal(EVERY[players])
        match.step()


@settings(max_examples=50, deadline=None)
@matches
def test_players_may_leave_at_any_time(seed: int, players: int, options: dict[str, Any]) -> None:
    match = Match(seed, players, **options)
    while not match.state.ended and match.ply < 1000:
        match.step(leave=40)
    assert match.state.ended


@settings(max_examples=50, deadline=None)
@matches
def test_a_hand_has_the_size_that_its_draw_fixed(
    seed: int, players: int, options: dict[str, Any]
) -> None:
    match = Match(seed, players, **options)
    while not match.state.ended and match.ply < 400:
        before, phase = match.state.turn, match.state.phase
        match.step()
        if match.state.phase != "begin" or phase == "begin" or match.state.due:
            continue
        owner = match.state.seats[before]
        if owner.out:
            continue
        size = 5 + sum(BOX.effects[name]["hand"] for name in owner.structures)
        short = owner.deck == 0 and not owner.hidden.keys() - set(owner.hand)
        assert len(owner.hand) == size or (short and len(owner.hand) < size)


# Hidden hands


@settings(max_examples=40, deadline=None)
@matches
def test_hands_that_are_half_seen_are_played_out(
    seed: int, players: int, options: dict[str, Any]
) -> None:
    match = Match(seed, players, table=True, **options)
    while not match.state.ended and match.ply < 600:
        match.step(leave=300)


@settings(max_examples=40, deadline=None)
@matches
def test_who_sees_no_hand_records_the_same_match(
    seed: int, players: int, options: dict[str, Any]
) -> None:
    """Ruling 10: no move that is possible is refused, and only what everybody sees is known."""
    match, blind = Match(seed, players, **options), Match(seed, players, **options)
    while not match.state.ended and match.ply < 500:
        event: Any = match.outcome()
        request = GAME.chance(blind.state)
        held: list[str] = []
        if event is None:
            assert request is None
            event = match.decide()
            held = list(match.state.seats[match.state.turn].hand)
            fold.check(GAME, blind.state, event.seat, event.move)
            told = event
        else:
            assert request is not None
            private = isinstance(request, Draw) and request.seen_by is not None
            values = [UNSEEN] * len(event.values) if private else event.values
            fits(request, values)
            told = Resolved(request.stream, values)
        match.play(event)
        blind.play(told)
        _show(blind, held)
        assert _seen(match.state) == _seen(blind.state)


def _show(blind: Match, held: list[str]) -> None:
    """Name the unused cards of a hand where they are shown (option `unused-cards`)."""
    while (due := blind.state.due) is not None and due.do == "shown":
        request = GAME.chance(blind.state)
        assert isinstance(request, Draw)
        fold.fits(GAME, blind.state, request, held)
        blind.play(Resolved(request.stream, held))


def _seen(state: Any) -> bytes:
    return msgspec.json.encode(GAME.view(state, None), order="sorted")


@settings(max_examples=30, deadline=None)
@matches
def test_a_view_has_all_that_its_seat_can_do_and_no_other_hand(
    seed: int, players: int, options: dict[str, Any]
) -> None:
    match = Match(seed, players, **options)
    while not match.state.ended and match.ply < 300:
        if match.number(8, "look") == 0:
            for seat in range(players):
                seen = GAME.view(match.state, seat)
                own = [entry for entry in GAME.moves(match.state) if entry[0] == seat]
                assert [entry for entry in GAME.moves(seen) if entry[0] == seat] == own
                assert GAME.broken(seen) == []
                for other, owner in enumerate(seen.seats):
                    if other != seat:
                        assert {*owner.hand, *owner.buried, *owner.kept} <= {UNSEEN}
        match.step()


@settings(max_examples=30, deadline=None)
@matches
def test_a_view_does_not_change_with_a_hidden_card(
    seed: int, players: int, options: dict[str, Any]
) -> None:
    match = Match(seed, players, **options)
    while not match.state.ended and match.ply < 200:
        match.step()
        other = match.keeper.clone(match.state)
        owner = other.seats[match.number(players, "owner")]
        # The hand might as well be what is not in it.
        rest = list((Counter(owner.hidden) - Counter(owner.hand)).elements())
        if len(rest) < len(owner.hand) or owner.buried or owner.kept:
            continue
        owner.hand = rest[: len(owner.hand)]
        seat = other.seats.index(owner)
        for viewer in (None, *range(players)):
            if viewer != seat:
                assert fold.state_bytes(GAME.view(other, viewer)) == fold.state_bytes(
                    GAME.view(match.state, viewer)
                )


@settings(max_examples=20, deadline=None)
@matches
def test_luck_deals_what_nobody_saw(seed: int, players: int, options: dict[str, Any]) -> None:
    match = Match(seed, players, table=True, **options)
    while not match.state.ended and match.ply < 60:
        match.step()
    match.play(Reseeded("luck"))
    while (request := GAME.deal(match.state)) is not None:
        GAME.reveal(match.state, draw(match.luck, request, match.ply))
        assert GAME.broken(match.state) == []
        match.ply += 1
    assert all(UNSEEN not in (*s.hand, *s.buried, *s.kept) for s in match.state.seats)


# Writing and drawing


@settings(max_examples=8, deadline=None)
@matches
def test_every_move_reads_as_it_is_written(
    seed: int, players: int, options: dict[str, Any]
) -> None:
    match = Match(seed, players, **options)
    names = NAMES[:players]
    while not match.state.ended and match.ply < 200:
        for seat, move in fold.moves(GAME, match.state):
            line = parse(GAME, match.state, names, format_line(names, seat, move))
            assert (line.seat, line.move, line.rest) == (seat, move, [])
        match.step()


@settings(max_examples=10, deadline=None)
@matches
def test_a_picture_fits_a_terminal_and_is_xml(
    seed: int, players: int, options: dict[str, Any]
) -> None:
    match = Match(seed, players, **options)
    names = ['<b>"Ann" & 李小龍 of the Long, Long Name</b>'] * players
    while not match.state.ended and match.ply < 300:
        if match.number(10, "look") == 0:
            picture = GAME.picture(GAME.view(match.state, None), names)
            assert all(width("".join(t for t, _ in line)) <= 80 for line in picture.lines)
            ElementTree.fromstring(picture.svg)
        match.step()
