"""How fast batches are: encoded, masked decisions a second with random actions, beside the peers in the same run."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from undertow.core.game import game_names
from undertow.envs.batch import Batch

#: What is measured.
TABLES: tuple[tuple[str, str, int | None, dict[str, Any]], ...] = (
    ("Shark Attacks!, 2 players", "shark-attacks", 2, {}),
    ("Get Bit!, 4 swimmers", "get-bit", 4, {}),
    ("JAWS, Act 1", "jaws", 4, {"variant": "act1"}),
    ("JAWS, both acts", "jaws", 4, {}),
    ("Kelp", "kelp", 2, {}),
)
MATCHES = {"cpu": 512, "cuda": 65_536}
WARM = 50  # steps before the clock starts


def measure(device: str, seconds: float, matches: int | None = None) -> dict[str, Any]:
    """Decisions a second of every game on one core or one GPU, and of what people would use instead on one core."""
    found: dict[str, Any] = {"device": device, "tables": list(_ours(device, seconds, matches or MATCHES[device]))}
    found["peers"] = [{"name": name, "decisions_per_second": _peer(match, seconds)} for name, match in _peers()]
    return found


def _ours(device: str, seconds: float, matches: int) -> Iterator[dict[str, Any]]:
    installed = game_names()
    for title, game, players, options in TABLES:
        if game not in installed:
            continue
        began = time.perf_counter()
        batch = Batch(game, players, options, matches, device, threads=1)
        for _ in range(WARM):
            batch.step(batch.random_actions())
        ready = time.perf_counter() - began
        yield {
            "table": title,
            "matches": matches,
            "decisions_per_second": _decisions(batch, seconds),
            "numbers": batch.numbers,
            "actions": batch.actions,
            "ready_seconds": ready,
        }


def _decisions(batch: Batch, seconds: float) -> float:
    steps, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        batch.step(batch.random_actions())
        steps += 1
    int(batch.buffers.ends[0])  # waits until a GPU has done it all
    return steps * batch.matches / (time.perf_counter() - began)


# Peers ----------------------------------------------------------------------------------------------------------------

Match = Callable[[], int]  # plays one match at random, with encodings and masks; returns its decisions


def _peer(match: Match, seconds: float) -> float:
    decisions, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        decisions += match()
    return decisions / (time.perf_counter() - began)


def _peers() -> Iterator[tuple[str, Match]]:
    """Those that are installed."""
    try:
        from pettingzoo.classic import tictactoe_v3  # type: ignore[import-untyped]

        yield "PettingZoo tictactoe_v3", _pettingzoo(tictactoe_v3.env())
    except ImportError:
        pass
    try:
        import pyspiel

        for name in ("pig(players=2)", "leduc_poker", "gin_rummy"):
            yield f"OpenSpiel {name} from Python", _open_spiel(pyspiel.load_game(name))
    except ImportError:
        pass


def _pettingzoo(env: Any) -> Match:
    def match() -> int:
        env.reset()
        decisions = 0
        for agent in env.agent_iter():
            observation, _, ended, cut_off, _ = env.last()
            done = ended or cut_off
            env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
            decisions += not done
        return decisions

    return match


def _open_spiel(game: Any) -> Match:
    rng, kind = random.Random(1), game.get_type()

    def match() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, odds)[0])
                continue
            if kind.provides_information_state_tensor:
                np.asarray(state.information_state_tensor(), np.float32)
            else:
                np.asarray(state.observation_tensor(), np.float32)
            mask = state.legal_actions_mask()
            state.apply_action(rng.choice([action for action, legal in enumerate(mask) if legal]))
            decisions += 1
        return decisions

    return match
