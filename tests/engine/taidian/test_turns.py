"""A turn: its type and colors, where its cards go, the draw and the reshuffle."""

import pytest

from engine.errors import IllegalOutcome
from tests.engine.taidian.box import IDLE
from tests.engine.taidian.table import (
    ANN,
    BO,
    BRAWLER,
    RICH,
    begun,
    buy,
    deck,
    discard,
    draw,
    energy,
    hand,
    health,
    play,
    refused,
    request,
    rest,
    strike,
    verbs,
)

SEVEN = "gold jab jab boot boot shield shield"
EIGHT = "jab jab jab boot boot boot dart dart"
TEN = "jab jab jab jab jab boot boot boot boot boot"


def test_Game_Play_3_everything_goes_to_the_discard_and_five_are_drawn():
    t = begun(SEVEN, IDLE, hands={ANN: "gold jab boot shield shield"})
    t.do("upgrade", "spend gold", "buy dart", "buy cloak")
    assert discard(t, ANN) == {}
    t.do("end")
    # Two were left on the deck; the discard of seven was shuffled in for three more.
    due = request(t)
    assert (due.verb, due.count, due.seen_by) == ("draw", 3, ANN)
    assert due.pool == {"gold": 1, "jab": 1, "boot": 1, "shield": 2, "dart": 1, "cloak": 1}
    t.do("draw gold dart shield")
    assert hand(t, ANN) == ["boot", "dart", "gold", "jab", "shield"]
    assert (deck(t, ANN), discard(t, ANN)) == (4, {})
    assert t.waits() == ["Bo"]


def test_Game_Play_3_a_player_plays_as_many_as_he_likes():
    t = begun(BRAWLER, IDLE)
    t.do("attack")
    strike(t, "jab bo", "jab bo", "boot bo", "dart bo", "wave")
    assert health(t) == [50, 10]
    assert hand(t, ANN) == []
    t = begun("bolt bolt coin coin gold", IDLE)
    t.do("upgrade", "charge bolt", "spend coin", "spend gold", "charge bolt", "spend coin")
    assert (energy(t), t.state.purse, hand(t, ANN)) == (8, 22, [])


def test_Game_Play_4_used_cards_lie_in_front_until_the_end():
    t = begun(BRAWLER, IDLE)
    t.do("attack")
    strike(t, "jab bo")
    assert (t.state.seats[ANN].front, discard(t, ANN)) == (["jab"], {})
    t.do("end")
    # All five came back at once: the deck was empty.
    assert (t.state.seats[ANN].front, hand(t, ANN)) == ([], sorted(BRAWLER.split()))


def test_Game_Play_4_used_cards_of_a_longer_deck_lie_in_the_discard():
    t = begun(TEN, IDLE, hands={ANN: "jab jab jab boot boot"})
    t.do("attack")
    strike(t, "jab bo", "boot bo")
    t.do("end")
    assert discard(t, ANN) == {"jab": 3, "boot": 2}


def test_Attacking_1_only_red_cards():
    t = begun("jab shield bolt coin wall", IDLE)
    t.do("attack")
    for line in ("lay shield bo", "lay bolt bo", "lay coin bo", "lay wall bo", "lay shield"):
        refused(t, line, "Attacking Turn")
    t.do("lay jab bo")
    for line in ("lay shield bo", "lay bolt bo"):
        refused(t, line, "Attacking Turn")


def test_Attacking_4_health_is_subtracted_all_discarded_five_drawn():
    t = begun(TEN, IDLE, hands={ANN: "jab jab jab boot boot"})
    t.do("attack")
    strike(t, "jab bo", "boot bo")
    assert health(t) == [50, 35]
    t.do("end")
    assert hand(t, ANN) == ["boot", "boot", "boot", "jab", "jab"]
    assert discard(t, ANN) == {"jab": 3, "boot": 2}


def test_Attacking_5_no_blue_and_no_black():
    t = begun("shield cloak bolt coin gold", IDLE)
    t.do("attack")
    assert verbs(t, ANN) == {"end"}
    refused(t, "block shield", "Defense", "Attacking Turn")
    for line in ("charge bolt", "spend coin", "spend gold"):
        refused(t, line, "Attacking Turn", "Upgrading Turn")
    refused(t, "buy jab", "Attacking Turn", "Upgrading Turn")
    t.do("end")


def test_Upgrading_1_only_black_cards():
    t = begun("jab shield bolt coin firebomb", "wall dart dart coin coin")
    t.do("Bo: build wall", "upgrade")
    assert verbs(t, ANN) == {"charge", "spend", "end"}
    for line in ("charge jab", "spend shield", "charge firebomb", "spend jab"):
        refused(t, line, "Upgrading Turn", "Powering Up")


