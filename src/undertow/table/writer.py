"""The one writer. A command waits in a queue; the writer takes what is there, lets the tables decide, writes all of it
in one transaction and only then answers. So a move is acknowledged when it is durable, and many moves share one trip
to the disk.

What is refused never waits for that trip: how long a refusal takes would tell of moves that others make in secret.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from undertow.core.errors import UndertowError
from undertow.table import clock
from undertow.table.decide import Refused
from undertow.table.entries import Entry
from undertow.table.room import Room
from undertow.table.storage import News, Outgrown, Taken
from undertow.table.table import Table
from undertow.table.tallies import TALLY

log = logging.getLogger("undertow.table")
BATCH = 256  # commands that share a transaction
FEW = 32  # commands; where there were more than that at once, the next commit waits for company
GATHER = 0.003  # seconds
TRIES = 20  # against other servers that write to the same table
TICK = 0.05  # seconds: where others write too a refusal comes at a multiple of this, however busy the database is
Decision = Callable[[Table, float], list[Entry]]
Answer = Callable[[BaseException | None], None]  # called when it is durable, or with why nothing happened


class Unwritten(Refused):
    """The database, not the table, is why a command is not carried out."""


class Judged(NamedTuple):
    """The entries that a command becomes, as long as its table stands as it stood when that was decided."""

    table: Table
    head: int
    entries: list[Entry]


@dataclass(slots=True, eq=False)
class Job:
    """A command on its way: what it does to its table, and where the answer goes."""

    room: Room
    decide: Decision
    answer: Answer
    who: str = ""  # the person who sent it
    came: float = field(default_factory=time.monotonic)
    tries: int = 0
    judged: Judged | None = None


class Pen(Protocol):
    """What writes to the database: a process of its own, or a thread."""

    async def write(self, news: list[News], server: str) -> None:
        """Returns when it is durable."""


class Memory(Protocol):
    """Where the rooms are."""

    def written(self, room: Room, entries: list[Entry]) -> None:
        """The room has news, and it is durable."""

    async def fold_anew(self, room: Room) -> None:
        """What the room has in memory did not happen."""

    async def newest(self, room: Room) -> int:
        """The number of the room's last entry in the database."""

    async def catch_up(self, room: Room) -> None:
        """Other servers may have written to the room."""


