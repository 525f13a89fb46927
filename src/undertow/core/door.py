"""The door from Python to a game's compiled functions (made once for each game, see core/template.py).

Calling compiled code with a record costs Python 11-14 microseconds, with an array 0.6: everything here takes arrays
of one record, except `memories`, which has one for each viewer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from undertow.core.records import Encoding, Floats, Ints, Records, forget_events
from undertow.core.rule import rule

if TYPE_CHECKING:
    from undertow.core.contract import actors, apply, chances, encode, imagine, legal, observe, payoff, setup


@rule
def lay(boxes: Records, states: Records) -> None:
    setup(boxes[0], states[0])


@rule
def who(boxes: Records, states: Records) -> int:
    return actors(boxes[0], states[0])


@rule
def offers(boxes: Records, states: Records, seat: int, out: Ints) -> int:
    return legal(boxes[0], states[0], seat, out)


@rule
def weights(boxes: Records, states: Records, out: Ints) -> int:
    return chances(boxes[0], states[0], out)


@rule
def step(boxes: Records, states: Records, memories: Records, seat: int, action: int) -> None:
    forget_events(states[0])
    apply(boxes[0], states[0], seat, action)
    spectator = memories.shape[0] - 1
    for viewer in range(spectator, -1, -1):
        observe(boxes[0], states[0], memories[viewer], viewer, memories[spectator])


@rule
def settle(boxes: Records, states: Records, twins: Records, seat: int, reveals: Ints, actions: Ints, n: int) -> None:
    """Replace each of the first `n` actions by whether it could not be taken back: it ends the match, dice or cards
    follow, or it gives something away."""
    for i in range(n):
        twins[0] = states[0]
        forget_events(twins[0])
        apply(boxes[0], twins[0], seat, int(actions[i]))
        final = 1 if twins[0].over != 0 or actors(boxes[0], twins[0]) == 0 else 0
        for event in range(min(int(twins[0].told), twins[0].events.shape[0])):
            final = max(final, int(reveals[twins[0].events[event, 0]]))
        actions[i] = final


@rule
def gains(boxes: Records, states: Records, out: Floats) -> None:
    payoff(boxes[0], states[0], out)


@rule
def dream(boxes: Records, states: Records, memories: Records, viewer: int, rng: Ints, worlds: Records) -> None:
    """Fill `worlds` with what the viewer can imagine."""
    for i in range(worlds.shape[0]):
        worlds[i] = states[0]
        forget_events(worlds[i])
        imagine(boxes[0], memories[viewer], viewer, rng, worlds[i])


@rule
def numbers(boxes: Records, states: Records, memories: Records, viewer: int, out: Encoding) -> None:
    for i in range(out.shape[0]):
        out[i] = 0.0
    encode(boxes[0], states[0], memories[viewer], viewer, out)
