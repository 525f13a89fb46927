"""Shark Attacks!: the decisions a player takes, and the names of dice."""

from __future__ import annotations

from undertow.core.records import CHANCE, Record
from undertow.games.shark_attacks.state import EVENT, FIRST_PLAYER

BANK = 0
PRESS = 1
TAKE_FROM = 2  # + seat: which opponent gives the sign

BLUE_FACES = ("wave", "1 swimmer", "2 swimmers", "3 swimmers")
RED_FACES = ("calm", "1 fin", "2 fins", "3 fins")
WEATHERS = ("sun", "rain", "shark")


def name(box: Record, state: Record, seat: int, action: int) -> str:
    """What a player calls this action or this outcome of a die."""
    if seat == CHANCE:
        return _outcome(state, action)
    if action == BANK:
        return "bank"
    if action == PRESS:
        return "press on"
    return f"sign from player {action - TAKE_FROM + 1}"


def _outcome(state: Record, outcome: int) -> str:
    if state.phase == FIRST_PLAYER:
        return f"player {outcome + 1} begins"
    if state.phase == EVENT:
        return WEATHERS[outcome]
    return BLUE_FACES[outcome] if state.rolling > 0 else RED_FACES[outcome]
