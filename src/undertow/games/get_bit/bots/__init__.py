"""Get Bit!: bots that know the game.

A round is a game of its own in which all choose at once, so no single card is best: whoever can be foreseen is bitten.
`matrix` therefore solves the round by regret matching: it lets everybody at the table, the shark included, choose
again and again, each time moving every player towards the cards they would rather have played. How good the water is
after the round it judges by weights that were fitted to played matches (`values.py`). The average of all those choices
is a mixed strategy, and it draws its card from that.

`equilibrium` solves the round too, but with values of the positions after it that were worked out beforehand, backwards
from the end (`equilibrium.py`). Where there are none, with other boxes or a Shark player, it plays like `matrix`.

`careful` only asks what happens if everybody else chooses at random, and takes the card that does best.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from undertow.core.bundles import Mind
from undertow.core.contract import Policy
from undertow.core.game import Setup
from undertow.core.records import DEAF, Floats, Ints, Record, Records, count, has
from undertow.core.rng import any_of, below, draw
from undertow.core.rule import rule
from undertow.games.get_bit.actions import BITE, CARD, LOSE, SHARK_CARD_NAMES
from undertow.games.get_bit.bots import equilibrium
from undertow.games.get_bit.bots.equilibrium import ROUND, draw_one, lay_out, mix_of_swimmer
from undertow.games.get_bit.bots.rounds import sweep_round
from undertow.games.get_bit.bots.tables import NOTHING, has_tables, shares
from undertow.games.get_bit.bots.values import FEATURES, LINES, SHARK_FEATURES, chance_to_win, weights
from undertow.games.get_bit.rules import is_shark, lose_limb, rear, reveal, seat_of, swimmer_of
from undertow.games.get_bit.state import ANY_LIMB, CARDS, HEAD, LIMBS, LOSING_LIMB, SEATS, SHARK_CARDS

CAREFUL, MATRIX, EQUILIBRIUM = 1, 2, 3
SWEEPS = 1000  # of `matrix`
POLICIES = {
    "careful": Policy(CAREFUL, 200, "does what is best if all others choose at random; its number: rounds it samples"),
    "matrix": Policy(
        MATRIX, SWEEPS, "solves the round by regret matching; its number: how often it lets everybody choose again"
    ),
    "equilibrium": Policy(
        EQUILIBRIUM, 10, "solves the round with values worked out backwards; its number: how evenly it mixes, from 1"
    ),
}
#: A person who is new to it thinks of one way the round may go, then of several; then of what the others think.
LEVELS = {
    "beginner": "careful:1",
    "easy": "careful:10",
    "medium": "matrix:30",
    "hard": "matrix",
    "expert": "equilibrium",
}
LIGHT = {
    "beginner": "careful:1",
    "easy": "careful:4",
    "medium": "careful:10",
    "hard": "matrix:10",
    "expert": "matrix:10",
}

TIED = 16  # added to a place: the rear of a round with a tie
# In so many of a hundred sweeps the shark sees the swimmers choose at random. Swimmers who are perfect together leave a
# shark little, and few are: a shark that only fears the perfect ones is too timid against all others.
AT_RANDOM = 90
NOISE = 0.05  # of a strategy: less is left out

# The scratch: for each seat and card the regret, then the sum of all strategies; what one seat's cards are worth; how
# often a card did well in sampled rounds; what everybody picked.
REGRETS = 0
SUMS = REGRETS + SEATS * CARDS
VALUES = SUMS + SEATS * CARDS
LOOKS = VALUES + CARDS
PICKED = LOOKS + max(CARDS, FEATURES)
SCRATCH = PICKED + SEATS  # from here on: the scratch of `equilibrium`

WEIGHTS = 2 * LINES * FEATURES + LINES * SHARK_FEATURES  # what `matrix` looks up; then comes what `equilibrium` does
THOUGHTS = 120  # sweeps of `equilibrium`


def table(setup: Setup, policies: Sequence[int | None]) -> Floats:
    """What these bots look up: the weights of `matrix`, then the values of `equilibrium`."""
    if EQUILIBRIUM in policies:
        return _with_values(has_tables(setup.box[0]))
    return weights() if MATRIX in policies else np.zeros(1)


@cache
def _with_values(tables: bool) -> Floats:
    return np.concatenate([weights(), shares() if tables else np.full(1, float(NOTHING))])


def scratch_size(setup: Setup, policies: Sequence[int | None]) -> int:
    return SCRATCH + equilibrium.scratch_size(setup.box[0]) if EQUILIBRIUM in policies else SCRATCH


@rule
def choose(box: Record, seat: int, mind: Mind) -> int:
    world = mind.worlds[0]
    world.told = DEAF
    if world.phase == LOSING_LIMB:
        if mind.policy == CAREFUL:
            return LOSE + foreseen_limb(world, swimmer_of(box, seat), mind.rng)
        return LOSE + best_limb(box, mind.worlds, seat, mind.table, mind.scratch, mind.rng)
    if mind.policy == EQUILIBRIUM:
        if mind.table[WEIGHTS] != NOTHING:
            return CARD + card_of_equilibrium(box, swimmer_of(box, seat), mind)
        return solve_round(box, mind.worlds, seat, SWEEPS, mind.table, mind.scratch, mind.rng)
    if mind.policy == MATRIX:
        return solve_round(box, mind.worlds, seat, mind.parameter, mind.table, mind.scratch, mind.rng)
    if is_shark(box, seat):
        return BITE + likeliest_bite(box, world, mind.parameter, mind.scratch, mind.rng, mind.out)
    return CARD + safest_card(box, world, swimmer_of(box, seat), mind.parameter, mind.scratch, mind.rng, mind.out)


def explain(setup: Setup, seat: int, mind: Mind) -> str:
    """Why a bot of this kind just did what it did."""
    if mind.worlds[0].phase == LOSING_LIMB:
        return "it gives up what it needs least"
    if mind.policy == CAREFUL:
        return "it does best if everybody else chooses at random"
    sums = mind.scratch[SUMS + seat * CARDS : SUMS + (seat + 1) * CARDS]
    total = float(sums.sum()) or 1.0
    shark = is_shark(setup.box[0], seat)
    shares = {
        (SHARK_CARD_NAMES[i] if shark else str(i + 1)): value / total
        for i, value in enumerate(sums)
        if value > 0.02 * total
    }
    mix = ", ".join(f"{card} {share:.0%}" for card, share in sorted(shares.items(), key=lambda item: -item[1]))
    return f"it draws its card from a mix: {mix}"


# With values of what follows ------------------------------------------------------------------------------------------


@rule
def card_of_equilibrium(box: Record, swimmer: int, mind: Mind) -> int:
    """A card from a mix that nobody at a table of such bots would rather depart from."""
    state = mind.worlds[0]
    at = SCRATCH + ROUND
    lay_out(box, mind.worlds, mind.table, WEIGHTS, mind.scratch, SCRATCH)
    sweep_round(THOUGHTS, max(1, mind.parameter) / 1000.0, mind.scratch, at)
    for place in range(state.in_line):
        if box.each == 1 or state.line[place] == swimmer:
            mix_of_swimmer(state, int(state.line[place]), SUMS + int(state.line[place]) * CARDS, mind.scratch, at)
    return draw_one(SUMS + swimmer * CARDS, mind.scratch, mind.rng)


# A round at random ----------------------------------------------------------------------------------------------------


@rule
def random_cards(state: Record, rng: Ints, out: Ints) -> None:
    """A card of each hand in line, by place."""
    for place in range(state.in_line):
        out[place] = any_of(rng, state.hands[state.line[place]])


@rule
def rear_place(state: Record, cards: Ints) -> int:
    """Who would be last with these cards: a place, and `TIED` more if any number is shared."""
    seen = 0
    shared = 0
    lowest = 0
    for place in range(state.in_line):
        card = 1 << int(cards[place])
        shared |= seen & card
        seen |= card
        if cards[place] < cards[lowest]:
            lowest = place
    if shared == 0:
        return lowest
    last = 0
    for place in range(state.in_line):
        if has(shared, cards[place]):
            last = place
    return TIED + last


@rule
def likeliest_bite(box: Record, state: Record, samples: int, scratch: Floats, rng: Ints, out: Ints) -> int:
    """The shark's card that hits most often if all swimmers choose at random; any of the best."""
    for card in range(SHARK_CARDS):
        scratch[LOOKS + card] = 0.0
    for _ in range(samples):
        random_cards(state, rng, out)
        last = rear_place(state, out)
        swimmer = state.line[last % TIED]
        scratch[LOOKS + (ANY_LIMB if last >= TIED else HEAD)] += 1.0
        for limb in range(LIMBS):
            if state.limbs[swimmer, limb] > 0:
                scratch[LOOKS + limb] += 1.0
    scratch[LOOKS + HEAD] *= 2.0  # takes a whole swimmer
    return best_of(state.shark_hand, SHARK_CARDS, scratch, rng)


