"""Get Bit!: `equilibrium` solves the round with values of what follows that were worked out beforehand.

`tables.py` knows what each position after the round is worth if everybody plays on like that; `rounds.py` finds mixed
strategies from which nobody would rather depart.
"""

from __future__ import annotations

from undertow.core.records import Floats, Ints, Record, Records, count
from undertow.core.rng import draw
from undertow.core.rule import rule
from undertow.games.get_bit.bots.rounds import (
    CHOICES,
    DIGIT,
    GAIN,
    HALVES,
    MIX,
    SHARES,
    SIDE_OF,
    SIDES,
    SIZE,
    keep_shares,
    next_choice,
    nth_card,
    play_round,
    sit_down,
)
from undertow.games.get_bit.bots.tables import look_up
from undertow.games.get_bit.rules import lose_limb, rear
from undertow.games.get_bit.state import CARDS, LOSING_LIMB, SWIMMERS

# The scratch: what everybody's share is by person and room to look it up, then the round.
PEOPLE = 0
ROUND = PEOPLE + 64


def scratch_size(box: Record) -> int:
    """Room for the round, with payoffs for every choice of everybody's cards."""
    ways = int(box.cards) ** int(box.swimmers) if box.swimmers == 4 else 1
    return ROUND + HALVES + 2 * int(box.cards) ** 3 + SIDES * ways


@rule
def lose_any(box: Record, state: Record) -> None:
    """Without a Shark player it does not matter which limb goes."""
    limb = 0
    while state.limbs[rear(state), limb] == 0:
        limb += 1
    lose_limb(box, state, rear(state), limb)


@rule
def shares_after(box: Record, state: Record, table: Floats, values: int, scratch: Floats, out: int) -> None:
    """Everybody's share of the win by person, once the cards of a round are shown."""
    for person in range(SWIMMERS):
        scratch[out + person] = 0.0
    if state.phase == LOSING_LIMB:
        lose_any(box, state)
    if state.over != 0:
        scratch[out + int(state.winner) // int(box.each)] = 1.0
    else:
        look_up(box, state, table, values, scratch, out)


@rule
def lay_out(box: Record, worlds: Records, table: Floats, values: int, scratch: Floats, at: int) -> None:
    """The payoffs of every choice of everybody's cards."""
    line = int(worlds[0].in_line)
    sit_down(box, worlds[0], scratch, at + ROUND)
    for place in range(line):
        scratch[at + ROUND + DIGIT + place] = 0.0
    more = True
    while more:
        play_round(box, worlds, scratch, at + ROUND)
        shares_after(box, worlds[1], table, values, scratch, at + PEOPLE)
        for place in range(line):
            side = int(scratch[at + ROUND + SIDE_OF + place])
            person = int(worlds[0].line[place]) // int(box.each)
            scratch[at + ROUND + SHARES + side] = scratch[at + PEOPLE + person]
        keep_shares(worlds[0], scratch, at + ROUND)
        more = next_choice(worlds[0], scratch, at + ROUND)


# Strategies by seat ---------------------------------------------------------------------------------------------------


@rule
def mix_of_seats(box: Record, state: Record, sums: int, scratch: Floats, at: int) -> None:
    """Every side's mix, from sums of strategies by seat and card."""
    for side in range(SIDES):
        for choice in range(int(scratch[at + SIZE + side])):
            scratch[at + MIX + side * CHOICES + choice] = 1.0
    for place in range(state.in_line):
        seat = int(state.line[place])
        side = int(scratch[at + SIDE_OF + place])
        total = 0.0
        for card in range(CARDS):
            total += scratch[sums + seat * CARDS + card]
        for choice in range(int(scratch[at + SIZE + side])):
            share = scratch[sums + seat * CARDS + card_of(state, place, choice, scratch, at)] / total
            scratch[at + MIX + side * CHOICES + choice] *= share


# A card ---------------------------------------------------------------------------------------------------------------


@rule
def card_of(state: Record, place: int, choice: int, scratch: Floats, at: int) -> int:
    """The card that a choice of a side means for the swimmer in this place."""
    step = 1
    for later in range(place + 1, state.in_line):
        if scratch[at + SIDE_OF + later] == scratch[at + SIDE_OF + place]:
            step *= count(state.hands[state.line[later]])
    hand = int(state.hands[state.line[place]])
    return nth_card(hand, choice // step % count(hand))


@rule
def fits(state: Record, swimmer: int, choice: int, scratch: Floats, at: int) -> bool:
    """Whether a choice of this swimmer's side keeps the card that its partner has already chosen."""
    side = side_of(state, swimmer, scratch, at)
    for place in range(state.in_line):
        other = int(state.line[place])
        partner = other != swimmer and scratch[at + SIDE_OF + place] == side and state.chosen[other] > 0
        if partner and card_of(state, place, choice, scratch, at) != state.chosen[other] - 1:
            return False
    return True


@rule
def place_of(state: Record, swimmer: int) -> int:
    for place in range(state.in_line):
        if state.line[place] == swimmer:
            return place
    return 0


@rule
def side_of(state: Record, swimmer: int, scratch: Floats, at: int) -> int:
    return int(scratch[at + SIDE_OF + place_of(state, swimmer)])


@rule
def mix_of_swimmer(state: Record, swimmer: int, sums: int, scratch: Floats, at: int) -> None:
    """How likely each card is for this swimmer, its partner's card kept: into `scratch[sums + card]`."""
    place = place_of(state, swimmer)
    side = side_of(state, swimmer, scratch, at)
    for card in range(CARDS):
        scratch[sums + card] = 0.0
    total = 0.0
    best = -1
    for choice in range(int(scratch[at + SIZE + side])):
        if fits(state, swimmer, choice, scratch, at):
            n = side * CHOICES + choice
            total += scratch[at + MIX + n]
            scratch[sums + card_of(state, place, choice, scratch, at)] += scratch[at + MIX + n]
            if best < 0 or scratch[at + GAIN + n] > scratch[at + GAIN + side * CHOICES + best]:
                best = choice
    if total <= 0.0:  # the partner's card was none of ours: what is best with it
        total = 1.0
        scratch[sums + card_of(state, place, best, scratch, at)] = 1.0
    for card in range(CARDS):
        scratch[sums + card] /= total


@rule
def draw_one(sums: int, scratch: Floats, rng: Ints) -> int:
    """A card drawn from a mix."""
    left = draw(rng) / 4294967296.0
    found = 0
    for card in range(CARDS):
        if scratch[sums + card] > 0.0:
            found = card
            left -= scratch[sums + card]
            if left < 0.0:
                return card
    return found
