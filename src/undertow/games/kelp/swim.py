"""Kelp: how the shark moves: on by the end it faces, over currents that fall, never to a stop on one."""

from __future__ import annotations

from undertow.core.records import Record, bit, emit, has, lowest
from undertow.core.rule import rule, tiny
from undertow.games.kelp import state as st
from undertow.games.kelp.forest import drop_current, grow, lift_current, use


@tiny
def far_end(box: Record, space: int, crossing: int) -> int:
    """The end of a space that is not at this crossing."""
    return 1 if box.crossing[space, 0] == crossing else 0


@rule
def run_out(box: Record, state: Record) -> int:
    """Currents that lead to an empty space, by the end one leaves them: a bit for each space * 2 + end."""
    covered = int(state.covered)
    leading = 0
    for pips in range(1, st.PIPS + 1):
        left = covered
        while left != 0:
            space = lowest(left)
            left &= left - 1
            if state.currents[space] == pips:
                for end in range(2):
                    if leads_on(box, state, space, end, pips, leading):
                        leading |= bit(2 * space + end)
    return leading


@rule
def leads_on(box: Record, state: Record, space: int, end: int, pips: int, leading: int) -> bool:
    """Whether a shark that comes down from so many pips can go on through this end, given what lower currents do."""
    covered = int(state.covered)
    options = int(box.onward[space, end])
    if options & ~covered != 0:
        return True
    crossing = int(box.crossing[space, end])
    while options != 0:
        other = lowest(options)
        options &= options - 1
        if state.currents[other] < pips and has(leading, 2 * other + far_end(box, other, crossing)):
            return True
    return False


@rule
def beyond(box: Record, state: Record, space: int, end: int, pips: int) -> int:
    """Spaces it can swim to through this end, coming down from so many pips, a bit each."""
    covered = int(state.covered)
    options = int(box.onward[space, end])
    crossing = int(box.crossing[space, end])
    left = options & covered
    while left != 0:
        other = lowest(left)
        left &= left - 1
        if state.currents[other] >= pips:
            options &= ~bit(other)
            continue
        way_out = far_end(box, other, crossing)
        # most currents have an empty space behind them; only if not, all of them have to be looked at
        if int(box.onward[other, way_out]) & ~covered == 0 and not has(run_out(box, state), 2 * other + way_out):
            options &= ~bit(other)
    return options


@rule
def look_ahead(box: Record, state: Record) -> None:
    """Where it can swim next; if nowhere it is stuck, and there are the currents in its way."""
    options = 0
    around = 0
    for end in range(2):
        if has(state.ends, end):
            options |= beyond(box, state, int(state.at), end, int(state.swims))
            around |= int(box.onward[state.at, end])
    state.ahead = options if options != 0 else around
    state.stuck = 1 if options == 0 else 0


@rule
def dashes(box: Record, state: Record) -> int:
    """The empty spaces next to it, a bit each."""
    ahead = 0
    for end in range(2):
        if has(state.ends, end):
            ahead |= int(box.onward[state.at, end])
    return ahead & ~int(state.covered)


@rule
def step_to(box: Record, state: Record, space: int) -> None:
    """It leaves by the end that leads there, and will leave the new space by its other end."""
    end = 0
    if not (has(state.ends, 0) and has(box.onward[state.at, 0], space)):
        end = 1
    state.ends = bit(far_end(box, space, int(box.crossing[state.at, end])))
    state.at = space


@rule
def dash(box: Record, state: Record, space: int) -> None:
    """Swift: one more space, if it is empty."""
    use(state, st.SWIFT)
    step_to(box, state, space)
    emit(state, st.SWAM, space, 0, 0, 0)


@rule
def swim(box: Record, state: Record) -> None:
    """To an empty space, over a current and on, or, if it is stuck, into a current's place."""
    space = int(state.heading)
    state.heading = st.NOWHERE
    state.step = st.MOVES
    state.began = 1
    if state.stuck == 1:
        drop_current(state, space)
        emit(state, st.STUCK, space, 0, 0, 0)
    step_to(box, state, space)
    emit(state, st.SWAM, space, 1 if has(state.covered, space) else 0, 0, 0)
    if has(state.covered, space):
        if state.first == st.NOWHERE:
            state.first = space
        state.swims = state.currents[space]
    else:
        stop_swimming(box, state)


@rule
def stop_swimming(box: Record, state: Record) -> None:
    """The first current it swam over goes to the growth track."""
    if state.first != st.NOWHERE:
        emit(state, st.CARRIED, int(state.first), 0, 0, 0)
        lift_current(state, int(state.first))
        grow(box, state, st.BLUE)
    state.first = st.NOWHERE
    state.swims = st.STILL
    state.step = st.MOVED


# What lies within a move ----------------------------------------------------------------------------------------------


@rule
def landings(box: Record, state: Record) -> int:
    """Spaces where the shark's move may end, a bit each."""
    covered = int(state.covered)
    ends = 0
    entered = 0
    for end in range(2):
        if has(state.ends, end):
            ahead = int(box.onward[state.at, end])
            ends |= ahead & ~covered
            entered |= entering(box, int(state.at), end, state, int(state.swims))
    for pips in range(st.PIPS, 0, -1):
        left = covered
        while left != 0:
            space = lowest(left)
            left &= left - 1
            if state.currents[space] != pips:
                continue
            for end in range(2):
                if has(entered, 2 * space + end):
                    ends |= int(box.onward[space, end]) & ~covered
                    entered |= entering(box, space, end, state, pips)
    if ends != 0:
        return ends
    stuck = 0
    for end in range(2):
        if has(state.ends, end):
            stuck |= int(box.onward[state.at, end])
    return stuck


@rule
def entering(box: Record, space: int, end: int, state: Record, pips: int) -> int:
    """Currents it can swim over next, by the end it would leave them."""
    crossing = int(box.crossing[space, end])
    found = 0
    left = int(box.onward[space, end]) & int(state.covered)
    while left != 0:
        other = lowest(left)
        left &= left - 1
        if state.currents[other] < pips:
            found |= 1 << (2 * other + far_end(box, other, crossing))
    return found


@rule
def zones_in_reach(box: Record, spaces: int) -> int:
    """Zones that can be searched and struck from any of these spaces, a bit each."""
    zones = 0
    left = spaces
    while left != 0:
        zones |= int(box.reach[lowest(left)])
        left &= left - 1
    return zones
