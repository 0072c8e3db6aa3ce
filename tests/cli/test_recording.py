"""Commands that write, one promise a test."""

import re

import pytest

from replay.reading import JournalJson, LogJson, ShowJson
from tests.cli.desk import Desk

RECEIPT = r"friday #{} [0-9A-Z]{{4}}(-[0-9A-Z]{{4}}){{3}}"


def texts(desk: Desk, *args: str) -> list[str]:
    return [entry.text for entry in desk.json(list[LogJson], "log", "friday", *args)][1:]


def rows(desk: Desk) -> list[JournalJson]:
    found: list[JournalJson] = desk.json(list[JournalJson], "log", "friday", "--journal")
    return found


def receipt(n: int, out: str) -> bool:
    return re.search("^" + RECEIPT.format(n) + "$", out, re.MULTILINE) is not None


# new


def test_new_says_who_plays_who_decides_chance_and_the_receipt(desk: Desk) -> None:
    out = desk.say("new", "pig", "-p", "Ana", "-p", "Ben", "--as", "friday")
    assert out.splitlines()[0].startswith("friday: ")
    assert "by Ana, Ben; the table decides chance." in out
    assert receipt(1, out)
    out = desk.say("new", "pig", "-p", "Ana", "-p", "Ben", "--seed", "7")
    assert out.startswith("pig-1: ")
    assert "luck decides chance." in out


def test_new_keeps_who_and_why(desk: Desk) -> None:
    desk.say("new", "pig", "-p", "A", "-p", "B", "--as", "friday", "--by", "Zoe", "--reason", "x")
    assert [(row.done, row.by, row.reason) for row in rows(desk)] == [("open", "Zoe", "x")]


def test_a_repeated_new_opens_no_second_match(desk: Desk) -> None:
    args = ("new", "pig", "-p", "Ana", "-p", "Ben", "--as", "friday", "--request", "n1")
    first = desk.say(*args)
    assert desk.say(*args) == first
    assert "n1" in desk.refuse(*args[:-4], "--as", "sunday", "--request", "n1")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["new", "chess", "-p", "A", "-p", "B"], '"chess"'),
        (["new", "pig", "-p", "Ana"], "not by 1"),
        (["new", "pig", "-p", "Ana", "-p", "ana"], "read alike"),
        (["new", "pig", "-p", "Ana", "-p", "a:b"], "a:b"),
        (["new", "pig", "-p", "Ana", "-p", ""], "letter or a digit"),
        (["new", "pig", "-p", "Ana", "-p", "Ben", "-o", "x=1"], '"x"'),
        (["new", "pig", "-p", "Ana", "-p", "Ben", "-o", "x"], "KEY=VALUE"),
        (["new", "pig", "-p", "Ana", "-p", "Ben", "--as", "a b"], "a b"),
        (["new", "pig", "-p", "Ana", "-p", "Ben", "--as", "friday"], "friday"),
        (["new", "pig", "-p", "Ana", "-p", "Ben", "--pack", "none.toml"], "none.toml"),
    ],
)
def test_what_no_match_can_be_is_refused(friday: Desk, args: list[str], said: str) -> None:
    assert said in friday.refuse(*args)


def test_a_pack_that_is_wrong_is_refused_with_its_line(friday: Desk) -> None:
    pack = friday.folder / "ours.toml"
    pack.write_text('name = "Ours"\nthis is not TOML\n')
    sentence = friday.refuse("new", "pig", "-p", "A", "-p", "B", "--pack", str(pack))
    assert "ours.toml" in sentence
    assert "line 2" in sentence


# record


def test_record_prints_each_event_with_its_ply_who_is_next_and_the_receipt(friday: Desk) -> None:
    out = friday.say("record", "friday", "ana: roll 5", "ana: hold")
    lines = out.splitlines()
    assert [line.split()[0] for line in lines[:3]] == ["1", "2", "3"]
    assert lines[0].endswith("Ana: roll")
    assert lines[2].endswith("Ana: hold")
    assert receipt(2, out)
    assert lines[-1] == "Waits for Ben."


def test_moves_given_together_are_one_recording(friday: Desk) -> None:
    friday.say("record", "friday", "roll 5", "hold")
    assert [(row.n, row.done) for row in rows(friday)] == [(1, "open"), (2, "record")]
    friday.refuse("record", "friday", "ben: roll 5", "hold", "ben: hold")
    assert len(texts(friday)) == 3


def test_lines_on_standard_input_are_one_recording_each(friday: Desk) -> None:
    moves = "# the first turn\n\nroll 5\n  roll 4  \n\nhold\n"
    out = friday.say("record", "friday", "-", input=moves)
    assert [row.done for row in rows(friday)] == ["open", "record", "record", "record"]
    assert [receipt(n, out) for n in (2, 3, 4)] == [True, True, True]
    assert out.splitlines()[-1] == "Waits for Ben."


