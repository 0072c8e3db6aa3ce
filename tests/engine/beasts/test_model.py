"""Random matches of a really shuffled deck, beside the printed rules played by `model`.

At every step the match agrees with the real table: how every card lies, what is legal, whether a
flip is asked and with which weights, ends, score and rank.
"""

import random

import pytest

from engine import fold
from engine.events import Adjusted, Adjustment
from engine.games.esoteric_beasts import Beasts
from engine.games.esoteric_beasts.pack import Pack
from tests.engine.beasts.box import BOX, TAME
from tests.engine.beasts.model import Model
from tests.engine.beasts.table import deals, match, texts, weights
from tests.engine.driver import Table

CHOICES = {
    "visit": ["one-step", "sight-and-awaken"],
    "free_capture": ["forced", "may-pay"],
    "zero_capture": ["free", "barred"],
    "thrashed_score": ["count", "leave-out"],
    "thrash_top": ["step", "sight-only", "barred"],
    "zero_explore": ["one", "barred"],
    "empty_hand": ["ends", "refill"],
    "stall_stop": ["on", "off"],
}
DEFAULT = {key: values[0] for key, values in CHOICES.items()}
LIKES = ["greedy", "thrasher", "miser", "any"]
LONGEST = 400
"""Moves after which a match that cannot end is left."""


def agrees(t: Table, model: Model) -> None:
    """The match tells of the real table what it may, and nothing else."""
    state = t.state
    assert state.hand == [c.slot() for c in model.hand]
    assert state.energy == [c.slot() for c in model.energy]
    assert sorted(state.discard) == sorted(c.slot() for c in model.discard)
    assert (state.captured, state.thrashed) == (model.captured, model.thrashed)
    assert (state.step, state.owed) == (model.step, model.owed) or state.ended
    lying = [c for c in [*model.hand, *model.energy, *model.discard] if not c.seen]
    for deal in "AB":
        mine = [c for c in lying if c.deal == deal]
        assert deals(t)[deal] == (len(mine), sum(c.name in model.beasts for c in mine))
    (side,) = fold.standing(t.game, state)
    assert side.points == model.score()
    assert bool(state.ended) == bool(model.ended), (state.ended, model.ended)
    if model.ended:
        assert side.rank == (model.ended == "won")
        assert model.ended in (state.ended, "won")
    found = texts(t)
    assert len(found) == len(set(found))
    assert set(found) == model.legal()
    assert t.waits() == ([] if model.ended else ["Ana"])


def flips(t: Table, model: Model) -> None:
    """Whether a flip is asked, and with which weights; then the real card is turned up."""
    if model.flipped is None:
        assert t.due() == ""
        return
    name, expected = model.flipped
    if len(expected) == 1:  # what is certain is not asked
        assert t.due() == ""
        return
    assert t.due() == "flip"
    assert list(weights(t).items()) == list(expected.items())
    assert t.moves() == []
    assert t.waits() == []
    t.do(f"flip {name}")


def choose(model: Model, legal: list[str], likes: str, dice: random.Random) -> str:
    verbs = {"greedy": ["subdue"], "thrasher": ["thrash", "subdue"], "miser": ["subdue"]}
    for verb in verbs.get(likes, []):
        found = [text for text in legal if text.startswith(verb)]
        beast = model.hand[0].name in model.beasts
        if found and (beast or likes == "greedy" or found == ["subdue"] or verb == "thrash"):
            return dice.choice(found)
    return dice.choice(legal)


def adjusted(t: Table, model: Model) -> None:
    """The match stands as the real table does."""
    unseen = [c for c in [*model.hand, *model.energy, *model.discard] if not c.seen]
    counts = {}
    for deal in "AB":
        mine = [c for c in unseen if c.deal == deal]
        esoteric = sum(c.name in model.beasts for c in mine)
        counts[deal] = {"unseen": len(mine), "esoteric": esoteric}
    values = {
        "hand": [c.slot() for c in model.hand],
        "energy": [c.slot() for c in model.energy],
        "discard": [c.slot() for c in model.discard],
        "captured": list(model.captured),
        "thrashed": list(model.thrashed),
        "deals": counts,
    }
    t.event(Adjusted([Adjustment([key], value) for key, value in values.items()]))


def play(pack: Pack, seed: int, likes: str, options: dict[str, str], middle: bool = False) -> Table:
    model, t = Model(pack, options, seed), match(pack=pack, **options)
    dice = random.Random(seed)
    if middle:
        model.middle(dice)
        adjusted(t, model)
    else:
        flips(t, model)
    agrees(t, model)
    for _ in range(LONGEST):
        if model.ended:
            break
        text = choose(model, sorted(model.legal()), likes, dice)
        model.do(text)
        t.do(text)
        flips(t, model)
        agrees(t, model)
    return t


@pytest.mark.parametrize("likes", LIKES)
def test_a_match_agrees_with_a_real_table_of_the_default_rules(likes):
    for seed in range(12):
        assert play(TAME, seed, likes, DEFAULT).state.ended


@pytest.mark.parametrize("likes", LIKES)
def test_a_match_with_values_of_0_and_9_agrees_with_a_real_table(likes):
    for seed in range(100, 110):
        play(BOX, seed, likes, DEFAULT)


@pytest.mark.parametrize("seed", range(40))
def test_a_match_with_any_options_agrees_with_a_real_table(seed):
    dice = random.Random(seed)
    options = {key: dice.choice(values) for key, values in CHOICES.items()}
    for likes in LIKES[:3]:
        play(dice.choice([BOX, TAME]), seed, likes, options)


def test_the_options_of_the_model_are_all_there_are():
    assert list(Beasts.OPTIONS) == list(CHOICES)
    assert Beasts.OPTIONS == DEFAULT


@pytest.mark.parametrize("visit", CHOICES["visit"])
@pytest.mark.parametrize("thrash_top", CHOICES["thrash_top"])
@pytest.mark.parametrize("empty_hand", CHOICES["empty_hand"])
def test_the_last_part_of_a_match_agrees_with_a_real_table(visit, thrash_top, empty_hand):
    chosen = {"visit": visit, "thrash_top": thrash_top, "empty_hand": empty_hand}
    ends = set()
    for seed in range(60):
        rest = {key: CHOICES[key][seed // 2 % 2] for key in CHOICES if key not in chosen}
        t = play([BOX, TAME][seed % 2], seed, LIKES[seed % 3], {**rest, **chosen}, middle=True)
        ends.add(t.state.ended)
    assert {"energy empty", "all captured, score 0 or less"} <= ends
    assert ("hand empty" in ends) == (empty_hand == "ends")
