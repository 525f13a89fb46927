"""Kelp: how the blocks may stand, for somebody who saw every swap, shuffle and reveal, but no hidden block.

A row of the memory is one arrangement with its odds: a number with four bits for the kind of block in each zone. Zones
that were shuffled together are a group: every order of their blocks is equally likely, so a row stands for all those
orders and has a group's blocks sorted. At the start all zones are one group and there is one row.

Revealing a block keeps the rows that have it; swapping moves it from group to group; a shuffle makes one group of the
zones it takes, and where it takes only some of a group's zones the row splits by which blocks those were.
"""

from __future__ import annotations

from undertow.core.records import Floats, Ints, Record, bit, count, has, lowest
from undertow.core.rng import below, draw
from undertow.core.rule import rule, tiny
from undertow.games.kelp import state as st

NIBBLE = 15
INDEX = 2 * st.ROWS


@tiny
def kind_at(blocks: int, zone: int) -> int:
    return (int(blocks) >> (4 * zone)) & NIBBLE


@tiny
def with_kind(blocks: int, zone: int, kind: int) -> int:
    return (int(blocks) & ~(NIBBLE << (4 * zone))) | (kind << (4 * zone))


# What happens to it ---------------------------------------------------------------------------------------------------


@rule
def listen(box: Record, state: Record, memory: Record) -> None:
    """Follow what everybody saw of the blocks."""
    if memory.begun == 0:
        begin(box, memory)
    for i in range(min(int(state.told), state.events.shape[0])):
        kind, a, b, c = (
            int(state.events[i, 0]),
            int(state.events[i, 2]),
            int(state.events[i, 3]),
            int(state.events[i, 4]),
        )
        if kind == st.SHOWN:
            reveal(memory, a, b)
        elif kind == st.SWAPPED:
            swap(memory, a, b)
        elif kind == st.SHUFFLED:
            shuffle(memory, a)
        elif kind == st.GAINED_BLOCK:
            replace(memory, b, a)
        elif kind == st.ATE:
            replace(memory, c, st.SHELL)


@rule
def begin(box: Record, memory: Record) -> None:
    """Nine blocks in any order."""
    memory.begun = 1
    memory.rows = 1
    memory.odds[0] = 1.0
    blocks = 0
    zone = 0
    for kind in range(st.KINDS):
        for _ in range(box.on_board[kind]):
            blocks = with_kind(blocks, zone, kind)
            zone += 1
    memory.blocks[0] = blocks


@rule
def group_of(memory: Record, zone: int) -> int:
    """The zones shuffled together with this one, a bit each."""
    group = 0
    for other in range(st.ZONES):
        if memory.together[other] == memory.together[zone]:
            group |= bit(other)
    return group


@rule
def part(memory: Record, zones: int) -> None:
    """These zones become a group of their own."""
    used = 0
    for zone in range(st.ZONES):
        if not has(zones, zone):
            used |= bit(memory.together[zone])
    label = lowest(~used & st.ALL_ZONES)
    for zone in range(st.ZONES):
        if has(zones, zone):
            memory.together[zone] = label


@rule
def number_in(blocks: int, zones: int, kind: int) -> int:
    """How many blocks of this kind the row has in these zones."""
    n = 0
    left = zones
    while left != 0:
        if kind_at(blocks, lowest(left)) == kind:
            n += 1
        left &= left - 1
    return n


@rule
def sort_group(blocks: int, zones: int) -> int:
    """The row with the blocks of these zones in order."""
    done = blocks
    left = zones
    for kind in range(st.KINDS):
        for _ in range(number_in(blocks, zones, kind)):
            done = with_kind(done, lowest(left), kind)
            left &= left - 1
    return done


@rule
def take_out(blocks: int, group: int, zone: int, kind: int) -> int:
    """The row if this zone of the group has a block of that kind, which the group has."""
    other = lowest(group)
    left = group
    while kind_at(blocks, other) != kind:
        left &= left - 1
        other = lowest(left)
    done = with_kind(blocks, other, kind_at(blocks, zone))
    return sort_group(with_kind(done, zone, kind), group & ~bit(zone))


@rule
def reveal(memory: Record, zone: int, kind: int) -> None:
    """The block in this zone is seen."""
    group = group_of(memory, zone)
    kept = 0
    total = 0.0
    for row in range(memory.rows):
        blocks = int(memory.blocks[row])
        n = number_in(blocks, group, kind)
        if n > 0:
            memory.blocks[kept] = take_out(blocks, group, zone, kind)
            memory.odds[kept] = memory.odds[row] * n
            total += memory.odds[kept]
            kept += 1
    memory.rows = kept
    for row in range(kept):
        memory.odds[row] /= total
    part(memory, bit(zone))


@rule
def swap(memory: Record, a: int, b: int) -> None:
    """Two blocks change places."""
    if memory.together[a] == memory.together[b]:
        return
    label = int(memory.together[a])
    memory.together[a] = memory.together[b]
    memory.together[b] = label
    first = group_of(memory, a)
    second = group_of(memory, b)
    for row in range(memory.rows):
        blocks = int(memory.blocks[row])
        kind = kind_at(blocks, a)
        blocks = with_kind(with_kind(blocks, a, kind_at(blocks, b)), b, kind)
        memory.blocks[row] = sort_group(sort_group(blocks, first), second)


