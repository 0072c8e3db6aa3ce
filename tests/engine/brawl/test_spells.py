"""Spell Card Descriptions: what each spell does, when it may be cast, and at whom."""

import msgspec
import pytest

from engine.chance import Dice
from engine.games.taiwan_monsters_brawl.moves import Cast, Discard, Pick
from tests.engine.brawl.box import BOX
from tests.engine.brawl.table import (
    ANA,
    BEN,
    CAI,
    acted,
    attack,
    begun,
    casters,
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
    pool,
    put,
    refused,
    request,
    revealed,
    supply,
    verbs,
    vp,
)

CARD = ("Spell", "Component")


def armed(*spells, seat=ANA, **setting):  # type: ignore[no-untyped-def]
    """Ana is about to act; a seat holds these spells too."""
    t = claimed(**setting)
    give(t, seat, *spells)
    return t


def casts(t, spell, seat=None):  # type: ignore[no-untyped-def]
    return [m for m in legal(t, Cast, seat) if m.spell == spell]


# Casting (rulings 35 to 39)


def test_L66_a_spell_is_paid_with_chi():
    t = claimed()
    put(t, ANA, chi=2)
    attack_roll = ("challenge ben", "roll 0 0 0")
    t.do(*attack_roll)
    refused(t, "Ana: cast mountain troll", *CARD)
    put(t, ANA, chi=4)
    t.do("Ana: cast mountain troll")
    assert chi(t) == [1, 0, 0]


def test_L68a_the_printed_cost_is_paid_and_0_is_free():
    t = armed("tornado", "explosion")
    put(t, ANA, chi=1)
    put(t, BEN, vp=5, chi=5)
    t.do("Ana: cast tornado ben")
    assert chi(t) == [1, 3, 0]
    t.do("Ana: cast explosion ben")
    assert (chi(t), vp(t)) == ([0, 3, 0], [0, 3, 0])


def test_L68a_chi_is_paid_first_so_a_spell_cannot_pay_for_itself():
    dear = [
        msgspec.structs.replace(c, cost=3) if c.name == "chi replenishment" else c
        for c in BOX.spell
    ]
    t = armed("chi replenishment", pack=msgspec.structs.replace(BOX, spell=dear))
    put(t, ANA, chi=2)
    refused(t, "Ana: cast chi replenishment", *CARD)
    put(t, ANA, chi=3)
    t.do("Ana: cast chi replenishment")
    assert chi(t) == [3, 0, 0]


def test_ruling_35_a_tornado_on_oneself_takes_what_the_cost_left():
    dear = [msgspec.structs.replace(c, cost=2) if c.name == "tornado" else c for c in BOX.spell]
    t = armed("tornado", pack=msgspec.structs.replace(BOX, spell=dear))
    put(t, ANA, chi=3)
    t.do("Ana: cast tornado ana")
    assert chi(t) == [0, 0, 0]


def test_L68b_cast_at_any_time_any_number_then_on_the_discards():
    t = armed("chi replenishment", "chi replenishment", "tornado", seat=CAI)
    t.do("Cai: cast chi replenishment", "Cai: cast chi replenishment", "Cai: cast tornado ana")
    assert chi(t) == [0, 0, 6]
    assert t.state.spell_discards == {"chi replenishment": 2, "tornado": 1}
    assert t.state.seats[CAI].hand.size == 1
    refused(t, "Cai: cast tornado ana", *CARD)
    assert t.waits() == ["Ana"]


def test_ruling_35_a_spell_that_is_not_held_is_refused():
    t = claimed()
    refused(t, "Ana: cast tornado ben", *CARD, "table")
    refused(t, "Ana: cast chi replenishment", *CARD, "table")


def test_ruling_35_targets_are_seats_in_the_match_the_caster_too():
    t = armed("tornado", "volcanic eruption")
    put(t, ANA, vp=3, chi=2)
    assert sorted(m.target for m in casts(t, "tornado", ANA)) == [ANA, BEN, CAI]
    t.do("Cai: concede")
    refused(t, "Ana: cast tornado cai")
    illegal(t, ANA, Cast("tornado", 7))
    refused(t, "Ana: cast tornado", *CARD)
    t.do("Ana: cast volcanic eruption ana")
    assert vp(t) == [2, 0, 0]


