"""A. Move: ways, the six legions' gaits, and taking control of a tent."""

import pytest

from engine.games.vale_dos_monstros.moves import Go
from tests.engine.driver import Table
from tests.engine.vale.table import (
    ANA,
    BEN,
    CAI,
    begun,
    ends,
    illegal,
    lines,
    pieces,
    points,
    refused,
    spaces,
    stand,
    tokens,
    two,
    where,
)

MOVE = ("A. Move",)
ROUND_G9_3 = spaces(
    "d7 d8 d9 d10 e7 e8 e9 e10 e11 f6 f7 f8 f9 f10 f11 g7 g8 g10 g11 g12"
    " h6 h7 h8 h9 h10 h11 i7 i8 i9 i10 i11 j7 j9 j10"
)
"""At most three steps from g9, without the tent g6 and the mountain j8."""
RING_G9_4 = spaces("c7 c9 c10 c11 d6 d11 e6 e12 f5 f12 g13 h5 h12 i6 i12 j6 k7 k8 k9 k10 k11")
"""Four steps from g9, without the tent c8 and the mountain j11; g5 lies behind the tent g6."""


def test_L35a_one_two_or_three_steps_turning_freely() -> None:
    t = stand(begun(), {ANA: "g9"})
    assert ends(t, "g9") == ROUND_G9_3
    refused(t, "move g9 g13", *MOVE)
    refused(t, "move g9 c9", *MOVE)
    t.do("move g9 d10")
    assert where(t, ANA) == {"d10"}


def test_L35a_out_of_a_bush() -> None:
    t = stand(begun(), {ANA: "a10"})
    near = {"b9", "b10", "b8", "c9", "c10", "c11", "b7", "a8", "d8", "d9", "d10", "d11", "c12"}
    assert ends(t, "a10") == near


def test_L35a_an_own_piece_that_stands_on_the_board() -> None:
    t = stand(begun(), {ANA: "g9", BEN: "g11"}, visitors={"man": "k9"}, front={ANA: 2})
    refused(t, "move g11 g12", *MOVE)
    refused(t, "move k9 k10", *MOVE)
    refused(t, "move h9 h10", *MOVE)
    refused(t, "move g9 g9", *MOVE)
    illegal(t, ANA, Go("nowhere", "g10"), *MOVE)
    illegal(t, ANA, Go("g9", "nowhere"), *MOVE)


def test_L35a_r12_the_end_is_not_the_start() -> None:
    t = stand(begun("ghost", "mummy", "witch"), {ANA: "g9"})
    assert "g9" not in ends(t, "g9")
    refused(t, "move g9 g9", *MOVE)


def test_L35a_r14_bushes_are_ordinary_spaces() -> None:
    t = stand(begun(), {ANA: "a5 b6"})
    # From bush to bush, over a bush, and back into one.
    assert {"a4", "a3", "a2", "a6", "a7"} <= ends(t, "a5")
    assert {"a6", "a7", "a4"} <= ends(t, "b6")
    t.do("move b6 a6", "move a6 a7", "move a7 b7")
    assert where(t, ANA) == {"a5", "b7"}


def test_L35a_round_a_corner_from_side_to_side() -> None:
    t = stand(begun(), {ANA: "b1"})
    assert {"a1", "a2", "c1", "d1", "e1"} <= ends(t, "b1")


def test_option_bushes_spaces_is_what_a_match_has_until_it_is_ruled() -> None:
    t = stand(begun(bushes="spaces"), {ANA: "b6"})
    assert "a6" in ends(t, "b6")
    t.rule("bushes", "leave-only")
    assert "a6" not in ends(t, "b6")


def test_option_bushes_leave_only_no_step_into_a_bush() -> None:
    t = stand(begun(bushes="leave-only"), {ANA: "a5 b6"})
    near = {"b4", "b5", "b3", "c4", "c5", "c6", "b2", "c3", "c7", "d3", "d5", "d6"}
    assert ends(t, "a5") == near
    assert {"a4", "a6", "a7"}.isdisjoint(ends(t, "b6"))
    assert "a8" in ends(t, "b6")
    refused(t, "move a5 a4", *MOVE)
    refused(t, "move b6 a6", *MOVE)


