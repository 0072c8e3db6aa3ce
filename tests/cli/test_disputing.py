"""Commands about disputes, one promise a test."""

import re

import pytest

from replay.disputes import DisputeJson
from replay.legality import WhyJson
from replay.reading import JournalJson, LogJson, MovesJson, ShowJson, TimelineJson
from tests.cli.desk import ROOT, Desk

STORIES = list[DisputeJson]


@pytest.fixture
def disputed(friday: Desk) -> Desk:
    """Pig: Ana held 5, Ben has rolled a 4 at ply 5, which Ana says was cocked (row 4)."""
    friday.say("record", "friday", "roll 5", "hold")
    friday.say("record", "friday", "roll 4")
    friday.say("flag", "friday", "the die was cocked", "--by", "Ana")
    return friday


def rows(desk: Desk) -> list[JournalJson]:
    found: list[JournalJson] = desk.json(list[JournalJson], "log", "friday", "--journal")
    return found


def flagged(desk: Desk) -> list[int]:
    return [flag.n for flag in desk.json(ShowJson, "show", "friday").flags]


# flag


def test_flag_says_what_it_marks_and_gives_a_receipt(friday: Desk) -> None:
    friday.say("record", "friday", "roll 5", "hold")
    out = friday.say("flag", "friday", "a", "5?", "--at", "2", "--by", "Ben").splitlines()
    assert out[0] == "Ply 2 is flagged: #3. `retold settle friday` closes it."
    assert re.fullmatch(r"friday #3 [0-9A-Z]{4}(-[0-9A-Z]{4}){3}", out[1])
    assert len(out) == 2
    (row,) = rows(friday)[2:]
    assert (row.done, row.by, row.reason, row.marks_ply) == ("flag", "Ben", "a 5?", 2)


def test_who_flags_may_stand_in_the_environment(friday: Desk) -> None:
    friday.say("flag", "friday", "no", RETOLD_BY="Zoe")
    assert rows(friday)[-1].by == "Zoe"


def test_a_flagged_match_says_so_wherever_it_is_looked_at(disputed: Desk) -> None:
    line = "Open flag #4 at ply 5 by Ana: the die was cocked"
    assert disputed.say("show", "friday").splitlines()[-1] == line
    assert "   5  die 4  (flag #4)" in disputed.say("log", "friday")
    assert disputed.json(list[LogJson], "log", "friday")[5].flags == [4]
    assert "flag #4" in disputed.say("timelines", "friday")
    assert disputed.json(list[TimelineJson], "timelines", "friday")[0].flags == [4]
    assert "flag #4 at 5" in disputed.say("tree", "friday")
    assert "  (flag #4)" in disputed.say("replay", "friday", "--from", "5")
    for words in (["undo"], ["redo"], ["record", "hold"], ["branch", "b"], ["adopt", "b"]):
        out = disputed.say(words[0], "friday", *words[1:])
        assert line in out.splitlines()
        if words[0] == "branch":
            disputed.say("record", "friday", "-t", "b", "ana: roll 3")
    disputed.say("settle", "friday", "it counts")
    assert flagged(disputed) == []
    for words in (["show"], ["log"], ["timelines"], ["tree"], ["replay"], ["undo"]):
        assert "flag #4" not in disputed.say(words[0], "friday")


def test_the_journal_shows_what_is_marked_and_settled(disputed: Desk) -> None:
    disputed.say("undo", "friday")
    disputed.say("settle", "friday", "rolled again")
    out = disputed.say("log", "friday", "--journal")
    assert re.search(r"^    marks ply 5 \([0-9a-f]{10}\)$", out, re.MULTILINE)
    assert re.search(r"^    settles #4: #5$", out, re.MULTILINE)
    disputed.say("flag", "friday", "no")
    disputed.say("settle", "friday", "yes")
    assert "    settles #7: nothing was done about it" in disputed.say("log", "friday", "--journal")


# settle


def test_settle_says_what_was_done_about_it(disputed: Desk) -> None:
    disputed.say("undo", "friday")
    disputed.say("record", "friday", "die 2")
    out = disputed.say("settle", "friday", "rolled", "again", "--by", "Ben").splitlines()
    assert out[0] == "Flag #4 is settled. Done about it: #5 undo main."
    assert out[1].startswith("friday #7 ")
    (row,) = rows(disputed)[6:]
    assert (row.done, row.by, row.reason, row.settles, row.did) == (
        "settle", "Ben", "rolled again", 4, [5],
    )  # fmt: skip


