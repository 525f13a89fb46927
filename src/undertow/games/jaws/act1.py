"""JAWS, Act 1: Amity Island. Each function is one sentence of the rules; the rulings are in README.md.

What the shark plans changes `state.shark` alone, by functions that take that record as an argument: the crew's belief
(`belief.py`) walks through possible plans with the very same functions.
"""

from __future__ import annotations

from undertow.core.records import Ints, Record, add, bit, emit, has, tell
from undertow.core.rule import rule, tiny
from undertow.games.jaws.act2 import begin_orca, win
from undertow.games.jaws.actions import (
    BONUS_FOR,
    BURST_TO,
    CLEAR,
    CLIMB,
    CLOSE,
    DROP,
    EAT,
    EAT_ALL,
    EAT_MICHAEL,
    END,
    FISH,
    FLY,
    GATHER,
    GIVE,
    KNOCK,
    LAUNCH,
    LOOK,
    MICHAEL_AT,
    MOVE,
    PLAY,
    RESCUE,
    RESCUE_MICHAEL,
    STAY,
    TAKE_BOAT,
    TAKE_DOCK,
    TAKE_SHOP,
    TAKE_WATER,
    TO_DOCK,
    WAIT,
)
from undertow.games.jaws.box import ACT_1
from undertow.games.jaws.state import (
    ACT_1_OVER,
    ALERT,
    ATE,
    BARRELS,
    BEACHES,
    BONUS,
    BRODY,
    BURST,
    CARD,
    CAUGHT,
    CLEAR_BEACH,
    CLEARED,
    CLIMBED,
    CLOSED,
    CLOSED_ONCE,
    CREW,
    CREW_BONUS,
    CREW_SEATS,
    CREW_TURN,
    DOCKS,
    DOCKS_CLOSED,
    DONE,
    DROPPED,
    EATEN,
    EVASIVE,
    EVENT,
    EVENT_CHOICE,
    EVENTS,
    FACE_UP,
    FED,
    FIRST_BEACH,
    FISHED,
    FISHED_ONCE,
    FLIPPED,
    FREE_DOCKS,
    FRENZY,
    GAVE,
    HELICOPTER,
    HID,
    HOAX,
    HOOPER,
    HOOPER_BONUS,
    KNOCKING,
    KNOCKS,
    LAUNCHED,
    LAUNCHED_ONCE,
    LONG_HUNT,
    LOOKED,
    LOOKED_ONCE,
    LURKS,
    MICHAEL,
    MICHAEL_COMES,
    MOVED,
    NO_EFFECT,
    NOWHERE,
    OPEN_BEACHES,
    OPENED,
    OPENING_SOON,
    OUT_OF_SIGHT,
    OVERBOARD,
    PLACED,
    PLAYS,
    QUINT,
    QUINT_BONUS,
    RESCUED,
    ROUND,
    SENSORS,
    SHARK,
    SHARK_BEGINS,
    SHARK_DONE,
    SHARK_TURN,
    SHOP,
    SWAM,
    TOKEN,
    TOOK,
    WAITS,
    WATERS,
    WRONG_SHARK,
)

FULL_DECK = (1 << EVENTS) - 1
EVERYBODY_DONE = (1 << CREW) - 1
FROM_DOCK, FROM_WATER, FROM_BOAT, FROM_SHOP = range(4)  # in TOOK
BY_EVENT = 1  # in MOVED
HERE, NEARBY, NOT_THERE = 2, 1, 0  # in FISHED and LOOKED (there it is 1)
SHARK_ALONE = 1 << SHARK  # the audience of what the shark does unseen

# Members by number.
Q, B, H = QUINT - 1, BRODY - 1, HOOPER - 1


@rule
def end_island(box: Record, state: Record, reason: int) -> None:
    """The hunt is over: the fight begins, or the act was played alone."""
    emit(state, ACT_1_OVER, reason, state.eaten, 0, 0)
    if box.variant == ACT_1:
        win(state, 0 if reason == FED else 1, reason)
        return
    forget_island(state)
    begin_orca(box, state, box.shark_cards[state.eaten], box.crew_cards[state.eaten])


