"""Spell Card Descriptions: when each card may be cast, at what, and what it does; discards."""

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from engine.games.taiwan_monsters_brawl.box import Box
from engine.games.taiwan_monsters_brawl.duel import line_falls, roller
from engine.games.taiwan_monsters_brawl.moves import Cast, Discard, Move
from engine.games.taiwan_monsters_brawl.state import Owed, State
from engine.games.taiwan_monsters_brawl.table import (
    CARDS,
    LINES,
    clockwise,
    discard_spell,
    effort,
    effort_of,
    gain_chi,
    gain_vp,
    hands,
    own_effort,
    refuse,
    tally,
)

Aim = tuple[int | None, str | None]
"""A seat and a cell, as far as the card names them."""


class Spell(Struct, frozen=True):
    """What the rules know of a card: why it may not be cast now (empty: it may), what it can be
    aimed at, why an aim is none, and what it does."""

    aims: Callable[[State, int], Iterable[Aim]]
    flaw: Callable[[State, int, Cast], str]
    effect: Callable[[Box, State, int, Cast], None]


# The window ("Game Components Description 5") and the card


def closed(state: State, seat: int) -> str:
    """Why no spell at all can be cast by a seat now; empty when one can."""
    if state.phase == "set-up":
        return "nothing is cast before the first Territory Cards are revealed"
    if state.owed:
        return "a choice that is owed comes first"
    step = effort(state)
    if step is not None and step.lines and not step.values:
        if not step.pending:
            return f"the line {step.lines[-1]} is announced, so the roll comes first"
        if seat == roller(state):
            return f"only others answer the announced line {step.lines[-1]}"
    return ""


def check_cast(box: Box, state: State, seat: int, move: Cast) -> None:
    name = move.spell
    if name not in box.costs:
        refuse(f'there is no spell "{name}"', CARDS)
    why = closed(state, seat)
    if why:
        in_line = state.duel is not None and not state.owed
        refuse(why, LINES if in_line else CARDS)
    brawler = state.seats[seat]
    if brawler.chi < box.costs[name]:
        refuse(f"{name} costs {box.costs[name]} chi, and there is {brawler.chi}", CARDS)
    printed = box.printed[name]
    why = SPELLS[printed].flaw(state, seat, move)
    if why:
        refuse(why, f"Spell Card Descriptions: {printed}")
    # The hand is asked last, so that a cast refused for what all can see tells nothing of it.
    if not state.spells.may_show(hands(state), brawler.hand, name):
        refuse(f"the hand cannot hold {name}", CARDS)


def cast(box: Box, state: State, seat: int, move: Cast) -> None:
    brawler, name = state.seats[seat], move.spell
    brawler.chi -= box.costs[name]
    discard_spell(state, brawler.hand, name)
    SPELLS[box.printed[name]].effect(box, state, seat, move)
    if state.owed:
        state.casting = name
    line_falls(box, state)


def casts(box: Box, state: State) -> Iterator[tuple[int, Move]]:
    """Every spell that a seat may hold and could cast now, with its aims."""
    out = hands(state)
    for seat, brawler in enumerate(state.seats):
        if seat in state.conceded or not brawler.hand.size or closed(state, seat):
            continue
        paid = [name for name, cost in box.costs.items() if cost <= brawler.chi]
        for name in state.spells.showable(out, brawler.hand, paid):
            card = SPELLS[box.printed[name]]
            for target, cell in card.aims(state, seat):
                move = Cast(name, target, cell)
                if not card.flaw(state, seat, move):
                    yield seat, move


# Aims


def nobody(state: State, seat: int) -> Iterator[Aim]:
    yield None, None


def anybody(state: State, seat: int) -> Iterator[Aim]:
    return ((other, None) for other in sorted(clockwise(state, seat)))


def others_runes(state: State, seat: int) -> Iterator[Aim]:
    for other in sorted(clockwise(state, seat)):
        if other != seat:
            for cell in state.seats[other].colored:
                yield other, cell


def own_exhausted(state: State, seat: int) -> Iterator[Aim]:
    return ((None, cell) for cell in state.seats[seat].exhausted)


# Flaws


def _no_aim(state: State, seat: int, move: Cast) -> str:
    if move.target is not None or move.cell is not None:
        return "this card is aimed at nothing"
    return ""


def _any_seat(state: State, seat: int, move: Cast) -> str:
    if move.cell is not None:
        return "this card names no cell"
    if move.target is None:
        return "the card names a player"
    if not 0 <= move.target < len(state.seats) or move.target in state.conceded:
        return "this player is not in the match"
    return ""


def _wildfire(state: State, seat: int, move: Cast) -> str:
    if move.target is None or move.cell is None:
        return "the card names another player and a cell"
    if move.target == seat:
        return "the rune is another player's, not one's own"
    if not 0 <= move.target < len(state.seats) or move.target in state.conceded:
        return "this player is not in the match"
    if move.cell in state.seats[move.target].exhausted:
        return f"the rune on {move.cell} is exhausted"
    if move.cell not in state.seats[move.target].colored:
        return f"no colored rune lies on {move.cell}"
    return ""


def _rolled(state: State, seat: int) -> bool:
    step = effort_of(state, seat)
    return step is not None and bool(step.values)


def _aegis(state: State, seat: int, move: Cast) -> str:
    why = _any_seat(state, seat, move)
    if not why and not _rolled(state, move.target or 0):
        return "the player has no roll in a challenge now"
    return why


def _mountain_troll(state: State, seat: int, move: Cast) -> str:
    if not _rolled(state, seat):
        return "only who has rolled in the challenge that is going on adds a point"
    return _no_aim(state, seat, move)


