"""Ends, ranks and points; who concedes, in the middle of anything."""

import pytest

from engine import fold
from engine.games.taking_of_taidian.moves import Lay
from tests.engine.taidian.box import BOMB, IDLE
from tests.engine.taidian.table import (
    ANN,
    BO,
    BRAWLER,
    CY,
    DI,
    RICH,
    begun,
    discard,
    hand,
    health,
    legal,
    match,
    points,
    put,
    ranks,
    refused,
    request,
    rest,
    strike,
    verbs,
)

GUARD = "shield shield cloak jab bolt"
WAVES = "wave wave quake jab dart"
TEN = "jab jab jab jab jab boot boot boot boot boot"


def attacking(*decks, **setting):  # type: ignore[no-untyped-def]
    t = begun(*decks, **setting)
    t.do("attack")
    return t


def result(t):  # type: ignore[no-untyped-def]
    found = fold.result(t.game, t.state)
    assert found is not None
    return found


def test_R36_the_end_comes_in_mid_turn():
    t = attacking(TEN, IDLE, hands={ANN: "jab jab jab jab boot"}, health=(50, 10))
    strike(t, "jab bo")
    assert t.state.ended
    # No round is finished, nothing discarded or drawn.
    assert (t.due(), t.waits(), t.moves()) == ("", [], [])
    assert (hand(t, ANN), t.state.seats[ANN].front) == (["boot", "jab", "jab", "jab"], ["jab"])
    for line in ("Ann: end", "Ann: lay jab bo", "Ann: concede", "Bo: agree"):
        refused(t, line)


def test_R36_a_later_death_ranks_above_an_earlier_one():
    t = attacking(BRAWLER, IDLE, IDLE, IDLE, health=(50, 5, 5, 5))
    strike(t, "dart cy")
    strike(t, "boot di")
    strike(t, "jab bo")
    assert ranks(t) == {"Ann": 1, "Bo": 2, "Di": 3, "Cy": 4}


def test_R36_the_same_batch_is_a_shared_rank():
    t = attacking(BRAWLER, IDLE, IDLE, IDLE, health=(50, 5, 5, 5))
    strike(t, "dart bo")
    strike(t, "jab cy", "boot di", answers=("take", "take"))
    assert ranks(t) == {"Ann": 1, "Cy": 2, "Di": 2, "Bo": 4}


def test_R36_living_sides_share_the_first_rank_while_it_goes_on():
    t = attacking(BRAWLER, IDLE, IDLE, IDLE, health=(50, 5, 90, 5))
    strike(t, "dart bo")
    assert ranks(t) == {"Ann": 1, "Cy": 1, "Di": 1, "Bo": 4}
    strike(t, "boot di")
    assert ranks(t) == {"Ann": 1, "Cy": 1, "Di": 3, "Bo": 4}
    t.do("agree")
    assert {s.rank for s in result(t).standing} == {1, 3, 4}
    assert ranks(t) == {"Ann": 1, "Cy": 1, "Di": 3, "Bo": 4}


def test_R36_points_are_the_health_of_a_sides_characters():
    t = attacking(BRAWLER, IDLE, IDLE, IDLE, teams=[[ANN, CY]], health=(50, 40, 30, 20))
    assert points(t) == {"Ann": 80, "Cy": 80, "Bo": 40, "Di": 20}
    strike(t, "jab bo", "jab di", answers=("take", "take"))
    assert points(t) == {"Ann": 80, "Cy": 80, "Bo": 30, "Di": 10}
    strike(t, "boot di", "dart di")
    assert points(t)["Di"] == 0


def test_R36_a_team_dies_with_its_last_member():
    t = attacking(BRAWLER, IDLE, IDLE, IDLE, teams=[[BO, CY]], health=(50, 5, 5, 5))
    strike(t, "dart bo")
    assert ranks(t) == {"Ann": 1, "Bo": 1, "Cy": 1, "Di": 1}
    strike(t, "boot di")
    strike(t, "jab cy")
    assert t.state.ended
    # Bo died first, but his side lived longer than Di's.
    assert ranks(t) == {"Ann": 1, "Bo": 2, "Cy": 2, "Di": 3}


def test_R36_a_side_may_win_with_a_dead_member():
    t = begun(BRAWLER, WAVES, IDLE, IDLE, teams=[[ANN, CY], [BO, DI]], health=(5, 50, 5, 50))
    rest(t)
    t.do("attack")
    strike(t, "jab ann")
    assert t.state.ended == ""
    strike(t, "dart cy")
    assert ranks(t) == {"Bo": 1, "Di": 1, "Ann": 2, "Cy": 2}


