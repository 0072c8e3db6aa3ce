"""B: Challenge Phase, what a seat does with its turn as challenger."""

import msgspec
import pytest

from engine.chance import Dice, Draw
from engine.games.taiwan_monsters_brawl.moves import Challenge, Pass, Pick, Place
from tests.engine.brawl.box import BOX
from tests.engine.brawl.table import (
    ANA,
    BEN,
    CAI,
    acted,
    chi,
    claimed,
    fight,
    give,
    illegal,
    legal,
    put,
    refused,
    request,
    revealed,
    supply,
    verbs,
    vp,
)

B = ("B: Challenge", "Challenge Phase", "B-1")
FULL = {"a1": "ultimate", "b1": "chi", "c1": "spell", "a2": "upgrade", "c3": "reroll"}


def robbed(**setting):  # type: ignore[no-untyped-def]
    """Ana has beaten Ben, who is to act without a territory."""
    t = claimed(**setting)
    fight(t, a="1 0 0")
    assert t.state.seats[BEN].card == ""
    return t


def test_L133_135_one_action_each_clockwise_from_the_first_player():
    t = claimed(3, first=BEN)
    assert t.waits() == ["Ben"]
    refused(t, "Cai: challenge ana")
    refused(t, "Ana: pass chi")
    t.do("pass chi", "place chi h1")
    assert t.waits() == ["Cai"]
    refused(t, "Ben: pass chi")
    refused(t, "Ben: challenge ana")
    fight(t, "ana")
    assert t.waits() == ["Ana"]
    refused(t, "Cai: challenge ben")
    t.do("pass chi", "place chi h1")
    assert t.waits() == ["Ben"]
    assert verbs(t, BEN) == {"score"}


def test_L139_only_an_occupied_card_of_another_seat_is_challenged():
    t = claimed()
    refused(t, "challenge ana", *B)
    illegal(t, ANA, Challenge(3))
    assert sorted(m.foe for m in legal(t, Challenge, ANA)) == [BEN, CAI]
    fight(t, a="1 0 0")
    t.do("draw ?")
    assert [m.foe for m in legal(t, Challenge, CAI)] == [ANA]
    refused(t, "challenge ben", *B)


def test_ruling_15_with_nobody_to_challenge_only_pass_is_left():
    t = claimed(3)
    fight(t, "ben", a="1 0 0")
    t.do("Ana: concede")
    assert t.waits() == ["Ben"]
    t.do("draw ?")
    # Cai alone has a marker on a card.
    assert t.waits() == ["Cai"]
    assert verbs(t, CAI) == {"pass"}
    refused(t, "challenge ben", *B)
    refused(t, "challenge ana", *B)
    refused(t, "draw", *B)
    refused(t, "forage", *B)


def test_L140a_pass_takes_a_rune_of_choice():
    t = claimed()
    runes = [m.rune for m in legal(t, Pass, ANA)]
    assert sorted(str(rune) for rune in runes) == ["chi", "reroll", "spell", "ultimate", "upgrade"]
    refused(t, "pass", *B)
    t.do("pass reroll")
    assert t.waits() == ["Ana"]
    assert verbs(t, ANA) == {"place"}
    refused(t, "place chi a1")
    refused(t, "pass chi")
    t.do("place reroll d1")
    assert t.state.seats[ANA].colored == {"d1": "reroll"}
    assert supply(t) == [14, 14, 14, 14, 13]
    assert t.waits() == ["Ben"]


def test_ruling_16_a_rune_that_no_cell_takes_may_be_chosen_and_goes_back():
    t = claimed(monsters=("gnat", "ox", "hen"))
    t.do("pass reroll")
    assert t.waits() == ["Ben"]
    assert supply(t) == [14, 14, 14, 14, 14]
    assert chi(t) == [0, 0, 0]


def test_ruling_5_a_rune_that_some_cell_takes_must_be_placed():
    t = claimed(monsters=("gnat", "ox", "hen"))
    t.do("pass chi")
    assert verbs(t, ANA) == {"place"}
    refused(t, "trade chi")
    refused(t, "Ben: pass chi")
    t.do("place chi a1")
    assert t.waits() == ["Ben"]


