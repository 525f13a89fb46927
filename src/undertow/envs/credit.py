"""How much better than expected decisions turned out: what a learner that plays several seats is taught by."""

from __future__ import annotations

import numpy as np

from undertow.core.records import Floats, Ints


def credit(seats: Ints, shares: Floats, rewards: Floats, ends: Ints, fade: float = 0.8) -> Floats:
    """For each decision, how much more of the win its seat expected at its next decision, or got in the end, than it
    expected here; later surprises of the same seat count, each further one by `fade` less (generalised advantages).

    All arrays have a row for each step and a column for each match: who decided, what they expected, and what the step
    then brought (`rewards` with a number for each seat). What nothing can be said about yet is NaN."""
    rows = np.arange(seats.shape[1])
    later = np.full(rewards.shape[1:], np.nan)  # what each seat expects at its next decision, or gets
    better, trace = np.zeros(shares.shape), np.zeros(later.shape)
    for step in reversed(range(len(seats))):
        over, seat = ends[step, :, None] > 0, seats[step]
        later, trace = np.where(over, rewards[step], later), np.where(over, 0, trace)
        better[step] = later[rows, seat] - shares[step] + fade * trace[rows, seat]
        later[rows, seat], trace[rows, seat] = shares[step], np.nan_to_num(better[step])
    return better
