"""The table as a picture: a panel for each player, the open batch, and the stacks."""

from collections.abc import Iterator, Sequence

from engine.chance import UNSEEN
from engine.games.taking_of_taidian.box import Box
from engine.games.taking_of_taidian.pack import Card
from engine.games.taking_of_taidian.state import Fighter, State
from engine.games.taking_of_taidian.table import decider, stock
from engine.sheets import fit, xml

WIDTH = 1000
PANEL, TALL, GAP = 484, 236, 12
CARD, HIGH = 70, 46
"""A small card."""
STACK, STACK_HIGH = 115, 62
PER_ROW = 8
SIDES = ("#e0a526", "#4aa3df", "#c45bd0", "#5fbf6a", "#ef7d57", "#9aa7b5")
FACES = {"red": "#a32b25", "blue": "#245a94", "black": "#33363d", "green": "#2c6e3f"}
PAPER, INK, DIM = "#f4ead4", "#241f1a", "#9fb0ad"


def drawing(box: Box, state: State, names: Sequence[str], status: str) -> str:
    """An SVG document of the whole table."""
    rows = (len(state.seats) + 1) // 2
    top = 62 + rows * (TALL + GAP)
    batch = list(_batch(box, state, names, top)) if state.batch is not None else []
    market = top + (98 if batch else 0)
    stacks = [card for card in box.cards.values() if card.copies]
    height = market + 40 + -(-len(stacks) // PER_ROW) * (STACK_HIGH + 8) + 10
    parts = [_head(height, status)]
    for seat, owner in enumerate(state.seats):
        x = GAP + seat % 2 * (PANEL + GAP - 4)
        y = 62 + seat // 2 * (TALL + GAP)
        parts += _panel(box, state, seat, owner, names[seat], x, y)
    parts += batch
    parts += _market(box, state, stacks, market)
    return "\n".join([*parts, "</svg>"])


def _head(height: int, status: str) -> str:
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
            f'width="{WIDTH}" height="{height}" font-family="Helvetica, Arial, sans-serif">',
            '<defs><linearGradient id="felt" x1="0" y1="0" x2="0" y2="1">'
            '<stop offset="0" stop-color="#23393b"/><stop offset="1" stop-color="#14211f"/>'
            "</linearGradient></defs>",
            f'<rect width="{WIDTH}" height="{height}" fill="url(#felt)"/>',
            text(GAP + 4, 38, "Taking of Taidian", 26, "#f1d58a", "bold", family="Georgia, serif"),
            text(WIDTH - GAP - 4, 37, fit(status, 360), 17, PAPER, anchor="end"),
        ]
    )


def text(
    x: int, y: int, words: str, size: int, fill: str = PAPER, weight: str = "",
    anchor: str = "", family: str = "",
) -> str:  # fmt: skip
    """A line of text; what people have typed is escaped."""
    more = f' font-weight="{weight}"' * bool(weight)
    more += f' text-anchor="{anchor}"' * bool(anchor)
    more += f' font-family="{family}"' * bool(family)
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}"{more}>{xml(words)}</text>'


def rect(x: int, y: int, w: int, h: int, fill: str, round_: int = 6, stroke: str = "") -> str:
    """A box with round corners."""
    line = f' stroke="{stroke}" stroke-width="2"' if stroke else ""
    return f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{round_}" fill="{fill}"{line}/>'


