"""Kelp: the octopus's turn, and all it does with its blocks and cards, also when a trap springs or it escapes.

What it has begun is a list of things to do, as numbers in the state: to pay, to swap, to pick for a shuffle, to hide,
to learn and so on. `octopus_is_busy` does them in order and asks where there is a choice.
"""

from __future__ import annotations

from undertow.core.records import Ints, Record, add, add_all, bit, count, emit, has, lowest, tell
from undertow.core.rule import rule, tiny
from undertow.games.kelp import actions as act
from undertow.games.kelp import state as st
from undertow.games.kelp.forest import ask, can_leave, drop_current, hide, is_hidden, roll_on, show, win, zone_of

ITSELF = 1 << st.OCTOPUS  # an audience

# Its turn -------------------------------------------------------------------------------------------------------------


@rule
def begin_octopus_turn(box: Record, state: Record) -> None:
    state.turn = st.OCTOPUS
    state.rounds += 1
    state.actions = box.actions
    state.ended = 0
    emit(state, st.ROUND, int(state.rounds), 0, 0, 0)


@rule
def draw_as_action(state: Record) -> None:
    state.actions -= 1
    draw_up(state)


@rule
def octopus_turn(box: Record, state: Record) -> bool:
    """Two actions, food powers around them. True: it is asked, or draws; False: its turn is over."""
    powers = usable_powers(box, state)
    if state.actions > 0 and state.in_hand == 0 and can_draw(state) and powers == 0:
        draw_as_action(state)  # with an empty hand it must
        return draw_on(state)
    if state.actions > 0 and state.in_hand == 0 and not can_draw(state) and powers == 0:
        state.actions = 0  # there is nothing it could do
        emit(state, st.NOTHING_TO_DO, 0, 0, 0, 0)
    if state.actions > 0 or (powers != 0 and state.ended == 0):
        return ask(state, st.OCTOPUS_TURN, st.OCTOPUS)
    if state.in_hand > state.hand_size:
        return ask(state, st.TRIMMING, st.OCTOPUS)
    clear_slots(state)
    return False


@rule
def clear_slots(state: Record) -> None:
    """At the end of the turn the cards played go to the discard pile."""
    for card in range(st.CARDS):
        if state.played[card] > 0:
            state.discard[card] += state.played[card]
            state.in_discard += state.played[card]
            state.played[card] = 0


@tiny
def can_draw(state: Record) -> bool:
    return bool(state.in_hand < state.hand_size and state.in_draw + state.in_discard > 0)


@rule
def usable_powers(box: Record, state: Record) -> int:
    """Foods on the track whose power can be used now, a bit each."""
    powers = int(state.unused)
    if powers == 0:
        return 0
    if has(powers, st.SNAIL - st.CRAB) and state.in_draw + state.in_discard == 0:
        powers &= ~bit(st.SNAIL - st.CRAB)
    if has(powers, st.LOBSTER - st.CRAB) and state.hidden == st.ALL_ZONES:
        powers &= ~bit(st.LOBSTER - st.CRAB)
    if has(powers, st.ABALONE - st.CRAB) and not can_learn_now(box, state):
        powers &= ~bit(st.ABALONE - st.CRAB)
    return powers


@rule
def turn_choices(box: Record, state: Record, out: Ints) -> int:
    """Play a card, draw, or discard one to hide a block; powers of food at any time."""
    n = 0
    if state.actions > 0:
        for card in range(st.CARDS):
            if state.den.hand[card] > 0 and possible(box, state, card, state.hidden, int(box.cost[card])):
                n = add(out, n, act.PLAY + card)
        if can_draw(state):
            n = add(out, n, act.DRAW)
        for card in range(st.CARDS):
            if state.den.hand[card] > 0:
                n = add(out, n, act.DISCARD + card)
    n = add_all(out, n, act.EAT_POWER, usable_powers(box, state))
    if state.actions == 0 or (state.in_hand == 0 and not can_draw(state)):
        n = add(out, n, act.END_TURN)
    return n