def test_lines_stop_at_the_first_refusal_with_its_number(friday: Desk) -> None:
    result = friday.invoke("record", "friday", "-", input="roll 5\n\n# so\nana: hold\nana: hold\n")
    assert result.exit_code == 1
    assert result.stderr.startswith("Line 5 of standard input, the recordings before it stand: ")
    assert len(texts(friday)) == 3
    sentence = friday.refuse("record", "friday", "-", input="zzz\n")
    assert sentence.startswith("Line 1 of standard input, nothing was recorded: ")


@pytest.mark.parametrize("lines", ["", "\n\n", "# nothing\n"])
def test_standard_input_without_a_move_is_refused(friday: Desk, lines: str) -> None:
    assert "holds no move" in friday.refuse("record", "friday", "-", input=lines)


def test_repeated_lines_with_a_request_are_recorded_once(friday: Desk) -> None:
    args = ("record", "friday", "-", "--request", "evening")
    friday.say(*args, input="roll 5\nroll 4\n")
    out = friday.say(*args, input="roll 5\nroll 4\nhold\n")
    assert out.count("This request was done before") == 2
    assert len(texts(friday)) == 5


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        (["hop"], "roll"),
        ([""], "empty"),
        (["   "], "empty"),
        (["zoe: roll"], "zoe"),
        (["roll 7"], "7"),
        (["roll ?"], "name the card|cannot come up"),
        (["roll 5 5"], "5"),
        (["roll", "ana: hold"], "due"),
        (["ana:", "roll"], 'quoted, as in `retold record friday "ana: roll"`'),
        (["roll", "5"], 'quoted, as in `retold record friday "roll 5"`'),
        (["ben: hold"], ":"),
        (["roll\x00"], "NUL"),
        (["roll \udcff"], "�"),
        (["ro" * 500_000], "1000000"),
        (["9" * 5000], "2000|5000"),
    ],
)
def test_what_cannot_be_recorded_is_refused(friday: Desk, moves: list[str], said: str) -> None:
    assert re.search(said, friday.refuse("record", "friday", *moves))


@pytest.mark.parametrize(
    "raw", [b"roll \xff\n", b"roll\x00\n", b"\xed\xa0\x80\n", b"x" * 2_000_000, b"#" * 2_000_000]
)
def test_lines_that_no_person_typed_are_refused(friday: Desk, raw: bytes) -> None:
    assert friday.refuse("record", "friday", "-", input=raw).startswith("Line 1 of standard input")


def test_a_refusal_cites_its_rule(friday: Desk) -> None:
    friday.say("record", "friday", "roll 5")
    assert re.match(r"[^:]+: .", friday.refuse("record", "friday", "ben: hold"))


def test_luck_answers_a_seeded_move_in_the_same_recording(seeded: Desk) -> None:
    out = seeded.say("record", "friday", "roll")
    assert len(out.splitlines()) == 4
    seat = seeded.json(ShowJson, "show", "friday").waits_for[0]
    assert "Luck decides" in seeded.refuse("record", "friday", f"{seat}: roll 6")


def test_a_match_that_is_over_says_so(friday: Desk) -> None:
    out = friday.say("record", "friday", "ben: concede")
    assert "The match is over (conceded): 1. Ana" in out
    assert "over" in friday.refuse("record", "friday", "ana: roll")
    assert "nothing is legal any more" in friday.say("moves", "friday")


# Who, which head, again


def test_who_records_comes_from_the_option_or_the_environment(friday: Desk) -> None:
    friday.say("record", "friday", "roll 5", "--by", "Zoe", "--reason", "late")
    friday.say("record", "friday", "roll 5", RETOLD_BY="Yan")
    friday.say("record", "friday", "roll 5", "--by", "Zoe", RETOLD_BY="Yan")
    assert [row.by for row in rows(friday)] == ["", "Zoe", "Yan", "Zoe"]
    assert rows(friday)[1].reason == "late"


def test_a_stale_head_is_refused_and_told_what_happened(friday: Desk) -> None:
    stale = friday.json(ShowJson, "show", "friday").head
    friday.say("record", "friday", "roll 5", "--by", "Ben")
    for args in (["record", "friday", "roll 2"], ["undo", "friday"], ["note", "friday", "x"]):
        sentence = friday.refuse(*args, "--head", stale)
        assert "Ben did `record`" in sentence
        assert "Ana: roll" in sentence
    assert "--head" not in friday.say("record", "friday", "hold", "--head", "2")


