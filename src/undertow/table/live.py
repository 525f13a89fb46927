"""News as it happens: a WebSocket for browsers, server-sent events for who cannot, lines of JSON for bots."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from litestar import Request, WebSocket, get, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.response import Stream

from undertow.core.errors import UndertowError
from undertow.table import messages as m
from undertow.table.api import CursorText, house_of
from undertow.table.decide import Person
from undertow.table.guard import AGAIN, limiter, same_origin, somebody, who_asks
from undertow.table.house import Connection, House, Room, log
from undertow.table.people import NOBODY
from undertow.table.telling import read_cursor

LONGEST = 8_000  # bytes of a command
ALIVE = 20.0  # seconds of silence after which a stream says that it is still there
REFUSED, NOT_FOUND = 4403, 4404
PING = b'{"type":"ping"}'
PONG = b'{"type":"pong"}'
encode = msgspec.json.Encoder().encode


def news_for(house: House, room: Room, connection: Connection) -> bytes | None:
    """An update, if there is anything new in it for this reader. What others hide does not even cause a message."""
    told = room.tell().tell(connection.person, connection.cursor)
    if not told.new and told.shows == connection.seen:
        return None
    connection.seen, connection.cursor = told.shows, told.cursor
    return told.encoded(house.now())


# WebSocket ------------------------------------------------------------------------------------------------------------


@websocket("/api/tables/{table:str}/live")
async def live(socket: WebSocket[Any, Any, Any], table: str, cursor: str = "") -> None:
    """Updates of a table as they happen, and commands the other way."""
    house = house_of(socket)
    await socket.accept()
    try:
        if not same_origin(socket):
            await socket.close(REFUSED, "this connection comes from another site.")
            return
        person = who_asks(socket)
        room = await house.room(table)
    except UndertowError as error:
        await socket.close(NOT_FOUND, str(error)[:120])
        return
    connection = Connection(person.id, read_cursor(cursor[:2000]), asyncio.Event())
    connection.news.set()
    house.connect(room, connection)
    telling = asyncio.create_task(_tell(house, room, connection, socket))
    try:
        await _listen(house, room, person, connection, socket)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        telling.cancel()
        house.disconnect(room, connection)


async def _tell(house: House, room: Room, connection: Connection, socket: WebSocket[Any, Any, Any]) -> None:
    """Send acknowledgements first, then what is new."""
    try:
        while True:
            await connection.news.wait()
            connection.news.clear()
            while connection.acks:
                acks, connection.acks = connection.acks, []
                for ack in acks:
                    await _send(socket, ack)
            await house.settle(room)
            if news := news_for(house, room, connection):
                await _send(socket, news)
    except (WebSocketDisconnect, RuntimeError):
        pass  # the other end is gone
    except asyncio.CancelledError:
        raise
    except Exception:
        log.exception("telling failed")
        await socket.close(1011)


async def _send(socket: WebSocket[Any, Any, Any], content: bytes) -> None:
    await socket.send_text(content.decode())


async def _listen(
    house: House, room: Room, person: Person, connection: Connection, socket: WebSocket[Any, Any, Any]
) -> None:
    limit = limiter()
    while True:
        said = (await socket.receive_data("text")).encode()
        if said == PING:
            connection.acks.append(PONG)
            connection.news.set()
        elif len(said) > LONGEST:
            _acknowledge(connection, m.Ack("", False, f"a command has at most {LONGEST} bytes."))
        elif not limit.allows(""):
            _acknowledge(connection, m.Ack(_id_of(said), False, AGAIN))
        else:
            _take(house, room, person, connection, said)


def _take(house: House, room: Room, person: Person, connection: Connection, said: bytes) -> None:
    """Read a command and queue it; its answer goes to the connection when it is durable."""
    try:
        command = m.decode_command(said)
        if person is NOBODY:
            raise UndertowError("who are you? GET /api/me gives a name and a cookie.")
    except msgspec.ValidationError as error:
        _acknowledge(connection, m.Ack(_id_of(said), False, f"this command cannot be read: {error}."))
    except msgspec.DecodeError:
        wrong = 'a command is a JSON object such as {"type": "act", "id": "1", ...}.'
        _acknowledge(connection, m.Ack("", False, wrong))
    except UndertowError as error:
        _acknowledge(connection, m.Ack(_id_of(said), False, str(error)))
    else:
        answer = house.carry_out(room, command, person)
        answer.add_done_callback(lambda done: _acknowledge(connection, _ack(command.id, done)))


def _ack(id: str, done: asyncio.Future[None]) -> m.Ack:
    """What became of a command."""
    error = None if done.cancelled() else done.exception()
    if error is None and not done.cancelled():
        return m.Ack(id, True)
    if isinstance(error, UndertowError):
        return m.Ack(id, False, str(error))
    if error:
        log.error("a command failed", exc_info=error)
    return m.Ack(id, False, "something went wrong here; please try again.")


def _acknowledge(connection: Connection, ack: m.Ack) -> None:
    connection.acks.append(encode(ack))
    connection.news.set()


class _Named(msgspec.Struct):
    id: str = ""


def _id_of(said: bytes) -> str:
    """The id of a command that cannot be read otherwise, so that its sender knows which it was."""
    try:
        return msgspec.json.decode(said, type=_Named).id[:64]
    except (msgspec.DecodeError, msgspec.ValidationError):
        return ""


# Server-sent events ---------------------------------------------------------------------------------------------------


@get("/api/tables/{table:str}/events", tags=["tables"], media_type="text/event-stream")
async def events(request: Request[Any, Any, Any], table: str, cursor: CursorText = "") -> Stream:
    """The same updates as server-sent events named `update`, for who cannot use a WebSocket."""
    house = house_of(request)
    room = await house.room(table)
    connection = Connection(who_asks(request).id, read_cursor(cursor), asyncio.Event())

    async def lines() -> AsyncIterator[bytes]:
        async for news in _stream(house, room, connection):
            yield b"event: update\ndata: " + news + b"\n\n" if news else b": still here\n\n"

    return Stream(lines(), media_type="text/event-stream", headers={"x-accel-buffering": "no"})


async def _stream(house: House, room: Room, connection: Connection) -> AsyncIterator[bytes | None]:
    """Updates as they come; None when there was nothing for a while."""
    connection.news.set()
    house.connect(room, connection)
    try:
        while True:
            try:
                await asyncio.wait_for(connection.news.wait(), ALIVE)
            except TimeoutError:
                yield None
                continue
            connection.news.clear()
            await house.settle(room)
            if news := news_for(house, room, connection):
                yield news
    finally:
        house.disconnect(room, connection)


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
    try:
        while True:
            for line in await house.read(house.storage.of_person, person.id):
                if line.id not in watched and line.status != "over":
                    room = await house.room(line.id)
                    connection = Connection(person.id, read_cursor(""), news)
                    watched[line.id] = (room, connection)
                    house.connect(room, connection)
            for id, (room, connection) in list(watched.items()):
                await house.settle(room)
                for said in _about_seats(house, room, connection):
                    yield said
                if room.table.status == "over":
                    house.disconnect(room, connection)
                    del watched[id]
            try:
                await asyncio.wait_for(news.wait(), 1.0)
                news.clear()
            except TimeoutError:
                yield encode(m.KeepAlive(house.now())) + b"\n"
    finally:
        for room, connection in watched.values():
            house.disconnect(room, connection)


def _about_seats(house: House, room: Room, connection: Connection) -> list[bytes]:
    told = room.tell().tell(connection.person, connection.cursor)
    if not told.new and told.shows == connection.seen:
        return []
    connection.seen, connection.cursor = told.shows, told.cursor
    update = told.update
    table = room.table
    said = []
    for seat in table.seats_of(connection.person):
        eyes = next((eyes for eyes in update.eyes if eyes.viewer == table.places[seat].side), None)
        mine = eyes and msgspec.structs.replace(eyes, questions=_asked(eyes, seat))
        event = m.SeatEvent(table.founding.id, seat, table.founding.game, table.status, mine, update.result)
        said.append(encode(event) + b"\n")
    return said


def _asked(eyes: m.Eyes, seat: str) -> list[m.Question]:
    """The seat's own question among those that travel as ready bytes."""
    ready: Any = eyes.questions
    return [question for question in msgspec.json.decode(ready, type=list[m.Question]) if question.seat == seat]


HANDLERS = [live, events, bot_stream]
