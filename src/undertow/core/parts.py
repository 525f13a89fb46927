"""Rules as parts of other rules.

Numba makes every function ready to be called from Python, also one that only other functions call: machine code of its
own, two wrappers, an object file in the cache, and optimization again and again, in each function that it ends up in.
That took half of the time it takes to compile a game. A part is LLVM's intermediate code and no more; optimized, and
turned into machine code, are the rules that Python calls, with all their parts in them.
"""

from __future__ import annotations

import weakref
from typing import Any, NamedTuple

import llvmlite.binding as ll  # type: ignore[import-untyped]
from numba.core import dispatcher, event
from numba.core.caching import CacheImpl, FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

NO_WRAPPERS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


_FunctionCompiler: Any = dispatcher._FunctionCompiler  # type: ignore[attr-defined]


class _Compiler(_FunctionCompiler):  # type: ignore[misc]
    def _customize_flags(self, flags: Any) -> Any:
        flags.no_compile = True
        return flags


class _Library(JITCodeLibrary):  # type: ignore[misc]
    """Code that can be linked into other code, and no more."""

    def _optimize_final_module(self) -> None:
        """Once is enough, where it ends up."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class Part(NamedTuple):
    """A rule for certain types of arguments."""

    signature: Any
    description: Any  # what Numba calls the function descriptor
    library: Any
    environment: Any

    @property
    def codegen(self) -> Any:
        return self.library.codegen


class PartCacheImpl(CacheImpl):  # type: ignore[misc]
    """Keeps parts as LLVM's bitcode."""

    def reduce(self, part: Part) -> Any:
        part.library._ensure_finalized()
        part.description.typemap = part.description.calltypes = None  # large, and of no use to others
        code = part.library._final_module.as_bitcode()
        return part.library.name, code, part.signature, part.description, part.environment

    def rebuild(self, context: Any, payload: Any) -> Part:
        name, code, signature, description, environment = payload
        library = context.codegen().create_library(name)
        library.__class__ = _Library
        library._final_module = ll.parse_bitcode(code)
        library._finalize_final_module()
        return Part(signature, description, library, environment)

    def check_cachable(self, part: Part) -> bool:
        part.library._ensure_finalized()
        return not part.library.has_dynamic_globals


class Parts:
    """A rule's parts, by the types of their arguments."""

    def __init__(self, rule: Any, options: dict[str, Any]) -> None:
        self._context = rule.targetctx
        self._compiler = _Compiler(rule.py_func, rule.targetdescr, options | NO_WRAPPERS, rule.locals, Compiler)
        self._rule = weakref.proxy(rule)
        self.cache: FunctionCache | None = None
        self.made: dict[tuple[Any, ...], Part] = {}

    def of(self, args: tuple[Any, ...]) -> Part:
        """The part for these types, compiled if nobody has."""
        if args not in self.made:
            kept = self.cache.load_overload(args, self._context) if self.cache else None
            part = kept or self._compiled(args)
            self._context.insert_user_function(part.description, part.description, [part.library])
            self.made[args] = part
        return self.made[args]

    def _compiled(self, args: tuple[Any, ...]) -> Part:
        about = {"dispatcher": self._rule, "args": args, "return_type": None}
        with event.trigger_event("numba:compile", data=about):
            result = self._compiler.compile(args, None)
        result.library.__class__ = _Library
        part = Part(result.signature, result.fndesc, result.library, result.environment)
        if self.cache:
            self.cache.save_overload(args, part)
        return part
