"""Where two rulings meet."""

from typing import Any

import msgspec
import pytest

from engine import fold
from engine.chance import Dice
from engine.errors import BadPack
from engine.games.taiwan_monsters_brawl import Brawl
from engine.games.taiwan_monsters_brawl.moves import Cast, Discard, Line, Use
from engine.games.taiwan_monsters_brawl.pack import Effect, Pack
from tests.engine.brawl.box import BOX, CROSS, MONSTERS, TINY
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
    illegal,
    legal,
    margin,
    match,
    pool,
    put,
    refused,
    request,
    revealed,
    rounds,
    supply,
    verbs,
    vp,
)


def boxed(**monster: Any) -> Pack:
    """The box with other values for its first monster, ram."""
    first = msgspec.structs.replace(MONSTERS[0], **monster)
    return msgspec.structs.replace(BOX, monster=[first, *MONSTERS[1:]])


def fired(*effects: Effect, n: int = 3, seat: int = ANA, **setting: Any) -> Any:
    """A match in which ram has these effects and Ana's e9 is an Ultimate; Ana is to act."""
    t = claimed(n, pack=boxed(ultimate=list(effects)), **setting)
    put(t, seat, colored={"e9": "ultimate"})
    return t


# Dice


def test_ruling_22_an_ultimates_die_falls_to_a_lower_color_too():
    # yak's a3-e3 has all three red dice; its Ultimate gives a red one.
    t = claimed(monsters=("yak", "ox", "hen"))
    put(t, ANA, colored={"a3": "ultimate", "b3": "chi"})
    t.do("challenge ben", "line a3-e3", "use a3", "use b3", "roll")
    assert dice(t) == "grey grey grey black red red red"
    assert pool(t) == [1, 2, 0]


def test_ruling_22_an_ultimates_dice_beyond_the_box_are_none():
    t = fired(Effect(effect="dice", amount=9, color="black"))
    t.do("challenge ben", "line e9-g9", "use e9", "roll")
    # Three black dice, then no grey one is left: f9 took the fourth.
    assert dice(t) == "grey grey grey grey black black black"
    assert pool(t) == [0, 0, 3]


def test_ruling_22_a_line_after_an_upgrade_of_the_spell_card():
    # yak's a1-e1 asks for three black dice, one of which an upgrade has taken before: the third
    # falls to grey.
    t = claimed(monsters=("yak", "ox", "hen"))
    put(t, ANA, colored={"a1": "chi", "b1": "chi"})
    give(t, ANA, "spell")
    t.do("challenge ben", "Ana: cast spell upgrade", "use grey", "line a1-e1")
    assert pool(t) == [1, 0, 3]
    t.do("use a1", "use b1", "roll")
    assert dice(t) == "grey grey grey black black black"


def test_ruling_23_an_upgrade_frees_the_color_for_the_next():
    t = claimed(monsters=("ox", "ram", "hen"))
    put(t, ANA, colored={"a1": "upgrade", "b1": "upgrade"})
    t.do("challenge ben", "line a1-b1", "use a1 grey", "use b1 black")
    refused(t, "use a1 red")
    t.do("roll 1 1 1", "keep")
    assert pool(t) == [1, 3, 3]


def test_ruling_27_a_die_may_show_more_than_1_point():
    grey = msgspec.structs.replace(BOX.die[0], faces=[3, 2, 1, 0, 0, 0])
    pack = msgspec.structs.replace(BOX, die=[grey, *BOX.die[1:]])
    t = facing(pack=pack)
    give(t, ANA, "thunder beast")
    t.do("challenge ben", "roll 2 1 0", "Ana: cast thunder beast")
    due = request(t)
    assert isinstance(due, Dice)
    # One die is a miss.
    assert len(due.dice) == 1
    t.do("dice 0", "keep", "roll 1 0 0", "keep")
    assert margin(t) == 2


# What does not outlast a duel


