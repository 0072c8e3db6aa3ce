"""Which deals agree with what was seen: a search over where each card can have come from.

Cards pass through bags: a shuffled pool, a hand between two draws. What goes into a bag is known by
name or is an unseen copy out of an earlier bag; what comes out is anything that is in it. A claim
says that something which came out of a bag has a name. A deal agrees with the claims when each of
them is led back, bag by bag, to a card of that name, and no card or copy is used twice.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import factorial, prod

from msgspec import Struct

Claim = tuple[int, str]
"""A bag (by its place in the net), and the name of something that came out of it."""


class Bag(Struct):
    """What is in a bag: cards by name, and how many unseen copies out of which other bags."""

    named: dict[str, int]
    copies: dict[int, int] = {}

    @property
    def size(self) -> int:
        """Everything that is in it."""
        return sum(self.named.values()) + sum(self.copies.values())


class Net(Struct):
    """The bags of a deck, and the claims on what came out of them."""

    bags: list[Bag] = []
    claims: list[Claim] = []

    def agrees(self, *more: Claim) -> bool:
        """Whether some deal agrees with all claims and these."""
        search = _Search(self, more)
        return search.possible and search.any(0, search.unused)

    def ways(self, *more: Claim) -> int:
        """How many deals agree with all claims and these, up to a factor that is the same for all.

        Every order of every bag counts once: so what somebody chose to show, or to discard, says
        nothing about what he keeps.
        """
        search = _Search(self, more)
        return search.factor * search.count(0, search.unused) if search.possible else 0

    def open(self, place: int, count: int) -> bool:
        """Whether it is sure that any `count` of the cards that no claim is led to may come out of
        a bag: the claims are led back in one way, and that way leaves all of these free."""
        search = _Search(self, ())
        if not search.possible or not search.any(0, search.unused):
            return False
        left = search.remainder()
        kinds = {str(n): sum(bag.named.values()) for n, bag in enumerate(left)}
        for bag, kind in zip(left, kinds, strict=True):
            bag.named = {kind: kinds[kind]}
        return all(
            Net(left).agrees(*((place, kind) for kind in chosen))
            for chosen in combinations_with_replacement(kinds, count)
            if all(chosen.count(kind) <= kinds[kind] for kind in chosen)
        )

    def names(self, place: int) -> list[str]:
        """The names that anything in a bag can have had, claims aside."""
        found: dict[str, None] = {}
        for other in self._behind(place):
            found.update((n, None) for n, copies in self.bags[other].named.items() if copies > 0)
        return list(found)

    def _behind(self, place: int) -> list[int]:
        """The bag and all from which copies came into it."""
        found = [place]
        for other in found:
            found += [source for source in self.bags[other].copies if source not in found]
        return found

    def sources(self, place: int, name: str) -> list[int]:
        """Where a card of a bag can have come from: bags, or the bag itself for its named ones."""
        bag = self.bags[place]
        found = [source for source in bag.copies if name in self.names(source)]
        return [place, *found] if bag.named.get(name, 0) > 0 else found

    def spent(self, place: int) -> bool:
        """Whether all that was in a bag is claimed, its named cards too."""
        return self.bags[place].size == sum(other == place for other, _ in self.claims)

    def plain(self, place: int) -> bool:
        """Whether what is left in a bag is a multiset, of which everything is as likely."""
        return not self.bags[place].copies and not any(
            other != place and place in self._behind(other) for other, _ in self.claims
        )

    def rest(self, place: int) -> dict[str, int]:
        """What is left in a plain bag."""
        left = dict(self.bags[place].named)
        for other, name in self.claims:
            if other == place:
                left[name] = left.get(name, 0) - 1
        return {name: copies for name, copies in left.items() if copies > 0}


class _Search:
    """The ways to lead claims back. Names meet only where they use copies of the same bag, so one
    name is done after the other, and what is found for equal uses of the copies is kept."""

    def __init__(self, net: Net, more: tuple[Claim, ...]) -> None:
        self._named = [dict(bag.named) for bag in net.bags]
        self._edges: list[list[tuple[int, int]]] = []
        self._free: list[int] = []
        self._givers: list[int] = []
        for bag in net.bags:
            self._edges.append([(g, len(self._free) + n) for n, g in enumerate(bag.copies)])
            self._free += bag.copies.values()
            self._givers += bag.copies
        self.unused = (0,) * len(self._free)
        self._sizes = [bag.size for bag in net.bags]
        self.factor, self.possible = 1, True
        by_name: dict[str, list[int]] = {}
        for place, name in (*net.claims, *more):
            self._sizes[place] -= 1
            if self._edges[place]:
                by_name.setdefault(name, []).append(place)
                continue
            # There is one place to lead it to.
            copies = self._named[place].get(name, 0)
            self.factor *= copies
            self.possible = self.possible and copies > 0
            self._named[place][name] = copies - 1
        self._groups = [(name, tuple(sorted(places))) for name, places in by_name.items()]
        self._seen: dict[tuple[int, tuple[int, ...]], int] = {}
        self._spent: list[Claim] = []
        self._used = self.unused

    def count(self, group: int, used: tuple[int, ...]) -> int:
        """The ways to lead back all names from this one on, with the copies used so far."""
        if group == len(self._groups):
            return self._orders(used)
        key = group, used
        if key not in self._seen:
            name, places = self._groups[group]
            self._seen[key] = sum(
                ways * self.count(group + 1, after)
                for ways, after, _ in self._lead(name, places, used, ())
            )
        return self._seen[key]

    def any(self, group: int, used: tuple[int, ...]) -> bool:
        """Whether there is a way (the first that is found is kept)."""
        if group == len(self._groups):
            self._used = used
            return True
        key = group, used
        if key in self._seen:
            return False
        self._seen[key] = 0
        name, places = self._groups[group]
        for _, after, spent in self._lead(name, places, used, ()):
            if self.any(group + 1, after):
                self._spent += [(place, name) for place in spent]
                return True
        return False

    def remainder(self) -> list[Bag]:
        """What the way that `any` found leaves in the bags."""
        left = [Bag(dict(named), {}) for named in self._named]
        for bag, edges in zip(left, self._edges, strict=True):
            bag.copies = {giver: self._free[edge] - self._used[edge] for giver, edge in edges}
        for place, name in self._spent:
            left[place].named[name] -= 1
        return left

    def _lead(
        self, name: str, places: tuple[int, ...], used: tuple[int, ...], spent: tuple[int, ...]
    ) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...]]]:
        """The ways to lead back the claims of one name; `spent`: where its named cards went."""
        if not places:
            yield 1, used, spent
            return
        place, rest = places[0], places[1:]
        copies = self._named[place].get(name, 0) - spent.count(place)
        if copies > 0:
            for ways, after, gone in self._lead(name, rest, used, (*spent, place)):
                yield copies * ways, after, gone
        for giver, edge in self._edges[place]:
            copies = self._free[edge] - used[edge]
            if copies > 0:
                taken = (*used[:edge], used[edge] + 1, *used[edge + 1 :])
                for ways, after, gone in self._lead(name, (giver, *rest), taken, spent):
                    yield copies * ways, after, gone

    def _orders(self, used: tuple[int, ...]) -> int:
        # Whatever no claim has used leaves its bag in any order.
        sizes = list(self._sizes)
        for giver, copies in zip(self._givers, used, strict=True):
            sizes[giver] -= copies
        return prod(factorial(size) if size > 0 else 1 for size in sizes)
