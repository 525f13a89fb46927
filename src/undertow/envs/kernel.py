"""A batch's rows on a CUDA GPU, a thread for each, with the very functions the CPU runs (made once for each game)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numba import float64, from_dtype, int32
from numba.core import config

from undertow.core.bundles import WORLDS, Room
from undertow.core.cuda import cuda, kernel
from undertow.core.records import Floats, Ints
from undertow.envs.rows import BEGIN, Rows, Shown, Table

if TYPE_CHECKING:
    from undertow.core.contract import ROOM, SEATS, State, encode
    from undertow.envs.steps import offer, offer_again, play_on, play_on_with_bots

STATE: Any = State if config.ENABLE_CUDASIM else from_dtype(State)
PHASES = 256
BLOCK = 2 if config.ENABLE_CUDASIM else 128
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
    offer(table, rows, shown, room, row, play_on(table, rows, shown, room, gains, row, actions[row]))


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
    offer(table, rows, shown, room, row, play_on_with_bots(table, rows, shown, room, gains, row, actions[row]))


@kernel
def show_rows(table: Table, rows: Rows, shown: Shown, phases: Ints, counts: Ints) -> None:
    """What is known about the decision that is due in each row; what was shown before is cleared already. Counts the
    rows in each phase."""
    row = cuda.grid(1)
    if row >= phases.shape[0]:
        return
    box, state = table.boxes[0], rows.states[row]
    viewer = table.minds.viewers[shown.seats[row]]
    encode(box, state, rows.memories[row, viewer], viewer, shown.observations[row])
    if shown.truth.shape[0] > 0:
        for side in range(shown.truth.shape[1]):
            encode(box, state, rows.memories[row, side], side, shown.truth[row, side])
    if counts.shape[0] > 0:
        phases[row] = state.phase
        cuda.atomic.add(counts, int(state.phase), 1)


@kernel
def offer_rows(table: Table, rows: Rows, shown: Shown) -> None:
    """Offer once more what is due: in other buffers, or after a restore."""
    row = cuda.grid(1)
    if row >= shown.ends.shape[0]:
        return
    states = cuda.local.array(1, STATE)
    out = cuda.local.array(ROOM, int32)
    states[0] = rows.states[row]
    room = Room(states, states, rows.memories[row], table.minds.table, rows.rngs[row], out)
    offer_again(table, shown, room, row)
    shown.ends[row] = 0
    for seat in range(shown.rewards.shape[1]):
        shown.rewards[row, seat] = 0.0


@kernel
def sort_by_phase(phases: Ints, counts: Ints, places: Ints, order: Ints) -> None:
    """Order the rows by what is going on in them, so that neighbouring threads run the same code. `counts` has how many
    rows each phase has, `places` how many of them have found their place."""
    row = cuda.grid(1)
    if row >= phases.shape[0]:
        return
    first = 0
    for phase in range(phases[row]):
        first += counts[phase]
    order[first + cuda.atomic.add(places, phases[row], 1)] = row


@kernel
def look_for_wrong(masks: Ints, actions: Ints, wrong: Ints) -> None:
    """The first row whose action is not legal."""
    row = cuda.grid(1)
    if row >= actions.shape[0]:
        return
    action = actions[row]
    if action == BEGIN or (0 <= action < masks.shape[1] and masks[row, action] != 0):
        return
    cuda.atomic.min(wrong, 0, row)
