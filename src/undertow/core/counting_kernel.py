"""Counted matches on a CUDA GPU: `core/counting.py`, a match a thread (made once for each game).

Each thread has notes and counts of its own in the GPU's memory; `add_up_counts` makes one of all of them. So nothing is
added up in an order that might differ.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import float64, from_dtype, int32, int64
from numba.core import config

from undertow.core.bundles import WORLDS, Minds, Room, Run
from undertow.core.cuda import cuda, kernel
from undertow.core.records import DEAF, Floats, Ints, Records
from undertow.core.rng import WORDS, start

if TYPE_CHECKING:
    from undertow.core.contract import ROOM, SEATS, Memory, State
    from undertow.core.counting import begin_match, counted_random_step, counted_step, end_match

STATE: Any = State if config.ENABLE_CUDASIM else from_dtype(State)
MEMORY: Any = Memory if config.ENABLE_CUDASIM else from_dtype(Memory)


@kernel
def counted_random_matches(
    boxes: Records, laid: Records, run: Run, masks: Ints, notes: Records, counts: Records
) -> None:
    """Random matches, shared out among the threads."""
    states = cuda.local.array(1, STATE)
    memories = cuda.local.array(1, MEMORY)
    rng = cuda.local.array(WORDS, int64)
    out = cuda.local.array(ROOM, int32)
    gains = cuda.local.array(SEATS, float64)
    thread = cuda.grid(1)
    game = thread
    steps = 0
    while game < run.games:
        if steps == 0:
            start(rng, run.seed, run.first + game)
            states[0] = laid[0]
            states[0].told = DEAF
            begin_match(notes[thread])
        steps += 1
        room = Room(states, states, memories, gains, rng, out)
        counted_random_step(boxes[0], states[0], masks, room, notes[thread], counts[thread])
        if states[0].over != 0 or steps >= run.bound:
            notes[thread].steps = steps
            end_match(boxes[0], states[0], run.first + game, gains, notes[thread], counts[thread])
            game += cuda.gridsize(1)
            steps = 0


@kernel
def counted_policy_matches(
    boxes: Records,
    laid: Records,
    fresh: Records,
    memories: Records,
    minds: Minds,
    scratch: Floats,
    run: Run,
    masks: Ints,
    notes: Records,
    counts: Records,
) -> None:
    """Matches between compiled bots; each thread has its own row of `memories` and `scratch`."""
    states = cuda.local.array(1, STATE)
    worlds = cuda.local.array(WORLDS, STATE)
    rng = cuda.local.array(WORDS, int64)
    out = cuda.local.array(ROOM, int32)
    gains = cuda.local.array(SEATS, float64)
    thread = cuda.grid(1)
    game = thread
    steps = 0
    while game < run.games:
        if steps == 0:
            start(rng, run.seed, run.first + game)
            states[0] = laid[0]
            for viewer in range(memories.shape[1]):
                memories[thread, viewer] = fresh[0]
            begin_match(notes[thread])
        steps += 1
        room = Room(states, worlds, memories[thread], scratch[thread], rng, out)
        counted_step(boxes[0], minds, masks, room, gains, notes[thread], counts[thread])
        if states[0].over != 0 or steps >= run.bound:
            notes[thread].steps = steps
            end_match(boxes[0], states[0], run.first + game, gains, notes[thread], counts[thread])
            game += cuda.gridsize(1)
            steps = 0


@kernel
def add_up_counts(words: Ints, sums: Ints) -> None:
    """The counts of all threads together, a number for each thread here."""
    word = cuda.grid(1)
    while word < words.shape[1]:
        total = 0
        for row in range(words.shape[0]):
            total += words[row, word]
        sums[word] = total
        word += cuda.gridsize(1)
