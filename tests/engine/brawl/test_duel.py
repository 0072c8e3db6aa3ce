"""B-1, B-3: the steps of a challenge, the dice, and how a duel is concluded."""

import pytest

from engine.chance import Dice
from tests.engine.brawl.box import BLACK, GREY, RED
from tests.engine.brawl.table import (
    ANA,
    BEN,
    CAI,
    acted,
    attack,
    chi,
    claimed,
    cleaned,
    dice,
    facing,
    fight,
    give,
    margin,
    pool,
    put,
    refused,
    request,
    verbs,
    vp,
)

B1 = ("B-1", "Steps of a Challenge")
B3 = ("B-3", "Conclude")


def test_L152_156_three_grey_dice_are_taken_in_each_step():
    t = claimed()
    assert pool(t) == [4, 3, 3]
    t.do("challenge ben")
    assert pool(t) == [1, 3, 3]
    t.do("roll")
    due = request(t)
    assert isinstance(due, Dice)
    assert due.dice == [GREY, GREY, GREY]
    t.do("dice 0 0 0")
    assert pool(t) == [1, 3, 3]
    t.do("keep")
    # Ben's step finds four greys in the pool and takes three.
    assert pool(t) == [1, 3, 3]
    t.do("roll")
    assert dice(t) == "grey grey grey"
    t.do("dice 0 0 0", "keep")
    assert pool(t) == [4, 3, 3]


def test_L154_158_challenger_then_defender_roll_and_add():
    t = claimed()
    put(t, ANA, colored={"d1": "chi", "e1": "chi"})
    put(t, BEN, vp=9, colored={"e9": "chi"})
    t.do("challenge ben")
    refused(t, "Ben: roll", *B1)
    refused(t, "Ben: line e9-g9", *B1)
    t.do("line d1-f1", "use d1", "use e1", "roll 1 1 1")
    refused(t, "roll", *B1)
    assert t.waits() == ["Ana"]
    t.do("keep")
    assert t.waits() == ["Ben"]
    refused(t, "Ana: roll", *B1)
    t.do("line e9-g9", "use e9", "roll 1 0 0 0", "keep")
    # 3 + 1 against 1 + 1.
    assert margin(t) == 2


def test_L155_the_defenders_marker_is_turned_while_he_defends_only():
    t = claimed()
    assert t.state.duel is None
    t.do("challenge ben")
    assert (t.state.duel.challenger, t.state.duel.defender) == (ANA, BEN)
    t.do("roll 0 0 0", "keep", "roll 0 0 0", "keep")
    assert t.state.duel.defender == BEN
    t.do("conclude")
    assert t.state.duel is None


def test_ruling_19_no_step_is_left_before_keep():
    t = claimed()
    t.do("challenge ben")
    refused(t, "keep", *B1)
    refused(t, "conclude")
    refused(t, "reroll")
    t.do("roll 0 0 0")
    assert verbs(t, ANA) == {"keep"}
    refused(t, "Ben: roll", *B1)
    refused(t, "Ben: keep", *B1)
    t.do("keep")
    refused(t, "Ana: keep")
    refused(t, "Ana: conclude", *B3)
    t.do("roll 0 0 0", "keep")
    refused(t, "Ben: keep")
    assert verbs(t, ANA) == {"conclude"}
    refused(t, "Ben: conclude", *B3)
    refused(t, "Cai: conclude", *B3)


def test_L72_a_miss_counts_0():
    t = facing()
    attack(t, dice="1 0 0")
    t.do("roll 0 0 0", "keep")
    assert margin(t) == 1


def test_L192_195_the_higher_total_wins_and_equal_totals_tie():
    t = claimed()
    fight(t, a="1 1 0", b="1 0 0")
    assert (vp(t), t.state.seats[BEN].card) == ([2, 0, 0], "")
    t = claimed()
    fight(t, a="1 0 0", b="1 1 0")
    assert (vp(t), t.state.seats[ANA].injured) == ([0, 0, 0], True)
    for tied in ("0 0 0", "1 0 0", "1 1 1"):
        t = claimed()
        fight(t, a=tied, b=tied)
        assert vp(t) == [0, 0, 0]
        assert [seat.card for seat in t.state.seats] == ["p1", "p2", "p3"]
        assert [seat.injured for seat in t.state.seats] == [False, False, False]


