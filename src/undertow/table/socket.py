"""The WebSocket of a table, straight on the transport.

A browser's connection is one small object without a task of its own: the `websockets` library shakes hands,
`framing.py` reads what comes then, and the house calls when there is news. Through ASGI servers we measured 160 kB a
connection; here it is a few.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import parse_qs

import msgspec
from websockets.http11 import Request
from websockets.server import ServerProtocol

from undertow.core.errors import UndertowError
from undertow.table import messages as m
from undertow.table.decide import Person, refusal
from undertow.table.framing import PING_FRAME, Framing, text_frame
from undertow.table.guard import AGAIN, TOO_MANY_LINES, Asking, not_called
from undertow.table.house import House
from undertow.table.leaving import COME_BACK, WORDS
from undertow.table.limits import Asker, Limits, address_behind
from undertow.table.people import NOBODY, People
from undertow.table.room import Connection, Room
from undertow.table.tallies import TALLY
from undertow.table.telling import read_cursor
from undertow.table.writer import log

PATH = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,40})/live")
LONGEST = 8_000  # bytes of a command
UNREAD = 500_000  # bytes that may wait for somebody who does not read
BEAT = 20.0  # seconds between two pings; who answers none of two is gone
WAITING = 20  # commands that wait while a table is being found
NOT_FOUND, BROKEN = 4404, 1011
BROKE = "something went wrong here; please open the page again."
PING = b'{"type":"ping"}'
PONG = b'{"type":"pong"}'
END_OF_HEAD = b"\r\n\r\n"  # of the request that asks for a WebSocket
_encode = msgspec.json.Encoder().encode


class TableSocket(asyncio.Protocol):
    """One browser at one table. Made by the HTTP server when a request asks to become a WebSocket."""

    __slots__ = (
        "_asked",
        "_asker",
        "_beating",
        "_connection",
        "_early",
        "_framing",
        "_full",
        "_handshake",
        "_held",
        "_left",
        "_limits",
        "_person",
        "_room",
        "_silent",
        "_state",
        "_transport",
    )

    def __init__(self, state: Any, left: Callable[[], None]) -> None:
        self._state = state
        self._left = left  # to be called when the line is gone
        self._handshake: ServerProtocol | None = ServerProtocol()  # until it is done
        self._framing = Framing(4 * LONGEST)
        self._limits: Limits = state.limits
        self._asker: Asker | None = None  # whom this line counts for, once it is let in
        self._room: Room | None = None
        self._connection: Connection | None = None
        self._person: Person = NOBODY
        self._asked: list[bytes] = []  # commands that came while the table was being found
        self._early: bytes | None = None  # what came while the database was asked who it is
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
        if self._asker:
            self._limits.sockets.give_back(self._asker)
            self._house.leaving.lines.discard(self)
        self._left()

    def pause_writing(self) -> None:
        self._full = True

    def resume_writing(self) -> None:
        self._full = False
        self.tell()

    def data_received(self, data: bytes) -> None:
        if self._handshake and self._early is None:
            head, end, data = data.partition(END_OF_HEAD)
            self._shake_hands(self._handshake, head + end)
        if self._early is not None:
            self._early += data[:LONGEST]
        elif data:
            self._silent = 0
            for said in self._framing.receive(data):
                self._said(said)
            self._flush()

    def _flush(self) -> None:
        """Send what the framing has to say: answers to pings, goodbyes."""
        if answers := self._framing.answers():
            self._write(answers)
        if self._framing.over:
            self._transport.close()

    def _write(self, data: bytes) -> None:
        if self._transport.get_write_buffer_size() > UNREAD:
            self._transport.abort()  # it asks and asks and never listens
        elif not self._transport.is_closing():
            self._transport.write(data)

    @property
    def _house(self) -> House:
        house: House = self._state.house
        return house

    # Coming in -------------------------------------------------------------------------------------------------------

    def _shake_hands(self, ws: ServerProtocol, head: bytes) -> None:
        ws.receive_data(head)
        for request in ws.events_received():
            assert isinstance(request, Request)
            if self._must_be_looked_up(request):
                self._early = b""
                self._house.tasks.spawn(self._look_up(ws, request))
            elif self._let_in(ws, request):
                self._handshake = None
        self._reply(ws)

    def _must_be_looked_up(self, request: Request) -> bool:
        with suppress(UndertowError):
            asking = Asking.of(request.headers)
            stranger = Asker("", self._address(asking))
            return asking.must_be_looked_up(self._state.people) and self._limits.allow(stranger)
        return False

    async def _look_up(self, ws: ServerProtocol, request: Request) -> None:
        """Ask the database whose token it is, and only then shake hands."""
        try:
            await self._house.read(self._state.people.of_token, Asking.of(request.headers).token)
        except Exception:
            log.exception("a token could not be looked up")
        early, self._early = self._early, None
        if self._let_in(ws, request):
            self._handshake = None
        self._reply(ws)
        if early and not self._transport.is_closing():
            self.data_received(early)

    def _reply(self, ws: ServerProtocol) -> None:
        for data in ws.data_to_send():
            if data:
                self._transport.write(data)
            else:
                self._transport.close()

    def _let_in(self, ws: ServerProtocol, request: Request) -> bool:
        """Who comes, from where, and to which table."""
        people: People = self._state.people
        path, _, query = request.path.partition("?")
        table = PATH.fullmatch(path)
        try:
            asking = Asking.of(request.headers)
        except UndertowError as error:
            _turn_away(ws, HTTPStatus.BAD_REQUEST, str(error))
            return False
        who = asking.person(people)
        asker = Asker(who.id if who else "", self._address(asking))
        if not asking.calls_us(self._state.settings):
            _turn_away(ws, HTTPStatus.MISDIRECTED_REQUEST, not_called(asking.host))
        elif table is None:
            _turn_away(ws, HTTPStatus.NOT_FOUND, "there is no such page.")
        elif not asking.same_origin(self._state.settings):
            _turn_away(ws, HTTPStatus.FORBIDDEN, "this comes from another site.")
        elif who is None:
            _turn_away(ws, HTTPStatus.UNAUTHORIZED, "this token is not known here.")
        elif not self._limits.allow(asker):
            _turn_away(ws, HTTPStatus.TOO_MANY_REQUESTS, AGAIN)
        elif not self._limits.sockets.has_room(asker):
            _turn_away(ws, HTTPStatus.TOO_MANY_REQUESTS, TOO_MANY_LINES)
        else:
            answer = ws.accept(request)
            ws.send_response(answer)
            if answer.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
                return False
            self._limits.sockets.take(asker)
            self._house.leaving.lines.add(self)
            self._person, self._asker = who, asker
            asked = parse_qs(query)
            cursor = asked.get("cursor", [""])[0]
            self._house.tasks.spawn(self._enter(table[1], cursor[:2000], asked.get("frames") == ["true"]))
            return True
        return False

    def _address(self, asking: Asking) -> str:
        peer = self._transport.get_extra_info("peername")
        return address_behind(str(peer[0]) if peer else "?", asking.forwarded, self._state.settings.proxy)

    def _go(self, wanted: m.Go) -> None:
        """To another table on the same line."""
        assert self._room is not None
        assert self._connection is not None
        frames = self._connection.frames
        if self._held:
            self._send()
        self._room.disconnect(self._connection)
        self._room = self._connection = None
        self._house.tasks.spawn(self._enter(wanted.table, wanted.cursor, frames, wanted.id))

    async def _enter(self, table: str, cursor: str, frames: bool, id: str | None = None) -> None:
        try:
            room = await self._house.room(table)
        except UndertowError as error:
            self._close(NOT_FOUND, str(error))
            return
        except Exception:
            log.exception("table %s cannot be entered", table)
            self._close(BROKEN, BROKE)
            return
        if self._transport.is_closing():
            return
        self._room = room
        self._connection = Connection(self._person.id, read_cursor(cursor), self.tell, frames)
        room.connect(self._connection)
        if self._beating is None:
            self._beat()
        if id is not None:
            self._acknowledge(m.Ack(id, True))
        asked, self._asked = self._asked, []
        for said in asked:
            self._said(said)  # one of them may lead on to yet another table

    def _close(self, code: int, why: str) -> None:
        self._framing.close(code, why)
        self._flush()
        if self._beating is None:
            self._beat()  # whoever does not say goodbye too is gone sooner or later

    def say_goodbye(self) -> None:
        """The server stops: what is still to be told, and that it is worth coming back."""
        self.tell()
        self._close(COME_BACK, WORDS)

    def cut(self) -> None:
        self._transport.abort()

    def _beat(self) -> None:
        """Ask now and then whether anybody is still there."""
        self._silent += 1
        if self._silent > 2:
            self._transport.abort()
            return
        if self._framing.open:
            self._write(PING_FRAME)
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
                self._close(BROKEN, BROKE)
                return
        if news or self._held:
            self._send(news)

    def _send(self, text: bytes | None = None) -> None:
        """What is held, and a text, handed to the system at once."""
        if self._framing.open:  # else they are saying goodbye
            held, self._held = self._held, b""
            self._write(held + text_frame(text) if text else held)

    # Commands --------------------------------------------------------------------------------------------------------

    def _said(self, said: bytes) -> None:
        if self._house.leaving.begun:
            return  # no answer: it will be sent again to whoever serves next
        if self._room is not None:
            self._take(said)
        elif len(self._asked) < WAITING:  # the table is still being found
            self._asked.append(said)
        else:
            self._acknowledge(m.Ack(_id_of(said), False, AGAIN))

    def _take(self, said: bytes) -> None:
        """Read a command and queue it; the answer goes out when it is durable."""
        assert self._asker is not None
        if not self._limits.allow(self._asker):
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
                self._house.take(self._room, command, self._person, lambda why: self._answer(id, why))

    def _answer(self, id: str, why: BaseException | None) -> None:
        if why is not None and self._asker:
            self._limits.count_refused(self._asker)
        self._acknowledge(_ack(id, why))

    def _acknowledge(self, ack: m.Ack) -> None:
        """Answer a command; together with the news that it brought, where this reader is to be told at once."""
        if self._room and self._connection and self._house.crier.tells_soon(self._room, self._connection):
            self._held += text_frame(_encode(ack))
        else:
            self._send(_encode(ack))


def _turn_away(ws: ServerProtocol, status: HTTPStatus, why: str) -> None:
    """Answer a request for a WebSocket with a no."""
    TALLY.answers[status.value] += 1
    ws.send_response(ws.reject(status, f"{why}\n"))


def _ack(id: str, error: BaseException | None) -> m.Ack:
    """What became of a command."""
    if error is None:
        return m.Ack(id, True)
    if isinstance(error, asyncio.CancelledError):
        return m.Ack(id, False, "the server is closing; try again in a moment.")
    if isinstance(error, UndertowError):
        return refusal(id, error)
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
