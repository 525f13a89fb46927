"""Perfect recall: all that each viewer has seen, heard and done since the beginning, as a text that grows.

Two moments have the same text for a viewer if and only if nothing that ever came to that viewer's eyes and ears tells
them apart. A step of which a viewer notices nothing leaves the viewer's text as it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from undertow.core.game import Setup
from undertow.core.position import Event, Position
from undertow.core.records import CHANCE


class Recall:
    """What every viewer remembers of a match that is followed from its beginning."""

    __slots__ = ("asked", "setup", "told")

    def __init__(self, setup: Setup, told: Sequence[str], asked: str) -> None:
        self.setup = setup
        self.told = list(told)  # by viewer
        self.asked = asked  # whose turn it is, as everybody sees it

    @classmethod
    def of(cls, position: Position) -> Recall:
        """The beginning of a match."""
        asked = whose_turn(position)
        return cls(position.setup, [asked] * len(position.setup.viewers), asked)

    def copy(self) -> Recall:
        return Recall(self.setup, self.told, self.asked)

    def of_seat(self, seat: int) -> str:
        """What this seat remembers; it is named, for seats of one side have seen the same and are asked otherwise."""
        return f"{self.setup.seats[seat]}: {self.told[self.setup.viewer_of(seat)]}"

    def note(self, seat: int, action: int, events: Sequence[Event], position: Position) -> None:
        """A step was taken, and this is where it led: what its side did, what was heard, whose turn it is now."""
        own = -1 if seat == CHANCE else self.setup.viewer_of(seat)
        names = self.setup.game.hook("state", "TOLD_AS")
        heard = [(event, _in_words(event, names)) for event in events]
        asked = whose_turn(position)
        for viewer in range(len(self.told)):
            new = [text for event, text in heard if event.heard_by(viewer)]
            if viewer == own:
                new.insert(0, f"{self.setup.seats[seat]} does {self.setup.game.declared.names[action]}")
            if asked != self.asked:
                new.append(asked)
            if new:
                self.told[viewer] = "; ".join([self.told[viewer], *new])
        self.asked = asked

    def imagined(self, viewer: int, world: Position) -> Recall:
        """The same in a world that this viewer imagines. What the others really remember is their secret: there they
        remember what everybody has heard, and what they would see in that world."""
        everybody = self.told[-1]
        told = [f"{everybody}; sees {_seen(world, other)}" for other in range(len(self.told) - 1)]
        told.append(everybody)
        told[viewer] = self.told[viewer]
        return Recall(self.setup, told, self.asked)


def _in_words(event: Event, names: Mapping[int, str]) -> str:
    """An event as its number, its name if the game gives it one, and its details up to the last that is not 0."""
    details = list(event.details)
    while details and details[-1] == 0:
        details.pop()
    name = names.get(event.kind)
    return " ".join(map(str, [event.kind, *([name] if name else []), *details]))


def whose_turn(position: Position) -> str:
    """Everybody sees who is asked."""
    if position.over:
        return "over"
    acting = position.acting()
    return "turn of " + (" and ".join(position.setup.seats[seat] for seat in acting) if acting else "chance")


def _seen(position: Position, viewer: int) -> str:
    return msgspec.json.encode(position.view(viewer)).decode()
