"""Taking of Taidian: three kinds of trouble at a table, whole matches, and the balance."""

import json
from typing import Any

import pytest

from engine import fold
from engine.chance import needs
from engine.errors import EngineError
from engine.games.taking_of_taidian.moves import Buy, Charge, Declare, End, Hit, Lay, Power
from eventstore import SQLiteStore
from replay import errors, packs, telling
from replay.games import game_class
from replay.match import Match
from replay.proof import verify
from replay.reading import Viewer, show
from replay.simulate import simulate
from tests.replay.test_examples import Story, listed, refusal
from tests.replay.test_golden import imported

ANA, BEN, CAI, DAN = range(4)
GAME = "taking-of-taidian"
HAND = "draw ? ? ? ? ?"


@pytest.fixture
def batches(store: SQLiteStore) -> Story:
    return Story(imported(store, "taidian-batches"))


@pytest.fixture
def structure(store: SQLiteStore) -> Story:
    return Story(imported(store, "taidian-structure"))


@pytest.fixture
def overflow(store: SQLiteStore) -> Story:
    return Story(imported(store, "taidian-overflow"))


def health(state: Any) -> list[int]:
    return [seat.health for seat in state.seats]


# Several opponents, attacked one card at a time


def test_each_batch_is_answered_before_the_next(batches: Story) -> None:
    state = batches.until("Ana: hit")
    assert batches.match.game.waits(state) == [BEN]
    state = batches.then("Ben: block Guard", "Ben: take")
    # A punch of 10, a guard of 5.
    assert health(state) == [60, 55, 60, 60]
    assert batches.match.game.waits(state) == [ANA]
    assert listed(batches, state, Hit) == []
    state = batches.then("Ana: lay Kick Cai", "Ana: hit", "Cai: take")
    assert health(state) == [60, 55, 55, 60]


def test_a_sweep_hits_all_who_are_declared_in_its_batch(batches: Story) -> None:
    batches.until("Cai: take")
    state = batches.then("Ana: lay Punch Ben", "Ana: lay Sweep")
    # Ben is attacked by the punch already, so only the others can be declared.
    assert listed(batches, state, Declare) == [Declare(CAI), Declare(DAN)]
    state = batches.then("Ana: declare Dan", "Ana: hit", "Ben: take", "Dan: block Guard")
    assert health(state) == [60, 55, 55, 60]
    state = batches.then("Dan: take")
    # 10 and 5 for Ben, 5 for Dan, whose guard takes them.
    assert health(state) == [60, 40, 55, 60]


def test_a_card_that_was_laid_cannot_be_laid_again(batches: Story) -> None:
    state = batches.until("Ana: lay Sweep")
    assert Lay("Punch", BEN) not in listed(batches, state, Lay)
    assert refusal(batches, state, ANA, Lay("Punch", BEN)) == (
        "Attacking Turn: every Punch of this player is known to be elsewhere"
    )


# A structure: bought, bombed, drawn again


def test_a_bought_structure_is_in_play_and_heals_at_once(structure: Story) -> None:
    assert health(structure.until("Ana: spend Coin")) == [40, 50]
    state = structure.then("Ana: buy Well")
    assert health(state) == [55, 50]
    assert state.seats[ANA].structures == ["Well"]
    assert refusal(structure, state, ANA, Buy("Well")) == (
        "Structure Cards: nobody has Well twice, wherever the first one is"
    )


def test_a_bombed_structure_is_discarded_and_its_health_stays(structure: Story) -> None:
    state = structure.until("Ben: firebomb Ana Well")
    assert state.seats[ANA].structures == []
    assert state.seats[ANA].discard == {"Well": 1}
    assert health(state) == [55, 50]


def test_a_structure_cannot_be_built_before_it_may_have_been_drawn(structure: Story) -> None:
    structure.until("Ben: firebomb Ana Well")
    # Ana's deck of five is drawn whole, so the discard with the well is not shuffled yet.
    state = structure.until("Ana: end")
    assert state.seats[ANA].hand == ["?"] * 5
    with pytest.raises(errors.Refused, match="every Well of this player is known to be elsewhere"):
        again(structure).record(["ana: build well"], "what-if")


def again(story: Story) -> Match:
    """The match with a timeline at the story's place."""
    story.match.branch("what-if", at=str(story.ply))
    return story.match


