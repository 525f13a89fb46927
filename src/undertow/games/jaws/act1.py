"""JAWS, Act 1: Amity Island. Each function is one sentence of the rules; the rulings are in README.md.

What the shark plans changes `state.shark` alone, by functions that take that record as an argument: the crew's belief
(`belief.py`) walks through possible plans with the very same functions.
"""

from __future__ import annotations

from undertow.core.records import Ints, Record, add, bit, emit, has, tell
from undertow.core.rule import rule, tiny
from undertow.games.jaws import actions as do
from undertow.games.jaws import state as st
from undertow.games.jaws.act2 import begin_orca, win
from undertow.games.jaws.box import ACT_1

FULL_DECK = (1 << st.EVENTS) - 1
EVERYBODY_DONE = (1 << st.CREW) - 1
FROM_DOCK, FROM_WATER, FROM_BOAT, FROM_SHOP = range(4)  # in TOOK
BY_EVENT = 1  # in MOVED
HERE, NEARBY, NOT_THERE = 2, 1, 0  # in FISHED and LOOKED (there it is 1)
SHARK_ALONE = 1 << st.SHARK  # the audience of what the shark does unseen

# Members by number.
Q, B, H = st.QUINT - 1, st.BRODY - 1, st.HOOPER - 1


@rule
def end_island(box: Record, state: Record, reason: int) -> None:
    """The hunt is over: the fight begins, or the act was played alone."""
    emit(state, st.ACT_1_OVER, reason, state.eaten, 0, 0)
    if box.variant == ACT_1:
        win(state, 0 if reason == st.FED else 1, reason)
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
    state.sea.effect = st.NO_EFFECT
    state.used = 0
    state.done = 0
    state.waited = 0
    state.left = 0
    state.turn = st.NOWHERE
    state.bonus = st.NOWHERE


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
    state.sea.michael = st.NOWHERE
    state.closed = st.NOWHERE
    state.seen = st.NOWHERE
    state.turn = st.NOWHERE
    state.bonus = st.NOWHERE
    state.deck = FULL_DECK
    state.shark.tokens = box.tokens
    state.waiting = SHARK_ALONE


@rule
def lurk(box: Record, state: Record, space: int) -> None:
    """The shark begins in any water, and nobody else knows where."""
    state.shark.place = space
    tell(state, SHARK_ALONE, st.LURKS, space, 0, 0, 0)
    emit(state, st.HID, 0, 0, 0, 0)
    begin_round(box, state)


@rule
def begin_round(box: Record, state: Record) -> None:
    """A new event; the deck is shuffled again when it is empty."""
    state.rounds += 1
    emit(state, st.ROUND, 1, state.rounds, 0, 0)
    if state.deck == 0:
        state.deck = FULL_DECK
    state.phase = st.EVENT
    state.waiting = 0


# The event phase ------------------------------------------------------------------------------------------------------


@rule
def draw_event(box: Record, state: Record, card: int) -> None:
    """Swimmers come to the beaches, then the event's text is followed."""
    state.deck = int(state.deck) & ~bit(card)
    state.card = card
    state.sea.effect = box.effect[card]
    emit(state, st.CARD, card, 0, 0, 0)
    if state.sea.effect == st.OPEN_BEACHES and state.closed != st.NOWHERE:
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
    if state.sea.effect == st.ALERT and state.eaten <= box.alert_at:
        letters += int(box.letters_more[card])
    for i in range(letters):
        beach = int(box.letters[card, i])
        if beach == closed:
            turns += 1
        elif left > 0:
            left -= 1
            state.sea.swimmers[beach] += 1
            came += 1 << (8 * beach)
    emit(state, st.PLACED, came & 255, (came >> 8) & 255, (came >> 16) & 255, came >> 24)
    if turns > 0:
        turn_token(state)


@rule
def supply(box: Record, state: Record) -> int:
    """Swimmers not on the board, Michael aside."""
    left = int(box.swimmers)
    for beach in range(st.BEACHES):
        left -= int(state.sea.swimmers[beach])
    return left


@rule
def turn_token(state: Record) -> None:
    """The first time the closed beach is opening soon, the next time it is open."""
    if state.closed_side == st.FACE_UP:
        state.closed_side = st.OPENING_SOON
        emit(state, st.FLIPPED, state.closed, 0, 0, 0)
    else:
        open_beach(state)


