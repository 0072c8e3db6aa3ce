"""Batches: what is laid, who is declared, answers, blocks, damage and death."""

import pytest

from engine.games.taking_of_taidian.moves import Block, Declare, Firebomb, Hit, Lay, Steal, Take
from tests.engine.taidian.box import IDLE
from tests.engine.taidian.table import (
    ANN,
    BO,
    BRAWLER,
    CY,
    begun,
    discard,
    hand,
    health,
    hurt,
    illegal,
    legal,
    play,
    put,
    ranks,
    refused,
    rest,
    strike,
    verbs,
)

GUARD = "shield shield cloak jab bolt"
WAVES = "wave wave quake jab dart"


def attacking(*decks, **setting):  # type: ignore[no-untyped-def]
    t = begun(*decks, **setting)
    t.do("attack")
    return t


def test_Attacking_2_one_player_or_several_are_attacked():
    t = attacking(BRAWLER, IDLE, IDLE, IDLE)
    strike(t, "jab bo")
    assert health(t) == [50, 40, 50, 50]
    strike(t, "boot cy", "dart di", answers=("take", "take"))
    assert health(t) == [50, 40, 45, 45]
    t.do("lay wave", "declare bo", "declare di", "hit", "take", "take")
    assert health(t) == [50, 30, 45, 35]


def test_Attacking_3_laying_a_card_declares_its_opponent():
    t = attacking(BRAWLER, IDLE, IDLE)
    t.do("lay jab cy")
    assert verbs(t, ANN) == {"lay", "hit"}
    assert verbs(t, BO) == verbs(t, CY) == set()
    t.do("hit")
    assert t.waits() == ["Cy"]
    t.do("take")
    assert health(t) == [50, 50, 40]
    assert t.waits() == ["Ann"]


def test_Attacking_6_all_at_once_or_one_by_one():
    whole, one, split = (attacking(BRAWLER, GUARD) for _ in range(3))
    strike(whole, "jab bo", "jab bo", "boot bo")
    for lay in ("jab bo", "jab bo", "boot bo"):
        strike(one, lay)
    strike(split, "jab bo", "boot bo")
    strike(split, "jab bo")
    assert health(whole) == health(one) == health(split) == [50, 25]


def test_Attacking_6_one_by_one_gauges_the_defence():
    # A shield blocks 10 of one batch; its excess helps against no other.
    t = attacking(BRAWLER, GUARD)
    strike(t, "boot bo", answers=("block shield", "take"))
    strike(t, "jab bo", answers=("block cloak", "take"))
    assert health(t) == [50, 45]
    t = attacking(BRAWLER, GUARD)
    strike(t, "boot bo", "jab bo", answers=("block shield", "block cloak", "take"))
    assert health(t) == [50, 50]


def test_Attacking_7_each_batch_takes_effect_before_the_next():
    # The bomb takes the wall away, then the jab hits in full; not so the other way round.
    decks = ("jab jab firebomb dart dart", "wall dart dart coin coin")
    t = begun(*decks)
    t.do("Bo: build wall", "attack", "firebomb bo wall")
    assert hurt(t, "jab bo") == 10
    t = begun(*decks)
    t.do("Bo: build wall", "attack")
    assert hurt(t, "jab bo") == 5
    t.do("firebomb bo wall")
    assert health(t) == [50, 45]


def test_Attacking_7_in_a_batch_the_order_has_no_effect():
    results = []
    for lays in (("jab bo", "wave", "dart cy"), ("dart cy", "wave", "jab bo")):
        t = attacking(BRAWLER, GUARD, GUARD)
        strike(t, *lays, answers=("block shield", "take", "block cloak", "take"))
        results.append(health(t))
    assert results == [[50, 40, 40], [50, 40, 40]]


