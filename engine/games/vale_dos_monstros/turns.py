"""F. Pass, Additional Action, the night watchman's ways, and the end of turns and of the match."""

from collections.abc import Iterator, Sequence

from engine.games.vale_dos_monstros import setup
from engine.games.vale_dos_monstros.box import Box
from engine.games.vale_dos_monstros.moves import End, Extra, Move, Pass, Refresh, Watch
from engine.games.vale_dos_monstros.state import State
from engine.games.vale_dos_monstros.table import (
    ADDITIONAL,
    ALL_HELD,
    WATCHMAN,
    can_act,
    following,
    leader,
    need_action,
    pay,
    refuse,
    spend,
    stir,
)

# F. Pass


def check_pass(box: Box, state: State, seat: int, move: Pass) -> None:
    need_action(box, state)


def pass_(box: Box, state: State, seat: int, move: Pass) -> None:
    spend(state)


# Additional Action


def check_extra(box: Box, state: State, seat: int, move: Extra) -> None:
    if state.extra:
        refuse("a turn has one additional action, and it is taken", ADDITIONAL)
    if state.points:
        refuse(f"{state.points} action points are left; it comes after them", ADDITIONAL)
    if state.seats[seat].down >= box.pack.box.cards:
        refuse("all cards are turned down", ADDITIONAL)


def extra(box: Box, state: State, seat: int, move: Extra) -> None:
    state.extra = state.begun = True
    state.seats[seat].down += 1


def refresh_price(box: Box, state: State, seat: int) -> int | None:
    """The tokens that the next reactivation costs, or None where the legion had them all."""
    legion = state.seats[seat]
    prices = box.refresh[legion.legion]
    return prices[legion.refreshed] if legion.refreshed < len(prices) else None


def check_refresh(box: Box, state: State, seat: int, move: Refresh) -> None:
    legion, cards = state.seats[seat], box.pack.box.cards
    if legion.down < cards:
        refuse(f"{cards - legion.down} of the {cards} cards are not used yet", ADDITIONAL)
    price = refresh_price(box, state, seat)
    if price is None:
        refuse(f"the cards were reactivated already ({legion.refreshed})", ADDITIONAL)
    if legion.tokens < price:
        refuse(f"it costs {price} tokens, the legion has {legion.tokens}", ADDITIONAL)


def refresh(box: Box, state: State, seat: int, move: Refresh) -> None:
    pay(state, seat, refresh_price(box, state, seat) or 0)
    legion = state.seats[seat]
    legion.down = 0
    legion.refreshed += 1
    stir(state)


# Night Watchman Variant


def check_watch(box: Box, state: State, seat: int, move: Watch) -> None:
    if state.phase == "watch":
        setup.check_watch(box, state, seat, move)
        return
    if state.watch is None:
        refuse("this match is played without the watchman", WATCHMAN)
    if move.side not in box.field.entrances:
        refuse(f'there is no side "{move.side}"', WATCHMAN)
    if move.side == state.watch:
        refuse(f"the watchman is at the entrance {state.watch} already", WATCHMAN)
    price, tokens = box.pack.price.watchman, state.seats[seat].tokens
    if not state.free_watch and tokens < price:
        refuse(f"it costs {price} tokens, the legion has {tokens}", WATCHMAN)


def watch(box: Box, state: State, seat: int, move: Watch) -> None:
    if state.phase == "watch":
        setup.watch(box, state, seat, move)
        return
    if not state.free_watch:
        pay(state, seat, box.pack.price.watchman)
    state.free_watch = False
    state.watch = move.side
    state.last = [box.field.entrances[move.side]]
    stir(state)


def watches(box: Box, state: State, seat: int) -> Iterator[Move]:
    if state.watch is None:
        return
    if state.free_watch or state.seats[seat].tokens >= box.pack.price.watchman:
        yield from (Watch(side) for side in box.pack.board.sides if side != state.watch)


# The end of a turn, and of the match


def check_end(box: Box, state: State, seat: int, move: End) -> None:
    """A turn may be closed whenever nothing is owed."""


def end(box: Box, state: State, seat: int, move: End) -> None:
    if not state.stirred and seat not in state.quiet:
        state.quiet.append(seat)
    left = (other for other in range(len(state.seats)) if other not in state.conceded)
    if state.options.stalemate == "on" and all(other in state.quiet for other in left):
        state.ended = "nobody did anything for a whole round"
    close(box, state)


def close(box: Box, state: State) -> None:
    """The turn is over; the match too when all tents are under control."""
    if len(state.held) == len(box.tents):
        state.ended = ALL_HELD
    state.extra = state.begun = state.ability = state.free_watch = state.stirred = False
    if state.ended:
        state.points = 0
        return
    after = following(state)
    if after is None:
        state.round += 1
        after = leader(state)
    state.turn = after
    state.points = box.pack.start.points


def leave(box: Box, state: State, seats: Sequence[int]) -> None:
    """Players have conceded: what they owed lapses, their pieces stay where they are."""
    state.quiet = [seat for seat in state.quiet if seat not in seats]
    if state.turn not in seats:
        return
    # Visitors and a campfire still to be placed go back to the supply.
    state.reveal = None
    state.rise = []
    if state.phase == "turn":
        close(box, state)
    elif state.phase == "watch":
        state.turn = leader(state)
    else:
        setup.step_on(box, state)


# What a turn offers beside the actions


def others(box: Box, state: State, seat: int) -> Iterator[Move]:
    if can_act(state):
        yield Pass()
    elif not state.extra and state.seats[seat].down < box.pack.box.cards:
        yield Extra()
    if state.seats[seat].down >= box.pack.box.cards:
        price = refresh_price(box, state, seat)
        if price is not None and state.seats[seat].tokens >= price:
            yield Refresh()
    yield from watches(box, state, seat)
    yield End()
