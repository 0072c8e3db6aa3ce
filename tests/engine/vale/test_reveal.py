"""B. Revealing a Tent: who, the tile, the campfire, burning, visitors in rings, one unit."""

from collections import Counter
from typing import Any

import pytest

from engine.errors import IllegalMove, IllegalOutcome
from engine.games.vale_dos_monstros.moves import Burn, Fire, Put, Spare
from tests.engine.driver import Table
from tests.engine.vale.box import NARROW
from tests.engine.vale.table import (
    ANA,
    BEN,
    CAI,
    adjust,
    begun,
    cells,
    ends,
    illegal,
    lines,
    pieces,
    refused,
    stand,
    tokens,
    verbs,
    where,
)

REVEAL = ("B. Reveal",)


def at(monsters: dict[int, str], *legions: str, **setting: Any) -> Table:
    board = {
        key: setting.pop(key)
        for key in ("held", "turned", "fires", "visitors", "tokens", "front", "points")
        if key in setting
    }
    return stand(begun(*legions, **setting), monsters, **board)


def spaces(t: Table, who: str) -> set[str]:
    """Where a visitor may be put."""
    return {line.split()[2] for line in lines(t, "put") if line.split()[1] == who}


def settle(t: Table) -> Table:
    """Put every visitor on the first legal space."""
    while verbs(t) == {"put"}:
        t.do(lines(t, "put")[0])
    return t


def test_L49a_a_valley_piece_beside_an_unrevealed_tent() -> None:
    for start in ("c4", "c5", "d3", "d5", "e4", "e5"):
        t = at({ANA: start})
        assert lines(t, "reveal") == ["reveal d4"]
        t.do("reveal d4 1")
        assert t.state.turned == {"d4": "1"}


def test_L49a_not_from_two_spaces_off() -> None:
    t = at({ANA: "b3 b4 c6"})
    assert lines(t, "reveal") == []
    refused(t, "reveal d4", *REVEAL)


def test_L49a_not_from_a_bush() -> None:
    # Bush a12 touches the tent b11, bushes d1, e1 and f1 touch e2.
    t = at({ANA: "a12 d1 e1 f1"})
    assert lines(t, "reveal") == []
    refused(t, "reveal b11", *REVEAL)
    refused(t, "reveal e2", *REVEAL)


def test_L49a_not_by_a_piece_on_a_tent() -> None:
    t = at({ANA: "a2"}, held={ANA: "j4"})
    refused(t, "reveal j5", *REVEAL)
    stand(t, {ANA: "i5"}, held={ANA: "j4"})
    assert lines(t, "reveal") == ["reveal j5"]


def test_L49a_not_with_the_piece_of_another() -> None:
    t = at({ANA: "g9", BEN: "c4"})
    refused(t, "reveal d4", *REVEAL)


def test_L49a_not_twice_and_nothing_but_a_tent() -> None:
    t = at({ANA: "c4 g5"}, turned={"d4": "1"}, held={BEN: "g6"})
    assert lines(t, "reveal") == ["reveal g4"]
    refused(t, "reveal d4", *REVEAL)
    refused(t, "reveal g6", *REVEAL)
    refused(t, "reveal c3", *REVEAL)
    refused(t, "reveal d13", *REVEAL)


def test_L49a_one_piece_between_two_tents_may_reveal_either() -> None:
    t = at({ANA: "g5"})
    assert lines(t, "reveal") == ["reveal g4", "reveal g6"]


def test_L49b_the_table_says_who_comes_and_the_tile_leaves() -> None:
    t = at({ANA: "c4"})
    t.do("reveal d4 7")
    assert t.state.points == 2
    assert t.state.reveal.people == {"man": 3, "woman": 3, "child": 2}
    settle(t)
    assert Counter(t.state.visitors.values()) == {"man": 3, "woman": 3, "child": 2}
    t = at({ANA: "c4 g7"}, turned={"d4": "7"})
    t.do("reveal g6")
    with pytest.raises(IllegalOutcome):
        t.outcome("tiles", ["7"])
    t.do("tile 9")


