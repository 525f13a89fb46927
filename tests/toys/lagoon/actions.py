"""Lagoon: the decisions of the shark and the diver, and their names."""

from __future__ import annotations

from undertow.core.records import CHANCE, Record

STAY = 0
SWIM = 1
LOOK = 2  # + lagoon


def name(box: Record, state: Record, seat: int, action: int) -> str:
    """What a player calls this action or this outcome of chance."""
    if seat == CHANCE:
        return f"lagoon {action + 1}"
    if action == STAY:
        return "stay"
    if action == SWIM:
        return "swim"
    return f"look {action - LOOK + 1}"
