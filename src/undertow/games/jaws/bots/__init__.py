"""JAWS: a bot that knows the game, on both sides of it. Act 1 is in `hunt.py`, Act 2 in `fight.py`.

`seasoned` takes so many of a hundred decisions at random: that is what makes an easy opponent of it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from undertow.core.bundles import Mind
from undertow.core.contract import Policy
from undertow.core.game import Setup
from undertow.core.records import Floats, Ints, Record
from undertow.core.rng import below
from undertow.core.rule import rule
from undertow.games.jaws import actions as do
from undertow.games.jaws import state as st
from undertow.games.jaws.bots.fight import (
    AT_LEAST,
    MOST_DICE,
    MOST_HITS,
    TABLE,
    chum_is_kept,
    crew_fights,
    shark_fights,
)
from undertow.games.jaws.bots.hunt import BY_LAND, BY_WATER, FAR, SCRATCH, WEIGHTS, answer_event, crew_turn, hunt
from undertow.games.jaws.box import ACT_1
from undertow.games.jaws.rules import legal
from undertow.games.jaws.view import View

SEASONED = 1
#: Each bot's number, and what it takes: decisions of a hundred that are taken at random.
POLICIES = {
    "seasoned": Policy(
        SEASONED, 0, "weighs what it knows, on either side; its number: decisions of 100 taken at random"
    )
}
STAND_IN = "seasoned"
#: A person who is new to it takes weaker actions more often, those that lose little before those that lose much.
LEVELS = {
    "beginner": "net:1100/650",
    "easy": "net:750/480",
    "medium": "net:550/350",
    "hard": "net:350/200",
    "expert": "net",
}
LIGHT = LEVELS  # a network is quick enough as Python runs the rules


#: Why it does what it does in Act 2, by phase.
WHY = {
    st.DIVIDING: "whoever has the fewest cards of this kind, or can fire the ammo",
    st.BOARDING: "amidships, each with a different part of the boat in reach",
    st.CHUMMING: "with two places left instead of three, everybody aims better",
    st.PREPARING: "it hits hardest where the shark is expected, weighed against the danger there",
    st.ATTACKING: "what lowers the shark's evade comes first",
    st.SPENDING: "a weapon is worth more than a shot",
    st.CAGING: "it depends on how many wounds the dice may bring",
    st.DIVING: "drawn from a mix: it comes up less often where the crew would do the most harm",
    st.CHOOSING_ABILITY: "the card that helps most where it comes up, if any helps enough",
    st.SHOWING: "the place the crew would expect least, to draw them to the other one",
    st.RAMMING_MOVE: "the best attack it can reach from here",
    st.SHARK_ATTACK: "the most tiles or wounds for these dice",
    st.REROLLING: "dice that did not hit",
    st.SECOND_CHOICE: "the most damage for two more dice",
    st.DOMINO_CHOICE: "where the hits do the most damage",
    st.BONUS_CHOICE: "a bonus attack costs nothing",
}


def table(setup: Setup, policies: Sequence[int | None]) -> Floats:
    """What the bot looks up: how it weighs things, distances on the island, and what dice show."""
    made = np.full(TABLE, FAR)
    box = setup.box[0]
    made[:BY_WATER] = list(WEIGHTS.values())
    made[BY_WATER:BY_LAND] = _distances(box.swim, st.WATERS).ravel()
    made[BY_LAND:AT_LEAST] = _distances(box.walk, len(st.SPACES)).ravel()
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


def scratch_size(setup: Setup, policies: Sequence[int | None]) -> int:
    return SCRATCH


@rule
def choose(box: Record, seat: int, mind: Mind) -> int:
    world = mind.worlds[0]
    n = legal(box, world, seat, mind.out)
    if chum_is_kept(world):
        return do.NO_CHUM
    if n == 1 or below(mind.rng, 100) < mind.parameter:
        return int(mind.out[below(mind.rng, n)])
    if world.act == 2:
        if seat == st.SHARK:
            return shark_fights(box, mind, n)
        return crew_fights(box, seat, mind, n)
    if world.phase == st.LURKING:
        return do.LURK + below(mind.rng, st.WATERS)
    if world.phase == st.SHARK_TURN:
        return hunt(box, mind)
    if world.phase == st.EVENT_CHOICE:
        return answer_event(box, mind, n)
    return crew_turn(box, seat, mind, n)


def explain(setup: Setup, seat: int, mind: Mind) -> str:
    """Why the bot just did what it did."""
    world = mind.worlds[0]
    if chum_is_kept(world):
        return "somebody else in the crew has kept theirs"
    if world.act == 2:
        return WHY.get(int(world.phase), "it promises the most")
    if seat == st.SHARK:
        return "of all plans for this turn, this begins the one that feeds best for what it gives away"
    if world.phase == st.CREW_TURN:
        return _likeliest(mind.scratch)
    return "it is the best move, given where the shark may be"


def _likeliest(scratch: Floats) -> str:
    if not scratch[: st.WATERS].any():
        return "there is nothing else to do"
    place = int(np.argmax(scratch[: st.WATERS]))
    return f"it expects the shark in {st.SPACES[place]}: {scratch[place]:.0%} of hungry sharks would be there"


def net_plays(view: View, seat: int) -> bool:
    """The network has learnt to hunt and, as the shark, to fight; as the crew of Act 2 `seasoned` is still the better
    player."""
    return view.act == 1 or seat == st.SHARK


def net_plays_throughout(box: Record) -> bool:
    """Where Act 1 is played alone."""
    return bool(box.variant == ACT_1)
