"""What is shown of a match: texts of events, and the JSON of the reading commands.

What is shown is what everybody may see, unless a viewer (a seat) or everything is asked for. The
structs are a contract; `retold schema` prints them with their fields' documentation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta, Struct

from engine import fold
from engine.chance import UNSEEN, Dice, Draw, Request, count_outcomes, needs, private
from engine.events import Adjusted, Moved, Opened, Reseeded, Resolved, Ruled
from engine.game import Agree, Concede
from engine.notation import format_line, squash
from replay import flags
from replay.deeds import TELLING
from replay.errors import ReplayError
from replay.flags import FlagJson
from replay.games import games
from replay.steps import SHOWN, Step, play

if TYPE_CHECKING:
    from eventstore import Event, Row
    from replay.match import Match, Spot
    from replay.unfolding import Unfolded


class OptionJson(Struct):
    """An option of a game."""

    name: Annotated[str, Meta(description="as it is typed in KEY=VALUE")]
    values: Annotated[list[str], Meta(description="what it may be, or in words what is allowed")]
    default: Annotated[str, Meta(description="what a new match gets")]
    rule: Annotated[str, Meta(description="the ruling that it decides")]


class GameJson(Struct):
    """An installed game."""

    name: Annotated[str, Meta(description="the game's name")]
    title: Annotated[str, Meta(description="what is printed on the box")]
    seats: Annotated[list[int], Meta(description="the fewest and the most players")]
    version: Annotated[str, Meta(description="of the rules as written here, for people")]
    options: Annotated[list[OptionJson], Meta(description="the doubtful rulings")]


class ChanceJson(Struct):
    """What chance must decide now."""

    kind: Annotated[str, Meta(description="dice, draw or weighted")]
    verb: Annotated[str, Meta(description="what its values are typed with")]
    stream: Annotated[str, Meta(description="the occasion; seats by their players' names")]
    needs: Annotated[int, Meta(description="how many values")]
    outcomes: Annotated[int, Meta(description="how many outcomes can be told apart")]


class MoveJson(Struct):
    """A legal move."""

    seat: Annotated[str, Meta(description="whose move")]
    text: Annotated[str, Meta(description="what `record` accepts")]


class MovesJson(Struct):
    """What is legal at a position."""

    ply: Annotated[int, Meta(description="the position's ply")]
    waits_for: Annotated[list[str], Meta(description="who owes a decision")]
    chance: Annotated[ChanceJson | None, Meta(description="what chance must decide first")]
    moves: Annotated[
        list[MoveJson], Meta(description="the legal moves, `concede` and `agree` last")
    ]


class SideJson(Struct):
    """How a side stands."""

    players: Annotated[list[str], Meta(description="its players, or seats where one holds two")]
    points: Annotated[int, Meta(description="its points")]
    rank: Annotated[int, Meta(description="1 is first; ties share a rank; 0: none")]


class ResultJson(Struct):
    """How a match ended."""

    why: Annotated[str, Meta(description="why it ended")]
    standing: Annotated[list[SideJson], Meta(description="the sides, best first")]


class ShowJson(Struct):
    """A position."""

    match: Annotated[str, Meta(description="the match's name")]
    game: Annotated[str, Meta(description="the game's name")]
    timeline: Annotated[str, Meta(description="the timeline asked for")]
    ply: Annotated[int, Meta(description="the position's depth in the tree")]
    head: Annotated[str, Meta(description="first letters of the event's digest")]
    turn: Annotated[list[str], Meta(description="where the match stands: round, phase, whose turn")]
    waits_for: Annotated[list[str], Meta(description="who owes a decision")]
    state: Annotated[dict[str, Any], Meta(description="the state as the reader may see it")]
    standing: Annotated[list[SideJson], Meta(description="the sides, best first")]
    result: Annotated[ResultJson | None, Meta(description="how it ended, or null")]
    flags: Annotated[list[FlagJson], Meta(description="the match's open flags")] = []


class LogJson(Struct):
    """An event that stands."""

    ply: Annotated[int, Meta(description="its depth in the tree")]
    kind: Annotated[str, Meta(description="opened, moved, resolved, ruled, adjusted, reseeded")]
    seat: Annotated[str | None, Meta(description="whose decision, null for all but moves")]
    text: Annotated[str, Meta(description="as `record` accepts it; ? for what is hidden")]
    head: Annotated[str, Meta(description="first letters of its digest")]
    irregular: Annotated[bool, Meta(description="set by the table against the rules")]
    flags: Annotated[list[int], Meta(description="the open flags that mark it, by row")] = []


class StopJson(Struct):
    """The step before which an amendment stopped."""

    ply: Annotated[int, Meta(description="its ply on the line that was left")]
    text: Annotated[str, Meta(description="what it was; ? for what is hidden")]
    reason: Annotated[str, Meta(description="why it is not recorded again, with the rule")]


class AmendmentJson(Struct):
    """What an amendment did to a line."""

    ply: Annotated[int, Meta(description="the first ply that is another one")]
    replaced: Annotated[list[str], Meta(description="what stood there and stands no more")]
    by: Annotated[list[str], Meta(description="what was put in its place")]
    kept: Annotated[int, Meta(description="how many later steps were recorded again on top")]
    stopped: Annotated[StopJson | None, Meta(description="where it stopped, or null")]
    left: Annotated[int, Meta(description="how many steps were left behind, with that one")]


class JournalJson(Struct):
    """A thing that was done."""

    n: Annotated[int, Meta(description="the row's number in the match")]
    done: Annotated[str, Meta(description="open, record, undo, redo, branch, adopt, note, ...")]
    timeline: Annotated[str, Meta(description="on which timeline")]
    before: Annotated[str | None, Meta(description="the head it came from, null for `open`")]
    after: Annotated[str, Meta(description="the head it led to")]
    by: Annotated[str, Meta(description="who recorded it")]
    reason: Annotated[str, Meta(description="why, or the note's text")]
    at: Annotated[str, Meta(description="when (UTC)")]
    receipt: Annotated[str, Meta(description="what proves later that the row is still there")]
    steps: Annotated[list[str], Meta(description="what it added, took back or brought back")]
    saw: Annotated[list[str], Meta(description="for an undo: what chance had shown by then")]
    amended: Annotated[AmendmentJson | None, Meta(description="for an amend: what it did")] = None
    before_ply: Annotated[int | None, Meta(description="the ply it came from, or null")] = None
    after_ply: Annotated[int, Meta(description="the ply it led to")] = 0
    marks: Annotated[str | None, Meta(description="for a flag: the head that it marks")] = None
    marks_ply: Annotated[int | None, Meta(description="for a flag: the ply that it marks")] = None
    settles: Annotated[int | None, Meta(description="for a settlement: the row of its flag")] = None
    did: Annotated[list[int], Meta(description="for a settlement: the rows of its remedy")] = []


class TimelineJson(Struct):
    """A timeline."""

    name: Annotated[str, Meta(description="its name")]
    ply: Annotated[int, Meta(description="where it rests")]
    head: Annotated[str, Meta(description="first letters of the digest there")]
    main: Annotated[bool, Meta(description="whether it is the one that the table plays")]
    flags: Annotated[list[int], Meta(description="the open flags that mark its line, by row")] = []


class DifferenceJson(Struct):
    """A value that differs between two positions."""

    path: Annotated[str, Meta(description="where it stands in the state")]
    a: Annotated[Any, Meta(description="the value at a; null where it is at its default")]
    b: Annotated[Any, Meta(description="the value at b; null where it is at its default")]


class DiffJson(Struct):
    """Two positions side by side."""

    parted_at: Annotated[int, Meta(description="the last ply that both lines share")]
    a: Annotated[list[str], Meta(description="what happened on a's line since")]
    b: Annotated[list[str], Meta(description="what happened on b's line since")]
    differs: Annotated[list[DifferenceJson], Meta(description="what differs in the states now")]


class AmendJson(Struct):
    """An amendment, and what it changes (or would change, in a dry run)."""

    match: Annotated[str, Meta(description="the match's name")]
    timeline: Annotated[str, Meta(description="on which timeline")]
    ply: Annotated[int, Meta(description="where the timeline rests then")]
    receipt: Annotated[str | None, Meta(description="null in a dry run")]
    amended: Annotated[AmendmentJson, Meta(description="what was put in the place of what")]
    was: Annotated[list[SideJson], Meta(description="the standing before; empty if unknown")]
    now: Annotated[list[SideJson], Meta(description="the standing then, best first")]
    ended: Annotated[list[str], Meta(description="why it was over before and then, or empty")]
    at: Annotated[int, Meta(description="the ply of the old line that `differs` compares with")]
    differs: Annotated[
        list[DifferenceJson], Meta(description="what differs in the state; a: before, b: then")
    ]


class FirstBadJson(Struct):
    """The first thing found wrong."""

    match: Annotated[str, Meta(description="in which match")]
    ply: Annotated[int | None, Meta(description="at which ply, null where it is no event")]
    head: Annotated[str, Meta(description="first letters of the event's digest, or empty")]
    what: Annotated[str, Meta(description="what is wrong, in a sentence")]


class VerifyJson(Struct):
    """What a verification found."""

    ok: Annotated[bool, Meta(description="whether nothing is wrong")]
    events: Annotated[int, Meta(description="how many events were checked")]
    journal: Annotated[int, Meta(description="how many journal rows were checked")]
    irregular: Annotated[int, Meta(description="how many adjustments the table made")]
    first_bad: Annotated[FirstBadJson | None, Meta(description="the first thing wrong")]
    told: Annotated[list[str], Meta(description="what else is worth knowing")] = []


class Viewer(Struct, frozen=True):
    """Who reads: a seat, or nobody in particular (None); `everything` hides nothing."""

    seat: int | None = None
    everything: bool = False

    def sees(self, request: Request | None) -> bool:
        """Whether the values that answered a request may be shown."""
        owner = private(request) if request is not None else None
        return self.everything or owner is None or owner == self.seat


EVERYBODY = Viewer()
_WORDS = re.compile(r'[^\s"]+').fullmatch


def viewed(match: Match, state: Any, viewer: Viewer) -> Any:
    """The state as the viewer may see it."""
    return state if viewer.everything else match.game.view(state, viewer.seat)


def text(step: Step, viewer: Viewer = EVERYBODY) -> str:
    """An event as `record` would take it, with `?` for each value that is hidden."""
    event = step.event
    if isinstance(event, Moved):
        return format_line(step.labels, event.seat, event.move)
    if isinstance(event, Resolved):
        values = event.values if viewer.sees(step.request) else [UNSEEN] * len(event.values)
        verb = step.request.verb if step.request is not None else event.stream
        return " ".join([verb, *values])
    if isinstance(event, Ruled):
        return f"rule {event.option.replace('_', '-')}={_json(event.value)}"
    if isinstance(event, Adjusted):
        return "adjust " + " ".join(
            f"{path_text(step.labels, change.path)}="
            + (UNSEEN if place in step.concealed and not viewer.everything else typed(change.value))
            for place, change in enumerate(event.values)
        )
    if isinstance(event, Reseeded):
        return "reseed table" if event.seed is None else "reseed (a seed that is not shown)"
    assert isinstance(event, Opened)
    return f"opened {event.game} by {', '.join(step.labels)}"


def _json(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def path_text(labels: Sequence[str], path: Sequence[str | int]) -> str:
    """The path of an adjustment as it is read again. A number that is somebody's name would be
    read as his seat, so there the seat that is meant is named."""
    steps = list(map(str, path))
    if len(path) > 1 and isinstance(path[1], int) and 0 <= path[1] < len(labels):
        names = [squash(label) for label in labels]
        steps[1] = names[path[1]] if steps[1] in names else steps[1]
    return ".".join(steps)


def typed(value: Any) -> str:
    """A value of an adjustment as it is read again: JSON, or a text that nothing else reads as."""
    if not isinstance(value, str) or value == UNSEEN or _WORDS(value) is None:
        return msgspec.json.encode(value).decode()
    try:
        msgspec.json.decode(value)
    except msgspec.DecodeError:
        return value
    return msgspec.json.encode(value).decode()


def stream_text(labels: Sequence[str], stream: str) -> str:
    """A stream with its seats by name: `round 2/erich/attack`."""
    parts = stream.split("/")
    named = (
        labels[int(part)] if part.isascii() and part.isdigit() and int(part) < len(labels) else part
        for part in parts
    )
    return "/".join(named)


def turn_texts(match: Match, state: Any) -> list[str]:
    """Where the match stands, with names in place of seats."""
    return _turn(match, state, match.labels(state))


def _turn(match: Match, state: Any, labels: Sequence[str]) -> list[str]:
    return [line.format(*labels) for line in match.game.turn(state).texts]


def game_list() -> list[GameJson]:
    """All installed games."""
    from replay.options import options

    return [
        GameJson(
            game.name,
            game.title,
            list(game.players),
            game.version,
            [OptionJson(o.name, o.values, o.default, o.rule) for o in options(game)],
        )
        for game in games()
    ]


def moves(
    match: Match, spot: Spot, viewer: Viewer = EVERYBODY, seat: int | None = None
) -> MovesJson:
    """What is legal, for everybody or for one seat, as far as the viewer may know."""
    state, game = viewed(match, spot.position.state, viewer), match.game
    labels = match.labels(state)
    request = None if state.ended else game.chance(state)
    found = [
        MoveJson(labels[who], format_line(labels, who, move))
        for who, move in fold.moves(game, state)
        if seat is None or who == seat
    ]
    if request is None and not state.ended:
        alive = fold.present(game, state)
        found += [
            MoveJson(labels[who], format_line(labels, who, Concede()))
            for who in alive
            if seat is None or who == seat
        ]
        if seat is None or seat in alive:
            who = alive[0] if seat is None else seat
            found.append(MoveJson(labels[who], format_line(labels, who, Agree())))
    waiting = [labels[who] for who in fold.waits(game, state)]
    return MovesJson(spot.ply, waiting, chance_of(request, labels), found)


def chance_of(request: Request | None, labels: Sequence[str]) -> ChanceJson | None:
    if request is None:
        return None
    kind = "dice" if isinstance(request, Dice) else "draw" if isinstance(request, Draw) else ""
    return ChanceJson(
        kind or "weighted",
        request.verb,
        stream_text(labels, request.stream),
        needs(request),
        count_outcomes(request),
    )


def standing(match: Match, state: Any) -> list[SideJson]:
    """The sides, best first, by name."""
    labels = match.labels(state)
    return [
        SideJson([labels[seat] for seat in side.seats], side.points, side.rank)
        for side in fold.standing(match.game, state)
    ]


def show(match: Match, spot: Spot, timeline: str, viewer: Viewer = EVERYBODY) -> ShowJson:
    """A position, as the viewer may see it."""
    state = viewed(match, spot.position.state, viewer)
    labels, sides = match.labels(state), standing(match, state)
    return ShowJson(
        match=match.name,
        game=match.game_name,
        timeline=timeline,
        ply=spot.ply,
        head=match.head(spot.event),
        turn=turn_texts(match, state),
        waits_for=[labels[seat] for seat in fold.waits(match.game, state)],
        state=msgspec.to_builtins(state),
        standing=sides,
        result=ResultJson(state.ended, sides) if state.ended else None,
        flags=[flag.json for flag in flags.open_flags(match)],
    )


class LogLine(Struct, frozen=True):
    """An event of a line with the turn in which it happened."""

    turn: list[str]
    entry: LogJson
    step: Step


def log(
    match: Match,
    event: int,
    viewer: Viewer = EVERYBODY,
    visit: Callable[[int, fold.Position], None] | None = None,
) -> Iterator[LogLine]:
    """The events that lead to one, root first. `visit` gets each ply with the position there, which
    it may copy but not keep."""
    facts = match.store.path(event)
    events = match.decode([fact.body for fact in facts])
    position = fold.begin(match.game, events[0])
    marked = flags.by_event(match)
    turn: list[str] = []
    for fact, body in zip(facts, events, strict=True):
        if fact.ply:
            turn = turn_texts(match, position.state)
            step = play(match, position, fact.ply, body)
        else:
            step = Step(0, body, match.labels(position.state))
        if visit is not None:
            visit(fact.ply, position)
        told = entry(step, fact.digest.hex(), viewer, marked.get(fact.id, []))
        yield LogLine(turn, told, step)


def entry(step: Step, digest: str, viewer: Viewer, marked: list[int]) -> LogJson:
    """An event as the log has it: `digest` in hex, `marked` the rows of the flags on it."""
    event = step.event
    return LogJson(
        ply=step.ply,
        kind=type(event).__name__.lower(),
        seat=step.labels[event.seat] if isinstance(event, Moved) else None,
        text=text(step, viewer),
        head=digest[:SHOWN],
        irregular=isinstance(event, Adjusted),
        flags=marked,
    )


def journal(match: Match, viewer: Viewer = EVERYBODY, after: int = 0) -> Iterator[JournalJson]:
    """Everything that was done (from row `after + 1` on), in order, as far as the viewer may see
    it."""
    from eventstore import receipt
    from replay.unfolding import Unfolded

    told = Unfolded(match)
    marked = {flag.n: flag.ply for flag in flags.flags(match)}
    for row in told.rows:
        if row.n <= after:
            continue
        said = row.entry
        steps = told.steps_of(row) if said.done in TELLING and said.done != "amend" else []
        yield JournalJson(
            n=row.n,
            done=said.done,
            timeline=said.timeline,
            before=None if row.before is None else told.head(row.before),
            after=told.head(row.after),
            before_ply=None if row.before is None else match.store.event(row.before).ply,
            after_ply=match.store.event(row.after).ply,
            by=said.by,
            reason=said.reason,
            at=said.at,
            receipt=receipt(row.n, row.digest),
            steps=[text(step, viewer) for step in steps],
            saw=seen(steps, viewer) if said.done == "undo" else [],
            amended=_amended(match, row, told, viewer) if said.done == "amend" else None,
            marks=said.marks[:SHOWN] or None,
            marks_ply=marked.get(row.n),
            settles=said.settles or None,
            did=said.did,
        )


def _amended(match: Match, row: Row, unfolded: Unfolded, viewer: Viewer) -> AmendmentJson:
    from replay import amended

    return amended.told(amended.of_row(match, row, unfolded), viewer)


def seen(steps: Iterable[Step], viewer: Viewer = EVERYBODY) -> list[str]:
    """What chance showed in some steps, as far as the viewer may see it."""
    return [
        text(step, viewer)
        for step in steps
        if isinstance(step.event, Resolved) and viewer.sees(step.request)
    ]


def timelines(match: Match) -> list[TimelineJson]:
    """The timelines of a match, `main` first."""
    pending = flags.open_flags(match)
    found = [
        TimelineJson(
            name,
            match.store.event(event).ply,
            match.head(event),
            name == "main",
            flags.on_line(match, event, pending),
        )
        for name, event, _ in match.store.timelines(match.row.id)
    ]
    return sorted(found, key=lambda line: (not line.main, line.name))


def diff(match: Match, a: int, b: int, viewer: Viewer = EVERYBODY) -> DiffJson:
    """Where two lines part, what happened on each since, and what differs now."""
    with match.store.snapshot():
        parted = _parted(match, a, b)
        texts = [[text(s, viewer) for s in match.steps(event, above=parted)] for event in (a, b)]
        trees = [
            msgspec.to_builtins(viewed(match, match.at(event).position.state, viewer))
            for event in (a, b)
        ]
    return DiffJson(parted, texts[0], texts[1], list(differences(trees[0], trees[1])))


def _parted(match: Match, a: int, b: int) -> int:
    shared = -1
    for left, right in zip(match.store.path(a), match.store.path(b), strict=False):
        if left.id != right.id:
            break
        shared = left.ply
    return shared


def differences(a: Any, b: Any, path: str = "") -> Iterator[DifferenceJson]:
    """What differs between two trees of builtins."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in dict.fromkeys([*a, *b]):
            yield from differences(a.get(key), b.get(key), f"{path}.{key}" if path else key)
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for place, (left, right) in enumerate(zip(a, b, strict=True)):
            yield from differences(left, right, f"{path}.{place}" if path else str(place))
    elif a != b:
        yield DifferenceJson(path, a, b)


