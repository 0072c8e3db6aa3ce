"""`retold amend`, one promise a test."""

import re
from pathlib import Path

import pytest

from replay.reading import AmendJson, JournalJson, LogJson, ShowJson
from tests.cli.desk import Desk
from tests.cli.test_completing import offered

LOGS = Path(__file__).parents[2] / "fixtures" / "logs"


def texts(desk: Desk, name: str = "friday", *args: str) -> list[str]:
    return [entry.text for entry in desk.json(list[LogJson], "log", name, *args)][1:]


@pytest.fixture
def evening(friday: Desk) -> Desk:
    """Ana: roll 5, roll 4, hold; Ben: roll 6, hold."""
    friday.say("record", "friday", "roll 5", "roll 4", "hold", "roll 6", "hold")
    return friday


@pytest.fixture
def brawl(desk: Desk) -> Desk:
    desk.say("import", str(LOGS / "brawl-example-1.jsonl"), "--as", "friday")
    return desk


def masked(out: str) -> list[str]:
    out = re.sub(r"\b[0-9a-f]{10}\b", "HEAD", out)
    return re.sub(r"[0-9A-Z]{4}(-[0-9A-Z]{4}){3}", "RECEIPT", out).splitlines()


def test_it_says_what_stands_in_the_place_of_what_and_what_differs(evening: Desk) -> None:
    out = evening.say("amend", "friday", "4", "die 6", "--by", "Ben", "--reason", "it lay on edge")
    assert masked(out) == [
        "Out of main:",
        "    4  die 4",
        "In its place:",
        "    4  die 6",
        "4 later steps are recorded again on top.",
        "",
        "what differs   was                 now",
        "standing: Ana  9 points, rank 1 -> 11 points, rank 1",
        "points.Ana     9                -> 11",
        "main stands at ply 8 now; `retold adopt friday HEAD` takes it back.",
        "friday #3 RECEIPT",
        "Waits for Ana.",
    ]
    row = evening.json(list[JournalJson], "log", "friday", "--journal")[-1]
    assert (row.done, row.by, row.reason) == ("amend", "Ben", "it lay on edge")
    assert texts(evening)[3] == "die 6"


def test_what_takes_it_back_does(evening: Desk) -> None:
    before = texts(evening)
    out = evening.say("amend", "friday", "4", "die 6")
    command = re.search(r"`retold (adopt friday [0-9a-f]+)`", out)
    assert command is not None
    evening.say(*command[1].split())
    assert texts(evening) == before


def test_it_says_where_it_stopped_and_which_rule_says_so(brawl: Desk) -> None:
    out = brawl.say("amend", "friday", "5", "claudia: place chi b3")
    assert masked(out)[4:9] == [
        "31 later steps are recorded again on top.",
        "It stops before ply 37, which does not fit any more:",
        "   37  Claudia: line a1-d1",
        "       B-2: a1-d1 is no valid line: there is no rune on c1.",
        "7 steps, that one included, are left behind on the old line.",
    ]
    assert "the position with the old one at ply 36." in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= 80
    journal = brawl.say("log", "friday", "--journal")
    assert "    out: Claudia: place chi c1\n    in: Claudia: place chi b3\n" in journal
    assert "       B-2: a1-d1 is no valid line: there is no rune on c1.\n" in journal


def test_without_a_move_the_step_is_dropped(evening: Desk) -> None:
    out = evening.say("amend", "friday", "1")
    assert masked(out)[:4] == [
        "Out of main:",
        "    1  Ana: roll",
        "    2  die 5",
        "6 later steps are recorded again on top.",
    ]
    assert texts(evening)[:3] == ["Ana: roll", "die 4", "Ana: hold"]


def test_insert_puts_moves_before_the_step(evening: Desk) -> None:
    out = evening.say("amend", "friday", "5", "--insert", "roll 2", "roll 3")
    assert masked(out)[:6] == [
        "Put into main:",
        "    5  Ana: roll",
        "    6  die 2",
        "    7  Ana: roll",
        "    8  die 3",
        "4 later steps are recorded again on top.",
    ]


