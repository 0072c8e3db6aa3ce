"""Shell completion: the script that a shell reads, and what our words need in bash."""

from __future__ import annotations

import os
from pathlib import PurePath
from typing import TYPE_CHECKING

import click
from click.shell_completion import BashComplete, ShellComplete, add_completion_class

from cli.output import emit

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

INSTALL = {
    "bash": 'add this line to ~/.bashrc: eval "$(retold completion bash)"',
    "zsh": 'add this line to ~/.zshrc, after compinit: eval "$(retold completion zsh)"',
    "fish": "retold completion fish > ~/.config/fish/completions/retold.fish",
}
"""How the script is installed, by shell."""


class QuotingBash(BashComplete):
    """Bash: a move has spaces and is one argument, so it is offered in quotes."""

    def format_completion(self, item: CompletionItem) -> str:
        value = str(item.value)
        if " " in value and not _quoted(os.environ.get("COMP_WORDS", "")):
            value = f"'{value}'" if "'" not in value else f'"{value}"'
        return f"{item.type},{value}"

    @staticmethod
    def _check_version() -> None:
        """Every bash of this decade will do."""


add_completion_class(QuotingBash)


def _quoted(words: str) -> bool:
    """Whether a command line ends inside quotes."""
    inside = ""
    for c in words:
        if inside:
            inside = "" if c == inside else inside
        elif c in "'\"":
            inside = c
    return bool(inside)


@click.command()
@click.argument("shell", required=False, type=click.Choice(list(INSTALL)))
def completion(shell: str | None) -> None:
    """The script that completes commands in a shell.

    Besides commands and options it completes matches, games, timelines, seats, and the moves that
    are legal in a match. Without SHELL the script is for your own ($SHELL).

    \b
    Examples:
      eval "$(retold completion bash)"
      retold completion fish > ~/.config/fish/completions/retold.fish
    """
    from click.shell_completion import get_completion_class

    from cli.main import retold

    name = shell or PurePath(os.environ.get("SHELL", "")).name
    kind = get_completion_class(name) if name in INSTALL else None
    if kind is None:
        raise click.UsageError(f"Say for which shell: one of {', '.join(INSTALL)}.")
    made: ShellComplete = kind(retold, {}, "retold", "_RETOLD_COMPLETE")
    emit(f"# To install: {INSTALL[name]}\n{made.source().strip()}\n")
