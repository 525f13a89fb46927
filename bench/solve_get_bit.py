"""Get Bit!: solve every position of four swimmers, backwards from the end, and keep it small.

.venv/bin/python -m bench.solve_get_bit alone build/alone.npy 100   (everybody for themselves; 100 sweeps a round)
.venv/bin/python -m bench.solve_get_bit pairs build/pairs.npy 100 build/alone.npy   (two people with two swimmers each)
.venv/bin/python -m bench.solve_get_bit pack 10 build/alone.npy build/pairs.npy   (10 numbers for each hand)
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from undertow import find_game
from undertow.core.game import Setup
from undertow.core.records import Floats, Ints, Record, Records
from undertow.core.rule import rule
from undertow.games.get_bit.bots import tables
from undertow.games.get_bit.bots.equilibrium import ROUND, lay_out
from undertow.games.get_bit.bots.rounds import HALVES, SHARES, SIDE_OF, sweep_round
from undertow.games.get_bit.bots.tables import ALONE, BLOCKS, HANDS, KIND, NUMBERS, PAIRS, STARTS, TRIPLES
from undertow.games.get_bit.state import CHOOSING, LIMBS, State

SCRATCH = 64 + HALVES + 4 * 130 + 6 * 625


@rule
def line_up(worlds: Records, kind: int, row: int, line: int) -> None:
    """A line with the limbs of this row. Of pairs, swimmers 1 and 2 belong together, and 3 and 4; the row also says
    where the front one's partner is."""
    state = worlds[0]
    state.in_line = line
    state.phase = CHOOSING
    state.rounds = 3
    partner = row // LIMBS**line + 1
    others = 2
    for place in range(line):
        swimmer = place
        if kind == PAIRS:
            swimmer = 0 if place == 0 else 1 if place == partner else others
            others += 1 if swimmer == others else 0
        state.line[place] = swimmer
        limbs = row // LIMBS ** (line - 1 - place) % LIMBS + 1
        for limb in range(LIMBS):
            state.limbs[swimmer, limb] = 1 if limb < limbs else 0