def test_ruling_28_points_against_a_foe_end_with_the_duel():
    t = facing(monsters=("boar", "ox", "hen"))
    give(t, ANA, "spell")
    t.do("challenge ben", "Ana: cast spell ultimate", "roll 0 0 0", "keep", "roll 0 0 0", "keep")
    assert margin(t) == 4
    t.do("draw ?", "challenge ana", "roll 0 0 0", "keep", "roll 0 0 0", "keep", "conclude")
    # 0 to 0: neither +2 nor -2 is left.
    assert t.state.seats[ANA].card == "p1"
    assert not t.state.seats[CAI].injured


def test_ruling_28_points_wasted_outside_a_duel_are_not_saved_for_one():
    t = facing(monsters=("boar", "ox", "hen"))
    give(t, ANA, "spell")
    t.do("Ana: cast spell ultimate")
    attack(t, dice="1 0 0")
    t.do("roll 0 0 0", "keep")
    assert margin(t) == 1


def test_ruling_29_a_reroll_left_over_does_not_pass_to_the_next_duel():
    t = claimed()
    put(t, ANA, colored={"a1": "reroll", "b1": "reroll"})
    t.do("challenge ben", "line a1-b1", "use a1", "use b1", "roll 0 0 0", "keep")
    t.do("roll 0 0 0")
    refused(t, "Ben: reroll")
    refused(t, "Ana: reroll")
    t.do("keep", "conclude", "challenge ana", "roll 0 0 0", "keep", "roll 0 0 0")
    refused(t, "Ana: reroll")


def test_ruling_33_a_draw_of_the_injured_and_a_beaten_one():
    # Ana is injured, then beaten: she has no marker that scores.
    t = claimed()
    fight(t, b="1 0 0")
    fight(t, "ana", a="0 0 0", b="0 0 0")
    acted(t).do("score")
    assert vp(t) == [0, 3, 3]


def test_option_total_floor_zero_counts_after_an_aegis():
    t = claimed(total_floor="zero")
    give(t, CAI, "aegis")
    attack(t, dice="0 0 0")
    t.do("roll 0 0 0", "keep", "Cai: cast aegis ben", "conclude")
    assert [seat.card for seat in t.state.seats] == ["p1", "p2", "p3"]
    # A Mountain Troll lifts what the Aegis took: 0 - 1 + 1.
    t = claimed(total_floor="zero")
    give(t, CAI, "aegis")
    put(t, BEN, chi=3)
    attack(t, dice="1 0 0")
    t.do("roll 0 0 0", "keep", "Cai: cast aegis ben", "Ben: cast mountain troll", "conclude")
    assert vp(t) == [2, 0, 0]


# Powers that reach others


def test_ruling_9_a_foe_who_draws_two_keeps_one_in_the_middle_of_a_line():
    # pig: 1 spell for the foe, then 1 for itself.
    t = claimed(monsters=("pig", "ox", "hen"), draw_two="on")
    put(t, ANA, colored={"e9": "ultimate"})
    t.do("challenge ben", "line e9-g9", "use e9", "draw tornado aegis")
    assert t.waits() == ["Ben"]
    refused(t, "Ana: roll")
    t.do("discard tornado")
    assert t.seen_by() == ANA
    t.do("draw ? ?")
    assert t.waits() == ["Ana"]
    t.do("discard wildfire", "roll 0 0 0 0")
    assert t.state.spell_discards == {"tornado": 1, "wildfire": 1}
    assert [seat.hand.size for seat in t.state.seats] == [2, 2, 1]


def test_ruling_50_the_chosen_seat_leaves_while_it_owes_a_rune():
    t = claimed(monsters=("eel", "ox", "hen"))
    put(t, ANA, colored={"e9": "ultimate"})
    t.do("challenge ben", "line e9-g9", "use e9 cai", "rune chi", "Cai: concede")
    assert t.waits() == ["Ana"]
    assert verbs(t, ANA) == {"roll"}
    assert supply(t) == [13, 14, 14, 14, 14]
    t.do("roll 0 0 0 0")


def test_ruling_50_the_caster_leaves_while_he_owes_a_seat():
    t = claimed(monsters=("ram", "ox", "cat"))
    give(t, CAI, "spell")
    t.do("Cai: cast spell ultimate", "Cai: concede")
    assert (t.waits(), verbs(t, ANA)) == (["Ana"], {"challenge", "pass"})


