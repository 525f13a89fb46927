"""Random numbers for simulation: the published generator, the same bits everywhere, and no favourites."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertow.core.rng import WORDS, below, draw, pick, start, stream

seeds = st.integers(0, 2**62 - 1)


def sfc32(seed: int, number: int, count: int) -> list[int]:
    """The generator as its author describes it, in plain whole numbers."""
    a, b, c, counter = seed % 2**32, seed >> 32, number % 2**32, (number >> 32) + 1
    found = []
    for _ in range(15 + count):
        result = (a + b + counter) % 2**32
        counter = (counter + 1) % 2**32
        rotated = ((c << 21) | (c >> 11)) % 2**32
        a, b, c = b ^ (b >> 9), (c + (c << 3)) % 2**32, (rotated + result) % 2**32
        found.append(result)
    return found[15:]


def chi_square(counts: Iterable[int], expected: Iterable[float]) -> float:
    return sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))


@given(seeds, seeds)
def test_it_is_the_published_generator(seed: int, number: int) -> None:
    rng = stream(seed, number)
    assert [draw(rng) for _ in range(20)] == sfc32(seed, number, 20)


@pytest.mark.compiled
@given(seeds, seeds, st.integers(1, 2**31 - 1), st.lists(st.integers(0, 1000), min_size=1, max_size=8))
def test_interpreted_and_compiled_give_the_same_stream(seed: int, number: int, n: int, weights: list[int]) -> None:
    given_weights = np.array([1, *weights], np.int64)
    one, two = np.zeros(WORDS, np.int64), np.zeros(WORDS, np.int64)
    functions: list[tuple[Any, tuple[Any, ...]]] = [
        (start, (seed, number)),
        (draw, ()),
        (below, (n,)),
        (pick, (given_weights, len(given_weights))),
    ]
    for function, arguments in functions:
        assert function(one, *arguments) == function.py_func(two, *arguments)
        assert one.tolist() == two.tolist()


@given(seeds, st.integers(1, 2**31 - 1))
def test_below_stays_below(seed: int, n: int) -> None:
    rng = stream(seed)
    assert all(0 <= below(rng, n) < n for _ in range(5))


def test_below_has_no_favourites() -> None:
    rng = stream(2024)
    counts = Counter(below(rng, 6) for _ in range(12_000))
    assert chi_square((counts[i] for i in range(6)), [2000] * 6) < 20.5  # 5 degrees of freedom: once in 1000


def test_below_rejects_what_would_favour_some() -> None:
    """Three eighths of 2**32: without rejection every third number came up a third less often."""
    rng = stream(7)
    counts = Counter(below(rng, 3 * 2**29) % 3 for _ in range(6000))
    assert chi_square((counts[i] for i in range(3)), [2000] * 3) < 13.8  # 2 degrees of freedom: once in 1000


def test_below_one_is_nothing() -> None:
    rng = stream(1)
    assert {below(rng, 1) for _ in range(50)} == {0}


def test_pick_follows_the_weights() -> None:
    rng = stream(5)
    weights = np.array([0, 1, 0, 2, 5, 0], np.int64)
    counts = Counter(pick(rng, weights, 6) for _ in range(8000))
    assert set(counts) == {1, 3, 4}
    assert chi_square((counts[i] for i in (1, 3, 4)), (1000, 2000, 5000)) < 13.8


@given(seeds, st.lists(st.integers(0, 5), min_size=1, max_size=10).filter(any))
def test_pick_never_takes_what_weighs_nothing(seed: int, weights: list[int]) -> None:
    rng = stream(seed)
    assert all(weights[pick(rng, np.array(weights, np.int64), len(weights))] > 0 for _ in range(5))


def test_pick_looks_at_the_first_weights_only() -> None:
    rng = stream(9)
    weights = np.array([1, 1, 1000], np.int64)
    assert {pick(rng, weights, 2) for _ in range(60)} == {0, 1}


@given(st.tuples(*[st.integers(0, 2**32 - 1)] * 2), st.tuples(*[st.integers(0, 2**32 - 1)] * 2))
def test_streams_differ(one: tuple[int, int], two: tuple[int, int]) -> None:
    same = [draw(rng) for rng in [stream(*one)] for _ in range(4)] == [
        draw(rng) for rng in [stream(*two)] for _ in range(4)
    ]
    assert same == (one == two)


def test_streams_differ_beyond_32_bits() -> None:
    """`start` promises 62 bits for both."""
    assert stream(5 + 2**32, 3).tolist() != stream(5, 3 + 2**32).tolist()
