"""Kelp: the octopus's turn, and all it does with its blocks and cards, also when a trap springs or it escapes.

What it has begun is a list of things to do, as numbers in the state: to pay, to swap, to pick for a shuffle, to hide,
to learn and so on. `octopus_is_busy` does them in order and asks where there is a choice.
"""

from __future__ import annotations

from undertow.core.records import Ints, Record, add, add_all, bit, count, emit, has, lowest, tell
from undertow.core.rule import rule, tiny
from undertow.games.kelp.actions import (
    DEN,
    DISCARD,
    DONE,
    DRAW,
    EAT_POWER,
    END_TURN,
    EXCHANGE,
    FETCH_DISCARD,
    FETCH_DRAW,
    HIDE,
    LEARN_BLOCK,
    LEARN_CARD,
    PICK,
    PLAY,
    REMOVE,
    REVEAL,
    SWAP,
    TRASH_DISCARD,
    TRASH_HAND,
)
from undertow.games.kelp.forest import ask, can_leave, drop_current, hide, is_hidden, roll_on, show, win, zone_of
from undertow.games.kelp.state import (
    ABALONE,
    ALL_DENS,
    ALL_ZONES,
    AT_DEN,
    ATE,
    ATE_IT,
    CARDS,
    COMES,
    CRAB,
    CURRENT_TRAP,
    DENNING,
    DISCARDED,
    DOUBLE_SHELL,
    DRAWING,
    DRAWN,
    DREW,
    EAT_PILE,
    EITHER_END,
    EMPTY,
    EXCHANGING,
    EXPOSED,
    FED,
    FETCHED,
    FETCHED_OPEN,
    FETCHED_UNSEEN,
    FETCHING,
    FIRST_DEN,
    FIRST_EAT,
    FOOD_USED,
    GAINED_BLOCK,
    GAINED_CARD,
    HIDING,
    LAID,
    LEARNING,
    LOBSTER,
    NAMED,
    NAMING,
    NO_CARD,
    NOTHING_TO_DO,
    NOWHERE,
    OCTOPUS,
    OCTOPUS_TURN,
    OPENED,
    OPENING,
    PAID,
    PAIRS,
    PASSED,
    PAYING,
    PICKED,
    PICKING,
    PILES,
    PLAYED,
    PULLED,
    PULLING,
    REMOVING,
    RESHUFFLED,
    ROUND,
    SHARK,
    SHELL,
    SHUFFLED,
    SNAIL,
    SWAPPED,
    SWAPPING,
    THE_OCTOPUS,
    TRASHED,
    TRASHING,
    TRIMMING,
    ZONES,
)

ITSELF = 1 << OCTOPUS  # an audience

# Its turn -------------------------------------------------------------------------------------------------------------


@rule
def begin_octopus_turn(box: Record, state: Record) -> None:
    state.turn = OCTOPUS
    state.rounds += 1
    state.actions = box.actions
    state.ended = 0
    emit(state, ROUND, int(state.rounds), 0, 0, 0)


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
        emit(state, NOTHING_TO_DO, 0, 0, 0, 0)
    if state.actions > 0 or (powers != 0 and state.ended == 0):
        return ask(state, OCTOPUS_TURN, OCTOPUS)
    if state.in_hand > state.hand_size:
        return ask(state, TRIMMING, OCTOPUS)
    clear_slots(state)
    return False


@rule
def clear_slots(state: Record) -> None:
    """At the end of the turn the cards played go to the discard pile."""
    for card in range(CARDS):
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
    if has(powers, SNAIL - CRAB) and state.in_draw + state.in_discard == 0:
        powers &= ~bit(SNAIL - CRAB)
    if has(powers, LOBSTER - CRAB) and state.hidden == ALL_ZONES:
        powers &= ~bit(LOBSTER - CRAB)
    if has(powers, ABALONE - CRAB) and not can_learn_now(state):
        powers &= ~bit(ABALONE - CRAB)
    return powers


