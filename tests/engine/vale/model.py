"""A second reading of the rules, written for being read beside them and not for speed.

`Model(pack)` says of a state which lines are legal (`lines`), what a line leads to (`after`) and
what the sides score (`points`). It reads the fields of the state and nothing of the rules' code.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine.games.vale_dos_monstros.pack import Pack, Row

PRICE, WITH_FIRE = 3, 5
WORTH = {"man": 3, "woman": 2, "child": 1}
BOX = {"man": 15, "woman": 15, "child": 14}
LEGIONS = ("witch", "ghost", "werewolf", "skeleton", "vampire", "mummy")


class Model:
    def __init__(self, pack: Pack) -> None:
        self.tables = pack.table
        self.sides = pack.board.sides
        self.kind: dict[str, str] = {}
        self.side: dict[str, str] = {}
        self.gate: dict[str, str] = {}
        at: dict[tuple[int, int], str] = {}
        for y, text in enumerate(pack.board.map):
            places = [x for x, sign in enumerate(text) if sign != " "]
            for nth, x in enumerate(places, 1):
                cell = f"{chr(97 + y)}{nth}"
                at[y, x] = cell
                kind, _, side = pack.board.legend[text[x]].partition(" ")
                if kind == "entrance":
                    self.gate[side] = cell
                elif kind == "bush":
                    self.side[cell] = side
                self.kind[cell] = "valley" if kind == "entrance" else kind
        beside = ((0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1))
        self.near = {
            cell: [at[y + dy, x + dx] for dy, dx in beside if (y + dy, x + dx) in at]
            for (y, x), cell in at.items()
        }
        self.at = {cell: place for place, cell in at.items()}

    # What stands where

    def distance(self, a: str, b: str) -> int:
        (ya, xa), (yb, xb) = self.at[a], self.at[b]
        return max(abs(ya - yb), (abs(ya - yb) + abs(xa - xb)) // 2)

    def empty(self, s: Any, cell: str) -> bool:
        return not any(cell in things for things in (s.monsters, s.visitors, s.fires, s.held))

    def bushes(self, s: Any) -> list[str]:
        """Free ones that the watchman does not guard."""
        return [c for c, side in self.side.items() if self.empty(s, c) and side != s.watch]

    def valley(self, s: Any, seat: int) -> list[str]:
        return [c for c, own in s.monsters.items() if own == seat and self.kind[c] == "valley"]

    def fire_beside(self, s: Any, tent: str) -> bool:
        own = s.options.campfire == "own"
        return any(c in s.fires and (not own or s.fires[c] == tent) for c in self.near[tent])

    def price(self, s: Any, tent: str) -> int:
        return WITH_FIRE if self.fire_beside(s, tent) else PRICE

    def row(self, s: Any, tent: str) -> Row:
        return self.tables[s.table - 1].row[int(s.turned[tent]) - 1]

    # A. Move

    def step(self, s: Any, a: str, b: str) -> bool:
        """Whether rules of sides and bushes let a piece go from a space to the next."""
        if self.side.get(a) == s.watch and s.watch and self.kind[b] != "bush":
            return False
        if s.options.bushes == "leave-only" and self.kind[b] == "bush":
            return False
        return not (s.options.entrance == "space" and s.watch and b == self.gate[s.watch])

    def takes(self, s: Any, seat: int, tent: str) -> bool:
        return (
            tent in s.turned
            and tent not in s.held
            and not any(c in s.visitors for c in self.near[tent])
            and s.seats[seat].tokens >= self.price(s, tent)
        )

    def ends(self, s: Any, seat: int, start: str) -> set[str]:
        legion = s.seats[seat].legion
        found: set[str] = set()
        edge = {start}
        for _ in range(4 if legion == "witch" else 3):
            steps = {(a, b) for a in edge for b in self.near[a] if self.step(s, a, b)}
            edge = set()
            for _, b in steps:
                if self.kind[b] == "tent":
                    if self.takes(s, seat, b):
                        found.add(b)
                elif self.kind[b] in ("valley", "bush"):
                    if self.empty(s, b):
                        found.add(b)
                    if self.empty(s, b) or legion == "ghost":
                        edge.add(b)
        return found - {start}

    def beset(self, s: Any, seat: int, start: str, end: str) -> Counter[str]:
        """The opponents' pieces beside the end of a move, and how many stand around each."""
        around = {c for c, own in s.monsters.items() if own == seat and c != start}
        if s.options.controller_surrounds == "on":
            around |= {c for c, own in s.held.items() if own == seat}
        if self.kind[end] != "tent" or s.options.controller_surrounds == "on":
            around.add(end)
        fields = ("valley", "bush", "tent")
        if s.options.bush_surrounds == "off":
            fields = ("valley", "tent", "tent")
        around = {c for c in around if self.kind[c] in fields}
        found: Counter[str] = Counter()
        for cell, owner in s.monsters.items():
            own = s.seating[owner] == s.seating[seat]
            if owner == seat or (own and s.options.own_legions == "apart"):
                continue
            if self.kind[cell] in fields and end in around and end in self.near[cell]:
                found[cell] = len(around & set(self.near[cell]))
        return found

    def walks(self, s: Any, seat: int) -> Iterator[str]:
        for start in [c for c, own in s.monsters.items() if own == seat]:
            for end in self.ends(s, seat, start):
                yield f"move {start} {end}"
                if s.seats[seat].legion == "werewolf" and not s.ability:
                    for cell, count in self.beset(s, seat, start, end).items():
                        if count == 2:
                            yield f"move {start} {end} pounce {cell}"

    # B. Reveal

    def hearths(self, s: Any, tent: str) -> list[str]:
        """Where the campfire may stand, were it not for visitors and monsters there."""
        return [
            c
            for c in self.near[tent]
            if self.kind[c] == "valley"
            and c not in s.fires
            and not any(self.kind[d] in ("bush", "mountain") or d in s.held for d in self.near[c])
        ]

    def room(self, s: Any, tent: str) -> list[str]:
        """The free spaces of the nearest ring that has one."""
        free = [c for c, kind in self.kind.items() if kind == "valley" and self.empty(s, c)]
        nearest = min((self.distance(tent, c) for c in free), default=0)
        return [c for c in free if self.distance(tent, c) == nearest]

    def owed(self, s: Any) -> Iterator[str]:
        tent = s.reveal.tent
        if s.reveal.fire:
            free = [c for c in self.hearths(s, tent) if self.empty(s, c)]
            yield from (f"fire {c}" for c in free)
            if not free:
                yield from (f"burn {c}" for c in self.hearths(s, tent))
                if s.options.burning == "may":
                    yield "spare"
            return
        for who in s.reveal.people:
            yield from (f"put {who} {c}" for c in self.room(s, tent))

    # C, D, E

    def scares(self, s: Any, seat: int) -> Iterator[str]:
        pieces = self.valley(s, seat)
        near = {c for p in pieces for c in self.near[p] if c in s.visitors}
        yield from (f"frighten {c}" for c in near)
        if s.seats[seat].legion == "skeleton" and not s.ability:
            for a in near:
                for b in near:
                    together = any({a, b} <= set(self.near[p]) for p in pieces)
                    if a < b and (together or s.options.skeleton_pair == "any-pieces"):
                        yield f"frighten {a} {b}"

    def captures(self, s: Any, seat: int) -> Iterator[str]:
        if s.seats[seat].reserve == 0 and s.options.capture_reserve == "needed":
            return
        for piece in self.valley(s, seat):
            for cell in self.near[piece]:
                if s.visitors.get(cell) in ("man", "woman"):
                    yield f"capture {piece} {cell}"

    def rises(self, s: Any, spaces: list[str]) -> list[str]:
        free = self.bushes(s)
        if s.options.vampire_bushes == "mutual":
            return [f"rise {a} {b}" for a in free for b in free if a < b and b in self.near[a]]
        beside = [c for c in free if any(c in self.near[x] for x in spaces)]
        return [f"rise {a} {b}" for a in beside for b in beside if a < b]

    # The turn

    def lines(self, s: Any) -> set[str]:
        return set(self._lines(s))

    def _lines(self, s: Any) -> Iterator[str]:
        seat = s.turn
        own = s.seats[seat]
        if s.phase == "choose":
            taken = [x.legion for x in s.seats]
            yield from (f"choose {x}" for x in LEGIONS if x not in taken)
        elif s.phase == "bush":
            used = {self.side[c] for c, owner in s.monsters.items() if owner == seat}
            for cell, side in self.side.items():
                if side not in used and self.empty(s, cell):
                    yield f"bush {cell}"
        elif s.phase == "watch":
            yield from (f"watch {side}" for side in self.sides)
        elif s.reveal is not None:
            yield from self.owed(s)
        elif s.rise:
            yield from self.rises(s, s.rise)
            yield "front"
        else:
            yield "end"
            if s.points > 0 or s.begun:
                yield from self.actions(s, seat)
            elif not s.extra and own.down < 3:
                yield "extra"
            if own.down == 3 and self.refreshes(own):
                yield "refresh"
            if s.watch is not None and (s.free_watch or own.tokens >= 2):
                yield from (f"watch {side}" for side in self.sides if side != s.watch)

    def refreshes(self, own: Any) -> bool:
        most = 2 if own.legion == "mummy" else 1
        return bool(own.refreshed < most and own.tokens >= self.refresh_price(own))

    def refresh_price(self, own: Any) -> int:
        return (0, 2)[own.refreshed] if own.legion == "mummy" else 4

    def actions(self, s: Any, seat: int) -> Iterator[str]:
        yield "pass"
        yield from self.walks(s, seat)
        for tent in {t for p in self.valley(s, seat) for t in self.near[p]}:
            if self.kind[tent] == "tent" and tent not in s.turned:
                yield f"reveal {tent}"
        yield from self.scares(s, seat)
        yield from self.captures(s, seat)
        if s.seats[seat].front:
            yield from (f"enter {c}" for c in self.bushes(s))

    # What a line leads to

    def after(self, s: Any, line: str) -> dict[str, Any]:
        """The board, the tokens and the pieces as a line leaves them, chance aside."""
        words = line.split()
        board = Board(self, s)
        getattr(board, f"do_{words[0]}", board.nothing)(*words[1:])
        return board.summary()

    def points(self, s: Any) -> dict[int, list[int]]:
        """For each player: points, monsters in the valley, tokens."""
        found = {player: [0, 0, 0] for player in s.seating}
        for seat, own in enumerate(s.seats):
            if seat in s.conceded:
                continue
            inside = self.valley(s, seat)
            tents = [t for t, owner in s.held.items() if owner == seat]
            outside = [
                c
                for c, owner in s.monsters.items()
                if owner == seat and self.kind[c] == "bush" and self.side[c] != s.watch
            ]
            total = found[s.seating[seat]]
            total[0] += 2 * len(inside + tents) + len(outside) + own.front + own.tokens // 2
            total[0] += sum(6 if self.fire_beside(s, t) else 4 for t in tents)
            total[1] += len(inside + tents)
            total[2] += own.tokens
        return found


