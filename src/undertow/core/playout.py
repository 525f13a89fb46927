"""Playing matches to their end, by the million (made once for each game, see core/template.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from undertow.core.records import CHANCE, DEAF, Floats, Ints, Record, Records, forget_events, has
from undertow.core.rng import below, pick, start
from undertow.core.rule import rule

if TYPE_CHECKING:
    from undertow.core.contract import actors, apply, chances, choose, imagine, legal, observe, payoff

RANDOM = 0  # the policy every game has
WORLDS = 3  # a compiled bot's imagined world, and room for it to think


@rule
def first(seats: int) -> int:
    """The lowest seat of a bit set."""
    seat = 0
    while not has(seats, seat):
        seat += 1
    return seat


@rule
def random_step(box: Record, state: Record, rng: Ints, out: Ints) -> None:
    """One decision at random, or one outcome of chance."""
    seat = CHANCE
    seats = actors(box, state)
    if seats == 0:
        n = chances(box, state, out)
        action = pick(rng, out, n)
    else:
        seat = first(seats)
        n = legal(box, state, seat, out)
        action = int(out[below(rng, n)])
    apply(box, state, seat, action)  # once in the code: what is compiled stays small


@rule
def finish(box: Record, state: Record, rng: Ints, out: Ints, most: int) -> int:
    """Play on at random to the end, or for `most` steps; returns the steps played."""
    steps = 0
    state.told = DEAF
    while state.over == 0 and steps < most:
        random_step(box, state, rng, out)
        steps += 1
    return steps


@rule
def policy_step(
    box: Record,
    states: Records,
    worlds: Records,
    memories: Records,
    viewers: Ints,
    policies: Ints,
    parameters: Ints,
    table: Floats,
    scratch: Floats,
    rng: Ints,
    out: Ints,
) -> None:
    """One decision by the policy of whoever acts, or one outcome of chance.

    A policy never sees `states[0]`, the truth: it gets `worlds[0]`, imagined for its side.
    """
    seat = CHANCE
    seats = actors(box, states[0])
    if seats == 0:
        n = chances(box, states[0], out)
        action = pick(rng, out, n)
    else:
        seat = first(seats)
        if policies[seat] == RANDOM:
            n = legal(box, states[0], seat, out)
            action = int(out[below(rng, n)])
        else:
            mine = int(viewers[seat])
            worlds[0] = states[0]
            forget_events(worlds[0])
            imagine(box, memories[mine], mine, rng, worlds[0])
            action = choose(
                box, worlds, memories[mine], seat, policies[seat], parameters[seat], table, scratch, rng, out
            )
    forget_events(states[0])
    apply(box, states[0], seat, action)
    for viewer in range(memories.shape[0]):
        observe(box, states[0], memories[viewer], viewer)


@rule
def many_random(
    boxes: Records,
    laid: Records,
    states: Records,
    seed: int,
    first_game: int,
    games: int,
    lengths: Ints,
    totals: Floats,
    rng: Ints,
    out: Ints,
    gains: Floats,
    bound: int,
) -> None:
    """Random matches. `lengths[n]` counts those of n steps, `totals` sums payoffs, their squares, and the ends."""
    for game in range(games):
        start(rng, seed, first_game + game)
        states[0] = laid[0]
        lengths[finish(boxes[0], states[0], rng, out, bound)] += 1
        count(boxes[0], states[0], gains, totals)


@rule
def many_by_policy(
    boxes: Records,
    laid: Records,
    states: Records,
    worlds: Records,
    fresh: Records,
    memories: Records,
    viewers: Ints,
    policies: Ints,
    parameters: Ints,
    table: Floats,
    scratch: Floats,
    seed: int,
    first_game: int,
    games: int,
    lengths: Ints,
    totals: Floats,
    rng: Ints,
    out: Ints,
    gains: Floats,
    bound: int,
) -> None:
    """Matches between compiled bots, counted like random ones."""
    for game in range(games):
        start(rng, seed, first_game + game)
        states[0] = laid[0]
        for viewer in range(memories.shape[0]):
            memories[viewer] = fresh[0]
        steps = 0
        while states[0].over == 0 and steps < bound:
            policy_step(boxes[0], states, worlds, memories, viewers, policies, parameters, table, scratch, rng, out)
            steps += 1
        lengths[steps] += 1
        count(boxes[0], states[0], gains, totals)


@rule
def decide(
    boxes: Records,
    worlds: Records,
    memories: Records,
    seat: int,
    policy: int,
    parameter: int,
    table: Floats,
    scratch: Floats,
    rng: Ints,
    out: Ints,
) -> int:
    """What a compiled bot does in an imagined world; `memories[0]` is its own side's."""
    return choose(boxes[0], worlds, memories[0], seat, policy, parameter, table, scratch, rng, out)


@rule
def trace(boxes: Records, states: Records, rng: Ints, out: Ints) -> int:
    """A random match with every state kept: `states[0]` is the table as laid; returns the steps played."""
    steps = 0
    while states[steps].over == 0 and steps + 1 < states.shape[0]:
        states[steps + 1] = states[steps]
        states[steps + 1].told = 0
        random_step(boxes[0], states[steps + 1], rng, out)
        steps += 1
    return steps


@rule
def count(box: Record, state: Record, gains: Floats, totals: Floats) -> None:
    """Add a finished match to the totals; one that was cut off counts for nobody."""
    if state.over == 0:
        return
    payoff(box, state, gains)
    totals[2, 0] += 1.0
    for seat in range(totals.shape[1]):
        totals[0, seat] += gains[seat]
        totals[1, seat] += gains[seat] * gains[seat]