def test_Defense_1_blue_cards_only_when_attacked():
    t = begun(GUARD, GUARD, IDLE)
    refused(t, "Bo: block shield", "Defense")
    refused(t, "Ann: block shield", "Defense")
    t.do("attack")
    refused(t, "Bo: block shield", "Defense")
    t.do("lay jab bo")
    refused(t, "Bo: block shield", "Defense")
    t.do("hit")
    refused(t, "Cy: block cloak", "Defense")
    refused(t, "Ann: block shield", "Defense")
    t.do("block shield", "take")
    refused(t, "Bo: block shield", "Defense")
    t.do("end", "upgrade")
    refused(t, "block cloak", "Defense", "Upgrading Turn")


@pytest.mark.parametrize(
    ("blocks", "left"),
    [
        ([], 25),
        (["cloak"], 30),
        (["shield"], 35),
        (["shield", "cloak"], 40),
        (["shield", "shield"], 45),
        (["shield", "shield", "cloak"], 50),
    ],
)
def test_Defense_2_attack_less_defence(blocks, left):
    t = attacking(BRAWLER, GUARD)
    strike(t, "jab bo", "jab bo", "boot bo", answers=(*[f"block {b}" for b in blocks], "take"))
    assert health(t) == [50, left]


def test_Defense_2_no_health_is_gained():
    t = attacking(BRAWLER, GUARD, health=(50, 30))
    strike(t, "boot bo", answers=("block shield", "block shield", "block cloak", "take"))
    assert health(t) == [50, 30]


def test_Defense_3_as_soon_as_attacked_and_discarded_after_use():
    t = attacking(BRAWLER, GUARD)
    t.do("lay jab bo", "hit")
    assert t.waits() == ["Bo"]
    t.do("block shield")
    assert (discard(t, BO), hand(t, BO)) == ({"shield": 1}, ["bolt", "cloak", "jab", "shield"])
    assert t.waits() == ["Bo"]
    t.do("take")
    assert discard(t, BO) == {"shield": 1}


def test_Defense_3_the_damage_falls_only_after_the_answer():
    t = attacking(BRAWLER, GUARD)
    t.do("lay jab bo", "hit", "block cloak")
    assert health(t) == [50, 50]
    t.do("take")
    assert health(t) == [50, 45]


def test_Defense_5_nobody_need_defend():
    t = attacking(BRAWLER, GUARD)
    strike(t, "jab bo")
    assert (health(t), hand(t, BO)) == ([50, 40], sorted(GUARD.split()))


def test_Defense_6_no_red_and_no_black_when_attacked():
    t = attacking(BRAWLER, "jab snatch bolt coin cloak")
    t.do("lay jab bo", "hit")
    assert verbs(t, BO) == {"block", "take"}
    for card in ("jab", "snatch", "bolt", "coin"):
        refused(t, f"block {card}", "Defense")
    for line in ("lay jab ann", "charge bolt", "spend coin", "steal snatch ann"):
        refused(t, line)


def test_R12_an_open_batch_is_closed_first():
    t = begun("jab firebomb snatch jab boot", "wall dart dart coin coin")
    t.do("Bo: build wall", "attack", "lay jab bo")
    assert verbs(t, ANN) == {"lay", "hit"}
    for line in ("end", "firebomb bo wall", "steal snatch bo", "take", "attack"):
        refused(t, line, "Attacking Turn", "Structure Cards", "Game Play", "Defense")
    t.do("hit", "take", "firebomb bo wall", "steal snatch bo")


def test_R12_hit_needs_a_batch():
    t = attacking(BRAWLER, IDLE)
    refused(t, "hit", "Attacking Turn")
    strike(t, "jab bo")
    refused(t, "hit", "Attacking Turn")
    refused(t, "declare bo", "Attacking Turn")


def test_R12_no_card_twice():
    t = attacking(BRAWLER, IDLE)
    t.do("lay boot bo")
    refused(t, "lay boot bo")
    t.do("hit", "take")
    refused(t, "lay boot bo")


