"""Shark Attacks!: what a study counts."""

from __future__ import annotations

from undertow.core.contract import Thing
from undertow.core.no_measures import thought
from undertow.core.records import CHANCE, NOTHING, Record, by
from undertow.core.rule import rule
from undertow.games.shark_attacks import state as st
from undertow.games.shark_attacks.actions import BANK, PRESS
from undertow.games.shark_attacks.rules import swimmers, swimming

UNIT = "turn"
REASONS = {st.REACHED_TARGET: "somebody reached the target"}
THINGS = (
    Thing("bank", "move"),
    Thing("press on", "move"),
    Thing("take a sign", "move"),
    Thing("sun", "event"),
    Thing("rain", "event"),
    Thing("shark", "event"),
    Thing("shark, nobody in the water", "event"),
    Thing("beach party", "event"),
)
BANKS, PRESSES, TAKES, SUN, RAIN, SHARK, EMPTY_SEA, PARTY = range(8)


@rule
def clock(box: Record, state: Record) -> int:
    """Whose turn it is."""
    return 0 if state.phase == st.FIRST_PLAYER else int(state.player) + 1


@rule
def standing(box: Record, state: Record, seat: int) -> int:
    """Points; three quarters of what swims before one's own beach, for it is not safe yet."""
    points = 4 * int(state.scores[seat])
    return points + 3 * swimmers(state) if seat == state.player and state.over == 0 else points


@rule
def pace(box: Record, state: Record, seat: int, options: int) -> int:
    return thought(options)


@rule
def noted(box: Record, state: Record, seat: int, action: int) -> int:
    if seat != CHANCE:
        return by(seat, BANKS if action == BANK else PRESSES if action == PRESS else TAKES)
    if state.phase == st.EVENT:
        if action == st.SUN:
            return by(state.player, SUN)
        if action == st.RAIN:
            return by(state.player, PARTY if state.water[st.WAVE] == 1 else RAIN)
        return by(state.player, SHARK if swimming(state) > 0 else EMPTY_SEA)
    if state.phase == st.ENTERING and state.rolling == 1 and action != st.WAVE and state.water[st.WAVE] == 0:
        return by(state.player, PARTY)
    return NOTHING
