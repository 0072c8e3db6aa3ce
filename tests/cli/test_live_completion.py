"""What a line at the prompt may become: only what is legal, from any beginning that is clear."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pig
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli import completers
from cli.live.commands import COMMANDS, find
from cli.live.commands import complete as complete_command
from cli.live.completion import Here, complete, only
from cli.live.session import Session
from engine import fold
from engine.chance import UNSEEN, draw, private
from engine.luck import Luck
from engine.notation import format_line, parse, squash
from eventstore import SQLiteStore, open_store
from replay.games import games
from replay.match import NOBODY, Match
from replay.reading import EVERYBODY, Viewer

PEOPLE = ["Ana", "Zoë", "Ben", "Anselm", "Dov", "Finn"]


def here(match: Match) -> Here:
    return Here(match, match.position(), EVERYBODY)


def opened(folder: Path, game: str, *people: str, **more: Any) -> Match:
    return Match.new(open_store(folder / "live.db"), game, people, name="m", **more)


@pytest.fixture
def brawl(tmp_path: Path) -> Match:
    """Brawl by Ana, Zoë and Anselm, with monsters chosen and Ana's rune to be placed."""
    match = opened(tmp_path, "taiwan-monsters-brawl", "Ana", "Zoë", "Anselm")
    match.record(["choose mo-sin-a", "choose two suns", "choose kaka", "start a"])
    return match


# Moves


def test_a_line_is_completed_as_far_as_it_is_clear(tmp_path: Path) -> None:
    match = opened(tmp_path, "taiwan-monsters-brawl", "Ana", "Ben")
    assert complete(here(match), "cho mo") == [
        "choose Mô-sîn-á in Yellow Raincoats",
        "choose Monster Bird of Yingge",
    ]
    assert complete(here(match), "choose mos") == ["choose Mô-sîn-á in Yellow Raincoats"]
    assert complete(here(match), "CHOOSE môs") == ["choose Mô-sîn-á in Yellow Raincoats"]
    assert complete(here(match), "choose two su") == ["choose Two Suns"]
    assert complete(here(match), "conc") == ["concede"]
    assert complete(here(match), "start") == []


def test_an_only_verb_is_offered_with_what_may_follow_it(brawl: Match) -> None:
    assert complete(here(brawl), "pl")[:2] == ["place reroll b1", "place reroll c1"]
    assert complete(here(brawl), "place re d") == ["place reroll d1", "place reroll d3"]
    assert complete(here(brawl), "PLACE Re c3") == ["place reroll c3"]


def test_names_are_completed_and_lead_to_their_moves(brawl: Match) -> None:
    assert complete(here(brawl), "zo") == ["Zoë: concede"]
    assert complete(here(brawl), "zoe: ") == ["Zoë: concede"]
    assert complete(here(brawl), "ans:c") == ["Anselm: concede"]
    assert complete(here(brawl), "ana: pl re b4") == ["Ana: place reroll b4"]
    assert complete(here(brawl), "nobody: ") == []


def test_a_number_is_never_cut_in_two(tmp_path: Path) -> None:
    match = opened(tmp_path, "esoteric-beasts", "Ana")
    match.record(["flip hell swine"])
    offered = complete(here(match), "explore life ")
    assert offered[0] == "explore life 1"
    assert all(line.startswith("explore life ") for line in offered)


def test_only_one_legal_move_is_meant_by_a_beginning_and_never_one_that_ends_it(
    brawl: Match,
) -> None:
    assert only(here(brawl), "pl re b4") == "place reroll b4"
    assert only(here(brawl), "place reroll") is None
    assert only(here(brawl), "con") is None
    assert only(here(brawl), "zoe: co") is None
    assert only(here(brawl), "") is None


# Chance


def test_faces_are_completed_with_and_without_the_verb(tmp_path: Path) -> None:
    match = opened(tmp_path, "pig", "Ana", "Ben")
    assert complete(here(match), "roll ") == [f"roll {face}" for face in range(1, 7)]
    match.record(["roll"])
    assert complete(here(match), "") == ["1", "2", "3", "4", "5", "6"]
    assert complete(here(match), "die 3") == ["die 3"]
    assert complete(here(match), "7") == []


def test_several_values_are_completed_one_by_one_and_no_copy_too_many(brawl: Match) -> None:
    while brawl.game.chance(brawl.position().position.state) is None:
        brawl.record([" ".join(here(brawl).lines[0][1])])
    while here(brawl).request.verb == "draw":  # type: ignore[union-attr]
        assert complete(here(brawl), "?") == ["?"]
        assert complete(here(brawl), "tor") == ["tornado"]
        brawl.record(["draw ?"])
    assert complete(here(brawl), "keel") == ["Keelung "]
    assert "Keelung Anping " in complete(here(brawl), "keelung ")
    assert complete(here(brawl), "keelung keel") == []
    assert complete(here(brawl), "keel anp meino") == ["Keelung Anping Meinong "]


def test_where_luck_decides_no_value_is_offered(tmp_path: Path) -> None:
    match = opened(tmp_path, "pig", "Ana", "Ben", seed="7")
    assert complete(here(match), "roll ") == []


# Commands


