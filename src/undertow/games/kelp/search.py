"""Kelp: search and strike. Dice are placed, blocks revealed, traps spring, and the octopus is confronted."""

from __future__ import annotations

from undertow.core.records import Ints, Record, add, add_all, bit, count, emit, has, lowest, tell
from undertow.core.rule import rule
from undertow.games.kelp import actions as act
from undertow.games.kelp import state as st
from undertow.games.kelp.dice import dice_of
from undertow.games.kelp.forest import (
    ask,
    colour_of,
    feed,
    find,
    grow,
    hide,
    is_hidden,
    is_last_strike,
    pips_of,
    show,
    win,
)
from undertow.games.kelp.octopus import put_in_bag

# Search and strike ----------------------------------------------------------------------------------------------------


@rule
def targets(box: Record, state: Record, die: int) -> int:
    """Zones in reach where this die may be placed, a bit each."""
    colour = colour_of(die)
    if colour != st.YELLOW and colour != st.RED:
        return 0
    zones = 0
    left = int(box.reach[state.at])
    while left != 0:
        zone = lowest(left)
        left &= left - 1
        found = is_hidden(state, zone) or (colour == st.RED and state.den.blocks[zone] == st.THE_OCTOPUS)
        if found and pips_of(die) >= box.value[zone] and not is_taken(state, zone):
            zones |= bit(zone)
    return zones


@rule
def is_taken(state: Record, zone: int) -> bool:
    """One die a zone; a second die is only placed beside a first."""
    return bool(state.placed[0] != 0 and state.placed_at[0] == zone)


@rule
def can_place(box: Record, state: Record) -> bool:
    if state.placed[1] != 0:
        return False
    for place in range(st.POOL):
        if targets(box, state, int(state.pool[place])) != 0:
            return True
    for place in range(st.SAVED):
        if not has(state.saved_now, place) and targets(box, state, int(state.saved[place])) != 0:
            return True
    return False


@rule
def search_on(box: Record, state: Record) -> bool:
    """First all dice are placed, then it decides which block is revealed first."""
    if can_place(box, state):
        return ask(state, st.SEARCHING, st.SHARK)
    if state.placed[1] != 0:
        return ask(state, st.ORDERING, st.SHARK)
    state.step = st.REVEALING
    return False


@rule
def search_choices(box: Record, state: Record, out: Ints) -> int:
    dice = dice_of(state.pool)
    n = 0
    for pips in range(1, st.PIPS + 1):
        if has(dice, st.YELLOW << 3 | pips):
            n = add_all(out, n, act.SEARCH + (pips - 1) * st.ZONES, targets(box, state, st.YELLOW << 3 | pips))
        if has(dice, st.RED << 3 | pips):
            n = add_all(out, n, act.STRIKE + (pips - 1) * st.ZONES, targets(box, state, st.RED << 3 | pips))
    for place in range(st.SAVED):
        if state.saved[place] != 0 and not has(state.saved_now, place):
            n = add_all(out, n, act.SAVED_DIE_AT + place * st.ZONES, targets(box, state, int(state.saved[place])))
    if state.cards[st.HOSTILE] > 0 and count(state.pairs) > 1:
        n = add(out, n, act.USE + st.HOSTILE)
    return add(out, n, act.DONE)


