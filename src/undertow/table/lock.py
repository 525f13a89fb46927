"""One server on one SQLite file: two would not hear of each other, and people at one table would see different things.

The lock is the operating system's, on a file beside the database. It belongs to the process that holds it and ends with
it, however that ends. Whoever only looks, and the process that writes for the server, need no lock.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from undertow.core.errors import UndertowError
from undertow.table.storage import sqlite_file

BYTE = 1 << 20  # which one is locked: far behind what is written, so that it can be read while it is


@contextmanager
def alone(url: str) -> Iterator[None]:
    """Nobody else serves or mends this database meanwhile; PostgreSQL is made for several servers."""
    file = sqlite_file(url)
    if file is None:
        yield
        return
    beside = file.with_name(file.name + "-lock")
    try:
        held = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise UndertowError(f"the file {str(beside)!r} cannot be used: {error.strerror}.") from error
    try:
        if not _lock(held):
            raise UndertowError(_in_use(file, beside))
        os.truncate(held, 0)
        os.write(held, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.close(held)  # and with it the lock


def _in_use(file: Path, beside: Path) -> str:
    process = ""
    with suppress(OSError, ValueError):
        process = f" (process {int(beside.read_text())})"
    return (
        f"the database {str(file)!r} is in use by another server{process}: stop that one first, or set UNDERTOW_DATA "
        "to another folder for this one."
    )


def _lock(held: int) -> bool:
    """Whether the lock is ours now. A lock of this kind is not handed on to processes that we start."""
    os.lseek(held, BYTE, os.SEEK_SET)
    try:
        try:
            import fcntl
        except ImportError:  # on Windows
            import msvcrt

            msvcrt.locking(held, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        else:
            fcntl.lockf(held, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, BYTE)
    except OSError:
        return False
    os.lseek(held, 0, os.SEEK_SET)
    return True