@rule
def best_of(hand: int, cards: int, scratch: Floats, rng: Ints) -> int:
    """The card in hand with the highest value, drawn among equals."""
    best = -1
    equal = 0
    for card in range(cards):
        if has(hand, card):
            if best < 0 or scratch[LOOKS + card] > scratch[LOOKS + best] + 1e-12:
                best = card
                equal = 1
            elif scratch[LOOKS + card] >= scratch[LOOKS + best] - 1e-12:
                equal += 1
                if below(rng, equal) == 0:
                    best = card
    return best


@rule
def safest_card(box: Record, state: Record, swimmer: int, samples: int, scratch: Floats, rng: Ints, out: Ints) -> int:
    """The card that is last least often if all others choose at random."""
    mine = 0
    for place in range(state.in_line):
        if state.line[place] == swimmer:
            mine = place
    for card in range(box.cards):
        scratch[LOOKS + card] = 0.0
    for _ in range(samples):
        random_cards(state, rng, out)
        for card in range(box.cards):
            if has(state.hands[swimmer], card):
                out[mine] = card
                if rear_place(state, out) % TIED != mine:
                    scratch[LOOKS + card] += 1.0
    return best_of(state.hands[swimmer], box.cards, scratch, rng)


@rule
def foreseen_limb(state: Record, swimmer: int, rng: Ints) -> int:
    """Give up a limb the shark could bite off next: its card for it is then worth nothing."""
    best = -1
    equal = 0
    for limb in range(LIMBS):
        if state.limbs[swimmer, limb] == 0:
            continue
        if best < 0 or (has(state.shark_hand, limb) and not has(state.shark_hand, best)):
            best = limb
            equal = 1
        elif has(state.shark_hand, limb) == has(state.shark_hand, best):
            equal += 1
            if below(rng, equal) == 0:
                best = limb
    return best


