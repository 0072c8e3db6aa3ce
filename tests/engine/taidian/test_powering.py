"""Energy, power-ups, what a level does."""

import pytest

from engine.games.taking_of_taidian.moves import Power
from tests.engine.taidian.box import IDLE, POWERS
from tests.engine.taidian.table import (
    ANN,
    BO,
    BRAWLER,
    begun,
    discard,
    energy,
    hand,
    health,
    hurt,
    illegal,
    legal,
    levels,
    put,
    refused,
    rest,
    strike,
    verbs,
)

CARDS = "bolt bolt flash strike coin"
FULL = dict.fromkeys(POWERS, 3)
ALMOST = {**FULL, "wit": 2}


def upgrading(*decks, **setting):  # type: ignore[no-untyped-def]
    t = begun(*(decks or (CARDS, IDLE)), **setting)
    t.do("upgrade")
    return t


def test_Upgrading_4_energy_cards_are_played():
    t = upgrading()
    t.do("charge bolt")
    assert (energy(t), t.state.seats[ANN].front) == (4, ["bolt"])
    t.do("charge bolt", "end")
    assert energy(t) == 8


@pytest.mark.parametrize(("card", "left"), [("bolt", 4), ("flash", 0), ("strike", 0)])
def test_Powering_Up_1_2_energy_cards_add_to_the_track(card, left):
    t = upgrading()
    t.do(f"charge {card}")
    for _ in range({"bolt": 0, "flash": 1, "strike": 2}[card]):
        t.do("power might")
    assert energy(t) == left
    assert sum(levels(t).values()) == {"bolt": 0, "flash": 1, "strike": 2}[card]


def test_Powering_Up_3_at_ten_it_is_allowed():
    t = upgrading()
    refused(t, "power might", "Powering Up")
    t.do("charge bolt", "charge bolt")
    refused(t, "power might", "Powering Up")
    t.do("charge flash")
    assert legal(t, Power) == [Power(name) for name in POWERS]
    t.do("power wit")
    assert (energy(t), levels(t)) == (8, {"wit": 1})


def test_Powering_Up_4_over_ten_the_rest_counts_from_zero():
    t = upgrading()
    put(t, ANN, energy=9)
    t.do("charge bolt")
    assert energy(t) == 13
    t.do("power might")
    assert (energy(t), levels(t)) == (3, {"might": 1})
    t.do("charge bolt")
    assert verbs(t, ANN) == {"charge", "spend", "end"}


def test_Powering_Up_5_pick_one_of_four_up_a_level():
    t = upgrading()
    t.do("charge strike")
    illegal(t, ANN, Power("strength"))
    t.do("power guard", "power guard")
    assert levels(t) == {"guard": 2}


def test_Powering_Up_6_ten_points_more_for_cards_with_the_symbol():
    t = begun("jab boot combo dart wave", "shield cloak ward jab jab", health=(50, 300))
    put(t, ANN, levels={"speed": 1})
    t.do("attack")
    assert [hurt(t, f"{card} bo") for card in ("jab", "boot", "dart", "combo")] == [10, 5, 5, 25]
    t.do("lay wave", "declare bo", "hit", "take")
    assert health(t)[BO] == 300 - 45 - 20


def test_Powering_Up_6_ten_points_more_for_blocks():
    t = begun("quake jab jab combo boot", "shield cloak ward jab jab")
    put(t, BO, levels={"guard": 1})
    t.do("attack", "lay quake", "declare bo", "hit", "block shield", "take")
    assert health(t)[BO] == 50
    strike(t, "jab bo", "jab bo", answers=("block ward", "block cloak", "take"))
    assert health(t)[BO] == 50


def test_Powering_Up_7_a_punch_is_worth_20_and_a_kick_15():
    t = begun(BRAWLER, IDLE, health=(50, 200))
    put(t, ANN, levels={"might": 1})
    t.do("attack")
    assert (hurt(t, "jab bo"), hurt(t, "boot bo")) == (20, 15)


def test_Powering_Up_8_three_times_each():
    t = upgrading("strike strike strike strike strike", IDLE)
    t.do("charge strike", "power might", "power might", "charge strike", "power might")
    refused(t, "power might", "Powering Up")
    assert legal(t, Power) == [Power(name) for name in POWERS[1:]]
    t.do("power speed")
    assert levels(t) == {"might": 3, "speed": 1}


def test_R22_the_track_stays_from_turn_to_turn():
    t = upgrading()
    t.do("charge bolt", "end")
    rest(t)
    rest(t)
    rest(t)
    assert energy(t) == 4
    t.do("upgrade", "charge bolt")
    assert energy(t) == 8


