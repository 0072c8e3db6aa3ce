"""B-1 to B-3. A challenge: dice, a line, the roll, first in the challenger's step, then in the
defender's; then the comparison."""

from collections.abc import Iterator

from engine.games.taiwan_monsters_brawl.box import Board, Box, Run
from engine.games.taiwan_monsters_brawl.challenge import take_dice
from engine.games.taiwan_monsters_brawl.moves import (
    Conclude,
    Keep,
    Line,
    Move,
    Reroll,
    Roll,
    Use,
)
from engine.games.taiwan_monsters_brawl.powers import act, check_power, grant, uses
from engine.games.taiwan_monsters_brawl.state import Duel, Effort, Owed, State
from engine.games.taiwan_monsters_brawl.table import (
    LINES,
    POWERS,
    SPELL,
    effort,
    gain_vp,
    refuse,
    tally,
)

BONUS = 4
"""The most that a leader's defeat gives beside his card ("B-3 2")."""


def asked(state: State) -> str:
    """What the duel waits for: `before` a line or the roll, `line` announced, `rolled`, or
    `conclude`."""
    step = effort(state)
    if step is None:
        return "conclude"
    if step.values:
        return "rolled"
    return "line" if step.lines else "before"


def roller(state: State) -> int:
    """Whose step it is; the challenger concludes."""
    duel: Duel = state.duel  # type: ignore[assignment]
    return duel.defender if duel.attack.kept and not duel.defence.kept else duel.challenger


def current(state: State) -> Effort:
    """The step that is going on."""
    duel: Duel = state.duel  # type: ignore[assignment]
    return duel.defence if duel.attack.kept else duel.attack


# B-2: a line is announced


def flaw(state: State, seat: int, run: Run) -> str:
    """Why a run is no valid line now; empty when it is one."""
    brawler = state.seats[seat]
    colored, exhausted = brawler.colored, brawler.exhausted
    lit = False
    for cell in run.slots:
        if cell in colored:
            lit = True
        # B-2: an exhausted rune fills the line, though it does not act.
        elif cell not in exhausted:
            return f"there is no rune on {cell}"
    return "" if lit else "no rune in it lies colored side up"


def check_line(box: Box, state: State, seat: int, move: Line) -> None:
    step = current(state)
    if step.lines:
        if state.options.lines == "one":
            refuse(f"a step has one line, and {step.lines[-1]} was announced", LINES)
        if step.pending or owed_uses(box, state, seat, step):
            refuse(f"the runes of {step.lines[-1]} are to be used first", LINES)
        if move.line in step.lines:
            refuse(f"{move.line} was announced in this step already", LINES)
    board = box.boards[state.seats[seat].monster]
    run = board.runs.get(move.line)
    if run is None or not (run.whole or state.options.line_shape == "sub-runs"):
        refuse(no_run(board, move.line), LINES)
    why = flaw(state, seat, run)
    if why:
        refuse(f"{move.line} is no valid line: {why}", LINES)


def no_run(board: Board, line: str) -> str:
    """Why two ends name no line of a board, whatever lies on it."""
    first, _, last = line.partition("-")
    if first not in board.cells or last not in board.cells or first == last:
        return f"{line} does not name two cells of this board"
    if first[0] != last[0] and first[1:] != last[1:]:
        return f"{line} is diagonal; a line lies in one row or in one column"
    if line not in board.runs:
        if f"{last}-{first}" in board.runs:
            return f"this line is named {last}-{first}"
        return f"{line} has an Empty Space in it"
    whole = next(
        name
        for name, run in board.runs.items()
        if run.whole and first in run.cells and last in run.cells
    )
    return f"{line} is only a part of {whole}"


def line(box: Box, state: State, seat: int, move: Line) -> None:
    step = current(state)
    step.lines.append(move.line)
    if state.options.line_answer == "spells":
        step.pending = True
    else:
        fire_cells(box, state, seat, step)


