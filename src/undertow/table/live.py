"""News as it happens over plain HTTP: server-sent events for who cannot use a WebSocket, lines of JSON for bots."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from litestar import Request, get
from litestar.response import Stream

from undertow.core.errors import UndertowError
from undertow.table import messages as m
from undertow.table.api import CursorText, house_of
from undertow.table.decide import Person
from undertow.table.guard import somebody, who_asks
from undertow.table.house import House
from undertow.table.room import Connection, Room
from undertow.table.telling import Cursor, read_cursor

ALIVE = 20.0  # seconds between two signs of life of a stream, whatever happens: what others hide must not delay one
BREATH = 1.0  # the same for bots
encode = msgspec.json.Encoder().encode


# Server-sent events ---------------------------------------------------------------------------------------------------


@get("/api/tables/{table:str}/events", tags=["tables"], media_type="text/event-stream")
async def events(request: Request[Any, Any, Any], table: str, cursor: CursorText = "", frames: bool = False) -> Stream:
    """The same updates as server-sent events named `update`, for who cannot use a WebSocket."""
    house = house_of(request)
    room = await house.room(table)
    news = asyncio.Event()
    connection = Connection(who_asks(request).id, read_cursor(cursor), news.set, frames)

    async def lines() -> AsyncIterator[bytes]:
        async for update in _stream(room, connection, news):
            yield b"event: update\ndata: " + update + b"\n\n" if update else b": still here\n\n"

    return Stream(lines(), media_type="text/event-stream", headers={"x-accel-buffering": "no"})


async def _woken(news: asyncio.Event, until: float) -> bool:
    """Whether there is news before the time for the next sign of life."""
    try:
        await asyncio.wait_for(news.wait(), max(0.0, until - time.monotonic()))
    except TimeoutError:
        return False
    return time.monotonic() < until


async def _stream(room: Room, connection: Connection, news: asyncio.Event) -> AsyncIterator[bytes | None]:
    """Updates as they come; None when there was nothing for a while."""
    room.connect(connection)
    breath = time.monotonic() + ALIVE
    try:
        while True:
            if not await _woken(news, breath):
                breath += ALIVE
                yield None
                continue
            news.clear()
            await room.settle()
            if update := room.news_for(connection):
                yield update
    finally:
        room.disconnect(connection)


# Bots -----------------------------------------------------------------------------------------------------------------


@get("/api/bot/stream", tags=["bots"], media_type="application/x-ndjson")
async def bot_stream(request: Request[Any, Any, Any]) -> Stream:
    """Every seat of mine, as it changes: one JSON object a line, with what the seat knows and is asked."""
    person = somebody(who_asks(request))
    house = house_of(request)
    return Stream(_seats(house, person), media_type="application/x-ndjson")


async def _seats(house: House, person: Person) -> AsyncIterator[bytes]:
    """All seats of a person at all tables, found anew as they sit down."""
    news = asyncio.Event()
    news.set()
    watched: dict[str, tuple[Room, Connection]] = {}
    breath = time.monotonic() + BREATH
    try:
        while True:
            for line in await house.read(house.storage.of_person, person.id):
                if line.id not in watched and line.status != "over":
                    try:
                        room = await house.room(line.id)
                    except UndertowError:
                        continue  # it plays by other rules than ours
                    connection = Connection(person.id, Cursor(), news.set)
                    watched[line.id] = (room, connection)
                    room.connect(connection)
            for id, (room, connection) in list(watched.items()):
                await room.settle()
                for said in _about_seats(room, connection):
                    yield said
                if room.table.status == "over":
                    room.disconnect(connection)
                    del watched[id]
            if await _woken(news, breath):
                news.clear()
            else:
                breath += BREATH
                yield encode(m.KeepAlive(time.time())) + b"\n"
    finally:
        for room, connection in watched.values():
            room.disconnect(connection)


def _about_seats(room: Room, connection: Connection) -> list[bytes]:
    told = room.told(connection)
    if told is None:
        return []
    update = told.update
    table = room.table
    said = []
    for seat in table.standpoint(connection.person).seats:
        eyes = next((eyes for eyes in update.eyes if eyes.viewer == table.places[seat].side), None)
        mine = eyes and msgspec.structs.replace(eyes, questions=_asked(eyes, seat))
        event = m.SeatEvent(table.founding.id, seat, table.founding.game, table.status, mine, update.result)
        said.append(encode(event) + b"\n")
    return said


def _asked(eyes: m.Eyes, seat: str) -> list[m.Question]:
    """The seat's own question among those that travel as ready bytes."""
    ready: Any = eyes.questions
    return [question for question in msgspec.json.decode(ready, type=list[m.Question]) if question.seat == seat]


HANDLERS = [events, bot_stream]
