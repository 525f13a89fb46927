"""Kelp: the shark's turn, step by step, and what it can decide at each."""

from __future__ import annotations

from undertow.core.records import Ints, Record, add, add_all, bit, count, emit, lowest
from undertow.core.rule import rule
from undertow.games.kelp import actions as act
from undertow.games.kelp import state as st
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
from undertow.games.kelp.forest import add_dice, ask, nth_die, roll_on, use
from undertow.games.kelp.octopus import place_pulled
from undertow.games.kelp.search import order, place_die, reveal_on, search_choices, search_on, spring
from undertow.games.kelp.swim import dash, dashes, look_ahead, swim

# The turn, step by step -----------------------------------------------------------------------------------------------


@rule
def begin_shark_turn(box: Record, state: Record) -> None:
    """What the growth tiles give, and how many dice are drawn."""
    state.turn = st.SHARK
    state.step = st.DRAWS
    state.to_draw = box.dice
    state.rerolls = 0
    state.exchanges = 0
    for tile in range(state.tiles):
        power = box.tiles[tile]
        if power == st.REROLLS:
            state.rerolls += 1
        elif power == st.EXCHANGES:
            state.exchanges += 1
        else:
            state.to_draw = box.more_dice
    emit(state, st.SHARK_TURN, 0, 0, 0, 0)
    emit(state, st.DICE, int(state.to_draw), 0, 0, 0)


@rule
def shark_turn(box: Record, state: Record) -> bool:
    """The steps in their order. True: the game waits; False: it is the octopus's, or the turn is over."""
    if state.step == st.DRAWS and draw_dice(box, state):
        return True
    if state.step == st.ROLLS:
        if state.to_roll != 0:
            return roll_on(state, st.ROLLING)
        state.step = st.PREPARES
    if state.step == st.PREPARES and prepare(box, state):
        return True
    while state.step in (st.PREPARES, st.MOVES):
        if state.heading == st.NOWHERE and choose_way(box, state):
            return True
        swim(box, state)
    if state.step == st.MOVED:
        if state.cards[st.SWIFT] > 0 and dashes(box, state) != 0:
            return ask(state, st.AFTER_MOVE, st.SHARK)
        state.step = st.SEARCHES
    if state.step == st.SEARCHES and search_on(box, state):
        return True
    if state.step == st.REVEALING and reveal_on(box, state):
        return True
    if state.step == st.STORES and store_on(box, state):
        return True
    return state.step == st.SPENDS and spend_on(box, state)


@rule
def choose_way(box: Record, state: Record) -> bool:
    """Before the move, on a current, or after a dash: whether there is anything to decide."""
    look_ahead(box, state)
    if state.step == st.PREPARES:
        phase = st.BEFORE_MOVE
        more = has_more_to_do(box, state)
    else:
        phase = st.MOVING
        more = state.swims == st.STILL and state.cards[st.SWIFT] > 0 and dashes(box, state) != 0
    if more or count(state.ahead) > 1:
        return ask(state, phase, st.SHARK)
    state.heading = lowest(state.ahead)
    return False


# Choices by what is going on ------------------------------------------------------------------------------------------


@rule
def shark_choices(box: Record, state: Record, out: Ints) -> int:
    phase = int(state.phase)
    if phase == st.BEFORE_MOVE:
        return before_move(box, state, out)
    if phase == st.SEARCHING:
        return search_choices(box, state, out)
    if phase == st.ENERGY:
        return energy_choices(box, state, out)
    if phase == st.MOVING:
        n = add_all(out, 0, act.SWIM, int(state.ahead))
        if state.swims == st.STILL and state.cards[st.SWIFT] > 0:
            n = add_all(out, n, act.DASH, dashes(box, state))
        return n
    if phase == st.NAMING:
        return add_all(out, 0, act.NAME, int(state.gaps))
    if phase == st.FEEDING:
        return add_all(out, 0, act.FEED, colours_of_energy(state) >> st.BLUE)
    return rare_choices(box, state, phase, out)


