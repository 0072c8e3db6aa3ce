"""Night Watchman Variant: where he stands, whom he keeps out, who moves him."""

import pytest

from engine.games.vale_dos_monstros.moves import Watch
from tests.engine.driver import Table
from tests.engine.vale.table import (
    ANA,
    BEN,
    CAI,
    adjust,
    begun,
    cells,
    ends,
    illegal,
    lines,
    match,
    order,
    placing,
    points,
    refused,
    stand,
    tokens,
    two,
    verbs,
    where,
)

WATCHMAN = ("Night Watchman",)
NORTH = {"a2", "a3", "a4", "a5", "a6", "a7", "a10", "a12", "a13", "a14"}
WEST = {"a1", "b1", "c1", "d1", "e1", "f1", "h1", "i1", "j1", "k1", "l1"}


def guarded(*legions: str, watch: str = "north", **options: str) -> Table:
    return begun(*legions, watchman="on", watch=watch, **options)


@pytest.mark.parametrize("first", [0, 2])
def test_L84a_the_first_player_puts_him_when_all_pieces_stand(first: int) -> None:
    t = match(3, watchman="on", first=first)
    t.do("choose mummy", "choose ghost", "choose witch")
    rounds = [["a2", "a3", "a4"], ["b14", "c15", "d14"], ["m2", "m3", "m4"], ["b1", "c1", "d1"]]
    for row in rounds:
        refused(t, "watch north")
        t.do(*[f"bush {cell}" for cell in row])
    name = t.names[order(3, first)[0]]
    assert t.waits() == [name]
    assert lines(t) == ["watch east", "watch north", "watch south", "watch west"]
    assert {seat for seat, _ in t.moves()} == {first}
    refused(t, f"{t.names[order(3, first)[1]]}: watch north")
    refused(t, "pass")
    before = tokens(t)
    t.do("watch east")
    assert (t.state.watch, tokens(t), t.state.phase) == ("east", before, "turn")
    assert t.waits() == [name]
    assert t.state.points == 3


def test_L84a_of_two_players_the_first_legion() -> None:
    t = placing("mummy", "ghost", "witch", "vampire", players=2, watchman="on")
    for row in (["a2", "a3", "a4", "a5"], ["b14", "c15", "d14", "e15"],
                ["m2", "m3", "m4", "m5"], ["b1", "c1", "d1", "e1"]):  # fmt: skip
        t.do(*[f"bush {cell}" for cell in row])
    assert {seat for seat, _ in t.moves()} == {0}


def test_option_watchman_off_nobody_puts_or_moves_one() -> None:
    t = begun(watchman="off")
    assert (t.state.watch, t.state.phase) == (None, "turn")
    refused(t, "watch north", *WATCHMAN, "table")
    illegal(t, ANA, Watch("north"))
    assert "watch" not in verbs(t)


def test_option_watchman_on_has_him_moved() -> None:
    assert "watch" in verbs(guarded())


def test_L84b_out_of_his_sides_bushes_nobody_enters_the_valley() -> None:
    t = stand(guarded(), {ANA: "a10"})
    assert ends(t, "a10") == set()
    refused(t, "move a10 b9", *WATCHMAN, "A. Move")
    stand(t, {ANA: "a4"})
    assert ends(t, "a4") == {"a1", "a2", "a3", "a5", "a6", "a7", "b1"}


def test_L84b_r44_along_the_bushes_to_another_side_and_in_there() -> None:
    t = stand(guarded(), {ANA: "a2"})
    # b1 and a1 are bushes of the west.
    assert ends(t, "a2") == {
        "a1", "a3", "a4", "a5", "b1", "c1", "d1", "b2", "c2", "b3", "c3", "d2"
    }  # fmt: skip
    t.do("move a2 c2")
    assert where(t, ANA) == {"c2"}


def test_L84b_other_sides_enter_as_ever() -> None:
    free = ends(stand(begun(), {ANA: "m5"}), "m5")
    assert ends(stand(guarded(), {ANA: "m5"}), "m5") == free
    assert ends(stand(guarded(watch="south"), {ANA: "m5"}), "m5") == {
        "m2", "m3", "m4", "m6", "m7"
    }  # fmt: skip


