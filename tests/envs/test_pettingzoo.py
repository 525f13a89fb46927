"""Games as PettingZoo environments."""

from __future__ import annotations

import importlib
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np
import pettingzoo  # type: ignore[import-untyped]
import pytest
from pettingzoo.test import (  # type: ignore[import-untyped]
    api_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
    state_test,
)

import undertow.envs.pettingzoo as ours
from undertow.core.errors import HouseRule, IllegalAction, UndertowError, UnknownName
from undertow.core.game import find_game, game_names

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.filterwarnings("ignore:We recommend agents to be named"),  # seats have the names that players use
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),  # it is a dictionary with a mask
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]

TABLES = [(name, players) for name in game_names() for players in find_game(name).players_with({})]


def aec(name: str, **how: Any) -> Any:
    return pettingzoo.make("aec", f"undertow/{name}-v1", **how)


def parallel(name: str, **how: Any) -> Any:
    return pettingzoo.make("parallel", f"undertow/{name}-v1", **how)


def seeded(env: Any, seed: int) -> Any:
    """The environment with a match begun; random actions are the same for the same seed."""
    env.reset(seed=seed)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed + number)
    return env


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.filterwarnings("ignore:Environment's m")  # nothing says how large numbers get
def test_the_state_is_what_all_sides_know(name: str, players: int) -> None:
    state_test(aec(name, players=players), parallel(name, players=players))
    env = seeded(aec(name, players=players), 3)
    setup = env.unwrapped.match.setup
    sides = list(dict.fromkeys(setup.sides))
    for agent, seen, _, _ in moves(env):
        parts = env.state().reshape(len(sides), -1)
        side = sides.index(setup.sides[setup.seat(agent)])
        np.testing.assert_array_equal(parts[side], seen["observation"])


def moves(env: Any) -> Iterator[tuple[str, Any, float, bool]]:
    """Random play to the end: each agent as it comes, what it observes and gets, and whether it is at its end."""
    for agent in env.agent_iter():
        seen, reward, ended, _, _ = env.last()
        yield agent, seen, reward, ended
        env.step(None if ended else env.action_space(agent).sample())


# PettingZoo's own tests -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_one_by_one_passes_the_test_of_pettingzoo(name: str, players: int) -> None:
    api_test(aec(name, players=players), num_cycles=100)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_all_at_once_passes_the_test_of_pettingzoo(name: str, players: int) -> None:
    parallel_api_test(parallel(name, players=players), num_cycles=300)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_seeds_pass_the_tests_of_pettingzoo(name: str, players: int) -> None:
    seed_test(lambda: aec(name, players=players), num_cycles=50)
    parallel_seed_test(lambda: parallel(name, players=players), num_cycles=50)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_rendering_passes_the_test_of_pettingzoo(name: str, players: int) -> None:
    render_test(lambda render_mode: aec(name, players=players, render_mode=render_mode))


class Clock:
    """Time that passes quickly, for a measurement of five seconds."""

    def __init__(self) -> None:
        self.now = 0.0

    def time(self) -> float:
        self.now += 0.2
        return self.now


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_benchmark_of_pettingzoo_runs(name: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[performance_benchmark.__module__], "time", Clock())
    performance_benchmark(aec(name, players=players))


def test_house_rules_pass_too() -> None:
    api_test(aec("get-bit", players=5, options={"shark": True, "long_game": True}), num_cycles=100)
    parallel_api_test(parallel("get-bit", players=3, options={"shark": True}), num_cycles=300)


# What learners see ----------------------------------------------------------------------------------------------------


def test_agents_are_seats_and_spaces_those_of_the_game() -> None:
    env = aec("kelp")
    assert env.possible_agents == ["octopus", "shark"]
    game = find_game("kelp")
    assert env.action_space("shark").n == game.declared.size
    assert env.observation_space("shark")["observation"].shape == (game.encoding,)
    assert env.observation_space("shark")["action_mask"].shape == (game.declared.size,)
    assert str(env.unwrapped) == "kelp_v1"


