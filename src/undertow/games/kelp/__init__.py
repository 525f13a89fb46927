"""Kelp: an octopus hides among blocks that look alike from behind; a shark with a bag of dice looks for it."""

from undertow.core.game import Game

GAME = Game(
    name="kelp",
    title="Kelp",
    summary="An octopus hides in the kelp, learns new tricks and hunts for food of its own. A shark swims the "
    "currents, searches zone after zone and strikes, before its hunger gets the better of it.",
    minutes=45,
    version=2,
    players=range(2, 3),
    package=__name__,
)
