"""What went wrong in other programs, each as a test of its whole kind.

Some are held elsewhere: stored bodies, retries, two processes, files of others and of the future,
and writing to the log by other tools in `tests/eventstore`; hidden cards in `test_hidden.py` and
`tests/cli/test_secrets.py`; old logs in `test_golden.py`; states that encode and decode in
`tests/engine/test_states.py`; a log cut short in `test_receipts.py`; people and caches of results
in `test_persons.py`; backups in `tests/cli/test_keeping.py`; full disks in `test_full_disk.py`.
"""

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from engine import fold
from engine.chance import Dice
from engine.errors import EngineError
from engine.events import Moved, Resolved
from engine.luck import Luck
from eventstore import SQLiteStore
from replay.errors import Differs, NotFound, Refused
from replay.errors import Moved as MovedOn
from replay.games import game_class, game_names
from replay.match import Match
from replay.portable import export_lines, import_lines
from replay.proof import verify, verify_all
from replay.reading import EVERYBODY, journal, log, moves, show, text, tree

BRAWL = "taiwan-monsters-brawl"
GAMES = game_names()
LARGE = [name for name in GAMES if game_class(name).players[1] > 2]
"""The games that three may play, so that one may leave and the others go on."""
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


# Every game that is installed


def of(store: SQLiteStore, game: str, seed: str | None = "7", name: str = "friday") -> Match:
    """A match of up to three players."""
    return Match.new(store, game, THREE[: game_class(game).players[1]], seed=seed, name=name)


def texts(match: Match, timeline: str = "main") -> list[str]:
    return [told.entry.text for told in log(match, match.resolve("", timeline))]


def here(match: Match) -> tuple[bytes, dict[str, int]]:
    """The whole state where main rests, and how often each stream was asked."""
    position = match.position().position
    return match.keeper.digest(position.state), dict(position.asked)


@pytest.mark.parametrize("game", GAMES)
def test_luck_gives_one_outcome_at_each_place_of_a_tree(store: SQLiteStore, game: str) -> None:
    """mage 8058, boardgame.io: whatever is undone and played again, nothing else comes up."""
    match = of(store, game)
    wander(match, Luck("one"), 150 if game == "vale-dos-monstros" else 30)
    for attempt in range(14):
        steps = len([s for s in match.steps(match.resolve()) if isinstance(s.event, Moved)])
        match.undo(min(1 + attempt % 7, steps))
        wander(match, Luck(f"other {attempt % 3}"), 1 + attempt % 5)
    children: dict[int | None, list[str]] = {}
    for fact in store.events_of(match.row.id):
        children.setdefault(fact.parent, []).append(fact.body)
    given = [bodies for bodies in children.values() if any('"luck":true' in b for b in bodies)]
    assert all(len(bodies) == 1 for bodies in given)
    assert given or game == "tic-tac-toe"
    assert verify(match).ok


@pytest.mark.parametrize("game", GAMES)
def test_undo_and_redo_restore_every_state_of_every_game(store: SQLiteStore, game: str) -> None:
    """open_spiel PR 564, 1622; PySolFC 278."""
    match = of(store, game)
    stood = [here(match)]
    for _ in range(30):
        wander(match, Luck("b"), 1)
        if here(match) != stood[-1]:
            stood.append(here(match))
    events = len(store.events_of(match.row.id))
    for expected in reversed(stood[:-1]):
        match.undo()
        match.forget()
        assert here(match) == expected
    for expected in stood[1:]:
        match.redo()
        match.forget()
        assert here(match) == expected
    assert len(store.events_of(match.row.id)) == events


@pytest.mark.parametrize("game", GAMES)
def test_what_was_undone_is_told_and_no_longer_stands(store: SQLiteStore, game: str) -> None:
    """terraforming-mars 4317, 18xx 8214, 2611: the journal shows it, with what had been seen; log
    and replay do not visit it."""
    match = of(store, game)
    wander(match, Luck("c"), 25)
    before = texts(match)
    done = match.undo(5)
    row = list(journal(match))[-1]
    assert (row.done, row.steps) == ("undo", [text(step) for step in done.steps])
    assert texts(match) + row.steps == before
    shown = [s for s in done.steps if isinstance(s.event, Resolved) and EVERYBODY.sees(s.request)]
    assert row.saw == [text(step) for step in shown]


@pytest.mark.parametrize("game", GAMES)
def test_undone_too_far_the_old_future_comes_back(store: SQLiteStore, game: str) -> None:
    """18xx 5195: undo too far, record one new move, and the old future is gone."""
    match = of(store, game)
    wander(match, Luck("d"), 20)
    future, head = here(match), match.head(match.resolve())
    match.undo(to=_floor(match))
    wander(match, Luck("another"), 1)
    assert here(match) != future
    match.branch("old", at=head)
    match.adopt("old")
    assert here(match) == future
    assert verify(match).ok


