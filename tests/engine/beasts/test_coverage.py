"""Every rule-bearing line of the rulebook, every ruling and every option has a test."""

import ast
from functools import lru_cache
from pathlib import Path

import pytest

from engine.games.esoteric_beasts import Beasts

LINES = [
    "7", "11", "15a", "15b", "19a", "19b", "23a", "23b", "23c", "24", "26", "28", "30", "32", "34",
    "38a", "38b", "42", "46a", "46b", "50a", "50b", "50c", "50d", "54", "57a", "57b", "57c", "57d",
    "59a", "59b", "59c", "61a", "61b", "64a", "64b", "64c", "64d", "64e", "68-70", "72a", "72b",
    "76a", "76b",
]  # fmt: skip
IMPLIED = ["set_a_runs_empty", "a_match_that_would_never_end", "the_last_beast_at_the_very_bottom"]
RULINGS = [2, 4, *range(7, 10), *range(12, 20), 21, *range(23, 27), 28, 29, 30, 32, 33, 34]
"""Those that say more than their line does."""
WAITS = ["flip_of_an_unseen_top_card", "response", "in_a_thrash", "after_the_returns"]


@lru_cache
def names() -> list[str]:
    """The names of all tests of this package."""
    trees = [ast.parse(path.read_text()) for path in Path(__file__).parent.glob("test_*.py")]
    return [node.name for t in trees for node in t.body if isinstance(node, ast.FunctionDef)]


def covered(start: str) -> bool:
    return any(name.startswith(start) for name in names())


@pytest.mark.parametrize("line", LINES)
def test_each_line_of_the_rulebook_has_a_test(line: str) -> None:
    assert covered(f"test_L{line.replace('-', '_')}_")


@pytest.mark.parametrize("rule", IMPLIED)
def test_each_implied_rule_has_a_test(rule: str) -> None:
    assert covered(f"test_implied_{rule}")


@pytest.mark.parametrize("number", RULINGS)
def test_each_ruling_has_a_test(number: int) -> None:
    assert covered(f"test_R{number}_")


@pytest.mark.parametrize("option", list(Beasts.OPTIONS))
def test_each_option_has_a_test(option: str) -> None:
    assert covered(f"test_option_{option}")


@pytest.mark.parametrize("row", WAITS)
def test_each_row_of_who_is_waited_for_has_a_test(row: str) -> None:
    assert [name for name in names() if name.startswith("test_waits") and row in name]


def test_the_chance_has_a_test() -> None:
    assert covered("test_chance_flip")


def test_no_two_tests_have_one_name() -> None:
    for path in Path(__file__).parent.glob("test_*.py"):
        found = [n.name for n in ast.parse(path.read_text()).body if isinstance(n, ast.FunctionDef)]
        assert len(found) == len(set(found)), path.name
