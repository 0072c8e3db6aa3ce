"""Spells that only their owner saw: what may be typed, what is refused, what views show."""

import msgspec
import pytest

from engine import fold
from engine.chance import Draw
from engine.errors import IllegalOutcome
from engine.events import Reseeded
from engine.games.taiwan_monsters_brawl.moves import Cast, Discard
from tests.engine.brawl.box import BOX, COPIES
from tests.engine.brawl.table import (
    ANA,
    BEN,
    CAI,
    begun,
    chi,
    claimed,
    fight,
    give,
    illegal,
    legal,
    put,
    refused,
    request,
    verbs,
)

UNSEEN = ("?", "?", "?", "?")
ONCE = msgspec.structs.replace(
    BOX, spell=[msgspec.structs.replace(card, copies=1) for card in BOX.spell]
)


def seen(t, seat):  # type: ignore[no-untyped-def]
    return fold.state_bytes(t.game.view(t.state, seat))


def test_an_unseen_spell_is_named_when_it_is_cast():
    t = claimed(spells=UNSEEN)
    assert [seat.hand.unseen for seat in t.state.seats] == [1, 1, 1]
    t.do("Cai: cast chi replenishment")
    assert (chi(t), t.state.spell_discards) == ([0, 0, 3], {"chi replenishment": 1})
    assert t.state.seats[CAI].hand.size == 0
    refused(t, "Cai: cast chi replenishment")


def test_what_an_unseen_spell_may_be_is_listed():
    t = claimed(spells=UNSEEN)
    assert {m.spell for m in legal(t, Cast, ANA)} >= {"tornado", "tsunami", "chi replenishment"}
    # 0 chi pay neither.
    assert {"explosion", "mountain troll"}.isdisjoint(m.spell for m in legal(t, Cast, ANA))


def test_an_unseen_spell_has_its_window_and_its_price():
    t = claimed(spells=UNSEEN)
    refused(t, "Ana: cast mountain troll")
    refused(t, "Ana: cast tempest a1")
    refused(t, "Ana: cast explosion ben")
    put(t, ANA, chi=1)
    t.do("Ana: cast explosion ben")


def test_a_fourth_copy_is_no_outcome():
    t = begun(4, spells=("tornado", "tornado", "tornado", "aegis"))
    due = [e for e in t.events if getattr(e, "stream", "") == "spells"]
    assert len(due) == 4
    t = claimed(4, spells=("tornado", "tornado", "tornado", "aegis"))
    fight(t, a="1 0 0")
    t.do("draw")
    deck = request(t)
    assert isinstance(deck, Draw)
    assert "tornado" not in deck.pool
    with pytest.raises(IllegalOutcome):
        t.do("draw tornado")
    t.do("draw ?")


def test_a_fourth_copy_is_not_cast_from_an_unseen_hand():
    t = claimed(4, spells=("tornado", "tornado", "tornado", "?"))
    assert "tornado" not in {m.spell for m in legal(t, Cast, 3)}
    refused(t, "Dan: cast tornado ana")
    # Those three are cast: they lie on the discards, and Dan's is still none of them.
    t.do("Ana: cast tornado ana", "Ben: cast tornado ana", "Cai: cast tornado ana")
    refused(t, "Dan: cast tornado ana")
    t.do("Dan: cast chi replenishment")


def test_a_copy_that_an_unseen_hand_showed_is_one_less_for_the_others():
    t = claimed(4, spells=("tornado", "tornado", "?", "?"))
    t.do("Cai: cast tornado ana")
    refused(t, "Dan: cast tornado ana")
    fight(t, a="1 0 0")
    t.do("draw")
    assert "tornado" not in request(t).pool


def test_a_spell_that_its_owner_cannot_hold_is_refused():
    # One copy of each: Ana holds the Tornado, the discards have the Aegis's place.
    t = claimed(spells=("tornado", "?", "?"), pack=ONCE)
    refused(t, "Ben: cast tornado ana")
    t.do("Ana: cast tornado ben")
    refused(t, "Ben: cast tornado ana")
    t.do("Ben: cast chi replenishment")
    refused(t, "Cai: cast chi replenishment")
    assert chi(t) == [0, 3, 0]


def test_an_unseen_spell_drawn_after_a_shuffle_is_one_of_the_discards():
    names = list(COPIES)
    t = claimed(spells=("tornado", "chi replenishment", "aegis"), pack=ONCE)
    out = ("tornado", "chi replenishment", "aegis")
    give(t, CAI, *(name for name in names if name not in out))
    t.do("Ana: cast tornado ana", "Ben: cast chi replenishment")
    fight(t, a="1 0 0")
    t.do("draw")
    due = request(t)
    assert isinstance(due, Draw)
    assert due.pool == {"tornado": 1, "chi replenishment": 1}
    assert t.state.spell_discards == {}
    t.do("draw ?")
    # Ben's is the Tornado or the Chi Replenishment, and no Wildfire.
    put(t, ANA, colored={"a1": "chi"})
    refused(t, "Ben: cast wildfire ana a1")
    refused(t, "Ben: cast volcanic eruption ana")
    assert {m.spell for m in legal(t, Cast, BEN)} == {"tornado", "chi replenishment"}
    t.do("Ben: cast chi replenishment")
    assert chi(t) == [0, 6, 0]


