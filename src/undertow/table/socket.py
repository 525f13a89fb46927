"""The WebSocket of a table, straight on the transport.

A browser's connection is one small object without a task of its own: the protocol of the `websockets` library reads and
writes frames, and the house calls when there is news. Through ASGI servers we measured 160 kB a connection; here it is
a few.
"""

from __future__ import annotations

import asyncio
import re
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

import msgspec
from websockets.exceptions import InvalidState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from undertow.core.errors import UndertowError
from undertow.table import messages as m
from undertow.table.decide import Person
from undertow.table.guard import AGAIN, Asking, limiter
from undertow.table.house import House
from undertow.table.people import NOBODY, People
from undertow.table.room import Connection, Room
from undertow.table.telling import read_cursor
from undertow.table.writer import log

PATH = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,40})/live")
LONGEST = 8_000  # bytes of a command
UNREAD = 500_000  # bytes that may wait for somebody who does not read
BEAT = 20.0  # seconds between two pings; who answers none of two is gone
NOT_FOUND, TOO_FAST = 4404, 4429
PING = b'{"type":"ping"}'
PONG = b'{"type":"pong"}'
TEXT, PONG_FRAME = 0x81, 0x8A  # how whole frames of these kinds begin
_encode = msgspec.json.Encoder().encode


