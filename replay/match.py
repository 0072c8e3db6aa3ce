"""A match: the one door for every front.

A `Match` holds nothing that the store does not, save the last position that it folded. Everything
that it writes is one journal row and one transaction, and names the head that it believes in.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import blake2b
from time import time
from typing import TYPE_CHECKING, Any

import msgspec

import eventstore
from engine import events as kinds
from engine import fold
from engine.errors import EngineError, IllegalMove
from engine.events import Moved, Opened, Reseeded, Ruled
from engine.game import Agree, Concede, Game
from engine.luck import ALGORITHM, Luck
from engine.wording import sentence
from eventstore import Conflict, Draft, Entry, Row, SQLiteStore
from replay import (
    adjusting,
    errors,
    flags,
    heads,
    options,
    outcomes,
    packs,
    people,
    reading,
    tabling,
)
from replay.building import Build, first_outcomes, refusal
from replay.deeds import REMARKS
from replay.games import game_class
from replay.steps import MAIN, NOBODY, SHOWN, By, Done, Spot, Step, play

if TYPE_CHECKING:
    from replay.amended import Amended

__all__ = ["MAIN", "NOBODY", "SHOWN", "By", "Done", "Match", "Spot", "now"]

NO_LINKS: Mapping[str, Any] = {}
"""What a row says of other rows and events, where it says nothing of them."""

_decode_root = msgspec.json.Decoder(type=dict[str, Any]).decode


def now() -> str:
    """The time (UTC) as a journal row keeps it, to the second."""
    return _stamp(int(time()))


@lru_cache(maxsize=1)
def _stamp(second: int) -> str:
    return datetime.fromtimestamp(second, UTC).isoformat().replace("+00:00", "Z")


class Match:
    """One match of a store. Made by `Match.new` or `Match.open`."""

    def __init__(
        self, store: SQLiteStore, row: eventstore.MatchRow, clock: Callable[[], str] = now
    ) -> None:
        self.store, self.row, self.clock = store, row, clock
        self.root = store.event(row.root)
        try:
            glance = _decode_root(self.root.body)
            self.game_name, self.player_ids = str(glance["game"]), list(glance["players"])
        except (KeyError, TypeError, msgspec.MsgspecError):
            raise errors.ReplayError(
                f"The root of {row.name} is no opening of a match; `retold verify --all` says what "
                "was changed."
            ) from None
        self.players = people.names_of(store, self.player_ids)
        self.glance = glance
        self._game: Game | None = None
        self._decode: Callable[[str], list[Any]]
        self._spot: Spot | None = None
        self._heads: dict[str, int] = {}
        self._luck: Luck | None = None
        self.refused: tuple[str, Spot] | None = None
        """The line by which the last recording was refused, and the position before it."""

    # Opening

    @classmethod
    def open(cls, store: SQLiteStore, name: str, clock: Callable[[], str] = now) -> Match:
        """The match of that name. Raises eventstore.Unknown."""
        return cls(store, store.match(name), clock)

    @classmethod
    def new(
        cls,
        store: SQLiteStore,
        game_name: str,
        players: Sequence[str],
        *,
        name: str = "",
        seed: str | None = None,
        pack: str | None = None,
        choices: Sequence[str] = (),
        nonce: str | None = None,
        told: By = NOBODY,
        clock: Callable[[], str] = now,
    ) -> Match:
        """Open a match: `choices` are options as KEY=VALUE, `pack` is canonical JSON (else the one
        that ships). The nonce is random unless given, as fixtures do."""
        kind = game_class(game_name)
        names = people.tidy_all(players)
        _seeded(seed)
        _count(kind, names)
        body = packs.shipped(kind) if pack is None else pack
        game = packs.game_of(game_name, body)
        label = people.tidy_label("match", name) if name else _free_name(store, game_name)
        ids, new = people.enrol(store, names)
        opened = Opened(
            game=game_name,
            version=kind.version,
            pack=eventstore.pack_digest(body).hex(),
            players=ids,
            options=_chosen(kind, names, choices),
            luck=ALGORITHM,
            nonce=nonce or os.urandom(16).hex(),
            seed=seed,
        )
        text = kinds.encode(opened).decode()
        position = fold.begin(game, opened)
        state = fold.Keeper(game, opened.nonce).digest(position.state)
        asked = [game_name, names, name, list(choices), seed, opened.pack]
        entry = _entry("open", MAIN, clock(), told, asked)
        first = first_outcomes(game, opened, position)
        draft = Draft(state, text)
        try:
            row, _ = store.create(label, draft, entry, events=first, pack=body, people=new)
        except eventstore.Namesake:
            # Somebody of that name came since they were looked up: it is them.
            return cls.new(
                store,
                game_name,
                players,
                name=name,
                seed=seed,
                pack=pack,
                choices=choices,
                nonce=nonce,
                told=told,
                clock=clock,
            )
        return cls(store, row, clock)

    def luck(self, seed: str) -> Luck:
        """The luck of a seed, made once while the seed stays."""
        if self._luck is None or self._luck.seed != seed:
            self._luck = Luck(seed)
        return self._luck

    @property
    def name(self) -> str:
        return self.row.name

    @property
    def game(self) -> Game:
        """The rules over the match's own pack. Raises Untold where they are not installed."""
        if self._game is None:
            try:
                body = self.store.pack(bytes.fromhex(self.glance["pack"]))
                self._game = packs.game_of(self.game_name, body)
            except errors.NotFound:
                raise errors.Untold(
                    f'The game "{self.game_name}" of the match {self.name} is not installed.'
                ) from None
            kind = type(self._game)
            self._decode = kinds.decoder(kind.Options, kind.Moves | Concede | Agree).decode
            self.keeper = fold.Keeper(self._game, self.glance["nonce"])
        return self._game

    def renamed(self) -> bool:
        """Read the players' names anew; whether any of them is another one now."""
        before, self.players = self.players, people.names_of(self.store, self.player_ids)
        return self.players != before

    # Positions

    def labels(self, state: Any) -> list[str]:
        """How the seats are typed and shown: the player's name, and the role where he holds two."""
        seating = state.seating
        if len(seating) == len(self.players):
            return [self.players[player] for player in seating]
        return [
            f"{self.players[player]}/{self.game.role(state, seat) or seat + 1}"
            for seat, player in enumerate(seating)
        ]

    def resolve(self, at: str = "", timeline: str = MAIN) -> int:
        """The event that a text names: a ply of the timeline, the first letters of any event's
        digest, or (empty) the timeline's head. Raises NotFound."""
        head = self.store.head(self.row.id, timeline)
        if not at:
            return head
        if at.isascii() and at.isdigit() and len(at) < 7:
            last = self.store.event(head).ply
            if int(at) <= last:
                return self.store.ancestor(head, int(at))
            if len(at) < 4:
                raise errors.NotFound(
                    f"There is no ply {at} on {timeline}; the last one is {last}."
                )
        return self._find(at)

    def _find(self, letters: str) -> int:
        found = (
            self.store.find_event(self.row.id, letters.lower())
            if 4 <= len(letters) <= 64 and all(c in "0123456789abcdefABCDEF" for c in letters)
            else []
        )
        if len(found) != 1:
            what = "more than one event" if found else "no ply and no event"
            raise errors.NotFound(
                f'"{letters[:64]}" names {what} of {self.name}; `retold tree {self.name}` shows '
                "their heads."
            )
        return found[0].id

    def position(self, timeline: str = MAIN, at: str = "") -> Spot:
        """The position of a timeline, or where `at` says. It belongs to the match: clone its state
        to keep or change it. Raises Differs, with the last ply that agrees."""
        with self.store.snapshot():
            event = self.resolve(at, timeline)
            if not at:
                self._heads[timeline] = event
            return self.at(event)

    def forget(self) -> None:
        """Drop the position that is kept; the next one is folded anew."""
        self._spot = None

    def keep(self, spot: Spot) -> None:
        """Keep a position, which is the match's own from then on."""
        self._spot = spot

    def apart(self, event: int) -> Spot:
        """The position at an event, for the caller alone: the one that is kept stays as it is."""
        kept, self._spot = self._spot, None
        try:
            return self.at(event)
        finally:
            self._spot = kept

    def at(self, event: int) -> Spot:
        """The position at an event."""
        game, spot = self.game, self._spot
        if spot is not None and spot.event == event:
            return spot
        with self.store.snapshot():
            if spot is None or not self._continues(spot, event):
                spot = None
            bodies = self.store.path_bodies(event, -1 if spot is None else spot.ply)
            target = self.store.event(event)
        self._spot = None
        path = self.decode(bodies)
        try:
            position = fold.begin(game, path[0]) if spot is None else spot.position
            fold.advance(game, position, path[1:] if spot is None else path)
        except Exception:
            # Rules that changed may fail on what was played by the old ones.
            raise self._differs(event) from None
        if self.keeper.digest(position.state) != target.state:
            raise self._differs(event)
        self._spot = Spot(event, target.ply, position)
        return self._spot

    def _continues(self, spot: Spot, event: int) -> bool:
        target = self.store.event(event)
        return target.ply >= spot.ply and self.store.ancestor(event, spot.ply) == spot.event

    def decode(self, bodies: Sequence[str]) -> list[Any]:
        """Events from their bodies, in one call. Raises ReplayError where one is not the game's."""
        assert self.game is not None  # which makes the decoder
        try:
            return self._decode(f"[{','.join(bodies)}]")
        except msgspec.MsgspecError as error:
            raise errors.ReplayError(
                f"An event of {self.name} is not one of {self.game_name}: {sentence(error)}."
            ) from None

    def _differs(self, event: int) -> errors.Differs:
        agrees = -1
        with suppress(Exception):
            for fact, position in self._positions(event):
                if self.keeper.digest(position.state) != fact.state:
                    break
                agrees = fact.ply
        return errors.Differs(
            f"{self.name} was recorded under other rules: its states agree up to ply {agrees} and "
            f"differ from ply {agrees + 1} on; nothing can be recorded on top.",
            agrees,
        )

    def _positions(self, event: int) -> Iterator[tuple[eventstore.Event, fold.Position]]:
        """The events on the line to an event, each with the position that it leads to."""
        path = self.store.path(event)
        position = fold.begin(self.game, self.decode([path[0].body])[0])
        yield path[0], position
        for fact in path[1:]:
            fold.advance(self.game, position, self.decode([fact.body]))
            yield fact, position

    # Writing

    def record(
        self, moves: Iterable[str | Moved[Any]], timeline: str = MAIN, told: By = NOBODY
    ) -> Done:
        """Record moves and outcomes, as they are typed or as events, in one row or none of them.

        Raises Refused (with the rule), BadNotation, Moved.
        """
        asked, self.refused = list(moves), None
        repeated = self.repeated("record", timeline, told, asked)
        if repeated:
            return repeated
        spot = self.believed(timeline, told)
        build = Build(self, spot)
        was = spot.position.state.ended
        try:
            for nth, move in enumerate(asked):  # noqa: B007
                build.line(move) if isinstance(move, str) else build.move(move)
            if not build.drafts:
                raise errors.Refused("There is nothing to record: give at least one move.")
        except (EngineError, errors.ReplayError) as error:
            if not build.drafts:
                # What refused it changed nothing, so nothing need be folded again.
                self._spot = spot
            self.still(timeline, spot.event)
            if asked and isinstance(line := asked[nth], str):
                self.refused = line, spot
            if isinstance(error, IllegalMove) or len(asked) > 1:
                raise refusal(error, asked, nth) from None
            raise
        return self.append("record", timeline, build, told, asked, was=was)

    def rule(self, key: str, value: str, timeline: str = MAIN, told: By = NOBODY) -> Done:
        """From here on a doubtful rule is read this way."""
        asked = ["rule", key, value]
        if repeated := self.repeated("record", timeline, told, asked):
            return repeated
        option, chosen = adjusting.ruling(self, key, value)
        return self._put(Ruled(option, chosen), timeline, told, asked)

    def adjust(self, changes: Sequence[str], timeline: str = MAIN, told: By = NOBODY) -> Done:
        """Set what stood at the table, as PATH=VALUE texts, together: `seats.erich.vp=3`."""
        asked = ["adjust", *changes]
        if repeated := self.repeated("record", timeline, told, asked):
            return repeated
        spot = self.believed(timeline, told)
        with self.refusing(timeline, spot.event):
            event = adjusting.adjustments(self, spot.position.state, changes)
        return self._put(event, timeline, told, asked)

    def reseed(self, seed: str | None, timeline: str = MAIN, told: By = NOBODY) -> Done:
        """From here on luck decides with this seed, or (None) the table decides."""
        _seeded(seed)
        return self._put(Reseeded(seed), timeline, told, ["reseed", seed])

    def _put(self, event: Any, timeline: str, told: By, asked: Any) -> Done:
        repeated = self.repeated("record", timeline, told, asked)
        if repeated:
            return repeated
        spot = self.believed(timeline, told)
        build = Build(self, spot)
        was = spot.position.state.ended
        build.put(event)
        return self.append("record", timeline, build, told, asked, was=was)

    def undo(
        self,
        steps: int = 1,
        *,
        to: int | None = None,
        turn: bool = False,
        timeline: str = MAIN,
        told: By = NOBODY,
    ) -> Done:
        """Take the head back by steps, to a ply, or to where the turn began. The undone line stays
        in the tree. `Done.steps` are what was taken back, with what it had shown."""
        asked = [steps, to, turn]
        repeated = self.repeated("undo", timeline, told, asked)
        if repeated:
            return repeated
        head = self.believed_head(timeline, told)
        old = self.store.event(head)
        with self.refusing(timeline, head):
            ply = heads.turn_began(self, old) if turn else heads.undo_to(self, old, steps, to)
        new = self.store.event(self.store.ancestor(head, ply))
        return heads.move_head(self, "undo", timeline, old, new, told, asked)

    def redo(
        self,
        steps: int = 1,
        *,
        to: int | None = None,
        turn: bool = False,
        timeline: str = MAIN,
        told: By = NOBODY,
    ) -> Done:
        """Go forth again, towards where the timeline was last left by anything but an undo."""
        asked = [steps, to, turn]
        repeated = self.repeated("redo", timeline, told, asked)
        if repeated:
            return repeated
        head = self.believed_head(timeline, told)
        target = self.store.settled(self.row.id, timeline, REMARKS)
        path = self.store.path(target)
        at = next((fact.ply for fact in path if fact.id == head), None)
        with self.refusing(timeline, head):
            if at is None or at == len(path) - 1:
                raise errors.Refused("There is nothing to redo: no undone move lies ahead.")
            ply = heads.redo_to(self, path, at, steps, to, turn)
        return heads.move_head(self, "redo", timeline, path[at], path[ply], told, asked)

    def branch(
        self,
        name: str,
        *,
        at: str = "",
        timeline: str = MAIN,
        seed: str | None = None,
        choices: Sequence[str] = (),
        told: By = NOBODY,
    ) -> Done:
        """Begin a timeline at any event, with another seed or other rulings if wanted."""
        label = people.tidy_label("timeline", name)
        _seeded(seed)
        if label.isdigit():
            raise errors.Refused(f'"{label}" would read as a ply; a timeline needs a letter.')
        asked = [name, at, timeline, seed, list(choices)]
        repeated = self.repeated("branch", label, told, asked)
        if repeated:
            return repeated
        base = self.resolve(at, timeline)
        build = Build(self, self.at(base))
        # Between a move and what luck gave it nothing can rest, and no ruling can stand.
        build.settle()
        for choice in choices:
            build.put(Ruled(*adjusting.ruling(self, *options.split(choice))))
        if seed is not None:
            build.put(Reseeded(seed))
        return self.append("branch", label, build, told, asked, begins=True)

    def amend(
        self,
        at: str,
        moves: Sequence[str],
        *,
        insert: bool = False,
        timeline: str = MAIN,
        told: By = NOBODY,
        dry_run: bool = False,
        viewer: reading.Viewer | None = None,
    ) -> Amended:
        """Put moves (or outcomes, or nothing) in the place of a step, or before it, and record the
        later steps again on top, as one row. See `replay.amending`. A dry run for a `viewer` tells
        nothing that rests on cards which he does not see."""
        from replay import amending

        eyes = viewer if dry_run else None
        return amending.amend(self, at, moves, insert, timeline, told, dry_run, eyes)

    def adopt(self, name: str, told: By = NOBODY) -> Done:
        """Make a line the one that the table plays: a timeline's, or that of the event which the
        first letters of a digest name."""
        asked = [name]
        repeated = self.repeated("adopt", MAIN, told, asked)
        if repeated:
            return repeated
        if name == MAIN:
            raise errors.Refused("main is what the table plays already.")
        head = self.believed_head(MAIN, told)
        old, new = self.store.event(head), self.store.event(self._line(name))
        if old.id == new.id:
            raise errors.Refused(f"main rests where {name} does, so nothing would change.")
        was = heads.ended(self, old.id)
        position = self.at(new.id).position
        if position.seed is not None and fold.due(self.game, position) is not None:
            raise errors.Refused(f"{name} lies between a move and what luck gave it.")
        result = self.result(MAIN, position.state, was)
        told = msgspec.structs.replace(told, reason=told.reason or f"adopted {name}")
        row, again = self.write(
            "adopt", MAIN, told, asked, head=old.id, after=new.id, result=result
        )
        return Done(row, MAIN, new.ply, repeated=again)

    def _line(self, name: str) -> int:
        """Where a timeline rests, or the event that the first letters of a digest name."""
        if any(name == known for known, _, _ in self.store.timelines(self.row.id)):
            return self.store.head(self.row.id, name)
        try:
            return self._find(name)
        except errors.NotFound:
            # Names the timeline that is not there.
            return self.store.head(self.row.id, name)

    def note(self, text: str, timeline: str = MAIN, told: By = NOBODY) -> Done:
        """A remark in the journal; the game stays where it is."""
        if not text.strip():
            raise errors.Refused("A note needs a text.")
        asked = [text]
        repeated = self.repeated("note", timeline, told, asked)
        if repeated:
            return repeated
        head = self.believed_head(timeline, told)
        told = msgspec.structs.replace(told, reason=text)
        row, again = self.write("note", timeline, told, asked, head=head)
        return Done(row, timeline, self.store.event(head).ply, repeated=again)

    def flag(self, text: str, *, at: str = "", timeline: str = MAIN, told: By = NOBODY) -> Done:
        """Mark a position with a claim, until it is settled; see `replay.flags`."""
        return flags.raise_flag(self, text, at, timeline, told)

    def settle(
        self,
        text: str,
        *,
        flag: int | None = None,
        did: Sequence[int] | None = None,
        timeline: str = "",
        told: By = NOBODY,
    ) -> Done:
        """Close a flag (the only one that is open, or the one in row `flag`) with what the table
        ruled and the rows that were its remedy; see `replay.flags`."""
        return flags.settle(self, text, flag, did, timeline, told)

    # What writing shares

    def believed_head(self, timeline: str, told: By) -> int:
        """The head that a writer believes in: the one named, else the one this object read."""
        if told.head:
            return self.resolve(told.head, timeline)
        head = self._heads.get(timeline)
        if head is None:
            head = self._heads[timeline] = self.store.head(self.row.id, timeline)
        return head

    def believed(self, timeline: str, told: By) -> Spot:
        head = self.believed_head(timeline, told)
        try:
            return self.at(head)
        except errors.Differs as differs:
            raise self.advised(differs, timeline) from None

    def advised(self, differs: errors.Differs, timeline: str) -> errors.Differs:
        """The refusal with what to do about it."""
        if differs.agrees < 0:
            return differs
        where = "" if timeline == MAIN else f" -t {timeline}"
        return errors.Differs(
            f"{differs} `retold amend {self.name} {differs.agrees + 1}{where}` records the line "
            "again from there, by the rules as they are.",
            differs.agrees,
        )

    @contextmanager
    def refusing(self, timeline: str, believed: int) -> Iterator[None]:
        """Inside, a refusal is only said if the head is where the writer believed."""
        try:
            yield
        except (EngineError, errors.ReplayError):
            self.still(timeline, believed)
            raise

    def still(self, timeline: str, believed: int) -> None:
        """Before saying no: raise Moved if the head is not where the writer believed."""
        if self.store.head(self.row.id, timeline) != believed:
            raise self._moved(timeline, self.store.last_row(self.row.id, timeline))

    def _moved(self, timeline: str, row: Row) -> errors.Moved:
        self._heads.pop(timeline, None)
        self._spot = None
        said = row.entry
        did = "; ".join(reading.text(step) for step in self.steps_of(row)[:4])
        return errors.Moved(
            f"{timeline} has moved meanwhile: {said.by or 'somebody'} did `{said.done}`"
            f"{f' ({did})' if did else ''} in row {row.n}; look at it and say it again."
        )

    def repeated(self, done: str, timeline: str, told: By, asked: Any) -> Done | None:
        """What an earlier request of this id did, if it asked the same."""
        if not told.request:
            return None
        row = self.store.requested(self.row.id, told.request)
        if row is None:
            return None
        if row.entry.asked != _asked(done, timeline, asked):
            raise errors.Refused(
                f'The request "{told.request[:60]}" was used in row {row.n} for something else.'
            )
        return Done(
            row, row.entry.timeline, self.store.event(row.after).ply, self.steps_of(row), True
        )

    def append(
        self,
        done: str,
        timeline: str,
        build: Build,
        told: By,
        asked: Any,
        *,
        was: str = "",
        begins: bool = False,
    ) -> Done:
        """Write what was built as one row; the spot that it was built on becomes the new one."""
        spot, drafts = build.spot, build.drafts
        row, repeated = self.write(
            done,
            timeline,
            told,
            asked,
            head=None if begins else spot.event,
            base=spot.event if begins else None,
            events=drafts,
            result=self.result(timeline, spot.position.state, was),
        )
        if not repeated:
            spot.event, spot.ply = row.after, spot.ply + len(drafts)
            self._spot = spot
        return Done(row, timeline, spot.ply, build.steps, repeated)

    def write(
        self,
        done: str,
        timeline: str,
        told: By,
        asked: Any,
        *,
        head: int | None,
        links: Mapping[str, Any] = NO_LINKS,
        **what: Any,
    ) -> tuple[Row, bool]:
        entry = _entry(done, timeline, self.clock(), told, asked, **links)
        try:
            row, _, repeated = self.store.append(self.row.id, entry, head=head, **what)
        except Conflict as conflict:
            raise self._moved(timeline, conflict.row) from None
        self._heads[timeline] = row.after
        return row, repeated

    def result(self, timeline: str, state: Any, was: str) -> str | None:
        """What the cache of results gets: the result, "" to remove it, None to leave it."""
        if timeline != MAIN or not (state.ended or was):
            return None
        return outcomes.result_text(self, state)

    # Reading

    def steps(self, event: int, above: int = 0) -> list[Step]:
        """The events on the line to an event, without plies up to `above` (never the root)."""
        above = max(above, 0)
        base = self.at(self.store.ancestor(event, above))
        position = self.copy(base.position)
        bodies = self.decode(self.store.path_bodies(event, above))
        return [play(self, position, ply, body) for ply, body in enumerate(bodies, above + 1)]

    def copy(self, position: fold.Position) -> fold.Position:
        """An equal position that shares nothing with this one."""
        state = self.keeper.clone(position.state)
        return msgspec.structs.replace(position, state=state, asked=dict(position.asked))

    def steps_of(self, row: Row) -> list[Step]:
        """The events that a row added, or between which it moved the head."""
        if row.before is None or row.before == row.after:
            return []
        if row.entry.done == "amend":
            return self._steps(row.after, self.fork(row.before, row.after))
        old, new = self.store.event(row.before), self.store.event(row.after)
        low, high = sorted((old, new), key=lambda fact: fact.ply)
        if self.store.ancestor(high.id, low.ply) != low.id:
            return []
        return self._steps(high.id, low.ply)

    def _steps(self, event: int, above: int) -> list[Step]:
        """The steps to an event above a ply, as far as the rules as they are can tell them."""
        try:
            return self.steps(event, above)
        except errors.Differs:
            from replay.again import recorded

            return recorded(self, event, above)

    def fork(self, a: int, b: int) -> int:
        """The last ply that the lines to two events share. No more of them is read than needed."""
        above = min(self.store.event(a).ply, self.store.event(b).ply)
        size = 64
        while True:
            above = max(above - size, -1)
            lines = (self.store.path(event, above) for event in (a, b))
            shared = [left.ply for left, right in zip(*lines, strict=False) if left.id == right.id]
            if shared or above < 0:
                return shared[-1] if shared else -1
            size *= 2

    def head(self, event: int) -> str:
        """The first letters of an event's digest, as they are shown."""
        return self.store.event(event).digest.hex()[:SHOWN]


