"""Shark Attacks!: how likely each player wins a race, known before it is run.

`race(box)` answers for every pair of distances to the target and every distribution of signs how often the player to
move wins a two-player game, when both always press on until banking would win. That is close to the best simple play,
and it is what `turn.py` has after the turn that it solves exactly, where nobody has solved the game (`optimum.py`).
"""

from __future__ import annotations

import numpy as np

from undertow.core.records import Floats, Record, Records
from undertow.core.rule import rule
from undertow.games.shark_attacks.odds import flights, throws
from undertow.games.shark_attacks.state import RAIN, SHARK, SUN

LONGEST = 128  # points to go that are told apart; a longer race is scaled down to this

# How a turn ends, for the signs: 0 banked, 1 party, 2 + c: a flight that cost c dice.
BANKED, PARTIED, FLED = 0, 1, 2


@rule
def most_signs(box: Record) -> int:
    return min(int(box.signs), int(box.sign_limit))


def race(boxes: Records) -> Floats:
    """`race(box)[x, y, gx, gy]`: the chance of the player to move, x points short, with gx signs, against y and gy."""
    box = boxes[0]
    short = min(int(box.target), LONGEST)
    signs = most_signs(box)
    flight, throw = flights(boxes), throws(boxes)
    turns = np.zeros((signs + 1, short + 1, FLED + int(box.blue) + 1, short + 1))
    mass = np.zeros((int(box.blue) + 1, int(box.blue) + 1, 3 * int(box.blue) + 1))
    for g in range(signs + 1):
        dice = max(int(box.least), int(box.start) - g)
        for x in range(1, short + 1):
            one_turn(boxes, flight, throw, mass, dice, x, turns[g, x])
    chances = np.zeros((short + 1, short + 1, signs + 1, signs + 1))
    run(boxes, turns, chances, np.zeros((2, signs + 1, signs + 1)))
    return chances


@rule
def one_turn(boxes: Records, flight: Floats, throw: Floats, mass: Floats, dice: int, x: int, turn: Floats) -> None:
    """How a turn of `dice` dice ends, x points short: `turn[how, points]`; what is missing to 1 is a win."""
    box = boxes[0]
    blue = int(box.blue)
    mass[:] = 0.0
    for j in range(dice + 1):
        for q in range(3 * j + 1):
            mass[dice - j, j, q] = throw[dice, j, q]
    event = float(box.event_faces[0] + box.event_faces[1] + box.event_faces[2])
    for k in range(blue + 1):
        for p in range(3 * k + 1):
            finish_party(box, turn, mass[0, k, p], p, x)
            if p >= x:
                continue  # banks and wins
            moving = 1.0
            while moving > 1e-14:  # with no new swimmer the sea looks the same, with more or fewer waves
                moving = 0.0
                for w in range(1, blue - k + 1):
                    here = mass[w, k, p]
                    mass[w, k, p] = 0.0
                    if here == 0.0:
                        continue
                    moving = max(moving, here)
                    more = 1 if w + k < blue else 0
                    scatter(throw, mass, w + more, k, p, here * box.event_faces[SUN] / event)
                    if w == 1:
                        finish_party(box, turn, here * box.event_faces[RAIN] / event, p, x)
                    else:
                        scatter(throw, mass, w - 1, k, p, here * box.event_faces[RAIN] / event)
                    finish_flight(box, flight, turn, k, x, here * box.event_faces[SHARK] / event)


@rule
def scatter(throw: Floats, mass: Floats, m: int, k: int, p: int, chance: float) -> None:
    """Roll m wave dice into the sea with k dice showing p swimmers."""
    for j in range(m + 1):
        for q in range(j, 3 * j + 1):
            mass[m - j, k + j, p + q] += chance * throw[m, j, q]


@rule
def finish_party(box: Record, turn: Floats, chance: float, p: int, x: int) -> None:
    points = p * int(box.party)
    if points < x:
        turn[PARTIED, points] += chance


@rule
def finish_flight(box: Record, flight: Floats, turn: Floats, k: int, x: int, chance: float) -> None:
    for points in range(3 * k + 1):
        for eaten in range(k + 1):
            counted = points * int(box.safe_flight) if eaten == 0 else points
            if counted < x:
                turn[FLED + eaten, counted] += chance * flight[k, points, eaten]


@rule
def signs_of_mover(box: Record, how: int, mine: int, theirs: int) -> int:
    """The mover's signs after a turn that ended so, when only two beaches have signs."""
    if how == BANKED:
        return max(0, mine - int(box.back_after_bank))
    if how == PARTIED:
        return max(0, mine - int(box.back_after_party))
    return min(mine + how - FLED, int(box.sign_limit), int(box.signs))


@rule
def run(boxes: Records, turns: Floats, chances: Floats, known: Floats) -> None:
    """Fill `chances` from the end of the race backwards; a turn without points leaves the same race to the other."""
    box = boxes[0]
    short = chances.shape[0] - 1
    for both in range(2, 2 * short + 1):
        for x in range(max(1, both - short), both // 2 + 1):
            y = both - x
            for side in range(2):
                with_points(box, turns, chances, known, x if side == 0 else y, y if side == 0 else x, side)
            change = 1.0
            while change > 1e-12:
                change = max(
                    without_points(box, turns, chances, known, x, y, 0),
                    without_points(box, turns, chances, known, y, x, 1),
                )


@rule
def with_points(box: Record, turns: Floats, chances: Floats, known: Floats, x: int, y: int, side: int) -> None:
    """The part of a race's odds that later races already tell."""
    signs = chances.shape[2]
    for mine in range(signs):
        for theirs in range(signs):
            if mine + theirs > box.signs:
                continue
            lost = 0.0
            for how in range(turns.shape[2]):
                after = signs_of_mover(box, how, mine, theirs)
                other = min(theirs, int(box.signs) - after)
                for points in range(1, x):
                    chance = turns[mine, x, how, points]
                    if chance > 0.0:
                        lost += chance * chances[y, x - points, other, after]
            known[side, mine, theirs] = 1.0 - lost  # whatever is not lost later is won, now or later


@rule
def without_points(box: Record, turns: Floats, chances: Floats, known: Floats, x: int, y: int, side: int) -> float:
    """Put in the turns that bring nothing; returns how much that changed."""
    signs = chances.shape[2]
    change = 0.0
    for mine in range(signs):
        for theirs in range(signs):
            if mine + theirs > box.signs:
                continue
            found = known[side, mine, theirs]
            for how in range(turns.shape[2]):
                chance = turns[mine, x, how, 0]
                if chance > 0.0:
                    after = signs_of_mover(box, how, mine, theirs)
                    found -= chance * chances[y, x, min(theirs, int(box.signs) - after), after]
            change = max(change, abs(found - chances[x, y, mine, theirs]))
            chances[x, y, mine, theirs] = found
    return change
