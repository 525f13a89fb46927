"""Get Bit!: fit the weights by which the `matrix` bot judges a position, to matches between bots.

.venv/bin/python -m bench.fit_get_bit careful     (first, from nothing)
.venv/bin/python -m bench.fit_get_bit matrix:150  (again, with what was fitted)

Every start of a round of every match is a case: what the line looked like, and who won in the end. The swimmers'
weights are a multinomial, the shark's a logistic regression, each for its number of swimmers in line.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from undertow import find_game
from undertow.bots import plan_of, tables_of
from undertow.core.bundles import Mind
from undertow.core.game import Setup
from undertow.core.records import CHANCE, Floats, Ints, Records, has
from undertow.core.rng import WORDS, below, pick, start
from undertow.core.rule import rule
from undertow.games.get_bit.bots import choose, values
from undertow.games.get_bit.bots.values import FEATURES, LINES, SHARK_FEATURES, shark_features, swimmer_features
from undertow.games.get_bit.rules import actors, apply, chances, is_shark, legal, swimmer_of
from undertow.games.get_bit.state import CHOOSING, SEATS, State

ROUNDS = 64
STRAY = 8  # every so many decisions one at random, so that all kinds of positions are seen
KINDS = (1, 3, STRAY)  # swimmers of one match in three stray always, of one often
CASE = 3 + SHARK_FEATURES + 6 * FEATURES  # in line, winner's place (-1: the shark), shark?, features


@rule
def record_match(
    boxes: Records,
    states: Records,
    worlds: Records,
    policy: int,
    parameter: int,
    stray: int,
    table: Floats,
    scratch: Floats,
    rng: Ints,
    out: Ints,
    cases: Floats,
    lines: Ints,
) -> int:
    """Play a match and write a case for each round; returns how many."""
    box = boxes[0]
    n = 0
    rounds = 0
    while states[0].over == 0:
        states[0].told = 0
        if states[0].phase == CHOOSING and states[0].rounds > rounds and n < ROUNDS:
            rounds = int(states[0].rounds)
            cases[n, 0] = states[0].in_line
            cases[n, 2] = box.shark
            shark_features(box, states[0], cases[n], 3)
            for place in range(states[0].in_line):
                lines[n, place] = states[0].line[place]
                swimmer_features(box, states[0], place, cases[n], 3 + SHARK_FEATURES + place * FEATURES)
            n += 1
        seats = actors(box, states[0])
        if seats == 0:
            apply(box, states[0], CHANCE, pick(rng, out, chances(box, states[0], out)))
            continue
        seat = 0
        while not has(seats, seat):
            seat += 1
        if below(rng, STRAY if is_shark(box, seat) else stray) == 0:
            action = int(out[below(rng, legal(box, states[0], seat, out))])
        else:
            worlds[0] = states[0]
            action = choose(box, seat, Mind(worlds, worlds[0], policy, parameter, table, scratch, rng, out))
        apply(box, states[0], seat, action)
    for case in range(n):
        cases[case, 1] = -1.0
        for place in range(int(cases[case, 0])):
            if not is_shark(box, states[0].winner) and lines[case, place] == swimmer_of(box, states[0].winner):
                cases[case, 1] = place
    return n


def watch(setup: Setup, bot: str, matches: int, seed: int) -> Floats:
    plan = plan_of(setup.game, bot)
    assert plan.policy is not None
    table, scratch = tables_of(setup, [plan.policy])
    worlds, rng, out = np.zeros(3, State), np.zeros(WORDS, np.int64), setup.room_for_actions()
    laid, states = setup.new_state(), setup.new_state()
    found = []
    for match in range(matches):
        start(rng, seed, match)
        states[0] = laid[0]
        cases, lines = np.zeros((ROUNDS, CASE)), np.zeros((ROUNDS, SEATS), np.int64)
        stray = KINDS[match % len(KINDS)]
        how = (plan.policy, plan.parameter, stray, table, scratch, rng, out)
        n = record_match(setup.box, states, worlds, *how, cases, lines)
        found.append(cases[:n])
    return np.concatenate(found)


def fit_swimmers(cases: Floats, line: int) -> Floats:
    """Multinomial regression by Newton's method, with a little ridge."""
    mine = cases[(cases[:, 0] == line) & (cases[:, 1] >= 0)]
    if len(mine) < 200:
        return np.zeros(FEATURES)
    x = mine[:, 3 + SHARK_FEATURES : 3 + SHARK_FEATURES + line * FEATURES].reshape(len(mine), line, FEATURES)
    won = mine[:, 1].astype(int)
    w = np.zeros(FEATURES)
    for _ in range(30):
        rating = x @ w
        p = np.exp(rating - rating.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        mean = np.einsum("np,npf->nf", p, x)
        gradient = (x[np.arange(len(x)), won] - mean).sum(axis=0) - w
        hessian = np.einsum("np,npf,npg->fg", p, x, x) - mean.T @ mean + np.eye(FEATURES)
        w = w + np.linalg.solve(hessian, gradient)
    return w


def fit_shark(cases: Floats, line: int) -> Floats:
    mine = cases[(cases[:, 0] == line) & (cases[:, 2] == 1)]
    if len(mine) < 200:
        return np.zeros(SHARK_FEATURES)
    x, y = mine[:, 3 : 3 + SHARK_FEATURES], (mine[:, 1] < 0).astype(float)
    w = np.zeros(SHARK_FEATURES)
    for _ in range(30):
        p = 1 / (1 + np.exp(-x @ w))
        hessian = (x * (p * (1 - p))[:, None]).T @ x + np.eye(SHARK_FEATURES)
        w = w + np.linalg.solve(hessian, x.T @ (y - p) - w)
    return w


def main(bot: str, matches: int) -> None:
    game = find_game("get-bit")
    fitted = {}
    for shark in (False, True):
        tables = [game.set_up(swimmers + shark, {"shark": shark}) for swimmers in (4, 5, 6)]
        cases = np.concatenate([watch(table, bot, matches, 11) for table in tables])
        name = "swimmers_with_shark" if shark else "swimmers"
        fitted[name] = np.array([fit_swimmers(cases, line) for line in range(LINES)])
        if shark:
            fitted["shark"] = np.array([fit_shark(cases, line) for line in range(LINES)])
    text = "# Weights of the matrix bot, fitted by bench/fit_get_bit.py: one row for each number of swimmers in line.\n"
    for name, rows in fitted.items():
        listed = ",\n".join("  [" + ", ".join(f"{value:.4f}" for value in row) + "]" for row in rows)
        text += f"\n{name} = [\n{listed},\n]\n"
    (Path(values.__file__).parent / "values.toml").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 6000)
