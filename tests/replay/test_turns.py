"""Back by turns and out of an adoption, as a table expects it."""

from pathlib import Path

import pytest

from eventstore import SQLiteStore
from replay.errors import Refused
from replay.match import Match
from replay.portable import import_lines
from replay.reading import log

LOGS = sorted((Path(__file__).parents[2] / "fixtures/logs").glob("*.jsonl"))
BRAWL = "taiwan-monsters-brawl"


def recorded(store: SQLiteStore, name: str) -> Match:
    with (LOGS[0].parent / f"{name}.jsonl").open() as lines:
        return import_lines(store, lines).match


def texts(match: Match) -> list[str]:
    return [told.entry.text for told in log(match, match.resolve())]


def test_what_the_table_revealed_to_open_a_turn_stays(store: SQLiteStore) -> None:
    match = recorded(store, "brawl-example-2")
    match.undo(to=15)
    assert texts(match)[-2:] == ["reveal Keelung Anping Matsu Meinong", "Claudia: claim Keelung"]
    assert match.undo(turn=True).ply == 14
    assert texts(match)[-1] == "reveal Keelung Anping Matsu Meinong"
    # With nothing decided in this turn, the turn of the last decision is meant.
    assert match.undo(turn=True).ply == 8
    assert texts(match)[-1] == "Erich: place chi b4"


def test_a_solitaires_card_that_is_due_is_no_turn_of_its_own(store: SQLiteStore) -> None:
    match = recorded(store, "beasts-thrashes")
    match.undo(to=22)
    assert texts(match)[-1] == "flip Soot Golem"
    assert match.undo(turn=True).ply == 1
    assert texts(match) == ["opened esoteric-beasts by Ana", "flip Pyre Stag"]
    assert match.undo(turn=True).ply == 0
    with pytest.raises(Refused, match="nothing to undo"):
        match.undo(turn=True)


@pytest.mark.parametrize("file", LOGS, ids=lambda file: file.stem)
def test_by_turns_to_the_beginning_it_rests_where_somebody_decides(
    store: SQLiteStore, file: Path
) -> None:
    """Never inside a step, never before a draw that the rules have due; and redo comes back."""
    with file.open() as lines:
        match = import_lines(store, lines).match
    last = match.position().ply
    for _ in range(40):
        ply = match.position().ply
        steps = [told.step for told in log(match, match.resolve())]
        if not any(type(step.event).__name__ != "Resolved" for step in steps[1:]):
            break
        done = match.undo(turn=True)
        assert done.ply < ply
        # Chance is only due where the first thing done was no move: a ruling, or another seed.
        due = match.game.chance(match.position().position.state) is not None
        assert not due or type(steps[done.ply + 1].event).__name__ in ("Ruled", "Reseeded")
    assert match.redo(to=last).ply == last


def test_an_undo_after_an_adoption_goes_back_on_the_line_adopted(store: SQLiteStore) -> None:
    match = Match.new(store, "pig", ["Ana", "Bo"], name="friday")
    match.record(["roll 5", "hold", "bo: roll 2"])
    old = match.head(match.resolve())
    match.branch("what-if", at="2")
    match.record(["roll 6", "hold"], "what-if")
    match.adopt("what-if")
    assert match.undo().ply == 4
    assert texts(match)[1:] == ["Ana: roll", "die 5", "Ana: roll", "die 6"]
    assert match.undo(3).ply == 1
    # Redo runs to where the adoption led, and never to the line that it left.
    assert match.redo(4).ply == 5
    assert texts(match)[-1] == "Ana: hold"
    # The way back is to adopt the head that main had before.
    match.adopt(old)
    assert texts(match)[-1] == "die 2"
    assert match.undo(2).ply == 3