def _floor(match: Match) -> int:
    """The first ply that an undo can go back to: behind what luck gave with the root."""
    steps = match.steps(match.resolve())
    return next(step.ply for step in steps if isinstance(step.event, Moved)) - 1


@pytest.mark.parametrize("game", GAMES)
def test_what_is_recorded_is_cause_and_never_consequence(store: SQLiteStore, game: str) -> None:
    """boardgame.io 241, 923: replay applies consequences twice."""
    match = of(store, game)
    wander(match, Luck("e"), 60)
    kinds = {type(step.event).__name__ for step in match.steps(match.resolve())}
    assert kinds <= {"Moved", "Resolved"}
    stands = here(match)
    for _ in range(2):
        match.forget()
        assert here(match) == stands


@pytest.mark.parametrize("game", LARGE)
def test_who_left_is_waited_for_no_more_until_it_is_undone(store: SQLiteStore, game: str) -> None:
    """boardgame.io 616, 794, PR 1331, in every game that three may play."""
    match = of(store, game)
    wander(match, Luck("f"), 20)
    waits = show(match, match.position(), "main").waits_for
    gone = waits[0]
    before = here(match)
    match.record([f"{gone}: concede"])
    for _ in range(25):
        now = show(match, match.position(), "main")
        assert gone not in now.waits_for
        assert bool(now.waits_for) != (now.result is not None)
        assert not [m for m in moves(match, match.position()).moves if m.seat == gone]
        wander(match, Luck("g"), 1)
    match.undo(to=next(s.ply for s in match.steps(match.resolve()) if _left(s.event)) - 1)
    assert here(match) == before
    assert show(match, match.position(), "main").waits_for == waits


def _left(event: Any) -> bool:
    return isinstance(event, Moved) and type(event.move).__name__ == "Concede"


@pytest.mark.parametrize("game", GAMES)
def test_two_at_once_are_told_of_each_other(store: SQLiteStore, path: Path, game: str) -> None:
    """boardgame.io 828, terraforming-mars 2630: the refusal says what the other did, and what is
    said again is recorded."""
    from eventstore import open_store

    match = of(store, game)
    with open_store(path, synchronous="OFF") as elsewhere:
        other = Match.open(elsewhere, "friday")
        other.position()
        legal = moves(match, match.position()).moves
        did = match.record([legal[0].text])
        with pytest.raises(MovedOn, match="meanwhile") as refusal:
            other.record([legal[-1].text])
        assert text(did.steps[0]) in str(refusal.value)
        again = moves(other, other.position()).moves[0].text
        assert other.record([again]).ply > did.ply
        assert verify(other).ok


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [None, "7"])
def test_everything_works_on_a_match_of_only_its_root(
    store: SQLiteStore, game: str, seed: str | None
) -> None:
    """PySolFC 209, hanabi-live 1755."""
    match = of(store, game, seed)
    assert show(match, match.position(), "main").result is None
    assert texts(match)[0].startswith(f"opened {game}")
    assert [row.done for row in journal(match)] == ["open"]
    assert len(tree(match)) == 1
    match.branch("what-if")
    match.note("nobody has begun")
    with pytest.raises(Refused, match="nothing to undo"):
        match.undo()
    with pytest.raises(Refused, match="nothing to redo"):
        match.redo()
    copy = import_lines(store, export_lines(match), "copy").match
    assert copy.root.digest == match.root.digest
    assert verify_all(store).ok
    state = match.position().position.state
    assert match.game.picture(state, match.labels(state)).lines


@pytest.mark.parametrize("game", GAMES)
def test_a_what_if_obeys_the_rules_and_leaves_main_alone(store: SQLiteStore, game: str) -> None:
    """hanabi-live 2886, 2983."""
    match = of(store, game)
    wander(match, Luck("h"), 20)
    line = [(fact.id, fact.digest, fact.state) for fact in store.path(match.resolve())]
    match.branch("what-if", at=str(_floor(match)))
    wander(match, Luck("i"), 20, "what-if")
    assert [(fact.id, fact.digest, fact.state) for fact in store.path(match.resolve())] == line
    assert verify(match).ok
    assert {name for name, _, _ in store.timelines(match.row.id)} == {"main", "what-if"}


