"""A session: one match, one line at a time, whoever feeds it.

It records moves and runs commands, keeps where it stands, and tells what others did meanwhile.
Whatever is refused is raised, and then nothing was done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cli import saying
from cli.common import Refusal, done, receipt
from cli.live import completion, rendering
from cli.output import say, say_wrapped
from engine.errors import BadNotation
from engine.events import Moved
from engine.notation import leads, squash, verb_of, verbs
from replay.playing import spelled
from replay.tabling import begins

if TYPE_CHECKING:
    from replay.match import By, Done, Match
    from replay.reading import Viewer

MOST = 3
"""How many lines a refusal offers in the place of the refused one."""


class Session:
    """Lines about one match, on one timeline, by one recorder."""

    def __init__(
        self,
        match: Match,
        timeline: str,
        viewer: Viewer,
        told: By,
        *,
        glances: bool = False,
    ) -> None:
        self.match, self.timeline, self.viewer = match, timeline, viewer
        self.by, self.reason = told.by, told.reason
        self._head = told.head
        self.request = told.request
        self.glances = glances
        """Whether each recording is followed by what has changed on the table."""
        self.writes = 0
        """How many rows this session has written."""
        self.stale = False
        """Whether others moved the timeline and whoever sits here has not answered to that yet."""
        self.over = False
        """Whether it was told to quit."""
        self._here: completion.Here | None = None
        self._shown: dict[str, str] = {}
        last = match.store.last_row(match.row.id)
        self.seen = last.n
        """The last row of the journal that whoever sits here has been told of."""
        self.receipt = receipt(match, last)

    @property
    def here(self) -> completion.Here:
        """Where it stands, worked out once a position."""
        if self._here is None:
            spot = self.match.position(self.timeline)
            self._here = completion.Here(self.match, spot, self.viewer)
        return self._here

    def moved(self) -> None:
        """Look anew where it stands before the next answer."""
        self._here = None

    def told(self, reason: str = "") -> By:
        """Who does the next thing and why; only the first names a head that was given."""
        from replay.match import By

        head, self._head = self._head, ""
        return By(self.by, reason or self.reason, head, self.request)

    # One line

    def run(self, line: str) -> None:
        """Do a line: a command or a move. Raises what refuses it."""
        from cli.live.commands import find

        if "\0" in line:
            raise Refusal("A line holds a NUL character, which nobody types; nothing was done.")
        command, rest = find(self, line)
        if command is not None:
            command.run(self, rest)
        else:
            self.record(line)

    def record(self, line: str) -> None:
        """Record a move, and values behind it or alone."""
        told = self.told()
        # A line that may have been done before under its request means what it says in full.
        short = not told.request
        line = self._values_alone(line) if short else line
        self.write(lambda: self._recorded(line, told, short=short))

    def _recorded(self, line: str, told: By, *, short: bool) -> Done:
        try:
            return self.match.record([line], self.timeline, told)
        except BadNotation:
            whole = completion.only(self.here, line) if short else None
            if whole is None:
                raise
            return self.match.record([whole], self.timeline, told)

    def _values_alone(self, line: str) -> str:
        """The line with its verb, where it holds but the values of the chance that is due."""
        from replay import tabling

        match, request = self.match, self.here.request
        here = self.here
        if request is None or here.seeded or begins(match.game, here.state, here.labels, line):
            return line
        try:
            return spelled(request, line)
        except BadNotation:
            word = line.split()[0]
            if word.lower() in tabling.words(self.match.game, self.here.state):
                return line
            behind = self._behind_its_move(line)
            if behind:
                return spelled(request, behind)
            if ":" in line or self.verb(word):
                raise BadNotation(
                    f"Chance is due before any move: {saying.wanted(request)}."
                ) from None
            raise

    def _behind_its_move(self, line: str) -> str:
        """The values of a line that says again the move which chance answers (`roll 1 0 1` where
        the roll is recorded already), or ""."""
        here = self.here
        last = self.match.steps(here.event, above=here.ply - 1)[-1:] if here.ply else []
        if not last or not isinstance(last[0].event, Moved):
            return ""
        tokens = line.split()
        return " ".join(tokens[leads(tokens, verb_of(type(last[0].event.move))) or len(tokens) :])

    def verb(self, word: str) -> bool:
        """Whether a verb of the game, or that of a chance that is due, begins with a word."""
        key, request = squash(word), self.here.request
        known = [*verbs(self.match.game.Moves), *([] if request is None else [request.verb])]
        return bool(key) and any(squash(verb).startswith(key) for verb in known)

    def write(self, do: Callable[[], Done]) -> None:
        """Add events, and tell what came of each."""
        from replay import telling

        match = self.match
        before = telling.mark(match, self.timeline)
        result = do()
        came = None if result.repeated else telling.told(match, result, self.viewer, before)
        self.wrote(
            result,
            lambda: done(match, result, self.viewer, told=came),
            turn_told=came is not None and bool(came.rest),
        )

    def wrote(self, result: Done, show: Callable[[], None], *, turn_told: bool = False) -> None:
        """Tell what was done, by `show`, and what has changed on the table (but for the turn, where
        that was told already)."""
        told = [] if result.repeated else self._others(result.row.n)
        if told:
            say(*told)
        show()
        if not result.repeated:
            self.writes += 1
            self.seen = max(self.seen, result.row.n)
            self.receipt = receipt(self.match, result.row)
        self.moved()
        if self.glances:
            self.glance(turn_told=turn_told)

    def glance(self, *, whole: bool = False, turn_told: bool = False) -> None:
        """Print where the match stands: all of it, or what has changed and who is waited for."""
        lines = rendering.glance(self)
        # A recording tells of open flags by itself, and of a turn that it led to.
        told = {"flags", "turn"} if turn_told else {"flags"}
        # What moves do to the table is told of each; the whole of it where another turn begins.
        if lines["turn"] == self._shown.get("turn"):
            told.add("table")
        for key, text in lines.items():
            news = key == "next" or (key not in told and self._shown.get(key) != text)
            if whole or news:
                say_wrapped(*text.splitlines())
        self._shown = lines

    # Others

    def follow(self) -> list[str]:
        """What others have done since, in lines; empty where nothing. Where they moved this
        timeline, `stale` is set."""
        if self.match.renamed():
            self.moved()
        last = self.match.store.last_row(self.match.row.id).n
        return self._others(last + 1) if last > self.seen else []

    def _others(self, before: int) -> list[str]:
        """What the rows behind the last one that was seen did, up to a row, in lines."""
        if before <= self.seen + 1:
            return []
        journal = self.match.store.journal(self.match.row.id, after_n=self.seen)
        rows = [row for row in journal if row.n < before]
        told = [line for row in rows for line in rendering.row(self.match, row, self.viewer)]
        self.seen, self.receipt = rows[-1].n, receipt(self.match, rows[-1])
        self.stale |= any(
            row.entry.timeline == self.timeline and row.before != row.after for row in rows
        )
        self.moved()
        return told

    # Refusals

    def nearest(self, line: str) -> list[str]:
        """What a refused line was most likely to be: what begins so, a command, a legal move."""
        from cli.live.commands import COMMANDS
        from replay.legality import nearest
        from replay.meant import meant

        here, match = self.here, self.match
        begun = [here.unnamed(text.strip()) for text in completion.complete(here, line)]
        begun = [text for text in begun if squash(text) != squash(line)]
        word = line.split()[0].removeprefix("/")
        commands = [] if self.verb(word) else meant(word, list(COMMANDS), 1)
        legal = nearest(match, match.at(here.event), self.viewer, line)
        found = [*begun, *commands, *(here.unnamed(one.text) for one in legal)]
        return list(dict.fromkeys(found))[:MOST]
