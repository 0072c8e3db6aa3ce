"""What every part of the rules asks of the table: whose decision it is, who lives, what counts."""

from collections.abc import Iterator
from typing import NoReturn

from engine.errors import IllegalMove
from engine.games.taking_of_taidian.box import Box
from engine.games.taking_of_taidian.state import Batch, Fighter, State

GOAL = "Goal"
PLAY = "Game Play"
ATTACK = "Attacking Turn"
UPGRADE = "Upgrading Turn"
DEFENSE = "Defense"
POWER = "Powering Up"
STRUCTURES = "Structure Cards"
"""The paragraphs of the printed rulebook."""


def refuse(reason: str, rule: str) -> NoReturn:
    """The rules do not allow it."""
    raise IllegalMove(reason, rule)


def stage(state: State) -> str:
    """What the match waits for, where chance is not due."""
    if state.batch is not None:
        return "answer" if state.batch.answers else "batch"
    if state.phase == "set-up":
        return "choose"
    return state.phase


def decider(state: State) -> int:
    """The seat whose decision the match waits for."""
    batch = state.batch
    return batch.answers[0] if batch is not None and batch.answers else state.turn


# Sides


def living(state: State, seat: int) -> bool:
    """Whether the seat's character is alive and its player has not conceded."""
    return not state.seats[seat].out and seat not in state.conceded


def side(state: State, seat: int) -> int:
    """The side of a seat: its first seat."""
    return state.sides[seat] if state.sides else seat


def opponents(state: State, seat: int) -> Iterator[int]:
    """The living seats of other sides, clockwise."""
    seats, own = len(state.seats), side(state, seat)
    for step in range(1, seats):
        other = (seat + step) % seats
        if not state.seats[other].out and side(state, other) != own:
            yield other


def check_foe(state: State, seat: int, foe: int, rule: str) -> None:
    """Refuse whoever is no living opponent."""
    if foe == seat:
        refuse("nobody turns against himself", rule)
    if not 0 <= foe < len(state.seats) or state.seats[foe].out:
        refuse("this character is dead, or not in the match", rule)
    if side(state, foe) == side(state, seat):
        refuse("nobody turns against his own team", rule)


def following(state: State, seat: int) -> int:
    """The next living seat clockwise."""
    seats = len(state.seats)
    turned = [(seat + step) % seats for step in range(1, seats + 1)]
    # Where a table has set everybody dead, the turn stays.
    return next((other for other in turned if not state.seats[other].out), seat)


# What is added up


def effect(box: Box, owner: Fighter, kind: str) -> int:
    """What the structures in play give of a kind."""
    return sum(box.effects[name][kind] for name in owner.structures)


def bonus(box: Box, state: State, owner: Fighter, name: str) -> int:
    """What the owner's power-ups add to a card with their symbols ("Powering Up")."""
    levels = [owner.levels.get(symbol, 0) for symbol in box.cards[name].symbols]
    if state.options.level_bonus == "flat":
        return box.limits.bonus * sum(level > 0 for level in levels)
    return box.limits.bonus * sum(levels)


def attack_points(box: Box, state: State, owner: Fighter, name: str) -> int:
    """What an attack card hits with: its points, the power-ups, the structures."""
    points = box.cards[name].points + bonus(box, state, owner, name)
    return points + effect(box, owner, "attack") if owner.structures else points


def stock(box: Box, state: State, name: str) -> int:
    """How many copies of a card are left in its stack."""
    return box.cards[name].copies - state.sold.get(name, 0)


def attacked(state: State, batch: Batch) -> list[int]:
    """The living opponents whom a batch is declared against, clockwise from the attacker."""
    named = [*batch.declared, *(laid.foe for laid in batch.cards if laid.foe is not None)]
    return [foe for foe in opponents(state, state.turn) if foe in named]
