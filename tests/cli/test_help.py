"""What the help promises."""

import re

import click
import pytest

from cli.main import COMMANDS, SECTIONS, retold
from tests.cli.desk import Desk

DESIGNED = """
    games rules new record moves why show log undo redo amend branch timelines tree diff adopt
    note flag settle dispute rule
    adjust reseed replay verify export import simulate demo schema completion
    matches people rename forget backup doctor
"""


def command(name: str) -> click.Command:
    found = retold.get_command(click.Context(retold), name)
    assert found is not None
    return found


def test_the_commands_are_those_of_the_design() -> None:
    assert sorted(COMMANDS) == sorted(DESIGNED.split())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_line_a_summary_and_examples(name: str, desk: Desk) -> None:
    help = desk.say(name, "--help")
    assert (command(name).help or "").splitlines()[0] == COMMANDS[name][1]
    examples = help.partition("Examples:\n")[2].partition("\n\n")[0].splitlines()
    assert examples
    lines = [line.strip() for line in examples]
    assert any(re.search(rf"\bretold (--db \S+ )?{name}\b", line) for line in lines), lines
    assert all(len(line) <= 80 for line in help.splitlines())


@pytest.mark.parametrize("name", COMMANDS)
def test_examples_use_options_that_there_are(name: str, desk: Desk) -> None:
    known = {word for param in command(name).params for word in param.opts} | {"--db", "-"}
    text = (command(name).help or "").partition("Examples:\n")[2]
    for line in text.splitlines():
        if re.match(rf"\s*retold {name}\b", line):
            used = re.findall(r"(?<=\s)--?[a-z-]*", re.sub(r'"[^"]*"', "", line))
            assert set(used) <= known, line


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_says_what_it_does(name: str) -> None:
    options = [p for p in command(name).params if isinstance(p, click.Option)]
    assert [p.name for p in options if not p.help] == []


def test_retold_alone_shows_every_command_in_its_section(desk: Desk) -> None:
    help = desk.say()
    assert help == desk.say("--help") == desk.say("-h")
    for section, commands in SECTIONS.items():
        assert f"{section}:\n" in help
        for name, (_, line) in commands.items():
            assert re.search(rf"^  {name} +{re.escape(line)}$", help, re.MULTILINE)


def test_reading_commands_have_json_and_writing_commands_say_who_and_why() -> None:
    def options(name: str) -> set[str]:
        return {word for param in command(name).params for word in param.opts}

    for name in (*SECTIONS["Look"], "games", "rules", "verify", "schema"):
        assert "--json" in options(name), name
    told = {"--by", "--reason", "--head", "--request"}
    for name in SECTIONS["Record"]:
        assert told <= options(name), name
    assert told - {"--head"} <= options("new")
    for name in ["show", "log", "moves", "diff", "tree", "export", "replay"]:
        assert {"--seat", "--all"} <= options(name), name


def test_the_version_is_told(desk: Desk) -> None:
    assert desk.say("--version").startswith("retold ")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["frobnicate"], "frobnicate"),
        (["show"], "MATCH"),
        (["show", "friday", "--frob"], "--frob"),
        (["undo", "friday", "-n", "many"], "many"),
        (["undo", "friday", "-n", "1", "--turn"], "only one of"),
        (["record", "friday", "-", "roll"], "stands alone"),
        (["verify"], "--all"),
        (["verify", "friday", "--all"], "--all"),
        (["replay", "friday", "--delay", "-1"], "-1"),
        (["simulate", "pig", "-n", "0"], "0"),
        (["export", "friday", "--public", "--all"], "--public"),
        (["export", "friday", "--text", "--anonymous"], "--anonymous"),
        (["completion", "csh"], "csh"),
    ],
)
def test_wrong_usage_has_exit_status_2_and_names_what_was_wrong(
    friday: Desk, args: list[str], said: str
) -> None:
    sentence = friday.refuse(*args, status=2)
    assert said in sentence
    assert "--help` shows how it is used." in sentence