@rule
def take_turn(box: Record, state: Record, action: int) -> None:
    if action >= act.EAT_POWER:
        if action == act.END_TURN:
            state.actions = 0
            state.ended = 1
            emit(state, st.PASSED, st.OCTOPUS, 0, 0, 0)
        else:
            use_power(box, state, action - act.EAT_POWER)
        return
    if action == act.DRAW:
        draw_as_action(state)
        return
    state.actions -= 1
    if action >= act.DISCARD:
        discard(state, action - act.DISCARD)
        state.hides = 1
        state.least = 0
    else:
        play(box, state, action - act.PLAY)


@rule
def discard(state: Record, card: int) -> None:
    state.den.hand[card] -= 1
    state.in_hand -= 1
    state.discard[card] += 1
    state.in_discard += 1
    emit(state, st.DISCARDED, card, 0, 0, 0)


@rule
def draw_up(state: Record) -> None:
    """Draw up to the size of the hand."""
    state.draws = max(0, int(state.hand_size) - int(state.in_hand))


@rule
def play(box: Record, state: Record, card: int) -> None:
    """The card lies in an action slot until the turn ends; first its cost is paid."""
    state.den.hand[card] -= 1
    state.in_hand -= 1
    emit(state, st.PLAYED, card, 0, 0, 0)
    if card >= st.FIRST_EAT:
        state.trash[card] += 1
        eat(box, state, card - st.FIRST_EAT)
        return
    state.played[card] += 1
    state.card = card
    state.to_pay = box.cost[card]


# Whether a card can be played -----------------------------------------------------------------------------------------


@rule
def possible(box: Record, state: Record, card: int, hidden: int, to_pay: int) -> bool:
    """Whether so much can be paid with these hidden blocks and the card's full effect done afterwards."""
    if card >= st.FIRST_EAT:
        return can_eat(box, state, card - st.FIRST_EAT)
    shown = fewest(box, state, hidden, to_pay)
    standing = count(hidden)
    if shown > standing:
        return False
    if box.shuffle[card] > 0 and box.any_block[card] == 0:
        if box.exposed[card] == 1:
            standing, shown = without_exposed(box, state, hidden, to_pay)
        if standing - shown < box.shuffle[card]:
            return False
    lying = st.ZONES - standing + min(to_pay, standing)
    if box.hide[card] > 0 and lying < (1 if box.up_to[card] == 1 else box.hide[card]):
        return False
    return box.learn[card] == 0 or can_learn(box, state, int(box.learn[card]), hidden, to_pay)


@rule
def fewest(box: Record, state: Record, hidden: int, to_pay: int) -> int:
    """The fewest blocks that pay this much; more than there are if they cannot."""
    if to_pay <= 1:
        return max(0, to_pay)
    double = zone_of(state, st.DOUBLE_SHELL)
    if double < st.ZONES and has(hidden, double):
        return 1 + max(0, to_pay - int(box.double_shell_pays))
    return to_pay


@rule
def without_exposed(box: Record, state: Record, hidden: int, to_pay: int) -> tuple[int, int]:
    """Blocks standing elsewhere, and how many of them must be revealed if the exposed zone's pays what it can."""
    others = int(hidden) & ~bit(st.EXPOSED)
    left = to_pay
    if has(hidden, st.EXPOSED) and to_pay > 0:
        left -= worth(box, state, st.EXPOSED)
    return count(others), fewest(box, state, others, left)


@rule
def worth(box: Record, state: Record, zone: int) -> int:
    """What revealing this block pays."""
    return int(box.double_shell_pays) if state.den.blocks[zone] == st.DOUBLE_SHELL else 1


