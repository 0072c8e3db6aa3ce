"""The player's response: SUBDUE, ESO-THRASH, EXPLORE. What is legal, and what it does."""

from collections.abc import Iterator
from typing import NoReturn

from engine.errors import IllegalMove
from engine.games.esoteric_beasts.box import Box
from engine.games.esoteric_beasts.moves import Explore, Return, Subdue, Thrash, Value
from engine.games.esoteric_beasts.state import DEALS, State
from engine.games.esoteric_beasts.visit import STALL, STALLED, settle, visit

SUBDUE, THRASH, EXPLORE = "SUBDUE", "ESO-THRASH", "EXPLORE"
VALUES: tuple[Value, ...] = ("life", "attack")


def refuse(reason: str, rule: str) -> NoReturn:
    """The rules do not allow it."""
    raise IllegalMove(reason, rule)


def card_of(slot: str) -> str:
    """The name of the card in a known slot."""
    return slot[2:]


# SUBDUE


def matched(box: Box, state: State) -> bool:
    """Whether the card right below the top one is face up and of its element."""
    hand, color = state.hand, box.color
    return len(hand) > 1 and color.get(hand[1]) == color[hand[0]]


def subdues(box: Box, state: State) -> Iterator[Subdue]:
    """The captures that are legal at a response."""
    match = matched(box, state)
    if match:
        yield Subdue()
    if not match or state.options.free_capture == "may-pay":
        for value in VALUES:
            price = box.values[value][state.hand[0]]
            if price <= len(state.energy) and (price or state.options.zero_capture == "free"):
                yield Subdue(value)


def check_subdue(box: Box, state: State, move: Subdue) -> None:
    top, match = card_of(state.hand[0]), matched(box, state)
    if move.pay is None:
        if not match:
            refuse(f"{_below(box, state)}, so {top} must be paid for", SUBDUE)
        return
    if match and state.options.free_capture == "forced":
        partner = card_of(state.hand[1])
        refuse(f"{partner} below {top} matches it, so the capture is free (`subdue`)", SUBDUE)
    price = box.values[move.pay][state.hand[0]]
    if price > len(state.energy):
        refuse(
            f"the {move.pay} of {top} is {price}, but Set B holds {len(state.energy)}",
            SUBDUE,
        )
    if not price and state.options.zero_capture == "barred":
        refuse(f"the {move.pay} of {top} is 0, which nothing is paid with here", SUBDUE)


def _below(box: Box, state: State) -> str:
    """Why the card below the top one does not match it."""
    if len(state.hand) < 2:
        return "no card lies below"
    color = box.color.get(state.hand[1])
    if color is None:
        return "the card below is face down"
    return f"{card_of(state.hand[1])} below is {color}, not {box.color[state.hand[0]]}"


def subdue(box: Box, state: State, move: Subdue) -> None:
    hand, energy = state.hand, state.energy
    top = hand[0]
    if move.pay is None:
        # The partner goes face down under Set B, whatever it is, and is not captured.
        energy.append(box.down[hand[1]])
        del hand[:2]
    else:
        price = box.values[move.pay][top]
        del hand[0]
        hand += energy[:price]
        del energy[:price]
    state.captured.append(card_of(top))
    state.idle = 0
    settle(box, state)


# ESO-THRASH


def set_there(box: Box, state: State) -> bool:
    """Whether the CAPTURE pile has an Esoteric Beast of each element."""
    elements = {box.element[name] for name in state.captured if box.esoteric[name]}
    return len(elements) == len(box.elements)


def next_element(box: Box, state: State) -> str:
    """The element of the Beast that a thrash names next."""
    return box.elements[len(state.thrashed) % len(box.elements)]


def thrashes(box: Box, state: State) -> Iterator[Thrash]:
    """The Beasts that may be named: to begin a thrash at a response, or to go on with it."""
    if state.step == "respond" and not set_there(box, state):
        return
    element = next_element(box, state)
    for name in state.captured:
        if box.esoteric[name] and box.element[name] == element:
            yield Thrash(name)


