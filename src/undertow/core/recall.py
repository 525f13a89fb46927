"""Perfect recall: all that each viewer has seen, heard and done since the beginning, as a text that grows.

Two moments have the same text for a viewer if and only if nothing that ever came to that viewer's eyes and ears tells
them apart. A step of which a viewer notices nothing leaves the viewer's text as it was.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

import msgspec

from undertow.core.position import Event, Position
from undertow.core.records import CHANCE

DIGEST = 8  # bytes that stand for a view: it would be too long


class Recall:
    """What every viewer remembers of a match that is followed from its beginning.

    Steps are only noted. The texts are brought up to date when somebody asks for one: whoever plays a match to its end
    a thousand times does not pay for them.
    """

    __slots__ = ("_at", "_seen", "_steps", "_told", "_turn")

    def __init__(self, at: Position, told: Sequence[str]) -> None:
        """`at`, where the texts stand, must not be stepped by anybody else."""
        self._at = at
        self._told = list(told)  # by viewer
        self._seen = [_view(at, viewer) for viewer in range(len(at.setup.viewers))]
        self._turn = whose_turn(at)
        self._steps: list[tuple[int, int]] = []  # that were taken since

    @classmethod
    def of(cls, position: Position) -> Recall:
        """The beginning of a match."""
        return cls(position.copy(), [whose_turn(position)] * len(position.setup.viewers))

    def copy(self) -> Recall:
        twin = Recall.__new__(Recall)
        twin._at, twin._turn = self._at, self._turn  # replaced as a whole, so they can be shared
        twin._told, twin._seen, twin._steps = self._told.copy(), self._seen.copy(), self._steps.copy()
        return twin

    def note(self, seat: int, action: int) -> None:
        """A step was taken, by a seat or by chance."""
        self._steps.append((seat, action))

    def told(self) -> list[str]:
        """What each viewer remembers."""
        if self._steps:
            self._at = self._at.copy()
            for seat, action in self._steps:
                self._follow(seat, action)
            self._steps = []
        return self._told

    def of_seat(self, seat: int) -> str:
        """What this seat remembers; it is named, for seats of one side have seen the same and are asked otherwise."""
        setup = self._at.setup
        return f"{setup.seats[seat]}: {self.told()[setup.viewer_of(seat)]}"

    def imagined(self, viewer: int, world: Position) -> Recall:
        """The same in a world that this viewer imagines. What the others really remember is their secret: there they
        remember what everybody has heard, and what they would see in that world."""
        told, there = self.told(), Recall(world.copy(), [])
        there._told = [f"{told[-1]}; sees {seen}" for seen in there._seen[:-1]] + [told[-1]]
        there._told[viewer] = told[viewer]
        return there

    def _follow(self, seat: int, action: int) -> None:
        """Take a step; each viewer notices what their side did, what they heard, what they see and whose turn it is."""
        at, setup = self._at, self._at.setup
        own = -1 if seat == CHANCE else setup.viewer_of(seat)
        names = setup.game.hook("state", "TOLD_AS")
        heard = [(event, _in_words(event, names)) for event in at.step(seat, action)]
        turn = whose_turn(at)
        for viewer, seen_before in enumerate(self._seen):
            new = [f"{setup.seats[seat]} does {setup.game.declared.names[action]}"] if viewer == own else []
            new += [words for event, words in heard if event.heard_by(viewer)]
            if (seen := _view(at, viewer)) != seen_before:
                new.append(f"sees {seen}")
                self._seen[viewer] = seen
            if turn != self._turn:
                new.append(turn)
            self._told[viewer] = "; ".join([self._told[viewer], *new])
        self._turn = turn


def whose_turn(position: Position) -> str:
    """Everybody sees who is asked."""
    if position.over:
        return "over"
    acting = position.acting()
    return "turn of " + (" and ".join(position.setup.seats[seat] for seat in acting) if acting else "chance")


def _in_words(event: Event, names: Mapping[int, str]) -> str:
    """An event as its number, its name if the game gives it one, and its details up to the last that is not 0."""
    details = list(event.details)
    while details and details[-1] == 0:
        details.pop()
    name = names.get(event.kind)
    return " ".join(map(str, [event.kind, *([name] if name else []), *details]))


def _view(position: Position, viewer: int) -> str:
    view = msgspec.json.encode(position.view(viewer))
    return hashlib.blake2b(view, digest_size=DIGEST).hexdigest()
