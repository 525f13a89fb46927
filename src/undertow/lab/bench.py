"""Measuring the engine: speed beside a peer, the cost of starting, of a state, of a move."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from typing import Any

import numpy as np

from undertow.core.game import Setup
from undertow.core.match import Match
from undertow.core.rule import rule
from undertow.lab.peers import peer_speed
from undertow.lab.simulate import simulate

START = """
import json, sys, time
began = time.perf_counter()
from undertow.core.game import find_game
order = json.load(sys.stdin)
from undertow.lab.simulate import simulate
simulate(find_game(order["game"]).set_up(order["players"], order["settings"]), ["random"], 1)
print(time.perf_counter() - began)
"""


def measure(setup: Setup, seconds: float) -> dict[str, Any]:
    """Everything we claim about speed, on this machine, now."""
    games = 100
    while True:
        run = simulate(setup, ["random"], games, workers=1)
        if run.seconds > seconds / 2:
            break
        games = int(games * min(50.0, max(2.0, seconds / max(run.seconds, 1e-4))))
    ours = run.steps / run.seconds
    found: dict[str, Any] = {
        "game": setup.game.name,
        "players": setup.players,
        "steps_per_second": ours,
        "games_per_second": run.games / run.seconds,
    }
    peer = peer_speed(setup, seconds)
    if peer:
        found |= {
            "peer": peer.name,
            "peer_steps_per_second": peer.steps,
            "peer_decisions_per_second": peer.decisions,
            "ratio": ours / peer.steps,
            "ratio_by_decision": ours / peer.decisions,
        }
    with tempfile.TemporaryDirectory() as empty:
        found |= {"cold_start_seconds": _start(setup, empty), "warm_start_seconds": _start(setup, empty)}
    return found | {
        "state_bytes": setup.game.state.State.itemsize,
        "clone_ns": _clone_ns(setup),
        "play_microseconds": _play_microseconds(setup, seconds),
    }


def _start(setup: Setup, cache: str) -> float:
    """Seconds from importing the package to the first finished match, in a process of its own."""
    order = {"game": f"{setup.game.package}:GAME", "players": setup.players, "settings": setup.settings}
    done = subprocess.run(
        [sys.executable, "-c", START],
        input=json.dumps(order),
        env={**os.environ, "UNDERTOW_CACHE": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


@rule
def _clone(states: Any, times: int) -> None:
    n = states.shape[0]
    for i in range(times):
        states[(i + 1) % n] = states[i % n]


def _clone_ns(setup: Setup) -> float:
    states = np.zeros(64, setup.game.state.State)
    _clone(states, 1)
    times, began = 2_000_000, time.perf_counter()
    _clone(states, times)
    return (time.perf_counter() - began) / times * 1e9


def _play_microseconds(setup: Setup, seconds: float) -> float:
    """The cost of one `Match.play`: the decision, the dice it sets rolling (each an HMAC), events and history."""
    rng, plays, spent = random.Random(1), 0, 0.0
    while spent < seconds / 2:
        match = Match(setup.game, setup.players, setup.settings, f"bench {plays}")
        while not match.over:
            seat = match.to_act[0]
            action = rng.choice(match.legal(seat))
            began = time.perf_counter()
            match.play(seat, action)
            spent += time.perf_counter() - began
            plays += 1
    return spent / plays * 1e6
