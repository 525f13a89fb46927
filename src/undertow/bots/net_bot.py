"""`net`: a bot that plays what a network has learnt, if the game comes with one (`bots/net.npz` beside its rules).

It mixes as it was trained to. Its number makes it looser or firmer: `net:100` plays as trained, `net:300` spreads its
choices as if all differences were a third of what they are, `net:0` always takes what it likes best.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from undertow.bots import net as nets
from undertow.bots.bot import Bot, Choice, Knowledge
from undertow.core.contract import NET_FILE
from undertow.core.errors import UndertowError
from undertow.core.game import Game, Setup
from undertow.core.records import Floats
from undertow.core.rng import draw, stream

AS_TRAINED = 100


class NetBot:
    """The policy of a network. Where the game knows a better player than the network, that one plays."""

    def __init__(self, setup: Setup, seed: int, name: str, looseness: int, other: Bot) -> None:
        self.name = name
        self._setup, self._net, self._other = setup, network(setup.game), other
        self._plays = setup.game.hook("bots", "net_plays")
        self._looseness = looseness
        self._rng = stream(seed)
        self._places = np.eye(setup.game.state.SEATS, dtype=np.float32)[nets.places(setup)]

    def choose(self, knowledge: Knowledge) -> Choice:
        seat, role = knowledge.seat, nets.role_of(self._setup.sides[knowledge.seat])
        if role not in self._net.weights or not self._plays(knowledge.view(), seat):
            return self._other.choose(knowledge)
        names, actions = list(knowledge.legal), np.array(list(knowledge.legal.values()))
        if len(actions) == 1:
            return knowledge.choice(int(actions[0]), "the only legal action")
        seen = np.concatenate([knowledge.encoding(), self._places[seat]])
        odds, share = self._net.odds(role, seen, actions, max(self._looseness, 1) / AS_TRAINED)
        chosen = self._drawn(odds)
        return knowledge.choice(
            int(actions[chosen]), f"it expects to win {share:.0%} of such matches", mix=_mix(names, odds)
        )

    def _drawn(self, odds: Floats) -> int:
        if self._looseness == 0:
            return int(odds.argmax())
        return min(int(np.searchsorted(odds.cumsum(), draw(self._rng) / 2**32)), len(odds) - 1)


def _mix(names: list[str], odds: Floats) -> dict[str, float]:
    return {name: float(share) for name, share in zip(names, odds, strict=True)}


@cache
def network(game: Game) -> nets.Net:
    """A game's network; raises one sentence if it cannot be used."""
    return nets.load(game, game.folder / NET_FILE)


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


def make_net_bot(setup: Setup, seed: int, name: str, looseness: int, other: Bot) -> Bot:
    """A net bot, or the other one if the network cannot be used."""
    try:
        return NetBot(setup, seed, name, looseness, other)
    except UndertowError as error:
        return StandIn(other, str(error).rstrip("."))
