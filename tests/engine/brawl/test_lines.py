"""B-2: which lines are valid, what they fire, and what their runes do."""

import pytest

from engine.chance import Draw
from engine.games.taiwan_monsters_brawl.moves import Line, Use
from tests.engine.brawl.table import (
    ANA,
    BEN,
    CAI,
    acted,
    attack,
    chi,
    claimed,
    cleaned,
    dice,
    facing,
    give,
    illegal,
    legal,
    margin,
    pool,
    put,
    refused,
    request,
    supply,
    verbs,
    vp,
)

B2 = ("B-2", "Board Operation")
PARTS = ("B-2", "Board Operation", "Component", "Rune")
FORGED = {"a1": "chi", "b1": "chi"}


def lined(colored, exhausted=None, monsters=("ram", "ox", "hen", "boar"), **setting):  # type: ignore[no-untyped-def]
    """Ana, with these runes, has challenged Ben, the leader with 9 VP and a card of 2."""
    t = facing(monsters=monsters, **setting)
    put(t, ANA, colored=colored, exhausted=exhausted or {})
    t.do("challenge ben")
    return t


def lines(t):  # type: ignore[no-untyped-def]
    return sorted(m.line for m in legal(t, Line))


def answered(t, b="0 0 0"):  # type: ignore[no-untyped-def]
    """The roller keeps, Ben answers without a line; what Ana wins by."""
    t.do("keep", f"roll {b}", "keep")
    return margin(t)


def test_L163_a_valid_line_may_wait_for_a_later_duel():
    t = lined(FORGED)
    t.do("roll 0 0 0", "keep", "roll 0 0 0", "keep", "conclude")
    assert t.state.seats[ANA].colored == FORGED
    cleaned(acted(t))
    assert t.state.seats[ANA].colored == FORGED
    t.do("reveal q1 q2 q3 q4", "claim q1", "claim q2", "claim q3")
    t.do("challenge ana", "roll 0 0 0", "keep", "line a1-b1", "use a1", "use b1")
    assert chi(t)[ANA] == 4


@pytest.mark.parametrize(
    ("colored", "exhausted", "valid"),
    [
        ({"a1": "chi", "b1": "chi"}, {}, True),
        ({"a1": "chi"}, {"b1": "chi"}, True),
        ({}, {"a1": "chi", "b1": "chi"}, False),
        ({"a1": "chi"}, {}, False),
        ({"b1": "chi"}, {}, False),
    ],
)
def test_L167_171_every_blank_is_filled_and_one_rune_is_colored(colored, exhausted, valid):
    t = lined(colored, exhausted)
    assert lines(t) == (["a1-b1"] if valid else [])
    if not valid:
        illegal(t, ANA, Line("a1-b1"), *B2)


def test_L167_171_vertical_and_horizontal():
    t = lined({"a1": "chi", "b1": "chi", "c1": "chi"}, monsters=("elk", "ox", "hen"))
    # c2 is a grey die and c3 an empty space, so c1-c2 is a line of two cells.
    assert lines(t) == ["a1-c1", "c1-c2"]
    t = lined({"b1": "chi", "b3": "chi"}, monsters=("elk", "ox", "hen"))
    assert lines(t) == ["b1-b3"]
    t = lined({"a2": "chi"}, monsters=("elk", "ox", "hen"))
    assert lines(t) == ["a2-c2"]
    t = lined({"a1": "chi", "a2": "chi", "a3": "spell"}, monsters=("elk", "ox", "hen"))
    assert lines(t) == ["a1-a3", "a2-c2"]


def test_L167_171_a_single_cell_is_no_line():
    t = lined({"h1": "chi"})
    assert lines(t) == []
    illegal(t, ANA, Line("h1-h1"), *B2)
    t = lined({"a1": "chi"}, monsters=("slug", "ox", "hen"))
    # A Points cell counts to the length: Chi on a1 and the point on b1 are two cells.
    assert lines(t) == ["a1-b1"]
    t = lined({"d1": "chi", "f1": "chi"}, monsters=("slug", "ox", "hen"))
    assert lines(t) == []


def test_L167_171_a_designated_cell_must_hold_its_rune():
    t = lined({"a9": "ultimate", "c9": "chi"})
    assert lines(t) == []
    t = lined({"a9": "ultimate", "c9": "chi"}, {"b9": "ultimate"})
    assert lines(t) == ["a9-c9"]