def fire_cells(box: Box, state: State, seat: int, step: Effort) -> None:
    """The Die and Points cells of the announced line give what they show, each time anew."""
    run = box.boards[state.seats[seat].monster].runs[step.lines[-1]]
    step.pending = False
    step.points += run.points
    for color in run.dice:
        grant(state.dice, step.dice, color)
    flip_ultimates(box, state, seat, step)


def flip_ultimates(box: Box, state: State, seat: int, step: Effort) -> None:
    """Option `second-ultimate`: when one was fired, the line's others turn for nothing."""
    duel: Duel = state.duel  # type: ignore[assignment]
    if state.options.second_ultimate != "flips" or seat not in duel.fired:
        return
    brawler = state.seats[seat]
    for cell in box.boards[brawler.monster].runs[step.lines[-1]].slots:
        if brawler.colored.get(cell) == "ultimate":
            brawler.exhausted[cell] = brawler.colored.pop(cell)


def lines(box: Box, state: State, seat: int) -> Iterator[Move]:
    step = current(state)
    if step.lines and (
        state.options.lines == "one" or step.pending or owed_uses(box, state, seat, step)
    ):
        return
    parts = state.options.line_shape == "sub-runs"
    for name, run in box.boards[state.seats[seat].monster].runs.items():
        if (run.whole or parts) and name not in step.lines and not flaw(state, seat, run):
            yield Line(name)


def line_falls(box: Box, state: State) -> None:
    """Option `line-answer`: an announced line that a spell has made invalid is none."""
    step = effort(state)
    if step is not None and step.pending:
        seat = roller(state)
        if flaw(state, seat, box.boards[state.seats[seat].monster].runs[step.lines[-1]]):
            step.lines.pop()
            step.pending = False


# B-2: its runes are turned over


def owed_uses(box: Box, state: State, seat: int, step: Effort) -> list[str]:
    """The cells of the announced line whose runes can be used next; `roll` waits for them.

    One Ultimate of several is enough, and none is owed once one was fired in this duel.
    """
    brawler, duel = state.seats[seat], state.duel
    colored = brawler.colored
    fired = seat in duel.fired  # type: ignore[union-attr]
    slots = box.boards[brawler.monster].runs[step.lines[-1]].slots
    return [c for c in slots if c in colored and not (fired and colored[c] == "ultimate")]


def check_use(box: Box, state: State, seat: int, move: Use) -> None:
    if state.owed:
        if move.cell is not None:
            refuse("the power of the Spell card lies on no cell", SPELL)
        check_power(box, state, seat, state.owed[-1].runes[0], move)
        return
    cells = owed_uses(box, state, seat, current(state))
    if move.cell is None:
        refuse("name the cell whose rune is used", LINES)
    if move.cell not in cells:
        rest = ", ".join(cells) or "no other: roll"
        refuse(f"no rune on {move.cell} is to be used now, but {rest}", LINES)
    check_power(box, state, seat, state.seats[seat].colored[move.cell], move)


def use(box: Box, state: State, seat: int, move: Use) -> None:
    if state.owed:
        rune = state.owed.pop().runes[0]
        act(box, state, seat, rune, move.die, move.target)
        return
    step = current(state)
    if step.pending:
        fire_cells(box, state, seat, step)
    brawler, cell = state.seats[seat], move.cell or ""
    rune = brawler.exhausted[cell] = brawler.colored.pop(cell)
    act(box, state, seat, rune, move.die, move.target)
    if rune == "ultimate":
        flip_ultimates(box, state, seat, step)


def line_uses(box: Box, state: State, seat: int) -> Iterator[Move]:
    """`use` for each rune of the announced line."""
    colored = state.seats[seat].colored
    for cell in owed_uses(box, state, seat, current(state)):
        for die, target in uses(box, state, seat, colored[cell]):
            yield Use(cell, die, target)


def card_uses(box: Box, state: State, seat: int) -> Iterator[Move]:
    """`use` for the power that a Spell card rolled."""
    for die, target in uses(box, state, seat, state.owed[-1].runes[0]):
        yield Use(None, die, target)


