"""Matches that a bot plays in its head: named tuples, which Numba passes on as if each field were an argument."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from undertow.core.game import Setup
from undertow.core.records import Encoding, Floats, Ints, Records
from undertow.core.rng import WORDS

NOBODY = -1  # decides: the match is over


class Dreams(NamedTuple):
    """Imagined matches, a row each."""

    states: Records
    memories: Records  # a column for each viewer
    rngs: Ints
    seats: Ints  # who must choose
    counts: Ints  # between how many actions
    legal: Ints  # which these are
    seen: Encoding  # what that seat's side knows
    weights: Floats  # room for the weights of one row's actions
    bound: int  # steps between two choices; there never are so many


def room_for(setup: Setup, rows: int) -> Dreams:
    """So many rows, with nothing in them."""
    game = setup.game
    return Dreams(
        np.zeros(rows, game.state.State),
        np.zeros((rows, len(setup.viewers)), game.state.Memory),
        np.zeros((rows, WORDS), np.int64),
        np.zeros(rows, np.int64),
        np.zeros(rows, np.int64),
        np.zeros((rows, game.functions["ROOM"]), np.int64),
        np.zeros((rows, game.written), np.float32),
        np.zeros(game.functions["ROOM"]),
        game.state.BOUND,
    )