def test_ruling_35_a_target_too_many_is_refused():
    t = armed("chi replenishment", "tornado", "tsunami", "treasure sack", "spell")
    put(t, BEN, colored={"a1": "chi"})
    illegal(t, ANA, Cast("chi replenishment", BEN))
    illegal(t, ANA, Cast("chi replenishment", ANA))
    illegal(t, ANA, Cast("tornado", BEN, "a1"))
    illegal(t, ANA, Cast("tsunami", BEN))
    illegal(t, ANA, Cast("treasure sack", None, "a1"))
    illegal(t, ANA, Cast("spell", BEN))


def test_ruling_35_an_effect_on_0_is_legal_and_empty():
    t = armed("tornado", "volcanic eruption", "tsunami")
    give(t, BEN)
    t.do("Ana: cast tornado ben", "Ana: cast volcanic eruption ben")
    assert (chi(t), vp(t)) == ([0, 0, 0], [0, 0, 0])
    assert t.state.spell_discards == {"tornado": 1, "volcanic eruption": 1}


def test_ruling_36_others_cast_in_a_duel_they_are_not_in():
    t = facing()
    give(t, CAI, "aegis", "aegis", "aegis")
    attack(t, dice="1 1 1")
    t.do("roll 1 1 1", "keep")
    t.do("Cai: cast aegis ben", "Cai: cast aegis ben", "Cai: cast aegis ben")
    assert margin(t) == 3


def test_implied_no_counter_play():
    # Both spells resolve as they are cast; nothing undoes one that was.
    t = armed("tornado", seat=BEN)
    give(t, ANA, "chi replenishment")
    put(t, ANA, chi=1)
    t.do("Ben: cast tornado ana", "Ana: cast chi replenishment")
    assert chi(t) == [3, 0, 0]


def test_implied_no_counter_play_to_an_announced_line():
    t = armed("wildfire", seat=BEN)
    give(t, ANA, "chi replenishment")
    put(t, ANA, colored={"a1": "chi", "b1": "chi"})
    t.do("challenge ben", "line a1-b1")
    refused(t, "Ben: cast wildfire ana a1")
    refused(t, "Ana: cast chi replenishment")
    t.do("use a1")
    refused(t, "Ben: cast wildfire ana b1")
    t.do("use b1")
    refused(t, "Ana: cast chi replenishment", "B-2", "Spell", "Board")
    t.do("roll 0 0 0", "Ana: cast chi replenishment")
    assert chi(t) == [7, 0, 0]


def test_implied_no_counter_play_but_a_spell_before_the_announcement_is_in_time():
    t = armed("wildfire", seat=BEN)
    put(t, ANA, colored={"a1": "chi", "b1": "chi"})
    t.do("challenge ben", "Ben: cast wildfire ana a1")
    refused(t, "line a1-b1", "B-2", "Board")


def test_ruling_39_nothing_is_cast_before_the_first_reveal_nor_while_chance_is_due():
    t = begun(spells=("chi replenishment", "tornado", "explosion", "explosion"))
    assert t.due() == "reveal"
    refused(t, "Ana: cast chi replenishment")
    t.do("reveal p1 p2 p3 q1", "Ana: cast chi replenishment")
    assert chi(t) == [3, 0, 0]
    t = armed("chi replenishment", seat=BEN)
    t.do("challenge ben", "roll")
    refused(t, "Ben: cast chi replenishment", "table")


def test_ruling_39_not_while_runes_of_a_card_are_owed():
    t = revealed(cards=("r2", "p2", "p3", "q1"))
    give(t, BEN, "chi replenishment")
    give(t, ANA, "chi replenishment")
    t.do("claim r2")
    refused(t, "Ben: cast chi replenishment")
    refused(t, "Ana: cast chi replenishment")
    t.do("place upgrade a1")
    refused(t, "Ben: cast chi replenishment")
    t.do("place reroll b1", "Ana: cast chi replenishment", "Ben: cast chi replenishment")
    assert chi(t) == [4, 3, 0]


def test_ruling_39_not_between_the_last_done_and_the_next_reveal():
    t = armed("chi replenishment", "chi replenishment")
    acted(t).do("score", "done", "done", "Ana: cast chi replenishment", "done")
    assert t.due() == "reveal"
    refused(t, "Ana: cast chi replenishment", "table")


# The cards (ruling 40)