def test_ruling_6_pass_takes_a_kind_in_supply_and_is_bare_when_all_piles_are_empty():
    pack = msgspec.structs.replace(BOX, supply=msgspec.structs.replace(BOX.supply, runes=1))
    t = claimed(pack=pack)
    put(t, BEN, colored={"a1": "chi"})
    refused(t, "pass chi", *B)
    refused(t, "pass", *B)
    put(t, BEN, colored=dict(zip(("a9", "a1", "b1", "d1", "e1"), FULL.values(), strict=True)))
    assert supply(t) == [0, 0, 0, 0, 0]
    refused(t, "pass chi", *B)
    assert [m.rune for m in legal(t, Pass, ANA)] == [None]
    t.do("pass")
    assert t.waits() == ["Ben"]


def test_L140b_who_passed_can_be_challenged():
    t = claimed()
    t.do("pass chi", "place chi h1")
    assert ANA in [m.foe for m in legal(t, Challenge, BEN)]
    fight(t, "ana", a="1 1 0")
    assert vp(t) == [0, 1, 0]


def test_L144_without_a_territory_draw_or_forage_and_nothing_else():
    t = robbed()
    assert t.waits() == ["Ben"]
    assert verbs(t, BEN) == {"draw", "forage"}
    refused(t, "challenge ana", *B)
    refused(t, "challenge cai", *B)
    refused(t, "pass chi", *B)
    t = claimed()
    refused(t, "draw", *B)
    refused(t, "forage", *B)


def test_L146_draw_a_spell():
    t = robbed()
    t.do("draw")
    due = request(t)
    assert isinstance(due, Draw)
    assert (due.count, due.seen_by, due.stream, due.verb) == (1, BEN, "spells", "draw")
    t.do("draw tornado")
    assert "tornado" in t.state.seats[BEN].hand.names()
    assert t.waits() == ["Cai"]


def test_ruling_14_draw_is_legal_with_nothing_left_to_draw():
    pack = msgspec.structs.replace(
        BOX, spell=[msgspec.structs.replace(card, copies=1) for card in BOX.spell]
    )
    t = claimed(pack=pack, spells=("mountain troll", "explosion", "aegis"))
    rest = [c.name for c in BOX.spell if c.name not in ("mountain troll", "explosion", "aegis")]
    give(t, CAI, *rest)
    assert t.state.spells.size == 0
    fight(t, a="1 0 0")
    assert "draw" in verbs(t, BEN)
    t.do("draw")
    assert t.waits() == ["Cai"]
    assert t.state.seats[BEN].hand.size == 1


def test_ruling_8_a_short_deck_gives_its_rest_and_then_the_shuffled_discards():
    pack = msgspec.structs.replace(
        BOX, spell=[msgspec.structs.replace(card, copies=1) for card in BOX.spell]
    )
    t = claimed(pack=pack, spells=("tornado", "chi replenishment", "aegis"), draw_two="on")
    rest = [c.name for c in BOX.spell][4:-1]
    give(t, CAI, *(name for name in rest if name not in ("aegis", "chi replenishment")))
    # Tsunami, Wildfire and Mountain Troll lie on the deck; then two more are discarded.
    assert t.state.spells.size == 3
    give(t, BEN, "tsunami", "wildfire")
    t.do("Ana: cast tornado ana", "Ben: cast chi replenishment")
    assert t.state.spell_discards == {"tornado": 1, "chi replenishment": 1}
    fight(t, a="1 0 0")
    t.do("draw")
    # The last card of the first shuffle comes before the second one is drawn from.
    due = request(t)
    assert isinstance(due, Draw)
    if due.pool == {"mountain troll": 1}:
        t.do("draw mountain troll")
        due = request(t)
        assert isinstance(due, Draw)
    assert due.count == 1
    assert due.pool == {"tornado": 1, "chi replenishment": 1}
    assert t.state.spell_discards == {}
    t.do("draw tornado", "discard mountain troll")
    assert t.state.spells.size == 1
    assert t.state.seats[BEN].hand.names() == ["tsunami", "wildfire", "tornado"]


def test_L147_two_runes_by_the_rune_die_placed_at_once():
    t = robbed()
    t.do("forage")
    due = request(t)
    assert isinstance(due, Dice)
    assert [sorted(faces) for faces in due.dice] == [
        ["chi", "choice", "reroll", "spell", "ultimate", "upgrade"]
    ] * 2
    assert (due.verb, due.stream) == ("rune", "round 1/1/forage")
    t.do("rune reroll ultimate")
    assert verbs(t, BEN) == {"place"}
    refused(t, "place reroll a9")
    refused(t, "place chi a1")
    t.do("place ultimate a9", "place reroll h1")
    assert t.state.seats[BEN].colored == {"a9": "ultimate", "h1": "reroll"}
    assert t.waits() == ["Cai"]


