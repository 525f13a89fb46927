"""What a batch is made of: named tuples, which Numba passes on as if each field were an argument."""

from __future__ import annotations

from typing import NamedTuple

from undertow.core.bundles import Minds
from undertow.core.records import Encoding, Floats, Ints, Records

LEARNER = -1  # the policy of a seat that is played from outside
BEGIN = -1  # the action that begins a row's first match
GOES_ON, ENDED, CUT_OFF = range(3)  # what `Shown.ends` tells of a row's last match


class Table(NamedTuple):
    """What all rows share: the box, the table as it is laid, a memory with nothing in it, and who plays."""

    boxes: Records
    laid: Records
    fresh: Records
    minds: Minds
    seed: int
    bound: int  # steps after which a match is cut off
    numbers: int  # that `encode` writes
    final: bool  # whether `Shown.last` is wanted,
    critic: bool  # and `Shown.truth`


class Rows(NamedTuple):
    """The matches under way: what stays inside."""

    states: Records
    memories: Records  # a column for each viewer
    rngs: Ints
    steps: Ints  # taken so far in the match that is under way
    played: Ints  # matches that are over
    won: Floats  # what they brought each seat
    seats: Ints  # who decides
    picked: Ints  # a legal action, all equally likely
    lasted: Ints  # steps of the match that ended last


class Shown(NamedTuple):
    """What goes out: a row for each match."""

    seats: Ints  # who decides
    observations: Encoding  # what the side of that seat knows
    masks: Ints  # 1 for each legal action
    rewards: Encoding  # what the match that ended in this step brought each seat; else 0
    ends: Ints  # whether one did
    last: Encoding  # what the side that decided last knew at the end of that match, if it is wanted
    truth: Encoding  # what each side knows, for a critic in training, if it is wanted
