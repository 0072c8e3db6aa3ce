"""`replay --step`: where its keys lead, what it shows at any size, and on a real terminal."""

import os
import signal
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect
import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli.logs import flags_of
from cli.stepping import Stepper, _style, run
from engine.events import Moved
from engine.text import Line, line_width
from eventstore import open_store
from replay.errors import NotFound
from replay.match import Match
from replay.reading import EVERYBODY, Viewer, log
from replay.walking import Walk
from tests.cli.desk import ROOT, Desk
from tests.cli.test_terminal import COLOR, environment
from tests.replay.test_golden import heads, imported

RIGHT, LEFT, UP, DOWN = "\x1b[C", "\x1b[D", "\x1b[A", "\x1b[B"
HOME, END, PAGE_UP, PAGE_DOWN = "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~"
ALTERNATE, BACK = "\x1b[?1049h", "\x1b[?1049l"


@pytest.fixture
def played(friday: Desk) -> Desk:
    """Pig by Ana and Ben: plies 1-3 are Ana's turn, 4-6 Ben's, 7-8 Ana's again."""
    friday.say("record", "friday", "roll 5", "hold", "ben: roll 6", "hold", "roll 2")
    return friday


@contextmanager
def stepper(desk: Desk, span: tuple[int, int] = (0, 8)) -> Iterator[Stepper]:
    with open_store(desk.db) as store:
        match = Match.open(store, "friday")
        walk = Walk(match, match.resolve())
        yield Stepper(walk, "friday", span, {2: ["#3: whose die?"], 6: ["#4: 5?", "#5: 6?"]})


def shown(lines: list[Line]) -> list[str]:
    return ["".join(text for text, _ in line).rstrip() for line in lines]


@pytest.mark.parametrize(
    ("keys", "ply"),
    [
        ("", 0),
        (RIGHT * 3, 3),
        (RIGHT * 20, 8),
        (END + LEFT * 2, 6),
        (LEFT, 0),
        (" nn", 3),
        (" nnp", 2),
        ("\r\r\x7f", 1),
        (DOWN * 4 + UP, 3),
        (END + HOME, 0),
        ("]", 3),
        ("]]", 6),
        ("]]]", 8),
        (END + "[", 6),
        (END + "[[" + PAGE_UP, 0),
        (PAGE_DOWN * 2 + RIGHT + PAGE_UP, 6),
        ("7\r", 7),
        ("g5\r", 5),
        ("g\r", 0),
        ("17\x7f\r", 1),
        ("99\r", 0),
        ("4" + RIGHT, 1),
        ("f", 2),
        ("ff", 6),
        ("fff", 2),
        ("F", 6),
        ("xyz\t", 0),
    ],
)
def test_keys_lead_to_plies_turns_and_flags(played: Desk, keys: str, ply: int) -> None:
    with stepper(played) as steps:
        with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
            pipe.send_text(f"{keys}q")
            run(steps)
        assert steps.ply == ply


@pytest.mark.parametrize("key", ["q", "\x03", "\x04", "\x1b", "5\x1b\x1b"])
def test_there_are_several_ways_out(played: Desk, key: str) -> None:
    with stepper(played) as steps:
        with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
            pipe.send_text(RIGHT)
            for part in key:
                pipe.send_text(part)
            run(steps)
        assert steps.ply == 1


def test_a_picture_that_cannot_be_drawn_ends_the_steps(played: Desk) -> None:
    class Torn(Stepper):
        def frame(self, columns: int, rows: int) -> list[Line]:
            if self.ply == 2:
                raise ValueError("a torn map")
            return super().frame(columns, rows)

    with stepper(played) as steps:
        torn = Torn(steps.walk, "friday", (0, 8), {})
        with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
            pipe.send_text(RIGHT * 2)
            with pytest.raises(ValueError, match="a torn map"):
                run(torn)


def test_from_and_to_bound_the_steps(played: Desk) -> None:
    with stepper(played, (3, 6)) as steps:
        assert steps.ply == 3
        for move, ply in ((lambda: steps.go(steps.ply - 1), 3), (lambda: steps.go(99), 6),
                          (lambda: steps.turn(1), 6), (lambda: steps.turn(-1), 3),
                          (lambda: steps.flag(1), 6)):  # fmt: skip
            move()
            assert steps.ply == ply
        steps.digit("2")
        steps.enter()
        assert steps.ply == 6
        assert steps.said == "There is no ply 2 here; they go from 3 to 6."


