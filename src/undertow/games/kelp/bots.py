"""Kelp: a bot that knows the game, on both sides of it. The shark is in `prowl.py`, the octopus in `lurk.py`.

`seasoned` takes so many of a hundred decisions at random: that is what makes an easy opponent of it.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from undertow.core.game import Setup
from undertow.core.records import Floats, Ints, Record, Records, count
from undertow.core.rng import below, draw
from undertow.core.rule import rule
from undertow.games.kelp.actions import DISCARD, DRAW, EAT_POWER, PLAY, STRATEGY
from undertow.games.kelp.belief import block_odds
from undertow.games.kelp.forest import zone_of
from undertow.games.kelp.lurk import lurk
from undertow.games.kelp.prowl import prowl
from undertow.games.kelp.rules import legal
from undertow.games.kelp.state import (
    BEFORE_MOVE,
    CONFRONTING,
    ENERGY,
    EXCHANGING,
    FEEDING,
    FIRST_EAT,
    HIDING,
    LEARNING,
    MOVING,
    NAMING,
    OCTOPUS,
    OCTOPUS_TURN,
    PAYING,
    PICKING,
    SEARCHING,
    STORING,
    STRATEGIES,
    SWAPPING,
    THE_OCTOPUS,
    ZONES,
)
from undertow.games.kelp.weights import (
    AFTER,
    BLOCK_WORTH,
    CHOSEN,
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
        scratch[CHOSEN] = lurk(box, worlds, table, scratch, rng, out, n)
    else:
        scratch[CHOSEN] = prowl(box, worlds, table, scratch, rng, out, n)
    return int(scratch[CHOSEN])


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
    PAYING: "it gives least away",
    SWAPPING: "the octopus is safer there, or nearer to food",
    PICKING: "the octopus among blocks where the shark expects it least",
    HIDING: "the octopus first, then what can pay again",
    LEARNING: "it helps most from here on",
    EXCHANGING: "a shell is no loss, and food should be beside the octopus",
    BEFORE_MOVE: "of all it can do now it leads to the best dice in the best place",
    MOVING: "from there the dice do most",
    SEARCHING: "the best use of the dice by the odds of each block",
    STORING: "many pips, and red dice are wanted in the bag",
    FEEDING: "the die that is missed least",
    ENERGY: "what it gets for the pips, and what the hunger costs",
    CONFRONTING: "drawn from the mix that leaves the other side nothing to exploit",
}


def explain(
    setup: Setup, worlds: Records, seat: int, policy: int, parameter: int, table: Floats, scratch: Floats
) -> str:
    """Why the bot just did what it did."""
    world = worlds[0]
    if int(world.phase) == OCTOPUS_TURN:
        return _why_in_turn(setup.box[0], world, int(scratch[CHOSEN]), scratch)
    if int(world.phase) in WHY:
        return WHY[int(world.phase)]
    return "by the odds it promises most" if seat != OCTOPUS else "it is safest"


def _why_in_turn(box: Record, world: Record, action: int, scratch: Floats) -> str:
    known = float(scratch[TAKEN + zone_of(world, THE_OCTOPUS)])
    if action == DRAW:
        return "it needs more cards to choose from"
    if action >= EAT_POWER:
        return "now the food does most"
    if action >= DISCARD:
        return f"a hidden block more to pay with; {ZONES - count(world.hidden)} lie open"
    card = action - PLAY
    if card >= FIRST_EAT:
        return "the food counts for more than being seen"
    if box.shuffle[card]:
        return f"the shark can take it for {known:.0%} that the octopus is where it is, and a shuffle spreads that"
    if box.learn[card]:
        return "what it learns is worth the blocks it shows"
    return "it stands better afterwards, by what the shark knows and where it can strike"
