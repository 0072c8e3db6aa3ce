"""The prompt at the table, in a match of 2,000 plies on disk: how soon it answers and completes."""

import contextlib
import io
import random
from collections.abc import Iterator
from functools import partial

from cli.live.commands import complete as complete_command
from cli.live.completion import complete
from cli.live.session import Session
from engine import fold
from engine.chance import UNSEEN, draw, private
from engine.luck import Luck
from engine.notation import format_line
from eventstore import open_store
from replay.games import games
from replay.match import NOBODY, Match
from replay.reading import EVERYBODY
from tests.bench.measure import Figure, figure, folder, seconds

PLIES = 2000
ANSWERS = 60
"""Lines that are answered, and positions at which lines are completed."""


def figures() -> Iterator[Figure]:
    for kind in games():
        with folder() as here:
            with open_store(here / "long.db", synchronous="OFF") as store:
                _long(Match.new(store, kind.name, _people(kind.players[1]), name="long"))
            with open_store(here / "long.db") as store:
                match = Match.open(store, "long")
                session = Session(match, "main", EVERYBODY, NOBODY, glances=True)
                yield from _measured(kind.name, session)


def _people(count: int) -> list[str]:
    return ["Ana", "Ben", "Cleo", "Dov", "Eve", "Finn"][:count]


def _long(match: Match) -> None:
    """Play half a match, and rule that the table decides until it is as long as it should be."""
    rng = random.Random(1)
    for _ in range(120):
        line = _line(match, rng)
        if not line or match.position().position.state.ended:
            break
        match.record([line])
    if match.position().position.state.ended:
        match.undo(to=match.position().ply // 2)
    while match.position().ply < PLIES:
        match.reseed(None)


def _line(match: Match, rng: random.Random) -> str:
    """A line that the table could type now."""
    state = match.position().position.state
    request = None if state.ended else match.game.chance(state)
    if request is not None:
        values = draw(Luck(str(rng.random())), request, 0)
        if private(request) is not None:
            values = [UNSEEN] * len(values)
        return " ".join([request.verb, *values])
    found = fold.moves(match.game, state)
    return format_line(match.labels(state), *rng.choice(found)) if found else ""


def _measured(name: str, session: Session) -> Iterator[Figure]:
    rng = random.Random(2)
    answers: list[float] = []
    first: list[float] = []
    later: list[float] = []
    session.here  # noqa: B018 (what was there before the first line is read once)
    with contextlib.redirect_stdout(io.StringIO()):
        for _ in range(ANSWERS):
            if session.here.state.ended:
                session.run("undo 5")
            line = _line(session.match, rng)
            first.append(_completed(session, line[:1]))
            later += [_completed(session, line[:n]) for n in range(2, len(line) + 1)]
            answers.append(seconds(partial(session.run, line)) * 1e3)
    yield figure(f"{name}, {PLIES} plies: a line is answered", answers, "ms", "< 15")
    yield figure(f"{name}, {PLIES} plies: the first key completes", first, "ms", "< 5")
    yield figure(f"{name}, {PLIES} plies: a further key completes", later, "ms", "< 5")


def _completed(session: Session, typed: str) -> float:
    """How many milliseconds it takes to complete what was typed."""

    def offers() -> None:
        complete(session.here, typed)
        complete_command(session, typed)

    return seconds(offers) * 1e3
