"""The table as an SVG document: Set A as it is held, the piles, the captures by element.

Colours and emblems are ours: the rules only know the elements' names.
"""

from collections.abc import Iterator

from engine.games.esoteric_beasts.box import Box
from engine.games.esoteric_beasts.state import DEALS, SEEN, UPRIGHT, Slot, State
from engine.games.esoteric_beasts.visit import score
from engine.sheets import fit, length, xml

WIDTH = 1000
MARGIN = 24
CARD_WIDTH, CARD_HEIGHT, PITCH = 86, 122, 95.2
A_ROW = 10
"""Cards of Set A in a row."""
TOP = 112
"""Where the first row of Set A begins."""
LINE = 19
"""From one line of a list to the next."""
PILE_HEIGHT, PILE_ROWS = 188, 6
BAR = 256
"""The length of a bar of unseen cards."""

COLORS = {
    # An element's dark colour, light colour, and emblem within a circle of radius 20.
    "fire": ("#c2432a", "#f6c39b", "M0-21C4-12 15-7 14 6 13 15 6 20 0 20-8 20-14 14-14 5-14-1-9-4-8"
             "-11-4-9-3-6-3-3 1-8 2-14 0-21Z"),
    "water": ("#2b69a3", "#b3d6ee", "M0-21C8-8 15-2 15 6 15 15 8 20 0 20-8 20-15 15-15 6-15-2-8-8 "
              "0-21Z"),
    "air": ("#8a6cae", "#e0d2f0", "M-14-8C-18 2-14 9-8 9-12 15-3 21 2 16 8 21 17 15 13 8 20 3 16-7 "
            "9-6 8-15-3-18-6-11-9-15-14-13-14-8Z"),
    "earth": ("#5d7a3a", "#d3dfae", "M-19 17-11-4-5 2 2-18 10-2 14-6 19 17Z"),
}  # fmt: skip
FURTHER = ("fire", "water", "air", "earth")
"""Whose colours elements with other names take, by their place."""
STYLE = (
    "text{font-family:'DejaVu Sans',Verdana,sans-serif;fill:#f3ead8}"
    ".dark{fill:#2a2118}.dim{fill:#b9ad9a}.b{font-weight:bold}.m{text-anchor:middle}"
)


def drawing(box: Box, state: State, player: str, waiting: str) -> str:
    """The whole document, `WIDTH` wide and as high as it needs to be."""
    rows = max(1, -(-len(state.hand) // A_ROW))
    piles = TOP + rows * (CARD_HEIGHT + 30) + 12
    captures = piles + PILE_HEIGHT
    longest = max(map(len, _by_element(box, state).values()), default=0)
    height = captures + 70 + LINE * max(3, longest)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}">',
        f"<title>Esoteric Beasts</title><style>{STYLE}</style><defs>{_gradients()}</defs>",
        f'<rect width="{WIDTH}" height="{height}" fill="url(#table)"/>',
        *_header(box, state, player, waiting),
        *_hand(box, state),
        *_piles(box, state, piles),
        *_captured(box, state, captures),
        "</svg>",
    ]
    return "".join(parts)


def _gradients() -> str:
    table = (
        '<radialGradient id="table" cx="50%" cy="30%" r="90%"><stop offset="0" '
        'stop-color="#3d3450"/><stop offset="1" stop-color="#1d1826"/></radialGradient>'
    )
    back = (
        '<linearGradient id="back" x2="1" y2="1"><stop offset="0" stop-color="#54406f"/>'
        '<stop offset="1" stop-color="#2f2444"/></linearGradient>'
    )
    return table + back