def test_L84b_r44_each_step_is_judged_by_the_bush_it_leaves() -> None:
    # Out of b3 only a3 and a4 are free; b5 is reached over a4 and a5.
    walls = {ANA: "b3", BEN: "b2 b4 c3 c4"}
    assert "b5" in ends(stand(guarded(watch="south"), walls), "b3")
    t = stand(guarded(), walls)
    assert ends(t, "b3") == {"a1", "a2", "a3", "a4", "a5", "a6", "b1"}
    assert "b5" not in ends(t, "b3")


def test_L84b_into_his_sides_bushes_out_of_the_valley_is_free() -> None:
    t = stand(guarded(), {ANA: "b9"})
    t.do("move b9 a10")
    assert ends(t, "a10") == set()


def test_L84b_not_onto_a_tent_either() -> None:
    # Bush a12 touches the tent b11.
    t = stand(guarded(watch="south"), {ANA: "a12"}, turned={"b11": "1"})
    assert "b11" in ends(t, "a12")
    t = stand(guarded(), {ANA: "a12"}, turned={"b11": "1"})
    assert ends(t, "a12") == {"a13", "a14", "b14"}
    refused(t, "move a12 b11", *WATCHMAN, "A. Move")


def test_L84b_a_ghost_is_not_exempt() -> None:
    t = stand(guarded("ghost", "mummy", "witch"), {ANA: "a10"})
    assert ends(t, "a10") == set()
    t = stand(guarded("ghost", "mummy", "witch"), {ANA: "a4", BEN: "a3 a5"})
    assert ends(t, "a4") == {"a1", "a2", "a6", "a7", "b1"}


def test_L84b_he_keeps_no_one_from_the_entrance_itself() -> None:
    t = stand(guarded(), {ANA: "b7"})
    assert "a8" in ends(t, "b7")
    # But a7 is a bush of his side, and the entrance is a space of the valley.
    assert "a8" not in ends(stand(guarded(), {ANA: "a7"}), "a7")
    assert "a8" in ends(stand(guarded(watch="south"), {ANA: "a7"}), "a7")


def test_option_entrance_marker_blocks_nobody() -> None:
    t = stand(guarded(entrance="marker"), {ANA: "b7 b8"})
    assert "a8" in ends(t, "b7")


def test_option_entrance_space_cannot_be_stepped_on() -> None:
    t = stand(guarded(entrance="space"), {ANA: "b7"})
    assert "a8" not in ends(t, "b7")
    refused(t, "move b7 a8", *WATCHMAN, "A. Move")
    # m8 is the entrance of another side.
    assert "m8" in ends(stand(t, {ANA: "l8"}), "l8")
    t = stand(guarded(watch="south", entrance="space"), {ANA: "b7 l8"})
    assert "a8" in ends(t, "b7")
    assert "m8" not in ends(t, "l8")


def test_option_entrance_space_is_no_way_through() -> None:
    # l7 and m9 both touch the entrance m8, and l8 is taken.
    board = {ANA: "l7", BEN: "l8"}
    t = stand(guarded(watch="south", entrance="marker"), board)
    assert {"m8", "m9"} <= ends(t, "l7")
    t = stand(guarded(watch="south", entrance="space"), board)
    assert {"m8", "m9"}.isdisjoint(ends(t, "l7"))
    t = stand(guarded(watch="north", entrance="space"), board)
    assert {"m8", "m9"} <= ends(t, "l7")


def test_option_entrance_space_holds_for_a_ghost() -> None:
    t = stand(guarded("ghost", "mummy", "witch", watch="south", entrance="space"), {ANA: "l7"})
    assert "m8" not in ends(t, "l7")
    assert "m9" in ends(t, "l7")


def test_option_entrance_space_follows_him() -> None:
    t = stand(guarded(entrance="space"), {ANA: "b7"}, tokens={ANA: 2})
    t.do("watch south")
    assert "a8" in ends(t, "b7")


def test_L84c_nothing_is_placed_in_his_sides_bushes() -> None:
    t = stand(guarded(), {ANA: "g9"}, front={ANA: 2})
    assert not cells(t, "enter") & NORTH
    assert len(cells(t, "enter")) == 44 - len(NORTH)
    refused(t, "enter a2", *WATCHMAN, "E. Plac")
    t.do("enter a1")
    stand(t, {ANA: "g9"}, front={ANA: 2}, tokens={ANA: 2})
    t.do("watch west")
    assert not cells(t, "enter") & WEST
    assert cells(t, "enter") >= NORTH


