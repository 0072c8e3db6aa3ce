"""Whatever goes wrong, as one plain sentence and an exit status.

This module is imported only when something was refused, so that it may import what it likes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

from engine.errors import EngineError, IllegalMove
from eventstore.errors import StoreError
from replay.errors import ReplayError

REFUSED, USAGE = 1, 2
LONGEST = 700
"""Characters of a sentence; a longer one loses its middle."""


def refuse(error: BaseException) -> int:
    """Say on stderr what was wrong; the exit status."""
    text = sentence(error)
    try:
        if sys.stderr is not None:
            sys.stderr.write(f"{text}\n")
            sys.stderr.flush()
    except OSError:
        pass
    return USAGE if isinstance(error, click.UsageError) else REFUSED


def sentence(error: BaseException) -> str:
    """An error as one plain sentence on one line."""
    for kind in type(error).__mro__:
        if kind in _SAID:
            return _clean(_SAID[kind](error))
    return _clean(f"Stopped by {type(error).__name__}.")


def _clean(text: str) -> str:
    """One line without control characters, of a bearable length, that ends as a sentence does."""
    if len(text) > 2 * LONGEST:
        text = f"{text[:LONGEST]} ... {text[-LONGEST:]}"
    line = " ".join("".join(c if c.isprintable() or c in "\n\t" else "�" for c in text).split())
    if len(line) > LONGEST:
        line = f"{line[: LONGEST - 200]} ... {line[-190:]}"
    return line if line.endswith((".", "?", "!", ":")) else f"{line}."


def _usage(error: Any) -> str:
    path = error.ctx.command_path if error.ctx is not None else "retold"
    said = _ended(error.format_message())
    return f"{said} `{path} --help` shows how it is used."


def _ended(text: str) -> str:
    said = text.strip()
    return said if said.endswith((".", "?", "!")) else f"{said}."


def _store(error: Any) -> str:
    text = str(error)
    return text[:1].upper() + text[1:]


def _os(error: Any) -> str:
    if error.filename is None:
        return f"Reading or writing failed: {error.strerror or error}"
    return f"{error.filename} cannot be used: {error.strerror or error}"


def _unicode(error: Any) -> str:
    reason = getattr(error, "reason", error)
    return f"A text is not valid Unicode, so it cannot be used: {reason}; retype it"


def _unforeseen(error: Any) -> str:
    return (
        f"This should not have happened ({type(error).__name__}: {error}); nothing more was done;"
        " `retold verify --all` says whether the database was changed, and with RETOLD_DEBUG=1 it"
        " says where, for a report"
    )


_SAID: dict[type, Callable[[Any], str]] = {
    click.UsageError: _usage,
    click.ClickException: lambda error: str(error.format_message()),
    click.Abort: lambda error: "Interrupted; what was acknowledged before is recorded",
    KeyboardInterrupt: lambda error: "Interrupted; what was acknowledged before is recorded",
    IllegalMove: str,
    EngineError: str,
    ReplayError: str,
    StoreError: _store,
    UnicodeError: _unicode,
    OSError: _os,
    MemoryError: lambda error: "There is not enough memory for that",
    Exception: _unforeseen,
}
"""How an error is said, by the first of its classes that stands here."""
