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
from undertow.table import clock
from undertow.table import messages as m
from undertow.table.api import CursorText, house_of
from undertow.table.decide import Person
from undertow.table.ears import Ear
from undertow.table.guard import TOO_MANY_LINES, asker_of, limits_of, somebody, too_many, who_asks
from undertow.table.house import House
from undertow.table.leaving import Leaving
from undertow.table.room import Connection, Room
from undertow.table.telling import Cursor, read_cursor

ALIVE = 20.0  # seconds between two signs of life of a stream, whatever happens: what others hide must not delay one
COME_BACK = b"retry: 1000\n\n"  # the server stops: try again after so many milliseconds
encode = msgspec.json.Encoder().encode


async def _counted(request: Request[Any, Any, Any], lines: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """A stream that counts among those of its person and address while it lasts."""
    with limits_of(request).streams.one(asker_of(request)) as held:
        if held:
            async for line in lines:
                yield line


def _room_for_a_stream(request: Request[Any, Any, Any]) -> None:
    if not limits_of(request).streams.has_room(asker_of(request)):
        raise too_many(TOO_MANY_LINES)


# Server-sent events ---------------------------------------------------------------------------------------------------


@get("/api/tables/{table:str}/events", tags=["tables"], media_type="text/event-stream")
async def events(request: Request[Any, Any, Any], table: str, cursor: CursorText = "", frames: bool = False) -> Stream:
    """The same updates as server-sent events named `update`, for who cannot use a WebSocket."""
    _room_for_a_stream(request)
    house = house_of(request)
    room = await house.room(table)
    news = asyncio.Event()
    connection = Connection(who_asks(request).id, read_cursor(cursor), news.set, frames)

    async def lines() -> AsyncIterator[bytes]:
        with house.leaving.waking(news.set):
            async for update in _stream(house.leaving, room, connection, news):
                yield b"event: update\ndata: " + update + b"\n\n" if update else b": still here\n\n"
        yield COME_BACK

    return Stream(_counted(request, lines()), media_type="text/event-stream", headers={"x-accel-buffering": "no"})


async def _woken(news: asyncio.Event, until: float) -> bool:
    """Whether there is news before the time for the next sign of life."""
    try:
        await asyncio.wait_for(news.wait(), max(0.0, until - time.monotonic()))
    except TimeoutError:
        return False
    return time.monotonic() < until


async def _stream(
    leaving: Leaving, room: Room, connection: Connection, news: asyncio.Event
) -> AsyncIterator[bytes | None]:
    """Updates as they come; None when there was nothing for a while."""
    room.connect(connection)
    breath = time.monotonic() + ALIVE
    try:
        while not leaving.told:
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
    _room_for_a_stream(request)
    return Stream(_counted(request, _seats(house_of(request), person)), media_type="application/x-ndjson")


async def _seats(house: House, person: Person) -> AsyncIterator[bytes]:
    """All seats of a person at all tables, found as they sit down."""
    watched: dict[str, tuple[Room, Connection]] = {}
    with house.ears.listening(person.id) as ear, house.leaving.waking(ear.wake):
        try:
            while not house.leaving.told:
                await ear.woken.wait()
                ear.woken.clear()
                if ear.seated:
                    ear.seated = False
                    await _find_tables(house, ear, watched)
                for id, (room, connection) in list(watched.items()):
                    await room.settle()
                    for said in _about_seats(room, connection):
                        yield said
                    if room.table.status == "over":
                        room.disconnect(connection)
                        del watched[id]
                if ear.breathes:
                    ear.breathes = False
                    yield encode(m.KeepAlive(clock.now())) + b"\n"
        finally:
            for room, connection in watched.values():
                room.disconnect(connection)


async def _find_tables(house: House, ear: Ear, watched: dict[str, tuple[Room, Connection]]) -> None:
    for line in await house.read(house.storage.of_person, ear.person):
        if line.id in watched or line.status == "over":
            continue
        try:
            room = await house.room(line.id)
        except UndertowError:
            continue  # it plays by other rules than ours
        connection = Connection(ear.person, Cursor(), ear.wake)
        watched[line.id] = (room, connection)
        room.connect(connection)


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
