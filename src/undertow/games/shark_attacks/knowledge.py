"""Shark Attacks!: who knows what. Everything lies open on the table, so everybody knows everything."""

from __future__ import annotations

from undertow.core.records import Encoding, Ints, Record
from undertow.core.rule import rule
from undertow.games.shark_attacks.state import FACES, OVER, SEATS

ENCODING = SEATS * 3 + FACES * 2 + 4 + OVER + 1


@rule
def observe(box: Record, state: Record, memory: Record) -> None:
    """Nothing to remember: it is all on the table."""


@rule
def imagine(box: Record, memory: Record, viewer: int, rng: Ints, world: Record) -> None:
    """Nothing is hidden: the only world one can imagine is the true one."""


@rule
def encode(box: Record, state: Record, memory: Record, viewer: int, out: Encoding) -> None:
    """The table as numbers around 1, the viewer's own seat first."""
    players = int(box.players)
    me = viewer if viewer < players else 0
    for place in range(players):
        seat = (me + place) % players
        out[place] = state.scores[seat] / box.target
        out[SEATS + place] = state.signs[seat] / max(1, int(box.sign_limit))
        out[2 * SEATS + place] = 1.0 if state.player == seat else 0.0
    n = 3 * SEATS
    for face in range(FACES):
        out[n + face] = state.water[face] / box.blue
        out[n + FACES + face] = state.fins[face] / box.red
    n += 2 * FACES
    out[n] = state.rolling / box.blue
    out[n + 1] = state.saved / box.target
    out[n + 2] = state.reds / box.red
    out[n + 3] = state.eaten / box.blue
    out[n + 4 + state.phase] = 1.0