def test_a_dry_run_writes_nothing_and_says_the_same(evening: Desk) -> None:
    before = evening.log()
    dry = evening.say("amend", "friday", "4", "die 6", "--dry-run").splitlines()
    assert evening.log() == before
    assert dry[0] == "Nothing is recorded. This is what would change:"
    assert dry[-1] == "main would stand at ply 8."
    assert dry[1:-1] == evening.say("amend", "friday", "4", "die 6").splitlines()[:-3]


def test_a_dry_run_works_on_a_file_that_cannot_be_written(evening: Desk) -> None:
    evening.db.chmod(0o444)
    evening.folder.chmod(0o555)
    try:
        assert "would stand" in evening.say("amend", "friday", "4", "die 6", "--dry-run")
    finally:
        evening.folder.chmod(0o755)


def test_json_holds_all_of_it(evening: Desk) -> None:
    dry = evening.json(AmendJson, "amend", "friday", "4", "die 6", "--dry-run")
    assert (dry.receipt, dry.ply, dry.at, dry.ended) == (None, 8, 8, ["", ""])
    found = evening.json(AmendJson, "amend", "friday", "4", "die 6")
    assert found.receipt is not None
    assert found.receipt.startswith("#3 ")
    assert found.amended == dry.amended
    assert (found.amended.replaced, found.amended.by) == (["die 4"], ["die 6"])
    assert [(one.path, one.a, one.b) for one in found.differs] == [("points.0", 9, 11)]


def test_a_step_is_named_by_the_letters_of_its_digest_too(evening: Desk) -> None:
    head = evening.json(list[LogJson], "log", "friday")[4].head
    evening.say("amend", "friday", head, "die 6")
    assert texts(evening)[3] == "die 6"
    assert "is not on main" in evening.refuse("amend", "friday", head, "die 5")


def test_another_timeline_is_amended(evening: Desk) -> None:
    evening.say("branch", "friday", "what-if")
    out = evening.say("amend", "friday", "4", "die 6", "-t", "what-if")
    assert "what-if stands at ply 8 now.\n" in out
    assert texts(evening)[3] == "die 4"
    assert texts(evening, "friday", "-t", "what-if")[3] == "die 6"


def test_a_match_that_was_over_is_no_longer(friday: Desk) -> None:
    friday.say("adjust", "friday", "points.0=96")
    friday.say("record", "friday", "roll 5", "hold")
    out = friday.say("amend", "friday", "3", "die 2")
    assert re.search(r"^over +100 points +-> no$", out, re.MULTILINE)
    assert out.endswith("Waits for Ben.\n")
    out = friday.say("amend", "friday", "3", "die 6")
    assert "The match is over (100 points): 1. Ana 102, 2. Ben 0." in out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["0"], "Ply 0 is the opening"),
        (["0", "hold", "--insert"], "Ply 0 is the opening"),
        (["99"], "There is no ply 99 on main; the last one is 8."),
        ([""], "Say which step"),
        (["nowhere"], '"nowhere" names no ply'),
        (["1", "--insert"], "Say what to insert"),
        (["1", "ben: hold"], "Turns: the die is with somebody else."),
        (["1", "sing"], '"sing" is no move here'),
        (["1", "roll 7"], "cannot come up"),
        (["2", "die 5"], "would change nothing"),
        (
            ["1", "ana:", "roll"],
            'A move of several words is quoted, as in `retold amend friday 1 "',
        ),
        (["1", "a\0b"], "NUL"),
        (["1", "-t", "nowhere"], "nowhere"),
        (["1", "--head", "3"], "has moved meanwhile"),
    ],
)
def test_what_cannot_be_amended_is_refused_in_a_sentence(
    evening: Desk, args: list[str], said: str
) -> None:
    assert said in evening.refuse("amend", "friday", *args)
    assert said in evening.refuse("amend", "friday", *args, "--dry-run")


def test_a_repeated_request_is_answered_with_what_it_did(evening: Desk) -> None:
    args = ("amend", "friday", "4", "die 6", "--request", "a1")
    first = evening.say(*args).splitlines()
    before = evening.log()
    again = evening.say(*args).splitlines()
    assert evening.log() == before
    assert again[0] == "This request was done before, in row 3; nothing was added."
    assert again[1:] == first[:-1]
    assert "used in row 3" in evening.refuse(*args[:3], "die 3", "--request", "a1")