@rule
def standing(box: Record, state: Record, seat: int, table: Floats, scratch: Floats, rng: Ints) -> float:
    """The seat's share of the win once a round is played, a limb still to be lost included."""
    if state.phase == LOSING_LIMB:
        lose_limb(box, state, rear(state), foreseen_limb(state, rear(state), rng))
    if state.over == 0:
        return chance_to_win(box, state, seat, table, scratch, LOOKS)
    if is_shark(box, state.winner) or is_shark(box, seat):
        return 1.0 if state.winner == seat else 0.0
    same = swimmer_of(box, state.winner) // int(box.each) == swimmer_of(box, seat) // int(box.each)
    return 1.0 if same else 0.0


# The round, solved ----------------------------------------------------------------------------------------------------


@rule
def solve_round(box: Record, worlds: Records, seat: int, sweeps: int, table: Floats, scratch: Floats, rng: Ints) -> int:
    """Regret matching over everybody's choice in this round; an action drawn from the average strategy."""
    world = worlds[0]
    for i in range(2 * SEATS * CARDS):
        scratch[REGRETS + i] = 0.0
    # whoever has chosen chooses again: what they chose is not known, and they knew no more than we do
    players = 0
    for place in range(world.in_line):
        players |= 1 << seat_of(box, world.line[place])
    if box.shark == 1 and world.rounds >= box.first_bite:
        players |= 1
    for sweep in range(sweeps):
        for player in range(SEATS):
            if has(players, player):
                scratch[PICKED + player] = draw_card(hand_of(box, world, player), player, scratch, rng)
        for other in range(SEATS):
            player = SEATS - 1 - other  # the shark, seat 0, comes last: it may see other choices than the swimmers do
            if has(players, player):
                if is_shark(box, player) and below(rng, 100) < AT_RANDOM:
                    pick_at_random(box, world, scratch, rng)
                regret(box, worlds, players, player, sweep + 1, table, scratch, rng)
    card = draw_average(hand_of(box, world, seat), seat, scratch, rng)
    return (BITE if is_shark(box, seat) else CARD) + card


