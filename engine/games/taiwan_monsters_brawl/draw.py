"""The table as text of at most 80 columns; `svg` draws the same as a picture."""

from collections.abc import Iterator, Sequence

from engine.cards import Hand
from engine.game import Picture, Span
from engine.games.taiwan_monsters_brawl import svg
from engine.games.taiwan_monsters_brawl.box import COLORS, DIE_CELLS, EMPTY, RUNES, Box
from engine.games.taiwan_monsters_brawl.flow import asked, decider
from engine.games.taiwan_monsters_brawl.moves import Color, Rune
from engine.games.taiwan_monsters_brawl.pack import TAKES, TerritoryCard
from engine.games.taiwan_monsters_brawl.state import Effort, State
from engine.text import Line, clip, cut, fill, line_width, pad, wrap

WIDTH, HALF, NAME = 80, 39, 30
LETTERS: dict[Rune, str] = {rune: mark for mark, rune in TAKES.items()}
RUNE_STYLES: dict[Rune, str] = {
    "ultimate": "bold magenta",
    "chi": "bold yellow",
    "spell": "bold blue",
    "upgrade": "bold green",
    "reroll": "bold cyan",
}
DIE_STYLES: dict[Color, str] = {
    "grey": "black on white",
    "black": "white on black",
    "red": "white on red",
}
PHASES = {
    "set-up": "set-up",
    "resources": "A: resources",
    "challenge": "B: challenge",
    "clean-up": "C: clean-up",
}
WAITS = {
    "choose": "choose a monster",
    "start": "start with a or b",
    "place": "place a rune",
    "pick": "pick a rune",
    "power": "pick the Spell card's power",
    "use": "use the Spell card's power",
    "discard": "discard a spell",
    "part": "discard one of two drawn spells",
    "claim": "claim a territory",
    "action": "act",
    "before": "announce a line, or roll",
    "line": "use the line's runes, then roll",
    "rolled": "keep the roll",
    "conclude": "conclude the challenge",
    "score": "score the territories",
    "refresh": "refresh runes, or be done",
    "reveal": "reveal territories",
    "draw": "draw a spell",
    "runes": "roll the Rune Die",
    "roll": "roll",
    "reroll": "reroll",
    "thunder": "roll the misses again",
}


def picture(box: Box, state: State, names: Sequence[str]) -> Picture:
    """The table, as text and as SVG."""
    lines = [cut(line, WIDTH) for line in _lines(box, state, names)]
    return Picture(lines, svg.drawing(box, state, names, headline(state, names)))


def headline(state: State, names: Sequence[str]) -> tuple[str, str]:
    """Round and phase, and whom the match waits for."""
    of = f" of {state.options.sets * len(state.seats)}" if len(state.seats) > 2 else ""
    where = f"round {state.round}{of} · {PHASES[state.phase]}"
    if state.phase == "set-up":
        where = "set-up"
    if state.ended:
        return where, f"over: {state.ended}"
    what = WAITS[asked(state)]
    if state.owed and state.owed[-1].runes:
        what += f" ({', '.join(state.owed[-1].runes)})"
    return where, f"{clip(names[decider(state)], NAME)}: {what}"


def _lines(box: Box, state: State, names: Sequence[str]) -> Iterator[Line]:
    where, waits = headline(state, names)
    yield [("Taiwan Monsters Brawl", "bold"), (f"  {where}", "")]
    yield [(waits, "bold green")]
    yield []
    yield from _duel(state, names)
    yield from _seats(box, state, names)
    yield from _table(box, state)
    yield from _legend()


# The duel


def _duel(state: State, names: Sequence[str]) -> Iterator[Line]:
    duel = state.duel
    if duel is None:
        return
    one, other = (clip(names[seat], NAME) for seat in (duel.challenger, duel.defender))
    title = f"{one} challenges {other}"
    yield [(title, "bold red")]
    for letter, seat, step in (
        ("A", duel.challenger, duel.attack),
        ("B", duel.defender, duel.defence),
    ):
        yield from wrap(_effort(letter, names[seat], step), WIDTH, 21)
    yield []


def _effort(letter: str, name: str, step: Effort) -> Line:
    line: Line = [(f"  {letter} {pad(name, 16)} ", "")]
    for place, color in enumerate(step.dice):
        face = str(step.values[place]) if step.values else "·"
        line += [(f" {face} ", DIE_STYLES[color]), (" ", "")]
    if step.points:
        line.append((f"{step.points:+d} ", "bold"))
    if step.total is not None:
        line.append((f"= {step.total} ", "bold"))
    if step.lines:
        line.append((f"line {', '.join(step.lines)} ", "cyan"))
    if step.rerolls:
        line.append((f"rerolls {step.rerolls} ", "cyan"))
    if step.kept:
        line.append(("kept", "dim"))
    return line


# The seats, two beside each other where their boards are narrow


