"""A pack as the rules read it: boards with their cells and lines, prices, faces. Made once."""

from msgspec import Struct

from engine.games.taiwan_monsters_brawl.moves import Color, Rune
from engine.games.taiwan_monsters_brawl.pack import (
    SPELLS,
    TAKES,
    Effect,
    MonsterBoards,
    Pack,
    StartOption,
)
from engine.notation import squash

RUNES: tuple[Rune, ...] = ("ultimate", "chi", "spell", "upgrade", "reroll")
SEATS = 4
"""The most that play."""
COLORS: tuple[Color, ...] = ("grey", "black", "red")
HIGHER: dict[Color, Color] = {"grey": "black", "black": "red"}
LOWER: dict[Color, Color] = {"red": "black", "black": "grey"}

BLANK, EMPTY = ".", "# "
DIE_CELLS: dict[str, Color] = {"g": "grey", "b": "black", "r": "red"}


class Run(Struct, frozen=True):
    """A row or column of neighbouring cells without an Empty one: what a line can be.

    `slots` are its Blank and Designated cells, `dice` and `points` what its other cells give, in
    their order. `whole`: no longer run holds it.
    """

    cells: tuple[str, ...]
    slots: tuple[str, ...]
    dice: tuple[Color, ...]
    points: int
    whole: bool


class Board:
    """A monster with its two boards."""

    def __init__(self, entry: MonsterBoards) -> None:
        self.entry = entry
        self.rows, self.columns = len(entry.board), len(entry.board[0])
        self.cells = {
            name_of(column, row): mark
            for row, marks in enumerate(entry.board)
            for column, mark in enumerate(marks)
        }
        self.takes: dict[str, frozenset[Rune]] = {
            cell: frozenset(RUNES) if mark == BLANK else frozenset((TAKES[mark],))
            for cell, mark in self.cells.items()
            if mark == BLANK or mark in TAKES
        }
        self.blank = frozenset(cell for cell, mark in self.cells.items() if mark == BLANK)
        self.designated = {
            rune: frozenset(c for c, mark in self.cells.items() if TAKES.get(mark) == rune)
            for rune in RUNES
        }
        self.room = {
            rune: [c for c, kinds in self.takes.items() if rune in kinds] for rune in RUNES
        }
        self.runs = runs_of(self.cells, self.columns, self.rows)
        self.start: dict[str, StartOption] = {"a": entry.a, "b": entry.b}
        self.ultimate: list[Effect] = entry.ultimate
        self.aims = any(effect.whom == "chosen" for effect in self.ultimate)
        self.lifts = any(effect.effect == "upgrade" for effect in self.ultimate)


def name_of(column: int, row: int) -> str:
    """A cell's name: a1 is the upper left, b1 to its right, a2 below it."""
    return f"{chr(ord('a') + column)}{row + 1}"


def runs_of(cells: dict[str, str], columns: int, rows: int) -> dict[str, Run]:
    """Every run of a board, by its end cells."""
    ranks = [[name_of(c, r) for c in range(columns)] for r in range(rows)]
    ranks += [[name_of(c, r) for r in range(rows)] for c in range(columns)]
    found: dict[str, Run] = {}
    for rank in ranks:
        for first in range(len(rank)):
            for last in range(first + 1, len(rank)):
                part = rank[first : last + 1]
                if any(cells[cell] in EMPTY for cell in part):
                    break
                whole = (first == 0 or cells[rank[first - 1]] in EMPTY) and (
                    last == len(rank) - 1 or cells[rank[last + 1]] in EMPTY
                )
                found[f"{part[0]}-{part[-1]}"] = _run(cells, part, whole)
    return found


def _run(cells: dict[str, str], part: list[str], whole: bool) -> Run:
    marks = [cells[cell] for cell in part]
    return Run(
        cells=tuple(part),
        slots=tuple(c for c in part if cells[c] == BLANK or cells[c] in TAKES),
        dice=tuple(DIE_CELLS[mark] for mark in marks if mark in DIE_CELLS),
        points=sum(int(mark) for mark in marks if mark.isdigit()),
        whole=whole,
    )


class Box:
    """Everything that the rules look up in a pack."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.boards = {entry.name: Board(entry) for entry in pack.monster}
        self.dice: dict[str, int] = {
            die.color: die.count for die in sorted(pack.die, key=lambda d: COLORS.index(d.color))
        }
        # Hits first: on the same luck a better die never rolls worse.
        self.faces: dict[str, list[str]] = {
            die.color: [str(face) for face in sorted(die.faces, reverse=True)] for die in pack.die
        }
        self.rune_die: list[str] = list(pack.supply.rune_die)
        self.chi_rune = pack.supply.chi_rune
        self.spells = {spell.name: spell.copies for spell in pack.spell}
        printed = {squash(name): name for name in SPELLS}
        self.printed = {spell.name: printed[squash(spell.name)] for spell in pack.spell}
        self.costs = {spell.name: spell.cost for spell in pack.spell}
        self._weigh_runes(pack.supply.runes)
        self.all_spells = sum(self.spells.values())
        self.territories = {card.name: card for card in pack.territory}
        self.territory_names = frozenset(self.territories)
        self.territory_copies = dict.fromkeys(self.territories, 1)
        # With no more cards than this a draw may have one possible outcome.
        self.few_spells = max([2, *self.spells.values()])
        self.sure_dice = any(len(set(faces)) == 1 for faces in self.faces.values())
        self.sure_runes = len(set(self.rune_die)) == 1
        columns = max(board.columns for board in self.boards.values())
        rows = max(board.rows for board in self.boards.values())
        self.cell_names = [name_of(c, r) for r in range(rows) for c in range(columns)]
        ordered = sorted(self.cell_names)
        self.line_names = [f"{a}-{b}" for i, a in enumerate(ordered) for b in ordered[i + 1 :]]
        self.turned_lines = {"-".join(name.split("-")[::-1]): name for name in self.line_names}

    def _weigh_runes(self, each: int) -> None:
        """Numbers for the runes of a pile and for a rune on a cell, whose sum is `all_runes` only
        where there are `each` of every kind: no digit of it can run over."""
        base = 1 + max(each, SEATS * max(len(board.takes) for board in self.boards.values()))
        weigh: dict[str, int] = {rune: base**place for place, rune in enumerate(RUNES)}
        self.all_runes = sum(each * weight for weight in weigh.values())
        self.piles = {
            rune: {count: count * weight for count in range(each + 1)}
            for rune, weight in weigh.items()
        }
        self.weights = {
            name: {c: {rune: weigh[rune] for rune in kinds} for c, kinds in board.takes.items()}
            for name, board in self.boards.items()
        }
