"""A batch's rows on a CUDA GPU. torch owns the buffers; the kernels write straight into them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from undertow.core.bundles import Minds
from undertow.core.cuda import SIMULATED, cuda, require_gpu
from undertow.core.errors import UndertowError
from undertow.core.game import Setup
from undertow.core.records import Floats
from undertow.core.rng import WORDS
from undertow.envs import rows
from undertow.envs.buffers import Buffers, device_of, kind_of
from undertow.envs.refusing import check_shape, has_bots, refuse

KERNEL = "undertow.envs.kernel"
STEPS = "undertow.envs.steps"
SCRATCH_BYTES = 16_000_000_000  # what bots may use to think in, all rows together


class Gpu:
    """The rows of a batch, with `use`, `begin`, `step` and the rest as `cpu.Threads` has them."""

    device = "cpu" if SIMULATED else "cuda"

    def __init__(self, setup: Setup, matches: int, table: Any, scratch: Floats) -> None:
        self.name = require_gpu()
        self._arrays = _Simulated() if SIMULATED else _Torch()
        self._setup, self._matches, self._written = setup, matches, setup.game.written
        self._kernels = setup.game.algorithm(KERNEL, on=STEPS)
        self._blocks = -(-matches // self._kernels.BLOCK)
        self._make_rows(setup, matches)
        self._with_bots = has_bots(table)
        if self._with_bots:
            if matches * scratch.nbytes > SCRATCH_BYTES:
                raise UndertowError(
                    f"these bots need {scratch.nbytes:,} bytes a match to think in; take fewer matches."
                )
            self._scratch = cuda.to_device(np.zeros((matches, len(scratch))))
        self._seat(table)

    def _make_rows(self, setup: Setup, matches: int) -> None:
        state = setup.game.state
        self._rows = rows.Rows(
            cuda.to_device(np.zeros(matches, state.State)),
            cuda.device_array((matches, len(setup.viewers)), state.Memory),
            cuda.to_device(np.zeros((matches, WORDS), np.int64)),
            cuda.to_device(np.zeros(matches, np.int64)),
            cuda.to_device(np.zeros(matches, np.int64)),
            cuda.to_device(np.zeros((matches, len(setup.seats)))),
            cuda.to_device(np.zeros(matches, np.int64)),
        )
        self._order = self._arrays.new((matches,), "int64")
        self._verbs = cuda.to_device(_verbs(setup, self._kernels.VERBS))
        self._counts, self._placed = (self._arrays.new((self._kernels.VERBS,), "int32") for _ in range(2))
        self._wrong = self._arrays.new((1,), "int64")

    def _seat(self, table: Any) -> None:
        minds = Minds(*(cuda.to_device(np.ascontiguousarray(array)) for array in table.minds))
        boxes, laid, fresh = (cuda.to_device(array) for array in table[:3])
        self._table = rows.Table(boxes, laid, fresh, minds, *table[4:])

    # What goes out ----------------------------------------------------------------------------------------------------

    def new(self, shape: tuple[int, ...], kind: str) -> Any:
        """An empty buffer. Of an encoding the numbers of all matches lie side by side, as neighbouring threads write
        them; to whoever uses it, it is a row for each match like any other."""
        if kind.startswith(("float", "bfloat")) and len(shape) == 2 and shape[1] == self._setup.game.encoding:
            return self._arrays.new(shape[::-1], kind).T
        return self._arrays.new(shape, kind)

    def use(self, buffers: Buffers) -> None:
        seen, house = self._arrays.seen, self._arrays.house(self._setup.house)
        self._buffers = buffers
        self._copies: list[tuple[Any, Any]] = []
        self._inner = self._as_written(buffers.observations, house)
        last, truth = buffers.final_observations, buffers.truth_for_critic_only
        self._shown = rows.Shown(
            seen(buffers.seats),
            seen(self._inner),
            seen(buffers.masks),
            seen(buffers.rewards),
            seen(buffers.ends),
            seen(self._arrays.new((1, 1), "float32") if last is None else self._as_written(last, house)),
            seen(self._arrays.new((1, 1, 1), "float32") if truth is None else truth),
        )

    def _as_written(self, buffer: Any, house: Any) -> Any:
        """Where the kernels write an encoding: they write float32."""
        inner = buffer
        if kind_of(buffer) != "float32":
            inner = self.new(tuple(buffer.shape), "float32")
            self._copies.append((buffer, inner))
        inner[:, self._written :] = house
        return inner

    def show(self) -> None:
        self._buffers.masks[...] = 0
        self._kernels.offer_rows[self._launch()](self._table, self._rows, self._shown)
        self._show_known()

    def _show_known(self) -> None:
        kernels, truth = self._kernels, self._buffers.truth_for_critic_only
        self._inner[:, : self._written] = 0
        if truth is not None:
            truth[...] = 0
        kernels.show_rows[self._launch()](self._table, self._rows, self._shown)
        for buffer, inner in self._copies:
            buffer[...] = inner

    def _launch(self) -> tuple[Any, ...]:
        return self._blocks, self._kernels.BLOCK, self._arrays.stream()

    # What comes in ----------------------------------------------------------------------------------------------------

    def check(self, actions: Any) -> None:
        if device_of(actions) != self.device:
            raise UndertowError(f"the actions must be on the device {self.device!r}, not on {device_of(actions)!r}.")
        check_shape(actions.shape, kind_of(actions), self._matches)
        self._look_at(self._arrays.ints(actions))
        wrong = int(self._wrong[0])
        if wrong != self._kernels.NOBODY:
            seat, mask = int(self._buffers.seats[wrong]), self._arrays.on_cpu(self._buffers.masks[wrong])
            refuse(self._setup, wrong, int(self._actions[wrong]), seat, mask)

    def _look_at(self, actions: Any) -> None:
        self._actions, seen = actions, self._arrays.seen
        self._wrong[...] = self._kernels.NOBODY
        self._counts[...] = 0
        self._kernels.look_at_actions[self._launch()](
            self._shown.masks, seen(actions), self._verbs, seen(self._counts), seen(self._wrong)
        )

    def begin(self, table: Any) -> None:
        self._table = self._table._replace(seed=table.seed)
        self._buffers.seats[...] = 0
        for name in ("played", "won"):
            array = getattr(self._rows, name)
            array.copy_to_device(np.zeros(array.shape, array.dtype))
        actions = self._arrays.new((self._matches,), "int64")
        actions[...] = rows.BEGIN
        self._look_at(actions)
        self.step(actions)

    def step(self, actions: Any) -> None:
        del actions  # looked at, and kept
        kernels, seen, launch = self._kernels, self._arrays.seen, self._launch()
        self._placed[...] = 0
        given = seen(self._actions), seen(self._order), seen(self._wrong)
        kernels.sort_rows[launch](given[0], self._verbs, seen(self._counts), seen(self._placed), given[1], given[2])
        self._buffers.masks[...] = 0
        if self._with_bots:
            kernels.step_rows_with_bots[launch](self._table, self._rows, self._shown, *given, self._scratch)
        else:
            kernels.step_rows[launch](self._table, self._rows, self._shown, *given)
        self._show_known()

    def random_actions(self) -> Any:
        return self._arrays.copied(self._rows.picked)

    # Keeping ----------------------------------------------------------------------------------------------------------

    def kept(self, name: str) -> Any:
        return getattr(self._rows, name).copy_to_host()

    def restore(self, table: Any, saved: Mapping[str, Any]) -> None:
        self._table = self._table._replace(seed=table.seed)
        for name, raw in saved.items():
            array = getattr(self._rows, name)
            array.copy_to_device(np.frombuffer(raw.tobytes(), array.dtype).reshape(array.shape))
        self.show()


def _verbs(setup: Setup, most: int) -> Any:
    """The number of each action's verb; should there be too many, some share one."""
    declared = setup.game.declared
    numbers = {verb: number % most for number, verb in enumerate(declared.verbs)}
    return np.array([numbers[deed.verb] for deed in declared.deeds], np.int64)