def test_what_luck_gave_goes_with_its_move(seeded: Desk) -> None:
    seeded.say("record", "friday", "roll")
    roll = texts(seeded)[1]
    assert "amend that one" in seeded.refuse("amend", "friday", "2", "die 6")
    out = seeded.say("amend", "friday", "1", "--insert", "hold")
    assert "the die is with somebody else" in out
    seeded.say("undo", "friday")
    seeded.say("record", "friday", "roll")
    assert texts(seeded)[1] == roll


def test_proof_export_import_tree_and_diff_go_on_working(brawl: Desk, tmp_path: Path) -> None:
    old = brawl.json(ShowJson, "show", "friday").head
    brawl.say("amend", "friday", "5", "claudia: place chi b3", "--by", "Erich")
    assert "all as recorded" in brawl.say("verify", "friday")
    brawl.say("export", "friday", "-o", str(tmp_path / "friday.jsonl"))
    brawl.say("import", str(tmp_path / "friday.jsonl"), "--as", "there")
    journals = [brawl.say("log", name, "--journal") for name in ("friday", "there")]
    assert journals[0] == journals[1]
    assert "all as recorded" in brawl.say("verify", "there")
    assert old in brawl.say("tree", "friday")
    assert "The lines part after ply 4." in brawl.say("diff", "friday", "main", old)


def test_plies_and_what_was_legal_there_are_offered(evening: Desk) -> None:
    assert offered(evening, "retold amend friday ") == ["8", "7", "6", "5", "4", "3", "2", "1"]
    assert offered(evening, "retold amend friday 1 ro") == ["roll"]
    assert "'die 4'" in offered(evening, "retold amend friday 4 die")
    assert offered(evening, "retold amend friday 6 'Ben: h") == ["Ben: hold"]
    assert offered(evening, "retold amend friday 99 ro") == []


def test_neither_a_hand_nor_a_seed_is_told(desk: Desk) -> None:
    """By the answer, its JSON, refusals, the journal, completion."""
    desk.say("import", str(LOGS / "brawl-unseen.jsonl"), "--as", "friday")
    out = []
    for card in ("tornado", "tsunami"):
        out.append(desk.say("amend", "friday", "14", f"draw {card}", "--dry-run"))
        out.append(desk.say("amend", "friday", "14", f"draw {card}", "--dry-run", "--json"))
        seat = desk.say("amend", "friday", "14", f"draw {card}", "--dry-run", "--seat", "Ana")
        assert card not in seat
        assert card in desk.say("amend", "friday", "14", f"draw {card}", "--dry-run", "--seat", "C")
    assert out[:2] == out[2:]
    desk.say("amend", "friday", "14", "draw tornado")
    assert "tornado" not in desk.say("log", "friday", "--journal")
    assert "tornado" in desk.say("log", "friday", "--journal", "--all")
    desk.say("undo", "friday", "--to", "14")
    desk.say("reseed", "friday", "quiet-seed-93")
    out = [
        desk.say("amend", "friday", "15", "reseed quiet-seed-94", "--all"),
        desk.say("log", "friday", "--journal", "--all"),
    ]
    assert "quiet-seed" not in "".join(out)


def test_a_dry_run_tells_nobody_what_another_hand_holds(desk: Desk) -> None:
    desk.say("simulate", "taiwan-monsters-brawl", "--players", "3", "-n", "1", "--seed", "4",
             "--bots", "random", "--save")  # fmt: skip
    said = set()
    for seat in ("1", "2", "3"):
        line = f"random {seat}: cast tornado random 1"
        refusal = desk.refuse("amend", "taiwan-monsters-brawl-1", "21", line, "--dry-run")
        said.add(refusal.replace(line, "LINE"))
    # One of the three holds it.
    assert len(said) == 1
    assert "rests on a card that is not shown" in said.pop()
    owner = ("--dry-run", "--seat", "random 2")
    out = desk.say("amend", "taiwan-monsters-brawl-1", "21", "random 2: cast tornado random 1",
                   *owner)  # fmt: skip
    assert "Nothing is recorded. This is what would change" in out
