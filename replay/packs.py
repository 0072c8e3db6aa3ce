"""Packs: the data of a game's components, written as TOML, stored as canonical JSON by digest.

Every value says where it comes from: an entry's `source` is one word for all its values, or a table
with a word for each field. A pack is checked when it is read; an error names the file and the line.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from engine.errors import BadPack
from engine.game import Game
from engine.wording import plainly, sentence
from eventstore import pack_digest
from replay.errors import ReplayError
from replay.games import game_class

if TYPE_CHECKING:
    from pathlib import Path

LARGEST = 1_000_000
"""Bytes of a pack's file."""


def shipped(game: type[Game]) -> str:
    """The canonical JSON of the pack that comes with a game."""
    from importlib.resources import files

    package = sys.modules[game.__module__].__package__
    text = (files(package or "") / "pack.toml").read_text("utf-8")
    return read(game, text, "pack.toml")


def load(game: type[Game], path: Path) -> str:
    """The canonical JSON of a pack's file. Raises ReplayError naming the line."""
    try:
        if path.stat().st_size > LARGEST:
            raise ReplayError(f"{path}: a pack has at most {LARGEST} bytes.")
        text = path.read_bytes().decode()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise ReplayError(f"The pack {path} cannot be read: {reason}.") from None
    return read(game, text, str(path))


def read(game: type[Game], text: str, where: str) -> str:
    """The canonical JSON of a pack written as TOML; `where` names the file in errors."""
    import tomllib

    try:
        tree = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ReplayError(f"{where}: this is not TOML: {error}.") from None
    try:
        pack = msgspec.convert(tree, game.Pack)
        game(pack)
    except msgspec.ValidationError as error:
        raise _at(text, where, *plainly(error)) from None
    except BadPack as error:
        raise _at(text, where, error.path, error.reason) from None
    for path, reason in (*unreadable(tree), *unsourced(tree)):
        raise _at(text, where, path, reason)
    return canonical(pack)


def canonical(pack: Any) -> str:
    """The one text that stands for a pack; its digest is what a match stores."""
    return msgspec.json.encode(pack, order="sorted").decode()


@lru_cache(maxsize=16)
def game_of(name: str, body: str) -> Game:
    """The rules of a game over a stored pack."""
    kind = game_class(name)
    try:
        return kind(msgspec.json.decode(body, type=kind.Pack))
    except (msgspec.MsgspecError, BadPack) as error:
        raise ReplayError(
            f"The pack {pack_digest(body).hex()[:10]} does not fit {name} {kind.version}:"
            f" {sentence(error)}."
        ) from None


def unreadable(node: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """The names of a pack that could not be typed or shown in a line, as path and reason."""
    if isinstance(node, list):
        for place, item in enumerate(node):
            yield from unreadable(item, f"{path}[{place}]")
    elif isinstance(node, dict):
        for field, value in node.items():
            yield from unreadable(value, f"{path}.{field}" if path else field)
    elif isinstance(node, str) and not node.isprintable():
        yield path, "a text of a pack has no control characters and no line breaks"
    elif isinstance(node, str) and path.endswith(".name") and (":" in node or node[:1] == "#"):
        yield path, "a name has no colon and does not begin with #"


def unsourced(node: Any, path: str = "", told: bool = False) -> Iterator[tuple[str, str]]:
    """The values of a pack that do not say where they come from, as path and reason."""
    if isinstance(node, list):
        for place, item in enumerate(node):
            yield from unsourced(item, f"{path}[{place}]", told)
    elif isinstance(node, dict):
        source = node.get("source")
        for field, value in node.items():
            here = f"{path}.{field}" if path else field
            said = told or isinstance(source, str)
            if isinstance(source, dict):
                said = field in source
            if field != "source":
                yield from unsourced(value, here, said)
    elif not told and path not in ("name", "game"):
        yield path, "nothing says where this value comes from; add `source`"


def _at(text: str, where: str, path: str, reason: str) -> ReplayError:
    line = line_of(text, path)
    name = f" ({path})" if path else ""
    return ReplayError(f"{where}, line {line}{name}: {reason.rstrip('.')}.")


def line_of(text: str, path: str) -> int:
    """The line (from 1) of a TOML text on which a value's path (`monster[3].board[1]`) stands, or
    the nearest part of it that is written out."""
    steps = re.findall(r"([^.\[\]]+)(?:\[(\d+)\])?", path)
    lines = text.splitlines()
    headers = [re.sub(r"[\[\]\s\"']|#.*", "", line) for line in lines]
    at, found, table = 0, 1, ""
    for key, number in steps:
        nth = int(number or 0)
        table = f"{table}.{key}" if table else key
        starts = [n for n in range(at, len(lines)) if _is_header(lines[n], headers[n], table)]
        if nth < len(starts):
            at = starts[nth]
        else:
            inline = _key(lines, at, key)
            if inline is None:
                break
            at = _item(lines, inline, nth)
            # What stands inside a value is no table of its own.
            table = "\0"
        found = at + 1
    return found


def _is_header(line: str, header: str, table: str) -> bool:
    return line.lstrip().startswith("[") and header == table


def _key(lines: list[str], start: int, key: str) -> int | None:
    """The line of a key of the table that begins at `start`: where a line begins with it, else
    where it stands within a value, as in a table in one line."""
    name = rf'["\']?{re.escape(key)}["\']?'
    within = None
    for at in range(start, len(lines)):
        if at > start and re.match(r"\s*\[+[\w.\"' -]+\]+\s*(#.*)?$", lines[at]):
            break
        if re.match(rf"\s*{name}\s*[=.]", lines[at]):
            return at
        if within is None and re.search(rf"[\s,{{.]{name}\s*[=.]", lines[at]):
            within = at
    return within


def _item(lines: list[str], at: int, nth: int) -> int:
    # A list written one item a line: the nth item stands nth + 1 lines below its key.
    if lines[at].rstrip().endswith("[") and at + 1 + nth < len(lines):
        return at + 1 + nth
    return at
