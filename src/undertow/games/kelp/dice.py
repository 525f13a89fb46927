"""Kelp: the shark's dice. It draws and rolls them, then its cards and growth tiles do things to them."""

from __future__ import annotations

from undertow.core.records import Ints, Record, add, add_all, bit, count, emit, has, lowest
from undertow.core.rule import rule, tiny
from undertow.games.kelp import actions as act
from undertow.games.kelp import state as st
from undertow.games.kelp.forest import (
    add_dice,
    ask,
    colour_of,
    feed,
    find,
    lift_current,
    nth_die,
    number_of,
    pips_of,
    reds,
    roll_on,
    use,
)
from undertow.games.kelp.swim import dash, dashes

# Draw and roll --------------------------------------------------------------------------------------------------------


@rule
def draw_dice(box: Record, state: Record) -> bool:
    """Dice from the bag; when it is empty currents are taken off the board instead. Then they are rolled."""
    while state.to_draw > 0:
        if colours_in_bag(state) != 0:
            return roll_on(state, st.DRAWING_DICE)
        if state.covered == 0 or number_of(state.pool) >= box.roll_at_least:
            state.to_draw = 0
        elif count(state.covered) > 1:
            return ask(state, st.TAKING_CURRENT, st.SHARK)
        else:
            take_current(state, lowest(state.covered))
    if state.to_return > 0 and return_on(state):
        return ask(state, st.RETURNING, st.SHARK)
    if state.to_choose == 1 and choose_on(state):
        return ask(state, st.TAKING, st.SHARK)
    if state.asked == 0:
        state.asked = 1
        if state.cards[st.REACTIVE] > 0 and number_of(state.pool) >= box.number[st.REACTIVE]:
            return ask(state, st.REACTING, st.SHARK)
    state.to_roll = unrolled(state)
    state.step = st.ROLLS
    return False


@rule
def unrolled(state: Record) -> int:
    """Dice of the pool that show nothing yet, a bit each."""
    dice = 0
    for place in range(st.POOL):
        if state.pool[place] != 0 and pips_of(state.pool[place]) == 0:
            dice |= bit(place)
    return dice


@rule
def draw_die(state: Record, colour: int) -> None:
    state.bag[colour] -= 1
    state.to_draw -= 1
    state.pool[find(state.pool, 0)] = colour << 3
    emit(state, st.DIE_DRAWN, colour, 0, 0, 0)


@rule
def take_current(state: Record, space: int) -> None:
    lift_current(state, space)
    state.to_draw -= 1
    state.pool[find(state.pool, 0)] = st.BLUE << 3
    emit(state, st.CURRENT_TAKEN, space, 0, 0, 0)


@rule
def colours_in_pool(state: Record) -> int:
    colours = 0
    for place in range(st.POOL):
        if state.pool[place] != 0:
            colours |= bit(colour_of(state.pool[place]))
    return colours


@rule
def colours_in_bag(state: Record) -> int:
    colours = 0
    for colour in range(st.BLUE, st.RED + 1):
        if state.bag[colour] > 0:
            colours |= bit(colour)
    return colours


@rule
def return_on(state: Record) -> bool:
    """Whether there is a choice of which drawn dice go back."""
    while state.to_return > 0:
        colours = colours_in_pool(state)
        if count(colours) > 1 and number_of(state.pool) > state.to_return:
            return True
        return_die(state, lowest(colours))
    return False


@rule
def return_die(state: Record, colour: int) -> None:
    state.pool[find(state.pool, colour << 3)] = 0
    state.bag[colour] += 1
    state.to_return -= 1
    emit(state, st.RETURNED, colour, 0, 0, 0)


@rule
def choose_on(state: Record) -> bool:
    colours = colours_in_bag(state)
    if count(colours) > 1:
        return True
    choose_die(state, lowest(colours))
    return False


@rule
def choose_die(state: Record, colour: int) -> None:
    """One die of its choice out of the bag."""
    state.bag[colour] -= 1
    state.pool[find(state.pool, 0)] = colour << 3
    state.to_choose = 0
    emit(state, st.TAKEN, colour, 0, 0, 0)


@rule
def roll_die(state: Record, pips: int) -> None:
    place = lowest(state.to_roll)
    die = colour_of(state.pool[place]) << 3 | pips
    state.pool[place] = die
    state.to_roll = int(state.to_roll) & ~bit(place)
    emit(state, st.ROLLED, die, 0, 0, 0)


@rule
def roll_again(state: Record, die: int) -> None:
    """A die of the pool is to be rolled again; equal dice one after the other."""
    for place in range(st.POOL):
        if state.pool[place] == die and not has(state.to_roll, place):
            state.to_roll = int(state.to_roll) | bit(place)
            emit(state, st.ROLLS_AGAIN, die, 0, 0, 0)
            return


# Before the move ------------------------------------------------------------------------------------------------------


