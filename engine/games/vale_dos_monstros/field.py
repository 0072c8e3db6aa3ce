"""The board as a pack draws it: a text picture of hexes, read into named spaces.

Character (x, y) of the picture is a hex whose neighbours are (x ± 2, y) and (x ± 1, y ± 1), so that
two hexes are `|dy| + max(0, (|dx| - |dy|) / 2)` steps apart.
"""

from typing import Literal

from msgspec import Struct

from engine.errors import BadPack

Kind = Literal["valley", "bush", "mountain", "tent"]
LETTERS = "abcdefghijklmnopqrstuvwxyz"
WIDEST = 19
"""Hexes of a row that fit a terminal."""
AROUND = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
"""The six neighbours, clockwise from the upper right."""


class Field(Struct, frozen=True):
    """The spaces of a board, row by row: where each lies, what it is, its neighbours.

    `side` is the side of each bush, `entrances` the space of each side's entrance (which is a
    valley space).
    """

    at: dict[str, tuple[int, int]]
    kind: dict[str, Kind]
    side: dict[str, str]
    entrances: dict[str, str]
    near: dict[str, tuple[str, ...]]

    def of(self, kind: Kind) -> tuple[str, ...]:
        """The spaces of a kind."""
        return tuple(cell for cell, found in self.kind.items() if found == kind)


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """How many steps apart two hexes are, whatever lies between them."""
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    return dy + max(0, (dx - dy) // 2)


def survey(rows: list[str], legend: dict[str, str], sides: list[str]) -> Field:
    """Read a picture. Raises BadPack naming the row, or the legend, that cannot be read."""
    meaning = {mark: _meaning(mark, text, sides) for mark, text in legend.items()}
    if not 1 <= len(rows) <= len(LETTERS):
        raise BadPack("board.map", f"a board has 1 to {len(LETTERS)} rows, not {len(rows)}")
    at: dict[str, tuple[int, int]] = {}
    kind: dict[str, Kind] = {}
    side: dict[str, str] = {}
    entrances: dict[str, str] = {}
    shift = next((len(r) - len(r.lstrip()) for r in rows), 0)
    for y, row in enumerate(rows):
        path = f"board.map[{y}]"
        for x, mark in enumerate(row):
            if mark == " ":
                continue
            cell = f"{LETTERS[y]}{x // 2 + 1}"
            _check_mark(path, row, x, (x + y - shift) % 2 == 0, mark in meaning)
            at[cell] = x, y
            what, where = meaning[mark]
            kind[cell] = "valley" if what == "entrance" else what
            if what == "bush":
                side[cell] = where
            elif what == "entrance":
                if where in entrances:
                    raise BadPack(path, f"there is a second entrance {where}")
                entrances[where] = cell
    return Field(at, kind, side, entrances, _neighbours(at))


def _meaning(mark: str, text: str, sides: list[str]) -> tuple[Kind | Literal["entrance"], str]:
    what, _, side = text.partition(" ")
    if len(mark) != 1 or mark == " ":
        raise BadPack("board.legend", f'"{mark}" is not one character')
    if what in ("bush", "entrance"):
        if side not in sides:
            raise BadPack("board.legend", f'"{text}" names no side; say one of {", ".join(sides)}')
        return ("bush" if what == "bush" else "entrance"), side
    for kind in ("valley", "mountain", "tent"):
        if text == kind:
            return kind, ""
    raise BadPack("board.legend", f'"{text}" is no kind of space')


def _check_mark(path: str, row: str, x: int, in_place: bool, known: bool) -> None:
    if x // 2 >= WIDEST:
        raise BadPack(path, f"a row has at most {WIDEST} hexes")
    if not known:
        raise BadPack(path, f'the legend does not know "{row[x]}"')
    if not in_place:
        raise BadPack(
            path,
            f'"{row[x]}" at character {x + 1} is not half a hex beside the hexes of the next row',
        )


def _neighbours(at: dict[str, tuple[int, int]]) -> dict[str, tuple[str, ...]]:
    names = {place: cell for cell, place in at.items()}
    around = {
        cell: [names.get((x + dx, y + dy)) for dx, dy in AROUND] for cell, (x, y) in at.items()
    }
    return {cell: tuple(n for n in near if n is not None) for cell, near in around.items()}