def test_ruling_30_a_tie_gives_no_bonus_against_a_leader():
    t = facing()
    fight(t, a="1 1 1", b="1 1 1")
    assert vp(t) == [0, 9, 0]


def test_L197_the_winner_gets_the_vp_and_the_card_is_discarded():
    t = claimed()
    fight(t, "cai", a="1 1 1")
    assert vp(t) == [3, 0, 0]
    assert [seat.card for seat in t.state.seats] == ["p1", "p2", ""]
    acted(t).do("score")
    assert vp(t) == [4, 2, 0]
    t.do("done", "done", "done")
    due = request(t)
    assert "p3" not in due.pool
    assert len(due.pool) == 24


def test_L199a_bonus_against_a_leader_even_a_tied_one():
    t = facing()
    fight(t, a="1 1 0")
    assert vp(t) == [4, 9, 0]
    t = facing()
    put(t, CAI, vp=9)
    fight(t, a="1 1 0")
    assert vp(t) == [4, 9, 9]
    t = facing()
    put(t, CAI, vp=10)
    fight(t, a="1 1 0")
    assert vp(t) == [2, 9, 10]


def test_L199b_bonus_is_dice_margin_at_most_4():
    # i7 is Chi, h7 9 points: 9 to 3 would be 6, of which 4 count.
    t = facing()
    put(t, ANA, colored={"i7": "chi"})
    t.do("challenge ben", "line h7-i7", "use i7", "roll 0 0 0", "keep", "roll 1 1 1", "keep")
    assert margin(t) == 4
    t = facing()
    fight(t, a="1 1 1", b="1 0 0")
    assert vp(t) == [4, 9, 0]
    t = facing()
    fight(t, a="1 1 1", b="1 1 0")
    assert vp(t) == [3, 9, 0]


def test_L199c_no_bonus_if_both_lead():
    t = claimed()
    put(t, ANA, vp=9)
    put(t, BEN, vp=9)
    fight(t, a="1 1 1")
    assert vp(t) == [11, 9, 0]
    # At 0-0-0 both are first.
    t = claimed()
    fight(t, a="1 1 1")
    assert vp(t) == [2, 0, 0]
    # The challenger leads alone.
    t = claimed()
    put(t, ANA, vp=9)
    fight(t, a="1 1 1")
    assert vp(t) == [11, 0, 0]


def test_ruling_32_leadership_is_judged_at_conclude_with_vp_changed_by_spells():
    t = claimed()
    put(t, BEN, vp=1)
    give(t, CAI, "volcanic eruption")
    attack(t, dice="1 1 0")
    t.do("roll 0 0 0", "keep", "Cai: cast volcanic eruption ben", "conclude")
    # At 0-0-0 Ana is first herself.
    assert vp(t) == [2, 0, 0]
    t = claimed()
    give(t, BEN, "eye of the monster")
    attack(t, dice="1 1 0")
    t.do("roll 0 0 0", "keep", "Ben: cast eye of the monster", "conclude")
    assert vp(t) == [4, 1, 0]


def test_ruling_32_who_conceded_is_no_leader():
    t = facing()
    put(t, CAI, vp=12)
    t.do("Cai: concede")
    fight(t, a="1 1 0")
    assert vp(t) == [4, 9, 12]


def test_ruling_31_vp_and_bonus_are_one_sum():
    # 13 and 2 for the card are 15, with the bonus 17: one award.
    t = claimed(2)
    put(t, ANA, vp=12)
    put(t, BEN, vp=13)
    fight(t, a="1 1 0")
    assert vp(t) == [16, 13]
    assert t.state.ended


def test_L201a_the_injured_subtracts_1_from_later_totals():
    t = claimed()
    fight(t, b="1 0 0")
    assert t.state.seats[ANA].injured
    # Ben challenges the injured Ana: 1 to 1 - 1.
    fight(t, "ana", a="1 0 0", b="1 0 0")
    assert vp(t) == [0, 1, 0]


def test_L201a_two_duels_of_one_injury():
    t = claimed()
    fight(t, b="1 0 0")
    fight(t, "ana", a="0 0 0", b="1 0 0")
    # Cai's 0 ties Ana's 1 - 1 as well; the injury still stands.
    fight(t, "ana", a="0 0 0", b="1 0 0")
    assert [seat.injured for seat in t.state.seats] == [True, False, False]
    assert vp(t) == [0, 0, 0]


