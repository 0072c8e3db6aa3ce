"""The things of a game in words: what `Game.glossary` tells, and what it is made from where a game
tells nothing of its own."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct


class Article(Struct, frozen=True):
    """A thing of a game: its name, what kind of thing it is, what it does and its numbers, and the
    section of the printed rulebook that speaks of it."""

    name: str
    kind: str
    text: str
    rule: str = ""


def of_pack(pack: Any) -> Iterator[Article]:
    """The things with a name that a pack lists, with their values."""
    tree = msgspec.to_builtins(pack)
    for field, items in tree.items() if isinstance(tree, dict) else ():
        for item in items if isinstance(items, list) else ():
            if isinstance(item, dict) and isinstance(item.get("name"), str):
                values = {k: v for k, v in item.items() if k not in ("name", "source")}
                kind = field.replace("_", " ")
                text = f"{kind.capitalize()}{': ' * bool(values)}{said(values)}."
                yield Article(item["name"], kind, text)


def said(value: Any) -> str:
    """A value of a pack in words."""
    if isinstance(value, dict):
        parts = (f"{k.replace('_', ' ')} {said(v)}" for k, v in value.items() if k != "source")
        return ", ".join(parts)
    if isinstance(value, list):
        deep = any(isinstance(item, dict) for item in value)
        # Names of several words in a row are told apart.
        return ("; " if deep else " ").join(
            f"`{v}`" if " " in str(v) and not deep else said(v) for v in value
        )
    return str(value)
