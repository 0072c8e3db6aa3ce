"""What is on the table in Taking of Taidian."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine import game
from engine.own_cards import OwnCards
from engine.words import Seat, Whose, option

Teams = Annotated[list[list[Seat]], Meta(extra={"word": "teams"})]
"""The seats that win or lose together; a seat that is in none is a side of its own. Typed with
players' names (`ann+cy,bo+di`, or `none`)."""


class Options(game.Options, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The doubtful rulings, in the order of the rules file; none has a default."""

    first: Annotated[Seat, option("1", "who is the first player", set_up=True)]
    teams: Annotated[Teams, option("1", "who plays together", set_up=True)]
    reshuffle: Annotated[
        Literal["with-hand", "kept-out"],
        option("7", "whether this turn's unused and bought cards are in a reshuffle"),
    ]
    unused_cards: Annotated[
        Literal["face-down", "open"], option("9", "whether unused cards are shown when discarded")
    ]
    targets: Annotated[
        Literal["one", "all-declared"],
        option("13", "whether an attack card hits one opponent or all who are declared"),
    ]
    at_ten: Annotated[
        Literal["must", "may"], option("23", "whether exactly ten energy must be powered up")
    ]
    level_bonus: Annotated[
        Literal["each", "flat"], option("28", "whether each level adds, or only the first")
    ]
    health_cap: Annotated[
        Literal["starting", "none"], option("32", "whether structures heal above the start")
    ]
    build_when: Annotated[
        Literal["any-turn", "own-turn"], option("33", "when a redrawn structure is built")
    ]


class Fighter(OwnCards, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A seat: its character, and where each of its cards is.

    `lacks` is what a thief found out who met nothing but structures in the hand; `kept` are the
    unused cards that stay out of a reshuffle (option `reshuffle`).
    """

    character: str = ""
    health: int = 0
    energy: int = 0
    levels: dict[str, int] = {}
    """The power-ups above level 0."""
    front: list[str] = []
    """The cards used in this turn."""
    aside: list[str] = []
    """Cards everybody knows that are on their way to the discard: those bought in this turn."""
    structures: list[str] = []
    """In play."""
    healed: list[str] = []
    """The structures that have given their health."""
    gained: dict[str, int] = {}
    """Bought and stolen by the owner, less what was stolen from him: on top of his first deck."""
    blocked: int = 0
    """What the blue cards played against the batch add up to."""
    out: bool = False
    """The character is dead."""

    def use(self, name: str) -> None:
        """A card is used: it lies in front of its owner until the turn ends."""
        self.show(name)
        self.front.append(name)


class Laid(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A card of a batch, and whom it is aimed at; None: everybody declared."""

    card: str
    foe: Seat | None = None


class Batch(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Attack cards that hit together."""

    cards: list[Laid]
    declared: list[Whose] = []
    """The opponents whom no card is aimed at."""
    answers: list[Whose] = []
    """Once it is closed: who has not answered yet, in order."""


class Due(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What chance must decide: a seat's draw, its unused cards, or a card out of a foe's hand."""

    do: Literal["draw", "shown", "taken"]
    seat: Whose = 0
    count: int = 0
    """Cards still to be drawn."""
    foe: Whose = 0


class State(game.State, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The whole table."""

    options: Options
    phase: Literal["set-up", "begin", "attack", "upgrade"]
    turn: Whose
    """The seat whose turn it is."""
    seats: list[Fighter]
    sides: list[int] = []
    """The side of each seat; empty where each is its own."""
    first: Whose = 0
    round: int = 0
    """How many turns the seat on turn has had, with this one; 0 in the set-up."""
    sold: dict[str, int] = {}
    """The copies that were bought from each stack."""
    purse: int = 0
    batch: Batch | None = None
    due: Due | None = None
    fallen: list[list[Whose]] = []
    """The seats that died, those of the same batch together."""