def whole_numbers(tree: Any, path: str = "") -> list[str]:
    """The paths of the whole numbers of a state that the table may set."""
    if isinstance(tree, bool) or path.split(".")[0] in ("options", "seating", "conceded"):
        return []
    if isinstance(tree, int):
        return [f"{path}={tree + 1}"]
    parts = tree.items() if isinstance(tree, dict) else enumerate(tree or ())
    if not isinstance(tree, dict | list):
        return []
    return [one for key, part in parts for one in whole_numbers(part, f"{path}.{key}".lstrip("."))]


@pytest.mark.parametrize("game", GAMES)
def test_what_stood_against_the_rules_is_irregular_wherever_it_shows(
    store: SQLiteStore, game: str
) -> None:
    """broadcaster 63, lila 15607: an illegal move was played and stands."""
    import msgspec

    match = of(store, game)
    wander(match, Luck("j"), 12)
    state = match.position().position.state
    for change in [*whole_numbers(msgspec.to_builtins(state)), "cells.0=X", "board.0=X"]:
        with suppress(EngineError, Refused):
            match.adjust([change])
            break
    marked = [told.entry for told in log(match, match.resolve()) if told.entry.irregular]
    assert [entry.kind for entry in marked] == ["adjusted"]
    assert match.position().position.irregular == 1
    proved = verify(match)
    assert (proved.ok, proved.irregular) == (True, 1)


def test_every_game_folds_to_the_same_in_a_fresh_process_under_any_hash_seed(
    store: SQLiteStore, path: Path
) -> None:
    """forge 11416, forceteki PR 2046, PettingZoo 241."""
    expected = {}
    for game in GAMES:
        match = of(store, game, name=game)
        wander(match, Luck("k"), 40)
        expected[game] = here(match)[0].hex()
    script = FRESH.replace('Match.open(open_store(sys.argv[1]), "friday")', "None").partition(
        "for name"
    )[0] + (
        "store = open_store(sys.argv[1])\n"
        "for row in store.matches():\n"
        "    match = Match(store, row)\n"
        "    print(row.name, match.keeper.digest(match.position().position.state).hex()"
        " if match.game else '')\n"
    )
    for seed in ("0", "1"):
        printed = subprocess.run(
            [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout  # fmt: skip
        assert dict(line.split() for line in printed.splitlines()) == expected


def test_a_head_in_a_copy_is_one_that_the_copy_recorded(store: SQLiteStore) -> None:
    """Two matches from one root: what was played in one is not found in the other."""
    match = of(store, "pig", None)
    match.record(["roll 5", "hold"])
    copy = import_lines(store, export_lines(match), "copy").match
    copy.record(["claudia: roll 6"])
    match.record(["claudia: roll 3"])
    own, other = copy.head(copy.resolve()), match.head(match.resolve())
    assert copy.resolve(own) == copy.resolve()
    assert match.resolve(other) == match.resolve()
    for one, foreign in ((match, own), (copy, other)):
        with pytest.raises(NotFound, match="no ply and no event"):
            one.resolve(foreign)
        with pytest.raises(NotFound):
            one.branch("what-if", at=foreign)
        assert foreign not in {run.head for run in tree(one)}
    shared = match.head(match.resolve("4"))
    assert match.resolve(shared) == copy.resolve(shared)


@pytest.mark.parametrize("game", GAMES)
def test_a_journal_tells_of_each_row_what_that_row_did(store: SQLiteStore, game: str) -> None:
    """Told in one walk over the tree, as a fold for each row would tell it."""
    match = of(store, game)
    wander(match, Luck("l"), 20)
    for number in range(6):
        match.undo(1 + number % 4)
        wander(match, Luck(f"m {number}"), 1 + number % 3)
        match.undo()
        match.redo()
    match.branch("what-if", at=str(_floor(match)))
    wander(match, Luck("n"), 3, "what-if")
    rows = list(journal(match))
    for row, told in zip(store.journal(match.row.id), rows, strict=True):
        assert told.steps == [text(step) for step in match.steps_of(row)]
        assert told.after == match.head(row.after)
    assert {row.done for row in rows} >= {"open", "record", "undo", "redo", "branch"}


@pytest.mark.slow
def test_a_journal_of_many_undos_costs_what_its_tree_costs(store: SQLiteStore) -> None:
    """2,000 plies and 500 undos are told in well under a second."""
    from time import perf_counter

    match = of(store, "pig", None)
    for _ in range(200):
        match.record(["hold"] * 10)
    for number in range(500):
        match.undo(1 + number % 7)
        match.record(["hold"])
    start = perf_counter()
    rows = list(journal(match))
    assert perf_counter() - start < 1
    assert len([row for row in rows if row.done == "undo" and row.steps]) == 500
