"""What README shows is what the program says: its `console` blocks are run, one after another.

A line that begins with `$ ` is a command, the lines below it are its output; `...` alone on a line
stands for any lines. A command with no output below it may print what it likes. Commands are done
unless a remark behind them (`# exit status 1`) says otherwise. Digests, receipts and times differ
from run to run, so they are not compared.
"""

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from cli.main import COMMANDS, retold

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"

CHANGING = (
    (re.compile(r"\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}\b"), "(receipt)"),
    (re.compile(r"\b[0-9a-f]{10}\b"), "(head)"),
    (re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"), "(time)"),
    (re.compile(r"\d+ matches/s, \d+ plies/s"), "(speed)"),
)
"""What differs from run to run."""


class Said(NamedTuple):
    """A command of README: its line there, its text, the status it ends with, its output."""

    number: int
    command: str
    status: int
    output: list[str]


def said(text: str) -> Iterator[Said]:
    """The commands of all `console` blocks, in order."""
    inside, lines = False, text.splitlines()
    command, number, output = "", 0, list[str]()
    for at, line in enumerate([*lines, "```"], start=1):
        if command and (line.startswith(("$ ", "```"))):
            remark = re.search(r"# exit status (\d)$", command)
            yield Said(number, command, int(remark[1]) if remark else 0, output)
            command, output = "", []
        if line.startswith("```"):
            inside = line == "```console"
        elif inside and line.startswith("$ "):
            command, number = line[2:], at
        elif inside and command:
            output.append(line)


def run(command: str) -> tuple[int, str]:
    """Run a command line with its pipes and files in the current folder; status and output."""
    words = shlex.split(command, comments=True)
    result, given = None, None
    for part in _parts(words):
        if "<" in part:
            given = Path(part[part.index("<") + 1]).read_bytes()
            part = part[: part.index("<")]
        file = Path(part[part.index(">") + 1]) if ">" in part else None
        part = part[: part.index(">")] if file else part
        assert part[0] == "retold", f"README runs {part[0]}"
        result = CliRunner().invoke(retold, part[1:], input=given)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        given = result.stdout_bytes
        if file:
            file.write_bytes(given)
            return result.exit_code, ""
    assert result is not None
    return result.exit_code, result.output


def _parts(words: list[str]) -> Iterator[list[str]]:
    while "|" in words:
        yield words[: words.index("|")]
        words = words[words.index("|") + 1 :]
    yield words


def plain(lines: list[str]) -> list[str]:
    """Lines without what differs from run to run, without blank lines at the end."""
    found = []
    for line in lines:
        for changing, word in CHANGING:
            line = changing.sub(word, line)
        found.append(line.rstrip())
    while found and not found[-1]:
        found.pop()
    return found


def fits(shown: list[str], printed: list[str]) -> bool:
    """Whether printed lines are those shown, where `...` stands for any."""
    pattern = "".join("(?:.*\n)*?" if line == "..." else f"{re.escape(line)}\n" for line in shown)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in printed)) is not None


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the fixtures, and a database of its own."""
    shutil.copytree(ROOT / "fixtures", tmp_path / "fixtures")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RETOLD_DB", "readme.db")
    monkeypatch.delenv("RETOLD_BY", raising=False)
    return tmp_path


def test_every_command_in_the_readme_does_what_is_shown(clone: Path) -> None:
    commands = list(said(README.read_text("utf-8")))
    assert len(commands) > 40
    for number, command, status, output in commands:
        ended, printed = run(command)
        shown, lines = plain(output), plain(printed.splitlines())
        told = f"README.md, line {number}: {command}\n{printed}"
        assert ended == status, told
        assert not shown or fits(shown, lines), told


def test_the_newcomers_and_the_developers_line_stand_alone() -> None:
    lines = README.read_text("utf-8").splitlines()
    assert "pip install . && retold demo" in lines
    assert "pip install -e '.[dev]' && pytest" in lines


def test_the_readme_shows_a_command_for_every_heading_of_its_list() -> None:
    text = README.read_text("utf-8")
    section = text.partition("\n## Commands\n")[2].partition("\n## ")[0]
    names = re.findall(r"^### retold ([a-z]+)$", section, re.MULTILINE)
    bodies = re.split(r"^### .*$", section, flags=re.MULTILINE)[1:]
    assert names == list(COMMANDS)
    for name, body in zip(names, bodies, strict=True):
        shown = [one.command for one in said(body)]
        assert any(re.match(rf"retold {name}\b", command) for command in shown), name
