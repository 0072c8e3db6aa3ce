"""Who concedes (ruling 50, common 6), in each phase."""

from engine import fold
from tests.engine.brawl.table import (
    ANA,
    BEN,
    CAI,
    DAN,
    acted,
    attack,
    begun,
    chi,
    claimed,
    cleaned,
    facing,
    fight,
    give,
    margin,
    match,
    pool,
    put,
    refused,
    request,
    revealed,
    rounds,
    skip,
    supply,
    verbs,
    vp,
)
from tests.engine.driver import Table


def ranks(t: Table) -> dict[str, int]:
    sides = fold.standing(t.game, t.state)
    return {t.names[side.seats[0]]: side.rank for side in sides}


def test_implied_who_concedes_ranks_last_a_later_one_above_an_earlier_one():
    t = claimed(4)
    put(t, BEN, vp=30)
    put(t, DAN, vp=20)
    t.do("Dan: concede", "Ben: concede")
    assert ranks(t) == {"Ana": 1, "Cai": 1, "Ben": 3, "Dan": 4}
    t.do("Ana: concede")
    assert t.state.ended
    assert ranks(t) == {"Cai": 1, "Ana": 2, "Ben": 3, "Dan": 4}


def test_implied_who_concedes_keeps_board_chi_and_hand_out_of_play():
    t = claimed(4)
    put(t, BEN, colored={"a1": "chi"}, chi=4)
    t.do("Ben: concede")
    seat = t.state.seats[BEN]
    assert (seat.card, seat.colored, seat.chi, seat.hand.size) == ("", {"a1": "chi"}, 4, 1)
    assert supply(t) == [14, 13, 14, 14, 14]
    give(t, ANA, "wildfire", "tornado")
    refused(t, "Ana: cast wildfire ben a1")
    refused(t, "Ana: cast tornado ben")
    refused(t, "Ana: challenge ben")
    put(t, BEN, chi=9)
    refused(t, "Ben: cast mountain troll")
    refused(t, "Ben: concede")


def test_implied_who_concedes_with_a_card_discards_it():
    t = claimed(4)
    t.do("Ben: concede")
    cleaned(t)
    assert vp(t) == [1, 0, 3, 4]
    due = request(t)
    assert "p2" not in due.pool
    # Three are left, so four cards are revealed.
    assert due.count == 4


def test_concede_in_set_up_before_choosing():
    t = match(3)
    t.do("choose ram", "Cai: concede", "choose ox")
    assert t.waits() == ["Ana"]
    t.do("start a", "start a")
    assert (t.due(), t.seen_by()) == ("draw", ANA)
    t.do("draw ?", "draw ?")
    assert (t.due(), request(t).count) == ("reveal", 3)


def test_concede_in_set_up_with_owed_starting_runes():
    t = match(3)
    t.do("choose ram", "choose hen", "choose ox", "start a", "start b")
    assert t.waits() == ["Ben"]
    t.do("concede")
    assert t.waits() == ["Cai"]
    assert supply(t) == [14, 14, 14, 14, 14]
    t.do("start a", "draw ?")
    assert t.seen_by() == CAI
    t.do("draw ?")
    assert t.due() == "reveal"


def test_concede_in_set_up_of_the_last_to_start():
    t = match(3)
    t.do("choose ram", "choose hen", "choose ox", "start a", "start a", "Cai: concede")
    assert (t.due(), t.seen_by()) == ("draw", ANA)


def test_concede_in_set_up_of_the_first_player():
    t = match(3)
    t.do("Ana: concede")
    assert t.waits() == ["Ben"]
    t.do("choose ram", "choose hen", "start a", "start a", "draw ?", "draw ?")
    t.do("reveal p1 p2 p3")
    assert t.waits() == ["Ben"]
    t.do("claim p1", "claim p2")
    assert t.waits() == ["Ben"]
    skip(t)
    skip(t)
    assert t.waits() == ["Ben"]
    t.do("score", "done", "done")
    # Ana's turn as first player is skipped: Ben and Cai have been or are first once.
    rounds(t)
    assert t.state.ended


def test_concede_before_the_own_claim():
    t = revealed(4)
    t.do("claim p1", "Ben: concede")
    assert t.waits() == ["Cai"]
    t.do("claim p3", "claim p4")
    assert t.state.phase == "challenge"
    assert not t.state.revealed
    # p2 and q16 were left over; four cards come next.
    cleaned(t)
    due = request(t)
    assert due.count == 4
    assert {"p1", "p2", "p3", "p4", "q16"}.isdisjoint(due.pool)