def test_option_bushes_leave_only_no_way_through_a_bush_either() -> None:
    walls = {ANA: "b3", BEN: "b2 b4 c3 c4"}
    assert "b5" in ends(stand(begun(), walls), "b3")
    assert ends(stand(begun(bushes="leave-only"), walls), "b3") == set()
    # A ghost over its neighbours, but into no bush.
    t = stand(begun("ghost", "mummy", "witch", bushes="leave-only"), walls)
    assert "b5" in ends(t, "b3")
    assert not ends(t, "b3") & {"a2", "a3", "a4", "a5", "a6", "b1"}


def test_option_bushes_leave_only_pieces_are_still_placed_there() -> None:
    t = stand(begun(bushes="leave-only"), {ANA: "g9"}, front={ANA: 1})
    t.do("enter a5")
    assert where(t, ANA) == {"g9", "a5"}
    t = begun("vampire", "ghost", "witch", bushes="leave-only")
    stand(t, {ANA: "g9"}, visitors={"man": "h9"})
    t.do("capture g9 h9", "rise m2 m3")


@pytest.mark.parametrize("what", ["own", "other", "man", "woman", "child"])
def test_L35b_not_through_or_onto_what_stands_there(what: str) -> None:
    # The only ways out of bush a10 are b9 and b10.
    monsters = {ANA: "a10", BEN: "g9"}
    if what in ("own", "other"):
        monsters[ANA if what == "own" else BEN] += " b9 b10"
    t = begun("mummy", "ghost", "witch")
    visitors = {what: "b9 b10"} if what in ("man", "woman", "child") else {}
    stand(t, monsters, visitors=visitors)
    assert ends(t, "a10") == set()
    refused(t, "move a10 b9", *MOVE)
    refused(t, "move a10 c10", *MOVE)


def by_fires(legion: str) -> Table:
    """Ana's piece on g5: campfires on f4 and f5, Ben's pieces on h4 and h5, g4 and g6 are tents."""
    t = begun(legion, "vampire", "mummy" if legion != "mummy" else "witch")
    fires = {"f4": "g4", "f5": "g6"}
    return stand(t, {ANA: "g5", BEN: "h4 h5"}, fires=fires, turned={"g4": "2", "g6": "11"})


def test_L35b_not_through_or_onto_a_campfire() -> None:
    t = by_fires("skeleton")
    assert ends(t, "g5") == set()
    refused(t, "move g5 f4", *MOVE)
    refused(t, "move g5 e5", *MOVE)


def test_L35b_a_detour_counts_its_steps() -> None:
    t = stand(begun(), {ANA: "a10", BEN: "b9"})
    # b9 is closed: c9 is reached over b10 and c10, and b8 is too far.
    assert ends(t, "a10") == {"b10", "c10", "c11", "c9", "d9", "d10", "d11", "c12"}


def test_L35b_tents_and_mountains_close_the_way() -> None:
    t = stand(begun(), {ANA: "d12", BEN: "c12 c13 d11"})
    # e13 and d13 stand beside it, e12 is free: on from there.
    assert ends(t, "d12") == {"e12", "e11", "f11", "f12", "d10", "e10", "f10", "g11", "g12", "g13"}


def test_L37a_a_revealed_tent_without_a_visitor_beside_it() -> None:
    t = stand(begun(), {ANA: "g7"}, turned={"g6": "1"}, visitors={"man": "h5"})
    refused(t, "move g7 g6", *MOVE)
    assert "g6" not in ends(t, "g7")
    t = stand(begun(), {ANA: "g7"}, turned={"g6": "1"}, visitors={"man": "h4"})
    t.do("move g7 g6")
    assert t.state.held == {"g6": ANA}


@pytest.mark.parametrize("who", ["man", "woman", "child"])
def test_L37a_r17_any_visitor_bars_also_one_of_another_tent(who: str) -> None:
    # g5 lies between the tents g4 and g6.
    t = stand(begun(), {ANA: "g7 g3"}, turned={"g6": "1", "g4": "9"}, visitors={who: "g5"})
    refused(t, "move g7 g6", *MOVE)
    refused(t, "move g3 g4", *MOVE)


def test_L37a_not_before_it_is_revealed() -> None:
    t = stand(begun(), {ANA: "g7"})
    refused(t, "move g7 g6", *MOVE)


@pytest.mark.parametrize("owner", [ANA, BEN])
def test_L37a_r15_not_when_it_is_controlled(owner: int) -> None:
    t = stand(begun(), {ANA: "g7"}, held={owner: "g6"}, tokens={ANA: 9})
    refused(t, "move g7 g6", *MOVE)


