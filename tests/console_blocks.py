"""The `console` blocks of README and docs, run: what they show is what the program says.

A line that begins with `$ ` is a command, which a `\\` at its end takes on to the next line; the
lines below it are its output, where `...` alone on a line stands for any lines. A command with no
output below it may print what it likes. Commands are done unless a remark behind them (`# exit
status 1`) says otherwise. Lines of output that are wider than 80 columns are shown wrapped. A block
of another language whose first line names a file (```` ```toml our-box.toml ````) is that file.

`$ retold record MATCH` without moves is the live prompt: it is run on a pseudo-terminal, and what
stands behind a prompt (`Erich> keep`) is typed there.

Receipts, digests and times differ from run to run: any will do, and where a later command names one
that was shown, it is given the one that came in its place.

`python -m tests.console_blocks FILE...` writes what the program says now into those files.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from difflib import SequenceMatcher
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple

import pexpect
from click.testing import CliRunner

from cli.main import retold

ROOT = Path(__file__).parents[1]
WIDE = 80
CHANGING = {
    "receipt": r"\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}\b",
    "time": r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ",
    "minute": r"\b\d{4}-\d\d-\d\d \d\d:\d\d\b",
    "speed": r"\d+ matches/s, \d+ plies/s",
    "head": r"\b(?=[0-9]*[a-f])[0-9a-f]{10}\b|\b[0-9]{10}\b",
}
"""What differs from run to run."""
ANY = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in CHANGING.items()))
TYPED = re.compile(r"((?:\[[\w-]+\] )?[^\s\[>][^>]*[^\s>-]|over)> (\S.*)")
"""A prompt, and what is typed behind it."""
TOOLS = {"cat", "cp", "sed"}
"""What else may be run."""


class Said(NamedTuple):
    """A command: its line in the text, itself, the status it ends with, its output, and where that
    stands in the lines of the text."""

    number: int
    command: str
    status: int
    output: list[str]
    begin: int
    end: int


class Kept(NamedTuple):
    """A file that a block holds."""

    name: str
    text: str


def blocks(text: str) -> Iterator[Said | Kept]:
    """The commands of all `console` blocks and the files of the others, in order."""
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        if not lines[at].startswith("```"):
            at += 1
            continue
        end = lines.index("```", at + 1)
        language, _, name = lines[at][3:].partition(" ")
        if language == "console":
            yield from _said(lines, at + 1, end)
        elif name:
            yield Kept(name, "".join(f"{line}\n" for line in lines[at + 1 : end]))
        at = end + 1


def _said(lines: list[str], at: int, end: int) -> Iterator[Said]:
    while at < end:
        number, command = at + 1, lines[at].removeprefix("$ ")
        assert lines[at].startswith("$ "), f"line {number} is no command: {lines[at]}"
        while command.endswith("\\"):
            at += 1
            command = f"{command[:-1]} {lines[at]}"
        begin = at + 1
        at = next((n for n in range(begin, end) if lines[n].startswith("$ ")), end)
        remark = re.search(r"# exit status (\d)$", command)
        yield Said(number, command, int(remark[1]) if remark else 0, lines[begin:at], begin, at)


class Reader:
    """Whoever types what a text shows, in the current folder."""

    def __init__(self) -> None:
        self.came: dict[str, str] = {}
        """Receipts and heads that the text shows, and which came in their place."""

    def run(self, said: Said) -> tuple[int, list[str]]:
        """Run a command; its status, and its output as it is shown in 80 columns."""
        words = shlex.split(ANY.sub(self.instead, said.command), comments=True)
        typed = [found.groups() for line in said.output if (found := TYPED.fullmatch(line))]
        live = words[:2] == ["retold", "record"] and not {"-", "<", "|"} & set(words) and typed
        status, text = _at_a_terminal(words[1:], typed) if live else _piped(words)
        lines = text.replace("\r\n", "\n").splitlines()
        return status, trimmed([row for line in lines for row in fold(line)])

    def instead(self, token: re.Match[str]) -> str:
        """What came in the place of a receipt, head or time that the text shows."""
        return self.came.get(token[0], token[0])

    def fits(self, shown: list[str], printed: list[str]) -> bool:
        """Whether printed lines are those shown; learns what came in the place of what."""
        found = re.fullmatch(_pattern(shown), "".join(f"{line}\n" for line in printed))
        if found is not None:
            tokens = [token[0] for line in shown for token in ANY.finditer(line)]
            self.came |= zip(tokens, found.groups(), strict=True)
        return found is not None


def fold(line: str) -> list[str]:
    """A line as it is shown in 80 columns."""
    line = line.rstrip()
    if len(line) <= WIDE or " " not in line.strip():
        return [line]
    return wrap(line, WIDE, break_long_words=False, break_on_hyphens=False)


def trimmed(lines: list[str]) -> list[str]:
    """Lines without the blank ones at their end."""
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return lines


def _pattern(shown: list[str]) -> str:
    return "".join("(?:.*\n)*?" if line == "..." else f"{_line(line)}\n" for line in shown)


def _line(line: str) -> str:
    parts, at = "", 0
    for token in ANY.finditer(line):
        parts += f"{re.escape(line[at : token.start()])}({CHANGING[str(token.lastgroup)]})"
        at = token.end()
    return parts + re.escape(line[at:])


def _piped(words: list[str]) -> tuple[int, str]:
    """Run commands with their pipes and files; the status of the last, and what is printed."""
    given: bytes = b""
    status = 0
    while words:
        part = words[: words.index("|")] if "|" in words else words
        words = words[len(part) + 1 :]
        into = part[part.index(">") + 1] if ">" in part else ""
        part = part[: part.index(">")] if into else part
        if "<" in part:
            given = Path(part[part.index("<") + 1]).read_bytes()
            part = part[: part.index("<")]
        status, given, told = _one(part, given)
        if into:
            Path(into).write_bytes(given)
            given = b""
        if not words:
            return status, (given.decode() + told) if not into else told
    return status, ""


def _one(words: list[str], given: bytes) -> tuple[int, bytes, str]:
    env: dict[str, str | None] = {}
    while "=" in words[0]:
        key, _, value = words.pop(0).partition("=")
        env[key] = value
    if words[0] in TOOLS:
        done = subprocess.run(words, input=given, capture_output=True, check=False)
        return done.returncode, done.stdout, done.stderr.decode()
    assert words[0] == "retold", f"{words[0]} is run"
    result = CliRunner().invoke(retold, words[1:], input=given, env=env)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout_bytes, result.stderr


def _at_a_terminal(words: list[str], typed: list[tuple[str, ...]]) -> tuple[int, str]:
    """Sit at the prompt, and type each line when its prompt has come; what the terminal shows."""
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    child = pexpect.spawn(
        sys.executable,
        ["-c", "from cli.main import main; main()", *words],
        # A terminal that moves no cursor keeps what was typed where it was typed.
        env={**os.environ, "TERM": "dumb", "PYTHONUTF8": "1", "PYTHONPATH": path},
        dimensions=(50, 200),
        encoding="utf-8",
        timeout=10,
    )
    child.delaybeforesend = None
    shown = ""
    try:
        for prompt, line in typed:
            found = child.expect([rf"(?:^|\n){re.escape(prompt)}> $", pexpect.EOF, pexpect.TIMEOUT])
            assert found == 0, f"`{prompt}> ` did not come for {line!r}:\n{shown}{child.before}"
            shown += child.before + child.after
            child.sendline(line)
        child.expect(pexpect.EOF)
        shown += child.before
        child.wait()
    finally:
        child.close(force=True)
    return int(child.exitstatus), shown


def folder_for(text: str, folder: Path) -> None:
    """Put into a folder what a clone has there, as far as a text needs it, and the files that the
    text holds."""
    shutil.copytree(ROOT / "fixtures", folder / "fixtures")
    for pack in [*ROOT.glob("engine/games/*/pack.toml"), *ROOT.glob("tests/plugin/*/pack.toml")]:
        there = folder / pack.relative_to(ROOT)
        there.parent.mkdir(parents=True)
        shutil.copy(pack, there)
    for kept in blocks(text):
        if isinstance(kept, Kept):
            (folder / kept.name).write_text(kept.text, "utf-8")


def rewritten(text: str) -> str:
    """A text with what the program says now; where it still fits, with new receipts and times."""
    reader, lines = Reader(), text.splitlines()
    edits: list[tuple[int, int, list[str]]] = []
    for said in blocks(text):
        if not isinstance(said, Said):
            continue
        status, printed = reader.run(said)
        if status != said.status:
            print(f"line {said.number} ends with {status}: {said.command}", *printed, sep="\n")
        shown = trimmed(said.output)
        if shown and not reader.fits(shown, printed):
            print(f"line {said.number} says other things now: {said.command}")
            shown = _renewed(shown, printed)
        blank = [""] * (len(said.output) - len(trimmed(said.output)))
        typed = lines[said.number - 1 : said.begin]
        fresh = [ANY.sub(reader.instead, line) for line in [*typed, *shown]]
        edits.append((said.number - 1, said.end, fresh + blank))
    for begin, end, fresh in reversed(edits):
        lines[begin:end] = fresh
    return "".join(f"{line}\n" for line in lines)


def _renewed(shown: list[str], printed: list[str]) -> list[str]:
    """Printed lines, with those left out (`...`) that were left out before."""
    pairs = [[ANY.sub("*", line) for line in lines] for lines in (shown, printed)]
    found: list[str] = []
    for _, a, b, c, d in SequenceMatcher(None, *pairs, autojunk=False).get_opcodes():
        old, new = shown[a:b], printed[c:d]
        if "..." in old:
            first, last = old.index("..."), old[::-1].index("...")
            new = [*new[:first], "...", *new[max(first, len(new) - last) :]]
        found += new
    return found


def main() -> None:
    """Rewrite the files that are named."""
    # It puts the tiny games on the path, as for the tests.
    import tests.conftest  # noqa: F401

    for name in sys.argv[1:]:
        file = Path(name).resolve()
        text = file.read_text("utf-8")
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            os.environ["RETOLD_DB"] = "docs.db"
            folder_for(text, Path(folder))
            text = rewritten(text)
        file.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
