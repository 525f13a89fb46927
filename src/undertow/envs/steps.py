"""Many matches side by side, each in a row of its own, from one decision to the next (made once for each game, see
core/template.py). Threads of the CPU and of a GPU run the same functions.

A row plays one match after the other. Match number m of row r has the random stream (r, m) of the batch's seed, so
nothing that happens in it depends on how many rows there are or on who works on them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from undertow.core.bundles import Room
from undertow.core.playout import RANDOM
from undertow.core.records import CHANCE, DEAF, NO_MEMORY, Encoding, Floats, Ints, Record, forget_events
from undertow.core.rng import below, pick, start
from undertow.core.rule import rule
from undertow.envs.rows import BEGIN, CUT_OFF, ENDED, GOES_ON, LEARNER, Rows, Shown, Table

if TYPE_CHECKING:
    from undertow.core.contract import Memory, actors, apply, chances, encode, legal, observe, payoff
    from undertow.core.playout import first, policy_choice

MATCH = 1 << 32  # random streams for each match of all rows
FORGETFUL = Memory == NO_MEMORY  # in this game nobody remembers anything, so nobody need hear what happens


# One row --------------------------------------------------------------------------------------------------------------


@rule
def begin(table: Table, rows: Rows, room: Room, row: int) -> None:
    """Lay the table for a row's next match."""
    start(room.rng, table.seed, row + int(rows.played[row]) * MATCH)
    room.states[0] = table.laid[0]
    for viewer in range(room.memories.shape[0]):
        room.memories[viewer] = table.fresh[0]


@rule
def take_step(box: Record, room: Room, seat: int, action: int) -> None:
    """A decision, or an outcome of chance, that everybody observes."""
    if FORGETFUL:
        room.states[0].told = DEAF
        apply(box, room.states[0], seat, action)
        return
    forget_events(room.states[0])
    apply(box, room.states[0], seat, action)
    spectator = room.memories.shape[0] - 1
    for viewer in range(spectator, -1, -1):
        observe(box, room.states[0], room.memories[viewer], viewer, room.memories[spectator])


@rule
def play_on(table: Table, rows: Rows, shown: Shown, room: Room, gains: Floats, row: int, action: int) -> int:
    """Take a row's decision, or begin its first match, and go on to the next decision; returns the steps of the match
    it belongs to. Rules are called from one place each, so that what is compiled stays small."""
    steps = take_up(table, rows, shown, room, row, action)
    seat = int(rows.seats[row])
    while True:
        if action != BEGIN:
            take_step(table.boxes[0], room, seat, action)
            steps += 1
        if room.states[0].over != 0 or steps >= table.bound:
            settle(table, rows, shown, room, gains, row, steps)
            steps = 0
        if actors(table.boxes[0], room.states[0]) != 0:
            return steps
        seat = CHANCE
        action = pick(room.rng, room.out, chances(table.boxes[0], room.states[0], room.out))


@rule
def play_on_with_bots(table: Table, rows: Rows, shown: Shown, room: Room, gains: Floats, row: int, action: int) -> int:
    """The same where compiled bots have some of the seats: until a learner must decide."""
    steps = take_up(table, rows, shown, room, row, action)
    seat = int(rows.seats[row])
    while True:
        if action != BEGIN:
            take_step(table.boxes[0], room, seat, action)
            steps += 1
        if room.states[0].over != 0 or steps >= table.bound:
            settle(table, rows, shown, room, gains, row, steps)
            steps = 0
        seats = actors(table.boxes[0], room.states[0])
        if seats == 0:
            seat = CHANCE
            action = pick(room.rng, room.out, chances(table.boxes[0], room.states[0], room.out))
            continue
        seat = first(seats)
        if table.minds.policies[seat] == LEARNER:
            return steps
        action = bot_choice(table, room, seat)


@rule
def take_up(table: Table, rows: Rows, shown: Shown, room: Room, row: int, action: int) -> int:
    """Begin a row's first match if it has none; returns the steps of its match so far."""
    shown.ends[row] = GOES_ON
    for seat in range(shown.rewards.shape[1]):
        shown.rewards[row, seat] = 0.0
    if action == BEGIN:
        begin(table, rows, room, row)
        return 0
    return int(rows.steps[row])


@rule
def bot_choice(table: Table, room: Room, seat: int) -> int:
    """What the bot of a seat does."""
    if table.minds.policies[seat] == RANDOM:
        return int(room.out[below(room.rng, legal(table.boxes[0], room.states[0], seat, room.out))])
    return policy_choice(table.boxes[0], table.minds, room, seat)