def test_R22_no_powering_up_while_attacking_or_answering():
    t = begun(CARDS, BRAWLER, first=BO)
    put(t, ANN, energy=9)
    t.do("attack", "lay jab ann", "hit")
    refused(t, "charge bolt", "Defense", "Powering Up", "Upgrading Turn")
    refused(t, "power might", "Defense", "Powering Up")
    t.do("take", "end", "attack")
    refused(t, "charge bolt", "Attacking Turn", "Powering Up", "Upgrading Turn")
    refused(t, "power might", "Attacking Turn", "Powering Up", "Upgrading Turn")


def test_R22_energy_and_money_cards_are_used_again_and_again():
    t = begun(CARDS, IDLE)
    for _ in range(2):
        t.do("upgrade", "charge strike", "power might", "power wit", "end")
        rest(t)
    assert hand(t, ANN) == sorted(CARDS.split())
    assert levels(t) == {"might": 2, "wit": 2}
    assert discard(t, ANN) == {}


def test_R22_only_energy_cards_charge():
    t = upgrading()
    refused(t, "charge coin", "Powering Up", "Upgrading Turn")
    refused(t, "charge jab", "Powering Up", "Upgrading Turn")
    t.do("charge flash", "power might")
    refused(t, "charge flash", "Powering Up", "Upgrading Turn")


def test_R23_a_power_is_owed_and_nothing_else_is_legal():
    t = upgrading("flash bolt coin gold wall", IDLE)
    t.do("charge flash")
    assert verbs(t, ANN) == {"power"}
    assert t.waits() == ["Ann"]
    for line in ("end", "charge bolt", "spend coin", "build wall", "buy dart"):
        refused(t, line, "Powering Up")
    t.do("power might")
    assert verbs(t, ANN) == {"charge", "spend", "build", "end"}


def test_R23_twenty_at_once_are_two():
    t = upgrading()
    t.do("charge strike", "power might")
    assert (energy(t), verbs(t, ANN)) == (10, {"power"})
    t.do("power speed")
    assert (energy(t), levels(t)) == (0, {"might": 1, "speed": 1})


def test_R23_thirteen_and_twenty_are_three():
    t = upgrading()
    put(t, ANN, energy=9)
    t.do("charge strike", "power might", "power might")
    assert (energy(t), verbs(t, ANN)) == (9, {"charge", "spend", "end"})


def test_R23_it_is_settled_per_energy_card():
    t = upgrading()
    put(t, ANN, energy=6)
    t.do("charge bolt")
    assert verbs(t, ANN) == {"power"}
    t.do("power might", "charge bolt")
    assert energy(t) == 4


def test_R23_nobody_powers_for_another():
    t = upgrading()
    t.do("charge flash")
    refused(t, "Bo: power might", "Powering Up", "Game Play")


def test_R24_with_the_twelfth_the_track_returns_to_zero_and_stays():
    t = upgrading("strike bolt flash coin coin", IDLE)
    put(t, ANN, levels=ALMOST, energy=7)
    t.do("charge strike")
    assert legal(t, Power) == [Power("wit")]
    t.do("power wit")
    assert (energy(t), levels(t)) == (0, FULL)
    assert verbs(t, ANN) == {"charge", "spend", "end"}
    t.do("charge bolt", "charge flash")
    assert (energy(t), verbs(t, ANN)) == (0, {"spend", "end"})
    t.do("end")
    rest(t)
    t.do("upgrade", "charge bolt")
    assert energy(t) == 0


def test_R24_an_energy_structure_adds_nothing_then():
    t = begun("dynamo reactor bolt coin coin", IDLE)
    put(t, ANN, levels=FULL)
    t.do("build dynamo", "build reactor", "upgrade")
    assert (energy(t), verbs(t, ANN)) == (0, {"charge", "spend", "end"})


def test_R25_a_level_counts_for_cards_bought_later_and_never_for_others():
    t = begun("gold coin coin coin", BRAWLER, health=(90, 90))
    put(t, ANN, levels={"might": 1})
    t.do("upgrade", "spend gold", "buy jab", "end")
    # Four cards and the jab are a whole hand.
    t.do("attack")
    assert hurt(t, "jab ann", foe=ANN) == 10
    t.do("end", "attack")
    assert hurt(t, "jab bo") == 20


def test_R26_the_rulebooks_example_played_out():
    t = begun("flash jab boot coin coin", IDLE, health=(50, 100))
    t.do("upgrade", "charge flash", "power might", "end")
    rest(t)
    t.do("attack")
    assert (hurt(t, "jab bo"), hurt(t, "boot bo")) == (20, 15)


