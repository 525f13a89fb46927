"""`net`: a bot that plays what a network has learnt, if the game comes with one (`bots/net.npz` beside its rules).

It mixes as it was trained to. Its number makes it looser or firmer: `net:100` plays as trained, `net:300` spreads its
choices as if all differences were a third of what they are, `net:0` always takes what it likes best. `net:500/300`
has a number for each side, in the order in which the network has them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np

from undertow.bots import net as nets
from undertow.bots.bot import Bot, Choice, Knowledge
from undertow.core.contract import NET_FILE
from undertow.core.errors import UndertowError
from undertow.core.game import Game, Setup
from undertow.core.records import Floats, Ints
from undertow.core.rng import draw, stream


class NetBot:
    """The policy of a network. Where the game knows a better player than the network, that one plays."""

    def __init__(self, setup: Setup, seed: int, name: str, looseness: Sequence[int], other: Bot) -> None:
        self.name = name
        self._setup, self._other = setup, other
        self.net = loosened(setup.game, tuple(looseness))
        self._plays = setup.game.hook("bots", "net_plays")
        self._firm = not any(looseness)
        self._rng = stream(seed)
        self._places = np.eye(setup.game.state.SEATS, dtype=np.float32)[nets.places(setup)]

    def choose(self, knowledge: Knowledge) -> Choice:
        if not self.plays(knowledge):
            return self._other.choose(knowledge)
        names, actions = list(knowledge.legal), np.array(list(knowledge.legal.values()))
        if len(actions) == 1:
            return knowledge.choice(int(actions[0]), "the only legal action")
        odds, share = self.odds(knowledge, actions)
        chosen = int(odds.argmax()) if self._firm else drawn(odds, self._rng)
        return knowledge.choice(
            int(actions[chosen]), f"it expects to win {share:.0%} of such matches", mix=mix_of(names, odds)
        )

    def plays(self, knowledge: Knowledge) -> bool:
        """Whether the network decides here, and not the other bot."""
        role = nets.role_of(self._setup.sides[knowledge.seat])
        return role in self.net.weights and bool(self._plays(knowledge.view(), knowledge.seat))

    def odds(self, knowledge: Knowledge, actions: Ints) -> tuple[Floats, float]:
        """How likely it takes each of these actions, and the share of the win it expects."""
        role = nets.role_of(self._setup.sides[knowledge.seat])
        seen = np.concatenate([knowledge.encoding(), self._places[knowledge.seat]])
        return self.net.odds(role, seen, actions)


def drawn(odds: Floats, rng: Ints) -> int:
    """One of several, by its odds."""
    return min(int(np.searchsorted(odds.cumsum(), draw(rng) / 2**32)), len(odds) - 1)


def mix_of(names: list[str], odds: Floats) -> dict[str, float]:
    return {name: float(share) for name, share in zip(names, odds, strict=True)}


@cache
def network(game: Game) -> nets.Net:
    """A game's network; raises one sentence if it cannot be used."""
    return nets.load(game, game.folder / NET_FILE)


def loosened(game: Game, looseness: tuple[int, ...]) -> nets.Net:
    """The same, played so loosely."""
    net = network(game)
    return net if set(looseness) == {nets.AS_TRAINED} else _looser(game, looseness)


@lru_cache(32)
def _looser(game: Game, looseness: tuple[int, ...]) -> nets.Net:
    return network(game).loosened(looseness)


def plays_throughout(setup: Setup) -> bool:
    """Whether the network decides everything at such a table, and no other bot in its place."""
    try:
        known = network(setup.game).weights
    except UndertowError:
        return False
    always = not hasattr(setup.game.bots, "net_plays")
    throughout = always or setup.game.hook("bots", "net_plays_throughout")(setup.box[0])
    return throughout and all(nets.role_of(side) in known for side in setup.sides)


class StandIn:
    """Plays instead of a network that cannot be used, and says so."""

    def __init__(self, other: Bot, reason: str) -> None:
        self.name, self._other, self._reason = other.name, other, reason

    def choose(self, knowledge: Knowledge) -> Choice:
        choice = self._other.choose(knowledge)
        why = f"{choice.why} ({self.name} plays instead of the network: {self._reason})"
        return Choice(choice.action, choice.name, why, choice.values, choice.mix)


def make_net_bot(setup: Setup, seed: int, name: str, looseness: Sequence[int], other: Bot) -> Bot:
    """A net bot, or the other one if the network cannot be used."""
    try:
        return NetBot(setup, seed, name, looseness, other)
    except UndertowError as error:
        return StandIn(other, str(error).rstrip("."))
