"""Who listens for their seats at all tables, as bots do. Nobody asks the database again and again: a stream is woken
when its person sits down somewhere, and one clock lets all of them breathe.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

BREATH = 5.0  # seconds between two signs of life, whatever happens: what others hide must not delay one


class Ear:
    """One stream."""

    __slots__ = ("breathes", "person", "seated", "woken")

    def __init__(self, person: str) -> None:
        self.person = person
        self.woken = asyncio.Event()
        self.seated = True  # perhaps at a table that the stream does not tell of yet
        self.breathes = False

    def wake(self) -> None:
        self.woken.set()


class Ears:
    """All streams of a server."""

    def __init__(self) -> None:
        self._ears: dict[str, set[Ear]] = {}  # by person

    def people(self) -> list[str]:
        return list(self._ears)

    @contextmanager
    def listening(self, person: str) -> Iterator[Ear]:
        ear = Ear(person)
        self._ears.setdefault(person, set()).add(ear)
        ear.wake()
        try:
            yield ear
        finally:
            self._ears[person].discard(ear)
            if not self._ears[person]:
                del self._ears[person]

    def tell_seated(self, people: Iterable[str]) -> None:
        """These may sit at another table."""
        for person in people if self._ears else ():
            for ear in self._ears.get(person, ()):
                ear.seated = True
                ear.wake()

    async def breathe(self) -> None:
        while True:
            await asyncio.sleep(BREATH)
            for ears in self._ears.values():
                for ear in ears:
                    ear.breathes = True
                    ear.wake()
