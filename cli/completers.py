"""What a shell offers behind TAB. A completer never fails: where it knows nothing it is silent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import click

    from engine.chance import Request
    from engine.game import Game
    from replay.match import Match, Spot

MOST = 200
"""Plies that are offered at most."""

Completer = Callable[["click.Context", "click.Parameter", str], list[Any]]


def _quiet(find: Callable[[click.Context, str], Iterable[str]]) -> Completer:
    """`find` gets what was typed of the word, and gives what it may become."""

    @wraps(find)
    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        try:
            return [CompletionItem(text) for text in dict.fromkeys(find(ctx, incomplete))]
        except Exception:
            return []

    return complete


def _begun(names: Iterable[str], typed: str) -> list[str]:
    """The names that begin with what was typed."""
    key = typed.casefold()
    return [name for name in names if name.casefold().startswith(key)]


@contextmanager
def _match(ctx: click.Context) -> Iterator[Match]:
    from cli.common import match_in, opened

    # Behind an option that still wants its value, click has not yet sorted out the arguments.
    name = ctx.params.get("match") or ctx.args[0]
    with ctx, opened(ctx.params.get("db")) as store:
        yield match_in(store, name)


@_quiet
def matches(ctx: click.Context, typed: str) -> list[str]:
    """The matches of the database."""
    from cli.common import opened

    with ctx, opened(ctx.params.get("db")) as store:
        return _begun([row.name for row in store.matches()], typed)


@_quiet
def people(ctx: click.Context, typed: str) -> list[str]:
    """Those who play, by their names now."""
    from cli.common import opened

    with ctx, opened(ctx.params.get("db")) as store:
        return _begun([person.name for person in store.everybody() if person.name], typed)


@_quiet
def games(ctx: click.Context, typed: str) -> list[str]:
    """The installed games."""
    from replay.games import game_names

    return _begun(game_names(), typed)


@_quiet
def words(ctx: click.Context, typed: str) -> list[str]:
    """The words of the game."""
    from replay import glossary, packs
    from replay.games import game_class

    kind = game_class(ctx.params.get("game") or ctx.args[0])
    played = packs.game_of(kind.name, packs.shipped(kind))
    return _begun([word.name for word in glossary.words(played)], typed)


@_quiet
def timelines(ctx: click.Context, typed: str) -> list[str]:
    """The timelines of the match."""
    with _match(ctx) as match:
        return _begun([name for name, _, _ in match.store.timelines(match.row.id)], typed)


@_quiet
def seats(ctx: click.Context, typed: str) -> list[str]:
    """The seats of the match."""
    with _match(ctx) as match:
        return _begun(match.labels(match.position().position.state), typed)


@_quiet
def flags(ctx: click.Context, typed: str) -> list[str]:
    """The numbers of the open flags."""
    from replay.flags import open_flags

    with _match(ctx) as match:
        return _begun([str(flag.n) for flag in open_flags(match)], typed)


@_quiet
def moves_of(ctx: click.Context, typed: str) -> list[str]:
    """The legal moves at the position that --at and -t name."""
    with _match(ctx) as match:
        at, line = ctx.params.get("at") or "", ctx.params.get("timeline") or "main"
        return _legal(match, match.position(line, at), typed)


# What `record` takes


@_quiet
def moves(ctx: click.Context, typed: str) -> list[str]:
    """The legal moves, and what chance may show now or behind a whole move; after the moves that
    stand before it in the command. Only what everybody may see decides."""
    with _match(ctx) as match:
        spot = match.position(ctx.params.get("timeline") or "main")
        return _possible_at(match, spot, ctx.params.get("moves") or (), typed)


def _possible_at(match: Match, spot: Spot, before: Iterable[str], typed: str) -> list[str]:
    """What may be typed at a position, after some lines that were typed in full."""
    import msgspec

    from replay.reading import EVERYBODY, viewed

    state = viewed(match, spot.position.state, EVERYBODY)
    for line in before:
        _play(match.game, state, match.labels(state), line)
    position = msgspec.structs.replace(spot.position, state=state)
    found = _legal(match, msgspec.structs.replace(spot, position=position), typed)
    if position.seed is None:
        found += outcomes(match.game, state, match.labels(state), typed)
    return found


def _legal(match: Match, spot: Spot, typed: str) -> list[str]:
    """Legal moves that begin so, without the name too for the only seat that is waited for."""
    from replay.reading import moves

    legal = moves(match, spot)
    texts = [move.text for move in legal.moves]
    if typed and len(legal.waits_for) == 1:
        name = f"{legal.waits_for[0]}: "
        texts += [text.removeprefix(name) for text in texts if text.startswith(name)]
    return _begun(texts, typed)


def outcomes(game: Game, state: Any, labels: list[str], typed: str) -> Iterator[str]:
    """What chance may show, behind its verb or behind a move that was typed in full. The state is
    played on."""
    from engine.errors import EngineError
    from engine.notation import squash

    due = None if state.ended else game.chance(state)
    words = typed.split()
    try:
        said, rest = _play(game, state, labels, typed if words or due is None else due.verb)
    except EngineError:
        return
    request = None if state.ended else game.chance(state)
    # A word that is still being typed is part of the move.
    if request is None or (due is None and not rest and not typed.endswith(" ")):
        return
    head = words[: len(words) - len(rest)] if due is None else [due.verb, *said]
    key = squash(" ".join(rest))
    for name in possible(request, said):
        if squash(name).startswith(key):
            yield " ".join([*head, name])


def _play(game: Game, state: Any, labels: list[str], line: str) -> tuple[list[str], list[str]]:
    """Play a line on a state. Returns the values of the chance that is due then and still lacks
    some, and the words left over. Raises EngineError where it is not legal."""
    from engine import fold
    from engine.chance import needs
    from engine.events import Moved
    from engine.notation import parse

    read = parse(game, state, labels, line)
    if read.move is not None:
        fold.check(game, state, read.seat, read.move)
        fold.advance(game, fold.Position(state), [Moved(read.seat, read.move)])
    rest = read.rest
    while not state.ended and (request := game.chance(state)) is not None:
        said, rest = said_first(request, rest)
        if len(said) < needs(request):
            return said, rest
        game.resolve(state, said)
    return [], rest


def said_first(request: Request, words: list[str]) -> tuple[list[str], list[str]]:
    """The values that the first words name, and the words left over."""
    from engine.chance import needs
    from engine.notation import squash

    said: list[str] = []
    while len(said) < needs(request):
        names = {squash(name) or name: name for name in possible(request, said)}
        found, size = _named(names, words)
        if not size:
            break
        said.append(found)
        words = words[size:]
    return said, words


def _named(names: dict[str, str], words: list[str]) -> tuple[str, int]:
    """The name that some first words are, or (before more words) the only one that begins so, and
    how many words; 0 where none does."""
    from engine.notation import squash

    keys = [
        squash(text) or text for text in (" ".join(words[:n]) for n in range(1, len(words) + 1))
    ]
    for size in range(len(keys), 0, -1):
        if keys[size - 1] in names:
            return names[keys[size - 1]], size
    for size in range(len(keys) - 1, 0, -1):
        begun = [name for key, name in names.items() if key.startswith(keys[size - 1])]
        if len(begun) == 1:
            return begun[0], size
    return "", 0


def possible(request: Request, said: list[str]) -> list[str]:
    """What may come up after some values; `?` where only one seat sees it."""
    from engine.chance import UNSEEN, Draw, choices, private

    if isinstance(request, Draw):
        names = [name for name, copies in request.pool.items() if copies > said.count(name)]
    else:
        names = choices(request, len(said))
    return names if private(request) is None else [*names, UNSEEN]


# What `amend` takes


@_quiet
def plies(ctx: click.Context, typed: str) -> list[str]:
    """The plies at which a step of the timeline begins, the last one first."""
    from replay.building import by_luck

    with _match(ctx) as match:
        head = match.store.head(match.row.id, ctx.params.get("timeline") or "main")
        starts = [fact.ply for fact in match.store.path(head) if fact.ply and not by_luck(fact)]
        return _begun(map(str, reversed(starts)), typed)[:MOST]


@_quiet
def amended(ctx: click.Context, typed: str) -> list[str]:
    """What was legal, and what chance may have shown, where the step stood."""
    with _match(ctx) as match:
        timeline = ctx.params.get("timeline") or "main"
        event = match.store.event(match.resolve(ctx.params["at"], timeline))
        spot = match.at(match.store.ancestor(event.id, max(event.ply - 1, 0)))
        return _possible_at(match, spot, ctx.params.get("moves") or (), typed)