@rule
def pick_at_random(box: Record, world: Record, scratch: Floats, rng: Ints) -> None:
    """Let all swimmers pick any card."""
    for place in range(world.in_line):
        swimmer = int(world.line[place])
        scratch[PICKED + seat_of(box, swimmer)] = any_of(rng, world.hands[swimmer])


@rule
def hand_of(box: Record, state: Record, seat: int) -> int:
    return int(state.shark_hand) if is_shark(box, seat) else int(state.hands[swimmer_of(box, seat)])


@rule
def draw_card(hand: int, seat: int, scratch: Floats, rng: Ints) -> int:
    """A card in proportion to its regret; any, as long as nothing is regretted."""
    total = 0.0
    for card in range(CARDS):
        if has(hand, card):
            total += scratch[REGRETS + seat * CARDS + card]
    if total <= 0.0:
        return any_of(rng, hand)
    left = draw(rng) / 4294967296.0 * total
    found = 0
    for card in range(CARDS):
        if has(hand, card) and scratch[REGRETS + seat * CARDS + card] > 0.0:
            found = card
            left -= scratch[REGRETS + seat * CARDS + card]
            if left < 0.0:
                return card
    return found


@rule
def regret(
    box: Record, worlds: Records, players: int, player: int, weight: int, table: Floats, scratch: Floats, rng: Ints
) -> None:
    """What each of this player's cards would have been worth against what the others picked; regrets grow by it."""
    hand = hand_of(box, worlds[0], player)
    total = 0.0
    for card in range(CARDS):
        if has(hand, card):
            total += scratch[REGRETS + player * CARDS + card]
    average = 0.0
    for card in range(CARDS):
        if has(hand, card):
            scratch[VALUES + card] = worth(box, worlds, players, player, card, table, scratch, rng)
            share = scratch[REGRETS + player * CARDS + card] / total if total > 0.0 else 1.0 / count(hand)
            average += share * scratch[VALUES + card]
            scratch[SUMS + player * CARDS + card] += float(weight) * weight * share
    for card in range(CARDS):
        if has(hand, card):
            at = REGRETS + player * CARDS + card
            scratch[at] = max(0.0, scratch[at] + scratch[VALUES + card] - average)


@rule
def worth(
    box: Record, worlds: Records, players: int, player: int, card: int, table: Floats, scratch: Floats, rng: Ints
) -> float:
    """The player's share of the win when this round is played so."""
    worlds[1] = worlds[0]
    state = worlds[1]
    for other in range(SEATS):
        if has(players, other):
            picked = card if other == player else int(scratch[PICKED + other])
            if is_shark(box, other):
                state.shark_card = picked
            else:
                state.chosen[swimmer_of(box, other)] = picked + 1
    state.waiting = 0
    state.told = 0
    reveal(box, state)
    return standing(box, state, player, table, scratch, rng)


@rule
def draw_average(hand: int, seat: int, scratch: Floats, rng: Ints) -> int:
    """A card from the average strategy; what hardly ever was chosen is noise and left out."""
    total = 0.0
    for card in range(CARDS):
        if has(hand, card):
            total += scratch[SUMS + seat * CARDS + card]
    kept = 0.0
    for card in range(CARDS):
        at = SUMS + seat * CARDS + card
        if scratch[at] < NOISE * total:
            scratch[at] = 0.0
        kept += scratch[at]
    if kept <= 0.0:
        return any_of(rng, hand)
    left = draw(rng) / 4294967296.0 * kept
    found = 0
    for card in range(CARDS):
        share = scratch[SUMS + seat * CARDS + card]
        if share > 0.0:
            found = card
            left -= share
            if left < 0.0:
                return card
    return found


@rule
def best_limb(box: Record, worlds: Records, seat: int, table: Floats, scratch: Floats, rng: Ints) -> int:
    """The limb whose loss leaves the best standing."""
    swimmer = swimmer_of(box, seat)
    best = -1
    best_value = -1.0
    equal = 0
    for limb in range(LIMBS):
        if worlds[0].limbs[swimmer, limb] > 0:
            worlds[1] = worlds[0]
            worlds[1].told = 0
            lose_limb(box, worlds[1], swimmer, limb)
            value = standing(box, worlds[1], seat, table, scratch, rng)
            if value > best_value + 1e-12:
                best = limb
                best_value = value
                equal = 1
            elif value >= best_value - 1e-12:
                equal += 1
                if below(rng, equal) == 0:
                    best = limb
    return best
