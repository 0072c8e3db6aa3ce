"""What README and docs show is what the program says, and they lead to each other."""

import re
from pathlib import Path

import click
import pytest

from cli.main import COMMANDS, retold
from tests.console_blocks import ROOT, WIDE, Reader, Said, blocks, folder_for, trimmed

README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").glob("*.md"))]


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_command_that_is_shown_does_what_is_shown(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = page.read_text("utf-8")
    folder_for(text, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RETOLD_DB", "docs.db")
    monkeypatch.delenv("RETOLD_BY", raising=False)
    commands = [said for said in blocks(text) if isinstance(said, Said)]
    assert commands
    reader = Reader()
    for said in commands:
        ended, printed = reader.run(said)
        where = f"{name(page)}, line {said.number}: {said.command}"
        renew = f"`python -m tests.console_blocks {name(page)}` writes there what it says now."
        told = "\n".join([where, *printed, renew])
        assert ended == said.status, told
        assert not said.output or reader.fits(trimmed(said.output), printed), told


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_what_is_shown_fits_80_columns(page: Path) -> None:
    inside, wide = False, []
    for number, line in enumerate(page.read_text("utf-8").splitlines(), start=1):
        inside ^= line.startswith("```")
        if inside and len(line) > WIDE:
            wide.append(f"{name(page)}, line {number}: {line}")
    assert wide == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_commands_in_sentences_are_there_with_their_options(page: Path) -> None:
    prose = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    for span in re.findall(r"`retold ([^`]+)`", prose):
        words = re.sub(r'"[^"]*"', "TEXT", span).split()
        words = words[2:] if words[0] == "--db" else words
        if words[0] in COMMANDS:
            found = retold.get_command(click.Context(retold), words[0])
            assert found is not None
            known = {opt for param in found.params for opt in param.opts}
            options = {word for word in words if re.match(r"--?[a-z]", word)}
            assert options <= known | {"--help"}, span
        else:
            assert words[0] in ("GAME", "COMMAND", "...", "--help"), span


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_to_files_and_headings_that_are_there(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8")):
        if link.startswith("https://"):
            continue
        file, _, heading = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), link
        headings = re.findall(r"^#+ (.+)$", target.read_text("utf-8"), re.M) if heading else []
        anchors = [re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in headings]
        assert not heading or heading in anchors, link


def test_the_readme_leads_to_every_page_of_docs() -> None:
    linked = set(re.findall(r"\]\((docs/[^)#\s]+)", README.read_text("utf-8")))
    assert linked == {name(page) for page in PAGES[1:]}


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
    for command, body in zip(names, bodies, strict=True):
        shown = [one.command for one in blocks(body) if isinstance(one, Said)]
        assert any(re.match(rf"retold {command}\b", one) for one in shown), command
