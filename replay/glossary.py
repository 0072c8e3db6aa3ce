"""The words of a game, each with what it is and how it is typed: what the game tells of its things,
its moves by their structs, its options by their rulings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from typing import Annotated, Any

from msgspec import Meta, Struct

from engine.fold import LEAVING
from engine.game import Game
from engine.notation import Word, format_line, squash, verbs
from replay.errors import NotFound
from replay.options import Option, options

PLAYERS = ("Ana", "Ben", "Cai", "Dora", "Eli", "Fay")
"""Who plays in examples."""
CLOSE = 5
"""How many words a refusal suggests."""


class WordJson(Struct):
    """A word of a game."""

    game: Annotated[str, Meta(description="the game's name")]
    name: Annotated[str, Meta(description="the word")]
    kind: Annotated[str, Meta(description="move, option, or what kind of thing of the game it is")]
    text: Annotated[str, Meta(description="what it does, with its numbers")]
    rule: Annotated[str, Meta(description="the section of the printed rulebook, or empty")]
    typed: Annotated[str, Meta(description="how a move or an option is typed, else empty")] = ""
    examples: Annotated[list[str], Meta(description="lines that `record` or `new` takes")] = []


def words(game: Game) -> list[WordJson]:
    """Every word of a game: its things, then its moves, then its options."""
    things = [
        WordJson(game.name, one.name, one.kind, one.text, one.rule) for one in game.glossary()
    ]
    return [*things, *_moves(game), *(_option(game, o) for o in options(type(game)))]


def look_up(game: Game, typed: str) -> list[WordJson]:
    """The words that read so, or else the one that begins so, or else the one in which some word
    does. Raises NotFound where there is none, or several."""
    known, key = words(game), squash(typed)
    tries: tuple[Callable[[WordJson], bool], ...] = (
        lambda word: squash(word.name) == key,
        lambda word: squash(word.name).startswith(key),
        lambda word: any(part.startswith(key) for part in _parts(word)),
    )
    for fits in tries:
        found = [word for word in known if key and fits(word)]
        names = list({squash(word.name): word.name for word in found}.values())
        if len(names) > 1:
            raise NotFound(f'"{typed[:60]}" may be {_several(names)}; type more of it.')
        if found:
            return found
    raise NotFound(_unknown(game, typed, known))


def _parts(word: WordJson) -> list[str]:
    """The words of a name, and those with which a move is typed."""
    said = f"{word.name} {word.typed}" if word.kind == "move" else word.name
    return [squash(part) for part in re.split(r"[\s|\[\]]+", said)]


def _several(names: list[str]) -> str:
    shown = names[:12]
    more = f" or {len(names) - 12} more" if len(names) > 12 else ""
    return f"{', '.join(shown[:-1])} or {shown[-1]}{more}" if not more else ", ".join(shown) + more


def _unknown(game: Game, typed: str, known: list[WordJson]) -> str:
    keys = {squash(word.name): word.name for word in known}
    for word in known:
        # A word of a name of several is as good as all of it.
        for part in word.name.split():
            keys.setdefault(squash(part), word.name)
    near = get_close_matches(squash(typed[:60]), keys, CLOSE, 0.6)
    names = list(dict.fromkeys(keys[key] for key in near))
    hint = (
        f"did you mean {' or '.join(names)}?"
        if names
        else f"`retold rules {game.name}` lists its words."
    )
    return f'{game.title} has no word "{typed[:60]}"; {hint}'


# Moves


def _moves(game: Game) -> Iterator[WordJson]:
    players = min(max(3, game.players[0]), game.players[1])
    labels = [PLAYERS[player] for player in game.seating(players)]
    state = game.setup(players, game.Options(**game.OPTIONS))
    for verb, (kind, fields) in verbs(game.Moves).items():
        text = " ".join((kind.__doc__ or "").split())
        rule = "" if kind in LEAVING else game.section(kind)
        yield WordJson(
            game.name, verb, "move", text, rule, usage(verb, fields),
            list(dict.fromkeys(_examples(game, state, labels, kind, fields))),
        )  # fmt: skip


def usage(verb: str, fields: tuple[Word, ...]) -> str:
    """How a move is typed: names in capitals, what may be left out in brackets."""
    return " ".join([verb, *map(_usage, fields)])


def _usage(word: Word) -> str:
    name = word.field.upper().replace("_", "-")
    if word.kind == "literal":
        name = "|".join(map(str, word.literals))
    if word.led:
        name = f"{word.field} {name}"
    return f"[{name}]" if word.optional else name


def _examples(
    game: Game, state: Any, labels: list[str], kind: Any, fields: tuple[Word, ...]
) -> Iterator[str]:
    """The move with all that must be said, and with all that can be."""
    for whole in (False, True):
        used: dict[str, int] = {}
        values: dict[str, Any] = {}
        for word in fields:
            if whole or not word.optional:
                nth = used[word.kind] = used.get(word.kind, 0) + 1
                values[word.field] = _value(game, state, labels, word, nth - 1)
        if None not in values.values():
            yield format_line(labels, 0, kind(**values))


def _value(game: Game, state: Any, labels: list[str], word: Word, nth: int) -> Any:
    """An example of a field; of fields of one kind each gets another."""
    if word.kind == "literal":
        return word.literals[0]
    if word.kind == "number":
        return nth + 1
    if word.kind == "seat":
        return min(1 + nth, len(labels) - 1)
    names = game.names(state, word.kind)
    return names[min(nth, len(names) - 1)] if names else None


# Options


def _option(game: Game, option: Option) -> WordJson:
    only = " Only the set-up reads it." if option.set_up else ""
    text = option.text[:1].upper() + option.text[1:].rstrip(".")
    other = next((value for value in option.values if value != option.default), option.default)
    pair = f"{option.name}={other if option.kind == 'literal' else option.default}"
    examples = [f"retold new {game.name} -o {pair}"] if option.kind == "literal" else []
    if not option.set_up and examples:
        examples.append(f"rule {pair}")
    return WordJson(
        game.name,
        option.name,
        "option",
        f"{text}. A new match gets {option.default}.{only}",
        f"ruling {option.rule}" if option.rule else "",
        f"{option.name}={'|'.join(option.values)}",
        examples,
    )
