"""Kelp: search and strike. Dice are placed, blocks revealed, traps spring, and the octopus is confronted."""

from __future__ import annotations

from undertow.core.records import Ints, Record, add, add_all, bit, count, emit, has, lowest, tell
from undertow.core.rule import rule
from undertow.games.kelp.actions import DONE, SAVED_DIE_AT, SEARCH, STRIKE, USE
from undertow.games.kelp.dice import dice_of
from undertow.games.kelp.forest import ask, colour_of, feed, find, grow, hide, is_hidden, pips_of, show, win
from undertow.games.kelp.octopus import put_in_bag
from undertow.games.kelp.state import (
    BEGINS_WITH,
    BOTH,
    CAUGHT,
    CHOSE,
    CONFRONTED,
    CONFRONTING,
    COVERED,
    CURRENT_TRAP,
    DEN_TRAP,
    DOUBLE_SHELL,
    ESCAPED,
    FACED,
    FIGHT,
    FLIGHT,
    HAS_CHOSEN,
    HIDE_TRAP,
    HOSTILE,
    OBSERVANT,
    OCTOPUS,
    ON_ZONE,
    ORDERING,
    PIPS,
    POOL,
    RED,
    REVEALING,
    SAVED,
    SEARCHED,
    SEARCHING,
    SETTLED,
    SHARK,
    SHOWDOWN,
    SPRINGS,
    SPRUNG,
    STORES,
    STRUCK,
    THE_OCTOPUS,
    TRAPPED,
    YELLOW,
    ZONES,
)

# Search and strike ----------------------------------------------------------------------------------------------------


@rule
def targets(box: Record, state: Record, die: int) -> int:
    """Zones in reach where this die may be placed, a bit each."""
    colour = colour_of(die)
    if colour != YELLOW and colour != RED:
        return 0
    zones = 0
    left = int(box.reach[state.at])
    while left != 0:
        zone = lowest(left)
        left &= left - 1
        found = is_hidden(state, zone) or (colour == RED and state.den.blocks[zone] == THE_OCTOPUS)
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
    for place in range(POOL):
        if targets(box, state, int(state.pool[place])) != 0:
            return True
    for place in range(SAVED):
        if not has(state.saved_now, place) and targets(box, state, int(state.saved[place])) != 0:
            return True
    return False


@rule
def search_on(box: Record, state: Record) -> bool:
    """First all dice are placed, then it decides which block is revealed first."""
    if can_place(box, state):
        return ask(state, SEARCHING, SHARK)
    if state.placed[1] != 0:
        return ask(state, ORDERING, SHARK)
    state.step = REVEALING
    return False


@rule
def search_choices(box: Record, state: Record, out: Ints) -> int:
    dice = dice_of(state.pool)
    n = 0
    for pips in range(1, PIPS + 1):
        if has(dice, YELLOW << 3 | pips):
            n = add_all(out, n, SEARCH + (pips - 1) * ZONES, targets(box, state, YELLOW << 3 | pips))
        if has(dice, RED << 3 | pips):
            n = add_all(out, n, STRIKE + (pips - 1) * ZONES, targets(box, state, RED << 3 | pips))
    for place in range(SAVED):
        if state.saved[place] != 0 and not has(state.saved_now, place):
            n = add_all(out, n, SAVED_DIE_AT + place * ZONES, targets(box, state, int(state.saved[place])))
    if state.cards[HOSTILE] > 0 and count(state.pairs) > 1:
        n = add(out, n, USE + HOSTILE)
    return add(out, n, DONE)