def test_a_structure_is_built_again_for_nothing_and_heals_no_more(structure: Story) -> None:
    structure.until("Ana: build Well")
    state = structure.state()
    assert state.turn == BEN
    assert state.seats[ANA].structures == ["Well"]
    assert health(state) == [45, 50]


# A power-up that overflows


def test_energy_above_ten_stays_on_the_track(overflow: Story) -> None:
    state = overflow.until("Ana: charge Storm")
    assert state.seats[ANA].energy == 11
    # Nothing else is legal while a power-up is owed.
    assert listed(overflow, state, Power, Charge, End) == [
        Power("Strength"), Power("Reach"), Power("Calm"), Power("Luck"),
    ]  # fmt: skip
    state = overflow.then("Ana: power Strength")
    assert (state.seats[ANA].energy, state.seats[ANA].levels) == (1, {"Strength": 1})
    state = overflow.then("Ana: charge Storm", "Ana: power Strength")
    assert (state.seats[ANA].energy, state.seats[ANA].levels) == (2, {"Strength": 2})


def test_levels_count_for_each_card_with_the_symbol(overflow: Story) -> None:
    assert health(overflow.until("Ben: block Guard")) == [60, 60]
    # A punch of 30 and a kick of 25 against a guard of 15.
    assert health(overflow.then("Ben: take")) == [60, 20]


# Hands


def test_a_seeded_hand_is_seen_by_its_owner_alone(store: SQLiteStore) -> None:
    match = imported(store, "taidian-3-players")
    spot = match.position(at="40")
    hands = [seat.hand for seat in spot.position.state.seats]
    assert all("?" not in hand for hand in hands)
    for viewer in (None, ANA, BEN, CAI):
        seen = show(match, spot, "main", Viewer(viewer)).state["seats"]
        for seat, hand in enumerate(hands):
            assert seen[seat]["hand"] == (hand if seat == viewer else ["?"] * len(hand))


# Whole matches


@pytest.mark.parametrize(
    ("name", "players", "ranks"),
    [
        ("taidian-2-players", 2, [2, 1]),
        ("taidian-3-players", 3, [1, 2, 3]),
        ("taidian-2-against-2", 4, [2, 1, 2, 1]),
    ],
)
def test_the_recorded_matches_ended_by_themselves(
    name: str, players: int, ranks: list[int], store: SQLiteStore
) -> None:
    match = imported(store, name)
    state = match.position().position.state
    assert state.ended == "every opponent is dead"
    by_seat = {s: side.rank for side in fold.standing(match.game, state) for s in side.seats}
    assert [by_seat[seat] for seat in range(players)] == ranks


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_greedy_matches_end_in_8_to_20_turns_and_no_seat_is_better(players: int) -> None:
    """The balance that the shipped pack is made for."""
    matches = 400 if players == 2 else 150
    found = simulate(GAME, n=matches, seed="balance", bots=["greedy"], players=players)
    assert found.endings == {"every opponent is dead": matches}
    turns = int(found.span[1].removeprefix("turn "))
    assert 8 <= turns <= 20
    if players == 2:
        assert 0.45 <= found.seats["1"].share <= 0.58


def test_simulated_matches_of_teams_are_saved_with_their_teams(store: SQLiteStore) -> None:
    found = simulate(
        GAME, n=2, seed="zz", bots=["greedy", "random"], players=5, choices=["teams=1+3+5"],
        store=store,
    )  # fmt: skip
    for name in found.saved:
        match = Match.open(store, name)
        assert match.position().position.state.options.teams == [[0, 2, 4]]
        assert verify(match).ok


# What was found at a table


LINE = [
    *["choose mei lin", "choose suyin", HAND, HAND],
    *["upgrade", *["spend copper"] * 3, *["buy parry"] * 3, "end", "attack", "end"],
    *["upgrade", "end", HAND, "attack", "end", HAND],
    *["upgrade", *["spend copper"] * 3, *["charge bolt"] * 2, "end", HAND, "attack", "end"],
    *["attack", "lay punch bo", "lay kick bo", "hit", "take", "end"],
]
"""Up to a draw of two, after a shuffle, with three cards in the hand that were drawn before."""


