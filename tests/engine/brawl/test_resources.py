"""A: Resource Phase, and where runes, chi and cards lie."""

import msgspec

from engine.chance import Draw
from engine.games.taiwan_monsters_brawl.moves import Claim, Place, Trade
from tests.engine.brawl.box import BOX, TERRITORIES
from tests.engine.brawl.table import (
    ANA,
    BEN,
    CAI,
    acted,
    begun,
    chi,
    claimed,
    cleaned,
    give,
    illegal,
    legal,
    put,
    refused,
    request,
    revealed,
    rounds,
    supply,
    verbs,
    vp,
)

A = "Resource"
BOARD = ("Component", "Resource", "Board", "B-2")


def test_L116_120_as_many_cards_as_players_and_one_are_revealed():
    for n in (2, 3, 4):
        t = begun(n)
        due = request(t)
        assert isinstance(due, Draw)
        assert (due.count, due.seen_by, due.verb) == (n + 1, None, "reveal")
        t.do("reveal " + " ".join(["p1", "p2", "p3", "p4", "p5"][: n + 1]))
        assert t.state.territories.size == 27 - n
        assert sorted(t.state.revealed) == ["p1", "p2", "p3", "p4", "p5"][: n + 1]
        assert t.state.phase == "resources"


def test_L122_125_marker_then_runes_colored_and_chi():
    t = revealed(cards=("r2", "p2", "p3", "ca"))
    assert t.waits() == ["Ana"]
    refused(t, "Ben: claim ca")
    t.do("claim r2")
    assert t.state.seats[ANA].card == "r2"
    assert chi(t) == [1, 0, 0]
    assert t.waits() == ["Ana"]
    refused(t, "Ben: claim ca")
    refused(t, "claim ca")
    t.do("place reroll b1", "place upgrade a1")
    assert t.state.seats[ANA].colored == {"b1": "reroll", "a1": "upgrade"}
    assert t.state.seats[ANA].exhausted == {}
    assert supply(t) == [14, 14, 14, 13, 13]
    assert t.waits() == ["Ben"]
    t.do("claim ca")
    assert chi(t) == [1, 2, 0]
    assert t.waits() == ["Cai"]


def test_L70_a_card_gives_its_runes_and_chi_in_A_and_its_vp_in_B():
    t = revealed(cards=("r2", "p2", "p3", "q1"))
    t.do("claim r2", "place upgrade a1", "place reroll b1", "claim p2", "claim p3")
    assert vp(t) == [0, 0, 0]
    t.do("pass chi", "place chi h1", "challenge ana", "roll 1 0 0", "keep", "roll 0 0 0", "keep")
    t.do("conclude")
    assert vp(t) == [0, 2, 0]
    assert chi(t) == [1, 0, 0]


def test_L127a_one_marker_a_card():
    t = revealed()
    t.do("claim p2")
    refused(t, "claim p2", A)
    assert [m.card for m in legal(t, Claim, BEN)] == ["p1", "p3", "q16"]
    refused(t, "claim p4")


def test_L127b_a_rune_of_the_card_is_traded_for_1_chi():
    t = revealed(cards=("r2", "r3", "p3", "q1"))
    t.do("claim r2")
    refused(t, "trade chi")
    t.do("trade reroll")
    assert chi(t) == [2, 0, 0]
    refused(t, "trade reroll")
    t.do("place upgrade a1")
    refused(t, "trade upgrade")
    assert supply(t) == [14, 14, 14, 13, 14]
    t.do("claim r3", "trade spell", "place spell a1", "trade ultimate")
    assert chi(t) == [2, 2, 0]
    assert t.state.seats[BEN].colored == {"a1": "spell"}
    assert supply(t) == [14, 14, 13, 13, 14]


def test_ruling_13_a_placed_rune_or_one_of_another_source_is_not_traded():
    t = claimed()
    put(t, ANA, colored={"a1": "chi"})
    refused(t, "trade chi")
    t.do("pass chi")
    refused(t, "trade chi")
    t.do("place chi b1")
    assert chi(t) == [0, 0, 0]


def test_ruling_13_a_rune_that_no_cell_takes_must_be_traded():
    # gnat's board is one Chi cell and 1 point.
    t = revealed(monsters=("gnat", "ox", "hen"), cards=("r2", "p2", "p3", "q1"))
    t.do("claim r2")
    illegal(t, ANA, Place("upgrade", "a1"))
    illegal(t, ANA, Place("upgrade", "b1"))
    assert legal(t, Place, ANA) == []
    assert sorted(m.rune for m in legal(t, Trade, ANA)) == ["reroll", "upgrade"]
    assert t.waits() == ["Ana"]
    t.do("trade upgrade", "trade reroll")
    assert chi(t) == [3, 0, 0]
    assert t.waits() == ["Ben"]


def test_L129_the_unpicked_card_is_discarded_for_nobodys_gain():
    t = revealed(cards=("p1", "p2", "p3", "r2"))
    t.do("claim p1", "claim p2", "claim p3")
    assert not t.state.revealed
    assert t.state.phase == "challenge"
    assert chi(t) == [0, 0, 0]
    assert supply(t) == [14, 14, 14, 14, 14]
    cleaned(t)
    due = request(t)
    assert isinstance(due, Draw)
    assert {"p1", "p2", "p3", "r2"}.isdisjoint(due.pool)
    assert len(due.pool) == 24


def test_ruling_11_a_claim_in_turn_order_from_the_first_player():
    t = revealed(first=CAI)
    assert t.waits() == ["Cai"]
    t.do("claim p3")
    assert t.waits() == ["Ana"]
    t.do("claim p1", "claim p2")
    assert t.waits() == ["Cai"]


