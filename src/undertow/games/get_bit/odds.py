"""Get Bit!: who will be last, exactly, if everybody chooses at random from what is left in hand.

After the swim the untied are in front, the highest card first, and the tied behind them in their old order. So the
rear is the rearmost of the tied, or without a tie whoever played the lowest card. The sum over all choices goes card by
card: which of the swimmers who have no card yet play this one?
"""

from __future__ import annotations

import numpy as np

from undertow.core.records import Floats, Ints, Record, bit, count, has
from undertow.core.rule import rule
from undertow.games.get_bit.state import LIMBS, SWIMMERS

SETS = 1 << SWIMMERS
NOBODY = 2 * SWIMMERS  # no card was played yet; below: the lowest card's place; SWIMMERS + place: the rearmost tied


@rule
def rear_odds(hands: Ints, cards: int, work: Floats, out: Floats) -> None:
    """`out[place, tied]`: how likely this place of the line ends up last, without and with a tie in the round.

    `hands` are the hands from front to rear, as bit sets; `work` is room of shape (2, SETS, NOBODY + 1).
    """
    swimmers = hands.shape[0]
    everybody = (1 << swimmers) - 1
    work[:] = 0.0
    work[0, 0, NOBODY] = 1.0
    now = 0
    for card in range(cards):
        holders = 0
        for place in range(swimmers):
            if has(hands[place], card):
                holders |= bit(place)
        for done in range(everybody + 1):
            for last in range(NOBODY + 1):
                work[1 - now, done, last] = 0.0
        for done in range(everybody + 1):
            for last in range(NOBODY + 1):
                if work[now, done, last] > 0.0:
                    deal(hands, work, now, done, last, holders & ~done)
        now = 1 - now
    for place in range(swimmers):
        out[place, 0] = work[now, everybody, place]
        out[place, 1] = work[now, everybody, SWIMMERS + place]


@rule
def deal(hands: Ints, work: Floats, now: int, done: int, last: int, may: int) -> None:
    """Let every subset of those who may play this card play it."""
    chance = work[now, done, last]
    players = may
    while True:
        probability = chance
        for place in range(hands.shape[0]):
            if has(players, place):
                probability /= count(hands[place])
        work[1 - now, done | players, after_card(last, players)] += probability
        if players == 0:
            return
        players = (players - 1) & may


@rule
def after_card(last: int, players: int) -> int:
    """Who is last once these have played the next higher card."""
    number = count(players)
    rearmost = 0
    for place in range(SWIMMERS):
        if has(players, place):
            rearmost = place
    if number == 0:
        return last
    if number == 1:
        return rearmost if last == NOBODY else last
    if SWIMMERS <= last < NOBODY:
        return max(last, SWIMMERS + rearmost)
    return SWIMMERS + rearmost


def line_hands(state: Record) -> Ints:
    """The hands in line, front to rear."""
    return np.array([int(state.hands[swimmer]) for swimmer in state.line[: state.in_line]], np.int64)


def who_is_last(box: Record, hands: Ints) -> Floats:
    """`[place, tied]`, summing to 1."""
    out = np.zeros((len(hands), 2))
    rear_odds(hands, int(box.cards), np.zeros((2, SETS, NOBODY + 1)), out)
    return out


def clash(hands: Ints, place: int, card: int) -> float:
    """How likely somebody else plays this card (counted from 0) too."""
    alone = 1.0
    for other, hand in enumerate(hands):
        if other != place and has(int(hand), card):
            alone *= 1.0 - 1.0 / count(int(hand))
    return 1.0 - alone


def hits(state: Record, last: Floats) -> list[float]:
    """How likely each of the shark's cards hits: the four limbs, head, any limb."""
    rear = last.sum(axis=1)
    line = state.line[: state.in_line]
    limbs = [
        sum(float(rear[place]) for place, swimmer in enumerate(line) if state.limbs[swimmer, limb] > 0)
        for limb in range(LIMBS)
    ]
    return [*limbs, float(last[:, 0].sum()), float(last[:, 1].sum())]