def test_ruling_50_the_roller_leaves_while_the_foe_owes_a_discard():
    t = claimed(monsters=("pig", "ox", "hen"), draw_two="on")
    put(t, ANA, colored={"e9": "ultimate"})
    t.do("challenge ben", "line e9-g9", "use e9", "draw tornado aegis", "Ana: concede")
    if verbs(t, BEN) == {"discard"}:
        t.do("discard tornado")
    assert verbs(t, BEN) >= {"challenge", "pass"}
    assert t.state.duel is None
    assert pool(t) == [4, 3, 3]


def test_common_6_nobody_concedes_while_chance_is_due():
    t = claimed()
    t.do("challenge ben", "roll")
    assert refused(t, "Cai: concede").rule == "table"
    assert refused(t, "Ana: agree").rule == "table"


def test_ruling_5_an_ultimates_runes_without_a_cell_go_back_for_nothing():
    effects = [Effect(effect="runes", amount=2, whom="self")]
    t = claimed(pack=boxed(ultimate=effects, board=TINY, b=MONSTERS[10].b))
    give(t, ANA, "spell")
    t.do("Ana: cast spell ultimate reroll spell")
    assert verbs(t, ANA) == {"challenge", "pass"}
    assert (chi(t), supply(t)) == ([0, 0, 0], [14, 14, 14, 14, 14])


def test_ruling_8_with_no_spell_left_a_spell_rune_draws_nothing():
    once = [msgspec.structs.replace(card, copies=1) for card in BOX.spell]
    pack = msgspec.structs.replace(BOX, spell=once)
    t = claimed(pack=pack, spells=("tornado", "tsunami", "wildfire"))
    give(t, CAI, *(card.name for card in once[3:]))
    put(t, ANA, colored={"a1": "spell", "b1": "chi"})
    t.do("challenge ben", "line a1-b1", "use a1")
    assert (t.due(), verbs(t, ANA)) == ("", {"use"})
    assert t.state.seats[ANA].exhausted == {"a1": "spell"}


def test_ruling_5_a_chosen_seat_without_a_cell_gets_nothing():
    t = claimed(monsters=("eel", "gnat", "hen"))
    put(t, ANA, colored={"e9": "ultimate"})
    t.do("challenge ben", "line e9-g9", "use e9 ben", "rune reroll")
    assert (t.waits(), verbs(t, ANA)) == (["Ana"], {"roll"})
    assert (chi(t), supply(t)) == ([0, 0, 0], [13, 14, 14, 14, 14])


def test_option_set_up_order_by_seat_with_one_who_conceded():
    t = match(3, set_up_order="by-seat")
    t.do("choose ram", "start a", "draw ?", "choose hen", "start b", "Ben: concede")
    assert (t.waits(), verbs(t, CAI)) == (["Cai"], {"choose"})
    assert supply(t) == [14, 14, 14, 14, 14]
    # A monster that was chosen stays out of the choice.
    refused(t, "choose hen")


def test_ruling_28_effects_go_in_the_packs_order():
    # Rolled runes come before the drawn spell.
    t = fired(
        Effect(effect="runes", amount=1, whom="self"),
        Effect(effect="spells", amount=1, whom="self"),
        Effect(effect="chi", amount=2, whom="self"),
    )
    t.do("challenge ben", "line e9-g9", "use e9")
    assert t.due() == "rune"
    t.do("rune chi")
    if t.due() == "":
        t.do("place chi a1")
    assert t.due() == "draw"
    t.do("draw ?")
    if "place" in verbs(t, ANA):
        t.do("place chi a1")
    assert chi(t) == [2, 0, 0]
    t.do("roll 0 0 0 0")


def test_ruling_46_the_first_to_reach_15_within_a_power_wins():
    t = fired(
        Effect(effect="vp", amount=1, whom="foe"), Effect(effect="vp", amount=1, whom="self"), n=2
    )
    put(t, ANA, vp=14)
    put(t, BEN, vp=14)
    t.do("challenge ben", "line e9-g9", "use e9")
    assert t.state.ended
    assert [side.seats for side in fold.standing(t.game, t.state)] == [[BEN], [ANA]]


