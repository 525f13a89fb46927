"""Algorithms that fit every game, made once for each game.

Numba's disk cache knows functions by the file and module they stand in; a closure or a function passed as an argument
never hits it. So an algorithm (`core/door.py`, `core/playout.py`, ...) is an ordinary module that calls `legal`,
`apply` and the rest by name, and here its source is executed again for each game, in a module of its own, with that
game's functions under those names.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any


def make_for(algorithm: str, game: str, folder: Path, functions: dict[str, Any]) -> ModuleType:
    """The module `algorithm` (its full name) with a game's functions as globals."""
    name = f"{algorithm}@{game}"
    spec = importlib.util.find_spec(algorithm)
    assert spec is not None
    assert spec.origin is not None
    module = ModuleType(name)
    module.__dict__.update((key, value) for key, value in functions.items() if not key.startswith("__"))
    module.__file__ = spec.origin
    module.__dict__["GAME_FOLDER"] = str(folder)
    sys.modules[name] = module  # Numba's cache pickles functions by their module's name
    exec(compile(Path(spec.origin).read_text(), spec.origin, "exec"), module.__dict__)
    return module