def test_concede_in_the_own_claim_turn():
    t = revealed(3)
    t.do("concede")
    assert t.waits() == ["Ben"]
    t.do("claim p1", "claim p2")
    assert (t.state.phase, t.waits()) == ("challenge", ["Ben"])


def test_concede_of_the_last_to_claim_ends_the_phase():
    t = revealed(3)
    t.do("claim p1", "claim p2", "concede")
    assert (t.state.phase, t.waits()) == ("challenge", ["Ana"])
    assert not t.state.revealed


def test_concede_while_runes_are_owed_gives_them_back():
    t = revealed(3, cards=("r2", "r3", "p3", "q1"))
    t.do("claim r2", "place upgrade a1", "place reroll b1", "claim r3", "place spell a1")
    t.do("Ben: concede")
    # The other Spell and the Ultimate are back; what lies on boards stays there.
    assert supply(t) == [14, 14, 13, 13, 13]
    assert t.waits() == ["Cai"]
    assert t.state.seats[BEN].card == ""


def test_concede_of_a_bystander_while_another_owes_runes():
    t = revealed(3, cards=("r2", "r3", "p3", "q1"))
    t.do("claim r2", "Ben: concede")
    assert t.waits() == ["Ana"]
    assert verbs(t, ANA) == {"place", "trade"}
    t.do("place upgrade a1", "place reroll b1")
    assert t.waits() == ["Cai"]


def test_concede_in_the_own_action():
    t = claimed(3)
    t.do("concede")
    assert t.waits() == ["Ben"]
    skip(t)
    skip(t)
    # The first player is out, so the next one owes `score`.
    assert (t.waits(), verbs(t, BEN)) == (["Ben"], {"score"})
    t.do("score")
    assert vp(t) == [0, 2, 3]
    t.do("done", "done")
    assert (t.state.first, t.state.round, t.due()) == (BEN, 2, "reveal")


def test_concede_of_the_last_to_act():
    t = claimed(3)
    skip(t)
    skip(t)
    t.do("Cai: concede")
    assert (t.waits(), verbs(t, ANA)) == (["Ana"], {"score"})


def test_concede_of_the_first_player_while_score_is_owed():
    t = acted(claimed(3))
    t.do("Ana: concede")
    assert t.waits() == ["Ben"]
    t.do("score")
    assert vp(t) == [0, 2, 3]


def test_concede_while_a_passed_rune_is_owed():
    t = claimed(3)
    t.do("pass chi", "concede")
    assert supply(t) == [14, 14, 14, 14, 14]
    assert t.waits() == ["Ben"]


def test_concede_while_a_pick_is_owed():
    t = claimed(3)
    fight(t, a="1 0 0")
    t.do("forage choice chi", "concede")
    assert supply(t) == [14, 14, 14, 14, 14]
    assert t.waits() == ["Cai"]


def test_concede_while_one_of_two_drawn_spells_must_go():
    t = claimed(3, draw_two="on")
    fight(t, a="1 0 0")
    t.do("draw ? ?", "concede")
    assert t.waits() == ["Cai"]
    assert t.state.seats[BEN].hand.size >= 1


def test_concede_of_the_challenger_in_a_duel():
    t = claimed(3)
    t.do("challenge ben", "roll 1 1 1", "Ana: concede")
    assert t.state.duel is None
    assert pool(t) == [4, 3, 3]
    assert t.waits() == ["Ben"]
    assert verbs(t, BEN) == {"challenge", "pass"}
    assert t.state.seats[BEN].card == "p2"
    assert vp(t) == [0, 0, 0]


def test_concede_of_the_defender_in_a_duel_spends_the_challengers_action():
    t = claimed(3)
    attack(t, dice="1 1 1")
    t.do("Ben: concede")
    assert t.state.duel is None
    assert pool(t) == [4, 3, 3]
    # Ana has acted, Ben is out.
    assert t.waits() == ["Cai"]
    assert (vp(t), t.state.seats[ANA].injured) == ([0, 0, 0], False)
    skip(t)
    assert verbs(t, ANA) == {"score"}


def test_concede_of_the_defender_out_of_turn_in_the_challengers_step():
    t = claimed(3)
    t.do("challenge ben", "Ben: concede")
    assert t.waits() == ["Cai"]
    assert pool(t) == [4, 3, 3]


def test_concede_of_the_defender_before_conclude():
    t = claimed(3)
    attack(t, dice="1 1 1")
    t.do("roll 0 0 0", "keep", "Ben: concede")
    assert t.waits() == ["Cai"]
    assert vp(t) == [0, 0, 0]


