"""What-if timelines, the tree, and comparing, one promise a test."""

import os
import re
import subprocess
import sys

import pytest

from engine.text import width
from replay.reading import DiffJson, LogJson, ShowJson, TimelineJson
from tests.cli.desk import ROOT, Desk


def texts(desk: Desk, *args: str) -> list[str]:
    return [entry.text for entry in desk.json(list[LogJson], "log", "friday", *args)][1:]


@pytest.fixture
def forked(friday: Desk) -> Desk:
    """roll 5 | main: roll 4, hold | what-if: hold."""
    friday.say("record", "friday", "roll 5")
    friday.say("branch", "friday", "what-if")
    friday.say("record", "friday", "roll 4", "hold")
    friday.say("record", "friday", "-t", "what-if", "hold")
    return friday


def test_a_branch_begins_where_it_is_told_to(friday: Desk) -> None:
    friday.say("record", "friday", "roll 5", "roll 4", "hold")
    assert friday.say("branch", "friday", "here").startswith("here begins at ply 5.")
    assert friday.say("branch", "friday", "there", "--at", "2").startswith("there begins at ply 2.")
    head = friday.json(list[LogJson], "log", "friday")[3].head
    assert "at ply 3." in friday.say("branch", "friday", "third", "--at", head)
    assert "at ply 2." in friday.say("branch", "friday", "more", "-t", "there")
    assert "at ply 2." in friday.say("branch", "friday", "believed", "--head", "2")


def test_a_branch_obeys_the_same_rules_and_leaves_main_as_it_was(forked: Desk) -> None:
    before = forked.json(ShowJson, "show", "friday")
    forked.refuse("record", "friday", "-t", "what-if", "ana: hold")
    forked.say("record", "friday", "-t", "what-if", "ben: roll 6")
    assert forked.json(ShowJson, "show", "friday") == before


def test_the_other_line_of_a_seeded_match_has_the_same_luck(seeded: Desk) -> None:
    seeded.say("branch", "friday", "what-if")
    seeded.say("record", "friday", "roll")
    seeded.say("record", "friday", "-t", "what-if", "roll")
    assert texts(seeded) == texts(seeded, "-t", "what-if")


def test_a_branch_with_a_seed_has_its_own_luck(friday: Desk) -> None:
    out = friday.say("branch", "friday", "lucky", "--seed", "secret-42")
    assert out.startswith("lucky begins at ply 0.")
    assert "secret-42" not in out
    friday.say("record", "friday", "-t", "lucky", "roll")
    assert len(texts(friday, "-t", "lucky")) == 3


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["main"], "main"),
        (["what-if"], "what-if"),
        (["12"], "12"),
        (["a b"], "a b"),
        ([""], "cannot name"),
        (["x", "--at", "99"], "99"),
        (["x", "-o", "colour=red"], "colour"),
        (["x", "-t", "nowhere"], "nowhere"),
    ],
)
def test_a_branch_that_cannot_be_is_refused(forked: Desk, args: list[str], said: str) -> None:
    assert said in forked.refuse("branch", "friday", *args)


def test_timelines_are_listed_with_main_first(forked: Desk) -> None:
    found = forked.json(list[TimelineJson], "timelines", "friday")
    assert [(line.name, line.ply, line.main) for line in found] == [
        ("main", 5, True),
        ("what-if", 3, False),
    ]
    lines = forked.say("timelines", "friday").splitlines()
    assert lines[0].split() == ["timeline", "ply", "head"]
    assert lines[1].split() == ["main", "5", found[0].head, "the", "table", "plays", "it"]


def drawn(desk: Desk, **env: str) -> list[str]:
    """The rows of a tree, with each head as (head)."""
    out = desk.say("tree", "friday", **env)
    return [re.sub(r"\b[0-9a-f]{10}\b", "(head)", line) for line in out.splitlines()]


def test_the_tree_draws_main_straight_and_other_lines_beside_it(forked: Desk) -> None:
    assert drawn(forked) == [
        "● 0-2  opened     (head)",
        "├─● 3  Ana: hold  (head)  what-if at 3",
        "● 3-5  Ana: roll  (head)  main at 5",
    ]


def test_the_tree_tells_what_was_undone_from_what_a_timeline_holds(forked: Desk) -> None:
    forked.say("undo", "friday", "-n", "3")
    forked.say("record", "friday", "roll 2")
    shown = drawn(forked)
    assert shown[:-1] == [
        "● 0-2    opened     (head)",
        "├─● 3    Ana: hold  (head)  what-if at 3",
        "● 3      Ana: roll  (head)",
        "├─○ 4-5  die 4      (head)",
        "● 4      die 2      (head)  main at 4",
    ]
    assert shown[-1].startswith("○ was undone")
    head = forked.say("tree", "friday").splitlines()[3].split()[-1]
    forked.say("branch", "friday", "old", "--at", head)
    assert "├─● 4-5  die 4      (head)  old at 5" in drawn(forked)
    forked.say("adopt", "friday", "old")
    assert len(texts(forked)) == 5