def test_L37b_adjacent_monsters_do_not_matter() -> None:
    # h5, h6 and g5 are beside g6, some of Ben's and some of Ana's.
    t = stand(begun(), {ANA: "g7 f6", BEN: "h5 h6 g5", CAI: "f5"}, turned={"g6": "1"})
    t.do("move g7 g6")
    assert t.state.held == {"g6": ANA}


def test_L38a_three_tokens_without_a_campfire() -> None:
    t = stand(begun(), {ANA: "g7"}, turned={"g6": "1"}, tokens={ANA: 4})
    t.do("move g7 g6")
    assert tokens(t) == [1, 3, 3]


def test_L38a_five_tokens_with_a_campfire_beside_it() -> None:
    t = stand(begun(), {ANA: "g7"}, turned={"g6": "2"}, fires={"h5": "g6"}, tokens={ANA: 6})
    t.do("move g7 g6")
    assert tokens(t) == [1, 3, 3]


def test_L38a_r18_also_with_the_campfire_of_another_tent() -> None:
    # g5 holds the campfire that g4 brought; it is beside g6 too.
    t = stand(
        begun(), {ANA: "g7"}, turned={"g4": "2", "g6": "1"}, fires={"g5": "g4"}, tokens={ANA: 5}
    )
    t.do("move g7 g6")
    assert tokens(t)[ANA] == 0
    # 6 for the tent, 2 for the piece, 7 in front or in reserve, of which three are in front.
    assert points(t)["Ana"] == 6 + 2 + 3


def test_L38a_a_campfire_two_steps_off_costs_nothing() -> None:
    t = stand(
        begun(), {ANA: "g7"}, turned={"g4": "2", "g6": "1"}, fires={"h4": "g4"}, tokens={ANA: 3}
    )
    t.do("move g7 g6")
    assert tokens(t)[ANA] == 0


def test_L38a_two_campfires_cost_no_more_than_one() -> None:
    t = stand(
        begun(),
        {ANA: "g7"},
        turned={"g4": "2", "g6": "8"},
        fires={"g5": "g4", "h5": "g6"},
        tokens={ANA: 5},
    )
    t.do("move g7 g6")
    assert (tokens(t)[ANA], points(t)["Ana"]) == (0, 6 + 2 + 3)


def test_option_campfire_own_counts_only_the_fire_that_its_tile_brought() -> None:
    setting = {"turned": {"g4": "2", "g6": "1"}, "fires": {"g5": "g4"}}
    t = stand(begun(campfire="own"), {ANA: "g7 g3"}, **setting, tokens={ANA: 8})  # type: ignore[arg-type]
    t.do("move g7 g6")
    assert tokens(t)[ANA] == 5
    t.do("move g3 g4")
    assert tokens(t)[ANA] == 0
    # A tent of 4 and one of 6, 2 for each piece, two in front, no tokens.
    assert points(t)["Ana"] == 4 + 6 + 4 + 2


def test_option_campfire_adjacent_counts_any() -> None:
    setting = {"turned": {"g4": "2", "g6": "1"}, "fires": {"g5": "g4"}}
    t = stand(begun(campfire="adjacent"), {ANA: "g7 g3"}, **setting, tokens={ANA: 9})  # type: ignore[arg-type]
    t.do("move g7 g6")
    assert tokens(t)[ANA] == 4
    refused(t, "move g3 g4", *MOVE)


def test_option_campfire_may_be_ruled_later() -> None:
    setting = {"turned": {"g4": "2", "g6": "1"}, "fires": {"g5": "g4"}}
    t = stand(begun(), {ANA: "g7"}, **setting, tokens={ANA: 3})  # type: ignore[arg-type]
    refused(t, "move g7 g6", *MOVE)
    t.rule("campfire", "own")
    t.do("move g7 g6")
    assert points(t)["Ana"] == 4 + 2 + 3


@pytest.mark.parametrize(("fire", "paid"), [(False, 3), (True, 5)])
def test_L38b_r19_one_of_the_paid_tokens_stays_under_the_piece(fire: bool, paid: int) -> None:
    fires = {"h5": "g6"} if fire else {}
    t = stand(begun(), {ANA: "g7"}, turned={"g6": "2"}, fires=fires, tokens={ANA: paid})
    before = t.state.tokens
    t.do("move g7 g6")
    # Net 2 or 4 to the reserve, and `broken` counts the one on the tent.
    assert t.state.tokens == before + paid - 1
    assert sum(tokens(t)) + t.state.tokens == 69 - 1


