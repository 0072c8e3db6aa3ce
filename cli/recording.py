"""Commands that add to a match: opening it, recording, undo and redo, and what the table rules."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from cli import completers
from cli.common import (
    Refusal,
    acted,
    database,
    done,
    eyes,
    on_match,
    receipt,
    timeline,
    told,
)
from cli.output import say_wrapped
from cli.saying import moved_by, next_lines, quoted, with_offer

if TYPE_CHECKING:
    from eventstore import SQLiteStore
    from replay.match import By, Done, Match
    from replay.reading import Viewer


@click.command()
@click.argument("game", shell_complete=completers.games)
@click.option("-p", "--player", "players", multiple=True, metavar="NAME",
              help="A player; give one for each, clockwise.")  # fmt: skip
@click.option("--seed", help="Luck decides, by this seed; without one the table does.")
@click.option("--pack", metavar="FILE", help="Components from a TOML file of your own.")
@click.option("-o", "--option", "choices", multiple=True, metavar="KEY=VALUE",
              help="A ruling; `rules GAME` lists them.")  # fmt: skip
@click.option("--as", "name", default="", metavar="NAME", help="The match's name; else GAME-N.")
@told(head=False)
@database
def new(
    game: str,
    players: tuple[str, ...],
    seed: str | None,
    pack: str | None,
    choices: tuple[str, ...],
    name: str,
    told: By,
    db: str | None,
) -> None:
    """Open a match.

    Name the players in clockwise order, the first player first. Without --seed it is a table match:
    you type what dice and cards showed. With a seed luck decides; the seed is never shown.

    \b
    Examples:
      retold new taiwan-monsters-brawl -p Ana -p Ben --as friday
      retold new taiwan-monsters-brawl -p Erich -p Claudia --seed 7
      retold new taiwan-monsters-brawl -p Erich -p Claudia -o bonus=vp-difference
      retold new esoteric-beasts -p Ana --pack fixtures/packs/beasts-tame.toml
    """
    from pathlib import Path

    from replay import packs
    from replay.games import game_class
    from replay.match import Match

    kind = game_class(game)
    body = None if pack is None else packs.load(kind, Path(pack))

    def act(store: SQLiteStore) -> Match:
        return Match.new(
            store, game, players, name=name, seed=seed, pack=body, choices=choices, told=told
        )

    with acted(db, act) as match:
        _opened(match)


def _opened(match: Match) -> None:
    from replay import reading

    row = match.store.row_by_n(match.row.id, 1)
    spot = match.at(row.after)
    luck = "the table" if spot.position.seed is None else "luck"
    steps = match.steps(spot.event)
    say_wrapped(
        f"{match.name}: {match.game.title} by {', '.join(match.players)}; {luck} decides chance.",
        *(f"{step.ply:>5}  {reading.text(step)}" for step in steps),
        *next_lines(match, spot.position.state),
        receipt(match, row),
    )


@click.command()
@on_match(write=True)
@click.argument("moves", nargs=-1, metavar="[MOVE]...", shell_complete=completers.moves)
@timeline
@eyes
@told()
def record(match: Match, moves: tuple[str, ...], timeline: str, viewer: Viewer, told: By) -> None:
    """Record moves, and what chance gave, as one recording.

    A move is one argument, so quote it. Moves given together are recorded together or not at all.
    What dice and cards showed is typed after the move that asked for it, `?` for a card that only
    its owner saw. What the table decides beside the rules may stand among the moves, as `log`
    prints it: `rule KEY=VALUE`, `adjust PATH=VALUE`, `reseed table`.

    Without moves it sits at the table with you: a prompt that completes legal moves, asks for dice
    and cards, and takes commands such as `undo`, `show` and `note` too (`help` lists them). Where
    standard input is no terminal, or for a single `-`, its lines are done one by one, one recording
    each, up to the first that is refused; blank lines and lines that start with # are passed over.

    \b
    Examples:
      retold record friday
      retold record friday "ana: choose two suns"
      retold record friday "start a" "place chi b2" --by Ana
      retold record friday "rule bonus=vp-difference" --reason "we voted"
      retold record friday < moves.txt
    """
    if "-" in moves and len(moves) > 1:
        raise click.UsageError("`-` reads moves from standard input, so it stands alone.")
    if not moves or moves == ("-",):
        _live(match, timeline, viewer, told, piped=bool(moves))
        return
    _tell(match, timeline, viewer, lambda: _record(match, moves, timeline, viewer, told))


def _live(match: Match, timeline: str, viewer: Viewer, told: By, *, piped: bool) -> None:
    """The prompt where somebody sits at a terminal, else the lines of standard input."""
    if piped or not _at_a_terminal():
        from cli.live import script

        script.run(match, timeline, viewer, told)
        return
    if told.request:
        raise click.UsageError("--request is for one recording or for piped lines, not for typing.")
    from cli.live import companion

    companion.run(match, timeline, viewer, told)


def _at_a_terminal() -> bool:
    streams = (sys.stdin, sys.stdout)
    return all(stream is not None and stream.isatty() for stream in streams)


def _record(match: Match, moves: tuple[str, ...], timeline: str, viewer: Viewer, told: By) -> Done:
    from engine.errors import EngineError
    from replay.errors import Refused

    if any("\0" in move for move in moves):
        raise Refusal("A move holds a NUL character, which nobody types; nothing was recorded.")
    try:
        return match.record(moves, timeline, told)
    except (EngineError, Refused) as refusal:
        advised = quoted(refusal, moves, f"record {match.name}")
        if advised is refusal:
            advised = Refusal(with_offer(match, viewer, refusal))
        raise advised from None


def _tell(match: Match, timeline: str, viewer: Viewer, write: Callable[[], Done]) -> None:
    """Write something, and say what came of it and who is next."""
    result = written(match, timeline, viewer, write)
    if not result.repeated:
        position = match.position(result.timeline).position
        say_wrapped(*next_lines(match, position.state, viewer))


def written(match: Match, timeline: str, viewer: Viewer, write: Callable[[], Done]) -> Done:
    """Write something, and say what came of it."""
    from eventstore import StoreError
    from replay import telling
    from replay.errors import ReplayError

    before = None
    # Where the line cannot be read, the write says so.
    with suppress(ReplayError, StoreError):
        before = telling.mark(match, timeline)
    result = write()
    came = None if result.repeated else telling.told(match, result, viewer, before)
    done(match, result, viewer, told=came)
    return result


# Back and forth


def _steps(command: click.Command) -> click.Command:
    """Adds -n, --to and --turn to a command made already."""
    command.params[1:1] = [
        click.Option(["-n", "steps"], type=int, metavar="N", help="How many steps (1)."),
        click.Option(["--to"], type=int, metavar="PLY", help="To this ply, which stays."),
        click.Option(["--turn"], is_flag=True, help="To where the turn began or ends."),
    ]
    return command


def _one_of(steps: int | None, to: int | None, turn: bool) -> int:
    if (steps is not None) + (to is not None) + turn > 1:
        raise click.UsageError("Say only one of -n, --to and --turn.")
    return 1 if steps is None else steps


@_steps
@click.command()
@on_match(write=True)
@timeline
@eyes
@told()
def undo(
    match: Match,
    steps: int | None,
    to: int | None,
    turn: bool,
    timeline: str,
    viewer: Viewer,
    told: By,
) -> None:
    """Take back steps; the undone line stays in the tree.

    A step is a move with what luck gave right after it. The answer lists what was taken back and
    what had been seen by then ("saw: ..."); `log --journal` keeps both, with who and why. --turn
    goes back to the first decision of the turn in which the last one was made; what dice and cards
    showed before that decision stays. After an `adopt` it goes back on the line adopted.

    \b
    Examples:
      retold undo friday --reason "wrong card"
      retold undo friday -n 3
      retold undo friday --to 12  # 12: a ply, as `log` shows it
      retold undo friday --turn
    """
    from replay.reading import seen

    result = match.undo(_one_of(steps, to, turn), to=to, turn=turn, timeline=timeline, told=told)
    said = [f"saw: {what}" for what in seen(result.steps, viewer)]
    moved_by(match, result, viewer, "Took back", said)


@_steps
@click.command()
@on_match(write=True)
@timeline
@eyes
@told()
def redo(
    match: Match,
    steps: int | None,
    to: int | None,
    turn: bool,
    timeline: str,
    viewer: Viewer,
    told: By,
) -> None:
    """Bring back what was undone.

    It runs towards where the timeline was last left by anything but an undo, with the same dice and
    cards.

    \b
    Examples:
      retold redo friday
      retold redo friday -n 3
      retold redo friday --to 20  # 20: a ply of the undone line
    """
    result = match.redo(_one_of(steps, to, turn), to=to, turn=turn, timeline=timeline, told=told)
    moved_by(match, result, viewer, "Brought back", [])


# What the table decides


@click.command()
@on_match(write=True)
@click.argument("text", nargs=-1, required=True)
@timeline
@told()
def note(match: Match, text: tuple[str, ...], timeline: str, told: By) -> None:
    """Put a remark in the journal.

    The game stays where it is; `log --journal` shows the remark with its author and time.

    \b
    Examples:
      retold note friday "Ben joined late" --by Ana
    """
    say_wrapped(receipt(match, match.note(" ".join(text), timeline, told).row))


@click.command()
@on_match(write=True)
@click.argument("ruling", metavar="KEY=VALUE")
@timeline
@eyes
@told()
def rule(match: Match, ruling: str, timeline: str, viewer: Viewer, told: By) -> None:
    """From here on, read a doubtful rule this way.

    `retold rules GAME` lists the options. What was played before stays as it was; to compare, give
    the option to `retold branch` instead.

    \b
    Examples:
      retold rule friday bonus=vp-difference --reason "we voted"
    """
    from replay.options import split

    _tell(match, timeline, viewer, lambda: match.rule(*split(ruling), timeline, told))


@click.command()
@on_match(write=True)
@click.argument("changes", nargs=-1, required=True, metavar="PATH=VALUE...")
@timeline
@eyes
@told()
def adjust(match: Match, changes: tuple[str, ...], timeline: str, viewer: Viewer, told: By) -> None:
    """Record what stood at the table against the rules.

    An illegal move that nobody noticed, a house gift: the values are set in the state, whose paths
    `show --json` and `diff` print, and marked irregular wherever they are shown.

    \b
    Examples:
      retold adjust friday seats.ana.vp=12 --reason "played on before we saw it"
      retold show friday --json
    """
    _tell(match, timeline, viewer, lambda: match.adjust(changes, timeline, told))


@click.command()
@on_match(write=True)
@click.argument("seed", metavar="SEED|table")
@timeline
@eyes
@told()
def reseed(match: Match, seed: str, timeline: str, viewer: Viewer, told: By) -> None:
    """From here on, let another seed or the table decide.

    The seed is never shown. To see another course of the game without touching this one, give the
    seed to `retold branch` instead.

    \b
    Examples:
      retold reseed friday table
      retold reseed friday 42 --reason "the dice fell off the table"
    """
    luck = None if seed == "table" else seed
    _tell(match, timeline, viewer, lambda: match.reseed(luck, timeline, told))
