"""The table as a picture: a camping valley at night."""

from collections.abc import Iterator, Sequence

from engine.games.vale_dos_monstros.box import Box
from engine.games.vale_dos_monstros.icons import DEFS, LEGION_COLORS
from engine.games.vale_dos_monstros.scoring import tallies
from engine.games.vale_dos_monstros.state import Legion, State
from engine.sheets import fit, xml

HALF, SIDE, PITCH = 26, 30, 45
"""Pixels: half a hex's width, its edge, and from row to row."""
LEFT, TOP = 46, 84
PANEL, CARD = 250, 96
"""The seats' panel: its width, and the height of a seat."""
HEX = "0,-30 26,-15 26,15 0,30 -26,15 -26,-15"
SIDES = ("#1d4a2a", "#274d1c", "#1c4a3c", "#3a4a1a")
"""The leaves of the four sides' bushes, so that a side is seen."""
POINTS = 'font-size="26" font-weight="bold" text-anchor="end" fill="#ffd98a"'
VALLEY = ("#4f7d4a", "#557f4d", "#4a7747")


def svg(box: Box, state: State, names: Sequence[str]) -> str:
    """An SVG document of the whole table."""
    places = box.field.at.values()
    width = LEFT + HALF * (max(x for x, _ in places) + 2)
    height = TOP + PITCH * max(y for _, y in places) + SIDE + 76
    height = max(height, TOP + CARD * len(state.seats) + 20)
    whole = width + PANEL + 30
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{height}" '
        f'viewBox="0 0 {whole} {height}" font-family="Verdana, DejaVu Sans, sans-serif">',
        DEFS,
        f'<rect width="{whole}" height="{height}" fill="url(#night)"/>',
        *title(box, state, names, whole),
        *ground(box, state),
        *marks(box, state),
        *things(box, state),
        *arrows(box, state),
        *labels(box),
        *(panel(box, state, seat, names[seat], width + 10) for seat in range(len(state.seats))),
        *supply(box, state, height - 44),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def center(box: Box, cell: str) -> tuple[int, int]:
    x, y = box.field.at[cell]
    return LEFT + HALF * x, TOP + PITCH * y


def text(x: int, y: int, words: str, more: str) -> str:
    return f'<text x="{x}" y="{y}" {more}>{xml(words)}</text>'


def use(name: str, x: int, y: int, more: str = "") -> str:
    return f'<use href="#{name}" x="{x}" y="{y}"{more}/>'


# Head and panels


def doing(state: State) -> str:
    """What the active seat has before it."""
    due = state.reveal
    if due is not None and due.tent not in state.turned:
        return f"turns the tile of {due.tent}"
    if due is not None:
        people = [f"{count} {who}" for who, count in due.people.items()]
        return f"places {', '.join(['a campfire'] if due.fire else people)}"
    if state.rise:
        return "two vampires may rise"
    if state.begun:
        return "an additional action"
    return f"{state.points} action point{'s' if state.points != 1 else ''} left"


def title(box: Box, state: State, names: Sequence[str], whole: int) -> Iterator[str]:
    yield text(24, 40, "O Vale dos Monstros", 'font-size="26" font-weight="bold" fill="#ffd98a"')
    if state.ended:
        words = f"The match is over: {state.ended}"
    elif state.phase == "turn":
        words = f"Round {state.round} · {fit(names[state.turn], 170)} · {doing(state)}"
    else:
        words = f"Set-up · {fit(names[state.turn], 170)}"
    yield text(whole - 24, 38, words, 'font-size="15" text-anchor="end" fill="#e8ecff" id="status"')


def panel(box: Box, state: State, seat: int, name: str, x: int) -> str:
    """What lies before a seat."""
    legion = state.seats[seat]
    y = TOP - 28 + seat * CARD
    color = LEGION_COLORS[legion.legion]
    turn = state.turn == seat and not state.ended
    edge = 'stroke="#ffe45c" stroke-width="3"' if turn else f'stroke="{color}" stroke-width="1"'
    parts = [
        f'<g opacity="{"0.4" if seat in state.conceded else "1"}">',
        f'<rect x="{x}" y="{y}" width="{PANEL}" height="{CARD - 10}" rx="10" fill="#1b2338" '
        f'fill-opacity="0.85" {edge}/>',
        use(f"m-{legion.legion or 'none'}", x + 32, y + 34),
        text(x + 64, y + 26, fit(name, 92), 'font-size="15" font-weight="bold" fill="#ffffff"'),
        text(x + 64, y + 45, legion.legion or "no legion yet", f'font-size="12" fill="{color}"'),
        text(x + PANEL - 14, y + 36, str(tallies(box, state)[seat][0]), POINTS),
        *belongings(box, legion, x, y),
        "</g>",
    ]
    return "".join(parts)


def belongings(box: Box, legion: Legion, x: int, y: int) -> Iterator[str]:
    """Tokens, action cards, and the pieces that are not on the board."""
    yield use("token", x + 24, y + 69)
    yield text(x + 40, y + 74, str(legion.tokens), 'font-size="14" fill="#ffffff"')
    yield from cards(x + 74, y + 58, box.pack.box.cards, legion.down)
    pieces = f"{legion.front} front · {legion.reserve} res."
    yield text(x + 142, y + 74, pieces, 'font-size="12" fill="#d5dbf0"')


