"""Position: records as Python reads them."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from undertow import Match, game_names
from undertow.core.position import in_python
from undertow.core.records import Record, has, record
from undertow.core.rule import rule


def assert_reads_the_same(quick: Any, plain: Any) -> None:
    for name in plain.dtype.names:
        found, true = getattr(quick, name), getattr(plain, name)
        if isinstance(true, np.record):
            assert_reads_the_same(found, true)
        elif isinstance(true, np.ndarray):
            assert (found.dtype.itemsize, found.tolist()) == (true.dtype.itemsize, true.tolist())
        else:
            assert type(found) in (int, float)
            assert found == true


@pytest.mark.parametrize("game", game_names())
def test_a_record_reads_as_numpy_reads_it(game: str) -> None:
    position = Match(game, seed="reading").position
    assert_reads_the_same(position.box, position.setup.box[0])
    assert_reads_the_same(position.state, position.states[0])


@pytest.mark.compiled
@pytest.mark.parametrize("game", game_names())
def test_a_rule_is_not_compiled_again_for_it(game: str) -> None:
    position = Match(game, seed="reading").position
    assert numba.typeof(position.state) == numba.typeof(position.states[0])
    assert numba.typeof(position.box) == numba.typeof(position.setup.box[0])


def test_it_is_the_state_itself_and_no_copy() -> None:
    position = Match("shark-attacks", seed="reading").position
    position.states["phase"] = 4
    assert position.state.phase == 4
    position.state.phase = 2
    position.state.scores[1] = 7
    assert (position.states["phase"][0], position.states["scores"][0, 1]) == (2, 7)
    with pytest.raises(AttributeError):
        _ = position.state.no_such_field


def test_a_rule_in_python_says_the_same() -> None:
    pair: Any = np.zeros(1, record([("left", "i1"), ("right", "i1")]))[0]
    pair.left, pair.right = 3, 4

    def both(of: Record) -> int:
        return int(of.left) * 10 + int(of.right)

    assert in_python(rule(both))(pair) == both(pair) == 34
    assert in_python(has)(5, 2) is True
