"""Shark Attacks!: push your luck on the beach, with dice."""

from undertow.core.game import Game

GAME = Game(
    name="shark-attacks",
    title="Shark Attacks!",
    summary="Fill the sea in front of your hotel with swimmers, and stop before a fin shows. "
    "When it does, everybody swims for it: whoever escapes counts, and if nobody is bitten, three times over.",
    minutes=20,
    version=1,
    players=range(2, 7),
    package=__name__,
    hidden=False,
)
