"""What `broken` reports: each invariant, broken by hand."""

from typing import Any

import pytest

from engine import fold
from engine.events import Adjusted, Adjustment
from tests.engine.driver import Table
from tests.engine.vale.table import ANA, BEN, CAI, begun, match, placing, stand, two

FIRES = {"fires": {"h5": "g6"}, "turned": {"g6": "2"}}


def breaks(t: Table, *changes: tuple[list[str | int], Any]) -> list[str]:
    """What does not hold any more once these values are set."""
    assert t.game.broken(t.state) == []
    event = Adjusted([Adjustment(path, value) for path, value in changes])
    return list(t.game.broken(fold.adjust(t.game, t.state, event)))


def some() -> Table:
    return stand(
        begun(),
        {ANA: "g9 a2", BEN: "k3"},
        held={BEN: "d4"},
        visitors={"man": "h9", "child": "i9"},
        **FIRES,  # type: ignore[arg-type]
    )


def test_every_stage_of_a_match_is_whole() -> None:
    for t in (match(2), match(6), placing("mummy", "ghost", "witch"), begun(), two(), some()):
        assert t.game.broken(t.state) == []


@pytest.mark.parametrize("where", ["reserve", "front"])
@pytest.mark.parametrize("by", [-1, 1])
def test_broken_eight_pieces_a_legion(where: str, by: int) -> None:
    t = some()
    now = getattr(t.state.seats[ANA], where)
    assert breaks(t, (["seats", ANA, where], now + by))


def test_broken_a_piece_more_or_less_on_the_board() -> None:
    t = some()
    assert breaks(t, (["monsters"], {**t.state.monsters, "g10": ANA}))
    assert breaks(t, (["monsters"], {"g9": ANA, "a2": ANA}))
    assert breaks(t, (["monsters"], {"g9": BEN, "a2": ANA, "k3": BEN}))


def test_broken_less_than_no_pieces() -> None:
    assert breaks(some(), (["seats", ANA, "front"], -1), (["seats", ANA, "reserve"], 7))


@pytest.mark.parametrize("by", [-1, 1])
def test_broken_sixty_nine_tokens(by: int) -> None:
    t = some()
    assert breaks(t, (["tokens"], t.state.tokens + by))
    assert breaks(t, (["seats", CAI, "tokens"], 3 + by))


def test_broken_no_token_is_under_a_controlled_tent() -> None:
    t = some()
    assert breaks(t, (["held"], {}), (["seats", BEN, "front"], t.state.seats[BEN].front + 1))


def test_broken_less_than_no_tokens() -> None:
    t = some()
    assert breaks(t, (["seats", ANA, "tokens"], -1), (["tokens"], t.state.tokens + 4))
    assert breaks(t, (["tokens"], -1), (["seats", ANA, "tokens"], t.state.tokens + 4))


def test_broken_two_things_on_one_space() -> None:
    t = some()
    assert breaks(t, (["visitors"], {"g9": "man"}))
    assert breaks(t, (["visitors"], {"h5": "man"}))
    assert breaks(t, (["fires"], {"h6": "g6"}), (["visitors"], {"h6": "man"}))


@pytest.mark.parametrize(("who", "most"), [("man", 15), ("woman", 15), ("child", 14)])
def test_broken_more_visitors_than_the_box_has(who: str, most: int) -> None:
    t = begun()
    row = [f"{row}{n}" for row in "fhi" for n in range(2, 12)]
    row = [cell for cell in row if cell not in ("i13",)]
    assert not breaks(t, (["visitors"], dict.fromkeys(row[:most], who)))
    assert breaks(t, (["visitors"], dict.fromkeys(row[: most + 1], who)))


@pytest.mark.parametrize("cell", ["a4", "a9", "d4", "g4", "g6"])
def test_broken_visitors_stand_only_in_the_valley(cell: str) -> None:
    # A bush, a mountain, and tents: controlled, hidden, free.
    assert breaks(some(), (["visitors"], {cell: "man"}))


@pytest.mark.parametrize("cell", ["a4", "a9", "d4", "g4", "g6", "g13"])
def test_broken_campfires_stand_only_in_the_valley_beside_their_tent(cell: str) -> None:
    assert breaks(some(), (["fires"], {cell: "g6"}))


def test_broken_a_seventh_campfire() -> None:
    t = begun()
    fires = {"c11": "b11", "c7": "c8", "e12": "e13", "g5": "g4", "h12": "i13", "k5": "l5"}
    turned = dict(zip(fires.values(), ("2", "5", "8", "10", "11", "12"), strict=True))
    assert not breaks(t, (["fires"], fires), (["turned"], turned))
    seven = {**fires, "d5": "d4"}
    assert breaks(t, (["fires"], seven), (["turned"], {**turned, "d4": "3"}))


@pytest.mark.parametrize("cell", ["a9", "d13", "g4", "g6", "d4"])
def test_broken_pieces_on_mountains_or_tents(cell: str) -> None:
    # Tents are stood on only by those who control them.
    assert breaks(some(), (["monsters"], {cell: ANA, "a2": ANA, "k3": BEN}))


def test_broken_a_space_that_is_not_there() -> None:
    assert breaks(some(), (["monsters"], {"z9": ANA, "a2": ANA, "k3": BEN}))
    assert breaks(some(), (["visitors"], {"z9": "man"}))


def test_broken_a_controlled_tent_that_nobody_revealed() -> None:
    t = some()
    assert breaks(t, (["turned"], {"g6": "2"}))


def test_broken_one_tile_under_two_tents() -> None:
    t = some()
    assert breaks(t, (["turned"], {**t.state.turned, "l5": t.state.turned["d4"]}))
    assert breaks(t, (["turned"], {**t.state.turned, "l5": "13"}))
    assert breaks(t, (["turned"], {**t.state.turned, "c3": "12"}))


@pytest.mark.parametrize(
    ("field", "value"),
    [("down", -1), ("down", 4), ("refreshed", 3), ("refreshed", -1)],
)
def test_broken_cards_and_reactivations(field: str, value: int) -> None:
    assert breaks(some(), (["seats", ANA, field], value))


def test_broken_only_a_mummy_reactivates_twice() -> None:
    # Ana has the mummies, Ben the ghosts.
    assert not breaks(some(), (["seats", ANA, "refreshed"], 2))
    assert breaks(some(), (["seats", BEN, "refreshed"], 2))


@pytest.mark.parametrize("points", [-1, 4])
def test_broken_points_are_none_to_three(points: int) -> None:
    assert breaks(some(), (["points"], points))


def test_broken_one_legion_of_two_seats() -> None:
    assert breaks(some(), (["seats", BEN, "legion"], "mummy"))


def test_unlimited_tokens_are_counted_another_way() -> None:
    t = stand(
        begun(token_supply="unlimited"), {ANA: "g9"}, visitors={"man": "h9"}, tokens={CAI: 63}
    )
    t.do("frighten h9")
    assert t.game.broken(t.state) == []
