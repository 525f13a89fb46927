"""What may be taken back.

A decision can be undone until something new is revealed: until dice fall or a card is drawn, until an answer gives a
secret away, or until somebody acts because of it. Somebody who could act all the same, as in a simultaneous choice,
does not stand in its way, as long as they would have been asked the very same without it.

Up to some ply all is *firm*. The position there is kept once there is more, so that what follows can be told again
without the decision that is taken back, or tried without it: a *branch*.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from undertow.core.game import Setup
from undertow.core.position import Event, Position
from undertow.core.records import CHANCE, Records, has


class Ply(msgspec.Struct, frozen=True, gc=False):
    """One step of the history: a seat's decision, or an outcome of chance."""

    seat: int
    action: int
    name: str
    acting: int  # everybody who could have acted then, as a bit set


class Undo:
    """What may be taken back in one match."""

    __slots__ = ("_branches", "_kept", "_reveals", "_setup", "firm")

    def __init__(self, setup: Setup) -> None:
        self.firm = 0  # so many plies nobody can take back
        self._setup = setup
        self._reveals: frozenset[int] = setup.game.hook("state", "REVEALS")
        self._kept: tuple[Records, Records] | None = None  # states and memories there, once there is more
        self._branches: dict[int, _Branch] = {}  # of what followed, by its first ply

    def before(self, seat: int, plies: int, position: Position) -> None:
        """A step is about to be taken in this position, after so many plies."""
        if seat != CHANCE and self.firm == plies:
            self._kept = position.states.copy(), position.memories.copy()

    def after(self, seat: int, plies: int, events: Sequence[Event]) -> None:
        """It was taken, and this is what it told."""
        if seat == CHANCE or not self._reveals.isdisjoint([event.kind for event in events]):
            self.firm, self._kept, self._branches = plies, None, {}

    def back_to_firm(self) -> Position | None:
        """The position after all that is firm, to go on from there otherwise; None if it is the present one."""
        if self._kept is None:
            return None
        position = Position(self._setup, *self._kept)
        self._kept, self._branches = None, {}
        return position

    def last_of(self, seat: int, history: Sequence[Ply]) -> int | None:
        """The index in the history of the decision that this seat may take back."""
        since: list[int] = []
        for i in range(len(history) - 1, self.firm - 1, -1):
            ply = history[i]
            if ply.seat == seat:
                free = all(has(ply.acting, other) for other in since)
                return i if free and (not since or self._others_were_asked_the_same(i, history)) else None
            since.append(ply.seat)
        return None

    def _others_were_asked_the_same(self, ply: int, history: Sequence[Ply]) -> bool:
        """Whether whoever acted after this decision would have had the very same question without it."""
        then, without = self._branch(self.firm, history), self._branch(ply + 1, history)
        return all(then.question(history, i) == without.question(history, i) for i in range(ply + 1, len(history)))

    def _branch(self, first: int, history: Sequence[Ply]) -> _Branch:
        """The history from this ply on, without the decision before it unless that is firm."""
        if first not in self._branches:
            assert self._kept
            states, memories = self._kept
            position = Position(self._setup, states.copy(), memories.copy())
            for step in history[self.firm : max(self.firm, first - 1)]:
                position.step(step.seat, step.action)
            self._branches[first] = _Branch(position, first)
        return self._branches[first]


@dataclass
class _Branch:
    """A position that follows the history from its ply `first` on, and what was asked on the way."""

    position: Position
    first: int
    asked: list[tuple[str, list[str]]] = field(default_factory=list)

    def question(self, history: Sequence[Ply], ply: int) -> tuple[str, list[str]]:
        """What was asked before this ply. The plies between are taken only now: it may never come to it."""
        while self.first + len(self.asked) <= ply:
            here = self.first + len(self.asked)
            if self.asked:
                self.position.step(history[here - 1].seat, history[here - 1].action)
            self.asked.append(_question(self.position, history[here].seat))
        return self.asked[ply - self.first]


def _question(position: Position, seat: int) -> tuple[str, list[str]]:
    """What a seat is asked, and what it can answer."""
    legal = list(position.legal(seat))
    return (position.prompt(seat) if legal and seat != CHANCE else "", legal)