def test_one_who_is_not_asked_has_an_empty_mask_one_by_one_and_may_only_wait_all_at_once() -> None:
    env = seeded(aec("kelp"), 1)
    assert env.agent_selection == "octopus"
    assert env.observe("octopus")["action_mask"].any()
    assert not env.observe("shark")["action_mask"].any()
    seen, infos = parallel("kelp").reset(seed=1)
    assert (seen["octopus"]["action_mask"] == env.observe("octopus")["action_mask"]).all()
    assert np.flatnonzero(seen["shark"]["action_mask"]).tolist() == [0]
    assert infos == {"octopus": {"asked": True, "taken": False}, "shark": {"asked": False, "taken": False}}


@pytest.mark.parametrize("idle", [{}, {"shark": 5}, {"shark": "whatever"}])
def test_what_one_does_who_is_not_asked_changes_nothing(idle: dict[str, Any]) -> None:
    env = parallel("kelp")
    seen, _ = env.reset(seed=1)
    mine = {"octopus": int(np.flatnonzero(seen["octopus"]["action_mask"])[0])}
    after, *_, infos = env.step(mine | idle)
    assert infos["octopus"]["taken"]
    assert not infos["shark"]["taken"]
    other = parallel("kelp")
    other.reset(seed=1)
    expected, *_ = other.step(mine)
    for agent in env.agents:
        assert (after[agent]["observation"] == expected[agent]["observation"]).all()


class Habit:
    """Actions that depend on the agent, the number of its decision and what is legal alone."""

    def __init__(self) -> None:
        self.decided: Counter[str] = Counter()

    def action(self, agent: str, mask: Any) -> int:
        legal = np.flatnonzero(mask)
        return int(legal[(7 * self.decided[agent] + 3 * len(agent)) % len(legal)])


def one_by_one(name: str, seed: int) -> dict[str, float]:
    env, habit, got = seeded(aec(name), seed), Habit(), dict[str, float]()
    for agent in env.agent_iter():
        seen, got[agent], ended, _, _ = env.last()
        env.step(None if ended else habit.action(agent, seen["action_mask"]))
        habit.decided[agent] += 1
    return got


def all_at_once(name: str, seed: int) -> dict[str, float]:
    env, habit, got = parallel(name), Habit(), dict[str, float]()
    seen, infos = env.reset(seed=seed)
    while env.agents:
        actions = {a: habit.action(a, seen[a]["action_mask"]) for a in env.agents if infos[a]["asked"]}
        seen, rewards, _, _, infos = env.step(actions)
        got |= rewards
        habit.decided.update(agent for agent, info in infos.items() if info["taken"])
    return got


@pytest.mark.parametrize("name", game_names())
def test_the_same_match_comes_out_one_by_one_and_all_at_once(name: str) -> None:
    for seed in range(3):
        assert one_by_one(name, seed) == all_at_once(name, seed)


def test_equal_seeds_give_equal_matches_and_others_do_not() -> None:
    def story(seed: int) -> list[tuple[str, bytes, float]]:
        return [(agent, seen["observation"].tobytes(), got) for agent, seen, got, _ in moves(seeded(aec("kelp"), seed))]

    assert story(1) == story(1)
    assert story(1) != story(2)


def test_without_a_seed_the_next_match_of_the_last_one_begins() -> None:
    def begun(*seeds: int | None) -> bytes:
        env = aec("get-bit", players=6)
        for seed in seeds:
            env.reset(seed=seed)
        seen: bytes = env.observe("swimmer 1")["observation"].tobytes()
        return seen

    assert begun(7, None, None) == begun(7, None, None)
    assert len({begun(7), begun(7, None), begun(7, None, None)}) == 3


@pytest.mark.parametrize("name", ["get-bit", "kelp"])
def test_a_hidden_choice_stays_hidden(name: str) -> None:
    """Two matches that differ only in what the first of several chose at once: the others observe the same."""
    compared = 0
    for seed in range(4):
        env, done = seeded(aec(name), seed), list[Any]()
        for agent in env.agent_iter():
            _, _, ended, _, _ = env.last()
            if ended:
                break
            others = [env.possible_agents[seat] for seat in env.unwrapped.match.acting()[1:]]
            others = [other for other in others if side_of(env, other) != side_of(env, agent)]
            legal = np.flatnonzero(env.observe(agent)["action_mask"]).tolist()
            if others and len(legal) > 1:
                views = [after(name, seed, [*done, action], others) for action in legal]
                assert all(view == views[0] for view in views)
                compared += 1
            if compared > 3:
                break
            done.append(env.action_space(agent).sample())
            env.step(done[-1])
    assert compared