def _thunder_beast(state: State, seat: int, move: Cast) -> str:
    step = own_effort(state, seat)
    if step is None or not step.values:
        return "only the roller rolls misses again, between his roll and `keep`"
    if 0 not in step.values:
        return "the kept roll shows no miss"
    return _no_aim(state, seat, move)


def _eye(state: State, seat: int, move: Cast) -> str:
    if state.duel is None or seat != state.duel.defender:
        return "only the defender of a challenge that is going on gains by it"
    return _no_aim(state, seat, move)


def _tempest(state: State, seat: int, move: Cast) -> str:
    if state.step != "refresh":
        return "it is cast in the Clean-Up Phase, after the cards have scored"
    if move.target is not None or move.cell is None:
        return "the card names a cell of the own board"
    rune = state.seats[seat].exhausted.get(move.cell)
    if rune is None:
        return f"no exhausted rune lies on {move.cell}"
    if rune == "ultimate" and state.options.tempest_ultimate == "no":
        return "this table turns no Ultimate Power rune with it"
    return ""


# Effects


def _tornado(box: Box, state: State, seat: int, move: Cast) -> None:
    gain_chi(box, state, move.target or 0, -2)


def _tsunami(box: Box, state: State, seat: int, move: Cast) -> None:
    for other in reversed(clockwise(state, seat)):
        if other != seat and state.seats[other].hand.size:
            state.owed.append(Owed(do="discard", seat=other))


def _burn(box: Box, state: State, seat: int, move: Cast) -> None:
    rune = state.seats[move.target or 0].colored.pop(move.cell or "")
    state.supply[rune] += 1


def _point(state: State, seat: int, points: int) -> None:
    step = effort_of(state, seat)
    if step is not None:
        step.points += points
        tally(state)


def _weaken(box: Box, state: State, seat: int, move: Cast) -> None:
    _point(state, move.target or 0, -1)


def _strengthen(box: Box, state: State, seat: int, move: Cast) -> None:
    _point(state, seat, 1)


def _erupt(box: Box, state: State, seat: int, move: Cast) -> None:
    gain_vp(state, move.target or 0, -1)


def _explode(box: Box, state: State, seat: int, move: Cast) -> None:
    gain_vp(state, move.target or 0, -2)


def _thunder(box: Box, state: State, seat: int, move: Cast) -> None:
    state.owed.append(Owed(do="thunder", seat=seat))


def _replenish(box: Box, state: State, seat: int, move: Cast) -> None:
    gain_chi(box, state, seat, 3)


def _see(box: Box, state: State, seat: int, move: Cast) -> None:
    gain_vp(state, seat, 1)


def _power(box: Box, state: State, seat: int, move: Cast) -> None:
    state.owed.append(Owed(do="runes", seat=seat, count=1, why="spell", by=seat))


def _restore(box: Box, state: State, seat: int, move: Cast) -> None:
    brawler, cell = state.seats[seat], move.cell or ""
    brawler.colored[cell] = brawler.exhausted.pop(cell)


def _unpack(box: Box, state: State, seat: int, move: Cast) -> None:
    state.owed.append(Owed(do="runes", seat=seat, count=2, why="treasure sack", by=seat))


SPELLS = {
    "Tornado": Spell(anybody, _any_seat, _tornado),
    "Tsunami": Spell(nobody, _no_aim, _tsunami),
    "Wildfire": Spell(others_runes, _wildfire, _burn),
    "Aegis": Spell(anybody, _aegis, _weaken),
    "Volcanic Eruption": Spell(anybody, _any_seat, _erupt),
    "Explosion": Spell(anybody, _any_seat, _explode),
    "Thunder Beast": Spell(nobody, _thunder_beast, _thunder),
    "Chi Replenishment": Spell(nobody, _no_aim, _replenish),
    "Eye of the Monster": Spell(nobody, _eye, _see),
    "Spell": Spell(nobody, _no_aim, _power),
    "Tempest": Spell(own_exhausted, _tempest, _restore),
    "Treasure Sack": Spell(nobody, _no_aim, _unpack),
    "Mountain Troll": Spell(nobody, _mountain_troll, _strengthen),
}


# Spells that must be discarded (Tsunami, and option `draw-two`)


def check_discard(box: Box, state: State, seat: int, move: Discard) -> None:
    owed = state.owed[-1]
    held = state.drawn if owed.do == "part" else state.seats[seat].hand
    if held is None or not state.spells.may_show(hands(state), held, move.spell):
        whose = "the two drawn cards cannot be" if owed.do == "part" else "the hand cannot hold"
        refuse(f"{whose} {move.spell}", CARDS)


def discard(box: Box, state: State, seat: int, move: Discard) -> None:
    owed = state.owed.pop()
    if owed.do == "part" and state.drawn is not None:
        discard_spell(state, state.drawn, move.spell)
        keep_drawn(state, seat)
    else:
        discard_spell(state, state.seats[seat].hand, move.spell)


def keep_drawn(state: State, seat: int) -> None:
    """What is left of the cards drawn goes to the hand."""
    drawn = state.drawn
    state.drawn = None
    if drawn is not None:
        state.spells.join(state.seats[seat].hand, drawn)


def discards(box: Box, state: State, seat: int) -> Iterator[Move]:
    owed = state.owed[-1]
    held = state.drawn if owed.do == "part" else state.seats[seat].hand
    names = state.spells.showable(hands(state), held, list(box.costs)) if held else []
    return map(Discard, names)
