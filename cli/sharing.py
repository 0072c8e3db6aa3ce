"""Commands that prove a log and carry it elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

import click

from cli import completers
from cli.common import (
    Refusal,
    acted,
    as_json,
    at,
    database,
    eyes,
    match_in,
    on_match,
    place_of,
    refuse_database,
    tended,
    timeline,
    write_file,
)
from cli.output import emit_bytes, say, say_json, say_wrapped

if TYPE_CHECKING:
    from eventstore import MatchRow, SQLiteStore
    from replay.match import Match
    from replay.reading import VerifyJson, Viewer

LINE = 4_000_000
"""Bytes of a line of a file that are read at most."""


@click.command()
@click.argument("match", required=False, shell_complete=completers.matches)
@click.option("--all", "everything", is_flag=True, help="Every match, and the whole database.")
@click.option("--receipt", metavar="RECEIPT", help="Prove too that the log still contains it.")
@database
@as_json
def verify(
    match: str | None, everything: bool, receipt: str | None, db: str | None, json: bool
) -> None:
    """Prove that a log was not changed and follows the rules.

    The chain of digests is checked without the rules; then, where the game is installed, every
    event of every line is played again: was it legal, what did luck give, which state followed. The
    first thing that is wrong is named with its ply, and the exit status is 1.

    A receipt is the line that a recording ends with. A chain cannot see that its own end was cut
    off; with a receipt from then it is proved that all is there up to that row, or said how much is
    missing. The four groups of letters are enough; case and spaces do not count, and O reads as 0,
    I and L as 1. Yours has other letters than the one here.

    \b
    Examples:
      retold verify friday
      retold verify --all
      retold verify friday --receipt 7K3M-9QXD-2F8T-V6BN
      retold verify --receipt "friday #214 7K3M-9QXD-2F8T-V6BN"
    """
    nothing = match is None and receipt is None and not everything
    if nothing or (match is not None and everything):
        raise click.UsageError("Name a match to verify, or say --all, or give a receipt.")
    with tended(db) as store:
        named = None if match is None else match_in(store, match).row
        name, found, missing = _verified(store, named, everything, receipt)
    if json:
        say_json(found)
    else:
        say_wrapped(*_counts(found, name))
    wrong = _wrong(found) if found.first_bad is not None or not found.ok else ""
    if wrong or missing:
        raise Refusal(" ".join(filter(None, (wrong, missing))))


def _verified(
    store: SQLiteStore, row: MatchRow | None, everything: bool, receipt: str | None
) -> tuple[str, VerifyJson, str]:
    """A match (the one that the receipt is of, where none is named) or all: its name, what was
    found, and what the receipt proves to be missing, in a sentence."""
    from replay import proof, receipts
    from replay.errors import ReplayError
    from replay.match import Match

    held, missing = None, ""
    if receipt is not None:
        typed = receipts.read(receipt)
        try:
            held = receipts.held(store, typed, row)
        except ReplayError as error:
            missing = str(error)
    if row is None and not everything:
        if held is None:
            raise Refusal(missing)
        row = held.match
    found = proof.verify_all(store) if row is None else proof.verify(Match(store, row))
    if held is not None:
        found.told.append(receipts.said(held))
    return "All matches" if row is None else row.name, found, missing


def _counts(found: VerifyJson, name: str) -> Iterator[str]:
    ends = "all as recorded" if found.ok else "not as recorded"
    yield (
        f"{name}: {found.events} events, {found.journal} journal rows,"
        f" {found.irregular} irregular; {ends}."
    )
    yield from found.told


def _wrong(found: VerifyJson) -> str:
    bad = found.first_bad
    if bad is None:
        return "The log is not as it was recorded."
    place = f" at ply {bad.ply}" if bad.ply is not None else ""
    head = f" ({bad.head})" if bad.head else ""
    return f"{bad.match or 'The database'}{place}{head}: {bad.what}"


@click.command()
@on_match()
@timeline
@at
@click.option("-o", "--output", "file", metavar="FILE", help="Write to a file; else to stdout.")
@click.option("--text", is_flag=True, help="A readable text of one line instead.")
@click.option("--anonymous", is_flag=True, help="Leave the players' names out.")
@click.option("--public", is_flag=True, help="Only what everybody may see.")
@eyes
def export(
    match: Match,
    timeline: str,
    at: str,
    file: str | None,
    text: bool,
    anonymous: bool,
    public: bool,
    viewer: Viewer,
) -> None:
    """Write a match as a file.

    The file (JSON Lines) holds the whole match, hidden cards and seed too, so that it can be
    imported elsewhere with the same digests. With --public or --seat it holds only what everybody
    or that seat may see, and is for reading.

    --text is a transcript of one timeline, up to --at: it says how to open an equal match, and
    `retold record MATCH - < FILE` reads it into that. It is what everybody may see, unless --seat
    or --all says otherwise; luck's dice and cards stand there as a table types them.

    \b
    Examples:
      retold export friday -o friday.jsonl
      retold export friday --seat Ana -o for-ana.jsonl
      retold export friday --text -o friday.txt
      retold export friday --text --seat Ana --at 40
    """
    if text and anonymous:
        raise click.UsageError("--anonymous is for the whole file, not for --text.")
    if at and not text:
        raise click.UsageError("--at is for --text; the file holds the whole match.")
    if public and (viewer.seat is not None or viewer.everything):
        raise click.UsageError("Say only one of --public, --seat and --all.")
    lines = _lines_of(match, timeline, at, text, anonymous, public, viewer)
    if file is None:
        for line in lines:
            emit_bytes(line.encode("utf-8", "surrogatepass"))
    else:
        write_file(file, lines, match.store.file)
        say(f"{match.name} is in {file}.")


def _lines_of(
    match: Match,
    timeline: str,
    at: str,
    text: bool,
    anonymous: bool,
    public: bool,
    viewer: Viewer,
) -> Iterator[str]:
    if text:
        from replay.transcript import transcript

        lines = transcript(match, match.resolve(at, timeline), viewer)
    else:
        from replay.portable import export_lines

        whole = (not public and viewer.seat is None) or viewer.everything
        lines = export_lines(match, anonymous=anonymous, viewer=None if whole else viewer)
    return (f"{line}\n" for line in lines)


@click.command("import")
@click.argument("file")
@click.option("--as", "name", default="", metavar="NAME", help="Its name here; else as there.")
@database
def import_(file: str, name: str, db: str | None) -> None:
    """Read a match from a file.

    Rows are stored as they were, so digests and receipts stay good. If the match is here already
    and the file's journal goes on, the new rows are added. A damaged file is refused with its line,
    and nothing is stored. `-` reads standard input.

    \b
    Examples:
      retold import friday.jsonl
      retold import friday.jsonl --as friday-again
      retold export friday | retold --db copy.db import -
    """
    if file == "-":
        _import(sys.stdin.buffer, "standard input", name, db)
        return
    refuse_database(file, place_of(db))
    with open(file, "rb") as raw:
        _import(raw, file, name, db)


def _import(raw: BinaryIO, where: str, name: str, db: str | None) -> None:
    from replay.portable import import_lines

    lines = list(_decoded(raw, where))
    with acted(db, lambda store: import_lines(store, lines, name)) as found:
        count = f"{found.added} journal row{'s' * (found.added != 1)}"
        say_wrapped(f"{found.match.name}: {count} added.", *found.told)


def _decoded(raw: BinaryIO, where: str) -> Iterator[str]:
    """The lines of a file. Raises a refusal that names the line."""
    number = 0
    while line := raw.readline(LINE):
        number += 1
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise Refusal(
                f"Line {number} of {where} is not UTF-8 text; nothing was stored."
            ) from None
