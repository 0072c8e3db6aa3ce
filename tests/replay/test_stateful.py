"""Random evenings against a plain list: what a match says must be what the list says.

Record, undo, redo, amend, branch, adopt, rule, flag, settle, reopen, a second writer, a repeated
request, an export and import, in any order, at a table and from a seed.
"""

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import fold
from engine.chance import draw, private
from engine.errors import EngineError
from engine.luck import Luck
from engine.notation import format_line, format_values
from eventstore import open_store
from replay.disputes import disputes
from replay.errors import Moved, Refused
from replay.flags import flags
from replay.match import By, Match
from replay.portable import export_lines, import_lines
from replay.proof import verify
from replay.reading import Viewer, log

ALL = Viewer(everything=True)
NUMBERS = st.integers(0, 10**6)


class Line:
    """A timeline as a plain list: the texts that stand, and where redo leads."""

    def __init__(self, texts: list[str]) -> None:
        self.texts, self.left = texts, list(texts)


class Evening(RuleBasedStateMachine):
    """One match; the game and its options are given by subclasses."""

    game = "pig"
    players = ("Ana", "Björn", "Chi")
    ruling: tuple[str, list[str]] | None = None

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "table.db"
        self.store = open_store(self.path, synchronous="OFF")
        self.known: dict[tuple[tuple[str, ...], str], list[str]] = {}
        self.flags: dict[int, tuple[int, bool]] = {}

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()

    @initialize(seed=st.sampled_from([None, "7", "what if"]))
    def begin(self, seed: str | None) -> None:
        self.match = Match.new(self.store, self.game, self.players, name="evening", seed=seed)
        self.lines = {"main": Line(self.told("main"))}

    def told(self, timeline: str, match: Match | None = None) -> list[str]:
        match = match or self.match
        return [t.entry.text for t in log(match, match.resolve("", timeline), ALL)][1:]

    def pick(self, timeline: str, number: int, match: Match | None = None) -> str | None:
        """Some line that may be recorded now, chosen by a number; None where the match is over."""
        match = match or self.match
        spot = match.position(timeline)
        state, labels = spot.position.state, match.labels(spot.position.state)
        request = None if state.ended else match.game.chance(state)
        if request is not None:
            values = draw(Luck(str(number)), request, 0)
            if private(request) is not None and number % 3:
                values = ["?"] * len(values)
            return format_values(request.verb, values)
        legal = fold.moves(match.game, state)
        if not legal:
            return None
        seat, move = legal[number % len(legal)]
        return format_line(labels, seat, move)

    @rule(number=NUMBERS, data=st.data(), request=st.sampled_from(["", "r"]))
    def record(self, number: int, data: Any, request: str) -> None:
        name = data.draw(st.sampled_from(sorted(self.lines)))
        line, text = self.lines[name], self.pick(name, number)
        if text is None:
            return
        told = By(by="Ana", request=f"{request}{number}-{len(self.lines)}" if request else "")
        events = len(self.store.events_of(self.match.row.id))
        if request and self.store.requested(self.match.row.id, told.request):
            return
        done = self.match.record([text], name, told)
        new = self.told(name)[len(line.texts) :]
        before = self.known.setdefault((tuple(line.texts), text), new)
        # The same move from the same position gives the same luck, and no new event.
        assert before == new
        if before is not new:
            assert len(self.store.events_of(self.match.row.id)) == events
        line.texts = line.texts + new
        line.left = list(line.texts)
        if told.request:
            again = self.match.record([text], name, told)
            assert again.repeated
            assert again.row.digest == done.row.digest

    @rule(data=st.data(), steps=st.integers(1, 4))
    def undo(self, data: Any, steps: int) -> None:
        name = data.draw(st.sampled_from(sorted(self.lines)))
        line = self.lines[name]
        try:
            done = self.match.undo(steps, timeline=name, told=By(reason="a dispute"))
        except Refused:
            assert self.told(name) == line.texts
            return
        line.texts = line.texts[: done.ply]

    @rule(data=st.data(), steps=st.integers(1, 4))
    def redo(self, data: Any, steps: int) -> None:
        name = data.draw(st.sampled_from(sorted(self.lines)))
        line = self.lines[name]
        try:
            done = self.match.redo(steps, timeline=name)
        except Refused:
            assert self.told(name) == line.texts
            return
        assert len(line.texts) < done.ply <= len(line.left)
        line.texts = line.left[: done.ply]

    @rule(number=NUMBERS, data=st.data(), insert=st.booleans(), drop=st.booleans())
    def amend(self, number: int, data: Any, insert: bool, drop: bool) -> None:
        """An amended line is what a table records that types the same lines again."""
        name = data.draw(st.sampled_from(sorted(self.lines)))
        line = self.lines[name]
        if not line.texts:
            return
        ply = 1 + number % len(line.texts)
        moves = [] if drop else [self.pick_at(name, ply - 1, number)]
        rows = self.store.last_row(self.match.row.id).n
        try:
            dry = self.match.amend(str(ply), moves, insert=insert, timeline=name, dry_run=True)
        except Refused:
            with pytest.raises(Refused):
                self.match.amend(str(ply), moves, insert=insert, timeline=name)
            assert self.told(name) == line.texts
            return
        assert self.store.last_row(self.match.row.id).n == rows
        base = self.match.head(self.match.resolve(str(ply - 1), name))
        done = self.match.amend(str(ply), moves, insert=insert, timeline=name)
        assert self.store.last_row(self.match.row.id).n == rows + 1
        texts = self.told(name)
        assert (dry.ply, dry.kept, dry.left) == (done.ply, done.kept, done.left)
        assert (len(texts), texts[: ply - 1]) == (done.ply, line.texts[: ply - 1])
        assert (done.stopped is None) == (done.left == 0)
        if self.game == "pig" and not any(text.startswith("reseed") for text in line.texts):
            assert texts == self.typed_again(base, line.texts[ply - 1 :], moves, insert)
        line.texts = texts
        line.left = list(texts)

    def typed_again(self, base: str, later: list[str], moves: list[str], insert: bool) -> list[str]:
        """What a branch at a base holds, on which moves are typed and then the later lines, up to
        the first that is refused."""
        twin = f"typed-{self.store.last_row(self.match.row.id).n}"
        self.match.branch(twin, at=base)
        if moves:
            self.match.record(moves, twin)
        if self.match.position(twin).position.seed is not None:
            later = [text for text in later if ": " in text]
        first, rest = (None, later) if insert else (later[0], later[1:])
        state = self.match.position(twin).position.state
        asked = None if state.ended else self.match.game.chance(state)
        if first is not None and ": " in first and rest and ": " not in rest[0] and not asked:
            rest = rest[1:]
        for text in rest:
            try:
                self.match.record([text], twin)
            except (Refused, EngineError):
                break
        return self.told(twin)

    def pick_at(self, timeline: str, ply: int, number: int) -> str:
        """Some line that might be recorded at a ply, chosen by a number."""
        spot = self.match.position(timeline, str(ply))
        state, labels = spot.position.state, self.match.labels(spot.position.state)
        request = None if state.ended else self.match.game.chance(state)
        if request is not None:
            return format_values(request.verb, draw(Luck(str(number)), request, 0))
        legal = fold.moves(self.match.game, state)
        if not legal:
            return "concede"
        return format_line(labels, *legal[number % len(legal)])

    @precondition(lambda self: len(self.lines) < 4)
    @rule(data=st.data(), seed=st.sampled_from([None, None, "other"]))
    def branch(self, data: Any, seed: str | None) -> None:
        origin = data.draw(st.sampled_from(sorted(self.lines)))
        ply = data.draw(st.integers(0, len(self.lines[origin].texts)))
        name = f"what-if-{len(self.lines)}"
        try:
            self.match.branch(name, at=str(ply), timeline=origin, seed=seed)
        except Refused:
            return
        texts = self.told(name)
        assert texts[:ply] == self.lines[origin].texts[:ply]
        # A branch never rests between a move and its luck.
        assert len(texts) == ply or seed or texts == self.lines[origin].texts[: len(texts)]
        self.lines[name] = Line(texts)

    @rule(data=st.data())
    def adopt(self, data: Any) -> None:
        name = data.draw(st.sampled_from(sorted(self.lines)))
        try:
            self.match.adopt(name)
        except Refused:
            return
        self.lines["main"] = Line(list(self.lines[name].texts))

    @precondition(lambda self: self.ruling is not None)
    @rule(data=st.data())
    def ruled(self, data: Any) -> None:
        assert self.ruling is not None
        key, values = self.ruling
        name = data.draw(st.sampled_from(sorted(self.lines)))
        value = data.draw(st.sampled_from(values))
        self.match.rule(key, value, name)
        line = self.lines[name]
        line.texts = line.texts + self.told(name)[len(line.texts) :]
        assert line.texts[-1] == f"rule {key}={value}"
        line.left = list(line.texts)

    @rule()
    def note(self) -> None:
        self.match.note("somebody fetches tea", told=By(by="Björn"))

    @rule(data=st.data())
    def flag(self, data: Any) -> None:
        name = data.draw(st.sampled_from(sorted(self.lines)))
        ply = data.draw(st.integers(0, len(self.lines[name].texts)))
        row = self.match.flag("no", at=str(ply), timeline=name, told=By(by="Chi")).row
        self.flags[row.n] = ply, True

    @precondition(lambda self: self.flags)
    @rule(data=st.data())
    def settle(self, data: Any) -> None:
        n = data.draw(st.sampled_from(sorted(self.flags)))
        ply, still_open = self.flags[n]
        try:
            done = self.match.settle("so", flag=n)
        except Refused:
            assert not still_open
            return
        assert still_open
        assert all(n < did < done.row.n for did in done.row.entry.did)
        self.flags[n] = ply, False

    @invariant()
    def the_flags_are_those_that_were_raised(self) -> None:
        if hasattr(self, "match"):
            found = {flag.n: (flag.ply, not flag.settled) for flag in flags(self.match)}
            assert found == self.flags

    @precondition(lambda self: self.flags)
    @rule()
    def tell(self) -> None:
        told = disputes(self.match, ALL)
        assert {one.n: (one.ply, one.open) for one in told} == self.flags

    @rule()
    def reopen(self) -> None:
        self.store.close()
        self.store = open_store(self.path, synchronous="OFF")
        self.match = Match.open(self.store, "evening")

    @rule(number=NUMBERS)
    def second_writer(self, number: int) -> None:
        """Somebody else records; who still believes in the old head is told so, and writes none."""
        self.match.position("main")
        with open_store(self.path, synchronous="OFF") as store:
            other = Match.open(store, "evening")
            text = self.pick("main", number, other)
            if text is None:
                return
            other.record([text], told=By(by="Chi"))
        line = self.lines["main"]
        rows = self.store.last_row(self.match.row.id).n
        with pytest.raises(Moved, match="Chi did `record`"):
            self.match.record([text])
        assert self.store.last_row(self.match.row.id).n == rows
        line.texts = line.texts + self.told("main")[len(line.texts) :]
        line.left = list(line.texts)

    @rule()
    def export_and_import(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            lines = list(export_lines(self.match))
            with open_store(Path(folder) / "other.db", synchronous="OFF") as store:
                there = import_lines(store, lines).match
                for name, line in self.lines.items():
                    assert self.told(name, there) == line.texts
                assert list(export_lines(there)) == lines
                assert verify(there).ok

    @invariant()
    def the_list_says_so(self) -> None:
        if not hasattr(self, "match"):
            return
        for name, line in self.lines.items():
            assert self.told(name) == line.texts

    @invariant()
    def a_fresh_fold_agrees(self) -> None:
        if not hasattr(self, "match"):
            return
        fresh = Match.open(self.store, "evening")
        for name in self.lines:
            mine, theirs = self.match.position(name), fresh.position(name)
            assert (mine.event, mine.ply) == (theirs.event, theirs.ply)
            assert self.match.keeper.digest(mine.position.state) == fresh.keeper.digest(
                theirs.position.state
            )
            assert mine.position.asked == theirs.position.asked

    @precondition(lambda self: hasattr(self, "match"))
    @rule()
    def proves_itself(self) -> None:
        found = verify(self.match)
        assert found.ok, found.first_bad


class EveningOfBrawl(Evening):
    """The same with hidden hands, many phases and a ruling."""

    game = "taiwan-monsters-brawl"
    players = ("Erich", "Claudia", "Sophia")
    ruling = ("bonus", ["dice-margin", "vp-difference"])


QUICK = settings(
    max_examples=25,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    # A failing evening is short enough to read; to shrink it takes many minutes.
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
TestEvening = Evening.TestCase
TestEvening.settings = QUICK
TestEveningOfBrawl = EveningOfBrawl.TestCase
TestEveningOfBrawl.settings = QUICK
