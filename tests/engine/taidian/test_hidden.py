"""Hands that only their owners see: what they can hold, what views show, what luck deals."""

import pytest

from engine import fold
from engine.errors import IllegalOutcome
from engine.events import Reseeded
from engine.games.taking_of_taidian.moves import Block, Build, Charge, Lay, Spend
from tests.engine.taidian.box import IDLE
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
    hand,
    health,
    illegal,
    legal,
    refused,
    request,
    rest,
    seen,
    strike,
    verbs,
)

TEN = "jab jab jab jab jab boot boot boot boot boot"


def attacking(*decks, **setting):  # type: ignore[no-untyped-def]
    t = begun(*decks, **setting)
    t.do("attack")
    return t


def cards(t, kind, seat):  # type: ignore[no-untyped-def]
    """The cards that a seat may use in moves of a kind."""
    return {move.card for move in legal(t, kind, seat)}


def test_implied_are_unused_discards_shown():
    t = begun(TEN, IDLE)
    t.do("attack", "lay jab bo", "hit", "take", "end")
    assert discard(t, ANN) == {"jab": 1, "?": 4}
    for seat in (BO, None):
        assert t.game.view(t.state, seat).seats[ANN].discard == {"jab": 1}


def test_R9_the_numbers_of_cards_are_public():
    t = begun(TEN, IDLE, hands={ANN: "jab jab jab boot boot"})
    for seat in (BO, None):
        view = t.game.view(t.state, seat).seats[ANN]
        assert (view.hand, view.deck) == (["?"] * 5, 5)
    t.do("attack", "lay jab bo", "hit", "take", "end")
    for seat in (BO, None):
        view = t.game.view(t.state, seat).seats[ANN]
        assert (view.hand, view.deck, view.discard) == (["?"] * 5, 0, {"jab": 1})
        assert view.buried == ["?"] * 4


def test_R9_used_bought_built_bombed_and_stolen_cards_are_public():
    t = begun("gold jab wall firebomb snatch jab", "mint jab jab jab jab boot", IDLE,
              hands={ANN: "gold jab wall firebomb snatch", BO: "mint jab jab jab jab"})  # fmt: skip
    t.do("build wall", "Bo: build mint", "attack", "firebomb bo mint", "steal snatch bo jab")
    t.do("lay jab cy", "hit", "take")
    for seat in (CY, None):
        view = t.game.view(t.state, seat)
        assert view.seats[ANN].structures == ["wall"]
        assert sorted(view.seats[ANN].front) == ["firebomb", "jab", "snatch"]
        assert view.seats[ANN].discard == {"jab": 1}
        assert view.seats[BO].discard == {"mint": 1}
        assert view.seats[BO].hand == ["?"] * 3


def test_R9_the_owner_sees_his_own_hand():
    t = begun(TEN, TEN, hands={ANN: "jab jab jab boot boot", BO: "boot boot boot boot jab"})
    view = t.game.view(t.state, BO)
    assert sorted(view.seats[BO].hand) == ["boot", "boot", "boot", "boot", "jab"]
    assert view.seats[ANN].hand == ["?"] * 5


def test_R10_an_unseen_card_is_named_when_it_is_used():
    t = attacking(TEN, IDLE)
    assert hand(t, ANN) == ["?"] * 5
    assert cards(t, Lay, ANN) == {"jab", "boot"}
    strike(t, "jab bo")
    assert (len(hand(t, ANN)), t.state.seats[ANN].front) == (4, ["jab"])


def test_R10_every_copy_is_in_front():
    t = attacking("jab boot boot boot boot boot boot", IDLE)
    t.do("lay jab bo")
    refused(t, "lay jab bo")
    assert cards(t, Lay, ANN) == {"boot"}
    t.do("hit", "take")
    refused(t, "lay jab bo")


def test_R10_every_copy_is_in_play():
    t = begun("wall jab jab jab jab jab jab", IDLE)
    t.do("build wall")
    refused(t, "build wall", "Structure Cards")
    assert legal(t, Build, ANN) == []


def test_R10_every_copy_was_seen_into_the_discard():
    t = begun(BRAWLER, "shield jab jab jab jab jab jab")
    t.do("attack")
    strike(t, "jab bo", answers=("block shield", "take"))
    t.do("lay jab bo", "hit")
    refused(t, "block shield", "Defense")
    assert legal(t, Block) == []
    t.do("take")


def test_R10_a_seen_card_may_be_held_again_once_the_discard_was_shuffled_in():
    t = begun("jab boot boot boot boot boot boot", IDLE)
    t.do("attack")
    strike(t, "jab bo")
    t.do("end")
    # Deck two, and three of the jab and four unseen boots.
    assert (request(t).count, deck(t, ANN)) == (3, 5)
    draw(t)
    rest(t)
    t.do("attack", "lay jab bo")
    refused(t, "lay jab bo")