def test_a_screen_shows_the_move_that_led_there_its_flags_and_how_it_stands(played: Desk) -> None:
    with stepper(played) as steps:
        steps.go(6)
        lines = shown(steps.frame(80, 24))
        assert len(lines) == 24
        assert lines[0].startswith("friday  ply 6 of 8  (")
        assert lines[1:4] == ["→ Ben: hold  [turn 2, Ben]", "flag #4: 5?", "flag #5: 6?"]
        assert lines[5:8] == ["Ana: 5", "Ben: 6", "this turn: 0"]
        assert "Standing: 1. Ben 6, 2. Ana 5." in lines
        assert "Waits for Ana." in lines
        assert lines[-1].startswith("← → step  [ ] turn")
        steps.digit("1")
        assert shown(steps.frame(80, 24))[-1].startswith("Go to ply 1_")


def test_flags_are_the_open_ones_of_the_line(played: Desk) -> None:
    played.say("flag", "friday", "whose die?", "--at", "2", "--by", "Ben")
    played.say("flag", "friday", "elsewhere", "--at", "8")
    played.say("undo", "friday", "-n", "2")
    played.say("flag", "friday", "soon settled", "--at", "3")
    played.say("settle", "friday", "it stands", "--flag", "6", "--did", "nothing")
    with open_store(played.db) as store:
        match = Match.open(store, "friday")
        assert flags_of(match, match.resolve()) == {2: ["#3 by Ben: whose die?"]}
    assert [line for line in played.say("log", "friday").splitlines() if "flag" in line] == [
        "       2  die 5  (flag #3)"
    ]


def test_without_a_flag_the_key_says_so(played: Desk) -> None:
    with stepper(played) as steps:
        steps.flags = {}
        steps.flag(1)
        assert steps.ply == 0
        assert shown(steps.frame(80, 24))[-1] == "No flag stands on this line."


