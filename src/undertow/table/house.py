"""The house: the parts of a table server put together, where tables are made and commands come in.

A command goes to the writer, which lets its table decide and makes it durable. Then the loader, who has the tables in
memory, lets the crier tell whoever is there and the caretaker look after bots and clocks.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from undertow.core.chance import fresh_seed
from undertow.core.game import find_game
from undertow.settings import Settings
from undertow.table import clock
from undertow.table import messages as m
from undertow.table.caretaker import Caretaker
from undertow.table.crier import Crier
from undertow.table.decide import Person, Refused, decide, own_id
from undertow.table.ears import Ears
from undertow.table.endings import Endings, Listener
from undertow.table.entries import Entry, Founding
from undertow.table.leaving import Leaving
from undertow.table.loader import Loader
from undertow.table.people import Signer
from undertow.table.rematch import again, laid_again, point_to, sit_again
from undertow.table.room import Room
from undertow.table.rules import Rules
from undertow.table.scribe import Scribe
from undertow.table.storage import News, Storage, Taken
from undertow.table.table import Table, folded, setup_for
from undertow.table.tasks import Tasks, Threads
from undertow.table.thinkers import Thinkers
from undertow.table.worker import Died
from undertow.table.writer import Answer, Writer, resolving

OPEN_TABLES = 20_000
OPEN_TABLES_EACH = 30
MAKE_ROOM = 100  # tables that are forgotten at a time when there are too many


class House:
    """All tables of this server."""

    def __init__(
        self,
        storage: Storage,
        thinkers: Thinkers,
        settings: Settings,
        scribe: Scribe | None = None,
        when_over: Sequence[Listener] = (),
    ) -> None:
        self.storage = storage
        self.server = secrets.token_hex(4)
        self.tasks = Tasks()
        self.leaving = Leaving()
        self.threads = Threads(storage)
        self.writer = Writer(scribe or self.threads, self.server, storage.shared)
        self.crier = Crier()
        self.endings = Endings(storage, when_over)
        self.caretaker = Caretaker(thinkers, self.writer, self.endings, self.tasks, settings.bot_pause)
        self.rules = Rules(thinkers, self.tasks)
        self.loader = Loader(storage, self.threads, self.writer, self.crier, self.caretaker, self.tasks, self.rules)
        self._limited = settings.rate > 0
        self._signer = Signer(storage.signing_key())
        self._thinkers = thinkers
        self._scribe = scribe

    # Opening and closing ---------------------------------------------------------------------------------------------

    def open(self) -> None:
        if self._scribe:
            self.tasks.spawn(self._scribe.begin())
        for work in (self.writer.run(self.loader), self.crier.run(), self.endings.run()):
            self.tasks.spawn(work)
        self.tasks.spawn(self.rules.run(self.loader.compiled))
        for round in (self.loader.patrol(), self.loader.patrol_bots()):
            self.tasks.spawn(round)
        self.tasks.spawn(self.ears.breathe())
        if self.storage.shared:
            self.tasks.spawn(self.loader.listen(self.server))
            self.tasks.spawn(self.loader.look_elsewhere())

    async def leave(self) -> None:
        """Begin nothing new, finish what is under way, and send everybody away."""
        self.tasks.closed = True  # bots begin no turn
        await self.leaving.leave(lambda: any(room.queued for room in self.loader.rooms.values()))

    async def close(self) -> None:
        await self.tasks.close()
        self.loader.close()
        self._thinkers.close()
        if self._scribe:
            await self._scribe.close()
        self.endings.close()
        await self.threads.close()
        self.storage.close()

    @property
    def ears(self) -> Ears:
        """Who listens for their seats."""
        return self.loader.ears

    async def read(self, what: Callable[..., Any], *args: Any) -> Any:
        """Ask the database in a thread."""
        return await self.threads.ask(what, *args)

    # Tables ----------------------------------------------------------------------------------------------------------

    async def room(self, id: str) -> Room:
        """A table in use."""
        return await self.loader.room(id)

    async def found(self, wanted: m.NewTable, person: Person) -> str:
        """Make a table; returns its id."""
        founding: Founding
        founding, entries = await self.threads.ask(_planned, wanted, person)
        await self._make_sure_there_is_room(person)
        await self._sound_out(founding, [level for level in wanted.bots.values() if level], person)
        await self.loader.use(Room(await self._write_down(founding, entries)))
        return founding.id

    async def _sound_out(self, founding: Founding, levels: list[str], person: Person) -> None:
        """Whether bots can play by these house rules in a reasonable time. By the box's own rules they can."""
        if founding.settings and levels and founding.game in self.rules.ready:
            with suppress(Died):  # it will show
                await self.caretaker.sound_out(setup_for(founding), levels, person.id)

    async def _make_sure_there_is_room(self, person: Person) -> None:
        if not self._limited:
            return
        if await self.read(self.storage.open_tables, person.id) >= OPEN_TABLES_EACH:
            raise Refused(f"you have {OPEN_TABLES_EACH} open tables already; finish one first.")
        full = await self.read(self.storage.open_tables) >= OPEN_TABLES
        if full and not await self.read(self.storage.forget_unbegun, MAKE_ROOM):
            raise Refused("this server has no room for another table now; try again later.")

    async def _write_down(self, founding: Founding, entries: list[Entry]) -> Table:
        """A new table, durable, with what happens there at once."""
        table: Table = await self.threads.ask(folded, founding, entries)
        entries = table.signed(entries)
        await self.writer.write([News(founding.id, entries, table.stood, founding)])
        return table

    # Commands --------------------------------------------------------------------------------------------------------

    def carry_out(self, room: Room, command: m.Command, person: Person) -> asyncio.Future[None]:
        """Done when the command is durable; `UndertowError` says why it is not carried out."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.take(room, command, person, resolving(done))
        return done

    def take(self, room: Room, command: m.Command, person: Person, answer: Answer) -> None:
        """The same with an answer that is called."""
        if room.has_done(own_id(command.id, person)):
            answer(None)  # sent once more: that must not tell how busy the writer is
            return
        if isinstance(command, m.Rematch):
            task = self.tasks.spawn(self._rematch(room, command, person))
        elif isinstance(command, m.SetBot) and command.level and room.table.founding.settings:
            task = self.tasks.spawn(self._set_bot(room, command, person))
        else:
            self.writer.take(room, lambda table, now: decide(table, command, person, now), answer, person.id)
            return
        task.add_done_callback(lambda _: answer(asyncio.CancelledError() if task.cancelled() else task.exception()))

    async def _set_bot(self, room: Room, command: m.SetBot, person: Person) -> None:
        """A bot that has to show first that it can play by these house rules."""
        decide(room.table, command, person, clock.now())
        await self._sound_out(room.table.founding, [command.level] if command.level else [], person)
        await self.writer.submit(room, lambda table, now: decide(table, command, person, now))

    async def _rematch(self, room: Room, command: m.Rematch, person: Person) -> None:
        """Whoever asks first has the table laid again, whoever asks later comes to the same one. Its id is the server's
        secret until then: nobody can work it out from what a finished match reveals."""
        decide(room.table, command, person, clock.now())
        if not room.table.rematch:
            await self._make_sure_there_is_room(person)
            fresh = again(room.table, self._signer.id("rematch", room.id), person)
            with suppress(Taken):  # by somebody who asked in the same moment
                await self._write_down(fresh, laid_again(room.table, fresh))
            await self.writer.submit(room, lambda table, now: point_to(table, fresh.id, command, person, now))
        assert room.table.rematch is not None
        there = await self.room(room.table.rematch)
        await self.writer.submit(there, lambda table, now: sit_again(table, person, now))


def _planned(wanted: m.NewTable, person: Person) -> tuple[Founding, list[Entry]]:
    """The new table, and what happens there at once; in a thread, because some house rules take a while to settle."""
    setup = find_game(wanted.game).set_up(wanted.players, wanted.settings)
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
        created=clock.now(),
    )
    commands: list[m.Command] = [m.Sit(f"new.sit.{i}", seat) for i, seat in enumerate(wanted.sit)]
    commands += [m.SetBot(f"new.bot.{i}", seat, level) for i, (seat, level) in enumerate(wanted.bots.items())]
    commands += [m.Start("new.start")] if wanted.start else []
    table = Table(founding)
    entries: list[Entry] = []
    for command in commands:
        for entry in decide(table, command, person, founding.created):
            table.fold(entry)
            entries.append(entry)
    return founding, entries


def _settled(pace: m.Pace) -> m.Pace:
    """A pace with its seconds: two minutes live, a day by the day, none if free."""
    usual = {"live": 120, "days": 86400, "free": None}[pace.kind]
    return m.Pace(pace.kind, (pace.seconds or usual) if usual else None)
