"""Kuhn poker: who knows what. Each player sees one card, and both if they are compared."""

from __future__ import annotations

from typing import Literal

import msgspec

from tests.toys.kuhn.state import BETTING, HOLDS, MOST_CARDS, RANKS, SEATS, SHOWN
from undertow.core.contract import Piece
from undertow.core.records import EVERYBODY, Encoding, Ints, Record, bit, count, has
from undertow.core.rng import any_of
from undertow.core.rule import rule

LAYOUT = (
    Piece("cards", SEATS * MOST_CARDS, "how likely each player, the first one first, has each card; 0 before the deal"),
    Piece("chips", SEATS, "what each has in the pot, as a share of the most"),
    Piece("turn", SEATS, "who decides"),
)

Phase = Literal["dealing", "betting", "done"]
PHASES: tuple[Phase, ...] = ("dealing", "betting", "done")


class View(msgspec.Struct, frozen=True):
    """The table as a viewer sees it. Seats are counted from 0."""

    phase: Phase
    turn: int | None
    chips: list[int]
    cards: list[str | None]  # None: face down, or not dealt yet


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
    elif kind == SHOWN:
        memory.cards[0] = a + 1
        memory.cards[1] = b + 1


@rule
def unseen(box: Record, memory: Record) -> int:
    """The cards this viewer has not seen, a bit each."""
    left = bit(box.cards) - 1
    for seat in range(SEATS):
        if memory.cards[seat] > 0:
            left &= ~bit(int(memory.cards[seat]) - 1)
    return left


# What a viewer can imagine ------------------------------------------------------------------------------------------


@rule
def imagine(box: Record, memory: Record, viewer: int, rng: Ints, world: Record) -> None:
    """Whoever has a card the viewer has not seen has any of those that are left."""
    left = unseen(box, memory)
    for seat in range(SEATS):
        if world.cards[seat] > 0 and memory.cards[seat] == 0:
            card = any_of(rng, left)
            left &= ~bit(card)
            world.cards[seat] = card + 1


@rule
def encode(box: Record, state: Record, memory: Record, viewer: int, out: Encoding) -> None:
    """The odds of both cards, the pot, and whose turn it is."""
    left = unseen(box, memory)
    for seat in range(SEATS):
        if state.cards[seat] > 0:
            for card in range(box.cards):
                out[seat * MOST_CARDS + card] = odds_of(memory, left, seat, card)
        out[SEATS * MOST_CARDS + seat] = state.chips[seat] / (box.ante + box.bet)
        mine = state.phase == BETTING and state.turn == seat
        out[SEATS * MOST_CARDS + SEATS + seat] = 1.0 if mine else 0.0


@rule
def odds_of(memory: Record, left: int, seat: int, card: int) -> float:
    """How likely a seat that has a card has this one."""
    if memory.cards[seat] > 0:
        return 1.0 if memory.cards[seat] == card + 1 else 0.0
    return 1.0 / count(left) if has(left, card) else 0.0


# What a viewer may look at ------------------------------------------------------------------------------------------


def view(box: Record, state: Record, memory: Record, viewer: int) -> View:
    return View(
        phase=PHASES[state.phase],
        turn=int(state.turn) if state.phase == BETTING else None,
        chips=[int(chips) for chips in state.chips],
        cards=[RANKS[card - 1] if card > 0 else None for card in memory.cards],
    )


def beliefs(box: Record, state: Record, memory: Record, viewer: int) -> list[list[float]]:
    """How likely each player has each card."""
    left = unseen(box, memory)
    return [[float(odds_of(memory, left, seat, card)) for card in range(box.cards)] for seat in range(SEATS)]