@rule
def open_beach(state: Record) -> None:
    emit(state, st.OPENED, state.closed, 0, 0, 0)
    state.closed = st.NOWHERE
    state.closed_side = st.FACE_UP


@rule
def close_beach(state: Record, beach: int) -> None:
    """There is one token: it comes here, face up, and the beach it was at is open."""
    if state.closed != st.NOWHERE and state.closed != beach:
        open_beach(state)
    state.closed = beach
    state.closed_side = st.FACE_UP
    emit(state, st.CLOSED, beach, 0, 0, 0)


@rule
def resolve(box: Record, state: Record) -> None:
    """What the event says, at once or after the crew has chosen."""
    effect = int(state.sea.effect)
    if effect == st.MICHAEL_COMES and state.sea.michael == st.NOWHERE:
        settle_beach(box, state, fewest(state), do.MICHAEL_AT)
    elif effect == st.HOAX:
        settle_beach(box, state, most(state), do.GATHER)
    elif effect in (st.CLEAR_BEACH, st.WRONG_SHARK) or (
        effect == st.CREW_BONUS and box.news_action == st.BEFORE_THE_SHARK
    ):
        ask(state, st.CREW_SEATS)
    elif effect == st.HELICOPTER:
        ask(state, bit(st.BRODY))
    else:
        if effect == st.HOOPER_BONUS:
            give_bonus(state, H)
        elif effect == st.QUINT_BONUS:
            give_bonus(state, Q)
        begin_shark_turn(box, state)


@rule
def ask(state: Record, seats: int) -> None:
    state.phase = st.EVENT_CHOICE
    state.waiting = seats


@rule
def settle_beach(box: Record, state: Record, beaches: int, action: int) -> None:
    """If only one beach will do there is nothing to ask."""
    if beaches & (beaches - 1):
        ask(state, st.CREW_SEATS)
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
    for beach in range(st.BEACHES):
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
    for beach in range(st.BEACHES):
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
    if effect == st.CREW_BONUS:
        for member in range(st.CREW):
            n = add(out, n, do.BONUS_FOR + member)
    elif effect == st.CLEAR_BEACH:
        for beach in range(st.BEACHES):
            n = add(out, n, do.CLEAR + beach)
    elif effect == st.WRONG_SHARK:
        for dock in range(st.DOCKS):
            n = add(out, n, do.TO_DOCK + box.docks[dock])
    elif effect == st.MICHAEL_COMES:
        beaches = fewest(state)
        for beach in range(st.BEACHES):
            if has(beaches, beach):
                n = add(out, n, do.MICHAEL_AT + beach)
    elif effect == st.HOAX:
        beaches = most(state)
        for beach in range(st.BEACHES):
            if has(beaches, beach):
                n = add(out, n, do.GATHER + beach)
    else:
        n = add(out, n, do.STAY)
        for space in range(box.walk.shape[0]):
            if has(box.on_land, space) and space != state.brody:
                n = add(out, n, do.FLY + space)
    return n


@rule
def choose_for_event(box: Record, state: Record, action: int) -> None:
    if do.BONUS_FOR <= action < do.BONUS_FOR + st.CREW:
        give_bonus(state, action - do.BONUS_FOR)
    elif do.CLEAR <= action < do.CLEAR + st.BEACHES:
        clear_beach(state, action - do.CLEAR)
    elif do.TO_DOCK <= action < do.TO_DOCK + st.WATERS:
        send(box, state, B, action - do.TO_DOCK)
        send(box, state, H, action - do.TO_DOCK)
    elif do.MICHAEL_AT <= action < do.MICHAEL_AT + st.BEACHES:
        state.sea.michael = action - do.MICHAEL_AT
        emit(state, st.MICHAEL, state.sea.michael, 0, 0, 0)
    elif do.GATHER <= action < do.GATHER + st.BEACHES:
        for member in range(st.CREW):
            send(box, state, member, st.FIRST_BEACH + action - do.GATHER)
    elif action != do.STAY:
        send(box, state, B, action - do.FLY)
    begin_shark_turn(box, state)


@rule
def give_bonus(state: Record, member: int) -> None:
    state.bonus = member
    emit(state, st.BONUS, member, 0, 0, 0)