def test_ruling_33_minus_1_loses_to_0():
    t = claimed()
    fight(t, b="1 0 0")
    fight(t, "ana", a="0 0 0", b="0 0 0")
    assert vp(t) == [0, 1, 0]
    assert t.state.seats[ANA].card == ""


def test_ruling_27_the_margin_uses_the_negative_total():
    t = claimed()
    put(t, ANA, vp=9)
    fight(t, b="1 0 0")
    fight(t, "ana", a="1 0 0", b="0 0 0")
    # 1 VP of the card and 1 - (-1).
    assert vp(t) == [9, 3, 0]


def test_option_total_floor_zero():
    t = claimed(total_floor="zero")
    put(t, ANA, vp=9)
    fight(t, b="1 0 0")
    fight(t, "ana", a="0 0 0", b="0 0 0")
    assert (vp(t), t.state.seats[ANA].card) == ([9, 0, 0], "p1")
    fight(t, "ana", a="1 0 0", b="0 0 0")
    assert vp(t) == [9, 0, 2]


def test_option_total_floor_none():
    t = claimed(total_floor="none")
    put(t, ANA, vp=9)
    fight(t, b="1 0 0")
    fight(t, "ana", a="0 0 0", b="0 0 0")
    assert vp(t) == [9, 2, 0]


def test_ruling_33_the_injury_ends_when_the_marker_leaves_the_card():
    t = claimed()
    fight(t, b="1 0 0")
    fight(t, "ana", a="1 0 0", b="0 0 0")
    assert (t.state.seats[ANA].card, t.state.seats[ANA].injured) == ("", False)
    t = claimed()
    fight(t, b="1 0 0")
    cleaned(t)
    assert not t.state.seats[ANA].injured
    t.do("reveal q1 q2 q3 q4", "claim q1", "claim q2", "claim q3")
    fight(t, "ana", a="0 0 0", b="0 0 0")
    assert [seat.card for seat in t.state.seats] == ["q3", "q1", "q2"]


def test_ruling_33_the_injury_weighs_on_the_sum_of_the_better_roll():
    t = claimed()
    fight(t, b="1 0 0")
    put(t, ANA, colored={"a1": "reroll", "b1": "chi"})
    t.do("challenge ana", "roll 1 0 0", "keep", "line a1-b1", "use a1", "use b1")
    t.do("roll 1 0 0", "reroll 1 1 0", "keep", "conclude")
    # 2 - 1 ties Ben's 1.
    assert vp(t) == [0, 0, 0]
    assert t.state.seats[ANA].card == "p1"


def test_L201b_both_keep_their_cards_when_the_challenger_loses():
    t = claimed()
    fight(t, b="1 1 1")
    assert [seat.card for seat in t.state.seats] == ["p1", "p2", "p3"]
    assert vp(t) == [0, 0, 0]
    assert [seat.injured for seat in t.state.seats] == [True, False, False]


def test_ruling_33_the_losing_defender_is_not_injured():
    t = claimed()
    fight(t, a="1 0 0")
    assert [seat.injured for seat in t.state.seats] == [False, False, False]


@pytest.mark.parametrize("bonus", ["dice-margin", "vp-difference"])
def test_option_bonus(bonus):
    t = claimed(bonus=bonus)
    put(t, BEN, vp=3)
    fight(t, a="1 0 0")
    # Card 2; dice 1 - 0, or VP 3 - 0.
    assert vp(t) == [{"dice-margin": 3, "vp-difference": 5}[bonus], 3, 0]


def test_option_bonus_vp_difference_is_taken_at_challenge_and_at_most_4():
    t = claimed(bonus="vp-difference")
    put(t, ANA, vp=1)
    put(t, BEN, vp=3)
    give(t, CAI, "explosion")
    put(t, CAI, chi=1)
    give(t, BEN, "eye of the monster")
    attack(t, dice="1 1 1")
    t.do("Ben: cast eye of the monster", "roll 0 0 0", "keep", "conclude")
    # 3 - 1 as it was at the challenge, not 4 - 1.
    assert vp(t) == [1 + 2 + 2, 4, 0]
    t = claimed(bonus="vp-difference")
    put(t, BEN, vp=9)
    fight(t, a="1 0 0")
    assert vp(t) == [6, 9, 0]
    # A difference below 0 at the challenge counts 0.
    t = claimed(bonus="vp-difference")
    put(t, ANA, vp=2)
    put(t, BEN, vp=1)
    give(t, CAI, "explosion")
    put(t, CAI, chi=1)
    attack(t, dice="1 1 1")
    t.do("Cai: cast explosion ana", "roll 0 0 0", "keep", "conclude")
    assert vp(t) == [2, 1, 0]


