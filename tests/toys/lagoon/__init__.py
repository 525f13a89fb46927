"""Lagoon: a shark hides, a diver looks. The smallest game with a secret, and an example of a game package."""

from undertow.core.game import Game

GAME = Game(
    name="lagoon",
    title="Lagoon",
    summary="A shark hides in a ring of lagoons and may swim on each round; the diver looks into one at a time.",
    minutes=2,
    version=4,
    players=range(2, 3),
    package=__name__,
)
