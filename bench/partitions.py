"""Two servers on one PostgreSQL, and the line between a server and the database fails, again and again.

.venv/bin/python -m bench.partitions --evenings 20

Four people at one table, two at each server, talk and play; what is not answered they send again, as clients do. Two
others watch, one at each server. Meanwhile a proxy between one of the servers and the database

* cuts its connections and refuses new ones,
* holds up everything that is on its way, or
* lets a commit through and cuts the connection before its answer: the server cannot know what became of it,

until the other server has gone on without it, and then heals. In the end the log is compared with everybody's history:
`judge` says what it must be.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from undertow.table.entries import Entry
from undertow.table.storage import Storage

SEATS = [f"swimmer {i}" for i in range(1, 5)]
PATIENCE = 600.0  # seconds: only something that never comes takes so long
GOES_ON = 5  # commands that the other server must carry out meanwhile
AT_MOST = 20  # commands that anybody sends meanwhile: a table holds only so much talk
FAILURES = ("cut", "hold", "cut after a commit")
TRY_AGAIN = "could not be written down"
GONE = (OSError, EOFError, WebSocketException, httpx.HTTPError)


# The line to the database ---------------------------------------------------------------------------------------------


class Proxy:
    """Between a server and PostgreSQL's socket, in a thread of its own."""

    def __init__(self, socket: str) -> None:
        self.port = 0
        self._socket = socket
        self._cut = False
        self._after_commit = False
        self._in_doubt = threading.Event()
        self._lines: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._call(self._open())

    def cut(self) -> None:
        """End all connections and refuse new ones."""
        self._call(self._set(cut=True))

    def hold(self) -> None:
        """Nothing comes through, and nobody is told."""
        self._call(self._set(flows=False))

    def cut_after_a_commit(self) -> None:
        """The next commit reaches the database, but its answer does not come back."""
        self._in_doubt.clear()
        self._call(self._set(after_commit=True))
        assert self._in_doubt.wait(PATIENCE), "there was no commit"
        self.cut()

    def fail(self, how: str) -> None:
        {"cut": self.cut, "hold": self.hold, "cut after a commit": self.cut_after_a_commit}[how]()

    def heal(self) -> None:
        self._call(self._set())

    def close(self) -> None:
        self.cut()
        self._call(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _call(self, work: Any) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    async def _open(self) -> None:
        self._questions_flow, self._answers_flow = asyncio.Event(), asyncio.Event()
        self._server = await asyncio.start_server(self._serve, "127.0.0.1")
        self.port = self._server.sockets[0].getsockname()[1]
        await self._set()

    async def _close(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _set(self, cut: bool = False, flows: bool = True, after_commit: bool = False) -> None:
        self._cut, self._after_commit = cut, after_commit
        for flow in (self._questions_flow, self._answers_flow):
            flow.set() if flows else flow.clear()
        for line in list(self._lines) if cut else []:
            line.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._cut:
            writer.close()
            return
        there_reader, there_writer = await asyncio.open_unix_connection(self._socket)
        self._lines |= {writer, there_writer}
        await asyncio.gather(self._pass(reader, there_writer, True), self._pass(there_reader, writer, False))
        self._lines -= {writer, there_writer}

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, questions: bool) -> None:
        flow = self._questions_flow if questions else self._answers_flow
        with contextlib.suppress(OSError):
            while said := await reader.read(65536):
                await flow.wait()
                if questions and self._after_commit and b"COMMIT" in said:
                    self._answers_flow.clear()
                    self._in_doubt.set()
                writer.write(said)
                await writer.drain()
        writer.close()


# History --------------------------------------------------------------------------------------------------------------


@dataclass
class Sent:
    """A command in somebody's history."""

    id: str  # as the log has it
    sent: float  # when, for the first time
    answered: float | None = None  # when it was acknowledged
    refused: bool = False
    tries: int = 1


@dataclass
class History:
    """What people did and what watchers were told, whatever the servers and the line did."""

    sent: list[Sent] = field(default_factory=list)
    told: list[list[str]] = field(default_factory=list)  # for each watcher, the talk as it was last told
    wrong: list[str] = field(default_factory=list)  # what was told and taken back

    def tell(self, watcher: int, talk: list[str]) -> None:
        before = self.told[watcher]
        if talk[: len(before)] != before[: len(talk)]:
            self.wrong.append(f"watcher {watcher} was told {before} and then {talk}")
        self.told[watcher] = talk


def judge(history: History, entries: Sequence[Entry]) -> list[str]:
    """What is wrong: every acknowledged command is in the log once, no refused one is, and none twice; whoever was
    answered before somebody else sent comes first; and what watchers were told is what the log says."""
    wrong = list(history.wrong)
    numbers = [entry.number for entry in entries]
    if numbers != list(range(1, len(entries) + 1)):
        wrong.append(f"the log has the numbers {numbers}")
    places: dict[str, list[int]] = {}
    for entry in entries:
        if entry.command:
            places.setdefault(entry.command, []).append(entry.number)
    wrong += [f"{id} is in the log {len(found)} times" for id, found in places.items() if len(found) > 1]
    for one in history.sent:
        if one.answered is not None and one.id not in places:
            wrong.append(f"{one.id} was acknowledged and is lost")
        if one.refused and one.id in places:
            wrong.append(f"{one.id} was refused and happened")
    wrong += _out_of_order(history.sent, places)
    talk = [entry.what for entry in entries if entry.kind == "say"]
    for watcher, told in enumerate(history.told):
        if told != talk:
            wrong.append(f"watcher {watcher} was told {told}, and the log says {talk}")
    return wrong


def _out_of_order(sent: list[Sent], places: dict[str, list[int]]) -> Iterator[str]:
    """Commands that stand in the log before one that was answered when they had not yet been sent."""
    answered = sorted((one.answered, places[one.id][0]) for one in sent if one.answered and one.id in places)
    last, i = 0, 0
    for one in sorted(sent, key=lambda one: one.sent):
        while i < len(answered) and answered[i][0] < one.sent:
            last = max(last, answered[i][1])
            i += 1
        if one.id in places and places[one.id][0] < last:
            yield f"{one.id} has number {places[one.id][0]}, and {last} was there before it was sent"


# People ---------------------------------------------------------------------------------------------------------------


class Person:
    """Somebody at one of the servers, who sends a command again until it is answered."""

    def __init__(self, url: str, name: str, history: History) -> None:
        self.name = name
        self.done = 0  # commands that were answered
        self._until = AT_MOST
        self._history = history
        self._client = httpx.AsyncClient(base_url=url, trust_env=False, timeout=30)
        self._ids = itertools.count(1)

    async def arrive(self) -> None:
        me = (await self._client.put("/api/me", json={"name": self.name})).json()
        self.person = me["person"]

    async def new_table(self) -> str:
        made = await self._client.post("/api/tables", json={"game": "get-bit", "players": 4, "sit": [SEATS[0]]})
        return str(made.json()["table"])

    async def look(self, table: str) -> dict[str, Any]:
        while True:
            with contextlib.suppress(*GONE):
                found = await self._client.get(f"/api/tables/{table}")
                if found.status_code == 200:
                    update: dict[str, Any] = found.json()
                    return update
            await asyncio.sleep(0.05)

    async def command(self, table: str, type: str, **fields: Any) -> bool:
        """Send it until it is known what became of it; whether it happened."""
        id = f"c{next(self._ids)}"
        sent = Sent(f"{self.person}.{id}", time.monotonic())
        self._history.sent.append(sent)
        while True:
            said = await self._post(table, {"type": type, "id": id} | fields)
            if said is not None and said.get("ok"):
                sent.answered = time.monotonic()
                self.done += 1
                return True
            if said is not None and TRY_AGAIN not in said.get("error", TRY_AGAIN):
                sent.refused = True
                return False
            sent.tries += 1
            await asyncio.sleep(0.05)

    async def _post(self, table: str, command: dict[str, Any]) -> dict[str, Any] | None:
        try:
            answer = await self._client.post(f"/api/tables/{table}/commands", json=command)
        except GONE:
            return None
        if answer.status_code >= 500:
            return None
        said: dict[str, Any] = answer.json()
        return said

    def go_on(self) -> None:
        self._until = self.done + AT_MOST

    async def talk_and_play(self, table: str, seat: str) -> None:
        for number in itertools.count(1):
            while self.done >= self._until:
                await asyncio.sleep(0.01)
            await self.command(table, "say", text=f"{number} by {self.name}")
            update = await self.look(table)
            asked = [one for eyes in update["eyes"] for one in eyes["questions"] if one["actions"]]
            for question in asked[:1]:
                action = random.choice(question["actions"])["action"]
                await self.command(table, "act", seat=seat, action=action, asked=question["asked"])

    async def close(self) -> None:
        await self._client.aclose()


async def watch(url: str, table: str, history: History, watcher: int) -> None:
    """Put one update after the other, and come again with the cursor when the connection ends."""
    cursor = ""
    talk: dict[int, dict[str, Any]] = {}
    while True:
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/live?{httpx.QueryParams(cursor=cursor)}"
        with contextlib.suppress(*GONE):
            async with connect(address, origin=Origin(url), proxy=None) as line:
                async for text in line:
                    update = json.loads(text)
                    if update["type"] == "update":
                        cursor = update["cursor"]
                        talk = {number: said for number, said in talk.items() if number <= update["keep_chat"]}
                        talk |= {said["number"]: said for said in update["chat"]}
                        history.tell(watcher, [said["text"] for _, said in sorted(talk.items()) if said["name"]])
        await asyncio.sleep(0.05)


async def evening(urls: Sequence[str], proxies: Sequence[Proxy], storage: Storage, failures: Sequence[str]) -> Judged:
    """People play at two servers while the line of one or the other fails, in this order; what came of it."""
    history = History(told=[[] for _ in urls])
    people = [Person(urls[i % 2], name, history) for i, name in enumerate(("Ann", "Bo", "Cy", "Di"))]
    for person in people:
        await person.arrive()
    table = await people[0].new_table()
    for person, seat in list(zip(people, SEATS, strict=True))[1:]:
        assert await person.command(table, "sit", seat=seat)
    assert await people[0].command(table, "start")
    watching = [asyncio.create_task(watch(url, table, history, i)) for i, url in enumerate(urls)]
    at_it = [asyncio.create_task(person.talk_and_play(table, seat)) for person, seat in zip(people, SEATS, strict=True)]
    for turn, failure in enumerate(failures):
        hit = turn % 2
        for person in people:
            person.go_on()
        await asyncio.to_thread(proxies[hit].fail, failure)
        await _until_more(people[1 - hit :: 2])
        await asyncio.to_thread(proxies[hit].heal)
        await _until_more(people)
    for task in at_it:
        task.cancel()
    await asyncio.gather(*at_it, return_exceptions=True)
    judged = await _judged(storage, table, history)
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    for person in people:
        await person.close()
    return judged


async def _until_more(people: list[Person]) -> None:
    """Until all of them have got on."""
    for person in people:
        person.go_on()
    before = [person.done for person in people]
    until = time.monotonic() + PATIENCE
    while any(person.done < done + GOES_ON for person, done in zip(people, before, strict=True)):
        assert time.monotonic() < until, "somebody gets no answer"
        await asyncio.sleep(0.01)


@dataclass
class Judged:
    """What came of an evening."""

    wrong: list[str]
    sent: int
    answered: int
    again: int  # sent more than once
    entries: int


async def _judged(storage: Storage, table: str, history: History) -> Judged:
    """Once the log is still and watchers have heard all of it, or have had time to."""
    entries: list[Entry] = []
    until = time.monotonic() + PATIENCE
    while True:
        before, entries = len(entries), await asyncio.to_thread(storage.entries_after, table, 0)
        talk = [entry.what for entry in entries if entry.kind == "say"]
        heard = all(told == talk for told in history.told)
        if (heard and len(entries) == before) or history.wrong or time.monotonic() > until:
            break
        await asyncio.sleep(0.2)
    sent = history.sent
    answered = sum(one.answered is not None for one in sent)
    return Judged(judge(history, entries), len(sent), answered, sum(one.tries > 1 for one in sent), len(entries))


# A longer run ---------------------------------------------------------------------------------------------------------


def main() -> None:
    from bench.kills import Postgres
    from bench.load.servers import Server

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--evenings", type=int, default=20)
    parser.add_argument("--failures", type=int, default=12, help="of the line, each evening")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that no server is left behind
    folder = Path(tempfile.mkdtemp(prefix="partitions-"))
    postgres = Postgres(Path(tempfile.mkdtemp(prefix="partitions-pg-")))
    proxies = [Proxy(f"{postgres.folder}/.s.PGSQL.5432") for _ in range(2)]
    servers = []
    wrong = 0
    with contextlib.ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        stack.callback(shutil.rmtree, postgres.folder, ignore_errors=True)
        stack.callback(postgres.close)
        for i, proxy in enumerate(proxies):
            stack.callback(proxy.close)
            (folder / str(i)).mkdir()
            address = f"postgresql://postgres@127.0.0.1:{proxy.port}/postgres"
            servers.append(Server("undertow", folder / str(i), {"UNDERTOW_DATABASE": address}))
            stack.callback(servers[-1].kill)
            servers[-1].start()
        storage = Storage(postgres.url)
        stack.callback(storage.close)
        for number in range(1, options.evenings + 1):
            failures = [random.choice(FAILURES) for _ in range(options.failures)]
            found = asyncio.run(evening([server.url for server in servers], proxies, storage, failures))
            wrong += len(found.wrong)
            print(
                f"evening {number}: {len(failures)} failures, {found.sent} commands, {found.again} sent again, "
                f"{found.answered} acknowledged, {found.entries} entries, {len(found.wrong)} wrong",
                *found.wrong[:5],
                sep="\n  ",
                flush=True,
            )
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
