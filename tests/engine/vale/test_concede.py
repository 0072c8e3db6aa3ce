"""Who concedes: his pieces stay, what he owed lapses, and the match goes on without him."""

from collections import Counter
from typing import Any

import pytest

from engine import fold
from engine.errors import IllegalMove
from tests.engine.driver import Table
from tests.engine.vale.table import (
    ANA,
    BEN,
    CAI,
    DAN,
    begun,
    cells,
    ends,
    last_tent,
    lines,
    match,
    pieces,
    placing,
    points,
    ranks,
    refused,
    stand,
    tokens,
    two,
    verbs,
    where,
)

FOUR = ("mummy", "ghost", "witch", "vampire")


def four(monsters: dict[int, str] | None = None, **board: Any) -> Table:
    t = begun(*FOUR)
    return stand(t, monsters, **board) if monsters is not None else t


def test_implied_who_concedes_leaves_his_pieces_which_block() -> None:
    t = four({ANA: "a10", BEN: "b9 b10"})
    t.do("Ben: concede")
    assert where(t, BEN) == {"b9", "b10"}
    assert ends(t, "a10") == set()


def test_implied_who_concedes_may_be_surrounded_for_the_usual_reward() -> None:
    t = four({ANA: "g8 g10 f6", BEN: "g9"})
    t.do("Ben: concede", "move f6 f8")
    assert (where(t, BEN), tokens(t)[ANA], pieces(t, BEN)) == (set(), 6, (4, 4, 0, 0))


def test_implied_who_concedes_may_be_burned() -> None:
    t = four({ANA: "l9", BEN: "k10"})
    t.do("Ben: concede", "reveal l10 2", "burn k10")
    assert (where(t, BEN), t.state.fires) == (set(), {"k10": "l10"})


def test_implied_who_concedes_may_be_pounced_on() -> None:
    t = stand(begun("werewolf", "ghost", "witch"), {ANA: "g8 f6", BEN: "g9"})
    t.do("Ben: concede", "move f6 f8 pounce g9")
    assert (where(t, BEN), tokens(t)[ANA]) == (set(), 5)


def test_implied_who_concedes_keeps_tents_that_count_among_the_twelve() -> None:
    t = last_tent(begun(*FOUR), {ANA: "g7"})
    t.do("Ben: concede")
    assert list(t.state.held.values()).count(BEN) == 6
    t.do("move g7 g6", "end")
    assert t.state.ended
    assert ranks(t) == {"Cai": 1, "Ana": 2, "Dan": 3, "Ben": 4}


def test_implied_who_concedes_is_skipped() -> None:
    t = four()
    t.do("Cai: concede")
    waited = []
    for _ in range(6):
        waited += t.waits()
        t.do("end")
    assert waited == ["Ana", "Ben", "Dan", "Ana", "Ben", "Dan"]
    refused(t, "Cai: pass", "table")
    refused(t, "Cai: concede", "table")


def test_implied_who_concedes_in_his_turn_ends_it_where_it_stands() -> None:
    t = four({ANA: "g9"})
    t.do("move g9 g10", "concede")
    assert (t.waits(), t.state.points, where(t, ANA)) == (["Ben"], 3, {"g10"})


def test_implied_who_concedes_with_an_extra_action_begun_leaves_it() -> None:
    t = four()
    t.do("pass", "pass", "pass", "extra", "concede")
    assert t.waits() == ["Ben"]
    assert (t.state.begun, t.state.extra, t.state.points) == (False, False, 3)
    assert "extra" not in verbs(t)


def test_implied_who_concedes_with_his_ability_used_leaves_the_next_one_his() -> None:
    t = stand(
        begun("werewolf", "skeleton", "vampire"),
        {ANA: "g8 f6", CAI: "g9", BEN: "k9"},
        visitors={"man": "k8 k10"},
    )
    t.do("move f6 f8 pounce g9", "concede")
    assert t.waits() == ["Ben"]
    t.do("frighten k10 k8")
    assert tokens(t)[BEN] == 8


def test_implied_who_concedes_while_visitors_are_owed() -> None:
    t = four({ANA: "c4", BEN: "g9"})
    t.do("reveal d4 7", "put man d3", "put woman d5", "concede")
    assert (t.state.reveal, t.waits()) == (None, ["Ben"])
    # Who was put stays, the others go back to the supply.
    assert t.state.visitors == {"d3": "man", "d5": "woman"}
    assert t.state.turned == {"d4": "7"}
    assert verbs(t) >= {"move", "pass", "end"}


