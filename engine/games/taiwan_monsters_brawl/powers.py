"""Game Components Description 3: what a rune does when it is turned over, and Ultimate Powers."""

from collections.abc import Iterator

from engine.games.taiwan_monsters_brawl.box import HIGHER, LOWER, Box
from engine.games.taiwan_monsters_brawl.moves import Color, Rune, Use
from engine.games.taiwan_monsters_brawl.pack import Effect
from engine.games.taiwan_monsters_brawl.state import Effort, Owed, State
from engine.games.taiwan_monsters_brawl.table import (
    POWERS,
    clockwise,
    draw_spell,
    effort_of,
    gain_chi,
    gain_vp,
    own_effort,
    refuse,
    tally,
)

# Dice


def grant(pool: dict[str, int], dice: list[Color], color: Color) -> None:
    """A Die cell or an Ultimate gives a die; when its color is out, the next lower one that is
    there; else none."""
    wanted: Color | None = color
    while wanted is not None:
        if pool[wanted]:
            pool[wanted] -= 1
            at = next((i for i, die in enumerate(dice) if die in HIGHER_THAN[wanted]), len(dice))
            dice.insert(at, wanted)
            return
        wanted = LOWER.get(wanted)


HIGHER_THAN: dict[Color, tuple[Color, ...]] = {
    "grey": ("black", "red"),
    "black": ("red",),
    "red": (),
}


def liftable(pool: dict[str, int], dice: list[Color]) -> list[Color]:
    """The colors of dice taken that can be upgraded."""
    return [color for color, to in HIGHER.items() if color in dice and pool[to]]


def lift(pool: dict[str, int], dice: list[Color], color: Color) -> bool:
    """Upgrade the last die of a color; the old one returns at once. False if that cannot be."""
    to = HIGHER[color]
    if not pool[to] or color not in dice:
        return False
    dice[len(dice) - 1 - dice[::-1].index(color)] = to
    pool[color] += 1
    pool[to] -= 1
    return True


def unrolled(state: State, seat: int) -> Effort | None:
    """The seat's own step of a duel, if it is going on and the dice are not rolled."""
    step = own_effort(state, seat)
    return None if step is None or step.values else step


def dice_ahead(
    box: Box, state: State, seat: int, step: Effort
) -> tuple[dict[str, int], list[Color]]:
    """Copies of pool and dice as they are when the next power acts: an announced line's cells fire
    first (option `line-answer`)."""
    pool, dice = dict(state.dice), list(step.dice)
    if step.pending:
        for color in box.boards[state.seats[seat].monster].runs[step.lines[-1]].dice:
            grant(pool, dice, color)
    return pool, dice


# What a power leaves to choose


def dice_to_lift(box: Box, state: State, seat: int, rune: Rune) -> list[Color]:
    """The colors of dice that the rune could upgrade now."""
    board = box.boards[state.seats[seat].monster]
    step = unrolled(state, seat)
    if step is None or not (rune == "upgrade" or (rune == "ultimate" and board.lifts)):
        return []
    pool, dice = dice_ahead(box, state, seat, step)
    if rune == "ultimate":
        for effect in board.ultimate:
            if effect.effect == "upgrade":
                break
            for _ in range(effect.amount if effect.effect == "dice" else 0):
                grant(pool, dice, effect.color or "grey")
    return liftable(pool, dice)


def seats_to_aim(box: Box, state: State, seat: int, rune: Rune) -> list[int]:
    """The seats that an Ultimate can be aimed at; empty where it aims at none of choice."""
    if rune != "ultimate":
        return []
    duelling = effort_of(state, seat) is not None
    for effect in box.boards[state.seats[seat].monster].ultimate:
        # A caster who is in no duel has no use for points.
        if effect.whom == "chosen" and (duelling or effect.effect != "points"):
            return sorted(clockwise(state, seat))
    return []


def uses(
    box: Box, state: State, seat: int, rune: Rune
) -> Iterator[tuple[Color | None, int | None]]:
    """Every die and seat that can be named for a rune."""
    aims: list[int] = seats_to_aim(box, state, seat, rune)
    for die in (*dice_to_lift(box, state, seat, rune), None):
        if aims:
            for target in aims:
                yield die, target
        else:
            yield die, None


def check_power(box: Box, state: State, seat: int, rune: Rune, move: Use) -> None:
    """Refuse a die or a seat that the rune cannot name."""
    aims = seats_to_aim(box, state, seat, rune)
    if aims and move.target not in aims:
        refuse(
            "this Ultimate Power names the seat that it aims at"
            if move.target is None
            else "this player is not in the match",
            POWERS,
        )
    if not aims and move.target is not None:
        refuse(f"this {rune} rune aims at no seat of choice", POWERS)
    if move.die is not None and move.die not in (can := dice_to_lift(box, state, seat, rune)):
        refuse(
            f"no {move.die} die can be upgraded; it can be: {' or '.join(can) or 'none'}", POWERS
        )


# What a power does


