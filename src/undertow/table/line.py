"""HTTP connections with limits: how much a head may hold, how long it may take, and how many lines may be open.

What uvicorn reads it keeps until the head is complete, however long that takes. Here a head that is too long, or never
ends, ends its connection; and there are never so many connections that the system has no descriptor for another.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import partial
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from undertow.core.errors import UndertowError
from undertow.settings import Settings
from undertow.table.limits import CONNECTIONS, counted, is_trusted
from undertow.table.socket import TableSocket
from undertow.table.tallies import TALLY

ADDRESS = 16_000  # bytes of a request's address
HEAD = 32_000  # bytes of all that comes before its body
HEADERS = 100
COMES = 30.0  # seconds until the first request begins
HEAD_TAKES = 10.0  # seconds from a head's first byte to its last
BODY_TAKES = 30.0  # seconds
UNREAD = 60.0  # seconds that an answer may wait for whoever asked to read on
OURS = 128  # descriptors for the database, for files and for the processes that think and write
FEW, TOO_FEW = 1024, 256  # descriptors


def room_for(descriptors: int) -> int:
    """How many connections fit beside what the server itself needs."""
    if descriptors < TOO_FEW:
        raise UndertowError(
            f"the system lets this server have {descriptors} open files, and each connection is one; it needs at least "
            f"{TOO_FEW}: try `ulimit -n {FEW}` first."
        )
    return descriptors - OURS


class Door:
    """Who is connected: so many in all, and so many from one address. Proxies bring many."""

    def __init__(self, most: int, settings: Settings) -> None:
        self._most = most
        self._each = min(CONNECTIONS, most // 4) if settings.rate else most
        self._proxies = settings.proxy
        self._inside: Counter[str] = Counter()
        self._all = 0

    def enter(self, address: str) -> str | None:
        """As whom a connection is counted; nobody if there is no room for it."""
        who = counted(address)
        each = self._most if is_trusted(address, self._proxies) else self._each
        if self._all >= self._most or self._inside[who] >= each:
            return None
        self._all += 1
        self._inside[who] += 1
        return who

    def leave(self, who: str) -> None:
        self._all -= 1
        self._inside[who] -= 1
        if not self._inside[who]:
            del self._inside[who]


class Line(HttpToolsProtocol):
    """One connection."""

    def __init__(self, door: Door, state: Any, **parts: Any) -> None:
        super().__init__(**parts)
        self._door = door
        self._state = state
        self._counted: str | None = None
        self._timer: asyncio.TimerHandle | None = None  # until what is due has come
        self._unread: asyncio.TimerHandle | None = None
        self._head = 0  # bytes of a head that is not complete
        self._headers = 0  # bytes of its headers that are
        self._wrong = (400, "this is not HTTP")

    # Coming and going ------------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._counted = self._door.enter(self.client[0] if self.client else "?")
        if self._counted is None:
            self._refuse(503, "too many connections are open; try again in a moment")
        else:
            self._expect(COMES)

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self._expect(None)
        if self._unread:
            self._unread.cancel()
        if self._counted is not None:
            self._door.leave(self._counted)

    def _expect(self, seconds: float | None) -> None:
        """Something is due within so many seconds, or nothing."""
        if self._timer:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self._unread or self.loop.call_later(UNREAD, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread:
            self._unread.cancel()
        self._unread = None

    # Reading ---------------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        self._unset_keepalive_if_required()
        if self._timer is None:
            self._expect(HEAD_TAKES)
        self._head += len(data)
        try:
            self.parser.feed_data(data)
            if self._head > HEAD:
                self._too_long()
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self._become_a_socket()
        except httptools.HttpParserError:
            self._refuse(*self._wrong)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._headers = 0
        self._expect(HEAD_TAKES)

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > ADDRESS:
            self._wrong = (414, f"an address has at most {ADDRESS} bytes")
            raise ValueError

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._headers += len(name) + len(value)
        if len(self.headers) > HEADERS or self._headers > HEAD:
            self._too_long()

    def on_headers_complete(self) -> None:
        self._head = 0
        self._expect(BODY_TAKES)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._head = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._head = 0
        self._expect(None)
        super().on_message_complete()

    def _too_long(self) -> None:
        self._wrong = (431, f"a request has at most {HEADERS} headers and {HEAD} bytes before its body")
        raise httptools.HttpParserError

    def _become_a_socket(self) -> None:
        """From now on somebody else has the connection, and says when it is over."""
        self._expect(None)
        assert self._counted is not None
        left = partial(self._door.leave, self._counted)
        self.ws_protocol_class = partial(_socket, self._state, left)  # type: ignore[assignment]
        self.handle_websocket_upgrade()

    def _refuse(self, status: int, why: str) -> None:
        TALLY.answers[status] += 1
        body = f'{{"error":"{why}."}}'.encode()
        head = f"content-type: application/json\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
        self.transport.write(STATUS_LINE[status] + head.encode() + body)
        self.transport.close()


def _socket(state: Any, left: Any, **_: Any) -> TableSocket:
    return TableSocket(state, left)
