"""What an amendment promises: something else in the place of one step, and what followed again.

Positions are those of the recorded matches in `fixtures/logs` and of pig: roll or hold, a 1 loses
the turn's points, 100 points win.
"""

from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
import pytest

from engine.errors import EngineError
from eventstore import SQLiteStore, open_store
from replay.amended import Amended, changes, of_row, told
from replay.errors import Differs, Moved, NotFound, Refused, ReplayError
from replay.match import By, Match
from replay.portable import export_lines, import_lines
from replay.proof import verify
from replay.reading import AmendJson, Viewer, diff, journal, log, show, tree
from replay.unfolding import Unfolded

LOGS = Path(__file__).parents[2] / "fixtures" / "logs"
ALL = Viewer(everything=True)


def pig(store: SQLiteStore, *moves: str, seed: str | None = None) -> Match:
    match = Match.new(store, "pig", ["Ana", "Bo"], seed=seed, name="friday")
    if moves:
        match.record(moves)
    return match


def recorded(store: SQLiteStore, name: str) -> Match:
    return import_lines(store, (LOGS / f"{name}.jsonl").read_text("utf-8").splitlines()).match


def texts(match: Match, timeline: str = "main", viewer: Viewer = ALL) -> list[str]:
    return [t.entry.text for t in log(match, match.resolve("", timeline), viewer)][1:]


def stopped(amended: Amended) -> tuple[int, str]:
    assert amended.stopped is not None
    return amended.stopped.step.ply, amended.stopped.reason


def differing(match: Match, amended: Amended, viewer: Viewer = ALL) -> dict[str, tuple[Any, Any]]:
    return {one.path: (one.a, one.b) for one in changes(match, amended, viewer).differs}


# A wrong roll, card, tile


def test_a_wrong_roll_is_corrected_and_what_followed_stands(store: SQLiteStore) -> None:
    match = recorded(store, "brawl-example-1")
    before = texts(match)
    done = match.amend("33", ["dice 0 0 0 0 0"])
    assert texts(match) == [*before[:32], "dice 0 0 0 0 0", *before[33:]]
    assert (done.ply, done.kept, done.left, done.stopped) == (43, 10, 0, None)
    assert differing(match, done) == {"seats.1.vp": (5, 4)}
    found = changes(match, done)
    assert [(s.players, s.points) for s in found.was] == [
        (["Erich"], 5), (["Claudia"], 3), (["Sophia"], 0),
    ]  # fmt: skip
    assert (found.now[0].players, found.now[0].points) == (["Erich"], 4)
    assert verify(match).ok


def test_the_roll_may_be_typed_behind_its_decision_at_either_ply(store: SQLiteStore) -> None:
    match = recorded(store, "brawl-example-1")
    first = match.amend("41", ["claudia: roll 1 1 1 1"], dry_run=True)
    second = match.amend("40", ["claudia: roll 1 1 1 1"], dry_run=True)
    third = match.amend("41", ["dice 1 1 1 1"], dry_run=True)
    for found in (first, second, third):
        what = told(found)
        assert (what.replaced, what.by, what.kept) == (["dice 0 1 0 0"], ["dice 1 1 1 1"], 2)
        assert differing(match, found)["seats.1.injured"] == (None, True)


def test_it_stops_before_what_is_no_longer_legal_and_cites_the_rule(store: SQLiteStore) -> None:
    match = recorded(store, "brawl-example-1")
    old, before = match.resolve(), texts(match)
    done = match.amend("5", ["claudia: place chi b3"])
    assert stopped(done) == (37, "B-2: a1-d1 is no valid line: there is no rune on c1")
    assert done.stopped is not None
    assert done.stopped.rule == "B-2"
    assert (done.ply, done.kept, done.left) == (36, 31, 7)
    assert texts(match) == [*before[:4], "Claudia: place chi b3", *before[5:36]]
    assert differing(match, done) == {
        "seats.0.colored.c1": ("chi", None), "seats.0.colored.b3": (None, "chi"),
    }  # fmt: skip
    # The old line is one adoption away.
    match.adopt(match.head(old))
    assert texts(match) == before
    assert verify(match).ok


