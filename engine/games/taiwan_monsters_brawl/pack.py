"""The components of a box of Taiwan Monsters Brawl, as a pack writes them down."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine.games.taiwan_monsters_brawl.moves import Color, Rune

Count = Annotated[int, Meta(ge=0, le=99)]
Source = Literal["rulebook", "public", "house"]
Sources = Source | dict[str, Source]
"""Where the values of an entry come from: one word for all, or one for each field."""


class Part(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An entry of a pack; `source` says where each of its values comes from."""


class Die(Part, frozen=True):
    """The challenge dice of one color: how many, and the points on the faces (0 is a miss)."""

    source: Sources
    color: Color
    count: Count
    faces: list[Count]


class Supply(Part, frozen=True):
    """The runes of each kind, the chi tokens, what a Chi rune gives, the Rune Die's faces."""

    source: Sources
    runes: Count
    chi: Count
    chi_rune: Count
    rune_die: list[Rune | Literal["choice"]]


class SpellCard(Part, frozen=True):
    """A kind of Spell Card. What it does is the rules' (its name says which), its cost is data."""

    source: Sources
    name: str
    cost: Count
    copies: Count


class TerritoryCard(Part, frozen=True):
    """A Territory Card: victory points, chi, and the runes it brings."""

    source: Sources
    name: str
    vp: Count
    chi: Count = 0
    runes: list[Rune] = []


class Effect(Part, frozen=True):
    """One effect of an Ultimate Power, `amount` times.

    `dice` gives dice of a color for this roll; `upgrade` lifts a die; `reroll` adds a reroll: for
    oneself. `points` (of this duel's total), `vp`, `chi`, `runes` (by the Rune Die) and `spells`
    are for oneself (`self`), the foe of the duel (`foe`) or a seat of choice (`chosen`); points, VP
    and chi may be negative.
    """

    effect: Literal["dice", "upgrade", "reroll", "points", "vp", "chi", "runes", "spells"]
    amount: Annotated[int, Meta(ge=-9, le=9)] = 0
    color: Color | None = None
    whom: Literal["self", "foe", "chosen"] | None = None


class StartOption(Part, frozen=True):
    """What a monster begins with."""

    runes: list[Rune] = []
    chi: Count = 0


class MonsterBoards(Part, frozen=True):
    """A monster with its two boards.

    `board` is one text a row, one character a cell, from the upper left (cell a1; b1 is to its
    right, a2 below it): `.` blank, ` ` (a space) or `#` empty, `U C S G R` a cell designated for an
    Ultimate, Chi, Spell, Upgrade or Reroll rune, `g b r` a grey, black or red die, `1`-`9` points.
    """

    source: Sources
    name: str
    letter: str
    board: list[str]
    a: StartOption
    b: StartOption
    ultimate: list[Effect]


class Pack(Part, frozen=True):
    """A whole box."""

    name: str
    die: list[Die]
    supply: Supply
    spell: list[SpellCard]
    territory: list[TerritoryCard]
    monster: list[MonsterBoards]