@rule
def forget_island(state: Record) -> None:
    """Where the shark was and what it had left is nobody's business any more, and nobody has a turn."""
    forget_plan(state.shark)
    state.shark.place = 0
    state.shark.tokens = 0
    state.shark.played = 0
    state.sea.effect = NO_EFFECT
    state.used = 0
    state.done = 0
    state.waited = 0
    state.left = 0
    state.turn = NOWHERE
    state.bonus = NOWHERE


# Beginning ------------------------------------------------------------------------------------------------------------


@rule
def lay_island(box: Record, state: Record) -> None:
    """Two barrels on the Orca, the others in the shop, both boats at their docks, Brody at Amity P.D."""
    state.act = 1
    state.orca = box.orca
    state.shop = box.shop
    state.sea.quint = box.quint_start
    state.sea.hooper = box.hooper_start
    state.brody = box.brody_start
    state.sea.michael = NOWHERE
    state.closed = NOWHERE
    state.seen = NOWHERE
    state.turn = NOWHERE
    state.bonus = NOWHERE
    state.deck = FULL_DECK
    state.shark.tokens = box.tokens
    state.waiting = SHARK_ALONE


@rule
def lurk(box: Record, state: Record, space: int) -> None:
    """The shark begins in any water, and nobody else knows where."""
    state.shark.place = space
    tell(state, SHARK_ALONE, LURKS, space, 0, 0, 0)
    emit(state, HID, 0, 0, 0, 0)
    begin_round(box, state)


@rule
def begin_round(box: Record, state: Record) -> None:
    """A new event; the deck is shuffled again when it is empty."""
    state.rounds += 1
    emit(state, ROUND, 1, state.rounds, 0, 0)
    if state.deck == 0:
        state.deck = FULL_DECK
    state.phase = EVENT
    state.waiting = 0


# The event phase ------------------------------------------------------------------------------------------------------


@rule
def draw_event(box: Record, state: Record, card: int) -> None:
    """Swimmers come to the beaches, then the event's text is followed."""
    state.deck = int(state.deck) & ~bit(card)
    state.card = card
    state.sea.effect = box.effect[card]
    emit(state, CARD, card, 0, 0, 0)
    if state.sea.effect == OPEN_BEACHES and state.closed != NOWHERE:
        open_beach(state)
    place_swimmers(box, state, card)
    resolve(box, state)


@rule
def place_swimmers(box: Record, state: Record, card: int) -> None:
    """One for each letter, in printed order, as long as there are any; none at the closed beach, whose token turns."""
    came = 0  # eight bits a beach
    left = supply(box, state)
    closed = int(state.closed)
    turns = 0
    letters = int(box.letters_printed[card])
    if state.sea.effect == ALERT and state.eaten <= box.alert_at:
        letters += int(box.letters_more[card])
    for i in range(letters):
        beach = int(box.letters[card, i])
        if beach == closed:
            turns += 1
        elif left > 0:
            left -= 1
            state.sea.swimmers[beach] += 1
            came += 1 << (8 * beach)
    emit(state, PLACED, came & 255, (came >> 8) & 255, (came >> 16) & 255, came >> 24)
    if turns > 0:
        turn_token(state)


@rule
def supply(box: Record, state: Record) -> int:
    """Swimmers not on the board, Michael aside."""
    left = int(box.swimmers)
    for beach in range(BEACHES):
        left -= int(state.sea.swimmers[beach])
    return left


@rule
def turn_token(state: Record) -> None:
    """The first time the closed beach is opening soon, the next time it is open."""
    if state.closed_side == FACE_UP:
        state.closed_side = OPENING_SOON
        emit(state, FLIPPED, state.closed, 0, 0, 0)
    else:
        open_beach(state)


@rule
def open_beach(state: Record) -> None:
    emit(state, OPENED, state.closed, 0, 0, 0)
    state.closed = NOWHERE
    state.closed_side = FACE_UP


@rule
def close_beach(state: Record, beach: int) -> None:
    """There is one token: it comes here, face up, and the beach it was at is open."""
    if state.closed != NOWHERE and state.closed != beach:
        open_beach(state)
    state.closed = beach
    state.closed_side = FACE_UP
    emit(state, CLOSED, beach, 0, 0, 0)


