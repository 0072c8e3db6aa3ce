"""A transcript opens an equal match, is read into it, and is written by that again."""

import random
import re
import shlex
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from engine import fold
from engine.chance import draw, private
from engine.errors import EngineError
from engine.events import Moved
from engine.game import UNSEEN_CARDS, Game
from engine.luck import Luck
from eventstore import SQLiteStore
from replay import reading, tabling
from replay.adjusting import builtin
from replay.errors import ReplayError
from replay.games import game_class, games
from replay.match import Match
from replay.pacing import walk
from replay.reading import EVERYBODY, Viewer
from replay.transcript import transcript
from tests.replay.test_golden import RECORDED, imported

ALL = Viewer(everything=True)


def opened(store: SQLiteStore, lines: list[str], pack: str) -> Match:
    """The match that the command in a transcript opens."""
    (command,) = (line for line in lines if line.startswith("#   retold new "))
    words = shlex.split(command.removeprefix("#   "))
    given = list(zip(words[3::2], words[4::2], strict=True))
    assert {flag for flag, _ in given} <= {"-p", "-o", "--pack"}
    own = any(flag == "--pack" for flag, _ in given)
    return Match.new(
        store, words[2], [name for flag, name in given if flag == "-p"],
        choices=[value for flag, value in given if flag == "-o"], pack=pack if own else None,
    )  # fmt: skip


def again(store: SQLiteStore, match: Match, lines: list[str]) -> Match:
    """A new match with everything that a transcript records."""
    found = opened(store, lines, store.pack(bytes.fromhex(match.glance["pack"])))
    for line in typed(lines):
        found.record([line])
    return found


def typed(lines: list[str]) -> list[str]:
    return [line for line in lines if line.strip() and not line.startswith("#")]


def body(lines: list[str]) -> list[str]:
    """A transcript without the remarks that name the match, say who decided chance, and what only
    luck did."""
    told = ("# luck dealt", "# From here on luck", "# as far as it can be seen")
    return [line for line in lines[lines.index("") :] if not line.startswith(told)]


def states(match: Match, viewer: Viewer) -> Iterator[Any]:
    """The states of the line that main plays as a viewer sees them, without those between luck's
    deals of unseen cards."""
    for pace in walk(match, match.resolve()):
        if getattr(pace.step.event, "stream", "") != UNSEEN_CARDS:
            yield msgspec.to_builtins(reading.viewed(match, pace.state, viewer))


@pytest.mark.parametrize("viewer", [EVERYBODY, ALL], ids=["public", "whole"])
@pytest.mark.parametrize("name", RECORDED)
def test_an_old_log_is_read_again_from_its_transcript(
    name: str, viewer: Viewer, store: SQLiteStore
) -> None:
    match = imported(store, name)
    lines = list(transcript(match, match.resolve(), viewer))
    copy = again(store, match, lines)
    rewritten = list(transcript(copy, copy.resolve(), viewer))
    assert typed(rewritten) == typed(lines)
    assert body(rewritten) == body(lines)
    assert list(states(copy, EVERYBODY)) == list(states(match, EVERYBODY))
    if viewer == ALL and not any(line.startswith("# luck dealt") for line in lines):
        assert list(states(copy, ALL)) == list(states(match, ALL))


NAMES = ["Ana", "Zoë K.", "Mô-sîn-á", "3 Di", "B&B $5", "Fe"]


def played(store: SQLiteStore, kind: type[Game], seed: int, *, luck: bool, moves: int) -> Match:
    """A random match: by luck, or at a table where only its owner sees a private card."""
    rng = random.Random(seed)
    players = NAMES[: rng.randint(*kind.players)]
    match = Match.new(store, kind.name, players, seed=f"secret {seed}" if luck else None)
    for _ in range(moves):
        position = match.position().position
        request = fold.due(match.game, position)
        if position.state.ended:
            break
        if request is not None:
            values = draw(Luck(str(seed)), request, position.asked.get(request.stream, 0))
            hidden = private(request) is not None and rng.random() < 0.8
            match.record([" ".join([request.verb, *(["?"] * len(values) if hidden else values)])])
        else:
            match.record([Moved(*rng.choice(fold.moves(match.game, position.state)))])
    return match


