"""Get Bit!: swim faster than your friends, with or without a player as the shark."""

from undertow.core.game import Game

GAME = Game(
    name="get-bit",
    title="Get Bit!",
    summary="A shark is behind you. You need not swim faster than the shark, only faster than your friends. "
    "Everybody picks a card in secret, equal cards cancel out, and whoever is last loses a limb.",
    minutes=15,
    version=2,
    players=range(2, 8),
    package=__name__,
)
