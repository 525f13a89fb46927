"""A table in use: its fold, who is connected, and what is under way."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass

from undertow.core.errors import UndertowError
from undertow.table import clock
from undertow.table.table import Table
from undertow.table.telling import Cursor, Presence, Teller, Told


@dataclass(slots=True, eq=False)
class Connection:
    """Somebody looking at a table, on whatever line: it is woken when there may be news."""

    person: str
    cursor: Cursor
    wake: Callable[[], None]
    frames: bool = False  # whether to show each step
    shown: int = 0  # what was told last, as a hash
    version: int = -1  # of the table, when it was told last


class Room:
    """A table in use."""

    __slots__ = (
        "alarm",
        "alarm_for",
        "asked",
        "broken",
        "connections",
        "left",
        "odds",
        "queued",
        "settled",
        "slots",
        "table",
        "tell_of",
        "teller",
        "thinking",
        "used",
        "version",
        "warming",
        "writing",
    )

    def __init__(self, table: Table) -> None:
        self.table = table
        self.broken: UndertowError | None = None  # why nothing can happen here any more
        self.connections: set[Connection] = set()
        self.settled: asyncio.Event | None = None  # while entries are on their way to the disk
        self.writing: set[str | None] = set()  # ids of the commands that these came from
        self.queued = 0  # commands on their way
        self.asked: frozenset[tuple[str, int]] = frozenset()  # what was asked when readers were last told
        self.version = 0  # grows with whatever there is to tell
        self.tell_of: Callable[[Room, str | None], None] = lambda room, _: (
            room.wake()
        )  # who came, or that somebody went
        self.teller: Teller | None = None
        self.thinking: set[str] = set()  # seats whose bots think
        self.slots: dict[str, float] = {}  # by a bot's seat, when its pause began: in the event loop's time
        self.odds: dict[tuple[str, bytes, bytes], asyncio.Task[bytes]] = {}  # by whose they are and what is known
        self.alarm: asyncio.TimerHandle | None = None
        self.alarm_for: float | None = None  # the deadline it was set for
        self.used = time.monotonic()
        self.left = self.used  # when somebody was last seen there
        self.warming = False  # whether the rules are being compiled

    @property
    def id(self) -> str:
        return self.table.founding.id

    @property
    def presence(self) -> Presence:
        people = self.table.people
        there = frozenset(one.person for one in self.connections)
        strangers = sum(not one.person for one in self.connections)  # who has no name yet is counted by connection
        return Presence(there.intersection(people), len(there.difference(people, {""})) + strangers, self.warming)

    async def settle(self) -> None:
        """Wait until all that the table shows is durable."""
        while self.settled:
            await self.settled.wait()

    def has_done(self, command: str) -> bool:
        """Whether a command was carried out, and that is durable."""
        return command in self.table.done and command not in self.writing

    def silence(self) -> None:
        """Set no alarm off any more."""
        if self.alarm:
            self.alarm.cancel()
        self.alarm = self.alarm_for = None

    # Telling ---------------------------------------------------------------------------------------------------------

    def tell(self) -> Teller:
        """Who tells readers about the table as it is now."""
        if self.teller is None:
            self.teller = Teller(self.table, self.presence)
        return self.teller

    def changed(self) -> None:
        """There may be news."""
        self.teller = None
        self.version += 1

    def wake(self, people: Collection[str] | None = None) -> None:
        """Let readers look at the news, or only these people; whoever has seen it already sleeps on."""
        for connection in list(self.connections):
            if connection.version != self.version and (people is None or connection.person in people):
                connection.wake()

    def readers(self) -> set[str]:
        return {connection.person for connection in self.connections}

    def newly_asked(self) -> set[str]:
        """People who have something to do since readers were last told; everybody once the match is over."""
        table = self.table
        if table.status == "over":
            return self.readers()
        asked = frozenset((seat, table.decisions[seat]) for seat in table.to_act())
        fresh, self.asked = asked - self.asked, asked
        return {person for seat, _ in fresh for person in table.places[seat].people}

    def told(self, connection: Connection) -> Told | None:
        """What is new to this reader, if anything is. What others hide does not even cause a message."""
        connection.version = self.version
        told = self.tell().tell(connection.person, connection.cursor, connection.frames)
        if not told.new and told.shows == connection.shown:
            return None
        connection.shown, connection.cursor = told.shows, told.cursor
        return told

    def news_for(self, connection: Connection) -> bytes | None:
        """The same for the wire."""
        told = self.told(connection)
        return told.encoded(clock.now()) if told else None

    # Coming and going ------------------------------------------------------------------------------------------------

    def connect(self, connection: Connection) -> None:
        self.connections.add(connection)
        self.changed()
        self.tell_of(self, connection.person)

    def disconnect(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.used = self.left = time.monotonic()
        self.changed()
        self.tell_of(self, None)