def test_commands_are_completed_with_what_may_follow_them(brawl: Match) -> None:
    brawl.branch("boldly", at="2")
    session = Session(brawl, "main", EVERYBODY, NOBODY)
    assert complete_command(session, "und") == ["undo"]
    assert complete_command(session, "/s") == ["/show", "/settle"]
    assert complete_command(session, "undo t") == ["undo turn", "undo to "]
    assert complete_command(session, "on b") == ["on boldly"]
    assert "rule bonus=vp-difference" in complete_command(session, "rule bonus")
    assert complete_command(session, "by z") == ["by Zoë"]
    assert complete_command(session, "") == []


class Noted(pig.Roll, frozen=True, tag="note"):
    """A move with the verb of a command."""


class Notes(pig.Pig):
    """Pig with a move `note`."""

    name = "notes"
    Moves = pig.Roll | pig.Hold | Noted


def test_a_word_that_is_a_verb_of_the_game_is_a_command_only_with_a_slash(tmp_path: Path) -> None:
    session = Session(opened(tmp_path, "pig", "Ana", "Ben"), "main", EVERYBODY, NOBODY)
    assert find(session, "note hello") == (COMMANDS["note"], "hello")
    assert find(session, "note: hello")[0] is None
    session.match._game = Notes(session.match.game.pack)
    assert find(session, "note hello") == (None, "note hello")
    assert find(session, "/note hello") == (COMMANDS["note"], "hello")
    assert find(session, "/no hello") == (COMMANDS["note"], "hello")
    assert complete_command(session, "no") == []
    assert complete_command(session, "/no") == ["/note"]


@pytest.mark.parametrize("kind", games(), ids=[kind.name for kind in games()])
def test_no_command_is_taken_by_a_verb_of_the_games_that_are_installed(
    tmp_path: Path, kind: Any
) -> None:
    match = opened(tmp_path, kind.name, *PEOPLE[: kind.players[0]])
    session = Session(match, "main", EVERYBODY, NOBODY)
    assert [name for name in COMMANDS if session.verb(name)] == []


# Always


@contextmanager
def scratch() -> Iterator[SQLiteStore]:
    """A store for one example."""
    with TemporaryDirectory() as folder, open_store(f"{folder}/m.db", synchronous="OFF") as store:
        yield store


def at_random(match: Match, seed: int, most: int) -> Here:
    """A random position of a match whose players see their own cards alone."""
    rng = random.Random(seed)
    for _ in range(rng.randrange(most)):
        state = match.position().position.state
        request = None if state.ended else match.game.chance(state)
        if request is not None:
            values = draw(Luck(str(rng.random())), request, 0)
            hidden = private(request) is not None and rng.random() < 0.5
            match.record(
                [" ".join([request.verb, *([UNSEEN] * len(values) if hidden else values)])]
            )
            continue
        found = fold.moves(match.game, state)
        if not found:
            break
        match.record([format_line(match.labels(state), *rng.choice(found))])
    return here(match)


@pytest.mark.parametrize("kind", games(), ids=[kind.name for kind in games()])
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_every_legal_move_is_completed_from_each_clear_beginning_and_nothing_else_is_offered(
    kind: Any, seed: int
) -> None:
    players = PEOPLE[: random.Random(seed).randint(*kind.players)]
    with scratch() as store:
        found = at_random(Match.new(store, kind.name, players, name="m"), seed, 120)
        texts = found.texts
        for text in random.Random(seed).sample(texts, min(6, len(texts))):
            for size in range(1, len(text) + 1):
                typed = text[:size]
                if not squash(typed) or (":" in text) != (":" in typed):
                    continue
                offered = complete(found, typed)
                begun = [t for t in texts if squash(t).startswith(squash(typed))]
                if len(begun) == 1 and typed[-1] != " ":
                    assert text in offered, (typed, offered)
                assert_legal(found, texts, offered)


def assert_legal(found: Here, texts: list[str], offered: list[str]) -> None:
    """Each offered line is a legal move, or the beginning of one, or one with values behind it."""
    named = [*texts, *(" ".join([f"{seat}:", *words]) for seat, words in found.lines)]
    for line in offered:
        if any(text.startswith(line) for text in named):
            continue
        state = found.match.keeper.clone(found.state)
        read = parse(found.game, state, found.labels, line)
        fold.check(found.game, state, read.seat, read.move)


@pytest.mark.parametrize("kind", games(), ids=[kind.name for kind in games()])
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_every_value_is_completed_and_each_that_is_offered_may_come_up(
    kind: Any, seed: int
) -> None:
    with scratch() as store:
        match = Match.new(store, kind.name, PEOPLE[: kind.players[0]], name="m")
        # What everybody may know leaves more open than a record in which somebody saw his cards.
        at_random(match, seed, 60)
        found = Here(match, match.position(), Viewer(everything=True))
        if found.request is None:
            return
        typed, rng = "", random.Random(seed)
        while offered := [line for line in complete(found, typed) if line != typed]:
            typed = rng.choice(offered)
            if not typed.endswith(" "):
                break
        line = f"{found.request.verb} {typed}"
        state = match.keeper.clone(found.state)
        # Every value was there to be completed: none is refused, none but a later chance's is left.
        words = list(completers.outcomes(match.game, state, found.labels, f"{line} "))
        if not words:
            match.record([line])