@pytest.mark.parametrize("log_name", ["brawl-4-players", "beasts-kitchen-table", "vale-6-players"])
def test_no_screen_is_overflown_whatever_its_size(log_name: str, tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db", create=True, synchronous="OFF") as store:
        match = imported(store, log_name)
        match.players = ["媽祖" * 20, *match.players[1:]]
        walk = Walk(match, heads(match)["main"])
        steps = Stepper(walk, f"{match.name}: {match.game.title}", (0, walk.last), {})
        for ply in range(0, walk.last, 25):
            steps.go(ply)
            for columns, rows in ((80, 24), (40, 24), (20, 10), (200, 60), (30, 3), (5, 1)):
                lines = steps.frame(columns, rows)
                assert len(lines) == rows
                assert max(map(line_width, lines)) <= columns


def test_a_picture_higher_than_the_screen_scrolls(tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db", create=True, synchronous="OFF") as store:
        match = imported(store, "vale-6-players")
        walk = Walk(match, heads(match)["main"])
        steps = Stepper(walk, "vale", (0, walk.last), {})
        top = shown(steps.frame(80, 24))
        assert top[-1].startswith("↑ ↓ scroll")
        assert top[3].startswith("a1  a2")
        for _ in range(60):
            steps.up_or_down(1)
        assert steps.ply == 0
        bottom = shown(steps.frame(80, 24))
        assert any(line.startswith("+ entrance") for line in bottom)
        assert not any(line.startswith("a1  a2") for line in bottom)


@pytest.mark.parametrize("name", ["brawl-unseen", "beasts-thrashes", "vale-werewolf"])
def test_a_visit_in_any_order_gives_what_the_fold_gives(name: str, tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db", create=True, synchronous="OFF") as store:
        match = imported(store, name)
        head = heads(match)["main"]
        walk = Walk(match, head)
        assert [one.entry for one in walk.told] == [one.entry for one in log(match, head)]
        for ply in (walk.last, 0, 33, walk.last // 2, 32, 31, 1, walk.last):
            if ply <= walk.last:
                state = walk.position(ply).state
                fact = store.event(store.ancestor(head, ply))
                assert match.keeper.digest(state) == fact.state


def test_what_is_hidden_stays_hidden_unless_it_is_asked_for(desk: Desk) -> None:
    desk.say("new", "taiwan-monsters-brawl", "-p", "Ana", "-p", "Ben", "--seed", "7", "--as", "b")
    with open_store(desk.db) as store:
        match = Match.open(store, "b")
        while not match.position().position.state.seats[0].hand.size:
            legal = match.game.moves(match.position().position.state)
            match.record([Moved(*legal[0])])
        for viewer, held in ((EVERYBODY, False), (Viewer(None, True), True)):
            walk = Walk(match, match.resolve(), viewer)
            steps = Stepper(walk, "b", (0, walk.last), {})
            steps.go(walk.last)
            card = match.position().position.state.seats[0].hand.names()[0]
            assert (card in "\n".join(shown(steps.frame(80, 40)))) == held


@pytest.mark.slow
def test_a_long_line_is_stepped_through_at_once(desk: Desk) -> None:
    desk.say("new", "pig", "-p", "Ana", "-p", "Ben", "--as", "long")
    with open_store(desk.db) as store:
        match = Match.open(store, "long")
        match.record(["hold"] * 2000)
        began = time.process_time()
        walk = Walk(match, match.resolve())
        steps = Stepper(walk, "long", (0, walk.last), {})
        opened = time.process_time() - began
        began = time.process_time()
        for ply in (2000, 1, 1999, 1000, 777):
            steps.go(ply)
            steps.frame(80, 24)
        assert (time.process_time() - began) / 5 < 0.05
        assert opened < 1


@pytest.mark.parametrize(
    ("style", "shown"),
    [
        ("", ""),
        ("bold red", "bold fg:ansired"),
        ("bold #ffff66 on #24452c", "bold fg:#ffff66 bg:#24452c"),
        ("white on black", "fg:ansigray bg:ansiblack"),
        ("dim strike", "dim strike"),
        ("bright_blue", "fg:ansibrightblue"),
        ("deep_sky_blue1", "fg:#00afff"),
        ("as the author likes it", ""),
    ],
)
def test_the_style_of_any_picture_is_one_of_the_screen(style: str, shown: str) -> None:
    assert _style(style) == shown


# A real terminal


@contextmanager
def terminal(desk: Desk, *args: str, **env: str) -> Iterator["pexpect.spawn[str]"]:
    child = pexpect.spawn(
        sys.executable,
        ["-c", "from cli.main import main; main()", "replay", "friday", "--step", *args],
        cwd=str(ROOT),
        env=environment(desk, **env),
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=20,
    )
    try:
        yield child
    finally:
        child.close(force=True)


@pytest.mark.parametrize("way", ["q", "ctrl-c", "terminate"])
def test_the_terminal_is_given_back_as_it_was(played: Desk, way: str) -> None:
    with terminal(played) as child:
        before = termios.tcgetattr(child.child_fd)
        child.expect_exact(ALTERNATE)
        child.expect_exact("ply 0 of 8")
        child.send(RIGHT * 2 + "]f")
        # The answer to the last key: by now everything before it was read and drawn.
        child.expect_exact("No flag stands on this line.")
        if way == "terminate":
            os.kill(child.pid, signal.SIGTERM)
        else:
            child.send("q" if way == "q" else "\x03")
        child.expect_exact(BACK)
        child.expect_exact("Left at ply")
        child.expect(pexpect.EOF)
        assert termios.tcgetattr(child.child_fd)[:4] == before[:4]
        child.wait()
        assert (child.exitstatus, child.signalstatus) == (0, None)


def test_steps_are_colored_unless_that_is_not_wanted(played: Desk) -> None:
    for env, colored in (({}, True), ({"NO_COLOR": "1"}, False)):
        with terminal(played, "--from", "2", **env) as child:
            child.send("q")
            # What is typed before the screen is taken is read too.
            assert bool(COLOR.search(child.read())) == colored


def test_without_a_terminal_to_draw_on_it_is_refused(played: Desk) -> None:
    assert "needs a terminal" in played.refuse("replay", "friday", "--step")
    with terminal(played, TERM="dumb") as child:
        assert "needs a terminal" in child.read()
        child.wait()
        assert child.exitstatus == 1
    for more in (["--json"], ["--delay", "1"]):
        assert "--step" in played.refuse("replay", "friday", "--step", *more, status=2)


def test_a_place_beyond_the_line_is_refused_before_the_screen_is_taken(played: Desk) -> None:
    with terminal(played, "--from", "9") as child:
        out = child.read()
        assert "from 0 to 8" in out
        assert ALTERNATE not in out
    with pytest.raises(NotFound), open_store(played.db) as store:
        Match.open(store, "friday").resolve("9")
