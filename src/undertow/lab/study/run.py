"""Running a study: a trial, then chunk by chunk until all cells have their matches."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from undertow.core.records import Records
from undertow.lab.counted import counting, player_on
from undertow.lab.study.file import BLOCK
from undertow.lab.study.keeping import Keeper, NoKeeper
from undertow.lab.study.orders import Chunk, Order, counts_of
from undertow.lab.study.plan import Plan
from undertow.lab.study.workers import Workers

TRIED = 4  # cells, to see how long it will take
TRIAL_SECONDS = 0.25
CHUNK_SECONDS = 1.0
GPU_CHUNK = 1 << 22

Told = Callable[[int, "Progress"], None]


def order_of(plan: Plan, cell: int, device: str) -> Order:
    chosen = plan.cells[cell]
    setup = plan.setup(chosen)
    question = plan.question
    bots = tuple(plan.bots(setup, chosen))
    game = f"{question.game.package}:GAME"
    return Order(game, chosen.players, setup.settings, bots, question.seed, plan.restrictions(chosen), device)


@dataclass(frozen=True)
class Trial:
    """How fast some cells were played here, by one worker."""

    seconds_a_match: float

    def expected(self, matches: int, workers: int) -> float:
        return self.seconds_a_match * matches / max(1, workers)

    def chunk(self, matches: int, device: str) -> int:
        """Matches that take about a second, in whole blocks."""
        wanted = GPU_CHUNK if device == "cuda" else int(CHUNK_SECONDS / max(self.seconds_a_match, 1e-9))
        return max(BLOCK, min(matches, wanted) // BLOCK * BLOCK)


def try_out(plan: Plan, device: str = "cpu") -> Trial:
    """Play a little in some cells; what is played here is played again."""
    rates = []
    for cell in sorted({i * (len(plan.cells) - 1) // max(1, TRIED - 1) for i in range(TRIED)}):
        order = order_of(plan, cell, device)
        setup = plan.setup(plan.cells[cell])
        player = player_on(device, setup, order.bots, order.seed, order.restrictions)
        player.play(0, 1)  # compile before the clock starts
        number, began = 1, time.perf_counter()
        while True:
            player.play(0, number)
            took = time.perf_counter() - began
            if took > TRIAL_SECONDS or number >= plan.question.matches:
                break
            number, began = number * 4, time.perf_counter()
        rates.append(took / number)
    return Trial(float(np.mean(rates)))


class Progress:
    """What is known so far: the counts of each cell."""

    def __init__(self, plan: Plan) -> None:
        game = plan.question.game
        self.plan, self.game = plan, f"{game.package}:GAME"
        self.counts: Records = np.zeros(len(plan.cells), counting(game).Counts)
        self._words = self.counts.view(np.int64).reshape(len(plan.cells), -1)
        self.seconds = 0.0
        self.interrupted = False

    def add(self, chunk: Chunk, packed: bytes) -> None:
        self._words[chunk.cell] += counts_of(self.game, packed).view(np.int64)

    @property
    def matches(self) -> int:
        return int(self.counts["matches"].sum())

    @property
    def whole(self) -> bool:
        return bool((self.counts["matches"] == self.plan.question.matches).all())


def run_plan(
    plan: Plan,
    workers: Workers,
    *,
    chunk: int,
    folder: Path | None = None,
    resume: bool = False,
    device: str = "cpu",
    told: Told = lambda played, progress: None,
) -> Progress:
    """Play what is missing. Ctrl-C ends it early, with what is known so far."""
    keeper = Keeper(folder, plan, resume) if folder else NoKeeper()
    progress = Progress(plan)
    done: dict[int, list[tuple[int, int]]] = {}
    for kept, packed in keeper.kept.items():
        progress.add(kept, packed)
        done.setdefault(kept.cell, []).append((kept.first, kept.first + kept.number))
    keeper.kept.clear()
    told(progress.matches, progress)
    began = time.perf_counter()
    try:
        for finished, packed in workers.run(_jobs(plan, chunk, done, device)):
            keeper.keep(finished, packed)
            progress.add(finished, packed)
            told(finished.number, progress)
    except KeyboardInterrupt:
        progress.interrupted = True
    finally:
        keeper.close()
    progress.seconds = time.perf_counter() - began
    return progress


def _jobs(plan: Plan, size: int, done: dict[int, list[tuple[int, int]]], device: str) -> Iterator[tuple[Order, Chunk]]:
    for cell in range(len(plan.cells)):
        chunks = list(_missing(cell, plan.question.matches, size, sorted(done.get(cell, []))))
        if chunks:
            order = order_of(plan, cell, device)
            for chunk in chunks:
                yield order, chunk


def _missing(cell: int, matches: int, size: int, done: list[tuple[int, int]]) -> Iterator[Chunk]:
    """The matches of a cell that nobody has played yet."""
    at = 0
    for first, end in [*done, (matches, matches)]:
        while at < first:
            number = min(size, first - at)
            yield Chunk(cell, at, number)
            at += number
        at = max(at, end)
