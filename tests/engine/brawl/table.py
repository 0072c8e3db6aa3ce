"""Tables in the test box: matches brought quickly to where a rule is asked about."""

from typing import Any

import msgspec

from engine.chance import Dice, Draw, Request
from engine.events import Adjusted, Adjustment
from engine.games.taiwan_monsters_brawl import Brawl
from engine.games.taiwan_monsters_brawl.moves import Cast, Claim, Pass, Place, Score
from engine.games.taiwan_monsters_brawl.pack import Pack
from tests.engine.brawl.box import BOX, KINDS
from tests.engine.driver import Table
from tests.engine.driver import illegal as illegal
from tests.engine.driver import legal as legal
from tests.engine.driver import refused as refused
from tests.engine.driver import verbs as verbs

ANA, BEN, CAI, DAN = range(4)
NAMES = ["Ana", "Ben", "Cai", "Dan"]
HERD = ("ram", "ox", "hen", "boar")
QUIET = ("mountain troll", "mountain troll", "explosion", "explosion")
"""Spells that nobody can pay for with 0 chi."""
LAND = ("p1", "p2", "p3", "p4")
"""The territory that each seat claims: 1, 2, 3 and 4 VP, no runes, no chi."""
COLORS = {2: "grey", 3: "black", 4: "red"}


def match(n: int = 3, *, pack: Pack = BOX, seed: str | None = None, **options: Any) -> Table:
    """A new match of Ana, Ben, Cai and Dan."""
    return Table(Brawl(pack), NAMES[:n], seed=seed, **options)


def order(n: int, first: int = 0) -> list[int]:
    return [(first + place) % n for place in range(n)]


def begun(
    n: int = 3,
    monsters: tuple[str, ...] = HERD,
    spells: tuple[str, ...] = QUIET,
    *,
    pack: Pack = BOX,
    **options: Any,
) -> Table:
    """A match before its first reveal; monsters and spells go by seat."""
    t = match(n, pack=pack, **options)
    seats = order(n, options.get("first", 0))
    t.do(*[f"choose {monsters[seat]}" for seat in seats])
    t.do(*["start a" for _ in seats])
    t.do(*[f"draw {spells[seat]}" for seat in seats])
    return t


def revealed(n: int = 3, cards: tuple[str, ...] = (*LAND, "q16"), **setting: Any) -> Table:
    """A match before the first claim: the first n cards and the last one lie open."""
    t = begun(n, **setting)
    t.do("reveal " + " ".join([*cards[:n], cards[-1]]))
    return t


def claimed(n: int = 3, cards: tuple[str, ...] = (*LAND, "q16"), **setting: Any) -> Table:
    """A match whose first player is about to act; cards go by seat."""
    t = revealed(n, cards, **setting)
    t.do(*[f"claim {cards[seat]}" for seat in order(n, setting.get("first", 0))])
    return t


def put(
    t: Table,
    seat: int,
    *,
    colored: dict[str, str] | None = None,
    exhausted: dict[str, str] | None = None,
    chi: int | None = None,
    vp: int | None = None,
) -> None:
    """Set a seat's board, chi and VP; the runes come from the supply and go back to it."""
    before = t.state.seats[seat]
    changes: list[Adjustment] = []
    boards = {"colored": before.colored, "exhausted": before.exhausted}
    for name, new in (("colored", colored), ("exhausted", exhausted)):
        if new is not None:
            boards[name] = new
            changes.append(Adjustment(["seats", seat, name], new))
    for name, number in (("chi", chi), ("vp", vp)):
        if number is not None:
            changes.append(Adjustment(["seats", seat, name], number))
    had = [*before.colored.values(), *before.exhausted.values()]
    has = [*boards["colored"].values(), *boards["exhausted"].values()]
    supply = {
        kind: left + had.count(kind) - has.count(kind) for kind, left in t.state.supply.items()
    }
    changes.append(Adjustment(["supply"], supply))
    t.event(Adjusted(changes))


def give(t: Table, seat: int, *spells: str) -> None:
    """Spells go from the deck into a hand; `?` is one not seen."""
    after = t.keeper.clone(t.state)
    for spell in spells:
        after.spells.deal(after.seats[seat].hand, spell)
    tree = msgspec.to_builtins(after)
    hand = tree["seats"][seat].get("hand", {})
    t.event(
        Adjusted(
            [Adjustment(["seats", seat, "hand"], hand), Adjustment(["spells"], tree["spells"])]
        )
    )


