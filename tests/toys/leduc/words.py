"""Leduc poker: what is said at the table."""

from __future__ import annotations

from collections.abc import Sequence

from tests.toys.leduc.rules import gain, player_of
from tests.toys.leduc.state import (
    CALLED,
    CARDS,
    COMPARED,
    DEALT,
    FIRST,
    FOLDED,
    HOLDS,
    NOBODY,
    NOT_CALLED,
    PLAYERS,
    RAISED,
    SECOND,
    SHOWN,
    TURNED,
    TURNING,
    WON,
)
from undertow.core.position import Event
from undertow.core.records import Record


def prompt(box: Record, state: Record, seat: int) -> str:
    """What whoever acts must decide."""
    player = player_of(seat)
    against = state.chips[1 - player] > state.chips[player]
    question = "Call, raise or fold?" if against else "Check, or bet?"
    return f"You have the {CARDS[state.cards[player] - 1]}. {question}"


def chance(box: Record, state: Record) -> str:
    """What chance is doing."""
    return "A card is turned up." if state.phase == TURNING else "The cards are dealt."


def help(box: Record, state: Record, viewer: int) -> str:
    """The rules of this moment."""
    return (
        f"Both have one of {box.cards} cards. There are up to {box.raises} raises of {box.bets[0]} before a card is "
        f"turned up for both, and of {box.bets[1]} afterwards. A pair with it wins, else the higher card."
    )


def reason(box: Record, state: Record) -> str:
    if state.reason == NOT_CALLED:
        return "nobody called the bet"
    if state.reason == COMPARED:
        return "the cards are equal" if state.winner == NOBODY else "theirs was the better card"
    return ""


def scores(box: Record, state: Record) -> list[int]:
    """The chips each gained; nothing while it goes on."""
    seats = range(PLAYERS * (2 if box.partners else 1))
    return [int(gain(state, player_of(seat))) if state.over else 0 for seat in seats]


def sentence(box: Record, event: Event, names: Sequence[str]) -> str:
    """What happened, in one sentence."""
    a, b, _, _ = event.details
    said = {
        DEALT: lambda: f"{names[a]} gets a card.",
        HOLDS: lambda: f"You have the {CARDS[b]}.",
        TURNED: lambda: f"The {CARDS[a]} is turned up.",
        FOLDED: lambda: f"{names[a]} folds.",
        CALLED: lambda: f"{names[a]} calls, with {b} in the pot.",
        RAISED: lambda: f"{names[a]} raises to {b}.",
        SHOWN: lambda: f"{names[FIRST]} had the {CARDS[a]}, {names[SECOND]} the {CARDS[b]}.",
        WON: lambda: f"{names[a]} wins {b}.",
    }
    return said[event.kind]() if event.kind in said else "They split the pot."
