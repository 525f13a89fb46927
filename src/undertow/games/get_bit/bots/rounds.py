"""Get Bit!: a round without a shark as a game of its own, solved.

All choose at once, so the round is a table of payoffs: for every choice of cards, what everybody's share of the win is
afterwards. A side is whoever wins together: a swimmer, or the two swimmers of one person, whose cards are chosen
together. The table is written twice as one matrix, between the sides of a left and those of a right half: what the left
ones get, seen from the right, and the other way round. So a sweep is a few products of a matrix and a vector.

Every side mixes: a choice that is worth less is played less often, how much less a temperature says. Sweeps begin hot,
where everybody plays nearly anything and there is only one solution, and cool down with it (a quantal response
equilibrium, followed from its beginning). So of several solutions all find the same, and a small change of the position
changes little. Nothing is drawn by lot.
"""

from __future__ import annotations

from math import exp

from undertow.core.records import DEAF, Floats, Record, Records, count, has
from undertow.core.rule import rule, tiny
from undertow.games.get_bit.rules import reveal
from undertow.games.get_bit.state import CARDS, SWIMMERS

HALF = 3  # sides in a half, at most
SIDES = 2 * HALF
HOT = 0.3  # of the win: the temperature at which sweeps begin
COOLING = 0.7  # of the sweeps; the others are for coming to rest
HASTE, STEADY = 0.5, 5.0  # how far a rating moves in a sweep: less when it is cold, or sweeps go round in circles
CHOICES = 81  # of a side: two swimmers with up to nine cards each

# The scratch of a round, from some place on.
SIDE_OF = 0  # by place
STEP = SIDE_OF + SWIMMERS  # by place: how far the next card of this hand is in its half
SIZE = STEP + SWIMMERS  # by side: in how many ways it can choose; 1 for a side nobody is
DIGIT = SIZE + SIDES  # by place: which card of the hand, while all choices are gone through
MIX = DIGIT + SWIMMERS  # by side and choice: what is played in this sweep, and what is played in the end
RATING = MIX + SIDES * CHOICES
GAIN = RATING + SIDES * CHOICES  # by side and choice: what it is worth against the others' mixes
SHARES = GAIN + SIDES * CHOICES  # by side: of the win
HALVES = SHARES + SIDES  # from here on: the odds of one half's choices, what the other's are worth, and the payoffs


@rule
def sit_down(box: Record, state: Record, scratch: Floats, at: int) -> int:
    """Who belongs together, by place, and in how many ways each side can choose; returns how many sides there are."""
    sides = 0
    for side in range(SIDES):
        scratch[at + SIZE + side] = 1.0
    for place in range(state.in_line):
        side = sides
        for before in range(place):
            if int(state.line[before]) // int(box.each) == int(state.line[place]) // int(box.each):
                side = int(scratch[at + SIDE_OF + before])
        sides += 1 if side == sides else 0
        scratch[at + SIDE_OF + place] = side
    if sides <= 2 * HALF:  # the right half begins with side number HALF
        for place in range(state.in_line):
            side = int(scratch[at + SIDE_OF + place])
            if side >= sides // 2:
                scratch[at + SIDE_OF + place] = side - sides // 2 + HALF
    for place in range(state.in_line):
        scratch[at + SIZE + int(scratch[at + SIDE_OF + place])] *= count(state.hands[state.line[place]])
    for place in range(state.in_line):
        scratch[at + STEP + place] = step_of(state, place, scratch, at)
    return sides


@rule
def step_of(state: Record, place: int, scratch: Floats, at: int) -> int:
    """How far apart two choices of a half are that differ in the next card of this hand."""
    side = int(scratch[at + SIDE_OF + place])
    step = 1
    for later in range(place + 1, state.in_line):
        if int(scratch[at + SIDE_OF + later]) == side:
            step *= count(state.hands[state.line[later]])
    for other in range(side + 1, HALF if side < HALF else SIDES):
        step *= int(scratch[at + SIZE + other])
    return step


