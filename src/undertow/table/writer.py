"""The one writer. A command waits in a queue; the writer takes what is there, lets the tables decide, writes all of it
in one transaction and only then answers. So a move is acknowledged when it is durable, and many moves share one trip
to the disk.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from undertow.core.errors import UndertowError
from undertow.table.decide import Refused
from undertow.table.entries import Entry
from undertow.table.room import Room
from undertow.table.storage import News, Storage, Taken
from undertow.table.table import Table

log = logging.getLogger("undertow.table")
BATCH = 256  # commands that share a transaction
FEW = 32  # commands; where there were more than that at once, the next commit waits for company
GATHER = 0.003  # seconds
TRIES = 20  # against other servers that write to the same table
Decision = Callable[[Table, float], list[Entry]]
Answer = Callable[[BaseException | None], None]  # called when it is durable, or with why nothing happened


@dataclass(slots=True, eq=False)
class Job:
    """A command on its way: what it does to its table, and where the answer goes."""

    room: Room
    decide: Decision
    answer: Answer
    tries: int = 0


class Writer:
    """Makes commands happen."""

    def __init__(
        self,
        storage: Storage,
        write: Callable[[list[News]], Awaitable[None]],
        written: Callable[[dict[Room, list[Entry]]], None],
        fold_anew: Callable[[Room], Awaitable[None]],
        catch_up: Callable[[Room], Awaitable[None]],
    ) -> None:
        self._storage = storage
        self.write = write  # returns when it is durable
        self._written = written  # these rooms have news, and it is durable
        self._fold_anew = fold_anew  # this room's memory cannot be trusted
        self._catch_up = catch_up  # fold what other servers wrote to this room
        self._jobs: list[Job] = []
        self._wanted = asyncio.Event()
        self._second_looks: set[asyncio.Task[None]] = set()

    def submit(self, room: Room, decision: Decision) -> asyncio.Future[None]:
        """Done when it is durable; `UndertowError` says why nothing happened."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.take(room, decision, resolving(done))
        return done

    def take(self, room: Room, decision: Decision, answer: Answer) -> None:
        """The same without a future: one more for each move is felt."""
        room.queued += 1
        self._queue(Job(room, decision, answer))

    async def run(self) -> None:
        many = False
        while True:
            await self._wanted.wait()
            if many:
                await asyncio.sleep(GATHER)
            many = len(self._jobs) > FEW
            jobs, self._jobs = self._jobs[:BATCH], self._jobs[BATCH:]
            if not self._jobs:
                self._wanted.clear()
            await self._make_happen(jobs)

    def _queue(self, job: Job) -> None:
        self._jobs.append(job)
        self._wanted.set()

    async def _make_happen(self, jobs: list[Job]) -> None:
        """Let the tables decide, write it down, then answer."""
        now = time.time()
        written: dict[Room, list[Entry]] = {}
        accepted: list[Job] = []
        broken: dict[Room, None] = {}
        for job in jobs:
            if job.room in broken:
                self._queue(job)
                continue
            try:
                entries = _happen(job, now)
            except UndertowError as error:
                self._refuse(job, error)
            except Exception as error:
                log.exception("a command broke the table %s", job.room.id)
                broken[job.room] = None
                _answer(job, error)
            else:
                accepted.append(job)
                if entries:
                    written.setdefault(job.room, []).extend(entries)
        durable = not written or await self._commit(written, accepted)
        self._written({room: entries for room, entries in written.items() if room not in broken})
        if durable:
            for job in accepted:
                _answer(job, None)
        for room in broken:
            await self._fold_anew(room)

    async def _commit(self, written: dict[Room, list[Entry]], accepted: list[Job]) -> bool:
        """Write it down. If that fails nothing of it happened; where another server was first it is tried again."""
        for room in written:
            room.settled = asyncio.Event()
        try:
            await self.write([_news(room, entries) for room, entries in written.items()])
        except Exception as error:
            if not isinstance(error, Taken):
                log.error("a commit failed", exc_info=error)
            for room in written:
                await self._fold_anew(room)
            for job in accepted:
                self._try_again(job, error)
            return False
        finally:
            for room in written:
                settled, room.settled = room.settled, None
                if settled:
                    settled.set()
        return True

    def _try_again(self, job: Job, error: Exception) -> None:
        job.tries += 1
        if isinstance(error, Taken) and job.tries < TRIES:
            self._queue(job)
        else:
            _answer(job, Refused("that could not be written down; please try again."))

    def _refuse(self, job: Job, error: UndertowError) -> None:
        """Say no; on a database that others write to, only after a look whether it was they who changed something."""
        if not self._storage.shared or job.tries:
            _answer(job, error)
            return
        job.tries = 1
        task = asyncio.get_running_loop().create_task(self._look_again(job, error, job.room.table.head))
        self._second_looks.add(task)
        task.add_done_callback(self._second_looks.discard)

    async def _look_again(self, job: Job, error: UndertowError, head: int) -> None:
        await self._catch_up(job.room)
        if job.room.table.head != head:
            self._queue(job)
        else:
            _answer(job, error)


def _happen(job: Job, now: float) -> list[Entry]:
    """Let a command happen in memory; what the rules refuse leaves no trace."""
    table = job.room.table
    entries = job.decide(table, now)
    for i, entry in enumerate(entries):
        try:
            table.fold(entry)
        except UndertowError as error:
            if i == 0:
                raise
            raise RuntimeError("a command came apart") from error
    return entries


def _news(room: Room, entries: list[Entry]) -> News:
    standing = room.table.standing()
    changed = standing != room.table.stood
    room.table.stood = standing
    return News(room.id, entries, standing if changed else None)


def _answer(job: Job, error: Exception | None) -> None:
    job.room.queued -= 1
    try:
        job.answer(error)
    except Exception:
        log.exception("an answer did not arrive from table %s", job.room.id)


def resolving(done: asyncio.Future[None]) -> Answer:
    """An answer that a future waits for."""

    def answer(error: BaseException | None) -> None:
        if done.done():
            return  # whoever waited went away
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)

    return answer