def test_R10_a_seen_card_is_not_held_while_the_discard_was_not_needed():
    t = begun("jab boot boot boot boot boot boot boot boot boot", IDLE)
    t.do("attack")
    strike(t, "jab bo")
    t.do("end")
    assert t.due() == ""
    rest(t)
    t.do("attack")
    refused(t, "lay jab bo")
    assert cards(t, Lay, ANN) == {"boot"}


def across(extra="boot"):  # type: ignore[no-untyped-def]
    """Ann holds the four cards of her old deck, and one of four jabs and an unseen card."""
    t = attacking("jab jab jab jab boot boot boot boot " + extra, IDLE)
    strike(t, "jab bo", "jab bo", "jab bo", "jab bo")
    t.do("end")
    assert request(t).count == 1
    draw(t)
    rest(t)
    t.do("attack")
    return t


def test_R10_a_hand_drawn_across_a_shuffle_holds_at_most_so_many_of_the_discard():
    t = across()
    t.do("lay jab bo")
    refused(t, "lay jab bo")
    t.do("lay boot bo", "lay boot bo", "lay boot bo", "lay boot bo", "hit", "take")
    assert hand(t, ANN) == []


def test_R10_or_none_of_it():
    t = across()
    t.do(*["lay boot bo"] * 5)
    refused(t, "lay jab bo")


def test_R10_what_was_hidden_at_the_shuffle_may_come_from_either_part():
    # The dart is one of the old deck's four, or was buried and drawn again, or lies in the deck.
    t = across("dart")
    assert cards(t, Lay, ANN) == {"jab", "boot", "dart"}
    t.do("lay dart bo")
    refused(t, "lay dart bo")
    t.do("lay jab bo")
    refused(t, "lay jab bo")
    t.do("lay boot bo", "lay boot bo", "lay boot bo")
    assert hand(t, ANN) == []


def test_R10_a_copy_known_in_the_discard_and_a_hidden_one():
    # Of two jabs one was used, one is still hidden: across the shuffle both may be held.
    t = attacking("jab jab boot boot boot boot boot", IDLE)
    strike(t, "jab bo")
    t.do("end")
    draw(t)
    rest(t)
    t.do("attack", "lay jab bo", "lay jab bo")
    refused(t, "lay jab bo")


def test_R10_a_bought_card_is_not_held_before_the_shuffle():
    t = begun("gold jab jab jab jab boot boot boot boot boot", IDLE)
    t.do("upgrade", "spend gold", "buy strike", "end")
    assert t.due() == ""
    rest(t)
    t.do("upgrade")
    refused(t, "charge strike", "Powering Up", "Upgrading Turn")
    assert cards(t, Charge, ANN) == set()
    refused(t, "spend gold", "Upgrading Turn")
    t.do("end")
    draw(t)
    rest(t)
    t.do("upgrade", "charge strike")


def test_R10_a_bought_card_may_be_held_after_it():
    t = begun("gold jab jab jab jab boot boot", IDLE)
    t.do("upgrade", "spend gold", "buy strike", "end")
    draw(t)
    rest(t)
    t.do("upgrade")
    assert cards(t, Charge, ANN) == {"strike"}
    assert cards(t, Spend, ANN) == {"gold"}
    t.do("charge strike", "power might", "power might", "spend gold")


def test_R10_a_stolen_card_is_no_longer_held_by_its_first_owner():
    t = begun("snatch jab jab jab jab", "cloak boot boot boot boot boot")
    t.do("attack", "steal snatch bo cloak", "end")
    draw(t)
    t.do("attack")
    refused(t, "Bo: block cloak")
    strike(t, "boot ann", answers=("block cloak", "take"))
    assert health(t)[ANN] == 50


def test_R10_nobody_holds_what_no_deck_of_his_has():
    t = attacking(TEN, IDLE)
    for card in ("dart", "combo", "wave"):
        illegal(t, ANN, Lay(card, BO))
    illegal(t, ANN, Lay("?", BO))
    illegal(t, BO, Build("wall"))


def test_R10_an_empty_hand_holds_nothing():
    t = attacking(TEN, IDLE, health=(50, 90))
    strike(t, *["jab bo"] * 5)
    assert verbs(t, ANN) == {"end"}
    refused(t, "lay boot bo")