class _Torch:
    """Buffers of torch on the GPU, on torch's own stream."""

    def __init__(self) -> None:
        try:
            import torch
        except ImportError as error:
            raise UndertowError('a batch on a GPU needs torch: pip install "undertow[gpu]".') from error
        self._torch = torch

    def new(self, shape: tuple[int, ...], kind: str) -> Any:
        return self._torch.zeros(shape, dtype=getattr(self._torch, kind), device="cuda")

    def seen(self, tensor: Any) -> Any:
        """A tensor as a kernel sees it."""
        return cuda.as_cuda_array(tensor)

    def house(self, numbers: Any) -> Any:
        return self._torch.from_numpy(numbers).to("cuda")

    def ints(self, actions: Any) -> Any:
        return actions.to(self._torch.int64).contiguous()

    def copied(self, array: Any) -> Any:
        """A tensor with what a kernel wrote."""
        return self._torch.as_tensor(array, device="cuda").clone()

    def on_cpu(self, tensor: Any) -> Any:
        return tensor.cpu().numpy()

    def stream(self) -> Any:
        return cuda.external_stream(self._torch.cuda.current_stream().cuda_stream)


class _Simulated:
    """NumPy's arrays, for the simulator."""

    def new(self, shape: tuple[int, ...], kind: str) -> Any:
        return np.zeros(shape, np.dtype(kind))

    def seen(self, array: Any) -> Any:
        return array

    def house(self, numbers: Any) -> Any:
        return numbers

    def ints(self, actions: Any) -> Any:
        return np.ascontiguousarray(actions, np.int64)

    def copied(self, array: Any) -> Any:
        return array.copy_to_host()

    def on_cpu(self, array: Any) -> Any:
        return np.asarray(array)

    def stream(self) -> Any:
        return 0
