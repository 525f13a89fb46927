"""A batch's rows on a CUDA GPU. torch owns the buffers; the kernels write straight into them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
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
MOST_RECORDED = 512  # sets of buffers, of which each has its own recording
SCRATCH_BYTES = 16_000_000_000  # what bots may use to think in, all rows together


@dataclass
class Recording:
    """Buffers as the kernels see them, and the launches of a step into them: a GPU that has recorded a step takes it
    again without Python, which would take longer than the step itself."""

    shown: rows.Shown
    encodings: list[Any]
    copies: list[tuple[Any, Any]]  # buffers that are not float32, and what they are copied from
    graphs: dict[str, Any] = field(default_factory=dict)


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
            *(cuda.to_device(np.zeros(matches, np.int64)) for _ in range(3)),
        )
        self._order = self._arrays.new((matches,), "int64")
        self._verbs = cuda.to_device(_verbs(setup, self._kernels.VERBS))
        self._counts, self._placed = (self._arrays.new((self._kernels.VERBS,), "int32") for _ in range(2))
        self._wrong = self._arrays.new((1,), "int64")
        self._actions = self._arrays.new((matches,), "int64")
        self._house = self._arrays.house(setup.house)
        seen = map(self._arrays.seen, (self._actions, self._counts, self._placed, self._order, self._wrong))
        actions, counts, placed, order, wrong = seen
        self._looking = actions, self._verbs, counts, wrong
        self._sorting = actions, self._verbs, counts, placed, order, wrong
        self._stepping = actions, order, wrong
        self._recorded: dict[tuple[int, ...], Recording] = {}
        self._recording: Recording

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
        """Write into these from now on. What was recorded for them before is not recorded again."""
        self._buffers = buffers
        key = tuple(self._arrays.address(buffer) for buffer in buffers if buffer is not None)
        if key not in self._recorded:
            if len(self._recorded) >= MOST_RECORDED:
                self._recorded.clear()
            self._recorded[key] = Recording(*self._shown_in(buffers))
        self._recording = self._recorded[key]
        for array in self._recording.encodings:
            array[:, self._written :] = self._house

    def _shown_in(self, buffers: Buffers) -> tuple[rows.Shown, list[Any], list[tuple[Any, Any]]]:
        seen, last, truth = self._arrays.seen, buffers.final_observations, buffers.truth_for_critic_only
        copies: list[tuple[Any, Any]] = []
        encodings = [self._as_written(buffer, copies) for buffer in (buffers.observations, last) if buffer is not None]
        shown = rows.Shown(
            seen(buffers.seats),
            seen(encodings[0]),
            seen(buffers.masks),
            seen(buffers.rewards),
            seen(buffers.ends),
            seen(self._arrays.new((1, 1), "float32") if last is None else encodings[1]),
            seen(self._arrays.new((1, 1, 1), "float32") if truth is None else truth),
        )
        return shown, encodings, copies

    def _as_written(self, buffer: Any, copies: list[tuple[Any, Any]]) -> Any:
        """Where the kernels write an encoding: they write float32."""
        if kind_of(buffer) == "float32":
            return buffer
        inner = self.new(tuple(buffer.shape), "float32")
        copies.append((buffer, inner))
        return inner

    def show(self) -> None:
        self._buffers.masks[...] = 0
        self._kernels.offer_rows[self._launch()](self._table, self._rows, self._recording.shown)
        self._show_known()

    def _show_known(self) -> None:
        now, truth = self._recording, self._buffers.truth_for_critic_only
        now.encodings[0][:, : self._written] = 0
        if truth is not None:
            truth[...] = 0
        self._kernels.show_rows[self._launch()](self._table, self._rows, now.shown)
        for buffer, inner in now.copies:
            buffer[...] = inner

    def _launch(self) -> tuple[Any, ...]:
        return self._blocks, self._kernels.BLOCK, self._arrays.stream()

    # What comes in ----------------------------------------------------------------------------------------------------

    def check(self, actions: Any) -> None:
        if device_of(actions) != self.device:
            raise UndertowError(f"the actions must be on the device {self.device!r}, not on {device_of(actions)!r}.")
        check_shape(actions.shape, kind_of(actions), self._matches)
        self._actions[...] = actions
        self._arrays.replay(self._recording, "look", self._look)
        wrong = int(self._wrong[0])
        if wrong != self._kernels.NOBODY:
            seat, mask = int(self._buffers.seats[wrong]), self._arrays.on_cpu(self._buffers.masks[wrong])
            refuse(self._setup, wrong, int(self._actions[wrong]), seat, mask)

    def begin(self, table: Any) -> None:
        if table.seed != self._table.seed:
            self._table = self._table._replace(seed=table.seed)
            self._recorded.clear()  # the seed is in what was recorded
            self.use(self._buffers)
        for name in ("played", "won", "seats"):
            array = getattr(self._rows, name)
            array.copy_to_device(np.zeros(array.shape, array.dtype))
        self._actions[...] = rows.BEGIN
        self._look()
        self._step()

    def step(self, actions: Any) -> None:
        del actions  # looked at, and kept
        self._arrays.replay(self._recording, "step", self._step)

    def _look(self) -> None:
        self._wrong[...] = self._kernels.NOBODY
        self._counts[...] = 0
        self._kernels.look_at_actions[self._launch()](self._recording.shown.masks, *self._looking)

    def _step(self) -> None:
        kernels, launch, shown = self._kernels, self._launch(), self._recording.shown
        self._placed[...] = 0
        kernels.sort_rows[launch](*self._sorting)
        self._buffers.masks[...] = 0
        if self._with_bots:
            kernels.step_rows_with_bots[launch](self._table, self._rows, shown, *self._stepping, self._scratch)
        else:
            kernels.step_rows[launch](self._table, self._rows, shown, *self._stepping)
        self._show_known()

    def random_actions(self) -> Any:
        return self._arrays.copied(self._rows.picked)

    def lasted(self) -> Any:
        return self._arrays.copied(self._rows.lasted)

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

    def copied(self, array: Any) -> Any:
        """A tensor with what a kernel wrote."""
        return self._torch.as_tensor(array, device="cuda").clone()

    def on_cpu(self, tensor: Any) -> Any:
        return tensor.cpu().numpy()

    def address(self, tensor: Any) -> int:
        return int(tensor.data_ptr())

    def stream(self) -> Any:
        return cuda.external_stream(self._torch.cuda.current_stream().cuda_stream)

    def replay(self, recording: Recording, name: str, launch: Callable[[], None]) -> None:
        """The first time as it is, which compiles what must be; then recorded; from then on by the GPU alone."""
        if name not in recording.graphs:
            launch()
            recording.graphs[name] = None
            return
        if recording.graphs[name] is None:
            graph = self._torch.cuda.CUDAGraph()
            with self._torch.cuda.graph(graph, capture_error_mode="relaxed"):  # Numba may free something meanwhile
                launch()
            recording.graphs[name] = graph
        recording.graphs[name].replay()


class _Simulated:
    """NumPy's arrays, for the simulator."""

    def new(self, shape: tuple[int, ...], kind: str) -> Any:
        return np.zeros(shape, np.dtype(kind))

    def seen(self, array: Any) -> Any:
        return array

    def house(self, numbers: Any) -> Any:
        return numbers

    def copied(self, array: Any) -> Any:
        return array.copy_to_host()

    def on_cpu(self, array: Any) -> Any:
        return np.asarray(array)

    def address(self, array: Any) -> int:
        return int(array.ctypes.data)

    def stream(self) -> Any:
        return 0

    def replay(self, recording: Recording, name: str, launch: Callable[[], None]) -> None:
        launch()
