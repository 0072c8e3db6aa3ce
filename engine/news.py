"""What came of an event, in words: what every game tells the same way, and what helps a game's own
`Game.news`. A text may hold `{0}`, `{1}`...: the names of seats."""

from collections.abc import Iterable, Iterator
from typing import Any

from engine import fold
from engine.game import Game


def news(game: Game, before: Any, after: Any, event: Any) -> list[str]:
    """What came of an event: what the game tells of it, who has left the match, who has won it.

    `before` and `after` are the states as somebody may see them, `event` without what is hidden.
    """
    told = [*game.news(before, after, event), *_left(before, after)]
    if after.ended and not before.ended:
        told += _ended(game, after)
    return told


def difference(game: Game, before: Any, after: Any) -> Iterator[str]:
    """How one state differs from another that no event led to, as after an undo: points, who is in
    the match, whether it goes on."""
    yield from points(game, before, after)
    yield from _left(before, after)
    back = [seat for seat in before.conceded if seat not in after.conceded]
    if back:
        yield f"{named(back)} {'is' if len(back) == 1 else 'are'} back in the match"
    if after.ended and not before.ended:
        yield from _ended(game, after)
    elif before.ended and not after.ended:
        yield "The match goes on"


def points(game: Game, before: Any, after: Any) -> Iterator[str]:
    """The sides whose points have changed."""
    old = {tuple(side.seats): side.points for side in game.standing(before)}
    new = {tuple(side.seats): side.points for side in game.standing(after)}
    for seats in sorted(new):
        if new[seats] != old.get(seats, new[seats]):
            yield f"{named(seats)}: {changed(old[seats], new[seats], 'point')}"


def _left(before: Any, after: Any) -> Iterator[str]:
    gone = [seat for seat in after.conceded if seat not in before.conceded]
    if gone:
        yield f"{named(gone)} {'has' if len(gone) == 1 else 'have'} left the match"


def _ended(game: Game, state: Any) -> Iterator[str]:
    first = [seat for side in fold.standing(game, state) if side.rank == 1 for seat in side.seats]
    sides = sum(side.rank == 1 for side in fold.standing(game, state))
    if not first:
        yield f"The match is lost: {state.ended}"
    elif sides == 1:
        yield f"{named(first)} {'wins' if len(first) == 1 else 'win'} the match: {state.ended}"
    else:
        yield f"{named(first)} share the first place: {state.ended}"


# Words


def named(seats: Iterable[int]) -> str:
    """Some seats by name: `{0}, {1} and {2}`."""
    return joined([f"{{{seat}}}" for seat in seats])


def joined(words: list[str]) -> str:
    """Some words as people list them: `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def counted(number: int, word: str, words: str = "") -> str:
    """A number with its word: `1 point`, `2 points`."""
    return f"{number} {word if number in (1, -1) else words or f'{word}s'}"


def changed(old: int, new: int, word: str, words: str = "") -> str:
    """A number as it is now, and by how much that is more or less: `7 points (+4)`."""
    return f"{counted(new, word, words)} ({new - old:+d})"


def tally(seat: int, numbers: Iterable[tuple[str, str, int]], *more: str) -> str:
    """How a seat stands, in one text: its numbers but for those that are 0, and what else it has.
    `numbers` gives each with its word and the word of several."""
    parts = [counted(number, word, words) for word, words, number in numbers if number]
    return f"{{{seat}}}: {', '.join([*parts, *filter(None, more)]) or 'nothing yet'}"


def counts(seat: int, old: Iterable[tuple[str, str, int]], new: Iterable[int]) -> Iterator[str]:
    """What has changed of a seat's numbers, in one text. `old` gives for each number its word, the
    word of several and what it was."""
    parts = [
        changed(was, now, word, words)
        for (word, words, was), now in zip(old, new, strict=True)
        if was != now
    ]
    if parts:
        yield f"{{{seat}}}: {', '.join(parts)}"
