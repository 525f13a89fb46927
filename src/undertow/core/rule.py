"""`rule` compiles a game's functions, once, for everything that plays it.

A rule is plain Python over fixed-size records. It runs interpreted (with `NUMBA_DISABLE_JIT=1`, and at a table until it
is compiled), compiled on the CPU, and inside a CUDA kernel. Four things differ from a bare `numba.njit`, each because
measuring said so:

* integer and boolean arguments are widened to `int64`: Numba compiles one copy of a function for every integer width
  and literal it meets, which doubles compile time for nothing;
* the reference-counting runtime is off (rules never allocate), which makes small functions 20-50 % faster;
* a rule that other rules call is only a part of them (`core/parts.py`), which halves compile time;
* the disk cache is keyed by a digest of all sources a rule may call, because Numba looks only at the one file
  a function stands in.

This file touches Numba's internals, so Numba's version is pinned and `tests/core/test_rule.py` watches what we rely on.
"""

from __future__ import annotations

import hashlib
import inspect
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba.core.types as _types
from numba.core import config
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.sigutils import normalize_signature
from numba.core.typing import make_concrete_template

from undertow.core.parts import PartCacheImpl, Parts
from undertow.settings import cache_folder

types: Any = _types  # Numba's own annotations leave most of it out
P = ParamSpec("P")
R = TypeVar("R")

INTERPRETED = bool(config.DISABLE_JIT)
OPTIONS: dict[str, Any] = {"nopython": True, "nogil": True, "error_model": "numpy", "_nrt": False}
CORE = Path(__file__).parent


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


class Locator:
    """Tells Numba where a rule's compiled code lives: one folder for each state of its sources and options."""

    def __init__(self, py_func: Any, _py_file: str) -> None:
        self._line = py_func.__code__.co_firstlineno
        # a module made for one game (see core/template.py) depends on that game's folder, not only on its own
        own = _package_folder(py_func)
        game = Path(py_func.__globals__.get("GAME_FOLDER") or own)
        how = hashlib.sha256(repr((sorted(OPTIONS.items()), config.BOUNDSCHECK, config.OPT)).encode()).hexdigest()[:8]
        sources = "-".join(digest(folder) for folder in dict.fromkeys((CORE, own, game)))
        self._key = f"{sources}-{how}"
        self._path = cache_folder() / "rules" / self._key / py_func.__module__

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> Locator:
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
    _locator_classes = (Locator,)


class _Cache(FunctionCache):  # type: ignore[misc]
    _impl_class = _CacheImpl


class _PartLocator(Locator):
    def get_cache_path(self) -> str:
        return str(self._path / "parts")


class _PartCacheImpl(PartCacheImpl):
    _locator_classes = (_PartLocator,)


class _PartCache(FunctionCache):  # type: ignore[misc]
    _impl_class = _PartCacheImpl


class Rule(CPUDispatcher):  # type: ignore[misc]
    """A compiled rule: callable from Python, from other rules and from CUDA kernels."""

    @property
    def of_a_game(self) -> bool:
        """Whether it is a game's own, or an algorithm that was made for one game."""
        return "GAME_FOLDER" in self.py_func.__globals__ or _package_folder(self.py_func) != CORE

    parts: Parts

    def compile(self, sig: Any) -> Any:
        """For Python."""
        made = super().compile(widen(tuple(sig)) if isinstance(sig, tuple) else sig)
        for result in self.overloads.values():
            for environment in result._find_referenced_environments():  # of the parts in it
                result.library.codegen.set_env(environment.env_name, environment)
        return made

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """For another rule: what a call with such arguments is."""
        signature, args = self._compiler.fold_argument_types(args, kws)
        part = self.parts.of(widen(tuple(args)))
        name = self.py_func.__name__
        return make_concrete_template(f"CallTemplate({name})", name, [part.signature]), signature, args, {}

    def get_overload(self, sig: Any) -> Any:
        """For another rule: by which key Numba finds the part."""
        return self.parts.of(tuple(normalize_signature(sig)[0])).description

    def enable_caching(self) -> None:
        """Keep what is compiled; where nothing can be kept it is compiled again next time."""
        cache, parts = _Cache(self.py_func), _PartCache(self.py_func)
        try:
            Path(parts.cache_path).mkdir(parents=True, exist_ok=True)
        except OSError:
            return
        self._cache = cache
        self.parts.cache = parts


def kept_in(rule: Callable[..., Any]) -> Path | None:
    """The folder where a rule's compiled code is kept, if it is kept."""
    cache = getattr(rule, "_cache", None)
    return Path(cache.cache_path) if isinstance(cache, _Cache) else None


def processor() -> str:
    """A short name for what code is compiled for here."""
    made_for = repr(cpu_target.target_context.codegen().magic_tuple())
    return hashlib.sha256(made_for.encode()).hexdigest()[:8]


class Waiting(Rule):
    """A rule that is not compiled yet: when Python calls it, Python runs its source."""

    def __call__(self, *args: Any) -> Any:
        if _thread.called is None:
            return self.py_func(*args)
        _thread.called.append(self)
        return Rule.__call__(self, *args)


class _Thread(threading.local):
    called: list[Waiting] | None = None  # by Python, in a thread that compiles


_thread = _Thread()
_rules: list[Rule] = []
_wait = False


def run_interpreted() -> None:
    """From now on this process runs rules that it has not loaded yet as Python does, until `compiled` has been through
    them: nobody waits for a compiler."""
    global _wait
    _wait = True
    for rule in _rules:
        if not rule.overloads:
            rule.__class__ = Waiting


@contextmanager
def compiled() -> Iterator[None]:
    """In this thread rules are compiled; afterwards those that Python called here are so everywhere.

    All others stay as they are, so nothing is compiled while somebody waits, and a step that is under way ends as it
    began. Rules of `core` belong to no game: Python runs them, whoever's records they get.
    """
    called: list[Waiting] = []
    _thread.called = called
    try:
        yield
    finally:
        _thread.called = None
    for rule in called:
        if rule.of_a_game:
            rule.__class__ = Rule


def _compiled(function: Callable[P, R], **more: Any) -> Callable[P, R]:
    if INTERPRETED:
        return function
    made = (Waiting if _wait else Rule)(py_func=function, locals={}, targetoptions=OPTIONS | more)
    made.parts = Parts(made, OPTIONS | more)
    made.enable_caching()
    _rules.append(made)
    return cast("Callable[P, R]", made)


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """A function of the rules."""
    return _compiled(function)


def tiny(function: Callable[P, R]) -> Callable[P, R]:
    """A helper of a line or two, inlined wherever it is called."""
    return _compiled(function, forceinline=True)
