"""Piped lines: moves and commands as at the prompt, up to the first that is refused."""

import pytest

from replay.reading import JournalJson, LogJson
from tests.cli.desk import Desk


def rows(desk: Desk) -> list[JournalJson]:
    found: list[JournalJson] = desk.json(list[JournalJson], "log", "friday", "--journal")
    return found


def texts(desk: Desk, *args: str) -> list[str]:
    return [entry.text for entry in desk.json(list[LogJson], "log", "friday", *args)][1:]


def script(desk: Desk, *lines: str, args: tuple[str, ...] = ()) -> str:
    """What lines on standard input say that are all done."""
    return desk.say("record", "friday", *args, input="\n".join(lines) + "\n")


def test_piped_lines_are_the_same_as_a_dash(friday: Desk) -> None:
    script(friday, "# the first turn", "", "roll 5", "hold")
    friday.say("record", "friday", "-", input="ben: roll\n4\n")
    assert texts(friday) == ["Ana: roll", "die 5", "Ana: hold", "Ben: roll", "die 4"]
    assert "holds no move" in friday.refuse("record", "friday", input="")


def test_a_script_stops_at_its_first_refusal_with_the_number_of_its_line(friday: Desk) -> None:
    result = friday.invoke("record", "friday", input="roll 5\n# so\n\nundo 7\nhold\n")
    assert result.exit_code == 1
    assert result.stderr == (
        "Line 4 of standard input, the recordings before it stand: "
        "7 steps cannot be undone; there are 2 to go back.\n"
    )
    assert texts(friday) == ["Ana: roll", "die 5"]


def test_undo_and_redo_go_by_steps_to_a_ply_and_to_the_turn(friday: Desk) -> None:
    script(friday, "roll 5", "roll 4", "hold", "roll 3", "undo turn", "undo 2", "undo to 1")
    assert texts(friday) == ["Ana: roll"]
    out = script(friday, "redo", "redo 2", "redo to 5", "redo because it was right", "undo")
    assert "Brought back 1 event; main stands at ply 2 now:" in out
    assert texts(friday) == ["Ana: roll", "die 5", "Ana: roll", "die 4", "Ana: hold"]
    assert rows(friday)[-2].reason == "it was right"


def test_a_branch_is_begun_and_played_on_and_main_stays(friday: Desk) -> None:
    out = script(friday, "roll 5", "hold", "branch boldly at 2 because what if", "on boldly",
                 "roll 6", "timelines", "on main", "roll 3")  # fmt: skip
    assert "boldly begins at ply 2; `on boldly` goes there." in out
    assert "boldly at 4  (here)" in out
    assert texts(friday) == ["Ana: roll", "die 5", "Ana: hold", "Ben: roll", "die 3"]
    assert texts(friday, "-t", "boldly")[-1] == "die 6"
    assert "main stands where boldly does" in script(friday, "adopt boldly because better")
    assert (rows(friday)[-1].done, rows(friday)[-1].reason) == ("adopt", "better")


def test_looking_writes_nothing(friday: Desk) -> None:
    script(friday, "roll 5", "hold")
    before = friday.log()
    out = script(friday, "moves", "moves ro", "show", "show 1", "log", "log 1", "help",
                 "help undo", "by", "?", "/help moves", "/lo 2")  # fmt: skip
    assert friday.log() == before
    assert "Ben:\n  roll     hold     concede\n" in out
    assert "Ben:\n  roll\n" in out
    assert "friday: Pig, main at ply 1" in out
    assert "  undo [N | turn | to PLY] [because WHY]\n" in out
    assert out.splitlines()[-1] == "Waits for Ben."


def test_remarks_rulings_and_adjustments_stand_in_the_journal(friday: Desk) -> None:
    script(friday, "by Zoe", "note Ana: that was because of the dog", "by Ben",
           "adjust points.ana=7 pot=2 because it stood so")  # fmt: skip
    assert [(row.done, row.by, row.reason) for row in rows(friday)][1:] == [
        ("note", "Zoe", "Ana: that was because of the dog"),
        ("record", "Ben", "it stood so"),
    ]
    assert texts(friday) == ["adjust points.0=7 pot=2"]
    friday.say("new", "tic-tac-toe", "-p", "Ana", "-p", "Ben", "--as", "tic")
    out = friday.say("record", "tic", input="mark a1\nrule full=second because we voted\nquit\nx\n")
    assert "rule full=second" in out


def test_a_match_that_a_script_ends_says_how(friday: Desk) -> None:
    out = script(friday, "roll 5", "ben: concede")
    assert out.splitlines()[-1] == "The match is over (conceded): 1. Ana 0, 2. Ben 0."


