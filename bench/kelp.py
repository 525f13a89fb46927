"""Kelp: who wins at each level, how games end, which bot is better, and that the belief never loses the octopus.

.venv/bin/python -m bench.kelp            # levels, balance, how games end
.venv/bin/python -m bench.kelp sampler    # against the sampler: minutes a line
.venv/bin/python -m bench.kelp belief     # 100,000 random games
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter

import numpy as np

from undertow import find_game
from undertow.bots import Knowledge, make_bot
from undertow.core.match import Match
from undertow.core.records import Ints, Records, forget_events
from undertow.core.rng import start, stream
from undertow.core.rule import rule
from undertow.games.kelp.belief import chance_of
from undertow.games.kelp.knowledge import observe
from undertow.games.kelp.state import SHARK, SPECTATOR
from undertow.lab.simulate import simulate
from undertow.lab.tournament import duel

WORKERS = os.cpu_count() or 1
GAME = find_game("kelp")
GAMES = 100_000


def shark_wins(shark: str, octopus: str, games: int) -> str:
    share, low, high = simulate(GAME.set_up(), [octopus, shark], games, seed=5, workers=WORKERS).wins(SHARK)
    return f"{shark:>8} shark against {octopus:<8} octopus {games:>7,} games: {share:6.1%} ({low:.1%} to {high:.1%})"


def levels(games: int = 4000) -> None:
    for shark in ("hard", "medium", "easy", "random"):
        for octopus in ("hard", "medium", "easy", "random"):
            if "hard" in (shark, octopus) or shark == octopus:
                print(shark_wins(shark, octopus, games), flush=True)


def endings(games: int = 100) -> None:
    """How games between hard bots end, how long they are, and how long the bots think."""
    reasons: Counter[str] = Counter()
    rounds, thinking = [], []
    for number in range(games):
        match = Match(GAME, 2, {}, f"endings {number}")
        bots = {seat: make_bot(match.setup, "hard", number) for seat in match.seats}
        while not match.over:
            seat = match.to_act[0]
            knowledge = Knowledge(match.position, match.setup.seat(seat))
            began = time.perf_counter()
            choice = bots[seat].choose(knowledge)
            thinking.append(time.perf_counter() - began)
            match.play(seat, choice.name)
        assert match.result is not None
        reasons[match.result.reason] += 1
        rounds.append(match.view("spectator").round)
    for reason, number in reasons.most_common():
        print(f"{number / games:6.1%} {reason}")
    print(f"{np.mean(rounds):.1f} rounds on average; a decision takes {1000 * np.median(thinking):.2f} ms (median), ")
    print(f"{1000 * max(thinking):.0f} ms at most, of {len(thinking):,}")


def against_sampler(games: int) -> None:
    table = GAME.set_up()
    for bot, other in (("hard", "sampler:200"), ("medium", "sampler:200"), ("sampler:200", "random")):
        print(duel(table, bot, other, games, workers=WORKERS), flush=True)


# The truth is never lost ----------------------------------------------------------------------------------------------

_random_step = GAME.playout.random_step


@rule
def lost(
    boxes: Records, laid: Records, states: Records, memories: Records, seed: int, games: int, rng: Ints, out: Ints
) -> tuple[int, int, int]:
    """Plays random games: how often the true blocks had no chance, games in which odds were coarse, most rows."""
    missed = 0
    coarse = 0
    most = 0
    for game in range(games):
        start(rng, seed, game)
        states[0] = laid[0]
        memories[0] = memories[1]
        while states[0].over == 0:
            forget_events(states[0])
            _random_step(boxes[0], states[0], rng, out)
            observe(boxes[0], states[0], memories[0], SPECTATOR, memories[0])
            if states[0].gaps == 0:
                missed += 0 if chance_of(memories[0], states[0].den.blocks) > 0.0 else 1
                most = max(most, int(memories[0].rows))
        coarse += int(memories[0].coarse)
    return missed, coarse, most


def count_lost(games: int, seed: int) -> tuple[int, int, int]:
    table = GAME.set_up()
    laid = table.new_state()
    memories = np.zeros(2, GAME.state.Memory)
    return lost(table.box, laid, laid.copy(), memories, seed, games, stream(seed), table.room_for_actions())


def belief() -> None:
    began, missed, coarse, most = time.perf_counter(), 0, 0, 0
    for part in range(100):
        one, two, three = count_lost(GAMES // 100, part)
        missed, coarse, most = missed + one, coarse + two, max(most, three)
    spent = time.perf_counter() - began
    print(f"{GAMES:,} random games: the true blocks had probability zero {missed} times ({spent:.0f} s)")
    print(f"at most {most:,} arrangements at once; in {coarse} games there was no room and odds were only rough")


def main() -> None:
    what = sys.argv[1] if len(sys.argv) > 1 else "levels"
    if what == "belief":
        belief()
    elif what == "sampler":
        against_sampler(int(sys.argv[2]) if len(sys.argv) > 2 else 200)
    elif what == "endings":
        endings(int(sys.argv[2]) if len(sys.argv) > 2 else 100)
    else:
        levels()
        endings()


if __name__ == "__main__":
    main()