@pytest.mark.parametrize(
    ("tile", "people", "fire"),
    [
        ("1", {}, False),
        ("2", {}, True),
        ("3", {"man": 1}, False),
        ("4", {"woman": 1, "child": 1}, False),
        ("5", {"man": 1, "woman": 2, "child": 1}, True),
        ("6", {"child": 1}, False),
        ("7", {"man": 3, "woman": 3, "child": 2}, False),
        ("8", {"man": 1}, True),
        ("9", {}, False),
        ("10", {"man": 2}, True),
        ("11", {}, True),
        ("12", {"woman": 3, "child": 3}, True),
    ],
)
def test_L49b_each_row_of_the_table(tile: str, people: dict[str, int], fire: bool) -> None:
    t = at({ANA: "c4"})
    t.do(f"reveal d4 {tile}")
    if fire:
        assert verbs(t) == {"fire"}
        t.do("fire e5")
    assert verbs(t) >= ({"put"} if people else {"pass"})
    settle(t)
    assert Counter(t.state.visitors.values()) == people
    assert t.state.fires == ({"e5": "d4"} if fire else {})
    assert t.state.points == 2


def test_L49b_tent_and_tile_leave_and_an_empty_mark_is_left() -> None:
    t = at({ANA: "c4"}, tokens={ANA: 2})
    t.do("reveal d4 1")
    # Nobody can walk on the mark without taking control, which Ana cannot pay.
    assert "d4" not in ends(t, "c4")
    refused(t, "reveal d4", *REVEAL)


def test_L50a_the_campfire_comes_first() -> None:
    t = at({ANA: "c4"})
    t.do("reveal d4 5")
    assert verbs(t) == {"fire"}
    refused(t, "put man d3", *REVEAL)
    t.do("fire d3")
    assert verbs(t) == {"put"}
    refused(t, "fire d5", *REVEAL)
    refused(t, "put man d3", *REVEAL)


def test_L50a_on_an_empty_space_beside_the_tent() -> None:
    t = at({ANA: "c4", BEN: "d3"}, visitors={"man": "e5"})
    t.do("reveal d4 2")
    assert cells(t, "fire") == {"c5", "d5", "e4"}
    for cell in ("c4", "d3", "e5", "c3", "d4", "f4"):
        refused(t, f"fire {cell}", *REVEAL)
    t.do("fire e4")
    assert t.state.fires == {"e4": "d4"}
    assert t.state.points == 2
    assert "fire" not in verbs(t)


def test_L50b_not_beside_bushes() -> None:
    # Of e2's six spaces three are bushes; d2 and f2 touch bushes, e3 does not.
    t = at({ANA: "d2"})
    t.do("reveal e2 2")
    assert cells(t, "fire") == {"e3"}
    refused(t, "fire f2", *REVEAL)
    refused(t, "fire d1", *REVEAL)


def test_L50b_not_beside_mountains() -> None:
    # d12 and f12 touch the mountains d13 and f13.
    t = at({ANA: "d12"})
    t.do("reveal e13 2")
    assert cells(t, "fire") == {"e12"}
    refused(t, "fire f12", *REVEAL)
    refused(t, "fire d13", *REVEAL)


def test_L50b_not_beside_a_controlled_tent() -> None:
    t = at({ANA: "g3"}, held={BEN: "g6"})
    t.do("reveal g4 2")
    assert cells(t, "fire") == {"f3", "f4", "h3", "h4"}
    refused(t, "fire g5", *REVEAL)
    t = at({ANA: "k4"}, held={ANA: "j5"})
    t.do("reveal j4 2")
    # i5 and k5 lie between j4 and j5.
    assert cells(t, "fire") == {"i4", "j3"}


def test_L50b_r28_other_tents_are_fine() -> None:
    t = at({ANA: "k4"})
    t.do("reveal j4 2")
    assert cells(t, "fire") == {"i4", "i5", "j3", "k5"}
    t = at({ANA: "g3"}, turned={"g6": "1"})
    t.do("reveal g4 2")
    assert cells(t, "fire") == {"f3", "f4", "g5", "h3", "h4"}


