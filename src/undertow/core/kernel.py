"""Playing matches on a CUDA GPU, one a thread, with the very functions the CPU runs (made once for each game).

Without a GPU the same kernels run in Numba's simulator (`NUMBA_ENABLE_CUDASIM=1`): slowly, to test them.
A thread takes one step of its match at a time and begins the next match when one is over, so the threads of a warp
stay together although matches differ in length.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import float64, from_dtype, int32, int64
from numba.core import config

from undertow.core.cuda import cuda
from undertow.core.records import DEAF, Floats, Ints, Records
from undertow.core.rng import WORDS, start

if TYPE_CHECKING:
    from undertow.core.contract import ROOM, SEATS, State, actors
    from undertow.core.playout import WORLDS, count, policy_step, random_step

# the simulator wants numpy's types, the compiler Numba's
STATE: Any = State if config.ENABLE_CUDASIM else from_dtype(State)


@cuda.jit
def random_matches(
    boxes: Records, laid: Records, seed: int, first_game: int, games: int, bound: int, lengths: Ints, totals: Floats
) -> None:
    """Random matches, shared out among the threads; `lengths[n]` counts those of n steps."""
    states = cuda.local.array(1, STATE)
    rng = cuda.local.array(WORDS, int64)
    out = cuda.local.array(ROOM, int32)
    game = cuda.grid(1)
    steps = 0
    while game < games:
        if steps == 0:
            start(rng, seed, first_game + game)
            states[0] = laid[0]
            states[0].told = DEAF
        # chance and a decision in one go: whoever needs no chance need not wait for those who do
        if actors(boxes[0], states[0]) == 0:
            random_step(boxes[0], states[0], rng, out)
            steps += 1
        if states[0].over == 0 and steps < bound and actors(boxes[0], states[0]) != 0:
            random_step(boxes[0], states[0], rng, out)
            steps += 1
        if states[0].over != 0 or steps >= bound:
            cuda.atomic.add(lengths, steps, 1)
            add_up(boxes, states, totals)
            game += cuda.gridsize(1)
            steps = 0


@cuda.jit
def policy_matches(
    boxes: Records,
    laid: Records,
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
    bound: int,
    lengths: Ints,
    totals: Floats,
) -> None:
    """Matches between compiled bots; each thread has its own row of `memories` and `scratch`."""
    states = cuda.local.array(1, STATE)
    worlds = cuda.local.array(WORLDS, STATE)
    rng = cuda.local.array(WORDS, int64)
    out = cuda.local.array(ROOM, int32)
    thread = cuda.grid(1)
    game = thread
    steps = 0
    while game < games:
        if steps == 0:
            start(rng, seed, first_game + game)
            states[0] = laid[0]
            for viewer in range(memories.shape[1]):
                memories[thread, viewer] = fresh[0]
        policy_step(
            boxes[0], states, worlds, memories[thread], viewers, policies, parameters, table, scratch[thread], rng, out
        )
        steps += 1
        if states[0].over != 0 or steps >= bound:
            cuda.atomic.add(lengths, steps, 1)
            add_up(boxes, states, totals)
            game += cuda.gridsize(1)
            steps = 0


@cuda.jit
def traced_match(boxes: Records, states: Records, rng: Ints, steps: Ints) -> None:
    """One random match with every state kept, to compare with the CPU step by step."""
    state = cuda.local.array(1, STATE)
    out = cuda.local.array(ROOM, int32)
    state[0] = states[0]
    n = 0
    while state[0].over == 0 and n + 1 < states.shape[0]:
        state[0].told = 0
        random_step(boxes[0], state[0], rng, out)
        n += 1
        states[n] = state[0]
    steps[0] = n


@cuda.jit(device=True)
def add_up(boxes: Records, states: Records, totals: Floats) -> None:
    """Add a finished match to everybody's totals."""
    sums = cuda.local.array((3, SEATS), float64)
    gains = cuda.local.array(SEATS, float64)
    for seat in range(totals.shape[1]):
        sums[0, seat] = 0.0
        sums[1, seat] = 0.0
        sums[2, seat] = 0.0
    count(boxes[0], states[0], gains, sums)
    for seat in range(totals.shape[1]):
        if sums[0, seat] != 0.0:
            cuda.atomic.add(totals, (0, seat), sums[0, seat])
            cuda.atomic.add(totals, (1, seat), sums[1, seat])
    if sums[2, 0] != 0.0:
        cuda.atomic.add(totals, (2, 0), 1.0)
