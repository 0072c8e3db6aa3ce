"""What a match promises, one promise a test. Pig: roll or hold, a 1 loses the turn's points."""

import json
from pathlib import Path

import pytest

from engine.errors import EngineError
from eventstore import SQLiteStore, Unknown, open_store
from replay.errors import Moved, NotFound, Refused, ReplayError
from replay.match import By, Match
from replay.portable import export_lines, import_lines
from replay.proof import verify, verify_all
from replay.reading import diff, journal, log, moves, show, timelines, tree
from replay.transcript import transcript

ANA_AND_BO = ("Ana", "Bo")


def pig(store: SQLiteStore, seed: str | None = "7", name: str = "friday") -> Match:
    return Match.new(store, "pig", ANA_AND_BO, seed=seed, name=name)


def told(match: Match, timeline: str = "main") -> list[str]:
    return [t.entry.text for t in log(match, match.resolve("", timeline))][1:]


def digest(match: Match, timeline: str = "main") -> bytes:
    return match.store.event(match.resolve("", timeline)).digest


# Recording


def test_a_seeded_move_brings_its_roll_in_the_same_row(store: SQLiteStore) -> None:
    match = pig(store)
    done = match.record(["ana: roll"])
    assert [step.ply for step in done.steps] == [1, 2]
    assert (done.row.n, done.ply) == (2, 2)


def test_at_a_table_the_roll_is_typed_with_the_move_or_after_it(store: SQLiteStore) -> None:
    together, apart = pig(store, None, "together"), pig(store, None, "apart")
    together.record(["roll 5"])
    apart.record(["roll"])
    assert moves(apart, apart.position()).chance is not None
    verb = moves(apart, apart.position()).chance
    assert verb is not None
    apart.record([f"{verb.verb} 5"])
    assert told(together) == told(apart) == ["Ana: roll", f"{verb.verb} 5"]


def test_moves_given_together_are_recorded_together_or_not_at_all(store: SQLiteStore) -> None:
    match = pig(store, None)
    with pytest.raises(Refused):
        match.record(["roll 5", "hold", "ana: hold"])
    assert told(match) == []
    assert store.last_row(match.row.id).n == 1
    match.record(["roll 5", "hold", "bo: hold"])
    assert len(told(match)) == 4
    assert store.last_row(match.row.id).n == 2


def test_impossible_dice_are_refused(store: SQLiteStore) -> None:
    match = pig(store, None)
    for line in ("roll 7", "roll 0", "roll ?", "roll 1 1", "roll -1", "roll six"):
        with pytest.raises((EngineError, ReplayError)):
            match.record([line])
    assert told(match) == []


def test_luck_decides_in_a_seeded_match_and_nobody_types_it(store: SQLiteStore) -> None:
    with pytest.raises(Refused, match="Luck decides"):
        pig(store).record(["roll 6"])


def test_nothing_is_no_recording(store: SQLiteStore) -> None:
    with pytest.raises(Refused, match="nothing to record"):
        pig(store).record([])


def test_a_refusal_cites_its_rule_and_leaves_the_match_as_it_was(store: SQLiteStore) -> None:
    match = pig(store)
    before = digest(match)
    with pytest.raises(Refused) as refusal:
        match.record(["bo: hold"])
    assert refusal.value.rule
    assert digest(match) == before
    match.record(["ana: roll"])


def test_seeded_matches_repeat_after_an_undo_without_new_events(store: SQLiteStore) -> None:
    match = pig(store)
    for _ in range(6):
        seat = show(match, match.position(), "main").waits_for[0]
        match.record([f"{seat}: roll"])
    first, events = told(match), len(store.events_of(match.row.id))
    end = digest(match)
    match.undo(6)
    assert told(match) == []
    for line in first:
        if ": " in line:
            match.record([line])
    assert (told(match), digest(match)) == (first, end)
    assert len(store.events_of(match.row.id)) == events


def test_the_same_seed_gives_the_same_rolls_in_another_match(store: SQLiteStore) -> None:
    matches = [pig(store, "7", "one"), pig(store, "7", "two"), pig(store, "8", "three")]
    rolls = []
    for match in matches:
        for _ in range(8):
            seat = show(match, match.position(), "main").waits_for[0]
            match.record([f"{seat}: roll"])
        rolls.append(told(match))
    assert rolls[0] == rolls[1] != rolls[2]


