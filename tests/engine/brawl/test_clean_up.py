"""C: Clean-Up Phase, D: Starting Player Change Phase."""

from engine.games.taiwan_monsters_brawl.moves import Refresh
from tests.engine.brawl.table import (
    ANA,
    BEN,
    CAI,
    acted,
    begun,
    chi,
    claimed,
    cleaned,
    fight,
    give,
    illegal,
    legal,
    put,
    refused,
    rounds,
    skip,
    supply,
    verbs,
    vp,
)

C = ("Clean-Up", "Clean Up")


def test_L229_clean_up_comes_after_everybodys_turn():
    t = claimed()
    refused(t, "score")
    skip(t)
    refused(t, "Ana: score")
    skip(t)
    skip(t)
    assert (t.waits(), verbs(t, ANA)) == (["Ana"], {"score"})
    refused(t, "Ben: score")
    refused(t, "Ana: done")
    t.do("score")
    assert t.state.phase == "clean-up"


def test_L229_the_first_player_owes_score():
    t = acted(claimed(first=CAI))
    assert t.waits() == ["Cai"]
    refused(t, "Ana: score")
    t.do("score")
    assert t.waits() == ["Cai"]


def test_L233_markers_on_cards_score_injured_or_not():
    t = claimed()
    fight(t, b="1 0 0")
    fight(t, "cai", a="1 0 0")
    assert vp(t) == [0, 3, 0]
    t.do("forage chi chi", "place chi a1", "place chi b1")
    assert t.state.seats[ANA].injured
    t.do("score")
    assert vp(t) == [1, 5, 0]
    assert [(seat.card, seat.injured) for seat in t.state.seats] == [("", False)] * 3


def test_L234_3_chi_turn_a_rune_that_is_no_ultimate():
    t = claimed()
    put(
        t, ANA, chi=7, colored={"h1": "chi"},
        exhausted={"a1": "chi", "b1": "reroll", "a9": "ultimate", "d1": "spell"},
    )  # fmt: skip
    put(t, BEN, chi=2, exhausted={"a1": "upgrade"})
    acted(t)
    refused(t, "Ana: refresh a1")
    t.do("score")
    assert t.waits() == ["Ana"]
    refused(t, "refresh a9", *C)
    refused(t, "refresh h1", *C)
    refused(t, "refresh e1", *C)
    refused(t, "Ben: refresh a1")
    assert sorted(m.cell for m in legal(t, Refresh, ANA)) == ["a1", "b1", "d1"]
    t.do("refresh b1")
    refused(t, "refresh b1", *C)
    t.do("refresh a1")
    assert chi(t)[ANA] == 1
    refused(t, "refresh d1", *C)
    assert verbs(t, ANA) == {"done"}
    t.do("done")
    assert t.waits() == ["Ben"]
    refused(t, "refresh a1", *C)
    refused(t, "Ana: done")
    illegal(t, ANA, Refresh("a1"))
    t.do("done", "done")
    colored = t.state.seats[ANA].colored
    assert {"b1": "reroll", "a1": "chi"}.items() <= colored.items()
    assert "d1" not in colored
    assert "a9" not in colored


def test_ruling_42_exactly_3_chi_are_enough():
    t = claimed()
    put(t, ANA, chi=3, exhausted={"a1": "chi"})
    acted(t).do("score", "refresh a1")
    assert chi(t)[ANA] == 0


def test_ruling_42_in_turn_order_of_the_round():
    t = acted(claimed(4, first=CAI))
    t.do("score")
    assert t.waits() == ["Cai"]
    t.do("done")
    assert t.waits() == ["Dan"]
    t.do("done")
    assert t.waits() == ["Ana"]
    t.do("done")
    assert t.waits() == ["Ben"]
    t.do("done")
    assert t.due() == "reveal"


def test_L235_exhausted_runes_go_to_the_supply_at_the_last_done():
    t = claimed()
    put(t, ANA, colored={"a1": "chi"}, exhausted={"b1": "chi", "a9": "ultimate"})
    put(t, BEN, exhausted={"a1": "spell"})
    acted(t).do("score", "done", "done")
    assert t.state.seats[ANA].exhausted == {"b1": "chi", "a9": "ultimate"}
    before = supply(t)
    t.do("done")
    assert [seat.exhausted for seat in t.state.seats] == [{}, {}, {}]
    assert t.state.seats[ANA].colored["a1"] == "chi"
    assert [now - then for now, then in zip(supply(t), before, strict=True)] == [1, 1, 1, 0, 0]


def test_ruling_43_an_exhausted_rune_never_survives_and_its_cell_is_free():
    t = claimed()
    put(t, ANA, exhausted={"a1": "chi"})
    cleaned(t)
    t.do("reveal q1 q2 q3 r1", "claim q1", "claim q2", "claim r1", "place chi a1")
    assert t.state.seats[ANA].colored["a1"] == "chi"


def test_L82_the_first_player_card_passes_clockwise():
    t = claimed(3, first=BEN)
    assert t.state.first == BEN
    cleaned(t)
    assert (t.state.first, t.state.round) == (CAI, 2)
    t.do("reveal q1 q2 q3 q4")
    assert t.waits() == ["Cai"]


def test_L239_the_next_round_begins_with_the_resource_phase():
    t = cleaned(claimed())
    assert (t.state.round, t.due(), t.state.first) == (2, "reveal", BEN)
    t.do("reveal q1 q2 q3 q4")
    assert (t.state.phase, t.waits()) == ("resources", ["Ben"])
    t.do("claim q1", "claim q2", "claim q3")
    assert t.waits() == ["Ben"]


def test_L104a_two_players_alternate_as_first():
    t = begun(2)
    firsts = []
    for _ in range(4):
        firsts.append(t.state.first)
        rounds(t)
    assert firsts == [ANA, BEN, ANA, BEN]
    assert not t.state.ended


def test_ruling_44_not_after_the_last_round():
    t = rounds(begun(3), 3)
    assert t.state.ended
    assert t.state.first == CAI


def test_ruling_41_score_is_one_block_in_which_nobody_casts():
    t = claimed()
    give(t, BEN, "chi replenishment")
    acted(t).do("Ben: cast chi replenishment", "score")
    assert (vp(t), chi(t)) == ([1, 2, 3], [0, 3, 0])
