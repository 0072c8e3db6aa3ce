"""The README's list of commands is the program's."""

import re

from cli.main import COMMANDS
from tests.cli.desk import ROOT

README = ROOT / "README.md"


def test_the_readme_lists_every_command_and_no_other() -> None:
    text = README.read_text("utf-8")
    section = re.search(r"^##+ Commands?\b.*?\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert section is not None, "README.md needs a section `## Commands`"
    listed = set(re.findall(r"\bretold ([a-z]+)", section.group(1)))
    assert listed == set(COMMANDS)
