"""What a game is: the interface that every game implements, and the part of a state that is ours.

A `Game` is made once for a pack and holds nothing that changes. Its methods are pure functions of
the values they are handed. `play` and `resolve` change the state in place: the fold owns it, and
whoever keeps a state keeps a clone.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

from engine.chance import Request
from engine.text import Span as Span
from engine.words import Whose

if TYPE_CHECKING:
    from engine.glossary import Article

UNSEEN_CARDS = "unseen"
"""The stream on which luck deals the cards that nobody recorded, when it takes over."""


class Options(
    Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):  # fmt: skip
    """The doubtful rulings of a game, one field each. What a new match gets is `Game.OPTIONS`.

    A field has no default, or (when it was added later) the default that older matches were played
    by: None, a bool, 0, "" or an empty list or dict.
    """


class Concede(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True,
    tag_field="verb", tag="concede",
):  # fmt: skip
    """A player leaves the match, with every seat that he holds (a move of every game)."""


class Agree(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True,
    tag_field="verb", tag="agree",
):  # fmt: skip
    """Everybody still in the match has agreed to stop (a move of every game)."""


class State(
    Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):  # fmt: skip
    """What the kernel keeps of every match; a game's State extends it.

    Plain data only: int, str, bool, None, Literal, lists, tuples, dicts with text keys, structs and
    unions of these; no float, no set, no object reachable twice. Defaults are None, a bool, 0, ""
    or an empty list or dict. Fields are never removed, renamed or reordered.
    """

    options: Any
    seating: list[int] = []
    """The player (by place in the root) who holds each seat."""
    conceded: list[Whose] = []
    """The seats that have left the match, in the order in which they left. When the last one of a
    side leaves, those that the side had lost before by the rules have left with it."""
    ended: str = ""
    """Why the match is over, in words; empty while it goes on. Set by the game, or by `agree`."""


class Standing(Struct, frozen=True):
    """How a side stands: its seats, its points, its rank (1 is first, ties share one; 0: none,
    as in a solitaire that is not won), and what breaks ties, in the order in which it is compared
    (higher is better)."""

    seats: list[int]
    points: int
    rank: int
    ties: list[int] = []


class Result(Struct, frozen=True):
    """How a match ended: the sides, best first, and why it ended."""

    standing: list[Standing]
    why: str


class Turn(Struct, frozen=True):
    """Where the match stands: round, phase and whose turn as short texts, the outermost first.

    `log` groups by it; `undo --turn` goes back to where the last one that differs began. A text
    may hold `{0}`, `{1}`...: the names of seats.
    """

    texts: list[str]


class Picture(Struct, frozen=True):
    """The table, for eyes: lines of styled text for a terminal, of at most 80 columns, and an SVG
    document (empty: the lines are drawn as they are)."""

    lines: list[list[Span]]
    svg: str = ""


class Game(ABC):
    """The rules of a game over the components of a pack. See the module for what holds of all."""

    name: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[str]
    players: ClassVar[tuple[int, int]]
    """The fewest and the most players."""
    State: ClassVar[type[State]]
    Options: ClassVar[type[Options]]
    Moves: ClassVar[Any]
    """The union of the game's move structs (each with `tag_field="verb"`), without the kernel's."""
    Pack: ClassVar[Any]
    """The type of the pack; canonical JSON of it is what the match stores."""
    OPTIONS: ClassVar[dict[str, Any]]
    """The value of each option in a new match."""

    def __init__(self, pack: Any) -> None:
        """Compute tables from a pack; raises BadPack where the pack cannot be played."""
        self.pack = pack

    def seating(self, players: int) -> list[int]:
        """The player who holds each seat, for a number of players."""
        return list(range(players))

    @abstractmethod
    def setup(self, players: int, options: Any) -> Any:
        """The first state. `options` is the state's to keep."""

    @abstractmethod
    def waits(self, state: Any) -> list[int]:
        """The seats that owe a decision; empty while chance is due or when the match is over."""

    @abstractmethod
    def turn(self, state: Any) -> Turn:
        """Where the match stands."""

    @abstractmethod
    def chance(self, state: Any) -> Request | None:
        """What chance must decide now. While it is due no move is legal."""

    @abstractmethod
    def moves(self, state: Any) -> list[tuple[int, Any]]:
        """The legal moves with their seats; never more than a few hundred; none in chance."""

    @abstractmethod
    def check(self, state: Any, seat: int, move: Any) -> None:
        """Raise IllegalMove where the rules do not allow the move. Changes nothing.

        The kernel has seen to it that the match goes on, that no chance is due and that the seat
        is in the match.
        """

    def section(self, kind: type) -> str:
        """The heading of the printed rulebook that allows a kind of move, or "". Unless a game
        keeps it elsewhere, it stands before the colon of the docstring of the move's struct."""
        heading, colon, _ = (kind.__doc__ or "").partition(": ")
        return heading if colon and "." not in heading else ""

    @abstractmethod
    def play(self, state: Any, seat: int, move: Any) -> None:
        """Apply a move that `check` let pass, or that was recorded; never refuses."""

    def fits(self, state: Any, values: list[str]) -> None:  # noqa: B027 (most games need no more)
        """Raise IllegalOutcome where values that `chance` allows each cannot have come together."""

    @abstractmethod
    def resolve(self, state: Any, values: list[str]) -> None:
        """Apply values that fit `chance`; never refuses."""

    @abstractmethod
    def leave(self, state: Any, seats: Sequence[int]) -> None:
        """These seats have just conceded and the match goes on without them."""

    def eliminated(self, state: Any) -> Sequence[int]:
        """The seats that the rules have taken out of the match, beside those that conceded: they
        neither concede nor agree, and a side of such seats alone is no longer in the match."""
        return ()

    @abstractmethod
    def standing(self, state: Any) -> list[Standing]:
        """Each side's points and rank as it stands, best first, concessions aside."""

    def outlook(self, state: Any, seat: int) -> int | None:
        """What a position is worth to a seat, for bots, where its points do not tell; else None."""
        return None

    @abstractmethod
    def broken(self, state: Any) -> list[str]:
        """The invariants that do not hold, in words."""

    @abstractmethod
    def view(self, state: Any, seat: int | None) -> Any:
        """A new state of the same type, in which what that seat (None: everybody) may not see is
        unseen."""

    def uncertain(self, state: Any, seat: int, move: Any) -> bool:
        """Whether a move that is legal in a view takes a card that, as far as the view goes, the
        seat may hold or not. Else as it is with `engine.cards` and `engine.own_cards`."""
        from engine.unseen import decides

        return decides(self, state, seat, move)

    @abstractmethod
    def names(self, state: Any, kind: str) -> list[str]:
        """The names that a word of that kind may be."""

    def aliases(self, state: Any, kind: str) -> dict[str, str]:
        """Other spellings of such names, with the name that each stands for; typed in full."""
        return {}

    def role(self, state: Any, seat: int) -> str:
        """A short name that tells apart the seats of one player; empty where he holds one."""
        return ""

    def deal(self, state: Any) -> Request | None:
        """What luck decides first when it takes over: the next card that nobody recorded, on the
        stream `UNSEEN_CARDS`; None where every card is known."""
        return None

    def reveal(self, state: Any, values: list[str]) -> None:  # noqa: B027 (most games have none)
        """Apply values that answer `deal`; never refuses."""

    def news(self, before: Any, after: Any, event: Any) -> Iterable[str]:
        """What came of an event beside what it says itself: texts that may hold `{0}`, `{1}`...,
        the names of seats. Else the points that have changed.

        The states are views of the same eyes, `event` (one of `engine.events`) has `?` for what
        these do not see: so everything in them may be told.
        """
        from engine.news import points

        return points(self, before, after)

    def glance(self, state: Any) -> Iterable[str]:
        """What the table looks like, in a text for each seat or so, beside turn and standing: what
        a player would look up before he moves. Texts may hold `{0}`, `{1}`...: the names of
        seats. The state is a view, so everything in it may be told."""
        return ()

    def glossary(self) -> "list[Article]":
        """The things of the game in its author's words: cards, boards, symbols, phases, terms.
        Moves and options are told beside them. Else what the pack gives names to."""
        from engine.glossary import of_pack

        return list(of_pack(self.pack))

    @abstractmethod
    def picture(self, state: Any, names: Sequence[str]) -> Picture:
        """The table, with the names of the seats' players."""
