"""Networks against bots, many matches at once: networks decide for whole batches, compiled bots play inside them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from undertow.bots import net as nets
from undertow.bots import plan_of
from undertow.bots.net import AS_TRAINED
from undertow.bots.net_bot import loosened
from undertow.core.errors import UndertowError
from undertow.core.game import Game, Setup
from undertow.core.records import Floats, Ints
from undertow.envs import Batch
from undertow.lab.stats import interval

#: What decides for rows of input: it gets the input and the masks, and answers with actions.
Decide: TypeAlias = Callable[[Any, Any], Ints]
MOST_STEPS = 100_000


class Result(NamedTuple):
    """A side's share of the wins, with its 95 % interval."""

    side: str
    against: str
    matches: int
    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.side} against {self.against} {self.share:.1%} ({self.low:.1%} to {self.high:.1%})"


class Duel:
    """A table at which some sides are played from outside and bots have the others. It can be played again and again:
    the bots' and the dice's luck is the same each time."""

    def __init__(self, setup: Setup, bots: Mapping[str, str], matches: int, seed: int = 1) -> None:
        self.setup = setup
        self._batch = Batch(setup.game, setup.players, setup.settings, matches, bots=bots, seed=seed)
        self._place = np.eye(setup.game.state.SEATS, dtype=np.float32)[nets.places(setup)]
        self._sides = setup.viewers_of_seats()

    def play(self, deciding: Mapping[str, Decide]) -> Floats:
        """The first match of every row, to its end: what each seat won of each."""
        batch, shown = self._batch, self._batch.reset()
        won, counted = np.zeros((batch.matches, len(self.setup.seats))), np.zeros(batch.matches, bool)
        for _ in range(MOST_STEPS):
            if counted.all():
                break
            shown = batch.step(self._decide(shown, deciding))
            over = (shown.ends > 0) & ~counted
            won[over] = shown.rewards[over]
            counted |= over
        return won

    def _decide(self, shown: Any, deciding: Mapping[str, Decide]) -> Ints:
        seen = np.concatenate([shown.observations, self._place[shown.seats]], 1)
        if len(deciding) == 1:
            return next(iter(deciding.values()))(seen, shown.masks)
        actions = np.zeros(len(seen), np.int64)
        for side, decide in deciding.items():
            rows = np.flatnonzero(self._sides[shown.seats] == self.setup.viewer(side))
            if len(rows):
                actions[rows] = decide(seen[rows], shown.masks[rows])
        return actions


def result(duel: Duel, side: str, against: str, won: Floats) -> Result:
    mine = won[:, duel.setup.sides.index(side)]
    return Result(side, against, len(mine), *interval(float(mine.sum()), float((mine * mine).sum()), len(mine)))


def decides(weights: nets.Weights, looseness: int = AS_TRAINED, seed: int = 0) -> Decide:
    """A network on the CPU."""
    rng = np.random.default_rng(seed)

    def decide(seen: Any, masks: Any) -> Ints:
        logits = np.where(masks > 0, nets.think(weights, seen)[0] * (AS_TRAINED / max(looseness, 1)), nets.NOTHING)
        if looseness == 0:
            return np.asarray(logits.argmax(-1))
        below = nets.softmax(logits).cumsum(-1)
        at = rng.random(len(below)) * below[:, -1]
        return np.asarray(np.argmax(np.where(masks > 0, below, 0) > at[:, None], -1))

    return decide


def network_of(game: Game, bot: str) -> tuple[nets.Net, int] | None:
    """A bot's network, as loose as the bot is, and 0 if it always takes what it likes best; None if it is another kind
    of bot."""
    plan = plan_of(game, bot)
    if plan.name.partition(":")[0] != "net":
        return None
    return loosened(game, plan.numbers), AS_TRAINED if any(plan.numbers) else 0


def shares(setup: Setup, bots: Mapping[str, str], matches: int, seed: int = 1) -> Floats:
    """What each seat won of each match; `bots` by side, some of them networks."""
    found = {side: network_of(setup.game, bot) for side, bot in bots.items()}
    inside = {side: bot for side, bot in bots.items() if found[side] is None}
    outside = {
        side: decides(which[0].weights[nets.role_of(side)], which[1], seed + number)
        for number, (side, which) in enumerate(found.items())
        if which is not None
    }
    if not outside:
        raise UndertowError("none of these bots is a network; `undertow simulate` plays them.")
    return Duel(setup, inside, matches, seed).play(outside)