# Undo and redo


def test_undo_goes_back_by_steps_and_says_what_was_seen(store: SQLiteStore) -> None:
    match = pig(store, None)
    match.record(["roll 5"])
    match.record(["roll 4"])
    match.undo(told=By(by="Bo", reason="the die fell off the table"))
    assert told(match)[-1].startswith("Ana: roll")
    rows = list(journal(match))
    assert (rows[-1].done, rows[-1].by) == ("undo", "Bo")
    assert rows[-1].reason == "the die fell off the table"
    assert [text.split()[-1] for text in rows[-1].saw] == ["4"]


def test_a_roll_typed_at_the_table_is_a_step_of_its_own(store: SQLiteStore) -> None:
    match = pig(store, None)
    match.record(["roll 5"])
    assert match.undo().ply == 1
    assert match.undo().ply == 0


def test_a_roll_of_luck_goes_back_with_its_move(store: SQLiteStore) -> None:
    match = pig(store)
    match.record(["roll"])
    assert match.undo().ply == 0
    match.redo()
    match.record(["hold"] if told(match)[-1][-1] != "1" else ["bo: hold"])
    with pytest.raises(Refused, match="inside a step"):
        match.undo(to=1)


def test_undo_to_a_ply_and_redo_to_a_ply(store: SQLiteStore) -> None:
    match = pig(store, None)
    match.record(["roll 5", "roll 6", "hold", "hold"])
    whole = told(match)
    assert match.undo(to=2).ply == 2
    assert told(match) == whole[:2]
    assert match.redo(to=5).ply == 5
    assert match.redo().ply == 6
    assert told(match) == whole
    for wrong in (6, 7, -1):
        with pytest.raises(Refused):
            match.undo(to=wrong)


def test_undo_of_a_turn_goes_back_to_where_it_began(store: SQLiteStore) -> None:
    match = pig(store, None)
    match.record(["roll 5", "hold"])
    match.record(["bo: roll 2", "bo: roll 3"])
    assert match.undo(turn=True).ply == 3
    assert match.undo(turn=True).ply == 0
    assert match.redo(turn=True).ply == 3
    assert match.redo(turn=True).ply == 7


def test_there_is_nothing_to_undo_or_redo_in_a_new_match(store: SQLiteStore) -> None:
    match = pig(store)
    with pytest.raises(Refused, match="nothing to undo"):
        match.undo()
    with pytest.raises(Refused, match="nothing to undo"):
        match.undo(turn=True)
    with pytest.raises(Refused, match="nothing to redo"):
        match.redo()


def test_a_new_move_after_an_undo_leaves_the_old_future_in_the_tree(store: SQLiteStore) -> None:
    match = pig(store, None)
    match.record(["roll 5", "roll 6", "hold"])
    old = match.head(match.resolve())
    match.undo(3)
    match.record(["hold"])
    with pytest.raises(Refused, match="nothing to redo"):
        match.redo()
    match.branch("old", at=old)
    match.adopt("old")
    assert match.head(match.resolve()) == old
    assert len(told(match)) == 5


def test_undone_moves_show_in_the_journal_and_not_in_the_log(store: SQLiteStore) -> None:
    match = pig(store, None)
    match.record(["roll 5"])
    match.undo(2)
    assert told(match) == []
    assert [row.done for row in journal(match)] == ["open", "record", "undo"]
    assert len(list(journal(match))[-1].steps) == 2


# Timelines


def test_a_what_if_shares_its_luck_and_leaves_main_alone(store: SQLiteStore) -> None:
    match = pig(store)
    match.record(["ana: hold"])
    match.branch("what-if", at="0")
    before = digest(match)
    match.record(["ana: roll"], "what-if")
    assert digest(match) == before
    assert [line.name for line in timelines(match)] == ["main", "what-if"]


