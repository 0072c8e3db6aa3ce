"""What differs between two positions, in words, one promise a test."""

from eventstore import SQLiteStore
from replay import reading
from replay.differing import Difference, in_words, value
from replay.match import Match
from tests.replay.test_golden import imported


def told(match: Match, a: str, b: str) -> dict[str, tuple[str, str]]:
    first, second = match.resolve(a), match.resolve(b)
    found = reading.diff(match, first, second)
    return {one.path: (one.a, one.b) for one in in_words(match, first, second, found)}


def test_paths_and_values_name_players_for_seats(store: SQLiteStore) -> None:
    match = imported(store, "brawl-3-players")
    found = told(match, "19", "30")
    assert found["turn"] == ("Ben", "Ana")
    assert found["seats.Ben.chi"] == ("2", "3")
    assert found["seats.Cai.card"] == ("nothing", "Taroko")
    assert found["duel"][1].startswith("challenger Ana, defender Ben, ")
    # A number that is no seat stays one.
    assert found["supply.chi"] == ("12", "11")


def test_seats_are_named_within_tables_too(store: SQLiteStore) -> None:
    found = told(imported(store, "vale-6-players"), "39", "142")
    assert found["monsters.d1"] == ("Fay", "nothing")
    assert found["held"] == ("nothing", "d12 Fay")


def test_a_value_that_is_left_out_at_its_default_is_told_as_it_is(store: SQLiteStore) -> None:
    found = told(imported(store, "brawl-example-1"), "39", "42")
    assert found == {
        "dice.grey": ("0", "4"),
        "duel.defence.values": ("nothing", "0, 1, 0, 0"),
        "duel.defence.total": ("nothing", "2"),
        "duel.defence.kept": ("no", "yes"),
    }


def test_paths_are_what_adjust_takes(store: SQLiteStore) -> None:
    match = Match.new(store, "pig", ["Ana", "Ben"], name="m")
    match.record(["roll 5", "hold"])
    first, second = match.resolve("0"), match.resolve()
    found = in_words(match, first, second, reading.diff(match, first, second))
    assert Difference("points.Ana", "0", "5") in found
    assert Difference("turn", "Ana", "Ben") in found
    match.adjust(["points.Ana=7"])
    assert match.position().position.state.points == [7, 0]


def test_values_are_said_as_people_say_them() -> None:
    for found, said in (
        (True, "yes"), (False, "no"), (None, "nothing"), ("", "nothing"), ([], "nothing"),
        ({}, "nothing"), (0, "0"), (["a", "b"], "a, b"), ({"grey": 4, "red": 0}, "grey 4, red 0"),
        ({"hand": ["?", "?"]}, "hand (?, ?)"), ([["f12", "g13"]], "(f12, g13)"),
    ):  # fmt: skip
        assert value(found) == said
