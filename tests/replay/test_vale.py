"""O Vale dos Monstros: the rulebook's worked examples, told by the fixtures; greedy matches."""

from typing import Any

import pytest

from engine.events import Opened, Resolved
from engine.games.vale_dos_monstros.moves import Burn, Fire, Go, Put
from engine.games.vale_dos_monstros.table import ALL_HELD
from engine.luck import ALGORITHM
from eventstore import SQLiteStore
from replay import packs
from replay.games import game_class
from replay.simulate import NONCE, play
from tests.replay.test_examples import Story, listed, refusal
from tests.replay.test_golden import imported

ANA, BEN, CAI = range(3)
VALE = "vale-dos-monstros"
EXAMPLES = {
    "vale-skeleton": ["skeleton", "mummy", "ghost"],
    "vale-mummies": ["mummy", "vampire", "witch"],
    "vale-werewolf": ["werewolf", "witch", "ghost"],
}


@pytest.fixture
def skeleton(store: SQLiteStore) -> Story:
    return Story(imported(store, "vale-skeleton"))


@pytest.fixture
def mummies(store: SQLiteStore) -> Story:
    return Story(imported(store, "vale-mummies"))


@pytest.fixture
def werewolf(store: SQLiteStore) -> Story:
    return Story(imported(store, "vale-werewolf"))


def tokens(state: Any) -> list[int]:
    return [legion.tokens for legion in state.seats]


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_were_recorded_at_a_table_by_legal_moves(
    name: str, store: SQLiteStore
) -> None:
    match = imported(store, name)
    position = match.position().position
    assert match.players == ["Ana", "Ben", "Cai"]
    assert position.seed is None
    assert position.irregular == 0
    assert [seat.legion for seat in position.state.seats] == EXAMPLES[name]
    given = [step.event for step in match.steps(match.resolve()) if type(step.event) is Resolved]
    assert [event.luck for event in given] == [False]


# The skeleton takes a tent


def test_the_skeleton_frightens_two_for_one_token_less(skeleton: Story) -> None:
    state = skeleton.until("tile 8")
    assert tokens(state) == [3, 3, 3]
    assert state.reveal.people == {"man": 1, "woman": 1, "child": 1}
    assert not state.reveal.fire
    skeleton.then("Ana: put man c3", "Ana: put woman e3")
    state = skeleton.then("Ana: put child c4", "Ana: frighten c3 e3")
    # 3 for the man and 2 for the woman, less 1.
    assert tokens(state) == [7, 3, 3]
    assert state.visitors == {"c4": "child"}


def test_the_skeleton_has_no_tent_while_a_visitor_is_beside_it(skeleton: Story) -> None:
    state = skeleton.until("Ana: move d2 c3")
    assert Go("c3", "d3") not in listed(skeleton, state, Go)
    assert "a child on c4" in refusal(skeleton, state, ANA, Go("c3", "d3"))
    state = skeleton.then("Ana: frighten c4")
    assert state.visitors == {}
    assert Go("c3", "d3") in listed(skeleton, state, Go)


def test_the_skeleton_takes_the_tent_for_three_tokens(skeleton: Story) -> None:
    before = skeleton.until("Ana: frighten c4")
    assert (tokens(before)[ANA], before.tokens, before.points) == (8, 55, 1)
    after = skeleton.then("Ana: move c3 d3")
    # One of the three lies under the monster.
    assert (tokens(after)[ANA], after.tokens, after.points) == (5, 57, 0)
    assert after.held == {"d3": ANA}
    assert "c3" not in after.monsters
    assert skeleton.then("Ana: end").turn == BEN


# The mummies surround a vampire


def test_two_mummies_beside_the_vampire_do_nothing(mummies: Story) -> None:
    state = mummies.until("Ana: move b2 b3")
    near = mummies.match.game.box.near["c4"]  # type: ignore[attr-defined]
    assert [cell for cell in near if state.monsters.get(cell) == ANA] == ["c3", "b3"]
    assert state.monsters["c4"] == BEN
    assert tokens(state) == [3, 3, 3]


def test_the_third_mummy_surrounds_the_vampire_for_three_tokens(mummies: Story) -> None:
    before = mummies.until("Ana: move b2 b3")
    after = mummies.then("Ana: move e6 c5")
    assert "c4" not in after.monsters
    assert [seat.front for seat in after.seats] == [0, 1, 0]
    assert tokens(after) == [6, 3, 3]
    assert before.tokens - after.tokens == 3
    # An action each, and one is left.
    assert (before.points, after.points) == (2, 1)


def test_the_vampire_comes_back_by_placing(mummies: Story) -> None:
    state = mummies.until("Ben: enter a4")
    assert state.monsters["a4"] == BEN
    assert [seat.front for seat in state.seats] == [0, 0, 0]
    assert state.points == 2


# The werewolf reveals a tent with too little room


def test_the_werewolf_has_one_space_for_the_campfire(werewolf: Story) -> None:
    state = werewolf.until("tile 7")
    assert state.reveal.fire
    assert listed(werewolf, state, Fire, Burn, Put) == [Fire("f12")]
    assert "not the moment" in refusal(werewolf, state, ANA, Put("man", "f13"))
    assert "mountain" in refusal(werewolf, state, ANA, Fire("g12"))
    state = werewolf.then("Ana: fire f12")
    assert state.fires == {"f12": "g13"}
    assert state.reveal.people == {"man": 1, "woman": 2, "child": 1}


def test_the_werewolf_fills_the_three_adjacent_spaces_first(werewolf: Story) -> None:
    state = werewolf.until("Ana: fire f12")
    assert {move.cell for move in listed(werewolf, state, Put)} == {"f13", "g12", "h12"}
    assert "nearer" in refusal(werewolf, state, ANA, Put("child", "i12"))
    werewolf.then("Ana: put man f13", "Ana: put woman h12")
    state = werewolf.then("Ana: put woman g12")
    assert state.reveal.people == {"child": 1}
    game = werewolf.match.game
    second = {move.cell for move in listed(werewolf, state, Put)}
    assert "i12" in second
    # The ring around the first six, as far as it is free valley.
    around = game.box.rings["g13"][1]  # type: ignore[attr-defined]
    assert second == {cell for cell in around if cell not in state.monsters}
    state = werewolf.then("Ana: put child i12")
    assert state.reveal is None
    assert state.visitors == {"f13": "man", "h12": "woman", "g12": "woman", "i12": "child"}
    assert state.turn == ANA


# Greedy players


@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_match_of_greedy_players_ends_by_itself(players: int) -> None:
    kind = game_class(VALE)
    body = packs.shipped(kind)
    people = [str(player) for player in range(players)]
    options = kind.Options(**kind.OPTIONS)
    opened = Opened(VALE, kind.version, body, people, options, ALGORITHM, NONCE, "greedy")
    end, _, plies = play(packs.game_of(VALE, body), opened, ["greedy"] * players, 2000)
    assert options.stalemate == "off"
    assert end.state.ended == ALL_HELD
    assert plies < 400


@pytest.mark.parametrize("name", ["vale-2-players", "vale-3-players", "vale-6-players"])
def test_the_recorded_greedy_matches_ended_by_themselves(name: str, store: SQLiteStore) -> None:
    match = imported(store, name)
    state = match.position().position.state
    assert state.ended == ALL_HELD
    assert sorted(state.held) == sorted(match.game.box.tents)  # type: ignore[attr-defined]
