"""Work beside the event loop's own: tasks that end with the house, and threads that ask the database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from undertow.core.errors import UndertowError
from undertow.table.storage import News, Storage
from undertow.table.writer import log

READERS = 4  # threads


class Tasks:
    """Tasks of one house; none begins once it closes."""

    def __init__(self) -> None:
        self.closed = False
        self._running: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled() and task.exception() and not isinstance(task.exception(), UndertowError):
            log.error("a task of the house failed", exc_info=task.exception())

    async def close(self) -> None:
        self.closed = True
        for task in list(self._running):
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


class Threads:
    """The database without waiting for it: its methods block, so they are called in threads."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._pool = ThreadPoolExecutor(READERS, "undertow-reader")

    async def ask(self, what: Callable[..., Any], *args: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._pool, what, *args)

    async def ask_patiently(self, what: Callable[..., Any], *args: Any) -> Any:
        """Ask until the database answers."""
        while True:
            try:
                return await self.ask(what, *args)
            except UndertowError:
                raise
            except Exception:
                log.exception("the database does not answer; trying again")
                await asyncio.sleep(1)

    async def write(self, news: list[News], server: str) -> None:
        """As `Scribe.write`, where there is no scribe."""
        await self.ask(self._storage.write, news, server)

    async def close(self) -> None:
        self._pool.shutdown(wait=False)