def test_concede_in_an_announced_line():
    t = claimed(3)
    put(t, ANA, colored={"a1": "chi", "b1": "chi"})
    t.do("challenge ben", "line a1-b1", "use a1", "Ana: concede")
    assert t.waits() == ["Ben"]
    assert pool(t) == [4, 3, 3]
    t = claimed(3)
    put(t, ANA, colored={"a1": "chi", "b1": "chi"})
    t.do("challenge ben", "line a1-b1", "use a1", "Ben: concede")
    assert t.waits() == ["Cai"]
    # The rune not used stays colored, the used one is exhausted.
    assert (t.state.seats[ANA].colored, t.state.seats[ANA].exhausted) == (
        {"b1": "chi"},
        {"a1": "chi"},
    )


def test_concede_of_a_bystander_in_a_duel_leaves_it_alone():
    t = facing(4)
    attack(t, dice="1 1 0")
    t.do("Cai: concede", "roll 0 0 0", "keep")
    assert margin(t) == 2


def test_concede_while_a_tsunami_discard_is_owed():
    t = claimed(4)
    give(t, ANA, "tsunami")
    t.do("Ana: cast tsunami")
    assert t.waits() == ["Ben"]
    t.do("Ben: concede")
    assert t.waits() == ["Cai"]
    t.do("Dan: concede", "Cai: discard explosion")
    assert t.waits() == ["Ana"]
    assert t.state.seats[BEN].hand.size == 1
    assert t.state.seats[DAN].hand.size == 1
    t = claimed(4)
    give(t, ANA, "tsunami")
    t.do("Ana: cast tsunami", "Ana: concede")
    # What the caster set off is still owed by the others, or has lapsed with him; then Ben acts.
    while verbs(t, BEN) != {"challenge", "pass"}:
        (name,) = t.waits()
        seat = t.names.index(name)
        t.do(f"{name}: discard {t.state.seats[seat].hand.names()[0]}")


def test_concede_of_the_duellist_while_a_bystanders_sack_is_placed():
    t = claimed(4)
    give(t, CAI, "treasure sack")
    t.do("challenge ben", "Cai: cast treasure sack chi spell", "Ben: concede")
    assert t.waits() == ["Cai"]
    t.do("place chi a1", "place spell b1")
    assert t.state.duel is None
    # Ana's action is spent, Ben is out: Cai's own action.
    assert t.waits() == ["Cai"]
    assert verbs(t, CAI) == {"challenge", "pass"}


def test_concede_of_a_bystander_with_his_own_sack_in_hand():
    t = claimed(4)
    give(t, CAI, "treasure sack")
    t.do("challenge ben", "Cai: cast treasure sack chi spell", "Cai: concede")
    assert t.waits() == ["Ana"]
    assert supply(t) == [14, 14, 14, 14, 14]
    assert verbs(t, ANA) == {"roll"}


def test_concede_in_clean_up():
    t = acted(claimed(3))
    t.do("score", "Ana: concede")
    assert t.waits() == ["Ben"]
    t.do("done", "Cai: concede")
    assert t.state.ended
    assert ranks(t) == {"Ben": 1, "Cai": 2, "Ana": 3}


def test_concede_of_the_last_to_be_done_ends_the_clean_up():
    t = claimed(3)
    put(t, ANA, exhausted={"a1": "chi"})
    acted(t).do("score", "done", "done", "Cai: concede")
    assert t.due() == "reveal"
    assert (t.state.round, t.state.first) == (2, BEN)
    assert t.state.seats[ANA].exhausted == {}
    assert request(t).count == 3


def test_a_conceded_turn_as_first_player_is_skipped():
    t = claimed(4)
    t.do("Ben: concede")
    cleaned(t)
    assert (t.state.first, t.state.round) == (CAI, 2)
    rounds(t)
    assert t.state.first == DAN
    rounds(t)
    # Ana, Cai and Dan have been first.
    assert t.state.ended


def test_three_players_of_whom_one_conceded_play_the_rest_of_their_rounds():
    t = claimed(3)
    put(t, ANA, vp=14)
    t.do("Cai: concede")
    # 15 VP end nothing: the match began with three.
    cleaned(t)
    assert vp(t)[ANA] == 15
    assert not t.state.ended
    rounds(t)
    assert t.state.ended


def test_the_leavers_are_skipped_by_dealing_too():
    t = begun(3)
    t.do("reveal p1 p2 p3 p4", "Ben: concede", "claim p1", "claim p3")
    assert t.waits() == ["Ana"]
    t.do("challenge cai", "roll 1 0 0", "keep", "roll 0 0 0", "keep", "conclude")
    assert chi(t) == [0, 0, 0]
    t.do("draw ?")
    assert t.waits() == ["Ana"]
    assert verbs(t, ANA) == {"score"}
