"""The rules of O Vale dos Monstros as the kernel asks for them.

Each part of the rulebook has its module; here stand the tables that lead to them.
"""

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from typing import Any, ClassVar, TypeAlias

from msgspec.structs import fields, replace

from engine.chance import Request
from engine.game import Game, Picture, Standing, Turn
from engine.games.vale_dos_monstros import (
    invariants,
    news,
    outlook,
    reveal,
    scoring,
    setup,
    turns,
    visitors,
    walking,
)
from engine.games.vale_dos_monstros.box import Box, Cells, spread
from engine.games.vale_dos_monstros.moves import (
    Burn,
    Bush,
    Capture,
    Choose,
    End,
    Enter,
    Extra,
    Fire,
    Frighten,
    Front,
    Go,
    Move,
    Moves,
    Pass,
    Put,
    Refresh,
    Reveal,
    Rise,
    Spare,
    Watch,
)
from engine.games.vale_dos_monstros.pack import Pack, check_pack
from engine.games.vale_dos_monstros.state import Options, State
from engine.games.vale_dos_monstros.table import (
    ADDITIONAL,
    CAPTURING,
    FRIGHTENING,
    HOW_TO_PLAY,
    MOVE,
    PASSING,
    PLACING,
    REVEALING,
    SET_UP,
    VISITOR_ABILITIES,
    WATCHMAN,
    can_act,
    own_ground,
    refuse,
)
from engine.glossary import Article

# The class has attributes of these names, so its annotations need others.
Table: TypeAlias = State
Rulings: TypeAlias = Options
Components: TypeAlias = Pack
Handler = Callable[[Box, State, int, Any], None]
Lister = Callable[[Box, State, int], Iterator[Move]]

RULES: dict[type, tuple[str, Handler, Handler]] = {
    # Where the printed rulebook speaks of a move, whether it is legal, and what it does.
    Choose: (SET_UP, setup.check_choose, setup.choose),
    Bush: (SET_UP, setup.check_bush, setup.bush),
    Go: (MOVE, walking.check_go, walking.go),
    Reveal: (REVEALING, reveal.check_reveal, reveal.reveal),
    Fire: (REVEALING, reveal.check_fire, reveal.fire),
    Burn: (REVEALING, reveal.check_burn, reveal.burn),
    Spare: (REVEALING, reveal.check_spare, reveal.spare),
    Put: (REVEALING, reveal.check_put, reveal.put),
    Frighten: (FRIGHTENING, visitors.check_frighten, visitors.frighten),
    Capture: (CAPTURING, visitors.check_capture, visitors.capture),
    Rise: (VISITOR_ABILITIES, visitors.check_rise, visitors.rise),
    Front: (VISITOR_ABILITIES, visitors.check_front, visitors.front),
    Enter: (PLACING, visitors.check_enter, visitors.enter),
    Pass: (PASSING, turns.check_pass, turns.pass_),
    Extra: (ADDITIONAL, turns.check_extra, turns.extra),
    Refresh: (ADDITIONAL, turns.check_refresh, turns.refresh),
    Watch: (WATCHMAN, turns.check_watch, turns.watch),
    End: (HOW_TO_PLAY, turns.check_end, turns.end),
}
CHECKS = {kind: check for kind, (_, check, _) in RULES.items()}
PLAYS = {kind: play for kind, (_, _, play) in RULES.items()}

CELLS: dict[type, tuple[str, ...]] = {
    # The fields of a move that name spaces.
    kind: tuple(f.name for f in fields(kind) if f.name not in ("legion", "who", "side"))
    for kind in RULES
}

ASKED: dict[str, tuple[tuple[type, ...], tuple[Lister, ...]]] = {
    # What the match may wait for: the moves that answer it, and how they are listed.
    "choose": ((Choose,), (setup.choices,)),
    "bush": ((Bush,), (setup.bushes,)),
    "watch": ((Watch,), (setup.watches,)),
    "fire": ((Fire, Burn, Spare), (reveal.fires,)),
    "put": ((Put,), (reveal.puts,)),
    "rise": ((Rise, Front), (visitors.rises,)),
    "turn": (
        (Go, Reveal, Frighten, Capture, Enter, Pass, Extra, Refresh, Watch, End),
        (visitors.enters, turns.others),
    ),
}
BESIDE: tuple[Callable[[Box, State, int, Cells], Iterator[Move]], ...] = (
    # The actions of a piece in the valley, for what is adjacent to any.
    reveal.reveals,
    visitors.meetings,
)


def asked(state: State) -> str:
    """What the match waits for, a key of `ASKED`."""
    if state.reveal is not None:
        return "fire" if state.reveal.fire else "put"
    return "rise" if state.rise else state.phase


