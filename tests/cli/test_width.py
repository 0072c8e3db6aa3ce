"""What is read fits 80 columns, and narrower terminals, for every game and every name."""

import re
from pathlib import Path

import pytest

from engine.text import width
from replay.reading import MovesJson
from tests.cli.desk import ROOT, Desk
from tests.cli.test_terminal import ESCAPE, typed

LOGS = sorted((ROOT / "fixtures" / "logs").glob("*.jsonl"))
NAMES = ["媽祖" * 20, "Wilhelmina Wolkenstein-Trostburg-Waldeck", "W" * 40, "Ana"]
"""Players called as long as one may be."""
GAMES = {
    "taiwan-monsters-brawl": 4,
    "esoteric-beasts": 1,
    "vale-dos-monstros": 3,
    "taking-of-taidian": 4,
    "pig": 3,
    "tic-tac-toe": 2,
}


def fits(out: str, columns: int = 80) -> None:
    for line in out.splitlines():
        assert width(line) <= columns, line
        assert line == line.rstrip()


@pytest.mark.parametrize("log", LOGS, ids=lambda path: path.stem)
def test_recorded_matches_are_read_within_80_columns(desk: Desk, log: Path) -> None:
    desk.say("import", str(log), "--as", "m")
    last = int(re.search(r"at ply (\d+)", desk.say("show", "m"))[1])  # type: ignore[index]
    for command in (["log"], ["log", "--journal"], ["tree"], ["replay"], ["diff", "0"]):
        more = ["main"] if command[0] == "diff" else []
        fits(desk.say(command[0], "m", *command[1:], *more))
    for ply in range(0, last, 10):
        fits(desk.say("show", "m", "--at", str(ply)))


@pytest.fixture(params=sorted(GAMES))
def long(desk: Desk, request: pytest.FixtureRequest) -> Desk:
    """The match `m` of a game, by players with long names, with an undo, a note and a branch."""
    players = NAMES[: GAMES[request.param]]
    given = [word for name in players for word in ("-p", name)]
    desk.say("new", request.param, *given, "--seed", "5", "--as", "m")
    for _ in range(4):
        found = desk.json(MovesJson, "moves", "m").moves
        desk.say("record", "m", found[0].text, "--by", players[0], "--reason", "so it was " * 20)
    desk.say("undo", "m", "-n", "2", "--reason", "媽祖" * 60)
    desk.say("branch", "m", "l" * 60)
    desk.say("record", "m", desk.json(MovesJson, "moves", "m").moves[0].text)
    return desk


READING = (
    ["show", "m"], ["log", "m"], ["log", "m", "--journal"], ["tree", "m"], ["replay", "m"],
    ["moves", "m"], ["diff", "m", "0", "main"], ["diff", "m", "l" * 60, "main"],
)  # fmt: skip


def test_long_names_are_read_within_80_columns(long: Desk) -> None:
    for command in READING:
        fits(long.say(*command))


def test_a_narrow_terminal_gets_lines_as_narrow(long: Desk) -> None:
    for command in (["show", "m"], ["log", "m", "--journal"], ["tree", "m"]):
        out = ESCAPE.sub("", typed(long, *command, columns=40))
        assert all(width(line) <= 40 for line in out.splitlines())


def test_no_move_is_broken_within_a_word(desk: Desk) -> None:
    desk.say("new", "taiwan-monsters-brawl", "-p", NAMES[1], "-p", "Ben", "--as", "m")
    desk.say("record", "m", "choose mo-sin-a", "choose two suns")
    lines = desk.say("log", "m").splitlines()
    assert lines[-4:-2] == [
        "       1  Wilhelmina Wolkenstein-Trostburg-Waldeck: choose Mô-sîn-á in Yellow",
        "            Raincoats",
    ]


def test_a_dispute_between_long_names_is_told_within_80_columns(desk: Desk) -> None:
    names = ["龍神" * 20, "W" * 40, "Ana"]
    desk.say("new", "pig", *(word for name in names for word in ("-p", name)), "--as", "m")
    desk.say("record", "m", "roll", "die 5", "hold")
    desk.say("flag", "m", "媽祖" * 150, "--at", "2", "--by", names[0])
    out = desk.say("dispute", "m")
    claim = [line for line in out.splitlines() if set(line) == set(" 媽祖")]
    assert "".join(line.strip() for line in claim) == "媽祖" * 150
    assert max(map(width, claim)) == 80
    fits(out)
    desk.say("undo", "m", "-n", "2", "--reason", "猴" * 90, "--by", names[1])
    desk.say("settle", "m", "so it is " * 30, "--by", names[0])
    for command in (
        ["dispute", "m"],
        ["matches"],
        ["rules", "pig"],
        ["why", "m", "roll", "--at", "0"],
    ):
        fits(desk.say(*command))
