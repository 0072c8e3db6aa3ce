"""A. Move, attacks: surrounding, the werewolf's pounce, controllers, bushes."""

from typing import Any

import pytest

from engine.games.vale_dos_monstros.moves import Go
from tests.engine.driver import Table
from tests.engine.vale.table import (
    ANA,
    BEN,
    CAI,
    begun,
    cells,
    illegal,
    lines,
    pieces,
    refused,
    stand,
    tokens,
    two,
    where,
)

MOVE = ("A. Move", "Legion abilities", "Werewolf")


def around(monsters: dict[int, str], *legions: str, **setting: Any) -> Table:
    """A table whose pieces stand so; keywords that `stand` knows go there."""
    board = {
        key: setting.pop(key)
        for key in ("held", "turned", "fires", "visitors", "tokens", "front", "points")
        if key in setting
    }
    return stand(begun(*legions, **setting), monsters, **board)


def test_L41a_three_own_pieces_beside_one_opponent() -> None:
    t = around({ANA: "g8 g10 f6", BEN: "g9"})
    t.do("move f6 f8")
    assert (where(t, BEN), tokens(t)) == (set(), [6, 3, 3])


@pytest.mark.parametrize("beside", ["", "g8", "g10"])
def test_L41a_fewer_than_three_surround_nobody(beside: str) -> None:
    t = around({ANA: f"f6 {beside}", BEN: "g9"})
    t.do("move f6 f8")
    assert (where(t, BEN), tokens(t)) == ({"g9"}, [3, 3, 3])


@pytest.mark.parametrize("more", ["f9", "f9 h8", "f9 h8 h9"])
def test_L41a_four_five_and_six_do_too(more: str) -> None:
    t = around({ANA: f"g8 g10 f6 {more}", BEN: "g9"})
    t.do("move f6 f8")
    assert (where(t, BEN), tokens(t)) == (set(), [6, 3, 3])


def test_L41a_by_the_end_of_the_move_not_on_the_way() -> None:
    # f7-f8-e8: the piece passes beside Ben and ends two steps off.
    t = around({ANA: "g8 g10 f7", BEN: "g9"})
    t.do("move f7 e9")
    assert where(t, BEN) == {"g9"}


def test_L41a_r21_the_moved_piece_is_among_them() -> None:
    t = around({ANA: "g8 g10 f8 c3", BEN: "g9"})
    t.do("move c3 c4")
    assert where(t, BEN) == {"g9"}
    # Stepping from one space beside it to another is enough.
    t.do("move f8 f9")
    assert (where(t, BEN), tokens(t)) == (set(), [6, 3, 3])


def test_L41a_r21_a_piece_that_leaves_does_not_count_any_more() -> None:
    t = around({ANA: "g8 g10 f8", BEN: "g9"})
    t.do("move f8 f7")
    assert where(t, BEN) == {"g9"}


def test_L41a_r21_two_at_once_of_one_opponent() -> None:
    # f8 and g10 are beside both g9 and f9; g8 beside g9, e10 beside f9.
    t = around({ANA: "g10 g8 e10 e7", BEN: "g9 f9"})
    t.do("move e7 f8")
    assert (where(t, BEN), tokens(t)) == (set(), [9, 3, 3])
    assert pieces(t, BEN) == (4, 4, 0, 0)


def test_L41a_r21_two_at_once_of_two_opponents() -> None:
    t = around({ANA: "g10 g8 e10 e7", BEN: "g9", CAI: "f9"})
    t.do("move e7 f8")
    assert (where(t, BEN), where(t, CAI), tokens(t)) == (set(), set(), [9, 3, 3])


def test_L41a_r21_three_at_once() -> None:
    # Beside g9: g8, f8, f9, g10, h8, h9. Ben on f8, g10 and h8, Ana moves onto g9 among them.
    # f8: e8, f7, g9; g10: g11, f10, g9; h8: i8, h7, g9.
    t = around({ANA: "e8 f7 g11 f10 i8 h7 i9", BEN: "f8 g10 h8"})
    t.do("move i9 g9")
    assert (where(t, BEN), tokens(t)) == (set(), [12, 3, 3])


def test_L41a_r21_one_is_surrounded_the_other_stays() -> None:
    t = around({ANA: "g10 g8 e7", BEN: "g9 f9"})
    t.do("move e7 f8")
    # Beside f9 stand only f8 and g10.
    assert (where(t, BEN), tokens(t)) == ({"f9"}, [6, 3, 3])


