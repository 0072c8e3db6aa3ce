"""SIGHT of an unseen card: what may come up, with exact weights; seeds."""

from fractions import Fraction
from itertools import combinations, permutations

import pytest

from engine import fold
from engine.chance import Weighted, private
from engine.errors import EngineError
from engine.events import Reseeded
from engine.luck import Luck
from tests.engine.beasts.box import BEASTS, MONSTERS, NAMES, TAME
from tests.engine.beasts.table import (
    SET,
    cannot_flip,
    deals,
    energy,
    hand,
    match,
    see,
    stands,
    texts,
    weights,
)


def law(t, deal):  # type: ignore[no-untyped-def]
    """The weights that ruling 2 gives to an unseen card of a deal, by hand from what is unseen."""
    gone = {s[2:] for s in [*t.state.hand, *t.state.energy, *t.state.discard] if ":" in s}
    gone |= {*t.state.captured, *t.state.thrashed}
    unseen = [n for n in NAMES if n not in gone]
    esoteric = sum(n in BEASTS for n in unseen)
    ordinary = len(unseen) - esoteric
    u, e = deals(t)[deal]
    if not esoteric or not ordinary:
        return dict.fromkeys(unseen, 1)
    both = {n: e * ordinary if n in BEASTS else (u - e) * esoteric for n in unseen}
    return {n: w for n, w in both.items() if w}


def test_chance_flip_kind_pool_seen_by_verb_stream():
    t = match()
    due = t.game.chance(t.state)
    assert isinstance(due, Weighted)
    assert (due.verb, due.stream, private(due)) == ("flip", "flips", None)
    assert list(due.weights) == NAMES
    assert due.weights["xf11"] == 7 * 40
    assert due.weights["f11"] == 13 * 20
    assert t.waits() == []
    assert t.moves() == []


def test_R2_the_second_flip_of_set_a():
    t = see(match(), "xf11")
    # u 19, e 6; E 19, O 40.
    assert weights(t) == law(t, "A")
    assert (weights(t)["xf12"], weights(t)["f11"]) == (6 * 40, 13 * 19)
    assert "xf11" not in weights(t)
    t = see(match(), "f11")
    # u 19, e 7; E 20, O 39.
    assert (weights(t)["xf12"], weights(t)["f12"]) == (7 * 39, 12 * 20)
    assert "f11" not in weights(t)


def test_R2_a_card_of_deal_b_in_set_a_goes_by_deal_b():
    t = match()
    t.do("flip f31", "subdue life")
    assert hand(t) == ["A"] * 19 + ["B"] * 3
    see(t, *[n for n in NAMES if n[-2:] in ("11", "12", "13", "31") and n != "f31"][:19])
    assert hand(t)[0] == "B"
    assert deals(t)["A"] == (0, 0) or t.state.ended
    assert weights(t) == law(t, "B")


def test_R2_a_flip_lowers_u_and_e_of_its_own_deal_alone():
    t = stands(["U:f11", "B", "A", "A"], 20)
    (ua, ea), (ub, eb) = deals(t)["A"], deals(t)["B"]
    t.do("explore life 1 xw11")
    assert deals(t) == {"A": (ua, ea), "B": (ub - 1, eb - 1)}
    assert weights_then(t, "explore life 1") == law(t, "A")
    t.do("flip w12")
    assert deals(t) == {"A": (ua - 1, ea), "B": (ub - 1, eb - 1)}


def weights_then(t, line):  # type: ignore[no-untyped-def]
    t.do(line)
    return weights(t)


def test_R2_no_beast_unseen_means_every_card_weighs_1():
    t = stands(["U:f11", "A", "A"], 20, BEASTS[:19], discard=[BEASTS[19]])
    t.do("explore life 1")
    assert set(weights(t).values()) == {1}
    assert set(weights(t)) == set(MONSTERS) - {"f11"}
    cannot_flip(t, "f11", *BEASTS)


def test_R2_no_ordinary_card_unseen_means_every_beast_weighs_1():
    seen = [n for n in MONSTERS if n != "f11"]
    t = stands(["U:f11", "A", "A"], 13, seen, discard=["A"] * 5)
    t.do("explore life 1")
    assert weights(t) == dict.fromkeys(BEASTS, 1)