@rule
def can_learn(box: Record, state: Record, number: int, hidden: int, to_pay: int) -> bool:
    """Whether so many things can be learned: cards, and blocks, each in the place of another revealed one."""
    if state.skills >= number:
        return True
    offered = int(state.eats) + count(blocks_aside(state))
    if offered == 0:
        return False
    places, again = places_after(box, state, hidden, to_pay)
    if box.replace_gained == 1:
        return places > 0 and int(state.skills) + min(places, int(state.eats)) + count(blocks_aside(state)) >= number
    return int(state.skills) + min(places, offered + again) >= number


@rule
def places_after(box: Record, state: Record, hidden: int, to_pay: int) -> tuple[int, int]:
    """Revealed blocks that can leave once this is paid, and how many of them can be learned again when they have."""
    places = 0
    again = 0
    hidden_places = 0
    hidden_again = 0
    for zone in range(st.ZONES):
        kind = int(state.den.blocks[zone])
        if can_leave(box, kind):
            if has(hidden, zone):
                hidden_places += 1
                hidden_again += 1 if is_lesson(state, kind) else 0
            else:
                places += 1
                again += 1 if is_lesson(state, kind) else 0
    return places + min(hidden_places, to_pay), again + min(hidden_again, to_pay)


@rule
def can_eat(box: Record, state: Record, food: int) -> bool:
    """The food is on the board beside the octopus."""
    zone = zone_of(state, st.CRAB + food)
    return zone < st.ZONES and has(box.beside[zone], zone_of(state, st.THE_OCTOPUS))


# Doing it -------------------------------------------------------------------------------------------------------------


@rule
def octopus_is_busy(box: Record, state: Record) -> bool:
    """What it has begun, in order. True: the game waits for a decision or for chance."""
    if state.card != st.NO_CARD:
        if pay_on(box, state):
            return ask(state, st.PAYING, st.OCTOPUS)
        begin_effect(box, state, int(state.card))
    if state.swaps > 0:
        return ask(state, st.SWAPPING, st.OCTOPUS)
    if state.picks > 0 and pick_on(state):
        return ask(state, st.PICKING, st.OCTOPUS)
    if state.gaps != 0 and refill(box, state):
        return True
    if state.to_den == 1 and not den_on(box, state):
        return ask(state, st.DENNING, st.OCTOPUS)
    if state.removals > 0 and state.covered != 0:
        return ask(state, st.REMOVING, st.OCTOPUS)
    state.removals = 0
    if state.hides > 0 and hide_on(state):
        return ask(state, st.HIDING, st.OCTOPUS)
    if state.to_open != 0:
        return roll_on(state, st.OPENING)
    if state.learns > 0 and learn_on(box, state):
        return True
    if state.trashes > 0 and state.in_hand + state.in_discard > 0:
        return ask(state, st.TRASHING, st.OCTOPUS)
    state.trashes = 0
    if state.fetches > 0 and fetch_on(state):
        return ask(state, st.FETCHING, st.OCTOPUS)
    return state.draws > 0 and draw_on(state)


@rule
def pay_on(box: Record, state: Record) -> bool:
    """Whether there is a choice in paying; what has to be revealed anyway is."""
    while state.to_pay > 0:
        options = payments(box, state)
        if count(options) > 1 and total_worth(box, state) > state.to_pay:
            return True
        pay(box, state, lowest(options))
    return False


@rule
def payments(box: Record, state: Record) -> int:
    """Hidden blocks that may be revealed now so that the effect stays possible, a bit each."""
    options = 0
    hidden = int(state.hidden)
    for zone in range(st.ZONES):
        if has(hidden, zone):
            left = max(0, int(state.to_pay) - worth(box, state, zone))
            if possible(box, state, int(state.card), hidden & ~bit(zone), left):
                options |= bit(zone)
    return options


@rule
def total_worth(box: Record, state: Record) -> int:
    """What all hidden blocks together pay."""
    total = 0
    for zone in range(st.ZONES):
        if is_hidden(state, zone):
            total += worth(box, state, zone)
    return total


