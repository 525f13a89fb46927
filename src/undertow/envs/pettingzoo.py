"""Games as PettingZoo environments: every seat is an agent.

    import pettingzoo
    import undertow.envs.pettingzoo

    env = pettingzoo.make("aec", "undertow/kelp-v1")
    env = pettingzoo.make("parallel", "undertow/get-bit-v1", players=4, options={"shark": True})

An agent observes a dictionary: `observation`, what its side knows, laid out as `undertow.envs.layout(game)` says; and
`action_mask`, 1 for each action that is legal for it now. At the end each agent is rewarded with its share of the win,
from 0 to 1; before that with 0. A seat that is out for good while others play on ends then and there.

`state()` is what all sides know together, one after the other: for a critic in training, never for one who plays.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

try:
    import gymnasium
    import pettingzoo  # type: ignore[import-untyped]
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # type: ignore[import-untyped]
except ModuleNotFoundError as error:
    from undertow.envs.extras import missing

    raise missing("PettingZoo") from error

import numpy as np

from undertow.core.errors import IllegalAction, UndertowError, UnknownName
from undertow.core.game import Game, game_names
from undertow.envs.single import (
    RENDER_MODES,
    VERSION,
    LegalActions,
    Mask,
    Single,
    check_render_mode,
    fresh_seed,
    observations,
)

Observation = dict[str, Any]
Space = gymnasium.spaces.Space[Any]
WAIT = 0  # what the mask of a seat that is not asked allows, where all act at once: it changes nothing


class _Seats:
    """What both kinds of environments share: a match, its seats as agents, their spaces, and rendering."""

    def __init__(
        self, game: str | Game, players: int | None, options: Mapping[str, Any] | None, render_mode: str | None
    ) -> None:
        check_render_mode(render_mode)
        self.match = Single(game, players, options)
        self.render_mode = render_mode
        self.seats: list[str] = list(self.match.setup.seats)
        self._spectator = len(self.match.setup.viewers) - 1
        seen = gymnasium.spaces.Dict(
            {
                "observation": observations(self.match.game.encoding),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.match.size,), np.int8),
            }
        )
        self.observed = dict.fromkeys(self.seats, seen)
        self.actions = {seat: LegalActions(self.match.size) for seat in self.seats}
        sides = self.match.setup.sides
        self._first_of_sides = [sides.index(side) for side in dict.fromkeys(sides)]
        self.everything = observations(self.match.game.encoding * len(self._first_of_sides))
        self._waiting: Mask = np.zeros(self.match.size, np.int8)
        self._waiting[WAIT] = 1
        self._seed = fresh_seed()
        self._number = -1

    def metadata(self, kind: str) -> dict[str, Any]:
        name = f"{self.match.game.name}_v{VERSION}"
        return {"name": name, "render_modes": RENDER_MODES, "render_fps": 2, "is_parallelizable": kind == "parallel"}

    def begin(self, seed: int | None) -> None:
        """The first match of a seed, or the next one of the same."""
        number = self._number + 1 if seed is None else 0
        chosen = self._seed if seed is None else seed
        self.match.begin(chosen, number)
        self._seed, self._number = chosen, number

    def index(self, agent: str) -> int:
        return self.match.setup.seat(agent)

    def mask(self, agent: str) -> Mask:
        """What is legal for the agent; its space samples from that."""
        mask = self.match.mask(self.index(agent))
        self.actions[agent].now = mask
        return mask

    def wait(self, agent: str) -> Mask:
        """The mask of one who is not asked, where all act at once."""
        self.actions[agent].now = self._waiting
        return self._waiting

    def observe(self, agent: str, mask: Mask) -> Observation:
        return {"observation": self.match.known_to(self.index(agent)), "action_mask": mask.copy()}

    def state(self) -> Any:
        """What all sides know, secrets included."""
        return np.concatenate([self.match.known_to(seat) for seat in self._first_of_sides])

    def ended(self, agents: list[str]) -> dict[str, bool]:
        """Which of these agents are at their end, for all of them."""
        return {agent: self.match.over or self.match.out_of_it(self.index(agent)) for agent in agents}

    def rewards(self, agents: list[str]) -> dict[str, float]:
        """What the step brought each of these agents. Only the end of the match brings anything: whoever was out before
        wins nothing."""
        if not self.match.over:
            return dict.fromkeys(agents, 0.0)
        shares = self.match.shares()
        return {agent: float(shares[self.index(agent)]) for agent in agents}

    def draw(self) -> Any:
        return self.match.drawn(self.render_mode, self._spectator)


class OneByOne(pettingzoo.AECEnv):  # type: ignore[misc]
    """Seats act one after the other. Where several choose at once the first of them is asked first; what it chose
    stays hidden until all have chosen."""

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._seats = _Seats(game, players, options, render_mode)
        self.match = self._seats.match  # the truth: never for a learner
        self.metadata = self._seats.metadata("aec")
        self.render_mode = render_mode
        self.state_space = self._seats.everything
        self.possible_agents = self._seats.seats[:]
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Space:
        return _of(self._seats.observed, agent)

    def action_space(self, agent: str) -> Space:
        return _of(self._seats.actions, agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match: the first one of this seed, or the next one. `options` are for others: house rules are settled
        when an environment is made."""
        self._seats.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self._go_on()

    def observe(self, agent: str) -> Observation:
        """What the agent's side knows. The mask is all zeros for a seat that is not asked."""
        return self._seats.observe(agent, self.match.mask(self._seats.index(agent)))

    def step(self, action: int | None) -> None:
        """The action of `agent_selection`; None if that agent is at its end."""
        if not self.agents:
            raise UndertowError("nobody is left to act: reset() begins a match.")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._leave(agent, action)
            return
        seat = self._seats.index(agent)
        self.match.take(seat, self.match.understood(seat, action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._seats.rewards(self.agents)
        self._accumulate_rewards()
        self._go_on()

    def _leave(self, agent: str, action: int | None) -> None:
        if action is not None:
            raise IllegalAction(f"{agent} is at its end: only None can be its action, not {action!r}.")
        self._was_dead_step(None)

    def _go_on(self) -> None:
        """Whoever is at its end goes first, to leave; then whoever is asked."""
        acting = self.match.acting()
        if acting:
            self.agent_selection = self.possible_agents[acting[0]]
            self._seats.mask(self.agent_selection)
        self.terminations = self._seats.ended(self.agents)
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def state(self) -> Any:
        """What all sides know, one after the other, for a critic in training: it holds secrets."""
        return self._seats.state()

    def render(self) -> Any:
        """The table for the spectator, as the game draws it."""
        return self._seats.draw()

    def close(self) -> None:
        """There is nothing to close."""


class AllAtOnce(pettingzoo.ParallelEnv):  # type: ignore[misc]
    """All seats act at once. A seat that is not asked may give any action or none: it changes nothing, and its mask
    allows action 0 alone, so no mask is ever empty.

    What several seats choose at once is taken in the order of the seats. Where the choice of one changes what another
    is asked, the other's action is not taken, and it is asked again. Where one settles something for all of its side,
    the first of them is asked. An agent's info has `asked`, whether its next action counts, and `taken`, whether its
    last one did.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._seats = _Seats(game, players, options, render_mode)
        self.match = self._seats.match  # the truth: never for a learner
        self.metadata = self._seats.metadata("parallel")
        self.render_mode = render_mode
        self.state_space = self._seats.everything
        self.possible_agents = self._seats.seats[:]
        self.agents: list[str] = []
        self._masks: dict[str, Mask] = {}

    def observation_space(self, agent: str) -> Space:
        return _of(self._seats.observed, agent)

    def action_space(self, agent: str) -> Space:
        return _of(self._seats.actions, agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a match: the first one of this seed, or the next one. `options` are for others: house rules are settled
        when an environment is made."""
        self._seats.begin(seed)
        self.agents = self.possible_agents[:]
        return self._tell(self.agents, taken=[])

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """What all agents do. If one of those who are asked does nothing, or nothing legal, nobody does anything."""
        if not self.agents:
            raise UndertowError("nobody is left to act: reset() begins a match.")
        taken = self._take(self._understood(actions))
        told = self.agents
        ended, rewards = self._seats.ended(told), self._seats.rewards(told)
        seen, infos = self._tell(told, taken)
        self.agents = [agent for agent in told if not ended[agent]]
        return seen, rewards, ended, dict.fromkeys(told, False), infos

    def _asked(self) -> list[str]:
        """Who is asked now; where one settles something for all, the first."""
        acting = self.match.acting()
        return [self.possible_agents[seat] for seat in (acting[:1] if self.match.position.joint else acting)]

    def _understood(self, actions: Mapping[str, int]) -> dict[str, int]:
        """The actions of those who are asked."""
        for agent in actions:
            if agent not in self.possible_agents:
                raise UnknownName("agent", agent, self.possible_agents)
        asked = self._asked()
        for agent in asked:
            if agent not in actions:
                raise IllegalAction(f"{agent} is asked, but there is no action of theirs among these.")
        return {agent: self.match.understood(self._seats.index(agent), actions[agent]) for agent in asked}

    def _take(self, actions: dict[str, int]) -> list[str]:
        """Take them in turn, as long as those who follow are still asked the same; returns whose were taken."""
        match, taken = self.match, list[str]()
        left = [self._seats.index(agent) for agent in actions]
        for agent, action in actions.items():
            if taken and (match.acting() != left or (match.mask(left[0]) != self._masks[agent]).any()):
                break
            match.take(left.pop(0), action)
            taken.append(agent)
        return taken

    def _tell(self, agents: list[str], taken: list[str]) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """What each of these agents observes now, and is told beside it."""
        asked = self._asked()
        for agent in agents:
            self._masks[agent] = self._seats.mask(agent) if agent in asked else self._seats.wait(agent)
        if self.render_mode == "human":
            self.render()
        seen = {agent: self._seats.observe(agent, self._masks[agent]) for agent in agents}
        return seen, {agent: {"asked": agent in asked, "taken": agent in taken} for agent in agents}

    def state(self) -> Any:
        """What all sides know, one after the other, for a critic in training: it holds secrets."""
        return self._seats.state()

    def render(self) -> Any:
        """The table for the spectator, as the game draws it."""
        return self._seats.draw()

    def close(self) -> None:
        """There is nothing to close."""


def _of(spaces: Mapping[str, Space], agent: str) -> Space:
    if agent not in spaces:
        raise UnknownName("agent", agent, spaces)
    return spaces[agent]


def env(game: str | Game, **how: Any) -> Any:
    """`OneByOne`, in the wrapper of PettingZoo that says so when it is used before `reset`."""
    return OrderEnforcingWrapper(OneByOne(game, **how))


def parallel_env(game: str | Game, **how: Any) -> AllAtOnce:
    return AllAtOnce(game, **how)


for _name in game_names():
    pettingzoo.register("aec", f"undertow/{_name}-v{VERSION}", f"{__name__}:env", kwargs={"game": _name})
    pettingzoo.register("parallel", f"undertow/{_name}-v{VERSION}", f"{__name__}:parallel_env", kwargs={"game": _name})