@rule
def turn_choices(box: Record, state: Record, out: Ints) -> int:
    """Play a card, draw, or discard one to hide a block; powers of food at any time."""
    n = 0
    if state.actions > 0:
        for card in range(CARDS):
            if state.den.hand[card] > 0 and possible(box, state, card, state.hidden, int(box.cost[card])):
                n = add(out, n, PLAY + card)
        if can_draw(state):
            n = add(out, n, DRAW)
        for card in range(CARDS):
            if state.den.hand[card] > 0:
                n = add(out, n, DISCARD + card)
    n = add_all(out, n, EAT_POWER, usable_powers(box, state))
    if state.actions == 0 or (state.in_hand == 0 and not can_draw(state)):
        n = add(out, n, END_TURN)
    return n


@rule
def take_turn(box: Record, state: Record, action: int) -> None:
    if action >= EAT_POWER:
        if action == END_TURN:
            state.actions = 0
            state.ended = 1
            emit(state, PASSED, OCTOPUS, 0, 0, 0)
        else:
            use_power(box, state, action - EAT_POWER)
        return
    if action == DRAW:
        draw_as_action(state)
        return
    state.actions -= 1
    if action >= DISCARD:
        discard(state, action - DISCARD)
        state.hides = 1
        state.least = 0
    else:
        play(box, state, action - PLAY)


@rule
def discard(state: Record, card: int) -> None:
    state.den.hand[card] -= 1
    state.in_hand -= 1
    state.discard[card] += 1
    state.in_discard += 1
    emit(state, DISCARDED, card, 0, 0, 0)


@rule
def draw_up(state: Record) -> None:
    """Draw up to the size of the hand."""
    state.draws = max(0, int(state.hand_size) - int(state.in_hand))


@rule
def play(box: Record, state: Record, card: int) -> None:
    """The card lies in an action slot until the turn ends; first its cost is paid."""
    state.den.hand[card] -= 1
    state.in_hand -= 1
    emit(state, PLAYED, card, 0, 0, 0)
    if card >= FIRST_EAT:
        state.trash[card] += 1
        eat(box, state, card - FIRST_EAT)
        return
    state.played[card] += 1
    state.card = card
    state.to_pay = box.cost[card]


# Whether a card can be played -----------------------------------------------------------------------------------------


@rule
def possible(box: Record, state: Record, card: int, hidden: int, to_pay: int) -> bool:
    """Whether so much can be paid with these hidden blocks and the card's full effect done afterwards."""
    if card >= FIRST_EAT:
        return can_eat(box, state, card - FIRST_EAT)
    shown = fewest(box, state, hidden, to_pay)
    standing = count(hidden)
    if shown > standing:
        return False
    if box.shuffle[card] > 0 and box.any_block[card] == 0:
        if box.exposed[card] == 1:
            standing, shown = without_exposed(box, state, hidden, to_pay)
        if standing - shown < box.shuffle[card]:
            return False
    lying = ZONES - standing + min(to_pay, standing)
    if box.hide[card] > 0 and lying < (1 if box.up_to[card] == 1 else box.hide[card]):
        return False
    return box.learn[card] == 0 or can_learn(state, int(box.learn[card]), hidden, to_pay)


@rule
def fewest(box: Record, state: Record, hidden: int, to_pay: int) -> int:
    """The fewest blocks that pay this much; more than there are if they cannot."""
    if to_pay <= 1:
        return max(0, to_pay)
    double = zone_of(state, DOUBLE_SHELL)
    if double < ZONES and has(hidden, double):
        return 1 + max(0, to_pay - int(box.double_shell_pays))
    return to_pay


@rule
def without_exposed(box: Record, state: Record, hidden: int, to_pay: int) -> tuple[int, int]:
    """Blocks standing elsewhere, and how many of them must be revealed if the exposed zone's pays what it can."""
    others = int(hidden) & ~bit(EXPOSED)
    left = to_pay
    if has(hidden, EXPOSED) and to_pay > 0:
        left -= worth(box, state, EXPOSED)
    return count(others), fewest(box, state, others, left)


@rule
def worth(box: Record, state: Record, zone: int) -> int:
    """What revealing this block pays."""
    return int(box.double_shell_pays) if state.den.blocks[zone] == DOUBLE_SHELL else 1


