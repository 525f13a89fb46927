"""Who plays the chunks of a study: threads of this machine, its GPU, or a Ray cluster. All bring back the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, Protocol

from undertow.core.errors import UndertowError
from undertow.lab.study.orders import Chunk, Order, play

AHEAD = 2  # chunks a worker has waiting
Jobs = Iterable[tuple[Order, Chunk]]
Done = Iterator[tuple[Chunk, bytes]]


class Workers(Protocol):
    """Whoever plays chunks, in any order."""

    @property
    def number(self) -> int: ...
    def run(self, jobs: Jobs) -> Done: ...
    def close(self) -> None: ...


class Threads:
    """The cores of this machine: rules are compiled, and run without Python's lock."""

    def __init__(self, number: int) -> None:
        self.number = number

    def run(self, jobs: Jobs) -> Done:
        pool = ThreadPoolExecutor(self.number, thread_name_prefix="study")
        waiting: dict[Future[bytes], Chunk] = {}
        try:
            for order, chunk in jobs:
                waiting[pool.submit(play, order, chunk)] = chunk
                if len(waiting) >= AHEAD * self.number:
                    yield from _finished(waiting)
            while waiting:
                yield from _finished(waiting)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def close(self) -> None:
        pass


def _finished(waiting: dict[Future[bytes], Chunk]) -> Done:
    for future in wait(waiting, return_when=FIRST_COMPLETED).done:
        yield waiting.pop(future), future.result()


class RayWorkers:
    """A Ray cluster. A task that was lost with its machine is played again elsewhere, with the same result."""

    def __init__(self, address: str, cores: int, on_gpus: bool = False) -> None:
        try:
            import ray
        except ImportError as error:
            raise UndertowError(
                'Ray is not installed: pip install "undertow[ray]". Without --ray a study runs on this machine.'
            ) from error
        self._ray: Any = ray
        self._began = not ray.is_initialized()
        if self._began:
            self._begin(address, cores)
        needs: dict[str, Any] = {"num_gpus": 1} if on_gpus else {"num_cpus": 1}
        self._play = self._ray.remote(max_retries=-1, **needs)(play)
        self.number = int(self._ray.cluster_resources().get("GPU" if on_gpus else "CPU", 0))
        if not self.number:
            self.close()
            what = "GPU" if on_gpus else "core"
            raise UndertowError(f"this Ray cluster has no {what}; without --ray a study runs on this machine.")

    def _begin(self, address: str, cores: int) -> None:
        quiet = {"include_dashboard": False, "log_to_driver": False, "logging_level": "ERROR"}
        try:
            if address == "local":
                self._ray.init(num_cpus=cores, **quiet)
            else:
                self._ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        except (ConnectionError, ValueError, RuntimeError, OSError) as error:
            raise UndertowError(
                f"there is no Ray cluster at {address!r}; `ray start --head` begins one, and --ray local runs one here."
            ) from error

    def run(self, jobs: Jobs) -> Done:
        waiting: dict[Any, Chunk] = {}
        orders: dict[int, Any] = {}
        try:
            for order, chunk in jobs:
                if chunk.cell not in orders:
                    orders = {chunk.cell: self._ray.put(order)}
                waiting[self._play.remote(orders[chunk.cell], chunk)] = chunk
                if len(waiting) >= AHEAD * self.number:
                    yield from self._finished(waiting)
            while waiting:
                yield from self._finished(waiting)
        finally:
            for task in waiting:
                self._ray.cancel(task, force=True)

    def _finished(self, waiting: dict[Any, Chunk]) -> Done:
        ready, _ = self._ray.wait(list(waiting), num_returns=1)
        for task in ready:
            try:
                yield waiting.pop(task), self._ray.get(task)
            except self._ray.exceptions.RayError as error:
                raise UndertowError(f"a chunk could not be played on the cluster: {_last_line(error)}") from error

    def close(self) -> None:
        if self._began:
            self._ray.shutdown()


def _last_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[-1]


def workers_for(ray: str, device: str, number: int) -> Workers:
    """Who plays, as it was asked for."""
    if ray:
        return RayWorkers(ray, number, device == "cuda")
    return Threads(1 if device == "cuda" else number)  # a GPU is one worker
