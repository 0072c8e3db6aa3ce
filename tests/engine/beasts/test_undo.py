"""Undo and what-if timelines of a stored match: the flips stay what they were."""

from contextlib import suppress
from pathlib import Path

import pytest

from engine import fold
from engine.errors import EngineError
from engine.games.esoteric_beasts import Beasts
from engine.notation import format_move
from eventstore import SQLiteStore, open_store
from replay.errors import ReplayError
from replay.match import Match
from replay.packs import canonical
from replay.proof import verify
from tests.engine.beasts.box import TAME


@pytest.fixture
def store(tmp_path: Path):  # type: ignore[no-untyped-def]
    with open_store(tmp_path / "beasts.db", synchronous="OFF") as opened:
        yield opened


def seeded(store: SQLiteStore, seed: str | None = "owl", name: str = "friday") -> Match:
    return Match.new(
        store, Beasts.name, ["Ana"], name=name, seed=seed, pack=canonical(TAME), nonce="00" * 16
    )


def bytes_of(match: Match, timeline: str = "main") -> bytes:
    return fold.state_bytes(match.position(timeline).position.state)


def state(match: Match, timeline: str = "main"):  # type: ignore[no-untyped-def]
    return match.position(timeline).position.state


def seen(match: Match, timeline: str = "main") -> list[str]:
    """The cards that have been seen in Set A, in the order of the names."""
    return sorted(slot[2:] for slot in state(match, timeline).hand if ":" in slot)


def test_undo_and_the_same_again_gives_the_same_flips(store):
    match = seeded(store)
    for _ in range(6):
        match.record(["explore life 1"])
    there, digest = bytes_of(match), match.store.event(match.resolve()).digest
    match.undo(6)
    assert bytes_of(match) != there
    for _ in range(6):
        match.record(["explore life 1"])
    assert bytes_of(match) == there
    assert match.store.event(match.resolve()).digest == digest
    match.undo(3)
    match.redo(3)
    assert bytes_of(match) == there
    match.forget()
    assert bytes_of(match) == there


def test_another_decision_after_an_undo_meets_the_same_card(store):
    match = seeded(store)
    match.record(["explore life 1"])
    first = state(match).hand[0]
    for line in ("explore attack 1", "subdue life", "subdue attack"):
        match.undo()
        match.record([line])
        assert state(match).hand[0] == first


def test_two_timelines_differ_by_a_capture_and_go_on_with_the_same_flips(store):
    match = seeded(store)
    match.record(["explore life 1"])
    match.branch("what-if")
    match.record(["explore life 1"])
    match.record(["subdue life"], "what-if")
    assert seen(match)[:1]
    assert state(match).hand[0] == state(match, "what-if").hand[0]


def test_undo_of_a_whole_turn_goes_back_behind_the_last_explore(store):
    match = seeded(store)
    match.record(["explore life 1"])
    there = bytes_of(match)
    match.record(["subdue life"])
    match.record(["subdue life"])
    match.undo(turn=True)
    assert bytes_of(match) == there


def test_a_whole_seeded_match_is_stored_undone_and_verified(store):
    match = seeded(store)
    for n in range(120):
        spot = match.position()
        legal = fold.moves(match.game, spot.position.state)
        if not legal:
            break
        match.record([format_move(["Ana"], legal[n * 7 % len(legal)][1])])
    assert state(match).ended
    there = bytes_of(match)
    match.undo(5)
    match.redo(5)
    assert bytes_of(match) == there
    told = verify(match)
    assert (told.ok, told.irregular) == (True, 0)


def test_a_table_match_keeps_its_typed_flips_over_undo_and_redo(store):
    match = seeded(store, None)
    match.record(["flip f11"])
    match.record(["explore life 1 xw22"])
    there = bytes_of(match)
    match.undo()
    match.redo()
    assert bytes_of(match) == there
    match.undo()
    # The table may have shown another card than was typed.
    match.record(["flip xa22"])
    assert state(match).hand[0] == "S:xa22"
    for line in ("subdue life w11 w12", "flip w11", "subdue life xa22"):
        there = bytes_of(match)
        with pytest.raises((EngineError, ReplayError)):
            match.record([line])
        assert bytes_of(match) == there
    assert verify(match).ok


@pytest.mark.parametrize("seed", [None, "owl"])
@pytest.mark.parametrize(
    "change",
    [
        "hand=[]", "energy=[]", 'hand=["D:f11"]', 'hand=["S:nobody"]', 'hand=["x"]', "deals={}",
        "deals.A.unseen=0", "deals.A.unseen=-20", "deals.A.esoteric=50", "deals.A.esoteric=-4",
        'step="return"', 'step="thrash"', "owed=3", 'captured=["nobody"]', 'thrashed=["f11"]',
        'energy=["S:f12"]', 'discard=["D:nobody"]', "idle=99", "explores=-5", "fresh=true",
    ],
)  # fmt: skip
def test_what_was_set_by_hand_is_refused_or_played_on_from(store, seed, change):
    match = seeded(store, seed)
    if seed is None:
        match.record(["flip f13"])
    lines = ["explore life 1", "flip f12", "subdue life", "flip f21", "thrash xf11", "return 1",
             "explore attack 1", "flip f31"]  # fmt: skip
    with suppress(ReplayError):
        match.adjust([change])
    for line in lines:
        with suppress(EngineError, ReplayError):
            match.record([line])
    assert verify(match).ok


def test_options_are_chosen_when_a_match_is_opened(store):
    match = Match.new(store, Beasts.name, ["Ana"], seed="owl", choices=["visit=sight-and-awaken"])
    assert state(match).options.visit == "sight-and-awaken"
    assert state(match).hand[0].startswith("U:")
    match.rule("visit", "one-step")
    match.record(["explore life 1"])
    assert state(match).hand[0].startswith("S:")