def test_L167_171_die_and_points_alone_are_no_line():
    # j3-k3 is 2 points and a grey die: no rune, so none is colored.
    t = lined({})
    assert lines(t) == []
    illegal(t, ANA, Line("j3-k3"), *B2)


def test_L167_171_part_of_a_run_is_no_line():
    t = lined(dict.fromkeys(("a7", "b7", "c7"), "chi"))
    assert lines(t) == []
    illegal(t, ANA, Line("a7-b7"), *B2)
    illegal(t, ANA, Line("a7-c7"), *B2)
    t = lined(dict.fromkeys(("a7", "b7", "c7", "d7", "e7", "f7"), "chi"))
    assert lines(t) == ["a7-f7"]
    illegal(t, ANA, Line("b7-f7"), *B2)


def test_L175_177_a_diagonal_is_no_line():
    t = lined({"a1": "chi", "b3": "chi", "a2": "chi"}, monsters=("elk", "ox", "hen"))
    illegal(t, ANA, Line("a1-b2"), *B2)
    illegal(t, ANA, Line("a2-b3"), *B2)
    illegal(t, ANA, Line("a1-c3"), *B2)
    illegal(t, ANA, Line("c1-a3"), *B2)


def test_L175_177_no_empty_space_and_no_gap():
    t = lined({"a1": "chi", "b1": "chi", "d1": "chi", "e1": "chi"})
    assert lines(t) == ["a1-b1", "d1-f1"]
    illegal(t, ANA, Line("a1-e1"), *B2)
    illegal(t, ANA, Line("a1-f1"), *B2)
    illegal(t, ANA, Line("b1-c1"), *B2)
    illegal(t, ANA, Line("a1-a3"), *B2)
    t = lined({"a3": "spell", "b3": "chi"}, monsters=("elk", "ox", "hen"))
    assert lines(t) == ["a3-b3"]
    illegal(t, ANA, Line("a3-c3"), *B2)


def test_L175_177_a_line_of_exhausted_runes_is_refused():
    t = lined({}, FORGED)
    illegal(t, ANA, Line("a1-b1"), *B2)


def test_L153_157_a_line_is_optional_one_a_step_and_before_the_roll():
    t = lined({**FORGED, "d1": "chi", "e1": "chi"})
    refused(t, "Ben: line a1-b1")
    t.do("line a1-b1")
    refused(t, "line d1-f1")
    t.do("use a1", "use b1")
    refused(t, "line d1-f1", "B-1", "B-2")
    t.do("roll 0 0 0")
    refused(t, "line d1-f1", "B-1", "B-2")
    t.do("keep")
    refused(t, "Ana: line d1-f1")
    put(t, BEN, colored=FORGED)
    assert verbs(t, BEN) == {"line", "roll"}
    t.do("roll 0 0 0")
    refused(t, "line a1-b1", "B-1", "B-2")


def test_ruling_21_no_line_at_a_pass_or_between_turns():
    t = claimed()
    put(t, ANA, colored=FORGED)
    refused(t, "line a1-b1")
    t.do("pass chi")
    refused(t, "line a1-b1")
    t.do("place chi h1")
    refused(t, "Ana: line a1-b1")
    acted(t)
    refused(t, "Ana: line a1-b1")


def test_ruling_21_a_board_of_another_seat_has_no_line_for_the_roller():
    t = lined({})
    put(t, CAI, colored=FORGED)
    put(t, BEN, colored=FORGED)
    illegal(t, ANA, Line("a1-b1"), *B2)
    refused(t, "Cai: line a1-b1")


def test_L179_182_announcing_fires_the_cells_then_the_runes_are_owed():
    t = lined({"e9": "chi"})
    t.do("line e9-g9")
    # f9 gave a grey die at once; the point is in the total.
    assert pool(t) == [0, 3, 3]
    assert verbs(t, ANA) == {"use"}
    refused(t, "roll", *B2)
    assert t.state.seats[ANA].exhausted == {}
    t.do("use e9")
    assert (t.state.seats[ANA].colored, t.state.seats[ANA].exhausted) == ({}, {"e9": "chi"})
    t.do("roll 1 1 0 0")
    assert answered(t) == 3


