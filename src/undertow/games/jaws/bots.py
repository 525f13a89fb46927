"""JAWS: a bot that knows the game, on both sides of it. Act 1 is in `hunt.py`, Act 2 in `fight.py`.

`seasoned` takes so many of a hundred decisions at random: that is what makes an easy opponent of it.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from undertow.core.game import Setup
from undertow.core.records import Floats, Ints, Record, Records
from undertow.core.rng import below
from undertow.core.rule import rule
from undertow.games.jaws.actions import LURK
from undertow.games.jaws.fight import AT_LEAST, MOST_DICE, MOST_HITS, TABLE, crew_fights, shark_fights
from undertow.games.jaws.hunt import BY_LAND, BY_WATER, FAR, SCRATCH, WEIGHTS, answer_event, crew_turn, hunt
from undertow.games.jaws.rules import legal
from undertow.games.jaws.state import (
    ATTACKING,
    BOARDING,
    CAGING,
    CHOOSING_ABILITY,
    CHUMMING,
    CREW_TURN,
    DIVIDING,
    DIVING,
    DOMINO_CHOICE,
    EVENT_CHOICE,
    LURKING,
    PREPARING,
    RAMMING_MOVE,
    REROLLING,
    SECOND_CHOICE,
    SHARK,
    SHARK_ATTACK,
    SHARK_TURN,
    SHOWING,
    SPACES,
    SPENDING,
    WATERS,
)

SEASONED = 1
#: Each bot's number, and what it takes: decisions of a hundred that are taken at random.
POLICIES: dict[str, tuple[int, int | None]] = {"seasoned": (SEASONED, 0)}
LEVELS = {"easy": "seasoned:60", "medium": "seasoned:20", "hard": "seasoned"}


#: Why it does what it does in Act 2, by phase.
WHY = {
    DIVIDING: "whoever has fewest cards of the kind, or can fire the ammo",
    BOARDING: "amidships, each with another part of the boat in reach",
    CHUMMING: "with two places left instead of three everybody aims better",
    PREPARING: "it hits hardest where the shark is expected, for the danger there",
    ATTACKING: "what lowers the shark's evade comes first",
    SPENDING: "a weapon is worth more than a shot",
    CAGING: "it counts on how many wounds the dice may bring",
    DIVING: "drawn from a mix: where the crew would do most harm it comes up less often",
    CHOOSING_ABILITY: "the card that helps most where it comes up, if any helps enough",
    SHOWING: "the place the crew would expect least, so that the other one draws them",
    RAMMING_MOVE: "the best attack it can reach from here",
    SHARK_ATTACK: "the most tiles or wounds for these dice",
    REROLLING: "dice that did not hit",
    SECOND_CHOICE: "the most damage for two more dice",
    DOMINO_CHOICE: "where the hits do most",
}


def table(setup: Setup, policies: Iterable[int]) -> Floats:
    """What the bot looks up: how it weighs things, distances on the island, and what dice show."""
    made = np.full(TABLE, FAR)
    box = setup.box[0]
    made[:BY_WATER] = list(WEIGHTS.values())
    made[BY_WATER:BY_LAND] = _distances(box.swim, WATERS).ravel()
    made[BY_LAND:AT_LEAST] = _distances(box.walk, len(SPACES)).ravel()
    made[AT_LEAST:] = _tails(box.die / box.die.sum()).ravel()
    return made


def _distances(neighbours: Ints, spaces: int) -> Floats:
    """Moves between any two spaces."""
    away = np.full((spaces, spaces), FAR)
    for start in range(spaces):
        away[start, start] = 0.0
        edge = [start]
        while edge:
            here = edge.pop(0)
            for other in neighbours[here, 1 : 1 + neighbours[here, 0]].tolist():
                if away[start, other] == FAR:
                    away[start, other] = away[start, here] + 1
                    edge.append(other)
    return away


def _tails(die: Floats) -> Floats:
    """How likely so many dice show at least so many hits."""
    made = np.zeros((MOST_DICE + 1, MOST_HITS))
    thrown = np.zeros(MOST_HITS)
    thrown[0] = 1.0
    for dice in range(MOST_DICE + 1):
        made[dice] = thrown[::-1].cumsum()[::-1]
        thrown = np.convolve(thrown, die)[:MOST_HITS]
    return made


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
    if n == 1 or below(rng, 100) < parameter:
        return int(out[below(rng, n)])
    if world.act == 2:
        if seat == SHARK:
            return shark_fights(box, world, table, scratch, rng, out, n)
        return crew_fights(box, world, seat, table, scratch, rng, out, n)
    if world.phase == LURKING:
        return LURK + below(rng, WATERS)
    if world.phase == SHARK_TURN:
        return hunt(box, world, memory, table, scratch, rng, out)
    if world.phase == EVENT_CHOICE:
        return answer_event(box, world, memory, table, scratch, rng, out, n)
    return crew_turn(box, world, memory, seat, table, scratch, out, n)


def explain(
    setup: Setup, worlds: Records, seat: int, policy: int, parameter: int, table: Floats, scratch: Floats
) -> str:
    """Why the bot just did what it did."""
    world = worlds[0]
    if world.act == 2:
        return WHY.get(int(world.phase), "it promises most")
    if seat == SHARK:
        return "of all plans for this turn it begins the one that feeds best for what it gives away"
    if world.phase == CREW_TURN:
        return _likeliest(scratch)
    return "it looks best for where the shark may be"


def _likeliest(scratch: Floats) -> str:
    if not scratch[:WATERS].any():
        return "there is nothing else to do"
    place = int(np.argmax(scratch[:WATERS]))
    return f"it expects the shark in {SPACES[place]}, as {scratch[place]:.0%} of hungry ones would be"