class MarkJson(Struct, frozen=True):
    """An open flag in a tree."""

    n: Annotated[int, Meta(description="the number of its row")]
    ply: Annotated[int, Meta(description="the ply that it marks")]


class RunJson(Struct, frozen=True):
    """A run of events without a fork, in a tree."""

    first: Annotated[int, Meta(description="the ply of its first event")]
    ply: Annotated[int, Meta(description="the ply of its last event")]
    head: Annotated[str, Meta(description="first letters of the last event's digest")]
    parent: Annotated[str | None, Meta(description="the head of the run that it grows from")]
    timelines: Annotated[list[str], Meta(description="those that rest on its last event")]
    text: Annotated[str, Meta(description="its first event; ? for what is hidden")]
    flags: Annotated[list[MarkJson], Meta(description="the open flags that mark it")] = []


def tree(match: Match, viewer: Viewer = EVERYBODY) -> list[RunJson]:
    """The whole tree as runs of events, parents before children. A run ends where the line forks or
    a timeline rests."""
    with match.store.snapshot():
        facts = match.store.events_of(match.row.id)
        heads = {name: event for name, event, _ in match.store.timelines(match.row.id)}
        marked = flags.open_flags(match)
    children: dict[int, list[int]] = {}
    for fact in facts:
        # Parents stand before their children; a parent that was changed to another is no child.
        if fact.parent is not None and fact.parent < fact.id:
            children.setdefault(fact.parent, []).append(fact.id)
    by_id = {fact.id: fact for fact in facts}
    rests = frozenset(heads.values())
    told = _First(match, facts)
    runs: list[RunJson] = []
    pending = [facts[0].id]
    while pending:
        run = [pending.pop()]
        while len(children.get(run[-1], ())) == 1 and run[-1] not in rests:
            run.append(children[run[-1]][0])
        forks = children.get(run[-1], [])
        pending += reversed(forks)
        first, last = by_id[run[0]], by_id[run[-1]]
        inside = set(run)
        names = [name for name, event in heads.items() if event == last.id]
        runs.append(
            RunJson(
                first.ply,
                last.ply,
                match.head(last.id),
                None if first.parent is None else match.head(first.parent),
                names,
                told.text(run, first.parent, len(forks), viewer),
                [MarkJson(flag.n, flag.ply) for flag in marked if flag.event in inside],
            )
        )
    return runs


