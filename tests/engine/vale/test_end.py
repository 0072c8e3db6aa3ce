"""End of the Game, Final Scoring and Winner, also of two players with two legions each."""

from typing import Any

import pytest

from engine import fold
from tests.engine.driver import Table
from tests.engine.vale.table import (
    ANA,
    BEN,
    CAI,
    adjust,
    begun,
    last_tent,
    pieces,
    points,
    ranks,
    refused,
    stand,
    tokens,
    two,
    verbs,
)


def won(t: Table) -> list[str]:
    """The names of the first side or sides of a match that is over."""
    result = fold.result(t.game, t.state)
    assert result is not None
    assert result.why == t.state.ended != ""
    return [t.names[t.state.seating[s.seats[0]]] for s in result.standing if s.rank == 1]


def bare(t: Table, monsters: dict[int, str], **board: Any) -> Table:
    """Nobody has anything in front or a token that is not named."""
    on = {seat: len(text.split()) for seat, text in monsters.items()}
    for seat, tents in board.get("held", {}).items():
        on[seat] = on.get(seat, 0) + len(tents.split())
    seats = range(len(t.state.seats))
    reserve = {seat: 8 - on.get(seat, 0) for seat in seats} | board.pop("reserve", {})
    held = dict.fromkeys(seats, 0) | board.pop("tokens", {})
    return stand(t, monsters, reserve=reserve, tokens=held, **board)


def test_L22_over_when_all_twelve_are_under_control_and_most_points_win() -> None:
    t = last_tent(begun(), {ANA: "g7", CAI: "g12"})
    t.do("move g7 g6")
    assert len(t.state.held) == 12
    t.do("end")
    assert t.state.ended
    # Ben: six tents at 4 + 2, two in front, 3 tokens. Cai: five, one in the valley, 2 in front.
    assert points(t) == {"Ana": 4 + 2 + 3, "Ben": 36 + 1, "Cai": 30 + 2 + 1}
    assert (won(t), ranks(t)) == (["Ben"], {"Ben": 1, "Cai": 2, "Ana": 3})


def test_L22_eleven_are_not_enough() -> None:
    t = last_tent(begun(), {ANA: "g7"})
    for _ in range(6):
        t.do("end")
        assert t.state.ended == ""


def test_L71a_the_turn_is_played_to_its_end_with_its_extra_action() -> None:
    t = last_tent(begun(), {ANA: "g7 g12"}, visitors={"man": "h12 g13"})
    t.do("move g7 g6")
    assert (t.state.ended, t.waits()) == ("", ["Ana"])
    t.do("frighten h12", "frighten g13")
    assert (t.state.ended, verbs(t)) == ("", {"extra", "end"})
    t.do("extra", "move g12 g11")
    assert t.state.ended == ""
    t.do("end")
    assert t.state.ended
    assert (t.waits(), t.moves()) == ([], [])
    refused(t, "Ben: pass", "table")
    refused(t, "Ben: concede", "table")
    assert tokens(t)[ANA] == 6


def test_L71a_by_the_extra_action() -> None:
    t = last_tent(begun(), {ANA: "g7"})
    t.do("pass", "pass", "pass", "extra", "move g7 g6")
    assert t.state.ended == ""
    t.do("end")
    assert t.state.ended


def test_L71a_no_equal_turns() -> None:
    t = last_tent(begun(), {BEN: "g7"})
    t.do("end", "move g7 g6", "end")
    assert t.state.ended
    assert won(t) == ["Ben"]


def test_L71a_reveal_and_control_of_the_last_in_one_turn() -> None:
    taken = {CAI: "b11 c8 d4 e2 e13", BEN: "g4 i13 j4 j5 l5 l10"}
    t = stand(begun(), {ANA: "g7"}, held=taken)
    t.do("reveal g6")
    # The twelfth tile is certain, so nobody is asked: tile 12 brings 3 women, 3 children, a fire.
    assert t.due() == ""
    assert t.state.turned["g6"] == "12"


def test_L71b_visitors_may_remain() -> None:
    t = last_tent(begun(), {ANA: "g7"}, visitors={"man": "c12", "child": "k12"})
    t.do("move g7 g6", "end")
    assert t.state.ended
    assert t.state.visitors == {"c12": "man", "k12": "child"}


