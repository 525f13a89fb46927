"""Kuhn poker: the rules.

Both put in an ante and get a card. The first player passes or bets, then the second. If one bets and the other passes,
the one who bet has won; if both bet or both pass, the higher card wins. A first player who passed is asked again when
the second one bets.
"""

from __future__ import annotations

from tests.toys.kuhn.actions import BET, PASS
from tests.toys.kuhn.state import (
    BET_CHIPS,
    BETTING,
    COMPARED,
    DEALING,
    DEALT,
    DONE,
    FIRST,
    FOLDED,
    HOLDS,
    PASSED,
    SEATS,
    SECOND,
    SHOWN,
    WON,
)
from undertow.core.records import CHANCE, Floats, Ints, Record, add, bit, emit, tell
from undertow.core.rule import rule


@rule
def setup(box: Record, state: Record) -> None:
    """The antes are in the pot."""
    state.phase = DEALING
    state.turn = FIRST
    for seat in range(SEATS):
        state.chips[seat] = box.ante


@rule
def actors(box: Record, state: Record) -> int:
    return bit(state.turn) if state.phase == BETTING else 0


@rule
def legal(box: Record, state: Record, seat: int, out: Ints) -> int:
    n = 0
    if state.phase == BETTING and seat == state.turn:
        n = add(out, n, PASS)
        n = add(out, n, BET)
    return n


@rule
def chances(box: Record, state: Record, out: Ints) -> int:
    """Every card that is still in the deck is as likely."""
    for card in range(box.cards):
        out[card] = 0 if card + 1 == state.cards[FIRST] else 1
    return int(box.cards)


@rule
def apply(box: Record, state: Record, seat: int, action: int) -> None:
    if seat == CHANCE:
        deal(state, action)
    elif action == BET:
        bet(box, state, seat)
    else:
        do_not_bet(state, seat)


@rule
def payoff(box: Record, state: Record, out: Floats) -> None:
    """What each gained, from the most one can lose to the most one can gain."""
    most = float(int(box.ante) + int(box.bet))
    for seat in range(SEATS):
        out[seat] = (gain(state, seat) + most) / (2.0 * most)


@rule
def gain(state: Record, seat: int) -> int:
    """The chips of the loser change hands."""
    lost = int(state.chips[1 - int(state.winner)])
    return lost if seat == state.winner else -lost


@rule
def deal(state: Record, card: int) -> None:
    """The first player gets the first card, and only that player sees it."""
    seat = FIRST if state.cards[FIRST] == 0 else SECOND
    state.cards[seat] = card + 1
    tell(state, bit(seat), HOLDS, seat, card, 0, 0)
    emit(state, DEALT, seat, 0, 0, 0)
    if seat == SECOND:
        state.phase = BETTING


@rule
def bet(box: Record, state: Record, seat: int) -> None:
    """A bet that answers a bet ends it."""
    state.chips[seat] = box.ante + box.bet
    emit(state, BET_CHIPS, seat, state.chips[seat], 0, 0)
    if state.chips[FIRST] == state.chips[SECOND]:
        compare(state)
    else:
        state.turn = 1 - seat


@rule
def do_not_bet(state: Record, seat: int) -> None:
    """To pass against a bet is to fold; if both pass, the cards are compared."""
    emit(state, PASSED, seat, 0, 0, 0)
    if state.chips[1 - seat] > state.chips[seat]:
        finish(state, 1 - seat, FOLDED)
    elif seat == SECOND:
        compare(state)
    else:
        state.turn = SECOND


@rule
def compare(state: Record) -> None:
    """The higher card wins."""
    emit(state, SHOWN, int(state.cards[FIRST]) - 1, int(state.cards[SECOND]) - 1, 0, 0)
    finish(state, FIRST if state.cards[FIRST] > state.cards[SECOND] else SECOND, COMPARED)


@rule
def finish(state: Record, winner: int, reason: int) -> None:
    state.winner = winner
    state.phase = DONE
    state.over = 1
    state.reason = reason
    emit(state, WON, winner, state.chips[1 - winner], 0, 0)
