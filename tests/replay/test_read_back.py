"""What the log prints is read back: by `record`, by `amend`, and by `why` as something to take."""

from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest

from engine.errors import EngineError
from eventstore import SQLiteStore
from replay.errors import Refused, ReplayError
from replay.games import game_class, game_names
from replay.legality import why
from replay.match import Match
from replay.options import options
from replay.reading import Viewer, log, moves

ALL = Viewer(everything=True)
NONCE = "5e" * 16


def played(store: SQLiteStore, game: str, seed: int) -> Match:
    """A match by luck with every kind of event in it, its last one a value with spaces."""
    match = begun(store, game, "played", str(seed))
    random = Random(seed)
    for _ in range(25):
        texts = [move.text for move in moves(match, match.position(), ALL).moves]
        legal = [text for text in texts if not text.endswith((": concede", ": agree"))]
        if not legal:
            break
        match.record([random.choice(legal)])
    for option in options(type(match.game)):
        if not option.set_up and option.default:
            with suppress(ReplayError, EngineError):
                match.rule(option.name, option.default)
    path = spaced(match.position().position.state)
    if path:
        match.adjust([f"{path}=1"])
    match.reseed("another")
    match.reseed(None)
    match.adjust(["conceded=[]", 'ended="it rained, \\"hard\\" = 3 times"'])
    return match


def begun(store: SQLiteStore, game: str, name: str, seed: str | None = None) -> Match:
    players = ["Ana", "Bo", "Cy"][: game_class(game).players[0]]
    return Match.new(store, game, players, name=name, seed=seed, nonce=NONCE)


def spaced(state: Any) -> str:
    """The path of a number that stands under a name with a space, or ""."""

    def found(node: Any, path: str) -> str:
        items = node.items() if isinstance(node, dict) else ()
        for key, value in items:
            here = f"{path}.{key}" if path else str(key)
            if " " in key and value == 1:
                return here
            if deeper := found(value, here):
                return deeper
        return ""

    return found(msgspec.to_builtins(state), "")


@pytest.mark.parametrize("game", game_names())
def test_what_the_log_prints_is_recorded_again(game: str, store: SQLiteStore) -> None:
    match = played(store, game, 7)
    copy = begun(store, game, "copy")
    for line in list(log(match, match.resolve(), ALL))[1:]:
        text = line.entry.text
        if text == "reseed (a seed that is not shown)":
            with pytest.raises(Refused, match="A seed is not shown"):
                copy.record([text])
            continue
        assert why(copy, copy.position(), text, ALL).legal, text
        copy.record([text])
    assert copy.position().position.state == match.position().position.state


@pytest.mark.parametrize("game", game_names())
def test_what_the_log_prints_amends_to_itself(game: str, store: SQLiteStore) -> None:
    match = played(store, game, 7)
    copy = begun(store, game, "copy")
    lines = [line.entry.text for line in log(match, match.resolve(), ALL)][1:]
    lines = [text for text in lines if not text.startswith("reseed (")]
    copy.record(lines)
    state = copy.position().position.state
    for ply in [*range(1, len(lines), 7), *range(len(lines) - 5, len(lines) + 1)]:
        with suppress(Refused):
            done = copy.amend(str(ply), [lines[ply - 1]])
            # What is hidden is told as replaced, be it by itself.
            assert (len(done.replaced), done.stopped, done.left) == (len(done.put), None, 0)
        assert copy.position().position.state == state
        assert copy.position().ply == len(lines)


@pytest.mark.parametrize("word", ["adjust points.0=3", "reseed table"])
def test_what_the_table_decides_is_amended_in_any_case_as_it_is_recorded(
    word: str, store: SQLiteStore
) -> None:
    match = begun(store, "pig", "friday")
    verb, _, rest = word.partition(" ")
    match.record(["hold", f"{verb.upper()} {rest}"])
    match.amend("1", [f"{verb.capitalize()}  {rest}"])
    text = [line.entry.text for line in log(match, match.resolve(), ALL)][1]
    assert text == word
    assert why(match, match.position(), word, ALL).rule == "table"


def test_a_seed_that_is_not_shown_is_not_amended_into_one(store: SQLiteStore) -> None:
    match = begun(store, "pig", "friday")
    match.reseed("hush")
    with pytest.raises(Refused, match="A seed is not shown"):
        match.amend("1", ["reseed (a seed that is not shown)"])
