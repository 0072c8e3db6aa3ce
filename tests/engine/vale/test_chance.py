"""The numbered tiles: one stack for the whole table, drawn when it is turned."""

import pytest

from engine import fold
from engine.chance import Draw, count_outcomes, total
from engine.errors import BadNotation, IllegalOutcome
from engine.events import Moved, Resolved
from engine.games.vale_dos_monstros.moves import Reveal
from tests.engine.driver import Table
from tests.engine.vale.box import TENTS
from tests.engine.vale.table import (
    ANA,
    BEN,
    begun,
    lines,
    stand,
    tiles,
    turn_to,
    verbs,
)


def test_chance_reveal_draws_one_tile_in_the_open() -> None:
    t = stand(begun(), {ANA: "c4"})
    t.do("reveal d4")
    request = t.game.chance(t.state)
    assert isinstance(request, Draw)
    assert (request.verb, request.stream, request.count) == ("tile", "tiles", 1)
    assert (request.seen_by, t.seen_by()) == (None, None)
    assert request.pool == {str(n): 1 for n in range(1, 13)}
    assert request.printed == {str(n): 1 for n in range(1, 13)}
    assert (count_outcomes(request), total(request)) == (12, 12)


def test_chance_reveal_pool_is_what_was_not_turned_yet() -> None:
    t = stand(begun(), {ANA: "c4"}, turned={"g6": "5", "g4": "12"}, held={BEN: "l5"})
    t.do("reveal d4")
    # l5 lies under tile 1.
    assert tiles(t) == ["2", "3", "4", "6", "7", "8", "9", "10", "11"]
    request = t.game.chance(t.state)
    assert isinstance(request, Draw)
    assert sum(request.printed.values()) == 12


@pytest.mark.parametrize("values", [["5"], ["13"], ["0"], [""], ["?"], [], ["1", "2"]])
def test_chance_refuses_what_cannot_be(values: list[str]) -> None:
    t = stand(begun(), {ANA: "c4"}, turned={"g6": "5"})
    t.do("reveal d4")
    with pytest.raises(IllegalOutcome):
        t.outcome("tiles", values)
    with pytest.raises(IllegalOutcome):
        t.outcome("tile", ["1"])


def test_chance_is_typed_with_or_without_its_verb() -> None:
    t = stand(begun(), {ANA: "c4"})
    t.do("reveal d4 3")
    assert t.events[-1] == Resolved("tiles", ["3"])
    t = stand(begun(), {ANA: "c4"})
    t.do("reveal d4", "tile 3")
    assert t.events[-1] == Resolved("tiles", ["3"])
    with pytest.raises((IllegalOutcome, BadNotation)):
        t.do("tile 4")


def test_chance_the_last_tile_is_certain_and_not_asked() -> None:
    held = {BEN: " ".join(tent for tent in TENTS if tent not in ("d4", "g4", "g6", "l5", "l10"))}
    free = {"l5": "12", "l10": "11", "g6": "10"}
    t = stand(begun(), {ANA: "c4 g3"}, held=held, turned=free)
    t.do("reveal d4")
    assert t.due() == "tile"
    (one, two) = tiles(t)
    t.do(f"tile {one}")
    while {"fire", "put"} & verbs(t):
        t.do(lines(t)[0])
    t.do("reveal g4")
    assert t.due() == ""
    assert t.state.turned["g4"] == two
    assert isinstance(t.events[-1], Moved)


def reveals(seed: str, *tents: str) -> list[str]:
    """The tiles that luck turns under these tents, one after the other."""
    t = begun(seed=seed)
    beside = {"d4": "c4", "g4": "g3", "g6": "g7", "l10": "l9", "c8": "c7", "j5": "i5"}
    found = []
    for tent in tents:
        stand(t, {t.state.turn: beside[tent]}, turned=dict(t.state.turned), points=3)
        t.do(f"reveal {tent}")
        found.append(t.state.turned[tent])
        while {"fire", "put", "burn"} & verbs(t):
            t.do(lines(t)[0])
    return found


@pytest.mark.parametrize("seed", ["a", "b", "7"])
def test_chance_the_nth_tile_is_the_same_under_any_tent(seed: str) -> None:
    assert reveals(seed, "d4", "g4", "c8") == reveals(seed, "l10", "j5", "g6")


def test_chance_the_nth_tile_is_the_same_whoever_turns_it() -> None:
    found = []
    for seat in (ANA, BEN):
        t = turn_to(begun(seed="who"), seat)
        stand(t, {seat: "c4"})
        t.do("reveal d4")
        found.append(t.state.turned["d4"])
    assert found[0] == found[1]


def test_chance_seeds_differ_and_every_tile_comes_once() -> None:
    assert len({tuple(reveals(str(seed), "d4", "g4", "c8")) for seed in range(8)}) > 4
    six = reveals("once", "d4", "g4", "c8", "l10", "j5", "g6")
    assert len(set(six)) == 6


def test_chance_no_state_knows_a_tile_before_it_is_turned() -> None:
    # Seeds and what lies under other tents leave no trace in the state.
    states = []
    for seed in (None, "1", "2"):
        t: Table = begun(seed=seed)
        states.append(fold.state_bytes(t.state))
    assert states[0] == states[1] == states[2]


def test_chance_every_outcome_can_be_played() -> None:
    for tile in range(1, 13):
        t = stand(begun(), {ANA: "c4"})
        t.event(Moved(ANA, Reveal("d4")))
        t.outcome("tiles", [str(tile)])
        assert t.state.turned == {"d4": str(tile)}
