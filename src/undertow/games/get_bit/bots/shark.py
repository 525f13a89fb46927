"""Get Bit!: the Shark player of `equilibrium`.

Swimmers who are perfect together leave a shark little, and few are. So this shark expects either swimmers who play
anything or swimmers who play like `matrix`: it samples rounds of both kinds, tries each of its cards in them, and
judges what is left by weights that were fitted to matches against each kind (`bench/fit_get_bit_shark.py`). It draws
its card among the good ones.
"""

from __future__ import annotations

import tomllib
from functools import cache
from math import exp
from pathlib import Path

import numpy as np

from undertow.core.records import DEAF, Floats, Ints, Record, Records, count, has
from undertow.core.rng import any_of, below, draw
from undertow.core.rule import rule
from undertow.games.get_bit.rules import limbs_left, lose_limb, rear, reveal, seat_of
from undertow.games.get_bit.state import ANY_LIMB, CARDS, HEAD, LIMBS, LOSING_LIMB, SHARK_CARDS, SWIMMERS

LINES = SWIMMERS + 1  # weights differ by how many are in line
FEATURES = 20
AT_RANDOM, LIKE_MATRIX, KINDS = 0, 1, 2  # of swimmers
TIMES = 150  # rounds sampled of each kind
TEMPERATURE = 0.01  # a card that wins so much less often than the best is drawn e times less often

# The scratch.
WORTH = 0  # by kind and card
PICKED = WORTH + KINDS * SHARK_CARDS  # by swimmer
FELT = PICKED + SWIMMERS
SCRATCH = FELT + FEATURES


@cache
def shark_weights() -> Floats:
    """The fitted weights, flat: for each kind of swimmers and each number in line."""
    with (Path(__file__).parent / "shark.toml").open("rb") as file:
        kept = tomllib.load(file)
    return np.concatenate([np.array(kept[kind], np.float64).ravel() for kind in ("at_random", "like_matrix")])


@rule
def foreseen_limb(state: Record, swimmer: int, rng: Ints) -> int:
    """Give up a limb the shark could bite off next: its card for it is then worth nothing."""
    best = -1
    equal = 0
    for limb in range(LIMBS):
        if state.limbs[swimmer, limb] == 0:
            continue
        if best < 0 or (has(state.shark_hand, limb) and not has(state.shark_hand, best)):
            best = limb
            equal = 1
        elif has(state.shark_hand, limb) == has(state.shark_hand, best):
            equal += 1
            if below(rng, equal) == 0:
                best = limb
    return best


@rule
def features(box: Record, state: Record, out: Floats, at: int) -> None:
    """What makes the shark strong: numbers of about 0 to 1."""
    line = int(state.in_line)
    full = float(LIMBS) * float(box.parts)
    tokens = state.tokens / max(1.0, float(box.tokens))
    for i in range(FEATURES):
        out[at + i] = 0.0
    exposed = 0.0
    for place in range(line):
        swimmer = int(state.line[place])
        limbs = limbs_left(state, swimmer)
        out[at + 1] += limbs / (full * line)
        out[at + 2] += 1.0 / line if limbs == 1 else 0.0
        out[at + 3] += 1.0 / line if limbs == 2 else 0.0
        for limb in range(LIMBS):
            if state.limbs[swimmer, limb] > 0 and has(state.shark_hand, limb):
                exposed += 1.0
                out[at + 5] += 0.25 if place == line - 1 else 0.0
    sure = 0.0
    for limb in range(LIMBS):
        if has(state.shark_hand, limb):
            with_it = 0
            for place in range(line):
                with_it += 1 if state.limbs[state.line[place], limb] > 0 else 0
            sure += 0.25 if with_it == line else 0.0
            out[at + 18] = max(out[at + 18], with_it / float(line))
    out[at] = 1.0
    out[at + 4] = exposed / (4.0 * line)
    out[at + 6] = sure
    out[at + 7] = tokens
    out[at + 8] = tokens * tokens
    out[at + 9] = 1.0 if state.tokens == 1 else 0.0
    out[at + 10] = count(state.shark_hand) / float(SHARK_CARDS)
    out[at + 11] = 1.0 if has(state.shark_hand, HEAD) else 0.0
    out[at + 12] = 1.0 if has(state.shark_hand, ANY_LIMB) else 0.0
    out[at + 13] = tokens * out[at + 1]
    out[at + 14] = out[at + 4] * out[at + 1]
    out[at + 15] = 1.0 if has(state.shark_hand, HEAD) and has(state.shark_hand, ANY_LIMB) else 0.0
    out[at + 16] = limbs_left(state, rear(state)) / full
    out[at + 17] = out[at + 1] * out[at + 1]
    out[at + 19] = limbs_left(state, int(state.line[0])) / full


