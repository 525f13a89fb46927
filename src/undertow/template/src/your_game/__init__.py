"""Your Game: a shark hides in a ring of caves, a diver looks for it."""

from undertow import Game

GAME = Game(
    name="your-game",
    title="Your Game",
    summary="A shark hides in a ring of caves and may swim on each round, unseen; the diver looks into one at a time.",
    minutes=2,
    version=1,
    players=range(2, 3),
    package=__name__,
)
