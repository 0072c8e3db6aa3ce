"""C. Frightening, D. Capturing and Transforming, E. Placing; the skeleton and the vampire."""

from typing import Any

import pytest

from engine.games.vale_dos_monstros.moves import Frighten, Front, Rise
from tests.engine.driver import Table
from tests.engine.vale.table import (
    ANA,
    BEN,
    CAI,
    adjust,
    begun,
    cells,
    illegal,
    lines,
    pieces,
    refused,
    spaces,
    stand,
    tokens,
    two,
    verbs,
    where,
)

FRIGHTEN = ("C. Fright", "Legion abilities")
CAPTURE = ("D. Captur", "Legion abilities")
PLACE = ("E. Plac",)
SIX = ("mummy", "ghost", "witch", "werewolf", "skeleton", "vampire")
EVERY_BUSH = spaces(
    "a1 a2 a3 a4 a5 a6 a7 a10 a12 a13 a14 b1 b14 c1 c15 d1 d14 e1 e15 f1 f14 h1 h14 i1 i15"
    " j1 j14 k1 k15 l1 l14 m2 m3 m4 m5 m6 m7 m9 m10 m11 m12 m13 m14 m15"
)


def at(monsters: dict[int, str], *legions: str, **setting: Any) -> Table:
    board = {
        key: setting.pop(key)
        for key in ("held", "turned", "fires", "visitors", "tokens", "front", "points", "reserve")
        if key in setting
    }
    return stand(begun(*legions, **setting), monsters, **board)


def crowded(legion: str, free: str, **board: Any) -> Table:
    """Six legions that fill every bush but these; Ana's other pieces stand as `board` says."""
    taken = [cell for cell in sorted(EVERY_BUSH) if cell not in free.split()]
    others = [x for x in SIX if x != legion]
    monsters = {seat: " ".join(taken[8 * seat - 8 : 8 * seat]) for seat in range(1, 6)}
    left = taken[40:]
    monsters[ANA] = " ".join([*left, board.pop("valley")])
    return stand(begun(legion, *others), monsters, **board)


@pytest.mark.parametrize(("who", "gain"), [("man", 3), ("woman", 2), ("child", 1)])
def test_L54_frighten_gives_three_two_or_one(who: str, gain: int) -> None:
    t = at({ANA: "g9"}, visitors={who: "h9"})
    before = t.state.tokens
    t.do("frighten h9")
    assert (tokens(t), t.state.tokens) == ([3 + gain, 3, 3], before - gain)
    assert (t.state.visitors, t.state.points, where(t, ANA)) == ({}, 2, {"g9"})


def test_L54_any_own_valley_piece_beside_the_visitor_will_do() -> None:
    t = at({ANA: "g9 i9 k3", BEN: "f5"}, visitors={"man": "h9 f6", "child": "c3"})
    assert lines(t, "frighten") == ["frighten h9"]
    refused(t, "frighten f6", *FRIGHTEN)
    refused(t, "frighten c3", *FRIGHTEN)
    refused(t, "frighten g9", *FRIGHTEN)
    refused(t, "frighten g10", *FRIGHTEN)


@pytest.mark.parametrize(("left", "gain"), [(0, 0), (1, 1), (2, 2), (3, 3), (9, 3)])
def test_L54_r7_the_gain_is_cut_and_the_visitor_leaves_all_the_same(left: int, gain: int) -> None:
    t = at({ANA: "g9"}, visitors={"man": "h9"}, tokens={CAI: 63 - left})
    t.do("frighten h9")
    assert (tokens(t)[ANA], t.state.tokens, t.state.visitors) == (3 + gain, left - gain, {})


def test_option_token_supply_unlimited_gains_are_never_cut() -> None:
    t = at(
        {ANA: "g9 c4", BEN: "c3"},
        visitors={"man": "h9 g8", "woman": "f8"},
        tokens={CAI: 62},
        token_supply="unlimited",
    )
    assert t.state.tokens == 1
    t.do("frighten h9", "frighten g8", "frighten f8")
    assert (tokens(t), t.state.tokens) == ([11, 3, 62], 0)


