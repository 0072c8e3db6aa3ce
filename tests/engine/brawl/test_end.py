"""Game End and Optional Rules."""

import pytest

from engine import fold
from engine.errors import IllegalMove
from engine.game import Agree
from tests.engine.brawl.table import (
    ANA,
    BEN,
    CAI,
    acted,
    attack,
    begun,
    claimed,
    cleaned,
    fight,
    give,
    put,
    refused,
    revealed,
    rounds,
    supply,
    verbs,
    vp,
)
from tests.engine.driver import Table


def ranks(t: Table) -> dict[str, int]:
    sides = fold.standing(t.game, t.state)
    return {t.names[side.seats[0]]: side.rank for side in sides}


def test_L106_as_many_rounds_as_players_each_first_once():
    for n in (3, 4):
        t = begun(n, first=1)
        firsts = []
        for _ in range(n):
            assert not t.state.ended
            firsts.append(t.state.first)
            rounds(t)
        assert t.state.ended
        assert firsts == [(1 + place) % n for place in range(n)]


def test_L243_the_match_ends_with_the_last_rounds_clean_up_and_most_vp_win():
    t = rounds(begun(3), 2)
    t.do("reveal p1 p2 p3 p4", "claim p1", "claim p2", "claim p3")
    put(t, ANA, vp=20)
    put(t, BEN, vp=7)
    put(t, CAI, vp=7)
    give(t, ANA, "chi replenishment", "chi replenishment")
    # 15 VP and more end nothing with three players.
    acted(t).do("score", "done", "done")
    assert not t.state.ended
    t.do("Ana: cast chi replenishment", "done")
    assert t.state.ended
    assert (t.waits(), t.due(), t.moves()) == ([], "", [])
    assert refused(t, "Ana: cast chi replenishment").rule == "table"
    result = fold.result(t.game, t.state)
    assert result is not None
    # Cai was first in the last round: p1; Ana p2, Ben p3.
    assert [(s.seats, s.points, s.rank) for s in result.standing] == [
        ([ANA], 22, 1),
        ([BEN], 10, 2),
        ([CAI], 8, 3),
    ]


def test_L244_two_players_the_first_to_15_wins_at_once():
    t = claimed(2)
    put(t, ANA, vp=13)
    fight(t, a="1 0 0")
    assert vp(t) == [15, 0]
    assert t.state.ended
    assert ranks(t) == {"Ana": 1, "Ben": 2}
    assert (t.waits(), t.moves()) == ([], [])


def test_L104b_who_first_has_15_or_more_wins():
    t = claimed(2)
    put(t, BEN, vp=14)
    fight(t, "ben")
    assert not t.state.ended
    fight(t, "ana", a="1 1 1", b="1 0 0")
    # 1 VP of the card: Ben leads himself, so there is no bonus.
    assert vp(t) == [0, 15]
    assert (t.state.ended != "", ranks(t)) == (True, {"Ben": 1, "Ana": 2})


def test_L244_in_the_middle_of_a_duel_by_eye_of_the_monster():
    t = claimed(2)
    put(t, BEN, vp=14)
    give(t, BEN, "eye of the monster")
    give(t, ANA, "volcanic eruption")
    t.do("challenge ben", "roll 1 1 1")
    assert not t.state.ended
    t.do("Ben: cast eye of the monster")
    assert t.state.ended
    assert ranks(t) == {"Ben": 1, "Ana": 2}
    refused(t, "Ana: cast volcanic eruption ben")
    refused(t, "Ana: keep")


def test_L244_in_the_middle_of_the_resource_phase():
    # dog's Ultimate gives 1 VP.
    t = revealed(2, monsters=("dog", "ox"))
    put(t, ANA, vp=14)
    give(t, ANA, "spell")
    t.do("Ana: cast spell ultimate")
    assert (vp(t), bool(t.state.ended)) == ([15, 0], True)