def test_L38c_the_piece_stays_for_ever_and_does_not_act() -> None:
    t = stand(
        begun(),
        {ANA: "a2", BEN: "k3"},
        held={ANA: "g6 j4"},
        visitors={"man": "g7 k4"},
        tokens={ANA: 9},
    )
    refused(t, "move g6 g5", *MOVE)
    refused(t, "frighten g7", "C.")
    refused(t, "frighten k4", "C.")
    refused(t, "capture g6 g7", "D.")
    # j5 is a tent beside j4, and nobody has revealed it.
    refused(t, "reveal j5", "B.")
    assert ends(t, "g6") == set()
    assert not lines(t, "frighten", "capture", "reveal")


def test_L38c_it_is_not_attacked() -> None:
    t = stand(begun(), {ANA: "g8 f6 f5", CAI: "h6"}, held={BEN: "g6"})
    t.do("move g8 g7")
    assert t.state.held == {"g6": BEN}
    assert tokens(t) == [3, 3, 3]


def test_L39a_a_revealed_tent_is_only_the_last_step() -> None:
    # Out of g5 leads only g6: f4, f5, h4 and h5 are taken, g4 is hidden.
    t = stand(begun(), {ANA: "g5", BEN: "f4 f5 h4 h5"}, turned={"g6": "1"})
    assert ends(t, "g5") == {"g6"}
    refused(t, "move g5 g7", *MOVE)


def test_L39a_who_steps_onto_it_controls_it() -> None:
    t = stand(begun(), {ANA: "g8"}, turned={"g6": "1"})
    t.do("move g8 g6")
    assert (t.state.held, where(t, ANA)) == ({"g6": ANA}, set())
    assert pieces(t, ANA) == (4, 3, 0, 1)


def test_L39b_not_without_the_tokens() -> None:
    t = stand(begun(), {ANA: "g7"}, turned={"g6": "1"}, tokens={ANA: 2})
    refused(t, "move g7 g6", *MOVE)
    assert "g6" not in ends(t, "g7")
    t = stand(begun(), {ANA: "g7"}, turned={"g6": "2"}, fires={"h5": "g6"}, tokens={ANA: 4})
    refused(t, "move g7 g6", *MOVE)
    assert "g6" not in ends(t, "g7")


def test_L39b_two_players_do_not_pay_for_each_other_legion() -> None:
    t = stand(two(), {0: "g7", 2: "k9"}, turned={"g6": "1"}, tokens={0: 2, 2: 12})
    refused(t, "move g7 g6", *MOVE)


def test_L45_a_witch_walks_four() -> None:
    t = stand(begun("witch", "ghost", "mummy"), {ANA: "g9"})
    found = ends(t, "g9")
    assert found >= ROUND_G9_3
    assert found - ROUND_G9_3 == RING_G9_4
    refused(t, "move g9 g14", *MOVE)


def test_L45_as_often_as_she_moves() -> None:
    t = stand(begun("witch", "ghost", "mummy"), {ANA: "h2"})
    t.do("move h2 h6", "move h6 h10", "move h10 h14")
    assert where(t, ANA) == {"h14"}


def test_L45_nobody_else_walks_four() -> None:
    for legion in ("ghost", "werewolf", "skeleton", "vampire", "mummy"):
        others = [x for x in ("mummy", "vampire", "witch") if x != legion][:2]
        t = stand(begun(legion, *others), {ANA: "h2"})
        refused(t, "move h2 h6", *MOVE)


def closed(legion: str, what: str) -> Table:
    """Ana's g9 with something on all six spaces around it."""
    ring = "g8 g10 f8 f9 h8 h9"
    others = [x for x in ("mummy", "vampire", "witch") if x != legion][:2]
    t = begun(legion, *others)
    if what == "own":
        return stand(t, {ANA: f"g9 {ring}"})
    if what == "other":
        return stand(t, {ANA: "g9", BEN: ring})
    return stand(t, {ANA: "g9"}, visitors={what: ring})


