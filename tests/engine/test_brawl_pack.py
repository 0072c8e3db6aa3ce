"""The pack of Taiwan Monsters Brawl: what ships, and what a box of one's own may not be."""

from typing import Any

import msgspec
import pytest

from engine.errors import BadPack
from engine.games.taiwan_monsters_brawl import Brawl
from engine.games.taiwan_monsters_brawl.box import Box, Run
from engine.games.taiwan_monsters_brawl.pack import SPELLS, Pack
from engine.notation import squash
from replay import packs

SHIPPED = msgspec.json.decode(packs.shipped(Brawl), type=Pack)
BOX = Box(SHIPPED)


def test_the_shipped_dice_are_those_of_the_box() -> None:
    assert BOX.dice == {"grey": 4, "black": 3, "red": 3}
    assert BOX.faces == {
        "grey": ["1", "1", "0", "0", "0", "0"],
        "black": ["1", "1", "1", "0", "0", "0"],
        "red": ["1", "1", "1", "1", "0", "0"],
    }


def test_the_shipped_cards_are_39_spells_and_28_territories() -> None:
    assert {squash(name) for name in BOX.spells} == {squash(name) for name in SPELLS}
    assert set(BOX.spells.values()) == {3}
    assert BOX.costs["mountain troll"] == 3
    assert len(SHIPPED.territory) == 28
    assert min(card.vp for card in SHIPPED.territory) >= 1


def test_the_shipped_supply_is_14_runes_of_each_kind() -> None:
    supply = SHIPPED.supply
    assert (supply.runes, supply.chi, supply.chi_rune) == (14, 48, 2)
    assert supply.rune_die == ["ultimate", "chi", "spell", "upgrade", "reroll", "choice"]


def test_the_shipped_monsters_have_lines_of_several_lengths_and_no_cell_apart() -> None:
    assert len(SHIPPED.monster) == 8
    for board in BOX.boards.values():
        whole = [run for run in board.runs.values() if run.whole]
        assert len(whole) >= 6
        assert len({len(run.cells) for run in whole}) >= 2
        assert all(run.slots for run in whole)
        assert set(board.takes) <= {cell for run in whole for cell in run.cells}


def test_runs_are_the_parts_of_a_row_or_column_between_empty_spaces() -> None:
    runs = BOX.boards["Two Suns"].runs
    assert [name for name, run in runs.items() if run.whole] == [
        "a1-c1", "d2-e2", "a3-d3", "d4-e4", "b1-b4", "d2-d4", "e1-e2",
    ]  # fmt: skip
    assert runs["a1-c1"] == Run(("a1", "b1", "c1"), ("b1", "c1"), ("red",), 0, True)
    assert not runs["a1-b1"].whole
    assert "a1-d1" not in runs


def changed(path: str, value: Any) -> Pack:
    """The shipped pack with one value set, as a table would write it; `None` takes it away."""
    tree = msgspec.to_builtins(SHIPPED)
    node = tree
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in steps:
        node = node[step]
    if value is None:
        del node[last]
    else:
        node[last] = value
    return msgspec.convert(tree, Pack)


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("die.0", None, "die"),
        ("die.0.count", 2, "die[0].count"),
        ("die.1.faces", [], "die[1].faces"),
        ("die.2.color", "grey", "die"),
        ("supply.rune_die", [], "supply.rune_die"),
        ("spell.1.name", "Tor-nado", "spell[1].name"),
        ("spell.1.name", "Earthquake", "spell[1].name"),
        ("spell.1.name", "!?", "spell[1].name"),
        ("spell.2.copies", 0, "spell[2].copies"),
        ("spell.2", None, "spell"),
        ("territory", [], "territory"),
        ("territory.3.vp", 0, "territory[3].vp"),
        ("territory.3.name", "ALISHAN", "territory[3].name"),
        ("monster.7.name", "two suns", "monster[7].name"),
        ("monster.2.letter", "A", "monster[0].letter"),
        ("monster.1.board", [], "monster[1].board"),
        ("monster.1.board", ["r.G", "#."], "monster[1].board[1]"),
        ("monster.1.board", ["r.G", "#.x"], "monster[1].board[1]"),
        ("monster.1.board", [".#.", "#.#"], "monster[1].board"),
        ("monster.1.board", ["rg#", "1b#"], "monster[1].board"),
        ("monster.1.board", ["C1"], "monster[1].a"),
        ("monster.1.b", {"runes": ["chi"] * 12}, "monster[1].b"),
        ("monster.3.ultimate", [], "monster[3].ultimate"),
        ("monster.3.ultimate", [{"effect": "vp", "amount": 1}], "monster[3].ultimate[0]"),
        ("monster.3.ultimate", [{"effect": "reroll"}], "monster[3].ultimate[0]"),
        ("monster.3.ultimate", [{"effect": "dice", "amount": 1}], "monster[3].ultimate[0]"),
        (
            "monster.3.ultimate",
            [{"effect": "upgrade", "amount": 1}, {"effect": "upgrade", "amount": 1}],
            "monster[3].ultimate",
        ),
        (
            "monster.3.ultimate",
            [{"effect": "spells", "amount": -1, "whom": "self"}],
            "monster[3].ultimate[0]",
        ),
        (
            "monster.3.ultimate",
            [{"effect": "reroll", "amount": 1, "whom": "foe"}],
            "monster[3].ultimate[0]",
        ),
    ],
)
def test_a_box_that_cannot_be_played_names_the_value(path: str, value: Any, told: str) -> None:
    with pytest.raises(BadPack) as refused:
        Brawl(changed(path, value))
    assert refused.value.path == told
    assert refused.value.reason


def test_a_box_of_ones_own_may_change_what_is_printed() -> None:
    game = Brawl(changed("territory.0.name", "Dabajian"))
    assert "Dabajian" in game.names(None, "territory")
    assert Brawl(changed("spell.0.name", "TORNADO")).box.printed["TORNADO"] == "Tornado"