def _cut(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"


# A seat


def _panel(
    box: Box, state: State, seat: int, owner: Fighter, name: str, x: int, y: int
) -> Iterator[str]:
    gone = owner.out or seat in state.conceded
    asked = not state.ended and seat == decider(state)
    side = state.sides[seat] if state.sides else seat
    shade = SIDES[side % len(SIDES)]
    yield f'<g opacity="{"0.45" if gone else "1"}">'
    yield rect(x, y, PANEL, TALL, "#0e1a19", 10, "#f1d58a" if asked else "#3b5250")
    yield rect(x + 1, y + 1, 8, TALL - 2, shade, 4)
    yield text(x + 22, y + 28, fit(name, 150), 20, shade, "bold")
    yield text(x + PANEL - 14, y + 27, _cut(owner.character, 24), 16, PAPER, anchor="end",
               family="Georgia, serif")  # fmt: skip
    if gone:
        word = "conceded" if seat in state.conceded else "dead"
        yield text(x + PANEL // 2, y + TALL // 2 + 12, word, 30, DIM, "bold", "middle")
    elif not owner.character:
        yield text(x + PANEL // 2, y + TALL // 2 + 8, "no character yet", 18, DIM, anchor="middle")
    else:
        yield from _health(box, owner, x + 22, y + 42)
        yield from _energy(box, owner, x + 22, y + 66)
        yield from _powers(box, owner, x + 22, y + 86)
        yield from _hand(box, owner, x + 22, y + 122)
        yield from _table(box, owner, x + 22, y + 180)
    yield "</g>"


def _health(box: Box, owner: Fighter, x: int, y: int) -> Iterator[str]:
    start = box.characters[owner.character].health
    full = min(300, owner.health * 300 // start)
    fill = "#d0453b" if full > 90 else "#ff7a3d"
    yield text(x, y + 13, "Health", 12, DIM)
    yield rect(x + 54, y, 300, 16, "#3a1c1a", 8)
    if full:
        yield rect(x + 54, y, max(full, 12), 16, fill, 8)
    yield text(x + 364, y + 14, f"{owner.health} / {start}", 16, PAPER, "bold")


def _energy(box: Box, owner: Fighter, x: int, y: int) -> Iterator[str]:
    yield text(x, y + 12, "Energy", 12, DIM)
    step = min(30, 300 // box.limits.energy)
    if step < 6:
        yield text(x + 54, y + 12, f"{owner.energy} / {box.limits.energy}", 14, PAPER, "bold")
        return
    for place in range(box.limits.energy):
        left = x + 54 + place * step
        fill = "#f5d742" if place < owner.energy else "#3b3a22"
        yield (
            f'<path d="M{left + 9} {y} l-8 8 h5 l-3 7 l9 -9 h-5 l4 -6 z" fill="{fill}"/>'
            if step > 16
            else rect(left, y, step - 2, 13, fill, 2)
        )
    yield text(x + 364, y + 13, str(owner.energy), 14, "#f5d742", "bold")


def _powers(box: Box, owner: Fighter, x: int, y: int) -> Iterator[str]:
    wide = 448 // len(box.powers)
    for place, power in enumerate(box.powers):
        level, left = owner.levels.get(power, 0), x + place * wide
        yield rect(left, y, wide - 8, 28, "#3a2f12" if level else "#18282a", 5,
                   "#c99a2e" if level else "")  # fmt: skip
        yield text(left + 6, y + 18, _cut(power, 10), 11, "#f1d58a" if level else DIM)
        for pip in range(box.limits.levels):
            fill = "#f1b93a" if pip < level else "#2d4243"
            middle = left + wide - 15 - 9 * (box.limits.levels - 1 - pip)
            yield f'<circle cx="{middle}" cy="{y + 14}" r="3.5" fill="{fill}"/>'


def _hand(box: Box, owner: Fighter, x: int, y: int) -> Iterator[str]:
    step = min(CARD + 5, (336 - CARD) // max(len(owner.hand) - 1, 1))
    for place, name in enumerate(owner.hand):
        left = x + place * step
        yield _back(left, y) if name == UNSEEN else _card(box, name, left, y)
    if not owner.hand:
        yield text(x, y + 28, "empty hand", 12, DIM)
    yield from _pile(x + 344, y, owner.deck, "deck")
    yield from _pile(x + 400, y, sum(owner.discard.values()) + len(owner.buried), "discard")


def _pile(x: int, y: int, count: int, word: str) -> Iterator[str]:
    for step in range(min(count, 3)):
        yield rect(x + 2 * step, y - 2 * step, 44, 32, "#6b3a2e", 4, "#2a1612")
    if not count:
        yield rect(x, y, 44, 32, "none", 4, "#3b5250")
    yield text(x + 24, y + 21, str(count), 15, PAPER, "bold", "middle")
    yield text(x + 24, y + 46, word, 11, DIM, anchor="middle")


def _table(box: Box, owner: Fighter, x: int, y: int) -> Iterator[str]:
    """What lies before a player: structures, then the cards used or on their way to the discard."""
    cards = [*owner.structures, *owner.front, *owner.aside]
    step = min(CARD + 5, (440 - CARD) // max(len(cards) - 1, 1))
    for place, name in enumerate(cards):
        yield _card(box, name, x + place * step, y)


def _back(x: int, y: int) -> str:
    lines = "".join(f"M{x + 11 + 12 * n} {y + 8} v{HIGH - 16}" for n in range(5))
    return (
        rect(x, y, CARD, HIGH, "#5b2b23", 5, "#d9b36a")
        + f'<path d="{lines}" stroke="#8a4a3a" stroke-width="2"/>'
    )


def _card(box: Box, name: str, x: int, y: int) -> str:
    card, fill = box.cards[name], FACES[box.color[name]]
    parts = [rect(x, y, CARD, HIGH, PAPER, 5, fill), rect(x + 1, y + 1, CARD - 2, 15, fill, 4)]
    parts.append(text(x + CARD // 2, y + 12, number(card), 11, "#fff", "bold", "middle"))
    words = _wrapped(name, 10)
    for row, word in enumerate(words):
        below = y + (36 if len(words) == 1 else 28 + 13 * row)
        parts.append(text(x + CARD // 2, below, word, 11, INK, anchor="middle"))
    return "".join(parts)


def _wrapped(name: str, most: int) -> list[str]:
    """A name on one or two lines."""
    if len(name) <= most:
        return [name]
    cuts = [place for place, sign in enumerate(name) if sign == " " and place <= most]
    at = cuts[-1] if cuts else most
    return [name[:at], _cut(name[at:].strip(), most)]


def number(card: Card) -> str:
    """What stands on the head of a small card."""
    if card.points:
        return f"{card.points} all" if card.hits == "several" else str(card.points)
    if card.energy or card.money:
        return f"+{card.energy or card.money}" + (" energy" if card.energy else " money")
    return "bomb" if card.firebomb else "steal" if card.steal else "in play"


# The batch and the stacks


def _batch(box: Box, state: State, names: Sequence[str], y: int) -> Iterator[str]:
    batch = state.batch
    assert batch is not None
    yield rect(GAP, y, WIDTH - 2 * GAP, 86, "#3a1614", 10, "#d0453b")
    yield text(GAP + 16, y + 25, f"{fit(names[state.turn], 140)} hits", 16, "#ffb3a8", "bold")
    declared = ", ".join(fit(names[foe], 98) for foe in batch.declared)
    waits = ", ".join(fit(names[foe], 98) for foe in batch.answers)
    if declared:
        yield text(GAP + 16, y + 48, _cut(f"also declared: {declared}", 40), 12, PAPER)
    if waits:
        yield text(GAP + 16, y + 70, _cut(f"to answer: {waits}", 40), 12, PAPER)
    step = min(CARD + 36, 660 // len(batch.cards))
    for place, one in enumerate(batch.cards):
        left = 300 + place * step
        yield _card(box, one.card, left, y + 10)
        whom = "all declared" if one.foe is None else f"→ {fit(names[one.foe], 92)}"
        yield text(left + CARD // 2, y + 74, whom, 12, PAPER, anchor="middle")


def _market(box: Box, state: State, stacks: Sequence[Card], y: int) -> Iterator[str]:
    yield text(GAP + 4, y + 24, "The stacks", 17, "#f1d58a", "bold", family="Georgia, serif")
    for place, card in enumerate(stacks):
        left = GAP + place % PER_ROW * (STACK + 7)
        yield from _stack(card, stock(box, state, card.name), left,
                          y + 36 + place // PER_ROW * (STACK_HIGH + 8))  # fmt: skip


def _stack(card: Card, left: int, x: int, y: int) -> Iterator[str]:
    fill = FACES[card.color]
    yield f'<g opacity="{"1" if left else "0.35"}">'
    yield rect(x, y, STACK, STACK_HIGH, PAPER, 6, fill)
    yield rect(x + 1, y + 1, STACK - 2, 19, fill, 5)
    yield text(x + 7, y + 15, _cut(card.name, 15), 12, "#fff", "bold")
    for row, words in enumerate(_stack_lines(card)):
        yield text(x + 7, y + 35 + 14 * row, words, 11 - row, INK)
    yield f'<circle cx="{x + STACK - 14}" cy="{y + 34}" r="10" fill="#d9a62e" stroke="#8a6a1c"/>'
    yield text(x + STACK - 14, y + 38, str(card.price), 12, INK, "bold", "middle")
    yield text(x + STACK - 7, y + 57, f"×{left}", 11, "#6b5f50", anchor="end")
    yield "</g>"


def _stack_lines(card: Card) -> list[str]:
    """What a card does, on at most two short lines."""
    if card.color == "green":
        return [f"+{effect.amount} {effect.effect}" for effect in card.effects][:2]
    if card.color == "black":
        return [number(card)]
    first = {"one": "hits one", "several": "hits all", None: "blocks"}[card.hits]
    if card.firebomb or card.steal:
        first = "firebomb" if card.firebomb else "steals a card"
    head = f"{card.points} {first}" if card.points else first
    return [head, _cut(", ".join(card.symbols), 17)]