def test_L50b_r28_never_on_a_tent_mark_or_in_a_bush() -> None:
    # j5 is a free mark beside j4.
    t = at({ANA: "k4"}, turned={"j5": "1"})
    t.do("reveal j4 2")
    assert cells(t, "fire") == {"i4", "i5", "j3", "k5"}
    refused(t, "fire j5", *REVEAL)
    t = at({ANA: "b12"})
    t.do("reveal b11 2")
    assert cells(t, "fire") == {"c11", "c12"}
    refused(t, "fire a12", *REVEAL)


def test_L50b_a_fire_may_stand_beside_another() -> None:
    t = at({ANA: "f6"}, turned={"g4": "2"}, fires={"g5": "g4"})
    t.do("reveal g6 11")
    assert cells(t, "fire") == {"f5", "g7", "h5", "h6"}


def test_L50c_none_free_so_one_is_burned() -> None:
    # Beside l10 only k10 can take a campfire.
    t = at({ANA: "l9", BEN: "k10"})
    t.do("reveal l10 2")
    assert lines(t) == ["burn k10"]
    before = tokens(t), t.state.tokens
    t.do("burn k10")
    assert (t.state.fires, where(t, BEN)) == ({"k10": "l10"}, set())
    assert pieces(t, BEN) == (4, 4, 0, 0)
    assert (tokens(t), t.state.tokens) == before


@pytest.mark.parametrize("who", ["man", "woman", "child"])
def test_L50c_a_burned_visitor_goes_to_the_supply_without_tokens(who: str) -> None:
    t = at({ANA: "l9"}, visitors={who: "k10"})
    t.do("reveal l10 2", "burn k10")
    assert (t.state.visitors, t.state.fires, tokens(t)) == ({}, {"k10": "l10"}, [3, 3, 3])


def test_L50c_r29_the_own_piece_that_revealed_may_have_to_burn() -> None:
    t = at({ANA: "k10"})
    t.do("reveal l10 2")
    assert lines(t) == ["burn k10"]
    t.do("burn k10")
    assert pieces(t, ANA) == (4, 4, 0, 0)


def test_L50c_r29_any_of_those_who_stand_where_it_would_be_legal() -> None:
    # c11 and c12 can take b11's campfire, b10 and b12 cannot.
    t = at({ANA: "b12 c11", BEN: "b10"}, visitors={"child": "c12"})
    t.do("reveal b11 5")
    assert lines(t) == ["burn c11", "burn c12"]
    refused(t, "burn b12", *REVEAL)
    refused(t, "burn b10", *REVEAL)
    refused(t, "burn a12", *REVEAL)
    t.do("burn c12")
    assert where(t, ANA) == {"b12", "c11"}
    assert (verbs(t), t.state.fires) == ({"put"}, {"c12": "b11"})


def test_L50c_r29_while_a_space_is_free_burn_is_refused() -> None:
    t = at({ANA: "b12"}, visitors={"man": "c12"})
    t.do("reveal b11 2")
    assert lines(t) == ["fire c11"]
    refused(t, "burn c12", *REVEAL)
    refused(t, "fire c12", *REVEAL)


def test_L50c_r29_burn_and_fire_are_nothing_one_may_do_otherwise() -> None:
    t = at({ANA: "c4"})
    for move in (Burn("c4"), Fire("c5"), Put("man", "c5"), Spare()):
        illegal(t, ANA, move)
    t.do("reveal d4 3")
    for move in (Burn("c4"), Fire("c5"), Spare()):
        illegal(t, ANA, move)
    illegal(t, BEN, Put("man", "c5"))


def test_L50c_r29_burning_surrounds_nobody_and_costs_nothing() -> None:
    t = at({ANA: "k10 l9", BEN: "k9 j9"}, tokens={BEN: 5})
    t.do("reveal l10 2", "burn k10")
    assert (where(t, BEN), tokens(t)) == ({"k9", "j9"}, [3, 5, 3])


def test_option_burning_may_spare_and_then_there_is_no_campfire() -> None:
    t = at({ANA: "l9", BEN: "k10"}, burning="may")
    t.do("reveal l10 2")
    assert lines(t) == ["burn k10", "spare"]
    t.do("spare")
    assert (t.state.fires, where(t, BEN), t.state.points) == ({}, {"k10"}, 2)
    # It counts as one without a campfire.
    t.do("move l9 l10")
    assert (t.state.held, tokens(t)[ANA]) == ({"l10": ANA}, 0)