@pytest.mark.parametrize("args", [["record", "friday", "hold"], ["undo", "friday"],
                                  ["reseed", "friday", "7"], ["branch", "friday", "b"],
                                  ["adjust", "friday", "pot=3"], ["redo", "friday"]])  # fmt: skip
def test_a_seat_that_is_unknown_is_refused_before_anything_is_done(
    friday: Desk, args: list[str]
) -> None:
    friday.say("record", "friday", "roll 5")
    assert '"Zoe" names no seat' in friday.refuse(*args, "--seat", "Zoe")
    friday.refuse(*args, "--seat", "")


def test_a_head_that_is_nowhere_is_refused(friday: Desk) -> None:
    assert '"ffff"' in friday.refuse("record", "friday", "roll 2", "--head", "ffff")


@pytest.mark.parametrize(
    "args",
    [
        ["record", "friday", "roll 5"],
        ["undo", "friday"],
        ["note", "friday", "hello"],
        ["branch", "friday", "what-if"],
        ["adjust", "friday", "ended=a quarrel"],
        ["reseed", "friday", "42"],
    ],
)
def test_a_repeated_request_is_answered_with_what_it_did(friday: Desk, args: list[str]) -> None:
    friday.say("record", "friday", "roll 3", "hold")
    first = friday.say(*args, "--request", "r1")
    before = friday.log()
    again = friday.say(*args, "--request", "r1")
    assert friday.log() == before
    line = next(line for line in first.splitlines() if line.startswith("friday #"))
    assert line in again
    assert "r1" in friday.refuse("note", "friday", "other", "--request", "r1")


# undo and redo


def test_undo_says_what_it_takes_back_and_what_had_been_seen(friday: Desk) -> None:
    friday.say("record", "friday", "roll 5", "roll 4")
    out = friday.say("undo", "friday", "-n", "2", "--by", "Ben", "--reason", "wrong die")
    lines = out.splitlines()
    assert lines[0] == "Took back 2 events; main stands at ply 2 now:"
    assert lines[1] == "    3  Ana: roll"
    assert lines[2].startswith("    4  ")
    assert lines[3].startswith("saw: ")
    assert lines[3].endswith(" 4")
    assert receipt(3, out)
    last = rows(friday)[-1]
    assert (last.done, last.by, last.reason, len(last.saw)) == ("undo", "Ben", "wrong die", 1)


def test_a_step_is_a_move_with_what_luck_gave(seeded: Desk) -> None:
    seeded.say("record", "friday", "roll")
    assert seeded.say("undo", "friday").startswith("Took back 2 events; main stands at ply 0")


def test_undo_to_a_ply_and_to_where_the_turn_began(friday: Desk) -> None:
    friday.say("record", "friday", "roll 5", "roll 4", "hold", "roll 3", "roll 2")
    assert "at ply 5" in friday.say("undo", "friday", "--turn")
    assert "at ply 2" in friday.say("undo", "friday", "--to", "2")
    assert "at ply 5" in friday.say("redo", "friday", "--to", "5")
    assert len(texts(friday)) == 5


def test_redo_brings_back_the_same_dice(seeded: Desk) -> None:
    seeded.say("record", "friday", "roll")
    before = texts(seeded)
    seeded.say("undo", "friday")
    assert texts(seeded) == []
    assert seeded.say("redo", "friday").startswith("Brought back 2 events; main stands at ply 2")
    assert texts(seeded) == before
    seeded.say("undo", "friday")
    seeded.say("record", "friday", "roll")
    assert texts(seeded) == before


@pytest.mark.parametrize(
    "args",
    [
        ["undo", "friday", "-n", "0"],
        ["undo", "friday", "-n", "-1"],
        ["undo", "friday", "-n", "5"],
        ["undo", "friday", "--to", "99"],
        ["undo", "friday", "--to", "-1"],
        ["undo", "friday", "--to", "1" + "0" * 4000],
        ["redo", "friday"],
        ["redo", "friday", "--to", "2"],
        ["undo", "friday", "-t", "nowhere"],
    ],
)
def test_what_cannot_be_undone_is_refused(friday: Desk, args: list[str]) -> None:
    friday.say("record", "friday", "roll 5")
    friday.refuse(*args)


def test_undone_moves_are_in_the_journal_and_not_in_the_log(friday: Desk) -> None:
    friday.say("record", "friday", "roll 5")
    friday.say("undo", "friday", "-n", "2", "--reason", "wrong die")
    assert "roll" not in friday.say("log", "friday")
    journal = friday.say("log", "friday", "--journal")
    assert "  undo main\n    why: wrong die\n" in journal
    assert "    Ana: roll\n" in journal
    assert "    - Ana: roll\n" in journal
    assert [row.saw != [] for row in rows(friday)] == [False, False, True]


