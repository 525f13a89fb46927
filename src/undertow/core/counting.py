"""What happens in matches, counted for studies while they are played (made once for each game, see core/template.py).

All that is counted is a whole number, so adding up in any order, on any machine, gives the very same sums. `Notes` is
what is kept of the match that is being played, `Counts` what all matches came to. A side's columns are those of its
number among the viewers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from undertow.core.bundles import Minds, Room, Run
from undertow.core.records import CHANCE, DEAF, Floats, Ints, Record, Records, forget_events, record
from undertow.core.rng import below, pick, start
from undertow.core.rule import rule, tiny

if TYPE_CHECKING:
    from undertow.core.contract import (
        SEATS,
        THINGS,
        actors,
        apply,
        chances,
        clock,
        imagine,
        legal,
        noted,
        observe,
        pace,
        payoff,
        standing,
    )
    from undertow.core.playout import RANDOM, first, policy_choice

WHOLE = 27_720  # a whole win: whatever twelve winners or fewer share is a whole number of it
BLOCKS = 64  # matches are dealt out to so many blocks in turn: how blocks differ shows how sure a difference is
POINTS = 20  # moments of a match at which one looks who is ahead
LENGTHS = 256  # the longest matches share the last place
MINUTES = 256
CHANGES = 32
REASONS = 16
LEADS = 64  # turns whose leader is remembered; in a longer match every second, fourth, ... of them
LOOKS = 64  # outcomes of chance that somebody who looks one step ahead waits for
SURE = 1 << 40  # to have won is more than any standing

NEVER, MAY, ALWAYS = range(3)  # what a mask says of an action
ONE_STEP = -1  # the policy of a side that looks one step ahead

#: Who belongs together, which never changes; then of the match that is being played.
Notes = record(
    [
        ("sides", "i8"),
        ("side_of", "i8", SEATS),  # the side of each seat
        ("seat_of", "i8", SEATS),  # the first seat of each side
        ("steps", "i8"),
        ("clock", "i8"),
        ("turns", "i8"),
        ("apart", "i8"),  # turns between two leaders that are remembered,
        ("since", "i8"),  # since the last of them,
        ("known", "i8"),  # and how many they are
        ("leader", "i8"),  # the side that was ahead last, or -1
        ("changes", "i8"),
        ("decisions", "i8"),
        ("forced", "i8"),  # decisions with one option
        ("tenths", "i8"),  # of seconds that people would have thought
        ("used", "i8", SEATS),  # things each side had to do with, a bit each
        ("leads", "i1", LEADS),
    ]
)

#: Of all matches. `wins` are in parts of a whole win.
Counts = record(
    [
        ("matches", "i8"),
        ("ended", "i8"),
        ("steps", "i8"),
        ("wins", "i8", SEATS),
        ("squares", "i8", SEATS),
        ("blocks", "i8", (BLOCKS, SEATS)),  # wins by block
        ("reasons", "i8", REASONS),
        ("reason_wins", "i8", (REASONS, SEATS)),
        ("turns", "i8", 2),  # their sum, and that of their squares
        ("lengths", "i8", LENGTHS),  # matches by turns
        ("tenths", "i8", 2),
        ("minutes", "i8", MINUTES),  # matches by minutes
        ("decisions", "i8"),
        ("forced", "i8"),
        ("changes", "i8", CHANGES),  # matches by how often another side went ahead
        ("decided", "i8", POINTS + 1),  # matches by when the winner went ahead for good; the last: only by the end
        ("led", "i8", (POINTS, SEATS)),  # matches in which a side was ahead then,
        ("led_wins", "i8", (POINTS, SEATS)),  # and what it won of them
        ("times", "i8", (max(1, THINGS), SEATS)),
        ("used", "i8", (max(1, THINGS), SEATS)),  # matches with it
        ("used_wins", "i8", (max(1, THINGS), SEATS)),
        ("overruled", "i8", SEATS),  # decisions that a restriction changed
        ("had_to", "i8", SEATS),  # decisions in which nothing else was legal
    ]
)


# One match ------------------------------------------------------------------------------------------------------------


@rule
def begin_match(notes: Record) -> None:
    notes.steps = 0
    notes.clock = 0
    notes.turns = 0
    notes.apart = 1
    notes.since = 0
    notes.known = 0
    notes.leader = -1
    notes.changes = 0
    notes.decisions = 0
    notes.forced = 0
    notes.tenths = 0
    for side in range(SEATS):
        notes.used[side] = 0


@tiny
def note_step(box: Record, state: Record, seat: int, action: int, options: int, notes: Record, counts: Record) -> None:
    """Before a step is taken: what it is, and how long people would think about it."""
    if seat != CHANCE:
        notes.decisions += 1
        if options == 1:
            notes.forced += 1
        else:
            notes.tenths += pace(box, state, seat, options)
    code = noted(box, state, seat, action)
    if code >= 0:
        thing = code >> 4
        who = (code & 15) - 1
        if who >= 0:
            use(thing, int(notes.side_of[who]), notes, counts)
        else:
            for side in range(notes.sides):
                use(thing, side, notes, counts)


@tiny
def use(thing: int, side: int, notes: Record, counts: Record) -> None:
    counts.times[thing, side] += 1
    notes.used[side] = int(notes.used[side]) | (1 << thing)


@tiny
def note_turn(box: Record, state: Record, notes: Record) -> None:
    """After a step: whether another turn has begun."""
    now = clock(box, state)
    if now != notes.clock and now != 0:
        notes.clock = now
        look_who_is_ahead(box, state, notes)


@rule
def look_who_is_ahead(box: Record, state: Record, notes: Record) -> None:
    """Remember who leads as a turn begins; when there is no room for more, every second one is forgotten."""
    ahead = who_is_ahead(box, state, notes)
    notes.turns += 1
    notes.since += 1
    if notes.since == notes.apart:
        notes.since = 0
        if notes.known == LEADS:
            notes.known = LEADS // 2
            notes.apart = 2 * notes.apart
            for i in range(LEADS // 2):
                notes.leads[i] = notes.leads[2 * i + 1]
        notes.leads[notes.known] = ahead
        notes.known += 1
    if ahead >= 0 and ahead != notes.leader:
        if notes.leader >= 0:
            notes.changes += 1
        notes.leader = ahead


@rule
def who_is_ahead(box: Record, state: Record, notes: Record) -> int:
    """The side that stands best; -1 if two do."""
    ahead = 0
    best = standing(box, state, int(notes.seat_of[0]))
    for side in range(1, notes.sides):
        value = standing(box, state, int(notes.seat_of[side]))
        if value > best:
            best = value
            ahead = side
        elif value == best:
            ahead = -1
    return ahead


@rule
def end_match(box: Record, state: Record, number: int, gains: Floats, notes: Record, counts: Record) -> None:
    """Add a match to the counts; one that was cut off counts for nobody."""
    counts.matches += 1
    counts.steps += notes.steps
    if state.over == 0:
        return
    counts.ended += 1
    payoff(box, state, gains)
    reason = min(max(int(state.reason), 0), REASONS - 1)
    counts.reasons[reason] += 1
    winner = 0
    most = -1
    block = number % BLOCKS
    for side in range(notes.sides):
        won = int(gains[notes.seat_of[side]] * WHOLE + 0.5)
        if won > most:
            most = won
            winner = side
        if won > 0:
            counts.wins[side] += won
            counts.squares[side] += won * won
            counts.blocks[block, side] += won
            counts.reason_wins[reason, side] += won
        left = int(notes.used[side])
        thing = 0
        while left != 0:
            if left & 1 != 0:
                counts.used[thing, side] += 1
                counts.used_wins[thing, side] += won
            left = left >> 1
            thing += 1
    count_length(notes, counts)
    count_leads(gains, winner, notes, counts)


@rule
def count_length(notes: Record, counts: Record) -> None:
    turns = int(notes.turns)
    tenths = int(notes.tenths)
    counts.turns[0] += turns
    counts.turns[1] += turns * turns
    counts.lengths[min(turns, LENGTHS - 1)] += 1
    counts.tenths[0] += tenths
    counts.tenths[1] += tenths * tenths
    counts.minutes[min(tenths // 600, MINUTES - 1)] += 1
    counts.decisions += notes.decisions
    counts.forced += notes.forced
    counts.changes[min(int(notes.changes), CHANGES - 1)] += 1


@rule
def count_leads(gains: Floats, winner: int, notes: Record, counts: Record) -> None:
    """Who was ahead along the match, and since when the winner was."""
    known = int(notes.known)
    if known == 0:
        counts.decided[POINTS] += 1
        return
    since = known
    while since > 0 and notes.leads[since - 1] == winner:
        since -= 1
    counts.decided[since * POINTS // known] += 1
    for point in range(POINTS):
        ahead = int(notes.leads[known * point // POINTS])
        if ahead >= 0:
            counts.led[point, ahead] += 1
            counts.led_wins[point, ahead] += int(gains[notes.seat_of[ahead]] * WHOLE + 0.5)


# Restricted play ------------------------------------------------------------------------------------------------------


@rule
def narrow(masks: Ints, side: int, out: Ints, n: int) -> int:
    """Leave only what a side's restriction lets it do: what it always does, else what it may; 0: nothing of it."""
    for wanted in range(ALWAYS, NEVER, -1):
        kept = 0
        for i in range(n):
            if masks[side, out[i]] == wanted:
                kept += 1
        if kept > 0:
            m = 0
            for i in range(n):
                if masks[side, out[i]] == wanted:
                    out[m] = out[i]
                    m += 1
            return kept
    return 0


