"""`numba.cuda`, made ready for our rules, and a clear word when there is no GPU."""

from __future__ import annotations

from typing import Any

import numpy as np

from undertow.core.errors import UndertowError
from undertow.core.rule import widen

if not hasattr(np, "row_stack"):  # gone in numpy 2.5, but numba-cuda still asks for it
    np.row_stack = np.vstack

from numba import cuda as cuda
from numba.core import config

SIMULATED = bool(config.ENABLE_CUDASIM)


def _widen_device_functions() -> None:
    """Compile one copy of a rule for the GPU too, whatever integers it is called with (see core/rule.py)."""
    from numba.cuda.dispatcher import CUDADispatcher

    compile_device = CUDADispatcher.compile_device

    def compile_widened(self: Any, args: Any, return_type: Any = None) -> Any:
        return compile_device(self, widen(tuple(args)), return_type)

    CUDADispatcher.compile_device = compile_widened


if not SIMULATED:
    _widen_device_functions()


def require_gpu() -> str:
    """The GPU's name; one sentence if there is none."""
    if not cuda.is_available():
        raise UndertowError("no CUDA GPU can be used here; run it with --device cpu.")
    if SIMULATED:
        return "Numba's CUDA simulator"
    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)
