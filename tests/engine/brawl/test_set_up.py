"""Set-Up: boards, starting resources, spells, who begins."""

import msgspec
import pytest

from engine.chance import Draw
from engine.errors import BadPack
from engine.games.taiwan_monsters_brawl import Brawl
from engine.games.taiwan_monsters_brawl.moves import Choose, Place, Start
from engine.games.taiwan_monsters_brawl.pack import StartOption
from tests.engine.brawl.box import BOX, COPIES, MONSTERS
from tests.engine.brawl.table import (
    ANA,
    BEN,
    CAI,
    begun,
    casters,
    chi,
    claimed,
    illegal,
    legal,
    match,
    pool,
    put,
    refused,
    request,
    supply,
    verbs,
    vp,
)


def test_L44_a_monster_comes_with_both_boards_of_its_letter():
    t = match(2)
    t.do("choose elk", "choose ram", "start b")
    # elk's board is CROSS: a3 takes a Spell only, c3 is empty, there is no h1.
    illegal(t, ANA, Place("chi", "a3"))
    illegal(t, ANA, Place("chi", "c3"))
    illegal(t, ANA, Place("chi", "h1"))
    t.do("place chi c1", "place upgrade b1", "start b")
    # ram's start option b has an Ultimate, which its own board takes at a9.
    t.do("place ultimate a9")
    assert t.state.seats[BEN].colored == {"a9": "ultimate"}


def test_L44_two_monsters_of_a_pack_with_one_letter_are_refused():
    twin = msgspec.structs.replace(MONSTERS[1], letter="A")
    with pytest.raises(BadPack):
        Brawl(msgspec.structs.replace(BOX, monster=[MONSTERS[0], twin, *MONSTERS[2:]]))


def test_L46_one_of_two_starting_options_must_be_taken():
    t = match(2)
    t.do("choose hen", "choose ox")
    assert t.waits() == ["Ana"]
    assert [m.option for m in legal(t, Start, ANA)] == ["a", "b"]
    t.do("start b")
    assert chi(t) == [3, 0]
    refused(t, "start a")
    t.do("place chi a1", "place upgrade b1", "start b")
    assert chi(t) == [3, 4]
    refused(t, "Ana: start a")


def test_L46_option_a_gives_what_it_says_and_nothing_of_b():
    t = begun(2)
    assert chi(t) == [0, 0]
    assert supply(t) == [14, 14, 14, 14, 14]


def test_L48_an_ultimate_fires_by_its_rune_or_a_spell_only():
    t = claimed()
    put(t, ANA, colored={"a9": "ultimate", "b9": "ultimate", "c9": "chi"})
    refused(t, "use a9")
    refused(t, "use")
    t.do("challenge ben")
    refused(t, "use a9")
    refused(t, "use")
    t.do("line a9-c9", "use a9", "use c9")
    assert pool(t) == [1, 3, 2]


def test_L78a_everybody_starts_at_0_vp():
    assert vp(match(4)) == [0, 0, 0, 0]
    assert vp(begun(4)) == [0, 0, 0, 0]


def test_L80_a_seat_has_one_marker_to_claim_with():
    t = begun(3)
    t.do("reveal p1 p2 p3 p4", "claim p1")
    refused(t, "Ana: claim p2")
    assert t.waits() == ["Ben"]


def test_L88_92_piles_dice_and_shuffled_decks():
    t = match(4)
    assert supply(t) == [14, 14, 14, 14, 14]
    assert pool(t) == [4, 3, 3]
    assert t.state.territories.size == 28
    assert t.state.spells.size == 39
    assert t.state.spell_discards == {}
    t = begun(4)
    reveal = request(t)
    assert isinstance(reveal, Draw)
    assert reveal.pool == {card.name: 1 for card in BOX.territory}


def test_L96_each_chooses_a_board_clockwise_and_each_monster_once():
    t = match(3)
    assert (t.waits(), t.state.phase) == (["Ana"], "set-up")
    refused(t, "Ben: choose ox")
    assert len(legal(t, Choose, ANA)) == 16
    t.do("choose ram")
    assert t.waits() == ["Ben"]
    refused(t, "choose ram", "Set-Up")
    refused(t, "Ana: choose cat")
    t.do("choose ox")
    assert {"ram", "ox"}.isdisjoint(m.monster for m in legal(t, Choose, CAI))
    t.do("choose hen")
    assert [seat.monster for seat in t.state.seats] == ["ram", "ox", "hen"]
    refused(t, "choose cat")


def test_L97_no_marker_on_a_card_and_0_vp():
    t = begun(3)
    assert [(seat.card, seat.injured, seat.vp) for seat in t.state.seats] == [("", False, 0)] * 3


def test_L98_all_choose_then_seat_by_seat_start_and_colored_runes():
    t = match(3)
    t.do("choose ram", "choose hen", "choose ox")
    assert t.waits() == ["Ana"]
    refused(t, "Ben: start a")
    t.do("start b")
    assert t.waits() == ["Ana"]
    refused(t, "Ben: start a")
    t.do("place chi h1", "place ultimate b9")
    assert t.state.seats[ANA].colored == {"h1": "chi", "b9": "ultimate"}
    assert t.state.seats[ANA].exhausted == {}
    assert chi(t) == [1, 0, 0]
    assert supply(t) == [13, 13, 14, 14, 14]
    assert t.waits() == ["Ben"]
    t.do("start a", "start a")
    assert t.due() == "draw"