def test_a_card_that_cannot_have_been_held_stops_it_without_telling_the_hand(
    store: SQLiteStore,
) -> None:
    match = recorded(store, "brawl-unseen")
    done = match.amend("14", ["draw tornado"], dry_run=True)
    assert stopped(done) == (
        26,
        "Game Components Description 5: the hand cannot hold treasure sack",
    )
    everybody, owner = told(done), told(done, Viewer(2))
    assert (everybody.replaced, everybody.by) == (["draw ?"], ["draw ?"])
    assert (owner.replaced, owner.by) == (["draw ?"], ["draw tornado"])
    assert differing(match, done, Viewer()) == differing(match, done, Viewer(0)) == {}
    assert differing(match, done, Viewer(2)) == {"seats.2.hand.held.0.0": ("?", "tornado")}


def test_a_hidden_card_may_be_named_where_everything_that_followed_allows_it(
    store: SQLiteStore,
) -> None:
    match = recorded(store, "brawl-unseen")
    done = match.amend("14", ["draw treasure sack"])
    assert (done.stopped, done.kept) == (None, 108)
    assert "treasure sack" not in str(texts(match, viewer=Viewer())[:25])
    assert verify(match).ok


def test_the_wrong_card_of_the_solitaire(store: SQLiteStore) -> None:
    match = recorded(store, "beasts-kitchen-table")
    done = match.amend("3", ["flip Tidal Boar"])
    assert stopped(done) == (9, '"Tidal Boar" cannot come up at place 1 of `flip`')
    assert (done.kept, done.left) == (5, 130)
    found = changes(match, done)
    assert found.ended == ["all captured", ""]
    assert store.result(match.row.id) is None
    assert verify(match).ok


def test_the_wrong_tile_of_the_valley(store: SQLiteStore) -> None:
    match = recorded(store, "vale-werewolf")
    done = match.amend("22", ["tile 3"])
    assert stopped(done) == (
        26,
        "B. Revealing a Tent: no woman is to be placed; there is: 2 child",
    )
    assert differing(match, done)["turned.g13"] == ("7", "3")
    assert verify(match).ok


def test_the_wrong_answer_to_an_attack(store: SQLiteStore) -> None:
    match = recorded(store, "taidian-2-players")
    done = match.amend("22", ["ana: take"], dry_run=True)
    assert stopped(done) == (23, "Defense: nobody is attacked now, so nobody answers")
    assert differing(match, done, Viewer())["seats.0.health"] == (50, 30)
    # What Ben charged in the first turn was never needed later on.
    done = match.amend("9", [])
    assert (done.kept, done.stopped, done.ply) == (94, None, 116)
    assert differing(match, done) == {"seats.1.energy": (4, 2)}
    assert verify(match).ok


def test_another_cell_in_tic_tac_toe(store: SQLiteStore) -> None:
    match = Match.new(store, "tic-tac-toe", ["Ana", "Bo"], name="friday")
    match.record(["mark b2", "mark a1", "mark c3"])
    done = match.amend("2", ["mark c3"])
    assert texts(match) == ["Ana: mark b2", "Bo: mark c3"]
    assert stopped(done)[0] == 3
    assert done.left == 1


# Dropping and inserting


def test_without_a_move_the_step_is_dropped_with_the_roll_that_answered_it(
    store: SQLiteStore,
) -> None:
    match = pig(store, "roll 5", "roll 4", "hold", "roll 6")
    done = match.amend("1", [])
    assert texts(match) == ["Ana: roll", "die 4", "Ana: hold", "Bo: roll", "die 6"]
    what = told(done)
    assert (what.ply, what.replaced, what.by, what.kept) == (1, ["Ana: roll", "die 5"], [], 5)
    assert show(match, match.position(), "main").state["points"] == [4, 0]


def test_a_turn_is_inserted_and_later_rolls_keep_their_values(store: SQLiteStore) -> None:
    match = pig(store, "hold", "roll 6", "hold", "roll 5")
    done = match.amend("2", ["bo: hold", "ana: roll 3", "ana: hold"], insert=True)
    assert texts(match)[:5] == ["Ana: hold", "Bo: hold", "Ana: roll", "die 3", "Ana: hold"]
    assert texts(match)[5:] == ["Bo: roll", "die 6", "Bo: hold", "Ana: roll", "die 5"]
    assert (done.kept, done.replaced) == (5, [])
    assert verify(match).ok