class Board:
    """A copy of what lies on the table, and one handler a verb."""

    def __init__(self, model: Model, s: Any) -> None:
        self.m, self.s, self.seat = model, s, s.turn
        self.monsters, self.visitors = dict(s.monsters), dict(s.visitors)
        self.fires, self.held = dict(s.fires), dict(s.held)
        self.tokens = [own.tokens for own in s.seats]
        self.front = [own.front for own in s.seats]
        self.reserve = [own.reserve for own in s.seats]
        self.bank, self.watch = s.tokens, s.watch

    def summary(self) -> dict[str, Any]:
        return {
            "monsters": self.monsters, "visitors": self.visitors, "fires": self.fires,
            "held": self.held, "tokens": self.tokens, "front": self.front,
            "reserve": self.reserve, "bank": self.bank, "watch": self.watch,
        }  # fmt: skip

    def nothing(self, *words: str) -> None:
        pass

    def gain(self, amount: int) -> None:
        given = min(amount, self.bank)
        self.bank -= given
        if self.s.options.token_supply == "unlimited":
            given = amount
        self.tokens[self.seat] += given

    def pay(self, amount: int, kept: int = 0) -> None:
        self.tokens[self.seat] -= amount
        self.bank += amount - kept

    def do_bush(self, cell: str) -> None:
        self.reserve[self.seat] -= 1
        self.monsters[cell] = self.seat

    def do_move(self, start: str, end: str, *pounce: str) -> None:
        beset = self.m.beset(self.s, self.seat, start, end)
        del self.monsters[start]
        if self.m.kind[end] == "tent":
            self.pay(self.m.price(self.s, end), kept=1)
            self.held[end] = self.seat
        else:
            self.monsters[end] = self.seat
        for cell, count in beset.items():
            if count >= 3 or cell in pounce:
                self.front[self.monsters.pop(cell)] += 1
                self.gain(2 if cell in pounce else 3)

    def do_fire(self, cell: str) -> None:
        self.fires[cell] = self.s.reveal.tent

    def do_burn(self, cell: str) -> None:
        if self.visitors.pop(cell, None) is None:
            self.front[self.monsters.pop(cell)] += 1
        self.do_fire(cell)

    def do_put(self, who: str, cell: str) -> None:
        self.visitors[cell] = who

    def do_frighten(self, *cells: str) -> None:
        self.gain(sum(WORTH[self.visitors.pop(c)] for c in cells) - (len(cells) - 1))

    def do_capture(self, monster: str, visitor: str) -> None:
        del self.monsters[monster]
        del self.visitors[visitor]
        self.front[self.seat] += 1
        if self.reserve[self.seat]:
            self.reserve[self.seat] -= 1
            self.front[self.seat] += 1

    def do_rise(self, *bushes: str) -> None:
        self.front[self.seat] -= 2
        for cell in bushes:
            self.monsters[cell] = self.seat

    def do_enter(self, cell: str) -> None:
        self.front[self.seat] -= 1
        self.monsters[cell] = self.seat

    def do_refresh(self) -> None:
        self.pay(self.m.refresh_price(self.s.seats[self.seat]))

    def do_watch(self, side: str) -> None:
        if self.s.phase == "turn" and not self.s.free_watch:
            self.pay(2)
        self.watch = side
