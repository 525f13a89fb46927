"""Your Game: the decisions of the shark and the diver, and their names."""

from __future__ import annotations

from undertow.core.actions import NUMBERS, Actions
from undertow.core.records import Record

from your_game.state import MOST_CAVES

CAVES = range(1, MOST_CAVES + 1)  # as people count them; the rules count from 0

ACTIONS = Actions(keys=NUMBERS)
STAY = ACTIONS.add("stay", "Stay in cave {here}", help="Nobody sees whether you stayed.")
SWIM = ACTIONS.add("swim on", "Swim on to cave {next}", help="Nobody sees whether you swam.")
LOOK = ACTIONS.add(  # + cave
    "look {cave}", "Look into cave {cave}", key="cave", help="Everybody sees what is there.", cave=CAVES
)


def outcome(box: Record, state: Record, outcome: int) -> str:
    """What a player calls this outcome of chance."""
    return f"cave {outcome + 1}"