@rule
def clear_beach(state: Record, beach: int) -> None:
    """Everybody out of the water, Michael too; then the beach is closed."""
    emit(state, st.CLEARED, beach, bathers(state, beach), 0, 0)
    state.sea.swimmers[beach] = 0
    if state.sea.michael == beach:
        state.sea.michael = st.NOWHERE
    close_beach(state, beach)


@rule
def send(box: Record, state: Record, member: int, space: int) -> None:
    """An event moves somebody: boats to the water, Brody to the land, with all they carry; whoever was overboard is
    back aboard."""
    put(state, member, space)
    aboard = 1 if has(state.overboard, member) and box.back_aboard == 1 else 0
    if aboard:
        state.overboard = int(state.overboard) & ~bit(member)
    emit(state, st.MOVED, member, space, BY_EVENT, aboard)


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
    emit(state, st.SHARK_BEGINS, 0, 0, 0, 0)
    begin_plan(box, state.sea, state.shark)
    state.phase = st.SHARK_TURN
    state.waiting = SHARK_ALONE


@rule
def begin_plan(box: Record, sea: Record, shark: Record) -> None:
    """Three actions, and one more when the wrong shark was caught; where it is now it has been."""
    shark.left = box.shark_actions + (box.wrong_shark_more if sea.effect == st.WRONG_SHARK else 0)
    shark.visited = bit(shark.place)


@rule
def shark_choices(box: Record, sea: Record, shark: Record, out: Ints) -> int:
    """Move, eat, play a power token, or end the turn."""
    n = 0
    here = int(shark.place)
    if shark.left > 0:
        for i in range(box.swim[here, 0]):
            n = add(out, n, do.MOVE + box.swim[here, i + 1])
        if here >= st.FIRST_BEACH:
            n = meals(sea, shark, here - st.FIRST_BEACH, out, n)
    if shark.burst > 0 and (shark.left > 0 or shark.bursting == 1):
        for i in range(box.swim[here, 0]):
            n = add(out, n, do.BURST_TO + box.swim[here, i + 1])
    if shark.played == 0 and shark.tokens != 0:
        for token in range(4):
            if has(shark.tokens, token):
                n = add(out, n, do.PLAY + token)
    if sea.effect == st.KNOCKING and has(shark.entered, here):
        n = captains(sea, shark, here, out, n)
    return add(out, n, do.END)


@rule
def meals(sea: Record, shark: Record, beach: int, out: Ints, n: int) -> int:
    """A swimmer of this beach not eaten yet in this turn, Michael, or all of them in a feeding frenzy."""
    left = int(sea.swimmers[beach]) - int(shark.ate[beach])
    michael = 1 if sea.michael == beach and shark.ate_michael == 0 else 0
    if left > 0:
        n = add(out, n, do.EAT)
    if michael:
        n = add(out, n, do.EAT_MICHAEL)
    if shark.played == st.FRENZY and left + michael > 1:
        n = add(out, n, do.EAT_ALL)
    return n


@rule
def captains(sea: Record, shark: Record, here: int, out: Ints, n: int) -> int:
    """Whom a shark that entered this space may knock overboard."""
    if sea.quint == here and not has(shark.knocked, Q):
        n = add(out, n, do.KNOCK + Q)
    if sea.hooper == here and not has(shark.knocked, H):
        n = add(out, n, do.KNOCK + H)
    return n


@rule
def plan(box: Record, sea: Record, shark: Record, action: int) -> None:
    """One more action of the shark, known to nobody else; it can be taken back until the turn ends."""
    if do.MOVE <= action < do.MOVE + st.WATERS:
        shark.left -= 1
        end_burst(shark)
        swim_to(shark, action - do.MOVE)
    elif do.BURST_TO <= action < do.BURST_TO + st.WATERS:
        if shark.bursting == 0:
            shark.left -= 1
            shark.bursting = 1
        shark.burst -= 1
        swim_to(shark, action - do.BURST_TO)
    elif do.PLAY <= action < do.PLAY + 4:
        shark.played = action - do.PLAY + 1
        shark.tokens = int(shark.tokens) & ~bit(action - do.PLAY)
        if shark.played == st.BURST:
            shark.burst = box.burst_steps
    elif do.KNOCK <= action < do.KNOCK + st.CREW:
        shark.knocked = int(shark.knocked) | bit(action - do.KNOCK)
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
    beach = int(shark.place) - st.FIRST_BEACH
    if action == do.EAT:
        shark.ate[beach] += 1
    elif action == do.EAT_ALL:
        shark.ate[beach] = sea.swimmers[beach]
    if action == do.EAT_MICHAEL or (action == do.EAT_ALL and sea.michael == beach):
        shark.ate_michael = 1


