"""JAWS: where the shark may be, exactly.

After every turn of the shark each plan it could have made is walked through, decision by decision, with the rules
themselves (`act1.py`); plans that would have been announced otherwise are dropped. What is left is the probability of
each place, each set of tokens left and each token in play, for a shark that takes every decision at random.
"""

from __future__ import annotations

from undertow.core.records import EVERYBODY, Ints, Record, has
from undertow.core.rng import draw
from undertow.core.rule import rule
from undertow.games.jaws.act1 import HERE, NEARBY, afloat, begin_plan, forget_plan, plan, shark_choices
from undertow.games.jaws.actions import END
from undertow.games.jaws.state import (
    ACT_1_OVER,
    BEACHES,
    EATEN,
    EVASIVE,
    FISHED,
    FRENZY,
    HID,
    LAUNCHED,
    LOOKED,
    OUT_OF_SIGHT,
    OVERBOARD,
    PLAN_DEPTH,
    PLAYED,
    ROUND,
    SENSORS,
    SHARK_DONE,
    SHARK_TURN,
    TOKEN,
    WATERS,
)

TOKEN_SETS = 16


@rule
def listen(box: Record, state: Record, memory: Record, viewer: int) -> None:
    """Conclude from everything this viewer hears where the shark may be."""
    for i in range(min(int(state.told), state.events.shape[0])):
        audience = state.events[i, 1]
        if audience == EVERYBODY or has(audience, viewer):
            hear(box, state, memory, state.events[i, 0], state.events[i, 2], state.events[i, 3], state.events[i, 4])
    if state.phase == SHARK_TURN:
        memory.sea = state.sea


@rule
def hear(box: Record, state: Record, memory: Record, kind: int, a: int, b: int, c: int) -> None:
    if kind == HID:
        for place in range(WATERS):
            memory.odds[0, place, box.tokens] = 1.0 / WATERS
    elif kind == EATEN:
        memory.announced.ate[a] = b
        if c == 1:
            memory.announced.ate_michael = 1
    elif kind == SENSORS:
        memory.announced.visited = a
    elif kind == TOKEN:
        memory.announced.played = 1
    elif kind == OVERBOARD:
        memory.announced.knocked = int(memory.announced.knocked) | (1 << a)
    elif kind == SHARK_DONE:
        walk_plans(box, state, memory)
    elif kind == LAUNCHED:
        keep_where(memory, 1 << a, b == 1, False)
    elif kind == LOOKED:
        keep_where(memory, 1 << a, b == 1, True)
    elif kind == FISHED:
        hear_fish_finder(box, memory, a, b)
    elif kind == ROUND:
        end_of_token(memory)
    elif kind == ACT_1_OVER:
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
    for played in range(PLAYED):
        unseen = search and played == OUT_OF_SIGHT
        for place in range(WATERS):
            possible = not there if unseen else has(spaces, place) == there
            if not possible:
                for tokens in range(TOKEN_SETS):
                    memory.odds[played, place, tokens] = 0.0
    even_out(memory)


@rule
def even_out(memory: Record) -> None:
    """What is left is all there is: the odds sum to one again."""
    total = 0.0
    for played in range(PLAYED):
        for place in range(WATERS):
            for tokens in range(TOKEN_SETS):
                total += memory.odds[played, place, tokens]
    for played in range(PLAYED):
        for place in range(WATERS):
            for tokens in range(TOKEN_SETS):
                memory.odds[played, place, tokens] /= total


@rule
def end_of_token(memory: Record) -> None:
    """With the round the token in play is gone: which one it was matters only for those that are left."""
    for played in range(1, PLAYED):
        for place in range(WATERS):
            for tokens in range(TOKEN_SETS):
                memory.odds[0, place, tokens] += memory.odds[played, place, tokens]
                memory.odds[played, place, tokens] = 0.0


@rule
def forget(memory: Record) -> None:
    """Act 1 is over."""
    for played in range(PLAYED):
        for place in range(WATERS):
            for tokens in range(TOKEN_SETS):
                memory.odds[played, place, tokens] = 0.0
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
    for played in range(PLAYED):
        for place in range(WATERS):
            for tokens in range(TOKEN_SETS):
                memory.odds[played, place, tokens] = memory.fresh[played, place, tokens]
                memory.fresh[played, place, tokens] = 0.0
    even_out(memory)
    clear_announcement(memory)


@rule
def walk_all(box: Record, memory: Record, barrels: int) -> None:
    """From wherever the shark may have been, with whatever it may have had, everything it may have done."""
    for place in range(WATERS):
        for tokens in range(TOKEN_SETS):
            if memory.odds[0, place, tokens] > 0.0:
                walk_from(box, memory, place, tokens, memory.odds[0, place, tokens], barrels)


@rule
def walk_from(box: Record, memory: Record, place: int, tokens: int, weight: float, barrels: int) -> None:
    """All plans of a shark that begins its turn here with these tokens: a walk through the tree of its decisions."""
    shark = memory.plans[0]
    forget_plan(shark)
    shark.place = place
    shark.tokens = tokens
    shark.played = 0
    begin_plan(box, memory.sea, shark)
    branch(box, memory, 0, weight)
    depth = 0
    while depth >= 0:
        if memory.untried[depth] == 0:
            depth -= 1
            continue
        memory.untried[depth] -= 1
        action = int(memory.choices[depth, memory.untried[depth]])
        chance = memory.weight[depth] / memory.width[depth]
        if action == END:
            arrive(memory, memory.plans[depth], chance, barrels)
        elif depth + 1 < PLAN_DEPTH:
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
    for beach in range(BEACHES):
        more = int(announced.ate[beach]) - int(shark.ate[beach])
        if more < 0:
            return False
        hungry += more
    may_play = announced.played == 1 and shark.played == 0
    frenzy = shark.played == FRENZY or (may_play and has(shark.tokens, FRENZY - 1))
    evasive = shark.played == EVASIVE or (may_play and has(shark.tokens, EVASIVE - 1))
    silent = int(shark.visited) & barrels & ~int(announced.visited)
    return (
        (hungry <= shark.left or (frenzy and shark.left > 0))
        and (shark.played == 0 or announced.played == 1)
        and (int(shark.knocked) & ~int(announced.knocked)) == 0
        and (silent == 0 or evasive)
    )


@rule
def arrive(memory: Record, shark: Record, chance: float, barrels: int) -> None:
    """The end of a plan: if it is announced just like this, it may be what happened."""
    announced = memory.announced
    triggered = 0 if shark.played == EVASIVE else int(shark.visited) & barrels
    fits = (
        triggered == announced.visited
        and (shark.played != 0) == (announced.played == 1)
        and shark.knocked == announced.knocked
        and shark.ate_michael == announced.ate_michael
    )
    for beach in range(BEACHES):
        fits = fits and shark.ate[beach] == announced.ate[beach]
    if fits:
        memory.fresh[shark.played, shark.place, shark.tokens] += chance


# Drawing --------------------------------------------------------------------------------------------------------------


@rule
def place_shark(memory: Record, rng: Ints, shark: Record) -> None:
    """The shark somewhere, with some tokens, as likely as there is reason to think; never where it cannot be."""
    left = draw(rng) / 2.0**32
    for played in range(PLAYED):
        for place in range(WATERS):
            for tokens in range(TOKEN_SETS):
                odds = memory.odds[played, place, tokens]
                if odds > 0.0 and left >= 0.0:
                    shark.played = played
                    shark.place = place
                    shark.tokens = tokens
                    left -= odds
