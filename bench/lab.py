"""The lab beside plain simulation: what counting costs, what a thousand cells cost, and how much memory it takes.

    python bench/lab.py            speed of counting, a thousand cells, memory
    python bench/lab.py --ray      one Ray worker and two

Each pair is measured in turns, so that whatever else the machine does hits both alike; the ratio of the medians counts.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from undertow import find_game
from undertow.bots import plan_of
from undertow.core.game import Setup
from undertow.lab.counted import Player
from undertow.lab.simulate import _player
from undertow.lab.study import Study
from undertow.lab.study.run import Progress, run_plan
from undertow.lab.study.workers import RayWorkers, Threads

TURNS = 7
TABLES = [
    ("shark-attacks", 2, "random", 40_000),
    ("get-bit", 5, "random", 60_000),
    ("jaws", 2, "random", 2_000),
    ("kelp", 2, "random", 6_000),
    ("shark-attacks", 2, "hold:12", 4_000),
    ("jaws", 2, "seasoned", 100),
    ("kelp", 2, "seasoned", 200),
]


def seconds(work: Callable[..., object], *given: Any) -> float:
    began = time.process_time()
    work(*given)
    return time.process_time() - began


def counting() -> None:
    print("counting everything, beside plain simulation (processor time, one thread):")
    for name, players, bot, matches in TABLES:
        setup = find_game(name).set_up(players)
        plain, counted = players_of(setup, bot)
        plain(0, 1), counted(0, 1)  # compiled before the clock starts
        pairs = [(seconds(plain, 0, matches), seconds(counted, 0, matches)) for _ in range(TURNS)]
        ratio = median(two / one for one, two in pairs)
        speed = matches / median(two for _, two in pairs)
        print(f"  {name:14} {bot:10} {speed:10,.0f} matches/s, {ratio:.2f} times as long", flush=True)


def players_of(setup: Setup, bot: str) -> tuple[Callable[[int, int], object], Callable[[int, int], object]]:
    names = [bot] * len(setup.seats)
    plans = [plan_of(setup.game, name) for name in names]
    return _player(setup, names, plans, 1)(), Player(setup, names, 1).play


def thousand_cells() -> None:
    """A thousand cells of 1,280 random matches, beside one cell with as many."""
    vary: dict[str, Any] = {
        "target": {"from": 91, "to": 110, "step": 1},
        "scoring.party": {"from": 1, "to": 10, "step": 1},
    }
    vary["signs.total"] = {"from": 4, "to": 8, "step": 1}
    many = Study({"game": "shark-attacks", "vary": vary, "matches": 1_280})
    one = Study({"game": "shark-attacks", "matches": 1_280 * len(many.plan.cells)})
    ratios = []
    for _ in range(3):
        spent = [seconds(played, study) for study in (one, many)]
        steps = [int(played(study).counts["steps"].sum()) for study in (one, many)]
        ratios.append((spent[1] / steps[1]) / (spent[0] / steps[0]))
    cells = len(many.plan.cells)
    print(
        f"{cells:,} cells beside one of as many matches: {median(ratios):.2f} times as long for each step", flush=True
    )


def played(study: Study) -> Progress:
    return run_plan(study.plan, Threads(1), chunk=64_000)


def memory() -> None:
    for matches in (1_000, 100_000, 10_000_000):
        study = Study({"game": "shark-attacks", "rules": {"target": 20}, "matches": matches})
        run_plan(study.plan, Threads(1), chunk=65_536)
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"  {matches:12,} matches: {most:.0f} MB at most so far")


def on_ray() -> None:
    study = Study({"game": "shark-attacks", "matches": 4_000_000})
    took = {}
    for workers in (1, 2):
        team = RayWorkers("local", workers)
        run_plan(Study({"game": "shark-attacks", "matches": 64_000}).plan, team, chunk=16_000)  # processes are started
        progress = run_plan(study.plan, team, chunk=100_032)
        team.close()
        took[workers] = progress.seconds
    print(f"Ray: one worker {took[1]:.1f} s, two {took[2]:.1f} s, {took[1] / took[2]:.2f} times as fast")


if __name__ == "__main__":
    if "--ray" in sys.argv:
        on_ray()
    else:
        counting()
        thousand_cells()
        print("memory:")
        memory()