@rule
def resolve(box: Record, state: Record) -> None:
    """What the event says, at once or after the crew has chosen."""
    effect = int(state.sea.effect)
    if effect == MICHAEL_COMES and state.sea.michael == NOWHERE:
        settle_beach(box, state, fewest(state), MICHAEL_AT)
    elif effect == HOAX:
        settle_beach(box, state, most(state), GATHER)
    elif effect in (CREW_BONUS, CLEAR_BEACH, WRONG_SHARK):
        ask(state, CREW_SEATS)
    elif effect == HELICOPTER:
        ask(state, bit(BRODY))
    else:
        if effect == HOOPER_BONUS:
            give_bonus(state, H)
        elif effect == QUINT_BONUS:
            give_bonus(state, Q)
        begin_shark_turn(box, state)


@rule
def ask(state: Record, seats: int) -> None:
    state.phase = EVENT_CHOICE
    state.waiting = seats


@rule
def settle_beach(box: Record, state: Record, beaches: int, action: int) -> None:
    """If only one beach will do there is nothing to ask."""
    if beaches & (beaches - 1):
        ask(state, CREW_SEATS)
        return
    beach = 0
    while not has(beaches, beach):
        beach += 1
    choose_for_event(box, state, action + beach)


@rule
def bathers(state: Record, beach: int) -> int:
    """Swimmers at a beach; Michael counts as one."""
    return int(state.sea.swimmers[beach]) + (1 if state.sea.michael == beach else 0)


@rule
def fewest(state: Record) -> int:
    """The open beaches with fewest swimmers, a bit each."""
    best = 1000
    found = 0
    for beach in range(BEACHES):
        here = bathers(state, beach)
        if beach != state.closed and here <= best:
            found = (found if here == best else 0) | bit(beach)
            best = here
    return found


@rule
def most(state: Record) -> int:
    """The beaches with most swimmers, a bit each."""
    best = 0
    found = 0
    for beach in range(BEACHES):
        here = bathers(state, beach)
        if here >= best:
            found = (found if here == best else 0) | bit(beach)
            best = here
    return found


@rule
def event_choices(box: Record, state: Record, out: Ints) -> int:
    """What the crew can answer to the event."""
    n = 0
    effect = int(state.sea.effect)
    if effect == CREW_BONUS:
        for member in range(CREW):
            n = add(out, n, BONUS_FOR + member)
    elif effect == CLEAR_BEACH:
        for beach in range(BEACHES):
            n = add(out, n, CLEAR + beach)
    elif effect == WRONG_SHARK:
        for dock in range(DOCKS):
            n = add(out, n, TO_DOCK + dock)
    elif effect == MICHAEL_COMES:
        beaches = fewest(state)
        for beach in range(BEACHES):
            if has(beaches, beach):
                n = add(out, n, MICHAEL_AT + beach)
    elif effect == HOAX:
        beaches = most(state)
        for beach in range(BEACHES):
            if has(beaches, beach):
                n = add(out, n, GATHER + beach)
    else:
        n = add(out, n, STAY)
        for space in range(box.walk.shape[0]):
            if has(box.on_land, space) and space != state.brody:
                n = add(out, n, FLY + space)
    return n


@rule
def choose_for_event(box: Record, state: Record, action: int) -> None:
    if BONUS_FOR <= action < BONUS_FOR + CREW:
        give_bonus(state, action - BONUS_FOR)
    elif CLEAR <= action < CLEAR + BEACHES:
        clear_beach(state, action - CLEAR)
    elif TO_DOCK <= action < TO_DOCK + DOCKS:
        send(state, B, box.docks[action - TO_DOCK])
        send(state, H, box.docks[action - TO_DOCK])
    elif MICHAEL_AT <= action < MICHAEL_AT + BEACHES:
        state.sea.michael = action - MICHAEL_AT
        emit(state, MICHAEL, state.sea.michael, 0, 0, 0)
    elif GATHER <= action < GATHER + BEACHES:
        for member in range(CREW):
            send(state, member, FIRST_BEACH + action - GATHER)
    elif action != STAY:
        send(state, B, action - FLY)
    begin_shark_turn(box, state)


@rule
def give_bonus(state: Record, member: int) -> None:
    state.bonus = member
    emit(state, BONUS, member, 0, 0, 0)


