"""Leduc poker: who knows what. Each player sees one card, both see the open one, and all three if they are compared."""

from __future__ import annotations

from typing import Literal

import msgspec

from tests.toys.leduc.actions import ACTIONS, CALL, RAISE
from tests.toys.leduc.rules import most_chips
from tests.toys.leduc.state import (
    BETTING,
    CARDS,
    HOLDS,
    MOST_CARDS,
    MOST_PLAYS,
    OPEN,
    PLACES,
    PLAYERS,
    ROUNDS,
    SHOWN,
    TURNED,
)
from undertow.core.contract import Piece
from undertow.core.records import EVERYBODY, Encoding, Ints, Record, bit, count, has
from undertow.core.rng import any_of
from undertow.core.rule import rule

LAYOUT = (
    Piece(
        "cards",
        PLACES * MOST_CARDS,
        "how likely each player, the first one first, has each card, and which one lies open; 0 before that",
    ),
    Piece("chips", PLAYERS, "what each has in the pot, as a share of the most"),
    Piece("turn", PLAYERS, "who decides, or whose partner"),
    Piece("plays", ROUNDS * MOST_PLAYS * 2, "all decisions so far, by round: whether it was a call, whether a raise"),
)
CHIPS_AT = PLACES * MOST_CARDS
TURN_AT = CHIPS_AT + PLAYERS
PLAYS_AT = TURN_AT + PLAYERS

Phase = Literal["dealing", "betting", "turning", "done"]
PHASES: tuple[Phase, ...] = ("dealing", "betting", "turning", "done")


class View(msgspec.Struct, frozen=True):
    """The table as a viewer sees it. Players are counted from 0."""

    phase: Phase
    turn: int | None
    chips: list[int]
    cards: list[str | None]  # None: face down, or not dealt yet
    open: str | None
    plays: list[list[str]]  # by round


def exact(box: Record, state: Record) -> bool:
    """Imagined worlds have exactly the right odds, if everybody plays at random: such a player bets as often on any
    card."""
    return True


# What a viewer remembers --------------------------------------------------------------------------------------------


@rule
def observe(box: Record, state: Record, memory: Record, viewer: int, public: Record) -> None:
    """Keep the cards that this viewer was shown."""
    for i in range(min(int(state.told), state.events.shape[0])):
        audience = state.events[i, 1]
        if audience == EVERYBODY or has(audience, viewer):
            see(memory, int(state.events[i, 0]), int(state.events[i, 2]), int(state.events[i, 3]))


@rule
def see(memory: Record, kind: int, a: int, b: int) -> None:
    if kind == HOLDS:
        memory.cards[a] = b + 1
    elif kind == TURNED:
        memory.cards[OPEN] = a + 1
    elif kind == SHOWN:
        memory.cards[0] = a + 1
        memory.cards[1] = b + 1


@rule
def unseen(box: Record, memory: Record) -> int:
    """The cards this viewer has not seen, a bit each."""
    left = bit(box.cards) - 1
    for at in range(PLACES):
        if memory.cards[at] > 0:
            left &= ~bit(int(memory.cards[at]) - 1)
    return left


# What a viewer can imagine ------------------------------------------------------------------------------------------


@rule
def imagine(box: Record, memory: Record, viewer: int, rng: Ints, world: Record) -> None:
    """Whoever has a card the viewer has not seen has any of those that are left."""
    left = unseen(box, memory)
    for player in range(PLAYERS):
        if world.cards[player] > 0 and memory.cards[player] == 0:
            card = any_of(rng, left)
            left &= ~bit(card)
            world.cards[player] = card + 1


@rule
def encode(box: Record, state: Record, memory: Record, viewer: int, out: Encoding) -> None:
    """The odds of all cards, the pot, whose turn it is, and how it came to that."""
    left = unseen(box, memory)
    for at in range(PLACES):
        if state.cards[at] > 0:
            for card in range(box.cards):
                out[at * MOST_CARDS + card] = odds_of(memory, left, at, card)
    for player in range(PLAYERS):
        out[CHIPS_AT + player] = state.chips[player] / float(most_chips(box))
        out[TURN_AT + player] = 1.0 if state.phase == BETTING and state.turn == player else 0.0
    for stage in range(ROUNDS):
        for play in range(MOST_PLAYS):
            done = int(state.plays[stage, play]) - 1
            at = PLAYS_AT + (stage * MOST_PLAYS + play) * 2
            out[at] = 1.0 if done == CALL else 0.0
            out[at + 1] = 1.0 if done == RAISE else 0.0


@rule
def odds_of(memory: Record, left: int, at: int, card: int) -> float:
    """How likely a place that has a card has this one."""
    if memory.cards[at] > 0:
        return 1.0 if memory.cards[at] == card + 1 else 0.0
    return 1.0 / count(left) if has(left, card) else 0.0


# What a viewer may look at ------------------------------------------------------------------------------------------


def view(box: Record, state: Record, memory: Record, viewer: int) -> View:
    seen = [CARDS[card - 1] if card > 0 else None for card in memory.cards]
    return View(
        phase=PHASES[state.phase],
        turn=int(state.turn) if state.phase == BETTING else None,
        chips=[int(chips) for chips in state.chips],
        cards=seen[:OPEN],
        open=seen[OPEN],
        plays=[[ACTIONS.names[play - 1] for play in plays if play > 0] for plays in state.plays],
    )


def beliefs(box: Record, state: Record, memory: Record, viewer: int) -> list[list[float]]:
    """How likely each player has each card."""
    left = unseen(box, memory)
    return [[float(odds_of(memory, left, player, card)) for card in range(box.cards)] for player in range(PLAYERS)]
