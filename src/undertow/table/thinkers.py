"""Whose turn it is with the workers: whoever has used them least comes first."""

from __future__ import annotations

import asyncio
import os
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any

from msgspec import structs

from undertow.table.thinking import Moment, Run, Task, think, work_out_odds
from undertow.table.worker import Died, Overran, Worker

BUDGET = 10.0  # seconds of computing for one job; a bot that needs more plays at random
CHEAP = "random"  # the bot that decides at once in every game
MOMENT = 0.05  # seconds between two looks whether a worker is idle
KINDS = 512  # of tables that are remembered as too dear
PEOPLE = 10_000  # whose use of the workers is remembered


@dataclass(slots=True, eq=False)
class Job:
    """Something to work out for a person, at a table."""

    person: str
    table: str
    game: str
    what: Callable[..., Any]
    args: tuple[Any, ...]
    done: asyncio.Future[Any]


class Turns:
    """Jobs that wait. Of the people who wait, the one who has used least comes first; their tables take turns.

    Who comes late is not ahead of those who waited all the time: they begin where the others are.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, dict[str, deque[Job]]] = {}  # by person, by table
        self._used: dict[str, float] = {}  # seconds, by person
        self._least = 0.0  # that somebody had used when their turn came

    def put(self, job: Job) -> None:
        if job.person not in self._waiting:
            self._used[job.person] = max(self._used.get(job.person, 0.0), self._least)
        self._waiting.setdefault(job.person, {}).setdefault(job.table, deque()).append(job)

    def take(self, may: Callable[[str], bool]) -> Job | None:
        """The next job of somebody who may have one now."""
        person = min(filter(may, self._waiting), key=self._used.__getitem__, default=None)
        if person is None:
            return None
        self._least = max(self._least, self._used[person])
        tables = self._waiting.pop(person)
        table = next(iter(tables))
        jobs = tables.pop(table)
        job = jobs.popleft()
        if jobs:
            tables[table] = jobs  # behind the others
        if tables:
            self._waiting[person] = tables
        return job

    def charge(self, person: str, seconds: float) -> None:
        self._used[person] = self._used.get(person, self._least) + seconds
        if len(self._used) > PEOPLE:
            self._used = {one: used for one, used in self._used.items() if used > self._least or one in self._waiting}


class Thinkers:
    """The workers, and who waits for them.

    Nobody has all of them at once: while somebody's bots think long thoughts, one worker is left for everybody else.
    """

    def __init__(self, workers: int | None = None, budget: float = BUDGET) -> None:
        self.workers = workers or max(2, (os.cpu_count() or 2) - 1)
        self._budget = budget
        self.ready: set[str] = set()  # games whose rules are compiled
        self.loading: set[str] = set()  # games that workers are loading
        self._all = [Worker() for _ in range(self.workers)]
        self._idle = list(self._all)
        self._turns = Turns()
        self._busy: Counter[str] = Counter()  # workers, by whom they work for
        self._dear: dict[bytes, None] = {}  # what took too long
        self._threads = ThreadPoolExecutor(2 * self.workers, "undertow-thinkers")  # they only wait for workers
        self._working: set[asyncio.Task[None]] = set()

    async def begin(self) -> None:
        """Start the worker that gets the first job: whoever opens the first table does not wait for its process."""
        with suppress(Exception):  # it is tried again when there is something to think
            await asyncio.get_running_loop().run_in_executor(self._threads, self._all[-1].start)

    async def warm_up(self, game: str) -> None:
        """A game is compiled: let the workers load it, one after the other. The others think lightly meanwhile."""
        for worker in self._all:
            while worker not in self._idle:
                await asyncio.sleep(MOMENT)
            self._idle.remove(worker)
            with suppress(Exception):  # it is tried again when there is something to think
                await asyncio.get_running_loop().run_in_executor(self._threads, worker.load, game)
            self._idle.append(worker)
            self._hand_out()
        self.loading.discard(game)

    async def choose(self, task: Task, person: str = "", table: str = "") -> Run:
        """What the bot does; at random where it would take too long. `Died` if nobody can say."""
        light = task.moment.game not in self.ready
        task = structs.replace(task, light=light)
        kind = task.level.encode() + task.moment.kind + b"light" * light
        if kind not in self._dear:
            try:
                run: Run = await self._ask(person, table, task.moment.game, think, (task,))
            except Overran:
                self._remember(kind)
            else:
                return run
        cheap = structs.replace(task, level=CHEAP)
        try:
            quick: Run = await self._ask(person, table, task.moment.game, think, (cheap,))
        except Overran as error:
            raise Died from error
        return structs.replace(quick, tired=not light)

    async def odds(self, moment: Moment, viewer: str, person: str = "", table: str = "") -> bytes:
        """Probabilities as JSON; `Overran` if they take too long to work out with these house rules."""
        kind = b"odds" + moment.kind
        if kind in self._dear:
            raise Overran
        try:
            found: bytes = await self._ask(person, table, moment.game, work_out_odds, (moment, viewer))
        except Overran:
            self._remember(kind)
            raise
        return found

    def _remember(self, kind: bytes) -> None:
        self._dear[kind] = None
        while len(self._dear) > KINDS:
            del self._dear[next(iter(self._dear))]

    async def _ask(self, person: str, table: str, game: str, what: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._turns.put(Job(person, table, game, what, args, done))
        self._hand_out()
        return await done

    def _may(self, person: str) -> bool:
        return self._busy[person] < max(1, self.workers - 1)

    def _hand_out(self) -> None:
        """Give idle workers something to do."""
        while self._idle and (job := self._turns.take(self._may)):
            if job.done.done():
                continue  # whoever asked went away
            self._busy[job.person] += 1
            task = asyncio.get_running_loop().create_task(self._work(self._idle.pop(), job))
            self._working.add(task)
            task.add_done_callback(self._working.discard)

    async def _work(self, worker: Worker, job: Job) -> None:
        loop, began = asyncio.get_running_loop(), monotonic()
        broken = False
        try:
            answer = await loop.run_in_executor(self._threads, self._do, worker, job)
            if not job.done.done():
                job.done.set_result(answer)
        except Exception as error:
            broken = isinstance(error, Overran | Died)
            if not job.done.done():
                job.done.set_exception(error)
                job.done.exception()  # perhaps nobody waits for it any more
        self._turns.charge(job.person, monotonic() - began)
        self._busy[job.person] -= 1
        self._busy += Counter()  # forgets who has none
        if broken:
            with suppress(Exception):
                await loop.run_in_executor(self._threads, worker.recover)
        self._idle.append(worker)
        self._hand_out()

    def _do(self, worker: Worker, job: Job) -> Any:
        """In a thread."""
        if job.game in self.loading and not worker.knows(job.game) and job.what is think:
            [task] = job.args
            return worker.do(think, structs.replace(task, light=True), budget=self._budget)
        if job.game in self.ready:
            worker.load(job.game)
        return worker.do(job.what, *job.args, budget=self._budget)

    def close(self) -> None:
        for worker in self._all:
            worker.close()
        self._threads.shutdown(wait=False)