def test_several_moves_stand_in_the_place_of_one(store: SQLiteStore) -> None:
    match = pig(store, "hold", "hold", "roll 2")
    match.amend("2", ["roll 6", "roll 5", "hold"])
    assert texts(match)[1:] == [
        "Bo: roll",
        "die 6",
        "Bo: roll",
        "die 5",
        "Bo: hold",
        *texts(match)[6:],
    ]
    assert texts(match)[6:] == ["Ana: roll", "die 2"]


def test_the_last_step_may_be_dropped_and_then_only_the_opening_is_left(
    store: SQLiteStore,
) -> None:
    match = pig(store, "hold")
    done = match.amend("1", [])
    assert (done.ply, texts(match)) == (0, [])
    assert done.done is not None
    assert done.done.row.after == match.row.root
    assert verify(match).ok
    match.record(["roll 3"])


def test_an_outcome_that_was_never_asked_any_more_goes_with_its_decision(
    store: SQLiteStore,
) -> None:
    match = pig(store, "roll 5", "hold", "roll 6")
    done = match.amend("1", ["hold"])
    assert told(done).replaced == ["Ana: roll", "die 5"]
    assert stopped(done) == (3, "Turns: the die is with somebody else")


def test_a_decision_whose_outcome_is_gone_waits_for_it(store: SQLiteStore) -> None:
    match = pig(store, "roll 5", "hold")
    done = match.amend("2", [])
    assert stopped(done) == (3, "chance is due first, and what `die` showed is not known")
    match.record(["die 6", "hold"])
    assert texts(match) == ["Ana: roll", "die 6", "Ana: hold"]


def test_a_roll_that_needs_other_dice_stops_it(store: SQLiteStore) -> None:
    match = recorded(store, "brawl-example-1")
    three = 'adjust duel.attack.dice=["grey","grey","grey"]'
    done = match.amend("30", [three], insert=True)
    assert stopped(done) == (31, "`dice` needs 3 values there, not 5")
    assert texts(match)[29:] == [three, "Erich: roll"]
    match.record(["dice 1 1 1"])


def test_an_outcome_answers_only_what_it_answered(store: SQLiteStore) -> None:
    """A card that Sophia drew is nobody else's, and no Territory Card is drawn as a spell."""
    match = recorded(store, "brawl-example-1")
    assert stopped(match.amend("11", [], dry_run=True)) == (
        12, "chance decides something else there: `draw` for Claudia (spells) is due",
    )  # fmt: skip
    assert stopped(match.amend("13", [], dry_run=True)) == (
        14, "chance decides something else there: `draw` for Sophia (spells) is due",
    )  # fmt: skip


# By luck


def test_a_seeded_match_rolls_the_same_again(store: SQLiteStore) -> None:
    match = pig(store, seed="7")
    for _ in range(6):
        match.record(["roll"])
    before = texts(match)
    match.amend("1", ["hold"], dry_run=True)
    assert texts(match) == before
    other = Match.new(store, "pig", ["Ana", "Bo"], seed="7", name="other")
    other.record(["hold"])
    done = match.amend("1", ["hold"])
    assert texts(match)[0] == "Ana: hold"
    assert stopped(done)[1] == "Turns: the die is with somebody else"
    assert verify(match).ok


def test_luck_gives_what_it_would_have_given(store: SQLiteStore) -> None:
    match = pig(store, seed="7")
    match.record(["hold", "hold", "roll"])
    match.amend("1", ["roll", "hold"], insert=True)
    # Bo, Ana, Bo: what was Ana's hold is nobody's now, but the first roll is the seed's.
    fresh = Match.new(store, "pig", ["Ana", "Bo"], seed="7", name="fresh")
    fresh.record(["roll", "hold"])
    assert texts(match)[:3] == texts(fresh)
    assert verify(match).ok


def test_what_luck_gave_is_not_amended_alone(store: SQLiteStore) -> None:
    match = pig(store, seed="7")
    match.record(["roll"])
    with pytest.raises(Refused, match=r"Ply 2 lies inside a step: .* at ply 1; amend that one"):
        match.amend("2", ["die 6"])
    with pytest.raises(Refused, match="Luck decides"):
        match.amend("1", ["roll 6"])


