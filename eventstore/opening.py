"""Opening a database file: what it is, whether it may be written, and how SQLite is set up.

The file is looked at by `os.stat` and through SQLite only: a handle of our own, when closed, would
drop the locks that SQLite holds on the same file in this process.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import time
from typing import NamedTuple

from eventstore.errors import (
    Busy,
    Damaged,
    Missing,
    NewerSchema,
    NotRetold,
    ReadOnly,
    StoreError,
    Taken,
    translated_error,
)
from eventstore.schema import APPLICATION_ID, OLDEST, VERSION, migrate

SYNCHRONOUS = ("OFF", "NORMAL", "FULL", "EXTRA")
_SAFE = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")
_READONLY = 8
_IOERR = 10
_CANTOPEN = 14
_SMALLEST_PAGE = 512


class Opened(NamedTuple):
    connection: sqlite3.Connection
    path: str
    readonly: bool


def open_database(
    path: str | os.PathLike[str], *, create: bool, readonly: bool, timeout: float, synchronous: str
) -> Opened:
    """A connection to the database at `path`, made if `create`. Raises `StoreError`."""
    if synchronous.upper() not in SYNCHRONOUS:
        raise StoreError(f"synchronous is one of {', '.join(SYNCHRONOUS)}, not {synchronous!r}")
    name = _absolute(path)
    exists = _look(name)
    if not exists and (readonly or not create):
        raise Missing(f"there is no database at {name}")
    if exists:
        _identify(name)
    elif not os.access(os.path.dirname(name), os.W_OK):
        raise ReadOnly(f"{name} cannot be made: its folder cannot be written")
    readonly = readonly or (exists and not _writable(name))
    try:
        if readonly:
            connection = _connect_to_read(name, timeout)
        else:
            connection = _connect_to_write(name, exists, timeout, synchronous)
    except sqlite3.Error as error:
        raise _failed(name, error) from error
    return Opened(connection, name, readonly)


def _failed(name: str, error: sqlite3.Error) -> StoreError:
    if getattr(error, "sqlite_errorcode", 0) & 0xFF == _CANTOPEN:
        return StoreError(f"{name} cannot be opened: look whether its folder may be written")
    refusal = translated_error(error)
    return type(refusal)(f"{name} cannot be opened: {refusal}")


def _absolute(path: str | os.PathLike[str]) -> str:
    name = os.fspath(path)
    try:
        encoded = os.fsencode(name)
    except UnicodeEncodeError:
        raise NotRetold(f"{name!r} is not a file name: it is not valid Unicode") from None
    if not encoded or b"\0" in encoded:
        raise NotRetold(f"{name!r} is not a file name: it is empty or holds a NUL character")
    # Links are followed as SQLite does, which puts the `-wal` beside the file itself.
    return os.path.realpath(name)


def _look(name: str) -> bool:
    """Whether the file exists; refuses what no database can be."""
    try:
        found = os.stat(name)
    except FileNotFoundError:
        if not os.path.isdir(os.path.dirname(name)):
            raise Missing(f"the folder of {name} does not exist; make it first") from None
        return False
    except OSError as error:
        raise NotRetold(f"{name} cannot be opened: {error.strerror}") from error
    if stat.S_ISDIR(found.st_mode):
        raise NotRetold(f"{name} is a folder, not a database; name a file in it")
    if not stat.S_ISREG(found.st_mode):
        raise NotRetold(f"{name} is not an ordinary file, so it cannot be a database")
    # SQLite would take a file of a byte or two for an empty database.
    if 0 < found.st_size < _SMALLEST_PAGE:
        raise NotRetold(f"{name} is too short to be a database; it was left as it is")
    return True


def _writable(name: str) -> bool:
    return os.access(name, os.W_OK) and os.access(os.path.dirname(name), os.W_OK)


def _uri(name: str, query: str) -> str:
    """The URI that names exactly this file, whatever `?`, `#`, `%` or spaces are in its name."""
    quoted = "".join(chr(b) if b in _SAFE else f"%{b:02X}" for b in os.fsencode(name))
    return f"file://{quoted}?{query}"


def _connect(name: str, query: str, timeout: float) -> sqlite3.Connection:
    return sqlite3.connect(_uri(name, query), timeout=timeout, isolation_level=None, uri=True)


def _identify(name: str) -> None:
    """Refuses a foreign file or a newer schema without leaving a trace beside or in it.

    As `immutable` the file is read without locks, and no `-wal` or `-shm` appears. What the file
    says may be older than its `-wal`, so that only a clear answer counts here; the connection that
    is used afterwards is asked again.
    """
    connection = _connect(name, "mode=ro&immutable=1", 0)
    try:
        _check_marks(connection, name)
    except sqlite3.DatabaseError as error:
        refusal = translated_error(error)
        if isinstance(refusal, NotRetold):
            raise NotRetold(f"{name} is not a Retold database; it was left as it is") from error
    finally:
        connection.close()


def _check_marks(connection: sqlite3.Connection, name: str) -> int:
    """The schema's version; 0 for an empty file. Refuses files of others and of the future."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (objects,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if application != APPLICATION_ID and (application or version or objects):
        raise NotRetold(f"{name} is a database of another program; it was left as it is")
    if version > VERSION:
        raise NewerSchema(
            f"{name} has schema version {version} and this program knows versions up to {VERSION};"
            " it was left as it is: use a newer version of the program"
        )
    return int(version)


