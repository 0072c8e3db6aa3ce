"""A readable text of a line, which `record MATCH - < FILE` reads again.

It opens with remarks: who played what, and the command that opens an equal match. Moves stand as
they are typed, what chance gave as a table types it, so a match in which luck decided is read into
one in which the table does. A card that the reader of the text may not see is `?`: an unseen copy
there. Seeds are never written, nor what luck dealt in place of unseen cards.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import msgspec

from engine.events import Adjusted, Reseeded, Resolved, Ruled
from engine.game import UNSEEN_CARDS
from replay import options, packs, people, reading, tabling
from replay.errors import ReplayError
from replay.match import Match, Spot
from replay.pacing import Pace, walk
from replay.reading import EVERYBODY, Viewer

if TYPE_CHECKING:
    from collections.abc import Callable

WIDTH = 78
"""Characters of a remark of many words."""


def transcript(match: Match, event: int, viewer: Viewer = EVERYBODY) -> Iterator[str]:
    """The lines of the text of a line of events, as the viewer may see it. Raises Differs."""
    match = _named(match)
    # Says so before anything is written, where the rules have changed since.
    spot = match.at(event)
    yield from _header(match, spot, viewer)
    turn: list[str] = []
    for pace, before in _seen(match, event, viewer):
        if pace.turn != turn:
            turn = pace.turn
            yield ""
            yield f"# {', '.join(turn)}"
        yield from _WRITTEN.get(type(pace.step.event), _plain)(match, pace, before, viewer)
    yield ""
    yield from _footer(match, reading.viewed(match, match.at(event).position.state, viewer))


def _named(match: Match) -> Match:
    """The match, in which who was forgotten has a name that can be typed."""
    names = [
        f"Player {seat}" if _nameless(name) else name
        for seat, name in enumerate(match.players, start=1)
    ]
    if names == match.players:
        return match
    named = Match(match.store, match.row)
    named.players = names
    return named


def _nameless(name: str) -> bool:
    try:
        return people.tidy(name) != name
    except ReplayError:
        return True


def _seen(match: Match, event: int, viewer: Viewer) -> Iterator[tuple[Pace, Any]]:
    """The events after the root, each with the state before it as the viewer may see it."""
    before: Any = None
    for pace in walk(match, event):
        if pace.step.ply:
            yield pace, before
        before = msgspec.to_builtins(reading.viewed(match, pace.state, viewer))


# The remarks around it


def _header(match: Match, spot: Spot, viewer: Viewer) -> Iterator[str]:
    kind, body = type(match.game), match.store.pack(bytes.fromhex(str(match.glance["pack"])))
    own = packs.shipped(kind) != body
    labels = match.labels(spot.position.state)
    eyes = "everybody" if viewer.seat is None else labels[viewer.seat]
    yield (
        f"# {match.name}: {kind.title} ({kind.name}, rules {match.glance['version']})"
        f" by {', '.join(match.players)}"
    )
    yield "# These commands open an equal match and read this text into it:"
    yield f"#   {_opening(match, own)}"
    yield "#   retold record MATCH - < FILE"
    chosen = options.options(kind)
    values = " ".join(f"{o.name}={_option(match, o)}" for o in chosen)
    yield from _remark(f"Options: {values or 'none'}")
    ships = (
        "a pack of its own: put its file in place of PACK.toml" if own else "ships with the game"
    )
    yield from _remark(f"Pack: {match.glance['pack']} ({ships})")
    seeded = match.glance.get("seed") is not None
    luck = "luck, by a seed that is not shown; read again, the table decides as luck did"
    yield f"# Chance: {luck if seeded else 'the table'}"
    hidden = "all, hidden cards too" if viewer.everything else f"what {eyes} may see, ? is unseen"
    yield f"# Shown: {hidden}; {spot.ply} plies"


def _remark(text: str) -> Iterator[str]:
    lines = wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
    yield from (f"# {'  ' * (number > 0)}{line}" for number, line in enumerate(lines))


def _opening(match: Match, own: bool) -> str:
    """The command that opens an equal match. Options are left out where a new match gets them."""
    kind = type(match.game)
    words = ["retold", "new", kind.name]
    for name in match.players:
        words += ["-p", name]
    for option in options.options(kind):
        field = option.name.replace("-", "_")
        if match.glance["options"].get(field) != msgspec.to_builtins(kind.OPTIONS[field]):
            words += ["-o", f"{option.name}={_option(match, option)}"]
    return shlex.join([*words, *(["--pack", "PACK.toml"] if own else [])])


def _option(match: Match, option: options.Option) -> str:
    value = match.glance["options"].get(option.name.replace("-", "_"))
    return options.shown(option, match.players, value)


def _footer(match: Match, state: Any) -> Iterator[str]:
    sides = reading.standing(match, state)
    said = (
        f"{f'{side.rank}. ' if side.rank else ''}{' and '.join(side.players)} {side.points}"
        for side in sides
    )
    yield f"# Standing: {', '.join(said)}."
    yield f"# The match is over: {state.ended}." if state.ended else "# The match goes on."


# The events


def _plain(match: Match, pace: Pace, before: Any, viewer: Viewer) -> Iterator[str]:
    yield reading.text(pace.step, viewer)


def _resolved(match: Match, pace: Pace, before: Any, viewer: Viewer) -> Iterator[str]:
    told = reading.text(pace.step, viewer)
    # At a table nobody deals them: they stay unseen until they are played.
    yield f"# luck dealt an unseen card: {told}" if _dealt(pace.step.event) else told


def _dealt(event: Resolved) -> bool:
    return event.stream == UNSEEN_CARDS


def _ruled(match: Match, pace: Pace, before: Any, viewer: Viewer) -> Iterator[str]:
    event = pace.step.event
    known = {o.name: o for o in options.options(type(match.game))}
    option = known[event.option.replace("_", "-")]
    said = options.shown(option, match.players, event.value)
    yield from _decided(match, pace, f"rule {option.name}={said}")


def _reseeded(match: Match, pace: Pace, before: Any, viewer: Viewer) -> Iterator[str]:
    if pace.step.event.seed is not None:
        yield "# From here on luck decided, by a seed not shown; read again, the table does:"
    yield from _decided(match, pace, "reseed table")


def _adjusted(match: Match, pace: Pace, before: Any, viewer: Viewer) -> Iterator[str]:
    """What was set; where that is hidden, what of it can be seen."""
    if not pace.step.concealed or viewer.everything:
        yield from _decided(match, pace, reading.text(pace.step, viewer))
        return
    yield f"# as far as it can be seen: {reading.text(pace.step, viewer)}"
    after = msgspec.to_builtins(reading.viewed(match, pace.state, viewer))
    labels = pace.step.labels
    found = " ".join(
        f"{reading.path_text(labels, path)}={reading.typed(value)}"
        for path, value in _set(before, after, [])
    )
    if found:
        yield from _decided(match, pace, f"adjust {found}")


def _decided(match: Match, pace: Pace, line: str) -> Iterator[str]:
    """A line of the table's own, or a remark where a verb of the game stands in its way."""
    free = line.partition(" ")[0] in tabling.words(match.game, pace.state)
    yield line if free else f"# not read again: {line}"


def _set(before: Any, after: Any, path: list[str | int]) -> Iterator[tuple[list[str | int], Any]]:
    """What must be set in a tree to have another one, as paths and values."""
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() <= after.keys():
        steps: Any = after.items()
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        steps = enumerate(after)
    else:
        yield path, after
        return
    for step, value in steps:
        old = before[step] if isinstance(before, list) else before.get(step)
        yield from _set(old, value, [*path, step])


_WRITTEN: dict[type, Callable[[Match, Pace, Any, Viewer], Iterator[str]]] = {
    Resolved: _resolved,
    Ruled: _ruled,
    Adjusted: _adjusted,
    Reseeded: _reseeded,
}
"""How each kind of event is written; the others as they are told."""
