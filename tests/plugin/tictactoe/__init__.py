"""Tic-tac-toe, as another author would ship it.

Players 2; no chance; nothing hidden. Whoever fills a row, a column or a diagonal wins; the size of
the board is the pack's.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from engine import game
from engine.chance import Request
from engine.errors import IllegalMove
from engine.game import Picture, Standing, Turn
from engine.text import Span, clip
from engine.words import Whose, name, option

Cell = Annotated[str, name("cell")]


class Pack(Struct, frozen=True, forbid_unknown_fields=True):
    """The board."""

    name: str
    source: Literal["rulebook", "public", "house"]
    size: Annotated[int, Meta(ge=3, le=9)]


class Options(game.Options, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Its one doubtful rule."""

    full: Annotated[
        Literal["draw", "second"], option("end", "who wins when the board is full and nobody has")
    ]


class State(game.State, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Which seat has marked which cell, in order; who has won."""

    options: Options
    marks: dict[str, Whose] = {}
    won: Whose | None = None


class Mark(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True,
    tag_field="verb", tag="mark",
):  # fmt: skip
    """Turns: mark an empty cell."""

    cell: Cell


class TicTacToe(game.Game):
    """The rules, and the lines of the board."""

    name = "tic-tac-toe"
    title = "Tic-tac-toe"
    version = "1"
    players = (2, 2)
    State, Options, Pack = State, Options, Pack
    Moves = Mark
    OPTIONS: dict[str, Any] = {"full": "draw"}

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        letters, rows = "abcdefghi"[: pack.size], range(1, pack.size + 1)
        self.cells = [f"{letter}{row}" for row in rows for letter in letters]
        lines = [[f"{letter}{row}" for letter in letters] for row in rows]
        lines += [[f"{letter}{row}" for row in rows] for letter in letters]
        lines += [[f"{x}{y}" for x, y in zip(letters, rows, strict=True)]]
        lines += [[f"{x}{y}" for x, y in zip(letters, reversed(rows), strict=True)]]
        self.through = {cell: [line for line in lines if cell in line] for cell in self.cells}

    def setup(self, players: int, options: Options) -> State:
        return State(options=options)

    def waits(self, state: State) -> list[int]:
        return [] if state.ended else [len(state.marks) % 2]

    def turn(self, state: State) -> Turn:
        return Turn([f"{{{len(state.marks) % 2}}}"])

    def chance(self, state: State) -> Request | None:
        return None

    def moves(self, state: State) -> list[tuple[int, Any]]:
        seat = len(state.marks) % 2
        return [(seat, Mark(cell)) for cell in self.cells if cell not in state.marks]

    def check(self, state: State, seat: int, move: Mark) -> None:
        if seat != len(state.marks) % 2:
            raise IllegalMove("it is the other player's turn", "Turns")
        if move.cell not in self.through:
            raise IllegalMove(f"there is no cell {move.cell}", "Board")
        if move.cell in state.marks:
            raise IllegalMove(f"{move.cell} is marked already", "Turns")

    def play(self, state: State, seat: int, move: Mark) -> None:
        marks = state.marks
        marks[move.cell] = seat
        for line in self.through[move.cell]:
            if all(marks.get(cell) == seat for cell in line):
                state.won, state.ended = seat, "three in a row"
        if not state.ended and len(marks) == len(self.cells):
            state.ended = "the board is full"
            state.won = 1 if state.options.full == "second" else None

    def resolve(self, state: State, values: list[str]) -> None:
        raise AssertionError("no chance is ever due")

    def leave(self, state: State, seats: Sequence[int]) -> None:
        raise AssertionError("with two players a concession ends the match")

    def standing(self, state: State) -> list[Standing]:
        points = [int(state.won == seat) for seat in (0, 1)]
        best = sorted((0, 1), key=lambda seat: -points[seat])
        return [Standing([seat], points[seat], 1 + points[1 - seat]) for seat in best]

    def broken(self, state: State) -> list[str]:
        return ["a mark beside the board"] if set(state.marks) - set(self.cells) else []

    def view(self, state: State, seat: int | None) -> State:
        return state

    def names(self, state: State, kind: str) -> list[str]:
        return self.cells

    def picture(self, state: State, names: Sequence[str]) -> Picture:
        size, styles = self.pack.size, ("bold red", "bold blue")
        signs = [self._sign(state.marks.get(cell), styles) for cell in self.cells]
        lines = [[("  " + " ".join("abcdefghi"[:size]), "dim")]]
        lines += [
            [(f"{row + 1}", "dim"), *signs[size * row : size * (row + 1)]] for row in range(size)
        ]
        lines += [
            [(f"{'XO'[seat]} ", styles[seat]), (clip(player, 70), "")]
            for seat, player in enumerate(names)
        ]
        return Picture(lines)

    def _sign(self, seat: int | None, styles: Sequence[str]) -> Span:
        return (" .", "dim") if seat is None else (f" {'XO'[seat]}", styles[seat])


GAME = TicTacToe
