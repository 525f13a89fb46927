"""JAWS: where the shark may be, exactly.

After every turn of the shark each plan it could have made is walked through, decision by decision, with the rules
themselves (`act1.py`); plans that would have been announced otherwise are dropped. What is left is the probability of
each place, each set of tokens left and each token in play, for a shark that takes every decision at random.
"""

from __future__ import annotations

from undertow.core.records import EVERYBODY, Ints, Record, bit, count, has, lowest
from undertow.core.rng import draw
from undertow.core.rule import rule, tiny
from undertow.games.jaws import actions as do
from undertow.games.jaws import state as st
from undertow.games.jaws.act1 import HERE, NEARBY, afloat, begin_plan, forget_plan, plan, shark_choices
from undertow.games.jaws.walk import walk_together

TOKEN_SETS = 16


# What may be ----------------------------------------------------------------------------------------------------------
#
# How many tokens the shark has left is no secret, nor whether one is in play: all other odds are zero and stay so.


@tiny
def first_played(memory: Record) -> int:
    return int(memory.in_play)


@tiny
def last_played(memory: Record) -> int:
    return st.PLAYED - 1 if memory.in_play == 1 else 0


@tiny
def may_have(memory: Record, tokens: int) -> bool:
    return bool(count(tokens) == memory.tokens)


@rule
def rule_out_all(memory: Record) -> None:
    """All odds become zero."""
    for played in range(first_played(memory), last_played(memory) + 1):
        for tokens in range(TOKEN_SETS):
            if may_have(memory, tokens):
                for place in range(st.WATERS):
                    memory.odds[played, place, tokens] = 0.0


# What is heard --------------------------------------------------------------------------------------------------------


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
            share(memory, public)
            break
    if state.phase == st.SHARK_TURN:
        memory.sea = state.sea


@rule
def share(memory: Record, public: Record) -> None:
    rule_out_all(memory)
    memory.in_play = public.in_play
    memory.tokens = public.tokens
    for played in range(first_played(memory), last_played(memory) + 1):
        for tokens in range(TOKEN_SETS):
            if may_have(memory, tokens):
                for place in range(st.WATERS):
                    memory.odds[played, place, tokens] = public.odds[played, place, tokens]
    for place in range(st.WATERS):
        memory.at[place] = public.at[place]
    for tokens in range(TOKEN_SETS):
        memory.having[tokens] = public.having[tokens]


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
        memory.in_play = 0
        memory.tokens = count(box.tokens)
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
    for played in range(first_played(memory), last_played(memory) + 1):
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
    for played in range(first_played(memory), last_played(memory) + 1):
        for tokens in range(TOKEN_SETS):
            if memory.having[tokens] > 0.0:
                for place in range(st.WATERS):
                    memory.odds[played, place, tokens] *= scale
    for place in range(st.WATERS):
        memory.at[place] *= scale
    for tokens in range(TOKEN_SETS):
        memory.having[tokens] *= scale


@rule
def sum_up(memory: Record) -> None:
    """The odds of each place and of each set of tokens by themselves."""
    for place in range(st.WATERS):
        memory.at[place] = 0.0
    for tokens in range(TOKEN_SETS):
        memory.having[tokens] = 0.0
    for played in range(first_played(memory), last_played(memory) + 1):
        for tokens in range(TOKEN_SETS):
            if may_have(memory, tokens):
                for place in range(st.WATERS):
                    memory.at[place] += memory.odds[played, place, tokens]
                    memory.having[tokens] += memory.odds[played, place, tokens]


@rule
def end_of_token(memory: Record) -> None:
    """With the round the token in play is gone: which one it was matters only for those that are left."""
    if memory.in_play == 0:
        return
    for played in range(1, st.PLAYED):
        for tokens in range(TOKEN_SETS):
            if may_have(memory, tokens):
                for place in range(st.WATERS):
                    memory.odds[0, place, tokens] += memory.odds[played, place, tokens]
                    memory.odds[played, place, tokens] = 0.0
    memory.in_play = 0


@rule
def forget(memory: Record) -> None:
    """Act 1 is over."""
    rule_out_all(memory)
    memory.in_play = 0
    memory.tokens = 0
    sum_up(memory)
    clear_announcement(memory)


@rule
def clear_announcement(memory: Record) -> None:
    forget_plan(memory.announced)
    memory.announced.played = 0


# Every plan -----------------------------------------------------------------------------------------------------------


@rule
def walk_plans(box: Record, state: Record, memory: Record) -> None:
    """What was announced decides which plans are possible; the odds of where they end are the new ones."""
    walk_all(box, memory, afloat(state))
    rule_out_all(memory)
    memory.in_play = memory.announced.played
    memory.tokens -= memory.announced.played
    for played in range(first_played(memory), last_played(memory) + 1):
        for tokens in range(TOKEN_SETS):
            if may_have(memory, tokens):
                for place in range(st.WATERS):
                    memory.odds[played, place, tokens] = memory.fresh[played, place, tokens]
                    memory.fresh[played, place, tokens] = 0.0
    even_out(memory)
    clear_announcement(memory)


@rule
def walk_all(box: Record, memory: Record, barrels: int) -> None:
    """From wherever the shark may have been, with whatever it may have had, everything it may have done."""
    sets = 0  # of tokens, a bit each
    for tokens in range(TOKEN_SETS):
        if memory.having[tokens] > 0.0:
            sets |= 1 << tokens
    most = count(sets)
    while sets != 0:  # all of them together, or as many as there is room for
        some = first_sets(sets, most)
        if walk_together(box, memory, some, barrels):
            sets &= ~some
            continue
        forget_walk(memory, some)
        if most == 1:
            walk_plan_by_plan(box, memory, lowest(some), barrels)
            sets &= ~some
        most = max(1, most // 2)


@rule
def first_sets(sets: int, most: int) -> int:
    """So many of them."""
    found = 0
    while sets != 0 and count(found) < most:
        found |= sets & -sets
        sets &= sets - 1
    return found


@rule
def forget_walk(memory: Record, sets: int) -> None:
    """There was no room for it."""
    for tokens in range(TOKEN_SETS):
        if has(sets, tokens):
            for place in range(st.WATERS):
                memory.fresh[0, place, tokens] = 0.0
                for token in range(len(st.TOKENS)):
                    memory.fresh[token + 1, place, tokens & ~bit(token)] = 0.0


# Plan by plan: that takes much longer and needs next to no room -------------------------------------------------------


@rule
def walk_plan_by_plan(box: Record, memory: Record, tokens: int, barrels: int) -> None:
    for place in range(st.WATERS):
        if memory.odds[0, place, tokens] > 0.0:
            walk_from(box, memory, place, tokens, memory.odds[0, place, tokens], barrels)


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
    for played in range(first_played(memory), last_played(memory) + 1):
        for place in range(st.WATERS):
            for tokens in range(TOKEN_SETS):
                odds = memory.odds[played, place, tokens]
                if odds > 0.0 and left >= 0.0:
                    shark.played = played
                    shark.place = place
                    shark.tokens = tokens
                    left -= odds
