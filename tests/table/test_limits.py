"""One person and one address may ask so much and no more, and nobody else waits for them.

The server of these tests refills what somebody may ask so slowly that no clock matters: whoever has used up a reserve
waits for hours.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from ipaddress import ip_network
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import uvicorn
from litestar import Request
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.table.conftest import QUICK, Guest, Live, Refusal, Server, Servers, free_port, wait_until
from tests.table.test_api import SWIMMERS, Story, sentence
from tests.table.test_framing import TEXT, frame
from undertow.core.errors import UndertowError
from undertow.settings import Settings
from undertow.table import ears, guard, house, limits, line
from undertow.table import messages as m
from undertow.table.decide import SHARING, Link, Person, Refused, use_link
from undertow.table.house import OPEN_TABLES_EACH, House
from undertow.table.limits import Asker, Held, Limiter, Limits, address_behind, counted
from undertow.table.line import ADDRESS, HEAD, HEADERS, Door, Line, room_for
from undertow.table.live import _seats
from undertow.table.storage import Storage
from undertow.table.thinkers import Thinkers

pytestmark = pytest.mark.compiled
RESERVE = int(limits.RESERVE)
AGAIN = "too many requests at once; wait a moment and try again."


class Clock:
    """Time as a test wants it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def frugal(servers: Servers) -> Server:
    """A server that fills nobody's reserve up again, and believes us when we ask for somebody else."""
    return servers(ready="", UNDERTOW_RATE="0.0001", UNDERTOW_PROXY="127.0.0.1", UNDERTOW_HOSTS="tables.example")


_addresses = (f"203.0.113.{number}" for number in range(1, 255))


@pytest.fixture
def address() -> str:
    """An address where nobody has asked for anything yet."""
    return next(_addresses)


@pytest.fixture
def other_address() -> str:
    return next(_addresses)


def visitor(server: Server, address: str) -> httpx.Client:
    return httpx.Client(base_url=server.url, headers={"X-Forwarded-For": address}, trust_env=False, timeout=60)


def answers(client: httpx.Client, path: str, times: int, **wanted: Any) -> list[int]:
    return [client.get(path, **wanted).status_code for _ in range(times)]


# The limiter ----------------------------------------------------------------------------------------------------------


def test_a_reserve_is_used_up_and_filled_again() -> None:
    clock = Clock()
    limiter = Limiter(2.0, 5.0, clock)
    assert [limiter.allows("ann") for _ in range(7)] == [True] * 5 + [False] * 2
    assert limiter.allows("ben")
    clock.now += 1
    assert [limiter.allows("ann") for _ in range(3)] == [True, True, False]
    clock.now += 3600
    assert [limiter.allows("ann") for _ in range(6)] == [True] * 5 + [False]