def test_what_luck_gave_at_the_opening_is_no_step(store: SQLiteStore) -> None:
    match = Match.new(store, "esoteric-beasts", ["Ana"], seed="7", name="friday")
    assert match.position().ply == 1
    with pytest.raises(Refused, match="Ply 1 is what luck gave when the match was opened"):
        match.amend("1", [])


def test_a_match_that_luck_took_over_midway(store: SQLiteStore) -> None:
    match = pig(store, "roll 5", "hold")
    match.reseed("7")
    match.record(["roll"])
    before = texts(match)
    done = match.amend("2", ["die 6"])
    assert texts(match) == ["Ana: roll", "die 6", *before[2:]]
    assert done.kept == 3
    # Without the seed the table decides: what it saw stands, as the table's.
    match.amend("4", [])
    assert texts(match) == ["Ana: roll", "die 6", "Ana: hold", *before[4:]]
    assert match.position().position.seed is None
    assert verify(match).ok


def test_luck_instead_of_the_table(store: SQLiteStore) -> None:
    match = pig(store, seed="7")
    match.record(["hold"])
    match.reseed(None)
    match.record(["roll 6", "hold", "roll 6"])
    done = match.amend("2", [])
    assert done.stopped is None or done.stopped.step.ply > 3
    assert match.position().position.seed == "7"
    assert verify(match).ok


def test_another_seed_in_the_place_of_one(store: SQLiteStore) -> None:
    match = pig(store)
    match.reseed("7")
    match.record(["roll"])
    done = match.amend("1", ["reseed what if"])
    assert match.position().position.seed == "what if"
    assert told(done).by == ["reseed (a seed that is not shown)"]
    assert done.kept == 1
    assert verify(match).ok


# What the table decided beside the rules


def test_rulings_and_adjustments_stay_as_they_were(store: SQLiteStore) -> None:
    match = recorded(store, "brawl-example-1")
    match.rule("bonus", "vp-difference")
    match.adjust(["seats.erich.vp=9"])
    done = match.amend("41", ["dice 1 0 0 0"])
    assert texts(match)[-2:] == ["rule bonus=vp-difference", "adjust seats.1.vp=9"]
    assert (done.kept, done.stopped) == (4, None)
    assert verify(match).irregular == 2


def test_an_adjustment_whose_path_is_gone_stops_it(store: SQLiteStore) -> None:
    match = pig(store, "hold", "hold")
    match.adjust(["points.0=60"])
    match.adjust(["points.0=61"])
    assert match.amend("3", ["adjust points.1=7"]).kept == 1
    assert texts(match)[2:] == ["adjust points.1=7", "adjust points.0=61"]
    brawl = recorded(store, "brawl-example-1")
    brawl.undo(to=26)
    brawl.adjust(["duel.gap=1"])
    done = brawl.amend("26", [])
    assert stopped(done) == (27, "The state cannot be adjusted so: duel: `challenger` is missing")
    assert verify(brawl).ok


def test_an_adjustment_is_typed_as_the_log_prints_it(store: SQLiteStore) -> None:
    match = pig(store, "hold")
    match.adjust(["points.0=60", "number=2"])
    assert texts(match)[1] == "adjust points.0=60 number=2"
    match.amend("2", ["adjust points.0=61 number=2"])
    assert texts(match)[1] == "adjust points.0=61 number=2"
    match.amend("2", ['adjust ended="it rained"  points.1=7'])
    state = match.position().position.state
    assert (state.ended, state.points) == ("it rained", [0, 7])


def test_a_hidden_value_that_was_set_is_not_found_by_trying(store: SQLiteStore) -> None:
    match = recorded(store, "brawl-unseen")
    match.undo(to=14)
    path = "seats.2.hand.held.0.0"
    match.adjust([f"{path}=tornado"])
    answers = [
        changes(match, match.amend("15", [f"adjust {path}={card}"], dry_run=True))
        for card in ("tornado", "tsunami")
    ]
    assert answers[0] == answers[1]
    assert answers[0].amended.by == [f"adjust {path}=?"]
    # Done for good it is a row, whether or not it changed anything.
    head = match.resolve()
    assert match.amend("15", [f"adjust {path}=tornado"]).done is not None
    assert match.resolve() == head
    assert verify(match).ok


