"""Money and the stacks; structures and what they do; Firebomb and steal."""

import pytest

from engine.chance import Draw, choices, outcomes
from engine.events import Adjusted, Adjustment
from engine.games.taking_of_taidian.moves import Build, Buy, Firebomb, Power
from tests.engine.taidian.box import BOMB, GREEN, IDLE, POWERS
from tests.engine.taidian.table import (
    ANN,
    BO,
    BRAWLER,
    CY,
    RICH,
    begun,
    deck,
    discard,
    draw,
    energy,
    hand,
    health,
    hurt,
    illegal,
    legal,
    play,
    put,
    refused,
    request,
    rest,
    strike,
    verbs,
)

BOMBER = "firebomb firebomb jab jab snatch"


def upgrading(*decks, **setting):  # type: ignore[no-untyped-def]
    t = begun(*decks, **setting)
    t.do("upgrade")
    return t


# Money


def test_Upgrading_2_money_buys_cards_from_the_stacks():
    t = upgrading("gold coin coin bolt jab", IDLE)
    refused(t, "buy dart", "Upgrading Turn")
    t.do("spend coin")
    assert {m.card for m in legal(t, Buy)} == {"dart", "cloak", "bolt", "coin"}
    refused(t, "buy shield", "Upgrading Turn")
    t.do("buy dart")
    assert t.state.purse == 0
    refused(t, "buy dart", "Upgrading Turn")
    t.do("spend gold", "buy gold", "spend coin", "buy strike")
    assert t.state.purse == 10


def test_Upgrading_3_any_number_and_not_used_before_they_are_drawn():
    t = upgrading("gold coin coin bolt jab jab jab jab jab jab", IDLE,
                  hands={ANN: "gold coin coin bolt jab"})  # fmt: skip
    t.do("spend gold", "buy coin", "buy coin", "buy coin", "spend coin", "spend coin")
    # Three more coins are bought, and none is in the hand.
    refused(t, "spend coin", "Upgrading Turn")
    t.do("buy flash")
    refused(t, "charge flash", "Upgrading Turn", "Powering Up")
    t.do("end")
    # The five jabs of the deck are drawn: what was bought lies in the discard.
    assert hand(t, ANN) == ["jab"] * 5
    rest(t)
    t.do("upgrade")
    refused(t, "charge flash", "Upgrading Turn", "Powering Up")
    t.do("end")
    # Only now is it shuffled in.
    assert request(t).pool == {"jab": 6, "coin": 5, "gold": 1, "bolt": 1, "flash": 1}
    draw(t, "flash coin coin coin coin")
    rest(t)
    t.do("upgrade", "charge flash")


def test_R29_money_is_spent_bit_by_bit_and_the_rest_is_lost():
    t = upgrading("gold coin coin coin jab", IDLE)
    t.do("spend coin", "buy cloak", "spend coin", "spend coin")
    assert t.state.purse == 2
    t.do("buy boot")
    assert t.state.purse == 0
    t.do("spend gold", "end")
    draw(t, "gold coin coin coin jab")
    assert t.state.purse == 0
    rest(t)
    t.do("upgrade")
    assert t.state.purse == 0
    refused(t, "buy dart", "Upgrading Turn")


def test_R29_an_empty_stack_sells_nothing():
    t = upgrading(RICH, RICH)
    t.do("spend gold", "buy quake")
    refused(t, "buy quake", "Upgrading Turn")
    refused(t, "buy ward", "Upgrading Turn")
    assert not {"quake", "ward"} & {m.card for m in legal(t, Buy)}
    t.do("end")
    draw(t)
    t.do("upgrade", "spend gold")
    refused(t, "buy quake", "Upgrading Turn")
    t.do("spend gold", "spend gold", *["buy jab"] * 6)
    refused(t, "buy jab", "Upgrading Turn")


def test_R29_starting_decks_come_from_no_stack():
    t = upgrading("gold quake quake jab jab", "jab jab jab jab jab")
    t.do("spend gold", "buy quake")
    assert t.state.sold == {"quake": 1}


def test_R29_only_money_is_spent_and_only_from_the_hand():
    t = upgrading("gold bolt jab shield coin", IDLE)
    for card in ("bolt", "jab", "shield"):
        refused(t, f"spend {card}", "Upgrading Turn")
    t.do("spend coin")
    refused(t, "spend coin", "Upgrading Turn")
    illegal(t, ANN, Buy("nothing"))
    refused(t, "Bo: buy dart")
    refused(t, "Bo: spend coin")