def test_L76_a_random_rune_is_what_the_rune_die_shows():
    t = robbed()
    t.do("forage chi chi", "place chi a1", "place chi b1")
    assert t.state.seats[BEN].colored == {"a1": "chi", "b1": "chi"}
    assert supply(t) == [14, 12, 14, 14, 14]


def test_ruling_7_a_choice_face_is_picked_before_the_runes_are_placed():
    t = robbed()
    t.do("forage choice chi")
    assert verbs(t, BEN) == {"pick"}
    assert len(legal(t, Pick, BEN)) == 5
    refused(t, "Ana: pick chi")
    t.do("pick spell")
    refused(t, "pick spell")
    t.do("place spell a1", "place chi b1")
    assert t.state.seats[BEN].colored == {"a1": "spell", "b1": "chi"}


def test_ruling_7_two_choice_faces_owe_two_picks():
    t = robbed()
    t.do("forage choice choice", "pick spell")
    if "pick" not in verbs(t, BEN):
        t.do("place spell a1")
    t.do("pick reroll")
    while legal(t, Place, BEN):
        move = legal(t, Place, BEN)[0]
        t.do(f"place {move.rune} {move.cell}")
    assert sorted(t.state.seats[BEN].colored.values()) == ["reroll", "spell"]
    assert t.waits() == ["Cai"]


def test_ruling_6_a_pick_is_of_a_kind_in_supply():
    pack = msgspec.structs.replace(BOX, supply=msgspec.structs.replace(BOX.supply, runes=1))
    t = robbed(pack=pack)
    put(t, ANA, colored={"a1": "chi", "b1": "spell"})
    t.do("forage choice chi")
    # No Chi is left for the other face, and none to be picked.
    refused(t, "pick chi")
    assert sorted(m.rune for m in legal(t, Pick, BEN)) == ["reroll", "ultimate", "upgrade"]
    t.do("pick reroll", "place reroll a1")
    assert t.waits() == ["Cai"]


def test_ruling_6_no_pick_is_owed_when_all_piles_are_empty():
    pack = msgspec.structs.replace(BOX, supply=msgspec.structs.replace(BOX.supply, runes=1))
    t = robbed(pack=pack)
    put(t, ANA, colored=dict(zip(("a9", "a1", "b1", "d1", "e1"), FULL.values(), strict=True)))
    t.do("forage choice chi")
    assert t.waits() == ["Cai"]
    assert t.state.seats[BEN].colored == {}


def test_ruling_6_the_last_rune_of_a_kind_goes_to_one_of_two_faces():
    pack = msgspec.structs.replace(BOX, supply=msgspec.structs.replace(BOX.supply, runes=1))
    t = robbed(pack=pack)
    t.do("forage chi chi", "place chi a1")
    assert t.waits() == ["Cai"]
    assert chi(t) == [0, 0, 0]


def test_ruling_5_foraged_runes_without_a_cell_go_back_for_nothing():
    # gnat has one Chi cell: the first Chi must be placed, the second has no cell then.
    t = robbed(monsters=("ram", "gnat", "hen"))
    t.do("forage chi chi")
    assert verbs(t, BEN) == {"place"}
    t.do("place chi a1")
    assert t.waits() == ["Cai"]
    assert chi(t) == [0, 0, 0]
    assert supply(t) == [14, 13, 14, 14, 14]
    t = robbed(monsters=("ram", "gnat", "hen"))
    t.do("forage reroll spell")
    assert t.waits() == ["Cai"]
    assert (chi(t), supply(t)) == ([0, 0, 0], [14, 14, 14, 14, 14])


def test_ruling_17_a_card_lost_after_the_own_action_is_not_made_good():
    t = claimed()
    t.do("pass chi", "place chi h1")
    fight(t, "ana", a="1 0 0")
    assert t.state.seats[ANA].card == ""
    assert t.waits() == ["Cai"]
    t.do("pass chi", "place chi h1")
    assert verbs(t, ANA) == {"score"}
    assert vp(t) == [0, 1, 0]


def test_ruling_18_the_same_seat_may_be_challenged_again_and_again():
    t = claimed(4)
    fight(t, "dan")
    fight(t, "dan")
    fight(t, "dan", b="1 0 0")
    assert t.waits() == ["Dan"]
    assert t.state.seats[3].card == "p4"
    # Cai is injured, but Dan turns to Ben.
    fight(t, "ben")
    acted(t).do("score")
    assert vp(t) == [1, 2, 3, 4]