def _seats(box: Box, state: State, names: Sequence[str]) -> Iterator[Line]:
    panels = [list(_panel(box, state, seat, name)) for seat, name in enumerate(names)]
    if all(line_width(line) <= HALF for panel in panels for line in panel):
        for left, right in zip(panels[::2], [*panels[1::2], []], strict=False):
            for place in range(max(len(left), len(right))):
                first = fill(left[place] if place < len(left) else [], HALF + 1)
                yield first + (right[place] if place < len(right) else [])
            yield []
    else:
        for panel in panels:
            yield from panel
            yield []


def _panel(box: Box, state: State, seat: int, name: str) -> Iterator[Line]:
    brawler = state.seats[seat]
    gone = seat in state.conceded
    now = not state.ended and seat == decider(state)
    first = " ①" if seat == state.first and state.phase != "set-up" else ""
    mark = ("▶ " if now else "  ", "bold green")
    style = "dim" if gone else "bold"
    whole = f"{clip(name, 20)}{first}{' (left)' if gone else ''}"
    yield cut([mark, (whole, style), (f" · {brawler.monster or 'no monster'}", "")], HALF)
    stats: Line = [(f"  {brawler.vp} VP", "bold"), (f"  {brawler.chi} chi", "yellow")]
    if brawler.card:
        vp = box.territories[brawler.card].vp
        stats.append((f"  {brawler.card} ({vp} VP)", "green"))
    if brawler.injured:
        stats.append(("  injured", "bold red"))
    yield cut(stats, HALF)
    yield from wrap([(f"  {in_hand(brawler.hand)}", "")], HALF, 4)
    if brawler.monster:
        yield from _board(box, state, seat)


def in_hand(hand: Hand) -> str:
    """The spells of a hand, as far as they are seen."""
    size, names = hand.size, hand.names()
    text = f"{size} spell{'s' * (size != 1)}"
    if names:
        text += f": {', '.join(names)}"
        if hand.unseen:
            text += f", {hand.unseen} unseen"
    return text


def _board(box: Box, state: State, seat: int) -> Iterator[Line]:
    board = box.boards[state.seats[seat].monster]
    wide = 3 if 4 + 3 * board.columns <= HALF else 2
    letters = [chr(ord("a") + column) for column in range(board.columns)]
    yield [("    " + "".join(f"{letter:^{wide}}" for letter in letters), "dim")]
    for row in range(1, board.rows + 1):
        line: Line = [(f"  {row} ", "dim")]
        for letter in letters:
            text, style = _cell(state, seat, f"{letter}{row}", board.cells[f"{letter}{row}"])
            line.append((text if wide == 3 else text.strip()[-2:].rjust(2), style))
        yield line


def _cell(state: State, seat: int, cell: str, mark: str) -> Span:
    brawler = state.seats[seat]
    if cell in brawler.colored:
        rune = brawler.colored[cell]
        return f" {LETTERS[rune]} ", RUNE_STYLES[rune]
    if cell in brawler.exhausted:
        return f"‹{LETTERS[brawler.exhausted[cell]]}›", "dim"
    if mark in EMPTY:
        return "   ", ""
    if mark in DIE_CELLS:
        return f" {mark} ", DIE_STYLES[DIE_CELLS[mark]]
    if mark in TAKES:
        return f"({mark.lower()})", "dim"
    return (" · ", "") if mark == "." else (f"+{mark} ", "bold")


# The middle of the table


def _table(box: Box, state: State) -> Iterator[Line]:
    if state.revealed:
        yield [("territories to claim", "bold")]
        for name in state.revealed:
            yield [(f"  {pad(name, 16)} ", ""), (card_text(box.territories[name]), "green")]
    supply: Line = [("runes   ", "bold")]
    for rune in RUNES:
        supply.append((f"{rune} {state.supply[rune]}  ", RUNE_STYLES[rune]))
    yield supply
    dice: Line = [("dice    ", "bold")]
    for color in COLORS:
        dice += [(f" {state.dice[color]} ", DIE_STYLES[color]), (f" {color}  ", "")]
    yield dice
    thrown = sum(state.spell_discards.values())
    yield [
        ("decks   ", "bold"),
        (f"spells {state.spells.size}, {thrown} discarded   ", ""),
        (f"territories {state.territories.size}, {len(state.territory_discards)} discarded", ""),
    ]


def card_text(card: TerritoryCard) -> str:
    """What a Territory Card shows, in words."""
    chi = [f"{card.chi} chi"] if card.chi else []
    return f"{card.vp} VP" + "".join(f", {part}" for part in (*chi, *card.runes))


def _legend() -> Iterator[Line]:
    runes = [(f"{LETTERS[rune]} {rune}  ", RUNE_STYLES[rune]) for rune in RUNES]
    yield [("cells   ", "bold"), *runes, ("‹x› exhausted", "dim")]
    yield [("        · blank  (x) for that rune only  g b r a grey, black, red die  ", "dim"),
           ("+1 points", "dim")]  # fmt: skip
    yield [("        ① first player of the round  ▶ decides", "dim")]
