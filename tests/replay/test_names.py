"""A name is one person, however it is typed, whoever enters it, and among however many others."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from engine.notation import squash
from eventstore import NewPerson, SQLiteStore, open_store, person_id
from eventstore.people import reading
from replay.match import Match, now

LETTERS = st.text("aAàÁ\u0301ßſsİi1٢². -–'龙한龍", max_size=8) | st.text(max_size=6)


def names(store: SQLiteStore) -> list[str | None]:
    return [person.name for person in store.everybody()]


def test_two_matches_opened_at_once_make_one_person_of_a_name(
    store: SQLiteStore, path: Path
) -> None:
    opened: list[Match] = []

    def meanwhile() -> str:
        """The time, when it is first asked for: another is opened just then."""
        if not opened:
            with open_store(path) as other:
                opened.append(Match.new(other, "pig", ["ana", "Cy"], name="theirs"))
        return now()

    ours = Match.new(store, "pig", ["Ana", "Bo"], name="ours", clock=meanwhile)
    assert names(store) == ["ana", "Cy", "Bo"]
    assert ours.players == ["ana", "Bo"]
    assert ours.player_ids[0] == opened[0].player_ids[0]
    assert [row.name for row in store.matches()] == ["theirs", "ours"]
    assert store.check_all() == []


@given(LETTERS, LETTERS)
def test_names_that_read_alike_are_found_where_people_are_looked_up(one: str, other: str) -> None:
    assert reading(one) == squash(one).replace(" ", "").removeprefix("-")
    if squash(one) == squash(other):
        assert reading(one) == reading(other)


def test_a_name_is_looked_up_without_reading_everybody(store: SQLiteStore) -> None:
    salt = bytes(16)
    store.add_people(
        NewPerson(person_id(f"P{n}", salt), salt, f"P{n}") for n in (*range(300), 3000)
    )
    assert [one.name for one in store.people_alike("p 300")] == []
    assert [one.name for one in store.people_alike("p 3000")] == ["P3000"]
    steps = 0

    def step() -> None:
        nonlocal steps
        steps += 1

    store.connection.set_progress_handler(step, 1)
    store.people_alike("p 12")
    store.connection.set_progress_handler(None, 1)
    # A look at everybody takes several steps of SQLite's machine for each of the 301.
    assert 0 < steps < 60
