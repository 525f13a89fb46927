"""Kelp: what both sides do to the forest. Blocks stand and lie, dice move about, somebody wins."""

from __future__ import annotations

from undertow.core.records import Ints, Record, add_all, bit, emit, has
from undertow.core.rule import rule, tiny
from undertow.games.kelp import state as st

# Who is asked ---------------------------------------------------------------------------------------------------------


@tiny
def ask(state: Record, phase: int, seat: int) -> bool:
    """The seat has a decision to make. True: the game waits."""
    state.phase = phase
    state.waiting = bit(seat)
    return True


@tiny
def roll_on(state: Record, phase: int) -> bool:
    """Chance decides. True: the game waits."""
    state.phase = phase
    state.waiting = 0
    return True


@rule
def win(state: Record, seat: int, reason: int) -> None:
    state.over = 1
    state.phase = st.OVER
    state.waiting = 0
    state.winner = seat
    state.reason = reason
    emit(state, st.WON, seat, reason, 0, 0)


# Blocks ---------------------------------------------------------------------------------------------------------------


@rule
def show(state: Record, zone: int, why: int) -> None:
    """A block is revealed: it lies down for everybody to see."""
    state.hidden = int(state.hidden) & ~bit(zone)
    emit(state, st.SHOWN, zone, int(state.den.blocks[zone]), why, 0)


@rule
def hide(state: Record, zone: int) -> None:
    """A block stands up again."""
    state.hidden = int(state.hidden) | bit(zone)
    emit(state, st.HID, zone, 0, 0, 0)


@rule
def zone_of(state: Record, kind: int) -> int:
    """Where the block of this kind is; there is one of each but shells. ZONES: not on the board."""
    zone = 0
    while zone < st.ZONES and state.den.blocks[zone] != kind:
        zone += 1
    return zone


@tiny
def can_leave(box: Record, kind: int) -> bool:
    """A gained block takes the place of a revealed one, but never of the octopus; as a house rule, not of food."""
    return kind > st.THE_OCTOPUS and not (box.food_stays == 1 and kind >= st.CRAB)


# Dice -----------------------------------------------------------------------------------------------------------------


@tiny
def colour_of(die: int) -> int:
    return int(die) >> 3


@tiny
def pips_of(die: int) -> int:
    return int(die) & 7


@rule
def add_dice(out: Ints, n: int, first: int, dice: int) -> int:
    """Write the actions for a bit set of dice, of which actions have six of each colour; returns how many there are."""
    bits = int(dice)
    places = ((bits >> 9) & 0x3F) | (((bits >> 17) & 0x3F) << 6) | (((bits >> 25) & 0x3F) << 12)
    return add_all(out, n, first, places)


@tiny
def nth_die(place: int) -> int:
    """The die that an action means which is so many places behind the first one of its kind."""
    return (int(place) // st.PIPS + 1) << 3 | (int(place) % st.PIPS + 1)


@rule
def find(dice: Ints, die: int) -> int:
    """Where this die is among others; for die 0 the first free place; -1: nowhere."""
    for place in range(dice.shape[0]):
        if dice[place] == die:
            return place
    return -1


@rule
def number_of(dice: Ints) -> int:
    """How many dice there are."""
    n = 0
    for place in range(dice.shape[0]):
        if dice[place] != 0:
            n += 1
    return n


@rule
def drop_current(state: Record, space: int) -> None:
    """A current leaves the board and goes back into the bag."""
    lift_current(state, space)
    state.bag[st.BLUE] += 1
    emit(state, st.CURRENT_LOST, space, 0, 0, 0)


@rule
def lift_current(state: Record, space: int) -> None:
    state.currents[space] = 0
    state.covered = int(state.covered) & ~bit(space)


@rule
def grow(box: Record, state: Record, colour: int) -> None:
    """A used die goes to the growth track; a full tile is flipped and its dice go back into the bag."""
    if state.tiles == st.TILES:
        state.bag[colour] += 1
        return
    state.growth[colour] += 1
    dice = int(state.growth[1]) + int(state.growth[2]) + int(state.growth[3])
    emit(state, st.GREW, colour, dice, 0, 0)
    if dice < box.tile_dice:
        return
    for each in range(1, 4):
        state.bag[each] += state.growth[each]
        state.growth[each] = 0
    state.tiles += 1
    emit(state, st.TILE, int(state.tiles), 0, 0, 0)


@rule
def feed(box: Record, state: Record, colour: int) -> None:
    """A die goes to the hunger track; the last space, or no red die for it, and the shark has lost."""
    state.hunger[colour] += 1
    state.hungry += 1
    emit(state, st.HUNGRIER, colour, int(state.hungry), 0, 0)
    if state.hungry >= box.hunger_track:
        win(state, st.OCTOPUS, st.EXHAUSTED)
    elif state.hungry == box.hunger_track - 1 and red_dice(state) == 0:
        win(state, st.OCTOPUS, st.TOOTHLESS)


@rule
def is_last_strike(box: Record, state: Record) -> bool:
    """Whether the die being resolved is red and ends the match once it goes to the hunger track."""
    if colour_of(state.placed[0]) != st.RED:
        return False
    left = int(box.hunger_track) - int(state.hungry) - 1
    return left <= 0 or (left == 1 and red_dice(state) == 1)


@rule
def red_dice(state: Record) -> int:
    """How many red dice the shark has that it can still strike with."""
    return int(state.bag[st.RED]) + reds(state.pool) + reds(state.energy) + reds(state.saved) + reds(state.placed)


@rule
def reds(dice: Ints) -> int:
    n = 0
    for place in range(dice.shape[0]):
        if colour_of(dice[place]) == st.RED:
            n += 1
    return n


@tiny
def is_hidden(state: Record, zone: int) -> bool:
    return has(state.hidden, zone)


@rule
def use(state: Record, card: int) -> None:
    """A card is used once and leaves the game, for everybody to see."""
    state.cards[card] -= 1
    state.used[card] += 1
    emit(state, st.USED, card, 0, 0, 0)
