"""Random playouts from imagined worlds (made once for each game, see core/template.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from undertow.core.bundles import GAINS, SQUARES, Bench
from undertow.core.records import Floats, Ints, Records
from undertow.core.rule import rule

if TYPE_CHECKING:
    from undertow.core.contract import apply, payoff
    from undertow.core.playout import finish


@rule
def try_each(
    boxes: Records, worlds: Records, seat: int, actions: Ints, totals: Floats, bench: Bench, bound: int
) -> None:
    """In every world try every action and play on at random; `totals` sums the seat's payoffs and their squares, a
    column for each action."""
    states, rng, out, gains = bench.states, bench.rng, bench.out, bench.gains
    for world in range(worlds.shape[0]):
        for choice in range(actions.shape[0]):
            states[0] = worlds[world]
            states[0].told = 0
            apply(boxes[0], states[0], seat, actions[choice])
            finish(boxes[0], states[0], rng, out, bound)
            if states[0].over != 0:
                payoff(boxes[0], states[0], gains)
                totals[GAINS, choice] += gains[seat]
                totals[SQUARES, choice] += gains[seat] * gains[seat]
