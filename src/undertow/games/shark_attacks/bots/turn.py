"""Shark Attacks!: the turn, solved exactly from the last die backwards.

What may be won after the turn is looked up in one flat table (`flat`): the odds of a flight, the odds of a throw, and
how likely whoever moves wins from every pair of distances to the target (`race.py`, or `optimum.py`). Rules cannot hold
several arrays of other shapes.
"""

from __future__ import annotations

import numpy as np

from undertow.core.records import Floats, Record, Records
from undertow.core.rule import rule
from undertow.games.shark_attacks.bots.race import BANKED, FLED, LONGEST, PARTIED, most_signs
from undertow.games.shark_attacks.odds import flights, throws
from undertow.games.shark_attacks.rules import swimmers, swimming
from undertow.games.shark_attacks.state import RAIN, SEATS, SHARK, SUN

# What it looks up ---------------------------------------------------------------------------------------------------


def flat(boxes: Records, chances: Floats) -> Floats:
    """The table, with these chances of whoever moves."""
    return np.concatenate([flights(boxes).ravel(), throws(boxes).ravel(), chances.ravel()])


@rule
def flight_chance(box: Record, table: Floats, k: int, points: int, eaten: int) -> float:
    return float(table[(k * (3 * int(box.blue) + 1) + points) * (int(box.blue) + 1) + eaten])


@rule
def throw_chance(box: Record, table: Floats, m: int, j: int, q: int) -> float:
    dice = int(box.blue) + 1
    return float(table[dice * (3 * dice - 2) * dice + (m * dice + j) * (3 * dice - 2) + q])


