"""Disputes, one promise a test: flags, settlements, their story, and whether a move is legal.

Pig: roll or hold, a 1 loses the turn's points.
"""

import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import fold
from engine.errors import EngineError
from engine.notation import verbs
from eventstore import (
    ZERO,
    BadBody,
    PortableEvent,
    PortableRow,
    SQLiteStore,
    StoreError,
    Unknown,
    encode_row,
    open_store,
    row_digest,
)
from replay import disputes, flags, games, packs, reading
from replay.disputes import DisputeJson, SettledJson
from replay.errors import Differs, Moved, NotFound, Refused, ReplayError
from replay.legality import WhyJson, nearest, offer, why
from replay.match import By, Match
from replay.portable import export_lines, import_lines
from replay.proof import verify
from replay.reading import EVERYBODY, Viewer, journal, log, show, timelines, tree

BRAWL = "taiwan-monsters-brawl"
LOGS = Path(__file__).parents[2] / "fixtures" / "logs"
ANA, BO = By(by="Ana"), By(by="Bo")
ALL = Viewer(everything=True)


def pig(store: SQLiteStore, seed: str | None = None, name: str = "friday") -> Match:
    """Ana holds 5 at ply 3, Bo has rolled a 4 at ply 5."""
    match = Match.new(store, "pig", ["Ana", "Bo"], seed=seed, name=name)
    if seed is None:
        match.record(["roll 5", "hold"])
        match.record(["roll 4"])
    return match


def brawl(store: SQLiteStore, name: str, *cards: str) -> Match:
    """Erich and Claudia have drawn these spells; then territories are due."""
    match = Match.new(store, BRAWL, ["Erich", "Claudia"], name=name)
    left = list(cards)
    while left:
        found = reading.moves(match, match.position(), ALL)
        drawn = f"draw {left.pop(0)}" if found.chance is not None else found.moves[0].text
        match.record([drawn])
    return match


def imported(store: SQLiteStore, name: str) -> Match:
    return import_lines(store, (LOGS / f"{name}.jsonl").read_text("utf-8").splitlines()).match


def story(match: Match, n: int | None = None, viewer: Viewer = EVERYBODY) -> DisputeJson:
    (found,) = disputes.disputes(match, viewer, n)
    return found


def settlement(match: Match, n: int | None = None) -> SettledJson:
    found = story(match, n).settled
    assert found is not None
    return found


# Flags


def test_a_flag_marks_the_position_where_the_table_is(store: SQLiteStore) -> None:
    match = pig(store)
    done = match.flag("cocked", told=BO)
    (found,) = flags.open_flags(match)
    assert (found.n, found.ply, found.event) == (4, 5, match.resolve())
    assert (found.said.by, found.said.reason, found.said.timeline) == ("Bo", "cocked", "main")
    assert (done.row.before, done.row.after, done.ply) == (match.resolve(), match.resolve(), 5)


@pytest.mark.parametrize("how", ["ply", "head"])
def test_a_flag_may_mark_a_position_of_the_past(store: SQLiteStore, how: str) -> None:
    match = pig(store)
    head = match.resolve()
    match.flag("a 5?", at="2" if how == "ply" else match.head(match.resolve("2")))
    (found,) = flags.open_flags(match)
    assert (found.ply, found.event) == (2, match.resolve("2"))
    assert match.resolve() == head
    assert verify(match).ok


def test_an_undone_position_can_be_flagged(store: SQLiteStore) -> None:
    match = pig(store)
    undone = match.head(match.resolve())
    match.undo(2)
    match.flag("that roll was mine", at=undone)
    assert flags.open_flags(match)[0].ply == 5
    assert not story(match).stands
    assert [one.ply for one in story(match).moves] == [1, 2, 3, 4, 5]


def test_a_flag_is_a_remark_that_redo_passes_over(store: SQLiteStore) -> None:
    match = pig(store)
    head = match.resolve()
    match.undo()
    match.flag("no")
    match.settle("yes")
    match.redo()
    assert match.resolve() == head


@pytest.mark.parametrize("text", ["", " ", "\n\t"])
def test_a_flag_and_a_settlement_need_a_text(store: SQLiteStore, text: str) -> None:
    match = pig(store)
    with pytest.raises(Refused, match="needs a claim"):
        match.flag(text)
    match.flag("no")
    with pytest.raises(Refused, match="needs a text"):
        match.settle(text)


def test_any_text_is_kept_and_one_that_is_too_long_is_refused(store: SQLiteStore) -> None:
    match = pig(store)
    for text in ('"marks":"x"', "a\0b\x1b[31m", "é" * 9000, "骰子"):
        match.flag(text)
        assert flags.open_flags(match)[-1].said.reason == text
    rows = store.last_row(match.row.id).n
    for text in ("x" * 1_000_001, "\ud800"):
        with pytest.raises(BadBody):
            match.flag(text)
        with pytest.raises(BadBody):
            match.settle(text, flag=4)
    assert store.last_row(match.row.id).n == rows
    assert verify(match).ok


