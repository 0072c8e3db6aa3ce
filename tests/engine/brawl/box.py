"""A box for tests: boards whose lines are known at a glance, cheap spells, plain territories.

Every board is cut by rows of empty spaces, so that its lines are horizontal (CROSS is not). The
dice are those of the printed box.
"""

from engine.games.taiwan_monsters_brawl.moves import Rune
from engine.games.taiwan_monsters_brawl.pack import (
    Die,
    Effect,
    MonsterBoards,
    Pack,
    SpellCard,
    StartOption,
    Supply,
    TerritoryCard,
)

FORGE = [
    "..#..1#.###",  # a1-b1 two blanks; d1-f1 with 1 point; h1 stands alone
    "###########",
    ".g#.b#.r#2g",  # a3-b3 grey die; d3-e3 black; g3-h3 red; j3-k3 has no cell for a rune
    "###########",
    ".rrrrrrrr##",  # a5-i5 asks for more dice than the box has
    "###########",
    "......#9.##",  # a7-f7 six blanks; h7-i7 with 9 points
    "###########",
    "UU.#.g1####",  # a9-c9 two Ultimates; e9-g9 grey die and 1 point
]
DICE = [
    "..bbb",  # a1-e1 takes every black die
    "#####",
    "..rrr",  # a3-e3 takes every red die
    "#####",
    "..gg#",  # a5-d5 asks for five greys
    "#####",
    "GGGG#",  # a7-d7 four Upgrades
]
CROSS = [
    "...",  # a1-c1; a1-a3, b1-b3 (with 2 points), c1-c2
    ".2g",  # a2-c2
    "S. ",  # a3-b3: c3 is an empty space
]
ROOM = [
    "C1#.#.",  # a1 Chi, b1 1 point; d1, f1 alone
]
TINY = ["C1"]
PAIR = ["C."]

GREY, BLACK, RED = ["1", "1", "0", "0", "0", "0"], ["1"] * 3 + ["0"] * 3, ["1"] * 4 + ["0"] * 2
KINDS: list[Rune] = ["ultimate", "chi", "spell", "upgrade", "reroll"]
COSTS = {
    "tornado": 0,
    "tsunami": 0,
    "wildfire": 0,
    "aegis": 0,
    "volcanic eruption": 0,
    "explosion": 1,
    "thunder beast": 0,
    "chi replenishment": 0,
    "eye of the monster": 0,
    "spell": 0,
    "tempest": 0,
    "treasure sack": 0,
    "mountain troll": 3,
}
COPIES = dict.fromkeys(COSTS, 3)


def _monster(
    name: str, letter: str, board: list[str], b: StartOption, *ultimate: Effect
) -> MonsterBoards:
    return MonsterBoards("house", name, letter, board, StartOption(), b, list(ultimate))


def _own(effect: str, amount: int = 1, **more: str) -> Effect:
    return Effect(effect=effect, amount=amount, **more)  # type: ignore[arg-type]


_START = StartOption(["chi", "upgrade"], 3)
MONSTERS = [
    _monster("ram", "A", FORGE, StartOption(["ultimate", "chi"], 1), _own("dice", color="red")),
    _monster("ox", "B", FORGE, StartOption([], 4), _own("upgrade")),
    _monster("hen", "C", FORGE, _START, _own("reroll")),
    _monster(
        "boar", "D", FORGE, _START, _own("points", 2, whom="self"), _own("points", -2, whom="foe")
    ),
    _monster("cat", "E", FORGE, _START, _own("vp", -1, whom="chosen")),
    _monster(
        "dog", "F", FORGE, _START,
        _own("chi", -2, whom="foe"), _own("vp", whom="self"), _own("chi", whom="self"),
    ),
    _monster("rat", "G", FORGE, _START, _own("runes", 2, whom="self")),
    _monster(
        "pig", "H", FORGE, _START, _own("spells", 1, whom="foe"), _own("spells", 1, whom="self")
    ),
    _monster("owl", "I", DICE, _START, _own("upgrade"), _own("chi", -1, whom="chosen")),
    _monster("elk", "J", CROSS, _START, _own("points", whom="self")),
    _monster("gnat", "K", TINY, StartOption(["chi"], 0), _own("chi", whom="self")),
    _monster("fox", "L", PAIR, StartOption(["chi", "reroll"], 0), _own("points", whom="self")),
    _monster("eel", "M", FORGE, _START, _own("runes", 1, whom="chosen")),
    _monster("yak", "N", DICE, _START, _own("dice", color="red")),
    _monster("newt", "O", FORGE, _START, _own("vp", -2, whom="foe")),
    _monster("slug", "P", ROOM, StartOption(["chi"], 0), _own("chi", whom="self")),
]  # fmt: skip


def _card(name: str, vp: int, chi: int = 0, *runes: Rune) -> TerritoryCard:
    return TerritoryCard("house", name, vp, chi, list(runes))


TERRITORIES = [
    _card("p1", 1),
    _card("p2", 2),
    _card("p3", 3),
    _card("p4", 4),
    _card("p5", 5),
    _card("ca", 1, 2),
    _card("r1", 1, 0, "chi"),
    _card("r2", 2, 1, "upgrade", "reroll"),
    _card("r3", 1, 0, "spell", "spell", "ultimate"),
    _card("r4", 1, 0, "chi", "chi"),
    _card("big", 9),
    _card("huge", 15),
    *(_card(f"q{number}", 1) for number in range(1, 17)),
]

BOX = Pack(
    name="test box",
    die=[
        Die("house", "grey", 4, [1, 1, 0, 0, 0, 0]),
        Die("house", "black", 3, [1, 1, 1, 0, 0, 0]),
        Die("house", "red", 3, [1, 1, 1, 1, 0, 0]),
    ],
    supply=Supply("house", 14, 48, 2, [*KINDS, "choice"]),
    spell=[SpellCard("house", name, cost, 3) for name, cost in COSTS.items()],
    territory=TERRITORIES,
    monster=MONSTERS,
)
