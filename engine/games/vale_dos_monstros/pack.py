"""The components of a box of O Vale dos Monstros, as a pack writes them down."""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, get_args

from msgspec import Meta

from engine.errors import BadPack
from engine.games.vale_dos_monstros.field import Field, survey
from engine.games.vale_dos_monstros.moves import LegionName
from engine.notation import alike, squash
from engine.packs import Part, Sources

Count = Annotated[int, Meta(ge=0, le=99)]
Some = Annotated[int, Meta(ge=1, le=99)]
Steps = Annotated[int, Meta(ge=1, le=9)]


class Things(Part, frozen=True):
    """What the box holds: pieces and action cards of each legion, tokens, visitors, campfires."""

    source: Sources
    monsters: Some
    cards: Count
    tokens: Annotated[int, Meta(ge=1, le=999)]
    men: Count
    women: Count
    children: Count
    fires: Count


class Start(Part, frozen=True):
    """Tokens of each legion at the start, action points of a turn, steps of a move."""

    source: Sources
    tokens: Count
    points: Steps
    steps: Steps
    witch_steps: Steps


class Price(Part, frozen=True):
    """What is paid, in tokens; `refresh` lists the price of the first, the second... time."""

    source: Sources
    tent: Some
    tent_with_fire: Some
    refresh: list[Count]
    refresh_mummy: list[Count]
    watchman: Count


class Gain(Part, frozen=True):
    """What is gained, in tokens; `pair_less` is what a skeleton loses by frightening two."""

    source: Sources
    man: Count
    woman: Count
    child: Count
    pair_less: Count
    surround: Count
    pounce: Count


class Score(Part, frozen=True):
    """What counts at the end; so many tokens are one point."""

    source: Sources
    tent: Count
    tent_with_fire: Count
    valley: Count
    bush: Count
    front: Count
    tokens_a_point: Some


class Board(Part, frozen=True):
    """The map, one text a row, one character a hex, and what each character means: `valley`,
    `mountain`, `tent`, `bush SIDE` or `entrance SIDE`."""

    source: Sources
    name: str
    sides: list[str]
    map: list[str]
    legend: dict[str, str]


class Row(Part, frozen=True):
    """Who camps in the tent of a number, and whether they have a campfire."""

    men: Count = 0
    women: Count = 0
    children: Count = 0
    fire: bool = False
    source: Sources | None = None


class Table(Part, frozen=True):
    """A visitors' table: a row for each tile, in order."""

    source: Sources
    name: str
    row: list[Row]


class Pack(Part, frozen=True):
    """A whole box."""

    name: str
    box: Things
    start: Start
    price: Price
    gain: Gain
    score: Score
    board: Board
    table: list[Table]


TENTS = 12
SIDES = 4
TABLES = 4
LEGIONS: tuple[LegionName, ...] = get_args(LegionName)
MOST_SEATS = len(LEGIONS)

Fault = tuple[str, str]
"""The path of a value, and what is wrong with it."""


def check_pack(pack: Pack) -> Field:
    """The board of a box. Raises BadPack, with the path of the value, where it cannot be played."""
    for path, reason in _counts(pack):
        raise BadPack(path, reason)
    field = survey(pack.board.map, pack.board.legend, pack.board.sides)
    for path, reason in (*_tables(pack), *_sides(pack, field), *_tents(pack, field)):
        raise BadPack(path, reason)
    return field


def _counts(pack: Pack) -> Iterator[Fault]:
    if pack.box.monsters < SIDES:
        yield "box.monsters", f"each legion places {SIDES} monsters"
    if pack.box.tokens < pack.start.tokens * MOST_SEATS:
        yield "box.tokens", f"{MOST_SEATS} legions begin with {pack.start.tokens} tokens each"
    sides = pack.board.sides
    if len(sides) != SIDES:
        yield "board.sides", f"a board has {SIDES} sides, not {len(sides)}"
    if not all(squash(side) for side in sides):
        yield "board.sides", "a side needs a name of letters"
    double = alike(sides)
    if double:
        yield "board.sides", f'"{double[0]}" and "{double[1]}" read alike'


def _tables(pack: Pack) -> Iterator[Fault]:
    if len(pack.table) != TABLES:
        yield "table", f"a box has {TABLES} visitors' tables, not {len(pack.table)}"
    box = pack.box
    for nth, table in enumerate(pack.table):
        if len(table.row) != TENTS:
            yield (
                f"table[{nth}].row",
                f"a table has a row for each tile from 1 to {TENTS}, this one {len(table.row)}",
            )
        totals = (
            ("men", sum(row.men for row in table.row), box.men),
            ("women", sum(row.women for row in table.row), box.women),
            ("children", sum(row.children for row in table.row), box.children),
            ("campfires", sum(row.fire for row in table.row), box.fires),
        )
        for what, total, most in totals:
            if total > most:
                yield f"table[{nth}].row", f"{total} {what} are more than the box's {most}"


def _sides(pack: Pack, field: Field) -> Iterator[Fault]:
    bushes = Counter(field.side.values())
    for side in pack.board.sides:
        if side not in field.entrances:
            yield "board.map", f"there is no entrance {side}"
        if bushes[side] < MOST_SEATS:
            yield (
                "board.map",
                f"{bushes[side]} bushes {side} are too few for {MOST_SEATS} legions",
            )


def _tents(pack: Pack, field: Field) -> Iterator[Fault]:
    tents = field.of("tent")
    if len(tents) != TENTS:
        yield "board.map", f"a board has {TENTS} tents, not {len(tents)}"
    fires = any(row.fire for table in pack.table for row in table.row)
    reachable = _reachable(field)
    for tent in tents:
        path = f"board.map[{field.at[tent][1]}]"
        if not any(cell in reachable for cell in field.near[tent]):
            yield path, f"no way leads from a bush to the tent {tent}"
        # Any tile may lie under any tent.
        if fires and not hearths(field, tent):
            yield path, f"no space beside the tent {tent} can take a campfire"


def _reachable(field: Field) -> dict[str, bool]:
    """The spaces that a monster can walk to from some bush."""
    found = dict.fromkeys(field.of("bush"), True)
    edge = list(found)
    while edge:
        cell = edge.pop()
        for to in field.near[cell]:
            if to not in found and field.kind[to] in ("valley", "bush"):
                found[to] = True
                edge.append(to)
    return found


def hearths(field: Field, tent: str) -> tuple[str, ...]:
    """The valley spaces beside a tent that no bush and no mountain keeps a campfire from."""
    return tuple(
        cell
        for cell in field.near[tent]
        if field.kind[cell] == "valley"
        and all(field.kind[near] not in ("bush", "mountain") for near in field.near[cell])
    )
