"""What is in memory: tables in use. All of it can be had again from the database."""

from __future__ import annotations

import asyncio
import re
import time

from undertow.core.errors import UndertowError
from undertow.table import clock
from undertow.table.caretaker import Caretaker
from undertow.table.crier import Crier
from undertow.table.ears import Ears
from undertow.table.entries import SEATING, Entry, Founding
from undertow.table.reading import read_table
from undertow.table.room import Room
from undertow.table.rules import Rules
from undertow.table.storage import Storage
from undertow.table.table import Table
from undertow.table.tasks import Tasks, Threads
from undertow.table.writer import Writer, log

IDLE = 300.0  # seconds after which a table nobody looks at leaves memory
PATROL = 2.0  # seconds between two looks at what is due
FEW = 20  # entries that are folded at once; more of them take a while, and a thread
ELSEWHERE = 1.0  # seconds between two looks whether who listens here sits down at another server
AN_ID = re.compile("[A-Za-z0-9_-]{1,32}")


class NoTable(UndertowError):
    """There is no such table."""


class Loader:
    """The rooms. Whatever happens to one comes by here, and from here the crier and the caretaker hear of it."""

    def __init__(
        self,
        storage: Storage,
        threads: Threads,
        writer: Writer,
        crier: Crier,
        caretaker: Caretaker,
        tasks: Tasks,
        rules: Rules,
    ) -> None:
        self.rooms: dict[str, Room] = {}
        self.ears = Ears()
        self._storage = storage
        self._threads = threads
        self._writer = writer
        self._crier = crier
        self._caretaker = caretaker
        self._tasks = tasks
        self._rules = rules
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._elsewhere = False  # other servers have news of tables that nobody uses here

    # Coming and going ------------------------------------------------------------------------------------------------

    async def room(self, id: str) -> Room:
        """A table in use, taken from the database if nobody used it."""
        if found := self.rooms.get(id):
            found.used = found.left = time.monotonic()
            return found
        if id not in self._loading:
            self._loading[id] = self._tasks.spawn(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Room:
        founding = await self._threads.ask(self._storage.founding, id) if AN_ID.fullmatch(id) else None
        if founding is None:
            raise NoTable(f"there is no table {id!r}; perhaps the link was cut short.")
        return await self.use(Room(await self._threads.ask(self._folded, founding)))

    async def use(self, room: Room) -> Room:
        """From now on the table is in use here; what happened since it was read is made up for."""
        self.rooms[room.id] = room
        room.tell_of = self._came_or_went
        if self._storage.shared:
            await self.catch_up(room)
        self._rules.want(room.table.founding.game)
        room.warming = room.table.founding.game not in self._rules.ready
        self._caretaker.look_after(room)
        self.ears.tell_seated(room.table.people)
        return room

    def _came_or_went(self, room: Room, person: str | None) -> None:
        if person is not None:
            self._crier.greet(room, person)
        elif room.connections:
            self._crier.miss(room)
        elif room.table.status == "over":
            self._put_away(room)

    def _put_away(self, room: Room) -> None:
        """A table that nobody uses leaves memory; whoever wants it again has it from the database."""
        if not room.connections and not room.thinking and not room.queued and self.rooms.get(room.id) is room:
            room.silence()
            del self.rooms[room.id]
            self._crier.forget(room)

    async def patrol(self) -> None:
        """What nobody else looks after: clocks of tables whose server is gone, and tables nobody uses any more."""
        while True:
            await self._visit(await self._threads.ask_patiently(self._storage.due, clock.now()))
            for room in list(self.rooms.values()):
                if time.monotonic() - room.used > IDLE:
                    self._put_away(room)
            await asyncio.sleep(PATROL)

    async def patrol_bots(self) -> None:
        """The same for bots whose turn it is. They have a round of their own: no clock waits behind them."""
        after = ""
        while True:
            found = await self._threads.ask_patiently(self._storage.with_bots_to_move, after)
            await self._visit(found)
            after = found[-1] if found else ""  # the round goes by all of them, however many there are
            await asyncio.sleep(PATROL)

    async def _visit(self, ids: list[str]) -> None:
        for id in ids:
            try:
                self._caretaker.look_after(self.rooms.get(id) or await self.room(id))
            except UndertowError as error:
                log.warning("table %s: %s", id, error)
            except Exception:
                log.exception("table %s cannot be looked after now", id)

    def close(self) -> None:
        for room in self.rooms.values():
            room.silence()

    # What happens ----------------------------------------------------------------------------------------------------

    def written(self, room: Room, entries: list[Entry]) -> None:
        """This happened here, and it is durable."""
        room.used = time.monotonic()
        room.changed()
        self._crier.tell(room, entries)
        self._caretaker.look_after(room)
        self.ears.tell_seated(entry.who for entry in entries if entry.kind in SEATING)

    def _replaced(self, room: Room) -> None:
        """The room is as the database has it."""
        room.changed()
        room.wake()
        self._caretaker.look_after(room)
        self.ears.tell_seated(room.table.people)

    async def fold_anew(self, room: Room) -> None:
        """What this room has in memory did not happen: fold what the database holds."""
        try:
            room.table = await self._threads.ask_patiently(self._folded, room.table.founding)
        except UndertowError as error:
            self._give_up(room, error)
        else:
            self._replaced(room)

    def _give_up(self, room: Room, error: UndertowError) -> None:
        """The database has no such table any more, or a damaged one: this room is none of it, and others go on."""
        log.error("table %s: %s", room.id, error)
        room.broken = error
        room.silence()
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]

    async def newest(self, room: Room) -> int:
        """The number of the room's last entry in the database; unlike catching up, this waits for no commit."""
        found: int = await self._threads.ask_patiently(self._storage.head, room.id)
        return found

    async def catch_up(self, room: Room) -> None:
        """Fold what other servers wrote."""
        while True:
            await room.settle()
            table, head = room.table, room.table.head
            try:
                entries = await self._threads.ask_patiently(self._storage.entries_after, room.id, head)
            except UndertowError as error:
                self._give_up(room, error)
                return
            if room.settled is None and room.table is table and table.head == head:
                break
        if not entries:
            return
        if len(entries) > FEW:
            await self.fold_anew(room)
            return
        try:
            for entry in entries:
                table.fold(entry)
            table.stood = table.standing()
        except Exception:
            log.exception("the log of table %s does not go on from what is here; folding it anew", room.id)
            await self.fold_anew(room)
        else:
            self._replaced(room)

    def _folded(self, founding: Founding) -> Table:
        """A table as the database has it; in a thread."""
        return read_table(self._storage, founding)

    async def listen(self, server: str) -> None:
        """Hear from the other servers on this database which tables have news."""
        from undertow.table.listening import tables_with_news

        async for other, id in tables_with_news(self._storage.url):
            if other == server:
                continue
            # whoever just began to listen may have missed anything
            rooms = list(self.rooms.values()) if not id else [self.rooms[id]] if id in self.rooms else []
            for room in rooms:
                await self.catch_up(room)
            self._elsewhere |= not id or id not in self.rooms

    async def look_elsewhere(self) -> None:
        """Who listens here for their seats may sit down at another server: one question for all of them."""
        known: set[tuple[str, str]] = set()
        while True:
            await asyncio.sleep(ELSEWHERE)
            if self._elsewhere and (people := self.ears.people()):
                self._elsewhere = False
                seated = await self._threads.ask_patiently(self._storage.seated, people)
                self.ears.tell_seated({person for person, _ in seated - known})
                known = seated

    def compiled(self, game: str) -> None:
        """The rules of a game are compiled: its tables' bots play as well as they can."""
        for room in self.rooms.values():
            if room.table.founding.game == game:
                room.warming = False
                room.changed()
                self._crier.miss(room)
