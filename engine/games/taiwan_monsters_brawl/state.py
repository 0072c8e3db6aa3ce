"""What is on the table in Taiwan Monsters Brawl."""

from typing import Annotated, Literal

from engine import game
from engine.words import Seat, option

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