@rule
def prepare(box: Record, state: Record) -> bool:
    """What it has begun before the move. What has one answer only is done."""
    if state.relents > 0:
        if state.to_roll != all_dice(state):
            return ask(state, st.REROLLING, st.SHARK)
        state.relents = 0
    if state.to_roll != 0:
        return roll_on(state, st.ROLLING)
    if state.dares == 1:
        if different(state, st.RED) > 1:
            return ask(state, st.TURNING, st.SHARK)
        turn_red(box, state, any_red(state))
    if state.trading != 0:
        if distinct(state.energy) > 1:
            return ask(state, st.TRADING, st.SHARK)
        trade_with(state, any_energy(state))
    return False


@rule
def all_dice(state: Record) -> int:
    """Every die of the pool, a bit each."""
    dice = 0
    for place in range(st.POOL):
        if state.pool[place] != 0:
            dice |= bit(place)
    return dice


@rule
def dice_of(dice: Ints) -> int:
    """The dice there are as a bit set, equal ones once."""
    seen = 0
    for place in range(dice.shape[0]):
        if dice[place] != 0:
            seen |= bit(dice[place])
    return seen


@rule
def distinct(dice: Ints) -> int:
    """How many different dice there are."""
    return count(dice_of(dice))


@rule
def different(state: Record, colour: int) -> int:
    """How many dice of this colour in the pool show different pips."""
    return count((dice_of(state.pool) >> (colour << 3)) & 0xFF)


@tiny
def any_red(state: Record) -> int:
    return st.RED << 3 | lowest((dice_of(state.pool) >> (st.RED << 3)) & 0xFF)


@tiny
def any_energy(state: Record) -> int:
    return lowest(dice_of(state.energy))


@rule
def has_more_to_do(box: Record, state: Record) -> bool:
    """Whether it can do anything before the move."""
    state.usable = usable(box, state)
    if state.usable != 0 or different(state, st.BLUE) > 0 or saved_of(state, st.BLUE) != 0:
        return True
    return number_of(state.pool) > 0 and (state.rerolls > 0 or (state.exchanges > 0 and number_of(state.energy) > 0))


@rule
def saved_of(state: Record, colour: int) -> int:
    """Dice of this colour saved in an earlier turn, a bit for each place."""
    places = 0
    for place in range(st.SAVED):
        if colour_of(state.saved[place]) == colour and not has(state.saved_now, place):
            places |= bit(place)
    return places


@rule
def usable(box: Record, state: Record) -> int:
    """Cards whose effect can be used before the move, a bit each."""
    cards = 0
    for card in range(st.AGILE, st.SHARK_CARDS):
        if state.cards[card] > 0 and can_use(box, state, card):
            cards |= bit(card)
    return cards


@rule
def can_use(box: Record, state: Record, card: int) -> bool:
    dice = number_of(state.pool)
    if card == st.AGILE:
        return bool(state.ends != st.EITHER_END)
    if card == st.DARING:
        return dice > 1 and different(state, st.RED) > 0
    if card == st.HOSTILE:
        return count(state.pairs) > 1
    if card == st.HUNGRY:
        return state.began == 0 and colours_in_bag(state) != 0 and dice + box.number[st.HUNGRY] <= st.POOL
    if card == st.RELENTLESS:
        return dice > 0
    if card == st.RUTHLESS:
        return raisable(state) != 0
    if card == st.SWIFT:
        return dashes(box, state) != 0
    return card == st.VIGILANT and dice > 0 and find(state.saved, 0) >= 0


@rule
def raisable(state: Record) -> int:
    """Dice of the pool that show less than six, as a bit set."""
    return dice_of(state.pool) & 0x3F3F3F3F


@rule
def before_move(box: Record, state: Record, out: Ints) -> int:
    dice = dice_of(state.pool)
    free = (1 << st.SPACES) - 1 & ~int(state.covered) & ~bit(state.at)
    n = add_all(out, 0, act.SWIM, int(state.ahead))
    for pips in range(1, st.PIPS + 1):
        if has(dice, st.BLUE << 3 | pips):
            n = add_all(out, n, act.PLACE_CURRENT + (pips - 1) * st.SPACES, free)
    ready = saved_of(state, st.BLUE)
    for place in range(st.SAVED):
        if has(ready, place):
            n = add_all(out, n, act.PLACE_SAVED + place * st.SPACES, free)
    if state.rerolls > 0:
        n = add_dice(out, n, act.REROLL, dice)
    if state.exchanges > 0 and number_of(state.energy) > 0:
        n = add_dice(out, n, act.TRADE, dice)
    cards = int(state.usable)
    return n if cards == 0 else card_moves(box, state, cards, dice, out, n)


@rule
def card_moves(box: Record, state: Record, cards: int, dice: int, out: Ints, n: int) -> int:
    n = add_all(out, n, act.USE, cards & (bit(st.AGILE) | bit(st.HOSTILE) | bit(st.HUNGRY)))
    if has(cards, st.DARING):
        lone_red = reds(state.pool) == 1
        others = dice & 0xFFFFFF if lone_red else dice
        n = add_dice(out, n, act.DARE, others)
    if has(cards, st.RELENTLESS):
        n = add_dice(out, n, act.RELENT, dice)
    if has(cards, st.RUTHLESS):
        n = add_dice(out, n, act.BOOST, raisable(state))
    if has(cards, st.SWIFT):
        n = add_all(out, n, act.DASH, dashes(box, state))
    if has(cards, st.VIGILANT):
        n = add_dice(out, n, act.SAVE, dice)
    return n


