"""People stand beside the log: statistics follow them, names change, names go; the log stays."""

import json
import re
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.luck import Luck
from eventstore import SQLiteStore, Taken, open_store
from replay import persons
from replay.errors import NotFound, Refused, ReplayError
from replay.games import game_names
from replay.match import By, Match
from replay.portable import export_lines, import_lines
from replay.proof import verify, verify_all
from replay.reading import Viewer, journal, log, moves
from replay.shapes import PersonJson
from tests.replay.test_scenarios import wander


def stats(store: SQLiteStore) -> dict[str, tuple[int, int, int]]:
    return {one.name: (one.matches, one.won, one.unfinished) for one in persons.everybody(store)}


def won_by_ana(store: SQLiteStore, name: str = "won") -> Match:
    match = Match.new(store, "pig", ["Ana", "Bo"], name=name)
    match.record(["bo: concede"])
    return match


def test_everybody_is_listed_with_matches_won_and_unfinished(store: SQLiteStore) -> None:
    won_by_ana(store)
    Match.new(store, "pig", ["Bo", "Cy"], name="open")
    assert stats(store) == {"Ana": (1, 1, 0), "Bo": (2, 0, 1), "Cy": (1, 0, 1)}


def test_statistics_follow_what_stands(store: SQLiteStore) -> None:
    """lila 21059: an undo, an adoption, an amendment change who has won."""
    match = won_by_ana(store)
    match.undo()
    assert stats(store) == {"Ana": (1, 0, 1), "Bo": (1, 0, 1)}
    match.branch("what-if")
    match.record(["ana: concede"], "what-if")
    assert stats(store)["Bo"] == (1, 0, 1)
    match.adopt("what-if")
    assert stats(store) == {"Ana": (1, 0, 0), "Bo": (1, 1, 0)}
    match.undo()
    match.redo()
    assert stats(store)["Bo"] == (1, 1, 0)


@pytest.mark.parametrize(
    "lie",
    [
        "",
        '{"why":"a lie"}',
        '{"why":"conceded","standing":[],"state":"00"}',
        "[1]",
        '{"why":"conceded","standing":[{"players":[],"points":0,"rank":1}]}',
    ],
)
def test_a_stale_cache_decides_nothing_and_is_made_anew(store: SQLiteStore, lie: str) -> None:
    """AxonFramework 566, commanded 373."""
    match = won_by_ana(store)
    right = store.result(match.row.id)
    store.set_result(match.row.id, lie)
    assert stats(store)["Ana"] == (1, 1, 0)
    assert store.result(match.row.id) == right
    open_ = Match.new(store, "pig", ["Ana", "Bo"], name="open")
    store.set_result(open_.row.id, str(right))
    assert stats(store)["Ana"] == (2, 1, 1)
    assert store.result(open_.row.id) is None


def test_a_database_that_is_only_read_tells_the_same(store: SQLiteStore, path: Path) -> None:
    match = won_by_ana(store)
    store.set_result(match.row.id, "")
    with open_store(path, readonly=True) as reading:
        assert stats(reading)["Ana"] == (1, 1, 0)
        assert reading.result(match.row.id) is None


def test_an_import_that_goes_on_changes_the_statistics(store: SQLiteStore, tmp_path: Path) -> None:
    match = won_by_ana(store)
    with open_store(tmp_path / "elsewhere.db", synchronous="OFF") as other:
        import_lines(other, export_lines(match))
        assert stats(other) == {"Ana": (1, 1, 0), "Bo": (1, 0, 0)}
        match.undo()
        match.record(["ana: concede"])
        import_lines(other, export_lines(match))
        assert stats(other) == {"Ana": (1, 0, 0), "Bo": (1, 1, 0)}


def test_a_copy_under_another_name_counts_once(store: SQLiteStore) -> None:
    match = won_by_ana(store)
    import_lines(store, export_lines(match), "copy")
    assert stats(store) == {"Ana": (1, 1, 0), "Bo": (1, 0, 0)}


def test_a_shared_first_rank_is_won_by_each_and_two_seats_count_once(store: SQLiteStore) -> None:
    match = Match.new(store, "vale-dos-monstros", ["Ana", "Bo"], name="vale", seed="7")
    match.record(["ana: agree"])
    ranks = {side.rank for side in match.game.standing(match.position().position.state)}
    assert ranks == {1}
    assert stats(store) == {"Ana": (1, 1, 0), "Bo": (1, 1, 0)}


