"""Get Bit!: what every position of four swimmers is worth, looked up.

A round without a Shark player always costs a limb, so positions can be solved backwards, from the last limbs to the
first: `bench/solve_get_bit.py` has done that, each round by `rounds.py`. A position is the limbs and hands from front
to rear. Whoever was bitten has jumped to the front with a full hand, so that with four in line three hands remain to be
known; with three in line it is three hands anyway. So a table has a row for all limbs together and a column for each
triple of hands. Such a table is smooth: written as a sum of products of a few numbers for each hand it has a fraction
of the size, which is how `tables.npz` keeps it.
"""

from __future__ import annotations

import hashlib
import warnings
from functools import cache
from pathlib import Path

import numpy as np

from undertow.core.errors import UndertowError
from undertow.core.records import Floats, Record, has
from undertow.core.rule import rule
from undertow.games.get_bit.rules import limbs_left
from undertow.games.get_bit.state import LIMBS

FILE = Path(__file__).parent / "tables.npz"
#: SHA-256 of the file's numbers; `bench/solve_get_bit.py` prints it.
DIGEST = ""

CARDS = 5  # of four swimmers
HANDS = 26  # that somebody may have: two cards or more
TRIPLES = HANDS**3
LEAST = 3  # in line; with two the match is over
STARTS = CARDS**4  # hands after the first round, in which nobody is bitten

# What stands in front of the numbers.
KIND, RANK, NUMBERS, BLOCKS = 0, 1, 2, 2 + (1 << CARDS)
NOTHING, ALONE, PAIRS = 0, 1, 2  # kinds: no table; everybody for themselves; two people with two swimmers each


@rule
def rows(kind: int, line: int) -> int:
    """Of a table: the limbs of all, and for pairs whose swimmers are where."""
    return LIMBS**line * (3 if kind == PAIRS else 1)


@rule
def kept(kind: int, line: int) -> int:
    """Numbers kept of a position. Shares add up to 1, so the last one's is not kept; of pairs it is the front one's."""
    return 1 if kind == PAIRS else line - 1


@rule
def block_size(kind: int, rank: int, line: int) -> int:
    """Numbers of a table: all of them, or three lists of hands and what their products are taken with."""
    if rank == 0:
        return rows(kind, line) * TRIPLES * kept(kind, line)
    return 3 * HANDS * rank + rows(kind, line) * kept(kind, line) * rank**3


@rule
def block(table: Floats, at: int, line: int) -> int:
    """Where the table for so many in line begins; one for four after the starts."""
    begin = at + BLOCKS + STARTS * 3
    if line > LEAST:
        begin += block_size(int(table[at + KIND]), int(table[at + RANK]), LEAST)
    return begin


@rule
def hand_number(table: Floats, at: int, hand: int) -> int:
    return int(table[at + NUMBERS + int(hand)])