def test_L74_four_for_a_tent_six_with_a_campfire_beside_it() -> None:
    t = bare(begun(), {}, held={ANA: "d4"})
    assert points(t)["Ana"] == 4 + 2
    t = bare(begun(), {}, held={ANA: "g6"}, turned={"g6": "2"}, fires={"h5": "g6"})
    assert points(t)["Ana"] == 6 + 2


def test_L74_r18_also_with_the_campfire_of_another_tent() -> None:
    board = {"held": {ANA: "g6", BEN: "g4"}, "turned": {"g4": "2", "g6": "1"}}
    t = bare(begun(), {}, fires={"g5": "g4"}, **board)  # type: ignore[arg-type]
    assert points(t) == {"Ana": 8, "Ben": 8, "Cai": 0}
    t = bare(begun(campfire="own"), {}, fires={"g5": "g4"}, **board)  # type: ignore[arg-type]
    assert points(t) == {"Ana": 6, "Ben": 8, "Cai": 0}


def test_L75_two_for_a_piece_in_the_valley_or_on_a_tent() -> None:
    t = bare(begun(), {ANA: "g9 a8 k3"}, held={ANA: "d4"})
    # The entrance a8 belongs to the valley.
    assert points(t)["Ana"] == 3 * 2 + 2 + 4


def test_L76_one_in_a_bush_or_in_front_none_in_reserve() -> None:
    t = bare(begun(), {ANA: "a2 a10 m15"}, reserve={ANA: 3})
    assert pieces(t, ANA) == (3, 2, 3, 0)
    assert points(t)["Ana"] == 3 + 2
    t = bare(begun(), {})
    assert points(t) == {"Ana": 0, "Ben": 0, "Cai": 0}


@pytest.mark.parametrize(("held", "gives"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (9, 4)])
def test_L77_two_tokens_are_one_point(held: int, gives: int) -> None:
    t = bare(begun(), {}, tokens={ANA: held})
    assert points(t)["Ana"] == gives


def test_L39_score_of_everything_together() -> None:
    t = bare(
        begun(),
        {ANA: "g9 a2 a3"},
        held={ANA: "d4 g6"},
        turned={"g6": "2"},
        fires={"h5": "g6"},
        tokens={ANA: 7},
        reserve={ANA: 1},
    )
    # One in the valley, two bushes, tents of 4 and 6 with a piece each, two in front, 7 tokens.
    assert points(t)["Ana"] == 2 + 2 + (4 + 2) + (6 + 2) + 2 + 3


def test_L78_more_monsters_in_the_valley_win_a_tie() -> None:
    t = bare(begun(), {ANA: "a2 a3 a4 a5", BEN: "g9 g11", CAI: "k3 m2 m3"})
    assert points(t) == {"Ana": 4, "Ben": 4, "Cai": 4}
    t.do("agree")
    assert (won(t), ranks(t)) == (["Ben"], {"Ben": 1, "Cai": 2, "Ana": 3})


def test_L78_pieces_on_tents_are_in_the_valley_bushes_are_not() -> None:
    t = bare(begun(), {BEN: "g9 g11 g13", CAI: "a2 a3 a4 a5 a6 a7"}, held={ANA: "d4"})
    assert points(t) == {"Ana": 6, "Ben": 6, "Cai": 6}
    assert ranks(t) == {"Ben": 1, "Ana": 2, "Cai": 3}


def test_L78_then_more_tokens_not_pairs() -> None:
    t = bare(begun(), {ANA: "g9", BEN: "g11", CAI: "k3"}, tokens={ANA: 2, BEN: 3, CAI: 2})
    assert points(t) == {"Ana": 3, "Ben": 3, "Cai": 3}
    assert ranks(t) == {"Ben": 1, "Ana": 2, "Cai": 2}


def test_L78_points_come_before_both() -> None:
    t = bare(begun(), {ANA: "g9 g11", BEN: "a2"}, tokens={ANA: 3, BEN: 10})
    assert points(t) == {"Ana": 5, "Ben": 6, "Cai": 0}
    assert ranks(t) == {"Ben": 1, "Ana": 2, "Cai": 3}


