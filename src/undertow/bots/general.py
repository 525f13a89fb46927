"""Bots that play every game: `random`, and `sampler`, which tries each action in worlds it can imagine."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from undertow.bots.bot import Choice, Knowledge
from undertow.core.bundles import GAINS, SQUARES, WORLDS, Bench, Mind
from undertow.core.game import Setup
from undertow.core.records import Floats, Ints
from undertow.core.rng import below, stream

ROLLOUTS = "undertow.bots.rollouts"
BATCH = 16  # worlds between two looks at the clock


class RandomBot:
    """Any legal action, all equally likely."""

    name = "random"

    def __init__(self, setup: Setup, seed: int) -> None:
        self._rng = stream(seed)

    def choose(self, knowledge: Knowledge) -> Choice:
        actions = list(knowledge.legal.values())
        return knowledge.choice(actions[below(self._rng, len(actions))], "chosen at random")


class SamplerBot:
    """For each legal action, random playouts from worlds imagined for its own side; the best average wins.

    It thinks for so many playouts a decision, or for so many seconds.
    """

    def __init__(self, setup: Setup, seed: int, playouts: int = 400, seconds: float | None = None) -> None:
        self.name = f"sampler:{seconds:g}s" if seconds else f"sampler:{playouts}"
        self._setup = setup
        self._rng = stream(seed)
        self._playouts = playouts
        self._seconds = seconds
        states, gains = np.zeros(1, setup.game.state.State), np.zeros(setup.game.state.SEATS)
        self._bench = Bench(states, self._rng, setup.room_for_actions(), gains)
        self._try_each = setup.game.algorithm(ROLLOUTS).try_each

    def choose(self, knowledge: Knowledge) -> Choice:
        names, actions = list(knowledge.legal), np.array(list(knowledge.legal.values()), np.int64)
        if len(actions) == 1:
            return knowledge.choice(int(actions[0]), "the only legal action")
        totals = np.zeros((SQUARES + 1, len(actions)))
        worlds = self._sample(knowledge, actions, totals)
        means = totals[GAINS] / worlds
        best = int(np.argmax(means))
        values = dict(zip(names, means.tolist(), strict=True))
        why = f"in {worlds} random playouts each it won most often: {means[best]:.0%}"
        return knowledge.choice(int(actions[best]), why, values)

    def _sample(self, knowledge: Knowledge, actions: Ints, totals: Floats) -> int:
        """Playouts until the budget is spent; returns the worlds tried."""
        until = time.perf_counter() + self._seconds if self._seconds else None
        wanted = max(1, self._playouts // len(actions))
        done = 0
        while done == 0 or (time.perf_counter() < until if until else done < wanted):
            number = min(BATCH, max(1, done)) if until else min(BATCH, wanted - done)
            worlds = knowledge.imagine(self._rng, number)
            bound = self._setup.game.state.BOUND
            self._try_each(self._setup.box, worlds, knowledge.seat, actions, totals, self._bench, bound)
            done += number
        return done


class PolicyBot:
    """A bot that the game itself brings, compiled: it plays by `choose` in the game's `bots/`."""

    def __init__(self, setup: Setup, seed: int, name: str, policy: int, parameter: int) -> None:
        self.name = name
        self._setup = setup
        self._policy, self._parameter = policy, parameter
        self._rng = stream(seed)
        self._table, self._scratch = tables_of(setup, [policy])
        self._out = setup.room_for_actions()

    def choose(self, knowledge: Knowledge) -> Choice:
        setup = self._setup
        worlds = np.zeros(WORLDS, setup.game.state.State)
        worlds[:1] = knowledge.imagine(self._rng, 1)
        mind = (self._policy, self._parameter, self._table, self._scratch, self._rng, self._out)
        memories = knowledge.memory()
        action = setup.game.playout.decide(setup.box, worlds, memories, knowledge.seat, *mind)
        assert setup.game.bots is not None
        return knowledge.choice(
            int(action), setup.game.bots.explain(setup, knowledge.seat, Mind(worlds, memories[0], *mind))
        )


def tables_of(setup: Setup, policies: Sequence[int | None]) -> tuple[Floats, Floats]:
    """What these compiled bots look up, and room for them to think: fresh room, for one thread."""
    module = setup.game.bots
    if module is None:
        return np.zeros(1), np.zeros(1)
    return module.table(setup, policies), np.zeros(module.scratch_size(setup, policies))
