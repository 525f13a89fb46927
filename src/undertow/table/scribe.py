"""A process that writes to the database. A thread would do, but for Python's lock: beside a busy event loop it had to
wait for the lock so often that a commit of one millisecond took twenty.

The server and its scribe speak through pipes: what is to be written, and what became of it, each with its length before
it. When the server ends, however it ends, the pipe ends and the scribe with it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import struct
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from contextlib import suppress
from typing import BinaryIO

import msgspec

from undertow.table.storage import News, Outgrown, Storage, Taken, short

LENGTH = struct.Struct(">I")


class Task(msgspec.Struct):
    """What one commit brings."""

    server: str
    news: list[News]


class Outcome(msgspec.Struct):
    """What became of it; nothing is wrong where both are empty."""

    taken: set[str] = set()  # tables where somebody else was first
    error: str = ""
    outgrown: bool = False


_encode = msgspec.msgpack.Encoder().encode
_task = msgspec.msgpack.Decoder(Task).decode
_outcome = msgspec.msgpack.Decoder(Outcome).decode


class NotWritten(Exception):
    """What the database said, in one line."""


class Scribe:
    """The server's side."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._process: Process | None = None
        self._waiting: deque[asyncio.Future[Outcome]] = deque()  # for answers, which come in the order of the questions
        self._listener: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()

    async def begin(self) -> None:
        """Start it, although there is nothing to write yet: the first who decides does not wait for it."""
        await self._at_work()

    async def write(self, news: list[News], server: str) -> None:
        """As `Storage.write`, without a thread."""
        process = await self._at_work()
        answer: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._waiting.append(answer)
        _put(process, _encode(Task(server, news)))
        outcome = await answer
        if outcome.taken:
            raise Taken(outcome.taken)
        if outcome.outgrown:
            raise Outgrown
        if outcome.error:
            raise NotWritten(outcome.error)

    async def close(self) -> None:
        """Let it finish what it writes."""
        if self._process and self._process.stdin and self._listener:
            self._process.stdin.close()
            await self._listener

    async def _at_work(self) -> Process:
        async with self._starting:
            if self._process is None:
                command = sys.executable, "-m", "undertow.table.scribe"
                self._process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
                _put(self._process, self._url.encode())  # all on the machine could read it among the arguments
                self._listener = asyncio.get_running_loop().create_task(self._listen(self._process))
            return self._process

    async def _listen(self, process: Process) -> None:
        assert process.stdout is not None
        with suppress(EOFError, OSError):
            while True:
                (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
                outcome = _outcome(await process.stdout.readexactly(length))
                answer = self._waiting.popleft()
                if not answer.done():  # else whoever asked went away
                    answer.set_result(outcome)
        self._process = None
        while self._waiting:
            answer = self._waiting.popleft()
            if not answer.done():
                answer.set_result(
                    Outcome(error="the process that writes to the database is gone; there will be another")
                )
        await process.wait()


def _put(process: Process, said: bytes) -> None:
    assert process.stdin is not None
    process.stdin.write(LENGTH.pack(len(said)) + said)


# The scribe's side ----------------------------------------------------------------------------------------------------


def _said(pipe: BinaryIO) -> bytes:
    """The next thing said; nothing when the other side is gone."""
    head = pipe.read(LENGTH.size)
    return pipe.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else b""


def _done(storage: Storage, task: Task) -> Outcome:
    try:
        storage.write(task.news, task.server)
    except Taken as error:
        return Outcome(error.ids)
    except Outgrown:
        return Outcome(outgrown=True)
    except Exception as error:
        return Outcome(error=f"{type(error).__name__}: {short(error)}")  # the rest may tell what was to be written
    return Outcome()


def main() -> None:
    for told in (signal.SIGINT, signal.SIGTERM):  # both may reach all of the server's processes
        signal.signal(told, signal.SIG_IGN)  # the server says when it is time to go
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever else is printed must not come between the answers
    asked = os.fdopen(0, "rb")
    if not (url := _said(asked)):
        return
    storage = Storage(url.decode(), migrate=False)
    while said := _said(asked):
        answer = _encode(_done(storage, _task(said)))
        answers.write(LENGTH.pack(len(answer)) + answer)
        answers.flush()
    storage.close()


if __name__ == "__main__":
    main()