@rule
def act_before_move(box: Record, state: Record, action: int) -> None:
    if action >= act.SWIM:
        if action >= act.DASH:
            dash(box, state, action - act.DASH)
            state.step = st.MOVES
        else:
            state.heading = action - act.SWIM
    elif action >= act.REROLL:
        handle_die(box, state, action)
    elif action >= act.PLACE_SAVED:
        place = (action - act.PLACE_SAVED) // st.SPACES
        place_current(state, (action - act.PLACE_SAVED) % st.SPACES, pips_of(state.saved[place]))
        state.saved[place] = 0
    elif action >= act.PLACE_CURRENT:
        pips = (action - act.PLACE_CURRENT) // st.SPACES + 1
        state.pool[find(state.pool, st.BLUE << 3 | pips)] = 0
        place_current(state, (action - act.PLACE_CURRENT) % st.SPACES, pips)
    else:
        use_at_once(box, state, action - act.USE)


@rule
def use_at_once(box: Record, state: Record, card: int) -> None:
    use(state, card)
    if card == st.AGILE:
        state.ends = st.EITHER_END ^ int(state.ends)
        emit(state, st.REVERSED, 0, 0, 0, 0)
    elif card == st.HUNGRY:
        state.to_draw = box.number[st.HUNGRY]
        state.step = st.DRAWS
    else:
        state.banishes = 1


@rule
def place_current(state: Record, space: int, pips: int) -> None:
    state.currents[space] = pips
    state.covered = int(state.covered) | bit(space)
    state.began = 1
    emit(state, st.CURRENT, space, pips, 0, 0)


@rule
def handle_die(box: Record, state: Record, action: int) -> None:
    """A growth tile or a card does something to a die of the pool."""
    if action >= act.SAVE:
        save_die(state, nth_die(action - act.SAVE))
    elif action >= act.DARE:
        die = nth_die(action - act.DARE)
        use(state, st.DARING)
        state.dares = 1
        state.pool[find(state.pool, die)] = 0
        feed(box, state, colour_of(die))
    elif action >= act.BOOST:
        die = nth_die(action - act.BOOST)
        use(state, st.RUTHLESS)
        turn_to(state, die, colour_of(die) << 3 | min(st.PIPS, pips_of(die) + int(box.number[st.RUTHLESS])))
    elif action >= act.RELENT:
        use(state, st.RELENTLESS)
        roll_again(state, nth_die(action - act.RELENT))
        state.relents = int(box.number[st.RELENTLESS]) - 1
    elif action >= act.TRADE:
        state.trading = nth_die(action - act.TRADE)
        state.exchanges -= 1
        emit(state, st.OFFERS, int(state.trading), 0, 0, 0)
    else:
        state.rerolls -= 1
        roll_again(state, nth_die(action - act.REROLL))


@rule
def save_die(state: Record, die: int) -> None:
    """The die lies on the card and is no longer part of the pool."""
    use(state, st.VIGILANT)
    place = find(state.saved, 0)
    state.pool[find(state.pool, die)] = 0
    state.saved[place] = die
    state.saved_now = int(state.saved_now) | bit(place)
    emit(state, st.SAVED_DIE, die, 0, 0, 0)


@rule
def turn_to(state: Record, die: int, other: int) -> None:
    state.pool[find(state.pool, die)] = other
    emit(state, st.DIE_TURNED, die, other, 0, 0)


@rule
def turn_red(box: Record, state: Record, die: int) -> None:
    state.dares = 0
    turn_to(state, die, st.RED << 3 | int(box.number[st.DARING]))


@rule
def trade_with(state: Record, energy: int) -> None:
    """A die of the pool and one of energy change places as they are."""
    die = int(state.trading)
    state.trading = 0
    state.pool[find(state.pool, die)] = energy
    state.energy[find(state.energy, energy)] = die
    emit(state, st.TRADED, die, energy, 0, 0)


@rule
def relent_choices(state: Record, out: Ints) -> int:
    """Another die to roll again, of those that are not rolled anyway."""
    dice = 0
    for place in range(st.POOL):
        if state.pool[place] != 0 and not has(state.to_roll, place):
            dice |= bit(state.pool[place])
    n = add_dice(out, 0, act.AGAIN, dice)
    return add(out, n, act.DONE)


@rule
def banish(state: Record, strategy: int) -> None:
    """Hostile: a random confrontation card of the octopus and its match leave the game."""
    state.banishes = 0
    state.pairs = int(state.pairs) & ~bit(strategy)
    emit(state, st.PAIR_GONE, strategy, 0, 0, 0)
