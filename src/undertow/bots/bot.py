"""What a bot is: it gets a seat's knowledge and names an action. No bot ever holds the state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from undertow.core.game import Setup
from undertow.core.position import Position
from undertow.core.records import Encoding, Ints, Records

RARE = 0.02  # of a mix: less is not told
MOST_TOLD = 4


@dataclass(frozen=True)
class Choice:
    """An action, and what speaks for it."""

    action: int
    name: str
    why: str = ""
    values: dict[str, float] = field(default_factory=dict)  # how good each action seemed, by name
    mix: dict[str, float] = field(default_factory=dict)  # how often it would take each, by name, if it mixes

    def told(self, label: Callable[[str], str]) -> str:
        """Why, for people: what a mix is made of comes first, by the labels of the actions."""
        likely = sorted(((share, name) for name, share in self.mix.items() if share >= RARE), reverse=True)[:MOST_TOLD]
        if len(likely) < 2:
            return self.why
        parts = ", ".join(f"{share:.0%} {label(name)}" for share, name in likely)
        return f"it mixes: {parts}; {self.why}"


class Knowledge:
    """All that a seat knows when it must decide: its view, its legal actions, its memory, and worlds it can imagine."""

    def __init__(self, position: Position, seat: int) -> None:
        self.setup: Setup = position.setup
        self.seat = seat
        self.viewer = position.setup.viewer_of(seat)
        self.legal = position.legal(seat)
        self._position = position

    def view(self) -> Any:
        return self._position.view(self.viewer)

    def beliefs(self) -> Any:
        return self._position.beliefs(self.viewer)

    def imagine(self, rng: Ints, number: int) -> Records:
        """So many worlds that this seat cannot tell from the true one."""
        return self._position.imagine(self.viewer, rng, number)

    def memory(self) -> Records:
        """What this seat's side remembers, alone."""
        return self._position.memories[self.viewer : self.viewer + 1].copy()

    def memories(self) -> Records:
        """What each viewer would remember in a world that this seat imagines: its own side what it does; the others
        what everybody knows, for their true memories are secret, and nobody can say what they would remember beyond
        that. A game whose sides see all they know on the table loses nothing by it."""
        found = self._position.memories.copy()
        found[:] = found[-1]
        found[self.viewer] = self._position.memories[self.viewer]
        return found

    def encoding(self) -> Encoding:
        """The same as numbers, as a learner gets them."""
        return self._position.encoding(self.viewer)

    def choice(
        self, action: int, why: str, values: dict[str, float] | None = None, mix: dict[str, float] | None = None
    ) -> Choice:
        """An action by its number."""
        return Choice(action, self._position.name(self.seat, action), why, values or {}, mix or {})


class Bot(Protocol):
    name: str

    def choose(self, knowledge: Knowledge) -> Choice:
        """What to do now. `knowledge.legal` is never empty."""
        ...