def test_a_ruling_is_amended_by_another(store: SQLiteStore) -> None:
    match = recorded(store, "brawl-example-1")
    match.rule("bonus", "vp-difference")
    match.amend("44", ["rule bonus=dice-margin"])
    assert texts(match)[-1] == "rule bonus=dice-margin"
    for wrong in ("rule bonus=nothing", "rule bonus", "adjust x", "adjust", "reseed"):
        with pytest.raises((ReplayError, EngineError)):
            match.amend("44", [wrong])


# The end of a match


def test_a_match_that_was_over_may_go_on(store: SQLiteStore) -> None:
    match = pig(store, "hold")
    match.adjust(["points.1=96"])
    match.record(["roll 5", "hold"])
    assert store.result(match.row.id) is not None
    done = match.amend("4", ["die 3"])
    assert changes(match, done).ended == ["100 points", ""]
    assert store.result(match.row.id) is None
    again = match.amend("4", ["die 6"])
    assert changes(match, again).ended == ["", "100 points"]
    assert store.result(match.row.id) is not None
    assert verify(match).ok


def test_what_came_after_an_earlier_end_does_not_fit(store: SQLiteStore) -> None:
    match = pig(store, "hold", "hold", "roll 2", "hold")
    done = match.amend("2", ["bo: concede"])
    assert stopped(done) == (3, "table: the match is over (conceded)")
    assert store.result(match.row.id) is not None
    match = Match.new(store, "pig", ["Ana", "Bo", "Cy"], name="three")
    match.record(["hold", "cy: concede", "bo: hold", "ana: agree"])
    done = match.amend("2", ["bo: concede"])
    assert stopped(done) == (3, "table: this player has conceded and is out of the match")
    done = match.amend("2", [])
    assert done.ply == 1


def test_a_concession_is_recorded_again(store: SQLiteStore) -> None:
    match = pig(store, "roll 5", "bo: concede")
    done = match.amend("2", ["die 4"])
    assert (texts(match)[-1], done.kept) == ("Bo: concede", 1)
    assert show(match, match.position(), "main").result is not None


# What is refused


def test_what_cannot_be_amended_is_refused_and_nothing_is_written(store: SQLiteStore) -> None:
    match = pig(store, "roll 5", "hold")
    match.branch("what-if", at="2")
    match.record(["roll 3"], "what-if")
    other = match.head(match.resolve("", "what-if"))
    rows = store.last_row(match.row.id).n
    for at, moves, insert, kind, said in (
        ("0", ["hold"], False, Refused, "Ply 0 is the opening"),
        ("0", ["hold"], True, Refused, "Ply 0 is the opening"),
        ("4", [], False, NotFound, "There is no ply 4 on main; the last one is 3"),
        ("9" * 50, [], False, NotFound, "names no ply"),
        ("main", [], False, NotFound, "names no ply"),
        ("", [], False, NotFound, "Say which step"),
        (other, [], False, NotFound, "is not on main"),
        ("3", [], True, Refused, "Say what to insert"),
        ("3", ["hold"], False, Refused, "would change nothing"),
        ("1", ["roll 5"], False, Refused, "would change nothing"),
        ("3", ["bo: hold"], False, Refused, "Turns: the die is with somebody else"),
        ("3", ["roll 7"], False, EngineError, "cannot come up"),
        ("3", ["roll 6", "sing"], False, EngineError, r"Move 2 of 2 \(\"sing\"\)"),
        ("3", [""], False, EngineError, "empty"),
        ("2", ["die"], False, EngineError, "needs 1 value"),
        ("2", ["hold"], False, Refused, "chance is due"),
        ("2", ["bo: roll 6"], False, Refused, "chance is due"),
    ):
        with pytest.raises(kind, match=said):
            match.amend(at, moves, insert=insert)
    assert store.last_row(match.row.id).n == rows
    assert texts(match) == ["Ana: roll", "die 5", "Ana: hold"]


