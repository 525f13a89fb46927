"""`numba.cuda`, made ready for our rules, kernels that stay compiled, and a clear word when there is no GPU."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from undertow.core.errors import UndertowError
from undertow.core.rule import Locator, widen

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


def _copy_records_by_words() -> None:
    """Records are copied many bytes at a time: left to itself a GPU's compiler copies them byte by byte."""
    from llvmlite import ir  # type: ignore[import-untyped]
    from numba.core import cgutils, types
    from numba.cuda.target import CUDATargetContext

    pack_value = CUDATargetContext.pack_value

    def pack(self: Any, builder: Any, ty: Any, value: Any, ptr: Any, align: int | None = None) -> None:
        if not isinstance(ty, types.Record) or align is not None:
            pack_value(self, builder, ty, value, ptr, align)
            return
        word = np.gcd(_alignment(ty), ty.size)
        kind = ir.IntType(8 * int(word)).as_pointer()
        source, target = builder.bitcast(value, kind), builder.bitcast(ptr, kind)
        whole, rest = divmod(ty.size // int(word), AT_ONCE)
        index = ir.IntType(64)

        def copy(first: Any, words: int) -> None:
            places = [builder.add(first, ir.Constant(index, i)) for i in range(words)]
            read = [builder.load(builder.gep(source, [place])) for place in places]
            for place, found in zip(places, read, strict=True):
                builder.store(found, builder.gep(target, [place]))

        if whole:
            with cgutils.for_range(builder, ir.Constant(index, whole)) as loop:
                copy(builder.mul(loop.index, ir.Constant(index, AT_ONCE)), AT_ONCE)
        copy(ir.Constant(index, whole * AT_ONCE), rest)

    CUDATargetContext.pack_value = pack


AT_ONCE = 8  # words that are on their way together


def _alignment(ty: Any) -> int:
    """Of a record: that of its widest number."""
    fields = getattr(ty, "members", None)
    if fields is not None:
        return max(_alignment(field) for _, field in fields)
    return _alignment(ty.dtype) if hasattr(ty, "nitems") else int(ty.bitwidth) // 8


if not SIMULATED:
    _widen_device_functions()
    _copy_records_by_words()


def kernel(function: Any) -> Any:
    """A CUDA kernel whose compiled code is kept on the disk, as that of rules is: compiling takes up to a minute."""
    made = cuda.jit(function)
    if SIMULATED:
        return made
    from numba.cuda.dispatcher import CUDACache, CUDACacheImpl

    class Kept(CUDACacheImpl):  # type: ignore[misc]
        _locator_classes = (KernelLocator,)

    class Cache(CUDACache):  # type: ignore[misc]
        _impl_class = Kept

    try:
        cache = Cache(function)
        cache._impl.locator.ensure_cache_path()
    except OSError:  # where nothing can be kept it is compiled again next time
        return made
    made._cache = cache
    return made


class KernelLocator(Locator):
    """Kernels lie in a folder beside the rules they call."""

    def get_cache_path(self) -> str:
        return str(self._path / "cuda")

    def ensure_cache_path(self) -> None:
        (self._path / "cuda").mkdir(parents=True, exist_ok=True)


def require_gpu() -> str:
    """The GPU's name; one sentence if there is none."""
    if not cuda.is_available():
        raise UndertowError("no CUDA GPU can be used here; run it with --device cpu.")
    if SIMULATED:
        return "Numba's CUDA simulator"
    from numba.cuda.dispatcher import errors

    # of launches that are too small to keep a GPU busy, and meant so
    warnings.simplefilter("ignore", errors.NumbaPerformanceWarning)
    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)