def test_L257_tornado_takes_2_chi_or_what_there_is():
    t = armed("tornado", "tornado")
    put(t, BEN, chi=3)
    t.do("Ana: cast tornado ben")
    assert chi(t) == [0, 1, 0]
    t.do("Ana: cast tornado ben")
    assert chi(t) == [0, 0, 0]


def test_L258_tsunami_each_other_discards_a_spell_of_its_choice_clockwise():
    t = armed("tsunami", seat=BEN, n=4)
    give(t, ANA, "tornado")
    t.do("Ben: cast tsunami")
    assert t.waits() == ["Cai"]
    assert verbs(t, CAI) == {"discard"}
    refused(t, "Ana: discard tornado")
    refused(t, "Cai: discard tornado")
    refused(t, "Ben: discard mountain troll")
    refused(t, "Ana: challenge ben")
    t.do("discard explosion")
    assert t.waits() == ["Dan"]
    t.do("discard explosion")
    assert t.waits() == ["Ana"]
    assert sorted(m.spell for m in legal(t, Discard, ANA)) == ["mountain troll", "tornado"]
    t.do("discard tornado")
    assert t.state.spell_discards == {"tsunami": 1, "explosion": 2, "tornado": 1}
    assert [seat.hand.size for seat in t.state.seats] == [1, 1, 0, 0]
    assert t.waits() == ["Ana"]
    assert verbs(t, ANA) >= {"challenge", "pass"}


def test_L258_tsunami_skips_who_has_no_spell_and_who_conceded():
    t = armed("tsunami", "tsunami", n=4)
    t.do("Dan: concede", "Ana: cast tsunami")
    assert t.waits() == ["Ben"]
    t.do("discard mountain troll")
    assert t.waits() == ["Cai"]
    t.do("discard explosion")
    assert verbs(t, ANA) >= {"challenge", "pass"}
    # Nobody else holds a spell now.
    t.do("Ana: cast tsunami")
    assert t.waits() == ["Ana"]
    assert t.state.seats[3].hand.size == 1


def test_L258_tsunami_discards_an_unseen_spell_by_name():
    t = claimed(spells=("tsunami", "?", "?", "?"))
    t.do("Ana: cast tsunami", "discard aegis", "discard tornado")
    assert t.state.spell_discards == {"tsunami": 1, "aegis": 1, "tornado": 1}
    assert [seat.hand.size for seat in t.state.seats] == [0, 0, 0]


def test_L259_wildfire_burns_a_colored_rune_of_another_seat():
    t = armed("wildfire")
    put(t, ANA, colored={"a1": "chi"})
    put(t, BEN, colored={"a1": "chi", "b1": "upgrade"}, exhausted={"d1": "chi"})
    refused(t, "Ana: cast wildfire ana a1", *CARD)
    refused(t, "Ana: cast wildfire ben d1", *CARD)
    refused(t, "Ana: cast wildfire ben e1", *CARD)
    refused(t, "Ana: cast wildfire cai a1", *CARD)
    refused(t, "Ana: cast wildfire ben", *CARD)
    refused(t, "Ana: cast wildfire", *CARD)
    assert len(casts(t, "wildfire")) == 2
    t.do("Ana: cast wildfire ben b1")
    assert t.state.seats[BEN].colored == {"a1": "chi"}
    assert supply(t) == [14, 11, 14, 14, 14]


def test_L259_wildfire_without_a_target_cannot_be_cast():
    t = armed("wildfire")
    put(t, ANA, colored={"a1": "chi"})
    assert casts(t, "wildfire") == []
    put(t, CAI, colored={"a1": "chi"})
    t.do("Cai: concede")
    assert casts(t, "wildfire") == []
    refused(t, "Ana: cast wildfire cai a1")


def test_L260_aegis_takes_1_point_of_a_duellist_who_has_rolled():
    t = facing()
    give(t, CAI, "aegis", "aegis", "aegis")
    refused(t, "Cai: cast aegis ben", *CARD)
    t.do("challenge ben")
    refused(t, "Cai: cast aegis ana", *CARD)
    refused(t, "Cai: cast aegis ben", *CARD)
    t.do("roll 1 1 1")
    assert {m.target for m in casts(t, "aegis")} == {ANA}
    refused(t, "Cai: cast aegis ben", *CARD)
    refused(t, "Cai: cast aegis cai", *CARD)
    t.do("Cai: cast aegis ana", "keep")
    # The challenger has rolled, so he can be met while the defender rolls.
    refused(t, "Cai: cast aegis ben", *CARD)
    t.do("Cai: cast aegis ana", "roll 0 0 0")
    assert {m.target for m in casts(t, "aegis")} == {ANA, BEN}
    t.do("keep", "Cai: cast aegis ben")
    # 3 - 2 to 0 - 1.
    assert margin(t) == 2


