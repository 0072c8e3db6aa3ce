"""The rules of states: what they may be made of, and that a state is all that there is.

They are held against every installed game, so a new game is tested by being there.
"""

import types
from collections.abc import Iterator
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
import pytest
from msgspec import Struct

from engine import events as kinds
from engine import fold
from engine.cards import Deck, Hand, Lot, Pool
from engine.game import Agree, Concede, Game, Options, State
from tests.engine.games import NONCE, events, every
from tests.engine.hidden import Hidden

GAMES = [*every(), Hidden(None)]
PLAIN = (int, str, bool, type(None))


def parts(kind: Any, where: str, seen: set[Any]) -> Iterator[tuple[str, Any]]:
    """Every type that a type is made of, with the place where it stands; structs once."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        yield from parts(inner[0], where, seen)
        return
    yield where, kind
    if isinstance(kind, type) and issubclass(kind, Struct):
        if kind not in seen:
            seen.add(kind)
            for field, hint in get_type_hints(kind, include_extras=True).items():
                if not field.startswith("__"):
                    yield from parts(hint, f"{where}.{field}", seen)
    elif origin is not Literal:
        for part in inner:
            if part is not Ellipsis:
                yield from parts(part, where, seen)


def structs(*roots: Any) -> set[Any]:
    seen: set[Any] = set()
    for root in roots:
        for _ in parts(root, "", seen):
            pass
    return seen


def faults(kind: Any) -> list[str]:
    """What of a type breaks the rules of states."""
    found = []
    for where, part in parts(kind, getattr(kind, "__name__", "moves"), set()):
        origin = get_origin(part)
        if origin is dict:
            key = get_args(part)[0]
            key = get_args(key)[0] if get_origin(key) is Annotated else key
            texts = get_origin(key) is Literal and all(isinstance(v, str) for v in get_args(key))
            if key is not str and not texts:
                found.append(f"{where}: the keys of a dict are texts, not {key}")
        elif origin is Literal:
            if not all(isinstance(value, int | str) for value in get_args(part)):
                found.append(f"{where}: {part}")
        elif origin in (list, tuple, Union, types.UnionType):
            pass
        elif not (part in PLAIN or (isinstance(part, type) and issubclass(part, Struct))):
            found.append(f"{where}: {part} is no plain data")
    for struct in structs(kind):
        found += struct_faults(struct)
    return found


def struct_faults(struct: Any) -> list[str]:
    config, found = struct.__struct_config__, []
    if not (config.omit_defaults and config.forbid_unknown_fields):
        found.append(f"{struct.__name__}: omit_defaults and forbid_unknown_fields are needed")
    for field in msgspec.structs.fields(struct):
        default = field.default
        if field.default_factory is not msgspec.NODEFAULT:
            default = field.default_factory()
        allowed = (
            default is msgspec.NODEFAULT
            or default is None
            or isinstance(default, bool)
            or (type(default) in (int, str, list, dict) and not default)
        )
        if not allowed:
            found.append(f"{struct.__name__}.{field.name}: {default!r} is no default of a state")
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_states_options_and_moves_are_plain_data(game: Game) -> None:
    for kind in (game.State, game.Options, game.Moves):
        assert faults(kind) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_pack_is_plain_data(game: Game) -> None:
    if game.Pack is None:
        return
    found = [
        f"{where}: {part}"
        for where, part in parts(game.Pack, "Pack", set())
        if part in (Any, float, set, frozenset, bytes)
    ]
    assert found == []
    for struct in structs(game.Pack):
        assert struct.__struct_config__.forbid_unknown_fields, struct
    text = msgspec.json.encode(game.pack, order="sorted")
    assert msgspec.json.decode(text, type=game.Pack) == game.pack


def test_the_kernels_own_types_are_plain_data() -> None:
    for kind in (Deck, Hand, Lot, Pool, Concede, Agree):
        assert faults(kind) == []
    # The options of the kernel's state are any; every game says which.
    assert faults(State) == ["State.options: typing.Any is no plain data"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_kernels_state_is_what_a_game_extends(game: Game) -> None:
    assert issubclass(game.State, State)
    assert issubclass(game.Options, Options)
    assert get_type_hints(game.State)["options"] is game.Options
    for move in get_args(game.Moves) or (game.Moves,):
        assert move.__struct_config__.tag_field == "verb"
        assert move.__struct_config__.frozen
    assert set(game.OPTIONS) == {field.name for field in msgspec.structs.fields(game.Options)}
    game.Options(**game.OPTIONS)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_options_say_which_rule_they_stand_for(game: Game) -> None:
    for name, hint in get_type_hints(game.Options, include_extras=True).items():
        notes = [note.extra for note in get_args(hint)[1:] if getattr(note, "extra", None)]
        assert any("rule" in note for note in notes), f"{game.name}: option {name}"


def test_faults_are_found() -> None:
    T = TypeVar("T")

    class Bad(Struct, omit_defaults=True, forbid_unknown_fields=True):
        speed: float
        keys: dict[int, str]
        open: set[str]
        anything: Any
        much: int = 3
        some: list[int] = msgspec.field(default_factory=lambda: [1])
        none: int | None = None

    class Loose(Struct, Generic[T]):
        value: int

    assert faults(Bad) == [
        "Bad.speed: <class 'float'> is no plain data",
        "Bad.keys: the keys of a dict are texts, not <class 'int'>",
        "Bad.open: set[str] is no plain data",
        "Bad.anything: typing.Any is no plain data",
        "Bad.much: 3 is no default of a state",
        "Bad.some: [1] is no default of a state",
    ]
    assert faults(Loose) == ["Loose: omit_defaults and forbid_unknown_fields are needed"]


# A state is all that there is


def ids(value: Any) -> Iterator[int]:
    """The identities of everything in a state that could be changed."""
    if isinstance(value, Struct):
        if not value.__struct_config__.frozen:
            yield id(value)
        for field in value.__struct_fields__:
            yield from ids(getattr(value, field))
    elif isinstance(value, list | dict):
        yield id(value)
        for part in value.values() if isinstance(value, dict) else value:
            yield from ids(part)
    elif isinstance(value, tuple):
        for part in value:
            yield from ids(part)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("unseen", [False, True], ids=["known", "unseen"])
def test_a_match_played_on_clones_is_the_same_match(game: Game, unseen: bool) -> None:
    keeper = fold.Keeper(game, NONCE)
    for seed in range(3):
        copy: fold.Position | None = None
        for position, event in events(game, seed, most=150, unseen=unseen):
            if copy is None:
                copy = fold.Position(position.state, position.seed)
            copy.state = keeper.clone(copy.state)
            assert keeper.digest(copy.state) == keeper.digest(position.state)
            assert copy.state == position.state
            found = list(ids(position.state))
            assert len(found) == len(set(found)), "an object is reachable twice"
            fold.advance(game, copy, [event])
            last = position
        assert copy is not None
        assert keeper.digest(copy.state) == keeper.digest(last.state)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_to_ask_changes_nothing(game: Game) -> None:
    for position, _ in events(game, 7, most=80):
        state = position.state
        before = fold.state_bytes(state)
        for ask in (game.waits, game.turn, game.chance, game.standing, game.broken, game.deal):
            ask(state)
        legal = fold.moves(game, state)
        assert len(legal) < 1000
        for seat, move in legal[:20]:
            fold.check(game, state, seat, move)
        for seat in (None, *range(len(state.seating))):
            view = game.view(state, seat)
            assert type(view) is game.State
            game.picture(view, [f"p{n}" for n in range(len(state.seating))])
        assert fold.state_bytes(state) == before


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_invariants_hold_and_somebody_is_always_waited_for(game: Game) -> None:
    for seed in range(3):
        for position, _ in events(game, seed, most=150, unseen=seed == 1):
            state = position.state
            assert game.broken(state) == []
            due = fold.due(game, position)
            waiting = fold.waits(game, state)
            assert (due is None) != (not waiting) or state.ended
            for seat in waiting:
                assert seat not in state.conceded
                assert any(seat == who for who, _ in fold.moves(game, state))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_root_holds_every_option_written_out(game: Game) -> None:
    root = kinds.Opened(game.name, "1", "", ["a"], game.Options(**game.OPTIONS), "x", NONCE)
    text = msgspec.json.decode(kinds.encode(root))
    required = {f.name for f in msgspec.structs.fields(game.Options) if f.required}
    assert required <= set(text["options"])
