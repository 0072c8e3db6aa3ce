"""Final Scoring: tents, monsters, tokens; ties; two legions of one player."""

from engine.game import Standing
from engine.games.vale_dos_monstros.box import Box
from engine.games.vale_dos_monstros.state import State
from engine.games.vale_dos_monstros.table import watched
from engine.games.vale_dos_monstros.walking import lit

Tally = tuple[int, int, int]
"""Points, monsters in the valley (those on tents too), tokens."""


def tallies(box: Box, state: State) -> list[Tally]:
    """What each seat has, its token pairs rounded down by itself. Who conceded scores nothing."""
    score = box.pack.score
    points = [score.front * legion.front for legion in state.seats]
    valley = [0] * len(points)
    for tent, seat in state.held.items():
        points[seat] += score.tent_with_fire if lit(box, state, tent) else score.tent
        valley[seat] += 1
    for cell, seat in state.monsters.items():
        if cell in box.valley:
            valley[seat] += 1
        elif not watched(box, state, cell):
            points[seat] += score.bush
    rows = []
    for seat, legion in enumerate(state.seats):
        whole = points[seat] + score.valley * valley[seat] + legion.tokens // score.tokens_a_point
        gone = seat in state.conceded
        rows.append((0, 0, 0) if gone else (whole, valley[seat], legion.tokens))
    return rows


def standing(box: Box, state: State) -> list[Standing]:
    """Each player's seats together, best first; ties by monsters in the valley, then by tokens."""
    sides: dict[int, list[int]] = {}
    # Before the seats are dealt out (`seating`), each stands for itself.
    for seat, player in enumerate(state.seating or range(len(state.seats))):
        sides.setdefault(player, []).append(seat)
    rows = tallies(box, state)
    sums = [
        (tuple(sum(rows[seat][part] for seat in seats) for part in range(3)), seats)
        for seats in sides.values()
    ]
    sums.sort(key=lambda row: tuple(-part for part in row[0]))
    return [
        Standing(
            seats=seats,
            points=total[0],
            rank=1 + sum(other > total for other, _ in sums),
            ties=[total[1], total[2]],
        )
        for total, seats in sums
    ]
