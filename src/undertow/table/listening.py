"""How servers on one PostgreSQL hear of each other's commits."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Any

import psycopg
import sqlalchemy as sa

from undertow.table.storage import CHANNEL, watchful

log = logging.getLogger("undertow.table")


async def tables_with_news(url: str) -> AsyncIterator[tuple[str, str]]:
    """Server and table of each commit; nothing twice when listening begins, also after a lost connection."""
    address = sa.make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    lines: dict[str, Any] = watchful(url)
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(address, autocommit=True, **lines) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                yield "", ""
                async for notice in connection.notifies():
                    server, _, table = notice.payload.partition(" ")
                    yield server, table
        except psycopg.Error:
            log.warning("lost the line to the other servers; trying again")
            await asyncio.sleep(1)
