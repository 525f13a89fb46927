"""Whether the server is well, for whatever looks after it: `/healthz` says that the process answers, `/readyz` that it
can do its work.
"""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from litestar import MediaType, Request, Response, get

from undertow.table.house import House
from undertow.table.storage import KNOWN, NEWEST
from undertow.table.writer import log

PATIENCE = 2.0  # seconds that the database may take to answer
OFTEN = 1.0  # seconds between two looks at the schema
FRESH = 1.0  # seconds for which an answer holds: however many ask, the database is asked once
NOT_KEPT = {"cache-control": "no-store"}
SILENT = "the database does not answer."


class Health:
    """Asks the parts of a house how they are. A database that hangs keeps one thread waiting, and nobody else."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._thread = ThreadPoolExecutor(1, "undertow-health")
        self._asking: asyncio.Task[str] | None = None
        self._answered = 0.0
        self._said = ""

    async def trouble(self) -> str:
        """What is wrong, in a sentence; nothing if all is well."""
        if self._house.leaving.begun:
            return "this server is stopping."
        if not self._house.writer.running:
            return "nothing can be written down: the writer has stopped."
        if self._asking is None or (self._asking.done() and time.monotonic() - self._answered > FRESH):
            self._asking = asyncio.get_running_loop().create_task(self._ask())
        await asyncio.wait({self._asking}, timeout=PATIENCE)
        said = self._asking.result() if self._asking.done() else SILENT
        if said != self._said:
            log.warning("not ready: %s", said) if said else log.warning("ready again")
            self._said = said
        return said

    async def _ask(self) -> str:
        """The database, in a thread, and the process that writes to it."""
        try:
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(self._thread, self._house.storage.schema)
            if found != NEWEST:
                return f"the database has schema {found or 'none'}, and this server needs {NEWEST}."
            await self._house.writer.write([])
            return ""
        except Exception as error:
            log.warning("the database does not answer: %s", type(error).__name__)
            return SILENT  # why is the host's business alone
        finally:
            self._answered = time.monotonic()

    async def watch(self) -> None:
        """Notice where several servers share a database that a newer one has changed it. Whoever writes notices too."""
        while True:
            await asyncio.sleep(OFTEN)
            found = await self._house.threads.ask_patiently(self._house.storage.schema)
            self._house.writer.outgrown |= found not in KNOWN

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


@get("/healthz", include_in_schema=False)
async def healthz() -> Response[str]:
    """The process answers."""
    return Response("ok\n", media_type=MediaType.TEXT, headers=NOT_KEPT)


@get("/readyz", include_in_schema=False)
async def readyz(request: Request[Any, Any, Any]) -> Response[str]:
    """The server can do its work."""
    health: Health = request.app.state.health
    trouble = await health.trouble()
    status = 503 if trouble else 200
    return Response(f"{trouble or 'ready'}\n", status_code=status, media_type=MediaType.TEXT, headers=NOT_KEPT)


HANDLERS = [healthz, readyz]