@pytest.mark.parametrize("luck", [True, False], ids=["luck", "table"])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", games(), ids=lambda kind: kind.name)
def test_a_random_match_of_every_game_is_read_again(
    kind: type[Game], seed: int, luck: bool, store: SQLiteStore
) -> None:
    match = played(store, kind, seed, luck=luck, moves=70)
    for viewer in (EVERYBODY, ALL, Viewer(0)):
        lines = list(transcript(match, match.resolve(), viewer))
        assert not any("secret" in line for line in lines)
        copy = again(store, match, lines)
        assert body(list(transcript(copy, copy.resolve(), viewer))) == body(lines)
        assert list(states(copy, viewer)) == list(states(match, viewer))


def brawl(store: SQLiteStore, moves: int = 0, seed: int = 5) -> Match:
    return played(store, game_class("taiwan-monsters-brawl"), seed, luck=False, moves=moves)


def test_what_the_table_decided_stands_in_a_transcript_as_record_takes_it(
    store: SQLiteStore,
) -> None:
    match = brawl(store, 20)
    match.rule("bonus", "vp-difference")
    match.adjust(["seats.ana.vp=3", "supply.chi=9"])
    match.adjust(['ended="3"'])
    match.adjust(["ended=the lights went out"])
    match.adjust(["ended="])
    match.reseed(None)
    lines = list(transcript(match, match.resolve()))
    assert typed(lines)[-6:] == [
        "rule bonus=vp-difference",
        "adjust seats.0.vp=3 supply.chi=9",
        'adjust ended="3"',
        'adjust ended="the lights went out"',
        'adjust ended=""',
        "reseed table",
    ]
    copy = again(store, match, lines)
    assert body(list(transcript(copy, copy.resolve()))) == body(lines)
    assert list(states(copy, ALL)) == list(states(match, ALL))


def test_a_seed_that_came_in_later_and_what_it_dealt_are_told_but_not_read_again(
    store: SQLiteStore,
) -> None:
    match = brawl(store, 20)
    match.reseed("tonight's secret")
    lines = list(transcript(match, match.resolve()))
    assert lines.count("reseed table") == 1
    assert not any("secret" in line for line in lines)
    assert sum(line.startswith("# luck dealt an unseen card: draw ?") for line in lines) >= 1
    copy = again(store, match, lines)
    assert typed(list(transcript(copy, copy.resolve()))) == typed(lines)
    assert list(states(copy, EVERYBODY))[-1] == list(states(match, EVERYBODY))[-1]


def test_of_a_hand_that_was_set_only_what_can_be_seen_is_read_again(store: SQLiteStore) -> None:
    match = played(store, game_class("taiwan-monsters-brawl"), 5, luck=True, moves=25)
    known = match.position().position.state.seats[0].hand.known
    (held, *_) = known
    other = next(name for name in match.game.names(None, "spell") if name not in known)
    hand = msgspec.json.encode(match.position().position.state.seats[0].hand).decode()
    match.adjust([f"seats.0.hand={hand.replace(held, other)}", "seats.1.chi=7"])
    lines = list(transcript(match, match.resolve()))
    assert typed(lines)[-1] == "adjust seats.1.chi=7"
    assert lines[lines.index(typed(lines)[-1]) - 1].startswith("# as far as it can be seen: adjust")
    copy = again(store, match, lines)
    assert list(states(copy, EVERYBODY))[-1] == list(states(match, EVERYBODY))[-1]


def test_options_that_a_new_match_does_not_get_stand_in_the_command(store: SQLiteStore) -> None:
    match = Match.new(
        store, "taiwan-monsters-brawl", ["Ana", "Zoë K.", "Ben"], name="friday",
        choices=["first=zoe k", "sets=2", "bonus=dice-margin"],
    )  # fmt: skip
    lines = list(transcript(match, match.resolve()))
    assert lines[0] == (
        "# friday: Taiwan Monsters Brawl (taiwan-monsters-brawl, rules 1) by Ana, Zoë K., Ben"
    )
    assert lines[2] == (
        "#   retold new taiwan-monsters-brawl -p Ana -p 'Zoë K.' -p Ben -o 'first=Zoë K.' -o sets=2"
    )
    copy = again(store, match, lines)
    assert copy.glance["options"] == match.glance["options"]
    assert list(transcript(copy, copy.resolve()))[1:] == lines[1:]


