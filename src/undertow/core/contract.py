"""The contract of a game: what its `rules.py` and `knowledge.py` provide.

These functions are only read: by people, and by the type checker where an algorithm for every game calls them
(`core/template.py` puts a game's own functions in their place). All of them are compiled by `core.rule`; nothing in
them allocates, recurses or touches Python objects.
"""

from __future__ import annotations

import numpy as np

from undertow.core.records import Encoding, Floats, Ints, Record, Records

State: np.dtype[np.record]  # all that is true on the table
Slim: np.dtype[np.record]  # the state without room for events
Memory: np.dtype[np.record]  # what one viewer remembers beyond what lies open
SEATS: int  # the most seats
ROOM: int  # the most legal actions or outcomes at once


def setup(box: Record, state: Record) -> None:
    """Lay the table: `state` is all zeros and becomes what is true before anything random."""


def actors(box: Record, state: Record) -> int:
    """The seats that may act now, as a bit set; several where choices are simultaneous; 0: chance acts."""
    raise NotImplementedError


def legal(box: Record, state: Record, seat: int, out: Ints) -> int:
    """Write the seat's legal actions into `out`; returns how many. None for a seat that may not act."""
    raise NotImplementedError


def chances(box: Record, state: Record, out: Ints) -> int:
    """When chance acts: write the integer weight of each outcome into `out`; returns how many. A weight may be 0."""
    raise NotImplementedError


def apply(box: Record, state: Record, seat: int, action: int) -> None:
    """One decision of a seat, or one outcome for the seat `CHANCE`. Emits events."""


def payoff(box: Record, state: Record, out: Floats) -> None:
    """When `state.over`: each seat's share of the win, from 0 to 1."""


def observe(box: Record, state: Record, memory: Record, viewer: int) -> None:
    """After each step: what this viewer remembers and concludes, from what the viewer was told and may see."""


def imagine(box: Record, memory: Record, viewer: int, rng: Ints, world: Record) -> None:
    """Turn `world`, a copy of the state, into one the viewer cannot tell from it, drawn from what they may believe.

    Everything hidden from the viewer is overwritten: the result is a function of what they know and `rng` alone.
    """


def encode(box: Record, state: Record, memory: Record, viewer: int, out: Encoding) -> None:
    """Numbers for a learner: a function of what the viewer knows, nothing else."""


def choose(
    box: Record,
    worlds: Records,
    memory: Record,
    seat: int,
    policy: int,
    parameter: int,
    table: Floats,
    scratch: Floats,
    rng: Ints,
    out: Ints,
) -> int:
    """Optional, in `bots.py`: what one of the game's compiled bots does in `worlds[0]`, imagined for its side.

    The other worlds are room to think in, and so are `scratch` and `out`; `table` is what it looks up.
    """
    raise NotImplementedError