def test_a_branch_may_have_another_seed(store: SQLiteStore) -> None:
    match = pig(store)
    match.branch("other", seed="another")
    lines = [match.record(["roll"], name).steps[1].event.values for name in ("main", "other")]
    again = [match.position(name).position.seed for name in ("main", "other")]
    assert again == ["7", "another"]
    assert all(len(values) == 1 for values in lines)
    assert "another" not in str(told(match, "other"))


def test_the_name_of_a_timeline_is_taken_once(store: SQLiteStore) -> None:
    match = pig(store)
    match.branch("again")
    for name in ("again", "main", "12", "", "two words", "-x"):
        with pytest.raises(Exception, match=r"already|letter|cannot name"):
            match.branch(name)


def test_adopting_says_when_nothing_would_change(store: SQLiteStore) -> None:
    match = pig(store)
    match.branch("same")
    with pytest.raises(Refused, match="nothing would change"):
        match.adopt("same")
    with pytest.raises(Refused):
        match.adopt("main")
    with pytest.raises(Unknown):
        match.adopt("nowhere")


def test_diff_says_where_two_lines_part_and_what_differs(store: SQLiteStore) -> None:
    match = pig(store, None)
    match.record(["roll 5"])
    match.branch("what-if")
    match.record(["roll 6"])
    match.record(["hold"], "what-if")
    found = diff(match, match.resolve(), match.resolve("", "what-if"))
    assert found.parted_at == 2
    assert (len(found.a), found.b) == (2, ["Ana: hold"])
    assert found.differs


def test_the_tree_has_a_run_for_each_line(store: SQLiteStore) -> None:
    match = pig(store, None)
    match.record(["roll 5"])
    match.branch("what-if")
    match.record(["roll 6"])
    match.record(["hold"], "what-if")
    runs = tree(match)
    assert [(run.first, run.ply) for run in runs] == [(0, 2), (3, 4), (3, 3)]
    assert [run.timelines for run in runs] == [[], ["main"], ["what-if"]]


# What the table decides beside the rules


def test_an_adjustment_is_marked_irregular(store: SQLiteStore) -> None:
    match = pig(store, None)
    match.record(["roll 5"])
    state = show(match, match.position(), "main").state
    key = next(k for k, v in state.items() if isinstance(v, list) and k not in ("seating",))
    match.adjust([f"{key}=[30, 0]"], told=By(reason="nobody noticed"))
    entries = [t.entry for t in log(match, match.resolve())]
    assert [entry.irregular for entry in entries] == [False, False, False, True]
    assert verify(match).irregular == 1
    assert verify(match).ok


def test_an_adjustment_that_does_not_fit_is_refused(store: SQLiteStore) -> None:
    match = pig(store, None)
    for change in ("nothing=1", "seating=[0]", "options.x=1", "a.b.c=3", "=3", "x", "ended=[1]"):
        with pytest.raises((EngineError, ReplayError)):
            match.adjust([change])
    with pytest.raises(Refused):
        match.adjust([])
    assert told(match) == []


def test_the_table_takes_over_from_luck_and_back(store: SQLiteStore) -> None:
    match = pig(store)
    match.record(["roll"])
    match.reseed(None)
    seat = show(match, match.position(), "main").waits_for[0]
    match.record([f"{seat}: roll 6"])
    match.reseed("8")
    seat = show(match, match.position(), "main").waits_for[0]
    assert len(match.record([f"{seat}: roll"]).steps) == 2
    assert verify(match).ok


# Two recorders, retries


def test_a_writer_with_a_stale_head_is_told_what_happened(store: SQLiteStore) -> None:
    match = pig(store, None)
    stale = match.head(match.resolve())
    match.record(["roll 5"], told=By(by="Bo"))
    with pytest.raises(Moved, match=r"Bo did `record` \(Ana: roll; .* 5\) in row 2"):
        match.record(["hold"], told=By(head=stale))
    assert len(told(match)) == 2


def test_an_illegal_move_on_a_stale_head_is_a_conflict_and_not_illegal(
    store: SQLiteStore, path: Path
) -> None:
    match = pig(store, None)
    match.position()
    with open_store(path, synchronous="OFF") as other:
        Match.open(other, "friday").record(["hold"])
    with pytest.raises(Moved):
        match.record(["bo: hold"])
    assert match.record(["bo: hold"]).row.n == 3


