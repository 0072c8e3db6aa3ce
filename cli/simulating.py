"""The command that plays many matches between bots."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli import completers
from cli.common import as_json, database, is_first, opened
from cli.output import say, say_json, say_wrapped, table

if TYPE_CHECKING:
    from replay.simulate import Simulation, Tally

Progress = Callable[[int], None]


@click.command()
@click.argument("game", shell_complete=completers.games)
@click.option("-n", "count", type=click.IntRange(1, 10_000_000), default=100, show_default=True,
              metavar="N", help="How many matches.")  # fmt: skip
@click.option("--seed", default="1", show_default=True, help="Match i is played from SEED/i.")
@click.option("--bots", default="greedy,random", show_default=True, metavar="NAMES",
              help="Who plays; they move one seat on from match to match.")  # fmt: skip
@click.option("--players", type=int, metavar="N", help="How many play; else one for each bot.")
@click.option("--pack", metavar="FILE", help="Components from a TOML file of your own.")
@click.option("-o", "--option", "choices", multiple=True, metavar="KEY=VALUE",
              help="A ruling; `rules GAME` lists them.")  # fmt: skip
@click.option("--save", is_flag=True, help="Record every match in the database.")
@database
@as_json
def simulate(
    game: str,
    count: int,
    seed: str,
    bots: str,
    players: int | None,
    pack: str | None,
    choices: tuple[str, ...],
    save: bool,
    db: str | None,
    json: bool,
) -> None:
    """Play many matches between bots.

    Bots are `random` and `greedy` (which looks one move ahead). The table shows who won how often,
    with the 95% interval of each share, by bot, by seat and by role. Equal arguments give equal
    matches everywhere.

    \b
    Examples:
      retold simulate taiwan-monsters-brawl -n 100 --seed 1
      retold simulate taiwan-monsters-brawl -n 200 --bots greedy --players 4
      retold simulate taiwan-monsters-brawl -n 5 --save
    """
    from replay import packs
    from replay.games import game_class
    from replay.simulate import simulate

    kind = game_class(game)
    play = partial(
        simulate,
        game,
        seed=seed,
        bots=[name.strip() for name in bots.split(",")],
        players=players,
        pack=None if pack is None else packs.load(kind, Path(pack)),
        choices=choices,
    )
    if save and is_first(db):
        # What is refused leaves no empty database behind.
        play(n=1)
    with opened(db, write=True, create=True) if save else nullcontext() as store:
        began = time.perf_counter()
        with _bar(count) as progress:
            found = play(n=count, store=store, progress=progress)
        took = time.perf_counter() - began
    if json:
        say_json(found)
    else:
        _show(found, took)


@contextmanager
def _bar(count: int) -> Iterator[Progress | None]:
    """A progress bar on stderr, if that is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=count)
        yield lambda done: bar.update(task, completed=done)


def _show(found: Simulation, took: float) -> None:
    for title, tallies in (("bot", found.bots), ("seat", found.seats), ("role", found.roles)):
        if tallies:
            table(
                (title, "played", "wins", "share", "95% interval", "points"),
                map(_row, _sorted(tallies.values())),
                right=range(1, 6),
            )
            say("")
    endings = ", ".join(f"{why} {times}" for why, times in found.endings.items())
    say_wrapped(f"Ended: {endings}." if endings else "No match ended.")
    if len(found.lasted) > 1:
        shortest, median, longest = found.span
        say_wrapped(f"Ended in {median} (median), from {shortest} to {longest}.")
    if found.unfinished:
        say(f"Given up after too many plies: {found.unfinished}.")
    say_wrapped(
        f"{found.matches} matches of {found.game}, {found.plies / found.matches:.1f} plies each,"
        f" {found.matches / took:.0f} matches/s, {found.plies / took:.0f} plies/s."
    )
    if found.saved:
        say_wrapped(f"Saved as {found.saved[0]} to {found.saved[-1]}.")


def _sorted(tallies: Iterable[Tally]) -> list[Tally]:
    return sorted(tallies, key=lambda tally: tally.name)


def _row(tally: Tally) -> tuple[str, ...]:
    low, high = tally.interval
    points = tally.points / tally.played if tally.played else 0.0
    return (
        tally.name,
        str(tally.played),
        f"{tally.wins:.1f}",
        f"{tally.share:.1%}",
        f"{low:.1%} to {high:.1%}",
        f"{points:.2f}",
    )
