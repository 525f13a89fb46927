"""Kuhn poker: what is said at the table."""

from __future__ import annotations

from collections.abc import Sequence

from tests.toys.kuhn.rules import gain
from tests.toys.kuhn.state import BET_CHIPS, COMPARED, DEALT, FIRST, FOLDED, HOLDS, PASSED, RANKS, SEATS, SECOND, SHOWN
from undertow.core.position import Event
from undertow.core.records import Record

REASONS = {FOLDED: "nobody called the bet", COMPARED: "theirs was the higher card"}


def prompt(box: Record, state: Record, seat: int) -> str:
    """What whoever acts must decide."""
    against = state.chips[1 - seat] > state.chips[seat]
    return f"You have the {RANKS[state.cards[seat] - 1]}. " + ("Call the bet, or pass?" if against else "Bet, or pass?")


def chance(box: Record, state: Record) -> str:
    """What chance is doing."""
    return "The cards are dealt."


def help(box: Record, state: Record, viewer: int) -> str:
    """The rules of this moment."""
    return (
        f"Both have one of {box.cards} cards and {box.ante} in the pot. A bet of {box.bet} that is not called wins it; "
        "otherwise the higher card does."
    )


def reason(box: Record, state: Record) -> str:
    return REASONS.get(int(state.reason), "")


def scores(box: Record, state: Record) -> list[int]:
    """The chips each gained; nothing while it goes on."""
    return [int(gain(state, seat)) if state.over else 0 for seat in range(SEATS)]


def sentence(box: Record, event: Event, names: Sequence[str]) -> str:
    """What happened, in one sentence."""
    a, b, _, _ = event.details
    if event.kind == DEALT:
        return f"{names[a]} gets a card."
    if event.kind == HOLDS:
        return f"You have the {RANKS[b]}."
    if event.kind == PASSED:
        return f"{names[a]} passes."
    if event.kind == BET_CHIPS:
        return f"{names[a]} bets."
    if event.kind == SHOWN:
        return f"{names[FIRST]} had the {RANKS[a]}, {names[SECOND]} the {RANKS[b]}."
    return f"{names[a]} wins {b}."
