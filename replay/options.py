"""Options: the doubtful rulings of a game, as people type them and as programs list them."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct
from msgspec.structs import fields

from engine.game import Game
from engine.notation import squash
from replay.errors import Refused


class Option(Struct, frozen=True):
    """An option: how it is typed, what it may be, what a new match gets, what it is about."""

    name: str
    values: list[str]
    default: str
    rule: str
    text: str
    set_up: bool
    kind: str


def options(game: type[Game]) -> list[Option]:
    """The options of a game, in the order of its rules file."""
    hints = get_type_hints(game.Options, include_extras=True)
    return [_option(game, f.name, hints[f.name]) for f in fields(game.Options)]


def _option(game: type[Game], field: str, hint: Any) -> Option:
    kind, notes = hint, []
    while get_origin(kind) is Annotated:
        kind, *more = get_args(kind)
        notes += [note for note in more if isinstance(note, Meta)]
    extra: dict[str, Any] = {}
    for note in notes:
        extra.update(note.extra or {})
    default = game.OPTIONS[field]
    literal = get_origin(kind) is Literal
    values = [str(value) for value in get_args(kind)] if literal else []
    word = "literal" if literal else str(extra.get("word", "number"))
    return Option(
        name=field.replace("_", "-"),
        values=values or ["a player's name" if word == "seat" else "a whole number"],
        default="the first named" if word == "seat" and default == 0 else str(default),
        rule=str(extra.get("rule", "")),
        text=next((note.description for note in notes if note.description), ""),
        set_up=bool(extra.get("set_up")),
        kind=word,
    )


def read(game: type[Game], names: Sequence[str], key: str, value: str) -> tuple[str, Any]:
    """An option as typed (`KEY`, `VALUE`): the field, and its value. Raises Refused."""
    table = {squash(option.name): option for option in options(game)}
    option = table.get(squash(key))
    if option is None:
        known = ", ".join(o.name for o in table.values())
        raise Refused(f'{game.name} has no option "{key[:60]}"; it has: {known}.')
    return option.name.replace("-", "_"), _value(game, option, names, value)


def _value(game: type[Game], option: Option, names: Sequence[str], value: str) -> Any:
    choice: dict[str, Any]
    if option.kind == "literal":
        hint = get_type_hints(game.Options)[option.name.replace("-", "_")]
        choice = {squash(str(v)): v for v in get_args(hint)}
    elif option.kind == "seat":
        choice = {squash(name): seat for seat, name in enumerate(names)}
    else:
        if value.isascii() and value.isdigit() and len(value) < 10:
            return int(value)
        raise Refused(f'The option {option.name} is a whole number, not "{value[:60]}".')
    if squash(value) not in choice:
        allowed = ", ".join(names if option.kind == "seat" else option.values)
        raise Refused(
            f'The option {option.name} cannot be "{value[:60]}"; it is one of: {allowed}.'
        )
    return choice[squash(value)]


def split(text: str) -> tuple[str, str]:
    """`KEY=VALUE` in two. Raises Refused."""
    key, sign, value = text.partition("=")
    if not sign or not key.strip():
        raise Refused(f'"{text[:60]}" is not of the form KEY=VALUE.')
    return key.strip(), value.strip()
