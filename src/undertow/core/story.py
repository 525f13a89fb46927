"""What is told of a match: who heard what, and how it is told again, step by step or in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from undertow.core.game import Setup
from undertow.core.position import Event, Position
from undertow.core.records import EVERYBODY
from undertow.core.undo import Ply

if TYPE_CHECKING:
    from undertow.core.match import Match

FRAMES = 60  # steps that somebody who looks again is shown one by one; what came before is past


class Story:
    """All that happened, and what each viewer heard of it."""

    __slots__ = ("all", "heard")

    def __init__(self, viewers: int) -> None:
        self.all: list[Event] = []
        self.heard: list[list[Event]] = [[] for _ in range(viewers)]

    def tell(self, events: Sequence[Event]) -> None:
        """What a step has told."""
        self.all += events
        secret = any(event.audience != EVERYBODY for event in events)
        for viewer, heard in enumerate(self.heard):
            heard += [event for event in events if event.heard_by(viewer)] if secret else events

    def back_to(self, ply: int) -> None:
        """What came after this ply was never told."""
        for told in (self.all, *self.heard):
            while told and told[-1].ply > ply:
                told.pop()


class Walker:
    """Positions of the past, for looking at them in their order: it goes on from where it stood."""

    __slots__ = ("_at", "_position", "_setup")

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._at = 0
        self._position: Position | None = None

    def after(self, plies: int, history: Sequence[Ply]) -> Position:
        """The position after so many plies."""
        if self._position is None or self._at > plies:
            self._at, self._position = 0, Position(self._setup)
        for ply in history[self._at : plies]:
            self._position.step(ply.seat, ply.action)
        self._at = plies
        return self._position

    def forget(self) -> None:
        """The history will be another one."""
        self._position = None


class Frame(NamedTuple):
    """A step as one viewer saw it: what was heard, and the view after it."""

    events: list[Event]
    view: Any


def frames(match: Match, viewer: str, since: int = 0, most: int = FRAMES) -> list[Frame]:
    """What came after event number `since` one step after the other: what this viewer heard in it, and saw then.

    Steps of which the viewer heard nothing are not there, and of many only the latest.
    """
    index = match.setup.viewer(viewer)
    steps: dict[int, list[Event]] = {}
    for number, event in enumerate(match.heard_since(viewer, since), start=since + 1):
        steps.setdefault(event.ply, []).append(Event(number, event.kind, event.audience, event.details))
    return [Frame(steps[ply], match.look_back(ply).view(index)) for ply in sorted(steps)[-most:]]


def by_ply(match: Match) -> dict[int, list[Event]]:
    """When the match is over: all that happened, what was hidden too, under the ply that told it."""
    told: dict[int, list[Event]] = {}
    for event in match.all_events():
        told.setdefault(event.ply, []).append(event)
    return told


def told_by_ply(match: Match) -> dict[int, list[str]]:
    """The same in words; a ply of which there is nothing to say is not there."""
    told = {ply: [line for event in events if (line := match.sentence(event))] for ply, events in by_ply(match).items()}
    return {ply: lines for ply, lines in told.items() if lines}
