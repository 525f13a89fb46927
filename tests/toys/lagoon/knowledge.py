"""Lagoon: who knows what. The shark knows everything; the others know what they have heard."""

from __future__ import annotations

from typing import Literal

import msgspec

from tests.toys.lagoon.state import (
    DIVER,
    FOUND,
    HID,
    HIDING,
    LOOKED,
    LOOKING,
    MOST_LAGOONS,
    SHARK,
    SWAM,
    SWIMMING,
)
from undertow.core.contract import Piece
from undertow.core.records import EVERYBODY, Encoding, Ints, Record, has
from undertow.core.rng import draw
from undertow.core.rule import rule

LAYOUT = (
    Piece("odds", MOST_LAGOONS, "how likely the shark is in each lagoon"),
    Piece("shark", MOST_LAGOONS, "where it is, for the shark alone"),
    Piece("time", 1, "the share of the rounds that is left"),
    Piece("turn", 1, "whether it is the viewer's turn"),
)

Phase = Literal["hiding", "swimming", "looking", "done"]
PHASES: tuple[Phase, ...] = ("hiding", "swimming", "looking", "done")


class View(msgspec.Struct, frozen=True):
    """The ring as a viewer sees it. Lagoons are counted from 0."""

    phase: Phase
    lagoons: int
    rounds_left: int
    shark: int | None  # where it is, for whoever may know


def exact(box: Record, state: Record) -> bool:
    """Imagined worlds have exactly the right odds, if everybody plays at random."""
    return True


# What a viewer remembers --------------------------------------------------------------------------------------------


@rule
def observe(box: Record, state: Record, memory: Record, viewer: int, public: Record) -> None:
    """Conclude from every event this viewer heard where the shark may be; the shark knows it anyway."""
    if viewer == SHARK:
        return
    for i in range(min(int(state.told), state.events.shape[0])):
        audience = state.events[i, 1]
        if audience == EVERYBODY or has(audience, viewer):
            hear(box, memory, state.events[i, 0], state.events[i, 2], state.events[i, 3])


@rule
def hear(box: Record, memory: Record, kind: int, lagoon: int, found: int) -> None:
    if kind == HID:
        for place in range(box.lagoons):
            memory.odds[place] = 1.0 / box.lagoons
    elif kind == SWAM:
        drift(box, memory)
    elif kind == LOOKED:
        for place in range(box.lagoons):
            if (place == lagoon) != (found == 1):
                memory.odds[place] = 0.0
        even_out(box, memory)


@rule
def drift(box: Record, memory: Record) -> None:
    """The shark stays or swims on, both as likely."""
    last = int(box.lagoons) - 1
    over_the_rim = memory.odds[last]
    for fewer in range(last):
        place = last - fewer
        memory.odds[place] = (memory.odds[place] + memory.odds[place - 1]) / 2.0
    memory.odds[0] = (memory.odds[0] + over_the_rim) / 2.0


@rule
def even_out(box: Record, memory: Record) -> None:
    """What is left is all there is: the odds sum to one again."""
    total = 0.0
    for place in range(box.lagoons):
        total += memory.odds[place]
    for place in range(box.lagoons):
        memory.odds[place] /= total


# What a viewer can imagine ------------------------------------------------------------------------------------------


@rule
def imagine(box: Record, memory: Record, viewer: int, rng: Ints, world: Record) -> None:
    """The shark somewhere, as likely as the viewer has reason to think; the shark itself knows where."""
    if viewer != SHARK and world.phase != HIDING:
        world.shark = somewhere(box, memory, rng)


@rule
def somewhere(box: Record, memory: Record, rng: Ints) -> int:
    """A lagoon drawn from the odds, never one that is impossible."""
    left = draw(rng) / 2.0**32
    found = 0
    for place in range(box.lagoons):
        if memory.odds[place] > 0.0:
            found = place
            left -= memory.odds[place]
            if left < 0.0:
                break
    return found


@rule
def encode(box: Record, state: Record, memory: Record, viewer: int, out: Encoding) -> None:
    """The odds of each lagoon, the shark's own place for the shark, the time left, and whether it is one's turn."""
    for place in range(box.lagoons):
        out[place] = memory.odds[place]
    if viewer == SHARK:
        out[MOST_LAGOONS + state.shark] = 1.0
    out[2 * MOST_LAGOONS] = 1.0 - state.turn / box.rounds
    mine = (viewer == SHARK and state.phase == SWIMMING) or (viewer == DIVER and state.phase == LOOKING)
    out[2 * MOST_LAGOONS + 1] = 1.0 if mine else 0.0


# What a viewer may look at ------------------------------------------------------------------------------------------


def view(box: Record, state: Record, memory: Record, viewer: int) -> View:
    known = state.phase != HIDING and (viewer == SHARK or state.reason == FOUND)
    return View(
        phase=PHASES[state.phase],
        lagoons=int(box.lagoons),
        rounds_left=int(box.rounds - state.turn),
        shark=int(state.shark) if known else None,
    )


def beliefs(box: Record, state: Record, memory: Record, viewer: int) -> list[float] | None:
    """How likely the shark is in each lagoon; the shark has nothing to guess."""
    return None if viewer == SHARK else [float(chance) for chance in memory.odds[: box.lagoons]]
