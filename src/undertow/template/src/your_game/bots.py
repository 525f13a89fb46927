"""Your Game: a bot that knows the game. It never sees the truth, only what its side remembers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from undertow.core.bundles import Mind
from undertow.core.contract import Policy
from undertow.core.game import Setup
from undertow.core.records import Floats, Ints, Record
from undertow.core.rng import below
from undertow.core.rule import rule

from your_game.actions import LOOK, STAY, SWIM
from your_game.rules import following
from your_game.state import SHARK

HUNTER = 1
POLICIES = {"hunter": Policy(HUNTER, about="looks where the shark is likeliest, and hides where it is least likely")}
LEVELS = {"easy": "random", "medium": "sampler", "hard": "hunter"}
LIGHT = {"easy": "random", "medium": "sampler:0.2s", "hard": "hunter"}  # until the rules are compiled


def table(setup: Setup, policies: Sequence[int | None]) -> Floats:
    """What these bots look up: nothing."""
    return np.zeros(1)


def scratch_size(setup: Setup, policies: Sequence[int | None]) -> int:
    return 1


@rule
def choose(box: Record, seat: int, mind: Mind) -> int:
    if seat == SHARK:
        return least_likely(box, mind.worlds[0].shark, mind.memory, mind.rng)
    return LOOK + likeliest(box, mind.memory, mind.rng)


@rule
def least_likely(box: Record, here: int, memory: Record, rng: Ints) -> int:
    """Stay or swim on: wherever nobody would look; either, where both are as good."""
    stay, swim = memory.odds[here], memory.odds[following(box, here)]
    if stay == swim:
        return STAY if below(rng, 2) == 0 else SWIM
    return STAY if stay < swim else SWIM


@rule
def likeliest(box: Record, memory: Record, rng: Ints) -> int:
    """The cave that is most likely, drawn among equals."""
    best, equal = 0, 0
    for cave in range(box.caves):
        if memory.odds[cave] > memory.odds[best]:
            best, equal = cave, 1
        elif memory.odds[cave] == memory.odds[best]:
            equal += 1
            if below(rng, equal) == 0:
                best = cave
    return best


def explain(setup: Setup, seat: int, mind: Mind) -> str:
    """Why it just did what it did."""
    if seat == SHARK:
        return "nobody would look for it there"
    return f"the shark is there with {max(mind.memory.odds):.0%}"
