"""JAWS: plans of the shark, all at once, for a bot that weighs them.

Plans that differ only in what no longer matters are one plan from there on: which way the shark came, what it passed
where no barrel floats. So all plans are walked at once, a decision at a time, and equal ones are merged after each.
"""

from __future__ import annotations

from undertow.core.records import Record, bit
from undertow.core.rule import rule
from undertow.games.jaws import actions as do
from undertow.games.jaws import state as st
from undertow.games.jaws.act1 import plan, shark_choices

TOO_MANY = st.PLANS + 1


@rule
def decide_once(box: Record, memory: Record, tokens: int, barrels: int, level: int, plans: int, counted: bool) -> int:
    """One more decision in each plan; returns how many different plans there are then, or that there is no room.

    In the level they come from, what is left of each plan's chance is the chance that the turn ends there.
    """
    shark, then = memory.plans[0], memory.plans[1]
    more = 0
    for i in range(plans):
        recall(memory.essences[level, i], tokens, shark)
        n = shark_choices(box, memory.sea, shark, memory.choices[0])
        chance = memory.weights[level, i] if counted else memory.weights[level, i] / n
        memory.weights[level, i] = 0.0
        for choice in range(n):
            action = int(memory.choices[0, choice])
            if action == do.END:
                memory.weights[level, i] = chance
            else:
                memory.plans[1] = memory.plans[0]
                plan(box, memory.sea, then, action)
                more = merge(memory, 1 - level, more, essence(memory.sea, then, barrels), chance)
    forget_slots(memory, min(more, st.PLANS))
    return more


@rule
def essence(sea: Record, shark: Record, barrels: int) -> int:
    """All of a plan that still matters, as one number."""
    visited = 0 if shark.played == st.EVASIVE else int(shark.visited) & barrels
    captains = bit(sea.quint) | bit(sea.hooper) if sea.effect == st.KNOCKING else 0
    bursts = shark.burst > 0 and (shark.left > 0 or shark.bursting == 1)
    found = int(shark.place) | int(shark.left) << 4 | int(shark.played) << 8
    if bursts:
        found |= int(shark.burst) << 11 | int(shark.bursting) << 14
    found |= int(shark.knocked) << 15 | int(shark.ate_michael) << 18
    for beach in range(st.BEACHES):
        found |= int(shark.ate[beach]) << (19 + 5 * beach)
    return found | visited << 39 | (int(shark.entered) & captains) << 51


@rule
def recall(found: int, tokens: int, shark: Record) -> None:
    """The plan that a number stands for, of a shark that began its turn with these tokens."""
    shark.place = found & 15
    shark.left = found >> 4 & 15
    shark.played = found >> 8 & 7
    shark.tokens = tokens if shark.played == 0 else tokens & ~bit(shark.played - 1)
    shark.burst = found >> 11 & 7
    shark.bursting = found >> 14 & 1
    shark.knocked = found >> 15 & 7
    shark.ate_michael = found >> 18 & 1
    for beach in range(st.BEACHES):
        shark.ate[beach] = found >> (19 + 5 * beach) & 31
    shark.visited = found >> 39 & 4095
    shark.entered = found >> 51 & 4095


@rule
def merge(memory: Record, level: int, plans: int, found: int, chance: float) -> int:
    """Add a plan to those of a level, or its chance to its equal; returns how many there are now."""
    mixed = (found ^ found >> 23 ^ found >> 41) & 0xFFFFFF
    slot = mixed * 0x9E3779B1 >> 20 & (st.SLOTS - 1)
    while memory.slots[slot] != 0:
        i = int(memory.slots[slot]) - 1
        if memory.essences[level, i] == found:
            memory.weights[level, i] += chance
            return plans
        slot = (slot + 1) & (st.SLOTS - 1)
    if plans >= st.PLANS:
        return TOO_MANY
    memory.slots[slot] = plans + 1
    memory.taken[plans] = slot
    memory.essences[level, plans] = found
    memory.weights[level, plans] = chance
    return plans + 1


@rule
def forget_slots(memory: Record, plans: int) -> None:
    for i in range(plans):
        memory.slots[memory.taken[i]] = 0
