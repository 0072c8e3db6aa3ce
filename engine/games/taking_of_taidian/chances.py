"""What chance decides: hands off the deck, a stolen card, and unused cards that are shown."""

from collections import Counter

from engine.chance import UNSEEN, Draw, Weighted
from engine.errors import IllegalOutcome
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
    pool = unused(owner)
    count = len(owner.hand)
    return Draw(
        "shown",
        f"{state.turn}/turn {state.round}/unused",
        pool,
        box.owned(owner.character, owner.gained),
        count,
        masked=len(pool) == 1 or sum(pool.values()) == count,
    )


def unused(owner: OwnCards) -> dict[str, int]:
    """The copies of each name that may be among the cards of a hand."""
    known = Counter(name for name in owner.hand if name != UNSEEN)
    unseen = len(owner.hand) - known.total()
    free = owner.possible() if unseen else {}
    names = dict.fromkeys([*known, *free])
    return {name: known[name] + min(free.get(name, 0), unseen) for name in names}


# Together


def fits(state: State, names: list[str]) -> None:
    """Raise IllegalOutcome where cards that may each be there cannot all be."""
    due = state.due
    assert due is not None
    owner = state.seats[due.seat]
    if due.do == "draw" and not owner.may_draw(names):
        raise IllegalOutcome("These cards cannot all have lain on the deck after its shuffle.")
    if due.do == "shown":
        rest = Counter(names)
        rest.subtract(name for name in owner.hand if name != UNSEEN)
        if min(rest.values()) < 0 or not owner.may_be(list(rest.elements())):
            raise IllegalOutcome("The hand cannot hold these cards together.")


# Luck takes over


def deal(box: Box, state: State) -> Weighted | None:
    """The request for the next unseen card of a seat, hands before discards."""
    for seat, owner in enumerate(state.seats):
        part = owner.unseen()
        if part is not None:
            # In a state that was set by hand it may be that no card fits: then any will do.
            weights = owner.weights() or dict.fromkeys(box.cards, 1)
            return Weighted("unseen", UNSEEN_CARDS, weights, seat)
    return None


def reveal(state: State, names: list[str]) -> None:
    """The next unseen card has its name."""
    for owner in state.seats:
        part = owner.unseen()
        if part is not None:
            part[part.index(UNSEEN)] = names[0]
            return
