"""Kelp: the rules. The octopus's are in `octopus.py`, the shark's in `shark.py`; here is who acts, and chance."""

from __future__ import annotations

from undertow.core.records import CHANCE, Floats, Ints, Record, Records, add_all, bit, emit, forget_events, has, lowest
from undertow.core.rule import rule
from undertow.games.kelp import actions as act
from undertow.games.kelp import state as st
from undertow.games.kelp.dice import banish, draw_die, roll_die
from undertow.games.kelp.energy import fill_slot
from undertow.games.kelp.forest import roll_on, win
from undertow.games.kelp.octopus import (
    begin_octopus_turn,
    draw_card,
    lay,
    octopus_acts,
    octopus_choices,
    octopus_is_busy,
    octopus_turn,
    open_card,
    pull,
)
from undertow.games.kelp.search import confront
from undertow.games.kelp.shark import begin_shark_turn, shark_acts, shark_choices, shark_turn


@rule
def setup(box: Record, state: Record) -> None:
    """Blocks in the octopus's bag, cards in their piles, dice in the shark's bag; then chance lays the table."""
    den = state.den
    for zone in range(st.ZONES):
        den.blocks[zone] = st.EMPTY
    state.gaps = st.ALL_ZONES
    state.hidden = st.ALL_ZONES
    for kind in range(st.KINDS):
        den.bag[kind] = box.on_board[kind]
        state.aside[kind] = box.aside[kind]
    den.pulled = st.EMPTY
    lay_cards(box, state)
    for slot in range(st.MARKET):
        state.market[slot] = st.NO_CARD
    for card in range(st.SHARK_CARDS):
        state.deck[card] = box.shark_copies[card]
        state.in_deck += box.shark_copies[card]
    for colour in range(1, st.RED + 1):
        state.bag[colour] = box.start_dice[colour]
    state.to_fill = (1 << st.MARKET) - 1
    state.pairs = (1 << st.STRATEGIES) - 1
    state.card = st.NO_CARD
    state.not_here = st.NOWHERE
    state.to_take = st.EMPTY
    state.at = st.NOWHERE
    state.first = st.NOWHERE
    state.heading = st.NOWHERE
    state.swims = st.STILL
    go_on(box, state)
    state.told = 0  # the table is laid before anybody looks


@rule
def lay_cards(box: Record, state: Record) -> None:
    """Starters but Fast Learning are the draw pile; the other cards are four piles with one card open."""
    for pile in range(st.PILES):
        state.open[pile] = st.NO_CARD
    for card in range(st.CARDS):
        pile = int(box.pile[card])
        copies = int(box.copies[card])
        if pile == st.STARTER:
            state.den.draw[card] = copies
            state.in_draw += copies
        else:
            state.in_pile[card] = copies
            state.below[pile] += copies
            if pile == st.PILES - 1:
                state.eats += copies
            else:
                state.skills += copies
    for pile in range(st.PILES):
        if state.below[pile] > 0:
            state.to_open = int(state.to_open) | bit(pile)
    state.den.draw[st.FAST_LEARNING] -= 1
    state.in_draw -= 1
    state.den.hand[st.FAST_LEARNING] = 1
    state.in_hand = 1
    state.hand_size = box.hand_size
    state.draws = max(0, int(box.hand_size) - 1)


@rule
def go_on(box: Record, state: Record) -> None:
    """Everything that follows without a decision, up to the next one or the next outcome of chance."""
    if state.rounds == 0 and state.gaps != 0:
        roll_on(state, st.LAYING)
        return
    while state.over == 0:
        if state.to_fill != 0:
            roll_on(state, st.FILLING)
            return
        if octopus_is_busy(box, state):
            return
        if state.turn == st.OCTOPUS:
            if take_octopus_turn(box, state):
                return
        elif take_shark_turn(box, state):
            return


@rule
def take_octopus_turn(box: Record, state: Record) -> bool:
    """True: the game waits. Before the first turn the octopus puts the shark into a den."""
    if state.rounds == 0:
        if state.at == st.NOWHERE:
            state.to_den = 1
            emit(state, st.READY, 0, 0, 0, 0)
        else:
            begin_octopus_turn(box, state)
        return False
    if octopus_turn(box, state):
        return True
    begin_shark_turn(box, state)
    return False


