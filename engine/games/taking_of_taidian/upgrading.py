"""Upgrading Turn, Powering Up, Structure Cards: energy, power-ups, money, purchases, buildings."""

from collections.abc import Iterator

from engine.games.taking_of_taidian.attacking import check_held
from engine.games.taking_of_taidian.box import Box
from engine.games.taking_of_taidian.moves import (
    Build,
    Buy,
    Charge,
    End,
    Move,
    Power,
    Spend,
    Upgrade,
)
from engine.games.taking_of_taidian.state import Fighter, State
from engine.games.taking_of_taidian.table import (
    POWER,
    STRUCTURES,
    UPGRADE,
    effect,
    refuse,
    stock,
)


def upgrade(box: Box, state: State, seat: int, move: Upgrade) -> None:
    owner = state.seats[seat]
    state.phase = "upgrade"
    if owner.structures:
        state.purse = effect(box, owner, "money")
        _energize(box, owner, effect(box, owner, "energy"))


def upgrades(box: Box, state: State, seat: int) -> Iterator[Move]:
    """What an upgrading player may do when no power-up is owed."""
    owner = state.seats[seat]
    for name in owner.holdable():
        card = box.cards[name]
        if card.energy:
            yield Charge(name)
        elif card.money:
            yield Spend(name)
    for name, card in box.cards.items():
        if card.price <= state.purse and stock(box, state, name) > 0 and _may_own(box, owner, name):
            yield Buy(name)
    if owner.energy >= box.limits.energy:
        yield from powers(box, state, seat)
    yield End()


# Powering Up


def owes(box: Box, state: State) -> bool:
    """Whether the seat on turn must power up before anything else."""
    energy = state.seats[state.turn].energy
    if energy == box.limits.energy:
        return state.options.at_ten == "must"
    return energy > box.limits.energy


def complete(box: Box, owner: Fighter) -> bool:
    """Whether every power-up card is at its highest level."""
    return len(owner.levels) == len(box.powers) and sum(owner.levels.values()) == box.top


def _energize(box: Box, owner: Fighter, energy: int) -> None:
    # After the last power-up energy is played for nothing.
    if energy and not complete(box, owner):
        owner.energy += energy


def check_charge(box: Box, state: State, seat: int, move: Charge) -> None:
    check_held(box, state, seat, move.card, "black", UPGRADE)
    if not box.cards[move.card].energy:
        refuse(f"{move.card} gives money, not energy: `spend`", POWER)


def charge(box: Box, state: State, seat: int, move: Charge) -> None:
    owner = state.seats[seat]
    owner.use(move.card)
    _energize(box, owner, box.cards[move.card].energy)


def powers(box: Box, state: State, seat: int) -> Iterator[Power]:
    """The power-ups that can still go up."""
    levels = state.seats[seat].levels
    return (Power(name) for name in box.powers if levels.get(name, 0) < box.limits.levels)


def check_power(box: Box, state: State, seat: int, move: Power) -> None:
    owner = state.seats[seat]
    if owner.energy < box.limits.energy:
        refuse(f"{owner.energy} energy is not the {box.limits.energy} of a power-up", POWER)
    if move.power_up not in box.powers:
        refuse(f'there is no power-up "{move.power_up}" in this box', POWER)
    if owner.levels.get(move.power_up, 0) >= box.limits.levels:
        refuse(f"{move.power_up} is at level {box.limits.levels}, the highest", POWER)


def power(box: Box, state: State, seat: int, move: Power) -> None:
    owner = state.seats[seat]
    owner.levels[move.power_up] = owner.levels.get(move.power_up, 0) + 1
    owner.energy = 0 if complete(box, owner) else owner.energy - box.limits.energy


# Buying


def check_spend(box: Box, state: State, seat: int, move: Spend) -> None:
    check_held(box, state, seat, move.card, "black", UPGRADE)
    if not box.cards[move.card].money:
        refuse(f"{move.card} gives energy, not money: `charge`", UPGRADE)


def spend(box: Box, state: State, seat: int, move: Spend) -> None:
    state.seats[seat].use(move.card)
    state.purse += box.cards[move.card].money


def _may_own(box: Box, owner: Fighter, name: str) -> bool:
    """Whether one more copy may come to the owner: of a structure he has one at most."""
    if box.color[name] != "green":
        return True
    return box.decks[owner.character].get(name, 0) + owner.gained.get(name, 0) == 0


def check_buy(box: Box, state: State, seat: int, move: Buy) -> None:
    card = box.cards.get(move.card)
    if card is None:
        refuse(f'there is no card "{move.card}" in this box', UPGRADE)
    if stock(box, state, move.card) <= 0:
        refuse(f"the stack of {move.card} is empty", UPGRADE)
    if not _may_own(box, state.seats[seat], move.card):
        refuse(f"nobody has {move.card} twice, wherever the first one is", STRUCTURES)
    if card.price > state.purse:
        refuse(f"{move.card} costs {card.price}, and {state.purse} is left to spend", UPGRADE)


def buy(box: Box, state: State, seat: int, move: Buy) -> None:
    owner, name = state.seats[seat], move.card
    state.purse -= box.cards[name].price
    state.sold[name] = state.sold.get(name, 0) + 1
    owner.gained[name] = owner.gained.get(name, 0) + 1
    if box.color[name] == "green":
        _raise(box, state, owner, name)
    else:
        owner.aside.append(name)


# Structure Cards


def _raise(box: Box, state: State, owner: Fighter, name: str) -> None:
    """A structure comes into play; its health is given the first time only."""
    owner.structures.append(name)
    health = box.effects[name]["health"]
    if health and name not in owner.healed:
        owner.healed.append(name)
        risen = owner.health + health
        if state.options.health_cap == "starting":
            risen = max(owner.health, min(risen, box.characters[owner.character].health))
        owner.health = risen


def builds(box: Box, state: State) -> Iterator[tuple[int, Build]]:
    """The structures that may lie in a hand, for every seat that may build now."""
    if state.batch is not None or state.phase == "set-up" or _owed(box, state):
        return
    for seat, owner in enumerate(state.seats):
        if not owner.out and (seat == state.turn or state.options.build_when == "any-turn"):
            for name in owner.holdable():
                if box.color[name] == "green":
                    yield seat, Build(name)


def _owed(box: Box, state: State) -> bool:
    return state.phase == "upgrade" and owes(box, state)


def check_build(box: Box, state: State, seat: int, move: Build) -> None:
    if state.phase == "set-up":
        refuse("nobody builds before the first turn", STRUCTURES)
    if state.batch is not None:
        refuse("nobody builds while a batch is open or being answered", STRUCTURES)
    if _owed(box, state):
        refuse("a power-up is owed first", POWER)
    if state.seats[seat].out:
        refuse("this character is dead", STRUCTURES)
    if seat != state.turn and state.options.build_when == "own-turn":
        refuse("this table builds in the own turn only", STRUCTURES)
    check_held(box, state, seat, move.structure, "green", STRUCTURES)


def build(box: Box, state: State, seat: int, move: Build) -> None:
    owner = state.seats[seat]
    owner.show(move.structure)
    _raise(box, state, owner, move.structure)
