"""What happens when a match is over: listeners are called with the finished table.

A listener is a plain function, named in `WHEN_OVER` of `app.py`:

    def count_the_win(table: Table, storage: Storage) -> None:
        assert table.match
        storage.keep_result(table.founding.id, table.match.result)

* It is called once the end is durable, in a thread beside the server: it may read, compute and write in peace.
* The table is its own, folded from the log: nobody else looks at it or changes it.
* It is called at least once for every table whose match ends, by whichever server wrote the end or finds it later, as
  after a crash. Most of the time that is exactly once; it happens again if a server dies while it listens, or if any of
  the listeners fails. The table's id, `table.founding.id`, makes that harmless: keep what you make under it.
* Where no listener is registered the endings wait in the database, so that the first one hears of all of them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from undertow.core.errors import UndertowError
from undertow.table.reading import read_table
from undertow.table.storage import Storage
from undertow.table.table import Table

log = logging.getLogger("undertow.table")
MANY = 20  # endings that are taken at a time
OFTEN = 5.0  # seconds until it looks although nothing ended here: another server may have left something
AGAIN = 300.0  # seconds until an ending that was taken and not heard is anybody's again
REST = 4  # times as long as it took: a busy server's players come first
LONGEST = 5.0  # seconds of rest
Listener = Callable[[Table, Storage], None]


class Endings:
    """Tells listeners which matches are over."""

    def __init__(self, storage: Storage, listeners: Sequence[Listener]) -> None:
        self._storage = storage
        self._listeners = listeners
        self._news = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, "undertow-endings")

    def look(self) -> None:
        """A match may be over."""
        self._news.set()

    async def run(self) -> None:
        while self._listeners:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), OFTEN)
            self._news.clear()
            began = time.monotonic()
            try:
                if await asyncio.get_running_loop().run_in_executor(self._thread, self.hear):
                    self.look()
            except Exception:
                log.exception("the endings cannot be read now; trying again")
            await asyncio.sleep(min(LONGEST, REST * (time.monotonic() - began)))

    def hear(self) -> bool:
        """Take endings that are not heard yet, and forget those that all listeners heard; whether there may be more."""
        now = time.time()
        taken = self._storage.take_endings(now, now + AGAIN, MANY)
        if heard := [id for id in taken if self._tell(id)]:
            self._storage.forget_endings(heard)
        return len(taken) == MANY

    def _tell(self, id: str) -> bool:
        """Whether there is nothing more to do about this ending."""
        try:
            founding = self._storage.founding(id)
            if founding is None:
                return True
            table = read_table(self._storage, founding)
        except UndertowError as error:
            log.warning("nobody hears of the end of table %s: %s", id, error)  # it plays by rules that are not here
            return True
        try:
            for listener in self._listeners if table.status == "over" else []:
                listener(table, self._storage)
        except Exception:
            log.exception("a listener failed at the end of table %s; it will be called again", id)
            return False
        return True

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