@pytest.mark.parametrize("seed", [str(n) for n in range(40)])
def test_luck_takes_over_in_the_middle_of_a_draw(seed: str, store: SQLiteStore) -> None:
    match = Match.new(store, GAME, ["Ann", "Bo"])
    match.record(LINE)
    assert match.position().position.state.due.count == 2
    match.reseed(seed)
    found = verify(match)
    assert found.ok, found.first_bad


def test_cards_kept_out_of_a_shuffle_cannot_be_played(store: SQLiteStore) -> None:
    match = Match.new(store, GAME, ["Ann", "Bo"], choices=["reshuffle=kept-out"])
    match.record(
        ["choose mei lin", "choose suyin", HAND, HAND, "attack", "lay punch bo", "lay punch bo",
         "hit", "take", "end", "attack", "end", "upgrade", "end", "attack", "end", "upgrade"]
    )  # fmt: skip
    # Two of the five are the punches: the five unused ones were kept out, three were buried.
    match.record(["spend copper", "spend copper", "spend copper"])
    with pytest.raises(errors.Refused, match="not in this hand, by what has been seen"):
        match.record(["charge bolt"])


def test_unused_cards_are_shown_as_a_whole_hand(store: SQLiteStore) -> None:
    match = Match.new(store, GAME, ["Ann", "Bo"], choices=["unused-cards=open"])
    match.record(["choose mei lin", "choose suyin", "draw punch punch ? ? ?", HAND])
    match.record(["attack", "lay kick bo", "hit", "take", "end"])
    request = match.game.chance(match.position().position.state)
    assert request is not None
    assert (request.verb, needs(request)) == ("shown", 4)
    for wrong in ("shown kick copper", "shown punch kick copper bolt"):
        with pytest.raises(EngineError):
            match.record([wrong])
    match.record(["shown punch punch kick copper"])
    assert verify(match).ok


def test_unused_cards_that_were_shown_stay_open(store: SQLiteStore) -> None:
    match = Match.new(store, GAME, ["Ann", "Bo"], choices=["unused-cards=open"])
    match.record(["choose mei lin", "choose suyin", HAND, HAND, "attack", "end"])
    match.rule("unused-cards", "face-down")
    match.record(["shown punch punch kick kick bolt"])
    assert match.position().position.state.seats[ANA].discard == {"Punch": 2, "Kick": 2, "Bolt": 1}


def test_nobody_adjusts_what_the_rules_cannot_play(store: SQLiteStore) -> None:
    match = Match.new(store, GAME, ["Ann", "Bo"])
    match.record(["choose mei lin", "choose suyin", HAND, HAND, "attack", "end"])
    with pytest.raises(EngineError):
        match.adjust(["seats.ann.deck=-1"])
    match.adjust(["seats.ann.out=true", "seats.bo.out=true"])
    match.record(["attack", "end"])
    assert match.position().ply == 9


def test_a_structure_that_a_hand_cannot_have_is_not_built(store: SQLiteStore) -> None:
    match = Match.new(store, GAME, ["Ann", "Bo"])
    match.record(["choose mei lin", "choose suyin", HAND, HAND])
    match.adjust(['seats.ann.hand=["Shrine","?","?","?","?"]'])
    with pytest.raises(errors.Refused, match="no Shrine belongs to this player"):
        match.record(["ann: build shrine"])


def test_a_theft_is_told_also_where_there_was_one_card_to_take(store: SQLiteStore) -> None:
    match = Match.new(store, GAME, ["Ann", "Bo"], pack=thieves())
    match.record(["choose mei lin", "choose suyin", "draw ? ? ? ? ?", "attack"])
    done = match.record(["steal pickpocket bo"])
    assert telling.news(match, done) == ["Ann takes Punch from Bo"]


def thieves() -> str:
    """The shipped pack with decks of Pickpockets for Mei Lin and of Punches for Suyin."""
    tree = json.loads(packs.shipped(game_class(GAME)))
    tree["character"][0]["deck"] = [
        {"card": "Pickpocket", "copies": 6}, {"card": "Kick", "copies": 6},
    ]  # fmt: skip
    suyin = next(one for one in tree["character"] if one["name"] == "Suyin")
    suyin["deck"] = [{"card": "Punch", "copies": 6}]
    return json.dumps(tree, separators=(",", ":"))
