"""The named peer: information set Monte Carlo tree search as OpenSpiel has it, with our imagined worlds.

`ismcts:0.1s` thinks for a tenth of a second a decision, with random playouts and OpenSpiel's usual settings. It needs
the extra `rl`. Whoever imports this module can name it wherever a bot is named.
"""

from __future__ import annotations

import re
import time
from typing import Any

import numpy as np

from undertow.bots.bot import Bot, Choice, Knowledge
from undertow.bots.registry import PEERS, Kind, Plan
from undertow.core.errors import UndertowError
from undertow.core.game import Setup
from undertow.core.position import Position
from undertow.core.recall import Recall
from undertow.core.rng import draw, stream

NAME = "ismcts"
SECONDS = 0.1
LEAST = 2  # simulations: the first one only opens the root
UCT = 2.0  # how much it explores, for shares between 0 and 1; OpenSpiel's examples


def read(name: str, number: str) -> Plan:
    if number and (not re.fullmatch(r"[0-9]*\.?[0-9]+s", number) or float(number[:-1]) <= 0):
        raise UndertowError(f"write {NAME}:0.1s for a tenth of a second a decision; {name!r} is no such time.")
    return Plan(name, seconds=float(number[:-1]) if number else SECONDS)


class IsmctsBot:
    """OpenSpiel's search at a table of ours. It gets imagined worlds only, never the truth."""

    def __init__(self, setup: Setup, seed: int, name: str, seconds: float) -> None:
        try:
            import pyspiel
            from open_spiel.python.algorithms import mcts

            from undertow.envs import open_spiel as ours
        except ImportError as error:
            raise UndertowError('the bot ismcts needs OpenSpiel: pip install "undertow[rl]".') from error
        self.name = name
        self._seconds, self._rng, self._ours = seconds, stream(seed), ours
        rules = ours.write_rules(setup.settings)
        given = {"players": setup.players, "turns": True} | ({"rules": rules} if rules else {})
        self._game = pyspiel.load_game(ours.spiel_name(setup.game), given)
        random = np.random.RandomState(draw(self._rng))
        self._search = _timed(seconds, self._game, mcts.RandomRolloutEvaluator(1, random), random)
        self._search.set_resampler(self._imagined)

    def choose(self, knowledge: Knowledge) -> Choice:
        if len(knowledge.legal) == 1:
            return knowledge.choice(next(iter(knowledge.legal.values())), "the only legal action")
        position = Position(knowledge.setup, knowledge.imagine(self._rng, 1), knowledge.memories())
        state = self._game.new_initial_state()
        state.table = self._ours.Table(self._game.terms, position, Recall.of(position))
        state.table.asked = [knowledge.seat]  # where several may act, OpenSpiel would ask the first
        action = int(self._search.step(state))
        return knowledge.choice(action, f"it came out best in {self._search.simulations} simulated matches")

    def _imagined(self, state: Any, player: int) -> Any:
        """Another world that the player cannot tell from this one."""
        made = state.imagined(player, self._rng)
        made.table.asked = [player]
        return made


def _timed(seconds: float, game: Any, evaluator: Any, random: np.random.RandomState) -> Any:
    """OpenSpiel's bot counts simulations; this one looks at the clock."""
    from open_spiel.python.algorithms import ismcts

    class Timed(ismcts.ISMCTSBot):  # type: ignore[misc]
        simulations = 0

        def run_search(self, state: Any) -> Any:
            self.reset()
            self._root_node = self.create_new_node(state)
            self.simulations, until = 0, time.perf_counter() + seconds
            while self.simulations < LEAST or time.perf_counter() < until:
                self.run_simulation(self.sample_root_state(state))
                self.simulations += 1
            return self.get_final_policy(state, self._root_node)

    return Timed(game, evaluator, UCT, 1, random_state=random)


def make(setup: Setup, seed: int, plan: Plan) -> Bot:
    return IsmctsBot(setup, seed, plan.name, plan.seconds or SECONDS)


PEERS[NAME] = Kind(read, make)