@rule
def pay(box: Record, state: Record, zone: int) -> None:
    state.to_pay = max(0, int(state.to_pay) - worth(box, state, zone))
    show(state, zone, st.PAID)


@rule
def begin_effect(box: Record, state: Record, card: int) -> None:
    """The cost is paid: what the card does."""
    state.card = st.NO_CARD
    state.swaps = box.swap[card]
    if box.shuffle[card] > 0:
        if box.exposed[card] == 1:
            put_in_bag(state, st.EXPOSED)
        state.picks = box.shuffle[card]
        state.any_block = box.any_block[card]
        state.least = state.picks
    if box.hide[card] > 0:
        state.hides = box.hide[card]
        state.least = 1 if box.up_to[card] == 1 else box.hide[card]
    if box.learn[card] > 0:
        state.learns = box.learn[card]
        state.least = box.learn[card]
        state.to_hand = box.to_hand[card]
    state.trashes = box.trash[card]
    if box.draw[card] > 0:
        state.draws = min(int(box.draw[card]), max(0, int(state.hand_size) - int(state.in_hand)))


# Swapping and shuffling


@rule
def swap(box: Record, state: Record, pair: int) -> None:
    """Two adjacent blocks change places, standing or lying as they were."""
    a = int(box.pairs[pair, 0])
    b = int(box.pairs[pair, 1])
    kind = int(state.den.blocks[a])
    state.den.blocks[a] = state.den.blocks[b]
    state.den.blocks[b] = kind
    hidden = int(state.hidden)
    if has(hidden, a) != has(hidden, b):
        state.hidden = hidden ^ (bit(a) | bit(b))
    state.swaps -= 1
    emit(state, st.SWAPPED, a, b, 0, 0)


@rule
def pick_options(state: Record) -> int:
    """Blocks that can be picked for the shuffle, a bit each."""
    from_here = st.ALL_ZONES if state.any_block == 1 else int(state.hidden)
    return from_here & ~int(state.gaps)


@rule
def pick_on(state: Record) -> bool:
    """Whether there is a choice; blocks that all have to go are picked."""
    while state.picks > 0:
        options = pick_options(state)
        if count(options) <= state.least:
            pick_block(state, lowest(options))
        else:
            return True
    return False


@rule
def pick_block(state: Record, zone: int) -> None:
    emit(state, st.PICKED, zone, 0, 0, 0)
    put_in_bag(state, zone)
    state.picks -= 1
    state.least -= 1
    if state.picks == 0:
        end_picking(state)


@rule
def end_picking(state: Record) -> None:
    state.picks = 0
    state.least = 0
    state.any_block = 0
    emit(state, st.SHUFFLED, int(state.gaps), 0, 0, 0)


@rule
def put_in_bag(state: Record, zone: int) -> None:
    """Whatever comes out of the bag stands upright."""
    state.den.bag[state.den.blocks[zone]] += 1
    state.den.blocks[zone] = st.EMPTY
    state.gaps = int(state.gaps) | bit(zone)
    state.hidden = int(state.hidden) | bit(zone)


@rule
def refill(box: Record, state: Record) -> bool:
    """One block after the other is pulled blindly, for the next zone in order; or the shark names the zone, which
    makes no difference. The last goes where there is room."""
    if state.den.pulled != st.EMPTY:
        return ask(state, st.NAMING, st.SHARK)
    if count(state.gaps) > 1:
        return roll_on(state, st.PULLING)
    kind = 0
    while state.den.bag[kind] == 0:
        kind += 1
    if box.naming == 1:
        pull(state, kind)
        place_pulled(state, lowest(state.gaps))
    else:
        lay(state, kind)
    return False


@rule
def lay(state: Record, kind: int) -> None:
    """The octopus pulls block after block and stands them in the empty zones, in order."""
    zone = lowest(state.gaps)
    state.den.bag[kind] -= 1
    state.den.blocks[zone] = kind
    state.gaps = int(state.gaps) & ~bit(zone)
    tell(state, ITSELF, st.LAID, zone, kind, 0, 0)


