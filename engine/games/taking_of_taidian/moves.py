"""What can be decided in Taking of Taidian, in the order in which the rulebook speaks of it."""

from typing import Annotated

from msgspec import Struct

from engine.words import Seat, name

Character = Annotated[str, name("character")]
Card = Annotated[str, name("card")]
Structure = Annotated[str, name("structure")]
PowerUp = Annotated[str, name("power-up")]


class Move(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True,
           tag_field="verb"):  # fmt: skip
    """The kind of struct that every move here is."""


class Choose(Move, frozen=True, tag="choose"):
    """Set-up: take a character."""

    character: Character


class Attack(Move, frozen=True, tag="attack"):
    """Game Play: this turn is an attacking one."""


class Upgrade(Move, frozen=True, tag="upgrade"):
    """Game Play: this turn is an upgrading one."""


class Lay(Move, frozen=True, tag="lay"):
    """Attacking Turn: put a red card into the open batch, aimed at one opponent; a card that hits
    everybody declared names no one."""

    card: Card
    foe: Seat | None = None


class Declare(Move, frozen=True, tag="declare"):
    """Attacking Turn: one more opponent is attacked by the cards that hit several."""

    foe: Seat


class Hit(Move, frozen=True, tag="hit"):
    """Attacking Turn: the batch is complete, and is answered."""


class Firebomb(Move, frozen=True, tag="firebomb"):
    """Structure Cards: bomb a structure in play of an opponent."""

    foe: Seat
    structure: Structure


class Steal(Move, frozen=True, tag="steal"):
    """Attacking Turn: play a card that takes one from an opponent's hand."""

    card: Card
    foe: Seat


class Block(Move, frozen=True, tag="block"):
    """Defense: play a blue card against the batch."""

    card: Card


class Take(Move, frozen=True, tag="take"):
    """Defense: the answer to a batch is complete."""


class Charge(Move, frozen=True, tag="charge"):
    """Powering Up: play an energy card."""

    card: Card


class Power(Move, frozen=True, tag="power"):
    """Powering Up: move a power-up card up a level."""

    power_up: PowerUp


class Spend(Move, frozen=True, tag="spend"):
    """Upgrading Turn: play a money card."""

    card: Card


class Buy(Move, frozen=True, tag="buy"):
    """Upgrading Turn: buy a card from its stack."""

    card: Card


class Build(Move, frozen=True, tag="build"):
    """Structure Cards: put a structure from the hand into play again."""

    structure: Structure


class End(Move, frozen=True, tag="end"):
    """Game Play: the turn is over."""


Moves = (
    Choose | Attack | Upgrade | Lay | Declare | Hit | Firebomb | Steal | Block | Take | Charge
    | Power | Spend | Buy | Build | End
)  # fmt: skip
