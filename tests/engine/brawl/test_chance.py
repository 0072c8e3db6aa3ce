"""What chance decides: kind, pool, who sees it, verb and stream of each request."""

import msgspec

from engine.chance import Dice, Draw, private
from tests.engine.brawl.box import BLACK, BOX, COPIES, GREY, RED, TERRITORIES
from tests.engine.brawl.table import (
    ANA,
    BEN,
    CAI,
    attack,
    begun,
    claimed,
    cleaned,
    fight,
    give,
    match,
    pool,
    put,
    request,
    rounds,
)

RUNE_DIE = ["ultimate", "chi", "spell", "upgrade", "reroll", "choice"]


def rolls(t, verb, stream, *dice):  # type: ignore[no-untyped-def]
    due = request(t)
    assert isinstance(due, Dice)
    assert (due.verb, due.stream, due.dice) == (verb, stream, list(dice))
    assert private(due) is None


def draws(t, verb, stream, count, seen_by, cards):  # type: ignore[no-untyped-def]
    due = request(t)
    assert isinstance(due, Draw)
    assert (due.verb, due.stream, due.count, due.seen_by) == (verb, stream, count, seen_by)
    assert due.pool == cards


def test_chance_reveal():
    t = begun(4)
    deck = {card.name: 1 for card in TERRITORIES}
    draws(t, "reveal", "territories", 5, None, deck)
    t = cleaned(claimed(2))
    for name in ("p1", "p2", "q16"):
        del deck[name]
    draws(t, "reveal", "territories", 3, None, deck)
    assert request(t).printed == {card.name: 1 for card in TERRITORIES}


def test_chance_spell_drawn():
    t = match(2, first=BEN)
    t.do("choose ram", "choose ox", "start a", "start a")
    draws(t, "draw", "spells", 1, BEN, COPIES)
    t.do("draw tornado")
    draws(t, "draw", "spells", 1, ANA, {**COPIES, "tornado": 2})
    assert request(t).printed == COPIES


def test_chance_spell_drawn_two():
    t = claimed(draw_two="on")
    fight(t, a="1 0 0")
    t.do("draw")
    left = {**COPIES, "mountain troll": 1, "explosion": 2}
    draws(t, "draw", "spells", 2, BEN, left)


def test_chance_roll_reroll_and_thunder_beast():
    t = claimed(3, first=CAI)
    put(t, CAI, colored={"a3": "reroll"})
    give(t, CAI, "thunder beast")
    t.do("challenge ana", "line a3-b3", "use a3", "roll")
    rolls(t, "dice", "round 1/2/attack", GREY, GREY, GREY, GREY)
    t.do("dice 1 0 0 0", "reroll")
    rolls(t, "dice", "round 1/2/attack/reroll", GREY, GREY, GREY, GREY)
    t.do("dice 1 1 0 0", "Cai: cast thunder beast")
    rolls(t, "dice", "round 1/2/attack/thunder beast", GREY, GREY)
    t.do("dice 0 0", "keep")
    put(t, ANA, colored={"a1": "upgrade", "b1": "upgrade"})
    t.do("line a1-b1", "use a1 grey", "use b1 grey", "roll")
    rolls(t, "dice", "round 1/2/defence", GREY, BLACK, BLACK)


def test_chance_a_roll_lists_grey_black_red():
    t = claimed(monsters=("yak", "ox", "hen"))
    put(t, ANA, colored={"a1": "upgrade", "b1": "upgrade"})
    t.do("challenge ben", "line a1-e1", "use a1 black", "use b1 grey", "roll")
    rolls(t, "dice", "round 1/0/attack", GREY, GREY, BLACK, BLACK, BLACK, RED)


def test_chance_the_round_and_the_challenger_name_the_stream():
    t = cleaned(claimed(3))
    t.do("reveal q1 q2 q3 q4", "claim q1", "claim q2", "claim q3")
    t.do("challenge ana", "roll")
    rolls(t, "dice", "round 2/1/attack", GREY, GREY, GREY)
    t.do("dice 0 0 0", "keep", "roll")
    rolls(t, "dice", "round 2/1/defence", GREY, GREY, GREY)


def test_chance_forage_and_treasure_sack():
    t = claimed()
    give(t, BEN, "treasure sack")
    fight(t, a="1 0 0")
    t.do("forage")
    rolls(t, "rune", "round 1/1/forage", RUNE_DIE, RUNE_DIE)
    t.do("rune chi chi", "place chi a1", "place chi b1", "Ben: cast treasure sack")
    rolls(t, "rune", "round 1/1/treasure sack", RUNE_DIE, RUNE_DIE)


