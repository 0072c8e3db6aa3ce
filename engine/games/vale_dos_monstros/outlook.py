"""What a position is worth to a legion beside its points: how near it is to its next tent.

The points alone tell a bot nothing about the way to a tent, so that it would walk about by chance.
What a piece works for is worth more than all the nearness that it can lose by getting it, so that
nobody waits beside a tent or a visitor. The weights were found by simulation.
"""

from engine.games.vale_dos_monstros.box import Box, Cells, spread
from engine.games.vale_dos_monstros.state import State
from engine.games.vale_dos_monstros.walking import ground, lit

POINT, TENT, TOKEN, REVEALED, GUARD = 100, 1500, 100, 300, -30
"""A point of the score, a tent under control beside it, a token, a revealed tent, and a visitor
who bars control of one."""
ACTIVE = (-3000, 0, 400, 480, 530)
"""So many pieces that may still act, while a capture can bring another."""
DONE = 3000
"""All tents under control, so that nobody hesitates before the last one."""
FAR = 12
"""Steps beyond which nearness counts for nothing."""
TO_TENT, TO_VISITOR, TO_REVEAL, EACH = 40, 8, 10, 2
"""A step less for the nearest piece to a tent that it can take, to a visitor, to a tent that is
not revealed; and for each piece."""
CHANCE = 6
"""An additional action that is begun where something can be done with it."""
ADULTS = ("man", "woman")


def outlook(box: Box, state: State, seat: int) -> int:
    """The worth of a position to a seat, in hundredths of a point."""
    legion = state.seats[seat]
    mine = [cell for cell, owner in state.monsters.items() if owner == seat]
    held = [tent for tent, owner in state.held.items() if owner == seat]
    pieces = box.bits(mine)
    worth = POINT * board_points(box, state, pieces, held) + TENT * len(held)
    worth += POINT * box.pack.score.front * legion.front
    worth += TOKEN * legion.tokens + REVEALED * len(state.turned)
    if len(state.held) == len(box.tents):
        return worth + DONE
    free, grows = len(mine) + legion.front, can_grow(box, state, seat)
    if free or grows:
        worth += ACTIVE[min(free, len(ACTIVE) - 1)]
    return worth + nearness(box, state, seat, pieces, lone=grows and free == 1)


def board_points(box: Box, state: State, pieces: Cells, held: list[str]) -> int:
    """The points for what a seat has on the board."""
    score = box.pack.score
    valley = (pieces & box.valley_bits).bit_count()
    points = score.valley * (valley + len(held)) + score.bush * (pieces.bit_count() - valley)
    for tent in held:
        points += score.tent_with_fire if lit(box, state, tent) else score.tent
    return points


def can_grow(box: Box, state: State, seat: int) -> bool:
    """Whether a capture may still bring the seat another piece."""
    if state.seats[seat].reserve == 0:
        return False
    visitors = state.visitors.values()
    return len(state.turned) < len(box.tents) or "man" in visitors or "woman" in visitors


def nearness(box: Box, state: State, seat: int, pieces: Cells, lone: bool) -> int:
    """How near the seat's pieces are to what they can do next. A lone piece does not settle down
    on a tent: it looks for somebody to capture."""
    land = ground(box, state, seat, [], state.watch)
    goods, guards = takeable(box, state, seat)
    people = box.bits(cell for cell, who in state.visitors.items() if who in ADULTS or not lone)
    shut = box.bits(tent for tent in box.tents if tent not in state.turned)
    pieces &= ~land.watched
    # Only from the valley is anybody frightened or a tent revealed.
    valley = box.valley_bits
    to_tent, tents = approach(0 if lone else spread(goods), pieces, land.open)
    to_visitor, visitors = approach(spread(people) & valley, pieces, land.open)
    to_reveal, reveals = approach(spread(shut) & valley, pieces, land.open)
    worth = TO_TENT * to_tent + TO_VISITOR * to_visitor + TO_REVEAL * to_reveal
    worth += EACH * (tents + visitors + reveals) + GUARD * guards
    if state.begun:
        steps = box.steps[state.seats[seat].legion]
        ready = to_tent >= FAR - steps or FAR - 1 in (to_visitor, to_reveal)
        worth += CHANCE if ready else -CHANCE
    return worth


def takeable(box: Box, state: State, seat: int) -> tuple[Cells, int]:
    """The tents that the seat could take if a piece was there, and how many visitors guard free
    tents."""
    people, tokens, costs = box.bits(state.visitors), state.seats[seat].tokens, box.pack.price
    found = guards = 0
    for tent in state.turned:
        if tent in state.held:
            continue
        beside = box.beside[tent] & people
        if beside:
            guards += beside.bit_count()
        elif tokens >= (costs.tent_with_fire if lit(box, state, tent) else costs.tent):
            found |= box.bit[tent]
    return found, guards


def approach(goals: Cells, pieces: Cells, crossed: Cells) -> tuple[int, int]:
    """How many steps less than `FAR` lead to any of the goals, from the nearest piece and from
    all pieces together. On a goal it is one step."""
    nearest = whole = 0
    found = edge = goals
    for steps in range(1, FAR):
        there = edge & pieces
        if there:
            nearest = nearest or FAR - steps
            whole += (FAR - steps) * there.bit_count()
            pieces &= ~there
        edge &= crossed
        if not edge or not pieces:
            break
        edge = spread(edge) & ~found
        found |= edge
    return nearest, whole