@rule
def shark_acts(box: Record, state: Record, action: int) -> None:
    if action == do.END:
        end_shark_turn(box, state)
        return
    plan(box, state.sea, state.shark, action)
    note_on_pad(state, action)


@rule
def note_on_pad(state: Record, action: int) -> None:
    """The shark alone hears of its own plan."""
    shark = state.shark
    if do.MOVE <= action < do.MOVE + st.WATERS:
        tell(state, SHARK_ALONE, st.SWAM, shark.place, 0, 0, 0)
    elif do.BURST_TO <= action < do.BURST_TO + st.WATERS:
        tell(state, SHARK_ALONE, st.SWAM, shark.place, 1, 0, 0)
    elif do.PLAY <= action < do.PLAY + 4:
        tell(state, SHARK_ALONE, st.PLAYS, action - do.PLAY, 0, 0, 0)
    elif do.KNOCK <= action < do.KNOCK + st.CREW:
        tell(state, SHARK_ALONE, st.KNOCKS, action - do.KNOCK, 0, 0, 0)
    else:
        beach = int(shark.place) - st.FIRST_BEACH
        michael = 1 if shark.ate_michael == 1 and state.sea.michael == beach else 0
        tell(state, SHARK_ALONE, st.ATE, beach, shark.ate[beach], michael, 0)


@rule
def end_shark_turn(box: Record, state: Record) -> None:
    """The shark announces what it ate where, the sensors it triggered, that it played a token, and no more."""
    announce_meals(box, state)
    announce_sensors(state, state.shark)
    if state.shark.played != 0:
        emit(state, st.TOKEN, 0, 0, 0, 0)
    for member in range(st.CREW):
        if has(state.shark.knocked, member):
            state.overboard = int(state.overboard) | bit(member)
            emit(state, st.OVERBOARD, member, 0, 0, 0)
    forget_plan(state.shark)
    state.seen = st.NOWHERE
    emit(state, st.SHARK_DONE, state.eaten, 0, 0, 0)
    if state.eaten >= box.track_end:
        end_island(box, state, st.FED)
    else:
        begin_crew_phase(box, state)


@rule
def announce_meals(box: Record, state: Record) -> None:
    """Eaten swimmers go back to the supply, and the track goes up; Michael counts twice."""
    sea, shark = state.sea, state.shark
    michaels_beach = int(sea.michael) if shark.ate_michael == 1 else st.NOWHERE
    for beach in range(st.BEACHES):
        ate = int(shark.ate[beach])
        michael = 1 if michaels_beach == beach else 0
        if ate + michael > 0:
            emit(state, st.EATEN, beach, ate, michael, 0)
            sea.swimmers[beach] -= ate
            total = int(state.eaten) + ate + michael * int(box.michael_counts)
            state.eaten = min(total, int(box.track_top))
    if shark.ate_michael == 1:
        sea.michael = st.NOWHERE


@rule
def announce_sensors(state: Record, shark: Record) -> None:
    """Floating barrels in spaces the shark was in, at any moment of its turn, in no order."""
    triggered = sensors(state, shark)
    if triggered != 0:
        emit(state, st.SENSORS, triggered, 0, 0, 0)


@rule
def sensors(state: Record, shark: Record) -> int:
    """The spaces whose sensors it triggers, a bit each; none with evasive moves."""
    if shark.played == st.EVASIVE:
        return 0
    visited = int(shark.visited)
    found = 0
    for space in range(st.WATERS):
        if has(visited, space) and state.floating[space] > 0:
            found |= bit(space)
    return found


@rule
def afloat(state: Record) -> int:
    """Spaces with a floating barrel, a bit each."""
    found = 0
    for space in range(st.WATERS):
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
    for beach in range(st.BEACHES):
        shark.ate[beach] = 0


# The crew phase -------------------------------------------------------------------------------------------------------


@rule
def begin_crew_phase(box: Record, state: Record) -> None:
    """The crew takes turns in any order."""
    state.phase = st.CREW_TURN
    state.done = 0
    state.used = 0
    state.waited = 0
    state.turn = st.NOWHERE
    state.waiting = st.CREW_SEATS