class Writer:
    """Makes commands happen."""

    def __init__(self, pen: Pen, server: str, shared: bool) -> None:
        self._pen = pen
        self._server = server
        self._shared = shared  # others write to the same database
        self._memory: Memory
        self.running = False
        self.outgrown = False  # a newer server has changed the database
        self._jobs: list[Job] = []
        self._wanted = asyncio.Event()
        self._second_looks: set[asyncio.Task[None]] = set()
        self._waiting: dict[tuple[Room, str], int] = {}  # commands in the queue, by who sent them

    def submit(self, room: Room, decision: Decision) -> asyncio.Future[None]:
        """Done when it is durable; `UndertowError` says why nothing happened."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.take(room, decision, resolving(done))
        return done

    def take(self, room: Room, decision: Decision, answer: Answer, who: str = "") -> None:
        """The same without a future: one more for each move is felt."""
        room.queued += 1
        self._receive(Job(room, decision, answer, who))

    def _receive(self, job: Job) -> None:
        """Refuse a command at once, or let it wait for its turn. Whoever has another one waiting means this one to come
        after it, so it is judged then."""
        if (job.room, job.who) not in self._waiting:
            try:
                job.judged = _judge(job, clock.now())
            except UndertowError as error:
                self._refuse(job, error)
                return
            except Exception:
                job.judged = None  # it breaks the table: the queue deals with that
        self._queue(job)

    async def write(self, news: list[News]) -> None:
        """Write down what no command brought; done when it is durable. With nothing it shows that it could."""
        await self._pen.write(news, self._server)

    async def run(self, memory: Memory) -> None:
        self._memory = memory
        self.running, many = True, False
        try:
            while True:
                await self._wanted.wait()
                if many:
                    await asyncio.sleep(GATHER)
                many = len(self._jobs) > FEW
                jobs, self._jobs = self._jobs[:BATCH], self._jobs[BATCH:]
                if not self._jobs:
                    self._wanted.clear()
                await self._make_happen(jobs)
        finally:
            self.running = False

    def _queue(self, job: Job) -> None:
        if job.who:
            key = (job.room, job.who)
            self._waiting[key] = self._waiting.get(key, 0) + 1
        self._jobs.append(job)
        self._wanted.set()

    def _leave_queue(self, job: Job) -> None:
        if job.who:
            key = (job.room, job.who)
            if (left := self._waiting[key] - 1) > 0:
                self._waiting[key] = left
            else:
                del self._waiting[key]

    async def _make_happen(self, jobs: list[Job]) -> None:
        """Let the tables decide, write it down, then answer."""
        judged, written, broken = self._let_happen(jobs)
        for job, why in judged:
            if why and job.room not in written:
                self._refuse(job, why)
        failure = await self._commit(written) if written else None
        for room, entries in written.items():
            if failure:
                room.wake()  # it was folded anew while nobody could be told
            elif room not in broken:
                TALLY.moves += sum(entry.kind == "act" for entry in entries)
                self._memory.written(room, entries)
        for job, why in judged:
            if why and job.room not in written:
                continue
            if failure:  # it was judged by what did not happen
                self._try_again(job, failure)
            elif why:
                self._refuse(job, why)
            else:
                _answer(job, None)
        for room in broken:
            await self._memory.fold_anew(room)

    def _let_happen(
        self, jobs: list[Job]
    ) -> tuple[list[tuple[Job, UndertowError | None]], dict[Room, list[Entry]], dict[Room, None]]:
        """What becomes of commands in memory: each with why it is refused, what is to be written, what broke."""
        now = clock.now()
        judged: list[tuple[Job, UndertowError | None]] = []
        written: dict[Room, list[Entry]] = {}
        broken: dict[Room, None] = {}
        for job in jobs:
            self._leave_queue(job)
            if job.room in broken:
                self._queue(job)
                continue
            try:
                entries = _happen(job, now)
            except UndertowError as error:
                judged.append((job, error))
            except Exception as error:
                log.exception("a command broke the table %s", job.room.id)
                broken[job.room] = None
                _answer(job, error)
            else:
                judged.append((job, None))
                if entries:
                    written.setdefault(job.room, []).extend(entries)
        return judged, written, broken

    async def _commit(self, written: dict[Room, list[Entry]]) -> Exception | None:
        """Write it down. If that fails nothing of it happened, and this is why."""
        for room, entries in written.items():
            room.settled = asyncio.Event()
            room.writing = {entry.command for entry in entries}
        try:
            await self.write([_news(room, entries) for room, entries in written.items()])
        except Exception as error:
            self.outgrown |= isinstance(error, Outgrown)
            if not isinstance(error, Taken | Outgrown):
                log.error("a commit failed", exc_info=error)
            for room in written:
                await self._memory.fold_anew(room)
            return error
        finally:
            for room in written:
                settled, room.settled, room.writing = room.settled, None, set()
                if settled:
                    settled.set()
        return None

    def _try_again(self, job: Job, error: Exception) -> None:
        """Where another server was first, it may still work out."""
        job.tries += 1
        if isinstance(error, Taken) and job.tries < TRIES:
            self._queue(job)
        elif self.outgrown:
            job.room.queued -= 1  # no answer: it will be sent again, to the newer server
        else:
            _answer(job, Unwritten("that could not be written down; please try again."))

    def _refuse(self, job: Job, error: UndertowError) -> None:
        """Say no; on a database that others write to, only after a look whether it was they who changed something."""
        if not self._shared or job.tries:
            _answer(job, error)
            return
        job.tries = 1
        table = job.room.table
        task = asyncio.get_running_loop().create_task(self._look_again(job, error, table, table.head))
        self._second_looks.add(task)
        task.add_done_callback(self._second_looks.discard)

    async def _look_again(self, job: Job, error: UndertowError, table: Table, head: int) -> None:
        """The look waits for no commit, and its answer for the next tick: the time it takes tells nothing."""
        clock = asyncio.get_running_loop().time
        began = clock()
        newest = await self._memory.newest(job.room)
        await asyncio.sleep(TICK - (clock() - began) % TICK)
        if newest > job.room.table.head:
            await self._memory.catch_up(job.room)
        if job.room.table is not table or table.head != head:
            self._receive(job)
        else:
            _answer(job, error)


def _judge(job: Job, now: float) -> Judged:
    """What a command would become; `UndertowError` if its table or the rules refuse it. Nothing changes."""
    if job.room.broken:
        raise job.room.broken
    table = job.room.table
    entries = job.decide(table, max(now, table.latest))
    match = table.match
    for entry in entries[:1] if match else ():  # only the first can be refused by the rules
        assert match is not None
        if entry.kind == "act" and entry.what not in match.legal(entry.seat):
            match.take(entry.seat, entry.what)
        elif entry.kind == "undo" and not match.can_undo(entry.seat):
            match.undo(entry.seat)
    return Judged(table, table.head, entries)


def _happen(job: Job, now: float) -> list[Entry]:
    """Let a command happen in memory; what the rules refuse leaves no trace."""
    if job.room.broken:
        raise job.room.broken
    table, judged = job.room.table, job.judged
    still = judged is not None and judged.table is table and judged.head == table.head
    entries = table.signed(judged.entries if judged and still else job.decide(table, max(now, table.latest)))
    for i, entry in enumerate(entries):
        try:
            table.fold(entry)
        except UndertowError as error:
            if i == 0:
                raise
            raise RuntimeError("a command came apart") from error
    return entries


def _news(room: Room, entries: list[Entry]) -> News:
    stood, standing = room.table.stood, room.table.standing()
    changed = standing != stood
    room.table.stood = standing
    ends = changed and standing.status == "over" and not (stood and stood.status == "over")
    return News(room.id, entries, standing if changed else None, ends=ends)


def _answer(job: Job, error: Exception | None) -> None:
    job.room.queued -= 1
    if error is None:
        TALLY.commands.add(time.monotonic() - job.came)
    elif isinstance(error, UndertowError) and not isinstance(error, Unwritten):
        TALLY.refused += 1
    else:
        TALLY.failed += 1
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
