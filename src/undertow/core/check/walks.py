"""Random matches, one step at a time, for the checks to look at."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from undertow.core.game import Setup
from undertow.core.position import Event, Position
from undertow.core.records import CHANCE


class NobodyCanAct(Exception):
    """A match that is stuck."""


@dataclass
class Step:
    """A step of a random match, just taken."""

    seat: int
    action: int
    events: list[Event]


def random_action(position: Position, rng: random.Random) -> tuple[int, int]:
    """Who acts and what they do: any actor, any legal action, any outcome of chance by its odds."""
    acting = position.acting()
    if acting:
        seat = rng.choice(acting)
        legal = list(position.legal(seat).values())
        if not legal:
            raise NobodyCanAct(f"{position.setup.seats[seat]} must act, but has no legal action")
        return seat, rng.choice(legal)
    weights = position.weights()
    if not weights:
        raise NobodyCanAct("neither a seat nor chance can act, but the match is not over")
    return CHANCE, rng.choices(range(len(weights)), weights)[0]


def walk(position: Position, rng: random.Random, most: int) -> Iterator[Step]:
    """Play a position on at random, to the end or for so many steps."""
    for ply in range(1, most + 1):
        if position.over:
            return
        seat, action = random_action(position, rng)
        yield Step(seat, action, position.step(seat, action, ply))


def walks(setup: Setup, matches: int, seed: int) -> Iterator[tuple[Position, random.Random]]:
    """So many tables just laid, each with its own luck."""
    for number in range(matches):
        yield Position(setup), random.Random(f"{setup.game.name} {seed} {number}")