def test_L55a_die_cell_is_rolled_at_once():
    for end, cells, took in (
        ("a3-b3", "a3", "grey grey grey grey"),
        ("d3-e3", "d3", "grey grey grey black"),
        ("g3-h3", "g3", "grey grey grey red"),
    ):
        t = lined({cells: "chi"})
        t.do(f"line {end}", f"use {cells}", "roll")
        assert dice(t) == took


def test_ruling_22_cells_fire_each_time_anew():
    t = lined({"a3": "chi"})
    t.do("line a3-b3", "use a3", "roll 0 0 0 0", "keep", "roll 0 0 0", "keep", "conclude")
    # The round goes on; Ana's rune is exhausted, another colored one makes the line valid again.
    put(t, ANA, colored={"a3": "chi"}, exhausted={})
    t.do("challenge ana", "roll 0 0 0", "keep", "line a3-b3", "use a3", "roll")
    assert dice(t) == "grey grey grey grey"


def test_L56a_points_are_added_at_once_and_not_saved():
    t = lined({"d1": "chi", "e1": "chi"})
    t.do("line d1-f1", "use d1", "use e1", "roll 1 0 0")
    assert answered(t) == 2
    # In Ben's duel against Ana later this round nothing of them is left: 0 to 1.
    t.do("draw ?")
    assert t.waits() == ["Cai"]
    t.do("challenge ana", "roll 1 0 0", "keep", "roll 0 0 0", "keep", "conclude")
    assert t.state.seats[ANA].card == ""


def test_L184_new_dice_are_rolled_now_and_not_saved():
    t = lined({"g3": "chi"})
    t.do("line g3-h3", "use g3", "roll 0 0 0 1")
    assert answered(t) == 1
    t.do("draw ?")
    assert pool(t) == [4, 3, 3]
    t.do("challenge ana", "roll 0 0 0", "keep", "roll")
    assert dice(t) == "grey grey grey"


def test_L58_turning_a_rune_exhausts_it():
    t = lined({"a1": "chi", "b1": "spell"})
    t.do("line a1-b1", "use b1", "draw ?")
    assert t.state.seats[ANA].colored == {"a1": "chi"}
    assert t.state.seats[ANA].exhausted == {"b1": "spell"}
    refused(t, "use b1", *B2)
    t.do("use a1")
    assert t.state.seats[ANA].exhausted == {"b1": "spell", "a1": "chi"}
    assert supply(t) == [14, 13, 13, 14, 14]


def test_L61_a_chi_rune_gives_2_chi():
    t = lined(FORGED)
    t.do("line a1-b1", "use a1")
    assert chi(t) == [2, 0, 0]
    t.do("use b1")
    assert chi(t) == [4, 0, 0]


def test_L62_a_spell_rune_draws_1():
    t = lined({"a1": "spell", "b1": "spell"})
    t.do("line a1-b1", "use a1")
    due = request(t)
    assert isinstance(due, Draw)
    assert (due.count, due.seen_by, due.stream) == (1, ANA, "spells")
    t.do("draw tornado")
    assert t.state.seats[ANA].hand.size == 2
    assert t.due() == ""
    t.do("use b1 tornado")
    assert t.state.seats[ANA].hand.size == 3


def test_L63_an_upgrade_lifts_one_die_before_the_roll():
    t = lined({"a1": "upgrade", "b1": "upgrade"})
    t.do("line a1-b1", "use a1 grey")
    assert pool(t) == [2, 2, 3]
    t.do("use b1 grey", "roll")
    assert pool(t) == [3, 1, 3]
    assert dice(t) == "grey black black"


def test_L63_black_becomes_red_and_red_is_the_end():
    t = lined({"g3": "upgrade"})
    t.do("line g3-h3")
    assert {m.die for m in legal(t, Use)} == {"grey", None}
    refused(t, "use g3 red", *PARTS)
    refused(t, "use g3 black", *PARTS)
    t = lined({"d3": "upgrade"})
    t.do("line d3-e3")
    assert {m.die for m in legal(t, Use)} == {"grey", "black", None}
    t.do("use d3 black", "roll")
    assert dice(t) == "grey grey grey red"
    assert pool(t) == [1, 3, 2]


