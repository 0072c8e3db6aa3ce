"""Set Up: what the box holds, legions, tokens, the board, the first pieces; who sits where."""

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from engine.errors import BadNotation, BadPack, EngineError, IllegalOutcome
from engine.games.vale_dos_monstros import GAME
from engine.games.vale_dos_monstros.moves import Bush, Choose
from engine.games.vale_dos_monstros.pack import Row, Table
from tests.engine.vale.box import BOX, FIELD, LEGEND, TENTS
from tests.engine.vale.table import (
    ANA,
    BEN,
    BUSHES,
    CAI,
    DAN,
    LEGIONS,
    begun,
    cells,
    ends,
    illegal,
    lines,
    match,
    order,
    pieces,
    placing,
    refused,
    stand,
    tiles,
    tokens,
    two,
    verbs,
    where,
)

NORTH = {"a2", "a3", "a4", "a5", "a6", "a7", "a10", "a12", "a13", "a14"}
EAST = {"b14", "c15", "d14", "e15", "f14", "h14", "i15", "j14", "k15", "l14", "m15"}
SOUTH = {"m2", "m3", "m4", "m5", "m6", "m7", "m9", "m10", "m11", "m12", "m13", "m14"}
WEST = {"a1", "b1", "c1", "d1", "e1", "f1", "h1", "i1", "j1", "k1", "l1"}


def test_L6_14_the_box_serves_six_legions() -> None:
    t = begun(*LEGIONS)
    assert [pieces(t, seat) for seat in range(6)] == [(4, 0, 4, 0)] * 6
    assert (tokens(t), t.state.tokens) == ([3] * 6, 51)
    assert t.state.watch is None
    stand(t, {ANA: "c4"}, visitors={}).do("reveal d4")
    assert sorted(tiles(t), key=int) == [str(n) for n in range(1, 13)]


def test_L6_14_two_watchmen_lie_in_the_box_and_one_is_used() -> None:
    t = begun(watchman="on", watch="south")
    assert t.state.watch == "south"


def test_L16_valley_and_bushes_are_walked_on_mountains_and_hidden_tents_are_not() -> None:
    t = stand(begun(), {ANA: "d12"})
    # Beside d12 are the mountain d13 and the tent e13; b11 is a tent, a14 and d14 are bushes.
    assert {"c13", "e12", "a14", "d14"} <= ends(t, "d12")
    assert {"d13", "e13", "b11", "e14", "f13"}.isdisjoint(ends(t, "d12"))
    refused(t, "move d12 d13", "A. Move")
    refused(t, "move d12 e13", "A. Move")


def test_L16_an_entrance_is_a_space_of_the_valley() -> None:
    t = stand(begun(), {ANA: "b7"})
    assert "a8" in ends(t, "b7")
    t.do("move b7 a8")
    stand(t, {ANA: "a8"}, visitors={"man": "b8"})
    assert lines(t, "frighten", "capture") == ["capture a8 b8", "frighten b8"]


def test_L16_a_revealed_tent_is_another_kind_of_space() -> None:
    t = stand(begun(), {ANA: "g7"}, turned={"g6": "1"})
    assert "g6" in ends(t, "g7")
    assert "g6" not in ends(stand(t, {ANA: "g7"}), "g7")


def test_L18_each_takes_a_legion_that_nobody_has() -> None:
    t = match(3)
    assert lines(t) == sorted(f"choose {legion}" for legion in LEGIONS)
    t.do("choose witch")
    refused(t, "choose witch", "Set Up")
    assert lines(t) == sorted(f"choose {legion}" for legion in LEGIONS if legion != "witch")
    t.do("choose mummy")
    refused(t, "choose mummy", "Set Up")
    t.do("choose ghost")
    assert [legion.legion for legion in t.state.seats] == ["witch", "mummy", "ghost"]
    assert [t.game.role(t.state, seat) for seat in range(3)] == ["witch", "mummy", "ghost"]
    illegal(t, ANA, Choose("vampire"))


def test_L18_three_cards_face_up_and_eight_pieces() -> None:
    t = placing("witch", "ghost", "mummy")
    assert [legion.down for legion in t.state.seats] == [0, 0, 0]
    assert [sum(pieces(t, seat)) for seat in range(3)] == [8, 8, 8]