@tiny
def left_size(scratch: Floats, at: int) -> int:
    return int(scratch[at + SIZE]) * int(scratch[at + SIZE + 1]) * int(scratch[at + SIZE + 2])


@tiny
def right_size(scratch: Floats, at: int) -> int:
    return int(scratch[at + SIZE + 3]) * int(scratch[at + SIZE + 4]) * int(scratch[at + SIZE + 5])


@rule
def nth_card(hand: int, number: int) -> int:
    """The card of a hand that has so many lower ones beside it."""
    left = number
    for card in range(CARDS):
        if has(hand, card):
            if left == 0:
                return card
            left -= 1
    return 0


@rule
def play_round(box: Record, worlds: Records, scratch: Floats, at: int) -> None:
    """Into the second world: the first one after a round with the cards that are up."""
    worlds[1] = worlds[0]
    state = worlds[1]
    for place in range(state.in_line):
        swimmer = int(state.line[place])
        state.chosen[swimmer] = 1 + nth_card(state.hands[swimmer], int(scratch[at + DIGIT + place]))
    state.waiting = 0
    state.told = DEAF
    reveal(box, state)


@rule
def next_choice(state: Record, scratch: Floats, at: int) -> bool:
    """The next choice of everybody's cards; whether there was one."""
    for back in range(state.in_line):
        place = int(state.in_line) - 1 - back
        scratch[at + DIGIT + place] += 1.0
        if scratch[at + DIGIT + place] < count(state.hands[state.line[place]]):
            return True
        scratch[at + DIGIT + place] = 0.0
    return False


@rule
def keep_shares(state: Record, scratch: Floats, at: int) -> None:
    """Write everybody's share for the cards that are up into the payoffs."""
    left = 0
    right = 0
    for place in range(state.in_line):
        away = int(scratch[at + STEP + place]) * int(scratch[at + DIGIT + place])
        if scratch[at + SIDE_OF + place] < HALF:
            left += away
        else:
            right += away
    lefts = left_size(scratch, at)
    rights = right_size(scratch, at)
    payoffs = at + HALVES + lefts + rights
    for side in range(SIDES):
        if scratch[at + SIZE + side] > 1.0 or side % HALF == 0:
            cell = right * lefts + left if side < HALF else left * rights + right
            scratch[payoffs + side * lefts * rights + cell] = scratch[at + SHARES + side]


@rule
def spread(first: int, to: int, scratch: Floats, at: int) -> None:
    """The odds of every choice of a half, from its three sides' mixes."""
    n = to
    a, b, c = at + MIX + first * CHOICES, at + MIX + (first + 1) * CHOICES, at + MIX + (first + 2) * CHOICES
    for i in range(int(scratch[at + SIZE + first])):
        for j in range(int(scratch[at + SIZE + first + 1])):
            both = scratch[a + i] * scratch[b + j]
            for k in range(int(scratch[at + SIZE + first + 2])):
                scratch[n] = both * scratch[c + k]
                n += 1


@rule
def gather(first: int, side: int, room: int, scratch: Floats, at: int) -> None:
    """What each choice of a side is worth, from what each choice of its half is worth."""
    n = room
    a, b, c = at + MIX + first * CHOICES, at + MIX + (first + 1) * CHOICES, at + MIX + (first + 2) * CHOICES
    gain = at + GAIN + side * CHOICES
    for choice in range(int(scratch[at + SIZE + side])):
        scratch[gain + choice] = 0.0
    for i in range(int(scratch[at + SIZE + first])):
        for j in range(int(scratch[at + SIZE + first + 1])):
            for k in range(int(scratch[at + SIZE + first + 2])):
                if side == first:
                    scratch[gain + i] += scratch[n] * scratch[b + j] * scratch[c + k]
                elif side == first + 1:
                    scratch[gain + j] += scratch[n] * scratch[a + i] * scratch[c + k]
                else:
                    scratch[gain + k] += scratch[n] * scratch[a + i] * scratch[b + j]
                n += 1


