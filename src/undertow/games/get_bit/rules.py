"""Get Bit!: the rules. Each function is one sentence of the rules; the rulings are in README.md."""

from __future__ import annotations

from undertow.core.records import CHANCE, DEAF, Floats, Ints, Record, add, bit, emit, has
from undertow.core.rule import rule, tiny
from undertow.games.get_bit import state as st
from undertow.games.get_bit.actions import BITE, CARD, LOSE

SHARK_BIT = st.SWIMMERS  # in TOOK_BACK
FULL_SHARK_HAND = (1 << st.SHARK_CARDS) - 1


@rule
def setup(box: Record, state: Record) -> None:
    """Everybody has all limbs and all cards; chance lines the swimmers up."""
    for swimmer in range(box.swimmers):
        state.hands[swimmer] = box.full_hand
        for limb in range(st.LIMBS):
            state.limbs[swimmer, limb] = box.parts
    state.shark_hand = FULL_SHARK_HAND if box.shark else 0
    state.shark_card = st.NO_CARD
    state.tokens = box.tokens
    state.phase = st.LINING_UP


@rule
def actors(box: Record, state: Record) -> int:
    """All who still have to choose, in any order; or the owner of the limb that must go."""
    return int(state.waiting)


@rule
def legal(box: Record, state: Record, seat: int, out: Ints) -> int:
    n = 0
    if not has(state.waiting, seat):
        return 0
    if is_shark(box, seat):
        for card in range(st.SHARK_CARDS):
            if has(state.shark_hand, card):
                n = add(out, n, BITE + card)
    elif state.phase == st.CHOOSING:
        for card in range(box.cards):
            if has(state.hands[swimmer_of(box, seat)], card):
                n = add(out, n, CARD + card)
    else:
        for limb in range(st.LIMBS):
            if state.limbs[swimmer_of(box, seat), limb] > 0:
                n = add(out, n, LOSE + limb)
    return n


@rule
def chances(box: Record, state: Record, out: Ints) -> int:
    """The line is drawn from front to rear."""
    for swimmer in range(box.swimmers):
        out[swimmer] = 1
    for place in range(state.in_line):
        out[state.line[place]] = 0
    return int(box.swimmers)


@rule
def apply(box: Record, state: Record, seat: int, action: int) -> None:
    if seat == CHANCE:
        line_up(box, state, action)
    elif state.phase == st.LOSING_LIMB:
        lose_limb(box, state, swimmer_of(box, seat), action - LOSE)
    else:
        choose_card(box, state, seat, action)


@rule
def payoff(box: Record, state: Record, out: Floats) -> None:
    """The winner wins, and so does whoever belongs to the same person."""
    for seat in range(st.SEATS):
        out[seat] = 0.0
    out[state.winner] = 1.0
    if not is_shark(box, state.winner):
        person = swimmer_of(box, state.winner) // int(box.each)
        for swimmer in range(person * int(box.each), (person + 1) * int(box.each)):
            out[seat_of(box, swimmer)] = 1.0


