"""The table as an SVG: boards with their runes, markers on the VP track, the duel's dice."""

from collections.abc import Iterator, Sequence

from engine.games.taiwan_monsters_brawl.box import COLORS, DIE_CELLS, EMPTY, RUNES, Board, Box
from engine.games.taiwan_monsters_brawl.moves import Color, Rune
from engine.games.taiwan_monsters_brawl.pack import TAKES
from engine.games.taiwan_monsters_brawl.state import Effort, State
from engine.games.taiwan_monsters_brawl.table import GOAL, effort
from engine.sheets import fit, xml
from engine.text import clip

WIDTH, MARGIN = 1000, 24
CELL = 48
SEATS = ("#d9534f", "#3d7fc1", "#4f9d4f", "#c08a2d")
RUNES_SHOWN: dict[Rune, tuple[str, str]] = {
    # The color of a token and the sign on it: a star, a flame, a spark, an arrow up, a turn. The
    # signs are drawn, since no font can be relied on.
    "ultimate": (
        "#8e4bb0",
        "M0-10 2.4-3.2 9.5-3.1 3.8 1.2 5.9 8.1 0 4 -5.9 8.1 -3.8 1.2 -9.5-3.1-2.4-3.2Z",
    ),
    "chi": ("#d99a1c", "M0-10C5-4 8 0 6 5A6.5 6.5 0 0 1-6 5C-8 1-2 0 0-10Z"),
    "spell": ("#3566b8", "M0-10 2.5-2.5 10 0 2.5 2.5 0 10-2.5 2.5-10 0-2.5-2.5Z"),
    "upgrade": ("#3f8f4d", "M0-9 8 0H3V8H-3V0H-8Z"),
    "reroll": ("#1f8f9a", "M8-9V-1H0L3-4A5 5 0 1 0 5 2H8A8 8 0 1 1 5-6Z"),
}
DICE_SHOWN: dict[Color, tuple[str, str]] = {
    "grey": ("#b9bcc2", "#2b2b2b"),
    "black": ("#2f2f33", "#f4f1e8"),
    "red": ("#b8322b", "#f8eee0"),
}
INK, FAINT, PAPER, CARD = "#3b2f24", "#8b7c69", "#f5ecd9", "#fffaf0"


def drawing(box: Box, state: State, names: Sequence[str], head: tuple[str, str]) -> str:
    """A whole SVG document."""
    parts = list(_track(state, names, 84))
    y = 176
    if state.duel is not None:
        parts += _duel(state, names, y)
        y += 164
    parts_of_seats, y = _seats(box, state, names, y)
    parts += parts_of_seats
    parts += _middle(box, state, y)
    height = y + _middle_height(state)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
            f"font-family=\"Georgia, 'Noto Serif', 'Noto Serif TC', serif\" fill=\"{INK}\">",
            _box(0, 0, WIDTH, height, PAPER, radius=0),
            _text(MARGIN, 42, "Taiwan Monsters Brawl", size=26, weight="bold"),
            _text(MARGIN, 66, head[0], size=15, fill=FAINT),
            _text(WIDTH - MARGIN, 44, head[1], size=17, anchor="end"),
            *parts,
            "</svg>",
        ]
    )


# Pieces


def _text(
    x: float, y: float, text: str, *, size: int = 14, fill: str = "", weight: str = "",
    anchor: str = "",
) -> str:  # fmt: skip
    more = f' fill="{fill}"' if fill else ""
    more += f' font-weight="{weight}"' if weight else ""
    more += f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}"{more}>{xml(text)}</text>'


def _box(
    x: float, y: float, wide: float, high: float, fill: str, *, line: str = "none",
    radius: int = 8, dash: str = "", thick: int = 2,
) -> str:  # fmt: skip
    more = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="{radius}" '
        f'fill="{fill}" stroke="{line}" stroke-width="{thick}"{more}/>'
    )


def _sign(x: float, y: float, rune: Rune, fill: str, size: float) -> str:
    path = RUNES_SHOWN[rune][1]
    return f'<path transform="translate({x:g} {y:g}) scale({size:g})" fill="{fill}" d="{path}"/>'


def _token(x: float, y: float, rune: Rune, *, exhausted: bool = False, radius: int = 18) -> str:
    fill = RUNES_SHOWN[rune][0]
    ring = f'stroke="{fill}" stroke-dasharray="4 3"' if exhausted else 'stroke="#ffffff"'
    body = "#d8d2c6" if exhausted else fill
    return (
        f"<g><title>{rune}{' (exhausted)' if exhausted else ''}</title>"
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius}" fill="{body}" {ring} stroke-width="2"/>'
        + _sign(x, y, rune, fill if exhausted else "#ffffff", radius / 18)
        + "</g>"
    )


def _die(x: float, y: float, color: Color, face: str, size: int = 36) -> str:
    fill, ink = DICE_SHOWN[color]
    body = _box(x, y, size, size, fill, line="#ffffff", radius=7)
    middle = x + size / 2, y + size / 2
    if face == "0":
        return body + _text(middle[0], middle[1] + 6, "×", size=18, fill=ink, anchor="middle")
    if face == "1":
        return body + f'<circle cx="{middle[0]:g}" cy="{middle[1]:g}" r="6" fill="{ink}"/>'
    return body + _text(middle[0], middle[1] + 6, face, size=18, fill=ink, anchor="middle")