def test_Upgrading_5_all_cards_go_to_the_discard():
    t = begun(f"{RICH} jab jab jab jab jab bolt", IDLE, hands={ANN: "gold gold jab jab bolt"})
    t.do("upgrade", "spend gold", "charge bolt", "buy quake", "end")
    draw(t, "jab jab jab gold gold")
    # Used: gold, bolt; unused: gold, jab, jab; bought: quake.
    assert discard(t, ANN) == {"gold": 2, "bolt": 1, "jab": 2, "quake": 1}
    assert t.state.purse == 0


def test_Upgrading_6_five_cards_are_drawn():
    t = begun(TEN, IDLE, hands={ANN: "jab jab jab boot boot"})
    t.do("upgrade", "end")
    assert (hand(t, ANN), deck(t, ANN)) == (["boot", "boot", "boot", "jab", "jab"], 0)
    assert t.waits() == ["Bo"]


def test_Upgrading_7_no_blue_and_no_red():
    t = begun("jab shield wave firebomb snatch", "wall dart dart coin coin")
    t.do("Bo: build wall", "upgrade")
    assert verbs(t, ANN) == {"end"}
    sections = ("Upgrading Turn", "Attacking Turn")
    for line in ("lay jab bo", "lay wave", "firebomb bo wall", "steal snatch bo", "hit"):
        refused(t, line, *sections)
    refused(t, "block shield", "Upgrading Turn", "Defense")


def test_Defense_4_the_hand_is_refilled_only_after_the_own_turn():
    t = begun(BRAWLER, "shield cloak jab jab jab")
    t.do("attack")
    strike(t, "jab bo", answers=("block shield", "take"))
    t.do("end")
    assert t.waits() == ["Bo"]
    assert hand(t, BO) == ["cloak", "jab", "jab", "jab"]
    rest(t)
    assert hand(t, BO) == ["cloak", "jab", "jab", "jab", "shield"]


def test_R3_the_type_of_a_turn_is_irrevocable():
    t = begun(BRAWLER, IDLE)
    t.do("attack")
    refused(t, "upgrade", "Game Play", "Attacking Turn")
    refused(t, "attack", "Game Play", "Attacking Turn")
    t.do("end", "upgrade")
    refused(t, "Bo: attack", "Game Play", "Upgrading Turn")
    refused(t, "Bo: upgrade", "Game Play", "Upgrading Turn")


@pytest.mark.parametrize("kind", ["attack", "upgrade"])
def test_R3_a_turn_without_a_card_is_a_pass(kind):
    t = begun(BRAWLER, IDLE)
    t.do(kind, "end")
    assert (t.waits(), health(t), hand(t, ANN)) == (["Bo"], [50, 50], sorted(BRAWLER.split()))


def test_R3_nothing_ends_a_match_in_which_nobody_attacks():
    t = begun(IDLE, IDLE)
    for _ in range(120):
        rest(t)
    assert t.state.ended == ""
    t.do("agree")
    assert t.state.ended


def test_R4_build_is_free_of_the_colors():
    for kind in ("attack", "upgrade"):
        t = begun("wall jab bolt coin coin", IDLE)
        t.do(kind, "build wall")
        assert play(t, ANN) == ["wall"]


def test_R5_unused_blue_cards_are_lost_in_the_own_turn():
    t = begun(
        "shield jab jab jab jab boot boot boot boot boot",
        IDLE,
        hands={ANN: "shield jab jab jab jab"},
    )
    rest(t)
    assert hand(t, ANN) == ["boot"] * 5
    assert discard(t, ANN) == {"shield": 1, "jab": 4}


def test_R5_the_fresh_hand_serves_as_defence_until_the_own_turn():
    t = begun("jab shield shield shield shield", "dart dart dart dart dart", IDLE)
    rest(t)
    t.do("attack")
    strike(t, "dart ann", answers=("block shield", "take"))
    t.do("end")
    rest(t)
    assert hand(t, ANN) == ["jab", "shield", "shield", "shield"]
    assert health(t)[ANN] == 50


def test_R6_a_blue_card_goes_to_its_owners_discard_as_it_is_used():
    t = begun(BRAWLER, "shield cloak jab jab jab")
    t.do("attack", "lay jab bo", "hit", "block cloak")
    assert discard(t, BO) == {"cloak": 1}
    assert t.state.seats[BO].front == []