def test_R29_nothing_is_bought_before_upgrade_or_after():
    t = begun("gold coin coin bolt jab", IDLE)
    refused(t, "spend gold")
    refused(t, "buy dart")
    t.do("upgrade", "spend gold", "end")
    refused(t, "Ann: buy dart")


# Structures


def test_Structures_1_added_when_bought():
    t = upgrading("gold jab jab jab jab", IDLE)
    t.do("spend gold", "buy wall")
    assert (play(t, ANN), discard(t, ANN), t.state.purse) == (["wall"], {}, 16)


def test_Structures_2_in_play_until_firebombed():
    t = upgrading("gold jab jab jab jab", BOMBER, health=(90, 90))
    t.do("spend gold", "buy wall", "end")
    for _ in range(2):
        rest(t)
        rest(t)
        assert play(t, ANN) == ["wall"]
    t.do("attack", "firebomb ann wall")
    assert play(t, ANN) == []


def test_Structures_3_any_number_of_types_one_of_each():
    t = upgrading("gold gold gold gold gold", IDLE)
    t.do(*["spend gold"] * 5)
    for name in GREEN:
        t.do(f"buy {name}")
        refused(t, f"buy {name}", "Structure Cards")
    assert play(t, ANN) == sorted(GREEN)
    assert not {m.card for m in legal(t, Buy)} & set(GREEN)


@pytest.mark.parametrize("where", ["hand", "deck", "discard", "play"])
def test_R31_one_of_a_type_anywhere(where):
    t = begun("gold gold wall jab jab jab jab jab jab jab", IDLE,
              hands={ANN: "gold gold wall jab jab"})  # fmt: skip
    if where == "play":
        t.do("build wall")
    if where == "deck":
        rest(t)
        rest(t)
        t.do("attack", "end")
        draw(t, "gold gold jab jab jab")
        rest(t)
    if where == "discard":
        rest(t)
        rest(t)
        # It is the seat's second hand: no gold in it.
        t.do("upgrade")
        put_purse(t)
    else:
        t.do("upgrade", "spend gold")
    refused(t, "buy wall", "Structure Cards")
    assert "wall" not in {m.card for m in legal(t, Buy)}
    t.do("buy mint")


def put_purse(t):  # type: ignore[no-untyped-def]
    t.event(Adjusted([Adjustment(["purse"], 20)]))


def test_R31_each_owner_may_have_his_own():
    t = upgrading(RICH, RICH)
    t.do("spend gold", "buy wall", "end", "upgrade", "spend gold", "buy wall")
    assert (play(t, ANN), play(t, BO)) == (["wall"], ["wall"])


def test_Structures_4_firebombed_it_goes_to_its_owners_discard():
    t = begun(BOMBER, "wall mint jab jab jab")
    t.do("Bo: build wall", "Bo: build mint", "attack", "firebomb bo wall")
    assert (play(t, BO), discard(t, BO), discard(t, ANN)) == (["mint"], {"wall": 1}, {})
    assert sorted(t.state.seats[ANN].front) == ["firebomb"]
    assert t.waits() == ["Ann"]


def test_Structures_5_added_again_as_soon_as_it_is_redrawn():
    t = begun(BOMBER, "wall jab jab jab jab")
    t.do("Bo: build wall", "attack", "firebomb bo wall", "end")
    refused(t, "Bo: build wall", "Structure Cards")
    rest(t)
    # Drawn at the end of Bo's turn, built in Ann's.
    assert t.waits() == ["Ann"]
    t.do("Bo: build wall")
    assert (play(t, BO), hand(t, BO)) == (["wall"], ["jab"] * 4)
    assert t.waits() == ["Ann"]


def test_Structures_6_never_stolen():
    t = begun("snatch snatch jab jab jab", "wall mint loft shrine jab")
    t.do("Bo: build wall", "attack", "steal snatch bo")
    # The jab was the only card in the hand that is no structure.
    assert (discard(t, ANN), hand(t, BO)) == ({"jab": 1}, ["loft", "mint", "shrine"])
    t.do("steal snatch bo")
    assert (discard(t, ANN), hand(t, BO)) == ({"jab": 1}, ["loft", "mint", "shrine"])
    assert play(t, BO) == ["wall"]
    refused(t, "steal snatch bo")


