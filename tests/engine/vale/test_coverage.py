"""Every rule-bearing line of the rulebook, every ruling and option has a test that names it."""

import ast
from functools import lru_cache
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from engine.games.vale_dos_monstros import GAME

ROWS = {
    # The row of the coverage table (a line of the rulebook, a, b, c within it): its rulings.
    "6-14": (2, 3, 7, 30, 43), "16": (3,), "18": (1, 2), "19a": (2, 6), "19b": (3, 26),
    "19c": (3,), "20a": (1,), "20b": (4,), "20c": (4,), "20d": (5,), "22": (37, 39),
    "24a": (8,), "24b": (8,), "25a": (11,), "35a": (12, 14), "35b": (13,), "37a": (15, 17),
    "37b": (15,), "38a": (18,), "38b": (19,), "38c": (20,), "39a": (15,), "39b": (15,),
    "41a": (21,), "41b": (22,), "41c": (21, 7), "42": (22, 36), "45": (12, 11), "46": (16, 11),
    "47": (24, 11), "49a": (26,), "49b": (26, 31), "50a": (28,), "50b": (28,), "50c": (29, 30),
    "51a": (31,), "51b": (31,), "54": (32, 7), "55": (32,), "57a": (34,), "57b": (34,),
    "58": (34,), "59": (34,), "61": (36,), "63": (8,), "65": (33, 11), "66": (35, 11),
    "68a": (9,), "68b": (10,), "69": (10,), "71a": (37,), "71b": (37,), "74": (39, 18),
    "75": (39,), "76": (39,), "77": (39,), "78": (40,), "80": (1,), "81a": (41,), "81b": (41,),
    "81c": (41, 40), "84a": (43,), "84b": (44,), "84c": (44,), "85a": (45,), "85b": (45,),
    "85c": (39, 44),
}  # fmt: skip
IMPLIED = {
    "nobody_can_finish": (38,),
    "pieces_in_bushes_and_a_surround": (23,),
    "control_and_attack_by_one_move": (25,),
    "a_reveal_is_one_unit": (27,),
    "the_own_other_legion": (42,),
    "who_concedes": (46,),
}
WAITS = [
    "set_up", "turn_with_points_left", "turn_with_a_begun_extra_action", "turn_with_nothing_left",
    "reveal", "for_a_vampire",
]  # fmt: skip
EXAMPLES = ["the_skeleton", "the_mummies", "the_werewolf"]


@lru_cache
def names() -> list[str]:
    """The names of all tests of this package."""
    trees = [ast.parse(path.read_text()) for path in Path(__file__).parent.glob("test_*.py")]
    return [node.name for t in trees for node in t.body if isinstance(node, ast.FunctionDef)]


def values() -> list[tuple[str, str]]:
    """The options that are texts, with each of their values."""
    found = []
    for option in msgspec.structs.fields(GAME.Options):
        kind = get_args(option.type)[0]
        found += [(option.name, value) for value in get_args(kind) if isinstance(value, str)]
    return found


@pytest.mark.parametrize("row", ROWS)
def test_each_row_of_the_coverage_table_has_a_test(row: str) -> None:
    start = f"test_L{row.replace('-', '_')}_"
    assert [name for name in names() if name.startswith(start)]


@pytest.mark.parametrize("rule", IMPLIED)
def test_each_implied_rule_has_a_test(rule: str) -> None:
    assert [name for name in names() if name.startswith(f"test_implied_{rule}")]


def test_each_ruling_stands_in_a_row() -> None:
    ruled = {ruling for row in (*ROWS.values(), *IMPLIED.values()) for ruling in row}
    assert ruled == set(range(1, 47))


def test_each_option_has_a_test_for_each_value() -> None:
    assert len(values()) == 2 * 13
    for option, value in values():
        start = f"test_option_{option}_{value.replace('-', '_')}"
        assert [name for name in names() if name.startswith(start)], start
    for option in GAME.OPTIONS:
        assert [name for name in names() if name.startswith(f"test_option_{option}")], option


@pytest.mark.parametrize("place", WAITS)
def test_each_row_of_who_is_waited_for_has_a_test(place: str) -> None:
    assert [name for name in names() if name.startswith(f"test_waits_{place}")]


def test_the_row_of_chance_has_a_test() -> None:
    assert [name for name in names() if name.startswith("test_chance_reveal")]


@pytest.mark.parametrize("example", EXAMPLES)
def test_each_example_of_the_rulebook_has_a_test(example: str) -> None:
    assert [name for name in names() if name.startswith(f"test_example_{example}")]


def test_no_two_tests_have_one_name() -> None:
    for path in Path(__file__).parent.glob("test_*.py"):
        found = [n.name for n in ast.parse(path.read_text()).body if isinstance(n, ast.FunctionDef)]
        assert len(found) == len(set(found)), path.name
