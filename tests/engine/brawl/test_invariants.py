"""What `broken` reports: each invariant, broken by hand."""

from typing import Any

import pytest

from engine import fold
from engine.events import Adjusted, Adjustment
from tests.engine.brawl.table import (
    ANA,
    BEN,
    acted,
    attack,
    begun,
    claimed,
    cleaned,
    fight,
    give,
    put,
    revealed,
    rounds,
)
from tests.engine.driver import Table


def breaks(t: Table, *changes: tuple[list[str | int], Any]) -> list[str]:
    """What does not hold any more once these values are set."""
    assert t.game.broken(t.state) == []
    event = Adjusted([Adjustment(path, value) for path, value in changes])
    return list(t.game.broken(fold.adjust(t.game, t.state, event)))


def test_every_stage_of_a_match_is_whole():
    for t in (begun(2), revealed(4), claimed(3), acted(claimed(3)), cleaned(claimed(3))):
        assert t.game.broken(t.state) == []
    assert rounds(begun(2), 9).state.round == 10


@pytest.mark.parametrize("count", [13, 15])
def test_a_rune_too_few_or_too_many(count):
    assert breaks(claimed(), (["supply", "chi"], count))
    assert breaks(claimed(), (["seats", ANA, "colored"], {"a1": "chi"}))


def test_a_rune_that_is_not_given_back():
    t = claimed()
    put(t, ANA, exhausted={"a1": "chi"})
    assert breaks(t, (["seats", ANA, "exhausted"], {}))


@pytest.mark.parametrize(("cell", "rune"), [("a9", "chi"), ("b3", "chi"), ("a2", "chi")])
def test_a_rune_on_a_cell_that_does_not_take_it(cell, rune):
    colored = {cell: rune}
    assert breaks(claimed(), (["seats", ANA, "colored"], colored), (["supply", "chi"], 13))


def test_a_rune_on_a_cell_that_is_not_there():
    changes = (["seats", ANA, "colored"], {"z9": "chi"}), (["supply", "chi"], 13)
    assert breaks(claimed(), *changes)


def test_two_runes_on_one_cell():
    t = claimed()
    changes = (
        (["seats", ANA, "colored"], {"a1": "chi"}),
        (["seats", ANA, "exhausted"], {"a1": "chi"}),
        (["supply", "chi"], 12),
    )
    assert breaks(t, *changes)


@pytest.mark.parametrize("what", ["vp", "chi"])
def test_less_than_nothing(what):
    assert breaks(claimed(), (["seats", ANA, what], -1))


@pytest.mark.parametrize("color", ["grey", "black", "red"])
def test_a_die_that_is_out_between_the_steps(color):
    t = claimed()
    assert breaks(t, (["dice", color], 2))
    assert breaks(t, (["dice", color], 5))


def test_a_die_that_is_lost_in_a_step():
    t = claimed()
    t.do("challenge ben")
    assert breaks(t, (["dice", "grey"], 0))
    assert breaks(t, (["dice", "red"], 2))


def test_two_markers_on_one_card():
    t = claimed()
    assert breaks(t, (["seats", BEN, "card"], "p1"))


def test_a_territory_card_in_two_places_or_none():
    t = claimed()
    assert breaks(t, (["seats", ANA, "card"], "p5"))
    assert breaks(t, (["seats", ANA, "card"], ""))


def test_a_spell_in_two_places_or_none():
    t = claimed()
    assert breaks(t, (["spell_discards"], {"aegis": 1}))
    give(t, ANA, "tornado")
    t.do("Ana: cast tornado ben")
    assert breaks(t, (["spell_discards"], {}))
    assert breaks(t, (["spell_discards"], {"tornado": 2}))


def test_an_injury_without_a_card():
    t = claimed()
    fight(t, a="1 0 0")
    assert t.state.seats[BEN].card == ""
    assert breaks(t, (["seats", BEN, "injured"], True))


def test_an_injury_after_the_clean_up():
    assert breaks(cleaned(claimed()), (["seats", ANA, "injured"], True))


def test_an_exhausted_rune_after_the_clean_up():
    t = cleaned(claimed())
    free = next(c for c in ("a1", "b1", "d1") if c not in t.state.seats[BEN].colored)
    left = t.state.supply["reroll"]
    changes = (["seats", BEN, "exhausted"], {free: "reroll"}), (["supply", "reroll"], left - 1)
    assert breaks(t, *changes)


def test_a_duel_with_oneself_or_a_seat_without_a_card():
    t = claimed()
    attack(t)
    assert breaks(t, (["duel", "defender"], ANA))
    assert breaks(t, (["seats", BEN, "card"], ""))
