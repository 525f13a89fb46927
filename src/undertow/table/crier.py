"""Who is told first. What gives somebody something to do is told at once, all else a moment later: a room may have more
to tell by then, and commands never wait until everybody is told.
"""

from __future__ import annotations

import asyncio
import time

from undertow.table.entries import Entry
from undertow.table.room import Connection, Room

MOMENT = 0.05  # seconds that news waits which gives nobody anything to do: perhaps there is more to tell by then
LATEST = 1.0  # seconds that it may wait when there is much to do
FEW = 10  # rooms with such news: with so many more it waits another moment
BREATH = 0.0005  # seconds of telling before whatever else there is to do
SOON = 16  # rooms with something to do: where more wait to be told, it takes longer than an answer should


class Crier:
    """Tells rooms with news one after the other."""

    def __init__(self) -> None:
        self._urgent: dict[Room, set[str]] = {}  # people who have something to do, the longest waiting first
        self._later: dict[Room, float] = {}  # rooms with other news, which can wait, and since when
        self._news = asyncio.Event()
        self._soon: asyncio.TimerHandle | None = None  # when to look whether other news has waited long enough

    def tell(self, room: Room, entries: list[Entry]) -> None:
        """These entries are durable: first for those who have something to do, and whatever is not a decision for
        everybody."""
        asked = room.newly_asked()
        everybody = any(entry.kind != "act" for entry in entries)
        if people := room.readers() if everybody else asked:
            self._urgent[room] = self._urgent.get(room, set()) | people
            self._news.set()
        self._tell_later(room)

    def greet(self, room: Room, person: str) -> None:
        """Somebody came, who has everything to hear."""
        self._urgent.setdefault(room, set()).add(person)
        self._news.set()
        self._tell_later(room)

    def miss(self, room: Room) -> None:
        """Somebody went."""
        self._tell_later(room)

    def forget(self, room: Room) -> None:
        """Nobody is there."""
        self._urgent.pop(room, None)
        self._later.pop(room, None)

    def tells_soon(self, room: Room, connection: Connection) -> bool:
        """Whether a reader is about to be told what is new at a table."""
        if len(self._urgent) > SOON:
            return False
        return connection.version != room.version and connection.person in self._urgent.get(room, ())

    async def run(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            began = time.monotonic()
            while self._tell_next():
                if time.monotonic() - began > BREATH:
                    await asyncio.sleep(0)
                    began = time.monotonic()
            if self._later:
                self._look_soon()

    def _tell_later(self, room: Room) -> None:
        """News that gives nobody anything to do: who has decided while others still do, who came and went."""
        self._later.setdefault(room, time.monotonic())
        self._look_soon()

    def _look_soon(self) -> None:
        if self._soon is None:
            self._soon = asyncio.get_running_loop().call_later(MOMENT / 2, self._look)

    def _look(self) -> None:
        self._soon = None
        self._news.set()

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
