"""A pack as the rules read it: neighbours, rings, routes, prices. Made once.

Many spaces at once are a whole number with a bit for each, so that a step of all of them is a few
shifts; `bit` has the bit of each space.
"""

from collections.abc import Iterable

from engine.games.vale_dos_monstros.field import WIDEST, Field, distance
from engine.games.vale_dos_monstros.moves import Go
from engine.games.vale_dos_monstros.pack import LEGIONS, Pack, Row, hearths

Cells = int
"""Some spaces, a bit for each."""
Routes = tuple[tuple[tuple[Cells, tuple[int, Go]], ...], ...]
"""By seat: the spaces where a piece may end, with its move there."""
ROW = WIDEST + 2
"""Bits from a space to the one at its lower right: room so that no step leads around the board."""


def spread(cells: Cells) -> Cells:
    """Everything adjacent to some spaces, and bits where no space is."""
    right, left = cells << 1, cells >> 1
    return right | left | (cells | left) << ROW | (cells | right) >> ROW


class Box:
    """A pack with its tables."""

    def __init__(self, pack: Pack, field: Field) -> None:
        self.pack, self.field = pack, field
        self.near, self.kind, self.side = field.near, field.kind, field.side
        self.valley = frozenset(field.of("valley"))
        self.bushes = field.of("bush")
        self.tents = field.of("tent")
        self.tent_set = frozenset(self.tents)
        self._set_bits()
        self._set_tents()
        self._set_numbers()
        self.pairs = tuple(
            (min(bush, near), max(bush, near))
            for place, bush in enumerate(self.bushes)
            for near in self.bushes[place + 1 :]
            if near in self.near[bush]
        )
        """The bushes that are adjacent to each other."""
        self.routes = {steps: self._routes(steps) for steps in dict.fromkeys(self.steps.values())}
        """By the steps of a move, where it starts and its seat: where it may end at best, and the
        move as it is listed."""

    def _set_bits(self) -> None:
        self.bit: dict[str, Cells] = {
            # Two characters a hex, each row moved left by half a hex against the one above.
            cell: 1 << (ROW * (y + 1) + (x - y) // 2)
            for cell, (x, y) in self.field.at.items()
        }
        self.valley_bits = self.bits(self.field.of("valley"))
        self.bush_bits = self.bits(self.bushes)
        self.tent_bits = self.bits(self.tents)
        self.side_bits = {
            side: self.bits(bush for bush in self.bushes if self.side[bush] == side)
            for side in self.pack.board.sides
        }

    def _set_tents(self) -> None:
        self.tents_near = {
            cell: tuple(near for near in around if near in self.tent_set)
            for cell, around in self.near.items()
        }
        self.rings = {tent: self._rings(tent) for tent in self.tents}
        self.beside = {tent: self.bits(self.near[tent]) for tent in self.tents}
        self.hearths = {tent: hearths(self.field, tent) for tent in self.tents}
        """The spaces beside each tent that no bush and no mountain keeps a campfire from."""
        self.tiles = [str(number + 1) for number in range(len(self.tents))]
        self.rows: list[dict[str, Row]] = [
            dict(zip(self.tiles, table.row, strict=True)) for table in self.pack.table
        ]

    def _set_numbers(self) -> None:
        box, gain, start, price = self.pack.box, self.pack.gain, self.pack.start, self.pack.price
        self.cheapest = min(price.tent, price.tent_with_fire)
        self.supply = {"man": box.men, "woman": box.women, "child": box.children}
        self.worth = {"man": gain.man, "woman": gain.woman, "child": gain.child}
        self.steps: dict[str, int] = dict.fromkeys(LEGIONS, start.steps)
        self.steps["witch"] = start.witch_steps
        self.refresh: dict[str, list[int]] = dict.fromkeys(LEGIONS, price.refresh)
        self.refresh["mummy"] = price.refresh_mummy

    def _rings(self, tent: str) -> tuple[tuple[str, ...], ...]:
        """The valley spaces of ring 1, ring 2... of a tent."""
        rings: dict[int, list[str]] = {}
        for cell, place in self.field.at.items():
            if cell in self.valley:
                rings.setdefault(distance(place, self.field.at[tent]), []).append(cell)
        return tuple(tuple(rings[size]) for size in sorted(rings))

    def bits(self, cells: Iterable[str]) -> Cells:
        """Some spaces, each named once, as bits."""
        return sum(map(self.bit.__getitem__, cells))

    def _routes(self, steps: int) -> dict[str, Routes]:
        routes: dict[str, Routes] = {}
        for start in (*self.bushes, *self.field.of("valley")):
            found, edge = {start: True}, [start]
            for _ in range(steps):
                edge = [near for cell in edge for near in self.near[cell] if near not in found]
                edge = list(dict.fromkeys(edge))
                found.update(dict.fromkeys(edge, True))
            ends = (cell for cell in found if cell != start and self.kind[cell] != "mountain")
            moves = [(self.bit[end], Go(start, end)) for end in ends]
            routes[start] = tuple(
                tuple((bit, (seat, move)) for bit, move in moves) for seat in range(len(LEGIONS))
            )
        return routes
