"""Components, Setup: the deck, the split, how the cards lie, what is known."""

import msgspec
import pytest

from engine import fold
from engine.errors import BadPack
from engine.games.esoteric_beasts import GAME, Beasts
from engine.games.esoteric_beasts.pack import Pack
from replay.packs import game_of, shipped
from tests.engine.beasts.box import BEASTS, BOX, MONSTERS, NAMES, TAME
from tests.engine.beasts.table import (
    SET,
    cannot_flip,
    deals,
    energy,
    hand,
    match,
    see,
    stands,
    weights,
)

DECK: Pack = game_of("esoteric-beasts", shipped(Beasts)).pack
BY_NAME = {card.name: card for card in DECK.card}
PUBLIC = {
    "Ding Dong Bat": ("air", 2, 1), "Corporal Cocky": ("air", 2, 1),
    "Feathered Armor": ("air", 1, 1), "Hell Swine": ("fire", 2, 1),
    "Bone Ripper": ("fire", 2, 1), "Smoke Ball": ("fire", 1, 1),
    "Butthead Pup": ("earth", 1, 1), "Blade Wings": ("earth", 1, 1),
    "Armoured Horns": ("earth", 3, 1), "Bandit Bob": ("water", 1, 2),
}  # fmt: skip
PARTNERS = {
    "Flame Bubba": "Flame Dicer",
    "Snare Seal": "Octoweb",
    "Horn Drake": "Skin Radar",
    "Bushfang Male": "Bushfang Female",
}


def changed(**change: object) -> Pack:
    return msgspec.structs.replace(BOX, **change)


def test_L7_one_player():
    assert GAME is Beasts
    assert (Beasts.name, Beasts.players) == ("esoteric-beasts", (1, 1))
    t = match()
    assert t.state.seating == [0]
    assert [s.seats for s in fold.standing(t.game, t.state)] == [[0]]


def test_L11_the_full_deck_has_60_cards():
    assert len(DECK.card) == 60
    for cards in (BOX.card[:-1], [*BOX.card, msgspec.structs.replace(BOX.card[0], name="more")]):
        with pytest.raises(BadPack, match="60"):
            Beasts(changed(card=cards))
    assert len(NAMES) == len(set(NAMES)) == 60


def test_L23a_20_esoteric_beasts_apart_from_40():
    for pack in (DECK, BOX, TAME):
        assert [bool(card.spell) for card in pack.card].count(True) == 20
    fewer = [msgspec.structs.replace(c, spell="") if c.name == "xf11" else c for c in BOX.card]
    with pytest.raises(BadPack, match="20"):
        Beasts(changed(card=fewer))
    t = match()
    assert sum(deal.unseen for deal in t.state.deals.values()) == 60
    assert sum(deal.esoteric for deal in t.state.deals.values()) == 20


def test_L23b_the_look_alikes_and_whom_they_name_are_ordinary():
    for name in [*PARTNERS, *PARTNERS.values()]:
        assert BY_NAME[name].spell == ""


def test_L23c_abilities_and_links_between_cards_have_no_effect():
    # Horn Drake on Skin Radar is a match of two air cards and nothing more.
    t = match(pack=DECK)
    t.do("flip Skin Radar", "explore life 1 Horn Drake")
    assert hand(t)[0] == "S:Horn Drake"
    assert hand(t)[-1] == "S:Skin Radar"
    # Spells are only names: with others, the same lines give the same state.
    other = [
        msgspec.structs.replace(c, spell=f"wish {n}" if c.spell else "")
        for n, c in enumerate(BOX.card)
    ]
    lines = ["flip xf11", "explore life 1 f11", "subdue attack f12", "explore attack 2 xf12"]
    states = []
    for pack in (BOX, changed(card=other)):
        t = match(pack=pack)
        t.do(*lines)
        states.append(fold.state_bytes(t.state))
    assert states[0] == states[1]


def test_L24_the_ordinary_cards_are_13_and_27():
    assert {k: u - e for k, (u, e) in deals(match()).items()} == {"A": 13, "B": 27}


def test_L26_any_of_the_20_may_be_in_either_set():
    # Each Beast has 7 of 20 chances to be in Set A, each ordinary card 13 of 40.
    expected = {n: 7 * 40 if n in BEASTS else 13 * 20 for n in NAMES}
    assert list(weights(match()).items()) == list(expected.items())
    assert sum(expected.values()) == 20 * 20 * 40


def test_L28_set_a_is_13_and_7():
    t = see(match(), *BEASTS[:7])
    assert deals(t)["A"] == (13, 0)
    assert set(weights(t)) == set(MONSTERS)
    cannot_flip(t, *BEASTS[7:])
    tame = [n for n in MONSTERS if n[-2:] not in ("23", "99")]
    t = see(match(), *tame[:13])
    assert deals(t)["A"] == (7, 7)
    assert set(weights(t)) == set(BEASTS)
    cannot_flip(t, tame[13], "f99")