def side_of(env: Any, agent: str) -> str:
    setup = env.unwrapped.match.setup
    side: str = setup.sides[setup.seat(agent)]
    return side


def after(name: str, seed: int, actions: list[Any], agents: list[str]) -> list[bytes]:
    """What these agents observe after these actions."""
    env = seeded(aec(name), seed)
    for action in actions:
        env.step(action)
    return [env.observe(agent)[part].tobytes() for agent in agents for part in ("observation", "action_mask")]


# The end --------------------------------------------------------------------------------------------------------------


def played(env: Any) -> tuple[list[str], dict[str, float]]:
    """A random match: who left in which order, and what each agent got."""
    left, got = list[str](), defaultdict[str, float](float)
    for agent, seen, reward, ended in moves(env):
        assert agent not in left
        got[agent] += reward
        if ended:
            assert not seen["action_mask"].any()
            left.append(agent)
    return left, dict(got)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_agent_ends_once_with_its_share_of_the_win(name: str, players: int) -> None:
    env = seeded(aec(name, players=players), 1)
    left, got = played(env)
    assert sorted(left) == sorted(env.possible_agents)
    assert got == dict(zip(env.possible_agents, env.unwrapped.match.shares().tolist(), strict=True))
    assert sum(got.values()) > 0


def test_a_swimmer_who_is_out_leaves_while_the_others_play_on() -> None:
    env = seeded(aec("get-bit", players=6), 2)
    sizes, rewards = list[int](), dict[str, float]()
    for agent, _, reward, ended in moves(env):
        sizes.append(env.num_agents)
        if ended and not env.unwrapped.match.over:
            rewards[agent] = reward
            assert agent not in env.unwrapped.match.acting()
    assert len(rewards) == 3  # of six: the match is over when two are left
    assert set(rewards.values()) == {0.0}
    assert {6, 5, 4, 3} <= set(sizes)
    assert sizes == sorted(sizes, reverse=True)


def test_a_swimmer_whose_partner_swims_on_stays_and_may_still_win() -> None:
    """Two swimmers of one person win together: one who is out ends when its partner is out too, or with the match."""
    won_while_out = 0
    for seed in range(20):
        env = seeded(aec("get-bit", players=2), seed)
        left, got = played(env)
        match = env.unwrapped.match
        assert len(left) == 4
        assert got["swimmer 1"] == got["swimmer 2"] != got["swimmer 3"] == got["swimmer 4"]
        in_line = {f"swimmer {swimmer + 1}" for swimmer in match.position.state.line[:2].tolist()}
        won_while_out += sum(got[agent] == 1.0 and agent not in in_line for agent in got)
    assert won_while_out


def test_all_at_once_a_swimmer_who_is_out_leaves_once() -> None:
    env = parallel("get-bit", players=6)
    env.reset(seed=4)
    ends, got = Counter[str](), dict[str, float]()
    while agents := env.agents[:]:
        actions = {agent: env.action_space(agent).sample() for agent in agents}
        seen, rewards, ended, cut_off, infos = env.step(actions)
        assert list(seen) == list(rewards) == list(ended) == list(cut_off) == list(infos) == agents
        ends.update(agent for agent in agents if ended[agent])
        got |= rewards
        assert env.agents == [agent for agent in agents if not ended[agent]]
    assert ends == Counter(env.possible_agents)
    assert sorted(got.values()) == [0, 0, 0, 0, 0, 1]


def test_the_shark_of_a_table_stays_to_the_end() -> None:
    left, _ = played(seeded(aec("get-bit", players=5, options={"shark": True}), 1))
    assert left.index("shark") >= len(left) - 5


# All at once ----------------------------------------------------------------------------------------------------------