def test_L260_aegis_stays_whatever_is_rerolled():
    t = facing()
    give(t, BEN, "aegis")
    put(t, ANA, colored={"a1": "reroll", "b1": "chi"})
    t.do("challenge ben", "line a1-b1", "use a1", "use b1", "roll 1 0 0", "Ben: cast aegis ana")
    t.do("reroll 1 1 0", "keep", "roll 0 0 0", "keep")
    assert margin(t) == 1


def test_L260_aegis_is_for_this_challenge_only():
    t = facing()
    give(t, CAI, "aegis")
    attack(t, dice="0 0 0")
    t.do("roll 0 0 0", "keep", "Cai: cast aegis ben", "conclude")
    assert vp(t) == [3, 9, 0]
    t.do("draw ?", "challenge ana", "roll 0 0 0", "keep", "roll 0 0 0", "keep", "conclude")
    assert vp(t) == [3, 9, 0]
    refused(t, "Cai: cast aegis ana")


def test_L260_a_duellist_may_cast_aegis_on_himself():
    t = facing()
    give(t, ANA, "aegis")
    t.do("challenge ben", "roll 1 1 0", "Ana: cast aegis ana", "keep", "roll 0 0 0", "keep")
    assert margin(t) == 1


@pytest.mark.parametrize(("spell", "loss"), [("volcanic eruption", 1), ("explosion", 2)])
def test_L261_262_volcanic_eruption_and_explosion_take_vp(spell, loss):
    t = armed(spell, spell)
    put(t, ANA, chi=2)
    put(t, BEN, vp=loss + 1)
    t.do(f"Ana: cast {spell} ben")
    assert vp(t) == [0, 1, 0]
    t.do(f"Ana: cast {spell} ben")
    assert vp(t) == [0, 0, 0]


def test_L261_262_before_the_match_ends():
    t = armed("volcanic eruption", n=2)
    put(t, BEN, vp=14)
    give(t, BEN, "eye of the monster")
    t.do("challenge ben", "Ben: cast eye of the monster")
    assert t.state.ended
    assert refused(t, "Ana: cast volcanic eruption ben").rule == "table"


def test_L261_262_in_the_last_clean_up_before_the_last_done():
    t = claimed(4)
    for _ in range(3):
        cleaned(t)
        t.do("reveal " + " ".join([n for n in request(t).pool if n.startswith("q")][:5]))
        for _ in range(4):
            name = next(iter(t.state.revealed))
            t.do(f"claim {name}")
    assert t.state.round == 4
    acted(t).do("score", "done", "done", "done")
    give(t, ANA, "volcanic eruption", "volcanic eruption")
    before = vp(t)[BEN]
    t.do("Ana: cast volcanic eruption ben")
    assert vp(t)[BEN] == before - 1
    t.do("done")
    assert t.state.ended
    refused(t, "Ana: cast volcanic eruption ben")


def test_L263_thunder_beast_rolls_the_misses_again():
    t = facing()
    give(t, ANA, "thunder beast", "thunder beast")
    put(t, ANA, colored={"d3": "chi"})
    refused(t, "Ana: cast thunder beast", *CARD)
    t.do("challenge ben")
    refused(t, "Ana: cast thunder beast", *CARD)
    t.do("line d3-e3", "use d3", "roll 1 0 1 0")
    t.do("Ana: cast thunder beast")
    due = request(t)
    assert isinstance(due, Dice)
    assert (dice(t), due.verb, due.stream) == (
        "grey black", "dice", "round 1/0/attack/thunder beast",
    )  # fmt: skip
    t.do("dice 1 1")
    # No miss is left.
    refused(t, "Ana: cast thunder beast", *CARD)
    t.do("keep", "roll 0 0 0", "keep")
    assert margin(t) == 4


