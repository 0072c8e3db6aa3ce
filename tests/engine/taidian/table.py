"""Tables in the test box: matches brought quickly to where a rule is asked about."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec import structs

from engine import fold
from engine.chance import Request, needs
from engine.chance import draw as drawn_by
from engine.errors import IllegalOutcome
from engine.events import Adjusted, Adjustment
from engine.games.taking_of_taidian import GAME
from engine.games.taking_of_taidian.pack import Card
from engine.luck import Luck
from tests.engine.driver import Table
from tests.engine.driver import illegal as illegal
from tests.engine.driver import legal as legal
from tests.engine.driver import refused as refused
from tests.engine.driver import verbs as verbs
from tests.engine.taidian.box import CHARACTERS, box

ANN, BO, CY, DI, ELI, FAY = range(6)
NAMES = ["Ann", "Bo", "Cy", "Di", "Eli", "Fay"]
BRAWLER = "jab jab boot dart wave"
"""30 points against one opponent and 10 against several."""
RICH = "gold gold gold gold gold"


def match(
    *decks: str,
    seed: str | None = None,
    health: Sequence[int] = (),
    cards: Sequence[Card] = (),
    **options: Any,
) -> Table:
    """A new match of as many players as there are decks."""
    names = NAMES[: len(decks)]
    return Table(GAME(box(*decks, health=health, cards=cards)), names, seed=seed, **options)


def begun(*decks: str, hands: dict[int, str] | None = None, **setting: Any) -> Table:
    """A match before its first turn: every seat has the character with its deck. A hand that is
    left to chance goes by seat, or is unseen."""
    t = match(*decks, **setting)
    for place in range(len(decks)):
        seat = (setting.get("first", 0) + place) % len(decks)
        t.do(f"choose {CHARACTERS[seat]}")
    for place in range(len(decks)):
        seat = (setting.get("first", 0) + place) % len(decks)
        if due_seat(t) == seat:
            draw(t, (hands or {}).get(seat, ""))
    assert not t.due()
    return t


def draw(t: Table, cards: str = "") -> None:
    """What a seat draws, or nobody sees; in as many parts as it is asked for."""
    seat, left = due_seat(t), cards.split()
    while t.due() == "draw" and due_seat(t) == seat:
        count = needs(request(t))
        t.do("draw " + " ".join(left[:count] if cards else ["?"] * count))
        left = left[count:]
    assert not left


def due_seat(t: Table) -> int | None:
    """The seat whose draw is due."""
    return t.seen_by() if t.due() else None


def request(t: Table) -> Request:
    """The chance that is due."""
    due = t.game.chance(t.state)
    assert due is not None
    return due


# What stands


def health(t: Table) -> list[int]:
    return [seat.health for seat in t.state.seats]


def hand(t: Table, seat: int) -> list[str]:
    """The cards in a hand, in order of their names; `?` where only the owner saw them."""
    return sorted(t.state.seats[seat].hand)


def deck(t: Table, seat: int) -> int:
    return int(t.state.seats[seat].deck)


def discard(t: Table, seat: int) -> dict[str, int]:
    """The discard of a seat, `?` for what lies there face down and unseen."""
    fighter = t.state.seats[seat]
    return dict(Counter(fighter.discard) + Counter(fighter.buried))


def play(t: Table, seat: int) -> list[str]:
    """The structures in play."""
    return sorted(t.state.seats[seat].structures)


def energy(t: Table, seat: int = ANN) -> int:
    return int(t.state.seats[seat].energy)


def levels(t: Table, seat: int = ANN) -> dict[str, int]:
    return {name: level for name, level in t.state.seats[seat].levels.items() if level}


def ranks(t: Table) -> dict[str, int]:
    """The rank of each player, by name."""
    return {
        NAMES[seat]: side.rank for side in fold.standing(t.game, t.state) for seat in side.seats
    }


def points(t: Table) -> dict[str, int]:
    """The points of each player's side, by name."""
    return {
        NAMES[seat]: side.points for side in fold.standing(t.game, t.state) for seat in side.seats
    }


# What is done


def put(t: Table, seat: int, **values: Any) -> None:
    """Set the health, energy or levels of a seat."""
    t.event(Adjusted([Adjustment(["seats", seat, name], new) for name, new in values.items()]))


def rest(t: Table, *lines: str) -> None:
    """The seat on turn does nothing but these lines; what it draws stays unseen."""
    t.do("attack", *lines, "end")
    if t.due():
        draw(t)


def strike(t: Table, *lays: str, answers: Sequence[str] = ("take",)) -> None:
    """One batch: `jab bo` and so on, and what is answered."""
    t.do(*[f"lay {lay}" for lay in lays], "hit", *answers)


def hurt(t: Table, *lays: str, foe: int = BO) -> int:
    """What a batch that is not blocked costs one opponent."""
    before = health(t)[foe]
    strike(t, *lays)
    return before - health(t)[foe]


def buy(t: Table, *cards: str, keep: bool = True) -> None:
    """A whole upgrading turn that spends gold for cards."""
    t.do("upgrade", "spend gold", *[f"buy {card}" for card in cards])
    if keep:
        t.do("end")


def seen(t: Table, seat: int | None) -> bytes:
    """What a seat (None: everybody) may see, as bytes."""
    return fold.state_bytes(t.game.view(t.state, seat))


def fallen(game: Any, state: Any, request: Any, luck: Luck, nth: int) -> list[str]:
    """What luck may give at a table whose record knows some of the cards: what is known of a hand
    that is shown, and no cards that cannot be there together."""
    known: list[str] = []
    if state.due.do == "shown":
        known = [name for name in state.seats[state.due.seat].hand if name != "?"]
    pool = dict(Counter(request.pool) - Counter(known))
    asked = structs.replace(request, pool=pool, count=request.count - len(known))
    for attempt in range(1000):
        values = known + drawn_by(luck, asked, 1000 * nth + attempt)
        try:
            fold.fits(game, state, request, values)
        except IllegalOutcome:
            continue
        return values
    raise AssertionError(f"no cards fit {request}")
