"""What is on the table in Taiwan Monsters Brawl."""

from typing import Annotated, Literal

from msgspec import Struct

from engine import game
from engine.cards import Deck, Hand
from engine.games.taiwan_monsters_brawl.moves import Color, Rune
from engine.words import Seat, Whose, option

Switch = Literal["off", "on"]


class Options(game.Options, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The doubtful rulings, in the order of the rules file; none has a default."""

    first: Annotated[Seat, option("1", "who is the first player", set_up=True)]
    set_up_order: Annotated[
        Literal["by-kind", "by-seat"],
        option("1", "all choose, then all start; or each seat does all of it in turn", set_up=True),
    ]
    draw_two_set_up: Annotated[
        Switch, option("9", "the set-up draw takes two spells and keeps one", set_up=True)
    ]
    draw_two: Annotated[Switch, option("9", "every draw takes two spells and keeps one")]
    no_room: Annotated[
        Literal["sack-only", "chi"], option("5", "a rune that no cell takes gives 1 chi everywhere")
    ]
    chi_supply: Annotated[
        Literal["unlimited", "48"], option("6", "chi gains are cut to the 48 tokens of the box")
    ]
    line_shape: Annotated[
        Literal["whole-run", "sub-runs"], option("20", "whether part of a run is a line")
    ]
    lines: Annotated[Literal["one", "many"], option("21", "how many lines a step may announce")]
    second_ultimate: Annotated[
        Literal["stays", "flips"], option("25, 26", "what a second Ultimate of a line does")
    ]
    total_floor: Annotated[Literal["none", "zero"], option("27", "whether a total may be negative")]
    bonus: Annotated[
        Literal["dice-margin", "vp-difference"], option("32", "what the leader's bonus measures")
    ]
    line_answer: Annotated[
        Literal["none", "spells"], option("37", "whether spells may answer an announced line")
    ]
    tempest_ultimate: Annotated[
        Literal["yes", "no"], option("40", "whether Tempest turns an Ultimate")
    ]
    sets: Annotated[Literal[1, 2], option("45", "sets of rounds with 3-4 players")]
    both_at_15: Annotated[
        Literal["in-order", "together"], option("47", "two players reach 15 VP in one clean-up")
    ]
    mercy_end: Annotated[Switch, option("49", "a lead of 10 VP after a clean-up ends the match")]


class Brawler(Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A seat: its monster, its board, its hand, and its marker."""

    hand: Hand
    monster: str = ""
    vp: int = 0
    chi: int = 0
    colored: dict[str, Rune] = {}
    """By cell, the runes that lie colored side up."""
    exhausted: dict[str, Rune] = {}
    """By cell, the runes that were turned this round."""
    card: str = ""
    """The Territory Card under the seat's marker."""
    injured: bool = False


class Effort(Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A duellist's step of a duel: his dice, his line, his roll."""

    dice: list[Color] = []
    """The dice taken, grey before black before red. After `kept` they are back in the pool."""
    values: list[int] = []
    """The kept roll, one value a die; empty before the roll."""
    points: int = 0
    """What the line, spells and Ultimates add to the hits."""
    total: int | None = None
    """Hits, points and injury together; None before the roll."""
    rerolls: int = 0
    """The rerolls that are left."""
    lines: list[str] = []
    """The lines announced in this step; the last is the one whose runes are being used."""
    pending: bool = False
    """The last line was announced, and its cells have not fired (option `line-answer`)."""
    kept: bool = False


class Duel(Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A challenge that is going on."""

    challenger: Whose
    defender: Whose
    attack: Effort
    defence: Effort
    gap: int = 0
    """The defender's less the challenger's VP when it began (option `bonus`)."""
    fired: list[Whose] = []
    """The seats that have fired their Ultimate in it."""


Why = Literal["", "start", "card", "forage", "treasure sack", "spell", "ultimate", "two"]


class Owed(Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something that must happen before the match goes on. The last of `State.owed` is first.

    Chance owes `reveal`, `draw`, `runes` (Rune Dice), `roll`, `reroll`, `thunder`; a seat owes
    `place`, `pick`, `power` (the kind of a Spell card's power), `use` (of a Spell card's power),
    `discard` (of its hand) and `part` (of one of two drawn cards); `effects` is what is left of an
    Ultimate and happens by itself.
    """

    do: Literal[
        "reveal", "draw", "runes", "roll", "reroll", "thunder",
        "place", "pick", "power", "use", "discard", "part", "effects",
    ]  # fmt: skip
    seat: Whose = 0
    runes: list[Rune] = []
    """`place`, `pick`: the runes to be placed. `use`: the one that the Spell card rolled."""
    count: int = 0
    """Cards or dice still to come, runes still to be picked, effects already done."""
    why: Why = ""
    """Where it comes from; it decides the stream and what a rune without a cell gives."""
    by: Whose = 0
    """The seat that acts or casts, as the stream names it."""
    target: Seat | None = None
    die: Color | None = None


class State(game.State, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The whole table."""

    options: Options
    round: int
    first: Whose
    phase: Literal["set-up", "resources", "challenge", "clean-up"]
    step: Literal["choose", "start", "deal", "claim", "action", "score", "refresh"]
    """What the match asks, seat by seat, when nothing is owed and no duel is on."""
    turn: Whose
    """The seat that it asks."""
    seats: list[Brawler]
    supply: dict[str, int]
    """The runes left of each kind."""
    dice: dict[str, int]
    """The challenge dice in the pool, by color."""
    territories: Deck
    spells: Deck
    revealed: list[str] = []
    """The Territory Cards on the table that no marker lies on."""
    territory_discards: list[str] = []
    spell_discards: dict[str, int] = {}
    duel: Duel | None = None
    owed: list[Owed] = []
    acted: bool = False
    """The seat whose turn it is has done what was asked; what that set off may still be owed."""
    casting: str = ""
    """The spell that is being resolved: it lies on the discards, but is not shuffled with them."""
    drawn: Hand | None = None
    """Two spells of which one will be kept (option `draw-two`)."""
    laps: int = 0
    """The sets of rounds that are complete."""