def check_thrash(box: Box, state: State, move: Thrash) -> None:
    card, element = move.card, next_element(box, state)
    if state.step == "respond" and not set_there(box, state):
        there = {box.element[name] for name in state.captured if box.esoteric[name]}
        missing = [name for name in box.elements if name not in there]
        refuse(f"the CAPTURE pile has no Esoteric Beast of {', '.join(missing)}", THRASH)
    if card in state.thrashed:
        refuse(f"{card} was thrashed already and is set aside", THRASH)
    if card not in state.captured:
        refuse(f"{card} is not in the CAPTURE pile", THRASH)
    if not box.esoteric[card]:
        refuse(f"{card} is no Esoteric Beast", THRASH)
    if box.element[card] != element:
        refuse(f"{card} is {box.element[card]}; the next one to name is {element}", THRASH)


def thrash(box: Box, state: State, move: Thrash) -> None:
    state.captured.remove(move.card)
    state.thrashed.append(move.card)
    state.idle = 0
    done, part = divmod(len(state.thrashed), len(box.elements))
    if part:
        state.step = "thrash"
        return
    # The nth thrash returns n cards, or all there are.
    keep = state.options.thrash_top == "barred"
    state.owed = min(done, len(state.hand) - keep)
    state.step = "return" if state.owed else "explore"


def top_barred(state: State) -> bool:
    """Whether the top card stays (`barred`). A ruling in the middle of a thrash may come when it is
    all that is left: then it goes, since it is still owed."""
    return state.options.thrash_top == "barred" and len(state.hand) > 1


def returns(box: Box, state: State) -> Iterator[Return]:
    """The positions that may go under Set B."""
    for position in range(1 + top_barred(state), len(state.hand) + 1):
        yield Return(position)


def check_return(box: Box, state: State, move: Return) -> None:
    if not 1 <= move.position <= len(state.hand):
        refuse(f"Set A has positions 1 to {len(state.hand)}, not {move.position}", THRASH)
    if move.position == 1 and top_barred(state):
        refuse("the top card of Set A is not returned here (`thrash-top` is barred)", THRASH)


def return_(box: Box, state: State, move: Return) -> None:
    slot = state.hand.pop(move.position - 1)
    state.energy.append(box.down.get(slot, slot))
    state.owed -= 1
    state.fresh = state.fresh or move.position == 1
    if state.owed:
        return
    new_top, state.fresh, state.step = state.fresh, False, "explore"
    # The top takes no new step unless it is another one than before.
    if new_top:
        settle(box, state)


# EXPLORE


def moved(box: Box, state: State, value: Value) -> int:
    """How many cards an EXPLORE moves: a value of 0 counts as 1, and Set A may hold fewer."""
    return min(box.values[value][state.hand[0]] or 1, len(state.hand))


def barred_zero(box: Box, state: State, value: Value) -> bool:
    """Whether this value is 0 and the other one must be chosen (`zero-explore`)."""
    top = state.hand[0]
    return (
        state.options.zero_explore == "barred"
        and not box.values[value][top]
        and box.life[top] + box.attack[top] > 0
    )


def explores(box: Box, state: State) -> Iterator[Explore]:
    """The ways to explore."""
    for value in VALUES:
        if not barred_zero(box, state, value):
            for position in range(1, moved(box, state, value) + 1):
                yield Explore(value, position)


def check_explore(box: Box, state: State, move: Explore) -> None:
    if barred_zero(box, state, move.value):
        top = card_of(state.hand[0])
        refuse(f"the {move.value} of {top} is 0, so the other value is chosen here", EXPLORE)
    count = moved(box, state, move.value)
    if not 1 <= move.position <= count:
        cards = "1 card moves" if count == 1 else f"{count} cards move"
        refuse(f"{cards}, so the top card goes to 1 to {count}, not {move.position}", EXPLORE)


def explore(box: Box, state: State, move: Explore) -> None:
    hand, place = state.hand, move.position
    count = moved(box, state, move.value)
    block = [*hand[1:place], hand[0], *hand[place:count]]
    del hand[:count]
    hand += block
    state.explores += 1
    state.idle += 1
    state.step = "respond"
    visit(box, state)
    if state.idle >= STALL and state.options.stall_stop == "on" and hand[0] not in DEALS:
        state.ended = STALLED
