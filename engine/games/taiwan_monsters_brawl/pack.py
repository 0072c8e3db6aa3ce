"""The components of a box of Taiwan Monsters Brawl, as a pack writes them down."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from msgspec import Meta

from engine.errors import BadPack
from engine.games.taiwan_monsters_brawl.moves import Color, Rune
from engine.notation import alike, squash
from engine.packs import Part, Sources

Count = Annotated[int, Meta(ge=0, le=99)]


class Die(Part, frozen=True):
    """The challenge dice of one color: how many, and the points on the faces (0 is a miss)."""

    source: Sources
    color: Color
    count: Count
    faces: list[Count]


class Supply(Part, frozen=True):
    """The runes of each kind, the chi tokens, what a Chi rune gives, the Rune Die's faces."""

    source: Sources
    runes: Count
    chi: Count
    chi_rune: Count
    rune_die: list[Rune | Literal["choice"]]


class SpellCard(Part, frozen=True):
    """A kind of Spell Card. What it does is the rules' (its name says which), its cost is data."""

    source: Sources
    name: str
    cost: Count
    copies: Count


class TerritoryCard(Part, frozen=True):
    """A Territory Card: victory points, chi, and the runes it brings."""

    source: Sources
    name: str
    vp: Count
    chi: Count = 0
    runes: list[Rune] = []


class Effect(Part, frozen=True):
    """One effect of an Ultimate Power, `amount` times.

    `dice` gives dice of a color for this roll; `upgrade` lifts a die; `reroll` adds a reroll: for
    oneself. `points` (of this duel's total), `vp`, `chi`, `runes` (by the Rune Die) and `spells`
    are for oneself (`self`), the foe of the duel (`foe`) or a seat of choice (`chosen`); points, VP
    and chi may be negative.
    """

    effect: Literal["dice", "upgrade", "reroll", "points", "vp", "chi", "runes", "spells"]
    amount: Annotated[int, Meta(ge=-9, le=9)] = 0
    color: Color | None = None
    whom: Literal["self", "foe", "chosen"] | None = None


class StartOption(Part, frozen=True):
    """What a monster begins with."""

    runes: list[Rune] = []
    chi: Count = 0


class MonsterBoards(Part, frozen=True):
    """A monster with its two boards.

    `board` is one text a row, one character a cell, from the upper left (cell a1; b1 is to its
    right, a2 below it): `.` blank, ` ` (a space) or `#` empty, `U C S G R` a cell designated for an
    Ultimate, Chi, Spell, Upgrade or Reroll rune, `g b r` a grey, black or red die, `1`-`9` points.
    """

    source: Sources
    name: str
    letter: str
    board: list[str]
    a: StartOption
    b: StartOption
    ultimate: list[Effect]


class Pack(Part, frozen=True):
    """A whole box."""

    name: str
    die: list[Die]
    supply: Supply
    spell: list[SpellCard]
    territory: list[TerritoryCard]
    monster: list[MonsterBoards]


SPELLS = (
    "Tornado",
    "Tsunami",
    "Wildfire",
    "Aegis",
    "Volcanic Eruption",
    "Explosion",
    "Thunder Beast",
    "Chi Replenishment",
    "Eye of the Monster",
    "Spell",
    "Tempest",
    "Treasure Sack",
    "Mountain Troll",
)
"""The spells whose effects the rules know, as the rulebook prints them."""
MARKS = ".# UCSGRgbr123456789"
"""The characters of a board."""
TAKES: dict[str, Rune] = {"U": "ultimate", "C": "chi", "S": "spell", "G": "upgrade", "R": "reroll"}
"""The rune that a designated cell takes."""
FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
TAKEN = 3
"""Dice that a duellist takes ("B-1")."""
AIMED = ("points", "vp", "chi", "runes", "spells")
"""Effects that are for somebody."""
COUNTED = ("dice", "upgrade", "reroll", "runes", "spells")
"""Effects that happen so many times."""

Fault = tuple[str, str]
"""The path of a value, and what is wrong with it."""


def check_pack(pack: Pack) -> None:
    """Raise BadPack, with the path of the value, where a box cannot be played."""
    for path, reason in faults(pack):
        raise BadPack(path, reason)


def faults(pack: Pack) -> Iterator[Fault]:
    """Everything that is wrong with a pack."""
    yield from _dice(pack)
    yield from _spells(pack)
    yield from _territories(pack)
    yield from _monsters(pack)


def _names(field: str, names: list[str]) -> Iterator[Fault]:
    for place, name in enumerate(names):
        if not squash(name):
            yield f"{field}[{place}].name", "a name needs letters or digits"
    same = alike(names)
    if same:
        place = len(names) - 1 - names[::-1].index(same[1])
        yield f"{field}[{place}].name", f'"{same[1]}" reads like "{same[0]}"'