@rule
def can_learn(state: Record, number: int, hidden: int, to_pay: int) -> bool:
    """Whether so many things can be learned: cards, and blocks where a revealed one can leave."""
    if state.skills >= number:
        return True
    places = 0
    waiting = 0
    for zone in range(ZONES):
        if can_leave(state.den.blocks[zone]):
            if has(hidden, zone):
                waiting += 1
            else:
                places += 1
    places += min(waiting, to_pay)
    if places == 0:
        return False
    found = int(state.skills) + min(int(state.eats), places)
    for kind in range(CURRENT_TRAP, CRAB):
        found += int(state.aside[kind])
    return found >= number


@rule
def can_eat(box: Record, state: Record, food: int) -> bool:
    """The food is on the board beside the octopus."""
    zone = zone_of(state, CRAB + food)
    return zone < ZONES and has(box.beside[zone], zone_of(state, THE_OCTOPUS))


# Doing it -------------------------------------------------------------------------------------------------------------


@rule
def octopus_is_busy(box: Record, state: Record) -> bool:
    """What it has begun, in order. True: the game waits for a decision or for chance."""
    if state.card != NO_CARD:
        if pay_on(box, state):
            return ask(state, PAYING, OCTOPUS)
        begin_effect(box, state, int(state.card))
    if state.swaps > 0:
        return ask(state, SWAPPING, OCTOPUS)
    if state.picks > 0 and pick_on(state):
        return ask(state, PICKING, OCTOPUS)
    if state.gaps != 0 and refill(state):
        return True
    if state.to_den == 1 and not den_on(box, state):
        return ask(state, DENNING, OCTOPUS)
    if state.removals > 0 and state.covered != 0:
        return ask(state, REMOVING, OCTOPUS)
    state.removals = 0
    if state.hides > 0 and hide_on(state):
        return ask(state, HIDING, OCTOPUS)
    if state.to_open != 0:
        return roll_on(state, OPENING)
    if state.learns > 0 and learn_on(box, state):
        return True
    if state.trashes > 0 and state.in_hand + state.in_discard > 0:
        return ask(state, TRASHING, OCTOPUS)
    state.trashes = 0
    if state.fetches > 0 and fetch_on(state):
        return ask(state, FETCHING, OCTOPUS)
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
    for zone in range(ZONES):
        if has(hidden, zone):
            left = max(0, int(state.to_pay) - worth(box, state, zone))
            if possible(box, state, int(state.card), hidden & ~bit(zone), left):
                options |= bit(zone)
    return options


@rule
def total_worth(box: Record, state: Record) -> int:
    """What all hidden blocks together pay."""
    total = 0
    for zone in range(ZONES):
        if is_hidden(state, zone):
            total += worth(box, state, zone)
    return total


@rule
def pay(box: Record, state: Record, zone: int) -> None:
    state.to_pay = max(0, int(state.to_pay) - worth(box, state, zone))
    show(state, zone, PAID)


@rule
def begin_effect(box: Record, state: Record, card: int) -> None:
    """The cost is paid: what the card does."""
    state.card = NO_CARD
    state.swaps = box.swap[card]
    if box.shuffle[card] > 0:
        if box.exposed[card] == 1:
            put_in_bag(state, EXPOSED)
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
    emit(state, SWAPPED, a, b, 0, 0)


@rule
def pick_options(state: Record) -> int:
    """Blocks that can be picked for the shuffle, a bit each."""
    from_here = ALL_ZONES if state.any_block == 1 else int(state.hidden)
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
    emit(state, PICKED, zone, 0, 0, 0)
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
    emit(state, SHUFFLED, int(state.gaps), 0, 0, 0)


@rule
def put_in_bag(state: Record, zone: int) -> None:
    """Whatever comes out of the bag stands upright."""
    state.den.bag[state.den.blocks[zone]] += 1
    state.den.blocks[zone] = EMPTY
    state.gaps = int(state.gaps) | bit(zone)
    state.hidden = int(state.hidden) | bit(zone)


