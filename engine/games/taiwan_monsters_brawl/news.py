"""What came of an event: the duel, its totals and its end, VP, chi, spells, runes."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine.events import Moved, Resolved
from engine.games.taiwan_monsters_brawl.box import Box
from engine.games.taiwan_monsters_brawl.moves import Conclude, Done, Use
from engine.games.taiwan_monsters_brawl.state import Brawler, Duel, Effort, State
from engine.news import counted, counts, joined, tally


def news(box: Box, before: State, after: State, event: Any) -> Iterator[str]:
    """What is told of an event, the duel first."""
    move = event.move if isinstance(event, Moved) else None
    if isinstance(move, Use) and move.die is None and _upgrade(before, event.seat, move):
        yield f"{{{event.seat}}} turns the upgrade for nothing, since no die is named"
    yield from _duel(box, before, after, move, isinstance(event, Resolved))
    for seat, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        yield from counts(seat, _numbers(old), [now for _, _, now in _numbers(new)])
        if new.injured and not old.injured:
            yield f"{{{seat}}} is injured: 1 less on the total when challenged in this round"
        if not isinstance(move, Done):
            yield from _burnt(seat, old, new)
        yield from _to_place(before, after, seat)
    if isinstance(move, Done):
        yield from _cleaned(before, after)


def _upgrade(before: State, seat: int, move: Use) -> bool:
    return before.seats[seat].colored.get(move.cell or "") == "upgrade"


def _numbers(brawler: Brawler) -> list[tuple[str, str, int]]:
    return [
        ("VP", "VP", brawler.vp),
        ("chi", "chi", brawler.chi),
        ("spell in hand", "spells in hand", brawler.hand.size),
    ]


def glance(state: State) -> Iterator[str]:
    """Each player's points, chi, spells, card and colored runes; then the duel."""
    for seat, brawler in enumerate(state.seats):
        if seat not in state.conceded and brawler.monster:
            runes = ", ".join(f"{rune} {cell}" for cell, rune in sorted(brawler.colored.items()))
            yield tally(seat, _numbers(brawler), brawler.card, runes)
    duel = state.duel
    if duel is not None:
        for seat, step in ((duel.challenger, duel.attack), (duel.defender, duel.defence)):
            if step.total is not None:
                yield f"In the duel {{{seat}}} stands at {step.total}"
            elif step.dice:
                dice = Counter(step.dice)
                yield f"In the duel {{{seat}}} has {joined([f'{n} {c}' for c, n in dice.items()])}"


# The duel


def _duel(box: Box, before: State, after: State, move: Any, rolled: bool) -> Iterator[str]:
    old, new = before.duel, after.duel
    if old is not None and new is None:
        if isinstance(move, Conclude):
            yield from _concluded(box, before, after, old)
        else:
            yield f"The duel of {{{old.challenger}}} and {{{old.defender}}} is broken off"
    elif old is not None and new is not None:
        yield from _effort(new.challenger, old.attack, new.attack, rolled)
        yield from _effort(new.defender, old.defence, new.defence, rolled)


def _concluded(box: Box, before: State, after: State, duel: Duel) -> Iterator[str]:
    attack, defence = duel.attack.total or 0, duel.defence.total or 0
    one, two = f"{{{duel.challenger}}}", f"{{{duel.defender}}}"
    score = f"{attack} to {defence}"
    if attack == defence:
        yield f"{one} and {two} tie the duel, {score}: both keep their cards, nobody is injured"
    elif attack < defence:
        yield f"{one} loses the duel against {two}, {score}"
    else:
        card = before.seats[duel.defender].card
        worth = box.territories[card].vp if card in box.territories else 0
        won = after.seats[duel.challenger].vp - before.seats[duel.challenger].vp
        more = f" and {won - worth} more for beating the leader" if won > worth else ""
        yield f"{one} wins the duel against {two}, {score}: {worth} VP for {card}{more}"
        yield f"{two} loses {card}, which is discarded"


def _effort(seat: int, old: Effort, new: Effort, rolled: bool) -> Iterator[str]:
    """How a duellist stands: his total, or before the roll what he will roll."""
    if new.total != old.total and new.total is not None:
        yield f"{{{seat}}} stands at {new.total}"
    elif rolled and old.values and not old.kept:
        yield f"{{{seat}}} stands at {new.total} as before, which was no worse"
    if new.values or new.kept:
        return
    if old.dice and new.dice != old.dice:
        dice = [f"{copies} {color}" for color, copies in Counter(new.dice).items()]
        yield f"{{{seat}}} has {joined(dice)} dice to roll"
    if new.points != old.points:
        yield f"{{{seat}}} rolls with {new.points:+d}"
    if new.rerolls > old.rerolls:
        yield f"{{{seat}}} may roll again {'once' if new.rerolls == 1 else f'{new.rerolls} times'}"


# Runes


def _burnt(seat: int, old: Brawler, new: Brawler) -> Iterator[str]:
    for cell, rune in (old.colored | old.exhausted).items():
        if cell not in new.colored and cell not in new.exhausted:
            yield f"{{{seat}}} loses the {rune} rune on {cell}"


def _cleaned(before: State, after: State) -> Iterator[str]:
    """After the last `done` the exhausted runes go back."""
    left = sum(len(brawler.exhausted) for brawler in before.seats)
    if left and not any(brawler.exhausted for brawler in after.seats):
        yield f"{counted(left, 'exhausted rune')} back in the supply"


def _to_place(before: State, after: State, seat: int) -> Iterator[str]:
    """The runes that somebody has got and must find a cell for."""
    new = _owed(after, seat) - _owed(before, seat)
    if new:
        yield f"{{{seat}}} gets {joined(list(new.elements()))} to place"


def _owed(state: State, seat: int) -> Counter[str]:
    return Counter(
        rune
        for owed in state.owed
        if owed.seat == seat and owed.do in ("place", "pick")
        for rune in owed.runes
    )