def test_ruling_23_two_upgrades_may_lift_one_die():
    t = lined({"a1": "upgrade", "b1": "upgrade"})
    t.do("line a1-b1", "use a1 grey", "use b1 black", "roll")
    assert dice(t) == "grey grey red"
    assert pool(t) == [2, 3, 2]


def test_ruling_23_an_upgrade_lifts_a_die_of_a_die_cell():
    t = lined({"a3": "upgrade"})
    t.do("line a3-b3", "use a3 grey", "roll")
    assert dice(t) == "grey grey grey black"
    assert pool(t) == [1, 2, 3]


def test_ruling_23_a_color_that_is_out_is_no_target():
    # yak's a1-e1 takes all three black dice: grey cannot become black, black can become red.
    t = lined({"a1": "upgrade", "b1": "upgrade"}, monsters=("yak", "ox", "hen"))
    t.do("line a1-e1")
    assert pool(t) == [1, 0, 3]
    refused(t, "use a1 grey", *PARTS)
    t.do("use a1 black")
    assert pool(t) == [1, 1, 2]
    # The black die came back at once, so a grey one can take it.
    t.do("use b1 grey", "roll")
    assert dice(t) == "grey grey black black black red"
    assert pool(t) == [2, 0, 2]


def test_ruling_23_red_out_leaves_grey_to_black_only():
    t = lined({"a3": "upgrade", "b3": "upgrade"}, monsters=("yak", "ox", "hen"))
    t.do("line a3-e3")
    assert pool(t) == [1, 3, 0]
    t.do("use a3 grey")
    refused(t, "use b3 black", *PARTS)
    assert {m.die for m in legal(t, Use)} == {"grey", None}
    t.do("use b3 grey", "roll")
    assert dice(t) == "grey black black red red red"


def test_ruling_23_bare_use_declines_an_upgrade():
    t = lined({"a1": "upgrade", "b1": "chi"})
    t.do("line a1-b1", "use a1")
    assert t.state.seats[ANA].exhausted == {"a1": "upgrade"}
    t.do("use b1", "roll")
    assert dice(t) == "grey grey grey"


def test_ruling_23_an_upgrade_without_any_die_is_turned_for_nothing():
    # ram's a5-i5 takes every die of the box: all targets are out.
    t = lined({"a5": "upgrade"})
    t.do("line a5-i5")
    assert pool(t) == [0, 0, 0]
    assert [m.die for m in legal(t, Use)] == [None]
    refused(t, "use a5 grey", *PARTS)
    refused(t, "use a5 black", *PARTS)
    t.do("use a5", "roll")
    assert dice(t) == "grey grey grey grey black black black red red red"
    assert t.state.seats[ANA].exhausted == {"a5": "upgrade"}


def test_ruling_23_four_upgrades_lift_the_four_dice_one_after_the_other():
    t = lined(
        dict.fromkeys(("a7", "b7", "c7", "d7"), "upgrade"),
        monsters=("yak", "ox", "hen"),
    )
    t.do("line a7-d7", "use a7 grey", "use b7 grey", "use c7 grey")
    assert pool(t) == [4, 0, 3]
    refused(t, "use d7 grey", *PARTS)
    t.do("use d7 black", "roll")
    assert dice(t) == "black black red"


def test_L74_a_granted_die_whose_color_is_out_is_the_next_lower():
    # Eight red dice are asked for: 3 red, 3 black, the fourth grey, and then there is none.
    t = lined({"a5": "chi"})
    t.do("line a5-i5")
    assert pool(t) == [0, 0, 0]
    t.do("use a5", "roll")
    assert dice(t) == "grey grey grey grey black black black red red red"


def test_L74_there_are_four_greys_only():
    # c5 and d5 grant a grey die each; the fifth grey does not exist, and none is lower.
    t = lined({"a5": "chi", "b5": "chi"}, monsters=("yak", "ox", "hen"))
    t.do("line a5-d5")
    assert pool(t) == [0, 3, 3]
    t.do("use a5", "use b5", "roll")
    assert dice(t) == "grey grey grey grey"


