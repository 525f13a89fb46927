"""What a study counts in a game that has no measures of its own."""

from __future__ import annotations

from undertow.core.contract import Thing
from undertow.core.records import NOTHING, Record
from undertow.core.rule import rule

UNIT = "match"
REASONS: dict[int, str] = {}
THINGS: tuple[Thing, ...] = ()

A_LOOK = 20  # tenths of a second
A_DOUBLING = 15  # more with twice as many options: Hick's law


@rule
def thought(options: int) -> int:
    """Tenths of a second that people think about so many options, if nothing else is known about them."""
    tenths = A_LOOK
    left = int(options)
    while left > 1:
        left = left >> 1
        tenths += A_DOUBLING
    return tenths


@rule
def clock(box: Record, state: Record) -> int:
    return 0


@rule
def standing(box: Record, state: Record, seat: int) -> int:
    return 0


@rule
def pace(box: Record, state: Record, seat: int, options: int) -> int:
    return thought(options)


@rule
def noted(box: Record, state: Record, seat: int, action: int) -> int:
    return NOTHING