def test_option_token_supply_unlimited_also_attacks() -> None:
    t = at({ANA: "g8 g10 f6", BEN: "g9"}, tokens={CAI: 63}, token_supply="unlimited")
    t.do("move f6 f8")
    assert tokens(t) == [6, 3, 63]


def test_option_token_supply_limited_is_sixty_nine() -> None:
    t = at({ANA: "g9"}, visitors={"man": "h9 g8"}, tokens={CAI: 62}, token_supply="limited")
    t.do("frighten h9")
    assert (tokens(t), t.state.tokens) == ([4, 3, 62], 0)
    t.rule("token_supply", "unlimited")
    t.do("frighten g8")
    assert tokens(t) == [7, 3, 62]


def test_option_token_supply_may_be_ruled_back_to_limited() -> None:
    t = at({ANA: "g9"}, visitors={"man": "h9 g8"}, tokens={CAI: 63}, token_supply="unlimited")
    t.do("frighten h9")
    t.rule("token_supply", "limited")
    t.do("frighten g8")
    assert tokens(t) == [6, 3, 63]


def test_L55_not_from_a_bush() -> None:
    # b4 touches the bushes a4 and a5.
    t = at({ANA: "a4 a5"}, visitors={"man": "b4"})
    assert not lines(t, "frighten", "capture")
    refused(t, "frighten b4", *FRIGHTEN)


def test_L55_r32_nor_from_a_tent() -> None:
    t = at({ANA: "a2"}, held={ANA: "g6"}, visitors={"man": "g7"})
    refused(t, "frighten g7", *FRIGHTEN)


def test_L57a_piece_and_visitor_leave_together() -> None:
    for who in ("man", "woman"):
        t = at({ANA: "g9 k3"}, visitors={who: "h9"})
        before = tokens(t), t.state.tokens
        t.do("capture g9 h9")
        assert (where(t, ANA), t.state.visitors) == ({"k3"}, {})
        assert (tokens(t), t.state.tokens) == before
        assert t.state.points == 2


def test_L57a_an_own_piece_beside_it() -> None:
    t = at({ANA: "g9 g10 k3", BEN: "f5"}, visitors={"man": "h9 f6"})
    assert lines(t, "capture") == ["capture g10 h9", "capture g9 h9"]
    refused(t, "capture k3 h9", *CAPTURE)
    refused(t, "capture f5 f6", *CAPTURE)
    refused(t, "capture g9 f6", *CAPTURE)
    refused(t, "capture g9 g10", *CAPTURE)
    refused(t, "capture h9 g9", *CAPTURE)
    refused(t, "capture c3 h9", *CAPTURE)


def test_L57b_captor_and_new_piece_in_front_of_the_screen() -> None:
    t = at({ANA: "g9 k3"}, visitors={"man": "h9"}, front={ANA: 2})
    assert pieces(t, ANA) == (4, 2, 2, 0)
    t.do("capture g9 h9")
    assert pieces(t, ANA) == (3, 4, 1, 0)
    assert lines(t, "enter")


def test_L57b_r34_a_piece_in_reserve_is_needed() -> None:
    t = at({ANA: "g9"}, visitors={"man": "h9"}, reserve={ANA: 0})
    refused(t, "capture g9 h9", *CAPTURE)
    assert not lines(t, "capture")
    t = at({ANA: "g9"}, visitors={"man": "h9"}, reserve={ANA: 1})
    t.do("capture g9 h9")
    assert pieces(t, ANA) == (0, 8, 0, 0)


def test_option_capture_reserve_not_needed_only_the_captor_goes_in_front() -> None:
    t = at({ANA: "g9"}, visitors={"man": "h9"}, reserve={ANA: 0}, capture_reserve="not-needed")
    t.do("capture g9 h9")
    assert (pieces(t, ANA), t.state.visitors) == ((0, 8, 0, 0), {})
    t = at({ANA: "g9"}, visitors={"man": "h9"}, reserve={ANA: 1}, capture_reserve="not-needed")
    t.do("capture g9 h9")
    assert pieces(t, ANA) == (0, 8, 0, 0)


