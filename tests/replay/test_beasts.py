"""Esoteric Beasts as its player records it: alone at a kitchen table, by luck, by bots."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import fold
from engine.chance import count_outcomes
from engine.errors import BadNotation
from engine.events import Moved
from engine.luck import Luck
from eventstore import SQLiteStore, open_store
from replay import reading
from replay.errors import Refused
from replay.match import Match
from replay.portable import import_lines
from replay.proof import verify
from replay.reading import Viewer
from replay.simulate import Simulation, simulate
from tests.replay.test_golden import LOGS

GAME = "esoteric-beasts"
ENDINGS = {
    # The reason, the score and the rank with which the short matches of the fixtures end.
    "beasts-won": ("all captured", 20, 1),
    "beasts-all-but-won": ("all captured, score 0 or less", 0, 0),
    "beasts-energy-empty": ("energy empty", 0, 0),
    "beasts-hand-empty": ("hand empty", -6, 0),
    "beasts-stalled": ("stalled", -7, 0),
    "beasts-conceded": ("conceded", 1, 0),
    "beasts-agreed": ("agreed to stop", 2, 0),
}


def golden(store: SQLiteStore, name: str) -> Match:
    return import_lines(store, (LOGS / f"{name}.jsonl").read_text("utf-8").splitlines()).match


def table(store: SQLiteStore, name: str = "sunday") -> Match:
    return Match.new(store, GAME, ["Ana"], name=name)


def state(match: Match) -> Any:
    return match.position().position.state


def typed(match: Match) -> list[str]:
    """The line of a match as one types it alone: a move and the card that it turns up together."""
    lines: list[str] = []
    for told in reading.log(match, match.resolve()):
        verb, _, rest = told.entry.text.lower().removeprefix("ana: ").partition(" ")
        if told.entry.kind == "resolved" and lines:
            lines[-1] += f" {rest}"
        elif told.entry.ply:
            lines.append(f"{verb} {rest}".strip())
    return lines


# At the kitchen table


def test_only_the_flipped_card_is_typed_after_a_move(store: SQLiteStore) -> None:
    match = table(store)
    match.record(["flip bone ripper"])
    done = match.record(["explore life 2 hell swine"])
    assert [reading.text(step) for step in done.steps] == ["Ana: explore life 2", "flip Hell Swine"]
    assert state(match).hand[:2] == ["S:Hell Swine", "A"]
    assert state(match).hand[-2:] == ["A", "S:Bone Ripper"]
    done = match.record(["subdue attack smoke ball"])
    assert [reading.text(step) for step in done.steps] == ["Ana: subdue attack", "flip Smoke Ball"]
    assert state(match).captured == ["Hell Swine"]
    assert (len(state(match).hand), len(state(match).energy)) == (20, 39)


def test_a_card_that_was_seen_is_not_typed_again(store: SQLiteStore) -> None:
    lines, match = typed(golden(store, "beasts-kitchen-table")), table(store)
    match.record(["flip flame bubba"])
    with pytest.raises(Refused, match="bubba"):
        # By then only Flame Dicer begins so.
        match.record(["explore life 1 flame bubba"])
    match.record([lines[1]])
    with pytest.raises(BadNotation, match="cannot come up"):
        match.record(["explore attack 1 rime maiden"])
    # Where a card that was seen comes on top, it turns by itself.
    alone = next(n for n, line in enumerate(lines) if line == "explore attack 1")
    match.record(lines[2:alone])
    with pytest.raises(Refused, match="hell"):
        match.record(["explore attack 1 hell swine"])
    match.record(["explore attack 1"])
    assert state(match).hand[0][:2] == "U:"


def test_a_whole_match_is_typed_line_by_line(store: SQLiteStore) -> None:
    old, match = golden(store, "beasts-kitchen-table"), table(store)
    lines = typed(old)
    assert lines[:3] == ["flip flame bubba", "explore attack 2 rime maiden",
                         "subdue attack gust weasel"]  # fmt: skip
    assert len(lines) > 60
    for line in lines:
        rows = match.record([line]).row.n
        assert match.game.broken(state(match)) == []
    assert rows == len(lines) + 1
    assert fold.state_bytes(state(match)) == fold.state_bytes(state(old))
    assert state(match).ended == "all captured"


def test_the_card_that_was_read_wrong_stays_in_the_journal(store: SQLiteStore) -> None:
    rows = list(reading.journal(golden(store, "beasts-kitchen-table")))
    (undo,) = (row for row in rows if row.done == "undo")
    assert undo.saw == ["flip Butthead Pup"]
    assert "light" in undo.reason
    assert next(row.steps for row in rows if row.n == undo.n + 1) == ["flip Blade Wings"]


# The fixtures


@pytest.mark.parametrize("name", ENDINGS)
def test_each_ending_is_a_short_match_of_the_fixtures(store: SQLiteStore, name: str) -> None:
    match = golden(store, name)
    result = fold.result(match.game, state(match))
    assert result is not None
    (side,) = result.standing
    assert (result.why, side.points, side.rank) == ENDINGS[name]
    assert match.position().ply <= 100
    assert fold.moves(match.game, state(match)) == []


def test_three_thrashes_return_one_two_and_three_cards(store: SQLiteStore) -> None:
    match = golden(store, "beasts-thrashes")
    verbs = [line.split()[0] for line in typed(match)]
    runs = "".join({"thrash": "t", "return": "r", "explore": "e"}.get(verb, ".") for verb in verbs)
    assert [runs.count(run) for run in ("ttttre", "ttttrre", "ttttrrre")] == [1, 1, 1]
    assert len(state(match).thrashed) == 12
    # A card that was seen was returned, and its place is known.
    assert "D:Hell Swine" in state(match).energy


def test_the_whole_matches_are_there(store: SQLiteStore) -> None:
    seeded, alone = golden(store, "beasts-seeded"), golden(store, "beasts-kitchen-table")
    assert (seeded.position().position.seed, alone.position().position.seed) == ("7", None)
    assert state(seeded).ended
    assert state(alone).ended


# What nobody has seen


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_what_is_shown_is_the_same_whatever_is_still_to_come(store: SQLiteStore, seed: str) -> None:
    """A match whose cards luck knows already, and a table match in which nobody can know them."""
    lucky, alone = Match.new(store, GAME, ["Ana"], seed=seed, name="lucky"), table(store, "alone")
    thought = Luck(seed)
    alone.record([reading.text(step) for step in lucky.steps(lucky.resolve())])
    for nth in range(60):
        if state(lucky).ended:
            break
        legal = fold.moves(lucky.game, state(lucky))
        move = legal[thought.below(len(legal), "move", nth, 0)[0]]
        done = lucky.record([Moved(*move)])
        alone.record([reading.text(step) for step in done.steps])
        assert shown(lucky) == shown(alone)


def shown(match: Match) -> bytes:
    """What everybody, the player, and one who sees everything are shown: no card beyond those that
    were turned up."""
    spot, answers = match.position(), []
    seen = {
        value for step in match.steps(spot.event) for value in getattr(step.event, "values", ())
    }
    for viewer in (Viewer(), Viewer(0), Viewer(everything=True)):
        found = msgspec.to_builtins(
            [reading.show(match, spot, "main", viewer), reading.moves(match, spot, viewer)]
        )
        del found[0]["match"], found[0]["head"]
        view = reading.viewed(match, spot.position.state, viewer)
        picture = match.game.picture(view, match.labels(view))
        answers.append(msgspec.json.encode([found, picture.lines, picture.svg]))
    assert len(set(answers)) == 1
    text = answers[0].decode()
    for name in (card.name for card in match.game.pack.card):
        assert (name in text) <= (name in seen), name
    return answers[0]


def test_every_unseen_card_can_come_up_next(store: SQLiteStore) -> None:
    match = table(store)
    match.record(["flip bone ripper", "explore life 2"])
    request = match.game.chance(state(match))
    assert request is not None
    assert count_outcomes(request) == 59


# Bots


def solitaire(bot: str, n: int) -> Simulation:
    found = simulate(GAME, n=n, seed="beasts", bots=[bot])
    assert (found.matches, found.unfinished) == (n, 0)
    return found


def clearly_better(n: int) -> None:
    """Of the same seeds greedy wins more, beyond what chance explains, and scores more."""
    greedy, random = (solitaire(bot, n).bots[bot] for bot in ("greedy", "random"))
    assert greedy.wins > random.wins
    assert greedy.interval[0] > random.interval[1]
    assert greedy.points > random.points


def test_greedy_wins_more_often_than_random() -> None:
    clearly_better(60)


@pytest.mark.slow
def test_greedy_wins_more_often_than_random_on_2000_seeds() -> None:
    clearly_better(2000)


def test_saved_matches_of_bots_verify(tmp_path: Path) -> None:
    with open_store(tmp_path / "bots.db", synchronous="OFF") as store:
        found = simulate(GAME, n=2, seed="saved", bots=["greedy"], store=store)
        assert all(verify(Match.open(store, name)).ok for name in found.saved)
