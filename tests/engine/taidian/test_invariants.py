"""What `broken` reports: each invariant, broken by hand; a box without a Firebomb; pictures."""

from typing import Any

import msgspec
import pytest

from engine import fold
from engine.events import Adjusted, Adjustment
from engine.games.taking_of_taidian import GAME
from engine.games.taking_of_taidian.moves import Firebomb
from tests.engine.driver import Table
from tests.engine.taidian.box import IDLE, POWERS, box
from tests.engine.taidian.table import ANN, BO, BRAWLER, begun, illegal, match

TEN = "jab jab jab jab jab boot boot boot boot boot"


def breaks(t: Table, *changes: tuple[list[str | int], Any]) -> list[str]:
    """What does not hold any more once these values are set."""
    assert t.game.broken(t.state) == []
    event = Adjusted([Adjustment(path, value) for path, value in changes])
    return list(t.game.broken(fold.adjust(t.game, t.state, event)))


def at(name: str, value: Any, seat: int = ANN) -> tuple[list[str | int], Any]:
    return ["seats", seat, name], value


@pytest.mark.parametrize(
    "change",
    [
        at("discard", {"jab": 1}),
        at("front", ["jab"]),
        at("aside", ["jab"]),
        at("structures", ["wall"]),
        at("deck", 4),
        at("hidden", {"jab": 5, "boot": 4}),
        at("hidden", {"jab": 6, "boot": 5}),
        at("gained", {"jab": 1}),
        (["sold"], {"jab": 1}),
        at("hand", ["jab"] * 4),
        at("buried", ["?"]),
        at("hand", ["jab"] * 6),
        at("hand", ["dart", "jab", "jab", "jab", "jab"]),
    ],
)
def test_each_card_is_in_one_place_and_is_its_owners(change):
    assert breaks(begun(TEN, IDLE), change)


def test_nobody_has_a_structure_twice():
    t = begun("wall jab jab jab jab", IDLE)
    t.do("build wall")
    owned = at("structures", ["wall", "wall"]), at("gained", {"wall": 1}), (["sold"], {"wall": 1})
    assert breaks(t, *owned)


@pytest.mark.parametrize("energy", [-1, 11, 20])
def test_the_track(energy):
    assert breaks(begun(IDLE, IDLE), at("energy", energy))


def test_the_track_after_the_twelfth_power_up():
    assert breaks(begun(IDLE, IDLE), at("levels", dict.fromkeys(POWERS, 3)), at("energy", 4))


@pytest.mark.parametrize("levels", [{"might": 4}, {"might": -1}, {"strength": 1}])
def test_levels(levels):
    assert breaks(begun(IDLE, IDLE), at("levels", levels))


@pytest.mark.parametrize("health", [51, 0, -1])
def test_health_of_the_living(health):
    assert breaks(begun(IDLE, IDLE), at("health", health))


def test_the_purse_outside_an_upgrading_turn():
    t = begun(IDLE, IDLE)
    assert breaks(t, (["purse"], 1))
    t.do("attack")
    assert breaks(t, (["purse"], 1))
    t.do("end", "upgrade")
    assert breaks(t, (["purse"], -1))
    assert breaks(t, (["purse"], 3)) == []


def test_a_batch_belongs_to_an_attacking_turn():
    t = begun(BRAWLER, IDLE)
    t.do("attack", "lay jab bo")
    assert breaks(t, (["phase"], "upgrade"))
    assert breaks(t, (["batch", "answers"], [ANN]))
    assert breaks(t, (["batch", "cards", 0, "foe"], ANN))
    assert breaks(t, at("blocked", 5))


def test_the_dead_have_nothing_and_are_not_on_turn():
    t = begun(BRAWLER, IDLE, IDLE, health=(50, 5, 50))
    t.do("attack", "lay jab bo", "hit", "take")
    assert breaks(t, at("health", 5, BO))
    assert breaks(t, at("hand", ["dart"], BO))
    assert breaks(t, (["turn"], BO))


def test_the_match_is_over_when_one_side_is_left():
    t = begun(BRAWLER, IDLE, health=(50, 5))
    assert breaks(t, (["ended"], "every opponent is dead"))
    t.do("attack", "lay jab bo", "hit", "take")
    assert breaks(t, (["ended"], ""))


@pytest.mark.parametrize("field", ["hand", "buried", "front", "structures"])
def test_names_that_the_box_does_not_hold(field):
    assert breaks(begun(IDLE, IDLE), at(field, ["hammer"]))


def test_a_box_without_a_firebomb():
    whole = box("wall jab jab jab jab", IDLE)
    cards = [card for card in whole.card if not card.firebomb]
    t = Table(GAME(msgspec.structs.replace(whole, card=cards)), ["Ann", "Bo"])
    t.do("choose ape", "choose bat", "build wall", "attack", "end", "attack")
    illegal(t, BO, Firebomb(ANN, "wall"), "Structure Cards")


def test_every_stage_has_a_turn_and_a_picture():
    t = match("wall jab jab snatch firebomb jab", "mint shield dart dart coin coin")
    lines = ["choose ape", "choose bat", "draw wall jab jab snatch ?", "draw ? ? ? ? ?",
             "build wall", "attack", "lay jab bo", "hit", "block shield", "take",
             "steal snatch bo dart"]  # fmt: skip
    for line in lines:
        t.do(line)
        for seat in (ANN, BO, None):
            view = t.game.view(t.state, seat)
            assert t.game.turn(view).texts
            picture = t.game.picture(view, t.names)
            assert picture.lines
            assert picture.svg.startswith("<svg")
