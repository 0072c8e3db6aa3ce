"""A table for tests: a game driven by the lines that people type, without a store."""

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