def out_of_it(box: Record, state: Record, seat: int) -> bool:
    """Whether no swimmer of this one's person is in line any more. One with a partner left may still win."""
    if state.phase == st.LINING_UP or seat < box.shark:
        return False
    person = (seat - box.shark) // box.each
    return all(swimmer // box.each != person for swimmer in state.line[: state.in_line].tolist())


# Seats and swimmers ---------------------------------------------------------------------------------------------------


@tiny
def is_shark(box: Record, seat: int) -> bool:
    return box.shark == 1 and seat == 0


@tiny
def swimmer_of(box: Record, seat: int) -> int:
    return int(seat) - int(box.shark)


@tiny
def seat_of(box: Record, swimmer: int) -> int:
    return int(swimmer) + int(box.shark)


@rule
def has_at_most(bits: int, cards: int) -> bool:
    """Whether a hand has so many cards or fewer."""
    left = int(bits)
    for _ in range(cards):
        left &= left - 1 if left != 0 else 0
    return left == 0


@rule
def limbs_left(state: Record, swimmer: int) -> int:
    n = 0
    for limb in range(st.LIMBS):
        n += int(state.limbs[swimmer, limb])
    return n


# The round ------------------------------------------------------------------------------------------------------------


@rule
def line_up(box: Record, state: Record, swimmer: int) -> None:
    """One more swimmer in line; the last one needs no lot."""
    join(state, swimmer)
    if state.in_line == box.swimmers - 1:
        missing = 0
        for place in range(state.in_line):
            missing += int(state.line[place])
        join(state, int(box.swimmers) * (int(box.swimmers) - 1) // 2 - missing)
        begin_round(box, state)


@rule
def join(state: Record, swimmer: int) -> None:
    emit(state, st.LINED_UP, swimmer, state.in_line, 0, 0)
    state.line[state.in_line] = swimmer
    state.in_line += 1


@rule
def begin_round(box: Record, state: Record) -> None:
    """Everybody in line has a card to choose, and from its first round on the shark too."""
    state.rounds += 1
    emit(state, st.ROUND, state.rounds, 0, 0, 0)
    waiting = 0
    for place in range(state.in_line):
        waiting |= bit(seat_of(box, state.line[place]))
    if box.shark == 1 and state.rounds >= box.first_bite:
        waiting |= bit(0)
    state.waiting = waiting
    state.phase = st.CHOOSING


@rule
def choose_card(box: Record, state: Record, seat: int, action: int) -> None:
    """A card lies face down; when the last one does, all are turned over."""
    if is_shark(box, seat):
        state.shark_card = action - BITE
    else:
        state.chosen[swimmer_of(box, seat)] = action - CARD + 1
    state.waiting = int(state.waiting) & ~bit(seat)
    emit(state, st.CHOSE, seat, 0, 0, 0)
    if state.waiting == 0:
        reveal(box, state)


@rule
def reveal(box: Record, state: Record) -> None:
    """All cards are shown and leave the hands; the swimmers move; the last one is bitten."""
    cards = 0
    for place in range(state.in_line):
        swimmer = int(state.line[place])
        card = int(state.chosen[swimmer])
        cards |= card << (4 * swimmer)
        state.hands[swimmer] = int(state.hands[swimmer]) & ~bit(card - 1)
    emit(state, st.REVEAL, cards & 0xFFF, cards >> 12, state.shark_card, state.in_line)
    tied = swim(box, state)
    for place in range(state.in_line):
        state.chosen[state.line[place]] = 0
    if state.rounds < box.first_bite:
        end_round(box, state)
    elif box.shark == 1:
        shark_bites(box, state, tied)
    else:
        bite(box, state, rear(state))


@rule
def swim(box: Record, state: Record) -> bool:
    """From the lowest card up, whoever is alone with a number jumps to the front; equal numbers stay.

    That leaves the untied in front, the highest card first, and the tied behind them in their old order. The new line
    is put together in one number, four bits a swimmer, because this is what playouts spend their time on.
    Returns whether any number was shared.
    """
    seen = 0
    shared = 0
    owners = 0
    for place in range(state.in_line):
        swimmer = int(state.line[place])
        card = int(state.chosen[swimmer]) - 1
        shared |= seen & bit(card)
        seen |= bit(card)
        owners |= swimmer << (4 * card)
    tell_swim(box, state, seen, shared, owners)
    line = 0
    n = 0
    for lower in range(box.cards):
        card = int(box.cards) - 1 - lower
        if has(seen & ~shared, card):
            line |= ((owners >> (4 * card)) & 15) << (4 * n)
            n += 1
    for place in range(state.in_line):
        swimmer = int(state.line[place])
        if has(shared, int(state.chosen[swimmer]) - 1):
            line |= swimmer << (4 * n)
            n += 1
    for place in range(state.in_line):
        state.line[place] = (line >> (4 * place)) & 15
    return shared != 0


@rule
def tell_swim(box: Record, state: Record, seen: int, shared: int, owners: int) -> None:
    """Who shares a number and stays; who jumps to the front, in turn."""
    if state.events.shape[0] == 1 or state.told == DEAF:
        return  # a playout: nobody listens
    jumps = 0
    n = 0
    for card in range(box.cards):
        if has(shared, card):
            emit(state, st.TIED, card + 1, who_played(state, card), 0, 0)
        elif has(seen, card):
            jumps |= (((owners >> (4 * card)) & 15) + 1) << (4 * n)
            n += 1
    if n > 0:
        emit(state, st.JUMPED, jumps & 0xFFF, jumps >> 12, 0, 0)


@rule
def who_played(state: Record, card: int) -> int:
    """The swimmers who chose this card, counted from 0, as a bit set."""
    who = 0
    for place in range(state.in_line):
        if state.chosen[state.line[place]] == card + 1:
            who |= bit(state.line[place])
    return who


@rule
def to_front(state: Record, place: int) -> None:
    swimmer = int(state.line[place])
    for behind in range(place):
        at = place - behind
        state.line[at] = state.line[at - 1]
    state.line[0] = swimmer


@tiny
def rear(state: Record) -> int:
    return int(state.line[state.in_line - 1])


# The bite -------------------------------------------------------------------------------------------------------------


@rule
def bite(box: Record, state: Record, swimmer: int) -> None:
    """A limb must go: the swimmer's owner chooses which, unless there is only one left."""
    limbs = 0
    only = 0
    for limb in range(st.LIMBS):
        if state.limbs[swimmer, limb] > 0:
            limbs += 1
            only = limb
    if limbs == 1:
        lose_limb(box, state, swimmer, only)
    else:
        state.waiting = bit(seat_of(box, swimmer))
        state.phase = st.LOSING_LIMB


@rule
def lose_limb(box: Record, state: Record, swimmer: int, limb: int) -> None:
    """The limb is gone. The swimmer jumps to the front with a full hand; without a limb left it is out."""
    state.limbs[swimmer, limb] -= 1
    left = limbs_left(state, swimmer)
    emit(state, st.BITTEN, swimmer, limb, left, 1 if left > 0 else 0)
    if left == 0:
        out_of_the_line(state, swimmer, 0)
    else:
        to_front(state, int(state.in_line) - 1)
        state.hands[swimmer] = box.full_hand
    end_round(box, state)


@rule
def out_of_the_line(state: Record, swimmer: int, by_head: int) -> None:
    """The rear swimmer leaves the game."""
    state.in_line -= 1
    emit(state, st.OUT, swimmer, by_head, 0, 0)


@rule
def shark_bites(box: Record, state: Record, tied: bool) -> None:
    """The shark's card against the rear swimmer: a limb it still has, the head without a tie, any limb with one."""
    card = int(state.shark_card)
    swimmer = rear(state)
    state.shark_hand = int(state.shark_hand) & ~bit(card)
    state.shark_card = st.NO_CARD
    if card == st.HEAD and not tied:
        out_of_the_line(state, swimmer, 1)
        end_round(box, state)
    elif card == st.ANY_LIMB and tied:
        bite(box, state, swimmer)
    elif card < st.LIMBS and state.limbs[swimmer, card] > 0:
        lose_limb(box, state, swimmer, card)
    else:
        miss(box, state, card, swimmer)


@rule
def miss(box: Record, state: Record, card: int, swimmer: int) -> None:
    """The shark loses a hunger token and takes back its cards; nothing happens to the swimmer."""
    state.tokens -= 1
    state.shark_hand = FULL_SHARK_HAND
    emit(state, st.MISS, card, state.tokens, swimmer, 0)
    if state.tokens == 0:
        win(state, seat_of(box, most_limbs(state)), st.STARVED)
    else:
        end_round(box, state)


@rule
def most_limbs(state: Record) -> int:
    """The swimmer with most limbs, nearest the front."""
    best = int(state.line[0])
    for place in range(1, state.in_line):
        if limbs_left(state, state.line[place]) > limbs_left(state, best):
            best = int(state.line[place])
    return best


# The end --------------------------------------------------------------------------------------------------------------


@rule
def end_round(box: Record, state: Record) -> None:
    """Two left: the one in front wins. With a shark one left: the shark wins. Otherwise on to the next round."""
    if box.shark == 0 and state.in_line == 2:
        win(state, seat_of(box, state.line[0]), st.FRONT_OF_TWO)
    elif box.shark == 1 and state.in_line == 1:
        win(state, 0, st.LAST_SWIMMER)
    else:
        take_back(box, state)
        begin_round(box, state)


@rule
def take_back(box: Record, state: Record) -> None:
    """Whoever is down to one card takes all cards back, and so does the shark."""
    who = 0
    for place in range(state.in_line):
        swimmer = int(state.line[place])
        if has_at_most(state.hands[swimmer], box.take_back_at):
            state.hands[swimmer] = box.full_hand
            who |= bit(swimmer)
    if box.shark == 1 and has_at_most(state.shark_hand, box.take_back_at):
        state.shark_hand = FULL_SHARK_HAND
        who |= bit(SHARK_BIT)
    if who != 0:
        emit(state, st.TOOK_BACK, who, 0, 0, 0)


@rule
def win(state: Record, seat: int, reason: int) -> None:
    state.winner = seat
    state.waiting = 0
    state.phase = st.OVER
    state.over = 1
    state.reason = reason
    emit(state, st.WON, seat, reason, 0, 0)
