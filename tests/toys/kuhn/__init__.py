"""Kuhn poker: three cards, one bet. The smallest poker, solved by Harold Kuhn in 1950, so whatever solves games can be
measured by it.

A player's share of the win is what they gained in chips, from the most they can lose to the most they can gain, as a
number from 0 to 1: `share = (chips + 2) / 4` with an ante and a bet of one chip each.
"""

from undertow.core.game import Game

GAME = Game(
    name="kuhn",
    title="Kuhn poker",
    summary="Both have one card of three and one chip in the pot. Whoever bets another must be called, or has won.",
    minutes=1,
    version=1,
    players=range(2, 3),
    package=__name__,
)
