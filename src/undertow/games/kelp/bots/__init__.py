"""Kelp: a bot that knows the game, on both sides of it. The shark is in `prowl.py`, the octopus in `lurk.py`.

`seasoned` takes so many of a hundred decisions at random, if it is told to. `hermit` is a yardstick: a shark that does
not beat an octopus without cards has not understood the game. `net` is what a network has learnt in
self-play (`net.npz`, which says in its card how it was trained).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from undertow.core.bundles import Mind
from undertow.core.contract import Policy
from undertow.core.game import Setup
from undertow.core.records import Floats, Ints, Record, count
from undertow.core.rng import below, draw
from undertow.core.rule import rule
from undertow.games.kelp import actions as act
from undertow.games.kelp import state as st
from undertow.games.kelp.belief import block_odds
from undertow.games.kelp.bots import weights as w
from undertow.games.kelp.bots.lurk import lurk
from undertow.games.kelp.bots.prowl import prowl
from undertow.games.kelp.bots.weights import escape_worth, mix, suspect
from undertow.games.kelp.forest import zone_of
from undertow.games.kelp.rules import legal
from undertow.games.kelp.view import View

SEASONED, HERMIT = 1, 2
#: Each bot's number, and what it takes: decisions of a hundred that are taken at random.
POLICIES = {
    "hermit": Policy(HERMIT, about="plays as seasoned, but never a card of the octopus: it draws, discards and hides"),
    "seasoned": Policy(
        SEASONED, 0, "weighs what it knows, on either side; its number: decisions of 100 taken at random"
    ),
}
STAND_IN = "seasoned"
#: A person who is new to it takes weaker actions more often, those that lose little before those that lose much. The
#: octopus forgives more than the shark does, so it plays looser for the same strength.
LEVELS = {
    "beginner": "net:700/500",
    "easy": "net:450/320",
    "medium": "net:330/220",
    "hard": "net:250/150",
    "expert": "net",
}
LIGHT = LEVELS  # a network is quick enough as Python runs the rules


def table(setup: Setup, policies: Sequence[int | None]) -> Floats:
    """What the bot looks up: how it weighs things."""
    worths = (w.SHARK_CARD_WORTH.values(), w.DICE_WORTH, w.OCTOPUS_CARD_WORTH.values(), w.BLOCK_WORTH)
    return np.array([*w.WEIGHTS.values(), *(worth for worths_of in worths for worth in worths_of)])


def scratch_size(setup: Setup, policies: Sequence[int | None]) -> int:
    return w.SCRATCH


@rule
def choose(box: Record, seat: int, mind: Mind) -> int:
    world = mind.worlds[0]
    n = legal(box, world, seat, mind.out)
    if n == 1 or world.phase == st.NAMING or below(mind.rng, 100) < mind.parameter:
        return int(mind.out[below(mind.rng, n)])  # where the shark puts blocks it cannot see makes no difference
    if world.phase == st.CONFRONTING:
        return act.STRATEGY + confront(box, seat, mind)
    if mind.policy == HERMIT and world.phase == st.OCTOPUS_TURN:
        n = without_cards(mind.out, n)
    block_odds(mind.memory, mind.scratch)
    suspect(mind.memory, mind.table, mind.scratch)
    if seat == st.OCTOPUS:
        mind.scratch[w.CHOSEN] = lurk(box, mind, n)
    else:
        mind.scratch[w.CHOSEN] = prowl(box, mind, n)
    return int(mind.scratch[w.CHOSEN])


@rule
def without_cards(out: Ints, n: int) -> int:
    """Leave out playing a card; returns how many actions are left. Ending the turn always is."""
    kept = 0
    for i in range(n):
        if not act.PLAY <= out[i] < act.PLAY + st.CARDS:
            out[kept] = out[i]
            kept += 1
    return kept


@rule
def confront(box: Record, seat: int, mind: Mind) -> int:
    """A strategy drawn from the exact solution of the confrontation."""
    world, table, scratch = mind.worlds[0], mind.table, mind.scratch
    zone = int(world.placed_at[0])
    for strategy in range(st.STRATEGIES):
        scratch[w.TAKEN + strategy] = escape_worth(box, world, strategy, zone, table)
    mix(world, scratch[w.TAKEN :], scratch[w.AFTER :], seat == st.OCTOPUS)
    left = draw(mind.rng) / 4294967296.0
    for strategy in range(st.STRATEGIES):
        left -= scratch[w.AFTER + strategy]
        if left < 0.0 and scratch[w.AFTER + strategy] > 0.0:
            return strategy
    strategy = st.STRATEGIES - 1
    while scratch[w.AFTER + strategy] <= 0.0:
        strategy -= 1
    return strategy


#: Why it does what it does, by phase.
WHY = {
    st.PAYING: "this gives the least away",
    st.SWAPPING: "the octopus is safer there, or nearer to food",
    st.PICKING: "it mixes the octopus with blocks the shark suspects least",
    st.HIDING: "the octopus first, then blocks that can pay again",
    st.LEARNING: "this helps the most from here on",
    st.EXCHANGING: "a shell is no loss, and food belongs beside the octopus",
    st.BEFORE_MOVE: "of everything possible now, this makes the most of the dice",
    st.MOVING: "the dice do the most from there",
    st.SEARCHING: "the best use of the dice, by the odds of each block",
    st.STORING: "many pips, and red dice are better in the bag",
    st.FEEDING: "the die that will be missed least",
    st.ENERGY: "what the cards are worth against the hunger they cost",
    st.CONFRONTING: "drawn from the mix that leaves the other side nothing to exploit",
}


def explain(setup: Setup, seat: int, mind: Mind) -> str:
    """Why the bot just did what it did."""
    world = mind.worlds[0]
    if int(world.phase) == st.OCTOPUS_TURN:
        return _why_in_turn(setup.box[0], world, int(mind.scratch[w.CHOSEN]), mind.scratch)
    if int(world.phase) in WHY:
        return WHY[int(world.phase)]
    return "by the odds, this promises the most" if seat != st.OCTOPUS else "this is the safest"


def _why_in_turn(box: Record, world: Record, action: int, scratch: Floats) -> str:
    known = float(scratch[w.TAKEN + zone_of(world, st.THE_OCTOPUS)])
    if action == act.DRAW:
        return "it needs more cards to choose from"
    if action >= act.EAT_POWER:
        return "the food does the most now"
    if action >= act.DISCARD:
        return f"one more hidden block to pay with; {st.ZONES - count(world.hidden)} lie open"
    card = action - act.PLAY
    if card >= st.FIRST_EAT:
        return "the food is worth being seen"
    if box.shuffle[card]:
        return f"as far as the shark knows, the octopus is {known:.0%} likely to be here; a shuffle spreads that"
    if box.learn[card]:
        return "what it learns is worth the blocks it reveals"
    return "the octopus is better off afterwards, given what the shark knows and where it can strike"


def looks_ahead(view: View, seat: int) -> bool:
    """Not in a confrontation: what the other side has chosen unseen would be imagined as chosen at random."""
    return view.phase != "confrontation"
