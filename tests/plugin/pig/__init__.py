"""Pig (John Scarne, 1945), as another author would ship it.

Players 2-6; dice; nothing hidden. Roll as often as you dare and hold to keep the points; a 1 loses
the turn's points and the turn. Who first holds 100 wins.
"""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from engine import game
from engine.chance import Dice, Request
from engine.errors import BadPack, IllegalMove
from engine.game import Picture, Standing, Turn
from engine.text import clip
from engine.words import Whose


class Pack(Struct, frozen=True, forbid_unknown_fields=True):
    """The die and the points that win."""

    name: str
    source: Literal["rulebook", "public", "house"]
    faces: list[int]
    target: int


class Options(game.Options, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Pig has no doubtful rule."""


class State(game.State, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`pot` are the points of this turn, `number` counts the turns, `rolling` waits for the die."""

    options: Options
    points: list[int]
    turn: Whose = 0
    number: int = 0
    pot: int = 0
    rolling: bool = False


class Roll(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True,
    tag_field="verb", tag="roll",
):  # fmt: skip
    """Turns: roll the die."""


class Hold(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True,
    tag_field="verb", tag="hold",
):  # fmt: skip
    """Turns: keep the points of this turn and pass the die on."""


class Pig(game.Game):
    """The rules. Nothing but the pack is kept."""

    name = "pig"
    title = "Pig"
    version = "1"
    players = (2, 6)
    State, Options, Pack = State, Options, Pack
    Moves = Roll | Hold
    OPTIONS: dict[str, Any] = {}

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        if not pack.faces:
            raise BadPack("faces", "a die needs at least one face")
        self.faces = [str(face) for face in pack.faces]
        self.target = pack.target

    def setup(self, players: int, options: Options) -> State:
        return State(options=options, points=[0] * players)

    def waits(self, state: State) -> list[int]:
        return [] if state.rolling or state.ended else [state.turn]

    def turn(self, state: State) -> Turn:
        return Turn([f"turn {state.number + 1}", f"{{{state.turn}}}"])

    def chance(self, state: State) -> Request | None:
        if not state.rolling:
            return None
        return Dice("die", f"turn {state.number}/{state.turn}", [self.faces])

    def moves(self, state: State) -> list[tuple[int, Any]]:
        return [(state.turn, Roll()), (state.turn, Hold())]

    def check(self, state: State, seat: int, move: Roll | Hold) -> None:
        if seat != state.turn:
            raise IllegalMove("the die is with somebody else", "Turns")

    def play(self, state: State, seat: int, move: Roll | Hold) -> None:
        if type(move) is Roll:
            state.rolling = True
            return
        points = state.points
        points[seat] += state.pot
        if points[seat] >= self.target:
            state.ended = f"{self.target} points"
        state.pot = 0
        state.number += 1
        state.turn = (state.turn + 1) % len(points)
        while state.turn in state.conceded:
            state.turn = (state.turn + 1) % len(points)

    def resolve(self, state: State, values: list[str]) -> None:
        state.rolling = False
        if values[0] == "1":
            # Who rolls a 1 holds nothing.
            state.pot = 0
            self.play(state, state.turn, Hold())
        else:
            state.pot += int(values[0])

    def leave(self, state: State, seats: Sequence[int]) -> None:
        if state.turn in seats:
            state.pot = 0
            state.number += 1
        while state.turn in state.conceded:
            state.turn = (state.turn + 1) % len(state.points)

    def standing(self, state: State) -> list[Standing]:
        points = state.points
        best = sorted(range(len(points)), key=lambda seat: -points[seat])
        return [
            Standing([seat], points[seat], 1 + sum(p > points[seat] for p in points))
            for seat in best
        ]

    def broken(self, state: State) -> list[str]:
        return ["points below 0"] if state.pot < 0 or min(state.points) < 0 else []

    def view(self, state: State, seat: int | None) -> State:
        return state

    def names(self, state: State, kind: str) -> list[str]:
        return []

    def picture(self, state: State, names: Sequence[str]) -> Picture:
        lines = [
            [(f"{clip(name, 70)}: {points}", "bold" if seat == state.turn else "")]
            for seat, (name, points) in enumerate(zip(names, state.points, strict=True))
        ]
        return Picture([*lines, [(f"this turn: {state.pot}", "")]])


GAME = Pig
