"""Kelp: the shark stores what it did not use, and spends it on cards and new dice."""

from __future__ import annotations

from undertow.core.records import Ints, Record, add, add_all, bit, count, emit, lowest
from undertow.core.rule import rule
from undertow.games.kelp import actions as act
from undertow.games.kelp import state as st
from undertow.games.kelp.dice import dice_of, distinct
from undertow.games.kelp.forest import ask, colour_of, feed, find, number_of, pips_of

PAYS = 2  # `bought`: it has what it wants, and a die goes to the hunger track
NO_MORE = 3


@rule
def store_on(box: Record, state: Record) -> bool:
    """What is left of the pool is stored; if there is not room for all of it the shark says which."""
    while True:
        free = int(box.energy_slots) - number_of(state.energy)
        left = number_of(state.pool)
        if left == 0:
            break
        if free == 0:
            return_pool(state)
        elif left > free and distinct(state.pool) > 1:
            return ask(state, st.STORING, st.SHARK)
        else:
            store(state, lowest(dice_of(state.pool)))
    state.step = st.SPENDS
    return False


@rule
def store(state: Record, die: int) -> None:
    state.pool[find(state.pool, die)] = 0
    state.energy[find(state.energy, 0)] = die
    emit(state, st.STORED, die, 0, 0, 0)


@rule
def return_pool(state: Record) -> None:
    for place in range(st.POOL):
        if state.pool[place] != 0:
            state.bag[colour_of(state.pool[place])] += 1
            emit(state, st.BACK, int(state.pool[place]), 0, 0, 0)
            state.pool[place] = 0


@rule
def energy_left(state: Record) -> int:
    """Pips of stored energy that are not spent yet."""
    total = -int(state.spent)
    for place in range(st.SLOTS):
        total += pips_of(state.energy[place])
    return total


@rule
def affordable(box: Record, state: Record) -> int:
    """Slots of the market with a card it can pay, a bit each."""
    left = energy_left(state)
    slots = 0
    if left <= 0:
        return 0
    for slot in range(st.MARKET):
        card = int(state.market[slot])
        if card != st.NO_CARD and box.price[card] <= left:
            slots |= bit(slot)
    return slots


@rule
def reducible(box: Record, state: Record) -> int:
    """Energy dice that can be reduced to replace a card of the market, once a turn: a bit for each place."""
    places = 0
    if state.refreshed == 0 and state.in_deck > 0 and energy_left(state) > 0 and is_worth_replacing(box, state):
        for place in range(st.SLOTS):
            if pips_of(state.energy[place]) > 1:
                places |= bit(place)
    return places


@rule
def is_worth_replacing(box: Record, state: Record) -> bool:
    """Whether anything can be afforded: a card of the market, or one that may come for a pip."""
    if box.replace_anytime == 1 or affordable(box, state) != 0:
        return True
    left = energy_left(state) - 1
    cheap = 0
    for card in range(st.SHARK_CARDS):
        if box.price[card] <= left:
            cheap += int(state.deck[card])
    return cheap > 0


@rule
def is_full(box: Record, state: Record) -> bool:
    return bool(number_of(state.energy) == box.energy_slots)


@rule
def spend_on(box: Record, state: Record) -> bool:
    """It may buy cards; with every slot full it must, or give up all its energy."""
    if state.bought < PAYS:
        if affordable(box, state) != 0 or reducible(box, state) != 0:
            if not has_one_answer(box, state):
                return ask(state, st.ENERGY, st.SHARK)
            buy(box, state, lowest(affordable(box, state)))
            return False
        close_market(box, state)
    if state.bought == PAYS:
        colours = colours_of_energy(state)
        if count(colours) > 1:
            return ask(state, st.FEEDING, st.SHARK)
        pay_with_hunger(box, state, lowest(colours))
        if state.over == 1:
            return True
    end_shark_turn(state)
    return False