def test_option_capture_reserve_not_needed_leaves_a_vampire_nothing_to_rise_with() -> None:
    t = at(
        {ANA: "g9"}, "vampire", "ghost", "witch",
        visitors={"man": "h9"}, reserve={ANA: 0}, capture_reserve="not-needed",
    )  # fmt: skip
    t.do("capture g9 h9")
    assert (pieces(t, ANA), t.state.rise) == ((0, 8, 0, 0), [])
    assert verbs(t) >= {"pass", "enter"}


def test_option_capture_reserve_needed_is_what_a_match_has() -> None:
    t = at({ANA: "g9"}, visitors={"man": "h9"}, reserve={ANA: 0}, capture_reserve="needed")
    refused(t, "capture g9 h9", *CAPTURE)
    t.rule("capture_reserve", "not-needed")
    t.do("capture g9 h9")


def test_L58_not_from_a_bush() -> None:
    t = at({ANA: "a4 a5"}, visitors={"woman": "b4"})
    refused(t, "capture a4 b4", *CAPTURE)


def test_L58_r34_nor_from_a_tent() -> None:
    t = at({ANA: "a2"}, held={ANA: "g6"}, visitors={"man": "g7"})
    refused(t, "capture g6 g7", *CAPTURE)


def test_L59_no_children() -> None:
    t = at({ANA: "g9"}, visitors={"child": "h9", "man": "g10"})
    refused(t, "capture g9 h9", *CAPTURE)
    assert lines(t, "capture") == ["capture g9 g10"]


def test_L61_from_the_front_of_the_screen_into_any_free_bush() -> None:
    t = at({ANA: "g9 a2", BEN: "m3"}, front={ANA: 2})
    assert cells(t, "enter") == EVERY_BUSH - {"a2", "m3"}
    for cell in ("a2", "m3", "a8", "b3", "g6", "a9"):
        refused(t, f"enter {cell}", *PLACE)
    t.do("enter a10")
    assert (where(t, ANA), pieces(t, ANA), t.state.points) == (
        {"g9", "a2", "a10"}, (4, 1, 3, 0), 2
    )  # fmt: skip
    t.do("enter a3")
    refused(t, "enter a4", *PLACE)


def test_L61_r36_none_in_front_no_action() -> None:
    t = at({ANA: "g9"}, front={ANA: 0})
    assert not lines(t, "enter")
    refused(t, "enter a2", *PLACE)


def test_L61_r36_no_bush_free_no_action() -> None:
    t = crowded("mummy", "m15", valley="g9", front={ANA: 2})
    assert lines(t, "enter") == ["enter m15"]
    t.do("enter m15")
    assert not lines(t, "enter")
    refused(t, "enter m15", *PLACE)


def test_L61_two_legions_place_their_own_pieces() -> None:
    t = stand(two(), {0: "g9", 2: "g11"}, front={0: 0, 2: 4})
    refused(t, "enter a2", *PLACE)


def bones(*, visitors: dict[str, str], **setting: Any) -> Table:
    """Ana's skeletons on g9 and k3."""
    monsters = setting.pop("monsters", {ANA: "g9 k3"})
    return at(monsters, "skeleton", "ghost", "witch", visitors=visitors, **setting)


@pytest.mark.parametrize(
    ("visitors", "gain"),
    [
        ({"man": "g8 h9"}, 5),
        ({"man": "g8", "woman": "h9"}, 4),
        ({"woman": "g8 h9"}, 3),
        ({"man": "g8", "child": "h9"}, 3),
        ({"woman": "g8", "child": "h9"}, 2),
        ({"child": "g8 h9"}, 1),
    ],
)
def test_L65_two_at_once_for_one_token_less(visitors: dict[str, str], gain: int) -> None:
    t = bones(visitors=visitors)
    before = t.state.tokens
    t.do("frighten g8 h9")
    assert (tokens(t), t.state.tokens) == ([3 + gain, 3, 3], before - gain)
    assert (t.state.visitors, t.state.points) == ({}, 2)