class Vale(Game):
    """O Vale dos Monstros."""

    name = "vale-dos-monstros"
    title = "O Vale dos Monstros"
    version = "1"
    players = (2, 6)
    State = State
    Options = Options
    Moves = Moves
    Pack = Pack
    OPTIONS: ClassVar[dict[str, Any]] = {
        "first": 0,
        "most_players": 6,
        "table": 1,
        "watchman": "off",
        "token_supply": "limited",
        "bushes": "spaces",
        "campfire": "adjacent",
        "controller_surrounds": "on",
        "bush_surrounds": "on",
        "burning": "must",
        "skeleton_pair": "same-piece",
        "capture_reserve": "needed",
        "vampire_bushes": "mutual",
        "stalemate": "off",
        "own_legions": "apart",
        "entrance": "marker",
    }

    def __init__(self, pack: Components) -> None:
        super().__init__(pack)
        self.box = Box(pack, check_pack(pack))

    def seating(self, players: int) -> list[int]:
        """Two players hold two legions each, and take turns with them alternately."""
        return [0, 1, 0, 1] if players == 2 else list(range(players))

    def setup(self, players: int, options: Rulings) -> Table:
        return setup.begin(self.box, players, len(self.seating(players)), options)

    def waits(self, state: Table) -> list[int]:
        return [] if state.ended or self.chance(state) else [state.turn]

    def turn(self, state: Table) -> Turn:
        if state.phase != "turn":
            return Turn(["set-up", f"{{{state.turn}}}"])
        return Turn([f"round {state.round}", f"{{{state.turn}}}"])

    def chance(self, state: Table) -> Request | None:
        due = state.reveal
        if due is None or due.tent in state.turned:
            return None
        return reveal.request(self.box, state)

    def moves(self, state: Table) -> list[tuple[int, Any]]:
        if state.ended or self.chance(state):
            return []
        box, seat, now = self.box, state.turn, asked(state)
        found: list[tuple[int, Any]] = []
        if now == "turn" and can_act(state):
            found = walking.goes(box, state, seat)
            beside = spread(own_ground(box, state, seat))
            for action in BESIDE if beside else ():
                found += [(seat, move) for move in action(box, state, seat, beside)]
        for lister in ASKED[now][1]:
            found += [(seat, move) for move in lister(box, state, seat)]
        return found

    def check(self, state: Table, seat: int, move: Any) -> None:
        kind = type(move)
        wanted, rule = ASKED[asked(state)][0], RULES[kind][0]
        if kind not in wanted:
            legal = dict.fromkeys(type(m).__struct_config__.tag for _, m in self.moves(state))
            now = ", ".join(f"`{verb}`" for verb in legal)
            refuse(f"this is not the moment for it; the match waits for {now}", rule)
        if seat != state.turn:
            refuse("it is another seat's turn", rule)
        for cell in (getattr(move, field) for field in CELLS[kind]):
            if cell is not None and cell not in self.box.kind:
                refuse(f'there is no space "{cell}"', rule)
        CHECKS[kind](self.box, state, seat, move)

    def section(self, kind: type) -> str:
        return RULES[kind][0]

    def play(self, state: Table, seat: int, move: Any) -> None:
        kind = type(move)
        if state.free_watch and kind is not Watch:
            # Only the very next thing after a reveal moves the watchman for nothing.
            state.free_watch = False
        PLAYS[kind](self.box, state, seat, move)

    def resolve(self, state: Table, values: list[str]) -> None:
        reveal.turn_tile(self.box, state, values)

    def leave(self, state: Table, seats: Sequence[int]) -> None:
        turns.leave(self.box, state, seats)

    def standing(self, state: Table) -> list[Standing]:
        return scoring.standing(self.box, state)

    def outlook(self, state: Table, seat: int) -> int:
        """What a bot holds the position worth, in place of the points: see the module."""
        return outlook.outlook(self.box, state, seat)

    def broken(self, state: Table) -> list[str]:
        return invariants.broken(self.box, state)

    def view(self, state: Table, seat: int | None) -> Table:
        # Everything that is on the table is open; what is not known yet is in no state.
        seen = copy(state)
        seen.seating, seen.conceded = seen.seating.copy(), seen.conceded.copy()
        seen.monsters, seen.held = seen.monsters.copy(), seen.held.copy()
        seen.visitors, seen.fires = seen.visitors.copy(), seen.fires.copy()
        seen.turned, seen.quiet = seen.turned.copy(), seen.quiet.copy()
        seen.rise, seen.last = seen.rise.copy(), seen.last.copy()
        seen.options = copy(state.options)
        seen.seats = [copy(legion) for legion in state.seats]
        if state.reveal is not None:
            seen.reveal = replace(state.reveal, people=state.reveal.people.copy())
        return seen

    def names(self, state: Table, kind: str) -> list[str]:
        return {"cell": list(self.box.field.at), "side": self.box.pack.board.sides}[kind]

    def role(self, state: Table, seat: int) -> str:
        return state.seats[seat].legion

    def news(self, before: Table, after: Table, event: Any) -> Iterator[str]:
        return news.news(self.box, before, after, event)

    def glance(self, state: Table) -> Iterator[str]:
        return news.glance(self.box, state)

    def glossary(self) -> list[Article]:
        # Imported here: it is all text, which few commands need.
        from engine.games.vale_dos_monstros.glossary import glossary

        return glossary(self.box)

    def picture(self, state: Table, names: Sequence[str]) -> Picture:
        # Imported here: few commands draw.
        from engine.games.vale_dos_monstros import draw

        return draw.picture(self.box, state, names)
