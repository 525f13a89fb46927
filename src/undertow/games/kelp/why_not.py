"""Kelp: why something that a player can see cannot be picked now, in one short sentence each.

What can be picked the rules say (`legal`); here is only why the rest cannot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from undertow.core.reading import in_python
from undertow.core.records import Record, count, has
from undertow.games.kelp import actions as act
from undertow.games.kelp import state as st
from undertow.games.kelp.energy import energy_left
from undertow.games.kelp.forest import can_leave, number_of, zone_of
from undertow.games.kelp.octopus import fewest, is_lesson
from undertow.games.kelp.rules import legal

Reasons = Iterator[tuple[int, str]]
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
NO_ACTIONS = "You have no actions left."


def blocked(box: Record, state: Record, seat: int) -> Reasons:
    """Actions with things the seat can see but cannot pick now, each with the reason."""
    room = np.zeros(st.MOST_LEGAL, np.int64)
    offered = set(room[: legal(box, state, seat, room)].tolist())
    for action, why in _visible(box, state, seat, offered):
        if action not in offered:
            yield action, why


def _visible(box: Record, state: Record, seat: int, offered: set[int]) -> Reasons:
    """Whatever lies before the seat; what is offered among it is left out later."""
    phase = int(state.phase)
    if phase == st.CONFRONTING:
        return ((act.STRATEGY + n, "That pair of cards has left the game.") for n in range(st.STRATEGIES))
    if seat == st.OCTOPUS:
        return OCTOPUS.get(phase, _nothing)(box, state)
    return _sharks(box, state, phase, offered)


def _nothing(box: Record, state: Record) -> Reasons:
    return iter(())


# The octopus ----------------------------------------------------------------------------------------------------------


def _in_turn(box: Record, state: Record) -> Reasons:
    no_actions = state.actions == 0
    for card in range(st.CARDS):
        if state.den.hand[card] > 0:
            yield act.PLAY + card, NO_ACTIONS if no_actions else _why_no_card(box, state, card)
            yield act.DISCARD + card, NO_ACTIONS
    full = state.in_hand >= state.hand_size
    yield act.DRAW, NO_ACTIONS if no_actions else "Your hand is full." if full else "There is no card left to draw."
    for food in range(st.FOODS):
        if has(state.eaten, food):
            yield act.EAT_POWER + food, POWER_IDLE[food] if has(state.unused, food) else "Its power is used up."
    left = NUMBERS[int(state.actions)]
    yield act.END_TURN, f"You still have {left} {'action' if state.actions == 1 else 'actions'}."


POWER_IDLE = (
    "It cannot be used now.",
    "There is no card left to take.",
    "No block is revealed.",
    "There is nothing you could learn now.",
)


def _why_no_card(box: Record, state: Record, card: int) -> str:
    """By what the card lacks first: food, blocks to pay with, blocks to shuffle or hide, things to learn."""
    name, cost, hidden = st.CARD_NAMES[card], int(box.cost[card]), int(state.hidden)
    if card >= st.FIRST_EAT:
        food = st.CRAB + card - st.FIRST_EAT
        there = zone_of(state, food) < st.ZONES
        return f"The {st.BLOCK_NAMES[food]} is not {'beside the octopus' if there else 'in the forest'}."
    if fewest(box, state, hidden, cost) > count(hidden):
        return f"{name} costs {NUMBERS[cost]} hidden {'block' if cost == 1 else 'blocks'}, and you have too few."
    if box.shuffle[card]:
        return f"{name} needs {NUMBERS[int(box.shuffle[card])]} hidden blocks to shuffle once it is paid."
    if box.hide[card]:
        least = 1 if box.up_to[card] else int(box.hide[card])
        return f"{name} needs {NUMBERS[least]} revealed {'block' if least == 1 else 'blocks'} to hide."
    number = int(box.learn[card])
    things = "one thing" if number == 1 else f"{NUMBERS[number]} things"
    return f"{name} must learn {things}, but too little is left to learn or too few blocks are revealed."


def _to_pay(box: Record, state: Record) -> Reasons:
    card = st.CARD_NAMES[state.card]
    for zone in range(st.ZONES):
        is_open = not has(state.hidden, zone)
        yield (
            act.REVEAL + zone,
            "It is revealed already." if is_open else f"Paying with it would make {card} impossible.",
        )


def _to_shuffle(box: Record, state: Record) -> Reasons:
    for zone in range(st.ZONES):
        in_bag = has(state.gaps, zone)
        yield act.PICK + zone, "It is in the bag already." if in_bag else "Only hidden blocks can be shuffled."


def _to_hide(box: Record, state: Record) -> Reasons:
    for zone in range(st.ZONES):
        itself = zone == state.not_here
        yield act.HIDE + zone, "The trap cannot hide itself." if itself else "It is hidden already."


def _to_learn(box: Record, state: Record) -> Reasons:
    for pile in range(st.PILES):
        is_open = state.open[pile] != st.NO_CARD
        yield act.LEARN_CARD + pile, "No revealed block can leave for its food." if is_open else "The pile is empty."
    for kind in range(st.KINDS):
        if state.aside[kind] > 0:
            yield act.LEARN_BLOCK + kind, _why_no_block(state, kind)


def _why_no_block(state: Record, kind: int) -> str:
    if is_lesson(state, kind):
        return "No revealed block can leave for it."
    return "A shell cannot be learned." if kind == st.SHELL else "Food comes with its Eat card."


def _to_exchange(box: Record, state: Record) -> Reasons:
    for zone in range(st.ZONES):
        yield act.EXCHANGE + zone, _why_not_leave(box, state, zone)


def _why_not_leave(box: Record, state: Record, zone: int) -> str:
    if has(state.hidden, zone):
        return "Only a revealed block can be replaced."
    kind = int(state.den.blocks[zone])
    if kind == st.THE_OCTOPUS:
        return "The octopus never leaves."
    return "It was just gained by the same card." if can_leave(box, kind) else "Food stays in the forest."


def _to_den(box: Record, state: Record) -> Reasons:
    for den in range(st.DENS):
        yield act.DEN + den, "A current lies there."


OCTOPUS: dict[int, Callable[[Record, Record], Reasons]] = {
    st.OCTOPUS_TURN: _in_turn,
    st.PAYING: _to_pay,
    st.PICKING: _to_shuffle,
    st.HIDING: _to_hide,
    st.LEARNING: _to_learn,
    st.EXCHANGING: _to_exchange,
    st.DENNING: _to_den,
}


# The shark ------------------------------------------------------------------------------------------------------------

#: Cards that are used by another action: where those begin, and how many there are.
USED_BY = {
    st.RELENTLESS: (act.RELENT, act.DICE),
    st.RUTHLESS: (act.BOOST, act.DICE),
    st.DARING: (act.DARE, act.DICE),
    st.VIGILANT: (act.SAVE, act.DICE),
    st.SWIFT: (act.DASH, st.SPACES),
}
WHEN = {
    st.AGGRESSIVE: "It only brings its dice.",
    st.AGILE: "It is used before the move.",
    st.DARING: "It is used before the move.",
    st.HUNGRY: "It is used while drawing and rolling.",
    st.OBSERVANT: "It is used when a trap is revealed.",
    st.REACTIVE: "It is used before rolling.",
    st.RELENTLESS: "It is used before the move.",
    st.RUTHLESS: "It is used before the move.",
    st.SWIFT: "It is used while moving.",
    st.VIGILANT: "It is used after rolling, before the move.",
}


def _sharks(box: Record, state: Record, phase: int, offered: set[int]) -> Reasons:
    for card in range(st.SHARK_CARDS):
        first, number = USED_BY.get(card, (act.USE + card, 1))
        if state.cards[card] > 0 and offered.isdisjoint(range(first, first + number)):
            yield act.USE + card, _why_not_use(box, state, card, phase)
    if phase in (st.BEFORE_MOVE, st.MOVING):
        yield from _to_swim(box, state)
    if phase == st.BEFORE_MOVE:
        yield from _to_place(state)
    elif phase == st.SEARCHING:
        yield from _to_search(box, state)
    elif phase == st.ENERGY:
        yield from _to_buy(box, state)


def _why_not_use(box: Record, state: Record, card: int, phase: int) -> str:
    """Before the move what the card lacks, otherwise when it is used."""
    dice = in_python(number_of)(state.pool)
    if card == st.HOSTILE:
        return "Only one pair of confrontation cards is left." if count(state.pairs) < 2 else "It is used in your turn."
    if card == st.SWIFT and phase in (st.BEFORE_MOVE, st.MOVING, st.AFTER_MOVE):
        return "No empty space is ahead."
    if phase != st.BEFORE_MOVE or card in (st.AGGRESSIVE, st.OBSERVANT, st.REACTIVE):
        return WHEN[card]
    if card == st.AGILE:
        return "You may leave either way already."
    if card == st.DARING:
        return "It needs a red die and another one in the pool."
    if card == st.HUNGRY:
        return _why_not_hungry(state)
    if dice == 0:
        return "There is no die in the pool."
    return "No die shows less than six." if card == st.RUTHLESS else "There is no room to keep another die."


def _why_not_hungry(state: Record) -> str:
    if state.began:
        return "It is used before the first current is placed."
    return "There is no room for another die." if state.bag.sum() else "The bag is empty."


def _to_swim(box: Record, state: Record) -> Reasons:
    """Currents next to the shark that it cannot swim over."""
    for space in range(st.SPACES):
        beside = any(has(state.ends, end) and has(box.onward[state.at, end], space) for end in range(2))
        if beside and state.currents[space]:
            falls = state.currents[space] < state.swims
            yield act.SWIM + space, "No way leads on from there." if falls else "Each current must show fewer pips."


def _to_place(state: Record) -> Reasons:
    """Where a blue die cannot go."""
    blue = {int(die) & 7 for die in state.pool if int(die) >> 3 == st.BLUE}
    for space in range(st.SPACES):
        why = "A current lies there already." if has(state.covered, space) else "The shark is there."
        for pips in blue:
            yield act.PLACE_CURRENT + (pips - 1) * st.SPACES + space, why


def _to_search(box: Record, state: Record) -> Reasons:
    for die in {int(die) for die in state.pool}:
        colour, pips = die >> 3, die & 7
        if colour in (st.YELLOW, st.RED):
            first = act.SEARCH if colour == st.YELLOW else act.STRIKE
            for zone in range(st.ZONES):
                if has(box.reach[state.at], zone):
                    yield first + (pips - 1) * st.ZONES + zone, _why_no_target(box, state, zone, die)


def _why_no_target(box: Record, state: Record, zone: int, die: int) -> str:
    if state.placed[0] and state.placed_at[0] == zone:
        return "A die lies there already."
    if not has(state.hidden, zone) and (die >> 3 == st.YELLOW or state.den.blocks[zone] != st.THE_OCTOPUS):
        return "Its block is revealed already."
    return f"Zone {zone} needs a {int(box.value[zone])} or more."


def _to_buy(box: Record, state: Record) -> Reasons:
    left = energy_left(state)
    for slot in range(st.MARKET):
        card = int(state.market[slot])
        if card == st.NO_CARD:
            continue
        yield act.BUY + slot, f"It costs {int(box.price[card])}, and you have {left}."
        for place in range(st.SLOTS):
            if state.energy[place]:
                yield act.REFRESH + place * st.MARKET + slot, _why_not_replace(state, place)
    yield act.DONE, "With every slot full you must buy a card."


def _why_not_replace(state: Record, place: int) -> str:
    if state.refreshed:
        return "You have replaced a card this turn."
    if state.in_deck == 0:
        return "The deck is empty."
    if int(state.energy[place]) & 7 == 1:
        return "A die cannot show less than 1."
    equal = any(state.energy[other] == state.energy[place] for other in range(place))
    return "An equal die is offered." if equal else "You could not afford any card that may come."