def test_L263_thunder_beast_is_for_the_roller_before_keep():
    t = facing()
    for seat in (ANA, BEN, CAI):
        give(t, seat, "thunder beast")
    t.do("challenge ben", "roll 0 0 0")
    refused(t, "Ben: cast thunder beast", *CARD)
    refused(t, "Cai: cast thunder beast", *CARD)
    t.do("keep")
    refused(t, "Ana: cast thunder beast", *CARD)
    refused(t, "Ben: cast thunder beast", *CARD)
    t.do("roll 0 0 0")
    refused(t, "Ana: cast thunder beast", *CARD)
    t.do("Ben: cast thunder beast")
    assert request(t).stream == "round 1/0/defence/thunder beast"
    t.do("dice 1 0 0", "keep")
    t.do("conclude")
    assert t.state.seats[ANA].injured


def test_L264_chi_replenishment_gives_3_chi():
    t = armed("chi replenishment")
    t.do("Ana: cast chi replenishment")
    assert chi(t) == [3, 0, 0]


def test_L265_eye_of_the_monster_gives_the_defender_1_vp():
    t = claimed()
    give(t, BEN, "eye of the monster", "eye of the monster")
    give(t, ANA, "eye of the monster")
    refused(t, "Ben: cast eye of the monster", *CARD)
    t.do("challenge ben")
    refused(t, "Ana: cast eye of the monster", *CARD)
    t.do("Ben: cast eye of the monster")
    assert vp(t) == [0, 1, 0]
    t.do("roll 0 0 0", "keep", "roll 0 0 0", "keep", "Ben: cast eye of the monster")
    assert vp(t) == [0, 2, 0]
    t.do("conclude")
    refused(t, "Ana: cast eye of the monster")
    t.do("challenge ana", "Ana: cast eye of the monster")
    assert vp(t) == [1, 2, 0]


def test_L265_eye_of_the_monster_is_not_for_bystanders_nor_after_conclude():
    t = claimed()
    give(t, CAI, "eye of the monster")
    give(t, BEN, "eye of the monster")
    t.do("challenge ben")
    refused(t, "Cai: cast eye of the monster", *CARD)
    t.do("roll 0 0 0", "keep", "roll 0 0 0", "keep", "conclude")
    refused(t, "Ben: cast eye of the monster", *CARD)


def test_L267_tempest_turns_an_exhausted_rune_of_the_own_board_in_clean_up():
    t = armed("tempest", "tempest", "tempest")
    put(t, ANA, colored={"a1": "chi"}, exhausted={"b1": "chi", "a9": "ultimate"})
    put(t, BEN, exhausted={"d1": "chi"})
    refused(t, "Ana: cast tempest b1", *CARD)
    acted(t)
    refused(t, "Ana: cast tempest b1", *CARD)
    t.do("score")
    refused(t, "Ana: cast tempest a1", *CARD)
    refused(t, "Ana: cast tempest d1", *CARD)
    refused(t, "Ana: cast tempest", *CARD)
    illegal(t, ANA, Cast("tempest", BEN, "d1"))
    t.do("Ana: cast tempest a9", "done", "done")
    # Ana is done with refreshing, but the last `done` is Cai's.
    t.do("Ana: cast tempest b1")
    colored = t.state.seats[ANA].colored
    assert (colored["a9"], colored["b1"], t.state.seats[ANA].exhausted) == ("ultimate", "chi", {})
    t.do("done")
    assert {"a9", "b1"} <= set(t.state.seats[ANA].colored)


@pytest.mark.parametrize("may", ["yes", "no"])
def test_option_tempest_ultimate(may):
    t = armed("tempest", tempest_ultimate=may)
    put(t, ANA, exhausted={"a9": "ultimate", "a1": "chi"})
    acted(t).do("score")
    if may == "no":
        refused(t, "Ana: cast tempest a9", *CARD)
        assert [m.cell for m in casts(t, "tempest")] == ["a1"]
    else:
        t.do("Ana: cast tempest a9")
        assert "a9" in t.state.seats[ANA].colored


def test_L268_treasure_sack_two_random_runes():
    t = armed("treasure sack", seat=CAI)
    t.do("Cai: cast treasure sack")
    due = request(t)
    assert isinstance(due, Dice)
    assert (due.verb, due.stream, len(due.dice)) == ("rune", "round 1/2/treasure sack", 2)
    t.do("rune chi choice")
    assert t.waits() == ["Cai"]
    refused(t, "Ana: challenge ben")
    t.do("pick ultimate")
    # Some cell takes them, so they are placed, not traded.
    refused(t, "trade chi")
    t.do("place ultimate b9", "place chi a1")
    assert t.state.seats[CAI].colored == {"b9": "ultimate", "a1": "chi"}
    assert t.waits() == ["Ana"]