def _entry(done: str, timeline: str, at: str, told: By, asked: Any, **links: Any) -> Entry:
    return Entry(
        done=done,
        timeline=timeline,
        at=at,
        by=told.by,
        reason=told.reason,
        request=told.request,
        asked=_asked(done, timeline, asked) if told.request else "",
        **links,
    )


def _asked(done: str, timeline: str, asked: Any) -> str:
    """The hex digest of what was asked, by which a retry is told from another request."""
    text = msgspec.json.encode([done, timeline, asked])
    return blake2b(text, digest_size=16, person=b"retold.asked.1").hexdigest()


def _seeded(seed: str | None) -> None:
    if seed == "":
        raise errors.Refused("A seed needs at least one character; without one the table decides.")
    if seed == tabling.HIDDEN_SEED:
        raise errors.Refused(f"`{seed}` stands in the place of a seed; name the seed itself.")


def _count(kind: type[Game], names: Sequence[str]) -> None:
    fewest, most = kind.players
    if not fewest <= len(names) <= most:
        span = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise errors.Refused(f"{kind.title} is played by {span}, not by {len(names)} players.")


def _chosen(kind: type[Game], names: Sequence[str], choices: Sequence[str]) -> Any:
    values = dict(kind.OPTIONS)
    for choice in choices:
        field, value = options.read(kind, names, *options.split(choice))
        values[field] = value
    return kind.Options(**values)


def _free_name(store: SQLiteStore, game: str) -> str:
    """The first name `GAME-N` that is free, found in a few look-ups however many there are."""

    def taken(n: int) -> bool:
        try:
            store.match(f"{game}-{n}")
        except eventstore.Unknown:
            return False
        return True

    high = 1
    while taken(high):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if taken(middle) else (low, middle)
    return f"{game}-{high}"
