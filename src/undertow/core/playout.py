"""Playing matches to their end, by the million (made once for each game, see core/template.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from undertow.core.bundles import ENDED, GAINS, SQUARES, Mind, Minds, Room, Run, Tally
from undertow.core.records import CHANCE, DEAF, Floats, Ints, Record, Records, forget_events, has
from undertow.core.rng import below, pick, start
from undertow.core.rule import rule

if TYPE_CHECKING:
    from undertow.core.contract import actors, apply, chances, choose, imagine, legal, observe, payoff

RANDOM = 0  # the policy every game has


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
def policy_step(box: Record, minds: Minds, room: Room) -> None:
    """One decision by the policy of whoever acts, or one outcome of chance.

    A policy never sees `room.states[0]`, the truth: it gets `room.worlds[0]`, imagined for its side.
    """
    state = room.states[0]
    seat = CHANCE
    seats = actors(box, state)
    if seats == 0:
        n = chances(box, state, room.out)
        action = pick(room.rng, room.out, n)
    else:
        seat = first(seats)
        if minds.policies[seat] == RANDOM:
            n = legal(box, state, seat, room.out)
            action = int(room.out[below(room.rng, n)])
        else:
            action = policy_choice(box, minds, room, seat)
    forget_events(state)
    apply(box, state, seat, action)
    spectator = room.memories.shape[0] - 1
    for viewer in range(spectator, -1, -1):
        observe(box, state, room.memories[viewer], viewer, room.memories[spectator])


@rule
def policy_choice(box: Record, minds: Minds, room: Room, seat: int) -> int:
    """What the policy of a seat does."""
    mine = int(minds.viewers[seat])
    room.worlds[0] = room.states[0]
    forget_events(room.worlds[0])
    imagine(box, room.memories[mine], mine, room.rng, room.worlds[0])
    return choose(
        box,
        seat,
        Mind(
            room.worlds,
            room.memories[mine],
            int(minds.policies[seat]),
            int(minds.parameters[seat]),
            minds.table,
            room.scratch,
            room.rng,
            room.out,
        ),
    )


@rule
def many_random(boxes: Records, laid: Records, room: Room, run: Run, tally: Tally) -> None:
    """Random matches, counted."""
    state = room.states[0]
    for game in range(run.games):
        start(room.rng, run.seed, run.first + game)
        room.states[0] = laid[0]
        tally.lengths[finish(boxes[0], state, room.rng, room.out, run.bound)] += 1
        count(boxes[0], state, tally)


@rule
def many_by_policy(
    boxes: Records, laid: Records, fresh: Records, minds: Minds, room: Room, run: Run, tally: Tally
) -> None:
    """Matches between compiled bots, counted like random ones."""
    state = room.states[0]
    for game in range(run.games):
        start(room.rng, run.seed, run.first + game)
        room.states[0] = laid[0]
        for viewer in range(room.memories.shape[0]):
            room.memories[viewer] = fresh[0]
        steps = 0
        while state.over == 0 and steps < run.bound:
            policy_step(boxes[0], minds, room)
            steps += 1
        tally.lengths[steps] += 1
        count(boxes[0], state, tally)


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
    """What a compiled bot does in an imagined world; `memories[0]` is its own side's.

    The door for Python, which pays for every bundle it passes.
    """
    return choose(boxes[0], seat, Mind(worlds, memories[0], policy, parameter, table, scratch, rng, out))


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
def count(box: Record, state: Record, tally: Tally) -> None:
    """Add a finished match to the totals; one that was cut off counts for nobody."""
    if state.over == 0:
        return
    payoff(box, state, tally.gains)
    tally.totals[ENDED, 0] += 1.0
    for seat in range(tally.totals.shape[1]):
        tally.totals[GAINS, seat] += tally.gains[seat]
        tally.totals[SQUARES, seat] += tally.gains[seat] * tally.gains[seat]
