"""What a line may become: the legal moves as a tree of words, and what chance may show.

Nothing here knows a terminal: `complete` gets where a session stands and what was typed, and gives
whole lines. It offers only what is legal and what everybody (or the session's viewer) may know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from cli import completers
from engine import fold
from engine.chance import Request, needs
from engine.game import Agree, Concede
from engine.notation import format_words, leads, squash

if TYPE_CHECKING:
    from replay.match import Match, Spot
    from replay.reading import Viewer

MOST = 300
"""How many lines are offered at most; nobody reads more."""

_key = lru_cache(maxsize=8192)(squash)
"""How a word reads; a position has the same few hundred at each key that is pressed."""


class Node:
    """A place in the tree of words: what may come next, and whether a line may end here."""

    __slots__ = ("children", "whole")

    def __init__(self) -> None:
        self.children: dict[str, Node] = {}
        self.whole = False

    def add(self, words: Sequence[str]) -> None:
        """Put a line into the tree."""
        node = self
        for word in words:
            node = node.children.setdefault(word, Node())
        node.whole = True


class Here:
    """Where a session stands, as its viewer may see it; each part is worked out once a position.

    `state` is a copy, so it stays what it is while the match goes on.
    """

    def __init__(self, match: Match, spot: Spot, viewer: Viewer) -> None:
        from replay import reading

        self.match, self.event, self.ply = match, spot.event, spot.ply
        self.game = match.game
        self.irregular = spot.position.irregular
        self.state: Any = match.keeper.clone(reading.viewed(match, spot.position.state, viewer))
        self.labels = match.labels(self.state)
        self.seeded = spot.position.seed is not None
        self.request: Request | None = None if self.state.ended else self.game.chance(self.state)
        self.waits = [self.labels[seat] for seat in fold.waits(self.game, self.state)]

    @cached_property
    def lines(self) -> list[tuple[str, list[str]]]:
        """Every legal move: whose, and its words. `concede` and `agree` stand last."""
        labels, state = self.labels, self.state
        found = [
            (labels[seat], format_words(labels, move))
            for seat, move in fold.moves(self.game, state)
        ]
        if self.request is None and not state.ended:
            alive = fold.present(self.game, state)
            found += [(labels[seat], format_words(labels, Concede())) for seat in alive]
            found.append((labels[alive[0]], format_words(labels, Agree())))
        return found

    @cached_property
    def tree(self) -> Node:
        """The lines as words: without a name for the only seat that is waited for, then by name."""
        root = Node()
        for seat, words in self.lines:
            if self.waits == [seat] or words == ["agree"]:
                root.add(words)
        for seat, words in self.lines:
            root.add([f"{seat}:", *words])
        return root

    @property
    def texts(self) -> list[str]:
        """Every legal line, with a name where it needs one."""
        return [self.unnamed(" ".join([f"{seat}:", *words])) for seat, words in self.lines]

    def unnamed(self, line: str) -> str:
        """A line without the name that it needs not."""
        return line.removeprefix(f"{self.waits[0]}: ") if len(self.waits) == 1 else line


def complete(here: Here, typed: str) -> list[str]:
    """The lines that what was typed may become, each as far as it is clear: to where it forks, or
    to its end. An unfinished one ends with a space.

    Case, accents and punctuation do not count, and of each word but the last a beginning that is
    the only one is enough.
    """
    if here.request is not None:
        return list(dict.fromkeys(_values(here, typed)))[:MOST]
    found = _grown(list(_moves(here, typed)))
    if not here.seeded and not here.state.ended:
        found += _behind(here, typed)
    return list(dict.fromkeys(found))[:MOST]


def only(here: Here, typed: str) -> str | None:
    """The only legal move of the game that begins so, or None. Never one that ends the match."""
    if not typed.rpartition(":")[2].strip():
        return None
    moves = {
        here.unnamed(" ".join(line))
        for path, node in _moves(here, typed)
        if ":" in typed or not path[0].endswith(":")
        for line in _leaves([*path], node)
    }
    said = {line.rpartition(": ")[2] for line in moves}
    return moves.pop() if len(moves) == 1 and not said & {"concede", "agree"} else None


def _leaves(path: list[str], node: Node) -> Iterator[list[str]]:
    if node.whole:
        yield path
    for word, child in node.children.items():
        yield from _leaves([*path, word], child)


# Moves

Ending = tuple[tuple[str, ...], Node]


def _moves(here: Here, typed: str) -> Iterator[Ending]:
    """Where in the tree what was typed may lead."""
    head, colon, tail = typed.partition(":")
    if not colon:
        yield from _walk((), here.tree, typed.split(), typed.endswith(" "))
        return
    for name in _speakers(here, head):
        node = here.tree.children.get(f"{name}:")
        if node is not None:
            yield from _walk((f"{name}:",), node, tail.split(), tail.endswith(" "))


def _speakers(here: Here, head: str) -> list[str]:
    key = squash(head)
    same = [name for name in here.labels if _key(name) == key]
    return same or [name for name in here.labels if key and _key(name).startswith(key)]


def _walk(path: tuple[str, ...], node: Node, tokens: list[str], closed: bool) -> Iterator[Ending]:
    """The nodes to which the tokens lead; `closed` where a space follows the last one."""
    if not tokens:
        yield path, node
        return
    for size in range(len(tokens), 0, -1):
        key, last = _key(" ".join(tokens[:size])), size == len(tokens)
        if not key:
            continue
        words = [word for word in node.children if _key(word).startswith(key)]
        for word in words:
            onward, child = (*path, word), node.children[word]
            if last and closed and _key(word) == key:
                yield from (((*onward, more), after) for more, after in child.children.items())
            elif last:
                yield onward, child
            elif _meant(word, key, words):
                yield from _walk(onward, child, tokens[size:], closed)


def _meant(word: str, key: str, words: list[str]) -> bool:
    """Whether a word that is finished means this one: all of it, or the only one so begun."""
    return _key(word) == key or (all(_key(w) != key for w in words) and not _cut(word, key))


def _cut(word: str, key: str) -> bool:
    """Whether a number of the word would be cut in two."""
    return key[-1:].isdigit() and _key(word)[len(key) : len(key) + 1].isdigit()


def _grown(ends: list[Ending]) -> list[str]:
    """Endings as lines: each taken on to where it forks; an only one that forks as its branches."""
    while True:
        ends = [_onward(path, node) for path, node in ends]
        if len(ends) != 1 or ends[0][1].whole:
            break
        path, node = ends[0]
        ends = [((*path, word), child) for word, child in node.children.items()]
        if not ends:
            break
    return [" ".join(path) + ("" if node.whole else " ") for path, node in ends]


def _onward(path: tuple[str, ...], node: Node) -> Ending:
    while not node.whole and len(node.children) == 1:
        ((word, child),) = node.children.items()
        path, node = (*path, word), child
    return path, node


# Chance


def _values(here: Here, typed: str) -> Iterator[str]:
    """What chance may show next, with the verb where it was typed."""
    if here.request is None or here.seeded:
        return
    words = typed.split()
    led = leads(words, here.request.verb)
    verb, words = [here.request.verb][:led], words[led:]
    yield from _next(here.request, verb, words)
    if words and typed.endswith(" "):
        yield from _chained(here, verb, words)
    elif words:
        # The last word is whole as it stands, or the beginning of a longer one.
        yield from _next(here.request, verb, words[:-1], words[-1])


def _next(request: Request, verb: list[str], words: list[str], more: str = "") -> Iterator[str]:
    said, rest = completers.said_first(request, words)
    if len(said) == needs(request):
        return
    typed = " ".join([*rest, more]).strip()
    # What is no letter at all, as `?`, counts as it is.
    key = squash(typed) or typed
    unfinished = len(said) + 1 < needs(request)
    for name in completers.possible(request, said):
        if (squash(name) or name).startswith(key):
            yield " ".join([*verb, *said, name]) + " " * unfinished


def _chained(here: Here, verb: list[str], words: list[str]) -> Iterator[str]:
    """What a chance that follows the one which the words answer may show."""
    assert here.request is not None
    if len(completers.said_first(here.request, words)[0]) < needs(here.request):
        return
    state = here.match.keeper.clone(here.state)
    line = " ".join([here.request.verb, *words])
    for offered in completers.outcomes(here.game, state, here.labels, line):
        yield offered if verb else " ".join([*words, offered.split()[-1]])


def _behind(here: Here, typed: str) -> list[str]:
    """A move that was typed in full, and what chance may show behind it."""
    if not typed.strip():
        return []
    state = here.match.keeper.clone(here.state)
    return list(completers.outcomes(here.game, state, here.labels, typed))


# Words


def begins(seat: str, words: Sequence[str], typed: str) -> bool:
    """Whether a legal line begins with what was typed, with its name or without."""
    node = Node()
    node.add(words)
    node.add([f"{seat}:", *words])
    return next(_walk((), node, typed.replace(":", ": ").split(), False), None) is not None
