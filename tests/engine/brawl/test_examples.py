"""The two worked examples of the rulebook, played at a table."""

import msgspec

from engine.games.taiwan_monsters_brawl import Brawl
from tests.engine.brawl.box import BOX
from tests.engine.brawl.table import put
from tests.engine.driver import Table

ERICH, CLAUDIA, SOPHIA = range(3)


def table_of_three(claudia: str) -> Table:
    """Erich, Claudia and Sophia before the first reveal; Erich holds a Mountain Troll."""
    t = Table(Brawl(BOX), ["Erich", "Claudia", "Sophia"])
    t.do("choose ram", "choose ox", "choose hen", "start a", "start a", "start a")
    t.do("draw mountain troll", f"draw {claudia}", "draw explosion")
    return t


def test_L203_214_example_1():
    t = table_of_three("eye of the monster")
    # Claudia's card is worth 3 VP.
    t.do("reveal p1 p2 p3 q1", "claim p1", "claim p3", "claim p2")
    put(t, ERICH, chi=3, colored={"a3": "reroll"})
    put(t, CLAUDIA, vp=4, colored={"e9": "chi"})
    t.do("challenge claudia")
    # A Die cell and a Reroll: 2, rerolled 3, a Mountain Troll for 3 chi: 4.
    t.do("line a3-b3", "use a3", "roll 1 1 0 0", "reroll 1 1 1 0")
    t.do("Erich: cast mountain troll", "keep")
    assert t.state.seats[ERICH].chi == 0
    # Eye of the Monster is 1 VP at once; a Die cell and a Points cell: 2.
    t.do("Claudia: cast eye of the monster")
    assert t.state.seats[CLAUDIA].vp == 5
    t.do("line e9-g9", "use e9", "roll 1 0 0 0", "keep", "conclude")
    # 3 VP of the card and 4 - 2.
    assert [seat.vp for seat in t.state.seats] == [5, 5, 0]
    assert [seat.card for seat in t.state.seats] == ["p1", "", "p2"]
    assert [seat.injured for seat in t.state.seats] == [False, False, False]


def test_L216_225_example_2():
    t = table_of_three("explosion")
    # Erich's card is worth 3 VP, Sophia's 2.
    t.do("reveal p1 p2 p3 q1", "claim p3", "claim p1", "claim p2")
    t.do("challenge claudia", "roll 0 0 0", "keep", "roll 1 0 0", "keep", "conclude")
    assert t.state.seats[ERICH].injured
    assert [seat.card for seat in t.state.seats] == ["p3", "p1", "p2"]
    t.do("pass chi", "place chi h1")
    assert t.waits() == ["Sophia"]
    put(t, ERICH, colored={"a3": "chi"})
    t.do("challenge erich", "roll 1 1 1", "keep")
    # Four points less 1 for the injury tie Sophia's 3.
    t.do("line a3-b3", "use a3", "roll 1 1 1 1", "keep", "conclude")
    assert [seat.vp for seat in t.state.seats] == [0, 0, 0]
    assert [seat.card for seat in t.state.seats] == ["p3", "p1", "p2"]
    assert [seat.injured for seat in t.state.seats] == [True, False, False]
    t.do("score")
    # The injured scores as well.
    assert [seat.vp for seat in t.state.seats] == [3, 1, 2]


def test_the_box_of_the_tests_is_what_a_pack_file_can_say():
    text = msgspec.json.encode(BOX)
    assert msgspec.json.decode(text, type=Brawl.Pack) == BOX