@rule
def place_die(state: Record, action: int) -> None:
    if action >= act.SAVED_DIE_AT:
        place = (action - act.SAVED_DIE_AT) // st.ZONES
        zone = (action - act.SAVED_DIE_AT) % st.ZONES
        die = int(state.saved[place])
        state.saved[place] = 0
    else:
        first = act.STRIKE if action >= act.STRIKE else act.SEARCH
        zone = (action - first) % st.ZONES
        die = (st.RED if action >= act.STRIKE else st.YELLOW) << 3 | ((action - first) // st.ZONES + 1)
        state.pool[find(state.pool, die)] = 0
    put = 0 if state.placed[0] == 0 else 1
    state.placed[put] = die
    state.placed_at[put] = zone
    emit(state, st.ON_ZONE, zone, die, 0, 0)


@rule
def reveal_on(box: Record, state: Record) -> bool:
    """One placed die after the other: the block is revealed, a trap springs, the octopus is confronted."""
    while state.placed[0] != 0:
        zone = int(state.placed_at[0])
        if state.reveal == st.COVERED:
            turn_over(box, state, zone)
        if state.reveal == st.SPRUNG and is_last_strike(box, state):
            state.reveal = st.SETTLED  # whatever the trap does, it is over
        if state.reveal == st.SPRUNG:
            if state.cards[st.OBSERVANT] > 0:
                return ask(state, st.TRAPPED, st.SHARK)
            spring(box, state, zone)
            return False  # now it is the octopus's
        if state.reveal == st.FACED:
            if count(state.pairs) == 1:
                emit(state, st.SHOWDOWN, lowest(state.pairs), lowest(state.pairs), 0, 0)
                win(state, st.SHARK, st.CAUGHT)
                return True
            emit(state, st.CONFRONTED, count(state.pairs), 0, 0, 0)
            state.phase = st.CONFRONTING
            state.waiting = st.BOTH
            return True
        settle(box, state)
        if state.over == 1:
            return True
    state.step = st.STORES
    return False


@rule
def turn_over(box: Record, state: Record, zone: int) -> None:
    strike = colour_of(state.placed[0]) == st.RED
    state.reveal = st.SETTLED
    if is_hidden(state, zone):
        show(state, zone, st.STRUCK if strike else st.SEARCHED)
        kind = int(state.den.blocks[zone])
        if st.CURRENT_TRAP <= kind < st.DOUBLE_SHELL:
            state.reveal = st.SPRUNG
            state.trap = kind
    if strike and state.den.blocks[zone] == st.THE_OCTOPUS:
        state.reveal = st.FACED


@rule
def spring(box: Record, state: Record, zone: int) -> None:
    """What the trap lets the octopus do."""
    kind = int(state.trap)
    state.reveal = st.SETTLED
    emit(state, st.SPRINGS, kind, 0, 0, 0)
    if kind == st.HIDE_TRAP:
        state.hides = box.hide_trap
        state.least = 0
        state.not_here = zone
    elif kind == st.DEN_TRAP:
        state.to_den = 1
    else:
        state.removals = box.current_traps[kind - st.CURRENT_TRAP]
        state.least = 0


@rule
def settle(box: Record, state: Record) -> None:
    """A used search die goes to the growth track, a used strike die to the hunger track."""
    colour = colour_of(state.placed[0])
    state.placed[0] = state.placed[1]
    state.placed_at[0] = state.placed_at[1]
    state.placed[1] = 0
    state.placed_at[1] = 0
    state.reveal = st.COVERED
    if colour == st.RED:
        feed(box, state, colour)
    else:
        grow(box, state, colour)


@rule
def order(state: Record, zone: int) -> None:
    """The die on this zone is the first."""
    emit(state, st.BEGINS_WITH, zone, 0, 0, 0)
    if state.placed_at[0] != zone:
        die = int(state.placed[0])
        other = int(state.placed_at[0])
        state.placed[0] = state.placed[1]
        state.placed_at[0] = state.placed_at[1]
        state.placed[1] = die
        state.placed_at[1] = other
    state.step = st.REVEALING


# Confrontation --------------------------------------------------------------------------------------------------------


@rule
def confront(box: Record, state: Record, seat: int, strategy: int) -> None:
    """Both choose unseen; then both cards are turned up."""
    state.chosen[seat] = strategy + 1
    state.waiting = int(state.waiting) & ~bit(seat)
    tell(state, bit(seat), st.CHOSE, strategy, 0, 0, 0)
    emit(state, st.HAS_CHOSEN, seat, 0, 0, 0)
    if state.waiting != 0:
        return
    mine = int(state.chosen[st.OCTOPUS]) - 1
    counter = int(state.chosen[st.SHARK]) - 1
    state.chosen[st.OCTOPUS] = 0
    state.chosen[st.SHARK] = 0
    emit(state, st.SHOWDOWN, mine, counter, 0, 0)
    if mine == counter:
        win(state, st.SHARK, st.CAUGHT)
        return
    state.pairs = int(state.pairs) & ~bit(mine)
    state.reveal = st.SETTLED
    emit(state, st.ESCAPED, mine, 0, 0, 0)
    if not is_last_strike(box, state):  # then there is nothing left to escape to
        escape(box, state, mine, int(state.placed_at[0]))


@rule
def escape(box: Record, state: Record, strategy: int, zone: int) -> None:
    """The octopus hides, and the strategy does the rest."""
    hide(state, zone)
    if strategy == st.FIGHT:
        state.to_den = 1
    elif strategy == st.FLIGHT:
        others = min(int(box.flight), count(int(state.hidden)) - 1)
        if others > 0:
            put_in_bag(state, zone)
            state.picks = others
            state.least = 1
    else:
        state.hides = box.flinch - 1
        state.least = 0
