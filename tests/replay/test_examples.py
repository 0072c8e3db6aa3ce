"""Both worked examples of the rulebook, as the recorded matches of the fixtures tell them."""

from typing import Any

import pytest

from engine import fold
from engine.errors import IllegalMove
from engine.events import Resolved
from eventstore import SQLiteStore
from replay.match import Match
from replay.reading import text
from tests.replay.test_golden import imported

CLAUDIA, ERICH, SOPHIA = range(3)
MONSTERS = ["Two Suns", "Mô-sîn-á in Yellow Raincoats", "Sai-pak-hōo"]


class Story:
    """A recorded match, read forward."""

    def __init__(self, match: Match) -> None:
        self.match, self.ply = match, 0
        self.told = {step.ply: text(step) for step in match.steps(match.resolve())}

    def until(self, line: str) -> Any:
        """The state right after the next event of that text."""
        self.ply = next(ply for ply, told in self.told.items() if ply > self.ply and told == line)
        return self.state()

    def then(self, *lines: str) -> Any:
        """The state after the next events, which are these."""
        for line in lines:
            self.ply += 1
            assert self.told[self.ply] == line
        return self.state()

    def state(self) -> Any:
        return self.match.copy(self.match.position(at=str(self.ply)).position).state


def listed(story: Story, state: Any, *kinds: type) -> list[Any]:
    """The legal moves of some kinds, of whatever seat."""
    return [move for _, move in fold.moves(story.match.game, state) if type(move) in kinds]


def refusal(story: Story, state: Any, seat: int, move: Any) -> str:
    """The rule and the reason of a refusal."""
    with pytest.raises(IllegalMove) as refused:
        fold.check(story.match.game, state, seat, move)
    return f"{refused.value.rule}: {refused.value.reason}"


def vp(state: Any) -> list[int]:
    return [seat.vp for seat in state.seats]


@pytest.fixture
def example_1(store: SQLiteStore) -> Story:
    return Story(imported(store, "brawl-example-1"))


@pytest.fixture
def example_2(store: SQLiteStore) -> Story:
    return Story(imported(store, "brawl-example-2"))


@pytest.mark.parametrize("name", ["brawl-example-1", "brawl-example-2"])
def test_the_examples_were_recorded_at_a_table_by_legal_moves(
    name: str, store: SQLiteStore
) -> None:
    match = imported(store, name)
    assert match.players == ["Claudia", "Erich", "Sophia"]
    position = match.position().position
    assert position.seed is None
    assert position.irregular == 0
    assert [seat.monster for seat in position.state.seats] == MONSTERS
    given = [step.event for step in match.steps(match.resolve()) if type(step.event) is Resolved]
    assert given
    assert not any(event.luck for event in given)


def test_example_1_claudia_leads_before_erich_challenges_her(example_1: Story) -> None:
    state = example_1.until("Erich: challenge Claudia")
    assert vp(state) == [2, 0, 0]
    assert state.seats[CLAUDIA].card == "North Shore"
    assert example_1.match.game.box.territories["North Shore"].vp == 3  # type: ignore[attr-defined]


def test_example_1_erich_has_2_then_3_then_4(example_1: Story) -> None:
    example_1.until("Erich: challenge Claudia")
    state = example_1.then("Erich: line a1-d1")
    # The line's Die cells are added to the three Challenge Dice.
    assert state.duel.attack.dice == ["grey", "grey", "grey", "grey", "black"]
    state = example_1.then("Erich: use b1", "Erich: use c1", "Erich: roll", "dice 1 0 1 0 0")
    assert state.duel.attack.total == 2
    assert state.seats[ERICH].exhausted == {"b1": "reroll", "c1": "chi"}
    state = example_1.then("Erich: reroll", "dice 0 1 1 0 1")
    assert state.duel.attack.total == 3
    assert state.seats[ERICH].chi == 4
    state = example_1.then("Erich: cast mountain troll")
    assert state.duel.attack.total == 4
    assert state.seats[ERICH].chi == 1
    state = example_1.then("Erich: keep")
    assert state.duel.attack.total == 4


def test_example_1_claudia_gets_a_point_at_once_and_has_2(example_1: Story) -> None:
    example_1.until("Erich: keep")
    state = example_1.then("Claudia: cast eye of the monster")
    assert vp(state) == [3, 0, 0]
    state = example_1.then("Claudia: line a1-d1")
    # A Die cell and a Points cell.
    assert len(state.duel.defence.dice) == 4
    assert state.duel.defence.points == 1
    example_1.then("Claudia: use c1", "Claudia: use d1", "Claudia: roll")
    state = example_1.then("dice 0 1 0 0", "Claudia: keep")
    assert state.duel.defence.total == 2


def test_example_1_erich_wins_3_for_the_card_and_2_for_the_difference(example_1: Story) -> None:
    example_1.until("Claudia: cast eye of the monster")
    state = example_1.until("Claudia: keep")
    assert (state.duel.attack.total, state.duel.defence.total) == (4, 2)
    before = state.seats[ERICH].vp
    state = example_1.until("Erich: conclude")
    assert state.seats[ERICH].vp - before == 3 + (4 - 2) == 5
    assert vp(state) == [3, 5, 0]
    # Her card is discarded, her marker is back; his stays.
    assert [seat.card for seat in state.seats] == ["", "East Rift", ""]
    assert "North Shore" in state.territory_discards
    assert [seat.injured for seat in state.seats] == [False, False, False]


def test_example_2_erich_loses_to_claudia_and_is_injured(example_2: Story) -> None:
    state = example_2.until("Erich: challenge Claudia")
    state = example_2.then("Erich: roll", "dice 0 0 1", "Erich: keep")
    assert state.duel.attack.total == 1
    state = example_2.then("Claudia: roll", "dice 1 0 1", "Claudia: keep")
    assert state.duel.defence.total == 2
    state = example_2.then("Erich: conclude")
    assert [seat.injured for seat in state.seats] == [False, True, False]
    # Nothing is won, and both keep their cards.
    assert vp(state) == [0, 0, 0]
    assert [seat.card for seat in state.seats] == ["Keelung", "Anping", "Meinong"]


def test_example_2_sophia_is_next_and_ties_the_injured_erich(example_2: Story) -> None:
    state = example_2.until("Erich: conclude")
    assert example_2.match.game.waits(state) == [SOPHIA]
    state = example_2.then("Sophia: challenge Erich", "Sophia: roll", "dice 1 1 1", "Sophia: keep")
    assert state.duel.attack.total == 3
    state = example_2.then("Erich: line a4-b4", "Erich: use b4", "Erich: roll", "dice 1 1 1 1")
    # Four points less 1 for the injury.
    assert state.duel.defence.values == [1, 1, 1, 1]
    assert state.duel.defence.total == 3
    state = example_2.then("Erich: keep", "Sophia: conclude")
    assert vp(state) == [0, 0, 0]
    assert [seat.card for seat in state.seats] == ["Keelung", "Anping", "Meinong"]


def test_example_2_a_tie_injures_nobody(example_2: Story) -> None:
    state = example_2.until("Sophia: conclude")
    assert [seat.injured for seat in state.seats] == [False, True, False]


def test_example_2_the_injured_scores_in_the_clean_up_too(example_2: Story) -> None:
    state = example_2.until("Claudia: score")
    cards = example_2.match.game.box.territories  # type: ignore[attr-defined]
    assert [cards[name].vp for name in ("Keelung", "Anping", "Meinong")] == [3, 3, 2]
    assert vp(state) == [3, 3, 2]
    assert [seat.injured for seat in state.seats] == [False, False, False]
