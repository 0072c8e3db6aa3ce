"""Old logs for ever: every match in `fixtures/logs` folds to the digests recorded with it."""

import json
import os
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine import fold
from eventstore import SQLiteStore, open_store
from replay.errors import ReplayError
from replay.match import Match
from replay.portable import export_lines, import_lines
from replay.proof import verify

ROOT = Path(__file__).parents[2]
LOGS = ROOT / "fixtures" / "logs"
RECORDED = json.loads((LOGS / "digests.json").read_text("utf-8"))
LARGEST = 300_000

FOLD = """
import json
from pathlib import Path
from tempfile import TemporaryDirectory

from eventstore import open_store
from tests.replay.test_golden import LOGS, folded, imported

with TemporaryDirectory() as folder, open_store(Path(folder) / "a.db", synchronous="OFF") as store:
    logs = sorted(LOGS.glob("*.jsonl"))
    print(json.dumps({log.stem: folded(imported(store, log.stem)) for log in logs}))
"""


def lines(name: str) -> list[str]:
    return (LOGS / f"{name}.jsonl").read_text("utf-8").splitlines()


def imported(store: SQLiteStore, name: str) -> Match:
    return import_lines(store, lines(name)).match


def heads(match: Match) -> dict[str, int]:
    return {name: event for name, event, _ in match.store.timelines(match.row.id)}


def folded(match: Match) -> dict[str, Any]:
    """What is recorded of a log, from its events alone: each line is folded from its root."""
    states = {}
    for name, event in heads(match).items():
        path = match.decode([fact.body for fact in match.store.path(event)])
        position = fold.begin(match.game, path[0])
        fold.advance(match.game, position, path[1:])
        states[name] = match.keeper.digest(position.state).hex()
    store = match.store
    return {
        "heads": {name: store.event(event).digest.hex() for name, event in heads(match).items()},
        "state": states["main"],
        "events": len(store.events_of(match.row.id)),
        "rows": store.last_row(match.row.id).n,
    }


@cache
def ours() -> frozenset[str]:
    """The games that this package registers."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return frozenset(project["entry-points"]["retold.games"])


def test_the_recorded_digests_are_those_of_the_logs_that_are_there() -> None:
    assert sorted(RECORDED) == sorted(log.stem for log in LOGS.glob("*.jsonl"))


@pytest.mark.parametrize("name", RECORDED)
def test_an_old_log_imports_verifies_and_folds_to_its_digests(
    name: str, store: SQLiteStore
) -> None:
    match = imported(store, name)
    found = verify(match)
    assert found.first_bad is None
    assert found.ok
    assert match.game
    assert folded(match) == RECORDED[name]


@pytest.mark.parametrize("name", RECORDED)
def test_an_old_log_is_exported_byte_for_byte(name: str, store: SQLiteStore) -> None:
    match = imported(store, name)
    text = "".join(f"{line}\n" for line in export_lines(match)).encode()
    assert text == (LOGS / f"{name}.jsonl").read_bytes()
    assert len(text) <= LARGEST


@pytest.mark.parametrize("name", RECORDED)
def test_nothing_is_lost_at_any_event_of_an_old_log(name: str, store: SQLiteStore) -> None:
    match = imported(store, name)
    game = match.game
    seen: set[int] = set()
    for event in heads(match).values():
        facts = match.store.path(event)
        path = match.decode([fact.body for fact in facts])
        position = fold.begin(game, path[0])
        for fact, happened in zip(facts, path, strict=True):
            if fact.ply:
                fold.advance(game, position, (happened,))
            if fact.id not in seen:
                assert game.broken(position.state) == [], (name, fact.ply)
                assert match.keeper.digest(position.state) == fact.state, (name, fact.ply)
                clone = match.keeper.clone(position.state)
                assert fold.state_bytes(clone) == fold.state_bytes(position.state)
            seen.add(fact.id)


@pytest.mark.parametrize("hash_seed", ["0", "4294967295"])
def test_a_fresh_process_with_another_hash_seed_folds_to_the_same_digests(hash_seed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FOLD], cwd=ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout) == RECORDED


def test_every_game_of_ours_has_a_golden_whole_match(tmp_path: Path) -> None:
    whole: set[str] = set()
    with open_store(tmp_path / "all.db", synchronous="OFF") as store:
        for name in RECORDED:
            match = imported(store, name)
            if match.position().position.state.ended:
                whole.add(match.game_name)
    assert ours() - whole == frozenset()


def test_the_old_logs_hold_every_kind_of_event_and_of_row() -> None:
    bodies = [json.loads(line) for name in RECORDED for line in lines(name)]
    events = {json.loads(line["body"])["kind"] for line in bodies if line["line"] == "event"}
    rows = {json.loads(line["body"])["done"] for line in bodies if line["line"] == "row"}
    assert events == {"opened", "moved", "resolved", "ruled", "adjusted", "reseeded"}
    assert rows >= {"open", "record", "undo", "redo", "branch", "adopt", "note", "flag", "settle"}


def test_an_unseen_spell_stays_unseen_until_it_is_played(store: SQLiteStore) -> None:
    match = imported(store, "brawl-unseen")
    steps = match.steps(match.resolve())
    drawn = [step.event for step in steps if getattr(step.event, "stream", "") == "spells"]
    assert {value for event in drawn for value in event.values} == {"?"}
    cast = [step.event.move.spell for step in steps if "Cast(" in repr(step.event)]
    assert len(cast) >= 4
    state = match.position().position.state
    left = sum(seat.hand.size for seat in state.seats)
    assert left == len(drawn) - len(cast) == sum(seat.hand.unseen for seat in state.seats)


def test_a_log_with_one_die_changed_is_refused_with_its_line(store: SQLiteStore) -> None:
    text = lines("brawl-example-1")
    (place,) = (at for at, line in enumerate(text) if '[\\"1\\",\\"1\\",\\"0\\"]' in line)
    changed = text[place].replace('\\"0\\"', '\\"1\\"')
    with pytest.raises(ReplayError, match=f"Line {place + 1}"):
        import_lines(store, [*text[:place], changed, *text[place + 1 :]])
    assert store.matches() == []
