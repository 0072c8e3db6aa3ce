"""Attacking Turn and Defense: batches, their answers, their damage, and what is stolen."""

from collections.abc import Iterator

from engine.games.taking_of_taidian import chances
from engine.games.taking_of_taidian.box import Box
from engine.games.taking_of_taidian.moves import (
    Block,
    Declare,
    End,
    Firebomb,
    Hit,
    Lay,
    Move,
    Steal,
    Take,
)
from engine.games.taking_of_taidian.state import Batch, Due, Laid, State
from engine.games.taking_of_taidian.table import (
    ATTACK,
    DEFENSE,
    STRUCTURES,
    attack_points,
    attacked,
    bonus,
    check_foe,
    effect,
    opponents,
    refuse,
)
from engine.games.taking_of_taidian.turns import kill
from engine.own_cards import add


def check_held(box: Box, state: State, seat: int, name: str, color: str, rule: str) -> None:
    """Refuse a card of another color, or one that the hand cannot hold."""
    if name not in box.cards:
        refuse(f'there is no card "{name}" in this box', rule)
    if box.color[name] != color:
        refuse(f"{name} is a {box.color[name]} card, and only {color} ones are played now", rule)
    owner = state.seats[seat]
    if not owner.hand:
        refuse("the hand is empty", rule)
    if not owner.may_hold(name):
        if name not in box.owned(owner.character, owner.gained):
            refuse(f"no {name} belongs to this player", rule)
        if name not in owner.hidden:
            refuse(f"every {name} of this player is known to be elsewhere", rule)
        # The same words whoever saw the hand: they tell nobody whether its names are recorded.
        refuse(f"{name} is not in this hand, by what has been seen of it", rule)


# Laying a batch


def whole(box: Box, state: State, name: str) -> bool:
    """Whether the card hits everybody who is declared."""
    return state.options.targets == "all-declared" or box.cards[name].hits == "several"


def _spreads(state: State) -> bool:
    batch = state.batch
    return batch is not None and any(laid.foe is None for laid in batch.cards)


def plain(box: Box, name: str) -> bool:
    """Whether a red card is laid into a batch, not played by itself."""
    card = box.cards[name]
    return card.color == "red" and not card.firebomb and not card.steal


def between(box: Box, state: State, seat: int) -> Iterator[Move]:
    """What the attacker may do where no batch is open."""
    yield from _lays(box, state, seat)
    foes = list(opponents(state, seat))
    for name in state.seats[seat].holdable():
        if box.cards[name].firebomb:
            yield from (Firebomb(foe, s) for foe in foes for s in state.seats[foe].structures)
        elif box.cards[name].steal:
            yield from (Steal(name, foe) for foe in foes)
    yield End()


def in_batch(box: Box, state: State, seat: int) -> Iterator[Move]:
    """What the attacker may do while a batch is open."""
    assert state.batch is not None
    yield from _lays(box, state, seat)
    named = attacked(state, state.batch)
    if not _spreads(state):
        yield Hit()
        return
    yield from (Declare(foe) for foe in opponents(state, seat) if foe not in named)
    if named:
        yield Hit()


def _lays(box: Box, state: State, seat: int) -> Iterator[Lay]:
    for name in state.seats[seat].holdable():
        if plain(box, name):
            if whole(box, state, name):
                yield Lay(name)
            else:
                yield from (Lay(name, foe) for foe in opponents(state, seat))


def check_lay(box: Box, state: State, seat: int, move: Lay) -> None:
    check_held(box, state, seat, move.card, "red", ATTACK)
    if not plain(box, move.card):
        verb = "firebomb" if box.cards[move.card].firebomb else "steal"
        refuse(f"{move.card} is played by itself: `{verb}`", ATTACK)
    if whole(box, state, move.card):
        if move.foe is not None:
            refuse(
                f"{move.card} hits everybody declared, so it names no one (`declare` does)", ATTACK
            )
    elif move.foe is None:
        refuse(f"{move.card} is aimed at one opponent, so say at whom", ATTACK)
    else:
        check_foe(state, seat, move.foe, ATTACK)


def lay(box: Box, state: State, seat: int, move: Lay) -> None:
    state.seats[seat].show(move.card)
    laid = Laid(move.card, move.foe)
    if state.batch is None:
        state.batch = Batch([laid])
    else:
        state.batch.cards.append(laid)