def test_settle_says_that_nothing_was_done_and_what_is_still_open(disputed: Desk) -> None:
    disputed.say("flag", "friday", "and late", "--at", "3")
    out = disputed.say("settle", "friday", "it counts", "--flag", "#4").splitlines()
    assert out[0] == "Flag #4 is settled. Nothing was done about it."
    assert out[1] == "Open flag #5 at ply 3: and late"


@pytest.mark.parametrize(
    ("did", "found"),
    [
        (["--did", "6"], [6]),
        (["--did", "#6", "--did", "5"], [5, 6]),
        (["--did", "#5 #6"], [5, 6]),
        (["--did", "5,6"], [5, 6]),
        (["--did", "nothing"], []),
        ([], [5]),
    ],
)
def test_the_table_says_what_was_done(disputed: Desk, did: list[str], found: list[int]) -> None:
    disputed.say("undo", "friday")
    disputed.say("record", "friday", "die 2")
    disputed.say("settle", "friday", "so", *did)
    assert rows(disputed)[-1].did == found


@pytest.mark.parametrize(
    ("args", "said", "status"),
    [
        (["flag", "friday"], "TEXT", 2),
        (["flag", "friday", " "], "needs a claim", 1),
        (["flag", "friday", "no", "--at", "99"], "no ply 99", 1),
        (["flag", "friday", "no", "--at", "abcdef"], "abcdef", 1),
        (["flag", "friday", "no", "-t", "what-if"], "what-if", 1),
        (["flag", "friday", "no", "--head", "3"], "has moved meanwhile", 1),
        (["flag", "nothing", "no"], "nothing", 1),
        (["settle", "friday"], "TEXT", 2),
        (["settle", "friday", ""], "needs a text", 1),
        (["settle", "friday", "so", "--flag", "3"], "Row 3 of the journal is `record`, no flag", 1),
        (["settle", "friday", "so", "--flag", "99"], "no row 99", 1),
        (["settle", "friday", "so", "--flag", "four"], "'four'", 2),
        (["settle", "friday", "so", "--flag", "-4"], "-4", 2),
        (["settle", "friday", "so", "--did", "4"], "Row 4 of the journal is `flag`", 1),
        (["settle", "friday", "so", "--did", "1"], "Row 1 of the journal is `open`", 1),
        (["settle", "friday", "so", "--did", "77"], "no row 77", 1),
        (["settle", "friday", "so", "--did", "all"], "`nothing`", 2),
        (["settle", "friday", "so", "--did", ""], "`nothing`", 2),
        (["settle", "friday", "so", "--did", "9" * 30], "`nothing`", 2),
        (["settle", "friday", "so", "-t", "what-if"], "what-if", 1),
        (["settle", "friday", "so", "--head", "3"], "has moved meanwhile", 1),
        (["dispute", "friday", "--flag", "3"], "no flag", 1),
        (["why", "friday"], "MOVE", 2),
        (["why", "friday", "roll", "--at", "99"], "no ply 99", 1),
        (["why", "friday", "roll", "--seat", "Zoe"], "Zoe", 1),
    ],
)
def test_bad_input_is_refused_in_a_sentence(
    disputed: Desk, args: list[str], said: str, status: int
) -> None:
    assert said in disputed.refuse(*args, status=status)
    assert flagged(disputed) == [4]


def test_of_several_flags_one_must_be_named(disputed: Desk) -> None:
    disputed.say("flag", "friday", "and late", "--at", "3")
    sentence = disputed.refuse("settle", "friday", "so")
    assert "#4 at ply 5 by Ana: the die was cocked; #5 at ply 3: and late" in sentence
    assert "--flag" in sentence


def test_a_flag_is_settled_once_and_reopened_by_another(disputed: Desk) -> None:
    disputed.say("settle", "friday", "it counts", "--by", "Ben")
    sentence = disputed.refuse("settle", "friday", "no", "--flag", "4")
    assert "settled in row 5 by Ben already; a new flag reopens it" in sentence
    assert "No flag of friday is open" in disputed.refuse("settle", "friday", "no")
    disputed.say("flag", "friday", "I insist", "--at", "5")
    disputed.say("settle", "friday", "so be it")


def test_a_repeated_request_flags_and_settles_once(friday: Desk) -> None:
    args = ("flag", "friday", "no", "--request", "f1")
    first = friday.say(*args).splitlines()
    again = friday.say(*args).splitlines()
    assert again == ["This request was done before, in row 2; nothing was added.", first[1]]
    args = ("settle", "friday", "yes", "--request", "s1")
    first = friday.say(*args).splitlines()
    assert friday.say(*args).splitlines()[-1] == first[-1]
    assert len(rows(friday)) == 3
    assert "s1" in friday.refuse("settle", "friday", "no", "--request", "s1")