def test_a_flood_of_strangers_gives_nobody_a_fresh_reserve(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever was quiet the longest is forgotten, and there are never more than so many."""
    monkeypatch.setattr(limits, "REMEMBERED", 100)
    limiter = Limiter(1.0, 2.0, Clock())
    assert [limiter.allows("ann") for _ in range(3)] == [True, True, False]
    for number in range(1000):
        limiter.allows(f"stranger {number}")
        assert len(limiter) <= 100
        if number % 50 == 0:
            assert not limiter.allows("ann")


def test_a_rate_of_0_lifts_every_limit() -> None:
    free = Limits(Settings(rate=0), Clock())
    asker = Asker("ann", "198.51.100.1")
    free.count_refused(asker)
    for _ in range(1000):
        assert free.allow(asker)
        assert free.allow_name(asker)
        assert free.allow_table(asker)
        assert free.allow_lab(asker)
        assert free.sockets.take(asker)
        assert free.streams.take(asker)


def test_a_family_behind_one_address_has_room() -> None:
    """Each may ask as much as anybody, but not as many people as somebody can invent."""
    some = Limits(Settings(rate=20), Clock())
    allowed = [sum(some.allow(Asker(f"person {number}", "198.51.100.1")) for _ in range(200)) for number in range(7)]
    assert allowed == [RESERVE] * 5 + [0] * 2
    assert some.allow(Asker("somebody", "198.51.100.2"))


def test_one_of_a_family_who_asks_without_end_uses_up_their_own_alone() -> None:
    some = Limits(Settings(rate=20), Clock())
    for _ in range(100_000):
        some.allow(Asker("ann", "198.51.100.1"))
    assert some.allow(Asker("ben", "198.51.100.1"))


def test_refused_commands_count_more() -> None:
    some = Limits(Settings(rate=20), Clock())
    ann = Asker("ann", "198.51.100.1")
    taken = 0
    while some.allow(ann):
        some.count_refused(ann)
        taken += 1
    assert taken == RESERVE / (1 + limits.REFUSED)


def test_who_has_no_name_shares_one_with_others_at_the_address() -> None:
    some = Limits(Settings(rate=20), Clock())
    assert sum(some.allow(Asker("", "198.51.100.1")) for _ in range(500)) == RESERVE


def test_what_is_held_can_be_held_again_when_it_is_given_back() -> None:
    held = Held((2, 3), limited=True)
    ann, ben, cat = (Asker(name, "198.51.100.1") for name in ("ann", "ben", "cat"))
    assert [held.take(asker) for asker in (ann, ann, ann, ben, cat)] == [True, True, False, True, False]
    held.give_back(ann)
    assert held.take(cat)
    with held.one(Asker("dan", "198.51.100.2")) as first:
        assert first
    for asker in (ann, ben, cat):
        held.give_back(asker)
    assert held.has_room(ann)
    assert not held._people
    assert not held._addresses


# Addresses ------------------------------------------------------------------------------------------------------------

PROXIES = (ip_network("127.0.0.1"), ip_network("10.0.0.0/8"), ip_network("fd00::/8"))


@pytest.mark.parametrize(
    ("one", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"),
        ("2001:db8:1:2::1", "[2001:db8:1:2::7]:8080"),
        ("198.51.100.1", "::ffff:198.51.100.1"),
        ("198.51.100.1", "198.51.100.1:5000"),
        ("fe80::1%eth0", "fe80::2"),
    ],
)
def test_addresses_that_count_as_one(one: str, same: str) -> None:
    assert counted(one) == counted(same)


def test_addresses_that_count_on_their_own() -> None:
    assert len({counted(one) for one in ("198.51.100.1", "198.51.100.2", "2001:db8::", "2001:db8:0:1::", "?")}) == 5


@pytest.mark.parametrize(
    ("peer", "forwarded", "found"),
    [
        ("198.51.100.1", [], "198.51.100.1"),
        ("198.51.100.1", ["203.0.113.1"], "198.51.100.1"),  # it is none of our proxies: it may say what it likes
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["203.0.113.1"], "203.0.113.1"),
        ("127.0.0.1", ["1.1.1.1, 203.0.113.1"], "203.0.113.1"),  # the visitor said 1.1.1.1, the proxy the rest
        ("127.0.0.1", ["1.1.1.1", "203.0.113.1, 10.0.0.7"], "203.0.113.1"),
        ("127.0.0.1", ["1.1.1.1, 203.0.113.1:4711"], "203.0.113.1"),
        ("127.0.0.1", ["10.0.0.7"], "127.0.0.1"),
        ("127.0.0.1", ["1.1.1.1, unknown"], "127.0.0.1"),
        ("127.0.0.1", ["1.1.1.1, "], "127.0.0.1"),
        ("fd00::1", ["2001:db8:1:2::3"], "2001:db8:1:2::/64"),
        ("?", ["203.0.113.1"], "?"),
    ],
)
def test_who_asks_behind_a_proxy(peer: str, forwarded: list[str], found: str) -> None:
    assert address_behind(peer, forwarded, PROXIES) == found


# Requests -------------------------------------------------------------------------------------------------------------


def test_too_many_requests_are_told_to_wait(frugal: Server, address: str) -> None:
    ann, ben = Guest(frugal.url, "Ann", address=address), Guest(frugal.url, "Ben", address=address)
    told = answers(ann.client, "/api/tables", RESERVE + 20)
    assert told == [200] * RESERVE + [429] * 20
    waits = ann.client.get("/api/tables")
    sentence(waits, 429, "wait a moment")
    assert guard.HEADERS.items() <= dict(waits.headers).items()
    assert ben.client.get("/api/tables").status_code == 200  # others need not wait


@pytest.mark.parametrize("path", ["/", "/favicon.svg", "/assets/nothing.js", "/no/such/page", "/api/tables", "/api/x"])
def test_whatever_is_asked_for_is_counted(frugal: Server, address: str, path: str) -> None:
    with visitor(frugal, address) as stranger:
        told = answers(stranger, path, RESERVE + 5)
    assert 429 not in told[:RESERVE]
    assert told[RESERVE:] == [429] * 5


@pytest.mark.parametrize("header", ["Cookie", "Authorization"])
def test_made_up_cookies_do_not_lift_the_limit(frugal: Server, address: str, header: str) -> None:
    prefix = "undertow=" if header == "Cookie" else "Basic "
    with visitor(frugal, address) as stranger:
        told = [
            stranger.get("/api/tables", headers={header: f"{prefix}made-up-{number}"}).status_code
            for number in range(RESERVE + 5)
        ]
    assert told[RESERVE:] == [429] * 5


def test_a_made_up_address_does_not_lift_the_limit(frugal: Server, address: str) -> None:
    """The proxy says where somebody comes from; what they say themselves stands before that."""
    with visitor(frugal, address) as stranger:
        told = [
            stranger.get("/", headers={"X-Forwarded-For": f"198.51.100.{number}, {address}"}).status_code
            for number in range(RESERVE + 5)
        ]
    assert told[RESERVE:] == [429] * 5


def test_new_names_are_few_for_one_address(frugal: Server, address: str, other_address: str) -> None:
    """Whoever invents people invents them at an address, which has so many names to begin with."""
    most = int(limits.NAMES[1])
    told = []
    with visitor(frugal, address) as stranger:
        for number in range(most + 3):
            stranger.cookies.clear()
            if number % 3 == 0:
                told.append(stranger.post("/api/tokens", json={"name": "Bot"}).status_code)
            elif number % 3 == 1:
                told.append(stranger.put("/api/me", json={"name": "Ann"}).status_code)
            else:
                told.append(stranger.get("/api/me").status_code)
        stranger.cookies.clear()
        sentence(stranger.get("/api/me"), 429, "too many new names")
    assert {status // 100 for status in told[:most]} == {2}
    assert told[most:] == [429] * 3
    assert Guest(frugal.url, address=other_address).name


def test_new_tables_are_few_for_one_address(frugal: Server, address: str, other_address: str) -> None:
    most = int(limits.TABLES[1])
    made = 0
    while made < most:
        guest = Guest(frugal.url, address=address)
        for _ in range(min(OPEN_TABLES_EACH, most - made)):
            guest.new_table(players=4)
            made += 1
    late = Guest(frugal.url, "Ann", address=address)
    sentence(late.client.post("/api/tables", json={"game": "get-bit"}), 429, "too many new tables")
    assert Guest(frugal.url, "Ben", address=other_address).new_table(players=4)


# Lines ----------------------------------------------------------------------------------------------------------------


def acknowledged(lives: list[Live], sent: list[list[str]]) -> list[str]:
    """What each command was answered, over all lines."""
    for live, ids in zip(lives, sent, strict=True):
        while set(ids) - set(live.acks):
            live.receive()
    return [live.acks[id].get("error", "") for live, ids in zip(lives, sent, strict=True) for id in ids]


def test_more_sockets_do_not_make_more_commands(frugal: Server, address: str) -> None:
    ann = Guest(frugal.url, "Ann", address=address)
    table = ann.new_table(players=4)
    with ExitStack() as stack:
        lives = [stack.enter_context(ann.live(table)) for _ in range(4)]
        said = acknowledged(lives, [[live.send("say", text="hello") for _ in range(50)] for live in lives])
    used = 1 + len(lives)  # the table, the sockets
    assert said.count("") == RESERVE - used
    assert said.count(AGAIN) == 200 - (RESERVE - used)


def test_refused_commands_are_fewer(frugal: Server, address: str) -> None:
    ann, eve = Guest(frugal.url, "Ann", address=address), Guest(frugal.url, "Eve", address=address)
    table = ann.new_table(players=4, sit=SWIMMERS)
    with eve.live(table) as live:
        said = acknowledged([live], [[live.send("sit", seat="swimmer 1") for _ in range(100)]])
    judged = [error for error in said if error != AGAIN]
    assert len(judged) == (RESERVE - 1) // (1 + limits.REFUSED) + 1
    over_http = [ann.post(table, {"type": "sit", "id": str(number), "seat": "swimmer 1"}) for number in range(100)]
    refused = [answer.status_code for answer in over_http]
    assert refused.count(409) == (RESERVE - 1) // (1 + limits.REFUSED) + 1
    assert set(refused) == {409, 429}


def test_pings_over_a_websocket_are_limited(frugal: Server, address: str) -> None:
    ann = Guest(frugal.url, "Ann", address=address)
    with ann.live(ann.new_table(players=4)) as live:
        for _ in range(RESERVE):
            live.socket.send('{"type":"ping"}')
        with pytest.raises(Refusal, match="too many requests"):
            live.command("say", text="all pings are answered before this")


def test_somebody_has_so_many_sockets_at_once(frugal: Server, address: str) -> None:
    ann = Guest(frugal.url, "Ann", address=address)
    table = ann.new_table(players=4)
    with ExitStack() as stack:
        lives = [stack.enter_context(ann.live(table)) for _ in range(limits.SOCKETS[0])]
        with pytest.raises(InvalidStatus) as refused:
            ann.live(table)
        assert refused.value.response.status_code == 429
        assert b"close one first" in refused.value.response.body
        with Guest(frugal.url, "Ben", address=address).live(table) as live:
            assert live.receive()
        lives[0].close()
        wait_until(partial(_comes_in, ann, table))


def _comes_in(guest: Guest, table: str) -> bool:
    try:
        guest.live(table).close()
    except InvalidStatus:
        return False
    return True


@pytest.mark.parametrize("path", ["/api/bot/stream", "/api/tables/{table}/events"])
def test_somebody_has_so_many_streams_at_once(frugal: Server, address: str, path: str) -> None:
    ann = Guest(frugal.url, "Ann", address=address)
    path = path.format(table=ann.new_table(players=4, sit=SWIMMERS))
    with ExitStack() as stack:
        streams = [stack.enter_context(ann.client.stream("GET", path)) for _ in range(limits.STREAMS[0])]
        lines = [stream.iter_lines() for stream in streams]
        assert all(next(one) for one in lines)
        sentence(ann.client.get(path), 429, "close one first")
    wait_until(lambda: _streams(ann, path))


def _streams(guest: Guest, path: str) -> bool:
    with guest.client.stream("GET", path) as stream:
        return stream.status_code == 200


# Streams of bots ------------------------------------------------------------------------------------------------------


class Counting(Storage):
    """A database that counts how often it is asked who sits where."""

    asked = 0

    def of_person(self, person: str) -> Any:
        self.asked += 1
        return super().of_person(person)


def test_a_stream_asks_the_database_only_when_somebody_sits_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ears, "BREATH", 0.001)
    ann = Person("A" * 16, "Ann")

    async def listen() -> list[int]:
        storage = Counting(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        here = House(storage, Thinkers(1), QUICK)
        for work in (here.writer.run(here.loader), here.crier.run(), here.ears.breathe()):
            here.tasks.spawn(work)
        counts = []
        stream = _seats(here, ann)
        try:
            for _ in range(5):
                assert json.loads(await anext(stream))["type"] == "alive"
            counts.append(storage.asked)
            id = await here.found(m.NewTable("get-bit", 4, sit=["swimmer 1"]), ann)
            assert await _next_seat(stream) == (id, "swimmer 1")
            counts.append(storage.asked)
            room = await here.room(await here.found(m.NewTable("get-bit", 4), Person("B" * 16, "Ben")))
            await here.carry_out(room, m.Sit("1", "swimmer 3"), ann)
            while (await _next_seat(stream)) != (room.id, "swimmer 3"):
                pass
            counts.append(storage.asked)
        finally:
            await stream.aclose()  # type: ignore[attr-defined]
            await here.close()
        assert here.ears.people() == []
        return counts

    assert asyncio.run(listen()) == [1, 2, 3]


async def _next_seat(stream: AsyncIterator[bytes]) -> tuple[str, str]:
    async for said in stream:
        event = json.loads(said)
        if event["type"] == "seat":
            return event["table"], event["seat"]
    raise AssertionError("the stream ended")


# Tables and seats -----------------------------------------------------------------------------------------------------


def test_when_the_server_is_full_old_tables_where_nothing_began_go_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house, "OPEN_TABLES", 4)
    monkeypatch.setattr(house, "MAKE_ROOM", 2)
    host = Person("A" * 16, "Ann")

    async def fill() -> None:
        storage = Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}")
        here = House(storage, Thinkers(1), Settings(rate=20))
        here.tasks.spawn(here.writer.run(here.loader))
        bots = dict.fromkeys(SWIMMERS, "easy")
        try:
            running = await here.found(m.NewTable("get-bit", 4, bots=bots, start=True), host)
            seated = await here.found(m.NewTable("get-bit", 4, public=True, sit=["swimmer 1"]), host)
            empty = [await here.found(m.NewTable("get-bit", 4, public=True), host) for _ in range(2)]
            assert storage.open_tables() == 4
            fresh = await here.found(m.NewTable("get-bit", 4, public=True), host)
            assert storage.open_tables() == 3
            assert [one.id for one in storage.listed("gathering")][:2] == [
                fresh,
                seated,
            ]  # then those that are forgotten
            room = await here.room(empty[0])
            await here.carry_out(room, m.Sit("1", "swimmer 1"), host)  # whoever has the link finds it as it was
            assert storage.open_tables() == 4
            assert storage.status(running) == "running"
            for table in [*empty, seated, fresh]:
                here.loader.rooms.pop(table, None)
            while storage.forget_unbegun(100):
                pass
            monkeypatch.setattr(house, "OPEN_TABLES", 1)
            with pytest.raises(Refused, match="no room for another table"):
                await here.found(m.NewTable("get-bit", 4), host)
        finally:
            await here.close()

    asyncio.run(fill())


def test_a_seat_is_shared_by_so_many_and_no_more() -> None:
    story = Story("get-bit", 4, {"A": SWIMMERS})
    guests = [Person(f"guest {number}", f"Guest {number}") for number in range(SHARING)]
    for guest in guests[:-1]:
        for entry in use_link(story.table, Link("swimmer 1", "share", "A", "1"), guest, 1.0):
            story.write(entry)
    with pytest.raises(Refused, match=f"{SHARING} people hold swimmer 1 already"):
        use_link(story.table, Link("swimmer 1", "share", "A", "1"), guests[-1], 1.0)
    assert use_link(story.table, Link("swimmer 1", "move", "A", "2"), guests[-1], 1.0)  # one for another


# Heads and bodies -----------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def raw_line(port: int, source: str = "") -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", port), 60, (source, 0) if source else None) as line:
        yield line


def status_of(line: socket.socket) -> int:
    """Of the answer; 0 if the line ends without one."""
    said = b""
    with contextlib.suppress(ConnectionError):
        while b"\r\n" not in said and (more := line.recv(4096)):
            said += more
    return int(said.split()[1]) if said else 0


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"GET /" + b"x" * ADDRESS + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
        (b"GET /?" + b"x" * ADDRESS * 4, 414),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * HEAD + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * HEAD, 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X" * HEAD, 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: x\r\n" * HEADERS + b"\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: x\r\n" * (HEADERS - 1) + b"\r\n", 200),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * (HEAD - 100) + b"\r\n\r\n", 200),
        (b"nonsense\r\n\r\n", 400),
    ],
)
def test_a_head_has_its_limits(server: Server, head: bytes, status: int) -> None:
    with raw_line(server.port) as line:
        line.sendall(head)
        assert status_of(line) == status


def test_headers_without_end_are_cut(server: Server) -> None:
    """However much somebody sends, the server reads a little of it."""
    with raw_line(server.port) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        sent = 0
        with contextlib.suppress(ConnectionError):
            while sent < 100_000:
                line.sendall(f"X-{sent}: {'x' * 1000}\r\n".encode())
                sent += 1
        assert sent < 100_000


def test_a_long_body_is_no_long_head(server: Server) -> None:
    ann = Guest(server.url, "Ann")
    body = b'{"game": "get-bit", "players": 4' + b" " * (guard.BODY - 100) + b"}"
    assert ann.client.post("/api/tables", content=body).status_code == 201


async def _app(scope: Any, receive: Any, send: Any) -> None:
    """An application that answers when it has the whole body."""
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@asynccontextmanager
async def listening(door: Door) -> AsyncIterator[int]:
    """The port of a small server in this process."""
    port = free_port()
    http: Any = partial(Line, door, SimpleNamespace())
    config = uvicorn.Config(_app, "127.0.0.1", port, http=http, lifespan="off", log_level="error", proxy_headers=False)
    server = uvicorn.Server(config)
    task = asyncio.get_running_loop().create_task(server._serve())
    while not server.started:
        await asyncio.sleep(0.001)
    try:
        yield port
    finally:
        server.should_exit = True
        await task


ASK = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n"


@pytest.mark.parametrize(
    ("due", "sent"),
    [
        ("COMES", b""),
        ("COMES", b"\r\n\r\n"),
        ("HEAD_TAKES", b"G"),
        ("HEAD_TAKES", b"GET / HTTP/1.1\r\nHost: local"),
        ("HEAD_TAKES", ASK + b"GET /"),
        ("HEAD_TAKES", ASK + b"\r\n"),
        ("BODY_TAKES", POST + b"half"),
        ("BODY_TAKES", POST),
    ],
)
def test_a_line_that_does_not_go_on_is_ended(monkeypatch: pytest.MonkeyPatch, due: str, sent: bytes) -> None:
    """With nothing more to come it would be read from for ever."""
    for name in ("COMES", "HEAD_TAKES", "BODY_TAKES"):
        monkeypatch.setattr(line, name, 0.05 if name == due else 3600.0)

    async def wait() -> None:
        async with listening(Door(10, QUICK)) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            for byte in sent:
                writer.write(bytes((byte,)))
                await asyncio.sleep(0)
            with contextlib.suppress(ConnectionError):
                while await reader.read(1000):
                    pass
            writer.close()

    asyncio.run(wait())


def test_a_line_that_goes_on_is_not_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time runs for what is due alone: between requests it is another clock, and an answer may take its time."""

    async def go_on() -> list[int]:
        door = Door(10, QUICK)
        async with listening(door) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            found = []
            for request in (ASK, POST + b"0123456789", ASK):
                writer.write(request)
                found.append(int((await reader.readuntil(b"ok")).split()[1]))
            writer.close()
        return found

    handles: list[asyncio.TimerHandle | None] = []
    expect = Line._expect

    def watched(self: Line, seconds: float | None) -> None:
        expect(self, seconds)
        handles.append(self._timer)

    monkeypatch.setattr(Line, "_expect", watched)
    assert asyncio.run(go_on()) == [200, 200, 200]
    assert all(handle is None or handle.cancelled() for handle in handles)


def test_there_are_so_many_lines_and_no_more() -> None:
    async def fill() -> list[int]:
        found = []
        door = Door(3, QUICK)
        async with listening(door) as port:
            idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
            while door._all < 3:
                await asyncio.sleep(0.001)
            found.append(await _asked(port))
            idle[0][1].close()
            while door._all > 2:
                await asyncio.sleep(0.001)
            found.append(await _asked(port))
            for _, writer in idle:
                writer.close()
            while door._all:
                await asyncio.sleep(0.001)
        assert not door._inside
        return found

    assert asyncio.run(fill()) == [503, 200]


async def _asked(port: int) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with contextlib.suppress(ConnectionError):
        writer.write(ASK)
    said = await reader.readline()
    writer.close()
    return int(said.split()[1])


def test_one_address_leaves_room_for_others() -> None:
    door = Door(1000, Settings(rate=20, proxy=PROXIES))
    let_in = [door.enter("198.51.100.1") for _ in range(300)]
    assert let_in.count("198.51.100.1") == 250
    assert let_in.count(None) == 50
    assert door.enter("198.51.100.2")
    assert [door.enter("10.0.0.1") for _ in range(300)].count(None) == 0  # a proxy brings many
    door.leave("198.51.100.1")
    assert door.enter("198.51.100.1")


# Descriptors ----------------------------------------------------------------------------------------------------------


def test_connections_leave_descriptors_for_the_rest() -> None:
    assert room_for(1024) == 896
    with pytest.raises(UndertowError, match=r"have 100 open files.* at least 256: try `ulimit -n 1024`"):
        room_for(100)


def limited(data: Path, port: int, files: int) -> subprocess.Popen[str]:
    serve = f"ulimit -n {files} && exec {sys.executable} -m undertow serve --port {port}"
    return subprocess.Popen(
        ["bash", "-c", serve],
        env=os.environ | {"UNDERTOW_DATA": str(data), "UNDERTOW_DATABASE": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_too_few_descriptors_are_told_in_one_sentence(tmp_path: Path) -> None:
    serving = limited(tmp_path, free_port(), 200)
    said = serving.communicate(timeout=120)[0]
    assert serving.returncode == 2
    assert "200 open files" in said
    assert "Traceback" not in said


@pytest.mark.skipif(sys.platform != "linux", reason="only there every address of 127.0.0.0/8 is this machine's")
def test_idle_connections_deny_nobody_else(tmp_path: Path) -> None:
    """More of them than the server has descriptors; another address is served as ever."""
    port = free_port()
    serving = limited(tmp_path, port, 400)
    try:
        wait_until(lambda: _is_served(port, "127.0.0.1"))
        with ExitStack() as stack:
            for _ in range(450):
                stack.enter_context(raw_line(port))
            for _ in range(20):
                assert _is_served(port, "127.0.0.2")
    finally:
        serving.terminate()
        said = serving.communicate(timeout=60)[0]
    assert "272 connections fit at once" in said
    assert "Too many open files" not in said


def _is_served(port: int, source: str) -> bool:
    try:
        with raw_line(port, source) as line:
            line.sendall(ASK)
            return status_of(line) == 200
    except ConnectionError:
        return False


# What the server is called --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("127.0.0.1:7734", True),
        ("192.168.1.20:7734", True),
        ("[::1]:7734", True),
        ("[fe80::1%25eth0]", True),
        ("localhost", True),
        ("LOCALHOST:80", True),
        ("tables.localhost:7734", True),
        (socket.gethostname(), True),
        (f"{socket.gethostname().partition('.')[0]}.local:7734", True),
        ("tables.example", True),
        ("tables.example.:443", True),
        ("evil.example", False),
        ("evil.tables.example", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example", False),
        ("[::1", True),
        ("[evil.example]", False),
        (":80", False),
        ("x" * 5000, False),
    ],
)
def test_what_the_server_is_called(host: str, ours: bool) -> None:
    assert guard.is_ours(host, frozenset({"tables.example"})) is ours


@pytest.mark.parametrize("path", ["/", "/api/games", "/nothing"])
def test_a_name_that_somebody_else_points_here_opens_nothing(frugal: Server, address: str, path: str) -> None:
    """A browser thinks that this is their site: its pages could play for whoever opens them."""
    with visitor(frugal, address) as stranger:
        sentence(stranger.get(path, headers={"Host": "evil.example"}), 421, "add that name to UNDERTOW_HOSTS")
        for name in ("tables.example", f"localhost:{frugal.port}", "192.168.7.7:7734"):
            assert stranger.get(path, headers={"Host": name}).status_code != 421


def test_a_websocket_calls_the_server_by_its_name_too(frugal: Server, address: str) -> None:
    ann = Guest(frugal.url, "Ann", address=address)
    table = ann.new_table(players=4)
    with raw_line(frugal.port) as line:
        line.sendall(
            f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        assert status_of(line) == 421


def test_an_origin_that_is_no_address_is_another_site(server: Server) -> None:
    ann = Guest(server.url, "Ann")
    for origin in ("http://[::1", "http://[", "//", "null", ""):
        answer = ann.client.post("/api/tables", json={"game": "get-bit"}, headers={"Origin": origin})
        sentence(answer, 403, "another site")
    with pytest.raises(InvalidStatus) as refused:
        ann.live(ann.new_table(players=4), origin="http://[::1")
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("path", ["//[::1", "//[/live", "/api/tables/%5B/live?cursor=%ff", "?", "/?cursor=["])
def test_a_websocket_at_an_odd_address_is_not_found(server: Server, path: str) -> None:
    with raw_line(server.port) as line:
        line.sendall(
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        assert status_of(line) in (400, 404)


def test_nobody_writes_lines_into_the_log(caplog: pytest.LogCaptureFixture) -> None:
    path = "/api/tables/x\nERROR all is lost\r\x1b[2J"
    request: Request[Any, Any, Any] = Request(
        {"type": "http", "method": "GET", "path": path, "headers": [], "query_string": b"", "server": ("here", 80)}  # type: ignore[arg-type]
    )
    with caplog.at_level(logging.ERROR):
        guard.broken(request, ValueError("broken"))
    [record] = caplog.records
    assert not set(record.getMessage()) & {"\n", "\r", "\x1b"}


# One packet -----------------------------------------------------------------------------------------------------------


def in_one_packet(live: Live, *commands: dict[str, str]) -> None:
    live.socket.socket.sendall(b"".join(frame(TEXT, json.dumps(command).encode()) for command in commands))


def test_go_go_say_in_one_packet(server: Server) -> None:
    """All three are acknowledged, and the line is said where they lead."""
    ann = Guest(server.url, "Ann")
    here, there, last = (ann.new_table(players=4) for _ in range(3))
    with ann.live(here) as live:
        in_one_packet(
            live,
            {"type": "go", "table": there, "id": "go.1"},
            {"type": "go", "table": last, "id": "go.2"},
            {"type": "say", "id": "say", "text": "Here?"},
        )
        while {"go.1", "go.2", "say"} - set(live.acks):
            live.receive()
        assert all(live.acks[id]["ok"] for id in ("go.1", "go.2", "say"))
        live.until(lambda update: update["chat"] and update["table"]["id"] == last)
    assert [line["text"] for line in ann.look(last)["chat"]] == ["Here?"]
    assert ann.look(there)["chat"] == []


def test_go_go_say_as_a_browser_sends_it(server: Server) -> None:
    ann = Guest(server.url, "Ann")
    here, there, last = (ann.new_table(players=4) for _ in range(3))
    with ann.live(here) as live:
        go = [{"type": "go", "table": table} for table in (there, last, there, last)]
        in_one_packet(live, *go, {"type": "say", "id": "say", "text": "Here?"})
        while "say" not in live.acks:
            live.receive()
        live.until(lambda update: update["table"]["id"] == last)


def test_what_cannot_wait_for_a_table_is_answered_too(server: Server) -> None:
    ann = Guest(server.url, "Ann")
    here, there = (ann.new_table(players=4) for _ in range(2))
    says = [{"type": "say", "id": f"say.{number}", "text": "Here?"} for number in range(40)]
    with ann.live(here) as live:
        in_one_packet(live, {"type": "go", "table": there}, *says)
        while len(live.acks) < len(says):
            live.receive()
        assert {ack.get("error", "") for ack in live.acks.values()} <= {"", AGAIN}


def test_a_go_to_nowhere_ends_the_line(server: Server) -> None:
    ann = Guest(server.url, "Ann")
    with ann.live(ann.new_table(players=4)) as live:
        in_one_packet(live, {"type": "go", "table": "nowhere1", "id": "1"}, {"type": "say", "id": "2", "text": "?"})
        with pytest.raises(ConnectionClosed) as closed:
            live.until(lambda _: False)
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 4404


def test_a_proxy_that_is_not_named_is_named_in_the_log(servers: Servers) -> None:
    plain = servers(ready="")
    for _ in range(3):
        httpx.get(plain.url, headers={"X-Forwarded-For": "203.0.113.1"}, trust_env=False)
    assert plain.output.count("UNDERTOW_PROXY does not name it") == 1


def test_the_cookie_is_marked_where_the_proxy_speaks_https(frugal: Server, server: Server, address: str) -> None:
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-For": address}
    told = [httpx.get(f"{one.url}/api/me", headers=headers, trust_env=False).headers for one in (frugal, server)]
    assert ["Secure" in headers["set-cookie"] for headers in told] == [True, False]


def test_sockets_without_a_name_count_for_their_address(frugal: Server, address: str) -> None:
    ann = Guest(frugal.url, "Ann", address=address)
    url = f"{frugal.url.replace('http', 'ws', 1)}/api/tables/{ann.new_table(players=4)}/live"
    with connect(url, additional_headers={"X-Forwarded-For": address}, proxy=None) as stranger:
        stranger.recv()
        for _ in range(RESERVE):
            stranger.send('{"type":"ping"}')
        stranger.send('{"type":"say","id":"1","text":"?"}')
        while (said := json.loads(stranger.recv()))["type"] != "ack":
            pass
        assert said["error"] == AGAIN
