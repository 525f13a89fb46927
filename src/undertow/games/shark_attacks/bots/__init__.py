"""Shark Attacks!: bots that know the game.

`solved` solves its turn exactly, from the last die backwards (`turn.py`): it knows how likely it wins from wherever the
turn may end, and presses on exactly when that is worth more than banking. So it plays safe when it is ahead and wild
when it is behind. For two players with the printed numbers, and any target up to 100, what it knows is the solution of
the whole game (`optimum.py`): nothing can be won against it. With other house rules, which would take minutes to
solve, and against several opponents it knows races between two players who always press on (`race.py`). Every bot here
banks when that wins the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from undertow.core.bundles import Mind
from undertow.core.contract import Policy
from undertow.core.game import Setup
from undertow.core.records import Floats, Record
from undertow.core.rule import rule
from undertow.games.shark_attacks.actions import BANK, PRESS, TAKE_FROM
from undertow.games.shark_attacks.bots.optimum import shipped, trouble
from undertow.games.shark_attacks.bots.race import race
from undertow.games.shark_attacks.bots.turn import BANK_AT, flat, room, solve_turn, turn_values, value
from undertow.games.shark_attacks.box import Box
from undertow.games.shark_attacks.rules import swimmers, swimming
from undertow.games.shark_attacks.state import BEACH

NEVER_BANK, HOLD, SOLVED = 1, 2, 3
POLICIES = {
    "never-bank": Policy(NEVER_BANK, about="never banks unless that wins"),
    "hold": Policy(HOLD, 12, about="banks as soon as this many swimmers show"),
    "solved": Policy(SOLVED, about="solves its turn exactly"),
}
KEPT = 8  # boxes whose tables are kept, of up to 60 MB each
#: Whoever is new to it is afraid of the shark and banks too soon.
LEVELS = {"beginner": "hold:3", "easy": "hold:6", "medium": "hold:9", "hard": "hold:12", "expert": "solved"}
LIGHT = {**LEVELS, "expert": "never-bank"}  # solving takes too long as Python runs it


@rule
def choose(box: Record, seat: int, mind: Mind) -> int:
    """What a bot of this kind does: bank, press on, or whose sign it takes."""
    world = mind.worlds[0]
    if world.phase != BEACH:
        return TAKE_FROM + weakest(box, world, seat)
    if world.scores[seat] + swimmers(world) >= box.target:
        return BANK
    if mind.policy == NEVER_BANK:
        return PRESS
    if mind.policy == HOLD:
        return BANK if swimmers(world) >= mind.parameter else PRESS
    solve_turn(box, world, seat, mind.table, mind.scratch)
    press = value(box, mind.scratch, int(world.water[0]), swimming(world), swimmers(world))
    return PRESS if press > mind.scratch[BANK_AT + swimmers(world)] else BANK


def explain(setup: Setup, seat: int, mind: Mind) -> str:
    """Why a bot of this kind just did what it did."""
    world: Record = mind.worlds[0]
    if world.phase != BEACH:
        return "it helps the opponent who is furthest from winning"
    now = swimmers(world)
    if world.scores[seat] + now >= setup.box[0].target:
        return "banking wins the game"
    if mind.policy == NEVER_BANK:
        return "it never banks unless that wins"
    if mind.policy == HOLD:
        return f"it banks once {mind.parameter} swimmers show"
    press, bank = (
        turn_values(setup.box, mind.worlds, seat, mind.table, mind.scratch),
        float(mind.scratch[BANK_AT + now]),
    )
    why = f"pressing on wins {press:.1%} of games from here, banking {now} wins {bank:.1%}"
    return f"{why}; reckoned roughly, for {problem}" if (problem := trouble(setup.box)) else why


def table(setup: Setup, policies: Sequence[int | None]) -> Floats:
    """What these bots look up: only `solved` looks up anything."""
    return _table(setup.box.tobytes()) if SOLVED in policies else np.zeros(1)


@lru_cache(KEPT)
def _table(box: bytes) -> Floats:
    boxes = np.frombuffer(box, Box)
    exact = shipped(boxes)
    return flat(boxes, race(boxes) if exact is None else exact)


def scratch_size(setup: Setup, policies: Sequence[int | None]) -> int:
    """Room for one solved turn."""
    return room(setup.box) if SOLVED in policies else 1


@rule
def weakest(box: Record, world: Record, seat: int) -> int:
    """The opponent with signs who is furthest from winning: a sign less helps them least."""
    found = -1
    for other in range(box.players):
        if other != seat and world.signs[other] > 0 and (found < 0 or world.scores[other] < world.scores[found]):
            found = other
    return found
