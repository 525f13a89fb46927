"""Which bots there are: each kind is one entry that reads what a bot of it is called, and makes one.

A new way of choosing is a class with `choose` and an entry in `GENERAL`; a game's own compiled bots are found in its
`bots` by themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from undertow.bots.ahead_bot import make_ahead_bot
from undertow.bots.bot import Bot
from undertow.bots.general import PolicyBot, RandomBot, SamplerBot
from undertow.bots.net import AS_TRAINED
from undertow.bots.net_bot import make_net_bot
from undertow.core.contract import Policy
from undertow.core.errors import UndertowError, UnknownName
from undertow.core.game import Game, Setup
from undertow.core.playout import RANDOM

SECONDS = 0.4  # of a bot that looks ahead and is not told how long
PLAYOUTS = 400  # of a sampler that is not told how many


@dataclass(frozen=True)
class Plan:
    """A bot's name, read: a compiled policy, or a search with its budget."""

    name: str
    policy: int | None = None
    parameter: int = 0
    seconds: float | None = None
    numbers: tuple[int, ...] = ()  # of a network: how loosely it plays, for all its roles or for each


@dataclass(frozen=True)
class Kind:
    """A kind of bot."""

    read: Callable[[str, str], Plan | None]  # of its name and the number in it; None: it takes no number
    make: Callable[[Setup, int, Plan], Bot]  # with a seed


def _read_random(name: str, number: str) -> Plan | None:
    return None if number else Plan(name, RANDOM)


def _read_sampler(name: str, number: str) -> Plan:
    if not number:
        return Plan(name, parameter=PLAYOUTS)
    if re.fullmatch("[0-9]{1,9}", number) and int(number) > 0:
        return Plan(name, parameter=int(number))
    if re.fullmatch(r"[0-9]*\.?[0-9]+s", number) and float(number[:-1]) > 0:
        return Plan(name, seconds=float(number[:-1]))
    raise UndertowError(f"write sampler:400 for playouts or sampler:0.5s for seconds; {name!r} is neither.")


def _read_net(name: str, number: str) -> Plan:
    if number and not re.fullmatch("[0-9]{1,4}(/[0-9]{1,4})*", number):
        raise UndertowError(
            f"write net:{AS_TRAINED} for a network that plays as it was trained, net:300 for a looser one, or "
            f"net:300/200 with a number for each side; {name!r} is none of these."
        )
    numbers = tuple(map(int, number.split("/"))) if number else (AS_TRAINED,)
    return Plan(name, parameter=numbers[0], numbers=numbers)


def _make_net(setup: Setup, seed: int, plan: Plan) -> Bot:
    return make_net_bot(setup, seed, plan.name, plan.numbers, stand_in(setup, seed))


def stand_in(setup: Setup, seed: int) -> Bot:
    """Who plays where a network does not."""
    return make_bot(setup, setup.game.hook("bots", "STAND_IN"), seed + 1)


def _read_ahead(name: str, number: str) -> Plan:
    if not number:
        return Plan(name, seconds=SECONDS)
    if re.fullmatch("[0-9]{1,6}", number) and int(number) > 0:
        return Plan(name, parameter=int(number))
    if re.fullmatch(r"[0-9]*\.?[0-9]+s", number) and float(number[:-1]) > 0:
        return Plan(name, seconds=float(number[:-1]))
    raise UndertowError(f"write ahead:0.4s for seconds or ahead:2000 for imagined matches; {name!r} is neither.")


def _make_ahead(setup: Setup, seed: int, plan: Plan) -> Bot:
    return make_ahead_bot(setup, seed, plan.name, stand_in(setup, seed), plan.parameter, plan.seconds)


NET = Kind(_read_net, _make_net)
AHEAD = Kind(_read_ahead, _make_ahead)

#: Bots that play every game.
GENERAL: dict[str, Kind] = {
    "random": Kind(_read_random, lambda setup, seed, plan: RandomBot(setup, seed)),
    "sampler": Kind(_read_sampler, lambda setup, seed, plan: SamplerBot(setup, seed, plan.parameter, plan.seconds)),
}

#: Bots of other libraries, to measure ours by: they can be named once their module is imported, but are on no list.
PEERS: dict[str, Kind] = {}

#: What the levels mean in a game that says nothing better; and while its rules are not compiled yet.
LEVELS = {
    "beginner": "random",
    "easy": "sampler:40",
    "medium": "sampler",
    "hard": "sampler:4000",
    "expert": "sampler:20000",
}
LIGHT = {
    "beginner": "random",
    "easy": "sampler:0.05s",
    "medium": "sampler:0.2s",
    "hard": "sampler:0.5s",
    "expert": "sampler:0.8s",
}


def _compiled(base: str, policy: Policy) -> Kind:
    """A bot that the game brings."""

    def read(name: str, number: str) -> Plan:
        if not number:
            return Plan(name, policy.number, policy.parameter or 0)
        if policy.parameter is None:
            raise UndertowError(f"the bot {base!r} takes no number: write {base!r}, not {name!r}.")
        if not re.fullmatch("[0-9]{1,9}", number):
            raise UndertowError(
                f"the bot {base!r} takes a whole number of up to nine digits, for example {base}:{policy.parameter}; "
                f"{name!r} is not one."
            )
        return Plan(name, policy.number, int(number))

    return Kind(read, lambda setup, seed, plan: PolicyBot(setup, seed, plan.name, policy.number, plan.parameter))


def kinds_of(game: Game) -> dict[str, Kind]:
    """Every kind of bot that plays this game."""
    policies: Mapping[str, Policy] = game.bots.POLICIES if game.bots else {}
    learnt = {"net": NET, "ahead": AHEAD} if game.net else {}
    return GENERAL | learnt | {name: _compiled(name, policy) for name, policy in policies.items()}


def levels_of(game: Game) -> Mapping[str, str]:
    """What easy, medium, hard and, where a game has more, the other levels mean in it; the weakest first."""
    return game.bots.LEVELS if game.bots else LEVELS


def best_level(game: Game) -> str:
    """Levels are named from the weakest to the strongest."""
    return list(levels_of(game))[-1]


def bot_names(game: Game) -> list[str]:
    return [*kinds_of(game), *levels_of(game)]


def plan_of(game: Game, name: str) -> Plan:
    """What a bot's name means in this game."""
    return _found(game, name)[1]


def make_bot(setup: Setup, name: str, seed: int = 0) -> Bot:
    """A bot for one seat at this table."""
    kind, plan = _found(setup.game, name)
    return kind.make(setup, seed, plan)


def make_light_bot(setup: Setup, name: str, seed: int = 0) -> Bot:
    """The same while Python runs the rules: what decides in about a second even so."""
    levels = setup.game.bots.LIGHT if setup.game.bots else LIGHT
    return make_bot(setup, levels.get(name) or levels["medium"], seed)


def _found(game: Game, name: str) -> tuple[Kind, Plan]:
    full = levels_of(game).get(name, name)
    base, _, number = full.partition(":")
    kind = kinds_of(game).get(base) or PEERS.get(base)
    plan = kind.read(full, number) if kind else None
    if kind is None or plan is None:
        raise UnknownName("bot", name, bot_names(game))
    return kind, plan