def test_R30_a_bought_structure_is_in_play_at_once_not_by_the_discard():
    t = upgrading("gold jab jab jab jab", IDLE)
    t.do("spend gold", "buy loft", "end")
    # Six are to be drawn, and five cards are there.
    assert (hand(t, ANN), play(t, ANN)) == (["gold", "jab", "jab", "jab", "jab"], ["loft"])


def test_R32_health_once_and_never_above_the_start():
    t = begun("shrine palace jab jab jab", BOMBER, health=(50, 50), first=BO)
    put(t, ANN, health=15)
    t.do("Ann: build shrine")
    assert health(t)[ANN] == 35
    t.do("Ann: build palace")
    assert health(t)[ANN] == 45
    t.do("attack", "firebomb ann shrine", "firebomb ann palace", "end")
    # What was given stays, and comes no second time.
    assert health(t)[ANN] == 45
    rest(t)
    t.do("Ann: build shrine", "Ann: build palace")
    assert health(t)[ANN] == 45
    put(t, ANN, health=5)
    assert play(t, ANN) == ["palace", "shrine"]


def test_R32_health_stops_at_the_starting_health():
    t = begun("shrine palace jab jab jab", IDLE, health=(50, 50))
    put(t, ANN, health=40)
    t.do("build shrine")
    assert health(t)[ANN] == 50
    t.do("build palace")
    assert health(t)[ANN] == 50


def test_R32_the_health_that_was_cut_off_is_lost():
    t = begun("shrine jab jab jab jab", "firebomb jab jab jab jab", first=BO)
    t.do("Ann: build shrine", "attack", "firebomb ann shrine")
    strike(t, "jab ann")
    t.do("end")
    rest(t)
    t.do("Ann: build shrine")
    assert health(t)[ANN] == 40


def test_R32_health_of_a_bought_structure():
    t = upgrading(RICH, IDLE)
    put(t, ANN, health=10)
    t.do("spend gold", "buy shrine")
    assert health(t)[ANN] == 30


def test_R32_money_and_energy_when_upgrade_is_chosen():
    t = begun("mint dynamo coin coin coin", IDLE)
    t.do("build mint", "build dynamo", "upgrade")
    assert (t.state.purse, energy(t)) == (3, 4)
    t.do("end")
    assert t.state.purse == 0
    rest(t)
    t.do("attack")
    assert (t.state.purse, energy(t)) == (0, 4)
    t.do("end")
    rest(t)
    t.do("upgrade")
    assert (t.state.purse, energy(t)) == (3, 8)


def test_R32_built_or_bought_after_upgrade_gives_nothing_this_turn():
    t = begun("mint dynamo gold coin coin", IDLE)
    t.do("upgrade", "build mint", "build dynamo")
    assert (t.state.purse, energy(t)) == (0, 0)
    t.do("spend gold", "buy reactor")
    assert energy(t) == 0


def test_R32_energy_of_a_structure_may_owe_a_power():
    t = begun("reactor dynamo coin coin coin", IDLE)
    t.do("build reactor", "build dynamo", "upgrade")
    assert (energy(t), verbs(t, ANN)) == (14, {"power"})
    refused(t, "end", "Powering Up")
    assert legal(t, Power) == [Power(name) for name in POWERS]
    t.do("power might")
    assert energy(t) == 4


def test_R32_hand_size_for_draws_that_begin_while_it_is_in_play():
    ten = "loft attic jab jab jab boot boot boot boot boot boot dart dart"
    t = begun(ten, "firebomb jab jab jab jab", hands={ANN: "loft attic jab jab jab"})
    t.do("attack", "build loft", "build attic", "end")
    # Eight on the deck, and a hand of eight.
    assert hand(t, ANN) == ["boot"] * 6 + ["dart"] * 2
    t.do("attack", "firebomb ann attic")
    # Cards already in hand stay.
    assert len(hand(t, ANN)) == 8
    t.do("end", "attack", "end")
    assert request(t).count == 6


def test_R32_hand_size_of_one_bought_in_this_turn_counts():
    t = begun("gold jab jab jab jab boot boot boot boot boot boot boot", IDLE,
              hands={ANN: "gold jab jab jab jab"})  # fmt: skip
    t.do("upgrade", "spend gold", "buy attic", "end")
    assert hand(t, ANN) == ["boot"] * 7


