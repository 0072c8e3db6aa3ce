"""What can be decided in O Vale dos Monstros, in the order of its rulebook."""

from typing import Annotated, Literal

from msgspec import Struct
from msgspec.structs import force_setattr

from engine.words import led, name

LegionName = Literal["witch", "ghost", "werewolf", "skeleton", "vampire", "mummy"]
Visitor = Literal["man", "woman", "child"]
Cell = Annotated[str, name("cell")]
Side = Annotated[str, name("side")]


class Move(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True,
           tag_field="verb"):  # fmt: skip
    """The kind of struct that every move here is."""


class Choose(Move, frozen=True, tag="choose"):
    """Set Up: take a legion."""

    legion: LegionName


class Bush(Move, frozen=True, tag="bush"):
    """Set Up: place a piece on an empty bush of a side that the legion has not used yet."""

    cell: Cell


class Go(Move, frozen=True, tag="move"):
    """A: move a piece from a space to another; control and attacks follow from where it ends. A
    werewolf may name the piece that two of its own attack."""

    start: Cell
    end: Cell
    pounce: Annotated[str, led("cell")] | None = None


class Reveal(Move, frozen=True, tag="reveal"):
    """B: remove a tent and turn its tile."""

    tent: Cell


class Fire(Move, frozen=True, tag="fire"):
    """B: put the campfire of the revealed tent on a free space."""

    cell: Cell


class Burn(Move, frozen=True, tag="burn"):
    """B: put the campfire where a visitor or a monster stands, who is gone."""

    cell: Cell


class Spare(Move, frozen=True, tag="spare"):
    """B: burn nobody, and put no campfire (option `burning`)."""


class Put(Move, frozen=True, tag="put"):
    """B: place one of the visitors of the revealed tent."""

    who: Visitor
    cell: Cell


class Frighten(Move, frozen=True, tag="frighten"):
    """C: frighten a visitor; a skeleton may frighten two, whose order says nothing."""

    first: Cell
    second: Cell | None = None

    def __post_init__(self) -> None:
        if self.second is not None and self.second < self.first:
            _swap(self, self.first, self.second)


class Capture(Move, frozen=True, tag="capture"):
    """D: an own piece takes a visitor away with it."""

    monster: Cell
    visitor: Cell


class Rise(Move, frozen=True, tag="rise"):
    """D: a vampire's captor and its new piece go into two bushes, whose order says nothing."""

    first: Cell
    second: Cell

    def __post_init__(self) -> None:
        if self.second < self.first:
            _swap(self, self.first, self.second)


class Front(Move, frozen=True, tag="front"):
    """D: a vampire's captor and its new piece stay in front of the screen after all."""


class Enter(Move, frozen=True, tag="enter"):
    """E: place a piece from in front of the screen on a free bush."""

    bush: Cell


class Pass(Move, frozen=True, tag="pass"):
    """F: let an action go by."""


class Extra(Move, frozen=True, tag="extra"):
    """Additional Action: turn a card down for one more action."""


class Refresh(Move, frozen=True, tag="refresh"):
    """Additional Action: turn the cards up again."""


class Watch(Move, frozen=True, tag="watch"):
    """Night Watchman Variant: put the watchman at the entrance of a side."""

    side: Side


class End(Move, frozen=True, tag="end"):
    """Close the turn."""


Moves = (
    Choose | Bush | Go | Reveal | Fire | Burn | Spare | Put | Frighten | Capture | Rise | Front
    | Enter | Pass | Extra | Refresh | Watch | End
)  # fmt: skip


def _swap(move: Frighten | Rise, first: str, second: str) -> None:
    # Two orders of the same two spaces are one move, stored in the order of their names.
    force_setattr(move, "first", second)
    force_setattr(move, "second", first)
