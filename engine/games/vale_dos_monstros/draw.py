"""The table as lines for a terminal: two lines a row of hexes, four characters a hex."""

from collections.abc import Iterator, Sequence

from engine.game import Picture, Span
from engine.games.vale_dos_monstros.box import Box
from engine.games.vale_dos_monstros.scoring import tallies
from engine.games.vale_dos_monstros.state import State
from engine.games.vale_dos_monstros.svg import doing, svg
from engine.text import cut, line_width, pad

WIDTH = 80
COLORS = {
    "witch": "#c792ff",
    "ghost": "#f2f6ff",
    "werewolf": "#e8a15c",
    "skeleton": "#9fe8ff",
    "vampire": "#ff6b6b",
    "mummy": "#ffe08a",
    "": "#bbbbbb",
}
GROUND = {"valley": "#24452c", "bush": "#12301c", "mountain": "#4a4a52", "tent": "#5a4522"}
VISITORS = {"man": ("man ", "#7db7ff"), "woman": ("wom ", "#ff9ecb"), "child": ("chi ", "#fff07a")}
LEGEND = (
    "{  } bush  ^^^^ mountain  /__\\ tent  [ 7] its tile: free to take  ** campfire",
    "man, wom(an), chi(ld)  Wi(tch), Gh(ost), ... monsters, [Gh] on a tent",
    "+ entrance  ! watchman  < last move",
)


def picture(box: Box, state: State, names: Sequence[str]) -> Picture:
    """The table, with the names of the seats' players."""
    lines = [*board(box, state), []]
    # A pack's own map may be wider than what is printed beside it.
    wide = max(map(line_width, lines))
    if state.ended:
        lines.append([(f"The match is over: {state.ended}.", "bold")])
    lines += [seat_line(box, state, seat, names[seat]) for seat in range(len(state.seats))]
    lines.append([(supply_line(box, state), "")])
    lines += [[(text, "dim")] for text in LEGEND]
    return Picture([cut(line, max(WIDTH, wide)) for line in lines], svg(box, state, names))


def board(box: Box, state: State) -> Iterator[list[Span]]:
    rows: dict[int, list[str]] = {}
    for cell, (_, y) in box.field.at.items():
        rows.setdefault(y, []).append(cell)
    for cells in rows.values():
        for part in (heading, content):
            line: list[Span] = []
            column = 0
            for cell in cells:
                left = 2 * box.field.at[cell][0]
                if left > column:
                    line.append((" " * (left - column), ""))
                text, style = part(box, state, cell)
                line.append((text, f"{style} on {GROUND[box.kind[cell]]}"))
                column = left + 4
            yield line


def heading(box: Box, state: State, cell: str) -> Span:
    """The name of a hex, with a mark where the watchman, an entrance, or the last move is."""
    side = next((side for side, at in box.field.entrances.items() if at == cell), None)
    mark = " " if side is None else "!" if side == state.watch else "+"
    if cell in state.last:
        return f"{cell:<3}{'<' if mark == ' ' else mark}", "bold #ffff66"
    return f"{cell:<3}{mark}", "#9aa79a" if mark == " " else "bold #ffd24d"


def content(box: Box, state: State, cell: str) -> Span:
    """What a hex is, and who is on it."""
    kind = box.kind[cell]
    owner = state.held.get(cell, state.monsters.get(cell))
    if owner is not None:
        legion = state.seats[owner].legion
        text = legion[:2].title()
        shape = {"bush": "{%s}", "tent": "[%s]"}.get(kind, " %s ")
        return shape % text, f"bold {COLORS[legion]}"
    if cell in state.visitors:
        text, color = VISITORS[state.visitors[cell]]
        return text, f"bold {color}"
    if cell in state.fires:
        return " ** ", "bold #ff7a1a"
    if cell in state.turned:
        return f"[{state.turned[cell]:>2}]", "#ffcf8a"
    texts = {"valley": " .  ", "bush": "{  }", "mountain": "^^^^", "tent": "/__\\"}
    return texts[kind], "bold #ffb347" if kind == "tent" else "#7f9f7f"


def seat_line(box: Box, state: State, seat: int, name: str) -> list[Span]:
    """What lies before a seat, and its points as they stand."""
    legion = state.seats[seat]
    turn = state.turn == seat and not state.ended
    points = tallies(box, state)[seat][0]
    up = box.pack.box.cards - legion.down
    things = (
        f"{legion.tokens:>2} tokens {up} cards {legion.front} front {legion.reserve} reserve "
        f"{list(state.held.values()).count(seat):>2} tents {points:>3} points"
    )
    style = "" if seat not in state.conceded else "dim strike"
    return [
        ("> " if turn else "  ", "bold #ffff66"),
        (f"{pad(name, 12)} ", "bold" if turn else style),
        (f"{legion.legion:<9}", f"bold {COLORS[legion.legion]}"),
        (things, style),
    ]


def supply_line(box: Box, state: State) -> str:
    """What is not on the board, and what the active seat has left."""
    left = len(box.tents) - len(state.turned)
    acts = doing(state) if state.phase == "turn" else "set-up"
    return f"  {acts}; {state.tokens} tokens in reserve; {left} tents unrevealed"