@rule
def settle(table: Table, rows: Rows, shown: Shown, room: Room, gains: Floats, row: int, steps: int) -> None:
    """A row's match is over: count it, tell what it came to unless another one ended in the same step, and begin the
    next."""
    over = room.states[0].over != 0
    told = shown.ends[row] == GOES_ON
    if told:
        shown.ends[row] = ENDED if over else CUT_OFF
        rows.lasted[row] = steps
        if table.final:
            known_to(table, room, int(table.minds.viewers[int(rows.seats[row])]), shown.last[row])
    if over:  # one that was cut off brings nobody anything
        payoff(table.boxes[0], room.states[0], gains)
        for seat in range(shown.rewards.shape[1]):
            rows.won[row, seat] += gains[seat]
            if told:
                shown.rewards[row, seat] = gains[seat]
    rows.played[row] += 1
    begin(table, rows, room, row)


@rule
def known_to(table: Table, room: Room, viewer: int, out: Encoding) -> None:
    """What a viewer knows; the house rules that follow in `out` stay as they are."""
    for i in range(table.numbers):
        out[i] = 0.0
    encode(table.boxes[0], room.states[0], room.memories[viewer], viewer, out)


@rule
def offer(table: Table, rows: Rows, shown: Shown, room: Room, row: int, steps: int) -> None:
    """Who decides now, and what is legal; `masks` is all zeros so far. One of the actions is picked at random."""
    seat = first(actors(table.boxes[0], room.states[0]))
    shown.seats[row] = seat
    rows.seats[row] = seat
    n = legal(table.boxes[0], room.states[0], seat, room.out)
    for i in range(n):
        shown.masks[row, int(room.out[i])] = 1
    rows.picked[row] = int(room.out[below(room.rng, n)])
    rows.steps[row] = steps


# Many rows, on the CPU ------------------------------------------------------------------------------------------------


@rule
def step_rows(
    table: Table, rows: Rows, shown: Shown, actions: Ints, room: Room, gains: Floats, first_row: int, end: int
) -> None:
    """Take one decision in each of these rows, and go on to the next."""
    for row in range(first_row, end):
        mine = Room(rows.states[row : row + 1], room.worlds, rows.memories[row], room.scratch, rows.rngs[row], room.out)
        steps = play_on(table, rows, shown, mine, gains, row, int(actions[row]))
        clear(shown, row)
        offer(table, rows, shown, mine, row, steps)
        show(table, shown, mine, row)


@rule
def step_rows_with_bots(
    table: Table, rows: Rows, shown: Shown, actions: Ints, room: Room, gains: Floats, first_row: int, end: int
) -> None:
    """The same where compiled bots have some of the seats."""
    for row in range(first_row, end):
        mine = Room(rows.states[row : row + 1], room.worlds, rows.memories[row], room.scratch, rows.rngs[row], room.out)
        steps = play_on_with_bots(table, rows, shown, mine, gains, row, int(actions[row]))
        clear(shown, row)
        offer(table, rows, shown, mine, row, steps)
        show(table, shown, mine, row)


@rule
def advise_rows(table: Table, rows: Rows, advice: Ints, room: Room, first_row: int, end: int) -> None:
    """What the bots of `table` would do in each of these rows; nothing changes, the rows' dice included."""
    for row in range(first_row, end):
        for word in range(room.rng.shape[0]):
            room.rng[word] = rows.rngs[row, word]
        mine = Room(rows.states[row : row + 1], room.worlds, rows.memories[row], room.scratch, room.rng, room.out)
        advice[row] = bot_choice(table, mine, int(rows.seats[row]))


@rule
def show_rows(table: Table, rows: Rows, shown: Shown, room: Room, first_row: int, end: int) -> None:
    """Show the decisions that are due once more: in other buffers, or after a restore."""
    for row in range(first_row, end):
        mine = Room(rows.states[row : row + 1], room.worlds, rows.memories[row], room.scratch, rows.rngs[row], room.out)
        shown.ends[row] = GOES_ON
        for seat in range(shown.rewards.shape[1]):
            shown.rewards[row, seat] = 0.0
        clear(shown, row)
        offer_again(table, shown, mine, row)
        show(table, shown, mine, row)


@rule
def offer_again(table: Table, shown: Shown, room: Room, row: int) -> None:
    """Who decides, and what is legal, as `offer` told it."""
    seat = first(actors(table.boxes[0], room.states[0]))
    shown.seats[row] = seat
    for i in range(legal(table.boxes[0], room.states[0], seat, room.out)):
        shown.masks[row, int(room.out[i])] = 1


@rule
def clear(shown: Shown, row: int) -> None:
    for action in range(shown.masks.shape[1]):
        shown.masks[row, action] = 0


@rule
def show(table: Table, shown: Shown, room: Room, row: int) -> None:
    """What is known about the decision that is due."""
    known_to(table, room, int(table.minds.viewers[int(shown.seats[row])]), shown.observations[row])
    if table.critic:
        for side in range(shown.truth.shape[1]):
            known_to(table, room, side, shown.truth[row, side])


@rule
def first_wrong(shown: Shown, actions: Ints) -> int:
    """The first row whose action is not legal; -1: there is none."""
    for row in range(actions.shape[0]):
        action = int(actions[row])
        if action < 0 or action >= shown.masks.shape[1] or shown.masks[row, action] == 0:
            return row
    return -1