@rule
def next_in_crew(box: Record, state: Record) -> None:
    """Whoever is not done may go next; whoever waits lets the others go first."""
    left = EVERYBODY_DONE & ~int(state.done)
    first = left & ~int(state.waited)
    state.waiting = (first if first != 0 else left) << 1


@tiny
def actions_of(box: Record, state: Record, member: int) -> int:
    """Four, and one more if an event says so."""
    return int(box.crew_actions) + (1 if state.bonus == member else 0)


@tiny
def extra_is_open(state: Record) -> bool:
    """Whether one of the crew can still take the extra action of the news."""
    return bool(state.sea.effect == st.CREW_BONUS and state.bonus == st.NOWHERE)


@rule
def crew_choices(box: Record, state: Record, member: int, out: Ints) -> int:
    """What only this member does; then to wait, as long as others may go first, and to be done."""
    fresh = state.turn == st.NOWHERE
    left = actions_of(box, state, member) if fresh else int(state.left)
    if has(state.overboard, member):
        n = add(out, 0, do.CLIMB)
    elif member == B:
        n = brody_choices(box, state, left, out, 0)
    else:
        n = captain_choices(box, state, member, left, out, 0)
    if left <= 0 and extra_is_open(state):
        n = add(out, n, do.BONUS_FOR + member)
    others = int(state.waiting) & ~bit(member + 1)
    if fresh and others != 0 and not has(state.waited, member):
        n = add(out, n, do.WAIT)
    return add(out, n, do.END)


@rule
def captain_choices(box: Record, state: Record, member: int, left: int, out: Ints, n: int) -> int:
    """What Quint and Hooper do: sail, rescue, pick up barrels; and each what only he can do."""
    here = where(state, member)
    if left > 0 or state.sea.effect == st.FREE_DOCKS:
        n = barrels_at_dock(box, state, here, out, n)
    if left == 0:
        return n
    for i in range(state.floating[here]):
        n = add(out, n, do.TAKE_WATER + i)
    if here >= st.FIRST_BEACH and state.sea.swimmers[here - st.FIRST_BEACH] > 0:
        n = add(out, n, do.RESCUE)
    if member == Q:
        return quint_choices(box, state, here, out, n)
    for i in range(box.cruise[here, 0]):
        n = add(out, n, do.MOVE + box.cruise[here, i + 1])
    if state.hoopers_boat > 0 and state.sea.quint == here:
        n = add(out, n, do.GIVE)
    if (int(state.used) & st.FISHED_ONCE) == 0:
        n = add(out, n, do.FISH)
    return n


@rule
def quint_choices(box: Record, state: Record, here: int, out: Ints, n: int) -> int:
    """Sail one space, take barrels from Hooper's boat, launch one barrel a round here or beside."""
    for i in range(box.swim[here, 0]):
        n = add(out, n, do.MOVE + box.swim[here, i + 1])
    if state.orca > 0 and (int(state.used) & st.LAUNCHED_ONCE) == 0:
        n = add(out, n, do.LAUNCH + here)
        for i in range(box.swim[here, 0]):
            n = add(out, n, do.LAUNCH + box.swim[here, i + 1])
    if state.sea.hooper == here:
        for i in range(state.hoopers_boat):
            n = add(out, n, do.TAKE_BOAT + i)
    return n


@rule
def barrels_at_dock(box: Record, state: Record, here: int, out: Ints, n: int) -> int:
    """Any number of barrels that lie at this dock, unless the docks are closed."""
    if state.sea.effect == st.DOCKS_CLOSED:
        return n
    for dock in range(st.DOCKS):
        if box.docks[dock] == here:
            for i in range(state.dock[dock]):
                n = add(out, n, do.TAKE_DOCK + i)
    return n


