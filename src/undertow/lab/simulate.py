"""Many matches: on all cores by threads, or on a CUDA GPU, with the same results for the same seed.

Match number n of a seed has a random stream of its own, so neither the number of workers nor the device changes what
happens in it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from undertow.bots import Bot, Knowledge, Plan, make_bot, plan_of, tables_of
from undertow.core.bundles import ENDED, GAINS, ROWS, SQUARES, WORLDS, Minds, Room, Run, Tally
from undertow.core.errors import UndertowError
from undertow.core.game import Setup
from undertow.core.playout import RANDOM
from undertow.core.position import Position
from undertow.core.records import CHANCE, Floats, Ints
from undertow.core.rng import WORDS, below, pick, stream
from undertow.lab import networks
from undertow.lab.stats import interval, percentile

CHUNK_SECONDS = 0.2  # how long a worker plays before it looks up
MOST_IN_A_CHUNK = 1_000_000
GPU_CHUNK = 8_000_000

Progress = Callable[[int], None]


@dataclass
class Report:
    """What many matches came to."""

    setup: Setup
    bots: tuple[str, ...]
    device: str
    workers: int
    seed: int
    seconds: float = 0.0
    interrupted: bool = False
    lengths: Ints = field(default_factory=lambda: np.zeros(1, np.int64))  # matches by their number of steps
    totals: Floats = field(default_factory=lambda: np.zeros((ROWS, 1)))

    def __post_init__(self) -> None:
        self.totals = np.zeros((ROWS, len(self.setup.seats)))
        self.lengths = np.zeros(self.setup.game.state.BOUND + 1, np.int64)
        self._lock = threading.Lock()

    def add(self, lengths: Ints, totals: Floats) -> None:
        with self._lock:
            self.lengths += lengths
            self.totals += totals

    @property
    def games(self) -> int:
        return int(self.lengths.sum())

    @property
    def unfinished(self) -> int:
        """Matches that were cut off at the game's bound; they count for nobody."""
        return self.games - int(self.totals[ENDED, 0])

    @property
    def steps(self) -> int:
        """Decisions and outcomes of chance."""
        return int(self.lengths @ np.arange(len(self.lengths)))

    def wins(self, seat: int) -> tuple[float, float, float]:
        """A seat's share of the wins with its 95 % confidence interval."""
        return interval(self.totals[GAINS, seat], self.totals[SQUARES, seat], self.games)

    def as_json(self) -> dict[str, Any]:
        games, steps, seconds = self.games, self.steps, max(self.seconds, 1e-9)
        wins = {}
        for i, seat in enumerate(self.setup.seats):
            share, low, high = self.wins(i)
            wins[seat] = {"bot": self.bots[i], "share": share, "low": low, "high": high}
        return {
            "game": self.setup.game.name,
            "players": self.setup.players,
            "settings": self.setup.settings,
            "bots": list(self.bots),
            "games": games,
            "steps": steps,
            "seconds": self.seconds,
            "games_per_second": games / seconds,
            "steps_per_second": steps / seconds,
            "device": self.device,
            "workers": self.workers,
            "seed": self.seed,
            "interrupted": self.interrupted,
            "unfinished": self.unfinished,
            "wins": wins,
            "length": {
                "mean": steps / games if games else 0.0,
                "p5": percentile(self.lengths, 0.05),
                "p50": percentile(self.lengths, 0.50),
                "p95": percentile(self.lengths, 0.95),
            },
        }


def seat_bots(setup: Setup, names: Sequence[str]) -> tuple[str, ...]:
    """A bot for every seat: one for all, or one for each."""
    seats = len(setup.seats)
    if len(names) == 1:
        names = tuple(names) * seats
    if len(names) != seats:
        raise UndertowError(f"{seats} seats need {seats} bots, or one for all of them; {len(names)} were named.")
    for name in names:
        plan_of(setup.game, name)
    return tuple(names)


