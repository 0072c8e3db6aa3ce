"""Every picture of every game fits 80 columns, whoever plays, and is an SVG document."""

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine import fold
from engine.game import Game, Picture
from engine.sheets import drawing
from engine.text import line_width
from eventstore import open_store
from tests.engine.games import events, every
from tests.replay.test_golden import LOGS, heads, imported

NAMES = ["Ana", "媽" * 40, "W" * 40, "<b>&\"'", "e\u0301" * 20, "王小明 " * 10]
"""Six players: a short name, and the longest that there are, in wide letters too."""
SVG = "{http://www.w3.org/2000/svg}svg"


def named(seats: int, first: int) -> list[str]:
    return [f"{NAMES[(first + seat) % len(NAMES)]}" for seat in range(seats)]


def check(game: Game, picture: Picture) -> None:
    for line in picture.lines:
        text = "".join(text for text, _ in line)
        assert line_width(line) <= 80, text
        assert "\n" not in text
    assert ElementTree.fromstring(picture.svg or drawing(game.title, picture.lines)).tag == SVG


def positions(game: Game, path: list[object]) -> Iterator[tuple[int, fold.Position]]:
    """Every tenth position of a line, and the last."""
    position = fold.begin(game, path[0])  # type: ignore[arg-type]
    yield 0, position
    for ply, event in enumerate(path[1:], start=1):
        fold.advance(game, position, [event])  # type: ignore[list-item]
        if ply % 10 == 0 or ply == len(path) - 1:
            yield ply, position


@pytest.mark.parametrize("log", sorted(path.stem for path in LOGS.glob("*.jsonl")))
def test_recorded_matches_are_drawn_within_80_columns(log: str, tmp_path: Path) -> None:
    with open_store(tmp_path / "a.db", create=True, synchronous="OFF") as store:
        match = imported(store, log)
        head = heads(match)["main"]
        path = match.decode([fact.body for fact in store.path(head)])
    for ply, position in positions(match.game, path):
        state = position.state
        for seen in (state, match.game.view(state, None)):
            names = named(len(state.seating), ply // 10)
            check(match.game, match.game.picture(seen, names))


@pytest.mark.parametrize("game", every(), ids=lambda game: game.name)
@pytest.mark.parametrize("seed", range(4))
def test_random_matches_are_drawn_within_80_columns(game: Game, seed: int) -> None:
    for ply, (position, _) in enumerate(events(game, seed, unseen=seed % 2 == 1)):
        if ply % 10 == 0:
            state = position.state
            check(game, game.picture(state, named(len(state.seating), seed)))


@pytest.mark.parametrize("game", every(), ids=lambda game: game.name)
def test_whatever_a_state_says_of_its_end_is_drawn(game: Game) -> None:
    position, _ = next(events(game, 1))
    position.state.ended = "<i>\x1b[31m & " + "so " * 60
    check(game, game.picture(position.state, named(len(position.state.seating), 0)))