def test_what_is_decided_beside_the_rules_on_a_stale_head_is_a_conflict(
    store: SQLiteStore, path: Path
) -> None:
    match = pig(store, None)
    for n, change in enumerate(("points.0=3", "nothing=3"), start=1):
        match.position()
        with open_store(path, synchronous="OFF") as other:
            Match.open(other, "friday").record(["hold"])
        with pytest.raises(Moved):
            match.adjust([change])
        assert len(told(match)) == n
    match.position()
    match.adjust(["points.0=3"], told=By(head=match.head(match.resolve())))
    with pytest.raises(Moved):
        match.adjust(["points.0=4"], told=By(head=match.head(match.resolve("1"))))


def test_the_same_request_is_answered_with_what_it_did(store: SQLiteStore) -> None:
    match = pig(store)
    first = match.record(["roll"], told=By(request="r1"))
    again = match.record(["roll"], told=By(request="r1"))
    assert again.repeated
    assert again.receipt == first.receipt
    assert [s.event for s in again.steps] == [s.event for s in first.steps]
    with pytest.raises(Refused, match="something else"):
        match.record(["hold"], told=By(request="r1"))
    assert len(told(match)) == 2


@pytest.mark.parametrize("what", ["undo", "branch", "note", "adopt", "reseed"])
def test_every_write_may_be_repeated_safely(store: SQLiteStore, what: str) -> None:
    match = pig(store, None)
    match.record(["roll 5"])
    match.branch("b", at="1")
    once = By(request="once")
    acts = {
        "undo": lambda: match.undo(told=once),
        "branch": lambda: match.branch("c", told=once),
        "note": lambda: match.note("tea", told=once),
        "adopt": lambda: match.adopt("b", told=once),
        "reseed": lambda: match.reseed("3", told=once),
    }
    first = acts[what]()
    rows = store.last_row(match.row.id).n
    assert acts[what]().receipt == first.receipt
    assert store.last_row(match.row.id).n == rows


# A match of only its root


def test_everything_works_on_a_match_without_a_move(store: SQLiteStore) -> None:
    match = pig(store)
    assert show(match, match.position(), "main").ply == 0
    assert [t.entry.kind for t in log(match, match.resolve())] == ["opened"]
    assert len(tree(match)) == 1
    assert verify(match).ok
    match.branch("empty")
    assert diff(match, match.resolve(), match.resolve("", "empty")).differs == []
    assert next(transcript(match, match.resolve())).startswith("# friday")
    with pytest.raises(NotFound, match="no ply 1"):
        match.position(at="1")


# Opening


def test_a_match_gets_the_first_free_name(store: SQLiteStore) -> None:
    names = [Match.new(store, "pig", ANA_AND_BO).name for _ in range(5)]
    assert names == [f"pig-{n}" for n in range(1, 6)]


@pytest.mark.parametrize(
    "players",
    [("Ana",), ("Ana", "ana"), ("Ana", "Àna"), ("Ana", ""), ("Ana", "B:o"), ("Ana", "B\no"),
     ("Ana", "  "), ("Ana", "x" * 41), tuple("abcdefghij"), ("Ana", "\ud800"), ("Ana", "B\0")],
)  # fmt: skip
def test_players_who_cannot_be_told_apart_or_typed_are_refused(
    store: SQLiteStore, players: tuple[str, ...]
) -> None:
    with pytest.raises((ReplayError, EngineError, UnicodeError)):
        Match.new(store, "pig", players)
    assert store.matches() == []
    assert store.everybody() == []


def test_a_person_is_the_same_in_all_matches(store: SQLiteStore) -> None:
    one, two = pig(store, name="one"), pig(store, name="two")
    assert one.player_ids == two.player_ids
    assert len(store.everybody()) == 2


