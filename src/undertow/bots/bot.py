"""What a bot is: it gets a seat's knowledge and names an action. No bot ever holds the state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from undertow.core.game import Setup
from undertow.core.position import Position
from undertow.core.records import Ints, Records


@dataclass(frozen=True)
class Choice:
    """An action, and what speaks for it."""

    action: int
    name: str
    why: str = ""
    values: dict[str, float] = field(default_factory=dict)  # how good each action seemed, by name


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

    def choice(self, action: int, why: str, values: dict[str, float] | None = None) -> Choice:
        """An action by its number."""
        return Choice(action, self._position.name(self.seat, action), why, values or {})


class Bot(Protocol):
    name: str

    def choose(self, knowledge: Knowledge) -> Choice:
        """What to do now. `knowledge.legal` is never empty."""
        ...
