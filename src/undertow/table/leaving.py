"""How a server stops: nothing new begins, moves under way become durable, and everybody is told to come back.

Pages find back by themselves, to this server when it has started again or to another one on the same database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

FINISH = 8.0  # seconds for moves under way to become durable
GOODBYE = 2.0  # seconds for browsers to say goodbye too
LOOK = 0.02  # seconds between two looks whether it is done
COME_BACK = 1012  # the code of a WebSocket that ends because its server starts anew
WORDS = "the server is starting anew; come back in a moment."


class Line(Protocol):
    """A WebSocket."""

    def say_goodbye(self) -> None:
        """Tell what is still to be told, and that this is the end."""

    def cut(self) -> None:
        """End, whether the other side listens or not."""


class Leaving:
    """Whether this server is about to stop, and whom it has to tell."""

    def __init__(self) -> None:
        self.begun = False  # nobody's command is taken any more: it will be sent again
        self.told = False  # everybody is sent away
        self.lines: set[Line] = set()
        self._streams: set[Callable[[], None]] = set()

    @contextmanager
    def waking(self, wake: Callable[[], None]) -> Iterator[None]:
        """A stream, which looks at `told` whenever it is woken."""
        self._streams.add(wake)
        try:
            yield
        finally:
            self._streams.discard(wake)

    @property
    def streams(self) -> int:
        return len(self._streams)

    async def leave(self, busy: Callable[[], bool]) -> None:
        """Returns when everybody is gone, or after some seconds."""
        self.begun = True
        await _until(lambda: not busy(), FINISH)
        self.told = True
        for line in list(self.lines):
            line.say_goodbye()
        for wake in list(self._streams):
            wake()
        await _until(lambda: not self.lines and not self._streams, GOODBYE)
        for line in list(self.lines):
            line.cut()


async def _until(done: Callable[[], bool], seconds: float) -> None:
    clock = asyncio.get_running_loop().time
    until = clock() + seconds
    while not done() and clock() < until:
        await asyncio.sleep(LOOK)