@rule
def end_shark_turn(state: Record) -> None:
    state.step = st.NOT_NOW
    state.saved_now = 0
    state.asked = 0
    state.began = 0
    state.refreshed = 0
    state.bought = 0
    state.spent = 0


@rule
def has_one_answer(box: Record, state: Record) -> bool:
    """It must buy, and there is one card it can buy."""
    if state.bought == 1 or not is_full(box, state) or (state.cards[st.HOSTILE] > 0 and count(state.pairs) > 1):
        return False
    return count(affordable(box, state)) == 1 and reducible(box, state) == 0


@rule
def close_market(box: Record, state: Record) -> None:
    """It buys nothing more."""
    if state.bought == 1:
        state.bought = PAYS
        return
    state.bought = NO_MORE
    if is_full(box, state):
        emit(state, st.GAVE_UP, 0, 0, 0, 0)
        empty_energy(state)


@rule
def empty_energy(state: Record) -> None:
    for place in range(st.SLOTS):
        if state.energy[place] != 0:
            state.bag[colour_of(state.energy[place])] += 1
            state.energy[place] = 0


@rule
def colours_of_energy(state: Record) -> int:
    colours = 0
    for place in range(st.SLOTS):
        if state.energy[place] != 0:
            colours |= bit(colour_of(state.energy[place]))
    return colours


@rule
def pay_with_hunger(box: Record, state: Record, colour: int) -> None:
    """Whoever spends energy puts one of its dice on the hunger track; the rest goes back into the bag."""
    place = 0
    while colour_of(state.energy[place]) != colour:
        place += 1
    state.energy[place] = 0
    empty_energy(state)
    state.bought = NO_MORE
    feed(box, state, colour)


@rule
def energy_choices(box: Record, state: Record, out: Ints) -> int:
    affords = affordable(box, state)
    n = add_all(out, 0, act.BUY, affords)
    dice = reducible(box, state)
    while dice != 0:
        place = lowest(dice)
        dice &= dice - 1
        if find(state.energy, int(state.energy[place])) == place:  # equal dice are offered once
            for slot in range(st.MARKET):
                if state.market[slot] != st.NO_CARD:
                    n = add(out, n, act.REFRESH + place * st.MARKET + slot)
    if state.cards[st.HOSTILE] > 0 and count(state.pairs) > 1:
        n = add(out, n, act.USE + st.HOSTILE)
    if state.bought == 1 or not is_full(box, state):
        n = add(out, n, act.DONE)
    return n


@rule
def spend(box: Record, state: Record, action: int) -> None:
    if action == act.DONE:
        close_market(box, state)
    elif action >= act.REFRESH:
        place = (action - act.REFRESH) // st.MARKET
        slot = (action - act.REFRESH) % st.MARKET
        state.energy[place] -= 1
        state.refreshed = 1
        emit(state, st.REFRESHED, int(state.market[slot]), int(state.energy[place]), 0, 0)
        state.gone[state.market[slot]] += 1
        empty_slot(state, slot)
    else:
        buy(box, state, action - act.BUY)


@rule
def buy(box: Record, state: Record, slot: int) -> None:
    """The card is the shark's, its dice go into the bag, and the market is refilled."""
    card = int(state.market[slot])
    state.spent += box.price[card]
    state.cards[card] += 1
    state.bought = 1
    for colour in range(st.BLUE, st.RED + 1):
        state.bag[colour] += box.card_dice[card, colour]
    emit(state, st.BOUGHT, card, 0, 0, 0)
    empty_slot(state, slot)


@rule
def empty_slot(state: Record, slot: int) -> None:
    state.market[slot] = st.NO_CARD
    if state.in_deck > count(state.to_fill):
        state.to_fill = int(state.to_fill) | bit(slot)


@rule
def fill_slot(state: Record, card: int) -> None:
    slot = lowest(state.to_fill)
    state.to_fill = int(state.to_fill) & ~bit(slot)
    state.market[slot] = card
    state.deck[card] -= 1
    state.in_deck -= 1
    emit(state, st.OFFERED, slot, card, 0, 0)
