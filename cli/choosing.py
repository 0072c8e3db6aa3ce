"""Choosing a game: what can be played, how it is recorded, and what the JSON means."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from cli import completers
from cli.common import as_json, database, opened
from cli.output import beside, fitted, heading, say, say_json, table

if TYPE_CHECKING:
    from engine.game import Game
    from replay.glossary import WordJson


@click.command()
@as_json
@database
def games(json: bool, db: str | None) -> None:
    """What can be played.

    Games that other packages bring are listed too. Below them stand the matches of the database.

    \b
    Examples:
      retold games
      retold games --json
    """
    from replay.games import faults
    from replay.reading import game_list

    found = game_list()
    for fault in faults():
        click.echo(fault, err=True)
    if json:
        say_json(found)
        return
    table(
        ("game", "title", "players", "version"),
        [(game.name, game.title, _span(game.seats), game.version) for game in found],
    )
    _matches(db)


def _span(seats: list[int]) -> str:
    return str(seats[0]) if seats[0] == seats[1] else f"{seats[0]}-{seats[1]}"


def _matches(db: str | None) -> None:
    from eventstore import StoreError

    try:
        with opened(db) as store:
            names, file = [row.name for row in store.matches()], os.path.basename(store.file)
    except StoreError:
        return
    if names:
        more = " ... (`retold matches` lists them)" if len(names) > 20 else ""
        say("", *fitted(f"Matches in {file}: {', '.join(names[:-21:-1])}{more}", more=4))


@click.command()
@click.argument("game", shell_complete=completers.games)
@click.argument("word", nargs=-1, metavar="[WORD]...", shell_complete=completers.words)
@click.option("--pack", metavar="FILE", help="Components from a TOML file of your own.")
@as_json
def rules(game: str, word: tuple[str, ...], pack: str | None, json: bool) -> None:
    """How a game is recorded, its options, its pack.

    With a WORD: what that thing of the game is or does, with its numbers, how it is typed, and the
    section of the printed rulebook: a card, a board, a symbol, a phase, a move, an option. Its
    beginning is enough. Without one the moves, options and words are listed.

    In the moves words in capitals are names that the game knows at that moment; brackets may be
    left out. Every game also takes `concede` and `agree`.

    \b
    Examples:
      retold rules taiwan-monsters-brawl
      retold rules taiwan-monsters-brawl tempest
      retold rules vale-dos-monstros werewolf --json
    """
    from pathlib import Path

    from replay import packs
    from replay.games import game_class
    from replay.glossary import look_up, words
    from replay.reading import game_list

    kind = game_class(game)
    if json and not word:
        say_json(next(found for found in game_list() if found.name == kind.name))
        return
    body = packs.shipped(kind) if pack is None else packs.load(kind, Path(pack))
    played = packs.game_of(kind.name, body)
    if word:
        found = look_up(played, " ".join(word))
        say_json(found) if json else tell(found)
        return
    players = f"{_span(list(kind.players))} player{'s' * (kind.players[1] > 1)}"
    heading(f"{kind.title} ({kind.name}, rules {kind.version}), {players}")
    say("")
    heading("Moves")
    say(*_moves(kind))
    say("")
    heading("Options (`retold new -o KEY=VALUE`, `retold rule MATCH KEY=VALUE`)")
    say(*_options(kind))
    say("")
    heading(f"Words (`retold rules {kind.name} WORD` tells what each is)")
    say(*_listed(words(played)))
    say("")
    heading("Pack")
    say(*_pack(body))


def tell(found: list[WordJson]) -> None:
    """Print what things of a game are."""
    for number, word in enumerate(found):
        if number:
            say("")
        heading(f"{word.name} ({word.kind})")
        say(*beside("", word.text, 0))
        if word.typed:
            say(f"  Typed: {word.typed}")
        for example in word.examples:
            say(f"  Example: {example}")
        if word.rule:
            ruling = "" if word.rule.startswith("ruling ") else "Rulebook: "
            say(f"  {ruling}{word.rule[:1].upper()}{word.rule[1:]}")


def _listed(found: list[WordJson]) -> Iterator[str]:
    """The words by their kinds; moves and options have lists of their own."""
    kinds: dict[str, list[str]] = {}
    for word in found:
        if word.kind not in ("move", "option"):
            kinds.setdefault(word.kind, []).append(word.name)
    if not kinds:
        yield "  the moves and options above"
    for kind, names in kinds.items():
        yield from beside(f"{kind}:", ", ".join(names), 16)


def _moves(kind: type[Game]) -> Iterator[str]:
    from engine.notation import verbs
    from replay.glossary import usage

    known = verbs(kind.Moves)
    usages = [usage(verb, words) for verb, (_, words) in known.items()]
    room = min(max(map(len, usages)), 40)
    for typed, (move, _) in zip(usages, known.values(), strict=True):
        text = " ".join((move.__doc__ or "").split())
        yield from beside(typed, text, room)


def _options(kind: type[Game]) -> Iterator[str]:
    from replay.options import options

    found = options(kind)
    if not found:
        yield "  none"
    for option in found:
        only = " Only the set-up reads it." if option.set_up else ""
        rule = f" (ruling {option.rule})" if option.rule else ""
        values = " | ".join(option.values)
        yield from fitted(f"{option.name} = {values}; a new match gets {option.default}", 2, 4)
        if option.text or only or rule:
            yield from beside("", f"{option.text}{rule}.{only}".replace("..", "."), 2)


def _pack(body: str) -> Iterator[str]:
    import msgspec

    from eventstore import pack_digest

    for field, value in msgspec.json.decode(body).items():
        if field == "source":
            continue
        named = (
            [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
        )
        yield from [f"  {field}: {len(named)}"] if named else _field(field, value)
        for item in named:
            yield from beside(f"  {_title(item)}", _entry(item), 26)
    yield f"  digest {pack_digest(body).hex()}"


def _field(field: str, value: Any) -> Iterator[str]:
    """A value of a pack that is no list of entries; what is drawn in rows keeps them."""
    from engine.glossary import said

    drawn: dict[str, list[str]] = {}
    if isinstance(value, dict):
        drawn = {key: part for key, part in value.items() if _is_drawn(part)}
        value = {key: part for key, part in value.items() if key not in drawn}
    yield from fitted(f"{field}: {said(value)}", 2, 4)
    for key, rows in drawn.items():
        yield f"    {key.replace('_', ' ')}"
        yield from (f"      {row}" for row in rows)


def _is_drawn(value: Any) -> bool:
    texts = isinstance(value, list) and all(isinstance(row, str) for row in value)
    return texts and any(len(row) > 20 for row in value)


def _title(item: dict[str, Any]) -> str:
    """What an entry of a pack is called: its name, else its first word."""
    return str(item.get("name") or next((v for v in item.values() if isinstance(v, str)), ""))


def _entry(item: dict[str, Any]) -> str:
    """An entry of a pack in words, without what it is called."""
    from engine.glossary import said

    title = _title(item)
    return said({key: value for key, value in item.items() if value != title})


@click.command()
@click.option("--json", is_flag=True, help="Print a JSON Schema for programs.")
def schema(json: bool) -> None:
    """The JSON of the reading commands, field by field.

    \b
    Examples:
      retold schema
      retold schema --json
    """
    import msgspec

    from replay.contract import CONTRACT

    shapes, parts = msgspec.json.schema_components(CONTRACT.values())
    if json:
        named = dict(zip((f"{name} --json" for name in CONTRACT), shapes, strict=True))
        say_json({"commands": named, "$defs": parts})
        return
    for name, shape in zip(CONTRACT, shapes, strict=True):
        say(f"retold {name} --json: {_shape(shape)}")
    for name, part in parts.items():
        say("")
        heading(f"{name}: {' '.join(part.get('description', '').split())}")
        for field, kind in part["properties"].items():
            say(*beside(f"{field}: {_shape(kind)}", kind.get("description", ""), 28))


def _shape(kind: dict[str, Any]) -> str:
    """A JSON Schema in a few words."""
    if "$ref" in kind:
        return str(kind["$ref"]).rpartition("/")[2]
    if "anyOf" in kind:
        return " or ".join(_shape(one) for one in kind["anyOf"])
    if kind.get("type") == "array":
        return f"list of {_shape(kind.get('items', {}))}"
    return str(kind.get("type", "any"))
