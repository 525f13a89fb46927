"""Shark Attacks! for two, solved: the chances that the bot `solved` goes by, made again and checked.

.venv/bin/python -m bench.solve_shark_attacks          (solves the printed box, writes optimum.npz and optimum.toml)
.venv/bin/python -m bench.solve_shark_attacks check    (what the best answer gains on what was written)
"""

from __future__ import annotations

import sys
import time

import numpy as np

from undertow import find_game
from undertow.core.records import Floats
from undertow.games.shark_attacks.bots.optimum import CARD, FILE, best_response, digest, shipped, solve
from undertow.games.shark_attacks.bots.race import race

GAME = find_game("shark-attacks")
BOX = GAME.set_up(2).box
START = (int(BOX[0].target), int(BOX[0].target), 0, 0)

TEXT = """\
# What optimum.npz has, written by bench/solve_shark_attacks.py: for two players, how likely whoever moves wins from
# every pair of distances to the target and every distribution of signs when both play as well as can be.

rules = {rules} # the version of the rules it was solved by; the box is in the file
first_player = {first:.6f} # how often the first player wins
solver = "value iteration in float64 until no chance changes by 1e-10, kept in float32"
seconds = {seconds:.0f} # of one core
# of the box and the chances; if it is another, `solved` reckons with a race instead, and says so
sha256 = "{sha256}"
"""


def write() -> None:
    begun = time.process_time()
    exact = solve(BOX)
    seconds = time.process_time() - begun
    before, chances = shipped(BOX), exact.astype(np.float32)
    np.savez_compressed(FILE, box=BOX.view(np.uint8), chances=chances)
    said = TEXT.format(rules=GAME.version, first=exact[START], seconds=seconds, sha256=digest(BOX, chances))
    CARD.write_text(said, encoding="utf-8")
    print(f"the first player wins {exact[START]:.4%}; {seconds:.0f} s, {FILE.stat().st_size / 1e6:.2f} MB")
    if before is not None:
        print(f"differs from what was there by {np.abs(before - exact).max():.1e} at most")


def check() -> None:
    chances = shipped(BOX)
    assert chances is not None, "there is nothing to check: solve it first"
    for name, table in (("optimum", chances), ("race", race(BOX))):
        show(name, table, chances)


def show(name: str, table: Floats, optimum: Floats) -> None:
    """How much the best answer wins against a bot that solves its turns by this table."""
    answer, bot = best_response(BOX, table)
    there = optimum > 0
    print(
        f"against `solved` with {name}: the best answer wins {answer[START]:.6%} when it begins (the optimum has "
        f"{optimum[START]:.6%}), {1 - bot[START]:.6%} when it does not ({1 - optimum[START]:.6%}). Before its own turn "
        f"it gains {(answer - optimum)[there].max():.1e} at most, from any position. When it is drawn who begins, it "
        f"wins {(1 + answer[START] - bot[START]) / 2:.6%}.",
        flush=True,
    )


if __name__ == "__main__":
    check() if sys.argv[1:] == ["check"] else write()
