"""Between a batch and JAX: NumPy's buffers on a CPU, torch's on a GPU, where nothing leaves the device."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from undertow.core.errors import UndertowError
from undertow.envs import Batch

MOST_STREAMS = 64


class Shown(NamedTuple):
    """What a batch shows, for JAX to keep."""

    truth: Any  # to be used before the next step: it is not copied
    seats: Any
    masks: Any
    rewards: Any
    ends: Any


class OnCpu:
    """Buffers of NumPy. A step is taken beside whatever else is going on, until somebody looks."""

    kind = jnp.float32

    def __init__(self) -> None:
        self._steps: dict[int, Future[Any]] = {}
        self._beside = ThreadPoolExecutor(1)  # a batch has threads of its own

    def shown(self, batch: Batch) -> Shown:
        if id(batch) in self._steps:
            self._steps.pop(id(batch)).result()
        now = batch.buffers
        copies = (jnp.array(np.copy(part)) for part in (now.seats.astype(np.int32), now.masks, now.rewards, now.ends))
        return Shown(now.truth_for_critic_only, *copies)

    def advice(self, batch: Batch, bot: str) -> Any:
        """What a bot would do at this table now, which must have been looked at since its last step."""
        return jnp.asarray(batch.advice(bot).astype(np.int32))

    def step(self, batch: Batch, actions: Any) -> None:
        self._steps[id(batch)] = self._beside.submit(batch.step, np.asarray(actions).astype(np.int64))


class OnGpu:
    """Buffers of torch; each table on a stream of its own, so that one can play while another is thought about."""

    kind = jnp.bfloat16

    def __init__(self) -> None:
        import torch

        if jax.default_backend() != "gpu":
            raise UndertowError('JAX sees no GPU: pip install "jax[cuda12]", or train with --device cpu.')
        self._torch = torch
        self._cpu = OnCpu()  # where bots think
        self._streams: dict[int, Any] = {}

    def _beside(self, batch: Batch) -> AbstractContextManager[Any]:
        torch = self._torch
        if id(batch) not in self._streams:
            torch.cuda.synchronize()  # a batch begins on the stream all share
            if len(self._streams) >= MOST_STREAMS:  # of tables that are long gone
                self._streams.clear()
            self._streams[id(batch)] = torch.cuda.Stream()
        found: AbstractContextManager[Any] = torch.cuda.stream(self._streams[id(batch)])
        return found

    def shown(self, batch: Batch) -> Shown:
        if batch.device == "cpu":
            return self._cpu.shown(batch)
        now = batch.buffers
        with self._beside(batch):
            parts = (
                now.truth_for_critic_only,
                now.seats.to(self._torch.int32),
                now.masks.clone(),
                now.rewards.clone(),
                now.ends.clone(),
            )
            return Shown(*(jnp.from_dlpack(part) for part in parts))

    def advice(self, batch: Batch, bot: str) -> Any:
        return self._cpu.advice(batch, bot)

    def step(self, batch: Batch, actions: Any) -> None:
        if batch.device == "cpu":
            self._cpu.step(batch, actions)
            return
        with self._beside(batch):
            batch.step(self._torch.from_dlpack(actions).to(self._torch.int64))


def bridge(device: str) -> OnCpu | OnGpu:
    return OnGpu() if device == "cuda" else OnCpu()