class _First:
    """The texts of the first events of runs, found in one walk over a tree that clones at forks."""

    def __init__(self, match: Match, facts: Sequence[Event]) -> None:
        self._match = match
        bodies = match.decode([fact.body for fact in facts])
        self._events = dict(zip((fact.id for fact in facts), bodies, strict=True))
        self._plies = {fact.id: fact.ply for fact in facts}
        self._forks: dict[int, tuple[fold.Position | None, int]] = {}

    def text(self, run: Sequence[int], parent: int | None, forks: int, viewer: Viewer) -> str:
        """The text of a run's first event; the position at its end is kept for its `forks`."""
        position: fold.Position | None = None
        try:
            position, said = self._told(run[0], parent, viewer)
            fold.advance(self._match.game, position, [self._events[id] for id in run[1:]])
        except Exception:
            # Rules that changed may fail on what was played by the old ones.
            position, said = None, "(not by the rules as they are)"
        if forks:
            self._forks[run[-1]] = position, forks
        return said

    def _told(self, first: int, parent: int | None, viewer: Viewer) -> tuple[fold.Position, str]:
        game, event = self._match.game, self._events[first]
        if parent is None:
            return fold.begin(game, event), "opened"
        position = self._at(parent)
        step = play(self._match, position, self._plies[first], event)
        return position, text(step, viewer)

    def _at(self, fork: int) -> fold.Position:
        position, left = self._forks.pop(fork)
        if position is None:
            raise ReplayError("the line before it could not be folded")
        if left > 1:
            self._forks[fork] = position, left - 1
            return self._match.copy(position)
        return position
