"""Who the game waits for and who may interrupt; what chance decides: the two tables."""

from engine.chance import Draw, choices
from tests.engine.taidian.box import BOMB, IDLE
from tests.engine.taidian.table import (
    ANN,
    BO,
    BRAWLER,
    CY,
    begun,
    draw,
    match,
    refused,
    request,
    rest,
    strike,
    verbs,
)

ELEVEN = "jab jab jab jab jab boot boot boot boot boot dart"
HOME = "wall mint dart dart coin"
"""A deck with something to build."""


def stands(t, waits, may, build=()):  # type: ignore[no-untyped-def]
    """The match waits for one seat, which may do this; these may build."""
    assert t.waits() == [waits]
    for seat, name in enumerate(t.names):
        want = set(may.split()) if name == waits else set()
        if name in build:
            want |= {"build"}
        assert verbs(t, seat) == want, name
        if name not in build:
            refused(t, f"{name}: build wall")


ALL = ("Ann", "Bo", "Cy")


def test_waits_in_set_up_clockwise():
    t = match(HOME, HOME, HOME, first=BO)
    for name in ("Bo", "Cy", "Ann"):
        stands(t, name, "choose")
        t.do(f"choose {['ape', 'bat', 'cow'][t.names.index(name)]}")


def test_waits_when_a_turn_begins():
    t = begun(HOME, HOME, HOME)
    stands(t, "Ann", "attack upgrade", ALL)
    t.do("attack", "end")
    stands(t, "Bo", "attack upgrade", ALL)


def test_waits_while_attacking_with_no_batch_open():
    t = begun("wall jab firebomb snatch wave", HOME, HOME)
    t.do("attack")
    stands(t, "Ann", "lay steal end", ALL)
    t.do("Cy: build wall")
    stands(t, "Ann", "lay steal firebomb end", ALL)
    strike(t, "jab bo")
    stands(t, "Ann", "lay steal firebomb end", ALL)


def test_waits_while_a_batch_is_open():
    t = begun("wall jab jab wave wave", HOME, HOME)
    t.do("attack", "lay wave")
    stands(t, "Ann", "lay declare")
    t.do("declare bo")
    stands(t, "Ann", "lay declare hit")
    t.do("declare cy")
    stands(t, "Ann", "lay hit")


def test_waits_while_a_closed_batch_is_answered():
    t = begun("wall jab jab wave wave", "wall mint cloak shield jab", HOME)
    t.do("attack", "lay jab bo", "lay jab cy", "hit")
    stands(t, "Bo", "block take")
    t.do("block cloak")
    stands(t, "Bo", "block take")
    t.do("block shield")
    stands(t, "Bo", "take")
    t.do("take")
    stands(t, "Cy", "take")
    t.do("take")
    stands(t, "Ann", "lay end", ALL)


def test_waits_under_a_bomb_with_points():
    t = begun("firebomb jab jab wave wave", HOME, HOME, cards=[BOMB])
    t.do("Bo: build wall", "attack", "firebomb bo wall")
    assert (t.waits(), verbs(t, BO), verbs(t, CY)) == (["Bo"], {"take"}, set())
    t.do("take")
    assert verbs(t, CY) == {"build"}


def test_waits_while_upgrading():
    t = begun("wall coin flash bolt jab", HOME, HOME)
    t.do("upgrade")
    stands(t, "Ann", "charge spend end", ALL)
    t.do("spend coin")
    stands(t, "Ann", "charge buy end", ALL)
    t.do("charge bolt")
    stands(t, "Ann", "charge buy end", ALL)


def test_waits_while_upgrading_with_at_ten_may():
    t = begun("wall coin flash bolt jab", HOME, HOME, at_ten="may")
    t.do("upgrade", "charge flash")
    stands(t, "Ann", "charge spend power end", ALL)


def test_waits_while_a_power_is_owed():
    t = begun("wall coin flash bolt jab", HOME, HOME)
    t.do("upgrade", "charge flash")
    stands(t, "Ann", "power")
    t.do("power might")
    stands(t, "Ann", "charge spend end", ALL)
    t = begun("reactor wall coin bolt jab", HOME, HOME)
    t.do("build reactor", "upgrade")
    stands(t, "Ann", "power")


def test_waits_for_chance_after_steal_and_after_end():
    t = begun("snatch jab jab boot dart", HOME, HOME)
    t.do("attack", "steal snatch bo")
    assert (t.waits(), t.moves(), t.due()) == ([], [], "taken")
    refused(t, "Bo: build wall")
    t = begun(ELEVEN, HOME, HOME)
    t.do("attack", "end")
    assert (t.waits(), t.moves(), t.due()) == ([], [], "draw")
    refused(t, "Bo: build wall")


