"""Bots think in processes of their own: the table never waits for them.

A worker gets the steps of a match, folds them, and asks the bot, which is handed one seat's knowledge and nothing
else. The seed of the dice does not travel: what happened is enough.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import signal
import threading
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Any

from msgspec import Struct

from undertow.core.match import Match

BUDGET = 10.0  # seconds a bot may think before any legal action is taken for it
HINTING = "hard"


class Task(Struct, frozen=True):
    """A position, by how it came about, and who has to decide."""

    game: str
    players: int
    settings: dict[str, Any]
    steps: list[tuple[int, int]]  # seat, action
    seat: str
    level: str
    names: tuple[str, ...]


class Thought(Struct, frozen=True):
    action: str
    label: str
    why: str


def task_for(match: Match, seat: str, level: str) -> Task:
    steps = [(ply.seat, ply.action) for ply in match.history]
    setup = match.setup
    return Task(setup.game.name, setup.players, setup.settings, steps, seat, level, match.names)


def think(task: Task) -> Thought:
    """In a worker: what the bot does here, and why."""
    from undertow.bots import Knowledge, make_bot
    from undertow.core.game import find_game
    from undertow.core.position import Position

    setup = find_game(task.game).set_up(task.players, task.settings)
    position = Position(setup)
    for seat, action in task.steps:
        position.step(seat, action)
    index = setup.seat(task.seat)
    knowledge = Knowledge(position, index)
    chosen = make_bot(setup, task.level, random.SystemRandom().getrandbits(60)).choose(knowledge)
    name = next(name for name, action in knowledge.legal.items() if action == chosen.action)
    return Thought(name, position.label(index, chosen.action, task.names), chosen.why)


def compile_rules(game: str) -> None:
    """Load a game's compiled rules and bots, compiling them if nobody has: in a worker first, then in the server."""
    from undertow.bots import Knowledge, levels_of, make_bot
    from undertow.core.game import find_game

    found = find_game(game)
    match = Match(game, found.players[-1] if found.players[-1] in found.players_with({}) else None, seed="warm")
    seat = match.to_act[0]
    for viewer in match.viewers:
        match.view(viewer)
    for level in levels_of(found):
        make_bot(match.setup, level, 1).choose(Knowledge(match.position, match.setup.seat(seat)))
    match.play(seat, match.legal(seat)[0])


def _serve_the_parent() -> None:
    """A worker leaves Ctrl-C to the server, and ends with it, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent:
            parent.join()
            os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def _processes(number: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(number, mp_context=multiprocessing.get_context("spawn"), initializer=_serve_the_parent)


class Compiler:
    """A process that compiles rules, so that bots of games that are ready need not wait for it."""

    def __init__(self) -> None:
        self._pool = _processes(1)

    async def compile(self, game: str) -> None:
        """In that process first, which takes long and blocks nobody; then here, from what it kept on the disk."""
        await asyncio.get_running_loop().run_in_executor(self._pool, compile_rules, game)
        await asyncio.to_thread(compile_rules, game)

    def close(self) -> None:
        _end(self._pool)


def _end(pool: ProcessPoolExecutor) -> None:
    for process in (pool._processes or {}).values():
        process.terminate()
    pool.shutdown(wait=False, cancel_futures=True)


class Thinkers:
    """The worker processes."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        return _processes(self.workers)

    async def warm_up(self, game: str) -> None:
        """Let every worker load a game before somebody waits for its bot."""
        loop = asyncio.get_running_loop()
        work = [loop.run_in_executor(self._pool, compile_rules, game) for _ in range(self.workers)]
        await asyncio.gather(*work, return_exceptions=True)

    async def choose(self, task: Task) -> Thought:
        """What the bot does; when it takes too long or its process dies, `TimeoutError`."""
        pool = self._pool
        try:
            return await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(pool, think, task), BUDGET)
        except (BrokenExecutor, TimeoutError) as error:
            if pool is self._pool:  # not replaced by somebody else meanwhile
                _end(pool)
                self._pool = self._new_pool()
            raise TimeoutError from error

    def close(self) -> None:
        _end(self._pool)
