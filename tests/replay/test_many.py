"""Hundreds of random matches: to the end, unbroken at every ply, clean, equal everywhere."""

import os
import subprocess
import sys
from typing import Any, NamedTuple

import pytest

PLAY = """
import sys
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, "tests/plugin")
from engine import fold
from engine.bots import BOTS
from engine.events import Moved, Opened
from engine.game import Agree
from engine.luck import ALGORITHM, Luck
from eventstore import open_store
from replay import packs
from replay.games import game_class
from replay.match import Match
from replay.proof import verify
from replay.simulate import play

name, players, first, matches, saved, most = sys.argv[1], *map(int, sys.argv[2:7])
kind = game_class(name)
body = packs.shipped(kind)
game = packs.game_of(name, body)
keeper = fold.Keeper(game, "00" * 16)
everything = blake2b()
with TemporaryDirectory() as folder, open_store(Path(folder) / "a.db", synchronous="OFF") as store:
    for number in range(first, first + matches):
        ids = [str(player) for player in range(players)]
        opened = Opened(name, "1", "", ids, kind.Options(**kind.OPTIONS), ALGORITHM, "00" * 16,
                        str(number))
        end, moves, plies = play(game, opened, ["random"] * players, most)
        finished = bool(end.state.ended)
        assert finished or plies == most < 20_000, (number, plies)
        if not finished:
            moves.append(Moved(0, Agree()))
        position, luck = fold.begin(game, opened), Luck(str(number))
        pending, events = list(moves), 1
        while not position.state.ended:
            given = fold.by_luck(game, position, luck)
            event = given[0] if given else pending.pop(0)
            # The clone test of the design: a clone in place of the state at every ply.
            position.state = keeper.clone(position.state)
            if type(event) is Moved:
                fold.check(game, position.state, event.seat, event.move)
            fold.advance(game, position, (event,))
            events += 1
            assert game.broken(position.state) == [], (number, game.broken(position.state))
            everything.update(keeper.digest(position.state))
        assert not pending
        if finished:
            assert keeper.digest(position.state) == keeper.digest(end.state), number
        if number < first + saved:
            names = [f"player {player}" for player in range(players)]
            match = Match.new(store, name, names, seed=str(number))
            match.record(moves)
            found = verify(match)
            assert found.ok, (number, found.first_bad)
            assert found.events == events
print(everything.hexdigest())
"""


def digest(hash_seed: str, *arguments: Any) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", PLAY, *map(str, arguments)],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


class Plan(NamedTuple):
    """Which matches of a game are played: for which numbers of players, how many in the quick
    test and in the slow one, how many of these again with other hash seeds, and the plies after
    which a match is ended by `agree`."""

    players: tuple[int, ...]
    quick: int
    slow: int
    again: int
    plies: int = 20_000


MATCHES = {
    "taiwan-monsters-brawl": Plan((2, 3, 4), 8, 500, 500),
    "esoteric-beasts": Plan((1,), 20, 2000, 2000),
    "taking-of-taidian": Plan((2, 3, 4, 5, 6), 4, 300, 300),
    # By chance alone a match takes some 5,500 plies, so most are ended before.
    "vale-dos-monstros": Plan((2, 3, 4, 5, 6), 1, 300, 15, plies=1000),
}
EACH = [(game, players) for game, plan in MATCHES.items() for players in plan.players]
HASH_SEEDS = ("1", "4294967295")


@pytest.mark.parametrize(("game", "players"), EACH)
def test_random_matches_hold(game: str, players: int) -> None:
    plan = MATCHES[game]
    arguments = (game, players, 0, plan.quick, plan.quick, plan.plies)
    assert digest("0", *arguments) == digest("1", *arguments)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), EACH)
def test_many_random_matches_hold(game: str, players: int) -> None:
    plan = MATCHES[game]
    proof = digest("0", game, players, 1000, plan.again, plan.again, plan.plies)
    for hash_seed in HASH_SEEDS:
        assert digest(hash_seed, game, players, 1000, plan.again, 0, plan.plies) == proof
    if plan.slow > plan.again:
        rest = plan.slow - plan.again
        digest("0", game, players, 1000 + plan.again, rest, rest, plan.plies)
