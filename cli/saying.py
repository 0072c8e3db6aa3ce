"""What several commands say in the same words: how the sides stand, who is waited for, what chance
is due, how a match ended, what a refused line could have been, what an undo moved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from cli.common import Refusal, done

if TYPE_CHECKING:
    from engine.chance import Request
    from replay.match import Done, Match
    from replay.reading import ChanceJson, SideJson, Viewer

FEW = 8
"""How many names a line lists before it only counts them."""


# How it stands


def standing_text(sides: Sequence[SideJson]) -> str:
    """The sides in a line: `1. Ana 20, 2. Ben 9`; a side without a rank has none before it."""
    return ", ".join(map(_side, sides))


def _side(side: SideJson) -> str:
    rank = f"{side.rank}. " if side.rank else ""
    return f"{rank}{' and '.join(side.players)} {side.points}"


def standing_line(sides: Sequence[SideJson]) -> str:
    """The same as a sentence."""
    return f"Standing: {standing_text(sides)}."


def irregular_line(times: int) -> str:
    """The warning that a line holds adjustments."""
    often = "once" if times == 1 else f"{times} times"
    return f"Irregular: the table set values {often} on this line."


# What comes next


def clause(ended: str, waits: Sequence[str], due: str = "chance is due") -> str:
    """What comes next, within a sentence: that it is over, and how; who is waited for; or that
    chance is due, as `due` says it."""
    if ended:
        return f"the match is over ({ended})"
    return f"waits for {', '.join(waits)}" if waits else due


def coming(ended: str, waits: Sequence[str], due: str = "chance is due") -> str:
    """The same as a sentence."""
    return sentence(clause(ended, waits, due))


def sentence(text: str) -> str:
    """A clause as a sentence of its own."""
    return f"{text[:1].upper()}{text[1:]}."


def over(ended: str, sides: Sequence[SideJson]) -> str:
    """That a match is over, how, and how the sides stand."""
    return f"{sentence(clause(ended, ())).removesuffix('.')}: {standing_text(sides)}."


def next_lines(match: Match, state: Any, viewer: Viewer | None = None) -> Iterator[str]:
    """Who is waited for, what is to be typed for a chance, or how it ended, in a line."""
    from replay import reading

    seen = reading.viewed(match, state, viewer or reading.EVERYBODY)
    if seen.ended:
        yield over(seen.ended, reading.standing(match, seen))
        return
    labels, found = match.labels(seen), match.game.chance(seen)
    if found is not None:
        yield coming("", (), _typed(found, labels))
    else:
        yield coming("", [labels[seat] for seat in match.game.waits(seen)])


def _typed(request: Request, labels: Sequence[str]) -> str:
    """That a chance is due, and what is to be typed for it."""
    from engine.chance import Dice, choices, needs, private

    count, owner = needs(request), private(request)
    what = f"the {count} values that came up" if count > 1 else "what came up"
    if isinstance(request, Dice):
        faces = {tuple(choices(request, place)) for place in range(count)}
        what += f", each {' or '.join(faces.pop())}" if len(faces) == 1 else ""
    if owner is None:
        return f"chance is due: type `{request.verb}` and {what}"
    return f"chance is due for {labels[owner]}: type `{request.verb}` and {what} (`?` if unseen)"


def due_on(chance: ChanceJson, typed: str = "type ") -> str:
    """That a chance is due, within a sentence: on which stream, and how many outcomes it has."""
    values = f"{chance.needs} value{'s' * (chance.needs != 1)}"
    return (
        f"chance is due on {chance.stream}: {typed}`{chance.verb}` and {values}"
        f" ({chance.outcomes} outcomes can be told apart)"
    )


def asked_for(request: Request, labels: Sequence[str]) -> str:
    """What a chance takes, within a sentence, for somebody at the prompt."""
    from engine.chance import private

    owner = private(request)
    whose = "" if owner is None else f" for {labels[owner]}"
    return f"chance{whose}: {wanted(request)}{'' if owner is None else '; `?` if unseen'}"


def wanted(request: Request) -> str:
    """What answers a chance: `roll: 3 values, each 0, 1 or 2`."""
    from engine.chance import Dice, choices, needs

    count = needs(request)
    if isinstance(request, Dice) and count > 1:
        faces = [choices(request, place) for place in range(count)]
        runs = [(kind, len(list(same))) for kind, same in groupby(faces)]
        if len(runs) == 1:
            each = f"each {_either(faces[0])}"
        else:
            each = "; ".join(f"{_either(kind)}" + f" (x{n})" * (n > 1) for kind, n in runs)
        return f"{request.verb}: {count} values, {each}"
    names = choices(request, 0)
    few = len(names) <= FEW
    if count == 1:
        return f"{request.verb}: {_either(names) if few else f'one of {len(names)} names'}"
    if few:
        return f"{request.verb}: {count} values, each {_either(names)}"
    return f"{request.verb}: {count} of {len(names)} names"


def _either(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else names[0]


# What was refused


def with_offer(match: Match, viewer: Viewer, refusal: Exception) -> str:
    """A refusal and the legal moves that come nearest to what was refused."""
    from cli.refusals import sentence
    from replay.legality import offer

    return f"{sentence(refusal)} {offer(match, viewer)}".rstrip()


def quoted(refusal: Exception, moves: tuple[str, ...], command: str) -> Exception:
    """The refusal, with advice where the words of one move came as several arguments."""
    if not _unquoted(moves, str(refusal)):
        return refusal
    return Refusal(
        f"{refusal} A move of several words is quoted, as in "
        f'`retold {command} "{" ".join(moves)[:80]}"`.'
    )


def _unquoted(moves: tuple[str, ...], refusal: str) -> bool:
    """Whether the words of one move came as several arguments."""
    later = any(f'"{word}" is no move here' in refusal for word in moves[1:])
    # Who quotes one of them quotes all.
    quoted = any(" " in move.strip() for move in moves)
    return len(moves) > 1 and not quoted and (later or moves[0].endswith(":"))


# What was moved over


def moved_by(match: Match, result: Done, viewer: Viewer, did: str, said: list[str]) -> None:
    """Print what an undo or a redo moved over, and what came of it."""
    from replay import telling

    came = None if result.repeated else telling.told(match, result, viewer)
    count = len(result.steps)
    events = f"{count} event{'s' * (count != 1)}"
    done(
        match,
        result,
        viewer,
        f"{did} {events}; {result.timeline} stands at ply {result.ply} now:",
        said,
        came,
    )