def test_ruling_46_nothing_more_of_a_power_happens_once_15_are_reached():
    t = fired(
        Effect(effect="vp", amount=1, whom="self"),
        Effect(effect="spells", amount=1, whom="self"),
        Effect(effect="vp", amount=-1, whom="self"),
        n=2,
    )
    put(t, ANA, vp=14)
    t.do("challenge ben", "line e9-g9", "use e9")
    assert (vp(t), t.due(), t.waits(), t.moves()) == ([15, 0], "", [], [])
    assert t.state.ended


def test_ruling_46_a_seat_is_made_to_win():
    t = fired(Effect(effect="vp", amount=2, whom="chosen"), n=2)
    put(t, BEN, vp=13)
    t.do("challenge ben", "line e9-g9", "use e9 ben")
    assert t.state.ended
    assert vp(t) == [0, 15]


def test_ruling_28_negative_chi_of_oneself_stops_at_0():
    t = fired(Effect(effect="chi", amount=-5, whom="self"))
    put(t, ANA, chi=3)
    t.do("challenge ben", "line e9-g9", "use e9")
    assert chi(t) == [0, 0, 0]


def test_ruling_28_points_of_a_chosen_duellist():
    t = fired(Effect(effect="points", amount=-1, whom="chosen"))
    put(t, BEN, vp=9)
    t.do("challenge ben", "line e9-g9", "use e9 ben", "roll 0 0 0 0", "keep", "roll 0 0 0", "keep")
    # 0 + 1 to 0 - 1.
    assert margin(t) == 2


# The Spell card


def test_ruling_38_a_choice_of_ultimate_then_its_seat():
    t = claimed(monsters=("cat", "ox", "hen"))
    put(t, BEN, vp=4)
    give(t, ANA, "spell")
    t.do("Ana: cast spell choice", "pick ultimate")
    assert verbs(t, ANA) == {"use"}
    t.do("use ben")
    assert vp(t) == [0, 3, 0]


def test_ruling_38_a_bystanders_ultimate_wastes_its_upgrade_and_owes_its_seat():
    # owl: an upgrade and -1 chi of a chosen seat.
    t = claimed(monsters=("ram", "ox", "owl"))
    put(t, BEN, chi=2)
    give(t, CAI, "spell")
    t.do("challenge ben", "Cai: cast spell ultimate")
    assert t.waits() == ["Cai"]
    illegal(t, CAI, Use(None, "grey", BEN))
    illegal(t, CAI, Use(None, "grey"))
    illegal(t, CAI, Use())
    t.do("use ben", "roll")
    assert chi(t) == [0, 1, 0]
    assert dice(t) == "grey grey grey"


def test_ruling_38_the_own_step_offers_die_and_seat():
    t = claimed(monsters=("owl", "ox", "hen"))
    put(t, BEN, chi=2)
    give(t, ANA, "spell")
    t.do("challenge ben", "Ana: cast spell ultimate")
    illegal(t, ANA, Use(None, "grey"))
    illegal(t, ANA, Use("a1", "grey", BEN))
    t.do("use grey ben", "roll")
    assert chi(t) == [0, 1, 0]
    assert dice(t) == "grey grey black"


def test_ruling_38_a_spell_face_draws_two_where_the_option_says_so():
    t = claimed(draw_two="on")
    give(t, BEN, "spell")
    t.do("Ben: cast spell spell", "draw tornado aegis")
    assert (t.waits(), verbs(t, BEN)) == (["Ben"], {"discard"})
    t.do("discard aegis")
    assert t.waits() == ["Ana"]


def test_ruling_38_an_upgrade_of_the_card_may_be_declined_and_names_no_cell():
    t = claimed()
    give(t, ANA, "spell")
    t.do("challenge ben", "Ana: cast spell upgrade")
    assert {move.die for move in legal(t, Use, ANA)} == {"grey", None}
    illegal(t, ANA, Use("a1"))
    t.do("use")
    assert pool(t) == [1, 3, 3]