def test_L84c_no_vampire_rises_there() -> None:
    t = stand(guarded("vampire", "ghost", "mummy"), {ANA: "g9"}, visitors={"man": "h9"})
    t.do("capture g9 h9")
    assert not cells(t, "rise") & NORTH
    for line in ("rise a2 a3", "rise a1 a2", "rise a14 b14"):
        refused(t, line, *WATCHMAN, "D. Captur", "Legion abilities")
    t.do("rise a1 b1")


def test_L84c_option_vampire_bushes_captor_too() -> None:
    t = guarded("vampire", "ghost", "mummy", vampire_bushes="captor")
    stand(t, {ANA: "b3"}, visitors={"man": "b4"})
    t.do("capture b3 b4")
    # a3, a4 and a5 are watched, so no pair is free and nothing is owed.
    assert t.state.rise == []
    assert verbs(t) >= {"pass", "enter"}


def revealed(t: Table) -> Table:
    """Ana has revealed d4, where nobody camps."""
    stand(t, {ANA: "c4 g9"}, visitors={"man": "h9"}, tokens={ANA: 9})
    t.do("reveal d4 1")
    return t


def test_L85a_after_a_reveal_the_revealer_may_move_him_for_nothing() -> None:
    t = revealed(guarded())
    assert lines(t, "watch") == ["watch east", "watch south", "watch west"]
    t.do("watch south")
    assert (t.state.watch, tokens(t)[ANA], t.state.points) == ("south", 9, 2)


def test_L85a_or_leave_him() -> None:
    t = revealed(guarded())
    t.do("pass", "end")
    assert t.state.watch == "north"


def test_L85a_r45_only_the_first_is_free() -> None:
    t = revealed(guarded())
    t.do("watch south", "watch east")
    assert (t.state.watch, tokens(t)[ANA]) == ("east", 7)


@pytest.mark.parametrize("line", ["pass", "move g9 g10", "frighten h9", "enter m2"])
def test_L85a_r45_another_move_in_between_and_it_costs(line: str) -> None:
    t = revealed(guarded())
    t.do(line)
    before = tokens(t)[ANA]
    t.do("watch south")
    assert tokens(t)[ANA] == before - 2


def test_L85a_r45_refresh_and_extra_are_moves_in_between_too() -> None:
    t = guarded()
    stand(t, {ANA: "c4"}, tokens={ANA: 9})
    adjust(t, (["seats", ANA, "down"], 3))
    t.do("reveal d4 1", "refresh", "watch south")
    assert tokens(t)[ANA] == 7
    t = guarded()
    stand(t, {ANA: "c4"}, tokens={ANA: 9}, points=1)
    t.do("reveal d4 1", "extra", "watch south")
    assert tokens(t)[ANA] == 7


def test_L85a_r45_not_before_everything_is_placed() -> None:
    t = guarded()
    stand(t, {ANA: "c4"}, tokens={ANA: 9})
    t.do("reveal d4 8")
    refused(t, "watch south")
    t.do("fire d3")
    refused(t, "watch south")
    t.do("put man e4", "watch south")
    assert tokens(t)[ANA] == 9


def test_L85a_r45_also_in_an_extra_action() -> None:
    t = guarded()
    stand(t, {ANA: "c4"}, tokens={ANA: 9}, points=0)
    t.do("extra", "reveal d4 3", "put man d3", "watch west")
    assert (t.state.watch, tokens(t)[ANA]) == ("west", 9)
    assert verbs(t) == {"watch", "end"}


def test_L85a_r45_each_reveal_gives_one() -> None:
    t = guarded()
    stand(t, {ANA: "g5"}, tokens={ANA: 0})
    t.do("reveal g4 1", "watch south", "reveal g6 9", "watch north")
    assert (t.state.watch, tokens(t)[ANA]) == ("north", 0)
    refused(t, "watch south", *WATCHMAN)


def test_L85a_r45_two_reveals_do_not_add_up() -> None:
    t = guarded()
    stand(t, {ANA: "g5"}, tokens={ANA: 2})
    t.do("reveal g4 1", "reveal g6 9", "watch east")
    assert tokens(t)[ANA] == 2
    t.do("watch south")
    assert tokens(t)[ANA] == 0


def test_L85a_r45_it_is_gone_with_the_turn() -> None:
    t = revealed(guarded())
    t.do("end")
    assert tokens(t)[BEN] == 3
    t.do("watch south")
    assert tokens(t)[BEN] == 1
    t.do("end", "end", "watch east")
    assert tokens(t)[ANA] == 7