@rule
def clear_beach(state: Record, beach: int) -> None:
    """Everybody out of the water, Michael too; then the beach is closed."""
    emit(state, CLEARED, beach, bathers(state, beach), 0, 0)
    state.sea.swimmers[beach] = 0
    if state.sea.michael == beach:
        state.sea.michael = NOWHERE
    close_beach(state, beach)


@rule
def send(state: Record, member: int, space: int) -> None:
    """An event moves somebody: boats to the water, Brody to the land, with all they carry."""
    put(state, member, space)
    emit(state, MOVED, member, space, BY_EVENT, 0)


@rule
def put(state: Record, member: int, space: int) -> None:
    if member == Q:
        state.sea.quint = space
    elif member == B:
        state.brody = space
    else:
        state.sea.hooper = space


@rule
def where(state: Record, member: int) -> int:
    if member == Q:
        return int(state.sea.quint)
    if member == B:
        return int(state.brody)
    return int(state.sea.hooper)


# The shark phase ------------------------------------------------------------------------------------------------------


@rule
def begin_shark_turn(box: Record, state: Record) -> None:
    emit(state, SHARK_BEGINS, 0, 0, 0, 0)
    begin_plan(box, state.sea, state.shark)
    state.phase = SHARK_TURN
    state.waiting = SHARK_ALONE


@rule
def begin_plan(box: Record, sea: Record, shark: Record) -> None:
    """Three actions, four when the wrong shark was caught; where it is now it has been."""
    shark.left = box.wrong_shark_actions if sea.effect == WRONG_SHARK else box.shark_actions
    shark.visited = bit(shark.place)


@rule
def shark_choices(box: Record, sea: Record, shark: Record, out: Ints) -> int:
    """Move, eat, play a power token, or end the turn."""
    n = 0
    here = int(shark.place)
    if shark.left > 0:
        for i in range(box.swim[here, 0]):
            n = add(out, n, MOVE + box.swim[here, i + 1])
        if here >= FIRST_BEACH:
            n = meals(sea, shark, here - FIRST_BEACH, out, n)
    if shark.burst > 0 and (shark.left > 0 or shark.bursting == 1):
        for i in range(box.swim[here, 0]):
            n = add(out, n, BURST_TO + box.swim[here, i + 1])
    if shark.played == 0 and shark.tokens != 0:
        for token in range(4):
            if has(shark.tokens, token):
                n = add(out, n, PLAY + token)
    if sea.effect == KNOCKING and has(shark.entered, here):
        n = captains(sea, shark, here, out, n)
    return add(out, n, END)


@rule
def meals(sea: Record, shark: Record, beach: int, out: Ints, n: int) -> int:
    """A swimmer of this beach not eaten yet in this turn, Michael, or all of them in a feeding frenzy."""
    left = int(sea.swimmers[beach]) - int(shark.ate[beach])
    michael = 1 if sea.michael == beach and shark.ate_michael == 0 else 0
    if left > 0:
        n = add(out, n, EAT)
    if michael:
        n = add(out, n, EAT_MICHAEL)
    if shark.played == FRENZY and left + michael > 1:
        n = add(out, n, EAT_ALL)
    return n


@rule
def captains(sea: Record, shark: Record, here: int, out: Ints, n: int) -> int:
    """Whom a shark that entered this space may knock overboard."""
    if sea.quint == here and not has(shark.knocked, Q):
        n = add(out, n, KNOCK + Q)
    if sea.hooper == here and not has(shark.knocked, H):
        n = add(out, n, KNOCK + H)
    return n


@rule
def plan(box: Record, sea: Record, shark: Record, action: int) -> None:
    """One more action of the shark, known to nobody else; it can be taken back until the turn ends."""
    if MOVE <= action < MOVE + WATERS:
        shark.left -= 1
        end_burst(shark)
        swim_to(shark, action - MOVE)
    elif BURST_TO <= action < BURST_TO + WATERS:
        if shark.bursting == 0:
            shark.left -= 1
            shark.bursting = 1
        shark.burst -= 1
        swim_to(shark, action - BURST_TO)
    elif PLAY <= action < PLAY + 4:
        shark.played = action - PLAY + 1
        shark.tokens = int(shark.tokens) & ~bit(action - PLAY)
        if shark.played == BURST:
            shark.burst = box.burst_steps
    elif KNOCK <= action < KNOCK + CREW:
        shark.knocked = int(shark.knocked) | bit(action - KNOCK)
    else:
        shark.left -= 1
        end_burst(shark)
        eat(sea, shark, action)