@pytest.mark.parametrize(("n", "seats", "left"), [(2, 4, 57), (3, 3, 60), (5, 5, 54), (6, 6, 51)])
def test_L19a_three_tokens_for_each_legion_the_rest_is_the_reserve(
    n: int, seats: int, left: int
) -> None:
    t = begun(*LEGIONS[:seats], players=n)
    assert (tokens(t), t.state.tokens) == ([3] * seats, left)


def test_L19a_r6_tokens_are_open_to_everybody() -> None:
    t = stand(begun(), {ANA: "f5"}, tokens={ANA: 7, BEN: 2})
    for seat in (None, ANA, BEN, CAI):
        view = t.game.view(t.state, seat)
        assert [legion.tokens for legion in view.seats] == [7, 2, 3]
        assert view == t.state


@pytest.mark.parametrize("tile", ["1", "3", "7", "12"])
def test_L19b_any_tile_may_lie_under_any_tent(tile: str) -> None:
    for start, tent in (("c4", "d4"), ("k10", "l10")):
        t = stand(begun(), {ANA: start})
        assert t.state.turned == {}
        t.do(f"reveal {tent} {tile}")
        assert t.state.turned == {tent: tile}


def test_L19b_twelve_tents_are_hidden_at_first() -> None:
    t = begun()
    for tent in TENTS:
        refused(t, f"move a2 {tent}", "A. Move")
    assert (t.state.turned, t.state.held) == ({}, {})


def test_L19b_a_tile_lies_under_one_tent() -> None:
    t = stand(begun(), {ANA: "c4 e5"}, turned={"g6": "7"})
    t.do("reveal d4")
    assert "7" not in tiles(t)
    with pytest.raises(IllegalOutcome):
        t.outcome("tiles", ["7"])


@pytest.mark.parametrize(
    ("table", "people"),
    [(1, {"man": 1}), (2, {}), (3, {}), (4, {"child": 1})],
    ids=["plain", "crowd", "empty", "kids"],
)
def test_L19c_option_table_says_who_camps_under_a_tile(table: int, people: dict[str, int]) -> None:
    t = stand(begun(table=table), {ANA: "c4"})
    t.do("reveal d4 3")
    assert {line.split()[1] for line in lines(t, "put")} == set(people)
    assert (t.state.reveal.people if t.state.reveal else {}) == people


def test_option_table_is_the_first_one_if_nobody_says_otherwise() -> None:
    assert GAME.OPTIONS["table"] == 1
    assert (match(3).state.table, match(3, table=4).state.table) == (1, 4)


@pytest.mark.parametrize("first", [0, 1, 2])
def test_L20a_option_first_names_who_begins_the_others_follow_clockwise(first: int) -> None:
    t = match(3, first=first)
    seats = order(3, first)
    for seat, legion in zip(seats, LEGIONS, strict=False):
        assert t.waits() == [t.names[seat]]
        t.do(f"choose {legion}")
    for row in BUSHES:
        for cell, seat in zip(row, seats, strict=False):
            assert t.waits() == [t.names[seat]]
            t.do(f"bush {cell}")
    for seat in [*seats, *seats]:
        assert t.waits() == [t.names[seat]]
        t.do("end")


def test_option_first_is_the_first_name_if_nobody_says_otherwise() -> None:
    assert match(4).waits() == ["Ana"]
    assert match(4, first=3).waits() == ["Dan"]


@pytest.mark.parametrize(("most", "n"), [(6, 6), (6, 2), (5, 5), (5, 2)])
def test_option_most_players_lets_in(most: int, n: int) -> None:
    assert match(n, most_players=most).waits() == ["Ana"]


def test_option_most_players_five_keeps_a_sixth_out() -> None:
    with pytest.raises(EngineError):
        match(6, most_players=5)


def test_L20b_one_piece_a_turn_on_an_empty_bush() -> None:
    t = placing("mummy", "ghost", "witch")
    assert cells(t, "bush") == NORTH | EAST | SOUTH | WEST
    assert verbs(t) == {"bush"}
    t.do("bush a3")
    assert t.waits() == ["Ben"]
    refused(t, "bush a3", "Set Up")
    refused(t, "bush b3", "Set Up")
    refused(t, "bush a9", "Set Up")
    refused(t, "bush d4", "Set Up")
    refused(t, "bush a8", "Set Up")
    assert cells(t, "bush") == (NORTH | EAST | SOUTH | WEST) - {"a3"}
    illegal(t, ANA, Bush("a4"))
    t.do("bush a4", "bush a5")
    assert t.waits() == ["Ana"]
    assert t.state.monsters == {"a3": ANA, "a4": BEN, "a5": CAI}


