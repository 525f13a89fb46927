"""JAWS: a shark hunts around Amity Island unseen, then fights the crew of the Orca."""

from undertow.core.game import Game

GAME = Game(
    name="jaws",
    title="JAWS",
    summary="Something eats the swimmers of Amity Island. Quint, Brody and Hooper search a sea that hides it, then "
    "fight it from a boat that it takes apart plank by plank.",
    minutes=60,
    version=2,
    players=range(2, 5),
    package=__name__,
)