def test_a_player_who_was_forgotten_has_a_name_that_can_be_typed(store: SQLiteStore) -> None:
    match = played(store, game_class("pig"), 1, luck=False, moves=10)
    match.players = ["(forgotten)", *match.players[1:]]
    plain = list(transcript(match, match.resolve()))
    assert "(forgotten)" not in "".join(plain)
    assert any(line.startswith("Player 1: ") for line in plain)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("rule bonus", "KEY=VALUE"),
        ("rule nonsense=3", "no option"),
        ("rule sets=3", "one of: 1, 2"),
        ("rule first=Ana", "set-up"),
        ("adjust", "at least one PATH=VALUE"),
        ("adjust seats.ana.vp=many", "cannot be adjusted"),
        ("adjust seats.ana.luck=3", "cannot be adjusted"),
        ("adjust seating=[1,0]", "not on the table"),
        ("reseed", "reseed table"),
        ("reseed (a seed that is not shown)", "reseed table"),
    ],
)
def test_what_the_table_cannot_decide_is_refused(line: str, told: str, store: SQLiteStore) -> None:
    match = brawl(store, 5)
    head = match.resolve()
    with pytest.raises((ReplayError, EngineError), match=re.escape(told)):
        match.record([line])
    assert match.resolve() == head


def test_moves_and_rulings_are_one_recording(store: SQLiteStore) -> None:
    match = Match.new(store, "taiwan-monsters-brawl", ["Ana", "Ben"])
    done = match.record(
        ["Ana: choose Two Suns", "rule bonus=vp-difference", "adjust seats.ben.chi=2 seats.0.vp=1",
         "reseed table"]
    )  # fmt: skip
    assert [reading.text(step) for step in done.steps] == [
        "Ana: choose Two Suns", "rule bonus=vp-difference", "adjust seats.1.chi=2 seats.0.vp=1",
        "reseed table",
    ]  # fmt: skip
    assert done.ply == 4
    reseeded = match.record(["reseed 42"])
    assert match.position().position.seed == "42"
    assert "42" not in reading.text(reseeded.steps[0])


def test_a_seat_whose_number_is_the_name_of_another_player_is_named(store: SQLiteStore) -> None:
    match = Match.new(store, "pig", ["1", "Ben"])
    match.adjust(["points.ben=4", "points.0=3"])
    assert match.position().position.state.points == [3, 4]
    lines = list(transcript(match, match.resolve()))
    assert typed(lines) == ["adjust points.ben=4 points.0=3"]
    copy = again(store, match, lines)
    assert list(states(copy, ALL)) == list(states(match, ALL))


class Rule(Struct, frozen=True, tag_field="verb", tag="ruler"):
    """A verb that begins as one of the table's words does."""


class Ruled(game_class("pig")):  # type: ignore[misc]
    """Pig with a move `ruler`."""

    Moves = game_class("pig").Moves | Rule


def test_no_word_of_the_table_stands_before_a_verb_of_the_game(store: SQLiteStore) -> None:
    match = played(store, game_class("pig"), 1, luck=False, moves=2)
    state = match.position().position.state
    assert tabling.words(match.game, state) == ["rule", "adjust", "reseed"]
    assert tabling.words(Ruled(match.game.pack), state) == ["adjust", "reseed"]


@given(
    st.one_of(
        st.text(), st.integers(-(2**53), 2**53), st.booleans(), st.none(),
        st.lists(st.text(max_size=9), max_size=3),
        st.dictionaries(st.text(), st.text(), max_size=2),
    )
)  # fmt: skip
def test_a_value_that_was_set_reads_as_it_is_told(value: Any) -> None:
    written = f"a.b={reading.typed(value)} c.d=1"
    if "\0" not in written and written.isprintable():
        (first, second) = tabling.changes(written)
        assert second == "c.d=1"
        assert builtin(first.partition("=")[2]) == value
