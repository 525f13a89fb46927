"""Imagination: what a viewer imagines is exactly what could be true.

The check knows no game. It follows a random match and keeps, for a viewer, every state the match could be in given all
the viewer has seen and heard since the beginning: it takes each possible state, plays every hidden decision and every
outcome of chance, and drops those that would have looked otherwise. A step the viewer notices nothing of may have
happened or not. What is left is the set of possible worlds with their odds, if everybody else plays at random.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from undertow.core.check.secrecy import answers
from undertow.core.check.walks import walk, walks
from undertow.core.game import Setup
from undertow.core.position import Event, Position
from undertow.core.records import CHANCE
from undertow.core.rng import stream

MOST_WORLDS = 300  # a viewer with more possible worlds than this is not followed any further
MOST_STEPS = 400
DRAWS = 150
DRAWS_FOR_FREQUENCIES = 3000
FREQUENCY_CHECKS = 3  # a match
UNLIKELY = 5.5  # standard deviations that no honest draw shows


def imagination(setup: Setup, matches: int, seed: int) -> Iterator[str]:
    """Imagined worlds are possible, there is more than one where more than one is possible, at the right odds."""
    for number, (position, rng) in enumerate(walks(setup, max(matches, len(setup.viewers)), seed)):
        viewer = number % len(setup.viewers)
        try:
            yield from _follow(position, rng, viewer, number)
        except _TooMany as lost:
            yield Note(
                f"{setup.viewers[viewer]} was followed for {lost} steps, then had more than {MOST_WORLDS} worlds"
            )


class Note(str):
    """Something worth saying that is not wrong."""


class _TooMany(Exception):
    """More possible worlds than can be followed."""


def _follow(position: Position, rng: random.Random, viewer: int, number: int) -> Iterator[str]:
    name = position.setup.viewers[viewer]
    worlds = Worlds(position, viewer)
    checked = 0
    for ply, step in enumerate(walk(position, rng, MOST_STEPS), start=1):
        try:
            worlds.after(step.seat, step.action, step.events, position)
            possible = worlds.possible()
        except _TooMany:
            raise _TooMany(ply) from None
        if key_of(position) not in possible:
            yield f"after step {ply} the true state is not among those {name} should hold possible"
            return
        other = worlds.other_answers(position)
        if other:
            yield f"after step {ply} two stories that sounded the same to {name} differ in {other}"
            return
        drawn = position.imagine(viewer, stream(ply, 1 + number), DRAWS)
        keys = {drawn[i : i + 1].tobytes() for i in range(DRAWS)}
        if not keys <= possible.keys():
            yield f"after step {ply} {name} imagines a world that contradicts what {name} has seen"
            return
        if len(keys) == 1 and worlds.unclear():
            yield f"after step {ply} {name} imagines one world although {len(worlds.weights)} are possible"
            return
        if len(possible) > 1 and not worlds.silent and checked < FREQUENCY_CHECKS and rng.random() < 0.5:
            checked += 1
            wrong = _wrong_frequencies(position, viewer, possible)
            if wrong:
                yield f"after step {ply} {name} imagines {wrong}"
                return


def _wrong_frequencies(position: Position, viewer: int, possible: dict[bytes, float]) -> str:
    """Whether draws miss the exact odds; only where a game says that it knows them."""
    if not position.setup.game.hook("knowledge", "exact")(position.box, position.state):
        return ""
    drawn = position.imagine(viewer, stream(11, 2), DRAWS_FOR_FREQUENCIES)
    seen = Counter(drawn[i : i + 1].tobytes() for i in range(len(drawn)))
    if not seen.keys() <= possible.keys():
        return "a world that cannot be, now and then"
    for world, odds in possible.items():
        spread = (DRAWS_FOR_FREQUENCIES * odds * (1 - odds)) ** 0.5 + 1
        if abs(seen[world] - DRAWS_FOR_FREQUENCIES * odds) > UNLIKELY * spread:
            share = seen[world] / DRAWS_FOR_FREQUENCIES
            return f"a world with probability {odds:.3f} in {share:.3f} of all cases"
    return ""


def key_of(position: Position) -> bytes:
    """A state as bytes, without the echo of the latest step."""
    states = position.states.copy()
    states["told"] = 0
    states["events"] = 0
    return states.tobytes()


class Worlds:
    """The states a match may be in, for one viewer, each with its probability and its memories."""

    def __init__(self, position: Position, viewer: int) -> None:
        self.setup, self.viewer = position.setup, viewer
        self.mine = {seat for seat in range(len(self.setup.seats)) if self.setup.viewer_of(seat) == viewer}
        self.weights: dict[bytes, float] = {key_of(position): 1.0}
        self.memories: dict[bytes, Any] = {key_of(position): position.memories.copy()}
        self.looks = self._look(position)
        self.silent = False

    def possible(self) -> dict[bytes, float]:
        """Every state the viewer must hold possible now, silent steps included, with its probability."""
        weights, _ = self._with_silent_steps()
        # whether a silent step happened nobody can say, so there are no exact odds then
        self.silent = len(weights) > len(self.weights)
        total = sum(weights.values())
        return {key: weight / total for key, weight in weights.items()}

    def unclear(self) -> bool:
        """Whether several worlds are likely, even if no silent step was taken since the viewer last heard something."""
        return max(self.weights.values()) < 0.75 * sum(self.weights.values())

    def after(self, seat: int, action: int, events: list[Event], truth: Position) -> None:
        """Keep what fits the step just taken; a step the viewer did not notice changes nothing."""
        heard, looks = self._heard(events), self._look(truth)
        if not heard and looks == self.looks and seat not in self.mine:
            return
        weights, memories = self._with_silent_steps()
        self.weights, self.memories = {}, {}
        for key, weight in weights.items():
            here = self._position(key, memories[key])
            choices = [(seat, action, 1.0)] if seat in self.mine else self._others_choices(here)
            for who, what, chance in choices:
                if who in self.mine and what not in here.legal(who).values():
                    continue
                then = here.copy()
                if self._heard(then.step(who, what)) == heard and self._look(then) == looks:
                    self._keep(self.weights, self.memories, then, weight * chance)
        self.looks = looks
        if len(self.weights) > MOST_WORLDS:
            raise _TooMany
        total = sum(self.weights.values())  # in a long match the odds of a whole story would be too small for a number
        self.weights = {key: weight / total for key, weight in self.weights.items()}

    def other_answers(self, truth: Position) -> str:
        """Where two stories the viewer cannot tell apart lead to different answers."""
        key = key_of(truth)
        expected = answers(truth, self.viewer)
        expected["memory"] = truth.memories[self.viewer].tobytes()
        for other in list(self.weights)[:8]:
            if other == key:
                continue
            there = self._position(other, self.memories[other])
            found = answers(there, self.viewer)
            found["memory"] = there.memories[self.viewer].tobytes()
            for what, answer in expected.items():
                if found[what] != answer:
                    return what
        return ""

    def _with_silent_steps(self) -> tuple[dict[bytes, float], dict[bytes, Any]]:
        """The worlds, and those they may have become without the viewer noticing."""
        weights, memories = dict(self.weights), dict(self.memories)
        fresh = list(self.weights.items())
        while fresh:
            key, weight = fresh.pop()
            here = self._position(key, memories[key])
            for who, what, chance in self._others_choices(here):
                then = here.copy()
                if not self._heard(then.step(who, what)) and self._look(then) == self.looks:
                    reached = key_of(then)
                    known = reached in weights
                    self._keep(weights, memories, then, weight * chance)
                    if not known:
                        fresh.append((reached, weight * chance))
            if len(weights) > MOST_WORLDS:
                raise _TooMany
        return weights, memories

    def _others_choices(self, position: Position) -> list[tuple[int, int, float]]:
        """What chance or another side may do: who, what, how likely."""
        weights = position.weights()
        if weights:
            return [(CHANCE, outcome, weight / sum(weights)) for outcome, weight in enumerate(weights) if weight]
        others = [seat for seat in position.acting() if seat not in self.mine]
        found = []
        for seat in others:
            legal = list(position.legal(seat).values())
            found += [(seat, action, 1 / len(legal) / len(others)) for action in legal]
        return found

    def _position(self, key: bytes, memories: Any) -> Position:
        states = np.frombuffer(key, self.setup.game.state.State).copy()
        return Position(self.setup, states, memories.copy())

    def _keep(self, weights: dict[bytes, float], memories: dict[bytes, Any], then: Position, weight: float) -> None:
        key = key_of(then)
        weights[key] = weights.get(key, 0.0) + weight
        memories.setdefault(key, then.memories)

    def _heard(self, events: list[Event]) -> list[tuple[int, tuple[int, int, int, int]]]:
        return [(event.kind, event.details) for event in events if event.heard_by(self.viewer)]

    def _look(self, position: Position) -> tuple[bytes, bool, tuple[int, ...]]:
        view = msgspec.json.encode(position.view(self.viewer))
        return view, position.over, tuple(position.acting())
