"""Get Bit!: how good the water is for each swimmer and for the shark, without playing on.

A swimmer's chance to win is its strength over the strength of all in line, and a strength grows with limbs, place and
cards. With a shark, the shark's own chance comes off first. The weights in `values.toml` were fitted to many matches
between bots (`bench/fit_get_bit.py`); they are opinions of a bot, not numbers of the game.
"""

from __future__ import annotations

import tomllib
from functools import cache
from math import exp
from pathlib import Path

import numpy as np

from undertow.core.records import Floats, Record, count, has
from undertow.core.rule import rule
from undertow.games.get_bit.rules import is_shark, limbs_left, swimmer_of
from undertow.games.get_bit.state import ANY_LIMB, HEAD, LIMBS, SHARK_CARDS, SWIMMERS

LINES = SWIMMERS + 1  # weights differ by how many are in line
FEATURES = 9  # of a swimmer
SHARK_FEATURES = 7


@cache
def weights() -> Floats:
    """The fitted weights, flat: swimmers without and with a shark, then the shark's, each by the number in line."""
    with (Path(__file__).parent / "values.toml").open("rb") as file:
        kept = tomllib.load(file)
    parts = (kept["swimmers"], kept["swimmers_with_shark"], kept["shark"])
    return np.concatenate([np.array(part, np.float64).ravel() for part in parts])


@rule
def swimmer_features(box: Record, state: Record, place: int, out: Floats, at: int) -> None:
    """What makes a swimmer strong: numbers from 0 to 1."""
    swimmer = int(state.line[place])
    hand = int(state.hands[swimmer])
    limbs = limbs_left(state, swimmer)
    cards = count(hand)
    total = 0
    exposed = 0
    for card in range(box.cards):
        if has(hand, card):
            total += card + 1
    for limb in range(LIMBS):
        if state.limbs[swimmer, limb] > 0 and has(state.shark_hand, limb):
            exposed += 1
    out[at] = limbs / (LIMBS * float(box.parts))
    out[at + 1] = 1.0 if limbs == 1 else 0.0
    out[at + 2] = 1.0 if limbs == 2 else 0.0
    out[at + 3] = place / max(1.0, float(state.in_line) - 1.0)
    out[at + 4] = 1.0 if place == state.in_line - 1 else 0.0
    out[at + 5] = cards / float(box.cards)
    out[at + 6] = total / (cards * float(box.cards))
    out[at + 7] = 1.0 if has(hand, box.cards - 1) else 0.0
    out[at + 8] = exposed / 4.0


@rule
def shark_features(box: Record, state: Record, out: Floats, at: int) -> None:
    """What makes the shark strong."""
    limbs = 0
    exposed = 0
    for place in range(state.in_line):
        swimmer = int(state.line[place])
        limbs += limbs_left(state, swimmer)
        for limb in range(LIMBS):
            if state.limbs[swimmer, limb] > 0 and has(state.shark_hand, limb):
                exposed += 1
    out[at] = 1.0
    out[at + 1] = limbs / (LIMBS * float(box.parts) * float(state.in_line))
    out[at + 2] = state.tokens / max(1.0, float(box.tokens))
    out[at + 3] = count(state.shark_hand) / float(SHARK_CARDS)
    out[at + 4] = 1.0 if has(state.shark_hand, HEAD) else 0.0
    out[at + 5] = 1.0 if has(state.shark_hand, ANY_LIMB) else 0.0
    out[at + 6] = exposed / (4.0 * float(state.in_line))


@rule
def chance_to_win(box: Record, state: Record, seat: int, table: Floats, scratch: Floats, at: int) -> float:
    """The seat's share of the win from here on, in a match that is not over; needs `FEATURES` places of scratch."""
    line = int(state.in_line)
    shark = 0.0
    if box.shark == 1:
        shark_features(box, state, scratch, at)
        rating = 0.0
        for i in range(SHARK_FEATURES):
            rating += scratch[at + i] * table[2 * LINES * FEATURES + line * SHARK_FEATURES + i]
        shark = 1.0 / (1.0 + exp(-rating))
        if is_shark(box, seat):
            return shark
    person = swimmer_of(box, seat) // int(box.each)
    mine = 0.0
    everybody = 0.0
    for place in range(line):
        swimmer_features(box, state, place, scratch, at)
        rating = 0.0
        for i in range(FEATURES):
            rating += scratch[at + i] * table[(int(box.shark) * LINES + line) * FEATURES + i]
        strength = exp(rating)
        everybody += strength
        if int(state.line[place]) // int(box.each) == person:
            mine += strength
    return (1.0 - shark) * mine / everybody
