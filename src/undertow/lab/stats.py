"""Small statistics for reports."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, sqrt
from typing import NamedTuple

import numpy as np

from undertow.core.records import Floats, Ints

Z95 = 1.959964


def interval(total: float, squares: float, n: int) -> tuple[float, float, float]:
    """Mean of n shares between 0 and 1 with its 95 % confidence interval.

    Wilson's interval, with the variance a 0-or-1 share would have scaled to the one seen (shared wins vary less).
    """
    if n == 0:
        return 0.0, 0.0, 1.0
    mean = total / n
    whole = mean * (1 - mean)
    seen = max(0.0, squares / n - mean * mean)
    effective = n * whole / seen if 0 < seen < whole else n
    middle = (mean + Z95**2 / (2 * effective)) / (1 + Z95**2 / effective)
    reach = Z95 / (1 + Z95**2 / effective) * sqrt(whole / effective + Z95**2 / (4 * effective**2))
    return mean, max(0.0, middle - reach), min(1.0, middle + reach)


def percentile(counts: Ints, share: float) -> int:
    """The smallest length that at least this share of matches does not exceed; `counts[n]` matches have length n."""
    total = counts.sum()
    return int(np.searchsorted(np.cumsum(counts), share * total)) if total else 0


def wilson(share: float, n: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a share that was seen in n trials."""
    if n <= 0:
        return 0.0, 1.0
    middle = (share + Z95**2 / (2 * n)) / (1 + Z95**2 / n)
    reach = Z95 / (1 + Z95**2 / n) * sqrt(max(0.0, share * (1 - share) / n + Z95**2 / (4 * n**2)))
    return max(0.0, middle - reach), min(1.0, middle + reach)


class Difference(NamedTuple):
    """How much more something is than something else, with its 95 % interval and how likely chance alone does that."""

    by: float
    low: float
    high: float
    p: float


def paired(ours: Floats, theirs: Floats) -> Difference:
    """The mean difference of blocks that were played with the same random numbers: Student's t for paired samples."""
    gaps = np.asarray(ours, float) - np.asarray(theirs, float)
    return _difference(float(gaps.mean()), float(gaps.std(ddof=1)) / sqrt(len(gaps)), len(gaps) - 1)


def unpaired(share: float, n: float, other: float, m: float) -> Difference:
    """The difference of two independent shares; each is pulled in a little (Agresti and Caffo)."""
    if n <= 0 or m <= 0:
        return Difference(0.0, -1.0, 1.0, 1.0)
    one, two = (share * n + 1) / (n + 2), (other * m + 1) / (m + 2)
    error = sqrt(one * (1 - one) / (n + 2) + two * (1 - two) / (m + 2))
    found = _difference(one - two, error, 10**9)
    return found._replace(by=share - other)


def _difference(by: float, error: float, freedom: int) -> Difference:
    if error == 0:
        return Difference(by, by, by, 1.0 if by == 0 else 0.0)
    reach = error * (Z95 + (Z95**3 + Z95) / (4 * freedom))  # Student's quantile, as Fisher and Cornish give it
    return Difference(by, by - reach, by + reach, _tail(by / error, freedom))


def _tail(t: float, freedom: int) -> float:
    """How likely Student's t is at least as far from 0 as this; the usual approximation by a normal one."""
    normal = abs(t) * (1 - 1 / (4 * freedom)) / sqrt(1 + t * t / (2 * freedom))
    return erfc(normal / sqrt(2))


def discoveries(chances: Sequence[float], rate: float = 0.05) -> list[bool]:
    """Which of many differences are real, if one in twenty of those named may be false (Benjamini and Hochberg)."""
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    last = max((rank for rank, i in enumerate(order, 1) if chances[i] <= rate * rank / len(order)), default=0)
    named = set(order[:last])
    return [i in named for i in range(len(chances))]
