"""Kelp: the shark's dice. It draws and rolls them, then its cards and growth tiles do things to them."""

from __future__ import annotations

from undertow.core.records import Ints, Record, add, add_all, bit, count, emit, has, lowest
from undertow.core.rule import rule, tiny
from undertow.games.kelp.actions import (
    BOOST,
    DARE,
    DASH,
    DIE,
    DONE,
    PLACE_CURRENT,
    PLACE_SAVED,
    RELENT,
    REROLL,
    SAVE,
    SWIM,
    TRADE,
    USE,
)
from undertow.games.kelp.forest import ask, colour_of, feed, find, lift_current, number_of, pips_of, reds, roll_on, use
from undertow.games.kelp.state import (
    AGILE,
    BLUE,
    CURRENT,
    CURRENT_TAKEN,
    DARING,
    DIE_DRAWN,
    DIE_TURNED,
    DRAWING_DICE,
    DRAWS,
    EITHER_END,
    HOSTILE,
    HUNGRY,
    MOVES,
    OFFERS,
    PAIR_GONE,
    PIPS,
    POOL,
    REACTING,
    REACTIVE,
    RED,
    RELENTLESS,
    REROLLING,
    RETURNED,
    RETURNING,
    REVERSED,
    ROLLED,
    ROLLING,
    ROLLS,
    ROLLS_AGAIN,
    RUTHLESS,
    SAVED,
    SAVED_DIE,
    SHARK,
    SHARK_CARDS,
    SPACES,
    SWIFT,
    TAKEN,
    TAKING,
    TAKING_CURRENT,
    TRADED,
    TRADING,
    TURNING,
    VIGILANT,
)
from undertow.games.kelp.swim import dash, dashes

# Draw and roll --------------------------------------------------------------------------------------------------------


@rule
def draw_dice(box: Record, state: Record) -> bool:
    """Dice from the bag; when it is empty currents are taken off the board instead. Then they are rolled."""
    while state.to_draw > 0:
        if colours_in_bag(state) != 0:
            return roll_on(state, DRAWING_DICE)
        if count(state.covered) > 1:
            return ask(state, TAKING_CURRENT, SHARK)
        if state.covered == 0:
            state.to_draw = 0
        else:
            take_current(state, lowest(state.covered))
    if state.to_return > 0 and return_on(state):
        return ask(state, RETURNING, SHARK)
    if state.to_choose == 1 and choose_on(state):
        return ask(state, TAKING, SHARK)
    if state.asked == 0:
        state.asked = 1
        if state.cards[REACTIVE] > 0 and number_of(state.pool) >= box.number[REACTIVE]:
            return ask(state, REACTING, SHARK)
    state.to_roll = unrolled(state)
    state.step = ROLLS
    return False


@rule
def unrolled(state: Record) -> int:
    """Dice of the pool that show nothing yet, a bit each."""
    dice = 0
    for place in range(POOL):
        if state.pool[place] != 0 and pips_of(state.pool[place]) == 0:
            dice |= bit(place)
    return dice


@rule
def draw_die(state: Record, colour: int) -> None:
    state.bag[colour] -= 1
    state.to_draw -= 1
    state.pool[find(state.pool, 0)] = colour << 3
    emit(state, DIE_DRAWN, colour, 0, 0, 0)


@rule
def take_current(state: Record, space: int) -> None:
    lift_current(state, space)
    state.to_draw -= 1
    state.pool[find(state.pool, 0)] = BLUE << 3
    emit(state, CURRENT_TAKEN, space, 0, 0, 0)


@rule
def colours_in_pool(state: Record) -> int:
    colours = 0
    for place in range(POOL):
        if state.pool[place] != 0:
            colours |= bit(colour_of(state.pool[place]))
    return colours


@rule
def colours_in_bag(state: Record) -> int:
    colours = 0
    for colour in range(BLUE, RED + 1):
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
    emit(state, RETURNED, colour, 0, 0, 0)


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
    emit(state, TAKEN, colour, 0, 0, 0)


@rule
def roll_die(state: Record, pips: int) -> None:
    place = lowest(state.to_roll)
    die = colour_of(state.pool[place]) << 3 | pips
    state.pool[place] = die
    state.to_roll = int(state.to_roll) & ~bit(place)
    emit(state, ROLLED, die, 0, 0, 0)


@rule
def roll_again(state: Record, die: int) -> None:
    """A die of the pool is to be rolled again; equal dice one after the other."""
    for place in range(POOL):
        if state.pool[place] == die and not has(state.to_roll, place):
            state.to_roll = int(state.to_roll) | bit(place)
            emit(state, ROLLS_AGAIN, die, 0, 0, 0)
            return


