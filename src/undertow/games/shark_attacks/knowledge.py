"""Shark Attacks!: who knows what. Everything lies open on the table, so everybody knows everything."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from undertow.core.contract import Piece
from undertow.core.records import Encoding, Floats, Ints, Record
from undertow.core.rule import rule
from undertow.games.shark_attacks.box import Box
from undertow.games.shark_attacks.odds import flight_summary, flights, throws
from undertow.games.shark_attacks.rules import swimmers, swimming
from undertow.games.shark_attacks.state import BEACH, FACES, OVER, RAIN, SEATS, SHARK, SUN
from undertow.games.shark_attacks.view import PHASES, Beach, Dice, Odds, View

KEPT = 8  # boxes whose odds are kept: with house rules there is no end of them
LAYOUT = (  # seats are counted from the viewer's own on
    Piece("scores", SEATS, "each seat's points, as a share of the target"),
    Piece("signs", SEATS, "signs on each beach, as a share of the most"),
    Piece("turn", SEATS, "whose turn it is"),
    Piece("water", FACES, "blue dice that landed, by face, as a share of all"),
    Piece("fins", FACES, "red dice that landed, by face, as a share of all"),
    Piece("rolling", 1, "blue dice in the air"),
    Piece("saved", 1, "points of this flight so far, as a share of the target"),
    Piece("reds", 1, "red dice of this flight"),
    Piece("eaten", 1, "blue dice eaten in this flight"),
    Piece("phase", OVER + 1, "where the turn stands"),
)


@rule
def observe(box: Record, state: Record, memory: Record, viewer: int, public: Record) -> None:
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
    out[n + 4 + int(state.phase)] = 1.0


def view(box: Record, state: Record, memory: Record, viewer: int) -> View:
    """The whole table, the same for everybody."""
    return View(
        phase=PHASES[state.phase],
        player=int(state.player),
        target=int(box.target),
        beaches=[Beach(int(state.scores[seat]), int(state.signs[seat])) for seat in range(box.players)],
        blue=_dice(state.water, state.rolling),
        red=_dice(state.fins, state.red_rolling),
        blue_in_the_middle=int(state.blue_middle),
        signs_in_the_middle=int(state.signs_middle),
        escaped=int(state.saved),
        eaten=int(state.eaten),
        signs_to_take=int(state.owed),
    )


def _dice(landed: Ints, rolling: int) -> Dice:
    return Dice(int(landed[0]), int(landed[1]), int(landed[2]), int(landed[3]), int(rolling))


def beliefs(box: Record, state: Record, memory: Record, viewer: int) -> Odds | None:
    """The odds of pressing on now; nothing to say while dice are in the air."""
    if state.phase != BEACH:
        return None
    flight, throw = _tables(box.tobytes())
    waves, dice = int(state.water[0]), swimming(state)
    faces = box.event_faces / box.event_faces.sum()
    more = min(1, int(state.blue_middle))
    party = faces[SUN] * throw[waves + more, waves + more].sum() + faces[RAIN] * throw[waves - 1, waves - 1].sum()
    safe, points, _ = flight_summary(flight[dice], box)
    return Odds(
        sun=float(faces[SUN]),
        rain=float(faces[RAIN]),
        shark=float(faces[SHARK]),
        party=float(party),
        safe_flight=safe if dice else 0.0,
        flight_points=points,
        flight_signs=_signs_to_expect(box, state, flight[dice]),
        bank_points=swimmers(state),
    )


def _signs_to_expect(box: Record, state: Record, flight: Floats) -> float:
    """A sign for each die eaten, as far as there are any to take and the beach has room."""
    mine = int(state.signs[state.player])
    room = min(int(box.sign_limit), int(box.signs)) - mine
    return float(flight.sum(axis=0) @ np.minimum(np.arange(flight.shape[1]), room))


@lru_cache(KEPT)
def _tables(box: bytes) -> tuple[Floats, Floats]:
    boxes = np.frombuffer(box, Box)
    return flights(boxes), throws(boxes)