def _dice(pack: Pack) -> Iterator[Fault]:
    colors = [die.color for die in pack.die]
    if sorted(colors) != ["black", "grey", "red"]:
        yield "die", "a box has grey, black and red dice, each written once"
    for place, die in enumerate(pack.die):
        if die.color == "grey" and die.count < TAKEN:
            yield f"die[{place}].count", f"a duel begins with {TAKEN} grey dice"
        if not die.faces:
            yield f"die[{place}].faces", "a die has at least one face"
    if not pack.supply.rune_die:
        yield "supply.rune_die", "the Rune Die has at least one face"


def _spells(pack: Pack) -> Iterator[Fault]:
    yield from _names("spell", [spell.name for spell in pack.spell])
    known = {squash(name) for name in SPELLS}
    for place, spell in enumerate(pack.spell):
        if squash(spell.name) not in known:
            reason = f'the rules know no spell "{spell.name}"; they know: {", ".join(SPELLS)}'
            yield f"spell[{place}].name", reason
        if not spell.copies:
            yield f"spell[{place}].copies", "a spell that is written has at least one copy"
    there = {squash(spell.name) for spell in pack.spell}
    missing = [name for name in SPELLS if squash(name) not in there]
    if missing:
        yield "spell", f"these spells are missing: {', '.join(missing)}"


def _territories(pack: Pack) -> Iterator[Fault]:
    yield from _names("territory", [card.name for card in pack.territory])
    if len(pack.territory) <= FEWEST_PLAYERS:
        yield "territory", f"{FEWEST_PLAYERS} players need at least {FEWEST_PLAYERS + 1} cards"
    for place, card in enumerate(pack.territory):
        if not card.vp:
            yield f"territory[{place}].vp", "a Territory Card is worth at least 1 VP"


def _monsters(pack: Pack) -> Iterator[Fault]:
    yield from _names("monster", [monster.name for monster in pack.monster])
    if len(pack.monster) < MOST_PLAYERS:
        yield "monster", f"{MOST_PLAYERS} players need at least {MOST_PLAYERS} monsters"
    letters = Counter(monster.letter for monster in pack.monster)
    for place, monster in enumerate(pack.monster):
        path = f"monster[{place}]"
        if letters[monster.letter] > 1:
            yield f"{path}.letter", f'another monster has the letter "{monster.letter}" too'
        bad = list(_board(f"{path}.board", monster.board))
        yield from bad
        if not bad:
            yield from _start(f"{path}.a", monster.board, monster.a)
            yield from _start(f"{path}.b", monster.board, monster.b)
        yield from _ultimate(f"{path}.ultimate", monster.ultimate)


def _board(path: str, rows: list[str]) -> Iterator[Fault]:
    if not 1 <= len(rows) <= 9 or not 1 <= len(rows[0]) <= 26:
        yield path, "a board has 1 to 9 rows of 1 to 26 cells"
        return
    for place, row in enumerate(rows):
        if len(row) != len(rows[0]):
            yield f"{path}[{place}]", f"this row has {len(row)} cells, the first {len(rows[0])}"
            return
        for mark in row:
            if mark not in MARKS:
                yield f"{path}[{place}]", f'no cell is written "{mark}"'
    ranks = [*rows, *("".join(column) for column in zip(*rows, strict=True))]
    if not any(_lights(run) for rank in ranks for run in rank.replace(" ", "#").split("#")):
        yield path, "no two neighbouring cells can be a line"


def _lights(run: str) -> bool:
    """Whether a run can be a line: long enough, with a cell that takes a rune."""
    return len(run) >= 2 and any(mark == "." or mark in TAKES for mark in run)


def _start(path: str, rows: list[str], option: StartOption) -> Iterator[Fault]:
    marks = Counter("".join(rows))
    own = {rune: marks[mark] for mark, rune in TAKES.items()}
    wanted = Counter(option.runes)
    if sum(max(0, copies - own[rune]) for rune, copies in wanted.items()) > marks["."]:
        yield path, "the board has no room for these runes"


def _ultimate(path: str, effects: list[Effect]) -> Iterator[Fault]:
    if not effects:
        yield path, "an Ultimate Power has at least one effect"
    for place, effect in enumerate(effects):
        for reason in _effect(effect):
            yield f"{path}[{place}]", reason
    if sum(effect.effect == "upgrade" for effect in effects) > 1:
        yield path, "an Ultimate Power leaves at most one die to choose"


def _effect(effect: Effect) -> Iterable[str]:
    kind = effect.effect
    if not effect.amount:
        yield "`amount` says how much, and is not 0"
    elif effect.amount < 0 and kind in COUNTED:
        yield f"`{kind}` happens a number of times, not {effect.amount}"
    if (effect.color is None) == (kind == "dice"):
        yield "`dice` names its `color`, nothing else does"
    if (effect.whom is None) == (kind in AIMED):
        yield f"`{kind}` {'needs' if kind in AIMED else 'has no'} `whom`"