# Before the move ------------------------------------------------------------------------------------------------------


@rule
def prepare(box: Record, state: Record) -> bool:
    """What it has begun before the move. What has one answer only is done."""
    if state.relents > 0:
        if state.to_roll != all_dice(state):
            return ask(state, REROLLING, SHARK)
        state.relents = 0
    if state.to_roll != 0:
        return roll_on(state, ROLLING)
    if state.dares == 1:
        if different(state, RED) > 1:
            return ask(state, TURNING, SHARK)
        turn_red(box, state, any_red(state))
    if state.trading != 0:
        if distinct(state.energy) > 1:
            return ask(state, TRADING, SHARK)
        trade_with(state, any_energy(state))
    return False


@rule
def all_dice(state: Record) -> int:
    """Every die of the pool, a bit each."""
    dice = 0
    for place in range(POOL):
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
    return RED << 3 | lowest((dice_of(state.pool) >> (RED << 3)) & 0xFF)


@tiny
def any_energy(state: Record) -> int:
    return lowest(dice_of(state.energy))


@rule
def has_more_to_do(box: Record, state: Record) -> bool:
    """Whether it can do anything before the move."""
    state.usable = usable(box, state)
    if state.usable != 0 or different(state, BLUE) > 0 or saved_of(state, BLUE) != 0:
        return True
    return number_of(state.pool) > 0 and (state.rerolls > 0 or (state.exchanges > 0 and number_of(state.energy) > 0))


@rule
def saved_of(state: Record, colour: int) -> int:
    """Dice of this colour saved in an earlier turn, a bit for each place."""
    places = 0
    for place in range(SAVED):
        if colour_of(state.saved[place]) == colour and not has(state.saved_now, place):
            places |= bit(place)
    return places


@rule
def usable(box: Record, state: Record) -> int:
    """Cards whose effect can be used before the move, a bit each."""
    cards = 0
    for card in range(AGILE, SHARK_CARDS):
        if state.cards[card] > 0 and can_use(box, state, card):
            cards |= bit(card)
    return cards


@rule
def can_use(box: Record, state: Record, card: int) -> bool:
    dice = number_of(state.pool)
    if card == AGILE:
        return bool(state.ends != EITHER_END)
    if card == DARING:
        return dice > 1 and different(state, RED) > 0
    if card == HOSTILE:
        return count(state.pairs) > 1
    if card == HUNGRY:
        return state.began == 0 and colours_in_bag(state) != 0 and dice + box.number[HUNGRY] <= POOL
    if card == RELENTLESS:
        return dice > 0
    if card == RUTHLESS:
        return raisable(state) != 0
    if card == SWIFT:
        return dashes(box, state) != 0
    return card == VIGILANT and dice > 0 and find(state.saved, 0) >= 0


@rule
def raisable(state: Record) -> int:
    """Dice of the pool that show less than six, as a bit set."""
    return dice_of(state.pool) & 0x3F3F3F3F


@rule
def before_move(box: Record, state: Record, out: Ints) -> int:
    dice = dice_of(state.pool)
    free = (1 << SPACES) - 1 & ~int(state.covered) & ~bit(state.at)
    n = add_all(out, 0, SWIM, int(state.ahead))
    for pips in range(1, PIPS + 1):
        if has(dice, BLUE << 3 | pips):
            n = add_all(out, n, PLACE_CURRENT + (pips - 1) * SPACES, free)
    ready = saved_of(state, BLUE)
    for place in range(SAVED):
        if has(ready, place):
            n = add_all(out, n, PLACE_SAVED + place * SPACES, free)
    if state.rerolls > 0:
        n = add_all(out, n, REROLL, dice)
    if state.exchanges > 0 and number_of(state.energy) > 0:
        n = add_all(out, n, TRADE, dice)
    cards = int(state.usable)
    return n if cards == 0 else card_moves(box, state, cards, dice, out, n)


@rule
def card_moves(box: Record, state: Record, cards: int, dice: int, out: Ints, n: int) -> int:
    n = add_all(out, n, USE, cards & (bit(AGILE) | bit(HOSTILE) | bit(HUNGRY)))
    if has(cards, DARING):
        lone_red = reds(state.pool) == 1
        others = dice & 0xFFFFFF if lone_red else dice
        n = add_all(out, n, DARE, others)
    if has(cards, RELENTLESS):
        n = add_all(out, n, RELENT, dice)
    if has(cards, RUTHLESS):
        n = add_all(out, n, BOOST, raisable(state))
    if has(cards, SWIFT):
        n = add_all(out, n, DASH, dashes(box, state))
    if has(cards, VIGILANT):
        n = add_all(out, n, SAVE, dice)
    return n


