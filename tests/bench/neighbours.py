"""Durable appends and replays of a tiny game beside other libraries (extra `bench`).

eventsourcing records tic-tac-toe in an aggregate of its own; open_spiel replays tic-tac-toe from a
saved history; chess replays a game of chess, which is not as tiny, from its moves. What is not
installed is left out and said so.
"""

import os
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

from engine.events import Moved
from eventstore import open_store
from replay.match import Match
from tests.bench.measure import Figure, folder, ratio, seconds

CELLS = ("b2", "a1", "c3", "c1", "b1", "b3", "a3", "a2", "c2")
"""Nine moves of tic-tac-toe in which nobody wins before the last."""
GAMES = 20


def figures() -> Iterator[Figure | str]:
    for package, compare in (
        ("eventsourcing", beside_eventsourcing),
        ("pyspiel", beside_open_spiel),
        ("chess", beside_chess),
    ):
        if find_spec(package) is None:
            yield f"{package} is not installed: pip install -e '.[bench]'"
        else:
            yield from compare()


def tic_tac_toe(store: Any, name: str) -> Match:
    """A whole match, each move recorded for itself."""
    from tictactoe import Mark

    match = Match.new(store, "tic-tac-toe", ["Ana", "Bo"], name=name)
    for ply, cell in enumerate(CELLS):
        match.record([Moved(ply % 2, Mark(cell))])
    return match


def replaying(store: Any, games: int = GAMES) -> Callable[[], None]:
    matches = [tic_tac_toe(store, f"replayed-{number}") for number in range(games)]

    def replay() -> None:
        for match in matches:
            match.forget()
            match.position()

    return replay


def beside_eventsourcing() -> Iterator[Figure]:
    from eventsourcing.application import Application
    from eventsourcing.domain import Aggregate, event

    class Board(Aggregate):
        def __init__(self) -> None:
            self.cells: dict[str, int] = {}

        @event("Marked")
        def mark(self, cell: str, seat: int) -> None:
            self.cells[cell] = seat

    class Boards(Application):  # type: ignore[type-arg]
        pass

    with folder() as here, open_store(here / "ours.db") as store:
        os.environ["PERSISTENCE_MODULE"] = "eventsourcing.sqlite"
        os.environ["SQLITE_DBNAME"] = str(here / "theirs.db")
        application = Boards()
        numbers = iter(range(10**6))
        ids: list[Any] = []

        def ours() -> None:
            for _ in range(GAMES):
                tic_tac_toe(store, f"match-{next(numbers)}")

        def theirs() -> None:
            for _ in range(GAMES):
                board = Board()
                application.save(board)
                for ply, cell in enumerate(CELLS):
                    board.mark(cell, ply % 2)
                    application.save(board)
                ids.append(board.id)

        yield ratio(
            "durable appends of tic-tac-toe: retold / eventsourcing", ours, theirs, "", seconds
        )

        def theirs_again() -> None:
            for id in ids[:GAMES]:
                application.repository.get(id)

        what = "replays of tic-tac-toe from the database: retold / eventsourcing"
        yield ratio(what, replaying(store), theirs_again, "")


def beside_open_spiel() -> Iterator[Figure]:
    import pyspiel

    game = pyspiel.load_game("tic_tac_toe")
    state = game.new_initial_state()
    for cell in CELLS:
        state.apply_action("abc".index(cell[0]) + 3 * (int(cell[1]) - 1))
    saved = pyspiel.serialize_game_and_state(game, state)

    def theirs() -> None:
        for _ in range(GAMES):
            pyspiel.deserialize_game_and_state(saved)

    with folder() as here, open_store(here / "ours.db") as store:
        what = "replays of tic-tac-toe: retold from its database / open_spiel from memory (C++)"
        yield ratio(what, replaying(store), theirs, "")


def beside_chess() -> Iterator[Figure]:
    import chess

    moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1"]

    def theirs() -> None:
        for _ in range(GAMES):
            board = chess.Board()
            for move in moves:
                board.push_uci(move)

    with folder() as here, open_store(here / "ours.db") as store:
        what = "replays of nine moves: retold tic-tac-toe, database / chess, memory"
        yield ratio(what, replaying(store), theirs, "")