def test_R13_one_card_hits_one_opponent_in_full():
    t = attacking(BRAWLER, IDLE, IDLE)
    strike(t, "jab bo", "boot cy", "jab cy", answers=("take", "take"))
    assert health(t) == [50, 40, 35]


def test_R13_a_card_that_hits_one_names_one_living_opponent():
    t = attacking(BRAWLER, IDLE, IDLE, health=(50, 10, 50))
    refused(t, "lay jab", "Attacking Turn")
    refused(t, "lay jab ann", "Attacking Turn", "Goal")
    illegal(t, ANN, Lay("jab", 3))
    illegal(t, ANN, Lay("jab", -1))
    illegal(t, ANN, Lay("nothing", BO))
    strike(t, "jab bo")
    refused(t, "lay jab bo", "Attacking Turn", "Goal")
    assert {m.foe for m in legal(t, Lay)} == {CY, None}


def test_R13_a_card_without_attack_points_is_not_laid():
    t = attacking("firebomb snatch jab dart dart", IDLE)
    refused(t, "lay firebomb bo", "Attacking Turn", "Structure Cards")
    refused(t, "lay snatch bo", "Attacking Turn", "Structure Cards")
    refused(t, "lay firebomb", "Attacking Turn", "Structure Cards")
    assert {m.card for m in legal(t, Lay)} == {"jab", "dart"}


def test_R14_a_card_that_hits_several_names_no_one():
    t = attacking(WAVES, IDLE, IDLE)
    refused(t, "lay wave bo", "Attacking Turn")
    t.do("lay wave", "declare bo", "declare cy", "hit")
    t.do("take", "take")
    assert health(t) == [50, 40, 40]


def test_R14_it_hits_those_whom_other_cards_name():
    t = attacking(WAVES, IDLE, IDLE, IDLE)
    strike(t, "jab bo", "wave", "dart cy", answers=("take", "take"))
    assert health(t) == [50, 30, 35, 50]


def test_R14_it_hits_who_is_declared_after_it_too():
    t = attacking(WAVES, IDLE, IDLE, IDLE)
    t.do("lay wave", "declare di", "lay jab bo", "lay quake", "declare cy", "hit")
    assert t.waits() == ["Bo"]
    t.do("take", "take", "take")
    assert health(t) == [50, 10, 20, 20]


def test_R14_declare_needs_such_a_card():
    t = attacking(WAVES, IDLE, IDLE)
    refused(t, "declare bo", "Attacking Turn")
    t.do("lay jab bo")
    refused(t, "declare cy", "Attacking Turn")
    t.do("lay wave")
    t.do("declare cy")


def test_R14_declare_names_a_living_opponent_not_yet_declared():
    t = attacking(WAVES, IDLE, IDLE, IDLE, health=(50, 50, 50, 10))
    strike(t, "jab di")
    t.do("lay dart bo", "lay wave")
    for name in ("ann", "bo", "di"):
        refused(t, f"declare {name}", "Attacking Turn", "Goal")
    assert legal(t, Declare) == [Declare(CY)]
    t.do("declare cy")
    refused(t, "declare cy", "Attacking Turn")
    illegal(t, ANN, Declare(4))


def test_R14_hit_is_refused_while_it_has_nobody_to_hit():
    t = attacking(WAVES, IDLE, IDLE)
    t.do("lay wave")
    refused(t, "hit", "Attacking Turn")
    assert legal(t, Hit) == []
    t.do("lay quake")
    refused(t, "hit", "Attacking Turn")
    t.do("lay jab bo")
    assert legal(t, Hit) == [Hit()]


def test_R15_printed_points_levels_and_structures():
    t = begun("jab combo dart wave forge", IDLE, health=(50, 500))
    put(t, ANN, levels={"might": 2, "speed": 1})
    t.do("attack")
    assert hurt(t, "jab bo") == 30
    t.do("build forge")
    # 15 and 20 and 10, and 5 of the forge.
    assert hurt(t, "combo bo") == 50
    assert hurt(t, "dart bo") == 10
    t.do("lay wave", "declare bo", "hit", "take")
    assert health(t)[BO] == 500 - 30 - 50 - 10 - 25