def test_what_was_undone_at_the_end_of_a_line_hangs_off_it(forked: Desk) -> None:
    forked.say("undo", "friday", "-n", "2")
    assert drawn(forked)[:-1] == [
        "● 0-2    opened     (head)",
        "├─● 3    Ana: hold  (head)  what-if at 3",
        "● 3      Ana: roll  (head)  main at 3",
        "└─○ 4-5  die 4      (head)",
    ]


def test_lines_are_typed_where_they_cannot_be_drawn(forked: Desk) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from cli.main import main; main()", "tree", "friday"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "RETOLD_DB": str(forked.db)},
        capture_output=True,
        timeout=30,
    )
    lines = done.stdout.decode("ascii").splitlines()
    assert [line.split()[0] for line in lines] == ["*", "|-*", "*"]


def test_a_tree_of_many_branches_and_long_names_keeps_to_80_columns(friday: Desk) -> None:
    friday.say("record", "friday", "roll 2")
    line = "main"
    for nth in range(14):
        # Each branch branches again, and is called as long as a timeline may be.
        name = f"{nth}".ljust(60, "x") if nth % 3 else f"line-{nth}"
        friday.say("branch", "friday", name, "-t", line)
        friday.say("record", "friday", "-t", name, "roll 2", "roll 3")
        friday.say("branch", "friday", f"side-{nth}", "-t", name, "--at", f"{3 + 2 * nth}")
        friday.say("record", "friday", "-t", f"side-{nth}", "die 6")
        line = name
    shown = drawn(friday)
    assert max(map(width, shown)) <= 80
    for nth in range(14):
        assert any(row.endswith(f"side-{nth} at {4 + 2 * nth}") for row in shown)


def test_diff_says_where_lines_part_and_what_differs(forked: Desk) -> None:
    found = forked.json(DiffJson, "diff", "friday", "main", "what-if")
    assert found.parted_at == 2
    assert (len(found.a), found.b) == (3, ["Ana: hold"])
    assert found.differs
    out = forked.say("diff", "friday", "main", "what-if")
    assert out.startswith("The lines part after ply 2.\n")
    assert f"\n{'Ana: roll':38} | Ana: hold\n" in out
    assert [(one.path, one.a, one.b) for one in found.differs] == [("points.0", 9, 5)]
    assert out.splitlines()[-2:] == ["what differs  main    what-if", "points.Ana    9    -> 5"]


def test_diff_takes_timelines_plies_and_heads(forked: Desk) -> None:
    head = forked.json(ShowJson, "show", "friday").head
    named = forked.json(DiffJson, "diff", "friday", "main", "2")
    assert forked.json(DiffJson, "diff", "friday", head, "2") == named
    assert "The positions are the same." in forked.say("diff", "friday", "main", head)
    for wrong in ("nowhere", "99", "", "\x00"):
        forked.refuse("diff", "friday", "main", wrong)


def test_adopt_makes_a_line_the_one_that_is_played(forked: Desk) -> None:
    out = forked.say("adopt", "friday", "what-if", "--by", "Ben", "--reason", "as agreed")
    assert out.startswith("main stands where what-if does, at ply 3; `retold adopt friday ")
    back = out.split("`")[1].split()[-1]
    log = forked.say("log", "friday")
    forked.say("adopt", "friday", back)
    assert forked.say("log", "friday") != log
    forked.say("adopt", "friday", "what-if")
    assert forked.say("log", "friday") == log
    assert texts(forked) == texts(forked, "-t", "what-if")
    for wrong in ("what-if", "main", "nowhere"):
        forked.refuse("adopt", "friday", wrong)


def test_a_tree_that_forks_at_every_ply_is_not_indented_for_ever(friday: Desk) -> None:
    for _ in range(12):
        friday.say("record", "friday", "roll 2")
        friday.say("undo", "friday", "-n", "2")
        friday.say("record", "friday", "roll 3")
    lines = friday.say("tree", "friday").splitlines()
    assert max(len(line) - len(line.lstrip("│ ├─└")) for line in lines) <= 4


def test_an_adoption_prints_the_very_command_that_takes_it_back(friday: Desk) -> None:
    friday.say("record", "friday", "roll 5", "hold", "ben: roll 2")
    before = friday.say("log", "friday")
    friday.say("branch", "friday", "what-if", "--at", "2")
    friday.say("record", "friday", "-t", "what-if", "roll 6", "hold")
    said = friday.say("adopt", "friday", "what-if")
    friday.say("undo", "friday")
    back = said.partition("`retold ")[2].partition("`")[0].split()
    friday.say(*back)
    assert friday.say("log", "friday") == before
