"""A box for tests: a map whose distances are known at a glance, and tables of plain tiles.

Rows with a blank in front are moved right by half a hex: in `FIELD`, g9 touches g8, g10, f8, f9,
h8 and h9. Its tents:

    d4    in the open, six spaces beside it
    g4 g6 share the space g5
    j4 j5 touch each other
    c8    in the open, near the entrance north
    e2    three bushes west beside it; only e3 can take a campfire
    b11   bush a12 and mountain a11 beside it; c11 and c12 can take a campfire
    e13   three mountains beside it; only e12 can take a campfire
    i13   only h12 can take a campfire
    l5    bushes m5 and m6 beside it; k5 and k6 can take a campfire
    l10   bushes m10 and m11 beside it; only k10 can take a campfire

Bush a10 has no bush beside it; a1 (west) touches a2 (north), m15 (east) touches m14 (south).
"""

from msgspec.structs import replace

from engine.games.vale_dos_monstros.pack import (
    Board,
    Gain,
    Pack,
    Price,
    Row,
    Score,
    Start,
    Table,
    Things,
)

SIDES = ["north", "east", "south", "west"]
FIELD = [
    "w n n n n n n N # n # n n n #",  # a
    " w . . . . . . . . . T . . e",
    "w . . . . . . T . . . . . . e",  # c
    " w . . T . . . . . . . . # e",
    "w T . . . . . . . . . . T # e",  # e
    " w . . . . . . . . . . . # e",
    "W . . T . T . . . . . . . . E",  # g
    " w . . . . . . . . . . . . e",
    "w . . . . . . . . . . . T . e",  # i
    " w . . T T . . # . . # . . e",
    "w . . . . . . . . . . . . . e",  # k
    " w . . . T . . . . T . . . e",
    "# s s s s s s S s s s s s s e",  # m
]
LEGEND = {
    ".": "valley",
    "#": "mountain",
    "T": "tent",
    "n": "bush north",
    "e": "bush east",
    "s": "bush south",
    "w": "bush west",
    "N": "entrance north",
    "E": "entrance east",
    "S": "entrance south",
    "W": "entrance west",
}
TENTS = ["b11", "c8", "d4", "e2", "e13", "g4", "g6", "i13", "j4", "j5", "l5", "l10"]

PLAIN = [
    Row(),  # 1: nobody
    Row(fire=True),  # 2: a campfire alone
    Row(men=1),  # 3
    Row(women=1, children=1),  # 4
    Row(men=1, women=2, children=1, fire=True),  # 5: the row of the rulebook's example
    Row(children=1),  # 6
    Row(men=3, women=3, children=2),  # 7: eight, more than a ring holds
    Row(men=1, fire=True),  # 8
    Row(),  # 9: nobody
    Row(men=2, fire=True),  # 10
    Row(fire=True),  # 11: a campfire alone
    Row(women=3, children=3, fire=True),  # 12
]
CROWD = [Row(men=15, women=15, children=14), *[Row()] * 5, *[Row(fire=True)] * 6]
EMPTY = [Row()] * 12
KIDS = [Row(children=1)] * 12

_TABLES = {"plain": PLAIN, "crowd": CROWD, "empty": EMPTY, "kids": KIDS}
BOX = Pack(
    name="test box",
    box=Things(
        source="house", monsters=8, cards=3, tokens=69, men=15, women=15, children=14, fires=6
    ),
    start=Start(source="house", tokens=3, points=3, steps=3, witch_steps=4),
    price=Price(
        source="house", tent=3, tent_with_fire=5, refresh=[4], refresh_mummy=[0, 2], watchman=2
    ),
    gain=Gain(source="house", man=3, woman=2, child=1, pair_less=1, surround=3, pounce=2),
    score=Score(
        source="house", tent=4, tent_with_fire=6, valley=2, bush=1, front=1, tokens_a_point=2
    ),
    board=Board(source="house", name="test field", sides=SIDES, map=FIELD, legend=LEGEND),
    table=[Table(source="house", name=name, row=row) for name, row in _TABLES.items()],
)

# A valley of 13 spaces: c1 (entrance west) to c10, the entrances a10, c13 and e9, which nobody can
# reach. Each of the twelve tents b4-b9 and d4-d9 touches two spaces of row c; only c5 to c9 can
# take a campfire.
CORRIDOR = [
    "w w w n n n n n n N e e e",  # a
    " w # # T T T T T T # # e",
    "W . . . . . . . . . # # E",  # c
    " w # # T T T T T T # # e",
    "w w s s s s s s S e e e #",  # e
]
NARROW = replace(BOX, board=replace(BOX.board, map=CORRIDOR))
