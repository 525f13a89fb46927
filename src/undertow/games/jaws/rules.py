"""JAWS: the rules. Act 1 is in `act1.py`, Act 2 in `act2.py`; here is who acts, and which act it is."""

from __future__ import annotations

from undertow.core.records import CHANCE, Floats, Ints, Record, add, has
from undertow.core.rule import rule
from undertow.games.jaws import actions as do
from undertow.games.jaws import state as st
from undertow.games.jaws.act1 import (
    choose_for_event,
    crew_acts,
    crew_choices,
    draw_event,
    event_choices,
    lay_island,
    lurk,
    shark_acts,
    shark_choices,
)
from undertow.games.jaws.act2 import (
    begin_orca,
    crew_orca_acts,
    crew_orca_choices,
    orca_chance,
    orca_weights,
    shark_orca_acts,
    shark_orca_choices,
)
from undertow.games.jaws.box import ACT_2


@rule
def setup(box: Record, state: Record) -> None:
    """Act 1 is laid out, unless Act 2 is played alone."""
    if box.variant != ACT_2:
        lay_island(box, state)
        return
    state.sea.michael = st.NOWHERE
    state.closed = st.NOWHERE
    state.seen = st.NOWHERE
    state.turn = st.NOWHERE
    state.bonus = st.NOWHERE
    begin_orca(box, state, box.shark_cards_alone, box.crew_cards_alone)
    state.told = 0  # the table is laid before anybody looks


@rule
def actors(box: Record, state: Record) -> int:
    return int(state.waiting)


@rule
def legal(box: Record, state: Record, seat: int, out: Ints) -> int:
    if not has(state.waiting, seat):
        return 0
    if state.act == 2:
        if seat == st.SHARK:
            return shark_orca_choices(box, state, out)
        return crew_orca_choices(box, state, seat - 1, out)
    if state.phase == st.SHARK_TURN:
        return shark_choices(box, state.sea, state.shark, out)
    if state.phase == st.CREW_TURN:
        return crew_choices(box, state, seat - 1, out)
    if state.phase == st.LURKING:
        n = 0
        for space in range(st.WATERS):
            n = add(out, n, do.LURK + space)
        return n
    return event_choices(box, state, out)


@rule
def chances(box: Record, state: Record, out: Ints) -> int:
    """An event card in Act 1; cards and dice in Act 2."""
    if state.act == 2:
        return orca_weights(box, state, out)
    deck = int(state.deck)
    for card in range(st.EVENTS):
        out[card] = (deck >> card) & 1
    return st.EVENTS


@rule
def apply(box: Record, state: Record, seat: int, action: int) -> None:
    if state.act == 2:
        if seat == CHANCE:
            orca_chance(box, state, action)
        elif seat == st.SHARK:
            shark_orca_acts(box, state, action)
        else:
            crew_orca_acts(box, state, seat - 1, action)
    elif seat == CHANCE:
        draw_event(box, state, action)
    elif state.phase == st.SHARK_TURN:
        shark_acts(box, state, action)
    elif state.phase == st.CREW_TURN:
        crew_acts(box, state, seat - 1, action)
    elif state.phase == st.LURKING:
        lurk(box, state, action - do.LURK)
    else:
        choose_for_event(box, state, action)


def joint(box: Record, state: Record) -> bool:
    """Whether the crew is asked something that one of them settles for all: what an event leaves open, who gets a gear
    card, whether chum is thrown, and who goes next."""
    if state.phase == st.CREW_TURN:
        return bool(state.turn == st.NOWHERE)
    return bool(state.phase in (st.EVENT_CHOICE, st.DIVIDING, st.CHUMMING, st.ATTACKING))


@rule
def payoff(box: Record, state: Record, out: Floats) -> None:
    """The shark wins, or all of the crew."""
    for seat in range(st.SEATS):
        out[seat] = 1.0 if (seat == st.SHARK) == (state.winner == 0) else 0.0
