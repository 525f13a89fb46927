"""Records as Python reads them."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import numba
import numpy as np
import pytest

from undertow import Match, game_names
from undertow.core.reading import in_python, read, read_one
from undertow.core.records import Record, has, record
from undertow.core.rule import rule


def assert_reads_the_same(quick: Any, plain: Any) -> None:
    for name in plain.dtype.names:
        found, true = getattr(quick, name), getattr(plain, name)
        if isinstance(true, np.record):
            assert_reads_the_same(found, true)
        elif isinstance(true, np.ndarray):
            assert (found.shape, found.tobytes()) == (true.shape, true.tobytes())
        else:
            assert type(found) in (int, float)
            assert found == true


@pytest.mark.parametrize("game", game_names())
def test_a_record_reads_as_numpy_reads_it(game: str) -> None:
    position = Match(game, seed="reading").position
    for records in (position.setup.box, position.states, position.memories):
        assert_reads_the_same(read(records)[0], records[0])


@pytest.mark.parametrize("game", game_names())
def test_what_a_record_keeps_is_what_it_would_read(game: str) -> None:
    position = Match(game, seed="reading").position
    for records, still in ((position.setup.box, True), (position.states, False)):
        one = read_one(records, still)
        assert vars(one)
        assert_reads_the_same(one, records[0])


@pytest.mark.parametrize("game", game_names())
def test_a_number_of_the_state_is_never_an_old_one(game: str) -> None:
    """Only a record that stands still keeps numbers; arrays it keeps are windows on the memory itself."""
    position = Match(game, seed="reading").position.copy()
    one = read_one(position.states)
    assert_reads_the_same(one, position.state)
    position.states.view(np.uint8)[:] = 1
    assert_reads_the_same(one, position.state)


def test_positions_leave_memory_without_the_collector() -> None:
    """numpy's arrays are invisible to it, so a ring through one would stay for ever."""
    position = Match("get-bit", players=4, seed="reading").position.copy()
    position.view(0)
    states = weakref.ref(position.states)
    gc.disable()
    try:
        del position
        assert states() is None
    finally:
        gc.enable()


@pytest.mark.compiled
@pytest.mark.parametrize("game", game_names())
def test_a_rule_is_not_compiled_again_for_it(game: str) -> None:
    position = Match(game, seed="reading").position
    for records in (position.setup.box, position.states, position.memories):
        assert numba.typeof(read(records)[0]) == numba.typeof(records[0])


def test_it_is_the_state_itself_and_no_copy() -> None:
    position = Match("shark-attacks", seed="reading").position
    state = read(position.states)[0]
    position.state.phase = 4
    assert state.phase == 4
    state.phase = 2
    state.scores[1] = 7
    assert (position.state.phase, position.state.scores[1]) == (2, 7)
    with pytest.raises(AttributeError):
        _ = state.no_such_field


def test_a_rule_in_python_says_the_same() -> None:
    pair: Any = np.zeros(1, record([("left", "i1"), ("right", "i1")]))[0]
    pair.left, pair.right = 3, 4

    def both(of: Record) -> int:
        return int(of.left) * 10 + int(of.right)

    assert in_python(rule(both))(pair) == both(pair) == 34
    assert in_python(has)(5, 2) is True
