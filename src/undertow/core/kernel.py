"""Playing matches on a CUDA GPU, one a thread, with the very functions the CPU runs (made once for each game).

Without a GPU the same kernels run in Numba's simulator (`NUMBA_ENABLE_CUDASIM=1`): slowly, to test them.
A thread takes one step of its match at a time and begins the next match when one is over, so the threads of a warp
stay together although matches differ in length.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import float64, from_dtype, int32, int64, uint32
from numba.core import config

from undertow.core.bundles import ENDED, GAINS, ROWS, SQUARES, WORLDS, Minds, Room, Run, Tally
from undertow.core.cuda import cuda, kernel
from undertow.core.records import DEAF, Floats, Ints, Record, Records, record
from undertow.core.rng import WORDS, start

if TYPE_CHECKING:
    from undertow.core.contract import ROOM, SEATS, Slim, State, actors
    from undertow.core.playout import count, policy_step, random_step

#: A match between two of its steps: what `phase_matches` keeps of each.
Running = record([("state", Slim), ("rng", "i8", WORDS), ("steps", "i8")])

# the simulator wants numpy's types, the compiler Numba's
STATE: Any = State if config.ENABLE_CUDASIM else from_dtype(State)
RUNNING: Any = Running if config.ENABLE_CUDASIM else from_dtype(Running)

PHASES = 64
FINISHED = PHASES - 1  # the phase of a match that is over, or has not begun
GONE = -1  # of one that is over, with none left to begin
SHARED = 48 * 1024  # bytes that the threads of a block can share on any GPU
LANES = 1 if config.ENABLE_CUDASIM else 32  # threads of a warp
#: Matches of a block, one for each thread: as many as there is room for, in whole warps.
BLOCK = 2 if config.ENABLE_CUDASIM else min(128, (SHARED - 3 * 4 * PHASES) // (Running.itemsize + 4) // LANES * LANES)
WORDS_A_MATCH = Running.itemsize // 8
PARTS = -(-WORDS_A_MATCH // LANES)  # of a match, when the threads of a warp copy it word by word
AT_ONCE = min(LANES, 4)  # matches a warp asks the memory for before it waits for the first


@kernel
def random_matches(boxes: Records, laid: Records, run: Run, lengths: Ints, totals: Floats) -> None:
    """Random matches, shared out among the threads; `lengths[n]` counts those of n steps."""
    states = cuda.local.array(1, STATE)
    rng = cuda.local.array(WORDS, int64)
    out = cuda.local.array(ROOM, int32)
    game = cuda.grid(1)
    steps = 0
    while game < run.games:
        if steps == 0:
            start(rng, run.seed, run.first + game)
            states[0] = laid[0]
            states[0].told = DEAF
        # chance and a decision in one go: whoever needs no chance need not wait for those who do
        if actors(boxes[0], states[0]) == 0:
            random_step(boxes[0], states[0], rng, out)
            steps += 1
        if states[0].over == 0 and steps < run.bound and actors(boxes[0], states[0]) != 0:
            random_step(boxes[0], states[0], rng, out)
            steps += 1
        if states[0].over != 0 or steps >= run.bound:
            cuda.atomic.add(lengths, steps, 1)
            add_up(boxes, states[0], totals)
            game += cuda.gridsize(1)
            steps = 0


@kernel
def phase_matches(
    boxes: Records,
    laid: Records,
    pool: Ints,
    queues: Ints,
    waiting: Ints,
    begun: Ints,
    run: Run,
    lengths: Ints,
    totals: Floats,
) -> None:
    """Random matches of a game with many phases (`BY_PHASE`): the same as `random_matches`, to the last match.

    The threads of a warp can only run together what is the same code, and code that is not in a core's small cache has
    to be waited for. Where every phase has code of its own, neighbours would wait for each other and all for the code.
    So there is a pool of many more matches than threads, and a queue for each phase. In a round every match of the pool
    gets on: a block takes matches of one phase, copies them into the memory its threads share, lets them take their
    steps, puts them back, and each waits in the queue of its new phase for the next round.

    `waiting` counts the matches in each queue: of this round, of the next, and nothing yet for the one after that.
    """
    words = cuda.shared.array(0, int64)
    matches = cuda.shared.array(0, RUNNING)  # the same memory: all of it that the launch asked for
    numbers = cuda.shared.array(BLOCK, uint32)  # of these matches in the pool
    sizes = cuda.shared.array(PHASES, int32)
    counts = cuda.shared.array(PHASES, int32)
    places = cuda.shared.array(PHASES, int32)
    out = cuda.local.array(ROOM, int32)
    grid = cuda.cg.this_grid()
    me = cuda.threadIdx.x
    turn = 0
    while True:
        left = 0
        for phase in range(me, PHASES, BLOCK):
            sizes[phase] = waiting[turn % 3, phase]
            left |= sizes[phase]
            counts[phase] = 0
            if cuda.blockIdx.x == 0:
                waiting[(turn + 2) % 3, phase] = 0
        if not cuda.syncthreads_or(left):
            break
        phase = 0
        chunk = cuda.blockIdx.x  # of the phase's queue: a match for each thread
        while True:
            while phase < PHASES and chunk * BLOCK >= sizes[phase]:
                chunk -= (sizes[phase] + BLOCK - 1) // BLOCK
                phase += 1
            if phase == PHASES:
                break
            rows = min(BLOCK, sizes[phase] - chunk * BLOCK)
            numbers[me] = queues[turn % 2, phase, chunk * BLOCK + me] if me < rows else 0
            cuda.syncthreads()
            fetch(words, pool, numbers)
            now = phase if me < rows else GONE
            while cuda.syncthreads_count(int(now == phase)) == rows:  # as long as all of them stay in it
                if now == FINISHED:
                    now = next_match(boxes, matches, me, laid, begun, run, lengths, totals)
                elif now != GONE:
                    random_step(boxes[0], matches[me].state, matches[me].rng, out)
                    matches[me].steps += 1
                    over = matches[me].state.over != 0 or matches[me].steps >= run.bound
                    now = FINISHED if over else int(matches[me].state.phase)
            put_back(words, pool, numbers, rows)
            queue_up(now, numbers[me], counts, places, waiting[(turn + 1) % 3], queues[(turn + 1) % 2])
            chunk += cuda.gridDim.x
        grid.sync()
        turn += 1


@cuda.jit(device=True)
def fetch(words: Ints, pool: Ints, numbers: Ints) -> None:
    """Copy matches out of the pool, each warp its own; beyond the last one there is no harm in one too many."""
    held = cuda.local.array((AT_ONCE, PARTS), int64)
    lane = cuda.threadIdx.x % LANES
    for row in range(cuda.threadIdx.x - lane, cuda.threadIdx.x - lane + LANES, AT_ONCE):
        for i in range(AT_ONCE):
            for part in range(PARTS):
                held[i, part] = pool[numbers[row + i], min(part * LANES + lane, WORDS_A_MATCH - 1)]
        for i in range(AT_ONCE):
            for part in range(PARTS):
                words[(row + i) * WORDS_A_MATCH + min(part * LANES + lane, WORDS_A_MATCH - 1)] = held[i, part]


@cuda.jit(device=True)
def put_back(words: Ints, pool: Ints, numbers: Ints, rows: int) -> None:
    """Copy matches back into the pool."""
    lane = cuda.threadIdx.x % LANES
    for row in range(cuda.threadIdx.x - lane, cuda.threadIdx.x - lane + LANES):
        if row < rows:
            for part in range(PARTS):
                word = min(part * LANES + lane, WORDS_A_MATCH - 1)
                pool[numbers[row], word] = words[row * WORDS_A_MATCH + word]


@cuda.jit(device=True)
def queue_up(phase: int, number: int, counts: Ints, places: Ints, waiting: Ints, queues: Ints) -> None:
    """Put each thread's match into the queue of its phase: the block asks for room once for each phase."""
    place = 0
    if phase != GONE:
        place = cuda.atomic.add(counts, phase, 1)
    cuda.syncthreads()
    for each in range(cuda.threadIdx.x, PHASES, BLOCK):
        if counts[each] > 0:
            places[each] = cuda.atomic.add(waiting, each, counts[each])
            counts[each] = 0
    cuda.syncthreads()
    if phase != GONE:
        queues[phase, places[phase] + place] = number