def test_R16_answers_go_clockwise_from_the_attacker():
    t = begun(IDLE, IDLE, BRAWLER, IDLE, first=CY)
    t.do("attack", "lay jab bo", "lay boot ann", "lay dart di", "hit")
    for name in ("Di", "Ann", "Bo"):
        assert t.waits() == [name]
        t.do("take")
    assert t.waits() == ["Cy"]


def test_R16_an_answer_is_owed_with_an_empty_hand():
    t = attacking("jab jab jab jab jab", "cloak")
    strike(t, "jab bo", answers=("block cloak", "take"))
    assert hand(t, BO) == []
    t.do("lay jab bo", "hit")
    assert t.waits() == ["Bo"]
    assert verbs(t, BO) == {"take"}
    refused(t, "Ann: end", "Defense", "Attacking Turn")
    t.do("take")


def test_R16_nobody_answers_for_another_or_twice():
    t = attacking(BRAWLER, GUARD, GUARD)
    t.do("lay jab bo", "lay jab cy", "hit")
    refused(t, "Cy: take", "Defense")
    refused(t, "Ann: take", "Defense")
    illegal(t, CY, Block("shield"), "Defense")
    t.do("take")
    refused(t, "Bo: take", "Defense")
    refused(t, "Bo: block shield", "Defense")
    t.do("take")
    illegal(t, CY, Take(), "Defense")


def test_R16_earlier_answers_are_seen():
    t = attacking(BRAWLER, GUARD, GUARD)
    t.do("lay jab bo", "lay jab cy", "hit", "block shield")
    view = t.game.view(t.state, CY)
    assert view.seats[BO].discard == {"shield": 1}
    assert view.seats[BO].blocked == 10


def test_R17_any_number_of_blue_cards_with_the_defenders_levels():
    t = begun(BRAWLER, "shield cloak ward jab bolt", health=(50, 100))
    put(t, BO, levels={"guard": 1, "speed": 2, "might": 3})
    put(t, ANN, levels={"guard": 3, "might": 3})
    t.do("attack")
    # 40, 40 and 35 against 20 (shield), 5 (cloak) and 35 (ward).
    blocks = ("block shield", "block cloak", "block ward")
    strike(t, "jab bo", "jab bo", "boot bo", answers=(*blocks, "take"))
    assert health(t) == [50, 100 - 115 + 60]


def test_R17_a_blue_card_not_used_serves_against_a_later_batch():
    t = attacking(BRAWLER, GUARD)
    strike(t, "jab bo")
    strike(t, "jab bo", answers=("block shield", "take"))
    assert health(t) == [50, 40]


def test_R17_a_used_blue_card_serves_no_more():
    t = attacking(BRAWLER, GUARD)
    strike(t, "jab bo", answers=("block cloak", "take"))
    t.do("lay jab bo", "hit")
    refused(t, "block cloak", "Defense")
    assert legal(t, Block) == [Block("shield")]


def test_R18_excess_defence_helps_no_other_defender():
    t = attacking(BRAWLER, GUARD, IDLE)
    strike(
        t, "boot bo", "jab cy",
        answers=("block shield", "block shield", "take", "take"),
    )  # fmt: skip
    assert health(t) == [50, 50, 40]


def test_R18_defence_structures_count_in_every_batch_blocked_or_taken():
    t = begun(BRAWLER, "wall palace cloak dart coin")
    t.do("Bo: build wall", "Bo: build palace", "attack")
    assert hurt(t, "jab bo") == 0
    strike(t, "jab bo", "dart bo", answers=("block cloak", "take"))
    assert health(t) == [50, 50]
    assert hurt(t, "boot bo") == 0