def test_control_characters_of_a_claim_reach_no_terminal(friday: Desk) -> None:
    friday.say("flag", "friday", "red \x1b[31m and\nmore\x07")
    for words in (["show"], ["dispute"], ["log", "--journal"], ["undo"]):
        out = friday.invoke(words[0], "friday", *words[1:])
        assert all(line.isprintable() for line in out.output.splitlines())
    (story,) = friday.json(STORIES, "dispute", "friday")
    assert story.text == "red \x1b[31m and\nmore\x07"


# dispute


def test_a_match_without_disputes_says_so(friday: Desk) -> None:
    assert friday.say("dispute", "friday").startswith("Nothing is disputed in friday;")
    assert friday.json(STORIES, "dispute", "friday") == []


def test_a_story_is_told_from_the_claim_to_the_ruling(disputed: Desk) -> None:
    disputed.say("undo", "friday", "--by", "Ben", "--reason", "it leant on the glass")
    disputed.say("record", "friday", "die 2", "--by", "Ben")
    out = disputed.say("dispute", "friday")
    assert out.startswith("friday: dispute #4, open\nAna at 20")
    assert "closes it and names #5." in out
    (story,) = disputed.json(STORIES, "dispute", "friday")
    assert story.before is not None
    assert f"`retold branch friday NAME --at {story.before.head}`." in out
    disputed.say("settle", "friday", "a cocked die is rolled again", "--by", "Ana")
    out = disputed.say("dispute", "friday")
    for line in (
        "friday: dispute #4, settled",
        "  the die was cocked",
        "The moves around it; the claimed one was taken back",
        ">   5  die 4",
        "this turn: 4",
        "What ply 5 changed",
        "      it leant on the glass",
        "      saw: die 4",
        "  #6  record main by Ben: 1 event",
        "  a cocked die is rolled again",
        "  Done about it: #5 undo main.",
        "What the remedy changed",
        "From the flag to the settlement",
    ):
        assert line in out.splitlines(), (line, out)
    assert re.search(r"^pot +4 +-> 2$", out, re.MULTILINE)
    assert re.search(r"^  #5  undo main by Ben at 20", out, re.MULTILINE)
    assert re.search(r"^Settled in #7 by Ana at 20", out, re.MULTILINE)


def test_several_stories_are_told_without_pictures_open_ones_first(disputed: Desk) -> None:
    disputed.say("flag", "friday", "too late", "--at", "3")
    disputed.say("settle", "friday", "it counts", "--flag", "4")
    out = disputed.say("dispute", "friday")
    assert re.findall(r"dispute #(\d)", out) == ["5", "4"]
    assert "this turn: 4" not in out
    assert "this turn: 4" in disputed.say("dispute", "friday", "--flag", "4")
    stories = disputed.json(STORIES, "dispute", "friday")
    assert [(story.n, story.open) for story in stories] == [(5, True), (4, False)]


def test_what_was_ruled_or_adjusted_is_named_as_such(desk: Desk) -> None:
    desk.say("import", str(ROOT / "fixtures" / "logs" / "brawl-disputed.jsonl"))
    name = "brawl-disputed"
    out = desk.say("dispute", name, "--flag", "18")
    assert "  Done about it: #21 rule bonus=dice-margin." in out.splitlines()
    desk.say("adjust", name, "seats.erich.chi=4")
    out = desk.say("settle", name, "he gets it")
    assert "Done about it: #25 adjust seats.1.chi=4." in out


def test_of_long_lists_only_what_differs_is_told(desk: Desk) -> None:
    desk.say("import", str(ROOT / "fixtures" / "logs" / "beasts-kitchen-table.jsonl"))
    desk.say("flag", "beasts-kitchen-table", "that was no thrash", "--at", "60")
    out = desk.say("dispute", "beasts-kitchen-table")
    assert re.search(r"^captured +Pyre Stag +-> nothing$", out, re.MULTILINE)
    assert re.search(r"^thrashed +nothing +-> Pyre Stag$", out, re.MULTILINE)


def test_many_recordings_since_are_told_in_a_few_lines(disputed: Desk) -> None:
    for _ in range(12):
        waits = disputed.json(MovesJson, "moves", "friday").waits_for[0]
        disputed.say("record", "friday", f"{waits}: roll 2", "hold")
    out = disputed.say("dispute", "friday")
    assert "  #5 to #16  record main: 36 events" in out.splitlines()
    assert "      and 32 more" in out.splitlines()


LOGS = ["brawl-disputed", "brawl-unseen", "beasts-kitchen-table", "vale-6-players"]


