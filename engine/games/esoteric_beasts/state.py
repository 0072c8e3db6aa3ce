"""What is on the table in Esoteric Beasts.

A card's slot is a short text. Face up: `S:Hell Swine` (seen: still upside down) or `U:Hell Swine`
(upright). Face down: `D:Hell Swine` where it is known, and `A` or `B`, the deal it came from, where
nobody has seen it. No order of unseen cards is kept anywhere: `flips` says what one may be.
"""

from typing import Annotated, Literal

from msgspec import Struct

from engine import game
from engine.words import option

Slot = str
DEALS = ("A", "B")
"""The slots that nobody has seen, by the set that they were dealt into."""
DOWN, SEEN, UPRIGHT = "D:", "S:", "U:"


class Options(game.Options, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The doubtful rulings, in the order of the rules file; none has a default."""

    visit: Annotated[
        Literal["one-step", "sight-and-awaken"],
        option("5", "whether a face-down card is also turned upright in its first visit"),
    ]
    free_capture: Annotated[
        Literal["forced", "may-pay"],
        option("12", "whether the paid ways are open with a match too"),
    ]
    zero_capture: Annotated[
        Literal["free", "barred"], option("15", "whether a value of 0 may be paid")
    ]
    thrashed_score: Annotated[
        Literal["count", "leave-out"], option("22, 32", "whether thrashed Beasts still score")
    ]
    thrash_top: Annotated[
        Literal["step", "sight-only", "barred"],
        option("24, 25", "what happens to a new top card after a thrash"),
    ]
    zero_explore: Annotated[
        Literal["one", "barred"], option("26", "what a value of 0 does in an EXPLORE")
    ]
    empty_hand: Annotated[
        Literal["ends", "refill"], option("31", "what happens when Set A runs out first")
    ]
    stall_stop: Annotated[
        Literal["on", "off"], option("34", "60 EXPLOREs in which nothing happens end the match")
    ]


class Deal(Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What nobody has seen of the cards dealt into a set, wherever they lie now."""

    unseen: int = 0
    esoteric: int = 0
    """How many of them are Esoteric Beasts."""


class State(game.State, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The whole table."""

    options: Options
    hand: list[Slot]
    """Set A, the top card first."""
    energy: list[Slot]
    """Set B, the ENERGY deck, the top card first; all face down."""
    deals: dict[str, Deal]
    """By the set they were dealt into."""
    step: Literal["respond", "thrash", "return", "explore"]
    """What the match asks: any response; the next Beast of a thrash; a card to return; after a
    thrash only EXPLORE. While an unseen card is on top its SIGHT comes first."""
    captured: list[str] = []
    """The CAPTURE pile, face up, in the order of the captures."""
    thrashed: list[str] = []
    """The Esoteric Beasts set aside, four a thrash in the pack's order of elements."""
    discard: list[Slot] = []
    """What damage took, out of use."""
    owed: int = 0
    """Cards that the present thrash has still to return."""
    fresh: bool = False
    """The present thrash has returned the top card, so that another lies there."""
    explores: int = 0
    """How often the player has explored: the number of turns that are complete."""
    idle: int = 0
    """How many of these, in a row, changed nothing but the order of Set A."""
