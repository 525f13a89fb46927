"""Kelp: the shark's turn, step by step, and what it can decide at each."""

from __future__ import annotations

from undertow.core.records import Ints, Record, add, add_all, bit, count, emit, lowest
from undertow.core.rule import rule
from undertow.games.kelp.actions import DASH, DIE, DONE, FEED, FIRST, NAME, RETURN, SWIM, TAKE, TAKE_CURRENT, USE
from undertow.games.kelp.dice import (
    act_before_move,
    before_move,
    choose_die,
    colours_in_bag,
    colours_in_pool,
    dice_of,
    draw_dice,
    has_more_to_do,
    prepare,
    relent_choices,
    return_die,
    roll_again,
    take_current,
    trade_with,
    turn_red,
)
from undertow.games.kelp.energy import (
    colours_of_energy,
    energy_choices,
    pay_with_hunger,
    spend,
    spend_on,
    store,
    store_on,
)
from undertow.games.kelp.forest import ask, roll_on, use
from undertow.games.kelp.octopus import place_pulled
from undertow.games.kelp.search import order, place_die, reveal_on, search_choices, search_on, spring
from undertow.games.kelp.state import (
    AFTER_MOVE,
    BEFORE_MOVE,
    DICE,
    DRAWS,
    ENERGY,
    EXCHANGES,
    FEEDING,
    HOSTILE,
    IGNORED,
    MOVED,
    MOVES,
    MOVING,
    NAMING,
    NOWHERE,
    OBSERVANT,
    ORDERING,
    PASSED,
    PREPARES,
    REACTING,
    REACTIVE,
    REROLLING,
    REROLLS,
    RETURNING,
    REVEALING,
    ROLLING,
    ROLLS,
    SEARCHES,
    SEARCHING,
    SETTLED,
    SHARK,
    SHARK_TURN,
    SPENDS,
    STILL,
    STORES,
    STORING,
    SWIFT,
    TAKING,
    TAKING_CURRENT,
    TRADING,
    TURNING,
)
from undertow.games.kelp.swim import dash, dashes, look_ahead, swim

# The turn, step by step -----------------------------------------------------------------------------------------------


@rule
def begin_shark_turn(box: Record, state: Record) -> None:
    """What the growth tiles give, and how many dice are drawn."""
    state.turn = SHARK
    state.step = DRAWS
    state.to_draw = box.dice
    state.rerolls = 0
    state.exchanges = 0
    for tile in range(state.tiles):
        power = box.tiles[tile]
        if power == REROLLS:
            state.rerolls += 1
        elif power == EXCHANGES:
            state.exchanges += 1
        else:
            state.to_draw = box.more_dice
    emit(state, SHARK_TURN, 0, 0, 0, 0)
    emit(state, DICE, int(state.to_draw), 0, 0, 0)


@rule
def shark_turn(box: Record, state: Record) -> bool:
    """The steps in their order. True: the game waits; False: it is the octopus's, or the turn is over."""
    if state.step == DRAWS and draw_dice(box, state):
        return True
    if state.step == ROLLS:
        if state.to_roll != 0:
            return roll_on(state, ROLLING)
        state.step = PREPARES
    if state.step == PREPARES and prepare(box, state):
        return True
    while state.step in (PREPARES, MOVES):
        if state.heading == NOWHERE and choose_way(box, state):
            return True
        swim(box, state)
    if state.step == MOVED:
        if state.cards[SWIFT] > 0 and dashes(box, state) != 0:
            return ask(state, AFTER_MOVE, SHARK)
        state.step = SEARCHES
    if state.step == SEARCHES and search_on(box, state):
        return True
    if state.step == REVEALING and reveal_on(box, state):
        return True
    if state.step == STORES and store_on(box, state):
        return True
    return state.step == SPENDS and spend_on(box, state)


@rule
def choose_way(box: Record, state: Record) -> bool:
    """Before the move, on a current, or after a dash: whether there is anything to decide."""
    look_ahead(box, state)
    if state.step == PREPARES:
        phase = BEFORE_MOVE
        more = has_more_to_do(box, state)
    else:
        phase = MOVING
        more = state.swims == STILL and state.cards[SWIFT] > 0 and dashes(box, state) != 0
    if more or count(state.ahead) > 1:
        return ask(state, phase, SHARK)
    state.heading = lowest(state.ahead)
    return False


# Choices by what is going on ------------------------------------------------------------------------------------------