@rule
def end_burst(shark: Record) -> None:
    """Whatever else it does ends a speed burst that has begun."""
    if shark.bursting == 1:
        shark.burst = 0


@rule
def swim_to(shark: Record, space: int) -> None:
    shark.place = space
    shark.visited = int(shark.visited) | bit(space)
    shark.entered = int(shark.entered) | bit(space)


@rule
def eat(sea: Record, shark: Record, action: int) -> None:
    beach = int(shark.place) - FIRST_BEACH
    if action == EAT:
        shark.ate[beach] += 1
    elif action == EAT_ALL:
        shark.ate[beach] = sea.swimmers[beach]
    if action == EAT_MICHAEL or (action == EAT_ALL and sea.michael == beach):
        shark.ate_michael = 1


@rule
def shark_acts(box: Record, state: Record, action: int) -> None:
    if action == END:
        end_shark_turn(box, state)
        return
    plan(box, state.sea, state.shark, action)
    note_on_pad(state, action)


@rule
def note_on_pad(state: Record, action: int) -> None:
    """The shark alone hears of its own plan."""
    shark = state.shark
    if MOVE <= action < MOVE + WATERS:
        tell(state, SHARK_ALONE, SWAM, shark.place, 0, 0, 0)
    elif BURST_TO <= action < BURST_TO + WATERS:
        tell(state, SHARK_ALONE, SWAM, shark.place, 1, 0, 0)
    elif PLAY <= action < PLAY + 4:
        tell(state, SHARK_ALONE, PLAYS, action - PLAY, 0, 0, 0)
    elif KNOCK <= action < KNOCK + CREW:
        tell(state, SHARK_ALONE, KNOCKS, action - KNOCK, 0, 0, 0)
    else:
        beach = int(shark.place) - FIRST_BEACH
        michael = 1 if shark.ate_michael == 1 and state.sea.michael == beach else 0
        tell(state, SHARK_ALONE, ATE, beach, shark.ate[beach], michael, 0)


@rule
def end_shark_turn(box: Record, state: Record) -> None:
    """The shark announces what it ate where, the sensors it triggered, that it played a token, and no more."""
    announce_meals(box, state)
    announce_sensors(state, state.shark)
    if state.shark.played != 0:
        emit(state, TOKEN, 0, 0, 0, 0)
    for member in range(CREW):
        if has(state.shark.knocked, member):
            state.overboard = int(state.overboard) | bit(member)
            emit(state, OVERBOARD, member, 0, 0, 0)
    forget_plan(state.shark)
    state.seen = NOWHERE
    emit(state, SHARK_DONE, state.eaten, 0, 0, 0)
    if state.eaten >= box.track_end:
        end_island(box, state, FED)
    else:
        begin_crew_phase(box, state)


@rule
def announce_meals(box: Record, state: Record) -> None:
    """Eaten swimmers go back to the supply, and the track goes up; Michael counts twice."""
    sea, shark = state.sea, state.shark
    michaels_beach = int(sea.michael) if shark.ate_michael == 1 else NOWHERE
    for beach in range(BEACHES):
        ate = int(shark.ate[beach])
        michael = 1 if michaels_beach == beach else 0
        if ate + michael > 0:
            emit(state, EATEN, beach, ate, michael, 0)
            sea.swimmers[beach] -= ate
            total = int(state.eaten) + ate + michael * int(box.michael_counts)
            state.eaten = min(total, int(box.track_top))
    if shark.ate_michael == 1:
        sea.michael = NOWHERE


@rule
def announce_sensors(state: Record, shark: Record) -> None:
    """Floating barrels in spaces the shark was in, at any moment of its turn, in no order."""
    triggered = sensors(state, shark)
    if triggered != 0:
        emit(state, SENSORS, triggered, 0, 0, 0)


@rule
def sensors(state: Record, shark: Record) -> int:
    """The spaces whose sensors it triggers, a bit each; none with evasive moves."""
    if shark.played == EVASIVE:
        return 0
    visited = int(shark.visited)
    found = 0
    for space in range(WATERS):
        if has(visited, space) and state.floating[space] > 0:
            found |= bit(space)
    return found