def test_who_is_entered_in_other_letters_is_the_same_person(store: SQLiteStore) -> None:
    won_by_ana(store)
    match = Match.new(store, "pig", ["ANA", "bó"], name="next")
    assert match.players == ["Ana", "Bo"]
    assert stats(store) == {"Ana": (2, 1, 1), "Bo": (2, 0, 1)}
    assert Match.new(store, "pig", ["Anna", "Bo"], name="third").players == ["Anna", "Bo"]


# Renaming


def test_a_rename_shows_both_names_and_changes_no_digest(store: SQLiteStore) -> None:
    match = won_by_ana(store)
    before = [fact.digest for fact in store.events_of(match.row.id)]
    who, now = persons.rename(store, "ana", " Anna ")
    assert (who.name, now) == ("Ana", "Anna")
    again = Match.open(store, "won")
    assert again.players == ["Anna", "Bo"]
    assert [fact.digest for fact in store.events_of(match.row.id)] == before
    found = persons.everybody(store)[0]
    assert (found.name, found.entered, found.won) == ("Anna", "Ana", 1)
    assert verify_all(store).ok
    # Who opens a match under the new name is the same person.
    Match.new(store, "pig", ["Anna", "Cy"], name="next")
    assert stats(store)["Anna"] == (2, 1, 1)


@pytest.mark.parametrize("new", ["Bo", "bo", "BÓ", "B o"])
def test_a_name_that_reads_like_another_is_refused(store: SQLiteStore, new: str) -> None:
    won_by_ana(store)
    with pytest.raises(Refused, match="plays with Ana in won"):
        persons.rename(store, "Ana", new)
    Match.new(store, "pig", ["Dora", "Cy"], name="other")
    with pytest.raises(Refused, match="tells them apart"):
        persons.rename(store, "Dora", new)
    assert set(stats(store)) == {"Ana", "Bo", "Dora", "Cy"}


@pytest.mark.parametrize(
    "new", ["", " ", "a:b", "(forgotten)", "x" * 41, "a\nb", "#1", "a/b", "\udcff", "..."]
)
def test_a_name_that_cannot_be_one_is_refused(store: SQLiteStore, new: str) -> None:
    won_by_ana(store)
    with pytest.raises(ReplayError, match="player"):
        persons.rename(store, "Ana", new)
    assert set(stats(store)) == {"Ana", "Bo"}


def test_accents_and_case_of_the_own_name_can_be_mended(store: SQLiteStore) -> None:
    won_by_ana(store)
    persons.rename(store, "Ana", "ANÁ")
    persons.rename(store, "ana", "Ana")
    with pytest.raises(Refused, match="called so already"):
        persons.rename(store, "ana", "Ana")
    assert persons.everybody(store)[0].entered == "Ana"


def test_who_is_not_there_is_answered_with_who_may_be_meant(store: SQLiteStore) -> None:
    with pytest.raises(NotFound, match="no match has been opened"):
        persons.find(store, "Ana")
    Match.new(store, "pig", ["Claudia", "Bo"], name="x")
    with pytest.raises(NotFound, match='did you mean "Claudia"'):
        persons.find(store, "Cluadia")
    persons.rename(store, "claudia", "Nadia")
    with pytest.raises(NotFound, match="is called Nadia now"):
        persons.find(store, "claudia")
    with pytest.raises(NotFound, match="retold people"):
        persons.find(store, "\x00")


def test_two_of_one_name_are_told_apart_by_their_ids(store: SQLiteStore, tmp_path: Path) -> None:
    """Ana plays here, and another Ana's match is imported."""
    won_by_ana(store)
    with open_store(tmp_path / "elsewhere.db", synchronous="OFF") as other:
        lines = list(export_lines(Match.new(other, "pig", ["Ana", "Di"], name="theirs")))
    told = import_lines(store, lines).told
    assert told == ["Others of that name play here too: Ana; `retold people` tells them apart."]
    assert [one.matches for one in persons.everybody(store) if one.name == "Ana"] == [1, 1]
    with pytest.raises(NotFound, match="More than one person") as refusal:
        persons.find(store, "Ana")
    ids = re.findall(r"[0-9a-f]{10}", str(refusal.value))
    persons.rename(store, ids[1], "Ana D")
    assert Match.open(store, "theirs").players == ["Ana D", "Di"]
    assert Match.open(store, "won").players == ["Ana", "Bo"]
    assert verify_all(store).ok


