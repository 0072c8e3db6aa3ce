"""What is on the table in O Vale dos Monstros."""

from typing import Annotated, Literal

from msgspec import Struct

from engine import game
from engine.games.vale_dos_monstros.moves import LegionName, Visitor
from engine.words import Seat, Whose, option

Switch = Literal["off", "on"]


class Options(game.Options, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The doubtful rulings, in the order of the rules file; none has a default."""

    first: Annotated[Seat, option("1", "who begins", set_up=True)]
    most_players: Annotated[Literal[6, 5], option("1", "how many may play at most", set_up=True)]
    table: Annotated[Literal[1, 2, 3, 4], option("3", "the visitors' table", set_up=True)]
    watchman: Annotated[Switch, option("43", "the Night Watchman Variant", set_up=True)]
    token_supply: Annotated[
        Literal["limited", "unlimited"], option("7", "gains are cut to the tokens of the box")
    ]
    bushes: Annotated[
        Literal["spaces", "leave-only"], option("14", "whether a piece may step into a bush")
    ]
    campfire: Annotated[
        Literal["adjacent", "own"], option("18, 39", "which campfire counts for a tent")
    ]
    controller_surrounds: Annotated[
        Literal["on", "off"], option("20", "whether a piece on a tent helps to surround")
    ]
    bush_surrounds: Annotated[
        Literal["on", "off"], option("23", "whether pieces in bushes surround and are surrounded")
    ]
    burning: Annotated[
        Literal["must", "may"], option("29", "whether the revealer may burn nobody (`spare`)")
    ]
    skeleton_pair: Annotated[
        Literal["same-piece", "any-pieces"], option("33", "who must stand beside both visitors")
    ]
    capture_reserve: Annotated[
        Literal["needed", "not-needed"], option("34", "whether capturing needs a piece in reserve")
    ]
    vampire_bushes: Annotated[
        Literal["mutual", "captor"], option("35", "what the two bushes must be adjacent to")
    ]
    stalemate: Annotated[
        Switch, option("38", "a round in which nobody does anything ends the match")
    ]
    own_legions: Annotated[
        Literal["apart", "opponents"], option("42", "whether a player's two legions may fight")
    ]
    entrance: Annotated[
        Literal["marker", "space"], option("43", "whether the watchman stands on his entrance")
    ]


class Legion(Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What lies before a seat; its pieces on the board are in `State.monsters` and `held`."""

    legion: LegionName | Literal[""] = ""
    tokens: int = 0
    reserve: int = 0
    """Pieces that only a capture brings into the match."""
    front: int = 0
    """Pieces in front of the screen."""
    down: int = 0
    """Action cards that are turned down."""
    refreshed: int = 0
    """How often they have been turned up again."""


class Unveiling(Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A reveal that is not complete. Until its tent is in `State.turned`, chance is due."""

    tent: str
    fire: bool = False
    """The campfire is to be placed."""
    people: dict[str, int] = {}
    """The visitors that are to be placed."""


class State(game.State, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The whole table. Spaces are their names."""

    options: Options
    table: int
    """The visitors' table (from 1)."""
    first: Whose
    phase: Literal["choose", "bush", "watch", "turn"]
    """Three parts of the set-up, then the turns."""
    round: int
    turn: Whose
    """The seat that the match asks."""
    seats: list[Legion]
    tokens: int
    """The reserve of tokens."""
    watch: str | None = None
    """The side that is watched; empty before the watchman is placed, None without the variant."""
    monsters: dict[str, Whose] = {}
    """The seats of the pieces in bushes and in the valley."""
    held: dict[str, Whose] = {}
    """The seats that control tents, each with a piece and a token on it."""
    visitors: dict[str, Visitor] = {}
    fires: dict[str, str] = {}
    """The tent that brought each campfire, by its space."""
    turned: dict[str, str] = {}
    """The tile of each tent that was revealed."""
    points: int = 0
    """Action points that are left."""
    extra: bool = False
    """A card was turned down this turn."""
    begun: bool = False
    """The action that it gives has not been used."""
    ability: bool = False
    """The legion's ability of once a turn was used."""
    free_watch: bool = False
    """A reveal is complete, and the watchman may be moved for nothing."""
    stirred: bool = False
    """Something was done this turn but `pass`, `extra` and `end`."""
    quiet: list[Whose] = []
    """The seats that have ended a turn in which nothing was done, since something was."""
    reveal: Unveiling | None = None
    rise: list[str] = []
    """A vampire's capture that `rise` or `front` completes: the captor's and the visitor's
    space."""
    last: list[str] = []
    """The spaces of the last thing done on the board."""
    minted: int = 0
    """Tokens in play beyond those of the box (option `token-supply`)."""
