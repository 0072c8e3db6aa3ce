"""The Goal, seats and teams, characters, opening hands, whose turn it is."""

import pytest

from engine.games.taking_of_taidian import GAME
from engine.games.taking_of_taidian.moves import Choose, Lay
from replay.errors import Refused
from replay.options import read
from tests.engine.taidian.box import CHARACTERS, IDLE
from tests.engine.taidian.table import (
    ANN,
    BO,
    BRAWLER,
    CY,
    begun,
    deck,
    draw,
    due_seat,
    hand,
    health,
    illegal,
    legal,
    match,
    ranks,
    refused,
    request,
    rest,
    strike,
    verbs,
)

EIGHT = "jab jab jab boot boot boot dart dart"


def test_Goal_the_last_side_with_a_living_character_has_won():
    t = begun(BRAWLER, IDLE, IDLE, health=(50, 10, 20))
    t.do("attack")
    strike(t, "jab bo")
    assert (health(t), t.state.ended) == ([50, 0, 20], "")
    strike(t, "jab cy", "boot cy", "dart cy")
    assert t.state.ended
    assert ranks(t) == {"Ann": 1, "Cy": 2, "Bo": 3}


def test_Goal_a_team_wins_together_its_dead_too():
    t = begun(BRAWLER, IDLE, "dart dart dart dart dart", health=(50, 10, 10), teams=[[ANN, BO]])
    # Ann does nothing, Bo neither; Cy kills Bo, Ann kills Cy.
    rest(t)
    rest(t)
    t.do("attack")
    strike(t, "dart bo", "dart bo")
    assert (health(t), t.state.ended) == ([50, 0, 10], "")
    t.do("end", "attack")
    strike(t, "jab cy")
    assert t.state.ended
    assert ranks(t) == {"Ann": 1, "Bo": 1, "Cy": 2}


def test_Game_Play_1_the_deck_is_shuffled_and_five_are_drawn():
    t = match(EIGHT, IDLE)
    t.do("choose ape", "choose bat")
    due = request(t)
    assert (due.verb, due.count, due.seen_by) == ("draw", 5, ANN)
    assert due.pool == {"jab": 3, "boot": 3, "dart": 2}
    t.do("draw jab jab jab dart dart")
    assert (hand(t, ANN), deck(t, ANN)) == (["dart", "dart", "jab", "jab", "jab"], 3)
    # A deck of five is drawn whole, which is certain and not asked.
    assert (hand(t, BO), deck(t, BO)) == (sorted(IDLE.split()), 0)
    assert t.waits() == ["Ann"]


def test_Game_Play_2_the_first_player_chooses_upgrading_or_attacking():
    t = begun(BRAWLER, IDLE, first=BO)
    assert t.waits() == ["Bo"]
    assert verbs(t, BO) == {"attack", "upgrade"}
    assert verbs(t, ANN) == set()
    for line in ("lay dart ann", "charge bolt", "spend coin", "buy dart", "end", "hit", "take"):
        refused(t, f"Bo: {line}")


@pytest.mark.parametrize("line", ["attack", "upgrade", "end"])
def test_Game_Play_2_nobody_else_chooses(line):
    refused(begun(BRAWLER, IDLE), f"Bo: {line}", "Game Play")


def test_Game_Play_5_the_next_player_does_the_same_clockwise():
    t = begun(IDLE, IDLE, IDLE, first=CY)
    for name in ("Cy", "Ann", "Bo", "Cy", "Ann"):
        assert t.waits() == [name]
        rest(t)


def test_R1_seats_from_two_to_six_each_its_own_side():
    for n in range(2, 7):
        t = begun(*[IDLE] * n)
        t.do("attack")
        assert {m.foe for m in legal(t, Lay)} == set(range(1, n))
        assert ranks(t) == dict.fromkeys(["Ann", "Bo", "Cy", "Di", "Eli", "Fay"][:n], 1)


def test_R1_a_team_mate_is_never_attacked_firebombed_or_stolen_from():
    t = begun("jab wave firebomb snatch wall", IDLE, "wall dart dart coin coin", teams=[[ANN, CY]])
    t.do("Cy: build wall", "attack")
    refused(t, "lay jab cy")
    refused(t, "firebomb cy wall")
    refused(t, "steal snatch cy")
    t.do("lay wave")
    refused(t, "declare cy")
    t.do("declare bo", "hit", "take")
    assert health(t) == [50, 40, 50]