def test_L65_r11_once_a_turn_also_with_the_extra_action() -> None:
    t = bones(visitors={"man": "g8 h9 f8 f9 h8 g10"})
    t.do("frighten g8 h9")
    refused(t, "frighten f8 f9", *FRIGHTEN)
    t.do("frighten f8", "pass", "extra")
    refused(t, "frighten f9 h8", *FRIGHTEN)
    t.do("frighten f9", "end", "end", "end")
    t.do("frighten g10 h8")
    assert tokens(t)[ANA] == 3 + 5 + 3 + 3 + 5


def test_L65_r33_one_visitor_is_no_ability_and_costs_nothing() -> None:
    t = bones(visitors={"man": "g8 h9 f8"})
    t.do("frighten f8")
    assert (tokens(t)[ANA], t.state.ability) == (6, False)
    t.do("frighten g8 h9")
    assert tokens(t)[ANA] == 11


def test_L65_r33_both_beside_the_same_piece() -> None:
    t = bones(visitors={"man": "g8 k4"})
    assert lines(t, "frighten") == ["frighten g8", "frighten k4"]
    refused(t, "frighten g8 k4", *FRIGHTEN)
    refused(t, "frighten g8 g8", *FRIGHTEN)
    refused(t, "frighten g8 h9", *FRIGHTEN)


def test_L65_either_order_is_typed_and_one_is_listed() -> None:
    t = bones(visitors={"man": "g8", "child": "h9"})
    assert lines(t, "frighten") == ["frighten g8", "frighten g8 h9", "frighten h9"]
    t.do("frighten h9 g8")
    assert t.events[-1].move == Frighten("g8", "h9")
    assert tokens(t)[ANA] == 6


def test_L65_g10_comes_before_g8_in_plain_text() -> None:
    t = bones(visitors={"man": "g8 g10"})
    assert "frighten g10 g8" in lines(t, "frighten")
    t.do("frighten g8 g10")
    assert t.events[-1].move == Frighten("g10", "g8")


def test_L65_not_from_a_bush_or_a_tent() -> None:
    t = bones(monsters={ANA: "a4"}, visitors={"man": "b3 b4"})
    refused(t, "frighten b3 b4", *FRIGHTEN)
    t = bones(monsters={ANA: "a2"}, held={ANA: "g6"}, visitors={"man": "g7 h6"})
    refused(t, "frighten g7 h6", *FRIGHTEN)


def test_L65_nobody_else_frightens_two() -> None:
    for legion in ("witch", "ghost", "werewolf", "vampire", "mummy"):
        others = [x for x in SIX if x not in (legion, "skeleton")][:2]
        t = at({ANA: "g9"}, legion, *others, visitors={"man": "g8 h9"})
        refused(t, "frighten g8 h9", *FRIGHTEN)
        assert lines(t, "frighten") == ["frighten g8", "frighten h9"]


@pytest.mark.parametrize(("left", "gain"), [(0, 0), (4, 4), (5, 5), (6, 5)])
def test_L65_r7_the_sum_less_one_is_cut_to_the_reserve(left: int, gain: int) -> None:
    t = bones(visitors={"man": "g8 h9"}, tokens={CAI: 63 - left})
    t.do("frighten g8 h9")
    assert (tokens(t)[ANA], t.state.visitors) == (3 + gain, {})


def test_option_skeleton_pair_any_pieces() -> None:
    t = bones(visitors={"man": "g8 k4", "child": "c3"}, skeleton_pair="any-pieces")
    assert lines(t, "frighten") == ["frighten g8", "frighten g8 k4", "frighten k4"]
    refused(t, "frighten c3 g8", *FRIGHTEN)
    t.do("frighten g8 k4")
    assert tokens(t)[ANA] == 8


def test_option_skeleton_pair_any_pieces_of_the_valley() -> None:
    t = bones(
        monsters={ANA: "g9 a4"}, held={ANA: "j4"}, visitors={"man": "g8 b4 k4"},
        skeleton_pair="any-pieces",
    )  # fmt: skip
    assert lines(t, "frighten") == ["frighten g8"]
    refused(t, "frighten b4 g8", *FRIGHTEN)
    refused(t, "frighten g8 k4", *FRIGHTEN)