@pytest.mark.parametrize("name", LOGS)
def test_a_story_fits_eighty_columns(desk: Desk, name: str) -> None:
    desk.say("import", str(ROOT / "fixtures" / "logs" / f"{name}.jsonl"))
    claim = "that was not allowed, and everybody at the table but Ben has seen it " * 4
    desk.say("flag", name, claim, "--at", "20", "--by", "Ana")
    n = desk.json(ShowJson, "show", name).flags[-1].n
    desk.say("undo", name, "--reason", claim)
    desk.say("settle", name, claim, "--flag", str(n))
    wide = [
        line
        for words in (["dispute", name, "--flag", str(n)], ["dispute", name], ["timelines", name])
        for line in desk.say(*words).splitlines()
        if len(line) > 80
    ]
    # The board of the valley is as wide as it is.
    shown = {line.rstrip() for line in desk.say("show", name, "--at", "20").splitlines()}
    before = {line.rstrip() for line in desk.say("show", name, "--at", "19").splitlines()}
    assert set(wide) <= shown | before


# why


def test_why_tells_the_rule_of_a_legal_move_and_what_follows(friday: Desk) -> None:
    out = friday.say("why", "friday", "roll").splitlines()
    assert re.fullmatch(r"Legal at ply 0 \([0-9a-f]{10}\): Ana: roll", out[0])
    assert out[1] == "Roll the die. (Turns)"
    assert out[2].startswith("Then chance is due on turn 0/Ana: `die` and 1 value (6 outcomes")
    assert friday.say("why", "friday", "ana: hold").splitlines()[2] == (
        "Then the match waits for Ben."
    )
    assert "Then the match is over (agreed to stop)." in friday.say("why", "friday", "agree")


def test_why_refuses_as_record_does_and_offers_what_is_near(friday: Desk) -> None:
    result = friday.invoke("why", "friday", "ben: roll")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[1:] == ["Nearest legal moves:", "  Ana: roll"]
    assert "Not legal at ply 0" in result.stdout
    assert "Ben: roll (Turns)" in result.stdout
    assert result.stderr == "Turns: the die is with somebody else.\n"
    assert friday.refuse("record", "friday", "ben: roll") == (
        "Turns: the die is with somebody else. Nearest legal: `roll`."
    )


def test_why_asks_about_the_past_and_other_timelines(friday: Desk) -> None:
    friday.say("record", "friday", "roll 5", "hold")
    friday.say("branch", "friday", "what-if", "--at", "2")
    assert "Legal at ply 2" in friday.say("why", "friday", "ana: roll", "--at", "2")
    assert "Legal at ply 2" in friday.say("why", "friday", "ana: roll", "-t", "what-if")
    assert "somebody else" in friday.refuse("why", "friday", "ana: roll")
    assert "chance is due first" in friday.refuse("why", "friday", "roll", "--at", "1")
    assert friday.say("why", "friday", "die 3", "--at", "1")
    assert '"7" cannot come up' in friday.refuse("why", "friday", "die 7", "--at", "1")


def test_why_answers_programs_whatever_the_answer(friday: Desk) -> None:
    found = friday.json(WhyJson, "why", "friday", "roll")
    assert (found.legal, found.rule, found.chance is not None) == (True, "Turns", True)
    result = friday.invoke("why", "friday", "rool", "--json")
    assert result.exit_code == 1
    assert '"legal":false' in result.stdout
    assert '"nearest":[{"seat":"Ana","text":"Ana: roll"}' in result.stdout


def test_why_records_nothing(disputed: Desk) -> None:
    before = disputed.log()
    for move in ("roll", "hold", "roll 3", "die 9", "", "ana: hold"):
        disputed.invoke("why", "friday", move)
    assert disputed.log() == before


def test_why_says_where_a_card_that_nobody_saw_decides(desk: Desk) -> None:
    desk.say("import", str(ROOT / "fixtures" / "logs" / "brawl-example-1.jsonl"))
    words = ("why", "brawl-example-1", "erich: cast mountain troll", "--at", "33")
    assert "It takes a card that is not shown" in desk.say(*words)
    assert not desk.json(WhyJson, *words).known


# The nearest moves in a refusal


def test_a_refused_recording_offers_what_is_near_where_it_was_refused(friday: Desk) -> None:
    assert friday.refuse("record", "friday", "roll 3", "hodl").endswith("Nearest legal: `hold`.")
    sentence = friday.refuse("record", "friday", "-", input="hodl\n")
    assert sentence.endswith("Nearest legal: `hold`.")
    assert "Nearest" not in friday.refuse("record", "friday", "roll 7")


# Completion


def test_open_flags_are_completed(disputed: Desk) -> None:
    out = disputed.say(
        _RETOLD_COMPLETE="bash_complete", COMP_WORDS="retold settle friday --flag ", COMP_CWORD="4"
    )  # fmt: skip
    assert out.split() == ["plain,4"]
