"""How it is recorded: what is typed, what the game waits for, where it stands."""

from xml.etree import ElementTree

import msgspec
import pytest

from engine import fold
from engine.errors import BadNotation, EngineError
from engine.games.esoteric_beasts import Beasts
from engine.games.esoteric_beasts.moves import Explore, Return, Subdue, Thrash
from engine.notation import format_line, parse
from replay.packs import game_of, shipped
from tests.engine.beasts.box import BOX
from tests.engine.beasts.table import (
    SET,
    energy,
    hand,
    match,
    refused,
    see,
    stands,
    texts,
    verbs,
)

THRASH = [f"thrash {name}" for name in SET]
DECK = game_of("esoteric-beasts", shipped(Beasts)).pack


def test_waits_for_the_flip_of_an_unseen_top_card():
    t = match()
    assert (t.due(), t.waits(), t.moves()) == ("flip", [], [])


def test_waits_for_a_response():
    t = stands(["S:f12", "A", "A"], 20, SET)
    assert t.waits() == ["Ana"]
    assert texts(t) == [
        "subdue life", "subdue attack", "thrash xf11", "explore life 1", "explore attack 1",
        "explore attack 2",
    ]  # fmt: skip
    t = stands(["S:f12", "S:f11", "A"], 20)
    assert texts(t, "subdue") == ["subdue"]


def test_waits_in_a_thrash_for_the_next_element_then_only_for_returns():
    t = stands(["S:f12", "A", "A"], 20, SET)
    for line in THRASH:
        t.do(line)
        assert t.waits() == ["Ana"]
    assert texts(t) == ["return 1", "return 2", "return 3"]
    for line in ("subdue life", "explore life 1", "thrash xf11"):
        refused(t, line, "ESO-THRASH")


def test_waits_after_the_returns_only_for_explore_after_the_flip_if_one_is_due():
    t = stands(["S:f12", "A", "A"], 20, SET)
    t.do(*THRASH, "return 1")
    assert (t.due(), t.waits()) == ("flip", [])
    assert t.refuses("explore life 1").rule == "table"
    t.do("flip f13")
    assert t.waits() == ["Ana"]
    assert verbs(t) == {"explore"}


def test_table_a_flip_is_typed_in_one_line_with_the_move_that_leads_to_it():
    t = match(pack=DECK)
    t.do("flip pyre stag", "explore life 2 hell swine")
    assert hand(t)[0] == "S:Hell Swine"
    assert hand(t)[-1] == "S:Pyre Stag"
    t.do("EXPLORE l 2  FLAME-bubba")
    assert hand(t)[0] == "S:Flame Bubba"
    t.do("subdue a corporal")
    assert t.state.captured == ["Flame Bubba"]
    assert hand(t)[0] == "S:Corporal Cocky"


def test_table_a_free_capture_is_typed_with_the_card_it_turns_up():
    t = stands(["S:f11", "S:f12", "A"])
    t.do("subdue w99")
    assert hand(t) == ["S:w99"]


def test_table_a_return_is_typed_with_the_card_it_turns_up():
    t = stands(["S:f11", "A", "A"], 9, SET)
    t.do(*THRASH, "return 1 w99")
    assert hand(t) == ["S:w99", "A"]


def test_table_a_known_card_is_never_asked_and_a_value_too_much_refused():
    t = stands(["U:f11", "D:w12", "A"])
    with pytest.raises(EngineError):
        t.do("explore life 1 w12")
    t = stands(["U:f11", "D:w12", "A"])
    t.do("explore life 1")
    assert t.due() == ""


def test_table_nothing_is_flipped_when_the_match_is_over():
    t = stands(["S:f12", "A"], 2)
    t.do("subdue attack")
    with pytest.raises(EngineError):
        t.do("flip f11")


def test_table_a_seat_may_be_named_and_another_is_refused():
    t = match()
    t.do("flip f11", "Ana: explore life 1 f12", "ana: subdue life f13")
    with pytest.raises(BadNotation):
        t.do("Ben: subdue life")
    with pytest.raises(EngineError):
        fold.check(t.game, t.state, 1, Subdue("life"))


