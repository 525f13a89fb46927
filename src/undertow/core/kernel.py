"""Playing matches on a CUDA GPU, one a thread, with the very functions the CPU runs (made once for each game).

Without a GPU the same kernels run in Numba's simulator (`NUMBA_ENABLE_CUDASIM=1`): slowly, to test them.
A thread takes one step of its match at a time and begins the next match when one is over, so the threads of a warp
stay together although matches differ in length.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import float64, from_dtype, int16, int32, int64
from numba.core import config

from undertow.core.cuda import cuda
from undertow.core.records import DEAF, Floats, Ints, Records
from undertow.core.rng import WORDS, start

if TYPE_CHECKING:
    from undertow.core.contract import ROOM, SEATS, Slim, State, actors
    from undertow.core.playout import WORLDS, count, policy_step, random_step

# the simulator wants numpy's types, the compiler Numba's
STATE: Any = State if config.ENABLE_CUDASIM else from_dtype(State)
SLIM: Any = Slim if config.ENABLE_CUDASIM else from_dtype(Slim)

PHASES = 64
FINISHED = PHASES - 1  # the phase of a match that is none
SHARED = 48 * 1024  # bytes that the threads of a block can share on any GPU
#: Of a block sorted by phase, one for each thread: as many as there is room for, in whole warps.
MATCHES = min(128, (SHARED - 4 * PHASES) // (Slim.itemsize + 8 * WORDS + 4 + 4 + 2) // 32 * 32)


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
            add_up(boxes, states, 0, totals)
            game += cuda.gridsize(1)
            steps = 0


@cuda.jit
def phase_matches(
    boxes: Records, laid: Records, seed: int, first_game: int, games: int, bound: int, lengths: Ints, totals: Floats
) -> None:
    """Random matches of a game with many phases (`BY_PHASE`): the same as `random_matches`, to the last match.

    The threads of a warp can only run together what is the same code. Where every phase has code of its own, 32 matches
    next to each other are in 20 different phases, and each waits for all the others. So the matches of a block lie in
    the memory its threads share, and before every step they are dealt out again, sorted by phase.
    """
    states = cuda.shared.array(MATCHES, SLIM)
    rngs = cuda.shared.array((MATCHES, WORDS), int64)
    numbers = cuda.shared.array(MATCHES, int32)
    steps = cuda.shared.array(MATCHES, int32)
    order = cuda.shared.array(MATCHES, int16)
    in_phase = cuda.shared.array(PHASES, int32)
    out = cuda.local.array(ROOM, int32)
    me = cuda.threadIdx.x
    numbers[me] = cuda.grid(1)
    begin(states, rngs, numbers, steps, me, laid, seed, first_game, games)
    while True:
        for phase in range(me, PHASES, cuda.blockDim.x):
            in_phase[phase] = 0
        phase = FINISHED if numbers[me] >= games else int(states[me].phase)
        if cuda.syncthreads_and(1 if phase == FINISHED else 0):
            break
        before = cuda.atomic.add(in_phase, phase, 1)
        cuda.syncthreads()
        for earlier in range(phase):
            before += in_phase[earlier]
        order[before] = me
        cuda.syncthreads()
        match = order[me]
        if numbers[match] < games:
            random_step(boxes[0], states[match], rngs[match], out)
            steps[match] += 1
            if states[match].over != 0 or steps[match] >= bound:
                cuda.atomic.add(lengths, steps[match], 1)
                add_up(boxes, states, match, totals)
                numbers[match] += cuda.gridsize(1)
                begin(states, rngs, numbers, steps, match, laid, seed, first_game, games)
        cuda.syncthreads()


@cuda.jit(device=True)
def begin(
    states: Records,
    rngs: Ints,
    numbers: Ints,
    steps: Ints,
    match: int,
    laid: Records,
    seed: int,
    first_game: int,
    games: int,
) -> None:
    """The next match, if there is one."""
    steps[match] = 0
    if numbers[match] < games:
        start(rngs[match], seed, first_game + numbers[match])
        states[match] = laid[0]
        states[match].told = DEAF


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
            add_up(boxes, states, 0, totals)
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
def add_up(boxes: Records, states: Records, match: int, totals: Floats) -> None:
    """Add a finished match to everybody's totals."""
    sums = cuda.local.array((3, SEATS), float64)
    gains = cuda.local.array(SEATS, float64)
    for seat in range(totals.shape[1]):
        sums[0, seat] = 0.0
        sums[1, seat] = 0.0
        sums[2, seat] = 0.0
    count(boxes[0], states[match], gains, sums)
    for seat in range(totals.shape[1]):
        if sums[0, seat] != 0.0:
            cuda.atomic.add(totals, (0, seat), sums[0, seat])
            cuda.atomic.add(totals, (1, seat), sums[1, seat])
    if sums[2, 0] != 0.0:
        cuda.atomic.add(totals, (2, 0), 1.0)
