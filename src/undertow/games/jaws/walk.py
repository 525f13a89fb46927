"""JAWS: every plan the shark could have made, all at once.

Of a plan under way only little matters for what may still come of it: where the shark is, the actions it has left, the
token it has played, and how much of what was announced has come true. So plans are piled up by that, and each pile
goes on as one. Piles are worked through from the first action to the last, in an order in which nothing is added to
one that has gone on already.

Which tokens the shark had does not matter for what it can do next, only how many: a pile has a weight for each set of
as many tokens, and all sets are walked together. `tests/games/jaws/test_belief.py` walks plan by plan, with the rules
themselves, and comes to the same odds.
"""

from __future__ import annotations

from undertow.core.records import Record, bit, count, has, lowest
from undertow.core.rule import rule, tiny
from undertow.games.jaws import state as st
from undertow.games.jaws.act1 import H, Q

# What the shark has played so far: nothing, but it was silent where a barrel floats, which only evasive moves explain;
# nothing; one of the four tokens (their numbers and one); and last a speed burst with fewer and fewer steps left.
SILENT, NOTHING = 0, 1
FRENZY, EVASIVE, BURST = st.FRENZY + 1, st.EVASIVE + 1, st.BURST + 1
NONE = -1  # no pile, or no mode


@rule
def walk_together(box: Record, memory: Record, sets: int, barrels: int) -> bool:
    """All plans of a shark that began with one of these sets of as many tokens; False: there is no room for them.
    Where they lead is added to `memory.fresh`."""
    goal, announced = memory.goal, memory.announced
    if not set_goal(box, memory, sets, barrels):
        return False
    first = SILENT if announced.played == 1 else NOTHING
    end = int(goal.burst) + 1 if announced.played == 1 else NOTHING + 1
    layer, most = 0, int(goal.left[0])
    clear_layer(memory, layer, most, first, end)
    begin_piles(memory, sets)
    for left in range(most, -1, -1):
        clear_layer(memory, 1 - layer, left - 1, first, end)
        for mode in range(first, end):
            for done in range(1 << int(goal.bits)):
                if memory.piles[layer, mode, done] > 0 and goal.crowded == 0:
                    go_on(box, memory, sets, layer, left, mode, done)
        layer = 1 - layer
    return bool(goal.crowded == 0)


# What was announced ---------------------------------------------------------------------------------------------------


@rule
def set_goal(box: Record, memory: Record, sets: int, barrels: int) -> bool:
    """How the part of the announcement that has come true is written as a number, field by field; False: too long."""
    goal, announced, sea = memory.goal, memory.announced, memory.sea
    goal.crowded = 0
    goal.left[0] = box.shark_actions + (box.wrong_shark_more if sea.effect == st.WRONG_SHARK else 0)
    goal.burst = BURST + int(box.burst_steps)
    goal.barrels = barrels
    at = count(int(announced.visited))  # sensors come first
    full = (1 << at) - 1
    for beach in range(st.BEACHES):
        goal.meals[beach] = at
        full |= int(announced.ate[beach]) << min(at, 32)
        while int(announced.ate[beach]) >> (at - int(goal.meals[beach])) != 0:
            at += 1
    goal.michael = at
    full |= int(announced.ate_michael) << at
    at += int(announced.ate_michael)
    for member in range(st.CREW):
        goal.captains[member] = at
        if has(announced.knocked, member):
            full |= 1 << at
            at += 1
    goal.moved = at
    if sea.effect == st.KNOCKING:  # who has not moved has not entered the space of a captain
        full |= 1 << at
        at += 1
    if at > st.GOAL_BITS:
        return False
    goal.bits = at
    goal.full = full
    goal.widths[0] = count(sets)
    for token in range(4):
        goal.having[token] = who_have(sets, token)
        goal.widths[token + 1] = count(int(goal.having[token]))
    return True


