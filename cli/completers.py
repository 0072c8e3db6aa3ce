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
def games(ctx: click.Context, typed: str) -> list[str]:
    """The installed games."""
    from replay.games import game_names

    return _begun(game_names(), typed)


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
    import msgspec

    from replay.reading import EVERYBODY, viewed

    with _match(ctx) as match:
        spot = match.position(ctx.params.get("timeline") or "main")
        state = viewed(match, spot.position.state, EVERYBODY)
        for line in ctx.params.get("moves") or ():
            _play(match.game, state, match.labels(state), line)
        position = msgspec.structs.replace(spot.position, state=state)
        found = _legal(match, msgspec.structs.replace(spot, position=position), typed)
        if position.seed is None:
            found += _outcomes(match.game, state, match.labels(state), typed)
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


def _outcomes(game: Game, state: Any, labels: list[str], typed: str) -> Iterator[str]:
    """What chance may show, behind its verb or behind a move that was typed in full."""
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
    for name in _possible(request, said):
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
        said, rest = _said(request, rest)
        if len(said) < needs(request):
            return said, rest
        game.resolve(state, said)
    return [], rest


def _said(request: Request, words: list[str]) -> tuple[list[str], list[str]]:
    """The values that the first words name in full, and the words left over."""
    from engine.chance import needs
    from engine.notation import squash

    said: list[str] = []
    while len(said) < needs(request):
        names = {squash(name) or name: name for name in _possible(request, said)}
        typed = (" ".join(words[:size]) for size in range(len(words), 0, -1))
        found = next((text for text in typed if (squash(text) or text) in names), "")
        if not found:
            break
        said.append(names[squash(found) or found])
        words = words[len(found.split()) :]
    return said, words


def _possible(request: Request, said: list[str]) -> list[str]:
    """What may come up after some values; `?` where only one seat sees it."""
    from engine.chance import UNSEEN, Draw, choices, private

    if isinstance(request, Draw):
        names = [name for name, copies in request.pool.items() if copies > said.count(name)]
    else:
        names = choices(request, len(said))
    return names if private(request) is None else [*names, UNSEEN]
