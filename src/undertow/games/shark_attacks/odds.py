"""Shark Attacks!: the exact odds of a throw, a flight and a turn, found by enumerating the dice with the rules."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from undertow.core.records import Floats, Ints, Record, Records
from undertow.core.rule import rule
from undertow.games.shark_attacks.rules import eat, swimmers
from undertow.games.shark_attacks.state import FACES, State


def chances_of_faces(faces: Ints, dice: int) -> list[tuple[tuple[int, ...], float]]:
    """Every way `dice` equal dice can fall, counted by face, with its probability."""
    total = int(faces.sum())
    found: list[tuple[tuple[int, ...], float]] = []
    for waves in range(dice + 1):
        for ones in range(dice - waves + 1):
            for twos in range(dice - waves - ones + 1):
                threes = dice - waves - ones - twos
                ways = comb(dice, waves) * comb(dice - waves, ones) * comb(twos + threes, twos)
                weight = ways
                for face, count in enumerate((waves, ones, twos, threes)):
                    weight *= int(faces[face]) ** count
                if weight:
                    found.append(((waves, ones, twos, threes), weight / total**dice))
    return found


@rule
def throw_each(boxes: Records, states: Records, blue: Ints, red: Ints, chances: Floats, throw: Floats) -> None:
    """Every throw of a flight, by the rules themselves: `throw[waves, points, eaten]` sums how likely it ends so.

    `blue` and `red` are the ways the dice can fall, counted by face; `chances[0]` and `chances[1]` how likely each is.
    """
    state = states[0]
    for reds in range(red.shape[0]):
        for blues in range(blue.shape[0]):
            state.told = 0
            state.bitten = 0
            state.blue_middle = 0
            for face in range(FACES):
                state.water[face] = blue[blues, face]
            for fewer in range(3):
                fins = 3 - fewer
                for _ in range(red[reds, fins]):
                    eat(boxes[0], state, fins)
            throw[blue[blues, 0], swimmers(state), state.bitten] += chances[0, blues] * chances[1, reds]


def flights(boxes: Records) -> Floats:
    """`flights(box)[k, points, eaten]`: how likely a flight of k dice saves so many points (not yet tripled)."""
    box = boxes[0]
    dice, reds = int(box.blue), int(box.red)
    # by blue dice still in the water and red dice in the throw
    rest = np.zeros((dice + 1, reds + 1, 3 * dice + 1, dice + 1))
    rest[0, :, 0, 0] = 1.0
    for k in range(1, dice + 1):
        for r in range(reds, int(box.first_red) - 1, -1):
            _one_flight(boxes, rest, k, r)
    return np.ascontiguousarray(rest[:, int(box.first_red)])


def _one_flight(boxes: Records, rest: Floats, k: int, r: int) -> None:
    box = boxes[0]
    blue, red = chances_of_faces(box.blue_faces, k), chances_of_faces(box.red_faces, r)
    chances = np.zeros((2, max(len(blue), len(red))))
    chances[0, : len(blue)] = [chance for _, chance in blue]
    chances[1, : len(red)] = [chance for _, chance in red]
    throw = np.zeros((k + 1, 3 * k + 1, k + 1))
    ways = np.array([way for way, _ in blue]), np.array([way for way, _ in red])
    throw_each(boxes, np.zeros(1, State), *ways, chances, throw)
    again = throw[k, 0, 0]  # only waves: the same throw again
    throw[k, 0, 0] = 0.0
    total: Any = rest[k, r]
    for waves, points, eaten in np.argwhere(throw).tolist():
        reds = min(int(box.red), r + 1) if eaten else r
        rows, columns = total.shape
        share = throw[waves, points, eaten] / (1.0 - again)
        total[points:, eaten:] += share * rest[waves, reds, : rows - points, : columns - eaten]


def flight_summary(flight: Floats, box: Record) -> tuple[float, float, float]:
    """Of one flight: how likely nobody is eaten, the points expected (tripled where due), the dice eaten."""
    points = np.arange(flight.shape[0])
    safe = float(flight[:, 0].sum())
    expected = float(points @ flight.sum(axis=1) + (int(box.safe_flight) - 1) * (points @ flight[:, 0]))
    return safe, expected, float(flight.sum(axis=0) @ np.arange(flight.shape[1]))


def throws(boxes: Records) -> Floats:
    """`throws(box)[m, j, q]`: how likely m wave dice bring j dice with swimmers, q swimmers in all."""
    dice = int(boxes[0].blue)
    found = np.zeros((dice + 1, dice + 1, 3 * dice + 1))
    for m in range(dice + 1):
        for (_, ones, twos, threes), chance in chances_of_faces(boxes[0].blue_faces, m):
            found[m, ones + twos + threes, ones + 2 * twos + 3 * threes] += chance
    return found