@rule
def refill(state: Record) -> bool:
    """One block after the other is pulled blindly; the shark names its zone. The last goes where there is room."""
    if state.den.pulled != EMPTY:
        return ask(state, NAMING, SHARK)
    if count(state.gaps) > 1:
        return roll_on(state, PULLING)
    kind = 0
    while state.den.bag[kind] == 0:
        kind += 1
    pull(state, kind)
    place_pulled(state, lowest(state.gaps))
    return False


@rule
def lay(state: Record, kind: int) -> None:
    """At the start the octopus pulls block after block and stands them in the zones, in order."""
    zone = lowest(state.gaps)
    state.den.bag[kind] -= 1
    state.den.blocks[zone] = kind
    state.gaps = int(state.gaps) & ~bit(zone)
    tell(state, ITSELF, LAID, zone, kind, 0, 0)


@rule
def pull(state: Record, kind: int) -> None:
    state.den.bag[kind] -= 1
    state.den.pulled = kind
    tell(state, ITSELF, PULLED, kind, 0, 0, 0)


@rule
def place_pulled(state: Record, zone: int) -> None:
    state.den.blocks[zone] = state.den.pulled
    state.den.pulled = EMPTY
    state.gaps = int(state.gaps) & ~bit(zone)
    emit(state, NAMED, zone, 0, 0, 0)


# Hiding


@rule
def hide_options(state: Record) -> int:
    """Revealed blocks that may be hidden now, a bit each."""
    options = ALL_ZONES & ~int(state.hidden)
    return options if state.not_here == NOWHERE else options & ~bit(state.not_here)


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
    state.not_here = NOWHERE


# Learning


@rule
def leaving(state: Record) -> int:
    """Revealed blocks a gained block may replace, a bit each."""
    options = 0
    for zone in range(ZONES):
        if not is_hidden(state, zone) and can_leave(state.den.blocks[zone]):
            options |= bit(zone)
    return options


@rule
def open_cards(state: Record, with_food: bool) -> int:
    """Piles whose open card can be learned, a bit each; an Eat card only if its food can enter."""
    piles = 0
    for pile in range(PILES):
        if state.open[pile] != NO_CARD and (pile != EAT_PILE or with_food):
            piles |= bit(pile)
    return piles


@rule
def blocks_aside(state: Record) -> int:
    """Traps and the double shell beside the board, a bit for each kind."""
    kinds = 0
    for kind in range(CURRENT_TRAP, CRAB):
        if state.aside[kind] > 0:
            kinds |= bit(kind)
    return kinds


@rule
def can_learn_now(state: Record) -> bool:
    if state.skills > 0:
        return True
    return leaving(state) != 0 and (state.eats > 0 or blocks_aside(state) != 0)


@rule
def learn_on(box: Record, state: Record) -> bool:
    """True: it waits for a choice, or for a card to be turned up. What has one answer only is done."""
    while state.learns > 0:
        room = leaving(state)
        if state.to_take != EMPTY:
            if count(room) > 1:
                return ask(state, EXCHANGING, OCTOPUS)
            exchange(state, lowest(room))
        else:
            cards = open_cards(state, room != 0)
            kinds = blocks_aside(state) if room != 0 else 0
            if cards == 0 and kinds == 0:
                end_learning(state)
            elif count(cards) + count(kinds) > 1 or state.least <= 0:
                return ask(state, LEARNING, OCTOPUS)
            elif cards != 0:
                learn_card(box, state, lowest(cards))
            else:
                call_block(state, lowest(kinds))
        if state.to_open != 0:
            return roll_on(state, OPENING)
    return False


@rule
def learn_card(box: Record, state: Record, pile: int) -> None:
    """The open card of the pile, to the discard pile or to hand; with an Eat card its food comes along."""
    card = int(state.open[pile])
    to_hand = state.to_hand == 1 and pile != EAT_PILE
    if to_hand:
        state.den.hand[card] += 1
        state.in_hand += 1
    else:
        state.discard[card] += 1
        state.in_discard += 1
    emit(state, GAINED_CARD, card, 1 if to_hand else 0, 0, 0)
    state.open[pile] = NO_CARD
    if state.below[pile] > 0:
        state.to_open = int(state.to_open) | bit(pile)
    if pile == EAT_PILE:
        state.eats -= 1
        state.to_take = CRAB + card - FIRST_EAT
    else:
        state.skills -= 1
        learned(state)


