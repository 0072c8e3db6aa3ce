"""What can be decided in Esoteric Beasts: the responses, in the order in which they are printed."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine.words import name

Value = Literal["life", "attack"]
"""The number in the heart, or the one in the spark."""
Beast = Annotated[str, name("card")]
Place = Annotated[int, Meta(ge=1)]


class Move(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True,
           tag_field="verb"):  # fmt: skip
    """The kind of struct that every move here is."""


class Subdue(Move, frozen=True, tag="subdue"):
    """SUBDUE: capture the top card, for the matching card below it, or (with a value) for that many
    cards of Set B."""

    pay: Value | None = None


class Thrash(Move, frozen=True, tag="thrash"):
    """ESO-THRASH: turn down and set aside a captured Esoteric Beast of the next element."""

    card: Beast


class Return(Move, frozen=True, tag="return"):
    """ESO-THRASH: put the card at a position of Set A (1 is its top) under Set B."""

    position: Place


class Explore(Move, frozen=True, tag="explore"):
    """EXPLORE: move as many cards as the value says under Set A, the top card as the one at a
    position among them (1 is the nearest to the new top)."""

    value: Value
    position: Place


Moves = Subdue | Thrash | Return | Explore