def act(
    box: Box, state: State, seat: int, rune: Rune, die: Color | None, target: int | None
) -> None:
    """A rune is turned, or the Spell card gives its power."""
    if rune == "chi":
        gain_chi(box, state, seat, box.chi_rune)
    elif rune == "spell":
        draw_spell(state, seat, state.options.draw_two)
    elif rune == "ultimate":
        fire(state, seat, die, target)
    else:
        step = own_effort(state, seat)
        if step is None:
            return
        if rune == "reroll":
            step.rerolls += 1
        elif die is not None:
            lift(state.dice, step.dice, die)


def act_from_card(box: Box, state: State, seat: int, rune: Rune) -> None:
    """The Spell card rolled this power; a choice that it leaves is owed as `use`.

    An Upgrade counts before the own roll, a Reroll before or after it, an Ultimate once a duel;
    else they are wasted ("Spell Card Descriptions: Spell").
    """
    duel = state.duel
    if rune == "ultimate" and duel is not None and seat in duel.fired:
        return
    if seats_to_aim(box, state, seat, rune) or dice_to_lift(box, state, seat, rune):
        state.owed.append(Owed(do="use", seat=seat, runes=[rune]))
    elif rune != "upgrade":
        act(box, state, seat, rune, None, None)


def settle_use(box: Box, state: State) -> bool:
    """A concession can leave nothing to choose: then the power acts by itself."""
    owed = state.owed[-1]
    rune = owed.runes[0]
    if seats_to_aim(box, state, owed.seat, rune) or dice_to_lift(box, state, owed.seat, rune):
        return False
    state.owed.pop()
    act(box, state, owed.seat, rune, None, None)
    return True


# Ultimate Powers


def fire(state: State, seat: int, die: Color | None, target: int | None) -> None:
    """An Ultimate Power begins; its effects follow in their order."""
    if state.duel is not None:
        state.duel.fired.append(seat)
    state.owed.append(Owed(do="effects", seat=seat, die=die, target=target))


def settle_effects(box: Box, state: State) -> bool:
    """Apply effects until one must wait for chance or for somebody's choice."""
    owed = state.owed[-1]
    effects = box.boards[state.seats[owed.seat].monster].ultimate
    while owed.count < len(effects):
        effect = effects[owed.count]
        owed.count += 1
        EFFECTS[effect.effect](box, state, owed, effect)
        if state.owed[-1] is not owed or state.ended:
            return True
    state.owed.pop()
    return True


def _whom(state: State, owed: Owed, effect: Effect) -> int | None:
    """Whom an effect meets; None where there is no foe, or he has left."""
    if effect.whom == "self":
        return owed.seat
    if effect.whom == "chosen":
        whom = owed.target
    else:
        duel = state.duel
        if duel is None or owed.seat not in (duel.challenger, duel.defender):
            return None
        whom = duel.defender if owed.seat == duel.challenger else duel.challenger
    return None if whom in state.conceded else whom


def _dice(box: Box, state: State, owed: Owed, effect: Effect) -> None:
    step = unrolled(state, owed.seat)
    if step is not None:
        for _ in range(effect.amount):
            grant(state.dice, step.dice, effect.color or "grey")


def _upgrade(box: Box, state: State, owed: Owed, effect: Effect) -> None:
    step = unrolled(state, owed.seat)
    if step is not None and owed.die is not None:
        for _ in range(effect.amount):
            lift(state.dice, step.dice, owed.die)


def _reroll(box: Box, state: State, owed: Owed, effect: Effect) -> None:
    step = own_effort(state, owed.seat)
    if step is not None:
        step.rerolls += effect.amount


def _points(box: Box, state: State, owed: Owed, effect: Effect) -> None:
    whom = _whom(state, owed, effect)
    if whom is None or effort_of(state, owed.seat) is None:
        return
    step = effort_of(state, whom)
    if step is not None:
        step.points += effect.amount
        tally(state)


def _vp(box: Box, state: State, owed: Owed, effect: Effect) -> None:
    whom = _whom(state, owed, effect)
    if whom is not None:
        gain_vp(state, whom, effect.amount)


def _chi(box: Box, state: State, owed: Owed, effect: Effect) -> None:
    whom = _whom(state, owed, effect)
    if whom is not None:
        gain_chi(box, state, whom, effect.amount)


def _runes(box: Box, state: State, owed: Owed, effect: Effect) -> None:
    whom = _whom(state, owed, effect)
    if whom is not None:
        state.owed.append(
            Owed(do="runes", seat=whom, count=effect.amount, why="ultimate", by=owed.seat)
        )


def _spells(box: Box, state: State, owed: Owed, effect: Effect) -> None:
    whom = _whom(state, owed, effect)
    if whom is not None:
        for _ in range(effect.amount):
            draw_spell(state, whom, state.options.draw_two)


EFFECTS = {
    "dice": _dice,
    "upgrade": _upgrade,
    "reroll": _reroll,
    "points": _points,
    "vp": _vp,
    "chi": _chi,
    "runes": _runes,
    "spells": _spells,
}
