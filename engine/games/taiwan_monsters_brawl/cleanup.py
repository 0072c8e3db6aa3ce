"""C: Clean-Up Phase, D: Starting Player Change Phase, and the end of the match."""

from collections.abc import Iterator

from engine.game import Standing
from engine.games.taiwan_monsters_brawl.box import Box
from engine.games.taiwan_monsters_brawl.moves import Done, Move, Refresh, Score
from engine.games.taiwan_monsters_brawl.setup import begin_round
from engine.games.taiwan_monsters_brawl.state import State
from engine.games.taiwan_monsters_brawl.table import (
    PHASE_C,
    clockwise,
    following,
    gain_vp,
    leader,
    refuse,
)

REFRESH = 3
"""Chi that turns one rune colored side up ("C: Clean-Up Phase 2")."""
MERCY = 10
"""The lead in VP that ends the match (option `mercy-end`)."""


def check_score(box: Box, state: State, seat: int, move: Score) -> None:
    """After the last action the cards are scored."""


def score(box: Box, state: State, seat: int, move: Score) -> None:
    """Each marker on a card scores it, injured or not, in turn order and as one block."""
    together = state.options.both_at_15 == "together"
    state.step, state.turn = "refresh", leader(state)
    for holder in clockwise(state, state.turn):
        brawler = state.seats[holder]
        if not brawler.card:
            continue
        vp = box.territories[brawler.card].vp
        state.territory_discards.append(brawler.card)
        brawler.card, brawler.injured = "", False
        gain_vp(state, holder, vp)
        # Game End: with two players the first to reach 15 has won before the other scores.
        if state.ended and not together:
            return


def scores(box: Box, state: State, seat: int) -> Iterator[Move]:
    yield Score()


def check_refresh(box: Box, state: State, seat: int, move: Refresh) -> None:
    brawler = state.seats[seat]
    rune = brawler.exhausted.get(move.cell)
    if rune is None:
        refuse(f"no exhausted rune lies on {move.cell}", PHASE_C)
    if rune == "ultimate":
        refuse("an Ultimate Power rune is not turned back for chi", PHASE_C)
    if brawler.chi < REFRESH:
        refuse(f"turning a rune back costs {REFRESH} chi, and there is {brawler.chi}", PHASE_C)


def refresh(box: Box, state: State, seat: int, move: Refresh) -> None:
    brawler = state.seats[seat]
    brawler.chi -= REFRESH
    brawler.colored[move.cell] = brawler.exhausted.pop(move.cell)


def check_done(box: Box, state: State, seat: int, move: Done) -> None:
    """Nobody has to refresh."""


def done(box: Box, state: State, seat: int, move: Done) -> None:
    state.acted = True


def refreshes(box: Box, state: State, seat: int) -> Iterator[Move]:
    brawler = state.seats[seat]
    if brawler.chi >= REFRESH:
        for cell, rune in brawler.exhausted.items():
            if rune != "ultimate":
                yield Refresh(cell)
    yield Done()


def next_refresh(state: State) -> None:
    """The next seat, or the end of the round."""
    after = following(state, state.turn)
    if after is not None:
        state.turn = after
        return
    for brawler in (state.seats[seat] for seat in clockwise(state, 0)):
        for rune in brawler.exhausted.values():
            state.supply[rune] += 1
        brawler.exhausted = {}
    end_round(state)


# D and the end


def end_round(state: State) -> None:
    """Another round with the next first player, or the end of the match."""
    new_first, laps = next_first(state)
    state.ended = reason_to_end(state, laps)
    if not state.ended:
        state.first, state.laps = new_first, laps
        state.round += 1
        begin_round(state)


def next_first(state: State) -> tuple[int, int]:
    """Who is first next, and how many sets of rounds are complete then."""
    seats, opening = len(state.seats), state.options.first
    seat = state.first
    while True:
        seat = (seat + 1) % seats
        if seat == opening:
            return clockwise(state, opening)[0], state.laps + 1
        if seat not in state.conceded:
            return seat, state.laps


def reason_to_end(state: State, laps: int) -> str:
    """Why no further round is played; empty when one is."""
    left = clockwise(state, 0)
    if state.options.mercy_end == "on":
        vps = sorted((state.seats[seat].vp for seat in left), reverse=True)
        if vps[0] - vps[1] >= MERCY:
            return f"a lead of {MERCY} or more"
    if len(state.seats) > 2 and laps >= state.options.sets:
        return "the last round is over"
    if state.territories.size + len(state.territory_discards) < len(left):
        return "too few Territory Cards for another round"
    return ""


def standing(state: State) -> list[Standing]:
    """VP, then colored runes, then every 3 chi ("Game End"); best first."""
    rows = []
    for seat, brawler in enumerate(state.seats):
        rows.append((brawler.vp, len(brawler.colored), brawler.chi // 3, seat))
    keys = [row[:3] for row in rows]
    ranked = sorted(rows, key=lambda row: (-row[0], -row[1], -row[2], row[3]))
    return [
        Standing([seat], vp, 1 + sum(key > (vp, runes, chi) for key in keys), [runes, chi])
        for vp, runes, chi, seat in ranked
    ]
