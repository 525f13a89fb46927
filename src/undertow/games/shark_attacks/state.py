"""Shark Attacks!: all that is true on the table, and the words for it as numbers."""

from __future__ import annotations

from undertow.core.records import NO_MEMORY, Record, names_between, state_record

SEATS = 6  # the most players
FACES = 4  # a die shows a wave, 1, 2 or 3
MEALS = 7  # the longest list of what a shark eats
WAVE = 0

# Where a turn stands: whose move it is, or which die is in the air.
FIRST_PLAYER, ENTERING, BEACH, EVENT, FLEEING, SIGN, OVER = range(7)

# The event die.
SUN, RAIN, SHARK = range(3)

# What happened. The four details of each are named beside it.
BEGINS = 0  # player
TURN = 1  # player, blue dice, signs
ENTERED = 2  # waves, ones, twos, threes: swimmers enter the water
WEATHER = 3  # sun, rain or shark, blue dice that came (1) or went (-1)
BANKED = 4  # player, points, score
PARTY = 5  # player, points, score
NOBODY_THERE = 6  # player: a shark, but nobody in the water
FLED = 7  # waves, ones, twos, threes: swimmers flee
FINS = 8  # waves, ones, twos, threes: the red dice
ATE = 9  # fins, ones, twos, threes
ESCAPED = 10  # points of this throw, dice, points so far
SIGN_UP = 11  # player, from whom (-1: the middle), signs now
SIGNS_BACK = 12  # player, how many, signs now
ASHORE = 13  # player, points, score, multiplied by
WON = 14  # player, score

TOLD_AS = names_between(globals(), "BEGINS", "WON")

# Why the game ended.
REACHED_TARGET = 1

State = state_record(
    [
        ("phase", "i1"),
        ("player", "i1"),  # whose turn
        ("scores", "i4", SEATS),
        ("signs", "i1", SEATS),
        ("signs_middle", "i1"),
        ("blue_middle", "i1"),
        ("rolling", "i1"),  # blue dice in the air
        ("water", "i1", FACES),  # blue dice that landed, by face
        ("escaped", "i1"),  # blue dice set aside in a flight
        ("saved", "i2"),  # their points
        ("reds", "i1"),  # red dice in this flight
        ("red_rolling", "i1"),
        ("fins", "i1", FACES),  # red dice that landed, by face
        ("bitten", "i1"),  # blue dice eaten in this throw
        ("eaten", "i1"),  # blue dice eaten in this flight
        ("owed", "i1"),  # signs still to take for them
    ],
    events=32,
)
Memory = NO_MEMORY

MOST_LEGAL = 2 + SEATS  # the most legal actions at once
OUTCOMES = SEATS  # the most outcomes of one chance
BOUND = 20_000  # steps within which random play ends; no rule forces an end, banking 0 for ever is legal


def broken(box: Record, state: Record) -> str:
    """What is wrong with this state, in words; nothing if it is sound."""
    if state.blue_middle + state.rolling + sum(state.water) + state.escaped != box.blue:
        return "blue dice are not conserved"
    if state.signs_middle + sum(state.signs) != box.signs:
        return "signs are not conserved"
    if min(state.signs) < 0 or max(state.signs) > box.sign_limit:
        return "a beach has an impossible number of signs"
    if not 0 <= state.reds <= box.red or state.red_rolling + sum(state.fins) > state.reds:
        return "red dice are not conserved"
    if state.phase == FLEEING and state.eaten == 0 and state.reds != box.first_red:
        return "a flight without casualties has more than its first red dice"
    if min(state.water) < 0 or min(state.blue_middle, state.rolling, state.escaped, state.owed) < 0:
        return "a count of dice is negative"
    return ""
