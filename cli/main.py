"""The `retold` command: its table of commands, and the guard around all of them.

Only click is imported here: `retold --help` and every command start as fast as that allows.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

SECTIONS: dict[str, dict[str, tuple[str, str]]] = {
    "Begin": {
        "games": ("choosing:games", "What can be played."),
        "rules": ("choosing:rules", "How a game is recorded, its options, its pack."),
        "new": ("recording:new", "Open a match."),
    },
    "Record": {
        "record": ("recording:record", "Record moves, and what chance gave, as one recording."),
        "undo": ("recording:undo", "Take back steps; the undone line stays in the tree."),
        "redo": ("recording:redo", "Bring back what was undone."),
        "amend": (
            "amending:amend",
            "Correct, drop or insert a step, and record again what followed.",
        ),
        "note": ("recording:note", "Put a remark in the journal."),
        "flag": ("disputing:flag", "Mark a position with a claim, until it is settled."),
        "settle": ("disputing:settle", "Close a flag with what the table ruled."),
        "branch": ("timelines:branch", "Begin a what-if timeline at any event."),
        "adopt": ("timelines:adopt", "Make a timeline's line the one that the table plays."),
        "rule": ("recording:rule", "From here on, read a doubtful rule this way."),
        "adjust": ("recording:adjust", "Record what stood at the table against the rules."),
        "reseed": ("recording:reseed", "From here on, let another seed or the table decide."),
    },
    "Look": {
        "matches": ("keeping:matches", "The matches of the database."),
        "moves": ("looking:moves", "What is legal now, and for whom."),
        "why": ("disputing:why", "Whether a move is legal, and which rule says so."),
        "show": ("looking:show", "Where the match stands."),
        "log": ("looking:log", "The moves that stand, or everything that was done."),
        "timelines": ("timelines:timelines", "The timelines of a match."),
        "dispute": ("disputing:dispute", "The whole story of each dispute."),
        "tree": ("timelines:tree", "Every line that was ever played, as a tree."),
        "diff": ("timelines:diff", "Where two lines part, and what differs now."),
        "replay": ("looking:replay", "Go through the moves that stand, one by one."),
    },
    "Prove and share": {
        "verify": ("sharing:verify", "Prove that a log was not changed and follows the rules."),
        "export": ("sharing:export", "Write a match as a file."),
        "import": ("sharing:import_", "Read a match from a file."),
    },
    "Keep": {
        "people": ("keeping:people", "Who plays, and how their matches ended."),
        "rename": ("keeping:rename", "Give a person another name."),
        "forget": ("keeping:forget", "Remove a person's name for good."),
        "backup": ("keeping:backup", "Copy the whole database into a new file."),
        "doctor": ("keeping:doctor", "Look the database over, and say what to do."),
    },
    "More": {
        "simulate": ("simulating:simulate", "Play many matches between bots."),
        "demo": ("demo:demo", "See a whole recorded match, with a dispute."),
        "schema": ("choosing:schema", "The JSON of the reading commands, field by field."),
        "completion": ("completing:completion", "The script that completes commands in a shell."),
    },
}
"""Every command by section: where it is, and its line in the help."""

COMMANDS = {name: entry for section in SECTIONS.values() for name, entry in section.items()}

HELP = """Record a game move by move, and prove it later.

Undo and redo, fork what-if timelines, replay any moment, and settle disputes from a log that nobody
can quietly change.

\b
Examples:
  retold demo
  retold games
  retold new taiwan-monsters-brawl -p Ana -p Ben --as friday
  retold record friday "ana: choose two suns"
  retold log friday
  retold verify friday
"""


class Retold(click.Group):
    """The command group: its commands are imported when they are run, its errors are sentences."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(f"cli.{module}"), name)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """The command, or a refusal that says which one may have been meant."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from replay.meant import question

            asked = question(args[0], list(COMMANDS))
            if asked:
                ctx.fail(f'There is no command "{args[0][:60]}"; {asked}')
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for section, commands in SECTIONS.items():
            with formatter.section(section):
                formatter.write_dl([(name, text) for name, (_, text) in commands.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        found = [
            CompletionItem(name, help=text)
            for name, (_, text) in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run a command line and exit: 0 done, 1 refused, 2 wrong usage."""
        _never_choke()
        if "_RETOLD_COMPLETE" in os.environ:
            import cli.completing  # noqa: F401 (it teaches click what our shells need)
        words = list(sys.argv[1:] if args is None else args)
        extra["standalone_mode"] = False
        try:
            status = super().main(words or ["--help"], "retold", "_RETOLD_COMPLETE", **extra)
            if sys.stdout is not None:
                sys.stdout.flush()
        except (Exception, KeyboardInterrupt) as error:
            if os.environ.get("RETOLD_DEBUG") == "1":
                raise
            from cli.refusals import refuse

            status = refuse(error)
        sys.exit(status if isinstance(status, int) else 0)


def _never_choke() -> None:
    """A letter that a terminal cannot show is written out, never an error."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _version(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from importlib.metadata import PackageNotFoundError, version

        try:
            found = version("retold")
        except PackageNotFoundError:
            found = "(not installed)"
        click.echo(f"retold {found}")
        ctx.exit()


retold = Retold(
    "retold",
    help=HELP,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    params=[
        click.Option(
            ["--db"],
            metavar="FILE",
            envvar="RETOLD_DB",
            help="The database; else RETOLD_DB, else one in your user data folder.",
        ),
        click.Option(
            ["--version"],
            is_flag=True,
            expose_value=False,
            is_eager=True,
            callback=_version,
            help="Show the version.",
        ),
    ],
    callback=lambda db: None,
)


def main() -> NoReturn:
    """The console script."""
    try:
        retold.main()
    finally:
        # At its end the interpreter would search everything for garbage, several times.
        gc.freeze()


if __name__ == "__main__":
    main()
