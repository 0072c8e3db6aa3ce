"""What a shell offers behind TAB. A completer never fails: where it knows nothing it is silent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import click

    from replay.match import Match

Completer = Callable[["click.Context", "click.Parameter", str], list[Any]]


def _quiet(find: Callable[[click.Context], list[str]]) -> Completer:
    @wraps(find)
    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        try:
            found = find(ctx)
        except Exception:
            return []
        key = incomplete.casefold()
        return [CompletionItem(name) for name in found if name.casefold().startswith(key)]

    return complete


@contextmanager
def _match(ctx: click.Context) -> Iterator[Match]:
    from cli.common import match_in, opened

    # Behind an option that still wants its value, click has not yet sorted out the arguments.
    name = ctx.params.get("match") or ctx.args[0]
    with ctx, opened(ctx.params.get("db")) as store:
        yield match_in(store, name)


@_quiet
def matches(ctx: click.Context) -> list[str]:
    """The matches of the database."""
    from cli.common import opened

    with ctx, opened(ctx.params.get("db")) as store:
        return [row.name for row in store.matches()]


@_quiet
def games(ctx: click.Context) -> list[str]:
    """The installed games."""
    from replay.games import game_names

    return game_names()


@_quiet
def timelines(ctx: click.Context) -> list[str]:
    """The timelines of the match."""
    with _match(ctx) as match:
        return [name for name, _, _ in match.store.timelines(match.row.id)]


@_quiet
def seats(ctx: click.Context) -> list[str]:
    """The seats of the match."""
    with _match(ctx) as match:
        return match.labels(match.position().position.state)


@_quiet
def moves(ctx: click.Context) -> list[str]:
    """The legal moves, as `record` takes them; only what everybody may see decides."""
    from replay.reading import moves

    with _match(ctx) as match:
        timeline = ctx.params.get("timeline") or "main"
        return [move.text for move in moves(match, match.position(timeline)).moves]