class TableSocket(asyncio.Protocol):
    """One browser at one table. Made by the HTTP server when a request asks to become a WebSocket."""

    __slots__ = (
        "_asked",
        "_beating",
        "_connection",
        "_full",
        "_held",
        "_limit",
        "_person",
        "_plain",
        "_room",
        "_silent",
        "_state",
        "_transport",
        "_ws",
    )

    def __init__(self, state: Any) -> None:
        self._state = state
        self._ws = ServerProtocol(max_size=4 * LONGEST)
        self._limit = limiter()
        self._room: Room | None = None
        self._connection: Connection | None = None
        self._person: Person = NOBODY
        self._asked: list[bytes] = []  # commands that came while the table was being found
        self._plain = True  # whatever came after the handshake were short commands, whole and one by one
        self._held = b""  # acknowledgements that go with the news they brought
        self._silent = 0  # pings without an answer
        self._full = False  # the other end does not read as fast as we write
        self._beating: asyncio.TimerHandle | None = None

    # The line --------------------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, _error: Exception | None) -> None:
        if self._beating:
            self._beating.cancel()
        if self._room and self._connection:
            self._room.disconnect(self._connection)
        self._room = self._connection = None

    def pause_writing(self) -> None:
        self._full = True

    def resume_writing(self) -> None:
        self._full = False
        self.tell()

    def data_received(self, data: bytes) -> None:
        if self._plain and self._ws.state is State.OPEN:
            data = self._read_plain(data)
            if not data:
                return
            self._plain = False  # from now on a part of a frame may wait in there
        self._ws.receive_data(data)
        for event in self._ws.events_received():
            if isinstance(event, Request):
                self._shake_hands(event)
            else:
                self._frame(event)
        self._flush()

    def _read_plain(self, data: bytes) -> bytes:
        """Short whole text frames and answers to pings, as nearly everything is that comes: they are read here, in a
        tenth of the time that the library takes. Returns the rest, for the library."""
        at = 0
        while len(data) >= at + 6 and data[at] in (TEXT, PONG_FRAME) and 0x80 <= data[at + 1] < 0xFE:
            start, end = at + 6, at + 6 + data[at + 1] - 0x80
            if end > len(data):
                break
            if data[at] == TEXT:
                self._said(_unmasked(data[at + 2 : start], data[start:end]))
            else:
                self._silent = 0
            at = end
        return data[at:]

    def _flush(self) -> None:
        if self._transport.get_write_buffer_size() > UNREAD:
            self._transport.abort()  # it asks and asks and never listens
            return
        for data in self._ws.data_to_send():
            if data:
                self._transport.write(data)
            else:
                self._transport.close()

    @property
    def _house(self) -> House:
        house: House = self._state.house
        return house

    # Coming in -------------------------------------------------------------------------------------------------------

    def _shake_hands(self, request: Request) -> None:
        """Who comes, from where, and to which table."""
        people: People = self._state.people
        url = urlsplit(request.path)
        table = PATH.fullmatch(url.path)
        try:
            asking = Asking.of(request.headers)
        except UndertowError as error:
            self._ws.send_response(self._ws.reject(HTTPStatus.BAD_REQUEST, f"{error}\n"))
            return
        who = asking.person(people)
        if table is None:
            self._ws.send_response(self._ws.reject(HTTPStatus.NOT_FOUND, "there is no such page.\n"))
        elif not asking.same_origin():
            self._ws.send_response(self._ws.reject(HTTPStatus.FORBIDDEN, "this comes from another site.\n"))
        elif who is None:
            self._ws.send_response(self._ws.reject(HTTPStatus.UNAUTHORIZED, "this token is not known here.\n"))
        elif not self._state.limiter.allows(who.id or self._address()):
            self._ws.send_response(self._ws.reject(HTTPStatus.TOO_MANY_REQUESTS, AGAIN + "\n"))
        else:
            self._person = who
            asked = parse_qs(url.query)
            cursor = asked.get("cursor", [""])[0]
            self._ws.send_response(self._ws.accept(request))
            self._house.spawn(self._enter(table[1], cursor[:2000], asked.get("frames") == ["true"]))

    def _address(self) -> str:
        peer = self._transport.get_extra_info("peername")
        return str(peer[0]) if peer else "?"

    def _go(self, wanted: m.Go) -> None:
        """To another table on the same line."""
        assert self._room is not None
        assert self._connection is not None
        frames = self._connection.frames
        if self._held:
            self._send()
        self._room.disconnect(self._connection)
        self._room = self._connection = None
        self._house.spawn(self._enter(wanted.table, wanted.cursor, frames))

    async def _enter(self, table: str, cursor: str, frames: bool) -> None:
        try:
            room = await self._house.room(table)
        except UndertowError as error:
            self._close(NOT_FOUND, str(error))
            return
        if self._transport.is_closing():
            return
        self._room = room
        self._connection = Connection(self._person.id, read_cursor(cursor), self.tell, frames)
        room.connect(self._connection)
        if self._beating is None:
            self._beat()
        asked, self._asked = self._asked, []
        for said in asked:
            self._take(said)

    def _close(self, code: int, why: str) -> None:
        try:
            self._ws.send_close(code, why.encode()[:120].decode(errors="ignore"))
        except InvalidState:
            return  # it is closing already
        self._flush()

    def _beat(self) -> None:
        """Ask now and then whether anybody is still there."""
        self._silent += 1
        if self._silent > 2:
            self._transport.abort()
            return
        self._send_frame(lambda: self._ws.send_ping(b""))
        self._beating = asyncio.get_running_loop().call_later(BEAT, self._beat)

    # Telling ---------------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """There may be news: send what is new to this reader, unless it is not durable yet or nobody reads. What is
        held goes in any case."""
        room, connection = self._room, self._connection
        news = None
        if room and connection and not room.settled and not self._full:
            try:
                news = room.news_for(connection)
            except Exception:
                log.exception("telling of table %s failed", room.table.founding.id)
                self._close(1011, "something went wrong here; please open the page again.")
                return
        if news or self._held:
            self._send(news)

    def _send(self, text: bytes | None = None) -> None:
        """What is held, and a text, handed to the system at once. Most of what a server says are such frames, and to
        put them together here takes a third of the time that the library takes."""
        if self._transport.is_closing() or self._ws.state is not State.OPEN:
            return  # or the other end is saying goodbye
        if self._transport.get_write_buffer_size() > UNREAD:
            self._transport.abort()  # it asks and asks and never listens
            return
        held, self._held = self._held, b""
        self._transport.write(held + _framed(text) if text else held)

    def _send_frame(self, put: Any) -> None:
        if self._transport.is_closing():
            return
        try:
            put()
        except InvalidState:
            return  # the other end is saying goodbye
        self._flush()

    # Commands --------------------------------------------------------------------------------------------------------

    def _frame(self, frame: Any) -> None:
        if not isinstance(frame, Frame):
            return
        if frame.opcode is Opcode.PONG:
            self._silent = 0
        elif frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            if not frame.fin or frame.opcode is not Opcode.TEXT:
                self._close(1003, "a command is one text message.")
            else:
                self._said(bytes(frame.data))

    def _said(self, said: bytes) -> None:
        if self._room is not None:
            self._take(said)
        elif len(self._asked) < 20:  # the table is still being found
            self._asked.append(said)

    def _take(self, said: bytes) -> None:
        """Read a command and queue it; the answer goes out when it is durable."""
        if not self._limit.allows(""):
            self._acknowledge(m.Ack(_id_of(said), False, AGAIN))
        elif said == PING:
            self._send(PONG)
        elif len(said) > LONGEST:
            self._acknowledge(m.Ack("", False, f"a command has at most {LONGEST} bytes."))
        else:
            try:
                command = m.decode_said(said)
                if self._person is NOBODY:
                    raise UndertowError("who are you? GET /api/me gives a name and a cookie.")
            except msgspec.ValidationError as error:
                self._acknowledge(m.Ack(_id_of(said), False, f"this command cannot be read: {error}."))
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                wrong = 'a command is a JSON object such as {"type": "act", "id": "1", ...}.'
                self._acknowledge(m.Ack("", False, wrong))
            except UndertowError as error:
                self._acknowledge(m.Ack(_id_of(said), False, str(error)))
            else:
                if isinstance(command, m.Go):
                    self._go(command)
                    return
                assert self._room is not None
                id = command.id
                self._house.take(self._room, command, self._person, lambda why: self._acknowledge(_ack(id, why)))

    def _acknowledge(self, ack: m.Ack) -> None:
        """Answer a command; together with the news that it brought, where this reader is to be told at once."""
        if self._room and self._connection and self._house.tells_soon(self._room, self._connection):
            self._held += _framed(_encode(ack))
        else:
            self._send(_encode(ack))


def _framed(text: bytes) -> bytes:
    """A text frame."""
    length = len(text)
    if length < 126:
        return bytes((TEXT, length)) + text
    return (b"\x81\x7e" + length.to_bytes(2) if length < 1 << 16 else b"\x81\x7f" + length.to_bytes(8)) + text


def _unmasked(mask: bytes, data: bytes) -> bytes:
    length = len(data)
    masks = int.from_bytes((mask * (length // 4 + 1))[:length], "big")
    return (int.from_bytes(data, "big") ^ masks).to_bytes(length, "big")


def _ack(id: str, error: BaseException | None) -> m.Ack:
    """What became of a command."""
    if error is None:
        return m.Ack(id, True)
    if isinstance(error, asyncio.CancelledError):
        return m.Ack(id, False, "the server is closing; try again in a moment.")
    if isinstance(error, UndertowError):
        return m.Ack(id, False, str(error))
    log.error("a command failed", exc_info=error)
    return m.Ack(id, False, "something went wrong here; please try again.")


class _Named(msgspec.Struct):
    id: str = ""


def _id_of(said: bytes) -> str:
    """The id of a command that cannot be read otherwise, so that its sender knows which it was."""
    try:
        return msgspec.json.decode(said, type=_Named).id[:64]
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError, RecursionError):
        return ""
