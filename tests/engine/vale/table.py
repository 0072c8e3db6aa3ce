"""Tables in the test box: matches brought quickly to where a rule is asked about."""

from typing import Any

from engine import fold
from engine.chance import Draw
from engine.events import Adjusted, Adjustment
from engine.games.vale_dos_monstros import GAME
from engine.games.vale_dos_monstros.moves import Go
from engine.games.vale_dos_monstros.pack import Pack
from engine.notation import format_move
from tests.engine.driver import Table
from tests.engine.driver import illegal as illegal
from tests.engine.driver import refused as refused
from tests.engine.vale.box import BOX, NARROW

ANA, BEN, CAI, DAN, EVE, FAY = range(6)
NAMES = ["Ana", "Ben", "Cai", "Dan", "Eve", "Fay"]
LEGIONS = ("mummy", "ghost", "witch", "werewolf", "skeleton", "vampire")
PIECES, TOKENS = 8, 69
BUSHES = [
    ["a2", "a3", "a4", "a5", "a6", "a7"],
    ["b14", "c15", "d14", "e15", "f14", "h14"],
    ["m2", "m3", "m4", "m5", "m6", "m7"],
    ["b1", "c1", "d1", "e1", "f1", "h1"],
]
"""Where `begun` places: a list a round, in it a bush a seat (in the order of turns)."""
NARROW_BUSHES = [
    ["a4", "a5", "a6", "a7", "a8", "a9"],
    ["a11", "a12", "a13", "b12", "d12", "e10"],
    ["e3", "e4", "e5", "e6", "e7", "e8"],
    ["a1", "a2", "a3", "b1", "d1", "e1"],
]
QUIET = ("1", "9", "3", "4", "6", "7", "2", "5", "8", "10", "11", "12")
"""Tiles for tents of which only is asked that they are turned; the first bring no campfire."""


# A game holds nothing that changes, so one for each box serves all tests.
_FIELD, _NARROW = GAME(BOX), GAME(NARROW)


def match(n: int = 3, *, pack: Pack = BOX, seed: str | None = None, **options: Any) -> Table:
    """A new match of Ana, Ben, Cai..."""
    return Table(_NARROW if pack is NARROW else _FIELD, NAMES[:n], seed=seed, **options)


def order(seats: int, first: int = 0) -> list[int]:
    return [(first + place) % seats for place in range(seats)]


def placing(*legions: str, players: int = 0, **setting: Any) -> Table:
    """A match before its first placement; legions go by turn."""
    t = match(players or len(legions), **setting)
    t.do(*[f"choose {legion}" for legion in legions])
    return t


def begun(*legions: str, players: int = 0, watch: str = "north", **setting: Any) -> Table:
    """A match before its first turn; legions go by turn (default: of Ana, Ben and Cai)."""
    legions = legions or LEGIONS[:3]
    t = placing(*legions, players=players, **setting)
    for row in NARROW_BUSHES if setting.get("pack") is NARROW else BUSHES:
        t.do(*[f"bush {cell}" for cell in row[: len(legions)]])
    if setting.get("watchman") == "on":
        t.do(f"watch {watch}")
    return t


def two(*legions: str, **setting: Any) -> Table:
    """Ana (seats 0 and 2) and Ben (1 and 3) before their first turn."""
    return begun(*(legions or ("mummy", "ghost", "witch", "werewolf")), players=2, **setting)


