"""What went wrong in other programs, each as a test of its whole kind (those that are not held
elsewhere in this folder, in `tests/eventstore` or in `tests/cli`)."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine import fold
from engine.chance import Dice
from engine.events import Moved, Resolved
from engine.luck import Luck
from eventstore import SQLiteStore
from replay.errors import Differs, Refused
from replay.match import Match
from replay.proof import verify, verify_all
from replay.reading import journal, log, show

BRAWL = "taiwan-monsters-brawl"
THREE = ["Erich", "Claudia", "Sophia"]


def wander(match: Match, luck: Luck, steps: int, timeline: str = "main") -> None:
    """Random legal moves on a timeline."""
    for step in range(steps):
        position = match.position(timeline).position
        legal = fold.moves(match.game, position.state)
        if not legal:
            return
        number = luck.below(len(legal), f"{timeline} {match.position(timeline).ply}", step, 0)[0]
        match.record([Moved(*legal[number])], timeline)


def test_no_sequence_of_undo_redo_and_other_moves_fishes_another_roll(store: SQLiteStore) -> None:
    """mage 8058, boardgame.io: a roll depends on its stream and index, and on nothing else."""
    match = Match.new(store, BRAWL, THREE, seed="7", name="friday")
    luck = Luck("fishing")
    wander(match, luck, 60)
    for attempt in range(40):
        match.undo(1 + luck.below(12, "undo", attempt, 0)[0])
        wander(match, Luck(f"fishing {attempt}"), 1 + luck.below(14, "steps", attempt, 0)[0])
    asked: dict[tuple[str, int, int], dict[str, str]] = {}
    rolls = 0
    for stream, nth, request, values in every_outcome(match):
        if not isinstance(request, Dice):
            continue
        for place, (faces, value) in enumerate(zip(request.dice, values, strict=True)):
            known = asked.setdefault((stream, nth, place), {})
            assert known.setdefault("".join(faces), value) == value
            rolls += 1
    assert rolls > len(asked) > 20


def every_outcome(match: Match) -> list[tuple[str, int, Any, list[str]]]:
    """The outcomes of all lines: stream, how often it had been asked, request, values."""
    facts = match.store.events_of(match.row.id)
    parents = {fact.parent for fact in facts}
    found = []
    for leaf in [fact for fact in facts if fact.id not in parents]:
        asked: dict[str, int] = {}
        for step in match.steps(leaf.id):
            if isinstance(step.event, Resolved):
                nth = asked.get(step.event.stream, 0)
                asked[step.event.stream] = nth + 1
                found.append((step.event.stream, nth, step.request, step.event.values))
    return found


def test_the_nth_card_of_a_shared_deck_is_the_same_in_every_timeline(store: SQLiteStore) -> None:
    """Whoever draws it and whatever else happened, as if the deck lay there in one order."""
    match = Match.new(store, BRAWL, THREE, seed="7", name="friday")
    for number in range(8):
        name = f"line-{number}"
        match.branch(name, at="0")
        wander(match, Luck(name), 160, name)
    first: dict[tuple[str, int], list[str]] = {}
    same = total = 0
    for stream, nth, _, values in every_outcome(match):
        if stream in ("spells", "territories"):
            same += first.setdefault((stream, nth), values) == values
            total += 1
    assert total > 40
    assert same / total > 0.9


def test_what_was_seen_before_an_undo_is_told(store: SQLiteStore) -> None:
    """terraforming-mars 4317, 5569: a card is drawn and seen, then undone."""
    match = Match.new(store, BRAWL, THREE, name="friday")
    set_up(match)
    verb = match.game.chance(match.position().position.state)
    assert verb is not None
    match.record([f"{verb.verb} tornado"])
    match.undo()
    from replay.reading import Viewer

    seat = verb.seen_by  # type: ignore[union-attr]
    for viewer, seen in (
        (Viewer(), []),
        (Viewer(seat), ["draw tornado"]),
        (Viewer((seat + 1) % 3), []),
        (Viewer(everything=True), ["draw tornado"]),
    ):
        row = list(journal(match, viewer))[-1]
        assert (row.done, row.saw) == ("undo", seen)
        told = [text.split()[-1] for text in row.steps]
        assert told == (["tornado"] if seen else ["?"])


def set_up(match: Match) -> None:
    """Play up to the first chance."""
    while match.game.chance(match.position().position.state) is None:
        match.record([Moved(*fold.moves(match.game, match.position().position.state)[0])])


def test_redo_restores_the_recorded_outcome_and_draws_nothing_anew(store: SQLiteStore) -> None:
    """PySolFC 278: undo over a shuffle or draw, then redo."""
    match = Match.new(store, BRAWL, THREE, seed="7", name="friday")
    wander(match, Luck("a"), 50)
    before = [told.entry.text for told in log(match, match.resolve())]
    events = len(store.events_of(match.row.id))
    steps = sum(not text.startswith(("draw ", "dice ", "rune ", "reveal ")) for text in before) - 1
    match.undo(20)
    match.undo(to=0)
    match.redo(steps)
    assert [told.entry.text for told in log(match, match.resolve())] == before
    assert len(store.events_of(match.row.id)) == events


def test_undo_restores_the_whole_state(store: SQLiteStore) -> None:
    """open_spiel PR 564, 1622: the board comes back and the counters do not."""
    match = Match.new(store, BRAWL, THREE, seed="11", name="friday")
    digests = {}
    for _ in range(60):
        spot = match.position()
        digests[spot.ply] = (match.keeper.digest(spot.position.state), dict(spot.position.asked))
        wander(match, Luck("b"), 1)
    while match.position().ply:
        match.undo()
        spot = match.position()
        now = match.keeper.digest(spot.position.state), dict(spot.position.asked)
        assert now == digests[spot.ply]


FRESH = """
import sys
sys.path.insert(0, "tests/plugin")
from eventstore import open_store
from replay.match import Match
match = Match.open(open_store(sys.argv[1]), "friday")
for name, event, _ in match.store.timelines(match.row.id):
    spot = match.at(event)
    print(name, match.keeper.digest(spot.position.state).hex(), sorted(spot.position.asked.items()))
