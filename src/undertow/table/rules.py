"""Which games' rules are compiled. Until they are, Python runs them and bots think less.

What people play is compiled first. Another process does it, which takes long and blocks nobody. What is kept on the
disk is loaded when somebody plays it.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable

from undertow.bots.rehearsal import compile_rules, is_compiled
from undertow.core.game import game_names
from undertow.table.tasks import Tasks
from undertow.table.thinkers import Thinkers
from undertow.table.worker import Worker

log = logging.getLogger("undertow.table")
GRACE = 2.0  # seconds in which a table opens and bots begin, before rules are loaded beside them
AT_ONCE = 2  # games that are compiled although nobody plays them
SELDOM = (100_000, 20, 100)  # of the collector: by default it took a sixth of a busy server's time


def _is_kept(game: str) -> bool:
    """A game that cannot be imported is not."""
    try:
        return is_compiled(game)
    except Exception as error:
        log.warning("the rules of %s cannot be loaded: %r", game, error)
        return False


class Rules:
    """Compiles the rules of every game, those first that are played."""

    def __init__(self, thinkers: Thinkers, tasks: Tasks) -> None:
        self._thinkers = thinkers
        self._tasks = tasks
        self._begun: set[str] = set()
        self._wanted: dict[str, None] = {}
        self._under_way = 0
        self._news = asyncio.Event()

    @property
    def ready(self) -> set[str]:
        """Games whose rules are compiled."""
        return self._thinkers.ready

    def want(self, game: str) -> None:
        """Somebody plays this game."""
        if game not in self._wanted:
            self._wanted[game] = None
            self._thinkers.loading.add(game)
            self._news.set()

    async def run(self, tell: Callable[[str], None]) -> None:
        """Compile one game after the other, and `tell` of each that is played when it is loaded."""
        await self._thinkers.begin()
        for game in game_names():
            if await asyncio.to_thread(_is_kept, game):
                self.ready.add(game)
        while True:
            for game in self._next():
                self._begun.add(game)
                self._under_way += 1
                self._tasks.spawn(self._compile(game, tell))
            await self._news.wait()
            self._news.clear()

    def _next(self) -> list[str]:
        """What is played begins at once; the rest as long as few are under way."""
        wanted = [game for game in self._wanted if game not in self._begun]
        others = [game for game in game_names() if game not in self._begun | self.ready and game not in wanted]
        return wanted + others[: max(0, AT_ONCE - self._under_way - len(wanted))]

    async def _compile(self, game: str, tell: Callable[[str], None]) -> None:
        compiler = Worker(patient=True)
        try:
            if game not in self.ready and not await asyncio.to_thread(is_compiled, game):
                await asyncio.to_thread(compiler.do, compile_rules, game)
            else:
                await asyncio.sleep(GRACE)
            self.ready.add(game)
            if game in self._wanted:
                await asyncio.gather(asyncio.to_thread(compile_rules, game), self._thinkers.warm_up(game))
                gc.freeze()  # the compiled rules' many objects stay: the collector need not go through them
                gc.set_threshold(*SELDOM)
            else:
                self._begun.discard(game)  # until somebody plays it
            tell(game)
        except Exception:
            log.exception("the rules of %s cannot be compiled; they are played as Python runs them", game)
        finally:
            compiler.close()
            self._under_way -= 1
            self._news.set()
