"""JAWS: where the shark may be, exactly.

After every turn of the shark each plan it could have made is walked through, decision by decision, with the rules
themselves (`act1.py`); plans that would have been announced otherwise are dropped. What is left is the probability of
each place, each set of tokens left and each token in play, for a shark that takes every decision at random.
"""

from __future__ import annotations

from undertow.core.records import EVERYBODY, Ints, Record, bit, count, has
from undertow.core.rng import draw
from undertow.core.rule import rule
from undertow.games.jaws import actions as do
from undertow.games.jaws import state as st
from undertow.games.jaws.act1 import HERE, NEARBY, afloat, begin_plan, forget_plan, plan, shark_choices

TOKEN_SETS = 16
TOO_MANY = st.PLANS + 1  # plans
# How plans are followed: those that fit what was announced, or all; each choice as likely as the others, or counted.
IF_IT_FITS, ALL, COUNTED = range(3)


@rule
def listen(box: Record, state: Record, memory: Record) -> None:
    """Conclude from everything that is said aloud where the shark may be."""
    for i in range(min(int(state.told), state.events.shape[0])):
        if state.events[i, 1] == EVERYBODY:
            hear(box, state, memory, state.events[i, 0], state.events[i, 2], state.events[i, 3], state.events[i, 4])
    if state.phase == st.SHARK_TURN:
        memory.sea = state.sea


@rule
def listen_with(state: Record, memory: Record, public: Record) -> None:
    """The same for somebody else: all that tells of the shark is said aloud, so all conclude the same."""
    for i in range(min(int(state.told), state.events.shape[0])):
        if tells_of_the_shark(state.events[i, 0]):
            for played in range(st.PLAYED):
                for place in range(st.WATERS):
                    for tokens in range(TOKEN_SETS):
                        memory.odds[played, place, tokens] = public.odds[played, place, tokens]
            for place in range(st.WATERS):
                memory.at[place] = public.at[place]
            for tokens in range(TOKEN_SETS):
                memory.having[tokens] = public.having[tokens]
            break
    if state.phase == st.SHARK_TURN:
        memory.sea = state.sea


@rule
def tells_of_the_shark(kind: int) -> bool:
    """Whether the odds of where it is change with such an event."""
    return (
        kind == st.HID
        or kind == st.SHARK_DONE
        or kind == st.LAUNCHED
        or kind == st.LOOKED
        or kind == st.FISHED
        or kind == st.ROUND
        or kind == st.ACT_1_OVER
    )


@rule
def hear(box: Record, state: Record, memory: Record, kind: int, a: int, b: int, c: int) -> None:
    if kind == st.HID:
        for place in range(st.WATERS):
            memory.odds[0, place, box.tokens] = 1.0 / st.WATERS
        sum_up(memory)
    elif kind == st.EATEN:
        memory.announced.ate[a] = b
        if c == 1:
            memory.announced.ate_michael = 1
    elif kind == st.SENSORS:
        memory.announced.visited = a
    elif kind == st.TOKEN:
        memory.announced.played = 1
    elif kind == st.OVERBOARD:
        memory.announced.knocked = int(memory.announced.knocked) | (1 << a)
    elif kind == st.SHARK_DONE:
        walk_plans(box, state, memory)
    elif kind == st.LAUNCHED:
        keep_where(memory, 1 << a, b == 1, False)
    elif kind == st.LOOKED:
        keep_where(memory, 1 << a, b == 1, True)
    elif kind == st.FISHED:
        hear_fish_finder(box, memory, a, b)
    elif kind == st.ROUND:
        end_of_token(memory)
    elif kind == st.ACT_1_OVER:
        forget(memory)


@rule
def hear_fish_finder(box: Record, memory: Record, space: int, answer: int) -> None:
    here, near = 1 << space, int(box.near[space])
    if answer == HERE:
        keep_where(memory, here, True, True)
    elif answer == NEARBY:
        keep_where(memory, near, True, True)
    else:
        keep_where(memory, here | near, False, True)