def test_L30_set_b_is_27_and_13():
    assert deals(match())["B"] == (40, 13)
    # All of Set A is seen, 7 of it Beasts: the 13 others can only come out of Set B.
    tame = [n for n in MONSTERS if n[-2:] not in ("23", "99")]
    t = see(match(), *BEASTS[:7], *tame[:13])
    assert deals(t) == {"A": (0, 0), "B": (40, 13)}
    assert len(energy(t)) == 40


def test_L32_all_start_face_down_and_unseen():
    t = match()
    assert hand(t) == ["A"] * 20
    assert energy(t) == ["B"] * 40
    assert (t.state.captured, t.state.thrashed, t.state.discard) == ([], [], [])
    assert t.due() == "flip"


def test_L34_the_order_of_set_a_changes_only_by_a_rule():
    t = see(match(), "f11", "xw11", "a13")
    assert hand(t) == ["A"] * 17 + ["S:f11", "S:xw11", "S:a13"]
    assert energy(t) == ["B"] * 40


def test_R2_no_order_is_stored_in_a_seeded_match():
    # The seed is no part of the state, and two seeds differ in the card that came up alone.
    one, two = match(seed="one").state, match(seed="two").state
    assert hand(match(seed="one"))[1:] == ["A"] * 19
    assert one.energy == two.energy == ["B"] * 40


def test_R4_what_was_seen_is_open_in_every_view():
    t = stands(["U:f11", "S:w11", "D:a11", "A"], ["B", "xe11", "B"], ["xa11"], discard=["e11"])
    for seat in (None, 0):
        view = t.game.view(t.state, seat)
        assert type(view) is type(t.state)
        assert fold.state_bytes(view) == fold.state_bytes(t.state)
        assert view is not t.state
        assert view.hand is not t.state.hand
        assert view.deals["A"] is not t.state.deals["A"]


def test_the_deck_that_ships_has_what_is_known():
    for name, (element, life, attack) in PUBLIC.items():
        card = BY_NAME[name]
        assert (card.element, card.life, card.attack) == (element, life, attack)
        assert bool(card.spell) == (name == "Armoured Horns")
    assert BY_NAME["Armoured Horns"].spell == "Wall of Rock"
    assert "Pulse Eel" in BY_NAME
    assert BY_NAME["Pulse Eel"].spell == ""


def test_the_deck_that_ships_is_15_of_each_element_5_of_them_esoteric():
    assert [element.name for element in DECK.element] == ["fire", "water", "air", "earth"]
    assert [e.people for e in DECK.element] == ["Ashw", "Esbner", "Ukelele", "Ohif"]
    for element in DECK.element:
        mine = [card for card in DECK.card if card.element == element.name]
        assert (len(mine), sum(bool(card.spell) for card in mine)) == (15, 5)


def test_the_deck_that_ships_has_few_cards_with_both_values_2():
    both = [c for c in DECK.card if min(c.life, c.attack) >= 2]
    assert len(both) == 17
    assert "Flame Dicer" in [c.name for c in both]
    assert sum(bool(c.spell) for c in both) == 11
    assert min(min(c.life, c.attack) for c in DECK.card) == 1


def test_the_deck_that_ships_alternates_as_evenly_as_it_can():
    for count in range(61):
        beasts = sum(bool(card.spell) for card in DECK.card[:count])
        assert abs(3 * beasts - count) < 3


def test_the_deck_that_ships_says_where_its_values_come_from():
    for card in DECK.card:
        assert card.source
    assert BY_NAME["Hell Swine"].source == "public"
    assert BY_NAME["Flame Bubba"].source["name"] == "rulebook"
    assert BY_NAME["Pyre Stag"].source == "house"


@pytest.mark.parametrize(
    ("place", "change"),
    [
        (3, {"name": "xf11"}),
        (3, {"name": "X-F 11"}),
        (3, {"name": ""}),
        (3, {"name": "life"}),
        (3, {"name": "Att boy"}),
        (3, {"name": "a"}),
        (3, {"name": "two:faced"}),
        (3, {"name": "bell\x07"}),
        (3, {"element": "metal"}),
    ],
)
def test_a_deck_that_cannot_be_typed_or_played_is_refused(place, change):
    cards = list(BOX.card)
    cards[place] = msgspec.structs.replace(cards[place], **change)
    with pytest.raises(BadPack) as refusal:
        Beasts(changed(card=cards))
    assert refusal.value.path.startswith("card[")


def test_a_deck_needs_four_elements():
    with pytest.raises(BadPack, match="element"):
        Beasts(changed(element=BOX.element[:3]))


def test_the_deck_of_the_tests_is_what_a_pack_file_can_say():
    for pack in (BOX, TAME):
        assert msgspec.json.decode(msgspec.json.encode(pack), type=Beasts.Pack) == pack
    assert len(SET) == 4