def test_R32_attack_for_every_red_card_with_points_split_or_not():
    for batches in ([["jab bo", "dart bo"]], [["jab bo"], ["dart bo"]]):
        t = begun("forge jab dart boot wave", IDLE)
        t.do("build forge", "attack")
        for batch in batches:
            strike(t, *batch)
        assert health(t)[BO] == 50 - 25


def test_R32_attack_is_for_its_owner_only_and_not_for_blocks():
    t = begun(BRAWLER, "forge shield jab jab jab")
    t.do("Bo: build forge", "attack")
    strike(t, "jab bo", "boot bo", answers=("block shield", "take"))
    assert health(t)[BO] == 45


def test_R32_attack_counts_on_each_opponent_of_a_wave():
    t = begun("forge wave jab jab jab", IDLE, IDLE)
    t.do("build forge", "attack", "lay wave", "declare bo", "declare cy", "hit", "take", "take")
    assert health(t) == [50, 35, 35]


def test_R32_effects_of_several_structures_add_up():
    t = begun(BRAWLER, "wall palace jab jab jab", health=(50, 60))
    put(t, BO, health=20)
    t.do("Bo: build wall", "Bo: build palace")
    assert health(t)[BO] == 30
    t.do("attack")
    assert hurt(t, "jab bo", "boot bo") == 5


def test_R33_build_is_free_and_needs_the_card_in_the_hand():
    t = begun("wall jab jab jab jab mint dart dart", IDLE, hands={ANN: "wall jab jab jab jab"})
    assert legal(t, Build, ANN) == [Build("wall")]
    refused(t, "build mint", "Structure Cards")
    illegal(t, ANN, Build("jab"), "Structure Cards")
    refused(t, "Bo: build wall", "Structure Cards")
    t.do("build wall")
    refused(t, "build wall", "Structure Cards")
    # Nothing is drawn for it.
    assert (hand(t, ANN), deck(t, ANN)) == (["jab"] * 4, 3)


def test_R33_not_built_by_the_end_it_is_discarded_like_any_card():
    t = begun("wall jab jab jab jab boot boot boot boot boot", IDLE,
              hands={ANN: "wall jab jab jab jab"})  # fmt: skip
    t.do("attack", "end")
    assert (play(t, ANN), discard(t, ANN)) == ([], {"wall": 1, "jab": 4})
    refused(t, "Ann: build wall", "Structure Cards")


def test_R33_in_anybodys_turn_except_where_nobody_interrupts():
    t = begun(BRAWLER, IDLE, "wall dart dart coin coin")
    assert verbs(t, CY) == {"build"}
    t.do("attack")
    assert verbs(t, CY) == {"build"}
    t.do("lay jab bo")
    refused(t, "Cy: build wall")
    t.do("hit")
    refused(t, "Cy: build wall")
    t.do("take")
    t.do("Cy: build wall")
    assert play(t, CY) == ["wall"]


def test_R33_the_defender_cannot_build_in_the_middle_of_his_answer():
    t = begun(BRAWLER, "wall shield jab jab jab")
    t.do("attack", "lay jab bo", "hit")
    refused(t, "Bo: build wall", "Structure Cards", "Defense")
    t.do("block shield")
    refused(t, "Bo: build wall", "Structure Cards", "Defense")


@pytest.mark.parametrize("kind", ["attack", "upgrade"])
def test_option_build_when_any_turn(kind):
    t = begun(IDLE, "wall jab jab jab jab", build_when="any-turn")
    t.do(kind, "Bo: build wall")


def test_option_build_when_own_turn():
    t = begun(IDLE, "wall mint jab jab jab", build_when="own-turn")
    refused(t, "Bo: build wall", "Structure Cards")
    t.do("attack")
    refused(t, "Bo: build wall", "Structure Cards")
    t.do("end")
    t.do("build wall", "upgrade", "build mint")
    assert play(t, BO) == ["mint", "wall"]


def test_option_health_cap_starting():
    t = begun("shrine jab jab jab jab", IDLE, health_cap="starting")
    t.do("build shrine")
    assert health(t)[ANN] == 50