def test_R6_used_cards_are_in_no_reshuffle_before_the_end():
    # The attacker's cards lie in front while a defender's are discarded.
    t = begun(BRAWLER, "shield cloak jab jab jab")
    t.do("attack")
    strike(t, "jab bo", answers=("block shield", "take"))
    strike(t, "boot bo", answers=("block cloak", "take"))
    assert (discard(t, ANN), discard(t, BO)) == ({}, {"shield": 1, "cloak": 1})
    assert sorted(t.state.seats[ANN].front) == ["boot", "jab"]


def test_R7_a_deck_of_exactly_five_is_drawn_whole_and_nothing_is_shuffled():
    t = begun(TEN, IDLE, hands={ANN: "jab jab jab boot boot"})
    t.do("attack", "end")
    assert t.due() == ""
    assert hand(t, ANN) == ["boot", "boot", "boot", "jab", "jab"]
    assert (deck(t, ANN), discard(t, ANN)) == (0, {"jab": 3, "boot": 2})


def test_R7_deck_two_and_discard_six_two_are_certain_three_at_random():
    t = begun(SEVEN, IDLE, hands={ANN: "gold jab jab boot boot"})
    buy(t, "dart")
    due = request(t)
    # The two shields of the deck are taken; these are the six.
    assert due.pool == {"gold": 1, "jab": 2, "boot": 2, "dart": 1}
    assert due.count == 3
    t.do("draw dart jab gold")
    assert hand(t, ANN) == ["dart", "gold", "jab", "shield", "shield"]
    assert (deck(t, ANN), discard(t, ANN)) == (3, {})


def test_R7_the_cards_of_the_old_deck_are_no_outcome_of_the_shuffled_part():
    t = begun(SEVEN, IDLE, hands={ANN: "gold jab jab boot boot"})
    buy(t, "dart")
    for cards in ("shield jab boot", "gold gold jab", "dart jab", "dart jab gold boot"):
        with pytest.raises(IllegalOutcome):
            t.outcome(request(t).stream, cards.split())


def test_R7_a_deck_that_holds_more_gives_so_many_at_random():
    t = begun(f"{TEN} dart", IDLE, hands={ANN: "jab jab jab jab jab"})
    t.do("attack", "end")
    due = request(t)
    assert (due.count, due.pool) == (5, {"boot": 5, "dart": 1})
    t.do("draw boot boot boot boot boot")
    assert (deck(t, ANN), discard(t, ANN)) == (1, {"jab": 5})


def test_R7_still_short_is_a_smaller_hand():
    t = begun("jab boot dart", IDLE)
    rest(t)
    assert hand(t, ANN) == ["boot", "dart", "jab"]
    rest(t)
    t.do("attack")
    strike(t, "jab bo")
    t.do("end")
    assert (hand(t, ANN), deck(t, ANN), discard(t, ANN)) == (["boot", "dart", "jab"], 0, {})


def test_R7_all_that_is_left_is_no_chance():
    # Deck 2 and discard 3 are five: both parts are taken whole.
    t = begun("gold jab jab boot boot shield shield", IDLE, hands={ANN: "gold jab jab boot boot"})
    rest(t)
    assert deck(t, ANN) == 2
    u = begun("jab boot", IDLE)
    u.do("attack", "end")
    assert (u.due(), hand(u, ANN)) == ("", ["boot", "jab"])


def test_R7_the_size_is_five_and_the_hand_structures_in_play():
    t = begun("loft jab jab boot dart boot shield", IDLE, hands={ANN: "loft jab jab boot dart"})
    t.do("attack", "build loft", "end")
    # Deck 2 and discard 4 are six, which is all there is.
    assert (t.due(), hand(t, ANN)) == ("", ["boot", "boot", "dart", "jab", "jab", "shield"])
    rest(t)
    t.do("attack")
    strike(t, "jab bo", "jab bo", "boot bo", "boot bo", "dart bo")
    t.do("end")
    assert hand(t, ANN) == ["boot", "boot", "dart", "jab", "jab", "shield"]


def test_R8_the_discard_is_not_shuffled_in_when_the_deck_runs_out():
    t = begun(TEN, IDLE, hands={ANN: "jab jab jab boot boot"})
    rest(t)
    assert (deck(t, ANN), discard(t, ANN)) == (0, {"jab": 3, "boot": 2})
    rest(t)
    assert (deck(t, ANN), discard(t, ANN)) == (0, {"jab": 3, "boot": 2})
    t.do("attack", "end")
    # Now ten lie there, and they are needed.
    assert (request(t).count, request(t).pool) == (5, {"jab": 5, "boot": 5})
    draw(t, "jab jab jab jab jab")
    assert (deck(t, ANN), discard(t, ANN)) == (5, {})


