"""Random matches on a CUDA GPU for games with many phases (made once for each game that says `BY_PHASE`).

The threads of a warp can only run together what is the same code. Where every phase has code of its own, 32 matches
next to each other are in 20 different phases, and each waits for all the others. So the matches of a block lie in the
memory its threads share, and before every step they are dealt out again, sorted by phase: most warps then have one or
two phases to run. The results are those of `kernel.py`, to the last match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import float64, from_dtype, int16, int32, int64
from numba.core import config

from undertow.core.cuda import cuda
from undertow.core.records import DEAF, Floats, Ints, Records
from undertow.core.rng import WORDS, start

if TYPE_CHECKING:
    from undertow.core.contract import ROOM, SEATS, Slim
    from undertow.core.playout import count, random_step

PHASES = 64
FINISHED = PHASES - 1  # the phase of a match that is none
SHARED = 48 * 1024  # bytes that the threads of a block can share on any GPU
#: Of a block, one for each thread: as many as there is room for, in whole warps.
MATCHES = min(128, (SHARED - 4 * PHASES) // (Slim.itemsize + 8 * WORDS + 4 + 4 + 2) // 32 * 32)
STATE: Any = Slim if config.ENABLE_CUDASIM else from_dtype(Slim)


@cuda.jit
def phase_matches(
    boxes: Records, laid: Records, seed: int, first_game: int, games: int, bound: int, lengths: Ints, totals: Floats
) -> None:
    """Random matches, shared out among the threads; `lengths[n]` counts those of n steps."""
    states = cuda.shared.array(MATCHES, STATE)
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
