"""Ways of choosing: bots for every game, and each game's own by name.

A bot's name may carry a number after a colon: `sampler:1000` (playouts), `sampler:0.5s` (seconds), `hold:12`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from undertow.bots.bot import Bot, Choice, Knowledge
from undertow.bots.general import PolicyBot, RandomBot, SamplerBot, tables_of
from undertow.core.errors import UndertowError, UnknownName
from undertow.core.game import Game, Setup
from undertow.core.playout import RANDOM

LEVELS = {"easy": "random", "medium": "sampler", "hard": "sampler:4000"}  # for a game that says nothing better

__all__ = ["Bot", "Choice", "Knowledge", "Plan", "bot_names", "make_bot", "plan_of", "tables_of"]


@dataclass(frozen=True)
class Plan:
    """A bot's name, read: a compiled policy, or the sampler with its budget."""

    name: str
    policy: int | None = None
    parameter: int = 0
    seconds: float | None = None


def levels_of(game: Game) -> dict[str, str]:
    """What easy, medium and hard mean in this game."""
    return getattr(game.bots, "LEVELS", None) or LEVELS


def bot_names(game: Game) -> list[str]:
    return ["random", "sampler", *_policies(game), *levels_of(game)]


def plan_of(game: Game, name: str) -> Plan:
    """What a bot's name means in this game."""
    base, _, number = name.partition(":")
    if base in levels_of(game) and not number:
        return plan_of(game, levels_of(game)[base])
    if base == "random" and not number:
        return Plan(name, RANDOM)
    if base == "sampler":
        return _sampler(name, number)
    policies = _policies(game)
    if base not in policies:
        raise UnknownName("bot", name, bot_names(game))
    default = policies[base][1]
    if number and (default is None or not re.fullmatch("[0-9]{1,9}", number)):
        wrong = (
            "takes no number"
            if default is None
            else f"takes a whole number of up to nine digits, for example {base}:{default}"
        )
        raise UndertowError(f"the bot {base!r} {wrong}; {name!r} is not one.")
    return Plan(name, policies[base][0], int(number) if number else default or 0)


def make_bot(setup: Setup, name: str, seed: int = 0) -> Bot:
    """A bot for one seat at this table."""
    plan = plan_of(setup.game, name)
    if plan.policy == RANDOM:
        return RandomBot(setup, seed)
    if plan.policy is None:
        return SamplerBot(setup, seed, plan.parameter, plan.seconds)
    return PolicyBot(setup, seed, plan.name, plan.policy, plan.parameter)


def _policies(game: Game) -> dict[str, tuple[int, int | None]]:
    """The game's compiled bots: name, number, and the parameter they take if none is given."""
    return getattr(game.bots, "POLICIES", {})


def _sampler(name: str, number: str) -> Plan:
    if not number:
        return Plan(name, parameter=400)
    if re.fullmatch("[0-9]{1,9}", number) and int(number) > 0:
        return Plan(name, parameter=int(number))
    if re.fullmatch(r"[0-9]*\.?[0-9]+s", number) and float(number[:-1]) > 0:
        return Plan(name, seconds=float(number[:-1]))
    raise UndertowError(f"write sampler:400 for playouts or sampler:0.5s for seconds; {name!r} is neither.")