def test_L41a_r21_pieces_of_several_legions_do_not_add_up() -> None:
    t = around({ANA: "g8 f6", CAI: "g10 h8 h9", BEN: "g9"})
    t.do("move f6 f8")
    assert where(t, BEN) == {"g9"}


def test_L41a_r21_own_pieces_are_not_surrounded() -> None:
    t = around({ANA: "g8 g10 f6 g9"})
    t.do("move f6 f8")
    assert where(t, ANA) == {"g8", "g10", "f8", "g9"}


def test_L41a_r21_walking_in_among_them_is_safe() -> None:
    t = around({ANA: "g8 g10 f8", BEN: "i9"})
    t.do("end", "move i9 g9")
    assert where(t, BEN) == {"g9"}
    assert tokens(t) == [3, 3, 3]


def test_L41a_r21_entering_surrounds_nobody() -> None:
    # Beside bush a4 are a3, a5, b3 and b4.
    t = around({ANA: "a3 b3", BEN: "a4"}, front={ANA: 2})
    t.do("enter a5")
    assert (where(t, BEN), tokens(t)) == ({"a4"}, [3, 3, 3])


def test_L41a_r21_rising_surrounds_nobody() -> None:
    t = around({ANA: "b3 b4 g9", BEN: "a4"}, "vampire", "ghost", "witch", visitors={"man": "h9"})
    t.do("capture g9 h9", "rise a5 a6")
    assert (where(t, BEN), tokens(t)) == ({"a4"}, [3, 3, 3])


def test_L41b_r22_removed_to_the_front_of_its_owner() -> None:
    t = around({ANA: "g8 g10 f6", BEN: "g9 c3"})
    before = pieces(t, BEN)
    t.do("move f6 f8")
    assert before == (4, 2, 2, 0)
    assert pieces(t, BEN) == (4, 3, 1, 0)


def test_L41c_three_tokens_come_from_the_reserve() -> None:
    t = around({ANA: "g8 g10 f6", BEN: "g9"}, tokens={BEN: 9})
    before = t.state.tokens
    t.do("move f6 f8")
    assert (tokens(t), t.state.tokens) == ([6, 9, 3], before - 3)


@pytest.mark.parametrize(("left", "gain"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 3)])
def test_L41c_r7_the_gain_is_cut_to_the_reserve(left: int, gain: int) -> None:
    t = around({ANA: "g8 g10 f6", BEN: "g9"}, tokens={CAI: 63 - left})
    assert t.state.tokens == left
    t.do("move f6 f8")
    assert (where(t, BEN), tokens(t)[ANA], t.state.tokens) == (set(), 3 + gain, left - gain)


@pytest.mark.parametrize(("left", "gain"), [(0, 0), (2, 2), (4, 4), (6, 6)])
def test_L41c_r7_two_gains_share_what_is_left(left: int, gain: int) -> None:
    t = around({ANA: "g10 g8 e10 e7", BEN: "g9 f9"}, tokens={CAI: 63 - left})
    t.do("move e7 f8")
    assert (where(t, BEN), tokens(t)[ANA], t.state.tokens) == (set(), 3 + gain, left - gain)


def test_L42_comes_back_by_placing_in_a_later_turn() -> None:
    t = around({ANA: "g8 g10 f6", BEN: "g9"}, front={BEN: 0})
    t.do("move f6 f8", "end")
    assert pieces(t, BEN) == (7, 1, 0, 0)
    t.do("enter a10")
    assert (where(t, BEN), pieces(t, BEN)) == ({"a10"}, (7, 0, 1, 0))


def test_r20_a_controlling_piece_counts_among_those_that_surround() -> None:
    # g7 is beside the tent g6.
    t = around({ANA: "g8 e7", BEN: "g7"}, held={ANA: "g6"})
    t.do("move e7 f7")
    assert (where(t, BEN), tokens(t)) == (set(), [6, 3, 3])


def test_option_controller_surrounds_on_is_what_a_match_has_until_it_is_ruled() -> None:
    t = around({ANA: "g8 e7", BEN: "g7"}, held={ANA: "g6"}, controller_surrounds="on")
    t.rule("controller_surrounds", "off")
    t.do("move e7 f7")
    assert where(t, BEN) == {"g7"}
    t.rule("controller_surrounds", "on")
    t.do("move f7 f6")
    assert (where(t, BEN), tokens(t)[ANA]) == (set(), 6)


