"""What somebody tried who wanted to break a match, each as a test of its kind."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import fold
from engine.errors import EngineError
from engine.events import Moved
from engine.luck import Luck
from eventstore import SQLiteStore, open_store, row_digest
from replay import packs
from replay.errors import Refused, ReplayError
from replay.games import game_class
from replay.match import By, Match
from replay.portable import export_lines, import_lines
from replay.proof import verify, verify_all
from replay.reading import Viewer, journal, log, moves, show

BRAWL = "taiwan-monsters-brawl"
TWO = ["Ana", "Ben"]


def played(store: SQLiteStore, seed: str | None, plies: int, name: str = "w") -> Match:
    """Random moves of a seeded match."""
    match = Match.new(store, BRAWL, TWO, seed=seed, name=name)
    luck = Luck("hostile")
    while match.position().ply < plies:
        legal = fold.moves(match.game, match.position().position.state)
        match.record([Moved(*legal[luck.below(len(legal), "", match.position().ply, 0)[0]])])
    return match


def texts(match: Match, viewer: Viewer, timeline: str = "main") -> list[str]:
    return [t.entry.text for t in log(match, match.resolve("", timeline), viewer)]


@pytest.mark.parametrize("more", [{"choices": ["bonus=vp-difference"]}, {"seed": "11"}, {}])
def test_no_branch_stands_between_a_move_and_its_luck(
    store: SQLiteStore, more: dict[str, Any]
) -> None:
    match = played(store, "7", 40)
    ply = next(
        step.ply - 1
        for step in match.steps(match.resolve())
        if step.request is not None and step.ply > 10
    )
    match.branch("calm", at=str(ply), **more)
    assert verify(match).ok
    for _ in range(4):
        match.undo(timeline="calm")
        position = match.position("calm").position
        assert fold.due(match.game, position) is None
        assert verify(match).ok


@pytest.mark.parametrize("name", ["#Ana", "-x", "(forgotten)", "Forgotten", "A+B"])
def test_a_name_that_would_read_as_something_else_is_refused(store: SQLiteStore, name: str) -> None:
    with pytest.raises(ReplayError):
        Match.new(store, "pig", [name, "Ben"])


def test_a_line_under_old_rules_can_be_left(
    store: SQLiteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pig import Pig

    match = Match.new(store, "pig", TWO, name="friday")
    match.record(["roll 5", "roll 6", "roll 4"])
    resolve = Pig.resolve

    def doubled(self: Any, state: Any, values: list[str]) -> None:
        resolve(self, state, values)
        state.pot += 6 if values == ["6"] else 0

    monkeypatch.setattr(Pig, "resolve", doubled)
    later = Match.open(store, "friday")
    later.branch("repair", at="3")
    later.record(["die 6", "hold"], "repair")
    later.adopt("repair")
    assert later.position().position.state.points == [17, 0]
    again = Match.open(store, "friday")
    again.undo(to=3)
    assert again.position().ply == 3


def test_an_adjusted_hand_is_shown_to_nobody(store: SQLiteStore) -> None:
    match = played(store, None, 6)
    match.adjust(['seats.ana.hand={"held":{"0":["tornado"]}}', "seats.ben.chi=3"])
    for viewer in (Viewer(), Viewer(1)):
        assert texts(match, viewer)[-1] == "adjust seats.0.hand=? seats.1.chi=3"
        assert "tornado" not in str(list(journal(match, viewer)))
        assert "tornado" not in str(list(export_lines(match, viewer=viewer)))
    assert "tornado" in texts(match, Viewer(everything=True))[-1]


@pytest.mark.parametrize(
    "change",
    ["turn=7", "turn=-1", "conceded=[0,1]", "conceded=[0,0]", "conceded=[9]", "spells.pools={}",
     'owed=[{"do":"draw","count":-1}]', 'seats.ana.monster="nobody"', "seats=[]"],
)  # fmt: skip
@pytest.mark.parametrize("seed", [None, "7"])
def test_an_adjustment_that_would_wedge_the_match_is_refused(
    store: SQLiteStore, seed: str | None, change: str
) -> None:
    match = played(store, seed, 6)
    before = match.resolve()
    said = ""
    try:
        match.adjust([change])
    except (EngineError, ReplayError) as refusal:
        said = str(refusal)
    assert "\n" not in said
    assert (match.resolve() == before) == bool(said)
    for viewer in (Viewer(), Viewer(0), Viewer(everything=True)):
        show(match, match.position(), "main", viewer)
        moves(match, match.position(), viewer)
        assert texts(match, viewer)


def test_a_path_that_is_shown_can_be_adjusted(store: SQLiteStore) -> None:
    match = played(store, None, 6)
    match.adjust(["spells.pools.0.cards.tornado=2", "seats.ben.vp=2"])
    state = match.position().position.state
    assert (state.spells.pools["0"].cards["tornado"], state.seats[1].vp) == (2, 2)


def test_a_repeated_adjustment_and_ruling_are_answered(store: SQLiteStore) -> None:
    match = played(store, None, 6)
    once, other = By(request="Z"), By(request="Y")
    first = match.adjust(['revealed=["Puli"]'], told=once)
    ruled = match.rule("bonus", "vp-difference", told=other)
    match.undo(2)
    assert match.adjust(['revealed=["Puli"]'], told=once).receipt == first.receipt
    assert match.rule("bonus", "vp-difference", told=other).receipt == ruled.receipt


def test_a_match_under_another_name_is_continued(store: SQLiteStore, tmp_path: Path) -> None:
    match = Match.new(store, "pig", TWO, name="friday")
    match.record(["roll 5"])
    early = list(export_lines(match))
    match.record(["hold"])
    with open_store(tmp_path / "other.db") as other:
        Match.new(other, "pig", ["X", "Y"], name="friday")
        import_lines(other, early, "theirs")
        assert import_lines(other, export_lines(match), "theirs").added == 1
        assert verify_all(other).ok


@pytest.mark.parametrize(
    ("old", "new"),
    [('"name":"Ben"', '"name":"ana"'), ('"now":"Ben"', '"now":"Ana: roll"'),
     ('"now":"Ben"', '"now":"B\\u001b[31m"'), ('"now":"Ben"', '"now":"ana"')],
)  # fmt: skip
def test_an_imported_name_must_be_one_that_could_be_given(
    store: SQLiteStore, tmp_path: Path, old: str, new: str
) -> None:
    match = Match.new(store, "pig", TWO, name="friday")
    lines = [line.replace(old, new) for line in export_lines(match)]
    with open_store(tmp_path / "other.db") as other:
        with pytest.raises(Exception, match=r"\w"):
            import_lines(other, lines)
        assert other.matches() == []


@pytest.mark.parametrize("done", ["note", "undo", "redo", "zz"])
def test_a_row_that_did_not_do_what_it_says_is_found(
    store: SQLiteStore, tmp_path: Path, done: str
) -> None:
    match = Match.new(store, "pig", TWO, name="friday")
    match.record(["roll 5"])
    match.branch("b", at="1")
    match.adopt("b")
    lines = list(export_lines(match))
    row = msgspec.json.decode(lines[-2])
    body = row["body"].replace('"done":"adopt"', f'"done":"{done}"')
    previous = bytes.fromhex(msgspec.json.decode(lines[-3])["digest"])
    ends = bytes.fromhex(row["before"]), bytes.fromhex(row["after"])
    row["body"], row["digest"] = body, row_digest(previous, *ends, body).hex()
    lines[-2] = msgspec.json.encode(row).decode()
    with open_store(tmp_path / "other.db") as other:
        found = verify(import_lines(other, lines).match)
    if done == "undo":
        assert found.ok
    else:
        assert found.first_bad is not None
        assert "journal row 4 did not do what it says" in found.first_bad.what


def test_a_match_whose_root_was_changed_is_named_and_the_others_are_checked(
    store: SQLiteStore, path: Path
) -> None:
    one, two = (Match.new(store, "pig", TWO, name=name) for name in ("one", "two"))
    one.record(["roll 5"])
    db = store.connection
    for (trigger,) in db.execute("SELECT name FROM sqlite_master WHERE type='trigger'").fetchall():
        db.execute(f"DROP TRIGGER {trigger}")
    db.execute("UPDATE matches SET root = 3 WHERE name = 'one'")
    with pytest.raises(ReplayError, match="no opening"):
        Match.open(store, "one")
    found = verify_all(store)
    assert found.first_bad is not None
    assert found.first_bad.match == "one"
    assert found.journal >= store.last_row(two.row.id).n


def test_an_empty_seed_is_refused_everywhere(store: SQLiteStore) -> None:
    with pytest.raises(Refused, match="seed"):
        Match.new(store, "pig", TWO, seed="")
    match = Match.new(store, "pig", TWO)
    with pytest.raises(Refused, match="seed"):
        match.reseed("")
    with pytest.raises(Refused, match="seed"):
        match.branch("b", seed="")


@pytest.mark.parametrize("name", ["Keelung: Harbour", "#Keelung", "Kee\\nlung", "Kee\\u001blung"])
def test_a_name_of_a_pack_can_be_typed_in_a_line(name: str) -> None:
    kind = game_class(BRAWL)
    source = Path(packs.__file__).parents[1] / "engine/games/taiwan_monsters_brawl/pack.toml"
    changed = source.read_text().replace('name = "Keelung"', f'name = "{name}"')
    assert name in changed
    with pytest.raises(ReplayError, match="line"):
        packs.read(kind, changed, "box.toml")