def test_R27_per_card_and_not_per_total():
    t = begun("jab jab boot dart combo", IDLE, health=(50, 200))
    put(t, ANN, levels={"might": 1})
    t.do("attack")
    assert hurt(t, "jab bo", "jab bo", "boot bo", "dart bo") == 20 + 20 + 15 + 5


def test_R27_a_card_with_two_symbols_gets_both():
    t = begun("combo jab boot dart wave", IDLE, health=(50, 200))
    put(t, ANN, levels={"might": 1, "speed": 2})
    t.do("attack")
    assert hurt(t, "combo bo") == 15 + 10 + 20


@pytest.mark.parametrize(("level", "points"), [(0, 10), (1, 20), (2, 30), (3, 40)])
def test_R28_each_level_adds_another_ten(level, points):
    t = begun(BRAWLER, IDLE, health=(50, 200))
    put(t, ANN, levels={"might": level} if level else {})
    t.do("attack")
    assert hurt(t, "jab bo") == points


@pytest.mark.parametrize(("rule", "points"), [("each", 40), ("flat", 20)])
def test_option_level_bonus(rule, points):
    t = begun(BRAWLER, "shield jab jab jab jab", health=(50, 200), level_bonus=rule)
    put(t, ANN, levels={"might": 3})
    put(t, BO, levels={"guard": 2})
    t.do("attack")
    assert hurt(t, "jab bo") == points
    strike(t, "jab bo", "boot bo", answers=("block shield", "take"))
    blocked = {"each": 30, "flat": 20}[rule]
    assert health(t)[BO] == 200 - points - (2 * points - 5 - blocked)


def test_option_level_bonus_flat_gives_nothing_at_level_0():
    t = begun("jab combo boot dart dart", IDLE, health=(50, 200), level_bonus="flat")
    put(t, ANN, levels={"speed": 2})
    t.do("attack")
    assert (hurt(t, "jab bo"), hurt(t, "combo bo")) == (10, 25)


def test_option_at_ten_must():
    t = upgrading(at_ten="must")
    t.do("charge flash")
    assert verbs(t, ANN) == {"power"}


def test_option_at_ten_may_wait_at_exactly_ten():
    t = upgrading("flash bolt bolt coin wall", IDLE, at_ten="may")
    t.do("charge flash")
    assert (energy(t), verbs(t, ANN)) == (10, {"power", "charge", "spend", "build", "end"})
    t.do("end")
    assert energy(t) == 10
    rest(t)
    t.do("attack")
    refused(t, "power might", "Powering Up", "Attacking Turn", "Upgrading Turn")
    t.do("end")
    rest(t)
    refused(t, "power might")
    t.do("upgrade")
    assert "power" in verbs(t, ANN)
    t.do("charge bolt")
    assert (energy(t), verbs(t, ANN)) == (14, {"power"})
    refused(t, "end", "Powering Up")
    t.do("power might")
    assert (energy(t), verbs(t, ANN)) == (4, {"charge", "spend", "build", "end"})


def test_option_at_ten_may_twenty_owes_one_and_leaves_one():
    t = upgrading("strike bolt coin coin coin", IDLE, at_ten="may")
    t.do("charge strike")
    assert verbs(t, ANN) == {"power"}
    t.do("power wit")
    assert (energy(t), verbs(t, ANN)) == (10, {"power", "charge", "spend", "end"})
    t.do("power wit")
    assert (energy(t), levels(t)) == (0, {"wit": 2})


def test_option_at_ten_may_an_energy_structure_forces_it():
    t = begun("flash dynamo coin coin coin", IDLE, at_ten="may")
    t.do("build dynamo", "upgrade", "charge flash")
    assert (energy(t), verbs(t, ANN)) == (14, {"power"})
    t.do("power might", "end")
    rest(t)
    put(t, ANN, energy=10)
    t.do("upgrade")
    assert (energy(t), verbs(t, ANN)) == (14, {"power"})


def test_option_at_ten_may_the_twelfth_still_empties_the_track():
    t = upgrading("strike flash coin coin coin", IDLE, at_ten="may")
    put(t, ANN, levels=ALMOST)
    t.do("charge strike", "power wit")
    assert (energy(t), verbs(t, ANN)) == (0, {"charge", "spend", "end"})


def test_option_at_ten_may_others_build_meanwhile():
    t = upgrading("flash bolt coin coin coin", "wall dart dart coin coin", at_ten="may")
    t.do("charge flash", "Bo: build wall")