@rule
def place_die(state: Record, action: int) -> None:
    if action >= SAVED_DIE_AT:
        place = (action - SAVED_DIE_AT) // ZONES
        zone = (action - SAVED_DIE_AT) % ZONES
        die = int(state.saved[place])
        state.saved[place] = 0
    else:
        first = STRIKE if action >= STRIKE else SEARCH
        zone = (action - first) % ZONES
        die = (RED if action >= STRIKE else YELLOW) << 3 | ((action - first) // ZONES + 1)
        state.pool[find(state.pool, die)] = 0
    put = 0 if state.placed[0] == 0 else 1
    state.placed[put] = die
    state.placed_at[put] = zone
    emit(state, ON_ZONE, zone, die, 0, 0)


@rule
def reveal_on(box: Record, state: Record) -> bool:
    """One placed die after the other: the block is revealed, a trap springs, the octopus is confronted."""
    while state.placed[0] != 0:
        zone = int(state.placed_at[0])
        if state.reveal == COVERED:
            turn_over(box, state, zone)
        if state.reveal == SPRUNG:
            if state.cards[OBSERVANT] > 0:
                return ask(state, TRAPPED, SHARK)
            spring(box, state, zone)
            return False  # now it is the octopus's
        if state.reveal == FACED:
            if count(state.pairs) == 1:
                emit(state, SHOWDOWN, lowest(state.pairs), lowest(state.pairs), 0, 0)
                win(state, SHARK, CAUGHT)
                return True
            emit(state, CONFRONTED, count(state.pairs), 0, 0, 0)
            state.phase = CONFRONTING
            state.waiting = BOTH
            return True
        settle(box, state)
        if state.over == 1:
            return True
    state.step = STORES
    return False


@rule
def turn_over(box: Record, state: Record, zone: int) -> None:
    strike = colour_of(state.placed[0]) == RED
    state.reveal = SETTLED
    if is_hidden(state, zone):
        show(state, zone, STRUCK if strike else SEARCHED)
        kind = int(state.den.blocks[zone])
        if CURRENT_TRAP <= kind < DOUBLE_SHELL:
            state.reveal = SPRUNG
            state.trap = kind
    if strike and state.den.blocks[zone] == THE_OCTOPUS:
        state.reveal = FACED


@rule
def spring(box: Record, state: Record, zone: int) -> None:
    """What the trap lets the octopus do."""
    kind = int(state.trap)
    state.reveal = SETTLED
    emit(state, SPRINGS, kind, 0, 0, 0)
    if kind == HIDE_TRAP:
        state.hides = box.hide_trap
        state.least = 0
        state.not_here = zone
    elif kind == DEN_TRAP:
        state.to_den = 1
    else:
        state.removals = box.current_traps[kind - CURRENT_TRAP]
        state.least = 0


@rule
def settle(box: Record, state: Record) -> None:
    """A used search die goes to the growth track, a used strike die to the hunger track."""
    colour = colour_of(state.placed[0])
    state.placed[0] = state.placed[1]
    state.placed_at[0] = state.placed_at[1]
    state.placed[1] = 0
    state.placed_at[1] = 0
    state.reveal = COVERED
    if colour == RED:
        feed(box, state, colour)
    else:
        grow(box, state, colour)


@rule
def order(state: Record, zone: int) -> None:
    """The die on this zone is the first."""
    emit(state, BEGINS_WITH, zone, 0, 0, 0)
    if state.placed_at[0] != zone:
        die = int(state.placed[0])
        other = int(state.placed_at[0])
        state.placed[0] = state.placed[1]
        state.placed_at[0] = state.placed_at[1]
        state.placed[1] = die
        state.placed_at[1] = other
    state.step = REVEALING


# Confrontation --------------------------------------------------------------------------------------------------------


@rule
def confront(box: Record, state: Record, seat: int, strategy: int) -> None:
    """Both choose unseen; then both cards are turned up."""
    state.chosen[seat] = strategy + 1
    state.waiting = int(state.waiting) & ~bit(seat)
    tell(state, bit(seat), CHOSE, strategy, 0, 0, 0)
    emit(state, HAS_CHOSEN, seat, 0, 0, 0)
    if state.waiting != 0:
        return
    mine = int(state.chosen[OCTOPUS]) - 1
    counter = int(state.chosen[SHARK]) - 1
    state.chosen[OCTOPUS] = 0
    state.chosen[SHARK] = 0
    emit(state, SHOWDOWN, mine, counter, 0, 0)
    if mine == counter:
        win(state, SHARK, CAUGHT)
        return
    state.pairs = int(state.pairs) & ~bit(mine)
    state.reveal = SETTLED
    emit(state, ESCAPED, mine, 0, 0, 0)
    escape(box, state, mine, int(state.placed_at[0]))


@rule
def escape(box: Record, state: Record, strategy: int, zone: int) -> None:
    """The octopus hides, and the strategy does the rest."""
    hide(state, zone)
    if strategy == FIGHT:
        state.to_den = 1
    elif strategy == FLIGHT:
        others = min(int(box.flight), count(int(state.hidden)) - 1)
        if others > 0:
            put_in_bag(state, zone)
            state.picks = others
            state.least = 1
    else:
        state.hides = box.flinch - 1
        state.least = 0
