"""Shark Attacks!: the decisions a player takes, and the names of dice."""

from __future__ import annotations

from undertow.core.actions import NUMBERS, Actions
from undertow.core.records import Record
from undertow.games.shark_attacks.state import EVENT, FIRST_PLAYER, SEATS

PLAYERS = tuple(f"player {number}" for number in range(1, SEATS + 1))

ACTIONS = Actions(keys=NUMBERS)
BANK = ACTIONS.add(
    "bank",
    "Bank {points}{signs}",
    help="Score the swimmers showing, give back a sign and end your turn.",
)
PRESS = ACTIONS.add(
    "press on",
    "Press on: event die, then roll the waves",
    help="The event die falls first; then all waves are rolled again.",
)
TAKE_FROM = ACTIONS.add(  # + seat
    "sign from {seat}",
    "Take a sign from {who}",
    verb="take sign",
    help="A sign moves from that beach to yours; each sign costs its owner a blue die.",
    seat=PLAYERS,
)

BLUE_FACES = ("wave", "1 swimmer", "2 swimmers", "3 swimmers")
RED_FACES = ("calm", "1 fin", "2 fins", "3 fins")
WEATHERS = ("sun", "rain", "shark")


def outcome(box: Record, state: Record, outcome: int) -> str:
    """What a player calls this outcome of a die."""
    if state.phase == FIRST_PLAYER:
        return f"player {outcome + 1} begins"
    if state.phase == EVENT:
        return WEATHERS[outcome]
    return BLUE_FACES[outcome] if state.rolling > 0 else RED_FACES[outcome]
