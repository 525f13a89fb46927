"""The compiled bots of a game that has none of its own."""

from __future__ import annotations

from undertow.core.records import Floats, Ints, Record, Records
from undertow.core.rule import rule


@rule
def choose(
    box: Record,
    worlds: Records,
    memory: Record,
    seat: int,
    policy: int,
    parameter: int,
    table: Floats,
    scratch: Floats,
    rng: Ints,
    out: Ints,
) -> int:
    return 0