# Forgetting


def forgotten(store: SQLiteStore, name: str) -> persons.Forgetting:
    found = persons.to_forget(store, name)
    persons.forget(store, found)
    return found


def test_a_name_goes_for_good_and_the_chain_holds(store: SQLiteStore, path: Path) -> None:
    """protean 902, KurrentDB redaction."""
    match = Match.new(store, "pig", ["Zoraida", "Bo"], name="friday")
    match.record(["zoraida: roll 5"], told=By(by="Bo"))
    persons.rename(store, "Zoraida", "Zora")
    texts = [one.entry.text for one in log(match, match.resolve())]
    forgotten(store, "zora")
    assert verify_all(store).ok
    after = Match.open(store, "friday")
    assert after.players == ["(forgotten)", "Bo"]
    again = [one.entry.text for one in log(after, after.resolve())]
    assert again[1:] == [text.replace("Zoraida", "(forgotten)") for text in texts[1:]]
    one = persons.everybody(store)[0]
    assert (one.name, one.entered, one.matches) == ("(forgotten)", None, 1)
    assert not [line for line in export_lines(after) if "Zora" in line]
    store.close()
    left = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert b"Zora" not in left
    assert b"friday" in left


def test_a_reader_may_keep_a_name_for_a_while(store: SQLiteStore, path: Path) -> None:
    won_by_ana(store)
    with open_store(path, timeout=0.1, synchronous="OFF") as writing:
        with store.snapshot():
            store.matches()
            assert not persons.forget(writing, persons.to_forget(writing, "Ana"))
        assert persons.forget(writing, persons.to_forget(writing, "Bo"))


def test_what_people_wrote_stays_and_is_said(store: SQLiteStore) -> None:
    match = Match.new(store, "pig", ["Ana", "Bo"], name="friday", told=By(by="ana"))
    match.note("Ana joined late, Bo says")
    match.note("Anastasia watched")
    match.record(["roll 5"], told=By(reason="banana"))
    found = forgotten(store, "Ana")
    assert [(row.match, row.n) for row in found.mentions] == [("friday", 1), ("friday", 2)]
    assert found.matches == ["friday"]
    assert [row.reason for row in journal(match)][1] == "Ana joined late, Bo says"


def test_the_same_name_entered_again_is_somebody_else(store: SQLiteStore) -> None:
    won_by_ana(store)
    forgotten(store, "Ana")
    Match.new(store, "pig", ["Ana", "Bo"], name="next")
    found = persons.everybody(store)
    assert [(one.name, one.matches) for one in found] == [("(forgotten)", 1), ("Bo", 2), ("Ana", 1)]


def test_who_is_forgotten_cannot_be_renamed_or_forgotten_again(store: SQLiteStore) -> None:
    won_by_ana(store)
    id = forgotten(store, "Ana").person.id
    for typed in ("Ana", "(forgotten)", id):
        with pytest.raises(NotFound):
            persons.find(store, typed)


@pytest.mark.parametrize("game", game_names())
def test_a_match_goes_on_with_forgotten_players(store: SQLiteStore, game: str) -> None:
    """Moves of one, and then of two forgotten players are listed, typed and read."""
    from replay.games import game_class

    fewest = max(game_class(game).players[0], min(game_class(game).players[1], 3))
    match = Match.new(store, game, ["Ana", "Bo", "Cy"][:fewest], name="friday", seed="7")
    wander(match, Luck(game), 8)
    for name in ["Ana", "Bo"][:fewest]:
        forgotten(store, name)
        match = Match.open(store, "friday")
        for _ in range(6):
            found = moves(match, match.position(), Viewer(everything=True))
            if found.moves:
                text = found.moves[0].text
                assert match.record([text]).steps[0].event is not None
        assert verify(match).ok
    assert any("(forgotten)" in one.entry.text for one in log(match, match.resolve()))
    assert len(set(match.players)) == fewest