def test_option_burning_may_spare_and_the_visitors_come_all_the_same() -> None:
    t = at({ANA: "l9", BEN: "k10"}, burning="may")
    t.do("reveal l10 8", "spare")
    assert lines(t) == ["put man k11", "put man l11"]


def test_option_burning_may_not_spare_a_free_space() -> None:
    t = at({ANA: "l9"}, burning="may")
    t.do("reveal l10 2")
    assert lines(t) == ["fire k10"]
    refused(t, "spare", *REVEAL)


def test_option_burning_must_has_no_spare() -> None:
    t = at({ANA: "l9", BEN: "k10"}, burning="must")
    t.do("reveal l10 2")
    refused(t, "spare", *REVEAL)
    t.rule("burning", "may")
    t.do("spare")


def test_r30_no_legal_space_and_nobody_on_one_that_would_be() -> None:
    # b4 touches c4, which a mountain spoils, and c5, which the controlled d4 and d5 do.
    t = at({ANA: "c5"}, pack=NARROW, held={BEN: "d4 d5"})
    t.do("reveal b4 2")
    assert t.state.reveal is None
    assert (t.state.fires, t.state.points) == ({}, 2)


def test_r30_nobody_is_burned_where_a_controlled_tent_keeps_the_fire_off() -> None:
    t = at({ANA: "c4", BEN: "c5"}, pack=NARROW, held={BEN: "d5 b5"})
    t.do("reveal b4 8")
    # c4 touches a mountain and c5 the controlled b5 and d5: nothing is owed but the man.
    assert verbs(t) == {"put"}
    refused(t, "burn c5", *REVEAL)


def test_r30_the_tent_counts_as_one_without() -> None:
    t = at({ANA: "c5"}, pack=NARROW, held={BEN: "d4 d5"})
    t.do("reveal b4 2", "move c5 b4")
    assert (t.state.held["b4"], tokens(t)[ANA]) == (ANA, 0)


def test_r30_a_fire_is_there_already() -> None:
    # Row c of the corridor: b4 takes a fire on c5 only, where b5's stands.
    t = at({ANA: "c4"}, pack=NARROW, turned={"b5": "11"}, fires={"c5": "b5"})
    t.do("reveal b4 2")
    assert t.state.reveal is None
    assert t.state.fires == {"c5": "b5"}
    # By ruling 18 the other tent's campfire is beside it all the same.
    stand(t, {ANA: "c4"}, turned=t.state.turned, fires=t.state.fires, tokens={ANA: 4})
    refused(t, "move c4 b4", "A. Move")


def test_r30_the_six_campfires_are_used_up() -> None:
    # Six stand on the board (by hand, since no table brings a seventh), and tile 2 asks for one.
    fires = {"c11": "b11", "c7": "c8", "e12": "e13", "g5": "g4", "h12": "i13", "k5": "l5"}
    tiles = dict(zip(fires.values(), ("1", "5", "8", "10", "11", "12"), strict=True))
    t = at({ANA: "c4"}, fires=fires, turned=tiles)
    t.do("reveal d4 2")
    assert (t.state.reveal, t.state.points, t.state.fires) == (None, 2, fires)
    t.do("move c4 d4")
    assert (t.state.held, tokens(t)[ANA]) == ({"d4": ANA}, 0)


def test_L51a_visitors_go_on_the_six_spaces_as_the_revealer_likes() -> None:
    t = at({ANA: "c4", BEN: "e5"})
    t.do("reveal d4 4")
    ring = {"c5", "d3", "d5", "e4"}
    assert spaces(t, "woman") == spaces(t, "child") == ring
    assert spaces(t, "man") == set()
    for cell in ("c4", "e5", "d4", "c3", "b4"):
        refused(t, f"put child {cell}", *REVEAL)
    refused(t, "put man c5", *REVEAL)
    t.do("put child d3")
    assert lines(t) == ["put woman c5", "put woman d5", "put woman e4"]
    refused(t, "put child c5", *REVEAL)
    refused(t, "put woman d3", *REVEAL)
    t.do("put woman e4")
    assert t.state.visitors == {"d3": "child", "e4": "woman"}


