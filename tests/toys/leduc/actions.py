"""Leduc poker: the three decisions, and their names."""

from __future__ import annotations

from tests.toys.leduc.state import CARDS
from undertow.core.actions import NUMBERS, Actions
from undertow.core.records import Record

ACTIONS = Actions(keys=NUMBERS)
FOLD = ACTIONS.add("fold", "Fold", help="Give the pot away.")
CALL = ACTIONS.add("call", "Check or call", help="Put in what the other has put in, or nothing if that is the same.")
RAISE = ACTIONS.add("raise", "Raise", help="Put in what the other has put in, and the chips of a bet.")


def outcome(box: Record, state: Record, outcome: int) -> str:
    """What a player calls this outcome of chance."""
    return CARDS[outcome]