def test_R8_the_opening_draw_of_an_empty_deck_shuffles_nothing():
    t = begun(IDLE, IDLE)
    assert [(deck(t, s), discard(t, s)) for s in (ANN, BO)] == [(0, {}), (0, {})]


def test_implied_when_the_discard_is_shuffled_in():
    # One card short is enough, none short is not.
    t = begun(f"{TEN} dart", IDLE, hands={ANN: "jab jab jab jab jab"})
    rest_with(t, "boot boot boot boot boot")
    assert discard(t, ANN) == {"jab": 5}
    rest(t)
    t.do("attack", "end")
    due = request(t)
    assert (due.count, due.pool) == (4, {"jab": 5, "boot": 5})


def rest_with(t, cards):  # type: ignore[no-untyped-def]
    t.do("attack", "end")
    draw(t, cards)


def test_R11_who_was_attacked_twice_still_has_what_is_left():
    t = begun("dart dart cloak bolt coin", IDLE, "shield shield cloak jab jab")
    t.do("attack")
    strike(t, "dart cy", answers=("block shield", "take"))
    t.do("end", "attack")
    strike(t, "dart cy", answers=("block shield", "block cloak", "take"))
    t.do("end")
    assert hand(t, 2) == ["jab", "jab"]


def test_option_reshuffle_with_hand_takes_unused_and_bought_cards_in():
    t = begun(SEVEN, IDLE, hands={ANN: "gold jab jab boot boot"}, reshuffle="with-hand")
    buy(t, "dart")
    assert request(t).pool == {"gold": 1, "jab": 2, "boot": 2, "dart": 1}


def test_option_reshuffle_kept_out_leaves_unused_and_bought_cards_out():
    t = begun(SEVEN, IDLE, hands={ANN: "gold jab jab boot boot"}, reshuffle="kept-out")
    buy(t, "dart")
    # Deck two, and the gold that was used: a hand of three.
    assert t.due() == ""
    assert hand(t, ANN) == ["gold", "shield", "shield"]
    assert (deck(t, ANN), discard(t, ANN)) == (0, {"jab": 2, "boot": 2, "dart": 1})


def test_option_reshuffle_kept_out_shuffles_what_lay_in_the_discard():
    t = begun(EIGHT, IDLE, hands={ANN: "jab jab jab dart dart"}, reshuffle="kept-out")
    t.do("attack")
    strike(t, "jab bo", "jab bo", "dart bo")
    t.do("end")
    # Three boots of the deck, two of the three that were used.
    due = request(t)
    assert (due.count, due.pool) == (2, {"jab": 2, "dart": 1})
    t.do("draw jab dart")
    assert hand(t, ANN) == ["boot", "boot", "boot", "dart", "jab"]
    assert (deck(t, ANN), discard(t, ANN)) == (1, {"jab": 1, "dart": 1})


def test_option_reshuffle_can_be_ruled_in_the_middle():
    t = begun(SEVEN, IDLE, hands={ANN: "gold jab jab boot boot"})
    t.do("upgrade", "spend gold", "buy dart")
    t.rule("reshuffle", "kept-out")
    t.do("end")
    assert hand(t, ANN) == ["gold", "shield", "shield"]


def test_option_unused_cards_face_down_asks_for_nothing():
    t = begun(TEN, IDLE, unused_cards="face-down")
    t.do("attack", "end")
    assert t.due() == ""
    assert discard(t, ANN) == {"?": 5}


def test_option_unused_cards_open_shows_them():
    t = begun(TEN, IDLE, unused_cards="open")
    t.do("attack", "lay jab bo", "hit", "take", "end")
    due = request(t)
    assert (due.verb, due.stream, due.seen_by) == ("shown", "0/turn 1/unused", None)
    with pytest.raises(IllegalOutcome):
        t.outcome(due.stream, ["?", "?", "?", "?"])
    with pytest.raises(IllegalOutcome):
        t.outcome(due.stream, ["jab", "jab", "jab", "jab", "jab"])
    t.do("shown jab jab jab boot")
    assert discard(t, ANN) == {"jab": 4, "boot": 1}
    # So the deck is known: one jab and four boots.
    if t.due():
        draw(t)
    rest_bo_and_check_jab(t)


def rest_bo_and_check_jab(t):  # type: ignore[no-untyped-def]
    rest(t)
    t.do("attack", "lay jab bo", "lay boot bo")
    refused(t, "lay jab bo")


def test_option_unused_cards_open_needs_nothing_where_the_hand_is_known():
    t = begun(TEN, IDLE, hands={ANN: "jab jab jab boot boot"}, unused_cards="open")
    t.do("attack", "end")
    assert t.due() != "shown"
    assert t.state.seats[ANN].discard == {"jab": 3, "boot": 2}