def test_ruling_3_starting_runes_are_never_traded():
    t = match(2)
    t.do("choose hen", "choose ox", "start b")
    refused(t, "trade chi")
    t.do("place upgrade a1")
    refused(t, "trade chi")
    refused(t, "place upgrade b1")
    refused(t, "start a")
    assert verbs(t, ANA) == {"place"}


def test_ruling_3_a_place_that_leaves_a_starting_rune_without_a_cell_is_refused():
    t = match(2)
    t.do("choose fox", "choose ox", "start b")
    # a1 takes Chi only, b1 anything: a Chi on b1 would leave the Reroll without a cell.
    refused(t, "place chi b1", "Set-Up")
    refused(t, "place reroll a1")
    assert len(legal(t, Place, ANA)) == 2
    t.do("place chi a1", "place reroll b1")
    assert t.state.seats[ANA].colored == {"a1": "chi", "b1": "reroll"}


def test_ruling_3_the_other_order_is_as_good():
    t = match(2)
    t.do("choose fox", "choose ox", "start b", "place reroll b1", "place chi a1")
    assert t.waits() == ["Ben"]


def test_ruling_3_a_pack_whose_start_cannot_be_placed_is_refused():
    stuck = msgspec.structs.replace(MONSTERS[10], b=StartOption(["reroll"]))
    with pytest.raises(BadPack):
        Brawl(msgspec.structs.replace(BOX, monster=[*MONSTERS[:10], stuck]))


def test_L99_each_draws_one_secret_spell():
    t = match(3)
    t.do("choose ram", "choose ox", "choose hen", "start a", "start a", "start a")
    assert (t.waits(), t.due(), t.seen_by()) == ([], "draw", ANA)
    due = request(t)
    assert isinstance(due, Draw)
    assert (due.count, due.pool, due.stream) == (1, COPIES, "spells")
    t.do("draw tornado")
    assert (t.due(), t.seen_by()) == ("draw", BEN)
    t.do("draw ?")
    assert t.seen_by() == CAI
    t.do("draw tornado")
    assert t.due() == "reveal"
    assert [seat.hand.size for seat in t.state.seats] == [1, 1, 1]
    assert t.state.seats[ANA].hand.names() == ["tornado"]
    assert t.state.seats[BEN].hand.unseen == 1
    assert t.state.spells.size == 36


def test_L100_the_first_name_given_begins_or_the_one_of_the_option():
    t = match(3)
    assert (t.state.first, t.waits()) == (ANA, ["Ana"])
    t = match(3, first=BEN)
    assert (t.state.first, t.waits()) == (BEN, ["Ben"])
    t.do("choose ram")
    assert t.waits() == ["Cai"]
    t.do("choose ox")
    assert t.waits() == ["Ana"]
    t.do("choose hen")
    assert t.waits() == ["Ben"]
    t.do("start a", "start a")
    assert t.waits() == ["Ana"]
    t.do("start a")
    assert t.seen_by() == BEN
    t.do("draw ?", "draw ?", "draw ?", "reveal p1 p2 p3 p4")
    assert t.waits() == ["Ben"]


def test_option_first():
    t = begun(4, first=3)
    t.do("reveal p1 p2 p3 p4 p5", "claim p1", "claim p2", "claim p3", "claim p4")
    assert [seat.card for seat in t.state.seats] == ["p2", "p3", "p4", "p1"]
    assert t.waits() == ["Dan"]


def test_option_set_up_order_by_seat():
    t = match(2, set_up_order="by-seat")
    t.do("choose hen")
    assert t.waits() == ["Ana"]
    refused(t, "Ben: choose ox")
    t.do("start b", "place chi a1", "place upgrade b1")
    assert (t.due(), t.seen_by()) == ("draw", ANA)
    t.do("draw chi replenishment")
    assert t.waits() == ["Ben"]
    refused(t, "choose hen")
    assert casters(t) == set()
    refused(t, "Ana: cast chi replenishment")
    t.do("choose ox", "start a", "draw ?")
    assert t.due() == "reveal"


def test_option_draw_two_set_up():
    t = match(2, draw_two_set_up="on")
    t.do("choose ram", "choose ox", "start a", "start a")
    due = request(t)
    assert isinstance(due, Draw)
    assert (due.count, due.seen_by) == (2, ANA)
    t.do("draw tornado aegis")
    assert t.waits() == ["Ana"]
    assert verbs(t, ANA) == {"discard"}
    refused(t, "discard wildfire")
    t.do("discard aegis")
    assert t.state.spell_discards == {"aegis": 1}
    assert t.state.seats[ANA].hand.names() == ["tornado"]
    t.do("draw ? ?", "discard tsunami")
    assert t.state.spell_discards == {"aegis": 1, "tsunami": 1}
    assert (t.state.seats[BEN].hand.size, t.state.seats[BEN].hand.unseen) == (1, 1)
    t.do("reveal p1 p2 p3", "claim p1", "claim p2")
    # The draws of play are those of the option `draw-two`, which is off.
    put(t, ANA, colored={"a1": "spell", "b1": "spell"})
    t.do("challenge ben", "line a1-b1", "use a1")
    due = request(t)
    assert isinstance(due, Draw)
    assert due.count == 1
