"""The rules of Taiwan Monsters Brawl as the kernel asks for them.

Each part of the rulebook has its module; here stand the tables that lead to them, and the flow from
one decision to the next.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, TypeAlias

import msgspec

from engine.chance import Request
from engine.game import UNSEEN_CARDS, Game, Picture, Standing, Turn
from engine.games.taiwan_monsters_brawl import (
    challenge,
    chances,
    cleanup,
    duel,
    invariants,
    news,
    powers,
    resources,
    setup,
    spells,
)
from engine.games.taiwan_monsters_brawl.box import Box
from engine.games.taiwan_monsters_brawl.flow import asked, decider
from engine.games.taiwan_monsters_brawl.moves import (
    Cast,
    Challenge,
    Choose,
    Claim,
    Conclude,
    Discard,
    Done,
    Draw,
    Forage,
    Keep,
    Line,
    Moves,
    Pass,
    Pick,
    Place,
    Refresh,
    Reroll,
    Roll,
    Score,
    Start,
    Trade,
    Use,
)
from engine.games.taiwan_monsters_brawl.pack import Pack, check_pack
from engine.games.taiwan_monsters_brawl.state import Options, State
from engine.games.taiwan_monsters_brawl.table import (
    CARDS,
    CELLS,
    CONCLUDING,
    LINES,
    PHASE_A,
    PHASE_B,
    PHASE_C,
    POWERS,
    RUNE_DIE,
    SETUP_MONSTER,
    SETUP_START,
    SPELL,
    STEPS,
    hands,
    leader,
    refuse,
)
from engine.glossary import Article

# The class has attributes of these names, so its annotations need others.
Table: TypeAlias = State
Rulings: TypeAlias = Options
Components: TypeAlias = Pack
Handler = Callable[[Box, State, int, Any], None]

RULES: dict[type, tuple[str, Handler, Handler]] = {
    # What the printed rulebook says of a move, whether it is legal, and what it does.
    Choose: (SETUP_MONSTER, setup.check_choose, setup.choose),
    Start: (SETUP_START, setup.check_start, setup.start),
    Place: (CELLS, resources.check_place, resources.place),
    Claim: (PHASE_A, resources.check_claim, resources.claim),
    Trade: (PHASE_A, resources.check_trade, resources.trade),
    Challenge: (PHASE_B, challenge.check_challenge, challenge.challenge),
    Pass: (PHASE_B, challenge.check_pass, challenge.pass_),
    Draw: (PHASE_B, challenge.check_draw, challenge.draw),
    Forage: (PHASE_B, challenge.check_forage, challenge.forage),
    Pick: (RUNE_DIE, resources.check_pick, resources.pick),
    Line: (LINES, duel.check_line, duel.line),
    Use: (LINES, duel.check_use, duel.use),
    Roll: (STEPS, duel.check_roll, duel.roll),
    Reroll: (POWERS, duel.check_reroll, duel.reroll),
    Keep: (STEPS, duel.check_keep, duel.keep),
    Conclude: (CONCLUDING, duel.check_conclude, duel.conclude),
    Score: (PHASE_C, cleanup.check_score, cleanup.score),
    Refresh: (PHASE_C, cleanup.check_refresh, cleanup.refresh),
    Done: (PHASE_C, cleanup.check_done, cleanup.done),
    Cast: (CARDS, spells.check_cast, spells.cast),
    Discard: (CARDS, spells.check_discard, spells.discard),
}
CHECKS = {kind: check for kind, (_, check, _) in RULES.items()}
PLAYS = {kind: play for kind, (_, _, play) in RULES.items()}

ASKED: dict[str, tuple[str, tuple[type, ...], Callable[[Box, State, int], Iterator[Any]]]] = {
    # What the match may wait for: where the rulebook says who decides it, the moves that answer it,
    # and how they are listed.
    "choose": (SETUP_MONSTER, (Choose,), setup.choices),
    "start": (SETUP_START, (Start,), setup.starts),
    "place": (CELLS, (Place, Trade), resources.placements),
    "pick": (RUNE_DIE, (Pick,), resources.picks),
    "power": (SPELL, (Pick,), resources.picks),
    "use": (SPELL, (Use,), duel.card_uses),
    "discard": (CARDS, (Discard,), spells.discards),
    "part": (CARDS, (Discard,), spells.discards),
    "claim": (PHASE_A, (Claim,), resources.claims),
    "action": (PHASE_B, (Challenge, Pass, Draw, Forage), challenge.actions),
    "before": (STEPS, (Line, Roll), duel.before_roll),
    "line": (STEPS, (Use, Line, Roll), duel.after_line),
    "rolled": (STEPS, (Reroll, Keep), duel.throws),
    "conclude": (CONCLUDING, (Conclude,), duel.conclusions),
    "score": (PHASE_C, (Score,), cleanup.scores),
    "refresh": (PHASE_C, (Refresh, Done), cleanup.refreshes),
}

NEXT: dict[str, Callable[[State], None]] = {
    "claim": resources.next_claim,
    "action": challenge.next_action,
    "refresh": cleanup.next_refresh,
}

SETTLE: dict[str, Callable[[Box, State], bool]] = {
    # What is owed may happen by itself: whether it did.
    "reveal": chances.settle_reveal,
    "draw": chances.settle_draw,
    "runes": chances.settle_runes,
    "roll": chances.settle_dice,
    "reroll": chances.settle_dice,
    "thunder": chances.settle_dice,
    "place": resources.settle_place,
    "pick": resources.settle_pick,
    "use": powers.settle_use,
    "effects": powers.settle_effects,
}


def settle(box: Box, state: State) -> None:
    """Let happen what needs nobody, until a seat or chance must decide."""
    while not state.ended:
        if state.owed:
            by_itself = SETTLE.get(state.owed[-1].do)
            if by_itself is None or not by_itself(box, state):
                return
            continue
        state.casting = ""
        if not state.acted:
            return
        state.acted = False
        if state.phase == "set-up":
            setup.next_set_up(state)
        else:
            NEXT[state.step](state)


class Brawl(Game):
    """Taiwan Monsters Brawl."""

    name = "taiwan-monsters-brawl"
    title = "Taiwan Monsters Brawl"
    version = "1"
    players = (2, 4)
    State = State
    Options = Options
    Moves = Moves
    Pack = Pack
    OPTIONS: ClassVar[dict[str, Any]] = {
        "first": 0,
        "set_up_order": "by-kind",
        "draw_two_set_up": "off",
        "draw_two": "off",
        "no_room": "sack-only",
        "chi_supply": "unlimited",
        "line_shape": "whole-run",
        "lines": "one",
        "second_ultimate": "stays",
        "total_floor": "none",
        "bonus": "dice-margin",
        "line_answer": "none",
        "tempest_ultimate": "yes",
        "sets": 1,
        "both_at_15": "in-order",
        "mercy_end": "off",
    }

    def __init__(self, pack: Components) -> None:
        super().__init__(pack)
        check_pack(pack)
        self.box = Box(pack)
        self._copy = msgspec.json.Decoder(Table).decode

    def setup(self, players: int, options: Rulings) -> Table:
        return setup.begin(self.box, players, options)

    def waits(self, state: Table) -> list[int]:
        return [] if state.ended or chances.due(state) else [decider(state)]

    def turn(self, state: Table) -> Turn:
        label = {
            "set-up": "set-up",
            "resources": "A: resources",
            "challenge": "B: challenge",
            "clean-up": "C: clean-up",
        }[state.phase]
        if state.phase == "set-up":
            return Turn([label, f"{{{state.turn}}}"])
        return Turn([f"round {state.round}", label, f"{{{state.turn}}}"])

    def chance(self, state: Table) -> Request | None:
        return chances.request(self.box, state)

    def moves(self, state: Table) -> list[tuple[int, Any]]:
        if state.ended or chances.due(state):
            return []
        seat = decider(state)
        listed = [(seat, move) for move in ASKED[asked(state)][2](self.box, state, seat)]
        return listed + list(spells.casts(self.box, state))

    def check(self, state: Table, seat: int, move: Any) -> None:
        kind = type(move)
        if kind is not Cast:
            section, wanted, _ = ASKED[asked(state)]
            if kind not in wanted:
                now = " or ".join(f"`{w.__struct_config__.tag}`" for w in wanted)  # type: ignore[attr-defined]
                refuse(f"this is not the moment for it; the match waits for {now}", RULES[kind][0])
            if seat != decider(state):
                refuse("another player decides this now", section)
        CHECKS[kind](self.box, state, seat, move)

    def section(self, kind: type) -> str:
        return RULES[kind][0]

    def play(self, state: Table, seat: int, move: Any) -> None:
        PLAYS[type(move)](self.box, state, seat, move)
        if state.owed or state.acted:
            settle(self.box, state)

    def resolve(self, state: Table, values: list[str]) -> None:
        chances.resolve(self.box, state, values)
        settle(self.box, state)

    def leave(self, state: Table, seats: Sequence[int]) -> None:
        for seat in seats:
            leave(state, seat)
        settle(self.box, state)

    def standing(self, state: Table) -> list[Standing]:
        return cleanup.standing(state)

    def broken(self, state: Table) -> list[str]:
        return invariants.broken(self.box, state)

    def view(self, state: Table, seat: int | None) -> Table:
        seen = self._copy(msgspec.json.encode(state))
        for other, brawler in enumerate(seen.seats):
            if other != seat:
                brawler.hand = seen.spells.hide(brawler.hand)
        if seen.drawn is not None and (not seen.owed or seen.owed[-1].seat != seat):
            seen.drawn = seen.spells.hide(seen.drawn)
        return seen

    def deal(self, state: Table) -> Request | None:
        owners = [*range(len(state.seats)), state.owed[-1].seat if state.owed else 0]
        return state.spells.unseen_request(hands(state), "draw", UNSEEN_CARDS, owners)

    def reveal(self, state: Table, values: list[str]) -> None:
        state.spells.reveal(hands(state), values[0])

    def names(self, state: Table, kind: str) -> list[str]:
        return {
            "monster": list(self.box.boards),
            "cell": self.box.cell_names,
            "territory": list(self.box.territories),
            "line": self.box.line_names,
            "spell": list(self.box.spells),
        }[kind]

    def aliases(self, state: Table, kind: str) -> dict[str, str]:
        # A line is named by its ends, whichever is said first.
        return self.box.turned_lines if kind == "line" else {}

    def news(self, before: Table, after: Table, event: Any) -> Iterator[str]:
        return news.news(self.box, before, after, event)

    def glance(self, state: Table) -> Iterator[str]:
        return news.glance(state)

    def glossary(self) -> list[Article]:
        # Imported here: it is all text, which few commands need.
        from engine.games.taiwan_monsters_brawl.glossary import glossary

        return glossary(self.box)

    def picture(self, state: Table, names: Sequence[str]) -> Picture:
        # Imported here: few commands draw.
        from engine.games.taiwan_monsters_brawl import draw

        return draw.picture(self.box, state, names)


def leave(state: State, seat: int) -> None:
    """A player has conceded: his card is discarded, what he owed lapses, his duel is over; board,
    chi and hand stay with him, out of play."""
    brawler = state.seats[seat]
    if brawler.card:
        state.territory_discards.append(brawler.card)
        brawler.card, brawler.injured = "", False
    fight = state.duel
    if fight is not None and seat in (fight.challenger, fight.defender):
        duel.break_off(state)
        # The challenger's action is spent.
        state.acted = True
    if state.drawn is not None and any(o.do == "part" and o.seat == seat for o in state.owed):
        spells.keep_drawn(state, seat)
    state.owed = [owed for owed in state.owed if owed.seat != seat]
    if state.turn == seat:
        if state.step == "score":
            state.turn = leader(state)
        else:
            state.acted = True