@rule
def who_have(sets: int, token: int) -> int:
    """Which of these sets have the token: a bit each, in their order."""
    found, i = 0, 0
    for tokens in range(16):
        if has(sets, tokens):
            if has(tokens, token):
                found |= 1 << i
            i += 1
    return found


@rule
def hopeful(memory: Record, left: int, mode: int, done: int) -> bool:
    """Whether such a plan can still become what was announced: there must be a move or a meal for all that lacks."""
    goal, announced = memory.goal, memory.announced
    hungry = int(announced.ate_michael) - eaten_michael(memory, done)
    for beach in range(st.BEACHES):
        hungry += int(announced.ate[beach]) - eaten(memory, done, beach)
    unseen = count(int(announced.visited)) - count(done & ((1 << count(int(announced.visited))) - 1))
    steps = int(goal.burst) - max(mode, BURST) if mode == NOTHING or mode >= BURST else 0
    if mode == FRENZY or (mode == NOTHING and announced.played == 1):
        return (hungry == 0 or left > 0) and unseen <= left + steps
    return hungry + unseen <= left + (steps if announced.played == 1 else 0)


@rule
def eaten(memory: Record, done: int, beach: int) -> int:
    """Swimmers of this beach."""
    at = int(memory.goal.meals[beach])
    end = int(memory.goal.meals[beach + 1]) if beach + 1 < st.BEACHES else int(memory.goal.michael)
    return (done >> at) & ((1 << (end - at)) - 1)


@rule
def eaten_michael(memory: Record, done: int) -> int:
    return (done >> int(memory.goal.michael)) & int(memory.announced.ate_michael)


@rule
def knocked(memory: Record, done: int, member: int) -> bool:
    return has(memory.announced.knocked, member) and has(done, memory.goal.captains[member])


# Piles ----------------------------------------------------------------------------------------------------------------


@rule
def clear_layer(memory: Record, layer: int, left: int, first: int, end: int) -> None:
    """No plans with so many actions left so far."""
    for mode in range(first, end):
        for done in range(1 << int(memory.goal.bits)):
            memory.piles[layer, mode, done] = 0
    memory.goal.left[layer] = left
    memory.goal.piles[layer] = 0
    memory.goal.weights[layer] = 0


@rule
def begin_piles(memory: Record, sets: int) -> None:
    """The shark at each place where it may begin: there it has been, and has entered no space."""
    for place in range(st.WATERS):
        likely = 0.0
        for tokens in range(16):
            if has(sets, tokens):
                likely += memory.odds[0, place, tokens]
        mode = swim_in(memory, NOTHING, place)
        if likely > 0.0 and mode != NONE:
            done = sensed(memory, 0, place)
            if memory.sea.effect == st.KNOCKING and place != memory.sea.quint and place != memory.sea.hooper:
                done |= 1 << int(memory.goal.moved)  # as good as moved: there is no captain here
            at, i = find_pile(memory, 0, mode, done, place), 0
            for tokens in range(16):
                if at >= 0 and has(sets, tokens):
                    memory.weights[0, at + i] = memory.odds[0, place, tokens]
                    i += 1


@rule
def find_pile(memory: Record, layer: int, mode: int, done: int, place: int) -> int:
    """Where the weights of such plans are, zeros if these are the first; NONE: there is no room, or no need."""
    pile = int(memory.piles[layer, mode, done])
    if pile == 0:
        pile = new_pile(memory, layer, mode, done)
    if pile < 0:
        return NONE
    width = int(memory.goal.widths[played(mode)])
    at = int(memory.starts[layer, pile - 1]) + place * width
    if not has(memory.places[layer, pile - 1], place):
        memory.places[layer, pile - 1] = int(memory.places[layer, pile - 1]) | bit(place)
        for i in range(width):
            memory.weights[layer, at + i] = 0.0
    return at