@rule
def keep_where(memory: Record, spaces: int, there: bool, search: bool) -> None:
    """The shark is in one of these spaces, or in none of them; a search finds nothing of one that is out of sight."""
    for played in range(st.PLAYED):
        unseen = search and played == st.OUT_OF_SIGHT
        for place in range(st.WATERS):
            possible = not there if unseen else has(spaces, place) == there
            if not possible:
                for tokens in range(TOKEN_SETS):
                    memory.odds[played, place, tokens] = 0.0
    even_out(memory)


@rule
def even_out(memory: Record) -> None:
    """What is left is all there is: the odds sum to one again."""
    sum_up(memory)
    total = 0.0
    for place in range(st.WATERS):
        total += memory.at[place]
    scale = 1.0 / total
    for played in range(st.PLAYED):
        for place in range(st.WATERS):
            for tokens in range(TOKEN_SETS):
                memory.odds[played, place, tokens] *= scale
    for place in range(st.WATERS):
        memory.at[place] *= scale
    for tokens in range(TOKEN_SETS):
        memory.having[tokens] *= scale


@rule
def sum_up(memory: Record) -> None:
    """The odds of each place and of each set of tokens by themselves; neighbouring sums do not wait for each other."""
    for place in range(st.WATERS):
        memory.at[place] = 0.0
    for tokens in range(TOKEN_SETS):
        memory.having[tokens] = 0.0
    for played in range(st.PLAYED):
        for place in range(st.WATERS):
            for tokens in range(TOKEN_SETS):
                memory.having[tokens] += memory.odds[played, place, tokens]
        for tokens in range(TOKEN_SETS):
            for place in range(st.WATERS):
                memory.at[place] += memory.odds[played, place, tokens]


@rule
def end_of_token(memory: Record) -> None:
    """With the round the token in play is gone: which one it was matters only for those that are left."""
    for played in range(1, st.PLAYED):
        for place in range(st.WATERS):
            for tokens in range(TOKEN_SETS):
                memory.odds[0, place, tokens] += memory.odds[played, place, tokens]
                memory.odds[played, place, tokens] = 0.0


@rule
def forget(memory: Record) -> None:
    """Act 1 is over."""
    for played in range(st.PLAYED):
        for place in range(st.WATERS):
            for tokens in range(TOKEN_SETS):
                memory.odds[played, place, tokens] = 0.0
    sum_up(memory)
    clear_announcement(memory)


@rule
def clear_announcement(memory: Record) -> None:
    forget_plan(memory.announced)
    memory.announced.played = 0


# Every plan -----------------------------------------------------------------------------------------------------------
#
# Plans that differ only in what no longer matters are one plan from there on: which way the shark came, what it passed
# where no barrel floats. So all plans are walked at once, a decision at a time, and equal ones are merged after each.


@rule
def walk_plans(box: Record, state: Record, memory: Record) -> None:
    """What was announced decides which plans are possible; the odds of where they end are the new ones."""
    walk_all(box, memory, afloat(state))
    for played in range(st.PLAYED):
        for place in range(st.WATERS):
            for tokens in range(TOKEN_SETS):
                memory.odds[played, place, tokens] = memory.fresh[played, place, tokens]
                memory.fresh[played, place, tokens] = 0.0
    even_out(memory)
    clear_announcement(memory)


@rule
def walk_all(box: Record, memory: Record, barrels: int) -> None:
    """From wherever the shark may have been, with whatever it may have had, everything it may have done."""
    for tokens in range(TOKEN_SETS):
        if not walk_together(box, memory, tokens, barrels, 0, st.WATERS, True):
            walk_by_places(box, memory, tokens, barrels)


