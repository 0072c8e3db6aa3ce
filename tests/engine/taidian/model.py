"""A second, plain reading of the rules, for matches whose every card is known.

It keeps whole piles of named cards and is told every event; what it holds, and what it takes to be
legal, is compared with the game's own state.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from engine.games.taking_of_taidian import moves as m
from tests.engine.taidian.box import CHARACTERS, POWERS

Pile = Counter[str]


@dataclass
class Seat:
    health: int = 0
    start: int = 0
    energy: int = 0
    levels: Pile = field(default_factory=Counter)
    deck: Pile = field(default_factory=Counter)
    hand: Pile = field(default_factory=Counter)
    discard: Pile = field(default_factory=Counter)
    front: Pile = field(default_factory=Counter)
    bought: Pile = field(default_factory=Counter)
    kept: Pile = field(default_factory=Counter)
    play: set[str] = field(default_factory=set)
    healed: set[str] = field(default_factory=set)
    character: str = ""
    out: bool = False


class Model:
    """A match as it should stand; `owed` is what chance must still give to a draw or a steal."""

    def __init__(self, pack: Any, n: int, options: Any) -> None:
        self.kinds = {card.name: card for card in pack.card}
        self.characters = {entry.name: entry for entry in pack.character}
        self.common = pack.deck.cards
        self.o, self.n = options, n
        self.seats = [Seat() for _ in range(n)]
        team = {seat: place for place, seats in enumerate(options.teams) for seat in seats}
        self.side = [team.get(seat, 10 + seat) for seat in range(n)]
        self.turn, self.phase, self.purse = options.first, "set-up", 0
        self.turns: Pile = Counter()
        self.sold: Pile = Counter()
        self.batch: list[tuple[str, int | None]] | None = None
        self.declared: list[int] = []
        self.answers: list[int] | None = None
        self.attacked: list[int] = []
        self.blocked: Pile = Counter()
        self.fallen: list[list[int]] = []
        self.conceded: list[int] = []
        self.last: dict[int, str] = {}
        """How the last character of a side fell."""
        self.draws: list[tuple[int, int]] = []
        self.theft: tuple[int, int] | None = None

    # What holds

    def alive(self, seat: int) -> bool:
        return not self.seats[seat].out and seat not in self.conceded

    def clockwise(self, start: int) -> list[int]:
        return [(start + step) % self.n for step in range(self.n)]

    def foes(self, seat: int) -> list[int]:
        """The living opponents, clockwise."""
        others = self.clockwise(seat)[1:]
        return [s for s in others if self.alive(s) and self.side[s] != self.side[seat]]

    def over(self) -> bool:
        return len({self.side[s] for s in range(self.n) if self.alive(s)}) == 1

    def points(self, seat: int, card: str) -> int:
        kind, levels = self.kinds[card], self.seats[seat].levels
        most = 3 if self.o.level_bonus == "each" else 1
        total: int = kind.points + sum(10 * min(levels[name], most) for name in kind.symbols)
        return total + (self.sum(seat, "attack") if kind.color == "red" else 0)

    def sum(self, seat: int, effect: str) -> int:
        names = self.seats[seat].play
        return sum(e.amount for n in names for e in self.kinds[n].effects if e.effect == effect)

    def several(self, card: str) -> bool:
        kind = self.kinds[card]
        return kind.hits == "several" or (kind.hits == "one" and self.o.targets == "all-declared")

    def targets(self) -> list[int]:
        """Who is declared in the open batch."""
        named = {foe for _, foe in self.batch or [] if foe is not None} | set(self.declared)
        return [s for s in self.clockwise(self.turn)[1:] if s in named and self.alive(s)]

    def owes_power(self, seat: int) -> bool:
        return self.seats[seat].energy >= (11 if self.o.at_ten == "may" else 10)

    # What is legal

    def legal(self) -> list[tuple[int, Any]]:
        """Every legal move with its seat, in no order."""
        if self.draws or self.theft or self.over():
            return []
        if self.phase == "set-up":
            taken = {seat.character for seat in self.seats}
            return [(self.turn, m.Choose(c)) for c in CHARACTERS if c not in taken]
        if self.answers is not None:
            who = self.answers[0]
            blue = [c for c in self.seats[who].hand if self.kinds[c].color == "blue"]
            return [(who, m.Take()), *((who, m.Block(card)) for card in blue)]
        mine = [(self.turn, move) for move in self._own()]
        if self.batch is not None or (self.phase == "upgrade" and self.owes_power(self.turn)):
            return mine
        for seat in range(self.n):
            if self.alive(seat) and (self.o.build_when == "any-turn" or seat == self.turn):
                green = [c for c in self.seats[seat].hand if self.kinds[c].color == "green"]
                mine += [(seat, m.Build(card)) for card in green]
        return mine

    def _own(self) -> list[Any]:
        if self.phase == "begin":
            return [m.Attack(), m.Upgrade()]
        return self._attacking() if self.phase == "attack" else self._upgrading()

    def _attacking(self) -> list[Any]:
        me, found = self.seats[self.turn], []
        foes = self.foes(self.turn)
        for card in me.hand:
            kind = self.kinds[card]
            if kind.color != "red":
                continue
            if kind.firebomb:
                found += [] if self.batch is not None else [
                    m.Firebomb(foe, name) for foe in foes for name in self.seats[foe].play
                ]  # fmt: skip
            elif kind.steal:
                found += [m.Steal(card, foe) for foe in foes] if self.batch is None else []
            elif self.several(card):
                found.append(m.Lay(card))
            else:
                found += [m.Lay(card, foe) for foe in foes]
        if self.batch is None:
            return [*found, m.End()]
        open_cards = [card for card, foe in self.batch if foe is None]
        if open_cards:
            found += [m.Declare(foe) for foe in foes if foe not in self.targets()]
        if self.targets() or not open_cards:
            found.append(m.Hit())
        return found

    def _upgrading(self) -> list[Any]:
        me = self.seats[self.turn]
        powers = [m.Power(name) for name in POWERS if me.levels[name] < 3]
        if self.owes_power(self.turn):
            return powers
        found = [*powers] if me.energy == 10 else []
        for card in me.hand:
            kind = self.kinds[card]
            found += [m.Charge(card)] if kind.energy else [m.Spend(card)] if kind.money else []
        owned = set(me.play) | set(me.hand) | set(me.deck) | set(me.discard)
        for name, kind in self.kinds.items():
            left = kind.copies - self.sold[name]
            if left and kind.price <= self.purse and not (kind.color == "green" and name in owned):
                found.append(m.Buy(name))
        return [*found, m.End()]

    # What happens

    def move(self, seat: int, move: Any) -> None:
        getattr(self, "_" + type(move).__name__.lower())(seat, move)

    def _choose(self, seat: int, move: Any) -> None:
        entry, me = self.characters[move.character], self.seats[seat]
        me.character, me.health, me.start = entry.name, entry.health, entry.health
        me.deck = Counter({part.card: part.copies for part in entry.deck or self.common})
        self._go_on_choosing()

    def _go_on_choosing(self) -> None:
        order = [s for s in self.clockwise(self.o.first) if self.alive(s)]
        left = [s for s in order if not self.seats[s].character]
        if left:
            self.turn = left[0]
            return
        self.phase, self.turn = "begin", order[0]
        self.turns[self.turn] += 1
        for seat in order:
            self._draw(seat, 5)

    def _attack(self, seat: int, move: Any) -> None:
        self.phase = "attack"

    def _upgrade(self, seat: int, move: Any) -> None:
        self.phase, self.purse = "upgrade", self.sum(seat, "money")
        self._charged(seat, self.sum(seat, "energy"))

    def _lay(self, seat: int, move: Any) -> None:
        self._use(seat, move.card)
        self.batch = [*(self.batch or []), (move.card, move.foe)]

    def _declare(self, seat: int, move: Any) -> None:
        self.declared.append(move.foe)

    def _hit(self, seat: int, move: Any) -> None:
        self.answers = self.targets()
        self.attacked = list(self.answers)
        self._answered()

    def _block(self, seat: int, move: Any) -> None:
        self.seats[seat].hand -= Counter([move.card])
        self.seats[seat].discard[move.card] += 1
        self.blocked[seat] += self.points(seat, move.card)

    def _take(self, seat: int, move: Any) -> None:
        assert self.answers is not None
        self.answers.remove(seat)
        self._answered()

    def _answered(self) -> None:
        if self.answers:
            return
        for foe in self.attacked:
            if self.alive(foe):
                hits = [c for c, aim in self.batch or [] if aim in (None, foe)]
                damage = sum(self.points(self.turn, card) for card in hits)
                damage -= self.blocked[foe] + self.sum(foe, "defence")
                self.seats[foe].health -= min(max(damage, 0), self.seats[foe].health)
        dead = [s for s in self.attacked if self.alive(s) and not self.seats[s].health]
        for seat in dead:
            self._leave(seat)
        if dead:
            self.fallen.append(dead)
        self._no_batch()

    def _no_batch(self) -> None:
        self.batch, self.declared, self.answers, self.attacked = None, [], None, []
        self.blocked.clear()

    def _leave(self, seat: int) -> None:
        self.last[self.side[seat]] = "conceded" if seat in self.conceded else "died"
        old = self.seats[seat]
        self.seats[seat] = Seat(energy=old.energy, levels=old.levels, character=old.character)
        self.seats[seat].out = True

    def _firebomb(self, seat: int, move: Any) -> None:
        (card,) = [name for name, kind in self.kinds.items() if kind.firebomb]
        self._use(seat, card)
        self.seats[move.foe].play.remove(move.structure)
        self.seats[move.foe].discard[move.structure] += 1
        if self.kinds[card].points:
            self.batch = [(card, move.foe)]
            self.answers, self.attacked = [move.foe], [move.foe]

    def _steal(self, seat: int, move: Any) -> None:
        self._use(seat, move.card)
        self.theft = (seat, move.foe)

    def _charge(self, seat: int, move: Any) -> None:
        self._use(seat, move.card)
        self._charged(seat, self.kinds[move.card].energy)

    def _charged(self, seat: int, energy: int) -> None:
        if sum(self.seats[seat].levels.values()) < 12:
            self.seats[seat].energy += energy

    def _power(self, seat: int, move: Any) -> None:
        me = self.seats[seat]
        me.levels[move.power_up] += 1
        me.energy = me.energy - 10 if sum(me.levels.values()) < 12 else 0

    def _spend(self, seat: int, move: Any) -> None:
        self._use(seat, move.card)
        self.purse += self.kinds[move.card].money

    def _buy(self, seat: int, move: Any) -> None:
        self.purse -= self.kinds[move.card].price
        self.sold[move.card] += 1
        if self.kinds[move.card].color == "green":
            self._in_play(seat, move.card)
        else:
            self.seats[seat].bought[move.card] += 1

    def _build(self, seat: int, move: Any) -> None:
        self.seats[seat].hand -= Counter([move.structure])
        self._in_play(seat, move.structure)

    def _in_play(self, seat: int, name: str) -> None:
        me = self.seats[seat]
        me.play.add(name)
        gain = sum(e.amount for e in self.kinds[name].effects if e.effect == "health")
        if name not in me.healed:
            me.healed.add(name)
            most = me.start if self.o.health_cap == "starting" else me.health + gain
            me.health = max(me.health, min(me.health + gain, most))

    def _use(self, seat: int, card: str) -> None:
        assert self.seats[seat].hand[card]
        self.seats[seat].hand -= Counter([card])
        self.seats[seat].front[card] += 1

    def _end(self, seat: int, move: Any) -> None:
        me = self.seats[seat]
        unused = me.hand + me.bought
        me.discard += me.front
        if self.o.reshuffle == "kept-out":
            me.kept = unused
        else:
            me.discard += unused
        me.hand, me.front, me.bought = Counter(), Counter(), Counter()
        size = 5 + self.sum(seat, "hand")
        self._next()
        self._draw(seat, size)

    def _next(self) -> None:
        self.turn = next(s for s in self.clockwise(self.turn + 1) if self.alive(s))
        self.phase, self.purse = "begin", 0
        self.turns[self.turn] += 1

    def _draw(self, seat: int, size: int) -> None:
        me = self.seats[seat]
        if me.deck.total() <= size:
            me.hand, me.deck, size = Counter(me.deck), Counter(), size - me.deck.total()
            if size:
                me.deck, me.discard = me.discard, Counter()
                if me.deck.total() <= size:
                    me.hand, me.deck, size = me.hand + me.deck, Counter(), 0
        if size:
            self.draws.append((seat, size))
        else:
            self._drawn(seat)

    def _drawn(self, seat: int) -> None:
        self.seats[seat].discard += self.seats[seat].kept
        self.seats[seat].kept = Counter()

    def _concede(self, seat: int, move: Any) -> None:
        self.conceded.append(seat)
        mates = [s for s in range(self.n) if self.side[s] == self.side[seat]]
        if not any(map(self.alive, mates)):
            # With the last of them the dead of a team have left too.
            self.conceded += [s for s in mates if s not in self.conceded]
        self._leave(seat)
        if self.over():
            return
        if self.phase == "set-up":
            self._go_on_choosing()
        elif seat == self.turn:
            self._no_batch()
            self._next()
        elif self.answers is not None:
            self.answers = [s for s in self.answers if s != seat]
            self._answered()

    def chance(self, values: list[str]) -> None:
        """What a draw or a steal gave."""
        if self.theft is not None:
            (thief, foe), self.theft = self.theft, None
            if values == ["none"]:
                assert not self.loot(foe)
                return
            assert self.loot(foe)[values[0]]
            self.seats[foe].hand -= Counter(values)
            self.seats[thief].discard += Counter(values)
            return
        seat, size = self.draws[0]
        assert Counter(values) <= self.seats[seat].deck
        self.seats[seat].deck -= Counter(values)
        self.seats[seat].hand += Counter(values)
        self.draws[0] = (seat, size - len(values))
        if size == len(values):
            self.draws.pop(0)
            self._drawn(seat)

    def loot(self, foe: int) -> Pile:
        """What may be stolen out of a hand."""
        hand = self.seats[foe].hand
        return Counter({c: k for c, k in hand.items() if self.kinds[c].color != "green"})

    def certain(self) -> list[str] | None:
        """What chance must give now, if only one thing is possible."""
        if self.theft is not None:
            loot = list(self.loot(self.theft[1]))
            return (loot or ["none"]) if len(loot) < 2 else None
        seat, size = self.draws[0]
        names = list(self.seats[seat].deck)
        return names * size if len(names) == 1 else None