@rule
def overrule(
    box: Record, state: Record, seat: int, action: int, masks: Ints, room: Room, notes: Record, counts: Record
) -> int:
    """What a restricted side does instead of what it would like to do: any of what it may, each as likely."""
    side = int(notes.side_of[seat])
    if masks[side, action] == ALWAYS:
        return action
    n = legal(box, state, seat, room.out)
    kept = narrow(masks, side, room.out, n)
    if kept == 0:
        counts.had_to[side] += 1
        return action
    for i in range(kept):
        if room.out[i] == action:
            return action
    counts.overruled[side] += 1
    return int(room.out[below(room.rng, kept)])


@rule
def one_step_choice(box: Record, minds: Minds, room: Room, seat: int, gains: Floats) -> int:
    """What somebody does who looks one step ahead: whatever looks best right after it, as the dice may fall."""
    mine = int(minds.viewers[seat])
    room.worlds[0] = room.states[0]
    forget_events(room.worlds[0])
    imagine(box, room.memories[mine], mine, room.rng, room.worlds[0])
    n = legal(box, room.states[0], seat, room.out)
    for i in range(n):
        room.scratch[i] = room.out[i]
    best = -2 * SURE
    chosen = 0
    as_good = 0
    for i in range(n):
        action = int(room.scratch[i])
        room.worlds[1] = room.worlds[0]
        room.worlds[1].told = DEAF
        apply(box, room.worlds[1], seat, action)
        value = value_soon(box, minds, room, seat, gains)
        if value > best:
            best = value
            as_good = 0
        if value == best:
            as_good += 1
            if as_good == 1 or below(room.rng, as_good) == 0:
                chosen = action
    return chosen