@rule
def pull(state: Record, kind: int) -> None:
    state.den.bag[kind] -= 1
    state.den.pulled = kind
    tell(state, ITSELF, st.PULLED, kind, 0, 0, 0)


@rule
def place_pulled(state: Record, zone: int) -> None:
    state.den.blocks[zone] = state.den.pulled
    state.den.pulled = st.EMPTY
    state.gaps = int(state.gaps) & ~bit(zone)
    emit(state, st.NAMED, zone, 0, 0, 0)


# Hiding


@rule
def hide_options(state: Record) -> int:
    """Revealed blocks that may be hidden now, a bit each."""
    options = st.ALL_ZONES & ~int(state.hidden)
    return options if state.not_here == st.NOWHERE else options & ~bit(state.not_here)


@rule
def hide_on(state: Record) -> bool:
    """Whether there is a choice; what has to be hidden anyway is."""
    while state.hides > 0:
        options = hide_options(state)
        if options == 0:
            end_hiding(state)
        elif count(options) <= state.least:
            hide_block(state, lowest(options))
        else:
            return True
    return False


@rule
def hide_block(state: Record, zone: int) -> None:
    hide(state, zone)
    state.hides -= 1
    state.least -= 1
    if state.hides == 0:
        end_hiding(state)


@rule
def end_hiding(state: Record) -> None:
    state.hides = 0
    state.least = 0
    state.not_here = st.NOWHERE


# Learning


@rule
def leaving(box: Record, state: Record) -> int:
    """Revealed blocks a gained block may replace, a bit each; not what was just gained by the same card, unless a house
    rule says so."""
    options = 0
    for zone in range(st.ZONES):
        if not is_hidden(state, zone) and can_leave(box, state.den.blocks[zone]):
            options |= bit(zone)
    return options if box.replace_gained == 1 else options & ~int(state.gained)


@rule
def open_cards(state: Record, with_food: bool) -> int:
    """Piles whose open card can be learned, a bit each; an Eat card only if its food can enter."""
    piles = 0
    for pile in range(st.PILES):
        if state.open[pile] != st.NO_CARD and (pile != st.EAT_PILE or with_food):
            piles |= bit(pile)
    return piles


@rule
def blocks_aside(state: Record) -> int:
    """Blocks beside the board that can be learned, a bit for each kind."""
    kinds = 0
    for kind in range(st.CURRENT_TRAP, st.KINDS):
        if state.aside[kind] > 0 and is_lesson(state, kind):
            kinds |= bit(kind)
    return kinds


@rule
def is_lesson(state: Record, kind: int) -> bool:
    """Whether such a block can be learned: traps, the double shell, and food that was in the forest before. Food comes
    there with its Eat card; without that card it is of no use."""
    if kind < st.CRAB:
        return kind > st.SHELL
    card = st.FIRST_EAT + kind - st.CRAB
    return bool(state.in_pile[card] == 0 and state.open[st.EAT_PILE] != card and state.trash[card] == 0)


@rule
def can_learn_now(box: Record, state: Record) -> bool:
    if state.skills > 0:
        return True
    return leaving(box, state) != 0 and (state.eats > 0 or blocks_aside(state) != 0)


@rule
def learn_on(box: Record, state: Record) -> bool:
    """True: it waits for a choice, or for a card to be turned up. What has one answer only is done."""
    while state.learns > 0:
        room = leaving(box, state)
        if state.to_take != st.EMPTY:
            if count(room) > 1:
                return ask(state, st.EXCHANGING, st.OCTOPUS)
            exchange(state, lowest(room))
        else:
            cards = open_cards(state, room != 0)
            kinds = blocks_aside(state) if room != 0 else 0
            if cards == 0 and kinds == 0:
                end_learning(state)
            elif count(cards) + count(kinds) > 1 or state.least <= 0:
                return ask(state, st.LEARNING, st.OCTOPUS)
            elif cards != 0:
                learn_card(box, state, lowest(cards))
            else:
                call_block(state, lowest(kinds))
        if state.to_open != 0:
            return roll_on(state, st.OPENING)
    return False


