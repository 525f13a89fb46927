"""Ways of choosing: bots for every game, and each game's own by name.

A bot's name may carry a number after a colon: `sampler:1000` (playouts), `sampler:0.5s` (seconds), `hold:12`.
"""

from __future__ import annotations

from undertow.bots.bot import Bot, Choice, Knowledge
from undertow.bots.general import tables_of
from undertow.bots.registry import Plan, best_level, bot_names, levels_of, make_bot, make_light_bot, plan_of

__all__ = [
    "Bot",
    "Choice",
    "Knowledge",
    "Plan",
    "best_level",
    "bot_names",
    "levels_of",
    "make_bot",
    "make_light_bot",
    "plan_of",
    "tables_of",
]
