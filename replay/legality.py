"""Whether a move is legal at a position, which rule says so, and which legal moves are nearest.

Everything is judged on what the reader may know: the position as his view shows it. So nobody can
try out what another seat holds; where an unseen card decides, that is said.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from msgspec import Meta, Struct

from engine import fold
from engine.errors import EngineError, IllegalMove
from engine.events import Moved
from engine.notation import LONGEST_LINE, format_line, parse, squash, verb_of
from replay import reading, tabling
from replay.errors import Refused, ReplayError
from replay.playing import played
from replay.reading import EVERYBODY, ChanceJson, MoveJson, Viewer
from replay.steps import Step

if TYPE_CHECKING:
    from replay.match import Match, Spot

NEAR = 0.6
"""How alike two lines are (of 1) that a slip of the finger could make of each other."""
LOOKED_AT = 24
"""Legal moves that are compared letter by letter; which, quicker signs have said."""


class WhyJson(Struct):
    """Whether a move is legal, and why."""

    match: Annotated[str, Meta(description="the match's name")]
    ply: Annotated[int, Meta(description="the position's ply")]
    head: Annotated[str, Meta(description="first letters of the digest there")]
    asked: Annotated[str, Meta(description="the move as it was asked")]
    legal: Annotated[bool, Meta(description="whether `record` takes it there")]
    known: Annotated[bool, Meta(description="false: a card that the reader may not see decides")]
    seat: Annotated[str | None, Meta(description="whose move it is, where it names one")]
    text: Annotated[str, Meta(description="the move as it is written, or empty: it names none")]
    rule: Annotated[str, Meta(description="the rulebook's heading that says so; `table`: none")]
    reason: Annotated[str, Meta(description="in a sentence: what it is, or why it is not legal")]
    chance: Annotated[ChanceJson | None, Meta(description="if legal: what chance decides next")]
    waits_for: Annotated[list[str], Meta(description="if legal: who decides next")]
    ended: Annotated[str, Meta(description="if legal: why the match is over then, or empty")]
    nearest: Annotated[list[MoveJson], Meta(description="if not legal: the nearest legal moves")]


def why(match: Match, spot: Spot, text: str, viewer: Viewer = EVERYBODY) -> WhyJson:
    """Whether a line as it is typed would be recorded at a position, as far as the viewer may know,
    and which rule says so. Nothing is recorded, and no luck is asked."""
    state = match.keeper.clone(reading.viewed(match, spot.position.state, viewer))
    answer = WhyJson(
        match.name, spot.ply, match.head(spot.event), text, False, True, None, "", "", "", None, [],
        "", [],
    )  # fmt: skip
    position = fold.Position(state, spot.position.seed)
    try:
        event = _first(match, position, text, answer)
        _play(match, position, text, answer)
    except (EngineError, ReplayError) as error:
        answer.known, answer.reason = True, _sentence(str(error))
        answer.rule = error.rule if isinstance(error, IllegalMove | Refused) else ""
        answer.nearest = nearest(match, spot, viewer, text)
        return answer
    answer.legal = True
    answer.rule, answer.reason = _allowed(match, event)
    _follows(match, position.state, answer)
    return answer


def _first(match: Match, position: fold.Position, text: str, answer: WhyJson) -> Any:
    """The first event of a line, or None; the answer gets whose move it is and how it is written.
    It need not be legal yet."""
    if "\0" in text:
        raise Refused("A move holds a NUL character, which nobody types.")
    labels = match.labels(position.state)
    event = tabling.read(match, position.state, text)
    if event is not None:
        answer.text = reading.text(Step(answer.ply + 1, event, labels))
        return event
    read = parse(match.game, position.state, labels, text)
    if read.move is None:
        return None
    answer.seat = labels[read.seat]
    answer.text = format_line(labels, read.seat, read.move)
    return Moved(read.seat, read.move)


def _play(match: Match, position: fold.Position, text: str, answer: WhyJson) -> None:
    """Play a line as recording does, but for what luck decides. Raises EngineError or ReplayError
    where it would be refused."""
    game, taken = match.game, 0
    for taken, (event, _) in enumerate(played(match, position, text), start=1):  # noqa: B007
        if isinstance(event, Moved):
            answer.known = not game.uncertain(position.state, event.seat, event.move)
        fold.advance(game, position, (event,))
    if not taken:
        raise Refused("No chance is due that you could decide.")


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _allowed(match: Match, event: Any) -> tuple[str, str]:
    """The rule that allows an event, and what it is in a sentence."""
    if event is None:
        return "", "Chance can have given this."
    if not isinstance(event, Moved):
        return fold.TABLE, "The table decides this beside the rules."
    kind = type(event.move)
    said = " ".join((kind.__doc__ or "").split())
    if kind in fold.LEAVING:
        return fold.TABLE, said
    heading, colon, rest = said.partition(": ")
    # The docstrings of moves begin with the section, in short.
    text = rest if colon and "." not in heading else said
    return match.game.section(kind), text[:1].upper() + text[1:]


def _follows(match: Match, state: Any, answer: WhyJson) -> None:
    """What a legal move leads to, as far as the reader may know."""
    labels = match.labels(state)
    answer.ended = state.ended
    request = None if state.ended else match.game.chance(state)
    answer.chance = reading.chance_of(request, labels)
    answer.waits_for = [labels[seat] for seat in fold.waits(match.game, state)]


# The nearest legal moves


def nearest(match: Match, spot: Spot, viewer: Viewer, text: str, n: int = 3) -> list[MoveJson]:
    """The legal moves that a line comes nearest to, as far as the viewer may know: those of its
    verb first, of its seat, and that read most alike. None where nothing comes near, or where no
    move is legal (the match is over, chance is due)."""
    game, state = match.game, reading.viewed(match, spot.position.state, viewer)
    labels, line = match.labels(state), text[:LONGEST_LINE]
    if tabling.begins(game, state, labels, line):
        return []
    itself = _itself(match, state, line)
    legal = [
        _Legal(labels[seat], verb_of(type(move)), said, seat, move)
        for seat, move in fold.moves(game, state)
        if (said := format_line(labels, seat, move)) != itself
    ]
    head, colon, _ = line.partition(":")
    named = squash(head) if colon else ""
    found = _ranked(legal, line) or (legal if len(legal) <= n else [])
    own = [one for one in found if squash(one.seat).startswith(named)]
    # What another seat could do with cards that nobody has seen is no help.
    others = (one for one in found if not game.uncertain(state, one.place, one.move))
    return [MoveJson(one.seat, one.text) for one in islice(own or others, n)]


class _Legal(NamedTuple):
    """A legal move: the name of its seat, its verb, the line that `record` takes; seat and move as
    the rules have them."""

    seat: str
    verb: str
    text: str
    place: int
    move: Any


def _itself(match: Match, state: Any, line: str) -> str:
    """The move that a line was read as. Where that is refused, to name it again is no help."""
    try:
        read = parse(match.game, state, match.labels(state), line)
    except (EngineError, ReplayError):
        return ""
    if read.move is None or read.rest:
        return ""
    return format_line(match.labels(state), read.seat, read.move)


def _ranked(legal: Sequence[_Legal], line: str) -> list[_Legal]:
    """The moves that come near to a line, the nearest first."""
    head, colon, tail = line.partition(":")
    typed = _plain(tail if colon else head)
    seat = squash(head) if colon else ""
    verb = _verb(typed, sorted({one.verb for one in legal}))
    words = frozenset(typed.split())
    rough = []
    for place, one in enumerate(legal):
        said = _plain(one.text.partition(": ")[2])
        shared = len(words.intersection(said.split()[1:]))
        if one.verb == verb or shared:
            foreign = not squash(one.seat).startswith(seat)
            rough.append((one.verb != verb, foreign, -shared, place, said))
    rough.sort()
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(typed)
    fine = []
    for other, foreign, shared, place, said in rough[:LOOKED_AT]:
        matcher.set_seq1(said)
        fine.append((other, foreign, shared - matcher.ratio(), place))
    fine.sort()
    # Another verb is only near where there is nothing of this one.
    return [legal[place] for other, _, _, place in fine if other == fine[0][0]]


def _verb(typed: str, verbs: Sequence[str]) -> str:
    """The verb that a line begins with, or nearly; "" where none is like it."""
    words = typed.split()
    alike = {}
    for verb in verbs:
        begun = " ".join(words[: len(verb.split())])
        whole = bool(begun) and verb.startswith(begun)
        alike[verb] = 1.0 if whole else SequenceMatcher(None, begun, verb, False).ratio()
    best = max(alike, key=lambda verb: alike[verb], default="")
    return best if best and alike[best] >= NEAR else ""


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    """A line as lines are compared: without case, accents and other spacing."""
    if not text.isascii():
        apart = unicodedata.normalize("NFKD", text)
        text = "".join(letter for letter in apart if not unicodedata.combining(letter))
    return " ".join(text.casefold().split())


def offer(match: Match, viewer: Viewer) -> str:
    """What to say behind the refusal of a recording: the legal moves nearest to the line that was
    refused, in a sentence, or ""."""
    if match.refused is None:
        return ""
    line, spot = match.refused
    found = nearest(match, spot, viewer, line)
    state = reading.viewed(match, spot.position.state, viewer)
    waiting = [match.labels(state)[seat] for seat in fold.waits(match.game, state)]
    # The only seat that is waited for need not be named.
    named = f"{waiting[0]}: " if len(waiting) == 1 else ""
    texts = [f"`{one.text.removeprefix(named)}`" for one in found]
    return f"Nearest legal: {', '.join(texts)}." if texts else ""
