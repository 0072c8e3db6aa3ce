"""Tables in the test deck: matches brought quickly to where a rule is asked about."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine import fold
from engine.chance import Weighted
from engine.errors import EngineError, IllegalMove
from engine.events import Adjusted, Adjustment
from engine.games.esoteric_beasts import Beasts
from engine.games.esoteric_beasts.pack import Pack
from engine.notation import format_move
from tests.engine.beasts.box import BEASTS, BOX, NAMES
from tests.engine.driver import Table

SET = ("xf11", "xw11", "xa11", "xe11")
"""A Beast of each element."""


def match(*, pack: Pack = BOX, seed: str | None = None, **options: Any) -> Table:
    """A new match of Ana."""
    return Table(Beasts(pack), ["Ana"], seed=seed, **options)


def slots(cards: int | Sequence[str], down: str = "B") -> list[str]:
    """Slots from a number of unseen ones, or from names; a bare name lies face down, known."""
    if isinstance(cards, int):
        return [down] * cards
    return [c if c in ("A", "B") or ":" in c else f"D:{c}" for c in cards]


def stands(
    hand: Sequence[str],
    energy: int | Sequence[str] = 20,
    captured: Sequence[str] = (),
    *,
    thrashed: Sequence[str] = (),
    discard: Sequence[str] = (),
    esoteric_a: int | None = None,
    idle: int = 0,
    **options: Any,
) -> Table:
    """A response with the top card of `hand` face up. The discard is filled with unseen cards."""
    t = match(**options)
    lying = [slots(hand), slots(energy), slots(discard)]
    known = {s[2:] for part in lying for s in part if s not in ("A", "B")}
    known |= {*captured, *thrashed}
    missing = 60 - sum(map(len, lying)) - len(captured) - len(thrashed)
    unseen = [s for part in lying for s in part if s in ("A", "B")]
    beasts = sum(n not in known for n in BEASTS)
    filler = ["B"] * min(missing, 27 + min(13, beasts) - unseen.count("B"))
    filler += ["A"] * (missing - len(filler))
    lying[2] += filler
    deals = _deals([*unseen, *filler], [n for n in NAMES if n not in known], esoteric_a)
    values: dict[str, Any] = {
        "hand": lying[0], "energy": lying[1], "discard": lying[2], "deals": deals,
        "captured": list(captured), "thrashed": list(thrashed), "idle": idle,
    }  # fmt: skip
    t.event(Adjusted([Adjustment([key], value) for key, value in values.items()]))
    return t


def _deals(unseen: list[str], names: list[str], esoteric_a: int | None) -> dict[str, Any]:
    a, b = unseen.count("A"), unseen.count("B")
    assert len(names) == a + b
    esoteric = sum(n in BEASTS for n in names)
    least = max(0, esoteric - min(13, b), a - 13)
    most = min(7, a, esoteric - max(0, b - 27))
    mine = least if esoteric_a is None else esoteric_a
    assert least <= mine <= most, (least, most)
    return {
        "A": {"unseen": a, "esoteric": mine},
        "B": {"unseen": b, "esoteric": esoteric - mine},
    }


def deals(t: Table) -> dict[str, tuple[int, int]]:
    """The unseen cards of each deal, and how many of them are Esoteric."""
    return {name: (deal.unseen, deal.esoteric) for name, deal in t.state.deals.items()}


def hand(t: Table) -> list[str]:
    return list(t.state.hand)


def energy(t: Table) -> list[str]:
    return list(t.state.energy)


def weights(t: Table) -> dict[str, int]:
    """The weights of the flip that is due."""
    due = t.game.chance(t.state)
    assert isinstance(due, Weighted)
    assert (due.verb, due.stream, due.seen_by) == ("flip", "flips", None)
    return due.weights


def texts(t: Table, verb: str = "") -> list[str]:
    """The legal moves as they are typed (of one verb)."""
    found = [format_move(t.labels, move) for _, move in t.moves()]
    return [text for text in found if text.startswith(verb)]


def verbs(t: Table) -> set[str]:
    return {text.split()[0] for text in texts(t)}


def refused(t: Table, line: str, *sections: str) -> IllegalMove:
    """The refusal of a line; it cites one of these headings."""
    refusal = t.refuses(line)
    assert refusal.reason
    assert any(section.casefold() in refusal.rule.casefold() for section in sections), (
        f"{refusal.rule!r} cites none of {sections}: {refusal.reason}"
    )
    return refusal


def cannot_flip(t: Table, *cards: str) -> None:
    """None of these may come up now."""
    assert t.due() == "flip"
    before = fold.state_bytes(t.state)
    for name in cards:
        with pytest.raises(EngineError):
            t.do(f"flip {name}")
        with pytest.raises(EngineError):
            t.outcome("flips", [name])
    assert fold.state_bytes(t.state) == before


def over(t: Table, why: str, points: int, rank: int) -> None:
    """The match is over so, and nothing more is asked or allowed."""
    result = fold.result(t.game, t.state)
    assert result is not None
    (side,) = result.standing
    assert (result.why, side.points, side.rank, side.seats) == (why, points, rank, [0])
    assert t.moves() == []
    assert t.waits() == []
    assert fold.waits(t.game, t.state) == []
    for line in ("explore life 1", "subdue", "subdue life", "thrash xf11", "return 1"):
        assert t.refuses(line).rule


def points(t: Table) -> int:
    (side,) = fold.standing(t.game, t.state)
    return side.points


def one(name: str) -> str:
    """The EXPLORE that moves this top card alone."""
    life, attack = int(name[-2]), int(name[-1])
    assert min(life, attack) <= 1, name
    return "explore life 1" if life <= 1 else "explore attack 1"


def see(t: Table, *names: str) -> Table:
    """Turn up these cards, one by one from the top of Set A, and move each to the bottom alone."""
    for name in names:
        t.do(f"flip {name}", one(name))
    return t