def test_option_skeleton_pair_same_piece_is_what_a_match_has() -> None:
    t = bones(visitors={"man": "g8 k4"}, skeleton_pair="same-piece")
    refused(t, "frighten g8 k4", *FRIGHTEN)
    t.rule("skeleton_pair", "any-pieces")
    t.do("frighten g8 k4")


def bats(monsters: dict[int, str] | None = None, **setting: Any) -> Table:
    """Ana's vampire on g9 beside a man and a woman."""
    setting.setdefault("visitors", {"man": "h9", "woman": "g10"})
    return at(monsters or {ANA: "g9 k3"}, "vampire", "ghost", "witch", **setting)


def test_L66_both_pieces_rise_in_two_adjacent_bushes() -> None:
    t = bats()
    t.do("capture g9 h9")
    assert verbs(t) == {"rise", "front"}
    t.do("rise m2 m3")
    assert (where(t, ANA), pieces(t, ANA)) == ({"k3", "m2", "m3"}, (3, 2, 3, 0))
    assert (t.state.points, t.state.turn) == (2, ANA)


def test_L66_any_pair_of_empty_bushes_that_touch_each_other() -> None:
    t = bats({ANA: "g9", BEN: "a3 m13"})
    t.do("capture g9 h9")
    pairs = set(lines(t, "rise"))
    for line in ("rise a1 a2", "rise a1 b1", "rise a2 b1", "rise m14 m15", "rise a13 a14"):
        assert line in pairs
    chains = [
        "a1 a2", "a1 b1", "a2 b1", "b1 c1", "c1 d1", "d1 e1", "e1 f1",
        "h1 i1", "i1 j1", "j1 k1", "k1 l1",
        "a4 a5", "a5 a6", "a6 a7", "a12 a13", "a13 a14", "a14 b14",
        "b14 c15", "c15 d14", "d14 e15", "e15 f14",
        "h14 i15", "i15 j14", "j14 k15", "k15 l14", "l14 m15", "l14 m14", "m14 m15",
        "m2 m3", "m3 m4", "m4 m5", "m5 m6", "m6 m7", "l1 m2",
        "m10 m9", "m10 m11", "m11 m12",
    ]  # fmt: skip
    assert pairs == {f"rise {chain}" for chain in chains}
    for line in ("rise a10 a12", "rise a2 a3", "rise a2 a4", "rise a4 a4", "rise b2 b3",
                 "rise a7 a8", "rise m7 m9"):  # fmt: skip
        refused(t, line, *CAPTURE)


def test_L66_either_order_is_typed() -> None:
    t = bats()
    t.do("capture g9 h9", "rise m10 m9")
    assert t.events[-1].move == Rise("m10", "m9")
    t = bats()
    t.do("capture g9 h9", "rise m9 m10")
    assert t.events[-1].move == Rise("m10", "m9")


def test_L66_r11_front_leaves_the_ability_unused() -> None:
    t = bats({ANA: "g9 g11"})
    t.do("capture g9 h9", "front")
    assert (pieces(t, ANA), t.state.ability) == ((3, 4, 1, 0), False)
    t.do("capture g11 g10")
    assert verbs(t) == {"rise", "front"}
    t.do("rise m2 m3")
    assert pieces(t, ANA) == (2, 4, 2, 0)


def test_L66_once_a_turn_then_the_normal_capture() -> None:
    t = bats({ANA: "g9 g11"})
    t.do("capture g9 h9", "rise m2 m3", "capture g11 g10")
    assert verbs(t) >= {"pass", "enter", "end"}
    assert pieces(t, ANA) == (2, 4, 2, 0)
    refused(t, "rise m4 m5")
    refused(t, "front")


def test_L66_r11_once_also_with_the_extra_action() -> None:
    t = bats({ANA: "g9 g11"})
    t.do("capture g9 h9", "rise m2 m3", "pass", "pass", "extra", "capture g11 g10")
    assert verbs(t) == {"end"}
    t = bats({ANA: "g9 g11"})
    t.do("pass", "pass", "pass", "extra", "capture g9 h9")
    assert verbs(t) == {"rise", "front"}
    t.do("rise m2 m3")
    assert verbs(t) == {"end"}


