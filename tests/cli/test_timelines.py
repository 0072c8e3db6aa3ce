"""What-if timelines, the tree, and comparing, one promise a test."""

import pytest

from replay.reading import DiffJson, LogJson, ShowJson, TimelineJson
from tests.cli.desk import Desk


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


def test_the_tree_draws_main_straight_and_other_lines_beside_it(forked: Desk) -> None:
    lines = forked.say("tree", "friday").splitlines()
    assert [line.split("  ")[0] for line in lines] == ["0-2", "├─3", "3-5"]
    assert lines[1].endswith("what-if at 3")
    assert lines[2].endswith("main at 5")


def test_the_tree_keeps_what_was_undone(forked: Desk) -> None:
    forked.say("undo", "friday", "-n", "3")
    forked.say("record", "friday", "roll 2")
    lines = forked.say("tree", "friday").splitlines()
    assert [line.split("  ")[0] for line in lines] == ["0-2", "├─3", "3", "├─4-5", "4"]
    head = lines[3].split()[-1]
    forked.say("branch", "friday", "old", "--at", head)
    forked.say("adopt", "friday", "old")
    assert len(texts(forked)) == 5


def test_diff_says_where_lines_part_and_what_differs(forked: Desk) -> None:
    found = forked.json(DiffJson, "diff", "friday", "main", "what-if")
    assert found.parted_at == 2
    assert (len(found.a), found.b) == (3, ["Ana: hold"])
    assert found.differs
    out = forked.say("diff", "friday", "main", "what-if")
    assert out.startswith("The lines part after ply 2.\n")
    assert f"\n{'Ana: roll':38} | Ana: hold\n" in out
    assert found.differs[0].path in out


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
    assert max(len(line) - len(line.lstrip("│ ├─")) for line in lines) <= 4


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
