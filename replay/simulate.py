"""Many matches between bots: who wins how often, from which seat and in which role.

Match i of a simulation is played from the seed `SEED/i`; the bots move one seat on from match to
match, so that none of them keeps the first seat. Equal arguments give equal matches everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from engine import fold
from engine.bots import BOTS
from engine.events import Moved, Opened
from engine.game import Game, Standing
from engine.luck import ALGORITHM, Luck
from eventstore import SQLiteStore
from replay import errors, options, packs
from replay.games import game_class
from replay.match import Match

LONGEST = 20_000
"""Plies after which a match is given up as one that does not end."""
NONCE = "00" * 16


class Tally(Struct):
    """How a bot, a seat or a role did: matches, wins (shared ones in parts), sum of points."""

    name: Annotated[str, Meta(description="the bot, the seat's place, or the role")]
    played: Annotated[int, Meta(description="how many matches")] = 0
    wins: Annotated[float, Meta(description="won matches; of a shared one a part")] = 0.0
    points: Annotated[int, Meta(description="its points of all matches together")] = 0

    @property
    def share(self) -> float:
        """The part of its matches that it won."""
        return self.wins / self.played if self.played else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the share (Wilson, 1927)."""
        if not self.played:
            return 0.0, 1.0
        n, z = self.played, 1.96
        middle = self.share + z * z / (2 * n)
        spread = z * sqrt(self.share * (1 - self.share) / n + z * z / (4 * n * n))
        scale = 1 + z * z / n
        return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