def simulate(
    setup: Setup,
    bots: Sequence[str],
    games: int,
    *,
    seed: int = 0,
    workers: int = 1,
    device: str = "cpu",
    progress: Progress = lambda played: None,
) -> Report:
    """Play so many matches. Ctrl-C ends it early, with what was counted so far."""
    names = seat_bots(setup, bots)
    plans = [plan_of(setup.game, name) for name in names]
    if device not in ("cpu", "cuda"):
        raise UndertowError(f"there is no device {device!r}. Choose from: cpu, cuda.")
    if networks.can_play(setup, plans):
        return _by_networks(setup, names, plans, games, seed, workers, device, progress)
    if device == "cuda":
        return _on_gpu(setup, names, plans, games, seed, progress)
    report = Report(setup, names, "cpu", workers, seed)
    player = _player(setup, names, plans, seed)
    player()(0, 1)  # compile before the clock starts
    _share_out(report, player, games, workers, progress)
    return report


# Threads --------------------------------------------------------------------------------------------------------------

Chunk = Callable[[int, int], tuple[Ints, Floats]]  # from a first game, so many: lengths and payoffs, summed up


def _share_out(report: Report, player: Callable[[], Chunk], games: int, workers: int, progress: Progress) -> None:
    """Let workers take chunks of the matches until none is left or somebody presses Ctrl-C."""
    taken, lock, stop = 0, threading.Lock(), threading.Event()
    failures: list[BaseException] = []

    def work() -> None:
        nonlocal taken
        play, size = player(), 1
        while not stop.is_set():
            with lock:
                first, number = taken, min(size, games - taken)
                taken += number
            if number <= 0:
                return
            began = time.perf_counter()
            report.add(*play(first, number))
            progress(number)
            ideal = size * CHUNK_SECONDS / max(time.perf_counter() - began, 1e-6)
            size = max(1, min(int(ideal), size * 8, MOST_IN_A_CHUNK))

    def guarded() -> None:
        try:
            work()
        except BaseException as error:
            failures.append(error)
            stop.set()

    began = time.perf_counter()
    threads = [threading.Thread(target=guarded, daemon=True) for _ in range(workers)]
    try:
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            for thread in threads:
                thread.join(0.05)
    except KeyboardInterrupt:
        report.interrupted = True
        stop.set()
        for thread in threads:
            thread.join()
    report.seconds = time.perf_counter() - began
    if failures:
        raise failures[0]


def _player(setup: Setup, names: Sequence[str], plans: Sequence[Plan], seed: int) -> Callable[[], Chunk]:
    """How a worker plays a chunk: each call gives it room of its own."""
    if any(plan.policy is None for plan in plans):
        return lambda: _by_search(setup, names, seed)
    if all(plan.policy == RANDOM for plan in plans):
        return lambda: _at_random(setup, seed)
    return lambda: _by_policy(setup, plans, seed)


def _room(setup: Setup, scratch: Floats) -> Room:
    """What one thread plays in."""
    state = setup.game.state.State
    return Room(
        setup.new_state(),
        np.zeros(WORLDS, state),
        setup.new_memories(),
        scratch,
        np.zeros(WORDS, np.int64),
        setup.room_for_actions(),
    )


def _at_random(setup: Setup, seed: int) -> Chunk:
    game, laid, room = setup.game, setup.new_state(), _room(setup, np.zeros(1))

    def play(first: int, number: int) -> tuple[Ints, Floats]:
        tally = _nothing_yet(setup)
        game.playout.many_random(setup.box, laid, room, Run(seed, first, number, game.state.BOUND), tally)
        return tally.lengths, tally.totals

    return play


def _by_policy(setup: Setup, plans: Sequence[Plan], seed: int) -> Chunk:
    game, laid, fresh = setup.game, setup.new_state(), setup.new_memories()[:1]
    table, scratch = tables_of(setup, [plan.policy for plan in plans])
    minds, room = Minds(setup.viewers_of_seats(), *_numbers(plans), table), _room(setup, scratch)

    def play(first: int, number: int) -> tuple[Ints, Floats]:
        tally, run = _nothing_yet(setup), Run(seed, first, number, game.state.BOUND)
        game.playout.many_by_policy(setup.box, laid, fresh, minds, room, run, tally)
        return tally.lengths, tally.totals

    return play