def test_L20c_each_on_a_side_that_the_legion_has_not_used_yet() -> None:
    t = placing("mummy", "ghost", "witch")
    t.do("bush m15", "bush a1", "bush m9")
    # m15 is a bush of the east, a1 one of the west, though they end other rows.
    assert cells(t, "bush") == (NORTH | SOUTH | WEST) - {"a1", "m9"}
    refused(t, "bush k15", "Set Up")
    t.do("bush m14")
    assert cells(t, "bush") == (NORTH | SOUTH | EAST) - {"m15", "m14", "m9"}
    t.do("bush a2", "bush l1")
    assert cells(t, "bush") == (NORTH | WEST) - {"a1", "a2", "l1"}
    t.do("bush c1", "bush m13", "bush b14")
    assert cells(t, "bush") == NORTH - {"a2"}
    t.do("bush a10", "bush c15", "bush a7")
    assert t.state.phase == "turn"
    assert where(t, ANA) == {"m15", "m14", "c1", "a10"}
    assert where(t, BEN) == {"a1", "a2", "m13", "c15"}
    assert where(t, CAI) == {"m9", "l1", "b14", "a7"}


def test_L20d_r5_the_other_four_are_in_reserve_not_in_front() -> None:
    t = begun()
    assert [pieces(t, seat) for seat in (ANA, BEN, CAI)] == [(4, 0, 4, 0)] * 3
    refused(t, "enter a12", "E. Placing a Monster")
    assert lines(t, "enter") == []


def test_r5_only_capture_takes_out_of_the_reserve() -> None:
    t = stand(begun(), {ANA: "g9 f5 a2", BEN: "g10"}, visitors={"man": "g8 h8", "child": "h9"})
    for line, kept in (("frighten h9", 4), ("move a2 a3", 4), ("capture g9 g8", 3)):
        t.do(line)
        assert pieces(t, ANA)[0] == kept
    # f5 and a3 are left on the board.
    assert pieces(t, ANA) == (3, 3, 2, 0)


def test_L80_r1_two_players_alternate_with_two_legions_each() -> None:
    t = match(2)
    assert t.state.seating == [0, 1, 0, 1]
    waited = []
    for legion in LEGIONS[:4]:
        waited += t.waits()
        t.do(f"choose {legion}")
    for row in BUSHES:
        for cell in row[:4]:
            waited += t.waits()
            t.do(f"bush {cell}")
    for _ in range(8):
        waited += t.waits()
        t.do("end")
    assert waited == ["Ana", "Ben"] * 14
    assert t.labels == ["Ana/mummy", "Ben/ghost", "Ana/witch", "Ben/werewolf"]


def test_L80_r1_seats_of_two_are_numbered_in_the_order_of_turns() -> None:
    t = two()
    turns = []
    for _ in range(4):
        turns.append(t.state.turn)
        t.do("end")
    assert turns == [0, 1, 2, 3]
    t = match(2, first=1)
    assert t.waits() == ["Ben"]
    t.do("choose witch")
    assert t.waits() == ["Ana"]


def test_r1_three_to_six_players_have_a_seat_each() -> None:
    for n in (3, 4, 5, 6):
        assert match(n).state.seating == list(range(n))
    assert GAME.players == (2, 6)


def test_r2_no_legion_is_taken_twice_by_one_player_either() -> None:
    t = match(2)
    t.do("choose witch", "choose ghost")
    refused(t, "choose witch", "Set Up")
    refused(t, "choose ghost", "Set Up")


def test_r4_the_order_of_sides_is_free() -> None:
    t = placing("mummy", "ghost", "witch", "werewolf")
    t.do("bush m2", "bush a2", "bush b14", "bush b1")
    t.do("bush a3", "bush m3", "bush c1", "bush c15")
    t.do("bush d1", "bush d14", "bush m4", "bush a4")
    t.do("bush e15", "bush e1", "bush a5", "bush m5")
    assert [pieces(t, seat) for seat in (ANA, BEN, CAI, DAN)] == [(4, 0, 4, 0)] * 4