def test_a_partly_seen_hand():
    t = attacking("jab jab boot boot dart dart wave", IDLE, hands={ANN: "jab ? boot ? ?"})
    # Of seven, four are not seen: two in the hand's place may be anything but a third jab.
    assert cards(t, Lay, ANN) == {"jab", "boot", "dart", "wave"}
    t.do("lay jab bo", "lay jab bo")
    refused(t, "lay jab bo")
    t.do("lay dart bo", "lay wave")
    # Three unseen ones were shown, so the last card is the boot.
    assert hand(t, ANN) == ["boot"]
    refused(t, "lay dart bo")


def test_steal_from_an_unseen_hand_shows_a_card():
    t = attacking("snatch jab jab jab jab", "jab jab boot boot wall mint loft")
    t.do("steal snatch bo")
    due = request(t)
    assert (due.verb, t.seen_by()) == ("taken", None)
    for value in ("wall", "mint", "?", "dart"):
        with pytest.raises(IllegalOutcome):
            t.outcome(due.stream, [value])
    # Two of the seven are not in the hand, so two cards at least are no structures.
    with pytest.raises(IllegalOutcome):
        t.outcome(due.stream, ["none"])
    t.do("taken boot")
    assert (discard(t, ANN), hand(t, BO)) == ({"boot": 1}, ["?"] * 4)


def test_steal_from_an_unseen_hand_that_may_be_all_green():
    t = attacking("snatch snatch jab jab jab", "jab wall mint loft shrine forge")
    t.do("steal snatch bo")
    t.do("taken none")
    assert (discard(t, ANN), len(hand(t, BO))) == ({}, 5)
    assert sorted(t.state.seats[ANN].front) == ["snatch"]
    # So the jab is the one card on the deck.
    assert {m.structure for m in legal(t, Build, BO)} == {
        "wall", "mint", "loft", "shrine", "forge",
    }  # fmt: skip
    t.do("end", "attack")
    refused(t, "lay jab ann")
    t.do("end")
    draw(t)


def test_steal_after_none_asks_for_nothing_more():
    t = attacking("snatch snatch jab jab jab", "jab wall mint loft shrine forge")
    t.do("steal snatch bo", "taken none", "steal snatch bo")
    assert (t.due(), t.waits()) == ("", ["Ann"])


def test_steal_of_what_an_unseen_hand_showed_before():
    # The only cloak blocked, so it is not there to be taken.
    t = attacking("snatch jab jab jab jab", "cloak jab jab jab jab jab jab")
    strike(t, "jab bo", answers=("block cloak", "take"))
    t.do("steal snatch bo")
    if t.due():
        with pytest.raises(IllegalOutcome):
            t.outcome(request(t).stream, ["cloak"])
        t.do("taken jab")
    assert discard(t, ANN) == {"jab": 1}


PAIRS = [
    ("jab jab jab jab jab", "boot boot boot boot boot"),
    ("jab jab jab boot boot", "? ? ? ? ?"),
    ("jab jab jab jab boot", "jab boot boot boot boot"),
]


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_views_are_equal_whatever_a_hand_holds(one, other):
    t, u = (begun(TEN, IDLE, IDLE, hands={ANN: cards}) for cards in (one, other))
    for seat in (BO, CY, None):
        assert seen(t, seat) == seen(u, seat)
    assert seen(t, ANN) != seen(u, ANN)


@pytest.mark.parametrize(("one", "other"), PAIRS)
@pytest.mark.parametrize("house", [{}, {"reshuffle": "kept-out"}])
def test_views_are_equal_whatever_was_discarded_unused(one, other, house):
    t, u = (begun(f"{TEN} dart dart", IDLE, hands={ANN: cards}, **house) for cards in (one, other))
    for _ in range(7):
        for table in (t, u):
            table.do("attack", "end")
            while table.due():
                table.do("draw " + " ".join(["?"] * request(table).count))
        for seat in (BO, None):
            assert seen(t, seat) == seen(u, seat)


def test_views_are_equal_whatever_was_drawn_across_a_shuffle():
    t, u = (
        begun("jab jab jab jab boot boot boot", IDLE, hands={ANN: cards})
        for cards in ("jab jab jab jab boot", "jab jab boot boot boot")
    )
    for table in (t, u):
        table.do("attack", "lay jab bo", "hit", "take", "end")
        assert (table.due(), request(table).count) == ("draw", 3)
    for seat in (BO, None):
        assert seen(t, seat) == seen(u, seat)
    t.do("draw jab jab jab")
    u.do("draw boot boot jab")
    for table in (t, u):
        rest(table)
    for seat in (BO, None):
        assert seen(t, seat) == seen(u, seat)


def test_a_draw_is_asked_for_although_the_hidden_cards_leave_one_name():
    # All jabs were in the first hand, or one boot was: nobody else can tell from what is asked.
    t, u = (
        begun("jab jab jab jab jab jab boot", IDLE, hands={ANN: cards})
        for cards in ("jab jab jab jab jab", "jab jab jab jab boot")
    )
    for table in (t, u):
        table.do("attack", "end")
        assert (table.due(), request(table).count) == ("draw", 3)
        assert seen(table, BO) == seen(t, BO)