def test_L78_r40_then_the_rank_is_shared() -> None:
    t = bare(begun("mummy", "ghost", "witch", "vampire"), {0: "g9", 1: "g11", 2: "k3", 3: "a2"})
    assert ranks(t) == {"Ana": 1, "Ben": 1, "Cai": 1, "Dan": 4}
    t.do("agree")
    assert won(t) == ["Ana", "Ben", "Cai"]


def test_L78_the_order_of_ties_is_in_the_standing() -> None:
    t = bare(begun(), {ANA: "g9 a2", BEN: "g11"}, held={ANA: "d4"}, tokens={ANA: 5})
    best = fold.standing(t.game, t.state)[0]
    assert (best.seats, best.ties) == ([ANA], [2, 5])


def test_L81a_tokens_and_pieces_stay_apart() -> None:
    t = stand(two(), {0: "g9", 2: "g11"}, visitors={"man": "h9"})
    t.do("frighten h9")
    assert tokens(t) == [6, 3, 3, 3]
    t = stand(two(), {0: "g9", 2: "g11"}, visitors={"man": "h9"}, front={0: 0, 2: 0})
    t.do("capture g9 h9")
    assert (pieces(t, 0), pieces(t, 2)) == ((6, 2, 0, 0), (7, 0, 1, 0))


def test_L81a_a_legion_acts_in_its_own_turn_only() -> None:
    t = stand(two(), {0: "g9", 2: "g11"})
    refused(t, "move g11 g12")
    refused(t, "Ana/witch: move g11 g12")
    t.do("end", "end")
    t.do("move g11 g12")
    refused(t, "move g9 g10")


def test_L81b_each_legion_is_scored_and_then_they_are_added() -> None:
    t = bare(two(), {0: "g9 a2", 1: "k3"}, held={2: "d4"}, tokens={0: 3, 1: 1, 2: 3, 3: 1})
    # Token pairs are rounded down for each legion: 1 + 1, not 3.
    assert points(t) == {"Ana": 2 + 1 + 1 + (4 + 2) + 1, "Ben": 2}
    sides = fold.standing(t.game, t.state)
    assert [side.seats for side in sides] == [[0, 2], [1, 3]]


def test_L81c_sums_of_valley_monsters_break_a_tie() -> None:
    t = bare(two(), {0: "g9", 2: "g11", 1: "a2 a3 k3"})
    assert points(t) == {"Ana": 4, "Ben": 4}
    assert ranks(t) == {"Ana": 1, "Ben": 2}
    # Two and none are as good as one and one.
    t = bare(two(), {0: "g9", 2: "g11", 1: "k3 k4"})
    assert ranks(t) == {"Ana": 1, "Ben": 1}


def test_L81c_then_sums_of_tokens() -> None:
    # Ana 3 + 3 (a point each), Ben 4 + 1 (two points and none).
    t = bare(two(), {0: "g9", 1: "k3"}, tokens={0: 3, 2: 3, 1: 4, 3: 1})
    assert points(t) == {"Ana": 4, "Ben": 4}
    assert ranks(t) == {"Ana": 1, "Ben": 2}
    t = bare(two(), {0: "g9", 1: "k3"}, tokens={0: 3, 2: 3, 1: 4, 3: 1}, front={})
    adjust(t, (["seats", 3, "tokens"], 0), (["tokens"], t.state.tokens + 1))
    assert [side.ties for side in fold.standing(t.game, t.state)] == [[1, 6], [1, 4]]


def test_two_players_last_tent_ends_after_the_turn_of_that_legion() -> None:
    taken = {1: "b11 c8 d4 e2 e13", 3: "g4 i13 j4 j5 l5 l10"}
    t = stand(two(), {2: "g7"}, held=taken, turned={"g6": "12"})
    t.do("end", "end", "move g7 g6")
    assert t.state.ended == ""
    t.do("end")
    assert (bool(t.state.ended), won(t)) == (True, ["Ben"])


def test_implied_nobody_can_finish_and_they_agree() -> None:
    t = bare(begun(), {ANA: "g9"})
    assert verbs(t) >= {"pass", "end"}
    t.do("Cai: agree")
    assert t.state.ended
    assert (won(t), t.waits(), t.moves()) == (["Ana"], [], [])