def test_forgotten_players_have_names_of_their_own(store: SQLiteStore) -> None:
    match = Match.new(store, "pig", ["Ana", "Forgotten 2", "Bo"], name="friday")
    forgotten(store, "Ana")
    forgotten(store, "Bo")
    assert Match.open(store, "friday").players == ["(forgotten)", "Forgotten 2", "(forgotten) 3"]
    match = Match.open(store, "friday")
    match.record(["(forgotten): hold", "forgotten 2: hold", "(forgotten) 3: hold"])
    assert [one.entry.seat for one in log(match, match.resolve())][1:] == match.players


# Import


@pytest.fixture
def file(tmp_path: Path) -> list[str]:
    """A match of Ana and Bo as a file from elsewhere, in which Bo is called Bob since."""
    with open_store(tmp_path / "elsewhere.db", synchronous="OFF") as other:
        won_by_ana(other)
        persons.rename(other, "Bo", "Bob")
        return list(export_lines(Match.open(other, "won")))


def named(store: SQLiteStore) -> list[PersonJson]:
    return persons.everybody(store)


def test_an_import_brings_both_names(store: SQLiteStore, file: list[str]) -> None:
    assert import_lines(store, file).told == []
    assert [(one.name, one.entered) for one in named(store)] == [("Ana", "Ana"), ("Bob", "Bo")]


def test_who_is_renamed_here_stays_so(store: SQLiteStore, file: list[str]) -> None:
    import_lines(store, file)
    persons.rename(store, "Bob", "Robert")
    told = import_lines(store, file, "again").told
    assert told == ["Bob of the file is called Robert here."]
    assert [one.name for one in named(store)] == ["Ana", "Robert"]


def test_who_is_forgotten_here_stays_so(store: SQLiteStore, file: list[str]) -> None:
    import_lines(store, file)
    forgotten(store, "Bob")
    told = import_lines(store, file, "again").told
    assert told == ["A player of the file was forgotten here, and stays so."]
    assert Match.open(store, "again").players == ["Ana", "(forgotten)"]
    assert verify_all(store).ok


def test_an_anonymous_file_is_of_those_who_are_known_here(
    store: SQLiteStore, file: list[str], tmp_path: Path
) -> None:
    anonymous = [line for line in file if json.loads(line)["line"] != "person"]
    import_lines(store, file)
    assert import_lines(store, anonymous, "again").match.players == ["Ana", "Bob"]
    with open_store(tmp_path / "third.db", synchronous="OFF") as third:
        match = import_lines(third, anonymous).match
        assert match.players == ["(forgotten)", "(forgotten) 2"]
        assert verify_all(third).ok


def test_names_of_the_store_are_never_doubled(store: SQLiteStore) -> None:
    """The store refuses too what a race of two renames would let pass."""
    won_by_ana(store)
    ids = [bytes.fromhex(one.id) for one in named(store)]
    with pytest.raises(Taken):
        store.rename_person(ids[0], "Bo")


NAMES = st.sampled_from(["Ana", "ana", "Bo", "Bó", "Cy", "Forgotten 2", "Di"])
ACTS = st.lists(
    st.tuples(st.just("new"), NAMES, NAMES)
    | st.tuples(st.just("rename"), NAMES, NAMES)
    | st.tuples(st.just("forget"), NAMES, NAMES)
    | st.tuples(st.just("import"), NAMES, NAMES),
    max_size=9,
)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(ACTS)
def test_whatever_is_done_to_names_the_log_stands_and_all_can_be_typed(
    tmp_path: Path, acts: list[tuple[str, str, str]]
) -> None:
    with TemporaryDirectory(dir=tmp_path) as folder:
        here_ = open_store(Path(folder) / "here.db", synchronous="OFF")
        there = open_store(Path(folder) / "there.db", synchronous="OFF")
        with here_ as store, there as other:
            for number, (act, one, two) in enumerate(acts):
                with suppress(ReplayError):
                    if act == "new":
                        Match.new(store, "pig", [one, two], name=f"m{number}")
                    elif act == "rename":
                        persons.rename(store, one, two)
                    elif act == "forget":
                        forgotten(store, one)
                    else:
                        match = Match.new(other, "pig", [one, two], name=f"m{number}")
                        import_lines(store, export_lines(match))
            assert verify_all(store).ok
            rows = store.matches()
            assert sum(one.matches for one in persons.everybody(store)) == 2 * len(rows)
            for row in rows:
                match = Match(store, row)
                for seat in (0, 1):
                    assert (
                        match.record([f"{match.players[seat]}: hold"]).steps[0].event.seat == seat
                    )