def cards(x: int, y: int, count: int, down: int) -> Iterator[str]:
    """The action cards, those turned down dark."""
    for nth in range(count):
        fill = "#2b3350" if nth >= count - down else "#f3e7c4"
        step = min(20, 60 // max(1, count))
        yield (
            f'<rect x="{x + step * nth}" y="{y}" width="15" height="21" rx="3" fill="{fill}" '
            'stroke="#8a8fae"/>'
        )


def supply(box: Box, state: State, y: int) -> Iterator[str]:
    """What lies beside the board."""
    there: list[str] = list(state.visitors.values())
    x = LEFT
    for who, most in box.supply.items():
        yield use(f"v-{who}", x, y)
        yield text(x + 16, y + 5, f"x {most - there.count(who)}", 'font-size="13" fill="#d5dbf0"')
        x += 78
    yield use("fire", x, y)
    left = box.pack.box.fires - len(state.fires)
    yield text(x + 18, y + 5, f"x {left}", 'font-size="13" fill="#d5dbf0"')
    yield use("token", x + 80, y)
    yield text(x + 98, y + 5, f"x {state.tokens}", 'font-size="13" fill="#d5dbf0"')
    missing = len(box.tents) - len(state.turned)
    yield use("tent", x + 176, y - 2, ' transform-origin="0 0"')
    yield text(x + 202, y + 5, f"x {missing} not revealed", 'font-size="13" fill="#d5dbf0"')


# The board


def ground(box: Box, state: State) -> Iterator[str]:
    """The hexes."""
    for cell, kind in box.kind.items():
        x, y = center(box, cell)
        if kind == "valley":
            fill = VALLEY[(x * 7 + y * 3) % 3]
        elif kind == "bush":
            fill = SIDES[box.pack.board.sides.index(box.side[cell])]
        else:
            fill = "#5d5f6b" if kind == "mountain" else "#8a7448"
        yield f'<g transform="translate({x} {y})">'
        yield f'<polygon points="{HEX}" fill="{fill}" stroke="#16261d" stroke-width="2"/>'
        if kind in ("bush", "mountain"):
            yield f'<use href="#{kind}"/>'
        if kind == "bush" and state.watch and box.side[cell] == state.watch:
            yield f'<polygon points="{HEX}" fill="#ffcf3f" fill-opacity="0.22"/>'
        yield "</g>"


def labels(box: Box) -> Iterator[str]:
    """The name of each hex, over whatever stands on it."""
    yield (
        '<g font-size="9" text-anchor="middle" fill="#ffffff" fill-opacity="0.85" '
        'stroke="#13261b" stroke-opacity="0.8" stroke-width="2.4" paint-order="stroke">'
    )
    for cell in box.kind:
        x, y = center(box, cell)
        yield f'<text x="{x}" y="{y + 23}">{cell}</text>'
    yield "</g>"


def marks(box: Box, state: State) -> Iterator[str]:
    """Entrances with their lamps, and the spaces of the last move."""
    for cell in box.field.entrances.values():
        x, y = center(box, cell)
        yield use("lamp", x - 15, y - 4)
        yield use("lamp", x + 15, y - 4)
    for cell in state.last:
        x, y = center(box, cell)
        yield (
            f'<polygon transform="translate({x} {y})" points="{HEX}" fill="#fff36b" '
            'fill-opacity="0.18" stroke="#fff36b" stroke-width="3" class="last"/>'
        )


def things(box: Box, state: State) -> Iterator[str]:
    """Tents, tiles, campfires, visitors, monsters, the watchman."""
    for tent in box.tents:
        x, y = center(box, tent)
        if tent not in state.turned:
            yield use("tent", x, y)
            continue
        yield use("clearing", x, y)
        if tent not in state.held:
            tile = state.turned[tent]
            yield text(
                x, y + 6, tile, 'font-size="16" font-weight="bold" text-anchor="middle" '
                'fill="#3b2c12"',
            )  # fmt: skip
    for cell in state.fires:
        yield use("fire", *center(box, cell))
    for cell, who in state.visitors.items():
        yield use(f"v-{who}", *center(box, cell))
    for cell, seat in state.monsters.items():
        yield use(f"m-{state.seats[seat].legion or 'none'}", *center(box, cell))
    for tent, seat in state.held.items():
        x, y = center(box, tent)
        yield use("held", x, y)
        yield use(f"m-{state.seats[seat].legion or 'none'}", x, y)
    if state.watch:
        x, y = center(box, box.field.entrances[state.watch])
        yield use("watchman", x, y)


def arrows(box: Box, state: State) -> Iterator[str]:
    """From where the last piece came to where it went."""
    if len(state.last) < 2:
        return
    start, end = state.last[0], state.last[1]
    gone = start not in state.monsters and start not in state.held
    if not gone or start in box.tent_set or (end not in state.monsters and end not in state.held):
        return
    (x1, y1), (x2, y2) = center(box, start), center(box, end)
    # The head of the arrow stops short of the piece.
    length = max(abs(x2 - x1), abs(y2 - y1))
    x2 -= (x2 - x1) * 20 // length
    y2 -= (y2 - y1) * 20 // length
    yield (
        f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#fff36b" stroke-width="4" '
        'stroke-dasharray="9 5" marker-end="url(#arrow)" opacity="0.9"/>'
    )