def test_option_controller_surrounds_off_it_does_not_count() -> None:
    t = around({ANA: "g8 e7", BEN: "g7"}, held={ANA: "g6"}, controller_surrounds="off")
    t.do("move e7 f7")
    assert (where(t, BEN), tokens(t)) == ({"g7"}, [3, 3, 3])
    t = around({ANA: "g8 h7 e7", BEN: "g7"}, held={ANA: "g6"}, controller_surrounds="off")
    t.do("move e7 f7")
    assert where(t, BEN) == set()


def test_r20_a_controlling_piece_of_another_legion_does_not_count() -> None:
    t = around({ANA: "g8 e7", BEN: "g7"}, held={CAI: "g6"})
    t.do("move e7 f7")
    assert where(t, BEN) == {"g7"}


@pytest.mark.parametrize("value", ["on", "off"])
def test_r20_a_piece_on_a_tent_is_not_attacked_whatever_the_option(value: str) -> None:
    t = around({ANA: "g7 f6 i6"}, held={BEN: "g6"}, controller_surrounds=value)
    t.do("move i6 h6")
    assert t.state.held == {"g6": BEN}
    assert tokens(t) == [3, 3, 3]


def test_r25_control_first_paid_with_tokens_held_then_the_attack() -> None:
    # Onto g6 with exactly three tokens; Ben's g7 then has g6, f6 and h6 beside it.
    t = around({ANA: "g5 f6 h6", BEN: "g7"}, turned={"g6": "1"})
    t.do("move g5 g6")
    assert t.state.held == {"g6": ANA}
    assert (where(t, BEN), tokens(t)) == (set(), [3, 3, 3])


def test_r25_the_reward_does_not_pay_for_the_tent() -> None:
    t = around({ANA: "g5 f6 h6", BEN: "g7"}, turned={"g6": "1"}, tokens={ANA: 2})
    refused(t, "move g5 g6", *MOVE)


def test_r25_what_was_paid_is_there_for_the_reward() -> None:
    # The reserve is empty before; 2 of the 3 paid tokens reach it, and they are the reward.
    t = around({ANA: "g5 f6 h6", BEN: "g7"}, turned={"g6": "1"}, tokens={CAI: 63})
    assert t.state.tokens == 0
    t.do("move g5 g6")
    assert (tokens(t), t.state.tokens) == ([2, 3, 63], 0)


def test_implied_control_and_attack_by_one_move_of_several_pieces() -> None:
    # On g6 (beside f5, f6, g5, g7, h5, h6) Ana completes f5 and g7 at once.
    t = around({ANA: "h5 e5 e6 f7 h6", BEN: "f5", CAI: "g7"}, turned={"g6": "1"})
    # f5: e5, e6, g6; g7: f7, h6, g6.
    t.do("move h5 g6")
    assert (where(t, BEN), where(t, CAI), tokens(t)) == (set(), set(), [6, 3, 3])


def test_option_controller_surrounds_off_a_piece_that_takes_a_tent_attacks_nobody() -> None:
    t = around({ANA: "g5 f6 h6 g8", BEN: "g7"}, turned={"g6": "1"}, controller_surrounds="off")
    t.do("move g5 g6")
    assert (where(t, BEN), tokens(t)) == ({"g7"}, [0, 3, 3])


def test_implied_pieces_in_bushes_and_a_surround_of_a_piece_in_a_bush() -> None:
    # Beside bush a4: a3, a5, b3, b4.
    t = around({ANA: "b3 b4 c6", BEN: "a4"})
    t.do("move c6 a5")
    assert (where(t, BEN), tokens(t)) == (set(), [6, 3, 3])


def test_implied_pieces_in_bushes_and_a_surround_by_them() -> None:
    # Beside b4: a4, a5, b3, b5, c4, c5.
    t = around({ANA: "a4 a5 c6", BEN: "b4"})
    t.do("move c6 c5")
    assert where(t, BEN) == set()
    t = around({ANA: "c4 b3 a6", BEN: "b4"})
    t.do("move a6 a5")
    assert where(t, BEN) == set()


def test_option_bush_surrounds_on_is_what_a_match_has_until_it_is_ruled() -> None:
    t = around({ANA: "b3 b4 c6", BEN: "a4"}, bush_surrounds="on")
    t.rule("bush_surrounds", "off")
    t.do("move c6 a5")
    assert where(t, BEN) == {"a4"}
    t.rule("bush_surrounds", "on")
    t.do("move b3 a3")
    assert (where(t, BEN), tokens(t)[ANA]) == (set(), 6)


