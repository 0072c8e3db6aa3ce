"""The events that a typed line stands for, wherever it is played: to record it, to amend a step by
it, or only to ask whether it would be taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from engine import fold
from engine.chance import Request
from engine.events import Moved, Resolved
from engine.notation import format_line, leads, parse, read_values
from replay import tabling
from replay.errors import Refused

if TYPE_CHECKING:
    from replay.match import Match


def played(
    match: Match, position: fold.Position, line: str
) -> Iterator[tuple[Any, Request | None]]:
    """The events of a line: a move and the values of the chance that it leads to, or such values
    alone, or what the table decides beside the rules; each with the request that it answers.

    Each must be played on the position before the next one is asked for. Raises EngineError or
    ReplayError where the line is not taken.
    """
    game, state = match.game, position.state
    decided = tabling.read(match, state, line)
    if decided is not None:
        yield decided, None
        return
    labels = match.labels(state)
    read = parse(game, state, labels, line)
    seeded = position.seed is not None
    if read.rest and seeded:
        raise Refused(f'Luck decides in this match, so leave out "{" ".join(read.rest)[:60]}".')
    said = ""
    if read.move is not None:
        fold.check(game, state, read.seat, read.move)
        said = format_line(labels, read.seat, read.move)
        yield Moved(read.seat, read.move), None
    elif not read.rest and not seeded:
        request = None if state.ended else game.chance(state)
        read_values(request, []) if request else None
    words: Sequence[str] = read.rest
    while words:
        event, request, words = outcome(match, position, words, said)
        said = " ".join([request.verb, *event.values])
        yield event, request


def spelled(request: Request, line: str) -> str:
    """Values that answer a request, with its verb before them. Raises BadNotation."""
    words = line.split()
    if not words or leads(words, request.verb):
        return line
    read_values(request, words)
    return f"{request.verb} {line}"


def outcome(
    match: Match, position: fold.Position, words: Sequence[str], said: str = ""
) -> tuple[Resolved, Request, list[str]]:
    """The outcome that some words begin with, the request that it answers, and the words left
    over; `said` is what came before. Raises EngineError, or Refused where no chance is due."""
    game, state = match.game, position.state
    request = None if state.ended else game.chance(state)
    if request is None:
        begun, left = f"After `{said}` no" if said else "No", " ".join(words)[:60]
        raise Refused(f'{begun} chance is due, so "{left}" is left over.')
    values, rest = read_values(request, list(words))
    fold.check_outcome(game, state, request.stream, values)
    return Resolved(request.stream, values), request, rest
