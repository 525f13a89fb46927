"""One match as the interfaces of the field step through it: chance falls by itself, actions are numbers."""

from __future__ import annotations

import operator
import secrets
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from undertow.core.errors import IllegalAction, UndertowError, UnknownName
from undertow.core.game import Game, find_game
from undertow.core.position import Position
from undertow.core.reading import read_one
from undertow.core.records import CHANCE, Encoding, Floats
from undertow.core.rng import pick, stream
from undertow.envs import pictures

Mask = npt.NDArray[np.int8]

VERSION = 1  # of the environments, in their names: it rises when what a learner sees or may do changes
RENDER_MODES = ["human", "ansi", "rgb_array"]
SEEDS = 1 << 62
SHOWN = 12  # legal actions that a sentence names


class LegalActions(gymnasium.spaces.Discrete):
    """All actions of a game. `sample()` draws one that is legal now, so plain loops over random actions work."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.now: Mask = np.ones(size, np.int8)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None:
            mask = self.now
        return super().sample(mask, probability)


def observations(numbers: int) -> Any:
    """What an encoding of so many numbers may be: nothing says how large they get."""
    return gymnasium.spaces.Box(-np.inf, np.inf, (numbers,), np.float32)


def fresh_seed() -> int:
    return secrets.randbelow(SEEDS)


def check_render_mode(mode: str | None) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise UnknownName("render mode", mode, RENDER_MODES)


class Single:
    """A match under way, with everything about it that goes out to learners."""

    position: Position

    def __init__(self, game: str | Game, players: int | None, options: Mapping[str, Any] | None) -> None:
        self.setup = find_game(game).set_up(players, options)
        self.game = self.setup.game
        self.size = self.game.declared.size
        self._viewers = [self.setup.viewer_of(seat) for seat in range(len(self.setup.seats))]
        self._out = self.game.hook("rules", "out_of_it")
        self._masks: dict[int, Mask] = {}  # of the seats that were asked about since the last step

    def begin(self, seed: int, number: int = 0) -> None:
        """Match `number` of a seed: all its chance comes from one random stream."""
        if not 0 <= seed < SEEDS:
            raise UndertowError(f"a seed is a whole number from 0 to {SEEDS - 1}, not {seed!r}.")
        self._rng = stream(seed, number)
        self.position = Position(self.setup)
        self._reading = read_one(self.position.states)
        self._run_chance()

    def _must_have_begun(self) -> None:
        if not hasattr(self, "position"):
            raise UndertowError("no match is under way: reset() begins one.")

    def _run_chance(self) -> None:
        self._masks = {}
        while weights := self.position.weights():
            self.position.step(CHANCE, pick(self._rng, np.array(weights), len(weights)))

    # Looking ----------------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.position.over

    def acting(self) -> list[int]:
        return self.position.acting()

    def mask(self, seat: int) -> Mask:
        """1 for each action that is legal for the seat now: nowhere, if it is not asked. It is not to be written on."""
        if seat not in self._masks:
            self._must_have_begun()
            mask = np.zeros(self.size, np.int8)
            mask[list(self.position.legal(seat).values())] = 1
            self._masks[seat] = mask
        return self._masks[seat]

    def known_to(self, seat: int) -> Encoding:
        """What the side of a seat knows."""
        return self.position.encoding(self._viewers[seat])

    def shares(self) -> Floats:
        """At the end: each seat's share of the win."""
        return self.position.shares()

    def out_of_it(self, seat: int) -> bool:
        """Whether the seat is out for good while others play on."""
        return bool(self._out(self.setup.reading, self._reading, seat))

    # Playing ----------------------------------------------------------------------------------------------------------

    def understood(self, seat: int, action: object) -> int:
        """The number of an action that is legal for the seat; otherwise one sentence that says what would be."""
        last = self.size - 1
        try:
            number = operator.index(action)  # type: ignore[arg-type]
        except TypeError:
            raise IllegalAction(f"an action is a whole number from 0 to {last}, not {action!r}.") from None
        if not 0 <= number <= last:
            raise IllegalAction(f"there is no action {number}; they go from 0 to {last}.")
        mask, who = self.mask(seat), self.setup.seats[seat]
        if mask[number]:
            return number
        legal: list[int] = np.flatnonzero(mask).tolist()
        if not legal:
            raise IllegalAction(f"{who} cannot act now: waiting for {self._waiting()}.")
        raise IllegalAction(f"{self._named(number)} is not legal for {who} now. Legal: {self._list(legal)}.")

    def take(self, seat: int, action: int) -> None:
        """An action that was understood; chance then does its part."""
        self.position.step(seat, action)
        self._run_chance()

    def _named(self, action: int) -> str:
        return f"{action} ({self.game.declared.names[action]})"

    def _list(self, actions: list[int]) -> str:
        return ", ".join(map(self._named, actions[:SHOWN])) + (", ..." if len(actions) > SHOWN else "")

    def _waiting(self) -> str:
        return " and ".join(self.setup.seats[seat] for seat in self.acting()) or "nobody, the match is over"

    # Drawing ----------------------------------------------------------------------------------------------------------

    def drawn(self, mode: str | None, viewer: int, me: int | None = None) -> Any:
        """The table in this way for this viewer."""
        self._must_have_begun()
        if mode == "rgb_array":
            return pictures.pixels(self.position, viewer, me)
        if mode == "ansi":
            return pictures.text(self.position, viewer, me)
        if mode == "human":
            pictures.show(self.position, viewer, me)
        return None
