"""The house: every table that is in use, one writer, and everybody who is connected.

A command waits in a queue; the writer takes what is there, lets the tables decide, writes all of it in one transaction
and only then answers. So a move is acknowledged when it is durable, and many moves share one trip to the disk.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from undertow.core.chance import fresh_seed
from undertow.core.errors import UndertowError
from undertow.core.game import find_game, game_names
from undertow.core.match import Match
from undertow.table import messages as m
from undertow.table.decide import STAND_IN, Person, Refused, decide
from undertow.table.entries import Entry, Founding
from undertow.table.rematch import again, point_to, seated_again
from undertow.table.storage import News, Storage, Taken
from undertow.table.table import Table, folded
from undertow.table.telling import Cursor, Presence, Teller, Told
from undertow.table.thinking import HINTING, Compiler, Task, Thinkers, Thought, task_for

log = logging.getLogger("undertow.table")
BATCH = 64  # commands that share a transaction
TRIES = 20  # against other servers that write to the same table
PATROL = 2.0  # seconds between two looks at what is due
IDLE = 300.0  # seconds after which a table nobody looks at leaves memory
GONE = 30.0  # seconds after which nobody is thought to come back at once
OPEN_TABLES = 20_000
OPEN_TABLES_EACH = 30
NEEDS_RULES = (m.Act, m.Undo, m.AskBack, m.AnswerBack)


@dataclass(slots=True, eq=False)
class Job:
    """A command on its way: who wants what, and where the answer goes."""

    room: Room
    decide: Callable[[Table, float], list[Entry]]
    answer: asyncio.Future[None]
    tries: int = 0


@dataclass(slots=True, eq=False)
class Connection:
    """Somebody looking at a table, on whatever line: it is woken when there may be news."""

    person: str
    cursor: Cursor
    wake: Callable[[], None]
    shown: int = 0  # what was told last, as a hash


class Room:
    """A table in use: its fold, who is connected, and what is under way."""

    __slots__ = ("alarm", "connections", "left", "settled", "table", "teller", "thinking", "used")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.connections: set[Connection] = set()
        self.settled: asyncio.Event | None = None  # while entries are on their way to the disk
        self.teller: Teller | None = None
        self.thinking: set[str] = set()
        self.alarm: asyncio.TimerHandle | None = None
        self.used = self.left = time.monotonic()

    @property
    def presence(self) -> Presence:
        people = self.table.people
        there = frozenset(one.person for one in self.connections)
        return Presence(there.intersection(people), sum(one.person not in people for one in self.connections))

    def tell(self) -> Teller:
        """Who tells readers about the table as it is now."""
        if self.teller is None:
            self.teller = Teller(self.table, self.presence)
        return self.teller

    def wake(self) -> None:
        """There may be news."""
        self.teller = None
        for connection in list(self.connections):
            connection.wake()

    def told(self, connection: Connection) -> Told | None:
        """What is new to this reader, if anything is. What others hide does not even cause a message."""
        told = self.tell().tell(connection.person, connection.cursor)
        if not told.new and told.shows == connection.shown:
            return None
        connection.shown, connection.cursor = told.shows, told.cursor
        return told

    def news_for(self, connection: Connection) -> bytes | None:
        """The same for the wire."""
        told = self.told(connection)
        return told.encoded(time.time()) if told else None


class House:
    """All tables of this server."""

    def __init__(self, storage: Storage, thinkers: Thinkers, bot_pause: float | None = None) -> None:
        self.storage = storage
        self.thinkers = thinkers
        self.server = secrets.token_hex(4)
        self.bot_pause = float(os.environ.get("UNDERTOW_BOT_PAUSE", "0.6")) if bot_pause is None else bot_pause
        self.ready: set[str] = set()
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._jobs: list[Job] = []
        self._wanted = asyncio.Event()
        self._untold: dict[Room, None] = {}  # rooms with news, the longest waiting first
        self._news = asyncio.Event()
        self._disk = ThreadPoolExecutor(1, "undertow-writer")
        self._readers = ThreadPoolExecutor(4, "undertow-reader")
        self._tasks: set[asyncio.Task[Any]] = set()

    # Opening and closing ---------------------------------------------------------------------------------------------

    def open(self) -> None:
        self.spawn(self._write_forever())
        self.spawn(self._tell_forever())
        self.spawn(self._patrol())
        self.spawn(self._warm_up())
        if self.storage.shared:
            self.spawn(self._listen())

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinkers.close()
        self._disk.shutdown(wait=True)
        self._readers.shutdown(wait=False)
        self.storage.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() and not isinstance(task.exception(), UndertowError):
            log.error("a task of the house failed", exc_info=task.exception())

    async def read(self, what: Callable[..., Any], *args: Any) -> Any:
        """Ask the database in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, what, *args)

    async def _patiently(self, what: Callable[..., Any], *args: Any) -> Any:
        """Ask the database until it answers."""
        while True:
            try:
                return await self.read(what, *args)
            except Exception:
                log.exception("the database does not answer; trying again")
                await asyncio.sleep(1)

    async def _warm_up(self) -> None:
        """Compile every game's rules, those that a table waits for first; tables that wait begin."""
        compiler = Compiler()
        try:
            while waiting := [game for game in game_names() if game not in self.ready]:
                wanted = {room.table.founding.game for room in self.rooms.values() if room.table.warming}
                game = next((game for game in waiting if game in wanted), waiting[0])
                await compiler.compile(game)
                self.ready.add(game)
                self._begin_waiting(game)
                self.spawn(self.thinkers.warm_up(game))
        finally:
            compiler.close()

    def _begin_waiting(self, game: str) -> None:
        for room in list(self.rooms.values()):
            if room.table.founding.game == game and not room.table.rules_ready:
                room.table.rules_are_ready()
                room.table.stood = None  # what waited was not known when it was written down
                self._look_after(room)
                room.wake()

    # Tables ----------------------------------------------------------------------------------------------------------

    async def room(self, id: str) -> Room:
        """A table in use, taken from the database if nobody used it."""
        if found := self.rooms.get(id):
            found.used = time.monotonic()
            return found
        if id not in self._loading:
            self._loading[id] = self.spawn(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Room:
        founding = await self.read(self.storage.founding, id)
        if founding is None:
            raise NoTable(f"there is no table {id!r}; perhaps the link was cut short.")
        entries = await self.read(self.storage.entries_after, id, 0)
        room = Room(await self.read(folded, founding, entries, self.is_ready(founding.game)))
        if self.is_ready(founding.game):  # perhaps only while it was folded
            room.table.rules_are_ready()
        self.rooms[id] = room
        self._look_after(room)
        return room

    def is_ready(self, game: str) -> bool:
        return game in self.ready or game not in game_names()  # others' games are compiled when they are used

    async def found(self, wanted: m.NewTable, person: Person) -> str:
        """Make a table; returns its id."""
        setup = find_game(wanted.game).set_up(wanted.players, wanted.settings)
        if await self.read(self.storage.open_tables, person.id) >= OPEN_TABLES_EACH and _limited():
            raise Refused(f"you have {OPEN_TABLES_EACH} open tables already; finish one first.")
        if await self.read(self.storage.open_tables) >= OPEN_TABLES and _limited():
            raise Refused("this server has no room for another table now; try again later.")
        founding = Founding(
            id=secrets.token_urlsafe(9),
            game=setup.game.name,
            rules=setup.game.version,
            players=setup.players,
            settings=setup.settings,
            seed=fresh_seed(),
            public=wanted.public,
            pace=_settled(wanted.pace),
            crew_room=wanted.crew_room,
            host=person.id,
            host_name=person.name,
            created=time.time(),
        )
        commands: list[m.Command] = [m.Sit(f"new.sit.{i}", seat) for i, seat in enumerate(wanted.sit)]
        commands += [m.SetBot(f"new.bot.{i}", seat, level) for i, (seat, level) in enumerate(wanted.bots.items())]
        commands += [m.Start("new.start")] if wanted.start else []
        await self._found(founding, [(command, person) for command in commands])
        return founding.id

    async def _found(self, founding: Founding, commands: list[tuple[m.Command, Person]]) -> None:
        """Write a new table down with what happens there at once."""
        table = Table(founding, self.is_ready(founding.game))
        entries: list[Entry] = []
        for command, person in commands:
            for entry in decide(table, command, person, founding.created):
                table.fold(entry)
                entries.append(entry)
        table.stood = table.standing()
        news = News(founding.id, entries, table.stood, founding)
        await asyncio.get_running_loop().run_in_executor(self._disk, self.storage.write, [news], self.server)
        room = Room(table)
        self.rooms[founding.id] = room
        self._look_after(room)

    # Commands --------------------------------------------------------------------------------------------------------

    def carry_out(self, room: Room, command: m.Command, person: Person) -> asyncio.Future[None]:
        """Done when the command is durable; `UndertowError` says why it is not carried out."""
        if isinstance(command, m.Rematch):
            return self.spawn(self._rematch(room, command, person))
        if room.table.warming and isinstance(command, NEEDS_RULES):
            return self.spawn(self._when_ready(room, command, person))
        return self.submit(room, lambda table, now: decide(table, command, person, now))

    async def _when_ready(self, room: Room, command: m.Command, person: Person) -> None:
        """A command of the match waits while the rules are being compiled."""
        while room.table.warming:
            await asyncio.sleep(0.2)
        await self.carry_out(room, command, person)

    def submit(self, room: Room, decision: Callable[[Table, float], list[Entry]]) -> asyncio.Future[None]:
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.append(Job(room, decision, answer))
        self._wanted.set()
        return answer

    async def _write_forever(self) -> None:
        while True:
            await self._wanted.wait()
            jobs, self._jobs = self._jobs[:BATCH], self._jobs[BATCH:]
            if not self._jobs:
                self._wanted.clear()
            await self._write(jobs)

    async def _write(self, jobs: list[Job]) -> None:
        """Let the tables decide, write it down, then answer."""
        now = time.time()
        written: dict[str, tuple[Room, list[Entry]]] = {}
        accepted = []
        for job in jobs:
            try:
                entries = _happen(job, now)
            except UndertowError as error:
                _answer(job, error)
                continue
            except Exception as error:
                log.exception("a command broke the table %s", job.room.table.founding.id)
                await self._reload([job.room])
                _answer(job, error)
                continue
            accepted.append(job)
            if entries:
                id = job.room.table.founding.id
                written.setdefault(id, (job.room, []))[1].extend(entries)
        if written:
            await self._commit(written, accepted)
        for job in accepted:
            _answer(job, None)

    async def _commit(self, written: dict[str, tuple[Room, list[Entry]]], accepted: list[Job]) -> None:
        rooms = [room for room, _ in written.values()]
        news = [_news(room, entries) for room, entries in written.values()]
        for room in rooms:
            room.settled = asyncio.Event()
        try:
            await asyncio.get_running_loop().run_in_executor(self._disk, self.storage.write, news, self.server)
        except Exception as error:
            await self._take_back(rooms, accepted, error)
            return
        finally:
            for room in rooms:
                settled, room.settled = room.settled, None
                if settled:
                    settled.set()
        for room in rooms:
            room.used = time.monotonic()
            room.teller = None
            self._untold[room] = None
            self._look_after(room)
        self._news.set()

    async def _tell_forever(self) -> None:
        """Tell the rooms with news one after the other, so that commands never wait until all are told."""
        while True:
            await self._news.wait()
            while self._untold:
                room = next(iter(self._untold))
                del self._untold[room]
                room.wake()
                await asyncio.sleep(0)
            self._news.clear()

    async def _take_back(self, rooms: list[Room], accepted: list[Job], error: Exception) -> None:
        """The commit failed: nothing of it happened. Where another server was first, try again after its entries."""
        await self._reload(rooms)
        again = [job for job in accepted if job.room in rooms and isinstance(error, Taken) and job.tries < TRIES]
        if not isinstance(error, Taken):
            log.error("a commit failed", exc_info=error)
        for job in accepted:
            if job.room not in rooms:
                continue
            if job in again:
                job.tries += 1
                self._jobs.append(job)
                self._wanted.set()
            else:
                _answer(job, Refused("that could not be written down; please try again."))
        accepted[:] = [job for job in accepted if job.room not in rooms]

    async def _reload(self, rooms: Iterable[Room]) -> None:
        """Fold tables anew from what the database holds, as soon as it answers."""
        for room in rooms:
            founding = room.table.founding
            entries = await self._patiently(self.storage.entries_after, founding.id, 0)
            room.table = folded(founding, entries, self.is_ready(founding.game))
            room.wake()
            self._look_after(room)

    async def _rematch(self, room: Room, command: m.Rematch, person: Person) -> None:
        """The same table again with everybody in their seats. Whoever asks second is sent to the same one."""
        decide(room.table, command, person, time.time())
        if room.table.rematch:
            return
        fresh = again(room.table, person)
        with suppress(Taken):  # by somebody who asked in the same moment
            await self._found(fresh, seated_again(room.table, person))
        await self.submit(room, lambda table, now: point_to(table, fresh.id, command, person, now))

    # Looking after ---------------------------------------------------------------------------------------------------

    def _look_after(self, room: Room) -> None:
        """Let bots think whose turn it is, and set the alarm for the next deadline."""
        for seat in room.table.bots_asked():
            if seat not in room.thinking:
                room.thinking.add(seat)
                self.spawn(self._bot_turn(room, seat))
        if room.alarm:
            room.alarm.cancel()
            room.alarm = None
        deadlines = [at for seat in room.table.to_act() if (at := room.table.deadline(seat)) is not None]
        if deadlines:
            wait = max(0.0, min(deadlines) - time.time())
            room.alarm = asyncio.get_running_loop().call_later(wait, self._alarm, room)

    def _alarm(self, room: Room) -> None:
        self.submit(room, _whoever_is_late)

    async def _bot_turn(self, room: Room, seat: str) -> None:
        """A bot decides for a seat. Whatever else happened meanwhile, the rules have the last word."""
        try:
            table, match = room.table, room.table.match
            if match is None or seat not in table.bots_asked():
                return
            place = table.places[seat]
            head, task = table.head, task_for(match, seat, place.bot or STAND_IN)
            thought = (await asyncio.gather(self._think(task, match), asyncio.sleep(self._pause_of(room))))[0]
            id = f"bot.{head}.{seat.replace(' ', '.')}"

            def act(table: Table, now: float) -> list[Entry]:
                if id in table.done or seat not in table.bots_asked():
                    return []
                return [Entry(table.head + 1, "act", now, seat, thought.action, command=id)]

            await self.submit(room, act)
        except UndertowError:
            await asyncio.sleep(0.05)  # the position changed under it: look again
        except Exception:
            log.exception("a bot failed at table %s", room.table.founding.id)
            await asyncio.sleep(1)
        finally:
            room.thinking.discard(seat)
            self._look_after(room)

    def _pause_of(self, room: Room) -> float:
        """Time for people to read what a bot did; where nobody has been for a while, no pause."""
        gone = not room.connections and time.monotonic() - room.left > GONE
        return 0.0 if gone else self.bot_pause

    async def _think(self, task: Task, match: Match) -> Thought:
        try:
            return await self.thinkers.choose(task)
        except TimeoutError:
            action = random.choice(match.legal(task.seat))
            return Thought(action, action, "there was no time to think")

    async def hint(self, room: Room, seat: str) -> Thought:
        match = room.table.match
        if match is None or seat not in room.table.to_act():
            raise Refused(f"{seat} is not asked anything now.")
        try:
            return await self.thinkers.choose(task_for(match, seat, HINTING))
        except TimeoutError:
            raise Refused("the bot thinks too long about this; try again.") from None

    async def _patrol(self) -> None:
        """What nobody else looks after: tables whose server is gone, and tables nobody uses any more."""
        while True:
            for id in await self._patiently(self.storage.due, time.time()):
                try:
                    self._look_after(await self.room(id))
                except UndertowError as error:
                    log.warning("table %s: %s", id, error)
            for id, room in list(self.rooms.items()):
                quiet = not room.connections and not room.thinking and room.settled is None
                if quiet and time.monotonic() - room.used > IDLE:
                    if room.alarm:
                        room.alarm.cancel()
                    del self.rooms[id]
            await asyncio.sleep(PATROL)

    async def _listen(self) -> None:
        """Hear from the other servers on this database which tables have news."""
        from undertow.table.listening import tables_with_news

        async for server, id in tables_with_news(self.storage.url):
            if server != self.server and id in self.rooms:
                await self._catch_up(self.rooms[id])

    async def _catch_up(self, room: Room) -> None:
        """Fold what other servers wrote."""
        if room.settled:
            await room.settled.wait()
        for entry in await self.read(self.storage.entries_after, room.table.founding.id, room.table.head):
            if entry.number == room.table.head + 1:
                room.table.fold(entry)
        room.table.stood = room.table.standing()
        room.wake()
        self._look_after(room)

    def now(self) -> float:
        return time.time()

    async def settle(self, room: Room) -> None:
        """Wait until all that a table shows is durable."""
        while room.settled:
            await room.settled.wait()

    # Connections -----------------------------------------------------------------------------------------------------

    def connect(self, room: Room, connection: Connection) -> None:
        room.connections.add(connection)
        room.wake()

    def disconnect(self, room: Room, connection: Connection) -> None:
        room.connections.discard(connection)
        room.used = room.left = time.monotonic()
        room.wake()


class NoTable(UndertowError):
    """There is no such table."""


def _settled(pace: m.Pace) -> m.Pace:
    """A pace with its seconds: two minutes live, a day by the day, none if free."""
    usual = {"live": 120, "days": 86400, "free": None}[pace.kind]
    return m.Pace(pace.kind, (pace.seconds or usual) if usual else None)


def _limited() -> bool:
    return os.environ.get("UNDERTOW_RATE") != "0"


def _happen(job: Job, now: float) -> list[Entry]:
    """Let a command happen in memory; what the rules refuse leaves no trace."""
    table = job.room.table
    entries = job.decide(table, now)
    for i, entry in enumerate(entries):
        try:
            table.fold(entry)
        except UndertowError as error:
            if i == 0:
                raise
            raise RuntimeError("a command came apart") from error  # the table is folded anew
    return entries


def _news(room: Room, entries: list[Entry]) -> News:
    standing = room.table.standing()
    changed = standing != room.table.stood
    room.table.stood = standing
    return News(room.table.founding.id, entries, standing if changed else None)


def _whoever_is_late(table: Table, now: float) -> list[Entry]:
    late = [seat for seat in table.to_act() if (at := table.deadline(seat)) is not None and at <= now]
    return [Entry(table.head + 1 + i, "away", now, seat) for i, seat in enumerate(late)]


def _answer(job: Job, error: Exception | None) -> None:
    if job.answer.done():
        return
    if error is None:
        job.answer.set_result(None)
    else:
        job.answer.set_exception(error)
