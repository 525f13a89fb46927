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
from undertow.games.jaws.actions import LURK, MEMBER_NAMES
from undertow.games.jaws.fight import AT_LEAST, MOST_DICE, MOST_HITS, TABLE, crew_fights, shark_fights
from undertow.games.jaws.hunt import BY_LAND, BY_WATER, FAR, SCRATCH, WEIGHTS, answer_event, crew_turn, hunt
from undertow.games.jaws.rules import legal
from undertow.games.jaws.state import (
    CREW_TURN,
    EVENT_CHOICE,
    LURKING,
    SHARK,
    SHARK_TURN,
    SPACES,
    WATERS,
)

SEASONED = 1
#: Each bot's number, and what it takes: decisions of a hundred that are taken at random.
POLICIES: dict[str, tuple[int, int | None]] = {"seasoned": (SEASONED, 0)}
LEVELS = {"easy": "seasoned:60", "medium": "seasoned:20", "hard": "seasoned"}


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
        if seat == SHARK:
            return "it promises most damage for what must be feared there"
        return f"{MEMBER_NAMES[seat - 1]} hits where the shark is expected and keeps out of its way"
    if seat == SHARK:
        return "of all plans for this turn it begins the one that feeds best for what it gives away"
    if world.phase == CREW_TURN:
        return _likeliest(scratch)
    return "it looks best for where the shark may be"


def _likeliest(scratch: Floats) -> str:
    if not scratch[:WATERS].any():
        return "there is nothing else to do"
    place = int(np.argmax(scratch[:WATERS]))
    return f"the shark is likeliest in {SPACES[place]} ({scratch[place]:.0%})"