def test_implied_nobody_can_finish_but_pass_is_always_legal() -> None:
    t = bare(begun(), {}, tokens={ANA: 0})
    for _ in range(4):
        assert verbs(t) == {"pass", "end"}
        t.do("pass", "pass", "pass")
        assert verbs(t) == {"extra", "end"}
        t.do("end")
    assert t.state.ended == ""


def test_option_stalemate_on_after_every_seat_in_turn_has_done_nothing() -> None:
    t = begun(stalemate="on")
    t.do("pass", "end", "end")
    assert t.state.ended == ""
    t.do("pass", "pass", "pass", "extra", "pass", "end")
    assert t.state.ended
    assert (ranks(t), t.moves()) == ({"Ana": 1, "Ben": 1, "Cai": 1}, [])


@pytest.mark.parametrize("line", ["move a13 a12", "enter a12", "frighten h9", "refresh"])
def test_option_stalemate_on_anything_else_begins_it_anew(line: str) -> None:
    t = begun(stalemate="on")
    stand(t, {ANA: "g9 a13", BEN: "k3"}, visitors={"man": "h9"}, front={ANA: 1})
    adjust(t, (["seats", ANA, "down"], 3))
    t.do(line, "end", "end", "end")
    # Ben and Cai have been quiet since Ana did something, Ana has not.
    assert (t.state.turn, t.state.ended) == (ANA, "")
    t.do("pass", "move g9 g10", "end", "end", "end")
    assert t.state.ended == ""
    t.do("end")
    assert t.state.ended


def test_option_stalemate_on_the_seat_that_acted_must_be_quiet_too() -> None:
    t = begun(stalemate="on")
    t.do("end", "move a3 b3", "end", "end", "end")
    # Cai and Ana have been quiet since Ben moved.
    assert t.state.ended == ""
    t.do("end")
    assert t.state.ended


def test_option_stalemate_on_for_two_players_asks_four_seats() -> None:
    t = two(stalemate="on")
    t.do("end", "end", "end")
    assert t.state.ended == ""
    t.do("end")
    assert t.state.ended


def test_option_stalemate_on_scores_as_it_stands() -> None:
    t = bare(begun(stalemate="on"), {ANA: "g9", BEN: "g11 g13"})
    t.do("end", "end", "end")
    assert (won(t), points(t)) == (["Ben"], {"Ana": 2, "Ben": 4, "Cai": 0})


def test_option_stalemate_off_never_ends_it() -> None:
    t = begun(stalemate="off")
    for _ in range(12):
        t.do("end")
    assert t.state.ended == ""


def test_option_stalemate_ruled_on_counts_turns_that_end_from_then_on() -> None:
    t = begun()
    t.do("move a2 b2", "end", "end")
    t.rule("stalemate", "on")
    t.do("end")
    assert t.state.ended == ""
    t.do("end")
    assert t.state.ended


def test_option_stalemate_a_watchman_that_is_moved_is_something() -> None:
    t = begun(stalemate="on", watchman="on")
    t.do("end", "end", "watch south", "end", "end", "end")
    assert t.state.ended == ""
    t.do("end")
    assert t.state.ended


def test_L74_the_standing_is_known_all_along() -> None:
    t = begun()
    # Four bushes, three tokens each.
    assert points(t) == {"Ana": 5, "Ben": 5, "Cai": 5}
    assert fold.result(t.game, t.state) is None


def test_example_the_skeleton_takes_a_tent() -> None:
    t = stand(begun("skeleton", "mummy", "vampire"), {ANA: "g8", BEN: "f5"}, turned={"g6": "3"})
    before = t.state.tokens
    t.do("move g8 g6")
    assert (t.state.held, tokens(t)[ANA], t.state.tokens) == ({"g6": ANA}, 0, before + 2)
    assert t.state.points == 2


def test_example_the_mummies_surround_a_vampire() -> None:
    t = stand(begun("mummy", "vampire", "ghost"), {ANA: "h9 f7 i9", BEN: "g9"})
    t.do("move f7 f8")
    assert t.state.points == 2
    assert "g9" in t.state.monsters
    t.do("move i9 h8")
    assert t.state.points == 1
    assert (pieces(t, BEN), tokens(t)) == ((4, 4, 0, 0), [6, 3, 3])