def test_chance_spell_card_and_an_ultimates_runes():
    t = claimed(monsters=("ram", "rat", "hen"))
    give(t, BEN, "spell")
    t.do("Ben: cast spell")
    rolls(t, "rune", "round 1/1/spell", RUNE_DIE)
    t.do("rune ultimate")
    rolls(t, "rune", "round 1/1/ultimate", RUNE_DIE, RUNE_DIE)


def test_chance_an_ultimates_runes_in_a_duel_go_by_who_fires_it():
    t = claimed(monsters=("ram", "eel", "hen"))
    put(t, BEN, colored={"e9": "ultimate"})
    attack(t)
    t.do("line e9-g9", "use e9 cai")
    rolls(t, "rune", "round 1/1/ultimate", RUNE_DIE)


def test_chance_what_is_certain_is_not_asked():
    # Five territories for four players: the reveal takes all of them.
    pack = msgspec.structs.replace(BOX, territory=TERRITORIES[-5:])
    t = begun(4, pack=pack)
    assert t.due() == ""
    assert sorted(t.state.revealed) == ["q12", "q13", "q14", "q15", "q16"]
    assert t.waits() == ["Ana"]


def test_chance_another_target_rolls_on_the_same_luck():
    rolled = []
    for foe in ("ben", "cai"):
        t = seeded()
        t.do(f"challenge {foe}", "roll", "keep", "roll")
        rolled.append([e.values for e in t.events if "round" in getattr(e, "stream", "")])
    assert len(rolled[0]) == 2
    assert rolled[0] == rolled[1]


def test_chance_a_declined_reroll_shifts_nothing():
    second = []
    for extra in ((), ("reroll",)):
        t = seeded()
        put(t, ANA, colored={"a1": "reroll", "b1": "chi"})
        t.do("challenge ben", "line a1-b1", "use a1", "use b1", "roll", *extra, "keep", "roll")
        second.append([e.values for e in t.events if getattr(e, "stream", "").endswith("defence")])
    assert second[0] == second[1]


def test_chance_a_better_die_on_the_same_luck_never_rolls_worse():
    for seed in range(30):
        sums = []
        for use in ("use a1", "use a1 grey"):
            t = seeded(str(seed))
            put(t, ANA, colored={"a1": "upgrade", "b1": "chi"})
            t.do("challenge ben", "line a1-b1", use, "use b1", "roll")
            sums.append(sum(map(int, t.events[-1].values)))
        assert sums[0] <= sums[1]


def seeded(seed="7"):  # type: ignore[no-untyped-def]
    """A match that luck decides, before Ana's first action."""
    t = match(3, seed=seed)
    t.do("choose ram", "choose ox", "choose hen", "start a", "start a", "start a")
    for _ in range(3):
        free = [n for n in t.state.revealed if n not in ("r1", "r2", "r3", "r4")]
        (name,) = t.waits()
        taken = [seat.card for seat in t.state.seats]
        plain = [card for card in free if card not in taken]
        if plain:
            t.do(f"{name}: claim {plain[0]}")
            continue
        t.do(f"claim {next(n for n in t.state.revealed if n not in taken)}")
        while "trade" in {type(m).__struct_config__.tag for _, m in t.moves()}:
            rune = next(m.rune for _, m in t.moves() if type(m).__struct_config__.tag == "trade")
            t.do(f"trade {rune}")
    assert t.state.phase == "challenge"
    return t


def test_chance_an_upgrade_takes_the_last_die_of_its_color():
    # yak's a5-d5: four greys. The upgraded one is the fourth, the others keep their places.
    t = claimed(monsters=("yak", "ox", "hen"))
    put(t, ANA, colored={"a5": "upgrade", "b5": "chi"})
    t.do("challenge ben", "line a5-d5", "use a5 grey", "use b5", "roll")
    rolls(t, "dice", "round 1/0/attack", GREY, GREY, GREY, BLACK)
    assert pool(t) == [1, 2, 3]


def test_chance_streams_go_on_in_later_rounds():
    t = rounds(begun(2), 2)
    draws(
        t, "reveal", "territories", 3, None,
        {c.name: 1 for c in TERRITORIES if c.name not in ("q1", "q2", "q3", "q4", "q5", "q6")},
    )  # fmt: skip