def test_ruling_38_an_upgrade_of_the_card_where_every_die_is_taken_lifts_none():
    t = fired(
        Effect(effect="dice", amount=9, color="red"), Effect(effect="dice", amount=9, color="black")
    )
    give(t, ANA, "spell", "spell")
    t.do("challenge ben", "Ana: cast spell ultimate")
    assert pool(t) == [0, 0, 0]
    t.do("Ana: cast spell upgrade")
    assert [move.die for move in legal(t, Use, ANA)] in ([], [None])
    if legal(t, Use, ANA):
        t.do("use")
    t.do("roll")
    assert dice(t) == "grey grey grey grey black black black red red red"


def test_ruling_13_runes_of_a_spell_are_not_traded_in_the_resource_phase():
    t = revealed()
    give(t, ANA, "treasure sack")
    give(t, BEN, "treasure sack")
    t.do("Ana: cast treasure sack chi spell")
    refused(t, "trade chi")
    t.do("place chi a1", "place spell b1")
    assert verbs(t, ANA) >= {"claim"}
    t.do("Ben: cast treasure sack chi chi")
    assert t.waits() == ["Ben"]
    refused(t, "Ana: claim p1")
    t.do("place chi a1", "place chi b1", "claim p1")


def test_ruling_39_a_spell_of_clean_up_pays_for_a_refresh():
    t = claimed()
    put(t, ANA, exhausted={"a1": "reroll"})
    give(t, ANA, "chi replenishment")
    acted(t).do("score")
    refused(t, "refresh a1")
    t.do("Ana: cast chi replenishment", "refresh a1")
    assert t.state.seats[ANA].colored["a1"] == "reroll"


def test_ruling_40_wildfire_burns_a_refreshed_rune_and_an_ultimate():
    t = claimed()
    put(t, ANA, chi=3, colored={"a9": "ultimate"}, exhausted={"a1": "reroll"})
    give(t, BEN, "wildfire", "wildfire")
    t.do("Ben: cast wildfire ana a9")
    acted(t).do("score", "refresh a1", "Ben: cast wildfire ana a1", "done", "done", "done")
    assert "reroll" not in t.state.seats[ANA].colored.values()


def test_ruling_40_tsunami_takes_a_known_or_an_unseen_spell():
    t = claimed(spells=("tsunami", "explosion", "explosion"))
    give(t, BEN, "?")
    t.do("Ana: cast tsunami")
    may = {move.spell for move in legal(t, Discard, BEN)}
    assert {"explosion", "aegis", "mountain troll"} <= may
    t.do("discard aegis", "discard explosion")
    assert t.state.seats[BEN].hand.names() == ["explosion"]


def test_ruling_40_eye_of_the_monster_makes_a_leader_in_the_middle_of_a_match():
    t = claimed()
    give(t, BEN, "eye of the monster")
    t.do("challenge ben", "Ben: cast eye of the monster", "roll 1 1 1", "keep")
    t.do("roll 0 0 0", "keep", "conclude")
    # Ben leads 1-0-0: 2 of the card and 3.
    assert vp(t) == [5, 1, 0]


# Options


def test_option_line_shape_sub_runs_fires_the_cells_of_the_part_only():
    t = facing(line_shape="sub-runs")
    put(t, ANA, colored={"d1": "chi", "e1": "chi"})
    t.do("challenge ben")
    assert sorted(move.line for move in legal(t, Line)) == ["d1-e1", "d1-f1", "e1-f1"]
    t.do("line d1-e1", "use d1", "use e1", "roll 1 0 0", "keep", "roll 0 0 0", "keep")
    assert margin(t) == 1
    t = facing(line_shape="sub-runs")
    put(t, ANA, colored={"e1": "chi"})
    t.do("challenge ben", "line e1-f1", "use e1", "roll 1 0 0", "keep", "roll 0 0 0", "keep")
    assert margin(t) == 2


