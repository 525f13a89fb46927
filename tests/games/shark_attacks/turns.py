"""Points a turn and races, counted over many turns played by the rules themselves, for players who hold at a number.

Nothing of `bots.py` is used: whoever holds at 12 presses on until 12 swimmers show, or until banking wins the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np

from undertow.core.game import find_game
from undertow.core.records import CHANCE, Ints, Records
from undertow.core.rng import WORDS, pick, start
from undertow.games.shark_attacks.actions import BANK, PRESS
from undertow.games.shark_attacks.rules import actors, apply, chances, swimmers
from undertow.games.shark_attacks.state import TURN, State

NEVER = 1_000  # more swimmers than there can be
SEED = 5


@dataclass(frozen=True)
class Count:
    """What many matches came to."""

    points_a_turn: list[float]  # of each seat
    won_by_starter: float  # the share of matches that whoever began has won


def _many(
    boxes: Records, laid: Records, states: Records, holds: Ints, rng: Ints, out: Ints, turns: Ints, points: Ints, n: int
) -> int:
    """Play n matches and add up turns and points by seat; returns how many of them the starting player won."""
    box, state = boxes[0], states[0]
    won = 0
    for match in range(n):
        start(rng, SEED, match)
        states[0] = laid[0]
        starter = -1
        while state.over == 0:
            state.told = 0
            if actors(box, state) == 0:
                apply(box, state, CHANCE, pick(rng, out, chances(box, state, out)))
            elif swimmers(state) >= min(holds[state.player], box.target - state.scores[state.player]):
                apply(box, state, state.player, BANK)
            else:
                apply(box, state, state.player, PRESS)
            for event in range(state.told):
                if state.events[event, 0] == TURN:
                    turns[state.player] += 1
                    starter = state.player if starter < 0 else starter
        won += state.player == starter
        for seat in range(box.players):
            points[seat] += state.scores[seat]
    return won


_compiled: Any = numba.njit(_many)


def count(holds: Sequence[int], matches: int, target: int) -> Count:
    """Let players who hold at these numbers play so many matches; two of them, so that nobody has to choose a sign."""
    setup = find_game("shark-attacks").set_up(2, {"target": target})
    turns, points = np.zeros(2, np.int64), np.zeros(2, np.int64)
    won = _compiled(
        setup.box,
        setup.new_state(),
        np.zeros(1, State),
        np.array(holds),
        np.zeros(WORDS, np.int64),
        setup.room_for_actions(),
        turns,
        points,
        matches,
    )
    return Count((points / turns).tolist(), won / matches)
