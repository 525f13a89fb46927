"""A batch's rows on the CPU: each thread works on a span of them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from undertow.core.bundles import WORLDS, Room
from undertow.core.errors import UndertowError
from undertow.core.game import Setup
from undertow.core.records import Floats, Ints
from undertow.core.rng import WORDS
from undertow.envs import rows
from undertow.envs.buffers import Buffers, device_of, kind_of
from undertow.envs.refusing import check_shape, has_bots, refuse

STEPS = "undertow.envs.steps"
LEAST_A_THREAD = 32  # rows; for fewer it does not pay to wake another thread


class Threads:
    """The rows on the CPU: each thread works on a span of them."""

    device = "cpu"
    name = "cpu"

    def __init__(self, setup: Setup, matches: int, table: rows.Table, scratch: Floats, threads: int | None) -> None:
        game = setup.game
        self._setup, self._matches = setup, matches
        self._compiled = game.algorithm(STEPS)
        self._table, self._written = table, game.written
        self._step = self._compiled.step_rows_with_bots if has_bots(self._table) else self._compiled.step_rows
        most = max(1, matches // LEAST_A_THREAD)
        number = min(most, os.cpu_count() or 1 if threads is None else max(1, threads))
        edges = np.linspace(0, matches, number + 1).astype(np.int64)
        self._spans = [(int(edges[i]), int(edges[i + 1])) for i in range(number)]
        self._rooms = [_room(setup, scratch.copy()) for _ in self._spans]
        self._gains = [np.zeros(game.state.SEATS) for _ in self._spans]
        self._pool = ThreadPoolExecutor(number) if number > 1 else None
        self._rows = rows.Rows(
            np.zeros(matches, game.state.State),
            np.zeros((matches, len(setup.viewers)), game.state.Memory),
            np.zeros((matches, WORDS), np.int64),
            np.zeros(matches, np.int64),
            np.zeros(matches, np.int64),
            np.zeros((matches, len(setup.seats))),
            *(np.zeros(matches, np.int64) for _ in range(3)),
        )
        self._buffers: Buffers
        self._shown: Any

    def new(self, shape: tuple[int, ...], kind: str) -> Any:
        return np.zeros(shape, _numpy_kind(kind))

    def use(self, buffers: Buffers) -> None:
        """What is compiled writes float32 into rows that lie next to each other; others are copied."""
        house = self._setup.house
        self._copies: list[tuple[Any, Any]] = []

        def direct(array: Any, tail: bool) -> Any:
            if array is None:
                return np.zeros((1, 1), np.float32)  # nobody writes into it
            inner = array
            if kind_of(array) != "float32":
                inner = np.zeros(array.shape, np.float32)
                self._copies.append((array, inner))
            if tail:
                inner[:, self._written :] = house
            return inner

        truth = buffers.truth_for_critic_only
        self._shown = rows.Shown(
            buffers.seats,
            direct(buffers.observations, True),
            buffers.masks,
            buffers.rewards,
            buffers.ends,
            direct(buffers.final_observations, True),
            np.zeros((1, 1, 1), np.float32) if truth is None else truth,
        )

    def check(self, actions: Any) -> None:
        if device_of(actions) != self.device:
            raise UndertowError(f"the actions must be on the device 'cpu', not on {device_of(actions)!r}.")
        found = np.asarray(actions)
        check_shape(found.shape, kind_of(found), self._matches)
        self._actions = np.ascontiguousarray(found, np.int64)
        wrong = int(self._compiled.first_wrong(self._shown, self._actions))
        if wrong >= 0:
            seat, mask = int(self._shown.seats[wrong]), self._shown.masks[wrong]
            refuse(self._setup, wrong, int(self._actions[wrong]), seat, mask)

    def begin(self, table: Any) -> None:
        self._table = table
        self._rows.played[:] = 0
        self._rows.won[:] = 0
        self._rows.seats[:] = 0
        self._actions = np.full(self._matches, rows.BEGIN, np.int64)
        self.step(self._actions)

    def step(self, actions: Any) -> None:
        del actions  # checked, and kept
        self._all(self._step_span)

    def show(self) -> None:
        self._all(self._show_span)

    def _step_span(self, number: int) -> None:
        room, gains = self._rooms[number], self._gains[number]
        self._step(self._table, self._rows, self._shown, self._actions, room, gains, *self._spans[number])

    def _show_span(self, number: int) -> None:
        self._compiled.show_rows(self._table, self._rows, self._shown, self._rooms[number], *self._spans[number])

    def _all(self, work: Any) -> None:
        if self._pool is None:
            work(0)
        else:
            list(self._pool.map(work, range(len(self._spans))))
        for array, inner in self._copies:
            array[...] = inner

    def advice(self, table: rows.Table, scratch: Floats) -> Ints:
        """What the bots of this table would do in each row."""
        found = np.zeros(self._matches, np.int64)

        def work(number: int) -> None:
            room = self._rooms[number]._replace(scratch=scratch.copy())
            self._compiled.advise_rows(table, self._rows, found, room, *self._spans[number])

        self._all(work)
        return found

    def random_actions(self) -> Ints:
        return self._rows.picked.copy()

    def lasted(self) -> Ints:
        return self._rows.lasted.copy()

    def kept(self, name: str) -> Any:
        return getattr(self._rows, name)

    def restore(self, table: Any, saved: Mapping[str, Any]) -> None:
        self._table = table
        for name, raw in saved.items():
            array = getattr(self._rows, name)
            array[...] = np.frombuffer(raw.tobytes(), array.dtype).reshape(array.shape)
        self.show()


def _room(setup: Setup, scratch: Floats) -> Room:
    """What one thread works in; memories and random numbers are the rows' own."""
    state = setup.game.state.State
    return Room(
        np.zeros(1, state),
        np.zeros(WORLDS, state),
        setup.new_memories(),
        scratch,
        np.zeros(WORDS, np.int64),
        setup.room_for_actions(),
    )


def _numpy_kind(kind: str) -> Any:
    if kind != "bfloat16":
        return np.dtype(kind)
    try:
        import ml_dtypes
    except ImportError as error:
        raise UndertowError("NumPy has no bfloat16 of its own; pip install ml_dtypes, or take float32.") from error
    return np.dtype(ml_dtypes.bfloat16)