def test_a_position_that_is_not_there_is_not_flagged(store: SQLiteStore) -> None:
    match = pig(store)
    other = pig(store, name="other")
    with pytest.raises(NotFound):
        match.flag("no", at="6")
    with pytest.raises(NotFound):
        match.flag("no", at="ffffffffff")
    with pytest.raises(NotFound):
        match.flag("no", at=other.head(other.resolve()))
    with pytest.raises(Unknown):
        match.flag("no", timeline="what-if")
    assert flags.flags(match) == []


def test_who_believes_in_another_head_flags_nothing(store: SQLiteStore) -> None:
    match = pig(store)
    with pytest.raises(Moved):
        match.flag("no", told=By(head="3"))
    assert flags.flags(match) == []
    match.flag("no", told=By(head="5"))


def test_a_repeated_flag_is_raised_once(store: SQLiteStore) -> None:
    match = pig(store)
    told = By(request="f1")
    first = match.flag("no", told=told)
    match.record(["bo: hold"])
    again = match.flag("no", told=told)
    assert (again.repeated, again.row) == (True, first.row)
    assert len(flags.flags(match)) == 1
    with pytest.raises(Refused, match="f1"):
        match.flag("other", told=told)


def test_a_flag_and_its_reason_are_one_claim(store: SQLiteStore) -> None:
    match = pig(store)
    match.flag("cocked", told=By(by="Bo", reason="it leant on the glass"))
    assert flags.open_flags(match)[0].said.reason == "cocked: it leant on the glass"


# Settlements


def test_the_only_open_flag_needs_no_number(store: SQLiteStore) -> None:
    match = pig(store)
    match.flag("cocked")
    done = match.settle("it counts", told=ANA)
    assert (done.row.entry.settles, done.row.entry.did) == (4, [])
    assert (done.row.before, done.row.after) == (match.resolve(), match.resolve())
    assert flags.open_flags(match) == []
    assert flags.flags(match)[0].settled == 5
    assert verify(match).ok


def test_of_several_open_flags_one_is_named(store: SQLiteStore) -> None:
    match = pig(store)
    match.flag("cocked", told=BO)
    match.flag("too late", at="3", told=ANA)
    with pytest.raises(Refused) as refusal:
        match.settle("it counts")
    for said in ("2 flags are open", "#4 at ply 5 by Bo: cocked", "#5 at ply 3 by Ana: too late"):
        assert said in str(refusal.value)
    match.settle("it counts", flag=5)
    match.settle("it counts")
    assert [flag.settled for flag in flags.flags(match)] == [7, 6]


def test_what_cannot_be_settled_is_refused(store: SQLiteStore) -> None:
    match = pig(store)
    with pytest.raises(Refused, match="No flag of friday is open"):
        match.settle("so")
    with pytest.raises(Refused, match="Row 2 of the journal is `record`, no flag; no flag is open"):
        match.settle("so", flag=2)
    match.flag("cocked", told=BO)
    with pytest.raises(Refused, match=r"has no row 99; 1 flag is open: #4 at ply 5 by Bo: cocked"):
        match.settle("so", flag=99)
    match.settle("so", told=ANA)
    with pytest.raises(Refused, match="#4 was settled in row 5 by Ana already; a new flag"):
        match.settle("so", flag=4)
    match.flag("cocked, I say")
    match.settle("so", flag=6)


def test_of_two_who_settle_the_second_is_told(store: SQLiteStore) -> None:
    match = pig(store)
    match.flag("cocked")

    def late() -> str:
        # The time is asked between what the second has read and what he writes.
        match.settle("so", told=ANA)
        return "2026-03-01T20:15:00Z"

    with open_store(store.file) as other:
        theirs = Match.open(other, "friday", late)
        with pytest.raises(Refused, match="settled in row 5 by Ana already"):
            theirs.settle("otherwise")
    assert [row.done for row in journal(match)][-2:] == ["flag", "settle"]


def test_a_repeated_settlement_is_one(store: SQLiteStore) -> None:
    match = pig(store)
    match.branch("what-if")
    match.flag("cocked", timeline="what-if")
    told = By(request="s1")
    first = match.settle("so", told=told)
    assert first.timeline == "what-if"
    match.flag("again")
    again = match.settle("so", told=told)
    assert (again.repeated, again.row) == (True, first.row)
    with pytest.raises(Refused, match="s1"):
        match.settle("otherwise", told=told)
    with pytest.raises((Refused, StoreError), match="s1"):
        match.settle("so", flag=5, told=told)


