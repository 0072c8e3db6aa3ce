"""The list of matches: the one played last first, at a cost that grows with what is shown."""

import json
from time import perf_counter

import pytest

from eventstore import SQLiteStore
from replay import persons
from replay.games import game_class, game_names
from replay.listing import count, matches
from replay.match import Match
from replay.portable import export_lines, import_lines


def clock(minute: int) -> str:
    return f"2026-05-08T20:{minute:02}:00Z"


def test_the_last_row_decides_what_was_played_last(store: SQLiteStore) -> None:
    for minute, name in enumerate(("one", "two", "three")):
        Match.new(store, "pig", ["A", "B"], name=name, clock=lambda: clock(minute))  # noqa: B023
    Match.open(store, "one", clock=lambda: clock(30)).note("still here")
    Match.open(store, "three", clock=lambda: clock(20)).record(["hold"])
    assert [(m.match, m.played, m.rows) for m in matches(store)] == [
        ("one", clock(30), 2),
        ("three", clock(20), 2),
        ("two", clock(1), 1),
    ]
    assert [match.match for match in matches(store, 1)] == ["one"]
    assert count(store) == 3


@pytest.mark.parametrize("game", game_names())
def test_a_match_of_every_game_is_listed_open_and_over(store: SQLiteStore, game: str) -> None:
    players = ["Ana", "Bo", "Cy"][: game_class(game).players[1]]
    match = Match.new(store, game, players, name="friday", seed="7")
    (listed,) = matches(store)
    assert (listed.game, listed.players, listed.over) == (game, players, None)
    assert listed.waits_for
    match.record([f"{listed.waits_for[0]}: agree"])
    store.set_result(match.row.id, "")
    (listed,) = matches(store)
    assert (listed.over, listed.waits_for) == ("agreed to stop", [])
    assert sorted(name for side in listed.standing for name in side.players) == players
    assert json.loads(store.result(match.row.id) or "")["why"] == "agreed to stop"


def test_what_is_hidden_is_not_listed(store: SQLiteStore) -> None:
    """Turn and players are what everybody may see; seed and nonce are nowhere."""
    match = Match.new(
        store, "taiwan-monsters-brawl", ["A", "B"], name="x", seed="hush", nonce="ab" * 16
    )
    shown = repr(list(matches(store))) + repr(persons.everybody(store))
    assert "hush" not in shown
    assert "abab" not in shown
    assert match.root.digest.hex()[:10] not in shown


def test_a_match_under_a_damaged_root_is_listed_with_why(store: SQLiteStore) -> None:
    match = Match.new(store, "pig", ["A", "B"], name="friday")
    copy = import_lines(store, export_lines(match), "copy").match
    store.connection.execute("DROP TRIGGER events_update")
    store.connection.execute("UPDATE events SET body = '{}'")
    assert {m.match: bool(m.untold) for m in matches(store)} == {"friday": True, "copy": True}
    assert copy.name == "copy"
    assert [one.matches for one in persons.everybody(store)] == [0, 0]


@pytest.mark.slow
def test_two_thousand_matches_are_listed_in_two_seconds(store: SQLiteStore) -> None:
    for number in range(2000):
        match = Match.new(store, "pig", ["Ana", "Bo"], name=f"m{number}", seed="7")
        match.record(["hold"] * 20 + (["concede"] if number % 2 else []))
    start = perf_counter()
    assert len(list(matches(store, 20))) == 20
    few = perf_counter() - start
    assert len(list(matches(store))) == 2000
    assert perf_counter() - start - few < 2
    assert few < 0.2
    start = perf_counter()
    assert [one.matches for one in persons.everybody(store)] == [2000, 2000]
    assert perf_counter() - start < 2