def test_R36_a_team_with_one_member_left_wins_with_all():
    t = attacking(BRAWLER, WAVES, IDLE, IDLE, teams=[[ANN, CY], [BO, DI]], health=(5, 5, 50, 10))
    strike(t, "boot bo")
    t.do("end")
    # Bo's turn is skipped.
    assert t.waits() == ["Cy"]
    rest(t)
    t.do("attack")
    strike(t, "dart ann")
    t.do("end")
    assert t.waits() == ["Cy"]
    t.do("attack")
    strike(t, "dart di", "dart di")
    assert t.state.ended
    assert ranks(t) == {"Ann": 1, "Cy": 1, "Bo": 2, "Di": 2}


def test_R36_an_agreed_end():
    t = begun(IDLE, IDLE, IDLE)
    t.do("agree")
    assert t.state.ended
    assert ranks(t) == {"Ann": 1, "Bo": 1, "Cy": 1}
    assert t.moves() == []


# Concessions


def test_implied_who_concedes_is_as_dead():
    t = begun("jab snatch firebomb wave dart", "wall dart dart coin coin", IDLE)
    t.do("Bo: build wall", "attack", "Bo: concede")
    assert t.state.ended == ""
    refused(t, "lay jab bo")
    refused(t, "firebomb bo wall")
    refused(t, "steal snatch bo")
    t.do("lay wave")
    refused(t, "declare bo")
    t.do("declare cy", "hit", "take", "end")
    assert t.waits() == ["Cy"]
    assert (hand(t, BO), discard(t, BO), t.state.seats[BO].structures) == ([], {}, [])
    assert points(t)["Bo"] == 0


def test_R37_the_last_opponent_concedes():
    for line in ("Bo: concede", "Ann: concede"):
        t = begun(IDLE, IDLE)
        t.do(line)
        assert t.state.ended
        winner, loser = ("Ann", "Bo") if line.startswith("Bo") else ("Bo", "Ann")
        assert ranks(t) == {winner: 1, loser: 2}
        assert result(t).standing[0].seats == [0 if winner == "Ann" else 1]


def test_R37_who_conceded_ranks_below_who_died():
    t = attacking(BRAWLER, IDLE, IDLE, IDLE, health=(50, 5, 50, 5))
    strike(t, "dart bo")
    t.do("Cy: concede")
    strike(t, "boot di")
    assert t.state.ended
    assert ranks(t) == {"Ann": 1, "Di": 2, "Bo": 3, "Cy": 4}


def test_R37_a_later_concession_ranks_above_an_earlier_one():
    t = begun(IDLE, IDLE, IDLE, IDLE)
    t.do("Cy: concede", "Bo: concede", "Ann: concede")
    assert t.state.ended
    assert ranks(t) == {"Di": 1, "Ann": 2, "Bo": 3, "Cy": 4}


def test_R37_a_team_goes_on_without_one_member():
    t = begun(IDLE, IDLE, IDLE, IDLE, teams=[[ANN, CY], [BO, DI]])
    t.do("Bo: concede")
    assert t.state.ended == ""
    rest(t)
    assert t.waits() == ["Cy"]
    t.do("Di: concede")
    assert t.state.ended
    assert ranks(t) == {"Ann": 1, "Cy": 1, "Bo": 2, "Di": 2}


def test_R37_the_last_living_character_of_a_team_concedes():
    # Bo is dead, Di concedes: their side has no living character.
    t = attacking(BRAWLER, IDLE, IDLE, IDLE, teams=[[ANN, CY], [BO, DI]], health=(50, 5, 50, 50))
    strike(t, "dart bo")
    t.do("Di: concede")
    assert t.state.ended
    assert (t.waits(), t.moves()) == ([], [])
    assert ranks(t) == {"Ann": 1, "Cy": 1, "Bo": 2, "Di": 2}


def test_R37_a_team_whose_last_living_character_conceded_ranks_below_the_dead():
    t = begun(*[BRAWLER] + [IDLE] * 4, teams=[[BO, CY]], health=(50, 5, 50, 5, 5))
    t.do("attack")
    strike(t, "dart di")
    strike(t, "boot bo")
    t.do("Cy: concede")
    assert t.state.ended == ""
    strike(t, "jab eli")
    assert t.state.ended
    # Di died before Cy conceded, and stands above him all the same.
    assert ranks(t) == {"Ann": 1, "Eli": 2, "Di": 3, "Bo": 4, "Cy": 4}


def test_R37_a_team_whose_last_living_character_was_killed_is_no_side_that_conceded():
    t = begun(*[BRAWLER] + [IDLE] * 3, teams=[[BO, CY]], health=(50, 5, 5, 5))
    t.do("attack", "Bo: concede")
    strike(t, "dart di")
    strike(t, "boot cy")
    assert t.state.ended
    assert ranks(t) == {"Ann": 1, "Bo": 2, "Cy": 2, "Di": 3}


