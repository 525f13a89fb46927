"""Get Bit!: fit the weights by which the shark of `equilibrium` judges a position, to matches against both kinds of
swimmers it expects.

.venv/bin/python -m bench.fit_get_bit_shark

It begins with what `matrix` thinks of a position. A few times over it plays with what was fitted so far, every start of
a round is a case, and a logistic regression tells from it who wins in the end.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

from undertow import find_game
from undertow.core.bundles import Mind
from undertow.core.game import Setup
from undertow.core.records import CHANCE, Floats, Ints, Records, has
from undertow.core.rng import WORDS, below, pick, start
from undertow.core.rule import rule
from undertow.games.get_bit.actions import BITE
from undertow.games.get_bit.bots import (
    MATRIX,
    SCRATCH,
    SUMS,
    WEIGHTS,
    choose,
    draw_one,
    foresee_matrix,
    shark,
)  # fmt: skip
from undertow.games.get_bit.bots.shark import (
    AT_RANDOM,
    FEATURES,
    KINDS,
    LIKE_MATRIX,
    LINES,
    features,
    mix_of_shark,
    try_cards,
)  # fmt: skip
from undertow.games.get_bit.bots.values import SHARK_FEATURES, weights
from undertow.games.get_bit.rules import actors, apply, chances, is_shark, legal
from undertow.games.get_bit.state import CHOOSING, State

ROUNDS = 64
STRAY = 8  # every so many bites one at random, so that all kinds of positions are seen
SWEEPS = 60  # of swimmers like `matrix`


@rule
def watch(boxes: Records, states: Records, kind: int, mind: Mind, cases: Floats) -> int:
    """Play a match and write a case for each round: how many are in line, who won, features. Returns how many."""
    box = boxes[0]
    n = 0
    rounds = 0
    while states[0].over == 0:
        states[0].told = 0
        if states[0].phase == CHOOSING and states[0].rounds > rounds and n < ROUNDS:
            rounds = int(states[0].rounds)
            cases[n, 0] = states[0].in_line
            features(box, states[0], cases[n], 2)
            n += 1
        seats = actors(box, states[0])
        if seats == 0:
            apply(box, states[0], CHANCE, pick(mind.rng, mind.out, chances(box, states[0], mind.out)))
            continue
        seat = 0
        while not has(seats, seat):
            seat += 1
        mind.worlds[0] = states[0]
        if is_shark(box, seat) and below(mind.rng, STRAY) > 0:
            if kind == LIKE_MATRIX:
                foresee_matrix(box, mind)
            try_cards(box, mind.worlds, kind, kind + 1, SUMS, mind.table, WEIGHTS + 1, mind.scratch, SCRATCH, mind.rng)
            mix_of_shark(mind.worlds[0].shark_hand, float(kind), SUMS, mind.scratch, SCRATCH)
            action = BITE + draw_one(SUMS, mind.scratch, mind.rng)
        elif kind == LIKE_MATRIX and not is_shark(box, seat):
            action = choose(box, seat, mind)
        else:
            action = int(mind.out[below(mind.rng, legal(box, states[0], seat, mind.out))])
        apply(box, states[0], seat, action)
    for case in range(n):
        cases[case, 1] = 1.0 if states[0].winner == 0 else 0.0
    return n


@rule
def watch_many(
    boxes: Records, laid: Records, states: Records, worlds: Records, kind: int, seed: int, first: int, games: int,
    table: Floats, scratch: Floats, rng: Ints, out: Ints, cases: Floats,
) -> int:  # fmt: skip
    n = 0
    for game in range(first, first + games):
        start(rng, seed, game)
        states[0] = laid[0]
        n += watch(boxes, states, kind, Mind(worlds, worlds[0], MATRIX, SWEEPS, table, scratch, rng, out), cases[n:])
    return n


def cases_of(setup: Setup, kind: int, games: int, seed: int, fitted: Floats) -> Floats:
    table = np.concatenate([weights(), np.zeros(1), fitted.ravel()])
    scratch = np.zeros(SCRATCH + 1000)
    cases = np.zeros((games * ROUNDS, 2 + FEATURES))
    n = watch_many(
        setup.box, setup.new_state(), setup.new_state(), np.zeros(3, State), kind, seed, 0, games, table, scratch,
        np.zeros(WORDS, np.int64), setup.room_for_actions(), cases,
    )  # fmt: skip
    return cases[:n]


def fit(cases: Floats, line: int) -> Floats:
    """Logistic regression by Newton's method, with a little ridge."""
    mine = cases[cases[:, 0] == line]
    w = np.zeros(FEATURES)
    if len(mine) < 200:
        return w
    x, y = mine[:, 2:], mine[:, 1]
    for _ in range(20):
        p = 1 / (1 + np.exp(-x @ w))
        hessian = (x * (p * (1 - p))[:, None]).T @ x + np.eye(FEATURES)
        w = w + np.linalg.solve(hessian, x.T @ (y - p) - w)
    return w


def as_matrix_thinks() -> Floats:
    """The weights of `matrix`, whose features of a shark are among ours."""
    its = weights()[-LINES * SHARK_FEATURES :].reshape(LINES, SHARK_FEATURES)
    ours = np.zeros((LINES, FEATURES))
    ours[:, [0, 1, 7, 10, 11, 12, 4]] = its
    return ours


def main(loose: int, tight: int, times: int) -> None:
    game = find_game("get-bit")
    boxes = [game.set_up(swimmers + 1, {"shark": True}) for swimmers in (4, 5, 6)]
    fitted = np.array([as_matrix_thinks()] * KINDS)
    for kind, games, again in ((AT_RANDOM, loose, times), (LIKE_MATRIX, tight, times)):
        kept: list[Floats] = []
        for number in range(again):
            began = time.perf_counter()
            shares = (1.0, 0.5, 0.35)
            found = [
                cases_of(box, kind, int(games * share), 100 * kind + number, fitted)
                for box, share in zip(boxes, shares, strict=True)
            ]
            won = ", ".join(f"{cases[cases[:, 0] == cases[0, 0], 1].mean():.1%}" for cases in found)
            print(f"kind {kind}, time {number}: shark wins {won}, {time.perf_counter() - began:.0f} s", flush=True)
            kept = [*kept[-len(boxes) :], *found]  # of the last two times
            fitted[kind] = [fit(np.concatenate(kept), line) for line in range(LINES)]
            write(fitted)


def write(fitted: Floats) -> None:
    text = "# Weights of equilibrium's shark, fitted by bench/fit_get_bit_shark.py: a row for each number in line.\n"
    for name, rows in zip(("at_random", "like_matrix"), fitted, strict=True):
        listed = ",\n".join("  [" + ", ".join(f"{value:.4f}" for value in row) + "]" for row in rows)
        text += f"\n{name} = [\n{listed},\n]\n"
    (Path(shark.__file__).parent / "shark.toml").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    loose, tight, times = (int(number) for number in sys.argv[1:]) if len(sys.argv) > 1 else (1500, 300, 3)
    main(loose, tight, times)
