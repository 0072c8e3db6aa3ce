"""Looking a database over: the file, SQLite, the games, and the proof of every match."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable, Iterator

from eventstore import Health, SQLiteStore, StoreError, mended
from eventstore.schema import APPLICATION_ID, OLDEST, VERSION
from replay import games, proof
from replay.errors import NotFound, ReplayError
from replay.match import Match
from replay.shapes import CheckJson, DoctorJson

OK, WARNING, WRONG = "ok", "warning", "wrong"
LITTLE = 20_000_000
"""Bytes of free room below which the doctor warns."""

Check = Iterator[CheckJson]


def examine(store: SQLiteStore) -> DoctorJson:
    """Everything that can be looked at, one after another; what cannot be asked is wrong."""
    checks = [check for look in _LOOKS for check in _looked(look, store)]
    return DoctorJson(all(check.state != WRONG for check in checks), store.file, checks)


def _looked(look: Callable[[SQLiteStore], Check], store: SQLiteStore) -> list[CheckJson]:
    found: list[CheckJson] = []
    try:
        found.extend(look(store))
    except (StoreError, ReplayError, OSError) as error:
        name = look.__name__.strip("_").replace("_", " ")
        found.append(CheckJson(name, WRONG, f"cannot be asked: {error}", RESTORE))
    return found


RESTORE = (
    "restore a backup, or `retold export` the matches that `retold verify` still proves and"
    " import them into a new database"
)


def _sqlite(store: SQLiteStore) -> Check:
    health = store.health()
    if mended(health.sqlite):
        yield CheckJson("sqlite", OK, f"SQLite {health.sqlite}", "")
    else:
        yield CheckJson(
            "sqlite",
            WARNING,
            f"SQLite {health.sqlite} has a documented fault that can, very rarely, damage a"
            " database which several programs write at the same moment",
            "use a Python with SQLite 3.51.3 or newer (or 3.50.7, 3.44.6); until then let one"
            " program write at a time, and make backups",
        )
    yield from _marks(health)
    yield from _contents(health)


def _marks(health: Health) -> Check:
    known = OLDEST <= health.user_version <= VERSION
    fits = health.application_id == APPLICATION_ID and known
    what = f"application_id {health.application_id:#x}, schema version {health.user_version}"
    yield CheckJson(
        "marks",
        OK if fits else WRONG,
        what,
        "" if fits else f"{APPLICATION_ID:#x} and {VERSION} belong there: {RESTORE}",
    )
    wal = health.journal_mode == "wal"
    yield CheckJson(
        "journal mode",
        OK if wal else WARNING,
        health.journal_mode,
        "" if wal else "the next recording sets it to wal",
    )


def _contents(health: Health) -> Check:
    for name, faults in (("integrity", health.integrity), ("foreign keys", health.foreign_keys)):
        if faults:
            more = f" and {len(faults) - 3} more" if len(faults) > 3 else ""
            yield CheckJson(name, WRONG, f"{'; '.join(faults[:3])}{more}", RESTORE)
        else:
            yield CheckJson(name, OK, "nothing is wrong", "")


def _file(store: SQLiteStore) -> Check:
    found = os.stat(store.file)
    mode = stat.S_IMODE(found.st_mode)
    folder = os.path.dirname(store.file)
    what = f"{stat.filemode(found.st_mode)}, {found.st_size:,} bytes"
    if not (os.access(store.file, os.W_OK) and os.access(folder, os.W_OK)):
        todo = "to record, be somebody who may write the file and its folder"
        yield CheckJson("file", WARNING, f"{what}: it can only be read here", todo)
    elif os.name == "posix" and mode & 0o022:
        todo = f"`chmod go-w {store.file}` unless they record too"
        yield CheckJson("file", WARNING, f"{what}: others on this machine may write it", todo)
    elif os.name == "posix" and mode & 0o044:
        seen = "others on this machine may read it, and with it hidden cards and seeds"
        todo = f"`chmod go-r {store.file}` if they play"
        yield CheckJson("file", OK, f"{what}: {seen}", todo)
    else:
        yield CheckJson("file", OK, what, "")
    yield from _room(folder)


def _room(folder: str) -> Check:
    free = shutil.disk_usage(folder).free
    little = free < LITTLE
    todo = "make room: a recording on a full disk is refused" if little else ""
    yield CheckJson("room", WARNING if little else OK, f"{free // 10**6:,} MB are free", todo)


def _games(store: SQLiteStore) -> Check:
    played: dict[str, list[str]] = {}
    for row in store.matches():
        try:
            played.setdefault(Match(store, row).game_name, []).append(row.name)
        except (ReplayError, StoreError):
            # What is wrong with it is told by the proof.
            continue
    bad = False
    for name, matches in sorted(played.items()):
        try:
            games.game_class(name)
        except ReplayError as error:
            bad = True
            yield _unplayable(name, matches, error)
    if not bad:
        count = len(played)
        what = "no match yet" if not count else f"the games of all matches are there ({count})"
        yield CheckJson("games", OK, what, "")


def _unplayable(name: str, matches: list[str], error: ReplayError) -> CheckJson:
    if isinstance(error, NotFound):
        what, todo = f'"{name}" is not installed', f'install the package that brings "{name}"'
    else:
        what, todo = f"{error}".rstrip("."), f'install a version of "{name}" that can be loaded'
    shown = ", ".join(matches[:3]) + f" and {len(matches) - 3} more" * (len(matches) > 3)
    lost = "their chains are proved, their positions cannot be shown"
    return CheckJson("games", WARNING, f"{what}, and {shown} cannot be folded: {lost}", todo)


def _proof(store: SQLiteStore) -> Check:
    found = proof.verify_all(store)
    matches = len(store.matches())
    named = "1 match" if matches == 1 else f"{matches} matches"
    count = f"{named}, {found.events} events, {found.journal} journal rows"
    bad = found.first_bad
    if bad is None:
        irregular = f", {found.irregular} irregular" if found.irregular else ""
        yield CheckJson("proof", OK, f"{count}{irregular}: all as recorded", "")
        return
    place = f" at ply {bad.ply}" if bad.ply is not None else ""
    changed = "rules have changed" in bad.what or "rules as they are" in bad.what
    todo = (
        "what was recorded is whole: play on with the version of the rules that it was played by"
        if changed
        else RESTORE
    )
    yield CheckJson("proof", WRONG, f"{bad.match or 'the database'}{place}: {bad.what}", todo)


_LOOKS = (_file, _sqlite, _games, _proof)