# Roll to keep: rerolls, Thunder Beast (ruling 29)


def rolling(colored, *spells, monsters=("yak", "ox", "hen")):  # type: ignore[no-untyped-def]
    t = facing(monsters=monsters)
    put(t, ANA, colored=colored)
    if spells:
        give(t, ANA, *spells)
    t.do("challenge ben")
    return t


def outcome(t):  # type: ignore[no-untyped-def]
    t.do("keep", "roll 0 0 0", "keep")
    return margin(t)


REROLLS = {"a1": "reroll", "b1": "reroll"}


def test_ruling_29_one_reroll_for_each_reroll_used():
    t = rolling(REROLLS, monsters=("ram", "ox", "hen"))
    t.do("line a1-b1", "use a1", "use b1", "roll 0 0 0")
    t.do("reroll 1 0 0", "reroll 0 0 0")
    refused(t, "reroll", *B1, "B-2", "Reroll", "Component")
    assert verbs(t, ANA) == {"keep"}
    assert outcome(t) == 1


def test_ruling_29_keep_declines_what_is_left():
    t = rolling(REROLLS, monsters=("ram", "ox", "hen"))
    t.do("line a1-b1", "use a1", "use b1", "roll 1 0 0", "reroll 0 0 0")
    assert outcome(t) == 1
    refused(t, "Ana: reroll")


def test_ruling_29_a_reroll_rolls_all_dice():
    t = rolling({"a3": "reroll"}, monsters=("ram", "ox", "hen"))
    t.do("line a3-b3", "use a3", "roll 1 1 0 0", "reroll")
    assert dice(t) == "grey grey grey grey"
    assert request(t).stream == "round 1/0/attack/reroll"
    t.do("dice 1 0 0 0")
    assert outcome(t) == 2


def test_ruling_29_points_are_added_once_to_the_better_roll():
    t = rolling({"d1": "reroll", "e1": "reroll"}, monsters=("ram", "ox", "hen"))
    t.do("line d1-f1", "use d1", "use e1", "roll 1 0 0", "reroll 1 1 0", "reroll 0 0 0")
    assert outcome(t) == 3


def test_ruling_29_equal_sums_keep_the_earlier_roll():
    # yak's a1-e1: three greys and three blacks. Both rolls sum to 3; what Thunder Beast rolls again
    # are the misses of the earlier one: three greys, not three blacks.
    t = rolling(REROLLS, "thunder beast")
    t.do("line a1-e1", "use a1", "use b1", "roll 0 0 0 1 1 1", "reroll 1 1 1 0 0 0")
    t.do("Ana: cast thunder beast")
    assert dice(t) == "grey grey grey"
    t.do("dice 1 0 0")
    assert outcome(t) == 4


def test_ruling_29_thunder_beast_after_a_better_reroll_takes_its_misses():
    t = rolling(REROLLS, "thunder beast")
    t.do("line a1-e1", "use a1", "use b1", "roll 0 0 0 1 1 0", "reroll 1 1 1 0 0 0")
    t.do("Ana: cast thunder beast")
    assert dice(t) == "black black black"
    t.do("dice 0 0 0")
    assert outcome(t) == 3


def test_ruling_29_thunder_beast_after_a_worse_reroll_takes_the_kept_rolls_misses():
    t = rolling(REROLLS, "thunder beast")
    t.do("line a1-e1", "use a1", "use b1", "roll 1 1 0 0 0 0", "reroll 0 0 0 0 0 1")
    t.do("Ana: cast thunder beast")
    assert dice(t) == "grey black black black"
    t.do("dice 1 0 0 1", "Ana: keep")
    t.do("roll 0 0 0", "keep")
    assert margin(t) == 4


def test_ruling_29_a_reroll_after_thunder_beast_is_compared_with_what_it_made():
    t = rolling(REROLLS, "thunder beast", monsters=("ram", "ox", "hen"))
    t.do("line a1-b1", "use a1", "use b1", "roll 1 0 0", "Ana: cast thunder beast 1 0")
    t.do("reroll 1 0 0")
    refused(t, "Ana: cast thunder beast")
    assert outcome(t) == 2


