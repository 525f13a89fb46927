"""Get Bit!: what every position of four swimmers is worth, looked up.

A round without a Shark player always costs a limb, so positions can be solved backwards, from the last limbs to the
first: `bench/solve_get_bit.py` has done that, each round by `rounds.py`. A position is the limbs and hands from front
to rear. Whoever was bitten has jumped to the front with a full hand, so that with four in line three hands remain to be
known; with three in line it is three hands anyway. So a table has a row for all limbs together and a column for each
triple of hands. `tables.xz` keeps the shares in steps of 1/64 with three in line and of 1/32 with four.
"""

from __future__ import annotations

import hashlib
import lzma
import warnings
from functools import cache
from pathlib import Path

import numpy as np

from undertow.core.errors import UndertowError
from undertow.core.records import Floats, Record, has
from undertow.core.rule import rule
from undertow.games.get_bit.rules import limbs_left
from undertow.games.get_bit.state import LIMBS

FILE = Path(__file__).parent / "tables.xz"
#: SHA-256 of the file; `bench/solve_get_bit.py` prints it.
DIGEST = "2f12773138a0f06f822ed9d0fbe7b4d2f0e226b230d183e290b65ecf487801b7"

CARDS = 5  # of four swimmers
HANDS = 26  # that somebody may have: two cards or more
TRIPLES = HANDS**3
STARTS = CARDS**4  # hands after the first round, in which nobody is bitten
ROWS = {3: LIMBS**3, 4: LIMBS**3 * (LIMBS - 1)}  # by how many are in line; of four the front one has been bitten
START_STEPS, STEPS_OF_THREE, STEPS_OF_FOUR = 250.0, 64.0, 32.0  # of a share, as the file keeps them

# A table: what it is, a number for each hand, the starts, three in line, four in line. Shares add up to 1, so the last
# one's is not kept. `EXACT` tables have a number for each; `KEPT` ones have all of a position in one, 8 bits each.
KIND, NUMBERS, BEGIN = 0, 1, 1 + (1 << CARDS)
NOTHING, EXACT, KEPT = 0, 1, 2
THREE = BEGIN + STARTS * 3
BITS = 8


@rule
def where(kind: int, line: int, column: int) -> int:
    """Where the shares of a position begin."""
    if kind == KEPT:
        return THREE + column + (0 if line == 3 else LIMBS**3 * TRIPLES)
    return THREE + (2 * column if line == 3 else 2 * LIMBS**3 * TRIPLES + 3 * column)


@rule
def column_of(state: Record, table: Floats, at: int) -> int:
    """The number of a position among those with as many in line: limbs from front to rear, then the last hands."""
    line = int(state.in_line)
    column = 0
    for place in range(line):
        column = column * LIMBS + limbs_left(state, int(state.line[place])) - 1
    for place in range(line - 3, line):
        column = column * HANDS + int(table[at + NUMBERS + int(state.hands[state.line[place]])])
    return column


@rule
def start_of(state: Record) -> int:
    """Which card each has played, front to rear, where everybody has played one."""
    number = 0
    for place in range(state.in_line):
        for card in range(CARDS):
            if not has(state.hands[state.line[place]], card):
                number = number * CARDS + card
    return number


@rule
def all_whole(state: Record) -> bool:
    """Whether nobody has been bitten yet."""
    for place in range(state.in_line):
        if limbs_left(state, int(state.line[place])) < LIMBS:
            return False
    return int(state.in_line) == 4


@rule
def look_up(box: Record, state: Record, table: Floats, at: int, scratch: Floats, out: int) -> None:
    """Everybody's share of the win at the start of a round, added to `scratch[out + person]`. The tables are those of
    swimmers who all play for themselves; a person with two has the shares of both."""
    kind = int(table[at + KIND])
    line = int(state.in_line)
    start = all_whole(state)
    begin = at + (BEGIN + 3 * start_of(state) if start else where(kind, line, column_of(state, table, at)))
    packed = kind == KEPT and not start
    code = int(table[begin]) if packed else 0
    rest = 1.0
    for place in range(line - 1):
        share = table[begin + place] if not packed else 0.0
        if packed:
            share = ((code >> (BITS * place)) & 255) / (STEPS_OF_THREE if line == 3 else STEPS_OF_FOUR)
        scratch[out + int(state.line[place]) // int(box.each)] += share
        rest -= share
    scratch[out + int(state.line[line - 1]) // int(box.each)] += rest


# The file -------------------------------------------------------------------------------------------------------------


def has_tables(box: Record) -> bool:
    """Whether there are tables for this box: four swimmers as printed, without a Shark player."""
    printed = box.swimmers == 4 and box.cards == CARDS and box.take_back_at == 1 and box.parts == 1
    return bool(printed and not box.shark and box.first_bite == 2)


@cache
def shares() -> Floats:
    """The tables, flat; only `NOTHING` if the file cannot be used, which is said once."""
    try:
        return unpacked(FILE.read_bytes())
    except (OSError, UndertowError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        warnings.warn(f"{FILE.name} cannot be used ({why}), so the bot equilibrium plays like matrix.", stacklevel=2)
        return np.full(1, float(NOTHING))


def unpacked(file: bytes) -> Floats:
    """The tables that a file keeps."""
    if hashlib.sha256(file).hexdigest() != DIGEST:
        raise UndertowError("it is not the one this version was made with")
    steps = np.frombuffer(lzma.decompress(file), np.uint8)
    starts, three, four = np.split(steps, np.cumsum([STARTS * 3, ROWS[3] * TRIPLES * 2]))
    return np.concatenate(
        [
            front(KEPT),
            starts / START_STEPS,
            three.reshape(-1, 2) @ np.array([1.0, 256.0]),
            four.reshape(-1, 3) @ np.array([1.0, 256.0, 65536.0]),
        ]
    )


def front(kind: int) -> Floats:
    """What a table begins with."""
    hands = [hand for hand in range(1 << CARDS) if hand.bit_count() > 1]
    made = np.zeros(BEGIN)
    made[KIND] = kind
    made[NUMBERS + np.array(hands)] = np.arange(HANDS)
    return made
