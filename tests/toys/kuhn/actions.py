"""Kuhn poker: the two decisions, and their names."""

from __future__ import annotations

from tests.toys.kuhn.state import RANKS
from undertow.core.actions import NUMBERS, Actions
from undertow.core.records import Record

ACTIONS = Actions(keys=NUMBERS)
PASS = ACTIONS.add("pass", "Pass", help="Bet nothing. Against a bet this gives the pot away.")
BET = ACTIONS.add("bet", "Bet", help="Put the chips of the one bet into the pot, or call the other's.")


def outcome(box: Record, state: Record, outcome: int) -> str:
    """What a player calls this outcome of chance."""
    return RANKS[outcome]
