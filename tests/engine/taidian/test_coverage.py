"""Each sentence of the rulebook, ruling, option, wait and chance has a test that names it."""

import ast
from functools import lru_cache
from pathlib import Path

import pytest

from engine.games.taking_of_taidian import GAME

SENTENCES = [
    "Goal", "Game Play 1", "Game Play 2", "Game Play 3", "Game Play 4", "Game Play 5",
    "Attacking 1", "Attacking 2", "Attacking 3", "Attacking 4", "Attacking 5", "Attacking 6",
    "Attacking 7", "Upgrading 1", "Upgrading 2", "Upgrading 3", "Upgrading 4", "Upgrading 5",
    "Upgrading 6", "Upgrading 7", "Defense 1", "Defense 2", "Defense 3", "Defense 4", "Defense 5",
    "Defense 6", "Powering Up 1-2", "Powering Up 3", "Powering Up 4", "Powering Up 5",
    "Powering Up 6", "Powering Up 7", "Powering Up 8", "Structures 1", "Structures 2",
    "Structures 3", "Structures 4", "Structures 5", "Structures 6",
]  # fmt: skip
IMPLIED = [
    "are unused discards shown", "when the discard is shuffled in", "what the dead leave",
    "who concedes",
]  # fmt: skip
WAITS = [
    "in set up", "when a turn begins", "while attacking with no batch open",
    "while a batch is open", "while a closed batch is answered", "while upgrading",
    "while a power is owed", "for chance after steal and after end",
]  # fmt: skip
CHANCES = ["opening hand", "hand after a turn", "steal", "unused cards"]


@lru_cache
def names() -> list[str]:
    """The names of all tests of this package."""
    trees = [ast.parse(path.read_text()) for path in Path(__file__).parent.glob("test_*.py")]
    return [node.name for t in trees for node in t.body if isinstance(node, ast.FunctionDef)]


def named(start: str) -> bool:
    key = f"test_{start}_".replace(" ", "_").replace("-", "_")
    return any(f"{name}_".startswith(key) for name in names())


@pytest.mark.parametrize("sentence", SENTENCES)
def test_each_sentence_of_the_rulebook_has_a_test(sentence: str) -> None:
    assert named(sentence)


@pytest.mark.parametrize("rule", IMPLIED)
def test_each_implied_rule_has_a_test(rule: str) -> None:
    assert named(f"implied {rule}")


@pytest.mark.parametrize("number", range(1, 38))
def test_each_ruling_has_a_test(number: int) -> None:
    assert named(f"R{number}")


@pytest.mark.parametrize("option", list(GAME.OPTIONS))
def test_each_option_has_a_test(option: str) -> None:
    assert named(f"option {option}")


@pytest.mark.parametrize("row", WAITS)
def test_each_row_of_who_is_waited_for_has_a_test(row: str) -> None:
    assert named(f"waits {row}")


@pytest.mark.parametrize("row", CHANCES)
def test_each_row_of_chance_has_a_test(row: str) -> None:
    assert named(f"chance {row}")


def test_no_two_tests_have_one_name() -> None:
    for path in Path(__file__).parent.glob("test_*.py"):
        found = [n.name for n in ast.parse(path.read_text()).body if isinstance(n, ast.FunctionDef)]
        assert len(found) == len(set(found)), path.name