def test_option_health_cap_none():
    t = begun("shrine palace jab jab jab", "firebomb jab jab jab jab", health_cap="none")
    t.do("build shrine", "build palace")
    assert health(t)[ANN] == 80
    rest(t)
    t.do("attack", "firebomb ann shrine", "end")
    rest(t)
    t.do("Ann: build shrine")
    assert health(t)[ANN] == 80


# Firebomb


def test_R34_firebomb_names_a_structure_in_play_of_a_living_opponent():
    t = begun("firebomb firebomb wall jab wave", "wall mint jab jab jab", IDLE)
    t.do("build wall", "Bo: build wall", "attack")
    refused(t, "firebomb ann wall", "Structure Cards", "Attacking Turn")
    refused(t, "firebomb bo mint", "Structure Cards")
    refused(t, "firebomb cy wall", "Structure Cards")
    illegal(t, ANN, Firebomb(BO, "jab"))
    assert legal(t, Firebomb) == [Firebomb(BO, "wall")]


def test_R34_without_a_structure_in_play_it_cannot_be_played():
    t = begun(BOMBER, "wall jab jab jab jab")
    t.do("attack")
    assert legal(t, Firebomb) == []
    refused(t, "firebomb bo wall", "Structure Cards")
    t.do("Bo: build wall")
    assert legal(t, Firebomb) == [Firebomb(BO, "wall")]


def test_R34_it_needs_the_card():
    t = begun(BRAWLER, "wall jab jab jab jab")
    t.do("Bo: build wall", "attack")
    refused(t, "firebomb bo wall", "Structure Cards", "Attacking Turn")


def test_R34_nobody_answers_a_bomb_without_points():
    t = begun(BOMBER, "wall shield jab jab jab")
    t.do("Bo: build wall", "attack", "firebomb bo wall")
    assert (t.waits(), health(t)) == (["Ann"], [50, 50])
    assert hurt(t, "jab bo") == 10


def test_R34_its_effect_ends_at_once():
    t = begun(BOMBER, "wall forge mint jab jab", health=(50, 50))
    t.do("Bo: build wall", "Bo: build forge", "Bo: build mint", "attack", "firebomb bo forge",
         "firebomb bo mint", "end", "attack")  # fmt: skip
    assert hurt(t, "jab ann", foe=ANN) == 10


def test_R34_the_card_goes_to_the_attackers_discard_at_the_end():
    t = begun(f"{BOMBER} boot boot boot boot boot", "wall jab jab jab jab", hands={ANN: BOMBER})
    t.do("Bo: build wall", "attack", "firebomb bo wall")
    assert discard(t, ANN) == {}
    t.do("end")
    assert discard(t, ANN)["firebomb"] == 2


def test_R34_a_bomb_with_points_is_one_batch_by_itself():
    t = begun(BOMBER, "wall shield cloak jab jab", IDLE, cards=[BOMB])
    t.do("Bo: build wall", "attack")
    refused(t, "lay firebomb bo", "Structure Cards", "Attacking Turn")
    t.do("firebomb bo wall")
    assert (play(t, BO), discard(t, BO)) == ([], {"wall": 1})
    assert (t.waits(), verbs(t, BO), verbs(t, ANN)) == (["Bo"], {"block", "take"}, set())
    refused(t, "Ann: lay jab bo")
    t.do("block cloak", "take")
    # The wall was gone before the 10 points fell.
    assert (health(t), t.waits()) == ([50, 45, 50], ["Ann"])


def test_R34_a_bomb_with_points_has_its_levels_and_structures():
    t = begun("firebomb forge jab jab jab", "wall shield cloak jab jab", cards=[BOMB])
    put(t, ANN, levels={"speed": 1})
    t.do("Bo: build wall", "build forge", "attack", "firebomb bo wall", "take")
    assert health(t)[BO] == 50 - 25


def test_R34_a_bomb_with_points_kills():
    t = begun(BOMBER, "wall jab jab jab jab", IDLE, cards=[BOMB], health=(50, 10, 50))
    t.do("Bo: build wall", "attack", "firebomb bo wall", "take")
    assert t.state.seats[BO].out
    assert t.waits() == ["Ann"]
    strike(t, "jab cy")


def test_R34_a_bomb_with_points_still_needs_a_structure():
    t = begun(BOMBER, IDLE, cards=[BOMB])
    t.do("attack")
    assert legal(t, Firebomb) == []