def test_L51a_never_in_a_bush_on_a_mountain_or_a_tent_mark() -> None:
    t = at({ANA: "d2"})
    t.do("reveal e2 7")
    # d1, e1 and f1 are bushes.
    assert spaces(t, "man") == {"e3", "f2"}
    t = at({ANA: "k4"}, turned={"j5": "1"})
    t.do("reveal j4 7")
    assert spaces(t, "man") == {"i4", "i5", "j3", "k5"}
    t = at({ANA: "d12"})
    t.do("reveal e13 7")
    assert spaces(t, "man") == {"e12", "f12"}


def test_L51b_when_the_ring_is_full_the_second_one() -> None:
    t = at({ANA: "d3"})
    t.do("reveal d4 7")
    for cell in ("c4", "c5", "d5", "e4"):
        t.do(f"put {'man' if 'man' in t.state.reveal.people else 'woman'} {cell}")
        refused(t, "put child c3", *REVEAL)
    t.do("put woman e5")
    second = {"b3", "b4", "b5", "c3", "c6", "d2", "d6", "e3", "e6", "f3", "f4", "f5"}
    assert spaces(t, "woman") == spaces(t, "child") == second
    t.do("put child f4")
    assert spaces(t, "child") == second - {"f4"}
    settle(t)
    assert len(t.state.visitors) == 8
    assert t.state.points == 2


def test_L51b_the_second_ring_reaches_over_mountains_and_tents() -> None:
    t = at({ANA: "d12"})
    t.do("reveal e13 7")
    t.do("put man e12", "put man f12")
    # c14 and g14 lie behind the mountains d13, e14 and f13; d14, e15 and f14 are bushes.
    assert spaces(t, "man") == {
        "c12", "c13", "c14", "d11", "e11", "f11", "g12", "g13", "g14"
    }  # fmt: skip
    t = at({ANA: "k4", BEN: "i4 i5 j3 k5"})
    t.do("reveal j4 3")
    # j6 lies behind the tent j5; l5 is a tent.
    assert spaces(t, "man") == {"h3", "h4", "h5", "i3", "i6", "j2", "j6", "k3", "k6", "l3", "l4"}


def test_L51b_full_at_once_also_with_monsters_and_campfires() -> None:
    t = at({ANA: "l9", BEN: "k11", CAI: "l11"})
    t.do("reveal l10 8", "fire k10")
    assert spaces(t, "man") == {"j9", "j10", "k9", "k12", "l8", "l12"}


def test_L51b_r31_then_the_third_and_the_fourth() -> None:
    t = at({ANA: "d3"}, table=2)
    t.do("reveal d4 1")
    while len(t.state.visitors) < 5 + 12:
        t.do(lines(t, "put")[0])
    third = {"b2", "b6", "c2", "c7", "d7", "e7", "f2", "f6", "g3", "g5"}
    assert spaces(t, "man") | spaces(t, "woman") | spaces(t, "child") == third
    while len(t.state.visitors) < 5 + 12 + 10:
        t.do(lines(t, "put")[0])
    # The fourth: rows b to h, without bushes, the tents c8 and the edge.
    fourth = {"b7", "d8", "e8", "f7", "g2", "g7", "h2", "h3", "h4", "h5", "h6"}
    assert cells(t, "put") - {"man", "woman", "child"} == fourth
    settle(t)
    assert Counter(t.state.visitors.values()) == {"man": 15, "woman": 15, "child": 14}


def test_r31_no_space_at_all_and_the_rest_stays_in_the_supply() -> None:
    t = at({ANA: "c5"}, pack=NARROW, table=2)
    t.do("reveal b4 1")
    assert spaces(t, "man") == {"c4"}
    settle(t)
    # The valley has 13 spaces, the three entrances that nobody can reach among them.
    valley = {"a10", "c13", "e9", *(f"c{n}" for n in range(1, 11))}
    assert set(t.state.visitors) == valley - {"c5"}
    assert (t.state.reveal, t.state.points, t.state.turn) == (None, 2, ANA)
    t.do("frighten c4")