def test_an_unseen_spell_is_kept_by_draw_two_and_the_other_is_named():
    t = claimed(spells=UNSEEN, draw_two="on")
    fight(t, a="1 0 0")
    t.do("draw ? ?")
    assert verbs(t, BEN) == {"discard"}
    t.do("discard wildfire")
    assert t.state.spell_discards == {"wildfire": 1}
    assert (t.state.seats[BEN].hand.size, t.state.seats[BEN].hand.unseen) == (2, 2)


def test_draw_two_of_a_seen_and_an_unseen_spell():
    # The Tornado goes: what is kept was never seen. Another goes: the Tornado is kept.
    for goes, known in (("tornado", []), ("aegis", ["tornado"])):
        t = claimed(spells=("explosion", "mountain troll", "explosion"), draw_two="on")
        fight(t, a="1 0 0")
        t.do("draw tornado ?", f"discard {goes}")
        assert t.state.spell_discards == {goes: 1}
        assert t.state.seats[BEN].hand.names() == ["mountain troll", *known]
        assert t.state.seats[BEN].hand.size == 2


def test_draw_two_chooses_among_the_two_and_not_an_unseen_one_of_before():
    t = claimed(spells=("explosion", "?", "explosion"), draw_two="on")
    fight(t, a="1 0 0")
    t.do("draw tornado wildfire")
    assert sorted(m.spell for m in legal(t, Discard)) == ["tornado", "wildfire"]
    refused(t, "discard aegis")


def test_the_view_is_the_same_whatever_another_holds():
    for other in ("tornado", "aegis", "?"):
        t = claimed(spells=(other, "explosion", "explosion"))
        u = claimed(spells=("wildfire", "explosion", "explosion"))
        for seat in (BEN, CAI, None):
            assert seen(t, seat) == seen(u, seat)
        assert seen(t, ANA) != seen(u, ANA)


def test_the_view_is_the_same_after_draws_in_play():
    views = []
    for spell in ("tornado", "thunder beast", "?"):
        t = claimed(spells=UNSEEN)
        put(t, ANA, colored={"a1": "spell", "b1": "spell"})
        t.do("challenge ben", "line a1-b1", f"use a1 {spell}", "use b1 ?", "roll 0 0 0")
        views.append((seen(t, BEN), seen(t, None)))
    assert views[0] == views[1] == views[2]


def test_the_view_of_the_table_while_one_of_two_must_go():
    views = []
    for pair in ("tornado aegis", "wildfire aegis", "? ?"):
        t = claimed(spells=UNSEEN, draw_two="on")
        fight(t, a="1 0 0")
        t.do(f"draw {pair}")
        views.append((seen(t, ANA), seen(t, None)))
    assert views[0] == views[1] == views[2]


def test_the_view_of_the_owner_shows_his_own_spells():
    t = claimed(spells=("tornado", "aegis", "explosion"))
    view = t.game.view(t.state, ANA)
    assert view.seats[ANA].hand.names() == ["tornado"]
    assert view.seats[BEN].hand.names() == []
    assert view.seats[BEN].hand.size == 1
    assert t.state.seats[BEN].hand.names() == ["aegis"]
    everybody = t.game.view(t.state, None)
    assert [seat.hand.unseen for seat in everybody.seats] == [1, 1, 1]


def test_a_view_shows_the_same_after_a_card_was_shown():
    # Whether Ana's other card was known to the log or not, Ben sees the same.
    views = []
    for spell in ("aegis", "?"):
        t = claimed(spells=(spell, "explosion", "explosion"))
        give(t, ANA, "tornado")
        t.do("Ana: cast tornado ana")
        views.append(seen(t, BEN))
    assert views[0] == views[1]


def test_the_unseen_are_dealt_when_luck_takes_over():
    t = claimed(spells=("?", "tornado", "?"))
    t.event(Reseeded("7"))
    t._luck()
    assert [seat.hand.unseen for seat in t.state.seats] == [0, 0, 0]
    assert t.state.seats[BEN].hand.names() == ["tornado"]
    assert [event.stream for event in t.events[-2:]] == ["unseen", "unseen"]


def test_no_move_names_a_spell_that_a_hand_cannot_hold():
    t = claimed(spells=("tornado", "aegis", "explosion"))
    illegal(t, ANA, Cast("wildfire", BEN, "a1"))
    illegal(t, ANA, Cast("no such spell"))
    illegal(t, ANA, Cast("?"))
    assert {m.spell for m in legal(t, Cast, ANA)} == {"tornado"}