def _connect_to_write(
    name: str, exists: bool, timeout: float, synchronous: str
) -> sqlite3.Connection:
    connection = _connect(name, "mode=rw" if exists else "mode=rwc", timeout)
    try:
        version = _check_marks(connection, name)
        _use_wal(connection, timeout)
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        connection.execute("PRAGMA foreign_keys = ON")
        if version < VERSION:
            migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _use_wal(connection: sqlite3.Connection, timeout: float) -> None:
    """Switches to WAL; SQLite does not wait for others by itself when it does that."""
    until = time.monotonic() + timeout
    while True:
        try:
            (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        except sqlite3.OperationalError as error:
            if not isinstance(translated_error(error), Busy) or time.monotonic() > until:
                raise
            time.sleep(0.01)
            continue
        if mode != "wal":
            raise StoreError(f"the database stays in journal mode {mode}; it needs WAL")
        return


def _connect_to_read(name: str, timeout: float) -> sqlite3.Connection:
    # Somebody who cannot write the file must not leave a `-shm` beside it that its owner cannot
    # write. While the owner has it open, the files are there.
    frozen = not os.access(name, os.W_OK) and not os.path.exists(name + "-wal")
    connection = _connect_frozen(name) if frozen else _connect(name, "mode=ro", timeout)
    try:
        version = _check_marks(connection, name)
    except sqlite3.OperationalError as error:
        connection.close()
        # On a full disk, too, there is no room for the files that sharing needs.
        unshared = (_CANTOPEN, _READONLY, _IOERR)
        if frozen or getattr(error, "sqlite_errorcode", 0) & 0xFF not in unshared:
            raise
        connection = _connect_frozen(name)
        version = _check_marks(connection, name)
    except BaseException:
        connection.close()
        raise
    if version < OLDEST:
        connection.close()
        raise ReadOnly(f"{name} is empty, and it cannot be written")
    return connection


def _connect_frozen(name: str) -> sqlite3.Connection:
    """Reads a WAL database where SQLite cannot put the files that it needs to share it.

    A `-wal` with content would be overlooked, and with it what was recorded last.
    """
    try:
        left = os.stat(name + "-wal").st_size
    except OSError:
        left = 0
    if left:
        raise Damaged(
            f"{name} cannot be read where it is: its last recordings are still in the -wal file"
            " beside it; copy both to a folder that may be written"
        )
    return _connect(name, "mode=ro&immutable=1", 0)


def backup_to(connection: sqlite3.Connection, path: str | os.PathLike[str]) -> None:
    """Copies the database into a new file at `path`. Raises `Taken` if there is one already."""
    name = _absolute(path)
    if os.path.lexists(name):
        raise Taken(f"there is something at {name} already; name a new file")
    if not os.path.isdir(os.path.dirname(name)):
        raise Missing(f"the folder of {name} does not exist; make it first")
    # Under its own name only once it is whole: a copy cut short must not look like a backup.
    partial = f"{name}.{os.getpid()}.partial"
    try:
        connection.execute("VACUUM INTO ?", (_uri(partial, "mode=rwc"),))
        _sync(partial, os.O_RDWR)
        _give_name(partial, name)
        _sync(os.path.dirname(name), os.O_RDONLY)
    except FileExistsError:
        raise Taken(f"there is something at {name} already; name a new file") from None
    except OSError as error:
        raise StoreError(f"{name} cannot be written: {error.strerror}") from error
    except sqlite3.Error as error:
        raise _failed(name, error) from error
    finally:
        if os.path.lexists(partial):
            os.unlink(partial)


def _sync(name: str, flags: int) -> None:
    handle = os.open(name, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _give_name(partial: str, name: str) -> None:
    """Moves a file without ever replacing another, as far as the file system knows how to."""
    try:
        os.link(partial, name)
    except FileExistsError:
        raise
    except OSError:
        # No hard links here (FAT, some network drives).
        os.rename(partial, name)