def test_option_lines_many_a_shared_rune_acts_once():
    # elk's a1-c1 and a1-a3 cross at a1.
    t = claimed(monsters=("elk", "ox", "hen"), lines="many")
    runes = {"a1": "chi", "b1": "chi", "c1": "chi", "a2": "chi", "a3": "spell"}
    put(t, ANA, colored=runes)
    t.do("challenge ben", "line a1-c1", "use a1", "use b1", "use c1", "line a1-a3")
    refused(t, "use a1")
    t.do("use a2", "use a3 ?", "roll")
    assert chi(t) == [8, 0, 0]
    assert dice(t) == "grey grey grey"


def test_option_second_ultimate_flips_after_the_spell_card():
    t = claimed(monsters=("dog", "ox", "hen"), second_ultimate="flips")
    put(t, ANA, colored={"e9": "ultimate"})
    give(t, ANA, "spell")
    t.do("challenge ben", "Ana: cast spell ultimate", "line e9-g9")
    if "use" in verbs(t, ANA):
        t.do("use e9")
    t.do("roll 0 0 0 0")
    assert (vp(t), chi(t)) == ([1, 0, 0], [1, 0, 0])
    assert t.state.seats[ANA].exhausted == {"e9": "ultimate"}


def test_option_bonus_ruled_in_the_middle_of_a_duel_reads_the_vp_of_its_beginning():
    t = claimed()
    put(t, BEN, vp=3)
    give(t, BEN, "eye of the monster")
    t.do("challenge ben", "Ben: cast eye of the monster", "roll 1 0 0", "keep")
    t.rule("bonus", "vp-difference")
    t.do("roll 0 0 0", "keep", "conclude")
    assert vp(t) == [5, 4, 0]


def test_option_line_answer_ruled_later():
    t = claimed()
    put(t, ANA, colored={"a3": "chi"})
    give(t, BEN, "tornado")
    t.rule("line_answer", "spells")
    t.do("challenge ben", "line a3-b3", "Ben: cast tornado ana", "use a3", "roll")
    assert dice(t) == "grey grey grey grey"


def test_option_line_answer_spells_where_no_use_is_owed_the_cells_fire_with_the_roll():
    t = facing(line_answer="spells")
    put(t, ANA, colored={"e9": "ultimate"})
    give(t, ANA, "spell")
    give(t, BEN, "tornado")
    t.do("challenge ben", "Ana: cast spell ultimate", "line e9-g9", "Ben: cast tornado ana", "roll")
    assert dice(t) == "grey grey grey grey red"
    t.do("dice 0 0 0 0 0", "keep", "roll 0 0 0", "keep")
    assert margin(t) == 1


def test_option_lines_many_one_line_is_announced_once():
    # The Ultimate stays colored, so that the line is still valid; its cells do not fire for ever.
    t = facing(lines="many")
    put(t, ANA, colored={"e9": "ultimate"})
    give(t, ANA, "spell")
    t.do("challenge ben", "Ana: cast spell ultimate", "line e9-g9")
    refused(t, "line e9-g9", "B-2", "Board")
    assert verbs(t, ANA) == {"roll"}


def test_option_chi_supply_48_never_takes_chi_away():
    t = claimed(chi_supply="48")
    put(t, ANA, chi=60)
    give(t, ANA, "chi replenishment")
    t.do("Ana: cast chi replenishment")
    assert chi(t) == [60, 0, 0]


def test_options_begin_with_the_first_value_of_the_table_of_options():
    assert Brawl.OPTIONS == {
        "first": 0, "set_up_order": "by-kind", "draw_two_set_up": "off", "draw_two": "off",
        "no_room": "sack-only", "chi_supply": "unlimited", "line_shape": "whole-run",
        "lines": "one", "second_ultimate": "stays", "total_floor": "none",
        "bonus": "dice-margin", "line_answer": "none", "tempest_ultimate": "yes", "sets": 1,
        "both_at_15": "in-order", "mercy_end": "off",
    }  # fmt: skip


def test_the_game_is_for_two_to_four_under_its_name():
    assert (Brawl.name, Brawl.players) == ("taiwan-monsters-brawl", (2, 4))


