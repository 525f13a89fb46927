"""How fast batches are: encoded, masked decisions a second with random actions, beside the peers in the same run."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from typing import Any

import numpy as np

from undertow.core.game import game_names
from undertow.envs import Batch
from undertow.lab.peers import PEERS

#: What is measured.
TABLES: tuple[tuple[str, str, int, dict[str, Any]], ...] = (
    ("Shark Attacks!, 2 players", "shark-attacks", 2, {}),
    ("Get Bit!, 4 swimmers", "get-bit", 4, {}),
    ("JAWS, Act 1", "jaws", 4, {"variant": "act1"}),
    ("JAWS, both acts", "jaws", 4, {}),
    ("Kelp", "kelp", 2, {}),
)
MATCHES = {"cpu": 512, "cuda": 262_144}
WARM = 50  # steps before the clock starts
PETTINGZOO = "PettingZoo tictactoe_v3"


def measure(device: str, seconds: float, matches: int | None = None) -> dict[str, Any]:
    """Decisions a second of every game on one core or one GPU, and of what people would use instead on one core."""
    tables = list(measure_tables(device, seconds, matches))
    peers = {name: _peer(match, seconds) for name, match in _peers([row["peer"] for row in tables])}
    return {"device": device, "tables": tables, "peers": peers}


def measure_tables(
    device: str, seconds: float, matches: int | None = None, games: Collection[str] | None = None
) -> Iterator[dict[str, Any]]:
    """One after the other, of all games or some."""
    for title, game, players, options in TABLES:
        if games is None or game in games:
            many = matches or MATCHES.get(device, 1)
            yield _measured(title, reference(game), players, options, device, many, seconds)


def reference(game: str) -> str:
    """One of our games, also where the package lies about and is not installed."""
    return game if game in game_names() else f"undertow.games.{game.replace('-', '_')}:GAME"


def _measured(
    title: str, game: str, players: int, options: dict[str, Any], device: str, matches: int, seconds: float
) -> dict[str, Any]:
    began = time.perf_counter()
    batch = Batch(game, players, options, matches, device, threads=1)
    for _ in range(WARM):
        batch.step(batch.random_actions())
    ready = time.perf_counter() - began
    return {
        "table": title,
        "peer": "OpenSpiel " + PEERS[batch.game.name](batch.setup),
        "matches": matches,
        "decisions_per_second": _decisions(batch, seconds),
        "numbers": batch.numbers,
        "actions": batch.actions,
        "ready_seconds": ready,
    }


def _decisions(batch: Batch, seconds: float) -> float:
    clock = time.perf_counter if batch.device == "cuda" else time.process_time  # a core's own time, if it is shared
    steps, began = 0, clock()
    while clock() - began < seconds:
        batch.step(batch.random_actions())
        steps += 1
    int(batch.buffers.ends[0])  # waits until a GPU has done it all
    return steps * batch.matches / (clock() - began)


# Peers ----------------------------------------------------------------------------------------------------------------

Match = Callable[[], int]  # plays one match at random, with encodings and masks; returns its decisions


def _peer(match: Match, seconds: float) -> float:
    decisions, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        decisions += match()
    return decisions / (time.process_time() - began)


def _peers(wanted: list[str]) -> Iterator[tuple[str, Match]]:
    """Those that are installed."""
    with suppress(ImportError):
        from pettingzoo.classic import tictactoe_v3  # type: ignore[import-untyped]

        yield PETTINGZOO, _pettingzoo(tictactoe_v3.env())
    with suppress(ImportError):
        import pyspiel

        for name in dict.fromkeys(wanted):
            yield name, _open_spiel(pyspiel.load_game(name.removeprefix("OpenSpiel ")))


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
    rng, players = random.Random(1), range(game.num_players())
    private = game.get_type().provides_information_state_tensor

    def choice(state: Any, player: int) -> int:
        """What a learner would be given, and an action that the mask allows."""
        tensor = state.information_state_tensor if private else state.observation_tensor
        np.asarray(tensor(player), np.float32)
        legal = np.flatnonzero(state.legal_actions_mask(player))
        return int(legal[rng.randrange(len(legal))])

    def match() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, odds)[0])
            elif state.is_simultaneous_node():
                state.apply_actions([choice(state, player) for player in players])
                decisions += len(players)
            else:
                state.apply_action(choice(state, state.current_player()))
                decisions += 1
        return decisions

    return match