def test_L186a_all_colored_runes_are_turned_in_the_owners_order():
    t = lined({"c7": "upgrade", "a7": "chi", "f7": "reroll", "b7": "spell"}, {"d7": "chi"})
    put(t, ANA, exhausted={"d7": "chi", "e7": "reroll"})
    t.do("line a7-f7")
    assert {m.cell for m in legal(t, Use)} == {"a7", "b7", "c7", "f7"}
    t.do("use f7", "use c7 grey", "use b7", "draw ?")
    refused(t, "roll", *B2)
    t.do("use a7", "roll")
    assert dice(t) == "grey grey black"
    assert chi(t) == [2, 0, 0]


def test_L186a_only_the_runes_of_the_line_are_used():
    t = lined({**FORGED, "d1": "chi"})
    t.do("line a1-b1")
    refused(t, "use d1", *B2)
    illegal(t, ANA, Use("f1"))
    illegal(t, ANA, Use())
    refused(t, "Ben: use a1")
    t.do("use a1", "use b1")
    refused(t, "use d1", *B2)
    assert t.state.seats[ANA].colored == {"d1": "chi"}


def test_ruling_24_a_die_or_a_seat_is_named_only_where_one_is_chosen():
    t = lined({"a1": "chi", "b1": "upgrade"})
    t.do("line a1-b1")
    illegal(t, ANA, Use("a1", "grey"))
    illegal(t, ANA, Use("a1", None, BEN))
    illegal(t, ANA, Use("b1", "grey", BEN))
    illegal(t, ANA, Use("b1", None, BEN))


def test_L186b_a_reroll_is_turned_but_acts_after_the_roll():
    t = lined({"a1": "reroll", "b1": "chi"})
    t.do("line a1-b1", "use a1")
    refused(t, "reroll")
    assert t.state.seats[ANA].exhausted == {"a1": "reroll"}
    t.do("use b1")
    refused(t, "reroll")
    t.do("roll 0 0 0")
    assert verbs(t, ANA) == {"reroll", "keep"}
    t.do("keep")
    refused(t, "Ana: reroll")
    assert t.state.seats[ANA].exhausted == {"a1": "reroll", "b1": "chi"}


def test_L188_an_exhausted_rune_fills_but_does_not_act():
    t = lined({"a1": "chi"}, {"b1": "upgrade"})
    t.do("line a1-b1")
    refused(t, "use b1", *B2)
    refused(t, "use b1 grey", *B2)
    t.do("use a1", "roll")
    assert dice(t) == "grey grey grey"
    assert t.state.seats[ANA].exhausted == {"b1": "upgrade", "a1": "chi"}


def test_L64_a_reroll_keeps_the_higher_total():
    for first, second, kept in (
        ("1 0 0", "1 1 0", 2),
        ("1 1 0", "1 0 0", 2),
        ("1 0 0", "0 0 0", 1),
    ):
        t = lined({"a1": "reroll", "b1": "chi"})
        t.do("line a1-b1", "use a1", "use b1", f"roll {first}", f"reroll {second}")
        refused(t, "reroll")
        assert answered(t) == kept


def test_L60_one_ultimate_at_a_time():
    # dog's Ultimate: Ben -2 chi, Ana +1 VP and +1 chi.
    t = lined({"a9": "ultimate", "b9": "ultimate", "c9": "chi"}, monsters=("dog", "ox", "hen"))
    t.do("line a9-c9", "use b9")
    refused(t, "use a9", *PARTS)
    refused(t, "roll", *B2)
    t.do("use c9")
    refused(t, "use a9", *PARTS)
    assert t.state.seats[ANA].colored == {"a9": "ultimate"}
    assert (vp(t), chi(t)) == ([1, 9, 0], [3, 0, 0])
    t.do("roll 0 0 0")


def test_ruling_25_one_of_the_ultimates_must_be_used():
    t = lined({"a9": "ultimate", "b9": "ultimate", "c9": "chi"})
    t.do("line a9-c9", "use c9")
    refused(t, "roll", *B2)
    assert {m.cell for m in legal(t, Use)} == {"a9", "b9"}
    t.do("use a9", "roll")
    assert dice(t) == "grey grey grey red"
    assert t.state.seats[ANA].colored == {"b9": "ultimate"}