def test_a_step_is_amended_dropped_and_put_in_before_another(friday: Desk) -> None:
    script(friday, "roll 5", "roll 4", "hold", "roll 3")
    out = script(friday, "amend last 2 because it lay on its edge", "amend 2 6")
    assert "7  die 2" in out
    assert "2  die 6" in out
    assert (rows(friday)[-2].done, rows(friday)[-2].reason) == ("amend", "it lay on its edge")
    script(friday, "amend last", "amend 5 insert roll 2")
    assert texts(friday)[4:] == ["Ana: roll", "die 2", "Ana: hold", "Ben: roll"]


def test_a_script_that_amends_the_last_step_can_be_sent_again(friday: Desk) -> None:
    lines = "roll 5\namend last 2\nroll 4\namend last 6\nhold\n"
    friday.say("record", "friday", "--request", "r", input=lines)
    once = texts(friday)
    again = friday.say("record", "friday", "--request", "r", input=lines)
    assert again.count("This request was done before") == 5
    assert texts(friday) == once == ["Ana: roll", "die 2", "Ana: roll", "die 6", "Ana: hold"]


def test_the_last_step_is_the_move_where_luck_gave_the_rest(seeded: Desk) -> None:
    script(seeded, "roll", "amend last hold")
    assert texts(seeded) == ["Ana: hold"]


def test_a_dispute_is_flagged_shown_and_settled_without_leaving(friday: Desk) -> None:
    out = script(friday, "roll 5", "by Ben", "flag the die was cocked", "hold", "show",
                 "why ben: hold", "undo to 0", "settle rolled again", "roll 3")  # fmt: skip
    assert "Ply 2 is flagged: #3." in out
    assert out.count("Open flag #3 at ply 2 by Ben: the die was cocked") == 3
    assert "Legal at ply 3" in out
    assert "Flag #3 is settled. Done about it: #5 undo main." in out
    script(friday, "flag one", "flag two", "settle #8 so be it")
    assert "flag #9" in friday.say("show", "friday")
    assert "Not legal at ply" in script(friday, "why ben: hold")


def test_luck_takes_over_and_the_table_again_also_while_chance_is_due(friday: Desk) -> None:
    out = script(friday, "roll", "reseed quiet-seed because the dice fell down", "reseed table")
    assert "reseed (a seed that is not shown)" in out
    assert rows(friday)[-2].reason == "the dice fell down"
    assert "quiet" not in out


def test_reseed_is_the_same_at_the_prompt_and_as_a_command(friday: Desk) -> None:
    friday.say("reseed", "friday", "quiet-seed", "--request", "r/1")
    before = friday.log()
    out = script(friday, "reseed quiet-seed", args=("--request", "r"))
    assert "This request was done before, in row 2; nothing was added." in out
    assert friday.log() == before
    assert script(friday, "reseed table").splitlines()[0].strip() == "2  reseed table"


def test_who_why_and_a_request_hold_for_every_line(friday: Desk) -> None:
    args = ("--by", "Zoe", "--reason", "late", "--request", "r")
    first = script(friday, "roll 5", "undo", "note x", args=args)
    before = friday.log()
    again = script(friday, "roll 5", "undo", "note x", args=args)
    assert friday.log() == before
    assert again.count("This request was done before") == 2
    assert [line for line in again.splitlines() if line.startswith("friday #")] == [
        line for line in first.splitlines() if line.startswith("friday #")
    ]
    assert [(row.by, row.reason) for row in rows(friday)][1:] == [
        ("Zoe", "late"),
        ("Zoe", "late"),
        ("Zoe", "x"),
    ]


