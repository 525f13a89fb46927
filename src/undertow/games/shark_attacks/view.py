"""Shark Attacks!: the table as a viewer sees it, typed. Seats are counted from 0."""

from __future__ import annotations

from typing import Literal

import msgspec

Phase = Literal["first player", "entering", "beach", "event", "fleeing", "sign", "over"]
PHASES: tuple[Phase, ...] = ("first player", "entering", "beach", "event", "fleeing", "sign", "over")


class Beach(msgspec.Struct, frozen=True):
    """One player's hotel beach."""

    score: int
    signs: int


class Dice(msgspec.Struct, frozen=True):
    """Dice of one colour on the table: how many show a wave, 1, 2 or 3, and how many are in the air."""

    waves: int
    ones: int
    twos: int
    threes: int
    rolling: int


class View(msgspec.Struct, frozen=True):
    phase: Phase
    player: int  # whose turn it is
    target: int
    beaches: list[Beach]
    blue: Dice
    red: Dice
    blue_in_the_middle: int
    signs_in_the_middle: int
    escaped: int  # points saved in this flight so far, not yet tripled
    eaten: int  # dice eaten in this flight so far
    signs_to_take: int


class Odds(msgspec.Struct, frozen=True):
    """What may happen to the player whose turn it is, as probabilities and averages."""

    sun: float
    rain: float
    shark: float
    party: float  # the event and the next throw make a Beach Party
    safe_flight: float  # nobody eaten, if a shark comes now
    flight_points: float
    flight_signs: float
    bank_points: int