def test_option_mercy_end_holds_for_two_players_too():
    t = claimed(2, mercy_end="on")
    put(t, ANA, vp=12)
    acted(t).do("score")
    assert vp(t) == [13, 2]
    t.do("done", "done")
    assert t.state.ended


def test_option_sets_with_one_who_conceded():
    t = claimed(3, sets=2)
    t.do("Cai: concede")
    cleaned(t)
    rounds(t, 2)
    assert not t.state.ended
    rounds(t)
    # Ana and Ben have been first twice.
    assert t.state.ended


def test_option_both_at_15_together_with_one_who_reaches_it():
    t = claimed(2, cards=("p5", "p1", "q16"), both_at_15="together")
    put(t, ANA, vp=3)
    put(t, BEN, vp=14)
    acted(t).do("score")
    assert vp(t) == [8, 15]
    assert t.state.ended


def test_option_no_room_chi_leaves_the_empty_pile_unpaid():
    pack = msgspec.structs.replace(BOX, supply=msgspec.structs.replace(BOX.supply, runes=1))
    t = claimed(pack=pack, monsters=("gnat", "ox", "hen"), no_room="chi")
    put(t, BEN, colored={"a1": "reroll"})
    give(t, ANA, "treasure sack")
    t.do("Ana: cast treasure sack reroll upgrade")
    assert chi(t) == [1, 0, 0]


# Packs


def test_L61_what_a_chi_rune_gives_is_the_packs():
    pack = msgspec.structs.replace(BOX, supply=msgspec.structs.replace(BOX.supply, chi_rune=3))
    t = claimed(pack=pack)
    put(t, ANA, colored={"a1": "chi", "b1": "chi"})
    t.do("challenge ben", "line a1-b1", "use a1")
    assert chi(t) == [3, 0, 0]


def test_an_empty_space_may_be_written_as_a_blank_or_a_hash():
    for blank in (" ", "#"):
        board = [row.replace(" ", blank) for row in CROSS]
        t = claimed(pack=boxed(board=board, b=MONSTERS[10].b))
        put(t, ANA, colored={"a3": "spell", "b3": "chi"})
        t.do("challenge ben")
        assert [move.line for move in legal(t, Line)] == ["a3-b3"]


@pytest.mark.parametrize(
    "board", [["..x"], ["...", ".."], [], ["0."], ["*"]], ids=["x", "ragged", "none", "0", "star"]
)
def test_a_board_that_cannot_be_read_is_refused(board):
    with pytest.raises(BadPack):
        Brawl(boxed(board=board, b=MONSTERS[1].b))


def test_a_pack_with_an_unknown_spell_or_without_a_known_one_is_refused():
    strange = msgspec.structs.replace(BOX.spell[0], name="typhoon")
    with pytest.raises(BadPack):
        Brawl(msgspec.structs.replace(BOX, spell=[strange, *BOX.spell[1:]]))


def test_names_of_a_pack_that_read_alike_are_refused():
    for kind in ("monster", "territory", "spell"):
        first, second, *rest = getattr(BOX, kind)
        twin = msgspec.structs.replace(second, name=first.name.upper() + " ")
        with pytest.raises(BadPack):
            Brawl(msgspec.structs.replace(BOX, **{kind: [first, twin, *rest]}))


def test_an_ultimate_that_leaves_more_than_one_die_to_choose_is_refused():
    upgrade = Effect(effect="upgrade", amount=1)
    with pytest.raises(BadPack):
        Brawl(boxed(ultimate=[upgrade, upgrade]))


def test_a_start_that_the_board_cannot_take_is_refused():
    with pytest.raises(BadPack):
        Brawl(boxed(board=TINY))


def test_a_spell_that_was_cast_twice_is_two_cards():
    t = claimed()
    give(t, ANA, "tornado", "tornado")
    assert len([move for move in legal(t, Cast, ANA) if move.target == BEN]) == 1
    t.do("Ana: cast tornado ben", "Ana: cast tornado ben")
    refused(t, "Ana: cast tornado ben")
