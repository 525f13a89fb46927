"""Random numbers for simulation and search: small, fast, and the same bits interpreted, compiled and on a GPU.

The generator is Chris Doty-Humphrey's sfc32 in four `int64` words: additions, shifts and exclusive ors below 2**32, so
no language or number width can disagree about it. A match between people draws its chance elsewhere: `core/chance.py`.
"""

from __future__ import annotations

import numpy as np

from undertow.core.records import Ints, count, lowest
from undertow.core.rule import rule

WORDS = 4
MASK = 0xFFFFFFFF


@rule
def draw(rng: Ints) -> int:
    """The next 32 random bits."""
    a = int(rng[0])
    b = int(rng[1])
    c = int(rng[2])
    counter = int(rng[3])
    result = (a + b + counter) & MASK
    rng[3] = (counter + 1) & MASK
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & MASK
    rng[2] = ((((c << 21) & MASK) | (c >> 11)) + result) & MASK
    return result


@rule
def start(rng: Ints, seed: int, stream: int) -> None:
    """Begin stream number `stream` of `seed`; both count 62 bits."""
    rng[0] = int(seed) & MASK
    rng[1] = (int(seed) >> 32) & MASK
    rng[2] = int(stream) & MASK
    rng[3] = ((int(stream) >> 32) + 1) & MASK
    for _ in range(15):
        draw(rng)


@rule
def below(rng: Ints, n: int) -> int:
    """A whole number from 0 to n - 1, each equally likely (Lemire's method; n below 2**31)."""
    product = draw(rng) * n
    low = product & MASK
    if low < n:
        short = (MASK + 1 - n) % n
        while low < short:
            product = draw(rng) * n
            low = product & MASK
    return product >> 32


@rule
def pick(rng: Ints, weights: Ints, n: int) -> int:
    """An index below n, drawn in proportion to its weight."""
    total = 0
    for i in range(n):
        total += int(weights[i])
    left = below(rng, total)
    for i in range(n):
        left -= int(weights[i])
        if left < 0:
            return i
    return n - 1


@rule
def any_of(rng: Ints, places: int) -> int:
    """A place of a bit set, each equally likely."""
    left = int(places)
    for _ in range(below(rng, count(left))):
        left &= left - 1
    return lowest(left)


def stream(seed: int, number: int = 0) -> Ints:
    """A generator for Python code that hands it to compiled code."""
    rng = np.zeros(WORDS, np.int64)
    start(rng, seed, number)
    return rng