def test_option_bush_surrounds_off_nobody_in_a_bush_is_surrounded() -> None:
    t = around({ANA: "b3 b4 c6", BEN: "a4"}, bush_surrounds="off")
    t.do("move c6 a5")
    assert (where(t, BEN), tokens(t)) == ({"a4"}, [3, 3, 3])
    # Nor by three in the valley: a5 has only b4 and b5, a10 only b9 and b10 there.
    t = around({ANA: "b9 c10", BEN: "a10"}, bush_surrounds="off")
    t.do("move c10 b10")
    assert where(t, BEN) == {"a10"}


def test_option_bush_surrounds_off_nobody_in_a_bush_surrounds() -> None:
    t = around({ANA: "a4 a5 c6", BEN: "b4"}, bush_surrounds="off")
    t.do("move c6 c5")
    assert where(t, BEN) == {"b4"}
    t = around({ANA: "c4 b3 a6", BEN: "b4"}, bush_surrounds="off")
    t.do("move a6 a5")
    assert where(t, BEN) == {"b4"}
    t = around({ANA: "c4 b3 c6", BEN: "b4"}, bush_surrounds="off")
    t.do("move c6 c5")
    assert where(t, BEN) == set()


def test_option_bush_surrounds_off_a_piece_moved_into_a_bush_completes_nothing() -> None:
    t = around({ANA: "c4 b3 c5 a6", BEN: "b4"}, bush_surrounds="off")
    t.do("move a6 a5")
    # Three in the valley, but the moved one is not among those that surround.
    assert where(t, BEN) == {"b4"}


def wolves(monsters: dict[int, str], **setting: Any) -> Table:
    return around(monsters, "werewolf", "ghost", "witch", **setting)


def test_L47_two_werewolves_are_enough_for_two_tokens() -> None:
    t = wolves({ANA: "g8 f6", BEN: "g9"})
    assert "move f6 f8 pounce g9" in lines(t, "move")
    before = t.state.tokens
    t.do("move f6 f8 pounce g9")
    assert (where(t, BEN), tokens(t), t.state.tokens) == (set(), [5, 3, 3], before - 2)
    assert pieces(t, BEN) == (4, 4, 0, 0)


def test_L47_r11_the_ability_is_optional() -> None:
    t = wolves({ANA: "g8 f6", BEN: "g9"})
    t.do("move f6 f8")
    assert (where(t, BEN), tokens(t)) == ({"g9"}, [3, 3, 3])
    assert t.state.ability is False
    # Stepping on, it may still pounce.
    t.do("move f8 f9 pounce g9")
    assert where(t, BEN) == set()


def test_L47_once_a_turn() -> None:
    t = wolves({ANA: "g8 f6 i9", BEN: "g9 h8"})
    t.do("move f6 f8 pounce g9")
    assert not [line for line in lines(t, "move") if "pounce" in line]
    # Beside h8: g8, g9, h7, h9, i8, i9.
    refused(t, "move i9 h9 pounce h8", *MOVE)
    t.do("move i9 h9")
    assert where(t, BEN) == {"h8"}


def test_L47_r11_once_also_when_an_extra_action_belongs_to_the_turn() -> None:
    t = wolves({ANA: "g8 f6 i9", BEN: "g9 h8"})
    t.do("move f6 f8 pounce g9", "pass", "pass", "extra")
    refused(t, "move i9 h9 pounce h8", *MOVE)
    t.do("end", "end", "end")
    t.do("move i9 h9 pounce h8")
    assert (where(t, BEN), tokens(t)[ANA]) == (set(), 7)


def test_L47_in_the_extra_action_too() -> None:
    t = wolves({ANA: "g8 f6", BEN: "g9"})
    t.do("pass", "pass", "pass", "extra", "move f6 f8 pounce g9")
    assert (where(t, BEN), tokens(t)[ANA]) == (set(), 5)


def test_L47_with_three_the_ordinary_rule_applies_and_the_ability_is_left() -> None:
    t = wolves({ANA: "g8 g10 f6 k9", BEN: "g9 k10"})
    refused(t, "move f6 f8 pounce g9", *MOVE)
    t.do("move f6 f8")
    assert (where(t, BEN), tokens(t)[ANA]) == ({"k10"}, 6)
    assert t.state.ability is False
    t.do("move f8 h8", "move h8 j9 pounce k10")
    assert (where(t, BEN), tokens(t)[ANA]) == (set(), 8)