@rule
def solve_row(
    boxes: Records, worlds: Records, kind: int, line: int, row: int, sweeps: int, hands: Ints, triples: Ints,
    table: Floats, scratch: Floats, gaps: Floats,
) -> None:  # fmt: skip
    """These hands of a row: what they are worth into the table; what somebody could still gain into `gaps`."""
    line_up(worlds, kind, row, line)
    state = worlds[0]
    begin = tables.block(table, 0, line)
    values = tables.kept(kind, line)
    for i in range(triples.shape[0]):
        triple = int(triples[i])
        state.hands[state.line[0]] = (1 << tables.CARDS) - 1
        state.hands[state.line[line - 3]] = hands[triple // (HANDS * HANDS)]
        state.hands[state.line[line - 2]] = hands[triple // HANDS % HANDS]
        state.hands[state.line[line - 1]] = hands[triple % HANDS]
        gaps[i] = solve_one(boxes[0], worlds, sweeps, table, scratch)
        for value in range(values):
            side = int(scratch[ROUND + SIDE_OF + value])
            table[begin + (row * TRIPLES + triple) * values + value] = scratch[ROUND + SHARES + side]


@rule
def solve_starts(
    boxes: Records, worlds: Records, kind: int, sweeps: int, table: Floats, scratch: Floats, gaps: Floats
) -> None:
    """The second round: everybody has all limbs and has played one card."""
    state = worlds[0]
    for partner in range(3 if kind == PAIRS else 1):
        line_up(worlds, kind, (partner + 1) * LIMBS**4 - 1, 4)
        for start in range(STARTS):
            for place in range(4):
                played = start // tables.CARDS ** (3 - place) % tables.CARDS
                state.hands[state.line[place]] = (1 << tables.CARDS) - 1 - (1 << played)
            gaps[start] = solve_one(boxes[0], worlds, sweeps, table, scratch)
            for value in range(tables.kept(kind, 4)):
                side = int(scratch[ROUND + SIDE_OF + value])
                table[BLOCKS + 3 * start + partner + value] = scratch[ROUND + SHARES + side]


@rule
def solve_one(box: Record, worlds: Records, sweeps: int, table: Floats, scratch: Floats) -> float:
    """Solve a round; returns the most that a side could gain by departing from its strategy."""
    lay_out(box, worlds, table, 0, scratch, 0)
    return sweep_round(sweeps, 0.0, scratch, ROUND)


def empty_table(kind: int) -> tuple[Floats, Ints]:
    """Room for every number, and the hands in their order."""
    size = BLOCKS + STARTS * 3 + tables.block_size(kind, 0, 3) + tables.block_size(kind, 0, 4)
    table = np.zeros(size)
    hands = np.array([hand for hand in range(1 << tables.CARDS) if bin(hand).count("1") > 1], np.int64)
    table[KIND] = kind
    table[NUMBERS + hands] = np.arange(HANDS)
    return table, hands


def limbs_of(row: int, line: int) -> list[int]:
    return [row // LIMBS**place % LIMBS + 1 for place in range(line)][::-1]


class Gaps:
    """What somebody could still gain by departing from the strategies found, in a line for each number of limbs."""

    def __init__(self) -> None:
        self.began, self.rows, self.total, self.worst = time.perf_counter(), 0, 0.0, 0.0

    def add(self, gaps: Floats) -> None:
        self.rows, self.total, self.worst = self.rows + 1, self.total + gaps.mean(), max(self.worst, gaps.max())

    def tell(self, limbs: int) -> None:
        mean, seconds = self.total / self.rows, time.perf_counter() - self.began
        print(
            f"{limbs} limbs, {self.rows} rows so far, {seconds:.0f} s: gap {mean:.5f}, {self.worst:.3f} at most",
            flush=True,
        )


def solve(setup: Setup, kind: int, sweeps: int, lists: Mapping[int, Floats] | None = None) -> Floats:
    """All positions, or of each row a sixth, from which the others are told by `lists` of numbers for each hand."""
    table, hands = empty_table(kind)
    triples = np.arange(TRIPLES)
    if lists is not None:
        triples = np.sort(np.random.default_rng(1).choice(TRIPLES, TRIPLES // 6, replace=False))
    fills = {line: filling(made, triples) for line, made in (lists or {}).items()}
    worlds, scratch, gaps, told = np.zeros(3, State), np.zeros(SCRATCH), np.zeros(len(triples)), Gaps()
    for limbs in range(3, 4 * LIMBS):
        for line in (3, 4):
            for row in range(tables.rows(kind, line)):
                each = limbs_of(row, line)
                if sum(each) != limbs or (line == 4 and each[0] == LIMBS):
                    continue
                solve_row(setup.box, worlds, kind, line, row, sweeps, hands, triples, table, scratch, gaps)
                told.add(gaps)
                if lists is not None:
                    fill_in(table, line, row, triples, *fills[line])
        told.tell(limbs)
    gaps = np.zeros(STARTS)
    solve_starts(setup.box, worlds, kind, 10 * sweeps, table, scratch, gaps)
    print(f"after the first round: gap {gaps.mean():.5f}, {gaps.max():.3f} at most")
    return table


def filling(lists: Floats, triples: Ints) -> tuple[Floats, Floats]:
    """For each triple the products of its hands' numbers; and what makes a row's own numbers of the solved triples."""
    products = np.einsum("ai,bj,ck->abcijk", *lists).reshape(TRIPLES, -1)
    return products, np.linalg.pinv(products[triples])


def fill_in(table: Floats, line: int, row: int, triples: Ints, products: Floats, inverse: Floats) -> None:
    """The triples that were not solved, by least squares from those that were (of pairs: one number a position)."""
    begin = tables.block(table, 0, line) + row * TRIPLES
    found = table[begin : begin + TRIPLES]
    kept = found[triples]
    found[:] = products @ (inverse @ kept)
    found[triples] = kept


# Keeping it small -----------------------------------------------------------------------------------------------------


def squeeze(numbers: Floats, rank: int) -> tuple[Floats, Floats]:
    """`[row, hand, hand, hand, value]` as so many numbers for each hand and what their products are taken with: those
    that keep most of it (Tucker's decomposition)."""
    products, lists = numbers, []
    for mode in (1, 2, 3):
        flat = np.moveaxis(numbers, mode, 0).reshape(HANDS, -1)
        _, vectors = np.linalg.eigh(flat @ flat.T)
        lists.append(vectors[:, ::-1][:, :rank])
        products = np.moveaxis(np.tensordot(products, lists[-1], (mode, 0)), -1, mode)
    return np.array(lists), np.moveaxis(products, -1, 1)


def expand(lists: Floats, products: Floats) -> Floats:
    """What `squeeze` has kept."""
    numbers = np.moveaxis(products, 1, -1)
    for mode in (1, 2, 3):
        numbers = np.moveaxis(np.tensordot(numbers, lists[mode - 1], (mode, 1)), -1, mode)
    return numbers


def pack(exact: Mapping[str, Floats], rank: int) -> dict[str, Floats]:
    """What the file keeps of exact tables; prints how far it is off."""
    parts = {}
    for name, table in exact.items():
        kind = int(table[KIND])
        parts[f"{name} start"] = table[BLOCKS : BLOCKS + 3 * STARTS].reshape(STARTS, 3)
        for line in (3, 4):
            begin = tables.block(table, 0, line)
            numbers = table[begin : begin + tables.block_size(kind, 0, line)]
            numbers = numbers.reshape(tables.rows(kind, line), HANDS, HANDS, HANDS, tables.kept(kind, line))
            lists, products = squeeze(numbers, rank)
            parts[f"{name} {line} hands"], parts[f"{name} {line} products"] = lists, products
            solved = numbers.any(axis=(1, 2, 3, 4))
            off = expand(lists.astype(np.float16), products.astype(np.float16).astype(float))[solved] - numbers[solved]
            print(f"{name}, {line} in line: off by {off.std():.4f}, {np.abs(off).max():.3f} at most")
    return {name: part.astype(np.float16) for name, part in parts.items()}


def main(what: str, *more: str) -> None:
    game = find_game("get-bit")
    if what == "pack":
        rank, *files = more
        parts = pack({Path(file).stem: np.load(file) for file in files}, int(rank))
        np.savez_compressed(tables.FILE, **parts)
        print(f"{tables.FILE.stat().st_size / 1e6:.2f} MB, DIGEST = {tables.digest(parts)!r}")
    else:
        lists = None
        if what == "pairs":
            parts = pack({"alone": np.load(more[2])}, 10)
            lists = {line: parts[f"alone {line} hands"].astype(np.float64) for line in (3, 4)}
        kind = PAIRS if what == "pairs" else ALONE
        np.save(more[0], solve(game.set_up(2 if what == "pairs" else 4), kind, int(more[1]), lists))


if __name__ == "__main__":
    main(*sys.argv[1:])