def test_what_was_done_about_it_is_linked(store: SQLiteStore) -> None:
    match = pig(store)
    match.flag("cocked")
    match.undo()
    match.record(["die 2"])
    match.adjust(["points.bo=3"])
    match.note("a biscuit")
    match.branch("what-if")
    match.record(["bo: hold"])
    done = match.settle("rolled again")
    assert done.row.entry.did == [5, 7]
    assert verify(match).ok


def test_every_kind_of_remedy_is_linked(store: SQLiteStore) -> None:
    match = Match.new(store, "tic-tac-toe", ["Ana", "Bo"], name="friday")
    match.record(["mark a1", "mark b2"])
    match.flag("a full board")
    match.branch("what-if", at="1")
    match.record(["bo: mark c3"], timeline="what-if")
    adopted = match.adopt("what-if").row.n
    ruled = match.rule("full", "second").row.n
    adjusted = match.adjust(["marks.a2=1"]).row.n
    undone = match.undo().row.n
    assert match.settle("so").row.entry.did == [adopted, ruled, adjusted, undone]


def test_going_back_to_look_is_no_remedy(store: SQLiteStore) -> None:
    match = pig(store)
    match.flag("cocked")
    match.undo()
    match.undo()
    match.redo()
    match.redo()
    assert match.settle("it counts").row.entry.did == []


def test_what_is_redone_in_another_way_is_a_remedy(store: SQLiteStore) -> None:
    match = pig(store)
    match.undo(2)
    match.flag("you may not take that back", told=BO)
    redone = match.redo(2).row.n
    assert match.settle("it is played again").row.entry.did == [redone]


def test_a_row_is_the_remedy_of_one_flag_unless_it_is_named(store: SQLiteStore) -> None:
    match = pig(store)
    match.flag("cocked")
    match.flag("and too late")
    match.undo()
    assert match.settle("rolled again", flag=4).row.entry.did == [6]
    assert match.settle("that too", flag=5).row.entry.did == []
    match.flag("still")
    assert match.settle("once more", did=[6]).row.entry.did == [6]


def test_what_was_done_on_another_timeline_is_no_remedy(store: SQLiteStore) -> None:
    match = pig(store)
    match.branch("what-if")
    match.flag("cocked")
    match.undo(timeline="what-if")
    assert match.settle("it counts").row.entry.did == []
    match.flag("cocked", timeline="what-if")
    back = match.undo(timeline="what-if").row.n
    assert match.settle("it does not").row.entry.did == [back]


def test_the_table_may_say_itself_what_was_done(store: SQLiteStore) -> None:
    match = pig(store)
    match.flag("cocked")
    match.undo()
    match.record(["die 2"])
    assert match.settle("so", did=[6, 5, 6]).row.entry.did == [5, 6]
    match.flag("cocked")
    match.undo()
    assert match.settle("so", did=[]).row.entry.did == []


@pytest.mark.parametrize(
    ("row", "said"), [(1, "`open`"), (4, "`flag`"), (99, "no row 99"), (0, "no row 0")]
)
def test_a_row_that_did_nothing_is_no_remedy(store: SQLiteStore, row: int, said: str) -> None:
    match = pig(store)
    match.flag("cocked")
    with pytest.raises(Refused, match=said):
        match.settle("so", did=[row])
    assert flags.open_flags(match)


# Where they are shown


def test_a_flagged_match_shows_it_until_it_is_settled(store: SQLiteStore) -> None:
    match = pig(store)

    def shown() -> list[Any]:
        return [
            [(one.n, one.ply, one.text) for one in show(match, match.position(), "main").flags],
            {told.entry.ply: told.entry.flags for told in log(match, match.resolve())}[2],
            [line.flags for line in timelines(match)],
            [[(mark.n, mark.ply) for mark in line.flags] for line in tree(match)],
            list(flags.told_lines(match)),
        ]

    nothing = shown()
    assert nothing == [[], [], [[]], [[]], []]
    match.flag("a 5?", at="2", told=BO)
    assert shown() == [
        [(4, 2, "a 5?")],
        [4],
        [[4]],
        [[(4, 2)]],
        ["Open flag #4 at ply 2 by Bo: a 5?"],
    ]
    match.settle("it was")
    assert shown() == nothing


def test_a_timeline_shows_the_flags_of_its_own_line(store: SQLiteStore) -> None:
    match = pig(store)
    match.branch("what-if", at="3")
    match.flag("late", at="5")
    match.flag("early", at="2")
    assert {line.name: line.flags for line in timelines(match)} == {"main": [5, 6], "what-if": [6]}