# The track of victory points


def _track(state: State, names: Sequence[str], y: int) -> Iterator[str]:
    spaces = GOAL + 2
    step = (WIDTH - 2 * MARGIN) / spaces
    for space in range(spaces):
        x = MARGIN + space * step
        label = f"{space}" if space <= GOAL else f"{GOAL}+"
        fill = "#e4d3b2" if space % 5 == 0 else CARD
        yield _box(x + 1, y, step - 2, 76, fill, line="#d6c6a6", radius=6, thick=1)
        yield _text(x + step / 2, y + 70, label, size=12, fill=FAINT, anchor="middle")
    here: dict[int, int] = {}
    for seat, brawler in enumerate(state.seats):
        space = min(brawler.vp, GOAL + 1)
        nth = here[space] = here.get(space, -1) + 1
        x = MARGIN + space * step + step / 2 + (nth % 2 * 24 - 12)
        yield _marker(x, y + 18 + nth // 2 * 24, seat, names[seat])


def _marker(x: float, y: float, seat: int, name: str, radius: int = 11) -> str:
    color = SEATS[seat % len(SEATS)]
    return (
        f"<g><title>{xml(name)}</title>"
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius}" fill="{color}" stroke="#fff" '
        'stroke-width="2"/>'
        + _text(x, y + 4, name[:1].upper(), size=12, fill="#ffffff", anchor="middle")
        + "</g>"
    )


# The duel


def _duel(state: State, names: Sequence[str], y: int) -> Iterator[str]:
    duel = state.duel
    if duel is None:
        return
    yield _box(MARGIN, y, WIDTH - 2 * MARGIN, 148, "#efe0c2", line="#b8322b", radius=12)
    half = WIDTH / 2
    yield _text(half, y + 82, "vs.", size=24, fill="#b8322b", weight="bold", anchor="middle")
    yield from _duellist(duel.attack, names[duel.challenger], "challenger", MARGIN + 20, y)
    yield from _duellist(duel.defence, names[duel.defender], "defender", half + 36, y)


def _duellist(step: Effort, name: str, role: str, x: float, y: int) -> Iterator[str]:
    yield _text(x, y + 30, fit(name, 140), size=18, weight="bold")
    yield _text(x + 330, y + 30, role, size=13, fill=FAINT, anchor="end")
    apart = min(42.0, 336 / max(1, len(step.dice)))
    for place, color in enumerate(step.dice):
        face = str(step.values[place]) if step.values else "?"
        yield _die(x + place * apart, y + 52, color, face, min(36, int(apart) - 2))
    notes = [f"line {name}" for name in step.lines]
    notes += [f"{step.points:+d} points"] if step.points else []
    notes += [f"{step.rerolls} reroll{'s' * (step.rerolls > 1)}"] if step.rerolls else []
    yield _text(x, y + 126, " · ".join([*notes, *(["kept"] if step.kept else [])]), size=14)
    if step.total is not None:
        yield _text(x + 386, y + 92, str(step.total), size=42, weight="bold", anchor="middle")


# The seats


def _seats(
    box: Box, state: State, names: Sequence[str], y: int
) -> tuple[list[str], int]:  # fmt: skip
    parts: list[str] = []
    boards = [box.boards.get(brawler.monster) for brawler in state.seats]
    wide = max([board.columns for board in boards if board] or [0]) * CELL > 380
    per_row = 1 if wide else 2
    panel = (WIDTH - 2 * MARGIN - (per_row - 1) * 20) / per_row
    for first in range(0, len(boards), per_row):
        row = boards[first : first + per_row]
        high = 108 + max(board.rows if board else 1 for board in row) * CELL
        for nth, board in enumerate(row):
            x = MARGIN + nth * (panel + 20)
            parts += _panel(box, state, first + nth, names[first + nth], board, (x, y, panel, high))
        y += high + 20
    return parts, y


def _panel(
    box: Box, state: State, seat: int, name: str, board: Board | None,
    place: tuple[float, int, float, int],
) -> Iterator[str]:  # fmt: skip
    x, y, wide, high = place
    brawler = state.seats[seat]
    color = SEATS[seat % len(SEATS)]
    gone = ' opacity="0.45"' if seat in state.conceded else ""
    yield f"<g{gone}>"
    yield _box(x, y, wide, high, CARD, line=color, radius=12, thick=3)
    yield _marker(x + 26, y + 28, seat, name, 14)
    yield _text(x + 50, y + 26, fit(name, 165), size=18, weight="bold")
    yield _text(x + 50, y + 46, clip(brawler.monster, 34), size=14, fill=FAINT)
    note = "first player" if seat == state.first and state.phase != "set-up" else ""
    note = "has left" if gone else note
    yield _text(x + wide - 16, y + 26, note, size=13, fill=color, anchor="end")
    yield from _purse(state, seat, x, y)
    if brawler.card:
        yield from _land(box, state, seat, name, x + wide, y)
    if board is not None:
        yield from _board(state, seat, board, x + 20, y + 92)
    yield "</g>"