def test_R2_a_deal_without_beasts_shows_none_and_one_of_beasts_alone_nothing_else():
    # 13 Beasts are unseen, all of deal B; then all unseen cards of A are Beasts.
    t = stands(["U:f11", "A", "B"], 20, BEASTS[:7], esoteric_a=0)
    t.do("explore life 1")
    assert set(weights(t)) == set(MONSTERS) - {"f11"}
    assert len(set(weights(t).values())) == 1
    cannot_flip(t, *BEASTS[7:], "f11")
    t.do("flip f12", "explore life 1")
    assert set(weights(t)) == set(weights(t)) & {*BEASTS[7:], *MONSTERS}
    assert weights(t) == law(t, "B")
    seen = [n for n in MONSTERS if n != "f11"][:12]
    t = stands(["U:f11", "A", "B"], 20, seen, discard=["A"] * 6, esoteric_a=7)
    assert deals(t)["A"] == (7, 7)
    t.do("explore life 1")
    assert set(weights(t)) == set(BEASTS)
    cannot_flip(t, "f12", "w99")


def test_R2_the_weights_sum_to_u_e_o():
    t = match()
    for name in ("xf11", "f11", "a12", "xw40", "e13", "xa03", "xe21"):
        (u, e), unseen = deals(t)["A"], len(weights(t))
        esoteric = sum(n in BEASTS for n in weights(t))
        assert sum(weights(t).values()) == u * esoteric * (unseen - esoteric)
        assert e <= u
        see(t, name)


def test_R9_an_unseen_discard_counts_as_unseen_in_the_weights():
    t = stands(["S:f11", "U:w12", "A", "B"], 20)
    before = deals(t)
    t.do("explore life 1", "explore life 1")
    assert len(energy(t)) == 18
    assert deals(t) == before
    assert weights(t) == law(t, "A")


def test_flips_that_cannot_be_are_refused():
    t = see(match(), "xf11", "f12")
    cannot_flip(t, "xf11", "f12", "?", "nobody")
    for line in ("flip f11 f13", "flip f11 explore"):
        with pytest.raises(EngineError):
            see(match(), "xf11", "f12").do(line)
    for values in ([], ["f11", "f13"], ["f 11"], ["F11"]):
        with pytest.raises(EngineError):
            t.outcome("flips", values)
    with pytest.raises(EngineError):
        t.outcome("flip", ["f11"])


def test_what_is_certain_is_not_asked():
    # One card alone is unseen, and it lies next.
    lying = [n for n in NAMES if n not in (*SET, "f11", "w12", "w11")]
    t = stands(["U:f11", "B", "D:w12"], lying[:30], [*SET], discard=lying[30:])
    assert deals(t) == {"A": (0, 0), "B": (1, 0)}
    asked = dict(t.position.asked)
    t.do("explore life 1")
    assert t.due() == ""
    assert hand(t) == ["S:w11", "D:w12", "U:f11"]
    assert t.position.asked == asked
    assert deals(t) == {"A": (0, 0), "B": (0, 0)}


def test_a_kind_of_which_one_card_is_left_is_not_asked():
    # Deal A holds one unseen card, a Beast, and one Beast is unseen at all.
    seen = [n for n in MONSTERS if n not in ("f11", *MONSTERS[-27:])]
    t = stands(["U:f11", "A", "B"], ["B"] * 20, BEASTS[1:], discard=seen, esoteric_a=1)
    assert deals(t)["A"] == (1, 1)
    t.do("explore life 1")
    assert t.due() == ""
    assert hand(t)[0] == f"S:{BEASTS[0]}"


def test_R2_flips_are_distributed_as_a_shuffled_deck():
    """Four unseen cards in two deals, in an order that mixes them: each sequence of flips is as
    likely as all the orders of a deck that show it."""
    four = ["xf12", "xw12", "f12", "w13"]
    lying = [n for n in NAMES if n not in (*four, "f11", "xa11")]
    t = stands(["U:f11", "A", "B", "A", "B"], lying[:40], discard=[*lying[40:], "xa11"],
               esoteric_a=1)  # fmt: skip
    assert deals(t) == {"A": (2, 1), "B": (2, 1)}
    expected: dict[tuple[str, ...], Fraction] = {}
    whole = [
        order
        for order in permutations(four)
        if sum(order[place] in BEASTS for place in (0, 2)) == 1
    ]
    for order in whole:
        expected[order] = Fraction(1, len(whole))
    found: dict[tuple[str, ...], Fraction] = {}
    t.do("explore life 1")
    walk(t, (), Fraction(1), found)
    assert found == expected