def test_R1_team_mates_have_their_own_cards_energy_and_turns():
    t = begun("bolt bolt bolt coin coin", IDLE, IDLE, IDLE, teams=[[ANN, CY], [BO, 3]])
    t.do("upgrade", "charge bolt", "end")
    assert [seat.energy for seat in t.state.seats] == [4, 0, 0, 0]
    for name in ("Bo", "Cy", "Di", "Ann"):
        assert t.waits() == [name]
        rest(t)


@pytest.mark.parametrize("teams", ["Ann+Bo+Cy", "Ann+Bo,Bo+Cy", "Ann+Ann", "Ann+Di", ""])
def test_R1_two_sides_at_least_and_nobody_in_two(teams):
    with pytest.raises(Refused):
        read(GAME, ["Ann", "Bo", "Cy"], "teams", teams)


def test_R1_teams_are_typed_with_the_players_names():
    names = ["Ann", "Bo", "Cy", "Di"]
    assert read(GAME, names, "teams", "ann+cy,bo+di") == ("teams", [[ANN, CY], [BO, 3]])
    assert read(GAME, names, "teams", "none") == ("teams", [])
    assert read(GAME, names, "first", "cy") == ("first", CY)


def test_R2_characters_are_chosen_clockwise_each_once():
    t = match(IDLE, IDLE, IDLE, first=BO)
    assert t.waits() == ["Bo"]
    assert {m.character for m in legal(t, Choose)} == set(CHARACTERS)
    refused(t, "Cy: choose ape")
    refused(t, "Ann: choose ape")
    t.do("choose ape")
    assert t.waits() == ["Cy"]
    refused(t, "choose ape")
    assert {m.character for m in legal(t, Choose)} == set(CHARACTERS) - {"ape"}
    t.do("choose fly")
    assert t.waits() == ["Ann"]
    illegal(t, ANN, Choose("nobody"))
    t.do("choose bat")
    assert [seat.character for seat in t.state.seats] == ["bat", "ape", "fly"]
    refused(t, "Bo: choose cow")


def test_R2_a_character_gives_its_health_and_its_deck():
    t = match(EIGHT, "jab jab jab jab jab", health=(33, 44))
    t.do("choose bat", "choose elk")
    # Elk has no deck of its own.
    assert health(t) == [44, 50]
    assert hand(t, ANN) == ["jab"] * 5
    assert hand(t, BO) == sorted(IDLE.split())


def test_R2_the_opening_hands_are_drawn_in_the_same_order():
    t = match(EIGHT, EIGHT, EIGHT, first=CY)
    t.do("choose cow", "choose ape")
    assert t.due() == ""
    t.do("choose bat")
    for seat in (CY, ANN, BO):
        assert due_seat(t) == seat
        assert t.waits() == []
        draw(t, "jab jab boot boot dart")
    assert t.waits() == ["Cy"]


def test_R2_a_small_deck_gives_a_small_hand():
    t = begun("jab jab dart", IDLE)
    assert (hand(t, ANN), deck(t, ANN)) == (["dart", "jab", "jab"], 0)


def test_option_first_names_who_begins():
    t = begun(IDLE, IDLE, IDLE, first=CY)
    assert t.waits() == ["Cy"]
    assert begun(IDLE, IDLE).waits() == ["Ann"]


def test_option_teams_joins_sides():
    t = begun(BRAWLER, IDLE, IDLE, IDLE, teams=[[ANN, CY], [BO, 3]], health=(50, 5, 50, 5))
    t.do("attack")
    refused(t, "lay jab cy")
    strike(t, "jab bo")
    assert t.state.ended == ""
    strike(t, "jab di")
    assert t.state.ended
    assert ranks(t) == {"Ann": 1, "Cy": 1, "Bo": 2, "Di": 2}


def test_option_teams_leaves_the_others_alone():
    t = begun(BRAWLER, IDLE, IDLE, IDLE, teams=[[ANN, CY]])
    t.do("attack")
    assert {m.foe for m in legal(t, Lay)} == {BO, 3, None}
    assert ranks(t) == {"Ann": 1, "Bo": 1, "Cy": 1, "Di": 1}