@rule
def weigh(side: int, scratch: Floats, at: int) -> None:
    """What every choice of a side is worth against the mixes of all others."""
    lefts = left_size(scratch, at)
    rights = right_size(scratch, at)
    first = 0 if side < HALF else HALF
    mine = lefts if side < HALF else rights
    theirs = rights if side < HALF else lefts
    odds = at + HALVES
    room = odds + theirs
    row = at + HALVES + lefts + rights + side * lefts * rights
    spread(HALF - first, odds, scratch, at)
    for i in range(mine):
        scratch[room + i] = 0.0
    for other in range(theirs):
        p = scratch[odds + other]
        if p > 0.0:
            for i in range(mine):
                scratch[room + i] += p * scratch[row + i]
        row += mine
    gather(first, side, room, scratch, at)


@rule
def wish(side: int, scratch: Floats, at: int) -> float:
    """What the best choice of a side is worth more to it than its mix."""
    best = 0.0
    for choice in range(int(scratch[at + SIZE + side])):
        best = max(best, scratch[at + GAIN + side * CHOICES + choice])
    return best - average_gain(side, scratch, at)


@rule
def average_gain(side: int, scratch: Floats, at: int) -> float:
    """What a side's own mix is worth to it."""
    total = 0.0
    for choice in range(int(scratch[at + SIZE + side])):
        total += scratch[at + MIX + side * CHOICES + choice] * scratch[at + GAIN + side * CHOICES + choice]
    return total


@rule
def cool_down(side: int, temperature: float, haste: float, scratch: Floats, at: int) -> None:
    """A choice is rated by what it is worth, in units of the temperature; its share of the mix grows e-fold with it."""
    size = int(scratch[at + SIZE + side])
    mine = side * CHOICES
    best = -1e30
    for n in range(mine, mine + size):
        scratch[at + RATING + n] += haste * (scratch[at + GAIN + n] / temperature - scratch[at + RATING + n])
        best = max(best, scratch[at + RATING + n])
    total = 0.0
    for n in range(mine, mine + size):
        scratch[at + MIX + n] = exp(scratch[at + RATING + n] - best)
        total += scratch[at + MIX + n]
    for n in range(mine, mine + size):
        scratch[at + MIX + n] /= total


@rule
def discontent(scratch: Floats, at: int) -> float:
    """The most that any side could gain by departing from its mix; `GAIN` and `SHARES` are those of all mixes."""
    most = 0.0
    for side in range(SIDES):
        if scratch[at + SIZE + side] > 1.0:
            weigh(side, scratch, at)
            scratch[at + SHARES + side] = average_gain(side, scratch, at)
            most = max(most, wish(side, scratch, at))
    return most


@rule
def forget(scratch: Floats, at: int) -> None:
    """Everybody plays anything."""
    for side in range(SIDES):
        size = int(scratch[at + SIZE + side])
        for n in range(side * CHOICES, side * CHOICES + size):
            scratch[at + MIX + n] = 1.0 / size
            scratch[at + RATING + n] = 0.0


@rule
def sweep_round(sweeps: int, temperature: float, scratch: Floats, at: int) -> float:
    """Solve the round from its payoffs: afterwards `MIX` has everybody's strategy, `GAIN` what every choice is worth
    against the others', and `SHARES` everybody's share of the win. Returns the most that anybody could still gain."""
    forget(scratch, at)
    hot = HOT
    cooling = (temperature / HOT) ** (1.0 / (COOLING * sweeps))
    for _ in range(sweeps):
        hot = max(temperature, hot * cooling)
        for side in range(SIDES):
            if scratch[at + SIZE + side] > 1.0:
                weigh(side, scratch, at)
                cool_down(side, hot, min(HASTE, STEADY * hot), scratch, at)
    return discontent(scratch, at)
