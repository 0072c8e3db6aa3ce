"""The kinds of event: what happened in the game, and nothing else (no clock, no recorder).

A body is the stored text of one of these structs. Names are stored, never positions. A changed
shape is a new tag with a method that gives the new struct; the old one stays for ever.
"""

from functools import lru_cache
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

M = TypeVar("M")
O = TypeVar("O")  # noqa: E741


class Opened(
    Struct, Generic[O], frozen=True, omit_defaults=True, forbid_unknown_fields=True,
    tag_field="kind", tag="opened",
):  # fmt: skip
    """The root of a match: everything that its first state follows from.

    `players` are person ids in clockwise order, the first player of the first round first;
    `options` has every option written out; `seed` is None at a table; `nonce` is random and
    never shown, it keys the digests of states.
    """

    game: str
    version: str
    pack: str
    players: list[str]
    options: O
    luck: str
    nonce: str
    seed: str | None = None


class Moved(
    Struct, Generic[M], frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True,
    tag_field="kind", tag="moved",
):  # fmt: skip
    """What a seat decided."""

    seat: int
    move: M


class Resolved(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True,
    tag_field="kind", tag="resolved",
):  # fmt: skip
    """What chance decided: the values of one request, in its order. `luck`: luck gave them."""

    stream: str
    values: list[str]
    luck: bool = False


class Ruled(
    Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True,
    tag_field="kind", tag="ruled",
):  # fmt: skip
    """The table reads a doubtful rule this way from here on."""

    option: str
    value: Any


class Adjustment(
    Struct, frozen=True, array_like=True, forbid_unknown_fields=True,
):  # fmt: skip
    """One value that stood at the table: the path into the state as builtins, and the value."""

    path: list[str | int]
    value: Any


class Adjusted(
    Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True,
    tag_field="kind", tag="adjusted",
):  # fmt: skip
    """What stood at the table although the rules do not give it; applied together."""

    values: list[Adjustment]


class Reseeded(
    Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True,
    tag_field="kind", tag="reseeded",
):  # fmt: skip
    """From here on luck decides with this seed, or (None) the table decides."""

    seed: str | None = None


Event = Opened[Any] | Moved[Any] | Resolved | Ruled | Adjusted | Reseeded


@lru_cache(maxsize=64)
def decoder(options: type, moves: Any) -> msgspec.json.Decoder[list[Event]]:
    """The decoder of a JSON array of a game's bodies, made once for its options and moves.

    Many bodies decoded in one call cost half of as many calls.
    """
    kinds: Any = Opened[options] | Moved[moves] | Resolved | Ruled | Adjusted | Reseeded  # type: ignore[valid-type]
    return msgspec.json.Decoder(list[kinds])


encode = msgspec.json.Encoder().encode
