"""Lagoon: the decisions of the shark and the diver, and their names."""

from __future__ import annotations

from tests.toys.lagoon.state import MOST_LAGOONS
from undertow.core.actions import NUMBERS, Actions
from undertow.core.records import Record

ACTIONS = Actions(keys=NUMBERS)
STAY = ACTIONS.add("stay", "Stay in lagoon {here}", help="Nobody sees whether you stayed.")
SWIM = ACTIONS.add("swim", "Swim on", help="To the next lagoon of the ring, unseen.")
LOOK = ACTIONS.add(  # + lagoon
    "look {lagoon}",
    "Look into lagoon {lagoon}",
    key="lagoon",
    help="Everybody sees what is there.",
    lagoon=range(1, MOST_LAGOONS + 1),
)


def outcome(box: Record, state: Record, outcome: int) -> str:
    """What a player calls this outcome of chance."""
    return f"lagoon {outcome + 1}"