@rule
def call_block(state: Record, kind: int) -> None:
    """A block from beside the board is to enter."""
    state.to_take = kind
    emit(state, COMES, kind, 0, 0, 0)


@rule
def exchange(state: Record, zone: int) -> None:
    """The gained block enters revealed; the one it replaces is put aside."""
    old = int(state.den.blocks[zone])
    kind = int(state.to_take)
    state.aside[old] += 1
    state.aside[kind] -= 1
    state.den.blocks[zone] = kind
    state.to_take = EMPTY
    emit(state, GAINED_BLOCK, kind, zone, old, 0)
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


@rule
def open_card(box: Record, state: Record, card: int) -> None:
    """The next card of a pile is turned up."""
    pile = lowest(state.to_open)
    state.to_open = int(state.to_open) & ~bit(pile)
    state.open[pile] = card
    state.in_pile[card] -= 1
    state.below[pile] -= 1
    emit(state, OPENED, pile, card, 0, 0)


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
    emit(state, TRASHED, card, 1 if from_hand else 0, 0, 0)


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
        emit(state, DRAWN, int(state.draws), 0, 0, 0)
    return roll_on(state, DRAWING)


@rule
def reshuffle(state: Record) -> None:
    for card in range(CARDS):
        state.den.draw[card] = state.discard[card]
        state.discard[card] = 0
    state.in_draw = state.in_discard
    state.in_discard = 0
    emit(state, RESHUFFLED, int(state.in_draw), 0, 0, 0)


@rule
def draw_card(state: Record, card: int) -> None:
    state.den.draw[card] -= 1
    state.in_draw -= 1
    state.den.hand[card] += 1
    state.in_hand += 1
    state.draws -= 1
    if state.draws == 0:
        state.drawing = 0
    tell(state, ITSELF, DREW, card, 0, 0, 0)


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
        tell(state, ITSELF, FETCHED, card, 0, 0, 0)
        emit(state, FETCHED_UNSEEN, 0, 0, 0, 0)
    else:
        state.discard[card] -= 1
        state.in_discard -= 1
        emit(state, FETCHED_OPEN, card, 0, 0, 0)


# Eating


@rule
def eat(box: Record, state: Record, food: int) -> None:
    """Food and octopus are revealed, a spare shell takes the food's place, the card is trashed."""
    octopus = zone_of(state, THE_OCTOPUS)
    zone = zone_of(state, CRAB + food)
    if is_hidden(state, zone):
        show(state, zone, ATE_IT)
    if is_hidden(state, octopus):
        show(state, octopus, ATE_IT)
    state.den.blocks[zone] = SHELL
    state.aside[SHELL] -= 1
    state.eaten = int(state.eaten) | bit(food)
    state.unused = int(state.unused) | bit(food)
    eaten = count(state.eaten)
    emit(state, ATE, food, eaten, zone, 0)
    if eaten >= box.food_to_win:
        win(state, OCTOPUS, FED)


@rule
def use_power(box: Record, state: Record, food: int) -> None:
    """Each food's power once, at no cost of actions."""
    state.unused = int(state.unused) & ~bit(food)
    emit(state, FOOD_USED, food, 0, 0, 0)
    if food == CRAB - CRAB:
        state.hand_size = box.big_hand
        draw_up(state)
    elif food == SNAIL - CRAB:
        state.fetches = 1
    elif food == LOBSTER - CRAB:
        for zone in range(ZONES):
            if not is_hidden(state, zone):
                hide(state, zone)
    else:
        state.learns = box.free_learning
        state.least = 0


# The shark is sent to a den


@rule
def den_options(state: Record) -> int:
    """Dens free of currents; all of them if there is none, a bit each."""
    free = ALL_DENS & ~int(state.covered)
    return (free if free != 0 else ALL_DENS) >> FIRST_DEN


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
    space = FIRST_DEN + den
    if has(state.covered, space):
        drop_current(state, space)
    state.at = space
    state.ends = EITHER_END
    state.to_den = 0
    emit(state, AT_DEN, space, 0, 0, 0)