def test_L47_r24_the_moved_piece_is_one_of_exactly_two() -> None:
    t = wolves({ANA: "g8 g10 c3", BEN: "g9"})
    refused(t, "move c3 c4 pounce g9", *MOVE)
    t = wolves({ANA: "f6", BEN: "g9"})
    refused(t, "move f6 f8 pounce g9", *MOVE)
    t = wolves({ANA: "g8 f8", BEN: "g9"})
    refused(t, "move f8 e8 pounce g9", *MOVE)
    t.do("move f8 f9 pounce g9")


def test_L47_r24_names_an_opponents_piece_that_stands_on_no_tent() -> None:
    t = wolves({ANA: "f6 g7 h8 k9", CAI: "h7"}, held={BEN: "g6"})
    refused(t, "move f6 f5 pounce g6", *MOVE)
    refused(t, "move f6 f7 pounce g7", *MOVE)
    refused(t, "move f6 f7 pounce g8", *MOVE)
    refused(t, "move f6 g8 pounce k9", *MOVE)
    # Beside h7: g7, g8, h6, h8, i7, i8, where g7 and h8 stand and a third would come.
    refused(t, "move f6 g8 pounce h7", *MOVE)
    illegal(t, ANA, Go("f6", "g8", "nowhere"), *MOVE)


def test_L47_nobody_else_pounces() -> None:
    for legion in ("witch", "ghost", "skeleton", "vampire", "mummy"):
        others = [x for x in ("mummy", "vampire", "werewolf") if x != legion][:2]
        t = around({ANA: "g8 f6", BEN: "g9"}, legion, *others)
        refused(t, "move f6 f8 pounce g9", *MOVE)
        assert not [line for line in lines(t, "move") if "pounce" in line]


def test_L47_r24_only_one_is_named_of_two_that_could_be() -> None:
    # Ana's g10 and f8 are beside g9 and f9.
    t = wolves({ANA: "g10 e7", BEN: "g9 f9"})
    found = [line for line in lines(t, "move") if line.startswith("move e7 f8")]
    assert found == ["move e7 f8", "move e7 f8 pounce f9", "move e7 f8 pounce g9"]
    t.do("move e7 f8 pounce f9")
    assert (where(t, BEN), tokens(t)[ANA]) == ({"g9"}, 5)


def test_L47_r24_both_kinds_of_attack_of_one_move() -> None:
    t = wolves({ANA: "g10 g8 e7", BEN: "g9 f9"})
    t.do("move e7 f8 pounce f9")
    assert (where(t, BEN), tokens(t)) == (set(), [8, 3, 3])
    assert t.state.ability is True


@pytest.mark.parametrize(("left", "gain"), [(0, 0), (1, 1), (2, 2), (4, 4), (5, 5), (9, 5)])
def test_L47_r7_both_gains_are_cut_to_the_reserve(left: int, gain: int) -> None:
    t = wolves({ANA: "g10 g8 e7", BEN: "g9 f9"}, tokens={CAI: 63 - left})
    t.do("move e7 f8 pounce f9")
    assert (where(t, BEN), tokens(t)[ANA]) == (set(), 3 + gain)


def test_L47_r24_a_controller_is_one_of_the_two() -> None:
    t = wolves({ANA: "e7", BEN: "g7"}, held={ANA: "g6"})
    t.do("move e7 f7 pounce g7")
    assert where(t, BEN) == set()
    t = wolves({ANA: "e7 g8", BEN: "g7"}, held={ANA: "g6"})
    refused(t, "move e7 f7 pounce g7", *MOVE)


def test_option_controller_surrounds_off_nor_does_it_help_to_pounce() -> None:
    t = wolves({ANA: "e7", BEN: "g7"}, held={ANA: "g6"}, controller_surrounds="off")
    refused(t, "move e7 f7 pounce g7", *MOVE)
    t = wolves({ANA: "e7 g8", BEN: "g7"}, held={ANA: "g6"}, controller_surrounds="off")
    t.do("move e7 f7 pounce g7")
    assert where(t, BEN) == set()


def test_L47_r25_onto_a_tent_and_pouncing() -> None:
    t = wolves({ANA: "g5 h6", BEN: "g7"}, turned={"g6": "1"})
    t.do("move g5 g6 pounce g7")
    assert (t.state.held, where(t, BEN), tokens(t)) == ({"g6": ANA}, set(), [2, 3, 3])