def test_ruling_26_an_ultimate_of_the_spell_card_leaves_none_to_the_line():
    t = lined({"a9": "ultimate", "b9": "ultimate", "c9": "chi"})
    give(t, ANA, "spell", "spell")
    t.do("Ana: cast spell ultimate")
    assert pool(t) == [1, 3, 2]
    t.do("Ana: cast spell ultimate")
    assert pool(t) == [1, 3, 2]
    t.do("line a9-c9")
    refused(t, "use a9", *PARTS)
    t.do("use c9", "roll")
    assert dice(t) == "grey grey grey red"
    assert t.state.seats[ANA].colored == {"a9": "ultimate", "b9": "ultimate"}


def test_ruling_26_cells_fire_even_where_no_rune_is_owed():
    t = lined({"e9": "ultimate"})
    give(t, ANA, "spell")
    t.do("Ana: cast spell ultimate", "line e9-g9")
    assert verbs(t, ANA) == {"roll"}
    assert t.state.seats[ANA].colored == {"e9": "ultimate"}
    t.do("roll 0 0 0 0 1")
    assert answered(t) == 2


def test_ruling_26_a_line_leaves_none_to_the_spell_card():
    t = lined({"e9": "ultimate"}, monsters=("dog", "ox", "hen"))
    give(t, ANA, "spell", "spell")
    t.do("line e9-g9", "use e9", "roll 0 0 0 0")
    assert (vp(t), chi(t)) == ([1, 9, 0], [1, 0, 0])
    t.do("Ana: cast spell ultimate")
    assert (vp(t), chi(t)) == ([1, 9, 0], [1, 0, 0])
    t.do("keep", "roll 0 0 0", "keep", "Ana: cast spell ultimate")
    assert (vp(t), chi(t)) == ([1, 9, 0], [1, 0, 0])


def test_ruling_26_another_seat_and_another_duel_fire_anew():
    t = lined({"e9": "ultimate"}, monsters=("dog", "newt", "hen"))
    put(t, BEN, colored={"e9": "ultimate"})
    t.do("line e9-g9", "use e9", "roll 0 0 0 0", "keep")
    # newt's Ultimate: Ana -2 VP (she has 1).
    t.do("line e9-g9", "use e9")
    assert vp(t) == [0, 9, 0]
    t.do("roll 0 0 0 0", "keep", "conclude")
    put(t, ANA, colored={"e9": "ultimate"}, exhausted={})
    t.do("challenge ana", "roll 0 0 0", "keep", "line e9-g9", "use e9")
    assert vp(t) == [1, 9, 0]


def test_ruling_24_chi_and_spells_of_the_line_serve_in_the_same_duel_from_the_roll_on():
    t = lined({"a1": "chi", "b1": "spell"})
    put(t, ANA, chi=1)
    t.do("line a1-b1", "use b1 mountain troll", "use a1")
    refused(t, "Ana: cast mountain troll")
    t.do("roll 0 0 0")
    t.do("Ana: cast mountain troll")
    assert chi(t) == [0, 0, 0]
    assert answered(t) == 1


def test_ruling_19_dice_go_back_between_the_steps():
    t = lined({"a5": "chi"})
    put(t, BEN, colored={"a5": "chi"})
    t.do("line a5-i5", "use a5", "roll 0 0 0 0 0 0 0 0 0 0", "keep")
    assert pool(t) == [1, 3, 3]
    t.do("line a5-i5", "use a5", "roll")
    assert dice(t) == "grey grey grey grey black black black red red red"
    t.do("dice 0 0 0 0 0 0 0 0 0 0", "keep")
    assert pool(t) == [4, 3, 3]


def test_ruling_20_the_defender_has_a_line_of_his_own_board():
    t = facing()
    put(t, BEN, colored={"d1": "chi", "e1": "reroll"})
    attack(t)
    assert lines(t) == ["d1-f1"]
    t.do("line d1-f1", "use d1", "use e1", "roll 0 0 0", "reroll 1 0 0", "keep", "conclude")
    # B is 2, A was 0.
    assert t.state.seats[ANA].injured


def test_a_line_may_be_typed_from_either_end():
    t = lined(FORGED)
    assert lines(t) == ["a1-b1"]
    t.do("line a1-b1")
    assert verbs(t, ANA) == {"use"}