@rule
def learn_card(box: Record, state: Record, pile: int) -> None:
    """The open card of the pile, to the discard pile or to hand; with an Eat card its food comes along."""
    card = int(state.open[pile])
    to_hand = state.to_hand == 1 and pile != st.EAT_PILE
    if to_hand:
        state.den.hand[card] += 1
        state.in_hand += 1
    else:
        state.discard[card] += 1
        state.in_discard += 1
    emit(state, st.GAINED_CARD, card, 1 if to_hand else 0, 0, 0)
    state.open[pile] = st.NO_CARD
    if state.below[pile] > 0:
        state.to_open = int(state.to_open) | bit(pile)
    if pile == st.EAT_PILE:
        state.eats -= 1
        state.to_take = st.CRAB + card - st.FIRST_EAT
    else:
        state.skills -= 1
        learned(state)


@rule
def call_block(state: Record, kind: int) -> None:
    """A block from beside the board is to enter."""
    state.to_take = kind
    emit(state, st.COMES, kind, 0, 0, 0)


@rule
def exchange(state: Record, zone: int) -> None:
    """The gained block enters revealed; the one it replaces is put aside."""
    old = int(state.den.blocks[zone])
    kind = int(state.to_take)
    state.aside[old] += 1
    state.aside[kind] -= 1
    state.den.blocks[zone] = kind
    state.to_take = st.EMPTY
    state.gained = int(state.gained) | bit(zone)
    emit(state, st.GAINED_BLOCK, kind, zone, old, 0)
    learned(state)


@rule
def learned(state: Record) -> None:
    state.learns -= 1
    state.least -= 1
    if state.learns == 0:
        end_learning(state)


@rule
def end_learning(state: Record) -> None:
    state.learns = 0
    state.least = 0
    state.to_hand = 0
    state.gained = 0


@rule
def open_card(box: Record, state: Record, card: int) -> None:
    """The next card of a pile is turned up."""
    pile = lowest(state.to_open)
    state.to_open = int(state.to_open) & ~bit(pile)
    state.open[pile] = card
    state.in_pile[card] -= 1
    state.below[pile] -= 1
    emit(state, st.OPENED, pile, card, 0, 0)


# Trashing, drawing, fetching


@rule
def trash(state: Record, card: int, from_hand: bool) -> None:
    if from_hand:
        state.den.hand[card] -= 1
        state.in_hand -= 1
    else:
        state.discard[card] -= 1
        state.in_discard -= 1
    state.trash[card] += 1
    state.trashes -= 1
    emit(state, st.TRASHED, card, 1 if from_hand else 0, 0, 0)


@rule
def draw_on(state: Record) -> bool:
    """A card from the draw pile; when it is empty the discard pile is shuffled to become the new one."""
    state.draws = min(int(state.draws), int(state.in_draw) + int(state.in_discard))
    if state.draws == 0:
        return False
    if state.in_draw == 0:
        reshuffle(state)
    if state.drawing == 0:
        state.drawing = 1
        emit(state, st.DRAWN, int(state.draws), 0, 0, 0)
    return roll_on(state, st.DRAWING)


@rule
def reshuffle(state: Record) -> None:
    for card in range(st.CARDS):
        state.den.draw[card] = state.discard[card]
        state.discard[card] = 0
    state.in_draw = state.in_discard
    state.in_discard = 0
    emit(state, st.RESHUFFLED, int(state.in_draw), 0, 0, 0)


