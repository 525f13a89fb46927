"""Leduc poker: the rules.

Both put in an ante and get a card. The first player begins, and then they decide in turn: fold, call (which is a check
as long as nobody has bet), or raise, so often in a round. When both have decided and the pot is even, a card is turned
up for both, and they bet once more, by larger bets; the first player begins again. Then whoever has a pair with the
open card wins, else the higher card; equal cards split the pot.
"""

from __future__ import annotations

from tests.toys.leduc.actions import CALL, FOLD, RAISE
from tests.toys.leduc.state import (
    BETTING,
    CALLED,
    COMPARED,
    DEALING,
    DEALT,
    DONE,
    FIRST,
    FOLDED,
    HOLDS,
    NOBODY,
    NOT_CALLED,
    OPEN,
    PLACES,
    PLAYERS,
    RAISED,
    ROUNDS,
    SEATS,
    SECOND,
    SHOWN,
    SPLIT,
    SUITS,
    TURNED,
    TURNING,
    WON,
)
from undertow.core.records import CHANCE, Floats, Ints, Record, add, bit, emit, tell
from undertow.core.rule import rule


@rule
def setup(box: Record, state: Record) -> None:
    """The antes are in the pot."""
    state.phase = DEALING
    state.turn = FIRST
    for player in range(PLAYERS):
        state.chips[player] = box.ante


@rule
def actors(box: Record, state: Record) -> int:
    return bit(who_decides(box, state)) if state.phase == BETTING else 0


@rule
def who_decides(box: Record, state: Record) -> int:
    """The player in turn, or that player's partner in the second round."""
    behind = PLAYERS if box.partners == 1 and state.stage == 1 else 0
    return int(state.turn) + behind


@rule
def player_of(seat: int) -> int:
    """The player who sits there, or whose partner does."""
    return seat % PLAYERS


@rule
def legal(box: Record, state: Record, seat: int, out: Ints) -> int:
    """Nobody folds without a bet against them."""
    n = 0
    if state.phase == BETTING and seat == who_decides(box, state):
        player = player_of(seat)
        if state.chips[1 - player] > state.chips[player]:
            n = add(out, n, FOLD)
        n = add(out, n, CALL)
        if state.raises < box.raises:
            n = add(out, n, RAISE)
    return n


@rule
def chances(box: Record, state: Record, out: Ints) -> int:
    """Every card that is still in the deck is as likely."""
    for card in range(box.cards):
        out[card] = 1
    for place in range(PLACES):
        if state.cards[place] > 0:
            out[int(state.cards[place]) - 1] = 0
    return int(box.cards)


@rule
def apply(box: Record, state: Record, seat: int, action: int) -> None:
    if seat == CHANCE:
        if state.phase == DEALING:
            deal(state, action)
        else:
            turn_up(state, action)
        return
    played = plays_so_far(state)
    state.plays[state.stage, played] = action + 1
    if action == FOLD:
        emit(state, FOLDED, seat, 0, 0, 0)
        finish(state, 1 - player_of(seat), NOT_CALLED)
    elif action == RAISE:
        raise_by_a_bet(box, state, seat)
    else:
        call(state, seat, played)


@rule
def payoff(box: Record, state: Record, out: Floats) -> None:
    """What each gained, from the most one can lose to the most one can gain."""
    most = float(most_chips(box))
    for seat in range(SEATS):
        out[seat] = (gain(state, player_of(seat)) + most) / (2.0 * most)


@rule
def most_chips(box: Record) -> int:
    """The most that one player can have in the pot."""
    return int(box.ante) + int(box.raises) * (int(box.bets[0]) + int(box.bets[1]))


@rule
def gain(state: Record, player: int) -> int:
    """The chips of the loser change hands."""
    if state.winner == NOBODY:
        return 0
    lost = int(state.chips[1 - int(state.winner)])
    return lost if player == state.winner else -lost


@rule
def plays_so_far(state: Record) -> int:
    """How many decisions there were in this round."""
    played = 0
    while state.plays[state.stage, played] > 0:
        played += 1
    return played


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
def turn_up(state: Record, card: int) -> None:
    """A card for both, and they bet again."""
    state.cards[OPEN] = card + 1
    emit(state, TURNED, card, 0, 0, 0)
    state.stage = 1
    state.raises = 0
    state.turn = FIRST
    state.phase = BETTING


@rule
def raise_by_a_bet(box: Record, state: Record, seat: int) -> None:
    player = player_of(seat)
    state.chips[player] = state.chips[1 - player] + box.bets[state.stage]
    state.raises += 1
    emit(state, RAISED, seat, state.chips[player], 0, 0)
    state.turn = 1 - player


@rule
def call(state: Record, seat: int, played: int) -> None:
    """The first decision of a round is only a check; any other call ends the round."""
    player = player_of(seat)
    state.chips[player] = state.chips[1 - player]
    emit(state, CALLED, seat, state.chips[player], 0, 0)
    if played == 0:
        state.turn = 1 - player
    elif state.stage + 1 < ROUNDS:
        state.phase = TURNING
    else:
        compare(state)


@rule
def compare(state: Record) -> None:
    """A pair with the open card wins, else the higher rank."""
    emit(state, SHOWN, int(state.cards[FIRST]) - 1, int(state.cards[SECOND]) - 1, 0, 0)
    first = strength(state, FIRST)
    second = strength(state, SECOND)
    if first == second:
        finish(state, NOBODY, COMPARED)
    else:
        finish(state, FIRST if first > second else SECOND, COMPARED)


@rule
def strength(state: Record, seat: int) -> int:
    """Higher wins: the rank of the card, or more than any rank for a pair."""
    rank = (int(state.cards[seat]) - 1) // SUITS
    return 100 if rank == (int(state.cards[OPEN]) - 1) // SUITS else rank


@rule
def finish(state: Record, winner: int, reason: int) -> None:
    state.winner = winner
    state.phase = DONE
    state.over = 1
    state.reason = reason
    if winner == NOBODY:
        emit(state, SPLIT, 0, 0, 0, 0)
    else:
        emit(state, WON, winner, state.chips[1 - winner], 0, 0)