@rule
def row_of(box: Record, state: Record, kind: int) -> int:
    """The limbs from front to rear, and for pairs where the front swimmer's partner is."""
    row = partner_place(box, state) - 1 if kind == PAIRS else 0
    for place in range(state.in_line):
        row = row * LIMBS + limbs_left(state, int(state.line[place])) - 1
    return row


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
def look_up(box: Record, state: Record, table: Floats, at: int, scratch: Floats, out: int) -> None:
    """Everybody's share of the win at the start of a round, added to `scratch[out + person]`."""
    kind = int(table[at + KIND])
    line = int(state.in_line)
    values = kept(kind, line)
    room = out + LIMBS + 2  # after the shares
    if all_whole(state):
        begin = at + BLOCKS + 3 * start_of(state) + (partner_place(box, state) - 1 if kind == PAIRS else 0)
        for value in range(values):
            scratch[room + value] = table[begin + value]
    else:
        read(box, state, table, at, scratch, room)
    rest = 1.0
    for value in range(values):
        scratch[out + int(state.line[value]) // int(box.each)] += scratch[room + value]
        rest -= scratch[room + value]
    if kind == PAIRS:
        scratch[out + 1 - int(state.line[0]) // int(box.each)] = rest
    else:
        scratch[out + int(state.line[line - 1]) // int(box.each)] += rest


@rule
def partner_place(box: Record, state: Record) -> int:
    """Where the front swimmer's partner is."""
    for place in range(1, state.in_line):
        if int(state.line[place]) // int(box.each) == int(state.line[0]) // int(box.each):
            return place
    return int(state.in_line)


@rule
def all_whole(state: Record) -> bool:
    """Whether nobody has been bitten yet."""
    for place in range(state.in_line):
        if limbs_left(state, int(state.line[place])) < LIMBS:
            return False
    return state.in_line > LEAST


@rule
def read(box: Record, state: Record, table: Floats, at: int, scratch: Floats, room: int) -> None:
    """The numbers kept of a position, into the scratch."""
    kind = int(table[at + KIND])
    rank = int(table[at + RANK])
    line = int(state.in_line)
    begin = block(table, at, line)
    first = hand_number(table, at, state.hands[state.line[line - 3]])
    second = hand_number(table, at, state.hands[state.line[line - 2]])
    third = hand_number(table, at, state.hands[state.line[line - 1]])
    row = row_of(box, state, kind)
    values = kept(kind, line)
    if rank == 0:
        begin += (((row * HANDS + first) * HANDS + second) * HANDS + third) * values
        for value in range(values):
            scratch[room + value] = table[begin + value]
        return
    core = begin + 3 * HANDS * rank + row * values * rank**3
    for value in range(values):
        scratch[room + value] = multiply(
            begin + first * rank, begin + (HANDS + second) * rank, begin + (2 * HANDS + third) * rank,
            core + value * rank**3, rank, table, scratch, room + values,
        )  # fmt: skip


@rule
def multiply(a: int, b: int, c: int, core: int, rank: int, table: Floats, scratch: Floats, room: int) -> float:
    """The sum of the products of three hands' numbers and those they are taken with."""
    for k in range(rank):
        scratch[room + k] = 0.0
    n = core
    for i in range(rank):
        for j in range(rank):
            both = table[a + i] * table[b + j]
            for k in range(rank):
                scratch[room + k] += both * table[n + k]
            n += rank
    total = 0.0
    for k in range(rank):
        total += scratch[room + k] * table[c + k]
    return total


# The file -------------------------------------------------------------------------------------------------------------


def kind_of(box: Record) -> int:
    """Which table is for this box: the printed one for four swimmers, and no other."""
    printed = box.swimmers == 4 and box.cards == CARDS and box.take_back_at == 1 and box.parts == 1
    if not printed or box.shark or box.first_bite != 2 or box.each > 2:
        return NOTHING
    return PAIRS if box.each == 2 else ALONE


@cache
def values(kind: int) -> Floats:
    """The table of a kind, flat; of kind `NOTHING` if the file cannot be used, which is said once."""
    if kind != NOTHING:
        try:
            return unpacked(kind)
        except (OSError, ValueError, KeyError, UndertowError) as error:
            warnings.warn(
                f"{FILE.name} cannot be used ({error}), so the bot equilibrium plays like matrix.", stacklevel=2
            )
    return np.full(1, float(NOTHING))


def digest(parts: dict[str, np.ndarray]) -> str:
    """Of all numbers of the file."""
    found = hashlib.sha256()
    for name in sorted(parts):
        found.update(name.encode() + str(parts[name].shape).encode() + parts[name].astype("<f2").tobytes())
    return found.hexdigest()


def unpacked(kind: int) -> Floats:
    """The table of a kind, as the file has it."""
    with np.load(FILE, allow_pickle=False) as file:
        parts = {name: file[name] for name in file.files}
    if digest(parts) != DIGEST:
        raise UndertowError("its numbers are not those this version was made with")
    name = "pairs" if kind == PAIRS else "alone"
    hands = np.array([hand for hand in range(1 << CARDS) if hand.bit_count() > 1])
    front = np.zeros(BLOCKS)
    front[KIND], front[RANK] = kind, parts[f"{name} 3 hands"].shape[-1]
    front[NUMBERS + hands] = np.arange(HANDS)
    blocks = [parts[f"{name} start"]]
    for line in (3, 4):
        blocks += [parts[f"{name} {line} hands"], parts[f"{name} {line} products"]]
    return np.concatenate([front, *(block.astype(np.float64).ravel() for block in blocks)])