@rule
def brody_choices(box: Record, state: Record, left: int, out: Ints, n: int) -> int:
    """Walk, rescue, carry one barrel from the shop to a dock, look through the binoculars, close a beach."""
    here = int(state.brody)
    if can_drop(box, state) and (left > 0 or state.sea.effect == st.FREE_DOCKS):
        n = add(out, n, do.DROP)
    if left == 0:
        return n
    for i in range(box.walk[here, 0]):
        n = add(out, n, do.MOVE + box.walk[here, i + 1])
    if st.FIRST_BEACH <= here < st.FIRST_BEACH + st.BEACHES:
        if state.sea.swimmers[here - st.FIRST_BEACH] > 0:
            n = add(out, n, do.RESCUE)
        if state.sea.michael == here - st.FIRST_BEACH:
            n = add(out, n, do.RESCUE_MICHAEL)
        if (int(state.used) & st.LOOKED_ONCE) == 0:
            n = add(out, n, do.LOOK)
    if here == st.SHOP and state.shop > 0 and state.carried == 0:
        n = add(out, n, do.TAKE_SHOP)
    if (here == box.amity_pd or here == box.mayors_office) and (int(state.used) & st.CLOSED_ONCE) == 0:
        n = beaches_to_close(box, state, out, n)
    return n


@rule
def can_drop(box: Record, state: Record) -> bool:
    """Brody carries a barrel and stands at a dock that is not closed."""
    at_dock = state.brody == box.docks[0] or state.brody == box.docks[1]
    return bool(at_dock and state.carried > 0 and state.sea.effect != st.DOCKS_CLOSED)


@rule
def beaches_to_close(box: Record, state: Record, out: Ints, n: int) -> int:
    """Any beach without swimmers that is not closed already; none on the Fourth of July."""
    for beach in range(st.BEACHES):
        if can_close(box, state, beach):
            n = add(out, n, do.CLOSE + beach)
    return n


@rule
def can_close(box: Record, state: Record, beach: int) -> bool:
    """One that is opening soon can be closed again."""
    if state.sea.effect == st.OPEN_BEACHES or bathers(state, beach) > 0:
        return False
    return bool(state.closed != beach or (state.closed_side == st.OPENING_SOON and box.close_again == 1))


@rule
def crew_acts(box: Record, state: Record, member: int, action: int) -> None:
    """Whoever begins a turn finishes it before another one begins."""
    if action == do.WAIT:
        state.waited = int(state.waited) | bit(member)
        emit(state, st.WAITS, member, 0, 0, 0)
        next_in_crew(box, state)
        return
    if action == do.END:
        finish_turn(box, state, member)
        return
    if state.turn == st.NOWHERE:
        state.turn = member
        state.left = actions_of(box, state, member)
        state.waiting = bit(member + 1)
    if action == do.BONUS_FOR + member:
        take_extra(state, member)
        return
    state.left -= cost(box, state, action)
    take_action(box, state, member, action)
    if state.act == 1 and state.over == 0 and state.left <= 0:
        out_of_actions(box, state, member)


@rule
def take_extra(state: Record, member: int) -> None:
    give_bonus(state, member)
    state.left += 1


@rule
def out_of_actions(box: Record, state: Record, member: int) -> None:
    """A turn ends by itself, unless the extra action of the news is left: the last to go has it in any case."""
    if not extra_is_open(state):
        if nothing_is_free(box, state, member):
            finish_turn(box, state, member)
    elif (int(state.done) | bit(member)) == EVERYBODY_DONE:
        take_extra(state, member)


@rule
def cost(box: Record, state: Record, action: int) -> int:
    """One action; climbing back takes two, and barrels at a dock none with the harbor master's help."""
    if action == do.CLIMB:
        return int(box.climb_cost)
    at_dock = action == do.DROP or do.TAKE_DOCK <= action < do.TAKE_WATER
    return 0 if at_dock and state.sea.effect == st.FREE_DOCKS else 1


@rule
def nothing_is_free(box: Record, state: Record, member: int) -> bool:
    """Whether somebody without actions left can do nothing more."""
    if state.sea.effect != st.FREE_DOCKS:
        return True
    if member == B:
        return not can_drop(box, state)
    free = 0
    for dock in range(st.DOCKS):
        if box.docks[dock] == where(state, member):
            free += int(state.dock[dock])
    return free == 0