def test_R18_all_damage_of_a_batch_falls_together_after_the_last_answer():
    t = attacking(BRAWLER, GUARD, GUARD, health=(50, 10, 10))
    t.do("lay jab bo", "lay jab cy", "hit", "take")
    assert (health(t), t.state.ended) == ([50, 10, 10], "")
    t.do("take")
    assert health(t) == [50, 0, 0]
    assert t.state.ended
    assert ranks(t) == {"Ann": 1, "Bo": 2, "Cy": 2}


def test_R18_health_stops_at_zero_and_excess_is_lost():
    t = attacking("jab jab jab combo quake", IDLE, IDLE, health=(50, 12, 50))
    strike(t, "jab bo", "jab bo", "jab bo")
    assert health(t) == [50, 0, 50]


def test_R18_a_batch_that_is_blocked_whole_hurts_nobody():
    t = attacking(BRAWLER, GUARD, GUARD)
    t.do("lay wave", "declare bo", "declare cy", "hit")
    t.do("block shield", "take", "block cloak", "take")
    assert health(t) == [50, 50, 45]


def test_R19_death_is_settled_at_the_end_of_the_batch():
    t = attacking(BRAWLER, GUARD, GUARD, health=(50, 5, 50))
    t.do("lay jab bo", "lay jab cy", "hit", "take")
    # Bo is as good as dead, but the batch is not over.
    assert health(t) == [50, 5, 50]
    assert t.waits() == ["Cy"]
    t.do("take")
    assert (health(t), t.state.ended) == ([50, 0, 40], "")


def test_R19_the_attacker_goes_on_at_other_targets():
    t = attacking(BRAWLER, GUARD, GUARD, health=(50, 10, 50))
    strike(t, "jab bo")
    assert t.waits() == ["Ann"]
    refused(t, "lay jab bo")
    strike(t, "jab cy")
    assert health(t) == [50, 0, 40]
    t.do("end")
    assert t.waits() == ["Cy"]


def test_R19_cards_of_the_batch_at_a_dying_target_are_spent():
    t = attacking(BRAWLER, IDLE, IDLE, health=(50, 10, 50))
    strike(t, "jab bo", "jab bo", "boot bo", "dart bo")
    assert hand(t, ANN) == ["wave"]
    assert sorted(t.state.seats[ANN].front) == ["boot", "dart", "jab", "jab"]


def test_R20_the_cards_of_the_dead_are_out():
    t = begun(BRAWLER, "wall shield jab jab boot dart dart", IDLE, health=(50, 20, 50),
              hands={BO: "wall shield jab jab boot"})  # fmt: skip
    t.do("Bo: build wall", "attack")
    strike(t, "jab bo", "jab bo", answers=("block shield", "take"))
    assert health(t)[BO] == 15
    strike(t, "boot bo", "dart bo", "wave")
    fighter = t.state.seats[BO]
    assert (fighter.health, fighter.out) == (0, True)
    assert (hand(t, BO), fighter.deck, discard(t, BO), play(t, BO)) == ([], 0, {}, [])


def test_R20_nothing_goes_back_to_the_stacks():
    # There is one quake; it leaves the match with Bo.
    t = begun(BRAWLER, "gold gold gold gold gold", "gold gold gold gold gold", health=(50, 10, 50))
    rest(t)
    t.do("upgrade", "spend gold", "buy quake", "end")
    if t.due():
        t.do("draw gold gold gold gold gold")
    rest(t)
    t.do("attack")
    strike(t, "jab bo")
    t.do("end", "upgrade", "spend gold")
    refused(t, "buy quake", "Upgrading Turn")