def casters(t: Table) -> set[str]:
    """Who may cast something now."""
    return {t.names[s] for s, m in t.moves() if isinstance(m, Cast)}


def request(t: Table) -> Request:
    due = t.game.chance(t.state)
    assert due is not None
    return due


def dice(t: Table) -> str:
    """The colors of the dice that are due, in their order."""
    due = request(t)
    assert isinstance(due, Dice)
    return " ".join(COLORS[faces.count("1")] for faces in due.dice)


def vp(t: Table) -> list[int]:
    return [seat.vp for seat in t.state.seats]


def chi(t: Table) -> list[int]:
    return [seat.chi for seat in t.state.seats]


def supply(t: Table) -> list[int]:
    """What the piles hold: ultimate, chi, spell, upgrade, reroll."""
    return [t.state.supply.get(kind, 0) for kind in KINDS]


def pool(t: Table) -> list[int]:
    """The grey, black and red dice that nobody has taken."""
    return [t.state.dice.get(color, 0) for color in ("grey", "black", "red")]


def attack(t: Table, foe: str = "ben", dice: str = "0 0 0") -> None:
    """The challenger's step, up to his `keep`."""
    t.do(f"challenge {foe}", f"roll {dice}", "keep")


def fight(t: Table, foe: str = "ben", a: str = "0 0 0", b: str = "0 0 0") -> None:
    """A whole duel without lines."""
    attack(t, foe, a)
    t.do(f"roll {b}", "keep", "conclude")


def facing(n: int = 3, **setting: Any) -> Table:
    """Ana (0 VP) is about to challenge Ben, the leader with 9 VP, whose card is worth 2."""
    t = claimed(n, **setting)
    put(t, BEN, vp=9)
    return t


def margin(t: Table) -> int:
    """A - B of the duel that `facing` led to, once both have kept: what Ana gets above the card.

    It shows 1 to 4; a duel that Ana does not win is asserted by its own test.
    """
    before = t.state.seats[ANA].vp
    t.do("conclude")
    return int(t.state.seats[ANA].vp) - before - 2


def skip(t: Table) -> None:
    """The seat whose action it is spends it without a duel."""
    (name,) = t.waits()
    seat = NAMES.index(name)
    if t.state.seats[seat].card == "":
        t.do("draw ?" if t.state.spells.size else "draw")
        return
    passes = [m.rune for m in legal(t, Pass, seat) if m.rune]
    t.do(f"pass {max(passes, key=lambda rune: t.state.supply[rune])}" if passes else "pass")
    places = legal(t, Place, seat)
    if places:
        t.do(f"place {places[0].rune} {places[0].cell}")


def acted(t: Table) -> Table:
    """Everybody has acted: `score` is owed."""
    for _ in range(5):
        if legal(t, Score):
            return t
        skip(t)
    raise AssertionError("score is not owed after five actions")


def cleaned(t: Table) -> Table:
    """The round's clean-up is over."""
    acted(t).do("score")
    for _ in NAMES:
        if t.state.ended or t.due():
            break
        t.do("done")
    assert t.state.ended or t.due() == "reveal"
    return t


def rounds(t: Table, number: int = 1) -> Table:
    """That many more whole rounds; territories without runes are revealed where there are some."""
    for _ in range(number):
        while t.due() == "reveal":
            due = request(t)
            assert isinstance(due, Draw)
            plain = [name for name in due.pool if name.startswith("q")]
            names = [*plain, *(name for name in due.pool if name not in plain)]
            t.do("reveal " + " ".join(names[: due.count]))
        for _ in NAMES:
            if t.state.phase != "resources":
                break
            t.do(f"claim {legal(t, Claim)[0].card}")
            settle(t)
        cleaned(t)
    return t


def settle(t: Table) -> None:
    """Place or trade what a claimed card brought."""
    for _ in range(9):
        owed = [m for _, m in t.moves() if type(m).__struct_config__.tag in ("place", "trade")]
        if not owed:
            return
        move = owed[0]
        cell = getattr(move, "cell", "")
        t.do(f"place {move.rune} {cell}" if cell else f"trade {move.rune}")