def test_the_journal_names_what_is_marked_and_settled(store: SQLiteStore) -> None:
    match = pig(store)
    match.flag("a 5?", at="2")
    match.undo()
    match.settle("so")
    rows = list(journal(match))
    assert (rows[3].done, rows[3].marks, rows[3].marks_ply) == (
        "flag",
        match.head(match.resolve("2")),
        2,
    )
    assert (rows[5].done, rows[5].settles, rows[5].did) == ("settle", 4, [5])
    assert (rows[0].marks, rows[0].settles, rows[0].did) == (None, None, [])
    assert [row.n for row in journal(match, after=4)] == [5, 6]


def test_many_flags_are_told_in_a_few_lines(store: SQLiteStore) -> None:
    match = pig(store)
    for n in range(9):
        match.flag(f"claim {n} " + "x" * 200)
    lines = list(flags.told_lines(match))
    assert len(lines) == 4
    assert all(len(line) <= 80 for line in lines)
    assert "6 more flags" in lines[-1]
    with pytest.raises(Refused) as refusal:
        match.settle("so")
    assert len(str(refusal.value)) < 700


# The story


def test_the_story_tells_the_claim_and_the_positions_around_it(store: SQLiteStore) -> None:
    match = pig(store)
    match.flag("cocked", at="2", told=BO)
    found = story(match)
    assert (found.n, found.open, found.text, found.by, found.ply) == (4, True, "cocked", "Bo", 2)
    assert (found.event, found.stands) == ("die 5", True)
    assert found.before is not None
    assert found.after is not None
    assert (found.before.ply, found.before.waits_for) == (1, [])
    assert (found.after.ply, found.after.turn) == (2, ["turn 1", "Ana"])
    assert found.after.picture == ["Ana: 0", "Bo: 0", "this turn: 5"]
    assert [(d.path, d.a, d.b) for d in found.differs] == [
        ("rolling", True, None), ("pot", None, 5),
    ]  # fmt: skip
    assert [(one.ply, one.flags) for one in found.moves] == [
        (0, []), (1, []), (2, [4]), (3, []), (4, []), (5, []),
    ]  # fmt: skip
    assert (found.since, found.offered, found.settled) == ([], [], None)


def test_the_story_tells_what_was_done_by_whom_when_and_why(store: SQLiteStore) -> None:
    match = pig(store)
    match.flag("cocked", told=BO)
    match.undo(told=By(by="Ana", reason="it leant on the glass"))
    match.record(["die 2"], told=BO)
    assert story(match).offered == [5]
    match.settle("rolled again", told=ANA)
    match.record(["bo: hold"])
    found = story(match)
    assert [(row.n, row.done, row.by, row.reason) for row in found.since] == [
        (5, "undo", "Ana", "it leant on the glass"),
        (6, "record", "Bo", ""),
    ]
    assert found.since[0].saw == ["die 4"]
    assert (found.open, found.offered) == (False, [])
    ruled = settlement(match)
    assert (ruled.n, ruled.text, ruled.by, ruled.did, ruled.ply) == (
        7,
        "rolled again",
        "Ana",
        [5],
        5,
    )
    assert [(d.path, d.a, d.b) for d in ruled.differs] == [("pot", 4, 2)]
    assert [(d.path, d.a, d.b) for d in ruled.changed] == [
        ("pot", 4, None),
        ("rolling", None, True),
    ]


def test_open_disputes_come_first_and_each_may_be_asked_for(store: SQLiteStore) -> None:
    match = pig(store)
    for text in ("one", "two", "three"):
        match.flag(text)
    match.settle("so", flag=4)
    assert [one.n for one in disputes.disputes(match)] == [5, 6, 4]
    assert [one.n for one in disputes.disputes(match, number=6)] == [6]
    with pytest.raises(
        Refused, match="Row 7 of the journal is `settle`, no flag; 2 flags are open"
    ):
        disputes.disputes(match, number=7)
    assert disputes.disputes(pig(store, name="other")) == []


def test_the_story_cites_the_rule_of_a_disputed_move(store: SQLiteStore) -> None:
    match = imported(store, "brawl-disputed")
    for ply, rule in ((16, "A: Resource Phase"), (22, "B: Challenge Phase"), (14, "")):
        n = match.flag("no", at=str(ply)).row.n
        assert story(match, n).rule == rule, story(match, n).event