def test_a_steal_is_asked_for_although_the_hidden_hand_has_one_kind():
    t, u = (
        attacking("snatch jab jab jab jab", "jab jab jab jab jab boot", hands={BO: cards})
        for cards in ("jab jab jab jab jab", "jab jab jab jab boot")
    )
    for table in (t, u):
        table.do("steal snatch bo")
        assert table.due() == "taken"
    assert seen(t, ANN) == seen(u, ANN)
    t.do("taken jab")
    u.do("taken jab")
    assert seen(t, ANN) == seen(u, ANN)


def test_a_steal_is_asked_for_although_the_hidden_hand_is_all_green():
    deck_of_bo = "jab wall mint loft shrine forge"
    t = attacking("snatch jab jab jab jab", deck_of_bo, hands={BO: "wall mint loft shrine forge"})
    u = attacking("snatch jab jab jab jab", deck_of_bo, hands={BO: "jab wall mint loft shrine"})
    for table in (t, u):
        table.do("steal snatch bo")
        assert table.due() == "taken"
    assert seen(t, ANN) == seen(u, ANN)
    with pytest.raises(IllegalOutcome):
        t.outcome(request(t).stream, ["jab"])
    with pytest.raises(IllegalOutcome):
        u.outcome(request(u).stream, ["none"])
    t.do("taken none")
    u.do("taken jab")


def test_views_after_blocks_from_hands_seen_and_unseen():
    t, u = (
        attacking(BRAWLER, "shield shield cloak jab jab jab boot", hands={BO: cards})
        for cards in ("shield shield cloak jab boot", "? ? ? ? ?")
    )
    for table in (t, u):
        strike(table, "jab bo", answers=("block shield", "take"))
        strike(table, "jab bo", answers=("block cloak", "take"))
    for seat in (ANN, None):
        assert seen(t, seat) == seen(u, seat)


def test_a_view_of_a_view_is_the_same():
    t = begun(TEN, TEN, hands={ANN: "jab jab jab boot boot", BO: "boot boot boot boot jab"})
    t.do("attack", "lay jab bo", "hit", "take", "end")
    for seat in (ANN, BO, None):
        own = t.game.view(t.state, seat)
        assert seen(t, None) == seen_of(t, own, None)
        assert seen(t, seat) == seen_of(t, own, seat)


def seen_of(t, state, seat):  # type: ignore[no-untyped-def]
    return fold.state_bytes(t.game.view(state, seat))


def test_a_view_changes_nothing():
    t = begun(TEN, IDLE, hands={ANN: "jab jab jab boot boot"})
    before = t.keeper.digest(t.state)
    for seat in (ANN, BO, None):
        view = t.game.view(t.state, seat)
        view.seats[ANN].hand.append("jab")
        view.seats[BO].health = 1
    assert t.keeper.digest(t.state) == before


def test_the_unseen_are_dealt_when_luck_takes_over():
    t = begun(f"{TEN} dart dart dart", f"{TEN} wall", IDLE)
    t.do("attack", "lay jab bo", "hit", "take", "end")
    draw(t)
    assert hand(t, ANN) == ["?"] * 5
    t.event(Reseeded("7"))
    t._luck()
    for seat in (ANN, BO):
        assert "?" not in hand(t, seat)
        assert "?" not in discard(t, seat)
    owned = f"{TEN} dart dart dart".split()
    left = [*hand(t, ANN), *t.state.seats[ANN].buried, *t.state.seats[ANN].discard]
    for card in left:
        owned.remove(card)
    assert len(owned) == deck(t, ANN)
    streams = {getattr(event, "stream", "") for event in t.events[-13:]}
    assert "unseen" in streams


def test_what_is_known_is_not_dealt_again():
    t = begun(TEN, TEN, hands={ANN: "jab jab jab boot boot"})
    t.event(Reseeded("7"))
    t._luck()
    assert hand(t, ANN) == ["boot", "boot", "jab", "jab", "jab"]


def test_a_purchase_is_the_same_for_everybody():
    t, u = (
        begun(f"{RICH} jab jab", IDLE, hands={ANN: cards})
        for cards in ("gold gold gold gold gold", "gold gold gold jab jab")
    )
    for table in (t, u):
        table.do("upgrade", "spend gold", "buy strike", "buy wall", "end")
        assert (table.due(), request(table).count) == ("draw", 3)
    for seat in (BO, None):
        assert seen(t, seat) == seen(u, seat)