@rule
def afloat(state: Record) -> int:
    """Spaces with a floating barrel, a bit each."""
    found = 0
    for space in range(WATERS):
        if state.floating[space] > 0:
            found |= bit(space)
    return found


@rule
def forget_plan(shark: Record) -> None:
    """What is left of a turn is the shark's place and tokens, and the token that works until the round ends."""
    shark.left = 0
    shark.burst = 0
    shark.bursting = 0
    shark.knocked = 0
    shark.ate_michael = 0
    shark.visited = 0
    shark.entered = 0
    for beach in range(BEACHES):
        shark.ate[beach] = 0


# The crew phase -------------------------------------------------------------------------------------------------------


@rule
def begin_crew_phase(box: Record, state: Record) -> None:
    """The crew takes turns in any order."""
    state.phase = CREW_TURN
    state.done = 0
    state.used = 0
    state.waited = 0
    state.turn = NOWHERE
    state.waiting = CREW_SEATS


@rule
def next_in_crew(box: Record, state: Record) -> None:
    """Whoever is not done may go next; who waits lets the others go first."""
    left = EVERYBODY_DONE & ~int(state.done)
    first = left & ~int(state.waited)
    state.waiting = (first if first != 0 else left) << 1


@tiny
def actions_of(box: Record, state: Record, member: int) -> int:
    """Four, and one more if an event says so."""
    return int(box.crew_actions) + (1 if state.bonus == member else 0)


@rule
def crew_choices(box: Record, state: Record, member: int, out: Ints) -> int:
    """What only this member does; then to wait, as long as others may go first, and to be done."""
    fresh = state.turn == NOWHERE
    left = actions_of(box, state, member) if fresh else int(state.left)
    if has(state.overboard, member):
        n = add(out, 0, CLIMB)
    elif member == B:
        n = brody_choices(box, state, left, out, 0)
    else:
        n = captain_choices(box, state, member, left, out, 0)
    others = int(state.waiting) & ~bit(member + 1)
    if fresh and others != 0 and not has(state.waited, member):
        n = add(out, n, WAIT)
    return add(out, n, END)


@rule
def captain_choices(box: Record, state: Record, member: int, left: int, out: Ints, n: int) -> int:
    """What Quint and Hooper do: sail, rescue, pick up barrels; and each what only he can do."""
    here = where(state, member)
    if left > 0 or state.sea.effect == FREE_DOCKS:
        n = barrels_at_dock(box, state, here, out, n)
    if left == 0:
        return n
    for i in range(state.floating[here]):
        n = add(out, n, TAKE_WATER + i)
    if here >= FIRST_BEACH and state.sea.swimmers[here - FIRST_BEACH] > 0:
        n = add(out, n, RESCUE)
    if member == Q:
        return quint_choices(box, state, here, out, n)
    for i in range(box.cruise[here, 0]):
        n = add(out, n, MOVE + box.cruise[here, i + 1])
    if state.hoopers_boat > 0 and state.sea.quint == here:
        n = add(out, n, GIVE)
    if (int(state.used) & FISHED_ONCE) == 0:
        n = add(out, n, FISH)
    return n


@rule
def quint_choices(box: Record, state: Record, here: int, out: Ints, n: int) -> int:
    """Sail one space, take barrels from Hooper's boat, launch one barrel a round here or beside."""
    for i in range(box.swim[here, 0]):
        n = add(out, n, MOVE + box.swim[here, i + 1])
    if state.orca > 0 and (int(state.used) & LAUNCHED_ONCE) == 0:
        n = add(out, n, LAUNCH + here)
        for i in range(box.swim[here, 0]):
            n = add(out, n, LAUNCH + box.swim[here, i + 1])
    if state.sea.hooper == here:
        for i in range(state.hoopers_boat):
            n = add(out, n, TAKE_BOAT + i)
    return n


@rule
def barrels_at_dock(box: Record, state: Record, here: int, out: Ints, n: int) -> int:
    """Any number of barrels that lie at this dock, unless the docks are closed."""
    if state.sea.effect == DOCKS_CLOSED:
        return n
    for dock in range(DOCKS):
        if box.docks[dock] == here:
            for i in range(state.dock[dock]):
                n = add(out, n, TAKE_DOCK + i)
    return n