def test_r4_placing_surrounds_nobody() -> None:
    t = begun("mummy", "ghost", "witch")
    assert len(t.state.monsters) == 12
    assert tokens(t) == [3, 3, 3]


def test_r3_no_move_names_a_space_that_is_not_there() -> None:
    t = begun()
    with pytest.raises(BadNotation):
        t.do("move a2 z9")
    illegal(t, ANA, Bush("z9"))


def board(**changes: Any) -> Any:
    return replace(BOX, board=replace(BOX.board, **changes))


def without(row: int, old: str, new: str) -> list[str]:
    """The map with one sign of a row changed (its first)."""
    return [line.replace(old, new, 1) if i == row else line for i, line in enumerate(FIELD)]


@pytest.mark.parametrize(
    ("pack", "path"),
    [
        (board(map=without(2, "T", ".")), "board.map"),
        (board(map=without(5, ". .", ". T")), "board.map"),
        (board(map=without(0, "n", "?")), "board"),
        (board(map=without(0, "N", "n")), "board.map"),
        (board(map=[line.replace("n", "#") for line in FIELD]), "board.map"),
        (board(map=[line.replace("n", "w", 5) for line in FIELD]), "board.map"),
        (board(legend={**LEGEND, "n": "bush upstairs"}), "board.legend"),
        (board(legend={**LEGEND, "n": "swamp"}), "board.legend"),
        (board(sides=["north", "east", "south"]), "board"),
        (board(sides=["north", "east", "south", "south"]), "board"),
        (replace(BOX, table=BOX.table[:3]), "table"),
    ],
    ids=[
        "eleven tents", "thirteen tents", "unknown sign", "no entrance", "no bushes north",
        "five bushes north", "unknown side", "unknown kind", "three sides", "two sides alike",
        "three tables",
    ],
)  # fmt: skip
def test_r3_a_box_that_cannot_be_played_is_refused(pack: Any, path: str) -> None:
    with pytest.raises(BadPack) as refusal:
        GAME(pack)
    assert refusal.value.path.startswith(path), refusal.value


@pytest.mark.parametrize(
    "row",
    [
        [Row(men=2)] * 8,
        [Row(women=2)] * 8,
        [Row(children=2)] * 8,
        [Row(fire=True)] * 7,
    ],
    ids=["sixteen men", "sixteen women", "sixteen children", "seven campfires"],
)
def test_r3_tables_stay_within_the_box(row: list[Row]) -> None:
    table = Table(source="house", name="too many", row=[*row, *[Row()] * (12 - len(row))])
    with pytest.raises(BadPack) as refusal:
        GAME(replace(BOX, table=[*BOX.table[:3], table]))
    assert refusal.value.path.startswith("table[3]")


@pytest.mark.parametrize("size", [11, 13])
def test_r3_a_table_has_twelve_rows(size: int) -> None:
    table = Table(source="house", name="odd", row=[Row()] * size)
    with pytest.raises(BadPack) as refusal:
        GAME(replace(BOX, table=[table, *BOX.table[1:]]))
    assert refusal.value.path.startswith("table[0]")


def test_r3_a_tent_needs_room_for_a_campfire_and_a_way_to_it() -> None:
    # e12 was the only space for a campfire beside e13.
    with pytest.raises(BadPack):
        GAME(board(map=without(4, ". T # e", "# T # e")))
    # Three mountains more, and nobody can walk to e13.
    walled = [
        line.replace(". . # e", ". # # e", 1) if i in (3, 5) else line
        for i, line in enumerate(without(4, ". T # e", "# T # e"))
    ]
    with pytest.raises(BadPack):
        GAME(board(map=walled))


def test_r3_without_any_campfire_a_tent_needs_no_room_for_one() -> None:
    plain = [Table(source="house", name=name, row=[Row()] * 12) for name in "abcd"]
    GAME(replace(board(map=without(4, ". T # e", "# T # e")), table=plain))


def test_the_names_of_spaces_are_rows_and_places() -> None:
    names = match(3).game.names(match(3).state, "cell")
    assert len(names) == len(set(names)) == 7 * 15 + 6 * 14
    assert {"a1", "a15", "b14", "m15", "g9"} <= set(names)
    assert {"b15", "n1", "a16", "a0"}.isdisjoint(names)
    assert all(a != b for a, b in pairwise(names))
