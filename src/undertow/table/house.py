"""The house: every table that is in use, its bots and clocks, and what other servers do to the same tables."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import re
import secrets
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from undertow.core.chance import fresh_seed
from undertow.core.errors import UndertowError
from undertow.core.game import find_game, game_names
from undertow.core.match import Match
from undertow.table import messages as m
from undertow.table.decide import STAND_IN, Person, Refused, decide
from undertow.table.entries import Entry, Founding
from undertow.table.rematch import again, point_to, seated_again
from undertow.table.room import Connection, Room
from undertow.table.scribe import Scribe
from undertow.table.storage import News, Storage, Taken
from undertow.table.table import Table, folded
from undertow.table.thinking import HINTING, Compiler, Task, Thinkers, Thought, task_for
from undertow.table.writer import Answer, Decision, Writer, log, resolving

PATROL = 2.0  # seconds between two looks at what is due
MOMENT = 0.05  # seconds that news waits which gives nobody anything to do: perhaps there is more to tell by then
LATEST = 1.0  # seconds that it may wait when there is much to do
FEW = 10  # rooms with such news: with so many more it waits another moment
BREATH = 0.0005  # seconds of telling before whatever else there is to do
SOON = 16  # rooms with something to do: where more wait to be told, it takes longer than an answer should
IDLE = 300.0  # seconds after which a table nobody looks at leaves memory
SELDOM = (100_000, 20, 100)  # of the collector: by default it took a sixth of a busy server's time
GONE = 30.0  # seconds after which nobody is thought to come back at once
GRACE = 30.0  # seconds after the server opens before anybody is late: people have to find back first
AN_ID = re.compile("[A-Za-z0-9_-]{1,32}")
OPEN_TABLES = 20_000
OPEN_TABLES_EACH = 30
NEEDS_RULES = (m.Act, m.Undo, m.AskBack, m.AnswerBack)


class NoTable(UndertowError):
    """There is no such table."""


class House:
    """All tables of this server."""

    def __init__(
        self, storage: Storage, thinkers: Thinkers, bot_pause: float | None = None, scribe: Scribe | None = None
    ) -> None:
        self.storage = storage
        self.thinkers = thinkers
        self.server = secrets.token_hex(4)
        self.bot_pause = float(os.environ.get("UNDERTOW_BOT_PAUSE", "0.6")) if bot_pause is None else bot_pause
        self.opened = time.time()
        self.ready: set[str] = set()
        self.rooms: dict[str, Room] = {}
        self.writer = Writer(storage, self._write, self._written, self._fold_anew, self._catch_up)
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._urgent: dict[Room, set[str]] = {}  # people who have something to do, the longest waiting first
        self._later: dict[Room, float] = {}  # rooms with other news, which can wait, and since when
        self._news = asyncio.Event()
        self._soon: asyncio.TimerHandle | None = None  # when to look whether other news has waited long enough
        self._readers = ThreadPoolExecutor(4, "undertow-reader")
        self._scribe = scribe
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False

    # Opening and closing ---------------------------------------------------------------------------------------------

    def open(self) -> None:
        self.spawn(self.writer.run())
        self.spawn(self._tell_forever())
        self.spawn(self._patrol())
        self.spawn(self._warm_up())
        if self.storage.shared:
            self.spawn(self._listen())

    async def close(self) -> None:
        self._closing = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in self.rooms.values():
            room.silence()
        self.thinkers.close()
        if self._scribe:
            await self._scribe.close()
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

    async def _write(self, news: list[News]) -> None:
        """Write it down, durable: in the scribe's process, or in a thread where there is none."""
        if self._scribe:
            await self._scribe.write(news, self.server)
        else:
            await self.read(self.storage.write, news, self.server)

    async def _patiently(self, what: Callable[..., Any], *args: Any) -> Any:
        """Ask the database until it answers."""
        while True:
            try:
                return await self.read(what, *args)
            except UndertowError:
                raise
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
                for room in list(self.rooms.values()):
                    if room.table.founding.game == game:
                        await self._begin_late(room)
                self.spawn(self.thinkers.warm_up(game))
            gc.collect()
            gc.freeze()  # the compiled rules' many objects stay: the collector need not go through them again and again
            gc.set_threshold(*SELDOM)
        finally:
            compiler.close()

    async def _begin_late(self, room: Room) -> None:
        """The rules of a table are there that was in use without them: clocks of a match that waited begin now."""
        if room.table.rules_ready:
            return
        waited = room.table.warming
        await self._fold_in_peace(room)
        if waited and not any(room.table.decisions.values()):
            with suppress(UndertowError):
                await self.writer.submit(room, lambda table, now: [Entry(table.head + 1, "dealt", now)])

    def is_ready(self, game: str) -> bool:
        return game in self.ready or game not in game_names()  # others' games are compiled when they are used

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
        founding = await self.read(self.storage.founding, id) if AN_ID.fullmatch(id) else None
        if founding is None:
            raise NoTable(f"there is no table {id!r}; perhaps the link was cut short.")
        return await self._use(Room(await self.read(self._folded, founding)))

    def _folded(self, founding: Founding) -> Table:
        """A table as the database has it; in a thread."""
        entries = self.storage.entries_after(founding.id, 0)
        try:
            return folded(founding, entries, self.is_ready(founding.game))
        except UndertowError:
            self.storage.let_sleep(founding.id)  # by other rules: nobody can look after it
            raise

    async def _use(self, room: Room) -> Room:
        """From now on the table is in use here; what happened since it was read is made up for."""
        self.rooms[room.id] = room
        room.tell_of = self._tell_of
        if self.storage.shared:
            await self._catch_up(room)
        if self.is_ready(room.table.founding.game):
            await self._begin_late(room)
        self._look_after(room)
        return room

    async def found(self, wanted: m.NewTable, person: Person) -> str:
        """Make a table; returns its id."""
        setup = find_game(wanted.game).set_up(wanted.players, wanted.settings)
        await self._make_sure_there_is_room(person)
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
        table = Table(founding, rules_ready=False)
        entries: list[Entry] = []
        for command in commands:
            for entry in decide(table, command, person, founding.created):
                table.fold(entry)
                entries.append(entry)
        await self._found(founding, entries)
        return founding.id

    async def _make_sure_there_is_room(self, person: Person) -> None:
        if os.environ.get("UNDERTOW_RATE") == "0":
            return
        if await self.read(self.storage.open_tables, person.id) >= OPEN_TABLES_EACH:
            raise Refused(f"you have {OPEN_TABLES_EACH} open tables already; finish one first.")
        if await self.read(self.storage.open_tables) >= OPEN_TABLES:
            raise Refused("this server has no room for another table now; try again later.")

    async def _found(self, founding: Founding, entries: list[Entry]) -> None:
        """Write a new table down with what happens there at once."""
        table = folded(founding, entries, self.is_ready(founding.game))
        await self.writer.write([News(founding.id, entries, table.stood, founding)])
        await self._use(Room(table))

    # Commands --------------------------------------------------------------------------------------------------------

    def carry_out(self, room: Room, command: m.Command, person: Person) -> asyncio.Future[None]:
        """Done when the command is durable; `UndertowError` says why it is not carried out."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.take(room, command, person, resolving(done))
        return done

    def take(self, room: Room, command: m.Command, person: Person, answer: Answer) -> None:
        """The same with an answer that is called."""
        if isinstance(command, m.Rematch):
            task = self.spawn(self._rematch(room, command, person))
        elif room.table.warming and isinstance(command, NEEDS_RULES):
            task = self.spawn(self._when_ready(room, command, person))
        else:
            self.writer.take(room, lambda table, now: decide(table, command, person, now), answer)
            return
        task.add_done_callback(lambda _: answer(asyncio.CancelledError() if task.cancelled() else task.exception()))

    def submit(self, room: Room, decision: Decision) -> asyncio.Future[None]:
        return self.writer.submit(room, decision)

    async def _when_ready(self, room: Room, command: m.Command, person: Person) -> None:
        """A command of the match waits while the rules are being compiled."""
        while room.table.warming:
            await asyncio.sleep(0.2)
        await self.carry_out(room, command, person)

    async def _rematch(self, room: Room, command: m.Rematch, person: Person) -> None:
        """The same table again with everybody in their seats. Whoever asks second is sent to the same one."""
        decide(room.table, command, person, time.time())
        if room.table.rematch:
            return
        await self._make_sure_there_is_room(person)
        fresh = again(room.table, person)
        with suppress(Taken):  # by somebody who asked in the same moment
            await self._found(fresh, seated_again(room.table, fresh))
        await self.submit(room, lambda table, now: point_to(table, fresh.id, command, person, now))

    # Telling ---------------------------------------------------------------------------------------------------------

    def _written(self, written: dict[Room, list[Entry]]) -> None:
        """These rooms have news, and it is durable: first for those who have something to do, and whatever is not a
        decision for everybody."""
        for room, entries in written.items():
            room.used = time.monotonic()
            room.changed()
            asked = room.newly_asked()
            everybody = any(entry.kind != "act" for entry in entries)
            if people := room.readers() if everybody else asked:
                self._urgent[room] = self._urgent.get(room, set()) | people
                self._news.set()
            self._tell_later(room)
            self._look_after(room)

    def _tell_of(self, room: Room, person: str | None) -> None:
        """Somebody came, who has everything to hear, or went."""
        if person is not None:
            self._urgent.setdefault(room, set()).add(person)
            self._news.set()
        if room.connections:
            self._tell_later(room)
        elif room.table.status == "over":
            self._put_away(room)

    def tells_soon(self, room: Room, connection: Connection) -> bool:
        """Whether a reader is about to be told what is new at a table."""
        if len(self._urgent) > SOON:
            return False
        return connection.version != room.version and connection.person in self._urgent.get(room, ())

    def _tell_later(self, room: Room) -> None:
        """News that gives nobody anything to do: who has decided while others still do, who came and went."""
        self._later.setdefault(room, time.monotonic())
        if self._soon is None:
            self._soon = asyncio.get_running_loop().call_later(MOMENT / 2, self._look_for_news)

    def _look_for_news(self) -> None:
        self._soon = None
        self._news.set()

    async def _tell_forever(self) -> None:
        """Tell the rooms with news one after the other, so that commands never wait until all are told."""
        while True:
            await self._news.wait()
            self._news.clear()
            began = time.monotonic()
            while self._tell_next():
                if time.monotonic() - began > BREATH:
                    await asyncio.sleep(0)
                    began = time.monotonic()
            if self._later and self._soon is None:
                self._soon = asyncio.get_running_loop().call_later(MOMENT / 2, self._look_for_news)

    def _tell_next(self) -> bool:
        """Urgent news first; the rest waits a moment, longer if much is waiting, and no longer than it must."""
        now = time.monotonic()
        room, since = next(iter(self._later.items()), (None, now))
        patience = min(LATEST, MOMENT * (1 + len(self._later) / FEW))
        if room and now - since > (LATEST if self._urgent else patience):
            del self._later[room]
            self._urgent.pop(room, None)
            room.wake()
            return True
        if self._urgent:
            room = next(iter(self._urgent))
            room.wake(self._urgent.pop(room))
            return True
        return False

    # Folding again ---------------------------------------------------------------------------------------------------

    async def _fold_anew(self, room: Room) -> None:
        """What this room has in memory did not happen: fold what the database holds."""
        room.table = await self._patiently(self._folded, room.table.founding)
        room.changed()
        room.wake()
        self._look_after(room)

    async def _fold_in_peace(self, room: Room) -> None:
        """Fold what the database holds, at a moment when nothing is on its way there."""
        while True:
            await room.settle()
            table, head = room.table, room.table.head
            fresh = await self._patiently(self._folded, table.founding)
            if room.settled is None and room.table is table and table.head == head:
                break
        room.table = fresh
        room.changed()
        room.wake()
        self._look_after(room)

    async def _catch_up(self, room: Room) -> None:
        """Fold what other servers wrote."""
        while True:
            await room.settle()
            table, head = room.table, room.table.head
            entries = await self._patiently(self.storage.entries_after, room.id, head)
            if room.settled is None and room.table is table and table.head == head:
                break
        if not entries:
            return
        try:
            for entry in entries:
                table.fold(entry)
            table.stood = table.standing()
        except Exception:
            log.exception("the log of table %s does not go on from what is here; folding it anew", room.id)
            await self._fold_anew(room)
        room.changed()
        room.wake()
        self._look_after(room)

    async def _listen(self) -> None:
        """Hear from the other servers on this database which tables have news."""
        from undertow.table.listening import tables_with_news

        async for server, id in tables_with_news(self.storage.url):
            if server == self.server:
                continue
            # whoever just began to listen may have missed anything
            rooms = list(self.rooms.values()) if not id else [self.rooms[id]] if id in self.rooms else []
            for room in rooms:
                await self._catch_up(room)

    # Looking after ---------------------------------------------------------------------------------------------------

    def _look_after(self, room: Room) -> None:
        """Let bots think whose turn it is, and set the alarm for the next deadline."""
        if self._closing:
            return
        standing = room.table.stood or room.table.standing()
        for seat in room.table.bots_asked() if standing.wake == 0.0 else []:
            if seat not in room.thinking:
                room.thinking.add(seat)
                self.spawn(self._bot_turn(room, seat))
        deadline = standing.wake or room.table.next_deadline()
        if deadline == room.alarm_for:
            return
        room.silence()
        room.alarm_for = deadline
        if deadline is not None:
            wait = max(0.0, max(deadline, self.opened + GRACE) - time.time())
            room.alarm = asyncio.get_running_loop().call_later(wait, self._alarm, room)

    def _alarm(self, room: Room) -> None:
        room.alarm_for = None
        self.spawn(self._wake_up_call(room))

    async def _wake_up_call(self, room: Room) -> None:
        await self.submit(room, _whoever_is_late)

    async def _bot_turn(self, room: Room, seat: str) -> None:
        """A bot decides for a seat. Whatever else happened meanwhile, the rules have the last word."""
        try:
            table, match = room.table, room.table.match
            if match is None or seat not in table.bots_asked():
                return
            head, task = table.head, task_for(match, seat, table.places[seat].bot or STAND_IN)
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
            log.exception("a bot failed at table %s", room.id)
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
                except Exception:
                    log.exception("table %s cannot be looked after now", id)
            for room in list(self.rooms.values()):
                if time.monotonic() - room.used > IDLE:
                    self._put_away(room)
            await asyncio.sleep(PATROL)

    def _put_away(self, room: Room) -> None:
        """A table that nobody uses leaves memory; whoever wants it again has it from the database."""
        if not room.connections and not room.thinking and not room.queued and self.rooms.get(room.id) is room:
            room.silence()
            del self.rooms[room.id]
            self._urgent.pop(room, None)
            self._later.pop(room, None)


def _settled(pace: m.Pace) -> m.Pace:
    """A pace with its seconds: two minutes live, a day by the day, none if free."""
    usual = {"live": 120, "days": 86400, "free": None}[pace.kind]
    return m.Pace(pace.kind, (pace.seconds or usual) if usual else None)


def _whoever_is_late(table: Table, now: float) -> list[Entry]:
    """A bot plays on for who takes too long; who does not answer a request does not agree."""
    if table.take_back:
        lapsed = table.take_back.lapses <= now
        return [Entry(table.head + 1, "answer back", now, table.take_back.seat, "no")] if lapsed else []
    late = [seat for seat in table.to_act() if (at := table.deadline(seat)) is not None and at <= now]
    return [Entry(table.head + 1 + i, "away", now, seat) for i, seat in enumerate(late)]