def test_waits_while_the_match_is_over_for_nobody():
    t = begun(BRAWLER, HOME, health=(50, 5))
    t.do("attack")
    strike(t, "jab bo")
    assert (t.waits(), t.moves(), t.due()) == ([], [], "")


def test_chance_opening_hand():
    t = match(ELEVEN, ELEVEN, first=BO)
    t.do("choose ape", "choose bat")
    due = request(t)
    assert isinstance(due, Draw)
    assert (due.verb, due.stream, due.count, due.seen_by) == ("draw", "1/turn 0/hand", 5, BO)
    assert due.pool == {"jab": 5, "boot": 5, "dart": 1}
    draw(t)
    assert request(t).stream == "0/turn 0/hand"


def test_chance_hand_after_a_turn():
    t = begun(ELEVEN, ELEVEN, first=BO, hands={ANN: "jab jab jab jab dart"})
    seen = []
    for _ in range(4):
        t.do("attack", "end")
        due = request(t)
        assert due.verb == "draw"
        seen.append((due.stream, due.count, due.seen_by))
        if due.stream == "0/turn 1/hand":
            assert due.pool == {"jab": 1, "boot": 5}
        draw(t)
    assert seen == [
        ("1/turn 1/hand", 5, BO),
        ("0/turn 1/hand", 5, ANN),
        ("1/turn 2/hand", 4, BO),
        ("0/turn 2/hand", 4, ANN),
    ]


def test_chance_the_number_of_a_hand_is_that_of_the_seats_own_turns():
    # Bo concedes, and Ann's next hand is asked for on the same stream.
    streams = []
    for leave in (False, True):
        t = begun(ELEVEN, IDLE, IDLE)
        t.do("attack", "end")
        draw(t)
        t.do(*(["Bo: concede"] if leave else ["attack", "end"]))
        t.do("attack", "end", "attack", "end")
        streams.append(request(t).stream)
    assert streams == ["0/turn 2/hand", "0/turn 2/hand"]


def test_chance_printed_cards_are_all_that_the_seat_owns():
    t = begun(ELEVEN, IDLE, hands={ANN: "jab jab jab jab dart"})
    t.do("attack", "end")
    assert request(t).printed == {"jab": 5, "boot": 5, "dart": 1}


def test_chance_steal():
    t = begun(IDLE, "jab jab jab boot wall", "snatch snatch jab jab jab")
    rest(t)
    rest(t)
    t.do("attack", "steal snatch bo")
    due = request(t)
    # The stream names the thief and his turn, and not the victim.
    assert (due.verb, due.stream, t.seen_by()) == ("taken", "2/turn 1/steal", None)
    assert set(choices(due, 0)) == {"jab", "boot"}
    t.do("taken boot", "steal snatch ann")
    due = request(t)
    assert due.stream == "2/turn 1/steal"
    assert set(choices(due, 0)) == {"dart", "cloak", "bolt", "coin"}


def test_chance_steal_needs_nobody_where_one_card_is_certain():
    # Everybody knows the hand of a deck of five.
    t = begun("snatch jab jab jab jab", "jab jab jab jab wall")
    t.do("attack", "steal snatch bo")
    assert t.due() == ""
    assert t.state.seats[BO].hand.count("jab") == 3


def test_chance_unused_cards():
    t = begun(ELEVEN, IDLE, unused_cards="open")
    t.do("attack", "lay jab bo", "hit", "take", "end")
    due = request(t)
    assert isinstance(due, Draw)
    assert (due.verb, due.stream, due.count) == ("shown", "0/turn 1/unused", 4)
    assert due.seen_by is None
    t.do("shown jab boot boot dart")
    assert (t.due(), request(t).stream) == ("draw", "0/turn 1/hand")
    assert request(t).pool == {"jab": 3, "boot": 3}


def test_chance_is_by_luck_in_a_seeded_match():
    t = match(ELEVEN, ELEVEN, seed="7")
    t.do("choose ape", "choose bat")
    assert t.waits() == ["Ann"]
    assert "?" not in t.state.seats[ANN].hand
    u = match(ELEVEN, ELEVEN, seed="7")
    u.do("choose ape", "choose bat")
    assert t.state.seats[BO].hand == u.state.seats[BO].hand


def test_chance_of_a_seat_does_not_hang_on_what_others_did():
    hands = []
    for quiet in (True, False):
        t = match(ELEVEN, ELEVEN, IDLE, seed="11")
        t.do("choose ape", "choose bat", "choose cow")
        t.do("attack")
        if not quiet:
            t.do(f"lay {t.state.seats[ANN].hand[0]} cy", "hit", "take")
        t.do("end", "attack", "end")
        hands.append(t.state.seats[BO].hand)
    assert hands[0] == hands[1]
