"""Random playouts from imagined worlds (made once for each game, see core/template.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from undertow.core.records import Floats, Ints, Records
from undertow.core.rule import rule

if TYPE_CHECKING:
    from undertow.core.contract import apply, payoff
    from undertow.core.playout import finish


@rule
def try_each(
    boxes: Records,
    worlds: Records,
    states: Records,
    seat: int,
    actions: Ints,
    totals: Floats,
    rng: Ints,
    out: Ints,
    gains: Floats,
    bound: int,
) -> None:
    """In every world try every action and play on at random; `totals` sums the seat's payoffs and their squares."""
    for world in range(worlds.shape[0]):
        for choice in range(actions.shape[0]):
            states[0] = worlds[world]
            states[0].told = 0
            apply(boxes[0], states[0], seat, actions[choice])
            finish(boxes[0], states[0], rng, out, bound)
            if states[0].over != 0:
                payoff(boxes[0], states[0], gains)
                totals[0, choice] += gains[seat]
                totals[1, choice] += gains[seat] * gains[seat]
