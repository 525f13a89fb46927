"""On a machine with a CUDA GPU: that batches there are the CPU's to the last bit, and how fast they are.

PYTHONPATH=src python3 -m bench.gpu_check                 # all games: compared, then measured
PYTHONPATH=src python3 -m bench.gpu_check jaws kelp       # some
PYTHONPATH=src python3 -m bench.gpu_check --seconds 0     # only compared

Every buffer of every step is compared, those for a critic and of ended matches among them. Nothing need be installed
besides numba, numba-cuda and torch. Games are compared at the same time, each by a process of its own, since most of
the time goes into compiling, which happens once. Without a GPU Numba's simulator shows that the script works:
NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1 python -m bench.gpu_check get-bit --steps 20 --matches 4 --seconds 0
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Any

import numpy as np

from undertow.envs import Batch
from undertow.lab.batches import TABLES, measure_tables, reference

GAMES = tuple(dict.fromkeys(table[1] for table in TABLES))
BEGAN = time.perf_counter()


def say(text: str) -> None:
    print(f"{time.perf_counter() - BEGAN:6.1f} s  {text}", flush=True)


# Compared -------------------------------------------------------------------------------------------------------------


def on_cpu(array: Any) -> Any:
    return array.cpu().numpy() if hasattr(array, "cpu") else np.asarray(array)


def difference(cpu: Batch, gpu: Batch) -> str:
    """The first thing that differs, in words; nothing if all is the same."""
    pairs = {name: (getattr(cpu.buffers, name), getattr(gpu.buffers, name)) for name in cpu.buffers._fields}
    pairs["random actions"] = cpu.random_actions(), gpu.random_actions()
    for name, (expected, found) in pairs.items():
        if expected is None:
            continue
        found, expected = on_cpu(found), np.asarray(expected)
        wrong = np.argwhere(found != expected)
        if len(wrong):
            at = tuple(wrong[0].tolist())
            return f"{name}{list(at)}: {found[at]} instead of {expected[at]} ({len(wrong):,} of {found.size:,} differ)"
    return ""


def compare(title: str, game: str, players: int, options: dict[str, Any], matches: int, steps: int) -> str:
    """What came of it, in words."""
    cpu, gpu = (
        Batch(reference(game), players, options, matches, device, seed=11, final=True, critic=True, threads=1)
        for device in ("cpu", "cuda")
    )
    for step in range(steps):
        if found := difference(cpu, gpu):
            return f"{title}: DIFFERS after {step} steps: {found}"
        actions = cpu.random_actions()
        cpu.step(actions)
        gpu.step(gpu.random_actions())
    counts = f"{matches:,} matches, {steps:,} steps, {cpu.played:,} ended"
    if cpu.played != gpu.played or cpu.won != gpu.won:
        return f"{title}: DIFFERS: {gpu.played:,} ended and brought {gpu.won}, instead of {cpu.played:,} and {cpu.won}"
    return f"{title}: the same bytes in every buffer ({counts})"


def compare_game(game: str, matches: int, steps: int) -> bool:
    """All tables of a game; prints as it goes."""
    right = True
    for table in TABLES:
        if table[1] == game:
            said = compare(*table, matches, steps)
            right = right and "DIFFERS" not in said
            say(said)
    return right


# All of it ------------------------------------------------------------------------------------------------------------


def in_a_process(game: str, asked: argparse.Namespace) -> tuple[bool, str]:
    command = [sys.executable, "-m", "bench.gpu_check", game, "--one"]
    command += ["--matches", str(asked.matches), "--steps", str(asked.steps)]
    done = subprocess.run(command, capture_output=True, text=True)
    said = "\n".join(line.partition(" s  ")[2] for line in done.stdout.splitlines())
    return done.returncode == 0, said or f"{game}: {(done.stderr.splitlines() or ['said nothing'])[-1]}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; all if left out")
    parser.add_argument("--matches", type=int, default=256, help="that are compared")
    parser.add_argument("--steps", type=int, default=150)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each game is measured; 0: not at all")
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    games = asked.games or list(GAMES)
    for game in games:
        if game not in GAMES:
            parser.error(f"there is no game {game!r}; there are {', '.join(GAMES)}")
    if asked.one:
        return 0 if compare_game(games[0], asked.matches, asked.steps) else 1
    right = True
    say(f"comparing {', '.join(games)}: kernels are compiled first, which may take a minute")
    with ThreadPoolExecutor(len(games)) as pool:
        for done in as_completed([pool.submit(in_a_process, game, asked) for game in games]):
            same, said = done.result()
            right = right and same
            for line in said.splitlines():
                say(line)
    if asked.seconds > 0:
        for row in measure_tables("cuda", asked.seconds, games=games):
            rate, ready = row["decisions_per_second"] / 1e6, row["ready_seconds"]
            say(f"{row['table']}: {rate:.1f} M decisions/s with {row['matches']:,} matches (ready after {ready:.1f} s)")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
