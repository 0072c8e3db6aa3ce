"""The table as styled text; `svg` draws the same as a picture."""

from collections.abc import Iterator, Sequence

from engine.chance import UNSEEN
from engine.game import Picture, Span
from engine.games.taking_of_taidian import svg
from engine.games.taking_of_taidian.box import Box
from engine.games.taking_of_taidian.pack import Card
from engine.games.taking_of_taidian.state import Fighter, State
from engine.games.taking_of_taidian.table import decider, stock
from engine.text import Line, clip, cut, pad, width

WIDTH, NAME = 80, 30
BAR = 20
STYLES = {"red": "red", "blue": "blue", "black": "bold", "green": "green"}
KINDS = {"red": "attack", "blue": "defence", "black": "upgrading", "green": "structures"}
DOING = {"set-up": "set-up", "begin": "begins", "attack": "attacks", "upgrade": "upgrades"}


def picture(box: Box, state: State, names: Sequence[str]) -> Picture:
    """The players with what lies before them, the open batch, and the market."""
    status = waiting(state, names)
    lines = [cut(line, WIDTH) for line in _lines(box, state, names, status)]
    return Picture(lines, svg.drawing(box, state, names, status))


def waiting(state: State, names: Sequence[str]) -> str:
    """Where the match stands, in a few words."""
    if state.ended:
        return f"The match is over: {state.ended}."
    name = clip(names[state.turn], NAME)
    if state.phase == "set-up":
        return f"Set-up: {name} chooses." if state.due is None else "Set-up: opening hands."
    text = f"Turn {state.round}: {name} {DOING[state.phase]}"
    if state.due is not None:
        thing = {"draw": "draws", "shown": "shows the unused cards", "taken": "steals a card"}
        return f"{text}, and {thing[state.due.do]}."
    if decider(state) != state.turn:
        return f"{text}; {clip(names[decider(state)], NAME)} answers."
    return f"{text}; {state.purse} to spend." if state.phase == "upgrade" else f"{text}."


def _lines(box: Box, state: State, names: Sequence[str], status: str) -> Iterator[Line]:
    yield [(clip(status, WIDTH), "bold")]
    for seat, owner in enumerate(state.seats):
        yield [("", "")]
        yield from _fighter(box, state, seat, owner, names[seat])
    if state.batch is not None:
        yield [("", "")]
        yield from _batch(box, state, names)
    yield [("", "")]
    yield from _market(box, state)


# A seat


def _fighter(box: Box, state: State, seat: int, owner: Fighter, name: str) -> Iterator[Line]:
    mark = "▶ " if seat == decider(state) and not state.ended else "  "
    who = [(mark, "bold yellow"), (pad(name, 16), "bold"), (" ", "")]
    team = f"team {1 + sorted(set(state.sides)).index(state.sides[seat])}  " if state.sides else ""
    if not owner.character:
        yield [*who, (team, "dim"), ("dead" if owner.out else "no character yet", "dim")]
        return
    who += [(pad(owner.character, 17), ""), (" ", ""), (team, "dim")]
    if owner.out or seat in state.conceded:
        yield [*who, ("conceded" if seat in state.conceded else "dead", "dim")]
        return
    start = box.characters[owner.character].health
    full = min(BAR, -(-owner.health * BAR // start))
    yield [*who, ("█" * full, "red"), ("░" * (BAR - full), "dim"), (f" {owner.health}/{start}", "")]
    levels = [f"{power} {owner.levels.get(power, 0)}" for power in box.powers]
    head = f"energy {owner.energy}/{box.limits.energy}   power-ups: "
    yield from _list(head, [(text, "" if text.endswith(" 0") else "bold") for text in levels])
    yield from _cards(box, owner)


def _cards(box: Box, owner: Fighter) -> Iterator[Line]:
    gone = sum(owner.discard.values())
    down = f" ({len(owner.buried)} face down)" if owner.buried else ""
    piles = f"deck {owner.deck}, discard {gone + len(owner.buried)}{down}, hand {len(owner.hand)}"
    known = [name for name in owner.hand if name != UNSEEN]
    yield from _list(f"{piles}: " if known else piles, _styled(box, known), always=True)
    yield from _list("structures: ", _styled(box, owner.structures))
    yield from _list("in front: ", _styled(box, owner.front))
    yield from _list("aside: ", _styled(box, owner.aside))


def _styled(box: Box, names: Sequence[str]) -> list[Span]:
    return [(name, STYLES[box.color[name]]) for name in names]


def _batch(box: Box, state: State, names: Sequence[str]) -> Iterator[Line]:
    batch = state.batch
    assert batch is not None
    laid = [
        (f"{one.card} → {'all declared' if one.foe is None else clip(names[one.foe], 16)}", "red")
        for one in batch.cards
    ]
    yield from _list("batch: ", laid)
    yield from _list("declared: ", [(clip(names[foe], NAME), "") for foe in batch.declared])
    answers = [(f"{clip(names[foe], 16)} ({state.seats[foe].blocked} blocked)", "blue")
               for foe in batch.answers]  # fmt: skip
    yield from _list("still to answer: ", answers)


# The market


def _market(box: Box, state: State) -> Iterator[Line]:
    yield [("The stacks", "bold"), (": price, and how many are left", "dim")]
    for color, kind in KINDS.items():
        cards = [card for card in box.cards.values() if card.color == color and card.copies]
        items = []
        for card in cards:
            left = stock(box, state, card.name)
            text = f"{card.name} ({meaning(card)}) {card.price}, ×{left}"
            items.append((text, STYLES[color] if left else "dim"))
        yield from _list(f"{pad(kind, 10)} ", items, mark=";")


def meaning(card: Card) -> str:
    """What a card does, in a few letters."""
    if card.color == "red":
        words = [f"{card.points} to all" if card.hits == "several" else str(card.points or "")]
        words += ["bomb"] * card.firebomb + ["steal"] * card.steal
        return " ".join(word for word in words if word)
    if card.color == "green":
        return ", ".join(f"+{effect.amount} {effect.effect}" for effect in card.effects)
    return str(card.points or (f"{card.energy} energy" if card.energy else f"{card.money} money"))


def _list(head: str, items: list[Span], mark: str = ",", always: bool = False) -> Iterator[Line]:
    """Items after a heading, over as many lines as they need; none where there are no items."""
    line: Line = [(f"    {head}", "")]
    used = room = width(line[0][0])
    if room > WIDTH // 2:
        # A long heading: what follows it is set below.
        room = 6
    for place, (name, style) in enumerate(items):
        text = clip(name, WIDTH - room - 1)
        if used + width(text) + (2 if place else 0) >= WIDTH:
            yield [*line, (mark, "")] if place else line
            line, used = [(" " * room, "")], room
        elif place:
            line.append((f"{mark} ", ""))
            used += 2
        line.append((text, style))
        used += width(text)
    if items or always:
        yield line