"""


def test_a_fold_in_a_fresh_process_gives_the_same_under_any_hash_seed(
    store: SQLiteStore, path: Path
) -> None:
    """forge 11416, forceteki PR 2046, PettingZoo 241."""
    match = Match.new(store, BRAWL, THREE, seed="7", name="friday")
    wander(match, Luck("c"), 70)
    match.branch("what-if", at="20")
    wander(match, Luck("d"), 30, "what-if")
    outputs = {
        subprocess.run(
            [sys.executable, "-c", FRESH, str(path)], capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "77")
    }  # fmt: skip
    assert len(outputs) == 1
    head = match.position("main")
    assert match.keeper.digest(head.position.state).hex() in outputs.pop()


def test_who_has_conceded_is_skipped_and_an_undo_restores_seat_and_order(
    store: SQLiteStore,
) -> None:
    """boardgame.io 616, 794, PR 1331."""
    match = Match.new(store, "pig", ["Ana", "Bo", "Cy"], name="friday")
    match.record(["ana: hold"])
    match.record(["bo: concede"])
    assert show(match, match.position(), "main").waits_for == ["Cy"]
    match.record(["cy: hold", "ana: hold"])
    assert show(match, match.position(), "main").waits_for == ["Cy"]
    with pytest.raises(Refused, match="conceded"):
        match.record(["bo: hold"])
    match.undo(3)
    assert show(match, match.position(), "main").waits_for == ["Bo"]
    match.record(["bo: hold", "cy: hold", "ana: hold"])
    assert show(match, match.position(), "main").waits_for == ["Bo"]


def test_the_last_side_wins_whatever_the_points(store: SQLiteStore) -> None:
    match = Match.new(store, "pig", ["Ana", "Bo", "Cy"], name="friday")
    match.record(["roll 6", "hold", "bo: concede", "ana: concede"])
    result = show(match, match.position(), "main").result
    assert result is not None
    ranks = {side.players[0]: side.rank for side in result.standing}
    assert ranks == {"Cy": 1, "Ana": 2, "Bo": 3}
    with pytest.raises(Refused, match="over"):
        match.record(["cy: roll"])


def test_consequences_are_derived_and_not_recorded(store: SQLiteStore) -> None:
    """boardgame.io 241, 923: a replay applies them twice."""
    match = Match.new(store, BRAWL, THREE, seed="7", name="friday")
    wander(match, Luck("e"), 80)
    kinds = {type(step.event).__name__ for step in match.steps(match.resolve())}
    assert kinds == {"Moved", "Resolved"}
    match.forget()
    once = match.keeper.digest(match.position().position.state)
    again = Match.open(store, "friday")
    assert again.keeper.digest(again.position().position.state) == once if again.game else False


def test_a_change_of_the_rules_is_found_at_its_ply_and_the_line_is_never_lost(
    store: SQLiteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """18xx 9886, 5299, PR 9697: a fix makes stored matches illegal at move N."""
    from pig import Pig

    match = Match.new(store, "pig", ["Ana", "Bo"], name="friday")
    match.record(["roll 5", "hold", "roll 6", "hold", "roll 4"])
    # The author ships new rules: a six counts double.
    resolve = Pig.resolve

    def doubled(self: Any, state: Any, values: list[str]) -> None:
        resolve(self, state, values)
        state.pot += 6 if values == ["6"] else 0

    monkeypatch.setattr(Pig, "resolve", doubled)
    later = Match.open(store, "friday")
    with pytest.raises(Differs, match="agree up to ply 4") as differs:
        later.position()
    assert differs.value.agrees == 4
    assert later.position(at="4").ply == 4
    with pytest.raises(Differs):
        later.record(["ana: hold"])
    found = verify(later)
    assert found.first_bad is not None
    assert (found.first_bad.ply, found.ok) == (5, False)
    assert "rules have changed" in found.first_bad.what
    monkeypatch.undo()
    assert verify(Match.open(store, "friday")).ok


def test_a_rule_that_forbids_what_was_played_names_the_move(
    store: SQLiteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pig import Hold, Pig

    from engine.errors import IllegalMove

    match = Match.new(store, "pig", ["Ana", "Bo"], name="friday")
    match.record(["roll 5", "hold", "hold"])
    check = Pig.check

    def strict(self: Any, state: Any, seat: int, move: Any) -> None:
        check(self, state, seat, move)
        if isinstance(move, Hold) and not state.pot:
            raise IllegalMove("there is nothing to hold", "Turns")

    monkeypatch.setattr(Pig, "check", strict)
    later = Match.open(store, "friday")
    assert later.position().ply == 4
    found = verify(later).first_bad
    assert found is not None
    assert found.ply == 4
    assert "Turns: there is nothing to hold" in found.what


def test_an_amended_move_stands_everywhere_and_the_wrong_one_is_kept(store: SQLiteStore) -> None:
    """lila 21059, 15354, 14217: a live feed corrects a move, and viewers stay on the dead line."""
    match = Match.new(store, "pig", ["Ana", "Bo"], name="friday")
    match.adjust(["points.1=96"])
    match.record(["hold", "roll 2", "hold", "roll 3"])
    wrong = match.resolve()
    viewer = Match.open(store, "friday")
    assert viewer.position().ply == 7
    assert store.result(match.row.id) is None
    match.amend("4", ["die 6"])
    # Whoever looks sees the corrected line; statistics follow it.
    assert viewer.position().ply == 5
    assert viewer.position().position.state.ended == "100 points"
    result = store.rows("results_view")[0]
    assert '"players":["' + match.player_ids[1] in str(result["result"])
    assert [row["body"] for row in store.rows("moves_view")] == [
        fact.body for fact in store.path(match.resolve())
    ]
    with pytest.raises(Refused, match="the match is over"):
        viewer.record(["ana: roll"])
    # The wrong line is one adoption away, and so are its statistics.
    match.adopt(match.head(wrong))
    assert store.result(match.row.id) is None
    assert verify(match).ok


def test_a_branch_changes_no_digest_of_the_main_line(store: SQLiteStore) -> None:
    """hanabi-live 2886, 2983."""
    match = Match.new(store, BRAWL, THREE, seed="7", name="friday")
    wander(match, Luck("f"), 40)
    before = [(fact.id, fact.digest) for fact in store.path(match.resolve())]
    match.branch("what-if", at="10", choices=["bonus=vp-difference"])
    wander(match, Luck("g"), 40, "what-if")
    assert [(fact.id, fact.digest) for fact in store.path(match.resolve())] == before
    assert verify_all(store).ok


def test_a_ruling_that_only_the_set_up_reads_is_refused_later(store: SQLiteStore) -> None:
    match = Match.new(store, BRAWL, THREE, name="friday")
    with pytest.raises(Refused, match="only read by the set-up"):
        match.rule("first", "Claudia")
    with pytest.raises(Refused, match="cannot be"):
        match.rule("bonus", "everything")
    match.rule("bonus", "vp difference")
    assert match.position().position.state.options.bonus == "vp-difference"


def test_luck_takes_over_with_unseen_cards_about(store: SQLiteStore) -> None:
    match = Match.new(store, BRAWL, THREE, name="friday")
    set_up(match)
    match.record(["draw ?"])
    done = match.reseed("7")
    assert [step.event.stream for step in done.steps[1:2]] == ["unseen"]
    assert match.position().position.state.seats[0].hand.unseen == 0
    wander(match, Luck("h"), 30)
    assert verify(match).ok
    texts = [told.entry.text for told in log(match, match.resolve())]
    assert "draw ?" in texts
    assert "7" not in " ".join(text for text in texts if "reseed" in text)


def test_ten_thousand_plies_work(store: SQLiteStore) -> None:
    """18xx 10954, 12571; lila 10421."""
    match = Match.new(store, "pig", ["Ana", "Bo"], name="long")
    match.record(["hold" if ply % 2 else "ana: hold" for ply in range(10_000)])
    assert match.undo(9_999).ply == 1
    assert match.redo(9_999).ply == 10_000
    assert match.position(at="5000").ply == 5000
    assert match.undo(turn=True).ply == 9_999
    assert verify(match).ok
