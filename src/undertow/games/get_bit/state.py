"""Get Bit!: all that is true in the water, and the words for it as numbers."""

from __future__ import annotations

from undertow.core.records import NO_MEMORY, Record, names_between, state_record

SWIMMERS = 6  # the most
SEATS = SWIMMERS + 1
CARDS = SWIMMERS + 3  # the most in a hand, house rules included
LIMBS = 4
LIMB_NAMES = ("right leg", "left leg", "right arm", "left arm")

# The shark's cards: the four limbs by their numbers, then
HEAD, ANY_LIMB = LIMBS, LIMBS + 1
SHARK_CARDS = LIMBS + 2
NO_CARD = -1  # nothing chosen

# What is going on.
LINING_UP, CHOOSING, LOSING_LIMB, OVER = range(4)

# What happened. The details of each are named beside it.
LINED_UP = 0  # swimmer, place from the front
ROUND = 1  # its number
CHOSE = 2  # seat
REVEAL = 3  # cards of swimmers 0-2, cards of swimmers 3-5 (four bits each, 0: none), the shark's card or -1, in line
TIED = 4  # a number, the swimmers who share it and stay, a bit each
JUMPED = 5  # the first three swimmers who jump to the front in turn, the next three (four bits each, counted from 1)
BITTEN = 6  # swimmer, limb, parts left in all, 1: it flees to the front
OUT = 7  # swimmer, 1: by its head
MISS = 8  # the shark's card, tokens left, the swimmer it snapped at
TOOK_BACK = 9  # swimmers with their cards in hand again, a bit each; bit 6: the shark
WON = 10  # seat, reason

TOLD_AS = names_between(globals(), "LINED_UP", "WON")

#: After these nothing can be taken back.
REVEALS = frozenset({REVEAL})

# Why it ended.
FRONT_OF_TWO, STARVED, LAST_SWIMMER = 1, 2, 3

State = state_record(
    [
        ("waiting", "i4"),  # seats that still have to act, a bit each
        ("hands", "i2", SWIMMERS),  # cards in hand, a bit each; the chosen one is among them until it is shown
        ("chosen", "i1", SWIMMERS),  # secret until all have chosen
        ("limbs", "i1", (SWIMMERS, LIMBS)),  # parts left
        ("line", "i1", SWIMMERS),  # swimmers from front to rear
        ("in_line", "i1"),
        ("phase", "i1"),
        ("rounds", "i1"),
        ("shark_hand", "i1"),
        ("shark_card", "i1"),  # secret until all have chosen
        ("tokens", "i1"),
        ("winner", "i1"),  # seat
    ],
    events=10,
)
Memory = NO_MEMORY

MOST_LEGAL = CARDS
OUTCOMES = SWIMMERS
# Steps of the longest match: six swimmers and a shark, two parts a limb, six tokens each; that is 84 rounds of seven
# cards, 48 bites and the line-up.
BOUND = 700


def broken(box: Record, state: Record) -> str:
    """What is wrong with this state, in words; nothing if it is sound."""
    line = state.line[: state.in_line].tolist()
    if len(set(line)) != len(line) or not all(0 <= swimmer < box.swimmers for swimmer in line):
        return "the line has a swimmer twice or one who is not playing"
    if not 0 <= state.tokens <= box.tokens:
        return "hunger tokens are not conserved"
    if state.phase == LINING_UP:
        return ""
    for swimmer in line:
        if state.limbs[swimmer].sum() < 1 or state.limbs[swimmer].max() > box.parts:
            return "a swimmer in line has an impossible number of limbs"
        if not 0 < state.hands[swimmer] <= box.full_hand:
            return "a swimmer in line has an impossible hand"
        if state.chosen[swimmer] > 0 and not state.hands[swimmer] >> (int(state.chosen[swimmer]) - 1) & 1:
            return "a swimmer chose a card that is not in hand"
    return ""