def test_ruling_29_the_new_roll_of_thunder_beast_stands():
    t = rolling({}, "thunder beast", "thunder beast", monsters=("ram", "ox", "hen"))
    t.do("roll 1 0 0", "Ana: cast thunder beast 0 0", "Ana: cast thunder beast")
    assert dice(t) == "grey grey"
    t.do("dice 1 0")
    assert outcome(t) == 2


def test_ruling_29_keep_is_owed_without_any_reroll():
    t = rolling({}, monsters=("ram", "ox", "hen"))
    t.do("roll 1 0 0")
    assert (t.waits(), verbs(t, ANA)) == (["Ana"], {"keep"})
    assert t.waits() == ["Ana"]
    refused(t, "Ben: roll")


def test_ruling_29_the_defender_rerolls_on_his_own_stream():
    t = claimed()
    put(t, BEN, colored=REROLLS)
    attack(t)
    t.do("line a1-b1", "use a1", "use b1", "roll")
    assert request(t).stream == "round 1/0/defence"
    t.do("dice 0 0 0", "reroll")
    assert request(t).stream == "round 1/0/defence/reroll"
    t.do("dice 1 0 0", "keep", "conclude")
    assert t.state.seats[ANA].injured


def test_ruling_22_dice_are_listed_grey_black_red():
    t = rolling({"a1": "upgrade", "b1": "upgrade"}, monsters=("ram", "ox", "hen"))
    t.do("line a1-b1", "use a1 grey", "use b1 black", "roll")
    due = request(t)
    assert isinstance(due, Dice)
    assert due.dice == [GREY, GREY, RED]
    t = rolling({"d3": "chi"}, monsters=("ram", "ox", "hen"))
    t.do("line d3-e3", "use d3", "roll")
    due = request(t)
    assert isinstance(due, Dice)
    assert due.dice == [GREY, GREY, GREY, BLACK]


# Ultimates (ruling 28)


def ultimate(monster, ben="ox", **more):  # type: ignore[no-untyped-def]
    """Ana's e9 is an Ultimate of the line e9-g9 (a grey die and 1 point)."""
    t = facing(monsters=(monster, ben, "hen"), **more)
    put(t, ANA, colored={"e9": "ultimate"})
    t.do("challenge ben", "line e9-g9")
    return t


def test_implied_what_an_ultimate_does_dice():
    t = ultimate("ram")
    t.do("use e9", "roll")
    assert dice(t) == "grey grey grey grey red"


def test_implied_what_an_ultimate_does_upgrade():
    t = ultimate("ox", "ram")
    t.do("use e9 grey", "roll")
    assert dice(t) == "grey grey grey black"
    t = ultimate("ox", "ram")
    t.do("use e9", "roll")
    assert dice(t) == "grey grey grey grey"
    assert t.state.seats[ANA].exhausted == {"e9": "ultimate"}
    t = ultimate("ox", "ram")
    refused(t, "use e9 red")
    refused(t, "use e9 black")


def test_implied_what_an_ultimate_does_reroll():
    t = ultimate("hen", "ram", n=2)
    t.do("use e9", "roll 0 0 0 0", "reroll 1 0 0 0")
    refused(t, "reroll")
    assert outcome(t) == 2


def test_implied_what_an_ultimate_does_points_of_self_and_foe():
    # boar: +2 for itself, -2 for the foe, whose total is still to come. 2 + 1 to 1 - 2.
    t = ultimate("boar")
    t.do("use e9", "roll 0 0 0 0", "keep", "roll 1 0 0", "keep")
    assert margin(t) == 4
    t = ultimate("boar")
    t.do("use e9", "roll 0 0 0 0", "keep", "roll 1 1 1", "keep")
    # 3 to 3 - 2.
    assert margin(t) == 2


def test_implied_what_an_ultimate_does_points_of_a_defender_act_on_the_challenger():
    t = claimed(monsters=("ram", "boar", "hen"))
    put(t, BEN, colored={"e9": "ultimate"})
    attack(t, dice="1 1 1")
    t.do("line e9-g9", "use e9", "roll 0 0 0 0", "keep", "conclude")
    # 3 - 2 to 3.
    assert t.state.seats[ANA].injured