def test_implied_who_concedes_while_a_campfire_is_owed() -> None:
    t = four({ANA: "c4", BEN: "e5"})
    t.do("reveal d4 5", "concede")
    assert (t.state.reveal, t.state.fires, t.state.visitors) == (None, {}, {})
    # The tent counts as one without a campfire.
    t.do("move e5 d4")
    assert (t.state.held, tokens(t)[BEN]) == ({"d4": BEN}, 0)


def test_implied_who_concedes_while_somebody_is_to_be_burned() -> None:
    t = four({ANA: "l9", BEN: "k10"})
    t.do("reveal l10 8", "concede")
    assert (t.state.reveal, t.state.fires, where(t, BEN)) == (None, {}, {"k10"})
    assert t.waits() == ["Ben"]


def test_implied_who_concedes_after_the_burning_while_visitors_are_owed() -> None:
    t = four({ANA: "l9", BEN: "k10"})
    t.do("reveal l10 8", "burn k10", "concede")
    assert (t.state.fires, t.state.visitors, t.waits()) == ({"k10": "l10"}, {}, ["Ben"])


def test_implied_who_concedes_while_a_rise_is_owed() -> None:
    t = stand(begun("vampire", "ghost", "witch"), {ANA: "g9 k3"}, visitors={"man": "h9"})
    t.do("capture g9 h9", "concede")
    assert (t.state.rise, t.waits(), t.state.visitors) == ([], ["Ben"], {})
    assert (pieces(t, ANA), where(t, ANA)) == ((3, 4, 1, 0), {"k3"})
    refused(t, "rise m2 m3")
    refused(t, "front")


def test_implied_who_concedes_waits_until_chance_has_spoken() -> None:
    t = four({ANA: "c4"})
    t.do("reveal d4")
    for line in ("Ben: concede", "Ana: concede"):
        with pytest.raises(IllegalMove):
            t.do(line)
    t.do("tile 3", "Ben: concede")
    # Ana still owes her visitor.
    assert (t.waits(), verbs(t)) == (["Ana"], {"put"})
    t.do("put man d3", "end")
    assert t.waits() == ["Cai"]


def test_implied_who_concedes_out_of_turn_while_another_owes() -> None:
    t = stand(begun("vampire", "ghost", "witch"), {ANA: "g9"}, visitors={"man": "h9"})
    t.do("capture g9 h9", "Ben: concede")
    assert verbs(t) == {"rise", "front"}
    t.do("rise m2 m3", "end")
    assert t.waits() == ["Cai"]


def test_implied_who_concedes_last_but_one_leaves_a_winner() -> None:
    t = last_tent(begun(), {ANA: "g7"})
    t.do("Ben: concede")
    assert t.state.ended == ""
    t.do("Cai: concede")
    assert t.state.ended
    # Who conceded scores nothing, whatever he holds.
    assert points(t) == {"Ana": 2 + 3 + 1, "Ben": 0, "Cai": 0}
    assert ranks(t) == {"Ana": 1, "Cai": 2, "Ben": 3}
    assert (t.moves(), t.waits()) == ([], [])


def test_implied_who_concedes_later_ranks_above_who_conceded_earlier() -> None:
    t = four()
    t.do("Dan: concede", "Ben: concede", "agree")
    assert (ranks(t)["Ben"], ranks(t)["Dan"]) == (3, 4)
    assert ranks(t)["Ana"] == ranks(t)["Cai"] == 1


@pytest.mark.parametrize("seat", ["Ana/mummy", "Ana/witch"])
def test_implied_who_concedes_of_two_takes_both_legions_out(seat: str) -> None:
    t = two()
    t.do(f"{seat}: concede")
    assert t.state.conceded == [0, 2]
    assert t.state.ended
    assert ranks(t) == {"Ben": 1, "Ana": 2}


def test_implied_who_concedes_while_legions_are_chosen() -> None:
    t = match(4)
    t.do("choose mummy", "Ben: concede")
    assert t.waits() == ["Cai"]
    t.do("choose witch", "choose ghost")
    assert (t.state.phase, t.waits()) == ("bush", ["Ana"])
    for row in (["a2", "a3", "a4"], ["b14", "c15", "d14"], ["m2", "m3", "m4"], ["b1", "c1", "d1"]):
        t.do(*[f"bush {cell}" for cell in row])
    assert (t.state.phase, t.waits()) == ("turn", ["Ana"])


def test_implied_who_concedes_in_his_own_choice() -> None:
    t = match(3)
    t.do("concede")
    assert t.waits() == ["Ben"]
    t.do("choose mummy", "choose witch")
    assert (t.state.phase, t.waits()) == ("bush", ["Ben"])
    assert t.game.broken(t.state) == []


def test_implied_who_concedes_as_the_last_to_choose() -> None:
    t = match(3)
    t.do("choose mummy", "choose witch", "Cai: concede")
    assert (t.state.phase, t.waits()) == ("bush", ["Ana"])


