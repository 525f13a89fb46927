"""A disk that can lose its power: what SQLite does to its files is taken down, and any moment's remains can be made.

SQLite reaches files through a table of functions (its VFS). Here those that write, cut, sync and delete are wrapped in
place, in the very library that Python's `sqlite3` uses: the program above does not know, and the files below are real.

What is modelled, for a power loss between any two of those calls:

* What was written to a file before its last sync is there. Of what was written since, anything may be: nothing, all,
  the first few, or any choice of writes, each of them in pieces of 512 bytes that are old or new.
* A file that was made and never synced may be gone; one that was deleted may still be there, unless SQLite asked for
  the folder to be synced.
* A sync that returned is kept. A disk that says so and lies is not modelled, nor one that damages what lies beside.
"""

from __future__ import annotations

import ctypes
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p, cast
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SECTOR = 512  # bytes that a disk writes at once

_OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)  # a path is an address: SQLite keeps it
_DELETE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)
_WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC = CFUNCTYPE(c_int, c_void_p, c_int)


class _Vfs(Structure):
    """The beginning of `sqlite3_vfs`."""

    _fields_ = (
        ("version", c_int),
        ("file_size", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", c_void_p),
        ("delete", c_void_p),
    )


class _Methods(Structure):
    """`sqlite3_io_methods`, version 3; what is not wrapped is only copied."""

    _fields_ = (
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", c_void_p),
        ("truncate", c_void_p),
        ("sync", c_void_p),
        ("others", c_void_p * 13),
    )


@dataclass
class Did:
    """One thing that was done to a file, or `said`: what the program above tells of itself."""

    what: str
    file: str = ""
    at: int = 0
    content: bytes = b""


@dataclass
class File:
    """What a file is for sure, and what has been done to it since; None: it is not there."""

    synced: bytes | None = None
    since: list[Did] = field(default_factory=list)


class Disk:
    """Everything that was done to the files of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.done: list[Did] = []
        self.before = {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".sqlite-shm"}

    def said(self, number: int) -> None:
        """The program above has just promised this."""
        self.done.append(Did("said", at=number))

    def promised(self, moment: int) -> int:
        """The last promise before a moment."""
        return max((did.at for did in self.done[:moment] if did.what == "said"), default=0)

    def remains(self, moment: int, chance: random.Random) -> dict[str, bytes]:
        """What may be found after the power went at that moment."""
        files = {name: File(content) for name, content in self.before.items()}
        for did in self.done[:moment]:
            if did.what != "said":
                _go_on(files.setdefault(did.file, File()), did)
        way = chance.choice(("nothing", "all", "first", "any", "any"))
        left = {name: _left(file, way, chance) for name, file in files.items()}
        return {name: content for name, content in left.items() if content is not None}


def _go_on(file: File, did: Did) -> None:
    if did.what == "sync":
        content = file.synced or b""
        for one in file.since:
            content = _changed(content, one) or b""
        file.synced, file.since = content, []
    elif did.what == "delete and sync":
        file.synced, file.since = None, []
    else:
        file.since.append(did)


def _left(file: File, way: str, chance: random.Random) -> bytes | None:
    since = [piece for did in file.since for piece in _pieces(did)]
    if way == "nothing":
        since = []
    elif way == "first":
        since = since[: chance.randint(0, len(since))]
    elif way == "any":
        share = chance.random()
        since = [piece for piece in since if chance.random() < share]
    content = file.synced
    for did in since:
        content = _changed(content, did)
    return content


def _pieces(did: Did) -> Iterator[Did]:
    """What a disk may do apart from the rest of it."""
    if did.what != "write":
        yield did
        return
    at, end = did.at, did.at + len(did.content)
    while at < end:
        until = min(end, (at // SECTOR + 1) * SECTOR)
        yield Did("write", did.file, at, did.content[at - did.at : until - did.at])
        at = until


def _changed(content: bytes | None, did: Did) -> bytes | None:
    if did.what == "delete":
        return None
    content = content or b""
    if did.what == "truncate":
        return content[: did.at]
    return content[: did.at].ljust(did.at, b"\0") + did.content + content[did.at + len(did.content) :]


# Below SQLite ---------------------------------------------------------------------------------------------------------


def _library() -> Any:
    """The library that `sqlite3` uses; None if its functions cannot be reached from here."""
    import _sqlite3

    try:
        library = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
        library.sqlite3_vfs_find.restype = POINTER(_Vfs)
        library.sqlite3_libversion.restype = c_char_p
        same = library.sqlite3_libversion().decode() == sqlite3.sqlite_version
    except (OSError, AttributeError):
        return None
    return library if same else None


def can_be_watched() -> bool:
    return _library() is not None


@contextmanager
def watched(folder: Path) -> Iterator[Disk]:
    """Take down what SQLite does to the files in a folder. Only connections that are opened meanwhile are watched, and
    they must be closed meanwhile too."""
    disk = Disk(folder)
    vfs = _library().sqlite3_vfs_find(None).contents
    kept: list[Any] = []  # what SQLite points to must not be collected
    names: dict[int, str] = {}  # of open files, by where SQLite has them
    tables: dict[int, Any] = {}  # a wrapped table of functions for each of SQLite's
    real_open, real_delete = _OPEN(vfs.open), _DELETE(vfs.delete)

    def here(path: int | None) -> str:
        found = Path(ctypes.string_at(path).decode()) if path else None
        wanted = found is not None and found.parent == folder and not found.name.endswith("-shm")
        return found.name if found and wanted else ""

    def open_file(vfs_: int, path: int | None, file: int, flags: int, out: int | None) -> int:
        result = real_open(vfs_, path, file, flags, out)
        if result == 0 and (name := here(path)):
            names[file] = name
            methods = cast(file, POINTER(c_void_p))
            original = methods[0]
            assert original is not None
            if original not in tables:
                tables[original] = _wrapped(original, names, disk, kept)
            methods[0] = ctypes.addressof(tables[original])
        return int(result)

    def delete_file(vfs_: int, path: int, and_sync: int) -> int:
        result = real_delete(vfs_, path, and_sync)
        if result == 0 and (name := here(path)):
            disk.done.append(Did("delete and sync" if and_sync else "delete", name))
        return int(result)

    ours = _OPEN(open_file), _DELETE(delete_file)
    before = vfs.open, vfs.delete
    vfs.open, vfs.delete = (cast(one, c_void_p).value for one in ours)
    try:
        yield disk
    finally:
        vfs.open, vfs.delete = before


def _wrapped(original: int, names: dict[int, str], disk: Disk, kept: list[Any]) -> _Methods:
    """The same functions, with those that change something taken down."""
    methods = _Methods.from_buffer_copy(ctypes.string_at(original, ctypes.sizeof(_Methods)))
    real_write, real_truncate, real_sync = _WRITE(methods.write), _TRUNCATE(methods.truncate), _SYNC(methods.sync)

    def done(result: int, did: Callable[[], Did]) -> int:
        if result == 0:
            disk.done.append(did())
        return int(result)

    def write(file: int, content: int, size: int, at: int) -> int:
        result = real_write(file, content, size, at)
        return done(result, lambda: Did("write", names[file], at, ctypes.string_at(content, size)))

    def truncate(file: int, size: int) -> int:
        return done(real_truncate(file, size), lambda: Did("truncate", names[file], size))

    def sync(file: int, flags: int) -> int:
        return done(real_sync(file, flags), lambda: Did("sync", names[file]))

    ours = _WRITE(write), _TRUNCATE(truncate), _SYNC(sync)
    kept += ours
    methods.write, methods.truncate, methods.sync = (cast(one, c_void_p).value for one in ours)
    return methods