@rule
def value_soon(box: Record, minds: Minds, room: Room, seat: int, gains: Floats) -> int:
    """How a seat stands in `worlds[1]` once the dice have fallen, against the best of the others."""
    world = room.worlds[1]
    for _ in range(LOOKS):
        if world.over != 0 or actors(box, world) != 0:
            break
        n = chances(box, world, room.out)
        apply(box, world, CHANCE, pick(room.rng, room.out, n))
    if world.over != 0:
        payoff(box, world, gains)
        return int((2.0 * gains[seat] - 1.0) * SURE)  # won: more than any standing; lost: less
    others = -SURE
    for other in range(minds.viewers.shape[0]):
        if minds.viewers[other] != minds.viewers[seat]:
            others = max(others, standing(box, world, other))
    return standing(box, world, seat) - others


# Many matches ---------------------------------------------------------------------------------------------------------


@tiny
def counted_random_step(box: Record, state: Record, masks: Ints, room: Room, notes: Record, counts: Record) -> None:
    """`random_step` with everything noted."""
    seat = CHANCE
    seats = actors(box, state)
    if seats == 0:
        n = chances(box, state, room.out)
        action = pick(room.rng, room.out, n)
    else:
        seat = first(seats)
        n = legal(box, state, seat, room.out)
        action = int(room.out[below(room.rng, n)])
        if masks.shape[0] > 0:
            action = overrule(box, state, seat, action, masks, room, notes, counts)
    note_step(box, state, seat, action, n, notes, counts)
    apply(box, state, seat, action)
    note_turn(box, state, notes)