def test_r31_no_space_before_the_first_one() -> None:
    t = at(
        {ANA: "c5"},
        pack=NARROW,
        table=4,
        visitors={"man": "a10 c13 e9 c1 c2 c3 c4 c6 c7 c8 c9 c10"},
    )
    t.do("reveal b4 1")
    assert (t.state.reveal, t.state.points) == (None, 2)


def test_r31_as_many_as_the_supply_has() -> None:
    row = "g8 g10 f8 f9 h8 h9 g11 f10 h10 f7 h7 i8 i9 e9"
    t = at({ANA: "c4"}, visitors={"man": f"{row} e8"})
    t.do("reveal d4 3")
    assert (t.state.reveal, t.state.points) == (None, 2)
    t = at({ANA: "c4"}, visitors={"man": row})
    t.do("reveal d4 10", "fire d5")
    assert t.state.reveal.people == {"man": 1}
    t.do("put man d3")
    assert t.state.reveal is None
    t = at({ANA: "c4"}, visitors={"child": row})
    t.do("reveal d4 4")
    assert t.state.reveal.people == {"woman": 1}


def test_implied_a_reveal_is_one_unit() -> None:
    t = at({ANA: "c4", BEN: "g9"}, tokens={ANA: 9}, front={ANA: 2})
    adjust(t, (["seats", ANA, "down"], 3))
    t.do("reveal d4 5")
    for line in ("pass", "end", "extra", "refresh", "enter a2", "move c4 c3", "reveal d4"):
        refused(t, line)
    for line in ("Ben: pass", "Ben: fire d5", "Ben: end", "Ben: move g9 g10"):
        refused(t, line)
    assert {seat for seat, _ in t.moves()} == {ANA}
    t.do("fire d5")
    for line in ("pass", "end", "extra", "refresh", "enter a2", "move c4 c3", "frighten d3"):
        refused(t, line)
    t.do("put man d3")
    refused(t, "frighten d3")
    refused(t, "end")
    t.do("put woman e4", "put child e5", "put woman c5")
    assert verbs(t) >= {"pass", "end", "refresh", "enter", "move", "frighten"}


def test_implied_a_reveal_is_one_unit_also_with_the_last_point() -> None:
    t = at({ANA: "c4"}, points=1)
    t.do("reveal d4 3")
    assert (t.waits(), verbs(t)) == (["Ana"], {"put"})
    t.do("put man d3")
    assert verbs(t) == {"extra", "end"}
    t = at({ANA: "c4"}, points=0)
    t.do("extra", "reveal d4 3")
    assert verbs(t) == {"put"}
    t.do("put man d3")
    assert verbs(t) == {"end"}


def test_r27_nobody_moves_while_the_tile_is_due() -> None:
    t = at({ANA: "c4"})
    t.do("reveal d4")
    assert (t.due(), t.waits(), t.moves()) == ("tile", [], [])
    illegal(t, ANA, Put("man", "d3"), "table")
    with pytest.raises(IllegalMove):
        t.do("Ben: agree")


def test_r27_the_mark_is_empty_while_visitors_are_placed() -> None:
    t = at({ANA: "c4"})
    t.do("reveal d4 3")
    refused(t, "put man d4", *REVEAL)


def test_example_the_werewolf_reveals_a_tent_with_too_little_room() -> None:
    # l10: bushes m10 and m11, the werewolf on l9, one space for the campfire, two for visitors
    # besides; the row is 1 man, 2 women, 1 child and a campfire.
    t = at({ANA: "l9"}, "werewolf", "mummy", "vampire")
    t.do("reveal l10 5")
    assert lines(t) == ["fire k10"]
    t.do("fire k10")
    assert spaces(t, "man") == {"k11", "l11"}
    t.do("put man k11", "put woman l11")
    assert spaces(t, "woman") == {"j9", "j10", "k9", "k12", "l8", "l12"}
    t.do("put woman k9", "put child l12")
    assert t.state.visitors == {"k11": "man", "l11": "woman", "k9": "woman", "l12": "child"}
    assert t.state.points == 2