def test_option_controller_surrounds_off_no_pounce_onto_a_tent() -> None:
    t = wolves({ANA: "g5 h6 f6", BEN: "g7"}, turned={"g6": "1"}, controller_surrounds="off")
    refused(t, "move g5 g6 pounce g7", *MOVE)
    t.do("move g5 g6")
    assert where(t, BEN) == {"g7"}


def test_L47_r23_out_of_and_into_bushes() -> None:
    t = wolves({ANA: "a5 c6", BEN: "b4"})
    t.do("move c6 c5 pounce b4")
    assert where(t, BEN) == set()
    t = wolves({ANA: "b3 c6", BEN: "a4"})
    t.do("move c6 a5 pounce a4")
    assert where(t, BEN) == set()


def test_option_bush_surrounds_off_no_pounce_with_bushes() -> None:
    t = wolves({ANA: "a5 c6", BEN: "b4"}, bush_surrounds="off")
    refused(t, "move c6 c5 pounce b4", *MOVE)
    t = wolves({ANA: "b3 c6", BEN: "a4"}, bush_surrounds="off")
    refused(t, "move c6 b4 pounce a4", *MOVE)
    # A third piece in a bush does not count, so two in the valley are exactly two.
    t = wolves({ANA: "a5 b3 c6", BEN: "b4"}, bush_surrounds="off")
    t.do("move c6 c5 pounce b4")
    assert where(t, BEN) == set()


def test_implied_the_own_other_legion_is_no_opponent() -> None:
    # Ana's mummies (seat 0) around a witch of hers (seat 2).
    t = stand(two(), {0: "g8 g10 f6", 2: "g9"})
    t.do("move f6 f8")
    assert (where(t, 2), tokens(t)) == ({"g9"}, [3, 3, 3, 3])


def test_implied_the_own_other_legion_does_not_help_to_surround() -> None:
    t = stand(two(), {0: "g8 f6", 2: "g10 h8 h9", 1: "g9"})
    t.do("move f6 f8")
    assert where(t, 1) == {"g9"}
    t = stand(two(), {0: "g8 h8 f6", 2: "g10", 1: "g9"})
    t.do("move f6 f8")
    assert (where(t, 1), tokens(t)) == (set(), [6, 3, 3, 3])


def test_implied_the_own_other_legion_blocks_like_any_monster() -> None:
    t = stand(two(), {0: "a10", 2: "b9 b10"})
    assert not lines(t, "move")
    refused(t, "move b9 b8", *MOVE)


def test_implied_the_own_other_legion_may_be_burned() -> None:
    t = stand(two(), {0: "l9", 2: "k10"})
    t.do("reveal l10 2")
    assert cells(t, "burn") == {"k10"}
    t.do("burn k10")
    assert pieces(t, 2) == (4, 4, 0, 0)


def test_implied_the_own_other_legion_is_not_pounced_on() -> None:
    t = stand(two("werewolf", "ghost", "witch", "mummy"), {0: "g8 f6", 2: "g9"})
    refused(t, "move f6 f8 pounce g9", *MOVE)


def test_option_own_legions_opponents_may_attack_each_other() -> None:
    t = stand(two(own_legions="opponents"), {0: "g8 g10 f6", 2: "g9"})
    t.do("move f6 f8")
    assert (where(t, 2), tokens(t), pieces(t, 2)) == (set(), [6, 3, 3, 3], (4, 4, 0, 0))
    t = stand(
        two("werewolf", "ghost", "witch", "mummy", own_legions="opponents"), {0: "g8 f6", 2: "g9"}
    )
    t.do("move f6 f8 pounce g9")
    assert (where(t, 2), tokens(t)[0]) == (set(), 5)


def test_option_own_legions_opponents_do_not_help_each_other_either() -> None:
    t = stand(two(own_legions="opponents"), {0: "g8 f6", 2: "g10 h8 h9", 1: "g9"})
    t.do("move f6 f8")
    assert where(t, 1) == {"g9"}


def test_option_own_legions_apart_is_what_a_match_has() -> None:
    t = stand(two(own_legions="apart"), {0: "g8 g10 f6", 2: "g9"})
    t.do("move f6 f8")
    assert where(t, 2) == {"g9"}
    t.rule("own_legions", "opponents")
    t.do("move f8 f9")
    assert where(t, 2) == set()


def test_r21_the_other_player_takes_both_legions_of_ana() -> None:
    t = stand(two(), {1: "g10 g8 e10 e7", 0: "g9", 2: "f9"})
    t.do("end", "move e7 f8")
    assert (where(t, 0), where(t, 2), tokens(t)) == (set(), set(), [3, 9, 3, 3])