def _nothing_yet(setup: Setup) -> Tally:
    """Matches by their number of steps, and the sums of everybody's payoffs: both still empty."""
    game = setup.game
    return Tally(
        np.zeros(game.state.BOUND + 1, np.int64), np.zeros((ROWS, len(setup.seats))), np.zeros(game.state.SEATS)
    )


def _numbers(plans: Sequence[Plan]) -> tuple[Ints, Ints]:
    policies = np.array([plan.policy for plan in plans], np.int64)
    return policies, np.array([plan.parameter for plan in plans], np.int64)


def _by_search(setup: Setup, names: Sequence[str], seed: int) -> Chunk:
    """Bots that search are driven from Python; what they spend their time on is compiled and runs without the lock."""

    def play(first: int, number: int) -> tuple[Ints, Floats]:
        lengths, totals, _ = _nothing_yet(setup)
        for i in range(number):
            bots = [make_bot(setup, name, seed * 1_000_003 + (first + i) * 16 + s) for s, name in enumerate(names)]
            steps, shares = play_one(setup, bots, stream(seed, first + i))
            lengths[steps] += 1
            totals[GAINS] += shares
            totals[SQUARES] += shares * shares
            totals[ENDED, 0] += shares.any()
        return lengths, totals

    return play


def play_one(setup: Setup, bots: Sequence[Bot], rng: Ints) -> tuple[int, Floats]:
    """One match between bots: its number of steps and everybody's share of the win."""
    position, steps = Position(setup), 0
    while not position.over and steps < setup.game.state.BOUND:
        acting = position.acting()
        if acting:
            seat = acting[below(rng, len(acting))]
            position.step(seat, bots[seat].choose(Knowledge(position, seat)).action)
        else:
            weights = np.array(position.weights(), np.int64)
            position.step(CHANCE, pick(rng, weights, len(weights)))
        steps += 1
    return steps, position.shares() if position.over else np.zeros(len(setup.seats))


# Networks -------------------------------------------------------------------------------------------------------------


def _by_networks(
    setup: Setup,
    names: tuple[str, ...],
    plans: Sequence[Plan],
    games: int,
    seed: int,
    workers: int,
    device: str,
    progress: Progress,
) -> Report:
    """They decide for many matches at once."""
    playing = networks.Networks(setup, plans, games, seed, device, workers)
    report = Report(setup, names, playing.device, workers if device == "cpu" else 1, seed)
    began = time.perf_counter()
    try:
        playing.play(progress)
    except KeyboardInterrupt:
        report.interrupted = True
    report.add(*playing.counted())
    report.seconds = time.perf_counter() - began
    return report


# A GPU ----------------------------------------------------------------------------------------------------------------


def _on_gpu(
    setup: Setup, names: tuple[str, ...], plans: Sequence[Plan], games: int, seed: int, progress: Progress
) -> Report:
    if any(plan.policy is None for plan in plans):
        raise UndertowError(
            "a bot that is not compiled cannot play on a GPU, nor a network for which another bot plays at times; "
            "use --device cpu, or a compiled one."
        )
    from undertow.lab.gpu import Gpu

    gpu = Gpu(setup, plans, seed)
    report = Report(setup, names, gpu.name, 1, seed)
    gpu.play(0, 1)  # compile before the clock starts
    began = time.perf_counter()
    try:
        for first in range(0, games, GPU_CHUNK):
            number = min(GPU_CHUNK, games - first)
            report.add(*gpu.play(first, number))
            progress(number)
    except KeyboardInterrupt:
        report.interrupted = True
    report.seconds = time.perf_counter() - began
    return report