def _purse(state: State, seat: int, x: float, y: int) -> Iterator[str]:
    brawler = state.seats[seat]
    hand = brawler.hand
    yield _text(x + 20, y + 76, f"{brawler.vp} VP", size=18, weight="bold")
    yield _text(x + 88, y + 76, f"{brawler.chi} chi", size=16, fill="#a8720a")
    spells = ", ".join(hand.names()) or ""
    text = f"{hand.size} spell{'s' * (hand.size != 1)}" + (f": {spells}" if spells else "")
    yield _text(x + 156, y + 76, clip(text, 40), size=14, fill="#3566b8")


def _land(
    box: Box, state: State, seat: int, name: str, right: float, y: int
) -> Iterator[str]:  # fmt: skip
    card = box.territories[state.seats[seat].card]
    x = right - 142
    yield from _card(box, card.name, x, y + 92)
    # B-3: an injured monster's marker lies half outside its card.
    injured = state.seats[seat].injured
    yield _marker(x + (0 if injured else 104), y + 150, seat, name, 14)
    if injured:
        yield _text(x + 22, y + 154, "injured −1", size=13, fill="#b8322b", weight="bold")


def _card(box: Box, name: str, x: float, y: int) -> Iterator[str]:
    card = box.territories[name]
    yield _box(x, y, 122, 76, "#e6efdc", line="#6f9460", radius=8)
    yield _text(x + 10, y + 22, clip(name, 14), size=14, weight="bold")
    yield _text(x + 112, y + 22, str(card.vp), size=16, fill="#4d7a3b", weight="bold", anchor="end")
    for nth, rune in enumerate(card.runes[:5]):
        yield _token(x + 20 + nth * 22, y + 44, rune, radius=10)
    if card.chi:
        yield _text(x + 10, y + 68, f"+{card.chi} chi", size=12, fill="#a8720a")


def _board(state: State, seat: int, board: Board, x: float, y: int) -> Iterator[str]:
    brawler = state.seats[seat]
    lit = _lit(state, seat, board)
    for place, (cell, mark) in enumerate(board.cells.items()):
        left, top = x + place % board.columns * CELL, y + place // board.columns * CELL
        middle = left + CELL / 2 - 2, top + CELL / 2 - 2
        if mark in EMPTY:
            continue
        line = "#b8322b" if cell in lit else "#cdbb98"
        thick = 3 if cell in lit else 1
        yield _box(left, top, CELL - 4, CELL - 4, "#fbf4e4", line=line, radius=6, thick=thick)
        if cell in brawler.colored:
            yield _token(*middle, brawler.colored[cell])
        elif cell in brawler.exhausted:
            yield _token(*middle, brawler.exhausted[cell], exhausted=True)
        else:
            yield _printed(mark, *middle)
        yield _text(left + 3, top + 10, cell, size=8, fill=FAINT)


def _lit(state: State, seat: int, board: Board) -> tuple[str, ...]:
    """The cells of the line that the seat has announced."""
    duel, step = state.duel, effort(state)
    if duel is None or step is None or not step.lines:
        return ()
    roller = duel.challenger if step is duel.attack else duel.defender
    return board.runs[step.lines[-1]].cells if seat == roller else ()


def _printed(mark: str, x: float, y: float) -> str:
    """What an uncovered cell shows."""
    if mark in DIE_CELLS:
        return _die(x - 15, y - 15, DIE_CELLS[mark], "", 30)
    if mark in TAKES:
        rune = TAKES[mark]
        fill = RUNES_SHOWN[rune][0]
        return (
            f'<g opacity="0.6"><circle cx="{x:g}" cy="{y:g}" r="16" fill="none" stroke="{fill}" '
            'stroke-dasharray="3 3"/>'
        ) + (_sign(x, y, rune, fill, 0.8) + "</g>")
    if mark.isdigit():
        return _text(x, y + 8, f"+{mark}", size=22, fill="#b8322b", weight="bold", anchor="middle")
    return ""


# The middle of the table


def _middle_height(state: State) -> int:
    return 76 + (100 if state.revealed else 0)


def _middle(box: Box, state: State, y: int) -> Iterator[str]:
    for nth, name in enumerate(state.revealed):
        yield from _card(box, name, MARGIN + nth * 136, y)
    y += 100 if state.revealed else 0
    x = MARGIN + 14
    for rune in RUNES:
        yield _token(x, y + 20, rune, radius=13)
        yield _text(x + 20, y + 26, f"{state.supply[rune]}", size=15)
        x += 62
    x += 20
    for color in COLORS:
        yield _die(x, y + 6, color, "", 28)
        yield _text(x + 36, y + 26, f"{state.dice[color]}", size=15)
        x += 72
    decks = f"spells {state.spells.size} · territories {state.territories.size}"
    yield _text(WIDTH - MARGIN, y + 26, decks, size=15, fill=FAINT, anchor="end")
