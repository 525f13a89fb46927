"""Small statistics for reports."""

from __future__ import annotations

from math import sqrt

import numpy as np

from undertow.core.records import Ints

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
