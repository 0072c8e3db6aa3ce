"""Options: the doubtful rulings of a game, as people type them and as programs list them."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct
from msgspec.structs import fields

from engine.game import Game
from engine.notation import squash
from replay.errors import Refused
from replay.meant import question

WORDS = {
    "seat": ["a player's name"],
    "number": ["a whole number"],
    "teams": ["none", "teams of players' names, as in ann+cy,bo+di"],
}
"""What an option may be where its type does not list it."""


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
        values=values or WORDS[word],
        default=_shown(word, default),
        rule=str(extra.get("rule", "")),
        text=next((note.description for note in notes if note.description), ""),
        set_up=bool(extra.get("set_up")),
        kind=word,
    )


def _shown(word: str, default: Any) -> str:
    if word == "seat" and default == 0:
        return "the first named"
    return "none" if word == "teams" and not default else str(default)


def shown(option: Option, names: Sequence[str], value: Any) -> str:
    """A value of an option as it is typed in a match of these players."""
    if option.kind == "seat":
        return names[value] if isinstance(value, int) and 0 <= value < len(names) else str(value)
    if option.kind == "teams":
        return ",".join("+".join(names[seat] for seat in team) for team in value) or "none"
    return str(value)


def read(game: type[Game], names: Sequence[str], key: str, value: str) -> tuple[str, Any]:
    """An option as typed (`KEY`, `VALUE`): the field, and its value. Raises Refused."""
    table = {squash(option.name): option for option in options(game)}
    option = table.get(squash(key))
    if option is None:
        known = [o.name for o in table.values()]
        asked = question(key, known) or f"it has: {', '.join(known) or 'none'}."
        raise Refused(f'{game.name} has no option "{key[:60]}"; {asked}')
    return option.name.replace("-", "_"), _value(game, option, names, value)


def _value(game: type[Game], option: Option, names: Sequence[str], value: str) -> Any:
    choice: dict[str, Any]
    if option.kind == "literal":
        hint = get_type_hints(game.Options)[option.name.replace("-", "_")]
        choice = {squash(str(v)): v for v in get_args(hint)}
    elif option.kind == "seat":
        choice = {squash(name): seat for seat, name in enumerate(names)}
    elif option.kind == "teams":
        return _teams(names, value)
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


def _teams(names: Sequence[str], value: str) -> list[list[int]]:
    """`ann+cy,bo+di` as seats; who is named nowhere plays alone. Raises Refused."""
    if squash(value) == "none":
        return []
    seats = {squash(name): seat for seat, name in enumerate(names)}
    teams: list[list[int]] = []
    for team in value.split(","):
        members = [seats.get(squash(name), -1) for name in team.split("+")]
        named = [seat for other in teams for seat in other] + members
        if -1 in members or len(set(named)) != len(named) or len(members) == len(names):
            raise Refused(
                f'"{value[:60]}" makes no teams of {", ".join(names)}: name each once, in at '
                "least two sides, as in ann+cy,bo+di."
            )
        teams.append(sorted(members))
    return sorted(teams)


def split(text: str) -> tuple[str, str]:
    """`KEY=VALUE` in two. Raises Refused."""
    key, sign, value = text.partition("=")
    if not sign or not key.strip():
        raise Refused(f'"{text[:60]}" is not of the form KEY=VALUE.')
    return key.strip(), value.strip()
