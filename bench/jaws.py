"""JAWS: who wins at each level, which bot is better, and that the crew's belief never loses the shark.

.venv/bin/python -m bench.jaws            # levels and balance
.venv/bin/python -m bench.jaws sampler    # against the sampler: minutes a line
.venv/bin/python -m bench.jaws belief     # 100,000 random hunts
"""

from __future__ import annotations

import os
import sys
import time

import numpy as np

from undertow import find_game
from undertow.core.records import Ints, Records, forget_events
from undertow.core.rng import start, stream
from undertow.core.rule import rule
from undertow.games.jaws.knowledge import observe
from undertow.games.jaws.state import SHARK_TURN, SPECTATOR
from undertow.lab.simulate import simulate
from undertow.lab.tournament import duel

WORKERS = os.cpu_count() or 1
VARIANTS = ("act1", "act2", "full")
GAME = find_game("jaws")
HUNTS = 100_000


def shark_wins(variant: str, shark: str, crew: str, games: int) -> str:
    table = GAME.set_up(2, {"variant": variant})
    share, low, high = simulate(table, [shark, crew, crew, crew], games, seed=5, workers=WORKERS).wins(0)
    who = f"{variant:>5} {shark:>8} shark against {crew:<8} crew"
    return f"{who} {games:>7,} games: {share:6.1%} ({low:.1%} to {high:.1%})"


def levels() -> None:
    for variant in VARIANTS:
        for shark in ("hard", "medium", "easy", "random"):
            for crew in ("hard", "medium", "easy", "random"):
                if "hard" in (shark, crew) or shark == crew:
                    print(shark_wins(variant, shark, crew, 4000), flush=True)


def against_sampler(games: int) -> None:
    for variant in VARIANTS:
        table = GAME.set_up(2, {"variant": variant})
        for bot, other in (("hard", "sampler:200"), ("medium", "sampler:200"), ("sampler:200", "random")):
            print(f"{variant:>5}", duel(table, bot, other, games, workers=WORKERS), flush=True)


# The truth is never lost ----------------------------------------------------------------------------------------------

_random_step = GAME.playout.random_step


@rule
def lost(
    boxes: Records, laid: Records, states: Records, memories: Records, seed: int, games: int, rng: Ints, out: Ints
) -> int:
    """Plays random hunts; returns how often the crew's belief gave the true place and tokens no chance."""
    missed = 0
    for game in range(games):
        start(rng, seed, game)
        states[0] = laid[0]
        memories[0] = memories[1]
        while states[0].over == 0 and states[0].act == 1:
            forget_events(states[0])
            _random_step(boxes[0], states[0], rng, out)
            observe(boxes[0], states[0], memories[0], SPECTATOR, memories[0])
            shark = states[0].shark
            if states[0].over == 0 and states[0].act == 1 and states[0].phase != SHARK_TURN and states[0].rounds > 0:
                missed += 0 if memories[0].odds[shark.played, shark.place, shark.tokens] > 0.0 else 1
    return missed


def count_lost(games: int, seed: int) -> int:
    table = GAME.set_up(2, {"variant": "act1"})
    laid = table.new_state()
    memories = np.zeros(2, GAME.state.Memory)
    return int(lost(table.box, laid, laid.copy(), memories, seed, games, stream(seed), table.room_for_actions()))


def belief() -> None:
    began, missed = time.perf_counter(), 0
    for part in range(100):
        missed += count_lost(HUNTS // 100, part)
    spent = time.perf_counter() - began
    print(f"{HUNTS:,} random hunts: the true place had probability zero {missed} times ({spent:.0f} s)")


def main() -> None:
    what = sys.argv[1] if len(sys.argv) > 1 else "levels"
    if what == "belief":
        belief()
    elif what == "sampler":
        against_sampler(int(sys.argv[2]) if len(sys.argv) > 2 else 200)
    else:
        levels()


if __name__ == "__main__":
    main()
