"""Lagoon: the rules.

Chance puts the shark into a lagoon. Each round the shark stays or swims on to the next lagoon, and nobody sees which;
then the diver looks into a lagoon, and everybody sees what is there.
"""

from __future__ import annotations

from tests.toys.lagoon.actions import LOOK, STAY, SWIM
from tests.toys.lagoon.state import (
    DIVER,
    DONE,
    ESCAPED,
    FOUND,
    HID,
    HIDING,
    LOOKED,
    LOOKING,
    LURKS,
    SHARK,
    SWAM,
    SWIMMING,
)
from undertow.core.records import CHANCE, Floats, Ints, Record, add, bit, emit, tell
from undertow.core.rule import rule


@rule
def setup(box: Record, state: Record) -> None:
    """Nobody is in the water yet."""
    state.phase = HIDING


@rule
def actors(box: Record, state: Record) -> int:
    if state.phase == SWIMMING:
        return bit(SHARK)
    if state.phase == LOOKING:
        return bit(DIVER)
    return 0


@rule
def legal(box: Record, state: Record, seat: int, out: Ints) -> int:
    n = 0
    if seat == SHARK and state.phase == SWIMMING:
        n = add(out, n, STAY)
        n = add(out, n, SWIM)
    elif seat == DIVER and state.phase == LOOKING:
        for lagoon in range(box.lagoons):
            n = add(out, n, LOOK + lagoon)
    return n


@rule
def chances(box: Record, state: Record, out: Ints) -> int:
    """Every lagoon is as likely."""
    for lagoon in range(box.lagoons):
        out[lagoon] = 1
    return int(box.lagoons)


@rule
def apply(box: Record, state: Record, seat: int, action: int) -> None:
    if seat == CHANCE:
        hide(state, action)
    elif seat == SHARK:
        swim(box, state, action)
    else:
        look(box, state, action - LOOK)


@rule
def payoff(box: Record, state: Record, out: Floats) -> None:
    out[SHARK] = 1.0 if state.reason == ESCAPED else 0.0
    out[DIVER] = 1.0 if state.reason == FOUND else 0.0


@rule
def hide(state: Record, lagoon: int) -> None:
    """The shark learns where it is; the others, that it is there."""
    state.shark = lagoon
    state.phase = SWIMMING
    tell(state, bit(SHARK), LURKS, state.shark, 0, 0, 0)
    emit(state, HID, 0, 0, 0, 0)


@rule
def swim(box: Record, state: Record, action: int) -> None:
    """The shark stays, or swims to the next lagoon of the ring."""
    if action == SWIM:
        state.shark = (int(state.shark) + 1) % int(box.lagoons)
    state.phase = LOOKING
    tell(state, bit(SHARK), LURKS, state.shark, 0, 0, 0)
    emit(state, SWAM, 0, 0, 0, 0)


@rule
def look(box: Record, state: Record, lagoon: int) -> None:
    """Found: the diver wins. Not found in the last round: the shark does."""
    found = 1 if state.shark == lagoon else 0
    emit(state, LOOKED, lagoon, found, 0, 0)
    state.turn += 1
    if found:
        finish(state, FOUND)
    elif state.turn >= box.rounds:
        finish(state, ESCAPED)
    else:
        state.phase = SWIMMING


@rule
def finish(state: Record, reason: int) -> None:
    state.phase = DONE
    state.over = 1
    state.reason = reason
