"""Processes for what takes long to compute.

A job has a budget of computing time, which begins with the work. If it uses that up it ends with its process, another
process takes its place, and nobody else's job is touched.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

from undertow.bots.rehearsal import compile_rules
from undertow.core.errors import UndertowError
from undertow.core.rule import run_interpreted

LONGEST = 300.0  # seconds that a job may take on a machine that has little time for it
PATIENCE = 10  # how far a patient worker stands back, as the system counts it
LIMITED = -signal.SIGPROF if hasattr(signal, "setitimer") else 0  # how a process ends that computed too long


class Overran(Exception):
    """The job needs more computing time than it may have."""


class Died(Exception):
    """The worker ended in the middle of its job, or on its way to it."""


def _serve_the_parent() -> None:
    """A worker leaves Ctrl-C to the server, and ends with it, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent:
            parent.join()
            os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _deaf() -> Iterator[None]:
    """A process that is started here does not hear the signals that end the server, which may be sent to all of its
    processes: it ends with the server, and a bot must not be at a loss in between."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it would be started with the first process, and take the deafness away again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _allow(seconds: float) -> None:
    """So much computing from now on, then the system ends this process, whatever it is doing; 0: as much as it takes.

    Where the system knows no such limit there is only the server's, which counts time that others used too.
    """
    if LIMITED:
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _listen(line: Connection, patient: bool) -> None:
    """The worker's life: one job after the other."""
    _serve_the_parent()
    run_interpreted()
    if patient and hasattr(os, "nice"):
        os.nice(PATIENCE)
    with suppress(EOFError):
        while True:
            what, args, budget = line.recv()
            _allow(budget)
            try:
                answer = True, what(*args)
            except Exception as error:
                answer = False, (isinstance(error, UndertowError), f"{type(error).__name__}: {error}", str(error))
            _allow(0.0)
            line.send(answer)


class Worker:
    """A process that does one thing at a time, and is started anew when it had to be ended.

    It runs rules as Python does until it has loaded them. A patient one lets everybody else go first.
    """

    def __init__(self, patient: bool = False) -> None:
        self._patient = patient
        self._process: SpawnProcess | None = None
        self._line: Connection
        self._knows: dict[str, None] = {}  # games whose rules it has loaded
        self._closed = False
        self._working = threading.Lock()
        self._starting = threading.Lock()

    def do(self, what: Callable[..., Any], *args: Any, budget: float = 0.0) -> Any:
        """Blocks until the job is done; `Overran` if it takes more than its budget, `Died` if its process ends."""
        with self._working:
            fine, answer = self._done((what, args, budget), budget)
        if fine:
            return answer
        expected, named, said = answer
        raise UndertowError(said) if expected else RuntimeError(named)

    def _done(self, job: tuple[Any, ...], budget: float) -> tuple[bool, Any]:
        process = self._at_work()
        try:
            self._line.send(job)
            if budget and not self._line.poll(LONGEST if LIMITED else budget):
                raise Overran
            answer: tuple[bool, Any] = self._line.recv()
        except Overran:
            self._end(process)
            raise
        except (EOFError, OSError) as error:
            raise Overran if self._end(process) == LIMITED else Died from error
        return answer

    def start(self) -> None:
        """Before there is anything to do: importing what it works with takes the process seconds."""
        self._at_work()

    def knows(self, game: str) -> bool:
        return game in self._knows

    def load(self, game: str) -> None:
        """Have a game's rules ready. That takes seconds, which nobody's budget pays for."""
        if game not in self._knows:
            self.do(compile_rules, game)
            self._knows[game] = None

    def recover(self) -> None:
        """After its process had to be ended: be what it was before."""
        games, self._knows = list(self._knows), {}
        for game in games:
            self.load(game)

    def close(self) -> None:
        """End for good; in a moment nothing is left of its process."""
        with self._starting:
            self._closed = True
            if self._process:
                self._process.kill()
                threading.Thread(target=self._process.join, daemon=True).start()

    def _at_work(self) -> SpawnProcess:
        with self._starting:
            if self._closed:
                raise Died
            if self._process is None:
                self._line, theirs = multiprocessing.Pipe()
                start = multiprocessing.get_context("spawn").Process
                self._process = start(target=_listen, args=(theirs, self._patient), daemon=True)
                with _deaf():
                    self._process.start()
                theirs.close()
            return self._process

    def _end(self, process: SpawnProcess) -> int | None:
        process.kill()
        process.join()
        self._line.close()
        self._process = None
        return process.exitcode