# What the table decides


def test_a_note_is_kept_and_moves_nothing(friday: Desk) -> None:
    assert receipt(2, friday.say("note", "friday", "Ben", "joined", "late", "--by", "Ana"))
    assert [(row.done, row.by, row.reason) for row in rows(friday)][1:] == [
        ("note", "Ana", "Ben joined late")
    ]
    assert texts(friday) == []
    friday.refuse("note", "friday", "  ")


def test_an_adjustment_is_marked_irregular_wherever_it_is_shown(friday: Desk) -> None:
    out = friday.say("adjust", "friday", "ended=a quarrel", "--reason", "we stopped")
    assert 'adjust ended="a quarrel"  (irregular)' in out
    assert "(irregular)" in friday.say("log", "friday")
    assert "(irregular)" in friday.say("replay", "friday")
    assert "Irregular: the table set values once on this line." in friday.say("show", "friday")
    assert "1 irregular" in friday.say("verify", "friday")


@pytest.mark.parametrize(
    "change", ["x", "=1", "nothing=1", "seating=5", "seating.99=1", "a.b.c=1", "ended=3", "\x00=1"]
)
def test_an_adjustment_that_does_not_fit_is_refused(friday: Desk, change: str) -> None:
    friday.refuse("adjust", "friday", change)


@pytest.mark.parametrize(
    "value", ["NaN", "1e400", "-Infinity", "9" * 400, str(2**64), '"\\ud800"', "\ud800", "[" * 5000,
              '{"a":1,"a":2}', "1.5", "true", "\x00"]
)  # fmt: skip
def test_a_value_that_is_no_whole_number_is_refused(friday: Desk, value: str) -> None:
    assert len(friday.refuse("adjust", "friday", f"points.0={value}")) < 800


def test_another_seed_or_the_table_takes_over(friday: Desk) -> None:
    assert "a seed that is not shown" in friday.say("reseed", "friday", "secret-42")
    assert len(friday.say("record", "friday", "roll").splitlines()) == 4
    friday.say("reseed", "friday", "table")
    seat = friday.json(ShowJson, "show", "friday").waits_for[0]
    friday.say("record", "friday", f"{seat}: roll 3")


def test_a_ruling_that_is_unknown_is_refused(friday: Desk) -> None:
    assert '"colour"' in friday.refuse("rule", "friday", "colour=red")
    assert "KEY=VALUE" in friday.refuse("rule", "friday", "colour")


def test_what_came_of_a_recording_stands_under_its_events(friday: Desk) -> None:
    assert friday.say("record", "friday", "roll 5", "hold").splitlines()[:5] == [
        "    1  Ana: roll",
        "    2  die 5",
        "    3  Ana: hold",
        "       Ana: 5 points (+5)",
        "Now turn 2, Ben",
    ]
    out = friday.say("undo", "friday", "--turn").splitlines()
    assert out[1:-1] == [
        "    1  Ana: roll", "    2  die 5", "    3  Ana: hold", "saw: die 5",
        "Ana: 0 points (-5)", "Now turn 1, Ana",
    ]  # fmt: skip
    out = friday.say("redo", "friday", "--turn").splitlines()
    assert out[3:6] == ["    3  Ana: hold", "       Ana: 5 points (+5)", "Now turn 2, Ben"]
    lines = friday.say("record", "friday", "-", input="ben: roll 6\nhold\n").splitlines()
    assert "       Ben: 6 points (+6)" in lines
    assert lines[lines.index("       Ben: 6 points (+6)") + 1] == "Now turn 3, Ana"


def test_what_was_recorded_before_by_the_same_request_is_not_told_again(friday: Desk) -> None:
    friday.say("record", "friday", "roll 5", "hold", "--request", "r1")
    again = friday.say("record", "friday", "roll 5", "hold", "--request", "r1")
    assert "points" not in again


def test_rulings_are_told_among_moves_and_refused_with_the_whole(desk: Desk) -> None:
    desk.say("new", "taiwan-monsters-brawl", "-p", "Ana", "-p", "Ben", "--as", "friday")
    out = desk.say("record", "friday", "choose two suns", "rule sets=2", "adjust seats.ana.vp=3")
    assert "    2  rule sets=2\n" in out
    assert "    3  adjust seats.0.vp=3  (irregular)\n       Ana: 3 VP (+3)\n" in out
    told = desk.refuse("record", "friday", "choose shark blue", "rule sets=9")
    assert told.startswith('Move 2 of 2 ("rule sets=9"): ')