def test_L268_treasure_sack_pays_1_chi_for_a_rune_without_a_cell():
    t = armed("treasure sack", monsters=("gnat", "ox", "hen"))
    t.do("Ana: cast treasure sack reroll chi")
    assert verbs(t, ANA) == {"place"}
    t.do("place chi a1")
    assert chi(t) == [1, 0, 0]
    assert supply(t) == [14, 13, 14, 14, 14]
    assert verbs(t, ANA) == {"challenge", "pass"}


def test_L268_treasure_sack_the_second_of_two_for_one_cell_pays():
    t = armed("treasure sack", monsters=("gnat", "ox", "hen"))
    t.do("Ana: cast treasure sack chi chi", "place chi a1")
    assert (chi(t), supply(t)) == ([1, 0, 0], [14, 13, 14, 14, 14])


def test_L268_treasure_sack_an_empty_pile_pays_nothing():
    pack = msgspec.structs.replace(BOX, supply=msgspec.structs.replace(BOX.supply, runes=1))
    t = armed("treasure sack", monsters=("gnat", "ox", "hen"), pack=pack)
    put(t, BEN, colored={"a1": "reroll"})
    t.do("Ana: cast treasure sack reroll upgrade")
    assert chi(t) == [1, 0, 0]


def test_L268_treasure_sack_pays_where_the_option_says_sack_only():
    t = armed("treasure sack", monsters=("gnat", "ox", "hen"), no_room="sack-only")
    t.do("Ana: cast treasure sack reroll spell")
    assert chi(t) == [2, 0, 0]


def test_mountain_troll_adds_1_for_a_duellist_who_has_rolled():
    t = facing()
    give(t, CAI, "mountain troll")
    for seat in (ANA, BEN, CAI):
        put(t, seat, chi=6)
    refused(t, "Ana: cast mountain troll", *CARD)
    t.do("challenge ben")
    refused(t, "Ana: cast mountain troll", *CARD)
    t.do("roll 0 0 0")
    refused(t, "Ben: cast mountain troll", *CARD)
    refused(t, "Cai: cast mountain troll", *CARD)
    illegal(t, ANA, Cast("mountain troll", BEN))
    t.do("keep")
    refused(t, "Ben: cast mountain troll", *CARD)
    # The challenger still may, in the defender's step.
    t.do("Ana: cast mountain troll", "roll 0 0 0", "keep")
    assert chi(t) == [3, 6, 6]
    assert margin(t) == 1


def test_mountain_troll_of_both_after_both_have_kept():
    t = claimed()
    put(t, ANA, chi=3)
    put(t, BEN, chi=3)
    attack(t, dice="1 0 0")
    t.do("roll 1 0 0", "keep", "Ben: cast mountain troll", "Ana: cast mountain troll", "conclude")
    assert (vp(t), t.state.seats[ANA].injured) == ([0, 0, 0], False)


# The Spell card (ruling 38)


def test_L266_the_spell_card_performs_a_power_without_a_rune():
    t = armed("spell", "spell", "spell")
    put(t, ANA, colored={"a1": "chi"})
    t.do("Ana: cast spell")
    due = request(t)
    assert isinstance(due, Dice)
    assert (due.verb, due.stream, len(due.dice)) == ("rune", "round 1/0/spell", 1)
    t.do("rune chi")
    assert chi(t) == [2, 0, 0]
    assert t.state.seats[ANA].colored == {"a1": "chi"}
    assert supply(t) == [14, 13, 14, 14, 14]
    t.do("Ana: cast spell spell")
    assert (t.due(), t.seen_by()) == ("draw", ANA)
    t.do("draw tornado", "Ana: cast spell choice")
    assert {m.rune for m in legal(t, Pick, ANA)} == {
        "ultimate", "chi", "spell", "upgrade", "reroll",
    }  # fmt: skip
    t.do("pick chi")
    assert chi(t) == [4, 0, 0]


