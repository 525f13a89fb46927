"""The compiled bots of a game that has none of its own."""

from __future__ import annotations

from undertow.core.bundles import Mind
from undertow.core.records import Record
from undertow.core.rule import rule


@rule
def choose(box: Record, seat: int, mind: Mind) -> int:
    return 0
