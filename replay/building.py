"""Events being played on a position before they are written, and how a refusal of them is said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine import events as kinds
from engine import fold
from engine.chance import Request
from engine.errors import IllegalMove
from engine.events import Adjusted, Moved, Opened
from engine.game import Game
from engine.luck import Luck
from eventstore import Draft, Event
from replay import errors, reading
from replay.playing import outcome, played
from replay.steps import Spot, Step, concealed

if TYPE_CHECKING:
    from replay.match import Match

MOST_OUTCOMES = 1000
"""Outcomes that luck may give after one move."""


class Build:
    """Events being played on a spot, not yet written."""

    __slots__ = ("drafts", "match", "spot", "steps")

    def __init__(self, match: Match, spot: Spot) -> None:
        self.match, self.spot = match, spot
        self.drafts: list[Draft] = []
        self.steps: list[Step] = []
        # What is played on it belongs to nobody until it is written.
        match.forget()

    def line(self, line: str) -> None:
        """A move and the values of the chance that it leads to, or such values alone, or what the
        table decides beside the rules."""
        for event, request in played(self.match, self.spot.position, line):
            self.put(event, request)

    def move(self, event: Moved[Any]) -> None:
        """A decision, if the rules allow it, and what luck gives after it."""
        fold.check(self.match.game, self.spot.position.state, event.seat, event.move)
        self.put(event)

    def values(self, words: list[str]) -> list[str]:
        """The outcome that some words begin with; returns the words left over."""
        said = reading.text(self.steps[-1]) if self.steps else ""
        event, request, rest = outcome(self.match, self.spot.position, words, said)
        self.put(event, request)
        return rest

    def put(self, event: Any, request: Request | None = None) -> None:
        """Play an event, and what luck gives after it."""
        self._play(event, request)
        self.settle()

    def settle(self) -> None:
        """Let luck decide what is due, where luck decides."""
        position, match = self.spot.position, self.match
        for _ in range(MOST_OUTCOMES):
            given = None
            if position.seed is not None:
                given = fold.by_luck(match.game, position, match.luck(position.seed))
            if given is None:
                return
            self._play(*given)
        raise errors.Refused(
            f"Luck was asked {MOST_OUTCOMES} times without an end, so nothing was recorded; "
            "`adjust` may have set something impossible."
        )

    def _play(self, event: Any, request: Request | None) -> None:
        spot, match = self.spot, self.match
        fold.advance(match.game, spot.position, (event,))
        state = match.keeper.digest(spot.position.state)
        self.drafts.append(Draft(state, kinds.encode(event).decode()))
        now = spot.position.state
        hidden = concealed(match.game, now, event) if type(event) is Adjusted else ()
        ply = spot.ply + len(self.drafts)
        self.steps.append(Step(ply, event, match.labels(now), request, hidden))


def refusal(error: Exception, asked: Sequence[Any], nth: int) -> Exception:
    """The refusal of a recording: which of several moves it is about, and the rule."""
    text = f"{error}".rstrip(".")
    if len(asked) > 1 and isinstance(asked[nth], str):
        text = f'Move {nth + 1} of {len(asked)} ("{asked[nth][:60]}"): {text}'
    if isinstance(error, IllegalMove | errors.Refused):
        return errors.Refused(f"{text}.", error.rule)
    return type(error)(f"{text}.")


def by_luck(fact: Event) -> bool:
    """Whether an event is what luck gave to the move before it, told by its body alone."""
    return fact.body.startswith('{"kind":"resolved"') and fact.body.endswith('"luck":true}')


def first_outcomes(game: Game, opened: Opened[Any], position: fold.Position) -> list[Draft]:
    """What luck gives right after the root, such as a first draw."""
    drafts: list[Draft] = []
    keeper = fold.Keeper(game, opened.nonce)
    while opened.seed is not None:
        given = fold.by_luck(game, position, Luck(opened.seed))
        if given is None:
            break
        fold.advance(game, position, given[:1])
        drafts.append(Draft(keeper.digest(position.state), kinds.encode(given[0]).decode()))
    return drafts