def walk(t, shown, chance, found):  # type: ignore[no-untyped-def]
    due = t.game.chance(t.state)
    if due is None:
        top = t.state.hand[0]
        if len(shown) < 4 and top.startswith("S:") and top[2:] not in shown:
            shown = (*shown, top[2:])  # it was certain
        if len(shown) == 4:
            found[shown] = found.get(shown, Fraction(0)) + chance
            return
        move = next(m for _, m in t.moves() if getattr(m, "position", 0) == 1 and alone(m, top))
        t.game.play(t.state, 0, move)
        walk(t, shown, chance, found)
        return
    total = sum(due.weights.values())
    state = t.position.state
    for name, weight in due.weights.items():
        t.position.state = t.keeper.clone(state)
        t.game.resolve(t.state, [name])
        walk(t, (*shown, name), chance * Fraction(weight, total), found)
    t.position.state = state


def alone(move, top):  # type: ignore[no-untyped-def]
    """Whether an EXPLORE moves the top card alone."""
    return getattr(move, "value", "") == ("life" if int(top[-2]) <= 1 else "attack")


def test_both_kinds_in_every_split_of_a_small_rest():
    # All splits of e over the deals: the first flip of A shows a Beast in e of u cases.
    for e in (0, 1, 2):
        four = ["xf12", "xw12", "f12", "w13"]
        lying = [n for n in NAMES if n not in (*four, "f11")]
        t = stands(["U:f11", "A", "B", "A", "B"], lying[:40], discard=lying[40:], esoteric_a=e)
        t.do("explore life 1")
        total = sum(weights(t).values())
        beasts = sum(w for n, w in weights(t).items() if n in BEASTS)
        assert Fraction(beasts, total) == Fraction(e, 2)
        pairs = [p for p in combinations(four, 2) if sum(n in BEASTS for n in p) == e]
        for name in four:
            share = Fraction(sum(name in p for p in pairs), 2 * len(pairs))
            assert Fraction(weights(t).get(name, 0), total) == share


# Seeds


def test_a_seeded_match_flips_by_itself_and_the_same_again():
    one, two = match(seed="owl"), match(seed="owl")
    assert one.due() == two.due() == ""
    assert hand(one)[0].startswith("S:")
    lines = ["explore life 1"] * 12
    for t in (one, two):
        t.do(*lines)
    assert fold.state_bytes(one.state) == fold.state_bytes(two.state)
    assert {match(seed=f"s{n}").state.hand[0] for n in range(20)} != {hand(match(seed="s0"))[0]}


def test_the_nth_flip_is_the_same_card_whichever_slot_comes_on_top():
    """All slots that can be brought up are of deal A: nobody looks under another by undoing."""
    again = 0
    for number in range(40):
        ways = set()
        t = match(pack=TAME, seed=f"seed {number}")
        top = hand(t)[0][2:]
        for value in ("life", "attack"):
            t = match(pack=TAME, seed=f"seed {number}")
            t.do(f"explore {value} 1")
            assert hand(t)[0].startswith("S:")
            ways.add(hand(t)[0])
        again += top[-2] != top[-1]
        assert len(ways) == 1
    assert again > 10


def test_a_declined_capture_does_not_shift_the_next_flip():
    for number in range(20):
        shown = set()
        for line in ("explore life 1", "subdue life", "subdue attack"):
            t = match(pack=TAME, seed=f"{number}")
            t.do(line)
            shown.add(hand(t)[0])
        assert len(shown) == 1


def test_luck_takes_over_a_table_match_where_it_stands():
    t = see(match(), "f11", "xw11")
    assert t.game.deal(t.state) is None
    t.event(Reseeded("later"))
    t._luck()
    assert hand(t)[0].startswith("S:")
    t.do("explore life 1")
    assert t.due() == ""
    t.event(Reseeded(None))
    t = match()
    t.event(Reseeded("later"))
    given = fold.by_luck(t.game, t.position, Luck("later"))
    assert given is not None
    assert given[0].stream == "flips"


@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e", "f"])
def test_the_flips_of_luck_are_among_what_may_come_up(seed):
    t = match(pack=TAME, seed=seed)
    for _ in range(150):
        if t.state.ended:
            break
        t.do(sorted(texts(t))[0])
    seen = [s[2:] for s in [*t.state.hand, *t.state.energy, *t.state.discard] if ":" in s]
    seen += [*t.state.captured, *t.state.thrashed]
    assert len(seen) == len(set(seen))