@rule
def walk_together(box: Record, memory: Record, tokens: int, barrels: int, first: int, end: int, counts: bool) -> bool:
    """All plans of a shark that has these tokens and begins at one of these places; False: there is no room for them.
    Where they lead counts only if it is to."""
    plans, level = begin_plans(box, memory, tokens, barrels, first, end), 0
    while 0 < plans < TOO_MANY:
        more = decide_once(box, memory, tokens, barrels, level, plans, IF_IT_FITS)
        for i in range(plans):
            if counts and memory.chances[level, i] > 0.0:
                recall(memory.essences[level, i], tokens, memory.plans[0])
                arrive(memory, memory.plans[0], memory.chances[level, i], barrels)
        plans, level = more, 1 - level
    return plans != TOO_MANY


@rule
def begin_plans(box: Record, memory: Record, tokens: int, barrels: int, first: int, end: int) -> int:
    """A plan for each of these places that the shark may begin at with these tokens; returns how many."""
    plans = 0
    for place in range(first, end):
        if memory.odds[0, place, tokens] > 0.0:
            lay_out(box, memory, place, tokens)
            plans = merge(
                memory, 0, plans, essence(memory.sea, memory.plans[0], barrels), memory.odds[0, place, tokens]
            )
    forget_slots(memory, plans)
    return plans


@rule
def lay_out(box: Record, memory: Record, place: int, tokens: int) -> None:
    """The shark as its turn begins."""
    shark = memory.plans[0]
    forget_plan(shark)
    shark.place = place
    shark.tokens = tokens
    shark.played = 0
    begin_plan(box, memory.sea, shark)


@rule
def decide_once(box: Record, memory: Record, tokens: int, barrels: int, level: int, plans: int, how: int) -> int:
    """One more decision in each plan; returns how many different plans there are then, or that there is no room.

    In the level they come from, what is left of each plan's chance is the chance that the turn ends there.
    """
    shark, then = memory.plans[0], memory.plans[1]
    more = 0
    for i in range(plans):
        recall(memory.essences[level, i], tokens, shark)
        n = shark_choices(box, memory.sea, shark, memory.choices[0])
        chance = memory.chances[level, i] if how == COUNTED else memory.chances[level, i] / n
        memory.chances[level, i] = 0.0
        for choice in range(n):
            action = int(memory.choices[0, choice])
            if action == do.END:
                memory.chances[level, i] = chance
            elif how != IF_IT_FITS or memory.announced.played == 1 or not do.PLAY <= action < do.PLAY + 4:
                memory.plans[1] = memory.plans[0]
                plan(box, memory.sea, then, action)
                if how != IF_IT_FITS or may_fit(memory.announced, then, barrels):
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
            memory.chances[level, i] += chance
            return plans
        slot = (slot + 1) & (st.SLOTS - 1)
    if plans >= st.PLANS:
        return TOO_MANY
    memory.slots[slot] = plans + 1
    memory.taken[plans] = slot
    memory.essences[level, plans] = found
    memory.chances[level, plans] = chance
    return plans + 1


@rule
def forget_slots(memory: Record, plans: int) -> None:
    for i in range(plans):
        memory.slots[memory.taken[i]] = 0


@rule
def walk_by_places(box: Record, memory: Record, tokens: int, barrels: int) -> None:
    """The same where there are more different plans than there is room for: place by place. Should there be too many
    from one place, they are walked one by one, which takes much longer and needs next to no room."""
    for place in range(st.WATERS):
        memory.fresh[0, place, tokens] = 0.0
        for token in range(st.PLAYED - 1):
            if has(tokens, token):
                memory.fresh[token + 1, place, tokens & ~bit(token)] = 0.0
    for place in range(st.WATERS):
        if walk_together(box, memory, tokens, barrels, place, place + 1, False):
            walk_together(box, memory, tokens, barrels, place, place + 1, True)
        else:
            walk_from(box, memory, place, tokens, memory.odds[0, place, tokens], barrels)


