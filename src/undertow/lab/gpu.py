"""Matches on a CUDA GPU: the kernels of `core/kernel.py`, fed and emptied."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from undertow.bots import Plan, tables_of
from undertow.core.bundles import ROWS, Minds, Run
from undertow.core.cuda import SIMULATED, cuda, require_gpu
from undertow.core.game import Setup
from undertow.core.playout import RANDOM
from undertow.core.records import Floats, Ints, slim

BLOCK = 64
REGISTERS_A_CORE = 65536  # they decide how many threads a core of a GPU has room for at once
THREADS_A_CORE = 1536  # fewer leave a GPU idle, more push the states out of its cache
MATCHES_A_CORE = 16384  # under way at once where they are sorted by phase: more matches, fewer neighbours that differ
SCRATCH_BYTES = 8_000_000_000  # what bots may use to think in, all threads together


class Gpu:
    """A GPU that plays one set-up."""

    def __init__(self, setup: Setup, plans: Sequence[Plan], seed: int) -> None:
        self.name = require_gpu()
        self._setup, self._seed = setup, seed
        self._kernels = setup.game.algorithm("undertow.core.kernel")
        self._box, self._laid = cuda.to_device(setup.box), cuda.to_device(setup.new_state())
        self._random = all(plan.policy == RANDOM for plan in plans)
        phases: int = setup.game.hook("state", "BY_PHASE")
        self._by_phase = self._random and 0 < phases <= self._kernels.FINISHED  # a queue for each phase
        self._cores = 1 if SIMULATED else cuda.get_current_device().MULTIPROCESSOR_COUNT
        self._threads = 4 if SIMULATED else self._cores * THREADS_A_CORE
        self._block = 2 if SIMULATED else BLOCK
        if self._by_phase:
            self._sort_by_phase()
        elif not self._random:
            self._seat(plans)

    def _sort_by_phase(self) -> None:
        kernels = self._kernels
        self._block = kernels.BLOCK
        self._laid = cuda.to_device(slim(self._setup.new_state(), self._setup.game.functions["Slim"]))
        matches = 4 if SIMULATED else self._cores * MATCHES_A_CORE
        self._numbers = np.arange(matches, dtype=np.int32)
        self._pool = cuda.to_device(np.zeros((matches, kernels.WORDS_A_MATCH), np.int64))
        self._queues = cuda.device_array((2, kernels.PHASES, matches), np.int32)

    def _play_by_phase(self, run: Run, lengths: Any, totals: Any) -> None:
        """At first every match of the pool waits for the next one to begin."""
        kernels = self._kernels
        waiting = np.zeros((3, kernels.PHASES), np.int32)
        waiting[0, kernels.FINISHED] = matches = min(run.games, len(self._numbers))
        self._queues[0, kernels.FINISHED].copy_to_device(self._numbers)
        begun = cuda.to_device(np.zeros(1, np.int64))
        shared = self._block * kernels.Running.itemsize
        compiled = () if SIMULATED else kernels.phase_matches.overloads.values()
        # a block waits for all the others after each round: so many that they all run at once, and one a core always do
        most = min((each.max_cooperative_grid_blocks(self._block, shared) for each in compiled), default=self._cores)
        blocks = min(most, -(-matches // self._block))
        kernels.phase_matches[blocks, self._block, 0, shared](
            self._box, self._laid, self._pool, self._queues, cuda.to_device(waiting), begun, run, lengths, totals
        )

    def _seat(self, plans: Sequence[Plan]) -> None:
        setup = self._setup
        table, scratch = tables_of(setup, [plan.policy for plan in plans])
        self._threads = max(
            self._block, min(self._threads, SCRATCH_BYTES // scratch.nbytes) // self._block * self._block
        )
        minds = Minds(
            setup.viewers_of_seats(),
            np.array([plan.policy for plan in plans], np.int64),
            np.array([plan.parameter for plan in plans], np.int64),
            table,
        )
        self._minds = Minds(*(cuda.to_device(np.ascontiguousarray(array)) for array in minds))
        self._fresh = cuda.to_device(setup.new_memories()[:1])
        self._memories = cuda.to_device(np.zeros((self._threads, len(setup.viewers)), setup.game.state.Memory))
        self._scratch = cuda.to_device(np.zeros((self._threads, len(scratch))))

    def _room(self) -> int:
        """Threads that run at once: a second wave of them would leave the GPU half idle at its end."""
        if SIMULATED or not self._random or not self._kernels.random_matches.overloads:
            return self._threads
        registers: int = max(self._kernels.random_matches.get_regs_per_thread().values())
        a_core = min(THREADS_A_CORE, REGISTERS_A_CORE // (-(-registers // 8) * 8))
        return int(self._cores * (a_core // self._block * self._block))

    def play(self, first: int, number: int) -> tuple[Ints, Floats]:
        """Matches from number `first` on: how many have each length, and the sums of payoffs and their squares."""
        bound = self._setup.game.state.BOUND
        lengths = cuda.to_device(np.zeros(bound + 1, np.int64))
        totals = cuda.to_device(np.zeros((ROWS, len(self._setup.seats))))
        blocks = max(1, min(-(-number // self._block), self._room() // self._block))
        run = Run(self._seed, first, number, bound)
        if self._by_phase:
            self._play_by_phase(run, lengths, totals)
        elif self._random:
            self._kernels.random_matches[blocks, self._block](self._box, self._laid, run, lengths, totals)
        else:
            self._kernels.policy_matches[blocks, self._block](
                self._box, self._laid, self._fresh, self._memories, self._minds, self._scratch, run, lengths, totals
            )
        return lengths.copy_to_host(), totals.copy_to_host()
