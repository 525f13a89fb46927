"""What a server counts while it runs, for whoever watches over it: plain numbers, nobody's in particular.

Nothing here knows a table, a person or a game. Where a setting says so, `metrics.py` shows them.
"""

from __future__ import annotations

import logging
from bisect import bisect_left
from collections import Counter

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds


class Times:
    """How long something took, each time: how many took how long."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def buckets(self) -> list[tuple[str, float]]:
        """As Prometheus has them: how many took at most so long."""
        so_far, found = 0, []
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self.counts, strict=True):
            so_far += count
            found.append((bound, float(so_far)))
        return found


class Tallies:
    """All of it."""

    def __init__(self) -> None:
        self.moves = 0  # decisions of people and bots that are durable
        self.commands = Times()  # from when one came until it was durable
        self.refused = 0  # commands that the rules or the table refused
        self.failed = 0  # commands that could not be written down, or broke something
        self.bots = Times()  # from when a bot was asked until it had decided, waiting for its turn included
        self.answers: Counter[int] = Counter()  # to requests, by status
        self.errors = 0  # lines of the log that tell of one


TALLY = Tallies()


class Errors(logging.Handler):
    """Counts errors as they are logged."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, _record: logging.LogRecord) -> None:
        TALLY.errors += 1
