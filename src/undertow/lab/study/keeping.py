"""What is kept of a study while it runs: every chunk that was played, in one file that only grows.

A record is a header (cell, first match, matches, length, checksum) and the packed counts. Whoever stops in the middle
of a record loses that chunk and no other.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from undertow import __version__
from undertow.core.errors import UndertowError
from undertow.lab.study.orders import Chunk
from undertow.lab.study.plan import Plan

MAGIC = b"undertow study 1\n"
HEADER = struct.Struct("<IQQII")
SYNC_SECONDS = 1.0  # how much a power cut may cost
CHUNKS = "chunks.bin"
STUDY = "study.toml"


class KeptElsewhere(UndertowError):
    """A folder that cannot be used for this study."""


@contextmanager
def written(folder: Path) -> Iterator[None]:
    """What goes wrong with a disk, in one sentence."""
    try:
        yield
    except OSError as error:
        raise UndertowError(
            f"cannot write to {str(folder)!r}: {error.strerror or error}. What was played so far is kept; "
            "--resume goes on."
        ) from error


def digest(plan: Plan) -> bytes:
    """The same for the same question about the same rules."""
    question = plan.question
    asked = {key: value for key, value in question.names.items() if key not in ("title", "question")}
    what = [asked, question.game.name, question.game.version]
    return hashlib.sha256(json.dumps(what, sort_keys=True, default=str).encode()).digest()


class Keeper:
    """The chunks of a study in a folder."""

    def __init__(self, folder: Path, plan: Plan, resume: bool) -> None:
        self.folder, self._mark = folder, digest(plan)
        self._file: Any = None
        self._synced = time.monotonic()
        self.kept: dict[Chunk, bytes] = {}
        path = folder / CHUNKS
        if path.exists():
            if not resume:
                raise KeptElsewhere(
                    f"{str(folder)!r} has a study already: --resume goes on with it, --out names another."
                )
            self._read(path)
        with written(folder):
            folder.mkdir(parents=True, exist_ok=True)
            self._file = path.open("ab")
            if self._file.tell() == 0:
                self._file.write(MAGIC + self._mark + __version__.encode().ljust(16)[:16])
                (folder / STUDY).write_text(plan.question.source, encoding="utf-8")
            self._sync()

    def _read(self, path: Path) -> None:
        content = path.read_bytes()
        start = len(MAGIC) + len(self._mark) + 16
        if not content.startswith(MAGIC) or len(content) < start:
            raise KeptElsewhere(
                f"{str(path)!r} is damaged at its beginning; nothing was changed. --out names another folder."
            )
        if content[len(MAGIC) : len(MAGIC) + len(self._mark)] != self._mark:
            raise KeptElsewhere(
                f"{str(self.folder)!r} has another study: the file or the rules have changed since. "
                "Nothing was changed; "
                "--out names another folder."
            )
        at = start
        while at < len(content):
            record = self._record(content, at)
            if record is None:
                break
            chunk, packed, at = record
            self.kept[chunk] = packed
        if at < len(content):
            if any(self._record(content, later) for later in range(at + 1, min(len(content), at + 1_000_000))):
                raise KeptElsewhere(
                    f"{str(path)!r} is damaged at byte {at}; nothing was changed. --out names another folder."
                )
            with written(self.folder):
                os.truncate(path, at)  # a chunk that was being written when it stopped

    @staticmethod
    def _record(content: bytes, at: int) -> tuple[Chunk, bytes, int] | None:
        if at + HEADER.size > len(content):
            return None
        cell, first, number, length, checksum = HEADER.unpack_from(content, at)
        end = at + HEADER.size + length
        packed = content[at + HEADER.size : end]
        whole = end <= len(content) and zlib.crc32(packed, cell ^ (number & 0xFFFFFFFF)) == checksum and number > 0
        return (Chunk(cell, first, number), packed, end) if whole else None

    def keep(self, chunk: Chunk, packed: bytes) -> None:
        checksum = zlib.crc32(packed, chunk.cell ^ (chunk.number & 0xFFFFFFFF))
        with written(self.folder):
            self._file.write(HEADER.pack(*chunk, len(packed), checksum) + packed)
            if time.monotonic() - self._synced > SYNC_SECONDS:
                self._sync()

    def _sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())
        self._synced = time.monotonic()

    def close(self) -> None:
        if self._file is not None and not self._file.closed:
            with written(self.folder):
                self._sync()
                self._file.close()


class NoKeeper:
    """A study that is only in memory."""

    def __init__(self) -> None:
        self.kept: dict[Chunk, bytes] = {}

    def keep(self, chunk: Chunk, packed: bytes) -> None:
        pass

    def close(self) -> None:
        pass
