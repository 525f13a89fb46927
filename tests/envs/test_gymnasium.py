"""Games as Gymnasium environments."""

from __future__ import annotations

import importlib
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import undertow.envs.gymnasium as ours
from undertow.core.errors import IllegalAction, UndertowError, UnknownName
from undertow.core.game import find_game, game_names
from undertow.envs import Batch

pytestmark = pytest.mark.compiled

SIDES = [
    (name, players, side)
    for name in game_names()
    for players in find_game(name).players_with({})
    for side in dict.fromkeys(find_game(name).set_up(players).sides)
]
FEWEST = {name: find_game(name).players_with({})[0] for name in game_names()}


def make(name: str, **how: Any) -> Any:
    return gymnasium.make(f"undertow/{name}-v1", **how)


def make_vec(name: str, **how: Any) -> Any:
    return gymnasium.make_vec(f"undertow/{name}-v1", vectorization_mode="vector_entry_point", **how)


# One match ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players", "side"), SIDES)
def test_the_checker_of_gymnasium_finds_nothing(name: str, players: int, side: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("error")
        warnings.filterwarnings("ignore", message=".*A Box observation space m..imum value is -?infinity")
        warnings.filterwarnings("ignore", message=".* is not legal for ")  # it tries such actions, and is told so
        check_env(make(name, side=side, players=players).unwrapped, skip_render_check=players != FEWEST[name])


@pytest.mark.parametrize(("name", "players", "side"), SIDES)
def test_a_match_is_played_to_its_end(name: str, players: int, side: str) -> None:
    env = make(name, side=side, players=players)
    env.action_space.seed(1)
    for seed in range(2):
        seen, info = env.reset(seed=seed)
        over, rewards = False, []
        while not over:
            seat = info["seat"]
            assert side in (seat, env.unwrapped.setup.sides[env.unwrapped.setup.seat(seat)])
            assert (env.unwrapped.action_masks() == info["action_mask"]).all()
            assert info["action_mask"].dtype == np.int8
            assert seen in env.observation_space
            seen, reward, over, cut_off, info = env.step(env.action_space.sample())
            assert not cut_off
            rewards.append(reward)
        assert rewards[-1] == env.unwrapped.match.shares()[env.unwrapped.seats[0]]
        assert not any(rewards[:-1])
        assert not info["action_mask"].any()
        with pytest.raises(UndertowError, match=r"no match is under way: reset\(\) begins one"):
            env.step(0)


def story(seed: int, **how: Any) -> list[tuple[bytes, float]]:
    env = make("kelp", **how)
    env.action_space.seed(1)
    seen, _ = env.reset(seed=seed)
    told, over, reward = [], False, 0.0
    while not over:
        told.append((seen.tobytes(), reward))
        seen, reward, over, _, _ = env.step(env.action_space.sample())
    return told


def test_equal_seeds_give_equal_matches_and_others_do_not() -> None:
    assert story(1, side="shark", bots="seasoned") == story(1, side="shark", bots="seasoned")
    assert story(1, side="shark", bots="seasoned") != story(2, side="shark", bots="seasoned")


def test_the_learner_has_all_seats_of_its_side() -> None:
    env = make("jaws", players=4, side="crew", bots="seasoned").unwrapped
    assert env.seats == [1, 2, 3]
    assert make("jaws", players=4, side="hooper").unwrapped.seats == [1, 2, 3]
    assert make("get-bit", players=4, side="swimmer 3").unwrapped.seats == [2]
    assert make("get-bit", players=2).unwrapped.seats == [0, 1]


def test_opponents_may_differ_and_may_search() -> None:
    env = make(
        "get-bit",
        players=4,
        side="swimmer 1",
        bots={"swimmer 2": "matrix", "swimmer 3": "sampler:20", "swimmer 4": "random"},
    )
    env.reset(seed=1)
    over = False
    while not over:
        *_, over, _, _ = env.step(env.action_space.sample())


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    env = make("kelp", side="octopus").unwrapped
    seen, info = env.reset(seed=1)
    before = env.match.position.states.tobytes()
    with pytest.warns(UserWarning, match=r"700 \(.+\) is not legal for octopus now\. Legal: 0 \(den d0\), 1 "):
        again, reward, over, cut_off, told = env.step(700)
    assert (again == seen).all()
    assert (reward, over, cut_off) == (0.0, False, False)
    assert told["refused"].startswith("700 (")
    assert (told["action_mask"] == info["action_mask"]).all()
    assert env.match.position.states.tobytes() == before
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # once is enough
        assert "there is no action 731" in env.step(731)[-1]["refused"]
    strict = make("kelp", side="octopus", illegal="error")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction, match="is not legal for octopus now"):
        strict.step(700)
    strict.step(0)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"side": "squid"}, "there is no side 'squid'. Choose from: octopus, shark."),
        ({"side": "spectator"}, "there is no side 'spectator'. Choose from: octopus, shark."),
        ({"bots": "grandmaster"}, "there is no bot 'grandmaster'."),
        ({"bots": {"octopus": "seasoned"}}, "there is no seat or side of an opponent 'octopus'. Choose from: shark."),
        ({"bots": {}}, "shark has no bot: name one for every seat or side beside the learner's."),
        ({"players": 3}, "Kelp is for 2 players, not 3."),
        ({"options": {"no_such_rule": 1}}, "no_such_rule"),
        ({"illegal": "lose"}, "there is no way with illegal actions 'lose'. Choose from: refuse, error."),
        ({"render_mode": "film"}, "there is no render mode 'film'."),
    ],
)
def test_what_cannot_be_made_is_refused_in_one_sentence(how: dict[str, Any], said: str) -> None:
    with pytest.raises(UndertowError) as told:
        ours.AgainstBots("kelp", **how)
    assert said in str(told.value)
    if "illegal" not in how and "render_mode" not in how:
        with pytest.raises(UndertowError) as told:
            make_vec("kelp", num_envs=2, **how)
        assert said in str(told.value)