@rule
def brody_choices(box: Record, state: Record, left: int, out: Ints, n: int) -> int:
    """Walk, rescue, carry one barrel from the shop to a dock, look through the binoculars, close a beach."""
    here = int(state.brody)
    if can_drop(box, state) and (left > 0 or state.sea.effect == FREE_DOCKS):
        n = add(out, n, DROP)
    if left == 0:
        return n
    for i in range(box.walk[here, 0]):
        n = add(out, n, MOVE + box.walk[here, i + 1])
    if FIRST_BEACH <= here < FIRST_BEACH + BEACHES:
        if state.sea.swimmers[here - FIRST_BEACH] > 0:
            n = add(out, n, RESCUE)
        if state.sea.michael == here - FIRST_BEACH:
            n = add(out, n, RESCUE_MICHAEL)
        if (int(state.used) & LOOKED_ONCE) == 0:
            n = add(out, n, LOOK)
    if here == SHOP and state.shop > 0 and state.carried == 0:
        n = add(out, n, TAKE_SHOP)
    if (here == box.amity_pd or here == box.mayors_office) and (int(state.used) & CLOSED_ONCE) == 0:
        n = beaches_to_close(state, out, n)
    return n


@rule
def can_drop(box: Record, state: Record) -> bool:
    """Brody carries a barrel and stands at a dock that is not closed."""
    at_dock = state.brody == box.docks[0] or state.brody == box.docks[1]
    return bool(at_dock and state.carried > 0 and state.sea.effect != DOCKS_CLOSED)


@rule
def beaches_to_close(state: Record, out: Ints, n: int) -> int:
    """Any beach without swimmers that is not closed already; none on the Fourth of July."""
    if state.sea.effect == OPEN_BEACHES:
        return n
    for beach in range(BEACHES):
        if beach != state.closed and bathers(state, beach) == 0:
            n = add(out, n, CLOSE + beach)
    return n


@rule
def crew_acts(box: Record, state: Record, member: int, action: int) -> None:
    """Whoever begins a turn finishes it before another one begins."""
    if action == WAIT:
        state.waited = int(state.waited) | bit(member)
        emit(state, WAITS, member, 0, 0, 0)
        next_in_crew(box, state)
        return
    if action == END:
        finish_turn(box, state, member)
        return
    if state.turn == NOWHERE:
        state.turn = member
        state.left = actions_of(box, state, member)
        state.waiting = bit(member + 1)
    state.left -= cost(box, state, action)
    take_action(box, state, member, action)
    if state.act == 1 and state.over == 0 and state.left <= 0 and nothing_is_free(box, state, member):
        finish_turn(box, state, member)


@rule
def cost(box: Record, state: Record, action: int) -> int:
    """One action; climbing back takes two, and barrels at a dock none with the harbor master's help."""
    if action == CLIMB:
        return int(box.climb_cost)
    at_dock = action == DROP or TAKE_DOCK <= action < TAKE_WATER
    return 0 if at_dock and state.sea.effect == FREE_DOCKS else 1


@rule
def nothing_is_free(box: Record, state: Record, member: int) -> bool:
    """Whether somebody without actions left can do nothing more."""
    if state.sea.effect != FREE_DOCKS:
        return True
    if member == B:
        return not can_drop(box, state)
    free = 0
    for dock in range(DOCKS):
        if box.docks[dock] == where(state, member):
            free += int(state.dock[dock])
    return free == 0


@rule
def take_action(box: Record, state: Record, member: int, action: int) -> None:
    if MOVE <= action < EAT:
        put(state, member, action - MOVE)
        emit(state, MOVED, member, action - MOVE, 0, 0)
    elif action in (RESCUE, RESCUE_MICHAEL):
        rescue(state, member, action)
    elif TAKE_DOCK <= action <= TAKE_SHOP:
        take_barrels(box, state, member, action)
    elif action == DROP:
        drop_barrel(box, state)
    elif action == GIVE:
        emit(state, GAVE, state.hoopers_boat, 0, 0, 0)
        state.orca += state.hoopers_boat
        state.hoopers_boat = 0
    elif LAUNCH <= action < LAUNCH + WATERS:
        launch(box, state, action - LAUNCH)
    elif action == LOOK:
        look(state)
    elif action == FISH:
        fish(box, state)
    elif action == CLIMB:
        state.overboard = int(state.overboard) & ~bit(member)
        emit(state, CLIMBED, member, 0, 0, 0)
    else:
        state.used = int(state.used) | CLOSED_ONCE
        close_beach(state, action - CLOSE)