def test_R37_who_is_dead_neither_concedes_nor_agrees():
    t = attacking(BRAWLER, IDLE, IDLE, health=(50, 5, 50))
    strike(t, "dart bo")
    for line in ("Bo: concede", "Bo: agree"):
        assert "out of the match" in refused(t, line).reason
    t.do("Cy: concede")
    assert ranks(t) == {"Ann": 1, "Bo": 2, "Cy": 3}
    assert t.state.conceded == [CY]


def test_R37_the_dead_of_a_team_leave_with_its_last_member():
    t = attacking(BRAWLER, IDLE, IDLE, IDLE, teams=[[BO, CY]], health=(50, 5, 50, 50))
    strike(t, "dart bo")
    t.do("Cy: concede")
    assert (t.state.ended, t.state.conceded) == ("", [CY, BO])
    t.do("Di: concede")
    # Di left later than the team did.
    assert ranks(t) == {"Ann": 1, "Di": 2, "Bo": 3, "Cy": 3}


def test_R37_in_the_set_up():
    t = match(IDLE, IDLE, IDLE)
    t.do("choose ape", "Bo: concede")
    assert t.waits() == ["Cy"]
    t.do("choose bat")
    assert t.waits() == ["Ann"]
    assert [len(hand(t, seat)) for seat in (ANN, BO, CY)] == [5, 0, 5]
    rest(t)
    assert t.waits() == ["Cy"]


def test_R37_in_the_set_up_as_the_last_to_choose():
    t = match(TEN, IDLE, IDLE)
    t.do("choose ape", "choose bat", "Cy: concede")
    # The draws follow.
    assert t.due() == "draw"
    t.do("draw ? ? ? ? ?")
    assert t.waits() == ["Ann"]
    assert len(hand(t, BO)) == 5


def test_R37_in_the_set_up_the_first_player():
    t = match(IDLE, IDLE, IDLE)
    t.do("choose ape", "Ann: concede", "choose bat", "choose cow")
    assert t.waits() == ["Bo"]
    assert hand(t, ANN) == []
    rest(t)
    rest(t)
    assert t.waits() == ["Bo"]


def test_R37_in_the_set_up_after_which_all_have_chosen_but_he():
    t = match(IDLE, IDLE, IDLE, first=BO)
    t.do("choose ape", "choose bat", "Ann: concede")
    assert t.waits() == ["Bo"]


@pytest.mark.parametrize("lines", [[], ["attack"], ["upgrade"], ["upgrade", "spend gold"]])
def test_R37_the_seat_on_turn_concedes_and_the_next_begins(lines):
    t = begun(RICH, IDLE, IDLE)
    t.do(*lines, "Ann: concede")
    assert (t.due(), t.waits(), verbs(t, BO)) == ("", ["Bo"], {"attack", "upgrade"})
    assert t.state.purse == 0
    rest(t)
    rest(t)
    assert t.waits() == ["Bo"]


def test_R37_while_a_power_is_owed():
    t = begun("flash strike coin coin coin", IDLE, IDLE)
    t.do("upgrade", "charge flash")
    t.do("Cy: concede")
    assert verbs(t, ANN) == {"power"}
    t.do("Ann: concede")
    assert t.state.ended
    t = begun("flash strike coin coin coin", IDLE, IDLE)
    t.do("upgrade", "charge flash", "Ann: concede")
    assert t.waits() == ["Bo"]


def test_R37_the_attacker_with_an_open_batch():
    t = attacking(BRAWLER, IDLE, IDLE)
    t.do("lay jab bo", "lay wave", "Ann: concede")
    assert (t.waits(), verbs(t, BO), health(t)[1:]) == (["Bo"], {"attack", "upgrade"}, [50, 50])
    assert t.state.batch is None


def test_R37_the_attacker_while_he_is_answered():
    t = attacking(BRAWLER, GUARD, IDLE)
    t.do("lay jab bo", "lay jab cy", "hit", "block cloak", "take", "Ann: concede")
    # The batch ends without result.
    assert (t.waits(), health(t)[1:]) == (["Bo"], [50, 50])
    assert discard(t, BO) == {"cloak": 1}
    assert (t.state.batch, t.state.seats[BO].blocked) == (None, 0)
    rest(t)
    assert t.waits() == ["Cy"]


def test_R37_the_defender_whose_answer_is_owed():
    t = attacking(BRAWLER, GUARD, GUARD)
    t.do("lay jab bo", "lay boot cy", "hit", "block shield", "Bo: concede")
    assert t.waits() == ["Cy"]
    t.do("take")
    assert health(t) == [50, health(t)[BO], 45]
    assert t.waits() == ["Ann"]


def test_R37_the_last_defender_concedes_and_the_batch_hits_the_others():
    t = attacking(BRAWLER, GUARD, GUARD)
    t.do("lay jab bo", "lay boot cy", "hit", "take", "Cy: concede")
    assert (health(t)[:2], t.waits()) == ([50, 40], ["Ann"])
    strike(t, "jab bo")
    assert health(t)[BO] == 30