def test_L244_14_vp_are_not_enough_and_there_is_no_limit_of_rounds():
    t = rounds(begun(2), 5)
    assert vp(t) == [5, 5]
    assert not t.state.ended
    assert t.state.round == 6


def test_ruling_46_a_loser_of_vp_below_15_first_does_not_win():
    t = claimed(2)
    put(t, BEN, vp=14)
    give(t, ANA, "volcanic eruption")
    give(t, BEN, "eye of the monster")
    t.do("challenge ben", "Ana: cast volcanic eruption ben", "Ben: cast eye of the monster")
    assert (vp(t), t.state.ended) == ([0, 14], "")


def test_L78b_vp_have_no_upper_end_and_never_fall_below_0():
    t = claimed(3)
    put(t, ANA, vp=31)
    put(t, BEN, vp=1)
    give(t, CAI, "explosion")
    put(t, CAI, chi=1)
    t.do("Cai: cast explosion ben")
    assert vp(t) == [31, 0, 0]
    fight(t, a="1 0 0")
    assert vp(t) == [33, 0, 0]
    assert not t.state.ended


def test_implied_two_reach_15_in_one_clean_up():
    # Both score to 15 or more; the first player's card scores first.
    t = claimed(2, cards=("p1", "p5", "q1"))
    put(t, ANA, vp=14)
    put(t, BEN, vp=14)
    acted(t).do("score")
    assert vp(t) == [15, 14]
    assert t.state.ended
    assert ranks(t) == {"Ana": 1, "Ben": 2}


def test_implied_two_reach_15_with_the_other_as_first_player():
    t = claimed(2, cards=("p5", "p1", "q1"), first=BEN)
    put(t, ANA, vp=14)
    put(t, BEN, vp=14)
    acted(t).do("score")
    assert vp(t) == [14, 15]
    assert ranks(t) == {"Ben": 1, "Ana": 2}


def test_option_both_at_15_in_order():
    t = claimed(2, cards=("p1", "p5", "q1"), both_at_15="in-order")
    put(t, ANA, vp=14)
    put(t, BEN, vp=14)
    acted(t).do("score")
    assert ranks(t) == {"Ana": 1, "Ben": 2}


def test_option_both_at_15_together():
    t = claimed(2, cards=("p1", "p5", "q1"), both_at_15="together")
    put(t, ANA, vp=14)
    put(t, BEN, vp=14)
    acted(t).do("score")
    assert vp(t) == [15, 19]
    assert t.state.ended
    assert ranks(t) == {"Ben": 1, "Ana": 2}
    # Equal VP go on to ruling 48.
    t = claimed(2, cards=("p1", "q1", "q2"), both_at_15="together")
    acted(t)
    put(t, ANA, vp=14, colored={"a1": "chi"})
    put(t, BEN, vp=14, colored={"a1": "chi", "b1": "chi"})
    t.do("score")
    assert ranks(t) == {"Ben": 1, "Ana": 2}


def test_L245_ties_go_to_colored_runes_then_chi_by_three_then_shared():
    t = claimed(4)
    for seat in range(4):
        put(t, seat, vp=5)
    assert set(ranks(t).values()) == {1}
    put(t, BEN, colored={"a1": "chi"})
    put(t, ANA, chi=30)
    assert ranks(t) == {"Ben": 1, "Ana": 2, "Cai": 3, "Dan": 3}
    # Exhausted runes do not count.
    put(t, CAI, exhausted={"a1": "chi", "b1": "chi"})
    assert ranks(t) == {"Ben": 1, "Ana": 2, "Cai": 3, "Dan": 3}
    # 5 chi and 3 chi are both 1; 6 are 2.
    put(t, ANA, chi=5, colored={"a1": "reroll"})
    put(t, BEN, chi=3)
    assert ranks(t) == {"Ana": 1, "Ben": 1, "Cai": 3, "Dan": 3}
    put(t, ANA, chi=6)
    assert ranks(t) == {"Ana": 1, "Ben": 2, "Cai": 3, "Dan": 3}