def test_R20_the_dead_are_skipped_and_no_target():
    t = begun("jab jab firebomb snatch wave", "wall dart dart coin coin", IDLE, health=(50, 5, 50))
    t.do("Bo: build wall", "attack")
    strike(t, "jab bo")
    assert health(t) == [50, 0, 50]
    refused(t, "lay jab bo")
    refused(t, "firebomb bo wall")
    refused(t, "steal snatch bo")
    illegal(t, ANN, Firebomb(BO, "wall"))
    illegal(t, ANN, Steal("snatch", BO))
    t.do("lay wave")
    refused(t, "declare bo")
    t.do("declare cy", "hit")
    assert t.waits() == ["Cy"]
    t.do("take", "end")
    assert t.waits() == ["Cy"]
    rest(t)
    assert t.waits() == ["Ann"]
    refused(t, "Bo: build wall")


def test_implied_what_the_dead_leave():
    # The next of two dead seats in a row is skipped too, and so are their answers.
    t = begun(WAVES, IDLE, IDLE, IDLE, health=(50, 10, 10, 90))
    t.do("attack")
    strike(t, "wave", "jab bo", "dart cy", answers=("take", "take"))
    assert health(t) == [50, 0, 0, 90]
    t.do("end")
    assert t.waits() == ["Di"]
    rest(t)
    assert t.waits() == ["Ann"]
    t.do("attack", "lay wave", "declare di", "hit")
    assert t.waits() == ["Di"]


def test_R21_nobody_dies_by_his_own_attack():
    t = attacking(WAVES, IDLE, IDLE, health=(5, 50, 50))
    refused(t, "lay jab ann")
    t.do("lay quake", "lay wave")
    refused(t, "declare ann")
    t.do("declare bo", "declare cy", "hit", "take", "take")
    assert health(t) == [5, 20, 20]


def test_option_targets_one_is_the_default():
    t = attacking(BRAWLER, IDLE, IDLE, targets="one")
    refused(t, "lay jab", "Attacking Turn")
    strike(t, "jab bo", "jab cy", answers=("take", "take"))
    assert health(t) == [50, 40, 40]


def test_option_targets_all_declared_every_card_hits_everybody():
    t = attacking(BRAWLER, IDLE, IDLE, IDLE, targets="all-declared")
    refused(t, "lay jab bo", "Attacking Turn")
    t.do("lay jab", "lay boot")
    refused(t, "hit", "Attacking Turn")
    t.do("declare cy", "declare bo")
    refused(t, "declare bo", "Attacking Turn")
    t.do("lay wave", "hit")
    assert t.waits() == ["Bo"]
    t.do("take", "take")
    assert health(t) == [50, 25, 25, 50]


def test_option_targets_all_declared_leaves_firebomb_and_steal_at_one():
    t = begun("firebomb snatch jab jab boot", "wall jab jab jab jab", targets="all-declared")
    t.do("Bo: build wall", "attack")
    refused(t, "lay firebomb", "Attacking Turn", "Structure Cards")
    refused(t, "lay snatch", "Attacking Turn", "Structure Cards")
    t.do("firebomb bo wall", "steal snatch bo")
    assert play(t, BO) == []


def test_option_targets_ruled_while_a_batch_is_open_keeps_what_was_laid():
    t = attacking(BRAWLER, IDLE, IDLE)
    t.do("lay jab bo")
    t.rule("targets", "all-declared")
    t.do("lay boot", "declare cy", "hit", "take", "take")
    assert health(t) == [50, 35, 45]


def test_a_batch_against_five_is_answered_in_order():
    t = begun("quake wave jab dart dart", *[GUARD] * 5, first=ANN)
    t.do("attack", "lay quake", "declare fay", "declare bo", "declare di", "declare cy",
         "declare eli", "hit")  # fmt: skip
    for name, answer in zip(
        ["Bo", "Cy", "Di", "Eli", "Fay"], ["", "shield", "cloak", "", "shield"], strict=True
    ):
        assert t.waits() == [name]
        if answer:
            t.do(f"block {answer}")
        t.do("take")
    assert health(t) == [50, 30, 40, 35, 30, 40]
