"""Undertow: a table for shark games."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from undertow.core.errors import BadMatchFile, HouseRule, IllegalAction, UndertowError, UnknownName
    from undertow.core.game import Game, find_game, game_names
    from undertow.core.match import Match, Result
    from undertow.core.position import Event

if sys.version_info < (3, 11):  # noqa: UP036 - from a checkout any Python may come
    found = sys.version.split()[0]
    raise ImportError(f"Undertow needs Python 3.11 or newer; this is {found}.", name="undertow")  # -m: one line

__version__ = "0.1.0"
__all__ = [
    "BadMatchFile",
    "Event",
    "Game",
    "HouseRule",
    "IllegalAction",
    "Match",
    "Result",
    "UndertowError",
    "UnknownName",
    "find_game",
    "game_names",
]
_HOMES = {
    "Event": "position",
    "Match": "match",
    "Result": "match",
    "Game": "game",
    "find_game": "game",
    "game_names": "game",
}


def __getattr__(name: str) -> Any:
    """Loaded when somebody asks: the compiler behind the rules takes seconds, and not all parts need it."""
    if name not in __all__:
        raise AttributeError(f"module 'undertow' has no attribute {name!r}")
    return getattr(importlib.import_module(f"undertow.core.{_HOMES.get(name, 'errors')}"), name)