def test_L66_again_in_the_next_turn() -> None:
    t = bats({ANA: "g9 g11"})
    t.do("capture g9 h9", "rise m2 m3", "end", "end", "end", "capture g11 g10")
    assert verbs(t) == {"rise", "front"}


def test_L66_nothing_else_while_it_is_owed() -> None:
    t = bats(tokens={ANA: 9}, front={ANA: 2})
    adjust(t, (["seats", ANA, "down"], 3))
    t.do("capture g9 h9")
    for line in ("pass", "end", "move k3 k4", "enter a2", "refresh", "extra", "capture k3 g10"):
        refused(t, line)
    for line in ("Ben: end", "Ben: front"):
        refused(t, line)
    t.do("front")
    for move in (Front(), Rise("m2", "m3")):
        illegal(t, ANA, move)


def test_L66_r35_no_pair_is_free_and_nothing_is_owed() -> None:
    # Free are a10, alone, and m9 and m11, with m10 between them taken.
    t = crowded("vampire", "a10 m9 m11", valley="g9 k3", visitors={"man": "h9"})
    t.do("capture g9 h9")
    assert (t.state.rise, t.state.points) == ([], 2)
    assert verbs(t) >= {"pass", "enter"}
    t = crowded("vampire", "a10 m9 m10", valley="g9 k3", visitors={"man": "h9"})
    t.do("capture g9 h9")
    assert lines(t) == ["front", "rise m10 m9"]


def test_L66_nobody_else_rises() -> None:
    t = at({ANA: "g9"}, visitors={"man": "h9"})
    t.do("capture g9 h9")
    refused(t, "rise m2 m3")
    refused(t, "front")


def test_L66_r34_it_needs_a_piece_in_reserve_like_any_capture() -> None:
    t = bats(reserve={ANA: 0})
    refused(t, "capture g9 h9", *CAPTURE)


def test_option_vampire_bushes_captor_beside_the_captors_or_the_visitors_space() -> None:
    # b3 touches the bushes a3 and a4, b4 touches a4 and a5.
    t = bats({ANA: "b3"}, visitors={"man": "b4"}, vampire_bushes="captor")
    t.do("capture b3 b4")
    assert lines(t) == ["front", "rise a3 a4", "rise a3 a5", "rise a4 a5"]
    refused(t, "rise a2 a3", *CAPTURE)
    refused(t, "rise m2 m3", *CAPTURE)
    t.do("rise a5 a3")
    assert where(t, ANA) == {"a3", "a5"}


def test_option_vampire_bushes_captor_far_from_bushes_is_a_normal_capture() -> None:
    t = bats(vampire_bushes="captor")
    t.do("capture g9 h9")
    assert (t.state.rise, pieces(t, ANA)) == ([], (3, 4, 1, 0))
    # b9 touches a10 alone, b8's other neighbour a9 is a mountain.
    t = bats({ANA: "b9"}, visitors={"man": "b8"}, vampire_bushes="captor")
    t.do("capture b9 b8")
    assert t.state.rise == []


def test_option_vampire_bushes_captor_empty_ones() -> None:
    t = bats({ANA: "b3", BEN: "a3"}, visitors={"man": "b4"}, vampire_bushes="captor")
    t.do("capture b3 b4")
    assert lines(t) == ["front", "rise a4 a5"]


def test_option_vampire_bushes_mutual_is_what_a_match_has() -> None:
    t = bats(vampire_bushes="mutual")
    t.do("capture g9 h9")
    assert "rise m2 m3" in lines(t)


@pytest.mark.parametrize("verb", ["frighten", "capture"])
def test_r32_r34_the_own_other_legion_does_not_act(verb: str) -> None:
    t = stand(two(), {0: "k3", 2: "g9"}, visitors={"man": "h9"})
    assert not lines(t, verb)


def test_L55_a_step_out_of_the_bush_is_enough() -> None:
    t = at({ANA: "a4"}, visitors={"man": "b4"})
    t.do("move a4 b3", "frighten b4")
    assert tokens(t)[ANA] == 6