def test_ruling_38_a_choice_face_picks_any_kind_even_of_an_empty_pile():
    pack = msgspec.structs.replace(BOX, supply=msgspec.structs.replace(BOX.supply, runes=1))
    t = armed("spell", pack=pack)
    put(t, BEN, colored={"a1": "chi"})
    t.do("Ana: cast spell choice", "pick chi")
    assert chi(t) == [2, 0, 0]


@pytest.mark.parametrize("face", ["upgrade", "reroll"])
def test_ruling_38_outside_the_own_step_upgrade_and_reroll_are_wasted(face):
    t = armed("spell", "spell", "spell")
    t.do(f"Ana: cast spell {face}")
    assert verbs(t, ANA) >= {"challenge", "pass"}
    # In the step of the foe as well.
    t.do("challenge ben", "roll 0 0 0", "keep", f"Ana: cast spell {face}")
    assert t.waits() == ["Ben"]
    t.do("roll 0 0 0")
    t.do(f"Ana: cast spell {face}")
    assert verbs(t, BEN) == {"keep"}


def test_ruling_38_the_defender_cannot_save_an_upgrade_for_his_step():
    t = armed("spell", "spell", seat=BEN)
    t.do("challenge ben", "Ben: cast spell upgrade")
    assert t.waits() == ["Ana"]
    t.do("Ben: cast spell reroll", "roll 0 0 0")
    assert verbs(t, ANA) == {"keep"}
    t.do("keep", "roll")
    assert dice(t) == "grey grey grey"
    t.do("dice 0 0 0")
    assert verbs(t, BEN) == {"keep"}


def test_ruling_38_before_the_own_roll_an_upgrade_acts_on_the_dice_taken():
    t = armed("spell", "spell")
    t.do("challenge ben", "Ana: cast spell upgrade")
    assert verbs(t, ANA) == {"use"}
    refused(t, "roll")
    refused(t, "use red")
    refused(t, "Ben: use grey")
    t.do("use grey", "Ana: cast spell upgrade", "use", "roll")
    assert dice(t) == "grey grey black"


def test_ruling_38_before_the_own_roll_a_reroll_is_kept_for_it():
    t = armed("spell")
    t.do("challenge ben", "Ana: cast spell reroll", "roll 0 0 0")
    assert verbs(t, ANA) == {"reroll", "keep"}
    t.do("reroll 1 0 0", "keep")


def test_ruling_38_after_the_own_roll_a_reroll_is_added_and_an_upgrade_wasted():
    t = armed("spell", "spell")
    t.do("challenge ben", "roll 0 0 0", "Ana: cast spell upgrade")
    assert verbs(t, ANA) >= {"keep"}
    assert "use" not in verbs(t, ANA)
    t.do("Ana: cast spell reroll")
    assert verbs(t, ANA) == {"reroll", "keep"}
    t.do("reroll 0 0 0")
    refused(t, "reroll")


def test_ruling_38_an_ultimate_face_fires_the_casters_own():
    # dog: foe -2 chi, itself +1 VP, +1 chi.
    t = armed("spell", monsters=("dog", "ox", "hen"))
    put(t, BEN, chi=5)
    t.do("challenge ben", "Ana: cast spell ultimate")
    assert (vp(t), chi(t)) == ([1, 0, 0], [1, 3, 0])


def test_ruling_38_without_a_duel_whatever_aims_at_a_foe_is_wasted():
    t = armed("spell", monsters=("dog", "ox", "hen"))
    put(t, BEN, chi=5)
    t.do("Ana: cast spell ultimate")
    assert (vp(t), chi(t)) == ([1, 0, 0], [1, 5, 0])
    # A bystander of a duel has no foe either.
    t = armed("spell", seat=CAI, monsters=("ram", "ox", "dog"))
    put(t, BEN, chi=5)
    put(t, ANA, chi=5)
    t.do("challenge ben", "Cai: cast spell ultimate")
    assert (vp(t), chi(t)) == ([0, 0, 1], [5, 5, 1])


def test_ruling_38_points_of_a_bystander_are_wasted():
    t = facing(monsters=("ram", "ox", "boar"))
    give(t, CAI, "spell")
    t.do("challenge ben", "Cai: cast spell ultimate", "roll 1 0 0", "keep", "roll 0 0 0", "keep")
    assert margin(t) == 1