@rule
def shark_choices(box: Record, state: Record, out: Ints) -> int:
    phase = int(state.phase)
    if phase == BEFORE_MOVE:
        return before_move(box, state, out)
    if phase == SEARCHING:
        return search_choices(box, state, out)
    if phase == ENERGY:
        return energy_choices(box, state, out)
    if phase == MOVING:
        n = add_all(out, 0, SWIM, int(state.ahead))
        if state.swims == STILL and state.cards[SWIFT] > 0:
            n = add_all(out, n, DASH, dashes(box, state))
        return n
    if phase == NAMING:
        return add_all(out, 0, NAME, int(state.gaps))
    if phase == FEEDING:
        return add_all(out, 0, FEED, colours_of_energy(state))
    return rare_choices(box, state, phase, out)


@rule
def rare_choices(box: Record, state: Record, phase: int, out: Ints) -> int:
    if phase == TAKING_CURRENT:
        return add_all(out, 0, TAKE_CURRENT, int(state.covered))
    if phase == RETURNING:
        return add_all(out, 0, RETURN, colours_in_pool(state))
    if phase == TAKING:
        return add_all(out, 0, TAKE, colours_in_bag(state))
    if phase == REROLLING:
        return relent_choices(state, out)
    if phase == TURNING:
        return add_all(out, 0, DIE, dice_of(state.pool) & 0xFF000000)
    if phase == TRADING:
        return add_all(out, 0, DIE, dice_of(state.energy))
    if phase == STORING:
        return add_all(out, 0, DIE, dice_of(state.pool))
    if phase == ORDERING:
        return add_all(out, 0, FIRST, bit(state.placed_at[0]) | bit(state.placed_at[1]))
    if phase == AFTER_MOVE:
        n = add_all(out, 0, DASH, dashes(box, state))
    else:
        n = add(out, 0, USE + (REACTIVE if phase == REACTING else OBSERVANT))
    return add(out, n, DONE)


@rule
def shark_acts(box: Record, state: Record, action: int) -> None:
    phase = int(state.phase)
    if action == DONE:
        emit(state, PASSED, SHARK, 0, 0, 0)
    if phase == BEFORE_MOVE:
        act_before_move(box, state, action)
    elif phase == NAMING:
        place_pulled(state, action - NAME)
    elif phase == SEARCHING:
        if action == DONE:
            state.step = REVEALING  # no more dice on zones
        elif action == USE + HOSTILE:
            use(state, HOSTILE)
            state.banishes = 1
        else:
            place_die(state, action)
    elif phase == ENERGY:
        if action == USE + HOSTILE:
            use(state, HOSTILE)
            state.banishes = 1
        else:
            spend(box, state, action)
    elif phase == MOVING:
        if action >= DASH:
            dash(box, state, action - DASH)
        else:
            state.heading = action - SWIM
    elif phase == FEEDING:
        pay_with_hunger(box, state, action - FEED)
    else:
        act_rarely(box, state, phase, action)


@rule
def act_rarely(box: Record, state: Record, phase: int, action: int) -> None:
    if phase == TAKING_CURRENT:
        take_current(state, action - TAKE_CURRENT)
    elif phase == RETURNING:
        return_die(state, action - RETURN)
    elif phase == TAKING:
        choose_die(state, action - TAKE)
    elif phase == REROLLING:
        relent(state, action)
    elif phase == TURNING:
        turn_red(box, state, action - DIE)
    elif phase == TRADING:
        trade_with(state, action - DIE)
    elif phase == STORING:
        store(state, action - DIE)
    elif phase == ORDERING:
        order(state, action - FIRST)
    elif phase == AFTER_MOVE:
        if action == DONE:
            state.step = SEARCHES
        else:
            dash(box, state, action - DASH)
    elif phase == REACTING:
        if action != DONE:
            use(state, REACTIVE)
            state.to_return = box.number[REACTIVE]
            state.to_choose = 1
    else:
        answer_trap(box, state, action)


@rule
def relent(state: Record, action: int) -> None:
    if action == DONE:
        state.relents = 0
    else:
        roll_again(state, action - DIE)
        state.relents -= 1


@rule
def answer_trap(box: Record, state: Record, action: int) -> None:
    """Observant: the trap does nothing. Otherwise it springs."""
    if action == DONE:
        spring(box, state, int(state.placed_at[0]))
    else:
        use(state, OBSERVANT)
        state.reveal = SETTLED
        emit(state, IGNORED, int(state.trap), 0, 0, 0)
