"""Every rule-bearing line of the rulebook has a test that names it."""

import ast
from functools import lru_cache
from pathlib import Path

import pytest

from engine.games.taiwan_monsters_brawl import Brawl

LINES = [
    "44", "46", "48", "50", "52-54", "55a", "55b,56b", "56a", "58", "60", "61", "62", "63",
    "64", "66", "68a", "68b", "70", "72", "74", "76", "78a", "78b", "80", "82", "88-92", "96",
    "97", "98", "99", "100", "104a", "104b", "106", "116-120", "122-125", "127a", "127b", "129",
    "133-135", "139", "140a", "140b", "144", "146", "147", "152,156", "153,157", "154,158",
    "155", "163", "167-171", "175-177", "179-182", "184", "186a", "186b", "188", "192-195",
    "197", "199a", "199b", "199c", "201a", "201b", "203-214", "216-225", "229", "233", "234",
    "235", "239", "243", "244", "245", "251", "252", "253", "257", "258", "259", "260",
    "261-262", "263", "264", "265", "266", "267", "268",
]  # fmt: skip
IMPLIED = ["what_an_ultimate_does", "no_counter_play", "two_reach_15", "who_concedes"]


@lru_cache
def names() -> list[str]:
    """The names of all tests of this package."""
    trees = [ast.parse(path.read_text()) for path in Path(__file__).parent.glob("test_*.py")]
    return [node.name for t in trees for node in t.body if isinstance(node, ast.FunctionDef)]


@pytest.mark.parametrize("line", LINES)
def test_each_line_of_the_rulebook_has_a_test(line: str) -> None:
    start = f"test_L{line.replace('-', '_').replace(',', '_')}_"
    assert [name for name in names() if name.startswith(start)]


@pytest.mark.parametrize("rule", IMPLIED)
def test_each_implied_rule_has_a_test(rule: str) -> None:
    assert [name for name in names() if name.startswith(f"test_implied_{rule}")]


@pytest.mark.parametrize("option", list(Brawl.OPTIONS))
def test_each_option_has_a_test(option: str) -> None:
    assert [name for name in names() if name.startswith(f"test_option_{option}")]


def test_no_two_tests_have_one_name() -> None:
    for path in Path(__file__).parent.glob("test_*.py"):
        found = [n.name for n in ast.parse(path.read_text()).body if isinstance(n, ast.FunctionDef)]
        assert len(found) == len(set(found)), path.name
