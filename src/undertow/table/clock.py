"""The server's own time. It starts with the machine's clock and then goes on by itself: whoever sets that clock back
an hour gives nobody an hour for their turn, and whoever sets it ahead takes nobody's away.
"""

from __future__ import annotations

import time


class Clock:
    """Seconds since 1970, as this server counts them. It never jumps."""

    def __init__(self) -> None:
        self._lead = time.time() - time.monotonic()

    def now(self) -> float:
        return self._lead + time.monotonic()

    def not_before(self, moment: float) -> None:
        """Go on from there if it is earlier yet: a machine may have started with a clock that is slow."""
        self._lead += max(0.0, moment - self.now())


CLOCK = Clock()


def now() -> float:
    """What time it is on this server."""
    return CLOCK.now()
