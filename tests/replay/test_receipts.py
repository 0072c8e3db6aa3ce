"""A receipt proves that the log still holds its row, or says how much is missing."""

import re
import sqlite3
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import eventstore
from eventstore import SQLiteStore, open_store
from replay import receipts
from replay.errors import ReplayError
from replay.match import Match
from replay.portable import export_lines, import_lines

DIGEST = bytes.fromhex("3d0747dafd13e53ff96d")
LETTERS = eventstore.receipt(214, DIGEST + bytes(22)).partition(" ")[2]


@pytest.mark.parametrize(
    ("text", "name", "n"),
    [
        ("{}", "", None),
        ("#214 {}", "", 214),
        ("214 {}", "", 214),
        ("# 214 {}", "", 214),
        ("friday #214 {}", "friday", 214),
        ("friday 214 {}", "friday", 214),
        ("friday {}", "friday", None),
        ("taiwan-monsters-brawl-1 #2I4 {}.", "taiwan-monsters-brawl-1", 214),
        ("  friday  #214  {}  ", "friday", 214),
        ("friday-13 #1O {}", "friday-13", 10),
    ],
)
def test_a_receipt_is_read_however_it_was_written_down(text: str, name: str, n: int | None) -> None:
    shapes = (LETTERS, LETTERS.lower(), LETTERS.replace("-", " "), LETTERS.replace("-", ""))
    for letters in (*shapes, LETTERS.replace("0", "O").replace("1", "l")):
        found = receipts.read(text.format(letters))
        assert (found.name, found.n, found.digest) == (name, n, DIGEST), letters


@pytest.mark.parametrize(
    "text",
    ["", "friday", "#214", f"#0 {LETTERS}", LETTERS[:-1], f"{LETTERS}7", f"x{LETTERS}",
     LETTERS.replace("-", "U", 1), "?" * 19, "\x00", "\udcff", f"#{'9' * 30} {LETTERS}",
     "7K3M-9QXD-2F8T-V6BU", f"{LETTERS} friday"],
)  # fmt: skip
def test_what_is_no_receipt_is_refused_with_what_one_looks_like(text: str) -> None:
    with pytest.raises(ReplayError, match="7K3M-9QXD-2F8T-V6BN"):
        receipts.read(text)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(ReplayError):
        assert len(receipts.read(text).digest) == 10


@given(st.integers(1, 10**8), st.binary(min_size=32, max_size=32))
def test_every_printed_receipt_is_read(n: int, digest: bytes) -> None:
    found = receipts.read(f"friday {eventstore.receipt(n, digest)}")
    assert (found.name, found.n, found.digest) == ("friday", n, digest[:10])


@pytest.fixture
def match(store: SQLiteStore) -> Match:
    found = Match.new(store, "pig", ["Ana", "Bo"], name="friday")
    for _ in range(6):
        found.record(["hold"])
    return found


def receipt_of(match: Match, n: int) -> str:
    row = match.store.row_by_n(match.row.id, n)
    return f"{match.name} {eventstore.receipt(row.n, row.digest)}"


def held(store: SQLiteStore, text: str, match: Match | None) -> receipts.Held:
    return receipts.held(store, receipts.read(text), match.row if match else None)


def test_the_row_is_found_with_what_came_after_it(match: Match) -> None:
    for text in (receipt_of(match, 4), receipt_of(match, 4)[-19:]):
        found = held(match.store, text, match)
        assert (found.match.name, found.row.n, found.later) == ("friday", 4, 3)
        assert receipts.said(found).endswith("is in the log, with all before it; 3 rows since.")
        assert held(match.store, text, None).row.n == 4


def shorter(path: Path, rows: int) -> None:
    """The log as somebody would leave it who cuts off its end, without a trace in the chain."""
    connection = sqlite3.connect(path)
    for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'"):
        connection.execute(f'DROP TRIGGER "{name}"')
    connection.execute("DELETE FROM journal WHERE n > ?", (rows,))
    connection.execute("DELETE FROM events WHERE ply >= ?", (rows,))
    connection.commit()
    connection.close()


def test_a_tail_that_was_cut_off_is_told_with_how_much(
    match: Match, store: SQLiteStore, path: Path
) -> None:
    """litestream 752, xtdb 4952: the chain alone cannot see it, the receipt can."""
    from replay.proof import verify

    last, earlier = receipt_of(match, 7), receipt_of(match, 3)
    store.close()
    shorter(path, 4)
    with open_store(path, synchronous="OFF") as cut:
        again = Match.open(cut, "friday")
        assert verify(again).ok
        assert held(cut, earlier, again).later == 1
        with pytest.raises(ReplayError, match=r"ends at row 4: rows 5 to 7 \(3\) are missing"):
            held(cut, last, again)
        again.record(["concede"])
        for _ in range(3):
            again.note("played on otherwise")
        with pytest.raises(ReplayError, match="Row 7 of friday is another one than when"):
            held(cut, last, again)


def test_a_receipt_of_another_match_says_so(match: Match, store: SQLiteStore) -> None:
    sunday = Match.new(store, "pig", ["Ana", "Bo"], name="sunday")
    with pytest.raises(ReplayError, match="is a receipt of friday, not of sunday"):
        held(store, receipt_of(match, 4), sunday)
    # Where no match is named, the letters alone say which it is.
    assert held(store, receipt_of(match, 4), None).match.name == "friday"
    assert held(store, receipt_of(match, 4).replace("friday", "sunday"), None).row.n == 4


def test_a_match_imported_under_another_name_holds_its_receipts(
    match: Match, store: SQLiteStore, tmp_path: Path
) -> None:
    with open_store(tmp_path / "elsewhere.db", synchronous="OFF") as other:
        copy = import_lines(other, export_lines(match), "copy").match
        assert held(other, receipt_of(match, 7), copy).later == 0
    copy = import_lines(store, export_lines(match), "copy").match
    copy.record(["hold"])
    assert held(store, receipt_of(copy, 8), None).match.name == "copy"
    assert held(store, receipt_of(match, 4), None).match.name == "friday"
    assert held(store, receipt_of(match, 4), copy).match.name == "copy"


def test_a_slip_of_the_reader_is_answered_with_what_it_may_be(match: Match) -> None:
    text = receipt_of(match, 4)
    wrong = text[:-1] + ("A" if text[-1] != "A" else "B")
    with pytest.raises(ReplayError, match=re.escape(text.partition(" ")[2])) as refusal:
        held(match.store, wrong, match)
    assert "in 1 letter;" in str(refusal.value)
    with pytest.raises(ReplayError, match="as row 4, not 5"):
        held(match.store, text.replace("#4", "#5"), match)


def test_letters_without_a_number_cannot_tell_how_much_is_missing(match: Match) -> None:
    with pytest.raises(ReplayError, match="with the number"):
        held(match.store, LETTERS, match)
    with pytest.raises(ReplayError, match="No match in"):
        held(match.store, LETTERS, None)


def test_a_receipt_with_its_number_is_held_without_reading_the_journal(match: Match) -> None:
    for _ in range(40):
        match.note("on and on")
    text = receipt_of(match, 4)
    steps = 0

    def step() -> None:
        nonlocal steps
        steps += 1

    match.store.connection.set_progress_handler(step, 1)
    for named in (match, None):
        steps = 0
        assert held(match.store, text, named).row.n == 4
        # A look at each of the 48 rows takes several steps of SQLite's machine.
        assert steps < 150
    match.store.connection.set_progress_handler(None, 1)
