"""Goal and Game Play: characters, turns, fresh hands, and who is dead."""

from collections.abc import Iterator, Sequence

from engine.chance import UNSEEN
from engine.game import Standing
from engine.games.taking_of_taidian import chances
from engine.games.taking_of_taidian.box import Box
from engine.games.taking_of_taidian.moves import Attack, Choose, End, Upgrade
from engine.games.taking_of_taidian.state import Due, Fighter, Options, State
from engine.games.taking_of_taidian.table import (
    PLAY,
    effect,
    following,
    refuse,
    side,
)
from engine.own_cards import add, less

# Set-up


def setup(players: int, options: Options) -> State:
    """The table before anybody has a character."""
    first = options.first if options.first < players else 0
    return State(
        options=options,
        phase="set-up",
        turn=first,
        seats=[Fighter() for _ in range(players)],
        sides=_sides(players, options.teams),
        first=first,
    )


def _sides(players: int, teams: Sequence[Sequence[int]]) -> list[int]:
    sides = list(range(players))
    for team in teams:
        for seat in team:
            if seat < players:
                sides[seat] = min(team)
    return [] if sides == list(range(players)) else sides


def characters(box: Box, state: State) -> Iterator[str]:
    """The characters that nobody has chosen."""
    taken = [owner.character for owner in state.seats]
    return (name for name in box.characters if name not in taken)


def chooses(box: Box, state: State, seat: int) -> Iterator[Choose]:
    return (Choose(name) for name in characters(box, state))


def check_choose(box: Box, state: State, seat: int, move: Choose) -> None:
    if move.character not in box.characters:
        refuse(f'there is no character "{move.character}" in this box', PLAY)
    if move.character not in characters(box, state):
        refuse(f"{move.character} has been chosen by another player", PLAY)


def choose(box: Box, state: State, seat: int, move: Choose) -> None:
    owner = state.seats[seat]
    owner.character = move.character
    owner.health = box.characters[move.character].health
    owner.fill(box.decks[move.character])
    next_choice(box, state)


def next_choice(box: Box, state: State) -> None:
    """The next seat without a character; when all have one, the opening hands are drawn."""
    seats = len(state.seats)
    order = [(state.first + step) % seats for step in range(seats)]
    waiting = [seat for seat in order if not state.seats[seat].out]
    state.turn = next(
        (seat for seat in waiting if not state.seats[seat].character),
        waiting[0],
    )
    if state.seats[state.turn].character:
        begin_draw(box, state, state.turn)


# The turn


def declarations(box: Box, state: State, seat: int) -> Iterator[Attack | Upgrade]:
    yield Attack()
    yield Upgrade()


def attack(box: Box, state: State, seat: int, move: Attack) -> None:
    state.phase = "attack"


def ends(box: Box, state: State, seat: int, move: End) -> None:
    """Used cards go to the discard, unused ones face down; then the next hand is drawn."""
    owner = state.seats[seat]
    state.purse = 0
    add(owner.discard, owner.front)
    owner.front = []
    if state.options.unused_cards == "face-down":
        discard(box, state)
    elif UNSEEN not in owner.hand:
        show_unused(box, state, owner.hand)
    else:
        state.due = Due("shown", seat)
        pool, count = chances.unused(owner.veiled()), len(owner.hand)
        if len(pool) == 1 or sum(pool.values()) == count:
            # Everybody knows what they are.
            show_unused(box, state, [name for name in pool for _ in range(min(pool[name], count))])


def show_unused(box: Box, state: State, names: list[str]) -> None:
    """The unused cards are shown as they are discarded (option `unused-cards`)."""
    owner = state.seats[state.turn]
    state.due = None
    owner.lay_down()
    for name in names:
        less(owner.hidden, name)
    owner.aside += sorted(names)
    refresh(box, state)


def discard(box: Box, state: State) -> None:
    """The unused cards leave face down, at once or after the draw."""
    owner = state.seats[state.turn]
    unused = owner.lay_down()
    if state.options.reshuffle == "kept-out":
        owner.kept = unused
    else:
        owner.buried += unused
    refresh(box, state)


