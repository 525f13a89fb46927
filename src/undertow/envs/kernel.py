"""A batch's rows on a CUDA GPU, a thread for each, with the very functions the CPU runs (made once for each game)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import float64, from_dtype, int32
from numba.core import config

from undertow.core.bundles import WORLDS, Room
from undertow.core.cuda import cuda, kernel
from undertow.core.records import Floats, Ints
from undertow.envs.rows import BEGIN, GOES_ON, Rows, Shown, Table

if TYPE_CHECKING:
    from undertow.core.contract import ROOM, SEATS, State, encode
    from undertow.envs.steps import offer, offer_again, play_on, play_on_with_bots

STATE: Any = State if config.ENABLE_CUDASIM else from_dtype(State)
BLOCK = 2 if config.ENABLE_CUDASIM else 128  # threads that share their counts
VERBS = 128  # of a game, at most
NOBODY = 1 << 62  # the first row with a wrong action, where there is none


@kernel
def step_rows(table: Table, rows: Rows, shown: Shown, actions: Ints, order: Ints, wrong: Ints) -> None:
    """Take one decision in each row, and go on to the next; nothing if an action is wrong."""
    thread = cuda.grid(1)
    if thread >= actions.shape[0] or wrong[0] != NOBODY:
        return
    row = order[thread]
    states = cuda.local.array(1, STATE)
    out = cuda.local.array(ROOM, int32)
    gains = cuda.local.array(SEATS, float64)
    # a room of its own, but for bots, of which there are none: whatever stands for them is never looked at
    room = Room(states, states, rows.memories[row], table.minds.table, rows.rngs[row], out)
    states[0] = rows.states[row]
    offer(table, rows, shown, room, row, play_on(table, rows, shown, room, gains, row, actions[row]))
    rows.states[row] = states[0]


@kernel
def step_rows_with_bots(
    table: Table, rows: Rows, shown: Shown, actions: Ints, order: Ints, wrong: Ints, scratch: Floats
) -> None:
    """The same where compiled bots have some of the seats; each thread has its own row of `scratch`."""
    thread = cuda.grid(1)
    if thread >= actions.shape[0] or wrong[0] != NOBODY:
        return
    row = order[thread]
    states = cuda.local.array(1, STATE)
    worlds = cuda.local.array(WORLDS, STATE)
    out = cuda.local.array(ROOM, int32)
    gains = cuda.local.array(SEATS, float64)
    room = Room(states, worlds, rows.memories[row], scratch[thread], rows.rngs[row], out)
    states[0] = rows.states[row]
    offer(table, rows, shown, room, row, play_on_with_bots(table, rows, shown, room, gains, row, actions[row]))
    rows.states[row] = states[0]


@kernel
def show_rows(table: Table, rows: Rows, shown: Shown) -> None:
    """What is known about the decision that is due in each row; what was shown before is cleared already."""
    row = cuda.grid(1)
    if row >= shown.seats.shape[0]:
        return
    states = cuda.local.array(1, STATE)
    states[0] = rows.states[row]
    viewer = table.minds.viewers[shown.seats[row]]
    encode(table.boxes[0], states[0], rows.memories[row, viewer], viewer, shown.observations[row])
    if table.critic:
        for side in range(shown.truth.shape[1]):
            encode(table.boxes[0], states[0], rows.memories[row, side], side, shown.truth[row, side])


@kernel
def offer_rows(table: Table, rows: Rows, shown: Shown) -> None:
    """Offer once more what is due: in other buffers, or after a restore."""
    row = cuda.grid(1)
    if row >= shown.seats.shape[0]:
        return
    states = cuda.local.array(1, STATE)
    out = cuda.local.array(ROOM, int32)
    states[0] = rows.states[row]
    room = Room(states, states, rows.memories[row], table.minds.table, rows.rngs[row], out)
    offer_again(table, shown, room, row)
    shown.ends[row] = GOES_ON
    for seat in range(shown.rewards.shape[1]):
        shown.rewards[row, seat] = 0.0


# The threads of a warp can only run together what is the same code, and what is done most often decides what code comes
# next. So before a step the rows are sorted by the verbs of their actions.


@kernel
def look_at_actions(masks: Ints, actions: Ints, verbs: Ints, counts: Ints, wrong: Ints) -> None:
    """Count the rows of each verb, and find the first row whose action is not legal."""
    mine = cuda.shared.array(VERBS, int32)
    for verb in range(cuda.threadIdx.x, VERBS, BLOCK):
        mine[verb] = 0
    cuda.syncthreads()
    row = cuda.grid(1)
    if row < actions.shape[0]:
        action = actions[row]
        if action == BEGIN or (0 <= action < masks.shape[1] and masks[row, action] != 0):
            cuda.atomic.add(mine, verb_of(verbs, action), 1)
        else:
            cuda.atomic.min(wrong, 0, row)
    cuda.syncthreads()
    for verb in range(cuda.threadIdx.x, VERBS, BLOCK):
        if mine[verb] > 0:
            cuda.atomic.add(counts, verb, mine[verb])


@kernel
def sort_rows(actions: Ints, verbs: Ints, counts: Ints, placed: Ints, order: Ints, wrong: Ints) -> None:
    """Rows of one verb side by side. `counts` has how many there are, `placed` how many have found their place."""
    mine = cuda.shared.array(VERBS, int32)
    places = cuda.shared.array(VERBS, int32)
    for verb in range(cuda.threadIdx.x, VERBS, BLOCK):
        mine[verb] = 0
    cuda.syncthreads()
    row = cuda.grid(1)
    verb, place = 0, 0
    here = row < actions.shape[0] and wrong[0] == NOBODY
    if here:
        verb = verb_of(verbs, actions[row])
        place = cuda.atomic.add(mine, verb, 1)
    cuda.syncthreads()
    for each in range(cuda.threadIdx.x, VERBS, BLOCK):
        if mine[each] > 0:
            before = 0
            for other in range(each):
                before += counts[other]
            places[each] = before + cuda.atomic.add(placed, each, mine[each])
    cuda.syncthreads()
    if here:
        order[places[verb] + place] = row


@cuda.jit(device=True)
def verb_of(verbs: Ints, action: int) -> int:
    return 0 if action == BEGIN else verbs[action]
