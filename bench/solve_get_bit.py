"""Get Bit!: solve every position of four swimmers, backwards from the end, and keep it small.

.venv/bin/python -m bench.solve_get_bit build/alone.npy        (solves, a quarter of an hour; then keeps)
.venv/bin/python -m bench.solve_get_bit build/alone.npy keep   (keeps what was solved before)
"""

from __future__ import annotations

import hashlib
import lzma
import sys
import time

import numpy as np

from undertow import find_game
from undertow.core.records import Floats, Ints, Record, Records
from undertow.core.rule import rule
from undertow.games.get_bit.bots import tables
from undertow.games.get_bit.bots.equilibrium import ROUND, lay_out
from undertow.games.get_bit.bots.rounds import HALVES, SHARES, SIDE_OF, sweep_round
from undertow.games.get_bit.bots.tables import BEGIN, EXACT, HANDS, ROWS, STARTS, TRIPLES
from undertow.games.get_bit.state import CHOOSING, LIMBS, State

SWEEPS, TEMPERATURE = 40, 0.03  # for a round
SCRATCH = ROUND + HALVES + 2 * tables.CARDS**3 + 6 * tables.CARDS**4


@rule
def line_up(worlds: Records, row: int, line: int) -> None:
    """A line with the limbs of this row, at the start of a round."""
    state = worlds[0]
    state.in_line = line
    state.phase = CHOOSING
    state.rounds = 3
    for place in range(line):
        limbs = row // LIMBS ** (line - 1 - place) % LIMBS + 1
        state.line[place] = place
        for limb in range(LIMBS):
            state.limbs[place, limb] = 1 if limb < limbs else 0


@rule
def solve_row(
    boxes: Records, worlds: Records, line: int, row: int, hands: Ints, table: Floats, scratch: Floats, gaps: Floats
) -> None:
    """All hands of a row: what they are worth into the table; what somebody could still gain into `gaps`."""
    line_up(worlds, row, line)
    state = worlds[0]
    for triple in range(TRIPLES):
        state.hands[0] = (1 << tables.CARDS) - 1
        state.hands[line - 3] = hands[triple // (HANDS * HANDS)]
        state.hands[line - 2] = hands[triple // HANDS % HANDS]
        state.hands[line - 1] = hands[triple % HANDS]
        at = tables.where(EXACT, line, row * TRIPLES + triple)
        gaps[triple] = solve_one(boxes[0], worlds, SWEEPS, table, at, scratch)


@rule
def solve_starts(boxes: Records, worlds: Records, table: Floats, scratch: Floats, gaps: Floats) -> None:
    """The second round: everybody has all limbs and has played one card."""
    line_up(worlds, LIMBS**4 - 1, 4)
    for start in range(STARTS):
        for place in range(4):
            played = start // tables.CARDS ** (3 - place) % tables.CARDS
            worlds[0].hands[place] = (1 << tables.CARDS) - 1 - (1 << played)
        gaps[start] = solve_one(boxes[0], worlds, 10 * SWEEPS, table, BEGIN + 3 * start, scratch)


@rule
def solve_one(box: Record, worlds: Records, sweeps: int, table: Floats, at: int, scratch: Floats) -> float:
    """Solve a round, and keep what it is worth; returns the most that somebody could gain by departing from it."""
    lay_out(box, worlds, table, 0, scratch, 0)
    gap = sweep_round(sweeps, TEMPERATURE, scratch, ROUND)
    for place in range(worlds[0].in_line - 1):
        table[at + place] = scratch[ROUND + SHARES + int(scratch[ROUND + SIDE_OF + place])]
    return gap


def solve() -> Floats:
    box = find_game("get-bit").set_up(4).box
    table = np.concatenate([tables.front(EXACT), np.zeros(STARTS * 3 + (2 * ROWS[3] + 3 * ROWS[4]) * TRIPLES)])
    hands = np.array([hand for hand in range(1 << tables.CARDS) if hand.bit_count() > 1], np.int64)
    worlds, scratch, gaps, began = np.zeros(3, State), np.zeros(SCRATCH), np.zeros(TRIPLES), time.perf_counter()
    for limbs in range(3, 4 * LIMBS):
        found = []
        for line, rows in ROWS.items():
            for row in range(rows):
                if sum(row // LIMBS**place % LIMBS + 1 for place in range(line)) == limbs:
                    solve_row(box, worlds, line, row, hands, table, scratch, gaps)
                    found.append((gaps.mean(), gaps.max()))
        mean, worst = np.mean([gap for gap, _ in found]), max(gap for _, gap in found)
        seconds = time.perf_counter() - began
        print(f"{limbs} limbs, {seconds:.0f} s: gap {mean:.5f}, {worst:.3f} at most", flush=True)
    solve_starts(box, worlds, table, scratch, gaps)
    print(f"after the first round: gap {gaps[:STARTS].mean():.5f}, {gaps[:STARTS].max():.3f} at most")
    return table


def keep(table: Floats) -> None:
    """Write the file of the package."""
    starts, three, four = np.split(table[BEGIN:], np.cumsum([STARTS * 3, 2 * ROWS[3] * TRIPLES]))
    steps = (starts * tables.START_STEPS, three * tables.STEPS_OF_THREE, four * tables.STEPS_OF_FOUR)
    file = lzma.compress(np.rint(np.concatenate(steps)).astype(np.uint8).tobytes(), preset=9)
    tables.FILE.write_bytes(file)
    print(f"{tables.FILE.name}: {len(file) / 1e6:.2f} MB, DIGEST = {hashlib.sha256(file).hexdigest()!r}")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        np.save(sys.argv[1], solve())
    keep(np.load(sys.argv[1]))
