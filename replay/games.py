"""Which games there are: ours by their folder, others by the entry points `retold.games`.

Reading the entry points of a whole environment takes longer than most commands, so a game of ours
is found by its name alone; a test holds that folder and entry points agree.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from engine.game import Game
from replay.errors import NotFound, ReplayError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

GROUP = "retold.games"
OURS = "engine.games"


@lru_cache(maxsize=64)
def game_class(name: str) -> type[Game]:
    """The game of that name. Raises NotFound, listing what there is."""
    folder = name.replace("-", "_")
    if folder.isascii() and folder.isidentifier() and find_spec(f"{OURS}.{folder}"):
        return _checked(name, import_module(f"{OURS}.{folder}").GAME)
    for entry in _entries():
        if entry.name == name:
            return _loaded(entry)
    raise NotFound(f'There is no game "{name[:60]}" installed; {_instead(name)}')


def _instead(name: str) -> str:
    from replay.meant import question

    names = game_names()
    return question(name, names) or f"there is: {', '.join(names)}."


def game_names() -> list[str]:
    """The names of all installed games, in order."""
    return sorted({entry.name for entry in _entries()})


def _entries() -> EntryPoints:
    # Imported here: it takes longer than all that a game of ours needs.
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


def games() -> list[type[Game]]:
    """All installed games that can be loaded, by name; `faults` has the others."""
    return [found for found in map(_tried, game_names()) if not isinstance(found, ReplayError)]


def faults() -> list[str]:
    """Why games of other packages cannot be loaded, a sentence each."""
    return [str(found) for found in map(_tried, game_names()) if isinstance(found, ReplayError)]


def _tried(name: str) -> type[Game] | ReplayError:
    try:
        return game_class(name)
    except ReplayError as error:
        return error


def _loaded(entry: object) -> type[Game]:
    name = str(getattr(entry, "name", ""))
    try:
        found = entry.load()  # type: ignore[attr-defined]
    except Exception as error:
        raise ReplayError(f'The game "{name}" cannot be loaded: {error}.') from error
    return _checked(name, found)


def _checked(name: str, found: object) -> type[Game]:
    if not (isinstance(found, type) and issubclass(found, Game) and found.name == name):
        raise ReplayError(f'The package that offers the game "{name}" does not hold it.')
    return found
