"""Folding, verifying, cloning, playing: each game, and a tiny one for the kernel alone."""

from collections.abc import Iterator
from typing import Any

from engine import fold
from engine.events import Moved, Opened, Resolved
from engine.luck import ALGORITHM, Luck
from eventstore import open_store
from replay import packs
from replay.games import game_class
from replay.match import Match
from replay.proof import verify
from replay.simulate import NONCE, play
from tests.bench.measure import ROUNDS, Figure, figure, folder, microseconds, rate, ratio, worked

VALE, TAIDIAN = "vale-dos-monstros", "taking-of-taidian"


def figures() -> Iterator[Figure]:
    yield from database("taiwan-monsters-brawl", 4)
    yield from state("taiwan-monsters-brawl", 4)
    yield from database("esoteric-beasts", 1)
    yield whole("esoteric-beasts", 1, "<= 10")
    yield from database(TAIDIAN, 4, replayed=">= 200,000", proved="")
    yield whole(TAIDIAN, 2, "<= 300", seeds=20, bot="greedy")
    yield whole(TAIDIAN, 4, "", seeds=10, bot="greedy")
    yield from database(VALE, 3, matches=4, replayed=">= 200,000", proved=">= 25,000")
    yield choices()
    yield whole(VALE, 3, "<= 200", seeds=8)
    luck = Luck("7")
    yield microseconds("a luck value", lambda: luck.value("round 2/0/attack", 3, 1), "<= 1.2")
    yield kernel()


def opening(name: str, players: int, seed: str, **chosen: Any) -> tuple[Any, Opened[Any]]:
    """A game and the root of a match of it."""
    kind = game_class(name)
    body = packs.shipped(kind)
    ids = [str(player) for player in range(players)]
    options = kind.Options(**{**kind.OPTIONS, **chosen})
    root = Opened(name, kind.version, body, ids, options, ALGORITHM, NONCE, seed)
    return packs.game_of(name, body), root


def database(
    name: str,
    players: int,
    *,
    matches: int = 20,
    replayed: str = ">= 250,000",
    proved: str = ">= 50,000",
) -> Iterator[Figure]:
    """Trusted replay and verification from the database, over some whole random matches."""
    with folder() as here, open_store(here / "replay.db", synchronous="OFF") as store:
        recorded, events = [], 0
        for seed in range(matches):
            game, root = opening(name, players, str(seed))
            _, moves, plies = play(game, root, ["random"] * players)
            people = [f"player {player}" for player in range(players)]
            match = Match.new(store, name, people, seed=str(seed))
            match.record(moves)
            recorded.append(match)
            events += plies

        def replay() -> None:
            for match in recorded:
                match.forget()
                match.position()

        def prove() -> None:
            for match in recorded:
                assert verify(match).ok

        yield rate(f"trusted replay of {name} from the database", replay, events, replayed)
        yield rate(f"verify {name} from the database", prove, events, proved)


def whole(name: str, players: int, bar: str, seeds: int = 50, bot: str = "random") -> Figure:
    """A whole match between bots of a kind, the mean of some seeds."""
    rounds = [opening(name, players, str(seed)) for seed in range(seeds)]

    def played() -> None:
        for game, root in rounds:
            play(game, root, [bot] * players)

    played()
    each = [worked(played) / len(rounds) * 1e3 for _ in range(ROUNDS)]
    return figure(f"a whole {bot} match of {name} for {players}", each, "ms", bar)


def choices() -> Figure:
    """The legal moves of six legions when four tents are under control."""
    game, root = opening(VALE, 6, "7")
    _, moves, _ = play(game, root, ["random"] * 6)
    position, luck = fold.begin(game, root), Luck("7")
    while len(position.state.held) < 4 or position.state.points < 3:
        given = fold.by_luck(game, position, luck)
        fold.advance(game, position, (given[0] if given else moves.pop(0),))
    what = f"the {len(game.moves(position.state))} legal moves of six legions of {VALE}"
    return microseconds(what, lambda: game.moves(position.state), "<= 700", times=500)


def state(name: str, players: int) -> Iterator[Figure]:
    """A clone and a digest of a state in the middle of a match."""
    game, root = opening(name, players, "7")
    _, moves, _ = play(game, root, ["random"] * players)
    position, keeper = fold.begin(game, root), fold.Keeper(game, NONCE)
    luck, pending = Luck("7"), moves[: len(moves) // 2]
    while pending:
        given = fold.by_luck(game, position, luck)
        fold.advance(game, position, (given[0] if given else pending.pop(0),))
    size = len(fold.state_bytes(position.state))
    middle = position.state
    yield microseconds(f"clone a state of {players} players ({size} bytes)",
                       lambda: keeper.clone(middle), "<= 12")  # fmt: skip
    yield microseconds("digest of the same state", lambda: keeper.digest(middle), "<= 6")


def kernel() -> Figure:
    """The kernel's fold of a tiny game over decoded events, against a loop written by hand."""
    from pig import Hold, Roll

    game, root = opening("pig", 2, "7")
    events: list[Any] = []
    position, luck = fold.begin(game, root), Luck("7")
    number = 0
    while not position.state.ended:
        given = fold.by_luck(game, position, luck)
        number += 1
        seat = position.state.turn
        events.append(given[0] if given else Moved(seat, Roll() if number % 3 else Hold()))
        fold.advance(game, position, events[-1:])
    assert len(events) > 100

    def ours() -> None:
        for _ in range(200):
            fold.advance(game, fold.begin(game, root), events)

    def by_hand() -> None:
        for _ in range(200):
            hand_loop(fold.begin(game, root).state, events, Roll)

    return ratio("a loop written by hand / the kernel's fold of pig", by_hand, ours, ">= 0.45")


def hand_loop(state: Any, events: list[Any], roll: type) -> None:
    """The same events into the same state, without a kernel or a game."""
    for event in events:
        if type(event) is Resolved:
            state.rolling = False
            face = event.values[0]
            if face != "1":
                state.pot += int(face)
                continue
            state.pot = 0
        elif type(event.move) is roll:
            state.rolling = True
            continue
        points, turn = state.points, state.turn
        points[turn] += state.pot
        if points[turn] >= 100:
            state.ended = "100 points"
        state.pot = 0
        state.number += 1
        state.turn = (turn + 1) % len(points)
        while state.turn in state.conceded:
            state.turn = (state.turn + 1) % len(points)
