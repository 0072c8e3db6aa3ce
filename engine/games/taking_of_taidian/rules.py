"""The rules of Taking of Taidian as the kernel asks for them.

Each part of the rulebook has its module; here stand the tables that lead to them.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, TypeAlias

import msgspec

from engine.chance import Request
from engine.game import Game, Picture, Standing, Turn
from engine.games.taking_of_taidian import (
    attacking,
    chances,
    invariants,
    news,
    turns,
    upgrading,
)
from engine.games.taking_of_taidian.box import Box
from engine.games.taking_of_taidian.moves import (
    Attack,
    Block,
    Build,
    Buy,
    Charge,
    Choose,
    Declare,
    End,
    Firebomb,
    Hit,
    Lay,
    Moves,
    Power,
    Spend,
    Steal,
    Take,
    Upgrade,
)
from engine.games.taking_of_taidian.pack import Pack, check_pack
from engine.games.taking_of_taidian.state import Options, State
from engine.games.taking_of_taidian.table import (
    ATTACK,
    DEFENSE,
    PLAY,
    POWER,
    UPGRADE,
    decider,
    refuse,
    stage,
)
from engine.glossary import Article

# The class has attributes of these names, so its annotations need others.
Table: TypeAlias = State
Rulings: TypeAlias = Options
Components: TypeAlias = Pack
Handler = Callable[[Box, State, int, Any], None]


def free(box: Box, state: State, seat: int, move: Any) -> None:
    """Nothing but the moment decides whether the move is legal."""


RULES: dict[type, tuple[Handler, Handler]] = {
    # Whether a move is legal, and what it does.
    Choose: (turns.check_choose, turns.choose),
    Attack: (free, turns.attack),
    Upgrade: (free, upgrading.upgrade),
    Lay: (attacking.check_lay, attacking.lay),
    Declare: (attacking.check_declare, attacking.declare),
    Hit: (attacking.check_hit, attacking.hit),
    Firebomb: (attacking.check_firebomb, attacking.firebomb),
    Steal: (attacking.check_steal, attacking.steal),
    Block: (attacking.check_block, attacking.block),
    Take: (free, attacking.take),
    Charge: (upgrading.check_charge, upgrading.charge),
    Power: (upgrading.check_power, upgrading.power),
    Spend: (upgrading.check_spend, upgrading.spend),
    Buy: (upgrading.check_buy, upgrading.buy),
    Build: (upgrading.check_build, upgrading.build),
    End: (free, turns.ends),
}
CHECKS = {kind: check for kind, (check, _) in RULES.items()}
PLAYS = {kind: play for kind, (_, play) in RULES.items()}

ASKED: dict[str, tuple[str, tuple[type, ...], Callable[[Box, State, int], Iterator[Any]]]] = {
    # What the match may wait for: where the rulebook speaks of it, the moves that answer it, and
    # how they are listed.
    "choose": (PLAY, (Choose,), turns.chooses),
    "begin": (PLAY, (Attack, Upgrade), turns.declarations),
    "attack": (ATTACK, (Lay, Firebomb, Steal, End), attacking.between),
    "batch": (ATTACK, (Lay, Declare, Hit), attacking.in_batch),
    "answer": (DEFENSE, (Block, Take), attacking.answers),
    "upgrade": (UPGRADE, (Charge, Spend, Buy, End), upgrading.upgrades),
    "power": (POWER, (Power,), upgrading.powers),
}

WHY: dict[str, str] = {
    # What a stage lets nobody forget.
    "choose": "the match has not begun",
    "begin": "the turn's kind comes first",
    "attack": "an attacking turn plays only red cards",
    "batch": "an open batch is completed first",
    "answer": "an attack is answered first, with blue cards only",
    "upgrade": "an upgrading turn plays only black cards",
    "power": "a power-up is owed",
}


NEEDS: dict[type, tuple[str, str]] = {
    # Moves that ask for more than their kind of turn: what is missing, and where that is said.
    Block: ("nobody is attacked now, so nobody answers", DEFENSE),
    Take: ("nobody is attacked now, so nobody answers", DEFENSE),
    Declare: ("no batch is open", ATTACK),
    Hit: ("no batch is open", ATTACK),
}


class Taidian(Game):
    """Taking of Taidian over a pack."""

    name = "taking-of-taidian"
    title = "Taking of Taidian"
    version = "1"
    players = (2, 6)
    State: ClassVar = State
    Options: ClassVar = Options
    Moves: ClassVar = Moves
    Pack: ClassVar = Pack
    OPTIONS: ClassVar = {
        "first": 0,
        "teams": [],
        "reshuffle": "with-hand",
        "unused_cards": "face-down",
        "targets": "one",
        "at_ten": "must",
        "level_bonus": "each",
        "health_cap": "starting",
        "build_when": "any-turn",
    }

    def __init__(self, pack: Components) -> None:
        check_pack(pack)
        super().__init__(pack)
        self.box = Box(pack)
        self._copy = msgspec.json.Decoder(State).decode

    def setup(self, players: int, options: Rulings) -> Table:
        return turns.setup(players, options)

    def waits(self, state: Table) -> list[int]:
        return [] if state.ended or state.due is not None else [decider(state)]

    def turn(self, state: Table) -> Turn:
        if state.phase == "set-up":
            return Turn(["set-up", f"{{{state.turn}}}"])
        return Turn([f"turn {state.round}", f"{{{state.turn}}}"])

    def chance(self, state: Table) -> Request | None:
        return None if state.due is None else chances.request(self.box, state)

    def moves(self, state: Table) -> list[tuple[int, Any]]:
        if state.ended or state.due is not None:
            return []
        seat = decider(state)
        listed = [(seat, move) for move in ASKED[self._asked(state)][2](self.box, state, seat)]
        return listed + list(upgrading.builds(self.box, state))

    def _asked(self, state: Table) -> str:
        key = stage(state)
        return "power" if key == "upgrade" and upgrading.owes(self.box, state) else key

    def check(self, state: Table, seat: int, move: Any) -> None:
        kind = type(move)
        if kind is not Build:
            asked = self._asked(state)
            section, wanted, _ = ASKED[asked]
            early = kind is Power and asked == "upgrade"  # legal at exactly ten, which it checks
            if kind not in wanted and kind in NEEDS:
                refuse(*NEEDS[kind])
            if kind not in wanted and not early:
                now = " or ".join(f"`{w.__struct_config__.tag}`" for w in wanted)  # type: ignore[attr-defined]
                refuse(f"{WHY[asked]}; the match waits for {now}", section)
            if seat != decider(state):
                refuse("another player decides this now", section)
        CHECKS[kind](self.box, state, seat, move)

    def play(self, state: Table, seat: int, move: Any) -> None:
        PLAYS[type(move)](self.box, state, seat, move)

    def resolve(self, state: Table, values: list[str]) -> None:
        assert state.due is not None
        do = state.due.do
        if do == "draw":
            turns.draws(self.box, state, values)
        elif do == "taken":
            chances.take(self.box, state, values[0])
        else:
            turns.show_unused(self.box, state, values)

    def fits(self, state: Table, values: list[str]) -> None:
        chances.fits(state, values)

    def leave(self, state: Table, seats: Sequence[int]) -> None:
        leave(self.box, state, list(seats))

    def eliminated(self, state: Table) -> list[int]:
        return [seat for group in state.fallen for seat in group]

    def standing(self, state: Table) -> list[Standing]:
        return turns.standing(state)

    def broken(self, state: Table) -> list[str]:
        return invariants.broken(self.box, state)

    def view(self, state: Table, seat: int | None) -> Table:
        seen = self._copy(msgspec.json.encode(state))
        for other, owner in enumerate(seen.seats):
            if other != seat:
                owner.veil()
        return seen

    def names(self, state: Table, kind: str) -> list[str]:
        return {
            "character": list(self.box.characters),
            "card": list(self.box.cards),
            "structure": self.box.green,
            "power-up": self.box.powers,
        }[kind]

    def role(self, state: Table, seat: int) -> str:
        return state.seats[seat].character

    def deal(self, state: Table) -> Request | None:
        return chances.deal(self.box, state)

    def reveal(self, state: Table, values: list[str]) -> None:
        chances.reveal(state, values)

    def news(self, before: Table, after: Table, event: Any) -> Iterator[str]:
        return news.news(self.box, before, after, event)

    def glance(self, state: Table) -> Iterator[str]:
        return news.glance(state)

    def glossary(self) -> list[Article]:
        # Imported here: it is all text, which few commands need.
        from engine.games.taking_of_taidian.glossary import glossary

        return glossary(self.box)

    def picture(self, state: Table, names: Sequence[str]) -> Picture:
        # Imported here: few commands draw.
        from engine.games.taking_of_taidian import draw

        return draw.picture(self.box, state, names)


def leave(box: Box, state: State, seats: list[int]) -> None:
    """A player has conceded: his characters are dead at this moment, whatever the turn."""
    seats = [seat for seat in seats if not state.seats[seat].out]
    if not seats:
        return
    turns.kill(state, seats)
    if state.ended:
        state.ended = "conceded"
        return
    if state.phase == "set-up":
        turns.next_choice(box, state)
        return
    batch = state.batch
    if state.turn in seats:
        # His turn ends where it stands, and his batch without result.
        for owner in state.seats:
            owner.blocked = 0
        state.batch = None
        turns.next_turn(state)
    elif batch is not None and batch.answers:
        batch.answers = [foe for foe in batch.answers if foe not in seats]
        if not batch.answers:
            attacking.settle(box, state)