@rule
def act_before_move(box: Record, state: Record, action: int) -> None:
    if action >= SWIM:
        if action >= DASH:
            dash(box, state, action - DASH)
            state.step = MOVES
        else:
            state.heading = action - SWIM
    elif action >= REROLL:
        handle_die(box, state, action)
    elif action >= PLACE_SAVED:
        place = (action - PLACE_SAVED) // SPACES
        place_current(state, (action - PLACE_SAVED) % SPACES, pips_of(state.saved[place]))
        state.saved[place] = 0
    elif action >= PLACE_CURRENT:
        pips = (action - PLACE_CURRENT) // SPACES + 1
        state.pool[find(state.pool, BLUE << 3 | pips)] = 0
        place_current(state, (action - PLACE_CURRENT) % SPACES, pips)
    else:
        use_at_once(box, state, action - USE)


@rule
def use_at_once(box: Record, state: Record, card: int) -> None:
    use(state, card)
    if card == AGILE:
        state.ends = EITHER_END ^ int(state.ends)
        emit(state, REVERSED, 0, 0, 0, 0)
    elif card == HUNGRY:
        state.to_draw = box.number[HUNGRY]
        state.step = DRAWS
    else:
        state.banishes = 1


@rule
def place_current(state: Record, space: int, pips: int) -> None:
    state.currents[space] = pips
    state.covered = int(state.covered) | bit(space)
    state.began = 1
    emit(state, CURRENT, space, pips, 0, 0)


@rule
def handle_die(box: Record, state: Record, action: int) -> None:
    """A growth tile or a card does something to a die of the pool."""
    if action >= SAVE:
        save_die(state, action - SAVE)
    elif action >= DARE:
        use(state, DARING)
        state.dares = 1
        state.pool[find(state.pool, action - DARE)] = 0
        feed(box, state, colour_of(action - DARE))
    elif action >= BOOST:
        die = action - BOOST
        use(state, RUTHLESS)
        turn_to(state, die, colour_of(die) << 3 | min(PIPS, pips_of(die) + int(box.number[RUTHLESS])))
    elif action >= RELENT:
        use(state, RELENTLESS)
        roll_again(state, action - RELENT)
        state.relents = int(box.number[RELENTLESS]) - 1
    elif action >= TRADE:
        state.trading = action - TRADE
        state.exchanges -= 1
        emit(state, OFFERS, action - TRADE, 0, 0, 0)
    else:
        state.rerolls -= 1
        roll_again(state, action - REROLL)


@rule
def save_die(state: Record, die: int) -> None:
    """The die lies on the card and is no longer part of the pool."""
    use(state, VIGILANT)
    place = find(state.saved, 0)
    state.pool[find(state.pool, die)] = 0
    state.saved[place] = die
    state.saved_now = int(state.saved_now) | bit(place)
    emit(state, SAVED_DIE, die, 0, 0, 0)


@rule
def turn_to(state: Record, die: int, other: int) -> None:
    state.pool[find(state.pool, die)] = other
    emit(state, DIE_TURNED, die, other, 0, 0)


@rule
def turn_red(box: Record, state: Record, die: int) -> None:
    state.dares = 0
    turn_to(state, die, RED << 3 | int(box.number[DARING]))


@rule
def trade_with(state: Record, energy: int) -> None:
    """A die of the pool and one of energy change places as they are."""
    die = int(state.trading)
    state.trading = 0
    state.pool[find(state.pool, die)] = energy
    state.energy[find(state.energy, energy)] = die
    emit(state, TRADED, die, energy, 0, 0)


@rule
def relent_choices(state: Record, out: Ints) -> int:
    """Another die to roll again, of those that are not rolled anyway."""
    dice = 0
    for place in range(POOL):
        if state.pool[place] != 0 and not has(state.to_roll, place):
            dice |= bit(state.pool[place])
    n = add_all(out, 0, DIE, dice)
    return add(out, n, DONE)


@rule
def banish(state: Record, strategy: int) -> None:
    """Hostile: a random confrontation card of the octopus and its match leave the game."""
    state.banishes = 0
    state.pairs = int(state.pairs) & ~bit(strategy)
    emit(state, PAIR_GONE, strategy, 0, 0, 0)
