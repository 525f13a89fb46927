"""What a batch says to actions that it cannot take, wherever its rows are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from undertow.core.errors import IllegalAction, UndertowError
from undertow.core.game import Setup
from undertow.envs import rows

SHOWN = 12  # legal actions that a sentence names


def has_bots(table: rows.Table) -> bool:
    return bool((table.minds.policies != rows.LEARNER).any())


def check_shape(shape: Sequence[int], kind: str, matches: int) -> None:
    """There must be a whole number for each match."""
    if tuple(shape) != (matches,):
        raise UndertowError(f"there must be one action for each match: the shape {(matches,)}, not {tuple(shape)}.")
    if not kind.startswith(("int", "uint")):
        raise UndertowError(f"actions must be whole numbers, not {kind}.")


def refuse(setup: Setup, row: int, action: int, seat: int, mask: Any) -> None:
    """One sentence about an action that cannot be taken."""
    declared = setup.game.declared
    who = setup.seats[seat]
    if not 0 <= action < declared.size:
        raise IllegalAction(f"match {row}: there is no action {action}; they go from 0 to {declared.size - 1}.")
    legal = [f"{number} ({declared.names[number]})" for number in np.flatnonzero(np.asarray(mask))[:SHOWN].tolist()]
    more = ", ..." if int(np.asarray(mask).sum()) > len(legal) else ""
    raise IllegalAction(
        f"match {row}: {action} ({declared.names[action]}) is not legal for {who} now. Legal: {', '.join(legal)}{more}."
    )