def test_ruling_14_no_null_action():
    t = claimed()
    refused(t, "score")
    refused(t, "done")
    refused(t, "conclude")
    refused(t, "roll")
    refused(t, "keep")
    assert verbs(t, ANA) == {"challenge", "pass"}


@pytest.mark.parametrize("switch", ["off", "on"])
def test_L252_draw_two_keep_one(switch):
    t = robbed(draw_two=switch)
    t.do("draw")
    due = request(t)
    assert isinstance(due, Draw)
    assert due.count == (2 if switch == "on" else 1)
    if switch == "off":
        return
    t.do("draw tornado aegis")
    assert t.waits() == ["Ben"]
    refused(t, "discard wildfire")
    # The hand from before is not what is chosen from.
    refused(t, "discard mountain troll")
    refused(t, "Ana: discard tornado")
    t.do("discard tornado")
    assert t.state.spell_discards == {"tornado": 1}
    assert sorted(t.state.seats[BEN].hand.names()) == ["aegis", "mountain troll"]
    assert t.waits() == ["Cai"]


def test_option_draw_two():
    # Every draw of play, also that of a Spell rune; not the one of set-up.
    t = claimed(draw_two="on")
    assert t.state.seats[ANA].hand.size == 1
    put(t, ANA, colored={"a1": "spell", "b1": "chi"})
    t.do("challenge ben", "line a1-b1", "use a1", "draw ? ?")
    refused(t, "roll")
    refused(t, "use b1")
    assert t.waits() == ["Ana"]
    t.do("discard aegis")
    assert (t.state.seats[ANA].hand.size, t.state.spell_discards) == (2, {"aegis": 1})
    t.do("use b1", "roll 0 0 0")


def test_ruling_9_two_alike_are_one_choice():
    t = robbed(draw_two="on")
    t.do("draw tornado tornado")
    assert verbs(t, BEN) == {"discard"}
    t.do("discard tornado")
    assert t.state.spell_discards == {"tornado": 1}
    assert t.state.seats[BEN].hand.names() == ["mountain troll", "tornado"]


def test_ruling_9_a_single_card_is_kept():
    pack = msgspec.structs.replace(
        BOX, spell=[msgspec.structs.replace(card, copies=1) for card in BOX.spell]
    )
    t = claimed(pack=pack, spells=("mountain troll", "explosion", "aegis"), draw_two="on")
    out = ("mountain troll", "explosion", "aegis", "tempest")
    give(t, CAI, *(card.name for card in BOX.spell if card.name not in out))
    assert t.state.spells.size == 1
    fight(t, a="1 0 0")
    t.do("draw")
    if t.due():
        t.do("draw tempest")
    assert t.waits() == ["Cai"]
    assert t.state.seats[BEN].hand.size == 2
    assert t.state.spells.size == 0


def test_option_no_room_chi():
    t = robbed(monsters=("ram", "gnat", "hen"), no_room="chi")
    t.do("forage reroll chi", "place chi a1")
    assert chi(t) == [0, 1, 0]
    t.do("pass chi", "place chi h1")
    t = claimed(monsters=("gnat", "ox", "hen"), no_room="chi")
    t.do("pass reroll")
    assert chi(t) == [1, 0, 0]
    assert supply(t) == [14, 14, 14, 14, 14]


def test_option_no_room_sack_only():
    t = claimed(monsters=("gnat", "ox", "hen"), no_room="sack-only")
    t.do("pass reroll")
    assert chi(t) == [0, 0, 0]


def test_option_chi_supply_48():
    t = claimed(chi_supply="48")
    put(t, ANA, chi=40)
    put(t, BEN, chi=7)
    give(t, CAI, "chi replenishment")
    t.do("Cai: cast chi replenishment")
    assert chi(t) == [40, 7, 1]
    t = revealed(cards=("ca", "r1", "p3", "q1"), chi_supply="48")
    put(t, BEN, chi=47)
    t.do("claim ca")
    assert chi(t) == [1, 47, 0]
    t.do("claim r1", "trade chi")
    assert chi(t) == [1, 47, 0]


def test_option_chi_supply_unlimited():
    t = claimed(chi_supply="unlimited")
    put(t, ANA, chi=48)
    give(t, CAI, "chi replenishment")
    t.do("Cai: cast chi replenishment")
    assert chi(t) == [48, 0, 3]


def test_a_seat_that_is_not_at_the_table_is_not_challenged():
    t = claimed(2)
    illegal(t, ANA, Challenge(2))
    illegal(t, ANA, Challenge(99))
    illegal(t, ANA, Place("chi", "a1"))