def test_to_try_which_card_another_holds_tells_nothing(store: SQLiteStore) -> None:
    """A dry run of the card that is there looks as that of any other that may be."""
    answers = set()
    for number, card in enumerate(("tornado", "tsunami", "wildfire")):
        match = import_lines(
            store, (LOGS / "brawl-unseen.jsonl").read_text("utf-8").splitlines(), f"m{number}"
        ).match
        match.undo(to=14)
        match.amend("14", [f"draw {card}"])
        for guess in ("tornado", "tsunami", "wildfire"):
            found = changes(match, match.amend("14", [f"draw {guess}"], dry_run=True))
            answers.add(msgspec.json.encode(msgspec.structs.replace(found, match="")))
    assert len(answers) == 1


# Journal, undo and redo, other readers


def test_a_dry_run_gives_the_same_answer_and_writes_nothing(store: SQLiteStore) -> None:
    match = recorded(store, "brawl-example-1")
    rows, events = store.last_row(match.row.id).n, len(store.events_of(match.row.id))
    before = match.resolve()
    dry = match.amend("5", ["claudia: place chi b3"], dry_run=True)
    assert dry.done is None
    assert (store.last_row(match.row.id).n, len(store.events_of(match.row.id))) == (rows, events)
    assert match.resolve() == before
    wet = match.amend("5", ["claudia: place chi b3"])
    assert wet.done is not None
    for viewer in (Viewer(), Viewer(1), ALL):
        answers = [changes(match, one, viewer) for one in (dry, wet)]
        assert answers[1].receipt == wet.done.receipt
        assert answers[0] == msgspec.structs.replace(answers[1], receipt=None)


def test_undo_and_redo_go_along_the_amended_line(store: SQLiteStore) -> None:
    match = pig(store, "roll 5", "roll 4", "hold")
    match.amend("2", ["die 6"])
    with pytest.raises(Refused, match="nothing to redo"):
        match.redo()
    match.undo(3)
    assert texts(match) == ["Ana: roll", "die 6"]
    match.redo(2)
    assert texts(match) == ["Ana: roll", "die 6", "Ana: roll", "die 4"]
    match.note("so it was")
    match.redo()
    assert texts(match)[-1] == "Ana: hold"
    match.undo(to=1)
    match.amend("1", ["hold"])
    with pytest.raises(Refused, match="nothing to redo"):
        match.redo()


def test_the_journal_tells_an_amendment_from_its_two_lines(store: SQLiteStore) -> None:
    match = pig(store, "roll 5", "roll 4", "hold", "roll 6", "hold")
    match.amend("4", ["die 3"], told=By(by="Bo", reason="it was a three"))
    match.amend("5", ["roll 1"])
    match.amend("1", [])
    rows = list(journal(match))
    first, second, third = (row.amended for row in rows[-3:])
    assert rows[-3].reason == "it was a three"
    assert first is not None
    assert (first.ply, first.replaced, first.by) == (4, ["die 4"], ["die 3"])
    assert (first.kept, first.stopped, first.left) == (4, None, 0)
    assert second is not None
    assert (second.replaced, second.by) == (["Ana: hold"], ["Ana: roll", "die 1"])
    assert (second.kept, second.stopped, second.left) == (3, None, 0)
    assert third is not None
    assert (third.replaced, third.by, third.kept) == (["die 5", "Ana: roll"], [], 6)
    assert [row.amended for row in rows[:-3]] == [None, None]


def test_the_journal_says_where_an_amendment_stopped_and_why(store: SQLiteStore) -> None:
    match = recorded(store, "brawl-example-1")
    done = match.amend("5", ["claudia: place chi b3"])
    row = list(journal(match))[-1]
    assert row.amended == told(done)
    assert row.amended is not None
    assert row.amended.stopped is not None
    assert "B-2: a1-d1 is no valid line" in row.amended.stopped.reason