@rule
def take_shark_turn(box: Record, state: Record) -> bool:
    """True: the game waits. After the shark's turn a round is over, and there may be one too many."""
    if state.banishes == 1:
        return roll_on(state, st.BANISHING)
    if shark_turn(box, state):
        return True
    if state.step != st.NOT_NOW:
        return False
    if state.rounds >= box.round_cap:
        win(state, st.OCTOPUS, st.LONG_GAME)
    else:
        begin_octopus_turn(box, state)
    return False


@rule
def actors(box: Record, state: Record) -> int:
    return int(state.waiting)


@rule
def legal(box: Record, state: Record, seat: int, out: Ints) -> int:
    if not has(state.waiting, seat):
        return 0
    if state.phase == st.CONFRONTING:
        return add_all(out, 0, act.STRATEGY, int(state.pairs))
    if seat == st.OCTOPUS:
        return octopus_choices(box, state, out)
    return shark_choices(box, state, out)


@rule
def apply(box: Record, state: Record, seat: int, action: int) -> None:
    if seat == CHANCE:
        happen(box, state, action)
    elif state.phase == st.CONFRONTING:
        confront(box, state, seat, action - act.STRATEGY)
        if state.waiting != 0:
            return
    elif seat == st.OCTOPUS:
        octopus_acts(box, state, action)
    else:
        shark_acts(box, state, action)
    go_on(box, state)


@rule
def try_each(box: Record, states: Records, actions: Ints) -> None:
    """Take one of these actions of the octopus in each of these states: what would follow."""
    for i in range(states.shape[0]):
        forget_events(states[i])
        apply(box, states[i], st.OCTOPUS, actions[i])


# Chance ---------------------------------------------------------------------------------------------------------------


@rule
def chances(box: Record, state: Record, out: Ints) -> int:
    """A block, a card, a die out of a bag, pips, or a pair of confrontation cards."""
    phase = int(state.phase)
    if phase == st.ROLLING:
        for pips in range(st.PIPS):
            out[pips] = 1
        return st.PIPS
    if phase == st.DRAWING_DICE:
        for colour in range(st.RED + 1):
            out[colour] = state.bag[colour]
        return st.RED + 1
    if phase in (st.PULLING, st.LAYING):
        for kind in range(st.KINDS):
            out[kind] = state.den.bag[kind]
        return st.KINDS
    if phase == st.FILLING:
        for card in range(st.SHARK_CARDS):
            out[card] = state.deck[card]
        return st.SHARK_CARDS
    if phase == st.BANISHING:
        for strategy in range(st.STRATEGIES):
            out[strategy] = 1 if has(state.pairs, strategy) else 0
        return st.STRATEGIES
    return card_chances(box, state, phase, out)


@rule
def card_chances(box: Record, state: Record, phase: int, out: Ints) -> int:
    """A card from the draw pile, or the next one of a pile."""
    pile = lowest(state.to_open) if phase == st.OPENING else 0
    for card in range(st.CARDS):
        if phase == st.DRAWING:
            out[card] = state.den.draw[card]
        else:
            out[card] = state.in_pile[card] if box.pile[card] == pile else 0
    return st.CARDS


@rule
def happen(box: Record, state: Record, outcome: int) -> None:
    phase = int(state.phase)
    if phase == st.ROLLING:
        roll_die(state, outcome + 1)
    elif phase == st.DRAWING_DICE:
        draw_die(state, outcome)
    elif phase == st.LAYING:
        lay(state, outcome)
    elif phase == st.PULLING:
        if box.naming == 1:
            pull(state, outcome)
        else:
            lay(state, outcome)
    elif phase == st.FILLING:
        fill_slot(state, outcome)
    elif phase == st.BANISHING:
        banish(state, outcome)
    elif phase == st.DRAWING:
        draw_card(state, outcome)
    else:
        open_card(box, state, outcome)


@rule
def payoff(box: Record, state: Record, out: Floats) -> None:
    for seat in range(st.SEATS):
        out[seat] = 1.0 if seat == state.winner else 0.0
