"""What goes together through compiled code: named tuples, which Numba passes on as if each field were an argument."""

from __future__ import annotations

from typing import NamedTuple

from undertow.core.records import Floats, Ints, Record, Records

WORLDS = 3  # a compiled bot's imagined world, and room for it to think

# The rows of `Tally.totals`, each with a column for every seat.
GAINS, SQUARES, ENDED = range(3)  # payoffs, their squares, and (in its first column) matches that came to an end
ROWS = 3


class Mind(NamedTuple):
    """What a compiled bot thinks with. It never sees the truth."""

    worlds: Records  # the first is imagined for its side; the others are room to think in
    memory: Record  # what its side remembers
    policy: int  # which of the game's bots it is
    parameter: int  # its number: `hold:12`
    table: Floats  # what it looks up
    scratch: Floats  # room for numbers
    rng: Ints
    out: Ints  # room for actions


class Minds(NamedTuple):
    """Who plays each seat."""

    viewers: Ints
    policies: Ints
    parameters: Ints
    table: Floats


class Room(NamedTuple):
    """What one thread plays its matches in."""

    states: Records
    worlds: Records
    memories: Records
    scratch: Floats
    rng: Ints
    out: Ints


class Bench(NamedTuple):
    """What playouts from imagined worlds are played in."""

    states: Records
    rng: Ints
    out: Ints
    gains: Floats  # room for the payoffs of one match


class Run(NamedTuple):
    """Which matches are played: so many of a seed, from a first one on, none longer than the bound."""

    seed: int
    first: int
    games: int
    bound: int


class Tally(NamedTuple):
    """What matches came to: how many have each length, and the totals of the seats by the rows named above."""

    lengths: Ints
    totals: Floats
    gains: Floats  # room for the payoffs of one match
