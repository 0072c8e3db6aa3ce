"""A desk for tests: command lines run in this process against a database of their own."""

import hashlib
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
from click.testing import CliRunner, Result

from cli.main import retold

ROOT = Path(__file__).parents[2]


class Desk:
    """Runs commands; `say` expects them to be done, `refuse` to be refused in one sentence."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.db = folder / "evening.db"
        self.runner = CliRunner()

    def invoke(self, *args: str, input: str | bytes | None = None, **env: Any) -> Result:
        """A command line as it ends, whatever it does."""
        known = {"RETOLD_DB": str(self.db), "RETOLD_BY": None, "RETOLD_DEBUG": None, **env}
        result = self.runner.invoke(retold, list(args), input=input, env=known)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    def say(self, *args: str, input: str | bytes | None = None, **env: Any) -> str:
        """What a command line prints that is done."""
        result = self.invoke(*args, input=input, **env)
        assert result.exit_code == 0, (args, result.stdout, result.stderr)
        assert result.stderr == ""
        return result.stdout

    def refuse(
        self, *args: str, status: int = 1, input: str | bytes | None = None, **env: Any
    ) -> str:
        """The sentence by which a command line is refused; nothing in the log has changed."""
        before = self.log()
        result = self.invoke(*args, input=input, **env)
        assert result.exit_code == status, (args, result.stdout, result.stderr)
        assert self.log() == before
        assert is_a_sentence(result.stderr), result.stderr
        return result.stderr.rstrip("\n")

    def json(self, kind: Any, *args: str) -> Any:
        """The answer of a reading command, decoded strictly."""
        return msgspec.json.decode(self.say(*args, "--json"), type=kind, strict=True)

    def log(self) -> str:
        """A digest of everything in the log; "" where nothing is recorded."""
        return digest_of(self.db)


def digest_of(db: Path) -> str:
    """A digest of the append-only tables of a database; "" where they are empty or not there."""
    if not db.is_file() or not db.stat().st_size:
        return ""
    found = hashlib.blake2b(digest_size=16)
    rows = 0
    connection = sqlite3.connect(f"file:{db}?mode=ro", uri=True)
    try:
        for name in ("matches", "events", "journal", "packs", "people"):
            for row in connection.execute(f"SELECT * FROM {name} ORDER BY rowid"):
                found.update(repr(row).encode("utf-8", "backslashreplace"))
                rows += 1
    finally:
        connection.close()
    return found.hexdigest() if rows else ""


def is_a_sentence(text: str) -> bool:
    """One line of printed characters that ends like a sentence and holds no traceback."""
    line = text.removesuffix("\n")
    return (
        line.isprintable()
        and line.endswith((".", "?", "!"))
        and "Traceback" not in line
        and "should not have happened" not in line
    )