@rule
def replace(memory: Record, zone: int, kind: int) -> None:
    """A revealed block leaves the board for another."""
    for row in range(memory.rows):
        memory.blocks[row] = with_kind(memory.blocks[row], zone, kind)


@rule
def shuffle(memory: Record, zones: int) -> None:
    """These zones become one group: whole groups first, then zones that leave others behind."""
    done = 0
    left = zones
    while left != 0:
        zone = lowest(left)
        group = group_of(memory, zone)
        if group & ~zones == 0:
            join(memory, group, done)
            done |= group
        left &= ~group
    left = zones & ~done
    while left != 0:
        zone = lowest(left)
        if move(memory, zone, done):
            done |= bit(zone)
        else:  # no room for so many arrangements: the whole group is taken for shuffled
            memory.coarse = 1
            group = group_of(memory, zone)
            join(memory, group, done)
            done |= group
        left &= ~done


@rule
def join(memory: Record, group: int, others: int) -> None:
    """Two groups become one."""
    both = group | others
    part(memory, both)
    clear_index(memory)
    rows = 0
    for row in range(memory.rows):
        rows = enter(memory, sort_group(int(memory.blocks[row]), both), float(memory.odds[row]), rows)
    take_new(memory, rows)


@rule
def move(memory: Record, zone: int, others: int) -> bool:
    """One zone leaves its group for another group. False: there is no room for all that could be."""
    group = group_of(memory, zone)
    size = count(group)
    both = others | bit(zone)
    clear_index(memory)
    rows = 0
    for row in range(memory.rows):
        blocks = int(memory.blocks[row])
        for kind in range(st.KINDS):
            n = number_in(blocks, group, kind)
            if n > 0:
                if rows == st.ROWS:
                    return False
                moved = sort_group(take_out(blocks, group, zone, kind), both)
                rows = enter(memory, moved, float(memory.odds[row]) * n / size, rows)
    take_new(memory, rows)
    part(memory, both)
    return True


@rule
def clear_index(memory: Record) -> None:
    for i in range(INDEX):
        memory.index[i] = 0


@rule
def enter(memory: Record, blocks: int, odds: float, rows: int) -> int:
    """Write down a new row, or add its odds to the one that is the same; returns how many rows there are."""
    i = ((blocks ^ (blocks >> 17)) * 40503 >> 4) % INDEX
    while memory.index[i] != 0:
        row = int(memory.index[i]) - 1
        if memory.new_blocks[row] == blocks:
            memory.new_odds[row] += odds
            return rows
        i = (i + 1) % INDEX
    memory.index[i] = rows + 1
    memory.new_blocks[rows] = blocks
    memory.new_odds[rows] = odds
    return rows + 1


@rule
def take_new(memory: Record, rows: int) -> None:
    for row in range(rows):
        memory.blocks[row] = memory.new_blocks[row]
        memory.odds[row] = memory.new_odds[row]
    memory.rows = rows


# What it says ---------------------------------------------------------------------------------------------------------


@rule
def block_odds(memory: Record, out: Floats) -> None:
    """How likely each kind is in each zone: `out[zone * KINDS + kind]`."""
    for place in range(st.ZONES * st.KINDS):
        out[place] = 0.0
    for zone in range(st.ZONES):
        group = group_of(memory, zone)
        if lowest(group) != zone:
            continue
        share = 1.0 / count(group)
        for row in range(memory.rows):
            odds = float(memory.odds[row]) * share
            left = group
            while left != 0:
                out[zone * st.KINDS + kind_at(int(memory.blocks[row]), lowest(left))] += odds
                left &= left - 1
        left = group & ~bit(zone)
        while left != 0:
            other = lowest(left)
            left &= left - 1
            for kind in range(st.KINDS):
                out[other * st.KINDS + kind] = out[zone * st.KINDS + kind]


@rule
def arrangement(memory: Record, rng: Ints) -> int:
    """One arrangement of the blocks, drawn by its odds."""
    left = draw(rng) / 4294967296.0
    row = 0
    while row < memory.rows - 1 and left >= memory.odds[row]:
        left -= memory.odds[row]
        row += 1
    blocks = int(memory.blocks[row])
    for zone in range(st.ZONES):
        after = group_of(memory, zone) & ~(bit(zone) - 1)  # this zone and those of its group still to come
        skip = below(rng, count(after))
        for _ in range(skip):
            after &= after - 1
        other = lowest(after)
        kind = kind_at(blocks, zone)
        blocks = with_kind(with_kind(blocks, zone, kind_at(blocks, other)), other, kind)
    return blocks


@rule
def chance_of(memory: Record, zones: Ints) -> float:
    """How likely it is that exactly these blocks stand in the zones, up to the order within groups."""
    blocks = 0
    for zone in range(st.ZONES):
        blocks = with_kind(blocks, zone, int(zones[zone]))
    for zone in range(st.ZONES):
        group = group_of(memory, zone)
        if lowest(group) == zone:
            blocks = sort_group(blocks, group)
    for row in range(memory.rows):
        if memory.blocks[row] == blocks:
            return float(memory.odds[row])
    return 0.0
