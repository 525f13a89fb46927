"""The arrays a batch writes into. The caller owns them: NumPy's on the CPU, torch's on a GPU."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from undertow.core.errors import UndertowError

#: What numbers an encoding can be made of. Rules write float32; the others are copied from it.
NUMBERS = ("float32", "bfloat16", "float16")


class Buffers(NamedTuple):
    """What goes out of a batch, a row for each match."""

    seats: Any  # int64: who decides, as an index into `Batch.seats`
    observations: Any  # float32 or bfloat16: what the side of that seat knows, laid out as `layout(game)` says
    masks: Any  # uint8: 1 for each legal action
    rewards: Any  # float32: each seat's share of the win of the match that ended in this step; else 0
    ends: Any  # uint8: 1 if a match ended in this step, 2 if it was cut off; the row shows the next one already
    final_observations: Any = None  # what the side that decided last knew at that end, if asked for
    truth_for_critic_only: Any = None  # what each side knows, secrets included, if asked for; never play by it


class Wanted(NamedTuple):
    """What a buffer must be."""

    shape: tuple[int, ...]
    kinds: tuple[str, ...]


def kind_of(array: Any) -> str:
    """`float32` for NumPy's and for torch's."""
    return str(array.dtype).removeprefix("torch.")


def check(buffers: Buffers, wanted: Mapping[str, Wanted], device: str) -> None:
    """Raises one sentence about the first buffer that does not fit."""
    for name, array in buffers._asdict().items():
        if name not in wanted:
            if array is not None:
                raise UndertowError(f"the buffer {name!r} was not asked for when the batch was made.")
            continue
        shape, kinds = wanted[name]
        if not hasattr(array, "dtype") or not hasattr(array, "shape"):
            raise UndertowError(f"the buffer {name!r} must be an array of shape {shape}, not {type(array).__name__}.")
        if tuple(array.shape) != shape:
            raise UndertowError(f"the buffer {name!r} must have the shape {shape}, not {tuple(array.shape)}.")
        if kind_of(array) not in kinds:
            raise UndertowError(f"the buffer {name!r} must be of {' or '.join(kinds)}, not {kind_of(array)}.")
        if (where := device_of(array)) != device:
            raise UndertowError(f"the buffer {name!r} must be on the device {device!r}, not on {where!r}.")


def device_of(array: Any) -> str:
    """`cpu` or `cuda`."""
    device = getattr(array, "device", "cpu")
    return str(getattr(device, "type", device))
