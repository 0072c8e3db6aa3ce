"""What chance decides: hands off the deck, a stolen card, and unused cards that are shown."""

from collections import Counter

from engine.chance import UNSEEN, Draw
from engine.game import UNSEEN_CARDS
from engine.games.taking_of_taidian.box import Box
from engine.games.taking_of_taidian.pack import NOTHING
from engine.games.taking_of_taidian.state import State
from engine.own_cards import OwnCards, add


def request(box: Box, state: State) -> Draw | None:
    """What chance must decide now."""
    due = state.due
    if due is None:
        return None
    return {"draw": _draw, "taken": _taken, "shown": _shown}[due.do](box, state)


def _draw(box: Box, state: State) -> Draw:
    due = state.due
    assert due is not None
    owner = state.seats[due.seat]
    pool = owner.content()
    # The others know only what is hidden: that one name is left would tell them what the hand is.
    return Draw(
        "draw",
        f"{due.seat}/turn {state.round}/hand",
        pool,
        box.owned(owner.character, owner.gained),
        due.count,
        due.seat,
        masked=len(pool) == 1,
    )


def _taken(box: Box, state: State) -> Draw:
    due = state.due
    assert due is not None
    victim = state.seats[due.foe]
    pool = takeable(box, victim)
    return Draw(
        "taken",
        f"{state.turn}/turn {state.round}/steal",
        pool,
        {**box.owned(victim.character, victim.gained), NOTHING: 1},
        masked=len(pool) == 1,
    )


def takeable(box: Box, victim: OwnCards) -> dict[str, int]:
    """The cards that a thief may find in a hand, and `none` where it may be all structures."""
    known = Counter(name for name in victim.hand if name != UNSEEN)
    unseen = len(victim.hand) - known.total()
    free = victim.possible() if unseen else {}
    pool = {
        name: known[name] + min(free.get(name, 0), unseen)
        for name in victim.hidden
        if box.color[name] != "green" and (name in known or name in free)
    }
    only_green = all(box.color[name] == "green" for name in known)
    if only_green and (not pool or victim.room(box.green) >= unseen):
        pool[NOTHING] = 1
    return pool


def settle_taken(box: Box, state: State) -> None:
    """Ask chance for the stolen card, unless everybody knows what it must be."""
    due = state.due
    assert due is not None
    pool = takeable(box, state.seats[due.foe].veiled())
    if len(pool) == 1:
        take(box, state, next(iter(pool)))


def take(box: Box, state: State, name: str) -> None:
    """The thief's discard gets the card; it belongs to his deck from now on."""
    due, state.due = state.due, None
    assert due is not None
    victim, thief = state.seats[due.foe], state.seats[state.turn]
    if name == NOTHING:
        if victim.hand:
            victim.lacks = [other for other in victim.hidden if box.color[other] != "green"]
        return
    victim.show(name)
    victim.gained[name] = victim.gained.get(name, 0) - 1
    thief.gained[name] = thief.gained.get(name, 0) + 1
    add(thief.discard, [name])


def _shown(box: Box, state: State) -> Draw:
    owner = state.seats[state.turn]
    pool = owner.possible()
    return Draw(
        "shown",
        f"{state.turn}/turn {state.round}/unused",
        pool,
        box.owned(owner.character, owner.gained),
        owner.hand.count(UNSEEN),
        masked=len(pool) == 1,
    )


def shown(state: State, names: list[str]) -> bool:
    """Unseen cards of the hand are known now; whether all of it is."""
    hand = state.seats[state.turn].hand
    for name in names:
        hand[hand.index(UNSEEN)] = name
    return UNSEEN not in hand


# Luck takes over


def deal(box: Box, state: State) -> Draw | None:
    """The request for the next unseen card of a seat, hands before discards."""
    for seat, owner in enumerate(state.seats):
        part = owner.unseen()
        if part is not None:
            pool = owner.possible() if part is owner.hand else owner.free()
            printed = box.owned(owner.character, owner.gained)
            return Draw("unseen", UNSEEN_CARDS, pool, printed, 1, seat)
    return None


def reveal(state: State, names: list[str]) -> None:
    """The next unseen card has its name."""
    for owner in state.seats:
        part = owner.unseen()
        if part is not None:
            part[part.index(UNSEEN)] = names[0]
            return