def test_an_unknown_game_option_or_pack_is_refused(store: SQLiteStore) -> None:
    with pytest.raises(NotFound, match="no game"):
        Match.new(store, "chess-boxing", ANA_AND_BO)
    with pytest.raises(Refused, match="no option"):
        Match.new(store, "pig", ANA_AND_BO, choices=["nothing=1"])
    with pytest.raises(Refused, match="KEY=VALUE"):
        Match.new(store, "pig", ANA_AND_BO, choices=["nothing"])
    with pytest.raises(ReplayError):
        Match.new(store, "pig", ANA_AND_BO, pack="{}")


# Results


def test_a_result_is_cached_and_goes_with_an_undo(store: SQLiteStore) -> None:
    match = pig(store, None)
    match.record(["bo: concede"])
    cached = json.loads(store.result(match.row.id) or "")
    assert cached["why"] == "conceded"
    assert cached["standing"][0]["players"] == [match.player_ids[0]]
    match.undo()
    assert not store.result(match.row.id)
    match.redo()
    assert store.result(match.row.id)


def test_a_cache_that_is_wrong_is_made_anew_by_verify(store: SQLiteStore) -> None:
    match = pig(store, None)
    store.set_result(match.row.id, '{"why":"a lie"}')
    assert verify(match).ok
    assert not store.result(match.row.id)
    match.record(["ana: agree"])
    store.set_result(match.row.id, "")
    verify(match)
    assert "agreed" in (store.result(match.row.id) or "")


# Files


def test_an_import_has_the_same_rows_and_receipts(store: SQLiteStore, tmp_path: Path) -> None:
    match = pig(store, None)
    match.record(["roll 5", "hold"])
    match.undo()
    match.branch("b")
    lines = list(export_lines(match))
    with open_store(tmp_path / "other.db") as other:
        found = import_lines(other, lines)
        assert (found.added, found.told) == (4, [])
        assert list(export_lines(found.match)) == lines
        assert [r.receipt for r in journal(found.match)] == [r.receipt for r in journal(match)]
        assert verify_all(other).ok


def test_an_import_adds_what_continues_a_match_and_refuses_the_rest(
    store: SQLiteStore, tmp_path: Path
) -> None:
    match = pig(store, None)
    match.record(["roll 5"])
    early = list(export_lines(match))
    match.record(["hold"])
    late = list(export_lines(match))
    with open_store(tmp_path / "other.db") as other:
        import_lines(other, early)
        assert import_lines(other, late).added == 1
        with pytest.raises(Exception, match="nothing is to be added"):
            import_lines(other, early)
        assert import_lines(other, late, name="copy").match.name == "copy"
        assert verify_all(other).ok


def test_an_anonymous_export_names_nobody(store: SQLiteStore, tmp_path: Path) -> None:
    match = pig(store, None)
    lines = list(export_lines(match, anonymous=True))
    assert not any("Ana" in line or "Bo" in line for line in lines)
    with open_store(tmp_path / "other.db") as other:
        found = import_lines(other, lines).match
        assert found.players == ["(forgotten)", "(forgotten) 2"]
        assert verify(found).ok
        found.record(["forgotten 2: concede"])


def test_a_damaged_file_is_refused_at_every_line(store: SQLiteStore, tmp_path: Path) -> None:
    match = pig(store, None)
    match.record(["roll 5", "hold"])
    lines = list(export_lines(match))
    with open_store(tmp_path / "other.db") as other:
        for number in range(len(lines)):
            for damaged in (
                lines[:number],
                [*lines[:number], lines[number][: len(lines[number]) // 2], *lines[number + 1 :]],
                [*lines[:number], lines[number].replace("5", "6"), *lines[number + 1 :]],
                [*lines[:number], lines[number], *lines[number:]],
            ):
                if damaged == lines or not any(damaged):
                    continue
                with pytest.raises(Exception, match=r"\w") as refusal:
                    import_lines(other, damaged)
                assert str(refusal.value).count("\n") == 0
                assert other.matches() == []


def test_a_transcript_is_read_again(store: SQLiteStore) -> None:
    match = pig(store)
    for _ in range(5):
        seat = show(match, match.position(), "main").waits_for[0]
        match.record([f"{seat}: roll"])
    text = "\n".join(transcript(match, match.resolve()))
    again = pig(store, None, "again")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            again.record([line])
    assert told(again) == told(match)