def test_R34_health_and_hand_cards_given_before_stay():
    t = begun(
        BOMBER, "shrine loft jab jab jab boot boot boot", hands={BO: "shrine loft jab jab jab"}
    )
    put(t, BO, health=10)
    t.do("Bo: build shrine", "Bo: build loft")
    assert health(t)[BO] == 30
    rest(t)
    rest(t)
    assert len(hand(t, BO)) == 6
    t.do("attack", "firebomb bo shrine", "firebomb bo loft")
    assert (health(t)[BO], len(hand(t, BO))) == (30, 6)


# Steal


def test_R35_one_card_at_random_is_shown_and_changes_its_owner():
    t = begun("snatch jab jab boot dart", "shield shield cloak wall mint")
    t.do("attack", "steal snatch bo")
    due = request(t)
    assert (due.verb, due.stream, t.seen_by()) == ("taken", "0/turn 1/steal", None)
    assert set(choices(due, 0)) == {"shield", "cloak"}
    weights = {values[0]: weight for values, weight in outcomes(due)}
    assert weights["shield"] == 2 * weights["cloak"]
    assert (t.waits(), t.moves()) == ([], [])
    t.do("taken cloak")
    assert (discard(t, ANN), hand(t, BO)) == ({"cloak": 1}, ["mint", "shield", "shield", "wall"])
    assert t.state.seats[ANN].front == ["snatch"]
    assert t.waits() == ["Ann"]


def test_R35_the_card_is_the_thiefs_from_then_on():
    t = begun("snatch jab jab boot dart", "shield jab jab jab jab")
    t.do("attack", "steal snatch bo", "taken shield", "end")
    due = request(t)
    assert isinstance(due, Draw)
    assert due.pool == {"snatch": 1, "jab": 2, "boot": 1, "dart": 1, "shield": 1}
    t.do("draw shield jab jab boot dart")
    rest(t)
    # Bo has four cards left.
    assert hand(t, BO) == ["jab"] * 4


def test_R35_a_stolen_card_has_the_thiefs_levels():
    t = begun("snatch boot boot boot", "jab jab jab jab jab")
    put(t, ANN, levels={"might": 1})
    t.do("attack", "steal snatch bo", "end")
    rest(t)
    t.do("attack")
    assert hurt(t, "jab bo") == 20


@pytest.mark.parametrize("left", ["", "wall", "wall mint"])
def test_R35_no_such_card_nothing_happens(left):
    t = begun("snatch jab jab jab jab", f"cloak {left}")
    t.do("attack")
    strike(t, "jab bo", answers=("block cloak", "take"))
    t.do("steal snatch bo")
    assert (t.due(), t.waits(), hand(t, BO)) == ("", ["Ann"], sorted(left.split()))
    assert (discard(t, ANN), sorted(t.state.seats[ANN].front)) == ({}, ["jab", "snatch"])


def test_R35_the_victim_cannot_answer():
    t = begun("snatch jab jab boot dart", "shield shield cloak wall mint")
    t.do("attack", "steal snatch bo")
    refused(t, "Bo: block shield")
    t.do("taken shield")
    refused(t, "Bo: block shield", "Defense")


def test_R35_whom_and_with_what():
    t = begun("snatch jab firebomb boot dart", "shield jab jab jab jab", IDLE)
    refused(t, "steal snatch bo")
    t.do("attack")
    refused(t, "steal snatch ann", "Attacking Turn", "Goal", "Structure Cards")
    refused(t, "steal jab bo", "Attacking Turn", "Structure Cards")
    refused(t, "steal firebomb bo", "Attacking Turn", "Structure Cards")
    t.do("steal snatch bo jab")
    refused(t, "steal snatch bo")
    assert hand(t, BO) == ["jab", "jab", "jab", "shield"]


def test_R35_stolen_cards_are_no_longer_blocked_with():
    t = begun("snatch jab jab boot dart", "shield jab jab jab jab")
    t.do("attack", "steal snatch bo shield", "lay jab bo", "hit")
    refused(t, "block shield", "Defense")
    assert verbs(t, BO) == {"take"}


def test_R35_a_structure_in_the_discard_is_not_stolen():
    t = begun("firebomb snatch jab jab jab", "wall jab jab jab jab")
    t.do("Bo: build wall", "attack", "firebomb bo wall", "steal snatch bo")
    assert (discard(t, BO), discard(t, ANN)) == ({"wall": 1}, {"jab": 1})
