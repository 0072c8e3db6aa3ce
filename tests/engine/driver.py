"""A table for tests: a game driven by the lines that people type, without a store."""

from collections.abc import Iterable
from typing import Any

from engine import fold
from engine.chance import private
from engine.errors import IllegalMove, IllegalOutcome
from engine.events import Moved, Opened, Resolved, Ruled
from engine.game import Game
from engine.luck import ALGORITHM, Luck
from engine.notation import parse, read_values

NONCE = "00" * 16


class Table:
    """One match in memory. `do` records lines, `refuses` says why a line is illegal."""

    def __init__(
        self, game: Game, names: list[str], *, seed: str | None = None, **options: Any
    ) -> None:
        self.game, self.names = game, names
        whole = game.Options(**{**game.OPTIONS, **options})
        self.opened = Opened(game.name, "1", "", names, whole, ALGORITHM, NONCE, seed)
        self.position = fold.begin(game, self.opened)
        self.keeper = fold.Keeper(game, NONCE)
        self.events: list[Any] = []
        self._luck()

    @property
    def state(self) -> Any:
        return self.position.state

    @property
    def labels(self) -> list[str]:
        """Seats as they are typed; a player with two seats has `name/role`."""
        seating = self.state.seating
        names = [self.names[player] for player in seating]
        roles = [self.game.role(self.state, seat) for seat in range(len(seating))]
        if len(seating) == len(self.names):
            return names
        return [
            f"{name}/{role or seat + 1}"
            for seat, (name, role) in enumerate(zip(names, roles, strict=True))
        ]

    def do(self, *lines: str) -> Any:
        """Record lines as at a table: moves, and outcomes after them or by their verb."""
        for line in lines:
            read = parse(self.game, self.state, self.labels, line)
            rest = read.rest
            if read.move is not None:
                fold.check(self.game, self.state, read.seat, read.move)
                self.event(Moved(read.seat, read.move))
                self._luck()
            while rest:
                request = self.game.chance(self.state)
                if request is None:
                    raise IllegalOutcome(f"no chance is due for {rest}")
                values, rest = read_values(request, rest)
                self.outcome(request.stream, values)
        return self.state

    def outcome(self, stream: str, values: list[str]) -> None:
        fold.check_outcome(self.game, self.state, stream, values)
        self.event(Resolved(stream, values))

    def event(self, event: Any) -> None:
        fold.advance(self.game, self.position, [event])
        self.events.append(event)
        broken = self.game.broken(self.state)
        assert broken == [], (broken, event)

    def rule(self, option: str, value: Any) -> None:
        self.event(Ruled(option, value))

    def _luck(self) -> None:
        while self.position.seed is not None:
            given = fold.by_luck(self.game, self.position, Luck(self.position.seed))
            if given is None:
                return
            self.event(given[0])

    def refuses(self, line: str) -> IllegalMove:
        """The refusal of a line, which must leave the state as it was."""
        before = fold.state_bytes(self.state)
        try:
            read = parse(self.game, self.state, self.labels, line)
            fold.check(self.game, self.state, read.seat, read.move)
        except IllegalMove as refusal:
            assert fold.state_bytes(self.state) == before
            return refusal
        raise AssertionError(f"{line!r} is legal")

    def moves(self) -> list[tuple[int, Any]]:
        return fold.moves(self.game, self.state)

    def waits(self) -> list[str]:
        return [self.names[self.state.seating[s]] for s in fold.waits(self.game, self.state)]

    def due(self) -> str:
        """The verb of the chance that is due, or ""."""
        request = self.game.chance(self.state)
        return request.verb if request else ""

    def seen_by(self) -> int | None:
        request = self.game.chance(self.state)
        assert request is not None
        return private(request)


def refused(t: Table, line: str, *headings: str) -> IllegalMove:
    """The refusal of a line; it cites one of the headings where some are given."""
    refusal = t.refuses(line)
    _cites(refusal, headings)
    return refusal


def illegal(t: Table, seat: int, move: Any, *headings: str) -> IllegalMove:
    """The refusal of a move that may not even be spelled here."""
    before = fold.state_bytes(t.state)
    try:
        fold.check(t.game, t.state, seat, move)
    except IllegalMove as refusal:
        assert fold.state_bytes(t.state) == before
        _cites(refusal, headings)
        return refusal
    raise AssertionError(f"{move!r} is legal")


def _cites(refusal: IllegalMove, headings: tuple[str, ...]) -> None:
    assert refusal.rule
    assert refusal.reason
    if headings:
        cited = refusal.rule.casefold()
        assert any(heading.casefold() in cited for heading in headings), (
            f"{refusal.rule!r} cites none of {headings}: {refusal.reason}"
        )


def legal(t: Table, kind: type, seat: int | None = None) -> list[Any]:
    """The legal moves of a kind (of a seat)."""
    return [m for s, m in t.moves() if isinstance(m, kind) and seat in (None, s)]


def verbs(t: Table, seat: int) -> set[str]:
    """The verbs of what a seat may do."""
    return {str(type(m).__struct_config__.tag) for s, m in t.moves() if s == seat}


class Wander:
    """A match whose decisions and outcomes come from one seed; every state is replaced by its
    clone and must be unbroken. With `table` nobody names all of his cards."""

    def __init__(
        self, game: Game, players: int, seed: int, *, table: bool = False, **options: Any
    ) -> None:
        self.game, self.luck, self.table, self.ply = game, Luck(str(seed)), table, 0
        whole = game.Options(**{**game.OPTIONS, **options})
        names = [f"p{seat}" for seat in range(players)]
        opened = Opened(game.name, "1", "", names, whole, ALGORITHM, NONCE, None)
        self.position = fold.begin(game, opened)
        self.keeper = fold.Keeper(game, NONCE)

    @property
    def state(self) -> Any:
        return self.position.state

    def number(self, below: int, why: str) -> int:
        return self.luck.below(below, why, self.ply, 0)[0]

    def play(self, event: Any) -> None:
        fold.advance(self.game, self.position, [event])
        assert self.game.broken(self.state) == [], event
        before = self.keeper.digest(self.state)
        self.position.state = self.keeper.clone(self.state)
        assert self.keeper.digest(self.state) == before
        self.ply += 1

    def legal(self, every: Iterable[Any]) -> set[tuple[int, Any]]:
        """Of all moves that can be spelled, those that pass `check`, by seat."""
        return {
            (seat, move)
            for seat in range(len(self.state.seats))
            for move in every
            if self.allows(seat, move)
        }

    def allows(self, seat: int, move: Any) -> bool:
        try:
            fold.check(self.game, self.state, seat, move)
        except IllegalMove:
            return False
        return True