@rule
def draw_card(state: Record, card: int) -> None:
    state.den.draw[card] -= 1
    state.in_draw -= 1
    state.den.hand[card] += 1
    state.in_hand += 1
    state.draws -= 1
    if state.draws == 0:
        state.drawing = 0
    tell(state, ITSELF, st.DREW, card, 0, 0, 0)


@rule
def fetch_on(state: Record) -> bool:
    """Whether there is a choice; the only card there is comes by itself."""
    if state.in_draw + state.in_discard > 1:
        return True
    card = 0
    while state.den.draw[card] + state.discard[card] == 0:
        card += 1
    fetch(state, card, state.in_draw > 0)
    return False


@rule
def fetch(state: Record, card: int, from_draw: bool) -> None:
    """A card of its choice, whatever the size of the hand; nobody else sees one from the draw pile."""
    state.fetches = 0
    state.den.hand[card] += 1
    state.in_hand += 1
    if from_draw:
        state.den.draw[card] -= 1
        state.in_draw -= 1
        tell(state, ITSELF, st.FETCHED, card, 0, 0, 0)
        emit(state, st.FETCHED_UNSEEN, 0, 0, 0, 0)
    else:
        state.discard[card] -= 1
        state.in_discard -= 1
        emit(state, st.FETCHED_OPEN, card, 0, 0, 0)


# Eating


@rule
def eat(box: Record, state: Record, food: int) -> None:
    """Food and octopus are revealed, a spare shell takes the food's place, the card is trashed."""
    octopus = zone_of(state, st.THE_OCTOPUS)
    zone = zone_of(state, st.CRAB + food)
    if is_hidden(state, zone):
        show(state, zone, st.ATE_IT)
    if is_hidden(state, octopus):
        show(state, octopus, st.ATE_IT)
    state.den.blocks[zone] = st.SHELL
    state.aside[st.SHELL] -= 1
    state.eaten = int(state.eaten) | bit(food)
    state.unused = int(state.unused) | bit(food)
    eaten = count(state.eaten)
    emit(state, st.ATE, food, eaten, zone, 0)
    if eaten >= box.food_to_win:
        win(state, st.OCTOPUS, st.FED)


@rule
def use_power(box: Record, state: Record, food: int) -> None:
    """Each food's power once, at no cost of actions."""
    state.unused = int(state.unused) & ~bit(food)
    emit(state, st.FOOD_USED, food, 0, 0, 0)
    if food == st.CRAB - st.CRAB:
        state.hand_size = box.big_hand
        draw_up(state)
    elif food == st.SNAIL - st.CRAB:
        state.fetches = 1
    elif food == st.LOBSTER - st.CRAB:
        for zone in range(st.ZONES):
            if not is_hidden(state, zone):
                hide(state, zone)
    else:
        state.learns = box.free_learning
        state.least = 0


# The shark is sent to a den


@rule
def den_options(state: Record) -> int:
    """Dens free of currents; all of them if there is none, a bit each."""
    free = st.ALL_DENS & ~int(state.covered)
    return (free if free != 0 else st.ALL_DENS) >> st.FIRST_DEN


@rule
def den_on(box: Record, state: Record) -> bool:
    """Whether it is done, there being one den only."""
    options = den_options(state)
    if count(options) > 1:
        return False
    send_to_den(state, lowest(options))
    return True


@rule
def send_to_den(state: Record, den: int) -> None:
    """It points at the middle and may leave either way. A current in the way goes back into the bag."""
    space = st.FIRST_DEN + den
    if has(state.covered, space):
        drop_current(state, space)
    state.at = space
    state.ends = st.EITHER_END
    state.to_den = 0
    emit(state, st.AT_DEN, space, 0, 0, 0)


# Choices by what is going on ------------------------------------------------------------------------------------------


