"""Lagoon: all that is true on the table, what is remembered of it, and the words for it as numbers."""

from __future__ import annotations

from undertow.core.records import Record, record, state_record

MOST_LAGOONS = 6  # of any house rules
MOST_ROUNDS = 20

# The seats; each is a side of its own, so these are the viewers too.
SHARK, DIVER = range(2)
SEATS = 2

# Whose move it is.
HIDING, SWIMMING, LOOKING, DONE = range(4)

# What happened. The details of each are named beside it.
HID = 0  # nothing: the shark is in one of the lagoons
LURKS = 1  # lagoon: told to the shark alone
SWAM = 2  # nothing: the shark stayed or swam on
LOOKED = 3  # lagoon, whether the shark was there

REVEALS = frozenset({LOOKED})  # after this nothing can be taken back

# Why the game ended.
FOUND, ESCAPED = 1, 2

State = state_record(
    [
        ("phase", "i1"),
        ("turn", "i1"),  # rounds that are over
        ("shark", "i1"),  # the lagoon it is in: the one secret of this game
    ],
    events=2,
)

#: What the diver and the spectator conclude: how likely each lagoon holds a shark that moves at random.
Memory = record([("odds", "f8", MOST_LAGOONS)])

MOST_LEGAL = MOST_LAGOONS  # the most legal actions at once
OUTCOMES = MOST_LAGOONS  # the most outcomes of one chance
BOUND = 1 + 2 * MOST_ROUNDS  # steps within which every match ends


def broken(box: Record, state: Record) -> str:
    """What is wrong with this state, in words; nothing if it is sound."""
    if not 0 <= state.shark < box.lagoons:
        return "the shark is in no lagoon"
    if not 0 <= state.turn <= box.rounds:
        return "too many rounds were played"
    return ""