def test_L85b_two_tokens_in_the_own_turn_and_no_point() -> None:
    t = guarded()
    before = t.state.tokens
    t.do("watch south")
    assert (t.state.watch, tokens(t), t.state.tokens) == ("south", [1, 3, 3], before + 2)
    assert t.state.points == 3
    refused(t, "watch east", *WATCHMAN)
    assert "watch" not in verbs(t)


def test_L85b_as_often_as_it_is_paid_at_any_point() -> None:
    t = guarded()
    stand(t, {ANA: "g9"}, tokens={ANA: 10})
    t.do("watch south", "pass", "watch east", "pass", "pass", "watch west", "extra", "watch north")
    assert (tokens(t)[ANA], t.state.begun) == (2, True)
    t.do("pass", "watch south")
    assert tokens(t)[ANA] == 0


def test_L85b_to_a_different_entrance() -> None:
    t = guarded()
    assert lines(t, "watch") == ["watch east", "watch south", "watch west"]
    refused(t, "watch north", *WATCHMAN)
    t = revealed(guarded())
    refused(t, "watch north", *WATCHMAN)


def test_L85b_not_in_the_turn_of_another() -> None:
    t = guarded()
    refused(t, "Ben: watch south")
    illegal(t, CAI, Watch("south"))
    illegal(t, ANA, Watch("nowhere"))


def test_L85b_not_while_a_vampire_owes() -> None:
    t = stand(guarded("vampire", "ghost", "mummy"), {ANA: "g9"}, visitors={"man": "h9"})
    t.do("capture g9 h9")
    refused(t, "watch south")


def test_L85b_a_legion_pays_with_its_own_tokens() -> None:
    t = two(watchman="on")
    stand(t, {0: "g9", 2: "g11"}, tokens={0: 1, 2: 9})
    refused(t, "watch south", *WATCHMAN)


def test_L85c_bushes_of_his_side_score_nothing() -> None:
    t = stand(
        guarded(),
        {ANA: "a2 a3 a10 m2", BEN: "a4 a5 b4", CAI: "a1 b14 m15"},
        tokens={ANA: 0, BEN: 0, CAI: 0},
        front={ANA: 1, BEN: 0, CAI: 0},
    )
    # a1 belongs to the west although it stands in the first row.
    assert points(t) == {"Ana": 1 + 1, "Ben": 2, "Cai": 3}
    t = stand(
        guarded(watch="south"),
        {ANA: "a2 a3 a10 m2", BEN: "a4 a5 b4", CAI: "a1 b14 m15"},
        tokens={ANA: 0, BEN: 0, CAI: 0},
        front={ANA: 1, BEN: 0, CAI: 0},
    )
    assert points(t) == {"Ana": 3 + 1, "Ben": 4, "Cai": 3}


def test_L85c_pieces_in_front_and_in_the_valley_score_as_ever() -> None:
    t = stand(guarded(), {ANA: "a8 b4"}, tokens={ANA: 0}, front={ANA: 2})
    assert points(t)["Ana"] == 4 + 2


def test_L85c_without_the_variant_every_bush_scores() -> None:
    t = stand(begun(), {ANA: "a2 a3"}, tokens={ANA: 0}, front={ANA: 0})
    assert points(t)["Ana"] == 2


def test_r43_he_is_no_monster_and_stands_in_nobodys_way_of_being_surrounded() -> None:
    # Beside a7: a6, b6, b7 and the entrance a8.
    t = stand(guarded(), {ANA: "b6 b7 b8", BEN: "a7"})
    t.do("move b8 a8")
    assert where(t, BEN) == set()


def test_r44_frightening_and_capturing_are_not_his_business() -> None:
    t = stand(guarded(), {ANA: "b4"}, visitors={"man": "b5 b3"})
    t.do("frighten b5", "capture b4 b3")
    assert tokens(t)[ANA] == 6


def test_L85a_r45_a_concession_in_between_is_no_move_of_that_seat() -> None:
    t = revealed(guarded("mummy", "ghost", "witch", "vampire"))
    t.do("Cai: concede", "watch south")
    assert (t.state.watch, tokens(t)[ANA]) == ("south", 9)


def test_L85a_r45_after_a_campfire_burned_somebody() -> None:
    t = stand(guarded(), {ANA: "l9", BEN: "k10"}, tokens={ANA: 0})
    t.do("reveal l10 2", "burn k10", "watch west")
    assert t.state.watch == "west"