@rule
def new_pile(memory: Record, layer: int, mode: int, done: int) -> int:
    """Room for such plans; none if nothing can come of them."""
    goal, pile = memory.goal, NONE
    if hopeful(memory, int(goal.left[layer]), mode, done):
        end = int(goal.weights[layer]) + st.WATERS * int(goal.widths[played(mode)])
        if end > st.WEIGHTS or goal.piles[layer] >= st.PILES:
            goal.crowded = 1
        else:
            pile = int(goal.piles[layer]) + 1
            memory.starts[layer, pile - 1] = goal.weights[layer]
            memory.places[layer, pile - 1] = 0
            goal.weights[layer] = end
            goal.piles[layer] = pile
    memory.piles[layer, mode, done] = pile
    return pile


@tiny
def played(mode: int) -> int:
    """The token, counted from 1; 0: none."""
    return min(max(mode - 1, 0), st.BURST)


@rule
def pile_up(memory: Record, layer: int, at: int, then: int, mode: int, done: int, place: int) -> None:
    """Plans go on: their weights are added to those of a pile of the layer `then`."""
    to = find_pile(memory, then, mode, done, place)
    if to >= 0:
        for i in range(int(memory.goal.widths[played(mode)])):
            memory.weights[then, to + i] += memory.weights[layer, at + i]


@rule
def pile_up_some(memory: Record, layer: int, at: int, token: int, done: int, place: int) -> None:
    """The same within a layer for those sets of tokens that have what was played."""
    having, i = int(memory.goal.having[token]), 0
    if having == 0:
        return
    to = find_pile(memory, layer, NOTHING + 1 + token, done, place)
    while to >= 0 and having != 0:
        memory.weights[layer, to + i] += memory.weights[layer, at + lowest(having)]
        having &= having - 1
        i += 1


# One more decision ----------------------------------------------------------------------------------------------------


@rule
def go_on(box: Record, memory: Record, sets: int, layer: int, left: int, mode: int, done: int) -> None:
    """Everything that the shark may do next, wherever it is, each as likely as the others."""
    goal, pile = memory.goal, int(memory.piles[layer, mode, done]) - 1
    ended = (done | 1 << int(goal.moved)) == goal.full if memory.sea.effect == st.KNOCKING else done == goal.full
    ended = ended and (mode > NOTHING) == (memory.announced.played == 1) and mode != SILENT
    there, width = int(memory.places[layer, pile]), int(goal.widths[played(mode)])
    while there != 0:
        place = lowest(there)
        there &= there - 1
        at = int(memory.starts[layer, pile]) + place * width
        choices = how_many(box, memory, left, mode, done, place)
        for i in range(width):
            memory.weights[layer, at + i] /= choices
        if ended:
            arrive(memory, sets, layer, at, mode, place)
        if left > 0:
            swim(box, memory, layer, at, 1 - layer, mode if mode <= BURST else int(goal.burst), done, place)
            if place >= st.FIRST_BEACH:
                eat(memory, layer, at, mode if mode <= BURST else int(goal.burst), done, place)
        if BURST <= mode < goal.burst and (left > 0 or mode > BURST):
            swim(box, memory, layer, at, 1 - layer if mode == BURST else layer, mode + 1, done, place)
        if mode <= NOTHING and memory.announced.played == 1:
            play(memory, layer, at, mode, done, place)
        if memory.announced.knocked != 0:
            knock(memory, layer, at, mode, done, place)


@rule
def how_many(box: Record, memory: Record, left: int, mode: int, done: int, place: int) -> int:
    """Choices of the shark, with the end of its turn (see `shark_choices` in act1.py)."""
    sea, goal = memory.sea, memory.goal
    n, roads = 1, int(box.swim[place, 0])
    if left > 0:
        n += roads
        if place >= st.FIRST_BEACH:
            beach = place - st.FIRST_BEACH
            swimmers = int(sea.swimmers[beach]) - eaten(memory, done, beach)
            michael = 1 if sea.michael == beach and eaten_michael(memory, done) == 0 else 0
            n += (1 if swimmers > 0 else 0) + michael + (1 if mode == FRENZY and swimmers + michael > 1 else 0)
    if BURST <= mode < goal.burst and (left > 0 or mode > BURST):
        n += roads
    if mode <= NOTHING:
        n += int(memory.tokens)
    if sea.effect == st.KNOCKING and has(done, goal.moved):
        n += 1 if sea.quint == place and not knocked(memory, done, Q) else 0
        n += 1 if sea.hooper == place and not knocked(memory, done, H) else 0
    return n


