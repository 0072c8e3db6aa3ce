"""Who the game waits for, and who may cast, in each position of a round.

Everybody holds a Chi Replenishment, which is free and has no narrower window: `casters` are all or
none.
"""

from tests.engine.brawl.table import (
    ANA,
    BEN,
    CAI,
    acted,
    attack,
    begun,
    casters,
    claimed,
    fight,
    give,
    match,
    put,
    refused,
    revealed,
    verbs,
)

ALL = {"Ana", "Ben", "Cai"}
CHI = ("chi replenishment", "chi replenishment", "chi replenishment")


def stands(t, waits, cast):  # type: ignore[no-untyped-def]
    """The match waits for one seat, and these may cast."""
    assert t.waits() == [waits]
    assert casters(t) == cast
    for name in t.names:
        if name not in cast:
            refused(t, f"{name}: cast chi replenishment")


def test_waits_in_set_up_nobody_casts():
    t = match(3, set_up_order="by-seat")
    stands(t, "Ana", set())
    t.do("choose ram", "start a", "draw chi replenishment")
    stands(t, "Ben", set())
    t.do("choose hen")
    stands(t, "Ben", set())
    t.do("start b")
    stands(t, "Ben", set())


def test_waits_in_resources_anybody_casts_before_a_claim_not_while_runes_are_owed():
    t = revealed(spells=CHI, cards=("r2", "p2", "p3", "q1"))
    stands(t, "Ana", ALL)
    t.do("claim r2")
    stands(t, "Ana", set())
    t.do("place upgrade a1")
    stands(t, "Ana", set())
    t.do("trade reroll")
    stands(t, "Ben", ALL)


def test_waits_for_chance_is_nobody():
    t = begun(spells=CHI)
    assert (t.waits(), t.moves(), t.due()) == ([], [], "reveal")


def test_waits_for_a_seats_action_anybody_casts():
    t = claimed(spells=CHI)
    stands(t, "Ana", ALL)
    assert verbs(t, ANA) == {"challenge", "pass", "cast"}
    assert verbs(t, BEN) == {"cast"}
    fight(t, a="1 0 0")
    stands(t, "Ben", ALL)
    assert verbs(t, BEN) == {"draw", "forage", "cast"}


def test_waits_after_the_action_nobody_casts():
    t = claimed(spells=CHI)
    t.do("pass chi")
    stands(t, "Ana", set())
    t = claimed(spells=CHI)
    fight(t, a="1 0 0")
    t.do("forage choice chi")
    stands(t, "Ben", set())
    t.do("pick chi")
    stands(t, "Ben", set())
    t.do("place chi a1")
    stands(t, "Ben", set())
    t.do("place chi b1")
    stands(t, "Cai", ALL)
    t = claimed(spells=CHI, draw_two="on")
    fight(t, a="1 0 0")
    t.do("draw tornado aegis")
    stands(t, "Ben", set())
    t.do("discard aegis")
    stands(t, "Cai", ALL)


def test_waits_in_a_duel_before_line_or_roll_anybody_casts():
    t = claimed(spells=CHI)
    t.do("challenge ben")
    stands(t, "Ana", ALL)
    t.do("roll 0 0 0", "keep")
    stands(t, "Ben", ALL)


def test_waits_with_an_announced_line_nobody_casts():
    t = claimed(spells=CHI)
    put(t, ANA, colored={"a1": "chi", "b1": "chi"})
    t.do("challenge ben", "line a1-b1")
    stands(t, "Ana", set())
    t.do("use a1")
    stands(t, "Ana", set())
    t.do("use b1")
    # Until the roll.
    stands(t, "Ana", set())
    t.do("roll 0 0 0")
    stands(t, "Ana", ALL)


def test_waits_after_the_roll_anybody_casts():
    t = claimed(spells=CHI)
    put(t, ANA, colored={"a1": "reroll", "b1": "chi"})
    t.do("challenge ben", "line a1-b1", "use a1", "use b1", "roll 0 0 0")
    stands(t, "Ana", ALL)
    t.do("reroll 0 0 0")
    stands(t, "Ana", ALL)
    t.do("keep", "roll 0 0 0")
    stands(t, "Ben", ALL)


def test_waits_with_both_kept_for_the_challenger_anybody_casts():
    t = claimed(spells=CHI)
    attack(t)
    t.do("roll 0 0 0", "keep")
    stands(t, "Ana", ALL)
    assert verbs(t, ANA) == {"conclude", "cast"}
    assert verbs(t, BEN) == {"cast"}


def test_waits_after_the_last_action_for_the_first_player():
    t = acted(claimed(spells=CHI, first=BEN))
    stands(t, "Ben", ALL)
    assert verbs(t, BEN) == {"score", "cast"}


def test_waits_in_clean_up_seat_by_seat_anybody_casts():
    t = acted(claimed(spells=CHI))
    t.do("score")
    stands(t, "Ana", ALL)
    t.do("done")
    stands(t, "Ben", ALL)
    t.do("done")
    stands(t, "Cai", ALL)
    t.do("done")
    assert t.waits() == []


def test_waits_for_a_spells_choices_nobody_casts():
    t = claimed(spells=CHI)
    give(t, ANA, "tsunami")
    t.do("Ana: cast tsunami")
    stands(t, "Ben", set())
    t.do("discard chi replenishment")
    assert t.waits() == ["Cai"]
    assert casters(t) == set()
    t.do("discard chi replenishment")
    assert casters(t) == {"Ana"}
    t = claimed(spells=CHI)
    give(t, CAI, "treasure sack")
    t.do("Cai: cast treasure sack choice chi")
    stands(t, "Cai", set())
    t.do("pick chi")
    stands(t, "Cai", set())
    t = claimed(spells=CHI, monsters=("ram", "ox", "cat"))
    give(t, CAI, "spell")
    t.do("Cai: cast spell choice")
    stands(t, "Cai", set())
    t.do("pick ultimate")
    stands(t, "Cai", set())
    t.do("use ben")
    stands(t, "Ana", ALL)