# Choices by what is going on ------------------------------------------------------------------------------------------


@rule
def octopus_choices(box: Record, state: Record, out: Ints) -> int:
    phase = int(state.phase)
    n = 0
    if phase == OCTOPUS_TURN:
        return turn_choices(box, state, out)
    if phase == PAYING:
        return add_all(out, n, REVEAL, payments(box, state))
    if phase == SWAPPING:
        return add_all(out, n, SWAP, (1 << len(PAIRS)) - 1)
    if phase == PICKING:
        n = add_all(out, n, PICK, pick_options(state))
    elif phase == DENNING:
        return add_all(out, n, DEN, den_options(state))
    elif phase == REMOVING:
        n = add_all(out, n, REMOVE, state.covered)
    elif phase == HIDING:
        n = add_all(out, n, HIDE, hide_options(state))
    elif phase == LEARNING:
        room = leaving(state)
        n = add_all(out, n, LEARN_CARD, open_cards(state, room != 0))
        if room != 0:
            n = add_all(out, n, LEARN_BLOCK, blocks_aside(state))
    elif phase == EXCHANGING:
        return add_all(out, n, EXCHANGE, leaving(state))
    else:
        return card_choices(state, phase, out)
    if state.least <= 0:
        n = add(out, n, DONE)
    return n


@rule
def card_choices(state: Record, phase: int, out: Ints) -> int:
    """One of its cards: to trash or not, to fetch, or to be one too many."""
    n = 0
    for card in range(CARDS):
        if phase == FETCHING:
            if state.den.draw[card] > 0:
                n = add(out, n, FETCH_DRAW + card)
            if state.discard[card] > 0:
                n = add(out, n, FETCH_DISCARD + card)
        elif state.den.hand[card] > 0:
            n = add(out, n, (TRASH_HAND if phase == TRASHING else DISCARD) + card)
        if phase == TRASHING and state.discard[card] > 0:
            n = add(out, n, TRASH_DISCARD + card)
    if phase == TRASHING:
        n = add(out, n, DONE)
    return n


@rule
def octopus_acts(box: Record, state: Record, action: int) -> None:
    phase = int(state.phase)
    if phase == OCTOPUS_TURN:
        take_turn(box, state, action)
    elif action == DONE:
        stop(state, phase)
    elif phase == PAYING:
        pay(box, state, action - REVEAL)
    elif phase == SWAPPING:
        swap(box, state, action - SWAP)
    elif phase == PICKING:
        pick_block(state, action - PICK)
    elif phase == HIDING:
        hide_block(state, action - HIDE)
    elif phase == LEARNING:
        if action >= LEARN_BLOCK:
            call_block(state, action - LEARN_BLOCK)
        else:
            learn_card(box, state, action - LEARN_CARD)
    elif phase == EXCHANGING:
        exchange(state, action - EXCHANGE)
    elif phase == TRASHING:
        if action >= TRASH_DISCARD:
            trash(state, action - TRASH_DISCARD, False)
        else:
            trash(state, action - TRASH_HAND, True)
    elif phase == FETCHING:
        if action >= FETCH_DISCARD:
            fetch(state, action - FETCH_DISCARD, False)
        else:
            fetch(state, action - FETCH_DRAW, True)
    elif phase == TRIMMING:
        discard(state, action - DISCARD)
    elif phase == REMOVING:
        state.removals -= 1
        drop_current(state, action - REMOVE)
    else:
        send_to_den(state, action - DEN)


@rule
def stop(state: Record, phase: int) -> None:
    """It leaves the rest undone."""
    emit(state, PASSED, OCTOPUS, 0, 0, 0)
    if phase == PICKING:
        end_picking(state)
    elif phase == HIDING:
        end_hiding(state)
    elif phase == LEARNING:
        end_learning(state)
    elif phase == TRASHING:
        state.trashes = 0
    else:
        state.removals = 0