def test_implied_what_an_ultimate_does_vp_of_a_chosen_seat():
    t = ultimate("cat")
    refused(t, "use e9")
    t.do("use e9 ben")
    assert vp(t) == [0, 8, 0]
    t = ultimate("cat")
    t.do("use e9 cai")
    assert vp(t) == [0, 9, 0]
    t = ultimate("cat")
    put(t, ANA, vp=4)
    t.do("use e9 ana")
    assert vp(t) == [3, 9, 0]


def test_implied_what_an_ultimate_does_never_to_who_conceded():
    t = ultimate("cat")
    t.do("Cai: concede")
    refused(t, "use e9 cai")
    t.do("use e9 ben")


def test_implied_what_an_ultimate_does_chi_stops_at_0():
    t = ultimate("dog")
    put(t, BEN, chi=1)
    t.do("use e9")
    assert (chi(t), vp(t)) == ([1, 0, 0], [1, 9, 0])


def test_implied_what_an_ultimate_does_vp_of_the_foe_stops_at_0():
    t = ultimate("newt")
    put(t, BEN, vp=1)
    t.do("use e9")
    assert vp(t) == [0, 0, 0]


def test_implied_what_an_ultimate_does_runes_for_oneself():
    t = ultimate("rat")
    t.do("use e9")
    due = request(t)
    assert isinstance(due, Dice)
    assert (due.verb, due.stream, len(due.dice)) == ("rune", "round 1/0/ultimate", 2)
    t.do("rune choice chi")
    assert verbs(t, ANA) == {"pick"}
    t.do("pick reroll", "place chi d1", "place reroll e1")
    assert t.state.seats[ANA].colored == {"d1": "chi", "e1": "reroll"}
    assert verbs(t, ANA) == {"roll"}


def test_implied_what_an_ultimate_does_runes_for_a_chosen_seat():
    t = ultimate("eel")
    t.do("use e9 cai", "rune chi")
    assert t.waits() == ["Cai"]
    refused(t, "Ana: place chi a1")
    refused(t, "Ana: roll")
    t.do("place chi a1")
    assert t.state.seats[CAI].colored == {"a1": "chi"}
    assert t.waits() == ["Ana"]
    t.do("roll 0 0 0 0")
    t = ultimate("eel")
    t.do("use e9 cai", "rune choice")
    assert t.waits() == ["Cai"]
    t.do("pick spell", "place spell a1")
    assert t.state.seats[CAI].colored == {"a1": "spell"}


def test_implied_what_an_ultimate_does_spells_are_drawn_by_who_gets_them():
    t = ultimate("pig")
    t.do("use e9")
    # pig: 1 spell for the foe, then 1 for itself.
    assert (t.due(), t.seen_by()) == ("draw", BEN)
    t.do("draw tornado")
    assert (t.due(), t.seen_by()) == ("draw", ANA)
    t.do("draw ?")
    assert [seat.hand.size for seat in t.state.seats] == [2, 2, 1]
    t.do("roll 0 0 0 0")


def test_implied_what_an_ultimate_does_with_a_die_and_a_seat_to_choose():
    # owl: an upgrade, and -1 chi for a chosen seat. Its a1-e1 has three black dice.
    t = facing(monsters=("owl", "ox", "hen"))
    put(t, ANA, colored={"a1": "ultimate", "b1": "chi"})
    put(t, CAI, chi=2)
    t.do("challenge ben", "line a1-e1")
    refused(t, "use a1")
    refused(t, "use a1 black")
    refused(t, "use a1 grey cai")
    t.do("use a1 black cai", "use b1", "roll")
    assert chi(t) == [2, 0, 1]
    assert dice(t) == "grey grey grey black black red"
    t = facing(monsters=("owl", "ox", "hen"))
    put(t, ANA, colored={"a1": "ultimate", "b1": "chi"})
    t.do("challenge ben", "line a1-e1", "use a1 ben", "use b1", "roll")
    assert dice(t) == "grey grey grey black black black"


def test_implied_what_an_ultimate_does_in_a_match_of_two_ends_it_at_15():
    t = ultimate("dog", n=2)
    put(t, ANA, vp=14)
    t.do("use e9")
    assert t.state.ended
    assert vp(t) == [15, 9]
    assert t.moves() == []