@pytest.mark.parametrize("what", ["own", "other", "man", "woman", "child"])
def test_L46_a_ghost_crosses_monsters_and_visitors(what: str) -> None:
    ring = {"g8", "g10", "f8", "f9", "h8", "h9"}
    t = closed("ghost", what)
    assert ends(t, "g9") == ROUND_G9_3 - ring
    refused(t, "move g9 g8", *MOVE)
    assert ends(closed("skeleton", what), "g9") == set()


def test_L46_a_ghost_crosses_campfires() -> None:
    t = by_fires("ghost")
    # Three steps, without the tents g4, g6, d4, j4, j5; g2 and g8 lie behind tents.
    assert ends(t, "g5") == spaces(
        "d3 d5 d6 e3 e4 e5 e6 e7 f2 f3 f6 f7 g3 g7 h2 h3 h6 h7 i3 i4 i5 i6 i7 j3 j6"
    )
    refused(t, "move g5 f4", *MOVE)


def test_L46_as_often_as_it_moves() -> None:
    t = stand(begun("ghost", "mummy", "witch"), {ANA: "g8", BEN: "g9 g11 g13"})
    t.do("move g8 g10", "move g10 g12", "move g12 g14")
    assert where(t, ANA) == {"g14"}


def ghost_between(**board: object) -> Table:
    """Ana's ghost on g5, with monsters on f4, f5, h4 and h5; g4 and g6 are tents."""
    t = begun("ghost", "mummy", "witch")
    return stand(t, {ANA: "g5", BEN: "f4 f5 h4 h5"}, **board)  # type: ignore[arg-type]


def test_L46_a_ghost_crosses_no_tent() -> None:
    for board in ({}, {"turned": {"g4": "1", "g6": "9"}}, {"held": {BEN: "g4 g6"}}):
        t = ghost_between(**board)
        # g3 and g7 lie just behind the tents: over f3 or h3, two steps of detour, they are three.
        reached = ends(t, "g5")
        assert {"g3", "g7"} <= reached
        assert {"g2", "g8"}.isdisjoint(reached)
    # Two steps only lead over a tent, three around it; a fourth would be needed for g8.
    refused(t, "move g5 g8", *MOVE)


def test_L46_a_ghost_crosses_no_mountain() -> None:
    t = stand(begun("ghost", "mummy", "witch"), {ANA: "d12", BEN: "c13 e12"})
    # d14 is two steps off over the mountain d13, three over c13 and c14.
    assert "d14" in ends(t, "d12")
    assert "e15" not in ends(t, "d12")
    assert {"d13", "e13", "e14"}.isdisjoint(ends(t, "d12"))


def test_L46_a_ghost_ends_on_a_tent_that_it_takes() -> None:
    t = ghost_between(turned={"g6": "1"})
    t.do("move g5 g6")
    assert t.state.held == {"g6": ANA}
    t = stand(begun("ghost", "mummy", "witch"), {ANA: "g8", BEN: "g7"}, turned={"g6": "1"})
    t.do("move g8 g6")
    assert t.state.held == {"g6": ANA}


def test_L46_a_visitor_bars_the_tent_for_a_ghost_too() -> None:
    t = stand(
        begun("ghost", "mummy", "witch"), {ANA: "g8"}, visitors={"man": "g7"}, turned={"g6": "1"}
    )
    refused(t, "move g8 g6", *MOVE)


def test_r12_a_piece_in_front_or_in_reserve_does_not_move() -> None:
    t = stand(begun(), {}, front={ANA: 4})
    assert not lines(t, "move")
    refused(t, "move g9 g10", *MOVE)


def test_r13_the_space_that_the_piece_leaves_is_free_for_it() -> None:
    # Only way: there and back is no move, but a way may lead over any space once more.
    t = stand(begun(), {ANA: "a10", BEN: "b9"})
    assert "a10" not in ends(t, "a10")


def test_r15_a_tent_without_anybody_is_controlled_by_the_next_action() -> None:
    t = stand(begun(), {ANA: "c4"})
    t.do("reveal d4 1", "move c4 d4")
    assert (t.state.held, t.state.points, tokens(t)[ANA]) == ({"d4": ANA}, 1, 0)


def test_r16_a_ghost_over_bushes() -> None:
    t = stand(begun("ghost", "mummy", "witch"), {ANA: "a4", BEN: "a3 a5 b3 b4"})
    assert {"a2", "a6", "c4", "c3", "c5", "b2", "b5"} <= ends(t, "a4")