def test_without_gymnasium_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    for name in ("gymnasium", "pettingzoo"):
        monkeypatch.delitem(sys.modules, f"undertow.envs.{name}", raising=False)
        with pytest.raises(ImportError, match=r'which is not installed: pip install "undertow\[rl\]"'):
            importlib.import_module(f"undertow.envs.{name}")


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_the_learner_sees_its_own_side_of_the_table(mode: str) -> None:
    env = make("kelp", side="octopus", render_mode=mode)
    env.reset(seed=1)
    env.step(env.action_space.sample())
    drawn = env.render()
    if mode == "ansi":
        assert "Kelp   octopus" in drawn
    else:
        assert drawn.dtype == np.uint8


# Many matches ---------------------------------------------------------------------------------------------------------


def drawn_from(envs: Any, masks: Any) -> Any:
    return envs.action_space.sample(tuple(masks))


@pytest.mark.parametrize("name", game_names())
def test_many_matches_at_once(name: str) -> None:
    """Ends are told as Gymnasium has them where a match begins again in the same step."""
    envs = make_vec(name, num_envs=16)
    assert envs.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    seen, infos = envs.reset(seed=3)
    envs.action_space.seed(3)
    ended, won = 0, 0.0
    for _ in range(400):
        assert seen in envs.observation_space
        assert infos["action_mask"].dtype == np.int8
        assert (infos["action_mask"].sum(axis=1) > 0).all()
        assert (envs.unwrapped.action_masks() == infos["action_mask"]).all()
        seen, rewards, over, cut_off, infos = envs.step(drawn_from(envs, infos["action_mask"]))
        assert not cut_off.any()
        assert not rewards[~over].any()
        assert ("final_obs" in infos) == over.any()
        if over.any():
            assert (infos["_final_obs"] == over).all()
            assert (infos["_final_info"] == over).all()
            assert [row is not None for row in infos["final_obs"]] == over.tolist()
            for row in np.flatnonzero(over):
                assert infos["final_obs"][row] in envs.single_observation_space
                assert (infos["final_obs"][row] != seen[row]).any()
            assert not infos["final_info"]["action_mask"].any()
        ended += int(over.sum())
        won += float(rewards.sum())
    seat = envs.unwrapped.batch.seats[envs.unwrapped.seats[0]]
    assert envs.unwrapped.batch.played >= ended > 0
    assert envs.unwrapped.batch.won[seat] >= won


def test_gymnasium_can_put_single_ones_together_too() -> None:
    envs = gymnasium.make_vec("undertow/get-bit-v1", num_envs=3, vectorization_mode="sync", players=4)
    _, infos = envs.reset(seed=1)
    assert infos["action_mask"].shape == (3, 19)
    envs.step(drawn_from(envs, infos["action_mask"]))
    envs.close()


def test_what_is_told_stays_as_it_was() -> None:
    envs = make_vec("get-bit", num_envs=4, players=4)
    seen, infos = envs.reset(seed=1)
    kept, mask = seen.copy(), infos["action_mask"].copy()
    envs.step(drawn_from(envs, mask))
    assert (seen == kept).all()
    assert (infos["action_mask"] == mask).all()


def test_a_seed_begins_what_a_batch_begins_with_it() -> None:
    envs = make_vec("kelp", num_envs=5, side="shark", bots="seasoned")
    seen, infos = envs.reset(seed=9)
    batch = Batch("kelp", matches=5, bots={"octopus": "seasoned"}, seed=9)
    assert (batch.buffers.observations == seen).all()
    assert (batch.buffers.masks == infos["action_mask"]).all()
    other, _ = envs.reset()
    assert (other != seen).any()
    envs.reset(seed=9)
    again, _ = envs.reset()
    assert (again == other).all()


def test_statistics_of_gymnasium_count_them() -> None:
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(make_vec("shark-attacks", num_envs=8))
    _, infos = envs.reset(seed=1)
    for _ in range(200):
        _, rewards, over, _, infos = envs.step(drawn_from(envs, infos["action_mask"]))
        if over.any():
            assert (infos["episode"]["r"][over] == rewards[over]).all()
            return
    raise AssertionError("no match ended")


def test_many_matches_refuse_what_cannot_be_done() -> None:
    envs = make_vec("kelp", num_envs=2, side="octopus", bots="seasoned")
    seen, _ = envs.reset(seed=1)
    with pytest.raises(UndertowError, match=r"match 1: 700 \(.+\) is not legal for octopus now"):
        envs.step(np.array([0, 700]))
    assert (envs.unwrapped.batch.buffers.observations == seen).all()
    with pytest.raises(UndertowError, match="many matches at once are not drawn"):
        make_vec("kelp", num_envs=2, render_mode="ansi")
    with pytest.raises(UndertowError, match="is not compiled and cannot play inside a batch"):
        make_vec("kelp", num_envs=2, bots="sampler")
    with pytest.raises(UnknownName, match="there is no game 'kelpp'"):
        ours.ManyAgainstBots(2, "kelpp")
