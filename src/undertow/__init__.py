"""Undertow: a table for shark games."""

from undertow.core.errors import BadMatchFile, HouseRule, IllegalAction, UndertowError, UnknownName
from undertow.core.game import Game, find_game, game_names
from undertow.core.match import Match, Result
from undertow.core.position import Event

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