def _text(x: float, y: float, text: str, size: float, kind: str = "", more: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{named}{more}>{xml(text)}</text>'


def _header(box: Box, state: State, player: str, waiting: str) -> Iterator[str]:
    yield _text(MARGIN, 46, "Esoteric Beasts", 28, "b")
    told = f"{fit(player, 210)}, turn {state.explores + 1}" if player else ""
    yield _text(WIDTH - MARGIN, 34, told, 15, "dim", ' text-anchor="end"')
    yield _text(WIDTH - MARGIN, 58, waiting, 15, "", ' text-anchor="end"')
    yield _text(300, 46, f"score {score(box, state)}", 20, "b")
    count = len(state.hand)
    held = f"Set A, in the hand: {count} card{'s' * (count != 1)}"
    yield _text(MARGIN, TOP - 16, held, 15, "b")


# Cards


def _palette(box: Box, element: str) -> tuple[str, str, str]:
    known = element.casefold()
    return COLORS[known if known in COLORS else FURTHER[box.elements.index(element)]]


def _hand(box: Box, state: State) -> Iterator[str]:
    for place, slot in enumerate(state.hand):
        x = MARGIN + place % A_ROW * PITCH
        y = TOP + place // A_ROW * (CARD_HEIGHT + 30)
        if place == 0:
            yield (
                f'<rect x="{x - 5:g}" y="{y - 5:g}" width="{CARD_WIDTH + 10}" '
                f'height="{CARD_HEIGHT + 10}" rx="12" fill="none" stroke="#ffd76a" '
                'stroke-width="4"/>'
            )
        yield f'<g transform="translate({x:g} {y:g})">{_card(box, slot)}</g>'
        yield _text(x + CARD_WIDTH / 2, y + CARD_HEIGHT + 19, _below(place, slot), 11, "m dim")


def _below(place: int, slot: Slot) -> str:
    if slot in DEALS:
        return f"{place + 1} unseen ({slot})"
    lie = {SEEN: "seen", UPRIGHT: "upright"}.get(slot[:2], "known")
    return f"{place + 1} {lie}"


def _card(box: Box, slot: Slot) -> str:
    if slot in DEALS:
        return _back("")
    if slot[:2] in (SEEN, UPRIGHT):
        return _face(box, slot[2:], slot[:2] == UPRIGHT)
    return _back(slot[2:])


def _back(name: str) -> str:
    """A face-down card, its letters upside down; a known one has its name on a label."""
    x, y = CARD_WIDTH / 2, CARD_HEIGHT / 2
    art = (
        f'<rect width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="8" fill="url(#back)" '
        'stroke="#8a76ad" stroke-width="1.5"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="27" fill="none" stroke="#8a76ad" stroke-width="2"/>'
        f'<g transform="rotate(180 {x:g} {y:g})">{_text(x, y + 6, "TKG", 17, "m b dim")}</g>'
    )
    if not name:
        return art
    label = (
        f'<rect x="4" y="{CARD_HEIGHT - 36}" width="{CARD_WIDTH - 8}" height="32" rx="4" '
        'fill="#f3ead8"/>'
    )
    return art + label + _name(name, CARD_HEIGHT - 20)


def _face(box: Box, name: str, upright: bool) -> str:
    """A face-up card. Upside down its art and numbers stand on their heads, its name does not."""
    card = box.cards[name]
    dark, light, _ = _palette(box, card.element)
    x, y = CARD_WIDTH / 2, CARD_HEIGHT / 2
    art = (
        f'<rect width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="8" fill="{light}" '
        f'stroke="{dark}" stroke-width="3"/>{_monster(box, name)}'
        f'<path d="M17 27C7 19 5 12 10 8c3-2 6 0 7 3 1-3 4-5 7-3 5 4 3 11-7 19Z" fill="{dark}"/>'
        f"{_text(17, 20, str(card.life), 12, 'm b')}"
        f'<path transform="translate({CARD_WIDTH - 18} 17)" d="{_spark()}" fill="{dark}"/>'
        f"{_text(CARD_WIDTH - 18, 21, str(card.attack), 12, 'm b')}"
    )
    if upright:
        return art + _name(name, CARD_HEIGHT - 20)
    turned = f'<g transform="rotate(180 {x:g} {y:g})" opacity=".72">{art}</g>'
    return turned + _name(name, 22)


def _spark() -> str:
    return "M0-15 3-6 11-11 7-3 15 0 7 3 11 11 3 6 0 15-3 6-11 11-7 3-15 0-7-3-11-11-3-6Z"


def _monster(box: Box, name: str) -> str:
    """An emblem of the element with a face of the card's own; Esoteric Beasts stand in a circle."""
    card, kin = box.cards[name], sum(map(ord, name))
    dark, _, emblem = _palette(box, card.element)
    eyes, size = 1 + kin % 3, 2.6 + kin % 2
    middle = [(place - (eyes - 1) / 2) * 9 for place in range(eyes)]
    drawn = "".join(
        f'<circle cx="{x:g}" cy="2" r="{size:g}" fill="#fff"/><circle cx="{x:g}" cy="2.6" r="1.4"/>'
        for x in middle
    )
    mouth = ("M-6 10Q0 15 6 10", "M-6 12Q0 8 6 12", "M-6 10H6M-3 10v3M3 10v3")[kin // 3 % 3]
    ring = ""
    if card.spell:
        ring = (
            f'<circle r="26" fill="#fff6d0" stroke="{dark}" stroke-width="1.5"/>'
            f'<circle r="23" fill="none" stroke="{dark}" stroke-dasharray="2 4"/>'
        )
    return (
        f'<g transform="translate({CARD_WIDTH / 2:g} 57)">{ring}'
        f'<path d="{emblem}" fill="{dark}" transform="scale({0.95 if card.spell else 1.15})"/>'
        f'{drawn}<path d="{mouth}" fill="none" stroke="#fff" stroke-width="1.8"/></g>'
    )


def _name(name: str, y: float) -> str:
    """A name on a card, in one or two lines around y."""
    lines = _wrapped(name, 80)
    top = y + 4 - (len(lines) - 1) * 5.5
    return "".join(
        _text(CARD_WIDTH / 2, top + 11 * place, line, 10, "m b dark")
        for place, line in enumerate(lines)
    )


def _wrapped(name: str, room: int) -> list[str]:
    first, rest = "", name.split(" ")
    while rest and length(f"{first} {rest[0]}".strip()) <= room:
        first = f"{first} {rest.pop(0)}".strip()
    if not first:
        return [fit(name, room)]
    return [first, fit(" ".join(rest), room)] if rest else [first]


# Piles


def _piles(box: Box, state: State, y: float) -> Iterator[str]:
    energy = [(f"{place} {slot[2:]}", slot) for place, slot in enumerate(state.energy, 1)]
    yield from _pile(box, energy, "Set B, the ENERGY deck", MARGIN, y, 2)
    discard = [(slot[2:], slot) for slot in state.discard]
    yield from _pile(box, discard, "Discard", 440, y, 1)
    x = 720
    yield _text(x, y + 14, "Seen by nobody", 15, "b")
    for place, (name, deal) in enumerate(state.deals.items()):
        top = y + 44 + 46 * place
        told = f"dealt into Set {name}: {deal.unseen}, {deal.esoteric} of them Esoteric"
        yield _text(x, top, told, 12)
        yield _bar(x, top + 8, BAR if deal.unseen else 0, "#6b5a86")
        yield _bar(x, top + 8, BAR * deal.esoteric / max(1, deal.unseen), "#ffd76a")


def _bar(x: float, y: float, wide: float, fill: str) -> str:
    return f'<rect x="{x}" y="{y:g}" width="{wide:.1f}" height="9" rx="3" fill="{fill}"/>'


def _pile(
    box: Box, slots: list[tuple[str, Slot]], title: str, x: float, y: float, columns: int
) -> Iterator[str]:
    """A face-down pile with its size, and the last of what is known of it, in columns."""
    yield _text(x, y + 14, title, 15, "b")
    sheets = -(-len(slots) // 8)
    for sheet in range(sheets):
        where = f"translate({x + 3 * sheet:g} {y + 26 + 2 * (sheets - sheet):g})"
        yield f'<g transform="{where}">{_back("")}</g>'
    at = x + CARD_WIDTH + 30 if slots else x
    known = [(told, slot[2:]) for told, slot in slots if slot not in DEALS]
    shown = known[-PILE_ROWS * columns :]
    count = f"{len(slots)} card{'s' * (len(slots) != 1)}"
    more = ", last known:" if shown != known else ""
    yield _text(at, y + 42, count + more, 13)
    for place, (told, name) in enumerate(shown):
        column, row = divmod(place, PILE_ROWS)
        yield _item(box, name, told, at + 148 * column, y + 64 + LINE * row, 120)


def _item(box: Box, name: str, told: str, x: float, y: float, room: int = 170) -> str:
    card = box.cards[name]
    dark, light, _ = _palette(box, card.element)
    shape = f'<circle cx="{x + 6:g}" cy="{y - 4:g}" r="5" fill="{dark}" stroke="{light}"/>'
    if card.spell:
        shape = _star(x + 6, y - 4.5)
    return shape + _text(x + 18, y, fit(told, room), 12.5)


def _star(x: float, y: float) -> str:
    return (
        f'<path transform="translate({x:g} {y:g})" fill="#ffd76a" '
        'd="M0-8 2-2.5 8-2.5 3 1 5 7 0 3.5-5 7-3 1-8-2.5-2-2.5Z"/>'
    )


# Captures


def _by_element(box: Box, state: State) -> dict[str, list[tuple[str, bool]]]:
    """The captured cards of each element, Esoteric ones first, and whether they were thrashed."""
    listed: dict[str, list[tuple[str, bool]]] = {element: [] for element in box.elements}
    for name in sorted(state.captured, key=lambda name: not box.esoteric[name]):
        listed[box.element[name]].append((name, False))
    for name in state.thrashed:
        listed[box.element[name]].append((name, True))
    return listed


def _captured(box: Box, state: State, y: float) -> Iterator[str]:
    count = len(state.captured) + len(state.thrashed)
    told = f"Captured: {count}"
    if state.thrashed:
        told += f", {len(state.thrashed)} of them thrashed"
    yield _text(MARGIN, y + 14, told, 15, "b")
    for column, (element, names) in enumerate(_by_element(box, state).items()):
        x = MARGIN + column * 240
        dark, light, emblem = _palette(box, element)
        yield f'<rect x="{x}" y="{y + 24}" width="232" height="26" rx="6" fill="{dark}"/>'
        yield (
            f'<path d="{emblem}" fill="{light}" transform="translate({x + 17} {y + 37}) '
            'scale(.45)"/>'
        )
        beasts = sum(box.esoteric[name] for name, _ in names)
        yield _text(x + 34, y + 42, f"{fit(element, 75)}: {beasts} Esoteric", 13, "b")
        for row, (name, thrashed) in enumerate(names):
            faded = f'<g opacity="{0.45 if thrashed else 1}">'
            yield f"{faded}{_item(box, name, name, x + 6, y + 70 + LINE * row)}</g>"
