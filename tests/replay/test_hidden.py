"""Nothing hidden leaks: worlds that a seat cannot tell apart look the same to it, byte for byte."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import fold
from engine.chance import draw, private
from engine.errors import EngineError
from engine.events import Moved, Resolved
from engine.games.taiwan_monsters_brawl.moves import Cast
from engine.luck import Luck
from eventstore import open_store
from replay import reading, telling
from replay.disputes import disputes
from replay.flags import told_lines
from replay.legality import nearest, why
from replay.match import By, Match
from replay.portable import export_lines
from replay.reading import Viewer
from replay.transcript import transcript

GAME = "taiwan-monsters-brawl"
PLAYERS = ["Erich", "Claudia", "Sophia"]
NONCE = "5e" * 16


def evening(path: Path, seed: str, plies: int) -> tuple[list[Any], list[Any]]:
    """Random moves as a table records them that sees every card: events and their requests."""
    store = open_store(path)
    match = Match.new(store, GAME, PLAYERS, nonce=NONCE)
    luck, events, requests = Luck(seed), [], []
    position = match.copy(match.position().position)
    while len(events) < plies and not position.state.ended:
        request = fold.due(match.game, position)
        if request is not None:
            nth = position.asked.get(request.stream, 0)
            event: Any = Resolved(request.stream, draw(luck, request, nth))
        else:
            legal = fold.moves(match.game, position.state)
            # Mostly without spells, so that hands grow and hold what nobody has seen.
            quiet = [choice for choice in legal if not isinstance(choice[1], Cast)]
            if quiet and luck.below(20, "quiet", len(events), 0)[0]:
                legal = quiet
            number = luck.below(len(legal), "bot", len(events), 0)[0]
            event = Moved(*legal[number])
        fold.advance(match.game, position, (event,))
        events.append(event)
        requests.append(request)
    store.close()
    return events, requests


def swaps(events: list[Any], requests: list[Any], viewer: int | None) -> Iterator[list[Any]]:
    """Logs in which two cards that the viewer did not see were drawn the other way round, or one
    was another card."""
    hidden = [
        place
        for place, request in reversed(list(enumerate(requests)))
        if request is not None and private(request) not in (None, viewer)
    ]
    for place in hidden:
        for name in requests[place].pool:
            yield [*events[:place], Resolved(events[place].stream, [name]), *events[place + 1 :]]
    for one in hidden:
        for two in hidden:
            if one > two:
                changed = list(events)
                changed[one] = Resolved(events[one].stream, events[two].values)
                changed[two] = Resolved(events[two].stream, events[one].values)
                yield changed


def world(path: Path, events: list[Any]) -> Match | None:
    """The match of these events, or None where they cannot have happened so."""
    store = open_store(path, synchronous="OFF")
    match = Match.new(store, GAME, PLAYERS, nonce=NONCE, name="evening", clock=lambda: "then")
    position = match.copy(match.position().position)
    try:
        for event in events:
            if isinstance(event, Moved):
                fold.check(match.game, position.state, event.seat, event.move)
            else:
                fold.check_outcome(match.game, position.state, event.stream, event.values)
            fold.advance(match.game, position, (event,))
    except EngineError:
        store.close()
        return None
    rows: list[Any] = []
    for event in events:
        if isinstance(event, Moved):
            rows.append([event])
        else:
            rows.append([f"{verb_of(match, event)} {' '.join(event.values)}"])
        match.record(rows[-1])
    match.flag("that was mine", at=str(len(events) // 2), told=By(by="Erich"))
    match.flag("and that", told=By(by="Claudia"))
    match.undo()
    match.settle("so", flag=match.store.last_row(match.row.id).n - 1)
    return match


def verb_of(match: Match, event: Resolved) -> str:
    request = match.game.chance(match.position().position.state)
    assert request is not None
    assert request.stream == event.stream
    return request.verb


def everything_shown(match: Match, viewer: Viewer) -> bytes:
    """All that the command shows a viewer, without the digests that stand beside it."""
    spot, head = match.position(), match.resolve()
    shown = [
        reading.show(match, spot, "main", viewer),
        reading.moves(match, spot, viewer),
        reading.moves(match, spot, viewer, viewer.seat),
        [(told.turn, told.entry) for told in reading.log(match, head, viewer)],
        list(reading.journal(match, viewer)),
        reading.diff(match, match.resolve("0"), head, viewer),
        [line.text for line in reading.tree(match, viewer)],
        list(export_lines(match, viewer=viewer)),
        list(transcript(match, head, viewer)),
        list(told_lines(match)),
        list(telling.log(match, head, viewer)),
    ]
    for story in disputes(match, viewer):
        # What is called so elsewhere is a digest.
        shown += [story.before, story.after, story]
    for ply in range(3, spot.ply, 23):
        past = match.position("main", str(ply))
        for text in ("cast tornado", "claudia: cast wildfire erich a1", "discard aegis"):
            shown += [nearest(match, past, viewer, text), why(match, past, text, viewer)]
    spot = match.position()
    view = reading.viewed(match, spot.position.state, viewer)
    picture = match.game.picture(view, match.labels(view))
    return msgspec.json.encode([masked(msgspec.to_builtins(shown)), picture.lines, picture.svg])


def masked(node: Any) -> Any:
    """The same without heads and receipts: digests, which cannot be tried out without the nonce."""
    if isinstance(node, dict):
        return {
            key: masked(value)
            for key, value in node.items()
            if key not in ("head", "before", "after", "receipt", "marks")
        }
    return [masked(item) for item in node] if isinstance(node, list | tuple) else node


@pytest.mark.parametrize("viewer", [None, 0, 2])
@pytest.mark.parametrize(
    ("seed", "plies"), [(1, 24), (2, 60), (3, 90), (4, 130), (5, 170), (8, 200)]
)
def test_what_a_seat_may_not_see_changes_no_byte_of_what_it_is_shown(
    tmp_path: Path, seed: int, plies: int, viewer: int | None
) -> None:
    events, requests = evening(tmp_path / "evening.db", str(seed), plies)
    here = world(tmp_path / "here.db", events)
    assert here is not None
    shown = everything_shown(here, Viewer(viewer))
    tried = 0
    for number, other in enumerate(swaps(events, requests, viewer)):
        if other == events or number % 3 == 2:
            continue
        there = world(tmp_path / f"{number}.db", other)
        if there is not None:
            assert everything_shown(there, Viewer(viewer)) == shown
            there.store.close()
            tried += 1
        if tried == 4:
            break
    assert tried, "there is another world to compare with"
    here.store.close()


def test_seeds_and_nonces_are_never_shown(tmp_path: Path) -> None:
    store = open_store(tmp_path / "table.db")
    seed = "a-seed-that-nobody-may-see"
    match = Match.new(store, GAME, PLAYERS, seed=seed, name="evening", nonce=NONCE)
    match.branch("what-if", seed=seed + "-either")
    for viewer in (Viewer(), Viewer(1), Viewer(everything=True)):
        text = [
            reading.show(match, match.position(), "main", viewer),
            [told.entry for told in reading.log(match, match.resolve("", "what-if"), viewer)],
            list(reading.journal(match, viewer)),
            reading.tree(match, viewer),
            list(transcript(match, match.resolve(), viewer)),
            list(export_lines(match, viewer=viewer)) if not viewer.everything else [],
        ]
        encoded = msgspec.json.encode(text)
        assert seed.encode() not in encoded
        assert NONCE.encode() not in encoded


def test_two_matches_of_the_same_deal_share_no_digest(tmp_path: Path) -> None:
    """So that nobody finds a card by trying all of them in a match of the own."""
    store = open_store(tmp_path / "table.db")
    heads = set()
    for number in range(8):
        match = Match.new(store, GAME, PLAYERS, seed="7", name=f"evening-{number}")
        heads |= {match.store.event(match.resolve()).digest}
        heads |= {match.store.event(match.resolve()).state}
    assert len(heads) == 16