@rule
def rescue(state: Record, member: int, action: int) -> None:
    """One swimmer goes back to the supply; only Brody can rescue Michael."""
    beach = where(state, member) - FIRST_BEACH
    if action == RESCUE_MICHAEL:
        state.sea.michael = NOWHERE
        emit(state, RESCUED, member, beach, 1, 0)
    else:
        state.sea.swimmers[beach] -= 1
        emit(state, RESCUED, member, beach, 0, 0)


@rule
def take_barrels(box: Record, state: Record, member: int, action: int) -> None:
    """Any number from one source: a dock, the water, Hooper's boat; Brody takes one from the shop."""
    here = where(state, member)
    if action == TAKE_SHOP:
        state.shop -= 1
        state.carried = 1
        emit(state, TOOK, member, FROM_SHOP, 1, 0)
        return
    source = (action - TAKE_DOCK) // BARRELS
    barrels = (action - TAKE_DOCK) % BARRELS + 1
    if source == FROM_DOCK:
        for dock in range(DOCKS):
            if box.docks[dock] == here:
                state.dock[dock] -= barrels
    elif source == FROM_WATER:
        state.floating[here] -= barrels
    else:
        state.hoopers_boat -= barrels
    if member == Q:
        state.orca += barrels
    else:
        state.hoopers_boat += barrels
    emit(state, TOOK, member, source, barrels, 0)


@rule
def drop_barrel(box: Record, state: Record) -> None:
    state.carried = 0
    for dock in range(DOCKS):
        if box.docks[dock] == state.brody:
            state.dock[dock] += 1
    emit(state, DROPPED, B, state.brody, 0, 0)


@rule
def launch(box: Record, state: Record, space: int) -> None:
    """The shark says whether it is hit, out of sight or not; a barrel that misses floats and listens."""
    state.used = int(state.used) | LAUNCHED_ONCE
    state.orca -= 1
    if state.shark.place != space:
        state.floating[space] += 1
        emit(state, LAUNCHED, space, 0, state.on_shark, 0)
        return
    state.on_shark += 1
    state.seen = space
    emit(state, LAUNCHED, space, 1, state.on_shark, 0)
    if state.on_shark >= box.barrels_to_catch:
        end_island(box, state, CAUGHT)


@rule
def look(state: Record) -> None:
    """Through the binoculars: is the shark at this beach? Out of sight it says no in any case."""
    state.used = int(state.used) | LOOKED_ONCE
    there = state.shark.place == state.brody and state.shark.played != OUT_OF_SIGHT
    if there:
        state.seen = state.brody
    emit(state, LOOKED, state.brody, 1 if there else 0, 0, 0)


@rule
def fish(box: Record, state: Record) -> None:
    """The fish finder: here, nearby, or neither. Out of sight it is neither in any case."""
    state.used = int(state.used) | FISHED_ONCE
    here = int(state.sea.hooper)
    answer = NOT_THERE
    if state.shark.played != OUT_OF_SIGHT:
        if state.shark.place == here:
            answer = HERE
            state.seen = here
        elif has(box.near[here], state.shark.place):
            answer = NEARBY
    emit(state, FISHED, here, answer, 0, 0)


@rule
def finish_turn(box: Record, state: Record, member: int) -> None:
    """The round is over when all three are done."""
    emit(state, DONE, member, 0, 0, 0)
    state.done = int(state.done) | bit(member)
    state.turn = NOWHERE
    state.left = 0
    state.waited = 0
    if state.done == EVERYBODY_DONE:
        end_round(box, state)
    else:
        next_in_crew(box, state)


@rule
def end_round(box: Record, state: Record) -> None:
    """The token of this round goes back to the box, face down."""
    state.shark.played = 0
    state.sea.effect = NO_EFFECT
    state.bonus = NOWHERE
    state.done = 0
    state.used = 0
    if state.rounds >= box.island_rounds:
        end_island(box, state, LONG_HUNT)
    else:
        begin_round(box, state)