def test_implied_who_concedes_out_of_turn_having_chosen() -> None:
    t = match(3)
    t.do("choose mummy", "Ana: concede", "choose witch")
    # His legion stays chosen.
    refused(t, "choose mummy", "Set Up")
    t.do("choose ghost")
    assert t.waits() == ["Ben"]


def test_implied_who_concedes_while_pieces_are_placed() -> None:
    t = placing(*FOUR)
    t.do("bush a2", "bush a3", "Ben: concede")
    assert where(t, BEN) == {"a3"}
    t.do("bush a4", "Dan: concede")
    assert t.waits() == ["Ana"]
    refused(t, "bush a3", "Set Up")
    t.do("bush b14", "bush c15", "bush m2", "bush m3", "bush b1", "bush c1")
    assert (t.state.phase, t.waits()) == ("turn", ["Ana"])
    assert where(t, DAN) == set()


def test_implied_who_concedes_with_the_last_placement() -> None:
    t = placing("mummy", "ghost", "witch")
    rows = (["a2", "a3", "a4"], ["b14", "c15", "d14"], ["m2", "m3", "m4"], ["b1", "c1"])
    for row in rows:
        t.do(*[f"bush {cell}" for cell in row])
    t.do("concede")
    assert (t.state.phase, t.waits()) == ("turn", ["Ana"])
    t.do("end", "end")
    assert t.waits() == ["Ana"]


def test_implied_who_concedes_as_first_player_in_set_up() -> None:
    t = placing("mummy", "ghost", "witch")
    t.do("concede")
    assert t.waits() == ["Ben"]
    t.do("bush a2", "bush a3", "bush b14", "bush c15", "bush m2", "bush m3", "bush b1", "bush c1")
    assert (t.state.phase, t.waits()) == ("turn", ["Ben"])


def test_implied_who_concedes_before_the_watchman_stands() -> None:
    t = placing("mummy", "ghost", "witch", watchman="on")
    for row in (["a2", "a3", "a4"], ["b14", "c15", "d14"], ["m2", "m3", "m4"], ["b1", "c1", "d1"]):
        t.do(*[f"bush {cell}" for cell in row])
    t.do("concede")
    # Somebody goes on, and the match has a first turn.
    assert t.waits() == ["Ben"]
    if verbs(t) == {"watch"}:
        t.do("watch north")
    t.do("pass", "end")
    assert t.waits() == ["Cai"]


def test_implied_who_concedes_after_the_twelfth_tent_ends_the_match_with_his_turn() -> None:
    t = last_tent(begun(*FOUR), {ANA: "g7"})
    t.do("move g7 g6", "concede")
    assert t.state.ended
    assert (ranks(t)["Ana"], ranks(t)["Ben"]) == (4, 1)


def test_implied_who_concedes_out_of_turn_after_the_twelfth_tent_ends_nothing() -> None:
    t = last_tent(begun(*FOUR), {ANA: "g7"})
    t.do("move g7 g6", "Dan: concede")
    assert t.state.ended == ""
    t.do("pass", "end")
    assert t.state.ended


def test_implied_who_concedes_with_stalemate_is_not_asked() -> None:
    t = begun(*FOUR, stalemate="on")
    t.do("Ben: concede", "end", "end")
    assert t.state.ended == ""
    t.do("end")
    assert t.state.ended


def test_implied_who_concedes_last_in_a_quiet_round() -> None:
    t = begun(*FOUR, stalemate="on")
    t.do("end", "end", "end", "Dan: concede")
    # Ana, Ben and Cai have all ended a quiet turn, or Ana does so next.
    if not t.state.ended:
        t.do("end")
    assert t.state.ended


def test_implied_who_concedes_scores_nothing_for_others_to_lead() -> None:
    t = four({ANA: "g9"}, held={BEN: "d4 g6"})
    t.do("Ben: concede")
    best = fold.standing(t.game, t.state)[0]
    assert best.rank == 1
    assert best.seats != [BEN]


def test_implied_who_concedes_frees_no_space() -> None:
    t = four({ANA: "g9", BEN: "a2 a3"}, front={ANA: 2})
    t.do("Ben: concede")
    assert not cells(t, "enter") & {"a2", "a3"}
    assert not [line for line in lines(t) if line.startswith("move a")]


def test_implied_who_concedes_and_the_people_are_all_there() -> None:
    t = four({ANA: "d3"})
    t.do("reveal d4 12", "fire e4", "put woman d5", "concede", "Cai: concede", "Dan: concede")
    assert t.state.ended
    assert Counter(t.state.visitors.values()) == {"woman": 1}
    assert t.game.broken(t.state) == []
