"""What can be decided in Taiwan Monsters Brawl, in the order in which a round asks it."""

from typing import Annotated, Literal

from msgspec import Struct

from engine.words import Seat, name

Rune = Literal["ultimate", "chi", "spell", "upgrade", "reroll"]
Color = Literal["grey", "black", "red"]
Monster = Annotated[str, name("monster")]
Cell = Annotated[str, name("cell")]
Territory = Annotated[str, name("territory")]
Spell = Annotated[str, name("spell")]
Ends = Annotated[str, name("line")]


class Move(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True,
           tag_field="verb"):  # fmt: skip
    """The kind of struct that every move here is."""


class Choose(Move, frozen=True, tag="choose"):
    """Set-up: take a monster, with its two boards."""

    monster: Monster


class Start(Move, frozen=True, tag="start"):
    """Set-up: take one of the two starting options of the ability board."""

    option: Literal["a", "b"]


class Place(Move, frozen=True, tag="place"):
    """Put a rune that is owed on a cell, colored side up."""

    rune: Rune
    cell: Cell


class Claim(Move, frozen=True, tag="claim"):
    """A: put the marker on a revealed Territory Card."""

    card: Territory


class Trade(Move, frozen=True, tag="trade"):
    """A: give a rune of the Territory Card back for 1 chi."""

    rune: Rune


class Challenge(Move, frozen=True, tag="challenge"):
    """B: challenge another seat whose marker is on a territory."""

    foe: Seat


class Pass(Move, frozen=True, tag="pass"):
    """B: take a rune of choice instead of a duel; bare when every pile is empty."""

    rune: Rune | None = None


class Draw(Move, frozen=True, tag="draw"):
    """B, without territory: draw a spell."""


class Forage(Move, frozen=True, tag="forage"):
    """B, without territory: two runes by the Rune Die."""


class Pick(Move, frozen=True, tag="pick"):
    """The kind of rune that a "player's choice" face gives."""

    rune: Rune


class Line(Move, frozen=True, tag="line"):
    """B-2: announce a valid line, named by its two end cells (`a2-c2`)."""

    line: Ends


class Use(Move, frozen=True, tag="use"):
    """Turn a rune of the announced line (or, without a cell, fire the rune that a Spell card
    rolled): the die that an upgrade lifts, the seat that an Ultimate aims at."""

    cell: Cell | None = None
    die: Color | None = None
    target: Seat | None = None


class Roll(Move, frozen=True, tag="roll"):
    """B-1: roll the dice taken."""


class Reroll(Move, frozen=True, tag="reroll"):
    """Roll all dice once more, for a Reroll used."""


class Keep(Move, frozen=True, tag="keep"):
    """Lock the dice as they lie."""


class Conclude(Move, frozen=True, tag="conclude"):
    """B-3: compare the totals."""


class Score(Move, frozen=True, tag="score"):
    """C: every marker on a card scores."""


class Refresh(Move, frozen=True, tag="refresh"):
    """C: turn an exhausted rune colored for 3 chi."""

    cell: Cell


class Done(Move, frozen=True, tag="done"):
    """C: nothing more to refresh."""


class Cast(Move, frozen=True, tag="cast"):
    """Play a Spell Card, at a seat and a cell where it aims at one."""

    spell: Spell
    target: Seat | None = None
    cell: Cell | None = None


class Discard(Move, frozen=True, tag="discard"):
    """Put a spell from the hand on the discards, face up."""

    spell: Spell


Moves = (
    Choose | Start | Place | Claim | Trade | Challenge | Pass | Draw | Forage | Pick | Line | Use
    | Roll | Reroll | Keep | Conclude | Score | Refresh | Done | Cast | Discard
)  # fmt: skip