def test_a_story_is_told_as_far_as_it_can_without_the_game(
    store: SQLiteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = pig(store)
    match.flag("cocked")
    match.undo()
    monkeypatch.setattr(packs, "game_of", missing)
    late = Match.open(store, "friday")
    assert late.settle("rolled again").row.entry.did == [5]
    found = story(late)
    assert (found.before, found.told) == (
        None, ['The game "pig" of the match friday is not installed.'],
    )  # fmt: skip
    assert [row.done for row in found.since] == ["undo"]


def missing(name: str, pack: str) -> Any:
    raise NotFound(f"There is no game {name}.")


def test_the_root_can_be_disputed(store: SQLiteStore) -> None:
    match = Match.new(store, "pig", ["Ana", "Bo"], name="friday")
    match.flag("we are three")
    found = story(match)
    assert (found.before, found.event) == (None, "opened pig by Ana, Bo")
    assert found.after is not None
    match.settle("they are two")
    assert settlement(match).differs == []


def test_what_luck_gave_belongs_to_its_move(store: SQLiteStore) -> None:
    match = pig(store, seed="7")
    match.record(["roll"])
    match.flag("that is no fair die")
    found = story(match)
    assert found.before is not None
    assert (found.ply, found.before.ply) == (2, 0)


def test_a_long_match_is_told_in_its_part(store: SQLiteStore) -> None:
    match = imported(store, "vale-2-players")
    last = match.position().ply
    match.flag("that hex was taken", at=str(last - 40))
    found = story(match)
    assert [one.ply for one in found.moves] == list(range(last - 44, last - 35))


def test_a_line_by_other_rules_still_tells_its_rows(
    store: SQLiteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = pig(store)
    match.flag("cocked")
    match.undo()
    match.settle("rolled again")
    assert match.game
    monkeypatch.setattr(match, "keeper", fold.Keeper(match.game, "00" * 16))
    match.forget()
    with pytest.raises(Differs):
        match.position()
    found = story(match)
    assert (found.before, found.after, found.moves) == (None, None, [])
    assert "recorded under other rules" in found.told[0]
    assert [(row.n, row.done) for row in found.since] == [(5, "undo")]
    assert settlement(match).did == [5]


GAMES = [
    "beasts-kitchen-table",
    "brawl-every-kind",
    "brawl-unseen",
    "vale-6-players",
    "vale-mummies",
]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_disputed_at_any_ply(name: str, store: SQLiteStore) -> None:
    match = imported(store, name)
    last = match.position().ply
    for ply in range(0, last, max(1, last // 5)):
        match.flag(f"ply {ply}", at=str(ply), told=ANA)
    match.undo()
    match.settle("taken back", flag=flags.open_flags(match)[0].n)
    for viewer in (EVERYBODY, Viewer(0), ALL):
        for found in disputes.disputes(match, viewer):
            assert found.after is not None
            assert found.after.ply == found.ply
            text = msgspec.json.encode(found)
            assert msgspec.json.decode(text, type=DisputeJson, strict=True) == found
    assert verify(match).ok


# Proof


def forged(match: Match, change: Any, name: str = "copy") -> Match:
    """A copy of a match in which rows say something else, with every digest made anew."""
    store = match.store
    digests = {fact.id: fact.digest for fact in store.events_of(match.row.id)}
    rows: list[PortableRow] = []
    for row in store.journal(match.row.id):
        body = encode_row(change(row.entry))
        before = ZERO if row.before is None else digests[row.before]
        digest = row_digest(rows[-1].digest if rows else ZERO, before, digests[row.after], body)
        rows.append(PortableRow(before if row.before else None, digests[row.after], body, digest))
    events = [
        (digests.get(fact.parent or 0), fact.state, fact.body, fact.digest)
        for fact in store.events_of(match.row.id)
    ]
    pack = store.pack(bytes.fromhex(match.glance["pack"]))
    found = store.import_match(name, [PortableEvent(*e) for e in events], rows, pack=pack)
    return Match(store, found)


@pytest.mark.parametrize(
    ("n", "said", "what"),
    [
        (4, {"done": "note"}, "row 4 is `note` and does not mark or settle"),
        (7, {"done": "note"}, "row 7 is `note` and does not mark or settle"),
        (6, {"done": "flag"}, "row 6 is `flag` and does not mark or settle"),
        (6, {"done": "settle"}, "row 6 is `settle` and does not mark or settle"),
        (7, {"did": [6]}, "row 7 names row 6, by which nothing was done"),
        (7, {"did": [1]}, "row 7 names row 1, by which nothing was done"),
    ],
)
def test_a_row_that_does_not_do_what_it_says_is_found(
    store: SQLiteStore, n: int, said: dict[str, Any], what: str
) -> None:
    match = pig(store)
    match.flag("cocked")
    match.undo()
    match.note("tea")
    match.settle("rolled again")
    assert verify(match).ok

    def change(body: Any) -> Any:
        return msgspec.structs.replace(body, **said) if body.n == n else body

    assert verify(forged(match, lambda body: body)).ok
    found = verify(forged(match, change, "wrong"))
    assert found.first_bad is not None
    assert what in found.first_bad.what


# Files


def test_flags_and_settlements_travel_with_their_match(store: SQLiteStore, tmp_path: Path) -> None:
    match = pig(store)
    match.flag("cocked", at="2", told=BO)
    early = list(export_lines(match))
    match.undo()
    match.settle("rolled again", told=ANA)
    match.flag("still cocked", at=match.head(match.resolve("2")))
    whole = list(export_lines(match))
    with open_store(tmp_path / "elsewhere.db") as other:
        theirs = import_lines(other, early).match
        assert [flag.settled for flag in flags.flags(theirs)] == [0]
        assert import_lines(other, whole).added == 3
        assert list(export_lines(theirs)) == whole
        assert disputes.disputes(Match.open(other, "friday")) == disputes.disputes(match)
        assert verify(theirs).ok
        copy = import_lines(other, whole, "copy").match
        assert list(export_lines(copy))[1:] == whole[1:]
        theirs = Match.open(other, "friday")
        theirs.settle("so")
        assert flags.open_flags(copy)
        assert not flags.open_flags(theirs)
        assert [verify(one).ok for one in (copy, theirs)] == [True, True]


# Is it legal?


def ask(match: Match, text: str, at: str = "", viewer: Viewer = EVERYBODY) -> WhyJson:
    return why(match, match.position("main", at), text, viewer)


def test_a_legal_move_is_told_with_its_rule_and_what_follows(store: SQLiteStore) -> None:
    match = pig(store)
    found = ask(match, "roll")
    assert (found.legal, found.known, found.seat, found.text) == (True, True, "Bo", "Bo: roll")
    assert (found.rule, found.reason) == ("Turns", "Roll the die.")
    assert found.chance is not None
    assert (found.chance.verb, found.chance.needs, found.chance.outcomes) == ("die", 1, 6)
    held = ask(match, "bo: hold")
    assert (held.legal, held.chance, held.waits_for, held.ended) == (True, None, ["Ana"], "")
    match.adjust(["points.bo=99"])
    assert ask(match, "hold").ended == "100 points"
    assert ask(match, "agree").rule == "table"
    assert ask(match, "concede").ended == "conceded"


def test_asking_records_nothing_and_moves_nothing(store: SQLiteStore) -> None:
    match = pig(store)
    before = list(export_lines(match))
    for text in ("roll", "roll 3", "hold", "roll 7", "frobnicate", "die 3", "ana: roll", ""):
        ask(match, text)
        ask(match, text, "1")
    assert list(export_lines(match)) == before
    assert match.record(["roll 3"]).ply == 7


@pytest.mark.parametrize(
    ("text", "at", "rule", "said"),
    [
        ("ana: roll", "", "Turns", "the die is with somebody else"),
        ("ana: roll", "1", "table", "chance is due first"),
        ("die 7", "1", "", '"7" cannot come up'),
        ("die", "1", "", "needs 1 value"),
        ("roll 7", "", "", '"7" cannot come up'),
        ("roll 3 3", "", "", "left over"),
        ("hold 3", "", "", "left over"),
        ("die 3", "", "", '"die" is no move here'),
        ("rool", "", "", '"rool" is no move here'),
        ("cai: roll", "", "", '"cai" names no player'),
        ("", "", "", "empty"),
        ("\0", "", "", "NUL"),
        ("x" * 3000, "", "", "2000 characters"),
    ],
)
def test_another_move_is_refused_with_its_reason(
    store: SQLiteStore, text: str, at: str, rule: str, said: str
) -> None:
    found = ask(pig(store), text, at)
    assert (found.legal, found.rule) == (False, rule)
    assert said in found.reason
    assert found.reason.endswith(".")


def test_what_chance_gave_is_judged_too(store: SQLiteStore) -> None:
    match = pig(store)
    assert ask(match, "die 3", "1").legal
    found = ask(match, "roll 1")
    assert (found.legal, found.waits_for) == (True, ["Ana"])


def test_in_a_match_that_is_over_nothing_is_legal(store: SQLiteStore) -> None:
    match = pig(store)
    match.record(["agree"])
    found = ask(match, "bo: roll")
    assert (found.legal, found.rule, found.nearest) == (False, "table", [])
    assert "agreed to stop" in found.reason


def test_where_luck_decides_it_is_not_asked(store: SQLiteStore) -> None:
    match = pig(store, seed="a-seed")
    found = ask(match, "roll")
    assert found.legal
    assert found.chance is not None
    assert "leave out" in ask(match, "roll 3").reason
    match.record(["roll"])
    assert "chance is due first" in ask(match, "roll", "1").reason


@pytest.mark.parametrize(
    "game", ["esoteric-beasts", BRAWL, "vale-dos-monstros", "pig", "tic-tac-toe"]
)
def test_every_kind_of_move_stands_under_a_heading_of_its_rulebook(game: str) -> None:
    kind = games.game_class(game)
    rules = packs.game_of(game, packs.shipped(kind))
    headings = {
        verb: rules.section(move)
        for verb, (move, _) in verbs(kind.Moves).items()
        if verb not in ("concede", "agree")
    }
    assert headings
    assert all(headings.values()), headings


@pytest.mark.parametrize("name", GAMES)
def test_every_move_that_was_played_was_legal_by_a_rule_of_the_book(
    name: str, store: SQLiteStore
) -> None:
    match = imported(store, name)
    steps = match.steps(match.resolve())[:120:3]
    for step in steps:
        text = reading.text(step, ALL)
        if type(step.event).__name__ == "Moved":
            found = ask(match, text, str(step.ply - 1), ALL)
            assert found.legal, (step.ply, text, found.reason)
            assert found.rule
            assert found.text == text


PIECES = st.sampled_from(
    ["ana", "bo", "erich", "claudia", ":", "roll", "hold", "5", "?", "die", "draw", "choose",
     "mark", "a1", "b2", "place", "chi", "cast", "tornado", "start", "claim", "Two Suns", "agree"]
)  # fmt: skip
LINES = st.lists(PIECES | st.text(max_size=3), max_size=6).map(" ".join)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with open_store(tmp_path_factory.mktemp("shelf") / "a.db", synchronous="OFF") as store:
        seeded = Match.new(store, BRAWL, ["Erich", "Claudia"], seed="7", name="lucky")
        tiny = Match.new(store, "tic-tac-toe", ["Ana", "Bo"], name="tiny")
        tiny.record(["mark a1"])
        table = pig(store)
        yield [table, seeded, tiny, brawl(store, "evening", "aegis", "tornado")]


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(line=LINES, which=st.integers(0, 3))
def test_asking_says_what_recording_would(shelf: list[Match], line: str, which: int) -> None:
    match = shelf[which]
    match.forget()
    asked = ask(match, line, viewer=ALL)
    branch = f"try-{match.store.last_row(match.row.id).n}"
    match.branch(branch)
    match.forget()
    refusal = None
    try:
        match.record([line], branch)
    except (EngineError, ReplayError) as error:
        refusal = error
    assert asked.legal == (refusal is None), (asked.reason, refusal)


# The nearest legal moves


def near(match: Match, text: str, at: str = "", viewer: Viewer = EVERYBODY) -> list[str]:
    return [one.text for one in nearest(match, match.position("main", at), viewer, text)]


def test_a_slip_finds_the_move_that_was_meant(store: SQLiteStore) -> None:
    match = imported(store, "brawl-example-1")
    assert near(match, "plcae chi c1", "4")[0] == "Claudia: place chi c1"
    assert near(match, "place chi c9", "4")[0].startswith("Claudia: place chi ")
    assert near(match, "line a2-c2", "26")[0].startswith("Erich: line a")
    assert near(match, "chalenge claudia", "25")[0] == "Erich: challenge Claudia"


def test_the_verb_and_the_seat_count_more_than_letters(store: SQLiteStore) -> None:
    match = Match.new(store, "tic-tac-toe", ["Ana", "Bo"], name="friday")
    match.record(["mark a1"])
    assert near(match, "mark a1")[0] in ("Bo: mark b1", "Bo: mark a2", "Bo: mark c1")
    assert near(match, "ana: mark b2") == ["Bo: mark b2", "Bo: mark b1", "Bo: mark a2"]
    assert near(match, "b2") == ["Bo: mark b2"]
    assert near(match, "z9") == []
    assert near(match, "put b2") == ["Bo: mark b2"]
    assert near(match, "mark") == ["Bo: mark b1", "Bo: mark c1", "Bo: mark a2"]


def test_what_was_refused_is_not_offered_again(store: SQLiteStore) -> None:
    match = brawl(store, "evening", "aegis", "tornado")
    match.record(["reveal Alishan Yushan Taroko", "claim alishan"])
    rest = [one.text for one in reading.moves(match, match.position()).moves]
    for text in rest:
        assert text not in near(match, text)


def test_accents_do_not_count(store: SQLiteStore) -> None:
    match = Match.new(store, BRAWL, ["Erich", "Claudia"], name="friday")
    assert near(match, "chose mo-sin-a in yelow raincoats")[0] == (
        "Erich: choose Mô-sîn-á in Yellow Raincoats"
    )


def test_nothing_is_near_where_nothing_is_legal(store: SQLiteStore) -> None:
    match = pig(store)
    assert near(match, "rol", "1") == []
    assert near(match, "") == ["Bo: roll", "Bo: hold"]
    match.record(["agree"])
    assert near(match, "rol") == []


def test_what_a_refused_recording_was_about_is_kept_with_its_position(store: SQLiteStore) -> None:
    match = pig(store)
    with pytest.raises((EngineError, ReplayError)):
        match.record(["roll 3", "hodl"])
    assert match.refused is not None
    assert match.refused[0] == "hodl"
    assert offer(match, EVERYBODY) == "Nearest legal: `hold`."
    with pytest.raises(Refused):
        match.record(["ana: hold"])
    assert offer(match, EVERYBODY) == "Nearest legal: `hold`."
    match.record(["hold"])
    assert offer(match, EVERYBODY) == ""


@pytest.mark.slow
def test_the_nearest_of_a_hundred_moves_are_found_at_once(store: SQLiteStore) -> None:
    match = imported(store, "vale-6-players")
    spots = [match.position("main", str(ply)) for ply in (112,)]
    legal = len(reading.moves(match, spots[0]).moves)
    assert legal > 50
    took = []
    for _ in range(20):
        began = time.perf_counter()
        assert nearest(match, spots[0], EVERYBODY, "move m13 x15")
        took.append(time.perf_counter() - began)
    assert min(took) < 0.003 * legal / 100


# What is hidden


def test_a_hidden_card_is_judged_as_everybody_may_know_it(store: SQLiteStore) -> None:
    told = []
    for name, card in (("one", "tornado"), ("two", "tsunami")):
        match = brawl(store, name, "aegis", card)
        match.record(["reveal Alishan Yushan Taroko"])
        lines = ["claudia: cast tornado erich", "claudia: cast tsunami", "erich: cast aegis"]
        lines += ["claudia: discard tornado", "claudia: cast tornad"]
        for viewer in (EVERYBODY, Viewer(0)):
            for line in lines:
                found = ask(match, line, viewer=viewer)
                found.match = found.head = ""
                told.append((viewer.seat, found))
    half = len(told) // 2
    assert told[:half] == told[half:]
    by_line = {(seat, found.asked): found for seat, found in told}
    for seat in (None, 0):
        found = by_line[seat, "claudia: cast tornado erich"]
        assert (found.legal, found.known) == (True, False)
    own = by_line[0, "erich: cast aegis"]
    assert own.known or not own.legal


def test_its_holder_is_told_more(store: SQLiteStore) -> None:
    match = brawl(store, "one", "aegis", "tornado")
    match.record(["reveal Alishan Yushan Taroko"])
    assert not ask(match, "claudia: cast tsunami", viewer=Viewer(1)).legal
    found = ask(match, "claudia: cast tornado erich", viewer=Viewer(1))
    assert (found.legal, found.known) == (True, True)
    assert ask(match, "claudia: cast tornado erich", viewer=ALL).known


def test_a_card_of_a_deck_of_ones_own_is_not_known_to_be_in_the_hand(store: SQLiteStore) -> None:
    match = imported(store, "taidian-2-players")
    found = ask(match, "lay Punch Ana", "17")
    assert (found.legal, found.known) == (True, False)
    assert ask(match, "end", "17").known


@pytest.mark.parametrize(
    "name", ["brawl-unseen", "brawl-3-players", "taidian-2-players", "taidian-3-players",
             "taidian-structure", "beasts-won", "vale-3-players"]
)  # fmt: skip
def test_a_legal_move_that_is_known_is_one_that_is_taken(name: str, store: SQLiteStore) -> None:
    match = imported(store, name)
    last = match.position().ply
    for ply in range(1, last, max(1, last // 25)):
        spot = match.position("main", str(ply))
        holds = Viewer(everything=True)
        legal = {one.text for one in reading.moves(match, spot, holds).moves}
        for one in reading.moves(match, spot, EVERYBODY).moves[:40]:
            found = why(match, spot, one.text, EVERYBODY)
            assert found.legal
            assert not found.known or one.text in legal, (ply, one.text)


def test_what_the_table_decides_is_judged_as_it_is_recorded(store: SQLiteStore) -> None:
    match = imported(store, "brawl-unseen")
    for line in ("rule bonus=vp-difference", "adjust seats.1.vp=3", "reseed table", "reseed hush"):
        found = ask(match, line)
        assert (found.legal, found.known, found.seat, found.rule) == (True, True, None, "table")
        assert "hush" not in found.text
    for line in ("rule bonus=nothing", "adjust seats.1.vp=many", "adjust", "reseed"):
        found = ask(match, line)
        assert (found.legal, found.nearest) == (False, [])
    assert match.store.last_row(match.row.id).entry.done != "adjust"


def test_neither_seed_nor_nonce_is_in_a_story(store: SQLiteStore) -> None:
    match = Match.new(store, "pig", ["Ana", "Bo"], seed="hush-hush", name="friday", nonce="5e" * 16)
    match.record(["roll"])
    match.flag("no")
    match.reseed("hush-hush-2")
    match.undo()
    match.settle("so")
    text = msgspec.json.encode([disputes.disputes(match, ALL), ask(match, "roll", viewer=ALL)])
    assert b"hush" not in text
    assert b"5e5e" not in text
