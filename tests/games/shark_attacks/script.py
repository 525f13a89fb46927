"""A table of Shark Attacks! at which the test says how every die falls, so that a test reads like a story.

    table = Script(players=2)
    table.begins(1)
    table.roll("~ ~ ~ 1 1 2 3")
    table.press("shark")
    table.flee("3 2 1 1", "triple")

Blue dice are written `~` for a wave and `1`, `2`, `3` for swimmers; red dice are calm, single, double or triple.
Players are counted from 1, as at the table. Whoever calls `roll` or `flee` must name every die that is in the air.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from undertow.core.match import Match
from undertow.core.position import Event
from undertow.games.shark_attacks.view import Beach, Dice, View

BLUE = {"~": "wave", "1": "1 swimmer", "2": "2 swimmers", "3": "3 swimmers"}
RED = {"calm": "calm", "single": "1 fin", "double": "2 fins", "triple": "3 fins"}
MOST_EATEN = 3  # by one shark


class Script:
    """A match with hand-rolled dice."""

    def __init__(self, players: int = 2, rules: Mapping[str, Any] | None = None, begins: int | None = None) -> None:
        self.match = Match("shark-attacks", players, rules, auto_chance=False)
        if begins is not None:
            self.begins(begins)

    # What happens --------------------------------------------------------------------------------------------------

    def begins(self, player: int) -> None:
        """The first player is drawn."""
        self._chance(f"player {player} begins")

    def roll(self, dice: str) -> list[Event]:
        """All blue dice in the air land like this, and no red one is about."""
        return self._throw(dice, "")

    def press(self, weather: str) -> list[Event]:
        """The player presses on and the event die shows sun, rain or shark."""
        self.decide("press on")
        return self._chance(weather)

    def bank(self) -> list[Event]:
        return self.decide("bank")

    def flee(self, blue: str, red: str) -> list[Event]:
        """One throw of a flight: all blue dice in the water together with all red dice."""
        return self._throw(blue, red)

    def takes_sign_from(self, player: int) -> list[Event]:
        """The player whose turn it is chooses who gives the sign."""
        return self.decide(f"sign from player {player}")

    def decide(self, action: str) -> list[Event]:
        (seat,) = self.match.to_act
        return self.match.play(seat, action)

    # Whole turns ---------------------------------------------------------------------------------------------------

    def nothing_happens(self) -> None:
        """A turn without a trace: nobody enters the water, and a shark ends it."""
        self.roll("~ " * self.blue.rolling)
        self.press("shark")

    def banks(self, points: int) -> None:
        """A turn in which the player banks so many points with the first throw."""
        threes, rest = divmod(points, 3)
        shown = ["3"] * threes + [str(rest)] * (rest > 0)
        self.roll(" ".join(shown + ["~"] * (self.blue.rolling - len(shown))))
        self.bank()

    def loses(self, dice: int) -> None:
        """A turn in which exactly so many dice flee and all of them are eaten."""
        self.roll("1 " * dice + "~ " * (self.blue.rolling - dice))
        self.press("shark")
        while dice > 0:
            meal = min(dice, MOST_EATEN)
            dice -= meal
            self.flee("1 " * meal + "~ " * dice, "triple " + "calm " * (self.red.rolling - 1))

    def swim(self, blue: str, red: str) -> list[Event]:
        """A turn in which just these dice flee, and fall like this in their first throw."""
        fleeing = len(blue.split())
        self.roll("1 " * fleeing + "~ " * (self.blue.rolling - fleeing))
        self.press("shark")
        return self.flee(blue, red)

    # What one sees -------------------------------------------------------------------------------------------------

    @property
    def view(self) -> View:
        view = self.match.view("spectator")
        assert isinstance(view, View)
        return view

    @property
    def blue(self) -> Dice:
        return self.view.blue

    @property
    def red(self) -> Dice:
        return self.view.red

    @property
    def turn_of(self) -> int:
        return self.view.player + 1

    @property
    def scores(self) -> list[int]:
        return [beach.score for beach in self.view.beaches]

    @property
    def signs(self) -> list[int]:
        return [beach.signs for beach in self.view.beaches]

    def beach(self, player: int) -> Beach:
        return self.view.beaches[player - 1]

    @property
    def choices(self) -> list[str]:
        """What whoever decides now may do; nothing while dice roll."""
        deciding = self.match.to_act
        return [] if deciding == ("chance",) or not deciding else self.match.legal(deciding[0])

    @property
    def log(self) -> list[str]:
        return self.match.log("spectator")

    def said(self, events: list[Event]) -> list[str]:
        """What was just told, in words."""
        return [self.match.sentence(event) for event in events]

    # Inside --------------------------------------------------------------------------------------------------------

    def _throw(self, blue: str, red: str) -> list[Event]:
        """Every die in the air lands; the script must name exactly those."""
        blues, reds = blue.split(), red.split()
        assert (len(blues), len(reds)) == (self.blue.rolling, self.red.rolling), "the script names the wrong dice"
        told: list[Event] = []
        for face in [BLUE[die] for die in blues] + [RED[die] for die in reds]:
            told += self._chance(face)
        return told

    def _chance(self, outcome: str) -> list[Event]:
        return self.match.play("chance", outcome)
