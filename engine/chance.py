"""Chance: what dice, decks and tiles must decide now, with the exact weight of every outcome.

A request is one of three kinds. Whoever supplies its values (luck, or the table), `fits` holds them
to the same rules. Values are names: the face of a die, a card, a tile, or `?` for a card that only
its owner saw. Dice are answered in the order in which they are listed.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from math import comb, factorial, gcd, prod

from msgspec import Struct

from engine.errors import IllegalOutcome
from engine.luck import Luck

UNSEEN = "?"


class Dice(Struct, frozen=True):
    """A roll: the faces of each die, in the order in which they are typed.

    Faces that are printed twice are listed twice. `verb` is what the values are typed with where no
    move precedes them; `stream` is the occasion, see `engine.luck`.
    """

    verb: str
    stream: str
    dice: list[list[str]]


class Draw(Struct, frozen=True):
    """`count` cards from a face-down deck.

    `pool` has the copies of each card that may be on top, `printed` the copies of the deck as it is
    printed (luck draws from that, again until the card is one still there). `seen_by` is the seat
    that sees the cards, or None where everybody does; only a private draw can be typed `?`.
    `masked`: that one name is left follows from hidden cards, so the draw is asked for all the same
    (else its absence from the log would tell).
    """

    verb: str
    stream: str
    pool: dict[str, int]
    printed: dict[str, int]
    count: int = 1
    seen_by: int | None = None
    masked: bool = False


class Weighted(Struct, frozen=True):
    """One of some names, by integer weights, in the order of the names. `seen_by` as in a draw."""

    verb: str
    stream: str
    weights: dict[str, int]
    seen_by: int | None = None


Request = Dice | Draw | Weighted


def needs(request: Request) -> int:
    """How many values answer a request."""
    if isinstance(request, Dice):
        return len(request.dice)
    return request.count if isinstance(request, Draw) else 1


def private(request: Request) -> int | None:
    """The only seat that sees the values, or None where everybody does."""
    return None if isinstance(request, Dice) else request.seen_by


def choices(request: Request, place: int) -> list[str]:
    """The names that the value at a place may be, each once, in their printed order."""
    if isinstance(request, Dice):
        return list(dict.fromkeys(request.dice[place]))
    table = request.pool if isinstance(request, Draw) else request.weights
    return [name for name, weight in table.items() if weight > 0]


def fits(request: Request, values: list[str]) -> None:
    """Refuse values that the request cannot have given.

    Raises IllegalOutcome: too many or too few, a face that the die does not have, a copy too many.
    """
    wanted = needs(request)
    if len(values) != wanted:
        raise IllegalOutcome(
            f"`{request.verb}` needs {wanted} value{'s' * (wanted != 1)}, not {len(values)}."
        )
    if isinstance(request, Draw):
        _fits_draw(request, values)
        return
    for place, value in enumerate(values):
        if value not in choices(request, place):
            raise IllegalOutcome(
                f'"{value}" cannot come up at place {place + 1} of `{request.verb}`; '
                f"it is one of: {', '.join(choices(request, place))}."
            )


def _fits_draw(request: Draw, values: list[str]) -> None:
    for name, copies in Counter(values).items():
        if name == UNSEEN:
            if request.seen_by is None:
                raise IllegalOutcome(f"`{request.verb}` is open to everybody, so name the card.")
            continue
        left = request.pool.get(name, 0)
        if copies > left:
            raise IllegalOutcome(
                f'"{name}" cannot be drawn {copies} time{"s" * (copies != 1)}: '
                f"{left or 'no copy'} of it can still be there."
            )


def draw(luck: Luck, request: Request, nth: int) -> list[str]:
    """The values that luck gives to the nth request (from 0) of its stream."""
    if isinstance(request, Dice):
        return [
            faces[luck.below(len(faces), request.stream, nth, place)[0]]
            for place, faces in enumerate(request.dice)
        ]
    if isinstance(request, Weighted):
        total = sum(request.weights.values())
        return [_at(request.weights, luck.below(total, request.stream, nth, 0)[0])]
    return _draw_cards(luck, request, nth)


def _draw_cards(luck: Luck, request: Draw, nth: int) -> list[str]:
    # The card at a number of the printed deck, again until its copy is one that is still there: two
    # timelines whose decks differ by a card nearly always draw the same.
    left, printed = dict(request.pool), request.printed
    if any(copies > printed.get(name, 0) for name, copies in left.items()):
        # A card that the deck never had (the table put it there) would not come up.
        more = {name: max(copies, printed.get(name, 0)) for name, copies in left.items()}
        printed = {**printed, **more}
    total = sum(printed.values())
    drawn: list[str] = []
    for place in range(min(request.count, sum(left.values()))):
        attempt = 0
        while True:
            number, attempt = luck.below(total, request.stream, nth, place, attempt)
            name, copy = _copy(printed, number)
            if copy < left.get(name, 0):
                break
        left[name] -= 1
        drawn.append(name)
    return drawn


def _at(weights: dict[str, int], number: int) -> str:
    return _copy(weights, number)[0]


def _copy(weights: dict[str, int], number: int) -> tuple[str, int]:
    for name, weight in weights.items():
        if number < weight:
            return name, number
        number -= weight
    raise AssertionError("a number beyond the weights")


def outcomes(request: Request) -> Iterator[tuple[list[str], int]]:
    """Every outcome with its integer weight; those that look alike are listed once.

    Dice with the same faces and the cards of a draw are interchangeable: ten dice of a box are 80
    outcomes, not 6^10. The weights sum to `total(request)`.
    """
    if isinstance(request, Weighted):
        yield from (([name], weight) for name, weight in request.weights.items() if weight > 0)
    elif isinstance(request, Draw):
        yield from _draws(list(request.pool.items()), request.count)
    else:
        yield from _rolls(request)


def _draws(pool: list[tuple[str, int]], count: int) -> Iterator[tuple[list[str], int]]:
    if count == 0:
        yield [], 1
    elif pool:
        name, copies = pool[0]
        for taken in range(min(copies, count), -1, -1):
            for rest, weight in _draws(pool[1:], count - taken):
                yield [name] * taken + rest, comb(copies, taken) * weight


def _rolls(request: Dice) -> Iterator[tuple[list[str], int]]:
    alike: dict[tuple[str, ...], list[int]] = {}
    for place, faces in enumerate(request.dice):
        alike.setdefault(tuple(faces), []).append(place)
    groups = [list(_alike(faces, len(places))) for faces, places in alike.items()]
    for combination in product(*groups):
        values = [""] * len(request.dice)
        for places, (shown, _) in zip(alike.values(), combination, strict=True):
            for place, value in zip(places, shown, strict=True):
                values[place] = value
        yield values, prod(weight for _, weight in combination)


def _alike(faces: tuple[str, ...], dice: int) -> Iterator[tuple[tuple[str, ...], int]]:
    printed = Counter(faces)
    for shown in combinations_with_replacement(printed, dice):
        orders = factorial(dice)
        weight = 1
        for face, times in Counter(shown).items():
            orders //= factorial(times)
            weight *= printed[face] ** times
        yield shown, orders * weight


def total(request: Request) -> int:
    """The sum of the weights of all outcomes."""
    if isinstance(request, Dice):
        return prod(len(faces) for faces in request.dice)
    if isinstance(request, Draw):
        return comb(sum(request.pool.values()), request.count)
    return sum(request.weights.values())


def count_outcomes(request: Request) -> int:
    """How many outcomes `outcomes` lists, without listing them."""
    if isinstance(request, Weighted):
        return sum(weight > 0 for weight in request.weights.values())
    if isinstance(request, Dice):
        alike = Counter(tuple(faces) for faces in request.dice)
        return prod(comb(len(set(faces)) + dice - 1, dice) for faces, dice in alike.items())
    ways = [1] + [0] * request.count
    for copies in request.pool.values():
        ways = [sum(ways[n - k] for k in range(min(copies, n) + 1)) for n in range(len(ways))]
    return ways[request.count]


def certain(request: Request) -> list[str] | None:
    """The values of a request that has one possible outcome: it happens by itself, unasked."""
    if isinstance(request, Draw):
        if request.masked:
            return None
        if request.count < sum(request.pool.values()) and len(choices(request, 0)) > 1:
            return None
    elif any(len(choices(request, place)) > 1 for place in range(needs(request))):
        return None
    return next(outcomes(request))[0]


def shares(weights: dict[str, int]) -> dict[str, int]:
    """Weights without zeros, by their greatest common divisor, and small enough for luck."""
    shared = gcd(*weights.values()) or 1
    excess = max((sum(weights.values()) // shared).bit_length() - 60, 0)
    return {
        name: max(weight // shared >> excess, 1) for name, weight in weights.items() if weight > 0
    }
