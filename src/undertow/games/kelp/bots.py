"""Kelp: a bot that knows the game, on both sides of it. The shark is in `prowl.py`, the octopus in `lurk.py`.

`seasoned` takes so many of a hundred decisions at random: that is what makes an easy opponent of it.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from undertow.core.game import Setup
from undertow.core.records import Floats, Ints, Record, Records
from undertow.core.rng import below, draw
from undertow.core.rule import rule
from undertow.games.kelp.actions import STRATEGY
from undertow.games.kelp.belief import block_odds
from undertow.games.kelp.lurk import lurk
from undertow.games.kelp.prowl import prowl
from undertow.games.kelp.rules import legal
from undertow.games.kelp.state import (
    CONFRONTING,
    ENERGY,
    HIDING,
    LEARNING,
    NAMING,
    OCTOPUS,
    OCTOPUS_TURN,
    PAYING,
    PICKING,
    SEARCHING,
    STRATEGIES,
    SWAPPING,
)
from undertow.games.kelp.weights import (
    AFTER,
    BLOCK_WORTH,
    DICE_WORTH,
    OCTOPUS_CARD_WORTH,
    SCRATCH,
    SHARK_CARD_WORTH,
    TAKEN,
    WEIGHTS,
    escape_worth,
    mix,
    suspect,
)

SEASONED = 1
#: Each bot's number, and what it takes: decisions of a hundred that are taken at random.
POLICIES: dict[str, tuple[int, int | None]] = {"seasoned": (SEASONED, 0)}
LEVELS = {"easy": "seasoned:50", "medium": "seasoned:15", "hard": "seasoned"}


def table(setup: Setup, policies: Iterable[int]) -> Floats:
    """What the bot looks up: how it weighs things."""
    worths = (SHARK_CARD_WORTH.values(), DICE_WORTH, OCTOPUS_CARD_WORTH.values(), BLOCK_WORTH)
    return np.array([*WEIGHTS.values(), *(worth for worths_of in worths for worth in worths_of)])


def scratch_size(setup: Setup, policies: Iterable[int]) -> int:
    return SCRATCH


@rule
def choose(
    box: Record,
    worlds: Records,
    memory: Record,
    seat: int,
    policy: int,
    parameter: int,
    table: Floats,
    scratch: Floats,
    rng: Ints,
    out: Ints,
) -> int:
    world = worlds[0]
    n = legal(box, world, seat, out)
    if n == 1 or world.phase == NAMING or below(rng, 100) < parameter:
        return int(out[below(rng, n)])  # where the shark puts blocks it cannot see makes no difference
    if world.phase == CONFRONTING:
        return STRATEGY + confront(box, world, seat, table, scratch, rng)
    block_odds(memory, scratch)
    suspect(memory, table, scratch)
    if seat == OCTOPUS:
        return lurk(box, worlds, table, scratch, rng, out, n)
    return prowl(box, worlds, table, scratch, rng, out, n)


@rule
def confront(box: Record, world: Record, seat: int, table: Floats, scratch: Floats, rng: Ints) -> int:
    """A strategy drawn from the exact solution of the confrontation."""
    zone = int(world.placed_at[0])
    for strategy in range(STRATEGIES):
        scratch[TAKEN + strategy] = escape_worth(box, world, strategy, zone, table)
    mix(world, scratch[TAKEN:], scratch[AFTER:], seat == OCTOPUS)
    left = draw(rng) / 4294967296.0
    for strategy in range(STRATEGIES):
        left -= scratch[AFTER + strategy]
        if left < 0.0 and scratch[AFTER + strategy] > 0.0:
            return strategy
    strategy = STRATEGIES - 1
    while scratch[AFTER + strategy] <= 0.0:
        strategy -= 1
    return strategy


#: Why it does what it does, by phase.
WHY = {
    OCTOPUS_TURN: "it weighs what the shark knows, where it can strike, blocks to pay with, and food",
    PAYING: "it gives least away",
    SWAPPING: "the octopus is safer there, or nearer to food",
    PICKING: "the shark expects it there least",
    HIDING: "the octopus first, then what can pay again",
    LEARNING: "it helps most",
    SEARCHING: "the best use of the dice by the odds of each block",
    ENERGY: "the most for the pips",
    CONFRONTING: "drawn from the mix that leaves the other side nothing to exploit",
}


def explain(
    setup: Setup, worlds: Records, seat: int, policy: int, parameter: int, table: Floats, scratch: Floats
) -> str:
    """Why the bot just did what it did."""
    if int(worlds[0].phase) in WHY:
        return WHY[int(worlds[0].phase)]
    return "it promises most for where the octopus may be" if seat != OCTOPUS else "it is safest"