def test_ruling_38_points_of_a_duellist_count_in_any_step():
    t = facing(monsters=("boar", "ox", "hen"))
    give(t, ANA, "spell")
    attack(t, dice="1 0 0")
    t.do("roll 1 1 0", "keep", "Ana: cast spell ultimate")
    # 1 + 2 to 2 - 2.
    assert margin(t) == 3


def test_ruling_38_dice_join_only_the_own_roll_still_to_come_in_this_step():
    t = armed("spell", "spell", "spell")
    t.do("Ana: cast spell ultimate")
    t.do("challenge ben", "roll 0 0 0", "Ana: cast spell ultimate")
    assert pool(t) == [1, 3, 3]
    t.do("keep", "roll")
    assert dice(t) == "grey grey grey"
    # The defender's, cast in the challenger's step, are not saved.
    t = claimed(monsters=("ox", "ram", "hen"))
    give(t, BEN, "spell")
    t.do("challenge ben", "Ben: cast spell ultimate")
    assert pool(t) == [1, 3, 3]
    t.do("roll 0 0 0", "keep", "roll")
    assert dice(t) == "grey grey grey"


def test_ruling_38_an_ultimates_upgrade_and_reroll_go_as_the_cards_own():
    t = armed("spell", monsters=("ox", "ram", "hen"))
    t.do("challenge ben", "Ana: cast spell ultimate")
    assert verbs(t, ANA) == {"use"}
    t.do("use grey", "roll")
    assert dice(t) == "grey grey black"
    t = armed("spell", monsters=("ox", "ram", "hen"))
    t.do("challenge ben", "roll 0 0 0", "Ana: cast spell ultimate")
    assert "use" not in verbs(t, ANA)
    t = armed("spell", monsters=("hen", "ram", "ox"))
    t.do("challenge ben", "roll 0 0 0", "Ana: cast spell ultimate", "reroll 1 0 0")
    t = armed("spell", monsters=("hen", "ram", "ox"))
    t.do("Ana: cast spell ultimate", "challenge ben", "roll 0 0 0")
    refused(t, "reroll")


def test_ruling_38_a_chosen_seat_is_owed_anywhere():
    t = armed("spell", seat=CAI, monsters=("ram", "ox", "cat"))
    put(t, BEN, vp=3)
    t.do("Cai: cast spell ultimate")
    assert t.waits() == ["Cai"]
    refused(t, "Ana: challenge ben")
    refused(t, "Cai: use")
    t.do("use ben")
    assert vp(t) == [0, 2, 0]
    assert t.waits() == ["Ana"]


def test_ruling_38_no_block_is_closed_by_a_spell_of_a_bystander():
    t = armed("spell", seat=CAI, monsters=("ram", "ox", "cat"))
    t.do("challenge ben", "Cai: cast spell ultimate")
    refused(t, "Ana: roll")
    refused(t, "Ben: cast mountain troll")
    t.do("Cai: use ana")
    assert t.waits() == ["Ana"]
    t.do("roll 0 0 0")


def test_ruling_26_outside_a_duel_each_spell_card_fires_again():
    t = armed("spell", "spell", monsters=("dog", "ox", "hen"))
    t.do("Ana: cast spell ultimate", "Ana: cast spell ultimate")
    assert (vp(t), chi(t)) == ([2, 0, 0], [2, 0, 0])


def test_ruling_26_a_bystander_fires_one_ultimate_a_duel():
    t = armed("spell", "spell", "spell", seat=CAI, monsters=("ram", "ox", "dog"))
    t.do("challenge ben", "Cai: cast spell ultimate", "Cai: cast spell ultimate")
    assert vp(t) == [0, 0, 1]
    t.do("roll 0 0 0", "keep", "roll 0 0 0", "keep", "conclude", "Cai: cast spell ultimate")
    assert vp(t) == [0, 0, 2]


def test_L48_no_other_spell_fires_an_ultimate():
    t = armed("treasure sack", monsters=("dog", "ox", "hen"))
    t.do("Ana: cast treasure sack ultimate ultimate", "place ultimate a9", "place ultimate b9")
    assert (vp(t), chi(t)) == ([0, 0, 0], [0, 0, 0])


def test_ruling_39_who_may_cast_is_everybody_also_who_has_no_territory():
    t = claimed()
    give(t, BEN, "chi replenishment")
    fight(t, a="1 0 0")
    assert casters(t) == {"Ben"}
    t.do("Ben: cast chi replenishment", "draw ?")
    assert chi(t) == [0, 3, 0]
