"""Your Game: the rules.

Chance puts the shark into a cave. Each round the shark stays or swims on to the next cave, and nobody sees which; then
the diver looks into a cave, and everybody sees what is there.
"""

from __future__ import annotations

from undertow.core.records import CHANCE, Floats, Ints, Record, add, bit, emit, tell
from undertow.core.rule import rule

from your_game.actions import LOOK, STAY, SWIM
from your_game.state import (
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
        for cave in range(box.caves):
            n = add(out, n, LOOK + cave)
    return n


@rule
def chances(box: Record, state: Record, out: Ints) -> int:
    """Every cave is as likely."""
    for cave in range(box.caves):
        out[cave] = 1
    return int(box.caves)


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
def hide(state: Record, cave: int) -> None:
    """The shark learns where it is; the others, that it is there."""
    state.shark = cave
    state.phase = SWIMMING
    tell(state, bit(SHARK), LURKS, state.shark, 0, 0, 0)
    emit(state, HID, 0, 0, 0, 0)


@rule
def following(box: Record, cave: int) -> int:
    """The next cave of the ring."""
    return (int(cave) + 1) % int(box.caves)


@rule
def swim(box: Record, state: Record, action: int) -> None:
    """The shark stays, or swims to the next cave of the ring."""
    if action == SWIM:
        state.shark = following(box, state.shark)
    state.phase = LOOKING
    tell(state, bit(SHARK), LURKS, state.shark, 0, 0, 0)
    emit(state, SWAM, 0, 0, 0, 0)


@rule
def look(box: Record, state: Record, cave: int) -> None:
    """Everybody sees what is in the cave."""
    found = 1 if state.shark == cave else 0
    state.looked[cave] = state.rounds + 1
    emit(state, LOOKED, cave, found, 0, 0)
    if found:
        finish(state, FOUND)
    else:
        end_round(box, state)


@rule
def end_round(box: Record, state: Record) -> None:
    """After the last round the shark has escaped."""
    state.rounds += 1
    if state.rounds >= box.rounds:
        finish(state, ESCAPED)
    else:
        state.phase = SWIMMING


@rule
def finish(state: Record, reason: int) -> None:
    state.phase = DONE
    state.over = 1
    state.reason = reason
