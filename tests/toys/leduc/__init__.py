"""Leduc poker: six cards, two rounds of betting. A poker small enough to be solved and large enough to be worth it; it
was made for research (Southey and others, Bayes' Bluff, 2005), so the numbers of many solvers are known.

A player's share of the win is what they gained in chips, from the most they can lose to the most they can gain, as a
number from 0 to 1: `share = (chips + 13) / 26` with an ante of 1 and two raises of 2, then two of 4.
"""

from undertow.core.game import Game

GAME = Game(
    name="leduc",
    title="Leduc poker",
    summary="Both have one card of six and bet on it; then a card is turned up for both, and they bet again. "
    "A pair with it wins, else the higher card.",
    minutes=1,
    version=1,
    players=range(2, 3),
    package=__name__,
)