@rule
def race_chance(box: Record, table: Floats, x: int, y: int, mine: int, theirs: int) -> float:
    """How likely whoever moves wins, x points short, with so many signs, against another y short."""
    longest = max(x, y)
    if longest > LONGEST:
        x = max(1, x * LONGEST // longest)
        y = max(1, y * LONGEST // longest)
    return float(table[chances_at(box, x, y, mine, theirs)])


@rule
def chances_at(box: Record, x: int, y: int, mine: int, theirs: int) -> int:
    """Where the table has that chance."""
    dice = int(box.blue) + 1
    width = min(int(box.target), LONGEST) + 1
    signs = most_signs(box) + 1
    return 2 * dice * (3 * dice - 2) * dice + ((x * width + y) * signs + mine) * signs + theirs


@rule
def chance_after(box: Record, world: Record, seat: int, points: int, how: int, table: Floats) -> float:
    """How likely this seat wins when its turn ends so; the others move next.

    Against several opponents the races against each of them are put together as odds: exact for one opponent.
    """
    short = int(box.target) - int(world.scores[seat]) - points
    if short <= 0:
        return 1.0
    mine = int(world.signs[seat])
    middle = int(world.signs_middle)
    taken = 0  # from opponents
    if how == BANKED:
        mine = max(0, mine - int(box.back_after_bank))
    elif how == PARTIED:
        mine = max(0, mine - int(box.back_after_party))
    else:
        more = min(how - FLED, int(box.sign_limit) - mine)
        taken = max(0, more - middle)
        mine += min(more, middle)
    against = 0.0
    for other in range(box.players):
        if other != seat:
            theirs = int(world.signs[other])
            gone = min(taken, theirs)
            taken -= gone
            mine += gone
            theirs -= gone
            left = int(box.target) - int(world.scores[other])
            win = 1.0 - race_chance(box, table, left, short, min(theirs, int(box.signs) - mine), mine)
            against += (1.0 - win) / max(win, 1e-9)
    return 1.0 / (1.0 + against)


# The turn, solved ---------------------------------------------------------------------------------------------------
# The scratch holds the position it was solved for, then the chance to win after banking p, after a party with p, after
# a flight of k dice, with w waves, k dice and p swimmers in the sea, and after a flight that saved p points.

DICE = 21  # one more than the most blue dice of any house rules
KEY = 2 * SEATS + 3
BANK_AT = KEY
PARTY_AT = BANK_AT + 3 * DICE
FLIGHT_AT = PARTY_AT + 3 * DICE
ROLL_AT = FLIGHT_AT + DICE
VALUES_AT = ROLL_AT + DICE + 1


def room(boxes: Records) -> int:
    """How much scratch a turn needs."""
    dice = int(boxes[0].blue) + 1
    return VALUES_AT + (dice + 1) * dice * 3 * dice


@rule
def turn_values(boxes: Records, worlds: Records, seat: int, table: Floats, scratch: Floats) -> float:
    """The chance to win after pressing on; `scratch` holds the rest."""
    world = worlds[0]
    solve_turn(boxes[0], world, seat, table, scratch)
    return press_value(boxes[0], table, scratch, int(world.water[0]), swimming(world), swimmers(world))


@rule
def place(box: Record, w: int, k: int, p: int) -> int:
    dice = int(box.blue) + 1
    return VALUES_AT + (w * dice + k) * 3 * dice + p


@rule
def value(box: Record, scratch: Floats, w: int, k: int, p: int) -> float:
    return float(scratch[place(box, w, k, p)])


@rule
def solve_turn(box: Record, world: Record, seat: int, table: Floats, scratch: Floats) -> None:
    """Fill the scratch for this turn, unless it is already there."""
    if same_turn(box, world, seat, scratch):
        return
    fill_ends(box, world, seat, table, scratch)
    for fewer in range(int(box.blue) + 1):
        k = int(box.blue) - fewer
        for p in range(k, 3 * k + 1):
            settle_sea(box, table, scratch, k, p)


@rule
def same_turn(box: Record, world: Record, seat: int, scratch: Floats) -> bool:
    """Whether the scratch was filled for this very turn; remembers it for the next question."""
    same = bool(scratch[0] == 1.0 and scratch[1] == seat)
    scratch[0] = 1.0
    scratch[1] = seat
    for player in range(box.players):
        same = (
            same and scratch[2 + 2 * player] == world.scores[player] and scratch[3 + 2 * player] == world.signs[player]
        )
        scratch[2 + 2 * player] = world.scores[player]
        scratch[3 + 2 * player] = world.signs[player]
    return same


@rule
def fill_ends(box: Record, world: Record, seat: int, table: Floats, scratch: Floats) -> None:
    """What every end of this turn is worth."""
    blue = int(box.blue)
    for p in range(3 * blue + 1):
        scratch[BANK_AT + p] = chance_after(box, world, seat, p, BANKED, table)
        scratch[PARTY_AT + p] = chance_after(box, world, seat, p * int(box.party), PARTIED, table)
        for eaten in range(blue - p // 3 + 1):
            counted = p * int(box.safe_flight) if eaten == 0 else p
            scratch[fled_place(box, p, eaten)] = chance_after(box, world, seat, counted, FLED + eaten, table)
    for k in range(blue + 1):
        scratch[FLIGHT_AT + k] = flight_value(box, k, table, scratch)
        for p in range(k, 3 * k + 1):
            scratch[place(box, 0, k, p)] = scratch[PARTY_AT + p]


@rule
def fled_place(box: Record, points: int, eaten: int) -> int:
    dice = int(box.blue) + 1
    return VALUES_AT + dice * dice * 3 * dice + points * dice + eaten


@rule
def flight_value(box: Record, k: int, table: Floats, scratch: Floats) -> float:
    """The chance to win when k dice flee now; nobody in the water is a flight without points."""
    total = 0.0
    for points in range(3 * k + 1):
        for eaten in range(k + 1):
            chance = flight_chance(box, table, k, points, eaten)
            if chance > 0.0:
                total += chance * float(scratch[fled_place(box, points, eaten)])
    return total


@rule
def settle_sea(box: Record, table: Floats, scratch: Floats, k: int, p: int) -> None:
    """The values of all seas with k dice and p swimmers: a throw without a swimmer leads back among them."""
    most = int(box.blue) - k
    for m in range(1, most + 1):
        scratch[ROLL_AT + m] = new_swimmers(box, table, scratch, m, k, p)
    for w in range(1, most + 1):
        scratch[place(box, w, k, p)] = scratch[BANK_AT + p]
    change = 1.0
    while change > 1e-10:
        change = 0.0
        for w in range(1, most + 1):
            found = max(float(scratch[BANK_AT + p]), press_again(box, table, scratch, w, k, p))
            change = max(change, found - value(box, scratch, w, k, p))
            scratch[place(box, w, k, p)] = found


@rule
def new_swimmers(box: Record, table: Floats, scratch: Floats, m: int, k: int, p: int) -> float:
    """The part of rolling m waves in which somebody enters the water."""
    total = 0.0
    for j in range(1, m + 1):
        for q in range(j, 3 * j + 1):
            chance = throw_chance(box, table, m, j, q)
            if chance > 0.0:
                total += chance * value(box, scratch, m - j, k + j, p + q)
    return total


@rule
def turn_value(box: Record, table: Floats, scratch: Floats, dice: int) -> float:
    """The chance to win at the start of a turn with so many dice, once it is solved."""
    total = 0.0
    for j in range(dice + 1):
        for q in range(j, 3 * j + 1):
            total += throw_chance(box, table, dice, j, q) * value(box, scratch, dice - j, j, q)
    return total


@rule
def press_value(box: Record, table: Floats, scratch: Floats, w: int, k: int, p: int) -> float:
    """The chance to win when pressing on with w waves, k dice and p swimmers, in a turn that is solved."""
    for m in range(1, int(box.blue) - k + 1):
        scratch[ROLL_AT + m] = new_swimmers(box, table, scratch, m, k, p)
    return press_again(box, table, scratch, w, k, p)


@rule
def press_again(box: Record, table: Floats, scratch: Floats, w: int, k: int, p: int) -> float:
    """The same, once `ROLL_AT` is filled for k and p."""
    faces = box.event_faces
    more = 1 if w + k < box.blue else 0
    total = faces[SUN] * rolled(box, table, scratch, w + more, k, p) + faces[SHARK] * scratch[FLIGHT_AT + k]
    if w == 1:
        total += faces[RAIN] * scratch[PARTY_AT + p]
    else:
        total += faces[RAIN] * rolled(box, table, scratch, w - 1, k, p)
    return float(total / (faces[SUN] + faces[RAIN] + faces[SHARK]))


@rule
def rolled(box: Record, table: Floats, scratch: Floats, m: int, k: int, p: int) -> float:
    """The chance to win when m waves are rolled: the same sea again, or new swimmers."""
    return float(throw_chance(box, table, m, 0, 0) * value(box, scratch, m, k, p) + scratch[ROLL_AT + m])
