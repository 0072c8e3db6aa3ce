"""What the table decides beside the rules, as lines: `rule KEY=VALUE`, `adjust PATH=VALUE...`,
`reseed SEED` or `reseed table`, in the form in which they are told.

A game whose own verbs begin with one of these words keeps the word: a move comes first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from engine import fold
from engine.events import Adjusted, Reseeded, Ruled
from engine.notation import spoken, squash, verbs
from replay import options
from replay.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Game
    from replay.match import Match

HIDDEN_SEED = "(a seed that is not shown)"
"""What stands in place of a seed."""


def words(game: Game, state: Any) -> list[str]:
    """The words with which the table's own lines begin, as far as no verb of the game does."""
    taken = {squash(verb) for verb in verbs(game.Moves)}
    request = None if state.ended else game.chance(state)
    if request is not None:
        taken.add(squash(request.verb))
    return [word for word in _READ if not any(verb.startswith(word) for verb in taken)]


def begins(game: Game, state: Any, labels: Sequence[str], line: str) -> bool:
    """Whether a line is one of the table's own, where the match stands at `state` with these seats;
    a player's name may begin with such a word."""
    word = line.strip().partition(" ")[0].lower()
    return word in _READ and word in words(game, state) and not spoken(labels, line)


def read(match: Match, state: Any, line: str) -> Any:
    """The event of a line where the match stands at `state`, or None where it is none of the
    table's own. Raises Refused."""
    if not begins(match.game, state, match.labels(state), line):
        return None
    word, _, rest = line.strip().partition(" ")
    return _READ[word.lower()](match, state, rest.strip())


def _rule(match: Match, state: Any, rest: str) -> Ruled:
    return Ruled(*match.ruling(*options.split(rest)))


def _adjust(match: Match, state: Any, rest: str) -> Adjusted:
    return match.adjustments(state, list(changes(rest)))


def _reseed(match: Match, state: Any, rest: str) -> Reseeded:
    if not rest or rest == HIDDEN_SEED:
        raise Refused("A seed is not shown, so it cannot be read again: say `reseed table`, or it.")
    return Reseeded(None if rest == fold.TABLE else rest)


_READ: dict[str, Callable[[Match, Any, str], Any]] = {
    "rule": _rule,
    "adjust": _adjust,
    "reseed": _reseed,
}


def changes(text: str) -> Iterator[str]:
    """The PATH=VALUE of a line, one by one. A word without `=` belongs to the path that follows it
    or, at the end, to the last value; what stands in double quotes is one word.

    >>> list(changes('deck.eye of the monster=1 captured=["Hell Swine"] seats.ana.vp=3'))
    ['deck.eye of the monster=1', 'captured=["Hell Swine"]', 'seats.ana.vp=3']
    """
    found: list[str] = []
    begun: list[str] = []
    for word in _words(text):
        begun.append(word)
        if "=" in word:
            found.append(" ".join(begun))
            begun = []
    if begun:
        found.append(" ".join([*found[-1:], *begun]))
        del found[-2:-1]
    yield from found


def _words(text: str) -> Iterator[str]:
    word, quoted, escaped = "", False, False
    for letter in text:
        if letter.isspace() and not quoted:
            if word:
                yield word
            word = ""
            continue
        quoted ^= letter == '"' and not escaped
        escaped = quoted and letter == "\\" and not escaped
        word += letter
    if word:
        yield word
