"""One source, three ways to run it: interpreted, compiled, and as a CUDA kernel in the simulator.

Each way plays the same random matches in a process of its own and prints a digest of every state; the digests must be
the same, step by step. Interpreted, Python itself refuses what lies beyond an array.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator

import numpy as np

from undertow.core.check.walks import walk
from undertow.core.game import Game, Setup, find_game
from undertow.core.position import Position
from undertow.core.records import Ints, Records
from undertow.core.rng import stream

MODES = {
    "compiled": {},
    "interpreted": {"NUMBA_DISABLE_JIT": "1"},
    "CUDA simulator": {"NUMBA_DISABLE_JIT": "1", "NUMBA_ENABLE_CUDASIM": "1"},
}
MATCHES = 2
MOST_STEPS = 1500
MOST_KNOWN = 100


def modes_agree(setup: Setup, matches: int, seed: int) -> Iterator[str]:
    """Every mode takes the very same steps."""
    runs = {mode: _run(setup, mode, seed) for mode in MODES}
    for mode, run in runs.items():
        if isinstance(run, str):
            yield f"the {mode} run failed: {run}"
            continue
        if mode == "compiled" or isinstance(runs["compiled"], str):
            continue
        for number, (mine, theirs) in enumerate(zip(run, runs["compiled"], strict=False)):
            step = next((i for i, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), None)
            if step is not None or len(mine) != len(theirs):
                where = len(theirs) if step is None else step
                yield f"the {mode} run of match {number} differs from the compiled one at step {where}"


def _run(setup: Setup, mode: str, seed: int) -> list[list[str]] | str:
    """The digests of a run in its own process, or what went wrong there."""
    order = {"game": _reference(setup.game), "players": setup.players, "settings": setup.settings, "seed": seed}
    plain = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", "from undertow.core.check.modes import main; main()"],
        input=json.dumps(order),
        env={**plain, **MODES[mode], "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        return (done.stderr.strip().splitlines() or ["no message"])[-1]
    digests: list[list[str]] = json.loads(done.stdout)
    return digests


def _reference(game: Game) -> str:
    """How another process finds this game again."""
    return f"{game.package}:GAME"


def digests(setup: Setup, seed: int) -> list[list[str]]:
    """A digest of every state of some random matches, played the way this process runs."""
    found = []
    for number in range(MATCHES):
        states = np.zeros(MOST_STEPS + 1, setup.game.state.State)
        states[0] = setup.new_state()[0]
        steps = _trace(setup, states, stream(seed, number))
        found.append([_digest(states[i].tobytes()) for i in range(steps + 1)])
    if not os.environ.get("NUMBA_ENABLE_CUDASIM"):  # kernels play by the rules alone; knowledge stays on the CPU
        found.append([_digest(state) for state in _known(setup, seed)])
    return found


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


def _known(setup: Setup, seed: int) -> Iterator[bytes]:
    """A random match with what everybody knows and imagines after each step, and the payoffs at the end."""
    position, rng = Position(setup), random.Random(seed)
    for _ in walk(position, rng, MOST_KNOWN):
        known = position.states.tobytes() + position.memories.tobytes()
        for viewer in range(len(setup.viewers)):
            known += position.encoding(viewer).tobytes() + position.imagine(viewer, stream(seed, viewer), 2).tobytes()
        yield known
    if position.over:
        yield position.shares().tobytes()


def _trace(setup: Setup, states: Records, rng: Ints) -> int:
    if not os.environ.get("NUMBA_ENABLE_CUDASIM"):
        return int(setup.game.playout.trace(setup.box, states, rng, setup.room_for_actions()))
    steps = np.zeros(1, np.int64)
    setup.game.algorithm("undertow.core.kernel").traced_match[1, 1](setup.box, states, rng, steps)
    return int(steps[0])


def main() -> None:
    order = json.load(sys.stdin)
    setup = find_game(order["game"]).set_up(order["players"], order["settings"])
    json.dump(digests(setup, order["seed"]), sys.stdout)
