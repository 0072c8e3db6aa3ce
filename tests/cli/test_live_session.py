"""A session and somebody else at the same match; what refusals leave; what is hidden."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.live.companion import answer, greet
from cli.live.completion import Here, complete
from cli.live.rendering import asks, coming
from cli.live.session import Session
from cli.saying import wanted
from engine.chance import Dice, Draw, Weighted
from eventstore import open_store
from replay.errors import Moved
from replay.match import NOBODY, By, Match
from replay.reading import EVERYBODY


@pytest.fixture
def mine(tmp_path: Path) -> Iterator[Match]:
    """Pig by Ana and Ben, as one recorder has it open."""
    with open_store(tmp_path / "evening.db", timeout=0.05) as store:
        yield Match.new(store, "pig", ["Ana", "Ben"], name="friday")


@pytest.fixture
def theirs(mine: Match) -> Iterator[Match]:
    """The same match, as another recorder has it open."""
    with open_store(mine.store.file) as store:
        yield Match.open(store, "friday")


def session_of(match: Match, **more: bool) -> Session:
    session = Session(match, "main", EVERYBODY, NOBODY, **more)
    assert session.here.ply == match.position().ply
    return session


def test_a_conflict_is_told_and_the_line_can_be_said_again(
    mine: Match, theirs: Match, capsys: pytest.CaptureFixture[str]
) -> None:
    session = session_of(mine)
    theirs.record(["roll 5"], told=By(by="Zoe"))
    with pytest.raises(Moved, match="Zoe did `record`"):
        session.run("roll 4")
    told = session.follow()
    assert told[:3] == ["Meanwhile Zoe did `record` on main", "    1  Ana: roll", "    2  die 5"]
    assert told[3].startswith("friday #2 ")
    assert session.follow() == []
    session.run("roll 4")
    assert "    4  die 4" in capsys.readouterr().out


def test_a_line_typed_while_another_recorded_must_be_said_again_and_then_counts(
    mine: Match, theirs: Match, capsys: pytest.CaptureFixture[str]
) -> None:
    session = session_of(mine, glances=True)
    theirs.record(["roll 5"])
    answer(session, "roll 5")
    out = capsys.readouterr().out
    assert "Meanwhile somebody did `record` on main" in out
    assert "nothing was recorded; say it again" in out
    assert mine.position().ply == 2
    answer(session, "roll 5")
    assert mine.position().ply == 4


def test_looking_need_not_be_said_again(
    mine: Match, theirs: Match, capsys: pytest.CaptureFixture[str]
) -> None:
    session = session_of(mine, glances=True)
    theirs.record(["roll 5"])
    answer(session, "moves")
    assert "Ana:\n  roll" in capsys.readouterr().out


def test_what_another_does_elsewhere_is_told_and_stops_nothing(
    mine: Match, theirs: Match, capsys: pytest.CaptureFixture[str]
) -> None:
    session = session_of(mine, glances=True)
    theirs.branch("boldly")
    theirs.note("hello", told=By(by="Zoe"))
    answer(session, "roll 5")
    out = capsys.readouterr().out
    assert "Meanwhile somebody did `branch` on boldly" in out
    assert "Meanwhile Zoe did `note` on main: hello" in out
    assert "    2  die 5" in out


def test_what_happened_just_before_an_own_recording_is_told_before_it(
    mine: Match, theirs: Match, capsys: pytest.CaptureFixture[str]
) -> None:
    session = session_of(mine)
    theirs.note("hello")
    session.run("roll 5")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Meanwhile somebody did `note` on main: hello"
    assert lines[2] == "    1  Ana: roll"


def test_a_busy_database_is_a_plain_sentence_and_can_be_tried_again(
    mine: Match, capsys: pytest.CaptureFixture[str]
) -> None:
    session = session_of(mine, glances=True)
    other = sqlite3.connect(mine.store.file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answer(session, "roll 5")
    out = capsys.readouterr().out
    assert "try again" in out
    assert len(out.splitlines()) < 3
    other.execute("ROLLBACK")
    other.close()
    answer(session, "roll 5")
    assert "    2  die 5" in capsys.readouterr().out


def test_a_refusal_folds_nothing_again(mine: Match) -> None:
    session = session_of(mine)
    spot = mine._spot
    for line in ("ben: hold", "hlod", "roll ?"):
        with pytest.raises(Exception, match=r"\w"):
            session.run(line)
        if line != "roll ?":
            assert mine._spot is spot


def test_a_paste_stops_at_its_first_refusal(
    mine: Match, capsys: pytest.CaptureFixture[str]
) -> None:
    session = session_of(mine, glances=True)
    answer(session, "roll 5\n# so\nhlod\nhold\n")
    out = capsys.readouterr().out
    assert "Nearest: `hold`" in out
    assert mine.position().ply == 2
    answer(session, "hold\nquit\nroll 3")
    assert session.over
    assert mine.position().ply == 3


def test_a_refusal_offers_commands_too(mine: Match, capsys: pytest.CaptureFixture[str]) -> None:
    session = session_of(mine, glances=True)
    answer(session, "udno")
    assert "Nearest: `undo`" in capsys.readouterr().out
    answer(session, "hold on")
    assert "timelines" not in capsys.readouterr().out


def test_the_greeting_says_how_it_stands_and_which_flags_are_open(
    mine: Match, capsys: pytest.CaptureFixture[str]
) -> None:
    mine.record(["roll 5"])
    mine.flag("cocked", told=By(by="Ben"))
    greet(session_of(mine, glances=True))
    assert capsys.readouterr().out.splitlines() == [
        "friday: Pig, ply 2. `help` says what to type.",
        "turn 1 · Ana",
        "Standing: 1. Ana 0, 1. Ben 0.",
        "Open flag #3 at ply 2 by Ben: cocked",
        "Waits for Ana.",
    ]


def test_what_chance_wants_is_said_with_its_faces_or_how_many_names() -> None:
    faces = ["0", "1", "2"]
    assert wanted(Dice("roll", "s", [faces] * 3)) == "roll: 3 values, each 0, 1 or 2"
    assert wanted(Dice("roll", "s", [["a", "b"], faces, faces])) == (
        "roll: 3 values, a or b; 0, 1 or 2 (x2)"
    )
    assert wanted(Dice("roll", "s", [faces])) == "roll: 0, 1 or 2"
    many = {str(n): 1 for n in range(20)}
    assert wanted(Draw("draw", "s", many, many)) == "draw: one of 20 names"
    assert wanted(Draw("draw", "s", many, many, 3)) == "draw: 3 of 20 names"
    assert wanted(Weighted("spin", "s", {"x": 1, "y": 2})) == "spin: x or y"


def test_a_long_name_leaves_room_to_type(tmp_path: Path) -> None:
    with open_store(tmp_path / "m.db") as store:
        match = Match.new(store, "pig", ["A" * 40, "B"], name="m")
        session = session_of(match)
        assert len(asks(session)) <= 26
        match.branch("boldly")
        session.run("on boldly")
        assert asks(session).startswith("[boldly] AAA")


def test_what_changes_is_told_once(mine: Match, capsys: pytest.CaptureFixture[str]) -> None:
    session = session_of(mine, glances=True)
    session.glance(whole=True)
    capsys.readouterr()
    answer(session, "roll 5")
    assert [line for line in capsys.readouterr().out.splitlines() if "#" not in line] == [
        "    1  Ana: roll", "    2  die 5", "Waits for Ana.",
    ]  # fmt: skip
    answer(session, "hold")
    out = capsys.readouterr().out
    assert out.count("turn 2") == 1
    assert "Standing: 1. Ana 5, 2. Ben 0.\nWaits for Ben.\n" in out
    answer(session, "moves")
    assert "Standing" not in capsys.readouterr().out


# What is hidden


def played(folder: Path, card: str) -> tuple[Here, Session]:
    """Brawl where Erich drew a card that others did not see, and Claudia draws next."""
    store = open_store(folder / f"{card}.db")
    match = Match.new(
        store, "taiwan-monsters-brawl", ["Erich", "Claudia"], name="m", nonce="00" * 16
    )
    match.record(["choose mo-sin-a", "choose two suns", "start a", "place reroll b4", "start a",
                  "place ultimate c3", f"draw {card}", "draw ?",
                  "reveal keelung anping meinong", "claim anping", "place upgrade a2",
                  "claim keelung"])  # fmt: skip
    session = session_of(match)
    return session.here, session


def test_another_hidden_card_changes_nothing_that_is_offered_or_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = []
    for card in ("tornado", "tsunami"):
        here, session = played(tmp_path, card)
        offered = [complete(here, typed) for typed in ("", "c", "cast ", "erich: cast ", "ch")]
        for line in ("cast aegis claudia", "cats tornado", "log", "show", "moves", "why draw"):
            answer(session, line)
        said = "\n".join(
            line for line in capsys.readouterr().out.splitlines() if "main at ply" not in line
        )
        found.append((offered, coming(here), said.replace(session.match.head(here.event), "")))
    assert found[0] == found[1]