def stand(
    t: Table,
    monsters: dict[int, str] | None = None,
    *,
    held: dict[int, str] | None = None,
    visitors: dict[str, str] | None = None,
    fires: dict[str, str] | None = None,
    turned: dict[str, str] | None = None,
    tokens: dict[int, int] | None = None,
    front: dict[int, int] | None = None,
    reserve: dict[int, int] | None = None,
    **fields: Any,
) -> Table:
    """Set the board up: cells by seat, by kind of visitor; a campfire's space with its tent.

    Whatever of the board is not named is empty. Of a seat's other pieces four are in reserve (or
    as said, or as many as there are), the rest in front. Tokens come from the reserve.
    """
    on = _each(monsters)
    tents = _each(held)
    tiles = dict(turned or {})
    spare = [tile for tile in QUIET if tile not in tiles.values()]
    for tent in tents:
        if tent not in tiles:
            tiles[tent] = spare.pop(0)
    board = {
        "monsters": on,
        "held": tents,
        "visitors": {c: k for k, cells in (visitors or {}).items() for c in cells.split()},
        "fires": fires or {},
        "turned": tiles,
    }
    changes = [Adjustment([name], value) for name, value in board.items()]
    total = 0
    for seat, legion in enumerate(t.state.seats):
        off = PIECES - [*on.values(), *tents.values()].count(seat)
        kept = (reserve or {}).get(seat, min(4, off))
        if seat in (front or {}):
            kept = off - (front or {})[seat]
        held_tokens = (tokens or {}).get(seat, legion.tokens)
        total += held_tokens
        for name, number in (("reserve", kept), ("front", off - kept), ("tokens", held_tokens)):
            assert number >= 0, (seat, name)
            changes.append(Adjustment(["seats", seat, name], number))
    changes.append(Adjustment(["tokens"], TOKENS - total - len(tents)))
    changes += [Adjustment([name], value) for name, value in fields.items()]
    t.event(Adjusted(changes))
    return t


def _each(cells: dict[int, str] | None) -> dict[str, int]:
    return {cell: seat for seat, text in (cells or {}).items() for cell in text.split()}


def adjust(t: Table, *changes: tuple[list[str | int], Any]) -> Table:
    """Set single values."""
    t.event(Adjusted([Adjustment(path, value) for path, value in changes]))
    return t


def lines(t: Table, *verbs: str) -> list[str]:
    """The legal moves as they are typed (of these verbs), sorted."""
    every = (format_move(t.labels, move) for _, move in t.moves())
    return sorted(line for line in every if not verbs or line.split()[0] in verbs)


def verbs(t: Table) -> set[str]:
    """The verbs of the legal moves."""
    return {line.split()[0] for line in lines(t)}


def ends(t: Table, start: str) -> set[str]:
    """Where a piece may move to."""
    return {move.end for _, move in t.moves() if isinstance(move, Go) and move.start == start}


def spaces(text: str) -> set[str]:
    """Some spaces, written one after the other."""
    return set(text.split())


def cells(t: Table, verb: str) -> set[str]:
    """The spaces that the legal moves of a verb name."""
    return {word for line in lines(t, verb) for word in line.split()[1:]}


def tiles(t: Table) -> list[str]:
    """The tiles that may come up."""
    due = t.game.chance(t.state)
    assert isinstance(due, Draw)
    assert (due.verb, due.stream, due.count, due.seen_by) == ("tile", "tiles", 1, None)
    return [tile for tile, copies in due.pool.items() if copies]


def tokens(t: Table) -> list[int]:
    """Each seat's tokens."""
    return [legion.tokens for legion in t.state.seats]


def pieces(t: Table, seat: int) -> tuple[int, int, int, int]:
    """A seat's pieces: in reserve, in front of the screen, on the board, on tents."""
    legion = t.state.seats[seat]
    board = list(t.state.monsters.values()).count(seat)
    return legion.reserve, legion.front, board, list(t.state.held.values()).count(seat)


def where(t: Table, seat: int) -> set[str]:
    """The spaces of a seat's pieces, tents aside."""
    return {cell for cell, owner in t.state.monsters.items() if owner == seat}


def points(t: Table) -> dict[str, int]:
    """Each side's points, under the name of its player."""
    sides = fold.standing(t.game, t.state)
    return {t.names[t.state.seating[side.seats[0]]]: side.points for side in sides}


def ranks(t: Table) -> dict[str, int]:
    """Each side's rank."""
    sides = fold.standing(t.game, t.state)
    return {t.names[t.state.seating[side.seats[0]]]: side.rank for side in sides}


def turn_to(t: Table, seat: int) -> Table:
    """End turns until it is a seat's."""
    for _ in t.state.seats:
        if t.state.turn == seat:
            return t
        t.do("end")
    assert t.state.turn == seat
    return t


def last_tent(t: Table, monsters: dict[int, str], **more: Any) -> Table:
    """Eleven tents are under Cai's and Ben's control, g6 is revealed and free."""
    taken = {CAI: "b11 c8 d4 e2 e13", BEN: "g4 i13 j4 j5 l5 l10"}
    return stand(t, monsters, held=taken, turned={"g6": "12"}, **more)