def check_declare(box: Box, state: State, seat: int, move: Declare) -> None:
    assert state.batch is not None
    if not _spreads(state):
        refuse("no card of this batch hits several, so nobody else is declared", ATTACK)
    check_foe(state, seat, move.foe, ATTACK)
    if move.foe in attacked(state, state.batch):
        refuse("this opponent is declared already", ATTACK)


def declare(box: Box, state: State, seat: int, move: Declare) -> None:
    assert state.batch is not None
    state.batch.declared.append(move.foe)


def check_hit(box: Box, state: State, seat: int, move: Hit) -> None:
    assert state.batch is not None
    if _spreads(state) and not attacked(state, state.batch):
        refuse("nobody is declared whom this batch could hit", ATTACK)


def hit(box: Box, state: State, seat: int, move: Hit) -> None:
    assert state.batch is not None
    state.batch.answers = attacked(state, state.batch)
    if not state.batch.answers:
        settle(box, state)


# Defense


def answers(box: Box, state: State, seat: int) -> Iterator[Move]:
    """What an attacked player may do."""
    for name in state.seats[seat].holdable():
        if box.color[name] == "blue":
            yield Block(name)
    yield Take()


def check_block(box: Box, state: State, seat: int, move: Block) -> None:
    check_held(box, state, seat, move.card, "blue", DEFENSE)


def block(box: Box, state: State, seat: int, move: Block) -> None:
    owner = state.seats[seat]
    owner.show(move.card)
    owner.blocked += box.cards[move.card].points + bonus(box, state, owner, move.card)
    owner.discard[move.card] = owner.discard.get(move.card, 0) + 1


def take(box: Box, state: State, seat: int, move: Take) -> None:
    assert state.batch is not None
    del state.batch.answers[0]
    if not state.batch.answers:
        settle(box, state)


def settle(box: Box, state: State) -> None:
    """All damage of a batch falls together; whoever has no health left is dead."""
    batch = state.batch
    assert batch is not None
    dead = []
    for foe, points in force(box, state, batch).items():
        victim = state.seats[foe]
        damage = points - victim.blocked - effect(box, victim, "defence")
        victim.blocked = 0
        if damage > 0:
            victim.health = max(0, victim.health - damage)
            if not victim.health:
                dead.append(foe)
    state.seats[state.turn].front += [laid.card for laid in batch.cards]
    state.batch = None
    if dead:
        kill(state, sorted(dead))


def force(box: Box, state: State, batch: Batch) -> dict[int, int]:
    """The attack points of a batch against each living opponent whom it hits."""
    attacker = state.seats[state.turn]
    found = dict.fromkeys(attacked(state, batch), 0)
    for laid in batch.cards:
        points = attack_points(box, state, attacker, laid.card)
        if laid.foe is None:
            for foe in found:
                found[foe] += points
        elif laid.foe in found:
            found[laid.foe] += points
    return found


# Cards that are played by themselves


def check_firebomb(box: Box, state: State, seat: int, move: Firebomb) -> None:
    if not box.bomb:
        refuse("this box has no card that firebombs", STRUCTURES)
    check_held(box, state, seat, box.bomb, "red", STRUCTURES)
    check_foe(state, seat, move.foe, STRUCTURES)
    if move.structure not in state.seats[move.foe].structures:
        refuse(f"this opponent has no {move.structure} in play", STRUCTURES)


def firebomb(box: Box, state: State, seat: int, move: Firebomb) -> None:
    owner, victim = state.seats[seat], state.seats[move.foe]
    owner.show(box.bomb)
    victim.structures.remove(move.structure)
    add(victim.discard, [move.structure])
    if box.cards[box.bomb].points:
        state.batch = Batch([Laid(box.bomb, move.foe)], answers=[move.foe])
    else:
        owner.front.append(box.bomb)


def check_steal(box: Box, state: State, seat: int, move: Steal) -> None:
    check_held(box, state, seat, move.card, "red", ATTACK)
    if not box.cards[move.card].steal:
        refuse(f"{move.card} steals nothing", ATTACK)
    check_foe(state, seat, move.foe, ATTACK)


def steal(box: Box, state: State, seat: int, move: Steal) -> None:
    state.seats[seat].use(move.card)
    state.due = Due("taken", seat, foe=move.foe)
    chances.settle_taken(box, state)