@rule
def take_action(box: Record, state: Record, member: int, action: int) -> None:
    if do.MOVE <= action < do.EAT:
        put(state, member, action - do.MOVE)
        emit(state, st.MOVED, member, action - do.MOVE, 0, 0)
    elif action in (do.RESCUE, do.RESCUE_MICHAEL):
        rescue(state, member, action)
    elif do.TAKE_DOCK <= action <= do.TAKE_SHOP:
        take_barrels(box, state, member, action)
    elif action == do.DROP:
        drop_barrel(box, state)
    elif action == do.GIVE:
        emit(state, st.GAVE, state.hoopers_boat, 0, 0, 0)
        state.orca += state.hoopers_boat
        state.hoopers_boat = 0
    elif do.LAUNCH <= action < do.LAUNCH + st.WATERS:
        launch(box, state, action - do.LAUNCH)
    elif action == do.LOOK:
        look(state)
    elif action == do.FISH:
        fish(box, state)
    elif action == do.CLIMB:
        state.overboard = int(state.overboard) & ~bit(member)
        emit(state, st.CLIMBED, member, 0, 0, 0)
    else:
        state.used = int(state.used) | st.CLOSED_ONCE
        close_beach(state, action - do.CLOSE)


@rule
def rescue(state: Record, member: int, action: int) -> None:
    """One swimmer goes back to the supply; only Brody can rescue Michael."""
    beach = where(state, member) - st.FIRST_BEACH
    if action == do.RESCUE_MICHAEL:
        state.sea.michael = st.NOWHERE
        emit(state, st.RESCUED, member, beach, 1, 0)
    else:
        state.sea.swimmers[beach] -= 1
        emit(state, st.RESCUED, member, beach, 0, 0)


@rule
def take_barrels(box: Record, state: Record, member: int, action: int) -> None:
    """Any number from one source: a dock, the water, Hooper's boat; Brody takes one from the shop."""
    here = where(state, member)
    if action == do.TAKE_SHOP:
        state.shop -= 1
        state.carried = 1
        emit(state, st.TOOK, member, FROM_SHOP, 1, 0)
        return
    source = (action - do.TAKE_DOCK) // st.BARRELS
    barrels = (action - do.TAKE_DOCK) % st.BARRELS + 1
    if source == FROM_DOCK:
        for dock in range(st.DOCKS):
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
    emit(state, st.TOOK, member, source, barrels, 0)


@rule
def drop_barrel(box: Record, state: Record) -> None:
    state.carried = 0
    for dock in range(st.DOCKS):
        if box.docks[dock] == state.brody:
            state.dock[dock] += 1
    emit(state, st.DROPPED, B, state.brody, 0, 0)


@rule
def launch(box: Record, state: Record, space: int) -> None:
    """The shark says whether it is hit, out of sight or not; a barrel that misses floats and listens."""
    state.used = int(state.used) | st.LAUNCHED_ONCE
    state.orca -= 1
    if state.shark.place != space:
        state.floating[space] += 1
        emit(state, st.LAUNCHED, space, 0, state.on_shark, 0)
        return
    state.on_shark += 1
    state.seen = space
    emit(state, st.LAUNCHED, space, 1, state.on_shark, 0)
    if state.on_shark >= box.barrels_to_catch:
        end_island(box, state, st.CAUGHT)


@rule
def look(state: Record) -> None:
    """Through the binoculars: is the shark at this beach? Out of sight it says no in any case."""
    state.used = int(state.used) | st.LOOKED_ONCE
    there = state.shark.place == state.brody and state.shark.played != st.OUT_OF_SIGHT
    if there:
        state.seen = state.brody
    emit(state, st.LOOKED, state.brody, 1 if there else 0, 0, 0)


@rule
def fish(box: Record, state: Record) -> None:
    """The fish finder: here, nearby, or neither. Out of sight it is neither in any case."""
    state.used = int(state.used) | st.FISHED_ONCE
    here = int(state.sea.hooper)
    answer = NOT_THERE
    if state.shark.played != st.OUT_OF_SIGHT:
        if state.shark.place == here:
            answer = HERE
            state.seen = here
        elif has(box.near[here], state.shark.place):
            answer = NEARBY
    emit(state, st.FISHED, here, answer, 0, 0)


@rule
def finish_turn(box: Record, state: Record, member: int) -> None:
    """The round is over when all three are done."""
    emit(state, st.DONE, member, 0, 0, 0)
    state.done = int(state.done) | bit(member)
    state.turn = st.NOWHERE
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
    state.sea.effect = st.NO_EFFECT
    state.bonus = st.NOWHERE
    state.done = 0
    state.used = 0
    if state.rounds >= box.island_rounds:
        end_island(box, state, st.LONG_HUNT)
    else:
        begin_round(box, state)