def test_ruling_12_a_short_deck_is_dealt_then_the_discards_are_shuffled():
    # Seven territories: rounds 1 and 2 of two players use six of them.
    pack = msgspec.structs.replace(BOX, territory=TERRITORIES[-7:])
    t = begun(2, pack=pack)
    assert t.state.territories.size == 7
    t.do("reveal q10 q11 q12", "claim q10", "claim q11")
    cleaned(t).do("reveal q13 q14 q15", "claim q13", "claim q14")
    cleaned(t)
    # q16 is certain, so it is dealt unasked; two more come from the six discards.
    due = request(t)
    assert isinstance(due, Draw)
    assert due.count == 2
    assert sorted(due.pool) == ["q10", "q11", "q12", "q13", "q14", "q15"]
    assert due.stream == "territories"
    t.do("reveal q10 q15")
    assert sorted(t.state.revealed) == ["q10", "q15", "q16"]
    assert t.state.territories.size == 4
    t.do("claim q10", "claim q16")
    cleaned(t)
    due = request(t)
    assert isinstance(due, Draw)
    assert (due.count, sorted(due.pool)) == (3, ["q11", "q12", "q13", "q14"])


def test_ruling_12_the_printed_deck_lasts_nine_rounds_of_two_players():
    t = rounds(begun(2), 9)
    assert t.state.round == 10
    due = request(t)
    assert isinstance(due, Draw)
    assert (due.count, len(due.pool)) == (2, 27)


def test_L50_a_placed_rune_is_never_moved_nor_given_up():
    t = claimed()
    put(t, ANA, colored={"a1": "chi", "b1": "reroll"})
    assert verbs(t, ANA) == {"challenge", "pass"}
    refused(t, "place chi h1")
    refused(t, "trade chi")
    t.do("pass chi")
    refused(t, "place chi a1", *BOARD)
    refused(t, "place reroll h1")
    t.do("place chi h1")
    assert t.state.seats[ANA].colored == {"a1": "chi", "b1": "reroll", "h1": "chi"}


def test_L50_an_exhausted_rune_holds_its_cell_too():
    t = claimed()
    put(t, ANA, exhausted={"a1": "chi"})
    t.do("pass chi")
    refused(t, "place chi a1", *BOARD)


def test_L52_54_blank_takes_any_designated_its_own_empty_none():
    for rune in ("ultimate", "chi", "spell", "upgrade", "reroll"):
        t = claimed()
        t.do(f"pass {rune}", f"place {rune} a1")
        assert t.state.seats[ANA].colored == {"a1": rune}
    t = claimed()
    t.do("pass chi")
    refused(t, "place chi a9", *BOARD)
    refused(t, "place chi c1", *BOARD)
    illegal(t, ANA, Place("chi", "a2"), *BOARD)
    illegal(t, ANA, Place("chi", "z1"))
    t.do("place chi c9")
    t = claimed()
    t.do("pass ultimate", "place ultimate a9")
    assert t.state.seats[ANA].colored == {"a9": "ultimate"}


def test_L55b_56b_a_die_or_points_cell_takes_no_rune():
    t = claimed()
    t.do("pass chi")
    illegal(t, ANA, Place("chi", "b3"), *BOARD)
    illegal(t, ANA, Place("chi", "e3"), *BOARD)
    illegal(t, ANA, Place("chi", "h3"), *BOARD)
    illegal(t, ANA, Place("chi", "f1"), *BOARD)
    illegal(t, ANA, Place("chi", "h7"), *BOARD)
    cells = {m.cell for m in legal(t, Place, ANA)}
    blanks = "a1 b1 d1 e1 h1 a3 d3 g3 a5 a7 b7 c7 d7 e7 f7 i7 c9 e9"
    assert cells == set(blanks.split())


def test_L66_chi_and_spells_have_no_upper_end():
    t = claimed()
    put(t, ANA, chi=60)
    give(t, ANA, "chi replenishment", *(["tornado"] * 3), *(["aegis"] * 3), *(["tempest"] * 3))
    t.do("Ana: cast chi replenishment")
    assert chi(t) == [63, 0, 0]
    assert t.state.seats[ANA].hand.size == 10


def test_ruling_4_one_rune_at_a_time_in_the_players_order():
    t = revealed(cards=("r3", "p2", "p3", "q1"))
    t.do("claim r3", "place ultimate a9", "place spell a1")
    refused(t, "place ultimate b9")
    t.do("place spell b1")
    assert list(t.state.seats[ANA].colored.values()) == ["ultimate", "spell", "spell"]
    assert t.waits() == ["Ben"]


def test_ruling_6_an_empty_pile_gives_neither_rune_nor_chi():
    pack = msgspec.structs.replace(BOX, supply=msgspec.structs.replace(BOX.supply, runes=1))
    t = revealed(cards=("r4", "r1", "r3", "q1"), pack=pack)
    t.do("claim r4")
    # Two Chi runes are printed, one is left.
    t.do("place chi a1")
    assert t.waits() == ["Ben"]
    t.do("claim r1")
    assert t.waits() == ["Cai"]
    assert chi(t) == [0, 0, 0]
    t.do("claim r3", "trade spell", "place ultimate a9")
    assert chi(t) == [0, 0, 1]
    assert t.state.phase == "challenge"
    assert supply(t) == [0, 0, 1, 1, 1]


def test_ruling_4_after_the_claims_nothing_is_owed():
    t = acted(claimed())
    refused(t, "Ana: place chi a1")