# B-1: the roll, from the first throw to `keep`


def check_roll(box: Box, state: State, seat: int, move: Roll) -> None:
    step = current(state)
    if step.lines:
        cells = owed_uses(box, state, seat, step)
        if cells:
            refuse(f"the runes on {', '.join(cells)} are to be used before the roll", LINES)


def roll(box: Box, state: State, seat: int, move: Roll) -> None:
    step = current(state)
    if step.pending:
        fire_cells(box, state, seat, step)
    state.owed.append(Owed(do="roll", seat=seat))


def check_reroll(box: Box, state: State, seat: int, move: Reroll) -> None:
    if not current(state).rerolls:
        refuse("no Reroll rune that was used is left", POWERS)


def reroll(box: Box, state: State, seat: int, move: Reroll) -> None:
    current(state).rerolls -= 1
    state.owed.append(Owed(do="reroll", seat=seat))


def rolled(state: State, values: list[int]) -> None:
    """A roll or a reroll of all dice: the higher sum stays, of equal ones the earlier."""
    state.owed.pop()
    step = current(state)
    if not step.values or sum(values) > sum(step.values):
        step.values = values
        tally(state)


def misses_rolled(state: State, values: list[int]) -> None:
    """Thunder Beast: the missed dice show something new, and that stands."""
    state.owed.pop()
    step, fresh = current(state), iter(values)
    step.values = [value or next(fresh) for value in step.values]
    tally(state)


def check_keep(box: Box, state: State, seat: int, move: Keep) -> None:
    """Once rolled, the dice can always be kept."""


def keep(box: Box, state: State, seat: int, move: Keep) -> None:
    duel: Duel = state.duel  # type: ignore[assignment]
    step = current(state)
    step.kept = True
    for color in step.dice:
        state.dice[color] += 1
    if step is duel.attack:
        take_dice(state, duel.defence)


def throws(box: Box, state: State, seat: int) -> Iterator[Move]:
    """After the roll."""
    if current(state).rerolls:
        yield Reroll()
    yield Keep()


def before_roll(box: Box, state: State, seat: int) -> Iterator[Move]:
    """A line or the roll."""
    yield from lines(box, state, seat)
    yield Roll()


def after_line(box: Box, state: State, seat: int) -> Iterator[Move]:
    """The runes of an announced line, another line, or the roll."""
    owed = list(line_uses(box, state, seat))
    yield from owed or lines(box, state, seat)
    if not owed:
        yield Roll()


def break_off(state: State) -> None:
    """A duellist has left: the duel is over without result, its dice go back."""
    step = effort(state)
    for color in step.dice if step else ():
        state.dice[color] += 1
    state.duel = None


# B-3: the comparison


def check_conclude(box: Box, state: State, seat: int, move: Conclude) -> None:
    """Once both have kept, the challenger may conclude."""


def conclude(box: Box, state: State, seat: int, move: Conclude) -> None:
    tally(state)
    duel: Duel = state.duel  # type: ignore[assignment]
    attack, defence = duel.attack.total or 0, duel.defence.total or 0
    loser = state.seats[duel.defender]
    if attack > defence:
        gained = box.territories[loser.card].vp + bonus(state, duel, attack - defence)
        state.territory_discards.append(loser.card)
        loser.card, loser.injured = "", False
        gain_vp(state, duel.challenger, gained)
    elif attack < defence:
        state.seats[duel.challenger].injured = True
    state.duel = None
    state.acted = True


def bonus(state: State, duel: Duel, margin: int) -> int:
    """What the challenger wins beside the card if the defender leads in VP and he does not."""
    vps = [b.vp for seat, b in enumerate(state.seats) if seat not in state.conceded]
    most = max(vps)
    if state.seats[duel.defender].vp < most or state.seats[duel.challenger].vp == most:
        return 0
    measure = duel.gap if state.options.bonus == "vp-difference" else margin
    return max(0, min(BONUS, measure))


def conclusions(box: Box, state: State, seat: int) -> Iterator[Move]:
    yield Conclude()