@rule
def rare_choices(box: Record, state: Record, phase: int, out: Ints) -> int:
    if phase == st.TAKING_CURRENT:
        return add_all(out, 0, act.TAKE_CURRENT, int(state.covered))
    if phase == st.RETURNING:
        return add_all(out, 0, act.RETURN, colours_in_pool(state) >> st.BLUE)
    if phase == st.TAKING:
        return add_all(out, 0, act.TAKE, colours_in_bag(state) >> st.BLUE)
    if phase == st.REROLLING:
        return relent_choices(state, out)
    if phase == st.TURNING:
        return add_dice(out, 0, act.TURN, dice_of(state.pool) & 0xFF000000)
    if phase == st.TRADING:
        return add_dice(out, 0, act.TAKE_STORED, dice_of(state.energy))
    if phase == st.STORING:
        return add_dice(out, 0, act.STORE, dice_of(state.pool))
    if phase == st.ORDERING:
        return add_all(out, 0, act.FIRST, bit(state.placed_at[0]) | bit(state.placed_at[1]))
    if phase == st.AFTER_MOVE:
        n = add_all(out, 0, act.DASH, dashes(box, state))
    else:
        n = add(out, 0, act.USE + (st.REACTIVE if phase == st.REACTING else st.OBSERVANT))
    return add(out, n, act.DONE)


@rule
def shark_acts(box: Record, state: Record, action: int) -> None:
    phase = int(state.phase)
    if action == act.DONE:
        emit(state, st.PASSED, st.SHARK, 0, 0, 0)
    if phase == st.BEFORE_MOVE:
        act_before_move(box, state, action)
    elif phase == st.NAMING:
        place_pulled(state, action - act.NAME)
    elif phase == st.SEARCHING:
        if action == act.DONE:
            state.step = st.REVEALING  # no more dice on zones
        elif action == act.USE + st.HOSTILE:
            use(state, st.HOSTILE)
            state.banishes = 1
        else:
            place_die(state, action)
    elif phase == st.ENERGY:
        if action == act.USE + st.HOSTILE:
            use(state, st.HOSTILE)
            state.banishes = 1
        else:
            spend(box, state, action)
    elif phase == st.MOVING:
        if action >= act.DASH:
            dash(box, state, action - act.DASH)
        else:
            state.heading = action - act.SWIM
    elif phase == st.FEEDING:
        pay_with_hunger(box, state, st.BLUE + action - act.FEED)
    else:
        act_rarely(box, state, phase, action)


@rule
def act_rarely(box: Record, state: Record, phase: int, action: int) -> None:
    if phase == st.TAKING_CURRENT:
        take_current(state, action - act.TAKE_CURRENT)
    elif phase == st.RETURNING:
        return_die(state, st.BLUE + action - act.RETURN)
    elif phase == st.TAKING:
        choose_die(state, st.BLUE + action - act.TAKE)
    elif phase == st.REROLLING:
        relent(state, action)
    elif phase == st.TURNING:
        turn_red(box, state, nth_die(action - act.TURN))
    elif phase == st.TRADING:
        trade_with(state, nth_die(action - act.TAKE_STORED))
    elif phase == st.STORING:
        store(state, nth_die(action - act.STORE))
    elif phase == st.ORDERING:
        order(state, action - act.FIRST)
    elif phase == st.AFTER_MOVE:
        if action == act.DONE:
            state.step = st.SEARCHES
        else:
            dash(box, state, action - act.DASH)
    elif phase == st.REACTING:
        if action != act.DONE:
            use(state, st.REACTIVE)
            state.to_return = box.number[st.REACTIVE]
            state.to_choose = 1
    else:
        answer_trap(box, state, action)


@rule
def relent(state: Record, action: int) -> None:
    if action == act.DONE:
        state.relents = 0
    else:
        roll_again(state, nth_die(action - act.AGAIN))
        state.relents -= 1


@rule
def answer_trap(box: Record, state: Record, action: int) -> None:
    """Observant: the trap does nothing. Otherwise it springs."""
    if action == act.DONE:
        spring(box, state, int(state.placed_at[0]))
    else:
        use(state, st.OBSERVANT)
        state.reveal = st.SETTLED
        emit(state, st.IGNORED, int(state.trap), 0, 0, 0)