@cuda.jit(device=True)
def next_match(
    boxes: Records,
    matches: Records,
    me: int,
    laid: Records,
    begun: Ints,
    run: Run,
    lengths: Ints,
    totals: Floats,
) -> int:
    """Count the match that is over, if there was one, and begin the next; returns its phase."""
    if matches[me].steps != 0:
        cuda.atomic.add(lengths, matches[me].steps, 1)
        add_up(boxes, matches[me].state, totals)
        matches[me].steps = 0
    game = cuda.atomic.add(begun, 0, 1)
    if game >= run.games:
        return GONE
    start(matches[me].rng, run.seed, run.first + game)
    matches[me].state = laid[0]
    matches[me].state.told = DEAF
    return int(laid[0].phase)


@kernel
def policy_matches(
    boxes: Records,
    laid: Records,
    fresh: Records,
    memories: Records,
    minds: Minds,
    scratch: Floats,
    run: Run,
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
    while game < run.games:
        if steps == 0:
            start(rng, run.seed, run.first + game)
            states[0] = laid[0]
            for viewer in range(memories.shape[1]):
                memories[thread, viewer] = fresh[0]
        policy_step(boxes[0], minds, Room(states, worlds, memories[thread], scratch[thread], rng, out))
        steps += 1
        if states[0].over != 0 or steps >= run.bound:
            cuda.atomic.add(lengths, steps, 1)
            add_up(boxes, states[0], totals)
            game += cuda.gridsize(1)
            steps = 0


@kernel
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
def add_up(boxes: Records, state: Record, totals: Floats) -> None:
    """Add a finished match to everybody's totals."""
    sums = cuda.local.array((ROWS, SEATS), float64)
    gains = cuda.local.array(SEATS, float64)
    lengths = cuda.local.array(1, int64)  # counted elsewhere
    for row in range(ROWS):
        for seat in range(SEATS):
            sums[row, seat] = 0.0
    count(boxes[0], state, Tally(lengths, sums, gains))
    for seat in range(totals.shape[1]):
        if sums[GAINS, seat] != 0.0:
            cuda.atomic.add(totals, (GAINS, seat), sums[GAINS, seat])
            cuda.atomic.add(totals, (SQUARES, seat), sums[SQUARES, seat])
    if sums[ENDED, 0] != 0.0:
        cuda.atomic.add(totals, (ENDED, 0), 1.0)