def test_an_only_legal_move_that_begins_so_is_recorded_and_never_one_that_ends_it(
    friday: Desk,
) -> None:
    friday.say("new", "tic-tac-toe", "-p", "Ana", "-p", "Ben", "--as", "tic")
    moves = "mark a1\nmark b1\nmark c1\nmark a2\nmark b2\nmark a3\nmark b3\nmark c2\n"
    out = friday.say("record", "tic", input=f"{moves}undo\nundo\nundo\n")
    assert "The match is over" not in out.splitlines()[-1]
    for line in ("con", "ag", "ana: c"):
        friday.refuse("record", "friday", input=f"{line}nothing\n")
    assert rows(friday)[-1].n == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("undo x", "`undo` is typed"),
        ("undo to", "`undo` is typed"),
        ("undo 0", "nothing to undo"),
        ("redo", "nothing to redo"),
        ("redo 1 2", "`redo` is typed"),
        ("branch", "`branch` is typed"),
        ("branch a b", "`branch` is typed"),
        ("branch 7", "would read as a ply"),
        ("branch x at 99", "no ply 99"),
        ("on", "say one of: main"),
        ("on nowhere", '"nowhere" is no timeline'),
        ("adopt", "`adopt` is typed"),
        ("adopt nowhere", "nowhere"),
        ("show 99", "no ply 99"),
        ("log x", "`log` is typed"),
        ("note", "needs a text"),
        ("rule x=1", '"x"'),
        ("rule x", "KEY=VALUE"),
        ("adjust", "at least one"),
        ("adjust x", "KEY=VALUE|PATH=VALUE"),
        ("adjust 'x", "KEY=VALUE|PATH=VALUE"),
        ("amend", "`amend` is typed"),
        ("amend 0", "opening of the match"),
        ("amend 9 hold", "no ply 9"),
        ("amend 1 insert", "`amend` is typed"),
        ("flag", "needs a claim"),
        ("settle so", "flag"),
        ("settle #x so", "`settle` is typed"),
        ("why", "`why` is typed"),
        ("reseed", "A seed needs at least one character"),
        ("reseed (a seed that is not shown)", "stands in the place of a seed"),
        ("help nothing", "has no word"),
        ("/", "is no command"),
        ("/frob", '"/frob" is no command'),
        ("/r", "may be redo, rule, reseed"),
        ("\x1b[31m", "is no move here|empty"),
        ("hold\x00", "NUL"),
        ("x" * 5000, "2000"),
    ],
)
def test_what_cannot_be_done_is_refused_with_its_line(friday: Desk, line: str, said: str) -> None:
    import re

    sentence = friday.refuse("record", "friday", input=f"# first\n{line}\nroll 5\n")
    assert sentence.startswith("Line 2 of standard input")
    assert re.search(said, sentence), sentence


def test_a_move_while_chance_is_due_is_told_what_is_wanted(friday: Desk) -> None:
    script(friday, "roll")
    sentence = friday.refuse("record", "friday", input="hold\n")
    assert "Chance is due before any move: die: 1, 2, 3, 4, 5 or 6." in sentence


def test_a_player_may_be_called_like_a_command(desk: Desk) -> None:
    desk.say("new", "taiwan-monsters-brawl", "-p", "Note Book", "-p", "On Lee", "--as", "m")
    lines = "Note Book: choose two suns\non lee: choose shark blue\n"
    out = desk.say("record", "m", input=lines)
    assert "    1  Note Book: choose Two Suns\n" in out
    assert "    2  On Lee: choose Shark Blue\n" in out
    desk.say("new", "taiwan-monsters-brawl", "-p", "reseed", "-p", "adjust it", "--as", "n")
    out = desk.say("record", "n", "reseed: choose two suns", "adjust it: choose shark blue")
    assert "    2  adjust it: choose Shark Blue\n" in out


def test_nobody_ends_a_match_by_a_letter(desk: Desk) -> None:
    desk.say("new", "vale-dos-monstros", "-p", "Ana", "-p", "Ben", "-p", "Cai", "--as", "m")
    for typed in ("a", "agre", "conced", "ben: c"):
        said = desk.refuse("record", "m", input=f"{typed}\n")
        assert "agree, and" not in said
    assert "ply 0" in desk.say("show", "m")


def test_help_tells_what_a_thing_of_the_game_is(desk: Desk) -> None:
    desk.say("new", "taiwan-monsters-brawl", "-p", "Ana", "-p", "Ben", "--as", "m")
    out = desk.say("record", "m", input="help tempest\nhelp undo\nhelp\n")
    assert "tempest (Spell Card)\n" in out
    assert "undo [N | turn | to PLY] [because WHY]\n" in out
    assert "no word" in desk.refuse("record", "m", input="help qqqq\n")


def test_a_roll_may_be_said_again_with_its_dice(friday: Desk) -> None:
    out = friday.say("record", "friday", input="roll 5\nundo\nroll 3\n")
    assert "    2  die 3\n" in out
    friday.say("record", "friday", "roll")
    # Another move than the one that the die answers is none that may stand before it.
    assert "Chance is due before any move" in friday.refuse("record", "friday", input="hold 3\n")


def test_the_table_is_told_in_a_few_lines_where_a_turn_begins(desk: Desk) -> None:
    desk.say("new", "taking-of-taidian", "-p", "Ana", "-p", "Ben", "--as", "m")
    lines = ["choose mei", "choose suyin", *["? ? ? ? ?"] * 2, "attack", "lay punch ben", "hit",
             "take", "end"]  # fmt: skip
    out = desk.say("record", "m", input="\n".join(lines))
    assert out.endswith(
        "    9  Ana: end\n"
        "       Ana draws 5 cards unasked: no others could come\n"
        "Now turn 1, Ben\n"
        f"{out.splitlines()[-2]}\n"
        "Waits for Ben.\n"
    )