def test_L245_more_vp_go_before_runes():
    t = claimed(3)
    put(t, ANA, vp=6)
    put(t, BEN, vp=5, colored={"a1": "chi", "b1": "chi"}, chi=30)
    assert ranks(t) == {"Ana": 1, "Ben": 2, "Cai": 3}


def test_ruling_45_refreshing_in_the_last_round_counts_for_the_tie():
    t = rounds(begun(3), 2)
    t.do("reveal q9 q10 q11 q12", "claim q9", "claim q10", "claim q11")
    acted(t)
    for seat in range(3):
        put(t, seat, vp=4, colored={"h1": "chi"}, exhausted={})
    put(t, ANA, exhausted={"a1": "spell"}, chi=3)
    put(t, BEN, exhausted={"a1": "spell"})
    t.do("score", "done", "refresh a1", "done", "done")
    assert t.state.ended
    assert ranks(t) == {"Ana": 1, "Ben": 2, "Cai": 2}
    assert t.state.seats[BEN].exhausted == {}


def test_L251_two_sets_of_rounds():
    t = rounds(begun(3, sets=2), 5)
    assert not t.state.ended
    assert (t.state.round, t.state.first) == (6, CAI)
    rounds(t)
    assert t.state.ended


def test_option_sets():
    t = rounds(begun(3, sets=1), 3)
    assert t.state.ended
    t = rounds(begun(4, sets=2), 4)
    assert not t.state.ended
    # Two players play to 15 VP with either value.
    t = rounds(begun(2, sets=2), 4)
    assert not t.state.ended


@pytest.mark.parametrize("switch", ["off", "on"])
def test_L253_a_lead_of_10_after_a_clean_up(switch):
    t = claimed(3, mercy_end=switch)
    put(t, ANA, vp=11)
    # After `score`: 12, 2, 3: a lead of 9.
    cleaned(t)
    assert not t.state.ended
    t.do("reveal q1 q2 q3 q4", "claim q1", "claim q2", "claim q3")
    put(t, ANA, vp=13)
    acted(t).do("score", "done", "done")
    # 14 to 4: 10, but the clean-up is not over.
    assert vp(t) == [14, 3, 4]
    assert not t.state.ended
    t.do("done")
    assert bool(t.state.ended) == (switch == "on")
    if switch == "on":
        assert (t.due(), ranks(t)) == ("", {"Ana": 1, "Cai": 2, "Ben": 3})


def test_option_mercy_end():
    t = claimed(3, mercy_end="on")
    put(t, ANA, vp=30)
    put(t, BEN, vp=29)
    # 31 each: a tie for first is a lead of 0, however far the third is.
    cleaned(t)
    assert vp(t) == [31, 31, 3]
    assert not t.state.ended
    # A lead of 10 before the clean-up ends nothing.
    t = claimed(3, mercy_end="on")
    put(t, ANA, vp=20)
    assert not t.state.ended
    acted(t).do("score")
    assert not t.state.ended
    put(t, CAI, vp=15)
    t.do("done", "done", "done")
    assert not t.state.ended


def test_ruling_49_who_conceded_is_no_second():
    t = claimed(4, mercy_end="on")
    put(t, ANA, vp=20)
    put(t, BEN, vp=20)
    t.do("Ben: concede")
    cleaned(t)
    # 21 to Dan's 4; Ben's 20 are out.
    assert t.state.ended
    assert ranks(t) == {"Ana": 1, "Dan": 2, "Cai": 3, "Ben": 4}


def test_agree_stops_the_match_as_it_stands():
    t = claimed(3)
    put(t, BEN, vp=4)
    attack(t)
    t.do("Cai: agree")
    assert t.state.ended
    assert ranks(t) == {"Ben": 1, "Ana": 2, "Cai": 2}
    with pytest.raises(IllegalMove):
        fold.check(t.game, t.state, ANA, Agree())
    assert verbs(t, ANA) == set()
    assert supply(t) == [14, 14, 14, 14, 14]
