"""Your Game: the table as somebody sees it, typed."""

from __future__ import annotations

from typing import Literal

import msgspec

Phase = Literal["hiding", "swimming", "looking", "done"]
PHASES: tuple[Phase, ...] = ("hiding", "swimming", "looking", "done")


class Cave(msgspec.Struct, frozen=True):
    """One cave. `cave` is what actions call it too: so the plain board knows that looking into cave 3 touches it."""

    cave: int
    last_look: int | None  # in which round
    shark: bool | None  # whether it is in there, for whoever knows


class View(msgspec.Struct, frozen=True):
    phase: Phase
    round: int
    rounds: int
    caves: list[Cave]