def test_option_line_shape_sub_runs():
    runes = {"a7": "chi", "b7": "chi", "c7": "chi"}
    t = lined(runes, line_shape="sub-runs")
    assert lines(t) == ["a7-b7", "a7-c7", "b7-c7"]
    illegal(t, ANA, Line("a7-d7"), *B2)
    illegal(t, ANA, Line("a7-a7"), *B2)
    t.do("line b7-c7")
    refused(t, "use a7", *B2)
    t.do("use b7", "use c7", "roll 0 0 0")
    assert t.state.seats[ANA].colored == {"a7": "chi"}
    t = lined({"a3": "chi"}, line_shape="sub-runs")
    assert lines(t) == ["a3-b3"]
    illegal(t, ANA, Line("j3-k3"), *B2)


def test_option_lines_many():
    t = lined({**FORGED, "d1": "chi", "e1": "chi", "a3": "chi"}, lines="many")
    t.do("line a1-b1")
    refused(t, "line d1-f1", *B2)
    t.do("use a1")
    refused(t, "line d1-f1", *B2)
    t.do("use b1")
    assert verbs(t, ANA) == {"line", "roll"}
    t.do("line d1-f1", "use d1", "use e1")
    refused(t, "line a1-b1", *B2)
    t.do("line a3-b3", "use a3", "roll 1 0 0 0")
    assert chi(t) == [10, 0, 0]
    assert answered(t) == 2


def test_option_lines_many_still_fires_one_ultimate():
    t = lined({"e9": "ultimate", "a9": "ultimate", "c9": "chi"}, {"b9": "ultimate"}, lines="many")
    t.do("line e9-g9", "use e9", "line a9-c9")
    refused(t, "use a9", *PARTS)
    t.do("use c9", "roll")
    # Three greys, one of f9, and ram's red one once.
    assert dice(t) == "grey grey grey grey red"


def test_option_second_ultimate_flips():
    t = lined(
        {"a9": "ultimate", "b9": "ultimate", "c9": "chi"},
        monsters=("dog", "ox", "hen"),
        second_ultimate="flips",
    )
    t.do("line a9-c9", "use a9", "use c9")
    if "use" in verbs(t, ANA):
        t.do("use b9")
    assert t.state.seats[ANA].colored == {}
    assert sorted(t.state.seats[ANA].exhausted) == ["a9", "b9", "c9"]
    assert (vp(t), chi(t)) == ([1, 9, 0], [3, 0, 0])
    t.do("roll 0 0 0")


def test_option_line_answer_spells():
    t = lined({"e9": "chi"}, line_answer="spells")
    give(t, BEN, "wildfire")
    give(t, CAI, "tornado")
    t.do("line e9-g9")
    # The cells have not fired yet, and others may cast.
    assert pool(t) == [1, 3, 3]
    assert {t.names[s] for s, m in t.moves() if m.__struct_config__.tag == "cast"} == {"Ben", "Cai"}
    t.do("Cai: cast tornado ana")
    t.do("Ben: cast wildfire ana e9")
    # The line is no longer valid and has fallen.
    assert pool(t) == [1, 3, 3]
    assert verbs(t, ANA) == {"roll"}
    t.do("roll")
    assert dice(t) == "grey grey grey"


def test_option_line_answer_spells_the_first_use_closes_the_window():
    t = lined({"a3": "chi"}, line_answer="spells")
    give(t, ANA, "tornado")
    give(t, BEN, "tornado")
    t.do("line a3-b3")
    refused(t, "Ana: cast tornado ben")
    refused(t, "roll", *B2)
    t.do("use a3")
    assert pool(t) == [0, 3, 3]
    refused(t, "Ben: cast tornado ana")
    t.do("roll 0 0 0 0")


def test_option_line_answer_none():
    t = lined({"a3": "chi"}, line_answer="none")
    give(t, BEN, "tornado")
    t.do("line a3-b3")
    refused(t, "Ben: cast tornado ana")


def test_option_line_answer_spells_a_line_that_stands_goes_on():
    t = lined({"d1": "chi", "e1": "reroll"}, line_answer="spells")
    give(t, BEN, "wildfire", "wildfire")
    put(t, ANA, colored={"d1": "chi", "e1": "reroll", "h1": "chi"})
    t.do("line d1-f1", "Ben: cast wildfire ana h1")
    assert verbs(t, ANA) >= {"use"}
    t.do("use d1", "use e1", "roll 0 0 0")
    assert answered(t) == 1
