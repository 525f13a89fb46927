"""Amity Island in a match in which the test says which event comes and who does what.

    amity = Amity("1")                                   # the shark begins in 1
    amity.round("Holiday Roast", shark="move N, eat", quint="move E, rescue, launch 2")
    amity.event("Amity Island in the News", "bonus for brody")
    amity.plans("play evasive moves, move 6")            # the shark has not ended its turn yet
    amity.shark()                                        # now it has
    amity.brody("move W, binoculars")                    # whoever has actions left stops there
    assert amity.heard[-1] == "Brody is done."

A turn is written as its actions with commas between them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from undertow.core.match import Match, Result
from undertow.core.records import Record
from undertow.games.jaws.state import broken
from undertow.games.jaws.view import Hunter, Sailor, View
from undertow.games.jaws.view import Island as Sight

CREW = ("quint", "brody", "hooper")
BEACHES = ("N", "E", "S", "W")
WATERS = ("1", "2", "3", "4", "5", "6", "7", "8", *BEACHES)

#: Events that leave the docks, the boats and the beach closed token alone.
WEST, SOUTH = "Shark Alert! in the west", "Shark Alert! in the south"
NORTH, EAST = "Shark Alert! in the north", "Shark Alert! in the east"


def steps(turn: str) -> list[str]:
    return [action.strip() for action in turn.split(",")] if turn else []


class Amity:
    """A match of Act 1 with the events drawn by hand."""

    def __init__(
        self,
        start: str = "1",
        rules: Mapping[str, Any] | None = None,
        *,
        variant: str = "act1",
        secret: bool = False,
    ) -> None:
        self.secret = secret  # whether the crew's beliefs are worked out in earnest
        self._began = 0  # where the shark was when its turn began
        self.match = Match("jaws", 2, {"variant": variant, **(rules or {})}, auto_chance=False)
        self.match.play("shark", f"lurk {start}")

    # What happens -----------------------------------------------------------------------------------------------------

    def round(
        self, card: str, answer: str = "", *, shark: str = "", quint: str = "", brody: str = "", hooper: str = ""
    ) -> None:
        """A whole round, the crew in the order Quint, Brody, Hooper; it may end sooner with the match or the act."""
        self.event(card, answer)
        self.shark(shark)
        for seat, turn in zip(CREW, (quint, brody, hooper), strict=True):
            if self.state.act == 1 and not self.match.over:
                self.takes_turn(seat, turn)

    def event(self, card: str, answer: str = "") -> list[str]:
        """An event, and the crew's answer if it has one; what the crew hears of it."""
        before = len(self.heard)
        self.match.play("chance", card)
        assert broken(self.match.position.box, self.state) == ""
        self._began = int(self.state.shark.place)
        if answer:
            self.match.play(self.match.to_act[0], answer)
        return self.heard[before:]

    def plans(self, turn: str) -> None:
        """The shark plans, and does not end its turn."""
        for action in steps(turn):
            self.match.play("shark", action)

    def shark(self, turn: str = "") -> list[str]:
        """The shark plans and ends its turn; what the crew hears of it."""
        before = len(self.heard)
        self.plans(turn)
        self._tell_the_crew()
        self.match.play("shark", "end turn")
        return self.heard[before:]

    def does(self, seat: str, turn: str) -> list[str]:
        """A crew member acts, and may go on afterwards; what the crew hears of it."""
        before = len(self.heard)
        for action in steps(turn):
            self.match.play(seat, action)
        return self.heard[before:]

    def takes_turn(self, seat: str, turn: str = "") -> list[str]:
        """A crew member acts and stops, with actions left or not; what the crew hears of it."""
        before = len(self.heard)
        self.does(seat, turn)
        if self.state.act == 1 and not self.match.over and not self.sailor(seat).done and seat in self.match.to_act:
            self.match.play(seat, "end turn")
        return self.heard[before:]

    def quint(self, turn: str = "") -> list[str]:
        return self.takes_turn("quint", turn)

    def brody(self, turn: str = "") -> list[str]:
        return self.takes_turn("brody", turn)

    def hooper(self, turn: str = "") -> list[str]:
        return self.takes_turn("hooper", turn)

    def rest(self) -> None:
        """Whoever of the crew has not had a turn yet has it now, and does nothing."""
        while self.view.phase == "crew turn":
            self.match.play(self.match.to_act[0], "end turn")

    def _tell_the_crew(self) -> None:
        """Without compiling, working out where the shark may be takes seconds.

        Here the crew knows where it was when its turn began, and that it had no token but the one it plays.
        """
        if not self.secret:
            shark = self.state.shark
            odds = self.match.position.memories["odds"]
            odds[:] = 0.0
            odds[:, 0, self._began, 1 << (int(shark.played) - 1) if shark.played else 0] = 1.0

    # What one sees ----------------------------------------------------------------------------------------------------

    @property
    def state(self) -> Record:
        """The truth."""
        return self.match.position.state

    @property
    def view(self) -> View:
        """As the crew sees it."""
        view = self.match.view("crew")
        assert isinstance(view, View)
        return view

    @property
    def sea(self) -> Sight:
        """The island as the crew sees it."""
        assert self.view.island is not None
        return self.view.island

    @property
    def hunter(self) -> Hunter:
        """The shark as it sees itself, with its tracker pad."""
        island = self.match.view("shark").island
        assert isinstance(island, Sight)
        assert island.shark is not None
        return island.shark

    def sailor(self, seat: str) -> Sailor:
        return self.sea.crew[CREW.index(seat)]

    @property
    def swimmers(self) -> str:
        """How many swim at N, E, S and W: `2 0 1 0`."""
        return " ".join(str(self.sea.swimmers[beach]) for beach in BEACHES)

    @property
    def places(self) -> str:
        """Where Quint, Brody and Hooper are."""
        return " ".join(self.sailor(seat).space for seat in CREW)

    @property
    def heard(self) -> list[str]:
        """Everything the crew has heard so far."""
        return self.match.log("crew")

    def legal(self, seat: str, beginning: str = "") -> list[str]:
        """What a seat may do now, of the actions that begin like this."""
        return [action for action in self.match.legal(seat) if action.startswith(beginning)]

    def can(self, seat: str, action: str) -> bool:
        return action in self.match.legal(seat)

    @property
    def result(self) -> Result:
        assert self.match.result is not None
        return self.match.result


def at_sea(start: str = "1", rules: Mapping[str, Any] | None = None, *, card: str = NORTH) -> Amity:
    """In the first round, the event has come and the shark is about to plan."""
    amity = Amity(start, rules)
    amity.event(card)
    return amity


def ashore(start: str = "1", rules: Mapping[str, Any] | None = None, *, card: str = NORTH, shark: str = "") -> Amity:
    """In the first round, the shark has ended its turn and the crew is about to begin."""
    amity = at_sea(start, rules, card=card)
    amity.shark(shark)
    return amity