def refresh(box: Box, state: State) -> None:
    """The open cards leave for the discard, at once or after the draw, and a hand is drawn."""
    owner = state.seats[state.turn]
    if state.options.reshuffle == "with-hand":
        add(owner.discard, owner.aside)
        owner.aside = []
    begin_draw(box, state, state.turn)


# The draw


def begin_draw(box: Box, state: State, seat: int) -> None:
    """A seat draws its hand: its size is fixed now."""
    owner = state.seats[seat]
    state.due = Due("draw", seat, box.limits.hand + effect(box, owner, "hand"))
    go_on(box, state)


def go_on(box: Box, state: State) -> None:
    """Draw what is certain; stop where chance must decide."""
    due = state.due
    assert due is not None
    owner = state.seats[due.seat]
    while due.count:
        if not owner.deck:
            # Only when a card is needed is the discard shuffled.
            due.count = owner.reshuffle(due.count)
        elif owner.deck > due.count and not owner.lone():
            return
        else:
            number = min(due.count, owner.deck)
            due.count -= number
            names = owner.certain(number)
            owner.draw(names)
    state.due = None
    drawn(box, state, owner)


def draws(box: Box, state: State, names: list[str]) -> None:
    """Chance has given cards of a hand."""
    due = state.due
    assert due is not None
    state.seats[due.seat].draw(names)
    due.count -= len(names)
    go_on(box, state)


def drawn(box: Box, state: State, owner: Fighter) -> None:
    """The hand is complete: what was kept out is discarded, and the next seat goes on."""
    if owner.kept:
        owner.buried += owner.kept
        owner.kept = []
    if owner.aside:
        add(owner.discard, owner.aside)
        owner.aside = []
    after = following(state, state.turn)
    if state.phase == "set-up" and after != _leader(state):
        state.turn = after
        begin_draw(box, state, after)
    else:
        next_turn(state)


def _leader(state: State) -> int:
    """The first living seat from the first player on."""
    seat = state.first
    return following(state, seat) if state.seats[seat].out else seat


def next_turn(state: State) -> None:
    """The next living seat clockwise begins its turn."""
    seats, first = len(state.seats), state.first
    after = following(state, state.turn)
    if (after - first) % seats <= (state.turn - first) % seats:
        state.round += 1
    state.turn, state.phase, state.purse = after, "begin", 0


# Who is dead


def kill(state: State, seats: list[int]) -> None:
    """Characters die together: their cards leave, and the match may be over."""
    state.fallen.append(seats)
    for seat in seats:
        owner = state.seats[seat]
        owner.clear()
        owner.front, owner.aside, owner.structures = [], [], []
        owner.out, owner.health, owner.energy, owner.levels = True, 0, 0, {}
        owner.healed, owner.blocked = [], 0
    sides = [side(state, seat) for seat, owner in enumerate(state.seats) if not owner.out]
    if len(set(sides)) == 1:
        state.ended = "every opponent is dead"


def standing(state: State) -> list[Standing]:
    """Each side: those that live share the first rank, the others rank by their last death."""
    later = len(state.fallen)
    died = {seat: time for time, group in enumerate(state.fallen) for seat in group}
    # Who conceded as the last but one side is not among the fallen: the match was over then.
    died |= {seat: later for seat in state.conceded if seat not in died}
    members: dict[int, list[int]] = {}
    for seat in range(len(state.seats)):
        members.setdefault(side(state, seat), []).append(seat)
    ages = {first: max(died.get(s, later + 1) for s in seats) for first, seats in members.items()}
    latest = sorted(ages.values(), reverse=True)
    sides = [
        Standing(
            seats,
            sum(state.seats[seat].health for seat in seats if seat not in died),
            1 + latest.index(ages[first]),
        )
        for first, seats in members.items()
    ]
    sides.sort(key=_rank)
    return sides


def _rank(one: Standing) -> int:
    return one.rank