@pytest.mark.parametrize(
    "name", ["brawl-unseen", "vale-werewolf", "beasts-kitchen-table", "taidian-batches"]
)
def test_every_step_of_a_recorded_match_may_be_dropped(store: SQLiteStore, name: str) -> None:
    match = recorded(store, name)
    head, last = match.resolve(), match.position().ply
    for ply in range(2, last, max(1, last // 12)):
        if store.path(head)[ply].body.endswith('"luck":true}'):
            continue
        done = match.amend(str(ply), [])
        assert done.done is not None
        line = of_row(match, done.done.row)
        unfolded = of_row(match, done.done.row, Unfolded(match))
        assert told(unfolded, ALL) == told(line, ALL)
        assert line.kept <= done.kept
        if head != match.resolve():
            match.adopt(match.head(head))
    assert verify(match).ok
    assert len(list(journal(match))) > 10
    with open_store(Path(store.file).parent / "other.db", synchronous="OFF") as other:
        lines = list(export_lines(match))
        there = import_lines(other, lines).match
        assert list(export_lines(there)) == lines
        assert verify(there).ok
        assert list(journal(there)) == list(journal(match))


def test_tree_and_diff_know_both_lines(store: SQLiteStore) -> None:
    match = pig(store, "roll 5", "hold")
    old = match.resolve()
    match.amend("2", ["die 6"])
    assert [(run.first, run.ply, run.text) for run in tree(match)] == [
        (0, 1, "opened"), (2, 3, "die 5"), (2, 3, "die 6"),
    ]  # fmt: skip
    found = diff(match, old, match.resolve())
    assert (found.parted_at, found.a, found.b) == (
        1, ["die 5", "Ana: hold"], ["die 6", "Ana: hold"],
    )  # fmt: skip


def test_another_timeline_is_amended_and_main_stays(store: SQLiteStore) -> None:
    match = pig(store, "roll 5", "hold")
    match.branch("what-if")
    match.amend("2", ["die 6"], timeline="what-if")
    assert texts(match) == ["Ana: roll", "die 5", "Ana: hold"]
    assert texts(match, "what-if") == ["Ana: roll", "die 6", "Ana: hold"]
    match.adopt("what-if")
    assert texts(match)[1] == "die 6"
    assert verify(match).ok


def test_an_amendment_that_begins_a_timeline_is_no_amendment(store: SQLiteStore) -> None:
    match = pig(store, "hold")
    from eventstore import Entry

    entry = Entry(done="amend", timeline="sneaky", at="then")
    store.append(match.row.id, entry, head=None, after=match.row.root)
    found = verify(match).first_bad
    assert found is not None
    assert "row 3 did not do what it says (`amend`)" in found.what


# Two recorders, retries


def test_a_request_is_answered_with_what_it_did(store: SQLiteStore) -> None:
    match = pig(store, "roll 5", "hold")
    told_ = By(request="r1")
    first = match.amend("2", ["die 6"], told=told_)
    match.record(["roll 2"])
    again = match.amend("2", ["die 6"], told=told_)
    assert first.done is not None
    assert again.done is not None
    assert again.done.repeated
    assert again.done.row == first.done.row
    assert told(again) == told(first)
    answers: list[AmendJson] = [changes(match, one) for one in (first, again)]
    assert answers[0] == answers[1]
    with pytest.raises(Refused, match="was used in row 3 for something else"):
        match.amend("2", ["die 4"], told=told_)
    assert len(texts(match)) == 5


def test_whoever_believes_in_an_old_head_is_told_what_was_amended(
    store: SQLiteStore, path: Path
) -> None:
    match = pig(store, "roll 5", "hold")
    with open_store(path, synchronous="OFF") as there:
        for dry in (True, False):
            match.position()
            face = "die 6" if dry else "die 4"
            Match.open(there, "friday").amend("2", [face], told=By(by="Bo"))
            with pytest.raises(Moved, match=rf"Bo did `amend` \({face}; Ana: hold\) in row"):
                match.amend("3", ["roll 2"], dry_run=dry)
    assert store.last_row(match.row.id).n == 4


def test_the_head_that_is_named_is_the_one_that_is_amended(store: SQLiteStore) -> None:
    match = pig(store, "roll 5", "hold")
    stale = match.head(match.resolve())
    match.record(["roll 2"])
    rows = store.last_row(match.row.id).n
    for dry in (True, False):
        with pytest.raises(Moved):
            match.amend("2", ["die 6"], told=By(head=stale), dry_run=dry)
    assert store.last_row(match.row.id).n == rows
    match.amend("2", ["die 6"], told=By(head=match.head(match.resolve())))


# Other rules


@pytest.fixture
def doubled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The author ships new rules: a six counts double."""
    from pig import Pig

    resolve = Pig.resolve

    def twice(self: Any, state: Any, values: list[str]) -> None:
        resolve(self, state, values)
        state.pot += 6 if values == ["6"] and new else 0

    new: list[int] = []
    monkeypatch.setattr(Pig, "resolve", twice)
    monkeypatch.setattr(Pig, "doubled", new.append, raising=False)


def test_a_line_of_other_rules_is_recorded_again_by_those_that_are(
    store: SQLiteStore, doubled: None
) -> None:
    from pig import Pig

    match = pig(store, "roll 5", "hold", "roll 6", "hold", "roll 4")
    before, old = texts(match), match.resolve()
    Pig.doubled(1)  # type: ignore[attr-defined]
    later = Match.open(store, "friday")
    with pytest.raises(Differs, match="`retold amend friday 5` records the line again"):
        later.record(["ana: hold"])
    for at, moves, insert in (("6", [], False), ("5", ["die 5"], False), ("3", ["hold"], True)):
        with pytest.raises(Differs, match="`retold amend friday 5` records the line again"):
            later.amend(at, moves, insert=insert)
    dry = later.amend("5", [], dry_run=True)
    assert (dry.kept, dry.replaced, dry.put, dry.stopped) == (4, [], [], None)
    done = later.amend("5", [])
    assert texts(later) == before
    assert show(later, later.position(), "main").state["points"] == [5, 12]
    assert changes(later, done).was == []
    assert later.resolve() != old
    later.record(["hold"])
    assert list(journal(later))[-2].amended is not None
    assert store.ancestor(old, 4) == store.ancestor(later.resolve(), 4)


def test_the_journal_of_a_line_of_other_rules_is_told(store: SQLiteStore, doubled: None) -> None:
    from pig import Pig

    match = pig(store, "roll 6", "hold")
    match.record(["roll 6", "hold"])
    Pig.doubled(1)  # type: ignore[attr-defined]
    later = Match.open(store, "friday")
    with pytest.raises(Differs):
        later.position()
    before = [row.steps for row in journal(later)]
    assert before[2] == ["Bo: roll", "die 6", "Bo: hold"]
    later.amend("2", [])
    assert [row.steps for row in journal(later)][:3] == before
    row = list(journal(later))[-1].amended
    assert row is not None
    assert (row.replaced, row.by, row.kept, row.left) == ([], [], 5, 0)
    # The old line can still be told of where it stands no more.
    later.amend("2", ["die 5"])
    assert list(journal(later))[-1].amended is not None


def test_other_rules_on_another_timeline_name_it(store: SQLiteStore, doubled: None) -> None:
    from pig import Pig

    match = pig(store, "hold")
    match.branch("what-if")
    match.record(["roll 6"], "what-if")
    Pig.doubled(1)  # type: ignore[attr-defined]
    later = Match.open(store, "friday")
    with pytest.raises(Differs, match="`retold amend friday 3 -t what-if`"):
        later.record(["hold"], "what-if")
    later.amend("3", [], timeline="what-if")
    assert later.record(["hold"], "what-if").ply == 4


# The last step


def test_the_last_step_is_named_by_a_word_that_a_retry_says_again(store: SQLiteStore) -> None:
    match = pig(store, "roll 5", "roll 4")
    told = By(request="r")
    done = match.amend("last", ["6"], told=told)
    assert texts(match) == ["Ana: roll", "die 5", "Ana: roll", "die 6"]
    match.record(["hold"])
    assert match.amend("last", ["6"], told=told).done == msgspec.structs.replace(
        done.done, repeated=True
    )
    seeded = Match.new(store, "pig", ["Ana", "Bo"], seed="7", name="seeded")
    with pytest.raises(Refused, match="no step to amend on main"):
        seeded.amend("last", [])
    seeded.record(["roll"])
    assert seeded.amend("last", ["hold"]).ply == 1


# Long matches


@pytest.mark.slow
def test_two_thousand_plies_are_recorded_again_in_well_under_a_second(store: SQLiteStore) -> None:
    match = pig(store, "roll 5", *["hold", "roll 1"] * 666, "hold")
    assert match.position().ply == 2001
    began = perf_counter()
    done = match.amend("2", ["die 6"])
    assert perf_counter() - began < 1
    assert (done.kept, done.ply) == (1999, 2001)
    assert verify(match).ok
