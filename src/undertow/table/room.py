"""A table in use: its fold, who is connected, and what is under way."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

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


class Room:
    """A table in use."""

    __slots__ = (
        "alarm",
        "asked",
        "connections",
        "left",
        "queued",
        "settled",
        "table",
        "tell_others",
        "teller",
        "thinking",
        "used",
    )

    def __init__(self, table: Table) -> None:
        self.table = table
        self.connections: set[Connection] = set()
        self.settled: asyncio.Event | None = None  # while entries are on their way to the disk
        self.queued = 0  # commands on their way
        self.asked: frozenset[str] = frozenset()  # seats that were asked when readers were last told
        self.tell_others: Callable[[Room], None] = Room.wake  # of who came and went
        self.teller: Teller | None = None
        self.thinking: set[str] = set()  # seats whose bots think
        self.alarm: asyncio.TimerHandle | None = None
        self.used = self.left = time.monotonic()

    @property
    def id(self) -> str:
        return self.table.founding.id

    @property
    def presence(self) -> Presence:
        people = self.table.people
        there = frozenset(one.person for one in self.connections)
        strangers = sum(not one.person for one in self.connections)  # who has no name yet is counted by connection
        return Presence(there.intersection(people), len(there.difference(people, {""})) + strangers)

    async def settle(self) -> None:
        """Wait until all that the table shows is durable."""
        while self.settled:
            await self.settled.wait()

    def silence(self) -> None:
        """Set no alarm off any more."""
        if self.alarm:
            self.alarm.cancel()
            self.alarm = None

    # Telling ---------------------------------------------------------------------------------------------------------

    def tell(self) -> Teller:
        """Who tells readers about the table as it is now."""
        if self.teller is None:
            self.teller = Teller(self.table, self.presence)
        return self.teller

    def wake(self) -> None:
        """There may be news."""
        self.teller = None
        self.asked = frozenset(self.table.to_act())
        for connection in list(self.connections):
            connection.wake()

    def others_still_decide(self) -> bool:
        """Whether nothing is new but who of several has decided: nobody waits for such news."""
        asked = self.table.to_act()
        return bool(asked) and self.asked.issuperset(asked) and len(self.asked) > len(asked)

    def told(self, connection: Connection) -> Told | None:
        """What is new to this reader, if anything is. What others hide does not even cause a message."""
        told = self.tell().tell(connection.person, connection.cursor, connection.frames)
        if not told.new and told.shows == connection.shown:
            return None
        connection.shown, connection.cursor = told.shows, told.cursor
        return told

    def news_for(self, connection: Connection) -> bytes | None:
        """The same for the wire."""
        told = self.told(connection)
        return told.encoded(time.time()) if told else None

    # Coming and going ------------------------------------------------------------------------------------------------

    def connect(self, connection: Connection) -> None:
        self.connections.add(connection)
        self.teller = None
        connection.wake()
        self.tell_others(self)

    def disconnect(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.used = self.left = time.monotonic()
        self.teller = None
        if self.connections:
            self.tell_others(self)