@rule
def walk_from(box: Record, memory: Record, place: int, tokens: int, weight: float, barrels: int) -> None:
    """All plans of a shark that begins its turn here with these tokens: a walk through the tree of its decisions."""
    lay_out(box, memory, place, tokens)
    branch(box, memory, 0, weight)
    depth = 0
    while depth >= 0:
        if memory.untried[depth] == 0:
            depth -= 1
            continue
        memory.untried[depth] -= 1
        action = int(memory.choices[depth, memory.untried[depth]])
        chance = memory.weight[depth] / memory.width[depth]
        if action == do.END:
            arrive(memory, memory.plans[depth], chance, barrels)
        elif depth + 1 < st.PLAN_DEPTH:
            memory.plans[depth + 1] = memory.plans[depth]
            plan(box, memory.sea, memory.plans[depth + 1], action)
            if may_fit(memory.announced, memory.plans[depth + 1], barrels):
                depth += 1
                branch(box, memory, depth, chance)


@rule
def branch(box: Record, memory: Record, depth: int, weight: float) -> None:
    """Everything the shark can do next, each equally likely."""
    n = shark_choices(box, memory.sea, memory.plans[depth], memory.choices[depth])
    memory.width[depth] = n
    memory.untried[depth] = n
    memory.weight[depth] = weight


@rule
def may_fit(announced: Record, shark: Record, barrels: int) -> bool:
    """Whether what the shark did so far can still lead to what it announced."""
    hungry = int(announced.ate_michael) - int(shark.ate_michael)
    if hungry < 0:
        return False
    for beach in range(st.BEACHES):
        more = int(announced.ate[beach]) - int(shark.ate[beach])
        if more < 0:
            return False
        hungry += more
    may_play = announced.played == 1 and shark.played == 0
    frenzy = shark.played == st.FRENZY or (may_play and has(shark.tokens, st.FRENZY - 1))
    evasive = shark.played == st.EVASIVE or (may_play and has(shark.tokens, st.EVASIVE - 1))
    burst = shark.burst > 0 or (may_play and has(shark.tokens, st.BURST - 1))
    silent = int(shark.visited) & barrels & ~int(announced.visited)
    unseen = count(int(announced.visited) & ~int(shark.visited))
    return (
        (hungry <= shark.left or (frenzy and shark.left > 0))
        and (hungry + unseen <= shark.left or frenzy or burst)
        and (unseen == 0 or shark.played != st.EVASIVE)
        and (shark.played == 0 or announced.played == 1)
        and (int(shark.knocked) & ~int(announced.knocked)) == 0
        and (silent == 0 or evasive)
    )


@rule
def arrive(memory: Record, shark: Record, chance: float, barrels: int) -> None:
    """The end of a plan: if it is announced just like this, it may be what happened."""
    announced = memory.announced
    triggered = 0 if shark.played == st.EVASIVE else int(shark.visited) & barrels
    fits = (
        triggered == announced.visited
        and (shark.played != 0) == (announced.played == 1)
        and shark.knocked == announced.knocked
        and shark.ate_michael == announced.ate_michael
    )
    for beach in range(st.BEACHES):
        fits = fits and shark.ate[beach] == announced.ate[beach]
    if fits:
        memory.fresh[shark.played, shark.place, shark.tokens] += chance


# Drawing --------------------------------------------------------------------------------------------------------------


@rule
def place_shark(memory: Record, rng: Ints, shark: Record) -> None:
    """The shark somewhere, with some tokens, as likely as there is reason to think; never where it cannot be."""
    left = draw(rng) / 2.0**32
    for played in range(st.PLAYED):
        for place in range(st.WATERS):
            for tokens in range(TOKEN_SETS):
                odds = memory.odds[played, place, tokens]
                if odds > 0.0 and left >= 0.0:
                    shark.played = played
                    shark.place = place
                    shark.tokens = tokens
                    left -= odds