def test_R37_the_only_defender_concedes():
    t = attacking(BRAWLER, GUARD, GUARD)
    t.do("lay jab bo", "hit", "Bo: concede")
    assert (t.waits(), verbs(t, ANN)) == (["Ann"], {"lay", "end"})
    assert sorted(t.state.seats[ANN].front) == ["jab"]
    strike(t, "jab cy")


def test_R37_a_defender_who_has_answered_concedes():
    t = attacking(BRAWLER, GUARD, GUARD, IDLE)
    t.do("lay jab bo", "lay boot cy", "hit", "take", "Bo: concede")
    assert t.waits() == ["Cy"]
    t.do("take")
    assert (health(t)[CY], t.waits()) == (45, ["Ann"])
    assert ranks(t)["Bo"] == 4


def test_R37_a_declared_opponent_of_an_open_batch():
    t = attacking(BRAWLER, GUARD, GUARD, IDLE)
    t.do("lay jab bo", "lay boot cy", "Bo: concede", "hit")
    assert t.waits() == ["Cy"]
    t.do("take")
    assert health(t)[CY] == 45
    assert sorted(t.state.seats[ANN].front) == ["boot", "jab"]


def test_R37_a_wave_is_left_with_nobody_to_hit():
    t = attacking(BRAWLER, GUARD, GUARD, IDLE)
    t.do("lay wave", "declare bo", "Bo: concede")
    refused(t, "hit", "Attacking Turn")
    t.do("declare cy", "hit", "take")
    assert health(t)[CY:] == [40, 50]
    # The same where another card had named him.
    t = attacking(BRAWLER, GUARD, GUARD, IDLE)
    t.do("lay wave", "lay jab bo", "Bo: concede")
    refused(t, "hit", "Attacking Turn")
    t.do("lay boot di", "hit")
    assert t.waits() == ["Di"]
    t.do("take")
    assert health(t)[DI] == 35


def test_R37_a_batch_at_nobody_left_can_be_closed():
    t = attacking(BRAWLER, GUARD, GUARD)
    t.do("lay jab bo", "Bo: concede")
    if t.state.batch is not None:
        t.do("hit")
    assert (t.waits(), verbs(t, ANN)) == (["Ann"], {"lay", "end"})
    assert t.state.seats[ANN].front == ["jab"]
    t.do("end")
    assert t.waits() == ["Cy"]


def test_R37_somebody_else_while_a_batch_is_answered():
    t = attacking(BRAWLER, GUARD, GUARD)
    t.do("lay jab bo", "hit", "Cy: concede", "block shield", "take")
    assert (health(t)[:2], t.waits()) == ([50, 50], ["Ann"])


def test_R37_under_a_bomb_with_points():
    t = begun("firebomb jab jab jab jab", "wall jab jab jab jab", IDLE, cards=[BOMB])
    t.do("Bo: build wall", "attack", "firebomb bo wall", "Bo: concede")
    assert (t.waits(), verbs(t, ANN)) == (["Ann"], {"lay", "end"})
    assert {m.foe for m in legal(t, Lay)} == {CY}


def test_R37_not_while_chance_is_due():
    t = match(TEN, IDLE)
    t.do("choose ape", "choose bat")
    refused(t, "Bo: concede")
    t.do("draw ? ? ? ? ?")
    t = begun("snatch jab jab jab jab", "jab jab cloak cloak coin", IDLE)
    t.do("attack", "steal snatch bo")
    refused(t, "Cy: concede")
    assert request(t).verb == "taken"


def test_R37_what_he_bought_does_not_go_back():
    t = begun(RICH, RICH, IDLE)
    t.do("upgrade", "spend gold", "buy quake", "Ann: concede", "upgrade", "spend gold")
    refused(t, "buy quake", "Upgrading Turn")


def test_R37_the_dead_do_not_come_back_and_may_not_act():
    t = attacking(BRAWLER, "wall dart dart coin coin", IDLE, health=(50, 5, 50))
    strike(t, "dart bo")
    for line in ("Bo: build wall", "Bo: attack", "Bo: take"):
        refused(t, line)
    put(t, ANN, health=1)
    assert health(t)[BO] == 0


def test_R37_two_of_a_team_concede_one_after_the_other():
    t = begun(IDLE, IDLE, IDLE, IDLE, IDLE, teams=[[ANN, CY], [BO, DI]])
    t.do("Ann: concede")
    assert t.waits() == ["Bo"]
    t.do("Eli: concede", "Cy: concede")
    assert t.state.ended
    assert ranks(t) == {"Bo": 1, "Di": 1, "Ann": 2, "Cy": 2, "Eli": 3}