@rule
def octopus_choices(box: Record, state: Record, out: Ints) -> int:
    phase = int(state.phase)
    n = 0
    if phase == st.OCTOPUS_TURN:
        return turn_choices(box, state, out)
    if phase == st.PAYING:
        return add_all(out, n, act.REVEAL, payments(box, state))
    if phase == st.SWAPPING:
        return add_all(out, n, act.SWAP, (1 << len(st.PAIRS)) - 1)
    if phase == st.PICKING:
        n = add_all(out, n, act.PICK, pick_options(state))
    elif phase == st.DENNING:
        return add_all(out, n, act.DEN, den_options(state))
    elif phase == st.REMOVING:
        n = add_all(out, n, act.REMOVE, state.covered)
    elif phase == st.HIDING:
        n = add_all(out, n, act.HIDE, hide_options(state))
    elif phase == st.LEARNING:
        room = leaving(box, state)
        n = add_all(out, n, act.LEARN_CARD, open_cards(state, room != 0))
        if room != 0:
            n = add_all(out, n, act.LEARN_BLOCK, blocks_aside(state))
    elif phase == st.EXCHANGING:
        return add_all(out, n, act.EXCHANGE, leaving(box, state))
    else:
        return card_choices(state, phase, out)
    if state.least <= 0:
        n = add(out, n, act.DONE)
    return n


@rule
def card_choices(state: Record, phase: int, out: Ints) -> int:
    """One of its cards: to trash or not, to fetch, or to be one too many."""
    n = 0
    for card in range(st.CARDS):
        if phase == st.FETCHING:
            if state.den.draw[card] > 0:
                n = add(out, n, act.FETCH_DRAW + card)
            if state.discard[card] > 0:
                n = add(out, n, act.FETCH_DISCARD + card)
        elif state.den.hand[card] > 0:
            n = add(out, n, (act.TRASH_HAND if phase == st.TRASHING else act.DISCARD) + card)
        if phase == st.TRASHING and state.discard[card] > 0:
            n = add(out, n, act.TRASH_DISCARD + card)
    if phase == st.TRASHING:
        n = add(out, n, act.DONE)
    return n


@rule
def octopus_acts(box: Record, state: Record, action: int) -> None:
    phase = int(state.phase)
    if phase == st.OCTOPUS_TURN:
        take_turn(box, state, action)
    elif action == act.DONE:
        stop(state, phase)
    elif phase == st.PAYING:
        pay(box, state, action - act.REVEAL)
    elif phase == st.SWAPPING:
        swap(box, state, action - act.SWAP)
    elif phase == st.PICKING:
        pick_block(state, action - act.PICK)
    elif phase == st.HIDING:
        hide_block(state, action - act.HIDE)
    elif phase == st.LEARNING:
        if action >= act.LEARN_BLOCK:
            call_block(state, action - act.LEARN_BLOCK)
        else:
            learn_card(box, state, action - act.LEARN_CARD)
    elif phase == st.EXCHANGING:
        exchange(state, action - act.EXCHANGE)
    elif phase == st.TRASHING:
        if action >= act.TRASH_DISCARD:
            trash(state, action - act.TRASH_DISCARD, False)
        else:
            trash(state, action - act.TRASH_HAND, True)
    elif phase == st.FETCHING:
        if action >= act.FETCH_DISCARD:
            fetch(state, action - act.FETCH_DISCARD, False)
        else:
            fetch(state, action - act.FETCH_DRAW, True)
    elif phase == st.TRIMMING:
        discard(state, action - act.DISCARD)
    elif phase == st.REMOVING:
        state.removals -= 1
        drop_current(state, action - act.REMOVE)
    else:
        send_to_den(state, action - act.DEN)


@rule
def stop(state: Record, phase: int) -> None:
    """It leaves the rest undone."""
    emit(state, st.PASSED, st.OCTOPUS, 0, 0, 0)
    if phase == st.PICKING:
        end_picking(state)
    elif phase == st.HIDING:
        end_hiding(state)
    elif phase == st.LEARNING:
        end_learning(state)
    elif phase == st.TRASHING:
        state.trashes = 0
    else:
        state.removals = 0
