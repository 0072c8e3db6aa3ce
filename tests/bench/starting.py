"""How long the command takes to start, as whole processes."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from eventstore import open_store
from replay.match import Match
from replay.simulate import play
from tests.bench.measure import Figure, figure, folder, seconds
from tests.bench.replaying import opening

PAIRS = 15
BASE = [sys.executable, "-c", "import click, msgspec, sqlite3"]


def figures() -> Iterator[Figure]:
    retold = str(Path(sys.executable).parent / "retold")
    with folder() as here:
        database = here / "start.db"
        with open_store(database) as store:
            game, root = opening("taiwan-monsters-brawl", 4, "7")
            # Two sets of rounds (an option) make a match of over 300 plies.
            match = Match.new(
                store, "taiwan-monsters-brawl", list("abcd"), name="m", seed="7", choices=["sets=2"]
            )
            game, root = opening("taiwan-monsters-brawl", 4, "7", sets=2)
            for move in play(game, root, ["random"] * 4)[1]:
                if match.record([move]).ply >= 300:
                    break
        environment = {**os.environ, "RETOLD_DB": str(database)}
        # An installed program has its compiled modules beside it.
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        yield started("retold --help", [retold, "--help"], environment, "<= 1.1")
        yield started("retold moves, 300 plies", [retold, "moves", "m"], environment, "<= 1.5")


def started(what: str, command: list[str], environment: dict[str, str], bar: str) -> Figure:
    """A command's whole process against one that only imports what any command needs."""

    def run(words: list[str]) -> float:
        return seconds(
            lambda: subprocess.run(words, env=environment, stdout=subprocess.DEVNULL, check=True)
        )

    run(command), run(BASE)
    ratios = [run(command) / run(BASE) for _ in range(PAIRS)]
    return figure(f'{what} / python -c "import click, msgspec, sqlite3"', ratios, "x", bar)