def test_what_one_settles_for_all_only_one_is_asked() -> None:
    """JAWS: some choices of the crew are made by one for all. Others of its turn change what the rest is asked."""
    env = parallel("jaws", players=4)
    joint = dropped = 0
    for seed in range(3):
        _, infos = env.reset(seed=seed)
        while env.agents:
            asked = [agent for agent in env.agents if infos[agent]["asked"]]
            joint += env.match.position.joint
            assert len(asked) == 1 or not env.match.position.joint
            *_, infos = env.step({agent: env.action_space(agent).sample() for agent in env.agents})
            taken = [agent for agent in infos if infos[agent]["taken"]]
            assert taken == asked[: len(taken)] != []
            dropped += len(asked) - len(taken)
    assert joint
    assert dropped


# What is refused ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (700, "700 (.+) is not legal for octopus now. Legal: 0 (den d0), 1 (den d2), 2 (den d6), 3 (den d8)."),
        (-1, "there is no action -1; they go from 0 to 730."),
        (731, "there is no action 731; they go from 0 to 730."),
        (1.5, "an action is a whole number from 0 to 730, not 1.5."),
        (None, "an action is a whole number from 0 to 730, not None."),
    ],
)
def test_an_action_that_cannot_be_taken_is_refused_and_changes_nothing(action: Any, said: str) -> None:
    env, other = aec("kelp"), parallel("kelp")
    env.reset(seed=1)
    other.reset(seed=1)
    before = env.unwrapped.match.position.states.tobytes()
    pattern = "^" + re.escape(said).replace(r"\.\+", ".+") + "$"
    with pytest.raises(IllegalAction, match=pattern):
        env.step(action)
    with pytest.raises(IllegalAction, match=pattern):
        other.step({"octopus": action, "shark": 0})
    assert env.unwrapped.match.position.states.tobytes() == other.match.position.states.tobytes() == before
    env.step(0)


def test_one_bad_action_among_many_stops_all() -> None:
    env = parallel("get-bit", players=4)
    env.reset(seed=1)
    before = env.match.position.states.tobytes()
    with pytest.raises(IllegalAction, match="swimmer 3 now"):
        env.step({"swimmer 1": 0, "swimmer 2": 1, "swimmer 3": 18, "swimmer 4": 2})
    with pytest.raises(IllegalAction, match="swimmer 4 is asked, but there is no action of theirs"):
        env.step({"swimmer 1": 0, "swimmer 2": 1, "swimmer 3": 3})
    with pytest.raises(UnknownName, match="there is no agent 'swimmer 9'"):
        env.step({"swimmer 9": 0})
    assert env.match.position.states.tobytes() == before


def test_one_at_its_end_has_no_action() -> None:
    env = seeded(aec("shark-attacks"), 1)
    while not any(env.terminations.values()):
        env.step(env.action_space(env.agent_selection).sample())
    with pytest.raises(IllegalAction, match="is at its end: only None can be its action, not 0"):
        env.step(0)
    env.step(None)
    env.step(None)
    with pytest.raises(UndertowError, match=r"nobody is left to act: reset\(\) begins a match"):
        env.unwrapped.step(0)
    with pytest.raises(UndertowError, match=r"nobody is left to act: reset\(\) begins a match"):
        parallel("kelp").step({})


@pytest.mark.parametrize("make", [aec, parallel])
def test_what_cannot_be_made_is_refused_in_one_sentence(make: Any) -> None:
    with pytest.raises(UnknownName, match=r"there is no render mode 'film'\. Choose from: human, ansi, rgb_array"):
        make("kelp", render_mode="film")
    with pytest.raises(HouseRule, match="Kelp is for 2 players, not 3"):
        make("kelp", players=3)
    with pytest.raises(UndertowError, match="no_such_rule"):
        make("kelp", options={"no_such_rule": 1})
    with pytest.raises(UnknownName, match=r"there is no game 'kelpp'\. Did you mean 'kelp'\?"):
        ours.env("kelpp")
    with pytest.raises(UnknownName, match="there is no agent 'squid'"):
        make("kelp").action_space("squid")
    with pytest.raises(UndertowError, match="a seed is a whole number from 0 to"):
        make("kelp").reset(seed=-1)


def test_without_pettingzoo_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "undertow.envs.pettingzoo")
    with pytest.raises(
        ImportError, match=r'this needs PettingZoo, which is not installed: pip install "undertow\[rl\]"'
    ):
        importlib.import_module("undertow.envs.pettingzoo")