@rule
def swim(box: Record, memory: Record, layer: int, at: int, then: int, mode: int, done: int, place: int) -> None:
    moved = done | 1 << int(memory.goal.moved) if memory.sea.effect == st.KNOCKING else done
    for i in range(box.swim[place, 0]):
        space = int(box.swim[place, i + 1])
        heard = swim_in(memory, mode, space)
        if heard != NONE:
            pile_up(memory, layer, at, then, heard, sensed(memory, moved, space), space)


@rule
def swim_in(memory: Record, mode: int, space: int) -> int:
    """What is to be heard of a shark that comes here; NONE: it cannot, for a barrel that floats here told nothing."""
    announced = memory.announced
    if mode in (EVASIVE, SILENT) or not has(memory.goal.barrels, space) or has(announced.visited, space):
        return mode
    return SILENT if mode == NOTHING and announced.played == 1 and announced.visited == 0 else NONE


@rule
def sensed(memory: Record, done: int, space: int) -> int:
    """A sensor that was announced."""
    visited = int(memory.announced.visited)
    return done | 1 << count(visited & (bit(space) - 1)) if has(visited, space) else done


@rule
def eat(memory: Record, layer: int, at: int, mode: int, done: int, place: int) -> None:
    """A swimmer, Michael, or in a feeding frenzy all of them: if that was announced."""
    beach, sea, announced = place - st.FIRST_BEACH, memory.sea, memory.announced
    had, most = eaten(memory, done, beach), int(announced.ate[beach])
    swimmers = int(sea.swimmers[beach]) - had
    michael = 1 if sea.michael == beach and eaten_michael(memory, done) == 0 else 0
    shift, his = int(memory.goal.meals[beach]), int(memory.goal.michael)
    if swimmers > 0 and had < most:
        pile_up(memory, layer, at, 1 - layer, mode, done + (1 << shift), place)
    if michael <= announced.ate_michael:
        if michael == 1:
            pile_up(memory, layer, at, 1 - layer, mode, done | 1 << his, place)
        if mode == FRENZY and swimmers + michael > 1 and most == sea.swimmers[beach]:
            pile_up(memory, layer, at, 1 - layer, mode, done + (swimmers << shift) + (michael << his), place)


@rule
def play(memory: Record, layer: int, at: int, mode: int, done: int, place: int) -> None:
    """A token; evasive moves only if no sensor was triggered, and only they explain silence."""
    for token in range(4):
        evasive = token + 1 == st.EVASIVE
        if (memory.announced.visited == 0) if evasive else mode == NOTHING:
            pile_up_some(memory, layer, at, token, done, place)


@rule
def knock(memory: Record, layer: int, at: int, mode: int, done: int, place: int) -> None:
    """A captain overboard, whose space it entered: if that was announced."""
    if not has(done, memory.goal.moved):
        return
    for member in range(st.CREW):
        here = (member == Q and memory.sea.quint == place) or (member == H and memory.sea.hooper == place)
        if here and has(memory.announced.knocked, member) and not knocked(memory, done, member):
            after = done | 1 << int(memory.goal.captains[member])
            pile_up(memory, layer, at, layer, mode, after, place)


@rule
def arrive(memory: Record, sets: int, layer: int, at: int, mode: int, place: int) -> None:
    """The turn ends just as it was announced: this may be what happened."""
    token, i = played(mode), 0
    for tokens in range(16):
        if has(sets, tokens) and (token == 0 or has(tokens, token - 1)):
            kept = tokens & ~bit(token - 1) if token > 0 else tokens
            memory.fresh[token, place, kept] += memory.weights[layer, at + i]
            i += 1
