"""Counted matches on a CUDA GPU: the kernels of `core/counting_kernel.py`, fed and emptied."""

from __future__ import annotations

from typing import Any

import numpy as np

from undertow.core.bundles import Minds, Run
from undertow.core.cuda import SIMULATED, cuda, require_gpu
from undertow.core.records import Records
from undertow.lab.counted import COUNTING, Player, minds_of

KERNELS = "undertow.core.counting_kernel"
BLOCK = 64
THREADS_A_CORE = 1024
BYTES = 8_000_000_000  # what all threads together may count and think in


class GpuPlayer:
    """A GPU that plays one table and counts."""

    def __init__(self, player: Player) -> None:
        require_gpu()
        self._player, self._kernels = player, player.game.algorithm(KERNELS, on=COUNTING)
        setup, made = player.setup, player.made
        self._masks = cuda.to_device(player.masks if len(player.masks) else np.zeros((0, 1), np.int64))
        self._box, self._laid = cuda.to_device(setup.box), cuda.to_device(setup.new_state())
        self._block = 2 if SIMULATED else BLOCK
        threads = 4 if SIMULATED else cuda.get_current_device().MULTIPROCESSOR_COUNT * THREADS_A_CORE
        bytes_each = made.Counts.itemsize
        if not player.at_random:
            minds, scratch = minds_of(setup, player.plans)
            bytes_each += scratch.nbytes + len(setup.viewers) * setup.game.state.Memory.itemsize
        threads = max(self._block, min(threads, BYTES // bytes_each) // self._block * self._block)
        self._notes = cuda.to_device(np.repeat(player.notes, threads))
        self._threads = threads
        if not player.at_random:
            self._minds = Minds(*(cuda.to_device(np.ascontiguousarray(array)) for array in minds))
            self._fresh = cuda.to_device(setup.new_memories()[:1])
            self._memories = cuda.to_device(np.zeros((threads, len(setup.viewers)), setup.game.state.Memory))
            self._scratch = cuda.to_device(np.zeros((threads, len(scratch))))

    def play(self, first: int, number: int) -> Records:
        """Match number `first` and the ones after it, counted."""
        player = self._player
        run = Run(player.seed, first, number, player.game.state.BOUND)
        counts = cuda.to_device(np.zeros(self._threads, player.made.Counts))
        blocks = max(1, min(-(-number // self._block), self._threads // self._block))
        shared: tuple[Any, ...] = (run, self._masks, self._notes, counts)
        if player.at_random:
            self._kernels.counted_random_matches[blocks, self._block](self._box, self._laid, *shared)
        else:
            self._kernels.counted_policy_matches[blocks, self._block](
                self._box, self._laid, self._fresh, self._memories, self._minds, self._scratch, *shared
            )
        return self._add_up(counts, blocks * self._block)

    def _add_up(self, counts: Any, rows: int) -> Records:
        dtype = self._player.made.Counts
        words = dtype.itemsize // 8
        if SIMULATED:
            summed = counts.copy_to_host().view(np.int64).reshape(-1, words)[:rows].sum(axis=0)
        else:
            sums = cuda.to_device(np.zeros(words, np.int64))
            flat = counts.view(np.int64).reshape(self._threads, words)[:rows]
            self._kernels.add_up_counts[max(1, -(-words // 32)), 32](flat, sums)
            summed = sums.copy_to_host()
        added: Records = np.ascontiguousarray(summed).view(dtype)
        return added