class Simulation(Struct):
    """What many matches gave."""

    game: Annotated[str, Meta(description="the game's name")]
    matches: Annotated[int, Meta(description="how many were played")] = 0
    plies: Annotated[int, Meta(description="how many events they have together")] = 0
    unfinished: Annotated[int, Meta(description="how many were given up as too long")] = 0
    bots: Annotated[dict[str, Tally], Meta(description="how each bot did")] = {}
    seats: Annotated[dict[str, Tally], Meta(description="how each seat did")] = {}
    roles: Annotated[dict[str, Tally], Meta(description="how each role did, if there are any")] = {}
    endings: Annotated[dict[str, int], Meta(description="how many ended for which reason")] = {}
    lasted: Annotated[
        dict[str, int], Meta(description="how many ended in which round, as the game calls it")
    ] = {}
    saved: Annotated[list[str], Meta(description="the names of the recorded matches")] = []

    @property
    def span(self) -> list[str]:
        """The shortest, the median and the longest match, by the round in which it ended."""
        ended = sorted(self.lasted, key=_number)
        each = [last for last in ended for _ in range(self.lasted[last])]
        return [each[0], each[len(each) // 2], each[-1]] if each else []


def _number(last: str) -> tuple[int, str]:
    """Rounds in their order: round 9 before round 10."""
    digits = "".join(filter(str.isdecimal, last))
    return int(digits or 0), last


def simulate(
    game_name: str,
    *,
    n: int,
    seed: str,
    bots: Sequence[str],
    players: int | None = None,
    pack: str | None = None,
    choices: Sequence[str] = (),
    store: SQLiteStore | None = None,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play n matches. `players` is how many play (else as many as bots named, at least the game's
    fewest); with a store each match is recorded in it. Raises Refused for what cannot be played."""
    kind = game_class(game_name)
    for bot in bots:
        if bot not in BOTS:
            raise errors.Refused(f'There is no bot "{bot[:60]}"; there is: {", ".join(BOTS)}.')
    if not bots or n < 1:
        raise errors.Refused("A simulation needs at least one bot and one match.")
    fewest, most = kind.players
    count = players or min(max(fewest, len(bots)), most)
    if not fewest <= count <= most:
        raise errors.Refused(f"{kind.title} is played by {fewest} to {most}, not by {count}.")
    body = packs.shipped(kind) if pack is None else pack
    game = packs.game_of(game_name, body)
    values = dict(kind.OPTIONS)
    names = [str(player + 1) for player in range(count)]
    values.update(options.read(kind, names, *options.split(choice)) for choice in choices)
    found = Simulation(game_name)
    for i in range(n):
        named = [bots[(i + player) % len(bots)] for player in range(count)]
        opened = _opening(kind, count, values, f"{seed}/{i}", body)
        position, moves, plies = play(game, opened, named)
        _add(found, game, position.state, named, plies)
        if store is not None:
            found.saved.append(_save(store, kind, named, moves, opened, body))
        if progress is not None:
            progress(i + 1)
    return found


def _opening(kind: type[Game], count: int, values: Any, seed: str, pack: str) -> Opened[Any]:
    players = [str(player) for player in range(count)]
    chosen = kind.Options(**values)
    return Opened(kind.name, kind.version, pack, players, chosen, ALGORITHM, NONCE, seed)


def play(
    game: Game, opened: Opened[Any], bots: Sequence[str], limit: int = LONGEST
) -> tuple[fold.Position, list[Moved[Any]], int]:
    """Play a match between bots to its end (or the limit of plies): where it ended, the moves,
    and how many plies it had. `bots` names the bot of each player."""
    assert opened.seed is not None
    luck, thought = Luck(opened.seed), Luck(f"{opened.seed}/bots")
    position = fold.begin(game, opened)
    moves: list[Moved[Any]] = []
    plies = 0
    while not position.state.ended and plies < limit:
        given = fold.by_luck(game, position, luck)
        if given is not None:
            fold.advance(game, position, given[:1])
        else:
            seat = game.waits(position.state)[0]
            seen = game.view(position.state, seat)
            bot = BOTS[bots[position.state.seating[seat]]]
            moves.append(Moved(seat, bot(game, seen, seat, thought, len(moves))))
            fold.advance(game, position, moves[-1:])
        plies += 1
    return position, moves, plies


def _add(found: Simulation, game: Game, state: Any, bots: Sequence[str], plies: int) -> None:
    found.matches += 1
    found.plies += plies
    if not state.ended:
        found.unfinished += 1
        return
    found.endings[state.ended] = found.endings.get(state.ended, 0) + 1
    last = game.turn(state).texts[0]
    if "{" not in last:  # else it names a seat, not a round
        found.lasted[last] = found.lasted.get(last, 0) + 1
    sides = fold.standing(game, state)
    winners = sum(side.rank == 1 for side in sides)
    for side in sides:
        won = 1 / winners if side.rank == 1 else 0.0
        for tally in _tallies(found, game, state, side, bots):
            tally.played += 1
            tally.wins += won
            tally.points += side.points


def _tallies(
    found: Simulation, game: Game, state: Any, side: Standing, bots: Sequence[str]
) -> Iterator[Tally]:
    names = dict.fromkeys(bots[state.seating[seat]] for seat in side.seats)
    for name in names:
        yield found.bots.setdefault(name, Tally(name))
    for seat in side.seats:
        place = str(seat + 1)
        yield found.seats.setdefault(place, Tally(place))
        role = game.role(state, seat)
        if role:
            yield found.roles.setdefault(role, Tally(role))


def _save(
    store: SQLiteStore,
    kind: type[Game],
    bots: Sequence[str],
    moves: Sequence[Moved[Any]],
    opened: Opened[Any],
    pack: str,
) -> str:
    names = [f"{bot} {player + 1}" for player, bot in enumerate(bots)]
    # Options that name players were typed with their numbers, and are told here by their names.
    values = msgspec.structs.asdict(opened.options)
    choices = [
        f"{option.name}={options.shown(option, names, values[field])}"
        for field, option in zip(values, options.options(kind), strict=True)
        if values[field] != kind.OPTIONS[field]
    ]
    match = Match.new(store, kind.name, names, seed=opened.seed, pack=pack, choices=choices)
    for move in moves:
        match.record([move])
    return match.name