@rule
def counted_step(
    box: Record,
    minds: Minds,
    masks: Ints,
    room: Room,
    gains: Floats,
    notes: Record,
    counts: Record,
) -> None:
    """`policy_step` with everything noted."""
    state = room.states[0]
    seat = CHANCE
    seats = actors(box, state)
    if seats == 0:
        n = chances(box, state, room.out)
        action = pick(room.rng, room.out, n)
    else:
        seat = first(seats)
        n = legal(box, state, seat, room.out)
        if minds.policies[seat] == RANDOM:
            action = int(room.out[below(room.rng, n)])
        elif minds.policies[seat] == ONE_STEP:
            action = one_step_choice(box, minds, room, seat, gains)
        else:
            action = policy_choice(box, minds, room, seat)
        if masks.shape[0] > 0:
            action = overrule(box, state, seat, action, masks, room, notes, counts)
    note_step(box, state, seat, action, n, notes, counts)
    forget_events(state)
    apply(box, state, seat, action)
    note_turn(box, state, notes)
    spectator = room.memories.shape[0] - 1
    for viewer in range(spectator, -1, -1):
        observe(box, state, room.memories[viewer], viewer, room.memories[spectator])


@rule
def count_random(
    boxes: Records,
    laid: Records,
    room: Room,
    run: Run,
    masks: Ints,
    gains: Floats,
    notes: Records,
    counts: Records,
) -> None:
    """Random matches, with everything counted."""
    state = room.states[0]
    for game in range(run.games):
        start(room.rng, run.seed, run.first + game)
        room.states[0] = laid[0]
        state.told = DEAF
        begin_match(notes[0])
        steps = 0
        while state.over == 0 and steps < run.bound:
            steps += 1
            counted_random_step(boxes[0], state, masks, room, notes[0], counts[0])
        notes[0].steps = steps
        end_match(boxes[0], state, run.first + game, gains, notes[0], counts[0])


@rule
def count_by_policy(
    boxes: Records,
    laid: Records,
    fresh: Records,
    minds: Minds,
    room: Room,
    run: Run,
    masks: Ints,
    gains: Floats,
    notes: Records,
    counts: Records,
) -> None:
    """Matches between compiled bots, counted like random ones."""
    state = room.states[0]
    for game in range(run.games):
        start(room.rng, run.seed, run.first + game)
        room.states[0] = laid[0]
        for viewer in range(room.memories.shape[0]):
            room.memories[viewer] = fresh[0]
        begin_match(notes[0])
        steps = 0
        while state.over == 0 and steps < run.bound:
            steps += 1
            counted_step(boxes[0], minds, masks, room, gains, notes[0], counts[0])
        notes[0].steps = steps
        end_match(boxes[0], state, run.first + game, gains, notes[0], counts[0])


# For matches that Python plays ----------------------------------------------------------------------------------------


@rule
def begin_counting(notes: Records) -> None:
    begin_match(notes[0])


@rule
def count_step(
    boxes: Records,
    states: Records,
    seat: int,
    action: int,
    options: int,
    notes: Records,
    counts: Records,
) -> None:
    note_step(boxes[0], states[0], seat, action, options, notes[0], counts[0])


@rule
def count_overruled(
    boxes: Records, states: Records, seat: int, action: int, masks: Ints, room: Room, notes: Records, counts: Records
) -> int:
    return overrule(boxes[0], states[0], seat, action, masks, room, notes[0], counts[0])


@rule
def count_turn(boxes: Records, states: Records, notes: Records) -> None:
    note_turn(boxes[0], states[0], notes[0])


@rule
def count_end(boxes: Records, states: Records, number: int, gains: Floats, notes: Records, counts: Records) -> None:
    end_match(boxes[0], states[0], number, gains, notes[0], counts[0])