@rule
def chance_of_shark(
    box: Record, state: Record, kind: int, table: Floats, values: int, scratch: Floats, at: int
) -> float:
    """How likely the shark wins against such swimmers, once a round is played."""
    if state.over != 0:
        return 1.0 if state.winner == 0 else 0.0
    features(box, state, scratch, at + FELT)
    rating = 0.0
    for i in range(FEATURES):
        rating += scratch[at + FELT + i] * table[values + (kind * LINES + int(state.in_line)) * FEATURES + i]
    return 1.0 / (1.0 + exp(-rating))


@rule
def pick_cards(box: Record, state: Record, kind: int, sums: int, scratch: Floats, at: int, rng: Ints) -> None:
    """A card of every swimmer in line: any, or from what `matrix` found out for their seats."""
    for place in range(state.in_line):
        swimmer = int(state.line[place])
        total = 0.0
        for card in range(CARDS):
            total += scratch[sums + seat_of(box, swimmer) * CARDS + card]
        picked = any_of(rng, state.hands[swimmer])
        left = draw(rng) / 4294967296.0 * total
        if kind == LIKE_MATRIX and total > 0.0:
            for card in range(CARDS):
                share = scratch[sums + seat_of(box, swimmer) * CARDS + card]
                if share > 0.0 and left >= 0.0:
                    picked = card
                    left -= share
        scratch[at + PICKED + swimmer] = picked


@rule
def snap(box: Record, worlds: Records, card: int, scratch: Floats, at: int, rng: Ints) -> None:
    """Into the second world: the round with these cards of the swimmers and that one of the shark's."""
    worlds[1] = worlds[0]
    state = worlds[1]
    for place in range(state.in_line):
        swimmer = int(state.line[place])
        state.chosen[swimmer] = 1 + int(scratch[at + PICKED + swimmer])
    state.shark_card = card
    state.waiting = 0
    state.told = DEAF
    reveal(box, state)
    if state.phase == LOSING_LIMB:
        lose_limb(box, state, rear(state), foreseen_limb(state, rear(state), rng))


@rule
def try_cards(
    box: Record, worlds: Records, first: int, end: int, sums: int, table: Floats, values: int, scratch: Floats, at: int,
    rng: Ints,
) -> None:  # fmt: skip
    """How often each of the shark's cards wins against these kinds of swimmers: into `WORTH`."""
    for i in range(KINDS * SHARK_CARDS):
        scratch[at + WORTH + i] = 0.0
    for kind in range(first, end):
        for _ in range(TIMES):
            pick_cards(box, worlds[0], kind, sums, scratch, at, rng)
            for card in range(SHARK_CARDS):
                if has(worlds[0].shark_hand, card):
                    snap(box, worlds, card, scratch, at, rng)
                    share = chance_of_shark(box, worlds[1], kind, table, values, scratch, at)
                    scratch[at + WORTH + kind * SHARK_CARDS + card] += share / TIMES


@rule
def mix_of_shark(hand: int, trust: float, sums: int, scratch: Floats, at: int) -> None:
    """How likely each of its cards is, by what it is worth against both kinds; `trust`: in those like `matrix`."""
    best = -1.0
    for card in range(CARDS):
        scratch[sums + card] = 0.0
    for card in range(SHARK_CARDS):
        if has(hand, card):
            loose = scratch[at + WORTH + AT_RANDOM * SHARK_CARDS + card]
            tight = scratch[at + WORTH + LIKE_MATRIX * SHARK_CARDS + card]
            scratch[sums + card] = loose + trust * (tight - loose)
            best = max(best, scratch[sums + card])
    total = 0.0
    for card in range(SHARK_CARDS):
        if has(hand, card):
            scratch[sums + card] = exp((scratch[sums + card] - best) / TEMPERATURE)
            total += scratch[sums + card]
    for card in range(SHARK_CARDS):
        scratch[sums + card] /= total
