"""Jobs for the workers of tests. They import this, and not the tests with all that these need."""

from __future__ import annotations

import os
import signal
import time


def compute(seconds: float) -> int:
    """Use so much computing time, however long that takes."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return os.getpid()


def fail(kind: str) -> None:
    if kind == "dies":
        os.kill(os.getpid(), signal.SIGKILL)
    raise ValueError("nothing came of it")
