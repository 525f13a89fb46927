"""Your Game: all that is true on the table, what is remembered of it, and the words for it as numbers."""

from __future__ import annotations

from undertow.core.records import Record, record, state_record

# With any house rules: box.toml allows no more.
MOST_CAVES = 6
MOST_ROUNDS = 20

# The seats. Each is a side of its own, so these are the viewers too; the spectator comes after them.
SHARK, DIVER = range(2)
SEATS = 2

# Whose move it is.
HIDING, SWIMMING, LOOKING, DONE = range(4)

# What happened. The details of each are named beside it.
HID = 0  # nothing: the shark is in one of the caves
LURKS = 1  # cave: told to the shark alone
SWAM = 2  # nothing: the shark stayed or swam on
LOOKED = 3  # cave, whether the shark was there

TOLD_AS = {HID: "hid", LURKS: "lurks", SWAM: "swam", LOOKED: "looked"}
REVEALS = frozenset({LOOKED})  # after this nothing can be taken back

# Why the match ended.
FOUND, ESCAPED = 1, 2

State = state_record(
    [
        ("phase", "i1"),
        ("rounds", "i1"),  # that are over
        ("shark", "i1"),  # the cave it is in: the one secret of this game
        ("looked", "i1", MOST_CAVES),  # the round of the last look into each cave; 0: none
    ],
    events=4,
)

#: What a viewer concludes from what was heard: how likely each cave holds a shark that moves at random.
Memory = record([("odds", "f8", MOST_CAVES)])

MOST_LEGAL = MOST_CAVES  # the most legal actions at once
OUTCOMES = MOST_CAVES  # the most outcomes of one chance
BOUND = 1 + 2 * MOST_ROUNDS  # steps within which every match ends


def broken(box: Record, state: Record) -> str:
    """What is wrong with this state, in words; nothing if it is sound."""
    if not 0 <= state.shark < box.caves:
        return "the shark is in no cave"
    if not 0 <= state.rounds <= box.rounds:
        return "too many rounds were played"
    return ""
