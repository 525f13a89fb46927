"""Get Bit!: what a study counts."""

from __future__ import annotations

from undertow.core.contract import Thing
from undertow.core.no_measures import thought
from undertow.core.records import CHANCE, NOTHING, Record, bit, by
from undertow.core.rule import rule
from undertow.games.get_bit import state as st
from undertow.games.get_bit.actions import BITE, CARD, LOSE, SHARK_CARD_NAMES
from undertow.games.get_bit.rules import is_shark, limbs_left, swimmer_of

UNIT = "round"
REASONS = {
    st.FRONT_OF_TWO: "two were left",
    st.STARVED: "the shark starved",
    st.LAST_SWIMMER: "one was left",
}
THINGS = (
    *(Thing(f"card {card + 1}", "card") for card in range(st.CARDS)),
    *(Thing(f"give up the {limb}", "limb") for limb in st.LIMB_NAMES),
    *(Thing(f"bite: {card}", "shark card") for card in SHARK_CARD_NAMES),
)
CARDS_FROM, LIMBS_FROM, BITES_FROM = 0, st.CARDS, st.CARDS + st.LIMBS

A_LIMB = 8  # more than any place in line


@rule
def clock(box: Record, state: Record) -> int:
    return int(state.rounds)


@rule
def standing(box: Record, state: Record, seat: int) -> int:
    """Limbs of a person's swimmers in line, then their places. The shark has its tokens, as if they were limbs."""
    if is_shark(box, seat):
        return A_LIMB * st.LIMBS * int(box.parts) * int(state.tokens) // int(box.tokens)
    first = swimmer_of(box, seat)
    if box.each > 1:
        first -= first % int(box.each)
    value = 0
    for swimmer in range(first, first + int(box.each)):
        behind = 0  # it and all behind it; 0: it is out
        for place in range(state.in_line):
            behind = int(state.in_line) - place if state.line[place] == swimmer else behind
        if behind > 0:
            value += A_LIMB * limbs_left(state, swimmer) + behind
    return value


@rule
def pace(box: Record, state: Record, seat: int, options: int) -> int:
    """All choose at once: the last one's time is everybody's."""
    return thought(options) if state.waiting == bit(seat) else 0


@rule
def noted(box: Record, state: Record, seat: int, action: int) -> int:
    if seat == CHANCE:
        return NOTHING
    if action >= BITE:
        return by(seat, BITES_FROM + action - BITE)
    if action >= LOSE:
        return by(seat, LIMBS_FROM + action - LOSE)
    return by(seat, CARDS_FROM + action - CARD)
