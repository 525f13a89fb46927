"""Copies of a whole database. A backup is an SQLite file, whichever database it comes from, so that it can be restored
into either: moving from SQLite to PostgreSQL is a backup and a restore.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import sqlalchemy as sa
from msgspec import Struct

from undertow.core.errors import UndertowError
from undertow.table import storage as s
from undertow.table.fsck import nobody_else, one_look, opened, there
from undertow.table.lock import alone
from undertow.table.storage import KNOWN, NEWEST, Storage, sqlite_file

MANY = 1000  # rows that are copied at a time


class Copied(Struct):
    """How much there was."""

    tables: int
    entries: int


# Making one -----------------------------------------------------------------------------------------------------------


def back_up(url: str, file: Path) -> Copied:
    """Write everything to a file that only its owner can read. Servers may go on meanwhile: it is all of one moment."""
    there(url)
    if file.exists():
        raise UndertowError(f"there is a file {str(file)!r} already; choose another name.")
    partial = file.with_name(file.name + ".partial")
    try:
        os.close(os.open(partial, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))
        try:
            source = sqlite_file(url)
            _copy_file(source, partial) if source else _copy_postgresql(url, partial)
            copied = _counted(partial)
            _sync(partial)
            partial.rename(file)
        finally:
            for left in (partial, *_beside(partial)):
                left.unlink(missing_ok=True)
    except OSError as error:
        raise UndertowError(f"the backup {str(file)!r} cannot be written: {error.strerror}.") from error
    except (sqlite3.Error, sa.exc.SQLAlchemyError) as error:
        raise UndertowError(f"the backup {str(file)!r} cannot be made: {s.short(error)}.") from error
    return copied


def _copy_file(source: Path, file: Path) -> None:
    """SQLite itself makes the copy, whatever a server writes meanwhile."""
    with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(file)) as copy:
        live.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # so that it is one file


def _copy_postgresql(url: str, file: Path) -> None:
    with (
        opened(url, for_itself=False) as source,
        closing(Storage(f"sqlite:///{file}")) as target,
        one_look(source) as reading,
        target.engine.begin() as writing,
    ):
        _copy_rows(reading, writing)
    with closing(sqlite3.connect(file)) as copy:
        copy.execute("PRAGMA journal_mode=DELETE")


def _copy_rows(source: sa.Connection, target: sa.Connection) -> None:
    for table in s.metadata.sorted_tables:
        found = source.execution_options(yield_per=MANY).execute(sa.select(table)).mappings()
        for rows in found.partitions():
            target.execute(sa.insert(table), [dict(row) for row in rows])


def _counted(file: Path) -> Copied:
    with closing(sqlite3.connect(file)) as copy:
        counts = [copy.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("tables", "entries")]
    return Copied(*counts)


def _beside(file: Path) -> list[Path]:
    return [file.with_name(file.name + ending) for ending in ("-wal", "-shm", "-journal")]


def _sync(file: Path) -> None:
    held = os.open(file, os.O_RDONLY)
    try:
        os.fsync(held)
    finally:
        os.close(held)


# Restoring it ---------------------------------------------------------------------------------------------------------


def restore(url: str, file: Path, replace: bool) -> Copied:
    """Put a backup into a database that no server uses: all of it or nothing. What is there already is only replaced if
    that is wanted."""
    with _unpacked(file) as source, alone(url), closing(Storage(url)) as target:
        nobody_else(target)
        try:
            with source.engine.connect() as reading, target.engine.begin() as writing:
                has = writing.scalar(sa.select(sa.func.count()).select_from(s.tables)) or 0
                if has and not replace:
                    raise UndertowError(
                        f"the database has {has} tables already, and nothing was changed; `--replace` deletes them and "
                        "puts the backup in their place."
                    )
                for table in reversed(s.metadata.sorted_tables):
                    writing.execute(sa.delete(table))
                _copy_rows(reading, writing)
                if target.shared:
                    writing.execute(sa.text(COUNT_ON))
        except sa.exc.SQLAlchemyError as error:
            raise UndertowError(f"nothing was restored: {s.short(error)}.") from error
    return _counted(file)


COUNT_ON = "SELECT setval(pg_get_serial_sequence('set_aside', 'id'), (SELECT coalesce(max(id), 0) + 1 FROM set_aside))"


@contextmanager
def _unpacked(file: Path) -> Iterator[Storage]:
    """A backup, with today's schema: it is brought up to date in a copy."""
    _check(file)
    with TemporaryDirectory(prefix="undertow-restore-") as folder:
        copy = Path(folder) / "tables.sqlite"
        _copy_file(file, copy)
        with closing(Storage(f"sqlite:///{copy}")) as source:
            yield source


def _check(file: Path) -> None:
    """Refuse what is no backup, or one that is damaged or newer than this version."""
    if not file.is_file():
        raise UndertowError(f"there is no backup {str(file)!r}.")
    schema, whole = "", ""
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as backup:
            whole = backup.execute("PRAGMA integrity_check(1)").fetchone()[0]
            with suppress(sqlite3.OperationalError):
                schema = backup.execute("SELECT version_num FROM alembic_version").fetchone()[0]
    except sqlite3.Error as error:
        raise UndertowError(f"{str(file)!r} is no backup that can be read: {error}.") from error
    if whole != "ok":
        raise UndertowError(f"the backup {str(file)!r} is damaged: {whole.splitlines()[0]}.")
    if not schema:
        raise UndertowError(f"{str(file)!r} is no backup of Undertow's tables.")
    if schema not in KNOWN:
        raise UndertowError(
            f"the backup {str(file)!r} was made by a newer version of Undertow: its schema is {schema}, and this "
            f"version knows those up to {NEWEST}."
        )
