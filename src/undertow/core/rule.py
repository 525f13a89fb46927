"""`rule` compiles a game's functions, once, for everything that plays it.

A rule is plain Python over fixed-size records. It runs interpreted (`NUMBA_DISABLE_JIT=1`), compiled on the CPU, and
inside a CUDA kernel. Three things differ from a bare `numba.njit`, each because measuring said so:

* integer and boolean arguments are widened to `int64`: Numba compiles one copy of a function for every integer width
  and literal it meets, which doubles compile time for nothing;
* the reference-counting runtime is off (rules never allocate), which makes small functions 20-50 % faster;
* the disk cache is keyed by a digest of all sources a rule may call, because Numba looks only at the one file
  a function stands in.

This file touches Numba's internals, so Numba's version is pinned and `tests/core/test_rule.py` watches what we rely on.
"""

from __future__ import annotations

import hashlib
import inspect
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba.core.types as _types
import platformdirs
from numba.core import config
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.registry import CPUDispatcher

types: Any = _types  # Numba's own annotations leave most of it out
P = ParamSpec("P")
R = TypeVar("R")

INTERPRETED = bool(config.DISABLE_JIT)
OPTIONS: dict[str, Any] = {"nopython": True, "nogil": True, "error_model": "numpy", "_nrt": False}
CORE = Path(__file__).parent


def cache_folder() -> Path:
    """Where compiled rules are kept between runs; `UNDERTOW_CACHE` moves it."""
    return Path(os.environ.get("UNDERTOW_CACHE") or platformdirs.user_cache_dir("undertow")) / "rules"


@cache
def digest(folder: Path) -> str:
    """A short name for the sources in a folder: it changes whenever one of them does."""
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        found.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def widen(args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The argument types a rule is compiled for: every integer is an int64."""
    plain = [types.unliteral(arg) for arg in args]
    return tuple(types.int64 if isinstance(arg, types.Integer | types.Boolean) else arg for arg in plain)


def _package_folder(function: Any) -> Path:
    """The folder whose sources a rule may call: its game's, or the whole package of somebody else's game."""
    folder = Path(inspect.getfile(function)).parent
    while (folder.parent / "__init__.py").exists() and folder.parent not in (CORE.parent, CORE.parent / "games"):
        folder = folder.parent
    return folder


class _Locator:
    """Tells Numba where a rule's compiled code lives: one folder for each state of its sources and options."""

    def __init__(self, py_func: Any, _py_file: str) -> None:
        self._line = py_func.__code__.co_firstlineno
        # a module made for one game (see core/template.py) depends on that game's folder, not only on its own
        own = _package_folder(py_func)
        game = Path(py_func.__globals__.get("GAME_FOLDER") or own)
        how = hashlib.sha256(repr((sorted(OPTIONS.items()), config.BOUNDSCHECK, config.OPT)).encode()).hexdigest()[:8]
        sources = "-".join(digest(folder) for folder in dict.fromkeys((CORE, own, game)))
        self._key = f"{sources}-{how}"
        self._path = cache_folder() / self._key / py_func.__module__

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> _Locator:
        return cls(py_func, py_file)

    def ensure_cache_path(self) -> None:
        self._path.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        return str(self._path)

    def get_source_stamp(self) -> str:
        return self._key

    def get_disambiguator(self) -> str:
        return str(self._line)


class _CacheImpl(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class _Cache(FunctionCache):  # type: ignore[misc]
    _impl_class = _CacheImpl


class Rule(CPUDispatcher):  # type: ignore[misc]
    """A compiled rule: callable from Python, from other rules and from CUDA kernels."""

    def compile(self, sig: Any) -> Any:
        return super().compile(widen(tuple(sig)) if isinstance(sig, tuple) else sig)

    def enable_caching(self) -> None:
        """Keep what is compiled; where nothing can be kept it is compiled again next time."""
        cache = _Cache(self.py_func)
        try:
            Path(cache.cache_path).mkdir(parents=True, exist_ok=True)
        except OSError:
            return
        self._cache = cache


def _compiled(function: Callable[P, R], **more: Any) -> Callable[P, R]:
    if INTERPRETED:
        return function
    compiled = Rule(py_func=function, locals={}, targetoptions=OPTIONS | more)
    compiled.enable_caching()
    return cast("Callable[P, R]", compiled)


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """A function of the rules."""
    return _compiled(function)


def tiny(function: Callable[P, R]) -> Callable[P, R]:
    """A helper of a line or two, inlined wherever it is called."""
    return _compiled(function, forceinline=True)