@pytest.mark.parametrize(
    "line",
    ["explore", "explore life", "explore 1", "explore life one", "explore spark 1", "return",
     "thrash", "thrash nobody", "pass", "subdue spark", "flip f11", ""],
)  # fmt: skip
def test_lines_that_say_no_move_are_refused(line):
    t = stands(["S:f12", "A"], 20, SET)
    before = fold.state_bytes(t.state)
    with pytest.raises(EngineError):
        t.do(line)
    assert fold.state_bytes(t.state) == before


def test_every_legal_move_reads_as_it_is_written():
    t = stands(["S:f99", *["A"] * 12], 20, SET)
    late = stands(["S:f99", *["A"] * 12], 20, SET)
    late.do(*THRASH)
    for table in (t, late, stands(["S:f11", "S:f12"]), stands(["S:f31", "A"])):
        for seat, move in table.moves():
            line = format_line(table.labels, seat, move)
            read = parse(table.game, table.state, table.labels, line)
            assert (read.seat, read.move, read.rest) == (seat, move, [])
        assert len(table.moves()) <= 300


def test_moves_are_said_as_they_are_typed():
    t = stands(["S:f12", "A"], 20, SET)
    said = [
        (Subdue(), "Ana: subdue"),
        (Subdue("life"), "Ana: subdue life"),
        (Thrash("xf11"), "Ana: thrash xf11"),
        (Return(3), "Ana: return 3"),
        (Explore("attack", 2), "Ana: explore attack 2"),
    ]
    for move, line in said:
        assert format_line(t.labels, 0, move) == line


def test_a_turn_runs_from_one_explore_to_the_next():
    t = match()
    t.do("flip f11")
    first = t.game.turn(t.state).texts
    t.do("subdue life f12", "subdue life f13")
    assert t.game.turn(t.state).texts[0] == first[0]
    t.do("explore life 1")
    second = t.game.turn(t.state).texts
    assert second[0] != first[0]
    t.do("flip f21")
    assert t.game.turn(t.state).texts[0] == second[0]
    assert t.state.explores == 1


def test_after_a_thrash_the_turn_is_still_the_same():
    t = stands(["S:f12", "A", "A"], 20, SET)
    first = t.game.turn(t.state).texts[0]
    t.do(*THRASH, "return 2")
    assert t.game.turn(t.state).texts[0] == first


def test_the_picture_shows_what_is_seen_and_nothing_else():
    t = stands(["S:f12", "D:w13", "A"], ["B", "xe11"], SET[:3])
    picture = t.game.picture(t.state, ["Ana"])
    text = "\n".join("".join(part for part, _ in line) for line in picture.lines)
    for name in ("f12", "w13", *SET[:3]):
        assert name in text
        assert name in picture.svg
    assert picture.svg.lstrip().startswith("<svg")
    assert "f99" not in text + picture.svg
    over = see(match(), "f11")
    over.do("flip f12", "concede")
    assert over.game.picture(over.state, ["<A & B>"]).lines


def test_the_picture_is_a_document_whatever_the_names_are():
    cards = [
        msgspec.structs.replace(c, name=f"{c.name} <&> \"'") if n % 2 else c
        for n, c in enumerate(BOX.card)
    ]
    odd = msgspec.structs.replace(BOX, card=cards)
    t = match(pack=odd, seed="owl")
    for _ in range(150):
        root = ElementTree.fromstring(t.game.picture(t.state, ["<A & B>"]).svg)
        assert root.tag.endswith("svg")
        moves = texts(t)
        if not moves:
            break
        t.do(moves[0])
    assert t.state.ended


def test_the_set_b_shows_what_is_known():
    t = stands(["S:f12", "S:f11", "A"], ["B"])
    t.do("subdue")
    assert energy(t) == ["B", "D:f11"]
